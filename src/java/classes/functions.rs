//! Functional interfaces (JLS 9.8), and the classes of lambda expressions and method references.

use std::rc::Rc;

use rustc_hash::FxHashMap;

use super::super::lexer::Name;
use super::super::syntax::{ExprId, ExprKind, LambdaBody, Receiver, StmtKind};
use super::super::types::Ty;
use super::generic::{Generic, Inferred};
use super::inner::Visible;
use super::{CONSTRUCTOR, ClassInfo, ClassTable, MethodId, MethodInfo, ParameterInfo, TypeScope};
use base::Idx;
use program::objects::ClassId;

/// A lambda expression or method reference: an object of a class with one method.
#[derive(Clone)]
pub(crate) struct Function<'t> {
    /// Its class.
    pub class: ClassId,
    /// The class around it.
    pub around: ClassId,
    /// Whether it can use an object of the class around it.
    pub has_this: bool,
    /// The names of types in it.
    pub scope: TypeScope<'t>,
    /// The variables that it can use.
    pub variables: Rc<[Visible]>,
    /// The types of its parameters, with those before erasure.
    pub parameters: Vec<(Ty, Generic)>,
    /// The type of its result, before erasure as far as it is known.
    pub result: (Ty, Generic),
    /// The type of the results that its body gives.
    pub inferred: Generic,
    /// How often its types have become more precise.
    pub refined: u8,
}

/// Types of a function become more precise at most so often.
pub(super) const REFINEMENTS: u8 = 16;

impl<'t> ClassTable<'t> {
    /// The only abstract method of an interface.
    pub(crate) fn function_of(&self, interface: ClassId) -> Option<MethodId> {
        if !self.classes[interface].is_interface {
            return None;
        }
        let mut found: Option<MethodId> = None;
        for holder in self.supertypes(interface) {
            for &method in &self.classes[holder].methods {
                let info = &self.methods[method];
                let is_abstract = info.declaration.is_some_and(|d| d.modifiers.is_abstract);
                let of_object =
                    matches!((&*info.name, info.parameters.len()), ("equals", 1) | ("hashCode" | "toString", 0));
                if !is_abstract || of_object || self.implementation(interface, method).is_some() {
                    continue;
                }
                match found {
                    None => found = Some(method),
                    Some(other) if self.overrides(other, method) || self.overrides(method, other) => {}
                    Some(_) => return None,
                }
            }
        }
        found
    }

    /// Whether a lambda expression or method reference may have the type of this interface (JLS 15.12.2.1).
    pub(crate) fn suits_function(&self, interface: ClassId, e: ExprId) -> bool {
        let Some(method) = self.function_of(interface) else { return false };
        let info = &self.methods[method];
        let lambda = match &self.tree.expressions[e].kind {
            ExprKind::Lambda(lambda) => lambda,
            ExprKind::Reference { receiver: Receiver::Of(object), name } => {
                return self.suits_reference(*object, name, info.parameters.len());
            }
            _ => return true,
        };
        if lambda.parameters.len() != info.parameters.len() {
            return false;
        }
        let is_void = info.result == Ty::Void;
        match lambda.body {
            LambdaBody::Expression(body) => !is_void || self.is_statement(body),
            LambdaBody::Block(block) => {
                let mut rest = vec![block];
                let mut returns = None;
                while let Some(statement) = rest.pop() {
                    let kind = &self.tree.statements[statement].kind;
                    if let StmtKind::Return(value) = kind {
                        returns = Some(value.is_some());
                    }
                    kind.for_each_child(|child| rest.push(child), |_| {});
                }
                returns.is_none_or(|value| value != is_void)
            }
        }
    }

