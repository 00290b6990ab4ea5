//! Rules of shapes: each transition of the automaton is one, with states that do not repeat and boxes of one graph put in.

use std::collections::{BTreeMap, BTreeSet};

use super::compose::wider;
use super::shapes::{Attached, Port, ShapeId, Shapes, below};
use base::{CollectByInsertion, CompactSort, Idx, IndexVec};
use report::heap::LeftOut;
use tree_automata::forest::{BoxId, EdgeLabel, Leaf, NodeKind};
use tree_automata::{Rule, StateId};

/// A vertex of a rule.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub(super) enum Vertex {
    /// An external vertex.
    Port(usize),
    /// An object of this kind.
    Kind(NodeKind),
    /// The object at port 0 of a shape.
    Start(ShapeId),
}

/// The right-hand side of a rule.
#[derive(Clone, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub(super) struct Body {
    /// The kind of port 0; none if it is that of its port.
    pub kind: Option<NodeKind>,
    /// The ports come first, in order.
    pub vertices: Vec<Vertex>,
    /// Fields: the vertex, the name, and the target.
    pub selectors: Vec<(usize, String, usize)>,
    pub edges: Vec<(ShapeId, Vec<usize>)>,
}

/// Most rules of a shape; one with more is left out.
const RULES: usize = 64;

/// Most objects on a way through a rule.
const DEPTH: usize = 32;

/// What is at the leaves of an automaton in a rule.
struct Place<'a> {
    shape: ShapeId,
    /// The vertices of its ports.
    ports: &'a [usize],
    depth: usize,
}

/// Shapes that are left out, with those that take their places.
pub(super) type Narrow = BTreeMap<ShapeId, ShapeId>;

/// A shape becomes too many rules, or rules that are too large.
struct TooMany;

impl Body {
    pub(super) fn new(ports: usize) -> Self {
        let vertices = (0..ports).map(Vertex::Port).collect();
        Self { kind: None, vertices, selectors: Vec::new(), edges: Vec::new() }
    }

    fn add(&mut self, vertex: Vertex) -> usize {
        self.vertices.push(vertex);
        self.vertices.len() - 1
    }

    /// Adds another body with its ports at these vertices.
    pub(super) fn insert(&mut self, other: &Body, ports: &[usize]) {
        let places: Vec<usize> = other
            .vertices
            .iter()
            .map(|&vertex| match vertex {
                Vertex::Port(port) => ports[port],
                inner => self.add(inner),
            })
            .collect();
        let selectors = other.selectors.iter().map(|(from, name, to)| (places[*from], name.clone(), places[*to]));
        self.selectors.extend(selectors);
        let edges = other.edges.iter().map(|(shape, at)| (*shape, at.iter().map(|&port| places[port]).collect()));
        self.edges.extend(edges);
    }

    /// Whether it is nothing but one edge.
    pub(super) fn is_unit(&self) -> bool {
        self.selectors.is_empty() && self.edges.len() == 1 && self.vertices.iter().all(|v| matches!(v, Vertex::Port(_)))
    }

    /// Whether no object has a field twice.
    fn is_graph(&self) -> bool {
        let mut fields: Vec<(usize, &str)> =
            self.selectors.iter().map(|(from, name, _)| (*from, name.as_str())).collect();
        fields.compact_sort();
        fields.windows(2).all(|pair| pair[0] != pair[1])
    }
}

/// The rules of all shapes.
#[derive(Default)]
pub(super) struct Rules {
    pub of: IndexVec<ShapeId, Vec<Body>>,
    /// Rules that derive nothing new.
    pub composed: BTreeMap<ShapeId, Vec<Body>>,
}

impl Rules {
    /// The rules of all shapes known, and of those that they need, which become known.
    pub(super) fn complete(&mut self, shapes: &mut Shapes<'_>) {
        while self.of.len() < shapes.known.len() {
            let shape = ShapeId::at(self.of.len());
            let mut bodies = match bodies(shapes, shape) {
                Ok(bodies) => bodies,
                Err(TooMany) => {
                    shapes.left_out.insert(LeftOut::Rules);
                    Vec::new()
                }
            };
            bodies.retain(Body::is_graph);
            bodies.compact_sort();
            bodies.dedup();
            self.of.push(bodies);
        }
    }

    /// All rules of a shape.
    pub(super) fn all(&self, shape: ShapeId) -> impl Iterator<Item = &Body> {
        self.of[shape].iter().chain(self.composed.get(&shape).into_iter().flatten())
    }

