//! The bodies of the fuzzers: what they run on an input, and what must hold then.
//!
//! The fuzzers and the tests of the engine share these functions, so that faults found by a fuzzer stay fixed. (It is a
//! `mod.rs` because both include it, from different places.)

mod documents;
mod runs;
mod seeds;
mod texts;

use hrglass::base::{Diagnostic, Sources, has_errors};

/// Separates the sections of an input that consists of several texts.
pub const SEPARATOR: &str = "\n%%\n";

/// A fuzzer.
pub struct Target {
    /// Its name, also of the folders with its inputs.
    pub name: &'static str,
    /// Panics if some property does not hold.
    pub body: fn(&str),
    /// Its initial inputs: names and texts, made from examples and grammars.
    pub seeds: fn() -> Vec<(String, String)>,
}

/// All fuzzers.
pub const TARGETS: [Target; 16] = [
    Target { name: "java", body: texts::java, seeds: seeds::java },
    Target { name: "c", body: texts::c, seeds: seeds::c },
    Target { name: "boolean", body: runs::boolean, seeds: seeds::boolean },
    Target { name: "formula", body: texts::formula, seeds: seeds::formulas },
    Target { name: "proposition", body: texts::proposition, seeds: seeds::propositions },
    Target { name: "definitions", body: texts::definitions, seeds: seeds::definitions },
    Target { name: "json", body: texts::json, seeds: seeds::json },
    Target { name: "heap", body: documents::heap, seeds: seeds::heaps },
    Target { name: "grammar", body: documents::grammar, seeds: seeds::grammars },
    Target { name: "contract", body: documents::contract, seeds: seeds::contracts },
    Target { name: "settings", body: documents::settings, seeds: seeds::settings },
    Target { name: "task", body: documents::task, seeds: seeds::tasks },
    Target { name: "files", body: documents::files, seeds: seeds::files },
    Target { name: "link", body: documents::link, seeds: seeds::links },
    Target { name: "parts", body: runs::parts, seeds: seeds::parts },
    Target { name: "run", body: runs::run_task, seeds: seeds::runs },
];

/// Runs the fuzzer of this name on an input.
pub fn replay(name: &str, input: &[u8]) {
    let target = TARGETS.iter().find(|target| target.name == name);
    let target = target.unwrap_or_else(|| panic!("there is no fuzzer `{name}`"));
    (target.body)(&String::from_utf8_lossy(input));
}

/// The sections of an input; missing ones are empty.
fn sections<const N: usize>(input: &str) -> [&str; N] {
    let mut parts = input.splitn(N, SEPARATOR);
    std::array::from_fn(|_| parts.next().unwrap_or_default())
}

/// Every diagnostic can be shown: its positions are inside their files, and it has a message.
fn show(diagnostics: &[Diagnostic], sources: &Sources) {
    for diagnostic in diagnostics {
        assert!(!diagnostic.message.is_empty() && !diagnostic.code.is_empty());
        let labels = diagnostic.labels.iter().map(|label| label.span);
        for span in labels.chain(diagnostic.span) {
            let text = &sources.file(span.file).text;
            assert!(span.start <= span.end, "{diagnostic:?}");
            // A diagnostic may point just past the end of a text, where something is missing.
            assert!(span.end as usize <= text.len() + 1, "{diagnostic:?}");
            assert!(text.len() <= span.start as usize || text.is_char_boundary(span.start as usize), "{diagnostic:?}");
        }
        let shown = diagnostic.render(sources);
        assert_eq!(shown.line.is_some(), diagnostic.span.is_some());
        assert!((shown.line, shown.column) <= (shown.end_line, shown.end_column));
    }
}

/// There is a result or an error.
fn found_or_reported(found: bool, diagnostics: &[Diagnostic], text: &str) {
    assert!(found || has_errors(diagnostics), "neither read nor reported: {text:?}");
}
