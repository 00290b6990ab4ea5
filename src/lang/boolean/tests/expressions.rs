//! Precedence, and integers beside booleans.

use expect_test::expect;

use super::check_statements;

#[test]
fn precedence() {
    check_statements(
        "a := (a = b) & c ^ a | b => c => a;
         a := a | b & c;
         a := (a != b) = c;
         a := !a & ~b;
         a := i + j * 2 - 3 << 1 < 5 == T;
         a := i - j - 1 <= -i % 3;
         a := a && b || c;
         a := a ? b : c ? a : b;
         a := (a ? b : c) ? a : b;
         a := !!-!a;
         a := * & *;",
        expect![[""]],
    );
}

#[test]
fn integers_and_booleans_convert() {
    check_statements(
        "a := i & b;
         a := i;
         a := !i;
         i := a + b + T;
         a := (i => 5) | 3 | a;
         i := a ? i : b;
         a := (i ? a : j) ^ a;
         a := -1 | a;
         assume i;
         assume 3;
         i := - -3;",
        expect![[""]],
    );
}

#[test]
fn choices_in_expressions_are_drawn_before_and_forgotten_after() {
    check_statements(
        "a := schoose[a, b];
         a, b := schoose[F, F], * | a;
         i := a ? * : b ? 3 : *;
         i := a ? * : 0;
         if schoose[a, b] then skip fi",
        expect![[""]],
    );
}

#[test]
fn choices_of_one_place_are_distinct_and_shared_between_places() {
    let ersm = super::accepted(
        "void main() begin decl a, i : int<2>; a := * & * | (*); i := a ? * : (* & *); a := !*; assume *; end",
    );
    let hidden: Vec<(&str, i64)> =
        ersm.components[ersm.entry].locals.iter().skip(2).map(|v| (v.name.as_str(), v.domain.high())).collect();
    assert_eq!(hidden, [("$0", 1), ("$1", 1), ("$2", 1), ("$3", 3)]);
}
