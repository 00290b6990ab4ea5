package java.util;

/** A queue of which the smallest element is the first. */
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
        for (E e : c) offer(e);
    }

    public PriorityQueue(PriorityQueue<? extends E> c) { this((Collection<? extends E>) c); }

    public boolean add(E e) { return offer(e); }

    public boolean offer(E e) {
        if (e == null) throw new NullPointerException();
        version = null;
        admit(e);
        insert(below(e, true), e);
        return true;
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
        return sift(filter);
    }

    void beforeNext(Walk<E> walk) {
        super.beforeNext(walk);
        if (walk.next != null) present(walk.next.value);
    }

    boolean goesOn(Walk<E> walk) { return walk.index < size; }

    void beforeRemove(Walk<E> walk) {
        check(walk);
        super.beforeRemove(walk);
    }
}
