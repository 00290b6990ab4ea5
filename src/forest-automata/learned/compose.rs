//! Rules that derive nothing new: two pieces make one of a known shape, a shape is another one with some fields more.

use std::collections::BTreeSet;

use super::rules::{Body, Rules, Vertex};
use super::shapes::{Plain, Shape, ShapeEdge, ShapeId, Shapes, below, is_included, orders};
use base::{CollectByInsertion, CompactSort, Idx};
use tree_automata::forest::{EdgeLabel, Label, Leaf, RootId};
use tree_automata::{Rule, StateId, TreeAutomaton};

/// Shapes with more ports are not composed.
const PORTS: usize = 5;

/// The number of a reference that stands for what is put in.
const HOLE: usize = u16::MAX as usize;

/// All ways to write a shape as two others, glued where the first one ends: `N(x, y) → S(x, z) M(z, y)`. Each is a rule if all trees that come about
/// by putting trees of `M` at the port of `S` are trees of `N`; so no language changes.
pub(super) fn compositions(shapes: &mut Shapes<'_>, whole: ShapeId, parts: &[ShapeId]) -> Vec<Body> {
    let mut found = Vec::new();
    let target = shapes.known[whole].clone();
    if target.is_box || target.ports.len() > PORTS {
        return found;
    }
    for &first in parts {
        let known = shapes.known[first].clone();
        if !starts_alike(&known, &target) {
            continue;
        }
        let ends = (1..known.ports.len()).filter(|&port| known.ports[port].is_linear && !known.ports[port].is_fixed);
        for end in ends.collect::<Vec<_>>() {
            for &second in parts {
                let fits = shapes.own_kinds(second).iter().any(|kind| known.ports[end].kinds.contains(kind));
                if fits && !refers_to_itself(shapes, second) {
                    found.extend(glued(shapes, whole, (first, end), second));
                }
            }
        }
    }
    found
}

/// Whether the nodes that one shape starts with are among those of another.
fn starts_alike(part: &Shape, whole: &Shape) -> bool {
    let (Some(own), Some(other)) = (part.roots[0], whole.roots[0]) else { return false };
    let symbols: BTreeSet<_> = whole.automaton.rules(other).iter().map(|rule| rule.symbol).collect_by_insertion();
    !part.is_box && part.ports.len() <= PORTS && part.automaton.rules(own).iter().all(|r| symbols.contains(&r.symbol))
}

fn refers_to_itself(shapes: &Shapes<'_>, shape: ShapeId) -> bool {
    let own = Some(Leaf::Reference(RootId::at(0)));
    shapes.known[shape].automaton.all_rules().any(|(_, rule)| shapes.alphabet.leaf(rule.symbol) == own)
}

/// The rules for two parts: which of their ports are which of the whole.
fn glued(shapes: &mut Shapes<'_>, whole: ShapeId, (first, end): (ShapeId, usize), second: ShapeId) -> Vec<Body> {
    let [target, one, other] = [whole, first, second].map(|shape| shapes.known[shape].clone());
    let mut found = Vec::new();
    let count = target.ports.len();
    if other.is_box || other.ports.len() > PORTS || one.ports.len() > count + 1 || other.ports.len() > count {
        return found;
    }
    // The ports of a part in order of those of the whole; a part may have fewer.
    let ways = |ports: usize| -> BTreeSet<Vec<usize>> {
        orders(count).into_iter().map(|order| order[1..ports].to_vec()).collect_by_insertion()
    };
    let fits = |shape: &Shape, port: usize, at: usize| !shape.ports[port].is_fixed || target.ports[at].is_fixed;
    let others: Vec<usize> = (1..one.ports.len()).filter(|&port| port != end).collect();
    for left in ways(others.len() + 1) {
        for right in ways(other.ports.len()) {
            let all: BTreeSet<usize> = left.iter().chain(&right).copied().collect_by_insertion();
            let is_possible = others.iter().zip(&left).all(|(&port, &at)| fits(&one, port, at))
                && right.iter().enumerate().all(|(port, &at)| fits(&other, port + 1, at));
            if all.len() + 1 != count || !is_possible {
                continue;
            }
            let place = |port: usize| others.iter().position(|&own| own == port).map(|place| left[place]);
            let mut automaton = shapes.renamed(&one.automaton, |leaf| match leaf.root()?.index() {
                0 => Some(0),
                port if port == end => Some(HOLE),
                port => place(port),
            });
            let more = shapes.renamed(&other.automaton, |leaf| Some(right[leaf.root()?.index() - 1]));
            put_in(shapes, &mut automaton, &more, other.roots[0]);
            if !is_included((&automaton, &one.roots[..1]), (&target.automaton, &target.roots[..1])) {
                continue;
            }
            let mut body = Body::new(count);
            body.vertices.push(Vertex::Start(second));
            let at = |port: usize| match port {
                0 => 0,
                port => place(port).unwrap_or(count),
            };
            body.edges.push((first, (0..one.ports.len()).map(at).collect()));
            body.edges.push((second, std::iter::once(count).chain(right).collect()));
            found.push(body);
        }
    }
    found
}

