//! Rankings: why some edges of a graph are taken only finitely often.
//!
//! Podelski and Rybalchenko (VMCAI 2004) and Lee, Jones and Ben-Amram (POPL 2001) for the idea. A *measure* has for each node
//! some of its collections, and a constant; its value is the number of elements in them plus the constant. If it never grows
//! along the edges of a strongly connected part, then a run takes the edges along which it shrinks only finitely often. Without
//! them the part falls apart, and each of the smaller ones has a measure of its own: together these are a lexicographic ranking.

use std::rc::Rc;

use fixedbitset::FixedBitSet;

use super::machine::{Edge, NodeId};
use super::numbers::{Arithmetic, Difference, Ranges};
use super::sizes::{Flow, PartSet, Parts, SizeContracts, SizedNodes};
use base::{CompactSort, Idx, Stop, StrongComponents};

/// A graph whose nodes have sizes; nodes are numbered from 0.
pub struct SizedGraph {
    /// By node.
    pub parts: Vec<Parts>,
    /// By node, its numbers.
    pub ranges: Vec<Ranges>,
    /// The edges.
    pub edges: Vec<SizedEdge>,
}

/// An edge of a [`SizedGraph`].
pub struct SizedEdge {
    /// The source.
    pub source: u32,
    /// The target.
    pub target: u32,
    /// All ways to take it.
    pub flows: Rc<[Flow]>,
    /// The same for numbers; empty if nothing is known of them.
    pub arithmetic: Vec<Arithmetic>,
}

/// A measure on a strongly connected part of a graph.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Measure {
    /// Its value at each node of the part, in order.
    pub ranks: Vec<(u32, Rank)>,
    /// The edges of the part along which it shrinks, in order.
    pub decreasing: Vec<u32>,
}

/// Measures of strongly connected parts, each before those of the parts into which it falls apart.
#[derive(Clone, PartialEq, Eq, Default, Debug)]
pub struct Ranking {
    /// The measures.
    pub measures: Vec<Measure>,
}

/// The value of a measure at a node: a quantity plus a constant.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Rank {
    /// The quantity.
    pub quantity: Quantity,
    /// The constant.
    pub constant: i64,
}

/// What there are only finitely many values below.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Quantity {
    /// The number of elements of these collections, in order.
    Elements(Vec<u32>),
    /// A difference of numbers.
    Difference(Difference),
}

impl Quantity {
    /// The collections whose elements are counted.
    fn collections(&self) -> Option<&[u32]> {
        if let Self::Elements(collections) = self { Some(collections) } else { None }
    }

    /// The difference.
    pub(super) fn difference(&self) -> Option<Difference> {
        if let &Self::Difference(difference) = self { Some(difference) } else { None }
    }
}

/// Unions of so many classes of collections are tried in pairs.
const PAIRED: usize = 12;

impl Measure {
    /// Its value at a node.
    pub fn rank(&self, node: u32) -> Option<&Rank> {
        let at = self.ranks.binary_search_by_key(&node, |&(node, _)| node).ok()?;
        Some(&self.ranks[at].1)
    }
}

impl SizedGraph {
    /// A part of a machine: these nodes, in order, and these edges between them.
    pub fn of(machine: &mut dyn SizedNodes, nodes: &[NodeId], edges: &[Edge]) -> Result<Self, Stop> {
        let contracts = SizeContracts::new(machine, nodes)?;
        let parts = nodes.iter().map(|&node| machine.parts(node)).collect();
        let ranges = nodes.iter().map(|&node| machine.numbers(node)).collect();
        let mut graph = Self { parts, ranges, edges: Vec::new() };
        let number = |node: NodeId| u32::at(nodes.binary_search(&node).unwrap_or_default());
        for &edge in edges {
            let [source, target] = [edge.source, edge.target].map(number);
            let mut flows = contracts.flows(machine, edge)?;
            if flows.is_empty() {
                flows = [Flow::unknown(graph.parts[target as usize])].into();
            }
            graph.edges.push(SizedEdge { source, target, flows, arithmetic: machine.arithmetic(edge) });
        }
        Ok(graph)
    }

