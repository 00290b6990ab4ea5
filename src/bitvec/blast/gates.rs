//! Gates: literals that are defined by clauses. Equal gates are the same literal, and constants disappear.

use rustc_hash::FxHashMap;
use smallvec::SmallVec;

use super::Bits;
use crate::sat::{Literal, SatSolver};
use base::CompactSort;

/// A gate by its inputs, in a normal form.
#[derive(Clone, PartialEq, Eq, Hash)]
enum Gate {
    And(SmallVec<[Literal; 3]>),
    /// Of positive literals.
    Xor(SmallVec<[Literal; 3]>),
    Choose(Literal, Literal, Literal),
    Majority(Literal, Literal, Literal),
}

/// The gates of a solver.
pub struct Gates<S> {
    sat: S,
    known: FxHashMap<Gate, Literal>,
    clauses: u64,
}

impl<S: SatSolver> Gates<S> {
    /// Always true: the first variable of the solver.
    pub const TRUE: Literal = Literal::positive(0);
    /// Always false.
    pub const FALSE: Literal = Literal::negative(0);

    /// The gates of a solver without variables.
    pub(super) fn new(mut sat: S) -> Self {
        let first = sat.variable();
        debug_assert_eq!(first, Self::TRUE);
        let mut gates = Self { sat, known: FxHashMap::default(), clauses: 0 };
        gates.clause(&[first]);
        gates
    }

    /// The solver.
    pub(super) fn sat(&self) -> &S {
        &self.sat
    }

    /// The solver, to search.
    pub fn sat_mut(&mut self) -> &mut S {
        &mut self.sat
    }

    pub(super) fn clause_count(&self) -> u64 {
        self.clauses
    }

    /// A new variable.
    pub fn variable(&mut self) -> Literal {
        self.sat.variable()
    }

    /// Adds a clause.
    pub fn clause(&mut self, literals: &[Literal]) {
        self.clauses += 1;
        self.sat.add_clause(literals);
    }

    /// The bits of a number; above its 64 they are 0.
    pub(super) fn constant(&self, value: u64, width: usize) -> Bits {
        (0..width).map(|at| Self::FALSE.negated_if(at < 64 && value >> at & 1 == 1)).collect()
    }

    /// The gate, which the function defines by clauses on its output if it is new.
    fn gate(&mut self, gate: Gate, define: impl FnOnce(&mut Self, Literal)) -> Literal {
        if let Some(&known) = self.known.get(&gate) {
            return known;
        }
        let output = self.variable();
        define(self, output);
        self.known.insert(gate, output);
        output
    }

    /// All are true.
    pub fn all(&mut self, inputs: &[Literal]) -> Literal {
        let mut inputs: SmallVec<[Literal; 3]> = inputs.iter().copied().filter(|&input| input != Self::TRUE).collect();
        inputs.compact_sort();
        inputs.dedup();
        // A literal and its negation are next to each other.
        if inputs.first() == Some(&Self::FALSE) || inputs.windows(2).any(|pair| pair[0] == !pair[1]) {
            return Self::FALSE;
        }
        match inputs[..] {
            [] => Self::TRUE,
            [one] => one,
            _ => self.gate(Gate::And(inputs.clone()), |gates, output| {
                for &input in &inputs {
                    gates.clause(&[!output, input]);
                }
                let mut long: SmallVec<[Literal; 8]> = inputs.iter().map(|&input| !input).collect();
                long.push(output);
                gates.clause(&long);
            }),
        }
    }

    /// Both are true.
    pub(super) fn and(&mut self, a: Literal, b: Literal) -> Literal {
        self.all(&[a, b])
    }

    /// One of both is true.
    pub(super) fn or(&mut self, a: Literal, b: Literal) -> Literal {
        !self.all(&[!a, !b])
    }

    /// One of these is true.
    pub(super) fn any(&mut self, inputs: &[Literal]) -> Literal {
        let negated: SmallVec<[Literal; 8]> = inputs.iter().map(|&input| !input).collect();
        !self.all(&negated)
    }

    /// They differ.
    pub(super) fn xor(&mut self, a: Literal, b: Literal) -> Literal {
        self.odd(&[a, b])
    }

