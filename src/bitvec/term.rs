//! Terms over Booleans and bit-vectors, shared in one arena and simplified as they are built.
//!
//! Operators that work bit by bit ([`Terms::not`], [`Terms::and`], [`Terms::or`], [`Terms::xor`]) and [`Terms::ite`] apply to both sorts. Only a few
//! operators exist; the others are expressed by them: `a <= b` is `not (b < a)`, a disjunction is a negated
//! conjunction, `a - b` is `a + (-1) * b`, and shifts by constants are extractions.
//!
//! Contract of all constructors: the sorts of operands fit, as SMT-LIB demands. Debug builds assert it.
//!
//! The time of a constructor does not depend on the depth of its operands, nor does any function use native recursion on it.

mod arithmetic;
mod compare;
mod connective;
mod equality;
mod meaning;
mod overflow;
mod structure;
#[cfg(test)]
mod tests;
mod walk;

use std::hash::{Hash, Hasher};

use hashbrown::HashTable;
use rustc_hash::FxHasher;

use base::{Idx, IndexVec, newtype_index};

pub use equality::inverse;
pub use walk::{Evaluation, Substitution};

newtype_index! {
    /// A term of a [`Terms`]. Law: the same operator on the same operands has the same id.
    pub struct TermId;
    /// A variable of a [`Terms`], numbered from 0 in the order of creation.
    pub struct VariableId;
}

/// What a term denotes.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub enum Sort {
    /// True or false; as a value, 1 or 0.
    Boolean,
    /// A vector of 1 to 64 bits; as a value, the number that it is in binary.
    Bits(u8),
}

impl Sort {
    /// The number of bits; 1 for Booleans.
    pub fn width(self) -> u32 {
        match self {
            Sort::Boolean => 1,
            Sort::Bits(width) => u32::from(width),
        }
    }

    /// The greatest value: all bits are 1.
    pub fn mask(self) -> u64 {
        u64::MAX >> (64 - self.width())
    }

    /// The value of a sign bit.
    pub fn sign_bit(self) -> u64 {
        1 << (self.width() - 1)
    }

    /// The number that a value is in two's complement.
    pub fn signed(self, value: u64) -> i64 {
        let unused = 64 - self.width();
        ((value << unused) as i64) >> unused
    }
}

/// What a term does with its operands. Sorts: `b` is Boolean, `v` a bit-vector, `x` either.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Operator {
    /// A value, with no bit above the width of its sort.
    Constant(u64),
    /// A variable.
    Variable(VariableId),
    /// `x → x`: every bit is negated.
    Not,
    /// `x, x, … → x`: two or more operands, a constant first, others in ascending order.
    And,
    /// `x, x → x`, a constant first, others in ascending order. Equality of Booleans is its negation.
    Xor,
    /// `b, x, x → x`: the second operand if the first is true, otherwise the third.
    Ite,
    /// `v, v → b`, a constant first, others in ascending order.
    Equal,
    /// `v, v → b`.
    UnsignedLess,
    /// `v, v → b`.
    SignedLess,
    /// `v, v, … → v`, wrapping: two or more operands, a constant first, others in ascending order.
    Add,
    /// `v, v → v`, wrapping. A constant is the first operand, others are in ascending order.
    Multiply,
    /// `v, v → v`: by 0, all bits are 1.
    UnsignedDivide,
    /// `v, v → v`: by 0, the dividend.
    UnsignedRemainder,
    /// `v, v → v`, rounding towards 0: by 0, 1 for negative dividends and -1 otherwise; wrapping.
    SignedDivide,
    /// `v, v → v`, with the sign of the dividend: by 0, the dividend.
    SignedRemainder,
    /// `v, v → v`: by the width or more, 0.
    ShiftLeft,
    /// `v, v → v`: by the width or more, 0.
    LogicalShiftRight,
    /// `v, v → v`: by the width or more, the sign in every bit.
    ArithmeticShiftRight,
    /// `v, v → v`: the first operand has the upper bits.
    Concat,
    /// `v → v`: the bits from this one on, as many as the sort has.
    Extract(u8),
    /// `v → v`: more bits, which are 0.
    ZeroExtend,
    /// `v → v`: more bits, equal to the sign.
    SignExtend,
    /// `v, v → b`, in ascending order: the unsigned product does not fit.
    UnsignedMultiplyOverflows,
    /// `v, v → b`, in ascending order: the signed product does not fit.
    SignedMultiplyOverflows,
}

