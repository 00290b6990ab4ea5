//! Expressions and formulas as functions of the variables of states.

use rustc_hash::FxHashMap;

use super::layout::{BitLayout, Version, level};
use base::{Stop, msg};
use bdd::{Bdd, Bdds, Vector};
use ltl::logic::{self, Formula, FormulaId, Formulas, PropositionId};
use program::cfa::ProcedureId;
use program::guarded::{Binary, Domain, Expression, Instruction, Unary, VariableId};

/// The scope of an expression: a component, and a copy for each of its variables.
pub(super) struct Scope<'a> {
    pub layout: &'a BitLayout,
    pub component: ProcedureId,
    pub version: &'a dyn Fn(VariableId) -> Version,
}

/// The value of an expression, and a range that contains it.
struct Value {
    vector: Vector,
    range: (i64, i64),
}

/// The number of bits that represent all integers of a range in two's complement.
fn width((low, high): (i64, i64)) -> usize {
    [low, high].iter().map(|&end| Vector::constant(end).bits().len()).max().unwrap_or(1)
}

impl Scope<'_> {
    /// The value of a variable minus the least value of its domain.
    fn offset(&self, variable: VariableId, bdds: &mut Bdds) -> Result<Vector, Stop> {
        let version = (self.version)(variable);
        let slots = self.layout.variable(self.component, variable).iter();
        let bits = slots.map(|&slot| bdds.variable(level(slot, version))).collect::<Result<_, _>>()?;
        Ok(Vector::unsigned(bits))
    }

    fn value(&self, expression: &Expression, bdds: &mut Bdds) -> Result<Value, Stop> {
        let invalid = || Stop::Incomplete(msg!("a value may not fit into 64 bits"));
        let domain = |v| self.layout.domain(self.component, v);
        let ranges = expression.ranges(domain).ok_or_else(invalid)?;
        let mut stack: Vec<Vector> = Vec::new();
        for (instruction, &range) in expression.0.iter().zip(&ranges) {
            let mut pop = || stack.pop().ok_or_else(invalid);
            let vector = match *instruction {
                Instruction::Constant(value) => Vector::constant(value),
                Instruction::Variable(variable) => {
                    let low = Vector::constant(domain(variable).low());
                    self.offset(variable, bdds)?.add(&low, bdds)?
                }
                Instruction::Unary(operator) => unary(operator, &pop()?, bdds)?,
                Instruction::Binary(operator) => {
                    let right = pop()?;
                    binary(operator, &pop()?, &right, bdds)?
                }
                Instruction::Select => {
                    let (otherwise, then) = (pop()?, pop()?);
                    let condition = pop()?.is_nonzero(bdds)?;
                    then.select(&otherwise, condition, bdds)?
                }
                Instruction::Fit(Domain::Boolean) => Vector::boolean(pop()?.is_nonzero(bdds)?),
                Instruction::Fit(Domain::Integer { low, high }) => {
                    let wrapped = pop()?.wrap(low, high, bdds)?;
                    wrapped.add(&Vector::constant(low), bdds)?
                }
            };
            // Values outside the domains of variables may give any result; no state has them.
            stack.push(vector.truncate(width(range)));
        }
        let (Some(vector), Some(&range)) = (stack.pop(), ranges.last()) else { return Err(invalid()) };
        Ok(Value { vector, range })
    }

    /// The states in which an expression is not 0; all states for `None`.
    pub(super) fn holds(&self, expression: Option<&Expression>, bdds: &mut Bdds) -> Result<Bdd, Stop> {
        match expression {
            Some(expression) => self.value(expression, bdds)?.vector.is_nonzero(bdds),
            None => Ok(Bdd::TRUE),
        }
    }

    /// The contents of the slots of a variable with this domain after an expression was assigned to it.
    pub(super) fn fitted(&self, expression: &Expression, domain: Domain, bdds: &mut Bdds) -> Result<Vector, Stop> {
        let value = self.value(expression, bdds)?;
        if matches!(domain, Domain::Boolean) {
            return Ok(Vector::boolean(value.vector.is_nonzero(bdds)?));
        }
        if domain.low() <= value.range.0 && value.range.1 <= domain.high() {
            return value.vector.subtract(&Vector::constant(domain.low()), bdds);
        }
        value.vector.wrap(domain.low(), domain.high(), bdds)
    }

    /// The states in which a formula without temporal operators is true.
    pub(super) fn formula(
        &self,
        formulas: &Formulas,
        formula: FormulaId,
        truth: &dyn Fn(PropositionId) -> Expression,
        known: &mut FxHashMap<FormulaId, Bdd>,
        bdds: &mut Bdds,
    ) -> Result<Bdd, Stop> {
        let temporal = || Stop::Incomplete(msg!("a guard of the monitor has temporal operators"));
        for id in formulas.subformulas(formula) {
            if known.contains_key(&id) {
                continue;
            }
            let of = |id: FormulaId| known.get(&id).copied().unwrap_or(Bdd::FALSE);
            let value = match formulas.formula(id) {
                Formula::True => Bdd::TRUE,
                Formula::False => Bdd::FALSE,
                Formula::Atom(proposition) => self.holds(Some(&truth(proposition)), bdds)?,
                Formula::Unary(logic::Unary::Not, a) => bdds.not(of(a))?,
                Formula::Binary(operator, a, b) => match operator {
                    logic::Binary::And => bdds.and(of(a), of(b))?,
                    logic::Binary::Or => bdds.or(of(a), of(b))?,
                    logic::Binary::Implies => bdds.ite(of(a), of(b), Bdd::TRUE)?,
                    logic::Binary::Iff => bdds.iff(of(a), of(b))?,
                    _ => return Err(temporal()),
                },
                Formula::Unary(..) => return Err(temporal()),
            };
            known.insert(id, value);
        }
        Ok(known[&formula])
    }
}

