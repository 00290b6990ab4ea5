//! Fair cycles: infinite runs that visit every acceptance set infinitely often.

use super::acceptance::{AcceptanceMarkId, AcceptanceMarks, FairEdge};
use super::lasso::Lasso;
use super::machine::{ComponentId, Edge, EdgeKind, NodeId, Rsm};
use super::path::Path;
use super::ranking::{Ranking, SizedGraph};
use super::sizes::{SizedRsm, Sizes};
use super::{RecursiveSystem, Step};
use base::{CompactSort, Idx, IndexVec, Limits, Observer, Phase, Progress, Stop, msg};

/// A recursive system whose transitions visit acceptance sets.
pub trait FairSystem: RecursiveSystem {
    /// The store of the marks.
    fn marks(&mut self) -> &mut AcceptanceMarks;

    /// The acceptance sets that the transition from `source` to `target` visits: a step, a call, or a return, whose
    /// source is the exit of the callee. `target` must be a state that the system has listed.
    fn mark(&mut self, source: &Self::State, target: &Self::State) -> Result<AcceptanceMarkId, Stop>;

    /// The sizes of the states, if they have any. Then a cycle counts only if it can be repeated for ever, as far as a
    /// [ranking](SizedGraph::rank) shows.
    fn sizes(&mut self) -> Option<Box<dyn Sizes<State = Self::State> + '_>> {
        None
    }
}

/// A strongly connected component in which no fair run stays for ever, although it has fair cycles.
#[derive(Clone, Debug)]
pub struct RankedComponent {
    /// Its nodes, in order.
    pub nodes: Vec<NodeId>,
    /// Its edges. Those that were found again, as they visit more acceptance sets, occur again.
    pub edges: Vec<Edge>,
    /// Why: nodes and edges are numbered as above.
    pub ranking: Ranking,
}

/// The result of a search for a fair cycle, with the part of the system that it has explored.
#[derive(Clone, Debug)]
pub struct FairSearch<S> {
    /// The part of the system that was generated.
    pub rsm: Rsm<S>,
    /// The edges found, in order of discovery. A summary edge occurs again when it visits more acceptance sets.
    pub edges: Vec<FairEdge>,
    /// The fair cycle, if one was found.
    pub lasso: Option<Lasso>,
    /// The components whose fair cycles cannot be repeated for ever.
    pub ranked: Vec<RankedComponent>,
    /// The reason why the search ended early, if it did.
    pub stop: Option<Stop>,
    /// The steps at which nodes and edges were found.
    pub history: SearchHistory,
}

/// The history of a search. Time is counted in steps: in each, a node is visited and its transitions are found; step 0
/// finds the entry nodes of the entry component.
#[derive(Clone, Debug, Default)]
pub struct SearchHistory {
    /// For each step, the numbers of nodes and edges found by then.
    found: Vec<(u32, u32)>,
    /// For each node, the step after which it was done; 0 if it never was.
    done: IndexVec<NodeId, u32>,
}

impl SearchHistory {
    /// The number of the last completed step.
    pub fn steps(&self) -> u32 {
        u32::at(self.found.len().saturating_sub(1))
    }

    /// The step at which a node was found. Law: nodes are numbered in this order.
    pub fn node_found(&self, node: NodeId) -> u32 {
        u32::at(self.found.partition_point(|found| found.0 <= node.0))
    }

    /// The step at which an edge was found, by its position in [`FairSearch::edges`].
    pub fn edge_found(&self, edge: u32) -> u32 {
        u32::at(self.found.partition_point(|found| found.1 <= edge))
    }

    /// The step after which a node was done: no fair cycle is reachable from it, except through the callers of its
    /// component. Absent if that never happened.
    pub fn done(&self, node: NodeId) -> Option<u32> {
        self.done.get(node).copied().filter(|&step| step > 0)
    }
}

