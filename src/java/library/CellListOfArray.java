package java.util;

/** What {@code Arrays.asList} makes of a few elements: a list whose elements can be assigned. */
class CellListOfArray<E> extends CellListFixed<E> {
    // Those with few arguments are here because elements of arrays are not followed.
    static <T> List<T> asList() { return new CellListOfArray<>(); }
    static <T> List<T> asList(T a) { return new CellListOfArray<T>().with(a); }
    static <T> List<T> asList(T a, T b) { return new CellListOfArray<T>().with(a).with(b); }
    static <T> List<T> asList(T a, T b, T c) { return new CellListOfArray<T>().with(a).with(b).with(c); }
    static <T> List<T> asList(T a, T b, T c, T d) { return new CellListOfArray<T>().with(a).with(b).with(c).with(d); }

    static <T> List<T> asList(T a, T b, T c, T d, T e) {
        return new CellListOfArray<T>().with(a).with(b).with(c).with(d).with(e);
    }

    static <T> List<T> asList(T a, T b, T c, T d, T e, T f) {
        return new CellListOfArray<T>().with(a).with(b).with(c).with(d).with(e).with(f);
    }

    static <T> List<T> asList(T... a) { return new ArrayView<>(a); }

    public E get(int index) { return cell(index).value; }

    public E set(int index, E e) {
        Cell<E> c = cell(index);
        E old = c.value;
        c.value = e;
        return old;
    }

    Cell<E> cell(int index) {
        Cell<E> c = at(index);
        if (c == null) throw new ArrayIndexOutOfBoundsException();
        return c;
    }

    public boolean addAll(int index, Collection<? extends E> c) {
        if (index < 0 || index > size) throw new IndexOutOfBoundsException();
        return addAll(c);
    }

    public Iterator<E> iterator() { return new Forward<>(this); }

    void beforeSet(Walk<E> walk) { if (walk.last == null) throw new IllegalStateException(); }

    public void replaceAll(UnaryOperator<E> operator) {
        if (operator == null) throw new NullPointerException();
        for (Cell<E> c = first; c != null; c = c.next) c.value = operator.apply(c.value);
    }

    public void sort(Comparator<? super E> order) { order(order); }

    static class Forward<E> extends Walk<E> {
        Forward(CellList<E> list) { super(list); }

        public void remove() { throw new UnsupportedOperationException(); }
    }
}
