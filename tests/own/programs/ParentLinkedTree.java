/**
 * Search tree whose nodes know their parents. With them we can go from a key
 * to the next larger one without starting at the root.
 */
public class ParentLinkedTree {

    static class Node {
        int key;
        Node parent, left, right;

        Node(int key, Node parent) {
            this.key = key;
            this.parent = parent;
        }
    }

    Node root;

    Node insert(int key) {
        if (root == null) {
            root = new Node(key, null);
            return root;
        }
        Node p = root;
        for (;;) {
            if (key < p.key) {
                if (p.left == null) {
                    p.left = new Node(key, p);
                    return p.left;
                }
                p = p.left;
            } else {
                if (p.right == null) {
                    p.right = new Node(key, p);
                    return p.right;
                }
                p = p.right;
            }
        }
    }

    Node first() {
        Node node = root;
        if (node != null) {
            while (node.left != null) {
                node = node.left;
            }
        }
        return node;
    }

    /** The node that follows in ascending order. */
    Node successor(Node node) {
        if (node == null) {
            return null;
        }
        if (node.right != null) {
            node = node.right;
            while (node.left != null) {
                node = node.left;
            }
            return node;
        }
        // go up until we come from the left
        Node up = node.parent;
        while (node == up.right) {
            node = up;
            up = up.parent;
        }
        return up;
    }

    int depth(Node node) {
        int depth = 0;
        while (node != null && node.parent != null) {
            node = node.parent;
            depth++;
        }
        return depth;
    }

    public static void main(String[] args) {
        ParentLinkedTree tree = new ParentLinkedTree();
        int[] keys = {8, 3, 10, 1, 6, 14};
        for (int key : keys) {
            Node n = tree.insert(key);
            System.out.println(key + " at depth " + tree.depth(n));
        }
        Node node = tree.first();
        for (int i = 1; i < keys.length; i++) {
            node = tree.successor(node);
            System.out.print(node.key + " ");
        }
        System.out.println();
    }
}
