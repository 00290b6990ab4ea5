//! What fields hold in a program that makes all of its objects itself: whether null, and objects of which class. Values are followed through
//! the variables of each procedure, and joined where they are stored, passed and returned.

use std::collections::BTreeSet;
use std::collections::hash_map::Entry;

use fixedbitset::FixedBitSet;
use rustc_hash::FxHashMap;

use super::fresh::unset_fields;
use super::{
    Call, ClassId, Comparison, Condition, FieldId, LocalId, Operand, Operation, OperationEdge, Procedure, Program,
    Rvalue, STATICS, Type,
};
use crate::cfa::{Location, ProcedureId};
use base::Idx;

/// The objects that a reference may lead to.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Default)]
pub enum Objects {
    /// None.
    #[default]
    None,
    /// Those of no class of the program: strings, boxes, arrays.
    Foreign,
    /// Those that the program makes of a class and of those below it.
    Made(ClassId),
    /// Those of a class and of those below it, whoever makes them.
    Of(ClassId),
    /// Any.
    Any,
}

/// What a reference may be.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Default)]
pub struct Content {
    /// Whether it may be null.
    pub null: bool,
    /// The objects to which it may lead.
    pub objects: Objects,
}

impl Content {
    const NULL: Self = Self { null: true, objects: Objects::None };
    const ANY: Self = Self { null: true, objects: Objects::Any };

    fn object(objects: Objects) -> Self {
        Self { null: false, objects }
    }

    fn is_nothing(self) -> bool {
        self == Self::default()
    }
}

/// What the fields of a program hold.
#[derive(Clone, Default, Debug)]
pub struct Contents {
    fields: FxHashMap<FieldId, Content>,
}

impl Contents {
    /// What a reference field may hold whenever it is read; `None` if nothing is known of it.
    pub fn of(&self, field: FieldId) -> Option<Content> {
        self.fields.get(&field).copied()
    }

    /// Those of a program whose runs start in `entry` with objects of the command line alone. Code outside of it may make objects of the
    /// classes that it [can use](super::Class::is_open), call their methods, and pass anything but null.
    pub fn new(program: &Program, entry: ProcedureId) -> Self {
        let mut search = Search::new(program, entry);
        while search.grows() {}
        Self { fields: search.fields }
    }
}

/// What a procedure is given and gives back.
#[derive(Clone, Default)]
struct Summary {
    /// Of its receiver and its parameters.
    given: FxHashMap<LocalId, Content>,
    /// What it returns, if it does.
    returned: Option<Content>,
    /// What it throws, if it does.
    thrown: Option<Content>,
}

struct Search<'p> {
    program: &'p Program,
    fields: FxHashMap<FieldId, Content>,
    summaries: FxHashMap<ProcedureId, Summary>,
    /// The procedures that are reached, in the order in which that is found.
    reached: Vec<ProcedureId>,
    /// The types of objects that the program does not make itself.
    drawn: BTreeSet<usize>,
    /// The new objects of these procedures have been looked at.
    is_fresh_known: FixedBitSet,
    has_changed: bool,
}

impl<'p> Search<'p> {
    fn new(program: &'p Program, entry: ProcedureId) -> Self {
        let mut search = Self {
            program,
            fields: FxHashMap::default(),
            summaries: FxHashMap::default(),
            reached: Vec::new(),
            drawn: BTreeSet::new(),
            is_fresh_known: FixedBitSet::with_capacity(program.procedures.len()),
            has_changed: false,
        };
        search.reach(entry);
        for &parameter in &program.procedures[entry].parameters {
            search.give(entry, parameter, Content::object(Objects::Foreign));
        }
        search
    }

    /// Looks at all reached procedures once; returns whether anything was added.
    fn grows(&mut self) -> bool {
        self.has_changed = false;
        let mut next = 0;
        while let Some(&id) = self.reached.get(next) {
            next += 1;
            if !self.is_fresh_known.put(id.index()) {
                for field in unset_fields(self.program, id) {
                    self.store(field, Content::NULL);
                }
            }
            self.follow(id);
        }
        self.add_outside();
        self.has_changed
    }

