//! Blocks, constructed directly: from every head, all paths to the next heads at once.
//!
//! The same blocks result from the [rules](super::rules), one step at a time.

use std::collections::BTreeMap;

use fixedbitset::FixedBitSet;

use base::{Idx, IndexVec, newtype_index};
use bitvec::{TermId, Terms};
use numbers::sort_of;
use program::cfa::{EdgeId, Location, ProcedureId};
use program::objects::{Call, Liveness, Operation};

use super::encode::{Changes, Encoder, Inputs};
use super::flat::{FlatPlace, FlatProgram, FlatVariable, VariableOrigin};
use super::units::BlockCall;
use super::watched::FlatObservation;

newtype_index! {
    /// A location at which blocks begin and end.
    pub struct HeadId;
    /// A block.
    pub struct BlockId;
}

/// Where blocks begin and end: the entry, the heads of loops, and where a run has ended.
#[derive(Clone, Debug)]
pub struct Head {
    /// The location.
    pub location: Location,
    /// The variables that may still be read, in ascending order.
    pub live: Vec<FlatVariable>,
}

/// All paths from one head to another that pass through no head between them.
///
/// A run takes it from a state in which the guard holds, for some inputs; then the variables have their next values for the same
/// inputs.
#[derive(Clone, Debug)]
pub struct Block {
    /// Where it begins.
    pub source: HeadId,
    /// Where it ends.
    pub target: HeadId,
    /// When it is taken, over variables and inputs.
    pub guard: TermId,
    /// The values of the variables that change and are live in the end, in ascending order.
    pub next: Vec<(FlatVariable, TermId)>,
}

/// A program as a graph of blocks.
pub struct BlockProgram<'p> {
    /// The program.
    pub flat: FlatProgram<'p>,
    /// The variables as terms.
    pub current: IndexVec<FlatVariable, TermId>,
    /// What the program does not determine.
    pub inputs: Inputs,
    /// The heads. The first one is the entry.
    pub heads: IndexVec<HeadId, Head>,
    /// Where a run has failed.
    pub error: HeadId,
    /// Where a run has come to a call that is not followed.
    pub cut: HeadId,
    /// Where the entry procedure returns, and where an exception leaves it.
    pub ends: [HeadId; 2],
    /// The blocks, by source and then by target. Those that nothing takes are left out.
    pub blocks: IndexVec<BlockId, Block>,
    /// The blocks that end at each head.
    incoming: IndexVec<HeadId, Vec<BlockId>>,
    /// The calls that are kept, by head.
    pub calls: Vec<BlockCall>,
    /// Of a unit that is called: its parameters and the static fields, with terms for the values that they have when it is entered.
    pub copies: Vec<(FlatVariable, TermId)>,
}

impl<'p> BlockProgram<'p> {
    /// The entry.
    pub const ENTRY: HeadId = HeadId(0);

    /// The blocks of a program.
    pub fn new(flat: FlatProgram<'p>, terms: &mut Terms) -> Self {
        let is_head = heads(&flat);
        Self::between(flat, is_head, terms)
    }

    /// The steps of a program as blocks of their own: every location is a head.
    pub fn small(flat: FlatProgram<'p>, terms: &mut Terms) -> Self {
        let is_head = IndexVec::filled(true, flat.cfa.locations.len());
        Self::between(flat, is_head, terms)
    }

    fn between(flat: FlatProgram<'p>, is_head: IndexVec<Location, bool>, terms: &mut Terms) -> Self {
        let variables = flat.variables.iter_enumerated();
        let current = variables.map(|(variable, _)| terms.variable(sort_of(flat.type_of(variable)))).collect();
        let live = LiveVariables::new(&flat);
        let (locations, numbers) = numbered(&is_head);
        let heads = locations.iter().map(|&location| Head { location, live: live.at(&flat, location) }).collect();
        let mut program = Self {
            current,
            inputs: Inputs::default(),
            heads,
            error: numbers[flat.error].expect("it is a head"),
            cut: numbers[flat.cut].expect("it is a head"),
            ends: [flat.cfa.exit, flat.thrown].map(|location| numbers[location].expect("it is a head")),
            blocks: IndexVec::new(),
            incoming: IndexVec::new(),
            calls: Vec::new(),
            copies: Vec::new(),
            flat,
        };
        program.incoming = IndexVec::filled(Vec::new(), program.heads.len());
        for source in (0..program.heads.len()).map(HeadId::at) {
            program.add_blocks(source, &numbers, &live, terms);
        }
        program
    }

