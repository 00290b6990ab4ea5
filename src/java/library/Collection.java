package java.util;

/** A collection of elements. */
public interface Collection<E> extends Iterable<E> {
    int size();
    boolean isEmpty();
    boolean contains(Object o);
    Iterator<E> iterator();
    Object[] toArray();
    <T> T[] toArray(T[] a);
    boolean add(E e);
    boolean remove(Object o);
    boolean containsAll(Collection<?> c);
    boolean addAll(Collection<? extends E> c);
    boolean removeAll(Collection<?> c);
    boolean retainAll(Collection<?> c);
    void clear();

    default <T> T[] toArray(IntFunction<T[]> generator) { return toArray(generator.apply(0)); }

    default boolean removeIf(Predicate<? super E> filter) {
        if (filter == null) throw new NullPointerException();
        boolean changed = false;
        for (Iterator<E> i = iterator(); i.hasNext(); ) {
            if (filter.test(i.next())) {
                i.remove();
                changed = true;
            }
        }
        return changed;
    }
}
