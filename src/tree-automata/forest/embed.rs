//! Nodes that become parts of others, and nodes by kind.

use super::nodes::Node;
use super::{EdgeLabel, Forest, ForestAlphabet, Leaf, NodeKind, Part, RootId, Selector};
use crate::Rule;
use base::{CompactSort, Idx, Stop, msg};

impl Forest {
    /// The forests in which the node at a root is of one kind, with the kinds. Together they represent the same graphs.
    pub fn split_by_kind(self, alphabet: &ForestAlphabet, root: RootId) -> Vec<(Forest, NodeKind)> {
        let kinds = self.kinds(alphabet, root);
        if let [kind] = kinds[..] {
            return vec![(self, kind)];
        }
        let split = |kind: NodeKind| {
            let mut forest = self.clone();
            let rules = self.automaton.rules(self.roots[root]).iter();
            let own = rules.filter(|rule| Node::of(alphabet, rule).is_some_and(|node| node.kind == Some(kind)));
            forest.roots[root] = forest.state_with(own.cloned());
            forest.trim();
            (forest, kind)
        };
        kinds.into_iter().map(split).collect()
    }

    /// Makes the node at the root `inner` a part of that at `outer`: its selectors and the parts of references to it are replaced as these
    /// lists say. Both nodes are new: no boxes hide anything of them.
    ///
    /// # Errors
    /// If something else than a selector hides an edge of the inner node, or an edge may lead to it or to something else.
    pub fn embed(
        &mut self,
        alphabet: &mut ForestAlphabet,
        outer: RootId,
        inner: RootId,
        selectors: &[(Selector, Selector)],
        parts: &[(Part, Part)],
    ) -> Result<(), Stop> {
        let unexpected = || Stop::Incomplete(msg!("an object becomes a part of another one too late"));
        let new_part = |part: Part| parts.iter().find(|(old, _)| *old == part).map_or(part, |&(_, new)| new);
        for state in self.automaton.states().collect::<Vec<_>>() {
            let mut rules: Vec<Rule> = Vec::new();
            for rule in self.automaton.rules(state).to_vec() {
                let Some(mut node) = Node::of(alphabet, &rule) else {
                    rules.push(rule);
                    continue;
                };
                for edge in &mut node.edges {
                    let is_inner = self.leads_to(alphabet, edge, inner);
                    if let (true, EdgeLabel::Selector(selector, part)) = (is_inner, edge.0) {
                        edge.0 = EdgeLabel::Selector(selector, new_part(part));
                    }
                }
                rules.push(node.rule(alphabet));
            }
            self.automaton.replace(state, rules);
        }
        let (Some(mut around), Some(part)) = (self.root_node(alphabet, outer), self.root_node(alphabet, inner)) else {
            return Err(unexpected());
        };
        for (label, children) in part.edges {
            let EdgeLabel::Selector(selector, target) = label else { return Err(unexpected()) };
            let new = selectors.iter().find(|(old, _)| *old == selector).ok_or_else(unexpected)?.1;
            around.edges.push((EdgeLabel::Selector(new, target), children));
        }
        around.edges.compact_sort();
        self.set_root(alphabet, outer, &around);
        for value in &mut self.registers {
            if value.root() == Some(inner) {
                value.part = new_part(value.part);
            }
        }
        self.rename(alphabet, |root| Leaf::Reference(if root == inner { outer } else { root }));
        let others: Vec<RootId> = (0..self.roots.len()).map(RootId::at).filter(|root| *root != inner).collect();
        self.select_roots(alphabet, &others);
        self.trim();
        Ok(())
    }
}
