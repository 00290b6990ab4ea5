//! Matching of the vertices of two heaps.

use std::collections::BTreeMap;

use base::CollectByInsertion;
use report::heap::{HeapView, VertexKind, VertexView};

/// Maximum number of variables that are doubted; further ones are always trusted.
const DOUBTS: usize = 24;

/// For each vertex of `after`, the matching vertex of `before`.
///
/// Objects with numbers are the same if these are. For other heaps this is a guess: a step usually moves one variable to an object that existed before. So one matching trusts all variables, and for
/// each variable another one trusts all the others; the first one that preserves most is chosen.
pub(super) fn best(before: &HeapView, after: &HeapView) -> Vec<Option<u32>> {
    let is_known = before.is_numbered() && after.is_numbered();
    let (before, after) = (Index::new(before), Index::new(after));
    if is_known {
        return Pairing::by_number(&before, &after).old;
    }
    let doubted = after.variables.keys().filter(|x| before.variables.contains_key(*x)).take(DOUBTS);
    let mut best = Pairing::of(&before, &after, None);
    let mut most = best.kept();
    for variable in doubted {
        let pairing = Pairing::of(&before, &after, Some(variable));
        let kept = pairing.kept();
        if kept > most {
            (most, best) = (kept, pairing);
        }
    }
    best.old
}

/// A heap with the edges at its vertices.
struct Index<'v> {
    view: &'v HeapView,
    variables: BTreeMap<&'v str, u32>,
    markings: BTreeMap<&'v str, u32>,
    externals: BTreeMap<u32, u32>,
    /// Targets by source and label.
    out: Vec<BTreeMap<&'v str, u32>>,
    /// Edges by target and label with their sources, and by tentacle, label and position with all vertices.
    back: Vec<BTreeMap<End<'v>, Vec<&'v [u32]>>>,
}

/// The label of an edge and the position of a tentacle.
type End<'v> = (&'v str, usize);

impl<'v> Index<'v> {
    fn new(view: &'v HeapView) -> Self {
        let count = view.vertices.len();
        let numbered = || (0u32..).zip(&view.vertices);
        let mut index = Self {
            view,
            variables: numbered()
                .flat_map(|(i, v)| v.variables.iter().map(move |x| (x.as_str(), i)))
                .collect_by_insertion(),
            markings: numbered()
                .flat_map(|(i, v)| v.markings.iter().map(move |x| (x.as_str(), i)))
                .collect_by_insertion(),
            externals: numbered().filter_map(|(i, v)| v.external.map(|e| (e, i))).collect_by_insertion(),
            out: vec![BTreeMap::new(); count],
            back: vec![BTreeMap::new(); count],
        };
        for edge in &view.selectors {
            index.out[edge.source as usize].insert(&edge.label, edge.target);
            let sources = std::slice::from_ref(&edge.source);
            index.back[edge.target as usize].entry((&edge.label, SELECTOR)).or_default().push(sources);
        }
        for edge in &view.nonterminals {
            // The refinement state after the name changes more often than the abstracted structure.
            let label = edge.label.split('#').next().unwrap_or_default();
            for (position, &vertex) in edge.tentacles.iter().enumerate() {
                index.back[vertex as usize].entry((label, position)).or_default().push(&edge.tentacles);
            }
        }
        index
    }

    /// The labels at a vertex, with their numbers of occurrences.
    fn signature(&self, vertex: u32) -> Vec<(&'v str, usize, usize)> {
        let out = self.out[vertex as usize].keys().map(|label| (*label, usize::MAX, 1));
        let back = self.back[vertex as usize].iter().map(|(&(label, position), edges)| (label, position, edges.len()));
        out.chain(back).collect()
    }
}

/// In place of the position of a tentacle, for selectors that lead to a vertex.
const SELECTOR: usize = usize::MAX - 1;

