package java.util;

/** What collections have in common that are a sorted chain of cells. */
abstract class CellListOrdered<E> extends CellList<E> {
    Comparator<? super E> order;

    public Comparator<? super E> comparator() { return order; }

    /** Checks an object that is compared with nothing. */
    void admit(Object o) {
        if (order == null && (Comparable<?>) o == null) throw new NullPointerException();
    }

    /** The last cell before a place for the key: in front of its equals or behind. */
    Cell<E> below(Object key, boolean behind) {
        Cell<E> before = null;
        for (Cell<E> c = first; c != null; c = c.next) {
            int sign = compare(order, key, c.value);
            if (sign < 0 || sign == 0 && !behind) break;
            before = c;
        }
        return before;
    }

    Cell<E> after(Cell<E> before) { return before == null ? first : before.next; }
}
