//! What is said of wrong and of unsupported programs.

use expect_test::expect;

use super::check_diagnostics;

#[test]
fn several_errors_in_one_run() {
    check_diagnostics(
        "class T {\n  int f() { return x; }\n  void g( { }\n  void h() { int i = 1 int j = ; Foo z; k(); }\n  int q() { }\n}\n",
        expect![[""]],
    );
}

#[test]
fn arrays() {
    check_diagnostics(
        "class T { int[] a; static void main(String[] args) {\n int[] b = {1, 2}; int c[] = new int[3]; args[0] = null; int n = args.length; var d = new T[2][]; } }",
        expect![[""]],
    );
}

#[test]
fn unsupported_constructs() {
    check_diagnostics(
        "enum E { A, B { } }\nrecord R(int x) { }\n@interface N { int v() default 3; }\n@N(v = 1) class T {\n  class Inner { }\n  static { f(); }\n  static T global;\n  static void f() {\n    Runnable r = () -> { };\n    Object o = new Object() { int x; };\n    class Local { }\n    for (T t : list()) { }\n    g(T::new);\n    Object k = T.class;\n    try (T t = null) { } finally { }\n    switch (o) { case T t -> { } default -> { } }\n  }\n  static void v(int... x) { }\n}\n",
        expect![[""]],
    );
}

#[test]
fn code_that_is_not_given() {
    check_diagnostics(
        "interface I { int f(); }\nabstract class A { abstract void g(); native A h(); }\nclass T { static void m(I i, A a, Foo x) {\n i.f();\n a.g();\n a.h();\n Lib.call(i);\n \"s\".intern();\n System.exit(1);\n} }\n",
        expect![[""]],
    );
}

#[test]
fn names() {
    check_diagnostics(
        "class List { List next; void append(List l) { } static void m(List head) {\n hed = null;\n head.nxt = null;\n head.apend(head);\n Lst l = null;\n head.append();\n int head = 3;\n append(head);\n next = null;\n this.next = null;\n } }",
        expect![[""]],
    );
}

#[test]
fn types() {
    check_diagnostics(
        "class A { int n; } class B { }\nclass T { int m(A a, B b, boolean c, int i, long l) {\n a = b;\n i = l;\n c = i;\n if (i) { }\n i = a + 1;\n a.n.x = 3;\n i.f();\n c = a == b;\n a = (A) b;\n byte y = 300;\n void v;\n i = g();\n throw a;\n }\n void g() { return 1; } int h() { return; } Object o() { return new Comparable(); } }",
        expect![[""]],
    );
}

#[test]
fn flow() {
    check_diagnostics(
        "class T { int a(boolean b) { if (b) return 1; }\n int b() { int x; return x; }\n void c() { return; int y = 1; y = 2; }\n void d() { break; }\n void e() { while (true) { } }\n int f() { while (true) { } }\n void g(boolean b) { int x; if (b) x = 1; x++; }\n void h() { int x; if (true) x = 1; x++; for (;;) { continue l; } }\n int i(int k) { final int z = 1; z = 2; int y; switch (k) { case 1: y = 1; break; default: y = 2; } return y; } }",
        expect![[""]],
    );
}

#[test]
fn hierarchy() {
    check_diagnostics(
        "class A extends B { } class B extends A { } class C extends I implements A { }\ninterface I { void f(); } class D implements I { } class D { } class E { void f() { } void f() { } int x, x; abstract void g(); }\ninterface J extends J { } class S extends String { }",
        expect![[""]],
    );
}

#[test]
fn overloads() {
    check_diagnostics(
        "class A { A(int i) { } } class B extends A { } class T { static void f(A a, Object o) { } static void f(Object o, A a) { } void g(int i) { }\n static void m(A a) {\n f(a, a);\n f(1, a);\n new A();\n g(1);\n T.g(2);\n } }",
        expect![[""]],
    );
}

#[test]
fn switches() {
    check_diagnostics(
        "class T { void m(int i, String s, byte b) { switch (i) { case 1: case 1: default: default: }\n switch (s) { case \"a\": }\n switch (b) { case 300: }\n switch (i) { case i: }\n int k = switch (i) { case 1 -> 2; }; } }",
        expect![[""]],
    );
}

#[test]
fn literals() {
    check_diagnostics(
        "class T { void m() { int a = 2147483648; long b = 99999999999999999999; int c = 0x1_0000_0000; int d = 1_; int e = 089; char f = ''; char g = 'ab'; String h = \"x\n; int i = 3 # 4; char j = '\\q'; /* open",
        expect![[""]],
    );
}

#[test]
fn notes_do_not_stop() {
    check_diagnostics(
        "class T { static int count; static void m() { System.out.println(count); count++; System.err.print('x'); } }",
        expect![[""]],
    );
}

#[test]
fn missing_semicolon_and_braces() {
    check_diagnostics("class T { void m() {\n int x = 1\n x = 2;\n foo(;\n x = 3;\n }\n void n() { if (true { } }\n void o() { y(); }", expect![[""]]);
}
