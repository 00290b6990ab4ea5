//! Values of expressions.

use super::super::classes::{FieldPosition, Generic, Inferred};
use super::super::constants::Constant;
use super::super::syntax::{ExprId, ExprKind, Literal, TypeRef, UnaryOperator};
use super::super::types::Ty;
use super::call::Invocation;
use super::condition::Branches;
use super::{Destination, Emitter, Lowering, Target, Typed};
use base::{Diagnostic, Span, msg};
use program::objects::{Binary, ClassId, Function, LocalId, Operand, Operation, Rvalue, Unary};

impl Emitter<'_, '_> {
    /// The type denoted by a name.
    pub(super) fn named_type(&mut self, ty: &TypeRef) -> Option<Ty> {
        let before = self.diagnostics.len();
        let resolved = self.table.resolve(ty, self.scope, self.diagnostics);
        self.give_up_since(before);
        resolved.map(|(ty, _)| ty)
    }

    /// A string.
    pub(super) fn text(&mut self, target: Target, span: Span) -> Typed {
        let string = self.table.library("String").unwrap_or(ClassId(0));
        self.opaque(target, Ty::Class(string), span)
    }

    /// A constant text, which executions know if it is given.
    pub(super) fn literal(&mut self, text: Option<&str>, target: Target, span: Span) -> Typed {
        let value = self.text(target, span);
        if let (Some(text), Ty::Class(class)) = (text, value.ty) {
            self.computed(value, Function::Text(class, text.into()), Vec::new(), None);
        }
        value
    }

    /// Says instead of the last error that a type variable is the cause: a compiler, which knows more, finds no error.
    pub(super) fn advise_cast(&mut self) {
        if let Some(last) = self.diagnostics.last_mut() {
            // What is not given is missing whatever the type is.
            if last.code != "java/no-code" {
                let words = msg!("a type argument that decides what happens here is not followed");
                self.graph.reword(&last.message, &words);
                last.message = words;
            }
            last.code = "java/unsupported";
            last.suggestion = Some(msg!("generic types are erased; assign it to a local variable of its class first"));
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
            return self.error("java/unsupported", span, msg!("{what} not supported"));
        }
        if self.table.is_incomplete(class) || self.table.classes[class].library.is_some() {
            let message = msg!("`{name}` may be declared in a class that is not given");
            return self.error("java/unsupported", span, message);
        }
        let advice = self.table.suggest_field(class, name, &[]);
        let message = msg!("class `{ty}` has no field `{name}`");
        self.report(Diagnostic::error("java/unknown-name", span, message).suggest(advice));
        Typed::error()
    }

    /// Reports that a field cannot be used because of its type or name.
    pub(super) fn unmodelled_field(&mut self, place: FieldPosition, span: Span) -> Typed {
        let field = self.table.field_at(place);
        let name = field.name.clone();
        if field.is_ambiguous {
            let message =
                msg!("field hiding is not supported: a subclass or superclass also declares a field `{name}`");
            self.report(Diagnostic::error("java/unsupported", span, message).suggest(msg!("rename one of them")));
            return Typed::error();
        }
        self.error("java/unsupported", span, msg!("the type of the field `{name}` is not supported"))
    }

    /// `object.name` for an instance field of a class.
    pub(super) fn load(&mut self, object: Typed, class: ClassId, name: &str, target: Target, span: Span) -> Typed {
        let base = self.local_for(object, span);
        let Some(place) = self.table.field(class, name) else { return self.unknown_field(class, name, span) };
        let field = self.table.field_at(place);
        let (ty, erased, generic) = (field.ty, field.erased, field.generic);
        let (Some(field), false) = (field.id, field.is_static) else { return self.static_field(place, target, span) };
        if ty == Ty::Error || self.table.field_at(place).is_ambiguous {
            return self.unmodelled_field(place, span);
        }
        let local = self.place(target, ty);
        self.dereference(Operation::Load { target: local, base, field }, Operand::Local(base), span);
        let generic = self.table.seen_through(generic, object.generic, place.class, &Inferred::new());
        Typed { erased, generic, ..Typed::new(Operand::Local(local), ty) }
    }
}

