import java.util.Arrays;

/**
 * Simple list on top of an array that doubles when there is no room left.
 */
public class ExpandableArray<T> {

    private static final int DEFAULT_CAPACITY = 8;

    private Object[] elems;
    private int count;

    public ExpandableArray() {
        this(DEFAULT_CAPACITY);
    }

    public ExpandableArray(int initialCapacity) {
        if (initialCapacity < 1) {
            throw new IllegalArgumentException("initialCapacity: " + initialCapacity);
        }
        elems = new Object[initialCapacity];
    }

    public void add(T value) {
        ensureRoom();
        elems[count++] = value;
    }

    /** Inserts before the element at the index; index == size() appends. */
    public void insert(int index, T value) {
        if (index < 0 || index > count) {
            throw new IllegalArgumentException("bad index " + index);
        }
        ensureRoom();
        for (int i = count; i > index; i--) {
            elems[i] = elems[i - 1];
        }
        elems[index] = value;
        count++;
    }

    public void addAll(ExpandableArray<? extends T> other) {
        int n = other.count;
        for (int i = 0; i < n; i++) {
            add(other.get(i));
        }
    }

    @SuppressWarnings("unchecked")
    public T get(int index) {
        rangeCheck(index);
        return (T) elems[index];
    }

    public T set(int index, T value) {
        T old = get(index);
        elems[index] = value;
        return old;
    }

    public T removeAt(int index) {
        T old = get(index);
        System.arraycopy(elems, index + 1, elems, index, count - index - 1);
        elems[--count] = null;
        return old;
    }

    public int indexOf(T value) {
        for (int i = 0; i < count; i++) {
            if (elems[i].equals(value)) {
                return i;
            }
        }
        return -1;
    }

    public int size() {
        return count;
    }

    /** Gives memory back that is not needed at the moment. */
    public void trimToSize() {
        if (count < elems.length) {
            elems = Arrays.copyOf(elems, count);
        }
    }

    private void ensureRoom() {
        if (count == elems.length) {
            elems = Arrays.copyOf(elems, elems.length * 2);
        }
    }

    private void rangeCheck(int index) {
        if (index < 0 || index >= count) {
            throw new IllegalArgumentException("bad index " + index);
        }
    }
}
