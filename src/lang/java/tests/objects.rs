//! Classes, constructors, calls and dispatch.

use expect_test::expect;

use super::{JavaOptions, check, check_body, listings, parse_files, render};

#[test]
fn empty_constructors_are_not_called() {
    check_body("List m()", "List x = new List(); x.next = new List(); return new List();", expect![[""]]);
}

#[test]
fn constructors() {
    check(
        "class A { int n = 1; A next; { next = this; } A() { this(7); } A(int k) { n = k; } }\n\
         class B extends A { A a = new A(); }\n\
         class C extends A { C(int i) { super(i + 1); n = 2; } static C make() { C c = new C(3); c = new C(c.n); return c; } }",
        expect![[""]],
    );
}

#[test]
fn calls() {
    check(
        "class T { T next; int n; T get() { return next; } void set(T n) { this.next = n; }\n\
         static int sum(int a, int b) { return a + b; }\n\
         static int m(T t, int i) { t.get().set(t); t.set(t.get()); T u = t.get().next; sum(1, 2); return sum(i, i = sum(i++, 4)); } }",
        expect![[""]],
    );
}

#[test]
fn dispatch_by_class() {
    check(
        "abstract class S { abstract int area(); int twice() { return area() + area(); } private int p() { return p(); } }\n\
         class Q extends S { int area() { return 1; } int twice() { return super.twice(); } } class R extends S { int area() { return 2; } }\n\
         class X extends R {} class T { static int m(S s, R r) { return s.area() + r.area() + s.twice(); } }",
        expect![[""]],
    );
    let java = "interface I { int f(); default int g() { return f(); } } class A implements I { public int f() { return 1; } }\n\
         class B implements I { public int f() { return 2; } public int g() { return 3; } } class T { static int m(I i) { return i.g(); } }";
    let (_, program, _) = parse_files(&[java], &JavaOptions::default());
    let program = program.expect("a program");
    let tables: Vec<String> = program
        .procedures
        .iter()
        .flat_map(|p| &p.edges)
        .filter_map(|e| match &e.operation {
            crate::program::Operation::Call(call) => Some(&call.callee),
            _ => None,
        })
        .map(|callee| match callee {
            crate::program::Callee::Static(p) => program.qualified_name(*p),
            crate::program::Callee::Virtual(table) => {
                let rows = table.iter().map(|&(c, p)| format!("{}: {}", program.classes[c].name, program.qualified_name(p)));
                rows.collect::<Vec<_>>().join(", ")
            }
        })
        .collect();
    expect![[""]].assert_eq(&tables.join("\n"));
}

#[test]
fn overloads() {
    check(
        "class A {} class B extends A {} class T { static int f(A a) { return 1; } static int f(B b) { return 2; } static int f(int i) { return 3; }\n\
         static int f(long l) { return 4; } static int f(Object o) { return 5; } static int f(A a, A b) { return 6; }\n\
         static void m(A a, B b, byte y, long l, Integer i) { f(a); f(b); f(y); f(l); f(i); f(a, b); f(null, b); f('c'); } }",
        expect![[""]],
    );
}

#[test]
fn fields_of_superclasses() {
    check(
        "class A { A link; int n; } class B extends A { int n; int both() { return n + super.n + ((A) this).n; } void set(A a) { link = a; super.n = 4; } }",
        expect![[""]],
    );
}

#[test]
fn nested_classes_and_static_members() {
    check(
        "class Outer { static final int K = 4; static int count; static class Inner { Inner next; int k() { return K + Outer.K + help(); } }\n\
         static int help() { count++; count = 2; return count; } static Outer.Inner make() { Inner i = new Inner(); i.next = new Outer.Inner(); return i; } }",
        expect![[""]],
    );
}

#[test]
fn generic_types_are_erased() {
    check(
        "class Box<T> { T value; Box<T> next; Box(T v) { value = v; } T get() { return value; } <U extends Item> U id(U u) { return u; } }\n\
         class Item { int n; } class T { static int m(Box<Item> b) { Item i = b.get(); Box<Box<Item>> bb = new Box<>(b); Item j = b.value; return ((Item) b.get()).n + b.id(i).n; } }",
        expect![[""]],
    );
}

#[test]
fn equality_of_objects() {
    check_body("boolean m(List a, List b)", "return a.equals(b);", expect![[""]]);
}

#[test]
fn pure_calls() {
    let java = "class T { native int f(T t); static int m(T t, int i) { i = t.f(t); int k = Lib.size(t, i++); if (Lib.check(t)) return 1; return t.f(null) + Lib.size(t); } }";
    let options = JavaOptions { assume_pure: vec!["T.f".to_owned(), "size".to_owned(), "Lib.check".to_owned()] };
    let (sources, program, diagnostics) = parse_files(&[java], &options);
    let program = program.unwrap_or_else(|| panic!("{}", render(&sources, &diagnostics)));
    expect![[""]].assert_eq(&listings(&program));
}

#[test]
fn several_files() {
    let a = "package p.q; import java.util.*; import static java.lang.Math.max; public class A { B b; }";
    let b = "package p.q; public class B extends p.q.A { A up() { return this; } }";
    let (sources, program, diagnostics) = parse_files(&[a, b], &JavaOptions::default());
    let program = program.unwrap_or_else(|| panic!("{}", render(&sources, &diagnostics)));
    assert_eq!(program.qualified_name(crate::program::ProcedureId(0)), "B.up");
    let names: Vec<&str> = program.classes.iter().map(|c| c.name.as_str()).collect();
    assert_eq!(names, ["A", "B", "Object", "Throwable"]);
}

#[test]
fn main_with_unused_arguments() {
    check("public class Main { public static void main(String[] args) { System.out.println(\"x\" + f()); } static int f() { return 1; } }", expect![[""]]);
}
