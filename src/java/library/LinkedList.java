package java.util;

/** A list that is linked in the JDK, too. */
public class LinkedList<E> extends CellListIndexed<E> implements CellDeque<E> {
    public LinkedList() { }

    public LinkedList(Collection<? extends E> c) { addAll(c); }

    public boolean add(E e) {
        insert(end(), e);
        return true;
    }

    public void addFirst(E e) { insert(null, e); }

    public void addLast(E e) { insert(end(), e); }

    public E pollFirst() {
        Cell<E> c = first;
        return c == null ? null : cut(null, c);
    }

    public E pollLast() { return cutLast(); }

    public E peekFirst() {
        Cell<E> c = first;
        return c == null ? null : c.value;
    }

    public E peekLast() {
        Cell<E> end = end();
        return end == null ? null : end.value;
    }

    public boolean removeLastOccurrence(Object o) {
        for (Cell<E> c = end(); c != null; c = before(c)) {
            if (o == null ? c.value == null : o.equals(c.value)) return cut(c);
        }
        return false;
    }

    public Iterator<E> descendingIterator() { return new Back<>(this); }

    public void forEach(Consumer<? super E> action) {
        if (action == null) throw new NullPointerException();
        for (E e : this) action.accept(e);
    }

    public boolean removeIf(Predicate<? super E> filter) {
        if (filter == null) throw new NullPointerException();
        boolean changed = false;
        for (Iterator<E> i = iterator(); i.hasNext(); ) {
            if (filter.test(i.next())) {
                i.remove();
                changed = true;
            }
        }
        return changed;
    }

    void touched() { }

    boolean goesOn(Walk<E> walk) { return walk.index < size; }

    void beforeRemove(Walk<E> walk) {
        check(walk);
        super.beforeRemove(walk);
    }
}
