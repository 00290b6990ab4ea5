//! Which roots the trees of a state refer to.

use smallvec::SmallVec;

use super::{Forest, ForestAlphabet, LIMIT, RootId, too_large};
use crate::{Rule, StateId, TreeAutomaton};
use base::{CompactSort, IndexVec, Stop};

/// The roots that a tree refers to, in order, and how often: once, or 2 for more.
pub(super) type Signature = SmallVec<[(RootId, u8); 4]>;

/// The signatures of the trees of each state, in order.
pub(super) type Signatures = IndexVec<StateId, Vec<Signature>>;

/// A forest whose states have one signature each.
pub(super) type UniformForest = (Forest, IndexVec<StateId, Signature>);

/// The references of a tree with these subtrees.
fn sum(parts: &[&Signature]) -> Signature {
    let mut referring = parts.iter().filter(|part| !part.is_empty());
    match (referring.next(), referring.next()) {
        (None, _) => return Signature::new(),
        (Some(only), None) => return (*only).clone(),
        _ => {}
    }
    let mut all: Signature = parts.iter().flat_map(|part| part.iter().copied()).collect();
    all.compact_sort();
    let mut merged = Signature::new();
    for (root, count) in all {
        match merged.last_mut() {
            Some((last, total)) if *last == root => *total = 2,
            _ => merged.push((root, count)),
        }
    }
    merged
}

/// Calls `visit` for all signatures of a rule, each with those of its children.
fn visit_rule(
    alphabet: &ForestAlphabet,
    rule: &Rule,
    known: &Signatures,
    mut visit: impl FnMut(Signature, &[&Signature]),
) -> Result<(), Stop> {
    if let Some(leaf) = alphabet.leaf(rule.symbol) {
        visit(leaf.root().map(|root| (root, 1)).into_iter().collect(), &[]);
        return Ok(());
    }
    let choices = rule.children.iter().try_fold(1_usize, |product, child| product.checked_mul(known[*child].len()));
    let choices = choices.filter(|&choices| choices <= LIMIT).ok_or_else(too_large)?;
    let mut parts: SmallVec<[&Signature; 8]> = SmallVec::new();
    for choice in 0..choices {
        parts.clear();
        // The last child varies first.
        let (mut rest, mut block) = (choice, choices);
        for child in &rule.children {
            block /= known[*child].len();
            parts.push(&known[*child][rest / block]);
            rest %= block;
        }
        visit(sum(&parts), &parts);
    }
    Ok(())
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
        // States mostly lead to later ones.
        for state in automaton.states().rev() {
            for rule in automaton.rules(state) {
                let mut found: SmallVec<[Signature; 1]> = SmallVec::new();
                visit_rule(alphabet, rule, &known, |signature, _| {
                    if known[state].binary_search(&signature).is_err() {
                        found.push(signature);
                    }
                })?;
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
        visit_rule(alphabet, rule, &known, |signature, parts| {
            let children = rule.children.iter().zip(parts).map(|(&child, part)| copy(child, part)).collect();
            split.add_rule(copy(state, &signature), Rule { symbol: rule.symbol, children });
        })?;
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
