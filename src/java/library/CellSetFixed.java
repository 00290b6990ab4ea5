package java.util;

/** A small set that refuses modifications where there is something to modify. */
class CellSetFixed<E> extends CellList<E> implements Set<E> {
    CellSetFixed<E> with(E e) {
        super.insert(end(), e);
        return this;
    }

    void insert(Cell<E> before, E value) { throw new UnsupportedOperationException(); }

    E cut(Cell<E> before, Cell<E> cell) { throw new UnsupportedOperationException(); }

    public void clear() { if (first != null) throw new UnsupportedOperationException(); }

    public boolean removeAll(Collection<?> c) { return AbstractSet.removeAll(this, c); }

    public boolean equals(Object o) { return AbstractSet.same(this, o); }

    public int hashCode() { return AbstractSet.hash(this); }
}
