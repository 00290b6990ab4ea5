package java.util;

/** A list of old, which is an array in the JDK. */
public class Vector<E> extends CellListIndexed<E> {
    public Vector() { }

    public Vector(int capacity) { if (capacity < 0) throw new IllegalArgumentException(); }

    public Vector(int capacity, int increment) { this(capacity); }

    public Vector(Collection<? extends E> c) { splice(null, c); }

    public E remove(int index) {
        version = null;
        return super.remove(index);
    }

    public boolean remove(Object o) {
        version = null;
        return super.remove(o);
    }

    public E elementAt(int index) { return get(index); }

    public E firstElement() {
        if (first == null) throw new NoSuchElementException();
        return first.value;
    }

    public E lastElement() {
        if (first == null) throw new NoSuchElementException();
        return end().value;
    }

    public void addElement(E e) { insert(end(), e); }

    public void insertElementAt(E e, int index) { add(index, e); }

    public void setElementAt(E e, int index) { set(index, e); }

    public boolean removeElement(Object o) { return remove(o); }

    public void removeElementAt(int index) { super.remove(index); }

    public void removeAllElements() { clear(); }

    public int indexOf(Object o, int index) {
        if (index < 0) throw outside();
        int at = 0;
        for (Cell<E> c = first; c != null; c = c.next) {
            if (at >= index && (o == null ? c.value == null : o.equals(c.value))) return at;
            at++;
        }
        return -1;
    }

    public int lastIndexOf(Object o, int index) {
        if (index >= size) throw new IndexOutOfBoundsException();
        for (Cell<E> c = at(index); c != null; c = before(c)) {
            if (o == null ? c.value == null : o.equals(c.value)) return index;
            index--;
        }
        return -1;
    }

    public void copyInto(Object[] array) {
        if (array == null) throw new NullPointerException();
        int index = 0;
        for (Cell<E> c = first; c != null; c = c.next) array[index++] = c.value;
    }

    public void setSize(int size) {
        version = null;
        if (size < 0) throw outside();
        while (this.size < size) insert(end(), null);
        while (first != null && this.size > size) cutLast();
    }

    public void ensureCapacity(int capacity) { if (capacity > 0) version = null; }

    public void trimToSize() { version = null; }

    public Enumeration<E> elements() { return new Elements<>(this); }

    IndexOutOfBoundsException outside() { return new ArrayIndexOutOfBoundsException(); }

    static class Elements<E> implements Enumeration<E> {
        final Vector<E> list;
        Cell<E> next;
        Version expected;
        int index;

        Elements(Vector<E> list) {
            this.list = list;
            next = list.first;
            expected = list.seen();
        }

        public boolean hasMoreElements() {
            if (expected != list.version) {
                next = list.at(index);
                expected = list.seen();
            }
            return next != null;
        }

        public E nextElement() {
            if (!hasMoreElements()) throw new NoSuchElementException();
            E value = next.value;
            next = next.next;
            index++;
            return value;
        }
    }
}
