//! Where the objects of a heap come from, while operations on it are followed.
//!
//! Operations move objects, and copy none. So every object, and every nonterminal edge, which stands for a set of objects, comes
//! from *parts* of the heap that was there before: what an edge stands for now lies within its parts.

use std::cmp::Ordering;
use std::hash::{Hash, Hasher};

use indexmap::IndexSet;
use rustc_hash::FxBuildHasher;
use smallvec::SmallVec;

use super::{Heap, VertexId};
use base::{CompactSort, Idx};

/// The number of a set of parts. It says where something comes from, not what it is: all origins are equal.
#[derive(Clone, Copy, Default, Debug)]
pub(super) struct Origin(u32);

/// A set of parts, sorted.
pub type PartSet = SmallVec<[u32; 4]>;

/// The sets of parts of a heap, if it is followed. All are equal, as [`Origin`]s are.
#[derive(Clone, Default, Debug)]
pub(super) struct Origins(Option<Box<PartSets>>);

#[derive(Clone, Debug)]
struct PartSets {
    /// The first one is empty.
    sets: IndexSet<PartSet, FxBuildHasher>,
    /// The number of parts, including objects created since.
    parts: u32,
}

macro_rules! all_equal {
    ($ty:ty) => {
        impl PartialEq for $ty {
            fn eq(&self, _: &Self) -> bool {
                true
            }
        }
        impl Eq for $ty {}
        impl Hash for $ty {
            fn hash<H: Hasher>(&self, _: &mut H) {}
        }
    };
}
all_equal!(Origin);
all_equal!(Origins);

impl PartialOrd for Origin {
    fn partial_cmp(&self, other: &Self) -> Option<Ordering> {
        Some(self.cmp(other))
    }
}

impl Ord for Origin {
    fn cmp(&self, _: &Self) -> Ordering {
        Ordering::Equal
    }
}

impl PartSets {
    fn of(&mut self, set: PartSet) -> Origin {
        Origin(u32::at(self.sets.insert_full(set).0))
    }

    /// The origin of what is made of everything with these origins.
    fn union(&mut self, origins: impl Iterator<Item = Origin>) -> Origin {
        let mut all = PartSet::new();
        origins.for_each(|origin| all.extend_from_slice(&self.sets[origin.0 as usize]));
        all.compact_sort();
        all.dedup();
        self.of(all)
    }
}

impl Origins {
    /// The origin of an object that is created.
    pub(super) fn created(&mut self) -> Origin {
        let Some(sets) = &mut self.0 else { return Origin::default() };
        sets.parts += 1;
        sets.of(SmallVec::from_slice(&[sets.parts - 1]))
    }
}

impl Heap {
    /// Follows what happens to this heap from now on: its nonterminal edges, in order, are its parts from `first` on, then its
    /// objects in order. Returns the number of the part after the last one.
    ///
    /// To insert one followed heap into another one, `parts` of both must be the number of the parts of both together.
    pub fn follow(&mut self, first: u32, parts: u32) -> u32 {
        let sets = std::iter::once(PartSet::new()).chain((0..parts).map(|part| SmallVec::from_slice(&[part])));
        self.origins = Origins(Some(Box::new(PartSets { sets: sets.collect(), parts })));
        let mut next = first;
        let mut number = || {
            next += 1;
            Origin(next)
        };
        self.nonterminals.iter_mut().for_each(|edge| edge.origin = number());
        let objects = self.vertices.iter_mut().filter(|vertex| vertex.is_object());
        objects.for_each(|vertex| vertex.origin = number());
        next
    }

    /// The number of parts that [`follow`](Self::follow) tells apart: of nonterminal edges, and of objects.
    pub fn part_counts(&self) -> (u32, u32) {
        (u32::at(self.nonterminals.len()), u32::at(self.objects()))
    }

    /// The parts from which each nonterminal edge comes, then each object, of a heap that is followed. Objects created since have
    /// numbers from that of the parts on.
    ///
    /// Law: what an edge stands for is a set of objects of its parts; nothing of a part is in two places.
    pub fn origins(&self) -> Option<Vec<&[u32]>> {
        let PartSets { sets, .. } = self.origins.0.as_deref()?;
        let objects = self.vertices.iter().filter(|vertex| vertex.is_object()).map(|vertex| vertex.origin);
        let all = self.nonterminals.iter().map(|edge| edge.origin).chain(objects);
        Some(all.map(|origin| sets[origin.0 as usize].as_slice()).collect())
    }

    /// What is made of some nonterminal edges and objects comes from all that these come from.
    pub(super) fn origin_of_all(&mut self, edges: &[u32], vertices: impl Iterator<Item = VertexId>) -> Origin {
        let (nonterminals, of_vertices) = (&self.nonterminals, &self.vertices);
        let edges = edges.iter().map(|&edge| nonterminals[edge as usize].origin);
        let objects = vertices.map(|v| &of_vertices[v]).filter(|vertex| vertex.is_object()).map(|vertex| vertex.origin);
        match &mut self.origins.0 {
            Some(sets) => sets.union(edges.chain(objects)),
            None => Origin::default(),
        }
    }

    /// Gives an origin to all edges and vertices from these positions on.
    pub(super) fn come_from(&mut self, origin: Origin, first_edge: usize, first_vertex: usize) {
        if self.origins.0.is_some() {
            self.nonterminals[first_edge..].iter_mut().for_each(|edge| edge.origin = origin);
            self.vertices.iter_mut().skip(first_vertex).for_each(|vertex| vertex.origin = origin);
        }
    }
}
