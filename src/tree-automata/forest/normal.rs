//! Normal forms: which roots there are, and in which order.

use std::collections::BTreeSet;

use super::nodes::Node;
use super::signature::{Signature, Signatures, count, signatures, with_uniform_signatures};
use super::{EdgeLabel, Forest, ForestAlphabet, Leaf, RootId};
use crate::{Rule, StateId, TreeAutomaton, Work};
use base::{CollectByInsertion, CompactSort, Idx, IndexVec, Silent, Stop};

/// A forest in normal form.
#[derive(Clone, Debug)]
pub struct Normal {
    /// The forest.
    pub forest: Forest,
    /// Whether nothing led to some component any more. It is left out, unless boxes in it add selectors to nodes of others.
    pub lost: bool,
}

/// A forest whose states have one signature each.
pub(super) struct Uniform {
    pub forest: Forest,
    pub signatures: IndexVec<StateId, Signature>,
    pub lost: bool,
}

impl Forest {
    /// The forest in normal form, perhaps in several cases: nodes are roots only if a register refers to them, or several edges lead
    /// to them, or one from a node to which they lead themselves; roots are in the order in which they are found from
    /// the registers on.
    ///
    /// # Errors
    /// If too many cases come of it.
    pub fn normal(self, alphabet: &mut ForestAlphabet) -> Result<Vec<Normal>, Stop> {
        let uniform = self.uniform(alphabet)?.into_iter();
        Ok(uniform.map(|Uniform { forest, lost, .. }| Normal { forest, lost }).collect())
    }

    pub(super) fn uniform(mut self, alphabet: &mut ForestAlphabet) -> Result<Vec<Uniform>, Stop> {
        self.trim();
        let states = self.automaton.state_count();
        let mut found = Vec::new();
        for (mut forest, signatures) in with_uniform_signatures(alphabet, self)? {
            if forest.is_empty() {
                continue;
            }
            let mut order = forest.found_roots(alphabet, &signatures);
            let lost = order.len() < forest.roots.len();
            forest.keep_hidden_selectors(alphabet, &mut order);
            let merged = forest.merged_roots(alphabet, &signatures, &order);
            let kept: Vec<RootId> = order.into_iter().filter(|&root| !merged[root]).collect();
            // Most operations change no root.
            if kept.iter().copied().eq(forest.roots.indices()) && forest.automaton.state_count() == states {
                found.push(Uniform { forest, signatures, lost });
                continue;
            }
            forest.merge_roots(alphabet, &merged);
            forest.select_roots(alphabet, &kept);
            forest.trim();
            // Merging changes what states refer to, but not whether it is the same for all trees.
            let cases = with_uniform_signatures(alphabet, forest)?;
            found.extend(cases.into_iter().map(|(forest, signatures)| Uniform { forest, signatures, lost }));
        }
        Ok(found)
    }

    /// The roots to which something leads, in the order in which they are found: from the registers on, through components, and
    /// backwards through boxes.
    fn found_roots(&self, alphabet: &ForestAlphabet, signatures: &IndexVec<StateId, Signature>) -> Vec<RootId> {
        let back = self.ways_back(alphabet, signatures);
        let mut seen: IndexVec<RootId, bool> = IndexVec::filled(false, self.roots.len());
        let mut order = Vec::new();
        for value in &self.registers {
            let mut waiting: Vec<RootId> = value.root().into_iter().collect();
            while let Some(root) = waiting.pop() {
                if std::mem::replace(&mut seen[root], true) {
                    continue;
                }
                order.push(root);
                let mut next = self.references(alphabet, self.roots[root], signatures);
                next.extend(back.iter().filter(|(from, _)| *from == root).map(|&(_, to)| to));
                waiting.extend(next.into_iter().rev());
            }
        }
        order
    }

