//! Runs are given up at constructs that are not modelled; those that the entry method does not reach have no effect.

use expect_test::{Expect, expect};

use super::super::parse_java;
use super::{JavaOptions, render};
use base::{Severity, Sources};

const LIBRARY_USER: &str = "import java.util.*;
class A { A next; Thread data; Iterator<A> list; Color color;
  enum Color { RED { void m() { } }; } record P(int x, A a) { } @interface Mark { }
  class Inner { A a; Inner n; Inner(A a) { this.a = a; } A get() { return a; } }
  class Leaning { A get() { return next; } void m() { reach(null); help(); } }
  void help() { }
  static A reach(A a) { return a == null ? null : a.make().get(); }
  Inner make() { return new Inner(this); }
  static Object fields(A a) { a.data = null; a.list.next(); return a.color; }
  static Color colour() { return Color.RED; }
  static void lambda() { Runnable r = () -> { }; r.run(); }
  static void loop() { for (A a : new DelayQueue<A>()) { a.next = a; if (a == null) break; } }
  static int many(int... xs) { return xs.length; }
  public static void main(String[] args) throws Exception {
    int[] a = new int[3]; a[0] = args.length; many(1, 2); many();
    class Local { int v; } Local local = new Local(); Thread thread = new Thread() { }; thread.start();
    try (Scanner s = new Scanner(System.in)) { s.next(); } String t = String.format(\"%d\", 3);
    Color c = switch (Color.RED) { case RED -> null; }; P p = new P(1, null); new P(2, null).x();
    List<A> as = new ArrayList<>(); as.get(0).next = null; Object o = TimeUnit.SECONDS; o.getClass(); }
  boolean mine(Mine mine) { return mine.hasNext() && mine.other() && mine.size > 0; } }
class Mine implements Spliterator<A> { public boolean hasNext() { return false; } }";

/// Errors and notes of a run from `entry`.
#[track_caller]
fn check(java: &str, entry: &str, expected: Expect) {
    let mut sources = Sources::default();
    let file = sources.add("A.java", java);
    let (program, diagnostics) = parse_java(&sources, &[file], &JavaOptions::default(), entry);
    assert_eq!(program.is_none(), diagnostics.iter().any(|d| d.severity == Severity::Error));
    expected.assert_eq(&render(&sources, &diagnostics));
}

#[test]
fn one_note_says_what_is_left_out() {
    for entry in ["A.reach", "Mine.hasNext"] {
        let mut sources = Sources::default();
        let file = sources.add("A.java", LIBRARY_USER);
        let (program, diagnostics) = parse_java(&sources, &[file], &JavaOptions::default(), entry);
        assert!(program.is_some(), "{}", render(&sources, &diagnostics));
        let [note] = &diagnostics[..] else { panic!("{}", render(&sources, &diagnostics)) };
        assert_eq!((note.code, note.severity), ("java/not-reached", Severity::Note));
    }
}

#[test]
fn runs_are_given_up_at_what_is_reached() {
    for (entry, expected) in [
        ("A.fields", &["the type of the field `data`"][..]),
        ("A.loop", &["class `DelayQueue` is not given"]),
        ("A.mine", &["method `other` may be declared in a class that is not given", "`size` may be declared"]),
    ] {
        let mut sources = Sources::default();
        let file = sources.add("A.java", LIBRARY_USER);
        let (program, diagnostics) = parse_java(&sources, &[file], &JavaOptions::default(), entry);
        let found: Vec<&str> = diagnostics
            .iter()
            .filter(|d| d.message.contains("runs are not followed"))
            .map(|d| d.message.as_str())
            .collect();
        assert!(found.len() == expected.len(), "{entry}: {found:#?}");
        assert!(found.iter().zip(expected).all(|(e, wanted)| e.contains(wanted)), "{entry}: {found:#?}");
        let (program, entry) = program.expect("it is no mistake");
        let edges = &program.procedures[entry].cfa.edges;
        assert!(edges.iter().any(|edge| edge.operation.given_up().is_some_and(|why| why.contains(expected[0]))));
    }
}

#[test]
fn initialisers_belong_to_those_who_run_them() {
    let java = "class A { Object[] a = new A[1]; static int n; static { Object[] b = new A[2]; } A() { } static int f() { return 1; } static A g() { return new A(); } }
        class B { static int h() { return A.n; } static int i() { return 0; } }";
    check(
        java,
        "B.i",
        expect![[r#"
        A.java:1:20: note: `B.i` does not reach this, so it is ignored, like one other place: `A[]` as `Object[]` is not supported: a store might throw an `ArrayStoreException`
    "#]],
    );
    check(
        java,
        "A.f",
        expect![[r#"
            A.java:1:20: note: `A.f` does not reach this, so it is ignored: `A[]` as `Object[]` is not supported: a store might throw an `ArrayStoreException`
            A.java:1:70: warning: `A[]` as `Object[]` is not supported: a store might throw an `ArrayStoreException`, so runs are not followed from here on
        "#]],
    );
    check(
        java,
        "B.h",
        expect![[r#"
            A.java:1:20: note: `B.h` does not reach this, so it is ignored: `A[]` as `Object[]` is not supported: a store might throw an `ArrayStoreException`
            A.java:1:70: warning: `A[]` as `Object[]` is not supported: a store might throw an `ArrayStoreException`, so runs are not followed from here on
        "#]],
    );
    check(
        java,
        "A.g",
        expect![[r#"
            A.java:1:20: warning: `A[]` as `Object[]` is not supported: a store might throw an `ArrayStoreException`, so runs are not followed from here on
            A.java:1:70: warning: `A[]` as `Object[]` is not supported: a store might throw an `ArrayStoreException`, so runs are not followed from here on
        "#]],
    );
}

#[test]
fn texts_call_what_is_not_modelled() {
    let java = "class A { public String toString() { Object[] b = new A[1]; return \"\"; } static String f(A a) { return \"\" + a; } static int g(A a) { return 1; } }";
    check(
        java,
        "A.f",
        expect![[r#"
            A.java:1:51: warning: `A[]` as `Object[]` is not supported: a store might throw an `ArrayStoreException`, so runs are not followed from here on
        "#]],
    );
    check(
        java,
        "A.g",
        expect![[r#"
        A.java:1:51: note: `A.g` does not reach this, so it is ignored: `A[]` as `Object[]` is not supported: a store might throw an `ArrayStoreException`
    "#]],
    );
}

#[test]
fn mistakes_are_errors_wherever_they_stand() {
    check(
        "class A { static void f() { } static void g() { int x = true; y = 1; f(2); } void h() { String s = this; int[] a; } }",
        "A.f",
        expect![[r#"
            A.java:1:57: `boolean` cannot be converted to `int`
            A.java:1:63: `y` is not declared (did you mean `x`?)
            A.java:1:70: no method `f` of class `A` fits (int) (candidates: A.f())
            A.java:1:100: `A` cannot be converted to `String`
        "#]],
    );
}

/// What a compiler accepts is not called a mistake: what is not followed are type arguments and iterators.
#[test]
fn what_is_not_followed_is_said_as_it_is() {
    let java = "import java.util.*; class A { final int v = 1; static int f(PriorityQueue<A> q) { return q.peek().v; } \
                static void g(List<A> l) { l.get(0).h(1); } void h(int k) { } \
                static Iterable<String> i() { return new ArrayList<>(); } static Object j(List<A> l) { return (Iterable<A>) l; } }";
    check(java, "A.f", expect![""]);
    check(java, "A.g", expect![""]);
    check(java, "A.j", expect![""]);
    // Boxes of what a type argument says are unboxed.
    let java = "import java.util.*; class A { static int f(Deque<Integer> d) { int k = d.pop(); return k; } \
                static boolean g(Deque<Boolean> d) { if (d.pop()) return !d.peek(); return d.peek(); } \
                static char h(Deque<Character> d) { char c = d.pop(); int k = d.pop(); return c; } }";
    check(
        java,
        "A.f",
        expect![[r#"
        note: variables hold only what their type arguments allow
    "#]],
    );
}

#[test]
fn objects_of_inner_classes_need_one_of_the_class_around() {
    check(
        "class A { int k; class In { int n; } static In f() { return new In(); } In g() { return new In(); } class Deep { In h() { return new In(); } } }",
        "A.g",
        expect![[r#"
            A.java:1:61: creating `A.In` requires an enclosing object of class `A`, and there is none here (make `A.In` static)
        "#]],
    );
}

#[test]
fn a_superclass_that_is_not_given_matters_where_objects_are_made() {
    let java = "class A extends Unknown { static A f() { return new A(); } } class B { static void g() { } static int h() { return new A().m(); } }";
    check(
        java,
        "A.f",
        expect![[r#"
            A.java:1:17: warning: class `Unknown` is not given, so runs are not followed from here on (add its class as another file)
            A.java:1:116: note: `A.f` does not reach this, so it is ignored: method `m` may be declared in a class that is not given
        "#]],
    );
    check(
        java,
        "B.g",
        expect![[r#"
            A.java:1:17: note: `B.g` does not reach this, so it is ignored, like one other place: class `Unknown` is not given
        "#]],
    );
    check(
        java,
        "B.h",
        expect![[r#"
            A.java:1:17: warning: class `Unknown` is not given, so runs are not followed from here on (add its class as another file)
            A.java:1:116: warning: method `m` may be declared in a class that is not given, so runs are not followed from here on
        "#]],
    );
}

/// An imported name is not a typo.
#[test]
fn static_imports() {
    let java = "import static java.lang.Math.max; import static lib.Names.*;
class A { static int m() { return 1; } static int n(int k) { return max(k, 2); } static int o() { return SOME + more(); } }";
    check(
        java,
        "A.m",
        expect![[r#"
            A.java:2:69: note: `A.m` does not reach this, so it is ignored, like 2 other places: the code of `java.lang.Math.max` is not given
        "#]],
    );
    check(
        java,
        "A.n",
        expect![[r#"
            A.java:2:69: warning: the code of `java.lang.Math.max` is not given, so runs are not followed from here on (add its class as another file, or pass `--assume-pure java.lang.Math.max`)
            A.java:2:106: note: `A.n` does not reach this, so it is ignored, like one other place: class `lib.Names` is not given
        "#]],
    );
}

/// Overrides of library methods only in classes without objects.
#[test]
fn overridden_without_objects() {
    check(
        "abstract class B extends A { public int hashCode() { return 1; } public boolean equals(A a) { return true; } }
class A { static boolean m(A a, Object o) { return a.hashCode() == o.hashCode() && a.equals(o); } }",
        "A.m",
        expect![[""]],
    );
}
