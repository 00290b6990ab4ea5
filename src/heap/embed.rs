//! Finding a rule's right-hand side in a heap.
//!
//! A [`Pattern`] is compiled once per rule into a plan: anchor at one edge, then follow edges from vertices that are
//! bound already. A search for an embedding runs the plan with backtracking over the few choices that are left.

use smallvec::SmallVec;

use super::host::{EdgeEnds, Host, Mask, nonterminal_labels, selector_labels};
use super::{Heap, Nonterminal, Selector, Selectors, TypeId, Variable, VertexId};
use crate::base::{CompactSort, Idx, IndexVec};

/// A compiled right-hand side.
#[derive(Clone, Debug)]
pub struct Pattern {
    vertices: IndexVec<VertexId, PatternVertex>,
    plan: Vec<Instruction>,
    /// Vertices that are the same in every heap, constants and null, if something is attached to them.
    fixed: SmallVec<[(VertexId, Variable); 2]>,
    externals: SmallVec<[VertexId; 4]>,
    /// The vertices with selectors.
    sources: SmallVec<[PatternSource; 2]>,
    /// The labels of the nonterminal edges.
    nonterminals: Mask,
    /// The edge ends of the vertices that have just these.
    closed: Mask,
}

#[derive(Clone, Debug)]
struct PatternVertex {
    ty: TypeId,
    /// External or fixed: may have more edges in the heap than in the pattern.
    open: bool,
    ends: EdgeEnds,
    /// Has an outgoing selector in the pattern.
    source: bool,
}

/// A vertex of a pattern with selectors.
#[derive(Clone, Debug)]
struct PatternSource {
    vertex: VertexId,
    labels: Mask,
    selectors: Selectors,
}

/// One step of a plan.
#[derive(Clone, Debug)]
enum Instruction {
    /// Bind the vertices of some nonterminal edge with this label.
    AnyNonterminal { label: Nonterminal, vertices: SmallVec<[VertexId; 4]> },
    /// Bind both ends of some selector edge with this label.
    AnySelector { source: VertexId, label: Selector, target: VertexId },
    /// The source is bound; bind or compare the target.
    Follow { source: VertexId, label: Selector, target: VertexId },
    /// The target is bound; bind the source.
    FollowBack { source: VertexId, label: Selector, target: VertexId },
    /// Bind some vertex without edges.
    AnyVertex { vertex: VertexId },
}

/// Where a pattern was found.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Embedding {
    /// Images of the pattern's vertices.
    pub vertices: SmallVec<[VertexId; 8]>,
    /// Positions of the images of the pattern's nonterminal edges.
    pub nonterminals: SmallVec<[u32; 4]>,
}

impl Pattern {
    /// Compiles a rule body; it must be compact.
    pub fn new(body: &Heap) -> Self {
        let ends = EdgeEnds::of_vertices(body);
        let mut fixed = body.constants();
        let vertices: IndexVec<VertexId, PatternVertex> = body
            .vertices()
            .map(|v| PatternVertex {
                ty: body.vertex_type(v),
                open: body.is_external(v) || fixed.iter().any(|&(f, _)| f == v),
                ends: ends[v.index()],
                source: !body.selectors(v).is_empty(),
            })
            .collect();
        let plan = plan(body, &fixed);
        let sources = body.vertices().filter(|&v| vertices[v].source).map(|vertex| PatternSource {
            vertex,
            labels: selector_labels(body, vertex),
            selectors: body.selectors(vertex).into(),
        });
        // A constant to which nothing is attached need not be there; it stays unbound.
        let is_used = |v: VertexId| {
            body.is_external(v)
                || !body.selectors(v).is_empty()
                || body.selector_edges().any(|(_, _, target)| target == v)
                || body.nonterminals().iter().any(|edge| edge.tentacles.contains(&v))
        };
        fixed.retain(|&mut (v, _)| is_used(v));
        Self {
            sources: sources.collect(),
            nonterminals: nonterminal_labels(body),
            closed: vertices.iter().filter(|v| !v.open).map(|v| v.ends.number()).collect(),
            externals: body.externals().into(),
            vertices,
            plan,
            fixed,
        }
    }

