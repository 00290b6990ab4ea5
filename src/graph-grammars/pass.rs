//! One strategy on one task: what it generates, and its verdicts.

use std::cell::{OnceCell, RefCell};
use std::collections::BTreeSet;

use super::descents::{RankedStates, descents};
use super::endless::endless_calls;
use super::evidence::{Confirmation, FailingRun, KeptRun, evidence};
use super::explored::Explored;
use super::growing::GrowingMachine;
use super::memory_safety::{losing_step, memory_safety};
use super::prepare::PreparedHeapTask;
use super::read::{HeapProperty, SafetyProperty};
use super::runs::{ContextNode, Generation, GrowthListener, RunState, Runs, RunsParts, Skip};
use super::strategy::{Calls, Exploration, HeapStrategy};
use super::{client_calls, dereference, given_up, place, stopped, uncaught};
use crate::heap_program::{Facts, HeapProgram, HeapState, Point};
use analysis::danger::{ClientCalls, Danger, located, nothing_undefined, words};
use analysis::only_run::{self, JudgedRun, OnlyRun};
use analysis::replay::{ReplayClaim, ReplayEffort, replay_calls};
use analysis::{Attempt, CheckedProperty, Claim, LabelledRun, Pass};
use base::{CollectByInsertion, Idx, Limits, Message, Observer, Phase, Progress, Shared, Stop, msg};
use ltl::logic::{Proposition, PropositionId, Truth};
use ltl::tableau::{self, ProofOutcome, ViolatingRun};
use program::Fault;
use program::cfa::ProcedureId;
use report::assumption::Assumption;
use report::remedy::Remedy;
use report::{Descent, Judgement, ProductStatistics, ProofStatistics, PropertyReport, PropertyStatistics, Verdict};
use rsm::{NodeId, Path, RankedComponent, Rsm};
use task::Strategy;

/// A failing run shows the calls on it as long as it has at most this many steps.
const RUN_LIMIT: usize = 2_000;

/// Equations between numbers and sizes are looked for in programs with at most so many states, as found first …
const COMPARED_STATES: usize = 4_000;

/// … and then more predicates, so often.
const EQUATION_ROUNDS: u32 = 10;

/// So many facts are named in a reason.
const NAMED_FACTS: usize = 4;

/// What a search with a property has found.
struct Checked {
    verdict: tableau::CheckVerdict,
    /// The state because of which the verdict is unknown, if it is one.
    culprit: Option<RunState>,
    /// The failing run, if there is one.
    run: Option<Path<RunState>>,
    /// The same with what holds in its states.
    labelled: Option<LabelledRun>,
    /// The propositions that are neither true nor false in the culprit.
    indefinite: Vec<PropositionId>,
    /// Of a formula its proof structure, with the failing run.
    proof: Option<(ProofOutcome<RunState>, Option<ViolatingRun<RunState>>)>,
    /// Of a monitor the size of its product with the program.
    product: Option<ProductStatistics>,
    /// What its states are.
    places: Vec<ContextNode>,
    contexts: usize,
    /// Why no run stays for ever in components that could violate it.
    descents: Vec<Descent>,
    /// Of what is satisfied: the skipped calls that may run for ever, with the methods called.
    endless: Vec<(NodeId, ProcedureId)>,
    /// Why some runs may not have been looked at.
    missing: Option<Stop>,
}

/// A judgement with what stands behind it.
struct Confirmed {
    judgement: Judgement,
    kept: Option<KeptRun>,
    /// What may exclude the failing run.
    refinement: Option<Precision>,
}

/// What a pass can be more precise about.
pub enum Precision {
    /// Heaps at these points.
    Points(Vec<Point>),
    /// What is known beside heaps.
    Facts(Facts),
    /// The same, with the equations between numbers and sizes.
    Equations(Facts),
}

/// What is kept of a check to be shown.
pub struct KeptCheck {
    /// The states of the failing run in the report, if there is one, and where the states of the check are.
    pub(super) failing: Option<(Option<Path<RunState>>, Nodes)>,
    /// The proof structure of a formula, with the failing run if there is one.
    pub(super) proof: Option<(ProofOutcome<RunState>, Option<ViolatingRun<RunState>>)>,
    /// The counterexample in the report.
    pub(super) run: Option<KeptRun>,
    /// The failing run of the analysis with what holds in its states.
    pub(super) labelled: Option<LabelledRun>,
    /// The state because of which the verdict is unknown, with the propositions that are neither true nor false there.
    pub(super) culprit: Option<(RunState, Vec<PropositionId>)>,
}

