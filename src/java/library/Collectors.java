package java.util.stream;

/** The usual ways in which elements of streams are collected. */
public final class Collectors {
    private Collectors() { }

    /** A result so far. */
    private static class Held<T> {
        T value;
        boolean isThere;
        int number;
        long count;

        Held(T value) { this.value = value; }
    }

    public static <T, C extends Collection<T>> Collector<T, ?, C> toCollection(Supplier<C> supplier) {
        return new Collector<T, C, C>(supplier, (c, x) -> c.add(x), null);
    }

    public static <T> Collector<T, ?, List<T>> toList() {
        return new Collector<T, List<T>, List<T>>(() -> new ArrayList<>(), (list, x) -> list.add(x), null);
    }

    public static <T> Collector<T, ?, Set<T>> toSet() {
        return new Collector<T, Set<T>, Set<T>>(() -> new HashSet<>(), (set, x) -> set.add(x), null);
    }

    public static <T> Collector<T, ?, List<T>> toUnmodifiableList() {
        return new Collector<T, List<T>, List<T>>(() -> new ArrayList<>(), (list, x) -> list.add(x), list -> List.copyOf(list));
    }

    public static <T> Collector<T, ?, Set<T>> toUnmodifiableSet() {
        return new Collector<T, Set<T>, Set<T>>(() -> new HashSet<>(), (set, x) -> set.add(x), set -> Set.copyOf(set));
    }

    public static Collector<CharSequence, ?, String> joining() { return joining(""); }

    public static Collector<CharSequence, ?, String> joining(CharSequence separator) { return joining(separator, "", ""); }

    public static Collector<CharSequence, ?, String> joining(CharSequence separator, CharSequence prefix, CharSequence suffix) {
        return new Collector<CharSequence, StringJoiner, String>(
            () -> new StringJoiner(separator, prefix, suffix), (joiner, x) -> joiner.add(x), joiner -> joiner.toString());
    }

    public static <T> Collector<T, ?, Long> counting() {
        return new Collector<T, Held<T>, Long>(() -> new Held<>(null), (held, x) -> held.count++, held -> held.count);
    }

    public static <T> Collector<T, ?, Integer> summingInt(ToIntFunction<? super T> function) {
        return new Collector<T, Held<T>, Integer>(
            () -> new Held<>(null), (held, x) -> held.number += function.applyAsInt(x), held -> held.number);
    }

    public static <T> Collector<T, ?, Long> summingLong(ToLongFunction<? super T> function) {
        return new Collector<T, Held<T>, Long>(
            () -> new Held<>(null), (held, x) -> held.count += function.applyAsLong(x), held -> held.count);
    }

    public static <T> Collector<T, ?, Double> averagingInt(ToIntFunction<? super T> function) {
        return new Collector<T, IntSummaryStatistics, Double>(
            () -> new IntSummaryStatistics(), (all, x) -> all.accept(function.applyAsInt(x)), all -> all.getAverage());
    }

    public static <T> Collector<T, ?, IntSummaryStatistics> summarizingInt(ToIntFunction<? super T> function) {
        return new Collector<T, IntSummaryStatistics, IntSummaryStatistics>(
            () -> new IntSummaryStatistics(), (all, x) -> all.accept(function.applyAsInt(x)), null);
    }

    public static <T> Collector<T, ?, T> reducing(T first, BinaryOperator<T> operator) {
        return new Collector<T, Held<T>, T>(
            () -> new Held<>(first), (held, x) -> held.value = operator.apply(held.value, x), held -> held.value);
    }

    public static <T, U> Collector<T, ?, U> reducing(U first, Function<? super T, ? extends U> function, BinaryOperator<U> operator) {
        return new Collector<T, Held<U>, U>(
            () -> new Held<>(first), (held, x) -> held.value = operator.apply(held.value, function.apply(x)), held -> held.value);
    }

    public static <T> Collector<T, ?, Optional<T>> reducing(BinaryOperator<T> operator) {
        return new Collector<T, Held<T>, Optional<T>>(
            () -> new Held<>(null),
            (held, x) -> {
                held.value = held.isThere ? operator.apply(held.value, x) : x;
                held.isThere = true;
            },
            held -> Optional.ofNullable(held.value));
    }

    public static <T> Collector<T, ?, Optional<T>> minBy(Comparator<? super T> order) {
        Stream.given(order);
        return reducing((a, b) -> order.compare(a, b) <= 0 ? a : b);
    }

    public static <T> Collector<T, ?, Optional<T>> maxBy(Comparator<? super T> order) {
        Stream.given(order);
        return reducing((a, b) -> order.compare(a, b) >= 0 ? a : b);
    }

