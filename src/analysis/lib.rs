//! Analyses: how properties of programs are checked, and what can be looked at afterwards.
//!
//! An analysis is a crate of its own, with a [`RecursiveSystem`](rsm::RecursiveSystem) and two
//! traits: [`Analysis`], which [`run`] drives, and [`Shown`], from which all pictures, tables and files are made.

pub mod claims;
pub mod danger;
pub mod exceptions;
pub mod foreign;
mod groups;
mod labelled_run;
pub mod only_run;
pub mod proof_view;
pub mod read_code;
pub mod read_heaps;
mod refine;
pub mod replay;
mod shares;
mod shown;
pub mod states;
mod why;

use indexmap::IndexSet;

use base::{Diagnostic, Message, Observer, Rendered, Sources, msg, shorten};
use report::assumption::{Assumption, AssumptionKind};
use report::remedy::Remedy;
use report::{PropertyReport, Report, Verdict};
use task::{Language, Loaded};

pub use claims::{
    AcceptedRun, CheckedProperty, Claim, PropertyReader, RunClaim, accepted_run, claim_of_check, specification,
};
pub use labelled_run::{LabelledRun, RefutedClaim};
pub use proof_view::proof_view;
pub use read_code::data_model;
pub use refine::{Attempt, Pass};
pub use shown::{IndefiniteState, Shown};
pub use states::{DescribeStates, STATE_LIMIT, SourcePlace, contracts, state_space, state_space_up_to};
pub use why::explanation;

/// At most this many heaps are [derived by hand](Shown::derive) and kept.
pub const DERIVED_LIMIT: usize = 1_000;

/// Proof structures with more assertions are not kept for pictures; of smaller ones a part is drawn.
pub const PROOF_LIMIT: usize = 100_000;

/// A way to check properties of programs of some kind: *read*, then for each strategy a [`Pass`] that *checks, confirms and
/// refines*, then *show*.
pub trait Analysis: Sized {
    /// How properties can be checked: how calls are treated, or which engine runs.
    type Strategy: Copy + PartialEq;
    /// A task without errors.
    type Input;
    /// A property that can be checked.
    type Property;
    /// What is kept of a check to be shown.
    type Kept;
    /// What has been generated to be shown.
    type Explored;
    /// One strategy at work.
    type Pass<'a>: Pass<Property = Self::Property, Kept = Self::Kept>
    where
        Self: 'a;

    /// Reads program, properties and whatever else belongs to a task. Finds everything that is wrong in one go; no input if
    /// something is.
    fn read(loaded: &Loaded) -> (Option<Self::Input>, Vec<Diagnostic>);

    /// Does what has to be done once for all strategies.
    fn prepare(input: Self::Input, loaded: &Loaded, observer: &mut dyn Observer) -> Self;

    /// The properties, in the order of the report.
    fn properties(&self) -> &[Self::Property];

    /// Whether a property is about all that is generated, whatever the strategy. Then it is checked once: with the strategy that
    /// is shown, after the others.
    fn is_about_everything(property: &Self::Property) -> bool {
        let _ = property;
        false
    }

    /// Whether a property is a part of the nearest one before it that is none: then it is checked where that one is not satisfied.
    fn is_part(property: &Self::Property) -> bool {
        let _ = property;
        false
    }

    /// The strategies that a task asks for, in the order of the report; at least one.
    fn strategies(loaded: &Loaded) -> Vec<Self::Strategy>;

    /// Of several strategies the one whose state space is shown: the last one, unless this is overridden.
    fn shown_strategy(strategies: &[Self::Strategy]) -> Self::Strategy {
        strategies[strategies.len() - 1]
    }

    /// Whether a strategy looks at the states of all procedures, so that it agrees with all others that do.
    fn is_global(strategy: Self::Strategy) -> bool {
        let _ = strategy;
        true
    }

    /// Starts a strategy. `is_shown`: what it generates is shown.
    fn pass(&self, strategy: Self::Strategy, is_shown: bool, observer: &mut dyn Observer) -> Self::Pass<'_>;

