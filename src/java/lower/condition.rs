//! Conditions as branching.

use super::super::syntax::{BinaryOperator, ExprId, ExprKind, Tree, UnaryOperator};
use super::super::types::Ty;
use super::{Emitter, Lowering, Target, Typed};
use base::{Span, msg};
use program::cfa::Location;
use program::objects::{
    Binary, ClassId, Comparison, Condition, Function, IntegerType, Operand, Rvalue, Unary, is_final,
};

/// Where code continues after a condition.
#[derive(Clone, Copy)]
pub(super) struct Branches {
    /// If it holds.
    pub yes: Location,
    /// If it does not hold.
    pub no: Location,
}

impl Branches {
    /// Those of the opposite condition.
    fn negated(self) -> Self {
        Self { yes: self.no, no: self.yes }
    }

    /// The one for a condition of which it is known whether it holds.
    fn taken(self, holds: bool) -> Location {
        if holds { self.yes } else { self.no }
    }
}

impl Emitter<'_, '_> {
    fn require_boolean(&mut self, ty: Ty, span: Span) -> bool {
        if matches!(ty, Ty::Boolean | Ty::Any | Ty::Error) {
            return true;
        }
        let ty = self.table.type_name(ty);
        self.error("java/type", span, msg!("a condition must be `boolean`, not `{ty}`"));
        false
    }

    /// Branches on a boolean value.
    pub(super) fn test(&mut self, value: Typed, to: Branches, span: Span) {
        match value.operand {
            Operand::Boolean(truth) => self.graph.goto(to.taken(truth), span),
            left if value.ty == Ty::Boolean => {
                let right = Operand::Boolean(true);
                let condition = Condition::Compare { comparison: Comparison::Equal, left, right };
                self.graph.branch(condition, to.yes, to.no, span);
            }
            _ => self.graph.branch(Condition::Unknown, to.yes, to.no, span),
        }
    }

    /// Compares booleans; boolean locals are only compared with constants.
    fn boolean_comparison(&mut self, how: Comparison, a: Typed, b: Typed, to: Branches, span: Span) {
        let equal = if how == Comparison::Equal { to } else { to.negated() };
        match (a.operand, b.operand) {
            (Operand::Boolean(true), _) => self.test(b, equal, span),
            (Operand::Boolean(false), _) => self.test(b, equal.negated(), span),
            (_, Operand::Boolean(true)) => self.test(a, equal, span),
            (_, Operand::Boolean(false)) => self.test(a, equal.negated(), span),
            (left, right) => {
                let local = self.temporary(Ty::Boolean);
                self.assign(local, Rvalue::Binary { operator: Binary::Xor, ty: IntegerType::INT, left, right }, span);
                self.test(Typed::new(Operand::Local(local), Ty::Boolean), equal.negated(), span);
            }
        }
    }

    /// `value instanceof class`; the static type may already decide it, except for null.
    fn instance_of(&mut self, value: Typed, class: ClassId, to: Branches, span: Span) {
        match value.ty {
            Ty::Class(from) if self.table.is_subtype(from, class) && value.never_null => self.graph.goto(to.yes, span),
            Ty::Class(from) if self.table.is_subtype(from, class) => {
                let condition =
                    Condition::Compare { comparison: Comparison::NotEqual, left: value.operand, right: Operand::Null };
                self.graph.branch(condition, to.yes, to.no, span);
            }
            Ty::Class(from) if !self.table.related(from, class) => {
                if let Some(message) = self.unclear(value.ty, Ty::Class(class)) {
                    self.error("java/unsupported", span, message);
                    return;
                }
                let (from, class) = (self.table.type_name(value.ty), self.table.type_name(Ty::Class(class)));
                self.error("java/type", span, msg!("`{from}` and `{class}` have no objects in common"));
            }
            _ => self.instance_test(value.operand, class, to, span),
        }
    }

    /// Whether objects of the program may belong to a class.
    fn may_be_extended(&self, class: ClassId) -> bool {
        let own = self.table.classes.iter_enumerated().filter(|(_, info)| info.library.is_none());
        own.map(|(own, _)| own).any(|own| self.table.is_subtype(own, class) || self.table.is_incomplete(own))
    }

