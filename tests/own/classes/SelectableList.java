import java.util.ConcurrentModificationException;
import java.util.Iterator;
import java.util.NoSuchElementException;
import java.util.function.Predicate;

/**
 * A linked list whose elements can be visited selectively:
 * {@code list.select(p)} runs over the elements that satisfy {@code p}.
 */
public class SelectableList<E> implements Iterable<E> {

    private static class Node<E> {
        final E element;
        Node<E> next;

        Node(E element) {
            this.element = element;
        }
    }

    private Node<E> head;
    private Node<E> tail;
    private int size;
    private int modCount;

    public void add(E element) {
        Node<E> node = new Node<>(element);
        if (head == null) {
            head = node;
        } else {
            tail.next = node;
        }
        tail = node;
        size++;
        modCount++;
    }

    public E removeFirst() {
        if (head == null) {
            throw new NoSuchElementException();
        }
        E element = head.element;
        head = head.next;
        if (head == null) {
            tail = null;
        }
        size--;
        modCount++;
        return element;
    }

    public int size() {
        return size;
    }

    public int count(Predicate<? super E> condition) {
        int n = 0;
        for (Iterator<E> it = select(condition); it.hasNext(); it.next()) {
            n++;
        }
        return n;
    }

    @Override
    public Iterator<E> iterator() {
        return new Selection(e -> true);
    }

    public Iterator<E> select(Predicate<? super E> condition) {
        return new Selection(condition);
    }

    private class Selection implements Iterator<E> {
        private final Predicate<? super E> condition;
        private Node<E> lookahead;
        private Node<E> current;
        private int expected = modCount;

        Selection(Predicate<? super E> condition) {
            this.condition = condition;
            this.lookahead = firstMatch(head);
        }

        private Node<E> firstMatch(Node<E> node) {
            while (node != null && !condition.test(node.element)) {
                node = node.next;
            }
            return node;
        }

        private void checkForChanges() {
            if (expected != modCount) {
                throw new ConcurrentModificationException();
            }
        }

        @Override
        public boolean hasNext() {
            return lookahead != null;
        }

        @Override
        public E next() {
            checkForChanges();
            if (lookahead == null) {
                throw new NoSuchElementException();
            }
            current = lookahead;
            lookahead = firstMatch(lookahead.next);
            return current.element;
        }

        @Override
        public void remove() {
            checkForChanges();
            if (current == null) {
                throw new IllegalStateException("next() has not been called");
            }
            if (current == head) {
                removeFirst();
            } else {
                Node<E> before = head;
                while (before.next != current) {
                    before = before.next;
                }
                before.next = current.next;
                if (current == tail) {
                    tail = before;
                }
                size--;
                modCount++;
            }
            expected = modCount;
        }
    }
}
