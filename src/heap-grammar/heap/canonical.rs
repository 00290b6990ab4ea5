//! Canonical forms: one representative of each isomorphism class of heaps.
//!
//! Vertices that are determined by variables, external vertices or markings are numbered by traversal, which suffices
//! for most heaps. The other vertices form components attached only to numbered vertices. Each component is ordered by
//! colour refinement and individualisation, and the components by their certificates.

use std::cell::Cell;

use smallvec::SmallVec;

use super::{Heap, NonterminalEdge, Origin, TypeId, Vertex, VertexId};
use base::{CompactSort, Idx, IndexVec};

/// Whether the order of the external vertices belongs to a heap's identity.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum ExternalOrder {
    /// It does.
    Fixed,
    /// It does not: canonicalisation sorts the external vertices. For preconditions of procedures, where the caller
    /// keeps track of their order.
    Free,
}

/// The role of a vertex in an edge: kind of edge, label, and position. Also the order of traversal.
type Key = u64;

fn selector_out(label: u32) -> Key {
    u64::from(label)
}
fn selector_in(label: u32) -> Key {
    1 << 62 | u64::from(label)
}
fn tentacle(label: u32, position: usize) -> Key {
    1 << 61 | u64::from(label) << 16 | position as u64
}

const NONE: u32 = u32::MAX;

/// Maximum number of complete individualisations compared for one component. Beyond it, isomorphic heaps may have
/// different forms, which is sound (fewer states merge) and happens only for adversarial inputs.
const LEAVES: usize = 4096;

/// Maximum number of vertices and edge ends visited while all components are ordered, shared among components in
/// proportion to their sizes. Beyond it, vertices not distinguished so far keep their order, which is sound as above.
const WORK: usize = 1_000_000;

/// The workspace of canonicalisation, reused for all heaps.
#[derive(Default)]
pub struct Canoniser {
    /// Edge ends by vertex: `(key, number of the edge)`; selector edges before nonterminals.
    ends: Vec<(Key, u32)>,
    /// Start of each vertex's edge ends.
    starts: Vec<u32>,
    /// The selector edges.
    edges: Vec<(VertexId, VertexId)>,
    /// New number of each vertex, or [`NONE`].
    number: Vec<u32>,
    /// Numbered vertices in order of their numbers.
    order: Vec<VertexId>,
    /// For every external of the result, its previous position.
    external_order: Vec<usize>,
    /// The position of each vertex not numbered by traversal in its component.
    position: Vec<u32>,
    /// The number of vertices and edge ends visited to order components.
    work: usize,
}

impl Canoniser {
    /// Brings `heap` into canonical form. Afterwards `self.renumbering()[v]` is the new id of vertex `v`.
    ///
    /// Laws: idempotent; two compact heaps have equal canonical forms iff they are isomorphic (up to the order of
    /// externals if that is [`ExternalOrder::Free`]); vertices, edges and externals are sorted.
    pub fn canonicalise(&mut self, heap: &mut Heap, externals: ExternalOrder) {
        heap.compact();
        self.work = 0;
        self.index_edges(heap);
        self.traverse(heap, externals);
        if self.order.len() < heap.vertex_bound() {
            self.order_rest(heap, externals);
        }
        self.apply(heap, externals);
    }

