//! Lambda expressions and method references (JLS 15.13, 15.27): objects of classes of their own. What they capture are
//! hidden fields, which their method reads first.

use std::rc::Rc;

use super::super::classes::{CONSTRUCTOR, Function, Generic, MethodId, ParameterInfo};
use super::super::syntax::{ExprId, ExprKind, LambdaBody, Receiver};
use super::super::types::Ty;
use super::call::Pending;
use super::{Around, Destination, Emitter, Lowering, Name, Target, Typed, Variable};
use base::{Diagnostic, Span, msg};
use program::objects::{ClassId, LocalId, LocalKind, Operand, Operation, Procedure, Rvalue, Type};

/// The variable that contains the object of a method reference.
const OBJECT: &str = "object";

impl<'t> Emitter<'_, 't> {
    /// The class of a type before erasure, if it is more specific than the erased one.
    pub(super) fn narrowed(&mut self, erased: Ty, generic: Generic) -> Ty {
        match (erased, self.table.class_of_term(generic, self.scope)) {
            (Ty::Class(above), Some(class)) if self.table.is_subtype(class, above) => Ty::Class(class),
            _ => erased,
        }
    }

    /// The types of arguments, before erasure as far as they are known.
    pub(super) fn types_of(&mut self, values: &[Typed]) -> Vec<Ty> {
        values.iter().map(|v| if v.erased { self.narrowed(v.ty, v.generic) } else { v.ty }).collect()
    }

    /// An erased value with its type before erasure; the cast that a compiler inserts is executed.
    pub(super) fn actual(&mut self, value: Typed, span: Span) -> Typed {
        if !value.erased {
            return value;
        }
        match self.narrowed(value.ty, value.generic) {
            Ty::Class(class) if Ty::Class(class) != value.ty => {
                let operand = self.checked_cast(value, class, span);
                Typed { operand, ty: Ty::Class(class), erased: false, slot: None, ..value }
            }
            _ => value,
        }
    }

    /// The cast of an argument that was erased, of a function of this interface.
    fn cast_parameter(&mut self, interface: ClassId, local: LocalId, erased: Ty, ty: Ty, span: Span) {
        let Ty::Class(class) = ty else { return };
        if erased != ty && !self.table.is_opaque(class) {
            let value = Typed { erased: !self.table.compares(interface), ..Typed::new(Operand::Local(local), erased) };
            self.checked_cast(value, class, span);
        }
    }
}

