package java.util;

/** A collection without equal elements. */
public interface Set<E> extends Collection<E> {
    static <E> Set<E> of() { return new CellSetOf<>(); }
    static <E> Set<E> of(E e1) { return new CellSetOf<E>().with(e1); }
    static <E> Set<E> of(E e1, E e2) { return new CellSetOf<E>().with(e1).with(e2); }
    static <E> Set<E> of(E e1, E e2, E e3) { return new CellSetOf<E>().with(e1).with(e2).with(e3); }
    static <E> Set<E> of(E e1, E e2, E e3, E e4) { return new CellSetOf<E>().with(e1).with(e2).with(e3).with(e4); }

    static <E> Set<E> of(E e1, E e2, E e3, E e4, E e5) {
        return new CellSetOf<E>().with(e1).with(e2).with(e3).with(e4).with(e5);
    }

    static <E> Set<E> of(E e1, E e2, E e3, E e4, E e5, E e6) {
        return new CellSetOf<E>().with(e1).with(e2).with(e3).with(e4).with(e5).with(e6);
    }

    static <E> Set<E> of(E... elements) {
        CellSetOf<E> set = new CellSetOf<>();
        for (E e : elements) set.with(e);
        return set;
    }

    static <E> Set<E> copyOf(Collection<? extends E> c) {
        CellSetOf<E> set = new CellSetOf<>();
        for (E e : c) if (!set.contains(e)) set.with(e);
        return set;
    }
}
