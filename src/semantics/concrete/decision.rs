//! What a run leaves open: which edge is taken, what a number is, how the input goes on.

use std::rc::Rc;

use smallvec::SmallVec;

use super::arithmetic::compare;
use super::{End, Machine, Origin, Symbol, Value};
use crate::base::Idx;
use crate::heap::Heap;
use crate::program::cfa::{EdgeId, Location, ProcedureId};
use crate::program::objects::{Condition, Operand, Operation, OperationEdge, Rvalue};

/// What must be decided before the next step, with its options in the order in which they are worth trying.
#[derive(Clone, Debug)]
pub enum Decision {
    /// Which of several enabled edges is taken.
    Branch(SmallVec<[EdgeId; 2]>),
    /// What a number is. The options are some of all.
    Number(Symbol, SmallVec<[i64; 8]>),
    /// How the input goes on behind the field that is read: all derivation steps towards it.
    Derive(Vec<Heap>),
}

impl Decision {
    /// How many options there are; none for a derivation if the input contradicts the grammar.
    pub fn options(&self) -> usize {
        match self {
            Decision::Branch(edges) => edges.len(),
            Decision::Number(_, numbers) => numbers.len(),
            Decision::Derive(heaps) => heaps.len(),
        }
    }
}

/// Whether a condition holds.
enum Holds {
    Yes,
    No,
    /// Nothing forbids either.
    Maybe,
    /// That depends on a number which is open, compared with one that is known, or not.
    DependsOn(Symbol, Option<i64>),
}

/// The decisions of a run about numbers and edges, so that it can be repeated on its whole input.
#[derive(Clone, PartialEq, Eq, Default, Debug)]
pub struct Script {
    /// The numbers, in order of their first occurrence; those that never mattered are missing.
    pub numbers: Vec<Option<i64>>,
    /// The edges, in order.
    pub branches: Vec<EdgeId>,
}

impl<'a> Machine<'a> {
    /// The decisions made so far, other than those about the input.
    pub fn script(&self) -> Script {
        let numbers = self.symbols.iter().map(|open| open.value).collect();
        Script { numbers, branches: self.branches.to_vec() }
    }

    /// Decides what is due as a script says; where it says nothing, for the first option.
    ///
    /// # Errors
    /// If there is no option.
    pub fn decide_by(&mut self, decision: &Decision, script: &Script) -> Result<(), End> {
        if decision.options() == 0 {
            return Err(End::Stuck);
        }
        if self.assumes(decision) {
            let place = (self.top().procedure, self.top().location);
            self.assumed.get_or_insert(place);
        }
        match decision {
            Decision::Number(symbol, _) if let Some(&Some(number)) = script.numbers.get(symbol.index()) => {
                self.settle(*symbol, number);
            }
            Decision::Branch(edges) => {
                let edge = script.branches.get(self.branches.len());
                self.decide(decision, edge.and_then(|e| edges.iter().position(|f| f == e)).unwrap_or(0));
            }
            _ => self.decide(decision, 0),
        }
        Ok(())
    }

    /// Whether a decision is about something that actual runs determine in a way that the program does not say: so not about
    /// the input.
    fn assumes(&self, decision: &Decision) -> bool {
        match decision {
            Decision::Branch(_) => true,
            Decision::Number(symbol, _) => self.symbols[*symbol].origin == Origin::Operation,
            Decision::Derive(_) => false,
        }
    }

    /// The first place at which such a decision was made by a script.
    pub fn assumed(&self) -> Option<(ProcedureId, Location)> {
        self.assumed
    }

    /// Decides what is due as a script says, and does one step.
    ///
    /// # Errors
    /// If the run has ended; the state is the last one.
    pub fn step_by(&mut self, script: &Script) -> Result<(), End> {
        while let Some(decision) = self.decision() {
            self.decide_by(&decision, script)?;
        }
        self.step()
    }

    /// What must be decided before the next step; `None` if nothing.
    pub fn decision(&self) -> Option<Decision> {
        let top = self.top();
        let procedure = &self.setting.program.procedures[top.procedure];
        if self.branch.is_some() || top.location == procedure.cfa.exit || top.location == procedure.exceptional_exit {
            return None;
        }
        let mut edges = procedure.cfa.edges_from(top.location);
        let first = edges.next()?;
        if edges.next().is_none() {
            return self.decision_of(&first.1.operation);
        }
        for (_, edge) in procedure.cfa.edges_from(top.location) {
            if let Operation::Assume(condition) = &edge.operation
                && let Holds::DependsOn(symbol, other) = self.holds(condition)
            {
                return Some(self.number(symbol, other));
            }
        }
        let enabled: SmallVec<[EdgeId; 2]> = self.enabled().map(|(id, _)| id).collect();
        (enabled.len() > 1).then_some(Decision::Branch(enabled))
    }

