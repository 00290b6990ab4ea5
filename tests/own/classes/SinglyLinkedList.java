import java.util.Iterator;
import java.util.NoSuchElementException;

/**
 * A singly linked list which remembers its last node, so that appending
 * takes constant time.
 *
 * @param <E> type of the elements
 */
public class SinglyLinkedList<E> implements Iterable<E> {

    private static class Node<E> {
        E data;
        Node<E> next;

        Node(E data, Node<E> next) {
            this.data = data;
            this.next = next;
        }
    }

    private Node<E> first;
    private Node<E> last;
    private int size;

    public SinglyLinkedList() {
        first = null;
        last = null;
        size = 0;
    }

    public int size() {
        return size;
    }

    public boolean isEmpty() {
        return size == 0;
    }

    public void addFirst(E e) {
        first = new Node<>(e, first);
        if (last == null) {
            last = first;
        }
        size++;
    }

    public void addLast(E e) {
        Node<E> node = new Node<>(e, null);
        if (last == null) {
            first = node;
        } else {
            last.next = node;
        }
        last = node;
        size++;
    }

    /** Returns the element at the given position, counted from 0. */
    public E get(int index) {
        if (index < 0 || index >= size) {
            throw new IndexOutOfBoundsException("index " + index + ", size " + size);
        }
        Node<E> node = first;
        for (int i = 0; i < index; i++) {
            node = node.next;
        }
        return node.data;
    }

    public E getLast() {
        if (isEmpty()) {
            throw new NoSuchElementException("list is empty");
        }
        return last.data;
    }

    public E removeFirst() {
        if (isEmpty()) {
            throw new NoSuchElementException("list is empty");
        }
        E result = first.data;
        first = first.next;
        if (first == null) {
            last = null;
        }
        size--;
        return result;
    }

    /** Removes the first occurrence of the object; tells whether there was one. */
    public boolean remove(Object o) {
        Node<E> prev = null;
        Node<E> cur = first;
        while (cur != null && !cur.data.equals(o)) {
            prev = cur;
            cur = cur.next;
        }
        if (cur == null) {
            return false;
        }
        if (prev == null) {
            first = cur.next;
            if (first == null) {
                last = null;
            }
        } else {
            prev.next = cur.next;
        }
        size--;
        return true;
    }

    @Override
    public Iterator<E> iterator() {
        return new Iterator<E>() {
            private Node<E> node = first;

            @Override
            public boolean hasNext() {
                return node != null;
            }

            @Override
            public E next() {
                if (node == null) {
                    throw new NoSuchElementException();
                }
                E result = node.data;
                node = node.next;
                return result;
            }
        };
    }
}
