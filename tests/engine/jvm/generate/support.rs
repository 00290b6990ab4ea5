//! Declarations of every random program, for constructs outside of its classes.

use super::model::{Class, Ty};
use super::tree::{Node, block, line};
use super::writer::Writer;

impl Writer<'_> {
    /// The declarations before all classes.
    pub fn imports(&self) -> Vec<Node> {
        [
            "import java.util.Random;",
            "import java.util.*;",
            "import java.util.function.*;",
            "import java.util.stream.*;",
            "import static java.lang.Math.max;",
        ]
        .map(line)
        .into()
    }

    /// Classes that do not occur in inputs.
    pub fn support_classes(&mut self) -> Vec<Node> {
        let mut all = vec![
            line("@interface Mark { int value() default 1; String[] names() default {}; }"),
            block(
                "class Cell<T> {",
                [
                    "T v;",
                    "Cell() { }",
                    "Cell(T v) { this.v = v; }",
                    "T get() { return v; }",
                    "void set(T v) { this.v = v; }",
                ]
                .map(line)
                .into(),
            ),
            // On one line, because compilers attribute casts in bridge methods to the line of the class.
            line("class Own extends Cell<$A> { void set($A v) { super.set(v); } }"),
            line("sealed abstract class B0 permits Shut { protected transient volatile int k; }"),
            line("final class Shut extends B0 { }"),
        ];
        all.extend(self.closures());
        if self.is_late {
            all.extend(self.late_classes());
        }
        all.into_iter().map(|node| self.with_first(node)).collect()
    }

    /// Methods of the class with the entry method, or of its substitute.
    pub fn support_methods(&mut self) -> Vec<Node> {
        let mut all: Vec<Node> = [
            "static <T extends $A> T same(T t) { return t; }",
            "static Object peek(Cell<? extends $A> c) { return c.v; }",
            "static <T> T pick(boolean b, T x, T y) { return b ? x : y; }",
            "static int inc(int k) { return k + 1; }",
            "static int many(int k, int... more) { return k; }",
            "static int closed;",
        ]
        .map(line)
        .into();
        if self.is_late {
            all.push(line("static int order;"));
            all.push(line("static int step(int n) { order = order * 3 + n; return order; }"));
        }
        all.into_iter().map(|node| self.with_first(node)).collect()
    }

    /// An inner class whose objects do not use the enclosing ones.
    pub fn inner_class(&self) -> Node {
        line("class In { int k; In next; In(int k) { this.k = k; } int get() { return k + 1; } }")
    }

    /// Inner classes, interfaces for lambda expressions, enums, records and resources.
    fn closures(&self) -> Vec<Node> {
        let link = [
            "$A a;",
            "Link next;",
            "Link($A a) { this.a = a; next = first; first = this; size++; }",
            "int rank() { return size + (this == first ? 1 : 0); }",
            "Chain up() { return Chain.this; }",
            "class Deep { $A get() { return first == null ? a : first.a; } }",
        ];
        let iterator = [
            "Link at = first;",
            "public boolean hasNext() { return at != null; }",
            "public $A next() { $A r = at.a; at = at.next; return r; }",
        ];
        let head = "return new Iterator<>() {".to_owned();
        let iterator = Node::Parts(vec![(head, iterator.map(line).into())], "};".to_owned());
        let chain = vec![
            line("Link first;"),
            line("int size;"),
            line("Chain() { }"),
            line("Chain($A a) { new Link(a); }"),
            block("class Link {", link.map(line).into()),
            line(
                "class Low extends Link { Low($A a) { super(a); size += 2; } int rank() { return super.rank() + up().size; } }",
            ),
            block("public Iterator<$A> iterator() {", vec![iterator]),
        ];
        let hue = [
            "RED(1), BLUE(2) { int m(int k) { return k - this.k; } }, GREEN(0);",
            "final int k;",
            "static int made = 3;",
            "Hue(int k) { this.k = k; }",
            "int m(int k) { return k + this.k; }",
            "Hue next() { return switch (this) { case RED -> BLUE; case BLUE -> GREEN; case GREEN -> RED; }; }",
        ];
        let pair = [
            "Pair { if (k < 0) k = 0; }",
            "int twice() { return 2 * k; }",
            "static Pair of(int k) { return new Pair(null, k); }",
        ];
        let shutter = [
            "final int k;",
            "Shutter(int k) { this.k = k; Main.closed = k; }",
            "public void close() { Main.closed = k == 0 ? 1 : 0; if (k == 1) throw new IllegalStateException(); }",
        ];
        vec![
            line("interface Op { int of(int k); default Op twice() { return k -> of(of(k)); } }"),
            block("class Chain implements Iterable<$A> {", chain),
            block("enum Hue {", hue.map(line).into()),
            block("record Pair($A a, int k) {", pair.map(line).into()),
            block("class Shutter implements AutoCloseable {", shutter.map(line).into()),
            line("abstract class Hook { int s; Hook(int s) { this.s = s; hook(); } abstract void hook(); }"),
            line(
                "class Num implements Comparable<Num> { final int k; Num(int k) { this.k = k; } public int compareTo(Num n) { return k < n.k ? -1 : k == n.k ? 0 : 1; } }",
            ),
        ]
    }

    /// Classes whose initialisation changes a number, and one whose initialisation may fail.
    fn late_classes(&mut self) -> Vec<Node> {
        let divisor = ["Main.order", "(Main.order & 1)", "0"][self.random.below(3)];
        let interface = ["int E = Main.step(1);", "default int d() { return q(); }", "private int q() { return 2; }"];
        let interface = interface.into_iter().chain(["static int s() { return E; }"]).map(line).collect();
        let base = ["static int b = Main.step(2);", "static { Main.step(b); }"].map(line).into();
        let late = [
            "static final int L = 3 + 4;",
            "static int l = Main.step(4);",
            "static int touch() { return l; }",
            "int own = Main.step(5);",
        ];
        let broken = ["static final int C = 9;".to_owned(), format!("static int k = Main.step(6) / {divisor};")];
        let mut broken: Vec<Node> = broken.map(line).into();
        broken.push(line("static int m() { return 1; }"));
        vec![
            block("interface Early {", interface),
            block("class Base implements Early {", base),
            block("class Late extends Base {", late.map(line).into()),
            block("class Broken {", broken),
        ]
    }

    fn with_first(&self, node: Node) -> Node {
        let name = self.model.name(Ty::Class(self.first));
        let named = |text: String| text.replace("$A", &name);
        match node {
            Node::Line(text) => Node::Line(named(text)),
            Node::Parts(parts, tail) => {
                let part = |(head, body): (String, Vec<Node>)| {
                    (named(head), body.into_iter().map(|n| self.with_first(n)).collect())
                };
                Node::Parts(parts.into_iter().map(part).collect(), tail)
            }
        }
    }

    /// Annotations and modifiers without effect, for a method with a body.
    pub fn method_modifiers(&mut self, own: &Class) -> &'static str {
        let all: &[&str] = match own.is_interface {
            true => &["@Mark(2) ", "@SuppressWarnings({\"a\", \"b\"}) "],
            false => &["@Mark(value = 3, names = \"a\") ", "synchronized ", "strictfp ", "@Deprecated "],
        };
        if self.random.one_in(6) { all[self.random.below(all.len())] } else { "" }
    }
}
