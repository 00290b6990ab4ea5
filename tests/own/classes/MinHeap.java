import java.util.Arrays;
import java.util.NoSuchElementException;

/** Binary min-heap in a growing array. */
public class MinHeap<T extends Comparable<T>> {

    private static final int DEFAULT_CAPACITY = 8;

    private T[] items;
    private int size;

    public MinHeap() {
        this(DEFAULT_CAPACITY);
    }

    @SuppressWarnings("unchecked")
    public MinHeap(int capacity) {
        if (capacity < 1) {
            throw new IllegalArgumentException("capacity must be positive: " + capacity);
        }
        items = (T[]) new Comparable[capacity];
    }

    public int size() {
        return size;
    }

    public boolean isEmpty() {
        return size == 0;
    }

    public void add(T item) {
        if (size == items.length) {
            grow();
        }
        items[size] = item;
        siftUp(size);
        size++;
    }

    public T peek() {
        if (isEmpty()) {
            throw new NoSuchElementException();
        }
        return items[0];
    }

    public T poll() {
        T top = peek();
        size--;
        items[0] = items[size];
        items[size] = null; // let it be collected
        siftDown(0);
        return top;
    }

    /** Same as poll() followed by add(item), but with one pass only. */
    public T replaceTop(T item) {
        T top = peek();
        items[0] = item;
        siftDown(0);
        return top;
    }

    public void clear() {
        Arrays.fill(items, 0, size, null);
        size = 0;
    }

    private void siftUp(int i) {
        while (i > 0) {
            int parent = (i - 1) / 2;
            if (items[parent].compareTo(items[i]) <= 0) {
                return;
            }
            swap(i, parent);
            i = parent;
        }
    }

    private void siftDown(int i) {
        while (2 * i + 1 < size) {
            int smallest = 2 * i + 1;
            int right = smallest + 1;
            if (right <= size && items[right].compareTo(items[smallest]) < 0) {
                smallest = right;
            }
            if (items[i].compareTo(items[smallest]) <= 0) {
                return;
            }
            swap(i, smallest);
            i = smallest;
        }
    }

    private void swap(int a, int b) {
        T tmp = items[a];
        items[a] = items[b];
        items[b] = tmp;
    }

    private void grow() {
        int newCapacity = items.length * 2;
        if (newCapacity < 0) {
            throw new IllegalStateException("heap too large");
        }
        items = Arrays.copyOf(items, newCapacity);
    }
}
