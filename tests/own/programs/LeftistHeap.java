package org.example.heaps;

import java.util.OptionalInt;

/** A mergeable priority queue: in every node, the path to the right is the shortest one down. */
public final class LeftistHeap {

    static final class Node {
        final int key;
        int rank = 1;
        Node left;
        Node right;

        Node(int key) {
            this.key = key;
        }
    }

    private Node root;

    /** Merges two heaps that share no nodes; each may be null. */
    static Node merge(Node a, Node b) {
        if (a == null) {
            return b;
        }
        if (b == null) {
            return a;
        }
        if (b.key < a.key) {
            Node swap = a;
            a = b;
            b = swap;
        }
        a.right = merge(a.right, b);
        if (rank(a.left) < rank(a.right)) {
            Node swap = a.left;
            a.left = a.right;
            a.right = swap;
        }
        a.rank = rank(a.right) + 1;
        return a;
    }

    private static int rank(Node node) {
        return node == null ? 0 : node.rank;
    }

    public void insert(int key) {
        root = merge(root, new Node(key));
    }

    public void absorb(LeftistHeap other) {
        if (other == this) {
            throw new IllegalArgumentException("a heap cannot absorb itself");
        }
        root = merge(root, other.root);
        other.root = null;
    }

    public OptionalInt deleteMin() {
        if (root == null) {
            return OptionalInt.empty();
        }
        int key = root.key;
        root = merge(root.left, root.right);
        return OptionalInt.of(key);
    }

    static boolean isLeftist(Node node) {
        return node == null
            || rank(node.left) >= rank(node.right) && isLeftist(node.left) && isLeftist(node.right);
    }

    public static void main(String[] args) {
        LeftistHeap heap = new LeftistHeap();
        LeftistHeap second = new LeftistHeap();
        for (int i = 1; i <= 12; i++) {
            (i % 3 == 0 ? second : heap).insert(i * 5 % 13);
        }
        heap.absorb(second);
        assert isLeftist(heap.root) : "not leftist";
        StringBuilder keys = new StringBuilder();
        for (OptionalInt key = heap.deleteMin(); key.isPresent(); key = heap.deleteMin()) {
            keys.append(key.getAsInt()).append(' ');
        }
        System.out.println(keys.toString().trim());
    }
}
