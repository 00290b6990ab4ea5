//! Subsumption: reachability that skips states covered by known ones.

use rustc_hash::{FxHashMap, FxHashSet};

use super::{RecursiveSystem, Step};
use base::{Idx, Stop, newtype_index};

newtype_index! {
    /// An entry state of a callee; 0 represents all entries of the entry component.
    pub struct CoveredEntry;
}

/// A system with a subsumption order on states: a state that covers another one can do whatever the other can.
///
/// Laws. Covering is reflexive and transitive, and if `known` covers `new`, then
///
/// - both have the same [`Step`], and each successor of `new` is covered by a successor of `known` (*simulation*);
/// - returns are monotone: if call, entry and exit are covered, so is each state that
///   [`resume`](RecursiveSystem::resume) lists; likewise for [`end`](RecursiveSystem::end).
///
/// Then every reachable state is covered by a state that a search on [`Covering`] finds. Conversely, each state found
/// is reachable if exits of a covering entry separate callers: for entries `E` that cover `e`, `resume` for a call of
/// `e` and an exit of `E` lists what it lists for the part of that exit that is reachable from `e`. This holds, for
/// example, if exits relate the output of a component to its input. Without this law, too many states may be found; a
/// proof is still a proof.
pub trait CoveringSystem: RecursiveSystem {
    /// A number that is equal for states that may cover each other, such as their location in a program.
    fn class(&self, state: &Self::State) -> u64;

    /// Whether `known` covers `new`; both have the same class.
    ///
    /// # Errors
    /// If a limit is reached.
    fn covers(&mut self, known: &Self::State, new: &Self::State) -> Result<bool, Stop>;

    /// A state that covers both and is to take the place of the new one, which is not covered; `None`, the default, if
    /// they should stay apart. Both have the same class, and so has the result.
    ///
    /// Law: repeated joins with the states found so far come to an end. Joins find states that are not reachable.
    ///
    /// # Errors
    /// If a limit is reached.
    fn join(&mut self, known: &Self::State, new: &Self::State) -> Result<Option<Self::State>, Stop> {
        let _ = (known, new);
        Ok(None)
    }
}

/// A state of [`Covering`].
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct CoveredState<S> {
    /// The entry of its component.
    pub entry: CoveredEntry,
    /// The state.
    pub state: S,
}

/// The quotient of a system by subsumption: a state is replaced by a known state of the same component that covers it, or joined
/// with known states; and an entry by a known entry that covers it, whose component and exits are reused. For [`explore`](super::explore),
/// and for [`Rsm::find`](super::Rsm::find) if every state that covers a goal is a goal: then a goal is found iff one is
/// reachable.
///
/// A state that was joined with others before a search asks for its steps only leads to the result.
///
/// Apart from [these](Self::skipped), a run of the quotient is a run of the system up to covering: each step leads to a state that covers one of the
/// system's successors. So a run proves that its last state is reachable, but an actual run is obtained only by
/// executing it from its start with the system's own successors. Cycles prove nothing, because the run may never return
/// to the state that was covered; so this is not a [`FairSystem`](super::FairSystem).
///
/// The replacement of a state depends on the states found before. A search computes the successors of each state once,
/// always in the same order.
pub struct Covering<'a, Y: CoveringSystem> {
    system: &'a mut Y,
    /// By entry and class, the states found, none of which covers another.
    states: FxHashMap<(CoveredEntry, u64), Vec<Y::State>>,
    /// Likewise for entries of callees, by class.
    entries: FxHashMap<u64, Vec<(CoveredEntry, Y::State)>>,
    /// The number of entries of callees found.
    entry_count: usize,
    found: Vec<Y::State>,
    /// Of states that were joined with others the result.
    joined: FxHashMap<CoveredState<Y::State>, CoveredState<Y::State>>,
    /// The states that were joined before they were expanded.
    skipped: FxHashSet<CoveredState<Y::State>>,
}

impl<'a, Y: CoveringSystem> Covering<'a, Y> {
    /// The entry of all states of the entry component.
    pub const MAIN: CoveredEntry = CoveredEntry(0);

    /// The quotient, with no states known yet.
    pub fn new(system: &'a mut Y) -> Self {
        let (states, entries, joined) = Default::default();
        Self { system, states, entries, entry_count: 0, found: Vec::new(), joined, skipped: FxHashSet::default() }
    }

    /// The states that were joined with others before they were expanded. Their only successor is the result; this is no step of a run
    /// of the system.
    pub fn skipped(self) -> FxHashSet<CoveredState<Y::State>> {
        self.skipped
    }

