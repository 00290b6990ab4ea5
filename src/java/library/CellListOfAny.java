package java.util;

/** What {@code Stream.toList} makes: a list that refuses every modification. */
class CellListOfAny<E> extends CellListFixed<E> {
    void beforeSet(Walk<E> walk) { throw new UnsupportedOperationException(); }

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
