/**
 * Undirected graph on the vertices 0..n-1, with adjacency lists.
 * Loops and parallel edges are allowed; a loop counts twice in the degree.
 */
public class Graph {
    private static class AdjNode {
        int vertex;
        AdjNode next;

        AdjNode(int v, AdjNode n) {
            vertex = v;
            next = n;
        }
    }

    private final AdjNode[] adj;
    private final int[] deg;
    private int m;

    public Graph(int n) {
        if (n < 0)
            throw new IllegalArgumentException("number of vertices must not be negative");
        adj = new AdjNode[n];
        deg = new int[n];
    }

    public int vertices() { return adj.length; }

    public int edges() { return m; }

    private void validate(int v) {
        if (v < 0 || v >= adj.length)
            throw new IllegalArgumentException("vertex " + v + " is not in 0.." + (adj.length - 1));
    }

    public void addEdge(int u, int v) {
        validate(u);
        validate(v);
        adj[u] = new AdjNode(v, adj[u]);
        adj[v] = new AdjNode(u, adj[v]);
        deg[u]++;
        deg[v]++;
        m++;
    }

    public boolean hasEdge(int u, int v) {
        validate(u);
        validate(v);
        AdjNode x = adj[u];
        while (x != null && x.vertex != v)
            x = x.next;
        return x != null;
    }

    /** Removes one edge between u and v, if there is any. */
    public boolean removeEdge(int u, int v) {
        if (!hasEdge(u, v))
            return false;
        adj[u] = without(adj[u], v);
        adj[v] = without(adj[v], u);
        deg[u]--;
        deg[v]--;
        m--;
        return true;
    }

    private static AdjNode without(AdjNode list, int v) {
        if (list == null)
            return null;
        if (list.vertex == v)
            return list.next;
        list.next = without(list.next, v);
        return list;
    }

    public int degree(int v) {
        validate(v);
        return deg[v];
    }

    public boolean reachable(int from, int to) {
        validate(from);
        validate(to);
        boolean[] seen = new boolean[adj.length];
        visit(from, seen);
        return seen[to];
    }

    // depth first search with an explicit stack; returns how many vertices were new
    private int visit(int start, boolean[] seen) {
        int[] stack = new int[adj.length];
        int top = 0;
        int visited = 0;
        stack[top++] = start;
        seen[start] = true;
        while (top > 0) {
            int v = stack[--top];
            visited++;
            for (AdjNode x = adj[v]; x != null; x = x.next) {
                if (!seen[x.vertex]) {
                    seen[x.vertex] = true;
                    stack[top++] = x.vertex;
                }
            }
        }
        return visited;
    }

    /** Size of the largest connected component. */
    public int largestComponent() {
        boolean[] seen = new boolean[adj.length];
        int best = 0;
        for (int v = 0; v < adj.length; v++)
            if (!seen[v])
                best = Math.max(best, visit(v, seen));
        return best;
    }

    /** Average degree, rounded down. */
    public int averageDegree() {
        return adj.length == 0 ? 0 : 2 * m / adj.length;
    }
}
