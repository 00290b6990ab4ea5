//! Static fields, and the initialisation of classes (JLS 12.4).
//!
//! Static fields are the fields of one object; every procedure that needs them receives a reference to it. Each class
//! with initialisation code has a procedure that runs this code once, and a field with its state.
//! It is called at every active use of the class that may be the first.

use rustc_hash::FxHashSet;

use super::super::classes::{ClassTable, FieldPosition, STATIC_INITIALISER, StaticInitialiser};
use super::super::syntax::Member;
use super::super::types::Ty;
use super::body::NOWHERE;
use super::condition::Branches;
use super::expression::constant_value;
use super::{Emitter, Lowering, ProcedureKind, Scope, Target, Typed};
use base::{CompactSort, Diagnostic, Span};
use program::cfa::ProcedureId;
use program::graph::Graph;
use program::objects::{
    Call, Callee, ClassId, Comparison, Condition, Field, FieldId, IntegerType, LocalId, LocalKind, Operand, Operation,
    Procedure, Program, Role, STATICS, Type,
};
use program::statics::{call_a_copy, class_of_statics, prepend, take_statics};

/// The state of a class whose initialisation has begun; with one thread it does not matter whether it has ended.
const BEGUN: Operand = Operand::Integer(1);
/// The state of a class whose initialisation has failed with an exception.
const FAILED: Operand = Operand::Integer(-1);

/// The static initialiser of a class with code.
pub(super) fn procedure(table: &mut ClassTable<'_>, diagnostics: &mut Vec<Diagnostic>, class: ClassId) -> Procedure {
    let throwable = table.throwable();
    let span = table.classes[class].name_span.unwrap_or(NOWHERE);
    let graph = Graph::new(Type::Void, Type::Reference(throwable), span);
    let before = table.initialised_before(class);
    let state = table.classes[class].initialiser.map(|own| own.state);
    let mut lowering = Lowering::new(table, diagnostics, ProcedureKind::StaticInitialiser, class, graph);
    if let Some(state) = state {
        lowering.static_initialiser(state, &before, span);
    }
    lowering.end(span);
    lowering.finish(STATIC_INITIALISER.to_owned(), Vec::new(), span)
}

/// Checks the initial values of static fields that can be initialised at the start of the run.
pub(super) fn check_static_fields(table: &mut ClassTable<'_>, diagnostics: &mut Vec<Diagnostic>, class: ClassId) {
    let object = table.object();
    let fields = table.classes[class].fields.clone();
    for field in fields.iter().filter(|f| f.is_static && f.constant.is_none()) {
        let Some(initializer) = field.initializer else { continue };
        let graph = Graph::new(Type::Void, Type::Reference(object), field.span);
        let mut lowering = Lowering::new(table, diagnostics, ProcedureKind::Method, class, graph);
        lowering.value_of_type(initializer, field.ty, field.generic, field.span);
    }
}

/// Declares the fields of the object with the static fields, if there is one; adds them to `all`.
pub(super) fn declare_statics(table: &mut ClassTable<'_>, program: &mut Program, all: &mut Vec<(FieldId, Field)>) {
    let object = table.object();
    let Some(statics) = program.class_named(STATICS) else { return };
    let mut fields: Vec<(FieldId, Field)> = Vec::new();
    for info in &table.classes {
        let class = info.name.replace('$', ".");
        for field in info.fields.iter().filter(|f| f.is_static) {
            let (name, ty) = (format!("{class}.{}", field.name), field.ty.lowered(object));
            fields.extend(
                field.id.map(|id| (id, Field { name, ty, class: statics, role: Role::Plain, span: field.span })),
            );
        }
        if let (Some(own), Some(span)) = (info.initialiser, info.name_span) {
            fields.push((
                own.state,
                Field {
                    name: format!("{class}.class"),
                    ty: Type::Integer(IntegerType::INT),
                    class: statics,
                    role: Role::Plain,
                    span,
                },
            ));
        }
    }
    fields.compact_sort_by_key(|(id, _)| *id);
    program.classes[statics].fields = fields.iter().map(|(id, _)| *id).collect();
    all.extend(fields);
}

