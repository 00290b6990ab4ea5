//! What propositions say along a run, by definition, as each strategy sees it.

use std::collections::HashMap;

use crate::analysis::Claim;
use crate::base::{Idx, Sources};
use crate::logic::{Formulas, Proposition, PropositionId, Tail, Truth};
use crate::semantics::concrete::{Configuration, Garbage, Machine, Mark, ObjectId, Seen, Watch};

/// More objects of an input are not followed.
const MARKS: usize = 5;

/// From this state on, repetitions are looked for.
const PATIENCE: usize = 30;

/// The states of a run that a formula sees.
#[derive(Default)]
struct View {
    /// For each state its truths: by proposition, once for each mark if it [depends](depends_on_mark) on that.
    states: Vec<Vec<Vec<Truth>>>,
    /// How the run goes on, if it is seen to repeat itself.
    tail: Option<Tail>,
}

impl View {
    /// The run is where it was when so many states had been seen, and goes on as it did then.
    fn repeat(&mut self, before: usize) {
        // If it has seen no state since, it stays in a call that is one step, and so where that was called.
        let stays = before == self.states.len();
        self.tail = Some(if stays { Tail::Stutters } else { Tail::Repeats(before) });
    }
}

/// The record of one run.
pub(super) struct Record<'a> {
    formulas: &'a Formulas,
    /// By proposition, whether anybody asks for it.
    needed: &'a [bool],
    entry: Watch<'a>,
    all: Watch<'a>,
    with_garbage: Watch<'a>,
    marks: Vec<Mark<'a>>,
    local: View,
    global: View,
    /// How often it was looked at the run.
    looks: usize,
    known: HashMap<Configuration<'a>, (usize, usize, usize)>,
}

/// Whether the analysis marks objects for a proposition.
fn follows_object(proposition: &Proposition) -> bool {
    matches!(proposition, Proposition::Visited(_) | Proposition::IdenticNeighbours)
}

/// Whether it matters for a proposition which object is marked: a marked object is no garbage.
fn depends_on_mark(proposition: &Proposition) -> bool {
    proposition.is_of_whole_heap() || follows_object(proposition)
}

impl<'a> Record<'a> {
    /// For a run from the present state of the machine, which is the first. The input must be known as a whole. Of
    /// propositions that are not `needed` nothing is known.
    pub fn new(
        formulas: &'a Formulas,
        needed: &'a [bool],
        sources: &'a Sources,
        mentioned: &'a [String],
        skipped: &'a [String],
        machine: &Machine<'a>,
    ) -> Self {
        // An object that one formula follows is marked for all formulas.
        let is_marked = formulas.propositions().any(|(_, p)| follows_object(p));
        let with_neighbours = formulas.propositions().any(|(_, p)| *p == Proposition::IdenticNeighbours);
        let mark = |object: ObjectId| {
            let fields = machine.objects()[object].fields.iter().filter(|_| with_neighbours);
            Mark { object: Some(object), neighbours: fields.collect() }
        };
        let mut marks: Vec<Mark<'a>> =
            if is_marked { machine.objects().indices().take(MARKS).map(mark).collect() } else { Vec::new() };
        if marks.is_empty() {
            marks.push(Mark::default());
        }
        let watch = |seen, garbage| Watch::new(sources, seen, garbage, mentioned);
        let mut record = Self {
            formulas,
            needed,
            entry: watch(Seen::Entry, Garbage::Collected),
            all: watch(Seen::AllBut(skipped), Garbage::Collected),
            with_garbage: watch(Seen::AllBut(skipped), Garbage::Kept),
            marks,
            local: View::default(),
            global: View::default(),
            looks: 0,
            known: HashMap::new(),
        };
        record.look(machine, false);
        record
    }

    /// Takes down the state of the machine; `fault`: it has just dereferenced null. Whether the run goes on as it did
    /// before, for ever.
    pub fn look(&mut self, machine: &Machine<'a>, fault: bool) -> bool {
        let sees = self.all.sees(machine);
        self.looks += 1;
        if !fault && self.looks > PATIENCE && machine.decision().is_none() {
            let now = (self.local.states.len(), self.global.states.len(), self.looks);
            let before = *self.known.entry(machine.configuration(true)).or_insert(now);
            if before != now {
                self.local.repeat(before.0);
                self.global.repeat(before.1);
                return true;
            }
        }
        let is_local = machine.depth() == 1;
        if sees || fault {
            let truths = self.truths(&self.all, machine, fault);
            if is_local {
                self.local.states.push(truths.clone());
            }
            self.global.states.push(truths);
        }
        if fault && !is_local {
            let truths = self.truths(&self.entry, machine, fault);
            self.local.states.push(truths);
        }
        false
    }

    fn truths(&self, watch: &Watch<'_>, machine: &Machine<'_>, fault: bool) -> Vec<Vec<Truth>> {
        let of = |(id, proposition): (PropositionId, &Proposition)| {
            if !self.needed[id.index()] {
                return vec![Truth::Unknown];
            }
            let marks = if depends_on_mark(proposition) { &self.marks[..] } else { &self.marks[..1] };
            let truth = |mark| {
                let truth = watch.truth(machine, fault, proposition, mark);
                // What is garbage may be there or not.
                let agrees = || self.with_garbage.truth(machine, fault, proposition, mark) == truth;
                if !depends_on_mark(proposition) || agrees() { truth } else { Truth::Unknown }
            };
            marks.iter().map(truth).collect()
        };
        self.formulas.propositions().map(of).collect()
    }

    /// Whether the run is seen to stay for ever in a call that is one step.
    pub fn stays_in_call(&self, at_top_level: bool) -> bool {
        (if at_top_level { &self.local } else { &self.global }).tail == Some(Tail::Stutters)
    }

    /// Whether the run is as it is claimed to be, whichever object is marked; `is_final`: it stays in its last state.
    /// At top level only the states of the entry procedure count.
    pub fn holds(&self, claim: &Claim, is_final: bool, at_top_level: bool) -> Truth {
        let view = if at_top_level { &self.local } else { &self.global };
        let tail = if is_final { Tail::Stutters } else { view.tail.unwrap_or(Tail::Cut) };
        let refutation = claim.refutation();
        let propositions = refutation.propositions(self.formulas);
        let depends = propositions.iter().any(|&p| depends_on_mark(self.formulas.proposition(p)));
        let marks = if depends { self.marks.len() } else { 1 };
        let mut all = Truth::True;
        for mark in 0..marks {
            let label = |position: usize, p: PropositionId| {
                let truths = &view.states[position][p.index()];
                truths[mark.min(truths.len() - 1)]
            };
            match refutation.truth(self.formulas, view.states.len(), tail, &label).negated() {
                Truth::False => return Truth::False,
                Truth::Unknown => all = Truth::Unknown,
                Truth::True => {}
            }
        }
        all
    }
}
