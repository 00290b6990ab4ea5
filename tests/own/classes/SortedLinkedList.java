import java.util.ArrayList;
import java.util.List;
import java.util.NoSuchElementException;

/**
 * List of comparable items in ascending order. Equal items are allowed.
 */
class SortedLinkedList<T extends Comparable<T>> {

    private static class Node<T> {
        T val;
        Node<T> next;

        Node(T val, Node<T> next) {
            this.val = val;
            this.next = next;
        }
    }

    private Node<T> head;
    private int n;

    void insert(T val) {
        head = insert(head, val);
        n++;
    }

    private Node<T> insert(Node<T> node, T val) {
        if (node == null || val.compareTo(node.val) <= 0) {
            return new Node<>(val, node);
        }
        node.next = insert(node.next, val);
        return node;
    }

    /** Removes one item equal to val, if there is one. */
    boolean remove(T val) {
        Node<T> prev = null;
        Node<T> cur = head;
        while (cur != null) {
            int c = cur.val.compareTo(val);
            if (c > 0) {
                return false;       // all the others are greater still
            }
            if (c == 0) {
                if (prev == null) {
                    head = cur.next;
                } else {
                    prev.next = cur.next;
                }
                n--;
                return true;
            }
            prev = cur;
            cur = cur.next;
        }
        return false;
    }

    boolean contains(T val) {
        Node<T> cur = head;
        while (cur != null && cur.val.compareTo(val) < 0) {
            cur = cur.next;
        }
        return cur != null && cur.val.compareTo(val) == 0;
    }

    T min() {
        if (head == null) {
            throw new NoSuchElementException("min of an empty list");
        }
        return head.val;
    }

    T max() {
        if (head == null) {
            throw new NoSuchElementException("max of an empty list");
        }
        Node<T> cur = head;
        while (cur.next != null) {
            cur = cur.next;
        }
        return cur.val;
    }

    /** Moves all items of the other list into this one; the other is empty afterwards. */
    void merge(SortedLinkedList<T> other) {
        if (other == this) {
            return;
        }
        head = merge(head, other.head);
        n += other.n;
        other.head = null;
        other.n = 0;
    }

    private static <T extends Comparable<T>> Node<T> merge(Node<T> a, Node<T> b) {
        if (a == null) return b;
        if (b == null) return a;
        if (a.val.compareTo(b.val) <= 0) {
            a.next = merge(a.next, b);
            return a;
        }
        b.next = merge(a, b.next);
        return b;
    }

    int size() {
        return n;
    }

    List<T> toList() {
        List<T> result = new ArrayList<>();
        for (Node<T> cur = head; cur != null; cur = cur.next) {
            result.add(cur.val);
        }
        return result;
    }
}
