//! Backward confluence: does every heap have one abstract normal form?

use indexmap::IndexSet;
use rustc_hash::FxBuildHasher;

use super::{Grammar, Rule, RuleId};
use crate::base::Idx;
use crate::heap::{Canoniser, Effort, ExternalOrder, Heap, TypeId, VertexId};

/// What a bounded test of backward confluence found.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Confluence {
    /// Every critical pair has one normal form, and so has every heap.
    Holds,
    /// Not all critical pairs could be tried.
    Unknown,
    /// Two rules fold the same heap into heaps with different normal forms.
    Fails {
        /// The heap.
        heap: Heap,
        /// The two rules.
        rules: (RuleId, RuleId),
    },
}

/// Tests backward confluence on critical pairs: two rule bodies glued along common edges, such that both can be folded.
/// (Plump, *Hypergraph rewriting: critical pairs and undecidability of confluence*, 1993: joinable critical pairs
/// imply local confluence if the normal forms agree on the interface, which is what is compared. Folding terminates,
/// so local confluence is confluence.) At most `limit` heaps are tried, with bounded work.
///
/// Known limit: only the rules as given are overlapped, neither collapsed ones nor bodies whose objects are null. With
/// these no grammar of lists is confluent in heaps whose every vertex may have more edges; for the heaps without
/// variables that shapes are asked of, that would be far too strict.
pub fn confluence(grammar: &Grammar, limit: usize) -> Confluence {
    let (mut tried, mut unknown) = (0, 0);
    let mut effort = Effort::of(EFFORT);
    let rules: Vec<(RuleId, &Rule)> = grammar.rules().collect();
    for (position, &(first, a)) in rules.iter().enumerate() {
        for &(second, b) in &rules[position..] {
            if tried == limit || unknown > UNDECIDED_LIMIT || effort.is_used_up() {
                return Confluence::Unknown;
            }
            let (heaps, complete) = overlaps(&a.body, &b.body, limit - tried, &mut effort);
            unknown += usize::from(!complete || heaps.len() > limit - tried);
            for heap in heaps.into_iter().take(limit - tried) {
                if unknown > UNDECIDED_LIMIT {
                    return Confluence::Unknown;
                }
                tried += 1;
                match grammar.normal_forms_within(&heap, FORMS_LIMIT, &mut effort) {
                    Some(forms) if forms.len() > 1 => return Confluence::Fails { heap, rules: (first, second) },
                    Some(_) => {}
                    None => unknown += 1,
                }
            }
        }
    }
    if unknown > 0 { Confluence::Unknown } else { Confluence::Holds }
}

/// With more critical pairs than this that have too many normal forms, the test gives up.
const UNDECIDED_LIMIT: usize = 10;

/// Heaps on the way to the normal forms of one critical pair, at most.
const FORMS_LIMIT: usize = 500;

/// The effort for all of it.
const EFFORT: u64 = 3_000_000;

/// All heaps in which both bodies occur and share at least one edge: the smallest identifications of vertices that
/// identify some edges of the one with edges of the other. If there are more than `limit` identifications, or finding them
/// is too much work, not all of them, and `false`.
fn overlaps(a: &Heap, b: &Heap, limit: usize, effort: &mut Effort) -> (Vec<Heap>, bool) {
    let mut canoniser = Canoniser::default();
    let mut seen: IndexSet<Vec<(VertexId, VertexId)>, FxBuildHasher> = IndexSet::default();
    let mut heaps: IndexSet<Heap, FxBuildHasher> = IndexSet::default();
    let pairs = edge_pairs(a, b);
    seen.extend(pairs.iter().filter_map(|pair| closed(a, b, pair.clone(), effort)));
    let mut next = 0;
    while let Some(identified) = seen.get_index(next).cloned() {
        next += 1;
        if seen.len() > limit || effort.is_used_up() {
            return (heaps.into_iter().collect(), false);
        }
        if let Some(mut heap) = glue(a, b, &identified) {
            canoniser.canonicalise(&mut heap, ExternalOrder::Fixed);
            heaps.insert(heap);
        }
        for pair in &pairs {
            let mut more = identified.clone();
            more.extend(pair);
            seen.extend(closed(a, b, more, effort));
        }
    }
    (heaps.into_iter().collect(), true)
}

