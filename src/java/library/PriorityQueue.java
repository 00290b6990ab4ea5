package java.util;

/** A queue of which the smallest element is the first: a sorted chain. In executions it has the order of the JDK, that of a binary heap. */
public class PriorityQueue<E> extends CellListOrdered<E> implements Queue<E> {
    public PriorityQueue() { }

    public PriorityQueue(int capacity) { if (capacity < 1) throw new IllegalArgumentException(); }

    public PriorityQueue(Comparator<? super E> order) { this.order = order; }

    public PriorityQueue(int capacity, Comparator<? super E> order) {
        this(capacity);
        this.order = order;
    }

    public PriorityQueue(Collection<? extends E> c) {
        if (c instanceof CellListOrdered) order = ((CellListOrdered<E>) c).order;
        if (Hash.isExecuted()) {
            for (E e : c) insert(end(), given(e));
            if (!(c instanceof CellListOrdered)) arrangeHeap();
            return;
        }
        for (E e : c) offer(e);
    }

    public PriorityQueue(PriorityQueue<? extends E> c) { this((Collection<? extends E>) c); }

    public boolean add(E e) { return offer(e); }

    public boolean offer(E e) {
        given(e);
        version = null;
        admit(e);
        if (Hash.isExecuted()) {
            insert(end(), e);
            try {
                raise(size - 1, e);
            } catch (RuntimeException incomparable) {
                cutLast();
                throw incomparable;
            }
            return true;
        }
        insert(below(e, true), e);
        return true;
    }

    private static <T> T given(T e) {
        if (e == null) throw new NullPointerException();
        return e;
    }

    public boolean addAll(Collection<? extends E> c) {
        if (c == null) throw new NullPointerException();
        if (c == this) throw new IllegalArgumentException();
        return super.addAll(c);
    }

    public E remove() {
        if (first == null) throw new NoSuchElementException();
        return present(cut(null, first));
    }

    public E poll() {
        Cell<E> c = first;
        return c == null ? null : present(cut(null, c));
    }

    public E element() {
        if (first == null) throw new NoSuchElementException();
        return present(first.value);
    }

    public E peek() {
        Cell<E> c = first;
        return c == null ? null : present(c.value);
    }

    public void forEach(Consumer<? super E> action) { visit(action); }

    public boolean removeIf(Predicate<? super E> filter) {
        if (filter != null) version = null;
        boolean changed = sift(filter);
        if (Hash.isExecuted()) arrangeHeap();
        return changed;
    }

    void beforeNext(Walk<E> walk) {
        super.beforeNext(walk);
        if (walk.next != null) present(walk.next.value);
    }

    boolean goesOn(Walk<E> walk) { return walk.index < size; }

    void beforeRemove(Walk<E> walk) {
        check(walk);
        super.beforeRemove(walk);
        // The iterator goes on with what is put into the place.
        if (Hash.isExecuted() && walk.last.next != null) Hash.anyOrder();
    }

    E cut(Cell<E> before, Cell<E> cell) {
        if (!Hash.isExecuted() || cell.next == null) return super.cut(before, cell);
        int index = 0;
        for (Cell<E> c = first; c != cell; c = c.next) index++;
        E removed = cell.value, moved = cutLast();
        lower(index, moved);
        if (cell.value == moved) raise(index, moved);
        return removed;
    }

    private Cell<E> at(int index) {
        Cell<E> c = first;
        while (index-- > 0) c = c.next;
        return c;
    }

    /** Puts an element into a place of the heap or above it. */
    private void raise(int index, E e) {
        Cell<E> c = at(index);
        while (index > 0) {
            index = (index - 1) / 2;
            Cell<E> above = at(index);
            if (compare(order, e, above.value) >= 0) break;
            c.value = above.value;
            c = above;
        }
        c.value = e;
    }

    /** Puts an element into a place of the heap or below it. */
    private void lower(int index, E e) {
        Cell<E> c = at(index);
        while (2 * index + 1 < size) {
            index = 2 * index + 1;
            Cell<E> below = at(index);
            if (below.next != null && compare(order, below.value, below.next.value) > 0) {
                below = below.next;
                index++;
            }
            if (compare(order, e, below.value) <= 0) break;
            c.value = below.value;
            c = below;
        }
        c.value = e;
    }

    private void arrangeHeap() { for (int index = size / 2 - 1; index >= 0; index--) lower(index, at(index).value); }
}
