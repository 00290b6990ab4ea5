package java.util;

/** A chain of cells, and what all collections have in common that are one. */
abstract class CellList<E> extends AbstractCollection<E> {
    Cell<E> first;
    /** In executions, a cell that comes before the last one or is it, if one is known. */
    private Object near;
    int size;
    /** What iterators have seen: null after a modification, until one begins. */
    Version version;

    static class Cell<E> {
        E value;
        /** The hash of the value when it came into a set. */
        int hash;
        Cell<E> next;

        Cell(E value, Cell<E> next) {
            this.value = value;
            this.next = next;
        }
    }

    static class Version { }

    /** What an iterator that begins has seen; never null. */
    Version seen() {
        Version seen = version;
        if (seen == null) {
            // Proofs forget a version to which nothing but its collection refers.
            seen = new Version();
            version = seen;
        }
        return seen;
    }

    Object observed() { return seen(); }

    public int size() { return size; }

    public boolean isEmpty() { return first == null; }

    public Iterator<E> iterator() { return new Walk<>(this); }

    /** A value of a collection that takes no null. */
    static <T> T present(T value) {
        Hash.present(value);
        return value;
    }

    /** Puts the cells into the order in which users see them. */
    void arrange() { }

    public boolean contains(Object o) {
        for (Cell<E> c = first; c != null; c = c.next) {
            if (o == null ? c.value == null : o.equals(c.value)) return true;
        }
        return false;
    }

    public boolean remove(Object o) {
        Cell<E> before = null;
        for (Cell<E> c = first; c != null; c = c.next) {
            if (o == null ? c.value == null : o.equals(c.value)) {
                cut(before, c);
                return true;
            }
            before = c;
        }
        return false;
    }

    public void clear() {
        first = null;
        if (Hash.isExecuted()) near = null;
        size = 0;
        version = null;
    }

    /** The last cell, or null. */
    Cell<E> end() {
        Cell<E> c = first;
        if (Hash.isExecuted()) {
            if (near != null) c = (Cell<E>) near;
        }
        if (c != null) {
            for (Cell<E> next = c.next; next != null; next = next.next) c = next;
        }
        if (Hash.isExecuted()) near = c;
        return c;
    }

    /** Adds a value behind a cell, or as the first one. */
    void insert(Cell<E> before, E value) {
        Cell<E> cell = new Cell<>(value, before == null ? first : before.next);
        if (before == null) first = cell; else before.next = cell;
        size++;
        version = null;
    }

    /** Removes a cell behind another one, or the first one. */
    E cut(Cell<E> before, Cell<E> cell) {
        if (before == null) first = cell.next; else before.next = cell.next;
        if (Hash.isExecuted()) {
            if (near == cell) near = before;
        }
        size--;
        version = null;
        return cell.value;
    }

    /** Removes a cell, if it is there. */
    boolean cut(Cell<E> cell) {
        Cell<E> before = null;
        for (Cell<E> c = first; c != null; c = c.next) {
            if (c == cell) {
                cut(before, c);
                return true;
            }
            before = c;
        }
        return false;
    }

    E cutLast() {
        Cell<E> before = null;
        for (Cell<E> c = first; c != null; c = c.next) {
            if (c.next == null) return cut(before, c);
            before = c;
        }
        return null;
    }

    /** The cell before another one; null before the first. */
    Cell<E> before(Cell<E> cell) {
        Cell<E> before = null;
        for (Cell<E> c = first; c != cell && c != null; c = c.next) before = c;
        return before;
    }

    /** What calls the action in collections that are arrays in the JDK. */
    void visit(Consumer<? super E> action) {
        if (action == null) throw new NullPointerException();
        arrange();
        Version expected = seen();
        for (Cell<E> c = first; c != null && version == expected; c = c.next) action.accept(c.value);
        check(expected);
    }

    /** What removes elements from collections that are arrays in the JDK: when all have been tested. */
    boolean sift(Predicate<? super E> filter) {
        if (filter == null) throw new NullPointerException();
        arrange();
        Version expected = seen();
        Cell<E> kept = null, end = null;
        int count = 0;
        boolean changed = false;
        for (Cell<E> c = first; c != null && version == expected; c = c.next) {
            if (filter.test(c.value)) {
                changed = true;
            } else {
                Cell<E> copy = new Cell<>(c.value, null);
                if (end == null) kept = copy; else end.next = copy;
                end = copy;
                count++;
            }
        }
        check(expected);
        if (!changed) return false;
        first = kept;
        if (Hash.isExecuted()) near = end;
        size = count;
        version = null;
        return true;
    }

    void check(Version expected) {
        if (version != expected) throw new ConcurrentModificationException();
    }

    void check(Walk<E> walk) { check(walk.expected); }

    /** Whether an iterator goes on that does not know of the last modification. */
    boolean goesOn(Walk<E> walk) { return walk.index != size; }

    void beforeNext(Walk<E> walk) { check(walk); }

    void beforeSet(Walk<E> walk) {
        if (walk.last == null) throw new IllegalStateException();
        check(walk);
    }

    void beforeRemove(Walk<E> walk) { beforeSet(walk); }

    static int compare(Comparator<?> order, Object a, Object b) {
        return order == null ? ((Comparable<Object>) a).compareTo(b) : ((Comparator<Object>) order).compare(a, b);
    }

    static class Walk<E> implements ListIterator<E> {
        final CellList<E> list;
        Cell<E> next, last;
        Version expected;
        int index, end;

        Walk(CellList<E> list) {
            this.list = list;
            list.arrange();
            next = list.first;
            expected = list.seen();
            end = list.size;
        }

        public boolean hasNext() { return expected == list.version ? next != null : list.goesOn(this); }

        public E next() {
            list.beforeNext(this);
            Cell<E> c = next;
            if (c == null) throw new NoSuchElementException();
            last = c;
            next = c.next;
            index++;
            return c.value;
        }

        public boolean hasPrevious() { return expected == list.version ? next != list.first : index != 0; }

        public E previous() {
            list.check(this);
            if (next == list.first) throw new NoSuchElementException();
            next = last = list.before(next);
            index--;
            return last.value;
        }

        public int nextIndex() { return index; }

        public int previousIndex() { return index - 1; }

        public void remove() {
            list.beforeRemove(this);
            boolean knows = expected == list.version;
            list.cut(last);
            if (next == last) next = last.next; else index--;
            end--;
            last = null;
            if (knows) expected = list.seen();
        }

        public void set(E e) {
            list.beforeSet(this);
            last.value = e;
        }

        public void add(E e) {
            list.check(this);
            list.insert(list.before(next), e);
            last = null;
            index++;
            expected = list.seen();
        }
    }

    /** An iterator from the end to the start. */
    static class Back<E> extends Walk<E> {
        Back(CellList<E> list) {
            super(list);
            next = list.end();
        }

        public boolean hasNext() { return expected == list.version ? next != null : index < end; }

        public E next() {
            list.beforeNext(this);
            Cell<E> c = next;
            if (c == null) throw new NoSuchElementException();
            last = c;
            next = list.before(c);
            index++;
            return c.value;
        }
    }
}
