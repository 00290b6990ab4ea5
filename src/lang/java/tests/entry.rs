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
    check_entry("A.f", expect![[""]]);
    check_entry("h", expect![[""]]);
    check_entry("f", expect![[""]]);
    check_entry("A.g", expect![[""]]);
    check_entry("A.g()", expect![[""]]);
    check_entry("A.g(int, A)", expect![[""]]);
    check_entry("g( long )", expect![[""]]);
    check_entry("A.N.f", expect![[""]]);
    check_entry("B$N.f", expect![[""]]);
    check_entry("N.k", expect![[""]]);
    check_entry("N.f", expect![[""]]);
    check_entry("p.q.A.f", expect![[""]]);
    check_entry("A.<init>", expect![[""]]);
    check_entry("A.ff", expect![[""]]);
    check_entry("B.f", expect![[""]]);
    check_entry("", expect![[""]]);
}
