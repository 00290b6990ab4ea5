//! Rankings: why some edges of a graph are taken only finitely often.
//!
//! Podelski and Rybalchenko (VMCAI 2004) and Lee, Jones and Ben-Amram (POPL 2001) for the idea. A *measure* has for each node
//! some of its collections, and a constant; its value is the number of elements in them plus the constant. If it never grows
//! along the edges of a strongly connected part, then a run takes the edges along which it shrinks only finitely often. Without
//! them the part falls apart, and each of the smaller ones has a measure of its own: together these are a lexicographic ranking.

use std::rc::Rc;

use fixedbitset::FixedBitSet;

use super::machine::{Edge, NodeId};
use super::sizes::{Flow, PartSet, Parts, SizeContracts, SizedNodes};
use crate::base::{CompactSort, Idx, Stop, StrongComponents};

/// A graph whose nodes have sizes; nodes are numbered from 0.
pub struct SizedGraph {
    /// By node.
    pub parts: Vec<Parts>,
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

/// The value of a measure at a node: the number of elements of these collections, plus a constant.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Rank {
    /// The collections that count, in order.
    pub collections: Vec<u32>,
    /// The constant.
    pub constant: i64,
}

/// Unions of so many classes of collections are tried in pairs.
const PAIRED: usize = 12;

