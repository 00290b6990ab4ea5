import java.util.Optional;

/**
 * Interval tree: a binary search tree of closed intervals ordered by their
 * lower end, where every node also knows the largest upper end below it.
 */
public class IntervalTree {

    /** A closed interval [lo, hi]. */
    public record Interval(int lo, int hi) {
        public Interval {
            if (lo > hi) {
                throw new IllegalArgumentException("lo > hi");
            }
        }

        public boolean overlaps(Interval other) {
            return lo <= other.hi && other.lo <= hi;
        }

        public long length() {
            return (long) hi - lo;
        }
    }

    private static class Node {
        Interval interval;
        int max;
        Node left, right;

        Node(Interval interval) {
            this.interval = interval;
            this.max = interval.hi();
        }

        void updateMax() {
            max = interval.hi();
            if (left != null && left.max > max) max = left.max;
            if (right != null && right.max > max) max = right.max;
        }
    }

    private Node root;
    private int size;

    public int size() {
        return size;
    }

    public void insert(int lo, int hi) {
        insert(new Interval(lo, hi));
    }

    public void insert(Interval iv) {
        root = insert(root, iv);
        size++;
    }

    private Node insert(Node n, Interval iv) {
        if (n == null) return new Node(iv);
        if (iv.lo() < n.interval.lo()) {
            n.left = insert(n.left, iv);
        } else {
            n.right = insert(n.right, iv);
        }
        n.updateMax();
        return n;
    }

    /** Some stored interval that overlaps the query. */
    public Optional<Interval> findOverlap(Interval query) {
        Node n = root;
        while (n != null && !n.interval.overlaps(query)) {
            if (n.left != null && n.left.max >= query.lo()) {
                n = n.left;
            } else {
                n = n.right;
            }
        }
        return n == null ? Optional.empty() : Optional.of(n.interval);
    }

    public int countOverlaps(int lo, int hi) {
        return count(root, new Interval(lo, hi));
    }

    private int count(Node n, Interval query) {
        if (n == null || n.max < query.lo()) return 0;
        int c = count(n.left, query);
        if (n.interval.overlaps(query)) c++;
        if (n.interval.lo() <= query.hi()) c += count(n.right, query);
        return c;
    }

    /** Removes one interval equal to the given one; false if there is none. */
    public boolean remove(Interval iv) {
        int before = size;
        root = remove(root, iv);
        return size < before;
    }

    private Node remove(Node n, Interval iv) {
        if (n == null) return null;
        if (iv.equals(n.interval)) {
            size--;
            if (n.left == null) return n.right;
            if (n.right == null) return n.left;
            Node next = n.right;
            while (next.left != null) next = next.left;
            n.interval = next.interval;
            n.right = removeFirst(n.right);
        } else if (iv.lo() < n.interval.lo()) {
            n.left = remove(n.left, iv);
        } else {
            n.right = remove(n.right, iv);
        }
        n.updateMax();
        return n;
    }

    private Node removeFirst(Node n) {
        if (n.left == null) return n.right;
        n.left = removeFirst(n.left);
        n.updateMax();
        return n;
    }
}