fn unary(operator: Unary, a: &Vector, bdds: &mut Bdds) -> Result<Vector, Stop> {
    match operator {
        Unary::Negate => a.negate(bdds),
        Unary::IsNonzero => Ok(Vector::boolean(a.is_nonzero(bdds)?)),
        Unary::Not => {
            let truth = a.is_nonzero(bdds)?;
            Ok(Vector::boolean(bdds.not(truth)?))
        }
    }
}

fn binary(operator: Binary, a: &Vector, b: &Vector, bdds: &mut Bdds) -> Result<Vector, Stop> {
    let truth = match operator {
        Binary::Add => return a.add(b, bdds),
        Binary::Subtract => return a.subtract(b, bdds),
        Binary::Multiply => return a.multiply(b, bdds),
        Binary::Divide => return Ok(a.divide(b, bdds)?.0),
        Binary::Remainder => return Ok(a.divide(b, bdds)?.1),
        Binary::ShiftLeft => return a.shift_left(b, bdds),
        Binary::ShiftRight => return a.shift_right(b, bdds),
        Binary::And | Binary::Or | Binary::Xor | Binary::Implies => {
            let (a, b) = (a.is_nonzero(bdds)?, b.is_nonzero(bdds)?);
            match operator {
                Binary::And => bdds.and(a, b)?,
                Binary::Or => bdds.or(a, b)?,
                Binary::Xor => bdds.xor(a, b)?,
                _ => bdds.ite(a, b, Bdd::TRUE)?,
            }
        }
        Binary::Equal | Binary::NotEqual => a.equal(b, bdds)?,
        Binary::Less | Binary::GreaterEqual => a.less(b, bdds)?,
        Binary::Greater | Binary::LessEqual => b.less(a, bdds)?,
    };
    let is_negated = matches!(operator, Binary::NotEqual | Binary::GreaterEqual | Binary::LessEqual);
    Ok(Vector::boolean(if is_negated { bdds.not(truth)? } else { truth }))
}
