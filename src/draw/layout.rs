//! Layered drawing of directed graphs, following Sugiyama, Tagawa and Toda (1981): [`acyclic`] → [`rank`] →
//! [`order`] → [`place`], then the routes of the edges.
//!
//! Everything is iterative (a chain of 50,000 states does not overflow a small stack), deterministic, and
//! nearly linear, so that drawing tens of thousands of states takes seconds.

mod acyclic;
mod order;
mod place;
mod rank;
mod route;

use acyclic::reversed_edges;
use order::Layers;

pub(super) use route::part_parallels;

/// A point, or a width and a height; x to the right, y down.
#[cfg_attr(feature = "wasm", tsify::declare)]
pub type Point = [f32; 2];

/// A graph to be drawn.
#[derive(Clone, Debug, Default)]
pub struct Graph {
    /// The width and height of every node.
    pub sizes: Vec<Point>,
    /// The source and target of every edge; loops and parallel edges are allowed.
    pub edges: Vec<(u32, u32)>,
    /// Nodes to be placed in the last layer; they should have no outgoing edges.
    pub last: Vec<u32>,
}

/// Distances.
#[derive(Clone, Copy, Debug)]
pub struct Spacing {
    /// Between neighbours in a layer.
    pub node: f32,
    /// Between an edge that passes through a layer and its neighbours there.
    pub edge: f32,
    /// Between layers.
    pub layer: f32,
    /// Between connected components.
    pub part: f32,
}

/// The positions of nodes and edges.
#[derive(Clone, Debug, Default)]
pub struct Drawing {
    /// The centres of the nodes.
    pub positions: Vec<Point>,
    /// For every edge, the points of its route from the centre of the source to the centre of the target. Empty for
    /// loops.
    pub routes: Vec<Vec<Point>>,
    /// The width and height of the whole drawing, which starts at the origin.
    pub size: Point,
}

/// Draws `graph` in layers from top to bottom. Connected components are placed side by side, in rows.
///
/// # Panics
/// If an edge refers to a node without a size.
pub fn layered(graph: &Graph, spacing: &Spacing) -> Drawing {
    let mut drawing = routed(graph, spacing);
    part_parallels(&graph.edges, &mut drawing.routes);
    drawing
}

/// As [`layered`], but straight edges between the same nodes are not [parted](part_parallels) yet.
pub(super) fn routed(graph: &Graph, spacing: &Spacing) -> Drawing {
    let parts = connected_parts(graph);
    let mut drawing = Drawing {
        positions: vec![[0.0; 2]; graph.sizes.len()],
        routes: vec![Vec::new(); graph.edges.len()],
        size: [0.0; 2],
    };
    let drawn: Vec<Drawing> = parts.iter().map(|part| draw_part(&part.graph, spacing)).collect();
    let row_width = row_width(&drawn, spacing);
    let (mut corner, mut row_height) = ([0.0f32, 0.0f32], 0.0f32);
    for (part, drawn) in parts.iter().zip(drawn) {
        if corner[0] > 0.0 && corner[0] + drawn.size[0] > row_width {
            corner = [0.0, corner[1] + row_height + spacing.part];
            row_height = 0.0;
        }
        let shift = |p: Point| [p[0] + corner[0], p[1] + corner[1]];
        for (&node, &position) in part.nodes.iter().zip(&drawn.positions) {
            drawing.positions[node as usize] = shift(position);
        }
        for (&edge, route) in part.edges.iter().zip(drawn.routes) {
            drawing.routes[edge] = route.into_iter().map(shift).collect();
        }
        drawing.size[0] = drawing.size[0].max(corner[0] + drawn.size[0]);
        drawing.size[1] = drawing.size[1].max(corner[1] + drawn.size[1]);
        corner[0] += drawn.size[0] + spacing.part;
        row_height = row_height.max(drawn.size[1]);
    }
    drawing
}