    /// Looks for measures that prove that no run stays for ever in a strongly connected part that `is_fair`, given the edges of
    /// the part. If some part has no measure that shrinks anywhere, its edges are returned as well.
    pub fn rank(&self, is_fair: &mut dyn FnMut(&[u32]) -> bool) -> (Ranking, Option<Vec<u32>>) {
        let mut ranking = Ranking::default();
        let mut open: Vec<Vec<u32>> = vec![(0..u32::at(self.edges.len())).collect()];
        while let Some(edges) = open.pop() {
            for part in self.strong_parts(&edges) {
                if !is_fair(&part) {
                    continue;
                }
                let Some(measure) = self.measure(&part) else { return (ranking, Some(part)) };
                open.push(without(&part, &measure.decreasing));
                ranking.measures.push(measure);
            }
        }
        (ranking, None)
    }

    /// Whether a ranking is a proof that no run stays for ever in a strongly connected part that `is_fair`.
    ///
    /// This is independent of how it was found: it adds up what may be in each measure before and after each edge.
    pub fn is_proved_by(&self, ranking: &Ranking, is_fair: &mut dyn FnMut(&[u32]) -> bool) -> bool {
        let mut measures = ranking.measures.iter();
        let mut open: Vec<Vec<u32>> = vec![(0..u32::at(self.edges.len())).collect()];
        while let Some(edges) = open.pop() {
            for part in self.strong_parts(&edges) {
                if !is_fair(&part) {
                    continue;
                }
                let Some(measure) = measures.next() else { return false };
                let Some(shrinking) = self.shrinking(measure, &part) else { return false };
                let is_shown = measure.decreasing.iter().all(|edge| shrinking.contains(edge));
                if !is_shown || measure.decreasing.is_empty() {
                    return false;
                }
                open.push(without(&part, &measure.decreasing));
            }
        }
        true
    }

    /// By how much a measure of a part may grow along each of its edges, at most; `None` if there is no limit.
    fn growth(&self, measure: &Measure, part: &[u32]) -> Option<Vec<i64>> {
        match measure.ranks.first()?.1.quantity {
            Quantity::Elements(_) => part.iter().map(|&edge| self.element_growth(measure, edge)).collect(),
            Quantity::Difference(_) => self.difference_growth(measure, part),
        }
    }

    /// The edges of a part that no run takes infinitely often, in order, as a measure shrinks each time; `None` if it may grow.
    fn shrinking(&self, measure: &Measure, part: &[u32]) -> Option<Vec<u32>> {
        let growth = self.growth(measure, part)?;
        let edges = || part.iter().zip(&growth);
        if edges().any(|(_, &growth)| growth > 0) {
            return None;
        }
        let mut shrinking: Vec<u32> = match measure.ranks.first()?.1.quantity {
            Quantity::Elements(_) => edges().filter(|edge| *edge.1 < 0).map(|edge| *edge.0).collect(),
            Quantity::Difference(_) => {
                // A run that takes guarded edges again and again stays, from some point on, where the difference is the same; any
                // other one stays where nothing is guarded.
                let guarded = self.guarded(measure, part);
                let same: Vec<u32> = edges().filter(|edge| *edge.1 == 0).map(|edge| *edge.0).collect();
                let mut lasting = self.strong_parts(&same).concat();
                lasting.extend(self.strong_parts(&without(part, &guarded)).concat());
                lasting.compact_sort();
                let counts = |edge: &(&u32, &i64)| *edge.1 < 0 || guarded.contains(edge.0);
                let counting: Vec<u32> = edges().filter(counts).map(|edge| *edge.0).collect();
                without(&counting, &lasting)
            }
        };
        shrinking.compact_sort();
        Some(shrinking)
    }

    /// By how much a measure of elements may grow along an edge, at most.
    fn element_growth(&self, measure: &Measure, edge: u32) -> Option<i64> {
        let SizedEdge { source, target, flows, .. } = &self.edges[edge as usize];
        let (before, after) = (measure.rank(*source)?, measure.rank(*target)?);
        let (counted, counted_after) = (before.quantity.collections()?, after.quantity.collections()?);
        let collections = self.parts[*source as usize].collections;
        let mut most = None;
        for flow in flows.iter() {
            // What is in the measure afterwards was in collections of the measure, or is one of these elements.
            let mut elements = PartSet::new();
            for &collection in counted_after {
                for &part in &flow.0[collection as usize] {
                    if part >= collections {
                        elements.push(part);
                    } else if !counted.contains(&part) {
                        return None;
                    }
                }
            }
            elements.compact_sort();
            elements.dedup();
            if elements.last() == Some(&Flow::ELSEWHERE) {
                return None;
            }
            // Single elements that were there as well, and are no longer in a collection.
            let was_there = |part: &u32| counted.contains(part) || elements.contains(part);
            let singles = &flow.0[self.parts[*target as usize].collections as usize..];
            let outside = singles.iter().filter(|origins| !origins.is_empty() && origins.iter().all(was_there)).count();
            let growth = elements.len() as i64 - outside as i64 + after.constant - before.constant;
            most = most.max(Some(growth));
        }
        most
    }

