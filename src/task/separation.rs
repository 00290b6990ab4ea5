//! Grammars and heaps that are written in separation logic, once the classes of the program are known.

mod scope;

use std::borrow::Cow;

use crate::{AliasReader, Loaded, NamedGrammar, NamedHeap};
use base::{Diagnostic, has_errors};
use heap_grammar::grammar::definitions::{Notation, Scope, ScopeVariable};
use heap_grammar::separation::{Definition, Name};
use program::cfa::ProcedureId;
use program::objects::Program;
use scope::scope_type;

pub use scope::scope_classes;

/// A task in which definitions and formulas have become grammars and heaps. What is wrong with them is added to what was found.
pub fn with_documents<'l>(
    loaded: &'l Loaded,
    code: Option<(&Program, ProcedureId)>,
    found: &mut Vec<Diagnostic>,
) -> Cow<'l, Loaded> {
    let is_written = !loaded.formulas.is_empty() || loaded.grammars.iter().any(|own| !own.definitions.is_empty());
    let is_right = !has_errors(&loaded.diagnostics);
    // Without a program, nothing else is checked either.
    let Some((program, entry)) = code.filter(|_| is_written && is_right) else { return Cow::Borrowed(loaded) };
    let mut loaded = loaded.clone();
    let scope = scope(program, entry);
    let own = loaded.grammars.iter().flat_map(NamedGrammar::nonterminals).map(str::to_owned).collect();
    let mut aliases = AliasReader::new(&scope, own);
    let mut texts: Vec<(usize, Vec<Definition>)> = Vec::new();
    let before = found.len();
    let resolve = |class: &mut Name| class.text = scope.resolve(&class.text).to_owned();
    for (place, grammar) in loaded.grammars.iter_mut().enumerate().filter(|(_, own)| !own.definitions.is_empty()) {
        let mut definitions = std::mem::take(&mut grammar.definitions);
        for definition in &mut definitions {
            definition.parameters.iter_mut().filter_map(|parameter| parameter.class.as_mut()).for_each(resolve);
            for case in &mut definition.cases {
                case.classes_mut().into_iter().for_each(resolve);
                aliases.replace(case, found);
            }
        }
        texts.push((place, definitions));
    }
    for case in loaded.formulas.iter_mut().flat_map(|formula| &mut formula.cases) {
        case.classes_mut().into_iter().for_each(resolve);
        aliases.replace(case, found);
    }
    if has_errors(&found[before..]) {
        return Cow::Owned(loaded);
    }
    loaded.grammars.extend(aliases.grammars());
    let mut notation = Notation::new(scope.clone(), loaded.grammars.iter().map(|own| &own.grammar));
    let all: Vec<&[Definition]> = texts.iter().map(|(_, definitions)| &definitions[..]).collect();
    let grammars = notation.define(&all, found);
    for ((place, _), grammar) in texts.iter().zip(grammars) {
        loaded.grammars[*place].grammar = grammar;
    }
    if has_errors(&found[before..]) {
        return Cow::Owned(loaded);
    }
    for formula in std::mem::take(&mut loaded.formulas) {
        let heaps = notation.heaps(&formula.cases, found);
        loaded.initial.extend(heaps.into_iter().map(|heap| NamedHeap { name: formula.name.clone(), heap }));
    }
    Cow::Owned(loaded)
}

/// What formulas may mention of a program that starts in a procedure.
pub fn scope(program: &Program, entry: ProcedureId) -> Scope {
    let procedure = &program.procedures[entry];
    let receiver = procedure.receiver.map(|local| ("@this:".to_owned(), local));
    let parameters = (0..).zip(&procedure.parameters).map(|(k, &local): (u32, _)| (format!("@parameter{k}:"), local));
    let variables = receiver.into_iter().chain(parameters).map(|(in_heaps, local)| ScopeVariable {
        name: procedure.locals[local].name.clone(),
        in_heaps,
        ty: scope_type(program, procedure.locals[local].ty),
    });
    Scope { variables: variables.collect(), classes: scope_classes(program), is_complete: true }
}
