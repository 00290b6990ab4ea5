//! Tasks with boolean programs.

mod alternate;
mod judge;
mod prepare;
mod space;
mod story;
mod views;

use crate::base::{Observer, shorten};
use crate::report::{ExplorationStatistics, Report};
use crate::semantics::valuation::ValuationId;
use crate::tableau::{self, Proof};
use crate::task::{Analysis, Loaded};

use judge::{Judge, Judged};
use prepare::Prepared;
use space::{Known, Space};

/// A failing run shows the calls on it as long as it has at most this many steps.
const RUN_LIMIT: usize = 2_000;

/// Large domains are looked at with few of their values first, as long as there are not more states than this.
const FEW_STATES: u32 = 20_000;

/// A task with a boolean program that could be run.
pub(super) struct BooleanDone {
    pub space: Space,
    /// The proof structures, in the order of the properties in the report; those that are not too large.
    pub proofs: Vec<Option<BooleanProof>>,
}

/// A proof structure that can be drawn.
pub(super) struct BooleanProof {
    proof: Proof<ValuationId>,
    /// The failing run, if there is one.
    run: Option<tableau::Run<ValuationId>>,
    /// The states of the search.
    known: Known,
}

/// Reads and checks a boolean program; if something is wrong with it, the report says so, and nothing else.
pub(super) fn run(loaded: &Loaded, report: &mut Report, observer: &mut dyn Observer) -> Option<BooleanDone> {
    let start = observer.now();
    let (prepared, mut diagnostics) = prepare::read(loaded);
    shorten(&mut diagnostics);
    report.diagnostics = super::render(&diagnostics, &loaded.sources);
    let prepared = prepared?;
    let read_ms = observer.since(start);
    let limits = loaded.task.options.limits();
    let mut judged = Vec::new();
    for property in &prepared.properties {
        let Prepared { ersm, formulas, .. } = &prepared;
        let judge = Judge { loaded, ersm, formulas, limits: &limits, property };
        for strategy in loaded.task.options.strategy.each(Analysis::Boolean) {
            judged.push(judge.judge(strategy, observer));
        }
    }
    let start = observer.now();
    let space = Space::new(prepared, &limits, observer);
    let generate_ms = Some(observer.since(start));
    report.exploration = Some(ExplorationStatistics { read_ms: Some(read_ms), generate_ms, ..space.statistics() });
    let mut proofs = Vec::new();
    for Judged { report: mut property, run, proof } in judged {
        if let (Some((told, values)), Some(found)) = (run, &mut property.judgement.run) {
            let steps = found.prefix.iter_mut().chain(&mut found.cycle);
            steps.zip(space.locate(&told, &values)).for_each(|(step, node)| step.index = node.map(|node| node.0));
        }
        report.properties.push(property);
        proofs.push(proof);
    }
    Some(BooleanDone { space, proofs })
}
