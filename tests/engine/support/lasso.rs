//! The semantics of temporal logic on lassos, by definition.

use hrglass::logic::{Binary, Unary};

use super::ltl::{Ltl, Op};

/// An ultimately periodic sequence of label sets (bit masks).
#[derive(Clone, Debug)]
pub struct Lasso {
    pub prefix: Vec<u8>,
    pub cycle: Vec<u8>,
}

impl Ltl {
    /// Whether the sequence satisfies the formula.
    pub fn holds(&self, lasso: &Lasso) -> bool {
        let labels: Vec<u8> = lasso.prefix.iter().chain(&lasso.cycle).copied().collect();
        let n = labels.len();
        let next = |i: usize| if i + 1 < n { i + 1 } else { lasso.prefix.len() };
        // Enough steps to visit every later position.
        let future = |i: usize| std::iter::successors(Some(i), move |&i| Some(next(i))).take(2 * n);
        let mut values: Vec<Vec<bool>> = Vec::new();
        for op in &self.0 {
            let value = |i: usize| -> bool {
                let until = |a: &dyn Fn(usize) -> bool, b: &dyn Fn(usize) -> bool| {
                    future(i).find(|&j| b(j) || !a(j)).is_some_and(b)
                };
                match *op {
                    Op::True => true,
                    Op::False => false,
                    Op::Atom(p) => labels[i] >> p & 1 == 1,
                    Op::Unary(Unary::Not, a) => !values[a][i],
                    Op::Unary(Unary::Next, a) => values[a][next(i)],
                    Op::Unary(Unary::Finally, a) => future(i).any(|j| values[a][j]),
                    Op::Unary(Unary::Globally, a) => future(i).all(|j| values[a][j]),
                    Op::Binary(operator, a, b) => {
                        let a_at = |j: usize| values[a][j];
                        let b_at = |j: usize| values[b][j];
                        match operator {
                            Binary::And => a_at(i) && b_at(i),
                            Binary::Or => a_at(i) || b_at(i),
                            Binary::Implies => !a_at(i) || b_at(i),
                            Binary::Iff => a_at(i) == b_at(i),
                            Binary::Until => until(&a_at, &b_at),
                            Binary::Release => !until(&|j| !a_at(j), &|j| !b_at(j)),
                            Binary::WeakUntil => until(&a_at, &b_at) || future(i).all(a_at),
                            Binary::StrongRelease => until(&b_at, &|j| a_at(j) && b_at(j)),
                        }
                    }
                }
            };
            let row = (0..n).map(value).collect();
            values.push(row);
        }
        values[values.len() - 1][0]
    }
}
