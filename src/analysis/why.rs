//! Explanations: why a property has its verdict, from what a run has left behind.

mod failure;
mod proof;
mod words;

use super::{IndefiniteState, Shown};
use base::{Idx, Message, Sources, msg};
use report::explanation::{DoubtView, Explanation, FailureView, PlaceView, ProofSummary};
use report::{PropertyReport, Report, Run, Verdict};

/// Why the result with this position in the report is what it is; absent if there is none.
pub fn explanation(shown: &dyn Shown, report: &Report, property: u32, sources: &Sources) -> Option<Explanation> {
    let result = report.properties.get(property as usize)?;
    let judgement = &result.judgement;
    let (mut failure, mut doubt, mut proof) = (None, None, None);
    match judgement.verdict {
        Verdict::Satisfied => proof = Some(proof::summary(shown, report, result)),
        Verdict::Violated | Verdict::Suspected => {
            let run = judgement.shown_run().unwrap_or_default();
            failure = Some(failure::failure(shown.labelled_run(property), result, &run, sources));
            doubt = departure(shown, result);
        }
        Verdict::Unknown => {
            let state = shown.indefinite_state(property);
            doubt = Some(indefinite(shown, state, judgement.reason.as_ref()));
        }
    }
    let words = [
        failure.as_ref().map(|failure: &FailureView| failure.words.clone()),
        doubt.as_ref().map(|doubt: &DoubtView| doubt.words.clone()),
        proof.as_ref().map(|proof: &ProofSummary| proof.words.clone()),
    ];
    let words = Message::joined(words.iter().flatten().filter(|words| !words.as_str().is_empty()), " ");
    Some(Explanation { words, failure, doubt, proof })
}

/// What is not known, and in which state.
fn indefinite(shown: &dyn Shown, state: Option<IndefiniteState>, reason: Option<&Message>) -> DoubtView {
    let mut sentences: Vec<Message> = reason.map(|reason| msg!("It is not known: {reason}.")).into_iter().collect();
    let Some(IndefiniteState { state, place, propositions }) = state else {
        return DoubtView { words: Message::joined(&sentences, " "), ..DoubtView::default() };
    };
    if !propositions.is_empty() {
        let named = Message::all_of(propositions.iter().map(Message::code));
        let (line, file) = (place.line, Message::verbatim(&place.file));
        sentences.push(match propositions.len() {
            1 => msg!("At line {line} of {file} the abstract state stands for several heaps, and does not say whether {named} holds in them."),
            _ => msg!("At line {line} of {file} the abstract state stands for several heaps, and does not say whether {named} hold in them."),
        });
    }
    let place = PlaceView { method: place.method, file: place.file, line: place.line, ..PlaceView::default() };
    DoubtView {
        propositions,
        place: Some(place),
        state: Some(state),
        content: shown.content_of(state),
        words: Message::joined(&sentences, " "),
        ..DoubtView::default()
    }
}

/// Where executed runs leave the failing run of the analysis, if none shows the violation.
fn departure(shown: &dyn Shown, result: &PropertyReport) -> Option<DoubtView> {
    let departure = result.judgement.evidence.as_ref()?.departure.as_ref()?;
    let run = result.judgement.run.as_ref()?;
    let steps: Vec<_> = run.prefix.iter().chain(&run.cycle).collect();
    let next = departure.position.map_or(Some(0), |position| {
        let next = position + 1;
        if next.index() < steps.len() {
            Some(next)
        } else {
            (!run.cycle.is_empty()).then_some(u32::at(run.prefix.len()))
        }
    });
    let reached = departure.position.and_then(|position| steps.get(position.index()));
    let state = reached.and_then(|step| step.index);
    let place = reached.map(|_| place(run, departure.position.unwrap_or_default()));
    let words = match &place {
        Some(PlaceView { line, file, .. }) => msg!(
            "No execution confirms it: executed runs follow this one up to line {line} of {}, and what comes next only the abstraction does. The reason: {}.",
            Message::verbatim(file),
            departure.reason
        ),
        None => msg!("No execution confirms it: {}.", departure.reason),
    };
    Some(DoubtView {
        place,
        state,
        content: state.and_then(|state| shown.content_of(state)),
        reached: departure.position,
        invented: next,
        lost_at: departure.lost_at,
        words,
        ..DoubtView::default()
    })
}

/// Where a step of a run is, and after which line.
fn place(run: &Run, position: u32) -> PlaceView {
    let steps: Vec<_> = run.prefix.iter().chain(&run.cycle).collect();
    // What the library does is where the program calls it.
    let of_program = steps.iter().take(position.index() + 1).rposition(|step| !step.is_of_library());
    let Some(position) = of_program.filter(|_| position.index() < steps.len()) else { return PlaceView::default() };
    let step = steps[position];
    // A call before it on the way back to the caller is another one.
    let same_call = steps[..position].iter().rev().take_while(|other| other.stack.len() >= step.stack.len());
    let before = same_call.clone().find(|other| other.stack.len() == step.stack.len());
    let before = before.filter(|other| other.line != step.line && other.method == step.method);
    PlaceView {
        method: step.method.clone(),
        file: step.file.clone(),
        line: step.line,
        after: before.map(|step| step.line),
        stack: step.stack.clone(),
    }
}
