package java.util;

/** What may be null. */
public final class Objects {
    private Objects() { }

    public static boolean isNull(Object o) { return o == null; }

    public static boolean nonNull(Object o) { return o != null; }

    public static boolean equals(Object a, Object b) { return Hash.isOne(a, b) || a != null && a.equals(b); }

    public static int hashCode(Object o) { return o == null ? 0 : o.hashCode(); }

    // Those with few arguments are here because elements of arrays are not followed.
    public static int hash(Object a) { return 31 + hashCode(a); }

    public static int hash(Object a, Object b) { return 31 * hash(a) + hashCode(b); }

    public static int hash(Object a, Object b, Object c) { return 31 * hash(a, b) + hashCode(c); }

    public static int hash(Object a, Object b, Object c, Object d) { return 31 * hash(a, b, c) + hashCode(d); }

    public static int hash(Object a, Object b, Object c, Object d, Object e) {
        return 31 * hash(a, b, c, d) + hashCode(e);
    }

    public static int hash(Object... values) {
        if (values == null) return 0;
        int hash = 1;
        for (Object value : values) hash = 31 * hash + hashCode(value);
        return hash;
    }

    public static String toString(Object o) { return String.valueOf(o); }

    public static String toString(Object o, String ifNull) { return o == null ? ifNull : o.toString(); }

    public static <T> int compare(T a, T b, Comparator<? super T> order) { return a == b ? 0 : order.compare(a, b); }

    public static <T> T requireNonNull(T o) {
        if (o == null) throw new NullPointerException();
        return o;
    }

    public static <T> T requireNonNull(T o, String message) {
        if (o == null) throw new NullPointerException(message);
        return o;
    }

    public static <T> T requireNonNull(T o, Supplier<String> message) {
        if (o == null) throw new NullPointerException(message == null ? null : message.get());
        return o;
    }

    public static <T> T requireNonNullElse(T o, T other) { return o != null ? o : requireNonNull(other, "defaultObj"); }

    public static <T> T requireNonNullElseGet(T o, Supplier<? extends T> supplier) {
        if (o != null) return o;
        return requireNonNull(requireNonNull(supplier, "supplier").get(), "supplier.get()");
    }

    public static int checkIndex(int index, int length) {
        if (index < 0 || index >= length) throw new IndexOutOfBoundsException();
        return index;
    }
}
