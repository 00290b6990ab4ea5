package org.example.lists;

import java.util.HashSet;
import java.util.Set;

/** Two ways to remove repeated values from a list. */
public class RemoveDuplicates {

    static class Node {
        int value;
        Node next;

        Node(int value) {
            this(value, null);
        }

        Node(int value, Node next) {
            this.value = value;
            this.next = next;
        }
    }

    /** For lists in any order; remembers the values it has seen. */
    static void removeDuplicates(Node head) {
        Set<Integer> seen = new HashSet<>();
        Node previous = null;
        Node current = head;
        while (current != null) {
            if (seen.add(current.value)) {
                previous = current;
            } else {
                // the first node is always new, so there is a previous one
                previous.next = current.next;
            }
            current = current.next;
        }
    }

    /** For sorted lists; needs no memory. */
    static void removeNeighbours(Node head) {
        Node current = head;
        while (current != null && current.next != null) {
            if (current.value == current.next.value) {
                current.next = current.next.next;
            } else {
                current = current.next;
            }
        }
    }

    static int count(Node head) {
        return head == null ? 0 : 1 + count(head.next);
    }

    static Node of(int... values) {
        Node first = null, last = null;
        for (int value : values) {
            Node node = new Node(value);
            if (first == null) {
                first = node;
            } else {
                last.next = node;
            }
            last = node;
        }
        return first;
    }

    public static void main(String[] args) {
        Node unsorted = of(3, 1, 3, 3, 2, 1);
        removeDuplicates(unsorted);
        System.out.println(count(unsorted));
        Node sorted = of(1, 1, 2, 5, 5, 5);
        removeNeighbours(sorted);
        System.out.println(count(sorted));
    }
}
