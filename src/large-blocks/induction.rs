//! k-induction (Sheeran, Singh, Stålmarck, FMCAD 2000) on blocks: no run fails within k - 1 blocks, and from no state at all k
//! blocks lead to a failure.

use std::collections::BTreeMap;

use crate::blocks::{BlockProgram, HeadId};
use base::{Idx, Observer, Phase, Progress, Resource, Stop};
use bitvec::{Answer, Solver, Sort, TermId, Terms};

use super::bounded::{Bound, Reached, Unrolling};
use super::check_proof::Invariants;
use super::path::BlockInputs;
use super::trace::Trace;

/// What the step case may assume.
#[derive(Clone, Copy, Debug, Default)]
pub struct InductionOptions<'i> {
    /// Conditions that hold at the heads in all runs.
    pub auxiliary: Option<&'i Invariants>,
    /// That no state occurs twice. Then every program whose runs have finitely many states is proved or fails at some k.
    pub simple_paths: bool,
}

/// The step case: all sequences of so many blocks, from any state at any head.
pub(crate) struct InductionStep<'a, 'p> {
    program: &'a BlockProgram<'p>,
    unrolling: Unrolling<'a, 'p>,
    solver: Solver,
    simple_paths: bool,
    holds: Option<usize>,
}

impl<'a, 'p> InductionStep<'a, 'p> {
    /// The sequences of no block.
    ///
    /// # Errors
    /// If the observer ends the search.
    pub(crate) fn new(
        program: &'a BlockProgram<'p>,
        inputs: &'a BlockInputs,
        options: &InductionOptions<'_>,
        terms: &mut Terms,
        observer: &mut dyn Observer,
    ) -> Result<Self, Stop> {
        let mut solver = Solver::new();
        let mut layer = BTreeMap::new();
        let mut before = Terms::TRUE;
        for head in (0..program.heads.len()).map(HeadId::at) {
            if program.blocks_from(head).next().is_none() {
                continue;
            }
            // The first head that is chosen.
            let chosen = terms.variable(Sort::Boolean);
            let guard = terms.and(before, chosen);
            let other = terms.not(chosen);
            before = terms.and(before, other);
            let known = options.auxiliary.map_or(Terms::TRUE, |auxiliary| terms.all(&auxiliary[head]));
            let elsewhere = terms.not(guard);
            let assumed = terms.or(elsewhere, known);
            solver.assert(terms, assumed, observer)?;
            layer.insert(head, Reached::start(program, head, guard));
        }
        let unrolling = Unrolling::from_layer(program, inputs, layer);
        Ok(Self { program, unrolling, solver, simple_paths: options.simple_paths, holds: None })
    }

    /// The number of blocks so far.
    pub(crate) fn bound(&self) -> usize {
        self.unrolling.bound()
    }

    /// The least number of blocks that is known to lead to no failure; then no greater one does.
    pub(crate) fn holds(&self) -> Option<usize> {
        self.holds
    }

    /// Conflicts of the solver so far.
    pub(crate) fn conflicts(&self) -> u64 {
        self.solver.statistics().conflicts
    }

    /// Looks at the sequences of one more block.
    ///
    /// # Errors
    /// If the observer ends the search.
    pub(crate) fn extend(&mut self, terms: &mut Terms, observer: &mut dyn Observer) -> Result<(), Stop> {
        if self.holds.is_some() {
            return Ok(());
        }
        let states = u32::try_from(self.bound()).unwrap_or(u32::MAX);
        observer.ask(Progress { phase: Phase::Checking, states, frontier: 0 })?;
        if self.simple_paths {
            self.exclude_repetition(terms, observer)?;
        }
        self.unrolling.grow(terms);
        let layers = self.unrolling.layers();
        let last = &layers[layers.len() - 1];
        let wrong = [self.program.error, self.program.cut].into_iter().filter_map(|head| last.get(&head));
        let wrong: Vec<TermId> = wrong.map(|reached| reached.guard).collect();
        let wrong = terms.any(&wrong);
        if wrong == Terms::FALSE || self.solver.check(terms, &[wrong], observer)? == Answer::Unsatisfiable {
            self.holds = Some(self.bound());
        }
        Ok(())
    }

    /// Asserts that the last state differs from all before it.
    fn exclude_repetition(&mut self, terms: &mut Terms, observer: &mut dyn Observer) -> Result<(), Stop> {
        let Some((last, before)) = self.unrolling.layers().split_last() else { return Ok(()) };
        for layer in before {
            for (head, now) in last {
                let Some(then) = layer.get(head) else { continue };
                let mut same = vec![then.guard, now.guard];
                for (variable, &value) in &now.values {
                    same.push(terms.same(then.values[variable], value));
                }
                let same = terms.all(&same);
                let differ = terms.not(same);
                self.solver.assert(terms, differ, observer)?;
            }
        }
        Ok(())
    }
}

/// How the search has ended.
pub enum InductionAnswer {
    /// No run fails: by induction over so many blocks.
    Proved(usize),
    /// No run fails: none is longer than so many blocks.
    Exhausted(usize),
    /// A run fails.
    Fails(Trace),
}

/// A search: base case and step case in turn.
pub struct Induction<'a, 'p> {
    base: Unrolling<'a, 'p>,
    step: InductionStep<'a, 'p>,
    /// How many blocks sequences may have.
    limit: usize,
}

impl<'a, 'p> Induction<'a, 'p> {
    /// A search that has not begun.
    ///
    /// # Errors
    /// If the observer ends it.
    pub fn new(
        program: &'a BlockProgram<'p>,
        inputs: &'a BlockInputs,
        options: &InductionOptions<'_>,
        limit: usize,
        terms: &mut Terms,
        observer: &mut dyn Observer,
    ) -> Result<Self, Stop> {
        let step = InductionStep::new(program, inputs, options, terms, observer)?;
        Ok(Self { base: Unrolling::new(program, inputs), step, limit })
    }

    /// The number of blocks so far.
    pub fn bound(&self) -> usize {
        self.base.bound()
    }

    /// Searches on until there is an answer, or sequences are so many blocks longer; the search can then go on.
    ///
    /// # Errors
    /// If the observer ends it, sequences are as long as allowed, or some come to a call that is not followed.
    pub fn advance(
        &mut self,
        blocks: usize,
        terms: &mut Terms,
        observer: &mut dyn Observer,
    ) -> Result<Option<InductionAnswer>, Stop> {
        for _ in 0..blocks {
            if self.bound() >= self.limit {
                return Err(Stop::Budget(Resource::Blocks, self.limit as u64));
            }
            match self.base.extend(terms, observer)? {
                Bound::Fails(trace) => return Ok(Some(InductionAnswer::Fails(trace))),
                Bound::Complete => return Ok(Some(InductionAnswer::Exhausted(self.bound()))),
                Bound::Holds => {}
            }
            // What comes to a call that is not followed is no proof; but longer runs may fail.
            if !self.base.is_cut() {
                self.step.extend(terms, observer)?;
                if let Some(k) = proved_by(&self.base, &self.step) {
                    return Ok(Some(InductionAnswer::Proved(k)));
                }
            }
        }
        Ok(None)
    }
}

/// The k for which both cases hold.
pub(crate) fn proved_by(base: &Unrolling<'_, '_>, step: &InductionStep<'_, '_>) -> Option<usize> {
    step.holds().filter(|&k| !base.is_cut() && k <= base.bound() + 1)
}
