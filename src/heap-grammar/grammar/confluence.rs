//! Backward confluence: does every heap have one abstract normal form?

use indexmap::IndexSet;
use rustc_hash::FxBuildHasher;
use smallvec::SmallVec;

use super::collapse::collapsed;
use super::{Fold, Grammar, RuleId};
use crate::heap::{Canoniser, Embedding, EmbeddingEffort, ExternalOrder, Heap, Pattern, TypeId, Variable, VertexId};
use base::{CompactSort, Idx, IndexVec};

/// The result of a bounded test of backward confluence.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Confluence {
    /// Every critical pair can be joined. Hence every heap that has no variables and a non-empty language has one
    /// normal form.
    Holds,
    /// Not all critical pairs could be tested, or some rule has vertices without edges, of which a heap may have more.
    Unknown,
    /// Two folds of one heap lead to different normal forms.
    Fails {
        /// The heap.
        heap: Heap,
        /// The two rules.
        rules: (RuleId, RuleId),
    },
}

/// Critical pairs with several normal forms may be found late: after this many pairs with too many heaps to compare,
/// the test gives up.
const UNDECIDED_LIMIT: usize = 10;

/// Maximum number of heaps to which one side of a critical pair is folded.
const FORMS_LIMIT: usize = 500;

/// The effort for the whole test.
const EFFORT: u64 = 3_000_000;

/// Tests backward confluence on critical pairs: the bodies of two folds, collapsed ones among them, glued along common
/// edges such that both can be folded. docs/theory.md explains why these suffice for whole heaps. (After Plump,
/// *Hypergraph rewriting: critical pairs and undecidability of confluence*, 1993: if the two results can be joined so
/// that the interface stays the same, folding is locally confluent; as it terminates, it is confluent.) At most `limit`
/// pairs are tried, with bounded work.
pub(super) fn confluence(grammar: &Grammar, limit: usize) -> Confluence {
    let mut test = Test { grammar, canoniser: Canoniser::default(), effort: EmbeddingEffort::of(EFFORT) };
    let sides = sides(grammar);
    let is_certain = !grammar.lacks_folds && sides.iter().all(|side| side.has_edges_everywhere());
    let (mut tried, mut unknown) = (0, usize::from(!is_certain));
    for (position, a) in sides.iter().enumerate() {
        for b in &sides[..=position] {
            let mut overlaps = Overlaps::new(a, b);
            while let Some(overlap) = overlaps.next(&mut test.effort) {
                let Some(pair) = overlap.glue(a, b).filter(|pair| !grammar.certain.is_empty(&pair.heap)) else {
                    continue;
                };
                tried += 1;
                match test.joins(a, b, &pair) {
                    Some(true) => {}
                    Some(false) => return Confluence::Fails { heap: pair.heap, rules: (b.fold.rule, a.fold.rule) },
                    None => unknown += 1,
                }
                if tried == limit || unknown > UNDECIDED_LIMIT {
                    return Confluence::Unknown;
                }
            }
            if test.effort.is_used_up() || overlaps.gave_up() {
                return Confluence::Unknown;
            }
        }
    }
    if unknown > 0 || test.effort.gave_up() { Confluence::Unknown } else { Confluence::Holds }
}

/// A fold with the body that its pattern was made from.
struct Side {
    fold: Fold,
    body: Heap,
    edges: Vec<PatternEdge>,
    /// By vertex, whether folding removes it.
    inner: IndexVec<VertexId, bool>,
}

/// An edge of a body.
#[derive(Clone, Copy, PartialEq, Eq)]
enum PatternEdge {
    Selector(VertexId, crate::heap::Selector, VertexId),
    Nonterminal(usize),
}