impl<S> FairSearch<S> {
    /// The lasso as a run over global states. Calls that return are expanded into runs through the callee, outer ones
    /// first, as long as the run has at most `limit` visits; the others stay folded.
    pub fn run(&self, lasso: &Lasso, marks: &AcceptanceMarks, limit: usize) -> Path<NodeId> {
        lasso.run(&self.rsm, &self.edges, marks, limit)
    }
}

/// Searches for an infinite run that visits every acceptance set infinitely often, and stops at the first one. If states have
/// [sizes](FairSystem::sizes), runs along which these fall for ever are none.
///
/// Such a run exists iff some reachable cycle of steps, summaries and calls visits every acceptance set on its edges
/// together (a cycle with a call is infinite recursion). Alur, Chaudhuri, Etessami, Madhusudan, TACAS 2005, figures 3
/// and 4, for several acceptance sets at once. The cycle is found by path-based strongly connected components (Gabow),
/// annotated with the union of the acceptance sets visited inside them (Couvreur, FM 1999).
///
/// An exit, or a set visited on the way to it, may be found after its callers have been visited. Such late
/// edges wait at the component of their source on the search path, and are followed before it is left. They are never
/// too late: everything reachable from a component that was left was left before, and a callee is reachable from its
/// callers.
pub fn find_fair_cycle<S: FairSystem>(
    system: &mut S,
    limits: &Limits,
    observer: &mut dyn Observer,
) -> FairSearch<S::State> {
    let mut search = Search {
        system,
        limits,
        rsm: Rsm::default(),
        edges: Vec::new(),
        numbers: IndexVec::new(),
        visited: 0,
        frames: Vec::new(),
        live: Vec::new(),
        roots: Vec::new(),
        since_entry: IndexVec::new(),
        out: IndexVec::new(),
        next_out: Vec::new(),
        calls: IndexVec::new(),
        grown: Vec::new(),
        history: SearchHistory::default(),
        ranked: Vec::new(),
    };
    let (lasso, stop) = match search.run(observer) {
        Ok(None) => (None, None),
        Err(stop) => (None, Some(stop)),
        Ok(Some(component)) => {
            let marks = search.system.marks();
            let lasso = Lasso::find(&search.rsm, &search.edges, &component, marks);
            debug_assert!(lasso.is_some(), "the component is strongly connected and visits every acceptance set");
            let lost = lasso
                .is_none()
                .then(|| Stop::Incomplete(msg!("a fair cycle was found but could not be reconstructed")));
            (lasso, lost)
        }
    };
    search.rsm.check_invariants();
    let Search { rsm, edges, history, ranked, .. } = search;
    FairSearch { rsm, edges, lasso, ranked, stop, history }
}

/// The proof that no fair run stays for ever in a component with these edges; otherwise, numbers of edges that a fair run may
/// take for ever.
fn ranking(graph: &SizedGraph, edges: &[FairEdge], marks: &mut AcceptanceMarks) -> Result<Ranking, Vec<u32>> {
    let mut is_fair = |part: &[u32]| {
        let of = |&edge: &u32| edges[edge as usize].mark;
        let mark = part.iter().map(of).fold(AcceptanceMarks::NONE, |a, b| marks.union(a, b));
        marks.is_all(mark)
    };
    let (ranking, left) = graph.rank(&mut is_fair);
    if let Some(left) = left {
        return Err(left);
    }
    let is_proof = graph.is_proved_by(&ranking, &mut is_fair);
    debug_assert!(is_proof, "the ranking proves that no run stays in the component");
    if is_proof { Ok(ranking) } else { Err((0..u32::at(edges.len())).collect()) }
}

/// The number of an unvisited node.
const NEW: u32 = 0;
/// The number of a node in a completed strongly connected component without a fair cycle.
const DONE: u32 = u32::MAX;
/// The end of a list of edges.
const NIL: u32 = u32::MAX;