/// Replaces the hole by the nodes of a state of another automaton.
fn put_in(shapes: &mut Shapes<'_>, automaton: &mut TreeAutomaton, more: &TreeAutomaton, start: Option<StateId>) {
    let Some(start) = start else { return };
    let hole = shapes.alphabet.symbol(Label::Leaf(Leaf::Reference(RootId::at(HOLE))));
    let states: Vec<StateId> = automaton.states().collect();
    let moved = automaton.append(more);
    let nodes: Vec<Rule> = automaton.rules(moved(start)).to_vec();
    for state in states {
        if !automaton.rules_with(state, hole).is_empty() {
            let rules = automaton.rules(state).iter().filter(|rule| rule.symbol != hole).chain(&nodes);
            let rules = rules.cloned().collect();
            automaton.replace(state, rules);
        }
    }
}

/// The rule of a shape that is another one with the same fields more in all its graphs, as the head of a doubly linked list is an element before which
/// there is nothing: then all of its rules are this one.
pub(super) fn factored(shapes: &mut Shapes<'_>, shape: ShapeId) -> Option<Body> {
    let known = shapes.known[shape].clone();
    let root = known.roots[0].filter(|_| !known.is_box)?;
    if below(&known.automaton, root).contains(&root) {
        return None;
    }
    for other in shapes.known.indices().filter(|&other| other != shape).collect::<Vec<_>>() {
        let labels = start_labels(shapes, other);
        let mut extra: Option<Vec<ShapeEdge>> = None;
        let mut rest = Vec::new();
        for rule in known.automaton.rules(root).to_vec() {
            let Some((kind, edges)) = shapes.node(&rule) else { continue };
            let (inside, outside): (Vec<_>, Vec<_>) = edges.into_iter().partition(|(label, _)| labels.contains(label));
            if extra.get_or_insert_with(|| outside.clone()) != &outside || outside.is_empty() || inside.is_empty() {
                extra = None;
                break;
            }
            let symbol = shapes.symbol(kind, inside.iter().map(|(label, _)| *label));
            rest.push(Rule { symbol, children: inside.into_iter().flat_map(|(_, targets)| targets).collect() });
        }
        let Some(extra) = extra else { continue };
        let mut body = Body::new(known.ports.len());
        body.kind = shapes.own_kinds(shape).first().copied();
        let is_leaf = |(label, targets): &ShapeEdge| {
            let (EdgeLabel::Selector(selector, _), [target]) = (label, &targets[..]) else { return None };
            let [rule] = known.automaton.rules(*target) else { return None };
            let port = shapes.alphabet.leaf(rule.symbol)?.root()?;
            Some((0, shapes.system.selector_name(body.kind, *selector), port.index()))
        };
        let Some(selectors) = extra.iter().map(is_leaf).collect::<Option<Vec<_>>>() else { continue };
        body.selectors = selectors;
        let mut automaton = known.automaton.clone();
        let start = automaton.add_state();
        automaton.replace(start, rest);
        let plain = Plain::inside(&known, automaton);
        let Some((found, ports)) = shapes.known_state(&plain, start) else { continue };
        if found == other && shapes.own_kinds(shape).len() == 1 {
            let place = |leaf: &Option<Leaf>| leaf.and_then(Leaf::root).map_or(0, Idx::index);
            body.edges.push((found, ports.iter().map(place).collect()));
            return Some(body);
        }
    }
    None
}

fn start_labels(shapes: &Shapes<'_>, shape: ShapeId) -> BTreeSet<EdgeLabel> {
    let Shape { automaton, roots, is_box, .. } = &shapes.known[shape];
    let rules = roots[0].filter(|_| !is_box).map_or(&[][..], |root| automaton.rules(root));
    rules
        .iter()
        .filter_map(|rule| shapes.node(rule))
        .flat_map(|(_, edges)| edges)
        .map(|(label, _)| label)
        .collect_by_insertion()
}

/// Another shape that has all graphs of this one, and more, whatever its ports are called.
pub(super) fn wider(shapes: &mut Shapes<'_>, shape: ShapeId, among: &[ShapeId]) -> Option<ShapeId> {
    let known = shapes.known[shape].clone();
    for &other in among {
        let large = shapes.known[other].clone();
        let is_candidate = other != shape && large.is_box == known.is_box && large.ports.len() == known.ports.len();
        if !is_candidate {
            continue;
        }
        for order in orders(known.ports.len()) {
            let is_fixed = |(port, &own): (usize, &usize)| known.ports[own].is_fixed == large.ports[port].is_fixed;
            let (automaton, roots) = shapes.reordered(&known, &order);
            if order.iter().enumerate().all(is_fixed)
                && is_included((&automaton, &roots), (&large.automaton, &large.roots))
            {
                return Some(other);
            }
        }
    }
    None
}

impl Rules {
    /// Adds the rules that derive nothing new to those of some shapes.
    pub(super) fn compose(&mut self, shapes: &mut Shapes<'_>, among: &[ShapeId]) {
        for &shape in among {
            let mut more = compositions(shapes, shape, among);
            more.compact_sort();
            more.dedup();
            self.composed.insert(shape, more);
        }
    }
}