/// The rules followed by their collapsed rules, without isolated constants.
fn sides(grammar: &Grammar) -> Vec<Side> {
    let mut sides = Vec::new();
    let plain = grammar.rules.iter_enumerated().map(|(id, rule)| {
        let tentacles = (0..rule.body.externals().len()).collect();
        (id, rule.body.clone(), tentacles, false)
    });
    let merged = grammar.rules.iter_enumerated().flat_map(|(id, rule)| {
        let all = collapsed(rule, &grammar.certain).unwrap_or_default();
        all.into_iter().map(move |(body, tentacles)| (id, body, tentacles, true))
    });
    for (rule, mut body, tentacles, collapsed) in plain.chain(merged) {
        let constants = body.constants();
        let is_constant = |v| constants.iter().any(|&(c, _)| c == v);
        let unused: Vec<bool> = (0..body.vertex_bound())
            .map(VertexId::at)
            .map(|v| is_constant(v) && !body.is_external(v) && !has_edge(&body, v))
            .collect();
        body.retain_vertices(|v| !unused[v.index()]);
        let constants = body.constants();
        let inner = body.vertices().map(|v| !body.is_external(v) && constants.iter().all(|&(c, _)| c != v)).collect();
        let selectors = body.selector_edges().map(|(s, l, t)| PatternEdge::Selector(s, l, t));
        let edges = selectors.chain((0..body.nonterminals().len()).map(PatternEdge::Nonterminal)).collect();
        let label = grammar.rules[rule].label;
        let fold = Fold { label, pattern: Pattern::new(&body), tentacles, collapsed, rule };
        sides.push(Side { fold, body, edges, inner });
    }
    sides
}

fn has_edge(heap: &Heap, vertex: VertexId) -> bool {
    heap.selector_edges().any(|(source, _, target)| source == vertex || target == vertex)
        || heap.nonterminals().iter().any(|edge| edge.tentacles.contains(&vertex))
}

impl Side {
    /// Whether every vertex has an edge.
    fn has_edges_everywhere(&self) -> bool {
        self.body.vertices().all(|v| has_edge(&self.body, v))
    }

    /// The vertices of an edge.
    fn ends(&self, edge: usize) -> SmallVec<[VertexId; 4]> {
        match self.edges[edge] {
            PatternEdge::Selector(source, _, target) => SmallVec::from_slice(&[source, target]),
            PatternEdge::Nonterminal(position) => self.body.nonterminals()[position].tentacles.clone(),
        }
    }

    fn is_same_label(&self, edge: usize, other: &Side, other_edge: usize) -> bool {
        match (self.edges[edge], other.edges[other_edge]) {
            (PatternEdge::Selector(_, a, _), PatternEdge::Selector(_, b, _)) => a == b,
            (PatternEdge::Nonterminal(a), PatternEdge::Nonterminal(b)) => {
                self.body.nonterminals()[a].label == other.body.nonterminals()[b].label
            }
            _ => false,
        }
    }

    /// The heap with this body folded, given the images of its vertices and nonterminal edges.
    fn fold_at(&self, heap: &Heap, vertices: &[VertexId], nonterminals: &[u32]) -> Heap {
        let mut folded = heap.clone();
        let embedding = Embedding { vertices: vertices.into(), nonterminals: nonterminals.into() };
        self.fold.apply(&mut folded, &embedding);
        folded.compact();
        folded.drop_unused_numbers();
        folded
    }
}

/// Two bodies with some edges, and so vertices, in common.
#[derive(Clone)]
struct Overlap {
    /// The common edges, sorted.
    edges: Vec<(usize, usize)>,
    /// For each vertex of the first body, its image in the second.
    image: IndexVec<VertexId, Option<VertexId>>,
}

/// The overlaps of two bodies that share at least one edge, each closed under what must then be shared as well.
struct Overlaps<'s> {
    a: &'s Side,
    b: &'s Side,
    /// Pairs of edges with equal labels.
    pairs: Vec<(usize, usize)>,
    met: IndexSet<Vec<(usize, usize)>, FxBuildHasher>,
    open: Vec<Overlap>,
    left_out: bool,
}

/// Maximum number of overlaps of one pair of bodies.
const OVERLAPS: usize = 2_000;

impl<'s> Overlaps<'s> {
    fn new(a: &'s Side, b: &'s Side) -> Self {
        let all = (0..a.edges.len()).flat_map(|i| (0..b.edges.len()).map(move |j| (i, j)));
        let pairs = all.filter(|&(i, j)| a.is_same_label(i, b, j)).collect();
        let mut overlaps = Self { a, b, pairs, met: IndexSet::default(), open: Vec::new(), left_out: false };
        // Constants are always shared.
        let empty = Overlap { edges: Vec::new(), image: IndexVec::filled(None, a.body.vertex_bound()) };
        let constants = a.body.constants().into_iter().filter_map(|(u, variable)| {
            let mut same = b.body.constants().into_iter().filter(|&(_, other)| other == variable);
            same.next().map(|(v, _)| (u, v))
        });
        let nulls = is_null(&a.body).zip(is_null(&b.body));
        if let Some(start) = overlaps.with(empty, constants.chain(nulls).collect()) {
            overlaps.extend(&start);
        }
        overlaps
    }

