package java.util;

/** Values by keys. */
public interface Map<K, V> {
    interface Entry<K, V> {
        K getKey();
        V getValue();
        V setValue(V value);

        static <K extends Comparable<? super K>, V> Comparator<Map.Entry<K, V>> comparingByKey() {
            return (a, b) -> a.getKey().compareTo(b.getKey());
        }

        static <K, V extends Comparable<? super V>> Comparator<Map.Entry<K, V>> comparingByValue() {
            return (a, b) -> a.getValue().compareTo(b.getValue());
        }

        static <K, V> Comparator<Map.Entry<K, V>> comparingByKey(Comparator<? super K> order) {
            if (order == null) throw new NullPointerException();
            return (a, b) -> order.compare(a.getKey(), b.getKey());
        }

        static <K, V> Comparator<Map.Entry<K, V>> comparingByValue(Comparator<? super V> order) {
            if (order == null) throw new NullPointerException();
            return (a, b) -> order.compare(a.getValue(), b.getValue());
        }
    }

    int size();
    boolean isEmpty();
    boolean containsKey(Object key);
    boolean containsValue(Object value);
    V get(Object key);
    V put(K key, V value);
    V remove(Object key);
    void putAll(Map<? extends K, ? extends V> map);
    void clear();
    Set<K> keySet();
    Collection<V> values();
    Set<Map.Entry<K, V>> entrySet();

    default V getOrDefault(Object key, V fallback) {
        V value = get(key);
        return value != null || containsKey(key) ? value : fallback;
    }

    default void forEach(BiConsumer<? super K, ? super V> action) {
        if (action == null) throw new NullPointerException();
        for (Map.Entry<K, V> e : entrySet()) action.accept(e.getKey(), e.getValue());
    }

    default void replaceAll(BiFunction<? super K, ? super V, ? extends V> function) {
        if (function == null) throw new NullPointerException();
        for (Map.Entry<K, V> e : entrySet()) e.setValue(function.apply(e.getKey(), e.getValue()));
    }

    default V putIfAbsent(K key, V value) {
        V old = get(key);
        return old == null ? put(key, value) : old;
    }

    private boolean has(Object key, Object value) {
        V found = get(key);
        return found == value ? found != null || containsKey(key) : found != null && found.equals(value);
    }

    default boolean remove(Object key, Object value) {
        if (!has(key, value)) return false;
        remove(key);
        return true;
    }

    default boolean replace(K key, V old, V value) {
        if (!has(key, old)) return false;
        put(key, value);
        return true;
    }

    default V replace(K key, V value) { return get(key) != null || containsKey(key) ? put(key, value) : null; }

    default V computeIfAbsent(K key, Function<? super K, ? extends V> function) {
        if (function == null) throw new NullPointerException();
        V value = get(key);
        if (value == null) {
            value = function.apply(key);
            if (value != null) put(key, value);
        }
        return value;
    }

    default V computeIfPresent(K key, BiFunction<? super K, ? super V, ? extends V> function) {
        if (function == null) throw new NullPointerException();
        V old = get(key);
        if (old == null) return null;
        V value = function.apply(key, old);
        if (value == null) remove(key); else put(key, value);
        return value;
    }

    default V compute(K key, BiFunction<? super K, ? super V, ? extends V> function) {
        if (function == null) throw new NullPointerException();
        V old = get(key), value = function.apply(key, old);
        if (value != null) put(key, value); else if (old != null || containsKey(key)) remove(key);
        return value;
    }

    default V merge(K key, V value, BiFunction<? super V, ? super V, ? extends V> function) {
        if (function == null || value == null) throw new NullPointerException();
        V old = get(key), merged = old == null ? value : function.apply(old, value);
        if (merged == null) remove(key); else put(key, merged);
        return merged;
    }

    static <K, V> Map.Entry<K, V> entry(K key, V value) {
        if (key == null || value == null) throw new NullPointerException();
        return new EntryChain.Pair<>(key, value);
    }

