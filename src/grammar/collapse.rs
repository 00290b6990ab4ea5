//! Collapsed rules: a rule with some of its external vertices merged.

use super::Rule;
use crate::base::Idx;
use crate::heap::{Alphabet, Heap, TypeId, VertexId};

/// Ranks above this have no collapsed rules: the number of ways to merge grows like Bell numbers.
const RANK_LIMIT: usize = 8;

/// All proper merges of the externals of a rule: the merged body and, for each tentacle, the external of the merged
/// body that it is. Merged externals have equal types, or some of them are null and none has selectors; at most one of
/// them may have selectors, and no vertex gets two selectors with one label. They are used for abstraction only.
pub(super) fn collapsed(alphabet: &Alphabet, rule: &Rule) -> Vec<(Heap, Vec<usize>)> {
    let body = &rule.body;
    let rank = body.externals().len();
    if rank > RANK_LIMIT {
        return Vec::new();
    }
    let reduction = &alphabet.nonterminal(rule.label).reduction;
    let ty = |i: usize| body.vertex_type(body.externals()[i]);
    let may_merge = |i: usize, j: usize| match ty(i) == ty(j) {
        true => reduction[i] || reduction[j],
        false => {
            let null = [i, j].iter().any(|&e| ty(e) == TypeId::NULL) && [i, j].iter().all(|&e| ty(e) != TypeId::INT);
            null && reduction[i] && reduction[j]
        }
    };
    partitions(rank)
        .into_iter()
        .filter(|classes| {
            let pairs = (0..rank).flat_map(|j| (0..j).map(move |i| (i, j)));
            let merged: Vec<(usize, usize)> = pairs.filter(|&(i, j)| classes[i] == classes[j]).collect();
            !merged.is_empty() && merged.into_iter().all(|(i, j)| may_merge(i, j))
        })
        .filter_map(|classes| merge(body, &classes).map(|merged| (merged, classes)))
        .collect()
}

/// All partitions of `0..n`, each as the class of every element; classes are numbered by their first elements.
fn partitions(n: usize) -> Vec<Vec<usize>> {
    let mut all = vec![Vec::new()];
    for _ in 0..n {
        all = all
            .into_iter()
            .flat_map(|p: Vec<usize>| {
                let classes = p.iter().max().map_or(0, |m| m + 1);
                (0..=classes).map(move |c| p.iter().copied().chain([c]).collect())
            })
            .collect();
    }
    all
}

fn merge(body: &Heap, classes: &[usize]) -> Option<Heap> {
    let count = classes.iter().max().map_or(0, |m| m + 1);
    let mut merged = Heap::new();
    let externals: Vec<VertexId> = (0..count)
        .map(|class| {
            let own = classes.iter().zip(body.externals()).filter(|(c, _)| **c == class);
            let mut types = own.map(|(_, &external)| body.vertex_type(external));
            // Null may stand where rules have objects, so what is merged with null is null.
            let first = types.next().unwrap_or(TypeId::NULL);
            merged.add_vertex(if types.any(|ty| ty == TypeId::NULL) { TypeId::NULL } else { first })
        })
        .collect();
    merged.set_externals(externals.iter().copied());
    let attached: Vec<VertexId> = classes.iter().map(|&c| externals[c]).collect();
    merged.insert(body, &attached)?;
    debug_assert!(merged.externals().iter().enumerate().all(|(i, v)| v.index() == i));
    Some(merged)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn partitions_are_counted_by_bell_numbers() {
        assert_eq!((1..=6).map(|n| partitions(n).len()).collect::<Vec<_>>(), [1, 2, 5, 15, 52, 203]);
    }
}
