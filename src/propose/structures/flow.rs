//! Which references a program copies from where to where.

use std::collections::{BTreeMap, BTreeSet};

use base::CollectByInsertion;
use program::cfa::{Location, ProcedureId};
use program::objects::{ClassId, Condition, FieldId, LocalId, Operand, Operation, Program, Rvalue};

/// What holds a reference.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub(super) enum Place {
    Null,
    Local(ProcedureId, LocalId),
    Field(FieldId),
}

/// Which references some procedures copy from where to where, and what they do with them.
#[derive(Default)]
pub(super) struct Flow {
    copies: BTreeMap<Place, Vec<Place>>,
    /// What is compared with null, or may be of several classes.
    pub tested: BTreeSet<Place>,
    /// What must not be null.
    pub followed: BTreeSet<Place>,
    /// What is freed, in C.
    pub freed: BTreeSet<Place>,
    /// What is tested for a class.
    pub instances: BTreeSet<(Place, ClassId)>,
}

impl Flow {
    pub(super) fn of(program: &Program, procedures: impl Iterator<Item = ProcedureId>) -> Self {
        let mut flow = Self::default();
        procedures.for_each(|id| flow.add(program, id));
        flow
    }

    fn add(&mut self, program: &Program, id: ProcedureId) {
        let procedure = &program.procedures[id];
        let local = |local: LocalId| Place::Local(id, local);
        let place = |operand: Operand| match operand {
            Operand::Local(from) => Some(local(from)),
            Operand::Null => Some(Place::Null),
            Operand::Integer(_) | Operand::Boolean(_) => None,
        };
        // What needs an object that is not followed: if it is null, null is dereferenced.
        let faults = |location: Location| {
            let mut edges = procedure.cfa.edges_from(location);
            edges.any(|(_, edge)| edge.operation == Operation::RequireNonNull(Operand::Null))
        };
        let is_need = |location: Location| procedure.cfa.edges_from(location).any(|(_, edge)| faults(edge.target));
        for edge in &procedure.cfa.edges {
            let operation = &edge.operation;
            self.followed.extend(operation.dereferences().and_then(place));
            let mut copy = |from: Option<Place>, to: Place| {
                from.into_iter().for_each(|from| self.copies.entry(from).or_default().push(to));
            };
            match operation {
                Operation::Assign { target, value: Rvalue::Operand(from) } => copy(place(*from), local(*target)),
                Operation::Load { target, field, .. } => copy(Some(Place::Field(*field)), local(*target)),
                Operation::Store { field, value, .. } => copy(place(*value), Place::Field(*field)),
                Operation::Call(call) => {
                    for callee in call.callee.candidates() {
                        let called = &program.procedures[callee];
                        for (&parameter, &argument) in called.parameters.iter().zip(&call.arguments) {
                            copy(place(argument), Place::Local(callee, parameter));
                        }
                        if let Some(target) = call.target {
                            copy(Some(Place::Local(callee, called.returned)), local(target));
                        }
                    }
                }
                Operation::Free(freed) => self.freed.extend(place(*freed)),
                Operation::Assume(Condition::Compare { left, right, .. }) => {
                    if let (Operand::Null, other) | (other, Operand::Null) = (*left, *right) {
                        let found = if is_need(edge.source) { &mut self.followed } else { &mut self.tested };
                        found.extend(place(other));
                    }
                }
                Operation::Assume(Condition::InstanceOf { operand, class, .. })
                    if program.classes[*class].span.is_some() =>
                {
                    self.tested.extend(place(*operand));
                    self.instances.extend(place(*operand).map(|place| (place, *class)));
                }
                _ => {}
            }
        }
    }

    /// What comes from some places, these included.
    pub(super) fn from(&self, places: impl IntoIterator<Item = Place>) -> BTreeSet<Place> {
        let mut found: BTreeSet<Place> = places.into_iter().collect_by_insertion();
        let mut open: Vec<Place> = found.iter().copied().collect();
        while let Some(place) = open.pop() {
            let next = self.copies.get(&place).into_iter().flatten().copied();
            open.extend(next.filter(|&to| found.insert(to)));
        }
        found
    }

    /// Whether something is copied to a place.
    pub(super) fn gets(&self, place: Place) -> bool {
        self.copies.values().any(|targets| targets.contains(&place))
    }

    /// The places from which a field may get its values.
    pub(super) fn sources(&self, field: FieldId) -> impl Iterator<Item = Place> {
        let leads =
            move |place: &Place| *place != Place::Field(field) && self.from([*place]).contains(&Place::Field(field));
        self.copies.keys().copied().filter(leads)
    }
}
