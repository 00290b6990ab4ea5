package java.util;

/** What {@code Map.of} makes. */
class EntryChainOf<K, V> extends EntryChainFixed<K, V> {
    EntryChainOf<K, V> with(K key, V value) {
        if (value == null) throw new NullPointerException();
        if (find(key) != null) throw new IllegalArgumentException();
        super.with(key, value);
        return this;
    }

    Entry<K, V> find(Object key) {
        if (key == null) throw new NullPointerException();
        return super.find(key);
    }

    void arrange() { if (size > 1) Hash.anyOrder(); }

    public boolean containsValue(Object value) {
        if (value == null) throw new NullPointerException();
        return super.containsValue(value);
    }

    public void putAll(Map<? extends K, ? extends V> map) { throw new UnsupportedOperationException(); }

    public V remove(Object key) { throw new UnsupportedOperationException(); }

    public void clear() { throw new UnsupportedOperationException(); }

    public void replaceAll(BiFunction<? super K, ? super V, ? extends V> function) {
        throw new UnsupportedOperationException();
    }
}
