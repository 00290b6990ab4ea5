//! Calls of code that is not given: the library, native methods, abstract methods without implementation.

use std::collections::BTreeSet;
use std::rc::Rc;

use super::super::classes::MethodId;
use super::super::library::{self, Result as Known, Throws, unboxed};
use super::super::types::Ty;
use super::array::{INDEX, SIZE};
use super::call::Pending;
use super::numbers::overflows;
use super::{Emitter, Target, Typed};
use base::{Diagnostic, Span, msg};
use program::objects::{ArrayFunction, ClassId, Comparison, Condition, Function, Operand, Operation, Rvalue};

impl Emitter<'_, '_> {
    /// A static method of the library with evaluated arguments, if it is one.
    pub(super) fn static_call(
        &mut self,
        class: &str,
        name: &str,
        values: &[Typed],
        target: Target,
        span: Span,
    ) -> Option<Typed> {
        let (known, throws) = library::static_method(class, name, values.len())?;
        let opens = |position: usize| library::opens_static(class, name, position) || self.fills_numbers(name, values);
        let opened: Vec<bool> = (0..values.len()).map(opens).collect();
        let values = &self.opened(values, &opened, span)[..];
        let elements = |ty: Ty| std::iter::successors(self.table.element(ty), |&ty| self.table.element(ty));
        let is_of_primitives = |a: &Typed| elements(a.ty).last().is_some_and(Ty::is_primitive);
        let is_of_payload = |a: &Typed| elements(a.ty).last().is_some_and(|ty| self.table.is_payload(ty));
        let has_objects = !values.iter().any(|a| is_of_primitives(a) || is_of_payload(a));
        if has_objects && self.may_call_back(class, name, span) {
            return Some(Typed::error());
        }
        let function = self.function_on_numbers(class, name, values);
        let parsed = self.parsed_type(class, name, values);
        match (throws, &function) {
            (Some(Throws::Maybe(exception)), _) if let Some(ty) = parsed => {
                let test = (Function::IsNoNumber(ty), values.iter().map(|value| value.operand).collect());
                self.throw_if(Some(test), exception, span);
            }
            (Some(Throws::Maybe(exception)), Some(function)) => self.throw_if(overflows(function), exception, span),
            (Some(throws), _) => self.library_throws(throws, values, span),
            (None, _) => {}
        }
        let value = self.known(known, values, target, span);
        match function {
            Some((function, arguments)) => self.computed(value, function, arguments, None),
            None => self.execute_static((class, name), values, value, span),
        }
        Some(value)
    }

    /// What executions do in a static method of the library.
    fn execute_static(&mut self, method: (&str, &str), values: &[Typed], value: Typed, span: Span) {
        let arguments = || values.iter().map(|value| value.operand).collect();
        let is_of_numbers =
            |array: &Typed| self.table.element(array.ty).is_some_and(|ty| ty.is_integral() || ty == Ty::Boolean);
        let has_fractions = |array: &Typed| self.table.element(array.ty).is_some_and(Ty::is_floating);
        match (method, values) {
            (("Arrays", "fill"), &[array, ref range @ .., element]) => {
                let of_array = self.table.element(array.ty).unwrap_or(element.ty);
                // A box, or a fraction, is not computed.
                let element = match of_array.is_reference() == element.ty.is_reference() && !of_array.is_floating() {
                    true => element.operand,
                    false => self.executed_unknown(of_array, span),
                };
                let range = range.iter().map(|index| index.operand);
                let arguments = std::iter::once(array.operand).chain(range).chain([element]).collect();
                self.executed(Function::Fill, arguments, None, span);
            }
            (("Arrays", "sort"), [array, ..]) if !has_fractions(array) => {
                self.executed(Function::Sort, arguments(), None, span)
            }
            (("Arrays", "copyOfRange"), &[array, ..]) => {
                let function = ArrayFunction::Part(self.default_element(array.ty));
                self.computed(value, Function::OfArray(function, None), arguments(), Some(INDEX));
            }
            (("Arrays", name @ ("toString" | "deepToString" | "hashCode" | "binarySearch")), [..]) => {
                let function = match name {
                    "toString" => ArrayFunction::Text,
                    "deepToString" => ArrayFunction::DeepText,
                    "hashCode" => ArrayFunction::HashCode,
                    _ => ArrayFunction::Search,
                };
                let class = if let Ty::Class(class) = value.ty { Some(class) } else { None };
                self.computed(value, Function::OfArray(function, class), arguments(), None);
            }
            (("Arrays", "copyOf"), &[array, _]) => {
                self.computed(value, Function::CopyOf(self.default_element(array.ty)), arguments(), Some(SIZE));
            }
            (("Arrays", "equals"), [one, _]) if is_of_numbers(one) => {
                self.computed(value, Function::HaveEqualElements, arguments(), None);
            }
            (("System", "arraycopy"), _) => self.executed(Function::Move, arguments(), Some(INDEX), span),
            ((class, name), _) => self.static_payload(class, name, values, value, span),
        }
    }

