//! The stages of steps of forest automata: each does what its name says, judged by all small graphs.

use std::collections::{BTreeMap, BTreeSet};

use hrglass::base::{Limits, Silent};
use hrglass::forest_automata::semantics::{Act, ForestProgram, Way};
use hrglass::rsm::{Covering, EdgeKind, Order, explore};
use hrglass::tree_automata::forest::{Forest, ForestAlphabet, Graph};

use crate::forest_oracle::read;
use crate::support::tasks::tasks;

/// In them boxes are learned, opened, and widened, and procedures are called.
const PROGRAMS: [&str; 5] = ["dll-insert", "sll-of-cslls", "cdll", "recursive-sll-delete", "recursive-tree-build"];

/// Graphs of up to so many nodes are compared.
const NODES: usize = 3;

/// The small graphs of a forest. What is out of reach does not count.
fn graphs(alphabet: &ForestAlphabet, forest: &Forest, nodes: usize) -> BTreeSet<Graph> {
    forest.members(alphabet, nodes).into_iter().map(|graph| Graph { lost: 0, ..graph }).collect()
}

#[test]
fn stages_do_what_they_say() {
    let mut acts: BTreeMap<String, usize> = BTreeMap::new();
    let (mut steps, mut followed) = (0_usize, 0_usize);
    for (path, task) in tasks("examples/forest") {
        let name = path.file_stem().and_then(|name| name.to_str()).unwrap_or_default();
        if !PROGRAMS.contains(&name) {
            continue;
        }
        let (program, entry) = read(task["program"]["files"][0]["text"].as_str().expect("a text"));
        let mut system = ForestProgram::new(program, entry, 1);
        let mut covering = Covering::new(&mut system);
        let rsm = explore(&mut covering, Order::Ranked, &Limits::default(), &mut Silent);
        let skipped = covering.skipped();
        assert!(rsm.stop.is_none(), "{name}");
        for node in rsm.nodes.indices().filter(|&node| !skipped.contains(&rsm.nodes[node].state)) {
            let from = rsm.nodes[node].state.state;
            for edge in rsm.edges_of(node) {
                let to = rsm.nodes[edge.target].state.state;
                let entered = |exit| rsm.components[rsm.nodes[exit].component].entries[0];
                let stages = match edge.kind {
                    EdgeKind::Step => system.stages(&from, &to, Way::Step),
                    EdgeKind::Call => system.stages(&from, &to, Way::Call),
                    EdgeKind::Summary(exit) => {
                        let (entry, exit) = (rsm.nodes[entered(exit)].state.state, rsm.nodes[exit].state.state);
                        system.stages(&from, &to, Way::Return(&entry, &exit))
                    }
                };
                steps += 1;
                let Some(stages) = stages.expect("within limits") else { continue };
                followed += 1;
                let mut before = system.forest(from.forest).reduced();
                for stage in stages {
                    let all = |forest: &Forest, nodes| graphs(&system.alphabet, forest, nodes);
                    let place = format!("{name}, {:?} at {:?}", stage.act, from.location);
                    match stage.act {
                        // Some of the graphs, or all.
                        Act::Isolate | Act::Cut => {
                            assert!(all(&stage.forest, NODES - 1).is_subset(&all(&before, NODES + 1)), "{place}");
                        }
                        // All of them, and perhaps more.
                        Act::Widen | Act::Fold | Act::Merge | Act::Include => {
                            assert!(all(&before, NODES).is_subset(&all(&stage.forest, NODES)), "{place}");
                        }
                        Act::Forget => {
                            let changed = before.registers.iter().zip(&stage.forest.registers).filter(|(a, b)| a != b);
                            assert!(changed.count() > 0, "{place}");
                        }
                        Act::Execute => {}
                    }
                    *acts.entry(format!("{:?}", stage.act)).or_default() += 1;
                    before = stage.forest;
                }
                assert_eq!(before, system.forest(to.forest).reduced(), "{name}: the last stage is the target");
            }
        }
    }
    println!("{followed} of {steps} steps followed: {acts:?}");
    assert_eq!(followed, steps);
    assert_eq!(acts.len(), 8, "{acts:?}");
}
