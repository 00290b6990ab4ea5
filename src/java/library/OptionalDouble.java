package java.util;

/** A fraction, or none. */
public final class OptionalDouble {
    private final boolean isThere;
    private final double value;

    private OptionalDouble(boolean isThere, double value) {
        this.isThere = isThere;
        this.value = value;
    }

    public static OptionalDouble empty() { return new OptionalDouble(false, 0); }

    public static OptionalDouble of(double value) { return new OptionalDouble(true, value); }

    public double getAsDouble() { return orElseThrow(); }

    public boolean isPresent() { return isThere; }

    public boolean isEmpty() { return !isThere; }

    public double orElse(double other) { return isThere ? value : other; }

    public double orElseGet(DoubleSupplier supplier) { return isThere ? value : supplier.getAsDouble(); }

    public double orElseThrow() {
        if (!isThere) throw new NoSuchElementException();
        return value;
    }

    public boolean equals(Object o) {
        return o == this || o instanceof OptionalDouble && ((OptionalDouble) o).isThere == isThere
            && Double.compare(((OptionalDouble) o).value, value) == 0;
    }

    public int hashCode() { return isThere ? Double.hashCode(value) : 0; }

    public String toString() { return isThere ? "OptionalDouble[" + value + "]" : "OptionalDouble.empty"; }
}
