public class Tree {

    Tree left;
    Tree right;

    Tree() {}

    static Tree build() {
        Tree root = new Tree();
        root.left = new Tree();
        root.right = new Tree();
        int random = 42;
        for (int i = 0; i < 10; i++) {
            Tree current = root;
            while (current.left != null && current.right != null) {
                random = (25 * random + 7) % 64;
                if (random < 32) {
                    current = current.left;
                } else {
                    current = current.right;
                }
            }
            random = (25 * random + 7) % 64;
            if (current.left == null && random > 8) {
                current.left = new Tree();
            }
            if (current.right == null && random < 56) {
                current.right = new Tree();
            }
        }
        return root;
    }

    static Tree getLeftmostChild(Tree tree) {
        Tree current = tree;
        while (current.left != null) {
            current = current.left;
        }
        return current;
    }

    static Tree getLeftmostChildModifyList(Tree tree) {
        Tree current = tree;
        while (current.left != null) {
            current = current.left;
            swap(tree);
        }
        return current;
    }

    /** Cuts off the left subtree and puts it back. */
    static void swap(Tree tree) {
        Tree child = tree.left;
        tree.left = null;
        tree.left = child;
    }

    static Tree traverseRecursive(Tree tree) {
        Tree current = tree;
        if (current == null) {
            return null;
        }
        traverseRecursive(current.left);
        traverseRecursive(current.right);
        return tree;
    }

    static Tree traverseRecursiveModifyHeap(Tree tree) {
        Tree current = tree;
        if (current == null) {
            return null;
        }
        traverseRecursive(current.left);
        traverseRecursive(current.right);
        allocate();
        return tree;
    }

    /** Allocates a tree and drops it. */
    static void allocate() {
        Tree tree = new Tree();
    }
}