    /// Whether a method reference names a method that may have so many arguments, as far as that is known.
    fn suits_reference(&self, object: ExprId, name: &Name, arguments: usize) -> bool {
        let class = self.path_of(object).and_then(|path| self.find_declared_path(&path, None));
        let Some(class) = class.filter(|&class| !self.is_incomplete(class)) else { return true };
        let named = self.supertypes(class).into_iter().flat_map(|class| self.declared_methods(class, name));
        let mut named = named.map(|&method| &self.methods[method]).peekable();
        let fits = |info: &MethodInfo<'_>| {
            let receiver = usize::from(!info.is_static && **name != *CONSTRUCTOR);
            info.variadic.is_some() || info.parameters.len() + receiver == arguments
        };
        named.peek().is_none() || named.any(fits)
    }

    /// Takes the types of a function as they are known now: the type variables of the call to which it is passed may have been inferred
    /// since its class was added.
    pub(crate) fn refine_function(&mut self, e: ExprId, now: Function<'t>) {
        let Some(known) = self.functions.get_mut(&e) else { return };
        let types = |function: &Function<'t>| function.variables.iter().map(|v| (v.ty, v.generic)).collect::<Vec<_>>();
        let is_same = (&known.parameters, known.result) == (&now.parameters, now.result) && types(known) == types(&now);
        if known.refined < REFINEMENTS && !is_same {
            let refined = known.refined + 1;
            *known = Function { class: known.class, refined, ..now };
            self.changed = true;
        }
    }

    /// Remembers the type of the result of a lambda expression or method reference, from which type variables are inferred.
    pub(crate) fn set_function_result(&mut self, e: ExprId, result: Generic) {
        if let Some(function) = self.functions.get_mut(&e)
            && function.inferred != result
            && result.is_some()
            && function.refined < REFINEMENTS
        {
            function.inferred = result;
            function.refined += 1;
            self.changed = true;
        }
    }

    /// Infers type variables from the result of a lambda expression that is an argument.
    pub(crate) fn infer_result(&mut self, e: ExprId, interface: ClassId, parameter: Generic, inferred: &mut Inferred) {
        let given = self.functions.get(&e).and_then(|function| function.inferred);
        let Some(method) = self.function_of(interface).filter(|_| given.is_some()) else { return };
        let (holder, result) = (self.methods[method].class, self.methods[method].result_generic);
        let wanted = self.seen_through(result, parameter, holder, &Inferred::new());
        self.infer(wanted, given, inferred);
    }

    /// Whether a class is that of a lambda expression or method reference.
    pub(crate) fn is_function(&self, class: ClassId) -> bool {
        // Later classes are not those of the program. A class with a function has no other method.
        class.index() < self.classes.len()
            && self.classes[class].methods.first().is_some_and(|&method| self.methods[method].function.is_some())
    }

    /// Whether an expression can be a statement (JLS 14.8).
    pub(crate) fn is_statement(&self, e: ExprId) -> bool {
        use ExprKind as E;
        let kind = &self.tree.expressions[e].kind;
        matches!(kind, E::Assign { .. } | E::Increment { .. } | E::Call { .. } | E::New(_) | E::Erroneous)
    }

    /// Adds the class of a lambda expression or method reference.
    pub(crate) fn add_function(
        &mut self,
        e: ExprId,
        interface: ClassId,
        method: MethodId,
        mut function: Function<'t>,
    ) -> ClassId {
        let around = &self.classes[function.around];
        let (number, name) = (around.functions, &around.name);
        let name = format!("{name}$lambda${number}").into();
        let span = around.name_span;
        let object = self.object();
        self.classes[function.around].functions += 1;
        let class = self.classes.push(ClassInfo {
            is_inner: function.has_this,
            outer: Some(function.around),
            superclass: Some(object),
            interfaces: vec![interface],
            name_span: span,
            ..ClassInfo::new(name)
        });
        let info = &self.methods[method];
        let (name, result) = (info.name.clone(), info.result);
        let parameters: Vec<ParameterInfo> = info.parameters.clone();
        let procedure = Some(self.next_procedure());
        self.add_method(MethodInfo {
            parameters,
            result,
            function: Some(e),
            procedure,
            ..MethodInfo::new(class, name)
        });
        function.class = class;
        self.functions.insert(e, function);
        self.changed = true;
        class
    }
}

/// The functions of a program by their expressions.
pub(crate) type Functions<'t> = FxHashMap<ExprId, Function<'t>>;
