package org.example.collections;

import java.util.Comparator;
import java.util.NoSuchElementException;
import java.util.Objects;

/**
 * A priority queue as a sorted list. Elements of the same rank leave in the
 * order in which they came.
 */
public class PriorityList<T> {

    private class Item {
        final T value;
        Item next;

        Item(T value, Item next) {
            this.value = value;
            this.next = next;
        }
    }

    private final Comparator<? super T> order;
    private Item head;
    private int size;

    public PriorityList(Comparator<? super T> order) {
        this.order = Objects.requireNonNull(order, "order");
    }

    public static <C extends Comparable<? super C>> PriorityList<C> natural() {
        return new PriorityList<>(Comparator.nullsFirst(Comparator.naturalOrder()));
    }

    public void add(T value) {
        size++;
        if (head == null || order.compare(value, head.value) < 0) {
            head = new Item(value, head);
            return;
        }
        Item item = head;
        while (item.next != null && order.compare(value, item.next.value) >= 0) {
            item = item.next;
        }
        item.next = new Item(value, item.next);
    }

    public T remove() {
        if (head == null) {
            throw new NoSuchElementException("priority list is empty");
        }
        T value = head.value;
        head = head.next;
        size--;
        return value;
    }

    public boolean isEmpty() {
        return head == null;
    }

    record Patient(String name, int urgency) { }

    public static void main(String[] args) {
        PriorityList<Patient> waitingRoom =
            new PriorityList<>(Comparator.comparingInt(Patient::urgency).reversed().thenComparing(Patient::name));
        waitingRoom.add(new Patient("Miller", 2));
        waitingRoom.add(new Patient("Smith", 9));
        waitingRoom.add(new Patient("Jones", 2));
        while (!waitingRoom.isEmpty()) {
            System.out.println(waitingRoom.remove());
        }
        PriorityList<Integer> numbers = natural();
        for (Integer n : new Integer[] {4, null, 2}) {
            numbers.add(n);
        }
        System.out.println(numbers.remove() + " " + numbers.remove() + " " + numbers.size);
    }
}
