//! Values of expressions.

use super::super::classes::{FieldPosition, Generic, Inferred};
use super::super::constants::Constant;
use super::super::library::box_of;
use super::super::syntax::{ExprId, ExprKind, Literal, TypeRef, UnaryOperator};
use super::super::types::Ty;
use super::{Lowering, Target, Typed};
use crate::base::{Diagnostic, Span};
use crate::program::objects::{Binary, ClassId, LocalId, Operand, Operation, Rvalue, Unary};

impl Lowering<'_, '_> {
    /// Evaluates `e`.
    pub(super) fn value(&mut self, e: ExprId) -> Typed {
        let value = self.lower(e, None);
        if value.ty == Ty::Void {
            return self.error("java/type", self.span(e), "this call has no value");
        }
        value
    }

    /// Evaluates `e` where a value of type `ty` is needed.
    pub(super) fn value_of_type(&mut self, e: ExprId, ty: Ty, generic: Generic, span: Span) -> Operand {
        let takes_on = match self.expression(e).kind {
            ExprKind::Switch(_) | ExprKind::ArrayValues(_) => ty != Ty::Error,
            ExprKind::Conditional(..) | ExprKind::Lambda(_) | ExprKind::Reference { .. } => ty.is_reference(),
            _ => false,
        };
        if takes_on {
            // Its type is the expected one (JLS 15.25, 15.28.1).
            let local = self.temporary(ty);
            self.generics.insert(local, generic);
            self.evaluate_into(e, local, ty, span);
            return Operand::Local(local);
        }
        let value = self.value(e);
        self.convert(value, ty, None, span)
    }

    /// Evaluates `e` into a local of type `ty`; `span` is the whole declaration or assignment.
    pub(super) fn evaluate_into(&mut self, e: ExprId, local: LocalId, ty: Ty, span: Span) {
        let before = self.graph.emitted();
        let mut value = self.lower(e, Some((local, ty)));
        if value.ty == Ty::Void {
            value = self.error("java/type", self.span(e), "this call has no value");
        }
        let operand = self.convert(value, ty, Some((local, ty)), self.span(e));
        if operand != Operand::Local(local) {
            self.assign(local, Rvalue::Operand(operand), span);
        }
        // Earlier computations belong to another statement.
        if self.graph.emitted() > before {
            self.graph.widen_last(local, span);
        }
    }

    /// Evaluates `e`; if that takes an operation, it may compute into `target`.
    pub(super) fn lower(&mut self, e: ExprId, target: Target) -> Typed {
        let expression = self.expression(e);
        let span = expression.span;
        use ExprKind as E;
        if matches!(expression.kind, E::Unary(..) | E::Binary(..) | E::Conditional(..) | E::Cast(..))
            && let Some(constant) = self.constant(e)
        {
            return constant_value(constant);
        }
        match &expression.kind {
            E::Literal(literal) => {
                let is_text = *literal == Literal::Text;
                Typed { literal: is_text.then_some(e), ..self.literal(*literal, target, span) }
            }
            E::Name(name) => self.name(name, target, span),
            E::Field { object, name } => self.field(e, *object, name, target, span),
            E::Index { array, index } => self.element(*array, *index, target, span),
            E::SuperField(name) => {
                let superclass = self.table.classes[self.class].superclass;
                let (Some(this), Some(class)) = (self.this(span), superclass) else { return Typed::error() };
                let generic = Some(self.table.own_term(self.class));
                self.load(this, class, generic, name, target, span)
            }
            E::This => match self.this(span) {
                Some(this) => self.reference(this, self.class),
                None => Typed::error(),
            },
            E::ThisOf(name) => self.this_of(*name, span),
            E::Lambda(_) | E::Reference { .. } => self.function_value(e),
            E::ClassLiteral(name) => self.class_literal(*name, target, span),
            E::Call { receiver, name, arguments } => {
                let result = self.call(receiver, name, arguments, target, true, span);
                self.note_call();
                result
            }
            E::ConstructorCall { .. } => {
                self.error("java/syntax", span, "a constructor call is only allowed at the start of a constructor")
            }
            E::New(creation) => {
                let made = self.creation(creation, target, span);
                if !creation.arguments.is_empty() {
                    self.note_call();
                }
                made
            }
            E::Unary(operator, operand) => self.unary(e, *operator, *operand, target, span),
            E::Increment { prefix, decrement, target: changed } => {
                self.increment(*changed, *prefix, *decrement, false, span)
            }
            E::Binary(operator, left, right) => self.binary(e, *operator, *left, *right, target, span),
            E::Assign { target: changed, operator, value } => match operator {
                None => self.assignment(*changed, *value, span),
                Some(operator) => self.compound_assignment(*changed, *operator, *value, span),
            },
            E::Conditional(condition, yes, no) => self.conditional(*condition, *yes, *no, target, span),
            E::Cast(ty, operand) => {
                let Some(to) = self.named_type(ty) else {
                    self.value(*operand);
                    return Typed::error();
                };
                let value = self.value(*operand);
                let generic = self.table.generic(ty, self.scope);
                if let (Ty::Function(_), Ty::Class(class)) = (value.ty, to) {
                    let object = self.function_object(value, class, generic, None, span);
                    return Typed { generic, ..Typed::new(object, to) };
                }
                Typed { generic, ..self.cast(value, to, target, span) }
            }
            E::InstanceOf { .. } => self.truth(e, target),
            E::Switch(switch) => self.switch_expression(switch, target, span),
            E::NewArray { ty, sizes, values } => self.new_array(ty, sizes, *values, target, span),
            E::ArrayValues(values) => self.array_values(values, target, span),
            E::Erroneous => Typed::error(),
        }
    }

