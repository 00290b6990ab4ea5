//! Constructs of Java that the engine does not model, in methods that no run reaches.

use super::model::Ty;
use super::tree::{Node, line};
use super::writer::{Scope, Writer};

/// Bodies of methods of a separate class, with their other members; the holes are those of [`Writer::fill`].
const UNREACHED: &[(&str, &str)] = &[
    (
        "new Hiding().hid = $a;\n((Hidden) new Hiding()).hid = null;",
        "static class Hidden { $A hid; }\nstatic class Hiding extends Hidden { $A hid; }",
    ),
    ("int k = nat($i);", "static native int nat(int k);"),
    ("Thread t = new Thread(() -> never());\nt.start();", "static void never() { }"),
    ("Object o = new Dying();", "static class Dying { protected void finalize() { int k = $i; } }"),
    (
        "new Outer().new Using().get();",
        "static class Outer { int o; class Using { int get() { return o + Outer.this.o; } } Using make() { return new Using(); } }",
    ),
    ("class Local { int k = $i; }\nLocal l = new Local();\nl.k++;", ""),
    ("Object o = new Object() { int k = $i; public String toString() { return \"\" + k; } };", ""),
    ("Runnable r = () -> { int k = $i; };\nr.run();", ""),
    ("java.util.function.Function<$A, $A> f = x -> x;\n$A y = f.apply($a);", ""),
    ("java.util.function.Supplier<Object> s = Object::new;\nRunnable r = Never$n::never;", "static void never() { }"),
    (
        "E e = E.X;\nint k = e.ordinal() + E.values().length + e.k;",
        "enum E { X(1), Y(2) { int m() { return 3; } }; final int k; E(int k) { this.k = k; } int m() { return k; } }",
    ),
    (
        "R r = new R($a, $i);\n$A a = r.a();\nint k = r.k() + r.twice();",
        "record R($A a, int k) { R { if (k < 0) k = 0; } int twice() { return 2 * k; } }",
    ),
    ("int k = vary($i, $i) + vary();", "static int vary(int... k) { return k.length; }"),
    ("$A[] a = new $A[$i];\nint[][] b = new int[2][$i];", ""),
    ("int[] a = { $i, $i };\n$A[] b = new $A[] { $a, null };", ""),
    (
        "$A[] a = arrays();\na[$i] = $a;\na[0] = a[1];\nint[] k = null;\nk[$i]++;\nk[0] += $i;",
        "static $A[] arrays() { return null; }",
    ),
    ("int[] k = null;\nint l = k.length;", ""),
    ("Object[] sub = new $A[1];\nsub[0] = $t;", ""),
    ("int k = new Scanner($t).nextInt();", ""),
    ("new HashSet<Object>().add($a);", "public int hashCode() { return 1; }"),
    ("int k = odd()[$i];", "static int odd()[] { return null; }"),
    (
        "List<$A> all = new ArrayList<>();\nall.add($a);\nfor ($A a : all) { $A b = a; }\nfor (int k : new int[3]) { int l = k; }",
        "",
    ),
    (
        "switch ($t) { case \"a\": int k = $i; break; case \"b\": default: }\nint l = switch ($t) { case \"x\" -> $i; default -> 2; };",
        "",
    ),
    (
        "E e = null;\nswitch (e) { case X: break; case Y: }\nint k = switch (e) { case X -> $i; case Y -> 2; };",
        "enum E { X, Y }",
    ),
    (
        "try (Res r = new Res()) { int k = $i; }",
        "static class Res implements AutoCloseable { public void close() { } }",
    ),
    ("try { int k = $i; } catch (StackOverflowError e) { int k = $i; }", ""),
    (
        "Runnable r = (Runnable & java.io.Serializable) () -> { };\nObject o = (Comparable<Object> & Cloneable) null;",
        "",
    ),
    ("Class<?> c = $A.class;\nObject o = int.class;", ""),
    (
        "throw new Quiet();",
        "static class Quiet extends RuntimeException { public synchronized Throwable fillInStackTrace() { return this; } }",
    ),
    ("System.out.printf(\"%d %s\", $i, $t);\nString s = String.format(\"%d\", $i);", ""),
    ("Object o = ((Object) $o).getClass();\nsynchronized (o) { o.notify(); o.notifyAll(); o.wait(); }", ""),
    ("if ($b) System.exit($i);\nlong l = Runtime.getRuntime().freeMemory();", ""),
    ("Map<String, List<$A>> m = new HashMap<>();\nm.computeIfAbsent($t, k -> new ArrayList<>()).add($a);", ""),
    ("int k = max($i, $i);", ""),
    (
        "Iterator<$A> i = new Iterator<$A>() { public boolean hasNext() { return $b; } public $A next() { return $a; } };",
        "",
    ),
    ("StringBuilder s = new StringBuilder();\ns.append($i).append($t).append($a);\nString t = s.toString();", ""),
    ("int k = $i;\nint[] l = new int[] { k };\nl[k = 0] = k++ + (l[0] <<= 2);", ""),
    ("System.out.printf(\"%q\", $i);", ""),
    ("new TreeSet<Object>().add($a);", ""),
    ("Queue<$A> q = new PriorityQueue<>((a, b) -> 0);\nq.add($a);", ""),
    (
        "List<$A> all = new ArrayList<>();\nIterator<$A> i = all.iterator();\nlong k = all.parallelStream().filter(a -> a == null).count();",
        "",
    ),
    ("Bag b = new Bag();\nb.add($a);", "static class Bag extends ArrayList<$A> { }"),
    ("Optional<$A> o = Optional.ofNullable($a);\n$A a = o.map(x -> x).orElse(null);", ""),
];

impl Writer<'_> {
    /// Classes that nothing uses.
    pub fn unreached(&mut self) -> Vec<Node> {
        (0..self.random.below(4)).map(|number| self.never(number)).collect()
    }

    fn never(&mut self, number: usize) -> Node {
        let (body, members) = *self.random.one_of(UNREACHED);
        let name = format!("Never{number}");
        self.scope = Scope { is_leaf: true, ..Scope::new(self.first, Ty::Void, 2) };
        // Lambda expressions capture only variables that are never reassigned.
        self.declare("n", Ty::Int, false);
        let first = Ty::Class(self.first);
        self.declare("p", first, false);
        let parameters = format!("int n, {} p", self.model.name(first));
        // The names in it refer to its own members.
        let body = self.fill(&body.replace("Never$n", &name));
        self.scope.locals.clear();
        let mut nodes: Vec<Node> = Vec::new();
        if !members.is_empty() {
            let members = self.fill(members);
            nodes.extend(members.lines().map(line));
        }
        let body = body.lines().map(line).collect();
        nodes.push(super::tree::block(format!("static void never({parameters}) throws Exception {{"), body));
        super::tree::block(format!("class {name} {{"), nodes)
    }
}
