//! From a task to its outcome: the one way that page, command line and tests take.

mod boolean;
#[cfg(test)]
mod context_tests;
mod contracts;
mod dereference;
mod evidence;
mod foreign;
mod growing;
mod junit;
mod pass;
pub mod pictures;
mod place;
mod prepare;
mod proof;
mod propositions;
mod views;

use std::ops::Range;

use rustc_hash::FxHashMap;

use crate::base::{Diagnostic, Idx, Observer, Rendered, Sources};
use crate::check::RunState;
use crate::check::replay::Counterexample;
use crate::logic::Formulas;
use crate::program::Program;
use crate::program::ersm::Ersm;
use crate::report::heap::HeapView;
use crate::report::proof::ProofView;
use crate::report::space::StateSpaceView;
use crate::report::valuation::ValuationView;
use crate::report::{PropertyReport, Report, SCHEMA, Verdict};
use crate::rsm::{NodeId, Rsm};
use crate::semantics::heap_program::{HeapProgram, State};
use crate::tableau::{Proof, Run};
use crate::task::{Analysis, Loaded, Strategy};

use boolean::BooleanDone;
use evidence::KeptRun;
use pass::{Explored, Judged, Nodes, Pass};
use prepare::{Parts, Prepared};

pub(crate) use contracts::read_contracts;
pub use views::heap_view;

/// Proof structures with more assertions are not kept for pictures; of smaller ones a part is drawn.
const PROOF_LIMIT: usize = 100_000;

/// A task that has been run: its report, and what the pictures are drawn from.
pub struct Session {
    report: Report,
    sources: Sources,
    shown: Shown,
    /// Number of heaps that were derived by hand.
    derived: usize,
}

/// What the pictures are drawn from.
enum Shown {
    /// Nothing ran.
    Nothing,
    /// A program with heaps.
    Heaps(Box<Done>),
    /// A boolean program.
    Valuations(Box<BooleanDone>),
}

/// A task with heaps that could be run.
struct Done {
    /// The program as it is shown.
    shown: Explored,
    formulas: Formulas,
    /// The proof structures, in the order of the properties in the report; those that are not too large.
    proofs: Vec<Option<KeptProof>>,
    /// The concrete run on which memory safety fails.
    unsafe_run: Option<KeptRun>,
    /// Those of the properties, in the order of the report.
    runs: Vec<Option<KeptRun>>,
}

impl Done {
    /// The names of the variables that formulas keep visible when nothing reads them any more.
    fn kept_variables(&self) -> Vec<String> {
        propositions::kept(&self.formulas, &self.shown.system.model().alphabet)
    }
}

/// A proof structure that can be drawn.
struct KeptProof {
    proof: Proof<RunState>,
    /// The failing run, if there is one.
    run: Option<Run<RunState>>,
    /// The nodes of its states in what is shown, where they are.
    nodes: Vec<Option<NodeId>>,
}

/// Runs a task: explores the program, then checks memory safety and every property. Never panics; what is wrong with
/// the input stands in the report, and then nothing was run.
pub fn run(loaded: &Loaded, observer: &mut dyn Observer) -> Session {
    let start = observer.now();
    let mut report = Report {
        schema: SCHEMA.to_owned(),
        task: loaded.task.title.clone(),
        diagnostics: Vec::new(),
        memory_safety: None,
        properties: Vec::new(),
        exploration: None,
    };
    let shown = match loaded.task.analysis {
        Analysis::Boolean => {
            boolean::run(loaded, &mut report, observer).map_or(Shown::Nothing, |done| Shown::Valuations(Box::new(done)))
        }
        Analysis::Heap => {
            let (parts, diagnostics) = prepare::read(loaded);
            let read_ms = observer.since(start);
            report.diagnostics = render(&diagnostics, &loaded.sources);
            match parts {
                None => Shown::Nothing,
                Some(parts) => Shown::Heaps(Box::new(execute(parts, loaded, &mut report, read_ms, observer))),
            }
        }
    };
    Session { report, sources: loaded.sources.clone(), shown, derived: 0 }
}

fn render(diagnostics: &[Diagnostic], sources: &Sources) -> Vec<Rendered> {
    diagnostics.iter().map(|d| d.render(sources)).collect()
}