    /// The strongly connected parts with these edges: the edges inside of each.
    fn strong_parts(&self, edges: &[u32]) -> Vec<Vec<u32>> {
        let (nodes, ends) = NodeSet::with_ends(self, edges);
        let parts = StrongComponents::new(nodes.0.len(), &ends);
        let mut inside: Vec<Vec<u32>> = vec![Vec::new(); parts.components.len()];
        for (&edge, &(source, target)) in edges.iter().zip(&ends) {
            if let Some(part) = parts.around(source, target) {
                inside[part].push(edge);
            }
        }
        inside.retain(|edges| !edges.is_empty());
        inside
    }

    /// A measure that never grows along these edges, all of a strongly connected part, and shrinks along as many as possible.
    fn measure(&self, part: &[u32]) -> Option<Measure> {
        let collections = Collections::new(self, part);
        let classes = collections.classes();
        let all = classes.iter().skip(2).count() > 0;
        let pairs = if classes.len() <= PAIRED { classes.len() } else { 0 };
        let pairs = (0..pairs).flat_map(|a| (0..a).map(move |b| (a, b)));
        let union = |chosen: &[usize]| {
            let mut union = classes[chosen[0]].clone();
            chosen[1..].iter().for_each(|&class| union.union_with(&classes[class]));
            union
        };
        let single = (0..classes.len()).map(|class| vec![class]);
        let all = all.then(|| (0..classes.len()).collect());
        let mut best: Option<Measure> = None;
        for chosen in single.chain(pairs.map(|(a, b)| vec![a, b])).chain(all) {
            // Unions are needed only where nothing else helps.
            if chosen.len() > 1 && best.is_some() {
                break;
            }
            let found = self.with_constants(collections.measure(&union(&chosen)), part);
            let shrinks = |measure: &Option<Measure>| measure.as_ref().map_or(0, |m| m.decreasing.len());
            if shrinks(&found) > shrinks(&best) {
                best = found;
            }
        }
        best.or_else(|| self.differences(part).into_iter().find_map(|measure| self.with_constants(measure, part)))
    }

    /// A measure of a part with constants with which it never grows, if there are some, and it shrinks somewhere.
    fn with_constants(&self, mut measure: Measure, part: &[u32]) -> Option<Measure> {
        let growth = self.growth(&measure, part)?;
        let (nodes, ends) = NodeSet::with_ends(self, part);
        // The least constants: by how much the measure may grow from there on. There are none if it grows on a cycle.
        let mut constants = vec![0_i64; nodes.0.len()];
        for round in 0.. {
            let mut changed = false;
            for (&(source, target), growth) in ends.iter().zip(&growth) {
                let wanted = growth + constants[target as usize];
                let constant = &mut constants[source as usize];
                changed |= wanted > *constant;
                *constant = wanted.max(*constant);
            }
            if !changed {
                break;
            }
            if round > nodes.0.len() {
                return None;
            }
        }
        measure.ranks.iter_mut().zip(constants).for_each(|((_, rank), constant)| rank.constant += constant);
        measure.decreasing = self.shrinking(&measure, part)?;
        (!measure.decreasing.is_empty()).then_some(measure)
    }
}

/// Some nodes, sorted.
pub(super) struct NodeSet(pub Vec<u32>);

impl NodeSet {
    /// The ends of some edges, and for each edge the positions of its source and target.
    pub(super) fn with_ends(graph: &SizedGraph, edges: &[u32]) -> (Self, Vec<(u32, u32)>) {
        let edges = edges.iter().map(|&edge| &graph.edges[edge as usize]);
        let mut nodes: Vec<u32> = edges.clone().flat_map(|edge| [edge.source, edge.target]).collect();
        nodes.compact_sort();
        nodes.dedup();
        let nodes = Self(nodes);
        let ends = edges.map(|edge| (nodes.at(edge.source), nodes.at(edge.target))).collect();
        (nodes, ends)
    }

    /// The position of one of them.
    fn at(&self, node: u32) -> u32 {
        u32::at(self.0.binary_search(&node).unwrap_or_default())
    }
}

/// Some edges without others.
fn without(edges: &[u32], gone: &[u32]) -> Vec<u32> {
    edges.iter().copied().filter(|edge| gone.binary_search(edge).is_err()).collect()
}

