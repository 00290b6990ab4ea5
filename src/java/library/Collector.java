package java.util.stream;

/** How the elements of a stream are collected. */
public class Collector<T, A, R> {
    final Supplier<A> supplier;
    final BiConsumer<A, T> accumulator;
    /** What makes the result of the container; null if that is the result. */
    final Function<A, R> finisher;

    Collector(Supplier<A> supplier, BiConsumer<A, T> accumulator, Function<A, R> finisher) {
        this.supplier = supplier;
        this.accumulator = accumulator;
        this.finisher = finisher;
    }

    public static <T, R> Collector<T, R, R> of(Supplier<R> supplier, BiConsumer<R, T> accumulator, BinaryOperator<R> combiner) {
        Stream.given(combiner);
        return new Collector<T, R, R>(Stream.given(supplier), Stream.given(accumulator), null);
    }

    public static <T, A, R> Collector<T, A, R> of(Supplier<A> supplier, BiConsumer<A, T> accumulator, BinaryOperator<A> combiner,
            Function<A, R> finisher) {
        Stream.given(combiner);
        return new Collector<T, A, R>(Stream.given(supplier), Stream.given(accumulator), Stream.given(finisher));
    }

    R finish(A container) { return finisher == null ? (R) container : finisher.apply(container); }
}
