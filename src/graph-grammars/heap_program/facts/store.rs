//! What is known of predicates in states, and what follows from it.

use indexmap::{IndexMap, IndexSet};
use rustc_hash::{FxBuildHasher, FxHashMap, FxHashSet};

use super::FactsId;
use super::symbols::{HeapView, Symbol, Symbols, Writes};
use base::{CompactSort, Idx, Silent};
use bitvec::{Answer, Cube, Operator, Solver, TermId, Terms, VariableId};
use numbers::affine_truth;

/// So many predicates are combined at most …
const COMBINED: usize = 8;

/// … to so many combinations.
const COMBINATIONS: usize = 32;

/// A question is given up after so many conflicts.
const CONFLICTS: u64 = 2_000;

/// A question is given up at so many clauses.
const CLAUSES: u64 = 200_000;

/// A solver with more clauses is not asked again: each of its models has a value for all that it was ever asked about.
const KEPT_CLAUSES: u64 = 10_000;

/// A [cube](Cube) that is kept.
type Combination = Vec<(TermId, bool)>;

/// What passes with different predicates share: terms, sets of facts, and answers to questions.
pub(super) struct Store {
    pub terms: Terms,
    pub symbols: Symbols,
    pub writes: Writes,
    /// The facts of states: predicates and negated ones that hold, in order.
    sets: IndexSet<Vec<TermId>, FxBuildHasher>,
    /// Whether a formula has a model; also those that were given up.
    answers: FxHashMap<TermId, bool>,
    /// The combinations of conditions in models of a formula.
    combined: FxHashMap<(TermId, Vec<TermId>), Vec<Combination>>,
    /// It knows the terms that it was asked about, and asserts nothing.
    solver: Solver,
}

impl Default for Store {
    fn default() -> Self {
        let mut sets = IndexSet::default();
        sets.insert(Vec::new());
        Self {
            terms: Terms::new(),
            symbols: Symbols::default(),
            writes: Writes::default(),
            sets,
            answers: FxHashMap::default(),
            combined: FxHashMap::default(),
            solver: Solver::with_limits(CONFLICTS, CLAUSES),
        }
    }
}

impl Store {
    /// The facts that these predicates and negated ones hold.
    pub(super) fn known(&mut self, mut literals: Vec<TermId>) -> FactsId {
        literals.compact_sort();
        FactsId::at(self.sets.insert_full(literals).0)
    }

    /// The facts without those about some symbols.
    pub(super) fn without(&mut self, facts: FactsId, is_gone: impl Fn(Symbol) -> bool) -> FactsId {
        let (terms, symbols) = (&self.terms, &self.symbols);
        let is_left = |literal: &&TermId| {
            let variables = terms.variables(**literal).into_iter().map(|variable| terms.term_of(variable));
            !variables.filter_map(|variable| symbols.of(variable)).any(|framed| is_gone(framed.symbol))
        };
        let left = self.sets[facts.index()].iter().filter(is_left).copied().collect();
        self.known(left)
    }

    /// What facts say.
    pub(super) fn given(&mut self, facts: FactsId) -> TermId {
        self.terms.all(&self.sets[facts.index()])
    }

    /// What facts say in a heap.
    pub(super) fn seen(&mut self, facts: FactsId, view: HeapView<'_>) -> TermId {
        let given = self.given(facts);
        view.seen(&mut self.terms, &mut self.symbols, given)
    }

    /// The combinations of predicates that are possible after a step, by what they are before it. What a combination leaves out is
    /// possible either way with it.
    pub(super) fn combinations(&mut self, given: TermId, open: &[(TermId, TermId)]) -> Vec<Vec<TermId>> {
        // Several predicates may be the same condition before the step, or its negation.
        let mut conditions: IndexMap<TermId, Vec<(TermId, bool)>, FxBuildHasher> = IndexMap::default();
        for &(predicate, weakest) in open {
            let (condition, is_same) = match self.terms.operator(weakest) {
                Operator::Not => (self.terms.operands(weakest)[0], false),
                _ => (weakest, true),
            };
            conditions.entry(condition).or_default().push((predicate, is_same));
        }
        let mut all = vec![Vec::new()];
        let mut rest: Vec<TermId> = conditions.keys().copied().collect();
        while let Some(&first) = rest.first() {
            // Conditions that have nothing to do with each other are not combined.
            let mut about = self.about(given, first);
            let mut together = vec![first];
            loop {
                let whole: Vec<TermId> = together.iter().copied().chain([about]).collect();
                let mentioned: FxHashSet<VariableId> = self.terms.variables_of(&whole).into_iter().collect();
                let is_near = |condition: &TermId| {
                    let mut variables = self.terms.variables(*condition).into_iter();
                    !together.contains(condition) && variables.any(|variable| mentioned.contains(&variable))
                };
                let Some(near) = rest.iter().copied().find(is_near) else { break };
                let more = self.about(given, near);
                about = self.terms.and(about, more);
                together.push(near);
            }
            rest.retain(|condition| !together.contains(condition));
            let decided: usize = together.iter().map(|condition| conditions[condition].len()).sum();
            if decided < 2 || together.len() > COMBINED {
                continue;
            }
            let is_shared = |condition: &TermId| conditions[condition].len() > 1;
            let shared: Vec<TermId> = together.iter().copied().filter(is_shared).collect();
            let mut cubes = self.cubes(about, together);
            for condition in shared {
                let values = |cube: Combination| match cube.iter().any(|&(known, _)| known == condition) {
                    true => vec![cube],
                    false => [true, false].map(|value| [&cube[..], &[(condition, value)]].concat()).to_vec(),
                };
                cubes = cubes.into_iter().flat_map(values).collect();
            }
            if all.len() * cubes.len() > COMBINATIONS {
                continue;
            }
            let mut more = Vec::new();
            for known in &all {
                for cube in &cubes {
                    let mut literals: Vec<TermId> = Vec::clone(known);
                    for (condition, value) in cube {
                        for &(predicate, is_same) in &conditions[condition] {
                            literals.push(if is_same == *value { predicate } else { self.terms.not(predicate) });
                        }
                    }
                    more.push(literals);
                }
            }
            all = more;
        }
        all
    }

