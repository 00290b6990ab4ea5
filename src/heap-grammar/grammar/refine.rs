//! Refinement: splitting nonterminals by the states of heap automata, which makes propositions definite [HMC 2.1].

use indexmap::IndexMap;
use rustc_hash::{FxBuildHasher, FxHashMap};

use super::automaton::{AutomatonState, HeapAutomaton};
use super::{Grammar, Rule};
use crate::heap::{Alphabet, Heap, Nonterminal};
use base::{Idx, Observer, Phase, Progress, Stop, msg};

/// Maximum number of refined rules.
const RULE_LIMIT: usize = 20_000;

/// A grammar in which every nonterminal has one state of each automaton.
#[derive(Clone, Debug)]
pub struct Refinement {
    /// The refined grammar; the given one if every nonterminal has only one state and every rule is
    /// [possible](HeapAutomaton::is_possible).
    pub grammar: Grammar,
    /// Whether the refined grammar differs from the given one.
    pub is_split: bool,
    /// The states of each label of the refined grammar, in the order of the automata; empty without automata.
    states: FxHashMap<Nonterminal, Vec<AutomatonState>>,
    /// The refined labels of each label of the given grammar, none if it derives nothing; a missing label is not split.
    labels: FxHashMap<Nonterminal, Vec<Nonterminal>>,
}

/// Refines a grammar by several automata: the least set of pairs `(N, q)` that is closed under the rules [HMC 2.5].
///
/// # Errors
/// If there are too many refined rules, or `observer`, which is called for each of them, stops.
pub fn refine(
    alphabet: &mut Alphabet,
    grammar: &Grammar,
    automata: &[&dyn HeapAutomaton],
    observer: &mut dyn Observer,
) -> Result<Refinement, Stop> {
    if automata.is_empty() {
        return Ok(Refinement::unrefined(grammar));
    }
    let found = saturate(alphabet, grammar, automata, observer)?;
    let mut states = FxHashMap::default();
    let mut labels: FxHashMap<Nonterminal, Vec<Nonterminal>> = FxHashMap::default();
    let has_states = found.states.values().any(|s| s.len() > 1);
    // A rule with an empty language must not count as a way to make a selector concrete.
    let is_split = has_states || found.rules.len() < grammar.rules.len();
    for (&label, all) in &found.states {
        let _ = labels.entry(label).or_default();
        for (number, state) in all.iter().enumerate() {
            let refined = if has_states { alphabet.declare_refined(label, number) } else { label };
            states.insert(refined, state.clone());
            labels.entry(label).or_default().push(refined);
        }
    }
    if !is_split {
        return Ok(Refinement { grammar: grammar.clone(), is_split, states, labels });
    }
    let rules = found.rules.into_iter().map(|(label, state, mut body, edges)| {
        body.relabel(|position, label| labels[&label][edges[position]]);
        Rule { label: labels[&label][state], body, span: None }
    });
    let grammar = Grammar::new(alphabet, rules);
    Ok(Refinement { grammar, is_split, states, labels })
}

struct Saturation {
    /// By nonterminal, its states in order of discovery.
    states: IndexMap<Nonterminal, Vec<Vec<AutomatonState>>, FxBuildHasher>,
    /// Rules `(N, state of N, body, states of its edges)`, states by number.
    rules: Vec<(Nonterminal, usize, Heap, Vec<usize>)>,
}

fn saturate(
    alphabet: &Alphabet,
    grammar: &Grammar,
    automata: &[&dyn HeapAutomaton],
    observer: &mut dyn Observer,
) -> Result<Saturation, Stop> {
    let mut states: IndexMap<Nonterminal, Vec<Vec<AutomatonState>>, FxBuildHasher> = IndexMap::default();
    for (label, _) in alphabet.nonterminals() {
        states.insert(label, Vec::new());
    }
    loop {
        let mut changed = false;
        let mut rules = Vec::new();
        for (_, rule) in grammar.rules() {
            let counts: Vec<usize> = rule.body.nonterminals().iter().map(|e| states[&e.label].len()).collect();
            for edges in assignments(&counts) {
                observer.ask(Progress { phase: Phase::Reading, states: u32::at(rules.len()), frontier: 0 })?;
                let of_automaton = |a: usize| -> Vec<&AutomatonState> {
                    let edge = |(e, &n): (&crate::heap::NonterminalEdge, &usize)| &states[&e.label][n][a];
                    rule.body.nonterminals().iter().zip(&edges).map(edge).collect()
                };
                if !automata.iter().enumerate().all(|(a, m)| m.is_possible(&rule.body, &of_automaton(a))) {
                    continue;
                }
                let state: Vec<AutomatonState> =
                    automata.iter().enumerate().map(|(a, m)| m.state(&rule.body, &of_automaton(a))).collect();
                let known = &mut states[&rule.label];
                let number = known.iter().position(|s| *s == state).unwrap_or_else(|| {
                    changed = true;
                    known.push(state);
                    known.len() - 1
                });
                rules.push((rule.label, number, rule.body.clone(), edges));
                if rules.len() > RULE_LIMIT {
                    return Err(Stop::Incomplete(msg!("the refined grammar has more than {RULE_LIMIT} rules")));
                }
            }
        }
        if !changed {
            return Ok(Saturation { states, rules });
        }
    }
}

/// All choices of one of `counts[i]` for each `i`; none if a count is 0. Lazy, because there may be many.
fn assignments(counts: &[usize]) -> impl Iterator<Item = Vec<usize>> + use<> {
    let counts = counts.to_vec();
    let mut next = counts.iter().all(|&c| c > 0).then(|| vec![0; counts.len()]);
    std::iter::from_fn(move || {
        let current = next.take()?;
        let mut following = current.clone();
        for i in (0..counts.len()).rev() {
            following[i] += 1;
            if following[i] < counts[i] {
                next = Some(following);
                break;
            }
            following[i] = 0;
        }
        Some(current)
    })
}

impl Refinement {
    /// The refinement by no automaton.
    pub fn unrefined(grammar: &Grammar) -> Self {
        let (states, labels) = (FxHashMap::default(), FxHashMap::default());
        Self { grammar: grammar.clone(), is_split: false, states, labels }
    }

    /// The labels of the refined grammar with their states of an automaton.
    pub(super) fn labels_with_state(&self, automaton: usize) -> impl Iterator<Item = (Nonterminal, &AutomatonState)> {
        self.labels.values().flatten().map(move |&label| (label, &self.states[&label][automaton]))
    }

    /// The states of automaton `automaton` for the nonterminal edges of a refined heap, in order.
    pub fn edge_states(&self, heap: &Heap, automaton: usize) -> Vec<&AutomatonState> {
        heap.nonterminals().iter().map(|e| &self.states[&e.label][automaton]).collect()
    }

    /// All refinements of a heap over the given grammar, which together have the language of the heap. `None` if there
    /// are more than `limit`.
    pub fn refine_heap(&self, heap: &Heap, limit: usize) -> Option<Vec<Heap>> {
        let refined = |label: &Nonterminal| self.labels.get(label).cloned().unwrap_or_else(|| vec![*label]);
        let of: Vec<Vec<Nonterminal>> = heap.nonterminals().iter().map(|e| refined(&e.label)).collect();
        let counts: Vec<usize> = of.iter().map(Vec::len).collect();
        let mut all = Vec::new();
        for edges in assignments(&counts) {
            if all.len() == limit {
                return None;
            }
            let mut refined = heap.clone();
            refined.relabel(|position, _| of[position][edges[position]]);
            all.push(refined);
        }
        Some(all)
    }
}
