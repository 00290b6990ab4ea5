package java.util;

/** A list that refuses modifications where there is something to modify. */
class CellListFixed<E> extends CellListIndexed<E> {
    CellListFixed() { }

    CellListFixed(Collection<? extends E> c) { for (E e : c) with(e); }

    CellListFixed<E> with(E e) {
        super.insert(end(), e);
        return this;
    }

    void insert(Cell<E> before, E value) { throw new UnsupportedOperationException(); }

    E cut(Cell<E> before, Cell<E> cell) { throw new UnsupportedOperationException(); }

    void beforeSet(Walk<E> walk) {
        super.beforeSet(walk);
        throw new UnsupportedOperationException();
    }

    public void add(int index, E e) { throw new UnsupportedOperationException(); }

    public E set(int index, E e) { throw new UnsupportedOperationException(); }

    public E remove(int index) { throw new UnsupportedOperationException(); }

    boolean splice(Cell<E> before, Collection<? extends E> c) {
        for (E e : c) throw new UnsupportedOperationException();
        return false;
    }

    public void clear() { if (first != null) throw new UnsupportedOperationException(); }

    public boolean removeIf(Predicate<? super E> filter) {
        if (filter == null) throw new NullPointerException();
        for (Cell<E> c = first; c != null; c = c.next) {
            if (filter.test(c.value)) throw new UnsupportedOperationException();
        }
        return false;
    }

    public void replaceAll(UnaryOperator<E> operator) {
        if (operator == null) throw new NullPointerException();
        if (first != null) throw new UnsupportedOperationException();
    }

    public void sort(Comparator<? super E> order) { if (first != null && first.next != null) throw new UnsupportedOperationException(); }
}
