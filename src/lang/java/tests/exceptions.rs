//! `throw`, `try`, `catch`, `finally`.

use expect_test::expect;

use super::{check, check_body};

#[test]
fn throw_leaves() {
    check_body(
        "void m()",
        "throw new RuntimeException(\"x\");",
        expect![[r#"
            T.m() entry 0 exit 2 throws 1
            0 -> 1: @exception = new RuntimeException
        "#]],
    );
    check_body(
        "void m(Error e)",
        "throw e;",
        expect![[r#"
        T.m(e) entry 0 exit 3 throws 2
        0 -> 1: require e != null
        1 -> 2: @exception = e
    "#]],
    );
}

#[test]
fn catch_in_order() {
    check_body(
        "int m(Throwable t)",
        "try { throw t; } catch (ArithmeticException e) { return 1; } catch (ClassCastException | Error e) { return 2; } catch (Throwable e) { return 3; }",
        expect![[r#"
            T.m(t) entry 0 exit 11 throws 12
            0 -> 1: require t != null on null to 2
            1 -> 2: @exception = t
            2 -> 3: [@exception instanceof ArithmeticException]
            2 -> 5: [!@exception instanceof ArithmeticException]
            3 -> 4: e = @exception
            4 -> 11: @return = 1
            5 -> 7: [@exception instanceof ClassCastException]
            5 -> 6: [!@exception instanceof ClassCastException]
            6 -> 7: [@exception instanceof Error]
            6 -> 9: [!@exception instanceof Error]
            7 -> 8: e = @exception
            8 -> 11: @return = 2
            9 -> 10: e = @exception
            10 -> 11: @return = 3
        "#]],
    );
}

#[test]
fn uncaught_goes_outward() {
    check_body(
        "int m(int i)",
        "try { try { i = 1 / i; } catch (Error e) { return 1; } } catch (RuntimeException e) { return 2; } return i;",
        expect![[r#"
            T.m(i) entry 0 exit 11 throws 8
            0 -> 1: [i == 0]
            0 -> 9: [i != 0]
            1 -> 2: @exception = new ArithmeticException
            2 -> 3: [@exception instanceof Error]
            2 -> 5: [!@exception instanceof Error]
            3 -> 4: e = @exception
            4 -> 11: @return = 1
            5 -> 6: [@exception instanceof RuntimeException]
            5 -> 8: [!@exception instanceof RuntimeException]
            6 -> 7: e = @exception
            7 -> 11: @return = 2
            9 -> 10: i = 1 / i
            10 -> 11: @return = i
        "#]],
    );
}

#[test]
fn finally_on_every_way_out() {
    check_body(
        "int m(int i, List x)",
        "while (true) { try { if (i == 1) break; if (i == 2) continue; if (i == 3) return 7; if (i == 4) throw new Error(); } finally { x.next = null; } i = 0; } return 8;",
        expect![[r#"
            T.m(i, x) entry 0 exit 8 throws 14
            0 -> 1: [i == 1]
            0 -> 3: [i != 1]
            1 -> 2: x.next = null on null to 14
            2 -> 8: @return = 8
            3 -> 4: [i == 2]
            3 -> 5: [i != 2]
            4 -> 0: x.next = null on null to 14
            5 -> 6: [i == 3]
            5 -> 9: [i != 3]
            6 -> 7: @return = 7
            7 -> 8: x.next = null on null to 14
            9 -> 10: [i == 4]
            9 -> 12: [i != 4]
            10 -> 11: @exception = new Error
            11 -> 14: x.next = null on null to 14
            12 -> 13: x.next = null on null to 14
            13 -> 0: i = 0
        "#]],
    );
}

#[test]
fn result_is_computed_before_finally() {
    check_body(
        "int m(int i)",
        "try { return i; } finally { i = 5; }",
        expect![[r#"
        T.m(i) entry 0 exit 2 throws 3
        0 -> 1: @return = i
        1 -> 2: i = 5
    "#]],
    );
}

#[test]
fn finally_overrides() {
    check_body(
        "int m(int i)",
        "try { return i; } finally { if (i == 0) return 5; }",
        expect![[r#"
        T.m(i) entry 0 exit 4 throws 5
        0 -> 1: $0 = i
        1 -> 2: [i == 0]
        1 -> 3: [i != 0]
        2 -> 4: @return = 5
        3 -> 4: @return = $0
    "#]],
    );
    check_body(
        "int m(int i)",
        "try { throw new Error(); } finally { return 5; }",
        expect![[r#"
            T.m(i) entry 0 exit 2 throws 3
            0 -> 1: @exception = new Error
            1 -> 2: @return = 5
        "#]],
    );
    check_body(
        "int m(int i)",
        "l: try { return i; } finally { break l; } return 6;",
        expect![[r#"
        T.m(i) entry 0 exit 2 throws 3
        0 -> 1: @return = i
        1 -> 2: @return = 6
    "#]],
    );
}

#[test]
fn finally_with_handlers_inside_keeps_the_exception() {
    check_body(
        "void m(int i)",
        "try { i = 1 / i; } finally { try { i = 2 / i; } catch (Exception e) { i = 0; } }",
        expect![[r#"
        T.m(i) entry 0 exit 18 throws 16
        0 -> 1: [i == 0]
        0 -> 10: [i != 0]
        1 -> 2: @exception = new ArithmeticException
        2 -> 3: $0 = @exception
        3 -> 4: [i == 0]
        3 -> 8: [i != 0]
        4 -> 5: @exception = new ArithmeticException
        5 -> 6: [@exception instanceof Exception]
        5 -> 16: [!@exception instanceof Exception]
        6 -> 7: e = @exception
        7 -> 9: i = 0
        8 -> 9: i = 2 / i
        9 -> 16: @exception = $0
        10 -> 11: i = 1 / i
        11 -> 12: [i == 0]
        11 -> 17: [i != 0]
        12 -> 13: @exception = new ArithmeticException
        13 -> 14: [@exception instanceof Exception]
        13 -> 16: [!@exception instanceof Exception]
        14 -> 15: e = @exception
        15 -> 18: i = 0
        17 -> 18: i = 2 / i
    "#]],
    );
}

#[test]
fn finally_sees_the_variables_of_its_try() {
    check(
        "class T { static int m(int k, List x) { try { int y = k; return y; } finally { x.y = 1; } }\n} class List { int y;\n\
         int n() { try { int y = 3; return y; } finally { y = 2; } } }",
        expect![[r#"
            T.m(k, x) entry 0 exit 3 throws 4
            0 -> 1: y = k
            1 -> 2: @return = y
            2 -> 3: x.y = 1 on null to 4

            List.n(this) entry 0 exit 3 throws 4
            0 -> 1: y = 3
            1 -> 2: @return = y
            2 -> 3: this.y = 2
        "#]],
    );
}

#[test]
fn nested_finally_from_inside_out() {
    check_body(
        "int m(int i)",
        "try { try { return i; } finally { i = 1; } } finally { i = 2; }",
        expect![[r#"
            T.m(i) entry 0 exit 3 throws 4
            0 -> 1: @return = i
            1 -> 2: i = 1
            2 -> 3: i = 2
        "#]],
    );
}

#[test]
fn calls_may_throw() {
    check(
        "class T { static void f() { throw new E(3); } static int g() { try { f(); } catch (E e) { return e.code; } return 0; } }\n\
         class E extends Exception { int code; E(int c) { super(\"m\"); code = c; } }",
        expect![[r#"
            T.f() entry 0 exit 4 throws 3
            0 -> 1: $0 = new E
            1 -> 2: $0.E.<init>(3) throws to 3
            2 -> 3: @exception = $0

            T.g() entry 0 exit 5 throws 6
            0 -> 1: T.f() throws to 2
            1 -> 5: @return = 0
            2 -> 3: [@exception instanceof E]
            2 -> 6: [!@exception instanceof E]
            3 -> 4: e = @exception
            4 -> 5: @return = e.code on null to 6

            E.<init>(this, c) entry 0 exit 1 throws 2
            0 -> 1: this.code = c
        "#]],
    );
}
