//! What of a procedure depends on what.

use std::collections::{BTreeMap, BTreeSet, VecDeque};

use fixedbitset::FixedBitSet;
use petgraph::algo::dominators::simple_fast;
use petgraph::graphmap::DiGraphMap;
use petgraph::unionfind::UnionFind;

use super::{Branches, Effects, static_field};
use crate::cfa::{EdgeId, Location, Transition};
use crate::objects::{FieldId, LocalId, Operation, OperationEdge, Procedure, Program};
use base::{CollectByInsertion, CompactSort, Idx, IndexVec};

/// Something that a part has or has not: the objects to which some variables and static fields may lead, or the values of a number that are
/// read in the same places.
pub(super) type Thing = usize;

/// Procedures with more things are not taken apart.
const MOST_THINGS: usize = 4_000;

/// What an edge does, as [things](Thing).
#[derive(Clone, Default)]
pub(super) struct Touched {
    /// What it changes: a number, or objects.
    pub(super) defines: Vec<Thing>,
    /// What it reads.
    pub(super) uses: Vec<Thing>,
}

impl Touched {
    /// Whether it is nothing that could be left out.
    pub(super) fn is_nothing(&self) -> bool {
        self.defines.is_empty() && self.uses.is_empty()
    }
}

/// What the edges of a procedure do, and what depends on what.
pub(super) struct Dependences {
    pub(super) touched: IndexVec<EdgeId, Touched>,
    /// For edges with which runs end: on what it depends whether they are taken.
    pub(super) decided_by: BTreeMap<EdgeId, Vec<Thing>>,
    /// The things that a local is, at different times.
    pub(super) of_local: IndexVec<LocalId, BTreeSet<Thing>>,
    /// The calls of procedures in which something may go wrong.
    calls: BTreeSet<EdgeId>,
    /// The things that are objects.
    is_object: FixedBitSet,
    /// For each thing, on what it depends.
    on: Vec<BTreeSet<Thing>>,
}

impl Dependences {
    /// `None` if there are too many things, or the object that holds the static fields is used in another way than for these.
    pub(super) fn new(program: &Program, procedure: &Procedure, effects: &Effects, branches: Branches) -> Option<Self> {
        let names = Names::new(program, procedure)?;
        let mut touched: IndexVec<EdgeId, Touched> =
            procedure.cfa.edges.indices().map(|id| names.touched(effects, id)).collect();
        let is_object = |thing: Thing| names.is_object(thing);
        let mut same = UnionFind::<Thing>::new(names.count());
        for edge in &touched {
            let mut objects = edge.defines.iter().chain(&edge.uses).copied().filter(|&thing| is_object(thing));
            if let Some(first) = objects.next() {
                objects.for_each(|other| _ = same.union(first, other));
            }
        }
        for edge in touched.iter_mut() {
            for things in [&mut edge.defines, &mut edge.uses] {
                things.iter_mut().for_each(|thing| *thing = same.find(*thing));
                things.compact_sort();
                things.dedup();
            }
        }
        let mut found = Self {
            decided_by: BTreeMap::new(),
            calls: procedure.cfa.edges.iter_enumerated().filter(|(_, edge)| edge.is_call()).map(|(id, _)| id).collect(),
            of_local: names.of_local.iter().map(|own| own.iter().map(|&thing| same.find(thing)).collect()).collect(),
            is_object: (0..names.count()).filter(|&thing| is_object(thing)).map(|thing| same.find(thing)).collect(),
            on: vec![BTreeSet::new(); names.count()],
            touched,
        };
        for edge in &found.touched {
            for &defined in &edge.defines {
                found.on[defined].extend(edge.uses.iter().filter(|&&used| used != defined));
            }
        }
        if branches == Branches::Decided {
            found.follow_branches(procedure);
        }
        found.decide_ends(procedure);
        Some(found)
    }

