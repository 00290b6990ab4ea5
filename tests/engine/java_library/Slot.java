/** What is known of an object of the pool: as which class of the JDK it is used, and from which calls it comes. */
record Slot(Class<?> api, boolean isUnordered, String from) {
    boolean isOfEntries() {
        return from.endsWith("entrySet");
    }

    boolean isIterator() {
        return java.util.Iterator.class.isAssignableFrom(api);
    }

    /** Whether it comes from a call of such a method. */
    boolean isFrom(String pattern) {
        return from.matches("(.* )?(" + pattern + ")( .*)?");
    }
}
