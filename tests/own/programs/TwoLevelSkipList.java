package org.example.collections;

import java.util.Random;
import java.util.stream.IntStream;

/**
 * A sorted list with an express lane. Every node of the express lane points
 * down to the node of the base lane with the same key.
 */
public class TwoLevelSkipList {

    private static final class Node {
        final int key;
        Node next;
        final Node down;

        Node(int key, Node next, Node down) {
            this.key = key;
            this.next = next;
            this.down = down;
        }
    }

    private final Node base = new Node(Integer.MIN_VALUE, null, null);
    private final Node express = new Node(Integer.MIN_VALUE, null, base);
    private final Random coin;

    public TwoLevelSkipList(long seed) {
        coin = new Random(seed);
    }

    /** The last node of a lane, from a given one on, whose key is smaller. */
    private static Node lastBefore(Node node, int key) {
        while (node.next != null && node.next.key < key) {
            node = node.next;
        }
        return node;
    }

    public boolean contains(int key) {
        Node fast = lastBefore(express, key);
        Node slow = lastBefore(fast.down, key);
        return slow.next != null && slow.next.key == key;
    }

    public boolean add(int key) {
        Node fast = lastBefore(express, key);
        Node slow = lastBefore(fast.down, key);
        if (slow.next != null && slow.next.key == key) {
            return false;
        }
        Node node = new Node(key, slow.next, null);
        slow.next = node;
        if (coin.nextInt(4) == 0) {
            fast.next = new Node(key, fast.next, node);
        }
        return true;
    }

    public boolean remove(int key) {
        Node fast = lastBefore(express, key);
        Node slow = lastBefore(fast.down, key);
        if (slow.next == null || slow.next.key != key) {
            return false;
        }
        slow.next = slow.next.next;
        if (fast.next != null && fast.next.key == key) {
            fast.next = fast.next.next;
        }
        return true;
    }

    public static void main(String[] args) {
        TwoLevelSkipList list = new TwoLevelSkipList(7);
        IntStream.rangeClosed(1, 50).map(i -> i * i % 53).forEach(list::add);
        long found = IntStream.range(0, 53).filter(list::contains).count();
        System.out.println(found + " different squares");
        System.out.println(list.remove(4) + " " + list.contains(4) + " " + list.remove(5));
    }
}
