//! The equivalence classes of folded states.

use std::hash::Hash;

use rustc_hash::FxHashMap;

use super::Fold;
use base::StrongComponents;
use report::space::{EdgeKind, PlaceView, StateKind, StateSpaceView, StateView};

/// For every state, the smallest state of its class. Chains are cut at the states in `cuts`.
pub(super) fn classes(view: &StateSpaceView, fold: Fold, cuts: &[u32]) -> Vec<u32> {
    match fold {
        Fold::None => (0..view.states.len() as u32).collect(),
        Fold::Chains => chains(view, cuts),
        Fold::Lines => by_key(view, |s| (s.component, s.file.as_str(), s.line, s.kind as u8)),
        Fold::Procedures => by_key(view, |s| (procedure(view, s.component), s.kind as u8)),
        Fold::Contents => by_key(view, |s| (procedure(view, s.component), s.content, s.kind as u8)),
        Fold::Scc => strongly_connected(view),
    }
}

/// A listed state in whose class the states of a place are; `None` if the fold does not say, or none is listed.
pub(super) fn listed_with(view: &StateSpaceView, places: &[PlaceView], place: &PlaceView, fold: Fold) -> Option<u32> {
    match fold {
        Fold::Lines => place.first,
        Fold::Procedures => {
            let key = |place: &PlaceView| (procedure(view, place.component), place.kind as u8);
            place.first.or_else(|| places.iter().filter(|other| key(other) == key(place)).find_map(|other| other.first))
        }
        Fold::None | Fold::Chains | Fold::Contents | Fold::Scc => None,
    }
}

fn procedure(view: &StateSpaceView, component: u32) -> Option<&str> {
    view.components.get(component as usize).map(|component| component.procedure.as_str())
}

fn by_key<'v, K: Eq + Hash>(view: &'v StateSpaceView, key: impl Fn(&'v StateView) -> K) -> Vec<u32> {
    let mut first: FxHashMap<K, u32> = FxHashMap::default();
    view.states.iter().zip(0..).map(|(state, number)| *first.entry(key(state)).or_insert(number)).collect()
}

fn chains(view: &StateSpaceView, cuts: &[u32]) -> Vec<u32> {
    /// The edges that enter, or leave, a state.
    #[derive(Clone, Copy, PartialEq)]
    enum Side {
        Nothing,
        /// One step, from or to this state.
        Step(u32),
        Other,
    }
    let count = view.states.len();
    let (mut before, mut after) = (vec![Side::Nothing; count], vec![Side::Nothing; count]);
    for edge in &view.edges {
        let meet = |side: &mut Side, other| {
            let is_step = edge.kind == EdgeKind::Step && *side == Side::Nothing;
            *side = if is_step { Side::Step(other) } else { Side::Other };
        };
        meet(&mut before[edge.target as usize], edge.source);
        meet(&mut after[edge.source as usize], edge.target);
    }
    let mut inner: Vec<bool> = (0..count)
        .map(|s| {
            let one_way = matches!((before[s], after[s]), (Side::Step(_), Side::Step(_)));
            one_way && view.states[s].kind == StateKind::Inner
        })
        .collect();
    cuts.iter().for_each(|&s| inner[s as usize] = false);
    let mut class: Vec<u32> = (0..count as u32).collect();
    let mut chain: Vec<u32> = Vec::new();
    for start in 0..count {
        let Side::Step(previous) = before[start] else { continue };
        // A cycle of inner states has no start: no step enters it, and its states are not folded.
        if !inner[start] || inner[previous as usize] {
            continue;
        }
        chain.clear();
        let mut state = start as u32;
        while inner[state as usize] {
            chain.push(state);
            let Side::Step(next) = after[state as usize] else { break };
            state = next;
        }
        let smallest = chain.iter().copied().min().unwrap_or(start as u32);
        chain.iter().for_each(|&s| class[s as usize] = smallest);
    }
    class
}

fn strongly_connected(view: &StateSpaceView) -> Vec<u32> {
    let edges = view.edges.iter().filter(|edge| edge.kind != EdgeKind::Return).map(|edge| (edge.source, edge.target));
    let found = StrongComponents::new(view.states.len(), &edges.collect::<Vec<_>>());
    let smallest: Vec<u32> = found.components.iter().map(|states| states.iter().copied().min().unwrap_or(0)).collect();
    found.of.iter().map(|&component| smallest[component as usize]).collect()
}
