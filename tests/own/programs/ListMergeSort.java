package org.example.sorting;

import java.util.function.Consumer;

/**
 * Sorts a linked list of measurements in O(n log n) without an auxiliary array.
 */
public final class ListMergeSort {

    static final class Measurement implements Comparable<Measurement> {
        final long timestamp;
        final double[] channels;
        Measurement next;

        Measurement(long timestamp, double... channels) {
            this.timestamp = timestamp;
            this.channels = channels;
        }

        @Override
        public int compareTo(Measurement other) {
            return Long.compare(timestamp, other.timestamp);
        }

        @Override
        public String toString() {
            return "@" + timestamp + (channels == null ? "" : "x" + channels.length);
        }
    }

    private ListMergeSort() {
        // only static methods
    }

    /** Sorts by time; elements with the same time keep their order. */
    static Measurement sort(Measurement list) {
        if (list == null || list.next == null) {
            return list;
        }
        Measurement middle = middle(list);
        Measurement right = middle.next;
        middle.next = null;
        return merge(sort(list), sort(right));
    }

    /** The last element of the first half. */
    private static Measurement middle(Measurement list) {
        Measurement slow = list;
        Measurement fast = list.next;
        while (fast != null && fast.next != null) {
            slow = slow.next;
            fast = fast.next.next;
        }
        return slow;
    }

    private static Measurement merge(Measurement left, Measurement right) {
        Measurement first = null;
        Measurement last = null;
        while (left != null || right != null) {
            Measurement smallest;
            if (right == null || left != null && left.compareTo(right) <= 0) {
                smallest = left;
                left = left.next;
            } else {
                smallest = right;
                right = right.next;
            }
            if (last == null) {
                first = smallest;
            } else {
                last.next = smallest;
            }
            last = smallest;
        }
        return first;
    }

    static void forEach(Measurement list, Consumer<? super Measurement> action) {
        for (Measurement m = list; m != null; m = m.next) {
            action.accept(m);
        }
    }

    public static void main(String[] args) {
        Measurement list = null;
        for (long time : new long[] {12, 5, 99, 5, 40}) {
            Measurement m = new Measurement(time, 0.5, time / 2.0);
            m.next = list;
            list = m;
        }
        list = sort(list);
        forEach(list, System.out::println);
        double[] sum = new double[1];
        forEach(list, m -> sum[0] += m.channels[1]);
        System.out.println("sum " + sum[0]);
    }
}
