//! Calls.

use super::super::classes::{Arity, CONSTRUCTOR, Generic, Inferred, MethodId, Overload};
use super::super::syntax::{ExprId, Receiver};
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
                match around.or_else(|| self.imported_method(name, span)) {
                    // Whether it needs an object is known only when the method is.
                    Some(class) => pending(class, None),
                    None => {
                        let class = self.class;
                        let this = self.this_object().map(|this| self.reference(this, class));
                        pending(class, this)
                    }
                }
            }
            Receiver::Super | Receiver::SuperOf(_) => {
                let Some((class, this)) = self.super_call(receiver, span) else {
                    self.arguments(arguments);
                    return Typed::error();
                };
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
                    let value = self.actual(value, span);
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

    /// The class whose method `super` calls, and the object on which it does.
    pub(super) fn super_call(&mut self, receiver: &Receiver, span: Span) -> Option<(ClassId, Typed)> {
        let name = match receiver {
            Receiver::SuperOf(name) => *name,
            _ => {
                let class = self.table.classes[self.class].superclass.unwrap_or(self.class);
                let this = self.this(span)?;
                return Some((class, self.reference(this, self.class)));
            }
        };
        let Some(class) = self.named_class(name) else {
            self.error("java/unknown-class", self.span(name), "the class before `.super` is not given");
            return None;
        };
        if self.table.classes[class].is_interface {
            let this = self.this(span)?;
            return Some((class, self.reference(this, self.class)));
        }
        let Some((object, _)) = self.object_around(&|_, c| c == class, span) else {
            let class = self.table.type_name(Ty::Class(class));
            self.error("java/static", span, format!("there is no enclosing object of class `{class}` here"));
            return None;
        };
        let above = self.table.classes[class].superclass.unwrap_or(class);
        Some((above, self.reference(object, class)))
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

    /// A call with evaluated arguments.
    pub(super) fn resolved(&mut self, call: Pending<'_>, arguments: &[Typed]) -> Typed {
        let types = self.types_of(arguments);
        // The methods of strings and boxes are not given.
        let found = match call.receiver {
            Some(_) if self.table.is_opaque(call.class) => Overload::Unknown,
            _ => self.table.overload(call.class, call.name, &types),
        };
        let Some((method, arity)) = found.chosen() else {
            if call.name == "values" && arguments.is_empty() && self.table.constants(call.class).is_some() {
                self.initialise(call.class, call.span);
                let array = Ty::Class(self.table.array(Ty::Class(call.class)));
                return Typed { never_null: false, ..self.opaque(call.target, array, call.span) };
            }
            if let Some(result) = self.library_call(&call, arguments, &found) {
                return result;
            }
            self.report_overload(call.class, call.name, &types, found, call.span);
            if call.receiver.is_some_and(|r| r.erased) || arguments.iter().any(|a| a.erased) {
                self.advise_cast();
            }
            return Typed::error();
        };
        let is_static = self.table.methods[method].is_static;
        let through = call.receiver.and_then(|receiver| receiver.generic);
        let inferred = self.inferred(method, arity, arguments, (through, call.target));
        let operands = self.converted_as(method, arity, arguments, (through, &inferred), call.span);
        let object = match call.receiver {
            _ if is_static => None,
            Some(receiver) => Some(receiver),
            None => match self.object_around(&|_, c| c == call.class, call.span) {
                Some((object, class)) => Some(self.reference(object, class)),
                None if self.table.is_inside(self.class, call.class) => {
                    return self.of_outer_object(call.name, call.class, call.span);
                }
                None => {
                    let message = format!("`{}` is an instance method, but there is no object here", call.name);
                    return self.error("java/static", call.span, message);
                }
            },
        };
        if let Some(object) = object.filter(|_| self.table.classes[self.table.methods[method].class].library.is_some())
        {
            return self.open_call(method, &call, object, operands);
        }
        let receiver = object.map(|object| object.operand);
        let callee = match self.callee(method, &call) {
            Ok(callee) => callee,
            Err(missing) => return self.missing_code(missing, &call, receiver),
        };
        if callee.candidates().next().is_none() {
            self.warn_unimplemented(method, call.span);
        }
        let info = &self.table.methods[method];
        let (result, erased, class, generic) = (info.result, info.result_erased, info.class, info.result_generic);
        if is_static {
            self.initialise(class, call.span);
        }
        if result == Ty::Void || !call.used {
            self.call_edge(None, callee, receiver, operands, call.span);
            return if result == Ty::Void { Typed::new(Operand::Null, Ty::Void) } else { Typed::error() };
        }
        let through = object.and_then(|object| object.generic);
        let generic = self.table.seen_through(generic, through, class, &inferred);
        let local = self.place(call.target, result);
        self.call_edge(Some(local), callee, receiver, operands, call.span);
        Typed { erased, generic, ..Typed::new(Operand::Local(local), result) }
    }

    /// The types of the type variables of a method, as far as the arguments tell.
    fn inferred(
        &mut self,
        method: MethodId,
        arity: Arity,
        arguments: &[Typed],
        (through, target): (Generic, Target),
    ) -> Inferred {
        let mut inferred = Inferred::new();
        let holder = self.table.methods[method].class;
        let result = self.table.methods[method].result_generic;
        let count = self.table.methods[method].parameters.len() - usize::from(arity == Arity::Variable);
        for (position, argument) in arguments.iter().enumerate().take(count) {
            let given = self.known_term(argument);
            let wanted = self.table.methods[method].parameters[position].generic;
            let wanted = self.table.seen_through(wanted, through, holder, &Inferred::new());
            self.table.infer(wanted, given, &mut inferred);
            if let (Ty::Function(e), Ty::Class(interface)) =
                (argument.ty, self.table.methods[method].parameters[position].ty)
            {
                self.table.infer_result(e, interface, wanted, &mut inferred);
            }
        }
        // What the arguments do not tell is what is expected.
        let expected = target.and_then(|(local, _)| self.generics.get(&local).copied().flatten());
        self.table.infer(result, expected, &mut inferred);
        inferred
    }

    /// The arguments, converted to the parameters of a method that is called through an object of type `through`.
    pub(super) fn converted(
        &mut self,
        method: MethodId,
        arity: Arity,
        arguments: &[Typed],
        through: Generic,
        span: Span,
    ) -> Vec<Operand> {
        self.converted_as(method, arity, arguments, (through, &Inferred::new()), span)
    }

    fn converted_as(
        &mut self,
        method: MethodId,
        arity: Arity,
        arguments: &[Typed],
        (through, inferred): (Generic, &Inferred),
        span: Span,
    ) -> Vec<Operand> {
        let info = &self.table.methods[method];
        let (holder, variadic) = (info.class, info.variadic.filter(|_| arity == Arity::Variable));
        let mut parameters: Vec<(Ty, Generic)> = info.parameters.iter().map(|p| (p.ty, p.generic)).collect();
        let array = if variadic.is_some() { parameters.pop() } else { None };
        let mut operands = Vec::new();
        for (&argument, &(ty, generic)) in arguments.iter().zip(&parameters) {
            operands.push(match (argument.ty, ty) {
                (Ty::Function(_), Ty::Class(_)) => {
                    let generic = self.table.seen_through(generic, through, holder, inferred);
                    let object = self.table.object();
                    match self.narrowed(ty, generic) {
                        Ty::Class(class) if class != object => {
                            self.function_object(argument, class, generic, None, span)
                        }
                        _ => {
                            self.error("java/unsupported", span, "which interface this function has is not known")
                                .operand
                        }
                    }
                }
                _ => self.convert(argument, ty, None, span),
            });
        }
        if let (Some(element), Some((array, _))) = (variadic, array) {
            let rest = arguments.get(parameters.len()..).unwrap_or(&[]);
            // The elements of the array are not followed.
            rest.iter().for_each(|&argument| _ = self.convert(argument, element, None, span));
            operands.push(self.opaque(None, array, span).operand);
        }
        operands
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
        // In methods of the library, nothing follows for the program.
        if self.table.classes[self.class].span.is_none() {
            return;
        }
        if self.noted.insert((span, CODE)) {
            let info = &self.table.methods[method];
            let is_library = self.table.classes[info.class].span.is_none();
            let (class, name) = (self.table.type_name(Ty::Class(info.class)), &info.name);
            let consequence = if is_library { "what it does is not known" } else { "it can only be called on null" };
            let message = format!("no class of the program implements `{class}.{name}`, so {consequence}");
            let advice =
                format!("if there is such a class, add it as another file, or pass `--assume-pure {class}.{name}`");
            self.report(Diagnostic::warning(CODE, span, message).suggest(advice));
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

    /// Whether a class has supertypes that are not given, or arguments are functions or belong to such classes.
    fn is_unclear(&self, class: ClassId, types: &[Ty]) -> bool {
        self.table.is_incomplete(class)
            || types.iter().any(|&ty| matches!(ty, Ty::Function(_)) || self.is_incomplete(ty))
    }

    /// Whether a type is a class with supertypes that are not given.
    pub(super) fn is_incomplete(&self, ty: Ty) -> bool {
        matches!(ty, Ty::Class(class) if self.table.is_incomplete(class))
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
            Overload::Found(_) | Overload::Variadic(_) => return,
            // Which of them a compiler chooses depends on what is not known of types before erasure.
            Overload::Ambiguous(_) | Overload::Unsuitable(_) if self.is_unclear(class, types) => Diagnostic::error(
                "java/unsupported",
                span,
                format!("which {what} of class `{owner}` is called is not known"),
            ),
            Overload::Ambiguous(methods) => {
                let message = format!("several methods `{name}` of class `{owner}` fit ({given})");
                Diagnostic::error("java/overload", span, message).suggest(list(&methods))
            }
            _ if self.table.is_incomplete(class) => {
                let message = format!("{what} may be declared in a class that is not given");
                Diagnostic::error("java/unsupported", span, message)
            }
            Overload::Unknown if let Some(what) = self.table.classes[class].unmodelled => {
                Diagnostic::error("java/unsupported", span, format!("{what} not supported"))
            }
            Overload::Unknown if self.table.classes[class].span.is_none() => {
                self.no_code(&owner, name, span);
                return;
            }
            Overload::Unsuitable(methods) => {
                let message = format!("no {what} of class `{owner}` fits ({given})");
                Diagnostic::error("java/overload", span, message).suggest(list(&methods))
            }
            Overload::Unknown if let Some(from) = self.tree.imported(span.file, name).next() => {
                let (from, name) = (from.to_owned(), name.to_owned());
                self.no_code(&from, &name, span);
                return;
            }
            Overload::Unknown if name == "values" && self.table.constants(class).is_some() => {
                Diagnostic::error("java/unsupported", span, "`values()` is not supported: its result is an array")
                    .suggest("name the constants".to_owned())
            }
            Overload::Unknown => {
                let message = format!("class `{owner}` has no {what}");
                let advice = self.table.suggest_method(class, name);
                Diagnostic::error("java/unknown-name", span, message).suggest(advice)
            }
        };
        self.report(diagnostic);
    }
}
