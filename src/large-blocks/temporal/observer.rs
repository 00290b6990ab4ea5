//! The automaton of a property beside a program: all of its states at a time, so that nothing has to be guessed.

use std::cell::RefCell;
use std::collections::BTreeMap;

use fixedbitset::FixedBitSet;

use super::TemporalCheck;
use super::fairness::Fairness;
use crate::blocks::{FlatEdge, FlatProgram, Observed, RunObserver, RunPlace};
use crate::facts::{Bindings, Fact, FactAt, FactObserver};
use analysis::RunClaim;
use base::{CompactSort, Idx, IndexVec, Observer, Phase, Progress, Stop};
use ltl::logic::{Formulas, Monitor, MonitorStateId, PropositionId, Tail, Truth};

/// How many states are looked at before the observer is asked whether to go on.
pub(super) const ASKED: u32 = 256;

/// A state in which the automaton may be.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub(super) struct Candidate {
    state: MonitorStateId,
    /// The part of the product in which the run was, 0 for none.
    part: u32,
    /// How often it has come to the head of a loop since it is there.
    visits: u32,
}

/// The states in which the automaton may be, and what names of variables stand for.
#[derive(Clone, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub(super) struct Following {
    candidates: Vec<Candidate>,
    bindings: Bindings,
}

/// Follows runs with an automaton. Runs that end are accepted iff the automaton accepts them; they stay in their last state.
pub(super) struct AutomatonObserver<'a, 'p> {
    /// Asked now and then whether to go on.
    progress: &'a mut dyn Observer,
    states: u32,
    pub flat: &'a FlatProgram<'p>,
    pub formulas: &'a Formulas,
    pub facts: &'a IndexVec<PropositionId, Fact>,
    pub observer: FactObserver<'a, 'p>,
    /// The automaton.
    pub automaton: &'a Monitor,
    /// The automaton, where it starts in a state in which a run has ended.
    ending: Monitor,
    /// The locations before a run starts.
    pub before: &'a FixedBitSet,
    /// Runs are also accepted that have come to heads of loops more often than this in a part where a run may be accepted
    /// that never ends.
    pub never_ending: Option<(&'a Fairness, u32)>,
    /// Whether it has rejected a run that goes on.
    pub has_rejected: bool,
}

/// What is known of propositions in a state.
struct Known<'s> {
    place: RunPlace,
    bindings: &'s Bindings,
    /// What they depend on.
    facts: RefCell<BTreeMap<PropositionId, FactAt>>,
    /// What was asked.
    asked: Vec<(PropositionId, bool)>,
    /// The answers that are left.
    answers: std::slice::Iter<'s, bool>,
}

impl<'a, 'p> AutomatonObserver<'a, 'p> {
    pub(super) fn new(
        check: &'a TemporalCheck<'_, 'p>,
        never_ending: Option<(&'a Fairness, u32)>,
        progress: &'a mut dyn Observer,
    ) -> Self {
        Self {
            progress,
            states: 0,
            flat: check.flat,
            formulas: &check.formulas,
            facts: check.facts,
            observer: check.facts(),
            automaton: &check.automaton,
            ending: check.automaton.clone(),
            before: &check.before,
            never_ending,
            has_rejected: false,
        }
    }

    fn at(&self, known: &Known<'_>, proposition: PropositionId) -> FactAt {
        let mut facts = known.facts.borrow_mut();
        let found = || self.observer.at(known.place, known.bindings, &self.facts[proposition]);
        *facts.entry(proposition).or_insert_with(found)
    }

    /// Whether a proposition holds, or the question on which that depends.
    fn ask(&self, proposition: PropositionId, known: &mut Known<'_>) -> Result<bool, Observed<Vec<Candidate>>> {
        if let Some((_, holds)) = known.asked.iter().find(|(asked, _)| *asked == proposition) {
            return Ok(*holds);
        }
        let holds = match self.at(known, proposition) {
            FactAt::Known(holds) => holds,
            FactAt::Depends(observation) => match self.other_exception(proposition, known) {
                Some(other) => !other,
                None => *known.answers.next().ok_or(Observed::Asks(observation))?,
            },
        };
        known.asked.push((proposition, holds));
        Ok(holds)
    }

    /// Of two propositions one of which holds where an exception has ended the program, the answer to the other one.
    fn other_exception(&self, proposition: PropositionId, known: &Known<'_>) -> Option<bool> {
        let other = match self.facts[proposition] {
            Fact::Exception => Fact::NullDereference,
            Fact::NullDereference => Fact::Exception,
            _ => return None,
        };
        let (asked, holds) = known.asked.iter().find(|(asked, _)| self.facts[*asked] == other)?;
        matches!(self.at(known, *asked), FactAt::Depends(_)).then_some(*holds)
    }

    /// The candidates at a place to which the program has come; `None` if that is accepted.
    fn arrived(&self, place: RunPlace, candidates: &[Candidate]) -> Option<Vec<Candidate>> {
        let (Some((fairness, limit)), RunPlace::At(location)) = (self.never_ending, place) else {
            return Some(candidates.to_vec());
        };
        let mut found: Vec<Candidate> = Vec::with_capacity(candidates.len());
        for candidate in candidates {
            let part = fairness.part(location, candidate.state);
            let before = if candidate.part == part { candidate.visits } else { 0 };
            let visits = if part > 0 { before + u32::from(fairness.is_head(location)) } else { 0 };
            if visits > limit {
                return None;
            }
            found.push(Candidate { part, visits, ..*candidate });
        }
        Some(found)
    }

    /// What it does in a state that is not the last one, or the question that decides that.
    fn follow(
        &self,
        candidates: &[Candidate],
        known: &mut Known<'_>,
    ) -> Result<Observed<Vec<Candidate>>, Observed<Vec<Candidate>>> {
        let mut next: Vec<Candidate> = Vec::new();
        for candidate in candidates {
            for edge in self.automaton.edges_from(candidate.state) {
                let propositions = self.formulas.propositions_in(edge.guard);
                let holds = |known: &Known<'_>| {
                    self.formulas.holds_now(edge.guard, |proposition| {
                        match known.asked.iter().find(|(asked, _)| *asked == proposition) {
                            Some((_, holds)) => (*holds).into(),
                            None => self.at(known, proposition).truth(),
                        }
                    })
                };
                let mut truth = holds(known);
                // One question after the other, since the first answers may decide.
                for proposition in propositions {
                    if truth != Truth::Unknown {
                        break;
                    }
                    self.ask(proposition, known)?;
                    truth = holds(known);
                }
                if truth != Truth::True {
                    continue;
                }
                if self.automaton.states[edge.target].is_target {
                    return Ok(Observed::Accepts);
                }
                next.push(Candidate { state: edge.target, ..*candidate });
            }
        }
        // Of equal states the one that has come to more heads decides.
        next.compact_sort_by_key(|candidate| (candidate.state, candidate.part, u32::MAX - candidate.visits));
        next.dedup_by_key(|candidate| (candidate.state, candidate.part));
        Ok(if next.is_empty() { Observed::Rejects } else { Observed::Goes(next) })
    }