    /// Evaluates `e` for its effects.
    pub(super) fn effect(&mut self, e: ExprId) {
        let span = self.span(e);
        match &self.expression(e).kind {
            ExprKind::Call { receiver, name, arguments } => {
                self.call(receiver, name, arguments, None, false, span);
                self.note_call();
            }
            ExprKind::Increment { decrement, target, .. } => {
                self.increment(*target, true, *decrement, true, span);
            }
            _ => {
                self.lower(e, None);
            }
        }
    }

    /// The type denoted by a name.
    pub(super) fn named_type(&mut self, ty: &TypeRef) -> Option<Ty> {
        let before = self.diagnostics.len();
        let resolved = self.table.resolve(ty, self.scope, self.diagnostics);
        self.give_up_since(before);
        resolved.map(|(ty, _)| ty)
    }

    fn literal(&mut self, literal: Literal, target: Target, span: Span) -> Typed {
        match literal {
            Literal::Int(n) => Typed::new(Operand::Integer(i64::from(n)), Ty::Int),
            Literal::Long(n) => Typed::new(Operand::Integer(n), Ty::Long),
            Literal::Character(c) => Typed::new(Operand::Integer(i64::from(c)), Ty::Char),
            Literal::Boolean(b) => Typed::new(Operand::Boolean(b), Ty::Boolean),
            Literal::Null => Typed::new(Operand::Null, Ty::Null),
            // No operation reads the values of floating-point numbers.
            Literal::Float(_) => Typed::new(Operand::Integer(0), Ty::Float),
            Literal::Double(_) => Typed::new(Operand::Integer(0), Ty::Double),
            Literal::Text => self.text(target, span),
        }
    }

    /// A string.
    pub(super) fn text(&mut self, target: Target, span: Span) -> Typed {
        let string = self.table.library("String").unwrap_or(ClassId(0));
        self.opaque(target, Ty::Class(string), span)
    }

    /// The class named by an expression, if it is not a variable or field.
    pub(super) fn named_class(&mut self, e: ExprId) -> Option<ClassId> {
        let path = self.table.path_of(e)?;
        let first = path.first()?;
        if self.is_variable(first) {
            return None;
        }
        self.table.find_path(&path, Some(self.class))
    }

    fn field(&mut self, e: ExprId, object: ExprId, name: &super::Name, target: Target, span: Span) -> Typed {
        if let Some(constant) = self.constant(e) {
            return constant_value(constant);
        }
        if let Some(class) = self.named_class(object) {
            return match self.table.field(class, name) {
                Some(place) if self.table.field_at(place).is_static => self.static_field(place, target, span),
                Some(_) => self.error("java/static", span, format!("`{name}` is not a static field")),
                None => self.unknown_field(class, name, span),
            };
        }
        let holder = object;
        let object = self.value(object);
        let object = self.actual(object, span);
        let Ty::Class(class) = object.ty else {
            if object.ty != Ty::Error {
                let ty = self.table.type_name(object.ty);
                self.error("java/type", span, format!("a value of type `{ty}` has no fields"));
            }
            return Typed::error();
        };
        if let Some(place) = self.table.field(class, name).filter(|&p| self.table.field_at(p).is_static) {
            return self.static_field(place, target, span);
        }
        if &**name == "length" && self.table.element(object.ty).is_some() {
            return self.length(holder, object, target, span);
        }
        let base = self.local_for(object, span);
        let value = self.load(base, class, object.generic, name, target, span);
        if value.ty == Ty::Error && object.erased {
            self.advise_cast();
        }
        value
    }

    /// Adds to the last error that a type variable is the cause.
    pub(super) fn advise_cast(&mut self) {
        if let Some(last) = self.diagnostics.last_mut().filter(|d| d.suggestion.is_none()) {
            last.code = "java/unsupported";
            last.suggestion =
                Some("generic types are erased; assign it to a local variable of its class first".to_owned());
        }
        self.give_up_since(self.diagnostics.len().saturating_sub(1));
    }

