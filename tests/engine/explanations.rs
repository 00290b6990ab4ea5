//! Why properties have their verdicts: what is said of examples, and laws of the data.

use std::collections::BTreeMap;
use std::fmt::Write;
use std::path::Path;

use expect_test::expect_file;
use hrglass::analysis::{LabelledRun, Shown};
use hrglass::base::{Language, Silent};
use hrglass::boolean_programs::ShownValuations;
use hrglass::graph_grammars::ShownHeaps;
use hrglass::large_blocks::ShownBlocks;
use hrglass::logic::{Formulas, Tail, Truth};
use hrglass::report::Verdict;
use hrglass::report::explanation::{FailureView, PartTruth, PartView};
use hrglass::report::heap::VertexKind;
use hrglass::session::{Session, run};
use hrglass::task::{NoFiles, examples, load};

/// One of each kind: what is said of them is read by people.
const READ: [&str; 16] = [
    "boolean/locks",
    "boolean/locks-repaired",
    "boolean/starvation",
    "c/binary-search",
    "c/binary-search-mended",
    "control-flow/uncaught",
    "endings/ring",
    "forest/sll-delete-faulty",
    "heaps-in-c/reverse-faulty",
    "hierarchy/reverse-inside",
    "hierarchy/who-holds-the-lock",
    "lists/find-middle-faulty",
    "lists/reverse",
    "memory-safety/remove-last-faulty",
    "monitors/read-after-close",
    "recursion/reverse",
];

fn session(text: &str, id: &str) -> Session {
    run(&load(text, id, &mut NoFiles), &mut Silent)
}

/// To update them: `UPDATE_EXPECT=1 cargo test explanations::`.
#[test]
fn the_words_for_examples_are_as_they_were_read() {
    for (language, file) in [(None, "explanations.txt"), (Some(Language::german()), "explanations-de.txt")] {
        Language::speak(language);
        let told = told();
        Language::speak(None);
        let path = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/data").join(file);
        expect_file![path].assert_eq(&told);
    }
}

/// What is said of the examples.
fn told() -> String {
    let mut text = String::new();
    for (id, task) in examples().iter().filter(|(id, _)| READ.contains(id)) {
        let session = session(task, id);
        for (number, property) in (0..).zip(&session.report().properties) {
            let explanation = session.explanation(number).expect("it has run");
            let verdict = format!("{:?}", property.judgement.verdict).to_lowercase();
            let _ =
                writeln!(text, "{id}, {} ({}) {verdict}: {}", property.id, property.strategy, property.claim.text());
            let _ = writeln!(text, "    {}\n", explanation.words);
        }
    }
    text
}

/// The examples with a violation, but for those that take long.
fn violated() -> impl Iterator<Item = (&'static str, Session)> {
    let is_quick = |id: &str| !id.starts_with("forest/");
    let sessions = examples().iter().filter(move |(id, text)| is_quick(id) && text.contains("violated"));
    sessions.map(|&(id, text)| (id, session(text, id)))
}

fn labelled(session: &Session, property: u32) -> Option<(&Formulas, &LabelledRun)> {
    let heaps = session.shown::<ShownHeaps>().and_then(|shown| shown.labelled_run(property));
    let values = || session.shown::<ShownValuations>().and_then(|shown| shown.labelled_run(property));
    let blocks = || session.shown::<ShownBlocks>().and_then(|shown| shown.labelled_run(property));
    heaps.or_else(values).or_else(blocks)
}

/// The positions from one on, around the cycle.
fn from(run: &LabelledRun, at: usize) -> Vec<usize> {
    let start = if let Tail::Repeats(start) = run.tail { start.min(at) } else { at };
    (start..run.length())
        .filter(|&position| position >= at || matches!(run.tail, Tail::Repeats(s) if position >= s))
        .collect()
}

/// What is given as a reason is so where it is said to be, by the labels of the run.
#[test]
fn reasons_are_facts() {
    let (mut facts, mut for_ever) = (0, 0);
    for (id, session) in violated() {
        for number in (0..).take(session.report().properties.len()) {
            let failure = session.explanation(number).and_then(|explanation| explanation.failure);
            let Some((failure, (formulas, run))) = failure.zip(labelled(&session, number)) else { continue };
            for reason in failure.reasons {
                let known = formulas.propositions().find(|(_, proposition)| proposition.to_string() == reason.formula);
                let Some((proposition, _)) = known else { continue };
                let at = run.steps.iter().position(|&step| step == reason.step).expect("a step");
                let places = if reason.for_ever { from(run, at) } else { vec![at] };
                (facts, for_ever) = (facts + 1, for_ever + usize::from(reason.for_ever));
                for at in places {
                    assert_eq!(
                        run.label(at, proposition),
                        Truth::from(reason.holds),
                        "{id}: {} at {at}",
                        reason.formula
                    );
                }
            }
        }
    }
    assert!(facts > 50 && for_ever > 3, "{facts} {for_ever}");
}

/// The truth of a part follows from its operands, as far as these are at the same step.
#[test]
fn parts_agree_with_their_operators() {
    let mut count = 0;
    for (id, session) in violated() {
        for number in (0..).take(session.report().properties.len()) {
            let Some(FailureView { parts, .. }) = session.explanation(number).and_then(|e| e.failure) else {
                continue;
            };
            for (position, part) in parts.iter().enumerate() {
                let inside = parts[position + 1..].iter().take_while(|other| other.depth > part.depth);
                let operands: Vec<&PartView> = inside.filter(|other| other.depth == part.depth + 1).collect();
                let expected = match operands.as_slice() {
                    [a] if part.formula == format!("!{}", a.formula) || part.formula == format!("!({})", a.formula) => {
                        not(a.truth)
                    }
                    [a, b] if joins(part, a, b, "&") => and(a.truth, b.truth),
                    [a, b] if joins(part, a, b, "|") => not(and(not(a.truth), not(b.truth))),
                    [a, b] if joins(part, a, b, "->") => not(and(a.truth, not(b.truth))),
                    _ => continue,
                };
                count += 1;
                assert_eq!(part.truth, expected, "{id}: {}", part.formula);
            }
        }
    }
    assert!(count > 20, "{count}");
}

