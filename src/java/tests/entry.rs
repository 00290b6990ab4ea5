//! Names of entry methods.

use expect_test::{Expect, expect};

use super::super::find_entry;
use super::{JavaOptions, parse_files};

const JAVA: &str = "class A { static void f() { } static void g() { } void g(int i, A a) { } void g(long l) { }\n\
     static class N { static void h() { } static void f() { } } A(int i) { } } class B { static class N { static void f() { } static void k() { } } }";

#[track_caller]
fn check_entry(name: &str, expected: Expect) {
    let (_, program, _) = parse_files(&[JAVA], &JavaOptions::default());
    let program = program.expect("a program");
    let found = match find_entry(&program, name) {
        Ok(id) => format!("{}/{}", program.qualified_name(id), program.procedures[id].parameters.len()),
        Err(error) => format!("{} ({})", error.message, error.suggestion.unwrap_or_default()),
    };
    expected.assert_eq(&found);
}

#[test]
fn entries() {
    check_entry("A.f", expect!["A.f/0"]);
    check_entry("h", expect!["A$N.h/0"]);
    check_entry("f", expect!["several methods are called `f` (candidates: A.f(), A$N.f(), B$N.f())"]);
    check_entry("A.g", expect!["several methods are called `A.g` (candidates: A.g(), A.g(int, A), A.g(long))"]);
    check_entry("A.g()", expect!["A.g/0"]);
    check_entry("A.g(int, A)", expect!["A.g/2"]);
    check_entry("g( long )", expect!["A.g/1"]);
    check_entry("A.N.f", expect!["A$N.f/0"]);
    check_entry("B$N.f", expect!["B$N.f/0"]);
    check_entry("N.k", expect!["B$N.k/0"]);
    check_entry("N.f", expect!["several methods are called `N.f` (candidates: A$N.f(), B$N.f())"]);
    check_entry("p.q.A.f", expect!["A.f/0"]);
    check_entry("A.<init>", expect!["A.<init>/1"]);
    check_entry("A.ff", expect!["there is no method `A.ff` with a body (did you mean `A.f`?)"]);
    check_entry("B.f", expect!["there is no method `B.f` with a body (candidates: A.f(), A$N.f(), B$N.f())"]);
    check_entry(
        "",
        expect!["there is no method `` with a body (candidates: A$N.f, A$N.h, A.<init>, A.f, A.g, B$N.f, B$N.k)"],
    );
}
