package org.example.collections;

import java.util.Optional;
import java.util.function.BiConsumer;
import java.util.function.Supplier;

/**
 * A dictionary as a binary search tree. Keys must not be null, values may be.
 *
 * @param <K> the type of the keys
 * @param <V> the type of the values
 */
public class TreeDictionary<K extends Comparable<K>, V> {

    private static class Entry<K, V> {
        final K key;
        V value;
        Entry<K, V> smaller;
        Entry<K, V> larger;

        Entry(K key, V value) {
            this.key = key;
            this.value = value;
        }
    }

    private Entry<K, V> root;
    private int size;

    /** Stores a value; a null key is rejected with an exception. */
    public void put(K key, V value) {
        if (key == null) {
            throw new IllegalArgumentException("key is null");
        }
        root = put(root, key, value);
    }

    private Entry<K, V> put(Entry<K, V> entry, K key, V value) {
        if (entry == null) {
            size++;
            return new Entry<>(key, value);
        }
        int order = key.compareTo(entry.key);
        if (order < 0) {
            entry.smaller = put(entry.smaller, key, value);
        } else if (order > 0) {
            entry.larger = put(entry.larger, key, value);
        } else {
            entry.value = value;
        }
        return entry;
    }

    /** The value for a key; null if the key is null or unknown. */
    public V get(K key) {
        Entry<K, V> entry = find(key);
        return entry == null ? null : entry.value;
    }

    public Optional<V> lookup(K key) {
        return Optional.ofNullable(get(key));
    }

    public V getOrElse(K key, Supplier<? extends V> fallback) {
        Entry<K, V> entry = find(key);
        return entry != null ? entry.value : fallback.get();
    }

    private Entry<K, V> find(K key) {
        if (key == null) {
            return null;
        }
        Entry<K, V> entry = root;
        while (entry != null) {
            int order = key.compareTo(entry.key);
            if (order == 0) {
                return entry;
            }
            entry = order < 0 ? entry.smaller : entry.larger;
        }
        return null;
    }

    public void forEach(BiConsumer<? super K, ? super V> action) {
        forEach(root, action);
    }

    private void forEach(Entry<K, V> entry, BiConsumer<? super K, ? super V> action) {
        if (entry != null) {
            forEach(entry.smaller, action);
            action.accept(entry.key, entry.value);
            forEach(entry.larger, action);
        }
    }

    public int size() {
        return size;
    }

    public static void main(String[] args) {
        TreeDictionary<String, Integer> population = new TreeDictionary<>();
        population.put("Aachen", 249_000);
        population.put("Bonn", 331_000);
        population.put("Atlantis", null);
        population.forEach((city, n) -> System.out.println(city + ": " + n));
        System.out.println(population.lookup("Bonn").map(n -> n / 1000).orElse(0));
        System.out.println(population.getOrElse("Cologne", () -> -1) + " of " + population.size());
    }
}
