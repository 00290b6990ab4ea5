//! Abstraction: merging states whose trees look alike near the root.

use std::collections::{BTreeMap, BTreeSet};

use petgraph::unionfind::UnionFind;

use super::{Forest, ForestAlphabet, Leaf, RootId};
use crate::{Rule, StateId, Symbol, TreeAutomaton};
use base::{CollectByInsertion, Idx, IndexVec};

impl Forest {
    /// Merges the states of a component whose trees look alike up to a height, and refer to the same roots equally often; likewise those to which
    /// the same edge of merged nodes leads, if they have the same leaves. Languages only grow. No states of different components are merged.
    ///
    /// At height 1 states look alike if they have the same leaves and the label of a node in common; greater heights compare also what
    /// its edges lead to. Nodes that registers name stay apart from those inside. (In the literature all labels must be the same. Then the number of classes is exponential in that of labels, and
    /// loops that build trees need a round for each.)
    pub(super) fn merge_states<S: Ord>(
        &mut self,
        alphabet: &ForestAlphabet,
        signatures: &IndexVec<StateId, S>,
        height: usize,
    ) {
        // A state belongs to one component: states that several share are copied first.
        let mut owned = TreeAutomaton::new();
        let mut owner: IndexVec<StateId, RootId> = IndexVec::new();
        let mut origin: IndexVec<StateId, StateId> = IndexVec::new();
        let mut roots = self.roots.clone();
        for (root, state) in self.roots.iter_enumerated() {
            let states = self.reachable(*state);
            let mut copies: IndexVec<StateId, Option<StateId>> = IndexVec::filled(None, self.automaton.state_count());
            for &from in &states {
                copies[from] = Some(owned.add_state());
                owner.push(root);
                origin.push(from);
            }
            let copy = |state: StateId| copies[state].expect("a state of the component");
            for &from in &states {
                for rule in self.automaton.rules(from) {
                    let children = rule.children.iter().map(|&child| copy(child)).collect();
                    owned.add_rule(copy(from), Rule { symbol: rule.symbol, children });
                }
            }
            roots[root] = copy(*state);
        }
        // Facts about a node that a register names are lost when it is merged with others.
        let held: BTreeSet<RootId> = self.registers.iter().filter_map(|value| value.root()).collect_by_insertion();
        let is_apart = |state: StateId| roots[owner[state]] == state && held.contains(&owner[state]);
        let leaves_of = |state| owned.rules(state).iter().filter_map(|rule| alphabet.leaf(rule.symbol)).collect();
        let leaves: IndexVec<StateId, Vec<Leaf>> = owned.states().map(leaves_of).collect();
        // Height by height: whoever has a look of a node in common looks alike.
        let mut class: IndexVec<StateId, usize> = IndexVec::filled(0, owned.state_count());
        for level in 0..height {
            let mut alike = UnionFind::<usize>::new(owned.state_count());
            let mut known: BTreeMap<Look<'_, S>, StateId> = BTreeMap::new();
            for state in owned.states() {
                let leaves = leaves[state].clone();
                let signature = &signatures[origin[state]];
                let nodes = owned.rules(state).iter().filter(|rule| alphabet.leaf(rule.symbol).is_none());
                let mut looks: Vec<Look<'_, S>> = nodes
                    .map(|rule| {
                        let below =
                            if level == 0 { Vec::new() } else { rule.children.iter().map(|c| class[*c]).collect() };
                        Look {
                            component: Some((owner[state], is_apart(state))),
                            signature,
                            leaves: leaves.clone(),
                            node: Some((rule.symbol, below)),
                        }
                    })
                    .collect();
                if looks.is_empty() {
                    looks.push(Look { component: None, signature, leaves, node: None });
                }
                for look in looks {
                    let other = *known.entry(look).or_insert(state);
                    alike.union(state.index(), other.index());
                }
            }
            merge_siblings(&owned, &mut alike, |a, b| {
                let alike = leaves[a] == leaves[b] && signatures[origin[a]] == signatures[origin[b]];
                alike && !is_apart(a) && !is_apart(b)
            });
            let mut numbers: BTreeMap<usize, usize> = BTreeMap::new();
            for state in owned.states() {
                let fresh = numbers.len();
                class[state] = *numbers.entry(alike.find(state.index())).or_insert(fresh);
            }
        }
        let count = class.iter().copied().max().map_or(0, |most| most + 1);
        let mut merged = TreeAutomaton::new();
        (0..count).for_each(|_| _ = merged.add_state());
        for (state, rule) in owned.all_rules() {
            let children = rule.children.iter().map(|&child| StateId::at(class[child])).collect();
            merged.add_rule(StateId::at(class[state]), Rule { symbol: rule.symbol, children });
        }
        self.automaton = merged;
        for root in roots.iter_mut() {
            *root = StateId::at(class[*root]);
        }
        self.roots = roots;
    }
}

/// Merges states that may be merged and to which the same edge of nodes with the same label and state leads.
fn merge_siblings(automaton: &TreeAutomaton, alike: &mut UnionFind<usize>, may: impl Fn(StateId, StateId) -> bool) {
    let mut changed = true;
    while changed {
        changed = false;
        let mut known: BTreeMap<(usize, Symbol, usize), Vec<StateId>> = BTreeMap::new();
        for (state, rule) in automaton.all_rules() {
            for (place, &child) in rule.children.iter().enumerate() {
                let siblings = known.entry((alike.find(state.index()), rule.symbol, place)).or_default();
                match siblings.iter().find(|&&sibling| may(sibling, child)) {
                    Some(sibling) => changed |= alike.union(sibling.index(), child.index()),
                    None => siblings.push(child),
                }
            }
        }
    }
}

/// A look that states may have in common, so that they are merged.
#[derive(Clone, PartialEq, Eq, PartialOrd, Ord)]
struct Look<'a, S> {
    /// The component, and whether the state is that of its root and stays apart; nothing if it accepts only leaves.
    component: Option<(RootId, bool)>,
    signature: &'a S,
    leaves: Vec<Leaf>,
    /// The symbol of a node, with the classes of its children where they count.
    node: Option<(Symbol, Vec<usize>)>,
}
