package java.util;

/** A sorted set: a sorted chain. */
public class TreeSet<E> extends CellListOrdered<E> implements Set<E> {
    public TreeSet() { }

    public TreeSet(Comparator<? super E> order) { this.order = order; }

    public TreeSet(Collection<? extends E> c) { addAll(c); }

    public TreeSet(TreeSet<E> set) {
        order = set.order;
        addAll(set);
    }

    public boolean contains(Object o) {
        admit(o);
        Cell<E> c = after(below(o, false));
        return c != null && compare(order, o, c.value) == 0;
    }

    public boolean add(E e) {
        if (first == null) compare(order, e, e);
        Cell<E> before = below(e, true);
        if (before != null && compare(order, e, before.value) == 0) return false;
        insert(before, e);
        return true;
    }

    public boolean remove(Object o) {
        admit(o);
        Cell<E> before = below(o, false), c = after(before);
        if (c == null || compare(order, o, c.value) != 0) return false;
        cut(before, c);
        return true;
    }

    public boolean removeAll(Collection<?> c) { return AbstractSet.removeAll(this, c); }

    public E first() { return demand(first); }

    public E last() { return demand(end()); }

    public E lower(E e) { return value(below(e, false)); }

    public E floor(E e) { return value(below(e, true)); }

    public E ceiling(E e) { return value(after(below(e, false))); }

    public E higher(E e) { return value(after(below(e, true))); }

    public E pollFirst() {
        Cell<E> c = first;
        return c == null ? null : cut(null, c);
    }

    public E pollLast() { return cutLast(); }

    public Iterator<E> descendingIterator() { return new Back<>(this); }

    public boolean equals(Object o) { return AbstractSet.same(this, o); }

    public int hashCode() { return AbstractSet.hash(this); }

    private E value(Cell<E> c) { return c == null ? null : c.value; }

    private E demand(Cell<E> c) {
        if (c == null) throw new NoSuchElementException();
        return c.value;
    }

    boolean goesOn(Walk<E> walk) { return walk.next != null; }

    void beforeNext(Walk<E> walk) {
        if (walk.next == null) throw new NoSuchElementException();
        check(walk);
    }
}
