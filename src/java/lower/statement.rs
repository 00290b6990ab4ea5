//! Statements.

use super::super::syntax::{ExprId, ExprKind, StmtId, StmtKind, TypeRef};
use super::super::types::Ty;
use super::condition::Branches;
use super::filled::is_changed;
use super::for_each::ForEach;
use super::{Destination, Emitter, Lowering, Name, Scope};
use base::{Idx, Span, msg};
use program::cfa::Location;
use program::objects::{ClassId, Operand, Operation, Rvalue};

impl Emitter<'_, '_> {
    pub(super) fn enter_loop(&mut self, labels: Vec<Name>, break_to: Location, continue_to: Location) {
        let continue_to = Some(continue_to);
        self.scopes.push(Scope::Breakable { labels, unlabelled: true, break_to, continue_to, broken: false });
    }

    /// Leaves the innermost scope; the code continues at `break_to`.
    pub(super) fn leave_breakable(&mut self, break_to: Location, span: Span) {
        let broken = matches!(self.scopes.pop(), Some(Scope::Breakable { broken: true, .. }));
        if self.graph.alive {
            self.graph.goto(break_to, span);
        }
        self.graph.alive |= broken;
        self.graph.here = break_to;
    }

    pub(super) fn end_of_round(&mut self, head: Location, span: Span) {
        self.graph.statement = span;
        if self.graph.alive {
            self.graph.goto(head, span);
        }
    }

    pub(super) fn end_of_loop(&mut self, after: Location, endless: bool) {
        let broken = matches!(self.scopes.pop(), Some(Scope::Breakable { broken: true, .. }));
        self.graph.alive = broken || !endless;
        self.graph.here = after;
    }
}

impl Lowering<'_, '_> {
    pub(super) fn statement(&mut self, id: StmtId) {
        self.labelled(id, Vec::new());
    }

    /// A statement with its labels.
    fn labelled(&mut self, id: StmtId, mut labels: Vec<Name>) {
        let statement = &self.tree.statements[id];
        let span = statement.span;
        if self.code.graph.is_full() {
            return;
        }
        if !self.code.graph.alive {
            if !matches!(statement.kind, StmtKind::Empty) {
                self.code.error("java/flow", span, msg!("unreachable statement"));
            }
            // Lower it separately, for its diagnostics.
            self.code.graph.alive = true;
            self.code.graph.here = self.code.graph.fresh();
        }
        self.code.graph.statement = span;
        match &statement.kind {
            StmtKind::While(condition, body) => self.while_loop(*condition, *body, labels, span),
            StmtKind::Do(body, condition) => self.do_loop(*body, *condition, labels, span),
            StmtKind::For { init, condition, update, body } => {
                let mark = self.variables.len();
                for &statement in init {
                    self.statement(statement);
                }
                self.for_loop(*condition, update, *body, labels, span);
                self.leave(mark, span);
            }
            StmtKind::ForEach { ty, name, is_final, collection, body } => {
                let (ty, is_final) = (ty.as_ref(), *is_final);
                self.for_each(&ForEach { ty, name, is_final, collection: *collection, body: *body }, labels, span);
            }
            StmtKind::Labelled(label, body) => {
                labels.push(label.clone());
                self.labelled(*body, labels);
            }
            kind if labels.is_empty() => self.unlabelled(kind, span),
            kind => {
                let break_to = self.code.graph.fresh();
                let unlabelled = false;
                self.code.scopes.push(Scope::Breakable {
                    labels,
                    unlabelled,
                    break_to,
                    continue_to: None,
                    broken: false,
                });
                self.unlabelled(kind, span);
                self.code.leave_breakable(break_to, span);
            }
        }
    }

