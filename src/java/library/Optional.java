package java.util;

/** A value, or none. */
public final class Optional<T> {
    private final T value;

    private Optional(T value) { this.value = value; }

    public static <T> Optional<T> empty() { return new Optional<>(null); }

    public static <T> Optional<T> of(T value) {
        if (value == null) throw new NullPointerException();
        return new Optional<>(value);
    }

    public static <T> Optional<T> ofNullable(T value) { return new Optional<>(value); }

    public T get() { return orElseThrow(); }

    public boolean isPresent() { return value != null; }

    public boolean isEmpty() { return value == null; }

    public void ifPresent(Consumer<? super T> action) { if (value != null) action.accept(value); }

    public void ifPresentOrElse(Consumer<? super T> action, Runnable otherwise) {
        if (value != null) action.accept(value); else otherwise.run();
    }

    public Optional<T> filter(Predicate<? super T> predicate) {
        if (predicate == null) throw new NullPointerException();
        return value == null || predicate.test(value) ? this : empty();
    }

    public <U> Optional<U> map(Function<? super T, ? extends U> mapper) {
        if (mapper == null) throw new NullPointerException();
        return value == null ? empty() : ofNullable(mapper.apply(value));
    }

    public <U> Optional<U> flatMap(Function<? super T, ? extends Optional<? extends U>> mapper) {
        if (mapper == null) throw new NullPointerException();
        if (value == null) return empty();
        Optional<U> result = (Optional<U>) mapper.apply(value);
        if (result == null) throw new NullPointerException();
        return result;
    }

    public Optional<T> or(Supplier<? extends Optional<? extends T>> supplier) {
        if (supplier == null) throw new NullPointerException();
        if (value != null) return this;
        Optional<T> result = (Optional<T>) supplier.get();
        if (result == null) throw new NullPointerException();
        return result;
    }

    public T orElse(T other) { return value != null ? value : other; }

    public T orElseGet(Supplier<? extends T> supplier) { return value != null ? value : supplier.get(); }

    public T orElseThrow() {
        if (value == null) throw new NoSuchElementException();
        return value;
    }

    public <X extends Throwable> T orElseThrow(Supplier<? extends X> supplier) throws X {
        if (value != null) return value;
        X exception = supplier.get();
        throw exception;
    }

    public boolean equals(Object o) {
        return o == this || o instanceof Optional && Hash.same(value, ((Optional<?>) o).value);
    }

    public int hashCode() { return Hash.of(value); }

    public String toString() { return value == null ? "Optional.empty" : "Optional[" + value + "]"; }
}
