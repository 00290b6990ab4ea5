//! Statements.

use super::super::syntax::{ExprId, ExprKind, StmtId, StmtKind, TypeRef};
use super::super::types::Ty;
use super::for_each::ForEach;
use super::{Lowering, Name, Scope};
use crate::base::{Idx, Span};
use crate::program::cfa::Location;
use crate::program::objects::{ClassId, Operand, Operation, Rvalue};

impl Lowering<'_, '_> {
    pub(super) fn statement(&mut self, id: StmtId) {
        self.labelled(id, Vec::new());
    }

    /// A statement with its labels.
    fn labelled(&mut self, id: StmtId, mut labels: Vec<Name>) {
        let statement = &self.tree.statements[id];
        let span = statement.span;
        if self.graph.is_full() {
            return;
        }
        if !self.graph.alive {
            if !matches!(statement.kind, StmtKind::Empty) {
                self.error("java/flow", span, "unreachable statement");
            }
            // Lower it separately, for its diagnostics.
            self.graph.alive = true;
            self.graph.here = self.graph.fresh();
        }
        self.graph.statement = span;
        match &statement.kind {
            StmtKind::While(condition, body) => self.while_loop(*condition, *body, labels, span),
            StmtKind::Do(body, condition) => self.do_loop(*body, *condition, labels, span),
            StmtKind::For { init, condition, update, body } => {
                let mark = self.variables.len();
                for &statement in init {
                    self.statement(statement);
                }
                self.for_loop(*condition, update, *body, labels, span);
                self.variables.truncate(mark);
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
                let break_to = self.graph.fresh();
                let unlabelled = false;
                self.scopes.push(Scope::Breakable { labels, unlabelled, break_to, continue_to: None, broken: false });
                self.unlabelled(kind, span);
                self.leave_breakable(break_to, span);
            }
        }
    }