    /// An odd number of two or three inputs is true.
    fn odd(&mut self, inputs: &[Literal]) -> Literal {
        let mut negate = false;
        let mut plain: SmallVec<[Literal; 3]> = SmallVec::new();
        for &input in inputs {
            negate ^= input.is_negative();
            let positive = input.negated_if(input.is_negative());
            if positive == Self::TRUE {
                negate = !negate;
            } else if let Some(at) = plain.iter().position(|&other| other == positive) {
                plain.remove(at);
            } else {
                plain.push(positive);
            }
        }
        plain.compact_sort();
        let output = match plain[..] {
            [] => Self::FALSE,
            [one] => one,
            _ => self.gate(Gate::Xor(plain.clone()), |gates, output| {
                // Every assignment of the inputs decides the output.
                for assignment in 0..1u32 << plain.len() {
                    let is_true = |at: usize| assignment >> at & 1 == 1;
                    let mut clause: SmallVec<[Literal; 4]> =
                        plain.iter().enumerate().map(|(at, &input)| input.negated_if(is_true(at))).collect();
                    clause.push(output.negated_if(assignment.count_ones() % 2 == 0));
                    gates.clause(&clause);
                }
            }),
        };
        output.negated_if(negate)
    }

    /// `a` if the condition is true, otherwise `b`.
    pub(super) fn choice(&mut self, condition: Literal, a: Literal, b: Literal) -> Literal {
        let (condition, a, b) = if condition.is_negative() { (!condition, b, a) } else { (condition, a, b) };
        if condition == Self::TRUE || a == b {
            return a;
        }
        if a == !b {
            return !self.xor(condition, a);
        }
        if a == Self::TRUE || a == condition {
            return self.or(condition, b);
        }
        if b == Self::FALSE || b == condition {
            return self.and(condition, a);
        }
        if a == Self::FALSE || a == !condition {
            return self.and(!condition, b);
        }
        if b == Self::TRUE || b == !condition {
            return self.or(!condition, a);
        }
        let negate = a.is_negative();
        let (a, b) = (a.negated_if(negate), b.negated_if(negate));
        let output = self.gate(Gate::Choose(condition, a, b), |gates, output| {
            gates.clause(&[!condition, !a, output]);
            gates.clause(&[!condition, a, !output]);
            gates.clause(&[condition, !b, output]);
            gates.clause(&[condition, b, !output]);
            // Implied by the others, for propagation.
            gates.clause(&[!a, !b, output]);
            gates.clause(&[a, b, !output]);
        });
        output.negated_if(negate)
    }

    /// At least two of three are true.
    pub(super) fn majority(&mut self, a: Literal, b: Literal, c: Literal) -> Literal {
        let mut inputs = [a, b, c];
        inputs.compact_sort();
        let [a, b, c] = inputs;
        // Constants come first, equal and opposite literals are next to each other.
        if a == Self::TRUE {
            return self.or(b, c);
        }
        if a == Self::FALSE {
            return self.and(b, c);
        }
        if a == b || b == c {
            return b;
        }
        if a == !b {
            return c;
        }
        if b == !c {
            return a;
        }
        // The majority of the negations is the negated majority: sums and comparisons share their carries.
        let negate = [a, b, c].into_iter().filter(|input| input.is_negative()).count() > 1;
        let [a, b, c] = [a, b, c].map(|input| input.negated_if(negate));
        let output = self.gate(Gate::Majority(a, b, c), |gates, output| {
            for (one, other) in [(a, b), (a, c), (b, c)] {
                gates.clause(&[!one, !other, output]);
                gates.clause(&[one, other, !output]);
            }
        });
        output.negated_if(negate)
    }

    /// Sum and carry of three bits.
    pub(super) fn add_bits(&mut self, a: Literal, b: Literal, c: Literal) -> (Literal, Literal) {
        (self.odd(&[a, b, c]), self.majority(a, b, c))
    }

    /// `a` if the condition is true, otherwise `b`.
    pub(super) fn choose(&mut self, condition: Literal, a: &[Literal], b: &[Literal]) -> Bits {
        a.iter().zip(b).map(|(&a, &b)| self.choice(condition, a, b)).collect()
    }
}
