//! Translates the syntax tree to control-flow automata, resolving types and names.
//!
//! One edge is one three-address operation; operands are first evaluated into locals, from left to right.
//! A named local is its own operand unless a later operand assigns it; then its value is copied.

mod array;
mod assign;
mod binary;
mod body;
mod call;
mod comparable;
mod condition;
mod convert;
mod creation;
mod elements;
mod emptiness;
mod enums;
mod expression;
mod filled;
mod for_each;
mod format;
mod function;
mod initialise;
mod inner;
mod jump;
mod missing;
mod name;
mod statement;
mod switch;
mod text;
mod throws;

use std::collections::HashSet;

use rustc_hash::FxHashMap;

use super::super::graph::Graph;
use super::JavaOptions;
use super::classes::{ClassTable, Generic, MethodId, MethodInfo, Scoped, TypeScope};
use super::constants::{Constant, fold};
use super::lexer::Name;
use super::reach;
use super::syntax::{Expr, ExprId, ExprKind, StmtId, Tree, TypeRef};
use super::types::Ty;
use crate::base::{CompactSort, Diagnostic, Idx, IndexVec, Severity, Span};
use crate::program::cfa::{Location, ProcedureId};
use crate::program::objects::{
    Class, ClassId, Field, FieldId, LocalId, Operand, Operation, Procedure, Program, Role, Rvalue, Storage,
};
pub use initialise::begin_run;

/// The value of an expression.
#[derive(Clone, Copy, Debug)]
struct Typed {
    operand: Operand,
    ty: Ty,
    /// Whether the type is what a type variable was erased to, so that the value may need a checked cast.
    erased: bool,
    /// The slot for its conversions that may throw, if operands have been evaluated after it.
    slot: Option<usize>,
    /// Whether it is a non-null reference of otherwise unknown value, such as a string.
    never_null: bool,
    /// The type before erasure, if it is known.
    generic: Generic,
    /// The expression, if it is a literal text.
    literal: Option<ExprId>,
}

impl Typed {
    fn new(operand: Operand, ty: Ty) -> Self {
        Self { operand, ty, erased: false, slot: None, never_null: false, generic: None, literal: None }
    }

    /// The value of an expression with a reported error.
    fn error() -> Self {
        Self::new(Operand::Null, Ty::Error)
    }
}

/// The preferred destination for the value of an expression, if computing it takes an operation.
type Target = Option<(LocalId, Ty)>;

/// A local in scope.
#[derive(Clone)]
struct Variable {
    name: Name,
    /// Where it is declared.
    origin: Span,
    local: LocalId,
    ty: Ty,
    erased: bool,
    generic: Generic,
    never_null: bool,
    /// Whether it has its final value from its declaration on.
    is_final: bool,
    /// Whether it is declared without a value.
    is_blank: bool,
    constant: Option<Constant>,
    around: Around,
}

impl Variable {
    /// A variable that is never assigned.
    fn unassigned(name: Name, origin: Span, local: LocalId, ty: Ty) -> Self {
        Self {
            name,
            origin,
            local,
            ty,
            erased: false,
            generic: None,
            never_null: false,
            is_final: true,
            is_blank: false,
            constant: None,
            around: Around::No,
        }
    }
}

/// Whether a variable belongs to the method around a lambda expression.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Around {
    /// It is one of this method.
    No,
    /// Its value has been copied from the object of the lambda expression.
    Captured,
    /// So far nothing uses it.
    Unused,
}

/// An enclosing construct that jumps and exceptions leave.
enum Scope {
    /// A loop, switch or labelled statement.
    Breakable {
        labels: Vec<Name>,
        /// Whether a `break` without label ends it.
        unlabelled: bool,
        break_to: Location,
        continue_to: Option<Location>,
        /// Whether a `break` was seen.
        broken: bool,
    },
    /// A switch expression: `yield` sets its value.
    Yield { to: Location, result: (LocalId, Ty) },
    /// The handlers of a `try`.
    Catch { dispatch: Location },
    /// A `finally` block; every exit passes through a copy of it.
    Finally {
        block: StmtId,
        dispatch: Location,
        /// Number of variables in scope at the `try`.
        variables: usize,
        /// Whether it may change the pending result or exception.
        disturbs: bool,
    },
}

