//! Static fields and the initialisation of classes.

use expect_test::expect;

use super::check_run;

#[test]
fn constants_and_fields_without_initial_value_need_no_code() {
    check_run(
        "class A { static final int K = 2; static final String S = \"a\" + K; static final double D = 1 / 2.0; static int n; static A a = null;
           static int f() { return B.K + K; } static String s() { return B.S; } }
         class B { static final int K = A.K + 1; static final String S = A.S + K; static { A.n = 1; } }",
        "A.f",
        expect![[r#"
            A.f() entry 0 exit 1 throws 2
            0 -> 1: @return = 5
        "#]],
    );
}

#[test]
fn a_run_assigns_constants_first() {
    check_run(
        "class A { static int n = 3 + 4, unread = 9; static boolean b = true; A next; static A a;
           static int f() { if (b) a = new A(); return n; } }",
        "A.f",
        expect![[r#"
            A.f() entry 0 exit 8 throws 9
            0 -> 1: static = new static
            1 -> 2: A.n = 7
            2 -> 3: A.b = true
            3 -> 4: $0 = A.b
            4 -> 5: [$0 == true]
            4 -> 7: [$0 == false]
            5 -> 6: $1 = new A
            6 -> 7: A.a = $1
            7 -> 8: @return = A.n
        "#]],
    );
}

#[test]
fn code_runs_once_and_superclasses_come_first() {
    check_run(
        "class S { static S s = new S(); } class A extends S { static int n; static { n = 1; } }
         class T { static void f() { A.n++; } }",
        "T.f",
        expect![[r#"
            T.f() entry 0 exit 5 throws 6
            0 -> 1: static = new static
            1 -> 2: A.<clinit>() throws to 6
            2 -> 3: $0 = A.n
            3 -> 4: $1 = $0 + 1
            4 -> 5: A.n = $1
            A.<clinit>() entry 0 exit 7 throws 11
            0 -> 1: $0 = A.class
            1 -> 7: [$0 == 1]
            1 -> 2: [$0 != 1]
            2 -> 3: [$0 == -1]
            2 -> 4: [$0 != -1]
            3 -> 11: @exception = new NoClassDefFoundError
            4 -> 5: A.class = 1
            5 -> 6: S.<clinit>() throws to 8
            6 -> 7: A.n = 1
            8 -> 10: [@exception instanceof Error]
            8 -> 9: [!@exception instanceof Error]
            9 -> 10: @exception = new ExceptionInInitializerError
            10 -> 11: A.class = -1
            S.<clinit>() entry 0 exit 8 throws 4
            0 -> 1: $0 = S.class
            1 -> 8: [$0 == 1]
            1 -> 2: [$0 != 1]
            2 -> 3: [$0 == -1]
            2 -> 5: [$0 != -1]
            3 -> 4: @exception = new NoClassDefFoundError
            5 -> 6: S.class = 1
            6 -> 7: $1 = new S
            7 -> 8: S.s = $1
        "#]],
    );
}

#[test]
fn the_class_of_the_entry_method_comes_before_it() {
    check_run(
        "class A { static A a = new A(); static A f() { return a; } }",
        "A.f",
        expect![[r#"
            A.f() entry 0 exit 3 throws 4
            0 -> 1: static = new static
            1 -> 2: A.<clinit>() throws to 4
            2 -> 3: @return = A.a
            A.<clinit>() entry 0 exit 8 throws 4
            0 -> 1: $0 = A.class
            1 -> 8: [$0 == 1]
            1 -> 2: [$0 != 1]
            2 -> 3: [$0 == -1]
            2 -> 5: [$0 != -1]
            3 -> 4: @exception = new NoClassDefFoundError
            5 -> 6: A.class = 1
            6 -> 7: $1 = new A
            7 -> 8: A.a = $1
        "#]],
    );
}

#[test]
fn an_entry_method_that_is_called_begins_the_run_once() {
    check_run(
        "class A { static int n = 1; static int f(int k) { return k == 0 ? n : f(k - 1); } }",
        "A.f",
        expect![[r#"
            A.f(k) entry 0 exit 6 throws 7
            0 -> 1: static = new static
            1 -> 2: A.n = 1
            2 -> 3: [k == 0]
            2 -> 4: [k != 0]
            3 -> 6: @return = A.n
            4 -> 5: $0 = k - 1
            5 -> 6: @return = A.f($0) throws to 7
            A.f(k) entry 0 exit 4 throws 5
            0 -> 1: [k == 0]
            0 -> 2: [k != 0]
            1 -> 4: @return = A.n
            2 -> 3: $0 = k - 1
            3 -> 4: @return = A.f($0) throws to 5
        "#]],
    );
}

#[test]
fn classes_are_initialised_where_they_are_used() {
    check_run(
        "class B { B() { n = 1; } static int n = k(); static int k() { return n; } int m() { return n; } }
         class T { static int g(int i) { return i; } static void f() { B b = new B(); b.m(); B.n = g(B.k()); } }",
        "T.f",
        expect![[r#"
            T.f() entry 0 exit 11 throws 12
            0 -> 1: static = new static
            1 -> 2: B.<clinit>() throws to 12
            2 -> 3: $0 = new B
            3 -> 4: $0.B.<init>() throws to 12
            4 -> 5: b = $0
            5 -> 6: b.B.m() throws to 12 on null to 12
            6 -> 7: B.<clinit>() throws to 12
            7 -> 8: $1 = B.k() throws to 12
            8 -> 9: $2 = T.g($1) throws to 12
            9 -> 10: B.<clinit>() throws to 12
            10 -> 11: B.n = $2
            B.<clinit>() entry 0 exit 7 throws 11
            0 -> 1: $0 = B.class
            1 -> 7: [$0 == 1]
            1 -> 2: [$0 != 1]
            2 -> 3: [$0 == -1]
            2 -> 4: [$0 != -1]
            3 -> 11: @exception = new NoClassDefFoundError
            4 -> 5: B.class = 1
            5 -> 6: $1 = B.k() throws to 8
            6 -> 7: B.n = $1
            8 -> 10: [@exception instanceof Error]
            8 -> 9: [!@exception instanceof Error]
            9 -> 10: @exception = new ExceptionInInitializerError
            10 -> 11: B.class = -1
            B.<init>(this) entry 0 exit 1 throws 2
            0 -> 1: B.n = 1
            B.m(this) entry 0 exit 2 throws 3
            0 -> 1: B.<clinit>() throws to 3
            1 -> 2: @return = B.n
            B.k() entry 0 exit 1 throws 2
            0 -> 1: @return = B.n
            T.g(i) entry 0 exit 1 throws 2
            0 -> 1: @return = i
        "#]],
    );
}

#[test]
fn interfaces_are_initialised_with_classes_if_they_have_methods_with_a_body() {
    check_run(
        "interface I { int K = T.g(); default void m() { } } interface J { int K = T.g(); void n(); }
         interface H extends J, I { } abstract class S implements H { } class A extends S { static int k = T.g(); public void n() { } }
         class T { static int g() { return 1; } static void f() { A.k = 0; } static int j() { return J.K; } }",
        "T.f",
        expect![[r#"
            T.f() entry 0 exit 3 throws 4
            0 -> 1: static = new static
            1 -> 2: A.<clinit>() throws to 4
            2 -> 3: A.k = 0
            A.<clinit>() entry 0 exit 8 throws 12
            0 -> 1: $0 = A.class
            1 -> 8: [$0 == 1]
            1 -> 2: [$0 != 1]
            2 -> 3: [$0 == -1]
            2 -> 4: [$0 != -1]
            3 -> 12: @exception = new NoClassDefFoundError
            4 -> 5: A.class = 1
            5 -> 6: I.<clinit>() throws to 9
            6 -> 7: $1 = T.g() throws to 9
            7 -> 8: A.k = $1
            9 -> 11: [@exception instanceof Error]
            9 -> 10: [!@exception instanceof Error]
            10 -> 11: @exception = new ExceptionInInitializerError
            11 -> 12: A.class = -1
            I.<clinit>() entry 0 exit 7 throws 11
            0 -> 1: $0 = I.class
            1 -> 7: [$0 == 1]
            1 -> 2: [$0 != 1]
            2 -> 3: [$0 == -1]
            2 -> 4: [$0 != -1]
            3 -> 11: @exception = new NoClassDefFoundError
            4 -> 5: I.class = 1
            5 -> 6: $1 = T.g() throws to 8
            6 -> 7: I.K = $1
            8 -> 10: [@exception instanceof Error]
            8 -> 9: [!@exception instanceof Error]
            9 -> 10: @exception = new ExceptionInInitializerError
            10 -> 11: I.class = -1
            T.g() entry 0 exit 1 throws 2
            0 -> 1: @return = 1
        "#]],
    );
}
