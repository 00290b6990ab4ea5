//! Inclusion instead of equality: searches for reachable states that skip what a known state covers.

use rustc_hash::FxHashMap;

use super::{RecursiveSystem, Step};
use crate::base::{Idx, Stop, newtype_index};

newtype_index! {
    /// An entry state of a callee; 0 stands for all entries of the entry component.
    pub struct CoveredEntry;
}

/// A system whose states stand for more or for less: whatever a state may do, a state that covers it may do as well.
///
/// Laws. Covering is reflexive and transitive, and if `known` covers `new`, then
///
/// - both do the same [`Step`], and each state that `new` lists is covered by one that `known` lists (*simulation*);
/// - what a call continues with is monotone: if call, entry and exit are covered, so is each state that
///   [`resume`](RecursiveSystem::resume) lists; likewise for [`end`](RecursiveSystem::end).
///
/// Then every reachable state is covered by one that a search on [`Covering`] finds. The other way round, each state found
/// is reachable if an exit of a covering entry tells callers apart: for entries `E` that cover `e`, what `resume` lists for a
/// call of `e` with an exit of `E` is what it lists with the part of that exit which is reachable from `e`. Exits that
/// relate what a component was given to what it leaves are such. Without this law found states may be too many; a proof stays
/// a proof.
pub trait CoveringSystem: RecursiveSystem {
    /// A number that is the same for states of which one may cover the other, such as where they are in a program.
    fn class(&self, state: &Self::State) -> u64;

    /// Whether `known` covers `new`; both have the same class.
    ///
    /// # Errors
    /// If a limit is reached.
    fn covers(&mut self, known: &Self::State, new: &Self::State) -> Result<bool, Stop>;
}

/// A state of [`Covering`].
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct CoveredState<S> {
    /// The entry of its component.
    pub entry: CoveredEntry,
    /// The state.
    pub state: S,
}

/// A system in which a state that a known one of the same component covers is replaced by that one, and an entry that
/// a known entry covers by that one, whose component and exits are reused. For [`explore`](super::explore), and for
/// [`Rsm::find`](super::Rsm::find) where whatever covers a goal is a goal: then a goal is found iff one is reachable.
///
/// A run of it is a run of the system up to covering: a step leads to a state that covers one of those that the system lists, and
/// so a run found is a proof that a state is reachable, but shows it only when it is executed from its start, with the states
/// that the system lists. Cycles prove nothing, as a run may leave a state that covers it for good; so this is not a
/// [`FairSystem`](super::FairSystem).
///
/// What replaces a state depends on what was found before. A search asks for each state once, and always in the same order.
pub struct Covering<'a, Y: CoveringSystem> {
    system: &'a mut Y,
    /// By entry and class, the states found of which none covers another.
    states: FxHashMap<(CoveredEntry, u64), Vec<Y::State>>,
    /// The same of entries of callees, by class.
    entries: FxHashMap<u64, Vec<(CoveredEntry, Y::State)>>,
    /// How many entries of callees were found.
    entry_count: usize,
    found: Vec<Y::State>,
}

impl<'a, Y: CoveringSystem> Covering<'a, Y> {
    /// The entry of all states of the entry component.
    pub const MAIN: CoveredEntry = CoveredEntry(0);

    /// Nothing is known yet.
    pub fn new(system: &'a mut Y) -> Self {
        let (states, entries) = (FxHashMap::default(), FxHashMap::default());
        Self { system, states, entries, entry_count: 0, found: Vec::new() }
    }

    /// Adds what stands for the states found, in a component.
    fn add_states(&mut self, entry: CoveredEntry, states: &mut Vec<CoveredState<Y::State>>) -> Result<(), Stop> {
        for state in std::mem::take(&mut self.found) {
            let state = self.representative(entry, state)?;
            states.push(CoveredState { entry, state });
        }
        Ok(())
    }

    /// The state itself, or a known one of its component that covers it.
    fn representative(&mut self, entry: CoveredEntry, state: Y::State) -> Result<Y::State, Stop> {
        let known = self.states.entry((entry, self.system.class(&state))).or_default();
        for other in known.iter() {
            if *other == state || self.system.covers(other, &state)? {
                return Ok(other.clone());
            }
        }
        let mut kept = Vec::with_capacity(known.len() + 1);
        for other in known.drain(..) {
            if !self.system.covers(&state, &other)? {
                kept.push(other);
            }
        }
        kept.push(state.clone());
        *known = kept;
        Ok(state)
    }

    /// The entry of a callee, or a known one that covers it.
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
}