    /// Decides for an option of the decision that is due.
    pub fn decide(&mut self, decision: &Decision, option: usize) {
        match decision {
            Decision::Branch(edges) => {
                self.branch = Some(edges[option]);
                Rc::make_mut(&mut self.branches).push(edges[option]);
            }
            Decision::Number(symbol, numbers) => self.settle(*symbol, numbers[option]),
            Decision::Derive(heaps) => self.take_input(heaps[option].clone()),
        }
    }

    fn settle(&mut self, symbol: Symbol, number: i64) {
        Rc::make_mut(&mut self.symbols)[symbol].value = Some(number);
    }

    /// What the only edge of a location leaves open.
    fn decision_of(&self, operation: &Operation) -> Option<Decision> {
        match operation {
            Operation::Assign { value, .. } => {
                let operands: SmallVec<[&Operand; 2]> = match value {
                    Rvalue::Unary(_, operand) => SmallVec::from_slice(&[operand]),
                    Rvalue::Binary { left, right, .. } => SmallVec::from_slice(&[left, right]),
                    Rvalue::Operand(_) | Rvalue::Unknown | Rvalue::Drawn => SmallVec::new(),
                };
                operands.into_iter().find_map(|operand| match self.operand(operand) {
                    Value::Open(symbol) => Some(self.number(symbol, None)),
                    _ => None,
                })
            }
            Operation::Load { base, field, .. } => {
                let Value::Object(object) = self.operand(&Operand::Local(*base)) else { return None };
                let field = &self.setting.program.fields[*field].name;
                let (vertex, selector) = self.hidden(object, field)?;
                Some(Decision::Derive(self.setting.grammar.derive_towards(&self.input.heap, vertex, selector)))
            }
            _ => None,
        }
    }

    /// What a number may be: near what it is compared with, small ones, the ends of its range.
    fn number(&self, symbol: Symbol, other: Option<i64>) -> Decision {
        let (low, high) = self.symbols[symbol].ty.range().unwrap_or((i64::from(i32::MIN), i64::from(i32::MAX)));
        let near = other.into_iter().flat_map(|n| [n, n.saturating_add(1), n.saturating_sub(1)]);
        let mut options: SmallVec<[i64; 8]> = SmallVec::new();
        for n in near.chain([0, 1, -1, 2, 3, high, low]) {
            if (low..=high).contains(&n) && !options.contains(&n) {
                options.push(n);
            }
        }
        Decision::Number(symbol, options)
    }

    /// The edges that may be taken; all numbers that they compare are known.
    pub(super) fn enabled(&self) -> impl Iterator<Item = (EdgeId, &'a OperationEdge)> + use<'a, '_> {
        let top = self.top();
        let edges = self.setting.program.procedures[top.procedure].cfa.edges_from(top.location);
        edges.filter(|(_, edge)| match &edge.operation {
            Operation::Assume(condition) => !matches!(self.holds(condition), Holds::No),
            _ => true,
        })
    }

    fn holds(&self, condition: &Condition) -> Holds {
        let truth = |truth| if truth { Holds::Yes } else { Holds::No };
        match condition {
            Condition::Unknown | Condition::OutOfBounds { .. } => Holds::Maybe,
            Condition::Compare { comparison, left, right } => match (self.operand(left), self.operand(right)) {
                (Value::Unset, _) | (_, Value::Unset) => Holds::Maybe,
                (Value::Number(a), Value::Number(b)) => truth(compare(*comparison, a, b)),
                (Value::Open(symbol), Value::Number(n)) | (Value::Number(n), Value::Open(symbol)) => {
                    Holds::DependsOn(symbol, Some(n))
                }
                (Value::Open(symbol), _) | (_, Value::Open(symbol)) => Holds::DependsOn(symbol, None),
                (a, b) => truth((a == b) == (*comparison == crate::program::objects::Comparison::Equal)),
            },
            Condition::InstanceOf { operand, class, negated } => match self.operand(operand) {
                Value::Object(object) => {
                    let program = self.setting.program;
                    let own = program.class_named(self.objects[object].class);
                    truth(own.is_some_and(|own| program.is_subclass(own, *class)) != *negated)
                }
                // Of what is not followed, nothing is an object of a class that is.
                Value::Null | Value::Unset => truth(*negated),
                Value::Number(_) | Value::Open(_) | Value::Given(_) => Holds::Maybe,
            },
        }
    }
}
