package java.util;

/** What collections need to know of objects. */
final class Hash {
    /** Of objects that leave it to {@code Object} nobody knows it. */
    static int of(Object o) { return o == null || isIdentity(o) ? 0 : o.hashCode(); }

    /** Whether the hash code of this key never changes. */
    static native boolean isStable(Object key);

    static boolean same(Object a, Object b) { return a == null ? b == null : a.equals(b); }

    /** Whether two keys are one object; executions, which may not know that of texts and boxes, say whether they are equal. */
    static native boolean isOne(Object a, Object b);

    /** True in executions, and false in proofs. */
    static native boolean isExecuted();

    /** In executions, whether the class of an object leaves {@code equals} and {@code hashCode} to {@code Object}. */
    static native boolean isIdentity(Object o);

    /** What executions do not follow, and proofs assume: elements are in the order of insertion. */
    static native void anyOrder();

    /** Executions put the elements of a hash map or set into the order of the JDK's table; proofs leave them in that of insertion. */
    static native void arrange(Object collection);

    /** What neither proofs nor executions follow: a collection is modified while a stream goes through it. */
    static native void interfere();

    /** Whether a key that is another object than that of an entry is equal to it. */
    static boolean match(Object key, int hash, Object other, int otherHash) {
        if (key == null || isIdentity(key)) return false;
        if (other != null && isIdentity(other)) anyOrder();
        return otherHash == hash && key.equals(other);
    }

    /** What is an element of a collection that takes no null. */
    static native void present(Object o);

    /** The size with which a table of the JDK starts that has this capacity. */
    static int table(int capacity) {
        int size = 1;
        while (size < capacity) size *= 2;
        return size;
    }

    /** The size of a table with one more element, or, if it is negative, minus that with which it will start; the least number if nobody knows. */
    static int grown(int table, int elements) {
        if (table == Integer.MIN_VALUE) return table;
        int size = table > 0 ? table : table == 0 ? 16 : -table;
        return elements > size / 4 * 3 + size % 4 * 3 / 4 ? 2 * size : size;
    }
}
