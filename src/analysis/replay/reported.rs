//! Executed runs in the words of reports.

use super::{Counterexample, Guide, ObservedState, ReplayClaim, ReplayTask, Trace, concrete_heap};
use crate::danger::{self, Danger, fault_of, losing_step};
use crate::states::{edge_of, operation_of};
use base::{Idx, Message};
use interpreter::{End, Frame, InvalidAddress, Machine, Value, Watch};
use ltl::logic::Tail;
use program::Fault;
use program::objects::{
    Condition, Local, Operand, Operation, OperationEdge, Procedure, Program, Rvalue, Type, is_program_name, seen_class,
};
use report::VariableValue;
use report::evidence::{AddressKind, ConcreteRun, ConcreteStep, Ending, STEP_LIMIT};
use report::heap::HeapView;
use report::stack::StackFrame;
use task::Check;

/// An executed run in the words of reports.
pub struct ReportedRun {
    /// The run.
    pub run: ConcreteRun,
    /// The heaps of its states.
    pub heaps: Vec<HeapView>,
    /// What is wrong in it, and where, if a fault is claimed.
    pub fault: Option<Message>,
    /// The member of which the input says nothing though the run depends on it.
    pub left_out: Option<String>,
}

/// A run in the words of reports.
pub fn reported_run(
    task: &ReplayTask<'_>,
    guide: &Guide,
    counterexample: &Counterexample,
    trace: &Trace<'_>,
) -> ReportedRun {
    let marked = counterexample.marked;
    let last = trace.moments.last();
    let input = concrete_heap::of_input(task.setting, &counterexample.input, marked, Some(&trace.last));
    let positions = match counterexample.follows {
        true => guide.positions(&trace.moments, task.watch),
        false => vec![None; trace.moments.len()],
    };
    // Of what a client does itself, its calls are told, and where it ends.
    let is_told = |(at, moment): &(usize, &ObservedState<'_>)| {
        let machine = &moment.machine;
        !machine.is_in_client() || at + 1 == trace.moments.len() || machine.client_step(&trace.last).is_some()
    };
    let told = || trace.moments.iter().enumerate().filter(is_told);
    let steps = told().take(STEP_LIMIT).map(|(at, moment)| {
        let next = trace.moments.get(at + 1);
        let position = positions[at];
        concrete_step(task.watch, &trace.last, moment, next, position)
    });
    let run = ConcreteRun {
        input,
        follows: counterexample.follows,
        steps: steps.collect(),
        length: u32::at(told().count()),
        ending: match task.claim {
            ReplayClaim::Comes(danger) => danger.ending().unwrap_or_else(|| ending(trace)),
            ReplayClaim::Shows(..) => ending(trace),
        },
        null: last.and_then(|last| null(task, last)),
        thrown: last.filter(|_| trace.end == Some(End::Thrown)).and_then(|last| thrown(task, last)),
    };
    let heaps = told().take(STEP_LIMIT).map(|(_, m)| concrete_heap::of(&m.machine, marked)).collect();
    ReportedRun { run, heaps, fault: fault(task, trace), left_out: left_out(task, trace) }
}

/// The member of which the input says nothing though a run in C has read it that ends as it uses a pointer without a value. What it is in
/// other inputs is not known: the run shows nothing of them.
fn left_out(task: &ReplayTask<'_>, trace: &Trace<'_>) -> Option<String> {
    let program = task.setting.program;
    let (End::InvalidDereference { because: InvalidAddress::Undefined, .. }
    | End::InvalidFree { because: InvalidAddress::Undefined, .. }) = trace.end?
    else {
        return None;
    };
    trace.moments.iter().find_map(|ObservedState { machine, .. }| {
        let top = machine.top();
        let (_, edge) = program.procedures[top.procedure].cfa.edges_from(top.location).next()?;
        let Operation::Load { base, field, .. } = edge.operation else { return None };
        let Value::Object(object) = machine.known(top.local(base)) else { return None };
        let (object, member) = (&machine.objects()[object], &program.fields[field]);
        let is_unset = matches!(object.fields.get(&member.name), None | Some(Value::Unset | Value::Undefined));
        let is_left_out = object.vertex.is_some() && member.ty.is_reference() && is_unset;
        is_left_out.then(|| member.name.clone())
    })
}

