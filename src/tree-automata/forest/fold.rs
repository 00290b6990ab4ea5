//! Folding: parts of graphs that repeat become boxes, which are learned.

use std::collections::{BTreeSet, VecDeque};

use smallvec::SmallVec;

use super::nodes::{Edge, Node, rename_leaves};
use super::normal::Uniform;
use super::signature::{Signatures, count, signatures};
use super::{BoxDefinition, BoxId, EdgeLabel, Forest, ForestAlphabet, LIMIT, Leaf, Normal, Part, RootId, too_large};
use crate::Rule;
use base::{CollectByInsertion, CompactSort, Idx, IndexVec, Stop};

/// How forests are generalised.
#[derive(Clone, Copy, Debug)]
pub struct Folding {
    /// States are merged if their trees look alike up to this height.
    pub height: usize,
    /// Whether boxes are learned; otherwise only those are used that are known.
    pub learns: bool,
}

/// How a forest is rewritten when it is generalised.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Rewriting {
    /// Boxes are replaced by wider ones that have been learned since.
    Widen,
    /// Its roots are chosen anew, perhaps in one of several cases.
    Cut,
    /// Edges are hidden in boxes.
    Fold,
    /// States whose trees look alike are merged.
    Merge,
}

/// What is told of the steps in which forests are rewritten: the number of the forest before, how, and the result, which gets the next number; the
/// first forest has number 0.
pub type Rewritten<'a> = dyn FnMut(usize, Rewriting, &Forest) + 'a;

impl Forest {
    /// Generalises a forest: nodes that are cut points because of edges between neighbours or cycles are hidden in boxes, and states
    /// whose trees look alike are merged. Together the forests represent all graphs that this one does, and more.
    ///
    /// # Errors
    /// If a limit is reached.
    pub fn generalised(self, alphabet: &mut ForestAlphabet, folding: Folding) -> Result<Vec<Normal>, Stop> {
        self.generalised_in_steps(alphabet, folding, &mut |_, _, _| ())
    }

    /// As [`generalised`](Self::generalised), step by step.
    ///
    /// # Errors
    /// If a limit is reached.
    pub fn generalised_in_steps(
        self,
        alphabet: &mut ForestAlphabet,
        folding: Folding,
        rewritten: &mut Rewritten<'_>,
    ) -> Result<Vec<Normal>, Stop> {
        let mut count = 0;
        let mut note = |before: usize, how: Rewriting, forest: &Forest| {
            rewritten(before, how, forest);
            count += 1;
            count
        };
        let (widened, is_wider) = self.widened(alphabet);
        let start = if is_wider { note(0, Rewriting::Widen, &widened) } else { 0 };
        let mut waiting = VecDeque::from([(widened, false, start)]);
        let mut found: Vec<Normal> = Vec::new();
        let mut steps = 0;
        while let Some((forest, lost, before)) = waiting.pop_front() {
            steps += 1;
            if steps > LIMIT {
                return Err(too_large());
            }
            for case in forest.uniform(alphabet)? {
                let lost = lost || case.lost;
                let Uniform { mut forest, signatures, .. } = case;
                let cut = note(before, Rewriting::Cut, &forest);
                if forest.fold_neighbours(alphabet, folding)? {
                    let folded = note(cut, Rewriting::Fold, &forest);
                    waiting.push_back((forest, lost, folded));
                    continue;
                }
                forest.merge_states(alphabet, &signatures, folding.height);
                let merged = note(cut, Rewriting::Merge, &forest);
                if forest.fold_knot(alphabet, folding)? {
                    let folded = note(merged, Rewriting::Fold, &forest);
                    waiting.push_back((forest, lost, folded));
                    continue;
                }
                let forest = forest.reduced();
                if !found.iter().any(|known| known.forest == forest && known.lost == lost) {
                    found.push(Normal { forest, lost });
                }
            }
        }
        Ok(found)
    }

    /// With the widest boxes, and whether they are others.
    fn widened(mut self, alphabet: &mut ForestAlphabet) -> (Self, bool) {
        let mut is_wider = false;
        for state in self.automaton.states() {
            let mut rules = self.automaton.rules(state).to_vec();
            let mut changed = false;
            for rule in &mut rules {
                let Some(mut node) = Node::of(alphabet, rule) else { continue };
                for (label, _) in &mut node.edges {
                    if let EdgeLabel::Box(id) = label {
                        let widest = alphabet.widest(*id);
                        changed |= widest != *id;
                        *id = widest;
                    }
                }
                node.edges.compact_sort();
                *rule = node.rule(alphabet);
            }
            if changed {
                self.automaton.replace(state, rules);
            }
            is_wider |= changed;
        }
        (self, is_wider)
    }

