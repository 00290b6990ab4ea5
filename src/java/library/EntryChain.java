package java.util;

/** A chain of entries, and what all maps have in common that are one. */
abstract class EntryChain<K, V> implements Map<K, V> {
    Entry<K, V> first;
    int size;
    /** What iterators have seen: null after a modification, until one begins. */
    Version version;

    /** A key and a value that do not change. */
    static class Pair<K, V> implements Map.Entry<K, V> {
        K key;
        V value;

        Pair(K key, V value) {
            this.key = key;
            this.value = value;
        }

        public K getKey() { return key; }

        public V getValue() { return value; }

        public V setValue(V value) { throw new UnsupportedOperationException(); }

        public boolean equals(Object o) {
            if (!(o instanceof Map.Entry)) return false;
            Map.Entry<?, ?> other = (Map.Entry<?, ?>) o;
            return Hash.same(key, other.getKey()) && Hash.same(value, other.getValue());
        }

        public int hashCode() { return Hash.of(key) ^ Hash.of(value); }

        public String toString() { return key + "=" + value; }
    }

    static class Entry<K, V> extends Pair<K, V> {
        /** The hash of the key when it came into the map. */
        int hash;
        Entry<K, V> next;

        Entry(K key, V value) { super(key, value); }

        public V setValue(V value) {
            V old = this.value;
            this.value = value;
            return old;
        }
    }

    static class Version { }

    /** What an iterator that begins has seen; never null. */
    Version seen() {
        Version seen = version;
        if (seen == null) {
            // Proofs forget a version to which nothing but its collection refers.
            seen = new Version();
            version = seen;
        }
        return seen;
    }

    /** The entry of a key, or null. */
    abstract Entry<K, V> find(Object key);

    abstract V store(K key, V value);

    /** The entry of a key that may be new. */
    Entry<K, V> place(Object key) { return find(key); }

    private void storeComputed(K key, Entry<K, V> e, V value) {
        if (e == null) storeComputed(key, value); else store(key, value);
    }

    /** Stores a computed value of a key that has no entry. */
    void storeComputed(K key, V value) { store(key, value); }

    void accessed(Entry<K, V> e) { }

    /** Puts the entries into the order in which users see them. */
    void arrange() { }

    /** What users see of an entry. */
    Map.Entry<K, V> shown(Entry<K, V> e) { return e; }

    public int size() { return size; }

    public boolean isEmpty() { return first == null; }

    public boolean containsKey(Object key) { return find(key) != null; }

    public boolean containsValue(Object value) {
        arrange();
        for (Entry<K, V> e = first; e != null; e = e.next) {
            if (value == null ? e.value == null : value.equals(e.value)) return true;
        }
        return false;
    }

    public V get(Object key) {
        Entry<K, V> e = find(key);
        return e == null ? null : e.value;
    }

    public V getOrDefault(Object key, V fallback) {
        Entry<K, V> e = find(key);
        return e == null ? fallback : e.value;
    }

    public V put(K key, V value) { return store(key, value); }

    public void putAll(Map<? extends K, ? extends V> map) { storeAll(map); }

    void storeAll(Map<? extends K, ? extends V> map) {
        for (Map.Entry<? extends K, ? extends V> e : map.entrySet()) store(e.getKey(), e.getValue());
    }

    public V remove(Object key) {
        Entry<K, V> e = find(key);
        if (e == null) return null;
        delete(e);
        return e.value;
    }

    public void clear() {
        first = null;
        size = 0;
        version = null;
    }

    public boolean remove(Object key, Object value) {
        Entry<K, V> e = find(key);
        if (e == null || !Hash.same(value, e.value)) return false;
        delete(e);
        return true;
    }

    public boolean replace(K key, V old, V value) {
        Entry<K, V> e = find(key);
        if (e == null || !Hash.same(e.value, old)) return false;
        e.value = value;
        accessed(e);
        return true;
    }

