import java.util.NoSuchElementException;

/**
 * Priority queue as a linked list that is kept sorted: lowest number first,
 * elements of the same priority in the order of their arrival. Made for the
 * common case that new elements belong at or near the end.
 */
public class SortedListQueue<E> {

    private static class Cell<E> {
        E item;
        int priority;
        Cell<E> next;

        Cell(E item, int priority) {
            this.item = item;
            this.priority = priority;
        }
    }

    private Cell<E> head;
    private Cell<E> tail;
    private int size;

    public int size() {
        return size;
    }

    public boolean isEmpty() {
        return size == 0;
    }

    public void add(E item, int priority) {
        Cell<E> cell = new Cell<>(item, priority);
        size++;
        // fast path: behind the last one
        if (tail != null && tail.priority <= priority) {
            tail.next = cell;
            tail = cell;
            return;
        }
        if (head == null || priority < head.priority) {
            cell.next = head;
            head = cell;
            if (cell.next == null) {
                tail = cell;
            }
            return;
        }
        Cell<E> c = head;
        while (c.next != null && c.next.priority <= priority) {
            c = c.next;
        }
        cell.next = c.next;
        c.next = cell;
    }

    public E peek() {
        if (isEmpty()) {
            throw new NoSuchElementException("queue is empty");
        }
        return head.item;
    }

    public E poll() {
        if (isEmpty()) {
            throw new NoSuchElementException("queue is empty");
        }
        E item = head.item;
        head = head.next;
        size--;
        return item;
    }

    public boolean contains(Object item) {
        for (Cell<E> c = head; c != null; c = c.next) {
            if (c.item.equals(item)) {
                return true;
            }
        }
        return false;
    }

    /** Removes the first occurrence of the item. */
    public boolean remove(Object item) {
        Cell<E> before = null;
        for (Cell<E> c = head; c != null; c = c.next) {
            if (c.item.equals(item)) {
                if (before == null) {
                    head = c.next;
                } else {
                    before.next = c.next;
                }
                if (c == tail) {
                    tail = before;
                }
                size--;
                return true;
            }
            before = c;
        }
        return false;
    }

    public void clear() {
        head = tail = null;
        size = 0;
    }
}
