class TreeNode {
    int val;
    TreeNode left;
    TreeNode right;

    TreeNode(int val) {
        this(val, null, null);
    }

    TreeNode(int val, TreeNode left, TreeNode right) {
        this.val = val;
        this.left = left;
        this.right = right;
    }
}

/** Small exercises about binary trees. */
public class BinaryTreeTools {

    /** The number of levels. */
    static int height(TreeNode tree) {
        if (tree == null) {
            return 0;
        }
        return 1 + Math.max(height(tree.left), height(tree.right));
    }

    static long sum(TreeNode tree) {
        return tree == null ? 0 : tree.val + sum(tree.left) + sum(tree.right);
    }

    /** Swaps left and right everywhere. */
    static TreeNode mirror(TreeNode tree) {
        if (tree == null) {
            return null;
        }
        TreeNode left = mirror(tree.left);
        TreeNode right = mirror(tree.right);
        tree.left = right;
        tree.right = left;
        return tree;
    }

    static int countLeaves(TreeNode tree) {
        // a local class because numbers cannot be changed inside of another method
        class Counter {
            int leaves;

            void visit(TreeNode t) {
                if (t == null) {
                    return;
                }
                if (t.left == null && t.right == null) {
                    leaves++;
                }
                visit(t.left);
                visit(t.right);
            }
        }
        Counter counter = new Counter();
        counter.visit(tree);
        return counter.leaves;
    }

    static String show(TreeNode tree) {
        if (tree == null) {
            return ".";
        }
        return "(" + show(tree.left) + tree.val + show(tree.right) + ")";
    }

    /** Builds a tree from an array as a heap has it: children of i at 2i+1 and 2i+2. */
    static TreeNode build(int[] values, int i) {
        if (i >= values.length) {
            return null;
        }
        return new TreeNode(values[i], build(values, 2 * i + 1), build(values, 2 * i + 2));
    }

    public static void main(String[] args) {
        TreeNode tree = build(new int[] {1, 2, 3, 4, 5, 6}, 0);
        System.out.println(show(tree));
        System.out.println("height " + height(tree) + ", sum " + sum(tree) + ", leaves " + countLeaves(tree));
        System.out.println(show(mirror(tree)));
    }
}
