//! Formulas of the oracles.

use hrglass::base::Random;
use hrglass::logic::{Binary, Formula, FormulaId, Formulas, Proposition, PropositionId, Unary};

/// A node of a formula; operands are positions of earlier nodes.
#[derive(Clone, Copy, Debug)]
pub enum Op {
    True,
    False,
    /// One of three propositions.
    Atom(u8),
    Unary(Unary, usize),
    Binary(Binary, usize, usize),
}

/// A formula: operands before operators, the whole formula last.
#[derive(Clone, Debug)]
pub struct Ltl(pub Vec<Op>);

/// The three propositions.
pub fn propositions(formulas: &mut Formulas) -> [PropositionId; 3] {
    [Proposition::IsTree, Proposition::IsAcyclic, Proposition::Terminated].map(|p| formulas.intern_proposition(p))
}

impl Ltl {
    /// A formula with at most `size` operators and operands; if `positive`, with negations only before propositions.
    pub fn random(random: &mut Random, size: usize, positive: bool) -> Self {
        let mut nodes = Vec::new();
        let size = 1 + random.below(size);
        grow(random, size, positive, &mut nodes);
        Self(nodes)
    }

    /// Its text, with these propositions.
    pub fn text(&self, proposition: impl Fn(u8) -> String) -> String {
        let mut texts: Vec<String> = Vec::new();
        for op in &self.0 {
            texts.push(match *op {
                Op::True => "true".to_owned(),
                Op::False => "false".to_owned(),
                Op::Atom(atom) => proposition(atom),
                Op::Unary(operator, a) => {
                    let operator = match operator {
                        Unary::Not => "!",
                        Unary::Next => "X ",
                        Unary::Finally => "F ",
                        Unary::Globally => "G ",
                    };
                    format!("{operator}({})", texts[a])
                }
                Op::Binary(operator, a, b) => {
                    let operator = match operator {
                        Binary::And => "&",
                        Binary::Or => "|",
                        Binary::Implies => "->",
                        Binary::Iff => "<->",
                        Binary::Until => "U",
                        Binary::Release => "R",
                        Binary::WeakUntil => "W",
                        Binary::StrongRelease => "M",
                    };
                    format!("({}) {operator} ({})", texts[a], texts[b])
                }
            });
        }
        texts.pop().expect("a formula")
    }

    pub fn intern(&self, formulas: &mut Formulas, propositions: &[PropositionId; 3]) -> FormulaId {
        let mut ids: Vec<FormulaId> = Vec::new();
        for op in &self.0 {
            ids.push(formulas.intern(match *op {
                Op::True => Formula::True,
                Op::False => Formula::False,
                Op::Atom(p) => Formula::Atom(propositions[p as usize]),
                Op::Unary(operator, a) => Formula::Unary(operator, ids[a]),
                Op::Binary(operator, a, b) => Formula::Binary(operator, ids[a], ids[b]),
            }));
        }
        ids[ids.len() - 1]
    }
}

fn grow(random: &mut Random, size: usize, positive: bool, nodes: &mut Vec<Op>) -> usize {
    let op = match size {
        0 | 1 => match random.below(14) {
            0 => Op::True,
            1 => Op::False,
            p => Op::Atom((p % 3) as u8),
        },
        2 | 3 => unary(random, size, positive, nodes),
        _ if random.below(5) < 2 => unary(random, size, positive, nodes),
        _ => {
            let operators: &[Binary] = if positive { &POSITIVE } else { &ALL };
            let operator = operators[random.below(operators.len())];
            let left = 1 + random.below(size - 2);
            let a = grow(random, left, positive, nodes);
            let b = grow(random, size - 1 - left, positive, nodes);
            Op::Binary(operator, a, b)
        }
    };
    nodes.push(op);
    nodes.len() - 1
}

const POSITIVE: [Binary; 6] = [Binary::And, Binary::Or, Binary::Until, Binary::Release, Binary::Until, Binary::Release];
const ALL: [Binary; 8] = [
    Binary::And,
    Binary::Or,
    Binary::Implies,
    Binary::Iff,
    Binary::Until,
    Binary::Release,
    Binary::WeakUntil,
    Binary::StrongRelease,
];

fn unary(random: &mut Random, size: usize, positive: bool, nodes: &mut Vec<Op>) -> Op {
    let operator = [Unary::Not, Unary::Next, Unary::Finally, Unary::Globally][random.below(4)];
    let size = if positive && operator == Unary::Not { 1 } else { size - 1 };
    Op::Unary(operator, grow(random, size, positive, nodes))
}
