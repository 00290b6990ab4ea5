package java.util;

/** A number, or none. */
public final class OptionalInt {
    private final boolean isThere;
    private final int value;

    private OptionalInt(boolean isThere, int value) {
        this.isThere = isThere;
        this.value = value;
    }

    public static OptionalInt empty() { return new OptionalInt(false, 0); }

    public static OptionalInt of(int value) { return new OptionalInt(true, value); }

    public int getAsInt() { return orElseThrow(); }

    public boolean isPresent() { return isThere; }

    public boolean isEmpty() { return !isThere; }

    public void ifPresent(IntConsumer action) { if (isThere) action.accept(value); }

    public void ifPresentOrElse(IntConsumer action, Runnable otherwise) {
        if (isThere) action.accept(value); else otherwise.run();
    }

    public int orElse(int other) { return isThere ? value : other; }

    public int orElseGet(IntSupplier supplier) { return isThere ? value : supplier.getAsInt(); }

    public int orElseThrow() {
        if (!isThere) throw new NoSuchElementException();
        return value;
    }

    public <X extends Throwable> int orElseThrow(Supplier<? extends X> supplier) throws X {
        if (isThere) return value;
        X exception = supplier.get();
        throw exception;
    }

    public boolean equals(Object o) {
        return o == this || o instanceof OptionalInt && ((OptionalInt) o).isThere == isThere && ((OptionalInt) o).value == value;
    }

    public int hashCode() { return value; }

    public String toString() { return isThere ? "OptionalInt[" + value + "]" : "OptionalInt.empty"; }
}
