//! Calls and the creation of objects.

use super::super::classes::{CONSTRUCTOR, MethodId, Overload};
use super::super::library::LibraryKind;
use super::super::syntax::{ExprId, Receiver, TypeRef};
use super::super::types::Ty;
use super::{Lowering, Target, Typed};
use crate::base::{Diagnostic, Span};
use crate::program::cfa::ProcedureId;
use crate::program::objects::{Call, Callee, ClassId, LocalId, Operand, Operation};

/// A call with evaluated operands.
pub(super) struct Pending<'e> {
    /// The class on which the method is called.
    pub class: ClassId,
    /// The receiver, if it is called on an object.
    pub receiver: Option<Typed>,
    /// Whether it is called by `super`.
    pub by_super: bool,
    /// The name of the method.
    pub name: &'e str,
    /// The destination of the result.
    pub target: Target,
    /// Whether the result is used.
    pub used: bool,
    /// The call.
    pub span: Span,
}

impl Lowering<'_, '_> {
    /// A method call.
    pub(super) fn call(
        &mut self,
        receiver: &Receiver,
        name: &super::Name,
        arguments: &[ExprId],
        target: Target,
        used: bool,
        span: Span,
    ) -> Typed {
        let pending = |class, receiver| Pending { class, receiver, by_super: false, name, target, used, span };
        let call = match receiver {
            Receiver::Implicit => {
                let mut around = Some(self.class);
                while let Some(class) = around.filter(|&c| !self.table.has_method(c, name)) {
                    around = self.table.classes[class].outer;
                }
                let class = around.unwrap_or(self.class);
                let this = self.this.filter(|_| self.table.is_subtype(self.class, class));
                pending(class, this.map(|this| Typed::new(Operand::Local(this), Ty::Class(class))))
            }
            Receiver::Super => {
                let class = self.table.classes[self.class].superclass.unwrap_or(self.class);
                let Some(this) = self.this(span) else { return Typed::error() };
                let this = Typed::new(Operand::Local(this), Ty::Class(self.class));
                Pending { by_super: true, ..pending(class, Some(this)) }
            }
            Receiver::Of(object) => {
                if let Some(result) = self.known_static(*object, name, arguments, target, span) {
                    return result;
                }
                if let Some(class) = self.named_class(*object) {
                    pending(class, None)
                } else {
                    let value = self.value(*object);
                    let Ty::Class(class) = value.ty else {
                        self.arguments(arguments);
                        if value.ty != Ty::Error {
                            let ty = self.table.type_name(value.ty);
                            self.error("java/type", span, format!("a value of type `{ty}` has no methods"));
                        }
                        return Typed::error();
                    };
                    pending(class, Some(self.protect(value, arguments, span)))
                }
            }
        };
        let arguments = self.arguments(arguments);
        self.resolved(call, &arguments)
    }

    /// The arguments of a call, from left to right.
    pub(super) fn arguments(&mut self, arguments: &[ExprId]) -> Vec<Typed> {
        let mut values = Vec::new();
        for (i, &argument) in arguments.iter().enumerate() {
            let value = self.value(argument);
            values.push(self.protect(value, &arguments[i + 1..], self.span(argument)));
        }
        values
    }

    pub(super) fn resolved(&mut self, call: Pending<'_>, arguments: &[Typed]) -> Typed {
        let types: Vec<Ty> = arguments.iter().map(|a| a.ty).collect();
        let found = self.table.overload(call.class, call.name, &types);
        let Overload::Found(method) = found else {
            if let Some(result) = self.library_call(&call, arguments, &found) {
                return result;
            }
            self.report_overload(call.class, call.name, &types, found, call.span);
            if call.receiver.is_some_and(|r| r.erased) {
                self.advise_cast();
            }
            return Typed::error();
        };
        let operands = self.converted(method, arguments, call.span);
        let is_static = self.table.methods[method].is_static;
        let receiver = match call.receiver {
            _ if is_static => None,
            Some(receiver) => Some(receiver.operand),
            None => {
                if self.table.is_inside(self.class, call.class) {
                    return self.of_outer_object(call.name, call.class, call.span);
                }
                let message = format!("`{}` is an instance method, but there is no object here", call.name);
                return self.error("java/static", call.span, message);
            }
        };
        let callee = match self.callee(method, &call) {
            Ok(callee) => callee,
            Err(missing) => return self.missing_code(missing, &call, receiver),
        };
        if callee.candidates().next().is_none() {
            self.warn_unimplemented(method, call.span);
        }
        let info = &self.table.methods[method];
        let (result, erased, class) = (info.result, info.result_erased, info.class);
        if is_static {
            self.initialise(class, call.span);
        }
        if result == Ty::Void || !call.used {
            self.call_edge(None, callee, receiver, operands, call.span);
            return if result == Ty::Void { Typed::new(Operand::Null, Ty::Void) } else { Typed::error() };
        }
        let local = self.place(call.target, result);
        self.call_edge(Some(local), callee, receiver, operands, call.span);
        Typed { erased, ..Typed::new(Operand::Local(local), result) }
    }

