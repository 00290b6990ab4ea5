package java.util;

/** A sorted map: a sorted chain. */
public class TreeMap<K, V> extends EntryChainOrdered<K, V> {
    private Comparator<? super K> order;

    public TreeMap() { }

    public TreeMap(Comparator<? super K> order) { this.order = order; }

    public TreeMap(Map<? extends K, ? extends V> map) { putAll(map); }

    public TreeMap(TreeMap<K, ? extends V> map) {
        order = map.order;
        putAll(map);
    }

    public Comparator<? super K> comparator() { return order; }

    public K firstKey() { return demand(first); }

    public K lastKey() { return demand(last()); }

    public K lowerKey(K key) { return key(below(key, false)); }

    public K floorKey(K key) { return key(below(key, true)); }

    public K ceilingKey(K key) { return key(after(below(key, false))); }

    public K higherKey(K key) { return key(after(below(key, true))); }

    public Map.Entry<K, V> firstEntry() { return copy(first); }

    public Map.Entry<K, V> lastEntry() { return copy(last()); }

    public Map.Entry<K, V> lowerEntry(K key) { return copy(below(key, false)); }

    public Map.Entry<K, V> floorEntry(K key) { return copy(below(key, true)); }

    public Map.Entry<K, V> ceilingEntry(K key) { return copy(after(below(key, false))); }

    public Map.Entry<K, V> higherEntry(K key) { return copy(after(below(key, true))); }

    public Map.Entry<K, V> pollFirstEntry() { return poll(first); }

    public Map.Entry<K, V> pollLastEntry() { return poll(last()); }

    Entry<K, V> find(Object key) {
        if (order == null && (Comparable<?>) key == null) throw new NullPointerException();
        return place(key);
    }

    int compare(Object a, Object b) { return CellList.compare(order, a, b); }

    boolean isTree() { return true; }

    private K key(Entry<K, V> e) { return e == null ? null : e.key; }

    private K demand(Entry<K, V> e) {
        if (e == null) throw new NoSuchElementException();
        return e.key;
    }

    private Map.Entry<K, V> copy(Entry<K, V> e) { return e == null ? null : new Pair<>(e.key, e.value); }

    private Map.Entry<K, V> poll(Entry<K, V> e) {
        if (e != null) delete(e);
        return copy(e);
    }
}