    /// Whether `Arrays.fill` sets elements that are numbers.
    fn fills_numbers(&self, name: &str, values: &[Typed]) -> bool {
        name == "fill" && values.first().is_some_and(|array| self.table.element(array.ty).is_some_and(Ty::is_primitive))
    }

    /// The arguments, with those boxes opened whose parameters are numbers.
    pub(super) fn opened(&mut self, values: &[Typed], opens: &[bool], span: Span) -> Vec<Typed> {
        let open = |(&value, &opens): (&Typed, &bool)| if opens { self.unboxed(value, span) } else { value };
        values.iter().zip(opens).map(open).collect()
    }

    pub(super) fn known(&mut self, known: Known, arguments: &[Typed], target: Target, span: Span) -> Typed {
        match known {
            Known::Any(Ty::Void) => Typed::new(Operand::Null, Ty::Void),
            Known::Any(ty) => self.unknown(target, ty, span),
            Known::Drawn(ty) => self.drawn(target, ty, span),
            Known::Text => self.text(target, span),
            Known::Identity | Known::Receiver => Typed::error(),
            Known::Copy => match arguments.first() {
                Some(array) if array.ty.is_reference() => self.opaque(target, array.ty, span),
                _ => Typed::error(),
            },
            Known::Opaque(class) => {
                let class = match class.strip_suffix("[]") {
                    Some("char") => Some(self.table.array(Ty::Char)),
                    Some("byte") => Some(self.table.array(Ty::Byte)),
                    Some("String") => self.table.library("String").map(|text| self.table.array(Ty::Class(text))),
                    Some(_) => {
                        let object = self.table.object();
                        Some(self.table.array(Ty::Class(object)))
                    }
                    None => self.table.library(class),
                };
                class.map_or_else(Typed::error, |class| self.opaque(target, Ty::Class(class), span))
            }
            Known::Nullable(class) => match self.table.library(class) {
                Some(class) => self.unknown(target, Ty::Class(class), span),
                None => Typed::error(),
            },
            Known::Fallback(class) => {
                let is_null = |value: &Typed| value.ty.is_reference() && !value.never_null;
                let known =
                    if arguments.last().is_some_and(is_null) { Known::Nullable(class) } else { Known::Opaque(class) };
                self.known(known, arguments, target, span)
            }
            Known::Promoted(_) | Known::PromotedLast => {
                let least = if let Known::Promoted(least) = known { least } else { Ty::Int };
                let mut ty = least;
                for &argument in arguments {
                    let argument = self.unboxed(argument, span);
                    if !argument.ty.is_numeric() && !matches!(argument.ty, Ty::Any | Ty::Error) {
                        let name = self.table.type_name(argument.ty);
                        let error = self.error("java/type", span, msg!("`{name}` is not a number"));
                        if argument.erased {
                            self.advise_cast();
                        }
                        return error;
                    }
                    let before = if known == Known::PromotedLast { least } else { ty };
                    ty = before.promoted_with(argument.ty);
                }
                self.unknown(target, ty, span)
            }
        }
    }

