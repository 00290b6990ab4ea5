package java.util;

/** A map by hash codes: a chain in order of insertion. Executions put it into the order of the JDK before somebody sees it. */
public class HashMap<K, V> extends EntryChain<K, V> {
    /** In executions, the size of the JDK's table, or minus that with which it will start; the least number if nobody knows. */
    private int table;

    public HashMap() { }

    public HashMap(int capacity) {
        if (capacity < 0) throw new IllegalArgumentException();
        if (Hash.isExecuted()) table = -Hash.table(capacity);
    }

    public HashMap(int capacity, float loadFactor) {
        this(capacity);
        if (Hash.isExecuted()) table = Integer.MIN_VALUE;
    }

    public HashMap(Map<? extends K, ? extends V> map) { copy(map); }

    public void putAll(Map<? extends K, ? extends V> map) { copy(map); }

    private void copy(Map<? extends K, ? extends V> map) {
        if (Hash.isExecuted()) reserve(map.size());
        storeAll(map);
    }

    private void reserve(int count) {
        if (count > 0 && table <= 0) table = Math.min(table, -Hash.table((4 * count + 3) / 3));
        while (table > 0 && Hash.grown(table, count) > table) table *= 2;
    }

    void inserted() { if (Hash.isExecuted()) table = Hash.grown(table, size); }

    Entry<K, V> find(Object key) {
        int hash = Hash.of(key);
        for (Entry<K, V> e = first; e != null; e = e.next) {
            if (Hash.isOne(e.key, key) ? Hash.isStable(key) || e.hash == hash : Hash.match(key, hash, e.key, e.hash)) return e;
        }
        return null;
    }

    V store(K key, V value) {
        int hash = Hash.of(key);
        Entry<K, V> last = null;
        for (Entry<K, V> e = first; e != null; e = e.next) {
            if (Hash.isOne(e.key, key) ? Hash.isStable(key) || e.hash == hash : Hash.match(key, hash, e.key, e.hash)) {
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

    Entry<K, V> place(Object key) {
        if (Hash.isExecuted()) table = Hash.grown(table, size);
        return find(key);
    }

    void storeComputed(K key, V value) {
        if (!Hash.isExecuted()) {
            store(key, value);
            return;
        }
        Entry<K, V> added = new Entry<>(key, value);
        added.hash = Hash.of(key);
        insert(null, added);
    }

    void arrange() { Hash.arrange(this); }
}