/// For every pair of edges with one label the identification of their vertices.
fn edge_pairs(a: &Heap, b: &Heap) -> Vec<Vec<(VertexId, VertexId)>> {
    let mut pairs = Vec::new();
    for (s, label, t) in a.selector_edges() {
        let same = b.selector_edges().filter(|&(_, other, _)| other == label);
        pairs.extend(same.map(|(u, _, v)| vec![(s, u), (t, v)]));
    }
    for e in a.nonterminals() {
        let same = b.nonterminals().iter().filter(|f| f.label == e.label);
        pairs.extend(same.map(|f| e.tentacles.iter().copied().zip(f.tentacles.iter().copied()).collect()));
    }
    pairs
}

/// The identification closed under "equal sources have equal targets", sorted; `None` if it is not one to one.
fn closed(
    a: &Heap,
    b: &Heap,
    mut pairs: Vec<(VertexId, VertexId)>,
    effort: &mut Effort,
) -> Option<Vec<(VertexId, VertexId)>> {
    let mut next = 0;
    while let Some(&(u, v)) = pairs.get(next) {
        if effort.is_used_up() {
            return None;
        }
        next += 1;
        effort.spend(pairs.len() * (1 + a.selectors(u).len()));
        for &(label, target) in a.selectors(u) {
            if let Some(other) = b.target(v, label)
                && !pairs.contains(&(target, other))
            {
                pairs.push((target, other));
            }
        }
    }
    pairs.sort_unstable();
    pairs.dedup();
    let one_to_one = pairs.iter().enumerate().all(|(i, p)| pairs[..i].iter().all(|q| p.0 != q.0 && p.1 != q.1));
    let same_types = pairs.iter().all(|&(u, v)| {
        let (s, t) = (a.vertex_type(u), b.vertex_type(v));
        s == t || s == TypeId::NULL || t == TypeId::NULL
    });
    (one_to_one && same_types).then_some(pairs)
}

/// Both bodies with vertices identified and common edges once. A vertex is external unless it is inner in one of them.
fn glue(a: &Heap, b: &Heap, identified: &[(VertexId, VertexId)]) -> Option<Heap> {
    let mut heap = a.clone();
    heap.set_externals([]);
    let image: Vec<VertexId> = b
        .vertices()
        .map(|v| match identified.iter().find(|&&(_, w)| w == v) {
            Some(&(u, _)) => u,
            None => heap.add_vertex(b.vertex_type(v)),
        })
        .collect();
    for (s, label, t) in b.selector_edges() {
        let (s, t) = (image[s.index()], image[t.index()]);
        if heap.target(s, label).is_some_and(|other| other != t) {
            return None;
        }
        heap.set_selector(s, label, t);
    }
    for edge in b.nonterminals() {
        let tentacles: Vec<VertexId> = edge.tentacles.iter().map(|t| image[t.index()]).collect();
        let there = heap.nonterminals().iter().any(|e| e.label == edge.label && e.tentacles.as_slice() == tentacles);
        if !there {
            heap.add_nonterminal(edge.label, tentacles);
        }
    }
    let inner_in_b = |v: VertexId| image.iter().position(|&i| i == v).is_some_and(|w| !b.is_external(VertexId::at(w)));
    let external = |&v: &VertexId| (v.index() >= a.vertex_bound() || a.is_external(v)) && !inner_in_b(v);
    let externals: Vec<VertexId> = heap.vertices().filter(external).collect();
    heap.set_externals(externals);
    Some(heap)
}