/// Lowers procedures one by one.
struct Lowering<'a, 't> {
    table: &'a mut ClassTable<'t>,
    tree: &'t Tree,
    options: &'a JavaOptions,
    diagnostics: &'a mut Vec<Diagnostic>,
    /// Positions that already have a note.
    noted: HashSet<(Span, &'static str)>,
    graph: Graph,
    /// The class that has the procedure.
    owner: ClassId,
    /// The class around the code: another one in lambda expressions.
    class: ClassId,
    /// The object on which the procedure is called.
    receiver: Option<LocalId>,
    is_static: bool,
    is_constructor: bool,
    this: Option<LocalId>,
    /// The object with the static fields, once needed.
    statics: Option<LocalId>,
    /// Whether this is the static initialiser of the class, which assigns final fields.
    is_static_initialiser: bool,
    scope: TypeScope<'t>,
    result: Ty,
    /// Types before erasure of the locals that may be assigned lambda expressions.
    generics: FxHashMap<LocalId, Generic>,
    variables: Vec<Variable>,
    scopes: Vec<Scope>,
    /// The body of the method, unless it is that of a constructor or function.
    code: Option<StmtId>,
    /// By variable with a collection, the local that tells whether the collection is empty.
    emptiness: FxHashMap<LocalId, LocalId>,
    elements: elements::Elements,
}

/// The diagnostics of each procedure.
pub type ProcedureDiagnostics = Vec<(ProcedureId, Vec<Diagnostic>)>;

/// Lowers every method and static initialiser of every class; returns their diagnostics, and those of other static fields.
///
/// Lambda expressions and captured variables add classes and fields, which earlier procedures have not seen; then everything
/// is lowered again. Each time there are more of them, and the program has only finitely many.
pub fn lower(
    table: &mut ClassTable<'_>,
    options: &JavaOptions,
    diagnostics: &mut Vec<Diagnostic>,
) -> (Program, ProcedureDiagnostics) {
    loop {
        table.changed = false;
        let mut of_fields = Vec::new();
        let (mut procedures, found) = lower_once(table, options, &mut of_fields);
        if !table.changed {
            diagnostics.extend(of_fields);
            super::super::statics::hand_over_statics(&mut procedures);
            return (program(table, procedures), found);
        }
    }
}

fn lower_once(
    table: &mut ClassTable<'_>,
    options: &JavaOptions,
    diagnostics: &mut Vec<Diagnostic>,
) -> (IndexVec<ProcedureId, Procedure>, ProcedureDiagnostics) {
    let mut found: ProcedureDiagnostics = Vec::new();
    let mut lowered: Vec<(ProcedureId, Procedure)> = Vec::new();
    let declared: Vec<ClassId> = (0..table.tree.classes.len()).map(ClassId::at).collect();
    let mut next = 0;
    for class in declared.iter().map(Some).chain([None]) {
        // The methods of lambda expressions come last.
        while let Some(method) = (next < table.methods.len()).then(|| MethodId::at(next)) {
            next += 1;
            let Some(number) = table.methods[method].procedure else { continue };
            let mut own = Vec::new();
            let mut procedure = body::procedure(table, options, &mut own, method);
            give_up(&mut procedure, &mut own);
            lowered.push((number, procedure));
            found.push((number, own));
        }
        let Some(&class) = class else { continue };
        match table.classes[class].initialiser.map(|own| own.procedure) {
            Some(number) => {
                let mut own = Vec::new();
                let mut procedure = initialise::procedure(table, options, &mut own, class);
                give_up(&mut procedure, &mut own);
                lowered.push((number, procedure));
                found.push((number, own));
            }
            None => initialise::check_static_fields(table, options, diagnostics, class),
        }
    }
    lowered.compact_sort_by_key(|(number, _)| *number);
    found.compact_sort_by_key(|(number, _)| *number);
    (lowered.into_iter().map(|(_, procedure)| procedure).collect(), found)
}

/// Gives runs up that come to a procedure in which something is not modelled, unless they are given up there.
fn give_up(procedure: &mut Procedure, diagnostics: &mut [Diagnostic]) {
    let mut unmodelled = diagnostics.iter_mut().filter(|d| reach::is_unmodelled(d));
    let Some(first) = unmodelled.next() else { return };
    procedure.give_up(&first.message, first.span.unwrap_or(procedure.span));
    std::iter::once(first).chain(unmodelled).for_each(|d| d.severity = Severity::Warning);
}

/// The classes and methods without code, for finding the entry method.
pub fn outline(table: &mut ClassTable<'_>) -> Program {
    let mut procedures: IndexVec<ProcedureId, Procedure> = IndexVec::new();
    let methods: Vec<MethodId> = table.methods.indices().filter(|&m| table.methods[m].procedure.is_some()).collect();
    for method in methods {
        procedures.push(body::outline(table, method));
    }
    let mut program = program(table, procedures);
    // Nobody starts in methods that are not written.
    let is_written = |m: &MethodInfo<'_>| {
        table.classes[m.class].span.is_some() && m.declaration.is_none_or(|declared| !declared.is_implicit)
    };
    for method in table.methods.iter().filter(|m| !is_written(m)) {
        if let Some(number) = method.procedure {
            program.procedures[number].name = HIDDEN.to_owned();
        }
    }
    program
}

