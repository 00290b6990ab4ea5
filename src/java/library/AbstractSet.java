package java.util;

/** A set that is determined by its iterator and its size. */
public abstract class AbstractSet<E> extends AbstractCollection<E> implements Set<E> {
    public boolean equals(Object o) { return same(this, o); }

    public int hashCode() { return hash(this); }

    public boolean removeAll(Collection<?> c) { return removeAll(this, c); }

    static boolean same(Set<?> set, Object o) {
        if (o == set) return true;
        if (!(o instanceof Set) || ((Set<?>) o).size() != set.size()) return false;
        try {
            return set.containsAll((Set<?>) o);
        } catch (ClassCastException | NullPointerException e) {
            return false;
        }
    }

    static int hash(Collection<?> set) {
        int hash = 0;
        for (Object o : set) hash += Hash.of(o);
        return hash;
    }

    static boolean removeAll(Set<?> set, Collection<?> c) {
        boolean changed = false;
        if (set.size() > c.size()) {
            for (Object o : c) changed |= set.remove(o);
        } else {
            for (Iterator<?> i = set.iterator(); i.hasNext(); ) {
                if (c.contains(i.next())) {
                    i.remove();
                    changed = true;
                }
            }
        }
        return changed;
    }
}
