//! String conversion (JLS 5.1.11), and other library methods that call methods of the program: `Object.toString`
//! calls `hashCode`, `Throwable.toString` calls `getLocalizedMessage`, and that calls `getMessage`.

use super::super::classes::{Arity, ClassTable, Inferred, MethodId};
use super::super::syntax::ExprId;
use super::super::types::Ty;
use super::call::{Application, Pending};
use super::dispatch::dispatch;
use super::{Destination, Emitter, Lowering, Target, Typed};
use base::{Span, msg};
use program::cfa::ProcedureId;
use program::objects::{
    ClassId, Comparison, Computation, Condition, Function, LocalId, Operand, Rvalue, Step, TextPart,
};

/// A library method that may call methods of the program.
#[derive(Clone, Copy)]
enum LibraryMethod {
    /// `toString`, or an override of it.
    ToString,
    /// That of `Object` or `Throwable`.
    SuperToString,
    /// `getLocalizedMessage`, or an override of it.
    LocalizedMessage,
    /// `getMessage`, or an override of it; also what the library's `getLocalizedMessage` calls.
    Message,
    /// A method that calls nothing.
    SuperMessage,
}

impl LibraryMethod {
    /// The method of the program that runs when this one is called on an object of exactly `class`.
    fn runs(self, table: &ClassTable<'_>, class: ClassId) -> Option<MethodId> {
        let own = |name| table.own_method(class, name, 0);
        let localized = || own("getLocalizedMessage").or_else(|| own("getMessage"));
        let default = || if table.is_throwable(class) { localized() } else { own("hashCode") };
        match self {
            Self::ToString => own("toString").or_else(default),
            Self::SuperToString => default(),
            Self::LocalizedMessage => localized(),
            Self::Message => own("getMessage"),
            Self::SuperMessage => None,
        }
    }
}

/// How a value of this type becomes a part of a text.
pub(super) fn part_of(ty: Ty) -> TextPart {
    match ty {
        Ty::Boolean => TextPart::Truth,
        Ty::Char => TextPart::Character,
        ty if ty.is_integral() => TextPart::Number,
        ty if ty.is_reference() => TextPart::Reference,
        _ => TextPart::Unknown,
    }
}

impl Emitter<'_, '_> {
    /// Converts a value to a string: calls `toString` of its class, unless it is null. Returns what executions make a text of.
    pub(super) fn convert_to_text(&mut self, value: Typed, span: Span) -> (Operand, TextPart) {
        match self.called_by_library(value, LibraryMethod::ToString, span) {
            Some(text) => (Operand::Local(text), TextPart::Reference),
            None => (value.operand, part_of(value.ty)),
        }
    }

    /// A text made of values that were converted. Executions know it.
    pub(super) fn text_of(&mut self, parts: &[(Operand, TextPart)], target: Target, span: Span) -> Typed {
        let text = self.text(target, span);
        if let Ty::Class(class) = text.ty {
            let (operands, parts) = parts.iter().copied().unzip();
            self.computed(text, Function::Concatenate(class, parts), operands, None);
        }
        text
    }

    /// Converts an argument to a string. Arrays of characters have methods of their own, which require them.
    pub(super) fn convert_argument(&mut self, value: Typed, span: Span) -> (Operand, TextPart) {
        if self.table.element(value.ty) == Some(Ty::Char) {
            self.require_argument(value, span);
            return (value.operand, TextPart::Characters);
        }
        self.convert_to_text(value, span)
    }

    /// Whether the conversion of a value to a string may return null, as a method of the program may.
    fn may_have_no_text(&self, ty: Ty) -> bool {
        let Ty::Class(class) = ty else { return false };
        let subtypes = self.table.classes.indices().filter(|&c| self.table.is_subtype(c, class));
        let is_written = |m: MethodId| self.table.methods[m].declaration.is_none_or(|declared| !declared.is_implicit);
        subtypes.into_iter().any(|c| self.table.own_method(c, "toString", 0).is_some_and(is_written))
    }

    /// The same with evaluated arguments.
    pub(super) fn output_of(&mut self, name: &str, values: &[Typed], span: Span) -> Typed {
        match (name, values) {
            ("print" | "println", &[value]) => _ = self.convert_argument(value, span),
            ("println" | "flush" | "close", []) => {}
            ("write", &[value]) if value.ty.is_numeric() => {}
            _ if self.assumes_pure("PrintStream", name) => {}
            ("printf" | "format", values) => _ = self.formatted(values, span),
            _ => return self.no_code("PrintStream", name, span),
        }
        self.note("java/output", span, msg!("output is skipped"));
        Typed::new(Operand::Null, Ty::Void)
    }

