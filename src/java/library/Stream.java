package java.util.stream;

/** Elements that are asked for one by one, and only as far as they are wanted. */
public class Stream<T> implements AutoCloseable {
    private final Streams.Flow<T> flow;
    /** Whether the elements are in their natural order (1), and whether they differ (2). */
    private final int traits;
    private boolean isUsed;

    Stream(Streams.Flow<T> flow, int traits) {
        this.flow = flow;
        this.traits = traits;
    }

    /** A stream is used once. */
    Streams.Flow<T> open() {
        if (isUsed) throw new IllegalStateException();
        isUsed = true;
        // A stream of the input is like those that are made.
        Hash.present(flow);
        return flow;
    }

    private Streams.Flow<T> openPart() {
        Streams.Flow<T> from = open();
        from.mayStop();
        return from;
    }

    static <X> X given(X o) {
        if (o == null) throw new NullPointerException();
        return o;
    }

    // Those with few arguments are here because elements of arrays are not followed.
    public static <T> Stream<T> of(T a) { return through(new CellListFixed<T>().with(a)); }
    public static <T> Stream<T> of(T a, T b) { return through(new CellListFixed<T>().with(a).with(b)); }
    public static <T> Stream<T> of(T a, T b, T c) { return through(new CellListFixed<T>().with(a).with(b).with(c)); }
    public static <T> Stream<T> of(T a, T b, T c, T d) { return through(new CellListFixed<T>().with(a).with(b).with(c).with(d)); }

    public static <T> Stream<T> of(T a, T b, T c, T d, T e) {
        return through(new CellListFixed<T>().with(a).with(b).with(c).with(d).with(e));
    }

    public static <T> Stream<T> of(T... all) { return Streams.stream(all); }

    private static <T> Stream<T> through(CellListFixed<T> all) { return new Stream<T>(new Streams.OfCollection<T>(all), 0); }

    public static <T> Stream<T> ofNullable(T o) { return o == null ? empty() : through(new CellListFixed<T>().with(o)); }

    public static <T> Stream<T> empty() { return through(new CellListFixed<T>()); }

    public static <T> Stream<T> generate(Supplier<? extends T> supplier) {
        given(supplier);
        return new Stream<T>(new Streams.Flow<T>(null, false) {
            boolean advance() {
                value = supplier.get();
                return true;
            }
        }, 0);
    }

    public static <T> Stream<T> iterate(T first, UnaryOperator<T> step) {
        given(step);
        return iterate(first, o -> true, step);
    }

    public static <T> Stream<T> iterate(T first, Predicate<? super T> goesOn, UnaryOperator<T> step) {
        given(goesOn);
        given(step);
        return new Stream<T>(new Streams.Flow<T>(null, false) {
            boolean hasBegun, isOver;

            boolean advance() {
                if (isOver) return false;
                value = hasBegun ? step.apply(value) : first;
                hasBegun = true;
                isOver = !goesOn.test(value);
                return !isOver;
            }
        }, 0);
    }

    public static <T> Stream<T> concat(Stream<? extends T> a, Stream<? extends T> b) {
        given(a);
        given(b);
        Streams.Flow<T> one = (Streams.Flow<T>) a.open(), other = (Streams.Flow<T>) b.open();
        return new Stream<T>(new Streams.Flow<T>(null, false) {
            boolean isSecond;

            boolean advance() {
                if (mayStop && (one.isFlat() || other.isFlat())) Hash.interfere();
                if (!isSecond) {
                    if (one.advance()) {
                        value = one.value;
                        return true;
                    }
                    isSecond = true;
                }
                if (!other.advance()) return false;
                value = other.value;
                return true;
            }

            void end() {
                one.end();
                other.end();
            }

            long size() {
                long first = one.size(), second = other.size();
                return first < 0 || second < 0 ? -1 : first + second;
            }
        }, 0);
    }

    public Stream<T> filter(Predicate<? super T> test) {
        given(test);
        Streams.Flow<T> before = open();
        return new Stream<T>(new Streams.Flow<T>(before, false) {
            boolean advance() {
                while (before.advance()) {
                    if (test.test(before.value)) {
                        value = before.value;
                        return true;
                    }
                }
                return false;
            }
        }, traits);
    }

    public <R> Stream<R> map(Function<? super T, ? extends R> function) {
        given(function);
        Streams.Flow<T> before = open();
        return new Stream<R>(new Streams.Flow<R>(before, true) {
            boolean advance() {
                if (!before.advance()) return false;
                value = function.apply(before.value);
                return true;
            }
        }, 0);
    }

