/** Is told about the events of an {@link EventSource}. */
interface EventListener<E> {
    void onEvent(E event);
}

/**
 * Sends events to its listeners in the order of their registration.
 * Listeners may register and unregister (also themselves) while an event is
 * being delivered; those that come in meanwhile only see the next event.
 */
public class EventSource<E> {

    /** Handle of a registration. */
    public static final class Registration {
        private final EventListener<?> listener;
        private final long serial;
        private int remaining;          // deliveries left, -1: no limit
        private boolean active = true;
        private Registration next;

        private Registration(EventListener<?> listener, long serial, int limit) {
            this.listener = listener;
            this.serial = serial;
            this.remaining = limit;
        }

        public boolean isActive() {
            return active;
        }
    }

    // sentinel, so that adding and removing needs no special cases
    private final Registration root = new Registration(null, 0, -1);
    private Registration last = root;
    private long serial;
    private int active;
    private E latest;

    public Registration register(EventListener<? super E> listener) {
        return add(listener, -1);
    }

    /** The listener goes away by itself after so many events. */
    public Registration register(EventListener<? super E> listener, int events) {
        if (events < 1) {
            throw new IllegalArgumentException("events = " + events);
        }
        return add(listener, events);
    }

    private Registration add(EventListener<? super E> listener, int limit) {
        Registration r = new Registration(listener, ++serial, limit);
        last.next = r;
        last = r;
        active++;
        return r;
    }

    /** Ends a registration; false if it is not (or no longer) one of ours. */
    public boolean unregister(Registration registration) {
        Registration prev = root;
        while (prev.next != null && prev.next != registration) {
            prev = prev.next;
        }
        if (prev.next == null) {
            return false;
        }
        // registration.next stays: a delivery may be standing on it
        prev.next = registration.next;
        if (last == registration) {
            last = prev;
        }
        registration.active = false;
        active--;
        return true;
    }

    /** Delivers an event and returns the number of listeners that got it. */
    @SuppressWarnings("unchecked")
    public int fire(E event) {
        latest = event;
        long newest = serial;
        int delivered = 0;
        for (Registration r = root.next; r != null && r.serial <= newest; r = r.next) {
            if (!r.active) {
                continue;
            }
            if (r.remaining > 0 && --r.remaining == 0) {
                unregister(r);
            }
            ((EventListener<E>) r.listener).onEvent(event);
            delivered++;
        }
        return delivered;
    }

    public int listeners() {
        return active;
    }

    public boolean isLatest(E event) {
        return event.equals(latest);
    }

    public void unregisterAll() {
        while (root.next != null) {
            unregister(root.next);
        }
    }
}
