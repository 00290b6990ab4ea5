//! Calls: a callee gets what its arguments lead to; the rest stays behind.

use std::rc::Rc;

use super::layout::Layout;
use super::transfer::cases;
use super::{Fault, ForestProgram, ForestState};
use base::{Idx, Stop, msg};
use program::cfa::ProcedureId;
use program::objects::{Call, Callee, LocalId, Operation, OperationEdge};
use rsm::Step;
use tree_automata::forest::{Forest, Leaf, NodeKind, Part, RootId, Value};

/// A call as it is done in some of the memories of a state.
#[derive(Debug)]
pub(super) struct CallSplit {
    pub callee: ProcedureId,
    /// The memories before the call.
    forest: Forest,
    /// The roots that stay behind, and those of the others to which what stays behind refers. In the callee the latter are
    /// registers after its locals.
    outer: Vec<RootId>,
    shared: Vec<RootId>,
    /// The states in which the callee starts.
    pub entries: Vec<ForestState>,
}

impl ForestProgram {
    /// The call that is the only edge of a state's location.
    fn call_of(&self, state: &ForestState) -> Option<(&OperationEdge, &Call)> {
        let (_, edge) = self.program.procedures[state.procedure].cfa.edges_from(state.location).next()?;
        match &edge.operation {
            Operation::Call(call) => Some((edge, call)),
            _ => None,
        }
    }

    /// Calls, or faults if the receiver is null.
    pub(super) fn call(
        &mut self,
        state: &ForestState,
        edge: &OperationEdge,
        call: &Call,
        states: &mut Vec<ForestState>,
    ) -> Result<Step, Stop> {
        if let Some(receiver) = call.receiver {
            let forest = self.forest(state.forest).clone();
            match self.operand(&forest, receiver).leaf {
                Leaf::Reference(_) => {}
                Leaf::Null => {
                    self.fault(state, edge, forest, Fault::NullDereference, states)?;
                    return Ok(Step::Internal);
                }
                Leaf::Object => {
                    self.fault(state, edge, forest, Fault::NotFollowed, states)?;
                    return Ok(Step::Internal);
                }
                Leaf::Unknown if !self.is_manual() => {
                    let [null, object] = cases(forest, receiver);
                    self.fault(state, edge, null, Fault::NullDereference, states)?;
                    self.fault(state, edge, object, Fault::NotFollowed, states)?;
                    return Ok(Step::Internal);
                }
                _ => return Err(self.unknown(state, receiver)),
            }
        }
        for split in self.splits(state, call)?.iter() {
            states.extend(&split.entries);
        }
        Ok(Step::Call)
    }

    /// The ways in which a call is done.
    fn splits(&mut self, state: &ForestState, call: &Call) -> Result<Rc<Vec<CallSplit>>, Stop> {
        if let Some(known) = self.calls.get(state) {
            return Ok(Rc::clone(known));
        }
        let forest = self.forest(state.forest).clone();
        let mut splits = Vec::new();
        match (&call.callee, call.receiver.and_then(|receiver| self.operand(&forest, receiver).root())) {
            (Callee::Static(callee), _) => splits.push(self.split(state, call, forest, *callee)?),
            (Callee::Virtual(table), Some(root)) => {
                for (forest, kind) in forest.split_by_kind(&self.alphabet, root) {
                    let callee = dispatch(table, kind).ok_or_else(|| {
                        Stop::Incomplete(msg!("a method is called that the class of its object does not have"))
                    })?;
                    splits.push(self.split(state, call, forest, callee)?);
                }
            }
            (Callee::Virtual(_), None) => {}
        }
        let splits = Rc::new(splits);
        self.calls.insert(*state, Rc::clone(&splits));
        Ok(splits)
    }