impl Lowering<'_, '_> {
    /// Evaluates `e`.
    pub(super) fn value(&mut self, e: ExprId) -> Typed {
        let value = self.lower(e, None);
        if value.ty == Ty::Void {
            return self.code.error("java/type", self.span(e), msg!("this call has no value"));
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
            let local = self.code.temporary(ty);
            self.generics.insert(local, generic);
            self.evaluate_into(e, Destination { local, ty }, span);
            return Operand::Local(local);
        }
        match self.expression(e).kind {
            ExprKind::New(_) => self.expected = generic,
            ExprKind::Call { .. } => self.expected_of_call = generic.into_iter().collect(),
            _ => {}
        }
        let value = self.value(e);
        self.convert(value, ty, None, span)
    }

    /// Evaluates `e` into a local of type `ty`; `span` is the whole declaration or assignment.
    /// Returns its type before erasure.
    pub(super) fn evaluate_into(&mut self, e: ExprId, into: Destination, span: Span) -> Generic {
        let before = self.code.graph.emitted();
        let mut value = self.lower(e, Some(into));
        if value.ty == Ty::Void {
            value = self.code.error("java/type", self.span(e), msg!("this call has no value"));
        }
        let operand = self.convert(value, into.ty, Some(into), self.span(e));
        if operand != Operand::Local(into.local) {
            self.code.assign(into.local, Rvalue::Operand(operand), span);
        }
        // Earlier computations belong to another statement.
        if self.code.graph.emitted() > before {
            self.code.graph.widen_last(into.local, span);
        }
        value.generic
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
            E::Literal(literal) => self.literal(e, *literal, target, span),
            E::Name(name) => self.name(name, target, span),
            E::Field { object, name } => self.field(e, *object, name, target, span),
            E::Index { array, index } => self.element(*array, *index, target, span),
            E::SuperField(name) => {
                let superclass = self.code.table.classes[self.code.class].superclass;
                let (Some(this), Some(class)) = (self.code.this(span), superclass) else { return Typed::error() };
                let this = self.code.reference(this, self.code.class);
                self.code.load(this, class, name, target, span)
            }
            E::This => match self.code.this(span) {
                Some(this) => self.code.reference(this, self.code.class),
                None => Typed::error(),
            },
            E::ThisOf(name) => self.this_of(*name, span),
            E::Lambda(_) | E::Reference { .. } => self.function_value(e),
            E::ClassLiteral(name) => self.class_literal(*name, target, span),
            E::Call { receiver, name, arguments } => {
                let result = self.call(&Invocation { receiver, name, arguments }, target, true, span);
                self.elements.note_call(&self.code.graph);
                result
            }
            E::ConstructorCall { .. } => self.code.error(
                "java/syntax",
                span,
                msg!("a constructor call is only allowed at the start of a constructor"),
            ),
            E::New(creation) => {
                let made = self.creation(creation, target, span);
                if !creation.arguments.is_empty() {
                    self.elements.note_call(&self.code.graph);
                }
                made
            }
            E::Unary(operator, operand) => self.unary(e, *operator, *operand, target, span),
            E::Increment { prefix, decrement, target: changed } => {
                self.increment(*changed, *prefix, *decrement, false, span)
            }
            E::Binary(operator, left, right) => self.binary(e, *operator, *left, *right, target),
            E::Assign { target: changed, operator, value } => match operator {
                None => self.assignment(*changed, *value, span),
                Some(operator) => self.compound_assignment(*changed, *operator, *value, span),
            },
            E::Conditional(condition, yes, no) => self.conditional(*condition, *yes, *no, target, span),
            E::Cast(ty, operand) => {
                let Some(to) = self.code.named_type(ty) else {
                    self.value(*operand);
                    return Typed::error();
                };
                self.code.table.check_cast(ty, self.code.scope);
                let value = self.value(*operand);
                let generic = self.code.table.generic(ty, self.code.scope);
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
            E::Any { ty, is_object } => match self.code.named_type(ty) {
                // Clients pass no objects of the program where any object is taken.
                Some(ty) if *is_object && ty == Ty::Class(self.code.table.object()) => {
                    self.code.opaque(target, ty, span)
                }
                Some(ty) if *is_object && ty.is_reference() => {
                    Typed { never_null: true, ..self.code.any(Rvalue::Object, target, ty, span) }
                }
                Some(ty) => self.code.drawn(target, ty, span),
                None => Typed::error(),
            },
            E::Erroneous => Typed::error(),
        }
    }

