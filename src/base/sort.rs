//! Sorting with little code.
//!
//! Each element type and each comparison with which a sort of the standard library is used adds 3 to 8 kB to the WebAssembly
//! module, a sixth of it in all before this file was written; here it is 0.3 kB. Where a sort is hot and its slices are long,
//! that of the standard library is faster, and right.

use std::cmp::Ordering;

/// Up to this length elements are inserted one after the other.
const SHORT: usize = 20;

/// Stable sorts for slices: as those of the standard library, with less code.
pub trait CompactSort<T> {
    /// Sorts by the order of the elements.
    fn compact_sort(&mut self)
    where
        T: Ord;

    /// Sorts by a key.
    fn compact_sort_by_key<K: Ord>(&mut self, key: impl FnMut(&T) -> K);

    /// Sorts by a comparison.
    fn compact_sort_by(&mut self, compare: impl FnMut(&T, &T) -> Ordering);
}

impl<T> CompactSort<T> for [T] {
    fn compact_sort(&mut self)
    where
        T: Ord,
    {
        self.compact_sort_by(T::cmp);
    }

    fn compact_sort_by_key<K: Ord>(&mut self, mut key: impl FnMut(&T) -> K) {
        self.compact_sort_by(|a, b| key(a).cmp(&key(b)));
    }

    fn compact_sort_by(&mut self, mut compare: impl FnMut(&T, &T) -> Ordering) {
        if self.len() > SHORT {
            let order = sorted(self.len(), &mut |a, b| compare(&self[a], &self[b]).is_gt());
            return permute(order, &mut |a, b| self.swap(a, b));
        }
        for end in 1..self.len() {
            let mut at = end;
            while at > 0 && compare(&self[at - 1], &self[at]).is_gt() {
                self.swap(at - 1, at);
                at -= 1;
            }
        }
    }
}

/// The numbers below `length` in order, by merging longer and longer runs. `greater`: whether the first comes after the second.
fn sorted(length: usize, greater: &mut dyn FnMut(usize, usize) -> bool) -> Vec<usize> {
    let mut order: Vec<usize> = (0..length).collect();
    let mut merged = Vec::with_capacity(length);
    let mut width = 1;
    while width < length {
        for run in order.chunks(2 * width) {
            let (mut left, mut right) = run.split_at(width.min(run.len()));
            while let ([a, others @ ..], [b, more @ ..]) = (left, right) {
                if greater(*a, *b) {
                    merged.push(*b);
                    right = more;
                } else {
                    merged.push(*a);
                    left = others;
                }
            }
            merged.extend_from_slice(left);
            merged.extend_from_slice(right);
        }
        std::mem::swap(&mut order, &mut merged);
        merged.clear();
        width *= 2;
    }
    order
}

/// Brings the element with the number `order[i]` to the place `i`, for every `i`, by swaps.
fn permute(mut order: Vec<usize>, swap: &mut dyn FnMut(usize, usize)) {
    for start in 0..order.len() {
        let mut at = start;
        loop {
            let from = std::mem::replace(&mut order[at], at);
            if from == start {
                break;
            }
            swap(at, from);
            at = from;
        }
    }
}

/// Collecting into ordered sets and maps with little code.
pub trait CollectByInsertion: Iterator + Sized {
    /// The elements, inserted one after the other; `collect` would sort them first.
    fn collect_by_insertion<C: Default + Extend<Self::Item>>(self) -> C {
        let mut all = C::default();
        all.extend(self);
        all
    }
}

impl<I: Iterator> CollectByInsertion for I {}

#[cfg(test)]
mod tests {
    use std::collections::BTreeSet;

    use super::*;
    use crate::each_case;

    #[test]
    fn the_order_is_that_of_the_standard_library() {
        each_case(|random| {
            let length = random.below(3 * SHORT);
            let mut elements: Vec<(usize, usize)> = (0..length).map(|i| (random.below(8), i)).collect();
            let mut expected = elements.clone();
            expected.sort_by_key(|&(key, _)| key);
            elements.compact_sort_by_key(|&(key, _)| key);
            assert_eq!(elements, expected);
            let keys = || expected.iter().map(|&(key, _)| key);
            assert_eq!(keys().collect::<BTreeSet<_>>(), keys().collect_by_insertion());
        });
    }
}
