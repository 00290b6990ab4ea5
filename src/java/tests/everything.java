package a.b;
import java.util.Random;
/** Every construct of the subset. */
@Deprecated public class Everything<T extends Node> extends Base implements Shape, Cloneable {
    static final int LIMIT = 0x10 + 0b1_0 * 017;
    static long counter = 3L;
    private Node head = null, tail;
    boolean flag = !false;
    { tail = head; }
    Everything() { this(LIMIT, 'a'); }
    protected Everything(int n, char c) throws IllegalStateException { super(n); head = new Node(null); }
    public int area() { return 'x' + "text\t\"\u0041".length(); }
    static class Counter { int n; Counter up() { n++; return this; } }
    <U extends Node> U same(final U u) { return u; }
    static int loops(int n, Node start) {
        int sum = 0;
        outer:
        for (int i = 0, j = n; i < j && start != null; i++, --j) {
            if (i % 2 == 0) continue;
            do { sum += i << 1; sum ^= j >>> 2; sum >>>= 1; if (sum > 100) break outer; } while (sum < j);
            while (start.next != null) { start = start.next; if (start == null) continue outer; }
        }
        for (;;) { if (n-- <= 0) break; ; }
        return sum;
    }
    static int choose(int k, Object o) {
        switch (k) { case 1: k = 2; case 2: case 3: k += 4; break; default: return -k; }
        switch (k) { case 4, 5 -> k = 1; default -> { k = ~k; } }
        int r = switch (k) { case 1 -> 7; default -> { int z = k; yield z; } };
        if (o instanceof Node node && node.next != null) { o = node.next; } else if (o instanceof Base) r = 2; else r = 3;
        boolean b = k == 1 | r != 2 & o == null ^ true;
        Node cast = b ? (Node) o : null;
        var copy = cast;
        return (int) (long) r + (b ? 1 : 0) + (copy == cast ? (short) 1 : (byte) 2);
    }
    int handle(Node x, Random random) {
        int i = random.nextInt(3);
        try { i = 10 / i; x.next = x = new Node(x); if (i == 1) throw new IllegalStateException("no"); return i; }
        catch (ArithmeticException | IllegalStateException e) { assert i != 0 : "zero"; throw e; }
        catch (Throwable t) { synchronized (this) { i = 1; } }
        finally { try { counter--; } finally { this.flag |= true; } }
        System.out.println("i = " + i + x.size());
        double d = 1.5e3 + .5f; float f = 0x1p3f; char c = '\''; c += 1;
        return super.shape(i) + Math.abs(i);
    }
}
class Node { Node next; Node(Node n) { next = n; } int size() { return next == null ? 1 : 1 + next.size(); } }
abstract class Base { int n; Base(int n) { this.n = n; } int shape(int i) { return i; } }
interface Shape { int SIDES = 4; int area(); default int sides() { return SIDES + area(); } }