    /// The new ids of the vertices of the heap canonicalised last.
    pub fn renumbering(&self) -> impl Fn(VertexId) -> VertexId + '_ {
        |v| VertexId(self.number[v.index()])
    }

    /// For each external vertex of the heap canonicalised last, its previous position; the identity unless the order
    /// was [`ExternalOrder::Free`].
    pub fn external_order(&self) -> &[usize] {
        &self.external_order
    }

    /// The number of vertices and edge ends visited to order components of the heap canonicalised last. (The rest is
    /// linear.)
    pub fn work(&self) -> usize {
        self.work
    }

    fn index_edges(&mut self, heap: &Heap) {
        let count = heap.vertex_bound();
        self.edges.clear();
        self.edges.extend(heap.selector_edges().map(|(s, _, t)| (s, t)));
        self.starts.clear();
        self.starts.resize(count + 1, 0);
        for &(source, target) in &self.edges {
            self.starts[source.index() + 1] += 1;
            self.starts[target.index() + 1] += 1;
        }
        for edge in &heap.nonterminals {
            for t in &edge.tentacles {
                self.starts[t.index() + 1] += 1;
            }
        }
        for v in 0..count {
            self.starts[v + 1] += self.starts[v];
        }
        self.ends.clear();
        self.ends.resize(self.starts[count] as usize, (0, 0));
        // `number` temporarily holds the fill position of each vertex; it is set below.
        self.number.clear();
        self.number.extend_from_slice(&self.starts[..count]);
        let (ends, fill) = (&mut self.ends, &mut self.number);
        let mut put = |v: VertexId, key: Key, edge: usize| {
            ends[fill[v.index()] as usize] = (key, u32::at(edge));
            fill[v.index()] += 1;
        };
        for (edge, (source, label, target)) in heap.selector_edges().enumerate() {
            put(source, selector_out(label.0), edge);
            put(target, selector_in(label.0), edge);
        }
        for (edge, nonterminal) in heap.nonterminals.iter().enumerate() {
            for (position, &t) in nonterminal.tentacles.iter().enumerate() {
                put(t, tentacle(nonterminal.label.0, position), self.edges.len() + edge);
            }
        }
        for v in 0..count {
            self.ends[self.starts[v] as usize..self.starts[v + 1] as usize].compact_sort();
        }
        self.number.fill(NONE);
        self.order.clear();
    }

    fn number(&mut self, vertex: VertexId) {
        let number = &mut self.number[vertex.index()];
        if *number == NONE {
            *number = u32::at(self.order.len());
            self.order.push(vertex);
        }
    }

    fn ends_of(&self, vertex: VertexId) -> std::ops::Range<usize> {
        self.starts[vertex.index()] as usize..self.starts[vertex.index() + 1] as usize
    }

    /// The vertices of edge `edge`, in order.
    fn vertices_of<'a>(&'a self, heap: &'a Heap, edge: u32) -> impl Iterator<Item = VertexId> + 'a {
        let edge = edge as usize;
        let selector = self.edges.get(edge).map(|&(s, t)| [s, t]);
        let nonterminal = edge.checked_sub(self.edges.len()).map(|e| &heap.nonterminals[e].tentacles);
        selector.into_iter().flatten().chain(nonterminal.into_iter().flatten().copied())
    }

    /// Numbers every vertex determined by variables and (ordered) externals: from a numbered vertex along every edge
    /// end whose key is unique among the unfinished edge ends of that vertex.
    fn traverse(&mut self, heap: &Heap, externals: ExternalOrder) {
        for &(_, target) in &heap.variables {
            self.number(target);
        }
        if externals == ExternalOrder::Fixed {
            for &external in &heap.externals {
                self.number(external);
            }
        }
        let mut next = 0;
        loop {
            while let Some(&vertex) = self.order.get(next) {
                next += 1;
                self.expand(heap, vertex);
            }
            // Edges that are now completely numbered no longer make the keys of other edges ambiguous.
            let before = self.order.len();
            if before == heap.vertex_bound() {
                return;
            }
            for position in 0..before {
                self.expand(heap, self.order[position]);
            }
            if self.order.len() == before {
                return;
            }
        }
    }

    fn expand(&mut self, heap: &Heap, vertex: VertexId) {
        let mut at = self.ends_of(vertex);
        while at.start < at.end {
            let key = self.ends[at.start].0;
            let group = at.start..at.start + self.ends[at.clone()].iter().take_while(|e| e.0 == key).count();
            at.start = group.end;
            let mut open = group.filter(|&e| {
                let edge = self.ends[e].1;
                self.vertices_of(heap, edge).any(|v| self.number[v.index()] == NONE)
            });
            let (Some(one), None) = (open.next(), open.next()) else { continue };
            let vertices: SmallVec<[VertexId; 8]> = self.vertices_of(heap, self.ends[one].1).collect();
            vertices.into_iter().for_each(|v| self.number(v));
        }
    }

    /// Numbers the vertices that the traversal left.
    fn order_rest(&mut self, heap: &Heap, externals: ExternalOrder) {
        let components = self.open_components(heap);
        self.position.clear();
        self.position.resize(heap.vertex_bound(), NONE);
        for members in &components {
            members.iter().enumerate().for_each(|(at, v)| self.position[v.index()] = u32::at(at));
        }
        let open = heap.vertex_bound() - self.order.len();
        let mut work = 0;
        let ordered = |members: Vec<VertexId>| {
            let room = (WORK / open).saturating_mul(members.len());
            let component = Component { canoniser: self, heap, externals, members, work: Cell::new(0), room };
            let order = component.canonical_order();
            work += component.work.get();
            order
        };
        let mut components: Vec<(Vec<u64>, Vec<VertexId>)> = components.into_iter().map(ordered).collect();
        self.work = work;
        components.compact_sort();
        for vertex in components.into_iter().flat_map(|(_, order)| order) {
            self.number(vertex);
        }
    }

    /// The unnumbered vertices, split into components connected by edges among themselves.
    fn open_components(&self, heap: &Heap) -> Vec<Vec<VertexId>> {
        let mut seen: Vec<bool> = self.number.iter().map(|&n| n != NONE).collect();
        let mut components = Vec::new();
        for root in heap.vertices() {
            if std::mem::replace(&mut seen[root.index()], true) {
                continue;
            }
            let mut members = vec![root];
            let mut next = 0;
            while let Some(&vertex) = members.get(next) {
                next += 1;
                for end in &self.ends[self.ends_of(vertex)] {
                    for v in self.vertices_of(heap, end.1) {
                        if !std::mem::replace(&mut seen[v.index()], true) {
                            members.push(v);
                        }
                    }
                }
            }
            components.push(members);
        }
        components
    }

    fn apply(&mut self, heap: &mut Heap, externals: ExternalOrder) {
        self.external_order.clear();
        self.external_order.extend(0..heap.externals.len());
        if externals == ExternalOrder::Free {
            let (order, number) = (&mut self.external_order, &self.number);
            order.compact_sort_by_key(|&i| number[heap.externals[i].index()]);
        }
        let image = self.renumbering();
        let mut vertices = IndexVec::filled(
            Vertex { ty: TypeId::REMOVED, selectors: SmallVec::new(), origin: Origin::default() },
            self.order.len(),
        );
        for (old, vertex) in heap.vertices.iter_enumerated() {
            let new = &mut vertices[image(old)];
            (new.ty, new.origin) = (vertex.ty, vertex.origin);
            new.selectors.extend(vertex.selectors.iter().map(|&(label, target)| (label, image(target))));
        }
        heap.vertices = vertices;
        for edge in &mut heap.nonterminals {
            edge.tentacles.iter_mut().for_each(|t| *t = image(*t));
        }
        heap.nonterminals.compact_sort();
        heap.variables.iter_mut().for_each(|(_, t)| *t = image(*t));
        heap.externals.iter_mut().for_each(|v| *v = image(*v));
        if externals == ExternalOrder::Free {
            heap.externals.compact_sort();
        }
        heap.check_canonical();
    }
}