    /// The combinations of values that conditions have in models of a formula.
    fn cubes(&mut self, formula: TermId, over: Vec<TermId>) -> Vec<Combination> {
        let key = (formula, over);
        if let Some(known) = self.combined.get(&key) {
            return known.clone();
        }
        let mut cubes: Vec<Combination> = Vec::new();
        let mut keep = |cube: &Cube| {
            cubes.push(cube.to_vec());
            Ok(())
        };
        let mut solver = Solver::with_limits(CONFLICTS, CLAUSES);
        let bounded = self.symbols.bounded(&mut self.terms, formula);
        if solver.all_models(&self.terms, bounded, &key.1, &mut Silent, &mut keep).is_err() {
            cubes = vec![Vec::new()];
        }
        self.combined.insert(key, cubes.clone());
        cubes
    }

    /// Of what is given that which may say something of a condition, as it mentions the same variables, or is connected with them. The
    /// rest is possible whatever these are.
    pub(super) fn about(&mut self, given: TermId, condition: TermId) -> TermId {
        let conjuncts = match self.terms.operator(given) {
            Operator::And => self.terms.operands(given).to_vec(),
            _ => vec![given],
        };
        let mut mentioned: FxHashSet<VariableId> = self.terms.variables(condition).into_iter().collect();
        let mut rest: Vec<(TermId, Vec<VariableId>)> =
            conjuncts.into_iter().map(|conjunct| (conjunct, self.terms.variables(conjunct))).collect();
        let mut found = Vec::new();
        loop {
            let (near, far): (Vec<_>, Vec<_>) =
                rest.into_iter().partition(|(_, variables)| variables.iter().any(|v| mentioned.contains(v)));
            if near.is_empty() {
                return self.terms.all(&found);
            }
            for (conjunct, variables) in near {
                found.push(conjunct);
                mentioned.extend(variables);
            }
            rest = far;
        }
    }

    /// Whether a formula may have a model.
    pub(super) fn is_possible(&mut self, formula: TermId) -> bool {
        if let Some(value) = self.terms.value(formula) {
            return value != 0;
        }
        if let Some(&known) = self.answers.get(&formula) {
            return known;
        }
        let bounded = self.symbols.bounded(&mut self.terms, formula);
        // What takes too long may be possible.
        let answer = self.solver.check(&self.terms, &[bounded], &mut Silent);
        let is_possible = answer != Ok(Answer::Unsatisfiable);
        if self.solver.statistics().clauses > KEPT_CLAUSES {
            self.solver = Solver::with_limits(CONFLICTS, CLAUSES);
        }
        self.answers.insert(formula, is_possible);
        is_possible
    }

    /// Whether a condition, or its negation, follows from what is given, which is possible.
    pub(super) fn follows(&mut self, given: TermId, condition: TermId) -> Option<bool> {
        if let Some(value) = self.terms.value(condition) {
            return Some(value != 0);
        }
        let given = self.about(given, condition);
        if given == Terms::TRUE {
            return None;
        }
        // Sums of many numbers are hard to compare bit by bit.
        if let Some(truth) = affine_truth(&self.terms, given, condition) {
            return Some(truth);
        }
        let not = self.terms.not(condition);
        let fails = self.terms.and(given, not);
        if !self.is_possible(fails) {
            return Some(true);
        }
        let holds = self.terms.and(given, condition);
        (!self.is_possible(holds)).then_some(false)
    }
}
