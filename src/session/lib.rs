//! From a task to its result: the one entry point of page, command line and tests.

mod analyses;
mod pictures;
mod run_heaps;
#[cfg(test)]
mod tests;

use std::any::Any;
use std::ops::Range;

use analysis::{Analysis, Shown};
use base::{Observer, Sources};
use draw::export::evidence::evidence_file;
use report::content::StateContent;
use report::contracts::ContractView;
use report::evidence::{EvidenceFile, EvidenceKind};
use report::explanation::Explanation;
use report::heap::{BoxView, DerivedHeap, HeapView, LearnedView};
use report::proof::ProofView;
use report::search::{FramesView, ReductionView, RefinementOptions, RefinementView};
use report::space::{LoopHeadView, StateSpaceView};
use report::stage::StageView;
use report::statements::{StatementView, statements};
use report::witness::Witness;
use report::{AnalysisName, Report, SCHEMA};
use run_heaps::RunHeapsOf;
use task::Loaded;

/// A task that has been run: its report, and everything that can be shown.
pub struct Session {
    report: Report,
    sources: Sources,
    shown: Option<Box<dyn Shown>>,
    run_heaps: RunHeapsOf,
}

/// Runs a task. Never panics; if the input has errors, they are in the report, and nothing is run.
pub fn run(loaded: &Loaded, observer: &mut dyn Observer) -> Session {
    Session::of(loaded, |report| analyses::run(loaded, report, observer))
}

/// Runs an analysis of your own, whatever analysis the task names.
pub fn run_analysis<A: Analysis>(loaded: &Loaded, observer: &mut dyn Observer) -> Session {
    Session::of(loaded, |report| analysis::run::<A>(loaded, report, observer))
}

impl Session {
    /// Runs nothing: the report only says what was found when the task was loaded.
    pub fn not_run(loaded: &Loaded) -> Self {
        Self::of(loaded, |report| {
            report.diagnostics = analysis::render(&loaded.diagnostics, &loaded.sources);
            None
        })
    }

    fn of(loaded: &Loaded, run: impl FnOnce(&mut Report) -> Option<Box<dyn Shown>>) -> Self {
        let analysis = match loaded.task.analysis {
            task::Analysis::Heap => AnalysisName::Heap,
            task::Analysis::Boolean => AnalysisName::Boolean,
            task::Analysis::Blocks => AnalysisName::Blocks,
            task::Analysis::Forest => AnalysisName::Forest,
        };
        let mut report = Report {
            schema: SCHEMA.to_owned(),
            analysis,
            task: loaded.task.title.clone(),
            diagnostics: Vec::new(),
            tried: Vec::new(),
            properties: Vec::new(),
            exploration: None,
        };
        let shown = run(&mut report);
        Session { report, sources: loaded.sources.clone(), shown, run_heaps: RunHeapsOf::default() }
    }

    /// The report.
    pub fn report(&self) -> &Report {
        &self.report
    }

    /// The texts of the task.
    pub fn sources(&self) -> &Sources {
        &self.sources
    }

    /// The shown data, as the analysis `S` provides it.
    pub fn shown<S: Shown>(&self) -> Option<&S> {
        let shown: &dyn Any = self.shown.as_deref()?;
        shown.downcast_ref()
    }

    /// The state space; absent if nothing was run. Only its first [`STATE_LIMIT`](analysis::STATE_LIMIT) states are
    /// included.
    pub fn state_space(&mut self) -> Option<StateSpaceView> {
        let mut space = self.unlabelled_space()?;
        let all = 0..space.states.len();
        self.label(&mut space, all);
        Some(space)
    }

    /// [`Shown::state_space`].
    pub fn unlabelled_space(&self) -> Option<StateSpaceView> {
        self.shown.as_ref()?.state_space()
    }

    /// Evaluates the propositions in some states of an [unlabelled state space](Session::unlabelled_space). Law: once
    /// all states have been labelled, in order, it equals [`Session::state_space`].
    pub fn label(&mut self, space: &mut StateSpaceView, states: Range<usize>) {
        if let Some(shown) = &mut self.shown {
            shown.label(space, states);
        }
    }

    /// [`Shown::content`].
    pub fn content(&self, number: u32) -> Option<StateContent> {
        self.shown.as_ref()?.content(number)
    }

