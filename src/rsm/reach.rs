//! Reachability with summaries.

use std::cmp::Reverse;
use std::collections::{BinaryHeap, VecDeque};
use std::hash::Hash;
use std::ops::ControlFlow;

use fixedbitset::FixedBitSet;

use super::machine::{NodeId, Rsm};
use super::{RecursiveSystem, Step};
use base::{Idx, Limits, Observer, Phase, Progress, Stop};

/// The order in which found nodes are expanded.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Order {
    /// The last one first: few nodes are open at a time.
    DepthFirst,
    /// The first one first: runs are short.
    BreadthFirst,
    /// The one with the least [rank](RecursiveSystem::rank) first, and of several the one found last.
    Ranked,
}

/// Finds all reachable nodes, the calls between them, and the summaries of the calls that return: [`Rsm::complete`] from
/// the entry of the system on.
pub fn explore<S: RecursiveSystem>(
    system: &mut S,
    order: Order,
    limits: &Limits,
    observer: &mut dyn Observer,
) -> Rsm<S::State> {
    let mut rsm = Rsm::default();
    // The reason for an early end is in the machine.
    let _ = rsm.start(system, limits).and_then(|()| {
        let entries = rsm.entries().to_vec();
        rsm.complete(system, &entries, order, limits, observer)
    });
    rsm
}

impl<S: Clone + Eq + Hash> Rsm<S> {
    /// Generates all nodes that are reachable from `seeds`, and the summaries of all calls among them.
    ///
    /// - a node is found iff some global state with it on top of the call stack is reachable
    /// - unbounded recursion is exact: a call of a known entry returns through the exits found so far, and an exit
    ///   found later resumes every caller
    ///
    /// Alur, Chaudhuri, Etessami, Madhusudan, TACAS 2005, figure 2. Deviations: an explicit worklist; both orders of
    /// "call known" and "exit known" are handled, which the printed figure omits.
    ///
    /// # Errors
    /// If it ends early; the reason is also in [`Rsm::stop`]. Everything found by then is reachable.
    pub fn complete<Y: RecursiveSystem<State = S>>(
        &mut self,
        system: &mut Y,
        seeds: &[NodeId],
        order: Order,
        limits: &Limits,
        observer: &mut dyn Observer,
    ) -> Result<(), Stop> {
        self.complete_watched(system, seeds, order, limits, &mut |_, _, progress| observer.progress(progress))
    }

    /// As [`Rsm::complete`], passing the machine to the observer with each progress report.
    ///
    /// # Errors
    /// As [`Rsm::complete`].
    pub fn complete_watched<Y: RecursiveSystem<State = S>>(
        &mut self,
        system: &mut Y,
        seeds: &[NodeId],
        order: Order,
        limits: &Limits,
        watch: &mut dyn FnMut(&Y, &Self, Progress) -> ControlFlow<Stop>,
    ) -> Result<(), Stop> {
        self.search(system, seeds, order, limits, watch, &mut |_| false).map(|_| ())
    }

    /// Generates everything reachable from the entry of the system until a node with a `goal` state is found; `None` if
    /// there is none. No node, that is no pair of state and entry, is expanded twice.
    ///
    /// # Errors
    /// As [`Rsm::complete`].
    pub fn find<Y: RecursiveSystem<State = S>>(
        &mut self,
        system: &mut Y,
        order: Order,
        limits: &Limits,
        observer: &mut dyn Observer,
        mut goal: impl FnMut(&S) -> bool,
    ) -> Result<Option<NodeId>, Stop> {
        self.start(system, limits)?;
        let entries = self.entries().to_vec();
        self.search(system, &entries, order, limits, &mut |_, _, progress| observer.progress(progress), &mut goal)
    }

