package java.util;

/** What {@code Arrays.asList} makes of an array: a list that is this array. */
class ArrayView<E> extends AbstractCollection<E> implements List<E> {
    final E[] all;

    ArrayView(E[] all) {
        if (all == null) throw new NullPointerException();
        this.all = all;
    }

    public int size() { return all.length; }

    public E get(int index) { return all[index]; }

    public E set(int index, E e) {
        E old = all[index];
        all[index] = e;
        return old;
    }

    public boolean contains(Object o) { return indexOf(o) >= 0; }

    public int indexOf(Object o) {
        for (int i = 0; i < all.length; i++) if (o == null ? all[i] == null : o.equals(all[i])) return i;
        return -1;
    }

    public int lastIndexOf(Object o) {
        for (int i = all.length - 1; i >= 0; i--) if (o == null ? all[i] == null : o.equals(all[i])) return i;
        return -1;
    }

    public void add(int index, E e) { throw new UnsupportedOperationException(); }

    public E remove(int index) { throw new UnsupportedOperationException(); }

    public boolean addAll(int index, Collection<? extends E> c) {
        if (index < 0 || index > all.length) throw new IndexOutOfBoundsException();
        return addAll(c);
    }

    public void clear() { if (all.length > 0) throw new UnsupportedOperationException(); }

    public Iterator<E> iterator() { return new Steps<>(all); }

    public ListIterator<E> listIterator() { return listIterator(0); }

    public ListIterator<E> listIterator(int index) {
        if (index < 0 || index > all.length) throw new IndexOutOfBoundsException();
        ListSteps<E> steps = new ListSteps<>(all);
        steps.next = index;
        return steps;
    }

    public boolean equals(Object o) {
        if (o == this) return true;
        if (!(o instanceof List)) return false;
        Iterator<?> others = ((List<?>) o).iterator();
        for (int i = 0; i < all.length; i++) if (!others.hasNext() || !Hash.same(all[i], others.next())) return false;
        return !others.hasNext();
    }

    public int hashCode() {
        int hash = 1;
        for (int i = 0; i < all.length; i++) hash = 31 * hash + Hash.of(all[i]);
        return hash;
    }

    static class Steps<E> implements Iterator<E> {
        final E[] all;
        int next;

        Steps(E[] all) { this.all = all; }

        public boolean hasNext() { return next < all.length; }

        public E next() {
            if (next >= all.length) throw new NoSuchElementException();
            return all[next++];
        }
    }

    static class ListSteps<E> extends Steps<E> implements ListIterator<E> {
        int last = -1;

        ListSteps(E[] all) { super(all); }

        public E next() {
            E e = super.next();
            last = next - 1;
            return e;
        }

        public boolean hasPrevious() { return next > 0; }

        public E previous() {
            if (next == 0) throw new NoSuchElementException();
            last = --next;
            return all[next];
        }

        public int nextIndex() { return next; }

        public int previousIndex() { return next - 1; }

        public void remove() {
            if (last < 0) throw new IllegalStateException();
            throw new UnsupportedOperationException();
        }

        public void set(E e) {
            if (last < 0) throw new IllegalStateException();
            all[last] = e;
        }

        public void add(E e) { throw new UnsupportedOperationException(); }
    }
}
