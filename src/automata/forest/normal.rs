//! Normal forms: which roots there are, and in which order.

use super::signature::{Signature, count, signatures, with_uniform_signatures};
use super::{EdgeLabel, Forest, ForestAlphabet, Leaf, RootId};
use crate::automata::{Rule, StateId, TreeAutomaton, Work};
use crate::base::{Idx, IndexVec, Silent, Stop};

/// A forest in normal form.
#[derive(Clone, Debug)]
pub struct Normal {
    /// The forest.
    pub forest: Forest,
    /// Whether nothing led to some component any more. It is left out.
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
        let mut found = Vec::new();
        for (mut forest, signatures) in with_uniform_signatures(alphabet, self)? {
            if forest.is_empty() {
                continue;
            }
            let order = forest.found_roots(alphabet, &signatures);
            let lost = order.len() < forest.roots.len();
            let merged = forest.merged_roots(alphabet, &signatures, &order);
            let kept: Vec<RootId> = order.into_iter().filter(|&root| !merged[root]).collect();
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
        let back = self.ways_back(alphabet);
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
    fn ways_back(&self, alphabet: &ForestAlphabet) -> Vec<(RootId, RootId)> {
        let mut ways = Vec::new();
        for (component, &start) in self.roots.iter_enumerated() {
            let states = self.reachable(start);
            // States from whose node a way leads to the root of the component, wherever they stand: that of the root, too, may stand further
            // below.
            let mut up: IndexVec<StateId, bool> = IndexVec::filled(true, self.automaton.state_count());
            let mut changed = true;
            while changed {
                changed = false;
                for &state in &states {
                    for node in self.nodes(alphabet, state) {
                        for (label, children) in &node.edges {
                            for (target, &child) in children.iter().enumerate() {
                                let leads =
                                    matches!(label, EdgeLabel::Box(id) if alphabet.boxes[*id].leads(target + 1, 0));
                                if (!leads || !up[state]) && up[child] {
                                    up[child] = false;
                                    changed = true;
                                }
                            }
                        }
                    }
                }
            }
            // Leaves stand for the roots that they refer to: a way leads up from the root if one does from each of its leaves.
            let mut from: Vec<(RootId, bool)> = Vec::new();
            for &state in &states {
                for leaf in self.leaves(alphabet, state) {
                    let Some(root) = leaf.root() else { continue };
                    match from.iter_mut().find(|(own, _)| *own == root) {
                        Some((_, all)) => *all &= up[state],
                        None => from.push((root, up[state])),
                    }
                }
            }
            from.sort_unstable();
            ways.extend(
                from.into_iter().filter(|&(root, all)| all && root != component).map(|(root, _)| (root, component)),
            );
        }
        ways
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
        included(&other.automaton, &self.automaton, &pairs)
    }

    /// A forest with the graphs of both, if they are alike: with the same values of registers, and at each root but one a label in common,
    /// or one has all trees of the other; and each root refers to the same ones. Both are in normal form.
    ///
    /// It may have more graphs, as trees of different roots are combined freely.
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
        let mut joined = self.clone();
        let moved = joined.automaton.append(&other.automaton);
        let mut differs = false;
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
            let mut symbols = self.automaton.rules(own).iter().map(|rule| rule.symbol);
            let alike = symbols.any(|symbol| other.automaton.rules(more).iter().any(|rule| rule.symbol == symbol));
            if !alike && std::mem::replace(&mut differs, true) {
                return Ok(None);
            }
            let rules: Vec<Rule> = [own, more_moved].iter().flat_map(|&s| joined.automaton.rules(s).to_vec()).collect();
            joined.roots[root] = joined.state_with(rules);
        }
        Ok(Some(joined))
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
