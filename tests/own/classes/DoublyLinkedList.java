import java.util.ConcurrentModificationException;
import java.util.Iterator;
import java.util.NoSuchElementException;

/** Doubly linked list with a fail-fast iterator. Exercise sheet 5, task 2. */
public class DoublyLinkedList<T> implements Iterable<T> {

    private class Node {
        T item;
        Node prev, next;

        Node(T item) { this.item = item; }
    }

    private Node head, tail;
    private int size = 0;
    private int modCount = 0;

    public void addFirst(T item) {
        Node n = new Node(item);
        n.next = head;
        if (head == null) tail = n;
        else head.prev = n;
        head = n;
        size++;
        modCount++;
    }

    public void addLast(T item) {
        Node n = new Node(item);
        n.prev = tail;
        if (tail == null) head = n;
        else tail.next = n;
        tail = n;
        size++;
        modCount++;
    }

    public T removeFirst() {
        if (head == null) throw new NoSuchElementException();
        T item = head.item;
        unlink(head);
        return item;
    }

    public T removeLast() {
        if (tail == null) throw new NoSuchElementException();
        T item = tail.item;
        unlink(tail);
        return item;
    }

    /** Takes a node out of the chain. */
    private void unlink(Node n) {
        if (n.prev == null) head = n.next;
        else n.prev.next = n.next;
        if (n.next == null) tail = n.prev;
        else n.next.prev = n.prev;
        size--;
        modCount++;
    }

    public boolean contains(T item) {
        for (T t : this) {
            if (t.equals(item)) return true;
        }
        return false;
    }

    /** Reverses the order of the elements in place. */
    public void reverse() {
        Node n = head;
        while (n != null) {
            Node following = n.next;
            n.next = n.prev;
            n.prev = following;
            n = following;
        }
        n = head;
        head = tail;
        tail = n;
        modCount++;
    }

    public int size() { return size; }

    @Override
    public Iterator<T> iterator() { return new ListIter(); }

    private class ListIter implements Iterator<T> {
        private Node upcoming = head;
        private Node returned = null;
        private int expectedModCount = modCount;

        public boolean hasNext() { return upcoming != null; }

        public T next() {
            check();
            if (!hasNext()) throw new NoSuchElementException();
            returned = upcoming;
            upcoming = upcoming.next;
            return returned.item;
        }

        public void remove() {
            if (returned == null) throw new IllegalStateException("call next() first");
            check();
            unlink(returned);
            returned = null;
            expectedModCount = modCount;
        }

        private void check() {
            if (modCount != expectedModCount) throw new ConcurrentModificationException();
        }
    }
}
