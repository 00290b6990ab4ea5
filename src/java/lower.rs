//! Translates the syntax tree to control-flow automata, resolving types and names.
//!
//! One edge is one three-address operation; operands are first evaluated into locals, from left to right.
//! A named local is its own operand unless a later operand assigns it; then its value is copied.
//!
//! What is known of the program is in the [`ClassTable`]. Each procedure has an [`Emitter`], which knows values but neither names nor
//! syntax, and around it a [`Lowering`], which walks the syntax. Files are about constructs, and have the methods of all three.

mod array;
mod assign;
mod binary;
mod body;
mod call;
mod comparable;
mod condition;
mod constructors;
mod convert;
mod creation;
mod dispatch;
mod elements;
mod elsewhere;
mod emitter;
mod enums;
mod expression;
mod filled;
mod for_each;
mod format;
mod function;
mod hints;
mod initialise;
mod inner;
mod jump;
mod known;
mod missing;
mod name;
mod numbers;
mod statement;
mod switch;
mod text;
mod text_calls;
mod throws;
mod types;
mod variable;

use rustc_hash::FxHashMap;

use super::classes::{ClassTable, Generic, MethodId, MethodInfo, Scoped, TermId};
use super::client;
use super::constants::{Constant, fold};
use super::lexer::Name;
use super::library::exception_kind;
use super::reach;
use super::syntax::{Expr, ExprId, ExprKind, StmtId, Tree};
use super::types::Ty;
use base::{CollectByInsertion, CompactSort, Diagnostic, Idx, IndexVec, Severity, Span, bound};
pub(crate) use body::NOWHERE;
use emitter::{Destination, Emitter, ProcedureKind, Scope, Target, Typed};
pub(crate) use initialise::begin_run;
use program::cfa::ProcedureId;
use program::objects::{Class, ClassId, Field, FieldId, LocalId, Operand, Procedure, Program, Role, Rvalue, Storage};
use variable::{Around, Variable};

/// Lowers the syntax of one procedure: knows what its names mean.
struct Lowering<'a, 't> {
    /// Its code so far.
    code: Emitter<'a, 't>,
    /// The syntax of the program.
    tree: &'t Tree,
    /// The body of the method, unless it is that of a constructor or function.
    body: Option<StmtId>,
    /// The type of its result.
    result: Ty,
    /// The variables in scope, innermost last.
    variables: Vec<Variable>,
    /// Types before erasure of the locals that may be assigned lambda expressions.
    generics: FxHashMap<LocalId, Generic>,
    /// The type before erasure that is expected of the object that is made next, if no local has it.
    expected: Generic,
    /// The types before erasure of which one is expected of the call that is made next, beside that of the local to which its result goes.
    expected_of_call: Vec<TermId>,
    /// Where elements of arrays are read and written.
    elements: elements::Elements,
}

/// The diagnostics of each procedure.
pub(crate) type ProcedureDiagnostics = Vec<(ProcedureId, Vec<Diagnostic>)>;

/// Lowers every method and static initialiser of every class; returns their diagnostics, and those of other static fields.
///
/// Lambda expressions and captured variables add classes and fields, which earlier procedures have not seen; then everything
/// is lowered again. Each time there are more of them, and the program has only finitely many.
pub(crate) fn lower(table: &mut ClassTable<'_>, diagnostics: &mut Vec<Diagnostic>) -> (Program, ProcedureDiagnostics) {
    loop {
        table.changed = false;
        let mut of_fields = Vec::new();
        let (mut procedures, found) = lower_once(table, &mut of_fields);
        if !table.changed {
            diagnostics.extend(of_fields);
            program::statics::hand_over_statics(&mut procedures);
            return (program(table, procedures), found);
        }
    }
}