    /// The heap with this number, as used by the states of the state space.
    pub fn heap(&self, number: u32) -> Option<HeapView> {
        match self.content(number)? {
            StateContent::Heap(heap) => Some(heap),
            StateContent::Valuation(_) => None,
        }
    }

    /// [`Shown::formula`].
    pub fn formula(&self, number: u32) -> Option<String> {
        self.shown.as_ref()?.formula(number)
    }

    /// [`Shown::variables`].
    pub fn variables(&self, number: u32) -> Vec<String> {
        self.shown.as_ref().map_or_else(Vec::new, |shown| shown.variables(number))
    }

    /// [`Shown::contracts`].
    pub fn contracts(&self) -> Option<Vec<ContractView>> {
        self.shown.as_ref()?.contracts()
    }

    /// [`Shown::proof`].
    pub fn proof(&self, property: u32) -> Option<ProofView> {
        self.shown.as_ref()?.proof(property)
    }

    /// [`Shown::concrete_heap`].
    pub fn concrete_heap(&self, property: u32, step: u32) -> Option<&HeapView> {
        self.shown.as_ref()?.concrete_heap(property, step)
    }

    /// The [executed run](Shown::executed_run) behind such a result as a file; absent if there is no run, or no such file for it.
    pub fn evidence_file(&self, property: u32, kind: EvidenceKind) -> Option<EvidenceFile> {
        evidence_file(&self.shown.as_ref()?.executed_run(property)?, &self.report, property, kind)
    }

    /// Why the result with this position in the report's properties is what it is; absent if nothing was run.
    pub fn explanation(&self, property: u32) -> Option<Explanation> {
        analysis::explanation(&**self.shown.as_ref()?, &self.report, property, &self.sources)
    }

    /// For each step of the analysis' own failing run of such a result the [numbers of the objects](Shown::object_numbers) in its heap.
    pub fn object_numbers(&mut self, property: u32) -> Option<Vec<Vec<Option<u32>>>> {
        let run = self.report.properties.get(property as usize)?.judgement.run.as_ref()?;
        self.shown.as_mut()?.object_numbers(run)
    }

    /// The statements of the failing run of such a result: of the one that was executed if there is one, otherwise of that of the analysis.
    pub fn statements(&self, property: u32) -> Option<Vec<StatementView>> {
        let judgement = &self.report.properties.get(property as usize)?.judgement;
        Some(statements(&judgement.shown_run()?, &self.sources))
    }

    /// [`Shown::witness`].
    pub fn witness(&self, property: u32) -> Option<&Witness> {
        self.shown.as_ref()?.witness(property)
    }

    /// [`Shown::reduction`].
    pub fn reduction(&self, property: u32) -> Option<ReductionView> {
        // Builds without this analysis need not contain what draws it.
        self.shown.as_ref()?.reduction(property)
    }

    /// [`Shown::refinement`].
    pub fn refinement(&mut self, property: u32, options: RefinementOptions) -> Option<&RefinementView> {
        self.shown.as_mut()?.refinement(property, options)
    }

    /// [`Shown::frames`].
    pub fn frames(&self, property: u32) -> Option<FramesView> {
        self.shown.as_ref()?.frames(property)
    }

    /// [`Shown::boxes`].
    pub fn boxes(&self) -> Option<Vec<BoxView>> {
        // As above.
        self.shown.as_ref()?.boxes()
    }

    /// [`Shown::learned`].
    pub fn learned(&self) -> Option<LearnedView> {
        self.shown.as_ref()?.learned()
    }

    /// [`Shown::samples`].
    pub fn samples(&mut self, number: u32) -> Option<Vec<u32>> {
        self.shown.as_mut()?.samples(number)
    }

    /// [`Shown::loop_heads`].
    pub fn loop_heads(&self) -> Option<Vec<LoopHeadView>> {
        self.shown.as_ref()?.loop_heads()
    }

    /// [`Shown::stages`].
    pub fn stages(&mut self, source: u32, target: u32) -> Option<Vec<StageView>> {
        self.shown.as_mut()?.stages(source, target)
    }

    /// [`Shown::derive`].
    pub fn derive(&mut self, heap: u32, nonterminal: u32) -> Option<Vec<DerivedHeap>> {
        self.shown.as_mut()?.derive(heap, nonterminal)
    }
}
