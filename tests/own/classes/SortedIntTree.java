import java.util.NoSuchElementException;

/**
 * Search tree of ints with an inorder iterator that works without recursion.
 */
public class SortedIntTree {

    private static class TreeNode {
        int val;
        TreeNode left, right;

        TreeNode(int val) {
            this.val = val;
        }
    }

    private TreeNode root;

    /** Adds the value unless it is there already. */
    public boolean add(int val) {
        if (root == null) {
            root = new TreeNode(val);
            return true;
        }
        TreeNode t = root;
        for (;;) {
            if (val < t.val) {
                if (t.left == null) {
                    t.left = new TreeNode(val);
                    return true;
                }
                t = t.left;
            } else if (val > t.val) {
                if (t.right == null) {
                    t.right = new TreeNode(val);
                    return true;
                }
                t = t.right;
            } else {
                return false;
            }
        }
    }

    public boolean contains(int val) {
        TreeNode t = root;
        while (t != null && t.val != val) {
            t = val < t.val ? t.left : t.right;
        }
        return t != null;
    }

    public int height() {
        return height(root);
    }

    private static int height(TreeNode t) {
        return t == null ? 0 : 1 + Math.max(height(t.left), height(t.right));
    }

    public boolean isEmpty() {
        return root == null;
    }

    public InorderIterator iterator() {
        return new InorderIterator(this);
    }

    /** Sum of all values between lo and hi (inclusive). */
    public long rangeSum(int lo, int hi) {
        long sum = 0;
        InorderIterator it = iterator();
        while (it.hasNext()) {
            int v = it.next();
            if (v > hi) {
                break;
            }
            if (v >= lo) {
                sum += v;
            }
        }
        return sum;
    }

    /** Runs through the values in ascending order. */
    public static class InorderIterator {

        // the nodes on the way down whose value is still to be delivered
        private final TreeNode[] stack;
        private int top = 0;

        private InorderIterator(SortedIntTree tree) {
            stack = new TreeNode[tree.height()];
            pushLeft(tree.root);
        }

        private void pushLeft(TreeNode t) {
            while (t != null) {
                stack[top++] = t;
                t = t.left;
            }
        }

        public boolean hasNext() {
            return top > 0;
        }

        public int next() {
            if (!hasNext()) {
                throw new NoSuchElementException();
            }
            TreeNode t = stack[--top];
            stack[top] = null;
            pushLeft(t.right);
            return t.val;
        }
    }
}