#[derive(Clone, Copy)]
struct Node {
    operator: Operator,
    sort: Sort,
    /// Where its operands are in [`Terms::operands`].
    start: u32,
    length: u32,
}

/// An arena of terms.
pub struct Terms {
    nodes: IndexVec<TermId, Node>,
    operands: Vec<TermId>,
    unique: HashTable<TermId>,
    variables: IndexVec<VariableId, TermId>,
}

impl Default for Terms {
    fn default() -> Self {
        Self::new()
    }
}

impl Terms {
    /// How many terms there are.
    pub fn count(&self) -> usize {
        self.nodes.len()
    }

    /// The Boolean constant.
    pub const FALSE: TermId = TermId(0);
    /// The Boolean constant.
    pub const TRUE: TermId = TermId(1);

    /// An arena with the Boolean constants.
    pub fn new() -> Self {
        let mut terms =
            Self { nodes: IndexVec::new(), operands: Vec::new(), unique: HashTable::new(), variables: IndexVec::new() };
        for value in [0, 1] {
            terms.intern(Operator::Constant(value), Sort::Boolean, &[]);
        }
        terms
    }

    /// A new variable.
    pub fn variable(&mut self, sort: Sort) -> TermId {
        debug_assert!(matches!(sort, Sort::Boolean | Sort::Bits(1..=64)), "{sort:?}");
        let variable = VariableId::at(self.variables.len());
        let term = self.intern(Operator::Variable(variable), sort, &[]);
        self.variables.push(term);
        term
    }

    /// A constant; bits that the sort does not have are dropped.
    pub fn constant(&mut self, sort: Sort, value: u64) -> TermId {
        debug_assert!(matches!(sort, Sort::Boolean | Sort::Bits(1..=64)), "{sort:?}");
        self.intern(Operator::Constant(value & sort.mask()), sort, &[])
    }

    /// A constant bit-vector; bits that it does not have are dropped.
    pub fn bits(&mut self, width: u8, value: u64) -> TermId {
        self.constant(Sort::Bits(width), value)
    }

    /// A Boolean constant.
    pub fn boolean(value: bool) -> TermId {
        if value { Self::TRUE } else { Self::FALSE }
    }

    /// What the term does with its operands.
    pub fn operator(&self, term: TermId) -> Operator {
        self.nodes[term].operator
    }

    /// The operands.
    pub fn operands(&self, term: TermId) -> &[TermId] {
        let Node { start, length, .. } = self.nodes[term];
        &self.operands[start as usize..(start + length) as usize]
    }

    /// What the term denotes.
    pub fn sort(&self, term: TermId) -> Sort {
        self.nodes[term].sort
    }

    /// The number of bits; 1 for Booleans.
    pub fn width(&self, term: TermId) -> u8 {
        self.sort(term).width() as u8
    }

    /// The value of a constant.
    pub fn value(&self, term: TermId) -> Option<u64> {
        match self.operator(term) {
            Operator::Constant(value) => Some(value),
            _ => None,
        }
    }

    /// The term of a variable.
    pub fn term_of(&self, variable: VariableId) -> TermId {
        self.variables[variable]
    }

    /// The number of variables.
    pub fn variable_count(&self) -> usize {
        self.variables.len()
    }

    /// The term, if it exists.
    fn find(&self, hash: u64, operator: Operator, sort: Sort, operands: &[TermId]) -> Option<TermId> {
        let same = |&other: &TermId| {
            let node = self.nodes[other];
            node.operator == operator && node.sort == sort && self.operands(other) == operands
        };
        self.unique.find(hash, same).copied()
    }

    /// The term as it stands, without simplification.
    fn intern(&mut self, operator: Operator, sort: Sort, operands: &[TermId]) -> TermId {
        let hash = hash(operator, sort, operands);
        if let Some(found) = self.find(hash, operator, sort, operands) {
            return found;
        }
        let start = u32::try_from(self.operands.len()).expect("tables hold fewer than 2^32 elements");
        self.operands.extend_from_slice(operands);
        let term = self.nodes.push(Node { operator, sort, start, length: operands.len() as u32 });
        let (nodes, all) = (&self.nodes, &self.operands);
        self.unique.insert_unique(hash, term, |&other| {
            let Node { operator, sort, start, length } = nodes[other];
            self::hash(operator, sort, &all[start as usize..(start + length) as usize])
        });
        term
    }

