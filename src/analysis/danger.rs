//! What a property forbids: the faults of states, and the ends of executed runs.

use std::collections::BTreeSet;

use base::{CollectByInsertion, Message, Span, msg};
use interpreter::{End, InvalidAddress, Machine};
use program::Fault;
use program::cfa::{Location, ProcedureId};
use program::fault::undefined_steps;
use program::objects::{ExceptionKind, Failure, Operation, Program};
use report::assumption::{Assumption, AssumptionKind};
use report::claim::PropertyKind;
use report::evidence::Ending;
use report::{PropertyReport, Verdict};
use task::Check;

/// What a check forbids.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Danger {
    /// The check.
    pub check: Check,
    /// Of the calls of a client, those that it is about.
    pub calls: Option<ClientCalls>,
}

/// Some of the calls of a client, which fail unless they return, or throw something on purpose.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum ClientCalls {
    /// All of them.
    All,
    /// Those at a place.
    At(Span),
}

impl Danger {
    /// Of runs as they are.
    pub fn of(check: Check) -> Self {
        Self { check, calls: None }
    }

    /// Whether it is about exceptions.
    pub fn is_exception(self) -> bool {
        !self.check.exceptions().is_empty()
    }

    /// The kinds of exceptions that are forbidden.
    pub fn exceptions(self) -> &'static [ExceptionKind] {
        match self {
            Self { check: Check::MemorySafety, calls: Some(_) } => ExceptionKind::FAILURES,
            Self { check, .. } => check.exceptions(),
        }
    }

    fn forbids(self, kind: ExceptionKind) -> bool {
        self.exceptions().contains(&kind)
    }

    /// The place of the calls that it is about, if it is not about all.
    pub fn place(self) -> Option<Span> {
        match self.calls {
            Some(ClientCalls::At(place)) => Some(place),
            _ => None,
        }
    }

    /// Whether a fault is what is forbidden, or may be it.
    pub fn is_fault(self, fault: Fault) -> bool {
        match self.check {
            _ if self.is_exception() => match fault {
                Fault::NullDereference => self.forbids(ExceptionKind::NullDereference),
                Fault::Thrown(kind) => kind.is_none_or(|kind| self.forbids(kind)),
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
            Check::ValidFree => {
                matches!(fault, Fault::InvalidFree | Fault::DoubleFree | Fault::Failed(Failure::InvalidFree))
            }
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
        match self.check {
            _ if self.place().is_some_and(|place| machine.called() != Some(place)) => false,
            Check::MemorySafety if self.calls.is_none() => end.is_some_and(End::is_unsafe),
            _ if self.is_exception() => {
                let kind = end.and_then(|end| machine.exception_kind(end));
                kind.is_some_and(|kind| self.forbids(kind))
            }
            Check::ValidDeref => match end {
                Some(End::NullDereference | End::Failed(Failure::OutOfBounds)) => true,
                Some(End::InvalidDereference { because, .. }) => because.is_wrong(),
                _ => false,
            },
            Check::ValidFree => match end {
                Some(End::Failed(Failure::InvalidFree)) => true,
                Some(End::InvalidFree { because, .. }) => because.is_wrong(),
                _ => false,
            },
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
        match self.check {
            Check::ValidMemtrack => Some(Ending::Lost),
            Check::ValidMemcleanup => Some(Ending::NotFreed),
            _ => None,
        }
    }
}

/// What is checked of a program in C of which nothing is claimed: how it uses its memory, and whether it comes to an error that it
/// mentions.
pub fn usual_checks(program: &Program, entry: ProcedureId) -> Vec<Check> {
    let procedures = program.reachable(entry);
    let mut edges = procedures.iter().flat_map(|&id| &program.procedures[id].cfa.edges);
    let fails = |operation: &Operation| matches!(operation, Operation::Fail(Failure::Reached | Failure::Assertion));
    let may_fail = edges.any(|edge| fails(&edge.operation));
    Check::of_memory(program.procedures[entry].name == "main").chain(may_fail.then_some(Check::UnreachCall)).collect()
}

/// That no run ends in something undefined that a property does not look for, before it comes to what the property is about; one for each
/// kind. Nothing if the program does not do such things, and in Java, where nothing is undefined.
pub fn nothing_undefined(program: &Program, entry: ProcedureId, looks_for: impl Fn(Fault) -> bool) -> Vec<Assumption> {
    if !program.is_manual() {
        return Vec::new();
    }
    let ignored: BTreeSet<Message> = undefined_steps(program, entry)
        .into_iter()
        .filter(|fault| !looks_for(*fault))
        .filter_map(earlier)
        .collect_by_insertion();
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

/// Whether it is assumed that no run comes to a fault that is undefined in C.
pub(crate) fn is_excluded(fault: Fault, assumptions: &[Assumption]) -> bool {
    let kind = match fault {
        Fault::UndefinedDereference | Fault::DanglingDereference | Fault::OutsideDereference => Fault::NullDereference,
        Fault::DoubleFree | Fault::Failed(Failure::InvalidFree) => Fault::InvalidFree,
        fault => fault,
    };
    earlier(kind).is_some_and(|words| assumptions.iter().any(|assumption| assumption.words == words))
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

/// The fault with which a run in C has ended, if it has.
pub(crate) fn fault_of(end: End) -> Option<Fault> {
    Some(match end {
        End::NullDereference => Fault::NullDereference,
        End::InvalidDereference { because, .. } => match because {
            InvalidAddress::Undefined => Fault::UndefinedDereference,
            InvalidAddress::Freed | InvalidAddress::Ended => Fault::DanglingDereference,
            _ => Fault::OutsideDereference,
        },
        End::InvalidFree { because: InvalidAddress::Freed, .. } => Fault::DoubleFree,
        End::InvalidFree { .. } | End::Failed(Failure::InvalidFree) => Fault::InvalidFree,
        End::Failed(failure) => Fault::Failed(failure),
        _ => return None,
    })
}

/// Where a run did what has lost an object when it is in its last state: with its last step, or, if that has left a procedure, with
/// the one before, as `return p;`.
pub fn losing_step(
    program: &Program,
    states: impl DoubleEndedIterator<Item = (ProcedureId, Location)>,
) -> Option<Span> {
    let mut states = states.rev();
    let mut after = states.next()?;
    for before in states {
        let (procedure, location) = before;
        let cfa = &program.procedures[procedure].cfa;
        if let Some((_, first)) = cfa.edges_from(location).next() {
            let taken = cfa.edges_from(location).find(|(_, edge)| before.0 == after.0 && edge.target == after.1);
            return Some(taken.map_or(first.span, |(_, edge)| edge.span));
        }
        after = before;
    }
    None
}

/// What is wrong, and where.
pub fn located(what: &Message, file: &str, line: u32) -> Message {
    msg!("{} in line {} of {}", what, line, Message::verbatim(file))
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