fn lower_once(
    table: &mut ClassTable<'_>,
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
            let mut procedure = body::procedure(table, &mut own, method);
            give_up(&mut procedure, &mut own);
            bound(&mut own);
            lowered.push((number, procedure));
            found.push((number, own));
        }
        let Some(&class) = class else { continue };
        match table.classes[class].initialiser.map(|own| own.procedure) {
            Some(number) => {
                let mut own = Vec::new();
                let mut procedure = initialise::procedure(table, &mut own, class);
                give_up(&mut procedure, &mut own);
                lowered.push((number, procedure));
                found.push((number, own));
            }
            None => initialise::check_static_fields(table, diagnostics, class),
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
pub(crate) fn outline(table: &mut ClassTable<'_>) -> Program {
    let mut procedures: IndexVec<ProcedureId, Procedure> = IndexVec::new();
    let methods: Vec<MethodId> = table.methods.indices().filter(|&m| table.methods[m].procedure.is_some()).collect();
    for method in methods {
        procedures.push(body::outline(table, method));
    }
    let mut program = program(table, procedures);
    // Nobody starts in methods that are not written.
    let is_written =
        |m: &MethodInfo<'_>| table.is_of_program(m.class) && m.declaration.is_none_or(|declared| !declared.is_implicit);
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
    let null_dereference = table.observes_null.then(|| table.raised("NullPointerException"));
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
            is_token: table.is_given(id) && info.name.ends_with("$Version"),
            is_open: client::is_open(table, id),
            fields: Vec::new(),
            procedures: methods.chain(info.initialiser.map(|i| i.procedure)).collect(),
            exception: info.library.and_then(|_| exception_kind(&info.name)),
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
    let held = table.held();
    let of_program =
        table.classes.iter().flat_map(|info| &info.fields).filter(|field| field.erased && !field.is_static);
    let of_fields = of_program.filter_map(|field| Some((field.id?, held.of(table, field.generic))));
    program.held = of_fields.filter(|(_, classes)| !classes.is_empty()).collect_by_insertion();
    initialise::declare_statics(table, &mut program, &mut fields);
    fields.compact_sort_by_key(|(number, _)| *number);
    program.fields = fields.into_iter().map(|(_, field)| field).collect();
    program.null_dereference = null_dereference;
    program
}

impl<'t> Lowering<'_, 't> {
    fn expression(&self, e: ExprId) -> &'t Expr {
        &self.tree.expressions[e]
    }

    fn span(&self, e: ExprId) -> Span {
        self.expression(e).span
    }

    fn variable(&self, name: &str) -> Option<&Variable> {
        self.variables.iter().rev().find(|v| &*v.name == name)
    }

    /// Whether a name denotes a variable or field.
    fn is_variable(&self, name: &str) -> bool {
        self.variable(name).is_some() || self.code.table.in_scope(self.code.class, name).is_some()
    }

    /// Copies the operand to a separate local if an expression evaluated later may assign it. Converts it
    /// before they are evaluated.
    fn protect(&mut self, mut value: Typed, later: &[ExprId], span: Span) -> Typed {
        value = self.protected(value, later, span);
        if !later.is_empty() && (value.erased || self.code.table.unboxed_type(value.ty).is_some()) {
            value.slot = Some(self.code.graph.open_slot(span));
        }
        value
    }

    fn protected(&mut self, value: Typed, later: &[ExprId], span: Span) -> Typed {
        let Operand::Local(local) = value.operand else { return value };
        if !self.code.graph.is_declared(local) || !later.iter().any(|&e| self.assigns(e, local)) {
            return value;
        }
        let copy = self.code.temporary(value.ty);
        self.code.assign(copy, Rvalue::Operand(value.operand), span);
        Typed { operand: Operand::Local(copy), ..value }
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
                    if let Some(Scoped::Variable { variable, .. }) = self.code.table.in_scope(self.code.class, name) {
                        return variable.constant;
                    }
                    return self.code.table.named_constant(self.code.class, named);
                }
                ExprKind::Field { object, .. } => self.code.table.path_of(*object)?,
                _ => return None,
            };
            let first = path.first()?;
            if self.is_variable(first) { None } else { self.code.table.named_constant(self.code.class, named) }
        })
    }
}
