package org.example.simulation;

/** The future events of a simulation, the next one first. */
public class EventQueue {

    private static final class Event {
        final long time;
        final Runnable action;
        Event next;

        Event(long time, Runnable action) {
            this.time = time;
            this.action = action;
        }
    }

    private Event first;
    private long now;
    private int pending;

    /**
     * Plans an event. Events in the past happen now; events with the same time
     * happen in the order in which they are planned.
     */
    public void schedule(long time, Runnable action) {
        Event event = new Event(Math.max(time, now), action != null ? action : () -> { });
        if (first == null || event.time < first.time) {
            event.next = first;
            first = event;
        } else {
            Event before = first;
            while (before.next != null && before.next.time <= event.time) {
                before = before.next;
            }
            event.next = before.next;
            before.next = event;
        }
        pending++;
    }

    public void scheduleIn(long delay, Runnable action) {
        schedule(now + delay, action);
    }

    /** Lets the next event happen; false if there is none. */
    public boolean step() {
        Event event = first;
        if (event == null) {
            return false;
        }
        first = event.next;
        pending--;
        now = event.time;
        event.action.run();
        return true;
    }

    public long now() {
        return now;
    }

    public static void main(String[] args) {
        EventQueue queue = new EventQueue();
        int[] customers = {0};
        Runnable arrival = new Runnable() {
            @Override
            public void run() {
                customers[0]++;
                System.out.println("customer " + customers[0] + " at " + queue.now());
                if (customers[0] < 4) {
                    queue.scheduleIn(customers[0] * 3L, this);
                }
            }
        };
        queue.schedule(5, arrival);
        queue.schedule(6, () -> System.out.println("tea break"));
        while (queue.step()) {
            assert queue.pending >= 0;
        }
        System.out.println("end at " + queue.now());
    }
}
