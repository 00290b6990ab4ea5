//! How a step of the analysis comes about, stage by stage, for people: the step is done once more and watched.

use std::rc::Rc;

use super::transfer::Access;
use super::{ForestProgram, ForestState};
use base::{Idx, Stop};
use program::objects::{Operation, OperationEdge, Role};
use rsm::{CoveringSystem, RecursiveSystem, Step};
use tree_automata::forest::{BoxDefinition, Forest, Rewriting};

/// What is done with a set of memories.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Act {
    /// A node is brought to light, by opening boxes and choosing one of several cases.
    Isolate,
    /// The operation is executed; a call is entered or left.
    Execute,
    /// The values of variables that are not read any more are forgotten.
    Forget,
    /// Boxes are replaced by wider ones that have been learned since.
    Widen,
    /// Roots are chosen anew: nodes to which variables or several edges lead.
    Cut,
    /// Edges are hidden in boxes.
    Fold,
    /// States whose trees look alike are merged.
    Merge,
    /// Another state includes the result.
    Include,
}

impl From<Rewriting> for Act {
    fn from(how: Rewriting) -> Self {
        match how {
            Rewriting::Widen => Act::Widen,
            Rewriting::Cut => Act::Cut,
            Rewriting::Fold => Act::Fold,
            Rewriting::Merge => Act::Merge,
        }
    }
}

/// A stage of a step: what is done, and what memories there are then.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Stage {
    /// What is done.
    pub act: Act,
    /// The memories after it.
    pub forest: Forest,
}

/// How one state leads to another.
#[derive(Clone, Copy, Debug)]
pub enum Way<'a> {
    /// By an operation.
    Step,
    /// Into a procedure.
    Call,
    /// By a whole call, which was entered and left in these states.
    Return(&'a ForestState, &'a ForestState),
}

/// How memories are brought into the form of states. A note names the one before; the first is what an operation leaves behind.
#[derive(Clone, Debug)]
pub(super) struct Arrival {
    notes: Vec<(usize, Act, Forest)>,
}

impl Arrival {
    pub(super) fn new(forest: &Forest) -> Self {
        Self { notes: vec![(0, Act::Execute, forest.reduced())] }
    }

    /// Notes what became of the memories of an earlier note.
    pub(super) fn note(&mut self, before: usize, act: Act, forest: &Forest) {
        self.notes.push((before, act, forest.reduced()));
    }

    /// The stages that lead to these memories.
    fn stages_to(&self, forest: &Forest) -> Option<Vec<Stage>> {
        let forest = forest.reduced();
        let mut at = self.notes.iter().rposition(|note| note.2 == forest)?;
        let mut stages = Vec::new();
        loop {
            let (before, act, forest) = self.notes[at].clone();
            stages.push(Stage { act, forest });
            if at == 0 {
                stages.reverse();
                return Some(stages);
            }
            at = before;
        }
    }
}

impl ForestProgram {
    /// The stages of a step from one state to another; those that change nothing are left out. `None` if no such step is found.
    ///
    /// It is done with as many boxes as may have been known when the states were found: later ones would hide other parts.
    ///
    /// # Errors
    /// If a limit is reached.
    pub fn stages(&mut self, from: &ForestState, to: &ForestState, way: Way<'_>) -> Result<Option<Vec<Stage>>, Stop> {
        let boxes = self.alphabet.boxes.clone();
        let calls = self.calls.get(from).cloned();
        let found = self.at_some_time(from, to, way);
        (self.alphabet.boxes, self.arrivals) = (boxes, None);
        if let Some(calls) = calls {
            self.calls.insert(*from, calls);
        }
        let start = self.forest(from.forest).reduced();
        let changed = |stages: Vec<Stage>| {
            let mut last = start;
            let is_new = |stage: &Stage| std::mem::replace(&mut last, stage.forest.clone()) != stage.forest;
            stages.into_iter().filter(is_new).collect()
        };
        Ok(found?.map(changed))
    }

