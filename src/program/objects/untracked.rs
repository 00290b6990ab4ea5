//! Which variables and fields may hold references that are not followed.

use std::collections::btree_map::Entry;
use std::collections::{BTreeMap, BTreeSet};

use super::{
    Call, Callee, ClassId, Contents, FieldId, LocalId, Objects, Operand, Operation, ProcedureId, Program, Rvalue, Type,
};

/// The variables and fields that may hold a [reference that is not followed](Rvalue::Unknown).
#[derive(Clone, Default, Debug)]
pub struct UntrackedReferences {
    /// With the objects to which they may refer then.
    locals: BTreeMap<(ProcedureId, LocalId), Objects>,
    fields: BTreeMap<FieldId, Objects>,
    weak: BTreeSet<FieldId>,
    follows_nothing: bool,
}

/// What is not followed at the start.
#[derive(Clone, Copy, Debug)]
pub struct NotFollowed<'a> {
    /// Loads of these fields.
    pub fields: &'a [FieldId],
    /// The receiver and parameters of the entry that refer to objects which are not followed.
    pub given: &'a [LocalId],
    /// Whether the objects that the program makes are not followed, either.
    pub made: bool,
    /// What fields hold, as far as that is known.
    pub contents: &'a Contents,
}

impl NotFollowed<'_> {
    /// The objects to which a field may refer.
    fn objects_in(&self, program: &Program, field: FieldId) -> Objects {
        let known = self.contents.of(field).map(|content| content.objects);
        known.unwrap_or_else(|| program.objects_of(program.fields[field].ty))
    }
}

impl Program {
    /// Whether a procedure calls a comparator: if it is not followed, it is assumed that it returns a number and changes nothing.
    pub fn is_comparison(&self, caller: ProcedureId, call: &Call) -> bool {
        let Some(Operand::Local(receiver)) = call.receiver else { return false };
        let ty = self.procedures[caller].locals[receiver].ty;
        let is_comparator = matches!(ty, Type::Reference(class) if self.classes[class].name == COMPARATOR);
        let mut callees = call.callee.candidates();
        is_comparator && self.is_foreign(ty) && callees.all(|callee| self.procedures[callee].name == "compare")
    }

    /// The objects to which a reference of a type may refer of which nothing else is known.
    fn objects_of(&self, ty: Type) -> Objects {
        if self.is_final_foreign(ty) { Objects::Foreign } else { Objects::Any }
    }

    /// Whether one of these objects may be of a class, or of one below it.
    pub fn may_be(&self, objects: Objects, class: ClassId) -> bool {
        match objects {
            Objects::None | Objects::Foreign => false,
            Objects::Made(own) => self.classes.indices().any(|of| {
                !self.classes[of].is_abstract && self.is_subtype(of, own) && self.is_subtype(of, class)
            }),
            Objects::Of(_) | Objects::Any => true,
        }
    }
}

/// The interface of what compares objects.
const COMPARATOR: &str = "Comparator";

impl UntrackedReferences {
    /// Those of the procedures that `entry` may call; `is_shape` says which fields must be known.
    pub fn new(
        program: &Program,
        entry: ProcedureId,
        start: NotFollowed<'_>,
        is_shape: &dyn Fn(FieldId) -> bool,
    ) -> Self {
        let fields = start.fields.iter().map(|&field| (field, start.objects_in(program, field))).collect();
        let locals = start.given.iter().map(|&local| ((entry, local), Objects::Any)).collect();
        let mut found = Self { locals, fields, weak: BTreeSet::new(), follows_nothing: start.made };
        let procedure = &program.procedures[entry];
        for &local in &procedure.parameters {
            let ty = procedure.locals[local].ty;
            if program.is_foreign(ty) && !program.is_command_line(procedure, ty) {
                found.add_local(program, (entry, local), program.objects_of(ty));
            }
        }
        let reachable = program.reachable(entry);
        let mut grows = true;
        while grows {
            grows = false;
            for &id in &reachable {
                grows |= found.grows(program, id, &start, is_shape);
            }
        }
        found
    }

    fn add_local(&mut self, program: &Program, local: (ProcedureId, LocalId), objects: Objects) -> bool {
        add(program, self.locals.entry(local), objects)
    }

    /// Whether a local may hold one.
    pub fn has_local(&self, procedure: ProcedureId, local: LocalId) -> bool {
        self.locals.contains_key(&(procedure, local))
    }

    /// Whether there are any.
    pub fn is_empty(&self) -> bool {
        self.locals.is_empty()
    }

    /// Whether a field is no part of the shape, and may be stored in objects that are not followed. Any object may be one of these, so that
    /// nothing is known of the field of any object.
    pub fn is_weak(&self, field: FieldId) -> bool {
        self.weak.contains(&field)
    }

    /// Whether an object of a class that the program makes is not followed.
    pub fn is_made(&self, program: &Program, class: ClassId) -> bool {
        self.follows_nothing && program.classes[class].span.is_some()
    }