    public V computeIfAbsent(K key, Function<? super K, ? extends V> function) {
        if (function == null) throw new NullPointerException();
        Entry<K, V> e = place(key);
        if (e != null && e.value != null) {
            accessed(e);
            return e.value;
        }
        Version expected = seen();
        V value = function.apply(key);
        check(expected);
        if (value != null) storeComputed(key, e, value);
        return value;
    }

    public V computeIfPresent(K key, BiFunction<? super K, ? super V, ? extends V> function) {
        if (function == null) throw new NullPointerException();
        Entry<K, V> e = find(key);
        if (e == null || e.value == null) return null;
        Version expected = seen();
        return update(key, e, function.apply(key, e.value), expected);
    }

    public V compute(K key, BiFunction<? super K, ? super V, ? extends V> function) {
        if (function == null) throw new NullPointerException();
        Entry<K, V> e = place(key);
        Version expected = seen();
        return update(key, e, function.apply(key, e == null ? null : e.value), expected);
    }

    public V merge(K key, V value, BiFunction<? super V, ? super V, ? extends V> function) {
        if (function == null || value == null) throw new NullPointerException();
        Entry<K, V> e = place(key);
        Version expected = seen();
        return update(key, e, e == null || e.value == null ? value : function.apply(e.value, value), expected);
    }

    /** Stores what a function has made of an entry, or removes the entry. */
    private V update(K key, Entry<K, V> e, V value, Version expected) {
        check(expected);
        if (value != null) storeComputed(key, e, value); else if (e != null) delete(e);
        return value;
    }

    public void forEach(BiConsumer<? super K, ? super V> action) {
        if (action == null) throw new NullPointerException();
        arrange();
        Version expected = seen();
        for (Entry<K, V> e = first; e != null; e = e.next) {
            if (isTree()) check(expected);
            action.accept(e.key, e.value);
        }
        check(expected);
    }

    public void replaceAll(BiFunction<? super K, ? super V, ? extends V> function) {
        if (function == null) throw new NullPointerException();
        arrange();
        Version expected = seen();
        for (Entry<K, V> e = first; e != null; e = e.next) {
            if (isTree()) check(expected);
            e.value = function.apply(e.key, e.value);
        }
        check(expected);
    }

    public Set<K> keySet() { return new Keys<>(this); }

    public Collection<V> values() { return new Values<>(this); }

    public Set<Map.Entry<K, V>> entrySet() { return new Entries<>(this); }

    public boolean equals(Object o) {
        if (o == this) return true;
        arrange();
        if (!(o instanceof Map) || ((Map<?, ?>) o).size() != size) return false;
        try {
            for (Entry<K, V> e = first; e != null; e = e.next) {
                Object value = ((Map<?, ?>) o).get(e.key);
                if (e.value != null ? !e.value.equals(value) : value != null || !((Map<?, ?>) o).containsKey(e.key)) {
                    return false;
                }
            }
            return true;
        } catch (ClassCastException | NullPointerException e) {
            return false;
        }
    }

    public int hashCode() {
        arrange();
        int hash = 0;
        for (Entry<K, V> e = first; e != null; e = e.next) hash += e.hashCode();
        return hash;
    }

    public String toString() {
        arrange();
        String text = "{", separator = "";
        for (Entry<K, V> e = first; e != null; e = e.next) {
            text += separator + (e.key == this ? "(this Map)" : e.key) + "=";
            text += e.value == this ? "(this Map)" : e.value;
            separator = ", ";
        }
        return text + "}";
    }

    /** Whether iterators look for the end before they look for modifications. */
    boolean isTree() { return false; }

    /** Adds an entry behind another one, or as the first one. */
    void insert(Entry<K, V> before, Entry<K, V> e) {
        e.next = before == null ? first : before.next;
        if (before == null) first = e; else before.next = e;
        size++;
        version = null;
    }

