//! The object with the static fields: every procedure that needs it receives a reference to it.

use crate::cfa::{EdgeId, Location, ProcedureId, Transition};
use crate::objects::{
    Callee, ClassId, Execution, Local, LocalId, LocalKind, Operation, OperationEdge, Procedure, Program, STATICS, Type,
};
use base::{Diagnostic, Idx, IndexVec, Message, Span, msg};

/// Adds a reference to the static fields to every procedure that needs them or calls one that does.
pub fn hand_over_statics(procedures: &mut IndexVec<ProcedureId, Procedure>) {
    let needs = |procedures: &IndexVec<ProcedureId, Procedure>, caller: &Procedure| {
        caller.cfa.edges.iter().any(|edge| match &edge.operation {
            Operation::Call(call) => call.callee.candidates().any(|callee| procedures[callee].statics.is_some()),
            _ => false,
        })
    };
    let mut changed = procedures.iter().any(|p| p.statics.is_some());
    while std::mem::take(&mut changed) {
        for id in procedures.indices() {
            if procedures[id].statics.is_none() && needs(procedures, &procedures[id]) {
                let Some(class) = procedures.iter().find_map(class_of_statics) else { return };
                take_statics(&mut procedures[id], class);
                changed = true;
            }
        }
    }
}

/// So many static variables are named.
const NAMED: usize = 4;

/// That static variables hold at the start of a run what they hold at first, although other code may have changed them; `leads`: some of them
/// refer to objects that other code may change. Nothing without any.
pub fn first_values(mut names: Vec<String>, leads: bool) -> Option<Diagnostic> {
    let count = names.len();
    let left = if count > NAMED { count + 1 - NAMED } else { 0 };
    names.truncate(count - left);
    let others = (left > 0).then(|| msg!("{left} others"));
    let all = Message::all_of(names.into_iter().map(Message::code).chain(others));
    let words = match (count, leads) {
        (0, _) => return None,
        (1, false) => msg!("{all} has its first value where a run starts"),
        (1, true) => msg!("{all} has its first value where a run starts, and so has all that it leads to"),
        (_, false) => msg!("{all} have their first values where a run starts"),
        (_, true) => msg!("{all} have their first values where a run starts, and so has all that they lead to"),
    };
    Some(Diagnostic::note("assumption/statics", None, words))
}

/// The class of the object with the static fields.
pub fn class_of_statics(procedure: &Procedure) -> Option<ClassId> {
    match procedure.locals[procedure.statics?].ty {
        Type::Reference(class) => Some(class),
        _ => None,
    }
}

/// The local of a procedure that refers to the object with the static fields.
pub fn take_statics(procedure: &mut Procedure, class: ClassId) -> LocalId {
    let ty = Type::Reference(class);
    *procedure.statics.get_or_insert_with(|| {
        procedure.locals.push(Local { name: STATICS.to_owned(), kind: LocalKind::Synthetic, ty, scope: None })
    })
}

/// An operation, with what executions do there.
pub type Prepended = (Operation, Option<Box<Execution>>);

/// Adds operations at the start of a procedure. The locations of calls are those of the procedure before.
pub fn prepend(procedure: &mut Procedure, operations: Vec<Prepended>) {
    let added = operations.len();
    let moved = |location: Location| Location::at(location.index() + added);
    let span = Span { end: procedure.span.start, ..procedure.span };
    let mut edges: IndexVec<EdgeId, OperationEdge> = IndexVec::new();
    for (number, (operation, execution)) in operations.into_iter().enumerate() {
        let target = if number + 1 == added { moved(procedure.cfa.entry) } else { Location::at(number + 1) };
        let mut edge = OperationEdge {
            source: Location::at(number),
            target,
            operation,
            on_null: None,
            execution,
            condition: None,
            span,
        };
        if let Operation::Call(call) = &mut edge.operation {
            call.exceptional = moved(call.exceptional);
        }
        edges.push(edge);
    }
    for edge in &procedure.cfa.edges {
        let mut edge = edge.clone();
        edge.for_each_location(|location| *location = moved(*location));
        edges.push(edge);
    }
    let locations = std::mem::take(&mut procedure.cfa.locations);
    procedure.cfa.locations = std::iter::repeat_n(span, added).chain(locations.iter().copied()).collect();
    procedure.cfa.edges = edges;
    procedure.cfa.entry = if added == 0 { procedure.cfa.entry } else { Location(0) };
    procedure.cfa.exit = moved(procedure.cfa.exit);
    procedure.exceptional_exit = moved(procedure.exceptional_exit);
    procedure.error = procedure.error.map(moved);
    procedure.ended = procedure.ended.map(moved);
}

/// Redirects all calls of a procedure to a copy of it.
pub fn call_a_copy(program: &mut Program, original: ProcedureId, analysed: Vec<ProcedureId>) {
    let is_called = |program: &Program, caller: ProcedureId| {
        program.procedures[caller].cfa.edges.iter().any(|edge| match &edge.operation {
            Operation::Call(call) => call.callee.candidates().any(|callee| callee == original),
            _ => false,
        })
    };
    if !analysed.iter().any(|&caller| is_called(program, caller)) {
        return;
    }
    let procedure = program.procedures[original].clone();
    let copy = program.procedures.push(procedure);
    for caller in analysed.into_iter().chain([copy]) {
        for edge in program.procedures[caller].cfa.edges.iter_mut() {
            let Operation::Call(call) = &mut edge.operation else { continue };
            match &mut call.callee {
                Callee::Static(callee) if *callee == original => *callee = copy,
                Callee::Virtual(table) => {
                    table.iter_mut().filter(|(_, callee)| *callee == original).for_each(|(_, callee)| *callee = copy);
                }
                Callee::Static(_) => {}
            }
        }
    }
}
