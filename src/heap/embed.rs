//! Finding a rule's right-hand side in a heap.
//!
//! A [`Pattern`] is compiled once per rule into a plan: anchor at one edge, then follow edges from vertices that are
//! bound already. A search for an embedding runs the plan with backtracking over the few choices that are left.

use smallvec::SmallVec;

use super::{Alphabet, Heap, Nonterminal, Selector, TypeId, Variable, VariableKind, VertexId};
use crate::base::{CompactSort, Idx, IndexVec};

/// A compiled right-hand side.
#[derive(Clone, Debug)]
pub struct Pattern {
    vertices: IndexVec<VertexId, PatternVertex>,
    plan: Vec<Instruction>,
    /// Vertices that are the same in every heap, constants and null, if something is attached to them.
    fixed: SmallVec<[(VertexId, Variable); 2]>,
    externals: SmallVec<[VertexId; 4]>,
    /// How many vertices have outgoing selectors.
    sources: usize,
}

#[derive(Clone, Debug)]
struct PatternVertex {
    ty: TypeId,
    /// External or fixed: may have more edges in the heap than in the pattern.
    open: bool,
    degree: u32,
    /// Has an outgoing selector in the pattern.
    source: bool,
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

/// Vertices of a heap that must keep their selectors, and pairs that must stay apart: what restricts abstraction.
#[derive(Clone, Default, Debug)]
pub struct Blocked {
    /// By vertex: whether it must not lose its selectors.
    pub sources: Vec<bool>,
    /// Selector edges between marked vertices; no embedding may contain both ends.
    pub pairs: SmallVec<[(VertexId, VertexId); 4]>,
}

impl Pattern {
    /// Compiles a rule body; it must be compact.
    pub fn new(body: &Heap) -> Self {
        let mut degrees = Vec::new();
        body.degrees(&mut degrees);
        let mut fixed = body.constants();
        let vertices: IndexVec<VertexId, PatternVertex> = body
            .vertices()
            .map(|v| PatternVertex {
                ty: body.vertex_type(v),
                open: body.is_external(v) || fixed.iter().any(|&(f, _)| f == v),
                degree: degrees[v.index()],
                source: !body.selectors(v).is_empty(),
            })
            .collect();
        let plan = plan(body, &fixed);
        let sources = vertices.iter().filter(|v| v.source).count();
        // A constant to which nothing is attached need not be there; it stays unbound.
        let is_used = |v: VertexId| {
            body.is_external(v)
                || !body.selectors(v).is_empty()
                || body.selector_edges().any(|(_, _, target)| target == v)
                || body.nonterminals().iter().any(|edge| edge.tentacles.contains(&v))
        };
        fixed.retain(|&mut (v, _)| is_used(v));
        Self { vertices, plan, fixed, externals: body.externals().into(), sources }
    }

    /// Whether the pattern may have an embedding into a heap with this many [free sources](Blocked::free_sources):
    /// each of its vertices with selectors needs one for itself.
    pub fn has_room(&self, free_sources: usize) -> bool {
        self.sources <= free_sources
    }

    /// The first embedding into `heap` in order of the heap's edges, or `None`, also if it is not found with
    /// [`WORK_LIMIT`] steps: not to fold is always sound.
    ///
    /// An embedding is injective; types agree, or the vertex is null where the pattern has an object; a vertex of the
    /// pattern that is not external has exactly the edges of the pattern; external vertices of the heap are images of
    /// external ones; and what [`Blocked`] says is kept.
    pub fn find(&self, heap: &Heap, degrees: &[u32], blocked: &Blocked, effort: &mut Effort) -> Option<Embedding> {
        let mut first = None;
        self.search(heap, degrees, blocked, effort, |embedding| {
            first = Some(embedding.clone());
            true
        });
        first
    }

    /// All embeddings into `heap`, in order; `None` if [`WORK_LIMIT`] steps, or those of `effort`, do not
    /// suffice to find them.
    pub fn find_all(
        &self,
        heap: &Heap,
        degrees: &[u32],
        blocked: &Blocked,
        effort: &mut Effort,
    ) -> Option<Vec<Embedding>> {
        let mut all = Vec::new();
        let complete = self.search(heap, degrees, blocked, effort, |embedding| {
            all.push(embedding.clone());
            false
        });
        complete.then_some(all)
    }

