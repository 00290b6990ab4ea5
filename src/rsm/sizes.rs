//! Sizes of states: where their elements come from.
//!
//! A state has *parts*: collections, which hold any number of elements, and single elements. A transition moves elements, creates
//! some and drops some, but copies none. This says enough about sizes to find [rankings](super::ranking): if everything in some
//! collections comes from others, they hold no more.

use std::collections::VecDeque;
use std::rc::Rc;

use fixedbitset::FixedBitSet;
use smallvec::SmallVec;

use super::machine::{Edge, EdgeKind, NodeId, Rsm};
use super::numbers::{Arithmetic, Ranges};
use base::{CompactSort, Idx, Stop};

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

    /// The ranges of the numbers of a state.
    fn numbers(&mut self, state: &Self::State) -> Ranges {
        let _ = state;
        Ranges::new()
    }

    /// What happens to numbers from one state to another one: by a step or a whole call, or from a calling state to the entry of the
    /// callee. One for each way; none if nothing is known.
    fn arithmetic(&mut self, source: &Self::State, target: &Self::State, enters: bool) -> Vec<Arithmetic> {
        let _ = (source, target, enters);
        Vec::new()
    }
}

impl<T: Sizes + ?Sized> Sizes for &mut T {
    type State = T::State;

    fn parts(&mut self, state: &T::State) -> Parts {
        (**self).parts(state)
    }

    fn flows(&mut self, transition: Transition<&T::State>) -> Result<Rc<[Flow]>, Stop> {
        (**self).flows(transition)
    }

    fn numbers(&mut self, state: &T::State) -> Ranges {
        (**self).numbers(state)
    }

    fn arithmetic(&mut self, source: &T::State, target: &T::State, enters: bool) -> Vec<Arithmetic> {
        (**self).arithmetic(source, target, enters)
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

    fn numbers(&mut self, state: &P) -> Ranges {
        self.sizes.numbers((self.of)(state))
    }

    fn arithmetic(&mut self, source: &P, target: &P, enters: bool) -> Vec<Arithmetic> {
        self.sizes.arithmetic((self.of)(source), (self.of)(target), enters)
    }
}

/// A machine whose nodes have sizes. It hides what its states are, so that what uses it is compiled once.
pub trait SizedNodes {
    /// The parts of the state of a node.
    fn parts(&mut self, node: NodeId) -> Parts;

    /// [`Sizes::flows`] between the states of nodes.
    fn flows(&mut self, transition: Transition<NodeId>) -> Result<Rc<[Flow]>, Stop>;

    /// The ranges of the numbers of a node.
    fn numbers(&mut self, node: NodeId) -> Ranges;

    /// [`Sizes::arithmetic`] along an edge.
    fn arithmetic(&mut self, edge: Edge) -> Vec<Arithmetic>;

    /// [`Rsm::edges_of`].
    fn edges_of(&self, node: NodeId) -> Vec<Edge>;

    /// The entry of the component in which a node is.
    fn entry_of(&self, node: NodeId) -> NodeId;
}

/// A machine with the sizes of its states.
pub struct SizedRsm<'a, S, Y: ?Sized> {
    /// The machine.
    pub rsm: &'a Rsm<S>,
    /// The sizes of its states.
    pub sizes: &'a mut Y,
}

impl<S, Y: Sizes<State = S> + ?Sized> SizedNodes for SizedRsm<'_, S, Y> {
    fn parts(&mut self, node: NodeId) -> Parts {
        self.sizes.parts(&self.rsm.nodes[node].state)
    }

    fn flows(&mut self, transition: Transition<NodeId>) -> Result<Rc<[Flow]>, Stop> {
        self.sizes.flows(transition.map(|node| &self.rsm.nodes[node].state))
    }

    fn numbers(&mut self, node: NodeId) -> Ranges {
        self.sizes.numbers(&self.rsm.nodes[node].state)
    }

    fn arithmetic(&mut self, Edge { source, target, kind }: Edge) -> Vec<Arithmetic> {
        let [source, target] = [source, target].map(|node| &self.rsm.nodes[node].state);
        self.sizes.arithmetic(source, target, kind == EdgeKind::Call)
    }

    fn edges_of(&self, node: NodeId) -> Vec<Edge> {
        self.rsm.edges_of(node).collect()
    }

    fn entry_of(&self, node: NodeId) -> NodeId {
        self.rsm.components[self.rsm.nodes[node].component].entries[0]
    }
}

/// A set of parts of the entry of a component; the last one stands for elsewhere.
type EntryParts = FixedBitSet;

/// Where the elements come from that states inside of components have, seen from the entries of the components.
///
/// The least solution: what an exit has comes from where some run through the component, with its calls, takes it from.
pub struct SizeContracts {
    /// The nodes of the components, in order.
    nodes: Vec<NodeId>,
    /// By node, for each part; `None` as long as no run to the node is known.
    content: Vec<Option<Vec<EntryParts>>>,
}

