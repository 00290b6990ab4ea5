package java.util;

/** A list that is an array in the JDK. */
public class ArrayList<E> extends CellListIndexed<E> {
    public ArrayList() { }

    public ArrayList(int capacity) { if (capacity < 0) throw new IllegalArgumentException(); }

    public ArrayList(Collection<? extends E> c) { splice(null, c); }

    public void ensureCapacity(int capacity) { }

    public void trimToSize() { version = null; }
}
