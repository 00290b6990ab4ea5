//! Steps of flat programs as terms.
//!
//! What a step does is a function of the variables and of *inputs*, which stand for all that the program does not determine:
//! drawn numbers, what is read from objects, which of several possible edges is taken. So a condition is a term, and an
//! assignment is a term for the new value; no variable needs to be eliminated.

use std::collections::BTreeMap;

use base::IndexVec;
use bitvec::{Sort, TermId, Terms};
use numbers::{Number, Values, sort_of};
use program::cfa::{EdgeId, Location};
use program::objects::{Comparison, LocalId, Operand, Operation, Rvalue, STATICS, Type};

use super::flat::{FlatAction, FlatEdge, FlatProgram, FlatVariable, FrameId};
use super::watched::{FlatObservation, FlatValue, ObservationId};

/// The values of variables that differ from those at the start of a block.
pub(super) type Changes = BTreeMap<FlatVariable, TermId>;

/// What the program does not determine.
#[derive(Clone, Debug, Default)]
pub struct Inputs {
    /// The values that edges assign: the value, and whether it stands for one that the program determines but that is not
    /// followed.
    pub values: BTreeMap<EdgeId, (TermId, bool)>,
    /// For a location with several possible edges whether each but the last is taken; the first that is counts.
    pub choices: BTreeMap<Location, Vec<TermId>>,
}

/// Translates the steps of a flat program into terms.
pub(super) struct Encoder<'a, 'p> {
    pub flat: &'a FlatProgram<'p>,
    pub terms: &'a mut Terms,
    /// The values of the variables at the start of a block.
    pub current: &'a IndexVec<FlatVariable, TermId>,
    pub inputs: &'a mut Inputs,
}

impl Encoder<'_, '_> {
    /// Under which conditions each of the edges that leave a location is taken. The conditions exclude each other.
    pub(super) fn conditions(&mut self, location: Location, changes: &Changes) -> Vec<(EdgeId, TermId)> {
        let edges: Vec<(EdgeId, FlatEdge)> = self.flat.cfa.edges_from(location).map(|(id, e)| (id, *e)).collect();
        let own: Vec<Option<TermId>> = edges.iter().map(|(_, edge)| self.condition_of(edge, changes)).collect();
        if let [(one, _)] = edges[..] {
            return vec![(one, own[0].unwrap_or(Terms::TRUE))];
        }
        if let ([(one, _), (other, _)], [Some(a), Some(b)]) = (&edges[..], &own[..])
            && self.terms.not(*a) == *b
        {
            return vec![(*one, *a), (*other, *b)];
        }
        let mut before = Terms::TRUE;
        let last = edges.len().saturating_sub(1);
        let mut conditions = Vec::with_capacity(edges.len());
        for (position, &(id, _)) in edges.iter().enumerate() {
            let choice = if position == last { Terms::TRUE } else { self.choice(location, position) };
            let own = own[position].unwrap_or(Terms::TRUE);
            let chosen = self.terms.all(&[before, choice, own]);
            conditions.push((id, chosen));
            let not = self.terms.not(choice);
            before = self.terms.and(before, not);
        }
        conditions
    }

    fn choice(&mut self, location: Location, position: usize) -> TermId {
        let choices = self.inputs.choices.entry(location).or_default();
        while choices.len() <= position {
            choices.push(self.terms.variable(Sort::Boolean));
        }
        choices[position]
    }

    /// A condition that holds whenever an edge is taken; `None` if there is none. If several edges may be taken, a choice
    /// decides.
    fn condition_of(&mut self, edge: &FlatEdge, changes: &Changes) -> Option<TermId> {
        if let FlatAction::Observe(observation, holds) = edge.action {
            let found = self.observed(observation, changes)?;
            return Some(if holds { found } else { self.terms.not(found) });
        }
        if !edge.is_step() {
            return None;
        }
        let operation = &self.flat.origin(edge).operation;
        if let Some(reference) = self.flat.procedure(edge.frame).dereferences(operation) {
            let is_null = self.is_null(edge.frame, reference, changes)?;
            return match edge.action {
                FlatAction::NullDereference => Some(is_null),
                FlatAction::Operation | FlatAction::Enter(_) => Some(self.terms.not(is_null)),
                FlatAction::Return(_) | FlatAction::Throw | FlatAction::Nothing => None,
                FlatAction::Call(_) | FlatAction::CallThrow(_) => None,
                FlatAction::Observe(..) | FlatAction::Conclude => None,
            };
        }
        let (FlatAction::Operation, Operation::Assume(condition)) = (edge.action, operation) else { return None };
        self.numbers(edge.frame, changes, |encoder, values| encoder.condition(condition, values))
    }