/// The collections of the nodes of a strongly connected part, numbered from 0.
struct Collections<'a> {
    graph: &'a SizedGraph,
    nodes: NodeSet,
    /// By position of a node, the number of its first collection.
    first: Vec<u32>,
    /// By collection, those that must count if it counts: its elements may come from there.
    needs: Vec<Vec<u32>>,
    /// Those that cannot count: their elements may come from elsewhere.
    open: FixedBitSet,
}

impl<'a> Collections<'a> {
    fn new(graph: &'a SizedGraph, part: &[u32]) -> Self {
        let (nodes, ends) = NodeSet::with_ends(graph, part);
        let mut count = 0;
        let mut first = Vec::new();
        for &node in &nodes.0 {
            first.push(count);
            count += graph.parts[node as usize].collections;
        }
        let mut needs: Vec<Vec<u32>> = vec![Vec::new(); count as usize];
        let mut open = FixedBitSet::with_capacity(count as usize);
        for (&edge, &(before, after)) in part.iter().zip(&ends) {
            let SizedEdge { source, target, flows, .. } = &graph.edges[edge as usize];
            let [from, to] = [source, target].map(|node| graph.parts[*node as usize].collections);
            for flow in flows.iter() {
                for (collection, origins) in flow.0.iter().take(to as usize).enumerate() {
                    let here = first[after as usize] as usize + collection;
                    for &origin in origins {
                        match origin {
                            Flow::ELSEWHERE => open.insert(here),
                            origin if origin < from => needs[here].push(first[before as usize] + origin),
                            _ => {}
                        }
                    }
                }
            }
        }
        for needed in &mut needs {
            needed.compact_sort();
            needed.dedup();
        }
        let mut collections = Self { graph, nodes, first, needs, open };
        collections.close();
        collections
    }

    /// What needs a collection that cannot count, cannot count either.
    fn close(&mut self) {
        let mut needed_by: Vec<Vec<usize>> = vec![Vec::new(); self.needs.len()];
        for (collection, needs) in self.needs.iter().enumerate() {
            needs.iter().for_each(|&needed| needed_by[needed as usize].push(collection));
        }
        let mut open: Vec<usize> = self.open.ones().collect();
        while let Some(collection) = open.pop() {
            open.extend(needed_by[collection].iter().filter(|&&other| !self.open.put(other)));
        }
    }

    /// The smallest sets of collections that can count together, and that something may stay in for ever.
    fn classes(&self) -> Vec<FixedBitSet> {
        let needs =
            self.needs.iter().zip(0..).flat_map(|(needs, number)| needs.iter().map(move |&needed| (number, needed)));
        let parts = StrongComponents::new(self.needs.len(), &needs.collect::<Vec<_>>());
        let lasts = |part: &[u32]| part.len() > 1 || self.needs[part[0] as usize].contains(&part[0]);
        let mut seeds: Vec<u32> = Vec::new();
        for part in &parts.components {
            if lasts(part) && !self.open.contains(part[0] as usize) {
                seeds.extend(part.iter().min());
            }
        }
        seeds.compact_sort();
        seeds.into_iter().map(|seed| self.closure(seed)).collect()
    }

    /// A collection with all that it needs.
    fn closure(&self, seed: u32) -> FixedBitSet {
        let mut closure = FixedBitSet::with_capacity(self.needs.len());
        let mut open = vec![seed];
        while let Some(collection) = open.pop() {
            if !closure.put(collection as usize) {
                open.extend(&self.needs[collection as usize]);
            }
        }
        closure
    }