    /// The next overlap.
    fn next(&mut self, effort: &mut EmbeddingEffort) -> Option<Overlap> {
        effort.spend(1 + self.pairs.len() * (self.a.edges.len() + self.b.edges.len()));
        let overlap = self.open.pop().filter(|_| !effort.is_used_up())?;
        self.extend(&overlap);
        Some(overlap)
    }

    fn gave_up(&self) -> bool {
        self.left_out
    }

    /// Adds every overlap that shares one more edge.
    fn extend(&mut self, overlap: &Overlap) {
        for &(i, j) in &self.pairs {
            if overlap.edges.iter().any(|&(k, l)| k == i || l == j) {
                continue;
            }
            let ends = self.a.ends(i).into_iter().zip(self.b.ends(j)).collect();
            let mut more = overlap.clone();
            more.edges.push((i, j));
            let Some(more) = self.with(more, ends) else { continue };
            if self.met.len() == OVERLAPS {
                self.left_out = true;
                return;
            }
            if self.met.insert(more.edges.clone()) {
                self.open.push(more);
            }
        }
    }

    /// The overlap with these vertices identified, and those that must then be, too, because a vertex has each selector
    /// only once. `None` if this identifies two vertices of one body, an object with a number, or a vertex that folding
    /// removes with one that it cannot remove.
    fn with(&self, mut overlap: Overlap, mut identified: Vec<(VertexId, VertexId)>) -> Option<Overlap> {
        let (a, b) = (self.a, self.b);
        while let Some((u, v)) = identified.pop() {
            match overlap.image[u] {
                Some(known) if known == v => continue,
                Some(_) => return None,
                None if overlap.image.iter().any(|image| *image == Some(v)) => return None,
                None => overlap.image[u] = Some(v),
            }
            let (s, t) = (a.body.vertex_type(u), b.body.vertex_type(v));
            if s != t && (s == TypeId::INT || t == TypeId::INT || a.inner[u] || b.inner[v]) {
                return None;
            }
            for (i, edge) in a.edges.iter().enumerate() {
                let PatternEdge::Selector(source, label, target) = *edge else { continue };
                let Some(other) = b.body.target(v, label).filter(|_| source == u) else { continue };
                let j = b.edges.iter().position(|e| *e == PatternEdge::Selector(v, label, other))?;
                if !overlap.edges.contains(&(i, j)) {
                    overlap.edges.push((i, j));
                }
                identified.push((target, other));
            }
        }
        overlap.edges.compact_sort();
        Some(overlap)
    }
}

/// The null vertex of a body, if it has one.
fn is_null(body: &Heap) -> Option<VertexId> {
    body.vertices().find(|&v| body.vertex_type(v) == TypeId::NULL)
}

/// A heap that contains two bodies.
struct CriticalPair {
    heap: Heap,
    /// The images of the vertices and nonterminal edges of each body.
    first: (Vec<VertexId>, Vec<u32>),
    second: (Vec<VertexId>, Vec<u32>),
}

