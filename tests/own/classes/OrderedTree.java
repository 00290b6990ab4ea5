/**
 * Binary search tree with parent pointers. Clients hold {@link Entry} handles
 * and can step to the successor or remove an entry without searching for it.
 * Equal elements are allowed, later ones are placed behind earlier ones.
 */
public class OrderedTree<T extends Comparable<T>> {

    /** Handle to an element of a tree. */
    public static final class Entry<T> {
        private final T value;
        private Object owner;
        private Entry<T> parent;
        private Entry<T> left, right;

        private Entry(T value, Object owner) {
            this.value = value;
            this.owner = owner;
        }

        public T value() {
            return value;
        }

        public boolean isRemoved() {
            return owner == null;
        }
    }

    private Entry<T> root;
    private int size;

    public int size() {
        return size;
    }

    public Entry<T> add(T value) {
        Entry<T> entry = new Entry<>(value, this);
        Entry<T> p = null;
        boolean goLeft = false;
        for (Entry<T> e = root; e != null; e = goLeft ? e.left : e.right) {
            p = e;
            goLeft = value.compareTo(e.value) < 0;
        }
        entry.parent = p;
        if (p == null) {
            root = entry;
        } else if (goLeft) {
            p.left = entry;
        } else {
            p.right = entry;
        }
        size++;
        return entry;
    }

    /** First entry in order, or null if the tree is empty. */
    public Entry<T> first() {
        return root == null ? null : leftmost(root);
    }

    /** An entry equal to the value, or null. */
    public Entry<T> find(T value) {
        Entry<T> e = root;
        while (e != null) {
            int c = value.compareTo(e.value);
            if (c == 0) return e;
            e = c < 0 ? e.left : e.right;
        }
        return null;
    }

    /** Next entry in order, or null at the end. */
    public Entry<T> successor(Entry<T> e) {
        check(e);
        if (e.right != null) {
            return leftmost(e.right);
        }
        Entry<T> up = e.parent;
        while (up != null && e == up.right) {
            e = up;
            up = up.parent;
        }
        return up;
    }

    public void remove(Entry<T> e) {
        check(e);
        if (e.left == null) {
            transplant(e, e.right);
        } else if (e.right == null) {
            transplant(e, e.left);
        } else {
            Entry<T> s = leftmost(e.right);
            if (s.parent != e) {
                transplant(s, s.right);
                s.right = e.right;
                s.right.parent = s;
            }
            transplant(e, s);
            s.left = e.left;
            s.left.parent = s;
        }
        e.parent = e.left = e.right = null;
        e.owner = null;
        size--;
    }

    /** Number of steps from the root down to the entry. */
    public int depth(Entry<T> e) {
        check(e);
        int d = 0;
        while (e != root) {
            e = e.parent;
            d++;
        }
        return d;
    }

    private void transplant(Entry<T> old, Entry<T> replacement) {
        if (old.parent == null) {
            root = replacement;
        } else if (old == old.parent.left) {
            old.parent.left = replacement;
        } else {
            old.parent.right = replacement;
        }
        if (replacement != null) {
            replacement.parent = old.parent;
        }
    }

    private static <T> Entry<T> leftmost(Entry<T> e) {
        while (e.left != null) e = e.left;
        return e;
    }

    private void check(Entry<T> e) {
        if (e.owner != this) throw new IllegalArgumentException("entry is not in this tree");
    }
}
