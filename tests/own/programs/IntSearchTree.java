/**
 * Binary search tree for numbers, with the three operations of the lecture.
 */
public class IntSearchTree {

    static class Node {
        int key;
        Node left, right;

        Node(int key) {
            this.key = key;
        }
    }

    private Node root;

    public void insert(int key) {
        root = insert(root, key);
    }

    private Node insert(Node node, int key) {
        if (node == null) {
            return new Node(key);
        }
        if (key < node.key) {
            node.left = insert(node.left, key);
        } else if (key > node.key) {
            node.right = insert(node.right, key);
        }
        return node;
    }

    public boolean contains(int key) {
        Node node = root;
        while (node != null && node.key != key) {
            node = key < node.key ? node.left : node.right;
        }
        return node != null;
    }

    public void delete(int key) {
        root = delete(root, key);
    }

    private Node delete(Node node, int key) {
        if (node == null) {
            return null;
        }
        if (key < node.key) {
            node.left = delete(node.left, key);
        } else if (key > node.key) {
            node.right = delete(node.right, key);
        } else if (node.left == null) {
            return node.right;
        } else if (node.right == null) {
            return node.left;
        } else {
            // two children: take the smallest key of the right subtree
            Node successor = node.right;
            while (successor.left != null) {
                successor = successor.left;
            }
            node.key = successor.key;
            node.right = delete(node.right, successor.key);
        }
        return node;
    }

    private void printInOrder(Node node) {
        if (node != null) {
            printInOrder(node.left);
            System.out.print(node.key + " ");
            printInOrder(node.right);
        }
    }

    public static void main(String[] args) {
        IntSearchTree tree = new IntSearchTree();
        for (int key : new int[] {50, 30, 70, 20, 40, 60, 80, 30}) {
            tree.insert(key);
        }
        int[] toDelete = {20, 30, 50, 99};
        for (int key : toDelete) {
            tree.delete(key);
            tree.printInOrder(tree.root);
            System.out.println("without " + key + ", contains 40: " + tree.contains(40));
        }
    }
}
