package java.util;

/** What {@code Set.of} makes. */
class CellSetOf<E> extends CellSetFixed<E> {
    CellSetOf<E> with(E e) {
        if (contains(e)) throw new IllegalArgumentException();
        super.with(e);
        return this;
    }

    void arrange() { if (first != null && first.next != null) Hash.anyOrder(); }

    void beforeSet(Walk<E> walk) { throw new UnsupportedOperationException(); }

    public boolean contains(Object o) {
        if (o == null) throw new NullPointerException();
        return super.contains(o);
    }

    public boolean add(E e) { throw new UnsupportedOperationException(); }

    public boolean remove(Object o) { throw new UnsupportedOperationException(); }

    public boolean addAll(Collection<? extends E> c) { throw new UnsupportedOperationException(); }

    public boolean removeAll(Collection<?> c) { throw new UnsupportedOperationException(); }

    public boolean retainAll(Collection<?> c) { throw new UnsupportedOperationException(); }

    public boolean removeIf(Predicate<? super E> filter) { throw new UnsupportedOperationException(); }

    public void clear() { throw new UnsupportedOperationException(); }
}