    /// The first embedding into a heap in order of the heap's edges, or `None`, also if it is not found with
    /// [`WORK_LIMIT`] steps: not to fold is always sound.
    ///
    /// An embedding is injective; types agree, or the vertex is null where the pattern has an object; a vertex of the
    /// pattern that is not external has exactly the edges of the pattern; external vertices of the heap are images of
    /// external ones; and what [`Blocked`](super::Blocked) says is kept.
    pub fn find(&self, host: &Host<'_>, effort: &mut EmbeddingEffort) -> Option<Embedding> {
        let mut first = None;
        self.search(host, effort, |embedding| {
            first = Some(embedding.clone());
            true
        });
        first
    }

    /// All embeddings into a heap, in order; `None` if [`WORK_LIMIT`] steps, or those of `effort`, do not
    /// suffice to find them.
    pub fn find_all(&self, host: &Host<'_>, effort: &mut EmbeddingEffort) -> Option<Vec<Embedding>> {
        let mut all = Vec::new();
        let complete = self.search(host, effort, |embedding| {
            all.push(embedding.clone());
            false
        });
        complete.then_some(all)
    }

    /// Calls `visit` for every embedding until it says that it has seen enough. Returns whether that was all: neither
    /// was it enough before the end, nor were there too many steps.
    fn search(&self, host: &Host<'_>, effort: &mut EmbeddingEffort, visit: impl FnMut(&Embedding) -> bool) -> bool {
        // Most rules have no place in most heaps, which is seen without a search.
        if self.sources.len() > host.sources.len()
            || !host.nonterminals.covers(self.nonterminals)
            || !host.all_ends.covers(self.closed)
        {
            return true;
        }
        let found =
            Embedding { vertices: SmallVec::from_elem(UNBOUND, self.vertices.len()), nonterminals: SmallVec::new() };
        let mut search = Search { pattern: self, host, found, visit, work: 0, effort };
        for &(vertex, variable) in &self.fixed {
            let Some(image) = host.heap.variable(variable) else { return true };
            search.found.vertices[vertex.index()] = image;
        }
        !(search.has_sources() && search.run(0))
    }

    /// The images of the pattern's external vertices.
    pub fn external_images(&self, embedding: &Embedding) -> SmallVec<[VertexId; 4]> {
        self.externals.iter().map(|v| embedding.vertices[v.index()]).collect()
    }

    /// Removes the image of the pattern from the heap, except for its open vertices; see [`Heap::compact`].
    pub fn remove_image(&self, heap: &mut Heap, embedding: &Embedding) {
        let mut positions = embedding.nonterminals.clone();
        positions.compact_sort();
        for &position in positions.iter().rev() {
            heap.nonterminals.remove(position as usize);
        }
        for source in &self.sources {
            for &(label, _) in &source.selectors {
                heap.remove_selector(embedding.vertices[source.vertex.index()], label);
            }
        }
        for (vertex, pattern) in self.vertices.iter_enumerated() {
            if !pattern.open {
                heap.remove_vertex(embedding.vertices[vertex.index()]);
            }
        }
    }
}

