//! State spaces of which not all states are listed.

use std::collections::{BTreeMap, BTreeSet};

use super::run;
use analysis::{state_space, state_space_up_to};
use base::{Idx, Silent};
use report::space::{EdgeKind, StateView};
use task::{NoFiles, load};

type Key<'v> = (u32, &'v str, u32, u8);

/// The place of a state.
fn key(state: &StateView) -> Key<'_> {
    (state.component, &state.file, state.line, state.kind as u8)
}

#[test]
fn states_that_are_not_listed_are_counted_where_they_are() {
    for task in [
        include_str!("../../examples/lists/find-middle-faulty.json"),
        include_str!("../../examples/recursion/traverse-tree.json"),
    ] {
        let session = run(&load(task, "task.json", &mut NoFiles), &mut Silent);
        let (system, rsm) = session.machine().expect("a state space");
        let whole = state_space(rsm, system);
        assert!(whole.rest.is_none() && whole.states.len() > 50);
        let count = whole.states.len();
        for limit in [1, 2, count / 3, count / 2, count - 1] {
            let cut = state_space_up_to(rsm, system, limit);
            assert_eq!(cut.states, whole.states[..limit]);
            let rest = cut.rest.expect("states that are not listed");
            let mut expected: BTreeMap<Key<'_>, (Option<u32>, u32)> = BTreeMap::new();
            for (number, state) in whole.states.iter().enumerate() {
                let first = Some(u32::at(number)).filter(|_| number < limit);
                let (_, unlisted) = expected.entry(key(state)).or_insert((first, 0));
                *unlisted += u32::from(number >= limit);
            }
            let places = rest.places.iter();
            let keys: Vec<Key<'_>> =
                places.clone().map(|own| (own.component, own.file.as_str(), own.line, own.kind as u8)).collect();
            let found: BTreeMap<_, _> = keys.iter().copied().zip(places.map(|own| (own.first, own.unlisted))).collect();
            assert_eq!(found, expected);
            let ends = |source: Key<'_>, target: Key<'_>, kind| format!("{source:?} {target:?} {kind:?}");
            let edges = rest.edges.iter();
            let edges: BTreeSet<String> =
                edges.map(|edge| ends(keys[edge.source as usize], keys[edge.target as usize], edge.kind)).collect();
            let left = whole.edges.iter().filter(|edge| edge.kind != EdgeKind::Stutter);
            let left = left.filter(|edge| edge.source.max(edge.target) as usize >= limit);
            let state = |number: u32| key(&whole.states[number as usize]);
            let left: BTreeSet<String> =
                left.map(|edge| ends(state(edge.source), state(edge.target), edge.kind)).collect();
            assert_eq!(edges, left);
            assert_eq!(edges.len(), rest.edges.len());
        }
    }
}
