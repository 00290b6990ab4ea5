//! Runs and proofs of programs in blocks, for people.

use std::collections::BTreeSet;

use super::abstraction::UnitContract;
use super::replay::{ExecutedState, ExecutedTrace};
use crate::blocks::{BlockProgram, ContractPlace, FlatPlace, FlatProgram, FrameId, HeadId, Notation};
use analysis::danger::{uncaught, words};
use analysis::states::{limited_stack, mix};
use base::{CollectByInsertion, Idx, IndexVec, Message, Sources, Span, msg};
use bitvec::{TermId, Terms};
use interpreter::End;
use program::Fault;
use program::cfa::Location;
use program::objects::{Operation, OperationEdge, Type, is_program_name, seen_class};
use report::evidence::{Departure, Evidence, Loss};
use report::stack::StackFrame;
use report::{Invariant, InvariantKind, Run, RunStep, VariableValue};

/// Of a run with more states the first and the last ones are shown.
const STATES: usize = 2_000;

/// An executed run, for a report, with the places of its steps.
pub(super) fn run(program: &BlockProgram<'_>, sources: &Sources, executed: &ExecutedTrace) -> (Run, Vec<FlatPlace>) {
    let count = executed.states.len();
    let hidden = count.saturating_sub(STATES);
    let first = STATES / 2;
    let mut prefix = Vec::with_capacity(count - hidden);
    let mut places = Vec::with_capacity(count - hidden);
    for (position, state) in executed.states.iter().enumerate() {
        if hidden > 0 && (first..first + hidden).contains(&position) {
            continue;
        }
        places.push(FlatPlace { frame: state.frame, location: state.location });
        let edge = edge_after(program, executed, position);
        let procedure = &program.flat.program.procedures[state.procedure];
        let (file, line) = place(sources, procedure.cfa.locations[state.location]);
        prefix.push(RunStep {
            state: format!("{:016x}", hash(state)),
            index: None,
            method: program.flat.program.qualified_name(state.procedure),
            file,
            line,
            operation: edge.map_or(String::new(), |edge| program.flat.program.operation(procedure, &edge.operation)),
            condition: edge.and_then(|edge| edge.condition),
            stack: stack(program, sources, state),
            folded: hidden > 0 && position + 1 == first,
            values: values(state),
        });
    }
    (Run { prefix, cycle: Vec::new() }, places)
}

/// The position in the [run of a report](run) of a state of an executed run, if it is listed.
pub(super) fn step(executed: &ExecutedTrace, position: usize) -> Option<u32> {
    let hidden = executed.states.len().saturating_sub(STATES);
    let first = STATES / 2;
    match position {
        position if hidden == 0 || position < first => Some(u32::at(position)),
        position => position.checked_sub(hidden).filter(|&step| step >= first).map(u32::at),
    }
}

/// In which way an executed run fails, in a sentence.
pub(super) fn failure(program: &BlockProgram<'_>, sources: &Sources, executed: &ExecutedTrace) -> Option<Message> {
    let what = match executed.end? {
        End::Failed(failure) => failure.words(),
        End::NullDereference | End::NullDereferenceThrown => msg!("null is dereferenced"),
        End::InvalidDereference { because, .. } => msg!("{} is dereferenced", because.words()),
        End::InvalidFree { because, .. } => msg!("{} is freed", because.words()),
        End::Thrown => match executed.thrown {
            Some(class) => uncaught(seen_class(&program.flat.program.classes[class].name)),
            None => words(Fault::Thrown(None)),
        },
        End::Returned | End::Ended | End::Stuck | End::TooLarge => return None,
    };
    let last = executed.states.len().checked_sub(1)?;
    let procedure = &program.flat.program.procedures[executed.states[last].procedure];
    let at = procedure.cfa.locations[executed.states[last].location];
    let span = edge_after(program, executed, last).map_or(at, |edge| edge.span);
    let (file, line) = place(sources, span);
    Some(msg!("{what} in line {line} of {}", Message::verbatim(file)))
}

/// What stands behind a failing run that was executed and does not fail: what it depends on that is not followed.
pub(super) fn unfollowed(program: &BlockProgram<'_>, sources: &Sources, executed: &ExecutedTrace) -> Evidence {
    let mut named: Vec<Message> = Vec::new();
    // The last one is the nearest to the failure.
    for &(procedure, edge) in executed.unfollowed.iter().rev() {
        let span = program.flat.program.procedures[procedure].cfa.edges[edge].span;
        let (file, line) = place(sources, span);
        let text = sources.file(span.file).text.get(span.start as usize..span.end as usize).unwrap_or_default();
        let text: String = text.split_whitespace().collect::<Vec<_>>().join(" ").chars().take(SHOWN).collect();
        let value = msg!("`{text}` in line {line} of {}", Message::verbatim(file));
        if !named.contains(&value) && named.len() < NAMED {
            named.push(value);
        }
    }
    let of_what = match named.is_empty() {
        true => msg!("a value that is not followed in blocks, such as what is read from an object"),
        false => msg!("what is not followed in blocks: {}", Message::joined(&named, ", ")),
    };
    let reason = msg!("the run depends on {of_what}");
    Evidence::departed(Departure { position: None, loss: Loss::Other, lost_at: None, reason })
}

