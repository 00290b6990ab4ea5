//! Bit-blasting: terms as vectors of literals, related by clauses [Tseitin 1968].
//!
//! Each term is translated once, and each gate exists once. The clauses of a gate define it fully: its output can be
//! assumed true or false.

mod arithmetic;
mod gates;

use rustc_hash::FxHashMap;
use smallvec::SmallVec;

use super::sat::{Literal, SatSolver};
use super::term::{Operator, Sort, TermId, Terms, VariableId};
use base::{Observer, Phase, Progress, Resource, Stop};
pub use gates::Gates;

/// The bits of a term, the least significant first.
type Bits = SmallVec<[Literal; 32]>;

/// Number of gates between questions to the observer.
const STRIDE: u64 = 1 << 14;

/// Translates terms into the clauses of a SAT solver.
pub struct Blaster<S> {
    gates: Gates<S>,
    /// Where the bits of a term are in `bits`.
    starts: FxHashMap<TermId, u32>,
    bits: Vec<Literal>,
    /// The variables that occur, with the places of their bits.
    variables: Vec<(VariableId, std::ops::Range<usize>)>,
    /// The maximum number of clauses.
    clause_limit: u64,
    ask_at: u64,
}

impl<S: SatSolver> Blaster<S> {
    /// Adds clauses to this solver, in all at most so many.
    pub fn new(sat: S, clause_limit: u64) -> Self {
        Self {
            gates: Gates::new(sat),
            starts: FxHashMap::default(),
            bits: Vec::new(),
            variables: Vec::new(),
            clause_limit,
            ask_at: STRIDE,
        }
    }

    /// The gates, with the solver behind them.
    pub fn gates(&mut self) -> &mut Gates<S> {
        &mut self.gates
    }

    /// The solver.
    pub fn sat(&self) -> &S {
        self.gates.sat()
    }

    /// The number of clauses added.
    pub fn clause_count(&self) -> u64 {
        self.gates.clause_count()
    }

    /// The variables that occur in translated terms, with their bits.
    pub fn variables(&self) -> impl Iterator<Item = (VariableId, &[Literal])> {
        self.variables.iter().map(|(variable, range)| (*variable, &self.bits[range.clone()]))
    }

    /// The literal of a Boolean term.
    ///
    /// # Errors
    /// If it needs too many clauses, or if the observer stops it; what was translated stays.
    pub fn literal(&mut self, terms: &Terms, term: TermId, observer: &mut dyn Observer) -> Result<Literal, Stop> {
        debug_assert_eq!(terms.sort(term), Sort::Boolean);
        self.translate(terms, term, observer)?;
        Ok(self.bits_of(terms, term)[0])
    }

    /// Translates a term and everything in it.
    ///
    /// # Errors
    /// As for [`Self::literal`].
    pub fn translate(&mut self, terms: &Terms, term: TermId, observer: &mut dyn Observer) -> Result<(), Stop> {
        let mut stack = vec![term];
        while let Some(&next) = stack.last() {
            if self.starts.contains_key(&next) {
                stack.pop();
                continue;
            }
            let before = stack.len();
            stack.extend(self.needed(terms, next).iter().filter(|operand| !self.starts.contains_key(operand)));
            if stack.len() > before {
                continue;
            }
            self.watch(observer)?;
            let bits = self.define(terms, next);
            debug_assert_eq!(bits.len(), usize::from(terms.width(next)));
            let start = u32::try_from(self.bits.len()).expect("tables hold fewer than 2^32 elements");
            self.bits.extend(bits);
            self.starts.insert(next, start);
            stack.pop();
        }
        Ok(())
    }

    /// The terms whose bits the bits of a term are made of. Multiples within sums are not translated themselves.
    fn needed(&self, terms: &Terms, term: TermId) -> SmallVec<[TermId; 8]> {
        let operands = terms.operands(term);
        match terms.operator(term) {
            Operator::Add => operands.iter().map(|&operand| multiple(terms, operand).0).collect(),
            _ => operands.into(),
        }
    }

    fn watch(&mut self, observer: &mut dyn Observer) -> Result<(), Stop> {
        if self.clause_count() > self.clause_limit {
            return Err(Stop::Budget(Resource::Clauses, self.clause_limit));
        }
        if self.clause_count() >= self.ask_at {
            self.ask_at = self.clause_count() + STRIDE;
            observer.ask(Progress { phase: Phase::Checking, states: 0, frontier: 0 })?;
        }
        Ok(())
    }

    fn bits_of(&self, terms: &Terms, term: TermId) -> Bits {
        let start = self.starts[&term] as usize;
        Bits::from_slice(&self.bits[start..start + usize::from(terms.width(term))])
    }