/// Orders the edges so that, where the pattern hangs together, every edge but the first starts at a bound vertex.
fn plan(body: &Heap, fixed: &[(VertexId, Variable)]) -> Vec<Instruction> {
    let mut bound: Vec<bool> = vec![false; body.vertex_bound()];
    // Fixed vertices are shared by everything; starting from them would not narrow the search.
    let is_fixed = |v: VertexId| fixed.iter().any(|&(f, _)| f == v);
    let mut selectors: Vec<(VertexId, Selector, VertexId)> = body.selector_edges().collect();
    let mut nonterminals: Vec<_> = body.nonterminals().to_vec();
    let mut plan = Vec::new();
    loop {
        // The target of a bound source is unique: no search at all.
        if let Some(at) = selectors.iter().position(|&(s, _, _)| bound[s.index()]) {
            let (source, label, target) = selectors.remove(at);
            bound[target.index()] = true;
            plan.push(Instruction::Follow { source, label, target });
        } else if let Some(at) = nonterminals.iter().position(|e| e.tentacles.iter().any(|t| bound[t.index()])) {
            let edge = nonterminals.remove(at);
            edge.tentacles.iter().for_each(|t| bound[t.index()] = true);
            plan.push(Instruction::AnyNonterminal { label: edge.label, vertices: edge.tentacles });
        } else if let Some(at) = selectors.iter().position(|&(_, _, t)| bound[t.index()] && !is_fixed(t)) {
            let (source, label, target) = selectors.remove(at);
            bound[source.index()] = true;
            plan.push(Instruction::FollowBack { source, label, target });
        } else if let Some(edge) = nonterminals.pop() {
            edge.tentacles.iter().for_each(|t| bound[t.index()] = true);
            plan.push(Instruction::AnyNonterminal { label: edge.label, vertices: edge.tentacles });
        } else if !selectors.is_empty() {
            let (source, label, target) = selectors.remove(0);
            bound[source.index()] = true;
            bound[target.index()] = true;
            plan.push(Instruction::AnySelector { source, label, target });
        } else {
            break;
        }
    }
    let isolated = body.vertices().filter(|&v| !bound[v.index()] && !is_fixed(v));
    plan.extend(isolated.map(|vertex| Instruction::AnyVertex { vertex }));
    plan
}

/// The image of a vertex that has none yet.
const UNBOUND: VertexId = VertexId(u32::MAX);

struct Search<'a, V> {
    pattern: &'a Pattern,
    host: &'a Host<'a>,
    found: Embedding,
    visit: V,
    work: u32,
    effort: &'a mut EmbeddingEffort,
}

/// How many steps several searches for embeddings may still take together; afterwards nothing is found. To fold less is
/// sound, but what is left is then not known to be a normal form: see [`EmbeddingEffort::gave_up`].
#[derive(Clone, Debug)]
pub struct EmbeddingEffort {
    left: u64,
    gave_up: bool,
}

impl EmbeddingEffort {
    /// What suffices to fold a heap with any grammar that one would write, several times over.
    pub fn for_heap(heap: &Heap) -> Self {
        let size = heap.vertex_bound() + heap.nonterminals.len();
        Self::of(50_000_000 + 64 * (size as u64).pow(2))
    }

    /// So many steps.
    pub fn of(steps: u64) -> Self {
        Self { left: steps, gave_up: false }
    }

    /// Counts steps that are taken elsewhere.
    pub fn spend(&mut self, steps: usize) {
        self.left = self.left.saturating_sub(steps as u64);
    }

    /// Whether all steps have been taken.
    pub fn is_used_up(&self) -> bool {
        self.left == 0
    }

    /// Whether some search ended before it had looked everywhere: what it did not find may be there.
    pub fn gave_up(&self) -> bool {
        self.gave_up
    }
}

/// Steps of one search for embeddings, at most. Patterns that hang together need a few for each edge of the heap; what
/// falls into many alike parts has as many embeddings as there are ways to arrange them.
const WORK_LIMIT: u32 = 200_000;