    /// Generates what is still missing to be shown, and adds its figures and findings to the report.
    fn explore(&self, pass: Self::Pass<'_>, report: &mut Report, observer: &mut dyn Observer) -> Self::Explored;

    /// What can be looked at afterwards. `kept` and `reports` belong together; runs in the reports are told where their states
    /// are in what is shown.
    fn show(self, explored: Self::Explored, kept: Vec<Self::Kept>, reports: &mut [PropertyReport]) -> Box<dyn Shown>;
}

/// Runs an analysis on a task. Never panics; what is wrong with the input stands in the report, and then nothing was run.
// Each is called once. Inlined there, all analyses would be one function, in the part of the page's engine that a first visit fetches.
#[inline(never)]
pub fn run<A: Analysis>(loaded: &Loaded, report: &mut Report, observer: &mut dyn Observer) -> Option<Box<dyn Shown>> {
    let start = observer.now();
    let (input, mut diagnostics) = A::read(loaded);
    // What is assumed is a part of verdicts.
    let stated = assumptions(&mut diagnostics, loaded);
    shorten(&mut diagnostics);
    report.diagnostics = render(&diagnostics, &loaded.sources);
    let input = input?;
    let read_ms = observer.since(start);
    let analysis = A::prepare(input, loaded, observer);
    let strategies = A::strategies(loaded);
    let shown_strategy = A::shown_strategy(&strategies);
    let mut partial: Vec<String> = Vec::new();
    let mut attempts: Vec<Vec<Attempt<A::Kept>>> = analysis.properties().iter().map(|_| Vec::new()).collect();
    let mut explored = None;
    // Strategies execute the same run, if there is only one.
    let mut follows_bounds = false;
    for strategy in strategies {
        let is_shown = strategy == shown_strategy;
        let mut pass = analysis.pass(strategy, is_shown, observer);
        follows_bounds |= pass.follows_bounds();
        for last in [false, true] {
            let checked = |property: &A::Property| A::is_about_everything(property) == last && (!last || is_shown);
            let chosen = analysis.properties().iter().zip(&mut attempts).filter(|(property, _)| checked(property));
            let (properties, attempts): (Vec<&A::Property>, Vec<_>) = chosen.unzip();
            let seconds = loaded.task.options.seconds;
            let new = groups::check_all::<A>(&mut pass, &properties, seconds, observer);
            for (attempt, attempts) in new.into_iter().zip(attempts) {
                let Some(attempt) = attempt else { continue };
                if !A::is_global(strategy) && !partial.contains(&attempt.report.strategy) {
                    partial.push(attempt.report.strategy.clone());
                }
                attempts.push(attempt);
            }
        }
        if is_shown {
            explored = Some(analysis.explore(pass, report, observer));
        }
    }
    let mut disagreements: Vec<Diagnostic> =
        attempts.iter().filter_map(|attempts| disagreement(attempts, &partial)).collect();
    shorten(&mut disagreements);
    report.diagnostics.extend(render(&disagreements, &loaded.sources));
    if let Some(exploration) = &mut report.exploration {
        exploration.read_ms = Some(read_ms);
    }
    attempts.iter_mut().for_each(|strategies| remove_tried(strategies));
    let stated: Vec<Assumption> = stated
        .into_iter()
        .filter(|assumption| !(follows_bounds && assumption.kind == AssumptionKind::Bounds))
        .collect();
    for attempt in attempts.iter_mut().flatten() {
        let own = std::mem::take(&mut attempt.report.judgement.assumptions);
        // How a run ends matters only to what is said of whole runs.
        let of_runs = attempt.report.claim.formula.is_some() || attempt.report.claim.monitor.is_some();
        // Clients that do more do not undo what one of them has done.
        let of_all = attempt.report.judgement.verdict != Verdict::Violated;
        let matters = |assumption: &&Assumption| match assumption.kind {
            AssumptionKind::Exit => of_runs,
            AssumptionKind::Client => of_all,
            _ => true,
        };
        let stated = stated.iter().filter(matters);
        let mut all: IndexSet<Assumption> = own.into_iter().chain(stated.cloned()).collect();
        all.sort_by_key(|assumption| assumption.kind);
        attempt.report.judgement.assumptions = all.into_iter().collect();
        exceptions::settle_bounds(&mut attempt.report);
    }
    let attempts = attempts.into_iter().flatten();
    let (mut reports, kept): (Vec<_>, Vec<_>) = attempts.map(|attempt| (attempt.report, attempt.kept)).unzip();
    danger::discharge(&mut reports);
    let shown = analysis.show(explored?, kept, &mut reports);
    report.properties = reports;
    Some(shown)
}

/// Takes out of diagnostics what they say is assumed, and adds what is assumed of every program of the language.
fn assumptions(diagnostics: &mut Vec<Diagnostic>, loaded: &Loaded) -> Vec<Assumption> {
    let stated = diagnostics.extract_if(.., |found| AssumptionKind::of_code(found.code).is_some());
    let stated = stated.filter_map(|found| Assumption::of_diagnostic(&found.render(&loaded.sources)));
    let universal = match loaded.task.program.language {
        Language::Java => vec![msg!("there is memory for every new object")],
        Language::C => vec![msg!("`malloc` and its like never return NULL")],
        Language::Boolean => Vec::new(),
    };
    let universal = universal.into_iter().flat_map(|allocates| {
        let stack = Assumption::new(AssumptionKind::Stack, msg!("the stack never overflows"));
        [Assumption::new(AssumptionKind::Allocation, allocates), stack]
    });
    stated.chain(universal).collect()
}

/// Diagnostics with their places in words.
pub fn render(diagnostics: &[Diagnostic], sources: &Sources) -> Vec<Rendered> {
    diagnostics.iter().map(|d| d.render(sources)).collect()
}

/// A strategy that was tried is no remedy.
fn remove_tried<K>(attempts: &mut [Attempt<K>]) {
    let tried: Vec<String> = attempts.iter().map(|attempt| attempt.report.strategy.clone()).collect();
    for Attempt { report, .. } in attempts {
        report.judgement.remedies.retain(|r| !matches!(r, Remedy::Strategy { strategy } if tried.contains(strategy)));
    }
}

/// Strategies that look at all procedures and do not agree: the engine errs. `partial` names those that do not.
fn disagreement<K>(attempts: &[Attempt<K>], partial: &[String]) -> Option<Diagnostic> {
    let definite = |verdicts: &[Verdict]| -> Option<&PropertyReport> {
        let mut reports = attempts.iter().map(|a| &a.report).filter(|r| !partial.contains(&r.strategy));
        reports.find(|r| verdicts.contains(&r.judgement.verdict) && !r.judgement.assumes(AssumptionKind::Returns))
    };
    // They look at the same abstract runs.
    let fails = [Verdict::Violated, Verdict::Suspected];
    let (satisfied, violated) = definite(&[Verdict::Satisfied]).zip(definite(&fails))?;
    let message = msg!(
        "{} is satisfied with {} and violated with {}: this is a fault of hrglass",
        Message::verbatim(&satisfied.id),
        Message::verbatim(&satisfied.strategy),
        Message::verbatim(&violated.strategy)
    );
    Some(Diagnostic::error("internal/disagreement", None, message).suggest(msg!("please report this task")))
}
