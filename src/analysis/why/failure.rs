//! Where a property fails on a run, and which facts suffice for that.

use indexmap::IndexSet;

use super::place;
use super::words::facts;
use crate::{LabelledRun, RefutedClaim, RunClaim, accepted_run};
use base::{Idx, Message, Sources, msg};
use ltl::logic::{
    Binary, Decisions, Formula, FormulaId, Formulas, Monitor, PropositionId, Tail, Truth, TruthOnRun, Unary,
};
use report::evidence::Ending;
use report::explanation::{FailureView, PartTruth, PartView, PlaceView, ReasonView};
use report::statements::text;
use report::{PropertyReport, Run, Uncaught, Verdict};
use task::wording::spoken;

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
    let Found { step, parts, reasons, monitor, why } = found.unwrap_or_else(|| {
        let executed = result.judgement.evidence.as_ref().and_then(|evidence| evidence.counterexample.as_ref());
        let null = executed.and_then(|run| run.null.as_ref());
        let null = null.map(|null| msg!("{} is null when it is dereferenced", Message::verbatim(null)));
        let ending = || ending(result);
        let uncaught = || result.judgement.uncaught.as_ref().map(Uncaught::words);
        let reason = null.or_else(uncaught).or_else(|| result.judgement.reason.clone()).or_else(ending);
        // Of a long run the last steps are not listed.
        let is_listed = executed.is_none_or(|run| run.length.index() <= run.steps.len());
        Found {
            step: is_listed.then_some(end),
            why: reason.unwrap_or_else(|| msg!("the property fails")),
            ..Found::default()
        }
    });
    let listed = |step: Option<u32>| step.filter(|step| step.index() < count);
    let step = listed(step);
    let reasons = reasons.into_iter().map(|reason| ReasonView { step: listed(reason.step), ..reason }).collect();
    let place = step.map_or_else(PlaceView::default, |step| place(run, step));
    let located = located(&place);
    let fails = match (result.judgement.verdict == Verdict::Violated, step.is_some()) {
        (true, true) => msg!("Fails here{located}: {why}."),
        (true, false) => msg!("Fails later than the steps that are listed: {why}."),
        (false, _) => msg!("May fail here{located}: {why}."),
    };
    let call = called(&place, run, sources);
    let words = Message::joined([&fails, &call].into_iter().filter(|part| !part.is_empty()), " ");
    FailureView { step, place, parts, reasons, monitor, why, call, words }
}

/// What was found of a failure.
#[derive(Default)]
struct Found {
    step: Option<u32>,
    parts: Vec<PartView>,
    reasons: Vec<ReasonView>,
    monitor: Vec<String>,
    why: Message,
}

/// Between which lines a state is.
fn located(place: &PlaceView) -> Message {
    match (place.after, place.line) {
        (_, 0) => Message::default(),
        (Some(after), line) => msg!(", after line {after} and before line {line}"),
        (None, line) => msg!(", before line {line}"),
    }
}

/// In which call a state is.
fn called(place: &PlaceView, run: &Run, sources: &Sources) -> Message {
    let Some(caller) = place.stack.last() else { return Message::default() };
    let call = run.prefix.iter().chain(&run.cycle).find(|step| caller.is_at(step));
    let statement = call.map(|step| text(step, sources));
    let by =
        statement.map_or_else(|| Message::verbatim(caller), |text| msg!("`{text}` in {}", Message::verbatim(caller)));
    match place.stack.len() {
        1 => msg!("This is in {}, called by {by}.", Message::verbatim(&place.method)),
        depth => {
            msg!("This is in {}, called by {by}, {depth} calls deep.", Message::verbatim(&place.method))
        }
    }
}

