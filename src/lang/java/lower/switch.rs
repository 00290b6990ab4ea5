//! Switch statements and expressions: a chain of tests, then the groups.

use std::collections::HashSet;

use super::super::constants::Constant;
use super::super::syntax::{ExprId, StmtKind, Switch};
use super::super::types::Ty;
use super::{Lowering, Scope, Target, Typed};
use crate::base::Span;
use crate::program::cfa::Location;
use crate::program::objects::{Comparison, Condition, Operand};

impl Lowering<'_, '_> {
    pub(super) fn switch_statement(&mut self, switch: &Switch, span: Span) {
        let after = self.graph.fresh();
        let (starts, has_default) = self.tests(switch, after, span);
        self.scopes.push(Scope::Breakable {
            labels: Vec::new(),
            unlabelled: true,
            break_to: after,
            continue_to: None,
            broken: false,
        });
        // Without default, or with an arrow group that ends, the statement can complete normally.
        let mut passes = !has_default || !switch.groups.iter().any(|group| group.is_default);
        self.groups(switch, &starts, Some(after), &mut passes, span);
        self.graph.alive |= passes;
        if self.graph.alive && !passes {
            self.graph.goto(after, span);
        }
        let broken = matches!(self.scopes.pop(), Some(Scope::Breakable { broken: true, .. }));
        self.graph.alive |= broken;
        self.graph.here = after;
    }

    /// A switch expression.
    pub(super) fn switch_expression(&mut self, switch: &Switch, target: Target, span: Span) -> Typed {
        // Its type is the expected one, or inferred from the arrows.
        let ty = match target {
            Some((_, ty)) => ty,
            None => self.type_of_arrows(switch),
        };
        if ty == Ty::Error && target.is_none() {
            let message = "the type of this switch expression cannot be inferred";
            self.error("java/unsupported", span, message);
        }
        // A `finally` block on the way out still sees the old value of the assigned variable.
        let waits = switch.groups.iter().flat_map(|group| &group.body).any(|&body| self.has_try(body));
        let local = match target {
            Some((local, _)) if !waits => local,
            _ => self.temporary(ty),
        };
        let statement = self.graph.statement;
        let (after, none) = (self.graph.fresh(), self.graph.fresh());
        let (starts, has_default) = self.tests(switch, none, span);
        if !has_default {
            self.error("java/flow", span, "a switch expression needs a `default`, or labels for all constants");
        }
        let here = std::mem::replace(&mut self.graph.here, none);
        self.throw_new("IncompatibleClassChangeError", span);
        self.graph.here = here;
        self.scopes.push(Scope::Yield { to: after, result: (local, ty) });
        let mut passes = false;
        self.groups(switch, &starts, None, &mut passes, span);
        if self.graph.alive || passes {
            self.error("java/flow", span, "a branch of this switch expression yields no value");
        }
        self.scopes.pop();
        self.graph.statement = statement;
        self.graph.alive = true;
        self.graph.here = after;
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
                        super::ExprKind::New(creation) => self.named_type(&creation.class).unwrap_or(Ty::Error),
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
        let value = self.actual(value, selector_span);
        let constants = match value.ty {
            Ty::Class(class) => self.table.constants(class).map(|_| class),
            _ => None,
        };
        let is_text = self.is_string(value.ty);
        let value = self.unboxed(value, selector_span);
        let integral = matches!(value.ty, Ty::Byte | Ty::Short | Ty::Char | Ty::Int | Ty::Any);
        if !integral && value.ty != Ty::Error && constants.is_none() && !is_text {
            let ty = self.table.type_name(value.ty);
            self.error("java/unsupported", selector_span, format!("`switch` over `{ty}` is not supported"));
        }
        let starts: Vec<Location> = switch.groups.iter().map(|_| self.graph.fresh()).collect();
        let mut seen = HashSet::new();
        let mut default = None;
        for (group, &start) in switch.groups.iter().zip(&starts) {
            if group.is_default && default.replace(start).is_some() {
                self.error("java/duplicate", group.span, "this switch already has a `default`");
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
        self.graph.goto(default.unwrap_or(otherwise), span);
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
            self.error("java/type", span, "a label must be a constant of the selector's type");
            return;
        };
        if !seen.insert(constant) {
            self.error("java/duplicate", span, "duplicate label");
        }
        let next = self.graph.fresh();
        let (left, right) = (value.operand, Operand::Integer(constant));
        if left != Operand::Null {
            self.graph.branch(Condition::Compare { comparison: Comparison::Equal, left, right }, start, next, span);
            self.graph.here = next;
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
        self.graph.alive = false;
        for (group, &start) in switch.groups.iter().zip(starts) {
            self.graph.statement = group.span;
            if self.graph.alive {
                // Falls through.
                self.graph.goto(start, group.span);
            }
            self.graph.alive = true;
            self.graph.here = start;
            for &statement in &group.body {
                self.statement(statement);
            }
            if group.arrow {
                if self.graph.alive {
                    *passes = true;
                    if let Some(end) = arrow_end {
                        self.graph.goto(end, span);
                    }
                }
                self.graph.alive = false;
                self.variables.truncate(mark);
            }
        }
        if switch.groups.is_empty() {
            *passes = true;
        }
        if self.graph.alive
            && let Some(end) = arrow_end
        {
            self.graph.goto(end, span);
            *passes = true;
        }
        self.variables.truncate(mark);
    }

    /// `yield e`.
    pub(super) fn yield_value(&mut self, e: ExprId, span: Span) {
        let position = self.scopes.iter().rposition(|s| matches!(s, Scope::Yield { .. }));
        let Some((position, Scope::Yield { to, result: (local, ty) })) =
            position.and_then(|p| self.scopes.get(p).map(|s| (p, s)))
        else {
            self.error("java/flow", span, "there is no switch expression around this `yield`");
            self.graph.alive = false;
            return;
        };
        let (to, local, ty) = (*to, *local, *ty);
        self.evaluate_into(e, local, ty, span);
        self.unwind(position + 1, span);
        if self.graph.alive {
            self.graph.goto(to, span);
        }
        self.graph.alive = false;
    }
}