    /// Evaluates `e` for its effects.
    pub(super) fn effect(&mut self, e: ExprId) {
        let span = self.span(e);
        match &self.expression(e).kind {
            ExprKind::Call { receiver, name, arguments } => {
                self.call(&Invocation { receiver, name, arguments }, None, false, span);
                self.elements.note_call(&self.code.graph);
            }
            ExprKind::Increment { decrement, target, .. } => {
                self.increment(*target, true, *decrement, true, span);
            }
            _ => {
                self.lower(e, None);
            }
        }
    }

    fn literal(&mut self, e: ExprId, literal: Literal, target: Target, span: Span) -> Typed {
        match literal {
            Literal::Int(n) => Typed::new(Operand::Integer(i64::from(n)), Ty::Int),
            Literal::Long(n) => Typed::new(Operand::Integer(n), Ty::Long),
            Literal::Character(c) => Typed::new(Operand::Integer(i64::from(c)), Ty::Char),
            Literal::Boolean(b) => Typed::new(Operand::Boolean(b), Ty::Boolean),
            Literal::Null => Typed::new(Operand::Null, Ty::Null),
            // No operation reads the values of floating-point numbers.
            Literal::Float(_) => Typed::new(Operand::Integer(0), Ty::Float),
            Literal::Double(_) => Typed::new(Operand::Integer(0), Ty::Double),
            Literal::Text => {
                let text = self.tree.texts.get(&e).map(|text| &**text);
                Typed { literal: Some(e), ..self.code.literal(text, target, span) }
            }
        }
    }

    /// The class named by an expression, if it is not a variable or field.
    pub(super) fn named_class(&mut self, e: ExprId) -> Option<ClassId> {
        let path = self.code.table.path_of(e)?;
        let first = path.first()?;
        if self.is_variable(first) {
            return None;
        }
        self.code.table.find_path(&path, Some(self.code.class))
    }

    fn field(&mut self, e: ExprId, object: ExprId, name: &super::Name, target: Target, span: Span) -> Typed {
        if let Some(constant) = self.constant(e) {
            return constant_value(constant);
        }
        if let Some(class) = self.named_class(object) {
            return match self.code.table.field(class, name) {
                Some(place) if self.code.table.field_at(place).is_static => self.code.static_field(place, target, span),
                Some(_) => self.code.error("java/static", span, msg!("`{name}` is not a static field")),
                None => self.code.unknown_field(class, name, span),
            };
        }
        let holder = object;
        let object = self.value(object);
        let object = self.code.actual(object, span);
        let Ty::Class(class) = object.ty else {
            if object.ty != Ty::Error {
                let ty = self.code.table.type_name(object.ty);
                self.code.error("java/type", span, msg!("a value of type `{ty}` has no fields"));
            }
            return Typed::error();
        };
        if let Some(place) = self.code.table.field(class, name).filter(|&p| self.code.table.field_at(p).is_static) {
            return self.code.static_field(place, target, span);
        }
        if &**name == "length" && self.code.table.element(object.ty).is_some() {
            return self.length(holder, object, target, span);
        }
        let value = self.code.load(object, class, name, target, span);
        if value.ty == Ty::Error && object.erased {
            self.code.advise_cast();
        }
        value
    }

