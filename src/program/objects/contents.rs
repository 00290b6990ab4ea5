//! What fields hold in a program that makes all of its objects itself: whether null, objects of which class, numbers between which bounds,
//! and arrays of which lengths. Values are followed through the variables of each procedure, and joined where they are stored, passed and
//! returned.

mod elements;
mod iterated;
mod sites;
mod values;

use std::collections::BTreeSet;
use std::collections::hash_map::Entry;

use fixedbitset::FixedBitSet;
use rustc_hash::FxHashMap;

use super::fresh::unset_fields;
use super::range::Range;
use super::{
    Call, ClassId, Comparison, Condition, FieldId, LocalId, Operand, Operation, OperationEdge, Procedure, Program,
    Rvalue, STATICS, Step, Type,
};
use crate::cfa::{EdgeId, Location, ProcedureId};
use base::Idx;
use iterated::Iterated;
pub use sites::Sites;
use sites::{ELSEWHERE, Fields, Places, Site};
use values::Values;

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

/// What a value may be.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Default)]
pub struct Content {
    /// Whether it may be null.
    pub null: bool,
    /// The objects to which it may lead.
    pub objects: Objects,
    /// The numbers that it may be, or the lengths of the arrays to which it may lead, if anything is known of them.
    pub numbers: Option<Range>,
    /// Whether it leads to arrays that the program has made, if to any object.
    pub is_own_array: bool,
    /// Where its objects are made, if they may belong to the library.
    pub sites: Sites,
}

impl Content {
    pub(super) const NULL: Self =
        Self { null: true, objects: Objects::None, numbers: None, is_own_array: false, sites: Sites::NONE };
    pub(super) const ANY: Self = Self { null: true, sites: Sites::ELSEWHERE, ..Self::object(Objects::Any) };

    pub(super) const fn object(objects: Objects) -> Self {
        Self { null: false, objects, numbers: None, is_own_array: false, sites: Sites::NONE }
    }

    /// An object that comes from outside.
    const fn outer(objects: Objects) -> Self {
        Self { sites: Sites::ELSEWHERE, ..Self::object(objects) }
    }

    fn array(lengths: Range) -> Self {
        Self { numbers: Some(lengths), is_own_array: true, ..Self::object(Objects::Foreign) }
    }

    fn number(range: Option<Range>) -> Self {
        Self { numbers: range, ..Self::default() }
    }

    /// What a field is before it is set.
    fn unset(ty: Type) -> Self {
        if ty.is_reference() { Self::NULL } else { Self::number(ty.range().map(|_| Range::only(0))) }
    }

    /// Whether no reference can be that.
    fn is_nothing(self) -> bool {
        !self.null && self.objects == Objects::None
    }
}

/// What the fields of a program hold.
#[derive(Clone, Default, Debug)]
pub struct Contents {
    fields: Fields,
    places: Places,
    /// The places where collections are made that may change while something iterates over them.
    unsteady: Sites,
    /// Those where objects are made of which iterators or views are stored somewhere.
    shared: Sites,
    /// The procedures that may be called, by their numbers.
    reached: FixedBitSet,
    /// Whether some run may take an edge with a condition that compares.
    taken: FxHashMap<(ProcedureId, EdgeId), bool>,
}

impl Contents {
    /// What a reference field may hold whenever it is read; `None` if nothing is known of it.
    pub fn of(&self, field: FieldId) -> Option<Content> {
        self.fields.of(field)
    }

    /// The same of the objects of the library that are made in some places, and of what these make for themselves.
    pub fn of_at(&self, program: &Program, field: FieldId, sites: Sites) -> Option<Content> {
        self.fields.of_at(program, field, sites)
    }

    /// All places where objects of the library are made that are told apart.
    pub fn sites(&self) -> Sites {
        self.places.all()
    }

    /// The place where an operation makes an object of the library that belongs to no other one.
    pub fn site(&self, procedure: ProcedureId, at: Location) -> Option<Sites> {
        self.places.of(procedure, at)
    }

    /// The classes of the parts, iterators and views of objects that are made in some places.
    pub fn derived(&self, sites: Sites) -> impl Iterator<Item = ClassId> {
        self.places.derived(sites)
    }

    /// Whether nothing but variables, and themselves, holds iterators and views of the objects that are made in these places.
    pub fn are_closed(&self, sites: Sites) -> bool {
        sites.are_known() && !sites.meets(self.shared)
    }