impl<'t> Lowering<'_, 't> {
    /// A lambda expression or method reference; its object is created once its type is known. The object of a method
    /// reference is evaluated now.
    pub(super) fn function_value(&mut self, e: ExprId) -> Typed {
        let value = Typed::new(Operand::Null, Ty::Function(e));
        let ExprKind::Reference { receiver: Receiver::Of(object), .. } = self.expression(e).kind else { return value };
        if self.is_output(object) || self.named_class(object).is_some() || self.library_path(object).is_some() {
            return value;
        }
        let span = self.span(object);
        let object = self.value(object);
        let Ty::Class(class) = object.ty else {
            if object.ty != Ty::Error {
                let ty = self.code.table.type_name(object.ty);
                self.code.error("java/type", span, msg!("a value of type `{ty}` has no methods"));
            }
            return Typed::error();
        };
        let object = self.code.actual(object, span);
        self.code.require(object, self.code.table.may_be_opaque(class), span);
        let local = self.code.temporary(object.ty);
        self.code.assign(local, Rvalue::Operand(object.operand), span);
        Typed { operand: Operand::Local(local), generic: object.generic, ..value }
    }

    /// The object of a lambda expression or method reference where `interface` is expected.
    pub(super) fn function_object(
        &mut self,
        value: Typed,
        interface: ClassId,
        generic: Generic,
        target: Target,
        span: Span,
    ) -> Operand {
        let Ty::Function(e) = value.ty else { return value.operand };
        let name = self.code.table.type_name(Ty::Class(interface));
        let Some(method) = self.code.table.function_of(interface) else {
            let message = msg!("`{name}` is not an interface with exactly one abstract method");
            let advice = msg!("cast the expression to such an interface, or assign it to a variable of that type");
            self.code.report(Diagnostic::error("java/type", span, message).suggest(advice));
            return Operand::Null;
        };
        if !self.code.table.suits_function(interface, e) {
            let method = self.code.table.signature(method);
            self.code.error("java/type", span, msg!("this lambda expression does not fit `{method}`"));
            return Operand::Null;
        }
        let mark = self.variables.len();
        if let Operand::Local(local) = value.operand {
            let ty = match self.code.graph.type_of(local) {
                Type::Reference(class) => Ty::Class(class),
                _ => Ty::Error,
            };
            let name: Name = OBJECT.into();
            self.variables
                .push(Variable { generic: value.generic, ..Variable::unassigned(name, self.span(e), local, ty) });
        }
        let function = self.function(method, interface, generic, self.span(e));
        let class = match self.code.table.functions.get(&e) {
            Some(known) => {
                let class = known.class;
                self.code.table.refine_function(e, function);
                class
            }
            None => self.code.table.add_function(e, interface, method, function),
        };
        let is_kept =
            self.code.table.classes[class].outer_field.is_some() || !self.code.table.classes[class].captured.is_empty();
        let ty = Ty::Class(class);
        let local = if is_kept { self.code.temporary(ty) } else { self.code.place(target, ty) };
        self.code.graph.emit(Operation::New { target: local, class }, span);
        self.assign_hidden(local, class, None, span);
        self.variables.truncate(mark);
        Operand::Local(local)
    }

    /// The function for a method of an interface with this type before erasure.
    fn function(&mut self, method: MethodId, interface: ClassId, generic: Generic, span: Span) -> Function<'t> {
        let info = &self.code.table.methods[method];
        let (holder, result, result_generic) = (info.class, info.result, info.result_generic);
        let declared: Vec<(Ty, Generic)> = info.parameters.iter().map(|p| (p.ty, p.generic)).collect();
        let generic = generic.or_else(|| Some(self.code.table.own_term(interface)));
        let seen = |lowering: &mut Self, (ty, before): (Ty, Generic)| {
            let seen = lowering.code.table.seen_through(before, generic, holder, &Vec::new());
            (lowering.code.narrowed(ty, seen), seen)
        };
        let parameters = declared.into_iter().map(|p| seen(self, p)).collect();
        let result = seen(self, (result, result_generic));
        let has_this = self.code.has_object(&|_, _| true);
        let variables = Rc::from(self.visible(span));
        Function {
            class: interface,
            around: self.code.class,
            has_this,
            scope: self.code.scope,
            variables,
            parameters,
            result,
            inferred: None,
            refined: 0,
        }
    }

    /// The method of a lambda expression or method reference.
    pub(super) fn function_procedure(
        mut self,
        e: ExprId,
        name: String,
        parameters: &[ParameterInfo],
        span: Span,
    ) -> Procedure {
        let Some(function) = self.code.table.functions.get(&e).cloned() else {
            return self.finish(name, Vec::new(), span);
        };
        let own = self.span(e);
        self.code.graph.statement = own;
        (self.code.class, self.code.scope) = (function.around, function.scope);
        self.result = function.result.0;
        let returned = self.code.graph.returned;
        self.generics.insert(returned, function.result.1);
        let object = self.code.graph.local("@lambda", LocalKind::Synthetic, Type::Reference(self.code.owner));
        self.code.receiver = Some(object);
        self.read_captured(&function, object, own);
        if !function.has_this {
            // The body is a static method of the class around it.
            self.code.initialise(function.around, own);
        }
        let locals = match &self.expression(e).kind {
            ExprKind::Lambda(lambda) => {
                let written: Vec<_> = lambda.parameters.iter().map(|p| (&p.name, p.ty.as_ref(), p.span)).collect();
                let mut locals = Vec::new();
                let mut casts = Vec::new();
                for ((name, ty, span), (erased, &known)) in
                    written.into_iter().zip(parameters.iter().zip(&function.parameters))
                {
                    let mut known = known;
                    if let Some(ty) = ty {
                        known.1 = self.code.table.generic(ty, self.code.scope);
                        known.0 = self.code.variable_type(ty).0;
                    }
                    let local = self.declare(name, known.0, false, span);
                    if let Some(variable) = self.variables.last_mut() {
                        variable.erased = erased.erased && known.0 == erased.ty;
                        variable.generic = known.1;
                    }
                    self.generics.insert(local, known.1);
                    casts.push((local, erased.ty, known.0, span));
                    locals.push(local);
                }
                for (local, erased, ty, span) in casts {
                    self.code.cast_parameter(function.class, local, erased, ty, span);
                }
                self.lambda_body(lambda.body, own);
                locals
            }
            ExprKind::Reference { receiver, name } => {
                let mut locals = Vec::new();
                let mut values = Vec::new();
                for (erased, &(ty, generic)) in parameters.iter().zip(&function.parameters) {
                    let local = self.code.temporary(ty);
                    self.code.cast_parameter(function.class, local, erased.ty, ty, own);
                    let erased = erased.erased && ty == erased.ty;
                    values.push(Typed { erased, generic, ..Typed::new(Operand::Local(local), ty) });
                    locals.push(local);
                }
                self.reference_body(receiver, name, &values, own);
                locals
            }
            _ => Vec::new(),
        };
        self.finish(name, locals, span)
    }

    /// Reads the hidden fields of the object.
    fn read_captured(&mut self, function: &Function<'t>, object: LocalId, span: Span) {
        if let Some(field) = self.code.table.classes[self.code.owner].outer_field {
            let target = self.code.graph.local("this", LocalKind::Declared, Type::Reference(function.around));
            self.code.graph.emit(Operation::Load { target, base: object, field }, span);
            self.code.this = Some(target);
        }
        let none = self.code.graph.returned;
        for visible in function.variables.iter() {
            self.variables.push(Variable {
                erased: visible.erased,
                generic: visible.generic,
                never_null: visible.never_null,
                constant: visible.constant,
                around: Around::Unused,
                ..Variable::unassigned(visible.name.clone(), visible.origin, none, visible.ty)
            });
        }
        for captured in self.code.table.classes[self.code.owner].captured.clone() {
            let wanted = &captured.variable;
            let Some(position) = function.variables.iter().position(|v| v.is(&wanted.name, wanted.origin)) else {
                continue;
            };
            let visible = &function.variables[position];
            let field = self.code.table.captured_field(self.code.owner, visible);
            let target = self.code.variable(&visible.name, visible.ty);
            self.code.graph.emit(Operation::Load { target, base: object, field }, span);
            (self.variables[position].local, self.variables[position].around) = (target, Around::Captured);
        }
    }

    fn lambda_body(&mut self, body: LambdaBody, span: Span) {
        match body {
            LambdaBody::Block(block) => {
                self.statement(block);
                self.end(span);
            }
            LambdaBody::Expression(e) => {
                self.code.graph.statement = self.span(e);
                if self.result == Ty::Void {
                    self.effect(e);
                } else {
                    self.return_from_function(e, self.span(e));
                }
                let exit = self.code.graph.exit;
                self.code.graph.goto(exit, span);
            }
        }
    }

    /// Calls the method that a method reference names.
    fn reference_body(&mut self, receiver: &Receiver, name: &Name, values: &[Typed], span: Span) {
        let exit = self.code.graph.exit;
        let used = self.result != Ty::Void;
        let value = self.referenced(receiver, name, values, used, span);
        if used {
            self.function_returns(value, span);
        }
        self.code.graph.goto(exit, span);
    }

    /// Returns a value from a lambda expression.
    pub(super) fn return_from_function(&mut self, e: ExprId, span: Span) {
        let target = Destination { local: self.code.graph.returned, ty: self.result };
        let value = self.lower(e, Some(target));
        self.function_returns(value, span);
    }

    /// Returns the value of the expression that is the body.
    fn function_returns(&mut self, value: Typed, span: Span) {
        if value.ty == Ty::Void {
            self.code.error("java/type", span, msg!("this call has no value"));
            return;
        }
        self.note_result(value);
        self.convert_into(value, Destination { local: self.code.graph.returned, ty: self.result }, span);
    }

    /// In a lambda expression, the type of a result tells what type variables are.
    fn note_result(&mut self, value: Typed) {
        let own = self.code.table.classes[self.code.owner].methods.first().copied();
        let Some(e) = own.and_then(|method| self.code.table.methods[method].function) else { return };
        let known = self.code.table.known_term(&value);
        self.code.table.set_function_result(e, known);
    }

    fn referenced(&mut self, receiver: &Receiver, name: &Name, values: &[Typed], used: bool, span: Span) -> Typed {
        let pending = |class, receiver, by_super| Pending {
            class,
            receiver,
            by_super,
            name,
            target: None,
            used,
            results: &[],
            span,
        };
        let object = match receiver {
            Receiver::Of(object) => *object,
            Receiver::Super | Receiver::SuperOf(_) | Receiver::Implicit => {
                return match self.super_call(receiver, span) {
                    Some((class, this)) => self.resolved(pending(class, Some(this), true), values),
                    None => Typed::error(),
                };
            }
        };
        if self.is_output(object) {
            return self.code.output_of(name, values, span);
        }
        let bound = self.variables.iter().position(|v| &*v.name == OBJECT && v.origin == span);
        if let Some(position) = bound {
            let Variable { local, ty, generic, .. } = self.used(position);
            let Ty::Class(class) = ty else { return Typed::error() };
            let object = Typed { generic, never_null: true, ..Typed::new(Operand::Local(local), ty) };
            return self.resolved(pending(class, Some(object), false), values);
        }
        if let Some(class) = self.library_path(object).and_then(|class| self.code.table.elsewhere(&class, name)) {
            return self.resolved(pending(class, None, false), values);
        }
        if let Some(class) = self.library_path(object)
            && let Some(text) = self.text_of_values(&class, name, values, None, span)
        {
            return text;
        }
        if let Some(class) = self.library_path(object)
            && let Some(value) = self.code.static_call(&class, name, values, None, span)
        {
            return value;
        }
        let Some(class) = self.named_class(object) else {
            // A class of the library of which nothing is known.
            return match self.library_path(object) {
                Some(class) => self.code.no_code(&class, name, span),
                None => Typed::error(),
            };
        };
        if &**name == CONSTRUCTOR {
            self.code.initialise(class, span);
            return self.create(class, values, (None, None), None, span);
        }
        let types = self.code.types_of(values);
        let is_static = self
            .code
            .table
            .overload(class, name, &types)
            .chosen()
            .is_some_and(|(m, _)| self.code.table.methods[m].is_static);
        match values.split_first() {
            Some((&first, rest)) if !is_static && first.ty.is_reference() => {
                let mut first = first;
                if let Ty::Class(given) = first.ty
                    && !self.code.table.is_subtype(given, class)
                    && self.code.table.related(given, class)
                {
                    first = Typed { ty: Ty::Class(class), ..first };
                    self.code.checked_cast(first, class, span);
                }
                let class = if let Ty::Class(given) = first.ty { given } else { class };
                self.resolved(pending(class, Some(first), false), rest)
            }
            _ => self.resolved(pending(class, None, false), values),
        }
    }
}
