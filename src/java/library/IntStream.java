package java.util.stream;

/** Numbers that are asked for one by one, and only as far as they are wanted. */
public class IntStream implements AutoCloseable {
    private final Streams.IntFlow flow;
    /** Whether the numbers are in their order (1), and whether they differ (2). */
    private final int traits;
    private boolean isUsed;

    IntStream(Streams.IntFlow flow, int traits) {
        this.flow = flow;
        this.traits = traits;
    }

    Streams.IntFlow open() {
        if (isUsed) throw new IllegalStateException();
        isUsed = true;
        // A stream of the input is like those that are made.
        Hash.present(flow);
        return flow;
    }

    private Streams.IntFlow openPart() {
        Streams.IntFlow from = open();
        from.mayStop();
        return from;
    }

    private static <X> X given(X o) { return Stream.given(o); }

    public static IntStream of(int number) { return range(number, 1, 0); }

    public static IntStream of(int... all) { return Streams.stream(all); }

    public static IntStream empty() { return range(0, 0, 0); }

    public static IntStream range(int start, int end) { return range(start, start < end ? (long) end - start : 0, 3); }

    public static IntStream rangeClosed(int start, int end) {
        return range(start, start <= end ? (long) end - start + 1 : 0, 3);
    }

    private static IntStream range(int start, long count, int traits) {
        return new IntStream(new Streams.IntFlow(null, false) {
            int next = start;
            long left = count;

            boolean advance() {
                if (left == 0) return false;
                left--;
                value = next++;
                return true;
            }

            long size() { return left; }
        }, traits);
    }

    public static IntStream generate(IntSupplier supplier) {
        given(supplier);
        return new IntStream(new Streams.IntFlow(null, false) {
            boolean advance() {
                value = supplier.getAsInt();
                return true;
            }
        }, 0);
    }

    public static IntStream iterate(int first, IntUnaryOperator step) {
        given(step);
        return iterate(first, n -> true, step);
    }

    public static IntStream iterate(int first, IntPredicate goesOn, IntUnaryOperator step) {
        given(goesOn);
        given(step);
        return new IntStream(new Streams.IntFlow(null, false) {
            boolean hasBegun, isOver;

            boolean advance() {
                if (isOver) return false;
                value = hasBegun ? step.applyAsInt(value) : first;
                hasBegun = true;
                isOver = !goesOn.test(value);
                return !isOver;
            }
        }, 0);
    }

    public static IntStream concat(IntStream a, IntStream b) {
        return Stream.concat(a.boxed(), b.boxed()).mapToInt(n -> n);
    }