impl SizeContracts {
    /// The contracts of all components that calls in `nodes` return from.
    pub fn new(machine: &mut dyn SizedNodes, nodes: &[NodeId]) -> Result<Self, Stop> {
        // Components are named by their entries.
        let mut needed: Vec<NodeId> = Vec::new();
        let need = |needed: &mut Vec<NodeId>, machine: &dyn SizedNodes, edge: &Edge| {
            if let EdgeKind::Summary(exit) = edge.kind
                && let entry = machine.entry_of(exit)
                && !needed.contains(&entry)
            {
                needed.push(entry);
            }
        };
        nodes.iter().flat_map(|&node| machine.edges_of(node)).for_each(|edge| need(&mut needed, machine, &edge));
        let mut inside = FixedBitSet::new();
        let mut edges: Vec<Edge> = Vec::new();
        let mut next = 0;
        while let Some(&entry) = needed.get(next) {
            next += 1;
            let mut open = vec![entry];
            while let Some(node) = open.pop() {
                inside.grow(node.index() + 1);
                if !inside.put(node.index()) {
                    for edge in machine.edges_of(node) {
                        if edge.kind != EdgeKind::Call {
                            need(&mut needed, machine, &edge);
                            open.push(edge.target);
                            edges.push(edge);
                        }
                    }
                }
            }
        }
        let nodes: Vec<NodeId> = inside.ones().map(NodeId::at).collect();
        let mut contracts = Self { content: vec![None; nodes.len()], nodes };
        contracts.solve(machine, &edges, &needed)?;
        Ok(contracts)
    }

    /// Follows edges until nothing new is found.
    fn solve(&mut self, machine: &mut dyn SizedNodes, edges: &[Edge], entries: &[NodeId]) -> Result<(), Stop> {
        // The edges from each node, and those of calls that return at it.
        let mut followed: Vec<Vec<Edge>> = vec![Vec::new(); self.nodes.len()];
        for &edge in edges {
            let exit = if let EdgeKind::Summary(exit) = edge.kind { Some(exit) } else { None };
            for node in exit.into_iter().chain([edge.source]) {
                followed[self.at(node)].push(edge);
            }
        }
        let mut open: VecDeque<usize> = VecDeque::new();
        for &entry in entries {
            let parts = machine.parts(entry).count() as usize;
            let own = (0..parts).map(|part| {
                let mut set = EntryParts::with_capacity(parts + 1);
                set.insert(part);
                set
            });
            let at = self.at(entry);
            self.content[at] = Some(own.collect());
            open.push_back(at);
        }
        while let Some(at) = open.pop_front() {
            for &edge in &followed[at] {
                for flow in self.flows(machine, edge)?.iter() {
                    let target = self.at(edge.target);
                    if self.carry(machine, edge, flow) && !open.contains(&target) {
                        open.push_back(target);
                    }
                }
            }
        }
        Ok(())
    }

    /// The position of a node of these components.
    fn at(&self, node: NodeId) -> usize {
        self.nodes.binary_search(&node).unwrap_or(self.nodes.len())
    }

    /// Where the elements of a node come from, if that is known.
    fn content(&self, node: NodeId) -> Option<&[EntryParts]> {
        self.content.get(self.at(node))?.as_deref()
    }

    /// Where the elements come from along an edge.
    pub fn flows(&self, machine: &mut dyn SizedNodes, edge: Edge) -> Result<Rc<[Flow]>, Stop> {
        let Edge { source, target, kind } = edge;
        match kind {
            EdgeKind::Step => machine.flows(Transition::Step { source, target }),
            EdgeKind::Call => machine.flows(Transition::Call { call: source, entry: target }),
            EdgeKind::Summary(exit) => self.summary(machine, source, exit, target),
        }
    }

    /// The flows of a whole call; none as long as no run through the callee is known.
    fn summary(
        &self,
        machine: &mut dyn SizedNodes,
        call: NodeId,
        exit: NodeId,
        target: NodeId,
    ) -> Result<Rc<[Flow]>, Stop> {
        let Some(contract) = self.content(exit) else { return Ok(Rc::new([])) };
        let entry = machine.entry_of(exit);
        let entering = machine.flows(Transition::Call { call, entry })?;
        let returning = machine.flows(Transition::Return { call, entry, exit, target })?;
        let [own, exits] = [call, exit].map(|node| machine.parts(node).count());
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
        let composed = |origins: &PartSet| {
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
        };
        Ok(returning.iter().map(|flow| Flow(flow.0.iter().map(composed).collect())).collect())
    }

    /// Adds to the target of an edge what comes along it; returns whether that is more than was known.
    fn carry(&mut self, machine: &mut dyn SizedNodes, edge: Edge, flow: &Flow) -> bool {
        let Some(source) = self.content(edge.source) else { return false };
        let elsewhere = machine.parts(machine.entry_of(edge.source)).count() as usize;
        let through = |origins: &PartSet| {
            let mut set = EntryParts::with_capacity(elsewhere + 1);
            for &part in origins {
                match source.get(part as usize) {
                    Some(known) => set.union_with(known),
                    None => set.insert(elsewhere),
                }
            }
            set
        };
        let found: Vec<EntryParts> = flow.0.iter().map(through).collect();
        let target = self.at(edge.target);
        let Some(known) = &mut self.content[target] else {
            self.content[target] = Some(found);
            return true;
        };
        let mut grown = false;
        for (known, found) in known.iter_mut().zip(found) {
            grown |= !found.is_subset(known);
            known.union_with(&found);
        }
        grown
    }
}
