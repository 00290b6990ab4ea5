//! `throw`, `try`, `catch`, `finally`.

use expect_test::expect;

use super::{check, check_body};

#[test]
fn throw_leaves() {
    check_body("void m()", "throw new RuntimeException(\"x\");", expect![[""]]);
    check_body("void m(Error e)", "throw e;", expect![[""]]);
}

#[test]
fn catch_in_order() {
    check_body(
        "int m(Throwable t)",
        "try { throw t; } catch (ArithmeticException e) { return 1; } catch (ClassCastException | Error e) { return 2; } catch (Throwable e) { return 3; }",
        expect![[""]],
    );
}

#[test]
fn uncaught_goes_outward() {
    check_body(
        "int m(int i)",
        "try { try { i = 1 / i; } catch (Error e) { return 1; } } catch (RuntimeException e) { return 2; } return i;",
        expect![[""]],
    );
}

#[test]
fn finally_on_every_way_out() {
    check_body(
        "int m(int i, List x)",
        "while (true) { try { if (i == 1) break; if (i == 2) continue; if (i == 3) return 7; if (i == 4) throw new Error(); } finally { x.next = null; } i = 0; } return 8;",
        expect![[""]],
    );
}

#[test]
fn result_is_computed_before_finally() {
    check_body("int m(int i)", "try { return i; } finally { i = 5; }", expect![[""]]);
}

#[test]
fn finally_overrides() {
    check_body("int m(int i)", "try { return i; } finally { if (i == 0) return 5; }", expect![[""]]);
    check_body("int m(int i)", "try { throw new Error(); } finally { return 5; }", expect![[""]]);
    check_body("int m(int i)", "l: try { return i; } finally { break l; } return 6;", expect![[""]]);
}

#[test]
fn finally_with_handlers_inside_keeps_the_exception() {
    check_body("void m(int i)", "try { i = 1 / i; } finally { try { i = 2 / i; } catch (Exception e) { i = 0; } }", expect![[""]]);
}

#[test]
fn finally_sees_the_variables_of_its_try() {
    check(
        "class T { static int m(int k, List x) { try { int y = k; return y; } finally { x.y = 1; } }\n} class List { int y;\n\
         int n() { try { int y = 3; return y; } finally { y = 2; } } }",
        expect![[""]],
    );
}

#[test]
fn nested_finally_from_inside_out() {
    check_body(
        "int m(int i)",
        "try { try { return i; } finally { i = 1; } } finally { i = 2; }",
        expect![[""]],
    );
}

#[test]
fn calls_may_throw() {
    check(
        "class T { static void f() { throw new E(3); } static int g() { try { f(); } catch (E e) { return e.code; } return 0; } }\n\
         class E extends Exception { int code; E(int c) { super(\"m\"); code = c; } }",
        expect![[""]],
    );
}