    /// Calls `visit` for every embedding until it says that it has seen enough. Returns whether that was all: neither
    /// was it enough before the end, nor were there too many steps.
    fn search(
        &self,
        heap: &Heap,
        degrees: &[u32],
        blocked: &Blocked,
        effort: &mut Effort,
        visit: impl FnMut(&Embedding) -> bool,
    ) -> bool {
        let unbound = VertexId(u32::MAX);
        let found =
            Embedding { vertices: SmallVec::from_elem(unbound, self.vertices.len()), nonterminals: SmallVec::new() };
        let mut search = Search { pattern: self, heap, degrees, blocked, found, visit, work: 0, effort };
        for &(vertex, variable) in &self.fixed {
            let Some(image) = heap.variable(variable) else { return true };
            search.found.vertices[vertex.index()] = image;
        }
        !search.run(0)
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
        for instruction in &self.plan {
            if let Instruction::AnySelector { source, label, .. }
            | Instruction::Follow { source, label, .. }
            | Instruction::FollowBack { source, label, .. } = instruction
            {
                heap.remove_selector(embedding.vertices[source.index()], *label);
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

struct Search<'a, V> {
    pattern: &'a Pattern,
    heap: &'a Heap,
    degrees: &'a [u32],
    blocked: &'a Blocked,
    found: Embedding,
    visit: V,
    work: u32,
    effort: &'a mut Effort,
}

/// How many steps several searches for embeddings may still take together; afterwards nothing is found. To fold less is
/// sound, but what is left is then not known to be a normal form: see [`Effort::gave_up`].
#[derive(Clone, Debug)]
pub struct Effort {
    left: u64,
    gave_up: bool,
}

impl Effort {
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
        match instruction {
            Instruction::Follow { source, label, target } => {
                let Some(image) = self.heap.target(self.image(*source), *label) else { return false };
                self.with(&[(*target, image)], at)
            }
            Instruction::FollowBack { source, label, target } => {
                let wanted = self.image(*target);
                self.heap
                    .vertices()
                    .any(|v| self.heap.target(v, *label) == Some(wanted) && self.with(&[(*source, v)], at))
            }
            Instruction::AnySelector { source, label, target } => {
                self.heap.vertices().any(|v| match self.heap.target(v, *label) {
                    Some(t) => self.with(&[(*source, v), (*target, t)], at),
                    None => false,
                })
            }
            Instruction::AnyNonterminal { label, vertices } => (0..self.heap.nonterminals.len()).any(|position| {
                let edge = &self.heap.nonterminals[position];
                let number = u32::at(position);
                if edge.label != *label || self.found.nonterminals.contains(&number) {
                    return false;
                }
                let pairs: SmallVec<[(VertexId, VertexId); 4]> =
                    vertices.iter().copied().zip(edge.tentacles.iter().copied()).collect();
                self.found.nonterminals.push(number);
                self.with(&pairs, at) || {
                    self.found.nonterminals.pop();
                    false
                }
            }),
            Instruction::AnyVertex { vertex } => self.heap.vertices().any(|v| self.with(&[(*vertex, v)], at)),
        }
    }

    fn image(&self, vertex: VertexId) -> VertexId {
        self.found.vertices[vertex.index()]
    }

    /// Binds the pairs, goes on behind instruction `at`, and unbinds them if that fails.
    fn with(&mut self, pairs: &[(VertexId, VertexId)], at: usize) -> bool {
        let mut bound: SmallVec<[VertexId; 4]> = SmallVec::new();
        let fits = pairs.iter().all(|&(vertex, image)| {
            let here = self.image(vertex);
            if here.0 != u32::MAX {
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
            bound.iter().for_each(|v| self.found.vertices[v.index()] = VertexId(u32::MAX));
        }
        done
    }

    fn fits(&self, vertex: VertexId, image: VertexId) -> bool {
        let pattern = &self.pattern.vertices[vertex];
        self.heap.vertex_type(image).stands_for(pattern.ty)
            && (pattern.open || pattern.degree == self.degrees[image.index()])
            && !(pattern.source && self.blocked.sources.get(image.index()).copied().unwrap_or(false))
            && !self.found.vertices.contains(&image)
    }

    fn pairs_stay_apart(&self) -> bool {
        let contains = |v| self.found.vertices.contains(&v);
        self.blocked.pairs.iter().all(|&(a, b)| !(contains(a) && contains(b)))
    }
}

/// When a vertex must keep its selectors.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Default)]
pub struct Admissibility {
    /// External vertices and vertices with variables or simple markings must.
    pub on: bool,
    /// Vertices with constants must, too.
    pub constants: bool,
    /// Vertices with composed markings must, too.
    pub markings: bool,
}

impl Blocked {
    /// How many vertices have selectors and may lose them: in a heap that is abstract already mostly none.
    pub fn free_sources(&self, heap: &Heap) -> usize {
        let blocked = |v: VertexId| self.sources.get(v.index()).copied().unwrap_or(false);
        heap.vertices().filter(|&v| !heap.selectors(v).is_empty() && !blocked(v)).count()
    }

    /// What [`Admissibility`] blocks in a heap, and the edges between marked vertices, which always stay concrete.
    pub fn new(heap: &Heap, alphabet: &Alphabet, admissibility: Admissibility) -> Self {
        let mut sources = Vec::new();
        if admissibility.on {
            sources.resize(heap.vertex_bound(), false);
            let constants =
                || heap.variables().iter().filter(|&&(v, _)| alphabet.constant(v).is_some()).map(|&(_, t)| t);
            for &external in heap.externals() {
                if admissibility.constants || !constants().any(|c| c == external) {
                    sources[external.index()] = true;
                }
            }
            for &(variable, target) in heap.variables() {
                sources[target.index()] |= match alphabet.kind(variable) {
                    VariableKind::Constant(_) => admissibility.constants,
                    VariableKind::Marking { composed } => !composed || admissibility.markings,
                    VariableKind::Program => true,
                };
            }
        }
        let marked = |v: VertexId| {
            let mut here = heap.variables().iter().filter(|&&(_, t)| t == v);
            here.any(|&(variable, _)| matches!(alphabet.kind(variable), VariableKind::Marking { .. }))
        };
        let any_marking =
            heap.variables().iter().any(|&(v, _)| matches!(alphabet.kind(v), VariableKind::Marking { .. }));
        let pairs = match any_marking {
            false => SmallVec::new(),
            true => heap.selector_edges().filter(|&(s, _, t)| marked(s) && marked(t)).map(|(s, _, t)| (s, t)).collect(),
        };
        Self { sources, pairs }
    }
}