struct Pairing<'i, 'v> {
    before: &'i Index<'v>,
    after: &'i Index<'v>,
    /// By vertex of the heap after.
    old: Vec<Option<u32>>,
    /// By vertex of the heap before.
    new: Vec<Option<u32>>,
    /// Pairs `(before, after)` in the order in which they were found.
    pairs: Vec<(u32, u32)>,
    /// The number of pairs whose successors have been matched.
    followed: usize,
}

impl<'i, 'v> Pairing<'i, 'v> {
    fn new(before: &'i Index<'v>, after: &'i Index<'v>) -> Self {
        let (old, new) = (vec![None; after.out.len()], vec![None; before.out.len()]);
        Self { before, after, old, new, pairs: Vec::new(), followed: 0 }
    }

    /// Matches constants, and objects that have the same number.
    fn by_number(before: &'i Index<'v>, after: &'i Index<'v>) -> Self {
        let mut pairing = Self::new(before, after);
        pairing.seed_constants();
        let numbered = |index: &Index<'v>| -> BTreeMap<Option<u32>, u32> {
            let objects = (0u32..).zip(&index.view.vertices).filter(|(_, own)| own.kind == VertexKind::Object);
            objects.map(|(vertex, own)| (own.number, vertex)).collect_by_insertion()
        };
        let olds = numbered(before);
        for (number, new) in numbered(after) {
            olds.get(&number).into_iter().for_each(|&old| pairing.pair(old, new));
        }
        pairing
    }

    fn of(before: &'i Index<'v>, after: &'i Index<'v>, doubted: Option<&str>) -> Self {
        let mut pairing = Self::new(before, after);
        pairing.seed_constants();
        pairing.seed(doubted);
        pairing.spread();
        type Key<'v> = (&'v str, usize, Vec<(&'v str, usize, usize)>);
        // The remaining vertices: first those with equal surroundings, then those with equal numbers of edges.
        let exactly = |i: &Index<'v>, v: u32| -> Key<'v> { (ty(i, v), 0, i.signature(v)) };
        let roughly = |i: &Index<'v>, v: u32| -> Key<'v> {
            (ty(i, v), i.signature(v).iter().map(|(_, _, count)| count).sum(), Vec::new())
        };
        pairing.match_rest(exactly);
        pairing.match_rest(roughly);
        pairing
    }

    /// Matches constants.
    fn seed_constants(&mut self) {
        let mut named: BTreeMap<&str, u32> = BTreeMap::new();
        for (old, vertex) in (0u32..).zip(&self.before.view.vertices) {
            named.extend(constants(vertex).map(|name| (name, old)));
        }
        for (new, vertex) in (0u32..).zip(&self.after.view.vertices) {
            if let Some(&old) = constants(vertex).find_map(|name| named.get(name)) {
                self.pair(old, new);
            }
        }
    }

    /// Matches externals, markings and variables.
    fn seed(&mut self, doubted: Option<&str>) {
        let (before, after) = (self.before, self.after);
        for (position, &new) in &after.externals {
            before.externals.get(position).into_iter().for_each(|&old| self.pair(old, new));
        }
        for (name, &new) in &after.markings {
            before.markings.get(name).into_iter().for_each(|&old| self.pair(old, new));
        }
        for (name, &new) in after.variables.iter().filter(|(name, _)| Some(**name) != doubted) {
            before.variables.get(name).into_iter().for_each(|&old| self.pair(old, new));
        }
    }

    /// Matches two vertices, unless one of them is already matched or their types differ.
    fn pair(&mut self, old: u32, new: u32) {
        let (o, n) = (&self.before.view.vertices[old as usize], &self.after.view.vertices[new as usize]);
        let constant =
            o.kind == VertexKind::Constant && !constants(o).any(|name| constants(n).any(|other| other == name));
        if (o.kind, &o.ty) == (n.kind, &n.ty) && !constant && self.is_free(old, new) {
            self.old[new as usize] = Some(old);
            self.new[old as usize] = Some(new);
            self.pairs.push((old, new));
        }
    }

    fn is_free(&self, old: u32, new: u32) -> bool {
        self.new[old as usize].is_none() && self.old[new as usize].is_none()
    }

    /// Extends the matching along equal selectors, and then along edges that are unique on both sides.
    fn spread(&mut self) {
        let (before, after) = (self.before, self.after);
        loop {
            while let Some(&(old, new)) = self.pairs.get(self.followed) {
                self.followed += 1;
                for (label, &target) in &after.out[new as usize] {
                    before.out[old as usize].get(label).into_iter().for_each(|&source| self.pair(source, target));
                }
            }
            let found = self.pairs.len();
            let mut position = 0;
            while let Some(&(old, new)) = self.pairs.get(position) {
                position += 1;
                for (key, edges) in &after.back[new as usize] {
                    let Some(others) = before.back[old as usize].get(key) else { continue };
                    let unknown_old = |edge: &&&[u32]| edge.iter().any(|&v| self.new[v as usize].is_none());
                    let unknown_new = |edge: &&&[u32]| edge.iter().any(|&v| self.old[v as usize].is_none());
                    let (mut olds, mut news) = (others.iter().filter(unknown_old), edges.iter().filter(unknown_new));
                    let only = (olds.next(), news.next(), olds.next().or(news.next()));
                    if let (Some(&was), Some(&is), None) = only {
                        was.iter().zip(is).for_each(|(&old, &new)| self.pair(old, new));
                    }
                }
            }
            if self.pairs.len() == found {
                return;
            }
        }
    }

    /// Matches the remaining vertices with equal keys, in order, and extends the matching after each pair.
    fn match_rest<K: Ord>(&mut self, key: impl Fn(&Index<'v>, u32) -> K) {
        let free = (0..self.new.len() as u32).rev().filter(|&v| self.new[v as usize].is_none());
        let mut open: BTreeMap<K, Vec<u32>> = BTreeMap::new();
        free.for_each(|v| open.entry(key(self.before, v)).or_default().push(v));
        for new in 0..self.old.len() as u32 {
            let Some(olds) = open.get_mut(&key(self.after, new)) else { continue };
            while self.old[new as usize].is_none()
                && let Some(old) = olds.pop()
            {
                self.pair(old, new);
            }
            self.spread();
        }
    }

    /// The number of preserved vertices, selectors, nonterminals and flags.
    fn kept(&self) -> usize {
        let (before, after) = (self.before, self.after);
        let old = |v: u32| self.old[v as usize];
        let mut kept = self.pairs.len();
        for &(was, is) in &self.pairs {
            let targets = after.out[is as usize].iter();
            kept += targets
                .filter(|(label, t)| old(**t).is_some() && before.out[was as usize].get(*label) == old(**t).as_ref())
                .count();
            let (o, n) = (&before.view.vertices[was as usize], &after.view.vertices[is as usize]);
            kept += n.variables.iter().filter(|x| o.variables.contains(x)).count();
            kept += n.markings.iter().filter(|x| o.markings.contains(x)).count();
        }
        let is_kept = |tentacles: &[u32], key: (&str, usize)| {
            let olds: Option<Vec<u32>> = tentacles.iter().map(|&t| old(t)).collect();
            let at = olds.as_ref().and_then(|olds| before.back[*olds.first()? as usize].get(&key));
            at.is_some_and(|edges| edges.iter().any(|edge| Some(*edge) == olds.as_deref()))
        };
        for (key, edges) in after.back.iter().flatten().filter(|((_, position), _)| *position == 0) {
            kept += edges.iter().filter(|edge| is_kept(edge, *key)).count();
        }
        kept
    }
}

fn ty<'v>(index: &Index<'v>, vertex: u32) -> &'v str {
    &index.view.vertices[vertex as usize].ty
}

fn constants(vertex: &VertexView) -> impl Iterator<Item = &str> {
    let null = (vertex.kind == VertexKind::Null).then_some("null");
    null.into_iter().chain(vertex.constants.iter().map(String::as_str))
}
