//! Bringing a selector of a root to light: splitting cases, unfolding boxes, cutting trees.

use smallvec::{SmallVec, smallvec};

use super::nodes::Node;
use super::{
    BoxId, EdgeLabel, Forest, ForestAlphabet, ForestValue, LIMIT, Label, Leaf, Part, RootId, Selector, Value, too_large,
};
use crate::{Rule, StateId};
use base::{CompactSort, Idx, Stop};

impl Forest {
    /// The value of a selector of the node at a root, with the forests in which it is so. Together they represent the same graphs; in
    /// each the root has a single node, which has the selector, and a node that it points to is a root.
    ///
    /// Graphs in which the node lacks the selector are left out.
    ///
    /// # Errors
    /// If too many cases come of it.
    pub fn load(
        self,
        alphabet: &mut ForestAlphabet,
        root: RootId,
        selector: Selector,
    ) -> Result<Vec<ForestValue>, Stop> {
        let mut found = Vec::new();
        for forest in self.expose(alphabet, root, selector)? {
            let node = forest.root_node(alphabet, root).expect("a single node");
            let place = node.position(selector).expect("the selector");
            let EdgeLabel::Selector(_, part) = node.edges[place].0 else { unreachable!("a selector") };
            for (mut forest, target) in forest.cut(alphabet, root, &node, place, 0) {
                let value = match target {
                    Leaf::Reference(_) => Value { leaf: target, part },
                    leaf => Value::from(leaf),
                };
                forest.trim();
                if !forest.is_empty() {
                    found.push((forest, value));
                }
            }
        }
        Ok(found)
    }

    /// Gives a selector of the node at a root a value. What it pointed to may be lost.
    ///
    /// # Errors
    /// As [`load`](Self::load).
    pub fn store(
        self,
        alphabet: &mut ForestAlphabet,
        root: RootId,
        selector: Selector,
        value: Value,
    ) -> Result<Vec<Forest>, Stop> {
        let loaded = self.load(alphabet, root, selector)?;
        let stored = loaded.into_iter().map(|(mut forest, _)| {
            let mut node = forest.root_node(alphabet, root).expect("a single node");
            let place = node.position(selector).expect("the selector");
            let state = forest.leaf_state(alphabet, value.leaf);
            node.edges[place] = (EdgeLabel::Selector(selector, value.part), smallvec![state]);
            node.edges.compact_sort();
            forest.set_root(alphabet, root, &node);
            forest.trim();
            forest
        });
        Ok(stored.collect())
    }

    /// Takes away the node at a root, which has these selectors. References to it dangle; what it pointed to may be lost.
    ///
    /// # Errors
    /// As [`load`](Self::load).
    pub fn remove(
        self,
        alphabet: &mut ForestAlphabet,
        root: RootId,
        selectors: &[Selector],
    ) -> Result<Vec<Forest>, Stop> {
        let mut cases = self.isolated(alphabet, root, selectors)?;
        for forest in &mut cases {
            let others: Vec<RootId> = (0..forest.roots.len()).map(RootId::at).filter(|other| *other != root).collect();
            forest.rename(alphabet, |other| if other == root { Leaf::Dangling } else { Leaf::Reference(other) });
            forest.select_roots(alphabet, &others);
            forest.forget_parts(alphabet);
            forest.trim();
        }
        Ok(cases)
    }

    /// The forests in which the root has a single node with these selectors, which lead to values and roots. Together they represent the
    /// graphs of this one whose node has them.
    ///
    /// # Errors
    /// As [`load`](Self::load).
    pub fn isolated(
        self,
        alphabet: &mut ForestAlphabet,
        root: RootId,
        selectors: &[Selector],
    ) -> Result<Vec<Forest>, Stop> {
        let mut cases = vec![self];
        for &selector in selectors {
            let mut next = Vec::new();
            for forest in cases {
                next.extend(forest.load(alphabet, root, selector)?.into_iter().map(|(forest, _)| forest));
            }
            cases = next;
        }
        Ok(cases)
    }

    /// Gives selectors the part 0 where they lead to no reference.
    pub(super) fn forget_parts(&mut self, alphabet: &mut ForestAlphabet) {
        for state in self.automaton.states().collect::<Vec<_>>() {
            let mut rules = Vec::new();
            let mut changed = false;
            for rule in self.automaton.rules(state).to_vec() {
                let Some(mut node) = Node::of(alphabet, &rule) else {
                    rules.push(rule);
                    continue;
                };
                for (label, children) in &mut node.edges {
                    let EdgeLabel::Selector(selector, part) = *label else { continue };
                    let dangles = self
                        .automaton
                        .rules(children[0])
                        .iter()
                        .all(|rule| alphabet.leaf(rule.symbol).is_some_and(|leaf| leaf.root().is_none()));
                    if part != Part::WHOLE && dangles {
                        *label = EdgeLabel::Selector(selector, Part::WHOLE);
                        changed = true;
                    }
                }
                rules.push(node.rule(alphabet));
            }
            if changed {
                self.automaton.replace(state, rules);
            }
        }
    }