    public static <T, U, A, R> Collector<T, ?, R> mapping(Function<? super T, ? extends U> function, Collector<? super U, A, R> below) {
        return new Collector<T, A, R>(below.supplier, (a, x) -> below.accumulator.accept(a, function.apply(x)), below.finisher);
    }

    public static <T, A, R> Collector<T, ?, R> filtering(Predicate<? super T> test, Collector<? super T, A, R> below) {
        return new Collector<T, A, R>(
            below.supplier,
            (a, x) -> {
                if (test.test(x)) below.accumulator.accept(a, x);
            },
            below.finisher);
    }

    public static <T, U, A, R> Collector<T, ?, R> flatMapping(
            Function<? super T, ? extends Stream<? extends U>> function, Collector<? super U, A, R> below) {
        return new Collector<T, A, R>(
            below.supplier,
            (a, x) -> {
                Stream<U> inner = (Stream<U>) function.apply(x);
                if (inner != null) inner.forEach(u -> below.accumulator.accept(a, u));
            },
            below.finisher);
    }

    public static <T, A, R, S> Collector<T, A, S> collectingAndThen(Collector<T, A, R> below, Function<R, S> function) {
        return new Collector<T, A, S>(below.supplier, below.accumulator, a -> function.apply(below.finish(a)));
    }

    public static <T, K> Collector<T, ?, Map<K, List<T>>> groupingBy(Function<? super T, ? extends K> key) {
        return groupingBy(key, toList());
    }

    public static <T, K, A, D> Collector<T, ?, Map<K, D>> groupingBy(
            Function<? super T, ? extends K> key, Collector<? super T, A, D> below) {
        Supplier<Map<K, D>> maps = () -> new HashMap<>();
        return groupingBy(key, maps, below);
    }

    public static <T, K, D, A, M extends Map<K, D>> Collector<T, ?, M> groupingBy(
            Function<? super T, ? extends K> key, Supplier<M> maps, Collector<? super T, A, D> below) {
        return new Collector<T, Map<K, A>, M>(
            () -> (Map<K, A>) maps.get(),
            (map, x) -> {
                K k = Objects.requireNonNull(key.apply(x), "element cannot be mapped to a null key");
                A a = map.computeIfAbsent(k, o -> below.supplier.get());
                below.accumulator.accept(a, x);
            },
            map -> {
                if (below.finisher != null) map.replaceAll((k, a) -> (A) below.finisher.apply(a));
                return (M) map;
            });
    }

    public static <T> Collector<T, ?, Map<Boolean, List<T>>> partitioningBy(Predicate<? super T> test) {
        return partitioningBy(test, toList());
    }

    public static <T, D, A> Collector<T, ?, Map<Boolean, D>> partitioningBy(Predicate<? super T> test, Collector<? super T, A, D> below) {
        return new Collector<T, ArrayList<A>, Map<Boolean, D>>(
            () -> {
                ArrayList<A> both = new ArrayList<>();
                both.add(below.supplier.get());
                both.add(below.supplier.get());
                return both;
            },
            (both, x) -> below.accumulator.accept(test.test(x) ? both.first.next.value : both.first.value, x),
            both -> new EntryChainFixed<Boolean, D>()
                .with(false, below.finish(both.first.value)).with(true, below.finish(both.first.next.value)));
    }

    public static <T, K, U> Collector<T, ?, Map<K, U>> toMap(
            Function<? super T, ? extends K> key, Function<? super T, ? extends U> value) {
        return new Collector<T, Map<K, U>, Map<K, U>>(
            () -> new HashMap<>(),
            (map, x) -> {
                K k = key.apply(x);
                U u = Objects.requireNonNull(value.apply(x)), old = map.putIfAbsent(k, u);
                if (old != null) {
                    throw new IllegalStateException("Duplicate key " + k + " (attempted merging values " + old + " and " + u + ")");
                }
            },
            null);
    }

    public static <T, K, U> Collector<T, ?, Map<K, U>> toMap(
            Function<? super T, ? extends K> key, Function<? super T, ? extends U> value, BinaryOperator<U> merger) {
        Supplier<Map<K, U>> maps = () -> new HashMap<>();
        return toMap(key, value, merger, maps);
    }

    public static <T, K, U, M extends Map<K, U>> Collector<T, ?, M> toMap(
            Function<? super T, ? extends K> key, Function<? super T, ? extends U> value, BinaryOperator<U> merger, Supplier<M> maps) {
        return new Collector<T, M, M>(maps, (map, x) -> map.merge(key.apply(x), value.apply(x), merger), null);
    }
}
