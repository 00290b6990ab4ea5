import java.util.function.Supplier;

/**
 * Keeps up to {@code limit} objects for reuse. Objects are made on demand by
 * the factory; released objects go on a free list and are handed out again,
 * the most recently released first.
 *
 * @param <T> type of the pooled objects
 */
public final class ObjectPool<T> {

    private static final class Slot<T> {
        private final T object;
        private Slot<T> next;

        private Slot(T object) {
            this.object = object;
        }
    }

    private final Supplier<? extends T> factory;
    private final int limit;
    private Slot<T> free;
    private Slot<T> busy;
    private int created;
    private int inUse;

    public ObjectPool(int limit, Supplier<? extends T> factory) {
        if (limit <= 0) {
            throw new IllegalArgumentException("limit must be > 0, but is " + limit);
        }
        this.limit = limit;
        this.factory = factory;
    }

    /** @throws IllegalStateException if all objects are in use */
    public T acquire() {
        Slot<T> slot = free;
        if (slot != null) {
            free = slot.next;
        } else {
            slot = grow();
        }
        slot.next = busy;
        busy = slot;
        inUse++;
        return slot.object;
    }

    private Slot<T> grow() {
        if (created >= limit) {
            throw new IllegalStateException("pool exhausted");
        }
        T object = factory.get();
        if (object == null) {
            throw new IllegalStateException("factory returned null");
        }
        created++;
        return new Slot<>(object);
    }

    /** Gives an object back that came from {@link #acquire()}. */
    public void release(T object) {
        Slot<T> slot = detach(object);
        if (slot == null) {
            throw new IllegalArgumentException("object is not on loan from this pool");
        }
        slot.next = free;
        free = slot;
        inUse--;
    }

    private Slot<T> detach(T object) {
        Slot<T> prev = null;
        for (Slot<T> s = busy; s != null; s = s.next) {
            if (s.object == object) {
                if (prev == null) {
                    busy = s.next;
                } else {
                    prev.next = s.next;
                }
                return s;
            }
            prev = s;
        }
        return null;
    }

    public boolean owns(T object) {
        return contains(busy, object) || contains(free, object);
    }

    private static boolean contains(Slot<?> list, Object o) {
        while (list != null) {
            if (list.object == o) {
                return true;
            }
            list = list.next;
        }
        return false;
    }

    /** Throws away idle objects until at most n are left; returns the number dropped. */
    public int trim(int n) {
        int dropped = 0;
        while (free != null && idle() > n) {
            free = free.next;
            created--;
            dropped++;
        }
        return dropped;
    }

    public int idle() {
        return created - inUse;
    }

    public int inUse() {
        return inUse;
    }

    /** Share of the objects that are on loan, in percent. */
    public int load() {
        return created == 0 ? 0 : (int) (100L * inUse / created);
    }
}