    /// Whether a part that has these things has the step of an edge.
    pub(super) fn has_edge(&self, id: EdgeId, part: &FixedBitSet) -> bool {
        let Touched { defines, uses } = &self.touched[id];
        let objects = uses.iter().filter(|&&thing| self.is_object.contains(thing));
        let is_given = defines.is_empty() && self.calls.contains(&id) && uses.iter().all(|&thing| part.contains(thing));
        is_given || defines.iter().chain(objects).any(|&thing| part.contains(thing))
    }

    /// Whether a part leaves nothing out.
    pub(super) fn is_everything(&self, part: &FixedBitSet) -> bool {
        let mut all = self.touched.iter().flat_map(|edge| edge.defines.iter().chain(&edge.uses));
        all.all(|&thing| part.contains(thing))
    }

    /// The parts: the largest sets that have with each thing all on which it depends. Each object is in one of them, and everything that
    /// decides whether a run fails.
    pub(super) fn parts(&self) -> Vec<FixedBitSet> {
        let objects = self.touched.iter().flat_map(|edge| edge.defines.iter().chain(&edge.uses)).copied();
        let objects = objects.filter(|&thing| self.is_object.contains(thing)).map(|thing| vec![thing]);
        let of_call = |&id: &EdgeId| {
            let Touched { defines, uses } = &self.touched[id];
            defines.iter().chain(uses).copied().collect()
        };
        let calls = self.calls.iter().map(of_call);
        let seeds: BTreeSet<Vec<Thing>> =
            objects.chain(calls).chain(self.decided_by.values().cloned()).collect_by_insertion();
        let mut parts: Vec<FixedBitSet> = Vec::new();
        for seed in seeds {
            let part = self.closed(seed);
            if !part.is_clear() && !parts.iter().any(|other| part.is_subset(other)) {
                parts.retain(|other| !other.is_subset(&part));
                parts.push(part);
            }
        }
        parts
    }

    /// The least set with these things, and all on which one of its things depends.
    fn closed(&self, mut open: Vec<Thing>) -> FixedBitSet {
        let mut part = FixedBitSet::with_capacity(self.on.len());
        while let Some(thing) = open.pop() {
            if !part.put(thing) {
                open.extend(&self.on[thing]);
            }
        }
        part
    }

    /// Steps depend on what decides whether they are taken (Ferrante, Ottenstein and Warren, *The program dependence graph and its use in
    /// optimization*, 1987, section 3.1). Ways on which the run, or the procedure, ends early count as not taken.
    fn follow_branches(&mut self, procedure: &Procedure) {
        let cfa = &procedure.cfa;
        let mut backward = DiGraphMap::<u32, ()>::new();
        backward.add_node(cfa.exit.0);
        for edge in &cfa.edges {
            backward.add_edge(edge.target.0, edge.source.0, ());
        }
        let dominators = simple_fast(&backward, cfa.exit.0);
        let mut controlled: IndexVec<Location, BTreeSet<Thing>> =
            IndexVec::filled(BTreeSet::new(), cfa.locations.len());
        for (id, edge) in cfa.edges.iter_enumerated() {
            let decides = &self.touched[id].uses;
            if !is_test(edge) || decides.is_empty() {
                continue;
            }
            let last = dominators.immediate_dominator(edge.source.0);
            let mut at = Some(edge.target.0);
            while let Some(location) = at.filter(|_| at != last) {
                controlled[Location(location)].extend(decides);
                at = dominators.immediate_dominator(location);
            }
        }
        for (id, edge) in cfa.edges.iter_enumerated().filter(|(_, edge)| !is_test(edge)) {
            let Touched { defines, uses } = &self.touched[id];
            for &thing in defines.iter().chain(uses) {
                self.on[thing].extend(controlled[edge.source].iter().filter(|&&other| other != thing));
            }
        }
    }