    /// A statement that is not a loop.
    fn unlabelled(&mut self, kind: &StmtKind, span: Span) {
        match kind {
            StmtKind::Block(statements) => self.block(statements, span),
            StmtKind::Local { ty, name, is_final, initializer } => {
                self.local(ty.as_ref(), name, *is_final, *initializer, span);
            }
            StmtKind::Expression(e) => self.effect(*e),
            StmtKind::If { condition, then, otherwise } => self.if_statement(*condition, *then, *otherwise, span),
            StmtKind::Break(label) => self.jump(label.as_ref(), false, span),
            StmtKind::Continue(label) => self.jump(label.as_ref(), true, span),
            StmtKind::Yield(e) => self.yield_value(*e, span),
            StmtKind::Switch(switch) => self.switch_statement(switch, span),
            StmtKind::Return(value) => self.return_statement(*value, span),
            StmtKind::Throw(e) => self.throw(*e, span),
            StmtKind::Try { body, catches, finally } => self.try_statement(*body, catches, *finally, span),
            StmtKind::Assert(condition, message) => self.assert(*condition, *message, span),
            StmtKind::Synchronized(lock, body) => {
                let value = self.value(*lock);
                if let Ty::Class(class) = value.ty {
                    self.code.require(value, self.code.table.may_be_opaque(class), span);
                } else if value.ty == Ty::Null {
                    self.code.dereference(Operation::RequireNonNull(value.operand), value.operand, span);
                } else if value.ty != Ty::Error {
                    self.code.error("java/type", span, msg!("only objects can be locked"));
                }
                self.statement(*body);
            }
            StmtKind::LocalClass(class) => {
                let visible = self.visible(span);
                self.code.table.set_environment(ClassId::at(*class), visible);
            }
            StmtKind::Empty | StmtKind::Labelled(..) => {}
            StmtKind::While(..) | StmtKind::Do(..) | StmtKind::For { .. } | StmtKind::ForEach { .. } => {}
        }
    }

    /// Statements in a new scope.
    pub(super) fn block(&mut self, statements: &[StmtId], span: Span) {
        let mark = self.variables.len();
        let mut reported = false;
        for &statement in statements {
            // One report for everything after a jump.
            if !self.code.graph.alive && std::mem::replace(&mut reported, true) {
                self.code.graph.alive = true;
                self.code.graph.here = self.code.graph.fresh();
            }
            self.statement(statement);
        }
        self.leave(mark, span);
    }

    fn local(&mut self, ty: Option<&TypeRef>, name: &Name, is_final: bool, initializer: Option<ExprId>, span: Span) {
        let is_final = is_final && initializer.is_some();
        let Some(ty) = ty else {
            let Some(initializer) = initializer else {
                self.code.error("java/type", span, msg!("`var` needs an initial value"));
                self.declare(name, Ty::Error, false, span);
                return;
            };
            let value = self.value(initializer);
            let value = self.code.actual(value, span);
            let ty = if value.ty == Ty::Null {
                self.code.error("java/type", span, msg!("`var` cannot be inferred from `null`; write the type")).ty
            } else if matches!(value.ty, Ty::Function(_)) {
                self.code
                    .error("java/type", span, msg!("`var` cannot be inferred from a lambda expression; write the type"))
                    .ty
            } else if value.ty == Ty::Any {
                Ty::Int
            } else {
                value.ty
            };
            // The target's type was not known before, so the operation is redirected only now.
            let local = self.declare(name, ty, is_final, span);
            if let Some(variable) = self.variables.last_mut() {
                variable.erased = value.erased;
                variable.generic = value.generic;
            }
            if !self.code.graph.redirect(value.operand, local) {
                self.convert_into(value, Destination { local, ty }, span);
            }
            return;
        };
        let generic = self.code.table.generic(ty, self.code.scope);
        let (ty, erased) = self.code.variable_type(ty);
        let constant = initializer
            .filter(|_| is_final && ty.is_primitive())
            .and_then(|e| self.constant(e))
            .and_then(|constant| constant.assigned_to(ty));
        let local = self.declare(name, ty, is_final, span);
        if let Some(variable) = self.variables.last_mut() {
            variable.erased = erased;
            variable.generic = generic;
            variable.constant = constant;
            variable.is_blank = initializer.is_none();
        }
        self.generics.insert(local, generic);
        if let Some(initializer) = initializer {
            let is_there = self.is_generator(ty, initializer) && (is_final || !self.is_assigned(name));
            self.evaluate_into(initializer, Destination { local, ty }, span);
            if let Some(variable) = self.variables.last_mut().filter(|variable| variable.local == local) {
                variable.never_null = is_there;
            }
        }
    }

