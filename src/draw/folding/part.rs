//! The part of a state space that is drawn.

use fixedbitset::FixedBitSet;

use super::{ChartOptions, Focus};
use crate::layout::Adjacency;
use report::space::{EdgeKind, StateSpaceView};

/// A part of a state space.
pub(super) struct Part {
    /// Its states; `None` for all.
    pub shown: Option<FixedBitSet>,
    /// The requested path.
    pub path: Vec<u32>,
}

/// The requested neighbourhood and path, combined.
pub(super) fn part(view: &StateSpaceView, options: &ChartOptions) -> Part {
    if options.focus.is_none() && options.path.is_none() {
        return Part { shown: None, path: Vec::new() };
    }
    let count = view.states.len();
    let exists = |s: u32| (s as usize) < count;
    let mut shown = FixedBitSet::with_capacity(count);
    if let Some(focus) = options.focus.filter(|focus| exists(focus.state)) {
        around(view, focus, &mut shown);
    }
    let path = options.path.filter(|&to| exists(to)).map(|to| {
        shown.insert(to as usize);
        shortest_path(view, to)
    });
    let path = path.unwrap_or_default();
    path.iter().for_each(|&s| shown.insert(s as usize));
    Part { shown: Some(shown), path }
}

/// Adds the neighbourhood of a state.
fn around(view: &StateSpaceView, focus: Focus, shown: &mut FixedBitSet) {
    let there = view.edges.iter().map(|e| (e.source, e.target));
    let neighbours = Adjacency::new(view.states.len(), there.clone().chain(there.map(|(a, b)| (b, a))));
    shown.insert(focus.state as usize);
    let (mut ring, mut next) = (vec![focus.state], Vec::new());
    for _ in 0..focus.radius {
        for &state in &ring {
            next.extend(neighbours.of(state).iter().copied().filter(|&s| !shown.put(s as usize)));
        }
        if next.is_empty() {
            break;
        }
        std::mem::swap(&mut ring, &mut next);
        next.clear();
    }
}

/// The states on a shortest run from an initial state to this one, counting a whole call as one step; empty if there is
/// none.
///
/// Every path along steps, summaries and calls is the start of a run in which its calls have not returned yet.
fn shortest_path(view: &StateSpaceView, to: u32) -> Vec<u32> {
    let count = view.states.len();
    let followed = view.edges.iter().filter(|e| !matches!(e.kind, EdgeKind::Return | EdgeKind::Stutter));
    let successors = Adjacency::new(count, followed.map(|e| (e.source, e.target)));
    let mut queue: Vec<u32> = view.components.first().map_or(Vec::new(), |main| main.entries.clone());
    let mut previous: Vec<Option<u32>> = vec![None; count];
    let mut reached = FixedBitSet::with_capacity(count);
    queue.iter().for_each(|&s| reached.insert(s as usize));
    let mut position = 0;
    while let Some(&state) = queue.get(position)
        && !reached.contains(to as usize)
    {
        position += 1;
        for &next in successors.of(state) {
            if !reached.put(next as usize) {
                previous[next as usize] = Some(state);
                queue.push(next);
            }
        }
    }
    if !reached.contains(to as usize) {
        return Vec::new();
    }
    let mut path: Vec<u32> = std::iter::successors(Some(to), |&s| previous[s as usize]).collect();
    path.reverse();
    path
}
