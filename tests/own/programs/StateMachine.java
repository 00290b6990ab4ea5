package org.example.control;

import java.util.EnumMap;
import java.util.Map;
import java.util.Objects;

/** A finite state machine: each state has a linked list of transitions. */
public class StateMachine {

    enum Signal { COIN, PUSH, SERVICE, RESET }

    static final class State {
        final String name;
        private Transition transitions;

        State(String name) {
            this.name = name;
        }

        State on(Signal signal, State target) {
            transitions = new Transition(signal, target, transitions);
            return this;
        }
    }

    private static final class Transition {
        final Signal signal;
        final State target;
        final Transition next;

        Transition(Signal signal, State target, Transition next) {
            this.signal = signal;
            this.target = Objects.requireNonNull(target, "a transition needs a target");
            this.next = next;
        }
    }

    private final State initial;
    private State current;
    private final Map<Signal, Integer> ignored = new EnumMap<>(Signal.class);

    public StateMachine(State initial) {
        if (initial == null) {
            throw new IllegalArgumentException("there must be an initial state");
        }
        this.initial = initial;
        this.current = initial;
    }

    /** Takes the transition for a signal; false if the state has none. */
    public boolean fire(Signal signal) {
        Transition t = current.transitions;
        while (t != null) {
            if (t.signal == signal) {
                current = t.target;
                return true;
            }
            t = t.next;
        }
        return false;
    }

    /** Fires signals one after the other, and counts those without effect. */
    public String run(Signal... signals) {
        for (Signal signal : signals) {
            if (!fire(signal)) {
                ignored.merge(signal, 1, Integer::sum);
            }
        }
        return current.name;
    }

    public void reset() {
        current = initial;
        ignored.clear();
    }

    static Signal decode(char c) {
        switch (c) {
            case 'c': return Signal.COIN;
            case 'p': return Signal.PUSH;
            case 's': return Signal.SERVICE;
            default: return Signal.RESET;
        }
    }

    public static void main(String[] args) {
        State locked = new State("locked");
        State open = new State("open");
        State broken = new State("broken");
        locked.on(Signal.COIN, open).on(Signal.SERVICE, broken);
        open.on(Signal.PUSH, locked).on(Signal.COIN, open);
        broken.on(Signal.RESET, locked);

        StateMachine turnstile = new StateMachine(locked);
        for (char c : "ccpps!".toCharArray()) {
            Signal signal = decode(c);
            System.out.println(signal + " -> " + turnstile.run(signal));
        }
        System.out.println("ignored: " + turnstile.ignored);
        turnstile.reset();
        System.out.println(turnstile.run(Signal.COIN, Signal.PUSH, Signal.COIN));
    }
}
