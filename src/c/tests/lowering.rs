//! What statements and expressions are lowered to.

use expect_test::expect;

use super::{OPTIONS, check, check_body, check_with};
use crate::{COptions, DataModel};

#[test]
fn simple_statements_are_one_edge() {
    check_body(
        "x = 1; y = x + 2; if (x != 0) x++; while (x < y) y -= 3;",
        expect![[r#"
            main() entry 0 exit 6 throws 7
            0 -> 1: x = 1
            1 -> 2: y = x + 2
            2 -> 3: [x != 0]
            2 -> 4: [x == 0]
            3 -> 4: x = x + 1
            4 -> 5: [x < y]
            4 -> 6: [x >= y]
            5 -> 4: y = y - 3
        "#]],
    );
}

#[test]
fn values_of_comparisons() {
    check_body(
        "x = x < y && !u; y = x ? 1 : u;",
        expect![[r#"
            main() entry 0 exit 11 throws 12
            0 -> 1: x = *
            1 -> 2: y = *
            2 -> 3: u = *
            3 -> 4: [x < y]
            3 -> 6: [x >= y]
            4 -> 6: [u != 0]
            4 -> 5: [u == 0]
            5 -> 7: x = 1
            6 -> 7: x = 0
            7 -> 8: [x != 0]
            7 -> 9: [x == 0]
            8 -> 10: $0 = 1
            9 -> 10: $0 = u
            10 -> 11: y = (int) $0
        "#]],
    );
}

#[test]
fn conversions_are_explicit() {
    check_body(
        "char c = x; unsigned char d = -1; long long w = u + x; _Bool b = x; c += d; if (x < u) y = w > u;",
        expect![[r#"
            main() entry 0 exit 17 throws 18
            0 -> 1: x = *
            1 -> 2: u = *
            2 -> 3: c = (char) x
            3 -> 4: d = 255
            4 -> 5: $1 = (unsigned int) x
            5 -> 6: $2 = u + $1
            6 -> 7: w = $2
            7 -> 8: [x != 0]
            7 -> 9: [x == 0]
            8 -> 10: b = 1
            9 -> 10: b = 0
            10 -> 11: $3 = c + d
            11 -> 12: c = (char) $3
            12 -> 13: $5 = (unsigned int) x
            13 -> 14: [$5 < u]
            13 -> 17: [$5 >= u]
            14 -> 15: [w > u]
            14 -> 16: [w <= u]
            15 -> 17: y = 1
            16 -> 17: y = 0
        "#]],
    );
}

#[test]
fn unsigned_numbers_of_64_bits_compare_with_a_local_of_their_type() {
    let options = COptions { model: DataModel::Lp64, ..OPTIONS };
    check_with(
        options,
        "int main(void) { unsigned u = 3; return u < 0xffffffffffffffff; }",
        expect![[r#"
        main() entry 0 exit 5 throws 6
        0 -> 1: u = 3
        1 -> 2: $0 = (unsigned long) u
        2 -> 3: [$0 < -1]
        2 -> 4: [$0 >= -1]
        3 -> 5: @return = 1
        4 -> 5: @return = 0
    "#]],
    );
}

#[test]
fn a_goto_needs_no_edge() {
    check_body(
        "again: if (x) goto again; goto end; x = 1; end: y = 2;",
        expect![[r#"
            main() entry 0 exit 3 throws 4
            0 -> 1: x = *
            1 -> 1: [x != 0]
            1 -> 2: [x == 0]
            2 -> 3: y = 2
        "#]],
    );
}

#[test]
fn cases_fall_through() {
    check_body(
        "switch (x) { case 1: y = 1; case 2 ... 4: y = 2; break; default: y = 3; case 7:; }",
        expect![[r#"
            main() entry 0 exit 8 throws 9
            0 -> 1: x = *
            1 -> 2: [x == 1]
            1 -> 3: [x != 1]
            2 -> 5: y = 1
            3 -> 4: [x >= 2]
            3 -> 6: [x < 2]
            4 -> 5: [x <= 4]
            4 -> 6: [x > 4]
            5 -> 8: y = 2
            6 -> 8: [x == 7]
            6 -> 7: [x != 7]
            7 -> 8: y = 3
        "#]],
    );
}

#[test]
fn failures() {
    check(
        "void reach_error(void); void __VERIFIER_assume(int);\n\
         int main(int x, char **names) { int a[2] = {0}; __VERIFIER_assume(x > 3); if (x == 4) reach_error();\n\
         x = 8 / x; x = 1 << x; a[x] = 2; if (x == 9) goto ERROR; return a[0]; ERROR: return 1; }",
        expect![[r#"
            main() entry 0 exit 23 throws 27
            0 -> 1: x = *
            1 -> 26: [x < 0]
            1 -> 2: [x >= 0]
            2 -> 3: a[0] = 0
            3 -> 4: a[1] = 0
            4 -> 5: a[0] = 0
            5 -> 6: [x > 3]
            5 -> 26: [x <= 3]
            6 -> 7: [x == 4]
            6 -> 8: [x != 4]
            7 -> 25: error
            8 -> 9: [x == 0]
            8 -> 10: [x != 0]
            9 -> 25: division by zero
            10 -> 11: x = 8 / x
            11 -> 12: [x >= 32]
            11 -> 13: [x < 32]
            12 -> 25: shift distance out of range
            13 -> 14: [x < 0]
            13 -> 15: [x >= 0]
            14 -> 25: shift distance out of range
            15 -> 16: x = 1 << x
            16 -> 17: [x == 0]
            16 -> 18: [x != 0]
            17 -> 20: a[0] = 2
            18 -> 19: [x == 1]
            18 -> 24: [x != 1]
            19 -> 20: a[1] = 2
            20 -> 21: [x == 9]
            20 -> 22: [x != 9]
            21 -> 25: error
            22 -> 23: @return = a[0]
            24 -> 25: index out of bounds
        "#]],
    );
}

#[test]
fn assertions() {
    check(
        "#include <assert.h>\nint main(int x) { assert(x > 1 && x < 9); return 0; }",
        expect![[r#"
        main() entry 0 exit 4 throws 7
        0 -> 1: x = *
        1 -> 2: [x > 1]
        1 -> 5: [x <= 1]
        2 -> 3: [x < 9]
        2 -> 5: [x >= 9]
        3 -> 4: @return = 0
        5 -> 6: assertion fails
    "#]],
    );
}

#[test]
fn overflow_is_checked_if_asked_for() {
    let options = COptions { overflow: true, ..OPTIONS };
    check_with(
        options,
        "int main(int x) { short s = x; s++; x = x * 2; return -x; }",
        expect![[r#"
        main() entry 0 exit 10 throws 11
        0 -> 1: x = *
        1 -> 2: s = (short) x
        2 -> 3: s = s + 1
        3 -> 4: [overflow: x * 2]
        3 -> 5: [no overflow: x * 2]
        4 -> 8: overflow
        5 -> 6: x = x * 2
        6 -> 7: [overflow: 0 - x]
        6 -> 9: [no overflow: 0 - x]
        7 -> 8: overflow
        9 -> 10: @return = 0 - x
    "#]],
    );
}

#[test]
fn variables_without_a_value_have_any_where_it_is_read() {
    check(
        "int main(void) { int a, b; a = 1; while (a) { int c; if (c) b = c; c = 2; } return b; }",
        expect![[r#"
        main() entry 0 exit 8 throws 9
        0 -> 1: b = *
        1 -> 2: a = 1
        2 -> 3: [a != 0]
        2 -> 7: [a == 0]
        3 -> 4: c = *
        4 -> 5: [c != 0]
        4 -> 6: [c == 0]
        5 -> 6: b = c
        6 -> 2: c = 2
        7 -> 8: @return = b
    "#]],
    );
}

#[test]
fn static_variables_are_fields() {
    check(
        "int g = 3, zero; static int next(void) { static int count = 5; return ++count; }\n\
         int main(void) { g = next(); zero += g; return zero; }",
        expect![[r#"
            main() entry 0 exit 10 throws 11
            0 -> 1: static = new static
            1 -> 2: g = 3
            2 -> 3: next.count = 5
            3 -> 4: $0 = next() throws to 11
            4 -> 5: g = $0
            5 -> 6: $1 = zero
            6 -> 7: $2 = g
            7 -> 8: $3 = $1 + $2
            8 -> 9: zero = $3
            9 -> 10: @return = zero

            next() entry 0 exit 4 throws 5
            0 -> 1: $0 = next.count
            1 -> 2: $1 = $0 + 1
            2 -> 3: next.count = $1
            3 -> 4: @return = $1
        "#]],
    );
}

#[test]
fn structures_are_objects_or_parts() {
    check(
        "#include <stdlib.h>\n\
         struct inner { int k; }; struct list { struct list *next; struct inner in; int n; };\n\
         void set(struct inner *of, int k) { of->k = k; }\n\
         int main(void) { struct list *l = malloc(sizeof *l), v; v.n = 2; l->next = NULL; set(&l->in, v.n);\n\
         *l = v; return l->in.k; }",
        expect![[r#"
            main() entry 0 exit 24 throws 25
            0 -> 1: $0 = new list
            1 -> 2: $1 = new list.in
            2 -> 3: $1.@container = $0
            3 -> 4: $0.in = $1
            4 -> 5: $2 = *
            5 -> 6: $0.next = $2
            6 -> 7: $3 = $0.in
            7 -> 8: $4 = *
            8 -> 9: $3.k = $4
            9 -> 10: $5 = *
            10 -> 11: $0.n = $5
            11 -> 12: l = $0
            12 -> 13: v.next = *
            13 -> 14: v.in.k = *
            14 -> 15: v.n = 2
            15 -> 16: l.next = NULL
            16 -> 17: $6 = l.in
            17 -> 18: set($6, v.n) throws to 25
            18 -> 19: l.next = v.next
            19 -> 20: $7 = l.in
            20 -> 21: $7.k = v.in.k
            21 -> 22: l.n = v.n
            22 -> 23: $8 = l.in
            23 -> 24: @return = $8.k

            set(of, k) entry 0 exit 1 throws 2
            0 -> 1: of.k = k
        "#]],
    );
}

#[test]
fn a_variable_whose_address_is_taken_is_an_object() {
    check(
        "void swap(int *a, int *b) { int c = *a; *a = *b; *b = c; } int main(void) { int x = 1, y = 2; swap(&x, &y); return x; }",
        expect![[r#"
            main() entry 0 exit 8 throws 9
            0 -> 1: &x = new automatic int
            1 -> 2: &x.value = 1
            2 -> 3: &y = new automatic int
            3 -> 4: &y.value = 2
            4 -> 5: swap(&x, &y) throws to 9
            5 -> 6: @return = &x.value
            6 -> 7: end &y
            7 -> 8: end &x

            swap(a, b) entry 0 exit 4 throws 5
            0 -> 1: c = a.value
            1 -> 2: $1 = b.value
            2 -> 3: a.value = $1
            3 -> 4: b.value = c
        "#]],
    );
}

#[test]
fn the_run_ends_at_abort() {
    check(
        "void abort(void); int main(int x) { if (x) abort(); return 1; }",
        expect![[r#"
        main() entry 0 exit 4 throws 5
        0 -> 1: x = *
        1 -> 2: [x != 0]
        1 -> 3: [x == 0]
        3 -> 4: @return = 1
    "#]],
    );
}

#[test]
fn pointers_into_blocks_have_an_index() {
    check(
        "#include <stdlib.h>\n\
         static int *next(int *p) { return p + 1; } int main(int n) { int *a = malloc(n * sizeof *a); *next(a) = n; free(a); return 0; }",
        expect![[r#"
            main() entry 0 exit 25 throws 26
            0 -> 1: static = new static
            1 -> 2: n = *
            2 -> 3: $0 = (unsigned int) n
            3 -> 4: $1 = $0 * 4
            4 -> 5: $2 = $1 / 4
            5 -> 6: $3 = (int) $2
            6 -> 7: $4 = new int[]
            7 -> 8: a = $4
            8 -> 9: @a.index = 0
            9 -> 10: @a.length = $3
            10 -> 11: $5 = next(a, @a.index, @a.length) throws to 26
            11 -> 12: $6 = @returned.index
            12 -> 13: $7 = @returned.length
            13 -> 14: $8 = $5.value
            14 -> 15: [$6 < 0]
            14 -> 16: [$6 >= 0]
            15 -> 22: index out of bounds
            16 -> 17: [$6 >= $7]
            16 -> 18: [$6 < $7]
            17 -> 22: index out of bounds
            18 -> 19: $9 = *
            19 -> 20: $5.value = $9
            20 -> 21: [@a.index != 0]
            20 -> 23: [@a.index == 0]
            21 -> 22: an address inside of an object is freed
            23 -> 24: free(a)
            24 -> 25: @return = 0

            next(p, @p.index, @p.length) entry 0 exit 7 throws 8
            0 -> 1: $2 = @p.index + 1
            1 -> 2: $3 = p
            2 -> 3: @return = $3
            3 -> 4: $0 = $2
            4 -> 5: $1 = @p.length
            5 -> 6: @returned.index = $0
            6 -> 7: @returned.length = $1
        "#]],
    );
}

#[test]
fn large_arrays_are_blocks() {
    check(
        "int a[100]; int main(int i) { a[i] = 3; return a[5]; }",
        expect![[r#"
            main() entry 0 exit 12 throws 13
            0 -> 1: static = new static
            1 -> 2: $0 = new static int[]
            2 -> 3: &a = $0
            3 -> 4: i = *
            4 -> 5: $0 = &a
            5 -> 6: [i < 0]
            5 -> 7: [i >= 0]
            6 -> 9: index out of bounds
            7 -> 8: [i >= 100]
            7 -> 10: [i < 100]
            8 -> 9: index out of bounds
            10 -> 11: $1 = &a
            11 -> 12: @return = *
        "#]],
    );
}

#[test]
fn a_variable_that_hides_another_has_its_own_name() {
    check(
        "int main(void) { int x = 1; { int x = 2; { long x = 3; x++; } x--; } for (int x = 0; x < 2; x++) ; return x; }",
        expect![[r#"
            main() entry 0 exit 9 throws 10
            0 -> 1: x = 1
            1 -> 2: x' = 2
            2 -> 3: x'' = 3
            3 -> 4: x'' = x'' + 1
            4 -> 5: x' = x' - 1
            5 -> 6: x' = 0
            6 -> 7: [x' < 2]
            6 -> 8: [x' >= 2]
            7 -> 6: x' = x' + 1
            8 -> 9: @return = x
        "#]],
    );
}

#[test]
fn a_jump_over_a_declaration_gives_any_value() {
    check_body(
        "if (x) goto in; { int y = 3; in: x = y; }",
        expect![[r#"
            main() entry 0 exit 5 throws 6
            0 -> 1: x = *
            1 -> 2: [x != 0]
            1 -> 3: [x == 0]
            2 -> 4: y' = *
            3 -> 4: y' = 3
            4 -> 5: x = y'
        "#]],
    );
}

#[test]
fn arguments_are_evaluated_from_left_to_right() {
    check_body(
        "y = any() + any() * x++; x = (y = 2, y + 1);",
        expect![[r#"
            main() entry 0 exit 9 throws 10
            0 -> 1: x = *
            1 -> 2: $0 = *
            2 -> 3: $1 = *
            3 -> 4: $2 = x
            4 -> 5: x = x + 1
            5 -> 6: $4 = $1 * $2
            6 -> 7: y = $0 + $4
            7 -> 8: y = 2
            8 -> 9: x = y + 1
        "#]],
    );
}

#[test]
fn recursion_of_the_entry_calls_a_procedure_of_its_own() {
    check(
        "int g = 1; int main(int n) { if (n > 0) return main(n - 1); return g; }",
        expect![[r#"
        main() entry 0 exit 8 throws 6
        0 -> 1: static = new static
        1 -> 2: g = 1
        2 -> 3: n = *
        3 -> 4: [n > 0]
        3 -> 7: [n <= 0]
        4 -> 5: $0 = n - 1
        5 -> 8: @return = main($0) throws to 6
        7 -> 8: @return = g

        main(n) entry 0 exit 5 throws 3
        0 -> 1: [n > 0]
        0 -> 4: [n <= 0]
        1 -> 2: $0 = n - 1
        2 -> 5: @return = main($0) throws to 3
        4 -> 5: @return = g
    "#]],
    );
}

#[test]
fn a_function_returns_once() {
    check(
        "void f(void) { return; } int g(void) { if (0) return; } int main(void) { f(); return g(); }",
        expect![[r#"
        main() entry 0 exit 2 throws 3
        0 -> 1: f() throws to 3
        1 -> 2: @return = g() throws to 3

        f() entry 0 exit 1 throws 2
        0 -> 1: skip

        g() entry 0 exit 1 throws 2
        0 -> 1: @return = *
    "#]],
    );
}
