//! Heap automata: properties of heaps that can be computed bottom-up over the rules of a grammar.
//!
//! Jansen, Katelaan, Matheja, Noll, Zuleger: *A unifying framework for robust reasoning about symbolic heaps*, ESOP
//! 2017, adapted to heap grammars [HMC 2.5]. The state of a heap is computed from the states of its nonterminal
//! edges; a refined nonterminal is a pair of nonterminal and state, which makes the property definite.

use crate::heap::{Heap, Selector, TypeId, VertexId};
use base::Idx;

/// The state that an automaton assigns to a heap or to a nonterminal edge. Each automaton has its own encoding.
pub type AutomatonState = Vec<u64>;

/// A deterministic bottom-up automaton on heaps.
///
/// Law (compositionality): if `H` results from `H'` by replacing nonterminal edges by heaps with the states in `edges`,
/// then the states of `H` and `H'` are equal.
pub trait HeapAutomaton {
    /// The state of `heap`, whose nonterminal edge `i` has state `edges[i]`.
    fn state(&self, heap: &Heap, edges: &[&AutomatonState]) -> AutomatonState;

    /// Whether such a heap can exist. Refinement omits the heaps that the automaton excludes.
    fn is_possible(&self, _: &Heap, _: &[&AutomatonState]) -> bool {
        true
    }
}

/// Reachability between external vertices, and from these to null, in at least one step along some of the selectors.
///
/// The state has one row for each external vertex; bit `j` of row `i` is set if external `j` is reachable from `i`. Bit
/// `i` of one further row is set if null is reachable from external `i`.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Reachability {
    /// The selectors to follow, sorted; all if empty.
    pub selectors: Vec<Selector>,
}

/// For every vertex the vertices one step away. The last entry is for null if it is not a vertex of the heap.
struct Steps {
    of: Vec<Vec<usize>>,
    null: usize,
}

impl Reachability {
    /// Steps through a nonterminal edge are given by the state of the edge.
    fn steps(&self, heap: &Heap, edges: &[&AutomatonState]) -> Steps {
        let mut of = vec![Vec::new(); heap.vertex_bound() + 1];
        let null = heap.null().map_or(heap.vertex_bound(), Idx::index);
        for (source, label, target) in heap.selector_edges() {
            if self.selectors.is_empty() || self.selectors.binary_search(&label).is_ok() {
                of[source.index()].push(target.index());
            }
        }
        for (edge, rows) in heap.nonterminals().iter().zip(edges) {
            let to_null = rows[edge.tentacles.len()];
            for (i, (&source, &row)) in edge.tentacles.iter().zip(rows.iter()).enumerate() {
                let targets = edge.tentacles.iter().enumerate().filter(|&(j, _)| row >> j & 1 == 1);
                of[source.index()].extend(targets.map(|(_, t)| t.index()));
                of[source.index()].extend((to_null >> i & 1 == 1).then_some(null));
            }
        }
        Steps { of, null }
    }

    /// Whether `to` is reachable from `from` in at least one step. Numbers are neither sources nor targets of
    /// reachability.
    pub fn reaches(&self, heap: &Heap, edges: &[&AutomatonState], from: VertexId, to: VertexId) -> bool {
        heap.is_object(from)
            && heap.vertex_type(to) != TypeId::INT
            && self.steps(heap, edges).reached_from(from.index())[to.index()]
    }

    /// Whether some vertex is reachable from itself.
    pub fn has_cycle(&self, heap: &Heap, edges: &[&AutomatonState]) -> bool {
        let steps = self.steps(heap, edges);
        heap.vertices().any(|v| steps.reached_from(v.index())[v.index()])
    }
}

impl HeapAutomaton for Reachability {
    fn state(&self, heap: &Heap, edges: &[&AutomatonState]) -> AutomatonState {
        let steps = self.steps(heap, edges);
        let externals = heap.externals();
        let mut rows = vec![0; externals.len() + 1];
        for (i, from) in externals.iter().enumerate() {
            let reached = steps.reached_from(from.index());
            rows[i] = externals.iter().enumerate().fold(0, |row, (j, to)| row | u64::from(reached[to.index()]) << j);
            rows[externals.len()] |= u64::from(reached[steps.null]) << i;
        }
        rows
    }
}

impl Steps {
    fn reached_from(&self, from: usize) -> Vec<bool> {
        let mut reached = vec![false; self.of.len()];
        let mut stack = vec![from];
        while let Some(vertex) = stack.pop() {
            for &next in &self.of[vertex] {
                if !std::mem::replace(&mut reached[next], true) {
                    stack.push(next);
                }
            }
        }
        reached
    }
}

/// Whether an object has several incoming selector edges, and whether there is a cycle.
///
/// The state is: a number with bit 0 set if an object that is not external is shared, and bit 1 if there is a cycle;
/// the number of incoming edges of each external (0, 1, or 2 for more); the rows of [`Reachability`] without that for
/// null.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Sharing;

/// The result of [`Sharing`] for a heap.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct SharingState {
    /// Some object has two incoming selector edges.
    pub shared: bool,
    /// Some object is reachable from itself.
    pub cyclic: bool,
}

const ALL: Reachability = Reachability { selectors: Vec::new() };

impl Sharing {
    /// Evaluates the automaton on a whole heap; constants may be shared.
    pub fn of(&self, heap: &Heap, edges: &[&AutomatonState]) -> SharingState {
        let state = self.state(heap, edges);
        let incoming = incoming(heap, edges);
        let shared_external = heap.externals().iter().any(|&v| heap.is_object(v) && incoming[v.index()] > 1);
        SharingState { shared: state[0] & 1 == 1 || shared_external, cyclic: state[0] & 2 == 2 }
    }
}

impl HeapAutomaton for Sharing {
    fn state(&self, heap: &Heap, edges: &[&AutomatonState]) -> AutomatonState {
        let incoming = incoming(heap, edges);
        // Null is never shared, so its reachability is irrelevant here.
        let rows = heap.nonterminals().iter().zip(edges).map(|(e, s)| [&s[1 + e.tentacles.len()..], &[0]].concat());
        let rows: Vec<AutomatonState> = rows.collect();
        let rows: Vec<&AutomatonState> = rows.iter().collect();
        let inner = |v: &VertexId| !heap.is_external(*v) && heap.is_object(*v);
        let shared =
            edges.iter().any(|s| s[0] & 1 == 1) || heap.vertices().filter(inner).any(|v| incoming[v.index()] > 1);
        let cyclic = edges.iter().any(|s| s[0] & 2 == 2) || ALL.has_cycle(heap, &rows);
        let mut state = vec![u64::from(shared) | u64::from(cyclic) << 1];
        state.extend(heap.externals().iter().map(|v| incoming[v.index()]));
        let of_externals = ALL.state(heap, &rows);
        state.extend(&of_externals[..heap.externals().len()]);
        state
    }
}

/// For every vertex the number of incoming selector edges, at most 2.
fn incoming(heap: &Heap, edges: &[&AutomatonState]) -> Vec<u64> {
    let mut incoming = vec![0_u64; heap.vertex_bound()];
    for (_, _, target) in heap.selector_edges() {
        incoming[target.index()] += 1;
    }
    for (edge, state) in heap.nonterminals().iter().zip(edges) {
        for (t, count) in edge.tentacles.iter().zip(&state[1..]) {
            incoming[t.index()] += count;
        }
    }
    incoming.iter_mut().for_each(|n| *n = (*n).min(2));
    incoming
}
