package org.example.numeric;

import java.util.Locale;
import java.util.Objects;

/** A vector most of whose components are zero; the others form a sorted list. */
public final class SparseVector {

    private static final class Component {
        final int index;
        double value;
        Component next;

        Component(int index, double value, Component next) {
            this.index = index;
            this.value = value;
            this.next = next;
        }
    }

    private static final double EPSILON = 1e-12;

    /** Stands before the first component. */
    private final Component head = new Component(-1, 0.0, null);

    public static SparseVector of(double... values) {
        SparseVector v = new SparseVector();
        for (int i = values.length - 1; i >= 0; i--) {
            v.set(i, values[i]);
        }
        return v;
    }

    public void set(int index, double value) {
        Component before = head;
        while (before.next != null && before.next.index < index) {
            before = before.next;
        }
        Component found = before.next;
        boolean exists = found != null && found.index == index;
        if (Math.abs(value) < EPSILON) {
            if (exists) {
                before.next = found.next;
            }
        } else if (exists) {
            found.value = value;
        } else {
            before.next = new Component(index, value, found);
        }
    }

    public double get(int index) {
        for (Component c = head.next; c != null && c.index <= index; c = c.next) {
            if (c.index == index) {
                return c.value;
            }
        }
        return 0;
    }

    public double dot(SparseVector other) {
        Objects.requireNonNull(other);
        double sum = 0;
        Component a = head.next;
        Component b = other.head.next;
        while (a != null && b != null) {
            if (a.index == b.index) {
                sum += a.value * b.value;
                a = a.next;
                b = b.next;
            } else if (a.index < b.index) {
                a = a.next;
            } else {
                b = b.next;
            }
        }
        return sum;
    }

    public double norm() {
        return Math.sqrt(dot(this));
    }

    public static void main(String[] args) {
        SparseVector v = of(0, 3, 0, 0, 4);
        SparseVector w = of(1, 1, 0, 0, 0);
        System.out.println(String.format(Locale.ROOT, "%.2f %.2f", v.norm(), v.dot(w)));
        v.set(1, 0);
        System.out.println(v.get(1) + " " + v.get(4));
    }
}
