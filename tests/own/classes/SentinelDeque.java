import java.util.Iterator;
import java.util.NoSuchElementException;

/**
 * Double-ended queue between two sentinel nodes, so that no operation has to
 * treat the ends as a special case.
 */
public class SentinelDeque<E> implements Iterable<E> {

    private static final class Node<E> {
        private E element;
        private Node<E> prev;
        private Node<E> next;

        private Node(E element, Node<E> prev, Node<E> next) {
            this.element = element;
            this.prev = prev;
            this.next = next;
        }
    }

    private final Node<E> header;
    private final Node<E> trailer;
    private int size;

    public SentinelDeque() {
        header = new Node<>(null, null, null);
        trailer = new Node<>(null, header, null);
        header.next = trailer;
    }

    public int size() {
        return size;
    }

    public boolean isEmpty() {
        return header.next == trailer;
    }

    public void addFirst(E e) {
        insertBetween(e, header, header.next);
    }

    public void addLast(E e) {
        insertBetween(e, trailer.prev, trailer);
    }

    public E removeFirst() {
        if (isEmpty()) {
            throw new NoSuchElementException("deque is empty");
        }
        return remove(header.next);
    }

    public E removeLast() {
        if (isEmpty()) {
            throw new NoSuchElementException("deque is empty");
        }
        return remove(trailer.prev);
    }

    public E peekFirst() {
        return header.next.element;
    }

    public E peekLast() {
        return trailer.prev.element;
    }

    /**
     * Rotates the deque: with a positive distance elements move from the front
     * to the back, with a negative one from the back to the front.
     */
    public void rotate(int distance) {
        if (isEmpty()) {
            return;
        }
        int steps = Math.floorMod(distance, size);
        for (int i = 0; i < steps; i++) {
            addLast(removeFirst());
        }
    }

    public void clear() {
        header.next = trailer;
        trailer.prev = header;
        size = 0;
    }

    private void insertBetween(E e, Node<E> left, Node<E> right) {
        Node<E> node = new Node<>(e, left, right);
        left.next = node;
        right.prev = node;
        size++;
    }

    private E remove(Node<E> node) {
        node.prev.next = node.next;
        node.next.prev = node.prev;
        size--;
        return node.element;
    }

    @Override
    public Iterator<E> iterator() {
        return new Iterator<>() {
            private Node<E> cursor = header.next;

            @Override
            public boolean hasNext() {
                return cursor != trailer;
            }

            @Override
            public E next() {
                if (cursor == trailer) {
                    throw new NoSuchElementException();
                }
                E e = cursor.element;
                cursor = cursor.next;
                return e;
            }
        };
    }
}