    public IntStream mapToInt(ToIntFunction<? super T> function) {
        given(function);
        Streams.Flow<T> before = open();
        return new IntStream(new Streams.IntFlow(before, true) {
            boolean advance() {
                if (!before.advance()) return false;
                value = function.applyAsInt(before.value);
                return true;
            }
        }, 0);
    }

    public <R> Stream<R> flatMap(Function<? super T, ? extends Stream<? extends R>> function) {
        given(function);
        Streams.Flow<T> before = open();
        return new Stream<R>(new Streams.Flow<R>(before, false) {
            Streams.Flow<R> inner;

            boolean advance() {
                while (true) {
                    if (inner != null && inner.advance()) {
                        value = inner.value;
                        return true;
                    }
                    inner = null;
                    if (!before.advance()) return false;
                    Stream<R> next = (Stream<R>) function.apply(before.value);
                    if (next != null) {
                        inner = next.open();
                        if (mayStop && inner.isFlat()) Hash.interfere();
                    }
                }
            }

            void end() {
                if (inner != null) inner.end();
                before.end();
            }

            boolean isFlat() { return true; }
        }, 0);
    }

    public Stream<T> distinct() {
        Streams.Flow<T> before = open();
        boolean differ = traits >= 2, areSorted = traits == 1;
        return new Stream<T>(new Streams.Flow<T>(before, false) {
            HashSet<T> seen;

            boolean advance() {
                boolean isFirst = seen == null;
                if (isFirst) seen = new HashSet<>();
                while (before.advance()) {
                    T next = before.value;
                    if (differ || (areSorted ? isFirst || !next.equals(value) : seen.add(next))) {
                        value = next;
                        return true;
                    }
                }
                return false;
            }
        }, traits % 2 + 2);
    }

    public Stream<T> sorted() {
        if (traits % 2 == 1) return new Stream<T>(open(), traits);
        return sorted(null, traits + 1);
    }

    public Stream<T> sorted(Comparator<? super T> order) { return sorted(given(order), traits / 2 * 2); }

    private Stream<T> sorted(Comparator<? super T> order, int traits) {
        Streams.Flow<T> before = open();
        return new Stream<T>(new Streams.Flow<T>(before, true) {
            Iterator<T> all;

            boolean advance() {
                end();
                if (!all.hasNext()) return false;
                value = all.next();
                return true;
            }

            // It asks for all elements, even if nobody asks it for one.
            void end() {
                if (all != null) return;
                ArrayList<T> sorted = new ArrayList<>();
                while (before.advance()) sorted.add(before.value);
                before.end();
                sorted.sort(order);
                all = sorted.iterator();
            }

            boolean isFlat() { return true; }
        }, traits);
    }

    public Stream<T> peek(Consumer<? super T> action) {
        given(action);
        Streams.Flow<T> before = open();
        return new Stream<T>(new Streams.Flow<T>(before, true) {
            boolean advance() {
                if (!before.advance()) return false;
                value = before.value;
                action.accept(value);
                return true;
            }
        }, traits);
    }

    public Stream<T> limit(long most) {
        if (most < 0) throw new IllegalArgumentException();
        Streams.Flow<T> before = openPart();
        return new Stream<T>(new Streams.Flow<T>(before, false) {
            long left = most;

            boolean advance() {
                if (left == 0 || !before.advance()) return false;
                left--;
                value = before.value;
                return true;
            }

            long size() { return Math.min(before.size(), most); }
        }, traits);
    }

    public Stream<T> skip(long count) {
        if (count < 0) throw new IllegalArgumentException();
        if (count == 0) return this;
        Streams.Flow<T> before = open();
        return new Stream<T>(new Streams.Flow<T>(before, false) {
            long left = count;

            boolean advance() {
                while (before.advance()) {
                    if (left == 0) {
                        value = before.value;
                        return true;
                    }
                    left--;
                }
                return false;
            }

            long size() {
                long size = before.size();
                return size < 0 ? size : Math.max(size - count, 0);
            }
        }, traits);
    }

    public Stream<T> takeWhile(Predicate<? super T> test) {
        given(test);
        Streams.Flow<T> before = openPart();
        return new Stream<T>(new Streams.Flow<T>(before, false) {
            boolean isOver;

            boolean advance() {
                if (isOver || !before.advance()) return false;
                value = before.value;
                isOver = !test.test(value);
                return !isOver;
            }
        }, traits);
    }

