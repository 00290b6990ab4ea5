import java.util.Iterator;
import java.util.NoSuchElementException;

/** FIFO queue of linked nodes. */
public class LinkedQueue<Item> implements Iterable<Item> {
    private Node first;     // beginning of queue
    private Node last;      // end of queue
    private int n;          // number of elements on queue

    private class Node {
        private Item item;
        private Node next;
    }

    /** Initializes an empty queue. */
    public LinkedQueue() {
        clear();
    }

    public boolean isEmpty() {
        return first == null;
    }

    public int size() {
        return n;
    }

    public Item peek() {
        if (isEmpty()) throw new NoSuchElementException("Queue underflow");
        return first.item;
    }

    public void enqueue(Item item) {
        Node oldlast = last;
        last = new Node();
        last.item = item;
        last.next = null;
        if (isEmpty()) first = last;
        else oldlast.next = last;
        n++;
    }

    public Item dequeue() {
        if (isEmpty()) throw new NoSuchElementException("Queue underflow");
        Item item = first.item;
        first = first.next;
        n--;
        if (isEmpty()) last = null;   // to avoid loitering
        return item;
    }

    public final void clear() {
        first = null;
        last = null;
        n = 0;
    }

    public boolean contains(Item item) {
        for (Node x = first; x != null; x = x.next) {
            if (item.equals(x.item)) return true;
        }
        return false;
    }

    /** Appends the content of the other queue, which is left empty. */
    public void takeAll(LinkedQueue<Item> other) {
        if (other == this || other.isEmpty()) return;
        if (isEmpty()) first = other.first;
        else last.next = other.first;
        last = other.last;
        n += other.n;
        other.clear();
    }

    public String toString() {
        StringBuilder s = new StringBuilder();
        for (Item item : this) {
            s.append(item);
            s.append(' ');
        }
        return s.toString();
    }

    public Iterator<Item> iterator() {
        return new LinkedIterator(first);
    }

    private class LinkedIterator implements Iterator<Item> {
        private Node current;

        private LinkedIterator(Node first) {
            current = first;
        }

        public boolean hasNext() {
            return current != null;
        }

        public Item next() {
            if (!hasNext()) throw new NoSuchElementException();
            Item item = current.item;
            current = current.next;
            return item;
        }
    }
}
