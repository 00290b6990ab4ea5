//! Which classes of other files a file names, and which class a name stands for where several packages have one.

use expect_test::{Expect, expect};

use super::super::{FileClasses, JavaOptions, file_classes, signature};
use super::{parse_files, render};
use base::Sources;
use program::objects::Procedure;

/// What a file declares; and a line for each name with the classes that it may stand for.
#[track_caller]
fn check(java: &str, expected: Expect) {
    let mut sources = Sources::default();
    let file = sources.add("F.java", java);
    let FileClasses { declared, named, .. } = file_classes(&sources, file);
    let named: String = named.iter().map(|candidates| format!("{}\n", candidates.join(" | "))).collect();
    expected.assert_eq(&format!("declares {}\n{named}", declared.join(", ")));
}

#[test]
fn types_are_named_wherever_they_stand() {
    check(
        "class A<T extends Bound> extends Base implements I<Argument> { T t; Field f; static int n = Other.count(); \
         <U extends V> Result m(Parameter p, U u, int k) { Local l = new Made(); Object o = (Cast) p; \
         for (Each e : l.all()) if (o instanceof Pattern q) q.go(); try { } catch (Caught e) { } \
         Object f = (Typed x) -> x; Runnable r = Method::reference; Class<?> c = Literal.class; Made[] a = new Element[3]; return null; } }",
        expect![[r#"
            declares A
            I
            Argument
            Base
            Bound
            Field
            Parameter
            Result
            V
            Local
            Object
            Each
            Caught
            Runnable
            Class
            Made
            Other
            Cast
            Pattern
            Typed
            Method
            Literal
            Element
        "#]],
    );
}

#[test]
fn what_a_file_means_itself_is_not_looked_for() {
    check(
        "class A<T> { static class Inner { T t; } Inner i; A a; T t; Node head; void f(int x) { Inner j; head.f(); x.y(); \
         class Local { } Local l = new Local(); var v = i; v.go(); } } class B { Inner i; T t; }",
        expect![[r#"
            declares A, B
            Node
            Inner
            T
        "#]],
    );
}

#[test]
fn packages_and_imports_say_where_to_look() {
    check(
        "package a.b; import java.util.*; import java.util.List; import c.Node; import d.*; import e.Outer.In; import static u.Util.max; \
         class A { Node n; List<Tree> l; Set<String> s; In i; x.y.Far f; java.util.Map m; int k = max(1, z.Q.r); }",
        expect![[r#"
            declares a.b.A
            c.Node | c
            a.b.Tree | d.Tree | d
            a.b.Set
            a.b.String
            e.Outer.In | e.Outer | e
            a.b.x | d.x | d | x.y | x.y.Far
            a.b.java | d.java | d | java.util
            a.b.z | d.z | d
            a.b.z | d.z | d | z.Q
            u.Util | u
        "#]],
    );
}

/// What is wrong with several files, and the signatures of their methods.
#[track_caller]
fn check_packages(texts: &[&str], expected: Expect) {
    let (sources, program, mut diagnostics) = parse_files(texts, &JavaOptions::default());
    diagnostics.retain(|diagnostic| diagnostic.span.is_none_or(|span| !span.is_of_library()));
    let signatures = program.iter().flat_map(|program| {
        let name = |own: &Procedure| program.classes[own.class].name.as_str();
        let is_written = |own: &Procedure| {
            !own.name.starts_with('<') && !own.span.is_of_library() && !name(own).contains("$lambda$")
        };
        let written = program.procedures.indices().filter(|&id| is_written(&program.procedures[id]));
        written.map(|id| signature(program, id) + "\n").collect::<Vec<_>>()
    });
    expected.assert_eq(&(render(&sources, &diagnostics) + &signatures.collect::<String>()));
}

const IN_A: &str = "package a; public class Node { int v; static class In { } void own(Node n, In i) { } }";
const IN_B: &str = "package b; public class Node { int w; static class In { } void own(Node n, In i) { } }";

#[test]
fn several_packages_have_a_class_of_one_name() {
    let main = |head: &str| {
        format!("{head} class Main {{ void f(Node n) {{ }} void g(a.Node n, b.Node m, b.Node.In i) {{ }} }}")
    };
    let all = |head: &str, expected: Expect| check_packages(&[&main(head), IN_A, IN_B], expected);
    all(
        "package a;",
        expect![[r#"
        Main.f(a$Node)
        Main.g(a$Node, b$Node, b$Node$In)
        a$Node.own(a$Node, a$Node$In)
        b$Node.own(b$Node, b$Node$In)
    "#]],
    );
    all(
        "package b;",
        expect![[r#"
        Main.f(b$Node)
        Main.g(a$Node, b$Node, b$Node$In)
        a$Node.own(a$Node, a$Node$In)
        b$Node.own(b$Node, b$Node$In)
    "#]],
    );
    all(
        "import a.Node;",
        expect![[r#"
        Main.f(a$Node)
        Main.g(a$Node, b$Node, b$Node$In)
        a$Node.own(a$Node, a$Node$In)
        b$Node.own(b$Node, b$Node$In)
    "#]],
    );
    all(
        "package a; import b.Node;",
        expect![[r#"
        Main.f(b$Node)
        Main.g(a$Node, b$Node, b$Node$In)
        a$Node.own(a$Node, a$Node$In)
        b$Node.own(b$Node, b$Node$In)
    "#]],
    );
    all(
        "import b.*;",
        expect![[r#"
        Main.f(b$Node)
        Main.g(a$Node, b$Node, b$Node$In)
        a$Node.own(a$Node, a$Node$In)
        b$Node.own(b$Node, b$Node$In)
    "#]],
    );
    all(
        "package c;",
        expect![[r#"
            F0.java:1:32: class `Node` is not given (add `import a.Node;` or `import b.Node;`)
        "#]],
    );
}

#[test]
fn a_package_has_a_class_once() {
    check_packages(
        &[IN_A, "package a; class Node { }", "package a; class B { } class Node { }"],
        expect![[r#"
        F1.java:1:18: class `Node` is declared twice (files that are one program declare a class once; check separate programs one by one)
        F2.java:1:30: class `Node` is declared twice (files that are one program declare a class once; check separate programs one by one)
    "#]],
    );
}

#[test]
fn classes_of_the_library_are_hidden_by_packages() {
    let own = "package a; public class List { int v; }";
    check_packages(
        &["package a; import java.util.*; class M { int f(List l) { return l.v; } }", own],
        expect![[r#"
            M.f(List)
        "#]],
    );
    check_packages(
        &[
            "package a; import java.util.List; class M { int f(List l) { return l.size(); } }",
            own,
            "package b; class List { }",
        ],
        expect![[r#"
            M.f(java.util.List)
        "#]],
    );
    check_packages(
        &[
            "package c; import java.util.List; class M { int f(List l) { return l.size(); } }",
            own,
            "package b; class List { }",
        ],
        expect![[r#"
            M.f(java.util.List)
        "#]],
    );
}
