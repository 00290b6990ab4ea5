package java.util;

/** A sequence of elements. */
public interface List<E> extends Collection<E> {
    E get(int index);
    E set(int index, E e);
    void add(int index, E e);
    E remove(int index);
    boolean addAll(int index, Collection<? extends E> c);
    int indexOf(Object o);
    int lastIndexOf(Object o);
    ListIterator<E> listIterator();
    ListIterator<E> listIterator(int index);

    default void replaceAll(UnaryOperator<E> operator) {
        if (operator == null) throw new NullPointerException();
        for (ListIterator<E> i = listIterator(); i.hasNext(); ) i.set(operator.apply(i.next()));
    }

    default void sort(Comparator<? super E> order) {
        CellListFixed<E> sorted = new CellListFixed<>(this);
        sorted.order(order);
        sorted.assign(this);
    }

    static <E> List<E> of() { return new CellListOf<>(); }
    static <E> List<E> of(E e1) { return new CellListOf<E>().with(e1); }
    static <E> List<E> of(E e1, E e2) { return new CellListOf<E>().with(e1).with(e2); }
    static <E> List<E> of(E e1, E e2, E e3) { return new CellListOf<E>().with(e1).with(e2).with(e3); }
    static <E> List<E> of(E e1, E e2, E e3, E e4) { return new CellListOf<E>().with(e1).with(e2).with(e3).with(e4); }

    static <E> List<E> of(E e1, E e2, E e3, E e4, E e5) {
        return new CellListOf<E>().with(e1).with(e2).with(e3).with(e4).with(e5);
    }

    static <E> List<E> of(E e1, E e2, E e3, E e4, E e5, E e6) {
        return new CellListOf<E>().with(e1).with(e2).with(e3).with(e4).with(e5).with(e6);
    }

    static <E> List<E> of(E... elements) {
        CellListOf<E> list = new CellListOf<>();
        for (E e : elements) list.with(e);
        return list;
    }

    static <E> List<E> copyOf(Collection<? extends E> c) {
        CellListOf<E> list = new CellListOf<>();
        for (E e : c) list.with(e);
        return list;
    }
}
