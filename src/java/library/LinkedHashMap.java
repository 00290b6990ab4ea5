package java.util;

/** A map by hash codes, in order of insertion or of the last access. */
public class LinkedHashMap<K, V> extends HashMap<K, V> {
    private boolean isByAccess;
    /** False in the constructor that copies a map. */
    private boolean evicts = true;

    public LinkedHashMap() { }

    public LinkedHashMap(int capacity) { super(capacity); }

    public LinkedHashMap(int capacity, float loadFactor) { super(capacity); }

    public LinkedHashMap(int capacity, float loadFactor, boolean isByAccess) {
        super(capacity);
        this.isByAccess = isByAccess;
    }

    public LinkedHashMap(Map<? extends K, ? extends V> map) { super(map); }

    void storeComputed(K key, V value) { store(key, value); }

    void arrange() { }

    protected boolean removeEldestEntry(Map.Entry<K, V> eldest) { return false; }

    public V get(Object key) { return getOrDefault(key, null); }

    public V getOrDefault(Object key, V fallback) {
        Entry<K, V> e = find(key);
        if (e == null) return fallback;
        accessed(e);
        return e.value;
    }

    void inserted() {
        Entry<K, V> eldest = first;
        if (evicts && eldest != null && removeEldestEntry(eldest)) {
            Entry<K, V> e = find(eldest.key);
            if (e != null) delete(e);
        }
    }

    void accessed(Entry<K, V> e) {
        if (!isByAccess || e.next == null) return;
        delete(e);
        insert(last(), e);
    }
}