/// At most so many values are named, each with so many characters.
const NAMED: usize = 3;
const SHOWN: usize = 60;

/// The edge that leads on from a state: to the next one, or into the failure.
pub(super) fn edge_after<'p>(
    program: &BlockProgram<'p>,
    executed: &ExecutedTrace,
    position: usize,
) -> Option<&'p OperationEdge> {
    let state = &executed.states[position];
    let procedure = &program.flat.program.procedures[state.procedure];
    if let Some(edge) = state.edge {
        return Some(&procedure.cfa.edges[edge]);
    }
    let is_last = position + 1 == executed.states.len();
    let mut leaving = procedure.cfa.edges_from(state.location).map(|(_, edge)| edge).filter(|_| is_last);
    leaving
        .find(|edge| matches!((&edge.operation, executed.end), (Operation::Fail(f), Some(End::Failed(g))) if *f == g))
}

fn place(sources: &Sources, span: Span) -> (String, u32) {
    let file = sources.file(span.file);
    (file.name.clone(), file.position(span.start).0)
}

fn stack(program: &BlockProgram<'_>, sources: &Sources, state: &ExecutedState) -> Vec<StackFrame> {
    limited_stack(state.callers.iter().rev(), |&(procedure, location)| {
        let program = program.flat.program;
        let (_, line) = place(sources, program.procedures[procedure].cfa.locations[location]);
        (program.qualified_name(procedure), line)
    })
}

/// The variables of the program, with their values.
fn values(state: &ExecutedState) -> Vec<VariableValue> {
    let own = state.values.iter().filter(|(name, ..)| is_program_name(name));
    own.map(|(name, ty, value)| VariableValue { name: name.clone(), value: written(*ty, *value) }).collect()
}

fn written(ty: Type, value: i64) -> String {
    match ty {
        Type::Boolean => if value == 0 { "false" } else { "true" }.to_owned(),
        Type::Integer(ty) if ty.is_unsigned_64() => value.cast_unsigned().to_string(),
        Type::Float => format!("{:?}", f64::from_bits(value.cast_unsigned())),
        _ => value.to_string(),
    }
}

/// A number that depends on nothing but the state.
fn hash(state: &ExecutedState) -> u64 {
    let places = state.callers.iter().copied().chain([(state.procedure, state.location)]);
    let places = places.flat_map(|(procedure, location)| [u64::from(procedure.0), u64::from(location.0)]);
    let values = state.values.iter().flat_map(|(name, _, value)| {
        [name.bytes().fold(0, |hash, byte| mix(hash, u64::from(byte))), value.cast_unsigned()]
    });
    places.chain(values).fold(0, mix)
}

/// What a proof says of loops, with the places of their heads. Conditions that cannot be written in the scope of the loop are counted.
pub(super) fn invariants(
    program: &BlockProgram<'_>,
    sources: &Sources,
    proof: &IndexVec<HeadId, Vec<TermId>>,
    terms: &Terms,
    notation: Notation,
) -> Vec<(FlatPlace, Invariant)> {
    let loops = loops(program).map(|head| {
        let frame = program.frame_of(head);
        let said = proof[head].iter().map(|&condition| program.expression(terms, condition, frame, notation));
        let (conditions, hidden) = partition(said);
        let invariant = Invariant { conditions, hidden, ..at_loop(program, sources, head) };
        (program.flat.cfa.locations[program.heads[head].location], invariant)
    });
    loops.collect()
}

/// What a proof says of a recursive procedure that was entered where some conditions held: at its loops, and where it returns.
pub(super) fn contract(
    program: &BlockProgram<'_>,
    sources: &Sources,
    contract: &UnitContract,
    terms: &Terms,
    notation: Notation,
) -> Vec<Invariant> {
    let written = |conditions: &[TermId], place| {
        let write = |&condition: &TermId| program.contract_expression(terms, condition, place, notation);
        partition(conditions.iter().map(write))
    };
    let (entered, unwritten) = written(&contract.entered, ContractPlace::Entry);
    let end = program.ends[0];
    let procedure = program.flat.procedure(FrameId(0));
    let (file, line, column) = position(sources, procedure.span);
    let of_procedure = Invariant {
        kind: if contract.holds.contains_key(&end) { InvariantKind::Return } else { InvariantKind::NoReturn },
        method: program.flat.program.qualified_name(program.flat.frames[FrameId(0)].procedure),
        file,
        line,
        column,
        stack: Vec::new(),
        entered: Vec::new(),
        conditions: Vec::new(),
        hidden: 0,
    };
    let inside = loops(program).map(|head| (head, ContractPlace::Head(head), at_loop(program, sources, head)));
    let places = inside.chain([(end, ContractPlace::Return, of_procedure)]);
    let said = places.filter_map(|(head, place, invariant)| {
        let holds = match (contract.holds.get(&head), invariant.kind) {
            (Some(holds), _) => &holds[..],
            (None, InvariantKind::NoReturn) => &[],
            (None, _) => return None,
        };
        // What is said of all calls must not be said of fewer: with conditions that cannot be written, nothing is.
        if unwritten > 0 {
            let hidden = unwritten + u32::at(holds.len());
            return Some(Invariant { kind: InvariantKind::Return, hidden, ..invariant })
                .filter(|_| place == ContractPlace::Return);
        }
        let (conditions, hidden) = written(holds, place);
        Some(Invariant { entered: entered.clone(), conditions, hidden, ..invariant })
    });
    said.collect()
}