impl<V: FnMut(&Embedding) -> bool> Search<'_, V> {
    /// Whether for each vertex of the pattern with selectors there is one in the heap that it may be, with the targets of its
    /// selectors.
    fn has_sources(&self) -> bool {
        let may_be = |vertex: VertexId, image| match self.image(vertex) {
            UNBOUND => self.fits(vertex, image),
            bound => bound == image,
        };
        self.pattern.sources.iter().all(|source| {
            self.host.sources.iter().any(|here| {
                let leads_on = |&(label, target): &(Selector, VertexId)| {
                    self.host.heap.target(here.vertex, label).is_some_and(|image| may_be(target, image))
                };
                here.labels.covers(source.labels)
                    && may_be(source.vertex, here.vertex)
                    && source.selectors.iter().all(leads_on)
            })
        })
    }

    /// Runs the plan from instruction `at`; returns whether enough was seen. Recursion is as deep as a rule has edges, which grammar checks bound.
    fn run(&mut self, at: usize) -> bool {
        self.work += 1;
        if self.work > WORK_LIMIT || self.effort.is_used_up() {
            self.effort.gave_up = true;
            return true;
        }
        // Each vertex that is tried is compared with those that are found.
        self.effort.spend(1 + self.found.vertices.len() / 8);
        let pattern = self.pattern;
        let Some(instruction) = pattern.plan.get(at) else {
            return self.pairs_stay_apart() && (self.visit)(&self.found);
        };
        let (heap, sources) = (self.host.heap, &self.host.sources);
        match instruction {
            Instruction::Follow { source, label, target } => {
                let Some(image) = heap.target(self.image(*source), *label) else { return false };
                self.with([(*target, image)], at)
            }
            Instruction::FollowBack { source, label, target } => {
                let wanted = Some(self.image(*target));
                sources.iter().any(|s| heap.target(s.vertex, *label) == wanted && self.with([(*source, s.vertex)], at))
            }
            Instruction::AnySelector { source, label, target } => {
                sources.iter().any(|s| match heap.target(s.vertex, *label) {
                    Some(t) => self.with([(*source, s.vertex), (*target, t)], at),
                    None => false,
                })
            }
            Instruction::AnyNonterminal { label, vertices } => {
                heap.nonterminals.iter().enumerate().any(|(at_edge, edge)| {
                    let number = u32::at(at_edge);
                    if edge.label != *label || self.found.nonterminals.contains(&number) {
                        return false;
                    }
                    self.found.nonterminals.push(number);
                    self.with(vertices.iter().copied().zip(edge.tentacles.iter().copied()), at) || {
                        self.found.nonterminals.pop();
                        false
                    }
                })
            }
            Instruction::AnyVertex { vertex } => heap.vertices().any(|v| self.with([(*vertex, v)], at)),
        }
    }

    fn image(&self, vertex: VertexId) -> VertexId {
        self.found.vertices[vertex.index()]
    }

    /// Binds the pairs, goes on behind instruction `at`, and unbinds them if that fails.
    fn with(&mut self, pairs: impl IntoIterator<Item = (VertexId, VertexId)>, at: usize) -> bool {
        let mut bound: SmallVec<[VertexId; 4]> = SmallVec::new();
        let fits = pairs.into_iter().all(|(vertex, image)| {
            let here = self.image(vertex);
            if here != UNBOUND {
                return here == image;
            }
            let fits = self.fits(vertex, image);
            if fits {
                self.found.vertices[vertex.index()] = image;
                bound.push(vertex);
            }
            fits
        });
        let done = fits && self.run(at + 1);
        if !done {
            bound.iter().for_each(|v| self.found.vertices[v.index()] = UNBOUND);
        }
        done
    }

    fn fits(&self, vertex: VertexId, image: VertexId) -> bool {
        let pattern = &self.pattern.vertices[vertex];
        self.host.heap.vertex_type(image).stands_for(pattern.ty)
            && (pattern.open || pattern.ends == self.host.ends[image.index()])
            && !(pattern.source && self.host.blocked.contains(image))
            && !self.found.vertices.contains(&image)
    }

    fn pairs_stay_apart(&self) -> bool {
        let contains = |v| self.found.vertices.contains(&v);
        self.host.blocked.pairs.iter().all(|&(a, b)| !(contains(a) && contains(b)))
    }
}