/// Whether a part is made of two operands by an operator.
fn joins(part: &PartView, a: &PartView, b: &PartView, operator: &str) -> bool {
    let ways = |text: &str| [text.to_owned(), format!("({text})")];
    let all = |a: String| ways(&b.formula).map(|b| format!("{a} {operator} {b}"));
    ways(&a.formula).into_iter().flat_map(all).any(|text| text == part.formula)
}

fn not(truth: PartTruth) -> PartTruth {
    match truth {
        PartTruth::True => PartTruth::False,
        PartTruth::False => PartTruth::True,
        PartTruth::Unknown => PartTruth::Unknown,
    }
}

fn and(a: PartTruth, b: PartTruth) -> PartTruth {
    match (a, b) {
        (PartTruth::False, _) | (_, PartTruth::False) => PartTruth::False,
        (PartTruth::True, PartTruth::True) => PartTruth::True,
        _ => PartTruth::Unknown,
    }
}

/// Statements have all steps of a run, in order; conditions are decided where they end.
#[test]
fn statements_consist_of_all_steps() {
    let mut decided = 0;
    for (id, session) in violated() {
        for number in (0..).take(session.report().properties.len()) {
            let Some(statements) = session.statements(number) else { continue };
            let run = session.report().properties[number as usize].judgement.shown_run().expect("a run");
            let steps: Vec<_> = run.prefix.iter().chain(&run.cycle).collect();
            let all: Vec<u32> = statements.iter().flat_map(|statement| statement.first..=statement.last).collect();
            assert_eq!(all, (0..steps.len() as u32).collect::<Vec<_>>(), "{id}");
            for statement in &statements {
                assert_eq!(statement.condition, steps[statement.last as usize].condition, "{id}: {}", statement.text);
                decided += usize::from(statement.condition.is_some());
            }
        }
    }
    assert!(decided > 50, "{decided}");
}

/// The same object has one number along a run: of one class, once in each heap; the object that is followed never changes its number.
#[test]
fn objects_keep_their_numbers() {
    let (mut executed, mut abstracted) = (0, 0);
    for (id, mut session) in violated() {
        for number in (0..).take(session.report().properties.len()) {
            let (mut classes, mut followed) = (BTreeMap::new(), None);
            for heap in (0..).map_while(|step| session.concrete_heap(number, step)) {
                let mut seen = Vec::new();
                for vertex in heap.vertices.iter().filter(|vertex| vertex.kind == VertexKind::Object) {
                    let Some(object) = vertex.number else { continue };
                    assert!(!seen.contains(&object), "{id}: {object} twice");
                    seen.push(object);
                    assert_eq!(*classes.entry(object).or_insert(vertex.ty.clone()), vertex.ty, "{id}");
                    if vertex.markings.iter().any(|mark| mark == "marked") {
                        assert_eq!(*followed.get_or_insert(object), object, "{id}");
                        executed += 1;
                    }
                }
            }
            let Some(numbers) = session.object_numbers(number) else { continue };
            let run = session.report().properties[number as usize].judgement.run.clone().expect("a run");
            let space = session.unlabelled_space().expect("a state space");
            let (mut classes, mut marked) = (BTreeMap::new(), None);
            for (step, numbers) in run.prefix.iter().chain(&run.cycle).zip(numbers) {
                let state = &space.states[step.index.expect("it is shown") as usize];
                let heap = session.heap(state.content).expect("a heap");
                assert_eq!(heap.vertices.len(), numbers.len());
                let mut seen = Vec::new();
                for (vertex, object) in heap.vertices.iter().zip(numbers) {
                    assert_eq!(object.is_some(), vertex.kind == VertexKind::Object, "{id}");
                    let Some(object) = object else { continue };
                    assert!(!seen.contains(&object), "{id}: {object} twice");
                    seen.push(object);
                    assert_eq!(*classes.entry(object).or_insert(vertex.ty.clone()), vertex.ty, "{id}");
                    if vertex.markings.iter().any(|mark| mark == "visited") && step.stack.is_empty() {
                        assert_eq!(*marked.get_or_insert(object), object, "{id}: {}", step.line);
                        abstracted += 1;
                    }
                }
                // What becomes of objects in a call that is one step is not always known.
                if step.operation.contains('(') {
                    marked = None;
                }
            }
        }
    }
    assert!(executed > 20 && abstracted > 10, "{executed} {abstracted}");
}

/// Of everything that is not known or not confirmed something is said.
#[test]
fn nothing_is_left_unexplained() {
    for &(id, text) in examples().iter().filter(|(id, _)| !id.starts_with("forest/")) {
        let session = session(text, id);
        for (number, property) in (0..).zip(&session.report().properties) {
            let explanation = session.explanation(number).expect("it has run");
            assert!(!explanation.words.is_empty(), "{id}: {}", property.id);
            let Verdict::Satisfied = property.judgement.verdict else { continue };
            let proof = explanation.proof.expect("a proof");
            assert!(proof.states.is_some() || property.statistics.blocks.is_some(), "{id}: {}", property.id);
        }
    }
}
