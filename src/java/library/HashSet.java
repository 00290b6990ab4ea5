package java.util;

/** A set by hash codes: a chain in order of insertion. Executions put it into the order of the JDK before somebody sees it. */
public class HashSet<E> extends CellList<E> implements Set<E> {
    /** In executions, the size of the JDK's table, or minus that with which it will start; the least number if nobody knows. */
    private int table;

    public HashSet() { }

    public HashSet(int capacity) {
        if (capacity < 0) throw new IllegalArgumentException();
        if (Hash.isExecuted()) table = -Hash.table(capacity);
    }

    public HashSet(int capacity, float loadFactor) {
        this(capacity);
        if (Hash.isExecuted()) table = Integer.MIN_VALUE;
    }

    public HashSet(Collection<? extends E> c) {
        if (Hash.isExecuted()) table = -Hash.table(Math.max(c.size() * 4 / 3 + 1, 16));
        addAll(c);
    }

    public boolean contains(Object o) { return find(o, Hash.of(o)) != null; }

    public boolean add(E e) {
        int hash = Hash.of(e);
        if (find(e, hash) != null) return false;
        insert(end(), e);
        end().hash = hash;
        if (Hash.isExecuted()) table = Hash.grown(table, size);
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
            if (Hash.isOne(c.value, o) ? Hash.isStable(o) || c.hash == hash : Hash.match(o, hash, c.value, c.hash)) return c;
        }
        return null;
    }

    boolean goesOn(Walk<E> walk) { return walk.next != null; }

    void arrange() { Hash.arrange(this); }
}
