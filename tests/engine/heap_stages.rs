//! The stages of steps of graph grammars: whichever step is chosen, they lead from its first state to its second one, and none loses or
//! invents a heap that it must keep.

mod meaning;

use std::collections::{BTreeMap, BTreeSet};
use std::path::PathBuf;

use hrglass::base::Silent;
use hrglass::grammar::document::GrammarDocument;
use hrglass::report::stage::StageKind;
use hrglass::session::{Session, run};
use hrglass::task::{NoFiles, load};
use serde_json::Value as Json;

use crate::support::tasks::tasks;
use meaning::{Plain, Rules, are_among};

/// Between so many states of a task steps are followed.
const STATES: usize = 400;

/// The stages of steps from so many states of a task are judged.
const JUDGED: usize = 60;

/// What runs of the tasks of a folder that are for graph grammars give.
fn sessions(folder: &str) -> impl Iterator<Item = (PathBuf, Session)> {
    let is_other = |task: &Json| task["analysis"].as_str().is_some_and(|analysis| analysis != "heap");
    tasks(folder).into_iter().filter(move |(_, task)| !is_other(task)).map(|(path, task)| {
        let loaded = load(&task.to_string(), "task.json", &mut NoFiles);
        (path, run(&loaded, &mut Silent))
    })
}

#[test]
fn stages_lead_from_a_state_to_the_next_one() {
    let mut kinds: BTreeMap<String, usize> = BTreeMap::new();
    let (mut steps, mut followed, mut lost) = (0_usize, 0_usize, Vec::new());
    for folder in ["examples/lists", "examples/trees", "examples/recursion", "examples/heaps-in-c"] {
        for (path, mut session) in sessions(folder) {
            let Some(space) = session.state_space() else { continue };
            for edge in &space.edges {
                let (source, target) = (edge.source, edge.target);
                if source as usize >= STATES || source == target {
                    continue;
                }
                steps += 1;
                let Some(stages) = session.stages(source, target) else {
                    lost.push(format!("{}: {source} -> {target}", path.display()));
                    continue;
                };
                followed += 1;
                let [start, end] = [source, target].map(|state| space.states[state as usize].content);
                let mut last = start;
                for (at, stage) in stages.iter().enumerate() {
                    let is_alone = matches!(stage.kind, StageKind::Enter | StageKind::Leave);
                    assert!(is_alone || stage.content != last, "a stage changes something");
                    last = stage.content;
                    assert!(session.heap(last).is_some(), "{}: {source} -> {target}", path.display());
                    *kinds.entry(format!("{:?}", stage.kind)).or_default() += 1;
                    assert!(!is_alone || (at, stages.len()) == (0, 1));
                }
                assert!(last == end, "{}: {source} -> {target}", path.display());
            }
        }
    }
    println!("{followed} of {steps} steps followed: {kinds:?}");
    assert!(steps > 1_000 && lost.len() * 100 < steps, "{} of {steps}: {:?}", lost.len(), &lost[..lost.len().min(20)]);
    assert_eq!(kinds.len(), 6, "{kinds:?}");
}

/// Vertices that heaps have more than the larger one of the two that are compared.
const MORE: usize = 2;

/// How many stages of each kind were judged.
#[derive(Default, Debug)]
struct Tally {
    judged: BTreeMap<String, usize>,
    undecided: usize,
    wrong: Vec<String>,
}

/// Whether the second heap is what a stage of this kind may make of the first one; `None` if that cannot be found out.
fn is_right(rules: &Rules, (kind, operation): (StageKind, &str), before: &Plain, after: &Plain) -> Option<bool> {
    let executed = if kind == StageKind::Execute { before.executed(operation)? } else { before.clone() };
    let vertices = before.types.len().max(after.types.len()) + MORE;
    let [first, second] = [&executed, after].map(|heap| rules.meaning(heap, vertices));
    let (first, second) = (first?, second?);
    if first.is_empty() || second.is_empty() {
        // All that they stand for is larger.
        return None;
    }
    Some(match kind {
        // One of several cases: nothing is invented.
        StageKind::Materialise => are_among(&second, &first),
        StageKind::Abstract => are_among(&first, &second),
        StageKind::Execute => are_among(&first, &second) && are_among(&second, &first),
        StageKind::Forget => {
            let forgotten = |heap: &Plain| {
                let mut heap = heap.clone();
                heap.names.retain(|name, _| after.names.contains_key(name));
                heap.without_garbage()
            };
            let [first, second] = [&first, &second].map(|heaps| heaps.iter().map(forgotten).collect::<Vec<_>>());
            // What is forgotten counts in the first heap only.
            let small = vertices - before.types.len().saturating_sub(after.types.len());
            let kept: Vec<_> = second.iter().filter(|heap| heap.types.len() <= small).cloned().collect();
            are_among(&first, &second) && are_among(&kept, &first)
        }
        // Calls, and what only forest automata do.
        _ => return None,
    })
}

