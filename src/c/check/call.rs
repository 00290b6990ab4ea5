//! Calls (C11 6.5.2.2).

use super::super::syntax::{ExprKind, External, Prefix};
use super::super::types::{Precision, Rank, Signature};
use super::operators::ValueUse;
use super::*;
use crate::preprocess::{is_of_library, is_standard, returns_int};
use crate::unsupported::Construct;
use base::{msg, text};

/// Functions of GCC, as the functions that they stand for.
pub(crate) const BUILTINS: [(&str, &str); 3] =
    [("__builtin_alloca", "alloca"), ("__builtin_trap", "abort"), ("__builtin_unreachable", "abort")];

impl Checker<'_> {
    pub(super) fn call(&mut self, callee: ExprId, arguments: &[ExprId], span: Span) -> Node {
        let tree = self.tree;
        let mut callee = callee;
        // `(*f)(…)` and `(&f)(…)` call `f`.
        while let ExprKind::Prefix(Prefix::Dereference | Prefix::Address, inner) = &tree.expressions[callee].kind {
            let is_name = |e: ExprId| matches!(&tree.expressions[e].kind, ExprKind::Name(name) if matches!(self.entity(name), Some(Entity::Function(_))));
            if !is_name(*inner) {
                break;
            }
            callee = *inner;
        }
        let callee_span = tree.expressions[callee].span;
        let node = match &tree.expressions[callee].kind {
            ExprKind::Name(name) => {
                if let Some(node) = self.builtin(name, arguments, span) {
                    return node;
                }
                let known = BUILTINS.iter().find(|(builtin, _)| **builtin == **name).map(|&(_, known)| known);
                let known = known.or_else(|| name.strip_prefix("__builtin_").filter(|known| is_of_library(known)));
                // A function of the program with the name of one of the library is another function.
                let name: Name = known.filter(|known| !self.is_own(known)).map_or_else(|| name.clone(), Into::into);
                match self.entity(&name) {
                    None if tree.parenthesised.contains(&callee) => self.unknown_name(&name, callee_span),
                    None => self.implicit(&name, arguments, callee_span),
                    Some(_) => self.name(&name, callee_span),
                }
            }
            _ => self.expression(callee),
        };
        let arguments: Vec<Node> = arguments.iter().map(|&argument| self.value(argument)).collect();
        if node.ty == TypeId::ERROR {
            return Node::error(span);
        }
        let function_type = match self.types.get(node.ty) {
            Type::Function(signature) => Some(signature.clone()),
            Type::Pointer(to) => match self.types.get(to.ty) {
                Type::Function(signature) => Some(signature.clone()),
                _ => None,
            },
            _ => None,
        };
        let Some(signature) = function_type else {
            let name = self.type_name(node.ty);
            return self.error("c/call", callee_span, msg!("a value of type `{name}` is no function"));
        };
        let arguments = self.arguments(arguments, &signature, &node, span);
        if signature.result != TypeId::VOID && !self.types.is_complete(signature.result) {
            return self.error("c/type", span, msg!("the type of the result is not complete"));
        }
        match node.kind {
            Kind::Function(function) => {
                if signature.parameters.is_none() {
                    let types = arguments.iter().map(|argument| argument.ty).collect();
                    self.unchecked.push((function, types, span));
                }
                Node::new(Kind::Call(function, arguments), signature.result, span)
            }
            Kind::Unsupported(what) => Node::unsupported(what, signature.result, span),
            _ => Node::unsupported(Construct::FunctionPointer, signature.result, span),
        }
    }

    /// Whether the program defines a function.
    fn is_own(&self, function: &str) -> bool {
        let is_named = |name: &Option<(Name, Span)>| name.as_ref().is_some_and(|(name, _)| **name == *function);
        let mut externals = self.tree.externals.iter();
        externals.any(|it| matches!(it, External::Function(own) if is_named(&own.declarator.name)))
    }

    /// The arguments of a call, converted to the types of the parameters.
    fn arguments(&mut self, arguments: Vec<Node>, signature: &Signature, callee: &Node, span: Span) -> Vec<Node> {
        let wanted = signature.parameters.as_deref();
        if let Some(parameters) = wanted {
            let (given, needed) = (arguments.len(), parameters.len());
            if given < needed || (given > needed && !signature.variadic) {
                let message = msg!("the function has {needed} parameters, but {given} arguments are given");
                let mut error = Diagnostic::error("c/call", span, message);
                if let Kind::Function(function) = callee.kind {
                    error = error.label(self.functions[function].span, msg!("the declaration"));
                }
                self.diagnostics.push(error);
                return arguments;
            }
        }
        let mut converted = Vec::new();
        for (position, argument) in arguments.into_iter().enumerate() {
            converted.push(match wanted.and_then(|parameters| parameters.get(position)) {
                Some(&to) => self.assigned(argument, to, ValueUse::Pass),
                None => self.promoted_argument(argument),
            });
        }
        converted
    }

    /// The default argument promotions.
    fn promoted_argument(&mut self, argument: Node) -> Node {
        let span = argument.span;
        if argument.ty == TypeId::VOID {
            return self.error("c/type", span, msg!("this has no value"));
        }
        match self.types.integer(argument.ty) {
            Some(integer) => {
                let to = self.types.integer_type(integer.promoted());
                self.converted(argument, to, span)
            }
            None if matches!(self.types.precision(argument.ty), Some(Precision::Single | Precision::Unknown)) => {
                let double = self.types.intern(Type::Floating("double"));
                let is_float = matches!(self.types.get(argument.ty), Type::Floating("float"));
                if is_float { self.converted(argument, double, span) } else { argument }
            }
            None => argument,
        }
    }

    /// A function that is not declared: it returns `int`, as before C99, unless GCC may know it.
    fn implicit(&mut self, name: &Name, arguments: &[ExprId], span: Span) -> Node {
        let known = self.known_result(name, arguments);
        let result = known.unwrap_or(TypeId::INT);
        let signature = Signature { result, parameters: None, variadic: false };
        let ty = self.types.intern(Type::Function(signature));
        let is_of_gcc = ["__builtin_", "__sync_", "__atomic_"].iter().any(|prefix| name.starts_with(prefix));
        let is_other = self.linkage(name).is_some() || self.is_own(name);
        if known.is_none() && (is_of_gcc || is_standard(name)) && !is_other {
            return Node::unsupported(Construct::Function(name.clone()), ty, span);
        }
        if self.warned.insert(name.clone()) {
            let message = msg!("`{name}` is not declared, so that it is taken to return `{}`", self.type_name(result));
            self.warn("c/implicit", span, message);
        }
        match self.linkage(name) {
            Some(Entity::Function(known)) => {
                let ty = self.functions[known].ty;
                self.scope().names.insert(name.clone(), (Entity::Function(known), span));
                Node::new(Kind::Function(known), ty, span)
            }
            Some(_) => self.error("c/call", span, msg!("`{name}` is no function")),
            None => {
                let id = self.functions.push(Function {
                    name: name.clone(),
                    ty,
                    span,
                    is_implicit: true,
                    never_returns: false,
                    attribute: None,
                    body: None,
                });
                self.linked.insert(name.clone(), Entity::Function(id));
                self.scope().names.insert(name.clone(), (Entity::Function(id), span));
                Node::new(Kind::Function(id), ty, span)
            }
        }
    }

    /// What a function of GCC or of the library returns that is not declared, as far as that is known.
    fn known_result(&mut self, name: &str, arguments: &[ExprId]) -> Option<TypeId> {
        let plain = name.strip_prefix("__builtin_").unwrap_or(name);
        Some(match plain {
            "malloc" | "calloc" | "realloc" | "alloca" => self.types.pointer_to(TypeId::VOID),
            "free" | "abort" | "exit" | "__sync_synchronize" | "__atomic_store_n" => TypeId::VOID,
            _ if returns_int(plain) || is_bit_count(plain) => TypeId::INT,
            _ if ["__sync_", "__atomic_"].iter().any(|prefix| name.starts_with(prefix)) => {
                // The type of what the first argument leads to.
                let pointer = self.unevaluated(*arguments.first()?).ty;
                let of = self.types.pointee(pointer)?.ty;
                let is_value =
                    !name.contains("_bool_") && !name.contains("compare_exchange") && !name.contains("_test_");
                self.types.integer(of).filter(|_| is_value).map(|_| of)?
            }
            _ => return None,
        })
    }

    /// Functions of GCC that are no calls.
    fn builtin(&mut self, name: &str, arguments: &[ExprId], span: Span) -> Option<Node> {
        match (name, arguments) {
            ("__builtin_expect", &[value, _]) => {
                let value = self.value(value);
                let to = self.types.integer_type(Integer { rank: Rank::Long, signed: true });
                Some(self.assigned(value, to, ValueUse::Pass))
            }
            ("__builtin_choose_expr", &[condition, yes, no]) => {
                let (condition, _) = self.constant(condition, text!("the condition"))?;
                Some(self.expression(if condition != 0 { yes } else { no }))
            }
            ("__builtin_constant_p", &[value]) => {
                self.value(value);
                Some(Node::unsupported(Construct::ConstantTest, TypeId::INT, span))
            }
            _ => self.floating_builtin(name.strip_prefix("__builtin_")?, arguments, span),
        }
    }
}

/// Whether it is a function of GCC, without its prefix, that counts bits of a number, for `unsigned int` or a longer type.
fn is_bit_count(name: &str) -> bool {
    ["popcount", "clz", "ctz", "ffs", "parity", "clrsb"]
        .iter()
        .any(|counted| matches!(name.strip_prefix(counted), Some("" | "l" | "ll")))
}