    /// Replaces shapes that are nothing but another one: those of which the only rule is an edge.
    pub(super) fn resolve(&mut self) -> BTreeMap<ShapeId, ShapeId> {
        let mut resolved = BTreeMap::new();
        loop {
            let unit = self.of.iter_enumerated().find_map(|(shape, bodies)| match &bodies[..] {
                [only] if only.is_unit() && only.edges[0].0 != shape && !resolved.contains_key(&shape) => {
                    Some((shape, only.edges[0].clone()))
                }
                _ => None,
            });
            let Some((shape, (other, ports))) = unit else { return resolved };
            resolved.insert(shape, other);
            for (inner, tentacles) in self.of.iter_mut().flatten().flat_map(|body| &mut body.edges) {
                if *inner == shape {
                    *inner = other;
                    *tentacles = ports.iter().map(|&port| tentacles[port]).collect();
                }
            }
        }
    }

    /// The shapes that these need, themselves included, in order.
    pub(super) fn needed(&self, top: &[ShapeId]) -> Vec<ShapeId> {
        let mut found: Vec<ShapeId> = Vec::new();
        let mut open: Vec<ShapeId> = top.iter().rev().copied().collect();
        while let Some(shape) = open.pop() {
            if !found.contains(&shape) {
                found.push(shape);
                open.extend(self.of[shape].iter().flat_map(|body| &body.edges).map(|&(inner, _)| inner));
            }
        }
        found
    }

    /// Drops shapes of which others have all graphs, unless rules of others mention them.
    pub(super) fn without_narrow(&self, shapes: &mut Shapes<'_>, top: &mut Vec<ShapeId>) -> Narrow {
        let mut narrow = Narrow::new();
        for shape in top.clone() {
            let others: Vec<ShapeId> = top.iter().copied().filter(|&other| other != shape).collect();
            let is_needed: BTreeSet<ShapeId> = self.needed(&others).into_iter().collect_by_insertion();
            if !is_needed.contains(&shape)
                && let Some(wider) = wider(shapes, shape, &others)
            {
                narrow.insert(shape, wider);
                *top = others;
            }
        }
        narrow
    }
}

/// The right-hand sides for a shape, before those that are no graphs are left out.
fn bodies(shapes: &mut Shapes<'_>, shape: ShapeId) -> Result<Vec<Body>, TooMany> {
    let known = shapes.known[shape].clone();
    let ports: Vec<usize> = (0..known.ports.len()).collect();
    let place = Place { shape, ports: &ports, depth: 0 };
    let mut bodies = vec![Body::new(ports.len())];
    for (port, root) in known.roots.iter().enumerate() {
        let Some(root) = *root else { continue };
        let mut longer = Vec::new();
        for body in &bodies {
            for rule in known.automaton.rules(root) {
                longer.extend(with_node(shapes, body, &place, rule, port)?);
            }
        }
        bodies = within_limit(longer)?;
    }
    Ok(bodies)
}

fn within_limit<T>(found: Vec<T>) -> Result<Vec<T>, TooMany> {
    if found.len() > RULES { Err(TooMany) } else { Ok(found) }
}

/// A body with the edges of a node at a vertex, in all ways.
fn with_node(
    shapes: &mut Shapes<'_>,
    body: &Body,
    place: &Place<'_>,
    rule: &Rule,
    vertex: usize,
) -> Result<Vec<Body>, TooMany> {
    let Some((kind, edges)) = shapes.node(rule) else { return Ok(Vec::new()) };
    if place.depth > DEPTH {
        return Err(TooMany);
    }
    let mut bodies = vec![body.clone()];
    if vertex == 0 && place.depth == 0 {
        bodies[0].kind = kind;
    }
    for (label, targets) in edges {
        let mut longer = Vec::new();
        for body in bodies {
            let mut ways = vec![(body, vec![vertex])];
            for &target in &targets {
                let mut more = Vec::new();
                for (body, reached) in ways {
                    for (body, target) in with_target(shapes, &body, place, target)? {
                        more.push((body, reached.iter().copied().chain([target]).collect()));
                    }
                }
                ways = within_limit(more)?;
            }
            for (mut body, reached) in ways {
                match label {
                    EdgeLabel::Selector(selector, _) => {
                        body.selectors.push((vertex, shapes.system.selector_name(kind, selector), reached[1]));
                        longer.push(body);
                    }
                    EdgeLabel::Box(id) => longer.extend(with_box(shapes, body, place, id, &reached)?),
                }
            }
        }
        bodies = within_limit(longer)?;
    }
    Ok(bodies)
}

