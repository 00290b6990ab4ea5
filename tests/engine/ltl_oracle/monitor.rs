//! Random monitors, and the runs that they accept by definition.

use hrglass::base::{Idx, Random};
use hrglass::logic::{
    Binary, Formula, FormulaId, Formulas, Monitor, MonitorEdge, MonitorState, MonitorStateId, PropositionId, Unary,
};
use petgraph::algo::{kosaraju_scc, toposort};
use petgraph::graph::{DiGraph, NodeIndex};

use super::system::System;

/// A guard: some or all of some literals hold.
#[derive(Clone, Debug)]
struct Guard {
    literals: Vec<(usize, bool)>,
    is_conjunction: bool,
}

impl Guard {
    fn random(random: &mut Random) -> Self {
        let literals = (0..random.below(4)).map(|_| (random.below(3), random.one_in(2))).collect();
        Self { literals, is_conjunction: random.one_in(2) }
    }

    fn holds(&self, labels: u8) -> bool {
        let mut literals = self.literals.iter().map(|&(bit, positive)| (labels >> bit & 1 == 1) == positive);
        if self.is_conjunction { literals.all(|holds| holds) } else { literals.any(|holds| holds) }
    }

    fn intern(&self, formulas: &mut Formulas, propositions: &[PropositionId; 3]) -> FormulaId {
        let neutral = if self.is_conjunction { Formula::True } else { Formula::False };
        let operator = if self.is_conjunction { Binary::And } else { Binary::Or };
        let mut whole = formulas.intern(neutral);
        for &(bit, positive) in &self.literals {
            let atom = formulas.intern(Formula::Atom(propositions[bit]));
            let literal = if positive { atom } else { formulas.unary(Unary::Not, atom) };
            whole = formulas.binary(operator, whole, literal);
        }
        whole
    }
}

/// A monitor with guards of known semantics.
#[derive(Clone, Debug)]
pub struct Watch {
    states: usize,
    targets: Vec<usize>,
    /// Source, target, guard, and the acceptance sets as bits.
    edges: Vec<(usize, usize, Guard, u32)>,
    acceptance_sets: Option<u32>,
}

impl Watch {
    pub fn random(random: &mut Random) -> Self {
        let states = 1 + random.below(3);
        let acceptance_sets = random.one_in(2).then(|| random.below(3) as u32);
        let has_targets = acceptance_sets.is_none() || random.one_in(3);
        let targets = if has_targets { (1..states).filter(|_| random.one_in(2)).collect() } else { Vec::new() };
        let edge = |_| {
            let visited = if random.one_in(2) { random.below(1 << acceptance_sets.unwrap_or(0)) as u32 } else { 0 };
            (random.below(states), random.below(states), Guard::random(random), visited)
        };
        let edges = (0..1 + states * 3).map(edge).collect();
        Self { states, targets, edges, acceptance_sets }
    }

    pub fn monitor(&self, formulas: &mut Formulas, propositions: &[PropositionId; 3]) -> Monitor {
        let state = |id: usize| MonitorState { name: id.to_string(), is_target: self.targets.contains(&id) };
        let bits = |visited: u32| (0..2).filter(|bit| visited >> bit & 1 == 1).collect();
        let edge = |(source, target, guard, visited): &(usize, usize, Guard, u32)| MonitorEdge {
            source: MonitorStateId::at(*source),
            target: MonitorStateId::at(*target),
            guard: guard.intern(formulas, propositions),
            acceptance_sets: bits(*visited),
        };
        let mut edges: Vec<MonitorEdge> = self.edges.iter().map(edge).collect();
        edges.sort_by_key(|edge| edge.source);
        let states = (0..self.states).map(state).collect();
        Monitor { states, initial: vec![MonitorStateId::at(0)], edges, acceptance_sets: self.acceptance_sets }
    }

    /// Whether it accepts some run of a system: a search of their whole product.
    pub fn finds(&self, system: &System) -> bool {
        let mut graph = DiGraph::<(), u32>::new();
        let node = |state: usize, own: usize| NodeIndex::new(state * self.states + own);
        (0..system.labels.len() * self.states).for_each(|_| _ = graph.add_node(()));
        let mut hits = vec![false; graph.node_count()];
        for (state, &labels) in system.labels.iter().enumerate() {
            self.targets.iter().for_each(|&own| hits[node(state, own).index()] = true);
            for (from, to, _, visited) in self.edges.iter().filter(|edge| edge.2.holds(labels)) {
                hits[node(state, *from).index()] |= self.targets.contains(to);
                for &next in &system.successors[state] {
                    graph.add_edge(node(state, *from), node(next as usize, *to), *visited);
                }
            }
        }
        let mut search = petgraph::visit::Dfs::empty(&graph);
        for &state in &system.initial {
            search.move_to(node(state as usize, 0));
            while let Some(found) = search.next(&graph) {
                if hits[found.index()] {
                    return true;
                }
            }
        }
        let Some(acceptance_sets) = self.acceptance_sets else { return false };
        graph.retain_edges(|graph, edge| {
            graph.edge_endpoints(edge).is_some_and(|(from, _)| search.discovered.contains(from.index()))
        });
        if acceptance_sets == 0 {
            return toposort(&graph, None).is_err();
        }
        kosaraju_scc(&graph).into_iter().any(|component| {
            let inside = component.iter().flat_map(|&from| graph.edges(from));
            let inside = inside.filter(|edge| component.contains(&petgraph::visit::EdgeRef::target(edge)));
            inside.fold(0, |visited, edge| visited | edge.weight()) == (1 << acceptance_sets) - 1
        })
    }
}