    /// The forests in which a root has a single node with this selector.
    fn expose(self, alphabet: &mut ForestAlphabet, root: RootId, selector: Selector) -> Result<Vec<Forest>, Stop> {
        let (mut waiting, mut exposed) = (vec![self], Vec::new());
        let mut steps = 0;
        while let Some(forest) = waiting.pop() {
            steps += 1;
            if steps + waiting.len() > LIMIT {
                return Err(too_large());
            }
            let mut next = Vec::new();
            for node in forest.nodes(alphabet, forest.roots[root]).collect::<Vec<_>>() {
                let mut case = forest.clone();
                case.set_root(alphabet, root, &node);
                if node.position(selector).is_some() {
                    exposed.push(case);
                    continue;
                }
                let covering = node.edges.iter().position(|(label, _)| match label {
                    EdgeLabel::Box(id) => alphabet.boxes[*id].covers(0, selector),
                    EdgeLabel::Selector(..) => false,
                });
                match covering {
                    Some(place) => next.extend(case.unfold(alphabet, root, &node, place)?),
                    None => next.extend(case.expose_behind(alphabet, root, selector)?),
                }
            }
            // The first case comes first.
            waiting.extend(next.into_iter().rev());
        }
        Ok(exposed)
    }

    /// The selector is in a box that leads to the root: unfolds it, wherever it may be.
    fn expose_behind(
        self,
        alphabet: &mut ForestAlphabet,
        root: RootId,
        selector: Selector,
    ) -> Result<Vec<Forest>, Stop> {
        let mut found = Vec::new();
        for component in (0..self.roots.len()).map(RootId::at) {
            for state in self.reachable(self.roots[component]) {
                for rule in self.automaton.rules(state) {
                    let Some(node) = Node::of(alphabet, rule) else { continue };
                    for (place, (label, children)) in node.edges.iter().enumerate() {
                        let EdgeLabel::Box(id) = *label else { continue };
                        for (target, &child) in children.iter().enumerate() {
                            let leads = self.leaves(alphabet, child).any(|leaf| leaf == Leaf::Reference(root));
                            if leads && alphabet.boxes[id].covers(target + 1, selector) {
                                for (mut forest, source) in self.isolate(alphabet, component, state, rule) {
                                    let mut node = node.clone();
                                    node.edges[place].1[target] = forest.leaf_state(alphabet, Leaf::Reference(root));
                                    forest.set_root(alphabet, source, &node);
                                    found.extend(forest.unfold(alphabet, source, &node, place)?);
                                }
                            }
                        }
                    }
                }
            }
        }
        Ok(found)
    }

    /// The states of a component, in order of discovery.
    pub(super) fn reachable(&self, from: StateId) -> Vec<StateId> {
        let mut found = vec![from];
        let mut seen = vec![false; self.automaton.state_count()];
        seen[from.index()] = true;
        let mut next = 0;
        while let Some(&state) = found.get(next) {
            next += 1;
            for child in self.automaton.rules(state).iter().flat_map(|rule| &rule.children) {
                if !std::mem::replace(&mut seen[child.index()], true) {
                    found.push(*child);
                }
            }
        }
        found
    }

    /// The forests in which one node that a rule of a component makes is a root; that root, which has only this rule then. States keep their
    /// numbers; a forest may be empty.
    fn isolate(
        &self,
        alphabet: &mut ForestAlphabet,
        component: RootId,
        state: StateId,
        rule: &Rule,
    ) -> Vec<(Forest, RootId)> {
        let mut found = Vec::new();
        if self.roots[component] == state {
            let mut forest = self.clone();
            forest.roots[component] = forest.state_with([rule.clone()]);
            found.push((forest, component));
        }
        // Elsewhere: of each state a copy for trees with one mark, which refers to the new root.
        let mut forest = self.clone();
        let own = forest.state_with([rule.clone()]);
        let new = forest.roots.push(own);
        let mark = alphabet.symbol(Label::Leaf(Leaf::Reference(new)));
        let states = self.reachable(self.roots[component]);
        let copies: Vec<StateId> = states.iter().map(|_| forest.automaton.add_state()).collect();
        let copy = |state: StateId| states.iter().position(|&own| own == state).map(|place| copies[place]);
        let descending = |state: StateId| {
            self.automaton.rules(state).iter().flat_map(move |rule| {
                (0..rule.children.len()).filter_map(move |place| {
                    let mut rule = rule.clone();
                    rule.children[place] = copy(rule.children[place])?;
                    Some(rule)
                })
            })
        };
        for (&from, &to) in states.iter().zip(&copies) {
            descending(from).for_each(|rule| forest.automaton.add_rule(to, rule));
            if from == state {
                forest.automaton.add_rule(to, Rule { symbol: mark, children: SmallVec::new() });
            }
        }
        // The root of the component is not the node itself.
        let below: Vec<Rule> = descending(self.roots[component]).collect();
        forest.roots[component] = forest.state_with(below);
        found.push((forest, new));
        found
    }

