package java.util;

/** What maps have in common that are a sorted chain of entries. */
abstract class EntryChainOrdered<K, V> extends EntryChain<K, V> {
    abstract int compare(Object a, Object b);

    /** The last entry before a place for the key: in front of an equal one or behind. */
    Entry<K, V> below(Object key, boolean behind) {
        Entry<K, V> before = null;
        for (Entry<K, V> e = first; e != null; e = e.next) {
            int sign = compare(key, e.key);
            if (sign < 0 || sign == 0 && !behind) break;
            before = e;
        }
        return before;
    }

    Entry<K, V> after(Entry<K, V> before) { return before == null ? first : before.next; }

    Entry<K, V> place(Object key) {
        Entry<K, V> e = after(below(key, false));
        return e != null && compare(key, e.key) == 0 ? e : null;
    }

    V store(K key, V value) {
        if (first == null) compare(key, key);
        Entry<K, V> before = below(key, true);
        if (before == null || compare(key, before.key) != 0) {
            insert(before, new Entry<>(key, value));
            return null;
        }
        V old = before.value;
        before.value = value;
        return old;
    }
}
