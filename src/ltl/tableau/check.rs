//! Verdicts of proof structures.

use rustc_hash::FxHashMap;

use super::closure::{Closure, MemberSet, Reading};
use super::expand::{Decisions, Expander, Leaf, ObligationsId};
use super::labels::{Labelled, Labels};
use super::product::{Assertion, Product};
use super::rule::Rule;
use crate::logic::{FormulaId, Formulas, NegationNormalForm, Proposition};
use base::{Idx, Limits, Message, Observer, Stop, msg};
use rsm::{
    AcceptanceMarks, Edge, EdgeKind, FairSearch, FairSystem, NodeId, Path, RankedComponent, Rsm, Step, find_fair_cycle,
};

/// Whether all runs satisfy a claim.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum CheckVerdict {
    /// All runs satisfy it.
    Satisfied,
    /// Some run violates it; [`ProofOutcome::run`] or [`MonitorOutcome::run`](super::MonitorOutcome::run) returns it.
    Violated,
    /// It is not known, for this reason.
    Unknown(Stop),
}

/// A state of a run that violates the formula, and the assertion that fails there.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct FailingState<S> {
    /// The state on top of the call stack.
    pub state: S,
    /// Its assertion.
    pub assertion: NodeId,
}

/// A run that violates a formula.
pub type ViolatingRun<S> = Path<FailingState<S>>;

/// The part of the proof structure that was needed: a recursive state machine whose nodes are assertions.
#[derive(Clone, Debug)]
pub struct ProofStructure<S> {
    search: FairSearch<Assertion<S>>,
    marks: AcceptanceMarks,
    obligations: Vec<Vec<FormulaId>>,
    refuted: Option<Assertion<S>>,
    decisions: Decisions,
    labels: Labels,
}

impl<S: Idx> ProofStructure<S> {
    fn rsm(&self) -> &Rsm<Assertion<S>> {
        &self.search.rsm
    }

    /// The number of assertions, each counted once for every model-checking contract that it belongs to.
    pub fn assertion_count(&self) -> usize {
        self.rsm().nodes.len()
    }

    /// The number of edges.
    pub fn edge_count(&self) -> usize {
        self.rsm().edge_count() - usize::from(self.refuted.is_some())
    }

    /// The number of model-checking contracts: pairs of an entry of a callee and its obligations.
    pub fn contract_count(&self) -> usize {
        self.rsm().components.len().saturating_sub(1)
    }

    /// All assertions, in order of discovery.
    pub fn assertions(&self) -> impl Iterator<Item = NodeId> + use<S> {
        self.rsm().nodes.indices()
    }

    /// The state of `s ⊢ Φ`.
    pub fn state(&self, assertion: NodeId) -> S {
        self.rsm().nodes[assertion].state.state
    }

    /// The model-checking contract that an assertion belongs to; 0 if none.
    pub fn contract(&self, assertion: NodeId) -> u32 {
        self.rsm().nodes[assertion].component.0
    }

    /// The formulas `Φ` of `s ⊢ Φ`, read as a disjunction.
    pub fn obligations(&self, assertion: NodeId) -> &[FormulaId] {
        &self.obligations[self.rsm().nodes[assertion].state.obligations.index()]
    }

    /// Whether an assertion was expanded.
    pub fn is_expanded(&self, assertion: NodeId) -> bool {
        self.rsm().nodes[assertion].step.is_some()
    }

    /// The edges to what is left to prove; none if the assertion is proved, refuted, or passes its obligations to its
    /// callers.
    pub fn edges_of(&self, assertion: NodeId) -> Vec<Edge> {
        if self.is_refuted(assertion) { Vec::new() } else { self.rsm().edges_of(assertion).collect() }
    }

    /// Whether an assertion is a start of the proof.
    pub fn is_initial(&self, assertion: NodeId) -> bool {
        self.rsm().entries().contains(&assertion)
    }

    /// Whether all formulas of an assertion are false at its state.
    pub fn is_refuted(&self, assertion: NodeId) -> bool {
        self.refuted == Some(self.rsm().nodes[assertion].state)
    }

    /// Whether an assertion holds by the rules alone.
    pub fn is_proved(&self, assertion: NodeId) -> bool {
        let nothing_left = self.is_expanded(assertion) && self.rsm().successors(assertion).is_empty();
        nothing_left && self.leaves(assertion).is_empty()
    }

    /// Whether an assertion passes its obligations to the callers of its procedure.
    pub fn is_handed_on(&self, assertion: NodeId) -> bool {
        let node = &self.rsm().nodes[assertion];
        node.step == Some(Step::Exit) && node.component != Rsm::<Assertion<S>>::MAIN
    }

