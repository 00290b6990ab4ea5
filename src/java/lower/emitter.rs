//! The code of a procedure, as it is emitted.

use std::collections::HashSet;

use super::super::classes::{ClassTable, Generic, TypeScope};
use super::super::lexer::Name;
use super::super::reach;
use super::super::syntax::{ExprId, StmtId, TypeRef};
use super::super::types::Ty;
use base::{Diagnostic, Message, Severity, Span};
use program::cfa::Location;
use program::graph::Graph;
use program::objects::{ClassId, Comparison, Condition, LocalId, LocalKind, Operand, Operation, Rvalue};

/// The value of an expression.
#[derive(Clone, Copy, Debug)]
pub(super) struct Typed {
    /// Where it is.
    pub operand: Operand,
    /// Its type.
    pub ty: Ty,
    /// Whether the type is what a type variable was erased to, so that the value may need a checked cast.
    pub erased: bool,
    /// The slot for its conversions that may throw, if operands have been evaluated after it.
    pub slot: Option<usize>,
    /// Whether it is a non-null reference of otherwise unknown value, such as a string.
    pub never_null: bool,
    /// The type before erasure, if it is known.
    pub generic: Generic,
    /// The expression, if it is a literal text.
    pub literal: Option<ExprId>,
}

impl Typed {
    pub(super) fn new(operand: Operand, ty: Ty) -> Self {
        Self { operand, ty, erased: false, slot: None, never_null: false, generic: None, literal: None }
    }

    /// The value of an expression with a reported error.
    pub(super) fn error() -> Self {
        Self::new(Operand::Null, Ty::Error)
    }
}

/// A local for a value.
#[derive(Clone, Copy)]
pub(super) struct Destination {
    /// The local.
    pub local: LocalId,
    /// Its type.
    pub ty: Ty,
}

/// The preferred destination for the value of an expression, if computing it takes an operation.
pub(super) type Target = Option<Destination>;

/// An enclosing construct that jumps and exceptions leave.
pub(super) enum Scope {
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
    Yield { to: Location, result: Destination },
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

/// What a procedure is in Java.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(super) enum ProcedureKind {
    /// A method, or what a lambda expression or method reference does.
    Method,
    /// A constructor.
    Constructor,
    /// The static initialiser of a class, which assigns final fields.
    StaticInitialiser,
}

/// Emits the code of one procedure: operations on values that have been computed, whatever expressions they are the values of.
pub(super) struct Emitter<'a, 't> {
    /// The program.
    pub table: &'a mut ClassTable<'t>,
    /// What is wrong with the procedure.
    pub diagnostics: &'a mut Vec<Diagnostic>,
    /// Positions that already have a note, with its code.
    pub noted: HashSet<(Span, &'static str)>,
    /// The control-flow automaton so far.
    pub graph: Graph,
    /// What the procedure is.
    pub kind: ProcedureKind,
    /// The class that has the procedure.
    pub owner: ClassId,
    /// The class around the code: another one in lambda expressions.
    pub class: ClassId,
    /// The object on which the procedure is called.
    pub receiver: Option<LocalId>,
    /// `this`, unless that is in a hidden field that nothing has needed.
    pub this: Option<LocalId>,
    /// The object with the static fields, once needed.
    pub statics: Option<LocalId>,
    /// The scope of the names of types.
    pub scope: TypeScope<'t>,
    /// What jumps and exceptions leave, innermost last.
    pub scopes: Vec<Scope>,
}

impl<'a, 't> Emitter<'a, 't> {
    /// The code of a static procedure so far; the caller adjusts it.
    pub(super) fn new(
        table: &'a mut ClassTable<'t>,
        diagnostics: &'a mut Vec<Diagnostic>,
        kind: ProcedureKind,
        class: ClassId,
        graph: Graph,
    ) -> Self {
        Self {
            table,
            diagnostics,
            noted: HashSet::new(),
            graph,
            kind,
            owner: class,
            class,
            receiver: None,
            this: None,
            statics: None,
            scope: TypeScope { class: Some(class), type_parameters: &[] },
            scopes: Vec::new(),
        }
    }

    /// Reports an error; the value of what is wrong.
    pub(super) fn error(&mut self, code: &'static str, span: Span, message: Message) -> Typed {
        self.report(Diagnostic::error(code, span, message));
        Typed::error()
    }

    /// Adds a diagnostic. Runs are given up at what is not modelled.
    pub(super) fn report(&mut self, diagnostic: Diagnostic) {
        self.diagnostics.push(diagnostic);
        self.give_up_since(self.diagnostics.len() - 1);
    }