/// Adds the start of the run to the entry procedure: creates the object with the static fields, assigns constant
/// initial values, and initialises the class of the procedure (JVMS 5.2). If the procedure is also called, calls go to a copy
/// without this start.
pub(crate) fn begin_run(table: &ClassTable<'_>, program: &mut Program, entry: ProcedureId) {
    let initialisers = table.initialisers(program.procedures[entry].class);
    let begins = initialisers.first().map_or(entry, |first| first.procedure);
    let Some(class) = class_of_statics(&program.procedures[begins]) else { return };
    let statics = take_statics(&mut program.procedures[entry], class);
    // Code that runs before the entry procedure is not reached from it.
    let runs = |program: &Program| -> Vec<ProcedureId> {
        let starts = initialisers.iter().map(|first| first.procedure).chain([entry]);
        let mut all: Vec<ProcedureId> = starts.flat_map(|start| program.reachable(start)).collect();
        all.compact_sort();
        all.dedup();
        all
    };
    call_a_copy(program, entry, runs(program));
    let analysed = runs(program);
    let edges = analysed.iter().flat_map(|&id| &program.procedures[id].cfa.edges);
    let read: FxHashSet<FieldId> = edges
        .filter_map(|edge| match edge.operation {
            Operation::Load { field, .. } => Some(field),
            _ => None,
        })
        .collect();
    let mut operations = vec![Operation::New { target: statics, class }];
    for (class, info) in table.classes.iter_enumerated().filter(|(_, info)| info.initialiser.is_none()) {
        for field in info.fields.iter().filter(|f| f.is_static) {
            let (Some(id), Some(initial)) = (field.id.filter(|id| read.contains(id)), field.initializer) else {
                continue;
            };
            let value = table.initial_constant(class, initial, field.ty);
            operations.extend(value.map(|value| Operation::Store { base: statics, field: id, value }));
        }
    }
    let procedure = &mut program.procedures[entry];
    let exceptional = procedure.exceptional_exit;
    operations.extend(initialisers.into_iter().map(|StaticInitialiser { procedure, .. }| {
        let callee = Callee::Static(procedure);
        Operation::Call(Call { target: None, callee, receiver: None, arguments: Vec::new(), exceptional })
    }));
    prepend(procedure, operations.into_iter().map(|operation| (operation, None)).collect());
}

impl Emitter<'_, '_> {
    /// The local that refers to the object with the static fields.
    fn statics(&mut self) -> LocalId {
        let class = self.table.statics();
        *self.statics.get_or_insert_with(|| self.graph.local(STATICS, LocalKind::Synthetic, Type::Reference(class)))
    }

    /// Initialises a class before its use, unless that has certainly begun.
    pub(super) fn initialise(&mut self, class: ClassId, span: Span) {
        for StaticInitialiser { procedure, .. } in self.table.initialisers(class) {
            if !self.has_begun(procedure) {
                self.call_edge(None, Callee::Static(procedure), None, Vec::new(), span);
            }
        }
    }

    /// Whether initialisation of a class has certainly begun before this method runs: static methods, constructors and initialisers
    /// of the class itself, or any method if the run starts in a method of the class or of a subclass. This does not hold for
    /// subclasses elsewhere: they may be called during initialisation of the class, and again after it has failed.
    fn has_begun(&self, initialiser: ProcedureId) -> bool {
        let is_own = |c: ClassId| self.table.classes[c].initialiser.is_some_and(|own| own.procedure == initialiser);
        ((self.is_static() || self.kind == ProcedureKind::Constructor) && is_own(self.class))
            || self.table.entry_class.is_some_and(|class| self.table.ancestry(class).any(is_own))
    }

    /// The value of a static field.
    pub(super) fn static_field(&mut self, place: FieldPosition, target: Target, span: Span) -> Typed {
        let field = self.table.field_at(place);
        let (ty, erased, id, constant, generic) = (field.ty, field.erased, field.id, field.constant, field.generic);
        if let Some(constant) = constant {
            return constant_value(constant);
        }
        if !field.is_constant {
            self.initialise(place.class, span);
        }
        if ty == Ty::Error {
            return self.unmodelled_field(place, span);
        }
        if self.table.field_at(place).is_constant && self.table.is_string(ty) {
            return self.literal(self.table.constant_text(place).as_deref(), target, span);
        }
        let Some(field) = id else { return self.unknown(target, ty, span) };
        let (base, local) = (self.statics(), self.place(target, ty));
        self.graph.emit(Operation::Load { target: local, base, field }, span);
        Typed { erased, generic, ..Typed::new(Operand::Local(local), ty) }
    }

