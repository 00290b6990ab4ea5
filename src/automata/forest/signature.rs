//! Which roots the trees of a state refer to.

use smallvec::SmallVec;

use super::{Forest, ForestAlphabet, LIMIT, RootId, too_large};
use crate::automata::{Rule, StateId, TreeAutomaton};
use crate::base::{IndexVec, Stop};

/// The roots that a tree refers to, in order, and how often: once, or 2 for more.
pub(super) type Signature = SmallVec<[(RootId, u8); 4]>;

/// The signatures of the trees of each state, in order.
pub(super) type Signatures = IndexVec<StateId, Vec<Signature>>;

/// A signature of a rule, with those of its children.
type RuleSignature<'a> = (Signature, SmallVec<[&'a Signature; 4]>);

/// A forest whose states have one signature each.
pub(super) type UniformForest = (Forest, IndexVec<StateId, Signature>);

/// The references of a tree with these subtrees.
fn sum(parts: &[&Signature]) -> Signature {
    let mut all: Signature = parts.iter().flat_map(|part| part.iter().copied()).collect();
    all.sort_unstable();
    let mut merged = Signature::new();
    for (root, count) in all {
        match merged.last_mut() {
            Some((last, total)) if *last == root => *total = 2,
            _ => merged.push((root, count)),
        }
    }
    merged
}

/// All signatures of a rule, each with those of its children.
fn of_rule<'a>(alphabet: &ForestAlphabet, rule: &Rule, known: &'a Signatures) -> Result<Vec<RuleSignature<'a>>, Stop> {
    if let Some(leaf) = alphabet.leaf(rule.symbol) {
        return Ok(vec![(leaf.root().map(|root| (root, 1)).into_iter().collect(), SmallVec::new())]);
    }
    let mut choices: Vec<SmallVec<[&Signature; 4]>> = vec![SmallVec::new()];
    for child in &rule.children {
        let mut longer = Vec::new();
        for choice in &choices {
            for signature in &known[*child] {
                let mut choice = choice.clone();
                choice.push(signature);
                longer.push(choice);
            }
        }
        if longer.len() > LIMIT {
            return Err(too_large());
        }
        choices = longer;
    }
    Ok(choices.into_iter().map(|choice| (sum(&choice), choice)).collect())
}

/// The signatures of all states.
///
/// # Errors
/// If there are too many.
pub(super) fn signatures(alphabet: &ForestAlphabet, automaton: &TreeAutomaton) -> Result<Signatures, Stop> {
    let mut known: Signatures = automaton.states().map(|_| Vec::new()).collect();
    let mut changed = true;
    while changed {
        changed = false;
        for state in automaton.states() {
            for rule in automaton.rules(state) {
                let found: Vec<Signature> =
                    of_rule(alphabet, rule, &known)?.into_iter().map(|(signature, _)| signature).collect();
                for signature in found {
                    if let Err(place) = known[state].binary_search(&signature) {
                        known[state].insert(place, signature);
                        changed = true;
                    }
                }
            }
        }
    }
    Ok(known)
}

/// Splits the states of a trimmed forest so that all trees of a state have the same signature. As roots are states, several forests may
/// come of it, which together represent the same graphs.
///
/// # Errors
/// If it becomes too large.
pub(super) fn with_uniform_signatures(alphabet: &ForestAlphabet, forest: Forest) -> Result<Vec<UniformForest>, Stop> {
    let known = signatures(alphabet, &forest.automaton)?;
    if known.iter().all(|signatures| signatures.len() <= 1) {
        let uniform = known.iter().map(|signatures| signatures.first().cloned().unwrap_or_default()).collect();
        return Ok(vec![(forest, uniform)]);
    }
    let mut split = TreeAutomaton::new();
    let mut copies: IndexVec<StateId, SmallVec<[StateId; 2]>> = IndexVec::new();
    let mut uniform: IndexVec<StateId, Signature> = IndexVec::new();
    for state in forest.automaton.states() {
        copies.push(known[state].iter().map(|_| split.add_state()).collect());
        known[state].iter().for_each(|signature| _ = uniform.push(signature.clone()));
    }
    let copy = |state: StateId, signature: &Signature| {
        let place = known[state].iter().position(|own| own == signature).expect("a signature of the state");
        copies[state][place]
    };
    for (state, rule) in forest.automaton.all_rules() {
        for (signature, parts) in of_rule(alphabet, rule, &known)? {
            let children = rule.children.iter().zip(parts).map(|(&child, part)| copy(child, part)).collect();
            split.add_rule(copy(state, &signature), Rule { symbol: rule.symbol, children });
        }
    }
    let mut choices: Vec<IndexVec<super::RootId, StateId>> = vec![IndexVec::new()];
    for &root in forest.roots.iter() {
        let longer = choices
            .iter()
            .flat_map(|choice| copies[root].iter().map(move |&state| choice.iter().copied().chain([state]).collect()));
        choices = longer.collect();
        if choices.len() > LIMIT {
            return Err(too_large());
        }
    }
    let made = choices.into_iter().map(|roots| {
        (Forest { automaton: split.clone(), roots, registers: forest.registers.clone() }, uniform.clone())
    });
    Ok(made.collect())
}

/// How often trees with this signature refer to a root: 2 stands for more than once.
pub(super) fn count(signature: &Signature, root: RootId) -> u8 {
    signature.iter().find(|(own, _)| *own == root).map_or(0, |&(_, count)| count)
}
