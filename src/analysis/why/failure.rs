//! Where a property fails on a run, and which facts suffice for that.

use std::fmt::Write;

use indexmap::IndexSet;

use super::words::facts;
use super::{place, words};
use crate::analysis::{LabelledRun, RefutedClaim, RunClaim, accepted_run};
use crate::base::{Idx, Sources};
use crate::logic::{
    Binary, Decisions, Formula, FormulaId, Formulas, Monitor, PropositionId, Tail, Truth, TruthOnRun, Unary,
};
use crate::report::evidence::{Ending, EvidenceStatus};
use crate::report::explanation::{FailureView, PartTruth, PartView, PlaceView, ReasonView};
use crate::report::statements::text;
use crate::report::{PropertyReport, Run, RunStep};
use crate::wording::ENGLISH;

/// Of a formula with more parts the first are listed.
const PART_LIMIT: usize = 1_000;

/// Where a property fails on the run that is shown.
pub(super) fn failure(
    labelled: Option<(&Formulas, &LabelledRun)>,
    result: &PropertyReport,
    run: &Run,
    sources: &Sources,
) -> FailureView {
    let count = run.prefix.len() + run.cycle.len();
    let end = u32::at(count.saturating_sub(1));
    let found = labelled.and_then(|(formulas, labelled)| match &labelled.claim {
        RefutedClaim::Formula(formula) => of_formula(formulas, *formula, labelled, result),
        RefutedClaim::Monitor(monitor) => of_monitor(formulas, monitor, labelled),
    });
    let Found { step, parts, reasons, monitor, words } = found.unwrap_or_else(|| {
        let executed = result.judgement.evidence.as_ref().and_then(|evidence| evidence.counterexample.as_ref());
        let null =
            executed.and_then(|run| run.null.as_ref()).map(|null| format!("{null} is null when it is dereferenced"));
        let reason = null.or_else(|| result.judgement.reason.clone()).or_else(|| ending(result).map(str::to_owned));
        // Of a long run the last steps are not listed.
        let is_listed = executed.is_none_or(|run| run.length.index() <= run.steps.len());
        Found {
            step: is_listed.then_some(end),
            words: reason.unwrap_or_else(|| "the property fails".to_owned()),
            ..Found::default()
        }
    });
    let listed = |step: Option<u32>| step.filter(|step| step.index() < count);
    let step = listed(step);
    let reasons = reasons.into_iter().map(|reason| ReasonView { step: listed(reason.step), ..reason }).collect();
    let place = step.map_or_else(PlaceView::default, |step| place(run, step));
    let is_confirmed =
        result.judgement.evidence.as_ref().is_none_or(|evidence| evidence.status == EvidenceStatus::Confirmed);
    let fails = match (is_confirmed, step.is_some()) {
        (true, true) => "Fails here",
        (true, false) => "Fails later than the steps that are listed",
        (false, _) => "May fail here",
    };
    let words = format!("{fails}{}: {words}.{}", located(&place), called(&place, run, sources));
    FailureView { step, place, parts, reasons, monitor, words }
}

/// What was found of a failure.
#[derive(Default)]
struct Found {
    step: Option<u32>,
    parts: Vec<PartView>,
    reasons: Vec<ReasonView>,
    monitor: Vec<String>,
    words: String,
}

/// Between which lines a state is.
fn located(place: &PlaceView) -> String {
    match (place.after, place.line) {
        (_, 0) => String::new(),
        (Some(after), line) => format!(", after line {after} and before line {line}"),
        (None, line) => format!(", before line {line}"),
    }
}

/// In which call a state is.
fn called(place: &PlaceView, run: &Run, sources: &Sources) -> String {
    let Some(caller) = place.stack.last() else { return String::new() };
    let calls = |step: &&RunStep| {
        caller.rsplit_once(':').is_some_and(|(method, line)| method == step.method && line == step.line.to_string())
    };
    let statement = run.prefix.iter().chain(&run.cycle).find(calls).map(|step| text(step, sources));
    let by = statement.map_or_else(|| caller.clone(), |statement| format!("`{statement}` in {caller}"));
    let deeper = match place.stack.len() {
        1 => String::new(),
        depth => format!(", {depth} calls deep"),
    };
    format!(" This is in {}, called by {by}{deeper}.", place.method)
}

/// How an executed run has ended, in words.
fn ending(result: &PropertyReport) -> Option<&'static str> {
    let executed = result.judgement.evidence.as_ref()?.counterexample.as_ref()?;
    Some(match executed.ending {
        Ending::Thrown => "an exception is not caught",
        Ending::NullDereference => "null is dereferenced",
        Ending::InvalidDereference { .. } => "a pointer is dereferenced that does not point to an object",
        Ending::InvalidFree { .. } => "something is freed that cannot be freed",
        Ending::Lost => "an object is lost: nothing leads to it any more, and it was not freed",
        Ending::NotFreed => "the program ends while an object was not freed",
        Ending::Failed => "the program has come to an error",
        Ending::Returned | Ending::Repeats { .. } | Ending::Diverges | Ending::Open => return None,
    })
}

