/**
 * Disjoint sets of the numbers 0 .. n-1, with union by size and path halving.
 */
public class UnionFind {

    private final int[] parent;
    private final int[] weight; // only meaningful for roots
    private int sets;

    public UnionFind(int n) {
        if (n < 0) {
            throw new IllegalArgumentException("n must not be negative");
        }
        parent = new int[n];
        weight = new int[n];
        for (int i = 0; i < n; i++) {
            parent[i] = i;
            weight[i] = 1;
        }
        sets = n;
    }

    public int find(int x) {
        check(x);
        while (x != parent[x]) {
            parent[x] = parent[parent[x]];
            x = parent[x];
        }
        return x;
    }

    /** Joins the sets of a and b; false if they were already the same. */
    public boolean union(int a, int b) {
        int ra = find(a);
        int rb = find(b);
        if (ra == rb) {
            return false;
        }
        if (weight[ra] < weight[rb]) {
            int t = ra;
            ra = rb;
            rb = t;
        }
        parent[rb] = ra;
        weight[ra] += weight[rb];
        sets--;
        return true;
    }

    public boolean connected(int a, int b) {
        return find(a) == find(b);
    }

    public int setSize(int x) {
        return weight[find(x)];
    }

    public int countSets() {
        return sets;
    }

    public int largestSet() {
        int best = 0;
        for (int i = 0; i < parent.length; i++) {
            if (parent[i] == i && weight[i] > best) {
                best = weight[i];
            }
        }
        return best;
    }

    /** Mean number of elements per set, rounded down. */
    public int averageSet() {
        return parent.length / sets;
    }

    private void check(int x) {
        if (x < 0 || x >= parent.length) {
            throw new IllegalArgumentException("no such element: " + x);
        }
    }
}
