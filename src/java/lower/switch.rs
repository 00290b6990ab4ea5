//! Switch statements and expressions: a chain of tests, then the groups.

use super::jump::has_try;
use std::collections::HashSet;

use super::super::constants::Constant;
use super::super::syntax::{ExprId, StmtKind, Switch};
use super::super::types::Ty;
use super::{Destination, Lowering, Scope, Target, Typed};
use base::{Span, msg};
use program::cfa::Location;
use program::objects::Operand;

impl Lowering<'_, '_> {
    pub(super) fn switch_statement(&mut self, switch: &Switch, span: Span) {
        let after = self.code.graph.fresh();
        let (starts, has_default) = self.tests(switch, after, span);
        self.code.scopes.push(Scope::Breakable {
            labels: Vec::new(),
            unlabelled: true,
            break_to: after,
            continue_to: None,
            broken: false,
        });
        // Without default, or with an arrow group that ends, the statement can complete normally.
        let mut passes = !has_default || !switch.groups.iter().any(|group| group.is_default);
        self.groups(switch, &starts, Some(after), &mut passes, span);
        self.code.graph.alive |= passes;
        if self.code.graph.alive && !passes {
            self.code.graph.goto(after, span);
        }
        let broken = matches!(self.code.scopes.pop(), Some(Scope::Breakable { broken: true, .. }));
        self.code.graph.alive |= broken;
        self.code.graph.here = after;
    }

    /// A switch expression.
    pub(super) fn switch_expression(&mut self, switch: &Switch, target: Target, span: Span) -> Typed {
        // Its type is the expected one, or inferred from the arrows.
        let ty = match target {
            Some(target) => target.ty,
            None => self.type_of_arrows(switch),
        };
        if ty == Ty::Error && target.is_none() {
            let message = msg!("the type of this switch expression cannot be inferred");
            self.code.error("java/unsupported", span, message);
        }
        // A `finally` block on the way out still sees the old value of the assigned variable.
        let waits = switch.groups.iter().flat_map(|group| &group.body).any(|&body| has_try(self.tree, body));
        let local = match target {
            Some(target) if !waits => target.local,
            _ => self.code.temporary(ty),
        };
        let statement = self.code.graph.statement;
        let (after, none) = (self.code.graph.fresh(), self.code.graph.fresh());
        let (starts, has_default) = self.tests(switch, none, span);
        if !has_default {
            self.code.error(
                "java/flow",
                span,
                msg!("a switch expression needs a `default`, or labels for all constants"),
            );
        }
        let here = std::mem::replace(&mut self.code.graph.here, none);
        self.code.throw_new("IncompatibleClassChangeError", span);
        self.code.graph.here = here;
        self.code.scopes.push(Scope::Yield { to: after, result: Destination { local, ty } });
        let mut passes = false;
        self.groups(switch, &starts, None, &mut passes, span);
        if self.code.graph.alive || passes {
            self.code.error("java/flow", span, msg!("a branch of this switch expression yields no value"));
        }
        self.code.scopes.pop();
        self.code.graph.statement = statement;
        self.code.graph.alive = true;
        self.code.graph.here = after;
        Typed::new(Operand::Local(local), ty)
    }

    /// The type of the constants in arrows, as far as it can be determined without evaluation.
    fn type_of_arrows(&mut self, switch: &Switch) -> Ty {
        let mut common: Option<Ty> = None;
        for group in &switch.groups {
            for &statement in &group.body {
                let StmtKind::Yield(e) = self.tree.statements[statement].kind else { continue };
                let ty = match self.constant(e) {
                    Some(constant) => constant.ty,
                    None => match &self.expression(e).kind {
                        super::ExprKind::Name(name) => self.variable(name).map_or(Ty::Error, |v| v.ty),
                        super::ExprKind::New(creation) => self.code.named_type(&creation.class).unwrap_or(Ty::Error),
                        super::ExprKind::Binary(..) => Ty::Int,
                        _ => Ty::Error,
                    },
                };
                common = Some(match common {
                    None => ty,
                    Some(other) if other == ty => ty,
                    Some(other) if other.is_numeric() && ty.is_numeric() => other.promoted_with(ty),
                    Some(_) => Ty::Error,
                });
            }
        }
        common.unwrap_or(Ty::Error)
    }

