//! Jumps out of statements: `break`, `continue`, exceptions, and `finally` for all of them.

use super::super::syntax::{Catch, StmtId, StmtKind, Tree};
use super::super::types::Ty;
use super::condition::Branches;
use super::{Emitter, Lowering, Scope, Typed};
use base::{Span, msg};
use program::cfa::Location;
use program::objects::{Operand, Operation, Rvalue, Type};

impl Emitter<'_, '_> {
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
}

impl Lowering<'_, '_> {
    /// Runs the `finally` blocks of all scopes from the innermost to number `depth`, as a jump does.
    pub(super) fn unwind(&mut self, depth: usize, span: Span) {
        for position in (depth..self.code.scopes.len()).rev() {
            let Scope::Finally { block, variables, .. } = self.code.scopes[position] else { continue };
            if !self.code.graph.alive || self.code.graph.is_full() {
                return;
            }
            // The block has the scope of its `try`, but is not protected by it.
            let inner = self.code.scopes.split_off(position);
            let hidden = self.variables.split_off(variables.min(self.variables.len()));
            self.statement(block);
            self.code.graph.statement = span;
            self.code.scopes.extend(inner);
            self.variables.extend(hidden);
        }
    }

    /// `break` or `continue`.
    pub(super) fn jump(&mut self, label: Option<&super::Name>, continues: bool, span: Span) {
        let mut wanted = None;
        for (position, scope) in self.code.scopes.iter().enumerate().rev() {
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
                Some(label) => msg!("there is no statement `{label}` around this `{word}`"),
                None => msg!("there is no loop around this `{word}`"),
            };
            self.code.error("java/flow", span, message);
            self.code.graph.alive = false;
            return;
        };
        self.unwind(position + 1, span);
        if self.code.graph.alive {
            self.code.graph.goto(target, span);
            if let Scope::Breakable { broken, .. } = &mut self.code.scopes[position] {
                *broken |= !continues;
            }
        }
        self.code.graph.alive = false;
    }

    /// `try`; the handlers are protected by `finally`.
    pub(super) fn try_statement(&mut self, body: StmtId, catches: &[Catch], finally: Option<StmtId>, span: Span) {
        let after_body = self.code.graph.fresh();
        let variables = self.variables.len();
        let on_exception = self.code.graph.fresh();
        if let Some(block) = finally {
            let disturbs = may_disturb(self.tree, block);
            self.code.scopes.push(Scope::Finally { block, dispatch: on_exception, variables, disturbs });
        }
        let dispatch = self.code.graph.fresh();
        if !catches.is_empty() {
            self.code.scopes.push(Scope::Catch { dispatch });
        }
        self.statement(body);
        let mut completes = self.code.graph.alive;
        if completes {
            self.code.graph.goto(after_body, span);
        }
        if !catches.is_empty() {
            self.code.scopes.pop();
            self.code.graph.here = dispatch;
            for catch in catches {
                let next = self.code.graph.fresh();
                self.code.graph.statement = catch.span;
                self.catch(catch, next);
                completes |= self.code.graph.alive;
                if self.code.graph.alive {
                    self.code.graph.goto(after_body, catch.span);
                }
                self.code.graph.here = next;
            }
            let outer = self.code.handler();
            self.code.graph.goto(outer, span);
        }
        self.code.graph.alive = completes;
        self.code.graph.here = after_body;
        if let Some(block) = finally {
            self.code.scopes.pop();
            self.finally(block, completes, after_body, on_exception, span);
        }
    }

    /// The copies of a `finally` block after normal completion and after an exception.
    fn finally(&mut self, block: StmtId, completes: bool, after_body: Location, on_exception: Location, span: Span) {
        self.code.graph.alive = true;
        self.code.graph.here = on_exception;
        let exception = self.code.graph.exception;
        let kept = if may_disturb(self.tree, block) {
            let throwable = self.code.table.throwable();
            let local = self.code.graph.temporary(Type::Reference(throwable));
            self.code.assign(local, Rvalue::Operand(Operand::Local(exception)), span);
            Some(local)
        } else {
            None
        };
        self.statement(block);
        if self.code.graph.alive {
            self.code.graph.statement = span;
            if let Some(local) = kept {
                self.code.assign(exception, Rvalue::Operand(Operand::Local(local)), span);
            }
            let outer = self.code.handler();
            self.code.graph.goto(outer, span);
        }
        self.code.graph.here = after_body;
        self.code.graph.alive = completes;
        if completes {
            self.statement(block);
        }
    }

    /// One handler; continues at `next` if it does not handle the exception.
    fn catch(&mut self, catch: &Catch, next: Location) {
        let hit = self.code.graph.fresh();
        let exception = self.code.graph.exception;
        let throwable = self.code.table.throwable();
        let mut handled = Vec::new();
        let mut everything = false;
        for ty in &catch.types {
            let Some(named) = self.code.named_type(ty) else { continue };
            let Some(class) = self.code.table.exception_class(named) else {
                self.code.error("java/type", ty.span, msg!("`{}` is not an exception class", ty.text()));
                continue;
            };
            if !catch.is_implicit {
                self.code.check_handled(class, ty.span);
            }
            handled.push(class);
            if class == throwable {
                self.code.graph.goto(hit, catch.span);
                everything = true;
                break;
            }
            let other = self.code.graph.fresh();
            self.code.instance_test(Operand::Local(exception), class, Branches { yes: hit, no: other }, catch.span);
            self.code.graph.here = other;
        }
        if !everything {
            self.code.graph.goto(next, catch.span);
        }
        // The variable of a multi-catch handler has the nearest common superclass.
        let values: Vec<Typed> = handled.iter().map(|&c| Typed::new(Operand::Null, Ty::Class(c))).collect();
        let mut ty = values.first().map_or(Ty::Error, |v| v.ty);
        for value in values.iter().skip(1) {
            ty = self.code.table.common_type(Typed::new(Operand::Null, ty), *value).unwrap_or(Ty::Error);
        }
        self.code.graph.here = hit;
        self.code.graph.alive = true;
        let mark = self.variables.len();
        let local = self.declare(&catch.name, ty, catch.types.len() > 1, catch.span);
        self.code.assign(local, Rvalue::Operand(Operand::Local(exception)), catch.span);
        self.statement(catch.body);
        self.leave(mark, self.tree.statements[catch.body].span);
    }
}

/// Whether a block may change the pending result or exception and still complete: only if it returns
/// or handles exceptions inside.
fn may_disturb(tree: &Tree, block: StmtId) -> bool {
    contains(tree, block, |kind| matches!(kind, StmtKind::Return(_) | StmtKind::Try { .. }))
}

/// Whether there is a `try` in a statement.
pub(super) fn has_try(tree: &Tree, statement: StmtId) -> bool {
    contains(tree, statement, |kind| matches!(kind, StmtKind::Try { .. }))
}

fn contains(tree: &Tree, statement: StmtId, is_meant: impl Fn(&StmtKind) -> bool) -> bool {
    let mut rest = vec![statement];
    while let Some(id) = rest.pop() {
        let kind = &tree.statements[id].kind;
        if is_meant(kind) {
            return true;
        }
        kind.for_each_child(|child| rest.push(child), |_| {});
    }
    false
}
