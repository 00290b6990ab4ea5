/**
 * Least recently used cache. Entries are in a hash table with chaining and at
 * the same time in a doubly linked list ordered by last use.
 */
public class LruCache<K, V> {

    private static final int BUCKETS = 61;

    private static class Entry<K, V> {
        final K key;
        final int hash;
        V value;
        Entry<K, V> chain;          // next one in the same bucket
        Entry<K, V> newer, older;   // neighbours in order of use

        Entry(K key, int hash, V value) {
            this.key = key;
            this.hash = hash;
            this.value = value;
        }
    }

    private final Entry<K, V>[] table;
    private final int capacity;
    private Entry<K, V> newest, oldest;
    private int size;

    @SuppressWarnings("unchecked")
    public LruCache(int capacity) {
        if (capacity < 1) {
            throw new IllegalArgumentException("capacity < 1");
        }
        this.capacity = capacity;
        this.table = (Entry<K, V>[]) new Entry[BUCKETS];
    }

    /** @return the cached value or null */
    public V get(K key) {
        Entry<K, V> e = find(key);
        if (e == null) {
            return null;
        }
        unlink(e);
        linkNewest(e);
        return e.value;
    }

    public void put(K key, V value) {
        Entry<K, V> e = find(key);
        if (e != null) {
            e.value = value;
            unlink(e);
        } else {
            if (size == capacity) {
                discard(oldest);
            }
            e = new Entry<>(key, key.hashCode(), value);
            int b = bucket(e.hash);
            e.chain = table[b];
            table[b] = e;
            size++;
        }
        linkNewest(e);
    }

    public boolean remove(K key) {
        Entry<K, V> e = find(key);
        if (e == null) {
            return false;
        }
        discard(e);
        return true;
    }

    public boolean contains(K key) {
        return find(key) != null;
    }

    public K eldest() {
        return oldest == null ? null : oldest.key;
    }

    public int size() {
        return size;
    }

    private static int bucket(int hash) {
        return (hash & Integer.MAX_VALUE) % BUCKETS;
    }

    private Entry<K, V> find(K key) {
        int h = key.hashCode();
        Entry<K, V> e = table[bucket(h)];
        while (e != null && !(e.hash == h && e.key.equals(key))) {
            e = e.chain;
        }
        return e;
    }

    private void discard(Entry<K, V> e) {
        unlink(e);
        int b = bucket(e.hash);
        if (table[b] == e) {
            table[b] = e.chain;
        } else {
            Entry<K, V> p = table[b];
            while (p.chain != e) {
                p = p.chain;
            }
            p.chain = e.chain;
        }
        size--;
    }

    private void unlink(Entry<K, V> e) {
        if (e.newer == null) newest = e.older; else e.newer.older = e.older;
        if (e.older == null) oldest = e.newer; else e.older.newer = e.newer;
    }

    private void linkNewest(Entry<K, V> e) {
        e.newer = null;
        e.older = newest;
        if (newest == null) oldest = e; else newest.newer = e;
        newest = e;
    }
}
