//! Where concrete runs leave a failing run of the analysis, and what was lost there.

use super::super::explored::Explored;
use super::super::place;
use super::FailingRun;
use crate::heap_program::{HeapState, PointKind};
use analysis::replay::Nothing;
use base::{Message, msg};
use heap_grammar::heap::{Heap, NonterminalEdge};
use program::objects::{Condition, Operand, Operation, Procedure};
use report::evidence::{Departure, Loss};
use report::remedy::Remedy;

/// Why no concrete run goes on as the analysis does, and the condition that would help if it is a value that is not modelled.
pub(super) fn of(explored: &Explored, run: &FailingRun, nothing: Nothing) -> (Departure, Option<Remedy>) {
    let Nothing { reached, rounds, unended, cut, assumed, no_collection } = nothing;
    let departure = |loss, lost_at, reason| (Departure { position: reached, loss, lost_at, reason }, None);
    if let Some((procedure, location)) = assumed {
        let model = explored.system.model();
        let span = model.program.procedures[procedure].cfa.locations[location];
        let (file, line) = (&model.sources.file(span.file).name, model.sources.line_of(span));
        let reason = msg!(
            "the property fails for one outcome of the decision at {}:{line}, which depends on values that are not modelled",
            Message::verbatim(file)
        );
        let (departure, _) = departure(Loss::Number, None, reason);
        return (departure, Some(Remedy::Condition { file: file.clone(), line }));
    }
    if no_collection {
        let reason = msg!("the runs that fail begin with a collection of the library that no calls are known to make");
        return departure(Loss::Other, None, reason);
    }
    let Some(position) = reached else {
        let reason = msg!("no initial heap matches the start of this run");
        return departure(Loss::Other, None, reason);
    };
    if let Some(steps) = unended {
        let reason = msg!(
            "some input goes round the cycle and had not left it after {steps} steps, but its heap never came back: it \
             may go on for ever, which no execution can show"
        );
        return departure(Loss::Effort, None, reason);
    }
    if rounds > 0 {
        let reason = msg!(
            "every tested input leaves the cycle after some rounds: the cycle is infinite only because the abstraction does not distinguish heaps of different sizes"
        );
        return departure(Loss::Cycle, None, reason);
    }
    let place = |position: u32| place::of(&explored.system, state(explored, run, position).point);
    let line = |position: u32| {
        let place = place(position);
        Message::verbatim(format!("{}:{}", place.file, place.line))
    };
    if let Some(name) = unknown_number(explored, run, position) {
        let reason = msg!("the analysis does not know the value of `{name}` at {}", line(position));
        let place = place(position);
        let (departure, _) = departure(Loss::Number, None, reason);
        return (departure, Some(Remedy::Condition { file: place.file, line: place.line }));
    }
    if let Some((at, label)) = (1..=position).rev().find_map(|at| Some((at, folded_at(explored, run, at)?))) {
        let reason = msg!(
            "no tested heap follows the abstract run from {}; at {} the analysis folded objects into `{label}`, which \
             also represents other heaps",
            line(position),
            line(at)
        );
        return departure(Loss::Folding, Some(at), reason);
    }
    let reason = match cut {
        true => msg!("the search for a heap that follows the abstract run from {} ended early", line(position)),
        false => msg!("no tested heap follows the abstract run from {}", line(position)),
    };
    departure(if cut { Loss::Effort } else { Loss::Other }, None, reason)
}

fn state(explored: &Explored, run: &FailingRun, position: u32) -> HeapState {
    explored.rsm.nodes[*run.path.state(position as usize)].state
}

/// The number that decides where the run goes at a position, if the analysis does not know it.
fn unknown_number(explored: &Explored, run: &FailingRun, position: u32) -> Option<String> {
    let state = state(explored, run, position);
    let PointKind::At(instance, location) = explored.system.points().kind(state.point) else { return None };
    let model = explored.system.model();
    let procedure: &Procedure = &model.program.procedures[explored.system.points().instance(instance).procedure];
    let heap = explored.system.store().get(state.heap);
    let unknown = |operand: &Operand| {
        let Operand::Local(local) = operand else { return None };
        let local = &procedure.locals[*local];
        let variable = model.alphabet.find_variable(&local.name);
        let is_known = local.ty.is_reference() || variable.is_some_and(|v| heap.variable(v).is_some());
        (!is_known).then(|| local.name.clone())
    };
    procedure.cfa.edges_from(location).find_map(|(_, edge)| match &edge.operation {
        Operation::Assume(Condition::Compare { left, right, .. }) => unknown(left).or_else(|| unknown(right)),
        _ => None,
    })
}

/// The label of a nonterminal edge into which selectors were folded on the way to a position.
fn folded_at(explored: &Explored, run: &FailingRun, position: u32) -> Option<String> {
    let store = explored.system.store();
    let [before, after] = [position - 1, position].map(|p| store.get(state(explored, run, p).heap));
    if after.selector_edges().count() >= before.selector_edges().count() {
        return None;
    }
    let alphabet = &explored.system.model().alphabet;
    let origin = |edge: &NonterminalEdge| alphabet.nonterminal(edge.label).origin;
    let count = |heap: &Heap, label| heap.nonterminals().iter().filter(|e| origin(e) == label).count();
    // A longer part may have taken the place of a shorter one.
    let grown = after.objects() < before.objects();
    let label = after.nonterminals().iter().map(origin).find(|&l| grown || count(&after, l) > count(&before, l))?;
    Some(alphabet.nonterminal(label).name.clone())
}