    /// The fields that may hold one.
    pub fn fields(&self) -> impl Iterator<Item = FieldId> {
        self.fields.keys().copied()
    }

    /// Adds what the edges of a procedure copy; returns whether anything was added.
    fn grows(
        &mut self,
        program: &Program,
        id: ProcedureId,
        start: &NotFollowed<'_>,
        is_shape: &dyn Fn(FieldId) -> bool,
    ) -> bool {
        if program.is_manual() {
            return false;
        }
        let mut grows = false;
        let procedure = &program.procedures[id];
        for edge in &procedure.cfa.edges {
            match &edge.operation {
                Operation::Assign { target, value: Rvalue::Unknown | Rvalue::Object | Rvalue::Drawn }
                    if procedure.locals[*target].ty.is_reference() =>
                {
                    grows |= self.add_local(program, (id, *target), program.objects_of(procedure.locals[*target].ty));
                }
                Operation::Assign { target, value: Rvalue::Operand(operand) } => {
                    if let Some(objects) = self.objects(id, *operand) {
                        grows |= self.add_local(program, (id, *target), objects);
                    }
                }
                Operation::Load { target, base, field } => {
                    let is_read_beyond = program.fields[*field].ty.is_reference() && self.has_local(id, *base);
                    if is_read_beyond || self.fields.contains_key(field) {
                        grows |= self.add_local(program, (id, *target), start.objects_in(program, *field));
                    }
                }
                Operation::New { target, class } if self.is_made(program, *class) => {
                    grows |= self.add_local(program, (id, *target), Objects::Made(*class));
                }
                Operation::Store { base, field, value } => {
                    let is_reference = program.fields[*field].ty.is_reference();
                    let is_weak = self.locals.get(&(id, *base)).is_some_and(|&base| is_object(base)) && !is_shape(*field);
                    if is_weak {
                        grows |= self.weak.insert(*field);
                    }
                    let stored = self.objects(id, *value);
                    if let Some(objects) = stored.or((is_weak && is_reference).then_some(Objects::None)) {
                        grows |= add(program, self.fields.entry(*field), objects);
                    }
                }
                Operation::Call(call) => grows |= self.grows_by_call(program, id, call),
                _ => {}
            }
        }
        grows
    }

    /// Adds what a call passes and returns; returns whether anything was added.
    fn grows_by_call(&mut self, program: &Program, id: ProcedureId, call: &Call) -> bool {
        let mut grows = false;
        let procedure = &program.procedures[id];
        let receiver = call.receiver.and_then(|receiver| self.objects(id, receiver));
        for callee in call.callee.candidates() {
            let called = &program.procedures[callee];
            if let (Some(this), Some(objects)) = (called.receiver, receiver)
                && is_called(program, &call.callee, callee, objects)
            {
                grows |= self.add_local(program, (callee, this), objects);
            }
            for (&parameter, &argument) in called.parameters.iter().zip(&call.arguments) {
                if let Some(objects) = self.objects(id, argument) {
                    grows |= self.add_local(program, (callee, parameter), objects);
                }
            }
            let left = [(call.target, called.returned), (Some(procedure.exception), called.exception)];
            for (target, result) in left {
                if let (Some(target), Some(&objects)) = (target, self.locals.get(&(callee, result))) {
                    grows |= self.add_local(program, (id, target), objects);
                }
            }
        }
        grows
    }

    /// The objects to which an operand may refer that are not followed, if there may be any.
    fn objects(&self, procedure: ProcedureId, operand: Operand) -> Option<Objects> {
        match operand {
            Operand::Local(local) => self.locals.get(&(procedure, local)).copied(),
            _ => None,
        }
    }

    /// Whether an operand may be one.
    pub fn holds(&self, procedure: ProcedureId, operand: Operand) -> bool {
        matches!(operand, Operand::Local(local) if self.has_local(procedure, local))
    }
}

/// Whether these objects have fields and methods of the program.
fn is_object(objects: Objects) -> bool {
    !matches!(objects, Objects::None | Objects::Foreign)
}

/// Whether a call runs a procedure on some of these objects.
fn is_called(program: &Program, callee: &Callee, procedure: ProcedureId, objects: Objects) -> bool {
    match callee {
        Callee::Static(_) => is_object(objects),
        Callee::Virtual(table) => {
            table.iter().any(|&(class, runs)| runs == procedure && program.may_be(objects, class))
        }
    }
}

/// Adds to what is known; returns whether that is more.
fn add<K: Ord>(program: &Program, entry: Entry<'_, K, Objects>, objects: Objects) -> bool {
    match entry {
        Entry::Vacant(vacant) => {
            vacant.insert(objects);
            true
        }
        Entry::Occupied(mut known) => {
            let joined = program.join_objects(*known.get(), objects);
            known.insert(joined) != joined
        }
    }
}