    /// The simplified term of an operator on these operands.
    ///
    /// Contract: that of the operator's constructor; the sort is that of the result.
    pub fn build(&mut self, operator: Operator, sort: Sort, operands: &[TermId]) -> TermId {
        match (operator, operands) {
            (Operator::Constant(value), []) => self.constant(sort, value),
            (Operator::Variable(variable), []) => self.variables[variable],
            (Operator::Not, &[a]) => self.not(a),
            (Operator::And, all) => self.all(all),
            (Operator::Xor, &[a, b]) => self.xor(a, b),
            (Operator::Ite, &[condition, a, b]) => self.ite(condition, a, b),
            (Operator::Equal, &[a, b]) => self.equal(a, b),
            (Operator::UnsignedLess, &[a, b]) => self.unsigned_less(a, b),
            (Operator::SignedLess, &[a, b]) => self.signed_less(a, b),
            (Operator::Add, all) => self.sum(all),
            (Operator::Multiply, &[a, b]) => self.multiply(a, b),
            (Operator::UnsignedDivide, &[a, b]) => self.unsigned_divide(a, b),
            (Operator::UnsignedRemainder, &[a, b]) => self.unsigned_remainder(a, b),
            (Operator::SignedDivide, &[a, b]) => self.signed_divide(a, b),
            (Operator::SignedRemainder, &[a, b]) => self.signed_remainder(a, b),
            (Operator::ShiftLeft, &[a, b]) => self.shift_left(a, b),
            (Operator::LogicalShiftRight, &[a, b]) => self.logical_shift_right(a, b),
            (Operator::ArithmeticShiftRight, &[a, b]) => self.arithmetic_shift_right(a, b),
            (Operator::Concat, &[a, b]) => self.concat(a, b),
            (Operator::Extract(low), &[a]) => self.extract(a, low, sort.width() as u8),
            (Operator::ZeroExtend, &[a]) => self.zero_extend(a, sort.width() as u8),
            (Operator::SignExtend, &[a]) => self.sign_extend(a, sort.width() as u8),
            (Operator::UnsignedMultiplyOverflows, &[a, b]) => self.unsigned_multiply_overflows(a, b),
            (Operator::SignedMultiplyOverflows, &[a, b]) => self.signed_multiply_overflows(a, b),
            _ => unreachable!("operands that the operator does not have"),
        }
    }

    /// The value, if all operands are constants.
    fn fold(&self, operator: Operator, sort: Sort, operands: &[TermId]) -> Option<u64> {
        let value = |&operand: &TermId| Some((self.value(operand)?, self.sort(operand)));
        let values: smallvec::SmallVec<[(u64, Sort); 4]> = operands.iter().map(value).collect::<Option<_>>()?;
        Some(meaning::apply(operator, sort, &values))
    }

    /// A term on two operands, or its value if both are constants; or, if one of them is a constant and the other
    /// chooses between two, a choice between two values.
    fn fold_or_choose(&mut self, operator: Operator, sort: Sort, [a, b]: [TermId; 2]) -> Option<TermId> {
        if let Some(value) = self.fold(operator, sort, &[a, b]) {
            return Some(self.constant(sort, value));
        }
        let chosen = [(a, self.value(b)), (b, self.value(a))];
        let (choice, _) = chosen.into_iter().find(|(_, other)| other.is_some())?;
        let [condition, yes, no] = self.choice(choice)?;
        let with = |branch| if choice == a { [branch, b] } else { [a, branch] };
        let yes = self.fold(operator, sort, &with(yes))?;
        let no = self.fold(operator, sort, &with(no))?;
        let (yes, no) = (self.constant(sort, yes), self.constant(sort, no));
        Some(self.ite(condition, yes, no))
    }

    /// The operands of a term that is an [`Operator::Ite`].
    fn choice(&self, term: TermId) -> Option<[TermId; 3]> {
        (self.operator(term) == Operator::Ite).then(|| self.operands(term).try_into().expect("three operands"))
    }

    /// The operand of a term with this unary operator.
    fn operand_of(&self, operator: Operator, term: TermId) -> Option<TermId> {
        (self.operator(term) == operator).then(|| self.operands(term)[0])
    }
}

fn hash(operator: Operator, sort: Sort, operands: &[TermId]) -> u64 {
    let mut hasher = FxHasher::default();
    (operator, sort, operands).hash(&mut hasher);
    hasher.finish()
}