/// The nodes of the states that a property sees.
pub(super) enum Nodes {
    /// Those of what is shown.
    Shown(Vec<NodeId>),
    /// Those of another machine, by their [keys](Explored::key).
    Other(Vec<(u64, u64)>),
}

/// One strategy at work on a task.
pub struct HeapPass<'a> {
    task: &'a PreparedHeapTask,
    strategy: HeapStrategy,
    limits: Limits,
    /// Points at which the abstraction is refined.
    refined: Vec<Point>,
    /// What is followed beside heaps, if anything is.
    facts: Option<Facts>,
    /// How many rounds equations between numbers and sizes have been followed.
    equation_rounds: u32,
    /// These equations with the facts, once they were looked for.
    equations: OnceCell<Option<Facts>>,
    /// Whether what it generates is shown, so that nodes can be found there by their numbers.
    is_shown: bool,
    /// What is shown while it is generated.
    growing: Option<GrowingMachine>,
    /// Whether all of the program has been generated, as far as the limits allow.
    is_complete: bool,
    pub(super) explored: Explored,
    /// The program without what formulas follow, if that must be looked at as well.
    unmarked: Option<Explored>,
    /// The run of a program that has no other.
    only_run: Option<OnlyRun<'a>>,
    pub(super) generate_ms: f64,
}

impl<'a> HeapPass<'a> {
    /// Generates what the strategy generates first.
    pub fn new(
        task: &'a PreparedHeapTask,
        strategy: HeapStrategy,
        is_shown: bool,
        observer: &mut dyn Observer,
    ) -> Self {
        let start = observer.now();
        let only_run = task.only_run(observer);
        let most = if only_run.is_some() { only_run::STATES } else { u32::MAX };
        let mut pass = Self {
            task,
            strategy,
            limits: Limits { states: task.limits.states.min(most), ..task.limits },
            refined: Vec::new(),
            facts: None,
            equation_rounds: 0,
            equations: OnceCell::new(),
            // On the fly nothing is kept.
            is_shown: is_shown && strategy.exploration != Exploration::OnDemand,
            growing: is_shown.then(GrowingMachine::default),
            is_complete: false,
            explored: Explored::new(task, strategy.calls, observer),
            unmarked: None,
            only_run,
            generate_ms: 0.0,
        };
        pass.generate_first(observer);
        pass.generate_ms = task.prepare_ms + observer.since(start);
        pass
    }

    fn generate_first(&mut self, observer: &mut dyn Observer) {
        if self.strategy.exploration == Exploration::Ahead {
            self.complete(observer);
        }
    }

    fn unexplored(&self, task: &PreparedHeapTask, observer: &mut dyn Observer) -> Explored {
        unexplored(task, self.strategy, &self.refined, self.facts.as_ref(), observer)
    }

    /// Whether it is not more precise than another one.
    fn is_first(&self) -> bool {
        self.refined.is_empty() && self.facts.is_none()
    }

    fn check_claimed(
        &mut self,
        property: &CheckedProperty,
        observer: &mut dyn Observer,
    ) -> Attempt<KeptCheck, Precision> {
        let start = observer.now();
        if let Some(stop) = self.without_marks(property) {
            // What heaps without marks do says nothing.
            let failed = Explored::failed(self.task, self.strategy.calls, stop.clone());
            let explored = std::mem::replace(&mut self.explored, failed);
            let attempt = self.check_explored(property, start, observer);
            self.explored = explored;
            return attempt;
        }
        if self.strategy.exploration == Exploration::OnDemand {
            self.explored = self.unexplored(self.task, observer);
            self.is_complete = false;
        }
        self.check_explored(property, start, observer)
    }