    /// The bits of a term whose operands are translated.
    fn define(&mut self, terms: &Terms, term: TermId) -> Bits {
        let (operator, sort) = (terms.operator(term), terms.sort(term));
        let width = sort.width() as usize;
        let operands: SmallVec<[Bits; 3]> = match operator {
            Operator::Add => SmallVec::new(),
            _ => terms.operands(term).iter().map(|&operand| self.bits_of(terms, operand)).collect(),
        };
        let gates = &mut self.gates;
        match (operator, &operands[..]) {
            (Operator::Constant(value), _) => gates.constant(value, width),
            (Operator::Variable(variable), _) => {
                self.variables.push((variable, self.bits.len()..self.bits.len() + width));
                (0..width).map(|_| gates.variable()).collect()
            }
            (Operator::Not, [a]) => a.iter().map(|&bit| !bit).collect(),
            (Operator::And, all) => (0..width)
                .map(|at| {
                    let bits: SmallVec<[Literal; 8]> = all.iter().map(|operand| operand[at]).collect();
                    gates.all(&bits)
                })
                .collect(),
            (Operator::Xor, [a, b]) => a.iter().zip(b).map(|(&a, &b)| gates.xor(a, b)).collect(),
            (Operator::Ite, [condition, a, b]) => gates.choose(condition[0], a, b),
            (Operator::Equal, [a, b]) => [gates.equal(a, b)].into_iter().collect(),
            (Operator::UnsignedLess, [a, b]) => [gates.less(a, b)].into_iter().collect(),
            (Operator::SignedLess, [a, b]) => [gates.signed_less(a, b)].into_iter().collect(),
            (Operator::Add, _) => {
                let mut sum = gates.constant(0, width);
                for &operand in terms.operands(term) {
                    let (operand, factor) = multiple(terms, operand);
                    let bits = self.bits_of(terms, operand);
                    self.gates.add_multiple(&mut sum, &bits, sort.signed(factor));
                }
                sum
            }
            (Operator::Multiply, [a, b]) => match terms.value(terms.operands(term)[0]) {
                Some(factor) => {
                    let mut sum = gates.constant(0, width);
                    gates.add_multiple(&mut sum, b, sort.signed(factor));
                    sum
                }
                None => gates.multiply(a, b),
            },
            (Operator::UnsignedDivide, [a, b]) => gates.divide(a, b).0,
            (Operator::UnsignedRemainder, [a, b]) => gates.divide(a, b).1,
            (Operator::SignedDivide, [a, b]) => gates.signed_divide(a, b),
            (Operator::SignedRemainder, [a, b]) => gates.signed_remainder(a, b),
            (Operator::ShiftLeft, [a, b]) => {
                // Shifted to the right from the other end.
                let reversed: Bits = a.iter().rev().copied().collect();
                let mut shifted = gates.shift_right(&reversed, b, Gates::<S>::FALSE);
                shifted.reverse();
                shifted
            }
            (Operator::LogicalShiftRight, [a, b]) => gates.shift_right(a, b, Gates::<S>::FALSE),
            (Operator::ArithmeticShiftRight, [a, b]) => gates.shift_right(a, b, a[a.len() - 1]),
            (Operator::Concat, [high, low]) => low.iter().chain(high).copied().collect(),
            (Operator::Extract(low), [a]) => Bits::from_slice(&a[usize::from(low)..usize::from(low) + width]),
            (Operator::ZeroExtend, [a]) => extended(a, width, Gates::<S>::FALSE),
            (Operator::SignExtend, [a]) => extended(a, width, a[a.len() - 1]),
            (Operator::UnsignedMultiplyOverflows, [a, b]) => [gates.multiply_overflows(a, b)].into_iter().collect(),
            (Operator::SignedMultiplyOverflows, [a, b]) => {
                [gates.signed_multiply_overflows(a, b)].into_iter().collect()
            }
            _ => unreachable!("operands that the operator does not have"),
        }
    }
}

/// More bits, all like this one.
fn extended(bits: &[Literal], width: usize, fill: Literal) -> Bits {
    let mut extended = Bits::from_slice(bits);
    extended.resize(width, fill);
    extended
}

/// A term as a multiple of another.
fn multiple(terms: &Terms, term: TermId) -> (TermId, u64) {
    match (terms.operator(term), terms.operands(term)) {
        (Operator::Multiply, &[factor, inner]) if let Some(factor) = terms.value(factor) => (inner, factor),
        _ => (term, 1),
    }
}