fn execute(parts: Parts, loaded: &Loaded, report: &mut Report, read_ms: f64, observer: &mut dyn Observer) -> Done {
    let task = parts.prepare(&loaded.sources, observer);
    let strategies = loaded.task.options.strategy.each(Analysis::Heap);
    // Of several strategies one that generates everything first is shown.
    let shown_strategy = if strategies.contains(&Strategy::Rsm) { Strategy::Rsm } else { strategies[0] };
    let (mut shown, mut unsafe_run) = (None, None);
    let mut judged: Vec<Vec<Judged>> = task.properties.iter().map(|_| Vec::new()).collect();
    for strategy in strategies {
        let is_shown = strategy == shown_strategy;
        let mut pass = Pass::new(&task, strategy, is_shown, observer);
        for (property, judged) in task.properties.iter().zip(&mut judged) {
            judged.push(pass.judge(property, observer));
        }
        if is_shown {
            pass.complete(observer);
            let mut statistics = pass.explored.statistics();
            statistics.read_ms = Some(read_ms);
            statistics.generate_ms = Some(pass.generate_ms);
            let start = observer.now();
            let (safety, kept) = pass.memory_safety(observer);
            statistics.confirm_ms = safety.evidence.is_some().then(|| observer.since(start));
            report.diagnostics.extend(render(&dereference::warnings(&pass.explored), &loaded.sources));
            (report.memory_safety, unsafe_run) = (Some(safety), kept);
            report.exploration = Some(statistics);
            shown = Some(pass.explored);
        }
    }
    // There is at least one strategy, and one of them is shown.
    let shown = shown.unwrap_or_else(|| Pass::new(&task, shown_strategy, true, observer).explored);
    let disagreements = judged.iter().filter_map(|strategies| disagreement(strategies));
    report.diagnostics.extend(render(&disagreements.collect::<Vec<_>>(), &loaded.sources));
    let mut places = Places { shown: &shown, by_key: None };
    let (mut proofs, mut runs) = (Vec::new(), Vec::new());
    for Judged { report: mut property, outcome, run, kept, nodes } in judged.into_iter().flatten() {
        if let (Nodes::Other(_), Some(found)) = (&nodes, &mut property.judgement.run) {
            let steps = found.prefix.iter_mut().chain(&mut found.cycle);
            let states = run.iter().flat_map(|run| &run.steps).map(|step| step.state);
            steps.zip(states).for_each(|(step, state)| step.index = places.find(&nodes, state).map(|node| node.0));
        }
        let small = outcome.proof.assertion_count() <= PROOF_LIMIT;
        proofs.push(small.then(|| {
            let nodes = places.find_all(&nodes);
            KeptProof { proof: outcome.proof, run, nodes }
        }));
        report.properties.push(property);
        runs.push(kept);
    }
    let Prepared { formulas, .. } = task;
    Done { shown, formulas, proofs, unsafe_run, runs }
}

/// Strategies that look at all procedures and do not agree: the engine errs.
fn disagreement(judged: &[Judged]) -> Option<Diagnostic> {
    let global = |j: &&Judged| j.report.strategy != Strategy::TopLevel.name();
    let definite = |verdict: Verdict| -> Option<&PropertyReport> {
        let mut reports = judged.iter().filter(global).map(|j| &j.report);
        reports.find(|r| r.judgement.verdict == verdict && r.judgement.assumption.is_none())
    };
    let (satisfied, violated) = definite(Verdict::Satisfied).zip(definite(Verdict::Violated))?;
    let message = format!(
        "{} is satisfied with {} and violated with {}: this is a fault of hrglass",
        satisfied.id, satisfied.strategy, violated.strategy
    );
    Some(Diagnostic::error("internal/disagreement", None, message).suggest("please report this task".to_owned()))
}

/// Finds nodes of other machines in what is shown.
struct Places<'a> {
    shown: &'a Explored,
    by_key: Option<FxHashMap<(u64, u64), NodeId>>,
}

impl Places<'_> {
    fn find(&mut self, nodes: &Nodes, state: RunState) -> Option<NodeId> {
        match nodes {
            Nodes::Shown(nodes) => nodes.get(state.index()).copied(),
            Nodes::Other(keys) => {
                let shown = self.shown;
                let all = || shown.rsm.nodes.indices().map(|node| (shown.key(node), node)).collect();
                let by_key = self.by_key.get_or_insert_with(all);
                keys.get(state.index()).and_then(|key| by_key.get(key)).copied()
            }
        }
    }

    fn find_all(&mut self, nodes: &Nodes) -> Vec<Option<NodeId>> {
        let count = match nodes {
            Nodes::Shown(nodes) => nodes.len(),
            Nodes::Other(keys) => keys.len(),
        };
        (0..count).map(|state| self.find(nodes, RunState::at(state))).collect()
    }
}

impl Session {
    /// The result.
    pub fn report(&self) -> &Report {
        &self.report
    }

    /// The state space; absent if nothing ran. Of more than [`views::STATE_LIMIT`] states it shows the first.
    pub fn state_space(&mut self) -> Option<StateSpaceView> {
        let mut space = self.unlabelled_space()?;
        let all = 0..space.states.len();
        self.label(&mut space, all);
        Some(space)
    }

