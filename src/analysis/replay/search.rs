//! The search for a run: what is open is decided in every way, small inputs and likely decisions first.

use std::cmp::Reverse;
use std::collections::BinaryHeap;

use super::guide::{Follow, Position};
use super::{Counterexample, Guide, ReplayEffort, ReplayTask, possible, trace};
use base::{Idx, Observer, Phase, Progress, Stop};
use heap_grammar::heap::Heap;
use interpreter::{Decision, End, Machine, Script};
use ltl::logic::Tail;
use program::cfa::{Location, ProcedureId};

/// Whole inputs that are tried for one run, which touched a part of them.
const CLOSINGS: usize = 4;

/// What is copied when a run branches costs a step for so many objects and frames.
const SIZE_PER_STEP: usize = 4;

/// What it costs more to give a number a value that is not likely to matter.
const UNLIKELY: usize = 2;

/// Runs around the cycle of the guide, before it is judged.
const ROUNDS: u32 = 3;

/// A run so far.
struct Node<'a> {
    machine: Machine<'a>,
    /// Where on the guide it is; `None` if it has left it at its end, or has none.
    position: Option<Position>,
    /// Steps taken.
    length: u32,
    /// Derivation steps of the input, and decisions that are not the likely ones.
    cost: u32,
}

pub(super) struct Search<'s, 'a> {
    pub(super) task: &'s ReplayTask<'a>,
    pub(super) effort: ReplayEffort,
    observer: &'s mut dyn Observer,
    nodes: Vec<Option<Node<'a>>>,
    /// By cost, then those that have come far, then those found first.
    queue: BinaryHeap<(Reverse<u32>, u32, Reverse<usize>)>,
    pub(super) spent: u32,
    asked: u32,
    /// The last position of the guide that a run has reached.
    pub reached: Option<u32>,
    /// How often a run has gone around the cycle.
    pub rounds: u32,
    /// Whether it ended before everything was tried.
    pub cut: bool,
    /// The steps of a run that has gone around the cycle and had not ended then.
    pub unended: Option<u32>,
    /// Where a run that shows the claim depends on something that the program's model does not say.
    pub assumed: Option<(ProcedureId, Location)>,
    /// Whether a run that shows the claim begins with a collection that no calls of its methods are known to make.
    pub no_collection: bool,
}

impl<'s, 'a> Search<'s, 'a> {
    pub(super) fn new(task: &'s ReplayTask<'a>, effort: ReplayEffort, observer: &'s mut dyn Observer) -> Self {
        Self {
            task,
            effort,
            observer,
            nodes: Vec::new(),
            queue: BinaryHeap::new(),
            spent: 0,
            asked: 0,
            reached: None,
            rounds: 0,
            cut: false,
            unended: None,
            assumed: None,
            no_collection: false,
        }
    }

    /// Looks for a run that shows the claim: along the guide, or anywhere.
    pub(super) fn run(&mut self, guide: Option<&Guide>) -> Result<Option<Counterexample>, Stop> {
        for input in self.task.inputs {
            let machine = Machine::new(self.task.setting, input);
            let position = match guide {
                None => None,
                Some(guide) if guide.starts(&machine) => {
                    self.reached = self.reached.max(Some(0));
                    // A guide of one state is at its end at once.
                    guide.next(Position::START).map(|_| Position::START)
                }
                Some(_) => continue,
            };
            self.push(Node { machine, position, length: 0, cost: 0 });
        }
        while let Some((_, _, Reverse(number))) = self.queue.pop() {
            if self.spent >= self.effort.steps {
                self.cut = true;
                return Ok(None);
            }
            self.ask()?;
            let Some(node) = self.nodes[number].take() else { continue };
            if let Some(found) = self.advance(node, guide)? {
                return Ok(Some(found));
            }
        }
        Ok(None)
    }

    pub(super) fn ask(&mut self) -> Result<(), Stop> {
        // A run may be long: ask by steps, not by runs.
        if self.spent < self.asked {
            return Ok(());
        }
        self.asked = self.spent.saturating_add(2_000);
        let progress = Progress { phase: Phase::Replaying, states: self.spent, frontier: u32::at(self.queue.len()) };
        self.observer.ask(progress)
    }

    fn push(&mut self, node: Node<'a>) {
        let number = self.nodes.len();
        self.queue.push((Reverse(node.cost), node.length, Reverse(number)));
        self.nodes.push(Some(node));
    }

