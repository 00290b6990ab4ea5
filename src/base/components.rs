//! Strongly connected components. The algorithm of petgraph, used with each type of graph, would add 5 kB to the WebAssembly
//! module each time.

use fixedbitset::FixedBitSet;
use petgraph::algo::kosaraju_scc;
use petgraph::graph::{DiGraph, NodeIndex};

use super::Idx;

/// The strongly connected components of a graph.
#[derive(Clone, Debug)]
pub struct StrongComponents {
    /// The nodes of each; a component comes after all that can be reached from it.
    pub components: Vec<Vec<u32>>,
    /// By node, the number of its component.
    pub of: Vec<u32>,
}

impl StrongComponents {
    /// Those of the graph with this number of nodes, numbered from 0, and these edges. By Kosaraju's algorithm, whose
    /// implementation in petgraph is iterative.
    pub fn new(nodes: usize, edges: &[(u32, u32)]) -> Self {
        let mut graph: DiGraph<(), ()> = DiGraph::with_capacity(nodes, edges.len());
        (0..nodes).for_each(|_| _ = graph.add_node(()));
        let node = |node: u32| NodeIndex::new(node as usize);
        edges.iter().for_each(|&(source, target)| _ = graph.add_edge(node(source), node(target), ()));
        let mut of = vec![0; nodes];
        let mut components = Vec::new();
        for component in kosaraju_scc(&graph) {
            let component: Vec<u32> = component.into_iter().map(|node| u32::at(node.index())).collect();
            component.iter().for_each(|&node| of[node as usize] = u32::at(components.len()));
            components.push(component);
        }
        Self { components, of }
    }

    /// The component of both ends of an edge, unless it leads from one component to another.
    pub fn around(&self, source: u32, target: u32) -> Option<usize> {
        let [source, target] = [source, target].map(|node| self.of[node as usize]);
        (source == target).then_some(source as usize)
    }

    /// By component, whether it has edges inside that together visit all of so many acceptance sets; `visited` says for each
    /// edge which ones it visits.
    pub fn are_fair(&self, edges: &[(u32, u32)], visited: &[&[u32]], acceptance_sets: usize) -> Vec<bool> {
        let mut inside: Vec<Option<FixedBitSet>> = vec![None; self.components.len()];
        for (&(source, target), visited) in edges.iter().zip(visited) {
            if let Some(component) = self.around(source, target) {
                let all = inside[component].get_or_insert_with(|| FixedBitSet::with_capacity(acceptance_sets));
                visited.iter().for_each(|&set| all.insert(set as usize));
            }
        }
        inside.into_iter().map(|visited| visited.is_some_and(|visited| visited.is_full())).collect()
    }
}