/// The name of methods that are not written, in outlines.
const HIDDEN: &str = "<hidden>";

fn program(table: &mut ClassTable<'_>, procedures: IndexVec<ProcedureId, Procedure>) -> Program {
    let object = table.object();
    // No procedure may use the static fields, which are numbered like others.
    if table.classes.iter().any(|c| c.initialiser.is_some() || c.fields.iter().any(|f| f.is_static && f.id.is_some())) {
        table.statics();
    }
    let null_pointer = if table.observes_null { table.library("NullPointerException") } else { None };
    let mut program = Program { procedures, ..Program::default() };
    let mut fields: Vec<(FieldId, Field)> = Vec::new();
    for (id, info) in table.classes.iter_enumerated() {
        let methods = info.methods.iter().filter_map(|&m| table.methods[m].procedure);
        let mut class = Class {
            name: info.name.to_string(),
            superclass: info.superclass,
            interfaces: info.interfaces.clone(),
            is_abstract: info.is_abstract,
            has_functions: table.function_of(id).is_some(),
            fields: Vec::new(),
            procedures: methods.chain(info.initialiser.map(|i| i.procedure)).collect(),
            storage: Storage::Heap,
            span: info.span,
        };
        for field in info.fields.iter().filter(|f| !f.is_static) {
            let Some(number) = field.id else { continue };
            class.fields.push(number);
            let (name, ty) = (field.name.to_string(), field.ty.lowered(object));
            fields.push((number, Field { name, ty, class: id, role: Role::Plain, span: field.span }));
        }
        program.classes.push(class);
    }
    initialise::declare_statics(table, &mut program, &mut fields);
    fields.compact_sort_by_key(|(number, _)| *number);
    program.fields = fields.into_iter().map(|(_, field)| field).collect();
    program.null_dereference = null_pointer.map(|superclass| {
        // Distinguishes exceptions thrown by the program from those of null dereferences.
        let mut name = "NullDereference".to_owned();
        while program.class_named(&name).is_some() {
            name.push('$');
        }
        let class = Class { name, superclass: Some(superclass), ..Class::default() };
        program.classes.push(class)
    });
    program
}