    /// Gives runs up if something has been reported that is not modelled, since there were so many diagnostics.
    pub(super) fn give_up_since(&mut self, before: usize) {
        for diagnostic in self.diagnostics.iter_mut().skip(before).filter(|d| reach::is_unmodelled(d)) {
            diagnostic.severity = Severity::Warning;
            let span = diagnostic.span.unwrap_or(self.graph.statement);
            self.graph.give_up(&diagnostic.message, span);
        }
    }

    /// The type of a local variable, and whether it is erased.
    pub(super) fn variable_type(&mut self, ty: &TypeRef) -> (Ty, bool) {
        let before = self.diagnostics.len();
        let found = self.table.variable_type(ty, self.scope, self.diagnostics);
        self.give_up_since(before);
        found
    }

    /// Adds a note, once per position.
    pub(super) fn note(&mut self, code: &'static str, span: Span, message: Message) {
        if self.noted.insert((span, code)) {
            self.diagnostics.push(Diagnostic::note(code, span, message));
        }
    }

    /// The text of a value, if it is a literal.
    pub(super) fn literal_text(&self, value: Typed) -> Option<&'t str> {
        self.table.tree.texts.get(&value.literal?).map(|text| &**text)
    }

    /// Whether the procedure is not called on an object.
    pub(super) fn is_static(&self) -> bool {
        self.receiver.is_none()
    }

    /// A new local for a value of type `ty`.
    pub(super) fn temporary(&mut self, ty: Ty) -> LocalId {
        let object = self.table.object();
        self.graph.temporary(ty.lowered(object))
    }

    /// A new local for a variable. The parser adds some, with names that are none in Java: they start with `@`.
    pub(super) fn variable(&mut self, name: &str, ty: Ty) -> LocalId {
        let kind = if name.starts_with('@') { LocalKind::Synthetic } else { LocalKind::Declared };
        let object = self.table.object();
        self.graph.local(name, kind, ty.lowered(object))
    }

    /// Assigns a local.
    pub(super) fn assign(&mut self, target: LocalId, value: Rvalue, span: Span) {
        self.graph.emit(Operation::Assign { target, value }, span);
    }

    /// Goes to a location if two values are equal, and on otherwise.
    pub(super) fn branch_if_equal(&mut self, left: Operand, right: Operand, to: Location, span: Span) {
        let next = self.graph.fresh();
        self.graph.branch(Condition::Compare { comparison: Comparison::Equal, left, right }, to, next, span);
        self.graph.here = next;
    }

    /// The local for a computed value of type `ty`: the target, if it can hold such a value without conversion.
    pub(super) fn place(&mut self, target: Target, ty: Ty) -> LocalId {
        let fits = |to: Ty| match (ty, to) {
            (Ty::Class(from), Ty::Class(to)) => self.table.is_subtype(from, to),
            (Ty::Any, _) => to.is_primitive(),
            _ => ty == to || (ty.is_integral() && to.is_integral() && ty.widens_to(to)),
        };
        match target {
            Some(Destination { local, ty }) if fits(ty) => local,
            _ => self.temporary(ty),
        }
    }

    /// An unknown value of type `ty`.
    pub(super) fn unknown(&mut self, target: Target, ty: Ty, span: Span) -> Typed {
        self.any(Rvalue::Unknown, target, ty, span)
    }

    /// An object of a library class, which is not followed.
    pub(super) fn opaque(&mut self, target: Target, ty: Ty, span: Span) -> Typed {
        Typed { never_null: true, ..self.any(Rvalue::Opaque, target, ty, span) }
    }

    /// A nondeterministic value of type `ty`.
    pub(super) fn drawn(&mut self, target: Target, ty: Ty, span: Span) -> Typed {
        self.any(Rvalue::Drawn, target, ty, span)
    }

    /// A local of type `ty` with this value.
    pub(super) fn any(&mut self, value: Rvalue, target: Target, ty: Ty, span: Span) -> Typed {
        let local = self.place(target, ty);
        self.assign(local, value, span);
        Typed::new(Operand::Local(local), ty)
    }

    /// Converts a value, before the operands that were evaluated after it.
    pub(super) fn in_slot<T>(&mut self, value: Typed, span: Span, convert: impl FnOnce(&mut Self) -> T) -> T {
        let Some(slot) = value.slot else { return convert(self) };
        let back = self.graph.enter_slot(slot);
        let result = convert(self);
        self.graph.close_slot(back, span);
        result
    }
}
