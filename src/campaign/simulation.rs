//! Simulation of a concrete run by the abstract recursive state machine, including calls.
//!
//! The claim: for every concrete run there is a run of the machine that passes the same locations with the same call
//! stack, and the heap of each of its states describes the objects reachable from the variables of its procedure *and
//! from its externals*. The externals of a callee's heaps are the objects shared with its callers; they stay the same,
//! in the same order, until it returns. All runs of the machine are simulated at once: for each procedure on the call
//! stack, the set of states that agree with the run so far, with the values of their externals.

use std::collections::{BTreeMap, BTreeSet};

use base::{Idx, IndexVec};
use graph_grammars::heap_program::{HeapProgram, HeapState, Instance, PointKind, qualified_name};
use heap_grammar::grammar::Grammar;
use heap_grammar::heap::{Alphabet, Heap};
use interpreter::{Binding, Machine, Object, ObjectId, Places, Value, places, variable};
use ltl::logic::VariableRef;
use program::cfa::EdgeId;
use rsm::{NodeId, Rsm, Step};

/// Maximum number of states that agree; with more, the simulation of a run ends.
const CANDIDATES: usize = 200;

/// Maximum number of objects in memory; with more, the simulation of a run ends, because the parser finds everything
/// that nonterminals derive.
const OBJECTS: usize = 16;

/// A completely generated machine.
#[derive(Clone, Copy)]
pub(super) struct AbstractSpace<'a> {
    pub system: &'a HeapProgram,
    pub rsm: &'a Rsm<HeapState>,
    /// The grammar as given.
    pub grammar: &'a Grammar,
    pub alphabet: &'a Alphabet,
    /// Variables mentioned in propositions, with their names in heaps of procedures that do not declare them.
    pub mentions: &'a [(VariableRef, String)],
}

/// A variable mentioned in a proposition, with its name above the frame that declares it.
pub(super) fn mention(x: &VariableRef) -> (VariableRef, String) {
    let name = x.method.as_ref().map_or_else(|| x.name.clone(), |method| qualified_name(method, &x.name));
    (x.clone(), name)
}

/// The reason why a simulation ends early.
#[derive(Debug)]
pub(super) enum Lost {
    /// No state of the machine agrees with the run.
    Uncovered(String),
    /// Too many states agree, or computing them takes too long.
    TooMuch,
}

/// A state that agrees with the run, with the values of its externals.
type Candidate = (NodeId, Places);

/// The simulation of one run.
pub(super) struct Follower<'a> {
    space: AbstractSpace<'a>,
    /// The candidates for each procedure on the call stack; for a caller, its calling states.
    levels: Vec<BTreeSet<Candidate>>,
}

/// The memory with which heaps are compared: decided numbers are known, others match any number.
struct Memory<'m> {
    variables: BTreeMap<&'m str, Value>,
    objects: IndexVec<ObjectId, Object<'m>>,
}

impl<'a> Follower<'a> {
    /// Starts at the first state of a run.
    pub(crate) fn new(space: AbstractSpace<'a>, machine: &Machine<'a>) -> Result<Self, Lost> {
        let mut follower = Self { space, levels: Vec::new() };
        let entries = space.rsm.entries().iter().map(|&entry| (entry, Places::new())).collect();
        let candidates = follower.agreeing(entries, machine, None)?;
        follower.levels.push(candidates);
        Ok(follower)
    }

    /// Simulates a step; `machine` is in the state after it. For a null dereference, it is in the state before, and
    /// `fault` is the failing edge.
    pub(crate) fn follow(&mut self, machine: &Machine<'a>, fault: Option<EdgeId>) -> Result<(), Lost> {
        let rsm = self.space.rsm;
        let depth = machine.depth();
        let top = self.levels.last().into_iter().flatten();
        let is_call = |node: NodeId| rsm.nodes[node].step == Some(Step::Call);
        let next: Vec<Candidate> = if depth > self.levels.len() {
            let calls = top.filter(|c| is_call(c.0));
            let entries = calls.flat_map(|c| rsm.successors(c.0)).map(|&entry| (entry, Places::new()));
            entries.collect::<BTreeSet<_>>().into_iter().collect()
        } else if depth < self.levels.len() {
            let exits: Vec<Candidate> = self.levels.pop().into_iter().flatten().collect();
            let calls = self.levels.pop().into_iter().flatten();
            let returns = |(call, own): Candidate| {
                let targets = exits.iter().filter_map(move |&(exit, _)| rsm.known_returns(call, exit)).flatten();
                targets.map(move |t| (rsm.target(t), own.clone()))
            };
            calls.flat_map(returns).collect()
        } else {
            let steps = top.filter(|c| !is_call(c.0));
            let next = steps.flat_map(|(node, own)| rsm.successors(*node).iter().map(|&t| (t, own.clone()))).collect();
            self.levels.pop();
            next
        };
        let candidates = self.agreeing(next, machine, fault)?;
        self.levels.push(candidates);
        Ok(())
    }