    /// A call of a method that every object has and that does nothing but return another object.
    pub(super) fn of_every_object(
        &mut self,
        call: &Pending<'_>,
        receiver: Typed,
        arguments: &[Typed],
    ) -> Option<Typed> {
        let is_array = self.table.element(receiver.ty).is_some();
        let result = match (call.name, arguments) {
            ("getClass", []) => Ty::Class(self.table.library("Class")?),
            ("clone", []) if is_array => receiver.ty,
            _ => return None,
        };
        self.require(receiver, self.table.may_be_opaque(call.class), call.span);
        let value = self.opaque(call.target, result, call.span);
        if is_array {
            self.computed(value, Function::Clone, vec![receiver.operand], None);
        }
        Some(Typed { erased: receiver.erased && is_array, never_null: false, ..value })
    }

    /// Whether a method of the library may call one that a class of the program overrides, which is reported.
    pub(super) fn may_call_back(&mut self, class: &str, method: &str, span: Span) -> bool {
        let called = library::calls_back(class, method);
        let declared = self.table.classes.indices().filter(|&c| self.table.is_of_program(c));
        let own = declared.flat_map(|c| called.iter().map(move |&(name, parameters)| (c, name, parameters)));
        let own = own.into_iter().find_map(|(c, name, parameters)| match name {
            "compareTo" => self.table.declared_methods(c, name).first().copied(),
            _ => self.table.own_method(c, name, parameters),
        });
        let Some(found) = own else { return false };
        let signature = self.table.signature(found);
        let message = msg!("`{class}.{method}` may call `{signature}`, whose effect is not followed");
        self.error("java/unsupported", span, message);
        true
    }

    /// Checks that the receiver is not null, for calls that are not lowered to a call.
    pub(super) fn require(&mut self, receiver: Typed, opaque: bool, span: Span) {
        match receiver.operand {
            _ if receiver.never_null => {}
            Operand::Local(local) if Some(local) == self.this => {}
            operand if opaque => self.require_opaque(operand, span),
            operand => self.dereference(Operation::RequireNonNull(operand), operand, span),
        }
    }

    /// `Object.equals`.
    pub(super) fn identity(&mut self, receiver: Typed, arguments: &[Typed], call: &Pending<'_>) -> Typed {
        let Some(argument) = arguments.first().filter(|a| a.ty.is_reference()) else {
            return self.unknown(call.target, Ty::Boolean, call.span);
        };
        let (left, right) = (receiver.operand, argument.operand);
        let condition = Condition::Compare { comparison: Comparison::Equal, left, right };
        self.truth_of(condition, Function::AreEqual, vec![left, right], call)
    }

    /// A truth value: a condition for abstractions, and a function for executions.
    fn truth_of(
        &mut self,
        condition: Condition,
        function: Function,
        arguments: Vec<Operand>,
        call: &Pending<'_>,
    ) -> Typed {
        let (yes, no, after) = (self.graph.fresh(), self.graph.fresh(), self.graph.fresh());
        self.graph.branch_by(condition, (function, arguments), yes, no, call.span);
        let local = self.place(call.target, Ty::Boolean);
        for (start, truth) in [(yes, true), (no, false)] {
            self.graph.here = start;
            self.assign(local, Rvalue::Operand(Operand::Boolean(truth)), call.span);
            self.graph.goto(after, call.span);
        }
        self.graph.here = after;
        Typed::new(Operand::Local(local), Ty::Boolean)
    }

    /// Whether the options say that a method without code has no effect. What is assumed of it becomes a part of verdicts.
    pub(super) fn assumes_pure(&mut self, class: &str, method: &str) -> bool {
        let is_assumed = self.table.is_assumed_pure(class, method);
        if is_assumed {
            let sentence = msg!("`{class}.{method}` changes nothing, and returns some value");
            self.diagnostics.push(Diagnostic::note("assumption/pure", None, sentence));
        }
        is_assumed
    }