    fn unary(&mut self, e: ExprId, operator: UnaryOperator, operand: ExprId, target: Target, span: Span) -> Typed {
        if operator == UnaryOperator::Not {
            return self.truth(e, target);
        }
        let value = self.value(operand);
        let value = self.code.unboxed(value, span);
        if value.ty == Ty::Error {
            return value;
        }
        let ty = value.ty.promoted_with(Ty::Int);
        if !value.ty.is_numeric() && value.ty != Ty::Any || (operator == UnaryOperator::Complement && ty.is_floating())
        {
            let ty = self.code.table.type_name(value.ty);
            let error = self.code.error("java/type", span, msg!("this operator does not apply to `{ty}`"));
            if value.erased {
                self.code.advise_cast();
            }
            return error;
        }
        if ty.is_floating() {
            return if operator == UnaryOperator::Plus { value } else { self.code.unknown(target, ty, span) };
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
        let local = self.code.place(target, ty);
        self.code.assign(local, value, span);
        Typed::new(Operand::Local(local), ty)
    }

    fn conditional(&mut self, condition: ExprId, yes: ExprId, no: ExprId, target: Target, span: Span) -> Typed {
        let (first, second, after) = (self.code.graph.fresh(), self.code.graph.fresh(), self.code.graph.fresh());
        self.condition(condition, Branches { yes: first, no: second });
        // A conditional of references has the expected type, if there is one; one of numbers or booleans
        // has its own type, to which boxes are converted (JLS 15.25).
        if let Some(into) = target.filter(|target| !self.code.table.may_be_box(target.ty)) {
            let mut generic = None;
            for (start, e) in [(first, yes), (second, no)] {
                self.code.graph.here = start;
                match self.code.table.tree.expressions[e].kind {
                    // It is a box, beside a number, and unboxed.
                    ExprKind::Literal(Literal::Null) if into.ty.is_primitive() => {
                        self.code.dereference(Operation::RequireNonNull(Operand::Null), Operand::Null, span);
                        // No run comes here, but a compiler takes it for assigned.
                        self.code.assign(into.local, Rvalue::Unknown, span);
                    }
                    _ => generic = generic.or(self.evaluate_into(e, into, self.span(e))),
                }
                self.code.graph.goto(after, span);
            }
            self.code.graph.here = after;
            return Typed { generic, ..Typed::new(Operand::Local(into.local), into.ty) };
        }
        let mut ends = Vec::new();
        for (start, e) in [(first, yes), (second, no)] {
            self.code.graph.here = start;
            let value = self.value(e);
            // What was erased is cast before it is unboxed.
            let value = self.code.actual(value, self.span(e));
            ends.push((value, self.code.graph.here, self.span(e)));
        }
        // Whether what was erased is unboxed depends on what it was.
        let is_erased = ends.iter().any(|(value, ..)| value.erased);
        let may_unbox = |ty: Ty| ty.is_primitive() || self.code.table.unboxed_type(ty).is_some();
        let is_unclear = is_erased && ends.iter().any(|(value, ..)| may_unbox(value.ty));
        let common = self.code.table.common_type(ends[0].0, ends[1].0).filter(|_| !is_unclear);
        let Some(ty) = common else {
            for &(_, end, span) in &ends {
                self.code.graph.here = end;
                self.code.graph.goto(after, span);
            }
            self.code.graph.here = after;
            let (x, y) = (self.code.table.type_name(ends[0].0.ty), self.code.table.type_name(ends[1].0.ty));
            return self.code.error("java/unsupported", span, msg!("a value of type `{x}` or `{y}` is not supported"));
        };
        let local = self.code.temporary(ty);
        let generic = ends.iter().find_map(|(value, ..)| value.generic.filter(|_| value.ty == ty));
        self.generics.insert(local, generic);
        for (value, end, span) in ends {
            self.code.graph.here = end;
            self.convert_into(value, Destination { local, ty }, span);
            self.code.graph.goto(after, span);
        }
        self.code.graph.here = after;
        Typed { erased: is_erased, ..Typed::new(Operand::Local(local), ty) }
    }
}

/// The value of a constant; floating-point values are not tracked.
pub(super) fn constant_value(constant: Constant) -> Typed {
    match (constant.truth(), constant.integer()) {
        (Some(truth), _) => Typed::new(Operand::Boolean(truth), Ty::Boolean),
        (None, value) => Typed::new(Operand::Integer(value.unwrap_or(0)), constant.ty),
    }
}