    /// Whether an observation holds; `None` if that is not followed.
    fn observed(&mut self, observation: ObservationId, changes: &Changes) -> Option<TermId> {
        let FlatObservation::Compare { comparison, left, right } = self.flat.observations[observation] else {
            return None;
        };
        if let (Some(a), Some(b)) = (self.truth_of(left, changes), self.truth_of(right, changes)) {
            let equal = self.terms.iff(a, b);
            return match comparison {
                Comparison::Equal => Some(equal),
                Comparison::NotEqual => Some(self.terms.not(equal)),
                _ => None,
            };
        }
        let (a, b) = (self.number_of(left, changes)?, self.number_of(right, changes)?);
        Some(numbers::Encoder { terms: self.terms }.compare_numbers(comparison, a, b))
    }

    /// A truth value, or whether a reference is null; `None` for numbers.
    fn truth_of(&self, value: FlatValue, changes: &Changes) -> Option<TermId> {
        match value {
            FlatValue::Boolean(value) => Some(Terms::boolean(value)),
            FlatValue::Number(_) => None,
            FlatValue::Variable(variable) => match self.flat.type_of(variable) {
                Type::Integer(_) => None,
                _ => Some(self.value(variable, changes)),
            },
        }
    }

    fn number_of(&mut self, value: FlatValue, changes: &Changes) -> Option<Number> {
        match value {
            FlatValue::Boolean(_) => None,
            FlatValue::Number(n) => {
                // A number of 64 bits, with a sign or without one.
                let (low, signed) = match i64::try_from(n) {
                    Ok(n) => (n.cast_unsigned(), true),
                    Err(_) => (u64::try_from(n).ok()?, false),
                };
                Some(Number { term: self.terms.bits(64, low), signed })
            }
            FlatValue::Variable(variable) => match self.flat.type_of(variable) {
                Type::Integer(ty) => Some(Number { term: self.value(variable, changes), signed: ty.signed }),
                _ => None,
            },
        }
    }

    /// Assigns what an edge assigns.
    pub(super) fn execute(&mut self, id: EdgeId, edge: &FlatEdge, changes: &mut Changes) {
        if !edge.is_step() {
            return;
        }
        let frame = edge.frame;
        let operation = &self.flat.origin(edge).operation;
        match (edge.action, operation) {
            (FlatAction::Operation, Operation::Assign { target, value }) => {
                self.assign(id, frame, *target, value, changes)
            }
            (FlatAction::Operation, Operation::Load { target, base, field }) => {
                let Some(variable) = self.flat.local(frame, *target) else { return };
                let is_static = self.flat.procedure(frame).statics == Some(*base);
                let ty = self.flat.type_of(variable);
                let field = self.flat.static_field(*field).filter(|_| is_static);
                let value = match field.map(|field| (self.flat.type_of(field), self.value(field, changes))) {
                    // A load may widen a number.
                    Some((Type::Integer(own), term)) => {
                        numbers::Encoder { terms: self.terms }.fit_type(Number { term, signed: own.signed }, ty)
                    }
                    Some((_, term)) => Some(term),
                    None => None,
                };
                let value = value.unwrap_or_else(|| self.input(id, ty, true));
                changes.insert(variable, value);
            }
            (FlatAction::Operation, Operation::Store { base, field, value }) => {
                let is_static = self.flat.procedure(frame).statics == Some(*base);
                if let Some(variable) = self.flat.static_field(*field).filter(|_| is_static) {
                    let value = self.operand_as(id, frame, *value, self.flat.type_of(variable), changes);
                    changes.insert(variable, value);
                }
            }
            (FlatAction::Operation, Operation::New { class, .. })
                if self.flat.program.classes[*class].name == STATICS =>
            {
                for field in self.flat.static_fields() {
                    let ty = self.flat.type_of(field);
                    let default = if ty.is_reference() { Terms::TRUE } else { self.terms.constant(sort_of(ty), 0) };
                    changes.insert(field, default);
                }
            }
            (FlatAction::Operation, Operation::New { target, .. }) => self.refers(frame, *target, changes),
            (FlatAction::NullDereference, _) | (FlatAction::Throw, Operation::Call(_)) => {
                let exception = self.flat.procedure(frame).exception;
                self.refers(frame, exception, changes);
            }
            (FlatAction::Enter(inner), Operation::Call(call)) => {
                let parameters = &self.flat.procedure(inner).parameters;
                let passed: Vec<(FlatVariable, TermId)> = parameters
                    .iter()
                    .zip(&call.arguments)
                    .filter_map(|(&parameter, &argument)| {
                        let variable = self.flat.local(inner, parameter)?;
                        let value = self.operand_as(id, frame, argument, self.flat.type_of(variable), changes);
                        Some((variable, value))
                    })
                    .collect();
                changes.extend(passed);
                if let Some(receiver) = self.flat.procedure(inner).receiver {
                    self.refers(inner, receiver, changes);
                }
            }
            (FlatAction::Return(inner), Operation::Call(call)) => {
                let Some(variable) = call.target.and_then(|target| self.flat.local(frame, target)) else { return };
                let ty = self.flat.type_of(variable);
                let returned = self.flat.procedure(inner).returned;
                let value = self.operand_as(id, inner, Operand::Local(returned), ty, changes);
                changes.insert(variable, value);
            }
            _ => {}
        }
    }