    /// A call of a declared method without code.
    pub(super) fn missing_code(
        &mut self,
        method: MethodId,
        call: &Pending<'_>,
        receiver: Option<Operand>,
        arguments: Vec<Operand>,
    ) -> Typed {
        let info = &self.table.methods[method];
        let (class, result) = (self.table.type_name(Ty::Class(info.class)), info.result);
        if class == "Hash" && !self.table.is_of_program(info.class) {
            return self.native(call, arguments);
        }
        if !self.assumes_pure(&class, call.name) {
            return self.no_code(&class, call.name, call.span);
        }
        if let Some(receiver) = receiver {
            self.require(Typed::new(receiver, Ty::Null), false, call.span);
        }
        match result {
            Ty::Void => Typed::new(Operand::Null, Ty::Void),
            Ty::Error => Typed::error(),
            Ty::Class(c) if !self.table.is_opaque(c) && unboxed(&self.table.classes[c].name).is_none() => {
                let message = msg!("`{class}.{}` is assumed pure, but its result is a reference", call.name);
                let advice = msg!("an unknown reference could be any object; add its code");
                self.report(Diagnostic::error("java/no-code", call.span, message).suggest(advice));
                Typed::error()
            }
            _ => self.unknown(call.target, result, call.span),
        }
    }

    /// A call of a native method of the library's sources.
    fn native(&mut self, call: &Pending<'_>, arguments: Vec<Operand>) -> Typed {
        match call.name {
            "isStable" => {
                let changes =
                    |c: ClassId| self.table.is_of_program(c) && self.table.own_method(c, "hashCode", 0).is_some();
                let is_stable = !self.table.classes.indices().any(changes);
                Typed::new(Operand::Boolean(is_stable), Ty::Boolean)
            }
            "isOne" => {
                let [left, right] = arguments[..] else { return Typed::error() };
                let condition = Condition::Compare { comparison: Comparison::Equal, left, right };
                self.truth_of(condition, Function::AreEqual, arguments, call)
            }
            "present" => {
                for left in arguments {
                    let condition = Condition::Compare { comparison: Comparison::NotEqual, left, right: Operand::Null };
                    self.graph.emit(Operation::Assume(condition), call.span);
                }
                Typed::new(Operand::Null, Ty::Void)
            }
            "interfere" => {
                let why = msg!(
                    "a collection is modified while a stream goes through it, or the order of its callbacks is not known"
                );
                self.graph.give_up(&why, call.span);
                Typed::new(Operand::Null, Ty::Void)
            }
            "isExecuted" => self.truth_in_executions(Function::IsExecuted, arguments, call),
            "isIdentity" => self.truth_in_executions(Function::IsIdentity(self.with_equality()), arguments, call),
            "arrange" | "anyOrder" => {
                let function = match call.name {
                    "arrange" => Function::Arrange(self.with_equality()),
                    _ => Function::AnyOrder,
                };
                self.executed(function, arguments, None, call.span);
                Typed::new(Operand::Null, Ty::Void)
            }
            _ => self.no_code("Hash", call.name, call.span),
        }
    }

    /// `Objects.requireNonNull`, whose result is seen to be its argument.
    pub(super) fn required(&mut self, method: MethodId, call: &Pending<'_>, arguments: &[Typed]) -> Option<Typed> {
        let class = self.table.methods[method].class;
        let is_it = call.name == "requireNonNull" && self.table.is_given(class);
        let (&value, message) = arguments.split_first().filter(|_| is_it)?;
        if !value.ty.is_reference() || message.iter().any(|message| matches!(message.ty, Ty::Function(_))) {
            return None;
        }
        self.require_argument(value, call.span);
        Some(Typed { slot: None, ..value })
    }

    /// The names of the classes that say themselves which objects are equal.
    fn with_equality(&self) -> Rc<BTreeSet<Rc<str>>> {
        let says = |&c: &ClassId| {
            self.table.own_method(c, "hashCode", 0).is_some() || self.table.own_method(c, "equals", 1).is_some()
        };
        let classes = self.table.classes.indices().filter(says);
        Rc::new(classes.map(|c| self.table.classes[c].name.clone()).collect())
    }

    /// What is false for abstractions, and what a function says in executions.
    fn truth_in_executions(&mut self, function: Function, arguments: Vec<Operand>, call: &Pending<'_>) -> Typed {
        self.truth_of(Condition::NEVER, function, arguments, call)
    }

    pub(super) fn no_code(&mut self, class: &str, method: &str, span: Span) -> Typed {
        let message = msg!("the code of `{class}.{method}` is not given");
        let advice = msg!("add its class as another file, or pass `--assume-pure {class}.{method}`");
        self.report(Diagnostic::error("java/no-code", span, message).suggest(advice));
        Typed::error()
    }
}
