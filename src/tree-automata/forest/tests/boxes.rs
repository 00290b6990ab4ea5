//! Boxes by hand: those that no loop builds.

use smallvec::{SmallVec, smallvec};

use super::*;
use crate::{Rule, StateId};
use base::Idx;

/// An automaton that is put together state by state.
struct Parts<'a> {
    alphabet: &'a mut ForestAlphabet,
    forest: Forest,
}

impl Parts<'_> {
    fn leaf(&mut self, leaf: Leaf) -> StateId {
        self.forest.leaf_state(self.alphabet, leaf)
    }

    fn root(&mut self, root: usize) -> StateId {
        self.leaf(Leaf::Reference(RootId::at(root)))
    }

    fn rule(&mut self, kind: Option<NodeKind>, edges: &[(EdgeLabel, &[StateId])]) -> Rule {
        let labels = edges.iter().map(|(label, _)| *label).collect();
        let children = edges.iter().flat_map(|(_, states)| states.iter().copied()).collect();
        Rule { symbol: self.alphabet.symbol(Label::Node(kind, labels)), children }
    }

    fn state(&mut self, rules: &[Rule]) -> StateId {
        self.forest.state_with(rules.iter().cloned())
    }
}

fn parts(alphabet: &mut ForestAlphabet) -> Parts<'_> {
    Parts { alphabet, forest: Forest::default() }
}

fn to(selector: Selector) -> EdgeLabel {
    EdgeLabel::Selector(selector, Part::WHOLE)
}

/// A box whose first port points to the second one; what the second one has in it is given.
fn box_to(alphabet: &mut ForestAlphabet, back: Option<Leaf>) -> BoxId {
    let mut parts = parts(alphabet);
    let there = parts.root(1);
    let rule = parts.rule(None, &[(to(NEXT), &[there])]);
    let mut components = vec![Some(parts.state(&[rule])), None];
    if let Some(back) = back {
        let target = parts.leaf(back);
        let rule = parts.rule(None, &[(to(PREV), &[target])]);
        components[1] = Some(parts.state(&[rule]));
    }
    let automaton = parts.forest.automaton;
    let definition = BoxDefinition::reduced(alphabet, None, automaton, components).expect("small");
    alphabet.box_for(definition).expect("small")
}

/// A node at root 0 with a box to root 1, which a register names.
fn before(alphabet: &mut ForestAlphabet, id: BoxId) -> Forest {
    let mut parts = parts(alphabet);
    let there = parts.root(1);
    let (first, second) = (parts.rule(Some(NODE), &[(EdgeLabel::Box(id), &[there])]), parts.rule(Some(NODE), &[]));
    let roots = [first, second].map(|rule| parts.state(&[rule]));
    let mut forest = parts.forest;
    forest.roots = roots.into_iter().collect();
    forest.registers = vec![Value::reference(RootId::at(1), Part::WHOLE)];
    forest
}

#[test]
fn a_way_must_be_there_in_all_graphs() {
    let mut alphabet = ForestAlphabet::default();
    let mut parts = parts(&mut alphabet);
    let (there, null) = (parts.root(1), parts.leaf(Leaf::Null));
    let rules = [there, null].map(|target| parts.rule(None, &[(to(NEXT), &[target])]));
    let both = parts.state(&rules);
    let one = parts.state(&rules[..1]);
    let automaton = parts.forest.automaton;
    let leads = |alphabet: &ForestAlphabet, state| {
        let components = vec![Some(state), None];
        BoxDefinition::reduced(alphabet, None, automaton.clone(), components).expect("small").leads(0, 1)
    };
    assert!(leads(&alphabet, one));
    assert!(!leads(&alphabet, both));
}

#[test]
fn what_nothing_leads_back_to_is_lost() {
    let mut alphabet = ForestAlphabet::default();
    let id = box_to(&mut alphabet, None);
    let normal = before(&mut alphabet, id).normal(&mut alphabet).expect("small");
    let [Normal { forest, lost: true }] = &normal[..] else { panic!("{normal:?}") };
    assert_eq!(forest.roots.len(), 1);
}

#[test]
fn what_can_be_reached_backwards_is_not_lost() {
    let mut alphabet = ForestAlphabet::default();
    let id = box_to(&mut alphabet, Some(Leaf::Reference(RootId::at(0))));
    let normal = before(&mut alphabet, id).normal(&mut alphabet).expect("small");
    let [Normal { forest, lost: false }] = &normal[..] else { panic!("{normal:?}") };
    assert_eq!(forest.roots.len(), 2);
    let reached = forest.reached(&alphabet, forest.registers.iter().copied());
    assert_eq!(reached.len(), 2, "a call gets it as well");
}

#[test]
fn selectors_in_boxes_of_lost_nodes_are_kept() {
    let mut alphabet = ForestAlphabet::default();
    let id = box_to(&mut alphabet, Some(Leaf::Null));
    let normal = before(&mut alphabet, id).normal(&mut alphabet).expect("small");
    let [Normal { forest, lost: true }] = &normal[..] else { panic!("{normal:?}") };
    let root = forest.registers[0].root().expect("a node");
    let loaded = forest.clone().load(&mut alphabet, root, PREV).expect("small");
    assert_eq!(loaded.iter().map(|(_, value)| value.leaf).collect::<Vec<_>>(), [Leaf::Null]);
}

#[test]
fn a_box_that_gives_null_a_selector_has_no_graph() {
    let mut alphabet = ForestAlphabet::default();
    let id = box_to(&mut alphabet, Some(Leaf::Reference(RootId::at(0))));
    let mut parts = parts(&mut alphabet);
    let null = parts.leaf(Leaf::Null);
    let rule = parts.rule(Some(NODE), &[(EdgeLabel::Box(id), &[null])]);
    let state = parts.state(&[rule]);
    let mut forest = parts.forest;
    let root = forest.roots.push(state);
    assert!(forest.load(&mut alphabet, root, NEXT).expect("small").is_empty());
}

#[test]
fn parts_are_kept_where_there_may_be_a_reference() {
    let mut alphabet = ForestAlphabet::default();
    let mut parts = parts(&mut alphabet);
    let inside = Part(1);
    let mut leaf = |leaf| Rule { symbol: parts.alphabet.symbol(Label::Leaf(leaf)), children: SmallVec::new() };
    let leaves = [leaf(Leaf::Null), leaf(Leaf::Reference(RootId::at(0)))];
    let target = parts.state(&leaves);
    let label = EdgeLabel::Selector(NEXT, inside);
    let rule = parts.rule(Some(NODE), &[(label, &[target])]);
    let state = parts.state(&[rule]);
    let mut forest = parts.forest;
    let root = forest.roots.push(state);
    forest.forget_parts(&mut alphabet);
    let node = forest.root_node(&alphabet, root).expect("a single node");
    assert_eq!(node.edges, [(label, smallvec![target])]);
}
