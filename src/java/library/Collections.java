package java.util;

/** Functions on collections. */
public class Collections {
    private Collections() { }

    public static <T extends Comparable<? super T>> void sort(List<T> list) { list.sort(null); }

    public static <T> void sort(List<T> list, Comparator<? super T> order) { list.sort(order); }

    public static <T> int binarySearch(List<? extends Comparable<? super T>> list, T key) { return search(list, key, null); }

    public static <T> int binarySearch(List<? extends T> list, T key, Comparator<? super T> order) {
        return search(list, key, order);
    }

    private static int search(List<?> list, Object key, Comparator<?> order) {
        ArrayList<Object> copy = new ArrayList<>(list);
        int low = 0, high = copy.size - 1;
        while (low <= high) {
            int middle = (low + high) >>> 1;
            CellList.Cell<Object> c = copy.at(middle);
            if (c == null) break;
            int sign = CellList.compare(order, c.value, key);
            if (sign == 0) return middle;
            if (sign < 0) low = middle + 1; else high = middle - 1;
        }
        return -low - 1;
    }

    public static void reverse(List<?> list) {
        ArrayList<Object> reversed = new ArrayList<>();
        for (Object o : list) reversed.insert(null, o);
        reversed.assign(list);
    }

    public static void rotate(List<?> list, int distance) {
        ArrayList<Object> copy = new ArrayList<>(list);
        int size = copy.size;
        if (size == 0 || copy.first == null || distance % size == 0) return;
        for (int i = (distance % size + size) % size; i > 0; i--) copy.insert(null, copy.cutLast());
        copy.assign(list);
    }

    public static void shuffle(List<?> list) { shuffle(list, new Random()); }

    public static void shuffle(List<?> list, Random random) {
        ArrayList<Object> copy = new ArrayList<>(list);
        for (int i = copy.size; i > 1; i--) {
            CellList.Cell<Object> c = copy.at(i - 1), other = copy.at(random.nextInt(i));
            if (c == null || other == null) break;
            Object value = other.value;
            other.value = c.value;
            c.value = value;
        }
        copy.assign(list);
    }

    public static void swap(List<?> list, int i, int j) {
        List<Object> all = (List<Object>) list;
        all.set(i, all.set(j, all.get(i)));
    }

    public static <T> void fill(List<? super T> list, T value) {
        for (ListIterator<? super T> i = list.listIterator(); i.hasNext(); ) {
            i.next();
            i.set(value);
        }
    }

    public static <T> void copy(List<? super T> target, List<? extends T> source) {
        if (source.size() > target.size()) throw new IndexOutOfBoundsException();
        ListIterator<? super T> i = target.listIterator();
        for (T value : source) {
            i.next();
            i.set(value);
        }
    }

    public static <T> boolean replaceAll(List<T> list, T old, T value) {
        boolean changed = false;
        for (ListIterator<T> i = list.listIterator(); i.hasNext(); ) {
            if (Hash.same(old, i.next())) {
                i.set(value);
                changed = true;
            }
        }
        return changed;
    }

    public static <T extends Object & Comparable<? super T>> T min(Collection<? extends T> c) { return extreme(c, null, -1); }

    public static <T> T min(Collection<? extends T> c, Comparator<? super T> order) { return extreme(c, order, -1); }

    public static <T extends Object & Comparable<? super T>> T max(Collection<? extends T> c) { return extreme(c, null, 1); }

    public static <T> T max(Collection<? extends T> c, Comparator<? super T> order) { return extreme(c, order, 1); }

    private static <T> T extreme(Collection<? extends T> c, Comparator<? super T> order, int sign) {
        Iterator<? extends T> i = c.iterator();
        T found = i.next();
        while (i.hasNext()) {
            T next = i.next();
            int compared = CellList.compare(order, next, found);
            if (sign < 0 ? compared < 0 : compared > 0) found = next;
        }
        return found;
    }

    public static <T> boolean addAll(Collection<? super T> c, T... elements) {
        boolean changed = false;
        for (T element : elements) changed |= c.add(element);
        return changed;
    }

    public static int frequency(Collection<?> c, Object o) {
        int count = 0;
        for (Object element : c) if (Hash.same(o, element)) count++;
        return count;
    }

    public static boolean disjoint(Collection<?> a, Collection<?> b) {
        if (a instanceof Set || !(b instanceof Set) && a.size() > b.size()) {
            Collection<?> c = a;
            a = b;
            b = c;
        }
        for (Object o : a) if (b.contains(o)) return false;
        return true;
    }

