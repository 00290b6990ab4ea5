//! Predicates over the variables at a head: where they come from.

use rustc_hash::FxHashSet;

use crate::blocks::{BlockProgram, HeadId};
use base::{Idx, IndexVec, newtype_index};
use bitvec::{Operator, Sort, TermId, Terms};
use numbers::atoms;

newtype_index! {
    /// A predicate at a head.
    pub struct PredicateId;
}

/// A head has at most this many predicates from the start.
const MINED: usize = 120;

/// The predicates of every head.
#[derive(Clone, Debug)]
pub struct Predicates {
    of: IndexVec<HeadId, IndexVec<PredicateId, TermId>>,
}

impl Predicates {
    /// No predicates.
    pub fn none(program: &BlockProgram<'_>) -> Self {
        Self { of: IndexVec::filled(IndexVec::new(), program.heads.len()) }
    }

    /// The predicates that the program itself suggests: conditions on the variables at a head in the blocks that begin there, and
    /// equalities with constants that blocks assign to them.
    pub fn mined(program: &BlockProgram<'_>, terms: &mut Terms) -> Self {
        let mut predicates = Self::none(program);
        for head in (0..program.heads.len()).map(HeadId::at) {
            let allowed = Allowed::new(program, head);
            let mut found = Vec::new();
            for (_, block) in program.blocks_from(head) {
                found.extend(atoms(terms, block.guard));
            }
            for (_, block) in program.blocks_to(head) {
                for &(variable, value) in &block.next {
                    for constant in leaves(terms, value) {
                        found.push(terms.equal(program.current[variable], constant));
                    }
                }
            }
            for (_, block) in program.blocks_from(head) {
                found.extend(block.next.iter().flat_map(|&(_, value)| atoms(terms, value)));
            }
            found.retain(|&atom| allowed.covers(terms, atom));
            for atom in found {
                if predicates.of[head].len() < MINED {
                    predicates.add(terms, head, atom);
                }
            }
        }
        predicates
    }

    /// The predicates of a head.
    pub fn of(&self, head: HeadId) -> &IndexVec<PredicateId, TermId> {
        &self.of[head]
    }

    /// How many each head has.
    pub fn counts(&self) -> IndexVec<HeadId, usize> {
        self.of.iter().map(|own| own.len()).collect()
    }

    /// Those that were added since there were so many.
    pub fn since(&self, counts: &IndexVec<HeadId, usize>) -> Vec<(HeadId, TermId)> {
        let added = |(head, own): (HeadId, &IndexVec<PredicateId, TermId>)| {
            own.iter().skip(counts[head]).map(move |&predicate| (head, predicate)).collect::<Vec<_>>()
        };
        self.of.iter_enumerated().flat_map(added).collect()
    }

    /// Adds a predicate, unless it or its negation is there or it is a constant. Returns whether it was added.
    pub fn add(&mut self, terms: &mut Terms, head: HeadId, predicate: TermId) -> bool {
        let positive = match terms.operator(predicate) {
            Operator::Not => terms.operands(predicate)[0],
            _ => predicate,
        };
        let known = terms.value(positive).is_some() || self.of[head].iter().any(|&other| other == positive);
        if !known {
            self.of[head].push(positive);
        }
        !known
    }
}

/// The variables that predicates at a head may mention.
pub(crate) struct Allowed {
    variables: FxHashSet<TermId>,
}

impl Allowed {
    /// Those that are live.
    pub(crate) fn new(program: &BlockProgram<'_>, head: HeadId) -> Self {
        Self { variables: program.heads[head].live.iter().map(|&variable| program.current[variable]).collect() }
    }

    /// Whether a term mentions no other variables.
    pub(crate) fn covers(&self, terms: &Terms, term: TermId) -> bool {
        terms.variables(term).into_iter().all(|variable| self.variables.contains(&terms.term_of(variable)))
    }
}

/// The constants that a term may be equal to, through conditionals.
fn leaves(terms: &Terms, term: TermId) -> Vec<TermId> {
    let mut found = Vec::new();
    let mut pending = vec![term];
    let mut seen = FxHashSet::default();
    while let Some(term) = pending.pop() {
        if !seen.insert(term) {
            continue;
        }
        match terms.operator(term) {
            Operator::Constant(_) if terms.sort(term) != Sort::Boolean => found.push(term),
            Operator::Ite => pending.extend(&terms.operands(term)[1..]),
            _ => {}
        }
    }
    found
}
