/**
 * Compares binary trees.
 */
public class TreeCompare {

    static class Node {
        int value;
        Node left;
        Node right;

        Node(int value) {
            this.value = value;
        }

        Node with(Node left, Node right) {
            this.left = left;
            this.right = right;
            return this;
        }
    }

    /** Same shape and same values? */
    static boolean sameTree(Node a, Node b) {
        if (a == null && b == null) {
            return true;
        }
        return a.value == b.value
            && sameTree(a.left, b.left)
            && sameTree(a.right, b.right);
    }

    /** Is one the mirror image of the other? */
    static boolean mirrored(Node a, Node b) {
        if (a == null || b == null) {
            return a == b;
        }
        return a.value == b.value && mirrored(a.left, b.right) && mirrored(a.right, b.left);
    }

    static boolean isSymmetric(Node root) {
        return root == null || mirrored(root.left, root.right);
    }

    static Node copy(Node tree) {
        if (tree == null) {
            return null;
        }
        Node result = new Node(tree.value);
        result.left = copy(tree.left);
        result.right = copy(tree.right);
        return result;
    }

    public static void main(String[] args) {
        Node tree = new Node(1).with(
            new Node(2).with(new Node(3), null),
            new Node(2).with(null, new Node(3)));
        Node other = copy(tree);
        System.out.println("same: " + sameTree(tree, other));
        System.out.println("symmetric: " + isSymmetric(tree));
        other.left.value = 7;
        System.out.println("same after a change: " + sameTree(tree, other));
    }
}
