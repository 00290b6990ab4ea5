//! Scopes of names: a name refers to the variable of the innermost procedure on the call stack that declares it.

use super::{HeapModel, Instance, Point, PropositionScope, Semantics};
use base::{CompactSort, Idx, RETURN};
use heap_grammar::heap::Variable;
use ltl::logic::VariableRef;
use program::objects::{LocalId, Type};

/// The name of the variable `x` of a method `m` where `m` is not the innermost method: `m::x`.
pub fn qualified_name(method: &str, name: &str) -> String {
    format!("{method}::{name}")
}

/// A variable that a proposition mentions.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(super) struct Mention {
    /// The method in `m::x`.
    pub method: Option<String>,
    /// The variable of that method, or else of the innermost procedure that declares it.
    pub local: Variable,
    /// Its name above the frame that declares it, qualified if the mention names a method.
    pub name: Variable,
}

/// The variables and markings with an [observed](super::Observables::selectors) selector.
pub(super) struct ObservedVariables {
    /// Where propositions read them.
    scope: PropositionScope,
    mentions: Vec<Mention>,
}

impl ObservedVariables {
    pub(super) fn new(model: &HeapModel, scope: PropositionScope) -> Self {
        Self { scope, mentions: mentions(model) }
    }

    /// Whether propositions read them in the states of an instance.
    pub(super) fn are_read_in(&self, instance: Instance) -> bool {
        self.scope == PropositionScope::AllProcedures || instance == Instance::at(0)
    }

    /// Those that calls pass along.
    pub(super) fn passed(&self) -> &[Mention] {
        if self.scope == PropositionScope::AllProcedures { &self.mentions } else { &[] }
    }
}

fn mentions(model: &HeapModel) -> Vec<Mention> {
    let mut names: Vec<Variable> = model.observables.selectors.iter().map(|&(name, _)| name).collect();
    names.compact_sort();
    names.dedup();
    let mention = |name: Variable| match model.alphabet.variable_name(name).rsplit_once("::") {
        None => Some(Mention { method: None, local: name, name }),
        Some((method, local)) => {
            let local = model.alphabet.find_variable(local)?;
            Some(Mention { method: Some(method.to_owned()), local, name })
        }
    };
    names.into_iter().filter_map(mention).collect()
}

impl Semantics {
    /// A variable that a proposition mentions; `None` if no heap can bind it.
    pub(super) fn mention(&self, x: &VariableRef) -> Option<Mention> {
        let find = |name: &str| self.model.alphabet.find_variable(name);
        let name = match &x.method {
            None => find(&x.name),
            Some(method) => find(&qualified_name(method, &x.name)),
        };
        Some(Mention { method: x.method.clone(), local: find(&x.name)?, name: name? })
    }

    /// Whether the instance is one of the method with this simple or qualified name.
    pub(super) fn is_method(&self, instance: Instance, method: &str) -> bool {
        let procedure = self.points.instance(instance).procedure;
        *method == self.model.program.procedures[procedure].name
            || *method == self.model.program.qualified_name(procedure)
    }

    /// Whether a proposition refers to a variable of this instance, or to a constant.
    pub(super) fn is_own(&self, instance: Instance, x: &VariableRef) -> bool {
        let variable = self.model.alphabet.find_variable(&x.name);
        variable.is_some_and(|v| self.points.declares(instance, v) || self.model.alphabet.constant(v).is_some())
            && x.method.as_ref().is_none_or(|m| self.is_method(instance, m))
    }

    /// Whether the mentioned variable belongs to this instance.
    pub(super) fn owns(&self, instance: Instance, mention: &Mention) -> bool {
        self.points.declares(instance, mention.local)
            && mention.method.as_ref().is_none_or(|m| self.is_method(instance, m))
    }

    /// Whether a variable that is not bound at a point is a declared number or boolean, or a reference without a value
    /// or that is not followed.
    pub(super) fn has_unknown_value(&self, point: Point, name: &str) -> bool {
        let instance = self.points.instance_of(point);
        let procedure = self.procedure(instance);
        if name == RETURN {
            return self.location(point) == Some(procedure.cfa.exit)
                && self.may_be_unknown(instance, procedure.returned);
        }
        self.declares_unknown(instance, name)
    }

    /// Whether the procedure declares a variable with this name that may be unbound and have an unknown value; the result is
    /// declared only at the end.
    pub(super) fn declares_unknown(&self, instance: Instance, name: &str) -> bool {
        let procedure = self.procedure(instance);
        let named = || procedure.locals.iter_enumerated().filter(|(_, local)| local.name == name);
        name != RETURN && named().any(|(id, _)| self.may_be_unknown(instance, id))
    }

    /// Whether the procedure declares a variable with this name that holds references.
    pub(super) fn is_declared_reference(&self, instance: Instance, name: &str) -> bool {
        let procedure = self.procedure(instance);
        procedure.locals.iter().any(|local| local.name == name && local.ty.is_reference())
    }

    fn may_be_unknown(&self, instance: Instance, local: LocalId) -> bool {
        let id = self.points.instance(instance).procedure;
        match self.model.program.procedures[id].locals[local].ty {
            Type::Void => false,
            Type::Reference(_) => self.is_manual() || self.model.unknown.may_hold.has_local(id, local),
            _ => true,
        }
    }
}
