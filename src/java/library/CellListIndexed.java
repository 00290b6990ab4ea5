package java.util;

/** What lists have in common that are a chain of cells. */
abstract class CellListIndexed<E> extends CellList<E> implements List<E> {
    public E get(int index) { return cell(index).value; }

    public E set(int index, E e) {
        Cell<E> c = cell(index);
        E old = c.value;
        c.value = e;
        return old;
    }

    public boolean add(E e) {
        insert(end(), e);
        return true;
    }

    public void add(int index, E e) { insert(front(index), e); }

    public E remove(int index) {
        Cell<E> before = null;
        for (Cell<E> c = first; c != null; c = c.next) {
            if (index-- == 0) return cut(before, c);
            before = c;
        }
        throw outside();
    }

    public boolean addAll(Collection<? extends E> c) { return splice(end(), c); }

    public boolean addAll(int index, Collection<? extends E> c) { return splice(front(index), c); }

    public int indexOf(Object o) {
        int index = 0;
        for (Cell<E> c = first; c != null; c = c.next) {
            if (o == null ? c.value == null : o.equals(c.value)) return index;
            index++;
        }
        return -1;
    }

    public int lastIndexOf(Object o) {
        int index = size;
        for (Cell<E> c = end(); c != null; c = before(c)) {
            index--;
            if (o == null ? c.value == null : o.equals(c.value)) return index;
        }
        return -1;
    }

    public ListIterator<E> listIterator() { return new Walk<>(this); }

    public ListIterator<E> listIterator(int index) {
        Walk<E> walk = new Walk<>(this);
        walk.index = index;
        if (index == size) {
            walk.next = null;
            return walk;
        }
        walk.next = at(index);
        if (walk.next == null) throw new IndexOutOfBoundsException();
        return walk;
    }

    public void forEach(Consumer<? super E> action) { visit(action); }

    public boolean removeIf(Predicate<? super E> filter) { return sift(filter); }

    public void replaceAll(UnaryOperator<E> operator) {
        if (operator == null) throw new NullPointerException();
        Version expected = seen();
        for (Cell<E> c = first; c != null && version == expected; c = c.next) c.value = operator.apply(c.value);
        check(expected);
        touched();
    }

    public void sort(Comparator<? super E> order) {
        Version expected = seen();
        order(order);
        check(expected);
        touched();
    }

    public boolean equals(Object o) {
        if (o == this) return true;
        if (!(o instanceof List)) return false;
        Iterator<?> others = ((List<?>) o).iterator();
        for (Cell<E> c = first; c != null; c = c.next) {
            if (!others.hasNext() || !Hash.same(c.value, others.next())) return false;
        }
        return !others.hasNext();
    }

    public int hashCode() {
        int hash = 1;
        for (Cell<E> c = first; c != null; c = c.next) hash = 31 * hash + Hash.of(c.value);
        return hash;
    }

    /** What counts as a modification only of lists that are arrays in the JDK. */
    void touched() { version = null; }

    IndexOutOfBoundsException outside() { return new IndexOutOfBoundsException(); }

    /** The cell at an index, or null. */
    Cell<E> at(int index) {
        for (Cell<E> c = first; c != null; c = c.next) if (index-- == 0) return c;
        return null;
    }

    Cell<E> cell(int index) {
        Cell<E> c = at(index);
        if (c == null) throw outside();
        return c;
    }

    /** The cell before an index, or null. */
    Cell<E> front(int index) { return index == 0 ? null : cell(index - 1); }

    /** Adds copies of what a collection has: it may be this list. */
    boolean splice(Cell<E> before, Collection<? extends E> c) {
        CellListFixed<E> added = new CellListFixed<>(c);
        touched();
        if (added.first == null) return false;
        added.end().next = before == null ? first : before.next;
        if (before == null) first = added.first; else before.next = added.first;
        size += added.size;
        version = null;
        return true;
    }

    /** Sorts the values: iterators stay where they are. */
    void order(Comparator<? super E> order) {
        for (Cell<E> end = first; end != null; end = end.next) {
            E value = end.value;
            boolean found = false;
            for (Cell<E> c = first; c != end && c != null; c = c.next) {
                if (found || compare(order, value, c.value) < 0) {
                    E larger = c.value;
                    c.value = value;
                    value = larger;
                    found = true;
                }
            }
            end.value = value;
        }
    }

    /** Stores the values of this list in another one. */
    void assign(List<?> list) {
        if (first == null || first.next == null) return;
        ListIterator<Object> i = ((List<Object>) list).listIterator();
        for (Cell<E> c = first; c != null && i.hasNext(); c = c.next) {
            i.next();
            i.set(c.value);
        }
    }
}
