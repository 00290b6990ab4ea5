//! A program taken apart: into parts that have no object in common, each of which runs by itself.
//!
//! Twelve pointers, each of which may be null, have 4,096 combinations, and the parts of the program that deal with one of them 24 states. The
//! program that [`in_parts`](Program::in_parts) makes chooses one of the parts first. A part is a slice (Weiser, *Program
//! slicing*, 1984) of the entry procedure: it has the steps on its own objects and numbers, and what these depend on; the other branches of the program
//! may go either way. So every run of the program gives a run of each part, which does to the objects of the part what the program does. What
//! no run of any part does wrong, no run of the program does wrong; the converse does not hold.

mod depend;
mod slice;

use fixedbitset::FixedBitSet;

use super::{FieldId, Operation, OperationEdge, Procedure, Program};
use crate::cfa::{Location, ProcedureId};
use base::{Idx, IndexVec, Span};

use depend::Dependences;
use slice::Slice;

/// Procedures with more edges are not taken apart.
const MOST_EDGES: usize = 20_000;

/// What a part knows of branches on what does not belong to it.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Branches {
    /// What decides whether a step is taken belongs to the part.
    Decided,
    /// They go either way.
    Free,
}

/// What the procedures that an entry calls do, besides what they are given.
struct Effects {
    /// The static fields that a procedure reads or writes, itself or in calls.
    statics: IndexVec<ProcedureId, FixedBitSet>,
    /// Whether it may end the run.
    ends: IndexVec<ProcedureId, bool>,
}

impl Program {
    /// The program in which a run of `entry` first chooses one of its parts, and their number. `None` if one of them is all of it,
    /// or memory is collected.
    ///
    /// Properties carry over that speak of single steps and objects: each object and each failure belongs to a part.
    pub fn in_parts(&self, entry: ProcedureId, branches: Branches) -> Option<(Self, usize)> {
        let mut procedure = self.procedures[entry].clone();
        // Where exceptions are thrown, steps assign more than their targets.
        let throws = !self.is_manual();
        if throws || self.recursive(entry).contains(&entry) || procedure.cfa.edges.len() > MOST_EDGES {
            return None;
        }
        let effects = self.effects(entry);
        if effects.ends[entry] && procedure.ended.is_none() {
            procedure.ended = Some(procedure.cfa.locations.push(procedure.span));
        }
        let procedure = &procedure;
        let dependences = Dependences::new(self, procedure, &effects, branches)?;
        let parts = dependences.parts();
        if parts.is_empty() || parts.iter().any(|part| dependences.is_everything(part)) {
            return None;
        }
        let mut choosing = procedure.clone();
        let start = choosing.cfa.locations.push(procedure.cfa.locations[procedure.cfa.entry]);
        let mut edges = Vec::new();
        for part in &parts {
            let slice = Slice::new(procedure, &effects, &dependences, part);
            slice.add_to(&mut choosing, start, &mut edges);
        }
        choosing.cfa.entry = start;
        choosing.cfa.edges = edges.into_iter().collect();
        choosing.keep_reachable();
        let mut program = self.clone();
        program.procedures[entry] = choosing;
        Some((program, parts.len()))
    }

    fn effects(&self, entry: ProcedureId) -> Effects {
        let mut statics = IndexVec::filled(FixedBitSet::with_capacity(self.fields.len()), self.procedures.len());
        let mut ends: IndexVec<ProcedureId, bool> = self.procedures.iter().map(|own| own.ended.is_some()).collect();
        let reachable = self.reachable(entry);
        let mut has_grown = true;
        while std::mem::take(&mut has_grown) {
            for &id in &reachable {
                let mut fields = statics[id].clone();
                for edge in &self.procedures[id].cfa.edges {
                    if let Some(field) = static_field(&self.procedures[id], &edge.operation) {
                        fields.insert(field.index());
                    }
                    if let Operation::Call(call) = &edge.operation {
                        for callee in call.callee.candidates() {
                            fields.union_with(&statics[callee]);
                            has_grown |= ends[callee] && !std::mem::replace(&mut ends[id], true);
                        }
                    }
                }
                has_grown |= fields != statics[id];
                statics[id] = fields;
            }
        }
        Effects { statics, ends }
    }
}

/// The static field that an operation loads or stores.
fn static_field(procedure: &Procedure, operation: &Operation) -> Option<FieldId> {
    match operation {
        Operation::Load { base, field, .. } | Operation::Store { base, field, .. }
            if Some(*base) == procedure.statics =>
        {
            Some(*field)
        }
        _ => None,
    }
}

/// An edge without effect, or one of several that may be taken.
fn plain(source: Location, target: Location, operation: Operation, span: Span) -> OperationEdge {
    OperationEdge { source, target, operation, on_null: None, execution: None, span, condition: None }
}
