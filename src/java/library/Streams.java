package java.util.stream;

/** Where streams come from, and what they are: elements that are asked for one by one. */
final class Streams {
    static <T> Stream<T> stream(Collection<T> c) {
        int traits = !(c instanceof Set) ? 0 : c instanceof CellListOrdered && ((CellListOrdered<T>) c).order == null ? 3 : 2;
        return new Stream<>(new OfCollection<>(c), traits);
    }

    static <T> Stream<T> stream(T[] all) { return stream(all, 0, all.length); }

    static <T> Stream<T> stream(T[] all, int start, int end) {
        check(all.length, start, end);
        return new Stream<>(new OfArray<>(all, start, end), 0);
    }

    static IntStream stream(int[] all) { return stream(all, 0, all.length); }

    static IntStream stream(int[] all, int start, int end) {
        check(all.length, start, end);
        return new IntStream(new OfInts(all, start, end), 0);
    }

    static IntStream chars(String text) { return new IntStream(new OfText(text), 0); }

    private static void check(int length, int start, int end) {
        if (start > end || start < 0 || end > length) throw new ArrayIndexOutOfBoundsException();
    }

    /** A step of a stream. */
    abstract static class Pull {
        /** What it asks, if it is not the first one. */
        final Pull from;
        /** Whether it has as many elements as that. */
        final boolean keepsSize;
        /** Whether what comes behind it may stop early. */
        boolean mayStop;

        Pull(Pull from, boolean keepsSize) {
            this.from = from;
            this.keepsSize = keepsSize;
        }

        /** Goes to the next element, if there is one. */
        abstract boolean advance();

        /** Called when no more elements are wanted. */
        void end() { if (from != null) from.end(); }

        /** The number of elements, if it is known without asking for them, or a negative number. */
        long size() { return keepsSize ? from.size() : -1; }

        /** Whether elements may come in portions, when only one is asked for. */
        boolean isFlat() { return from != null && from.isFlat(); }

        void mayStop() {
            mayStop = true;
            if (from != null) from.mayStop();
        }
    }

    abstract static class Flow<T> extends Pull {
        /** The element. */
        T value;

        Flow(Pull from, boolean keepsSize) { super(from, keepsSize); }
    }

    abstract static class IntFlow extends Pull {
        int value;

        IntFlow(Pull from, boolean keepsSize) { super(from, keepsSize); }
    }

    static class OfCollection<T> extends Flow<T> {
        final Collection<T> all;
        Iterator<T> i;
        Object seen;

        OfCollection(Collection<T> all) {
            super(null, false);
            this.all = all;
        }

        boolean advance() {
            if (i == null) {
                i = all.iterator();
                all.size();
                if (all instanceof AbstractCollection) seen = ((AbstractCollection<T>) all).observed();
            } else {
                end();
            }
            if (!i.hasNext()) return false;
            value = i.next();
            return true;
        }

        // When it is found out what has been modified is not specified.
        void end() { if (seen != null && seen != ((AbstractCollection<T>) all).observed()) Hash.interfere(); }

        long size() { return all.size(); }
    }

    static class OfArray<T> extends Flow<T> {
        final T[] all;
        final int end;
        int next;

        OfArray(T[] all, int start, int end) {
            super(null, false);
            this.all = all;
            this.end = end;
            next = start;
        }

        boolean advance() {
            if (next >= end) return false;
            value = all[next++];
            return true;
        }

        long size() { return end - next; }
    }

    static class OfInts extends IntFlow {
        final int[] all;
        final int end;
        int next;

        OfInts(int[] all, int start, int end) {
            super(null, false);
            this.all = all;
            this.end = end;
            next = start;
        }

        boolean advance() {
            if (next >= end) return false;
            value = all[next++];
            return true;
        }

        long size() { return end - next; }
    }

    static class OfText extends IntFlow {
        final String text;
        int next;

        OfText(String text) {
            super(null, false);
            this.text = text;
        }

        boolean advance() {
            if (next >= text.length()) return false;
            value = text.charAt(next++);
            return true;
        }

        long size() { return text.length(); }
    }

    /** The elements of a stream for those who ask whether there are more. */
    static class Elements<T> implements Iterator<T> {
        final Flow<T> flow;
        private boolean isKnown, isThere;

        Elements(Flow<T> flow) {
            this.flow = flow;
            // In which portions the JDK asks for them then is not specified.
            if (flow.isFlat()) Hash.interfere();
        }

        public boolean hasNext() {
            if (!isKnown) {
                isThere = flow.advance();
                isKnown = true;
            }
            return isThere;
        }

        public T next() {
            if (!hasNext()) throw new NoSuchElementException();
            isKnown = false;
            return flow.value;
        }
    }
}