    /// Finds on which tests it depends whether a run comes to the steps with which it fails, or is given up.
    fn decide_ends(&mut self, procedure: &Procedure) {
        let cfa = &procedure.cfa;
        let mut incoming: IndexVec<Location, Vec<EdgeId>> = IndexVec::filled(Vec::new(), cfa.locations.len());
        for (id, edge) in cfa.edges.iter_enumerated() {
            incoming[edge.target].push(id);
        }
        for (id, edge) in cfa.edges.iter_enumerated().filter(|(_, edge)| ends_run(&edge.operation)) {
            let mut things: BTreeSet<Thing> = self.touched[id].uses.iter().copied().collect();
            let (mut open, mut seen) = (vec![edge.source], BTreeSet::from([edge.source]));
            while let Some(location) = open.pop() {
                for &before in &incoming[location] {
                    let test = &cfa.edges[before];
                    if is_test(test) {
                        things.extend(&self.touched[before].uses);
                    } else if matches!(test.operation, Operation::Skip) && seen.insert(test.source) {
                        open.push(test.source);
                    }
                }
            }
            self.decided_by.insert(id, things.into_iter().collect());
        }
    }
}

/// Whether an edge is one of several between which a condition decides.
fn is_test(edge: &OperationEdge) -> bool {
    matches!(edge.operation, Operation::Assume(_))
}

/// Whether a run ends with an operation, or nothing is known of it from there.
pub(super) fn ends_run(operation: &Operation) -> bool {
    matches!(operation, Operation::Fail(_) | Operation::GiveUp(_) | Operation::GiveUpMemory { .. })
}

/// Names for what edges read and write: a local has several, if values that it gets in different places are never read in the same one.
/// Static fields come last.
struct Names<'a> {
    program: &'a Program,
    procedure: &'a Procedure,
    /// For each edge, the names of the locals that it reads.
    read: IndexVec<EdgeId, Vec<Thing>>,
    /// For each edge, the name of the local that it assigns.
    assigned: IndexVec<EdgeId, Option<Thing>>,
    of_local: IndexVec<LocalId, BTreeSet<Thing>>,
    /// The local of each name.
    locals: Vec<LocalId>,
}

