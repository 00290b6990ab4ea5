import java.util.NoSuchElementException;
import java.util.OptionalInt;

// Sorted set of ints with an express lane above the normal lane.
// Every fourth new key gets a stop on the express lane.
class TwoLevelSkipList {

    private static final int EXPRESS_EVERY = 4;

    private static class Stop {
        final int key;
        Stop next;      // normal lane
        Stop express;   // express lane

        Stop(int key) { this.key = key; }
    }

    private final Stop depot = new Stop(Integer.MIN_VALUE);
    private int size;
    private int inserted;

    // last stop of the express lane with a smaller key
    private Stop expressBefore(int key) {
        Stop s = depot;
        while (s.express != null && s.express.key < key) {
            s = s.express;
        }
        return s;
    }

    // last stop of the normal lane with a smaller key
    private Stop before(int key) {
        Stop s = expressBefore(key);
        while (s.next != null && s.next.key < key) {
            s = s.next;
        }
        return s;
    }

    boolean contains(int key) {
        Stop s = before(key).next;
        return s != null && s.key == key;
    }

    boolean add(int key) {
        Stop prev = before(key);
        if (prev.next != null && prev.next.key == key) {
            return false;
        }
        Stop stop = new Stop(key);
        stop.next = prev.next;
        prev.next = stop;
        size++;
        inserted++;
        if (inserted % EXPRESS_EVERY == 0) {
            Stop e = expressBefore(key);
            stop.express = e.express;
            e.express = stop;
        }
        return true;
    }

    boolean remove(int key) {
        Stop prev = before(key);
        Stop gone = prev.next;
        if (gone == null || gone.key != key) {
            return false;
        }
        Stop e = expressBefore(key);
        if (e.express == gone) {
            e.express = gone.express;
        }
        prev.next = gone.next;
        size--;
        return true;
    }

    int first() {
        if (depot.next == null) {
            throw new NoSuchElementException("empty skip list");
        }
        return depot.next.key;
    }

    int pollFirst() {
        int key = first();
        remove(key);
        return key;
    }

    OptionalInt ceiling(int key) {
        Stop s = before(key).next;
        return s == null ? OptionalInt.empty() : OptionalInt.of(s.key);
    }

    int[] toArray() {
        int[] keys = new int[size];
        Stop s = depot.next;
        for (int i = 0; i < keys.length; i++) {
            keys[i] = s.key;
            s = s.next;
        }
        return keys;
    }

    int size() {
        return size;
    }
}
