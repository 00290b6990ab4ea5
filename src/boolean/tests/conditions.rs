//! Conditions over the variables of components.

use expect_test::{Expect, expect};

use super::super::parse_condition;
use super::{accepted, render};
use base::Sources;

const PROGRAM: &str = "decl g : bool, n : int<4>;
    void main() begin decl p, x; p := *; end
    bool f(p : int[0..3], {x>0}) begin return * & p; end";

/// What a condition is in each component, or the errors.
#[track_caller]
fn check(text: &str, expected: Expect) {
    let ersm = accepted(PROGRAM);
    let mut sources = Sources::default();
    let file = sources.add("formula", format!("{{{text}}}"));
    let result = match parse_condition(text, file, 1, &ersm) {
        Ok(condition) => ersm
            .components
            .iter_enumerated()
            .map(|(id, c)| {
                let here = condition.in_component(id).map(|e| ersm.expression(id, e));
                format!("{}: {}\n", c.name, here.as_deref().unwrap_or("-"))
            })
            .collect(),
        Err(diagnostics) => render(&sources, &diagnostics),
    };
    expected.assert_eq(&result);
}

#[test]
fn names_are_those_in_scope() {
    check(
        "g == (n < 3)",
        expect![[r#"
        main: g = (n < 3)
        f: g = (n < 3)
    "#]],
    );
    check(
        "p",
        expect![[r#"
        main: p
        f: p != 0
    "#]],
    );
    check(
        "p = 3",
        expect![[r#"
        main: p = 3
        f: p = 3
    "#]],
    );
    check(
        "x",
        expect![[r#"
        main: x
        f: -
    "#]],
    );
    check(
        "f::p > 1",
        expect![[r#"
        main: -
        f: p > 1
    "#]],
    );
    check(
        "f::{x>0} & {x>0} & g",
        expect![[r#"
        main: -
        f: ({x>0} & {x>0}) & g
    "#]],
    );
    check(
        "main::p & f::p",
        expect![[r#"
        main: -
        f: -
    "#]],
    );
    check(
        "n",
        expect![[r#"
        main: n != 0
        f: n != 0
    "#]],
    );
}

#[test]
fn what_no_component_knows_is_an_error() {
    check(
        "y | pp",
        expect![[r#"
        1:2: boolean/unknown-name: no variable `y` (did you mean `p`?)
        1:6: boolean/unknown-name: no variable `pp` (did you mean `p`?)
    "#]],
    );
    check(
        "ff::p",
        expect![[r#"
        1:2: boolean/unknown-name: no procedure `ff` (did you mean `f`?)
    "#]],
    );
    check(
        "f::x",
        expect![[r#"
        1:5: boolean/unknown-name: no variable of `f` with the name `x` (did you mean `p`?)
    "#]],
    );
    check(
        "f::g",
        expect![[r#"
        1:5: boolean/unknown-name: no variable of `f` with the name `g` (did you mean `p`?)
    "#]],
    );
    check(
        "@0 | $0",
        expect![[r#"
            1:2: boolean/syntax: unexpected character "@"
        "#]],
    );
    check(
        "* | 'p",
        expect![[r#"
            1:2: boolean/choice: a property cannot contain `*`
            1:6: boolean/next: `'p` is only allowed after `constrain`
        "#]],
    );
    check(
        "",
        expect![[r#"
        1:2: boolean/syntax: expected an expression, found the end of the text
    "#]],
    );
    check(
        "g g",
        expect![[r#"
        1:4: boolean/syntax: expected an operator or the end, found `g`
    "#]],
    );
    check(
        "g := T",
        expect![[r#"
        1:4: boolean/syntax: expected an operator or the end, found `:=`
    "#]],
    );
    check(
        "n << 60",
        expect![[r#"
            1:2: boolean/range: intermediate values may exceed 64 bits (use variables with smaller ranges; shift amounts must not be negative)
        "#]],
    );
}
