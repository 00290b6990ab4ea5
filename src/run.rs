//! From a task to its outcome: the one way that page, command line and tests take.

mod contracts;
mod prepare;
mod proof;
mod propositions;
mod report;
mod views;

use crate::base::{Diagnostic, Limits, Observer, Rendered, Sources};
use crate::check;
use crate::logic::Formulas;
use crate::outcome::proof::ProofView;
use crate::outcome::report::{Report, SCHEMA};
use crate::outcome::view::{HeapView, StateSpaceView};
use crate::program::Program;
use crate::rsm::{Order, Rsm, explore};
use crate::semantics::heap_program::{HeapProgram, Labels, State};
use crate::task::{Loaded, Search};

use prepare::{Parts, Prepared, Property};
use report::Reporter;

/// A task that has been run: its report, and what the pictures are drawn from.
pub struct Session {
    report: Report,
    sources: Sources,
    explored: Option<Explored>,
}

/// The explored program.
struct Explored {
    system: HeapProgram,
    exploration: Rsm<State>,
    formulas: Formulas,
    labels: Labels,
    limits: Limits,
    properties: Vec<Property>,
}

/// Runs a task: explores the program, then checks memory safety and every property. Never panics; what is wrong with
/// the input stands in the report, and then nothing was run.
pub fn run(loaded: &Loaded, observer: &mut dyn Observer) -> Session {
    let start = observer.now();
    let (parts, diagnostics) = prepare::read(loaded);
    let read = observer.now();
    let mut report = Report {
        schema: SCHEMA.to_owned(),
        task: loaded.task.title.clone(),
        diagnostics: render(&diagnostics, &loaded.sources),
        memory_safety: None,
        properties: Vec::new(),
        exploration: None,
    };
    let explored = parts.map(|parts| execute(parts, loaded, &mut report, (read - start, read), observer));
    Session { report, sources: loaded.sources.clone(), explored }
}

fn render(diagnostics: &[Diagnostic], sources: &Sources) -> Vec<Rendered> {
    diagnostics.iter().map(|d| d.render(sources)).collect()
}

fn execute(
    parts: Parts,
    loaded: &Loaded,
    report: &mut Report,
    (read_ms, start): (f64, f64),
    observer: &mut dyn Observer,
) -> Explored {
    let Prepared { model, formulas, properties, kept, initial, contracts, limits } =
        parts.prepare(&loaded.sources, observer);
    let mut system = HeapProgram::new(model, &kept);
    let trusted = contracts.iter().try_for_each(|c| system.trust(c));
    let failed = trusted.and(initial).and_then(|heaps| system.start_from(&heaps)).err();
    let order = match loaded.task.options.search {
        Search::DepthFirst => Order::DepthFirst,
        Search::BreadthFirst => Order::BreadthFirst,
    };
    let mut exploration = explore(&mut system, order, &limits, observer);
    exploration.stop = failed.or(exploration.stop.take()).or_else(|| check::lost(&system, &exploration));
    let explored_at = observer.now();
    let labels = Labels::new(&system);
    let mut explored = Explored { system, exploration, formulas, labels, limits, properties: Vec::new() };
    let mut reporter = Reporter { explored: &mut explored, observer };
    let mut statistics = reporter.exploration();
    statistics.read_ms = Some(read_ms);
    statistics.generate_ms = Some(explored_at - start);
    report.memory_safety = Some(reporter.memory_safety());
    report.properties = properties.iter().map(|p| reporter.property(p)).collect();
    report.exploration = Some(statistics);
    explored.properties = properties;
    explored
}

impl Session {
    /// The result.
    pub fn report(&self) -> &Report {
        &self.report
    }

    /// The state space; absent if nothing ran. Of more than [`views::STATE_LIMIT`] states it shows the first.
    pub fn state_space(&mut self) -> Option<StateSpaceView> {
        self.explored.as_mut().map(views::state_space)
    }

    /// The heap with this number, as states of the state space name it.
    pub fn heap(&self, heap: u32) -> Option<HeapView> {
        self.explored.as_ref().and_then(|e| views::heap(e, heap))
    }

    /// The proof structure of the judgement with this position in [`Report::properties`]; absent if there is none. Of more
    /// than [`crate::outcome::proof::ASSERTION_LIMIT`] assertions it shows those on the failing run and near the start.
    pub fn proof(&mut self, property: u32) -> Option<ProofView> {
        self.explored.as_mut().and_then(|e| proof::of_property(e, property as usize))
    }

    /// The program; absent if nothing ran.
    pub fn program(&self) -> Option<&Program> {
        self.explored.as_ref().map(|e| &e.system.model().program)
    }

    /// The texts of the task.
    pub fn sources(&self) -> &Sources {
        &self.sources
    }
}
