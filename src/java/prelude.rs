//! The interfaces of Java's library that programs implement and call, written in Java.

/// The name and source text of an interface of the library.
pub(crate) fn interface_source(name: &str) -> Option<(&'static str, &'static str)> {
    INTERFACES.iter().find(|(known, _)| *known == name).copied()
}

/// The interface whose objects may also be strings and boxes.
pub(crate) const COMPARABLE: &str = "Comparable";

const INTERFACES: &[(&str, &str)] = &[
    ("AutoCloseable", "interface AutoCloseable { void close(); }"),
    ("BiConsumer", "interface BiConsumer<T, U> { void accept(T t, U u);
        default BiConsumer<T, U> andThen(BiConsumer<? super T, ? super U> after) {
            if (after == null) throw new NullPointerException();
            return (t, u) -> { accept(t, u); after.accept(t, u); }; } }"),
    ("BiFunction", "interface BiFunction<T, U, R> { R apply(T t, U u);
        default <V> BiFunction<T, U, V> andThen(Function<? super R, ? extends V> after) {
            if (after == null) throw new NullPointerException();
            return (t, u) -> after.apply(apply(t, u)); } }"),
    ("BiPredicate", "interface BiPredicate<T, U> { boolean test(T t, U u);
        default BiPredicate<T, U> negate() { return (t, u) -> !test(t, u); }
        default BiPredicate<T, U> and(BiPredicate<? super T, ? super U> other) {
            if (other == null) throw new NullPointerException();
            return (t, u) -> test(t, u) && other.test(t, u); }
        default BiPredicate<T, U> or(BiPredicate<? super T, ? super U> other) {
            if (other == null) throw new NullPointerException();
            return (t, u) -> test(t, u) || other.test(t, u); } }"),
    ("BinaryOperator", "interface BinaryOperator<T> extends BiFunction<T, T, T> { }"),
    ("BooleanSupplier", "interface BooleanSupplier { boolean getAsBoolean(); }"),
    ("Callable", "interface Callable<V> { V call(); }"),
    ("Closeable", "interface Closeable extends AutoCloseable { void close(); }"),
    ("Comparable", "interface Comparable<T> { int compareTo(T other); }"),
    ("Comparator", "interface Comparator<T> { int compare(T a, T b);
        default Comparator<T> reversed() { return (a, b) -> compare(b, a); }
        default Comparator<T> thenComparing(Comparator<? super T> other) {
            if (other == null) throw new NullPointerException();
            return (a, b) -> { int order = compare(a, b); return order != 0 ? order : other.compare(a, b); }; }
        default <U extends Comparable<? super U>> Comparator<T> thenComparing(Function<? super T, ? extends U> key) {
            return thenComparing(comparing(key)); }
        default <U> Comparator<T> thenComparing(Function<? super T, ? extends U> key, Comparator<? super U> order) {
            return thenComparing(comparing(key, order)); }
        default Comparator<T> thenComparingInt(ToIntFunction<? super T> key) { return thenComparing(comparingInt(key)); }
        default Comparator<T> thenComparingLong(ToLongFunction<? super T> key) { return thenComparing(comparingLong(key)); }
        default Comparator<T> thenComparingDouble(ToDoubleFunction<? super T> key) { return thenComparing(comparingDouble(key)); }
        static <T extends Comparable<? super T>> Comparator<T> naturalOrder() { return (a, b) -> a.compareTo(b); }
        static <T extends Comparable<? super T>> Comparator<T> reverseOrder() { return (a, b) -> b.compareTo(a); }
        static <T, U extends Comparable<? super U>> Comparator<T> comparing(Function<? super T, ? extends U> key) {
            if (key == null) throw new NullPointerException();
            return (a, b) -> key.apply(a).compareTo(key.apply(b)); }
        static <T, U> Comparator<T> comparing(Function<? super T, ? extends U> key, Comparator<? super U> order) {
            if (key == null || order == null) throw new NullPointerException();
            return (a, b) -> order.compare(key.apply(a), key.apply(b)); }
        static <T> Comparator<T> comparingInt(ToIntFunction<? super T> key) {
            if (key == null) throw new NullPointerException();
            return (a, b) -> { int x = key.applyAsInt(a), y = key.applyAsInt(b); return x < y ? -1 : x == y ? 0 : 1; }; }
        static <T> Comparator<T> comparingLong(ToLongFunction<? super T> key) {
            if (key == null) throw new NullPointerException();
            return (a, b) -> { long x = key.applyAsLong(a), y = key.applyAsLong(b); return x < y ? -1 : x == y ? 0 : 1; }; }
        static <T> Comparator<T> comparingDouble(ToDoubleFunction<? super T> key) {
            if (key == null) throw new NullPointerException();
            return (a, b) -> Double.compare(key.applyAsDouble(a), key.applyAsDouble(b)); }
        static <T> Comparator<T> nullsFirst(Comparator<? super T> order) { return new Comparator<T>() {
            public int compare(T a, T b) {
                return a == null ? b == null ? 0 : -1 : b == null ? 1 : order == null ? 0 : order.compare(a, b); }
            public Comparator<T> thenComparing(Comparator<? super T> other) {
                if (other == null) throw new NullPointerException();
                return nullsFirst(order == null ? other : order.thenComparing(other)); } }; }
        static <T> Comparator<T> nullsLast(Comparator<? super T> order) { return new Comparator<T>() {
            public int compare(T a, T b) {
                return a == null ? b == null ? 0 : 1 : b == null ? -1 : order == null ? 0 : order.compare(a, b); }
            public Comparator<T> thenComparing(Comparator<? super T> other) {
                if (other == null) throw new NullPointerException();
                return nullsLast(order == null ? other : order.thenComparing(other)); } }; } }"),
    ("Consumer", "interface Consumer<T> { void accept(T t);
        default Consumer<T> andThen(Consumer<? super T> after) {
            if (after == null) throw new NullPointerException();
            return t -> { accept(t); after.accept(t); }; } }"),
    ("DoubleBinaryOperator", "interface DoubleBinaryOperator { double applyAsDouble(double a, double b); }"),
    ("DoubleFunction", "interface DoubleFunction<R> { R apply(double value); }"),
    ("DoublePredicate", "interface DoublePredicate { boolean test(double value); }"),
    ("DoubleSupplier", "interface DoubleSupplier { double getAsDouble(); }"),
    ("DoubleUnaryOperator", "interface DoubleUnaryOperator { double applyAsDouble(double value); }"),
    ("Function", "interface Function<T, R> { R apply(T t);
        default <V> Function<V, R> compose(Function<? super V, ? extends T> before) {
            if (before == null) throw new NullPointerException();
            return v -> apply(before.apply(v)); }
        default <V> Function<T, V> andThen(Function<? super R, ? extends V> after) {
            if (after == null) throw new NullPointerException();
            return t -> after.apply(apply(t)); }
        static <T> Function<T, T> identity() { return t -> t; } }"),
    ("IntBinaryOperator", "interface IntBinaryOperator { int applyAsInt(int a, int b); }"),
    ("IntConsumer", "interface IntConsumer { void accept(int value);
        default IntConsumer andThen(IntConsumer after) {
            if (after == null) throw new NullPointerException();
            return value -> { accept(value); after.accept(value); }; } }"),
    ("IntFunction", "interface IntFunction<R> { R apply(int value); }"),
    ("IntPredicate", "interface IntPredicate { boolean test(int value);
        default IntPredicate negate() { return value -> !test(value); }
        default IntPredicate and(IntPredicate other) {
            if (other == null) throw new NullPointerException();
            return value -> test(value) && other.test(value); }
        default IntPredicate or(IntPredicate other) {
            if (other == null) throw new NullPointerException();
            return value -> test(value) || other.test(value); } }"),
    ("IntSupplier", "interface IntSupplier { int getAsInt(); }"),
    ("IntUnaryOperator", "interface IntUnaryOperator { int applyAsInt(int value);
        default IntUnaryOperator compose(IntUnaryOperator before) {
            if (before == null) throw new NullPointerException();
            return value -> applyAsInt(before.applyAsInt(value)); }
        default IntUnaryOperator andThen(IntUnaryOperator after) {
            if (after == null) throw new NullPointerException();
            return value -> after.applyAsInt(applyAsInt(value)); }
        static IntUnaryOperator identity() { return value -> value; } }"),
    ("Iterable", "interface Iterable<T> { Iterator<T> iterator();
        default void forEach(Consumer<? super T> action) {
            if (action == null) throw new NullPointerException();
            for (T t : this) action.accept(t); } }"),
    ("Iterator", "interface Iterator<E> { boolean hasNext(); E next();
        default void remove() { throw new UnsupportedOperationException(); }
        default void forEachRemaining(Consumer<? super E> action) {
            if (action == null) throw new NullPointerException();
            while (hasNext()) action.accept(next()); } }"),
    ("LongBinaryOperator", "interface LongBinaryOperator { long applyAsLong(long a, long b); }"),
    ("LongFunction", "interface LongFunction<R> { R apply(long value); }"),
    ("LongPredicate", "interface LongPredicate { boolean test(long value); }"),
    ("LongSupplier", "interface LongSupplier { long getAsLong(); }"),
    ("LongUnaryOperator", "interface LongUnaryOperator { long applyAsLong(long value); }"),
    ("ObjIntConsumer", "interface ObjIntConsumer<T> { void accept(T t, int value); }"),
    ("Predicate", "interface Predicate<T> { boolean test(T t);
        default Predicate<T> negate() { return t -> !test(t); }
        default Predicate<T> and(Predicate<? super T> other) {
            if (other == null) throw new NullPointerException();
            return t -> test(t) && other.test(t); }
        default Predicate<T> or(Predicate<? super T> other) {
            if (other == null) throw new NullPointerException();
            return t -> test(t) || other.test(t); }
        static <T> Predicate<T> not(Predicate<? super T> target) {
            if (target == null) throw new NullPointerException();
            return t -> !target.test(t); } }"),
    ("Runnable", "interface Runnable { void run(); }"),
    ("Supplier", "interface Supplier<T> { T get(); }"),
    ("ToDoubleFunction", "interface ToDoubleFunction<T> { double applyAsDouble(T t); }"),
    ("ToIntBiFunction", "interface ToIntBiFunction<T, U> { int applyAsInt(T t, U u); }"),
    ("ToIntFunction", "interface ToIntFunction<T> { int applyAsInt(T t); }"),
    ("ToLongFunction", "interface ToLongFunction<T> { long applyAsLong(T t); }"),
    ("UnaryOperator", "interface UnaryOperator<T> extends Function<T, T> {
        static <T> UnaryOperator<T> identity() { return t -> t; } }"),
];
