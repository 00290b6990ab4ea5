package java.util;

/** A queue with two ends and without null. */
public class ArrayDeque<E> extends CellList<E> implements CellDeque<E> {
    public ArrayDeque() { }

    public ArrayDeque(int capacity) { }

    public ArrayDeque(Collection<? extends E> c) { addAll(c); }

    public boolean add(E e) {
        addLast(e);
        return true;
    }

    public void addFirst(E e) {
        if (e == null) throw new NullPointerException();
        insert(null, e);
    }

    public void addLast(E e) {
        if (e == null) throw new NullPointerException();
        insert(end(), e);
    }

    public E pollFirst() {
        Cell<E> c = first;
        return c == null ? null : present(cut(null, c));
    }

    public E pollLast() { return first == null ? null : present(cutLast()); }

    public E peekFirst() {
        Cell<E> c = first;
        return c == null ? null : present(c.value);
    }

    public E peekLast() { return first == null ? null : present(end().value); }

    public boolean removeLastOccurrence(Object o) {
        for (Cell<E> c = end(); c != null; c = before(c)) {
            if (o != null && o.equals(c.value)) return cut(c);
        }
        return false;
    }

    public Iterator<E> descendingIterator() { return new Back<>(this); }

    public void forEach(Consumer<? super E> action) {
        if (action == null) throw new NullPointerException();
        Cell<E> end = end(), next;
        for (Cell<E> c = first; c != null; c = next) {
            next = c.next;
            action.accept(present(c.value));
        }
        if (end() != end) throw new ConcurrentModificationException();
    }

    public boolean removeIf(Predicate<? super E> filter) { return sift(filter); }

    /** In the JDK, iterators notice only that their place is empty. */
    void check(Walk<E> walk) { check(walk, walk.next); }

    private void check(Walk<E> walk, Cell<E> cell) {
        if (walk.expected == version) return;
        Cell<E> c = first;
        while (c != null && c != cell) c = c.next;
        if (c == null) throw new ConcurrentModificationException();
    }

    boolean goesOn(Walk<E> walk) { return walk.index < walk.end; }

    void beforeNext(Walk<E> walk) {
        if (!walk.hasNext()) throw new NoSuchElementException();
        check(walk);
        present(walk.next.value);
    }

    void beforeRemove(Walk<E> walk) {
        if (walk.last == null) throw new IllegalStateException();
        check(walk, walk.last);
    }
}