    /// The roots that the trees of a state refer to, in the order of a walk from left to right.
    fn references(
        &self,
        alphabet: &ForestAlphabet,
        state: StateId,
        signatures: &IndexVec<StateId, Signature>,
    ) -> Vec<RootId> {
        let mut found: Vec<RootId> = Vec::new();
        let mut seen = vec![false; self.automaton.state_count()];
        let mut waiting = vec![state];
        while let Some(state) = waiting.pop() {
            if std::mem::replace(&mut seen[state.index()], true) || signatures[state].is_empty() {
                continue;
            }
            for rule in self.automaton.rules(state) {
                let leaf = alphabet.leaf(rule.symbol).and_then(Leaf::root);
                found.extend(leaf.filter(|root| !found.contains(root)));
            }
            let children = self.automaton.rules(state).iter().flat_map(|rule| rule.children.iter().copied());
            let children: Vec<StateId> = children.collect();
            waiting.extend(children.into_iter().rev());
        }
        found
    }

    /// Pairs of roots such that a way leads from the first one backwards through boxes to the second one, in all graphs.
    fn ways_back(&self, alphabet: &ForestAlphabet, signatures: &IndexVec<StateId, Signature>) -> Vec<(RootId, RootId)> {
        let mut ways = Vec::new();
        for (component, &start) in self.roots.iter_enumerated() {
            for &(root, _) in signatures[start].iter().filter(|(root, _)| *root != component) {
                if self.leads_up(alphabet, root, start) {
                    ways.push((root, component));
                }
            }
        }
        ways.compact_sort();
        ways
    }

    /// Whether in each tree of a state a way leads from this root, to which a leaf refers, to the root of the tree.
    fn leads_up(&self, alphabet: &ForestAlphabet, root: RootId, state: StateId) -> bool {
        let states = self.reachable(state);
        let mut up: IndexVec<StateId, bool> = IndexVec::filled(true, self.automaton.state_count());
        let leads = |rule: &Rule, up: &IndexVec<StateId, bool>| match Node::of(alphabet, rule) {
            None => alphabet.leaf(rule.symbol) == Some(Leaf::Reference(root)),
            Some(node) => node.edges.iter().any(|(label, children)| match label {
                EdgeLabel::Selector(..) => false,
                EdgeLabel::Box(id) => {
                    let mut targets = children.iter().enumerate();
                    targets.any(|(target, &child)| up[child] && alphabet.boxes[*id].leads(target + 1, 0))
                }
            }),
        };
        // Trees are finite: what holds of a rule if it holds of subtrees holds of all trees.
        let mut changed = true;
        while changed {
            changed = false;
            for &state in &states {
                if up[state] && !self.automaton.rules(state).iter().all(|rule| leads(rule, &up)) {
                    up[state] = false;
                    changed = true;
                }
            }
        }
        up[state]
    }

    /// Appends the roots that nothing seems to lead to, but from which boxes may add selectors to those found.
    fn keep_hidden_selectors(&self, alphabet: &ForestAlphabet, found: &mut Vec<RootId>) {
        let adds = |root: RootId, found: &[RootId]| {
            self.reachable(self.roots[root]).into_iter().flat_map(|state| self.nodes(alphabet, state)).any(|node| {
                node.edges.iter().any(|(label, children)| match label {
                    EdgeLabel::Selector(..) => false,
                    EdgeLabel::Box(id) => children.iter().enumerate().any(|(target, &child)| {
                        let mut targets = self.leaves(alphabet, child).filter_map(Leaf::root);
                        alphabet.boxes[*id].adds_to(target + 1) && targets.any(|target| found.contains(&target))
                    }),
                })
            })
        };
        while let Some(root) =
            (0..self.roots.len()).map(RootId::at).find(|root| !found.contains(root) && adds(*root, found))
        {
            found.push(root);
        }
    }

    /// The roots that are cut points no more: no register refers to them and only one edge leads to them, from a node to which they do not lead
    /// back.
    fn merged_roots(
        &self,
        alphabet: &ForestAlphabet,
        signatures: &IndexVec<StateId, Signature>,
        kept: &[RootId],
    ) -> IndexVec<RootId, bool> {
        let mut merged = IndexVec::filled(false, self.roots.len());
        for &root in kept {
            if self.registers.iter().any(|value| value.root() == Some(root)) {
                continue;
            }
            let mut referring = kept.iter().filter(|&&other| count(&signatures[self.roots[other]], root) > 0);
            let (Some(&other), None) = (referring.next(), referring.next()) else { continue };
            let once = count(&signatures[self.roots[other]], root) == 1;
            merged[root] = once && other != root && !self.are_neighbours(alphabet, other, root);
        }
        // A cycle of roots of which each is merged into the next one has a root.
        for &root in kept {
            let mut at = root;
            for _ in 0..kept.len() {
                if !merged[at] {
                    break;
                }
                let referring = kept.iter().find(|&&other| count(&signatures[self.roots[other]], at) > 0);
                at = *referring.expect("a component that refers to it");
                if at == root {
                    merged[root] = false;
                }
            }
        }
        merged
    }

