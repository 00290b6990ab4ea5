import java.util.NoSuchElementException;

/**
 * An unbalanced binary search tree of distinct ints. All operations are
 * iterative, so degenerate trees do not blow the stack.
 */
public class IntSearchTree {

    private static class Node {
        int key;
        Node left;
        Node right;

        Node(int key) {
            this.key = key;
        }
    }

    private Node root;
    private int size;

    public int size() {
        return size;
    }

    public boolean isEmpty() {
        return root == null;
    }

    /** Inserts the key. Returns false if it was already there. */
    public boolean insert(int key) {
        if (root == null) {
            root = new Node(key);
            size = 1;
            return true;
        }
        Node cur = root;
        while (true) {
            if (key == cur.key) {
                return false;
            }
            Node next = key < cur.key ? cur.left : cur.right;
            if (next == null) {
                break;
            }
            cur = next;
        }
        if (key < cur.key) {
            cur.left = new Node(key);
        } else {
            cur.right = new Node(key);
        }
        size++;
        return true;
    }

    public boolean contains(int key) {
        Node cur = root;
        while (cur != null && cur.key != key) {
            cur = key < cur.key ? cur.left : cur.right;
        }
        return cur != null;
    }

    /** @throws NoSuchElementException if the tree is empty */
    public int min() {
        if (root == null) {
            throw new NoSuchElementException("empty tree");
        }
        Node cur = root;
        while (cur.left != null) {
            cur = cur.left;
        }
        return cur.key;
    }

    /** Removes the smallest key and returns it. */
    public int deleteMin() {
        int smallest = min();
        delete(smallest);
        return smallest;
    }

    /** Deletes the key. Returns false if it was not in the tree. */
    public boolean delete(int key) {
        Node parent = null;
        Node cur = root;
        while (cur != null && cur.key != key) {
            parent = cur;
            cur = key < cur.key ? cur.left : cur.right;
        }
        if (cur == null) {
            return false;
        }

        // two children: copy the successor up and delete the successor instead
        if (cur.left != null && cur.right != null) {
            Node succ = cur.right;
            parent = cur;
            while (succ.left != null) {
                parent = succ;
                succ = succ.left;
            }
            cur.key = succ.key;
            cur = succ;
        }

        if (cur.left == null && cur.right == null) {
            // leaf
            if (cur == root) {
                root = null;
            } else if (parent.left == cur) {
                parent.left = null;
            } else {
                parent.right = null;
            }
        } else {
            // exactly one child
            Node child = cur.left != null ? cur.left : cur.right;
            if (parent.left == cur) {
                parent.left = child;
            } else {
                parent.right = child;
            }
        }
        size--;
        return true;
    }
}
