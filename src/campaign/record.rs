//! The truth of propositions along a run, by definition, in the states that each strategy observes.

use std::collections::HashMap;

use analysis::Claim;
use base::{Idx, Sources};
use interpreter::{Configuration, Garbage, Machine, Mark, ObjectId, Seen, Watch};
use ltl::logic::{Formulas, Proposition, PropositionId, Tail, Truth};

/// Maximum number of marked objects of an input.
const MARKS: usize = 5;

/// The number of states after which repetitions are searched for.
const PATIENCE: usize = 30;

/// The states of a run that a formula observes.
#[derive(Default)]
struct View {
    /// For each state, the truth of each proposition; one value for each mark if it [depends](depends_on_mark) on the
    /// mark.
    states: Vec<Vec<Vec<Truth>>>,
    /// The continuation of the run, if it is known to repeat itself.
    tail: Option<Tail>,
}

impl View {
    /// Records that the run has returned to the configuration that it had after `before` states, and repeats itself
    /// from there.
    fn repeat(&mut self, before: usize) {
        // If no state was observed since then, the run stays in a call that is one step, and so at the call.
        let stays = before == self.states.len();
        self.tail = Some(if stays { Tail::Stutters } else { Tail::Repeats(before) });
    }
}

/// The recorded observations of one run.
pub(super) struct Record<'a> {
    formulas: &'a Formulas,
    /// By proposition, whether any claim depends on it.
    needed: &'a [bool],
    entry: Watch<'a>,
    all: Watch<'a>,
    with_garbage: Watch<'a>,
    marks: Vec<Mark<'a>>,
    local: View,
    global: View,
    /// The number of observations.
    looks: usize,
    known: HashMap<Configuration<'a>, (usize, usize, usize)>,
}

/// Whether the truth of a proposition depends on the marked object: a marked object is not garbage.
fn depends_on_mark(proposition: &Proposition) -> bool {
    proposition.is_of_whole_heap() || proposition.is_of_marked()
}

impl<'a> Record<'a> {
    /// Starts a record at the current state of the machine, which is the first. The input must be fully derived.
    /// Propositions that are not `needed` are unknown.
    pub(crate) fn new(
        formulas: &'a Formulas,
        needed: &'a [bool],
        sources: &'a Sources,
        skipped: &'a [String],
        machine: &Machine<'a>,
    ) -> Self {
        // An object marked for one formula is marked for all formulas.
        let is_marked = formulas.propositions().any(|(_, p)| p.is_of_marked());
        let with_neighbours = formulas.propositions().any(|(_, p)| p.asks_for_neighbours());
        let mark = |object: ObjectId| {
            let fields = machine.objects()[object].fields.iter().filter(|_| with_neighbours);
            Mark { object: Some(object), neighbours: fields.collect() }
        };
        let mut marks: Vec<Mark<'a>> =
            if is_marked { machine.objects().indices().take(MARKS).map(mark).collect() } else { Vec::new() };
        if marks.is_empty() {
            marks.push(Mark::default());
        }
        let watch = |seen, garbage| Watch::new(sources, seen, garbage);
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

    /// Records the state of the machine; `fault` means that it has just dereferenced null. Returns whether the run
    /// repeats itself for ever from here.
    pub(crate) fn look(&mut self, machine: &Machine<'a>, fault: bool) -> bool {
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
                // Garbage may be collected or not.
                let agrees = || self.with_garbage.truth(machine, fault, proposition, mark) == truth;
                if !depends_on_mark(proposition) || agrees() { truth } else { Truth::Unknown }
            };
            marks.iter().map(truth).collect()
        };
        self.formulas.propositions().map(of).collect()
    }

    /// Whether the run stays for ever in a call that is one step.
    pub(crate) fn stays_in_call(&self, at_top_level: bool) -> bool {
        (if at_top_level { &self.local } else { &self.global }).tail == Some(Tail::Stutters)
    }

    /// Whether the run satisfies the claim, for every marked object; `is_final` means that it stays in its last state.
    /// At top level only the states of the entry procedure count.
    pub(crate) fn holds(&self, claim: &Claim, is_final: bool, at_top_level: bool) -> Truth {
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
