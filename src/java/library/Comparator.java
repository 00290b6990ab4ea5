package java.util;

public interface Comparator<T> {
    int compare(T a, T b);

    default Comparator<T> reversed() {
        return (a, b) -> compare(b, a);
    }

    default Comparator<T> thenComparing(Comparator<? super T> other) {
        if (other == null) throw new NullPointerException();
        return (a, b) -> {
            int order = compare(a, b);
            return order != 0 ? order : other.compare(a, b);
        };
    }

    default <U extends Comparable<? super U>> Comparator<T> thenComparing(Function<? super T, ? extends U> key) {
        return thenComparing(comparing(key));
    }

    default <U> Comparator<T> thenComparing(Function<? super T, ? extends U> key, Comparator<? super U> order) {
        return thenComparing(comparing(key, order));
    }

    default Comparator<T> thenComparingInt(ToIntFunction<? super T> key) {
        return thenComparing(comparingInt(key));
    }

    default Comparator<T> thenComparingLong(ToLongFunction<? super T> key) {
        return thenComparing(comparingLong(key));
    }

    default Comparator<T> thenComparingDouble(ToDoubleFunction<? super T> key) {
        return thenComparing(comparingDouble(key));
    }

    static <T extends Comparable<? super T>> Comparator<T> naturalOrder() {
        return (a, b) -> a.compareTo(b);
    }

    static <T extends Comparable<? super T>> Comparator<T> reverseOrder() {
        return (a, b) -> b.compareTo(a);
    }

    static <T, U extends Comparable<? super U>> Comparator<T> comparing(Function<? super T, ? extends U> key) {
        if (key == null) throw new NullPointerException();
        return (a, b) -> key.apply(a).compareTo(key.apply(b));
    }

    static <T, U> Comparator<T> comparing(Function<? super T, ? extends U> key, Comparator<? super U> order) {
        if (key == null || order == null) throw new NullPointerException();
        return (a, b) -> order.compare(key.apply(a), key.apply(b));
    }

    static <T> Comparator<T> comparingInt(ToIntFunction<? super T> key) {
        if (key == null) throw new NullPointerException();
        return (a, b) -> {
            int x = key.applyAsInt(a), y = key.applyAsInt(b);
            return x < y ? -1 : x == y ? 0 : 1;
        };
    }

    static <T> Comparator<T> comparingLong(ToLongFunction<? super T> key) {
        if (key == null) throw new NullPointerException();
        return (a, b) -> {
            long x = key.applyAsLong(a), y = key.applyAsLong(b);
            return x < y ? -1 : x == y ? 0 : 1;
        };
    }

    static <T> Comparator<T> comparingDouble(ToDoubleFunction<? super T> key) {
        if (key == null) throw new NullPointerException();
        return (a, b) -> Double.compare(key.applyAsDouble(a), key.applyAsDouble(b));
    }

    static <T> Comparator<T> nullsFirst(Comparator<? super T> order) {
        return new Comparator<T>() {
            public int compare(T a, T b) {
                return a == null ? b == null ? 0 : -1 : b == null ? 1 : order == null ? 0 : order.compare(a, b);
            }
            public Comparator<T> thenComparing(Comparator<? super T> other) {
                if (other == null) throw new NullPointerException();
                return nullsFirst(order == null ? other : order.thenComparing(other));
            }
        };
    }

    static <T> Comparator<T> nullsLast(Comparator<? super T> order) {
        return new Comparator<T>() {
            public int compare(T a, T b) {
                return a == null ? b == null ? 0 : 1 : b == null ? -1 : order == null ? 0 : order.compare(a, b);
            }
            public Comparator<T> thenComparing(Comparator<? super T> other) {
                if (other == null) throw new NullPointerException();
                return nullsLast(order == null ? other : order.thenComparing(other));
            }
        };
    }
}