fn of_formula(
    formulas: &Formulas,
    formula: FormulaId,
    labelled: &LabelledRun,
    result: &PropertyReport,
) -> Option<Found> {
    let (length, tail) = (labelled.length(), labelled.tail);
    if length == 0 {
        return None;
    }
    let truth = formulas.truth_on_run(formula, length, tail, |at, proposition| labelled.label(at, proposition));
    let decisions = Decisions::new(formulas, formula, length, tail, &truth)?;
    let position = decisions.position();
    let reasons = reasons(formulas, &decisions, labelled);
    let words = sentence(&reasons, position, labelled, result);
    Some(Found {
        step: labelled.steps[position],
        parts: parts(formulas, formula, &truth, position),
        reasons: reasons.into_iter().map(|reason| reason.view).collect(),
        monitor: Vec::new(),
        words,
    })
}

/// A reason with its position on the labelled run.
struct Reason {
    at: usize,
    /// Whether it has reasons of its own.
    is_temporal: bool,
    view: ReasonView,
}

/// The propositions on which a decision depends, and what is so for ever.
fn reasons(formulas: &Formulas, decisions: &Decisions, labelled: &LabelledRun) -> Vec<Reason> {
    let mut found: Vec<Reason> = Vec::new();
    let mut open = vec![(0, false)];
    while let Some((number, again)) = open.pop() {
        let decision = &decisions.all()[number];
        let mut add = |formula: FormulaId, at: usize, holds: bool, for_ever: bool| {
            let known = |reason: &Reason| {
                reason.at == at
                    && (reason.view.holds, reason.view.for_ever) == (holds, for_ever)
                    && reason.view.formula == formulas.display(formula).to_string()
            };
            if !found.iter().any(known) {
                let formula_text = formulas.display(formula).to_string();
                let words =
                    if for_ever { worded_for_ever(formulas, formula, holds) } else { worded(formulas, formula, holds) };
                let step = labelled.steps[at];
                let is_temporal = !formulas.is_propositional(formula);
                found.push(Reason {
                    at,
                    is_temporal,
                    view: ReasonView { step, formula: formula_text, holds, for_ever, again, words },
                });
            }
        };
        if decision.is_for_ever {
            let operand = &decisions.all()[decision.parts[0]];
            add(operand.formula, decision.at, operand.is_true, true);
            // What is so for ever because of states that come back.
            if !formulas.is_propositional(operand.formula) {
                open.push((decision.parts[0], true));
            }
        } else {
            if matches!(formulas.formula(decision.formula), Formula::Atom(_)) {
                add(decision.formula, decision.at, decision.is_true, false);
            }
            open.extend(decision.parts.iter().rev().map(|&part| (part, again)));
        }
    }
    found
}

/// A part that is true or false, in words.
fn worded(formulas: &Formulas, formula: FormulaId, holds: bool) -> String {
    match formulas.formula(formula) {
        Formula::Atom(proposition) => ENGLISH.fact(formulas.proposition(proposition), holds),
        Formula::Unary(Unary::Not, operand) => worded(formulas, operand, !holds),
        Formula::Binary(Binary::And, a, b) if holds => {
            format!("{} and {}", worded(formulas, a, true), worded(formulas, b, true))
        }
        Formula::Binary(Binary::Or, a, b) if !holds => {
            format!("{} and {}", worded(formulas, a, false), worded(formulas, b, false))
        }
        _ => format!("`{}` {}", formulas.display(formula), if holds { "holds" } else { "does not hold" }),
    }
}

/// A part that is true or false for ever, in words.
fn worded_for_ever(formulas: &Formulas, formula: FormulaId, holds: bool) -> String {
    match formulas.formula(formula) {
        Formula::Unary(Unary::Not, operand) => worded_for_ever(formulas, operand, !holds),
        _ => ENGLISH.fact_for_ever(&worded(formulas, formula, true), holds),
    }
}

