import java.util.Arrays;

/**
 * Fixed size FIFO buffer. The newest element can be taken back as long as
 * it has not been polled.
 */
public class RingBuffer<T> {

    private final Object[] items;
    private int head;   // next slot to read
    private int tail;   // next slot to write
    private int count;

    public RingBuffer(int capacity) {
        if (capacity <= 0) {
            throw new IllegalArgumentException("capacity must be positive: " + capacity);
        }
        items = new Object[capacity];
    }

    public boolean offer(T item) {
        if (isFull()) {
            return false;
        }
        items[tail] = item;
        tail = (tail + 1) % items.length;
        count++;
        return true;
    }

    @SuppressWarnings("unchecked")
    public T poll() {
        if (isEmpty()) {
            return null;
        }
        T item = (T) items[head];
        items[head] = null;
        head = (head + 1) % items.length;
        count--;
        return item;
    }

    @SuppressWarnings("unchecked")
    public T peek() {
        return isEmpty() ? null : (T) items[head];
    }

    /** Takes back the element which was offered last. */
    @SuppressWarnings("unchecked")
    public T removeNewest() {
        if (isEmpty()) {
            return null;
        }
        tail = (tail - 1) % items.length;
        T item = (T) items[tail];
        items[tail] = null;
        count--;
        return item;
    }

    public boolean contains(T item) {
        int slot = head;
        for (int i = 0; i < count; i++) {
            if (items[slot].equals(item)) {
                return true;
            }
            slot = (slot + 1) % items.length;
        }
        return false;
    }

    public void clear() {
        Arrays.fill(items, null);
        head = tail = count = 0;
    }

    public boolean isEmpty() {
        return count == 0;
    }

    public boolean isFull() {
        return count == items.length;
    }

    public int size() {
        return count;
    }
}