    /// A call of a method of `Object` or `Throwable` that subclasses override, or that calls others.
    pub(super) fn overridden(&mut self, call: &Pending<'_>, receiver: Typed, arguments: &[Typed]) -> Option<Typed> {
        let throwable = self.table.is_throwable(call.class);
        let method = match (call.name, arguments.len()) {
            ("toString", 0) if call.by_super => LibraryMethod::SuperToString,
            ("toString", 0) => LibraryMethod::ToString,
            ("getLocalizedMessage", 0) if throwable && call.by_super => LibraryMethod::Message,
            ("getMessage", 0) if throwable && call.by_super => LibraryMethod::SuperMessage,
            ("getLocalizedMessage", 0) if throwable => LibraryMethod::LocalizedMessage,
            ("getMessage", 0) if throwable => LibraryMethod::Message,
            // It also prints the causes, which are unknown.
            ("printStackTrace", 0)
                if self.table.prints_what_the_program_says() && !self.assumes_pure("Throwable", "printStackTrace") =>
            {
                return Some(self.no_code("Throwable", "printStackTrace", call.span));
            }
            _ => return None,
        };
        if !call.by_super {
            self.require(receiver, self.table.may_be_opaque(call.class), call.span);
        }
        let text = self.called_by_library(Typed { never_null: true, ..receiver }, method, call.span);
        // A method of the program may have returned null.
        let string = self.table.library("String")?;
        let result = self.unknown(call.target, Ty::Class(string), call.span);
        match (text, result.operand.local()) {
            (Some(text), Some(target)) => {
                self.graph.execute(Step::Assign { target, value: Rvalue::Operand(Operand::Local(text)) }, call.span);
            }
            (None, _) if matches!(method, LibraryMethod::ToString) => {
                let function = Function::Concatenate(string, vec![TextPart::Reference]);
                self.computed(result, function, vec![receiver.operand], None);
            }
            _ => {}
        }
        Some(result)
    }

    /// Calls the methods of the program that a library method on this object calls. Returns a local in which executions have the result of
    /// the library method, if it is that of the methods that are called.
    fn called_by_library(&mut self, value: Typed, called: LibraryMethod, span: Span) -> Option<LocalId> {
        let Ty::Class(class) = value.ty else { return None };
        let mut table: Vec<(ClassId, ProcedureId)> = Vec::new();
        let (mut missing, mut others) = (None, false);
        for (c, info) in self.table.classes.iter_enumerated() {
            if info.is_abstract || !self.table.is_subtype(c, class) {
                continue;
            }
            match called.runs(self.table, c) {
                Some(method) => match self.table.methods[method].procedure {
                    Some(procedure) => table.push((c, procedure)),
                    None => missing = Some(method),
                },
                None => others = true,
            }
        }
        if let Some(method) = missing {
            let class = self.table.type_name(Ty::Class(self.table.methods[method].class));
            let name = self.table.methods[method].name.clone();
            if !self.assumes_pure(&class, &name) {
                self.no_code(&class, &name, span);
            }
            others = true;
        }
        let callee = dispatch(&table)?;
        let is_text = |&(class, _): &(ClassId, _)| self.table.own_method(class, "toString", 0).is_some();
        let is_result = matches!(called, LibraryMethod::ToString) && table.iter().all(is_text);
        let string = self.table.library("String")?;
        let text = self.temporary(Ty::Class(string));
        let (call, after) = (self.graph.fresh(), self.graph.fresh());
        let operand = value.operand;
        let own = || Computation {
            target: Some(text),
            function: Function::Concatenate(string, vec![TextPart::Reference]),
            arguments: vec![operand],
            raises: None,
        };
        if others {
            self.class_tests(operand, &table, call, span);
            self.graph.execute(Step::Compute(own()), span);
            self.graph.goto(after, span);
        } else if !value.never_null && self.this.is_none_or(|this| operand != Operand::Local(this)) {
            let is_null = self.graph.fresh();
            let condition = Condition::Compare { comparison: Comparison::Equal, left: operand, right: Operand::Null };
            self.graph.branch(condition, is_null, call, span);
            self.graph.here = is_null;
            self.graph.execute(Step::Compute(own()), span);
            self.graph.goto(after, span);
        } else {
            self.graph.goto(call, span);
        }
        self.graph.here = call;
        self.call_on_object(is_result.then_some(text), callee, operand, Vec::new(), span);
        self.graph.goto(after, span);
        self.graph.here = after;
        is_result.then_some(text)
    }

    /// Branches to `hit` if the object belongs to one of these classes, which are closed under subclasses.
    pub(super) fn class_tests(
        &mut self,
        operand: Operand,
        table: &[(ClassId, ProcedureId)],
        hit: program::cfa::Location,
        span: Span,
    ) {
        let is_listed = |c: ClassId| table.iter().any(|&(listed, _)| listed == c);
        let is_topmost = |&class: &ClassId| !self.table.ancestry(class).skip(1).any(is_listed);
        let topmost: Vec<ClassId> = table.iter().map(|&(class, _)| class).filter(is_topmost).collect();
        self.test_classes(operand, &topmost, hit, span);
    }
}