    /// The candidates that agree with the state of a machine.
    fn agreeing(
        &self,
        candidates: Vec<Candidate>,
        machine: &Machine<'a>,
        fault: Option<EdgeId>,
    ) -> Result<BTreeSet<Candidate>, Lost> {
        let AbstractSpace { system, rsm, .. } = self.space;
        if machine.objects().len() > OBJECTS {
            return Err(Lost::TooMuch);
        }
        let memory = self.memory(machine);
        let candidates: BTreeSet<Candidate> = candidates.into_iter().collect();
        let there: Vec<Candidate> =
            candidates.into_iter().filter(|c| self.is_at(rsm.nodes[c.0].state, machine, fault)).collect();
        let heaps: Vec<Heap> = there.iter().map(|c| system.store().get(rsm.nodes[c.0].state.heap)).collect();
        let asked: Vec<(&Heap, &Places)> = heaps.iter().zip(&there).map(|(heap, c)| (heap, &c.1)).collect();
        let language = (self.space.grammar, self.space.alphabet);
        let Some(all) = places(&asked, &memory.variables, &memory.objects, language) else { return Err(Lost::TooMuch) };
        let found: BTreeSet<Candidate> = there
            .iter()
            .zip(all)
            .flat_map(|(candidate, places)| places.into_iter().map(|places| (candidate.0, places)))
            .collect();
        if !found.is_empty() && found.len() <= CANDIDATES {
            return Ok(found);
        }
        if !found.is_empty() {
            return Err(Lost::TooMuch);
        }
        let location = machine.top().location;
        let procedure = machine.setting().program.qualified_name(machine.top().procedure);
        Err(Lost::Uncovered(format!(
            "no state at {location:?} of {procedure} describes the memory; at this point are {there:?}; {:?} {:?}",
            memory.variables, memory.objects
        )))
    }

    fn is_at(&self, state: HeapState, machine: &Machine<'a>, fault: Option<EdgeId>) -> bool {
        let points = self.space.system.points();
        let top = machine.top();
        let (instance, here) = match points.kind(state.point) {
            PointKind::At(instance, location) => (instance, fault.is_none() && location == top.location),
            PointKind::Fault(instance, edge) => (instance, fault == Some(edge)),
        };
        let is_entry = instance == Instance::at(0);
        here && is_entry == (machine.depth() == 1) && points.instance(instance).procedure == top.procedure
    }

    /// Whether the analysis uses a contract for the call just entered: in all states that agree with the run, or in
    /// none; `None` otherwise.
    pub(crate) fn is_trusted(&self) -> Option<bool> {
        let trusted = |c: &Candidate| self.space.system.is_trusted(self.space.rsm.nodes[c.0].state);
        let mut all = self.levels.last()?.iter().map(trusted);
        let first = all.next()?;
        all.all(|other| other == first).then_some(first)
    }

    fn memory(&self, machine: &Machine<'a>) -> Memory<'a> {
        let mut variables: BTreeMap<&str, Value> = BTreeMap::new();
        for (x, name) in self.space.mentions {
            if let Binding::To(value) = variable(machine, x) {
                variables.insert(name, value);
            }
        }
        let ghosts = machine.ghosts.iter().filter(|_| machine.depth() == 1);
        variables.extend(ghosts.chain(machine.top().names.iter()).map(|(name, value)| (name, machine.known(value))));
        Memory { variables, objects: known_objects(machine, machine) }
    }
}

/// The objects of a state, with the values of fields known by the state `last` of the same run.
pub(super) fn known_objects<'a>(at: &Machine<'a>, last: &Machine<'_>) -> IndexVec<ObjectId, Object<'a>> {
    let object = |o: &Object<'a>| {
        let fields = o.fields.iter().map(|(f, v)| (f, last.known(v))).collect();
        Object { fields, ..o.clone() }
    };
    at.objects().iter().map(object).collect()
}

/// The edge on which a machine has dereferenced null. Conditions dereference nothing, so it is the only edge.
pub(super) fn faulty_edge(machine: &Machine<'_>) -> Option<EdgeId> {
    let top = machine.top();
    machine.setting().program.procedures[top.procedure].cfa.edges_from(top.location).next().map(|(id, _)| id)
}
