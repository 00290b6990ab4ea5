//! `throw`, `try`, `catch`, `finally`.

use expect_test::{Expect, expect};

use super::super::{JavaOptions, find_entry};
use super::{check, check_body, check_diagnostics, parse_files};

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

#[test]
fn dereferences_of_null_go_to_handlers() {
    check_body(
        "List m(List x)",
        "try { x.next = x; synchronized (x) { return x.next; } } catch (NullPointerException e) { x = null; } return x;",
        expect![[r#"
            T.m(x) entry 0 exit 7 throws 8
            0 -> 1: x.next = x on null to 3
            1 -> 2: require x != null on null to 3
            2 -> 7: @return = x.next on null to 3
            3 -> 4: [@exception instanceof NullPointerException]
            3 -> 8: [!@exception instanceof NullPointerException]
            4 -> 5: e = @exception
            5 -> 6: x = null
            6 -> 7: @return = x
        "#]],
    );
}

/// The listings after determining which exceptions are observed.
#[track_caller]
fn check_settled(java: &str, entry: &str, expected: Expect) {
    let (_, program, _) = parse_files(&[java], &JavaOptions::default());
    let mut program = program.expect("no errors");
    let entry = find_entry(&program, entry).expect("a method");
    program.settle_exceptions(entry);
    let listings: Vec<String> = program.reachable(entry).into_iter().map(|id| program.listing(id)).collect();
    expected.assert_eq(&listings.join("\n"));
}

#[test]
fn without_a_fitting_handler_a_dereference_of_null_stays_where_it_is() {
    let java = "class T { T next;
        static void caught(T t) { try { reads(t); } catch (RuntimeException e) { t = null; } }
        static void uncaught(T t) { try { reads(t); } catch (IllegalStateException e) { t = null; } }
        static T reads(T t) { return t.next; } }";
    check_settled(
        java,
        "caught",
        expect![[r#"
        T.caught(t) entry 0 exit 4 throws 5
        0 -> 4: T.reads(t) throws to 1
        1 -> 2: [@exception instanceof RuntimeException]
        1 -> 5: [!@exception instanceof RuntimeException]
        2 -> 3: e = @exception
        3 -> 4: t = null

        T.reads(t) entry 0 exit 1 throws 2
        0 -> 1: @return = t.next on null to 2
    "#]],
    );
    check_settled(
        java,
        "uncaught",
        expect![[r#"
        T.uncaught(t) entry 0 exit 4 throws 5
        0 -> 4: T.reads(t) throws to 1
        1 -> 2: [@exception instanceof IllegalStateException]
        1 -> 5: [!@exception instanceof IllegalStateException]
        2 -> 3: e = @exception
        3 -> 4: t = null

        T.reads(t) entry 0 exit 1 throws 2
        0 -> 1: @return = t.next
    "#]],
    );
}

#[test]
fn bounds_are_looked_at_where_somebody_sees_the_exception() {
    let java = "class T {
        static char caught() { try { return \"\".charAt(1); } catch (IndexOutOfBoundsException e) { return 'x'; } }
        static char uncaught() { try { return \"\".charAt(1); } catch (ArithmeticException e) { return 'x'; } } }";
    check_settled(
        java,
        "caught",
        expect![[r#"
            T.caught() entry 0 exit 8 throws 6
            0 -> 1: skip
            1 -> 2: [out of bounds]
            1 -> 7: [within bounds]
            2 -> 3: @exception = new StringIndexOutOfBoundsException
            3 -> 4: [@exception instanceof IndexOutOfBoundsException]
            3 -> 6: [!@exception instanceof IndexOutOfBoundsException]
            4 -> 5: e = @exception
            5 -> 8: @return = 120
            7 -> 8: @return = *
        "#]],
    );
    check_settled(
        java,
        "uncaught",
        expect![[r#"
            T.uncaught() entry 0 exit 3 throws 4
            0 -> 1: skip
            1 -> 2: skip
            2 -> 3: @return = *
        "#]],
    );
}

#[test]
fn boxes_are_opened_before_later_operands() {
    check_body(
        "int m(Integer i, List x)",
        "return i + (x.n = 2);",
        expect![[r#"
        T.m(i, x) entry 0 exit 5 throws 6
        0 -> 1: [i == null]
        0 -> 2: [i != null]
        1 -> 2: require null != null
        2 -> 3: $0 = *
        3 -> 4: x.n = 2
        4 -> 5: @return = $0 + 2
    "#]],
    );
    check_body(
        "boolean m(Integer i, List x)",
        "return i < x.n;",
        expect![[r#"
        T.m(i, x) entry 0 exit 7 throws 8
        0 -> 1: [i == null]
        0 -> 2: [i != null]
        1 -> 2: require null != null
        2 -> 3: $1 = *
        3 -> 4: $0 = x.n
        4 -> 5: [$1 < $0]
        4 -> 6: [$1 >= $0]
        5 -> 7: @return = true
        6 -> 7: @return = false
    "#]],
    );
    check_body(
        "void m(Integer i, List x)",
        "k(i, x.b); } static void k(int i, boolean b) { ",
        expect![[r#"
        T.m(i, x) entry 0 exit 5 throws 6
        0 -> 1: [i == null]
        0 -> 2: [i != null]
        1 -> 2: require null != null
        2 -> 3: $1 = *
        3 -> 4: $0 = x.b
        4 -> 5: T.k($1, $0) throws to 6

        T.k(i, b) entry 0 exit 1 throws 2
        0 -> 1: skip
    "#]],
    );
}

#[test]
fn a_conditional_of_numbers_opens_boxes() {
    check_body(
        "Integer m(Integer i, boolean b)",
        "return b ? i : 0;",
        expect![[r#"
            T.m(i, b) entry 0 exit 4 throws 5
            0 -> 1: [b == true]
            0 -> 3: [b == false]
            1 -> 2: [i == null]
            1 -> 3: [i != null]
            2 -> 3: require null != null
            3 -> 4: @return = some object
        "#]],
    );
    check_body(
        "Integer m(Integer i, boolean b)",
        "return b ? i : null;",
        expect![[r#"
        T.m(i, b) entry 0 exit 4 throws 5
        0 -> 1: [b == true]
        0 -> 2: [b == false]
        1 -> 3: $0 = i
        2 -> 3: $0 = null
        3 -> 4: @return = $0
    "#]],
    );
}

#[test]
fn overriding_methods_cast_what_has_another_type_above() {
    check(
        "interface Sink<T> { void put(T item); } class Only implements Sink<Only> { public void put(Only item) { } }",
        expect![[r#"
            Only.put(this, item) entry 0 exit 4 throws 3
            0 -> 4: [item == null]
            0 -> 1: [item != null]
            1 -> 2: [!item instanceof Only, as is known]
            1 -> 4: [item instanceof Only]
            2 -> 3: @exception = new ClassCastException
        "#]],
    );
}

#[test]
fn library_methods_throw() {
    check_body(
        "void m(String s, java.util.Random r, int n)",
        "int k = \"a\".compareTo(s); k = r.nextInt(n); k = r.nextInt(3); k = r.nextInt(n, 9);",
        expect![[r#"
            T.m(s, r, n) entry 0 exit 15 throws 18
            0 -> 1: skip
            1 -> 2: [s == null]
            1 -> 3: [s != null]
            2 -> 3: require null != null
            3 -> 4: k = *
            4 -> 5: [r == null]
            4 -> 6: [r != null]
            5 -> 6: require null != null
            6 -> 7: [n > 0]
            6 -> 17: [n <= 0]
            7 -> 8: k = *
            8 -> 9: [r == null]
            8 -> 10: [r != null]
            9 -> 10: require null != null
            10 -> 11: k = *
            11 -> 12: [r == null]
            11 -> 13: [r != null]
            12 -> 13: require null != null
            13 -> 14: [n < 9]
            13 -> 16: [n >= 9]
            14 -> 15: k = *
            16 -> 18: @exception = new IllegalArgumentException
            17 -> 18: @exception = new IllegalArgumentException
        "#]],
    );
}

/// Whether a division in these statements may fail once tests that exclude it are taken into account.
#[track_caller]
fn may_divide_by_zero(statements: &str) -> bool {
    let java = format!(
        "class T {{ static int f(int n, int m) {{ int k = 7; {statements} return k; }} static void g() {{ g(); }} }}"
    );
    let (_, program, _) = parse_files(&[&java], &JavaOptions::default());
    let mut program = program.expect("no errors");
    let entry = find_entry(&program, "f").expect("a method");
    program.settle_divisors(entry);
    program.listing(entry).contains("ArithmeticException")
}

#[test]
fn tests_before_a_division_exclude_its_exception() {
    for excluded in [
        "if (n != 0) k = k / n;",
        "if (n == 0) return 1; k %= n;",
        "if (n > 0) k /= n; else if (n < 0) k %= n;",
        "if (1 <= n) k = k / n;",
        "if (0 > n) k = k / n;",
        "if (n == 3) k = k / n;",
        "while (n != 0) { k = k / n; n--; }",
        "int d = n == 0 ? 1 : n; k = k / d;",
        "if (n != 0) { g(); k = k / n; }",
        "try { if (n != 0) g(); } catch (RuntimeException e) { k = k / n; }",
        "if (m != 0 && n == m) k = k / n;",
        "if (n == 0) throw new IllegalArgumentException(); k = k / n;",
        "if (n != 0 && k / n > 2) k = 0;",
    ] {
        assert!(!may_divide_by_zero(excluded), "{excluded}");
    }
    for possible in [
        "k = k / n;",
        "if (n >= 0) k = k / n;",
        "if (n != 1) k = k / n;",
        "if (n == 0) k = k / n;",
        "if (n != 0) { n = m; k = k / n; }",
        "if (n != 0) { n--; k = k / n; }",
        "if (n != 0) { n = n * 65536; k = k / n; }",
        "if (n != 0) k = 1; k = k / n;",
        "do { k = k / n; n = n - 1; } while (n != 0);",
        "while (n != 0) n--; k = k / n;",
        "if (m >= n && m != 0) k = k / n;",
        "if (n == m) { if (m != 0) k = 1; k = k / n; }",
        "try { g(); if (n == 0) return 1; } catch (RuntimeException e) { } k = k / n;",
        "if (n != 0 || k / n > 2) k = 0;",
    ] {
        assert!(may_divide_by_zero(possible), "{possible}");
    }
}

#[test]
fn stack_and_heap_are_unlimited() {
    check_diagnostics(
        "class T { static void f() { try { f(); } catch (StackOverflowError e) { } try { f(); } catch (Throwable e) { } } }",
        expect![[r#"
            F0.java:1:49: warning: a handler for `StackOverflowError` is not supported (stack and heap are assumed to be unlimited, so this handler would never run)
            F0.java:1:95: note: stack and heap are taken as unlimited, so that this handler sees no `StackOverflowError` and no `OutOfMemoryError`
        "#]],
    );
}

#[test]
fn the_arguments_of_main_are_there() {
    let java = "class T { public static void main(String[] args) { int n = args.length; if (args != null) n = 2; String s = args[n]; n = s.length(); } }";
    check(
        java,
        expect![[r#"
            T.main(args) entry 0 exit 6 throws 7
            0 -> 1: n = *
            1 -> 2: n = 2
            2 -> 3: s = some object
            3 -> 4: [s == null]
            3 -> 5: [s != null]
            4 -> 5: require null != null
            5 -> 6: n = *
        "#]],
    );
    let called = java.replace("int n = args", "main(args); int n = args");
    check(
        &called,
        expect![[r#"
        T.main(args) entry 0 exit 12 throws 13
        0 -> 1: T.main(args) throws to 13
        1 -> 2: [args == null]
        1 -> 3: [args != null]
        2 -> 3: require null != null
        3 -> 4: n = *
        4 -> 5: [args != null]
        4 -> 6: [args == null]
        5 -> 6: n = 2
        6 -> 7: [args == null]
        6 -> 8: [args != null]
        7 -> 8: require null != null
        8 -> 9: s = *
        9 -> 10: [s == null]
        9 -> 11: [s != null]
        10 -> 11: require null != null
        11 -> 12: n = *
    "#]],
    );
}

/// Whether null may be dereferenced in these statements, as far as elements of arrays are concerned.
#[track_caller]
fn may_be_null(statements: &str) -> bool {
    let java = format!(
        "class T {{ T[] t; int k; T[] late; void set() {{ late = new T[1]; }} static void g() {{ g(); }} \
         static void m(T[] a, T[] b, T x, int i, int j) {{ {statements} }} }}"
    );
    let (_, program, _) = parse_files(&[&java], &JavaOptions::default());
    let program = program.expect("no errors");
    let entry = find_entry(&program, "m").expect("a method");
    !program.listing(entry).contains("v = some object")
}

#[test]
fn elements_that_were_tested_or_set_are_objects() {
    for known in [
        "if (a[i] != null) { T v = a[i]; v.k++; }",
        "if (a[i] == null) a[i] = new T(); T v = a[i];",
        "if (a[i] == null) return; b[j] = new T(); T v = a[i];",
        "a[0] = new T(); a[1] = x == null ? new T() : new T(); T v = a[0];",
        "a[i].k++; T v = a[i];",
        "T w = a[i]; if (w != null) { T v = a[i]; }",
        "if (x.t[i] != null) { T v = x.t[i]; }",
        "x.t[i] = new T(); x.t[j] = new T(); T v = x.t[i];",
        "while (a[i] != null) { T v = a[i]; i = j; }",
        "if (a[i] != null) { b = a; j = i; T v = a[i]; }",
        "T[] c = a; if (c[i] != null) { a = b; T v = c[i]; }",
        "if (x.late[i] != null) { T v = x.late[i]; }",
        "while (x.late[i] != null) { if (x.late[i] != x) { T v = x.late[i]; } i = j; }",
        "if (x.late[i] != null) { x.k++; T[] c = x.late; T v = c[i]; }",
    ] {
        assert!(!may_be_null(known), "{known}");
    }
    for open in [
        "T v = a[i];",
        "if (a[i] != null) { T v = a[j]; }",
        "if (a[i] != null) { T v = b[i]; }",
        "if (a[i] != null) { i++; T v = a[i]; }",
        "if (a[i] != null) { a = b; T v = a[i]; }",
        "if (a[i] != null) { b[j] = x; T v = a[i]; }",
        "if (a[i] != null) { b[j] = null; T v = a[i]; }",
        "if (a[i] != null) { g(); T v = a[i]; }",
        "if (a[i] != null) { new java.util.ArrayList<T>(java.util.List.of(x)); T v = a[i]; }",
        "if (a[i] != null) { Arrays.fill(b, null); T v = a[i]; }",
        "if (a[i] != null) i = j; T v = a[i];",
        "if (a[i] == null) { T v = a[i]; }",
        "if (x.t[i] != null) { x = a[0]; T v = x.t[i]; }",
        "if (x.late[i] != null) { x.late = a; T v = x.late[i]; }",
        "if (x.late[i] != null) { x.set(); T v = x.late[i]; }",
        "T[] c = x.late; x.set(); if (c[i] != null) { T v = x.late[i]; }",
        "if (x.late[i] != null) { b[j].late = a; T v = x.late[i]; }",
        "if (x.late[i] != null) { java.util.Arrays.sort(b, (c, d) -> { x.set(); return 0; }); T v = x.late[i]; }",
        "a[i = j] = new T(); i = 0; T v = a[i];",
        "a[i] = (i = j) > 0 ? new T() : new T(); T v = a[i];",
        "a[i] = (a = b) == null ? new T() : new T(); T v = a[i];",
        "T w = a[i]; a[i] = null; if (w != null) { T v = a[i]; }",
        "try { a[i] = new T(); g(); } catch (RuntimeException e) { } T v = a[i];",
    ] {
        assert!(may_be_null(open), "{open}");
    }
}

/// Whether a division by the length of the field `a` may fail; the program has these members, too.
#[track_caller]
fn may_be_empty(members: &str) -> bool {
    let java = format!("class T {{ static int f(T x, int n) {{ return n / x.a.length; }} {members} }}");
    let (_, program, _) = parse_files(&[&java], &JavaOptions::default());
    let mut program = program.expect("no errors");
    let entry = find_entry(&program, "f").expect("a method");
    program.settle_divisors(entry);
    program.listing(entry).contains("ArithmeticException")
}

#[test]
fn arrays_that_always_have_elements_can_be_divided_by_their_length() {
    for filled in [
        "int[] a = new int[4];",
        "int[] a = { 1 };",
        "int[] a = new int[N]; static final int N = 4;",
        "int[] a; T() { a = make(8); } private static int[] make(int k) { return new int[k]; }",
        "int[] a = new int[4]; void grow() { a = new int[a.length * 2]; }",
        "int[] a = new int[4]; void grow() { int[] old = a; a = Arrays.copyOf(old, old.length + 1); }",
        "int[] a = new int[4]; void grow() { a = new int[a.length << 1]; }",
        "int[] a = new int[4]; void grow(int k) { a = new int[2 * k + 1]; }",
        "int[] a; T(int k) { a = new int[Math.max(k, 1)]; }",
        "int[] a; T(boolean b) { a = b ? new int[] { 1, 2 } : null; }",
        "int[] a = new int[1]; void copy() { a = a.clone(); }",
    ] {
        assert!(!may_be_empty(filled), "{filled}");
    }
    for open in [
        "int[] a;",
        "int[] a = new int[0];",
        "int[] a = {};",
        "int[] a; T(int k) { a = new int[k]; }",
        "int[] a; T(int[] given) { a = given; }",
        "int[] a = new int[4]; void shrink() { a = new int[a.length - 1]; }",
        "int[] a = new int[4]; void grow() { a = new int[a.length * 4]; }",
        "int[] a = new int[4]; void set(T other, int k) { other.a = make(k); } int[] make(int k) { return new int[k]; }",
        "int[] a = make(4); int[] make(int k) { k = 0; return new int[k]; }",
        "int[] a = make(); int[] make() { return new int[1]; } static class S extends T { int[] make() { return new int[0]; } }",
        "int[] a = new int[N]; static int N = 4; void n() { N--; }",
        "int[] a = new int[4]; static class U { int length; U u; } void set(U u) { a = new int[u.length]; }",
        "int[] a = new int[4]; interface M { int[] make(); } void set(M m) { a = m.make(); } int[] make() { return new int[1]; }",
        "int[] a = new int[4]; void all(int[][] given) { for (int[] a : given) { this.a = a; } }",
    ] {
        assert!(may_be_empty(open), "{open}");
    }
}
