package java.util.function;

public interface IntConsumer {
    void accept(int value);

    default IntConsumer andThen(IntConsumer after) {
        if (after == null) throw new NullPointerException();
        return value -> {
            accept(value);
            after.accept(value);
        };
    }
}
