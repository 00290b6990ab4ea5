//! Which parameters are assumed to lead to different objects although their types allow common ones.

use std::collections::BTreeSet;

use super::Structures;
use super::assumed::InputAssumption;
use base::Idx;
use fixedbitset::FixedBitSet;
use program::cfa::ProcedureId;
use program::objects::{ClassId, FieldId, LocalId, Operand, Operation, STATICS, Storage, Type};

impl Structures<'_> {
    /// That no object is reached from two of what a procedure is given, or from a parameter and a static variable that has a value at first.
    /// `parameters`: with their classes; `tested`: those that may be the receiver, too, and the classes that they are tested for.
    pub(super) fn apart(
        &self,
        entry: ProcedureId,
        parameters: &[(LocalId, ClassId)],
        tested: &[(LocalId, Vec<ClassId>)],
    ) -> Vec<InputAssumption> {
        let procedure = &self.program().procedures[entry];
        let name = |local: LocalId| procedure.locals[local].name.clone();
        let first = parameters.iter().map(|&(local, class)| (local, self.below(&[class]), None));
        let more = tested.iter().map(|(local, classes)| {
            (*local, self.below(classes), self.same_receiver(classes, procedure).map(str::to_owned))
        });
        let given: Vec<(LocalId, FixedBitSet, Option<String>)> = first.chain(more).collect();
        let others =
            |at: usize| given.iter().enumerate().filter(move |&(other, _)| other != at).map(|(_, other)| other);
        let (mut variables, mut all) = (Vec::new(), Vec::new());
        for (at, (local, below, receiver)) in given.iter().enumerate() {
            match receiver {
                Some(receiver) if others(at).any(|(_, other, _)| !below.is_disjoint(other)) => {
                    all.push(InputAssumption::SameOrApart { variable: name(*local), receiver: receiver.clone() });
                }
                None if others(at).any(|(_, other, is_same)| is_same.is_none() && !below.is_disjoint(other)) => {
                    variables.push(name(*local));
                }
                _ => {}
            }
        }
        // In C, what pointers to different types lead to may be parts of one object.
        if self.program().is_manual() {
            variables = given.iter().map(|&(local, ..)| name(local)).collect();
        }
        if variables.len() > 1 {
            all.insert(0, InputAssumption::Apart { variables });
        }
        let (mut sharing, mut statics) = (BTreeSet::new(), Vec::new());
        for (field, below) in self.first_objects(entry) {
            let own = given.iter().filter(|(_, given, _)| !given.is_disjoint(&below)).map(|&(local, ..)| local);
            let own: Vec<LocalId> = own.collect();
            sharing.extend(own.iter().copied());
            if !own.is_empty() {
                statics.push(self.field_name(field).to_owned());
            }
        }
        if !statics.is_empty() {
            let variables = given.iter().map(|&(local, ..)| local).filter(|local| sharing.contains(local));
            all.push(InputAssumption::ApartFromStatics { variables: variables.map(name).collect(), statics });
        }
        all
    }

    /// The classes of the objects to which references to some classes lead.
    fn below(&self, classes: &[ClassId]) -> FixedBitSet {
        let mut found = FixedBitSet::with_capacity(self.program().classes.len());
        let mut open: Vec<ClassId> = classes.iter().flat_map(|&class| self.graph.objects(class)).copied().collect();
        while let Some(class) = open.pop() {
            if !found.put(class.index()) {
                open.extend(self.graph.structural_fields(class).iter().flat_map(|&field| self.graph.targets(field)));
            }
        }
        found
    }

    /// The static variables that a procedure uses and that have an object at first, or are one, with the classes of what they lead to.
    fn first_objects(&self, entry: ProcedureId) -> Vec<(FieldId, FixedBitSet)> {
        let program = self.program();
        let Some(statics) = program.class_named(STATICS) else { return Vec::new() };
        let reached = program.reachable(entry);
        let edges =
            || reached.iter().flat_map(|&id| program.procedures[id].cfa.edges.iter().map(move |edge| (id, edge)));
        let is_read = |wanted: FieldId| {
            edges().any(|(_, edge)| matches!(edge.operation, Operation::Load { field, .. } if field == wanted))
        };
        let is_set = |wanted: FieldId| {
            edges().any(|(id, edge)| match edge.operation {
                Operation::Store { field, value, .. } => {
                    field == wanted && value != Operand::Null && program.procedures[id].name == "<clinit>"
                }
                _ => false,
            })
        };
        // In C, a static variable whose address is taken.
        let start = &program.procedures[entry];
        let is_object = |wanted: FieldId| {
            let stored = start.cfa.edges.iter().find_map(|edge| match edge.operation {
                Operation::Store { base, field, value: Operand::Local(value) } if field == wanted => {
                    (Some(base) == start.statics).then_some(value)
                }
                _ => None,
            });
            start.cfa.edges.iter().any(|edge| match edge.operation {
                Operation::New { target, class } => {
                    Some(target) == stored && program.classes[class].storage == Storage::Static
                }
                _ => false,
            })
        };
        let objects = |field: FieldId| {
            let Type::Reference(class) = program.fields[field].ty else { return None };
            match program.is_manual() {
                true => (is_read(field) && is_object(field)).then(|| self.below(&[class])),
                false => (is_read(field) && is_set(field)).then(|| self.below(&[class])),
            }
        };
        let fields = program.classes[statics].fields.iter();
        fields.filter_map(|&field| Some((field, objects(field)?))).collect()
    }
}