/// Judges the stages of all steps between the first states of the tasks of a folder.
fn judge(folder: &str, tally: &mut Tally, spoil: impl Fn(&mut Plain) -> bool) {
    for (path, mut session) in sessions(folder) {
        let Some(space) = session.state_space() else { continue };
        let Some((system, _)) = session.machine() else { continue };
        let rules = GrammarDocument::of(system.model().grammar(), &system.model().alphabet).to_value();
        let rules = Rules::read(&rules);
        let mut seen = BTreeSet::new();
        for edge in space.edges.iter().filter(|edge| (edge.source as usize) < JUDGED) {
            let mut last = space.states[edge.source as usize].content;
            for stage in session.stages(edge.source, edge.target).unwrap_or_default() {
                let before = std::mem::replace(&mut last, stage.content);
                if !seen.insert((before, format!("{:?}", stage.kind), edge.label.clone(), stage.content)) {
                    continue;
                }
                let [first, mut second] =
                    [before, stage.content].map(|content| Plain::of(&session.heap(content).expect("a heap")));
                if !spoil(&mut second) {
                    continue;
                }
                let kind = stage.kind;
                match is_right(&rules, (kind, &edge.label), &first, &second) {
                    Some(right) => {
                        *tally.judged.entry(format!("{kind:?}")).or_default() += 1;
                        if !right {
                            tally.wrong.push(format!(
                                "{}: {kind:?} {before} -> {}: {first:?} {second:?}",
                                path.display(),
                                stage.content
                            ));
                        }
                    }
                    None => tally.undecided += 1,
                }
            }
        }
    }
}

#[test]
fn no_stage_loses_or_invents_a_heap() {
    let mut tally = Tally::default();
    for folder in ["examples/lists", "examples/trees", "examples/recursion", "examples/heaps-in-c"] {
        judge(folder, &mut tally, |_| true);
    }
    println!("{:?}, {} undecided", tally.judged, tally.undecided);
    assert!(tally.judged.len() == 4 && tally.judged.values().all(|&count| count > 100), "{:?}", tally.judged);
    assert!(
        tally.wrong.is_empty(),
        "{} wrong: {}",
        tally.wrong.len(),
        tally.wrong[..tally.wrong.len().min(3)].join("\n")
    );
}

#[test]
fn heaps_that_are_lost_or_invented_are_noticed() {
    /// What a fault makes of a heap; false if there is nothing to spoil.
    type Fault = fn(&mut Plain) -> bool;
    let faults: [(&str, Fault); 3] = [
        ("a part is lost", |heap| heap.nonterminals.pop().is_some()),
        ("a field refers to its object", |heap| {
            let first = heap.selectors.iter_mut().find(|((source, _), target)| source != *target);
            first.is_some_and(|((source, _), target)| {
                *target = *source;
                true
            })
        }),
        ("a part lies the other way round", |heap| {
            let edge =
                heap.nonterminals.iter_mut().find(|(_, tentacles)| tentacles.len() > 1 && tentacles[0] != tentacles[1]);
            edge.is_some_and(|(_, tentacles)| {
                tentacles.swap(0, 1);
                true
            })
        }),
    ];
    for (name, fault) in faults {
        let mut tally = Tally::default();
        judge("examples/recursion", &mut tally, fault);
        println!("{name}: {} of {:?}, {} undecided", tally.wrong.len(), tally.judged, tally.undecided);
        let judged: usize = tally.judged.values().sum();
        assert!(tally.wrong.len() * 10 > judged * 9, "{name}: {} of {judged}", tally.wrong.len());
    }
}
