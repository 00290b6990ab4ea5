import java.util.ArrayList;
import java.util.List;

/**
 * A generic binary search tree. Equal elements are stored once.
 */
public class SearchTree<T extends Comparable<T>> {

    private class Node {
        T data;
        Node left;
        Node right;

        Node(T data) {
            this.data = data;
        }
    }

    private Node root;
    private int size;

    public boolean add(T data) {
        if (data == null) {
            throw new IllegalArgumentException("null is not allowed");
        }
        if (root == null) {
            root = new Node(data);
            size++;
            return true;
        }
        Node current = root;
        while (true) {
            int c = data.compareTo(current.data);
            if (c == 0) {
                return false;
            } else if (c < 0) {
                if (current.left == null) {
                    current.left = new Node(data);
                    break;
                }
                current = current.left;
            } else {
                if (current.right == null) {
                    current.right = new Node(data);
                    break;
                }
                current = current.right;
            }
        }
        size++;
        return true;
    }

    /** The smallest element. */
    public T min() {
        Node current = root;
        while (current.left != null) {
            current = current.left;
        }
        return current.data;
    }

    /** The largest element. */
    public T max() {
        return root == null ? null : max(root);
    }

    private T max(Node node) {
        return node.right == null ? node.data : max(node.right);
    }

    public List<T> sorted() {
        List<T> list = new ArrayList<>();
        collect(root, list);
        return list;
    }

    private void collect(Node node, List<T> list) {
        if (node == null) return;
        collect(node.left, list);
        list.add(node.data);
        collect(node.right, list);
    }

    public int size() {
        return size;
    }

    public static void main(String[] args) {
        SearchTree<String> tree = new SearchTree<>();
        String[] fruits = {"pear", "apple", "quince", "cherry", "apple"};
        for (String fruit : fruits) {
            if (!tree.add(fruit)) {
                System.out.println(fruit + " was there already");
            }
        }
        System.out.println(tree.sorted() + ", from " + tree.min() + " to " + tree.max());
    }
}
