package model;

import java.util.NoSuchElementException;

/** What is in the chains of the model, read without its iterators. */
public class Cells {
    /** The list of the model that {@code Arrays.asList} makes. */
    @SafeVarargs
    public static <T> List<T> asList(T... all) {
        switch (all.length) {
            case 1: return CellListOfArray.asList(all[0]);
            case 2: return CellListOfArray.asList(all[0], all[1]);
            case 3: return CellListOfArray.asList(all[0], all[1], all[2]);
            default: return CellListOfArray.asList(all);
        }
    }

    /** The stream of the model over a collection. */
    public static <T> Stream<T> stream(Collection<T> all) { return Streams.stream(all); }

    /** The values of a chain of cells, or the keys and values of one of entries; null for other objects. */
    public static java.util.List<Object[]> of(Object o) {
        java.util.List<Object[]> found = new java.util.ArrayList<>();
        if (o instanceof CellList) {
            CellList<?> list = (CellList<?>) o;
            CellList.Cell<?> last = null;
            for (CellList.Cell<?> c = list.first; c != null; c = c.next) {
                found.add(new Object[] { c.value });
                last = c;
            }
            if (found.size() != list.size || last != list.end()) throw new NoSuchElementException("broken chain");
            return found;
        }
        if (!(o instanceof EntryChain)) return null;
        EntryChain<?, ?> map = (EntryChain<?, ?>) o;
        for (EntryChain.Entry<?, ?> e = map.first; e != null; e = e.next) found.add(new Object[] { e.key, e.value });
        if (found.size() != map.size) throw new NoSuchElementException("broken chain");
        return found;
    }
}
