package org.example.memory;

/**
 * Recycles buffers instead of allocating new ones. All buffers are created at
 * the beginning; those that are not in use form the free list.
 */
public final class NodePool {

    /** A block of memory with a link that belongs to the pool. */
    public static final class Buffer {
        private final byte[] data;
        private Buffer nextFree;
        private boolean inUse;

        private Buffer(int bytes) {
            data = new byte[bytes];
        }

        public byte[] data() {
            return data;
        }
    }

    private static final int BUFFER_SIZE;

    static {
        int size = Integer.getInteger("pool.buffer", 64);
        BUFFER_SIZE = Math.max(size, 16);
    }

    private Buffer free;
    private final int capacity;
    private int used;

    public NodePool(int capacity) {
        this.capacity = capacity;
        for (int i = 0; i < capacity; i++) {
            Buffer buffer = new Buffer(BUFFER_SIZE);
            buffer.nextFree = free;
            free = buffer;
        }
    }

    /** Hands out a buffer whose contents are zero. */
    public synchronized Buffer acquire() {
        Buffer buffer = free;
        free = buffer.nextFree;
        buffer.nextFree = null;
        buffer.inUse = true;
        used++;
        return buffer;
    }

    /** Takes a buffer back. Giving it back twice has no effect. */
    public synchronized void release(Buffer buffer) {
        if (buffer == null || !buffer.inUse) {
            return;
        }
        java.util.Arrays.fill(buffer.data, (byte) 0);
        buffer.inUse = false;
        buffer.nextFree = free;
        free = buffer;
        used--;
    }

    public synchronized int available() {
        int n = 0;
        for (Buffer b = free; b != null; b = b.nextFree) {
            n++;
        }
        return n;
    }

    @Override
    public String toString() {
        return used + " of " + capacity + " buffers in use";
    }

    public static void main(String[] args) {
        NodePool pool = new NodePool(3);
        Buffer a = pool.acquire();
        Buffer b = pool.acquire();
        a.data()[0] = 42;
        System.out.println(pool);
        pool.release(a);
        pool.release(a);
        System.out.println(pool + ", " + pool.available() + " available");
        System.out.println(pool.acquire().data()[0] + " " + (b.data().length >= 16));
    }
}