    /// The stages with all boxes, or else with fewer: those that lead to the target itself are taken, or else the first ones.
    fn at_some_time(&mut self, from: &ForestState, to: &ForestState, way: Way<'_>) -> Result<Option<Vec<Stage>>, Stop> {
        let all = self.alphabet.boxes.clone();
        let used = self.alphabet.boxes_in(&self.forest(from.forest).automaton);
        let least = used.last().map_or(0, |id| id.index() + 1);
        let mut first = None;
        for count in (least..=all.len()).rev() {
            self.alphabet.boxes = all.clone();
            self.alphabet.forget_boxes(count);
            if let Way::Call = way {
                self.calls.remove(from);
            }
            self.arrivals = Some(Vec::new());
            let Some(stages) = self.watched(from, to, way)? else { continue };
            // What is learned now must be what was learned then.
            let is_same = |(new, old): (&BoxDefinition, &BoxDefinition)| {
                new.automaton == old.automaton && new.components == old.components
            };
            if self.alphabet.boxes.len() > all.len() || !self.alphabet.boxes.iter().zip(all.iter()).all(is_same) {
                continue;
            }
            if stages.last().is_none_or(|stage| stage.act != Act::Include) {
                return Ok(Some(stages));
            }
            first.get_or_insert(stages);
        }
        Ok(first)
    }

    fn watched(&mut self, from: &ForestState, to: &ForestState, way: Way<'_>) -> Result<Option<Vec<Stage>>, Stop> {
        let program = Rc::clone(&self.program);
        let mut found = None;
        let mut states = Vec::new();
        match way {
            Way::Step => {
                for (_, edge) in program.procedures[from.procedure].cfa.edges_from(from.location) {
                    let forest = self.forest(from.forest).clone();
                    for forest in self.isolated(from, edge, forest)? {
                        let isolated = Stage { act: Act::Isolate, forest: forest.reduced() };
                        states.clear();
                        self.execute(from, edge, forest, &mut states)?;
                        self.choose(&mut found, Some(isolated), &states, to)?;
                    }
                }
                if found.is_none() && to.fault.is_some() {
                    // What is wrong at the end of a run.
                    states.clear();
                    if self.step(from, &mut states)? == Step::Exit {
                        self.end(from, &mut states)?;
                    }
                    self.choose(&mut found, None, &states, to)?;
                }
            }
            Way::Call => {
                self.step(from, &mut states)?;
                self.choose(&mut found, None, &states, to)?;
            }
            Way::Return(entry, exit) => {
                self.resume(from, entry, exit, &mut states)?;
                self.choose(&mut found, None, &states, to)?;
            }
        }
        Ok(found)
    }

    /// Keeps the stages that lead to one of these states, if it is the target, or is covered by it and nothing better is known.
    fn choose(
        &mut self,
        found: &mut Option<Vec<Stage>>,
        isolated: Option<Stage>,
        states: &[ForestState],
        to: &ForestState,
    ) -> Result<(), Stop> {
        let arrivals = self.arrivals.replace(Vec::new()).unwrap_or_default();
        for state in states {
            let is_there = state == to;
            let is_alike = CoveringSystem::class(self, state) == CoveringSystem::class(self, to);
            if !is_there && (found.is_some() || !is_alike || !self.covers(to, state)?) {
                continue;
            }
            let forest = self.forest(state.forest);
            // States in which an operation fails do not arrive anywhere.
            let failed = || vec![Stage { act: Act::Execute, forest: forest.reduced() }];
            let stages = arrivals.iter().find_map(|arrival| arrival.stages_to(forest)).unwrap_or_else(failed);
            let included = (!is_there).then(|| Stage { act: Act::Include, forest: self.forest(to.forest).reduced() });
            *found = Some(isolated.iter().cloned().chain(stages).chain(included).collect());
            if is_there {
                break;
            }
        }
        Ok(())
    }

    /// The memories in which the nodes that an operation reads or writes are brought to light.
    fn isolated(&mut self, state: &ForestState, edge: &OperationEdge, forest: Forest) -> Result<Vec<Forest>, Stop> {
        let mut found = Vec::new();
        match edge.operation {
            Operation::Load { base, field, .. } | Operation::Store { base, field, .. }
                if self.program.fields[field].role == Role::Plain =>
            {
                for (forest, access) in self.access(state, forest, base, field)? {
                    match access {
                        Access::Node(root, selector) => {
                            found.extend(forest.isolated(&mut self.alphabet, root, &[selector])?);
                        }
                        Access::Fault(_) => found.push(forest),
                    }
                }
            }
            Operation::Free(operand) => match self.operand(&forest, operand).root() {
                Some(root) => {
                    for (forest, kind) in self.by_kind(forest, root) {
                        found.extend(forest.isolated(&mut self.alphabet, root, &self.layout.selectors(kind))?);
                    }
                }
                None => found.push(forest),
            },
            _ => found.push(forest),
        }
        Ok(found)
    }
}