/// What is wrong in the last state of a run in C, and where.
fn fault(task: &ReplayTask<'_>, trace: &Trace<'_>) -> Option<Message> {
    let ReplayClaim::Comes(danger @ Danger { check, .. }) = task.claim else { return None };
    if danger.is_exception() {
        return None;
    }
    let ObservedState { machine, fault } = trace.moments.last()?;
    let (program, top) = (task.setting.program, machine.top());
    let cfa = &program.procedures[top.procedure].cfa;
    let states = trace.moments.iter().map(|moment| (moment.machine.top().procedure, moment.machine.top().location));
    let (fault, span) = match check {
        Check::ValidMemtrack => (Fault::Lost, losing_step(program, states)?),
        Check::ValidMemcleanup => (Fault::NotFreed, cfa.locations[top.location]),
        _ => (fault_of((*fault)?)?, cfa.edges_from(top.location).next()?.1.span),
    };
    let (file, line) = task.watch.place(span);
    Some(danger::located(&danger::words(fault), &file, line))
}

/// What was null where a state has dereferenced null, as in the source, if it has a name there.
fn null(task: &ReplayTask<'_>, ObservedState { machine, fault }: &ObservedState<'_>) -> Option<String> {
    let top = machine.top();
    let procedure = &task.setting.program.procedures[top.procedure];
    let (_, edge) = procedure.cfa.edges_from(top.location).next().filter(|_| *fault == Some(End::NullDereference))?;
    let operand = match edge.operation.dereferences()? {
        // A method of the library has found null in what it needs.
        Operand::Null => procedure.cfa.edges.iter().filter(|edge| edge.target == top.location).find_map(found_null)?,
        operand => operand,
    };
    name(task.setting.program, procedure, operand, NAME_PARTS)
}

/// What is null behind an edge because of its condition.
fn found_null(edge: &OperationEdge) -> Option<Operand> {
    match edge.operation {
        Operation::Assume(Condition::Compare { left, right: Operand::Null, .. }) => Some(left),
        Operation::Assume(Condition::Compare { left: Operand::Null, right, .. }) => Some(right),
        _ => None,
    }
}

/// The class of the exception that leaves the entry procedure.
fn thrown(task: &ReplayTask<'_>, ObservedState { machine, .. }: &ObservedState<'_>) -> Option<String> {
    let class = machine.thrown()?;
    Some(seen_class(&task.setting.program.classes[class].name).to_owned())
}

/// What has more fields after each other is not named.
const NAME_PARTS: u32 = 4;

/// What an operand is in the source: a variable, or what was loaded from a field of one.
fn name(program: &Program, procedure: &Procedure, operand: Operand, parts: u32) -> Option<String> {
    let Operand::Local(local) = operand else { return None };
    let own = &procedure.locals[local].name;
    if is_program_name(own) {
        return Some(own.clone());
    }
    let mut loads = procedure.cfa.edges.iter().filter(|edge| edge.operation.defines() == Some(local));
    let Some(Operation::Load { base, field, .. }) = loads.next().map(|edge| &edge.operation) else { return None };
    let base = name(program, procedure, Operand::Local(*base), parts.checked_sub(1)?)?;
    let member = if program.is_manual() { "->" } else { "." };
    Some(format!("{base}{member}{}", program.fields[*field].name))
}

