//! Programs whose recursive calls are kept: every recursive procedure has blocks of its own.

use std::collections::BTreeSet;

use base::{CollectByInsertion, Idx, newtype_index};
use bitvec::{TermId, Terms};
use program::cfa::ProcedureId;
use program::objects::{Operand, Operation, Program};

use super::build::{BlockProgram, HeadId};
use super::encode::{Changes, Encoder, Inputs};
use super::flat::{FlatAction, FlatEdge, FlatOptions, FlatProgram, FlatVariable, FrameId, VariableOrigin};

newtype_index! {
    /// A procedure with blocks of its own; 0 is the entry procedure.
    pub struct UnitId;
}

/// A head of a unit.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct UnitHead {
    /// The unit.
    pub unit: UnitId,
    /// Its head.
    pub head: HeadId,
}

/// A call that is kept. At its head nothing else happens.
#[derive(Clone, Debug)]
pub struct BlockCall {
    /// Where it begins.
    pub head: HeadId,
    /// The unit that is called.
    pub callee: UnitId,
    /// Parameters and static fields of the callee with their values, over the variables of the caller. Parameters that are not here
    /// may have any value.
    pub passed: Vec<(FlatVariable, TermId)>,
    /// The ways in which it may return.
    pub returns: Vec<CallReturn>,
}

/// A way in which a call may return.
#[derive(Clone, Debug)]
pub struct CallReturn {
    /// The exit of the callee.
    pub exit: HeadId,
    /// Where the caller continues.
    pub target: HeadId,
    /// Variables of the caller with their new values, over the variables of the callee and inputs.
    pub assigned: Vec<(FlatVariable, TermId)>,
}

impl<'p> BlockProgram<'p> {
    /// The entry procedure, and every recursive procedure that it may call, each with blocks of its own; other callees are copied
    /// in. `None` if one has more edges than allowed.
    ///
    /// A call on an object is copied in as well, as deep as the options say: what is proved must exclude deeper ones.
    pub fn units(
        program: &'p Program,
        entry: ProcedureId,
        options: &FlatOptions<'_>,
        terms: &mut Terms,
    ) -> Option<Vec<Self>> {
        let recursive: Vec<ProcedureId> = program.recursive(entry).into_iter().collect();
        let kept = recursive.iter().zip(1..).map(|(&procedure, unit)| (procedure, UnitId(unit))).collect_by_insertion();
        let mut units = vec![Self::new(FlatProgram::unit(program, entry, options, &kept, false)?, terms)];
        for &procedure in &recursive {
            let mut unit = Self::new(FlatProgram::unit(program, procedure, options, &kept, true)?, terms);
            let parameters = program.procedures[procedure].parameters.iter();
            let parameters = parameters.filter_map(|&parameter| unit.flat.local(FrameId(0), parameter));
            let copied: Vec<FlatVariable> = parameters.chain(unit.flat.static_fields()).collect();
            unit.copies = copied.into_iter().map(|v| (v, terms.variable(terms.sort(unit.current[v])))).collect();
            units.push(unit);
        }
        let is_alone = |unit: &Self| {
            let edges = &unit.flat.cfa.edges;
            let calls: BTreeSet<_> =
                edges.iter().filter(|edge| edge.is_kept_call()).map(|edge| edge.source).collect_by_insertion();
            edges.iter().all(|edge| edge.is_kept_call() || !calls.contains(&edge.source))
        };
        debug_assert!(units.iter().all(is_alone), "nothing else happens where a call is kept");
        let calls: Vec<Vec<BlockCall>> = units.iter().map(|unit| unit.kept_calls(&units, terms)).collect();
        for (unit, calls) in units.iter_mut().zip(calls) {
            unit.calls = calls;
        }
        Some(units)
    }

    /// The static fields of a unit that is called, with what they were when it was entered.
    pub fn static_copies(&self) -> Vec<(TermId, Option<TermId>)> {
        let fields = self.copies.iter().filter(|(v, _)| matches!(self.flat.variables[*v], VariableOrigin::Static(_)));
        fields.map(|&(variable, copy)| (self.current[variable], Some(copy))).collect()
    }

    /// The calls that are kept, by head.
    fn kept_calls(&self, units: &[Self], terms: &mut Terms) -> Vec<BlockCall> {
        let mut calls: Vec<BlockCall> = Vec::new();
        for edge in &self.flat.cfa.edges {
            let (callee, end) = match edge.action {
                FlatAction::Call(callee) => (callee, 0),
                FlatAction::CallThrow(callee) => (callee, 1),
                _ => continue,
            };
            let [head, target] = [edge.source, edge.target].map(|location| self.head_at(location));
            let inner = &units[callee.index()];
            let assigned = self.assigned(inner, edge, end == 0, terms);
            let way = CallReturn { exit: inner.ends[end], target, assigned };
            match calls.last_mut() {
                Some(call) if (call.head, call.callee) == (head, callee) => call.returns.push(way),
                _ => {
                    let passed = self.passed(inner, edge, terms);
                    calls.push(BlockCall { head, callee, passed, returns: vec![way] });
                }
            }
        }
        calls
    }

    /// What a call passes to its callee.
    fn passed(&self, inner: &Self, edge: &FlatEdge, terms: &mut Terms) -> Vec<(FlatVariable, TermId)> {
        let Operation::Call(call) = &self.flat.origin(edge).operation else { return Vec::new() };
        let inputs = &mut Inputs::default();
        let mut encoder = Encoder { flat: &self.flat, terms, current: &self.current, inputs };
        let parameters = &inner.flat.procedure(FrameId(0)).parameters;
        let arguments = parameters.iter().zip(&call.arguments).filter_map(|(&parameter, &argument)| {
            let variable = inner.flat.local(FrameId(0), parameter)?;
            let ty = inner.flat.type_of(variable);
            Some((variable, encoder.followed_as(edge.frame, argument, ty, &Changes::new())?))
        });
        let mut passed: Vec<(FlatVariable, TermId)> = arguments.collect();
        let fields = inner.flat.static_fields().zip(self.flat.static_fields());
        passed.extend(fields.map(|(theirs, own)| (theirs, self.current[own])));
        passed
    }

    /// What is assigned when a call has returned, or ended with an exception.
    fn assigned(&self, inner: &Self, edge: &FlatEdge, returns: bool, terms: &mut Terms) -> Vec<(FlatVariable, TermId)> {
        let fields = self.flat.static_fields().zip(inner.flat.static_fields());
        let mut assigned: Vec<(FlatVariable, TermId)> =
            fields.map(|(own, theirs)| (own, inner.current[theirs])).collect();
        let Operation::Call(call) = &self.flat.origin(edge).operation else { return assigned };
        let target = call.target.filter(|_| returns);
        if let Some(target) = target.and_then(|target| self.flat.local(edge.frame, target)) {
            let ty = self.flat.type_of(target);
            let inputs = &mut Inputs::default();
            let mut encoder = Encoder { flat: &inner.flat, terms, current: &inner.current, inputs };
            let returned = Operand::Local(inner.flat.procedure(FrameId(0)).returned);
            let value = encoder.followed_as(FrameId(0), returned, ty, &Changes::new());
            let value = value.unwrap_or_else(|| terms.variable(terms.sort(self.current[target])));
            assigned.push((target, value));
        }
        assigned
    }
}
