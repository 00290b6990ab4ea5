import java.util.Optional;

/**
 * Self-organising list: whatever is looked up moves to the front, so that
 * popular elements are found quickly.
 */
public class MoveToFrontList<T> {

    private static final class Link<T> {
        final T payload;
        Link<T> next;

        Link(T payload) {
            this.payload = payload;
        }
    }

    private Link<T> front;
    private int length;
    private long lookups;
    private long probes;

    /** Adds at the front unless the element is there already. */
    public boolean add(T t) {
        if (lookup(t)) {
            return false;
        }
        Link<T> link = new Link<>(t);
        link.next = front;
        front = link;
        length++;
        return true;
    }

    public boolean lookup(T t) {
        lookups++;
        Link<T> before = null;
        Link<T> link = front;
        while (link != null) {
            probes++;
            if (link.payload.equals(t)) {
                if (before != null) {
                    before.next = link.next;
                    link.next = front;
                    front = link;
                }
                return true;
            }
            before = link;
            link = link.next;
        }
        return false;
    }

    public boolean remove(T t) {
        if (!lookup(t)) {
            return false;
        }
        // it is the first one now
        front = front.next;
        length--;
        return true;
    }

    public Optional<T> front() {
        return front == null ? Optional.empty() : Optional.of(front.payload);
    }

    public int length() {
        return length;
    }

    /** Average number of elements inspected by a lookup, rounded down. */
    public long averageProbes() {
        return lookups == 0 ? 0 : probes / lookups;
    }

    public Object[] toArray() {
        Object[] result = new Object[length];
        int i = 0;
        for (Link<T> link = front; link != null; link = link.next) {
            result[i++] = link.payload;
        }
        return result;
    }

    public void resetStatistics() {
        lookups = 0;
        probes = 0;
    }
}