    /// The components of the proof structure in which no run stays for ever, with the reasons.
    pub fn ranked(&self) -> &[RankedComponent] {
        &self.search.ranked
    }

    /// The number of steps of the construction; in each, the rules are applied to one assertion.
    pub fn steps(&self) -> u32 {
        self.search.history.steps()
    }

    /// The step at which an assertion was generated; 0 for the initial ones. Law: assertions are numbered in this
    /// order.
    pub fn born(&self, assertion: NodeId) -> u32 {
        self.search.history.node_found(assertion)
    }

    /// The step after which an assertion was done: it was refuted, or everything it depends on succeeds, except for
    /// what is passed to callers. Absent if that never happened.
    pub fn settled(&self, assertion: NodeId) -> Option<u32> {
        if self.is_refuted(assertion) { Some(self.steps()) } else { self.search.history.done(assertion) }
    }

    /// The step at which each edge was found.
    pub fn edge_steps(&self) -> FxHashMap<Edge, u32> {
        let mut steps = FxHashMap::default();
        for (position, edge) in (0_u32..).zip(&self.search.edges) {
            steps.entry(edge.edge).or_insert_with(|| self.search.history.edge_found(position));
        }
        steps
    }

    /// The rules applied along an edge. An edge represents a path of single applications at the state of its source,
    /// the last of which is [`Rule::Next`]; if several paths lead to the same formulas, it is one of them. The edge of
    /// a whole call has the rules at the call, [`Rule::Contract`], and the rules at the exit.
    pub fn rules(&self, edge: &Edge) -> Vec<Rule> {
        let EdgeKind::Summary(exit) = edge.kind else { return self.rules_between(edge.source, edge.target) };
        let callee = self.rsm().nodes[exit].component;
        let entry = self.rsm().components[callee].entries.first();
        let mut rules = entry.map_or_else(Vec::new, |&entry| self.rules_between(edge.source, entry));
        rules.push(Rule::Contract);
        rules.extend(self.rules_between(exit, edge.target));
        rules
    }

    /// The rules that end an assertion: those that refute it, or [`Rule::Holds`], with which every path ends if it is
    /// proved. None for other assertions.
    pub fn last_rules(&self, assertion: NodeId) -> Vec<Rule> {
        if self.is_refuted(assertion) {
            self.rules_to(assertion, Expander::EMPTY)
        } else if self.is_proved(assertion) {
            vec![Rule::Holds]
        } else {
            Vec::new()
        }
    }

    fn rules_between(&self, source: NodeId, target: NodeId) -> Vec<Rule> {
        self.rules_to(source, self.rsm().nodes[target].state.obligations)
    }

    fn rules_to(&self, source: NodeId, next: ObligationsId) -> Vec<Rule> {
        let leaf = self.leaves(source).iter().find(|leaf| leaf.next == next);
        leaf.map_or_else(Vec::new, |leaf| self.decisions.rules(leaf.rules).to_vec())
    }

    /// The ways in which an expanded assertion may fail.
    fn leaves(&self, assertion: NodeId) -> &[Leaf] {
        let Assertion { state, obligations } = self.rsm().nodes[assertion].state;
        self.decisions.leaves_of(obligations, |proposition| self.labels.known(state, proposition)).unwrap_or_default()
    }
}

/// A verdict, and the proof structure that it depends on.
#[derive(Clone, Debug)]
pub struct ProofOutcome<S> {
    /// The verdict.
    pub verdict: CheckVerdict,
    /// The proof structure.
    pub proof: ProofStructure<S>,
    /// The state that makes the verdict unknown, if there is one.
    pub culprit: Option<S>,
}

impl<S: Idx> ProofOutcome<S> {
    /// A run that violates the formula. Without a cycle its states alone violate it, however it continues. Calls that
    /// have returned are expanded as long as the run has at most `limit` visits.
    pub fn run(&self, limit: usize) -> Option<ViolatingRun<S>> {
        let ProofStructure { search, marks, refuted, .. } = &self.proof;
        let lasso = search.lasso.as_ref().filter(|_| self.verdict == CheckVerdict::Violated)?;
        let run = search.run(lasso, marks, limit);
        let run = run.map(|&assertion| FailingState { state: self.proof.state(assertion), assertion });
        if refuted.is_some_and(|refuted| search.rsm.nodes[lasso.first].state == refuted) {
            return Some(Path { cycle: None, ..run });
        }
        Some(shortened(run))
    }
}