impl<'t> Lowering<'_, 't> {
    fn expression(&self, e: ExprId) -> &'t Expr {
        &self.tree.expressions[e]
    }

    fn span(&self, e: ExprId) -> Span {
        self.expression(e).span
    }

    fn error(&mut self, code: &'static str, span: Span, message: impl Into<String>) -> Typed {
        self.report(Diagnostic::error(code, span, message));
        Typed::error()
    }

    /// Adds a diagnostic. Runs are given up at what is not modelled.
    fn report(&mut self, diagnostic: Diagnostic) {
        self.diagnostics.push(diagnostic);
        self.give_up_since(self.diagnostics.len() - 1);
    }

    /// Gives runs up if something has been reported that is not modelled, since there were so many diagnostics.
    fn give_up_since(&mut self, before: usize) {
        for diagnostic in self.diagnostics.iter_mut().skip(before).filter(|d| reach::is_unmodelled(d)) {
            diagnostic.severity = Severity::Warning;
            let span = diagnostic.span.unwrap_or(self.graph.statement);
            self.graph.give_up(&diagnostic.message, span);
        }
    }

    /// The type of a local variable, and whether it is erased.
    fn variable_type(&mut self, ty: &TypeRef) -> (Ty, bool) {
        let before = self.diagnostics.len();
        let found = self.table.variable_type(ty, self.scope, self.diagnostics);
        self.give_up_since(before);
        found
    }

    /// Adds a note, once per position.
    fn note(&mut self, code: &'static str, span: Span, message: impl Into<String>) {
        if self.noted.insert((span, code)) {
            self.diagnostics.push(Diagnostic::note(code, span, message));
        }
    }

    /// The text of a value, if it is a literal.
    fn literal_text(&self, value: Typed) -> Option<&'t str> {
        self.tree.texts.get(&value.literal?).map(|text| &**text)
    }

    fn variable(&self, name: &str) -> Option<&Variable> {
        self.variables.iter().rev().find(|v| &*v.name == name)
    }

    /// Whether a name denotes a variable or field.
    fn is_variable(&self, name: &str) -> bool {
        self.variable(name).is_some() || self.table.in_scope(self.class, name).is_some()
    }

    fn temporary(&mut self, ty: Ty) -> LocalId {
        let object = self.table.object();
        self.graph.temporary(ty.lowered(object))
    }

    fn assign(&mut self, target: LocalId, value: Rvalue, span: Span) {
        self.graph.emit(Operation::Assign { target, value }, span);
    }

    /// The local for a computed value of type `ty`: the target, if it can hold such a value without conversion.
    fn place(&mut self, target: Target, ty: Ty) -> LocalId {
        let fits = |to: Ty| match (ty, to) {
            (Ty::Class(from), Ty::Class(to)) => self.table.is_subtype(from, to),
            (Ty::Any, _) => to.is_primitive(),
            _ => ty == to || (ty.is_integral() && to.is_integral() && ty.widens_to(to)),
        };
        match target {
            Some((local, to)) if fits(to) => local,
            _ => self.temporary(ty),
        }
    }

    /// An unknown value of type `ty`.
    fn unknown(&mut self, target: Target, ty: Ty, span: Span) -> Typed {
        self.any(Rvalue::Unknown, target, ty, span)
    }

    /// An object of a library class, which is not followed.
    fn opaque(&mut self, target: Target, ty: Ty, span: Span) -> Typed {
        Typed { never_null: true, ..self.any(Rvalue::Opaque, target, ty, span) }
    }

    /// A nondeterministic value of type `ty`.
    fn drawn(&mut self, target: Target, ty: Ty, span: Span) -> Typed {
        self.any(Rvalue::Drawn, target, ty, span)
    }

    fn any(&mut self, value: Rvalue, target: Target, ty: Ty, span: Span) -> Typed {
        let local = self.place(target, ty);
        self.assign(local, value, span);
        Typed::new(Operand::Local(local), ty)
    }

    /// Copies the operand to a separate local if an expression evaluated later may assign it. Converts it
    /// before they are evaluated.
    fn protect(&mut self, mut value: Typed, later: &[ExprId], span: Span) -> Typed {
        value = self.protected(value, later, span);
        if !later.is_empty() && (value.erased || self.unboxed_type(value.ty).is_some()) {
            value.slot = Some(self.graph.open_slot(span));
        }
        value
    }

    fn protected(&mut self, value: Typed, later: &[ExprId], span: Span) -> Typed {
        let Operand::Local(local) = value.operand else { return value };
        if !self.graph.is_named(local) || !later.iter().any(|&e| self.assigns(e, local)) {
            return value;
        }
        let copy = self.temporary(value.ty);
        self.assign(copy, Rvalue::Operand(value.operand), span);
        Typed { operand: Operand::Local(copy), ..value }
    }

    /// Converts a value, before the operands that were evaluated after it.
    fn in_slot<T>(&mut self, value: Typed, span: Span, convert: impl FnOnce(&mut Self) -> T) -> T {
        let Some(slot) = value.slot else { return convert(self) };
        let back = self.graph.enter_slot(slot);
        let result = convert(self);
        self.graph.close_slot(back, span);
        result
    }

    /// Whether evaluating `e` may assign `local`.
    fn assigns(&self, e: ExprId, local: LocalId) -> bool {
        let e = self.expression(e);
        if !e.assigns {
            return false;
        }
        let is_local = |target: ExprId| match &self.expression(target).kind {
            ExprKind::Name(name) => self.variable(name).is_some_and(|v| v.local == local),
            _ => false,
        };
        match &e.kind {
            ExprKind::Switch(_) => return true,
            ExprKind::Assign { target, .. } | ExprKind::Increment { target, .. } if is_local(*target) => return true,
            _ => {}
        }
        let mut found = false;
        e.kind.for_each_child(|child| found = found || self.assigns(child, local));
        found
    }

    /// The value of a constant expression.
    fn constant(&self, e: ExprId) -> Option<Constant> {
        fold(self.tree, e, &mut |named| {
            let path = match named {
                ExprKind::Name(name) => {
                    if let Some(variable) = self.variable(name) {
                        return variable.constant;
                    }
                    if let Some(Scoped::Variable { variable, .. }) = self.table.in_scope(self.class, name) {
                        return variable.constant;
                    }
                    return self.table.named_constant(self.class, named);
                }
                ExprKind::Field { object, .. } => self.table.path_of(*object)?,
                _ => return None,
            };
            let first = path.first()?;
            if self.is_variable(first) { None } else { self.table.named_constant(self.class, named) }
        })
    }
}
