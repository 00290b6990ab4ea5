package java.util;

/** A collection that is determined by its iterator and its size. */
public abstract class AbstractCollection<E> implements Collection<E> {
    public boolean isEmpty() { return size() == 0; }

    public boolean contains(Object o) {
        for (E e : this) if (o == null ? e == null : o.equals(e)) return true;
        return false;
    }

    public Object[] toArray() { return toArray(new Object[0]); }

    public <T> T[] toArray(T[] a) {
        int count = 0, expected = size();
        T[] all = a.length < expected ? Arrays.copyOf(a, expected) : a;
        for (E e : this) {
            if (count == all.length) all = Arrays.copyOf(all, 2 * count + 1);
            all[count++] = (T) e;
        }
        if (count == all.length) return all;
        if (all != a) return Arrays.copyOf(all, count);
        a[count] = null;
        return a;
    }

    public boolean add(E e) { throw new UnsupportedOperationException(); }

    public boolean remove(Object o) {
        for (Iterator<E> i = iterator(); i.hasNext(); ) {
            E e = i.next();
            if (o == null ? e == null : o.equals(e)) {
                i.remove();
                return true;
            }
        }
        return false;
    }

    public boolean containsAll(Collection<?> c) {
        for (Object o : c) if (!contains(o)) return false;
        return true;
    }

    public boolean addAll(Collection<? extends E> c) {
        boolean changed = false;
        for (E e : c) if (add(e)) changed = true;
        return changed;
    }

    public boolean removeAll(Collection<?> c) { return filter(c, false); }

    public boolean retainAll(Collection<?> c) { return filter(c, true); }

    private boolean filter(Collection<?> c, boolean kept) {
        if (c == null) throw new NullPointerException();
        boolean changed = false;
        for (Iterator<E> i = iterator(); i.hasNext(); ) {
            if (c.contains(i.next()) != kept) {
                i.remove();
                changed = true;
            }
        }
        return changed;
    }

    public void clear() {
        for (Iterator<E> i = iterator(); i.hasNext(); ) {
            i.next();
            i.remove();
        }
    }

    /** What changes with each modification, if that is known. */
    Object observed() { return null; }

    public String toString() {
        String text = "[", separator = "";
        for (E e : this) {
            text += separator + (e == this ? "(this Collection)" : e);
            separator = ", ";
        }
        return text + "]";
    }
}
