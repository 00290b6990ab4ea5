//! Jumps out of statements: `break`, `continue`, exceptions, and `finally` for all of them.

use super::super::syntax::{Catch, StmtId, StmtKind};
use super::super::types::Ty;
use super::{Lowering, Scope, Typed};
use crate::base::Span;
use crate::program::cfa::Location;
use crate::program::objects::{ClassId, Operand, Operation, Rvalue, Type};

impl Lowering<'_, '_> {
    /// The target of an exception thrown here.
    pub(super) fn handler(&self) -> Location {
        let handler = self.scopes.iter().rev().find_map(|scope| match scope {
            Scope::Catch { dispatch } | Scope::Finally { dispatch, .. } => Some(*dispatch),
            Scope::Breakable { .. } | Scope::Yield { .. } => None,
        });
        handler.unwrap_or(self.graph.exceptional_exit)
    }

    /// An operation that dereferences `base`. If that is null, an exception is thrown; if nothing handles it,
    /// its target does not matter.
    pub(super) fn dereference(&mut self, operation: Operation, base: Operand, span: Span) {
        let may_be_null = self.this.is_none_or(|this| base != Operand::Local(this));
        let on_null = (self.table.observes_null && may_be_null).then(|| self.handler());
        self.graph.emit_dereference(operation, on_null, span);
    }

    /// Runs the `finally` blocks of all scopes from the innermost to number `depth`, as a jump does.
    pub(super) fn unwind(&mut self, depth: usize, span: Span) {
        for position in (depth..self.scopes.len()).rev() {
            let Scope::Finally { block, variables, .. } = self.scopes[position] else { continue };
            if !self.graph.alive || self.graph.is_full() {
                return;
            }
            // The block has the scope of its `try`, but is not protected by it.
            let inner = self.scopes.split_off(position);
            let hidden = self.variables.split_off(variables.min(self.variables.len()));
            self.statement(block);
            self.graph.statement = span;
            self.scopes.extend(inner);
            self.variables.extend(hidden);
        }
    }

    /// `break` or `continue`.
    pub(super) fn jump(&mut self, label: Option<&super::Name>, continues: bool, span: Span) {
        let mut wanted = None;
        for (position, scope) in self.scopes.iter().enumerate().rev() {
            match scope {
                Scope::Breakable { labels, unlabelled, break_to, continue_to, .. } => {
                    let named = match label {
                        Some(label) => labels.contains(label),
                        None => *unlabelled && (!continues || continue_to.is_some()),
                    };
                    if named {
                        wanted = Some((position, if continues { *continue_to } else { Some(*break_to) }));
                        break;
                    }
                }
                Scope::Yield { .. } => break,
                Scope::Catch { .. } | Scope::Finally { .. } => {}
            }
        }
        let Some((position, Some(target))) = wanted else {
            let word = if continues { "continue" } else { "break" };
            let message = match label {
                Some(label) => format!("there is no statement `{label}` around this `{word}`"),
                None => format!("there is no loop around this `{word}`"),
            };
            self.error("java/flow", span, message);
            self.graph.alive = false;
            return;
        };
        self.unwind(position + 1, span);
        if self.graph.alive {
            self.graph.goto(target, span);
            if let Scope::Breakable { broken, .. } = &mut self.scopes[position] {
                *broken |= !continues;
            }
        }
        self.graph.alive = false;
    }

    /// `try`; the handlers are protected by `finally`.
    pub(super) fn try_statement(&mut self, body: StmtId, catches: &[Catch], finally: Option<StmtId>, span: Span) {
        let after_body = self.graph.fresh();
        let variables = self.variables.len();
        let on_exception = self.graph.fresh();
        if let Some(block) = finally {
            let disturbs = self.may_disturb(block);
            self.scopes.push(Scope::Finally { block, dispatch: on_exception, variables, disturbs });
        }
        let dispatch = self.graph.fresh();
        if !catches.is_empty() {
            self.scopes.push(Scope::Catch { dispatch });
        }
        self.statement(body);
        let mut completes = self.graph.alive;
        if completes {
            self.graph.goto(after_body, span);
        }
        if !catches.is_empty() {
            self.scopes.pop();
            self.graph.here = dispatch;
            for catch in catches {
                let next = self.graph.fresh();
                self.graph.statement = catch.span;
                self.catch(catch, next);
                completes |= self.graph.alive;
                if self.graph.alive {
                    self.graph.goto(after_body, catch.span);
                }
                self.graph.here = next;
            }
            let outer = self.handler();
            self.graph.goto(outer, span);
        }
        self.graph.alive = completes;
        self.graph.here = after_body;
        if let Some(block) = finally {
            self.scopes.pop();
            self.finally(block, completes, after_body, on_exception, span);
        }
    }

