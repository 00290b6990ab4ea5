/**
 * Height balanced search tree (Adelson-Velsky and Landis) for int keys.
 */
public class AvlSet {

    private static class AvlNode {
        final int key;
        int height = 1;
        AvlNode left;
        AvlNode right;

        AvlNode(int key) {
            this.key = key;
        }
    }

    private AvlNode root;
    private int size;

    public int size() {
        return size;
    }

    public int height() {
        return height(root);
    }

    public boolean contains(int key) {
        AvlNode n = root;
        while (n != null) {
            if (key == n.key) return true;
            n = key < n.key ? n.left : n.right;
        }
        return false;
    }

    public boolean add(int key) {
        if (contains(key)) return false;
        root = add(root, key);
        size++;
        return true;
    }

    public boolean remove(int key) {
        if (!contains(key)) return false;
        root = remove(root, key);
        size--;
        return true;
    }

    private AvlNode add(AvlNode n, int key) {
        if (n == null) {
            return new AvlNode(key);
        }
        if (key < n.key) {
            n.left = add(n.left, key);
        } else {
            n.right = add(n.right, key);
        }
        updateHeight(n);
        if (balance(n) > 1) {
            return balance(n.left) < 0 ? rotateLeftRight(n) : rotateRight(n);
        }
        if (balance(n) < -1) {
            return balance(n.right) > 0 ? rotateRightLeft(n) : rotateLeft(n);
        }
        return n;
    }

    private AvlNode remove(AvlNode n, int key) {
        if (key < n.key) {
            n.left = remove(n.left, key);
        } else if (key > n.key) {
            n.right = remove(n.right, key);
        } else if (n.left == null) {
            return n.right;
        } else if (n.right == null) {
            return n.left;
        } else {
            AvlNode min = n.right;
            while (min.left != null) {
                min = min.left;
            }
            AvlNode top = new AvlNode(min.key);
            top.left = n.left;
            top.right = remove(n.right, min.key);
            n = top;
        }
        updateHeight(n);
        if (balance(n) > 1) {
            return key > n.left.key ? rotateLeftRight(n) : rotateRight(n);
        }
        if (balance(n) < -1) {
            return key < n.right.key ? rotateRightLeft(n) : rotateLeft(n);
        }
        return n;
    }

    private AvlNode rotateRight(AvlNode y) {
        AvlNode x = y.left;
        y.left = x.right;
        x.right = y;
        updateHeight(y);
        updateHeight(x);
        return x;
    }

    private AvlNode rotateLeft(AvlNode x) {
        AvlNode y = x.right;
        x.right = y.left;
        y.left = x;
        updateHeight(x);
        updateHeight(y);
        return y;
    }

    private AvlNode rotateLeftRight(AvlNode n) {
        n.left = rotateLeft(n.left);
        return rotateRight(n);
    }

    private AvlNode rotateRightLeft(AvlNode n) {
        n.right = rotateRight(n.right);
        return rotateLeft(n);
    }

    private static int balance(AvlNode n) {
        return height(n.left) - height(n.right);
    }

    private static int height(AvlNode n) {
        return n == null ? 0 : n.height;
    }

    private static void updateHeight(AvlNode n) {
        n.height = 1 + Math.max(height(n.left), height(n.right));
    }
}
