//! Statements.

use super::super::typed::{Kind, StatementId, StatementKind};
use super::*;
use crate::program::objects::{Comparison, Condition, Failure};

impl Lowering<'_> {
    pub(super) fn statement(&mut self, id: StatementId) {
        let checked = self.checked;
        let Some(statement) = checked.statements.get(id) else { return };
        let span = statement.span;
        if !matches!(statement.kind, StatementKind::Block(_)) {
            self.graph.statement = span;
        }
        match &statement.kind {
            StatementKind::Expression(node) => {
                // The span of the whole statement, with its semicolon, belongs to its location.
                self.effect(node);
            }
            StatementKind::Declare(variable, initial) => {
                let storage = self.declare(*variable);
                let ty = checked.variables[*variable].ty.ty;
                self.allocate(&storage, ty, span);
                if matches!(storage, Storage::Untracked) {
                    let name = &checked.variables[*variable].name;
                    self.note_untracked(name, span);
                }
                if let Storage::Unsupported(_) = storage {
                    return;
                }
                let place = self.place_of(&storage, ty, span);
                match initial {
                    Some(initial) => {
                        self.initialise_parts(&place, ty, initial, false);
                        let scalar = match (&place, initial.parts.as_slice()) {
                            (place::Place::Local(local), [(path, _)]) if path.is_empty() => Some(*local),
                            _ => None,
                        };
                        if let Some(local) = scalar {
                            self.graph.widen_last(local, span);
                        }
                    }
                    None => self.fill(&place, ty, false, span),
                }
            }
            StatementKind::Block(list) => list.iter().for_each(|&statement| self.statement(statement)),
            StatementKind::If(chain, rest) => {
                let after = self.graph.fresh();
                for (condition, statement) in chain {
                    self.graph.statement = condition.span;
                    let (yes, no) = (self.graph.fresh(), self.graph.fresh());
                    self.condition(condition, yes, no);
                    self.graph.here = yes;
                    self.statement(*statement);
                    self.graph.goto(after, span);
                    self.graph.here = no;
                }
                if let Some(rest) = rest {
                    self.statement(*rest);
                }
                self.graph.goto(after, span);
                self.graph.here = after;
            }
            StatementKind::While(condition, body) => {
                let (head, start, after) = (self.graph.fresh(), self.graph.fresh(), self.graph.fresh());
                self.graph.goto(head, span);
                self.graph.here = head;
                self.condition(condition, start, after);
                self.graph.here = start;
                self.looped(*body, after, head);
                self.graph.goto(head, span);
                self.graph.here = after;
            }
            StatementKind::DoWhile(body, condition) => {
                let (start, test, after) = (self.graph.fresh(), self.graph.fresh(), self.graph.fresh());
                self.graph.goto(start, span);
                self.graph.here = start;
                self.looped(*body, after, test);
                self.graph.goto(test, span);
                self.graph.here = test;
                self.graph.statement = condition.span;
                self.condition(condition, start, after);
                self.graph.here = after;
            }
            StatementKind::For { first, condition, step, body } => {
                if let Some(first) = first {
                    self.statement(*first);
                }
                self.graph.statement = span;
                let (head, start) = (self.graph.fresh(), self.graph.fresh());
                let (next, after) = (self.graph.fresh(), self.graph.fresh());
                self.graph.goto(head, span);
                self.graph.here = head;
                match condition {
                    Some(condition) => self.condition(condition, start, after),
                    None => self.graph.goto(start, span),
                }
                self.graph.here = start;
                self.looped(*body, after, next);
                self.graph.goto(next, span);
                self.graph.here = next;
                if let Some(step) = step {
                    self.graph.statement = step.span;
                    self.effect(step);
                }
                self.graph.goto(head, span);
                self.graph.here = after;
            }
            StatementKind::Switch(value, body, cases, has_default) => {
                self.switch(value, *body, cases, *has_default, span);
            }
            StatementKind::Case(number, inner) => {
                if let Some(&target) = self.cases.last().and_then(|(cases, _)| cases.get(*number)) {
                    self.graph.goto(target, span);
                    self.graph.here = target;
                }
                self.statement(*inner);
            }
            StatementKind::Default(inner) => {
                if let Some(&(_, target)) = self.cases.last() {
                    self.graph.goto(target, span);
                    self.graph.here = target;
                }
                self.statement(*inner);
            }
            StatementKind::Label(label, inner) => {
                let target = self.labels[label.index()];
                self.graph.goto(target, span);
                self.graph.here = target;
                if &*self.label_names[label.index()] == "ERROR" {
                    self.graph.fail(Failure::Reached, span);
                    self.graph.here = self.graph.fresh();
                }
                self.statement(*inner);
            }
            StatementKind::Goto(label) => self.jump(self.labels[label.index()], span),
            StatementKind::Break => {
                let target = self.breaks.last().copied().unwrap_or(self.graph.exit);
                self.jump(target, span);
            }
            StatementKind::Continue => {
                let target = self.continues.last().copied().unwrap_or(self.graph.exit);
                self.jump(target, span);
            }
            StatementKind::Return(value) => {
                match value {
                    Some(value) if self.result != TypeId::VOID => {
                        if self.lowered(self.result).is_some() {
                            let returned = self.graph.returned;
                            self.value_into(returned, value, span);
                        } else {
                            self.unsupported("a function that returns a structure", span);
                        }
                    }
                    Some(value) => self.effect(value),
                    None => self.return_undefined(false, span),
                }
                let exit = self.graph.exit;
                self.jump(exit, span);
            }
            StatementKind::Unsupported(what) => self.unsupported(what, span),
        }
    }

    pub(super) fn note_untracked(&mut self, name: &Name, span: Span) {
        let message = format!("`{name}` has more than {CELLS} parts, so that what is in it is not known");
        self.note("c/untracked", name, span, message);
    }

    /// The value of `({ … })`.
    pub(super) fn block_value(&mut self, block: StatementId, ty: TypeId) -> Operand {
        let checked = self.checked;
        let Some(statement) = checked.statements.get(block) else { return Operand::Integer(0) };
        let around = self.graph.statement;
        let mut result = Operand::Integer(0);
        if let StatementKind::Block(list) = &statement.kind
            && let Some((&last, first)) = list.split_last()
        {
            first.iter().for_each(|&statement| self.statement(statement));
            match &checked.statements[last].kind {
                StatementKind::Expression(node) if ty != TypeId::VOID && checked.types.is_scalar(ty) => {
                    result = self.value(node);
                    // A variable of the block may be assigned again before the value is used.
                    if let Operand::Local(local) = result
                        && self.graph.is_named(local)
                    {
                        let copy = self.temporary(ty);
                        self.assign(copy, Rvalue::Operand(result), node.span);
                        result = Operand::Local(copy);
                    }
                }
                _ => self.statement(last),
            }
        }
        self.graph.statement = around;
        result
    }

    /// Continues elsewhere; what follows is not reached from here.
    pub(super) fn jump(&mut self, target: Location, span: Span) {
        self.graph.goto(target, span);
        self.graph.here = self.graph.fresh();
    }

    /// The result of a function that ends without a value.
    pub(super) fn return_undefined(&mut self, is_main: bool, span: Span) {
        let returned = self.graph.returned;
        if self.result != TypeId::VOID {
            let value = match self.checked.types.pointee(self.result) {
                Some(_) => Rvalue::Operand(Operand::Null),
                None if is_main => Rvalue::Operand(Operand::Integer(0)),
                None => Rvalue::Drawn,
            };
            self.assign(returned, value, span);
        }
    }

    fn looped(&mut self, body: StatementId, on_break: Location, on_continue: Location) {
        self.breaks.push(on_break);
        self.continues.push(on_continue);
        self.statement(body);
        self.breaks.pop();
        self.continues.pop();
    }

    fn switch(&mut self, value: &Node, body: StatementId, cases: &[(i64, i64)], has_default: bool, span: Span) {
        let ty = value.ty;
        let operand = self.value(value);
        let targets: Vec<Location> = cases.iter().map(|_| self.graph.fresh()).collect();
        let (default, after) = (self.graph.fresh(), self.graph.fresh());
        let signed = self.checked.types.integer(ty).is_none_or(|integer| integer.signed);
        for (&(low, high), &target) in cases.iter().zip(&targets) {
            let is_empty = if signed { low > high } else { low.cast_unsigned() > high.cast_unsigned() };
            if is_empty {
                continue;
            }
            let next = self.graph.fresh();
            let compare =
                |comparison, bound| Condition::Compare { comparison, left: operand, right: Operand::Integer(bound) };
            if low == high {
                self.graph.branch(compare(Comparison::Equal, low), target, next, span);
            } else {
                let above = self.graph.fresh();
                self.graph.branch(compare(Comparison::GreaterEqual, low), above, next, span);
                self.graph.here = above;
                self.graph.branch(compare(Comparison::LessEqual, high), target, next, span);
            }
            self.graph.here = next;
        }
        self.graph.goto(if has_default { default } else { after }, span);
        self.graph.here = self.graph.fresh();
        self.cases.push((targets, default));
        self.breaks.push(after);
        self.statement(body);
        self.breaks.pop();
        self.cases.pop();
        self.graph.goto(after, span);
        self.graph.here = after;
    }
}

/// Whether an expression is a call of this function.
pub(super) fn is_constant(node: &Node) -> Option<i64> {
    match &node.kind {
        Kind::Integer(value) => Some(*value),
        Kind::Convert(inner) => is_constant(inner),
        _ => None,
    }
}
