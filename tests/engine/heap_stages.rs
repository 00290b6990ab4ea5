//! The stages of steps of graph grammars: whichever step is chosen, they lead from its first state to its second one.

use std::collections::BTreeMap;

use hrglass::base::Silent;
use hrglass::report::stage::StageKind;
use hrglass::session::run;
use hrglass::task::{NoFiles, load};

use crate::support::tasks::tasks;

/// Between so many states of a task steps are followed.
const STATES: usize = 400;

#[test]
fn stages_lead_from_a_state_to_the_next_one() {
    let mut kinds: BTreeMap<String, usize> = BTreeMap::new();
    let (mut steps, mut followed, mut lost) = (0_usize, 0_usize, Vec::new());
    for folder in ["examples/lists", "examples/trees", "examples/recursion", "examples/heaps-in-c"] {
        for (path, task) in tasks(folder) {
            if task["analysis"].as_str().is_some_and(|analysis| analysis != "heap") {
                continue;
            }
            let loaded = load(&task.to_string(), "task.json", &mut NoFiles);
            let mut session = run(&loaded, &mut Silent);
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
