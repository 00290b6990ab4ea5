//! What stands behind a violation: a run that was executed.

use super::explored::ExploredForests;
use super::prepare::PreparedForestTask;
use super::views;
use crate::semantics::Fault;
pub(crate) use analysis::danger::Danger;
use analysis::replay::{
    Guide, GuideStep, ReplayClaim, ReplayEffort, ReplayResult, ReplayTask, ReportedRun, Stay, replay, reported_run,
    trace,
};
use base::{Message, Observer, Span, msg};
use interpreter::{ExecutedRun, Garbage, Seen, Watch};
use program::objects::{Condition, Operand, Operation, is_program_name};
use report::evidence::{Departure, Evidence, Loss};
use report::heap::HeapView;
use report::remedy::Remedy;
use rsm::{NodeId, Path, Visit};

/// Steps of the interpreter along the failing run, and as many along others: a fraction of a second. Programs have no input but what they
/// draw.
const STEPS: u32 = 400_000;

/// What a search for an executed run has come to.
pub(super) struct Confirmed {
    pub evidence: Evidence,
    /// What may help if there is no such run.
    pub remedies: Vec<Remedy>,
    /// The heaps of the run.
    pub heaps: Vec<HeapView>,
    /// What is wrong in the run, and where.
    pub fault: Option<Message>,
}

/// Looks for a run that does what is forbidden: first along the failing run of the analysis, then `anywhere`.
pub(super) fn evidence(
    task: &PreparedForestTask,
    explored: &ExploredForests,
    path: &Path<NodeId>,
    danger: Danger,
    anywhere: bool,
    observer: &mut dyn Observer,
) -> Confirmed {
    let watch = watch(task);
    let replayed = replayed(task, &watch, danger);
    let guide = guide(explored, path);
    let effort = ReplayEffort { steps: STEPS, length: ExecutedRun::LENGTH };
    let departed = |position, loss, reason, remedies| {
        let evidence = Evidence::departed(Departure { position, loss, lost_at: None, reason });
        Confirmed { evidence, remedies, heaps: Vec::new(), fault: None }
    };
    match replay(&replayed, &guide, anywhere, effort, observer) {
        Ok(ReplayResult::Real(found)) => {
            let mut trace = trace(&replayed, &found.input, &found.script, effort.length);
            trace.shorten(&replayed, found.marked);
            let ReportedRun { run, heaps, fault, left_out: _ } = reported_run(&replayed, &guide, &found, &trace);
            Confirmed { evidence: Evidence::of(run), remedies: Vec::new(), heaps, fault }
        }
        Ok(ReplayResult::Nothing(nothing)) => {
            let place = nothing.reached.map(|position| {
                let state = explored.state(*path.state(position as usize));
                let place = views::place(&explored.system, &task.sources, state);
                Message::verbatim(format!("{}:{}", place.file, place.line))
            });
            let number = nothing.reached.and_then(|position| compared(task, explored, *path.state(position as usize)));
            let (loss, reason) = match (place, nothing.cut) {
                (None, _) => (Loss::Other, msg!("no run starts as this one does")),
                (Some(place), _) if let Some(number) = number => {
                    (Loss::Number, msg!("the analysis does not know the value of `{number}` at {place}"))
                }
                (Some(place), true) => {
                    (Loss::Effort, msg!("the search for a run that follows the abstract run from {place} ended early"))
                }
                (Some(place), false) => (
                    Loss::Folding,
                    msg!("no run that was tried follows the abstract run from {place}: sets of heaps were merged"),
                ),
            };
            departed(nothing.reached, loss, reason, Vec::new())
        }
        Err(stop) => departed(None, Loss::Effort, stop.message(), Remedy::of_stop(&stop).into_iter().collect()),
    }
}

/// The number that decides where a run goes in a state: none is followed.
fn compared(task: &PreparedForestTask, explored: &ExploredForests, node: NodeId) -> Option<String> {
    let state = explored.state(node);
    let procedure = &explored.system.program().procedures[state.procedure];
    let is_number =
        |operand: &Operand| matches!(operand, Operand::Local(local) if !procedure.locals[*local].ty.is_reference());
    // What has no name is written as in the program.
    let named = |operand: &Operand, span: Span| match operand {
        Operand::Local(local) if is_program_name(&procedure.locals[*local].name) => {
            procedure.locals[*local].name.clone()
        }
        _ => task.sources.file(span.file).text[span.start as usize..span.end as usize].to_owned(),
    };
    procedure.cfa.edges_from(state.location).find_map(|(_, edge)| match &edge.operation {
        Operation::Assume(Condition::Compare { left, right, .. } | Condition::Overflows { left, right, .. }) => {
            let number = [left, right].into_iter().find(|operand| is_number(operand))?;
            Some(named(number, edge.span))
        }
        _ => None,
    })
}

/// All states of runs are looked at.
pub(super) fn watch(task: &PreparedForestTask) -> Watch<'_> {
    Watch::new(&task.sources, Seen::AllBut(&[]), Garbage::Kept)
}

/// What runs are to show.
pub(super) fn replayed<'a>(task: &'a PreparedForestTask, watch: &'a Watch<'a>, danger: Danger) -> ReplayTask<'a> {
    let (claim, sequences) = (ReplayClaim::Comes(danger), &task.sequences);
    ReplayTask { setting: task.setting(), inputs: &task.inputs, watch, claim, sequences }
}

/// Where an executed run has to go.
fn guide(explored: &ExploredForests, path: &Path<NodeId>) -> Guide {
    let mut depths: Vec<u32> = Vec::new();
    let mut steps = Vec::new();
    for &Visit { state: node, caller, folded } in &path.visits {
        let depth = caller.map_or(1, |caller| depths[caller as usize] + 1);
        depths.push(depth);
        let state = explored.state(node);
        let cfa = &explored.system.program().procedures[state.procedure].cfa;
        let edge = cfa.edges_from(state.location).next();
        let stay = match (state.fault, edge) {
            // These are seen before the next operation.
            (None | Some(Fault::Lost | Fault::NotFreed | Fault::Thrown(_)), _) | (_, None) => Stay::At(state.location),
            (Some(_), Some((edge, _))) => Stay::Fault(edge),
        };
        steps.push(GuideStep { procedure: state.procedure, stay, depth, folded });
    }
    Guide { steps, cycle: None, growth: 0 }
}
