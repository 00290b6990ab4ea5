//! Parts of forests: what is reached from some values, and putting it back together with the rest.

use super::{EdgeLabel, Forest, ForestAlphabet, Leaf, RootId, Value};
use crate::StateId;
use base::{CompactSort, Idx, IndexVec};

impl Forest {
    /// The roots that ways from these values may lead to, in order: through components, and backwards through boxes.
    pub fn reached(&self, alphabet: &ForestAlphabet, from: impl IntoIterator<Item = Value>) -> Vec<RootId> {
        let mut forward: IndexVec<RootId, Vec<RootId>> = IndexVec::filled(Vec::new(), self.roots.len());
        let mut backward = forward.clone();
        for (root, &start) in self.roots.iter_enumerated() {
            for state in self.reachable(start) {
                forward[root].extend(self.leaves(alphabet, state).filter_map(Leaf::root));
                for node in self.nodes(alphabet, state) {
                    let boxes = node.edges.iter().filter(|(label, _)| matches!(label, EdgeLabel::Box(_)));
                    for &target in boxes.flat_map(|(_, targets)| targets) {
                        self.leaves(alphabet, target).filter_map(Leaf::root).for_each(|port| backward[port].push(root));
                    }
                }
            }
        }
        let mut found: IndexVec<RootId, bool> = IndexVec::filled(false, self.roots.len());
        let mut waiting: Vec<RootId> = from.into_iter().filter_map(Value::root).collect();
        while let Some(root) = waiting.pop() {
            if !std::mem::replace(&mut found[root], true) {
                waiting.extend(forward[root].iter().chain(&backward[root]));
            }
        }
        found.iter_enumerated().filter(|(_, found)| **found).map(|(root, _)| root).collect()
    }

    /// The roots among `inner` to which other components refer, or values, in order.
    pub fn shared(
        &self,
        alphabet: &ForestAlphabet,
        inner: &[RootId],
        values: impl IntoIterator<Item = Value>,
    ) -> Vec<RootId> {
        let outer = self.roots.iter_enumerated().filter(|(root, _)| !inner.contains(root));
        let states = outer.flat_map(|(_, &start)| self.reachable(start));
        let referred = states.flat_map(|state| self.leaves(alphabet, state).filter_map(Leaf::root).collect::<Vec<_>>());
        let mut shared: Vec<RootId> = referred.chain(values.into_iter().filter_map(Value::root)).collect();
        shared.retain(|root| inner.contains(root));
        shared.compact_sort();
        shared.dedup();
        shared
    }

    /// The components of some roots, which refer to no others, with these registers.
    #[must_use]
    pub fn restricted(&self, alphabet: &mut ForestAlphabet, roots: &[RootId], registers: Vec<Value>) -> Forest {
        let mut part = Forest { registers, ..self.clone() };
        part.select_roots(alphabet, roots);
        part.trim();
        part
    }

    /// Replaces the components of all roots but `outer` by another forest, in which the roots `shared` have these values. Returns the registers of
    /// the other forest as values here.
    pub fn replace_inner(
        &mut self,
        alphabet: &mut ForestAlphabet,
        outer: &[RootId],
        shared: &[(RootId, Value)],
        inner: &Forest,
    ) -> Vec<Value> {
        let shift = |root: RootId| Leaf::Reference(RootId::at(root.index() + outer.len()));
        self.rename(alphabet, |root| match outer.iter().position(|own| *own == root) {
            Some(place) => Leaf::Reference(RootId::at(place)),
            None => match shared.iter().find(|(own, _)| *own == root) {
                Some((_, value)) => value.root().map_or(value.leaf, shift),
                None => Leaf::Unknown,
            },
        });
        let mut inner = inner.clone();
        inner.rename(alphabet, shift);
        let moved = self.automaton.append(&inner.automaton);
        let kept = outer.iter().map(|&root| self.roots[root]);
        let roots: Vec<StateId> = kept.chain(inner.roots.iter().map(|&state| moved(state))).collect();
        self.roots = roots.into_iter().collect();
        self.forget_parts(alphabet);
        self.trim();
        inner.registers
    }
}
