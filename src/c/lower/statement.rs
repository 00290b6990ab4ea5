//! Statements.

use super::super::typed::{Kind, StatementId, StatementKind};
use super::access::Content;
use super::foreign::is_of_system;
use super::*;
use crate::unsupported::Construct;
use base::msg;
use program::objects::{Comparison, Failure};

impl Lowering<'_> {
    pub(super) fn statement(&mut self, id: StatementId) {
        let checked = self.checked;
        let Some(statement) = checked.statements.get(id) else { return };
        let span = statement.span;
        // An assignment of structures may have a thousand edges.
        if self.graph.is_full() {
            return;
        }
        if !matches!(statement.kind, StatementKind::Block(_)) {
            self.graph.statement = span;
        }
        if !statement.kind.is_loop() {
            self.give_up_unordered(id, span);
        }
        match &statement.kind {
            StatementKind::Expression(node) => {
                // The span of the whole statement, with its semicolon, belongs to its location.
                self.effect(node);
            }
            StatementKind::Declare(variable, initial) => {
                let storage = self.local_storage(*variable);
                let ty = checked.variables[*variable].ty.ty;
                if !self.is_early(*variable) {
                    self.allocate_own(&storage, ty, span);
                }
                if matches!(storage, Storage::Untracked(_)) {
                    let name = &checked.variables[*variable].name;
                    self.note_untracked(name, span);
                }
                if let Storage::Unsupported(_) = storage {
                    return;
                }
                let place = self.place_of(&storage, ty, span);
                match initial {
                    Some(initial) => {
                        if !initial.is_list && mentions(initial, *variable) {
                            self.fill(&place, ty, Content::Any, span);
                        }
                        self.initialise_parts(&place, ty, initial, false);
                        let scalar = match (&place, initial.parts.as_slice()) {
                            (place::Place::Local(local), [(path, _)]) if path.is_empty() => Some(*local),
                            _ => None,
                        };
                        if let Some(local) = scalar {
                            self.widen_last(local, span);
                        }
                    }
                    None => self.fill(&place, ty, Content::Any, span),
                }
            }
            StatementKind::Block(list) => {
                self.open(id);
                list.iter().for_each(|&statement| self.statement(statement));
                self.close();
            }
            StatementKind::If(chain, rest) => {
                let after = self.graph.fresh();
                for (condition, statement) in chain {
                    self.graph.statement = condition.span;
                    let (yes, no) = (self.graph.fresh(), self.graph.fresh());
                    self.graph.decides(yes, no);
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
                self.graph.loop_head(head, span);
                self.graph.here = head;
                self.give_up_unordered(id, span);
                self.graph.decides(start, after);
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
                self.give_up_unordered(id, span);
                self.graph.decides(start, after);
                self.condition(condition, start, after);
                self.graph.here = after;
            }
            StatementKind::For { first, condition, step, body } => {
                self.open(id);
                // What is declared there lives as long as the loop.
                match first.and_then(|first| checked.statements.get(first)).map(|first| &first.kind) {
                    Some(StatementKind::Block(list)) => list.iter().for_each(|&statement| self.statement(statement)),
                    Some(_) => first.iter().for_each(|&statement| self.statement(statement)),
                    None => {}
                }
                self.graph.statement = span;
                let (head, start) = (self.graph.fresh(), self.graph.fresh());
                let (next, after) = (self.graph.fresh(), self.graph.fresh());
                self.graph.goto(head, span);
                self.graph.loop_head(head, span);
                self.graph.here = head;
                self.give_up_unordered(id, span);
                match condition {
                    Some(condition) => {
                        self.graph.decides(start, after);
                        self.condition(condition, start, after);
                    }
                    None => self.graph.goto(start, span),
                }
                self.graph.here = start;
                self.looped(*body, after, next);
                self.graph.goto(next, span);
                self.graph.here = next;
                self.give_up_unordered(id, span);
                if let Some(step) = step {
                    self.graph.statement = step.span;
                    self.effect(step);
                }
                self.graph.goto(head, span);
                self.graph.here = after;
                self.close();
            }
            StatementKind::Switch(value, body, cases, has_default) => {
                self.switch(id, value, *body, cases, *has_default, span);
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
                if &*self.label_names[label.index()] == "ERROR" && self.options.only_call.is_none() {
                    self.graph.fail(Failure::Reached, span);
                    self.graph.here = self.graph.fresh();
                }
                self.statement(*inner);
            }
            StatementKind::Goto(label) => self.jump_to(*label, span),
            StatementKind::Break => {
                let (target, around) = self.breaks.last().copied().unwrap_or((self.graph.exit, 0));
                self.end_blocks(around, span);
                self.jump(target, span);
            }
            StatementKind::Continue => {
                let (target, around) = self.continues.last().copied().unwrap_or((self.graph.exit, 0));
                self.end_blocks(around, span);
                self.jump(target, span);
            }
            StatementKind::Return(value) => {
                match value {
                    Some(value) if self.result != TypeId::VOID => {
                        if self.lowered(self.result).is_some() {
                            let returned = self.graph.returned;
                            self.value_into(returned, value, span);
                            self.return_range(span);
                        } else {
                            self.unsupported(&Construct::StructureResult, span);
                        }
                    }
                    Some(value) => self.effect(value),
                    None => self.return_undefined(false, span),
                }
                self.end_function(span);
                let exit = self.graph.exit;
                self.jump(exit, span);
            }
            StatementKind::Unsupported(what) => self.unsupported(what, span),
        }
    }

    /// Gives up runs that come to a statement in which the order of evaluation decides. In loops this stands where their own expressions are
    /// evaluated, as jumps into their bodies come only there.
    fn give_up_unordered(&mut self, id: StatementId, span: Span) {
        match self.unordered.get(&id) {
            Some(Order::Undefined(why)) => self.graph.give_up(why, span),
            Some(Order::LeftToRight) if !self.assumes_order => {
                self.assumes_order = true;
                let words =
                    msg!("operands are evaluated from left to right where pointers may lead to the same object");
                self.diagnostics.push(Diagnostic::note("assumption/order", span, words));
            }
            Some(Order::LeftToRight) | None => {}
        }
    }

    pub(super) fn note_untracked(&mut self, name: &Name, span: Span) {
        let message = match &**name {
            _ if is_of_system(name) => {
                msg!("functions without a body may assign `{name}`, so that its value is not known")
            }
            _ => msg!("`{name}` has more than {CELLS} parts, so that what is in it is not known"),
        };
        self.note("c/untracked", name, span, message);
    }

    /// The value of `({ … })`.
    pub(super) fn block_value(&mut self, block: StatementId, ty: TypeId) -> Operand {
        let checked = self.checked;
        let Some(statement) = checked.statements.get(block) else { return Operand::Integer(0) };
        let around = self.graph.statement;
        let mut result = Operand::Integer(0);
        self.open(block);
        if let StatementKind::Block(list) = &statement.kind
            && let Some((&last, first)) = list.split_last()
        {
            first.iter().for_each(|&statement| self.statement(statement));
            match &checked.statements[last].kind {
                StatementKind::Expression(node) if ty != TypeId::VOID && checked.types.is_scalar(ty) => {
                    self.give_up_unordered(last, node.span);
                    result = self.value(node);
                    // A variable of the block may be assigned again before the value is used.
                    if let Operand::Local(local) = result
                        && self.graph.is_declared(local)
                    {
                        result = Operand::Local(self.copied_pointer(local, node.span));
                    }
                }
                _ => self.statement(last),
            }
        }
        self.close();
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
                None if is_main => Rvalue::Operand(Operand::Integer(0)),
                _ => Rvalue::Drawn,
            };
            self.assign(returned, value, span);
        }
    }

    fn looped(&mut self, body: StatementId, on_break: Location, on_continue: Location) {
        self.breaks.push((on_break, self.blocks.len()));
        self.continues.push((on_continue, self.blocks.len()));
        self.statement(body);
        self.breaks.pop();
        self.continues.pop();
    }

    fn switch(
        &mut self,
        id: StatementId,
        value: &Node,
        body: StatementId,
        cases: &[(i64, i64)],
        has_default: bool,
        span: Span,
    ) {
        let ty = value.ty;
        let operand = self.value(value);
        let targets: Vec<Location> = cases.iter().map(|_| self.graph.fresh()).collect();
        let (default, after) = (self.graph.fresh(), self.graph.fresh());
        let signed = self.checked.types.integer(ty).is_none_or(|integer| integer.signed);
        for (number, (&(low, high), &target)) in cases.iter().zip(&targets).enumerate() {
            let target = self.way_to_case(id, Some(number), target, span);
            let is_empty = if signed { low > high } else { low.cast_unsigned() > high.cast_unsigned() };
            if is_empty {
                continue;
            }
            let next = self.graph.fresh();
            let [least, greatest] = [low, high].map(Operand::Integer);
            if low == high {
                self.compare(Comparison::Equal, operand, least, ty, target, next, span);
            } else {
                let above = self.graph.fresh();
                self.compare(Comparison::GreaterEqual, operand, least, ty, above, next, span);
                self.graph.here = above;
                self.compare(Comparison::LessEqual, operand, greatest, ty, target, next, span);
            }
            self.graph.here = next;
        }
        let otherwise = if has_default { self.way_to_case(id, None, default, span) } else { after };
        self.graph.goto(otherwise, span);
        self.graph.here = self.graph.fresh();
        self.cases.push((targets, default));
        self.breaks.push((after, self.blocks.len()));
        self.statement(body);
        self.breaks.pop();
        self.cases.pop();
        self.graph.goto(after, span);
        self.graph.here = after;
    }
}

/// Whether an initial value mentions the variable itself, or may.
fn mentions(initial: &Initial, variable: VariableId) -> bool {
    let mut found = false;
    let mut visit = |part: &Node| found |= matches!(&part.kind, Kind::Block(_)) || is(part, variable);
    initial.parts.iter().for_each(|(_, value)| value.for_each_part(&mut visit));
    found
}

fn is(node: &Node, variable: VariableId) -> bool {
    matches!(node.kind, Kind::Variable(other) if other == variable)
}

/// The value of a constant, possibly converted.
pub(super) fn is_constant(node: &Node) -> Option<i64> {
    match &node.kind {
        Kind::Integer(value) => Some(*value),
        Kind::Convert(inner) => is_constant(inner),
        _ => None,
    }
}
