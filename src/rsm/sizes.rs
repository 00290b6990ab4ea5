//! Sizes of states: where their elements come from.
//!
//! A state has *parts*: collections, which hold any number of elements, and single elements. A transition moves elements, creates
//! some and drops some, but copies none. This says enough about sizes to find [rankings](super::ranking): if everything in some
//! collections comes from others, they hold no more.

use std::collections::VecDeque;
use std::rc::Rc;

use fixedbitset::FixedBitSet;
use rustc_hash::FxHashMap;
use smallvec::SmallVec;

use super::machine::{ComponentId, Edge, EdgeKind, NodeId, Rsm};
use crate::base::{CompactSort, IndexVec, Stop};

/// The number of parts of a state: its collections come first.
#[derive(Clone, Copy, PartialEq, Eq, Default, Debug)]
pub struct Parts {
    /// Collections of any number of elements.
    pub collections: u32,
    /// Parts that are one element each.
    pub singles: u32,
}

impl Parts {
    /// The number of all parts.
    pub fn count(self) -> u32 {
        self.collections + self.singles
    }
}

/// A set of parts, sorted.
pub type PartSet = SmallVec<[u32; 4]>;

/// Where the elements of a state come from on one transition: for each of its parts, the parts of the state before.
///
/// Law: every element of a part was in one of these, or in one of the elements created on the transition, which have numbers
/// from that of the parts on, or comes from [`ELSEWHERE`](Self::ELSEWHERE); and no element is in two parts.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Flow(pub Vec<PartSet>);

impl Flow {
    /// Elements of which nothing is known.
    pub const ELSEWHERE: u32 = u32::MAX;

    /// Everything stays where it is.
    pub fn identity(parts: Parts) -> Self {
        Self((0..parts.count()).map(|part| PartSet::from_slice(&[part])).collect())
    }

    /// Nothing is known.
    pub fn unknown(parts: Parts) -> Self {
        Self((0..parts.count()).map(|_| PartSet::from_slice(&[Self::ELSEWHERE])).collect())
    }
}

/// A transition of a recursive system.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Transition<S> {
    /// A step inside of a component.
    Step {
        /// From this state.
        source: S,
        /// To this state.
        target: S,
    },
    /// From a calling state to the entry of a callee.
    Call {
        /// The calling state.
        call: S,
        /// The entry.
        entry: S,
    },
    /// From the exit of a callee to a state in which its caller goes on.
    Return {
        /// The calling state.
        call: S,
        /// The entry of the callee.
        entry: S,
        /// The exit of the callee.
        exit: S,
        /// The state of the caller.
        target: S,
    },
}

impl<S> Transition<S> {
    /// The same with other states.
    pub fn map<T>(self, mut of: impl FnMut(S) -> T) -> Transition<T> {
        match self {
            Self::Step { source, target } => Transition::Step { source: of(source), target: of(target) },
            Self::Call { call, entry } => Transition::Call { call: of(call), entry: of(entry) },
            Self::Return { call, entry, exit, target } => {
                Transition::Return { call: of(call), entry: of(entry), exit: of(exit), target: of(target) }
            }
        }
    }

    /// The same, with references.
    pub fn as_ref(&self) -> Transition<&S> {
        match self {
            Self::Step { source, target } => Transition::Step { source, target },
            Self::Call { call, entry } => Transition::Call { call, entry },
            Self::Return { call, entry, exit, target } => Transition::Return { call, entry, exit, target },
        }
    }
}

/// States with sizes.
pub trait Sizes {
    /// A state.
    type State;

    /// The parts of a state.
    fn parts(&mut self, state: &Self::State) -> Parts;

    /// Where the elements of the target come from: one flow for each way to take the transition. Those of a return come from
    /// the parts of the calling state, whose numbers are followed by those of the exit.
    fn flows(&mut self, transition: Transition<&Self::State>) -> Result<Rc<[Flow]>, Stop>;
}

impl<T: Sizes + ?Sized> Sizes for &mut T {
    type State = T::State;

    fn parts(&mut self, state: &T::State) -> Parts {
        (**self).parts(state)
    }

    fn flows(&mut self, transition: Transition<&T::State>) -> Result<Rc<[Flow]>, Stop> {
        (**self).flows(transition)
    }
}

/// The sizes of states of which these are a part.
pub struct SizesOf<'a, S, P> {
    /// Those of the parts.
    pub sizes: Box<dyn Sizes<State = S> + 'a>,
    /// The part of a state.
    pub of: fn(&P) -> &S,
}

impl<S, P> Sizes for SizesOf<'_, S, P> {
    type State = P;

    fn parts(&mut self, state: &P) -> Parts {
        self.sizes.parts((self.of)(state))
    }

    fn flows(&mut self, transition: Transition<&P>) -> Result<Rc<[Flow]>, Stop> {
        self.sizes.flows(transition.map(self.of))
    }
}

/// A set of parts of the entry of a component; the last one stands for elsewhere.
type EntryParts = FixedBitSet;

/// Where the elements come from that states inside of components have, seen from the entries of the components.
///
/// The least solution: what an exit has comes from where some run through the component, with its calls, takes it from.
pub struct SizeContracts {
    /// By node, for each part.
    content: FxHashMap<NodeId, Vec<EntryParts>>,
}