impl Overlap {
    /// The smallest heap with this overlap, if both bodies can be folded in it: a vertex that one of them removes has
    /// no other edges of the other. Vertices that neither removes are external.
    fn glue(&self, a: &Side, b: &Side) -> Option<CriticalPair> {
        let shared_a = |i: usize| self.edges.iter().any(|&(k, _)| k == i);
        let shared_b = |j: usize| self.edges.iter().any(|&(_, l)| l == j);
        let back = |v: VertexId| self.image.iter_enumerated().find(|(_, image)| **image == Some(v)).map(|(u, _)| u);
        let a_alone = (0..a.edges.len()).filter(|&i| !shared_a(i)).flat_map(|i| a.ends(i));
        let b_alone = (0..b.edges.len()).filter(|&j| !shared_b(j)).flat_map(|j| b.ends(j));
        if a_alone.filter_map(|u| self.image[u]).any(|v| b.inner[v]) || b_alone.filter_map(back).any(|u| a.inner[u]) {
            return None;
        }
        let mut heap = Heap::new();
        let mut is_kept = Vec::new();
        let mut first = (Vec::new(), Vec::new());
        for u in a.body.vertices() {
            let (own, other) = (a.body.vertex_type(u), self.image[u].map(|v| b.body.vertex_type(v)));
            first.0.push(heap.add_vertex(if other.is_some_and(|other| other != own) { TypeId::NULL } else { own }));
            is_kept.push(!a.inner[u] && self.image[u].is_none_or(|v| !b.inner[v]));
        }
        let mut second = (Vec::new(), Vec::new());
        for v in b.body.vertices() {
            second.0.push(match back(v) {
                Some(u) => first.0[u.index()],
                None => {
                    is_kept.push(!b.inner[v]);
                    heap.add_vertex(b.body.vertex_type(v))
                }
            });
        }
        let nulls: SmallVec<[VertexId; 2]> = heap.vertices().filter(|&v| heap.vertex_type(v) == TypeId::NULL).collect();
        match nulls.as_slice() {
            [] => {}
            [null] => heap.bind(Variable::NULL, *null),
            _ => return None,
        }
        for (side, images) in [(a, &first.0), (b, &second.0)] {
            for &(variable, v) in side.body.variables() {
                heap.bind(variable, images[v.index()]);
            }
        }
        for (side, (images, positions), is_a) in [(a, &mut first, true), (b, &mut second, false)] {
            for (number, edge) in side.edges.iter().enumerate() {
                match *edge {
                    PatternEdge::Selector(s, label, t) => {
                        heap.set_selector(images[s.index()], label, images[t.index()]);
                    }
                    PatternEdge::Nonterminal(position) => {
                        let common = self.edges.iter().find(|&&(_, j)| !is_a && j == number);
                        let there = common.map(|&(i, _)| i).and_then(|i| match a.edges[i] {
                            PatternEdge::Nonterminal(position) => Some(position),
                            PatternEdge::Selector(..) => None,
                        });
                        positions.push(u32::at(there.unwrap_or(heap.nonterminals().len())));
                        if there.is_none() {
                            let edge = &side.body.nonterminals()[position];
                            heap.add_nonterminal(edge.label, edge.tentacles.iter().map(|t| images[t.index()]));
                        }
                    }
                }
            }
        }
        let is_constant = |v: VertexId| heap.variables().iter().any(|&(_, target)| target == v);
        let externals: Vec<VertexId> = heap.vertices().filter(|&v| is_kept[v.index()] && !is_constant(v)).collect();
        heap.set_externals(externals);
        Some(CriticalPair { heap, first, second })
    }
}

/// The state of the test.
struct Test<'g> {
    grammar: &'g Grammar,
    canoniser: Canoniser,
    effort: EmbeddingEffort,
}

impl Test<'_> {
    /// Whether the two results of a critical pair can be folded to a common heap; `None` if that is too much work.
    fn joins(&mut self, a: &Side, b: &Side, pair: &CriticalPair) -> Option<bool> {
        let mut results = [(a, &pair.first), (b, &pair.second)].map(|(side, (vertices, edges))| {
            let mut folded = side.fold_at(&pair.heap, vertices, edges);
            self.canoniser.canonicalise(&mut folded, ExternalOrder::Fixed);
            folded
        });
        self.effort.spend(8 * pair.heap.vertex_bound());
        if results[0] == results[1] {
            return Some(true);
        }
        let normal = results.each_mut().map(|heap| {
            let mut normal = heap.clone();
            self.grammar.fold_all(&mut normal, &mut self.effort);
            normal.drop_unused_numbers();
            self.canoniser.canonicalise(&mut normal, ExternalOrder::Fixed);
            self.effort.spend(8 * normal.vertex_bound());
            normal
        });
        if normal[0] == normal[1] {
            return Some(true);
        }
        let [first, second] = results;
        let first = self.grammar.foldings_within(&first, FORMS_LIMIT, &mut self.effort)?;
        let second = self.grammar.foldings_within(&second, FORMS_LIMIT, &mut self.effort)?;
        Some(first.iter().any(|(heap, _)| second.iter().any(|(other, _)| heap == other)))
    }
}