    fn split(
        &mut self,
        state: &ForestState,
        call: &Call,
        forest: Forest,
        callee: ProcedureId,
    ) -> Result<CallSplit, Stop> {
        let (caller, procedure) = (&self.program.procedures[state.procedure], &self.program.procedures[callee]);
        let mut registers: Vec<Value> = procedure.locals.iter().map(|_| Leaf::Undefined.into()).collect();
        if let (Some(this), Some(receiver)) = (procedure.receiver, call.receiver) {
            registers[this.index()] = self.operand(&forest, receiver);
        }
        for (&parameter, &argument) in procedure.parameters.iter().zip(&call.arguments) {
            let value = self.operand(&forest, argument);
            registers[parameter.index()] = match value.leaf {
                Leaf::Integer(number) => self.number(number).into(),
                _ => value,
            };
        }
        if let (Some(own), Some(statics)) = (procedure.statics, caller.statics) {
            registers[own.index()] = forest.registers[statics.index()];
        }
        let inner = forest.reached(&self.alphabet, registers.iter().copied());
        let outer: Vec<RootId> = (0..forest.roots.len()).map(RootId::at).filter(|root| !inner.contains(root)).collect();
        let shared = forest.shared(&self.alphabet, &inner, self.held_meanwhile(state, call, callee, &forest));
        registers.extend(shared.iter().map(|&root| Value::reference(root, Part::WHOLE)));
        let part = forest.restricted(&mut self.alphabet, &inner, registers);
        let mut entries = Vec::new();
        self.arrive(part, callee, procedure.cfa.entry, &mut entries)?;
        Ok(CallSplit { callee, forest, outer, shared, entries })
    }

    /// The values that registers keep during a call and that may be read after it. Where there is no recursion, also the others in programs that
    /// free their memory: what they refer to is not lost. In recursion there would be more and more of them.
    fn held_meanwhile(&self, state: &ForestState, call: &Call, callee: ProcedureId, forest: &Forest) -> Vec<Value> {
        let caller = &self.program.procedures[state.procedure];
        let recurs = self.recursive.contains(&state.procedure) || self.recursive.contains(&callee);
        let is_read = |local: LocalId| match (&self.liveness[state.procedure], self.call_of(state)) {
            (Some(liveness), Some((edge, _))) if recurs || !self.is_manual() => {
                liveness.is_live(call.exceptional, local)
                    || call.target != Some(local) && liveness.is_live(edge.target, local)
            }
            _ => true,
        };
        let values = forest.registers.iter().enumerate();
        let held = values.filter(|(register, _)| *register >= caller.locals.len() || is_read(LocalId::at(*register)));
        held.map(|(_, &value)| value).collect()
    }

    /// The states after a call that was entered and left in these states.
    pub(super) fn return_to(
        &mut self,
        state: &ForestState,
        entry: &ForestState,
        exit: &ForestState,
        states: &mut Vec<ForestState>,
    ) -> Result<(), Stop> {
        let Some((edge, call)) = self.call_of(state) else { return Ok(()) };
        let (edge, call) = (edge.clone(), call.clone());
        let program = Rc::clone(&self.program);
        let (caller, callee) = (&program.procedures[state.procedure], &program.procedures[exit.procedure]);
        let is_normal = exit.location == callee.cfa.exit;
        let (result, target, location) = match is_normal {
            true => (callee.returned, call.target, edge.target),
            false => (callee.exception, Some(caller.exception), call.exceptional),
        };
        for split in self.splits(state, &call)?.iter().filter(|split| split.callee == exit.procedure) {
            // Entries that cover others have the same registers.
            let registers = &self.forest(entry.forest).registers;
            if !split.entries.iter().any(|own| self.forest(own.forest).registers == *registers) {
                continue;
            }
            let left = self.forest(exit.forest).clone();
            let values = left.registers[callee.locals.len()..].iter().copied();
            let shared: Vec<(RootId, Value)> = split.shared.iter().copied().zip(values).collect();
            let mut forest = split.forest.clone();
            let registers = forest.replace_inner(&mut self.alphabet, &split.outer, &shared, &left);
            if let Some(target) = target {
                forest.registers[target.index()] = registers[result.index()];
            }
            self.arrive(forest, state.procedure, location, states)?;
        }
        Ok(())
    }
}

fn dispatch(table: &[(program::objects::ClassId, ProcedureId)], kind: NodeKind) -> Option<ProcedureId> {
    table.iter().find(|(class, _)| *class == Layout::class(kind)).map(|&(_, procedure)| procedure)
}