    /// The arguments, converted to the parameters of a method.
    pub(super) fn converted(&mut self, method: MethodId, arguments: &[Typed], span: Span) -> Vec<Operand> {
        let parameters: Vec<Ty> = self.table.methods[method].parameters.iter().map(|p| p.ty).collect();
        arguments.iter().zip(parameters).map(|(&a, ty)| self.convert(a, ty, None, span)).collect()
    }

    /// The possible callees of a call, or the method without code.
    fn callee(&self, method: MethodId, call: &Pending<'_>) -> Result<Callee, MethodId> {
        let info = &self.table.methods[method];
        let own = |m: MethodId| self.table.methods[m].procedure.ok_or(m);
        if info.is_static || info.is_private || call.by_super || &*info.name == CONSTRUCTOR {
            return own(method).map(Callee::Static);
        }
        let mut table: Vec<(ClassId, ProcedureId)> = Vec::new();
        for (class, entry) in self.table.classes.iter_enumerated() {
            if entry.is_abstract || entry.library.is_some() || !self.table.is_subtype(class, call.class) {
                continue;
            }
            // A class without an implementation is reported where it is declared.
            let Some(implementation) = self.table.implementation(class, method) else { continue };
            table.push((class, own(implementation)?));
        }
        match table.first() {
            None => match own(method) {
                // There are no objects of this class, so the receiver is null.
                Err(_) if self.is_only_declared(method) => Ok(Callee::Virtual(Vec::new())),
                own => own.map(Callee::Static),
            },
            Some(&(_, first)) if table.iter().all(|&(_, p)| p == first) => Ok(Callee::Static(first)),
            Some(_) => Ok(Callee::Virtual(table)),
        }
    }

    /// Warns about a call that can only dereference null.
    fn warn_unimplemented(&mut self, method: MethodId, span: Span) {
        const CODE: &str = "java/unimplemented";
        if self.noted.insert((span, CODE)) {
            let info = &self.table.methods[method];
            let (class, name) = (self.table.type_name(Ty::Class(info.class)), &info.name);
            let message =
                format!("no class of the program implements `{class}.{name}`, so it can only be called on null");
            let advice =
                format!("if there is such a class, add it as another file, or pass `--assume-pure {class}.{name}`");
            self.diagnostics.push(Diagnostic::warning(CODE, span, message).suggest(advice));
        }
    }

    /// Whether a method is abstract and not assumed pure.
    fn is_only_declared(&self, method: MethodId) -> bool {
        let info = &self.table.methods[method];
        let is_native = info.declaration.is_none_or(|d| d.modifiers.is_native);
        !is_native && !self.is_assumed_pure(&self.table.type_name(Ty::Class(info.class)), &info.name)
    }

    pub(super) fn call_edge(
        &mut self,
        target: Option<LocalId>,
        callee: Callee,
        on: Option<Operand>,
        arguments: Vec<Operand>,
        span: Span,
    ) {
        let call = Call { target, callee, receiver: on, arguments, exceptional: self.handler() };
        match on {
            Some(receiver) => self.dereference(Operation::Call(call), receiver, span),
            None => self.graph.emit(Operation::Call(call), span),
        }
    }

    /// A call on an object that is not null.
    pub(super) fn call_on_object(
        &mut self,
        target: Option<LocalId>,
        callee: Callee,
        object: Operand,
        arguments: Vec<Operand>,
        span: Span,
    ) {
        let call = Call { target, callee, receiver: Some(object), arguments, exceptional: self.handler() };
        self.graph.emit(Operation::Call(call), span);
    }

    /// Calls a constructor on an object, which is not null.
    pub(super) fn constructor_edge(
        &mut self,
        constructor: ProcedureId,
        object: LocalId,
        arguments: Vec<Operand>,
        span: Span,
    ) {
        self.call_on_object(None, Callee::Static(constructor), Operand::Local(object), arguments, span);
    }

