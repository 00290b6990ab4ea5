/**
 * Vector of doubles of which most are 0. Only the others are stored, sorted
 * by index.
 */
public final class SparseVector {

    private static final class Entry {
        final int index;
        double value;
        Entry next;

        Entry(int index, double value, Entry next) {
            this.index = index;
            this.value = value;
            this.next = next;
        }
    }

    private final int dimension;
    private final Entry head = new Entry(-1, 0.0, null);    // dummy
    private int stored;

    public SparseVector(int dimension) {
        if (dimension < 0) {
            throw new IllegalArgumentException("dimension " + dimension);
        }
        this.dimension = dimension;
    }

    public double get(int index) {
        Entry e = predecessor(index).next;
        return e != null && e.index == index ? e.value : 0.0;
    }

    public void set(int index, double value) {
        Entry p = predecessor(index);
        boolean present = p.next != null && p.next.index == index;
        if (value == 0.0) {
            if (present) {
                p.next = p.next.next;
                stored--;
            }
        } else if (present) {
            p.next.value = value;
        } else {
            p.next = new Entry(index, value, p.next);
            stored++;
        }
    }

    private Entry predecessor(int index) {
        if (index < 0 || index >= dimension) {
            throw new IndexOutOfBoundsException(index + " not in 0.." + (dimension - 1));
        }
        Entry p = head;
        while (p.next != null && p.next.index < index) {
            p = p.next;
        }
        return p;
    }

    public double dot(SparseVector other) {
        requireSameDimension(other);
        double sum = 0;
        Entry a = head.next;
        Entry b = other.head.next;
        while (a != null && b != null) {
            if (a.index == b.index) {
                sum += a.value * b.value;
                a = a.next;
                b = b.next;
            } else if (a.index < b.index) {
                a = a.next;
            } else {
                b = b.next;
            }
        }
        return sum;
    }

    /** Adds the other vector to this one. */
    public SparseVector add(SparseVector other) {
        requireSameDimension(other);
        for (Entry e = other.head.next; e != null; e = e.next) {
            set(e.index, get(e.index) + e.value);
        }
        return this;
    }

    public SparseVector scale(double factor) {
        Entry p = head;
        while (p.next != null) {
            p.next.value *= factor;
            if (p.next.value == 0.0) {
                p.next = p.next.next;
                stored--;
            } else {
                p = p.next;
            }
        }
        return this;
    }

    /** How many percent of the components are stored. */
    public int fill() {
        if (dimension == 0) {
            return 0;
        }
        return (int) (100L * stored / dimension);
    }

    public int dimension() {
        return dimension;
    }

    private void requireSameDimension(SparseVector other) {
        if (other.dimension != dimension) {
            throw new IllegalArgumentException(dimension + " != " + other.dimension);
        }
    }
}
