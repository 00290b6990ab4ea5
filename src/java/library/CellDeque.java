package java.util;

/** What queues with two ends have in common. */
interface CellDeque<E> extends Deque<E> {
    default boolean add(E e) {
        addLast(e);
        return true;
    }

    default boolean offer(E e) { return offerLast(e); }

    default boolean offerFirst(E e) {
        addFirst(e);
        return true;
    }

    default boolean offerLast(E e) {
        addLast(e);
        return true;
    }

    default void push(E e) { addFirst(e); }

    default E pop() { return removeFirst(); }

    default E remove() { return removeFirst(); }

    default E removeFirst() {
        if (isEmpty()) throw new NoSuchElementException();
        return pollFirst();
    }

    default E removeLast() {
        if (isEmpty()) throw new NoSuchElementException();
        return pollLast();
    }

    default E poll() { return pollFirst(); }

    default E element() { return getFirst(); }

    default E getFirst() {
        if (isEmpty()) throw new NoSuchElementException();
        return peekFirst();
    }

    default E getLast() {
        if (isEmpty()) throw new NoSuchElementException();
        return peekLast();
    }

    default E peek() { return peekFirst(); }

    default boolean removeFirstOccurrence(Object o) { return remove(o); }
}