    /// Whether a register refers to a root: the node there has a name.
    fn is_held(&self, root: RootId) -> bool {
        self.registers.iter().any(|value| value.root() == Some(root))
    }

    /// The roots at which edges may be hidden in boxes. Beyond height 1 what is next to nodes with names stays in sight.
    fn foldable(&self, folding: Folding) -> Vec<RootId> {
        (0..self.roots.len()).map(RootId::at).filter(|&root| folding.height == 1 || !self.is_held(root)).collect()
    }

    /// For each root those that refer to it.
    fn referring(&self, alphabet: &ForestAlphabet) -> Result<IndexVec<RootId, Vec<RootId>>, Stop> {
        let known = signatures(alphabet, &self.automaton)?;
        let mut found = IndexVec::filled(Vec::new(), self.roots.len());
        for (from, &state) in self.roots.iter_enumerated() {
            let targets: BTreeSet<RootId> = known[state].iter().flatten().map(|&(root, _)| root).collect_by_insertion();
            targets.into_iter().for_each(|root| found[root].push(from));
        }
        Ok(found)
    }

    /// Hides the edges between two nodes that point to each other in a box from the first to the second; if there are such boxes, in one of them: so
    /// these edges have the same direction everywhere. Otherwise a tree would be cut where boxes to children and boxes to parents
    /// meet.
    fn fold_neighbours(&mut self, alphabet: &mut ForestAlphabet, folding: Folding) -> Result<bool, Stop> {
        let roots = self.foldable(folding);
        let referring = self.referring(alphabet)?;
        let hides = |first: RootId, second: RootId| referring[second].iter().all(|&other| other == first);
        for may_learn in [false, true].into_iter().take(1 + usize::from(folding.learns)) {
            for &first in &roots {
                for &second in &roots {
                    // The box is to lead to the node that it hides. A node with a name is not hidden, and hides only nodes to which
                    // nothing else leads, by selectors alone: boxes would be put in others without end.
                    if self.are_neighbours(alphabet, first, second)
                        && !self.is_held(second)
                        && (!self.is_held(first) || hides(first, second) && !self.is_boxed(alphabet, first, second))
                        && !(may_learn && !hides(first, second) && hides(second, first))
                        && self.fold_pair(alphabet, first, second, may_learn)?
                    {
                        return Ok(true);
                    }
                }
            }
        }
        Ok(false)
    }

    /// Whether a box leads from one of two roots to the other.
    fn is_boxed(&self, alphabet: &ForestAlphabet, first: RootId, second: RootId) -> bool {
        let has_box = |from: RootId, to: RootId| {
            self.nodes(alphabet, self.roots[from]).any(|node| {
                let boxes = node.edges.iter().filter(|(label, _)| matches!(label, EdgeLabel::Box(_)));
                boxes.into_iter().any(|edge| self.leads_to(alphabet, edge, to))
            })
        };
        has_box(first, second) || has_box(second, first)
    }

    fn fold_pair(
        &mut self,
        alphabet: &mut ForestAlphabet,
        first: RootId,
        second: RootId,
        may_learn: bool,
    ) -> Result<bool, Stop> {
        let parted = |this: &Self, from: RootId, to: RootId| -> Vec<(Vec<Edge>, Node)> {
            let nodes = this.nodes(alphabet, this.roots[from]);
            nodes
                .map(|node| {
                    let (inside, outside): (Vec<Edge>, Vec<Edge>) =
                        node.edges.into_iter().partition(|edge| this.leads_to(alphabet, edge, to));
                    (inside, Node { kind: node.kind, edges: outside })
                })
                .collect()
        };
        let sides = [parted(self, first, second), parted(self, second, first)];
        // In all cases the same edges lead back.
        let labels = |edges: &[Edge]| edges.iter().map(|(label, _)| *label).collect::<Vec<_>>();
        if sides[1].windows(2).any(|w| labels(&w[0].0) != labels(&w[1].0)) {
            return Ok(false);
        }
        let target = self.leaf_state(alphabet, Leaf::Reference(second));
        let mut rules = Vec::new();
        for (there, rest) in &sides[0] {
            let mut inside = Forest::default();
            let mut components = Vec::new();
            for (edges, port) in [(there, 1), (&sides[1][0].0, 0)] {
                let target = inside.leaf_state(alphabet, Leaf::Reference(RootId::at(port)));
                let edges = edges.iter().map(|(label, children)| (*label, children.iter().map(|_| target).collect()));
                let rule = Node { kind: None, edges: edges.collect() }.rule(alphabet);
                components.push(Some(inside.state_with([rule])));
            }
            let definition = BoxDefinition::reduced(alphabet, None, inside.automaton, components)?;
            let id = match alphabet.known_box(&definition)? {
                Some(id) => id,
                None if may_learn => alphabet.box_for(definition)?,
                None => return Ok(false),
            };
            let mut node = rest.clone();
            node.edges.push((EdgeLabel::Box(id), SmallVec::from_slice(&[target])));
            node.edges.compact_sort();
            rules.push(node.rule(alphabet));
        }
        self.roots[first] = self.state_with(rules);
        let rest: Vec<_> = sides[1].iter().map(|(_, rest)| rest.rule(alphabet)).collect();
        self.roots[second] = self.state_with(rest);
        Ok(true)
    }

