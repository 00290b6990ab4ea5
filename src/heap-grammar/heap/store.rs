//! Interned heaps: equal heaps have equal ids of four bytes.

use hashbrown::HashTable;
use smallvec::SmallVec;

use super::{Heap, Nonterminal, NonterminalEdge, Origin, Origins, Selector, TypeId, Variable, Vertex, VertexId};
use base::{Idx, IndexVec, newtype_index};

newtype_index! {
    /// An interned heap.
    pub struct HeapId;
}

/// Encoded heaps in one arena of bytes, found by hash.
#[derive(Default)]
pub struct HeapStore {
    code: Vec<u8>,
    starts: Vec<u32>,
    table: HashTable<HeapId>,
    scratch: Vec<u8>,
    peak_vertices: u32,
}

/// More vertices, edges or names than the store can encode.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct TooLarge;

impl HeapStore {
    /// The id of a heap. Equal heaps have equal ids, so heaps should be in canonical form.
    ///
    /// # Errors
    /// If the heap has more than 65,535 vertices, edges or names, or the store more than 4 billion bytes.
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

    /// The id of a heap, if an equal one is in the store.
    ///
    /// # Errors
    /// As for [`HeapStore::intern`].
    pub fn find(&mut self, heap: &Heap) -> Result<Option<HeapId>, TooLarge> {
        Ok(self.look_up(heap)?.1)
    }

    /// Encodes the heap, and looks it up.
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

    /// [`Heap::vertex_bound`] of the heap with this id, without decoding it.
    pub fn vertex_bound(&self, id: HeapId) -> usize {
        numbers(code_of(&self.code, &self.starts, id)).next().map_or(0, usize::from)
    }

    /// A hash of the heap's content: it depends on the numbers of the heap's names, but not on the other heaps of the
    /// store. Users see it as the name of a heap.
    pub fn content_hash(&self, id: HeapId) -> u64 {
        let numbers: Vec<u64> = numbers(code_of(&self.code, &self.starts, id)).map(u64::from).collect();
        let words = numbers.chunks(4).map(|chunk| chunk.iter().fold(0, |word, n| word << 16 | n));
        hash_of(numbers.len(), words)
    }

    /// The number of heaps.
    pub fn len(&self) -> usize {
        self.starts.len()
    }

    /// Whether there are no heaps.
    pub fn is_empty(&self) -> bool {
        self.starts.is_empty()
    }

    /// The number of vertices of the largest heap.
    pub fn peak_vertices(&self) -> u32 {
        self.peak_vertices
    }
}

fn code_of<'a>(code: &'a [u8], starts: &[u32], id: HeapId) -> &'a [u8] {
    let end = starts.get(id.index() + 1).map_or(code.len(), |&e| e as usize);
    &code[starts[id.index()] as usize..end]
}

fn hash(code: &[u8]) -> u64 {
    let (words, rest) = code.as_chunks();
    let last = rest.iter().fold(0, |word, &byte| word << 8 | u64::from(byte));
    hash_of(code.len(), words.iter().map(|&word| u64::from_le_bytes(word)).chain([last]))
}

/// Multiply and rotate, on 64 bits everywhere: common fast hashers differ between native and 32-bit WebAssembly.
fn hash_of(length: usize, words: impl Iterator<Item = u64>) -> u64 {
    let hash =
        words.fold(length as u64, |hash, word| (hash.rotate_left(23) ^ word).wrapping_mul(0x9E37_79B9_7F4A_7C15));
    hash ^ (hash >> 32)
}

/// Marks a number that does not fit into one smaller byte; it follows in two bytes.
const WIDE: u8 = u8::MAX;

/// The numbers of an encoded heap.
fn numbers(code: &[u8]) -> impl Iterator<Item = u16> {
    let mut bytes = code.iter().copied();
    std::iter::from_fn(move || match bytes.next()? {
        WIDE => Some(u16::from_le_bytes([bytes.next()?, bytes.next()?])),
        byte => Some(u16::from(byte)),
    })
}

/// Encodes a heap as a sequence of numbers; `None` if one of them is too large.
fn encode(heap: &Heap, out: &mut Vec<u8>) -> Option<()> {
    let mut put = |number: usize| {
        match u8::try_from(number) {
            Ok(byte) if byte != WIDE => out.push(byte),
            _ => {
                let [low, high] = u16::try_from(number).ok()?.to_le_bytes();
                out.extend([WIDE, low, high]);
            }
        }
        Some(())
    };
    put(heap.vertices.len())?;
    for vertex in &heap.vertices {
        put(vertex.ty.index())?;
        put(vertex.selectors.len())?;
        for &(label, target) in &vertex.selectors {
            put(label.index())?;
            put(target.index())?;
        }
    }
    put(heap.nonterminals.len())?;
    for edge in &heap.nonterminals {
        put(edge.label.index())?;
        put(edge.tentacles.len())?;
        edge.tentacles.iter().try_for_each(|t| put(t.index()))?;
    }
    put(heap.variables.len())?;
    for &(variable, target) in &heap.variables {
        put(variable.index())?;
        put(target.index())?;
    }
    heap.externals.iter().try_for_each(|external| put(external.index()))
}

fn decode(code: &[u8]) -> Heap {
    let mut numbers = numbers(code).map(u32::from);
    let mut next = || numbers.next().unwrap_or(0);
    let vertices: IndexVec<VertexId, Vertex> = (0..next())
        .map(|_| {
            let ty = TypeId(next());
            let selectors = (0..next()).map(|_| (Selector(next()), VertexId(next()))).collect();
            Vertex { ty, selectors, origin: Origin::default() }
        })
        .collect();
    let nonterminals = (0..next())
        .map(|_| {
            let label = Nonterminal(next());
            let tentacles = (0..next()).map(|_| VertexId(next())).collect();
            NonterminalEdge { label, tentacles, origin: Origin::default() }
        })
        .collect();
    let variables = (0..next()).map(|_| (Variable(next()), VertexId(next()))).collect();
    let externals: SmallVec<[VertexId; 4]> = numbers.map(VertexId).collect();
    Heap { vertices, nonterminals, variables, externals, origins: Origins::default() }
}
