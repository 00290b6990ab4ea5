package org.example.collections;

import java.util.Iterator;
import java.util.List;
import java.util.NoSuchElementException;

/**
 * An unbounded first-in first-out queue. Null elements are allowed.
 *
 * @param <E> the type of the elements
 */
public final class LinkedQueue<E> implements Iterable<E> {

    private static final class Node<E> {
        private final E value;
        private Node<E> next;

        Node(E value) {
            this.value = value;
        }
    }

    private Node<E> head;
    private Node<E> tail;
    private int size;

    /** Appends an element at the end. */
    public void offer(E element) {
        Node<E> node = new Node<>(element);
        if (tail == null) {
            head = node;
        } else {
            tail.next = node;
        }
        tail = node;
        size++;
    }

    /** Appends all elements of a collection. */
    public void offerAll(Iterable<? extends E> elements) {
        for (E element : elements) {
            offer(element);
        }
    }

    /** Removes the first element and returns it; null if the queue is empty. */
    public E poll() {
        if (head == null) {
            return null;
        }
        E value = head.value;
        head = head.next;
        if (head == null) {
            tail = null;
        }
        size--;
        return value;
    }

    public int size() {
        return size;
    }

    @Override
    public Iterator<E> iterator() {
        return new QueueIterator();
    }

    /** Walks over the queue from the first element to the last. */
    private class QueueIterator implements Iterator<E> {
        private Node<E> cursor = head;

        @Override
        public boolean hasNext() {
            return cursor != null;
        }

        @Override
        public E next() {
            if (cursor == null) {
                throw new NoSuchElementException();
            }
            E value = cursor.value;
            cursor = cursor.next;
            return value;
        }
    }

    public static void main(String[] args) {
        LinkedQueue<Integer> queue = new LinkedQueue<>();
        queue.offerAll(List.of(3, 1, 4, 1, 5));
        int total = 0;
        for (int value : queue) {
            total += value;
        }
        System.out.printf("%d elements, total %d%n", queue.size(), total);
        while (queue.size() > 0) {
            System.out.println(queue.poll());
        }
    }
}