    /// Checks a property on what is generated, or on demand.
    fn check_explored(
        &mut self,
        property: &CheckedProperty,
        start: f64,
        observer: &mut dyn Observer,
    ) -> Attempt<KeptCheck, Precision> {
        let mut checked = self.check(property, &BTreeSet::new(), observer);
        let mut check_ms = observer.since(start);
        let mut confirmed = self.confirmed(property, &checked, observer);
        // Nothing fails on the runs on which skipped calls return, while some may not.
        if confirmed.judgement.verdict == Verdict::Satisfied && !checked.endless.is_empty() {
            let again = observer.now();
            let (endless, with_endless) = self.check_endless(property, &checked, observer);
            check_ms += observer.since(again);
            if let Some(with_endless) = with_endless {
                let failing = self.confirmed(property, &with_endless, observer);
                if failing.judgement.verdict == Verdict::Violated {
                    (checked, confirmed) = (with_endless, failing);
                } else {
                    confirmed.judgement.assumptions.push(self.assumption(&endless));
                }
            }
        }
        let Checked { run, proof, product, places, contexts, labelled, culprit, indefinite, .. } = checked;
        let Confirmed { judgement, kept, refinement } = confirmed;
        let rsm = &self.explored.rsm;
        let statistics = PropertyStatistics {
            states_main: Some(self.explored.states_main()),
            states_total: u32::at(rsm.nodes.len()),
            proof: proof.as_ref().map(|(outcome, _)| ProofStatistics {
                assertions: u32::at(outcome.proof.assertion_count()),
                edges: u32::at(outcome.proof.edge_count()),
                contracts: u32::at(outcome.proof.contract_count()),
                contexts: Some(u32::at(contexts)),
            }),
            product: product.map(|product| ProductStatistics { contexts: Some(u32::at(contexts)), ..product }),
            generate_ms: Some(self.generate_ms),
            check_ms: Some(check_ms),
            confirm_ms: run.is_some().then(|| (observer.since(start) - check_ms).max(0.0)),
            ..PropertyStatistics::default()
        };
        let (id, claim) = (property.id.clone(), property.text.clone());
        let report = PropertyReport { id, claim, strategy: self.strategy.name().to_owned(), judgement, statistics };
        let nodes = places.iter().map(|place| place.node);
        let nodes = match self.is_shown {
            true => Nodes::Shown(nodes.collect()),
            false => Nodes::Other(nodes.map(|node| self.explored.key(node)).collect()),
        };
        // Of a run that is given up nothing is known, and of one that stays in a skipped call nothing is looked at.
        let is_known = |state: RunState| {
            let ContextNode { node, stays, .. } = places[state.index()];
            stays.is_none() && given_up::at(&self.explored, node).is_none()
        };
        let culprit = culprit.map(|state| (state, if is_known(state) { indefinite } else { Vec::new() }));
        let kept = KeptCheck { failing: Some((run, nodes)), proof, run: kept, labelled, culprit };
        Attempt { report, kept, refinement }
    }

    /// Why a property is unknown that follows an object of the input, if none could be marked.
    fn without_marks(&self, property: &CheckedProperty) -> Option<&Stop> {
        let formulas = &self.task.formulas;
        let mut asked = property.claim.refutation().propositions(formulas).into_iter();
        let stop = self.task.without_marks.as_ref()?;
        asked.any(|asked| formulas.proposition(asked).is_of_marked()).then_some(stop)
    }

    /// Checks a property once more, on runs that also stay in skipped calls for ever. Returns the calls in which they may, and what was
    /// found unless the property is satisfied.
    fn check_endless(
        &mut self,
        property: &CheckedProperty,
        checked: &Checked,
        observer: &mut dyn Observer,
    ) -> (Vec<(NodeId, ProcedureId)>, Option<Checked>) {
        let calls = |endless: &[(NodeId, ProcedureId)]| endless.iter().map(|&(call, _)| call).collect_by_insertion();
        let all = calls(&checked.endless);
        let found = self.check(property, &all, observer);
        if found.verdict == tableau::CheckVerdict::Satisfied {
            return (Vec::new(), None);
        }
        // It matters. Most calls do return, as sizes show.
        let Explored { system, rsm, .. } = &mut self.explored;
        let Ok(endless) = endless_calls(rsm, system, &all, true) else { return (checked.endless.clone(), Some(found)) };
        let fewer = calls(&endless);
        if fewer.len() == all.len() {
            return (endless, Some(found));
        }
        let found = if fewer.is_empty() { None } else { Some(self.check(property, &fewer, observer)) };
        (endless, found.filter(|found| found.verdict != tableau::CheckVerdict::Satisfied))
    }