    /// A local refers to an object.
    fn refers(&self, frame: FrameId, local: LocalId, changes: &mut Changes) {
        if let Some(variable) = self.flat.local(frame, local) {
            changes.insert(variable, Terms::FALSE);
        }
    }

    fn assign(&mut self, id: EdgeId, frame: FrameId, target: LocalId, value: &Rvalue, changes: &mut Changes) {
        let Some(variable) = self.flat.local(frame, target) else { return };
        let ty = self.flat.type_of(variable);
        let known = self.numbers(frame, changes, |encoder, values| encoder.rvalue(value, ty, values));
        let value = known.unwrap_or_else(|| self.input(id, ty, *value != Rvalue::Drawn));
        changes.insert(variable, value);
    }

    /// The value of a variable.
    pub(super) fn value(&self, variable: FlatVariable, changes: &Changes) -> TermId {
        changes.get(&variable).copied().unwrap_or(self.current[variable])
    }

    /// An operand as a value of a type; an input if it is not followed.
    fn operand_as(&mut self, id: EdgeId, frame: FrameId, operand: Operand, ty: Type, changes: &Changes) -> TermId {
        self.followed_as(frame, operand, ty, changes).unwrap_or_else(|| self.input(id, ty, true))
    }

    /// An operand as a value of a type; `None` if it is not followed.
    pub(super) fn followed_as(
        &mut self,
        frame: FrameId,
        operand: Operand,
        ty: Type,
        changes: &Changes,
    ) -> Option<TermId> {
        self.numbers(frame, changes, |encoder, values| encoder.operand(operand, ty, values))
    }

    /// Whether a reference is null; `None` if the operand is none that is followed.
    fn is_null(&mut self, frame: FrameId, operand: Operand, changes: &Changes) -> Option<TermId> {
        self.numbers(frame, changes, |encoder, values| encoder.is_null(operand, values))
    }

    /// Translates what an operation of a frame does to numbers.
    fn numbers<T>(
        &mut self,
        frame: FrameId,
        changes: &Changes,
        translate: impl FnOnce(&mut numbers::Encoder<'_>, Values<'_>) -> T,
    ) -> T {
        let (flat, current) = (self.flat, self.current);
        let mut values = |_: &mut Terms, local: LocalId| {
            let procedure = flat.procedure(frame);
            if procedure.statics == Some(local) {
                return Some((procedure.locals[local].ty, Terms::FALSE));
            }
            let variable = flat.local(frame, local)?;
            let value = changes.get(&variable).copied().unwrap_or(current[variable]);
            Some((flat.type_of(variable), value))
        };
        translate(&mut numbers::Encoder { terms: self.terms }, &mut values)
    }

    /// The input of an edge.
    fn input(&mut self, id: EdgeId, ty: Type, determined: bool) -> TermId {
        let terms = &mut *self.terms;
        self.inputs.values.entry(id).or_insert_with(|| (terms.variable(sort_of(ty)), determined)).0
    }
}