    /// Whether a variable of this type is given a new generator of random numbers.
    fn is_generator(&self, ty: Ty, initializer: ExprId) -> bool {
        matches!(ty, Ty::Class(class) if &*self.code.table.classes[class].name == "Random")
            && matches!(self.expression(initializer).kind, ExprKind::New(_))
    }

    /// Whether something is assigned to a variable with this name, anywhere.
    fn is_assigned(&self, name: &Name) -> bool {
        is_changed(self.tree, name)
    }

    fn if_statement(&mut self, condition: ExprId, then: StmtId, otherwise: Option<StmtId>, span: Span) {
        let (yes, no, after) = (self.code.graph.fresh(), self.code.graph.fresh(), self.code.graph.fresh());
        self.code.graph.decides(yes, no);
        self.condition(condition, Branches { yes, no });
        self.code.graph.here = yes;
        self.statement(then);
        let mut alive = self.code.graph.alive;
        if alive {
            self.code.graph.goto(after, span);
        }
        self.code.graph.here = no;
        self.code.graph.alive = true;
        if let Some(otherwise) = otherwise {
            self.statement(otherwise);
        }
        if self.code.graph.alive {
            self.code.graph.goto(after, span);
        }
        alive |= self.code.graph.alive;
        self.code.graph.alive = alive;
        self.code.graph.here = after;
    }

    fn while_loop(&mut self, condition: ExprId, body: StmtId, labels: Vec<Name>, span: Span) {
        let (head, inside, after) = (self.code.graph.fresh(), self.code.graph.fresh(), self.code.graph.fresh());
        self.code.graph.goto(head, span);
        self.code.graph.here = head;
        let endless = self.is_true(Some(condition));
        self.code.graph.decides(inside, after);
        self.condition(condition, Branches { yes: inside, no: after });
        self.code.enter_loop(labels, after, head);
        self.code.graph.here = inside;
        self.statement(body);
        self.code.end_of_round(head, span);
        self.code.end_of_loop(after, endless);
    }

    /// Whether a condition is constantly true, so that only `break` ends the loop.
    fn is_true(&self, condition: Option<ExprId>) -> bool {
        condition.is_none_or(|c| self.constant(c).and_then(|c| c.truth()) == Some(true))
    }

    fn do_loop(&mut self, body: StmtId, condition: ExprId, labels: Vec<Name>, span: Span) {
        let (inside, test, after) = (self.code.graph.fresh(), self.code.graph.fresh(), self.code.graph.fresh());
        self.code.graph.goto(inside, span);
        self.code.graph.here = inside;
        self.code.enter_loop(labels, after, test);
        self.statement(body);
        self.code.end_of_round(test, span);
        self.code.graph.statement = self.span(condition);
        self.code.graph.here = test;
        let endless = self.is_true(Some(condition));
        self.code.graph.decides(inside, after);
        self.condition(condition, Branches { yes: inside, no: after });
        self.code.end_of_loop(after, endless);
    }

    fn for_loop(&mut self, condition: Option<ExprId>, update: &[ExprId], body: StmtId, labels: Vec<Name>, span: Span) {
        let (head, inside) = (self.code.graph.fresh(), self.code.graph.fresh());
        let (next, after) = (self.code.graph.fresh(), self.code.graph.fresh());
        self.code.graph.statement = condition.map_or(span, |c| self.span(c));
        self.code.graph.goto(head, span);
        self.code.graph.here = head;
        let endless = self.is_true(condition);
        match condition {
            Some(condition) => {
                self.code.graph.decides(inside, after);
                self.condition(condition, Branches { yes: inside, no: after });
            }
            None => self.code.graph.goto(inside, span),
        }
        self.code.enter_loop(labels, after, next);
        self.code.graph.here = inside;
        self.statement(body);
        self.code.end_of_round(next, span);
        self.code.graph.here = next;
        for &e in update {
            self.code.graph.statement = self.span(e);
            self.effect(e);
        }
        self.code.graph.goto(head, span);
        self.code.end_of_loop(after, endless);
    }