    /// The value of a static field, without initialising its class.
    pub(super) fn read_static(&mut self, place: FieldPosition, span: Span) -> Option<Typed> {
        let field = self.table.field_at(place);
        let (ty, field) = (field.ty, field.id?);
        let (base, target) = (self.statics(), self.temporary(ty));
        self.graph.emit(Operation::Load { target, base, field }, span);
        Some(Typed::new(Operand::Local(target), ty))
    }

    /// Assigns a static field; `begun`: its class has been initialised.
    pub(super) fn store_static(&mut self, place: FieldPosition, begun: bool, value: Operand, span: Span) {
        if !begun {
            self.initialise(place.class, span);
        }
        if let Some(field) = self.table.field_at(place).id {
            let base = self.statics();
            self.graph.emit(Operation::Store { base, field, value }, span);
        }
    }
}

impl Lowering<'_, '_> {
    /// The procedure for initialisation in JLS 12.4.2, for one thread.
    fn static_initialiser(&mut self, state: FieldId, before: &[StaticInitialiser], span: Span) {
        let (base, exit) = (self.code.statics(), self.code.graph.exit);
        let known = self.code.temporary(Ty::Int);
        self.code.graph.emit(Operation::Load { target: known, base, field: state }, span);
        let (no, failed, first) = (self.code.graph.fresh(), self.code.graph.fresh(), self.code.graph.fresh());
        let is = |right| Condition::Compare { comparison: Comparison::Equal, left: Operand::Local(known), right };
        self.code.graph.branch(is(BEGUN), exit, no, span);
        self.code.graph.here = no;
        self.code.graph.branch(is(FAILED), failed, first, span);
        self.code.graph.here = failed;
        self.code.throw_new("NoClassDefFoundError", span);
        self.code.graph.here = first;
        self.code.graph.emit(Operation::Store { base, field: state, value: BEGUN }, span);
        let dispatch = self.code.graph.fresh();
        self.code.scopes.push(Scope::Catch { dispatch });
        for above in before {
            self.code.call_edge(None, Callee::Static(above.procedure), None, Vec::new(), span);
        }
        self.static_initial_values();
        self.code.scopes.pop();
        if self.code.graph.alive {
            self.code.graph.goto(exit, span);
        }
        // Exceptions other than errors are wrapped.
        let (fails, wraps) = (self.code.graph.fresh(), self.code.graph.fresh());
        self.code.graph.alive = false;
        (self.code.graph.statement, self.code.graph.here) = (span, dispatch);
        let exception = self.code.graph.exception;
        let object = self.code.table.object();
        let error = self.code.table.library("Error").unwrap_or(object);
        self.code.instance_test(Operand::Local(exception), error, Branches { yes: fails, no: wraps }, span);
        self.code.graph.here = wraps;
        let class = self.code.table.library("ExceptionInInitializerError").unwrap_or(error);
        self.code.graph.edge(Operation::New { target: exception, class }, fails, span);
        self.code.graph.here = fails;
        self.code.graph.emit(Operation::Store { base, field: state, value: FAILED }, span);
        let thrown = self.code.graph.exceptional_exit;
        self.code.graph.goto(thrown, span);
    }

    /// Initial values of static fields and static blocks, in text order.
    fn static_initial_values(&mut self) {
        for member in self.code.table.classes[self.code.class].members {
            match member {
                Member::Field(declared) => {
                    let class = &self.code.table.classes[self.code.class];
                    let fields = &class.fields;
                    let position = class.field(&declared.name).filter(|&at| fields[at].is_static);
                    let (Some(value), Some(position)) = (declared.initializer, position) else { continue };
                    let ty = fields[position].ty;
                    if fields[position].is_constant {
                        continue;
                    }
                    self.code.graph.statement = declared.span;
                    let generic = self.code.table.classes[self.code.class].fields[position].generic;
                    let value = self.value_of_type(value, ty, generic, declared.span);
                    self.code.store_static(
                        FieldPosition { class: self.code.class, position },
                        true,
                        value,
                        declared.span,
                    );
                }
                Member::StaticInitializer(block) => self.statement(*block),
                Member::Method(_) | Member::Initializer(_) => {}
            }
        }
    }
}
