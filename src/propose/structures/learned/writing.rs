//! What was learned, as inductive definitions and formulas.

use super::{Call, Learned, Predicate, Rule, Variable};
use crate::structures::Structures;
use crate::structures::values::{Case, Cases, Names, predicate};
use base::has_errors;
use heap_grammar::grammar::definitions::{Notation, Scope};
use heap_grammar::grammar::{Grammar, build_rules, check_productive, check_rules};
use heap_grammar::heap::Alphabet;
use heap_grammar::separation::{Atom, Definition};
use program::objects::{ClassId, FieldId};

/// Whether predicates are a grammar with which heaps can be abstracted.
pub(super) fn is_grammar(structures: &Structures<'_>, predicates: &[Predicate]) -> bool {
    let called: Vec<usize> = (0..predicates.len()).filter(|&own| is_called(predicates, own)).collect();
    let definitions: Vec<Definition> =
        called.into_iter().map(|own| structures.definition_of(predicates, own)).collect();
    let mut found = Vec::new();
    let documents = Notation::new(Scope::default(), std::iter::empty()).define(&[&definitions], &mut found);
    let mut alphabet = Alphabet::default();
    let (rules, more) = build_rules(&documents, &mut alphabet);
    found.extend(more);
    found.extend(check_rules(&alphabet, &rules));
    if has_errors(&found) {
        return false;
    }
    let grammar = Grammar::new(&alphabet, rules);
    check_productive(&alphabet, &grammar).is_empty() && grammar.unbounded().next().is_none()
}

/// Whether a predicate stands in a rule: others need no definition.
fn is_called(predicates: &[Predicate], number: usize) -> bool {
    let mut calls = predicates.iter().flat_map(|own| &own.rules).flat_map(|rule| &rule.calls);
    calls.any(|call| call.predicate == number)
}

impl Learned {
    /// What describes the regions of objects of a class: those that do not lead out of themselves, if there are any.
    fn at(&self, class: ClassId) -> Vec<Call> {
        let of = |is_closed: bool| {
            let roles = self.shown.roles.iter().zip(&self.described);
            let own = roles.filter(|(role, _)| role.class == class && role.exits.is_empty() == is_closed);
            let mut found: Vec<Call> = Vec::new();
            for (role, call) in own {
                let mut call = call.clone();
                let inner = |variable: &Variable| *variable > 0 && *variable <= role.exits.len();
                call.arguments.iter_mut().for_each(|argument| *argument = argument.filter(|variable| !inner(variable)));
                if !found.contains(&call) {
                    found.push(call);
                }
            }
            found
        };
        let closed = of(true);
        if closed.is_empty() { of(false) } else { closed }
    }
}

impl Structures<'_> {
    /// What was learned, if it is chosen.
    pub(in crate::structures) fn chosen_rules(&self) -> Option<&Learned> {
        self.learned.as_ref().filter(|_| self.is_of_samples)
    }

    /// The name of a class as that of a predicate: `node`.
    pub(super) fn predicate_of(&self, class: ClassId) -> String {
        let name = &self.program().classes[class].name;
        let mut letters = name.rsplit(['$', '.']).next().unwrap_or(name).chars();
        letters.next().into_iter().flat_map(char::to_lowercase).chain(letters).collect()
    }

    /// The definitions of the learned predicates of a family. Those of classes outside of families are with the first one.
    pub(in crate::structures) fn learned_definitions(&self, family: usize) -> Vec<Definition> {
        let Some(Learned { predicates, .. }) = &self.learned else { return Vec::new() };
        let families = || predicates.iter().filter_map(|own| self.graph.family(own.classes[0]));
        let is_own = |own: &&usize| match self.graph.family(predicates[**own].classes[0]) {
            Some(own) => own == family,
            None => families().min() == Some(family),
        };
        let called: Vec<usize> = (0..predicates.len()).filter(|&own| is_called(predicates, own)).collect();
        called.iter().filter(is_own).map(|&own| self.definition_of(predicates, own)).collect()
    }

    /// The heaps at a variable that refers to an object of just this class, if they were learned.
    pub(in crate::structures) fn learned_cases(&self, class: ClassId, variable: &str, names: &Names) -> Option<Cases> {
        let Learned { predicates, .. } = self.chosen_rules()?;
        let calls = self.chosen_rules()?.at(class);
        (!calls.is_empty()).then_some(())?;
        let mut all = Vec::new();
        for call in calls {
            let rules = match self.graph.family(class) {
                Some(_) if is_called(predicates, call.predicate) => {
                    vec![Rule { calls: vec![call], objects: Vec::new() }]
                }
                _ => {
                    let rank = call.arguments.len();
                    let image =
                        |variable: Variable| if variable < rank { call.arguments[variable] } else { Some(variable) };
                    predicates[call.predicate].rules.iter().map(|rule| rule.mapped(image).renumbered(&[0])).collect()
                }
            };
            all.extend(rules.iter().map(|rule| {
                let mut names = names.clone();
                let atoms = self.atoms(predicates, rule, &[variable.to_owned()], &mut names);
                Case { values: Vec::new(), atoms, names }
            }));
        }
        Some(Cases { all, is_cut: false })
    }

    fn definition_of(&self, predicates: &[Predicate], number: usize) -> Definition {
        let Predicate { arguments, classes, rules, .. } = &predicates[number];
        let mut names = Names::default();
        let arguments: Vec<String> = arguments.iter().map(|name| names.fresh(name)).collect();
        let case = |rule: &Rule| self.atoms(predicates, rule, &arguments, &mut names.clone());
        let cases = rules.iter().map(case).collect();
        let parameters: Vec<(&str, ClassId)> =
            arguments.iter().map(String::as_str).zip(classes.iter().copied()).collect();
        self.definition(&predicate_name(predicates, number), &parameters, cases)
    }

    /// A rule as atoms; the names of its first variables are given, the others are called as the fields that lead there.
    fn atoms(&self, predicates: &[Predicate], rule: &Rule, given: &[String], names: &mut Names) -> Vec<Atom> {
        let mut variables = given.to_vec();
        let fields = |class: ClassId| self.graph.structural_fields(class);
        for variable in given.len()..rule.bound() {
            let of = |object: &super::Object| {
                let position = object.fields.iter().position(|&value| value == Some(variable))?;
                fields(object.class).get(position).map(|&field| self.field_name(field))
            };
            let wanted = rule.objects.iter().find_map(of).unwrap_or("z");
            variables.push(names.fresh(wanted));
        }
        let name = |variable: Variable| variables.get(variable).map(String::as_str);
        let objects = rule.objects.iter().map(|object| {
            let values = object.fields.iter().map(|&value| value.and_then(name));
            let fields: Vec<(FieldId, Option<&str>)> = fields(object.class).iter().copied().zip(values).collect();
            self.points_to(name(object.source).unwrap_or_default(), object.class, &fields)
        });
        let calls = rule.calls.iter().map(|call| {
            let arguments: Vec<Option<&str>> = call.arguments.iter().map(|&value| value.and_then(name)).collect();
            predicate(&predicate_name(predicates, call.predicate), &arguments)
        });
        objects.chain(calls).collect()
    }
}

/// The name of a predicate: with a number if others before it are called the same.
fn predicate_name(predicates: &[Predicate], number: usize) -> String {
    let mut names = Names::default();
    let before = (0..number).filter(|&own| is_called(predicates, own));
    before.for_each(|own| _ = names.fresh(&predicates[own].name));
    names.fresh(&predicates[number].name)
}
