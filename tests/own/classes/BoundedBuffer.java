import java.util.Optional;
import java.util.function.Consumer;

/**
 * Bounded producer/consumer buffer. Instead of blocking, tryPut and tryTake
 * report that the caller has to wait.
 */
public class BoundedBuffer<T> {

    private final T[] slots;
    private int in = 0;
    private int out = 0;
    private boolean full = false;

    @SuppressWarnings("unchecked")
    public BoundedBuffer(int capacity) {
        if (capacity <= 0)
            throw new IllegalArgumentException("capacity must be > 0");
        slots = (T[]) new Object[capacity];
    }

    /** Puts the item into the buffer if there is a free slot. */
    public boolean tryPut(T item) {
        if (full)
            return false;
        slots[in] = item;
        in = advance(in);
        full = in == out;
        return true;
    }

    /** Takes the oldest item, empty if there is none. */
    public Optional<T> tryTake() {
        if (isEmpty())
            return Optional.empty();
        T item = slots[out];
        slots[out] = null;
        out = advance(out);
        full = false;
        return Optional.of(item);
    }

    /** Hands up to max items over to the sink and tells how many it were. */
    public int drainTo(Consumer<? super T> sink, int max) {
        int n = 0;
        while (n < max && !isEmpty()) {
            T item = tryTake().get();
            sink.accept(item);
            n++;
        }
        return n;
    }

    public int size() {
        if (full)
            return slots.length;
        int d = in - out;
        return d >= 0 ? d : d + slots.length;
    }

    public int remaining() {
        return slots.length - size();
    }

    public boolean isEmpty() {
        return in == out && !full;
    }

    /** Copies the items, the oldest first. */
    public Object[] snapshot() {
        Object[] copy = new Object[size()];
        int from = out;
        for (int i = 0; i < copy.length; i++) {
            copy[i] = slots[from];
            from = advance(from);
        }
        return copy;
    }

    private int advance(int index) {
        return index + 1 == slots.length ? 0 : index + 1;
    }
}