    /// As [`Session::state_space`], but no state says what holds in it: that takes the most time by far.
    pub fn unlabelled_space(&self) -> Option<StateSpaceView> {
        match &self.shown {
            Shown::Nothing => None,
            Shown::Heaps(done) => Some(views::state_space(&done.shown.rsm, &done.shown.system)),
            Shown::Valuations(done) => Some(done.space.state_space(&self.sources)),
        }
    }

    /// Finds out what holds in some states of an [unlabelled state space](Session::unlabelled_space). Law: once every state has
    /// had its turn, in order, it is [`Session::state_space`].
    pub fn label(&mut self, space: &mut StateSpaceView, states: Range<usize>) {
        match &mut self.shown {
            Shown::Nothing => {}
            Shown::Heaps(done) => views::label_heap_states(&mut done.shown, &done.formulas, space, states),
            Shown::Valuations(done) => done.space.label(space, states),
        }
    }

    /// The heap with this number, as states of the state space name it.
    pub fn heap(&self, heap: u32) -> Option<HeapView> {
        views::heap(&self.heaps()?.shown, heap)
    }

    /// Of a boolean program the values of the variables in the state with this number, as states of the state space name it.
    pub fn valuation(&self, number: u32) -> Option<ValuationView> {
        self.valuations()?.space.valuation(&self.sources, number)
    }

    /// The names of the variables of the program that exist in the heap with this number; of a boolean program those that
    /// are decided.
    pub fn variables(&self, heap: u32) -> Vec<String> {
        match &self.shown {
            Shown::Nothing => Vec::new(),
            Shown::Heaps(done) => views::variables(&done.shown, heap),
            Shown::Valuations(done) => done.space.variables(&self.sources, heap),
        }
    }

    /// The proof structure of the judgement with this position in [`Report::properties`]; absent if there is none, or if it
    /// was too large to be kept. Of more than [`crate::report::proof::ASSERTION_LIMIT`] assertions it shows those on the
    /// failing run and those near the start.
    pub fn proof(&self, property: u32) -> Option<ProofView> {
        match &self.shown {
            Shown::Nothing => None,
            Shown::Heaps(done) => {
                let kept = done.proofs.get(property as usize)?.as_ref()?;
                let Explored { system, rsm, .. } = &done.shown;
                let node = |state: RunState| kept.nodes.get(state.index()).copied().flatten();
                let at = |state| (node(state).map(|node| rsm.nodes[node].state), node(state));
                Some(proof::view(&kept.proof, kept.run.as_ref(), &done.formulas, system, at))
            }
            Shown::Valuations(done) => {
                let kept = done.proofs.get(property as usize)?.as_ref()?;
                Some(done.space.proof(kept, &self.sources))
            }
        }
    }

    /// The abstract execution and the machine that was generated from it; absent if nothing ran.
    pub fn machine(&self) -> Option<(&HeapProgram, &Rsm<State>)> {
        self.heaps().map(|done| (&done.shown.system, &done.shown.rsm))
    }

    /// The names of the variables that formulas keep visible when nothing reads them any more: what they reach is no garbage.
    pub fn kept_variables(&self) -> Vec<String> {
        self.heaps().map_or_else(Vec::new, Done::kept_variables)
    }

    /// The heap of a step of the concrete run behind the judgement with this position in [`Report::properties`], or behind
    /// that of memory safety; absent if there is none.
    pub fn concrete_heap(&self, property: Option<u32>, step: u32) -> Option<&HeapView> {
        self.kept_run(property)?.heaps.get(step as usize)
    }

    /// The concrete run behind such a judgement, as it can be executed again.
    pub fn counterexample(&self, property: Option<u32>) -> Option<&Counterexample> {
        self.kept_run(property).map(|kept| &kept.counterexample)
    }

    fn kept_run(&self, property: Option<u32>) -> Option<&KeptRun> {
        let done = self.heaps()?;
        match property {
            None => done.unsafe_run.as_ref(),
            Some(property) => done.runs.get(property as usize)?.as_ref(),
        }
    }

    /// The program with heaps; absent if none ran.
    pub fn program(&self) -> Option<&Program> {
        self.heaps().map(|done| &done.shown.system.model().program)
    }

    /// The boolean program; absent if none ran.
    pub fn boolean_program(&self) -> Option<&Ersm> {
        self.valuations().map(|done| &done.space.ersm)
    }

    fn heaps(&self) -> Option<&Done> {
        if let Shown::Heaps(done) = &self.shown { Some(done) } else { None }
    }

    fn valuations(&self) -> Option<&BooleanDone> {
        if let Shown::Valuations(done) = &self.shown { Some(done) } else { None }
    }

    /// The texts of the task.
    pub fn sources(&self) -> &Sources {
        &self.sources
    }
}
