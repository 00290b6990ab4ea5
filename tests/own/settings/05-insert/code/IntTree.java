import java.util.Scanner;

/** A search tree for numbers. */
public class IntTree {

    static int created = 0;

    int key;
    IntTree smaller;
    IntTree larger;

    IntTree(int key) {
        this.key = key;
        created++;
    }

    /** Inserts a key as a new leaf, unless it is there already. */
    static IntTree insert(IntTree root, int key) {
        IntTree node = root;
        while (node.key != key) {
            if (key < node.key) {
                if (node.smaller == null) {
                    node.smaller = new IntTree(key);
                }
                node = node.smaller;
            } else {
                if (node.larger == null) {
                    node.larger = new IntTree(key);
                }
                node = node.larger;
            }
        }
        return root;
    }

    static int fill(IntTree node, int[] keys, int position) {
        if (node == null) {
            return position;
        }
        position = fill(node.smaller, keys, position);
        keys[position++] = node.key;
        return fill(node.larger, keys, position);
    }

    public static void main(String[] args) {
        IntTree tree = new IntTree(50);
        try (Scanner in = new Scanner("20 70 10 70 30")) {
            while (in.hasNextInt()) {
                insert(tree, in.nextInt());
            }
        }
        int[] keys = new int[created];
        int n = fill(tree, keys, 0);
        for (int i = 0; i < n; i++) {
            System.out.print(keys[i] + (i + 1 < n ? " " : "\n"));
        }
    }
}
