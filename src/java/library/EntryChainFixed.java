package java.util;

/** A small map that refuses modifications where there is something to modify. */
class EntryChainFixed<K, V> extends EntryChain<K, V> {
    EntryChainFixed<K, V> with(K key, V value) {
        super.insert(last(), new Entry<>(key, value));
        return this;
    }

    Entry<K, V> find(Object key) {
        for (Entry<K, V> e = first; e != null; e = e.next) {
            if (key == null ? e.key == null : key.equals(e.key)) return e;
        }
        return null;
    }

    Map.Entry<K, V> shown(Entry<K, V> e) { return new Pair<>(e.key, e.value); }

    V store(K key, V value) { throw new UnsupportedOperationException(); }

    void delete(Entry<K, V> entry) { throw new UnsupportedOperationException(); }

    public void clear() { if (first != null) throw new UnsupportedOperationException(); }

    public V putIfAbsent(K key, V value) { throw new UnsupportedOperationException(); }

    public boolean remove(Object key, Object value) { throw new UnsupportedOperationException(); }

    public boolean replace(K key, V old, V value) { throw new UnsupportedOperationException(); }

    public V replace(K key, V value) { throw new UnsupportedOperationException(); }

    public V computeIfAbsent(K key, Function<? super K, ? extends V> function) { throw new UnsupportedOperationException(); }

    public V computeIfPresent(K key, BiFunction<? super K, ? super V, ? extends V> function) {
        throw new UnsupportedOperationException();
    }

    public V compute(K key, BiFunction<? super K, ? super V, ? extends V> function) {
        throw new UnsupportedOperationException();
    }

    public V merge(K key, V value, BiFunction<? super V, ? super V, ? extends V> function) {
        throw new UnsupportedOperationException();
    }

    public void replaceAll(BiFunction<? super K, ? super V, ? extends V> function) {
        if (function == null) throw new NullPointerException();
        if (first != null) throw new UnsupportedOperationException();
    }
}
