//! Interned heaps: equal heaps have equal ids, and an id is four bytes.

use hashbrown::HashTable;
use smallvec::SmallVec;

use super::{Heap, Nonterminal, NonterminalEdge, Selector, TypeId, Variable, Vertex, VertexId};
use crate::base::{Idx, IndexVec, newtype_index};

newtype_index! {
    /// An interned heap.
    pub struct HeapId;
}

/// Heaps written one after the other into one arena of numbers, found by hash.
#[derive(Default)]
pub struct HeapStore {
    code: Vec<u16>,
    starts: Vec<u32>,
    table: HashTable<HeapId>,
    scratch: Vec<u16>,
    peak_vertices: u32,
}

/// More vertices, edges or names than the store can write down.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct TooLarge;

impl HeapStore {
    /// The id of a heap, the same for equal heaps; so bring them into canonical form before.
    ///
    /// # Errors
    /// If the heap has more than 65,535 vertices, edges or names, or the store more than 4 billion numbers.
    pub fn intern(&mut self, heap: &Heap) -> Result<HeapId, TooLarge> {
        let (hash, known) = self.look_up(heap)?;
        if let Some(id) = known {
            return Ok(id);
        }
        let start = u32::try_from(self.code.len()).map_err(|_| TooLarge)?;
        let id = HeapId::at(self.starts.len());
        self.starts.push(start);
        self.code.extend_from_slice(&self.scratch);
        self.peak_vertices = self.peak_vertices.max(u32::at(heap.vertex_bound()));
        let (code, starts) = (&self.code, &self.starts);
        self.table.insert_unique(hash, id, |&id| self::hash(code_of(code, starts, id)));
        Ok(id)
    }

    /// The id of a heap, if an equal one is there.
    ///
    /// # Errors
    /// As for [`HeapStore::intern`].
    pub fn find(&mut self, heap: &Heap) -> Result<Option<HeapId>, TooLarge> {
        Ok(self.look_up(heap)?.1)
    }

    /// Writes the heap down, and looks for it.
    fn look_up(&mut self, heap: &Heap) -> Result<(u64, Option<HeapId>), TooLarge> {
        self.scratch.clear();
        encode(heap, &mut self.scratch).ok_or(TooLarge)?;
        let hash = hash(&self.scratch);
        let (code, starts, scratch) = (&self.code, &self.starts, &self.scratch);
        Ok((hash, self.table.find(hash, |&id| code_of(code, starts, id) == scratch.as_slice()).copied()))
    }

    /// The heap with this id.
    pub fn get(&self, id: HeapId) -> Heap {
        decode(code_of(&self.code, &self.starts, id))
    }

    /// A hash of the heap's content: it depends on the heap's names as numbered, not on the other heaps of the store.
    pub fn content_hash(&self, id: HeapId) -> u64 {
        hash(code_of(&self.code, &self.starts, id))
    }

    /// Number of heaps.
    pub fn len(&self) -> usize {
        self.starts.len()
    }

    /// Whether there is no heap.
    pub fn is_empty(&self) -> bool {
        self.starts.is_empty()
    }

    /// Vertices of the largest heap.
    pub fn peak_vertices(&self) -> u32 {
        self.peak_vertices
    }
}

fn code_of<'a>(code: &'a [u16], starts: &[u32], id: HeapId) -> &'a [u16] {
    let end = starts.get(id.index() + 1).map_or(code.len(), |&e| e as usize);
    &code[starts[id.index()] as usize..end]
}

/// Multiply and rotate, on 64 bits everywhere: the crates' fast hashers differ between native and 32-bit WebAssembly,
/// and this hash is shown to users as the name of a heap.
fn hash(code: &[u16]) -> u64 {
    let mut hash = code.len() as u64;
    for chunk in code.chunks(4) {
        let word = chunk.iter().fold(0, |word, &n| word << 16 | u64::from(n));
        hash = (hash.rotate_left(23) ^ word).wrapping_mul(0x9E37_79B9_7F4A_7C15);
    }
    hash ^ (hash >> 32)
}

fn encode(heap: &Heap, out: &mut Vec<u16>) -> Option<()> {
    let narrow = |n: usize| u16::try_from(n).ok();
    out.push(narrow(heap.vertices.len())?);
    for vertex in &heap.vertices {
        out.push(narrow(vertex.ty.index())?);
        out.push(narrow(vertex.selectors.len())?);
        for &(label, target) in &vertex.selectors {
            out.extend([narrow(label.index())?, narrow(target.index())?]);
        }
    }
    out.push(narrow(heap.nonterminals.len())?);
    for edge in &heap.nonterminals {
        out.extend([narrow(edge.label.index())?, narrow(edge.tentacles.len())?]);
        for t in &edge.tentacles {
            out.push(narrow(t.index())?);
        }
    }
    out.push(narrow(heap.variables.len())?);
    for &(variable, target) in &heap.variables {
        out.extend([narrow(variable.index())?, narrow(target.index())?]);
    }
    for &external in &heap.externals {
        out.push(narrow(external.index())?);
    }
    Some(())
}

fn decode(code: &[u16]) -> Heap {
    let mut numbers = code.iter().map(|&n| u32::from(n));
    let mut next = || numbers.next().unwrap_or(0);
    let vertices: IndexVec<VertexId, Vertex> = (0..next())
        .map(|_| {
            let ty = TypeId(next());
            Vertex { ty, selectors: (0..next()).map(|_| (Selector(next()), VertexId(next()))).collect() }
        })
        .collect();
    let nonterminals = (0..next())
        .map(|_| {
            let label = Nonterminal(next());
            NonterminalEdge { label, tentacles: (0..next()).map(|_| VertexId(next())).collect() }
        })
        .collect();
    let variables = (0..next()).map(|_| (Variable(next()), VertexId(next()))).collect();
    let externals: SmallVec<[VertexId; 4]> = numbers.map(VertexId).collect();
    Heap { vertices, nonterminals, variables, externals }
}