    public static <T> List<T> nCopies(int n, T value) {
        if (n < 0) throw new IllegalArgumentException();
        CellListFixed<T> list = new CellListFixed<>();
        for (int i = 0; i < n; i++) list.with(value);
        return list;
    }

    public static <T> Comparator<T> reverseOrder() { return (a, b) -> CellList.compare(null, b, a); }

    public static <T> Comparator<T> reverseOrder(Comparator<T> order) {
        return order == null ? reverseOrder() : order.reversed();
    }

    public static <T> Iterator<T> emptyIterator() { return new CellListFixed<T>().iterator(); }

    public static <T> List<T> emptyList() { return new CellListFixed<>(); }

    public static <T> Set<T> emptySet() { return new CellSetFixed<>(); }

    public static <K, V> Map<K, V> emptyMap() { return new EntryChainFixed<>(); }

    public static <T> List<T> singletonList(T value) { return new CellListFixed<T>().with(value); }

    public static <T> Set<T> singleton(T value) { return new CellSetFixed<T>().with(value); }

    public static <K, V> Map<K, V> singletonMap(K key, V value) { return new EntryChainFixed<K, V>().with(key, value); }

    public static <T> Collection<T> unmodifiableCollection(Collection<? extends T> c) { return new View<>(c); }

    public static <T> List<T> unmodifiableList(List<? extends T> list) { return new ListView<>(list); }

    public static <T> Set<T> unmodifiableSet(Set<? extends T> set) { return new SetView<>(set); }

    public static <K, V> Map<K, V> unmodifiableMap(Map<? extends K, ? extends V> map) { return new MapView<>(map); }

    public static <T> Collection<T> synchronizedCollection(Collection<T> c) { return given(c); }

    public static <T> List<T> synchronizedList(List<T> list) { return given(list); }

    public static <T> Set<T> synchronizedSet(Set<T> set) { return given(set); }

    public static <K, V> Map<K, V> synchronizedMap(Map<K, V> map) { return given(map); }

    private static <T> T given(T o) {
        if (o == null) throw new NullPointerException();
        return o;
    }

    /** A collection that cannot be modified here. */
    static class View<E> extends AbstractCollection<E> {
        final Collection<? extends E> all;

        View(Collection<? extends E> all) { this.all = given(all); }

        public int size() { return all.size(); }

        public boolean isEmpty() { return all.isEmpty(); }

        public boolean contains(Object o) { return all.contains(o); }

        public boolean containsAll(Collection<?> c) { return all.containsAll(c); }

        public Iterator<E> iterator() { return new Walk<>(all.iterator()); }

        public void forEach(Consumer<? super E> action) { all.forEach(action); }

        public String toString() { return all.toString(); }

        public boolean remove(Object o) { throw new UnsupportedOperationException(); }

        public boolean addAll(Collection<? extends E> c) { throw new UnsupportedOperationException(); }

        public boolean removeAll(Collection<?> c) { throw new UnsupportedOperationException(); }

        public boolean retainAll(Collection<?> c) { throw new UnsupportedOperationException(); }

        public boolean removeIf(Predicate<? super E> filter) { throw new UnsupportedOperationException(); }

        public void clear() { throw new UnsupportedOperationException(); }
    }

    static class Walk<E> implements Iterator<E> {
        final Iterator<? extends E> i;

        Walk(Iterator<? extends E> i) { this.i = i; }

        public boolean hasNext() { return i.hasNext(); }

        public E next() { return i.next(); }
    }

    static class SetView<E> extends View<E> implements Set<E> {
        SetView(Set<? extends E> all) { super(all); }

        public boolean equals(Object o) { return o == this || all.equals(o); }

        public int hashCode() { return all.hashCode(); }
    }

    static class ListView<E> extends View<E> implements List<E> {
        final List<? extends E> list;

        ListView(List<? extends E> list) {
            super(list);
            this.list = list;
        }

        public E get(int index) { return list.get(index); }

        public int indexOf(Object o) { return list.indexOf(o); }

        public int lastIndexOf(Object o) { return list.lastIndexOf(o); }

        public ListIterator<E> listIterator() { return listIterator(0); }

        public ListIterator<E> listIterator(int index) { return new ListWalk<>(list.listIterator(index)); }

        public E set(int index, E e) { throw new UnsupportedOperationException(); }