    /// Reaches what code outside of the program may call on the objects that it may have made.
    fn add_outside(&mut self) {
        let program = self.program;
        let is_drawn = |class: ClassId| self.drawn.iter().any(|&of| program.is_subtype(class, ClassId::at(of)));
        let open: Vec<ClassId> =
            program.classes.iter_enumerated().filter(|(id, c)| c.is_open && is_drawn(*id)).map(|(id, _)| id).collect();
        for class in open {
            // A constructor that is not written sets nothing.
            if program.classes[class].procedures.iter().all(|&id| program.procedures[id].name != "<init>") {
                for field in program.ancestry(class).flat_map(|of| &program.classes[of].fields) {
                    self.store(*field, Content::NULL);
                }
            }
            for of in program.ancestry(class) {
                for &id in &program.classes[of].procedures {
                    self.reach(id);
                    let procedure = &program.procedures[id];
                    if let Some(this) = procedure.receiver {
                        self.give(id, this, Content::object(Objects::Of(class)));
                    }
                    for &parameter in &procedure.parameters {
                        let content = Content { null: false, ..self.of_type(procedure.locals[parameter].ty) };
                        self.give(id, parameter, content);
                    }
                }
            }
        }
    }

    fn reach(&mut self, id: ProcedureId) {
        if let Entry::Vacant(vacant) = self.summaries.entry(id) {
            vacant.insert(Summary::default());
            self.reached.push(id);
            self.has_changed = true;
        }
    }

    fn give(&mut self, id: ProcedureId, local: LocalId, content: Content) {
        let is_reference = self.program.procedures[id].locals[local].ty.is_reference();
        let Some(summary) = self.summaries.get_mut(&id).filter(|_| is_reference) else { return };
        let known = summary.given.entry(local).or_default();
        let joined = self.program.join(*known, content);
        self.has_changed |= joined != *known;
        *known = joined;
    }

    fn store(&mut self, field: FieldId, content: Content) {
        let known = self.fields.entry(field).or_default();
        let joined = self.program.join(*known, content);
        self.has_changed |= joined != *known;
        *known = joined;
    }

    /// Any value of a type that comes from outside.
    fn of_type(&mut self, ty: Type) -> Content {
        let Type::Reference(class) = ty else { return Content::ANY };
        if self.program.is_final_foreign(ty) {
            return Content { null: true, objects: Objects::Foreign };
        }
        self.has_changed |= self.drawn.insert(class.index());
        Content { null: true, objects: Objects::Of(class) }
    }

    /// Follows the values of the variables of a procedure.
    fn follow(&mut self, id: ProcedureId) {
        let program = self.program;
        let procedure = &program.procedures[id];
        let mut start = Values(vec![Content::default(); procedure.locals.len()]);
        if let Some(summary) = self.summaries.get(&id) {
            summary.given.iter().for_each(|(local, content)| start.0[local.index()] = *content);
        }
        if let Some(statics) = procedure.statics {
            start.0[statics.index()] = Content::object(Objects::Any);
        }
        let mut known: FxHashMap<Location, Values> = FxHashMap::default();
        let mut open = BTreeSet::from([procedure.cfa.entry]);
        known.insert(procedure.cfa.entry, start);
        while let Some(location) = open.pop_first() {
            let Some(values) = known.get(&location).cloned() else { continue };
            for (_, edge) in procedure.cfa.edges_from(location) {
                for (target, after) in self.after(procedure, edge, &values) {
                    let is_new = match known.get_mut(&target) {
                        None => {
                            known.insert(target, after);
                            true
                        }
                        Some(before) => before.join(program, &after),
                    };
                    if is_new {
                        open.insert(target);
                    }
                }
            }
        }
        let end = |at: Location, result: LocalId| known.get(&at).map(|values| values.of(result));
        let (returned, thrown) =
            (end(procedure.cfa.exit, procedure.returned), end(procedure.exceptional_exit, procedure.exception));
        if let Some(summary) = self.summaries.get_mut(&id)
            && (summary.returned, summary.thrown) != (returned, thrown)
        {
            (summary.returned, summary.thrown) = (returned, thrown);
            self.has_changed = true;
        }
    }

