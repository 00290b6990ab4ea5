//! What is checked of the exceptions of Java programs: memory safety, which is a group, and its parts.

use std::collections::BTreeSet;

use super::claims::claim_of_check;
use super::danger::{ClientCalls, Danger};
use base::{Diagnostic, Message, Span, msg};
use program::cfa::ProcedureId;
use program::objects::{ClientCall, ExceptionKind, Program};
use report::assumption::{Assumption, AssumptionKind};
use report::claim::{PropertyClaim, PropertyKind};
use report::{Judgement, MEMORY_SAFETY, PropertyReport, Verdict};
use task::{Check, Language, Loaded, PropertyText};

/// A check of exceptions.
pub struct ExceptionCheck {
    /// Its name in reports.
    pub id: String,
    /// What it claims.
    pub claim: PropertyClaim,
    /// What it forbids.
    pub danger: Danger,
    /// Whether it is a part of the memory safety before it, which is looked at if that is not satisfied.
    pub is_part: bool,
}

impl ExceptionCheck {
    /// The check that a task asks for; `methods`: what the client calls, if a class is checked.
    fn own(id: &str, check: Check, methods: Option<Vec<String>>) -> Self {
        let methods = methods.filter(|_| check == Check::MemorySafety);
        let danger = Danger { check, calls: methods.is_some().then_some(ClientCalls::All) };
        let claim = methods.map_or_else(|| claim_of_check(check, None), PropertyClaim::class_safety);
        Self { id: id.to_owned(), claim, danger, is_part: false }
    }

    fn part(check: Check) -> Self {
        let (id, claim) = (check.name().to_owned(), claim_of_check(check, None));
        Self { id, claim, danger: Danger::of(check), is_part: true }
    }

    fn of_call(ClientCall { span, name }: ClientCall) -> Self {
        let danger = Danger { check: Check::MemorySafety, calls: Some(ClientCalls::At(span)) };
        Self { claim: PropertyClaim::call(&name), id: name, danger, is_part: true }
    }
}

/// What is checked of the exceptions of a Java program: what the task asks for, or else memory safety. Its parts follow it, unless there is
/// only one: the kinds of exceptions, or, of the client of a class, what it calls, if the analysis tells that apart.
pub fn exception_checks(
    loaded: &Loaded,
    code: Option<&(Program, ProcedureId)>,
    tells_calls_apart: bool,
) -> Vec<ExceptionCheck> {
    if loaded.task.program.language != Language::Java {
        return Vec::new();
    }
    let asked = loaded.properties.iter().filter_map(|property| Some((property.id.as_str(), property.check?)));
    let mut asked: Vec<(&str, Check)> = asked.filter(|(_, check)| !check.exceptions().is_empty()).collect();
    if asked.is_empty() && !loaded.only_properties {
        asked.push((MEMORY_SAFETY, Check::MemorySafety));
    }
    let checks_calls =
        |(program, entry): &&(Program, ProcedureId)| program.is_client(*entry) && program.checked.is_none();
    let calls = code.filter(checks_calls).map(|(program, entry)| program.client_calls(*entry));
    let methods = || calls.as_ref().map(|calls| calls.iter().map(|call| call.name.clone()).collect());
    let parts = || -> Vec<ExceptionCheck> {
        match (code, &calls) {
            (None, _) => Vec::new(),
            (_, Some(_)) if !tells_calls_apart => Vec::new(),
            (_, Some(calls)) => calls.iter().cloned().map(ExceptionCheck::of_call).collect(),
            (Some((program, entry)), None) => {
                parts(program, program.checked.unwrap_or(*entry)).into_iter().map(ExceptionCheck::part).collect()
            }
        }
    };
    let mut all = Vec::new();
    for &(id, check) in &asked {
        all.push(ExceptionCheck::own(id, check, methods()));
        let parts = if check == Check::MemorySafety { parts() } else { Vec::new() };
        let is_asked = |part: &ExceptionCheck| asked.iter().any(|(id, _)| *id == part.id);
        if parts.len() > 1 {
            all.extend(parts.into_iter().filter(|part| !is_asked(part)));
        }
    }
    all
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
    // A call fails in one way or another.
    if !claim.kind.is_part() || claim.kind == PropertyKind::Call || !judgement.assumptions.iter().any(is_bounds) {
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
