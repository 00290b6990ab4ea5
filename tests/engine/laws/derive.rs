//! Hyperedge replacement by definition: an edge is removed and a right-hand side is glued in its place, external vertex
//! `i` at tentacle `i`; constants are identified with the constants of the heap.

use std::cmp::Reverse;
use std::collections::{BTreeMap, BTreeSet, BinaryHeap};

use super::graph::{Graph, Kind, Name};

/// The rules of a grammar, by label.
pub struct Rules {
    pub bodies: BTreeMap<Name, Vec<Graph>>,
    /// For each label, the size of the smallest heap that it derives.
    smallest: BTreeMap<Name, usize>,
}

/// The number of objects and fields, which no derivation step decreases.
pub fn size(graph: &Graph) -> usize {
    graph.objects() + graph.fields.len()
}

impl Rules {
    pub fn new(bodies: BTreeMap<Name, Vec<Graph>>) -> Self {
        let mut rules = Self { bodies, smallest: BTreeMap::new() };
        loop {
            let before = rules.smallest.clone();
            for (&label, bodies) in &rules.bodies {
                let own = |body: &Graph| {
                    let inner = (0..body.kinds.len()).filter(|v| body.is_object(*v) && !body.externals.contains(v));
                    body.edges
                        .iter()
                        .try_fold(inner.count() + body.fields.len(), |sum, (l, _)| Some(sum + before.get(l)?))
                };
                if let Some(least) = bodies.iter().filter_map(own).min() {
                    rules.smallest.insert(label, least);
                }
            }
            if rules.smallest == before {
                return rules;
            }
        }
    }

    /// The size of the smallest heap that a heap derives; `None` if it derives nothing.
    pub fn least(&self, graph: &Graph) -> Option<usize> {
        graph.edges.iter().try_fold(size(graph), |sum, (label, _)| Some(sum + self.smallest.get(label)?))
    }

    /// Whether an object of a concrete heap lacks a selector that some rule gives to an object of its class.
    pub fn leave_out_of(&self, heap: &Graph) -> bool {
        let mut given = self.bodies.values().flatten().flat_map(|b| b.fields.iter().map(|(s, f, _)| (b.kinds[*s], *f)));
        given.any(|(kind, field)| {
            let mut objects = (0..heap.kinds.len()).filter(|&v| heap.kinds[v] == kind);
            objects.any(|v| heap.target(v, field).is_none())
        })
    }

    /// All results of applying a rule at an edge.
    pub fn derive_at(&self, graph: &Graph, edge: usize) -> Vec<Graph> {
        let label = graph.edges[edge].0;
        let bodies = self.bodies.get(&label).map_or(&[][..], Vec::as_slice);
        bodies.iter().filter_map(|body| Self::replace(graph, edge, body)).collect()
    }

    /// `None` if the result is not a heap: a constant is glued to another vertex, an object to one of another class
    /// (types in rules are exact), or a vertex has a field twice. Null may be the image of any object without fields.
    fn replace(graph: &Graph, edge: usize, body: &Graph) -> Option<Graph> {
        let mut result = graph.clone();
        let (_, tentacles) = result.edges.remove(edge);
        let mut image = vec![usize::MAX; body.kinds.len()];
        for (&external, &vertex) in body.externals.iter().zip(&tentacles) {
            let wanted = body.kinds[external];
            let fits = match (result.kinds[vertex], wanted) {
                (Kind::Open, _) => {
                    result.demands.push((vertex, wanted));
                    true
                }
                (Kind::Null, Kind::Object(_)) => true,
                (here, wanted) => here == wanted,
            };
            if !fits {
                return None;
            }
            image[external] = vertex;
        }
        for (vertex, &kind) in body.kinds.iter().enumerate() {
            if image[vertex] == usize::MAX {
                image[vertex] = match kind {
                    Kind::Null | Kind::Number(_) => result.constant(kind),
                    Kind::Object(_) | Kind::Open => {
                        result.kinds.push(kind);
                        result.kinds.len() - 1
                    }
                };
            }
        }
        for &(source, field, target) in &body.fields {
            let source = image[source];
            if !result.is_object(source) || result.target(source, field).is_some() {
                return None;
            }
            result.fields.push((source, field, image[target]));
        }
        let edges = body.edges.iter().map(|(label, ts)| (*label, ts.iter().map(|&t| image[t]).collect()));
        result.edges.extend(edges);
        Some(result)
    }
}

/// Bounds for the enumeration of a language.
#[derive(Clone, Copy)]
pub struct Bounds {
    /// Maximum number of objects of a heap.
    pub objects: usize,
    /// Maximum number of heaps, with and without nonterminals, that are derived further.
    pub steps: usize,
}

/// The concrete heaps that a heap derives, in canonical form, as far as they were enumerated.
pub struct Language {
    pub heaps: BTreeSet<Graph>,
    /// Every heap of a smaller size within the bounds was enumerated.
    pub complete: usize,
}

/// Enumerates a language, small heaps first.
pub fn language(start: &Graph, rules: &Rules, bounds: Bounds) -> Language {
    let mut found = Language { heaps: BTreeSet::new(), complete: usize::MAX };
    let mut seen: BTreeSet<Graph> = BTreeSet::new();
    // Heaps that derive small ones first, and among these the ones with the fewest nonterminals.
    let mut queue: BinaryHeap<Reverse<(usize, usize, Graph)>> = BinaryHeap::new();
    let add = |graph: Graph, found: &mut Language, queue: &mut BinaryHeap<_>, seen: &mut BTreeSet<Graph>| {
        let Some(least) = rules.least(&graph).filter(|_| graph.objects() <= bounds.objects) else { return };
        match graph.canonical() {
            Some(form) if seen.insert(form.clone()) => queue.push(Reverse((least, form.edges.len(), form))),
            Some(_) => {}
            // This heap may be missing, with everything that it derives.
            None => found.complete = found.complete.min(least),
        }
    };
    add(start.clone(), &mut found, &mut queue, &mut seen);
    let mut steps = 0;
    while let Some(Reverse((least, _, graph))) = queue.pop() {
        if steps == bounds.steps {
            found.complete = found.complete.min(least);
            break;
        }
        steps += 1;
        if graph.edges.is_empty() {
            found.heaps.insert(graph);
            continue;
        }
        for derived in rules.derive_at(&graph, 0) {
            add(derived, &mut found, &mut queue, &mut seen);
        }
    }
    found
}
