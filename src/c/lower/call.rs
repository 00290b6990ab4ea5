//! Calls: of functions of the program, of those with a meaning of their own, and of others without a body.

use super::super::preprocess::is_standard;
use super::super::typed::Kind;
use super::access::Content;
use super::expression::assigns;
use super::foreign::{content_of, is_beyond, is_output};
use super::place::Place;
use super::statement::is_constant;
use super::*;
use crate::unsupported::Construct;
use base::msg;
use program::objects::{Call, Callee, Failure};

impl Lowering<'_> {
    /// A call; `is_used`: whether its value is.
    pub(super) fn call(&mut self, function: FunctionId, arguments: &[Node], node: &Node, is_used: bool) -> Operand {
        let checked = self.checked;
        let callee = &checked.functions[function];
        let span = node.span;
        let (name, has_body) = (&*callee.name, callee.body.is_some());
        match name {
            _ if self.is_error(name) => {
                arguments.iter().for_each(|argument| self.effect(argument));
                self.graph.fail(Failure::Reached, span);
                self.graph.here = self.graph.fresh();
                return Operand::Integer(0);
            }
            "__assert_fail" | "__assert" if !has_body => {
                self.assertion_fails(span);
                self.graph.here = self.graph.fresh();
                return Operand::Integer(0);
            }
            "__hrglass_assert" | "__VERIFIER_assert" | "__CPROVER_assert" | "__ESBMC_assert" | "assert"
                if !has_body =>
            {
                if let Some(condition) = arguments.first() {
                    let (holds, fails) = (self.graph.fresh(), self.graph.fresh());
                    self.graph.decides(holds, fails);
                    self.condition(condition, holds, fails);
                    self.graph.here = fails;
                    self.assertion_fails(span);
                    self.graph.here = holds;
                }
                return Operand::Integer(0);
            }
            "__VERIFIER_assume" | "__CPROVER_assume" | "__ESBMC_assume" if !has_body => {
                if let Some(condition) = arguments.first() {
                    let (holds, halt) = (self.graph.fresh(), self.halt());
                    self.condition(condition, holds, halt);
                    self.graph.here = holds;
                }
                return Operand::Integer(0);
            }
            "abort" | "exit" | "_Exit" | "_exit" | "quick_exit" | "__VERIFIER_exit" if !has_body => {
                return self.ends_the_run(arguments, span);
            }
            _ if callee.never_returns && !has_body && !is_beyond(name) => return self.ends_the_run(arguments, span),
            _ if !has_body && !is_standard(name) && callee.attribute.is_some() => {
                let what = callee.attribute.clone().map(Construct::Attribute);
                what.iter().for_each(|what| self.unsupported(what, span));
                return Operand::Integer(0);
            }
            _ => {}
        }
        if has_body {
            return self.call_procedure(function, arguments, node, is_used);
        }
        self.without_body(&callee.name, arguments, node, is_used)
    }

    fn ends_the_run(&mut self, arguments: &[Node], span: Span) -> Operand {
        arguments.iter().for_each(|argument| self.effect(argument));
        self.graph.end_run(span);
        self.graph.here = self.graph.fresh();
        Operand::Integer(0)
    }

    /// Whether a call of a function is an error, whatever the function does.
    fn is_error(&self, name: &str) -> bool {
        match self.options.only_call {
            Some(error) => name == error,
            None => matches!(name, "reach_error" | "__VERIFIER_error"),
        }
    }

    /// An assertion that fails aborts the program, which may be no error.
    fn assertion_fails(&mut self, span: Span) {
        match self.options.only_call {
            Some(_) => self.graph.end_run(span),
            None => self.graph.fail(Failure::Assertion, span),
        }
    }

    fn call_procedure(&mut self, function: FunctionId, arguments: &[Node], node: &Node, is_used: bool) -> Operand {
        let (checked, span) = (self.checked, node.span);
        let parameters = checked.functions[function].body.as_ref().map_or(&[][..], |body| &body.parameters);
        let allocated = self.wanted_of(function, arguments);
        let mut operands: Vec<Operand> = Vec::new();
        let assigning: Vec<usize> = (0..arguments.len()).filter(|&number| assigns(&arguments[number])).collect();
        for (position, argument) in arguments.iter().enumerate() {
            let value = self.value(argument);
            // One copy protects it from all of them.
            let later = assigning.get(assigning.partition_point(|&number| number <= position));
            let value = later.map_or(value, |&later| self.protected(value, &arguments[later]));
            operands.push(value);
            let parameter = parameters.get(position).map(|&parameter| checked.variables[parameter].ty.ty);
            if parameter.is_some_and(|ty| self.has_range(ty)) {
                let (index, length) = self.range(value);
                operands.extend([index, length]);
            }
        }
        if arguments.iter().any(|argument| self.lowered(argument.ty).is_none()) {
            self.unsupported(&Construct::StructureParameter, span);
        }
        // A call before the declaration may want a value of a function that has none.
        let (returns, is_variadic) = match self.checked.types.get(self.checked.functions[function].ty) {
            Type::Function(signature) => (signature.result, signature.variadic),
            _ => (TypeId::VOID, false),
        };
        if is_variadic {
            self.unsupported(&Construct::VariadicFunction, span);
        }
        let target = match is_used && node.ty != TypeId::VOID && self.lowered(node.ty).is_some() {
            true => Some(self.temporary(node.ty)),
            false => None,
        };
        if let Some(target) = target.filter(|_| returns == TypeId::VOID) {
            self.draw(target, node.ty, span);
        }
        let procedure = match self.procedures.get(&(function, allocated)) {
            Some(&known) => known,
            None => {
                self.queue.push((function, allocated));
                let new = ProcedureId::at(self.queue.len());
                self.procedures.insert((function, allocated), new);
                new
            }
        };
        let exceptional = self.graph.exceptional_exit;
        let callee = Callee::Static(procedure);
        let call = Call {
            target: target.filter(|_| returns != TypeId::VOID),
            callee,
            receiver: None,
            arguments: operands,
            exceptional,
        };
        self.graph.emit(Operation::Call(call), span);
        if let Some(target) = target.filter(|_| returns == node.ty) {
            self.take_range(target, span);
        }
        target.map_or(Operand::Integer(0), Operand::Local)
    }

    /// A function without a body: it returns any value, and changes the numbers that its arguments point to.
    fn without_body(&mut self, name: &Name, arguments: &[Node], node: &Node, is_used: bool) -> Operand {
        let span = node.span;
        let is_input = name.starts_with("__VERIFIER_nondet_");
        if let Some(value) = self.library(name, arguments, node) {
            return value;
        }
        match &**name {
            "malloc" | "calloc" | "realloc" | "alloca" => return self.untyped(name, arguments, span),
            "free" => {
                arguments.iter().for_each(|argument| self.freed(argument, span));
                return Operand::Integer(0);
            }
            "memset" | "memcpy" | "memmove" => {
                if let Some(object) = self.whole(name, arguments, span) {
                    return object;
                }
            }
            beyond if is_beyond(beyond) => {
                self.unsupported(&Construct::Function(name.clone()), span);
                return Operand::Integer(0);
            }
            _ => {}
        }
        if let Some(value) = self.library_math(name, arguments, node) {
            return value;
        }
        if is_output(name) {
            self.note("c/output", name, span, msg!("output is skipped"));
        } else if !is_input {
            let message = msg!("`{name}` has no body: it may return any value");
            self.note("c/no-body", name, span, message);
            if content_of(name) == Content::Any && !name.starts_with("__VERIFIER_") {
                self.foreign.entry(name.clone()).or_insert(span);
            }
        }
        self.foreign_arguments(name, arguments, span);
        if node.ty == TypeId::VOID || !is_used {
            return Operand::Integer(0);
        }
        if self.is_number_of_floats(node.ty) {
            return self.floating_constant(None, node.ty, span);
        }
        if self.checked.types.integer(node.ty).is_none() {
            let what = match self.checked.types.pointee(node.ty) {
                Some(_) => Construct::ForeignPointer,
                None => Construct::ForeignValue,
            };
            self.unsupported(&what, span);
            return Operand::Null;
        }
        let target = self.temporary(node.ty);
        let value = if content_of(name) == Content::Unknown { Rvalue::Unknown } else { Rvalue::Drawn };
        self.any(target, value, node.ty, span);
        Operand::Local(target)
    }

    /// Gives back an object.
    fn freed(&mut self, argument: &Node, span: Span) {
        let pointer = match &argument.kind {
            Kind::Convert(inner) if self.checked.types.pointee(inner.ty).is_some() => inner,
            _ => argument,
        };
        let value = self.value(pointer);
        if value != Operand::Null {
            self.free_block(value, span);
        }
    }

    /// `memset(&x, 0, sizeof x)` and `memcpy(&x, &y, sizeof x)` of whole objects: the pointer to `x`.
    fn whole(&mut self, name: &str, arguments: &[Node], span: Span) -> Option<Operand> {
        let [to, from, size] = arguments else { return None };
        let inner = |mut node: &'_ Node| -> Node {
            while let Kind::Convert(of) = &node.kind {
                node = of;
            }
            node.clone()
        };
        let to = inner(to);
        let whole = self.checked.types.pointee(to.ty).map(|to| to.ty);
        let ty =
            whole.filter(|&ty| self.checked.types.layout(ty).map(|(s, _)| s.cast_signed()) == is_constant(size))?;
        let is_zero = name == "memset" && is_constant(from) == Some(0);
        let from = inner(from);
        let same = self.checked.types.pointee(from.ty).is_some_and(|from| from.ty == ty);
        let is_copy = name != "memset" && same;
        if !is_zero && !is_copy {
            return None;
        }
        let target = Node::new(Kind::Dereference(Box::new(to)), ty, span);
        let place = self.written(&target);
        if is_zero {
            self.fill(&place, ty, Content::Zero, span);
        } else {
            let source = Node::new(Kind::Dereference(Box::new(from)), ty, span);
            let source = self.place(&source);
            self.copy(&place, &source, ty, span);
        }
        match place {
            Place::Object(base, _) | Place::Field(base, _) => Some(Operand::Local(base)),
            _ => Some(Operand::Null),
        }
    }
}