    /// Hides the ways from a node to itself in a box, or the ways on which a node leads to another root several times.
    fn fold_knot(&mut self, alphabet: &mut ForestAlphabet, folding: Folding) -> Result<bool, Stop> {
        self.trim();
        let known = signatures(alphabet, &self.automaton)?;
        let leads = |(_, children): &Edge, root: RootId| {
            children.iter().any(|&child| known[child].iter().any(|signature| count(signature, root) > 0))
        };
        let roots = self.foldable(folding);
        for &root in &roots {
            let nodes: Vec<Node> = self.nodes(alphabet, self.roots[root]).collect();
            // At nodes with names only rings that lead nowhere else are hidden, as otherwise boxes would be put in others without end; and
            // that a ring is empty is remembered.
            let is_held = self.is_held(root);
            let is_ring = |edge: &Edge| {
                let mut signatures = edge.1.iter().flat_map(|&child| &known[child]);
                signatures.all(|signature| signature.iter().all(|&(other, _)| other == root))
                    && !self.leads_to(alphabet, edge, root)
            };
            let is_cycle = |edge: &Edge| leads(edge, root) && (!is_held || is_ring(edge));
            let cycles = nodes.iter().map(|node| self.cycles(alphabet, node, root, is_cycle));
            let cycles: Vec<Vec<Vec<Edge>>> = cycles.collect();
            let (mut rules, mut changed) = (Vec::new(), false);
            for (node, cycles) in nodes.iter().zip(cycles) {
                let mut folded = None;
                for cycle in cycles {
                    let is_inside = |edge: &Edge| cycle.contains(edge);
                    folded = self.folded(alphabet, node, Some(root), &known, is_inside, folding)?;
                    if folded.is_some() {
                        break;
                    }
                }
                changed |= folded.is_some();
                rules.push(folded.unwrap_or_else(|| node.rule(alphabet)));
            }
            if changed {
                self.roots[root] = self.state_with(rules);
                return Ok(true);
            }
        }
        for (component, start) in self.roots.clone().iter_enumerated() {
            for state in self.reachable(*start) {
                let own = (state == *start).then_some(component);
                if own.is_some_and(|own| !roots.contains(&own)) {
                    continue;
                }
                for &root in &roots {
                    if Some(root) == own || self.is_held(root) {
                        continue;
                    }
                    let forks = |node: &Node| node.edges.iter().filter(|edge| leads(edge, root)).count() > 1;
                    let rules = self.automaton.rules(state).to_vec();
                    let nodes: Vec<Option<Node>> = rules.iter().map(|rule| Node::of(alphabet, rule)).collect();
                    if !nodes.iter().flatten().any(forks) {
                        continue;
                    }
                    let (mut changed, mut folded) = (false, Vec::new());
                    for (rule, node) in rules.into_iter().zip(nodes) {
                        let inside = match node.filter(forks) {
                            Some(node) => {
                                self.folded(alphabet, &node, own, &known, |edge| leads(edge, root), folding)?
                            }
                            None => None,
                        };
                        changed |= inside.is_some();
                        folded.push(inside.unwrap_or(rule));
                    }
                    if changed {
                        self.automaton.replace(state, folded);
                        return Ok(true);
                    }
                }
            }
        }
        Ok(false)
    }

    /// The edges by which the node at a root leads back to it, those together that lead to the same parts of it: others are cycles of their own.
    fn cycles(
        &self,
        alphabet: &ForestAlphabet,
        node: &Node,
        root: RootId,
        leads: impl Fn(&Edge) -> bool,
    ) -> Vec<Vec<Edge>> {
        let leading = node.edges.iter().filter(|edge| leads(edge));
        let mut rest: Vec<(&Edge, BTreeSet<Part>)> =
            leading.map(|edge| (edge, self.entered(alphabet, edge, root))).collect();
        let mut cycles = Vec::new();
        while let Some((_, parts)) = rest.first() {
            let (mut parts, mut cycle) = (parts.clone(), Vec::new());
            while let Some(place) = rest.iter().position(|(_, own)| cycle.is_empty() || !own.is_disjoint(&parts)) {
                let (edge, own) = rest.remove(place);
                parts.extend(own);
                cycle.push(edge.clone());
            }
            cycles.push(cycle);
        }
        cycles
    }

