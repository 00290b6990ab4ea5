package java.util;

/** What {@code Arrays} does with arrays of objects. */
final class ObjectArrays {
    static void sort(Object[] all) { sort(all, null); }

    static <T> void sort(T[] all, Comparator<? super T> order) {
        for (int end = 1; end < all.length; end++) {
            T value = all[end];
            int place = end;
            while (place > 0 && CellList.compare(order, value, all[place - 1]) < 0) {
                all[place] = all[place - 1];
                place--;
            }
            all[place] = value;
        }
    }

    static String toString(Object[] all) {
        if (all == null) return "null";
        String text = "[", separator = "";
        for (Object o : all) {
            text += separator + o;
            separator = ", ";
        }
        return text + "]";
    }

    static boolean equals(Object[] all, Object[] others) {
        if (all == others) return true;
        if (all == null || others == null || all.length != others.length) return false;
        for (int i = 0; i < all.length; i++) if (!Objects.equals(all[i], others[i])) return false;
        return true;
    }

    static int hashCode(Object[] all) {
        if (all == null) return 0;
        int hash = 1;
        for (Object o : all) hash = 31 * hash + Hash.of(o);
        return hash;
    }
}
