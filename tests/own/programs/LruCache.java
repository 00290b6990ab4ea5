package org.example.cache;

import java.util.HashMap;
import java.util.Map;
import java.util.StringJoiner;

/**
 * A cache of bounded size that drops the entry whose last use is the longest
 * time ago.
 *
 * @param <K> the type of the keys
 * @param <V> the type of the values
 */
public class LruCache<K, V> {

    private static final class Node<K, V> {
        K key;
        V value;
        Node<K, V> before;
        Node<K, V> after;

        Node(K key, V value) {
            this.key = key;
            this.value = value;
        }
    }

    private final int capacity;
    private final Map<K, Node<K, V>> index = new HashMap<>();
    private final Node<K, V> newest = new Node<>(null, null);
    private final Node<K, V> oldest = new Node<>(null, null);
    private long hits;
    private long misses;

    public LruCache(int capacity) {
        if (capacity < 1) {
            throw new IllegalArgumentException("capacity must be positive");
        }
        this.capacity = capacity;
        newest.after = oldest;
        oldest.before = newest;
    }

    public V get(K key) {
        Node<K, V> node = index.get(key);
        if (node == null) {
            misses++;
            return null;
        }
        hits++;
        moveToFront(node);
        return node.value;
    }

    public V getOrDefault(K key, V fallback) {
        V value = get(key);
        return value != null ? value : fallback;
    }

    /** Stores a value and returns the one that it replaces, or null. */
    public V put(K key, V value) {
        Node<K, V> node = index.get(key);
        if (node != null) {
            V old = node.value;
            node.value = value;
            moveToFront(node);
            return old;
        }
        if (index.size() >= capacity) {
            Node<K, V> victim = oldest.before;
            unlink(victim);
            index.remove(victim.key);
        }
        node = new Node<>(key, value);
        index.put(key, node);
        linkFirst(node);
        return null;
    }

    public int size() {
        return index.size();
    }

    private void moveToFront(Node<K, V> node) {
        unlink(node);
        linkFirst(node);
    }

    private void linkFirst(Node<K, V> node) {
        node.before = newest;
        node.after = newest.after;
        newest.after.before = node;
        newest.after = node;
    }

    private void unlink(Node<K, V> node) {
        node.before.after = node.after;
        node.after.before = node.before;
        node.before = null;
        node.after = null;
    }

    @Override
    public String toString() {
        StringJoiner joiner = new StringJoiner(", ", "{", "}");
        for (Node<K, V> n = newest.after; n != oldest; n = n.after) {
            joiner.add(n.key + "=" + n.value);
        }
        return joiner + " hits=" + hits + " misses=" + misses;
    }

    public static void main(String[] args) {
        LruCache<String, Integer> cache = new LruCache<>(2);
        cache.put("one", 1);
        cache.put("two", 2);
        cache.get("one");
        cache.put("three", 3);
        System.out.println(cache + " " + cache.getOrDefault("two", -1));
    }
}