    /// The rule of a node with some of its edges in a box, which leads to all roots that these lead to; `None` if there is no such box, and none is
    /// learned. `own`: the root that the node is.
    fn folded(
        &mut self,
        alphabet: &mut ForestAlphabet,
        node: &Node,
        own: Option<RootId>,
        known: &Signatures,
        is_inside: impl Fn(&Edge) -> bool,
        folding: Folding,
    ) -> Result<Option<Rule>, Stop> {
        let (inside, outside): (Vec<Edge>, Vec<Edge>) = node.edges.iter().cloned().partition(is_inside);
        let mut targets: Vec<RootId> = Vec::new();
        let children = inside.iter().flat_map(|(_, children)| children);
        for &(root, _) in children.flat_map(|&child| known[child].iter().flatten()) {
            if Some(root) != own && !targets.contains(&root) {
                targets.push(root);
            }
        }
        for targets in orders(targets, folding) {
            let mut graph = Forest { automaton: self.automaton.clone(), ..Forest::default() };
            let port = |root: RootId| {
                let target = || targets.iter().position(|&target| target == root).map(|place| place + 1);
                let place = if Some(root) == own { Some(0) } else { target() };
                place.map_or(Leaf::Unknown, |place| Leaf::Reference(RootId::at(place)))
            };
            rename_leaves(&mut graph.automaton, alphabet, &port);
            let rule = Node { kind: None, edges: inside.clone() }.rule(alphabet);
            let mut components = vec![None; targets.len() + 1];
            components[0] = Some(graph.state_with([rule]));
            let definition = BoxDefinition::reduced(alphabet, node.kind, graph.automaton, components)?;
            let id = match folding.learns {
                true => Some(learned(alphabet, definition)?),
                false => alphabet.known_box(&definition)?,
            };
            if let Some(id) = id {
                let targets = targets.iter().map(|&root| self.leaf_state(alphabet, Leaf::Reference(root))).collect();
                let mut node = Node { kind: node.kind, edges: outside };
                node.edges.push((EdgeLabel::Box(id), targets));
                node.edges.compact_sort();
                return Ok(Some(node.rule(alphabet)));
            }
        }
        Ok(None)
    }
}

/// Most ports of a box beside its input that are tried in all orders.
const ORDERED: usize = 3;

/// The orders in which a box may have these ports: what is learned has the first; a box that is given may have any.
fn orders(ports: Vec<RootId>, folding: Folding) -> Vec<Vec<RootId>> {
    if folding.learns || ports.len() > ORDERED {
        return vec![ports];
    }
    ports.into_iter().fold(vec![Vec::new()], |orders, port| {
        let with = |order: Vec<RootId>| {
            (0..=order.len()).rev().map(move |place| {
                let mut longer = order.clone();
                longer.insert(place, port);
                longer
            })
        };
        orders.into_iter().flat_map(with).collect()
    })
}

/// The box for a knot: a known one, or one that is joined with those that are like it, so that there are not more and more for longer and longer
/// ways.
fn learned(alphabet: &mut ForestAlphabet, mut found: BoxDefinition) -> Result<BoxId, Stop> {
    if let Some(known) = alphabet.known_box(&found)? {
        return Ok(known);
    }
    let like: Vec<BoxId> = alphabet
        .boxes
        .iter_enumerated()
        .filter(|(_, known)| !known.has_wider() && known.is_like(&found))
        .map(|(id, _)| id)
        .collect();
    for id in like {
        let known = &alphabet.boxes[id];
        let mut joined = Forest { automaton: known.automaton.clone(), ..Forest::default() };
        let moved = joined.automaton.append(&found.automaton);
        for (&own, &more) in known.components.iter().flatten().zip(found.components.iter().flatten()) {
            let rules: Vec<Rule> =
                [own, moved(more)].iter().flat_map(|&state| joined.automaton.rules(state).to_vec()).collect();
            let state = joined.state_with(rules);
            joined.roots.push(state);
        }
        joined.trim();
        let signatures = signatures(alphabet, &joined.automaton)?;
        joined.merge_states(alphabet, &signatures, 1);
        let mut roots = joined.roots.iter().copied();
        let components = found.components.iter().map(|component| component.and_then(|_| roots.next())).collect();
        found = BoxDefinition::reduced(alphabet, found.kind, joined.automaton, components)?;
    }
    alphabet.box_for(found)
}