impl<'a> Names<'a> {
    fn new(program: &'a Program, procedure: &'a Procedure) -> Option<Self> {
        let cfa = &procedure.cfa;
        let mut uses: IndexVec<EdgeId, BTreeSet<LocalId>> = IndexVec::new();
        for edge in &cfa.edges {
            let mut own = BTreeSet::new();
            edge.operation.for_each_use(|local| _ = own.insert(local));
            if let Some(statics) = procedure.statics.filter(|_| static_field(procedure, &edge.operation).is_some()) {
                own.remove(&statics);
            }
            if own.iter().any(|&local| Some(local) == procedure.statics) {
                return None;
            }
            uses.push(own);
        }
        // A definition is a local at the entry, or an edge that assigns one.
        let mut locals: Vec<LocalId> = procedure.locals.indices().collect();
        let mut definition: IndexVec<EdgeId, Option<Thing>> = IndexVec::filled(None, cfa.edges.len());
        for (id, edge) in cfa.edges.iter_enumerated() {
            if let Some(target) = edge.operation.defines().filter(|&target| Some(target) != procedure.statics) {
                definition[id] = Some(locals.len());
                locals.push(target);
            }
        }
        if locals.len() + program.fields.len() > MOST_THINGS {
            return None;
        }
        let at_entry = procedure.locals.len();
        let mut of_local = IndexVec::filled(FixedBitSet::with_capacity(locals.len()), procedure.locals.len());
        locals.iter().enumerate().for_each(|(thing, &local)| of_local[local].insert(thing));
        // Definitions that reach locations: forward data flow.
        let mut reaching = IndexVec::filled(FixedBitSet::with_capacity(locals.len()), cfa.locations.len());
        reaching[cfa.entry].insert_range(..at_entry);
        let mut open: VecDeque<Location> = VecDeque::from([cfa.entry]);
        while let Some(location) = open.pop_front() {
            for (id, edge) in cfa.edges_from(location) {
                let before = reaching[location].clone();
                let mut after = before.clone();
                if let Some(own) = definition[id] {
                    after.difference_with(&of_local[locals[own]]);
                    after.insert(own);
                }
                let ways =
                    std::iter::once((edge.target, after)).chain(edge.handlers().map(|way| (way, before.clone())));
                for (way, reached) in ways {
                    if !reached.is_subset(&reaching[way]) {
                        reaching[way].union_with(&reached);
                        open.push_back(way);
                    }
                }
            }
        }
        let mut same = UnionFind::<Thing>::new(locals.len());
        let mut join = |things: &mut dyn Iterator<Item = Thing>| {
            let first = things.next();
            first.into_iter().for_each(|first| things.for_each(|other| _ = same.union(first, other)));
        };
        // What the procedure leaves behind is not taken apart, nor what it is given.
        for local in [procedure.returned, procedure.exception] {
            join(&mut of_local[local].ones());
        }
        let given = procedure.receiver.iter().chain(&procedure.parameters);
        join(&mut given.filter(|&&local| procedure.locals[local].ty.is_reference()).map(|local| local.index()));
        for (id, edge) in cfa.edges.iter_enumerated() {
            for &local in &uses[id] {
                join(&mut reaching[edge.source].intersection(&of_local[local]));
            }
        }
        let name = |edge: &OperationEdge, local: LocalId| {
            let any = reaching[edge.source].intersection(&of_local[local]).next();
            same.find(any.unwrap_or(local.index()))
        };
        let read = cfa.edges.iter_enumerated();
        let read = read.map(|(id, edge)| uses[id].iter().map(|&local| name(edge, local)).collect()).collect();
        let assigned = definition.iter().map(|own| own.map(|own| same.find(own))).collect();
        let of_local = of_local.iter().map(|own| own.ones().map(|thing| same.find(thing)).collect()).collect();
        Some(Self { program, procedure, read, assigned, of_local, locals })
    }

    /// How many there are, of locals and static fields.
    fn count(&self) -> usize {
        self.locals.len() + self.program.fields.len()
    }

    /// The thing that a static field is.
    fn field(&self, field: FieldId) -> Thing {
        self.locals.len() + field.index()
    }

    fn is_object(&self, thing: Thing) -> bool {
        match self.locals.get(thing) {
            Some(&local) => self.procedure.locals[local].ty.is_reference(),
            None => self.program.fields[FieldId::at(thing - self.locals.len())].ty.is_reference(),
        }
    }

    fn touched(&self, effects: &Effects, id: EdgeId) -> Touched {
        let operation = &self.procedure.cfa.edges[id].operation;
        let mut found = Touched { defines: self.assigned[id].into_iter().collect(), uses: self.read[id].clone() };
        match operation {
            Operation::Load { field, .. } | Operation::Store { field, .. }
                if static_field(self.procedure, operation).is_some() =>
            {
                let is_load = matches!(operation, Operation::Load { .. });
                if is_load { &mut found.uses } else { &mut found.defines }.push(self.field(*field));
            }
            // The objects change.
            Operation::Store { base, .. } => {
                let changed = found.uses.iter().copied().filter(|&thing| self.locals[thing] == *base);
                found.defines.extend(changed.collect::<Vec<_>>());
            }
            Operation::Free(_) | Operation::End(_) => found.defines.extend(&found.uses),
            Operation::Call(call) => {
                for callee in call.callee.candidates() {
                    found.uses.extend(effects.statics[callee].ones().map(|field| self.field(FieldId::at(field))));
                }
                let objects =
                    found.uses.iter().copied().filter(|&thing| self.is_object(thing) || !self.is_local(thing));
                found.defines.extend(objects.collect::<Vec<_>>());
            }
            _ => {}
        }
        found
    }

    fn is_local(&self, thing: Thing) -> bool {
        thing < self.locals.len()
    }
}