    fn return_statement(&mut self, value: Option<ExprId>, span: Span) {
        let returned = self.code.graph.returned;
        let disturbed = self.code.scopes.iter().any(|s| matches!(s, Scope::Finally { disturbs: true, .. }));
        let mut kept = None;
        match (value, self.result) {
            (None, Ty::Void | Ty::Error) => {}
            (None, _) => drop(self.code.error("java/type", span, msg!("this method must return a value"))),
            (Some(e), Ty::Void) => {
                self.value(e);
                self.code.error("java/type", span, msg!("this method cannot return a value"));
            }
            (Some(e), result) if disturbed => {
                let local = self.code.temporary(result);
                let generic = self.generics.get(&returned).copied().flatten();
                self.generics.insert(local, generic);
                self.evaluate_into(e, Destination { local, ty: result }, span);
                kept = Some(local);
            }
            (Some(e), _) if self.code.owner != self.code.class => self.return_from_function(e, span),
            (Some(e), result) => {
                self.evaluate_into(e, Destination { local: returned, ty: result }, span);
            }
        }
        if self.code.scopes.iter().any(|s| matches!(s, Scope::Yield { .. })) {
            self.code.error("java/flow", span, msg!("only `yield` can leave a switch expression"));
        }
        self.unwind(0, span);
        if let Some(local) = kept.filter(|_| self.code.graph.alive) {
            self.code.assign(returned, Rvalue::Operand(Operand::Local(local)), span);
        }
        if self.code.graph.alive {
            let exit = self.code.graph.exit;
            self.code.graph.goto(exit, span);
        }
        self.code.graph.alive = false;
    }

    fn throw(&mut self, e: ExprId, span: Span) {
        let exception = self.code.graph.exception;
        let throwable = self.code.table.throwable();
        let is_new = matches!(self.expression(e).kind, ExprKind::New(_));
        let target = if is_new { Some(Destination { local: exception, ty: Ty::Class(throwable) }) } else { None };
        let value = self.lower(e, target);
        let throwable = self.code.table.exception_class(value.ty).is_some() || matches!(value.ty, Ty::Null | Ty::Error);
        if let Ty::Class(class) = value.ty
            && !self.code.table.is_of_program(self.code.class)
            && let name @ ("IndexOutOfBoundsException" | "ArrayIndexOutOfBoundsException") =
                &*self.code.table.classes[class].name.clone()
        {
            self.code.left_bounds(name, span);
            return;
        }
        if !throwable {
            let ty = self.code.table.type_name(value.ty);
            self.code.error("java/type", span, msg!("`{ty}` is not an exception class"));
        }
        if !is_new {
            self.code.dereference(Operation::RequireNonNull(value.operand), value.operand, span);
        }
        if value.operand != Operand::Local(exception) {
            self.code.assign(exception, Rvalue::Operand(value.operand), span);
        }
        let handler = self.code.handler();
        self.code.graph.goto(handler, span);
        self.code.graph.alive = false;
    }

    /// Assertions are enabled.
    fn assert(&mut self, condition: ExprId, message: Option<ExprId>, span: Span) {
        let (holds, fails) = (self.code.graph.fresh(), self.code.graph.fresh());
        self.code.graph.decides(holds, fails);
        self.condition(condition, Branches { yes: holds, no: fails });
        self.code.graph.here = fails;
        if let Some(message) = message {
            let message = self.value(message);
            self.code.convert_to_text(message, span);
        }
        self.code.throw_new("AssertionError", span);
        self.code.graph.here = holds;
    }
}
