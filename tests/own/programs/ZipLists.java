package org.example.lists;

import java.util.ArrayList;
import java.util.List;
import java.util.Objects;

/** Zips two lists: the result ends where the shorter one ends. */
public class ZipLists {

    /** A pair of values, each of which may be null. */
    record Pair<A, B>(A first, B second) {
        static <X> Pair<X, X> twice(X value) {
            return new Pair<>(value, value);
        }
    }

    static class Node<T> {
        final T value;
        Node<T> next;

        Node(T value, Node<T> next) {
            this.value = value;
            this.next = next;
        }
    }

    static <A, B> Node<Pair<A, B>> zip(Node<A> left, Node<B> right) {
        Node<Pair<A, B>> before = new Node<>(null, null);
        Node<Pair<A, B>> last = before;
        while (left != null && right != null) {
            last.next = new Node<>(new Pair<>(left.value, right.value), null);
            last = last.next;
            left = left.next;
            right = right.next;
        }
        return before.next;
    }

    /** Takes alternately from both lists until both are used up. */
    static <T> Node<T> interleave(Node<T> a, Node<T> b) {
        if (a == null) {
            return b;
        }
        Node<T> rest = a.next;
        a.next = interleave(b, rest);
        return a;
    }

    static <T> List<T> toList(Node<? extends T> node) {
        List<T> result = new ArrayList<>();
        while (node != null) {
            result.add(node.value);
            node = node.next;
        }
        return result;
    }

    @SafeVarargs
    static <T> Node<T> listOf(T... values) {
        Node<T> head = null;
        for (int i = values.length; i-- > 0; ) {
            head = new Node<>(values[i], head);
        }
        return head;
    }

    public static void main(String[] args) {
        Node<String> names = listOf("Ada", "Emmy", null);
        Node<Integer> ages = listOf(36, 53);
        for (Pair<String, Integer> pair : toList(zip(names, ages))) {
            System.out.println(Objects.toString(pair.first(), "?") + " " + pair.second());
        }
        System.out.println(toList(interleave(listOf(1, 3, 5, 7), listOf(2, 4))));
        System.out.println(Pair.twice("x"));
    }
}