fn ending(trace: &Trace<'_>) -> Ending {
    let kind = |because| match because {
        InvalidAddress::Undefined => AddressKind::Undefined,
        InvalidAddress::Freed => AddressKind::Freed,
        InvalidAddress::Ended => AddressKind::Ended,
        InvalidAddress::Outside | InvalidAddress::OtherType => AddressKind::Outside,
        InvalidAddress::Part => AddressKind::Part,
        InvalidAddress::Automatic => AddressKind::Automatic,
        InvalidAddress::Static => AddressKind::Static,
    };
    match (trace.end, trace.tail) {
        (Some(End::Returned), _) => Ending::Returned,
        (Some(End::Thrown | End::NullDereferenceThrown), _) => Ending::Thrown,
        (Some(End::NullDereference), _) => Ending::NullDereference,
        (Some(End::InvalidDereference { because, .. }), _) => Ending::InvalidDereference { of: kind(because) },
        (Some(End::InvalidFree { because, .. }), _) => Ending::InvalidFree { of: kind(because) },
        (Some(End::Failed(_)), _) => Ending::Failed,
        (_, Tail::Repeats(from)) => Ending::Repeats { from: u32::at(from) },
        (_, Tail::Stutters) => Ending::Diverges,
        (_, Tail::Cut) => Ending::Open,
    }
}

/// A state on the way to the next one, in the words of reports, of a run that comes to a last state.
pub(crate) fn concrete_step(
    watch: &Watch<'_>,
    last: &Machine<'_>,
    moment: &ObservedState<'_>,
    next: Option<&ObservedState<'_>>,
    position: Option<u32>,
) -> ConcreteStep {
    let ObservedState { machine, fault } = moment;
    let program = machine.setting().program;
    let place = |frame: &Frame<'_>| {
        let span = program.procedures[frame.procedure].cfa.locations[frame.location];
        watch.place(span)
    };
    let [callers @ .., top] = machine.frames() else { unreachable!("a machine has a frame") };
    let procedure = &program.procedures[top.procedure];
    // Where something failed, it is the operation that counts, not its statement.
    let failed = procedure.cfa.edges_from(top.location).next().filter(|_| fault.is_some());
    let (file, line) = failed.map_or_else(|| place(top), |(_, edge)| watch.place(edge.span));
    let deeper = |next: &ObservedState<'_>| next.machine.depth() == machine.depth() && next.fault.is_none();
    let target = next.filter(|m| deeper(m)).map(|m| m.machine.top().location);
    let stack =
        callers.iter().map(|f| StackFrame::Caller { method: program.qualified_name(f.procedure), line: place(f).1 });
    ConcreteStep {
        method: program.qualified_name(top.procedure),
        file,
        line,
        operation: match machine.client_step(last) {
            Some(call) => call.to_string(),
            None => operation_of(program, top.procedure, top.location, target),
        },
        condition: edge_of(program, top.procedure, top.location, target).and_then(|edge| edge.condition),
        stack: stack.collect(),
        position,
        drawn: next.and_then(|next| drawn(watch, last, machine, &next.machine)).into_iter().collect(),
    }
}

/// More characters of the text of what draws a number are left out.
const DRAWN: usize = 60;

/// The number that a step has drawn, as far as the run depends on it, which its last state knows.
fn drawn(watch: &Watch<'_>, last: &Machine<'_>, before: &Machine<'_>, after: &Machine<'_>) -> Option<VariableValue> {
    let (program, top) = (before.setting().program, before.top());
    let procedure = &program.procedures[top.procedure];
    let (_, edge) = procedure.cfa.edges_from(top.location).next()?;
    let Operation::Assign { target, value: Rvalue::Drawn } = edge.operation else { return None };
    let drawn = (before.depth() == after.depth()).then(|| after.top().local(target))?;
    let Value::Number(number) = last.known(drawn) else { return None };
    let Local { name, ty, .. } = &procedure.locals[target];
    let name = if is_program_name(name) { name.clone() } else { watch.text(edge.span).chars().take(DRAWN).collect() };
    let value = match ty {
        Type::Boolean => (number != 0).to_string(),
        Type::Integer(ty) if ty.is_unsigned_64() => number.cast_unsigned().to_string(),
        _ => number.to_string(),
    };
    Some(VariableValue { name, value })
}
