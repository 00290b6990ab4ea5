package java.util;

/** A set by hash codes: a chain in order of insertion. */
public class HashSet<E> extends CellList<E> implements Set<E> {
    public HashSet() { }

    public HashSet(int capacity) { if (capacity < 0) throw new IllegalArgumentException(); }

    public HashSet(int capacity, float loadFactor) { this(capacity); }

    public HashSet(Collection<? extends E> c) { addAll(c); }

    public boolean contains(Object o) { return find(o, Hash.of(o)) != null; }

    public boolean add(E e) {
        int hash = Hash.of(e);
        if (find(e, hash) != null) return false;
        insert(last, e);
        last.hash = hash;
        return true;
    }

    public boolean remove(Object o) {
        Cell<E> c = find(o, Hash.of(o));
        return c != null && cut(c);
    }

    public boolean removeAll(Collection<?> c) { return AbstractSet.removeAll(this, c); }

    public boolean equals(Object o) { return AbstractSet.same(this, o); }

    public int hashCode() { return AbstractSet.hash(this); }

    private Cell<E> find(Object o, int hash) {
        for (Cell<E> c = first; c != null; c = c.next) {
            if (c.value == o
                ? Hash.isStable(o) || c.hash == hash
                : c.hash == hash && o != null && o.equals(c.value)) return c;
        }
        return null;
    }

    boolean goesOn(Walk<E> walk) { return walk.next != null; }
}
