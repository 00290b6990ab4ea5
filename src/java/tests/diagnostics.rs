//! Diagnostics of erroneous and unsupported programs.

use expect_test::expect;

use super::{JavaOptions, check_diagnostics};

#[test]
fn several_errors_in_one_run() {
    check_diagnostics(
        "class T {\n  int f() { return x; }\n  void g( { }\n  void h() { int i = 1 int j = ; Foo z; k(); }\n  int q() { }\n}\n",
        expect![[r#"
            F0.java:2:20: `x` is not declared
            F0.java:3:11: expected a type, found `{`
            F0.java:4:22: expected `;` after this, found `int`
            F0.java:4:34: warning: class `Foo` is not given (add its class as another file)
            F0.java:4:41: class `T` has no method `k` (did you mean `f`?)
            F0.java:5:13: missing `return` at the end of this method
        "#]],
    );
}

#[test]
fn arrays() {
    check_diagnostics(
        "class T { int[] a; static void main(String[] args) {\n int[] b = {1, 2}; int c[] = new int[3]; args[0] = null; int n = args.length; var d = new T[2][]; } }",
        expect![""],
    );
}

#[test]
fn unsupported_constructs() {
    check_diagnostics(
        "enum E { A, B { } }\nrecord R(int x) { }\n@interface N { int v() default 3; }\n@N(v = 1) class T {\n  class Inner { }\n  static { f(); }\n  static T global;\n  static void f() {\n    Runnable r = () -> { };\n    Object o = new Object() { int x; };\n    class Local { }\n    for (T t : list()) { }\n    g(T::new);\n    Object k = T.class;\n    try (T t = null) { } finally { }\n    switch (o) { case T t -> { } default -> { } }\n  }\n  static void v(int... x) { }\n}\n",
        expect![[r#"
            F0.java:12:16: class `T` has no method `list` (candidates: f, v)
            F0.java:13:5: class `T` has no method `g` (did you mean `f`?)
            F0.java:15:10: class `T` has no method `close` (candidates: f, v)
            F0.java:16:13: warning: `switch` over `Object` is not supported
            F0.java:16:23: patterns in `switch` are not supported (use `instanceof` in a chain of `if`)
        "#]],
    );
}

#[test]
fn code_that_is_not_given() {
    check_diagnostics(
        "interface I { int f(); }\nabstract class A { abstract void g(); native A h(); }\nclass T { static void m(I i, A a, Foo x) {\n i.f();\n a.g();\n a.h();\n Lib.call(i);\n \"s\".intern();\n System.exit(1);\n} }\n",
        expect![[r#"
            F0.java:3:35: class `Foo` is not given (add its class as another file)
            F0.java:4:2: warning: no class of the program implements `I.f`, so it can only be called on null (if there is such a class, add it as another file, or pass `--assume-pure I.f`)
            F0.java:5:2: warning: no class of the program implements `A.g`, so it can only be called on null (if there is such a class, add it as another file, or pass `--assume-pure A.g`)
            F0.java:6:2: warning: the code of `A.h` is not given (add its class as another file, or pass `--assume-pure A.h`)
            F0.java:7:2: warning: the code of `Lib.call` is not given (add its class as another file, or pass `--assume-pure Lib.call`)
        "#]],
    );
}

#[test]
fn names() {
    check_diagnostics(
        "class List { List next; void append(List l) { } static void m(List head) {\n hed = null;\n head.nxt = null;\n head.apend(head);\n Lst l = null;\n head.append();\n int head = 3;\n append(head);\n next = null;\n this.next = null;\n } }",
        expect![[r#"
            F0.java:2:2: `hed` is not declared (did you mean `head`?)
            F0.java:3:2: class `List` has no field `nxt` (did you mean `next`?)
            F0.java:4:2: class `List` has no method `apend` (did you mean `append`?)
            F0.java:5:2: warning: class `Lst` is not given (did you mean `List`?)
            F0.java:6:2: no method `append` of class `List` fits () (candidates: List.append(List))
            F0.java:7:2: variable `head` is already declared
            F0.java:8:2: no method `append` of class `List` fits (int) (candidates: List.append(List))
            F0.java:9:2: there is no `this` in a static method
            F0.java:10:2: there is no `this` in a static method
        "#]],
    );
}

#[test]
fn types() {
    check_diagnostics(
        "class A { int n; } class B { }\nclass T { int m(A a, B b, boolean c, int i, long l) {\n a = b;\n i = l;\n c = i;\n if (i) { }\n i = a + 1;\n a.n.x = 3;\n i.f();\n c = a == b;\n a = (A) b;\n byte y = 300;\n void v;\n i = g();\n throw a;\n }\n void g() { return 1; } int h() { return; } Object o() { return new Comparable(); } }",
        expect![[r#"
            F0.java:3:6: `B` cannot be converted to `A`
            F0.java:4:6: `long` cannot be converted to `int`
            F0.java:5:6: `int` cannot be converted to `boolean`
            F0.java:6:6: a condition must be `boolean`, not `int`
            F0.java:7:6: this operator does not apply to `A` and `int`
            F0.java:8:2: a value of type `int` has no fields
            F0.java:9:2: a value of type `int` has no methods
            F0.java:10:6: `A` and `B` have no objects in common
            F0.java:11:6: `B` cannot be cast to `A`
            F0.java:12:11: `int` cannot be converted to `byte`
            F0.java:13:2: a variable cannot be `void`
            F0.java:14:6: this call has no value
            F0.java:15:2: `A` is not an exception class
            F0.java:17:13: this method cannot return a value
            F0.java:17:35: this method must return a value
            F0.java:17:65: `Comparable` is an interface and cannot be instantiated
        "#]],
    );
}

#[test]
fn initial_values_of_static_fields() {
    check_diagnostics(
        "class T { static int a = true; static final long B = x + 1; static boolean c = f() == 2; static String s = \"s\"; static int f() { return a; } }",
        expect![[r#"
            F0.java:1:22: `boolean` cannot be converted to `int`
            F0.java:1:54: `x` is not declared (did you mean `a`?)
        "#]],
    );
}

#[test]
fn flow() {
    check_diagnostics(
        "class T { int a(boolean b) { if (b) return 1; }\n int b() { int x; return x; }\n void c() { return; int y = 1; y = 2; }\n void d() { break; }\n void e() { while (true) { } }\n int f() { while (true) { } }\n void g(boolean b) { int x; if (b) x = 1; x++; }\n void h() { int x; if (true) x = 1; x++; for (;;) { continue l; } }\n int i(int k) { final int z = 1; z = 2; int y; switch (k) { case 1: y = 1; break; default: y = 2; } return y; } }",
        expect![[r#"
            F0.java:1:47: missing `return` at the end of this method
            F0.java:2:19: variable `x` may not have been assigned
            F0.java:3:21: unreachable statement
            F0.java:4:13: there is no loop around this `break`
            F0.java:7:43: variable `x` may not have been assigned
            F0.java:8:53: there is no statement `l` around this `continue`
            F0.java:9:34: `z` is final
        "#]],
    );
}

#[test]
fn hierarchy() {
    check_diagnostics(
        "class A extends B { } class B extends A { } class C extends I implements A { }\ninterface I { void f(); } class D implements I { } class D { } class E { void f() { } void f() { } int x, x; abstract void g(); }\ninterface J extends J { } class S extends String { } class P { int v; } class Q extends P { long v; }",
        expect![[r#"
            F0.java:1:29: class `B` extends or implements itself
            F0.java:1:61: `I` is an interface; write `implements`
            F0.java:1:74: `A` is not an interface
            F0.java:2:33: class `D` is not abstract and does not implement `I.f()`
            F0.java:2:58: class `D` is declared twice
            F0.java:2:92: method `f` is declared twice with the same parameters
            F0.java:2:107: field `x` is declared twice
            F0.java:2:124: method `g` has no body, and its class is not abstract
            F0.java:3:11: class `J` extends or implements itself
            F0.java:3:43: `String` cannot be extended
        "#]],
    );
}

#[test]
fn overloads() {
    check_diagnostics(
        "class A { A(int i) { } } class B extends A { } class T { static void f(A a, Object o) { } static void f(Object o, A a) { } void g(int i) { }\n static void m(A a) {\n f(a, a);\n f(1, a);\n new A();\n g(1);\n T.g(2);\n } }",
        expect![[r#"
            F0.java:1:26: no constructor of class `A` fits () (candidates: A.<init>(int))
            F0.java:3:2: several methods `f` of class `T` fit (A, A) (candidates: T.f(A, Object), T.f(Object, A))
            F0.java:5:2: no constructor of class `A` fits () (candidates: A.<init>(int))
            F0.java:6:2: `g` is an instance method, but there is no object here
            F0.java:7:2: `g` is an instance method, but there is no object here
        "#]],
    );
}

#[test]
fn switches() {
    check_diagnostics(
        "class T { void m(int i, String s, byte b) { switch (i) { case 1: case 1: default: default: }\n switch (s) { case \"a\": }\n switch (b) { case 300: }\n switch (i) { case i: }\n int k = switch (i) { case 1 -> 2; }; } }",
        expect![[r#"
            F0.java:1:71: duplicate label
            F0.java:1:83: this switch already has a `default`
            F0.java:3:20: a label must be a constant of the selector's type
            F0.java:4:20: a label must be a constant of the selector's type
            F0.java:5:10: a switch expression needs a `default`, or labels for all constants
        "#]],
    );
}

#[test]
fn literals() {
    check_diagnostics(
        "class T { void m() { int a = 2147483648; long b = 99999999999999999999; int c = 0x1_0000_0000; int d = 1_; int e = 089; char f = ''; char g = 'ab'; String h = \"x\n; int i = 3 # 4; char j = '\\q'; /* open",
        expect![[r##"
            F0.java:1:30: this number is too large (write `L` after it to make it a `long`)
            F0.java:1:51: this number is too large
            F0.java:1:81: this number is too large (write `L` after it to make it a `long`)
            F0.java:1:104: an underscore in a number must be between digits
            F0.java:1:116: this is not a number
            F0.java:1:130: empty character literal
            F0.java:1:143: unclosed character literal
            F0.java:1:160: unclosed string
            F0.java:2:11: expected `;` after this, found a number
            F0.java:2:13: unexpected character "#"
            F0.java:2:28: `\q` is not an escape sequence
            F0.java:2:33: unclosed comment
            F0.java:2:40: expected `}`, found the end of the file
        "##]],
    );
}

#[test]
fn notes_do_not_stop() {
    check_diagnostics(
        "class T { static int count; static void m() { System.out.println(count); count++; System.err.print('x'); } }",
        expect![[r#"
            F0.java:1:47: note: output is skipped
            F0.java:1:83: note: output is skipped
        "#]],
    );
}

#[test]
fn missing_semicolon_and_braces() {
    check_diagnostics(
        "class T { void m() {\n int x = 1\n x = 2;\n foo(;\n x = 3;\n }\n void n() { if (true { } }\n void o() { y(); }",
        expect![[r#"
        F0.java:2:10: expected `;` after this, found `x`
        F0.java:4:6: expected an expression, found `;`
        F0.java:7:22: expected `)`, found `{`
        F0.java:8:13: class `T` has no method `y` (did you mean `m`?)
        F0.java:8:19: expected `}`, found the end of the file
    "#]],
    );
}

#[test]
fn places_are_whole_characters() {
    let text = "class T { void m() { int größß 1; } }";
    let (_, _, diagnostics) = super::parse_files(&[text], &JavaOptions::default());
    let span = diagnostics[0].span.expect("a place");
    assert_eq!(text.get(span.start as usize..span.end as usize), Some("ß"), "{diagnostics:?}");
}

#[test]
fn collections_have_other_superclasses_in_the_jdk() {
    check_diagnostics(
        "import java.util.*; class A { void f(Object o, Set<A> t) { AbstractSet<A> s = new HashSet<>(); Cloneable c = new ArrayList<A>(); boolean b = new TreeMap<A, A>() instanceof Cloneable; s = (AbstractSet<A>) t; AbstractCollection<A> d = new ArrayDeque<>(); } }",
        expect![[r#"
            F0.java:1:79: warning: whether a `HashSet` is a `AbstractSet` is decided by a class that is not given
            F0.java:1:110: warning: whether a `ArrayList` is a `Cloneable` is decided by a class that is not given
        "#]],
    );
}

#[test]
fn names_of_the_library_are_imported() {
    check_diagnostics(
        "package a; import java.util.*; import b.Deque; class A { List<A> l; Random r; Deque d; java.util.Deque e; java.util.function.Supplier<A> s; Supplier<A> t; b.Map m; void f(int[] x) { Arrays.fill(x, 1); Object o = new IOException(); } Object g() { Vector v = null; return v; } }",
        expect![[r#"
            F0.java:1:79: class `b.Deque` is not given (add its class as another file)
            F0.java:1:141: class `Supplier` is not given (add `import java.util.function.Supplier;`, or its class as another file)
            F0.java:1:156: class `b.Map` is not given (add its class as another file)
            F0.java:1:217: warning: class `IOException` is not given (add `import java.io.IOException;`, or its class as another file)
        "#]],
    );
    check_diagnostics(
        "class A { void f(int[] x) { Arrays.fill(x, 1); java.util.Arrays.fill(x, 1); List<A> l; Function<A, A> i; Integer k; Runnable r; Iterable<A> j; } }",
        expect![[r#"
            F0.java:1:29: warning: class `Arrays` is not given (add `import java.util.Arrays;`, or its class as another file)
            F0.java:1:77: warning: class `List` is not given (add `import java.util.List;`, or its class as another file)
            F0.java:1:88: warning: class `Function` is not given (add `import java.util.function.Function;`, or its class as another file)
        "#]],
    );
}
