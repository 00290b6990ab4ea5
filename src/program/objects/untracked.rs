//! Which variables and fields may hold references that are not followed.

use std::collections::btree_map::Entry;
use std::collections::{BTreeMap, BTreeSet};

use super::{
    Call, Callee, Class, ClassId, Content, Contents, FieldId, LocalId, Objects, Operand, Operation, OperationEdge,
    ProcedureId, Program, Rvalue, Sites, Type,
};
use base::CollectByInsertion;

/// The variables and fields that may hold a [reference that is not followed](Rvalue::Unknown).
#[derive(Clone, Default, Debug)]
pub struct UntrackedReferences {
    /// With what they may hold then.
    locals: BTreeMap<(ProcedureId, LocalId), Content>,
    fields: BTreeMap<FieldId, Content>,
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
    /// The places where objects of the library are made that are not followed.
    pub opaque: Sites,
    /// What fields hold, as far as that is known.
    pub contents: &'a Contents,
}

impl NotFollowed<'_> {
    /// What a field may hold of objects that are made in some places.
    fn content(&self, program: &Program, field: FieldId, sites: Sites) -> Content {
        let known = self.contents.of_at(program, field, sites);
        known.unwrap_or_else(|| program.content_of(program.fields[field].ty))
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

    /// What a reference of a type may be of which nothing else is known.
    fn content_of(&self, ty: Type) -> Content {
        if self.is_final_foreign(ty) { Content::object(Objects::Foreign) } else { Content::ANY }
    }

    /// Whether an object of the library belongs to the collection that makes it: it is a part of a chain, or a version.
    pub fn is_part(&self, class: ClassId) -> bool {
        let Class { span, fields, is_token, .. } = &self.classes[class];
        let links = |&field: &FieldId| self.fields[field].ty == Type::Reference(class);
        span.is_some_and(|span| span.is_of_library()) && (*is_token || fields.iter().any(links))
    }

    /// The procedures that a call may run on some of these objects.
    pub(super) fn called_on(&self, callee: &Callee, receiver: Objects) -> Vec<ProcedureId> {
        match (callee, receiver) {
            (Callee::Virtual(table), Objects::Made(_)) => {
                let mut found: Vec<ProcedureId> = Vec::new();
                for &(class, procedure) in table {
                    if self.may_be(receiver, class) && !found.contains(&procedure) {
                        found.push(procedure);
                    }
                }
                found
            }
            _ => callee.candidates().collect(),
        }
    }

    /// Whether one of these objects may be of a class, or of one below it.
    pub fn may_be(&self, objects: Objects, class: ClassId) -> bool {
        match objects {
            Objects::None | Objects::Foreign => false,
            Objects::Made(own) => self
                .classes
                .indices()
                .any(|of| !self.classes[of].is_abstract && self.is_subtype(of, own) && self.is_subtype(of, class)),
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
        let content = |field: FieldId| start.content(program, field, Sites::default());
        let fields = start.fields.iter().map(|&field| (field, content(field))).collect();
        let locals = start.given.iter().map(|&local| ((entry, local), Content::ANY)).collect();
        let mut found = Self { locals, fields, weak: BTreeSet::new(), follows_nothing: start.made };
        let procedure = &program.procedures[entry];
        for &local in &procedure.parameters {
            let ty = procedure.locals[local].ty;
            if program.is_foreign(ty) && !program.is_command_line(procedure, ty) {
                found.add_local(program, (entry, local), program.content_of(ty));
            }
        }
        let mut reachable = program.reachable(entry);
        reachable.retain(|&id| start.contents.may_reach(id));
        let mut grows = true;
        while grows {
            grows = false;
            for &id in &reachable {
                grows |= found.grows(program, id, &start, is_shape);
            }
        }
        found
    }

    fn add_local(&mut self, program: &Program, local: (ProcedureId, LocalId), content: Content) -> bool {
        add(program, self.locals.entry(local), content)
    }

    /// Whether a local may hold one.
    pub fn has_local(&self, procedure: ProcedureId, local: LocalId) -> bool {
        self.locals.contains_key(&(procedure, local))
    }

    /// The places where objects of the library are made to which they may refer, as far as these are known.
    pub fn sites(&self) -> Sites {
        let all = self.locals.values().chain(self.fields.values());
        all.fold(Sites::default(), |sites, content| sites.union(content.sites)).within_program()
    }

    /// The classes of the program of which it is known that they may refer to their objects.
    pub fn classes(&self, program: &Program) -> BTreeSet<ClassId> {
        let objects = self.locals.values().chain(self.fields.values()).map(|content| content.objects);
        let class = |objects: Objects| match objects {
            Objects::Made(class) | Objects::Of(class) => Some(class),
            Objects::None | Objects::Foreign | Objects::Any => None,
        };
        let is_own = |class: &ClassId| program.classes[*class].span.is_some_and(|span| !span.is_of_library());
        objects.filter_map(class).filter(is_own).collect_by_insertion()
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

    /// Whether no object is followed.
    pub fn follows_nothing(&self) -> bool {
        self.follows_nothing
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
                    grows |= self.add_local(program, (id, *target), program.content_of(procedure.locals[*target].ty));
                }
                Operation::Assign { target, value: Rvalue::Operand(operand) } => {
                    if let Some(content) = self.content(id, *operand) {
                        grows |= self.add_local(program, (id, *target), content);
                    }
                }
                Operation::Load { target, base, field } => {
                    let is_reference = program.fields[*field].ty.is_reference();
                    let beyond = self.locals.get(&(id, *base)).filter(|base| is_reference && is_object(base.objects));
                    let beyond = beyond.map(|base| start.content(program, *field, base.sites));
                    for content in beyond.into_iter().chain(self.fields.get(field).copied()) {
                        grows |= self.add_local(program, (id, *target), content);
                    }
                }
                Operation::New { target, class } => {
                    let made = Content::object(Objects::Made(*class));
                    if let Some(sites) = self.opaque_sites(program, start, id, edge, *class) {
                        grows |= self.add_local(program, (id, *target), Content { sites, ..made });
                    } else if self.is_made(program, *class) {
                        grows |= self.add_local(program, (id, *target), made);
                    }
                }
                Operation::Store { base, field, value } => {
                    let is_reference = program.fields[*field].ty.is_reference();
                    let base = self.locals.get(&(id, *base));
                    // What is made in places that are known is not followed in any run, and is no other object.
                    let is_weak = base.is_some_and(|base| is_object(base.objects) && !base.sites.are_known())
                        && !is_shape(*field);
                    if is_weak {
                        grows |= self.weak.insert(*field);
                    }
                    let stored = self.content(id, *value);
                    if let Some(content) = stored.or((is_weak && is_reference).then(Content::default)) {
                        grows |= add(program, self.fields.entry(*field), content);
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
        let receiver = call.receiver.and_then(|receiver| self.content(id, receiver));
        let own = receiver.map(|content| program.called_on(&call.callee, content.objects));
        for callee in call.callee.candidates() {
            let called = &program.procedures[callee];
            if let (Some(this), Some(content)) = (called.receiver, receiver)
                && is_object(content.objects)
                && own.as_ref().is_some_and(|own| own.contains(&callee))
            {
                grows |= self.add_local(program, (callee, this), content);
            }
            for (&parameter, &argument) in called.parameters.iter().zip(&call.arguments) {
                if let Some(content) = self.content(id, argument) {
                    grows |= self.add_local(program, (callee, parameter), content);
                }
            }
            let left = [(call.target, called.returned), (Some(procedure.exception), called.exception)];
            for (target, result) in left {
                if let (Some(target), Some(&content)) = (target, self.locals.get(&(callee, result))) {
                    grows |= self.add_local(program, (id, target), content);
                }
            }
        }
        grows
    }

    /// What an operand may be that is not followed, if it may be.
    fn content(&self, procedure: ProcedureId, operand: Operand) -> Option<Content> {
        match operand {
            Operand::Local(local) => self.locals.get(&(procedure, local)).copied(),
            _ => None,
        }
    }

    /// Where an operation makes an object that is not followed: in one of these places, or as a part of what is made there.
    fn opaque_sites(
        &self,
        program: &Program,
        start: &NotFollowed<'_>,
        id: ProcedureId,
        edge: &OperationEdge,
        class: ClassId,
    ) -> Option<Sites> {
        let receiver = program.procedures[id].receiver.and_then(|this| self.locals.get(&(id, this)));
        let of_receiver = receiver.map(|this| this.sites).filter(|sites| sites.meets(start.opaque));
        let own = start.contents.site(id, edge.source).filter(|own| own.meets(start.opaque));
        of_receiver.filter(|_| program.is_part(class)).or(own)
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

/// Adds to what is known; returns whether that is more.
fn add<K: Ord>(program: &Program, entry: Entry<'_, K, Content>, content: Content) -> bool {
    let content = Content { numbers: None, ..content };
    match entry {
        Entry::Vacant(vacant) => {
            vacant.insert(content);
            true
        }
        Entry::Occupied(mut known) => {
            let joined = program.join(*known.get(), content);
            known.insert(joined) != joined
        }
    }
}
