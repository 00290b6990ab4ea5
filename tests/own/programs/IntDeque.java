/** A sequence of numbers that can be changed at both ends. */
interface IntSequence {
    void addFirst(int value);

    void addLast(int value);

    int removeFirst();

    int removeLast();

    boolean isEmpty();
}

/**
 * Deque for the second homework. -1 means that there was nothing to remove.
 */
public class IntDeque implements IntSequence {

    static class Link {
        int value;
        Link prev;
        Link next;

        Link(int value) {
            this.value = value;
        }
    }

    private Link first;
    private Link last;
    private int count;

    @Override
    public boolean isEmpty() {
        return first == null;
    }

    @Override
    public void addFirst(int value) {
        Link link = new Link(value);
        if (first == null) {
            last = link;
        } else {
            first.prev = link;
            link.next = first;
        }
        first = link;
        count++;
    }

    @Override
    public void addLast(int value) {
        Link link = new Link(value);
        if (last == null) {
            first = link;
        } else {
            last.next = link;
            link.prev = last;
        }
        last = link;
        count++;
    }

    @Override
    public int removeFirst() {
        if (isEmpty()) {
            return -1;
        }
        int value = first.value;
        first = first.next;
        if (first == null) {
            last = null;
        } else {
            first.prev = null;
        }
        count--;
        return value;
    }

    @Override
    public int removeLast() {
        if (isEmpty()) {
            return -1;
        }
        int value = last.value;
        last = last.prev;
        last.next = null;
        count--;
        return value;
    }

    public static void main(String[] args) {
        IntSequence deque = new IntDeque();
        for (int i = 0; i < 6; i++) {
            if (i % 2 == 0) {
                deque.addFirst(i);
            } else {
                deque.addLast(i);
            }
        }
        System.out.println(deque.removeLast());
        System.out.println(deque.removeFirst());
    }
}