    /// Whether no collection that is made in one of these places changes while something iterates over one of them.
    pub fn are_steady(&self, sites: Sites) -> bool {
        sites.are_known() && !sites.meets(self.unsteady)
    }

    /// Whether nothing is known.
    pub fn is_empty(&self) -> bool {
        self.reached.is_empty()
    }

    /// Whether a procedure may be called, as far as that is known.
    pub fn may_reach(&self, procedure: ProcedureId) -> bool {
        self.is_empty() || self.reached.contains(procedure.index())
    }

    /// Whether no run takes an edge, as values never compare so there.
    pub fn is_untaken(&self, procedure: ProcedureId, edge: EdgeId) -> bool {
        self.taken.get(&(procedure, edge)) == Some(&false)
    }

    /// Those of a program whose runs start in `entry` with objects of the command line alone. Code outside of it may make objects of the
    /// classes that it [can use](super::Class::is_open), call their methods, and pass anything but null.
    pub fn new(program: &Program, entry: ProcedureId) -> Self {
        let mut search = Search::new(program, entry);
        while search.grows() {}
        if program.is_manual() {
            search.taken.clear();
        }
        let (unsteady, shared) = (search.iterated.unsteady(program), search.iterated.shared(program, &search.places));
        let mut reached = FixedBitSet::with_capacity(program.procedures.len());
        search.reached.iter().for_each(|(id, _)| reached.insert(id.index()));
        Self { fields: search.fields, places: search.places, unsteady, shared, reached, taken: search.taken }
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
    fields: Fields,
    places: Places,
    iterated: Iterated,
    /// Those of the library are followed by themselves for each place where their receiver is made.
    summaries: FxHashMap<(ProcedureId, Site), Summary>,
    /// The procedures that are reached, in the order in which that is found.
    reached: Vec<(ProcedureId, Site)>,
    /// The types of objects that the program does not make itself.
    drawn: BTreeSet<usize>,
    /// The new objects of these procedures have been looked at.
    is_fresh_known: FixedBitSet,
    /// Whether any of the values that come there can take an edge.
    taken: FxHashMap<(ProcedureId, EdgeId), bool>,
    /// What is stored in arrays of a class, or in any, where these may be arrays of arrays.
    elements: Vec<(Option<ClassId>, Content)>,
    has_changed: bool,
}

impl<'p> Search<'p> {
    fn new(program: &'p Program, entry: ProcedureId) -> Self {
        let mut search = Self {
            program,
            fields: Fields::default(),
            places: Places::default(),
            iterated: Iterated::new(program),
            summaries: FxHashMap::default(),
            reached: Vec::new(),
            drawn: BTreeSet::new(),
            is_fresh_known: FixedBitSet::with_capacity(program.procedures.len()),
            taken: FxHashMap::default(),
            elements: Vec::new(),
            has_changed: false,
        };
        let start = (entry, ELSEWHERE);
        search.reach(start);
        for &parameter in &program.procedures[entry].parameters {
            search.give(start, parameter, Content::object(Objects::Foreign));
        }
        search
    }

    /// Looks at all reached procedures once; returns whether anything was added.
    fn grows(&mut self) -> bool {
        self.has_changed = false;
        // Only what is so in the last round is so in all runs.
        self.taken.clear();
        let mut next = 0;
        while let Some(&reached) = self.reached.get(next) {
            next += 1;
            if !self.is_fresh_known.put(reached.0.index()) {
                for field in unset_fields(self.program, reached.0) {
                    self.store_unset(field);
                }
            }
            self.follow(reached);
        }
        self.add_outside();
        self.has_changed
    }

    /// Reaches what code outside of the program may call on the objects that it may have made.
    fn add_outside(&mut self) {
        let program = self.program;
        let is_drawn = |class: ClassId| self.drawn.iter().any(|&of| program.is_subtype(class, ClassId::at(of)));
        let is_made = |class: ClassId| program.classes[class].is_open && !program.classes[class].is_abstract;
        let open: Vec<ClassId> = program.classes.indices().filter(|&id| is_made(id) && is_drawn(id)).collect();
        for class in open {
            // A constructor that is not written sets nothing.
            if program.classes[class].procedures.iter().all(|&id| program.procedures[id].name != "<init>") {
                for field in program.ancestry(class).flat_map(|of| &program.classes[of].fields) {
                    self.store_unset(*field);
                }
            }
            for of in program.ancestry(class) {
                for &id in &program.classes[of].procedures {
                    let called = (id, ELSEWHERE);
                    self.reach(called);
                    let procedure = &program.procedures[id];
                    if let Some(this) = procedure.receiver {
                        self.give(called, this, Content::outer(Objects::Of(class)));
                    }
                    for &parameter in &procedure.parameters {
                        let content = Content { null: false, ..self.of_type(procedure.locals[parameter].ty) };
                        self.give(called, parameter, content);
                    }
                    if let Some(returned) = self.summaries.get(&called).and_then(|summary| summary.returned) {
                        self.hand_out(procedure.result, returned);
                    }
                }
            }
        }
    }

