//! Formulas, stored once each.

use fixedbitset::FixedBitSet;
use indexmap::{IndexMap, IndexSet};
use rustc_hash::{FxBuildHasher, FxHashMap};

use super::proposition::Proposition;
use base::{CompactSort, FileId, Idx, Span, newtype_index};

newtype_index! {
    /// A formula of a [`Formulas`]; equal formulas have equal ids, and a formula's id exceeds those of its subformulas.
    pub struct FormulaId;
    /// A proposition of a [`Formulas`]; equal propositions have equal ids.
    pub struct PropositionId;
}

/// An operator with one operand.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub enum Unary {
    /// `!a`.
    Not,
    /// `X a`: at the next state.
    Next,
    /// `F a`: now or later.
    Finally,
    /// `G a`: now and always.
    Globally,
}

/// An operator with two operands.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub enum Binary {
    /// `a & b`.
    And,
    /// `a | b`.
    Or,
    /// `a -> b`.
    Implies,
    /// `a <-> b`.
    Iff,
    /// `a U b`: `b` now or later, and `a` until then.
    Until,
    /// `a R b`: `b` up to and including the first state with `a`, or always `b`; dual to [`Binary::Until`].
    Release,
    /// `a W b`: `a U b`, or always `a`.
    WeakUntil,
    /// `a M b`: `a R b`, and `a` now or later; dual to [`Binary::WeakUntil`].
    StrongRelease,
}

/// A formula of linear temporal logic; its operands are ids.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Formula {
    /// Always true.
    True,
    /// Never true.
    False,
    /// True if the proposition holds.
    Atom(PropositionId),
    /// An operator applied to one formula.
    Unary(Unary, FormulaId),
    /// An operator applied to two formulas.
    Binary(Binary, FormulaId, FormulaId),
}

impl Formula {
    /// The operands, left to right.
    pub fn operands(self) -> impl DoubleEndedIterator<Item = FormulaId> {
        let (left, right) = match self {
            Formula::True | Formula::False | Formula::Atom(_) => (None, None),
            Formula::Unary(_, operand) => (Some(operand), None),
            Formula::Binary(_, left, right) => (Some(left), Some(right)),
        };
        left.into_iter().chain(right)
    }
}

/// The store of formulas and propositions.
///
/// Invariant: the operands of a formula are stored before it, so increasing ids are a bottom-up order.
#[derive(Clone, Debug, Default)]
pub struct Formulas {
    formulas: IndexSet<Formula, FxBuildHasher>,
    propositions: IndexSet<Proposition, FxBuildHasher>,
    /// Where each file mentions a proposition first, in the order in which they were read.
    mentions: IndexMap<(PropositionId, FileId), Span, FxBuildHasher>,
}

impl Formulas {
    /// The empty store.
    pub fn new() -> Self {
        Self::default()
    }

    /// The id of `formula`, whose operands belong to this store.
    pub fn intern(&mut self, formula: Formula) -> FormulaId {
        debug_assert!(formula.operands().all(|o| o.index() < self.formulas.len()));
        FormulaId::at(self.formulas.insert_full(formula).0)
    }

    /// The id of `proposition`.
    pub fn intern_proposition(&mut self, proposition: Proposition) -> PropositionId {
        PropositionId::at(self.propositions.insert_full(proposition).0)
    }

    /// Notes where a text mentions a proposition.
    pub(super) fn mention(&mut self, proposition: PropositionId, span: Span) {
        self.mentions.entry((proposition, span.file)).or_insert(span);
    }

    /// What is between the braces where a file mentions a proposition first.
    pub fn mention_in(&self, proposition: PropositionId, file: FileId) -> Option<Span> {
        self.mentions.get(&(proposition, file)).copied()
    }

    /// For each proposition that was read from a text, what is between the braces where it was read first.
    pub fn first_mentions(&self) -> FxHashMap<PropositionId, Span> {
        let mut first = FxHashMap::default();
        self.mentions.iter().for_each(|(&(proposition, _), &span)| _ = first.entry(proposition).or_insert(span));
        first
    }

    /// The formula that is `proposition`.
    pub fn atom(&mut self, proposition: Proposition) -> FormulaId {
        let id = self.intern_proposition(proposition);
        self.intern(Formula::Atom(id))
    }

    /// `operator operand`.
    pub fn unary(&mut self, operator: Unary, operand: FormulaId) -> FormulaId {
        self.intern(Formula::Unary(operator, operand))
    }

    /// `left operator right`.
    pub fn binary(&mut self, operator: Binary, left: FormulaId, right: FormulaId) -> FormulaId {
        self.intern(Formula::Binary(operator, left, right))
    }

    /// The formula with this id.
    pub fn formula(&self, id: FormulaId) -> Formula {
        self.formulas[id.index()]
    }

    /// The proposition with this id.
    pub fn proposition(&self, id: PropositionId) -> &Proposition {
        &self.propositions[id.index()]
    }

    /// All propositions, in order of their ids.
    pub fn propositions(&self) -> impl Iterator<Item = (PropositionId, &Proposition)> {
        self.propositions.iter().enumerate().map(|(i, p)| (PropositionId::at(i), p))
    }

    /// `root` and its subformulas, operands first.
    pub fn subformulas(&self, root: FormulaId) -> Vec<FormulaId> {
        let mut seen = FixedBitSet::with_capacity(root.index() + 1);
        seen.insert(root.index());
        for id in (0..=root.index()).rev() {
            if seen.contains(id) {
                for operand in self.formulas[id].operands() {
                    seen.insert(operand.index());
                }
            }
        }
        seen.ones().map(FormulaId::at).collect()
    }

    /// Whether a formula has no temporal operators.
    pub fn is_propositional(&self, root: FormulaId) -> bool {
        self.subformulas(root).into_iter().all(|part| match self.formula(part) {
            Formula::True | Formula::False | Formula::Atom(_) | Formula::Unary(Unary::Not, _) => true,
            Formula::Binary(operator, ..) => {
                matches!(operator, Binary::And | Binary::Or | Binary::Implies | Binary::Iff)
            }
            Formula::Unary(..) => false,
        })
    }

    /// The propositions in `root`, in order of their ids.
    pub fn propositions_in(&self, root: FormulaId) -> Vec<PropositionId> {
        let atom = |id| match self.formula(id) {
            Formula::Atom(proposition) => Some(proposition),
            _ => None,
        };
        let mut found: Vec<_> = self.subformulas(root).into_iter().filter_map(atom).collect();
        found.compact_sort();
        found
    }
}
