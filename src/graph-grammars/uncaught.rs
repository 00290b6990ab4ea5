//! Exceptions that leave the entry procedure: which they are, and where they are thrown.

use std::collections::BTreeSet;

use super::explored::Explored;
use crate::heap_program::Instance;
use base::{CompactSort, Idx, Span, msg};
use program::cfa::ProcedureId;
use program::objects::{ClassId, Operation, OperationEdge, seen_class};
use report::evidence::Ending;
use report::{Judgement, Uncaught};
use rsm::NodeId;

/// More places at which an exception may be thrown are not listed.
const PLACES: usize = 3;

/// The exception with which a run ends in a node, if its class is known.
pub(super) fn at(explored: &Explored, node: NodeId) -> Option<Uncaught> {
    let Explored { system, rsm, .. } = explored;
    let class = system.exception(rsm.nodes[node].state)?;
    let name = seen_class(&system.model().program.classes[class].name);
    Some(Uncaught { class: name.replace('$', "."), places: places(explored, name) })
}

/// Makes a judgement say how the executed run has ended, which may be otherwise than the run of the analysis that it was looked for.
pub(super) fn settle(judgement: &mut Judgement, explored: &Explored) {
    let Some(run) = judgement.evidence.as_ref().and_then(|evidence| evidence.counterexample.as_ref()) else { return };
    let told = match (run.ending, &run.thrown) {
        (Ending::NullDereference, _) if judgement.uncaught.is_some() || judgement.reason.is_none() => None,
        (Ending::Thrown, Some(thrown)) => {
            let class = thrown.replace('$', ".");
            match &judgement.uncaught {
                Some(claimed) if claimed.class == class => return,
                _ => Some(Uncaught { class, places: places(explored, thrown) }),
            }
        }
        _ => return,
    };
    judgement.reason = Some(told.as_ref().map_or_else(|| msg!("null is dereferenced"), Uncaught::words));
    judgement.uncaught = told;
}

/// Where objects of a class with this name are made, or the library is called that makes them.
fn places(explored: &Explored, class: &str) -> Vec<String> {
    let model = explored.system.model();
    let (program, sources) = (&model.program, &model.sources);
    let procedures = program.reachable(explored.system.points().instance(Instance::at(0)).procedure);
    let is_such = |made: ClassId| seen_class(&program.classes[made].name) == class;
    let mut spans = Vec::new();
    // Procedures of the library that make such objects, or call one that does.
    let mut makes: BTreeSet<ProcedureId> = BTreeSet::new();
    loop {
        let before = makes.len();
        for &id in &procedures {
            let does = |edge: &&OperationEdge| match &edge.operation {
                Operation::New { class, .. } => is_such(*class),
                Operation::Call(call) => call.callee.candidates().any(|callee| makes.contains(&callee)),
                _ => false,
            };
            let found: Vec<Span> = program.procedures[id].cfa.edges.iter().filter(does).map(|edge| edge.span).collect();
            match program.procedures[id].span.is_of_library() {
                true if found.is_empty() => {}
                true => _ = makes.insert(id),
                false => spans.extend(found),
            }
        }
        if makes.len() == before {
            break;
        }
    }
    spans.compact_sort_by_key(|span| (span.file, span.start));
    let mut places: Vec<String> =
        spans.into_iter().map(|span| format!("{}:{}", sources.file(span.file).name, sources.line_of(span))).collect();
    places.dedup();
    if places.len() > PLACES { Vec::new() } else { places }
}
