//! Statements.

use expect_test::expect;

use super::{check, check_body};

#[test]
fn empty_method() {
    check_body(
        "void m()",
        "",
        expect![[r#"
        T.m() entry 0 exit 1 throws 2
        0 -> 1: skip
    "#]],
    );
}

#[test]
fn loads_and_stores_take_one_edge() {
    check_body(
        "void m(List x, List y)",
        "x = y.next; x.next = y; x.next = y.next;",
        expect![[r#"
        T.m(x, y) entry 0 exit 4 throws 5
        0 -> 1: x = y.next
        1 -> 2: x.next = y
        2 -> 3: $0 = y.next
        3 -> 4: x.next = $0
    "#]],
    );
}

#[test]
fn if_takes_two_edges() {
    check_body(
        "List m(List a, List b)",
        "if (a == b) a = null; else b = null; return a;",
        expect![[r#"
        T.m(a, b) entry 0 exit 4 throws 5
        0 -> 1: [a == b]
        0 -> 2: [a != b]
        1 -> 3: a = null
        2 -> 3: b = null
        3 -> 4: @return = a
    "#]],
    );
    check_body(
        "List m(List a)",
        "if (a == null) return a; return a.next;",
        expect![[r#"
        T.m(a) entry 0 exit 3 throws 4
        0 -> 1: [a == null]
        0 -> 2: [a != null]
        1 -> 3: @return = a
        2 -> 3: @return = a.next
    "#]],
    );
}

#[test]
fn while_reads_its_condition_each_time() {
    check_body(
        "List m(List x)",
        "List c = x; while (c.next != null) { c = c.next; } return c;",
        expect![[r#"
        T.m(x) entry 0 exit 5 throws 6
        0 -> 1: c = x
        1 -> 2: $0 = c.next
        2 -> 3: [$0 != null]
        2 -> 4: [$0 == null]
        3 -> 1: c = c.next
        4 -> 5: @return = c
    "#]],
    );
}

#[test]
fn loop_at_the_entry() {
    check_body(
        "void m(List x)",
        "while (x != null) x = x.next;",
        expect![[r#"
        T.m(x) entry 0 exit 2 throws 3
        0 -> 1: [x != null]
        0 -> 2: [x == null]
        1 -> 0: x = x.next
    "#]],
    );
}

#[test]
fn endless_loops() {
    check_body(
        "void m()",
        "while (true);",
        expect![[r#"
        T.m() entry 0 exit 1 throws 2
        0 -> 0: skip
    "#]],
    );
    check_body(
        "void m()",
        "for (;;) {}",
        expect![[r#"
        T.m() entry 0 exit 1 throws 2
        0 -> 0: skip
    "#]],
    );
    check_body(
        "int m(int i)",
        "while (true) { if (i == 0) break; i = i - 1; } return i;",
        expect![[r#"
        T.m(i) entry 0 exit 2 throws 4
        0 -> 1: [i == 0]
        0 -> 3: [i != 0]
        1 -> 2: @return = i
        3 -> 0: i = i - 1
    "#]],
    );
}

#[test]
fn do_loop() {
    check_body(
        "void m(List x)",
        "do { x = x.next; } while (x != null);",
        expect![[r#"
        T.m(x) entry 0 exit 2 throws 3
        0 -> 1: x = x.next
        1 -> 0: [x != null]
        1 -> 2: [x == null]
    "#]],
    );
    check_body(
        "void m(int i)",
        "do { if (i == 1) continue; i++; } while (i < 3);",
        expect![[r#"
        T.m(i) entry 0 exit 3 throws 4
        0 -> 2: [i == 1]
        0 -> 1: [i != 1]
        1 -> 2: i = i + 1
        2 -> 0: [i < 3]
        2 -> 3: [i >= 3]
    "#]],
    );
}

#[test]
fn for_loop() {
    check_body(
        "void m(int n)",
        "for (int i = 0, j = n; i < j; i++, --j) { if (i == 7) continue; n = i; }",
        expect![[r#"
        T.m(n) entry 0 exit 7 throws 8
        0 -> 1: i = 0
        1 -> 2: j = n
        2 -> 3: [i < j]
        2 -> 7: [i >= j]
        3 -> 5: [i == 7]
        3 -> 4: [i != 7]
        4 -> 5: n = i
        5 -> 6: i = i + 1
        6 -> 2: j = j - 1
    "#]],
    );
}

#[test]
fn labelled_jumps() {
    check_body(
        "void m(int i)",
        "outer: while (i > 0) { while (true) { if (i == 1) break outer; if (i == 2) continue outer; i--; } }",
        expect![[r#"
            T.m(i) entry 0 exit 4 throws 5
            0 -> 1: [i > 0]
            0 -> 4: [i <= 0]
            1 -> 4: [i == 1]
            1 -> 2: [i != 1]
            2 -> 0: [i == 2]
            2 -> 3: [i != 2]
            3 -> 1: i = i - 1
        "#]],
    );
    check_body(
        "void m(int n)",
        "a: b: for (int i = 0, j = 1; i < n; i++) while (j < i) { if (j == 3) continue a; break b; }",
        expect![[r#"
            T.m(n) entry 0 exit 6 throws 7
            0 -> 1: i = 0
            1 -> 2: j = 1
            2 -> 3: [i < n]
            2 -> 6: [i >= n]
            3 -> 4: [j < i]
            3 -> 5: [j >= i]
            4 -> 5: [j == 3]
            4 -> 6: [j != 3]
            5 -> 2: i = i + 1
        "#]],
    );
    check_body(
        "void m(int i)",
        "block: { if (i == 0) break block; i = 1; }",
        expect![[r#"
        T.m(i) entry 0 exit 2 throws 3
        0 -> 2: [i == 0]
        0 -> 1: [i != 0]
        1 -> 2: i = 1
    "#]],
    );
}

#[test]
fn switch_falls_through() {
    check_body(
        "int m(int i)",
        "int r = 0; switch (i) { case 1: r = 1; case 2: case 3: r = 2; break; default: r = 9; case 'a': r = 4; } return r;",
        expect![[r#"
            T.m(i) entry 0 exit 10 throws 11
            0 -> 1: r = 0
            1 -> 2: [i == 1]
            1 -> 3: [i != 1]
            2 -> 5: r = 1
            3 -> 5: [i == 2]
            3 -> 4: [i != 2]
            4 -> 5: [i == 3]
            4 -> 6: [i != 3]
            5 -> 9: r = 2
            6 -> 8: [i == 97]
            6 -> 7: [i != 97]
            7 -> 8: r = 9
            8 -> 9: r = 4
            9 -> 10: @return = r
        "#]],
    );
    check_body(
        "void m(int i)",
        "switch (i) { case 1: return; }",
        expect![[r#"
        T.m(i) entry 0 exit 1 throws 2
        0 -> 1: [i == 1]
        0 -> 1: [i != 1]
    "#]],
    );
    check_body(
        "int m(int i)",
        "switch (i) { case 1: return 1; default: return 2; }",
        expect![[r#"
        T.m(i) entry 0 exit 3 throws 4
        0 -> 1: [i == 1]
        0 -> 2: [i != 1]
        1 -> 3: @return = 1
        2 -> 3: @return = 2
    "#]],
    );
}

#[test]
fn switch_with_arrows() {
    check_body(
        "int m(int i)",
        "int r = 0; switch (i) { case 1, 2 -> r = 1; case 3 -> { r = 2; } default -> throw new Error(); } return r;",
        expect![[r#"
            T.m(i) entry 0 exit 7 throws 9
            0 -> 1: r = 0
            1 -> 3: [i == 1]
            1 -> 2: [i != 1]
            2 -> 3: [i == 2]
            2 -> 4: [i != 2]
            3 -> 6: r = 1
            4 -> 5: [i == 3]
            4 -> 8: [i != 3]
            5 -> 6: r = 2
            6 -> 7: @return = r
            8 -> 9: @exception = new Error
        "#]],
    );
}

#[test]
fn switch_expression() {
    check_body(
        "int m(int i)",
        "int r = switch (i) { case 1 -> 10; case 2 -> { int k = i + 1; yield k; } default -> i; }; return r;",
        expect![[r#"
            T.m(i) entry 0 exit 7 throws 8
            0 -> 1: [i == 1]
            0 -> 2: [i != 1]
            1 -> 6: r = 10
            2 -> 3: [i == 2]
            2 -> 5: [i != 2]
            3 -> 4: k = i + 1
            4 -> 6: r = k
            5 -> 6: r = i
            6 -> 7: @return = r
        "#]],
    );
    check_body(
        "int m(int i)",
        "return 1 + switch (i) { case 1: yield 5; default: yield 6; };",
        expect![[r#"
        T.m(i) entry 0 exit 4 throws 5
        0 -> 1: [i == 1]
        0 -> 2: [i != 1]
        1 -> 3: $0 = 5
        2 -> 3: $0 = 6
        3 -> 4: @return = 1 + $0
    "#]],
    );
}

#[test]
fn locals_of_disjoint_scopes() {
    check_body(
        "void m(int i)",
        "{ int k = i; i = k; } { boolean k = true; if (k) i = 0; }",
        expect![[r#"
        T.m(i) entry 0 exit 5 throws 6
        0 -> 1: k = i
        1 -> 2: i = k
        2 -> 3: k = true
        3 -> 4: [k == true]
        3 -> 5: [k == false]
        4 -> 5: i = 0
    "#]],
    );
}

#[test]
fn final_locals_are_constants() {
    check_body(
        "int m(int i)",
        "final int K = 3; final boolean go = true; switch (i) { case K: return 1; case K + 1: i = 2; } while (go) { i++; }",
        expect![[r#"
            T.m(i) entry 0 exit 4 throws 8
            0 -> 1: K = 3
            1 -> 2: go = true
            2 -> 3: [i == 3]
            2 -> 5: [i != 3]
            3 -> 4: @return = 1
            5 -> 6: [i == 4]
            5 -> 7: [i != 4]
            6 -> 7: i = 2
            7 -> 7: i = i + 1
        "#]],
    );
}

#[test]
fn assertions_throw() {
    check_body(
        "void m(List x)",
        "assert x != null : \"gone\";",
        expect![[r#"
            T.m(x) entry 0 exit 1 throws 3
            0 -> 1: [x != null]
            0 -> 2: [x == null]
            2 -> 3: @exception = new AssertionError
        "#]],
    );
}

#[test]
fn synchronized_is_a_block() {
    check_body(
        "void m(List x)",
        "synchronized (x) { x.next = null; }",
        expect![[r#"
        T.m(x) entry 0 exit 2 throws 3
        0 -> 1: require x != null
        1 -> 2: x.next = null
    "#]],
    );
}

#[test]
fn spans_of_locations() {
    let java = "class T {\n  static int m(int i) {\n    while (i < 3)\n      i = i + 1;\n    int j\n      = i * i;\n    return j;\n  }\n}";
    let (sources, program, _) = super::parse_files(&[java], &super::JavaOptions::default());
    let program = program.expect("a program");
    let procedure = &program.procedures[program::cfa::ProcedureId(0)];
    let lines: Vec<u32> = procedure.cfa.locations.iter().map(|&s| sources.line_of(s)).collect();
    assert_eq!(lines, [3, 4, 5, 7, 8, 8]);
    let edge = procedure.cfa.edges.iter().next().expect("an edge").span;
    assert_eq!(&java[edge.start as usize..edge.end as usize], "i < 3");
}

#[test]
fn dead_code_vanishes() {
    check_body(
        "int m(int i)",
        "if (false) i = 1; if (true) i = 2; else i = 3; return i;",
        expect![[r#"
        T.m(i) entry 0 exit 2 throws 3
        0 -> 1: i = 2
        1 -> 2: @return = i
    "#]],
    );
}

#[test]
fn a_whole_class() {
    check(
        "class SLList { SLList next; SLList(SLList n) { next = n; }\n\
         static SLList reverse(SLList head) { SLList reversed = null; SLList current = head;\n\
         while (current != null) { SLList next = current.next; current.next = reversed; reversed = current; current = next; }\n\
         return reversed; }\n\
         static SLList build() { SLList l = new SLList(null); for (int i = 0; i < 10; i++) l = new SLList(l); return l; } }",
        expect![[r#"
            SLList.<init>(this, n) entry 0 exit 1 throws 2
            0 -> 1: this.next = n

            SLList.reverse(head) entry 0 exit 8 throws 9
            0 -> 1: reversed = null
            1 -> 2: current = head
            2 -> 3: [current != null]
            2 -> 7: [current == null]
            3 -> 4: next = current.next
            4 -> 5: current.next = reversed
            5 -> 6: reversed = current
            6 -> 2: current = next
            7 -> 8: @return = reversed

            SLList.build() entry 0 exit 10 throws 11
            0 -> 1: $0 = new SLList
            1 -> 2: $0.SLList.<init>(null) throws to 11
            2 -> 3: l = $0
            3 -> 4: i = 0
            4 -> 5: [i < 10]
            4 -> 9: [i >= 10]
            5 -> 6: $1 = new SLList
            6 -> 7: $1.SLList.<init>(l) throws to 11
            7 -> 8: l = $1
            8 -> 4: i = i + 1
            9 -> 10: @return = l
        "#]],
    );
}

#[test]
fn yield_before_a_parenthesis_or_an_increment() {
    check_body(
        "int m(int i)",
        "int r = switch (i) { case 1 -> { yield (byte) i; } case 2 -> { yield (i); } default -> { yield ++i; } }; return r;",
        expect![[r#"
            T.m(i) entry 0 exit 7 throws 8
            0 -> 1: [i == 1]
            0 -> 2: [i != 1]
            1 -> 6: r = (byte) i
            2 -> 3: [i == 2]
            2 -> 4: [i != 2]
            3 -> 6: r = i
            4 -> 5: i = i + 1
            5 -> 6: r = i
            6 -> 7: @return = r
        "#]],
    );
}

#[test]
fn a_variable_gets_its_value_after_the_whole_switch() {
    check_body(
        "int m(int i)",
        "int r = 1, s = 0; r = switch (i) { default -> { try { yield 2; } finally { s = r; } } }; return r + s;",
        expect![[r#"
            T.m(i) entry 0 exit 6 throws 7
            0 -> 1: r = 1
            1 -> 2: s = 0
            2 -> 3: $0 = 2
            3 -> 4: s = r
            4 -> 5: r = $0
            5 -> 6: @return = r + s
        "#]],
    );
}

#[test]
fn a_field_gives_its_type_to_a_switch() {
    check_body(
        "void m(int i, List l, List k)",
        "l.next = switch (i) { case 1 -> null; default -> i > 3 ? l : k; };",
        expect![[r#"
            T.m(i, l, k) entry 0 exit 7 throws 8
            0 -> 1: $0 = l
            1 -> 2: [i == 1]
            1 -> 3: [i != 1]
            2 -> 6: $1 = null
            3 -> 4: [i > 3]
            3 -> 5: [i <= 3]
            4 -> 6: $1 = l
            5 -> 6: $1 = k
            6 -> 7: $0.next = $1
        "#]],
    );
}