        public void add(int index, E e) { throw new UnsupportedOperationException(); }

        public E remove(int index) { throw new UnsupportedOperationException(); }

        public boolean addAll(int index, Collection<? extends E> c) { throw new UnsupportedOperationException(); }

        public void replaceAll(UnaryOperator<E> operator) { throw new UnsupportedOperationException(); }

        public void sort(Comparator<? super E> order) { throw new UnsupportedOperationException(); }

        public boolean equals(Object o) { return o == this || list.equals(o); }

        public int hashCode() { return list.hashCode(); }
    }

    static class ListWalk<E> implements ListIterator<E> {
        final ListIterator<? extends E> i;

        ListWalk(ListIterator<? extends E> i) { this.i = i; }

        public boolean hasNext() { return i.hasNext(); }

        public E next() { return i.next(); }

        public boolean hasPrevious() { return i.hasPrevious(); }

        public E previous() { return i.previous(); }

        public int nextIndex() { return i.nextIndex(); }

        public int previousIndex() { return i.previousIndex(); }

        public void remove() { throw new UnsupportedOperationException(); }

        public void set(E e) { throw new UnsupportedOperationException(); }

        public void add(E e) { throw new UnsupportedOperationException(); }
    }

    static class MapView<K, V> implements Map<K, V> {
        final Map<? extends K, ? extends V> map;

        MapView(Map<? extends K, ? extends V> map) { this.map = given(map); }

        public int size() { return map.size(); }

        public boolean isEmpty() { return map.isEmpty(); }

        public boolean containsKey(Object key) { return map.containsKey(key); }

        public boolean containsValue(Object value) { return map.containsValue(value); }

        public V get(Object key) { return map.get(key); }

        public V getOrDefault(Object key, V fallback) { return ((Map<K, V>) map).getOrDefault(key, fallback); }

        public void forEach(BiConsumer<? super K, ? super V> action) { map.forEach(action); }

        public Set<K> keySet() { return new SetView<>(map.keySet()); }

        public Collection<V> values() { return new View<>(map.values()); }

        public Set<Map.Entry<K, V>> entrySet() { return new EntryView<>(((Map<K, V>) map).entrySet()); }

        public boolean equals(Object o) { return o == this || map.equals(o); }

        public int hashCode() { return map.hashCode(); }

        public String toString() { return map.toString(); }

        public V put(K key, V value) { throw new UnsupportedOperationException(); }

        public V remove(Object key) { throw new UnsupportedOperationException(); }

        public void putAll(Map<? extends K, ? extends V> map) { throw new UnsupportedOperationException(); }

        public void clear() { throw new UnsupportedOperationException(); }

        public void replaceAll(BiFunction<? super K, ? super V, ? extends V> f) { throw new UnsupportedOperationException(); }

        public V putIfAbsent(K key, V value) { throw new UnsupportedOperationException(); }

        public boolean remove(Object key, Object value) { throw new UnsupportedOperationException(); }

        public boolean replace(K key, V old, V value) { throw new UnsupportedOperationException(); }

        public V replace(K key, V value) { throw new UnsupportedOperationException(); }

        public V computeIfAbsent(K key, Function<? super K, ? extends V> f) { throw new UnsupportedOperationException(); }

        public V computeIfPresent(K key, BiFunction<? super K, ? super V, ? extends V> f) {
            throw new UnsupportedOperationException();
        }

        public V compute(K key, BiFunction<? super K, ? super V, ? extends V> f) { throw new UnsupportedOperationException(); }

        public V merge(K key, V value, BiFunction<? super V, ? super V, ? extends V> f) {
            throw new UnsupportedOperationException();
        }
    }

    static class EntryView<K, V> extends SetView<Map.Entry<K, V>> {
        EntryView(Set<Map.Entry<K, V>> all) { super(all); }

        public Iterator<Map.Entry<K, V>> iterator() { return new EntryWalk<>(all.iterator()); }

        public void forEach(Consumer<? super Map.Entry<K, V>> action) {
            if (action == null) throw new NullPointerException();
            for (Map.Entry<K, V> e : this) action.accept(e);
        }
    }

    static class EntryWalk<K, V> extends Walk<Map.Entry<K, V>> {
        EntryWalk(Iterator<? extends Map.Entry<K, V>> i) { super(i); }

        public Map.Entry<K, V> next() {
            Map.Entry<K, V> e = super.next();
            return new EntryChain.Pair<>(e.getKey(), e.getValue());
        }
    }
}