    /// Checks a property by tableau, or with its monitor; runs also stay for ever in the calls of `endless`.
    fn check(
        &mut self,
        property: &CheckedProperty,
        endless: &BTreeSet<NodeId>,
        observer: &mut dyn Observer,
    ) -> Checked {
        let PreparedHeapTask { formulas, skipped, .. } = self.task;
        let limits = &self.limits;
        let skip = match self.strategy.calls {
            Calls::Skipped => Skip::All,
            Calls::Followed => Skip::Procedures(skipped),
        };
        let generation = match self.strategy.exploration {
            Exploration::Ahead => Generation::Done,
            Exploration::OnDemand | Exploration::Shared => Generation::OnDemand,
        };
        let Explored { system, rsm, labels, failed } = &mut self.explored;
        let missing = match generation {
            Generation::Done => rsm.stop.clone(),
            Generation::OnDemand => failed.clone(),
        };
        let watching = RefCell::new(&mut *observer);
        let ask = |progress: Progress| watching.borrow_mut().progress(progress);
        let mut show = |system: &HeapProgram, rsm: &Rsm<HeapState>| {
            if let Some(growing) = &mut self.growing {
                growing.show(system, rsm, &mut **watching.borrow_mut());
            }
        };
        let growth = self.is_shown.then_some(&mut show as &mut GrowthListener);
        let parts = RunsParts { program: system, rsm, labels, observer: Shared(&ask), growth };
        let mut runs = Runs::new(parts, formulas, &property.claim, skip, generation, limits).staying_in(endless);
        let (verdict, culprit, run, proof, product, ranked) = match &property.claim {
            Claim::Holds(_, normal) => {
                let outcome = tableau::check(&mut runs, formulas, *normal, limits, &mut Shared(&ask));
                let failing = outcome.run(RUN_LIMIT);
                let run = failing.as_ref().map(|run| run.map(|failing| failing.state));
                let state = |assertion| outcome.proof.state(assertion);
                let ranked = ranked_states(outcome.proof.ranked(), state);
                (outcome.verdict.clone(), outcome.culprit, run, Some((outcome, failing)), None, ranked)
            }
            Claim::Nothing(monitor) => {
                let outcome = tableau::watch(&mut runs, monitor, formulas, limits, &mut Shared(&ask));
                let (run, rsm) = (outcome.run(RUN_LIMIT), outcome.rsm());
                let product = ProductStatistics {
                    states: u32::at(rsm.nodes.len()),
                    edges: u32::at(rsm.edge_count()),
                    contracts: u32::at(rsm.components.len().saturating_sub(1)),
                    contexts: None,
                };
                let ranked = ranked_states(outcome.ranked(), |node| rsm.nodes[node].state.state);
                (outcome.verdict, outcome.culprit, run, None, Some(product), ranked)
            }
        };
        let endless = match verdict {
            tableau::CheckVerdict::Satisfied => runs.endless_calls(),
            _ => Ok(Vec::new()),
        };
        let (endless, missing) = match endless {
            Ok(endless) => (endless, missing),
            Err(stop) => (Vec::new(), Some(stop)),
        };
        let labelled = run.as_ref().map(|run| runs.labelled(run, &property.claim));
        let asked = || property.claim.refutation().propositions(formulas).into_iter();
        let indefinite = culprit
            .filter(|_| matches!(verdict, tableau::CheckVerdict::Unknown(_)))
            .map(|state| asked().filter(|&proposition| runs.known(state, proposition) == Truth::Unknown).collect());
        let indefinite = indefinite.unwrap_or_default();
        let (contexts, places) = (runs.context_count(), runs.into_places());
        let descents = match verdict {
            tableau::CheckVerdict::Satisfied => descents(&self.explored, &ranked, |state| places[state.index()].node),
            _ => Vec::new(),
        };
        Checked {
            verdict,
            culprit,
            run,
            labelled,
            indefinite,
            proof,
            product,
            places,
            contexts,
            descents,
            endless,
            missing,
        }
    }

    /// What the only run says of a property that is not decided otherwise, if there is one.
    fn executed(
        &self,
        property: &HeapProperty,
        attempt: Attempt<KeptCheck, Precision>,
    ) -> Attempt<KeptCheck, Precision> {
        let claim = match property {
            HeapProperty::Safety(property) => ReplayClaim::Comes(property.danger),
            HeapProperty::Claimed(property) => ReplayClaim::Shows(&self.task.formulas, property.claim.refutation()),
        };
        let judged = self.only_run.as_ref().and_then(|run| {
            let confirmation = self.confirmation(self.task, &self.explored, claim);
            run.judge(&confirmation.replayed(&confirmation.watch(&confirmation.skipped())))
        });
        let Some(JudgedRun { judgement, shown }) = judged else { return attempt };
        let report = PropertyReport { judgement, ..attempt.report };
        let run = shown.map(|shown| KeptRun::of(shown, claim));
        let kept = KeptCheck { failing: None, proof: None, run, labelled: None, culprit: None };
        Attempt { report, kept, refinement: None }
    }

