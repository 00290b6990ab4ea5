package java.util;

/** What collections need to know of objects. */
final class Hash {
    static int of(Object o) { return o == null ? 0 : o.hashCode(); }

    /** Whether the hash code of this key never changes. */
    static native boolean isStable(Object key);

    static boolean same(Object a, Object b) { return a == null ? b == null : a.equals(b); }
}
