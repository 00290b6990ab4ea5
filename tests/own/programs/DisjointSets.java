package org.example.graphs;

/**
 * Disjoint sets with union by rank and path halving. The representative of a
 * set is its own parent.
 */
public final class DisjointSets {

    public static final class Element {
        private final Object label;
        private Element parent;
        private int rank;

        public Element(Object label) {
            this.label = label;
            this.parent = this;
        }

        @Override
        public String toString() {
            return String.valueOf(label);
        }
    }

    private static int unions = 0;

    private DisjointSets() {
    }

    /** The representative of the set of an element that is not null. */
    public static Element find(Element element) {
        Element e = element;
        while (e.parent != e) {
            e.parent = e.parent.parent;
            e = e.parent;
        }
        return e;
    }

    /** Unites two sets; false if they are the same already, or if an argument is null. */
    public static boolean union(Element a, Element b) {
        if (a == null || b == null) {
            return false;
        }
        Element x = find(a);
        Element y = find(b);
        if (x == y) {
            return false;
        }
        if (x.rank < y.rank) {
            x.parent = y;
        } else {
            y.parent = x;
            if (x.rank == y.rank) {
                x.rank++;
            }
        }
        unions++;
        return true;
    }

    public static boolean connected(Element a, Element b) {
        return a != null && b != null && find(a) == find(b);
    }

    public static void main(String[] args) {
        Element[] elements = new Element[8];
        for (int i = 0; i < elements.length; i++) {
            elements[i] = new Element((char) ('a' + i));
        }
        int[][] edges = {{0, 1}, {2, 3}, {1, 3}, {0, 2}, {5, 6}};
        for (int[] edge : edges) {
            if (!union(elements[edge[0]], elements[edge[1]])) {
                System.out.println(elements[edge[0]] + "-" + elements[edge[1]] + " closes a cycle");
            }
        }
        System.out.println(unions + " unions, a~d: " + connected(elements[0], elements[3])
            + ", a~f: " + connected(elements[0], elements[5]));
    }
}
