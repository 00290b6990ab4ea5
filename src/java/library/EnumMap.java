package java.util;

/** A map of which the keys are constants of an enum, in their order. */
public class EnumMap<K extends Enum<K>, V> extends EntryChainOrdered<K, V> {
    public EnumMap(Class<K> type) { if (type == null) throw new NullPointerException(); }

    public EnumMap(Map<K, ? extends V> map) {
        if (map.isEmpty() && !(map instanceof EnumMap)) throw new IllegalArgumentException();
        putAll(map);
    }

    public V put(K key, V value) {
        if (key == null) throw new NullPointerException();
        return store(key, value);
    }

    /** Takes no key of another class. */
    V store(K key, V value) { return super.store(key, value); }

    Entry<K, V> find(Object key) { return place(key); }

    Entry<K, V> place(Object key) { return key instanceof Enum ? super.place(key) : null; }

    void delete(Entry<K, V> e) {
        e = find(e.key);
        if (e != null) super.delete(e);
    }

    int compare(Object a, Object b) { return CellList.compare(null, a, b); }

    void check(Version expected) { }

    <T> Iterator<T> walk(View<K, V, T> view) { return new EnumWalk<>(view); }

    /** An iterator that sees what is changed before it. */
    static class EnumWalk<K extends Enum<K>, V, T> extends Walk<K, V, T> {
        K passed;

        EnumWalk(View<K, V, T> view) { super(view); }

        public boolean hasNext() {
            if (expected != view.map.version) {
                next = view.map.first;
                while (next != null && passed != null && CellList.compare(null, next.key, passed) <= 0) next = next.next;
                expected = view.map.seen();
            }
            return next != null;
        }

        public T next() {
            if (!hasNext()) throw new NoSuchElementException();
            passed = next.key;
            return super.next();
        }
    }
}