    /// The values after an edge, at each location to which it leads.
    fn after(&mut self, procedure: &Procedure, edge: &OperationEdge, values: &Values) -> Vec<(Location, Values)> {
        let mut found = Vec::new();
        let dereferenced = edge.operation.dereferences();
        if let (Some(handler), Some(operand)) = (edge.on_null, dereferenced)
            && values.operand(operand).null
        {
            let mut null = values.clone();
            let exception = self.program.null_dereference.map_or(Objects::Any, Objects::Made);
            null.set(procedure.exception, Content::object(exception));
            found.push((handler, null));
        }
        let mut after = values.clone();
        if let Some(operand) = dereferenced
            && !after.exclude_null(operand)
        {
            return found;
        }
        match &edge.operation {
            Operation::Assign { target, value } => {
                let content = match value {
                    Rvalue::Operand(operand) => after.operand(*operand),
                    Rvalue::Opaque => Content::object(Objects::Foreign),
                    _ if !procedure.locals[*target].ty.is_reference() => Content::default(),
                    Rvalue::Object => Content { null: false, ..self.of_type(procedure.locals[*target].ty) },
                    _ => self.of_type(procedure.locals[*target].ty),
                };
                after.set(*target, content);
            }
            Operation::Load { target, field, .. } => {
                let declared = &self.program.fields[*field];
                let class = &self.program.classes[declared.class];
                let content = match class.span.is_some() || class.name == STATICS {
                    true => self.fields.get(field).copied().unwrap_or_default(),
                    false => Content::ANY,
                };
                if declared.ty.is_reference() && content.is_nothing() {
                    return found;
                }
                after.set(*target, content);
            }
            Operation::Store { field, value, .. } => self.store(*field, after.operand(*value)),
            Operation::New { target, class } => after.set(*target, Content::object(Objects::Made(*class))),
            Operation::Assume(condition) if !self.assume(&mut after, condition) => return found,
            Operation::Call(call) => {
                let (returned, thrown) = self.call(call, &after);
                if let Some(thrown) = thrown {
                    let mut handled = after.clone();
                    handled.set(procedure.exception, thrown);
                    found.push((call.exceptional, handled));
                }
                let Some(returned) = returned else { return found };
                call.target.into_iter().for_each(|target| after.set(target, returned));
            }
            _ => {}
        }
        found.push((edge.target, after));
        found
    }

    /// What the callees of a call return and throw, as far as they do.
    fn call(&mut self, call: &Call, values: &Values) -> (Option<Content>, Option<Content>) {
        let (mut returned, mut thrown): (Option<Content>, Option<Content>) = (None, None);
        let callees: Vec<ProcedureId> = call.callee.candidates().collect();
        for callee in callees {
            self.reach(callee);
            let called = &self.program.procedures[callee];
            if let (Some(this), Some(receiver)) = (called.receiver, call.receiver) {
                self.give(callee, this, Content { null: false, ..values.operand(receiver) });
            }
            for (&parameter, &argument) in called.parameters.iter().zip(&call.arguments) {
                self.give(callee, parameter, values.operand(argument));
            }
            let Some(summary) = self.summaries.get(&callee) else { continue };
            for (all, one) in [(&mut returned, summary.returned), (&mut thrown, summary.thrown)] {
                if let Some(one) = one {
                    *all = Some(all.map_or(one, |all| self.program.join(all, one)));
                }
            }
        }
        (returned, thrown)
    }

