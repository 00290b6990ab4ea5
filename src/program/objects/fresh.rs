//! New objects until something else may refer to them: which of their fields may be read before anything is stored there.

use std::collections::BTreeSet;

use fixedbitset::FixedBitSet;

use super::{Callee, ClassId, FieldId, LocalId, Operand, Operation, OperationEdge, Procedure, Program, Rvalue};
use crate::cfa::{Location, ProcedureId};

/// A new object is followed through at most so many states of a procedure; then anything may refer to it.
const STATES: usize = 2_000;

/// The fields that may be read before they are set: of the objects that a procedure makes, and of those for which code outside of
/// the program calls it as a constructor.
pub(super) fn unset_fields(program: &Program, id: ProcedureId) -> Vec<FieldId> {
    let procedure = &program.procedures[id];
    let mut found = Vec::new();
    for edge in &procedure.cfa.edges {
        if let Operation::New { target, class } = edge.operation {
            let mut fresh = Fresh::new(program, class);
            fresh.follow(id, State { at: edge.target, names: vec![target], set: FixedBitSet::new() });
            found.extend(fresh.unset_fields());
        }
    }
    let is_open = procedure.name == "<init>" && program.classes[procedure.class].is_open;
    if let Some(this) = procedure.receiver.filter(|_| is_open) {
        let mut fresh = Fresh::new(program, procedure.class);
        if let Some(set) =
            fresh.follow(id, State { at: procedure.cfa.entry, names: vec![this], set: FixedBitSet::new() })
        {
            fresh.escapes(&set);
        }
        found.extend(fresh.unset_fields());
    }
    found
}

/// Where a run is in a procedure, with a new object.
#[derive(Clone, PartialEq, Eq, PartialOrd, Ord)]
struct State {
    at: Location,
    /// The variables that refer to the object, in order; nothing else does.
    names: Vec<LocalId>,
    /// The fields that have been set, by their numbers.
    set: FixedBitSet,
}

impl State {
    fn has(&self, operand: Operand) -> bool {
        matches!(operand, Operand::Local(local) if self.names.contains(&local))
    }

    /// Assigns to a variable a reference to the object, or something else.
    fn assign(&mut self, local: LocalId, is_object: bool) {
        match (self.names.binary_search(&local), is_object) {
            (Err(place), true) => self.names.insert(place, local),
            (Ok(place), false) => _ = self.names.remove(place),
            _ => {}
        }
    }
}

struct Fresh<'p> {
    program: &'p Program,
    class: ClassId,
    /// Its fields.
    fields: Vec<FieldId>,
    /// Those that may be read before they are set.
    unset: FixedBitSet,
    /// The procedures in which it is followed.
    open: Vec<ProcedureId>,
}

impl<'p> Fresh<'p> {
    fn new(program: &'p Program, class: ClassId) -> Self {
        let fields: Vec<FieldId> =
            program.ancestry(class).flat_map(|class| &program.classes[class].fields).copied().collect();
        let unset = FixedBitSet::with_capacity(fields.len());
        Self { program, class, fields, unset, open: Vec::new() }
    }

    fn unset_fields(&self) -> impl Iterator<Item = FieldId> {
        self.unset.ones().map(|number| self.fields[number])
    }

    fn number(&self, field: FieldId) -> Option<usize> {
        self.fields.iter().position(|own| *own == field)
    }

    /// From here on, anything may refer to the object.
    fn escapes(&mut self, set: &FixedBitSet) {
        (0..self.fields.len()).filter(|&number| !set.contains(number)).for_each(|number| self.unset.insert(number));
    }

    /// Follows the object through a procedure; returns the fields that are set whenever that returns.
    fn follow(&mut self, id: ProcedureId, start: State) -> Option<FixedBitSet> {
        let program = self.program;
        let procedure = &program.procedures[id];
        let mut at_exit: Option<FixedBitSet> = None;
        if self.open.contains(&id) {
            self.escapes(&start.set);
            return Some(start.set);
        }
        self.open.push(id);
        let mut open = vec![start.clone()];
        let mut seen = BTreeSet::from([start]);
        while let Some(state) = open.pop() {
            if seen.len() > STATES {
                self.escapes(&FixedBitSet::new());
                break;
            }
            if [procedure.cfa.exit, procedure.exceptional_exit].contains(&state.at) {
                if state.names.contains(&procedure.returned) || state.names.contains(&procedure.exception) {
                    self.escapes(&state.set);
                }
                if state.at == procedure.cfa.exit {
                    let mut set = at_exit.take().unwrap_or_else(|| state.set.clone());
                    set.intersect_with(&state.set);
                    at_exit = Some(set);
                }
            }
            for (_, edge) in procedure.cfa.edges_from(state.at) {
                for next in self.step(procedure, edge, &state) {
                    if !next.names.is_empty() && seen.insert(next.clone()) {
                        open.push(next);
                    }
                }
            }
        }
        self.open.pop();
        at_exit
    }

    /// The states after an edge.
    fn step(&mut self, procedure: &Procedure, edge: &OperationEdge, state: &State) -> Vec<State> {
        let mut found = Vec::new();
        for at in edge.handlers() {
            let mut handled = State { at, ..state.clone() };
            handled.assign(procedure.exception, false);
            found.push(handled);
        }
        let mut next = State { at: edge.target, ..state.clone() };
        match &edge.operation {
            Operation::Assign { target, value } => {
                next.assign(*target, matches!(value, Rvalue::Operand(operand) if state.has(*operand)));
            }
            Operation::New { target, .. } => next.assign(*target, false),
            Operation::Load { target, base, field } => {
                if state.names.contains(base)
                    && let Some(number) = self.number(*field).filter(|&number| !state.set.contains(number))
                {
                    self.unset.insert(number);
                }
                next.assign(*target, false);
            }
            Operation::Store { base, field, value } => {
                if state.has(*value) {
                    self.escapes(&state.set);
                }
                if let Some(number) = self.number(*field).filter(|_| state.names.contains(base)) {
                    next.set.grow(number + 1);
                    next.set.insert(number);
                }
            }
            Operation::Call(call) => {
                let is_passed = call.arguments.iter().any(|&argument| state.has(argument))
                    || procedure.statics.is_some_and(|statics| state.names.contains(&statics));
                if is_passed {
                    self.escapes(&state.set);
                }
                if call.receiver.is_some_and(|receiver| state.has(receiver)) {
                    match self.callee(&call.callee) {
                        Some((callee, this)) => {
                            let at = self.program.procedures[callee].cfa.entry;
                            let start = State { at, names: vec![this], set: state.set.clone() };
                            let Some(set) = self.follow(callee, start) else { return found };
                            next.set = set;
                        }
                        None => self.escapes(&state.set),
                    }
                }
                call.target.into_iter().for_each(|target| next.assign(target, false));
            }
            _ => {}
        }
        found.push(next);
        found
    }

    /// What a call on the object runs, and the name of the object there.
    fn callee(&self, callee: &Callee) -> Option<(ProcedureId, LocalId)> {
        let callee = match callee {
            Callee::Static(callee) => *callee,
            Callee::Virtual(table) => table.iter().find(|(class, _)| *class == self.class)?.1,
        };
        Some((callee, self.program.procedures[callee].receiver?))
    }
}