    /// The blocks that begin at a head.
    pub fn blocks_from(&self, source: HeadId) -> impl Iterator<Item = (BlockId, &Block)> {
        let blocks = self.blocks.as_slice();
        let first = blocks.partition_point(|block| block.source < source);
        let end = blocks.partition_point(|block| block.source <= source);
        (first..end).map(move |position| (BlockId::at(position), &blocks[position]))
    }

    /// The blocks that end at a head.
    pub fn blocks_to(&self, target: HeadId) -> impl Iterator<Item = (BlockId, &Block)> {
        self.incoming[target].iter().map(|&block| (block, &self.blocks[block]))
    }

    /// The head at a location. Contract: there is one.
    pub(super) fn head_at(&self, location: Location) -> HeadId {
        let found = self.heads.iter_enumerated().find(|(_, head)| head.location == location);
        found.expect("blocks begin and end there").0
    }

    fn add_blocks(
        &mut self,
        source: HeadId,
        numbers: &IndexVec<Location, Option<HeadId>>,
        live: &LiveVariables,
        terms: &mut Terms,
    ) {
        let flat = &self.flat;
        let start = self.heads[source].location;
        if flat.cfa.edges_from(start).any(|(_, edge)| edge.is_kept_call()) {
            return;
        }
        let mut encoder = Encoder { flat, terms, current: &self.current, inputs: &mut self.inputs };
        // Edges between heads lead to greater locations, so that all ways to a location are known when it is its turn.
        let mut inside: BTreeMap<Location, Vec<Arrival>> = BTreeMap::new();
        let mut ended: BTreeMap<HeadId, Vec<Arrival>> = BTreeMap::new();
        let mut next = Some((start, Arrival { conditions: Vec::new(), changes: Changes::new() }));
        while let Some((location, mut at)) = next {
            at.changes.retain(|&variable, _| live.is_live(flat, location, variable));
            for (edge, condition) in encoder.conditions(location, &at.changes) {
                if condition == Terms::FALSE {
                    continue;
                }
                let mut after = at.clone();
                after.assume(condition);
                let edge: (EdgeId, _) = (edge, flat.cfa.edges[edge]);
                encoder.execute(edge.0, &edge.1, &mut after.changes);
                match numbers[edge.1.target] {
                    Some(head) => ended.entry(head).or_default().push(after),
                    None => inside.entry(edge.1.target).or_default().push(after),
                }
            }
            next = inside
                .pop_first()
                .map(|(location, arrivals)| (location, merge(encoder.terms, &self.current, arrivals)));
        }
        for (target, arrivals) in ended {
            let head = &self.heads[target];
            let mut arrivals = arrivals;
            for arrival in &mut arrivals {
                arrival.changes.retain(|variable, _| head.live.binary_search(variable).is_ok());
            }
            let Arrival { conditions, changes } = merge(terms, &self.current, arrivals);
            let guard = terms.all(&conditions);
            if guard != Terms::FALSE {
                let next = changes.into_iter().filter(|&(variable, value)| self.current[variable] != value).collect();
                let block = self.blocks.push(Block { source, target, guard, next });
                self.incoming[target].push(block);
            }
        }
    }
}

/// Where blocks have to begin and end.
fn heads(flat: &FlatProgram<'_>) -> IndexVec<Location, bool> {
    let mut is_head = flat.cfa.loop_heads();
    for location in [flat.cfa.entry, flat.cfa.exit, flat.thrown, flat.error, flat.cut] {
        is_head[location] = true;
    }
    for edge in flat.cfa.edges.iter().filter(|edge| edge.is_kept_call()) {
        is_head[edge.source] = true;
        is_head[edge.target] = true;
    }
    is_head
}

/// The heads in ascending order of their locations, with their numbers.
fn numbered(is_head: &IndexVec<Location, bool>) -> (IndexVec<HeadId, Location>, IndexVec<Location, Option<HeadId>>) {
    let heads: IndexVec<HeadId, Location> =
        is_head.iter_enumerated().filter(|&(_, &is_head)| is_head).map(|(location, _)| location).collect();
    let mut numbers = IndexVec::filled(None, is_head.len());
    for (head, &location) in heads.iter_enumerated() {
        numbers[location] = Some(head);
    }
    (heads, numbers)
}

/// How paths from the start of a block come to a location.
#[derive(Clone, Debug)]
struct Arrival {
    /// Conditions that all hold, in the order in which they were met.
    conditions: Vec<TermId>,
    changes: Changes,
}

impl Arrival {
    fn assume(&mut self, condition: TermId) {
        if condition != Terms::TRUE && !self.conditions.contains(&condition) {
            self.conditions.push(condition);
        }
    }
}

