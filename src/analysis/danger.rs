//! What a property forbids: the faults of states, and the ends of executed runs.

use crate::replay::is_unsafe;
use std::collections::BTreeSet;

use base::{CollectByInsertion, Message, msg};
use interpreter::{End, Machine};
use program::Fault;
use program::cfa::ProcedureId;
use program::objects::{ExceptionKind, Failure, LocalId, Operand, Operation, Program};
use report::assumption::{Assumption, AssumptionKind};
use report::claim::PropertyKind;
use report::evidence::Ending;
use report::{PropertyReport, Verdict};
use rustc_hash::FxHashSet;
use task::Check;

/// What a check forbids.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Danger(pub Check);

impl Danger {
    /// Whether it is about exceptions.
    pub fn is_exception(self) -> bool {
        !self.0.exceptions().is_empty()
    }

    /// Whether a fault is what is forbidden, or may be it.
    pub fn is_fault(self, fault: Fault) -> bool {
        let Danger(check) = self;
        match check {
            _ if self.is_exception() => match fault {
                Fault::NullDereference => check.exceptions().contains(&ExceptionKind::NullDereference),
                Fault::Thrown(kind) => kind.is_none_or(|kind| check.exceptions().contains(&kind)),
                _ => false,
            },
            Check::ValidDeref => matches!(
                fault,
                Fault::NullDereference
                    | Fault::UndefinedDereference
                    | Fault::DanglingDereference
                    | Fault::OutsideDereference
                    | Fault::Failed(Failure::OutOfBounds)
            ),
            Check::ValidFree => matches!(fault, Fault::InvalidFree | Fault::DoubleFree),
            Check::ValidMemtrack => fault == Fault::Lost,
            // What is lost is still there at the end, if the run comes to one.
            Check::ValidMemcleanup => matches!(fault, Fault::Lost | Fault::NotFreed),
            Check::UnreachCall => {
                matches!(fault, Fault::Failed(Failure::Reached | Failure::Assertion))
            }
            // That this analysis does not check the others was found when the task was loaded.
            _ => false,
        }
    }

    /// Whether an executed run has done what is forbidden, given its last state and how it has ended, if it has. Once this holds of a
    /// state it holds of all later ones.
    pub fn is_seen(self, machine: &Machine<'_>, end: Option<End>) -> bool {
        let Danger(check) = self;
        match check {
            Check::MemorySafety => is_unsafe(machine, end),
            _ if self.is_exception() => {
                let kind = end.and_then(|end| machine.exception_kind(end));
                kind.is_some_and(|kind| check.exceptions().contains(&kind))
            }
            Check::ValidDeref => match end {
                Some(End::NullDereference | End::Failed(Failure::OutOfBounds)) => true,
                Some(End::InvalidDereference { because, .. }) => because.is_wrong(),
                _ => false,
            },
            Check::ValidFree => {
                matches!(end, Some(End::InvalidFree { because, .. }) if because.is_wrong())
            }
            Check::ValidMemtrack => !machine.lost().is_empty(),
            Check::ValidMemcleanup => matches!(end, Some(End::Returned | End::Ended)) && !machine.unfreed().is_empty(),
            Check::UnreachCall => {
                matches!(end, Some(End::Failed(Failure::Reached | Failure::Assertion)))
            }
            _ => false,
        }
    }

    /// How a run has ended that was told, if something other than its end is forbidden.
    pub fn ending(self) -> Option<Ending> {
        match self {
            Danger(Check::ValidMemtrack) => Some(Ending::Lost),
            Danger(Check::ValidMemcleanup) => Some(Ending::NotFreed),
            _ => None,
        }
    }
}

/// The checks that together are memory safety.
const MEMORY: [Check; 4] = [Check::ValidDeref, Check::ValidFree, Check::ValidMemtrack, Check::ValidMemcleanup];

/// What is checked of a program in C of which nothing is claimed: how it uses its memory, and whether it comes to an error that it
/// mentions. What a function other than `main` has not freed is its caller's.
pub fn usual_checks(program: &Program, entry: ProcedureId) -> Vec<Check> {
    let procedures = program.reachable(entry);
    let mut edges = procedures.iter().flat_map(|&id| &program.procedures[id].cfa.edges);
    let fails = |operation: &Operation| matches!(operation, Operation::Fail(Failure::Reached | Failure::Assertion));
    let may_fail = edges.any(|edge| fails(&edge.operation));
    let is_main = program.procedures[entry].name == "main";
    let memory = MEMORY.into_iter().filter(|&check| is_main || check != Check::ValidMemcleanup);
    memory.chain(may_fail.then_some(Check::UnreachCall)).collect()
}

