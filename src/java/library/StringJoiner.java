package java.util;

/** Texts that are joined. */
public final class StringJoiner {
    private final String separator, prefix, suffix;
    private String joined, empty;

    public StringJoiner(CharSequence separator) { this(separator, "", ""); }

    public StringJoiner(CharSequence separator, CharSequence prefix, CharSequence suffix) {
        this.separator = separator.toString();
        this.prefix = prefix.toString();
        this.suffix = suffix.toString();
    }

    static String join(CharSequence separator, Iterable<? extends CharSequence> texts) {
        StringJoiner joiner = new StringJoiner(separator);
        for (CharSequence text : texts) joiner.add(text);
        return joiner.toString();
    }

    public StringJoiner setEmptyValue(CharSequence empty) {
        this.empty = empty.toString();
        return this;
    }

    public StringJoiner add(CharSequence text) {
        String added = String.valueOf((Object) text);
        joined = joined == null ? added : joined + separator + added;
        return this;
    }

    public StringJoiner merge(StringJoiner other) { return other.joined == null ? this : add(other.joined); }

    public int length() { return toString().length(); }

    public String toString() {
        if (joined == null && empty != null) return empty;
        return prefix + (joined == null ? "" : joined) + suffix;
    }
}