/// All paths to a location at once. Of conditions that both ways share, none is repeated: what is left says which way was
/// taken, since the conditions at a branch exclude each other.
fn merge(terms: &mut Terms, current: &IndexVec<FlatVariable, TermId>, mut arrivals: Vec<Arrival>) -> Arrival {
    let in_common =
        |pair: &[Arrival]| pair[0].conditions.iter().zip(&pair[1].conditions).take_while(|(a, b)| a == b).count();
    // For every two neighbours, how many of their first conditions are equal.
    let mut common: Vec<usize> = arrivals.windows(2).map(in_common).collect();
    // Those that have most in common came from the last branch.
    while let Some(last) = (0..common.len()).rev().max_by_key(|&pair| common[pair]) {
        let shared = common.remove(last);
        let other = arrivals.remove(last + 1);
        let one = &mut arrivals[last];
        let of_one = terms.all(&one.conditions[shared..]);
        let of_other = terms.all(&other.conditions[shared..]);
        let either = terms.or(of_one, of_other);
        one.conditions.truncate(shared);
        one.assume(either);
        for (variable, a, b) in differences(&one.changes, &other.changes, current) {
            let value = terms.ite(of_one, a, b);
            one.changes.insert(variable, value);
        }
        for pair in last.saturating_sub(1)..common.len().min(last + 1) {
            common[pair] = in_common(&arrivals[pair..pair + 2]);
        }
    }
    arrivals.pop().expect("a way to every location that is visited")
}

/// The variables that have different values on two ways, with both values.
fn differences(
    one: &Changes,
    other: &Changes,
    current: &IndexVec<FlatVariable, TermId>,
) -> Vec<(FlatVariable, TermId, TermId)> {
    let [mut ones, mut others] = [one, other].map(|changes| changes.iter().peekable());
    let mut found = Vec::new();
    while let Some(&variable) = ones.peek().into_iter().chain(others.peek()).map(|&(variable, _)| variable).min() {
        let [a, b] = [&mut ones, &mut others].map(|changes| {
            let change = changes.next_if(|&(&changed, _)| changed == variable);
            change.map_or(current[variable], |(_, &value)| value)
        });
        if a != b {
            found.push((variable, a, b));
        }
    }
    found
}

/// Which variables may still be read at a location, by the program or by an observer.
struct LiveVariables {
    procedures: IndexVec<ProcedureId, Option<Liveness>>,
    observed: FixedBitSet,
}

impl LiveVariables {
    fn new(flat: &FlatProgram<'_>) -> Self {
        let mut procedures = IndexVec::filled(None, flat.program.procedures.len());
        for frame in &flat.frames {
            procedures[frame.procedure]
                .get_or_insert_with(|| Liveness::without_memory(&flat.program.procedures[frame.procedure]));
        }
        let mut observed = FixedBitSet::with_capacity(flat.variables.len());
        observed.extend(flat.observations.iter().flat_map(FlatObservation::variables).map(Idx::index));
        Self { procedures, observed }
    }

    fn is_live(&self, flat: &FlatProgram<'_>, location: Location, variable: FlatVariable) -> bool {
        if location == flat.error || location == flat.cut {
            return false;
        }
        let VariableOrigin::Local(owner, local) = flat.variables[variable] else { return true };
        let FlatPlace { frame, location } = flat.cfa.locations[location];
        let is_observed = self.observed.contains(variable.index());
        let live = |location| {
            let liveness = self.procedures[flat.frames[owner].procedure].as_ref();
            is_observed || liveness.is_some_and(|l| l.is_live(location, local))
        };
        if frame == owner {
            return live(location);
        }
        // Of a caller, what is read after the call.
        let mut callers = std::iter::successors(flat.frames[frame].caller, |&(caller, _)| flat.frames[caller].caller);
        callers.find(|&(caller, _)| caller == owner).is_some_and(|(_, edge)| {
            let call = &flat.procedure(owner).cfa.edges[edge];
            // What the call assigns has another value by then.
            let is_assigned = matches!(&call.operation, Operation::Call(Call { target: Some(to), .. }) if *to == local);
            !is_assigned && live(call.target) || call.handlers().any(live)
        })
    }

    fn at(&self, flat: &FlatProgram<'_>, location: Location) -> Vec<FlatVariable> {
        let variables = flat.variables.iter_enumerated().map(|(variable, _)| variable);
        variables.filter(|&variable| self.is_live(flat, location, variable)).collect()
    }
}
