//! Conditions over the variables of components.

use expect_test::{Expect, expect};

use super::super::parse_condition;
use super::{accepted, render};
use crate::base::Sources;

const PROGRAM: &str = "decl g, n : int<4>;
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
    check("g == (n < 3)", expect![[""]]);
    check("p", expect![[""]]);
    check("p = 3", expect![[""]]);
    check("x", expect![[""]]);
    check("f::p > 1", expect![[""]]);
    check("f::{x>0} & {x>0} & g", expect![[""]]);
    check("main::p & f::p", expect![[""]]);
    check("n", expect![[""]]);
}

#[test]
fn what_no_component_knows_is_an_error() {
    check("y | pp", expect![[""]]);
    check("ff::p", expect![[""]]);
    check("f::x", expect![[""]]);
    check("f::g", expect![[""]]);
    check("@0 | $0", expect![[""]]);
    check("* | 'p", expect![[""]]);
    check("", expect![[""]]);
    check("g g", expect![[""]]);
    check("g := T", expect![[""]]);
    check("n << 60", expect![[""]]);
}