    /// Branches on the class of an object. All classes are known, so a test for an interface
    /// becomes a test for each of the topmost classes that implement it. What is not followed may belong to a class of the library that others
    /// extend, or be any array.
    pub(super) fn instance_test(&mut self, operand: Operand, class: ClassId, to: Branches, span: Span) {
        if self.table.is_opaque(class) && !is_final(&self.table.classes[class].name) && self.may_be_extended(class) {
            let test = (Function::InstanceOf(class), vec![operand]);
            self.graph.branch_by(Condition::Unknown, test, to.yes, to.no, span);
            return;
        }
        // The library asks for what its classes are here.
        if self.table.is_of_program(self.class) && self.table.is_unlike_given(class) {
            let (stop, object) = (self.graph.fresh(), self.table.object());
            self.test_classes(operand, &self.table.given_collections(), stop, span);
            let after = std::mem::replace(&mut self.graph.here, stop);
            self.graph.give_up(&self.undecided(Ty::Class(object), Ty::Class(class)), span);
            self.graph.here = after;
        }
        self.test_classes(operand, &self.classes_of(class), to.yes, span);
        if self.table.classes[class].is_interface && self.table.classes[class].library.is_some() {
            // Objects of the library may implement it.
            self.graph.branch(Condition::InstanceOf { operand, class, negated: false }, to.yes, to.no, span);
        } else {
            self.graph.goto(to.no, span);
        }
    }

    /// The same, but what is not followed belongs to the class.
    pub(super) fn known_instance_test(&mut self, operand: Operand, class: ClassId, to: Branches, span: Span) {
        let mut classes = self.classes_of(class);
        let last = match self.table.classes[class].is_interface && self.table.classes[class].library.is_some() {
            true => class,
            false => classes.pop().unwrap_or(class),
        };
        self.test_classes(operand, &classes, to.yes, span);
        let fails = Condition::KnownInstanceOf { operand, class: last, negated: true };
        self.graph.branch(fails, to.no, to.yes, span);
    }

    /// The topmost classes whose objects belong to a class or interface.
    fn classes_of(&self, class: ClassId) -> Vec<ClassId> {
        if !self.table.classes[class].is_interface {
            return vec![class];
        }
        let is_object = |c: ClassId| !self.table.classes[c].is_interface && !self.table.is_opaque(c);
        let implements = |&c: &ClassId| is_object(c) && self.table.is_subtype(c, class);
        let all: Vec<ClassId> = self.table.classes.indices().filter(implements).collect();
        let topmost = |c: &ClassId| self.table.classes[*c].superclass.is_none_or(|s| !all.contains(&s));
        all.iter().copied().filter(topmost).collect()
    }

    /// Goes to `hit` if an object belongs to one of these classes.
    pub(super) fn test_classes(&mut self, operand: Operand, classes: &[ClassId], hit: Location, span: Span) {
        for &class in classes {
            let next = self.graph.fresh();
            self.graph.branch(Condition::InstanceOf { operand, class, negated: false }, hit, next, span);
            self.graph.here = next;
        }
    }
}

impl Lowering<'_, '_> {
    /// Branches on whether `e` holds.
    pub(super) fn condition(&mut self, e: ExprId, to: Branches) {
        let expression = self.expression(e);
        let span = expression.span;
        if let Some(constant) = self.constant(e) {
            match constant.truth() {
                Some(truth) => self.code.graph.goto(to.taken(truth), span),
                None => drop(self.code.require_boolean(constant.ty, span)),
            }
            return;
        }
        use BinaryOperator as B;
        match &expression.kind {
            ExprKind::Unary(UnaryOperator::Not, operand) => self.condition(*operand, to.negated()),
            ExprKind::Binary(operator @ (B::AndThen | B::OrElse), left, right) => {
                let middle = self.code.graph.fresh();
                if *operator == B::AndThen {
                    self.condition(*left, Branches { yes: middle, ..to });
                } else {
                    self.condition(*left, Branches { no: middle, ..to });
                }
                self.code.graph.here = middle;
                self.condition(*right, to);
            }
            ExprKind::Binary(operator, left, right) if comparison(*operator).is_some() => {
                let comparison = comparison(*operator).unwrap_or(Comparison::Equal);
                self.comparison(comparison, *left, *right, to, span);
            }
            ExprKind::Conditional(condition, first, second) => {
                let (on_yes, on_no) = (self.code.graph.fresh(), self.code.graph.fresh());
                self.condition(*condition, Branches { yes: on_yes, no: on_no });
                self.code.graph.here = on_yes;
                self.condition(*first, to);
                self.code.graph.here = on_no;
                self.condition(*second, to);
            }
            ExprKind::InstanceOf { operand, ty, binding } => {
                let value = self.value(*operand);
                let Some(Ty::Class(class)) = self.code.named_type(ty) else {
                    if let Some(name) = binding {
                        self.bind(name, Ty::Error, false, span);
                    }
                    return;
                };
                if !matches!(value.ty, Ty::Class(_) | Ty::Null | Ty::Error) {
                    self.code.error("java/type", span, msg!("`instanceof` requires an object"));
                    return;
                }
                let hit = if binding.is_some() { self.code.graph.fresh() } else { to.yes };
                self.code.instance_of(value, class, Branches { yes: hit, ..to }, span);
                if let Some(name) = binding {
                    self.code.graph.here = hit;
                    let local = self.bind(name, Ty::Class(class), false, span);
                    let generic = self.code.table.generic(ty, self.code.scope);
                    if let Some(variable) = self.variables.last_mut() {
                        variable.generic = generic;
                    }
                    self.code.assign(local, Rvalue::Operand(value.operand), span);
                    self.code.graph.goto(to.yes, span);
                }
            }
            _ => {
                let value = self.value(e);
                let value = self.code.unboxed_condition(value, span);
                if self.code.require_boolean(value.ty, span) {
                    self.code.test(value, to, span);
                }
            }
        }
    }