    /// The local that holds a value.
    pub(super) fn local_for(&mut self, value: Typed, span: Span) -> LocalId {
        if let Operand::Local(local) = value.operand {
            return local;
        }
        let local = self.temporary(value.ty);
        self.assign(local, Rvalue::Operand(value.operand), span);
        local
    }

    pub(super) fn unknown_field(&mut self, class: ClassId, name: &str, span: Span) -> Typed {
        let ty = self.table.type_name(Ty::Class(class));
        if let Some(what) = self.table.classes[class].unmodelled {
            return self.error("java/unsupported", span, format!("{what} not supported"));
        }
        if self.table.is_incomplete(class) || self.table.classes[class].library.is_some() {
            let message = format!("`{name}` may be declared in a class that is not given");
            return self.error("java/unsupported", span, message);
        }
        let advice = self.table.suggest_field(class, name, &[]);
        let message = format!("class `{ty}` has no field `{name}`");
        self.report(Diagnostic::error("java/unknown-name", span, message).suggest(advice));
        Typed::error()
    }

    /// Reports that a field cannot be used because of its type or name.
    pub(super) fn unmodelled_field(&mut self, place: FieldPosition, span: Span) -> Typed {
        let field = self.table.field_at(place);
        let name = field.name.clone();
        if field.is_ambiguous {
            let message =
                format!("field hiding is not supported: a subclass or superclass also declares a field `{name}`");
            self.report(Diagnostic::error("java/unsupported", span, message).suggest("rename one of them".to_owned()));
            return Typed::error();
        }
        self.error("java/unsupported", span, format!("the type of the field `{name}` is not supported"))
    }

    /// `base.name` for an instance field.
    pub(super) fn load(
        &mut self,
        base: LocalId,
        class: ClassId,
        through: Generic,
        name: &str,
        target: Target,
        span: Span,
    ) -> Typed {
        let Some(place) = self.table.field(class, name) else { return self.unknown_field(class, name, span) };
        let field = self.table.field_at(place);
        let (ty, erased, generic) = (field.ty, field.erased, field.generic);
        let (Some(field), false) = (field.id, field.is_static) else { return self.static_field(place, target, span) };
        if ty == Ty::Error || self.table.field_at(place).is_ambiguous {
            return self.unmodelled_field(place, span);
        }
        let local = self.place(target, ty);
        self.dereference(Operation::Load { target: local, base, field }, Operand::Local(base), span);
        let generic = self.table.seen_through(generic, through, place.class, &Inferred::new());
        Typed { erased, generic, ..Typed::new(Operand::Local(local), ty) }
    }

    fn unary(&mut self, e: ExprId, operator: UnaryOperator, operand: ExprId, target: Target, span: Span) -> Typed {
        if operator == UnaryOperator::Not {
            return self.truth(e, target);
        }
        let value = self.value(operand);
        let value = self.unboxed(value, span);
        if value.ty == Ty::Error {
            return value;
        }
        let ty = value.ty.promoted_with(Ty::Int);
        if !value.ty.is_numeric() && value.ty != Ty::Any || (operator == UnaryOperator::Complement && ty.is_floating())
        {
            let ty = self.table.type_name(value.ty);
            return self.error("java/type", span, format!("this operator does not apply to `{ty}`"));
        }
        if ty.is_floating() {
            return if operator == UnaryOperator::Plus { value } else { self.unknown(target, ty, span) };
        }
        let value = match operator {
            UnaryOperator::Plus => return Typed::new(value.operand, ty),
            UnaryOperator::Minus => Rvalue::Binary {
                operator: Binary::Subtract,
                ty: ty.promoted(),
                left: Operand::Integer(0),
                right: value.operand,
            },
            _ => Rvalue::Unary(Unary::Complement(ty.promoted()), value.operand),
        };
        let local = self.place(target, ty);
        self.assign(local, value, span);
        Typed::new(Operand::Local(local), ty)
    }

