//! The library in Java: it is read like any program, and programs find its classes.

use expect_test::expect;

use super::{JavaOptions, parse_files};
use base::{library_file, library_names, library_package};

/// Programs that name every class of the library, one by one.
#[test]
fn every_class_is_read() {
    for name in library_names() {
        let package = library_package(name).expect("it has a package");
        let java = format!("import {package}.{name}; class Own {{ static {name} own; }}");
        let (sources, program, diagnostics) = parse_files(&[&java], &JavaOptions::default());
        let text = &sources.file(library_file(name).expect("it has a file")).text;
        assert!(text.starts_with(&format!("package {package};\n")), "{name} is listed in another package");
        assert!(program.is_some(), "{name}: {diagnostics:?}");
    }
}

/// What the library itself has and no analysis follows.
#[test]
fn what_is_not_followed_in_the_library() {
    let all: Vec<String> = library_names().map(|name| format!("{}.{name}", library_package(name).unwrap())).collect();
    let fields: Vec<String> = all.iter().enumerate().map(|(n, name)| format!("static {name} f{n};")).collect();
    let java = format!("class Own {{ {} }}", fields.join(" "));
    let (sources, _, diagnostics) = parse_files(&[&java], &JavaOptions::default());
    let mut lines: Vec<String> = diagnostics
        .iter()
        .filter_map(|found| Some((found.span?, found)))
        .map(|(span, found)| format!("{}: {}", sources.file(span.file).name, found.message))
        .collect();
    lines.sort();
    lines.dedup();
    expect![""].assert_eq(&lines.join("\n"));
}
