package org.example.collections;

import java.util.Arrays;
import java.util.Iterator;
import java.util.NoSuchElementException;
import java.util.Objects;

/**
 * Doubly linked list between two sentinels, so that no operation has to
 * distinguish the ends from the middle. Null elements are permitted.
 */
public class SentinelList<E> implements Iterable<E> {

    private static class Node<E> {
        E element;
        Node<E> previous;
        Node<E> next;
    }

    private final Node<E> header = new Node<>();
    private final Node<E> trailer = new Node<>();
    private int size;

    public SentinelList() {
        header.next = trailer;
        trailer.previous = header;
    }

    public void addFirst(E element) {
        insertBetween(element, header, header.next);
    }

    public void addLast(E element) {
        insertBetween(element, trailer.previous, trailer);
    }

    /** Removes the first occurrence of an element; false if there is none. */
    public boolean remove(Object element) {
        for (Node<E> node = header.next; node != trailer; node = node.next) {
            if (Objects.equals(element, node.element)) {
                unlink(node);
                return true;
            }
        }
        return false;
    }

    public boolean isEmpty() {
        return header.next == trailer;
    }

    public int size() {
        return size;
    }

    private void insertBetween(E element, Node<E> before, Node<E> after) {
        Node<E> node = new Node<>();
        node.element = element;
        node.previous = before;
        node.next = after;
        before.next = node;
        after.previous = node;
        size++;
    }

    private E unlink(Node<E> node) {
        assert node != header && node != trailer : "sentinels stay";
        node.previous.next = node.next;
        node.next.previous = node.previous;
        size--;
        return node.element;
    }

    @Override
    public Iterator<E> iterator() {
        return new Iterator<E>() {
            private Node<E> upcoming = header.next;
            private Node<E> current = null;

            @Override
            public boolean hasNext() {
                return upcoming != trailer;
            }

            @Override
            public E next() {
                if (!hasNext()) {
                    throw new NoSuchElementException();
                }
                current = upcoming;
                upcoming = upcoming.next;
                return current.element;
            }

            @Override
            public void remove() {
                if (current == null) {
                    throw new IllegalStateException("call next() first");
                }
                unlink(current);
                current = null;
            }
        };
    }

    public static void main(String[] args) {
        SentinelList<String> list = new SentinelList<>();
        Arrays.asList("b", "c", null, "d").forEach(list::addLast);
        list.addFirst("a");
        list.remove(null);
        list.remove("x");
        for (Iterator<String> it = list.iterator(); it.hasNext(); ) {
            if (it.next().equals("c")) {
                it.remove();
            }
        }
        System.out.println(String.join(",", list) + " " + list.size());
    }
}