    /// The value of a condition in a local.
    pub(super) fn truth(&mut self, e: ExprId, target: Target) -> Typed {
        let span = self.span(e);
        if let ExprKind::Unary(UnaryOperator::Not, operand) = self.expression(e).kind
            && !is_branching(self.tree, operand)
        {
            let value = self.value(operand);
            let value = self.code.unboxed_condition(value, span);
            if !self.code.require_boolean(value.ty, span) || value.ty == Ty::Error {
                return Typed::error();
            }
            let local = self.code.place(target, Ty::Boolean);
            self.code.assign(local, Rvalue::Unary(Unary::Not, value.operand), span);
            return Typed::new(Operand::Local(local), Ty::Boolean);
        }
        let (yes, no, after) = (self.code.graph.fresh(), self.code.graph.fresh(), self.code.graph.fresh());
        self.condition(e, Branches { yes, no });
        let local = self.code.place(target, Ty::Boolean);
        for (start, truth) in [(yes, true), (no, false)] {
            self.code.graph.here = start;
            self.code.assign(local, Rvalue::Operand(Operand::Boolean(truth)), span);
            self.code.graph.goto(after, span);
        }
        self.code.graph.here = after;
        Typed::new(Operand::Local(local), Ty::Boolean)
    }

    fn comparison(&mut self, how: Comparison, left: ExprId, right: ExprId, to: Branches, span: Span) {
        let mut a = self.value(left);
        a = self.protect(a, &[right], self.span(left));
        let mut b = self.value(right);
        let equality = matches!(how, Comparison::Equal | Comparison::NotEqual);
        let references = a.ty.is_reference() && b.ty.is_reference();
        if !(equality && references) {
            (a, b) = (self.code.unboxed(a, span), self.code.unboxed(b, span));
        }
        match (a.ty, b.ty) {
            (Ty::Error, _) | (_, Ty::Error) => {}
            (Ty::Boolean, Ty::Boolean) if equality => self.code.boolean_comparison(how, a, b, to, span),
            (x, y) if equality && references => {
                if let (Ty::Class(x), Ty::Class(y)) = (x, y)
                    && !self.code.table.related(x, y)
                {
                    let (x, y) = (self.code.table.type_name(Ty::Class(x)), self.code.table.type_name(Ty::Class(y)));
                    self.code.error("java/type", span, msg!("`{x}` and `{y}` have no objects in common"));
                }
                let is_null = |value: Typed| value.operand == Operand::Null;
                if (a.never_null && is_null(b)) || (b.never_null && is_null(a)) {
                    self.code.graph.goto(to.taken(how == Comparison::NotEqual), span);
                    return;
                }
                let condition = Condition::Compare { comparison: how, left: a.operand, right: b.operand };
                self.code.graph.branch(condition, to.yes, to.no, span);
            }
            (x, y) if x.is_integral() && y.is_integral() => {
                let condition = Condition::Compare { comparison: how, left: a.operand, right: b.operand };
                self.code.graph.branch(condition, to.yes, to.no, span);
            }
            (x, y) if (x.is_numeric() || x == Ty::Any) && (y.is_numeric() || y == Ty::Any) => {
                self.code.graph.branch(Condition::Unknown, to.yes, to.no, span);
            }
            (x, y) if equality && (x == Ty::Any || y == Ty::Any) && !x.is_reference() && !y.is_reference() => {
                self.code.graph.branch(Condition::Unknown, to.yes, to.no, span);
            }
            (x, y) => {
                let (x, y) = (self.code.table.type_name(x), self.code.table.type_name(y));
                self.code.error("java/type", span, msg!("`{x}` and `{y}` cannot be compared with this operator"));
                if a.erased || b.erased {
                    self.code.advise_cast();
                }
            }
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

/// Whether the value of a condition requires branching.
fn is_branching(tree: &Tree, e: ExprId) -> bool {
    match &tree.expressions[e].kind {
        ExprKind::Binary(operator, ..) => {
            comparison(*operator).is_some() || matches!(operator, BinaryOperator::AndThen | BinaryOperator::OrElse)
        }
        ExprKind::InstanceOf { .. } | ExprKind::Conditional(..) => true,
        ExprKind::Unary(UnaryOperator::Not, operand) => is_branching(tree, *operand),
        _ => false,
    }
}