impl Lowering<'_, '_> {
    /// `System.out.print` and similar: converts the argument.
    pub(super) fn output(&mut self, name: &str, arguments: &[ExprId], span: Span) -> Typed {
        let values = self.arguments(arguments);
        self.code.output_of(name, &values, span)
    }

    /// Whether an expression is one of the standard streams.
    pub(super) fn is_output(&self, e: ExprId) -> bool {
        let Some(path) = self.code.table.path_of(e) else { return false };
        let path: Vec<&str> = path.iter().map(|n| &**n).collect();
        let path = path.strip_prefix(&["java", "lang"]).unwrap_or(&path);
        matches!(path, ["System", "out" | "err"]) && !self.is_variable("System")
    }

    /// A static library method that converts its first argument to a string.
    pub(super) fn text_function(
        &mut self,
        class: &str,
        name: &str,
        arguments: &[ExprId],
        target: Target,
        span: Span,
    ) -> Option<Typed> {
        if !matches!((class, name, arguments.len()), ("String", "format", _) | ("String", "valueOf", 1)) {
            return None;
        }
        let values = self.arguments(arguments);
        self.text_of_values(class, name, &values, target, span)
    }

    /// The same with evaluated arguments.
    pub(super) fn text_of_values(
        &mut self,
        class: &str,
        name: &str,
        values: &[Typed],
        target: Target,
        span: Span,
    ) -> Option<Typed> {
        let value = match (class, name, values) {
            ("String", "format", values) => return Some(self.code.formatted_text(values, target, span)),
            ("String", "valueOf", &[value]) => value,
            _ => return None,
        };
        let part = self.code.convert_argument(value, span);
        match (self.code.may_have_no_text(value.ty), self.code.table.library("String")) {
            (true, Some(string)) => Some(self.text_or_null(value, part, Ty::Class(string), target, span)),
            _ => Some(self.code.text_of(&[part], target, span)),
        }
    }

    /// `String.valueOf` of an object whose `toString` may return null, which is its result then: that of null is a text.
    fn text_or_null(
        &mut self,
        value: Typed,
        (converted, part): (Operand, TextPart),
        string: Ty,
        target: Target,
        span: Span,
    ) -> Typed {
        let target = Destination { local: self.code.place(target, string), ty: string };
        let (null, object, after) = (self.code.graph.fresh(), self.code.graph.fresh(), self.code.graph.fresh());
        let comparison = Comparison::Equal;
        let is_null = Condition::Compare { comparison, left: value.operand, right: Operand::Null };
        self.code.graph.branch(is_null, null, object, span);
        self.code.graph.here = null;
        self.code.literal(Some("null"), Some(target), span);
        self.code.graph.goto(after, span);
        self.code.graph.here = object;
        let text = self.code.unknown(Some(target), string, span);
        if let TextPart::Reference = part {
            self.code.graph.execute(Step::Assign { target: target.local, value: Rvalue::Operand(converted) }, span);
        }
        self.code.graph.goto(after, span);
        self.code.graph.here = after;
        text
    }

    /// `hashCode()` and `equals(x)` on a class with overriding subclasses: calls their methods, or does `otherwise`.
    pub(super) fn partly_overridden(
        &mut self,
        call: &Pending<'_>,
        receiver: Typed,
        arguments: &[Typed],
        otherwise: impl FnOnce(&mut Self, LocalId) -> Typed,
    ) -> Option<Typed> {
        let result = match (call.name, arguments.len()) {
            ("hashCode", 0) => Ty::Int,
            ("equals", 1) => Ty::Boolean,
            _ => return None,
        };
        let mut table: Vec<(ClassId, ProcedureId)> = Vec::new();
        let mut overridden = Vec::new();
        for (c, info) in self.code.table.classes.iter_enumerated() {
            if info.is_abstract || !self.code.table.is_subtype(c, call.class) {
                continue;
            }
            let Some(method) = self.code.table.own_method(c, call.name, arguments.len()) else { continue };
            table.push((c, self.code.table.methods[method].procedure?));
            overridden.push(method);
        }
        let (callee, &method) = (dispatch(&table)?, overridden.first()?);
        let application = Application { method, arity: Arity::Fixed, arguments, through: None };
        let operands = self.converted(&application, &Inferred::new(), call.span);
        self.code.require(receiver, self.code.table.may_be_opaque(call.class), call.span);
        let local = self.code.place(call.target, result);
        let (hit, after) = (self.code.graph.fresh(), self.code.graph.fresh());
        self.code.class_tests(receiver.operand, &table, hit, call.span);
        let other = otherwise(self, local);
        if other.operand != Operand::Local(local) {
            self.code.assign(local, program::objects::Rvalue::Operand(other.operand), call.span);
        }
        self.code.graph.goto(after, call.span);
        self.code.graph.here = hit;
        self.code.call_on_object(Some(local), callee, receiver.operand, operands, call.span);
        self.code.graph.goto(after, call.span);
        self.code.graph.here = after;
        Some(Typed::new(Operand::Local(local), result))
    }
}