    /// Restricts values to a condition; returns whether any are left.
    fn assume(&self, values: &mut Values, condition: &Condition) -> bool {
        match *condition {
            Condition::Compare { comparison, left: operand, right: Operand::Null }
            | Condition::Compare { comparison, left: Operand::Null, right: operand } => match comparison {
                Comparison::Equal => values.restrict(operand, |content| Content { objects: Objects::None, ..content }),
                _ => values.exclude_null(operand),
            },
            // Whether it is an object of the program says nothing of its class.
            Condition::InstanceOf { class, .. } if self.program.is_any(class) => true,
            Condition::InstanceOf { operand, class, negated } => {
                values.restrict(operand, |content| match (content.objects, negated) {
                    (Objects::Made(of) | Objects::Of(of), true) if self.program.is_subtype(of, class) => {
                        Content { objects: Objects::None, ..content }
                    }
                    (_, true) => content,
                    (Objects::Made(of) | Objects::Of(of), false) if self.program.is_subtype(of, class) => {
                        Content { null: false, ..content }
                    }
                    (Objects::Made(_), false) => Content::object(Objects::Made(class)),
                    (Objects::Foreign, false) => Content { null: false, ..content },
                    (Objects::None, false) => Content::default(),
                    (Objects::Of(_) | Objects::Any, false) => Content::object(Objects::Of(class)),
                })
            }
            _ => true,
        }
    }
}

/// The contents of the variables of a procedure at a location.
#[derive(Clone)]
struct Values(Vec<Content>);

impl Values {
    fn of(&self, local: LocalId) -> Content {
        self.0[local.index()]
    }

    fn operand(&self, operand: Operand) -> Content {
        match operand {
            Operand::Local(local) => self.of(local),
            Operand::Null => Content::NULL,
            Operand::Integer(_) | Operand::Boolean(_) => Content::default(),
        }
    }

    fn set(&mut self, local: LocalId, content: Content) {
        self.0[local.index()] = content;
    }

    /// Excludes null; returns whether any value is left.
    fn exclude_null(&mut self, operand: Operand) -> bool {
        self.restrict(operand, |content| Content { null: false, ..content })
    }

    /// Restricts an operand that may have a value; returns whether any is left.
    fn restrict(&mut self, operand: Operand, by: impl Fn(Content) -> Content) -> bool {
        let content = by(self.operand(operand));
        if let Operand::Local(local) = operand {
            self.set(local, content);
        }
        !content.is_nothing()
    }

    /// Joins others into them; returns whether anything was added.
    fn join(&mut self, program: &Program, others: &Self) -> bool {
        let mut is_more = false;
        for (one, &other) in self.0.iter_mut().zip(&others.0) {
            let joined = program.join(*one, other);
            is_more |= joined != *one;
            *one = joined;
        }
        is_more
    }
}

impl Program {
    /// Whether runs that start in a procedure are given no objects but those of the command line.
    pub fn starts_with_nothing(&self, entry: ProcedureId) -> bool {
        let procedure = &self.procedures[entry];
        let is_nothing = |ty: Type| !ty.is_reference() || self.is_command_line(procedure, ty);
        let mut parameters = procedure.parameters.iter();
        procedure.receiver.is_none() && parameters.all(|&parameter| is_nothing(procedure.locals[parameter].ty))
    }

    fn join(&self, one: Content, other: Content) -> Content {
        if one == other {
            return one;
        }
        let objects = match (one.objects, other.objects) {
            (same, or) if same == or => same,
            (Objects::None, some) | (some, Objects::None) => some,
            (Objects::Made(one), Objects::Made(other)) => self.above(one, other).map_or(Objects::Any, Objects::Made),
            (Objects::Made(one) | Objects::Of(one), Objects::Made(other) | Objects::Of(other)) => {
                self.above(one, other).map_or(Objects::Any, Objects::Of)
            }
            (Objects::Foreign, Objects::Of(of)) | (Objects::Of(of), Objects::Foreign) if self.is_any(of) => {
                Objects::Of(of)
            }
            _ => Objects::Any,
        };
        Content { null: one.null || other.null, objects }
    }

    /// The nearest class or interface that two classes have in common, if there is one.
    fn above(&self, one: ClassId, other: ClassId) -> Option<ClassId> {
        if self.is_subtype(one, other) {
            return Some(other);
        }
        if self.is_subtype(other, one) {
            return Some(one);
        }
        let mut open = vec![one];
        let mut next = 0;
        while let Some(&class) = open.get(next) {
            next += 1;
            if self.is_subtype(other, class) {
                return Some(class);
            }
            let above = &self.classes[class];
            open.extend(above.superclass.iter().chain(&above.interfaces).filter(|id| !self.is_any(**id)));
        }
        None
    }
}
