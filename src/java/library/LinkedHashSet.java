package java.util;

/** A set by hash codes, in order of insertion. */
public class LinkedHashSet<E> extends HashSet<E> {
    public LinkedHashSet() { }

    public LinkedHashSet(int capacity) { super(capacity); }

    public LinkedHashSet(int capacity, float loadFactor) { super(capacity); }

    public LinkedHashSet(Collection<? extends E> c) { super(c); }

    void arrange() { }
}
