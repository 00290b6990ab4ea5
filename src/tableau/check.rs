//! Verdicts of proof structures.

use super::closure::{Closure, MemberSet};
use super::expand::Reading;
use super::product::{AssertionId, Assertions, Kripke, Labels, Product};
use crate::base::{Idx, Limits, Observer, Stop};
use crate::logic::{FormulaId, Formulas, PositiveForm};
use crate::rsm::{FairEdge, FairSearch, Lasso, find_fair_cycle};

/// Whether all runs satisfy the formula.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Verdict {
    /// They do.
    Satisfied,
    /// This one does not.
    Violated(Counterexample),
    /// It is not known; the reason says why.
    Unknown(Stop),
}

/// A run that violates the formula, as assertions of the proof structure.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Counterexample {
    /// From an initial state on.
    pub prefix: Vec<AssertionId>,
    /// Repeated for ever. If it is empty, the prefix alone violates the formula: so does whatever continues it.
    pub cycle: Vec<AssertionId>,
}

/// The proof structure, as far as it was needed.
#[derive(Clone, Debug)]
pub struct Proof<S> {
    assertions: Assertions<S>,
    obligations: Vec<Vec<FormulaId>>,
    search: FairSearch<AssertionId>,
    refuted: Option<AssertionId>,
}

impl<S: Idx> Proof<S> {
    /// Number of assertions.
    pub fn assertion_count(&self) -> usize {
        self.assertions.len()
    }

    /// Number of edges.
    pub fn edge_count(&self) -> usize {
        self.search.edges.len() - usize::from(self.refuted.is_some())
    }

    /// All assertions, in order of discovery.
    pub fn assertions(&self) -> impl Iterator<Item = AssertionId> + use<S> {
        self.assertions.indices()
    }

    /// The state of `s ⊢ Φ`.
    pub fn state(&self, assertion: AssertionId) -> S {
        self.assertions[assertion].0
    }

    /// The formulas of `s ⊢ Φ`, of which one is claimed to hold.
    pub fn obligations(&self, assertion: AssertionId) -> &[FormulaId] {
        &self.obligations[self.assertions[assertion].1.index()]
    }

    /// The assertions that follow, none if it is proved, refuted or was not looked at.
    pub fn edges_of(&self, assertion: AssertionId) -> &[FairEdge<AssertionId>] {
        if self.refuted == Some(assertion) { &[] } else { self.search.edges_of(assertion) }
    }

    /// The assertion all of whose formulas are false at its state, if one was met.
    pub fn refuted(&self) -> Option<AssertionId> {
        self.refuted
    }
}

/// A verdict, and the proof structure that it rests on.
#[derive(Clone, Debug)]
pub struct Outcome<S> {
    /// The verdict.
    pub verdict: Verdict,
    /// The proof structure.
    pub proof: Proof<S>,
}

impl<S: Idx> Outcome<S> {
    /// The states of the counterexample: its prefix and its cycle, in the shortest form that gives the same run.
    pub fn run(&self) -> Option<(Vec<S>, Vec<S>)> {
        let Verdict::Violated(counterexample) = &self.verdict else { return None };
        let states = |path: &[AssertionId]| path.iter().map(|&a| self.proof.state(a)).collect::<Vec<S>>();
        let (mut prefix, mut cycle) = (states(&counterexample.prefix), states(&counterexample.cycle));
        // Different formulas may go with the same states.
        let n = cycle.len();
        if let Some(period) = (1..n).find(|&p| n.is_multiple_of(p) && (p..n).all(|i| cycle[i] == cycle[i - p])) {
            cycle.truncate(period);
        }
        let unrolled = prefix.iter().rev().zip(cycle.iter().rev().cycle()).take_while(|(a, b)| a == b).count();
        prefix.truncate(prefix.len() - unrolled);
        if !cycle.is_empty() {
            let turns = unrolled % cycle.len();
            cycle.rotate_right(turns);
        }
        Some((prefix, cycle))
    }
}

/// Whether all runs of `kripke` satisfy `formula`; stops at the first run that does not.
///
/// - `Violated` and `Satisfied` are definite: they hold however the unknown labels may be.
/// - `Unknown` comes from a limit, from a label that is unknown and matters, or from a state without successors.
///
/// Unknown labels are first read in favour of the formula. If nothing is violated then, but one was read, they are
/// read against it.
pub fn check<K: Kripke>(
    kripke: &mut K,
    formulas: &Formulas,
    formula: PositiveForm,
    limits: &Limits,
    observer: &mut dyn Observer,
) -> Outcome<K::State> {
    let closure = Closure::new(formulas, formula);
    let mut labels = Labels::new(&closure);
    let mut reading = Reading::Optimistic;
    loop {
        let mut product = Product::new(kripke, &mut labels, &closure, reading, limits);
        let search = find_fair_cycle(&mut product, observer);
        let verdict = match (&search.lasso, &search.stop, reading) {
            (_, Some(stop), _) => Verdict::Unknown(stop.clone()),
            (Some(lasso), None, Reading::Optimistic) => Verdict::Violated(counterexample(lasso, product.refuted)),
            (Some(lasso), None, Reading::Pessimistic) => Verdict::Unknown(indefinite(&mut product, lasso, formulas)),
            (None, None, Reading::Optimistic) if product.indefinite => {
                reading = Reading::Pessimistic;
                continue;
            }
            (None, None, _) => match product.dead_end {
                Some(state) => Verdict::Unknown(Stop::Incomplete(format!("state {} has no successor", state.index()))),
                None => Verdict::Satisfied,
            },
        };
        let refuted = product.refuted;
        let (assertions, sets) = product.into_parts();
        let formulas_of = |set: MemberSet| set.into_iter().map(|member| closure.formulas[member]).collect();
        let obligations = sets.into_iter().map(formulas_of).collect();
        return Outcome { verdict, proof: Proof { assertions, obligations, search, refuted } };
    }
}

fn counterexample(lasso: &Lasso<AssertionId>, refuted: Option<AssertionId>) -> Counterexample {
    let Lasso { mut prefix, mut cycle } = lasso.clone();
    if refuted.is_some_and(|refuted| cycle == [refuted]) {
        prefix.append(&mut cycle);
    }
    Counterexample { prefix, cycle }
}

/// Why the formula is violated only if unknown labels are read against it.
fn indefinite<K: Kripke>(product: &mut Product<'_, K>, lasso: &Lasso<AssertionId>, formulas: &Formulas) -> Stop {
    let path: Vec<AssertionId> = lasso.prefix.iter().chain(&lasso.cycle).copied().collect();
    match product.first_unknown(&path) {
        Err(stop) => stop,
        Ok(None) => Stop::Incomplete("the truth of a proposition is not definite".to_owned()),
        Ok(Some((state, proposition))) => {
            let proposition = formulas.proposition(proposition);
            Stop::Incomplete(format!("the truth of {proposition} is not definite in state {}", state.index()))
        }
    }
}
