import java.util.Iterator;
import java.util.NoSuchElementException;

/**
 * A small set, kept as an unordered linked list without duplicates.
 *
 * @author tutorial group 3
 */
public class LinkedSet<T> implements Iterable<T> {

    private static class Node<T> {
        private T value;
        private Node<T> next;

        private Node(T value, Node<T> next) {
            this.value = value;
            this.next = next;
        }
    }

    private Node<T> head;
    private int cardinality;

    public boolean add(T value) {
        if (contains(value)) {
            return false;
        }
        head = new Node<>(value, head);
        cardinality++;
        return true;
    }

    public boolean contains(T value) {
        for (Node<T> n = head; n != null; n = n.next) {
            if (n.value.equals(value)) {
                return true;
            }
        }
        return false;
    }

    public boolean remove(T value) {
        if (head == null) {
            return false;
        }
        if (head.value.equals(value)) {
            head = head.next;
            cardinality--;
            return true;
        }
        for (Node<T> n = head; n.next != null; n = n.next) {
            if (n.next.value.equals(value)) {
                n.next = n.next.next;
                cardinality--;
                return true;
            }
        }
        return false;
    }

    /** Returns a new set with the elements of both sets. */
    public LinkedSet<T> union(LinkedSet<? extends T> other) {
        LinkedSet<T> result = new LinkedSet<>();
        for (T t : this) {
            result.add(t);
        }
        for (T t : other) {
            result.add(t);
        }
        return result;
    }

    /** Keeps only the elements which are in the other set, too. */
    public void retainAll(LinkedSet<T> other) {
        Iterator<T> it = iterator();
        while (it.hasNext()) {
            if (!other.contains(it.next())) {
                it.remove();
            }
        }
    }

    public int cardinality() {
        return cardinality;
    }

    @Override
    public Iterator<T> iterator() {
        return new SetIterator();
    }

    private class SetIterator implements Iterator<T> {
        private Node<T> next = head;
        private Node<T> last;

        @Override
        public boolean hasNext() {
            return next != null;
        }

        @Override
        public T next() {
            if (next == null) {
                throw new NoSuchElementException();
            }
            last = next;
            next = next.next;
            return last.value;
        }

        @Override
        public void remove() {
            LinkedSet.this.remove(last.value);
            last = null;
        }
    }
}
