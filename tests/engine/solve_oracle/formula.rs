//! Random formulas, as lists of operations: the engine's term, the value by definition and the text for z3 are made of
//! the same list, and none of another.

use hrglass::base::Random;
use hrglass::bitvec::{Sort, TermId, Terms};

use super::naive::{self, ON_BOOLEANS, ON_VECTORS, Operation, PREDICATES, UNARY_PREDICATES};

/// A node of a formula; operands are nodes before it.
#[derive(Clone, Debug)]
pub enum Node {
    Variable,
    Constant(u64),
    Operation(Operation, Vec<usize>),
}

/// A formula: the last of its nodes is Boolean.
#[derive(Clone, Debug, Default)]
pub struct Formula {
    pub nodes: Vec<(Node, Sort)>,
}

impl Formula {
    /// A random formula whose bit-vectors have at most so many bits.
    pub fn random(random: &mut Random, widest: u8) -> Self {
        let mut formula = Formula::default();
        let main = Sort::Bits(1 + random.below(widest.into()) as u8);
        for _ in 0..1 + random.below(4) {
            formula.push(Node::Variable, main);
        }
        if random.one_in(2) {
            formula.push(Node::Variable, Sort::Bits(1 + random.below(widest.into()) as u8));
        }
        (0..random.below(3)).for_each(|_| _ = formula.push(Node::Variable, Sort::Boolean));
        // Deep formulas have few terms to choose from, wide ones many.
        let near = *random.one_of(&[3, 8, 1000]);
        for _ in 0..4 + random.below(30) {
            formula.step(random, near, widest);
        }
        let conjuncts: Vec<usize> = (0..1 + random.below(5)).map(|_| formula.predicate(random, near)).collect();
        let all = *random.one_of(&[Operation::All, Operation::All, Operation::All, Operation::Any]);
        formula.apply(all, conjuncts);
        formula
    }

    fn push(&mut self, node: Node, sort: Sort) -> usize {
        self.nodes.push((node, sort));
        self.nodes.len() - 1
    }

    pub fn apply(&mut self, operation: Operation, on: Vec<usize>) -> usize {
        let sorts: Vec<Sort> = on.iter().map(|&at| self.nodes[at].1).collect();
        self.push(Node::Operation(operation, on), naive::sort(operation, &sorts))
    }

    /// One of the last nodes.
    fn any(&self, random: &mut Random, near: usize) -> usize {
        self.nodes.len() - 1 - random.below(self.nodes.len().min(near))
    }

    /// A node of this sort.
    fn of(&mut self, random: &mut Random, near: usize, sort: Sort) -> usize {
        let fitting: Vec<usize> =
            (0..self.nodes.len()).rev().filter(|&at| self.nodes[at].1 == sort).take(near).collect();
        if !fitting.is_empty() && !random.one_in(5) {
            return *random.one_of(&fitting);
        }
        // Small, near the extremes, or any.
        let small = random.below(4) as u64;
        let any = (random.below(1 << 31) as u64) << 33 | (random.below(1 << 31) as u64) << 2 | small;
        let value =
            *random.one_of(&[small, sort.mask() - small.min(sort.mask()), sort.sign_bit().wrapping_add(small), any]);
        self.push(Node::Constant(value & sort.mask()), sort)
    }

    /// A Boolean node: one that exists, or a new one.
    fn predicate(&mut self, random: &mut Random, near: usize) -> usize {
        let a = self.any(random, near);
        let sort = self.nodes[a].1;
        if sort == Sort::Boolean {
            return if random.one_in(2) { self.apply(Operation::Not, vec![a]) } else { a };
        }
        let b = self.of(random, near, sort);
        self.apply(*random.one_of(PREDICATES), vec![a, b])
    }

    fn step(&mut self, random: &mut Random, near: usize, widest: u8) {
        let a = self.any(random, near);
        let sort = self.nodes[a].1;
        let width = sort.width() as u8;
        let b = self.of(random, near, sort);
        let (operation, on) = match random.below(20) {
            0 | 1 => {
                let condition = self.of(random, near, Sort::Boolean);
                (Operation::Ite, vec![condition, a, b])
            }
            2 => (Operation::Not, vec![a]),
            3 => {
                let c = self.of(random, near, sort);
                (*random.one_of(&[Operation::All, Operation::Any]), vec![a, b, c])
            }
            _ if sort == Sort::Boolean => (*random.one_of(ON_BOOLEANS), vec![a, b]),
            4 => {
                let c = self.of(random, near, sort);
                (Operation::Sum, vec![a, b, c])
            }
            5 => (Operation::Negate, vec![a]),
            6 | 7 if width < widest => {
                let wider = width + random.below(usize::from(widest - width) + 1) as u8;
                (*random.one_of(&[Operation::ZeroExtend(wider), Operation::SignExtend(wider)]), vec![a])
            }
            8 if width <= widest / 2 => (Operation::Concat, vec![a, b]),
            9 | 10 => {
                let low = random.below(width.into()) as u8;
                (Operation::Extract(low, 1 + random.below((width - low).into()) as u8), vec![a])
            }
            11 => (*random.one_of(UNARY_PREDICATES), vec![a]),
            12 | 13 => (*random.one_of(PREDICATES), vec![a, b]),
            _ => (*random.one_of(ON_VECTORS), vec![a, b]),
        };
        self.apply(operation, on);
    }

    /// The terms of all nodes.
    pub fn terms(&self, terms: &mut Terms) -> Vec<TermId> {
        let mut all: Vec<TermId> = Vec::new();
        for (node, sort) in &self.nodes {
            let term = match node {
                Node::Variable => terms.variable(*sort),
                Node::Constant(value) => terms.constant(*sort, *value),
                Node::Operation(operation, on) => {
                    let operands: Vec<TermId> = on.iter().map(|&at| all[at]).collect();
                    naive::term(terms, *operation, &operands)
                }
            };
            all.push(term);
        }
        all
    }

    /// The values of all nodes, given those of the variables in their order.
    pub fn values(&self, variables: impl Fn(usize) -> u64) -> Vec<u64> {
        let mut all: Vec<u64> = Vec::new();
        let mut count = 0;
        for (node, _) in &self.nodes {
            let value = match node {
                Node::Variable => {
                    count += 1;
                    variables(count - 1)
                }
                Node::Constant(value) => *value,
                Node::Operation(operation, on) => {
                    let operands: Vec<(u64, Sort)> = on.iter().map(|&at| (all[at], self.nodes[at].1)).collect();
                    naive::value(*operation, &operands)
                }
            };
            all.push(value);
        }
        all
    }
}