    fn conditional(&mut self, condition: ExprId, yes: ExprId, no: ExprId, target: Target, span: Span) -> Typed {
        let (first, second, after) = (self.graph.fresh(), self.graph.fresh(), self.graph.fresh());
        self.condition(condition, first, second);
        // A conditional of references has the expected type, if there is one; one of numbers or booleans
        // has its own type, to which boxes are converted (JLS 15.25).
        if let Some((local, ty)) = target.filter(|&(_, ty)| !self.may_be_box(ty)) {
            for (start, e) in [(first, yes), (second, no)] {
                self.graph.here = start;
                self.evaluate_into(e, local, ty, self.span(e));
                self.graph.goto(after, span);
            }
            self.graph.here = after;
            return Typed::new(Operand::Local(local), ty);
        }
        let mut ends = Vec::new();
        for (start, e) in [(first, yes), (second, no)] {
            self.graph.here = start;
            let value = self.value(e);
            ends.push((value, self.graph.here, self.span(e)));
        }
        let Some(ty) = self.common_type(ends[0].0, ends[1].0) else {
            for &(_, end, span) in &ends {
                self.graph.here = end;
                self.graph.goto(after, span);
            }
            self.graph.here = after;
            let (x, y) = (self.table.type_name(ends[0].0.ty), self.table.type_name(ends[1].0.ty));
            return self.error("java/unsupported", span, format!("a value of type `{x}` or `{y}` is not supported"));
        };
        let local = self.temporary(ty);
        let generic = ends.iter().find_map(|(value, ..)| value.generic.filter(|_| value.ty == ty));
        self.generics.insert(local, generic);
        for (value, end, span) in ends {
            self.graph.here = end;
            let operand = self.convert(value, ty, Some((local, ty)), span);
            if operand != Operand::Local(local) {
                self.assign(local, Rvalue::Operand(operand), span);
            }
            self.graph.goto(after, span);
        }
        self.graph.here = after;
        Typed::new(Operand::Local(local), ty)
    }

    /// The box class of a primitive type; other types are unchanged.
    fn boxed_type(&mut self, ty: Ty) -> Ty {
        box_of(ty).and_then(|name| self.table.library(name)).map_or(ty, Ty::Class)
    }

    /// Whether a value of the type may be a box.
    fn may_be_box(&self, ty: Ty) -> bool {
        let Ty::Class(class) = ty else { return false };
        let class = &self.table.classes[class];
        let above = matches!(&*class.name, "Object" | "Number" | "Comparable" | "Serializable");
        self.unboxed_type(ty).is_some() || (above && class.library.is_some())
    }

    /// The type of a conditional whose branches have different types, if both are (boxed) numbers or booleans.
    fn opened_type(&self, a: Ty, b: Ty) -> Option<Ty> {
        let opened = |ty: Ty| if ty.is_primitive() { Some(ty) } else { self.unboxed_type(ty) };
        match (opened(a)?, opened(b)?) {
            (x, y) if x == y => Some(x),
            (x, y) if x.is_numeric() && y.is_numeric() => Some(x.promoted_with(y)),
            _ => None,
        }
    }

    /// The type of a conditional with these values, if it is known.
    pub(super) fn common_type(&mut self, a: Typed, b: Typed) -> Option<Ty> {
        let constant = |value: Typed| match value.operand {
            Operand::Integer(n) => Some(n),
            _ => None,
        };
        Some(match (a.ty, b.ty) {
            (Ty::Error, _) | (_, Ty::Error) => Ty::Error,
            (x, y) if x == y => x,
            (Ty::Any, ty) | (ty, Ty::Any) if ty.is_primitive() => ty,
            (Ty::Null, Ty::Class(_)) => b.ty,
            (Ty::Class(_), Ty::Null) => a.ty,
            (Ty::Null, ty) | (ty, Ty::Null) if ty.is_primitive() => self.boxed_type(ty),
            // A function is what the other value is.
            (Ty::Class(interface), Ty::Function(e)) | (Ty::Function(e), Ty::Class(interface))
                if self.table.suits_function(interface, e) =>
            {
                Ty::Class(interface)
            }
            (x, y) if x.is_numeric() && y.is_numeric() => {
                Ty::of_numeric_conditional((x, constant(a)), (y, constant(b)))
            }
            (x, y) if self.opened_type(x, y).is_some() => self.opened_type(x, y).unwrap_or(Ty::Error),
            (x, y) if x.is_primitive() && y.is_reference() || x.is_reference() && y.is_primitive() => {
                let boxed = |value: Typed, ty| Typed { ty, ..value };
                let (x, y) = (self.boxed_type(x), self.boxed_type(y));
                return self.common_type(boxed(a, x), boxed(b, y));
            }
            (Ty::Class(x), Ty::Class(y)) => {
                let object = self.table.object();
                let mut common = self.table.supertypes(x);
                common.retain(|&c| c != object && self.table.is_subtype(y, c));
                // A minimal one.
                let is_least = |&&c: &&ClassId| !common.iter().any(|&d| d != c && self.table.is_subtype(d, c));
                Ty::Class(common.iter().find(is_least).copied().unwrap_or(object))
            }
            _ => return None,
        })
    }
}

/// The value of a constant; floating-point values are not tracked.
pub(super) fn constant_value(constant: Constant) -> Typed {
    match (constant.truth(), constant.integer()) {
        (Some(truth), _) => Typed::new(Operand::Boolean(truth), Ty::Boolean),
        (None, value) => Typed::new(Operand::Integer(value.unwrap_or(0)), constant.ty),
    }
}