/// What is so where it fails, before, and for ever.
fn sentence(reasons: &[Reason], position: usize, labelled: &LabelledRun, result: &PropertyReport) -> String {
    let told = |wanted: &dyn Fn(&Reason) -> bool| {
        let of = |holds: bool| -> Vec<String> {
            let wanted = reasons.iter().filter(|reason| reason.view.holds == holds && wanted(reason));
            wanted.map(|reason| reason.view.words.clone()).collect()
        };
        facts(&of(true), &of(false))
    };
    let is_earlier = |reason: &Reason| reason.at != position && !reason.view.for_ever && !reason.view.again;
    let here = told(&|reason| reason.at == position && !reason.view.for_ever);
    let for_ever = told(&|reason| reason.view.for_ever && !reason.is_temporal);
    let starts_here = reasons.iter().any(|reason| reason.view.for_ever && !reason.is_temporal && reason.at == position);
    let mut said = match (here.is_empty(), for_ever.is_empty()) {
        (false, true) => here,
        (true, true) => "the formula is false whatever is so in the states".to_owned(),
        (false, false) if starts_here && position > 0 => format!("{here}, and from here on {for_ever}"),
        (false, false) => format!("{here}, and in the whole run {for_ever}"),
        (true, _) => format!("{}{for_ever}", rest(labelled, result)),
    };
    let goes_round = matches!(labelled.tail, Tail::Repeats(start) if start + 1 < labelled.length());
    if goes_round && reasons.iter().any(|reason| reason.at == position && reason.view.again) {
        said.push_str(", and that in every round of the cycle");
    }
    let steps: IndexSet<u32> =
        reasons.iter().filter(|reason| is_earlier(reason)).filter_map(|reason| reason.view.step).collect();
    let steps: Vec<String> = steps.into_iter().map(|step| format!("step {}", step + 1)).collect();
    if !steps.is_empty() {
        let _ = write!(said, "; and at {} {}", words::list(&steps, "and"), told(&is_earlier));
    }
    said
}

/// How the run goes on for ever, before what is said of that.
fn rest(labelled: &LabelledRun, result: &PropertyReport) -> &'static str {
    let executed = result.judgement.evidence.as_ref().and_then(|evidence| evidence.counterexample.as_ref());
    match (labelled.tail, executed.map(|run| run.ending)) {
        (Tail::Stutters, Some(Ending::Diverges)) => "the call never returns, and ",
        (Tail::Stutters, _) => "the run ends here, and ",
        (Tail::Repeats(start), _) if start + 1 == labelled.length() => "the run stays here, and ",
        _ => "from here on the run repeats itself for ever, and ",
    }
}

/// All parts of a formula with their truth at a position.
fn parts(formulas: &Formulas, root: FormulaId, truth: &TruthOnRun, position: usize) -> Vec<PartView> {
    let mut views = Vec::new();
    let mut open = vec![(root, 0)];
    while let Some((part, depth)) = open.pop() {
        if views.len() == PART_LIMIT {
            break;
        }
        let value = truth.of(part, position);
        let words = match (formulas.formula(part), value) {
            (Formula::Atom(proposition), Truth::True | Truth::False) => {
                Some(ENGLISH.fact(formulas.proposition(proposition), value == Truth::True))
            }
            _ => None,
        };
        let truth = match value {
            Truth::True => PartTruth::True,
            Truth::False => PartTruth::False,
            Truth::Unknown => PartTruth::Unknown,
        };
        views.push(PartView { formula: formulas.display(part).to_string(), depth, truth, words });
        open.extend(formulas.formula(part).operands().rev().map(|operand| (operand, depth + 1)));
    }
    views
}

fn of_monitor(formulas: &Formulas, monitor: &Monitor, labelled: &LabelledRun) -> Option<Found> {
    let label = |at: usize, proposition: PropositionId| labelled.label(at, proposition);
    let length = labelled.length();
    let accepted = accepted_run(monitor, formulas, length, labelled.tail, &label, |guard| guard == Truth::True)?;
    let &(position, last) = accepted.states.last()?;
    let name = |state| monitor.states[state].name.as_str();
    let mut found = Found {
        step: labelled.steps[position],
        monitor: accepted.states.iter().map(|&(_, state)| name(state).to_owned()).collect(),
        ..Found::default()
    };
    let Some(edge) = accepted.to_target.map(|edge| &monitor.edges[edge]) else {
        found.words = match monitor.states[last].is_target {
            true => format!("the monitor is in `{}`", name(last)),
            false => {
                format!(
                    "from here on the run repeats itself for ever, and the monitor comes to `{}` again and again",
                    name(last)
                )
            }
        };
        return Some(found);
    };
    let truth = formulas.truth_on_run(edge.guard, 1, Tail::Stutters, |_, proposition| label(position, proposition));
    found.parts = parts(formulas, edge.guard, &truth, 0);
    let step = format!("the monitor goes from `{}` to `{}`", name(edge.source), name(edge.target));
    found.words = step.clone();
    if let Some(decisions) = Decisions::new(formulas, edge.guard, 1, Tail::Stutters, &truth) {
        let here = LabelledRun::new(formulas, RunClaim::Violates(edge.guard), 1, Tail::Stutters, |_, proposition| {
            label(position, proposition)
        });
        let mut reasons: Vec<ReasonView> =
            reasons(formulas, &decisions, &here).into_iter().map(|reason| reason.view).collect();
        reasons.iter_mut().for_each(|reason| reason.step = found.step);
        let told = |holds: bool| -> Vec<String> {
            reasons.iter().filter(|reason| reason.holds == holds).map(|reason| reason.words.clone()).collect()
        };
        let because = facts(&told(true), &told(false));
        if !because.is_empty() {
            found.words = format!("{because}, so {step}");
        }
        found.reasons = reasons;
    }
    Some(found)
}