    /// Whether a run that stays where it is is accepted.
    fn ends(
        &mut self,
        candidates: &[Candidate],
        known: &mut Known<'_>,
    ) -> Result<Observed<Vec<Candidate>>, Observed<Vec<Candidate>>> {
        let propositions = self.automaton.propositions(self.formulas);
        for &proposition in &propositions {
            self.ask(proposition, known)?;
        }
        self.ending.initial = candidates.iter().map(|candidate| candidate.state).collect();
        let label = |_: usize, proposition: PropositionId| {
            let found = known.asked.iter().find(|(asked, _)| *asked == proposition);
            found.map_or(Truth::Unknown, |(_, holds)| (*holds).into())
        };
        let is_found = RunClaim::IsFound(&self.ending).is_shown(self.formulas, 1, Tail::Stutters, &label);
        Ok(if is_found { Observed::Accepts } else { Observed::Rejects })
    }
}

impl RunObserver for AutomatonObserver<'_, '_> {
    type State = Following;

    fn start(&self) -> Following {
        let mut states = self.automaton.initial.clone();
        states.compact_sort();
        states.dedup();
        let candidates = states.into_iter().map(|state| Candidate { state, part: 0, visits: 0 }).collect();
        Following { candidates, bindings: self.observer.start() }
    }

    fn step(&mut self, state: &Following, edge: &FlatEdge) -> Following {
        Following { bindings: self.observer.step(edge, &state.bindings), ..state.clone() }
    }

    fn observe(&mut self, place: RunPlace, state: &Following, answers: &[bool]) -> Result<Observed<Following>, Stop> {
        self.states = self.states.saturating_add(1);
        if self.states.is_multiple_of(ASKED) {
            self.progress.ask(Progress { phase: Phase::Exploring, states: self.states, frontier: 0 })?;
        }
        if let RunPlace::At(location) = place
            && self.before.contains(location.index())
        {
            return Ok(Observed::Goes(state.clone()));
        }
        let Following { candidates, bindings } = state;
        if candidates.iter().any(|candidate| self.automaton.states[candidate.state].is_target) {
            return Ok(Observed::Accepts);
        }
        let Some(candidates) = self.arrived(place, candidates) else { return Ok(Observed::Accepts) };
        let (asked, answers, facts) = (Vec::new(), answers.iter(), RefCell::default());
        let mut known = Known { place, bindings, facts, asked, answers };
        let flat = self.flat;
        let is_last = match place {
            RunPlace::At(location) => location == flat.cfa.exit || location == flat.thrown,
            RunPlace::Failed(_) => true,
        };
        let found = match is_last {
            true => self.ends(&candidates, &mut known),
            false => self.follow(&candidates, &mut known),
        };
        Ok(match found.unwrap_or_else(|question| question) {
            Observed::Asks(observation) => Observed::Asks(observation),
            Observed::Accepts => Observed::Accepts,
            Observed::Rejects => {
                self.has_rejected |= !is_last;
                Observed::Rejects
            }
            Observed::Goes(candidates) => Observed::Goes(Following { candidates, bindings: bindings.clone() }),
        })
    }
}