    /// What sequences of calls say of a client of which nothing is known, or what was proved if indices are within bounds.
    fn called(
        &self,
        property: &HeapProperty,
        attempt: Attempt<KeptCheck, Precision>,
        observer: &mut dyn Observer,
    ) -> Attempt<KeptCheck, Precision> {
        let HeapProperty::Safety(SafetyProperty { danger, .. }) = property else { return attempt };
        let model = self.explored.system.model();
        let is_open = match attempt.report.judgement.verdict {
            Verdict::Unknown => true,
            Verdict::Satisfied => {
                let program = &model.program;
                program.reachable(model.entry).into_iter().any(|id| program.procedures[id].ignores_bounds)
            }
            _ => false,
        };
        if !is_open || !self.is_first() || !model.program.is_client(model.entry) {
            return attempt;
        }
        let claim = ReplayClaim::Comes(*danger);
        let confirmation = self.confirmation(self.task, &self.explored, claim);
        let skipped = confirmation.skipped();
        let watch = confirmation.watch(&skipped);
        let replayed = confirmation.replayed(&watch);
        let effort = ReplayEffort::for_states(self.explored.rsm.nodes.len());
        let found = replay_calls(&replayed, effort, observer).ok().flatten();
        let Some(JudgedRun { mut judgement, shown }) =
            found.and_then(|found| JudgedRun::of_counterexample(&replayed, found))
        else {
            return attempt;
        };
        uncaught::settle(&mut judgement, &self.explored);
        let report = PropertyReport { judgement, ..attempt.report };
        let run = shown.map(|shown| KeptRun::of(shown, claim));
        let kept = KeptCheck { failing: None, proof: None, run, labelled: None, culprit: None };
        Attempt { report, kept, refinement: None }
    }

    /// The judgement of a check, with the concrete run behind a failing one.
    fn confirmed(&self, property: &CheckedProperty, checked: &Checked, observer: &mut dyn Observer) -> Confirmed {
        let judgement = self.judgement(checked);
        let failing = checked.run.as_ref().map(|run| FailingRun::of(run, &checked.places));
        let claim = ReplayClaim::Shows(&self.task.formulas, property.claim.refutation());
        let confirmation = self.confirmation(self.task, &self.explored, claim);
        match failing {
            Some(failing) => self.confirm(confirmation, judgement, &failing, observer),
            None => {
                Confirmed { refinement: self.without_given_up(&judgement, checked, observer), judgement, kept: None }
            }
        }
    }

    /// That the methods return which may run for ever in skipped calls.
    fn assumption(&self, endless: &[(NodeId, ProcedureId)]) -> Assumption {
        let procedures: BTreeSet<ProcedureId> = endless.iter().map(|&(_, procedure)| procedure).collect_by_insertion();
        let program = &self.task.model.program;
        let names: Vec<String> = procedures.into_iter().map(|procedure| program.qualified_name(procedure)).collect();
        Assumption::returns(&names)
    }

    /// Says of what is proved by facts beside heaps which these are.
    fn name_facts(&self, judgement: &mut Judgement) {
        let facts = self.facts.as_ref().filter(|_| judgement.verdict == Verdict::Satisfied);
        if let Some(facts) = facts {
            judgement.assumptions.extend(facts.limits_sizes().then(Assumption::sizes));
            let conditions = self.explored.system.followed_conditions(NAMED_FACTS).into_iter().map(Message::code);
            let conditions: Vec<Message> = conditions.collect();
            if !conditions.is_empty() {
                let conditions = Message::all_of(conditions);
                judgement.reason = Some(msg!("a failing run is excluded by what is known of {conditions}"));
            }
        }
    }