/// A node on the path, and its edges that are still to be followed.
struct Frame {
    node: NodeId,
    next: u32,
    end: u32,
}

/// A strongly connected component of the graph known so far.
struct Root {
    /// The number of its first node.
    number: u32,
    /// The position of its first node in `live`.
    start: u32,
    /// The position of the first edge of its first node.
    first_edge: u32,
    /// The acceptance sets visited by the edges inside.
    mark: AcceptanceMarkId,
    /// The acceptance sets visited by the edge on the path that leads into it.
    entering: AcceptanceMarkId,
    /// Edges from its nodes that were found late.
    late: Vec<u32>,
}

struct Search<'a, S: FairSystem> {
    system: &'a mut S,
    limits: &'a Limits,
    rsm: Rsm<S::State>,
    edges: Vec<FairEdge>,
    /// The numbers of the nodes in order of visits, from 1.
    numbers: IndexVec<NodeId, u32>,
    visited: u32,
    frames: Vec<Frame>,
    /// The nodes of the components on the path, in order of visits.
    live: Vec<NodeId>,
    /// The components on the path.
    roots: Vec<Root>,
    /// The acceptance sets visited by some run from the entry of its component to a node.
    since_entry: IndexVec<NodeId, AcceptanceMarkId>,
    /// The last edge inside its component that leaves a node of a callee, and for each edge the previous one.
    out: IndexVec<NodeId, u32>,
    next_out: Vec<u32>,
    /// The call edges that enter a component.
    calls: IndexVec<ComponentId, Vec<u32>>,
    /// Nodes whose `since_entry` has grown.
    grown: Vec<NodeId>,
    history: SearchHistory,
    ranked: Vec<RankedComponent>,
}

