package java.util;

/** A map by hash codes: a chain in order of insertion. */
public class HashMap<K, V> extends EntryChain<K, V> {
    public HashMap() { }

    public HashMap(int capacity) { if (capacity < 0) throw new IllegalArgumentException(); }

    public HashMap(int capacity, float loadFactor) { this(capacity); }

    public HashMap(Map<? extends K, ? extends V> map) { storeAll(map); }

    void inserted() { }

    Entry<K, V> find(Object key) {
        int hash = Hash.of(key);
        for (Entry<K, V> e = first; e != null; e = e.next) {
            if (e.key == key
                ? Hash.isStable(key) || e.hash == hash
                : e.hash == hash && key != null && key.equals(e.key)) return e;
        }
        return null;
    }

    V store(K key, V value) {
        int hash = Hash.of(key);
        Entry<K, V> last = null;
        for (Entry<K, V> e = first; e != null; e = e.next) {
            if (e.key == key
                ? Hash.isStable(key) || e.hash == hash
                : e.hash == hash && key != null && key.equals(e.key)) {
                V old = e.value;
                e.value = value;
                accessed(e);
                return old;
            }
            last = e;
        }
        Entry<K, V> added = new Entry<>(key, value);
        added.hash = hash;
        insert(last, added);
        inserted();
        return null;
    }
}
