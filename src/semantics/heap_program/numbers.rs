//! What the operations of a program do to its local numbers, whatever its heap is.

use super::{HeapProgram, HeapState, PointKind};
use crate::base::Idx;
use crate::program::cfa::{Location, ProcedureId};
use crate::program::objects::{
    Binary, Call, Comparison, Condition, LocalId, Operand, Operation, OperationEdge, Procedure, Rvalue, Type, Unary,
};
use crate::rsm::{Arithmetic, Ranges, Term};

impl HeapProgram {
    /// The locals of a state, with their ranges if they are numbers that are held as they are.
    pub fn ranges(&self, state: HeapState) -> Ranges {
        self.at(state)
            .map_or_else(Vec::new, |(procedure, _)| procedure.locals.iter().map(|local| range(local.ty)).collect())
    }

    /// The name of a local of a state.
    pub fn number_name(&self, state: HeapState, number: u32) -> &str {
        self.at(state).map_or("", |(procedure, _)| &procedure.locals[LocalId(number)].name)
    }

    /// What happens to the locals of a state in one step or call, or in entering a call: one for each way that leads from the place
    /// of a state to that of another one.
    pub(super) fn arithmetic_between(&self, source: HeapState, target: HeapState, enters: bool) -> Vec<Arithmetic> {
        let (Some((procedure, from)), Some((_, to))) = (self.at(source), self.at(target)) else { return Vec::new() };
        let edges = procedure.cfa.edges_from(from).map(|(_, edge)| edge);
        if enters {
            let PointKind::At(callee, _) = self.points.kind(target.point) else { return Vec::new() };
            let callee = self.points.instance(callee).procedure;
            return edges.filter_map(|edge| self.entering(procedure, edge, callee)).collect();
        }
        edges.flat_map(|edge| along(procedure, edge, to)).collect()
    }

    /// The procedure and location of a state.
    fn at(&self, state: HeapState) -> Option<(&Procedure, Location)> {
        let PointKind::At(instance, location) = self.points.kind(state.point) else { return None };
        Some((&self.model.program.procedures[self.points.instance(instance).procedure], location))
    }

    /// The locals of a callee: arguments have become parameters.
    fn entering(&self, caller: &Procedure, edge: &OperationEdge, callee: ProcedureId) -> Option<Arithmetic> {
        let Operation::Call(Call { arguments, .. }) = &edge.operation else { return None };
        let callee = &self.model.program.procedures[callee];
        let mut values = vec![None; callee.locals.len()];
        for (&parameter, &argument) in callee.parameters.iter().zip(arguments) {
            values[parameter.index()] = term(caller, argument);
        }
        Some(Arithmetic { values, guards: Vec::new() })
    }
}

/// The range of the numbers of a type that are held as they are.
fn range(ty: Type) -> Option<(i64, i64)> {
    match ty {
        Type::Integer(ty) if !ty.is_unsigned_64() => Some(ty.range()),
        _ => None,
    }
}

/// What an edge does on its ways to a location.
fn along(procedure: &Procedure, edge: &OperationEdge, to: Location) -> Vec<Arithmetic> {
    let unchanged = || (0..procedure.locals.len()).map(|local| term(procedure, Operand::Local(LocalId::at(local))));
    let mut ways = Vec::new();
    if edge.target == to {
        let mut values: Vec<Option<Term>> = unchanged().collect();
        if let Some(target) = edge.operation.defines() {
            values[target.index()] = match &edge.operation {
                Operation::Assign { value, .. } => assigned(procedure, procedure.locals[target].ty, value),
                _ => None,
            };
        }
        ways.push(Arithmetic { values, guards: guards(procedure, &edge.operation) });
    }
    // An operation that throws an exception has changed no number.
    let exceptional = if let Operation::Call(call) = &edge.operation { Some(call.exceptional) } else { None };
    if exceptional == Some(to) || edge.on_null == Some(to) {
        ways.push(Arithmetic { values: unchanged().collect(), guards: Vec::new() });
    }
    ways
}

/// An operand as a term.
fn term(procedure: &Procedure, operand: Operand) -> Option<Term> {
    match operand {
        Operand::Local(local) => {
            range(procedure.locals[local].ty)?;
            Some(Term { number: Some(local.0), constant: 0 })
        }
        Operand::Integer(constant) => Some(Term { number: None, constant }),
        Operand::Null | Operand::Boolean(_) => None,
    }
}

/// A value that is assigned to a local of this type, before it wraps around.
fn assigned(procedure: &Procedure, target: Type, value: &Rvalue) -> Option<Term> {
    let plus = |term: Term, constant: i64| Some(Term { constant: term.constant.checked_add(constant)?, ..term });
    match *value {
        Rvalue::Operand(operand) => term(procedure, operand),
        Rvalue::Unary(Unary::Convert(ty), operand) if target == Type::Integer(ty) => term(procedure, operand),
        Rvalue::Binary { operator, ty, left, right } if target == Type::Integer(ty) => {
            let (left, right) = (term(procedure, left)?, term(procedure, right)?);
            match (operator, left.number, right.number) {
                (Binary::Add, _, None) => plus(left, right.constant),
                (Binary::Add, None, _) => plus(right, left.constant),
                (Binary::Subtract, _, None) => plus(left, right.constant.checked_neg()?),
                _ => None,
            }
        }
        Rvalue::Unary(..) | Rvalue::Binary { .. } | Rvalue::Unknown | Rvalue::Drawn => None,
    }
}

/// What holds of terms before an operation with which a run continues.
fn guards(procedure: &Procedure, operation: &Operation) -> Vec<(Term, Term)> {
    let Operation::Assume(Condition::Compare { comparison, left, right }) = operation else { return Vec::new() };
    let (Some(left), Some(right)) = (term(procedure, *left), term(procedure, *right)) else { return Vec::new() };
    let more = |term: Term| term.constant.checked_add(1).map(|constant| Term { constant, ..term });
    let guard = |upper: Term, lower: Option<Term>| lower.map(|lower| (upper, lower));
    match comparison {
        Comparison::Less => guard(right, more(left)).into_iter().collect(),
        Comparison::LessEqual => vec![(right, left)],
        Comparison::Greater => guard(left, more(right)).into_iter().collect(),
        Comparison::GreaterEqual => vec![(left, right)],
        Comparison::Equal => vec![(left, right), (right, left)],
        Comparison::NotEqual => Vec::new(),
    }
}