    /// Whether the nodes at two roots point to each other, and the second one to something else: such pairs become boxes.
    pub(super) fn are_neighbours(&self, alphabet: &ForestAlphabet, first: RootId, second: RootId) -> bool {
        let points = |from: RootId, to: RootId| {
            self.nodes(alphabet, self.roots[from])
                .all(|node| node.edges.iter().any(|edge| self.leads_to(alphabet, edge, to)))
        };
        let has_more = self.nodes(alphabet, self.roots[second]).all(|node| {
            node.edges.iter().any(|edge| {
                let numbers = edge.1.iter().all(|&child| {
                    self.automaton
                        .rules(child)
                        .iter()
                        .all(|rule| alphabet.leaf(rule.symbol).is_some_and(Leaf::is_number))
                });
                !numbers && !self.leads_to(alphabet, edge, first)
            })
        });
        first != second && points(first, second) && points(second, first) && has_more
    }

    /// Whether all targets of an edge are this root.
    pub(super) fn leads_to(&self, alphabet: &ForestAlphabet, edge: &super::nodes::Edge, root: RootId) -> bool {
        !edge.1.is_empty()
            && edge.1.iter().all(|&child| match self.automaton.rules(child) {
                [rule] => alphabet.leaf(rule.symbol) == Some(Leaf::Reference(root)),
                _ => false,
            })
    }

    /// Replaces references to these roots by their trees.
    fn merge_roots(&mut self, alphabet: &ForestAlphabet, merged: &IndexVec<RootId, bool>) {
        if !merged.iter().any(|&merged| merged) {
            return;
        }
        let merges = |rule: &Rule| alphabet.leaf(rule.symbol).and_then(Leaf::root).filter(|&root| merged[root]);
        let mut automaton = TreeAutomaton::new();
        self.automaton.states().for_each(|_| _ = automaton.add_state());
        for state in self.automaton.states() {
            let mut waiting: Vec<&Rule> = self.automaton.rules(state).iter().collect();
            while let Some(rule) = waiting.pop() {
                match merges(rule) {
                    Some(root) => waiting.extend(self.automaton.rules(self.roots[root])),
                    None => automaton.add_rule(state, rule.clone()),
                }
            }
        }
        self.automaton = automaton;
    }

    /// Whether every graph of another forest is one of this one, component by component: true only if it is so, and sometimes false
    /// although it is. Both are in normal form.
    ///
    /// # Errors
    /// If a limit is reached.
    pub fn includes(&self, other: &Forest) -> Result<bool, Stop> {
        if self.registers != other.registers || self.roots.len() != other.roots.len() {
            return Ok(false);
        }
        let pairs: Vec<(StateId, StateId)> = other.roots.iter().copied().zip(self.roots.iter().copied()).collect();
        if !pairs.iter().all(|&(small, large)| self.has_labels(large, &other.automaton, small)) {
            return Ok(false);
        }
        included(&other.automaton, &self.automaton, &pairs)
    }

    /// Whether the trees of a state of another automaton have labels at their roots, and below, that those of a state have at these places: otherwise
    /// they are not all among them, which is cheap to see.
    fn has_labels(&self, state: StateId, other: &TreeAutomaton, small: StateId) -> bool {
        other.rules(small).iter().all(|rule| {
            let own = self.automaton.rules_with(state, rule.symbol);
            let below = |(place, &child): (usize, &StateId)| {
                other.rules(child).iter().all(|inner| {
                    own.iter().any(|own| !self.automaton.rules_with(own.children[place], inner.symbol).is_empty())
                })
            };
            !own.is_empty() && rule.children.iter().enumerate().all(below)
        })
    }