    /// A statement that is not a loop.
    fn unlabelled(&mut self, kind: &StmtKind, span: Span) {
        match kind {
            StmtKind::Block(statements) => self.block(statements),
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
                    let name = self.table.type_name(value.ty);
                    self.require(value, self.table.may_be_opaque(class), &name, span);
                } else if value.ty == Ty::Null {
                    self.dereference(Operation::RequireNonNull(value.operand), value.operand, span);
                } else if value.ty != Ty::Error {
                    self.error("java/type", span, "only objects can be locked");
                }
                self.statement(*body);
            }
            StmtKind::LocalClass(class) => {
                let visible = self.visible();
                self.table.set_environment(ClassId::at(*class), visible);
            }
            StmtKind::Empty | StmtKind::Labelled(..) => {}
            StmtKind::While(..) | StmtKind::Do(..) | StmtKind::For { .. } | StmtKind::ForEach { .. } => {}
        }
    }

    /// Statements in a new scope.
    pub(super) fn block(&mut self, statements: &[StmtId]) {
        let mark = self.variables.len();
        let mut reported = false;
        for &statement in statements {
            // One report for everything after a jump.
            if !self.graph.alive && std::mem::replace(&mut reported, true) {
                self.graph.alive = true;
                self.graph.here = self.graph.fresh();
            }
            self.statement(statement);
        }
        self.variables.truncate(mark);
    }

    fn local(&mut self, ty: Option<&TypeRef>, name: &Name, is_final: bool, initializer: Option<ExprId>, span: Span) {
        let is_final = is_final && initializer.is_some();
        let Some(ty) = ty else {
            let Some(initializer) = initializer else {
                self.error("java/type", span, "`var` needs an initial value");
                self.declare(name, Ty::Error, false, span);
                return;
            };
            let value = self.value(initializer);
            let value = self.actual(value, span);
            let ty = if value.ty == Ty::Null {
                self.error("java/type", span, "`var` cannot be inferred from `null`; write the type").ty
            } else if matches!(value.ty, Ty::Function(_)) {
                self.error("java/type", span, "`var` cannot be inferred from a lambda expression; write the type").ty
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
            if !self.graph.redirect(value.operand, local) {
                let operand = self.convert(value, ty, Some((local, ty)), span);
                if operand != Operand::Local(local) {
                    self.assign(local, Rvalue::Operand(operand), span);
                }
            }
            return;
        };
        let generic = self.table.generic(ty, self.scope);
        let (ty, erased) = self.variable_type(ty);
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
            self.evaluate_into(initializer, local, ty, span);
            self.follow_emptiness(name, local, initializer, span);
        }
    }

    fn if_statement(&mut self, condition: ExprId, then: StmtId, otherwise: Option<StmtId>, span: Span) {
        let (yes, no, after) = (self.graph.fresh(), self.graph.fresh(), self.graph.fresh());
        self.graph.decides(yes, no);
        self.condition(condition, yes, no);
        self.graph.here = yes;
        self.statement(then);
        let mut alive = self.graph.alive;
        if alive {
            self.graph.goto(after, span);
        }
        self.graph.here = no;
        self.graph.alive = true;
        if let Some(otherwise) = otherwise {
            self.statement(otherwise);
        }
        if self.graph.alive {
            self.graph.goto(after, span);
        }
        alive |= self.graph.alive;
        self.graph.alive = alive;
        self.graph.here = after;
    }

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

    fn while_loop(&mut self, condition: ExprId, body: StmtId, labels: Vec<Name>, span: Span) {
        let (head, inside, after) = (self.graph.fresh(), self.graph.fresh(), self.graph.fresh());
        self.graph.goto(head, span);
        self.graph.here = head;
        let endless = self.is_true(Some(condition));
        self.graph.decides(inside, after);
        self.condition(condition, inside, after);
        self.enter_loop(labels, after, head);
        self.graph.here = inside;
        self.statement(body);
        self.end_of_round(head, span);
        self.end_of_loop(after, endless);
    }

    /// Whether a condition is constantly true, so that only `break` ends the loop.
    fn is_true(&self, condition: Option<ExprId>) -> bool {
        condition.is_none_or(|c| self.constant(c).and_then(|c| c.truth()) == Some(true))
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

    fn do_loop(&mut self, body: StmtId, condition: ExprId, labels: Vec<Name>, span: Span) {
        let (inside, test, after) = (self.graph.fresh(), self.graph.fresh(), self.graph.fresh());
        self.graph.goto(inside, span);
        self.graph.here = inside;
        self.enter_loop(labels, after, test);
        self.statement(body);
        self.end_of_round(test, span);
        self.graph.statement = self.span(condition);
        self.graph.here = test;
        let endless = self.is_true(Some(condition));
        self.graph.decides(inside, after);
        self.condition(condition, inside, after);
        self.end_of_loop(after, endless);
    }

    fn for_loop(&mut self, condition: Option<ExprId>, update: &[ExprId], body: StmtId, labels: Vec<Name>, span: Span) {
        let (head, inside) = (self.graph.fresh(), self.graph.fresh());
        let (next, after) = (self.graph.fresh(), self.graph.fresh());
        self.graph.statement = condition.map_or(span, |c| self.span(c));
        self.graph.goto(head, span);
        self.graph.here = head;
        let endless = self.is_true(condition);
        match condition {
            Some(condition) => {
                self.graph.decides(inside, after);
                self.condition(condition, inside, after);
            }
            None => self.graph.goto(inside, span),
        }
        self.enter_loop(labels, after, next);
        self.graph.here = inside;
        self.statement(body);
        self.end_of_round(next, span);
        self.graph.here = next;
        for &e in update {
            self.graph.statement = self.span(e);
            self.effect(e);
        }
        self.graph.goto(head, span);
        self.end_of_loop(after, endless);
    }

    fn return_statement(&mut self, value: Option<ExprId>, span: Span) {
        let returned = self.graph.returned;
        let disturbed = self.scopes.iter().any(|s| matches!(s, Scope::Finally { disturbs: true, .. }));
        let mut kept = None;
        match (value, self.result) {
            (None, Ty::Void | Ty::Error) => {}
            (None, _) => drop(self.error("java/type", span, "this method must return a value")),
            (Some(e), Ty::Void) => {
                self.value(e);
                self.error("java/type", span, "this method cannot return a value");
            }
            (Some(e), result) if disturbed => {
                let local = self.temporary(result);
                let generic = self.generics.get(&returned).copied().flatten();
                self.generics.insert(local, generic);
                self.evaluate_into(e, local, result, span);
                kept = Some(local);
            }
            (Some(e), _) if self.owner != self.class => self.return_from_function(e, span),
            (Some(e), result) => {
                self.evaluate_into(e, returned, result, span);
            }
        }
        if self.scopes.iter().any(|s| matches!(s, Scope::Yield { .. })) {
            self.error("java/flow", span, "only `yield` can leave a switch expression");
        }
        self.unwind(0, span);
        if let Some(local) = kept.filter(|_| self.graph.alive) {
            self.assign(returned, Rvalue::Operand(Operand::Local(local)), span);
        }
        if self.graph.alive {
            let exit = self.graph.exit;
            self.graph.goto(exit, span);
        }
        self.graph.alive = false;
    }

    fn throw(&mut self, e: ExprId, span: Span) {
        let exception = self.graph.exception;
        let throwable = self.table.library("Throwable").unwrap_or_else(|| self.table.object());
        let is_new = matches!(self.expression(e).kind, ExprKind::New(_));
        let target = if is_new { Some((exception, Ty::Class(throwable))) } else { None };
        let value = self.lower(e, target);
        let throwable = self.exception_class(value.ty).is_some() || matches!(value.ty, Ty::Null | Ty::Error);
        if !throwable {
            let ty = self.table.type_name(value.ty);
            self.error("java/type", span, format!("`{ty}` is not an exception class"));
        }
        if !is_new {
            self.dereference(Operation::RequireNonNull(value.operand), value.operand, span);
        }
        if value.operand != Operand::Local(exception) {
            self.assign(exception, Rvalue::Operand(value.operand), span);
        }
        let handler = self.handler();
        self.graph.goto(handler, span);
        self.graph.alive = false;
    }

    /// Assertions are enabled.
    fn assert(&mut self, condition: ExprId, message: Option<ExprId>, span: Span) {
        let (holds, fails) = (self.graph.fresh(), self.graph.fresh());
        self.graph.decides(holds, fails);
        self.condition(condition, holds, fails);
        self.graph.here = fails;
        if let Some(message) = message {
            let message = self.value(message);
            self.convert_to_text(message, span);
        }
        self.throw_new("AssertionError", span);
        self.graph.here = holds;
    }
}
