//! Explanations: why a property has its verdict, from what a run has left behind.

mod failure;
mod proof;
mod words;

use super::{IndefiniteState, Shown};
use crate::base::{Idx, Sources};
use crate::report::explanation::{DoubtView, Explanation, FailureView, PlaceView, ProofSummary};
use crate::report::{PropertyReport, Report, Run, Verdict};
use crate::wording::Vocabulary;

/// Why the result with this position in the report is what it is; absent if there is none.
pub fn explanation(
    shown: &dyn Shown,
    report: &Report,
    property: u32,
    sources: &Sources,
    vocabulary: &Vocabulary,
) -> Option<Explanation> {
    let result = report.properties.get(property as usize)?;
    let judgement = &result.judgement;
    let (mut failure, mut doubt, mut proof) = (None, None, None);
    match judgement.verdict {
        Verdict::Satisfied => proof = Some(proof::summary(shown, report, result, vocabulary)),
        Verdict::Violated => {
            let run = judgement.shown_run().unwrap_or_default();
            failure = Some(failure::failure(shown.labelled_run(property), result, &run, (sources, vocabulary)));
            doubt = departure(shown, result, vocabulary);
        }
        Verdict::Unknown => {
            let state = shown.indefinite_state(property);
            doubt = Some(indefinite(shown, state, judgement.reason.as_deref(), vocabulary));
        }
    }
    let words = [
        failure.as_ref().map(|failure: &FailureView| failure.words.clone()),
        doubt.as_ref().map(|doubt: &DoubtView| doubt.words.clone()),
        proof.as_ref().map(|proof: &ProofSummary| proof.words.clone()),
    ];
    let words = words.into_iter().flatten().filter(|words| !words.is_empty()).collect::<Vec<_>>().join(" ");
    Some(Explanation { words, failure, doubt, proof })
}

/// What is not known, and in which state.
fn indefinite(
    shown: &dyn Shown,
    state: Option<IndefiniteState>,
    reason: Option<&str>,
    vocabulary: &Vocabulary,
) -> DoubtView {
    let mut sentences: Vec<String> =
        reason.map(|reason| vocabulary.say("It is not known: {0}.", &[reason])).into_iter().collect();
    let Some(IndefiniteState { state, place, propositions }) = state else {
        return DoubtView { words: sentences.join(" "), ..DoubtView::default() };
    };
    if !propositions.is_empty() {
        let named: Vec<String> = propositions.iter().map(|proposition| format!("`{proposition}`")).collect();
        let text = match named.len() {
            1 => {
                "At line {0} of {1} the abstract state stands for several heaps, and does not say whether {2} holds in them."
            }
            _ => {
                "At line {0} of {1} the abstract state stands for several heaps, and does not say whether {2} hold in them."
            }
        };
        let named = words::list(vocabulary, &named, words::AND);
        sentences.push(vocabulary.say(text, &[&place.line.to_string(), &place.file, &named]));
    }
    let place = PlaceView { method: place.method, file: place.file, line: place.line, ..PlaceView::default() };
    DoubtView {
        propositions,
        place: Some(place),
        state: Some(state),
        content: shown.content_of(state),
        words: sentences.join(" "),
        ..DoubtView::default()
    }
}

/// Where executed runs leave the failing run of the analysis, if none shows the violation.
fn departure(shown: &dyn Shown, result: &PropertyReport, vocabulary: &Vocabulary) -> Option<DoubtView> {
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
        Some(place) => vocabulary.say(
            "No execution confirms it: executed runs follow this one up to line {0} of {1}, and what comes next only the abstraction does. The reason: {2}.",
            &[&place.line.to_string(), &place.file, &departure.reason],
        ),
        None => vocabulary.say("No execution confirms it: {0}.", &[&departure.reason]),
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
    let Some(step) = steps.get(position.index()) else { return PlaceView::default() };
    // A call before it on the way back to the caller is another one.
    let same_call = steps[..position.index()].iter().rev().take_while(|other| other.stack.len() >= step.stack.len());
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