/// How an executed run has ended, in words.
fn ending(result: &PropertyReport) -> Option<Message> {
    let executed = result.judgement.evidence.as_ref()?.counterexample.as_ref()?;
    Some(match executed.ending {
        Ending::Thrown => msg!("an exception is not caught"),
        Ending::NullDereference => msg!("null is dereferenced"),
        Ending::InvalidDereference { .. } => msg!("a pointer is dereferenced that does not point to an object"),
        Ending::InvalidFree { .. } => msg!("something is freed that cannot be freed"),
        Ending::Lost => msg!("an object is lost: nothing leads to it any more, and it was not freed"),
        Ending::NotFreed => msg!("the program ends while an object was not freed"),
        Ending::Failed => msg!("the program has come to an error"),
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
    let why = sentence(&reasons, position, labelled, result);
    Some(Found {
        step: labelled.steps[position],
        parts: parts(formulas, formula, &truth, position),
        reasons: reasons.into_iter().map(|reason| reason.view).collect(),
        monitor: Vec::new(),
        why,
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
                let worded = if for_ever { worded_for_ever } else { worded };
                let words = worded(formulas, formula, holds);
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
fn worded(formulas: &Formulas, formula: FormulaId, holds: bool) -> Message {
    let both = |a: FormulaId, b: FormulaId| Message::all_of([a, b].map(|part| worded(formulas, part, holds)));
    match formulas.formula(formula) {
        Formula::Atom(proposition) => spoken().fact(formulas.proposition(proposition), holds),
        Formula::Unary(Unary::Not, operand) => worded(formulas, operand, !holds),
        Formula::Binary(Binary::And, a, b) if holds => both(a, b),
        Formula::Binary(Binary::Or, a, b) if !holds => both(a, b),
        _ if holds => msg!("`{}` holds", formulas.display(formula)),
        _ => msg!("`{}` does not hold", formulas.display(formula)),
    }
}

/// A part that is true or false for ever, in words.
fn worded_for_ever(formulas: &Formulas, formula: FormulaId, holds: bool) -> Message {
    match formulas.formula(formula) {
        Formula::Unary(Unary::Not, operand) => worded_for_ever(formulas, operand, !holds),
        _ if holds => msg!("at every point {}", worded(formulas, formula, true)),
        _ => msg!("it never happens that {}", worded(formulas, formula, true)),
    }
}

/// What is so where it fails, before, and for ever.
fn sentence(reasons: &[Reason], position: usize, labelled: &LabelledRun, result: &PropertyReport) -> Message {
    let told = |wanted: &dyn Fn(&Reason) -> bool| {
        let of = |holds: bool| -> Vec<Message> {
            let wanted = reasons.iter().filter(|reason| reason.view.holds == holds && wanted(reason));
            wanted.map(|reason| reason.view.words.clone()).collect()
        };
        facts(of(true), of(false))
    };
    let is_earlier = |reason: &Reason| reason.at != position && !reason.view.for_ever && !reason.view.again;
    let here = told(&|reason| reason.at == position && !reason.view.for_ever);
    let for_ever = told(&|reason| reason.view.for_ever && !reason.is_temporal);
    let starts_here = reasons.iter().any(|reason| reason.view.for_ever && !reason.is_temporal && reason.at == position);
    let mut said = match (here.as_str().is_empty(), for_ever.as_str().is_empty()) {
        (false, true) => here,
        (true, true) => msg!("the formula is false whatever is so in the states"),
        (false, false) if starts_here && position > 0 => {
            msg!("{here}, and from here on {for_ever}")
        }
        (false, false) => msg!("{here}, and in the whole run {for_ever}"),
        (true, _) => rest(labelled, result, &for_ever),
    };
    let goes_round = matches!(labelled.tail, Tail::Repeats(start) if start + 1 < labelled.length());
    if goes_round && reasons.iter().any(|reason| reason.at == position && reason.view.again) {
        said = msg!("{said}, and that in every round of the cycle");
    }
    let steps: IndexSet<u32> =
        reasons.iter().filter(|reason| is_earlier(reason)).filter_map(|reason| reason.view.step).collect();
    let steps: Vec<Message> = steps.into_iter().map(|step| msg!("step {}", (step + 1))).collect();
    if !steps.is_empty() {
        let steps = Message::all_of(steps);
        said = msg!("{said}; and at {steps} {}", told(&is_earlier));
    }
    said
}

/// How the run goes on for ever, before what is said of that.
fn rest(labelled: &LabelledRun, result: &PropertyReport, for_ever: &Message) -> Message {
    let executed = result.judgement.evidence.as_ref().and_then(|evidence| evidence.counterexample.as_ref());
    match (labelled.tail, executed.map(|run| run.ending)) {
        (Tail::Stutters, Some(Ending::Diverges)) => msg!("the call never returns, and {for_ever}"),
        (Tail::Stutters, _) => msg!("the run ends here, and {for_ever}"),
        (Tail::Repeats(start), _) if start + 1 == labelled.length() => msg!("the run stays here, and {for_ever}"),
        _ => msg!("from here on the run repeats itself for ever, and {for_ever}"),
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
                Some(spoken().fact(formulas.proposition(proposition), value == Truth::True))
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
        found.why = match monitor.states[last].is_target {
            true => msg!("the monitor is in `{}`", name(last)),
            false => msg!(
                "from here on the run repeats itself for ever, and the monitor comes to `{}` again and again",
                name(last)
            ),
        };
        return Some(found);
    };
    let truth = formulas.truth_on_run(edge.guard, 1, Tail::Stutters, |_, proposition| label(position, proposition));
    found.parts = parts(formulas, edge.guard, &truth, 0);
    let step = msg!("the monitor goes from `{}` to `{}`", name(edge.source), name(edge.target));
    found.why = step.clone();
    if let Some(decisions) = Decisions::new(formulas, edge.guard, 1, Tail::Stutters, &truth) {
        let here = LabelledRun::new(formulas, RunClaim::Violates(edge.guard), 1, Tail::Stutters, |_, proposition| {
            label(position, proposition)
        });
        let mut reasons: Vec<ReasonView> =
            reasons(formulas, &decisions, &here).into_iter().map(|reason| reason.view).collect();
        reasons.iter_mut().for_each(|reason| reason.step = found.step);
        let told = |holds: bool| -> Vec<Message> {
            reasons.iter().filter(|reason| reason.holds == holds).map(|reason| reason.words.clone()).collect()
        };
        let because = facts(told(true), told(false));
        if !because.as_str().is_empty() {
            found.why = msg!("{because}, so {step}");
        }
        found.reasons = reasons;
    }
    Some(found)
}
