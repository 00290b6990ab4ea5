//! What fields hold in a program that makes all of its objects itself: whether null, objects of which class, numbers between which bounds,
//! and arrays of which lengths. Values are followed through the variables of each procedure, and joined where they are stored, passed and
//! returned.

use std::collections::BTreeSet;
use std::collections::hash_map::Entry;

use fixedbitset::FixedBitSet;
use rustc_hash::FxHashMap;

use super::fresh::unset_fields;
use super::range::Range;
use super::{
    Call, ClassId, Comparison, Computation, Condition, FieldId, Function, Instead, LocalId, Operand, Operation,
    OperationEdge, Procedure, Program, Rvalue, STATICS, Step, Type,
};
use crate::cfa::{EdgeId, Location, ProcedureId};
use base::Idx;

/// Arrays of arrays are arrays of these, too.
const ANY_ARRAYS: [&str; 3] = ["Object[]", "Cloneable[]", "Serializable[]"];

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
}

impl Content {
    const NULL: Self = Self { null: true, objects: Objects::None, numbers: None, is_own_array: false };
    const ANY: Self = Self { null: true, ..Self::object(Objects::Any) };

    const fn object(objects: Objects) -> Self {
        Self { null: false, objects, numbers: None, is_own_array: false }
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
    fields: FxHashMap<FieldId, Content>,
    /// Whether some run may take an edge with a condition that compares.
    taken: FxHashMap<(ProcedureId, EdgeId), bool>,
}

impl Contents {
    /// What a reference field may hold whenever it is read; `None` if nothing is known of it.
    pub fn of(&self, field: FieldId) -> Option<Content> {
        self.fields.get(&field).copied()
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
        Self { fields: search.fields, taken: search.taken }
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
            fields: FxHashMap::default(),
            summaries: FxHashMap::default(),
            reached: Vec::new(),
            drawn: BTreeSet::new(),
            is_fresh_known: FixedBitSet::with_capacity(program.procedures.len()),
            taken: FxHashMap::default(),
            elements: Vec::new(),
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
        // Only what is so in the last round is so in all runs.
        self.taken.clear();
        let mut next = 0;
        while let Some(&id) = self.reached.get(next) {
            next += 1;
            if !self.is_fresh_known.put(id.index()) {
                for field in unset_fields(self.program, id) {
                    self.store(field, Content::unset(self.program.fields[field].ty));
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
        let is_made = |class: ClassId| program.classes[class].is_open && !program.classes[class].is_abstract;
        let open: Vec<ClassId> = program.classes.indices().filter(|&id| is_made(id) && is_drawn(id)).collect();
        for class in open {
            // A constructor that is not written sets nothing.
            if program.classes[class].procedures.iter().all(|&id| program.procedures[id].name != "<init>") {
                for field in program.ancestry(class).flat_map(|of| &program.classes[of].fields) {
                    self.store(*field, Content::unset(program.fields[*field].ty));
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
                    if let Some(returned) = self.summaries.get(&id).and_then(|summary| summary.returned) {
                        self.hand_out(procedure.result, returned);
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
        let Some(summary) = self.summaries.get_mut(&id) else { return };
        self.has_changed |= add(self.program, summary.given.entry(local), content);
    }

    fn store(&mut self, field: FieldId, content: Content) {
        self.has_changed |= add(self.program, self.fields.entry(field), content);
    }

    /// Any value of a type that comes from outside.
    fn of_type(&mut self, ty: Type) -> Content {
        let Type::Reference(class) = ty else { return Content::number(ty.range().and_then(Range::new)) };
        if self.program.is_final_foreign(ty) {
            return Content { null: true, ..Content::object(Objects::Foreign) };
        }
        self.has_changed |= self.drawn.insert(class.index());
        Content { null: true, ..Content::object(Objects::Of(class)) }
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
            for (edge_id, edge) in procedure.cfa.edges_from(location) {
                for (target, after) in self.after((id, edge_id), edge, &values) {
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
    fn after(&mut self, at: (ProcedureId, EdgeId), edge: &OperationEdge, values: &Values) -> Vec<(Location, Values)> {
        let procedure = &self.program.procedures[at.0];
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
            Operation::Load { target, field, .. } => {
                let declared = &self.program.fields[*field];
                let class = &self.program.classes[declared.class];
                let content = match class.span.is_some() || class.name == STATICS {
                    // Numbers that are static may be 0 before the program begins.
                    true if declared.ty.is_reference() || class.name != STATICS => {
                        self.fields.get(field).copied().unwrap_or_default()
                    }
                    true => Content::default(),
                    false => Content::ANY,
                };
                if declared.ty.is_reference() && content.is_nothing() {
                    return found;
                }
                after.set(*target, content);
            }
            Operation::Store { field, value, .. } => self.store(*field, after.operand(*value)),
            Operation::New { target, class } => after.set(*target, Content::object(Objects::Made(*class))),
            Operation::Assume(condition) => {
                let holds = self.assume(procedure, &mut after, condition);
                if matches!(condition, Condition::Compare { .. }) {
                    *self.taken.entry(at).or_default() |= holds;
                }
                if !holds {
                    return found;
                }
            }
            Operation::Call(call) => {
                let (returned, thrown) = self.call(call, &after);
                if let Some(returned) = returned.filter(|_| self.program.is_client(at.0)) {
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

    /// The element that an edge reads of an array of arrays that the program has made.
    fn element(&self, procedure: &Procedure, edge: &OperationEdge, values: &Values) -> Option<Content> {
        let Some(Instead::Compute(Computation { function: Function::Element, arguments, .. })) = edge.instead() else {
            return None;
        };
        let array = arguments.first()?;
        let class = class_of(procedure, array).filter(|class| self.program.is_array_of_arrays(*class))?;
        if !values.operand(*array).is_own_array {
            return None;
        }
        let stored = self.elements.iter().filter(|(of, _)| of.is_none_or(|of| self.program.may_be_array(of, class)));
        Some(stored.fold(Content::default(), |all, (_, content)| self.program.join(all, *content)))
    }

    /// Notes what an edge stores in arrays.
    fn store_elements(&mut self, procedure: &Procedure, edge: &OperationEdge, values: &Values) {
        let instead = match edge.instead() {
            Some(Instead::Compute(computation)) => Some(computation),
            _ => None,
        };
        let then = edge.then().iter().filter_map(|step| match step {
            Step::Compute(computation) => Some(computation),
            Step::Assign { .. } => None,
        });
        for Computation { target, function, arguments, .. } in instead.into_iter().chain(then) {
            let made = target.and_then(|target| class_of(procedure, &Operand::Local(target)));
            let of_array = |position: usize| arguments.get(position).and_then(|array| class_of(procedure, array));
            // All elements of an array are stored in another one.
            let copied = |position: usize, class: Option<ClassId>| {
                let is_own = arguments.get(position).is_some_and(|array| values.operand(*array).is_own_array);
                if is_own && of_array(position) == class { Content::default() } else { Content::ANY }
            };
            let mut store = |class: Option<ClassId>, content: Content| self.store_element(class, content);
            match function {
                Function::NewArray { classes, default } => {
                    for (position, &class) in classes.iter().enumerate() {
                        let is_innermost = position + 1 == classes.len();
                        let element =
                            if is_innermost { values.operand(*default) } else { Content::array(Range::LENGTHS) };
                        store(Some(class), element);
                    }
                }
                Function::ArrayOf(class) => {
                    arguments.iter().for_each(|&element| store(Some(*class), values.operand(element)));
                }
                Function::CopyOf(default) => {
                    store(made, values.operand(*default));
                    store(made, copied(0, made));
                }
                Function::Clone => store(made, copied(0, made)),
                Function::Move => store(of_array(2), copied(0, of_array(2))),
                Function::SetElement | Function::Fill => {
                    store(of_array(0), arguments.last().map_or(Content::ANY, |&value| values.operand(value)));
                }
                _ => {}
            }
        }
    }

    /// Stores something in arrays of a class, or in any.
    fn store_element(&mut self, class: Option<ClassId>, content: Content) {
        // Only of arrays of arrays anything is asked.
        let is_asked = class.is_none_or(|class| self.program.may_be_array_of_arrays(class));
        if is_asked && content != Content::default() {
            match self.elements.iter_mut().find(|(of, _)| *of == class) {
                Some((_, known)) => {
                    let joined = self.program.join(*known, content);
                    self.has_changed |= joined != *known;
                    *known = joined;
                }
                None => {
                    self.elements.push((class, content));
                    self.has_changed = true;
                }
            }
        }
    }

    /// Notes that code outside of the program gets a value: it may store anything in arrays.
    fn hand_out(&mut self, ty: Type, content: Content) {
        if let (Type::Reference(class), true) = (ty, content.is_own_array) {
            self.store_element(Some(class), Content::ANY);
        }
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
            Operand::Integer(number) => Content::number(Some(Range::only(number))),
            Operand::Boolean(is_true) => Content::number(Some(Range::only(is_true.into()))),
        }
    }

    /// The numbers that an operand may be, if it is one.
    fn range(&self, procedure: &Procedure, operand: Operand) -> Option<Range> {
        let all = match operand {
            Operand::Local(local) => Range::new(procedure.locals[local].ty.range()?),
            _ => None,
        };
        self.operand(operand).numbers.or(all)
    }

    /// Restricts a number; returns whether any is left.
    fn keep(&mut self, operand: Operand, numbers: Option<Range>) -> bool {
        if let (Operand::Local(local), Some(_)) = (operand, numbers) {
            self.0[local.index()].numbers = numbers;
        }
        numbers.is_some()
    }

    /// What an execution computes for a variable, where abstractions do not know it: arrays and their lengths.
    fn computed(&self, edge: &OperationEdge, target: LocalId) -> Option<Content> {
        let Some(Instead::Compute(Computation { target: Some(own), function, arguments, .. })) = edge.instead() else {
            return None;
        };
        let lengths = |operand: Option<&Operand>| {
            let numbers = operand.and_then(|operand| self.operand(*operand).numbers);
            numbers.and_then(|numbers| numbers.intersection(Range::LENGTHS)).unwrap_or(Range::LENGTHS)
        };
        if *own != target {
            return None;
        }
        Some(match function {
            Function::Length => Content::number(Some(lengths(arguments.first()))),
            Function::NewArray { .. } | Function::Clone => Content::array(lengths(arguments.first())),
            Function::CopyOf(_) => Content::array(lengths(arguments.get(1))),
            Function::ArrayOf(_) => Content::array(Range::only(i64::try_from(arguments.len()).ok()?)),
            _ => return None,
        })
    }

    /// The numbers that an expression may be.
    fn value(&self, procedure: &Procedure, value: &Rvalue, ty: Type) -> Option<Range> {
        let all = Range::new(ty.range()?);
        let found = match value {
            Rvalue::Unary(operator, operand) => self.range(procedure, *operand)?.unary(*operator),
            Rvalue::Binary { operator, ty, left, right } => {
                self.range(procedure, *left)?.binary(*operator, *ty, self.range(procedure, *right)?)
            }
            _ => None,
        };
        found.or(all)
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

/// The class that an operand is declared to have.
fn class_of(procedure: &Procedure, operand: &Operand) -> Option<ClassId> {
    match operand {
        Operand::Local(local) => match procedure.locals[*local].ty {
            Type::Reference(class) => Some(class),
            _ => None,
        },
        _ => None,
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
    pub(super) fn join_objects(&self, one: Objects, other: Objects) -> Objects {
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

    fn join(&self, one: Content, other: Content) -> Content {
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
        Content { null: one.null || other.null, objects, numbers, is_own_array }
    }

    fn is_array_of_arrays(&self, class: ClassId) -> bool {
        self.classes[class].name.ends_with("[][]")
    }

    /// Whether variables of a class may refer to arrays of arrays: of such, or of any objects.
    fn may_be_array_of_arrays(&self, class: ClassId) -> bool {
        let name = self.classes[class].name.as_str();
        self.is_array_of_arrays(class) || !name.ends_with("[]") || ANY_ARRAYS.contains(&name)
    }

    /// Whether variables of one class may refer to arrays of another, which is of arrays. `Integer[][]` are `Object[][]`; of numbers and
    /// truth values, no array is one of another kind.
    fn may_be_array(&self, class: ClassId, of: ClassId) -> bool {
        let is_of_primitives = |class: ClassId| {
            let innermost = self.classes[class].name.trim_end_matches("[]");
            ["boolean", "byte", "short", "char", "int", "long", "float", "double"].contains(&innermost)
        };
        class == of || self.may_be_array_of_arrays(class) && !(is_of_primitives(class) && is_of_primitives(of))
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
