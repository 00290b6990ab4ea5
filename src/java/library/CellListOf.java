package java.util;

/** What {@code List.of} makes. */
class CellListOf<E> extends CellListFixed<E> {
    CellListOf<E> with(E e) {
        if (e == null) throw new NullPointerException();
        super.with(e);
        return this;
    }

    void beforeSet(Walk<E> walk) { throw new UnsupportedOperationException(); }

    public boolean contains(Object o) { return indexOf(o) >= 0; }

    public int indexOf(Object o) {
        if (o == null) throw new NullPointerException();
        return super.indexOf(o);
    }

    public int lastIndexOf(Object o) {
        if (o == null) throw new NullPointerException();
        return super.lastIndexOf(o);
    }

    public boolean add(E e) { throw new UnsupportedOperationException(); }

    public boolean remove(Object o) { throw new UnsupportedOperationException(); }

    public boolean addAll(Collection<? extends E> c) { throw new UnsupportedOperationException(); }

    public boolean addAll(int index, Collection<? extends E> c) { throw new UnsupportedOperationException(); }

    public boolean removeAll(Collection<?> c) { throw new UnsupportedOperationException(); }

    public boolean retainAll(Collection<?> c) { throw new UnsupportedOperationException(); }

    public boolean removeIf(Predicate<? super E> filter) { throw new UnsupportedOperationException(); }

    public void replaceAll(UnaryOperator<E> operator) { throw new UnsupportedOperationException(); }

    public void sort(Comparator<? super E> order) { throw new UnsupportedOperationException(); }

    public void clear() { throw new UnsupportedOperationException(); }
}