impl<S: FairSystem> Search<'_, S> {
    /// The edges of a strongly connected component with fair cycles, if there is one.
    fn run(&mut self, observer: &mut dyn Observer) -> Result<Option<Vec<u32>>, Stop> {
        let has_sizes = self.system.sizes().is_some();
        self.rsm.start(self.system, self.limits)?;
        self.end_step();
        for start in 0..self.rsm.entries().len() {
            let start = self.rsm.entries()[start];
            if self.number(start) != NEW {
                continue;
            }
            self.ask(observer)?;
            self.visit(start, AcceptanceMarks::NONE)?;
            while let Some(frame) = self.frames.last_mut() {
                let node = frame.node;
                let edge = if frame.next < frame.end {
                    frame.next += 1;
                    frame.next - 1
                } else if let Some(root) = self.roots.last_mut().filter(|root| root.number == self.numbers[node]) {
                    match root.late.pop() {
                        Some(late) => late,
                        None => {
                            if has_sizes && let Some(component) = self.repeatable()? {
                                return Ok(Some(component));
                            }
                            self.leave();
                            continue;
                        }
                    }
                } else {
                    self.frames.pop();
                    continue;
                };
                let FairEdge { edge, mark } = self.edges[edge.index()];
                match self.number(edge.target) {
                    NEW => {
                        self.ask(observer)?;
                        self.visit(edge.target, mark)?;
                    }
                    DONE => {}
                    number => {
                        if self.close(number, mark) && !has_sizes {
                            return Ok(Some(self.last_component()));
                        }
                    }
                }
            }
        }
        Ok(None)
    }

    /// The edges found so far inside of the last component on the path.
    fn last_component(&self) -> Vec<u32> {
        let Some(root) = self.roots.last() else { return Vec::new() };
        let is_inside = |node: NodeId| (root.number..DONE).contains(&self.numbers[node]);
        let edges = (root.first_edge..u32::at(self.edges.len())).filter(|&edge| {
            let Edge { source, target, .. } = self.edges[edge as usize].edge;
            is_inside(source) && is_inside(target)
        });
        edges.collect()
    }

    /// If fair runs may stay in the last component on the path, all of whose edges have been followed, the edges that they may
    /// take for ever.
    fn repeatable(&mut self) -> Result<Option<Vec<u32>>, Stop> {
        let Some(root) = self.roots.last() else { return Ok(None) };
        let mark = root.mark;
        if !self.system.marks().is_all(mark) {
            return Ok(None);
        }
        let mut nodes: Vec<NodeId> = self.live[root.start.index()..].to_vec();
        nodes.compact_sort();
        let edges = self.last_component();
        let Some(mut sizes) = self.system.sizes() else { return Ok(Some(edges)) };
        let inside: Vec<FairEdge> = edges.iter().map(|&edge| self.edges[edge as usize]).collect();
        let component: Vec<Edge> = inside.iter().map(|inside| inside.edge).collect();
        let graph = SizedGraph::of(&mut SizedRsm { rsm: &self.rsm, sizes: &mut *sizes }, &nodes, &component)?;
        drop(sizes);
        Ok(match ranking(&graph, &inside, self.system.marks()) {
            Ok(ranking) => {
                self.ranked.push(RankedComponent { nodes, edges: component, ranking });
                None
            }
            Err(left) => Some(left.into_iter().map(|edge| edges[edge as usize]).collect()),
        })
    }

    /// Asks the observer whether to continue, before work that may take long.
    fn ask(&self, observer: &mut dyn Observer) -> Result<(), Stop> {
        let frontier = u32::at(self.live.len());
        observer.ask(Progress { phase: Phase::Checking, states: self.visited, frontier })
    }

    /// The number of a node that may occur for the first time.
    fn number(&mut self, node: NodeId) -> u32 {
        while self.numbers.len() <= node.index() {
            self.numbers.push(NEW);
            self.since_entry.push(AcceptanceMarks::NONE);
            self.out.push(NIL);
        }
        self.numbers[node]
    }

    fn visit(&mut self, node: NodeId, entering: AcceptanceMarkId) -> Result<(), Stop> {
        self.visited += 1;
        let number = self.visited;
        self.numbers[node] = number;
        let start = u32::at(self.live.len());
        let first_edge = u32::at(self.edges.len());
        self.roots.push(Root { number, start, first_edge, mark: AcceptanceMarks::NONE, entering, late: Vec::new() });
        self.live.push(node);

        let step = self.rsm.expand(self.system, node, self.limits)?;
        let first = self.edges.len();
        let kind = if step == Step::Call { EdgeKind::Call } else { EdgeKind::Step };
        for position in 0..self.rsm.successors(node).len() {
            let target = self.rsm.successors(node)[position];
            let [source_state, target_state] = [node, target].map(|n| &self.rsm.nodes[n].state);
            let mark = self.system.mark(source_state, target_state)?;
            self.add(FairEdge { edge: Edge { source: node, target, kind }, mark });
        }
        let end = self.edges.len();
        self.frames.push(Frame { node, next: u32::at(first), end: u32::at(end) });
        match step {
            Step::Internal | Step::Fault => {}
            Step::Call => {
                for call in first..end {
                    let callee = self.rsm.nodes[self.edges[call].edge.target].component;
                    while self.calls.len() <= callee.index() {
                        self.calls.push(Vec::new());
                    }
                    self.calls[callee].push(u32::at(call));
                    for exit in 0..self.rsm.components[callee].exits.len() {
                        self.sum_up(call, self.rsm.components[callee].exits[exit])?;
                    }
                }
            }
            Step::Exit => self.sum_up_all(node)?,
        }
        self.propagate()?;
        self.end_step();
        Ok(())
    }

    fn end_step(&mut self) {
        self.history.found.push((u32::at(self.rsm.nodes.len()), u32::at(self.edges.len())));
    }

    /// Adds an edge, and its acceptance sets to those visited since the entry at its target.
    fn add(&mut self, edge: FairEdge) {
        let Edge { source, target, kind } = edge.edge;
        self.number(target);
        let position = u32::at(self.edges.len());
        let inside_callee = kind != EdgeKind::Call && self.rsm.nodes[source].component != Rsm::<S::State>::MAIN;
        let next = if inside_callee { std::mem::replace(&mut self.out[source], position) } else { NIL };
        self.edges.push(edge);
        self.next_out.push(next);
        if inside_callee {
            self.grow(target, self.since_entry[source], edge.mark);
        }
    }

    /// Adds the summary edges of all calls to the component with this exit.
    fn sum_up_all(&mut self, exit: NodeId) -> Result<(), Stop> {
        let component = self.rsm.nodes[exit].component;
        let calls = self.calls.get(component).map_or(0, Vec::len);
        for call in 0..calls {
            self.sum_up(self.calls[component][call].index(), exit)?;
        }
        Ok(())
    }

    /// Adds the summary edges for one call edge and one exit of the callee.
    fn sum_up(&mut self, call: usize, exit: NodeId) -> Result<(), Stop> {
        let FairEdge { edge: Edge { source, .. }, mark } = self.edges[call];
        let before = self.system.marks().union(mark, self.since_entry[exit]);
        for position in self.rsm.returns(self.system, source, exit, self.limits)? {
            let target = self.rsm.target(position);
            let [exit_state, target_state] = [exit, target].map(|n| &self.rsm.nodes[n].state);
            let returning = self.system.mark(exit_state, target_state)?;
            let mark = self.system.marks().union(before, returning);
            let late = u32::at(self.edges.len());
            self.add(FairEdge { edge: Edge { source, target, kind: EdgeKind::Summary(exit) }, mark });
            let number = self.numbers[source];
            debug_assert!(number != DONE, "a caller is live while its callee is");
            let root = self.roots.partition_point(|root| root.number <= number);
            self.roots[root - 1].late.push(late);
        }
        Ok(())
    }

    /// Records that some run visits `before` and `mark` between the entry of its component and `node`.
    fn grow(&mut self, node: NodeId, before: AcceptanceMarkId, mark: AcceptanceMarkId) {
        let known = self.since_entry[node];
        let marks = self.system.marks();
        let all = marks.union(before, mark);
        let all = marks.union(known, all);
        if all != known {
            self.since_entry[node] = all;
            self.grown.push(node);
        }
    }

    /// Propagates grown sets, to callers as well.
    fn propagate(&mut self) -> Result<(), Stop> {
        while let Some(node) = self.grown.pop() {
            let mut edge = self.out[node];
            while edge != NIL {
                let FairEdge { edge: Edge { target, .. }, mark } = self.edges[edge.index()];
                self.grow(target, self.since_entry[node], mark);
                edge = self.next_out[edge.index()];
            }
            if self.rsm.nodes[node].step == Some(Step::Exit) {
                self.sum_up_all(node)?;
            }
        }
        Ok(())
    }

    /// Leaves the last component on the path, all of whose edges have been followed.
    fn leave(&mut self) {
        self.frames.pop();
        let start = self.roots.pop().map_or(0, |root| root.start.index());
        for done in self.live.drain(start..) {
            self.numbers[done] = DONE;
            while self.history.done.len() <= done.index() {
                self.history.done.push(0);
            }
            self.history.done[done] = self.visited;
        }
    }

    /// Closes a cycle by an edge from the last component on the path to the live node with this number: all components
    /// from that node on become one. Returns whether it visits every acceptance set.
    fn close(&mut self, number: u32, mut mark: AcceptanceMarkId) -> bool {
        let marks = self.system.marks();
        let mut late = Vec::new();
        while let Some(mut root) = self.roots.pop() {
            mark = marks.union(mark, root.mark);
            root.late.append(&mut late);
            if root.number <= number {
                self.roots.push(Root { mark, ..root });
                break;
            }
            mark = marks.union(mark, root.entering);
            late = root.late;
        }
        marks.is_all(mark)
    }
}