    /// Tests the labels in order; returns the start of each group and whether there is a default.
    fn tests(&mut self, switch: &Switch, otherwise: Location, span: Span) -> (Vec<Location>, bool) {
        let selector_span = self.span(switch.selector);
        let value = self.value(switch.selector);
        let value = self.code.actual(value, selector_span);
        let constants = match value.ty {
            Ty::Class(class) => self.code.table.constants(class).map(|_| class),
            _ => None,
        };
        let is_text = self.code.table.is_string(value.ty);
        let value = self.code.unboxed(value, selector_span);
        let integral = matches!(value.ty, Ty::Byte | Ty::Short | Ty::Char | Ty::Int | Ty::Any);
        if !integral && value.ty != Ty::Error && constants.is_none() && !is_text {
            let ty = self.code.table.type_name(value.ty);
            self.code.error("java/unsupported", selector_span, msg!("`switch` over `{ty}` is not supported"));
        }
        let starts: Vec<Location> = switch.groups.iter().map(|_| self.code.graph.fresh()).collect();
        let mut seen = HashSet::new();
        let mut default = None;
        for (group, &start) in switch.groups.iter().zip(&starts) {
            if group.is_default && default.replace(start).is_some() {
                self.code.error("java/duplicate", group.span, msg!("this switch already has a `default`"));
            }
            for &label in group.labels.iter().filter(|_| integral) {
                self.test_label(value, label, start, &mut seen);
            }
        }
        let mut is_complete = default.is_some();
        if let Some(class) = constants {
            is_complete |= self.test_constants(value, class, switch, &starts);
        } else if is_text {
            self.test_texts(value, switch, &starts);
        } else {
            // A switch over values that are not modelled may have labels for all of them.
            is_complete |= !integral;
        }
        self.code.graph.goto(default.unwrap_or(otherwise), span);
        (starts, is_complete)
    }

    fn test_label(&mut self, value: Typed, label: ExprId, start: Location, seen: &mut HashSet<i64>) {
        let span = self.span(label);
        if matches!(self.expression(label).kind, super::ExprKind::Erroneous) {
            return;
        }
        let to = if value.ty == Ty::Any { Ty::Int } else { value.ty };
        let constant = self.constant(label).and_then(|c| c.assigned_to(to)).and_then(Constant::integer);
        let Some(constant) = constant else {
            self.code.error("java/type", span, msg!("a label must be a constant of the selector's type"));
            return;
        };
        if !seen.insert(constant) {
            self.code.error("java/duplicate", span, msg!("duplicate label"));
        }
        if value.operand != Operand::Null {
            self.code.branch_if_equal(value.operand, Operand::Integer(constant), start, span);
        }
    }

    /// The bodies of the groups. `arrow_end` is where an arrow group of a statement continues.
    fn groups(
        &mut self,
        switch: &Switch,
        starts: &[Location],
        arrow_end: Option<Location>,
        passes: &mut bool,
        span: Span,
    ) {
        let mark = self.variables.len();
        self.code.graph.alive = false;
        for (group, &start) in switch.groups.iter().zip(starts) {
            self.code.graph.statement = group.span;
            if self.code.graph.alive {
                // Falls through.
                self.code.graph.goto(start, group.span);
            }
            self.code.graph.alive = true;
            self.code.graph.here = start;
            for &statement in &group.body {
                self.statement(statement);
            }
            if group.arrow {
                if self.code.graph.alive {
                    *passes = true;
                    if let Some(end) = arrow_end {
                        self.code.graph.goto(end, span);
                    }
                }
                self.code.graph.alive = false;
                self.leave(mark, group.span);
            }
        }
        if switch.groups.is_empty() {
            *passes = true;
        }
        if self.code.graph.alive
            && let Some(end) = arrow_end
        {
            self.code.graph.goto(end, span);
            *passes = true;
        }
        self.leave(mark, span);
    }

    /// `yield e`.
    pub(super) fn yield_value(&mut self, e: ExprId, span: Span) {
        let position = self.code.scopes.iter().rposition(|s| matches!(s, Scope::Yield { .. }));
        let Some((position, Scope::Yield { to, result })) =
            position.and_then(|p| self.code.scopes.get(p).map(|s| (p, s)))
        else {
            self.code.error("java/flow", span, msg!("there is no switch expression around this `yield`"));
            self.code.graph.alive = false;
            return;
        };
        let (to, result) = (*to, *result);
        self.evaluate_into(e, result, span);
        self.unwind(position + 1, span);
        if self.code.graph.alive {
            self.code.graph.goto(to, span);
        }
        self.code.graph.alive = false;
    }
}