/// That no run ends in something undefined that a property does not look for, before it comes to what the property is about; one for each
/// kind. Nothing if the program does not do such things, and in Java, where nothing is undefined.
pub fn nothing_undefined(program: &Program, entry: ProcedureId, looks_for: impl Fn(Fault) -> bool) -> Vec<Assumption> {
    if !program.is_manual() {
        return Vec::new();
    }
    let procedures = program.reachable(entry);
    let edges =
        || procedures.iter().flat_map(|&id| program.procedures[id].cfa.edges.iter().map(move |edge| (id, edge)));
    // Variables in memory are there, unless they are freed.
    let mut others: FxHashSet<(ProcedureId, LocalId)> = FxHashSet::default();
    for (id, edge) in edges() {
        match edge.operation {
            Operation::New { .. } => {}
            Operation::Free(Operand::Local(local)) => drop(others.insert((id, local))),
            ref operation => others.extend(operation.defines().map(|local| (id, local))),
        }
    }
    let is_valid = |id: ProcedureId, operand: Operand| {
        let Operand::Local(local) = operand else { return false };
        let procedure = &program.procedures[id];
        procedure.statics == Some(local) || !procedure.parameters.contains(&local) && !others.contains(&(id, local))
    };
    let undefined = edges().filter_map(|(id, edge)| match edge.operation {
        Operation::Fail(failure @ (Failure::DivisionByZero | Failure::ShiftDistance | Failure::OutOfBounds)) => {
            Some(Fault::Failed(failure))
        }
        Operation::Free(_) => Some(Fault::InvalidFree),
        ref operation => {
            operation.dereferences().filter(|&pointer| !is_valid(id, pointer)).map(|_| Fault::NullDereference)
        }
    });
    let ignored: BTreeSet<Message> =
        undefined.filter(|fault| !looks_for(*fault)).filter_map(earlier).collect_by_insertion();
    ignored.into_iter().map(|words| Assumption::new(AssumptionKind::Earlier, words)).collect()
}

/// That no run comes earlier to something undefined.
fn earlier(fault: Fault) -> Option<Message> {
    let what = match fault {
        Fault::Failed(failure @ (Failure::DivisionByZero | Failure::ShiftDistance | Failure::OutOfBounds)) => {
            failure.words()
        }
        Fault::InvalidFree => msg!("an invalid free"),
        Fault::NullDereference => msg!("an invalid pointer"),
        _ => return None,
    };
    Some(msg!("no run comes earlier to {what}"))
}

/// Drops what is assumed of earlier steps of runs where other properties say that there are no such steps: of the steps that satisfied
/// properties exclude, no run has a first one.
pub fn discharge(reports: &mut [PropertyReport]) {
    let is_satisfied = |report: &PropertyReport| report.judgement.verdict == Verdict::Satisfied;
    let excluded: BTreeSet<Message> = reports
        .iter()
        .filter(|report| is_satisfied(report))
        .flat_map(|report| faults_of(report.claim.kind))
        .filter_map(|fault| earlier(*fault))
        .collect_by_insertion();
    for report in reports.iter_mut().filter(|report| is_satisfied(report)) {
        let is_open = |it: &Assumption| it.kind != AssumptionKind::Earlier || !excluded.contains(&it.words);
        report.judgement.assumptions.retain(is_open);
    }
}

/// The undefined steps that a property looks for.
fn faults_of(kind: PropertyKind) -> &'static [Fault] {
    match kind {
        PropertyKind::ValidDeref => &[Fault::NullDereference, Fault::Failed(Failure::OutOfBounds)],
        PropertyKind::ValidFree => &[Fault::InvalidFree],
        PropertyKind::NoDivisionByZero => &[Fault::Failed(Failure::DivisionByZero)],
        PropertyKind::NoInvalidShift => &[Fault::Failed(Failure::ShiftDistance)],
        PropertyKind::NoIndexOutOfBounds => &[Fault::Failed(Failure::OutOfBounds)],
        _ => &[],
    }
}

/// An exception that is not caught, by the name of its class.
pub fn uncaught(class: &str) -> Message {
    msg!("an exception is not caught: `{}`", class.replace('$', "."))
}

/// A fault in words.
pub fn words(fault: Fault) -> Message {
    match fault {
        Fault::NullDereference => msg!("null is dereferenced"),
        Fault::UndefinedDereference => msg!("a pointer without a value is dereferenced"),
        Fault::DanglingDereference => msg!("a pointer to memory that is gone is dereferenced"),
        Fault::OutsideDereference => msg!("an address outside of all objects is dereferenced"),
        Fault::NotFollowed => msg!("the run is not followed from here"),
        Fault::InvalidFree => msg!("something is freed that is no object of the heap"),
        Fault::DoubleFree => msg!("something is freed that is gone"),
        Fault::Lost => msg!("an object that was not freed is lost"),
        Fault::NotFreed => msg!("the run ends while an object is not freed"),
        Fault::Thrown(_) => msg!("an exception is not caught"),
        Fault::Failed(failure) => failure.words(),
    }
}