/// The shortest form of the run: equal states may occur with different formulas. Only runs without calls are shortened.
fn shortened<S: Idx>(mut run: ViolatingRun<S>) -> ViolatingRun<S> {
    let Some(start) = run.cycle.map(Idx::index) else { return run };
    if run.visits.iter().any(|visit| visit.caller.is_some() || visit.folded) {
        return run;
    }
    let (prefix, cycle) = run.split(run.states().map(|failing| failing.state).collect());
    let n = cycle.len();
    let period = (1..n).find(|&p| n.is_multiple_of(p) && (p..n).all(|i| cycle[i] == cycle[i - p])).unwrap_or(n);
    let cycle = &cycle[..period];
    let unrolled = prefix.iter().rev().zip(cycle.iter().rev().cycle()).take_while(|(a, b)| a == b).count();
    run.visits.truncate(start + period - unrolled);
    run.cycle = Some(u32::at(start - unrolled));
    run
}

/// Whether all runs of `system` satisfy `formula`; stops at the first run that does not.
///
/// - `Violated` and `Satisfied` are definite: they hold for all values of the unknown labels.
/// - `Unknown` results from a limit, from a relevant label that is unknown, from a state without successors, or from a
///   system without runs.
///
/// Unknown labels are first read in favour of the formula. If nothing is violated then, but some unknown label was
/// read, all are read against it.
pub fn check<S: Labelled>(
    system: &mut S,
    formulas: &Formulas,
    formula: NegationNormalForm,
    limits: &Limits,
    observer: &mut dyn Observer,
) -> ProofOutcome<S::State> {
    let closure = Closure::new(formulas, formula, |proposition| system.is_cheap(proposition));
    let mut labels = Labels::new(closure.propositions.clone());
    let mut reading = Reading::Optimistic;
    loop {
        let mut product = Product::new(system, &mut labels, &closure, reading);
        let search = find_fair_cycle(&mut product, limits, observer);
        let mut culprit = None;
        let verdict = match (&search.lasso, &search.stop, reading) {
            (_, Some(stop), _) => CheckVerdict::Unknown(stop.clone()),
            (Some(_), None, Reading::Optimistic) => CheckVerdict::Violated,
            (Some(_), None, Reading::Pessimistic) => {
                let (why, state) = indefinite(&mut product, &search, formulas);
                culprit = state;
                CheckVerdict::Unknown(why)
            }
            (None, None, Reading::Optimistic) if product.indefinite => {
                reading = Reading::Pessimistic;
                continue;
            }
            (None, None, _) if search.rsm.entries().is_empty() && !product.may_block() => {
                CheckVerdict::Unknown(no_run())
            }
            (None, None, _) => match product.dead_end {
                Some(_) => {
                    culprit = product.dead_end;
                    CheckVerdict::Unknown(dead_end())
                }
                None => CheckVerdict::Satisfied,
            },
        };
        let (refuted, marks) = (product.refuted, product.marks().clone());
        let decisions = product.into_decisions();
        let formulas_of = |set: &MemberSet| set.iter().map(|&member| closure.formulas[member]).collect();
        let obligations = decisions.sets().map(formulas_of).collect();
        let proof = ProofStructure { search, marks, obligations, refuted, decisions, labels };
        return ProofOutcome { verdict, proof, culprit };
    }
}

/// The reason why the formula is violated only if unknown labels are read against it, and the state.
fn indefinite<S: Labelled>(
    product: &mut Product<'_, S>,
    search: &FairSearch<Assertion<S::State>>,
    formulas: &Formulas,
) -> (Stop, Option<S::State>) {
    let marks = product.marks().clone();
    let run = search.lasso.as_ref().map(|lasso| search.run(lasso, &marks, EXPLAINED));
    let path = run.iter().flat_map(Path::states).map(|&node| search.rsm.nodes[node].state);
    match product.first_unknown(path) {
        Err(stop) => (stop, None),
        Ok(None) => (not_definite(None), None),
        Ok(Some((state, proposition))) => (not_definite(Some(formulas.proposition(proposition))), Some(state)),
    }
}

/// The reason for an unknown verdict if a relevant proposition is unknown.
pub(super) fn not_definite(proposition: Option<&Proposition>) -> Stop {
    let what = proposition.map_or_else(|| msg!("a proposition"), Message::verbatim);
    Stop::Incomplete(msg!("the truth of {what} is not definite"))
}

/// The reason for an unknown verdict on a system without runs.
pub(super) fn no_run() -> Stop {
    Stop::Incomplete(msg!("there is no run to check"))
}

/// The reason for an unknown verdict if a state has no successor.
pub(super) fn dead_end() -> Stop {
    Stop::Incomplete(msg!("a state has no successor"))
}

/// Maximum number of states of a run searched for an indefinite proposition.
pub(super) const EXPLAINED: usize = 1_000;