    /// A forest with the graphs of both, if they are alike: with the same values of registers, each root refers to the same ones, and all roots but
    /// one do so by the same edges and have a label in common. Both are in normal form.
    ///
    /// It may have more graphs, as trees of different roots are combined freely. Those that refer to others by the same edges fit
    /// together: otherwise, of two nodes that point to each other, both could become the child.
    ///
    /// # Errors
    /// If a limit is reached.
    pub fn join(&self, alphabet: &ForestAlphabet, other: &Forest) -> Result<Option<Forest>, Stop> {
        if self.registers != other.registers || self.roots.len() != other.roots.len() {
            return Ok(None);
        }
        // Otherwise roots could be lost in combinations.
        let (own, more) = (signatures(alphabet, &self.automaton)?, signatures(alphabet, &other.automaton)?);
        if self.roots.iter().zip(other.roots.iter()).any(|(&a, &b)| own[a] != more[b]) {
            return Ok(None);
        }
        let unlike = self.roots.iter().zip(other.roots.iter()).filter(|&(&a, &b)| {
            let mut symbols = self.automaton.rules(a).iter().map(|rule| rule.symbol);
            !symbols.any(|symbol| !other.automaton.rules_with(b, symbol).is_empty())
                || self.interfaces(alphabet, a, &own) != other.interfaces(alphabet, b, &more)
        });
        if unlike.count() > 1 {
            return Ok(None);
        }
        let mut joined = self.clone();
        let moved = joined.automaton.append(&other.automaton);
        for (root, &own) in self.roots.iter_enumerated() {
            let more = other.roots[root];
            if included(&other.automaton, &self.automaton, &[(more, own)])? {
                continue;
            }
            let more_moved = moved(more);
            if included(&self.automaton, &other.automaton, &[(own, more)])? {
                joined.roots[root] = more_moved;
                continue;
            }
            let rules: Vec<Rule> = [own, more_moved].iter().flat_map(|&s| joined.automaton.rules(s).to_vec()).collect();
            joined.roots[root] = joined.state_with(rules);
        }
        Ok(Some(joined))
    }

    /// For each node of a state the edges by which it leads to roots, with these roots.
    fn interfaces(
        &self,
        alphabet: &ForestAlphabet,
        state: StateId,
        known: &Signatures,
    ) -> BTreeSet<Vec<(EdgeLabel, RootId)>> {
        let interface = |node: Node| {
            let roots = |children: &[StateId]| -> BTreeSet<RootId> {
                children
                    .iter()
                    .flat_map(|&child| known[child].iter().flatten())
                    .map(|&(root, _)| root)
                    .collect_by_insertion()
            };
            let edges = node.edges.iter();
            edges
                .flat_map(|(label, children)| roots(children).into_iter().map(|root| (*label, root)))
                .collect_by_insertion()
        };
        self.nodes(alphabet, state).map(interface).collect_by_insertion()
    }

    /// Renumbered, so that equal sets of graphs are often equal values.
    #[must_use]
    pub fn reduced(&self) -> Self {
        let roots: Vec<StateId> = self.roots.iter().copied().collect();
        let (automaton, roots) = self.automaton.merge_bisimilar(&roots);
        let (automaton, roots) = automaton.canonical(&roots);
        Self { automaton, roots: roots.into_iter().collect(), registers: self.registers.clone() }
    }
}

/// Steps that a question of inclusion may take.
const INCLUSION_WORK: u64 = 2_000_000;

/// Whether for all pairs each tree of the first automaton's state is one of the second's.
///
/// # Errors
/// If a limit is reached.
pub(super) fn included(
    small: &TreeAutomaton,
    large: &TreeAutomaton,
    pairs: &[(StateId, StateId)],
) -> Result<bool, Stop> {
    let targets: Vec<[StateId; 1]> = pairs.iter().map(|&(_, target)| [target]).collect();
    let questions: Vec<(StateId, &[StateId])> =
        pairs.iter().zip(&targets).map(|(&(state, _), target)| (state, target.as_slice())).collect();
    Ok(small.inclusions(large, &questions, &mut Work::new(INCLUSION_WORK, &mut Silent))?.holds())
}
