//! A concrete run followed along the abstract recursive state machine, also inside calls.
//!
//! The claim: for every concrete run there is a run of the machine that passes the same locations with the same call
//! stack, and the heap of each of its states describes what the variables of its procedure *and its externals* reach.
//! The externals of a callee's heaps are the objects that its callers know as well; they stay the same, in the same
//! order, until it returns. Here all runs of the machine are followed at once: for each procedure on the call stack those
//! states that agree with the run so far, with what their externals stand for.

use std::collections::{BTreeMap, BTreeSet};

use crate::base::{Idx, IndexVec};
use crate::grammar::Grammar;
use crate::heap::{Alphabet, Heap};
use crate::logic::VariableRef;
use crate::program::cfa::EdgeId;
use crate::rsm::{NodeId, Rsm, Step};
use crate::semantics::concrete::{Binding, Machine, Object, ObjectId, Places, Value, places, variable};
use crate::semantics::heap_program::{HeapProgram, HeapState, Instance, PointKind, qualified_name};

/// With more states that agree, a run is followed no further.
const CANDIDATES: usize = 200;

/// With more objects in memory, a run is followed no further: the parser finds everything that nonterminals can stand for.
const OBJECTS: usize = 16;

/// A machine that was generated as a whole.
#[derive(Clone, Copy)]
pub(super) struct AbstractSpace<'a> {
    pub system: &'a HeapProgram,
    pub rsm: &'a Rsm<HeapState>,
    /// The grammar as given.
    pub grammar: &'a Grammar,
    pub alphabet: &'a Alphabet,
    /// Variables that propositions mention, with their names in heaps of procedures that do not declare them.
    pub mentions: &'a [(VariableRef, String)],
}

/// A variable that a proposition mentions, with its name above the frame that declares it.
pub(super) fn mention(x: &VariableRef) -> (VariableRef, String) {
    let name = x.method.as_ref().map_or_else(|| x.name.clone(), |method| qualified_name(method, &x.name));
    (x.clone(), name)
}

/// Why a run is followed no further.
#[derive(Debug)]
pub(super) enum Lost {
    /// No state of the machine agrees with it.
    Uncovered(String),
    /// Too many states agree, or it takes too long to say which.
    TooMuch,
}

/// A state that agrees with the run, and what its externals stand for.
type Candidate = (NodeId, Places);

/// Follows one run.
pub(super) struct Follower<'a> {
    space: AbstractSpace<'a>,
    /// For each procedure on the call stack; a caller waits in its calling states.
    levels: Vec<BTreeSet<Candidate>>,
}

/// What heaps are compared with: numbers that are decided are known, others may be anything.
struct Memory<'m> {
    variables: BTreeMap<&'m str, Value>,
    objects: IndexVec<ObjectId, Object<'m>>,
}

impl<'a> Follower<'a> {
    /// Starts with the first state of a run.
    pub fn new(space: AbstractSpace<'a>, machine: &Machine<'a>) -> Result<Self, Lost> {
        let mut follower = Self { space, levels: Vec::new() };
        let entries = space.rsm.entries().iter().map(|&entry| (entry, Places::new())).collect();
        let candidates = follower.agreeing(entries, machine, None)?;
        follower.levels.push(candidates);
        Ok(follower)
    }

    /// Follows a step; `machine` is in the state after it. Of a null dereference the state is that before it, and
    /// `fault` the edge that it is on.
    pub fn follow(&mut self, machine: &Machine<'a>, fault: Option<EdgeId>) -> Result<(), Lost> {
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

    /// Whether the analysis takes the call that has just been entered from a contract: in all states that agree with the run, or
    /// in none; else it is not known.
    pub fn is_trusted(&self) -> Option<bool> {
        let trusted = |c: &Candidate| self.space.system.is_trusted(self.space.rsm.nodes[c.0].state);
        let mut all = self.levels.last()?.iter().map(trusted);
        let first = all.next()?;
        all.all(|other| other == first).then_some(first)
    }

    fn memory(&self, machine: &Machine<'a>) -> Memory<'a> {
        let known = |value: Value| known_value(value, machine);
        let mut variables: BTreeMap<&str, Value> = BTreeMap::new();
        for (x, name) in self.space.mentions {
            if let Binding::To(value) = variable(machine, x) {
                variables.insert(name, value);
            }
        }
        let ghosts = machine.ghosts.iter().filter(|_| machine.depth() == 1);
        variables.extend(ghosts.chain(machine.top().names.iter()).map(|(name, value)| (name, known(value))));
        Memory { variables, objects: known_objects(machine, machine) }
    }
}

/// A value if it is known by the state `last` of the run.
pub(super) fn known_value(value: Value, last: &Machine<'_>) -> Value {
    match last.known(value) {
        Value::Open(_) => Value::Unset,
        value => value,
    }
}

/// The objects of a state, with what is known of their fields by the state `last` of the same run.
pub(super) fn known_objects<'a>(at: &Machine<'a>, last: &Machine<'_>) -> IndexVec<ObjectId, Object<'a>> {
    let object = |o: &Object<'a>| {
        let fields = o.fields.iter().map(|(f, v)| (f, known_value(v, last))).collect();
        Object { class: o.class, fields, vertex: o.vertex }
    };
    at.objects().iter().map(object).collect()
}

/// The edge on which a machine has dereferenced null; no condition dereferences anything, so there is one.
pub(super) fn faulty_edge(machine: &Machine<'_>) -> Option<EdgeId> {
    let top = machine.top();
    machine.setting().program.procedures[top.procedure].cfa.edges_from(top.location).next().map(|(id, _)| id)
}