/// The heads of loops.
fn loops(program: &BlockProgram<'_>) -> impl Iterator<Item = HeadId> {
    let is_loop = program.flat.cfa.loop_heads();
    program.heads.iter_enumerated().filter(move |(_, head)| is_loop[head.location]).map(|(id, _)| id)
}

/// The place of a loop, of which nothing is said.
fn at_loop(program: &BlockProgram<'_>, sources: &Sources, head: HeadId) -> Invariant {
    let flat = &program.flat;
    let frame = program.frame_of(head);
    let (file, line, column) = position(sources, flat.span(program.heads[head].location));
    let callers = std::iter::successors(flat.frames[frame].caller, |&(caller, _)| flat.frames[caller].caller);
    let stack = limited_stack(callers, |(caller, edge)| {
        let call = &flat.procedure(caller).cfa.edges[edge];
        let (_, line) = place(sources, call.span);
        (flat.program.qualified_name(flat.frames[caller].procedure), line)
    });
    Invariant {
        kind: InvariantKind::Loop,
        method: flat.program.qualified_name(flat.frames[frame].procedure),
        file,
        line,
        column,
        stack,
        entered: Vec::new(),
        conditions: Vec::new(),
        hidden: 0,
    }
}

fn position(sources: &Sources, span: Span) -> (String, u32, u32) {
    let file = sources.file(span.file);
    let (line, column) = file.position(span.start);
    (file.name.clone(), line, column)
}

/// The conditions that can be written, and how many cannot.
fn partition(conditions: impl Iterator<Item = Option<String>>) -> (Vec<String>, u32) {
    let (written, hidden): (Vec<_>, Vec<_>) = conditions.partition(Option::is_some);
    (written.into_iter().flatten().collect(), u32::at(hidden.len()))
}

/// Of what is known in several states of an observer at one place, what holds in all of them. The rest is counted. Nothing is said
/// of a place to which a run may come in another state of the observer, or that is no loop of the `program`.
pub(super) fn whatever_was_observed(
    program: &FlatProgram<'_>,
    flat: &FlatProgram<'_>,
    known: Vec<(FlatPlace, Invariant)>,
) -> Vec<(FlatPlace, Invariant)> {
    let is_loop = flat.cfa.loop_heads();
    let steps = flat.cfa.edges.iter().filter(|edge| edge.is_step()).map(|edge| edge.target);
    let arrivals: BTreeSet<Location> = steps.chain([flat.cfa.entry]).collect_by_insertion();
    let is_known = |arrival: Location| {
        let mut pending = vec![arrival];
        while let Some(at) = pending.pop() {
            if is_loop[at] || at == flat.error {
                continue;
            }
            // What is observed comes before the next step.
            if !flat.cfa.edges_from(at).all(|(_, edge)| !edge.is_step()) {
                return false;
            }
            pending.extend(flat.cfa.edges_from(at).map(|(_, edge)| edge.target));
        }
        true
    };
    let unknown: Vec<FlatPlace> =
        arrivals.into_iter().filter(|&at| !is_known(at)).map(|at| flat.cfa.locations[at]).collect();
    let heads = program.cfa.loop_heads();
    let loops: Vec<FlatPlace> =
        heads.iter_enumerated().filter(|&(_, &is_head)| is_head).map(|(at, _)| program.cfa.locations[at]).collect();
    let mut found: Vec<(FlatPlace, Invariant)> = Vec::new();
    let is_said = |place: &FlatPlace| loops.contains(place) && !unknown.contains(place);
    for (place, invariant) in known.into_iter().filter(|(place, _)| is_said(place)) {
        let Some((_, other)) = found.iter_mut().find(|(known, _)| *known == place) else {
            found.push((place, invariant));
            continue;
        };
        other.conditions.retain(|condition| invariant.conditions.contains(condition));
        other.hidden = other.hidden.min(invariant.hidden);
    }
    found
}