    public Stream<T> dropWhile(Predicate<? super T> test) {
        given(test);
        Streams.Flow<T> before = open();
        return new Stream<T>(new Streams.Flow<T>(before, false) {
            boolean hasBegun;

            boolean advance() {
                while (before.advance()) {
                    value = before.value;
                    hasBegun = hasBegun || !test.test(value);
                    if (hasBegun) return true;
                }
                return false;
            }
        }, traits);
    }

    public Stream<T> sequential() { return this; }

    public Stream<T> unordered() { return this; }

    public boolean isParallel() { return false; }

    public void close() { isUsed = true; }

    public Iterator<T> iterator() { return new Streams.Elements<T>(open()); }

    public void forEach(Consumer<? super T> action) {
        given(action);
        Streams.Flow<T> all = open();
        while (all.advance()) action.accept(all.value);
        all.end();
    }

    public void forEachOrdered(Consumer<? super T> action) { forEach(action); }

    public long count() {
        Streams.Flow<T> all = open();
        long count = all.size();
        // Whether the elements are asked for then is not specified; the JDK does not.
        if (count >= 0 && (Hash.isExecuted() || new Random().nextBoolean())) return count;
        count = 0;
        while (all.advance()) count++;
        all.end();
        return count;
    }

    public T reduce(T first, BinaryOperator<T> operator) {
        given(operator);
        Streams.Flow<T> all = open();
        T result = first;
        while (all.advance()) result = operator.apply(result, all.value);
        all.end();
        return result;
    }

    public Optional<T> reduce(BinaryOperator<T> operator) {
        given(operator);
        Streams.Flow<T> all = open();
        if (!all.advance()) {
            all.end();
            return Optional.empty();
        }
        T result = all.value;
        while (all.advance()) result = operator.apply(result, all.value);
        all.end();
        return Optional.of(result);
    }

    public <U> U reduce(U first, BiFunction<U, ? super T, U> operator, BinaryOperator<U> combiner) {
        given(operator);
        given(combiner);
        Streams.Flow<T> all = open();
        U result = first;
        while (all.advance()) result = operator.apply(result, all.value);
        all.end();
        return result;
    }

    public Optional<T> min(Comparator<? super T> order) {
        given(order);
        return reduce((a, b) -> order.compare(a, b) <= 0 ? a : b);
    }

    public Optional<T> max(Comparator<? super T> order) {
        given(order);
        return reduce((a, b) -> order.compare(a, b) >= 0 ? a : b);
    }

    public boolean anyMatch(Predicate<? super T> test) { return matches(given(test), true); }

    public boolean allMatch(Predicate<? super T> test) { return !matches(given(test), false); }

    public boolean noneMatch(Predicate<? super T> test) { return !matches(given(test), true); }

    private boolean matches(Predicate<? super T> test, boolean wanted) {
        Streams.Flow<T> all = openPart();
        boolean isFound = false;
        while (!isFound && all.advance()) isFound = test.test(all.value) == wanted;
        all.end();
        return isFound;
    }

    public Optional<T> findFirst() {
        Streams.Flow<T> all = openPart();
        boolean isFound = all.advance();
        all.end();
        return isFound ? Optional.of(all.value) : Optional.empty();
    }

    public Optional<T> findAny() { return findFirst(); }

    public <R> R collect(Supplier<R> supplier, BiConsumer<R, ? super T> accumulator, BiConsumer<R, R> combiner) {
        given(supplier);
        given(accumulator);
        given(combiner);
        Streams.Flow<T> all = open();
        R result = supplier.get();
        while (all.advance()) accumulator.accept(result, all.value);
        all.end();
        return result;
    }

    public <R, A> R collect(Collector<? super T, A, R> collector) {
        Streams.Flow<T> all = open();
        A container = collector.supplier.get();
        while (all.advance()) collector.accumulator.accept(container, all.value);
        all.end();
        return collector.finish(container);
    }

    public List<T> toList() {
        Streams.Flow<T> all = open();
        CellListOfAny<T> list = new CellListOfAny<>();
        while (all.advance()) list.with(all.value);
        all.end();
        return list;
    }

    private ArrayList<T> listed() {
        Streams.Flow<T> all = open();
        ArrayList<T> list = new ArrayList<>();
        while (all.advance()) list.add(all.value);
        all.end();
        return list;
    }

    public Object[] toArray() { return listed().toArray(); }

    public <A> A[] toArray(IntFunction<A[]> generator) {
        ArrayList<T> list = listed();
        A[] all = generator.apply(list.size());
        int count = 0;
        for (T o : list) all[count++] = (A) o;
        return all;
    }
}