    /// How concrete runs are looked for.
    fn confirmation<'c>(
        &self,
        task: &'c PreparedHeapTask,
        explored: &'c Explored,
        claim: ReplayClaim<'c>,
    ) -> Confirmation<'c> {
        // A pass that refines another one knows that there is nothing elsewhere.
        Confirmation { task, explored, calls: self.strategy.calls, claim, anywhere: self.is_first() }
    }

    /// Looks for a concrete run behind the failing run of a judgement, and writes down what it finds.
    fn confirm(
        &self,
        confirmation: Confirmation<'_>,
        judgement: Judgement,
        failing: &FailingRun,
        observer: &mut dyn Observer,
    ) -> Confirmed {
        let explored = confirmation.explored;
        if !self.is_first()
            && let Some(facts) = self.facts_about(explored, &failing.path, observer)
        {
            // No execution takes this run, and the first pass has looked elsewhere. Where numbers exclude one run after the other, they
            // may have an equation in common.
            let refinement = self.equations(observer).unwrap_or(facts);
            return Confirmed { judgement, kept: None, refinement: Some(refinement) };
        }
        let (evidence, remedies, kept) = evidence(confirmation, failing, observer);
        // What has no end is to be abstracted more, not less.
        let refinement = if evidence.is_executed() || explored.rsm.stop.is_some() {
            None
        } else {
            let points = || {
                let run = explored.rsm.expanded_run(&failing.path, RUN_LIMIT);
                let points = run.states().map(|&node| explored.rsm.nodes[node].state.point);
                let refines = self.refined.is_empty() && self.task.contracts.is_empty();
                refines.then(|| Precision::Points(points.collect()))
            };
            let facts = self.facts_about(explored, &failing.path, observer);
            facts.or_else(points).or_else(|| self.equations(observer))
        };
        Confirmed { judgement: Judgement { remedies, ..judgement.with_evidence(evidence) }, kept, refinement }
    }

    /// The equations between numbers and sizes that hold in the program, if there are any that are not followed yet.
    fn equations(&self, observer: &mut dyn Observer) -> Option<Precision> {
        let Rsm { stop, nodes, .. } = &self.explored.rsm;
        let is_small = stop.is_none() && nodes.len() <= COMPARED_STATES;
        if self.equation_rounds > 0 || !is_small || !self.task.contracts.is_empty() {
            return None;
        }
        let learned = self.equations.get_or_init(|| {
            let mut explored = unexplored(self.task, self.strategy, &[], None, observer);
            explored.system.learn_equations(self.facts.as_ref());
            explored.complete(self.task, &self.limits_of_refined(), None, observer);
            explored.system.with_learned(self.facts.as_ref())
        });
        learned.clone().map(Precision::Equations)
    }

    /// A refined pass may generate a few times as much, no more.
    fn limits_of_refined(&self) -> Limits {
        let most = u32::at(self.explored.rsm.nodes.len()).saturating_mul(4).saturating_add(2_000);
        Limits { states: self.limits.states.min(most), ..self.limits }
    }

    /// The facts that exclude a run, if numbers do.
    fn facts_about(&self, explored: &Explored, run: &Path<NodeId>, observer: &mut dyn Observer) -> Option<Precision> {
        let progress = Progress { phase: Phase::Checking, states: u32::at(explored.rsm.nodes.len()), frontier: 0 };
        // What is trusted speaks of heaps as they are now: with others it would not apply. Once time is over, nothing is refined.
        if observer.ask(progress).is_err() || !self.task.contracts.is_empty() || self.equation_rounds >= EQUATION_ROUNDS
        {
            return None;
        }
        let run = explored.rsm.expanded_run(run, RUN_LIMIT);
        let run = run.map(|&node| explored.rsm.nodes[node].state);
        explored.system.refute(&run, observer).ok().flatten().map(Precision::Facts)
    }

    /// The facts that exclude a run to where nothing is known any more, if numbers do.
    fn without_given_up(
        &self,
        judgement: &Judgement,
        checked: &Checked,
        observer: &mut dyn Observer,
    ) -> Option<Precision> {
        let node = checked.places[checked.culprit.filter(|_| judgement.verdict == Verdict::Unknown)?.index()].node;
        given_up::at(&self.explored, node)?;
        self.facts_about(&self.explored, &self.explored.rsm.run_to(node), observer)
    }

    /// What no run may do, whatever formulas say.
    fn check_safety(
        &mut self,
        property: &SafetyProperty,
        observer: &mut dyn Observer,
    ) -> Attempt<KeptCheck, Precision> {
        let start = observer.now();
        self.complete(observer);
        let danger = property.danger;
        let (task, explored) = match (&self.task.unmarked, &self.unmarked) {
            (Some(task), Some(explored)) => (&**task, explored),
            _ => (self.task, &self.explored),
        };
        let Explored { system, rsm, .. } = explored;
        let found = memory_safety(system, rsm, danger);
        let check_ms = observer.since(start);
        let (mut places, mut culprit) = (None, None);
        let (judgement, run, refinement) = match (found, &rsm.stop, &self.task.inexact) {
            (Some((path, fault)), ..) => {
                let last = *path.states().next_back().expect("a run has a state");
                let mut uncaught = None;
                let what = match fault {
                    Fault::NullDereference if danger.is_exception() => dereference::unhandled(explored, last),
                    _ if danger.is_exception() => {
                        uncaught = uncaught::at(explored, last);
                        uncaught.as_ref().map_or_else(|| msg!("an exception is not caught"), report::Uncaught::words)
                    }
                    fault => {
                        let span = (fault == Fault::Lost).then(|| losing_step(system, rsm, &path)).flatten();
                        let span = span.unwrap_or_else(|| system.span(rsm.nodes[last].state.point));
                        let sources = &system.model().sources;
                        located(&words(fault), &sources.file(span.file).name, sources.line_of(span))
                    }
                };
                let failing = FailingRun { path, fault_in_call: false };
                let run = explored.run(&failing.path);
                let judgement = Judgement { uncaught, ..Judgement::suspected(Some(what), run) };
                let confirmation = self.confirmation(task, explored, ReplayClaim::Comes(danger));
                let Confirmed { mut judgement, kept, refinement } =
                    self.confirm(confirmation, judgement, &failing, observer);
                let executed = kept.as_ref().and_then(|kept: &KeptRun| kept.fault.clone());
                judgement.reason = executed.or(judgement.reason);
                if danger.is_exception() {
                    uncaught::settle(&mut judgement, explored);
                }
                // What a refined pass generates is not shown, nor is what is without marks.
                places = (!self.is_first() || self.unmarked.is_some()).then(|| places_of(explored, &failing.path));
                (judgement, kept, refinement)
            }
            (None, Some(stop), _) => {
                let remedies = stopped::remedies(task, explored, stop);
                (Judgement { remedies, ..Judgement::unknown(stop, None) }, None, None)
            }
            (None, None, Some(inexact)) => (stopped::unproved(task, inexact.clone()), None, None),
            (None, None, None) => {
                let given_up = match danger.place() {
                    Some(place) => client_calls::given_up(explored, place),
                    None => given_up::anywhere(explored),
                };
                if let Some(node) = given_up {
                    places = Some((None, Nodes::Other(vec![explored.key(node)])));
                    culprit = Some((RunState::at(0), Vec::new()));
                }
                let mut judgement = match given_up {
                    Some(node) => given_up::judgement(explored, rsm.nodes[node].state),
                    None => Judgement::satisfied(),
                };
                if judgement.verdict == Verdict::Satisfied && task.model.program.checked.is_some() {
                    judgement = client_calls::uncalled(explored, None).unwrap_or(judgement);
                } else if judgement.verdict == Verdict::Satisfied && danger.calls.is_some() {
                    let any = Danger { calls: Some(ClientCalls::All), ..danger };
                    let fails = danger.place().is_some() && memory_safety(system, rsm, any).is_some();
                    judgement = client_calls::uncalled(explored, danger.place()).unwrap_or(judgement);
                    if judgement.verdict == Verdict::Satisfied && danger.place().is_some() {
                        judgement.assumptions.extend(client_calls::assumed(explored, fails));
                    }
                }
                let refinement = given_up.and_then(|node| self.facts_about(explored, &rsm.run_to(node), observer));
                (judgement, None, refinement)
            }
        };
        let model = explored.system.model();
        let assumed = nothing_undefined(&model.program, model.entry, |fault| danger.is_fault(fault));
        let mut judgement = judgement;
        judgement.assumptions.extend(assumed);
        let statistics = PropertyStatistics {
            states_main: Some(explored.states_main()),
            states_total: u32::at(rsm.nodes.len()),
            generate_ms: Some(self.generate_ms),
            check_ms: Some(check_ms),
            confirm_ms: judgement.evidence.is_some().then(|| (observer.since(start) - check_ms).max(0.0)),
            ..PropertyStatistics::default()
        };
        let strategy = self.strategy.name().to_owned();
        let (id, claim) = (property.id.clone(), property.claim.clone());
        let report = PropertyReport { id, claim, strategy, judgement, statistics };
        let kept = KeptCheck { failing: places, proof: None, run, labelled: None, culprit };
        Attempt { report, kept, refinement }
    }

    /// Generates what is still missing, for memory safety and the pictures.
    pub(super) fn complete(&mut self, observer: &mut dyn Observer) {
        if self.is_complete {
            return;
        }
        if self.strategy.exploration == Exploration::OnDemand {
            self.explored = self.unexplored(self.task, observer);
        }
        self.explored.complete(self.task, &self.limits, self.growing.as_mut(), observer);
        if let Some(task) = &self.task.unmarked
            && task.model.program.is_manual()
        {
            let mut unmarked = self.unexplored(task, observer);
            unmarked.complete(task, &self.limits, None, observer);
            self.unmarked = Some(unmarked);
        }
        self.is_complete = true;
    }

    fn judgement(&self, checked: &Checked) -> Judgement {
        let Checked { verdict, culprit, indefinite, run, places, missing, .. } = checked;
        let node = |state: &RunState| places[state.index()].node;
        match (verdict, missing) {
            (tableau::CheckVerdict::Violated, _) => match run {
                Some(run) => Judgement::suspected(None, self.explored.run(&run.map(node))),
                None => Judgement::unknown(&Stop::Incomplete(msg!("the failing run was lost")), None),
            },
            (_, Some(stop)) => {
                let remedies = stopped::remedies(self.task, &self.explored, stop);
                let is_short = Remedy::of_stop(stop).is_some();
                let mut judgement = Judgement { remedies, ..Judgement::unknown(stop, None) };
                // What is generated on demand may suffice, unless there is nothing to start from.
                let is_early = self.strategy.exploration == Exploration::Ahead;
                if is_early && self.explored.failed.is_none() && is_short {
                    judgement.remedies.push(Remedy::Strategy { strategy: Strategy::OnTheFly.name().to_owned() });
                }
                judgement
            }
            (tableau::CheckVerdict::Unknown(_), None)
                if let Some(state) = culprit.and_then(|state| given_up::at(&self.explored, node(&state))) =>
            {
                given_up::judgement(&self.explored, state)
            }
            (tableau::CheckVerdict::Unknown(stop), None) => {
                let place = culprit.map(|state| {
                    let place = place::of(&self.explored.system, self.explored.rsm.nodes[node(&state)].state.point);
                    msg!("{}:{} in {}", Message::verbatim(place.file), place.line, Message::verbatim(place.method))
                });
                let mut remedies = stopped::remedies(self.task, &self.explored, stop);
                let asked = indefinite.iter().map(|&proposition| self.task.formulas.proposition(proposition));
                let compared = asked.filter(|asked| matches!(asked, Proposition::Compare { .. }));
                remedies.extend(compared.map(|asked| Remedy::Variable {
                    condition: asked.to_string().trim_matches(['{', '}']).to_owned(),
                }));
                Judgement { remedies, ..Judgement::unknown(stop, place) }
            }
            (tableau::CheckVerdict::Satisfied, None) => match &self.task.inexact {
                Some(inexact) => stopped::unproved(self.task, inexact.clone()),
                None => Judgement { descents: checked.descents.clone(), ..Judgement::satisfied() },
            },
        }
    }
}

