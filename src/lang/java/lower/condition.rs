//! Conditions as branching.

use super::super::syntax::{BinaryOperator, ExprId, ExprKind, UnaryOperator};
use super::super::types::Ty;
use super::{Lowering, Target, Typed};
use crate::base::Span;
use crate::program::cfa::Location;
use crate::program::objects::{Binary, ClassId, Comparison, Condition, IntegerType, Operand, Rvalue, Unary, is_final};

impl Lowering<'_, '_> {
    /// Branches to `yes` if `e` holds, otherwise to `no`.
    pub(super) fn condition(&mut self, e: ExprId, yes: Location, no: Location) {
        let expression = self.expression(e);
        let span = expression.span;
        if let Some(constant) = self.constant(e) {
            match constant.truth() {
                Some(truth) => self.graph.goto(if truth { yes } else { no }, span),
                None => drop(self.require_boolean(constant.ty, span)),
            }
            return;
        }
        use BinaryOperator as B;
        match &expression.kind {
            ExprKind::Unary(UnaryOperator::Not, operand) => self.condition(*operand, no, yes),
            ExprKind::Binary(operator @ (B::AndThen | B::OrElse), left, right) => {
                let middle = self.graph.fresh();
                if *operator == B::AndThen {
                    self.condition(*left, middle, no);
                } else {
                    self.condition(*left, yes, middle);
                }
                self.graph.here = middle;
                self.condition(*right, yes, no);
            }
            ExprKind::Binary(operator, left, right) if comparison(*operator).is_some() => {
                let comparison = comparison(*operator).unwrap_or(Comparison::Equal);
                self.comparison(comparison, *left, *right, yes, no, span);
            }
            ExprKind::Conditional(condition, first, second) => {
                let (on_yes, on_no) = (self.graph.fresh(), self.graph.fresh());
                self.condition(*condition, on_yes, on_no);
                self.graph.here = on_yes;
                self.condition(*first, yes, no);
                self.graph.here = on_no;
                self.condition(*second, yes, no);
            }
            ExprKind::InstanceOf { operand, ty, binding } => {
                let value = self.value(*operand);
                let Some(Ty::Class(class)) = self.named_type(ty) else {
                    if let Some(name) = binding {
                        self.bind(name, Ty::Error, false, span);
                    }
                    return;
                };
                if !matches!(value.ty, Ty::Class(_) | Ty::Null | Ty::Error) {
                    self.error("java/type", span, "`instanceof` requires an object");
                    return;
                }
                let hit = if binding.is_some() { self.graph.fresh() } else { yes };
                self.instance_of(value, class, hit, no, span);
                if let Some(name) = binding {
                    self.graph.here = hit;
                    let local = self.bind(name, Ty::Class(class), false, span);
                    let generic = self.table.generic(ty, self.scope);
                    if let Some(variable) = self.variables.last_mut() {
                        variable.generic = generic;
                    }
                    self.assign(local, Rvalue::Operand(value.operand), span);
                    self.graph.goto(yes, span);
                }
            }
            _ => {
                let value = self.value(e);
                let value = self.unboxed(value, span);
                if self.require_boolean(value.ty, span) {
                    self.test(value, yes, no, span);
                }
            }
        }
    }

    fn require_boolean(&mut self, ty: Ty, span: Span) -> bool {
        if matches!(ty, Ty::Boolean | Ty::Any | Ty::Error) {
            return true;
        }
        let ty = self.table.type_name(ty);
        self.error("java/type", span, format!("a condition must be `boolean`, not `{ty}`"));
        false
    }

    /// Branches on a boolean value.
    pub(super) fn test(&mut self, value: Typed, yes: Location, no: Location, span: Span) {
        match value.operand {
            Operand::Boolean(truth) => self.graph.goto(if truth { yes } else { no }, span),
            left if value.ty == Ty::Boolean => {
                let right = Operand::Boolean(true);
                let condition = Condition::Compare { comparison: Comparison::Equal, left, right };
                self.graph.branch(condition, yes, no, span);
            }
            _ => self.graph.branch(Condition::Unknown, yes, no, span),
        }
    }

