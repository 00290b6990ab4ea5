//! All heaps of a section as one graph, and the places of its nodes.

use std::collections::{BTreeMap, BTreeSet};

use crate::heap_drawing::Plan;
use crate::layout::{Drawing, Graph, Point, Spacing, part_parallels, routed};
use crate::marked_heap::MarkedHeap;
use crate::scene::Scene;
use base::CollectByInsertion;
use report::heap::VertexKind;

/// Room around a node that a straight edge leaves free.
const MARGIN: f32 = 4.0;

/// What keeps its place.
#[derive(Clone, PartialEq, Eq, PartialOrd, Ord, Debug)]
enum Part {
    Null,
    /// An object, by its number; one may have none.
    Object(Option<u32>),
    /// A constant, by its names.
    Constant(Vec<String>),
    /// A nonterminal, by its label and what it is attached to; equal ones are counted.
    Nonterminal(String, Vec<Part>, usize),
}

/// For each node of a plan what it is; `None` if it is not known for some, or there are two of the same.
fn parts_of(plan: &Plan<'_>, marked: &MarkedHeap) -> Option<Vec<Part>> {
    let heap = &marked.heap;
    let part = |vertex: u32| {
        let own = heap.vertices.get(vertex as usize)?;
        match own.kind {
            VertexKind::Null => Some(Part::Null),
            VertexKind::Constant => Some(Part::Constant(own.constants.clone())),
            VertexKind::Object => Some(Part::Object(own.number)),
            VertexKind::Choice => None,
        }
    };
    let mut parts: Vec<Part> = plan.shown.iter().map(|&vertex| part(vertex)).collect::<Option<_>>()?;
    for &number in &plan.nonterminals {
        let nonterminal = &heap.nonterminals[number as usize];
        let ends: Vec<Part> = nonterminal.tentacles.iter().map(|&vertex| part(vertex)).collect::<Option<_>>()?;
        let copy = |copy: usize| Part::Nonterminal(nonterminal.label.clone(), ends.clone(), copy);
        parts.push((0..).map(copy).find(|copy| !parts.contains(copy))?);
    }
    let distinct: BTreeSet<&Part> = parts.iter().collect_by_insertion();
    (distinct.len() == parts.len()).then_some(parts)
}

/// Two nodes, whichever way an edge between them leads.
fn ends((a, b): (u32, u32)) -> (u32, u32) {
    (a.min(b), a.max(b))
}

/// All heaps of a section as one graph.
#[derive(Clone, Debug, Default)]
pub(super) struct Union {
    nodes: BTreeMap<Part, u32>,
    graph: Graph,
    /// The positions of the edges between two nodes: as many as there are at the same time.
    between: BTreeMap<(u32, u32), Vec<usize>>,
    /// The distance of layers.
    layer: f32,
}

impl Union {
    /// Adds what is drawn of a heap. The size of that by itself; `None` if it is not known what its nodes are. Both dimensions are those of
    /// layers, which stand beside each other in pictures.
    pub(super) fn add(&mut self, marked: &MarkedHeap) -> Option<Point> {
        let plan = Plan::new(marked);
        let parts = parts_of(&plan, marked)?;
        let size = routed(&plan.graph, &plan.spacing).size;
        let own: Vec<u32> =
            parts.into_iter().zip(&plan.graph.sizes).map(|(part, &size)| self.node(part, size)).collect();
        let mut seen: BTreeMap<(u32, u32), usize> = BTreeMap::new();
        for &(a, b) in plan.graph.edges.iter().filter(|(a, b)| a != b) {
            let edge = (own[a as usize], own[b as usize]);
            let (all, here) = (self.between.entry(ends(edge)).or_default(), seen.entry(ends(edge)).or_default());
            *here += 1;
            if *here > all.len() {
                all.push(self.graph.edges.len());
                self.graph.edges.push(edge);
            }
        }
        self.layer = self.layer.max(plan.spacing.layer);
        Some(size)
    }

    /// The node of a part, which is at least as large as this.
    fn node(&mut self, part: Part, size: Point) -> u32 {
        let next = self.graph.sizes.len() as u32;
        let is_null = part == Part::Null;
        let node = *self.nodes.entry(part).or_insert(next);
        if node == next {
            self.graph.sizes.push(size);
            self.graph.last.extend(is_null.then_some(node));
        }
        let own = &mut self.graph.sizes[node as usize];
        *own = [own[0].max(size[0]), own[1].max(size[1])];
        node
    }

    /// The size of the layout.
    pub(super) fn size(&self) -> Point {
        self.drawing().size
    }

    pub(super) fn place(self) -> Placed {
        Placed { drawing: self.drawing(), union: self }
    }

    fn drawing(&self) -> Drawing {
        routed(&self.graph, &Spacing { layer: self.layer, ..Plan::SPACING })
    }
}

/// The places of everything in a section.
#[derive(Debug)]
pub(super) struct Placed {
    union: Union,
    drawing: Drawing,
}

impl Placed {
    /// The picture of a heap, not yet moved to the origin; absent if there is no place for some part of it.
    pub(super) fn scene(&self, marked: &MarkedHeap) -> Option<Scene> {
        let plan = Plan::new(marked);
        let parts = parts_of(&plan, marked)?;
        let own: Vec<u32> = parts.iter().map(|part| self.union.nodes.get(part).copied()).collect::<Option<_>>()?;
        let positions: Vec<Point> = own.iter().map(|&node| self.drawing.positions[node as usize]).collect();
        let mut seen: BTreeMap<(u32, u32), usize> = BTreeMap::new();
        let mut routes = Vec::new();
        for &(a, b) in &plan.graph.edges {
            let (source, target) = (own[a as usize], own[b as usize]);
            let here = seen.entry(ends((source, target))).or_default();
            routes.push(if a == b { Vec::new() } else { self.route(source, target, *here)? });
            *here += 1;
        }
        for (&(a, b), route) in plan.graph.edges.iter().zip(&mut routes) {
            let straight = [positions[a as usize], positions[b as usize]];
            let is_free = |node: usize| {
                node == a as usize || node == b as usize || !crosses(straight, positions[node], plan.graph.sizes[node])
            };
            if route.len() > 2 && (0..positions.len()).all(is_free) {
                *route = straight.to_vec();
            }
        }
        part_parallels(&plan.graph.edges, &mut routes);
        Some(plan.scene(&Drawing { positions, routes, size: self.drawing.size }))
    }

    /// The way of one of the edges between two nodes.
    fn route(&self, source: u32, target: u32, copy: usize) -> Option<Vec<Point>> {
        let all = self.union.between.get(&ends((source, target)))?;
        let edge = *all.get(copy).or(all.last())?;
        let mut route = self.drawing.routes[edge].clone();
        if self.union.graph.edges[edge].0 != source {
            route.reverse();
        }
        Some(route)
    }
}

/// Whether a straight line meets a rectangle with some room around it: neither lies beyond the other in the direction of an axis or across
/// the line.
fn crosses([a, b]: [Point; 2], at: Point, size: Point) -> bool {
    let half = [size[0] / 2.0 + MARGIN, size[1] / 2.0 + MARGIN];
    let meets = |i: usize| a[i].min(b[i]) <= at[i] + half[i] && a[i].max(b[i]) >= at[i] - half[i];
    let (dx, dy) = (b[0] - a[0], b[1] - a[1]);
    let distance = (dx * (at[1] - a[1]) - dy * (at[0] - a[0])).abs();
    meets(0) && meets(1) && distance <= dx.abs() * half[1] + dy.abs() * half[0]
}
