//! What is checked of the exceptions of Java programs: memory safety, which is a group, and its parts.

use std::collections::BTreeSet;

use base::{Diagnostic, Message, Span, msg};
use program::cfa::ProcedureId;
use program::objects::{ExceptionKind, Program};
use report::assumption::{Assumption, AssumptionKind};
use report::claim::PropertyKind;
use report::{Judgement, MEMORY_SAFETY, PropertyReport, Verdict};
use task::{Check, Language, Loaded, PropertyText};

/// A check of exceptions.
pub struct ExceptionCheck {
    /// Its name in reports.
    pub id: String,
    /// What it forbids.
    pub check: Check,
    /// Whether it is a part of the memory safety before it, which is looked at if that is not satisfied.
    pub is_part: bool,
}

/// What is checked of the exceptions of a Java program: what the task asks for, or else memory safety. Its parts follow it, unless there is
/// only one.
pub fn exception_checks(loaded: &Loaded, code: Option<&(Program, ProcedureId)>) -> Vec<ExceptionCheck> {
    if loaded.task.program.language != Language::Java {
        return Vec::new();
    }
    let asked = loaded.properties.iter().filter_map(|property| Some((property.id.as_str(), property.check?)));
    let mut asked: Vec<(&str, Check)> = asked.filter(|(_, check)| !check.exceptions().is_empty()).collect();
    if asked.is_empty() && !loaded.only_properties {
        asked.push((MEMORY_SAFETY, Check::MemorySafety));
    }
    let parts = code.map(|(program, entry)| parts(program, *entry)).unwrap_or_default();
    let own = |&(id, check): &(&str, Check)| ExceptionCheck { id: id.to_owned(), check, is_part: false };
    let of_group = |check: Check| ExceptionCheck { id: check.name().to_owned(), check, is_part: true };
    let is_asked = |part: &ExceptionCheck| asked.iter().any(|(id, _)| *id == part.id);
    let with_parts = |named: &(&str, Check)| {
        let is_group = named.1 == Check::MemorySafety && parts.len() > 1;
        let parts = parts.iter().filter(move |_| is_group).map(|&part| of_group(part));
        std::iter::once(own(named)).chain(parts.filter(|part| !is_asked(part)))
    };
    asked.iter().flat_map(with_parts).collect()
}

/// The parts of memory safety that may fail in a program.
fn parts(program: &Program, entry: ProcedureId) -> Vec<Check> {
    let mut kinds: BTreeSet<ExceptionKind> = program.exception_kinds(entry);
    if program.reachable(entry).iter().any(|&id| program.procedures[id].ignores_bounds) {
        kinds.insert(ExceptionKind::OutOfBounds);
    }
    kinds.into_iter().map(Check::of_exception).collect()
}

/// The error for a check that is not about programs in this language.
pub fn check_of_other_language(loaded: &Loaded, property: &PropertyText) -> Option<Diagnostic> {
    let check = property.check?;
    let is_java = loaded.task.program.language == Language::Java;
    let is_of_java = !check.exceptions().is_empty();
    if is_java == is_of_java {
        return None;
    }
    let span = Span::new(property.file, 0, loaded.sources.file(property.file).text.len());
    let names = |checks: &[Check]| Message::any_of(checks.iter().map(|check| Message::code(check.name())));
    let (message, others): (Message, &[Check]) = match is_java {
        true => (msg!("`{}` is checked of programs in C", check.name()), in_java(check)),
        false => (msg!("`{}` is checked of programs in Java", check.name()), in_c(check)),
    };
    let advice = (!others.is_empty()).then(|| msg!("here it is {}", names(others)));
    Some(Diagnostic::error("task/check", span, message).suggest(advice))
}

/// What is most like a check of programs in C.
fn in_java(check: Check) -> &'static [Check] {
    match check {
        Check::ValidDeref => &[Check::NullDereference],
        Check::NoDivisionByZero => &[Check::DivisionByZero],
        Check::NoIndexOutOfBounds => &[Check::IndexOutOfBounds],
        Check::UnreachCall => &[Check::Assertion],
        _ => &[],
    }
}

/// What is most like a check of programs in Java.
fn in_c(check: Check) -> &'static [Check] {
    match check {
        Check::MemorySafety => &[Check::ValidDeref, Check::ValidFree, Check::ValidMemtrack],
        Check::NullDereference => &[Check::ValidDeref],
        Check::DivisionByZero => &[Check::NoDivisionByZero],
        Check::IndexOutOfBounds => &[Check::NoIndexOutOfBounds],
        Check::Assertion => &[Check::UnreachCall],
        _ => &[],
    }
}

/// Says of parts of memory safety what it means that indices are taken to be within bounds: nothing is known of the indices themselves, and
/// a run that would end at one does not end in any other way.
pub(super) fn settle_bounds(report: &mut PropertyReport) {
    let is_bounds = |assumption: &Assumption| assumption.kind == AssumptionKind::Bounds;
    let PropertyReport { claim, judgement, .. } = report;
    if !claim.kind.is_part() || !judgement.assumptions.iter().any(is_bounds) {
        return;
    }
    match (claim.kind, judgement.verdict) {
        (PropertyKind::IndexOutOfBounds, Verdict::Satisfied | Verdict::Suspected) => {
            let reason = msg!("whether indices are within bounds is not followed");
            *judgement = Judgement::unknown_because(reason);
        }
        (_, Verdict::Satisfied) => judgement.assumptions.retain(|assumption| !is_bounds(assumption)),
        _ => {}
    }
}
