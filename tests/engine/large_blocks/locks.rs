//! Programs with locks in C: how large their automata are, and that nothing needs to be known about their loop.

use std::path::Path;

use hrglass::large_blocks::blocks::{FlatProgram, Reduction, Rule};
use hrglass::task::example;

#[path = "../../../benches/locks.rs"]
#[expect(dead_code, reason = "it is a bench")]
pub mod bench;

use bench::{Counts, OPTIONS, SMALL, compared, program, read, small_row};

/// With n locks, a location for every statement and every test, and an edge for what each does or decides, there are `7n + 4` locations
/// and `10n + 3` edges: n inputs, n times opened, 2n locations and 3n edges to take, 3n and 5n to release; the loop, its test, the
/// end and the error, with the input, its two ways, and no way out of the last two.
///
/// Ours have a location and an edge more for each of these two: `return 0` is a step to the exit, and `reach_error()` one to the error
/// location.
#[test]
fn automata_grow_linearly_and_reduced_ones_do_not() {
    for (faulty, counts) in [(&[][..], 5..=15), (&[2, 14], 14..=15), (&[], 100..=100)] {
        for count in counts {
            let text = program(count, faulty);
            let n = count as usize;
            let expected = Counts { automaton: [7 * n + 6, 10 * n + 5], reduced: [4, 4], search: [0, 0] };
            assert_eq!(Counts::of(&text), expected, "{count} locks");

            let (program, entry) = read(&text);
            let flat = FlatProgram::new(&program, entry, &OPTIONS).unwrap();
            let last = [flat.cfa.exit, flat.error].map(|end| {
                let entering: Vec<_> = flat.cfa.edges.iter().filter(|edge| edge.target == end).collect();
                let [step] = entering[..] else { panic!("one step to each end: {entering:?}") };
                assert_eq!(flat.cfa.edges_from(step.source).count(), 1);
                step.source
            });
            assert_ne!(last[0], last[1]);

            let reduction = Reduction::new(&flat, false);
            assert!(reduction.steps.iter().all(|step| step.rule != Rule::AdvancedSequence));
            let ways: Vec<_> =
                reduction.blocks.iter().map(|&b| (reduction.edges[b].source, reduction.edges[b].target)).collect();
            let head = ways.iter().find(|(source, target)| source == target).expect("a loop").0;
            let mut expected = vec![(flat.cfa.entry, head), (head, head), (head, flat.error), (head, flat.cfa.exit)];
            expected.sort_unstable();
            assert_eq!(ways, expected);
            // The advanced rule finds nothing to do.
            assert_eq!(Reduction::new(&flat, true).blocks.len(), 4);
        }
    }
}

#[test]
fn the_examples_are_these_programs() {
    for (id, text) in [
        ("c/locks-5", program(5, &[])),
        ("c/locks-10", program(10, &[])),
        ("c/locks-15", program(15, &[])),
        ("c/locks-faulty", program(14, &[2, 14])),
    ] {
        let task: serde_json::Value = serde_json::from_str(example(id).expect("an example")).expect("strict JSON");
        assert_eq!(task["program"]["files"][0]["text"], text, "{id}");
    }
}

/// What does not depend on the machine, in the table of the document. To update it: `node scripts/locks.mjs`.
#[test]
fn the_table_has_these_counts() {
    let document = Path::new(env!("CARGO_MANIFEST_DIR")).join("docs/large-blocks.md");
    let document = std::fs::read_to_string(document).expect("a document");
    for (name, text) in compared() {
        let row = format!("| {name} | {} |", Counts::of(&text).cells().join(" | "));
        assert!(document.lines().any(|line| line.starts_with(&row)), "{row}");
    }
    // More of them take too long here.
    for count in *SMALL.start()..=4 {
        let row = small_row(count);
        assert!(document.lines().any(|line| line == row), "{row}");
    }
}