/// A connected component, with the numbers of its nodes and edges in the whole graph.
struct Part {
    graph: Graph,
    nodes: Vec<u32>,
    edges: Vec<usize>,
}

fn connected_parts(graph: &Graph) -> Vec<Part> {
    let n = graph.sizes.len();
    let mut parent: Vec<u32> = (0..n as u32).collect();
    fn find(parent: &mut [u32], mut x: u32) -> u32 {
        while parent[x as usize] != x {
            parent[x as usize] = parent[parent[x as usize] as usize];
            x = parent[x as usize];
        }
        x
    }
    for &(a, b) in &graph.edges {
        let (a, b) = (find(&mut parent, a), find(&mut parent, b));
        // The smallest node represents its component, so components are ordered by their first nodes.
        parent[a.max(b) as usize] = a.min(b);
    }
    let mut parts: Vec<Part> = Vec::new();
    let mut part_of = vec![0usize; n];
    let mut local = vec![0u32; n];
    for node in 0..n as u32 {
        let root = find(&mut parent, node) as usize;
        if root == node as usize {
            part_of[root] = parts.len();
            parts.push(Part { graph: Graph::default(), nodes: Vec::new(), edges: Vec::new() });
        }
        part_of[node as usize] = part_of[root];
        let part = &mut parts[part_of[root]];
        local[node as usize] = part.nodes.len() as u32;
        part.nodes.push(node);
        part.graph.sizes.push(graph.sizes[node as usize]);
    }
    for (i, &(a, b)) in graph.edges.iter().enumerate() {
        let part = &mut parts[part_of[a as usize]];
        part.graph.edges.push((local[a as usize], local[b as usize]));
        part.edges.push(i);
    }
    for &node in &graph.last {
        parts[part_of[node as usize]].graph.last.push(local[node as usize]);
    }
    parts
}

fn row_width(drawn: &[Drawing], spacing: &Spacing) -> f32 {
    let widest = drawn.iter().map(|d| d.size[0]).fold(0.0, f32::max);
    let area: f32 = drawn.iter().map(|d| (d.size[0] + spacing.part) * (d.size[1] + spacing.part)).sum();
    widest.max((area * 1.6).sqrt())
}

fn draw_part(graph: &Graph, spacing: &Spacing) -> Drawing {
    let node_count = graph.sizes.len();
    let reversed = reversed_edges(node_count, &graph.edges);
    let downward: Vec<(u32, u32)> =
        graph.edges.iter().zip(&reversed).map(|(&(a, b), &r)| if r { (b, a) } else { (a, b) }).collect();
    let ranks = rank::ranks(node_count, &downward, &graph.last);
    let mut layers = Layers::new(&ranks, &downward);
    layers.reduce_crossings();
    let x = place::horizontal(&layers, &graph.sizes, spacing);
    route::assemble(graph, spacing, &layers, &x, &reversed)
}

/// An adjacency list in compressed rows.
#[derive(Clone, Debug, Default)]
pub(super) struct Adjacency {
    starts: Vec<u32>,
    targets: Vec<u32>,
}

impl Adjacency {
    pub(super) fn new(node_count: usize, pairs: impl Iterator<Item = (u32, u32)> + Clone) -> Self {
        let mut starts = vec![0u32; node_count + 1];
        for (a, _) in pairs.clone() {
            starts[a as usize + 1] += 1;
        }
        for i in 0..node_count {
            starts[i + 1] += starts[i];
        }
        let mut next = starts.clone();
        let mut targets = vec![0u32; starts[node_count] as usize];
        for (a, b) in pairs {
            targets[next[a as usize] as usize] = b;
            next[a as usize] += 1;
        }
        Self { starts, targets }
    }

    /// The second nodes of the pairs with this first node.
    pub(super) fn of(&self, node: u32) -> &[u32] {
        &self.targets[self.starts[node as usize] as usize..self.starts[node as usize + 1] as usize]
    }
}

#[cfg(test)]
mod tests;