    /// The copies of a `finally` block after normal completion and after an exception.
    fn finally(&mut self, block: StmtId, completes: bool, after_body: Location, on_exception: Location, span: Span) {
        self.graph.alive = true;
        self.graph.here = on_exception;
        let exception = self.graph.exception;
        let kept = if self.may_disturb(block) {
            let object = self.table.object();
            let throwable = self.table.library("Throwable").unwrap_or(object);
            let local = self.graph.temporary(Type::Reference(throwable));
            self.assign(local, Rvalue::Operand(Operand::Local(exception)), span);
            Some(local)
        } else {
            None
        };
        self.statement(block);
        if self.graph.alive {
            self.graph.statement = span;
            if let Some(local) = kept {
                self.assign(exception, Rvalue::Operand(Operand::Local(local)), span);
            }
            let outer = self.handler();
            self.graph.goto(outer, span);
        }
        self.graph.here = after_body;
        self.graph.alive = completes;
        if completes {
            self.statement(block);
        }
    }

    /// One handler; continues at `next` if it does not handle the exception.
    fn catch(&mut self, catch: &Catch, next: Location) {
        let hit = self.graph.fresh();
        let exception = self.graph.exception;
        let object = self.table.object();
        let throwable = self.table.library("Throwable").unwrap_or(object);
        let mut handled = Vec::new();
        let mut everything = false;
        for ty in &catch.types {
            let Some(named) = self.named_type(ty) else { continue };
            let Some(class) = self.exception_class(named) else {
                self.error("java/type", ty.span, format!("`{}` is not an exception class", ty.text()));
                continue;
            };
            if !catch.is_implicit {
                self.check_handled(class, ty.span);
            }
            handled.push(class);
            if class == throwable {
                self.graph.goto(hit, catch.span);
                everything = true;
                break;
            }
            let other = self.graph.fresh();
            self.instance_test(Operand::Local(exception), class, hit, other, catch.span);
            self.graph.here = other;
        }
        if !everything {
            self.graph.goto(next, catch.span);
        }
        // The variable of a multi-catch handler has the nearest common superclass.
        let values: Vec<Typed> = handled.iter().map(|&c| Typed::new(Operand::Null, Ty::Class(c))).collect();
        let mut ty = values.first().map_or(Ty::Error, |v| v.ty);
        for value in values.iter().skip(1) {
            ty = self.common_type(Typed::new(Operand::Null, ty), *value).unwrap_or(Ty::Error);
        }
        self.graph.here = hit;
        self.graph.alive = true;
        let mark = self.variables.len();
        let local = self.declare(&catch.name, ty, catch.types.len() > 1, catch.span);
        self.assign(local, Rvalue::Operand(Operand::Local(exception)), catch.span);
        self.statement(catch.body);
        self.variables.truncate(mark);
    }

    /// The class of a type, if its objects can be thrown.
    pub(super) fn exception_class(&mut self, ty: Ty) -> Option<ClassId> {
        let object = self.table.object();
        let throwable = self.table.library("Throwable").unwrap_or(object);
        match ty {
            Ty::Class(class) if self.table.is_subtype(class, throwable) => Some(class),
            _ => None,
        }
    }

    /// Whether a block may change the pending result or exception and still complete: only if it returns
    /// or handles exceptions inside.
    fn may_disturb(&self, block: StmtId) -> bool {
        self.contains(block, |kind| matches!(kind, StmtKind::Return(_) | StmtKind::Try { .. }))
    }

    /// Whether there is a `try` in a statement.
    pub(super) fn has_try(&self, statement: StmtId) -> bool {
        self.contains(statement, |kind| matches!(kind, StmtKind::Try { .. }))
    }

    fn contains(&self, statement: StmtId, is_meant: impl Fn(&StmtKind) -> bool) -> bool {
        let mut rest = vec![statement];
        while let Some(id) = rest.pop() {
            let kind = &self.tree.statements[id].kind;
            if is_meant(kind) {
                return true;
            }
            kind.for_each_child(|child| rest.push(child), |_| {});
        }
        false
    }
}
