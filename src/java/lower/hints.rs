//! What a call is expected to return, where it is an argument of another one (JLS 15.12): the types of lambda expressions in it may depend on that.

use super::super::classes::{CONSTRUCTOR, Generic, Inferred, MethodId, TermId};
use super::super::syntax::{ExprId, ExprKind};
use super::{Lowering, Target, Typed};
use program::objects::ClassId;

/// A call whose arguments are evaluated.
pub(super) struct Called<'e> {
    /// The class on which a method is called, or whose object is made.
    pub class: ClassId,
    /// The name of the method.
    pub name: &'e str,
    /// The type before erasure of the object on which it is called.
    pub through: Generic,
    /// The types before erasure of which one is expected of the result.
    pub results: &'e [TermId],
}

impl Lowering<'_, '_> {
    /// The arguments of a call, from left to right.
    pub(super) fn arguments(&mut self, arguments: &[ExprId]) -> Vec<Typed> {
        self.arguments_of(None, arguments)
    }

    /// The same; of those that are calls themselves it is known what is expected.
    pub(super) fn arguments_of(&mut self, called: Option<&Called<'_>>, arguments: &[ExprId]) -> Vec<Typed> {
        let mut values = Vec::new();
        for (i, &argument) in arguments.iter().enumerate() {
            if let (Some(called), ExprKind::Call { .. }) = (called, &self.expression(argument).kind) {
                self.expected_of_call = self.expected_argument(called, arguments.len(), &values);
            }
            let value = self.value(argument);
            values.push(self.protect(value, &arguments[i + 1..], self.span(argument)));
        }
        values
    }

    /// The types that the methods which may be called expect of the argument behind these, of so many.
    fn expected_argument(&mut self, called: &Called<'_>, count: usize, before: &[Typed]) -> Vec<TermId> {
        let &Called { class, name, through, results } = called;
        let table = &*self.code.table;
        let holders = if name == CONSTRUCTOR { vec![class] } else { table.supertypes(class) };
        let named = holders.into_iter().flat_map(|holder| table.declared_methods(holder, name)).copied();
        let methods: Vec<MethodId> = named.filter(|&method| table.methods[method].parameters.len() == count).collect();
        let mut expected = Vec::new();
        for method in methods {
            let info = &self.code.table.methods[method];
            let (holder, result) = (info.class, info.result_generic);
            let parameters: Vec<Generic> = info.parameters.iter().map(|parameter| parameter.generic).collect();
            let mut inferred = Inferred::new();
            for (value, &parameter) in before.iter().zip(&parameters) {
                let given = self.code.table.known_term(value);
                self.code.table.infer(parameter, given, &mut inferred);
            }
            for &wanted in results {
                self.code.table.infer(result, Some(wanted), &mut inferred);
            }
            let wanted = parameters.get(before.len()).copied().flatten();
            let wanted = wanted.and_then(|wanted| self.code.table.without_own(wanted, &inferred));
            let seen = self.code.table.seen_through(wanted, through, holder, &inferred);
            expected.extend(seen.filter(|seen| !expected.contains(seen)));
        }
        expected
    }

    /// The types that are expected of a call: that of the local to which its result goes, and what is expected of it as an argument.
    pub(super) fn results(&mut self, target: Target) -> Vec<TermId> {
        let mut results = std::mem::take(&mut self.expected_of_call);
        results.extend(target.and_then(|target| self.generics.get(&target.local).copied().flatten()));
        results
    }
}
