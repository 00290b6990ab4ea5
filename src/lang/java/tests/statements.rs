//! Statements.

use expect_test::expect;

use super::{check, check_body};

#[test]
fn empty_method() {
    check_body("void m()", "", expect![[""]]);
}

#[test]
fn loads_and_stores_take_one_edge() {
    check_body("void m(List x, List y)", "x = y.next; x.next = y; x.next = y.next;", expect![[""]]);
}

#[test]
fn if_takes_two_edges() {
    check_body("List m(List a, List b)", "if (a == b) a = null; else b = null; return a;", expect![[""]]);
    check_body("List m(List a)", "if (a == null) return a; return a.next;", expect![[""]]);
}

#[test]
fn while_reads_its_condition_each_time() {
    check_body("List m(List x)", "List c = x; while (c.next != null) { c = c.next; } return c;", expect![[""]]);
}

#[test]
fn loop_at_the_entry() {
    check_body("void m(List x)", "while (x != null) x = x.next;", expect![[""]]);
}

#[test]
fn endless_loops() {
    check_body("void m()", "while (true);", expect![[""]]);
    check_body("void m()", "for (;;) {}", expect![[""]]);
    check_body("int m(int i)", "while (true) { if (i == 0) break; i = i - 1; } return i;", expect![[""]]);
}

#[test]
fn do_loop() {
    check_body("void m(List x)", "do { x = x.next; } while (x != null);", expect![[""]]);
    check_body("void m(int i)", "do { if (i == 1) continue; i++; } while (i < 3);", expect![[""]]);
}

#[test]
fn for_loop() {
    check_body("void m(int n)", "for (int i = 0, j = n; i < j; i++, --j) { if (i == 7) continue; n = i; }", expect![[""]]);
}

#[test]
fn labelled_jumps() {
    check_body(
        "void m(int i)",
        "outer: while (i > 0) { while (true) { if (i == 1) break outer; if (i == 2) continue outer; i--; } }",
        expect![[""]],
    );
    check_body("void m(int i)", "block: { if (i == 0) break block; i = 1; }", expect![[""]]);
}

#[test]
fn switch_falls_through() {
    check_body(
        "int m(int i)",
        "int r = 0; switch (i) { case 1: r = 1; case 2: case 3: r = 2; break; default: r = 9; case 'a': r = 4; } return r;",
        expect![[""]],
    );
    check_body("void m(int i)", "switch (i) { case 1: return; }", expect![[""]]);
    check_body("int m(int i)", "switch (i) { case 1: return 1; default: return 2; }", expect![[""]]);
}

#[test]
fn switch_with_arrows() {
    check_body(
        "int m(int i)",
        "int r = 0; switch (i) { case 1, 2 -> r = 1; case 3 -> { r = 2; } default -> throw new Error(); } return r;",
        expect![[""]],
    );
}

#[test]
fn switch_expression() {
    check_body(
        "int m(int i)",
        "int r = switch (i) { case 1 -> 10; case 2 -> { int k = i + 1; yield k; } default -> i; }; return r;",
        expect![[""]],
    );
    check_body("int m(int i)", "return 1 + switch (i) { case 1: yield 5; default: yield 6; };", expect![[""]]);
}

#[test]
fn locals_of_disjoint_scopes() {
    check_body("void m(int i)", "{ int k = i; i = k; } { boolean k = true; if (k) i = 0; }", expect![[""]]);
}

#[test]
fn final_locals_are_constants() {
    check_body(
        "int m(int i)",
        "final int K = 3; final boolean go = true; switch (i) { case K: return 1; case K + 1: i = 2; } while (go) { i++; }",
        expect![[""]],
    );
}

#[test]
fn assertions_throw() {
    check_body("void m(List x)", "assert x != null : \"gone\";", expect![[""]]);
}

#[test]
fn synchronized_is_a_block() {
    check_body("void m(List x)", "synchronized (x) { x.next = null; }", expect![[""]]);
}

#[test]
fn spans_of_locations() {
    let java = "class T {\n  static int m(int i) {\n    while (i < 3)\n      i = i + 1;\n    int j\n      = i * i;\n    return j;\n  }\n}";
    let (sources, program, _) = super::parse_files(&[java], &super::JavaOptions::default());
    let program = program.expect("a program");
    let procedure = &program.procedures[crate::program::ProcedureId(0)];
    let lines: Vec<u32> = procedure.locations.iter().map(|&s| sources.line_of(s)).collect();
    assert_eq!(lines, [3, 4, 5, 7, 8, 8]);
    let edge = procedure.edges.iter().next().expect("an edge").span;
    assert_eq!(&java[edge.start as usize..edge.end as usize], "i < 3");
}

#[test]
fn dead_code_vanishes() {
    check_body("int m(int i)", "if (false) i = 1; if (true) i = 2; else i = 3; return i;", expect![[""]]);
}

#[test]
fn a_whole_class() {
    check(
        "class SLList { SLList next; SLList(SLList n) { next = n; }\n\
         static SLList reverse(SLList head) { SLList reversed = null; SLList current = head;\n\
         while (current != null) { SLList next = current.next; current.next = reversed; reversed = current; current = next; }\n\
         return reversed; }\n\
         static SLList build() { SLList l = new SLList(null); for (int i = 0; i < 10; i++) l = new SLList(l); return l; } }",
        expect![[""]],
    );
}