    static <K, V> Map<K, V> of() { return new EntryChainOf<>(); }
    static <K, V> Map<K, V> of(K k1, V v1) { return new EntryChainOf<K, V>().with(k1, v1); }

    static <K, V> Map<K, V> of(K k1, V v1, K k2, V v2) {
        return new EntryChainOf<K, V>().with(k1, v1).with(k2, v2);
    }

    static <K, V> Map<K, V> of(K k1, V v1, K k2, V v2, K k3, V v3) {
        return new EntryChainOf<K, V>().with(k1, v1).with(k2, v2).with(k3, v3);
    }

    static <K, V> Map<K, V> of(K k1, V v1, K k2, V v2, K k3, V v3, K k4, V v4) {
        return new EntryChainOf<K, V>().with(k1, v1).with(k2, v2).with(k3, v3).with(k4, v4);
    }

    static <K, V> Map<K, V> of(K k1, V v1, K k2, V v2, K k3, V v3, K k4, V v4, K k5, V v5) {
        return new EntryChainOf<K, V>().with(k1, v1).with(k2, v2).with(k3, v3).with(k4, v4).with(k5, v5);
    }

    static <K, V> Map<K, V> of(K k1, V v1, K k2, V v2, K k3, V v3, K k4, V v4, K k5, V v5, K k6, V v6) {
        return new EntryChainOf<K, V>().with(k1, v1).with(k2, v2).with(k3, v3).with(k4, v4).with(k5, v5).with(k6, v6);
    }

    static <K, V> Map<K, V> of(K k1, V v1, K k2, V v2, K k3, V v3, K k4, V v4, K k5, V v5, K k6, V v6, K k7, V v7) {
        return new EntryChainOf<K, V>().with(k1, v1).with(k2, v2).with(k3, v3).with(k4, v4).with(k5, v5)
            .with(k6, v6).with(k7, v7);
    }

    static <K, V> Map<K, V> of(K k1, V v1, K k2, V v2, K k3, V v3, K k4, V v4, K k5, V v5, K k6, V v6,
            K k7, V v7, K k8, V v8) {
        return new EntryChainOf<K, V>().with(k1, v1).with(k2, v2).with(k3, v3).with(k4, v4).with(k5, v5)
            .with(k6, v6).with(k7, v7).with(k8, v8);
    }

    static <K, V> Map<K, V> of(K k1, V v1, K k2, V v2, K k3, V v3, K k4, V v4, K k5, V v5, K k6, V v6,
            K k7, V v7, K k8, V v8, K k9, V v9) {
        return new EntryChainOf<K, V>().with(k1, v1).with(k2, v2).with(k3, v3).with(k4, v4).with(k5, v5)
            .with(k6, v6).with(k7, v7).with(k8, v8).with(k9, v9);
    }

    static <K, V> Map<K, V> of(K k1, V v1, K k2, V v2, K k3, V v3, K k4, V v4, K k5, V v5, K k6, V v6,
            K k7, V v7, K k8, V v8, K k9, V v9, K k10, V v10) {
        return new EntryChainOf<K, V>().with(k1, v1).with(k2, v2).with(k3, v3).with(k4, v4).with(k5, v5)
            .with(k6, v6).with(k7, v7).with(k8, v8).with(k9, v9).with(k10, v10);
    }

    static <K, V> Map<K, V> ofEntries(Map.Entry<? extends K, ? extends V>... entries) {
        EntryChainOf<K, V> map = new EntryChainOf<>();
        for (Map.Entry<? extends K, ? extends V> e : entries) map.with(e.getKey(), e.getValue());
        return map;
    }

    static <K, V> Map<K, V> copyOf(Map<? extends K, ? extends V> map) {
        EntryChainOf<K, V> copy = new EntryChainOf<>();
        for (Map.Entry<? extends K, ? extends V> e : map.entrySet()) copy.with(e.getKey(), e.getValue());
        return copy;
    }
}
