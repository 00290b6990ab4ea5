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

    R finish(A container) { return finisher == null ? (R) container : finisher.apply(container); }
}