    public IntStream filter(IntPredicate test) {
        given(test);
        Streams.IntFlow before = open();
        return new IntStream(new Streams.IntFlow(before, false) {
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

    public IntStream map(IntUnaryOperator function) {
        given(function);
        Streams.IntFlow before = open();
        return new IntStream(new Streams.IntFlow(before, true) {
            boolean advance() {
                if (!before.advance()) return false;
                value = function.applyAsInt(before.value);
                return true;
            }
        }, 0);
    }

    public <R> Stream<R> mapToObj(IntFunction<? extends R> function) { return mapToObj(given(function), 0); }

    private <R> Stream<R> mapToObj(IntFunction<? extends R> function, int traits) {
        Streams.IntFlow before = open();
        return new Stream<R>(new Streams.Flow<R>(before, true) {
            boolean advance() {
                if (!before.advance()) return false;
                value = function.apply(before.value);
                return true;
            }
        }, traits);
    }

    public Stream<Integer> boxed() { return mapToObj(n -> n, traits); }

    public IntStream flatMap(IntFunction<? extends IntStream> function) {
        given(function);
        Streams.IntFlow before = open();
        return new IntStream(new Streams.IntFlow(before, false) {
            Streams.IntFlow inner;

            boolean advance() {
                while (true) {
                    if (inner != null && inner.advance()) {
                        value = inner.value;
                        return true;
                    }
                    inner = null;
                    if (!before.advance()) return false;
                    IntStream next = function.apply(before.value);
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

    public IntStream distinct() { return boxed().distinct().mapToInt(n -> n); }

    public IntStream sorted() {
        if (traits % 2 == 1) return new IntStream(open(), traits);
        Streams.IntFlow before = open();
        return new IntStream(new Streams.IntFlow(before, true) {
            int[] all;
            int next;

            boolean advance() {
                end();
                if (next >= all.length) return false;
                value = all[next++];
                return true;
            }

            // It asks for all numbers, even if nobody asks it for one.
            void end() {
                if (all != null) return;
                all = listed(before);
                Arrays.sort(all);
            }

            boolean isFlat() { return true; }
        }, traits + 1);
    }

    public IntStream peek(IntConsumer action) {
        given(action);
        Streams.IntFlow before = open();
        return new IntStream(new Streams.IntFlow(before, true) {
            boolean advance() {
                if (!before.advance()) return false;
                value = before.value;
                action.accept(value);
                return true;
            }
        }, traits);
    }

    public IntStream limit(long most) {
        if (most < 0) throw new IllegalArgumentException();
        Streams.IntFlow before = openPart();
        return new IntStream(new Streams.IntFlow(before, false) {
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

    public IntStream skip(long count) {
        if (count < 0) throw new IllegalArgumentException();
        if (count == 0) return this;
        Streams.IntFlow before = open();
        return new IntStream(new Streams.IntFlow(before, false) {
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

    public IntStream takeWhile(IntPredicate test) {
        given(test);
        Streams.IntFlow before = openPart();
        return new IntStream(new Streams.IntFlow(before, false) {
            boolean isOver;

            boolean advance() {
                if (isOver || !before.advance()) return false;
                value = before.value;
                isOver = !test.test(value);
                return !isOver;
            }
        }, traits);
    }

    public IntStream dropWhile(IntPredicate test) {
        given(test);
        Streams.IntFlow before = open();
        return new IntStream(new Streams.IntFlow(before, false) {
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

    public IntStream sequential() { return this; }

    public IntStream unordered() { return this; }

    public boolean isParallel() { return false; }

    public void close() { isUsed = true; }

    public void forEach(IntConsumer action) {
        given(action);
        Streams.IntFlow all = open();
        while (all.advance()) action.accept(all.value);
        all.end();
    }

    public void forEachOrdered(IntConsumer action) { forEach(action); }

    public long count() {
        Streams.IntFlow all = open();
        long count = all.size();
        // Whether the numbers are asked for then is not specified; the JDK does not.
        if (count >= 0 && (Hash.isExecuted() || new Random().nextBoolean())) return count;
        count = 0;
        while (all.advance()) count++;
        all.end();
        return count;
    }

    public int reduce(int first, IntBinaryOperator operator) {
        given(operator);
        Streams.IntFlow all = open();
        int result = first;
        while (all.advance()) result = operator.applyAsInt(result, all.value);
        all.end();
        return result;
    }

    public OptionalInt reduce(IntBinaryOperator operator) {
        given(operator);
        Streams.IntFlow all = open();
        if (!all.advance()) {
            all.end();
            return OptionalInt.empty();
        }
        int result = all.value;
        while (all.advance()) result = operator.applyAsInt(result, all.value);
        all.end();
        return OptionalInt.of(result);
    }

    public int sum() { return reduce(0, (a, b) -> a + b); }

    public OptionalInt min() { return reduce((a, b) -> a <= b ? a : b); }

    public OptionalInt max() { return reduce((a, b) -> a >= b ? a : b); }

    public OptionalDouble average() {
        IntSummaryStatistics all = summaryStatistics();
        return all.getCount() == 0 ? OptionalDouble.empty() : OptionalDouble.of(all.getAverage());
    }

    public IntSummaryStatistics summaryStatistics() {
        IntSummaryStatistics statistics = new IntSummaryStatistics();
        forEach(statistics);
        return statistics;
    }

    public boolean anyMatch(IntPredicate test) { return matches(given(test), true); }

    public boolean allMatch(IntPredicate test) { return !matches(given(test), false); }

    public boolean noneMatch(IntPredicate test) { return !matches(given(test), true); }

    private boolean matches(IntPredicate test, boolean wanted) {
        Streams.IntFlow all = openPart();
        boolean isFound = false;
        while (!isFound && all.advance()) isFound = test.test(all.value) == wanted;
        all.end();
        return isFound;
    }

    public OptionalInt findFirst() {
        Streams.IntFlow all = openPart();
        boolean isFound = all.advance();
        all.end();
        return isFound ? OptionalInt.of(all.value) : OptionalInt.empty();
    }

    public OptionalInt findAny() { return findFirst(); }

    public <R> R collect(Supplier<R> supplier, ObjIntConsumer<R> accumulator, BiConsumer<R, R> combiner) {
        given(supplier);
        given(accumulator);
        given(combiner);
        Streams.IntFlow all = open();
        R result = supplier.get();
        while (all.advance()) accumulator.accept(result, all.value);
        all.end();
        return result;
    }

    public int[] toArray() { return listed(open()); }

    static int[] listed(Streams.IntFlow all) {
        int[] numbers = new int[8];
        int count = 0;
        while (all.advance()) {
            if (count == numbers.length) numbers = Arrays.copyOf(numbers, 2 * count);
            numbers[count++] = all.value;
        }
        all.end();
        return Arrays.copyOf(numbers, count);
    }
}
