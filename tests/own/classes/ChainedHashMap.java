/**
 * Hash map with separate chaining. The table is doubled whenever the chains
 * get longer than 2 on average.
 */
public class ChainedHashMap<K, V> {

    private static final int INITIAL_BUCKETS = 11;
    private static final int MAX_BUCKETS = 1 << 24;

    private static class Link<K, V> {
        private final K key;
        private V val;
        private Link<K, V> next;

        private Link(K key, V val, Link<K, V> next) {
            this.key = key;
            this.val = val;
            this.next = next;
        }
    }

    private Link<K, V>[] buckets = newTable(INITIAL_BUCKETS);
    private int size;

    @SuppressWarnings("unchecked")
    private static <K, V> Link<K, V>[] newTable(int n) {
        return (Link<K, V>[]) new Link[n];
    }

    private static int indexFor(Object key, int n) {
        return Math.abs(key.hashCode()) % n;
    }

    private Link<K, V> lookup(Object key) {
        for (Link<K, V> l = buckets[indexFor(key, buckets.length)]; l != null; l = l.next) {
            if (l.key.equals(key)) {
                return l;
            }
        }
        return null;
    }

    public int size() {
        return size;
    }

    public boolean containsKey(K key) {
        return lookup(key) != null;
    }

    /** The value of the key, or null. */
    public V get(K key) {
        Link<K, V> l = lookup(key);
        return l == null ? null : l.val;
    }

    /** Returns the value that the key had before, or null. */
    public V put(K key, V value) {
        Link<K, V> l = lookup(key);
        if (l != null) {
            V old = l.val;
            l.val = value;
            return old;
        }
        if (size / 2 >= buckets.length) {
            rehash();
        }
        int i = indexFor(key, buckets.length);
        buckets[i] = new Link<>(key, value, buckets[i]);
        size++;
        return null;
    }

    public V remove(K key) {
        int i = indexFor(key, buckets.length);
        Link<K, V> prev = null;
        Link<K, V> l = buckets[i];
        while (l != null && !l.key.equals(key)) {
            prev = l;
            l = l.next;
        }
        if (l == null) {
            return null;
        }
        if (prev == null) {
            buckets[i] = l.next;
        } else {
            prev.next = l.next;
        }
        size--;
        return l.val;
    }

    public void clear() {
        buckets = newTable(INITIAL_BUCKETS);
        size = 0;
    }

    private void rehash() {
        if (buckets.length >= MAX_BUCKETS) {
            return;
        }
        Link<K, V>[] bigger = newTable(2 * buckets.length);
        for (Link<K, V> l : buckets) {
            while (l != null) {
                Link<K, V> rest = l.next;
                int i = indexFor(l.key, bigger.length);
                l.next = bigger[i];
                bigger[i] = l;
                l = rest;
            }
        }
        buckets = bigger;
    }
}
