package org.example.events;

import java.util.ArrayList;
import java.util.List;

/** Informs a list of listeners about values that change. */
public class EventSource<E> {

    /** Is informed about events. */
    @FunctionalInterface
    public interface Listener<E> {
        void onEvent(E event);

        default Listener<E> andThen(Listener<? super E> other) {
            return event -> {
                onEvent(event);
                other.onEvent(event);
            };
        }
    }

    private final class Registration {
        private final Listener<? super E> listener;
        private Registration next;

        private Registration(Listener<? super E> listener) {
            this.listener = listener;
        }
    }

    private Registration first;
    private int count;

    /** Adds a listener, unless it is null or there already. */
    public boolean addListener(Listener<? super E> listener) {
        if (listener == null) {
            return false;
        }
        Registration last = null;
        for (Registration r = first; r != null; r = r.next) {
            if (r.listener == listener) {
                return false;
            }
            last = r;
        }
        Registration added = new Registration(listener);
        if (last == null) {
            first = added;
        } else {
            last.next = added;
        }
        count++;
        return true;
    }

    public boolean removeListener(Listener<? super E> listener) {
        Registration before = null;
        Registration r = first;
        while (r != null && r.listener != listener) {
            before = r;
            r = r.next;
        }
        if (r == null) {
            return false;
        }
        if (before == null) {
            first = r.next;
        } else {
            before.next = r.next;
        }
        count--;
        return true;
    }

    /** Informs all listeners, even if some of them fail. */
    public int fire(E event) {
        int failures = 0;
        for (Registration r = first; r != null; r = r.next) {
            try {
                r.listener.onEvent(event);
            } catch (RuntimeException e) {
                failures++;
            }
        }
        return failures;
    }

    public static void main(String[] args) {
        EventSource<String> keyboard = new EventSource<>();
        List<String> log = new ArrayList<>();
        Listener<Object> printer = event -> System.out.println("pressed " + event);
        keyboard.addListener(printer);
        keyboard.addListener(log::add);
        keyboard.addListener(new Listener<String>() {
            private int length;

            @Override
            public void onEvent(String event) {
                length += event.length();
                System.out.println(length + " characters");
            }
        });
        keyboard.fire("Enter");
        System.out.println(keyboard.removeListener(printer) + " " + keyboard.removeListener(printer));
        System.out.println(keyboard.fire(null) + " failures, " + log.size() + " events, " + keyboard.count);
    }
}
