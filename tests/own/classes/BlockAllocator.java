/**
 * Simulates a heap of {@code capacity} bytes. Free memory is a list of blocks in
 * the order of their addresses, handed out first-fit; neighbouring free blocks
 * are joined again when memory is released.
 */
public class BlockAllocator {

    private static class Block {
        int start;
        int size;
        Block next;

        Block(int start, int size, Block next) {
            this.start = start;
            this.size = size;
            this.next = next;
        }

        int end() {
            return start + size;
        }
    }

    private final int capacity;
    private Block freeList;
    private Block usedList;     // no particular order

    public BlockAllocator(int capacity) {
        if (capacity <= 0) {
            throw new IllegalArgumentException("capacity must be positive");
        }
        this.capacity = capacity;
        this.freeList = new Block(0, capacity, null);
    }

    /** @return the address of the new block, or -1 if no hole is large enough */
    public int allocate(int size) {
        if (size <= 0) {
            throw new IllegalArgumentException("size must be positive");
        }
        Block prev = null;
        Block b = freeList;
        while (b != null && b.size < size) {
            prev = b;
            b = b.next;
        }
        if (b == null) {
            return -1;
        }
        int address = b.start;
        if (b.size > size) {
            b.start += size;
            b.size -= size;
        } else if (prev == null) {
            freeList = b.next;
        } else {
            prev.next = b.next;
        }
        usedList = new Block(address, size, usedList);
        return address;
    }

    /** Releases the block at the address. */
    public void free(int address) {
        Block b = takeUsed(address);
        if (b == null) {
            throw new IllegalArgumentException("not an allocated block: " + address);
        }
        Block prev = null;
        Block next = freeList;
        while (next != null && next.start < address) {
            prev = next;
            next = next.next;
        }
        b.next = next;
        if (prev == null) {
            freeList = b;
        } else if (prev.end() == b.start) {
            prev.size += b.size;
            b = prev;
        } else {
            prev.next = b;
        }
        if (b.end() == next.start) {
            b.size += next.size;
            b.next = next.next;
        }
    }

    private Block takeUsed(int address) {
        Block prev = null;
        for (Block b = usedList; b != null; prev = b, b = b.next) {
            if (b.start == address) {
                if (prev == null) {
                    usedList = b.next;
                } else {
                    prev.next = b.next;
                }
                return b;
            }
        }
        return null;
    }

    public int available() {
        int sum = 0;
        for (Block b = freeList; b != null; b = b.next) {
            sum += b.size;
        }
        return sum;
    }

    public int largestHole() {
        int max = 0;
        for (Block b = freeList; b != null; b = b.next) {
            max = Math.max(max, b.size);
        }
        return max;
    }

    /** Fragmentation in percent: 0 if all free memory is in one piece. */
    public int fragmentation() {
        int available = available();
        return available == 0 ? 0 : (int) (100L * (available - largestHole()) / available);
    }

    public int capacity() {
        return capacity;
    }
}