/// A connected component of vertices whose order the numbered vertices do not determine.
struct Component<'a> {
    canoniser: &'a Canoniser,
    heap: &'a Heap,
    externals: ExternalOrder,
    members: Vec<VertexId>,
    /// The number of vertices and edge ends visited, and its maximum.
    work: Cell<usize>,
    room: usize,
}

/// A colouring that is not discrete, and the members of one of its cells that are still to be individualised.
struct Branch {
    colours: Vec<u64>,
    cell: u64,
    /// Those at positions below this one.
    before: usize,
}

impl Component<'_> {
    /// The least certificate over all individualisations, and the order of the members that gives it.
    ///
    /// Certificates of two components are equal iff there is an isomorphism that fixes the numbered vertices.
    fn canonical_order(&self) -> (Vec<u64>, Vec<VertexId>) {
        let initial = |&v: &VertexId| {
            let external = self.externals == ExternalOrder::Free && self.heap.is_external(v);
            vec![u64::from(self.heap.vertex_type(v).0), u64::from(external)]
        };
        let mut colours = self.ranked(self.members.iter().map(initial).collect());
        let mut best: Option<(Vec<u64>, Vec<VertexId>)> = None;
        let mut branches: Vec<Branch> = Vec::new();
        let mut leaves = 0;
        loop {
            colours = self.refined(colours);
            match smallest_shared(&colours).filter(|_| self.has_room()) {
                Some(cell) => branches.push(Branch { before: colours.len(), colours, cell }),
                None => {
                    let leaf = self.certificate(&colours);
                    if best.as_ref().is_none_or(|b| leaf.0 < b.0) {
                        best = Some(leaf);
                    }
                    leaves += 1;
                }
            }
            let enough = leaves == LEAVES || !self.has_room();
            match (!enough).then(|| self.individualised(&mut branches)).flatten() {
                Some(next) => colours = next,
                None => return best.expect("refinement ends with discrete colours or for want of room"),
            }
        }
    }

    /// The last branch with another member of its cell individualised; completed branches are removed.
    fn individualised(&self, branches: &mut Vec<Branch>) -> Option<Vec<u64>> {
        while let Some(Branch { colours, cell, before }) = branches.last_mut() {
            if let Some(chosen) = (0..*before).rfind(|&m| colours[m] == *cell) {
                *before = chosen;
                // Keys are spaced by two, so the chosen member comes just before its cell.
                let key = |(m, &c): (usize, &u64)| vec![2 * c + u64::from(m != chosen)];
                return Some(self.ranked(colours.iter().enumerate().map(key).collect()));
            }
            branches.pop();
        }
        None
    }

    fn has_room(&self) -> bool {
        self.work.get() < self.room
    }

    /// Replaces keys by their ranks: equal keys get equal colours, and colours are ordered like keys.
    fn ranked(&self, keys: Vec<Vec<u64>>) -> Vec<u64> {
        let mut sorted: Vec<&Vec<u64>> = keys.iter().collect();
        sorted.compact_sort();
        sorted.dedup();
        keys.iter().map(|k| sorted.binary_search(&k).expect("every key is there") as u64).collect()
    }

    /// Colour refinement until nothing splits.
    fn refined(&self, mut colours: Vec<u64>) -> Vec<u64> {
        let mut classes = 0;
        loop {
            let keys: Vec<Vec<u64>> =
                self.members.iter().enumerate().map(|(m, &v)| self.signature(m, v, &colours)).collect();
            let looked_at = keys.len() + keys.iter().map(Vec::len).sum::<usize>();
            self.work.set(self.work.get() + looked_at);
            colours = self.ranked(keys);
            let now = colours.iter().max().map_or(0, |c| c + 1);
            if now == classes || now as usize == colours.len() || !self.has_room() {
                return colours;
            }
            classes = now;
        }
    }

    /// A member's colour and the sorted list of its edge ends with the colours around them.
    fn signature(&self, member: usize, vertex: VertexId, colours: &[u64]) -> Vec<u64> {
        let mut ends: Vec<Vec<u64>> = self.canoniser.ends[self.canoniser.ends_of(vertex)]
            .iter()
            .map(|&(key, edge)| {
                let around = self.canoniser.vertices_of(self.heap, edge).map(|v| self.colour(v, colours));
                std::iter::once(key).chain(around).collect()
            })
            .collect();
        ends.compact_sort();
        std::iter::once(colours[member]).chain(ends.into_iter().flatten()).collect()
    }

    /// Numbered vertices are coloured by their numbers, above all members.
    fn colour(&self, vertex: VertexId, colours: &[u64]) -> u64 {
        match self.canoniser.number[vertex.index()] {
            NONE => colours[self.canoniser.position[vertex.index()] as usize],
            number => (1 << 32) + u64::from(number),
        }
    }

    /// The encoding of the component with its members in order of their colours, which are discrete unless the work
    /// limit was reached.
    fn certificate(&self, colours: &[u64]) -> (Vec<u64>, Vec<VertexId>) {
        let mut order: Vec<usize> = (0..self.members.len()).collect();
        order.compact_sort_by_key(|&m| (colours[m], self.members[m]));
        let mut code = vec![order.len() as u64];
        for &m in &order {
            let v = self.members[m];
            code.push(u64::from(self.heap.vertex_type(v).0));
            code.push(u64::from(self.externals == ExternalOrder::Free && self.heap.is_external(v)));
            code.extend(self.signature(m, v, colours));
        }
        (code, order.into_iter().map(|m| self.members[m]).collect())
    }
}

/// The least colour shared by several members.
fn smallest_shared(colours: &[u64]) -> Option<u64> {
    let mut sorted = colours.to_vec();
    sorted.compact_sort();
    sorted.windows(2).find(|w| w[0] == w[1]).map(|w| w[0])
}

impl NonterminalEdge {
    /// Whether `vertex` is attached to it.
    pub fn touches(&self, vertex: VertexId) -> bool {
        self.tentacles.contains(&vertex)
    }
}
