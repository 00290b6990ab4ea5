package java.util.function;

public interface IntPredicate {
    boolean test(int value);

    default IntPredicate negate() {
        return value -> !test(value);
    }

    default IntPredicate and(IntPredicate other) {
        if (other == null) throw new NullPointerException();
        return value -> test(value) && other.test(value);
    }

    default IntPredicate or(IntPredicate other) {
        if (other == null) throw new NullPointerException();
        return value -> test(value) || other.test(value);
    }
}
