/** A state; knows its outgoing transitions. */
final class MachineState {

    private static final class Transition {
        final String event;
        final MachineState target;
        final Transition next;

        Transition(String event, MachineState target, Transition next) {
            this.event = event;
            this.target = target;
            this.next = next;
        }
    }

    private final String name;
    private Transition transitions;

    MachineState(String name) {
        this.name = name;
    }

    String name() {
        return name;
    }

    /** Adds a transition; a later one for the same event wins. */
    MachineState on(String event, MachineState target) {
        transitions = new Transition(event, target, transitions);
        return this;
    }

    /** Where the event leads to from here, or null. */
    MachineState successor(String event) {
        for (Transition t = transitions; t != null; t = t.next) {
            if (t.event.equals(event)) {
                return t.target;
            }
        }
        return null;
    }
}

/**
 * Runs over a graph of states, remembering the way so that one can step back.
 */
public class StateMachine {

    private static final class Step {
        final MachineState from;
        final Step previous;

        Step(MachineState from, Step previous) {
            this.from = from;
            this.previous = previous;
        }
    }

    private final MachineState initial;
    private MachineState current;
    private Step history;
    private int depth;

    public StateMachine(MachineState initial) {
        this.initial = initial;
        this.current = initial;
    }

    /** Handles an event. Events the current state does not know are ignored. */
    public boolean fire(String event) {
        MachineState target = current.successor(event);
        if (target == null) {
            return false;
        }
        history = new Step(current, history);
        depth++;
        current = target;
        return true;
    }

    public boolean canFire(String event) {
        return current.successor(event) != null;
    }

    /** Undoes the last transition. */
    public void back() {
        if (depth == 0) {
            throw new IllegalStateException("nothing to undo");
        }
        current = history.from;
        history = history.previous;
        depth--;
    }

    public void reset() {
        current = initial;
        history = null;
    }

    public String current() {
        return current.name();
    }

    /** Names of the states visited so far, oldest first, without the current one. */
    public String[] trail() {
        String[] names = new String[depth];
        Step s = history;
        for (int i = depth - 1; i >= 0; i--) {
            names[i] = s.from.name();
            s = s.previous;
        }
        return names;
    }
}
