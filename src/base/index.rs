//! Typed indices and vectors indexed by them, so that mixing a vertex with a state does not compile.

use std::marker::PhantomData;
use std::ops::{Index, IndexMut};

/// A typed index: a `u32` that names one element of one kind of table.
pub trait Idx: Copy + Eq + Ord + std::hash::Hash {
    /// The index with this position.
    ///
    /// # Panics
    /// If `position` exceeds `u32::MAX`; [`super::Limits`] bounds every table far below that.
    fn at(position: usize) -> Self;
    /// The position in the table.
    fn index(self) -> usize;
}

/// Declares index types: `newtype_index! { /// docs pub struct VertexId; }`.
#[macro_export]
macro_rules! newtype_index {
    ($($(#[$meta:meta])* $vis:vis struct $name:ident;)*) => {$(
        $(#[$meta])*
        #[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
        $vis struct $name(pub u32);

        impl $crate::Idx for $name {
            fn at(position: usize) -> Self {
                Self(u32::try_from(position).expect("tables hold fewer than 2^32 elements"))
            }
            fn index(self) -> usize {
                self.0 as usize
            }
        }

        impl std::fmt::Debug for $name {
            fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
                write!(f, "{}{}", stringify!($name), self.0)
            }
        }
    )*};
}

/// A vector indexed by `I`.
#[derive(Clone, PartialEq, Eq, Hash)]
pub struct IndexVec<I, T> {
    raw: Vec<T>,
    index: PhantomData<fn(I)>,
}

impl<I: Idx, T> IndexVec<I, T> {
    /// The empty vector.
    pub const fn new() -> Self {
        Self { raw: Vec::new(), index: PhantomData }
    }

    /// `length` copies of `value`.
    pub fn filled(value: T, length: usize) -> Self
    where
        T: Clone,
    {
        Self { raw: vec![value; length], index: PhantomData }
    }

    /// Appends `value` and returns its index.
    pub fn push(&mut self, value: T) -> I {
        let id = I::at(self.raw.len());
        self.raw.push(value);
        id
    }

    /// Number of elements.
    pub fn len(&self) -> usize {
        self.raw.len()
    }

    /// Whether it is empty.
    pub fn is_empty(&self) -> bool {
        self.raw.is_empty()
    }

    /// All indices in order.
    pub fn indices(&self) -> impl DoubleEndedIterator<Item = I> + ExactSizeIterator + use<I, T> {
        (0..self.raw.len()).map(I::at)
    }

    /// All elements in order.
    pub fn iter(&self) -> std::slice::Iter<'_, T> {
        self.raw.iter()
    }

    /// All elements in order, mutable.
    pub fn iter_mut(&mut self) -> std::slice::IterMut<'_, T> {
        self.raw.iter_mut()
    }

    /// Pairs of index and element, in order.
    pub fn iter_enumerated(&self) -> impl DoubleEndedIterator<Item = (I, &T)> {
        self.raw.iter().enumerate().map(|(i, t)| (I::at(i), t))
    }

    /// The element, if `id` is in range.
    pub fn get(&self, id: I) -> Option<&T> {
        self.raw.get(id.index())
    }

    /// The elements as a slice.
    pub fn as_slice(&self) -> &[T] {
        &self.raw
    }
}

impl<I: Idx, T> Default for IndexVec<I, T> {
    fn default() -> Self {
        Self::new()
    }
}

/// Panics because of an index from another vector. The panic of slices would name its place, which is always this file, and make the
/// WebAssembly module 10 kB larger after compression.
#[cold]
#[inline(never)]
fn out_of_range() -> ! {
    panic!("an index beyond the end of its vector")
}

impl<I: Idx, T> Index<I> for IndexVec<I, T> {
    type Output = T;
    fn index(&self, id: I) -> &T {
        self.raw.get(id.index()).unwrap_or_else(|| out_of_range())
    }
}

impl<I: Idx, T> IndexMut<I> for IndexVec<I, T> {
    fn index_mut(&mut self, id: I) -> &mut T {
        self.raw.get_mut(id.index()).unwrap_or_else(|| out_of_range())
    }
}

impl<I: Idx, T> FromIterator<T> for IndexVec<I, T> {
    fn from_iter<It: IntoIterator<Item = T>>(items: It) -> Self {
        Self { raw: items.into_iter().collect(), index: PhantomData }
    }
}

impl<'a, I: Idx, T> IntoIterator for &'a IndexVec<I, T> {
    type Item = &'a T;
    type IntoIter = std::slice::Iter<'a, T>;
    fn into_iter(self) -> Self::IntoIter {
        self.raw.iter()
    }
}

impl<I, T: std::fmt::Debug> std::fmt::Debug for IndexVec<I, T> {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        self.raw.fmt(f)
    }
}