    /// The value of a condition in a local.
    pub(super) fn truth(&mut self, e: ExprId, target: Target) -> Typed {
        let span = self.span(e);
        if let ExprKind::Unary(UnaryOperator::Not, operand) = self.expression(e).kind
            && !self.is_branching(operand)
        {
            let value = self.value(operand);
            let value = self.unboxed(value, span);
            if !self.require_boolean(value.ty, span) || value.ty == Ty::Error {
                return Typed::error();
            }
            let local = self.place(target, Ty::Boolean);
            self.assign(local, Rvalue::Unary(Unary::Not, value.operand), span);
            return Typed::new(Operand::Local(local), Ty::Boolean);
        }
        let (yes, no, after) = (self.graph.fresh(), self.graph.fresh(), self.graph.fresh());
        self.condition(e, yes, no);
        let local = self.place(target, Ty::Boolean);
        for (start, truth) in [(yes, true), (no, false)] {
            self.graph.here = start;
            self.assign(local, Rvalue::Operand(Operand::Boolean(truth)), span);
            self.graph.goto(after, span);
        }
        self.graph.here = after;
        Typed::new(Operand::Local(local), Ty::Boolean)
    }

    /// Whether the value of a condition requires branching.
    fn is_branching(&self, e: ExprId) -> bool {
        match &self.expression(e).kind {
            ExprKind::Binary(operator, ..) => {
                comparison(*operator).is_some() || matches!(operator, BinaryOperator::AndThen | BinaryOperator::OrElse)
            }
            ExprKind::InstanceOf { .. } | ExprKind::Conditional(..) => true,
            ExprKind::Unary(UnaryOperator::Not, operand) => self.is_branching(*operand),
            _ => false,
        }
    }

    fn comparison(&mut self, how: Comparison, left: ExprId, right: ExprId, yes: Location, no: Location, span: Span) {
        let mut a = self.value(left);
        a = self.protect(a, &[right], self.span(left));
        let mut b = self.value(right);
        let equality = matches!(how, Comparison::Equal | Comparison::NotEqual);
        let references = a.ty.is_reference() && b.ty.is_reference();
        if !(equality && references) {
            (a, b) = (self.unboxed(a, span), self.unboxed(b, span));
        }
        match (a.ty, b.ty) {
            (Ty::Error, _) | (_, Ty::Error) => {}
            (Ty::Boolean, Ty::Boolean) if equality => self.boolean_comparison(how, a, b, yes, no, span),
            (x, y) if equality && references => {
                if let (Ty::Class(x), Ty::Class(y)) = (x, y)
                    && !self.related(x, y)
                {
                    let (x, y) = (self.table.type_name(Ty::Class(x)), self.table.type_name(Ty::Class(y)));
                    self.error("java/type", span, format!("`{x}` and `{y}` have no objects in common"));
                }
                let is_null = |value: Typed| value.operand == Operand::Null;
                if (a.never_null && is_null(b)) || (b.never_null && is_null(a)) {
                    self.graph.goto(if how == Comparison::Equal { no } else { yes }, span);
                    return;
                }
                let condition = Condition::Compare { comparison: how, left: a.operand, right: b.operand };
                self.graph.branch(condition, yes, no, span);
            }
            (x, y) if x.is_integral() && y.is_integral() => {
                let condition = Condition::Compare { comparison: how, left: a.operand, right: b.operand };
                self.graph.branch(condition, yes, no, span);
            }
            (x, y) if (x.is_numeric() || x == Ty::Any) && (y.is_numeric() || y == Ty::Any) => {
                self.graph.branch(Condition::Unknown, yes, no, span);
            }
            (x, y) if equality && (x == Ty::Any || y == Ty::Any) && !x.is_reference() && !y.is_reference() => {
                self.graph.branch(Condition::Unknown, yes, no, span);
            }
            (x, y) => {
                let (x, y) = (self.table.type_name(x), self.table.type_name(y));
                self.error("java/type", span, format!("`{x}` and `{y}` cannot be compared with this operator"));
                if a.erased || b.erased {
                    self.advise_cast();
                }
            }
        }
    }

