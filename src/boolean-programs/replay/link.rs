//! How the states of a run follow each other.

use super::PartialValuation;
use base::Idx;
use program::cfa::EdgeId;
use program::guarded::Ersm;
use rsm::{Path, Visit};

/// How a state comes from the one before.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Link {
    /// By an edge that is no call.
    Step(EdgeId),
    /// By a call.
    Call(EdgeId),
    /// By a return to the call at this position.
    Return(usize, EdgeId),
    /// By a whole call that is folded.
    Folded(EdgeId),
    /// It stays the same: the program has ended, or failed.
    Stays,
}

/// How a state comes from the one before; [`Link::Stays`] if there is no other way.
pub(super) fn link(ersm: &Ersm, run: &Path<PartialValuation>, at: usize) -> Link {
    let Visit { state: before, caller, folded } = &run.visits[at - 1];
    let component = &ersm.components[before.component];
    match before.edge {
        Some(edge) if *folded => Link::Folded(edge),
        Some(edge) if component.cfa.edges[edge].is_call() => Link::Call(edge),
        Some(edge) => Link::Step(edge),
        None => {
            let call = caller.map(Idx::index).filter(|_| before.place == component.cfa.exit);
            let back = call.and_then(|call| Some((call, run.state(call).edge?)));
            back.map_or(Link::Stays, |(call, edge)| Link::Return(call, edge))
        }
    }
}

/// The same run without a cycle, but with the states of the cycle twice: what matters to them is the same after the first
/// time, so they repeat for ever.
pub(super) fn unrolled(ersm: &Ersm, run: &Path<PartialValuation>) -> Path<PartialValuation> {
    let mut unrolled = Path { cycle: None, ..run.clone() };
    let Some(start) = run.cycle.map(Idx::index) else { return unrolled };
    let rounds = run.len() - start;
    let (first, again) = (run.visits[start].caller, caller_of_next_round(ersm, run));
    for position in start..run.len() {
        let visit = &run.visits[position];
        let caller = match visit.caller {
            Some(call) if call.index() >= start => Some(u32::at(call.index() + rounds)),
            call => as_deep(run, first, again, call),
        };
        unrolled.visits.push(Visit { caller, ..visit.clone() });
    }
    unrolled
}

/// The call in which the first state of the cycle runs when it comes again.
fn caller_of_next_round(ersm: &Ersm, run: &Path<PartialValuation>) -> Option<u32> {
    let last = run.len() - 1;
    match link(ersm, run, run.len()) {
        Link::Call(_) => Some(u32::at(last)),
        Link::Return(call, _) => run.visits[call].caller,
        Link::Step(_) | Link::Folded(_) | Link::Stays => run.visits[last].caller,
    }
}

/// The call that is as far below `new` on the call stack as `call` is below `old`.
fn as_deep(run: &Path<PartialValuation>, mut old: Option<u32>, mut new: Option<u32>, call: Option<u32>) -> Option<u32> {
    let below = |call: u32| run.visits[call.index()].caller;
    while old != call && old.is_some() {
        (old, new) = (old.and_then(below), new.and_then(below));
    }
    new
}