/// A program that is not generated yet, with some precision.
fn unexplored(
    task: &PreparedHeapTask,
    strategy: HeapStrategy,
    refined: &[Point],
    facts: Option<&Facts>,
    observer: &mut dyn Observer,
) -> Explored {
    let mut explored = Explored::new(task, strategy.calls, observer);
    explored.system.heaps().refine_at(refined.iter().copied());
    if let Some(facts) = facts {
        explored.system.follow_facts(facts.clone());
    }
    explored
}

/// The components in which no run stays for ever, with the states of their nodes.
fn ranked_states(ranked: &[RankedComponent], state: impl Fn(NodeId) -> RunState) -> Vec<RankedStates> {
    let with_states = |component: &RankedComponent| RankedStates {
        states: component.nodes.iter().map(|&node| state(node)).collect(),
        component: component.clone(),
    };
    ranked.iter().map(with_states).collect()
}

impl Pass for HeapPass<'_> {
    type Property = HeapProperty;
    type Kept = KeptCheck;
    type Precision = Precision;

    /// Each adds predicates; heaps are refined once.
    const ROUNDS: u32 = 24;

    fn follows_bounds(&self) -> bool {
        self.only_run.as_ref().is_some_and(OnlyRun::follows_bounds)
    }

    fn attempt(&mut self, property: &HeapProperty, observer: &mut dyn Observer) -> Attempt<KeptCheck, Precision> {
        let mut attempt = match property {
            HeapProperty::Safety(property) => self.check_safety(property, observer),
            HeapProperty::Claimed(property) => self.check_claimed(property, observer),
        };
        let overrules = self.only_run.as_ref().is_some_and(OnlyRun::overrules);
        self.name_facts(&mut attempt.report.judgement);
        let is_decided = attempt.report.judgement.is_decided() && !overrules;
        let attempt = if is_decided { attempt } else { self.executed(property, attempt) };
        self.called(property, attempt, observer)
    }

    fn refined(&self, precision: Precision, observer: &mut dyn Observer) -> Self {
        let (mut refined, mut facts) = (self.refined.clone(), self.facts.clone());
        let follows_equations = self.equation_rounds > 0 || matches!(precision, Precision::Equations(_));
        match precision {
            Precision::Points(points) => refined.extend(points),
            Precision::Facts(more) => facts = Some(more),
            Precision::Equations(more) => {
                refined.clear();
                facts = Some(more);
            }
        }
        let explored = unexplored(self.task, self.strategy, &refined, facts.as_ref(), observer);
        let mut pass = Self {
            task: self.task,
            strategy: self.strategy,
            limits: self.limits_of_refined(),
            refined,
            facts,
            equation_rounds: self.equation_rounds + u32::from(follows_equations),
            equations: OnceCell::new(),
            is_shown: false,
            growing: None,
            is_complete: false,
            explored,
            unmarked: None,
            only_run: None,
            generate_ms: self.generate_ms,
        };
        pass.generate_first(observer);
        pass
    }
}

/// A run with its states numbered by position, and their nodes as those of a machine that is not shown.
fn places_of(explored: &Explored, run: &Path<NodeId>) -> (Option<Path<RunState>>, Nodes) {
    let keys = run.states().map(|&node| explored.key(node)).collect();
    let mut numbers = (0..).map(RunState::at);
    (Some(run.map(|_| numbers.next().unwrap_or(RunState::at(0)))), Nodes::Other(keys))
}