    /// Adds the representatives of the states found in a component.
    fn add_states(&mut self, entry: CoveredEntry, states: &mut Vec<CoveredState<Y::State>>) -> Result<(), Stop> {
        for state in std::mem::take(&mut self.found) {
            let state = self.representative(entry, state)?;
            states.push(CoveredState { entry, state });
        }
        Ok(())
    }

    /// A known state of its component that covers it, or else the state itself, [joined](CoveringSystem::join) with known ones.
    fn representative(&mut self, entry: CoveredEntry, mut state: Y::State) -> Result<Y::State, Stop> {
        let known = self.states.entry((entry, self.system.class(&state))).or_default();
        let mut is_joined = false;
        'joining: loop {
            for other in known.iter() {
                if *other == state || self.system.covers(other, &state)? {
                    return Ok(other.clone());
                }
            }
            for other in known.iter() {
                if !self.system.covers(&state, other)?
                    && let Some(joined) = self.system.join(other, &state)?
                {
                    // It may be covered by, or be joined with, states with which the old one was not.
                    state = joined;
                    is_joined = true;
                    continue 'joining;
                }
            }
            break;
        }
        let mut kept = Vec::with_capacity(known.len() + 1);
        for other in known.drain(..) {
            if !self.system.covers(&state, &other)? {
                kept.push(other);
            } else if is_joined {
                let place = |state| CoveredState { entry, state };
                self.joined.insert(place(other), place(state.clone()));
            }
        }
        kept.push(state.clone());
        *known = kept;
        Ok(state)
    }

    /// The state that a state has been joined into since it was found. The chain ends: each join covers a state that those before it do
    /// not cover.
    fn joined(&self, state: &CoveredState<Y::State>) -> Option<CoveredState<Y::State>> {
        let next = |state: &CoveredState<Y::State>| self.joined.get(state).cloned();
        std::iter::successors(next(state), next).last()
    }

    /// The entry of a callee, or a known entry that covers it.
    fn callee(&mut self, state: Y::State) -> Result<CoveredState<Y::State>, Stop> {
        let known = self.entries.entry(self.system.class(&state)).or_default();
        for (entry, other) in known.iter() {
            if *other == state || self.system.covers(other, &state)? {
                return Ok(CoveredState { entry: *entry, state: other.clone() });
            }
        }
        let mut kept = Vec::with_capacity(known.len() + 1);
        for (entry, other) in known.drain(..) {
            if !self.system.covers(&state, &other)? {
                kept.push((entry, other));
            }
        }
        self.entry_count += 1;
        let entry = CoveredEntry::at(self.entry_count);
        kept.push((entry, state.clone()));
        *known = kept;
        self.states.insert((entry, self.system.class(&state)), vec![state.clone()]);
        Ok(CoveredState { entry, state })
    }
}

impl<Y: CoveringSystem> RecursiveSystem for Covering<'_, Y> {
    type State = CoveredState<Y::State>;

    fn entry(&mut self, states: &mut Vec<Self::State>) -> Result<(), Stop> {
        self.found.clear();
        self.system.entry(&mut self.found)?;
        self.add_states(Self::MAIN, states)
    }

    fn step(&mut self, from: &Self::State, states: &mut Vec<Self::State>) -> Result<Step, Stop> {
        if let Some(joined) = self.joined(from) {
            self.skipped.insert(from.clone());
            states.push(joined);
            return Ok(Step::Internal);
        }
        self.found.clear();
        let step = self.system.step(&from.state, &mut self.found)?;
        match step {
            Step::Internal => self.add_states(from.entry, states)?,
            Step::Call => {
                for state in std::mem::take(&mut self.found) {
                    states.push(self.callee(state)?);
                }
            }
            Step::Exit | Step::Fault => {}
        }
        Ok(step)
    }

    fn resume(
        &mut self,
        call: &Self::State,
        entry: &Self::State,
        exit: &Self::State,
        states: &mut Vec<Self::State>,
    ) -> Result<(), Stop> {
        self.found.clear();
        self.system.resume(&call.state, &entry.state, &exit.state, &mut self.found)?;
        self.add_states(call.entry, states)
    }

    fn end(&mut self, exit: &Self::State, states: &mut Vec<Self::State>) -> Result<(), Stop> {
        self.found.clear();
        self.system.end(&exit.state, &mut self.found)?;
        self.add_states(Self::MAIN, states)
    }

    fn rank(&self, state: &Self::State) -> u64 {
        self.system.rank(&state.state)
    }
}