    /// Compares booleans; boolean locals are only compared with constants.
    fn boolean_comparison(&mut self, how: Comparison, a: Typed, b: Typed, yes: Location, no: Location, span: Span) {
        let (same, different) = if how == Comparison::Equal { (yes, no) } else { (no, yes) };
        match (a.operand, b.operand) {
            (Operand::Boolean(x), _) => {
                let (yes, no) = if x { (same, different) } else { (different, same) };
                self.test(b, yes, no, span);
            }
            (_, Operand::Boolean(y)) => {
                let (yes, no) = if y { (same, different) } else { (different, same) };
                self.test(a, yes, no, span);
            }
            (left, right) => {
                let local = self.temporary(Ty::Boolean);
                self.assign(local, Rvalue::Binary { operator: Binary::Xor, ty: IntegerType::INT, left, right }, span);
                self.test(Typed::new(Operand::Local(local), Ty::Boolean), different, same, span);
            }
        }
    }

    /// `value instanceof class`; the static type may already decide it, except for null.
    fn instance_of(&mut self, value: Typed, class: ClassId, yes: Location, no: Location, span: Span) {
        match value.ty {
            Ty::Class(from) if self.table.is_subtype(from, class) && value.never_null => self.graph.goto(yes, span),
            Ty::Class(from) if self.table.is_subtype(from, class) => {
                let condition =
                    Condition::Compare { comparison: Comparison::NotEqual, left: value.operand, right: Operand::Null };
                self.graph.branch(condition, yes, no, span);
            }
            Ty::Class(from) if !self.related(from, class) => {
                let (from, to) = (self.table.type_name(value.ty), self.table.type_name(Ty::Class(class)));
                self.error("java/type", span, format!("`{from}` and `{to}` have no objects in common"));
            }
            _ => self.instance_test(value.operand, class, yes, no, span),
        }
    }

    /// Branches on the class of an object. All classes are known, so a test for an interface
    /// becomes a test for each of the topmost classes that implement it. What is not followed may belong to a class of the library that others
    /// extend, or be any array.
    pub(super) fn instance_test(&mut self, operand: Operand, class: ClassId, yes: Location, no: Location, span: Span) {
        if self.table.is_opaque(class) && !is_final(&self.table.classes[class].name) {
            self.graph.branch(Condition::Unknown, yes, no, span);
            return;
        }
        let mut classes = vec![class];
        if self.table.classes[class].is_interface {
            let is_object = |c: ClassId| !self.table.classes[c].is_interface && !self.table.is_opaque(c);
            let implements = |&c: &ClassId| is_object(c) && self.table.is_subtype(c, class);
            let all: Vec<ClassId> = self.table.classes.indices().filter(implements).collect();
            let topmost = |c: &ClassId| self.table.classes[*c].superclass.is_none_or(|s| !all.contains(&s));
            classes = all.iter().copied().filter(topmost).collect();
        }
        for class in classes {
            let next = self.graph.fresh();
            self.graph.branch(Condition::InstanceOf { operand, class, negated: false }, yes, next, span);
            self.graph.here = next;
        }
        if self.table.classes[class].is_interface && self.table.classes[class].library.is_some() {
            // Objects of the library may implement it.
            self.graph.branch(Condition::Unknown, yes, no, span);
        } else {
            self.graph.goto(no, span);
        }
    }
}

/// The comparison that an operator stands for.
fn comparison(operator: BinaryOperator) -> Option<Comparison> {
    Some(match operator {
        BinaryOperator::Equal => Comparison::Equal,
        BinaryOperator::NotEqual => Comparison::NotEqual,
        BinaryOperator::Less => Comparison::Less,
        BinaryOperator::LessEqual => Comparison::LessEqual,
        BinaryOperator::Greater => Comparison::Greater,
        BinaryOperator::GreaterEqual => Comparison::GreaterEqual,
        _ => return None,
    })
}
