package java.util;

/** An iterator of old. */
public interface Enumeration<E> {
    boolean hasMoreElements();
    E nextElement();
}
