import java.util.NoSuchElementException;

/**
 * Agenda of a discrete event simulation: events ordered by time, those of
 * the same time in the order in which they were scheduled.
 */
public class EventQueue {

    private static class Event {
        final int id;
        final long time;
        final String label;
        Event next;

        Event(int id, long time, String label) {
            this.id = id;
            this.time = time;
            this.label = label;
        }
    }

    private Event head;
    private Event tail;
    private int size;
    private int lastId;
    private long now = Long.MIN_VALUE;

    /**
     * Schedules an event. Most events go to the end, so we try that first.
     *
     * @return an id for {@link #cancel(int)}
     */
    public int schedule(long time, String label) {
        if (time < now) {
            throw new IllegalArgumentException("that is in the past");
        }
        Event e = new Event(++lastId, time, label);
        if (head == null) {
            head = e;
            tail = e;
        } else if (time >= tail.time) {
            tail.next = e;
            tail = e;
        } else if (time < head.time) {
            e.next = head;
            head = e;
        } else {
            Event p = head;
            while (p.next.time <= time) {
                p = p.next;
            }
            e.next = p.next;
            p.next = e;
        }
        size++;
        return e.id;
    }

    /** Takes the next event out of the queue, advances the clock, and returns the label. */
    public String next() {
        if (size == 0) {
            throw new NoSuchElementException("no more events");
        }
        Event e = head;
        head = e.next;
        if (head == null) {
            tail = null;
        }
        size--;
        now = e.time;
        return e.label;
    }

    /** Cancels an event that has not happened yet. */
    public boolean cancel(int id) {
        if (head == null) {
            return false;
        }
        if (head.id == id) {
            head = head.next;
            size--;
            return true;
        }
        for (Event p = head; p.next != null; p = p.next) {
            if (p.next.id == id) {
                p.next = p.next.next;
                size--;
                return true;
            }
        }
        return false;
    }

    public long nextTime() {
        if (isEmpty()) {
            throw new NoSuchElementException();
        }
        return head.time;
    }

    public boolean isEmpty() {
        return size == 0;
    }

    public int size() {
        return size;
    }

    public void clear() {
        head = null;
        tail = null;
        size = 0;
    }
}
