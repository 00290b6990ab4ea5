package org.example.collections;

import java.util.Objects;

/** A hash table with one list for each bucket. Keys and values may be null. */
public class ChainedHashMap<K, V> {

    private static class Entry<K, V> {
        final K key;
        final int hash;
        V value;
        Entry<K, V> next;

        Entry(K key, int hash, V value, Entry<K, V> next) {
            this.key = key;
            this.hash = hash;
            this.value = value;
            this.next = next;
        }
    }

    private static final int INITIAL_BUCKETS = 4;
    private static final double MAX_LOAD = 0.75;

    private Entry<K, V>[] buckets = newTable(INITIAL_BUCKETS);
    private int size;

    @SuppressWarnings("unchecked")
    private static <K, V> Entry<K, V>[] newTable(int length) {
        return (Entry<K, V>[]) new Entry[length];
    }

    private static int hash(Object key) {
        int h = Objects.hashCode(key);
        return h ^ (h >>> 16);
    }

    private int indexFor(int hash) {
        return Math.floorMod(hash, buckets.length);
    }

    /** Stores a value and returns the previous one, or null. */
    public V put(K key, V value) {
        int hash = hash(key);
        for (Entry<K, V> e = buckets[indexFor(hash)]; e != null; e = e.next) {
            if (e.hash == hash && Objects.equals(e.key, key)) {
                V previous = e.value;
                e.value = value;
                return previous;
            }
        }
        if (size + 1 > buckets.length * MAX_LOAD) {
            resize();
        }
        int index = indexFor(hash);
        buckets[index] = new Entry<>(key, hash, value, buckets[index]);
        size++;
        return null;
    }

    public V get(Object key) {
        int hash = hash(key);
        Entry<K, V> e = buckets[indexFor(hash)];
        while (e != null && !(e.hash == hash && Objects.equals(e.key, key))) {
            e = e.next;
        }
        return e == null ? null : e.value;
    }

    public boolean remove(Object key) {
        int hash = hash(key);
        int index = indexFor(hash);
        Entry<K, V> before = null;
        for (Entry<K, V> e = buckets[index]; e != null; before = e, e = e.next) {
            if (e.hash == hash && Objects.equals(e.key, key)) {
                if (before == null) {
                    buckets[index] = e.next;
                } else {
                    before.next = e.next;
                }
                size--;
                return true;
            }
        }
        return false;
    }

    private void resize() {
        Entry<K, V>[] old = buckets;
        buckets = newTable(old.length * 2);
        for (Entry<K, V> chain : old) {
            while (chain != null) {
                Entry<K, V> rest = chain.next;
                int index = indexFor(chain.hash);
                chain.next = buckets[index];
                buckets[index] = chain;
                chain = rest;
            }
        }
    }

    public int size() {
        return size;
    }

    public static void main(String[] args) {
        ChainedHashMap<String, Integer> ages = new ChainedHashMap<>();
        String[] names = {"Ann", "Bob", "Cid", "Dan", "Eve", null, "Ann"};
        for (int i = 0; i < names.length; i++) {
            Integer before = ages.put(names[i], 20 + i);
            if (before != null) {
                System.out.println(names[i] + " was " + before);
            }
        }
        System.out.println(ages.size() + " " + ages.get("Eve") + " " + ages.get(null) + " " + ages.get("Zoe"));
        System.out.println(ages.remove("Bob") + " " + ages.remove("Bob"));
    }
}
