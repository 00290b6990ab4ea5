package java.util;

public interface Iterator<E> {
    boolean hasNext();
    E next();

    default void remove() {
        throw new UnsupportedOperationException();
    }

    default void forEachRemaining(Consumer<? super E> action) {
        if (action == null) throw new NullPointerException();
        while (hasNext()) action.accept(next());
    }
}
