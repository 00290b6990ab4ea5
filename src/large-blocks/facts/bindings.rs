//! Which local a name stands for: the one of that name that was assigned last.

use super::{Fact, FactValue};
use crate::blocks::{FlatAction, FlatEdge, FlatProgram, FrameId};
use ltl::logic::VariableRef;
use program::objects::{LocalId, Operation, STATICS};

/// The locals that names stand for in the copies of procedures on the call stack. Several locals of disjoint scopes may share a name;
/// before the first assignment it stands for none.
#[derive(Clone, PartialEq, Eq, PartialOrd, Ord, Default, Debug)]
pub(crate) struct Bindings(Vec<((FrameId, u32), LocalId)>);

impl Bindings {
    /// The local that a name, given by its number, stands for.
    pub(super) fn get(&self, frame: FrameId, name: u32) -> Option<LocalId> {
        self.0.binary_search_by_key(&(frame, name), |&(key, _)| key).ok().map(|at| self.0[at].1)
    }

    fn set(&mut self, frame: FrameId, name: u32, local: LocalId) {
        match self.0.binary_search_by_key(&(frame, name), |&(key, _)| key) {
            Ok(at) => self.0[at].1 = local,
            Err(at) => self.0.insert(at, ((frame, name), local)),
        }
    }

    fn leave(&mut self, frame: FrameId) {
        self.0.retain(|((owner, _), _)| *owner != frame);
    }
}

/// The names of variables that facts mention, and that of the object of static fields.
pub(super) struct Names(Vec<String>);

impl Names {
    pub(super) fn new<'f>(facts: impl Iterator<Item = &'f Fact>) -> Self {
        let mut names = vec![STATICS.to_owned()];
        for fact in facts {
            let Fact::Compare { left, right, .. } = fact else { continue };
            for side in [left, right] {
                if let FactValue::Variable(VariableRef { name, .. }) = side
                    && !names.contains(name)
                {
                    names.push(name.clone());
                }
            }
        }
        Self(names)
    }

    /// The number of a name.
    pub(super) fn number(&self, name: &str) -> Option<u32> {
        (0..).zip(&self.0).find(|(_, known)| *known == name).map(|(number, _)| number)
    }

    /// What the names stand for at the start of a run: parameters have values.
    pub(super) fn start(&self, flat: &FlatProgram<'_>) -> Bindings {
        let mut bindings = Bindings::default();
        self.enter(flat, FrameId(0), &mut bindings);
        bindings
    }

    fn enter(&self, flat: &FlatProgram<'_>, frame: FrameId, bindings: &mut Bindings) {
        let procedure = flat.procedure(frame);
        for &parameter in procedure.receiver.iter().chain(&procedure.parameters) {
            self.assign(flat, frame, parameter, bindings);
        }
    }

    fn assign(&self, flat: &FlatProgram<'_>, frame: FrameId, local: LocalId, bindings: &mut Bindings) {
        if let Some(name) = self.number(&flat.procedure(frame).locals[local].name) {
            bindings.set(frame, name, local);
        }
    }

    /// What they stand for after a step.
    pub(super) fn step(&self, flat: &FlatProgram<'_>, edge: &FlatEdge, bindings: &Bindings) -> Bindings {
        let mut after = bindings.clone();
        let operation = &flat.origin(edge).operation;
        match (edge.action, operation) {
            (FlatAction::Enter(inner), _) => self.enter(flat, inner, &mut after),
            (FlatAction::Return(inner), Operation::Call(call)) => {
                after.leave(inner);
                call.target.into_iter().for_each(|target| self.assign(flat, edge.frame, target, &mut after));
            }
            (FlatAction::Throw, _) => after.leave(flat.cfa.locations[edge.source].frame),
            (FlatAction::Operation, operation) => {
                let assigned = operation.defines();
                assigned.into_iter().for_each(|local| self.assign(flat, edge.frame, local, &mut after));
            }
            _ => {}
        }
        after
    }
}