/// A body with what an edge leads to, in all ways, and the vertex where that is.
fn with_target(
    shapes: &mut Shapes<'_>,
    body: &Body,
    place: &Place<'_>,
    state: StateId,
) -> Result<Vec<(Body, usize)>, TooMany> {
    let automaton = shapes.known[place.shape].automaton.clone();
    let rules = automaton.rules(state);
    let mut found = Vec::new();
    let leaves = rules.iter().filter_map(|rule| shapes.alphabet.leaf(rule.symbol)).filter_map(Leaf::root);
    found.extend(leaves.map(|port| (body.clone(), place.ports[port.index()])));
    if below(&automaton, state).contains(&state) {
        if let Some((shape, ports)) = shapes.inside(place.shape, state) {
            let mut body = body.clone();
            let start = body.add(Vertex::Start(shape));
            let ports = ports.iter().map(|leaf| port(*leaf, place, start)).collect();
            body.edges.push((shape, ports));
            found.push((body, start));
        }
        return Ok(found);
    }
    for rule in rules {
        let Some((Some(kind), _)) = shapes.node(rule) else { continue };
        let mut body = body.clone();
        let vertex = body.add(Vertex::Kind(kind));
        let place = Place { depth: place.depth + 1, ..*place };
        found.extend(with_node(shapes, &body, &place, rule, vertex)?.into_iter().map(|body| (body, vertex)));
    }
    within_limit(found)
}

/// The vertex of a leaf.
fn port(leaf: Option<Leaf>, place: &Place<'_>, start: usize) -> usize {
    leaf.and_then(Leaf::root).map_or(start, |port| place.ports[port.index()])
}

/// A body with what a box stands for between these vertices: its only graph, or an edge.
fn with_box(
    shapes: &mut Shapes<'_>,
    mut body: Body,
    place: &Place<'_>,
    id: BoxId,
    reached: &[usize],
) -> Result<Vec<Body>, TooMany> {
    let Some((shape, leaves)) = shapes.of_box(id) else { return Ok(Vec::new()) };
    let null = shapes.known[place.shape].ports.iter().position(|port| port.is_fixed);
    let vertex = |leaf: &Option<Leaf>| match leaf {
        Some(Leaf::Reference(port)) => Some(reached[port.index()]),
        _ => null.map(|null| place.ports[null]),
    };
    let ports: Option<Vec<usize>> = leaves.iter().map(vertex).collect();
    let Some(ports) = ports else { return Ok(Vec::new()) };
    // Boxes mention only earlier ones.
    match &bodies(shapes, shape)?[..] {
        [only] if only.edges.is_empty() => body.insert(only, &ports),
        _ => body.edges.push((shape, ports)),
    }
    Ok(vec![body])
}

/// What the ports of shapes may be attached to: the least solution above what is known. Only one port of each can say that it is null; others may be null as
/// objects may be.
pub(super) fn spread(shapes: &mut Shapes<'_>, rules: &Rules) {
    spread_kinds(shapes, rules);
    for shape in shapes.known.indices().collect::<Vec<_>>() {
        let ports = &shapes.known[shape].ports;
        let nulls: Vec<usize> = (1..ports.len()).filter(|&port| ports[port].kinds.is_empty()).collect();
        let kept = nulls.iter().copied().find(|&port| ports[port].is_fixed).or(nulls.last().copied());
        for port in nulls.into_iter().filter(|port| Some(*port) != kept) {
            let own = shapes.own_kinds(shape);
            shapes.known[shape].ports[port].kinds.extend(own);
        }
    }
    spread_kinds(shapes, rules);
}

fn spread_kinds(shapes: &mut Shapes<'_>, rules: &Rules) {
    let mut changed = true;
    while changed {
        changed = false;
        for (shape, bodies) in rules.of.iter_enumerated() {
            for body in bodies {
                for (inner, tentacles) in &body.edges {
                    for (port, &vertex) in tentacles.iter().enumerate() {
                        let kinds = match body.vertices[vertex] {
                            Vertex::Port(0) if body.kind.is_some() => body.kind.into_iter().collect(),
                            Vertex::Port(port) => shapes.known[shape].ports[port].kinds.clone(),
                            Vertex::Kind(kind) => [kind].into(),
                            Vertex::Start(start) => shapes.own_kinds(start),
                        };
                        let Port { kinds: known, is_fixed, .. } = &mut shapes.known[*inner].ports[port];
                        let before = known.len();
                        if !*is_fixed {
                            known.extend(kinds);
                        }
                        changed |= known.len() > before;
                    }
                }
            }
        }
    }
}

/// Notes what the ports of a shape are attached to where it was found. A list that ends in null may end anywhere else: null can stand for an object.
pub(super) fn attach(
    shapes: &mut Shapes<'_>,
    (shape, leaves): &Attached,
    kinds: impl Fn(&Shapes<'_>, Leaf) -> Vec<NodeKind>,
) {
    for (port, leaf) in leaves.iter().enumerate() {
        let Some(leaf) = *leaf else { continue };
        let Port { is_fixed, is_linear, .. } = shapes.known[*shape].ports[port];
        let more: Vec<NodeKind> = match leaf {
            _ if is_fixed => Vec::new(),
            Leaf::Null if is_linear => shapes.kinds_beside(*shape, port).into_iter().collect(),
            leaf => kinds(shapes, leaf),
        };
        shapes.known[*shape].ports[port].kinds.extend(more);
    }
}
