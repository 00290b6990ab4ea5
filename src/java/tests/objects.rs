//! Classes, constructors, calls and dispatch.

use expect_test::expect;

use super::{JavaOptions, check, check_body, listings, parse_files, render};

#[test]
fn empty_constructors_are_not_called() {
    check_body(
        "List m()",
        "List x = new List(); x.next = new List(); return new List();",
        expect![[r#"
        T.m() entry 0 exit 4 throws 5
        0 -> 1: x = new List
        1 -> 2: $0 = new List
        2 -> 3: x.next = $0
        3 -> 4: @return = new List
    "#]],
    );
}

#[test]
fn constructors() {
    check(
        "class A { int n = 1; A next; { next = this; } A() { this(7); } A(int k) { n = k; } }\n\
         class B extends A { A a = new A(); }\n\
         class C extends A { C(int i) { super(i + 1); n = 2; } static C make() { C c = new C(3); c = new C(c.n); return c; } }",
        expect![[r#"
            A.<init>(this) entry 0 exit 1 throws 2
            0 -> 1: this.A.<init>(7) throws to 2

            A.<init>(this, k) entry 0 exit 3 throws 4
            0 -> 1: this.n = 1
            1 -> 2: this.next = this
            2 -> 3: this.n = k

            B.<init>(this) entry 0 exit 4 throws 5
            0 -> 1: this.A.<init>() throws to 5
            1 -> 2: $0 = new A
            2 -> 3: $0.A.<init>() throws to 5
            3 -> 4: this.a = $0

            C.<init>(this, i) entry 0 exit 3 throws 4
            0 -> 1: $0 = i + 1
            1 -> 2: this.A.<init>($0) throws to 4
            2 -> 3: this.n = 2

            C.make() entry 0 exit 8 throws 9
            0 -> 1: $0 = new C
            1 -> 2: $0.C.<init>(3) throws to 9
            2 -> 3: c = $0
            3 -> 4: $1 = c.n
            4 -> 5: $2 = new C
            5 -> 6: $2.C.<init>($1) throws to 9
            6 -> 7: c = $2
            7 -> 8: @return = c
        "#]],
    );
}

#[test]
fn calls() {
    check(
        "class T { T next; int n; T get() { return next; } void set(T n) { this.next = n; }\n\
         static int sum(int a, int b) { return a + b; }\n\
         static int m(T t, int i) { t.get().set(t); t.set(t.get()); T u = t.get().next; sum(1, 2); return sum(i, i = sum(i++, 4)); } }",
        expect![[r#"
            T.get(this) entry 0 exit 1 throws 2
            0 -> 1: @return = this.next

            T.set(this, n) entry 0 exit 1 throws 2
            0 -> 1: this.next = n

            T.sum(a, b) entry 0 exit 1 throws 2
            0 -> 1: @return = a + b

            T.m(t, i) entry 0 exit 12 throws 13
            0 -> 1: $0 = t.T.get() throws to 13
            1 -> 2: $0.T.set(t) throws to 13
            2 -> 3: $1 = t.T.get() throws to 13
            3 -> 4: t.T.set($1) throws to 13
            4 -> 5: $2 = t.T.get() throws to 13
            5 -> 6: u = $2.next
            6 -> 7: T.sum(1, 2) throws to 13
            7 -> 8: $3 = i
            8 -> 9: $4 = i
            9 -> 10: i = $4 + 1
            10 -> 11: i = T.sum($4, 4) throws to 13
            11 -> 12: @return = T.sum($3, i) throws to 13
        "#]],
    );
}

#[test]
fn dispatch_by_class() {
    check(
        "abstract class S { abstract int area(); int twice() { return area() + area(); } private int p() { return p(); } }\n\
         class Q extends S { int area() { return 1; } int twice() { return super.twice(); } } class R extends S { int area() { return 2; } }\n\
         class X extends R {} class T { static int m(S s, R r) { return s.area() + r.area() + s.twice(); } }",
        expect![[r#"
            S.twice(this) entry 0 exit 3 throws 4
            0 -> 1: $0 = this.area() throws to 4
            1 -> 2: $1 = this.area() throws to 4
            2 -> 3: @return = $0 + $1

            S.p(this) entry 0 exit 1 throws 2
            0 -> 1: @return = this.S.p() throws to 2

            Q.area(this) entry 0 exit 1 throws 2
            0 -> 1: @return = 1

            Q.twice(this) entry 0 exit 1 throws 2
            0 -> 1: @return = this.S.twice() throws to 2

            R.area(this) entry 0 exit 1 throws 2
            0 -> 1: @return = 2

            T.m(s, r) entry 0 exit 5 throws 6
            0 -> 1: $0 = s.area() throws to 6
            1 -> 2: $1 = r.R.area() throws to 6
            2 -> 3: $2 = $0 + $1
            3 -> 4: $3 = s.twice() throws to 6
            4 -> 5: @return = $2 + $3
        "#]],
    );
    let java = "interface I { int f(); default int g() { return f(); } } class A implements I { public int f() { return 1; } }\n\
         class B implements I { public int f() { return 2; } public int g() { return 3; } } class T { static int m(I i) { return i.g(); } }";
    let (_, program, _) = parse_files(&[java], &JavaOptions::default());
    let program = program.expect("a program");
    let tables: Vec<String> = program
        .procedures
        .iter()
        .flat_map(|p| &p.cfa.edges)
        .filter_map(|e| match &e.operation {
            program::objects::Operation::Call(call) => Some(&call.callee),
            _ => None,
        })
        .map(|callee| match callee {
            program::objects::Callee::Static(p) => program.qualified_name(*p),
            program::objects::Callee::Virtual(table) => {
                let rows =
                    table.iter().map(|&(c, p)| format!("{}: {}", program.classes[c].name, program.qualified_name(p)));
                rows.collect::<Vec<_>>().join(", ")
            }
        })
        .collect();
    expect![[r#"
        A: A.f, B: B.f
        A: I.g, B: B.g"#]]
    .assert_eq(&tables.join("\n"));
}

#[test]
fn overloads() {
    check(
        "class A {} class B extends A {} class T { static int f(A a) { return 1; } static int f(B b) { return 2; } static int f(int i) { return 3; }\n\
         static int f(long l) { return 4; } static int f(Object o) { return 5; } static int f(A a, A b) { return 6; }\n\
         static void m(A a, B b, byte y, long l, Integer i) { f(a); f(b); f(y); f(l); f(i); f(a, b); f(null, b); f('c'); } }",
        expect![[r#"
            T.f(a) entry 0 exit 1 throws 2
            0 -> 1: @return = 1

            T.f(b) entry 0 exit 1 throws 2
            0 -> 1: @return = 2

            T.f(i) entry 0 exit 1 throws 2
            0 -> 1: @return = 3

            T.f(l) entry 0 exit 1 throws 2
            0 -> 1: @return = 4

            T.f(o) entry 0 exit 1 throws 2
            0 -> 1: @return = 5

            T.f(a, b) entry 0 exit 1 throws 2
            0 -> 1: @return = 6

            T.m(a, b, y, l, i) entry 0 exit 8 throws 9
            0 -> 1: T.f(a) throws to 9
            1 -> 2: T.f(b) throws to 9
            2 -> 3: T.f(y) throws to 9
            3 -> 4: T.f(l) throws to 9
            4 -> 5: T.f(i) throws to 9
            5 -> 6: T.f(a, b) throws to 9
            6 -> 7: T.f(null, b) throws to 9
            7 -> 8: T.f(99) throws to 9
        "#]],
    );
}

#[test]
fn fields_of_superclasses() {
    check(
        "class A { A link; int n; } class B extends A { int m; int both() { return m + super.n + ((A) this).n; } void set(A a) { link = a; super.n = 4; } }",
        expect![[r#"
            B.both(this) entry 0 exit 5 throws 6
            0 -> 1: $0 = this.m
            1 -> 2: $1 = this.n
            2 -> 3: $2 = $0 + $1
            3 -> 4: $3 = this.n
            4 -> 5: @return = $2 + $3

            B.set(this, a) entry 0 exit 2 throws 3
            0 -> 1: this.link = a
            1 -> 2: this.n = 4
        "#]],
    );
}

#[test]
fn nested_classes_and_static_members() {
    check(
        "class Outer { static final int K = 4; static int count; static class Inner { Inner next; int k() { return K + Outer.K + help(); } }\n\
         static int help() { count++; count = 2; return count; } static Outer.Inner make() { Inner i = new Inner(); i.next = new Outer.Inner(); return i; } }",
        expect![[r#"
            Outer.help() entry 0 exit 5 throws 6
            0 -> 1: $0 = Outer.count
            1 -> 2: $1 = $0 + 1
            2 -> 3: Outer.count = $1
            3 -> 4: Outer.count = 2
            4 -> 5: @return = Outer.count

            Outer.make() entry 0 exit 4 throws 5
            0 -> 1: i = new Outer$Inner
            1 -> 2: $0 = new Outer$Inner
            2 -> 3: i.next = $0
            3 -> 4: @return = i

            Outer$Inner.k(this) entry 0 exit 2 throws 3
            0 -> 1: $0 = Outer.help() throws to 3
            1 -> 2: @return = 8 + $0
        "#]],
    );
}

#[test]
fn generic_types_are_erased() {
    check(
        "class Box<T> { T value; Box<T> next; Box(T v) { value = v; } T get() { return value; } <U extends Item> U id(U u) { return u; } }\n\
         class Item { int n; } class T { static int m(Box<Item> b) { Item i = b.get(); Box<Box<Item>> bb = new Box<>(b); Item j = b.value; return ((Item) b.get()).n + b.id(i).n; } }",
        expect![[r#"
            Box.<init>(this, v) entry 0 exit 1 throws 2
            0 -> 1: this.value = v

            Box.get(this) entry 0 exit 1 throws 2
            0 -> 1: @return = this.value

            Box.id(this, u) entry 0 exit 1 throws 2
            0 -> 1: @return = u

            T.m(b) entry 0 exit 21 throws 22
            0 -> 1: $0 = b.Box.get() throws to 22
            1 -> 4: [$0 == null]
            1 -> 2: [$0 != null]
            2 -> 3: [!$0 instanceof Item, as is known]
            2 -> 4: [$0 instanceof Item]
            3 -> 22: @exception = new ClassCastException
            4 -> 5: i = $0
            5 -> 6: $1 = new Box
            6 -> 7: $1.Box.<init>(b) throws to 22
            7 -> 8: bb = $1
            8 -> 9: $2 = b.value
            9 -> 12: [$2 == null]
            9 -> 10: [$2 != null]
            10 -> 11: [!$2 instanceof Item, as is known]
            10 -> 12: [$2 instanceof Item]
            11 -> 22: @exception = new ClassCastException
            12 -> 13: j = $2
            13 -> 14: $3 = b.Box.get() throws to 22
            14 -> 17: [$3 == null]
            14 -> 15: [$3 != null]
            15 -> 16: [!$3 instanceof Item, as is known]
            15 -> 17: [$3 instanceof Item]
            16 -> 22: @exception = new ClassCastException
            17 -> 18: $4 = $3.n
            18 -> 19: $5 = b.Box.id(i) throws to 22
            19 -> 20: $6 = $5.n
            20 -> 21: @return = $4 + $6
        "#]],
    );
}

#[test]
fn equality_of_objects() {
    check_body(
        "boolean m(List a, List b)",
        "return a.equals(b);",
        expect![[r#"
            T.m(a, b) entry 0 exit 5 throws 6
            0 -> 1: [a == null]
            0 -> 2: [a != null]
            1 -> 2: require null != null
            2 -> 3: [a == b]
            2 -> 4: [a != b]
            3 -> 5: @return = true
            4 -> 5: @return = false
        "#]],
    );
}

#[test]
fn pure_calls() {
    let java = "class T { native int f(T t); static int m(T t, int i) { i = t.f(t); int k = Lib.size(t, i++); if (Lib.check(t)) return 1; return t.f(null) + Lib.size(t); } }";
    let options = JavaOptions {
        assume_pure: vec!["T.f".to_owned(), "size".to_owned(), "Lib.check".to_owned()],
        ..JavaOptions::default()
    };
    let (sources, program, diagnostics) = parse_files(&[java], &options);
    let program = program.unwrap_or_else(|| panic!("{}", render(&sources, &diagnostics)));
    expect![[r#"
        T.m(t, i) entry 0 exit 11 throws 12
        0 -> 1: require t != null
        1 -> 2: i = *
        2 -> 3: $0 = i
        3 -> 4: i = $0 + 1
        4 -> 5: k = *
        5 -> 6: [*]
        5 -> 7: [*]
        6 -> 11: @return = 1
        7 -> 8: require t != null
        8 -> 9: $2 = *
        9 -> 10: $3 = *
        10 -> 11: @return = $2 + $3
    "#]]
    .assert_eq(&listings(&program));
}

#[test]
fn several_files() {
    let a = "package p.q; import java.util.*; import static java.lang.Math.max; public class A { B b; }";
    let b = "package p.q; public class B extends p.q.A { A up() { return this; } }";
    let (sources, program, diagnostics) = parse_files(&[a, b], &JavaOptions::default());
    let program = program.unwrap_or_else(|| panic!("{}", render(&sources, &diagnostics)));
    assert_eq!(program.qualified_name(program::cfa::ProcedureId(0)), "B.up");
    let names: Vec<&str> = program.classes.iter().map(|c| c.name.as_str()).collect();
    assert_eq!(names, ["A", "B", "Object", "Throwable"]);
}

#[test]
fn main_with_unused_arguments() {
    check(
        "public class Main { public static void main(String[] args) { System.out.println(\"x\" + f()); } static int f() { return 1; } }",
        expect![[r#"
            Main.main(args) entry 0 exit 1 throws 2
            0 -> 1: $1 = Main.f() throws to 2

            Main.f() entry 0 exit 1 throws 2
            0 -> 1: @return = 1
        "#]],
    );
}

#[test]
fn the_default_method_that_nothing_overrides_runs() {
    // The order of interfaces does not matter.
    check(
        "interface I { default int m() { return 1; } } interface J extends I { default int m() { return 2; } }
         class A implements I, J { static int run(I i) { return i.m(); } }",
        expect![[r#"
            I.m(this) entry 0 exit 1 throws 2
            0 -> 1: @return = 1

            J.m(this) entry 0 exit 1 throws 2
            0 -> 1: @return = 2

            A.run(i) entry 0 exit 1 throws 2
            0 -> 1: @return = i.J.m() throws to 2
        "#]],
    );
}

#[test]
fn private_methods_are_not_inherited() {
    check(
        "class A { private int m() { return 1; } static int run(B b) { return b.m() + ((A) b).m(); } }
         class B extends A { int m() { return 2; } }",
        expect![[r#"
            A.m(this) entry 0 exit 1 throws 2
            0 -> 1: @return = 1

            A.run(b) entry 0 exit 3 throws 4
            0 -> 1: $0 = b.B.m() throws to 4
            1 -> 2: $1 = b.A.m() throws to 4
            2 -> 3: @return = $0 + $1

            B.m(this) entry 0 exit 1 throws 2
            0 -> 1: @return = 2
        "#]],
    );
}

#[test]
fn a_class_without_objects_still_has_its_methods() {
    check(
        "class A { int m() { return 1; } static int run(B b) { return b.m(); } } abstract class B extends A { }",
        expect![[r#"
            A.m(this) entry 0 exit 1 throws 2
            0 -> 1: @return = 1

            A.run(b) entry 0 exit 1 throws 2
            0 -> 1: @return = b.A.m() throws to 2
        "#]],
    );
}

#[test]
fn a_class_of_another_package_does_not_hide_the_library() {
    let texts = [
        "package a; import java.util.*; class A { static void f() { Stack s = new Stack(); Queue q = null; } }",
        "package b; class Stack { Object top; Stack() { top = this; } }",
        "package a; class Queue { Object first; }",
    ];
    let (_, program, _) = parse_files(&texts, &JavaOptions::default());
    let text = listings(&program.expect("it is read"));
    assert!(text.contains("= new java.util.Stack"), "the stack of `java.util`: {text}");
    let texts = ["package a; import b.*; class A { static void f() { Stack s = new Stack(); } }", texts[1]];
    let (_, program, _) = parse_files(&texts, &JavaOptions::default());
    let text = listings(&program.expect("it is read"));
    assert!(text.contains("= new Stack"), "the stack of `b`: {text}");
}
