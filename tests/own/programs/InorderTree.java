package org.example.trees;

import java.util.ArrayList;
import java.util.Iterator;
import java.util.List;
import java.util.NoSuchElementException;

/** A search tree that is traversed with an explicit stack instead of recursion. */
public class InorderTree implements Iterable<Integer> {

    private static final class Node {
        final int key;
        Node left;
        Node right;

        Node(int key) {
            this.key = key;
        }
    }

    /** One frame of the stack: a node whose left subtree is being visited. */
    private static final class Frame {
        final Node node;
        final Frame caller;

        Frame(Node node, Frame caller) {
            this.node = node;
            this.caller = caller;
        }
    }

    private Node root;

    public void add(int key) {
        Node parent = null;
        Node node = root;
        while (node != null) {
            parent = node;
            node = key < node.key ? node.left : node.right;
        }
        Node added = new Node(key);
        if (parent == null) {
            root = added;
        } else if (key < parent.key) {
            parent.left = added;
        } else {
            parent.right = added;
        }
    }

    /** The keys in ascending order. */
    public List<Integer> toList() {
        List<Integer> keys = new ArrayList<>();
        Frame stack = null;
        Node node = root;
        while (node != null || stack != null) {
            while (node != null) {
                stack = new Frame(node, stack);
                node = node.left;
            }
            Node top = stack.node;
            stack = stack.caller;
            keys.add(top.key);
            node = top.right;
        }
        return keys;
    }

    @Override
    public Iterator<Integer> iterator() {
        return new KeyIterator(root);
    }

    private static class KeyIterator implements Iterator<Integer> {
        private Frame stack;

        KeyIterator(Node root) {
            descend(root);
        }

        private void descend(Node node) {
            for (; node != null; node = node.left) {
                stack = new Frame(node, stack);
            }
        }

        @Override
        public boolean hasNext() {
            return stack != null;
        }

        @Override
        public Integer next() {
            if (stack == null) {
                throw new NoSuchElementException("no more keys");
            }
            Node node = stack.node;
            stack = stack.caller;
            descend(node.right);
            return node.key;
        }
    }

    public static void main(String[] args) {
        InorderTree tree = new InorderTree();
        for (int i = 0; i < 10; i++) {
            tree.add(i * 37 % 11);
        }
        System.out.println(tree.toList());
        int sum = 0;
        for (int key : tree) {
            sum += key;
        }
        System.out.println(sum);
    }
}