    fn search<Y: RecursiveSystem<State = S>>(
        &mut self,
        system: &mut Y,
        seeds: &[NodeId],
        order: Order,
        limits: &Limits,
        watch: &mut dyn FnMut(&Y, &Self, Progress) -> ControlFlow<Stop>,
        goal: &mut dyn FnMut(&S) -> bool,
    ) -> Result<Option<NodeId>, Stop> {
        let mut seen = FixedBitSet::with_capacity(self.nodes.len());
        let mut open = Open::new(order);
        let mut found: Vec<NodeId> = seeds.to_vec();
        loop {
            seen.grow(self.nodes.len());
            found.retain(|node| !seen.put(node.index()));
            if let Some(&node) = found.iter().find(|&&node| goal(&self.nodes[node].state)) {
                return Ok(Some(node));
            }
            open.extend(found.drain(..), |node| system.rank(&self.nodes[node].state));
            let Some(node) = open.pop() else {
                if !seeds.is_empty() {
                    self.check_invariants();
                }
                return Ok(None);
            };
            let mut ask = |rsm: &mut Self, system: &Y| {
                let (states, frontier) = (u32::at(rsm.nodes.len()), u32::at(open.len()));
                let progress = Progress { phase: Phase::Exploring, states, frontier };
                match watch(system, rsm, progress) {
                    ControlFlow::Continue(()) => Ok(()),
                    ControlFlow::Break(stop) => rsm.note(Err(stop)),
                }
            };
            // One step on large heaps may take as long as thousands on small ones.
            ask(self, system)?;
            let step = self.expand(system, node, limits)?;
            found.extend_from_slice(self.successors(node));
            match step {
                Step::Internal | Step::Fault => {}
                Step::Call => {
                    for entry in 0..self.successors(node).len() {
                        let callee = self.nodes[self.successors(node)[entry]].component;
                        for exit in 0..self.components[callee].exits.len() {
                            let exit = self.components[callee].exits[exit];
                            ask(self, system)?;
                            let returns = self.returns(system, node, exit, limits)?;
                            found.extend(returns.map(|position| self.target(position)));
                        }
                    }
                }
                Step::Exit => {
                    let component = self.nodes[node].component;
                    for caller in 0..self.components[component].callers.len() {
                        let caller = self.components[component].callers[caller];
                        // Callers outside of what is reachable from the seeds are not resumed.
                        if seen.contains(caller.index()) {
                            ask(self, system)?;
                            let returns = self.returns(system, caller, node, limits)?;
                            found.extend(returns.map(|position| self.target(position)));
                        }
                    }
                }
            }
        }
    }
}

/// The nodes that were found and are not expanded yet.
enum Open {
    /// In the order in which they were found.
    Queue(VecDeque<NodeId>),
    /// The last one first.
    Stack(Vec<NodeId>),
    /// With their ranks, and numbers in the order in which they were found.
    Ranked(BinaryHeap<(Reverse<u64>, usize, NodeId)>, usize),
}

impl Open {
    fn new(order: Order) -> Self {
        match order {
            Order::DepthFirst => Open::Stack(Vec::new()),
            Order::BreadthFirst => Open::Queue(VecDeque::new()),
            Order::Ranked => Open::Ranked(BinaryHeap::new(), 0),
        }
    }

    /// Adds the nodes that were found together, of which the first one is to be expanded first.
    fn extend(&mut self, found: impl DoubleEndedIterator<Item = NodeId>, rank: impl Fn(NodeId) -> u64) {
        match self {
            Open::Queue(open) => open.extend(found),
            Open::Stack(open) => open.extend(found.rev()),
            Open::Ranked(open, count) => {
                for node in found.rev() {
                    *count += 1;
                    open.push((Reverse(rank(node)), *count, node));
                }
            }
        }
    }

    fn pop(&mut self) -> Option<NodeId> {
        match self {
            Open::Queue(open) => open.pop_front(),
            Open::Stack(open) => open.pop(),
            Open::Ranked(open, _) => open.pop().map(|(_, _, node)| node),
        }
    }

    fn len(&self) -> usize {
        match self {
            Open::Queue(open) => open.len(),
            Open::Stack(open) => open.len(),
            Open::Ranked(open, _) => open.len(),
        }
    }
}