impl SizedGraph {
    /// A part of a machine: these nodes, in order, and these edges between them.
    pub fn of(machine: &mut dyn SizedNodes, nodes: &[NodeId], edges: &[Edge]) -> Result<Self, Stop> {
        let contracts = SizeContracts::new(machine, nodes)?;
        let parts = nodes.iter().map(|&node| machine.parts(node)).collect();
        let mut graph = Self { parts, edges: Vec::new() };
        let number = |node: NodeId| u32::at(nodes.binary_search(&node).unwrap_or_default());
        for &edge in edges {
            let [source, target] = [edge.source, edge.target].map(number);
            let mut flows = contracts.flows(machine, edge)?;
            if flows.is_empty() {
                flows = [Flow::unknown(graph.parts[target as usize])].into();
            }
            graph.edges.push(SizedEdge { source, target, flows });
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
                let shrinks = |edge: &u32| measure.decreasing.contains(edge);
                let is_measured = part.iter().all(|edge| {
                    let most = if shrinks(edge) { -1 } else { 0 };
                    self.growth(measure, *edge).is_some_and(|growth| growth <= most)
                });
                if !is_measured || !part.iter().any(shrinks) {
                    return false;
                }
                open.push(without(&part, &measure.decreasing));
            }
        }
        true
    }

    /// By how much a measure may grow along an edge, at most; `None` if there is no limit.
    fn growth(&self, measure: &Measure, edge: u32) -> Option<i64> {
        let SizedEdge { source, target, flows } = &self.edges[edge as usize];
        let rank = |node: u32| {
            let at = measure.ranks.binary_search_by_key(&node, |&(node, _)| node).ok()?;
            Some(&measure.ranks[at].1)
        };
        let (before, after) = (rank(*source)?, rank(*target)?);
        let collections = self.parts[*source as usize].collections;
        let mut most = None;
        for flow in flows.iter() {
            // What is in the measure afterwards was in collections of the measure, or is one of these elements.
            let mut elements = PartSet::new();
            for &collection in &after.collections {
                for &part in &flow.0[collection as usize] {
                    if part >= collections {
                        elements.push(part);
                    } else if !before.collections.contains(&part) {
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
            let was_there = |part: &u32| before.collections.contains(part) || elements.contains(part);
            let singles = &flow.0[self.parts[*target as usize].collections as usize..];
            let outside = singles.iter().filter(|origins| !origins.is_empty() && origins.iter().all(was_there)).count();
            let growth = elements.len() as i64 - outside as i64 + after.constant - before.constant;
            most = most.max(Some(growth));
        }
        most
    }

    /// The source and the target of an edge.
    fn ends(&self, edge: u32) -> (u32, u32) {
        let SizedEdge { source, target, .. } = self.edges[edge as usize];
        (source, target)
    }

    /// The strongly connected parts with these edges: the edges inside of each.
    fn strong_parts(&self, edges: &[u32]) -> Vec<Vec<u32>> {
        let ends: Vec<(u32, u32)> = edges.iter().map(|&edge| self.ends(edge)).collect();
        let nodes = NodeSet::of(&ends);
        let ends: Vec<(u32, u32)> = ends.iter().map(|&(source, target)| (nodes.at(source), nodes.at(target))).collect();
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
            let found = collections.measure(&union(&chosen));
            let shrinks = |measure: &Option<Measure>| measure.as_ref().map_or(0, |m| m.decreasing.len());
            if shrinks(&found) > shrinks(&best) {
                best = found;
            }
        }
        best
    }
}

/// Some nodes, sorted.
struct NodeSet(Vec<u32>);

impl NodeSet {
    /// The ends of some edges.
    fn of(ends: &[(u32, u32)]) -> Self {
        let mut nodes: Vec<u32> = ends.iter().flat_map(|&(source, target)| [source, target]).collect();
        nodes.compact_sort();
        nodes.dedup();
        Self(nodes)
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
    part: &'a [u32],
    nodes: NodeSet,
    /// By position of a node, the number of its first collection.
    first: Vec<u32>,
    /// By edge, the positions of its source and target.
    ends: Vec<(u32, u32)>,
    /// By collection, those that must count if it counts: its elements may come from there.
    needs: Vec<Vec<u32>>,
    /// Those that cannot count: their elements may come from elsewhere.
    open: FixedBitSet,
}

impl<'a> Collections<'a> {
    fn new(graph: &'a SizedGraph, part: &'a [u32]) -> Self {
        let ends: Vec<(u32, u32)> = part.iter().map(|&edge| graph.ends(edge)).collect();
        let nodes = NodeSet::of(&ends);
        let ends = ends.iter().map(|&(source, target)| (nodes.at(source), nodes.at(target))).collect::<Vec<_>>();
        let mut count = 0;
        let mut first = Vec::new();
        for &node in &nodes.0 {
            first.push(count);
            count += graph.parts[node as usize].collections;
        }
        let mut needs: Vec<Vec<u32>> = vec![Vec::new(); count as usize];
        let mut open = FixedBitSet::with_capacity(count as usize);
        for (&edge, &(before, after)) in part.iter().zip(&ends) {
            let SizedEdge { source, target, flows } = &graph.edges[edge as usize];
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
        let mut collections = Self { graph, part, nodes, first, ends, needs, open };
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

    /// The measure that counts these collections, if there are constants with which it never grows, and it shrinks somewhere.
    fn measure(&self, counted: &FixedBitSet) -> Option<Measure> {
        let of = |node: u32, first: u32| {
            let count = self.graph.parts[node as usize].collections;
            (0..count).filter(|&collection| counted.contains((first + collection) as usize)).collect::<Vec<u32>>()
        };
        let nodes = self.nodes.0.iter().zip(&self.first);
        let ranks = nodes.map(|(&node, &first)| (node, Rank { collections: of(node, first), constant: 0 }));
        let mut measure = Measure { ranks: ranks.collect(), decreasing: Vec::new() };
        let growth: Option<Vec<i64>> = self.part.iter().map(|&edge| self.graph.growth(&measure, edge)).collect();
        let growth = growth?;
        // The least constants: by how much the measure may grow from there on. There are none if it grows on a cycle.
        let mut constants = vec![0_i64; self.nodes.0.len()];
        for round in 0.. {
            let mut changed = false;
            for (&(source, target), growth) in self.ends.iter().zip(&growth) {
                let wanted = growth + constants[target as usize];
                let constant = &mut constants[source as usize];
                changed |= wanted > *constant;
                *constant = wanted.max(*constant);
            }
            if !changed {
                break;
            }
            if round > self.nodes.0.len() {
                return None;
            }
        }
        for ((&edge, &(source, target)), growth) in self.part.iter().zip(&self.ends).zip(growth) {
            if growth + constants[target as usize] < constants[source as usize] {
                measure.decreasing.push(edge);
            }
        }
        measure.decreasing.compact_sort();
        measure.ranks.iter_mut().zip(constants).for_each(|((_, rank), constant)| rank.constant = constant);
        (!measure.decreasing.is_empty()).then_some(measure)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// A graph whose nodes have two collections and a single element each.
    fn graph(nodes: usize, edges: &[(u32, u32, [&[u32]; 3])]) -> SizedGraph {
        let edge = |&(source, target, origins): &(u32, u32, [&[u32]; 3])| {
            let flow = Flow(origins.iter().map(|origins| PartSet::from_slice(origins)).collect());
            SizedEdge { source, target, flows: [flow].into() }
        };
        SizedGraph { parts: vec![Parts { collections: 2, singles: 1 }; nodes], edges: edges.iter().map(edge).collect() }
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
        assert!(!is_proof(|ranking| ranking.measures[1].ranks[0].1.collections = vec![0]));
        assert!(!is_proof(|ranking| ranking.measures[0].ranks[1].1.constant += 1));
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
