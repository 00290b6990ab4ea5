//! Calls.

use super::super::classes::{Arity, CONSTRUCTOR, Generic, Inferred, MethodId, Overload, TermId};
use super::super::syntax::{ExprId, Receiver};
use super::super::types::Ty;
use super::hints::Called;
use super::{Emitter, Lowering, Name, Target, Typed};
use base::{Diagnostic, Message, Span, msg};
use program::cfa::ProcedureId;
use program::objects::{Call, Callee, ClassId, Function, LocalId, Operand, Operation};

/// A method call as written (JLS 15.12).
pub(super) struct Invocation<'e> {
    /// What is before the name.
    pub receiver: &'e Receiver,
    /// The name of the method.
    pub name: &'e Name,
    /// The arguments.
    pub arguments: &'e [ExprId],
}

/// A method that is applied to arguments.
pub(super) struct Application<'e> {
    /// The method.
    pub method: MethodId,
    /// How it takes them.
    pub arity: Arity,
    /// The arguments.
    pub arguments: &'e [Typed],
    /// The type before erasure of the object on which it is called.
    pub through: Generic,
}

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
    /// The types before erasure of which one is expected of the result.
    pub results: &'e [TermId],
    /// The call.
    pub span: Span,
}

impl Emitter<'_, '_> {
    /// Warns about a call that can only dereference null.
    fn warn_unimplemented(&mut self, method: MethodId, span: Span) {
        const CODE: &str = "java/unimplemented";
        // In methods of the library, nothing follows for the program.
        if !self.table.is_of_program(self.class) {
            return;
        }
        if self.noted.insert((span, CODE)) {
            let info = &self.table.methods[method];
            let is_library = !self.table.is_of_program(info.class);
            let (class, name) = (self.table.type_name(Ty::Class(info.class)), &info.name);
            let message = match is_library {
                true => msg!("no class of the program implements `{class}.{name}`, so what it does is not known"),
                false => msg!("no class of the program implements `{class}.{name}`, so it can only be called on null"),
            };
            let advice =
                msg!("if there is such a class, add it as another file, or pass `--assume-pure {class}.{name}`");
            self.report(Diagnostic::warning(CODE, span, message).suggest(advice));
        }
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
        let given = Message::verbatim(given.join(", "));
        let list = |methods: &[MethodId]| {
            let signatures: Vec<String> = methods.iter().take(8).map(|&m| self.table.signature(m)).collect();
            msg!("candidates: {}", Message::verbatim(signatures.join(", ")))
        };
        let what = if name == CONSTRUCTOR { msg!("constructor") } else { msg!("method `{name}`") };
        let diagnostic = match found {
            Overload::Found(_) | Overload::Variadic(_) => return,
            // Which of them a compiler chooses depends on what is not known of types before erasure.
            Overload::Ambiguous(_) | Overload::Unsuitable(_) if self.table.is_unclear(class, types) => {
                Diagnostic::error(
                    "java/unsupported",
                    span,
                    msg!("which {what} of class `{owner}` is called is not known"),
                )
            }
            Overload::Ambiguous(methods) => {
                let message = msg!("several methods `{name}` of class `{owner}` fit ({given})");
                Diagnostic::error("java/overload", span, message).suggest(list(&methods))
            }
            _ if self.table.is_incomplete(class) => {
                let message = msg!("{what} may be declared in a class that is not given");
                Diagnostic::error("java/unsupported", span, message)
            }
            Overload::Unknown if let Some(what) = self.table.classes[class].unmodelled => {
                Diagnostic::error("java/unsupported", span, msg!("{what} not supported"))
            }
            Overload::Unknown if !self.table.is_of_program(class) => {
                self.no_code(&owner, name, span);
                return;
            }
            // There may be others in the JDK.
            Overload::Unsuitable(_) if let Some(of) = self.table.partly_given(class) => {
                self.no_code(&of, name, span);
                return;
            }
            Overload::Unsuitable(methods) => {
                let message = msg!("no {what} of class `{owner}` fits ({given})");
                Diagnostic::error("java/overload", span, message).suggest(list(&methods))
            }
            Overload::Unknown if let Some(from) = self.table.tree.imported(span.file, name).next() => {
                let (from, name) = (from.to_owned(), name.to_owned());
                self.no_code(&from, &name, span);
                return;
            }
            Overload::Unknown if name == "values" && self.table.constants(class).is_some() => {
                Diagnostic::error("java/unsupported", span, msg!("`values()` is not supported: its result is an array"))
                    .suggest(msg!("name the constants"))
            }
            Overload::Unknown => {
                let message = msg!("class `{owner}` has no {what}");
                let advice = self.table.suggest_method(class, name);
                Diagnostic::error("java/unknown-name", span, message).suggest(advice)
            }
        };
        self.report(diagnostic);
    }
}

