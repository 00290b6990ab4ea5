package org.example.scheduling;

/**
 * Gives each task a slice of time in turn. The tasks form a ring; only the
 * last one is stored, its successor is the next to run.
 */
public class RoundRobinScheduler {

    enum State { READY, RUNNING, DONE }

    static final class Task {
        final String name;
        int remaining;
        State state = State.READY;
        private Task next;

        Task(String name, int remaining) {
            this.name = name;
            this.remaining = remaining;
        }
    }

    static final int DEFAULT_QUANTUM = 10;

    private final int quantum;
    private Task last;
    private int finished;

    public RoundRobinScheduler() {
        this(DEFAULT_QUANTUM);
    }

    public RoundRobinScheduler(int quantum) {
        if (quantum <= 0) {
            throw new IllegalArgumentException("quantum: " + quantum);
        }
        this.quantum = quantum;
    }

    public Task submit(String name, int duration) {
        Task task = new Task(name, duration);
        if (last == null) {
            task.next = task;
        } else {
            task.next = last.next;
            last.next = task;
        }
        last = task;
        return task;
    }

    /** Runs the next task for one slice. Returns whether there was one. */
    public boolean runSlice() {
        if (last == null) {
            return false;
        }
        Task current = last.next;
        current.state = State.RUNNING;
        current.remaining -= Math.min(quantum, current.remaining);
        if (current.remaining > 0) {
            current.state = State.READY;
            last = current;
            return true;
        }
        current.state = State.DONE;
        finished++;
        if (current == last) {
            last = null;
        } else {
            last.next = current.next;
        }
        current.next = null;
        return true;
    }

    public int pending() {
        if (last == null) {
            return 0;
        }
        int count = 0;
        Task task = last;
        do {
            count++;
            task = task.next;
        } while (task != last);
        return count;
    }

    @Override
    public String toString() {
        return pending() + " pending, " + finished + " finished";
    }

    public static void main(String[] args) {
        var scheduler = new RoundRobinScheduler(4);
        scheduler.submit("compile", 9);
        scheduler.submit("link", 3);
        scheduler.submit("test", 12);
        int slices = 0;
        while (scheduler.runSlice()) {
            slices++;
            System.out.println(scheduler);
        }
        System.out.println(slices + " slices");
    }
}
