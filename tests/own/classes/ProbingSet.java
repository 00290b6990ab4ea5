import java.util.ConcurrentModificationException;
import java.util.Iterator;
import java.util.NoSuchElementException;

/**
 * Hash set with open addressing and linear probing. Removed elements leave a
 * tombstone behind, which is cleaned up by the next rehash.
 */
public class ProbingSet<E> implements Iterable<E> {

    private static final Object TOMBSTONE = new Object();
    private static final int MIN_CAPACITY = 8;
    private static final int MAX_CAPACITY = 1 << 28;

    private Object[] table;
    private int size;       // live elements
    private int used;       // live elements and tombstones
    private int modCount;

    public ProbingSet() {
        table = new Object[MIN_CAPACITY];
    }

    public ProbingSet(int expected) {
        if (expected < 0) throw new IllegalArgumentException("expected = " + expected);
        int capacity = MIN_CAPACITY;
        while (capacity < expected && capacity < MAX_CAPACITY) capacity <<= 1;
        table = new Object[capacity];
    }

    public int size() {
        return size;
    }

    public boolean contains(Object o) {
        return indexOf(o) >= 0;
    }

    public boolean add(E e) {
        if (indexOf(e) >= 0) return false;
        if (used >= table.length - table.length / 4) rehash();
        int i = home(e);
        while (table[i] != null && table[i] != TOMBSTONE) {
            i = (i + 1) & (table.length - 1);
        }
        if (table[i] == null) used++;
        table[i] = e;
        size++;
        modCount++;
        return true;
    }

    public boolean remove(Object o) {
        int i = indexOf(o);
        if (i < 0) return false;
        bury(i);
        return true;
    }

    private void bury(int i) {
        table[i] = TOMBSTONE;
        size--;
        modCount++;
    }

    private int home(Object o) {
        int h = o.hashCode();
        return (h ^ (h >>> 16)) & (table.length - 1);
    }

    // there is always a free slot, so this terminates
    private int indexOf(Object o) {
        int i = home(o);
        while (table[i] != null) {
            if (table[i] != TOMBSTONE && table[i].equals(o)) {
                return i;
            }
            i = (i + 1) & (table.length - 1);
        }
        return -1;
    }

    private void rehash() {
        int capacity = table.length;
        if (size >= capacity / 2) {
            if (capacity >= MAX_CAPACITY) throw new IllegalStateException("set is full");
            capacity *= 2;
        }
        Object[] old = table;
        table = new Object[capacity];
        for (Object o : old) {
            if (o != null && o != TOMBSTONE) {
                int i = home(o);
                while (table[i] != null) i = (i + 1) & (capacity - 1);
                table[i] = o;
            }
        }
        used = size;
    }

    @Override
    public Iterator<E> iterator() {
        return new Iterator<E>() {
            private int cursor = 0;
            private int last = -1;
            private int expectedModCount = modCount;

            @Override
            public boolean hasNext() {
                while (cursor < table.length && (table[cursor] == null || table[cursor] == TOMBSTONE)) {
                    cursor++;
                }
                return cursor < table.length;
            }

            @Override
            @SuppressWarnings("unchecked")
            public E next() {
                checkForChange();
                if (!hasNext()) throw new NoSuchElementException();
                last = cursor++;
                return (E) table[last];
            }

            @Override
            public void remove() {
                if (last < 0) throw new IllegalStateException();
                checkForChange();
                bury(last);
                last = -1;
                expectedModCount = modCount;
            }

            private void checkForChange() {
                if (modCount != expectedModCount) throw new ConcurrentModificationException();
            }
        };
    }
}