    /// Runs on to the next decision, or to the end.
    fn advance(&mut self, mut node: Node<'a>, guide: Option<&Guide>) -> Result<Option<Counterexample>, Stop> {
        loop {
            if let Some(decision) = node.machine.decision() {
                // There may be any number of derivation steps.
                if decision.options() != 1 || matches!(decision, Decision::Derive(_)) {
                    self.branch(&node, &decision);
                    return Ok(None);
                }
                node.machine.decide(&decision, 0);
                continue;
            }
            let ended = node.machine.step().err();
            node.length += 1;
            self.spent += 1;
            if let (Some(guide), Some(position)) = (guide, node.position)
                && ended.is_none_or(End::is_fault)
            {
                match self.follow(&mut node, guide, position, ended.is_some()) {
                    Follow::Between | Follow::At(..) => {}
                    Follow::Left => return Ok(None),
                    Follow::Ended => {
                        if let Some(found) = self.judge(&node, true)? {
                            return Ok(Some(found));
                        }
                        node.position = None;
                    }
                }
            }
            let cut = node.length >= self.effort.length || self.spent >= self.effort.steps;
            if ended.is_some() || cut {
                return self.judge(&node, guide.is_some());
            }
        }
    }

    /// Whether a run that was at a position of the guide still follows it after a step.
    fn follow(&mut self, node: &mut Node<'a>, guide: &Guide, position: Position, fault: bool) -> Follow {
        let followed = guide.follow(position, &node.machine, fault, self.task.watch);
        let Follow::At(next) = followed else { return followed };
        node.position = Some(next);
        self.reached = self.reached.max(Some(u32::at(next.step)));
        self.rounds = self.rounds.max(next.rounds);
        if guide.next(next).is_none() || next.rounds == ROUNDS { Follow::Ended } else { followed }
    }

    fn branch(&mut self, node: &Node<'a>, decision: &Decision) {
        self.spent += u32::at(decision.options()) * (1 + u32::at(node.machine.size() / SIZE_PER_STEP));
        for option in 0..decision.options() {
            let mut machine = node.machine.clone();
            machine.decide(decision, option);
            let more = match decision {
                Decision::Derive(_) => 1,
                // Of numbers, the first two mostly decide what they are compared for.
                Decision::Number(..) => u32::at(option + option.saturating_sub(1) * UNLIKELY),
                Decision::Branch(_) => u32::at(option),
            };
            let Node { position, length, cost, .. } = *node;
            self.push(Node { machine, position, length, cost: cost + more });
        }
    }

    /// Executes a run from the start on whole inputs, and looks whether it shows the claim.
    fn judge(&mut self, node: &Node<'a>, follows: bool) -> Result<Option<Counterexample>, Stop> {
        let script = node.machine.script();
        let input = node.machine.input();
        for input in self.closings(input) {
            self.ask()?;
            if let Some(found) = self.judge_on(input, &script, follows) {
                return Ok(Some(found));
            }
        }
        Ok(None)
    }

    pub(super) fn judge_on(&mut self, input: Heap, script: &Script, follows: bool) -> Option<Counterexample> {
        let mut trace = trace(self.task, &input, script, self.effort.length);
        if follows && self.rounds > 0 && trace.end.is_none() && trace.tail == Tail::Cut {
            self.unended = self.unended.max(Some(trace.steps));
        }
        let marked = trace.shows(self.task);
        self.spent = self.spent.saturating_add(trace.cost);
        let marked = marked?;
        if let Some(place) = trace.assumes {
            self.assumed.get_or_insert(place);
            return None;
        }
        let start = Machine::new(self.task.setting, &input);
        if !possible::are_possible(&start, &trace.last) {
            self.no_collection = true;
            return None;
        }
        if !possible::are_constructed(&start, &trace.last) {
            return None;
        }
        Some(Counterexample { input, marked, script: script.clone(), follows })
    }

    /// Small whole inputs: the smallest one, and smallest ones after one more derivation step.
    fn closings(&self, input: &Heap) -> Vec<Heap> {
        let grammar = self.task.setting.grammar;
        let edges = 0..input.nonterminals().len();
        let steps = edges.flat_map(|edge| grammar.derive_at(input, edge)).map(|(_, heap)| heap);
        let mut found: Vec<Heap> = Vec::new();
        for heap in std::iter::once(input.clone()).chain(steps) {
            if found.len() == CLOSINGS {
                break;
            }
            found.extend(grammar.closed(&heap).filter(|closed| !found.contains(closed)));
        }
        found
    }
}
