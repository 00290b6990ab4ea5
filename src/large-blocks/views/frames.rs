//! Property-directed reachability, event by event.

use std::collections::BTreeMap;

use super::super::path::BlockInputs;
use super::super::patience::Patience;
use super::super::pdr::{Pdr, PdrAnswer, PdrEvent};
use super::{QUERIES, STEPS, Wording, open, sizes};
use crate::blocks::{BlockProgram, HeadId};
use base::{Idx, Message, Silent};
use bitvec::{TermId, Terms};
use report::search::{ClauseView, FrameEvent, FramesView, PredicateView, SearchEnd, SearchFigures};

/// A search by property-directed reachability from the beginning.
pub(crate) fn frames(program: &BlockProgram<'_>, wording: Wording<'_>, terms: &mut Terms) -> FramesView {
    let inputs = BlockInputs::new(program, terms);
    let mut search = Pdr::new(program, &inputs, QUERIES, terms);
    search.record();
    let end = match search.advance(u64::MAX, terms, &mut Patience::new(STEPS, &mut Silent)) {
        Ok(Some(PdrAnswer::Safe(_))) => SearchEnd::Proved,
        Ok(Some(PdrAnswer::Fails(_))) => SearchEnd::Fails,
        Ok(None) => SearchEnd::Open { reason: Message::default() },
        Err(stop) => open(&stop),
    };
    let text = |head: HeadId, term: TermId| {
        program.description(terms, term, program.frame_of(head), wording.notation, &mut Vec::new())
    };
    let mut numbers: BTreeMap<(HeadId, TermId), u32> = BTreeMap::new();
    let mut clauses: Vec<ClauseView> = Vec::new();
    let mut number = |head: HeadId, clause: TermId| {
        *numbers.entry((head, clause)).or_insert_with(|| {
            clauses.push(ClauseView { place: head.0, text: text(head, clause) });
            u32::at(clauses.len() - 1)
        })
    };
    let mut events = Vec::new();
    // Where no call is cut off, nothing has to be said of such calls.
    let is_idle = |event: &&PdrEvent| match event {
        PdrEvent::Learned(head, ..) | PdrEvent::Pushed(head, ..) => {
            *head == program.cut && program.blocks_to(*head).next().is_none()
        }
        _ => false,
    };
    for event in search.events().iter().filter(|event| !is_idle(event)) {
        events.push(match *event {
            PdrEvent::Level(level) => FrameEvent::Level { level: u32::at(level) },
            PdrEvent::Learned(head, clause, level, ref subsumed) => FrameEvent::Learned {
                clause: number(head, clause),
                level: u32::at(level),
                subsumed: subsumed.iter().map(|&clause| number(head, clause)).collect(),
            },
            PdrEvent::Pushed(head, clause, level) => {
                FrameEvent::Pushed { clause: number(head, clause), level: u32::at(level) }
            }
            PdrEvent::Refined(ref predicates) => {
                let predicate =
                    |&(head, term): &(HeadId, TermId)| PredicateView { place: head.0, text: text(head, term) };
                FrameEvent::Refined { predicates: predicates.iter().map(predicate).collect() }
            }
            PdrEvent::Inductive(level) => FrameEvent::Inductive { level: u32::at(level) },
            PdrEvent::Fails(blocks) => FrameEvent::Fails { blocks: u32::at(blocks) },
        });
    }
    let predicates = search.predicates().counts().iter().sum();
    let done = search.statistics;
    let figures = SearchFigures {
        rounds: done.level,
        refinements: done.refinements,
        predicates: u32::at(predicates),
        queries: u32::try_from(done.queries).unwrap_or(u32::MAX),
        ..sizes(std::slice::from_ref(program))
    };
    FramesView { places: wording.heads(program), clauses, events, end, figures }
}
