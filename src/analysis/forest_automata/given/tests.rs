//! Definitions become boxes, and boxes become definitions.

use std::any::Any;
use std::fmt::Write;
use std::rc::Rc;

use expect_test::{Expect, expect};

use super::add_boxes;
use crate::analysis;
use crate::analysis::forest_automata::definitions::{self, definitions};
use crate::analysis::forest_automata::names::BoxNames;
use crate::analysis::forest_automata::{ForestAutomata, ShownForests};
use crate::base::{FileId, Silent, Sources, has_errors};
use crate::lang::c::{COptions, parse_c};
use crate::lang::java::{JavaOptions, parse_java};
use crate::report::{AnalysisName, Report, SCHEMA};
use crate::semantics::forest::ForestProgram;
use crate::separation::parse_definitions;
use crate::task::{NoFiles, examples, load};

/// An example that was explored.
fn explored(id: &str, text: &str) -> Box<ShownForests> {
    let mut loaded = load(text, id, &mut NoFiles);
    loaded.properties.clear();
    let (schema, task) = (SCHEMA.to_owned(), String::new());
    let (diagnostics, properties) = Default::default();
    let mut report =
        Report { schema, analysis: AnalysisName::Forest, task, diagnostics, properties, exploration: None };
    let shown = analysis::run::<ForestAutomata>(&loaded, &mut report, &mut Silent);
    let shown: Box<dyn Any> = shown.unwrap_or_else(|| panic!("{id}: {:?}", report.diagnostics));
    shown.downcast().expect("forest automata")
}

/// Every box that the examples learn is written as definitions which read back to the same box, but for those that the notation cannot say.
#[test]
fn what_is_written_reads_back_to_the_same_box() {
    let (mut tasks, mut count, mut unsaid) = (0, 0, String::new());
    for (id, text) in examples().iter().filter(|(id, _)| id.starts_with("forest/")) {
        tasks += 1;
        let mut shown = explored(id, text);
        let system = &mut shown.explored.system;
        let names = shown.explored.names.clone();
        let mut written = String::new();
        for box_id in system.alphabet.boxes.indices() {
            match definitions(system, &names, box_id) {
                Ok(own) => own.iter().for_each(|definition| writeln!(written, "{definition}").expect("a string")),
                Err(why) => writeln!(unsaid, "{id}, {}: {why}", names.of(box_id)).expect("a string"),
            }
        }
        let (read, diagnostics) = parse_definitions(&written, FileId(0));
        assert!(diagnostics.is_empty(), "{id}\n{written}\n{diagnostics:?}");
        let known = std::mem::take(&mut system.alphabet.boxes);
        let (_, diagnostics) = add_boxes(system, &read);
        assert!(diagnostics.is_empty(), "{id}\n{written}\n{diagnostics:?}");
        assert_eq!(system.alphabet.boxes.len(), known.len(), "{id}\n{written}");
        for (box_id, before) in known.iter_enumerated() {
            let after = &system.alphabet.boxes[box_id];
            let equal = before.includes(after).expect("small") && after.includes(before).expect("small");
            assert!(equal, "{id}, {}\n{written}\n{before:?}\n{after:?}", names.of(box_id));
            count += 1;
        }
    }
    expect![[""]].assert_eq(&format!("{tasks} tasks, {count} boxes\n{unsaid}"));
}