    fn reach(&mut self, called: (ProcedureId, Site)) {
        if let Entry::Vacant(vacant) = self.summaries.entry(called) {
            vacant.insert(Summary::default());
            self.reached.push(called);
            self.has_changed = true;
        }
    }

    fn give(&mut self, called: (ProcedureId, Site), local: LocalId, content: Content) {
        let Some(summary) = self.summaries.get_mut(&called) else { return };
        self.has_changed |= add(self.program, summary.given.entry(local), content);
    }

    /// Stores in a field of objects that are made in some places.
    fn store(&mut self, field: FieldId, sites: Sites, content: Content) {
        self.has_changed |= self.fields.store(self.program, field, sites, content);
    }

    /// Stores in a field what new objects have there.
    fn store_unset(&mut self, field: FieldId) {
        self.store(field, Sites::ELSEWHERE, Content::unset(self.program.fields[field].ty));
    }

    /// Any value of a type that comes from outside.
    fn of_type(&mut self, ty: Type) -> Content {
        let Type::Reference(class) = ty else { return Content::number(ty.range().and_then(Range::new)) };
        if self.program.is_final_foreign(ty) {
            return Content { null: true, ..Content::object(Objects::Foreign) };
        }
        self.has_changed |= self.drawn.insert(class.index());
        Content { null: true, ..Content::outer(Objects::Of(class)) }
    }