impl Lowering<'_, '_> {
    /// A method call.
    pub(super) fn call(&mut self, invocation: &Invocation<'_>, target: Target, used: bool, span: Span) -> Typed {
        let &Invocation { receiver, name, arguments } = invocation;
        let results = &self.results(target)[..];
        let pending = |class, receiver| Pending { class, receiver, by_super: false, name, target, used, results, span };
        let call = match receiver {
            Receiver::Implicit => {
                let mut around = Some(self.code.class);
                while let Some(class) = around.filter(|&c| !self.code.table.has_method(c, name)) {
                    around = self.code.table.classes[class].outer;
                }
                match around.or_else(|| self.code.table.imported_method(name, span)) {
                    // Whether it needs an object is known only when the method is.
                    Some(class) => pending(class, None),
                    None => {
                        let class = self.code.class;
                        let this = self.code.this_object().map(|this| self.code.reference(this, class));
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
                let elsewhere = self.library_path(*object).and_then(|class| self.code.table.elsewhere(&class, name));
                if elsewhere.is_none()
                    && let Some(result) =
                        self.known_static(*object, &Invocation { receiver, name, arguments }, target, results, span)
                {
                    return result;
                }
                if let Some(class) = elsewhere.or_else(|| self.named_class(*object)) {
                    pending(class, None)
                } else {
                    let value = self.value(*object);
                    let value = self.code.actual(value, span);
                    let Ty::Class(class) = value.ty else {
                        self.arguments(arguments);
                        if value.ty != Ty::Error {
                            let ty = self.code.table.type_name(value.ty);
                            self.code.error("java/type", span, msg!("a value of type `{ty}` has no methods"));
                        }
                        return Typed::error();
                    };
                    pending(class, Some(self.protect(value, arguments, span)))
                }
            }
        };
        let through = call.receiver.and_then(|receiver| receiver.generic);
        let called = Called { class: call.class, name, through, results };
        let arguments = self.arguments_of(Some(&called), arguments);
        self.resolved(call, &arguments)
    }

    /// The class whose method `super` calls, and the object on which it does.
    pub(super) fn super_call(&mut self, receiver: &Receiver, span: Span) -> Option<(ClassId, Typed)> {
        let name = match receiver {
            Receiver::SuperOf(name) => *name,
            _ => {
                let class = self.code.table.classes[self.code.class].superclass.unwrap_or(self.code.class);
                let this = self.code.this(span)?;
                return Some((class, self.code.reference(this, self.code.class)));
            }
        };
        let Some(class) = self.named_class(name) else {
            self.code.error("java/unknown-class", self.span(name), msg!("the class before `.super` is not given"));
            return None;
        };
        if self.code.table.classes[class].is_interface {
            let this = self.code.this(span)?;
            return Some((class, self.code.reference(this, self.code.class)));
        }
        let Some((object, _)) = self.code.object_around(&|_, c| c == class, span) else {
            let class = self.code.table.type_name(Ty::Class(class));
            self.code.error("java/static", span, msg!("there is no enclosing object of class `{class}` here"));
            return None;
        };
        let above = self.code.table.classes[class].superclass.unwrap_or(class);
        Some((above, self.code.reference(object, class)))
    }

    /// A call with evaluated arguments.
    pub(super) fn resolved(&mut self, call: Pending<'_>, arguments: &[Typed]) -> Typed {
        if let Some(receiver) = call.receiver
            && let Some(class) = self.code.table.elsewhere_of(call.class, call.name)
        {
            self.code.require(receiver, self.code.table.may_be_opaque(call.class), call.span);
            let arguments: Vec<Typed> = std::iter::once(receiver).chain(arguments.iter().copied()).collect();
            return self.resolved(Pending { class, receiver: None, ..call }, &arguments);
        }
        let types = self.code.types_of(arguments);
        // The methods of strings and boxes are not given.
        let found = match call.receiver {
            Some(_) if self.code.table.is_opaque(call.class) => Overload::Unknown,
            _ => self.code.table.overload(call.class, call.name, &types),
        };
        let Some((method, arity)) = found.chosen() else {
            if call.name == "values"
                && arguments.is_empty()
                && let Some(constants) = self.code.table.constants(call.class)
            {
                let constants = constants.to_vec();
                return self.code.all_constants(call.class, &constants, call.target, call.span);
            }
            let before = self.code.diagnostics.len();
            if let Some(result) = self.library_call(&call, arguments, &found) {
                let new = self.code.diagnostics.get_mut(before..).and_then(<[Diagnostic]>::last_mut);
                // It is the code of another class that is called.
                if let Some(last) = new.filter(|d| d.code == "java/no-code")
                    && call.receiver.is_some_and(|receiver| receiver.erased)
                {
                    last.code = "java/type";
                    self.code.advise_cast();
                }
                return result;
            }
            self.code.report_overload(call.class, call.name, &types, found, call.span);
            let is_reported = !types.contains(&Ty::Error);
            // It is the code of another class that is called.
            if call.receiver.is_some_and(|receiver| receiver.erased)
                && let Some(last) = self.code.diagnostics.last_mut()
            {
                last.code = "java/type";
            }
            if is_reported && (call.receiver.is_some_and(|r| r.erased) || arguments.iter().any(|a| a.erased)) {
                self.code.advise_cast();
            }
            return Typed::error();
        };
        let is_static = self.code.table.methods[method].is_static;
        if let Some(value) = self.code.required(method, &call, arguments) {
            return value;
        }
        let through = call.receiver.and_then(|receiver| receiver.generic);
        let application = Application { method, arity, arguments, through };
        let inferred = self.inferred(&application, call.results);
        if !self.code.fits_array(&application, &inferred, call.results) {
            let of = self.code.table.partly_given(call.class);
            let class = of.unwrap_or_else(|| self.code.table.type_name(Ty::Class(call.class)));
            return self.code.no_code(&class, call.name, call.span);
        }
        let operands = self.converted(&application, &inferred, call.span);
        let object = match call.receiver {
            _ if is_static => None,
            Some(receiver) => Some(receiver),
            None => match self.code.object_around(&|_, c| c == call.class, call.span) {
                Some((object, class)) => Some(self.code.reference(object, class)),
                None if self.code.table.is_inside(self.code.class, call.class) => {
                    return self.code.of_outer_object(call.name, call.class, call.span);
                }
                None => {
                    let message = msg!("`{}` is an instance method, but there is no object here", call.name);
                    return self.code.error("java/static", call.span, message);
                }
            },
        };
        if let Some(object) =
            object.filter(|_| self.code.table.classes[self.code.table.methods[method].class].library.is_some())
        {
            return self.code.open_call(method, &call, object, operands);
        }
        let receiver = object.map(|object| object.operand);
        let callee = match self.code.table.callee(method, &call) {
            Ok(callee) => callee,
            Err(missing) => return self.code.missing_code(missing, &call, receiver, operands),
        };
        if callee.candidates().next().is_none() {
            self.code.warn_unimplemented(method, call.span);
        }
        let info = &self.code.table.methods[method];
        let (result, erased, class, generic) = (info.result, info.result_erased, info.class, info.result_generic);
        if is_static {
            self.code.initialise(class, call.span);
        }
        if result == Ty::Void || !call.used {
            self.code.call_edge(None, callee, receiver, operands, call.span);
            return if result == Ty::Void { Typed::new(Operand::Null, Ty::Void) } else { Typed::error() };
        }
        let through = object.and_then(|object| object.generic);
        let generic = generic.and_then(|generic| self.code.table.without_own(generic, &inferred));
        let generic = self.code.table.seen_through(generic, through, class, &inferred);
        let local = self.code.place(call.target, result);
        self.code.call_edge(Some(local), callee, receiver, operands, call.span);
        Typed { erased, generic, ..Typed::new(Operand::Local(local), result) }
    }

    /// The types of the type variables of a method, as far as the arguments tell.
    fn inferred(&mut self, application: &Application<'_>, results: &[TermId]) -> Inferred {
        let &Application { method, arity, arguments, through } = application;
        let mut inferred = Inferred::new();
        let holder = self.code.table.methods[method].class;
        let result = self.code.table.methods[method].result_generic;
        let count = self.code.table.methods[method].parameters.len() - usize::from(arity == Arity::Variable);
        for (position, argument) in arguments.iter().enumerate().take(count) {
            let given = self.code.table.known_term(argument);
            let wanted = self.code.table.methods[method].parameters[position].generic;
            let wanted = self.code.table.seen_through(wanted, through, holder, &Inferred::new());
            self.code.table.infer(wanted, given, &mut inferred);
            if let (Ty::Function(e), Ty::Class(interface)) =
                (argument.ty, self.code.table.methods[method].parameters[position].ty)
            {
                self.code.table.infer_result(e, interface, wanted, &mut inferred);
            }
        }
        if let Some(variadic) = self.code.table.methods[method].parameters.get(count) {
            let wanted = self.code.table.element_term(variadic.generic);
            for argument in arguments.iter().skip(count) {
                let given = self.code.table.known_term(argument);
                self.code.table.infer(wanted, given, &mut inferred);
            }
        }
        // What the arguments do not tell is what is expected.
        for &expected in results {
            self.code.table.infer(result, Some(expected), &mut inferred);
        }
        inferred
    }

    /// The arguments, converted to the parameters of the method.
    pub(super) fn converted(&mut self, application: &Application<'_>, inferred: &Inferred, span: Span) -> Vec<Operand> {
        let &Application { method, arity, arguments, through } = application;
        let info = &self.code.table.methods[method];
        let (holder, variadic) = (info.class, info.variadic.filter(|_| arity == Arity::Variable));
        let mut parameters: Vec<(Ty, Generic)> = info.parameters.iter().map(|p| (p.ty, p.generic)).collect();
        let array = if variadic.is_some() { parameters.pop() } else { None };
        let mut operands = Vec::new();
        for (&argument, &(ty, generic)) in arguments.iter().zip(&parameters) {
            operands.push(match (argument.ty, ty) {
                _ if self.code.takes_array(application, argument.ty, ty) => argument.operand,
                (Ty::Function(_), Ty::Class(_)) => {
                    let generic = self.code.table.seen_through(generic, through, holder, inferred);
                    let object = self.code.table.object();
                    match self.code.narrowed(ty, generic) {
                        Ty::Class(class) if class != object => {
                            self.function_object(argument, class, generic, None, span)
                        }
                        _ => {
                            self.code
                                .error("java/unsupported", span, msg!("which interface this function has is not known"))
                                .operand
                        }
                    }
                }
                _ => self.convert(argument, ty, None, span),
            });
        }
        if let (Some(element), Some((array, _))) = (variadic, array) {
            let rest = arguments.get(parameters.len()..).unwrap_or(&[]);
            let elements = rest.iter().map(|&argument| self.convert(argument, element, None, span)).collect();
            let array = self.code.opaque(None, array, span);
            if let Ty::Class(class) = array.ty {
                self.code.computed(array, Function::ArrayOf(class), elements, None);
            }
            operands.push(array.operand);
        }
        operands
    }
}