    /// Cuts off the target of an edge of a root's node: the forests in which it is a leaf or a root, with that leaf.
    fn cut(
        &self,
        alphabet: &mut ForestAlphabet,
        root: RootId,
        node: &Node,
        edge: usize,
        target: usize,
    ) -> Vec<(Forest, Leaf)> {
        let child = node.edges[edge].1[target];
        let mut targets: Vec<(Forest, Leaf)> = Vec::new();
        for leaf in self.leaves(alphabet, child).collect::<Vec<_>>() {
            targets.push((self.clone(), leaf));
        }
        let below: Vec<Rule> =
            self.automaton.rules(child).iter().filter(|rule| alphabet.leaf(rule.symbol).is_none()).cloned().collect();
        if !below.is_empty() {
            let mut forest = self.clone();
            let state = forest.state_with(below);
            let new = forest.roots.push(state);
            targets.push((forest, Leaf::Reference(new)));
        }
        for (forest, leaf) in &mut targets {
            let mut node = node.clone();
            node.edges[edge].1[target] = forest.leaf_state(alphabet, *leaf);
            forest.set_root(alphabet, root, &node);
        }
        targets
    }

    /// Replaces a box at a root by what it stands for.
    fn unfold(
        &self,
        alphabet: &mut ForestAlphabet,
        root: RootId,
        node: &Node,
        edge: usize,
    ) -> Result<Vec<Forest>, Stop> {
        let EdgeLabel::Box(id) = node.edges[edge].0 else { unreachable!("a box") };
        let mut cases: Vec<(Forest, Vec<Leaf>)> = vec![(self.clone(), Vec::new())];
        for target in 0..node.edges[edge].1.len() {
            let mut next = Vec::new();
            for (forest, leaves) in cases {
                let current = forest.root_node(alphabet, root).expect("a single node");
                for (forest, leaf) in forest.cut(alphabet, root, &current, edge, target) {
                    next.push((forest, leaves.iter().copied().chain([leaf]).collect()));
                }
            }
            cases = next;
        }
        let mut found = Vec::new();
        for (mut forest, targets) in cases {
            let mut rest = forest.root_node(alphabet, root).expect("a single node");
            rest.edges.remove(edge);
            forest.set_root(alphabet, root, &rest);
            let ports: Vec<Leaf> = std::iter::once(Leaf::Reference(root)).chain(targets).collect();
            if forest.attach(alphabet, id, &ports)? {
                forest.trim();
                if !forest.is_empty() {
                    found.push(forest);
                }
            }
        }
        Ok(found)
    }

    /// Adds what a box stands for to the nodes at its ports. False if there is no such graph.
    ///
    /// # Errors
    /// If there are too many cases.
    fn attach(&mut self, alphabet: &mut ForestAlphabet, id: BoxId, ports: &[Leaf]) -> Result<bool, Stop> {
        let definition = alphabet.boxes[id].clone();
        let mut inside = definition.automaton.clone();
        super::nodes::rename_leaves(&mut inside, alphabet, &|port| ports[port.index()]);
        let moved = self.automaton.append(&inside);
        for (component, port) in definition.components.iter().zip(ports) {
            let Some(component) = component else { continue };
            let Leaf::Reference(root) = *port else { return Ok(false) };
            let attached = moved(*component);
            let mut rules = Vec::new();
            for own in self.nodes(alphabet, self.roots[root]).collect::<Vec<_>>() {
                for more in self.nodes(alphabet, attached).collect::<Vec<_>>() {
                    rules.extend(own.with(&more).map(|node| node.rule(alphabet)));
                }
            }
            if rules.is_empty() {
                return Ok(false);
            }
            if rules.len() > LIMIT {
                return Err(too_large());
            }
            self.roots[root] = self.state_with(rules);
        }
        self.forget_parts(alphabet);
        Ok(true)
    }
}
