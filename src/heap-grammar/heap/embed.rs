//! Embeddings of a rule's right-hand side into a heap.
//!
//! A [`Pattern`] is compiled once per rule into a plan: start at one edge, then follow edges from vertices that are
//! already bound. The search runs the plan, backtracking over the few remaining choices.

use smallvec::SmallVec;

use super::host::{EdgeEnds, Host, Mask, nonterminal_labels, selector_labels};
use super::{Heap, Nonterminal, Selector, Selectors, TypeId, Variable, VertexId};
use base::{CompactSort, Idx, IndexVec};

/// A compiled right-hand side.
#[derive(Clone, Debug)]
pub struct Pattern {
    vertices: IndexVec<VertexId, PatternVertex>,
    plan: Vec<Instruction>,
    /// Vertices with the same image in every embedding into one heap: constants and null, if something is attached to
    /// them.
    fixed: SmallVec<[(VertexId, Variable); 2]>,
    externals: SmallVec<[VertexId; 4]>,
    /// The vertices with selectors.
    sources: SmallVec<[PatternSource; 2]>,
    /// The labels of the nonterminal edges.
    nonterminals: Mask,
    /// The edge ends of vertices that may have no others in the heap.
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

/// An embedding of a pattern into a heap.
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
        // A constant to which nothing is attached may be missing in the heap; it stays unbound.
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

    /// The first embedding in the order of the heap's edges; `None` if there is none, or if none is found within
    /// [`WORK_LIMIT`] steps. Not folding is always sound.
    ///
    /// An embedding is injective. Types agree, or the image of an object is null; a vertex of the pattern that is not
    /// external has exactly the edges of the pattern; external vertices of the heap are images of external ones; and
    /// [`Blocked`](super::Blocked) is respected.
    pub fn find(&self, host: &Host<'_>, effort: &mut EmbeddingEffort) -> Option<Embedding> {
        let mut first = None;
        self.search(host, effort, |embedding| {
            first = Some(embedding.clone());
            true
        });
        first
    }

    /// All embeddings into a heap, in order; `None` if finding them takes more than [`WORK_LIMIT`] steps, or more than
    /// `effort` has left.
    pub fn find_all(&self, host: &Host<'_>, effort: &mut EmbeddingEffort) -> Option<Vec<Embedding>> {
        let mut all = Vec::new();
        let complete = self.search(host, effort, |embedding| {
            all.push(embedding.clone());
            false
        });
        complete.then_some(all)
    }

    /// Calls `visit` for every embedding until it returns true. Returns whether the search was complete: `visit` never
    /// returned true, and there were not too many steps.
    fn search(&self, host: &Host<'_>, effort: &mut EmbeddingEffort, visit: impl FnMut(&Embedding) -> bool) -> bool {
        // Most rules have no embedding into most heaps, which can be decided without a search.
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

    /// Replaces the image of the pattern by an edge whose tentacles are the images of these external vertices. Vertices
    /// keep their ids until the heap is [compacted](Heap::compact).
    pub fn replace_image(&self, heap: &mut Heap, embedding: &Embedding, label: Nonterminal, externals: &[usize]) {
        let gone = self.vertices.iter_enumerated().filter(|(_, pattern)| !pattern.open);
        let gone = gone.map(|(vertex, _)| embedding.vertices[vertex.index()]);
        let origin = heap.origin_of_all(&embedding.nonterminals, gone);
        self.remove_image(heap, embedding);
        let tentacles = externals.iter().map(|&external| embedding.vertices[self.externals[external].index()]);
        heap.push_nonterminal(label, tentacles.collect(), origin);
    }

    /// Removes the image of the pattern from the heap, except for its open vertices.
    fn remove_image(&self, heap: &mut Heap, embedding: &Embedding) {
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

/// Orders the edges so that, within a connected component, every edge but the first starts at a bound vertex.
fn plan(body: &Heap, fixed: &[(VertexId, Variable)]) -> Vec<Instruction> {
    let mut bound: Vec<bool> = vec![false; body.vertex_bound()];
    // Fixed vertices are shared by everything, so starting from them would not narrow the search.
    let is_fixed = |v: VertexId| fixed.iter().any(|&(f, _)| f == v);
    let mut selectors: Vec<(VertexId, Selector, VertexId)> = body.selector_edges().collect();
    let mut nonterminals: Vec<_> = body.nonterminals().to_vec();
    let mut plan = Vec::new();
    loop {
        // The target of a bound source is unique, so there is nothing to search.
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

/// The image of an unbound vertex.
const UNBOUND: VertexId = VertexId(u32::MAX);

struct Search<'a, V> {
    pattern: &'a Pattern,
    host: &'a Host<'a>,
    found: Embedding,
    visit: V,
    work: u32,
    effort: &'a mut EmbeddingEffort,
}

/// A budget of steps shared by several searches for embeddings; once it is used up, nothing is found. Folding less is
/// sound, but the result is then not known to be a normal form: see [`EmbeddingEffort::gave_up`].
#[derive(Clone, Debug)]
pub struct EmbeddingEffort {
    left: u64,
    gave_up: bool,
}

impl EmbeddingEffort {
    /// Enough to fold a heap several times over with any realistic grammar.
    pub fn for_heap(heap: &Heap) -> Self {
        let size = heap.vertex_bound() + heap.nonterminals.len();
        Self::of(50_000_000 + 64 * (size as u64).pow(2))
    }

    /// A budget of this many steps.
    pub fn of(steps: u64) -> Self {
        Self { left: steps, gave_up: false }
    }

    /// Charges steps of other work.
    pub fn spend(&mut self, steps: usize) {
        self.left = self.left.saturating_sub(steps as u64);
    }

    /// Whether the budget is used up.
    pub fn is_used_up(&self) -> bool {
        self.left == 0
    }

    /// Whether some search ended before it was complete, so that embeddings may have been missed.
    pub fn gave_up(&self) -> bool {
        self.gave_up
    }
}

/// Maximum number of steps of one search. Connected patterns need a few for each edge of the heap; a pattern with many
/// equal components has as many embeddings as there are ways to arrange them.
const WORK_LIMIT: u32 = 200_000;

impl<V: FnMut(&Embedding) -> bool> Search<'_, V> {
    /// Whether the heap has a candidate for each vertex of the pattern with selectors, considering the targets of its
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

    /// Runs the plan from instruction `at`; returns whether `visit` has ended the search. The recursion depth is the
    /// number of a rule's edges, which grammar checks bound.
    fn run(&mut self, at: usize) -> bool {
        self.work += 1;
        if self.work > WORK_LIMIT || self.effort.is_used_up() {
            self.effort.gave_up = true;
            return true;
        }
        // Each candidate vertex is compared with the bound ones.
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

    /// Binds the pairs, continues after instruction `at`, and unbinds them if that fails.
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
        let ty = self.host.heap.vertex_type(image);
        // What is gone is no object that a rule adds.
        ty.stands_for(pattern.ty)
            && (pattern.open || ty != TypeId::FREED && pattern.ends == self.host.ends[image.index()])
            && !(pattern.source && self.host.blocked.contains(image))
            && !self.found.vertices.contains(&image)
    }

    fn pairs_stay_apart(&self) -> bool {
        let contains = |v| self.found.vertices.contains(&v);
        self.host.blocked.pairs.iter().all(|&(a, b)| !(contains(a) && contains(b)))
    }
}