impl SizeContracts {
    /// The contracts of all components that calls in `nodes` return from.
    pub fn new<Y: Sizes + ?Sized>(
        rsm: &Rsm<Y::State>,
        nodes: impl Iterator<Item = NodeId>,
        system: &mut Y,
    ) -> Result<Self, Stop> {
        let mut contracts = Self { content: FxHashMap::default() };
        let mut needed: Vec<ComponentId> = Vec::new();
        let mut calls: FxHashMap<NodeId, Vec<Edge>> = FxHashMap::default();
        let mut open: Vec<NodeId> = nodes.collect();
        let mut members: Option<IndexVec<ComponentId, Vec<NodeId>>> = None;
        while let Some(node) = open.pop() {
            for edge in rsm.edges_of(node) {
                let EdgeKind::Summary(exit) = edge.kind else { continue };
                calls.entry(exit).or_default().push(edge);
                let callee = rsm.nodes[exit].component;
                if !needed.contains(&callee) {
                    needed.push(callee);
                    open.extend(&members.get_or_insert_with(|| members_of(rsm))[callee]);
                }
            }
        }
        let mut queue: VecDeque<NodeId> = VecDeque::new();
        for component in needed {
            let entry = rsm.components[component].entries[0];
            let parts = system.parts(&rsm.nodes[entry].state).count() as usize;
            let own = (0..parts).map(|part| {
                let mut set = EntryParts::with_capacity(parts + 1);
                set.insert(part);
                set
            });
            contracts.content.insert(entry, own.collect());
            queue.push_back(entry);
        }
        while let Some(node) = queue.pop_front() {
            let is_inside = |edge: &Edge| edge.kind != EdgeKind::Call && contracts.content.contains_key(&edge.source);
            let of_calls = calls.get(&node).into_iter().flatten().copied();
            let edges: Vec<Edge> = rsm.edges_of(node).chain(of_calls).filter(is_inside).collect();
            for edge in edges {
                for flow in contracts.flows(rsm, edge, system)?.iter() {
                    if contracts.carry(rsm, edge, flow, system) && !queue.contains(&edge.target) {
                        queue.push_back(edge.target);
                    }
                }
            }
        }
        Ok(contracts)
    }

    /// Where the elements come from along an edge.
    pub fn flows<Y: Sizes + ?Sized>(
        &self,
        rsm: &Rsm<Y::State>,
        edge: Edge,
        system: &mut Y,
    ) -> Result<Rc<[Flow]>, Stop> {
        let [source, target] = [edge.source, edge.target].map(|node| &rsm.nodes[node].state);
        match edge.kind {
            EdgeKind::Step => system.flows(Transition::Step { source, target }),
            EdgeKind::Call => system.flows(Transition::Call { call: source, entry: target }),
            EdgeKind::Summary(exit) => self.summary(rsm, edge, exit, system),
        }
    }

    /// The flows of a whole call; none as long as no run through the callee is known.
    fn summary<Y: Sizes + ?Sized>(
        &self,
        rsm: &Rsm<Y::State>,
        edge: Edge,
        exit: NodeId,
        system: &mut Y,
    ) -> Result<Rc<[Flow]>, Stop> {
        let Some(contract) = self.content.get(&exit) else { return Ok(Rc::new([])) };
        let entry = rsm.components[rsm.nodes[exit].component].entries[0];
        let [call, entry, exit, target] = [edge.source, entry, exit, edge.target].map(|n| &rsm.nodes[n].state);
        let entering = system.flows(Transition::Call { call, entry })?;
        let returning = system.flows(Transition::Return { call, entry, exit, target })?;
        let [own, exits] = [call, exit].map(|state| system.parts(state).count());
        let through = |part: u32, all: &mut PartSet| {
            for at in contract[part as usize].ones() {
                for flow in entering.iter() {
                    match flow.0.get(at) {
                        Some(before) => all.extend(before.iter().map(|&p| if p < own { p } else { Flow::ELSEWHERE })),
                        None => all.push(Flow::ELSEWHERE),
                    }
                }
            }
        };
        let composed = returning.iter().map(|flow| {
            Flow(
                flow.0
                    .iter()
                    .map(|origins| {
                        let mut all = PartSet::new();
                        for &part in origins {
                            match part.checked_sub(own) {
                                None => all.push(part),
                                Some(inner) if inner < exits => through(inner, &mut all),
                                Some(_) if part == Flow::ELSEWHERE => all.push(part),
                                Some(_) => all.push(part - exits),
                            }
                        }
                        all.compact_sort();
                        all.dedup();
                        all
                    })
                    .collect(),
            )
        });
        Ok(composed.collect())
    }

    /// Adds to the target of an edge what comes along it; returns whether that is more than was known.
    fn carry<Y: Sizes + ?Sized>(&mut self, rsm: &Rsm<Y::State>, edge: Edge, flow: &Flow, system: &mut Y) -> bool {
        let entry = rsm.components[rsm.nodes[edge.source].component].entries[0];
        let elsewhere = system.parts(&rsm.nodes[entry].state).count() as usize;
        let source = &self.content[&edge.source];
        let found: Vec<EntryParts> = flow
            .0
            .iter()
            .map(|origins| {
                let mut set = EntryParts::with_capacity(elsewhere + 1);
                for &part in origins {
                    match source.get(part as usize) {
                        Some(known) => set.union_with(known),
                        None => set.insert(elsewhere),
                    }
                }
                set
            })
            .collect();
        match self.content.get_mut(&edge.target) {
            None => {
                self.content.insert(edge.target, found);
                true
            }
            Some(known) => {
                let mut grown = false;
                for (known, found) in known.iter_mut().zip(found) {
                    grown |= !found.is_subset(known);
                    known.union_with(&found);
                }
                grown
            }
        }
    }
}

fn members_of<S>(rsm: &Rsm<S>) -> IndexVec<ComponentId, Vec<NodeId>> {
    let mut members: IndexVec<ComponentId, Vec<NodeId>> = IndexVec::filled(Vec::new(), rsm.components.len());
    for (id, node) in rsm.nodes.iter_enumerated() {
        members[node.component].push(id);
    }
    members
}
