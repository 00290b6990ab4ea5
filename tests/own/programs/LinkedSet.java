package org.example.collections;

import java.util.Objects;
import java.util.function.Predicate;

/**
 * A small set that keeps the order of insertion. Null may be an element.
 */
public class LinkedSet<T> {

    private static class Node<T> {
        T value;
        Node<T> next;

        Node(T value) {
            this.value = value;
        }
    }

    private Node<T> first;
    private Node<T> last;
    private int size;

    @SafeVarargs
    public static <T> LinkedSet<T> of(T... values) {
        LinkedSet<T> set = new LinkedSet<>();
        for (T value : values) {
            set.add(value);
        }
        return set;
    }

    public boolean add(T value) {
        if (contains(value)) {
            return false;
        }
        Node<T> node = new Node<>(value);
        if (first == null) {
            first = node;
        } else {
            last.next = node;
        }
        last = node;
        size++;
        return true;
    }

    public boolean contains(Object value) {
        for (Node<T> node = first; node != null; node = node.next) {
            if (Objects.equals(node.value, value)) {
                return true;
            }
        }
        return false;
    }

    /** Removes what satisfies a condition, for example {@code s::contains}. */
    public int removeIf(Predicate<? super T> condition) {
        int before = size;
        Node<T> previous = null;
        for (Node<T> node = first; node != null; node = node.next) {
            if (condition.test(node.value)) {
                if (previous == null) {
                    first = node.next;
                } else {
                    previous.next = node.next;
                }
                size--;
            } else {
                previous = node;
            }
        }
        last = previous;
        return before - size;
    }

    /** Two sets are equal if they have the same elements, in any order. */
    @Override
    public boolean equals(Object object) {
        if (this == object) {
            return true;
        }
        if (!(object instanceof LinkedSet<?> other) || size != other.size) {
            return false;
        }
        for (Node<T> node = first; node != null; node = node.next) {
            if (!other.contains(node.value)) {
                return false;
            }
        }
        return true;
    }

    @Override
    public int hashCode() {
        int hash = 0;
        for (Node<T> node = first; node != null; node = node.next) {
            hash += Objects.hashCode(node.value);
        }
        return hash;
    }

    public static void main(String[] args) {
        LinkedSet<String> colours = of("red", "green", null, "red");
        LinkedSet<String> others = of(null, "green", "red");
        System.out.println(colours.equals(others) + " " + (colours.hashCode() == others.hashCode()));
        System.out.println(colours.removeIf(of("red", "blue")::contains) + " " + colours.equals(others));
    }
}