    /// Follows the values of the variables of a procedure.
    fn follow(&mut self, reached: (ProcedureId, Site)) {
        let program = self.program;
        let procedure = &program.procedures[reached.0];
        let mut start = Values(vec![Content::default(); procedure.locals.len()]);
        if let Some(summary) = self.summaries.get(&reached) {
            summary.given.iter().for_each(|(local, content)| start.0[local.index()] = *content);
        }
        if let Some(statics) = procedure.statics {
            start.0[statics.index()] = Content::outer(Objects::Any);
        }
        let mut known: FxHashMap<Location, Values> = FxHashMap::default();
        let mut open = BTreeSet::from([procedure.cfa.entry]);
        known.insert(procedure.cfa.entry, start);
        while let Some(location) = open.pop_first() {
            let Some(values) = known.get(&location).cloned() else { continue };
            for (edge_id, edge) in procedure.cfa.edges_from(location) {
                for (target, after) in self.after(reached, edge_id, edge, &values) {
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
        for values in known.values() {
            self.iterated.note_values(reached, values);
        }
        let end = |at: Location, result: LocalId| known.get(&at).map(|values| values.of(result));
        let (returned, thrown) =
            (end(procedure.cfa.exit, procedure.returned), end(procedure.exceptional_exit, procedure.exception));
        if let Some(summary) = self.summaries.get_mut(&reached)
            && (summary.returned, summary.thrown) != (returned, thrown)
        {
            (summary.returned, summary.thrown) = (returned, thrown);
            self.has_changed = true;
        }
    }

    /// The values after an edge, at each location to which it leads.
    fn after(
        &mut self,
        (id, site): (ProcedureId, Site),
        edge_id: EdgeId,
        edge: &OperationEdge,
        values: &Values,
    ) -> Vec<(Location, Values)> {
        let procedure = &self.program.procedures[id];
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
                    _ if let Some(computed) = after.computed(edge, *target) => computed,
                    _ if let Some(element) = self.element(procedure, edge, &after) => {
                        if element.is_nothing() {
                            return found;
                        }
                        element
                    }
                    Rvalue::Opaque => Content::object(Objects::Foreign),
                    _ if !procedure.locals[*target].ty.is_reference() => {
                        Content::number(after.value(procedure, value, procedure.locals[*target].ty))
                    }
                    Rvalue::Object => Content { null: false, ..self.of_type(procedure.locals[*target].ty) },
                    _ => self.of_type(procedure.locals[*target].ty),
                };
                after.set(*target, content);
            }
            Operation::Load { target, base, field } => {
                let declared = &self.program.fields[*field];
                let class = &self.program.classes[declared.class];
                let content = match class.span.is_some() || class.name == STATICS {
                    // Numbers that are static may be 0 before the program begins.
                    true if declared.ty.is_reference() || class.name != STATICS => {
                        self.fields.of_at(self.program, *field, after.of(*base).sites).unwrap_or_default()
                    }
                    true => Content::default(),
                    false => Content::ANY,
                };
                if declared.ty.is_reference() && content.is_nothing() {
                    return found;
                }
                after.set(*target, content);
            }
            Operation::Store { base, field, value } => {
                let (sites, content) = (after.of(*base).sites, after.operand(*value));
                self.iterated.note_store(self.program, (id, site), *field, sites, content);
                self.store(*field, sites, content);
            }
            Operation::New { target, class } => {
                let made = Content::object(Objects::Made(*class));
                after.set(*target, Content { sites: self.site(id, site, edge.source, *class), ..made });
            }
            Operation::Assume(condition) => {
                let holds = self.assume(procedure, &mut after, condition);
                if matches!(condition, Condition::Compare { .. }) {
                    *self.taken.entry((id, edge_id)).or_default() |= holds;
                }
                if !holds {
                    return found;
                }
            }
            Operation::Call(call) => {
                let (returned, thrown) = self.call((id, site), call, &after);
                if let Some(returned) = returned.filter(|_| self.program.is_client(id)) {
                    let callees = call.callee.candidates();
                    callees.for_each(|callee| self.hand_out(self.program.procedures[callee].result, returned));
                }
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
        self.store_elements(procedure, edge, values);
        // Of what only executions compute, copies of references are followed.
        for step in edge.then() {
            let (target, copied) = match step {
                Step::Assign { target, value: Rvalue::Operand(operand) } => (Some(*target), after.operand(*operand)),
                Step::Assign { target, .. } => (Some(*target), Content::ANY),
                Step::Compute(computation) => (computation.target, Content::ANY),
            };
            let Some(target) = target else { continue };
            match procedure.locals[target].ty.is_reference() {
                true => after.set(target, copied),
                false => after.0[target.index()].numbers = None,
            }
        }
        found.push((edge.target, after));
        found
    }

    /// Notes that code outside of the program gets a value: it may store anything in arrays.
    fn hand_out(&mut self, ty: Type, content: Content) {
        if let (Type::Reference(class), true) = (ty, content.is_own_array) {
            self.store_element(Some(class), Content::ANY);
        }
    }

    /// What the callees of a call return and throw, as far as they do.
    fn call(
        &mut self,
        caller: (ProcedureId, Site),
        call: &Call,
        values: &Values,
    ) -> (Option<Content>, Option<Content>) {
        let (mut returned, mut thrown): (Option<Content>, Option<Content>) = (None, None);
        let receiver = call.receiver.map_or(Objects::Any, |receiver| values.operand(receiver).objects);
        let callees = self.program.called_on(&call.callee, receiver);
        for callee in callees {
            let called = &self.program.procedures[callee];
            let receiver = called.receiver.zip(call.receiver.map(|receiver| values.operand(receiver)));
            let sites = match receiver {
                Some((_, object)) if self.is_of_library(called.class) && object.sites.are_known() => object.sites,
                _ => Sites::ELSEWHERE,
            };
            for site in sites.iter() {
                let context = (callee, site);
                self.iterated.note_call(caller, context);
                self.reach(context);
                if let Some((this, object)) = receiver {
                    let sites = if site == ELSEWHERE { object.sites } else { Sites::only(site) };
                    self.give(context, this, Content { null: false, sites, ..object });
                }
                for (&parameter, &argument) in called.parameters.iter().zip(&call.arguments) {
                    self.give(context, parameter, values.operand(argument));
                }
                let Some(summary) = self.summaries.get(&context) else { continue };
                for (all, one) in [(&mut returned, summary.returned), (&mut thrown, summary.thrown)] {
                    if let Some(one) = one {
                        *all = Some(all.map_or(one, |all| self.program.join(all, one)));
                    }
                }
            }
        }
        (returned, thrown)
    }

    /// Where an object is made, if it is one of the library: where the receiver of the procedure is, if that is one as well.
    fn site(&mut self, procedure: ProcedureId, receiver: Site, at: Location, class: ClassId) -> Sites {
        if !self.is_of_library(class) {
            return Sites::ELSEWHERE;
        }
        if receiver != ELSEWHERE {
            self.places.add(receiver, class);
            return Sites::only(receiver);
        }
        let Procedure { receiver, class: own, .. } = &self.program.procedures[procedure];
        // Of which object this is a part, is not known.
        if receiver.is_some() && self.is_of_library(*own) {
            return Sites::ELSEWHERE;
        }
        Sites::only(self.places.number(procedure, at))
    }

    fn is_of_library(&self, class: ClassId) -> bool {
        self.program.classes[class].span.is_some_and(|span| span.is_of_library())
    }

    /// Restricts values to a condition; returns whether any are left.
    fn assume(&self, procedure: &Procedure, values: &mut Values, condition: &Condition) -> bool {
        match *condition {
            Condition::Compare { comparison, left: operand, right: Operand::Null }
            | Condition::Compare { comparison, left: Operand::Null, right: operand } => match comparison {
                Comparison::Equal => values.restrict(operand, |content| Content { objects: Objects::None, ..content }),
                _ => values.exclude_null(operand),
            },
            Condition::Compare { comparison, left, right } => {
                let (one, other) = (values.range(procedure, left), values.range(procedure, right));
                let (Some(one), Some(other)) = (one, other) else { return true };
                values.keep(left, one.restricted(comparison, other))
                    && values.keep(right, other.restricted(comparison.mirrored(), one))
            }
            // It asks for objects of the program.
            Condition::InstanceOf { operand, class, negated } if self.program.is_any(class) => {
                values.restrict(operand, |content| match (content.objects, negated) {
                    (Objects::None | Objects::Foreign, false) => Content::default(),
                    (Objects::Made(_), true) => Content { objects: Objects::None, ..content },
                    (_, true) => content,
                    (_, false) => Content { null: false, ..content },
                })
            }
            Condition::InstanceOf { operand, class, negated } => {
                values.restrict(operand, |content| match (content.objects, negated) {
                    (Objects::Made(of) | Objects::Of(of), true) if self.program.is_subtype(of, class) => {
                        Content { objects: Objects::None, ..content }
                    }
                    (_, true) => content,
                    (Objects::Made(of) | Objects::Of(of), false) if self.program.is_subtype(of, class) => {
                        Content { null: false, ..content }
                    }
                    (Objects::Made(_), false) => {
                        Content { sites: content.sites, ..Content::object(Objects::Made(class)) }
                    }
                    (Objects::Foreign, false) if self.program.classes[class].span.is_none() => {
                        Content { null: false, ..content }
                    }
                    (Objects::None | Objects::Foreign, false) => Content::default(),
                    (Objects::Of(_) | Objects::Any, false) => {
                        Content { sites: content.sites, ..Content::object(Objects::Of(class)) }
                    }
                })
            }
            _ => true,
        }
    }
}

/// Adds to what is known; returns whether that is more.
fn add<K>(program: &Program, entry: Entry<'_, K, Content>, content: Content) -> bool {
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

impl Program {
    /// Whether runs that start in a procedure are given no objects but those of the command line.
    pub fn starts_with_nothing(&self, entry: ProcedureId) -> bool {
        let procedure = &self.procedures[entry];
        let is_nothing = |ty: Type| !ty.is_reference() || self.is_command_line(procedure, ty);
        let mut parameters = procedure.parameters.iter();
        procedure.receiver.is_none() && parameters.all(|&parameter| is_nothing(procedure.locals[parameter].ty))
    }

    /// The objects that are of one kind or of the other.
    fn join_objects(&self, one: Objects, other: Objects) -> Objects {
        match (one, other) {
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
        }
    }

    /// What is one or the other.
    pub(super) fn join(&self, one: Content, other: Content) -> Content {
        if one == other {
            return one;
        }
        let objects = self.join_objects(one.objects, other.objects);
        let numbers = match (one.objects, other.objects) {
            // Null has no length.
            (Objects::None, Objects::None) | (Objects::Foreign, Objects::Foreign) => {
                one.numbers.zip(other.numbers).map(|(one, other)| one.widened(other))
            }
            (Objects::None, _) => other.numbers,
            (_, Objects::None) => one.numbers,
            _ => None,
        };
        let is_own_array = match (one.objects, other.objects) {
            (Objects::None, _) => other.is_own_array,
            (_, Objects::None) => one.is_own_array,
            _ => one.is_own_array && other.is_own_array,
        };
        let sites = one.sites.union(other.sites);
        Content { null: one.null || other.null, objects, numbers, is_own_array, sites }
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