    /** Removes an entry, if it is still there. */
    void delete(Entry<K, V> entry) {
        Entry<K, V> before = null;
        for (Entry<K, V> e = first; e != null; e = e.next) {
            if (e == entry) {
                if (before == null) first = e.next; else before.next = e.next;
                size--;
                version = null;
                return;
            }
            before = e;
        }
    }

    Entry<K, V> last() {
        Entry<K, V> last = null;
        for (Entry<K, V> e = first; e != null; e = e.next) last = e;
        return last;
    }

    void check(Version expected) {
        if (version != expected) throw new ConcurrentModificationException();
    }

    <T> Iterator<T> walk(View<K, V, T> view) { return new Walk<>(view); }

    abstract static class View<K, V, T> extends AbstractCollection<T> {
        final EntryChain<K, V> map;

        View(EntryChain<K, V> map) { this.map = map; }

        abstract T of(Entry<K, V> e);

        Object observed() { return map.seen(); }

        public int size() { return map.size; }

        public boolean isEmpty() { return map.first == null; }

        public void clear() { map.clear(); }

        public Iterator<T> iterator() { return map.walk(this); }

        public void forEach(Consumer<? super T> action) {
            if (action == null) throw new NullPointerException();
            if (map.isTree()) {
                for (T t : this) action.accept(t);
                return;
            }
            map.arrange();
            Version expected = map.seen();
            for (Entry<K, V> e = map.first; e != null; e = e.next) action.accept(of(e));
            map.check(expected);
        }
    }

    static class Values<K, V> extends View<K, V, V> {
        Values(EntryChain<K, V> map) { super(map); }

        V of(Entry<K, V> e) { return e.value; }

        public boolean contains(Object o) { return map.containsValue(o); }
    }

    abstract static class SetView<K, V, T> extends View<K, V, T> implements Set<T> {
        SetView(EntryChain<K, V> map) { super(map); }

        public boolean removeAll(Collection<?> c) { return AbstractSet.removeAll(this, c); }

        public boolean equals(Object o) { return AbstractSet.same(this, o); }

        public int hashCode() { return AbstractSet.hash(this); }
    }

    static class Keys<K, V> extends SetView<K, V, K> {
        Keys(EntryChain<K, V> map) { super(map); }

        K of(Entry<K, V> e) { return e.key; }

        public boolean contains(Object o) { return map.find(o) != null; }

        public boolean remove(Object o) {
            Entry<K, V> e = map.find(o);
            if (e == null) return false;
            map.delete(e);
            return true;
        }
    }

    static class Entries<K, V> extends SetView<K, V, Map.Entry<K, V>> {
        Entries(EntryChain<K, V> map) { super(map); }

        Map.Entry<K, V> of(Entry<K, V> e) { return map.shown(e); }

        public boolean contains(Object o) { return find(o) != null; }

        public boolean remove(Object o) {
            Entry<K, V> e = find(o);
            if (e == null) return false;
            map.delete(e);
            return true;
        }

        private Entry<K, V> find(Object o) {
            if (!(o instanceof Map.Entry)) return null;
            Map.Entry<?, ?> other = (Map.Entry<?, ?>) o;
            Entry<K, V> e = map.find(other.getKey());
            return e != null && Hash.same(e.value, other.getValue()) ? e : null;
        }
    }

    static class Walk<K, V, T> implements Iterator<T> {
        final View<K, V, T> view;
        Entry<K, V> next, last;
        Version expected;

        Walk(View<K, V, T> view) {
            this.view = view;
            view.map.arrange();
            next = view.map.first;
            expected = view.map.seen();
        }

        public boolean hasNext() { return next != null; }

        public T next() {
            Entry<K, V> e = next;
            if (e == null && view.map.isTree()) throw new NoSuchElementException();
            view.map.check(expected);
            if (e == null) throw new NoSuchElementException();
            last = e;
            next = e.next;
            return view.of(e);
        }

        public void remove() {
            if (last == null) throw new IllegalStateException();
            view.map.check(expected);
            view.map.delete(last);
            last = null;
            expected = view.map.seen();
        }
    }
}