    pub(super) fn report_overload(&mut self, class: ClassId, name: &str, types: &[Ty], found: Overload, span: Span) {
        if types.contains(&Ty::Error) {
            return;
        }
        let owner = self.table.type_name(Ty::Class(class));
        let given: Vec<String> = types.iter().map(|&ty| self.table.type_name(ty)).collect();
        let given = given.join(", ");
        let list = |methods: &[MethodId]| {
            let signatures: Vec<String> = methods.iter().take(8).map(|&m| self.table.signature(m)).collect();
            format!("candidates: {}", signatures.join(", "))
        };
        let what = if name == CONSTRUCTOR { "constructor".to_owned() } else { format!("method `{name}`") };
        let diagnostic = match found {
            Overload::Found(_) => return,
            Overload::Ambiguous(methods) => {
                let message = format!("several methods `{name}` of class `{owner}` fit ({given})");
                Diagnostic::error("java/overload", span, message).suggest(list(&methods))
            }
            Overload::Unsuitable(methods) if methods.iter().any(|&m| self.table.is_variadic(m)) => {
                let message = "variadic methods are not supported";
                Diagnostic::error("java/unsupported", span, message).suggest(list(&methods))
            }
            _ if self.table.is_incomplete(class) => {
                let message = format!("{what} may be declared in a class that is not given");
                Diagnostic::error("java/unsupported", span, message)
            }
            Overload::Unknown if let Some(what) = self.table.classes[class].unmodelled => {
                Diagnostic::error("java/unsupported", span, format!("{what} not supported"))
            }
            Overload::Unknown if self.table.classes[class].library.is_some() => {
                self.no_code(&owner, name, span);
                return;
            }
            Overload::Unsuitable(methods) => {
                let message = format!("no {what} of class `{owner}` fits ({given})");
                Diagnostic::error("java/overload", span, message).suggest(list(&methods))
            }
            Overload::Unknown if let Some(from) = self.tree.imported_from(span.file, name) => {
                Diagnostic::error("java/unsupported", span, "static imports are not supported")
                    .suggest(format!("write `{from}.{name}`"))
            }
            Overload::Unknown => {
                let message = format!("class `{owner}` has no {what}");
                let advice = self.table.suggest_method(class, name);
                Diagnostic::error("java/unknown-name", span, message).suggest(advice)
            }
        };
        self.diagnostics.push(diagnostic);
    }

    /// Creating an object of an inner class requires an object of the enclosing class (JLS 15.9.2).
    fn require_outer_object(&mut self, class: ClassId, span: Span) {
        let info = &self.table.classes[class];
        let Some(outer) = info.outer.filter(|_| info.is_inner) else { return };
        let is_here = self.this.is_some()
            && (self.table.is_subtype(self.class, outer) || self.table.is_inside(self.class, outer));
        if !is_here {
            let outer = self.table.type_name(Ty::Class(outer));
            let name = self.table.type_name(Ty::Class(class));
            let message =
                format!("creating `{name}` requires an enclosing object of class `{outer}`, and there is none here");
            let error = Diagnostic::error("java/static", span, message);
            self.diagnostics.push(error.suggest(format!("make `{name}` static")));
        }
    }

    /// `new C(..)`. The arguments are evaluated first: no code sees the new object before its constructor runs.
    pub(super) fn creation(&mut self, class: &TypeRef, arguments: &[ExprId], target: Target, span: Span) -> Typed {
        let named = self.named_type(class);
        if let Some(Ty::Class(class)) = named {
            self.initialise(class, span);
        }
        let values = self.arguments(arguments);
        let Some(Ty::Class(class)) = named else { return Typed::error() };
        let ty = Ty::Class(class);
        self.require_outer_object(class, span);
        let info = &self.table.classes[class];
        if info.is_abstract {
            let kind = if info.is_interface { "an interface" } else { "abstract" };
            let name = self.table.type_name(ty);
            return self.error("java/type", span, format!("`{name}` is {kind} and cannot be instantiated"));
        }
        match info.library {
            Some(LibraryKind::Opaque) => return self.opaque(target, ty, span),
            Some(_) => {
                self.library_constructor(class, &values, span);
                let local = self.place(target, ty);
                self.graph.emit(Operation::New { target: local, class }, span);
                return Typed::new(Operand::Local(local), ty);
            }
            None => {}
        }
        let types: Vec<Ty> = values.iter().map(|v| v.ty).collect();
        let found = self.table.overload(class, CONSTRUCTOR, &types);
        let Overload::Found(method) = found else {
            self.report_overload(class, CONSTRUCTOR, &types, found, span);
            return Typed::new(Operand::Null, Ty::Error);
        };
        let operands = self.converted(method, &values, span);
        let Some(procedure) = self.table.methods[method].procedure else {
            let local = self.place(target, ty);
            self.graph.emit(Operation::New { target: local, class }, span);
            return Typed::new(Operand::Local(local), ty);
        };
        // The variable is assigned only after the constructor has returned.
        let local = self.temporary(ty);
        self.graph.emit(Operation::New { target: local, class }, span);
        self.constructor_edge(procedure, local, operands, span);
        Typed::new(Operand::Local(local), ty)
    }
}