    /// The measure that counts these collections, without constants.
    fn measure(&self, counted: &FixedBitSet) -> Measure {
        let of = |node: u32, first: u32| {
            let collections = 0..self.graph.parts[node as usize].collections;
            Quantity::Elements(collections.filter(|&at| counted.contains((first + at) as usize)).collect())
        };
        let nodes = self.nodes.0.iter().zip(&self.first);
        let ranks = nodes.map(|(&node, &first)| (node, Rank { quantity: of(node, first), constant: 0 }));
        Measure { ranks: ranks.collect(), decreasing: Vec::new() }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// A graph whose nodes have two collections and a single element each.
    fn graph(nodes: usize, edges: &[(u32, u32, [&[u32]; 3])]) -> SizedGraph {
        let edge = |&(source, target, origins): &(u32, u32, [&[u32]; 3])| {
            let flow = Flow(origins.iter().map(|origins| PartSet::from_slice(origins)).collect());
            SizedEdge { source, target, flows: [flow].into(), arithmetic: Vec::new() }
        };
        let parts = vec![Parts { collections: 2, singles: 1 }; nodes];
        SizedGraph { parts, ranges: vec![Vec::new(); nodes], edges: edges.iter().map(edge).collect() }
    }

    /// The edges along which each measure shrinks, and what is left.
    #[track_caller]
    fn check(graph: &SizedGraph, decreasing: &[&[u32]], left: Option<&[u32]>) {
        let (ranking, found) = graph.rank(&mut |_| true);
        let measures: Vec<&[u32]> = ranking.measures.iter().map(|measure| measure.decreasing.as_slice()).collect();
        assert_eq!((measures.as_slice(), found.as_deref()), (decreasing, left));
        assert_eq!(graph.is_proved_by(&ranking, &mut |_| true), left.is_none());
    }

    #[test]
    fn an_element_that_leaves_a_collection_makes_it_smaller() {
        check(&graph(1, &[(0, 0, [&[0], &[1, 2], &[0]])]), &[&[0]], None);
        // It comes back.
        check(&graph(1, &[(0, 0, [&[0, 2], &[1], &[0]])]), &[], Some(&[0]));
        // One is created each time.
        check(&graph(1, &[(0, 0, [&[0, 2], &[1], &[3]])]), &[], Some(&[0]));
        check(&graph(1, &[(0, 0, [&[0, Flow::ELSEWHERE], &[1], &[0]])]), &[], Some(&[0]));
    }

    #[test]
    fn inner_loops_come_after_outer_ones() {
        let outer = (1, 0, [&[0_u32][..], &[1, 2], &[0]]);
        let inner = (1, 1, [&[0_u32][..], &[1], &[1]]);
        // The outer loop fills what the inner one empties.
        let enter = (0, 1, [&[0_u32][..], &[1], &[2]]);
        let graph = graph(2, &[enter, outer, inner]);
        check(&graph, &[&[1], &[2]], None);
        let (ranking, _) = graph.rank(&mut |_| true);
        let is_proof = |change: fn(&mut Ranking)| {
            let mut changed = ranking.clone();
            change(&mut changed);
            graph.is_proved_by(&changed, &mut |_| true)
        };
        assert!(is_proof(|_| {}));
        assert!(!is_proof(|ranking| _ = ranking.measures.pop()));
        assert!(!is_proof(|ranking| ranking.measures[0].decreasing = vec![0, 1]));
        assert!(!is_proof(|ranking| ranking.measures[0].decreasing.clear()));
        assert!(!is_proof(|ranking| ranking.measures[1].ranks[0].1.quantity = Quantity::Elements(vec![0])));
        assert!(!is_proof(|ranking| ranking.measures[0].ranks[1].1.constant += 1));
    }

    #[test]
    fn a_collection_that_others_fill_is_no_measure() {
        let graph = graph(1, &[(0, 0, [&[0, 1], &[1], &[0]])]);
        let is_measure = |collections: &[u32]| {
            let rank = Rank { quantity: Quantity::Elements(collections.to_vec()), constant: 0 };
            let measure = Measure { ranks: vec![(0, rank)], decreasing: vec![0] };
            graph.is_proved_by(&Ranking { measures: vec![measure] }, &mut |_| true)
        };
        assert!(!is_measure(&[0]));
        assert!(!is_measure(&[1]));
        assert!(is_measure(&[0, 1]));
    }

    #[test]
    fn constants_make_up_for_what_is_moved_to_and_fro() {
        // One element leaves the first collection, one comes back, another one leaves: it is one less.
        let edges = [(0, 1, [&[0_u32][..], &[1], &[0]]), (1, 2, [&[0, 2], &[1], &[0]]), (2, 0, [&[0], &[1], &[0]])];
        let found = graph(3, &edges).rank(&mut |_| true);
        assert!(found.1.is_none() && found.0.measures.len() == 1);
    }

    /// Neither collection alone never grows, but both together do.
    #[test]
    fn collections_count_together() {
        let give = (0, 0, [&[0_u32][..], &[1, 2], &[0]]);
        let take = (0, 0, [&[0_u32, 2][..], &[1], &[1]]);
        check(&graph(1, &[give, take]), &[], Some(&[0, 1]));
        // Taking loses one as well.
        let take = (0, 1, [&[0_u32, 2][..], &[1], &[1]]);
        let lose = (1, 0, [&[0_u32][..], &[1], &[1]]);
        check(&graph(2, &[give, take, lose]), &[&[2], &[0]], None);
    }
}
