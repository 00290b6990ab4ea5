import java.util.Optional;

/**
 * Dictionary (symbol table) on a plain binary search tree, with the usual
 * recursive put / get / remove from the lecture notes.
 *
 * @param <K> key type
 * @param <V> value type
 */
public class TreeDictionary<K extends Comparable<K>, V> {

    private class Entry {
        private K key;
        private V value;
        private Entry smaller, bigger;

        Entry(K k, V v) {
            key = k;
            value = v;
        }
    }

    private Entry root;
    private int count;

    public int size() {
        return count;
    }

    public void put(K key, V value) {
        root = put(root, key, value);
    }

    private Entry put(Entry e, K key, V value) {
        if (e == null) {
            count++;
            return new Entry(key, value);
        }
        int c = key.compareTo(e.key);
        if (c < 0) {
            e.smaller = put(e.smaller, key, value);
        } else if (c > 0) {
            e.bigger = put(e.bigger, key, value);
        } else {
            e.value = value;
        }
        return e;
    }

    public Optional<V> get(K key) {
        Entry e = find(root, key);
        return e == null ? Optional.empty() : Optional.ofNullable(e.value);
    }

    public V getOrDefault(K key, V fallback) {
        return get(key).orElse(fallback);
    }

    public boolean containsKey(K key) {
        return find(root, key) != null;
    }

    private Entry find(Entry e, K key) {
        if (e == null) {
            return null;
        }
        int c = key.compareTo(e.key);
        return c == 0 ? e : find(c < 0 ? e.smaller : e.bigger, key);
    }

    /** Removes the key, if present. */
    public void remove(K key) {
        root = remove(root, key);
    }

    private Entry remove(Entry e, K key) {
        if (e == null) {
            return null;
        }
        int c = key.compareTo(e.key);
        if (c < 0) {
            e.smaller = remove(e.smaller, key);
            return e;
        }
        if (c > 0) {
            e.bigger = remove(e.bigger, key);
            return e;
        }
        count--;
        if (e.smaller == null) {
            return e.bigger;
        }
        if (e.bigger == null) {
            return e.smaller;
        }
        Entry heir = leftmost(e.bigger);
        heir.bigger = withoutLeftmost(e.bigger);
        heir.smaller = e.smaller;
        return heir;
    }

    private Entry leftmost(Entry e) {
        return e.smaller == null ? e : leftmost(e.smaller);
    }

    private Entry withoutLeftmost(Entry e) {
        if (e.smaller == null) {
            return e.bigger;
        }
        e.smaller = withoutLeftmost(e.smaller);
        return e;
    }

    /** The smallest key not less than the given one. */
    public Optional<K> ceilingKey(K key) {
        return ceiling(root, key, null);
    }

    private Optional<K> ceiling(Entry e, K key, Entry best) {
        if (e == null) {
            return best == null ? Optional.empty() : Optional.of(best.key);
        }
        if (key.compareTo(e.key) <= 0) {
            return ceiling(e.smaller, key, e);
        }
        return ceiling(e.bigger, key, best);
    }

    public int height() {
        return height(root);
    }

    private int height(Entry e) {
        return e == null ? 0 : 1 + Math.max(height(e.smaller), height(e.bigger));
    }
}
