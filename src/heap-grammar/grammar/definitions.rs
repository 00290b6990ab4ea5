//! Grammars as inductive definitions of separation logic, and heaps as formulas: both ways.
//!
//! A definition is a nonterminal, a case is a rule, and a points-to fact lists the selectors of a vertex. Different names are different vertices
//! unless `==` says otherwise. Classes may be left out where they follow: from predicates, from fields, or from the program.
//!
//! - laws: what [`definitions_of`] and [`formula_of`] show reads back to the same rules and heaps, up to the numbers of vertices.
//!
//! A predicate may hold of the empty heap, as a rule of a grammar cannot: [`empty`] gives the cases in which it does to those who use it.

mod empty;
mod graph;
mod infer;
mod scope;
mod show;
#[cfg(test)]
mod tests;

use std::collections::{BTreeMap, BTreeSet};

use super::document::{GrammarDocument, NonterminalDocument, RANK_LIMIT};
use crate::heap::document::HeapDocument;
use crate::separation::{Atom, Definition, Formula};
use base::{Diagnostic, Span, did_you_mean, has_errors, msg};

use empty::{EmptyCase, variants};
use graph::{Fault, Graph};

pub use scope::{Scope, ScopeClass, ScopeType, ScopeVariable};
pub use show::{definitions_of, formula_of, shown_definitions};

/// Maximum number of definitions in a task.
const DEFINITION_LIMIT: usize = 500;

/// Maximum number of atoms and fields in a formula, and in all definitions of a task.
const ATOM_LIMIT: usize = 2_000;
const TOTAL_LIMIT: usize = 10_000;

/// Maximum number of cases in which predicates of a task hold of the empty heap.
const EMPTY_LIMIT: usize = 300;

/// What is known of a predicate.
struct Predicate {
    rank: usize,
    /// The types of what rules have at its tentacles, for each kind of rule.
    types: Vec<Vec<Option<String>>>,
    /// The cases in which it holds of the empty heap.
    empty: Vec<EmptyCase>,
    /// Whether it ever holds of another one.
    is_nonterminal: bool,
}

/// Reads definitions and formulas with the names of a scope.
pub struct Notation {
    scope: Scope,
    predicates: BTreeMap<String, Predicate>,
}

impl Notation {
    /// With the nonterminals that grammars have without definitions.
    pub fn new<'g>(scope: Scope, grammars: impl Iterator<Item = &'g GrammarDocument> + Clone) -> Self {
        let mut notation = Self { scope, predicates: BTreeMap::new() };
        for declared in grammars.clone().flat_map(|grammar| &grammar.nonterminals) {
            let predicate = notation.predicates.entry(declared.name.clone()).or_insert_with(|| Predicate {
                rank: declared.rank as usize,
                types: Vec::new(),
                empty: Vec::new(),
                is_nonterminal: true,
            });
            for rule in &declared.rules {
                let ty = |external: u32| rule.nodes.get(external as usize).map(|node| node.value.clone());
                let types: Vec<Option<String>> = rule.externals.iter().map(|e| ty(e.value)).collect();
                if types.len() == predicate.rank && !predicate.types.contains(&types) {
                    predicate.types.push(types);
                }
            }
        }
        if !notation.scope.is_complete {
            grammars.flat_map(GrammarDocument::rules).for_each(|rule| notation.scope.learn(rule));
        }
        notation
    }

    /// Adds all definitions of a task; a grammar for each text, as far as they are right.
    pub fn define(&mut self, texts: &[&[Definition]], found: &mut Vec<Diagnostic>) -> Vec<GrammarDocument> {
        let empty = || texts.iter().map(|_| GrammarDocument { nonterminals: Vec::new() }).collect();
        let all: Vec<&Definition> = texts.iter().copied().flatten().collect();
        let before = found.len();
        self.declare(&all, found);
        if has_errors(&found[before..]) {
            return empty();
        }
        if !self.scope.is_complete {
            all.iter().for_each(|definition| self.scope.learn_from(definition));
        }
        self.find_empty(&all, found);
        let graphs: Vec<Vec<Graph>> = all.iter().map(|definition| self.graphs(definition, found)).collect();
        if has_errors(&found[before..]) {
            return empty();
        }
        self.find_types(&all, &graphs);
        let mut documents = all.iter().zip(&graphs).map(|(definition, graphs)| {
            let head = self.predicates[&definition.name.text].types[0].clone();
            let rules = graphs.iter().filter_map(|graph| {
                let types = self.types(graph, &head, &Scope::default());
                self.document(graph, &types, &Scope::default(), found)
            });
            NonterminalDocument {
                name: definition.name.text.clone(),
                rank: definition.parameters.len() as u32,
                reduction: None,
                rules: rules.collect(),
                span: definition.name.span,
            }
        });
        let grammars = texts.iter().map(|text| {
            let own = documents.by_ref().take(text.len());
            let nonterminals = own.filter(|nonterminal| self.predicates[&nonterminal.name].is_nonterminal).collect();
            GrammarDocument { nonterminals }
        });
        let grammars = grammars.collect();
        drop(documents);
        for definition in all {
            check_parameters(definition, found);
        }
        grammars
    }

    /// The heaps of a disjunction, as far as they are right. Names of the scope's variables are variables.
    pub fn heaps(&self, cases: &[Formula], found: &mut Vec<Diagnostic>) -> Vec<HeapDocument> {
        let mut heaps = Vec::new();
        for case in cases {
            if size(case) > ATOM_LIMIT {
                found.push(too_large(case.span));
                continue;
            }
            let before = found.len();
            self.check_uses(case, found);
            if has_errors(&found[before..]) {
                continue;
            }
            let variants = variants(case, &self.predicates).unwrap_or_else(|error| {
                found.push(error);
                Vec::new()
            });
            for variant in &variants {
                match Graph::new(variant, &[]) {
                    Ok(graph) => {
                        let types = self.types(&graph, &[], &self.scope);
                        heaps.extend(self.document(&graph, &types, &self.scope, found));
                        if variants.len() == 1 {
                            self.check_names(&graph, found);
                        }
                    }
                    Err(Fault::Contradiction(_)) if variants.len() > 1 => {}
                    Err(fault) => found.push(fault.diagnostic()),
                }
            }
        }
        heaps
    }

    /// Declares predicates; reports what their heads and their size have that is wrong, and predicates that are used but not defined.
    fn declare(&mut self, all: &[&Definition], found: &mut Vec<Diagnostic>) {
        let before = found.len();
        let mut room = TOTAL_LIMIT;
        for (place, definition) in all.iter().enumerate() {
            let (name, rank) = (&definition.name, definition.parameters.len());
            if let Some(first) = all[..place].iter().find(|other| other.name.text == name.text) {
                let message = msg!("`{}` is defined twice", name.text);
                let advice = msg!("rename one of them, or make it a case of the other, after `|`");
                let error = Diagnostic::error("definitions/duplicate", name.span, message).suggest(advice);
                found.push(error.label(first.name.span, msg!("the first definition")));
            } else if self.predicates.contains_key(&name.text) {
                let message = msg!("another grammar of the task has the nonterminal `{}`", name.text);
                let advice = msg!("rename this one");
                found.push(Diagnostic::error("definitions/duplicate", name.span, message).suggest(advice));
            }
            let of_size = definition.cases.iter().map(size).sum::<usize>() + definition.cases.len() + rank;
            let left = room.checked_sub(of_size).filter(|_| place < DEFINITION_LIMIT);
            if rank > RANK_LIMIT as usize || left.is_none() || definition.cases.iter().any(|c| size(c) > ATOM_LIMIT) {
                found.push(too_large(name.span));
                return;
            }
            room = left.unwrap_or_default();
            for (position, parameter) in definition.parameters.iter().enumerate() {
                let same = |other: &&crate::separation::Parameter| other.name.text == parameter.name.text;
                if let Some(first) = definition.parameters[..position].iter().find(same) {
                    let message = msg!("two parameters are called `{}`", parameter.name.text);
                    let error = Diagnostic::error("definitions/duplicate", parameter.name.span, message);
                    let error = error.suggest(msg!("rename one of them"));
                    found.push(error.label(first.name.span, msg!("the first one")));
                }
            }
        }
        // What is wrong elsewhere in the task does not matter here.
        if has_errors(&found[before..]) {
            return;
        }
        for definition in all {
            let head = definition.parameters.iter().map(|parameter| match parameter.is_null {
                true => Some(infer::NULL.to_owned()),
                false => parameter.class.as_ref().map(|class| class.text.clone()),
            });
            let head: Vec<_> = head.collect();
            let predicate = Predicate { rank: head.len(), types: vec![head], empty: Vec::new(), is_nonterminal: true };
            self.predicates.insert(definition.name.text.clone(), predicate);
            self.check_classes(definition.parameters.iter().filter_map(|p| p.class.as_ref()), found);
        }
        for case in all.iter().flat_map(|definition| &definition.cases) {
            self.check_uses(case, found);
        }
    }

    /// Reports predicates that are not known, and wrong numbers of arguments.
    fn check_uses(&self, case: &Formula, found: &mut Vec<Diagnostic>) {
        for atom in &case.atoms {
            let Atom::Predicate { name, roles, arguments, span } = atom else { continue };
            let names = || self.predicates.keys().map(String::as_str);
            match self.predicates.get(&name.text) {
                None => {
                    let message = msg!("there is no predicate `{}`", name.text);
                    let advice = match did_you_mean(&name.text, names()) {
                        Some(advice) => advice,
                        None => msg!("define it in a grammar: `{}(x, y) := x -> {{…}} | …`", name.text),
                    };
                    found.push(Diagnostic::error("definitions/unknown", name.span, message).suggest(advice));
                }
                Some(known) if known.rank != arguments.len() => {
                    let message = msg!(
                        "`{}` has {}, but {} given",
                        name.text,
                        if known.rank == 1 { msg!("1 argument") } else { msg!("{} arguments", known.rank) },
                        if arguments.len() == 1 { msg!("1 is") } else { msg!("{} are", arguments.len()) }
                    );
                    let advice = msg!("write `_` for an object that has no other name");
                    found.push(Diagnostic::error("definitions/arity", *span, message).suggest(advice));
                }
                Some(_) if !roles.is_empty() => {
                    let message = msg!("`{}` is about the fields in its definition", name.text);
                    let advice = msg!("only predicates of predefined grammars are followed by fields");
                    found.push(Diagnostic::error("definitions/roles", roles[0].span, message).suggest(advice));
                }
                Some(_) => {}
            }
        }
    }

    /// Finds which predicates hold of the empty heap, and when.
    fn find_empty(&mut self, all: &[&Definition], found: &mut Vec<Diagnostic>) {
        let mut count = 0;
        loop {
            let mut changed = false;
            for definition in all {
                for case in &definition.cases {
                    if count > EMPTY_LIMIT {
                        found.push(empty::too_many(case.span));
                        return;
                    }
                    let more = match empty::empty_cases(definition, case, &self.predicates) {
                        Ok(more) => more,
                        Err(error) => {
                            found.push(error);
                            return;
                        }
                    };
                    let Some(own) = self.predicates.get_mut(&definition.name.text) else { continue };
                    for case in more {
                        if !own.empty.contains(&case) && own.empty.len() <= empty::VARIANT_LIMIT {
                            own.empty.push(case);
                            count += 1;
                            changed = true;
                        }
                    }
                }
            }
            if !changed {
                break;
            }
        }
        // What holds of the empty heap only is no nonterminal.
        let mut others: BTreeSet<&str> = BTreeSet::new();
        loop {
            let before = others.len();
            for definition in all {
                let is_other = |atom: &Atom| match atom {
                    Atom::PointsTo { .. } => true,
                    Atom::Predicate { name, .. } => {
                        others.contains(name.text.as_str()) || self.predicates[&name.text].empty.is_empty()
                    }
                    Atom::Comparison { .. } => false,
                };
                if definition.cases.iter().any(|case| case.atoms.iter().any(is_other)) {
                    others.insert(&definition.name.text);
                }
            }
            if others.len() == before {
                break;
            }
        }
        for definition in all.iter().filter(|definition| !others.contains(definition.name.text.as_str())) {
            if let Some(predicate) = self.predicates.get_mut(&definition.name.text) {
                predicate.is_nonterminal = false;
            }
        }
    }

    /// The graphs of the cases of a definition that hold of other heaps than the empty one.
    fn graphs(&self, definition: &Definition, found: &mut Vec<Diagnostic>) -> Vec<Graph> {
        let mut graphs = Vec::new();
        for case in &definition.cases {
            let variants = variants(case, &self.predicates).unwrap_or_else(|error| {
                found.push(error);
                Vec::new()
            });
            let is_one = variants.len() == 1;
            for variant in variants.iter().filter(|variant| !empty::is_pure(variant)) {
                match Graph::new(variant, &definition.parameters) {
                    Ok(graph) if !is_one && graph.is_only(&definition.name.text) => {}
                    Ok(graph) => graphs.push(graph),
                    Err(Fault::Contradiction(_)) if !is_one => {}
                    Err(fault) => found.push(fault.diagnostic()),
                }
            }
        }
        graphs
    }

    /// Finds the types of parameters that no head gives; without a program also those to which fields lead.
    fn find_types(&mut self, all: &[&Definition], graphs: &[Vec<Graph>]) {
        loop {
            let mut changed = false;
            for (definition, graphs) in all.iter().zip(graphs) {
                let mut head = self.predicates[&definition.name.text].types[0].clone();
                if head.iter().all(Option::is_some) && self.scope.is_complete {
                    continue;
                }
                for graph in graphs {
                    let types = self.types(graph, &head, &Scope::default());
                    for (own, &vertex) in head.iter_mut().zip(&graph.parameters) {
                        if own.is_none() && types[vertex].as_deref().is_some_and(|ty| ty != infer::NULL) {
                            own.clone_from(&types[vertex]);
                            changed = true;
                        }
                    }
                    if !self.scope.is_complete {
                        changed |= self.learn(graph, &types);
                    }
                }
                if let Some(predicate) = self.predicates.get_mut(&definition.name.text) {
                    predicate.types[0] = head;
                }
            }
            if !changed {
                return;
            }
        }
    }

    /// Adds what the fields of a graph lead to; whether some of it was not known.
    fn learn(&mut self, graph: &Graph, types: &infer::Types) -> bool {
        let mut changed = false;
        for (vertex, class) in graph.vertices.iter().zip(types) {
            let Some(class) = class else { continue };
            for (field, target) in &vertex.fields {
                match types[*target].as_deref() {
                    None | Some(infer::NULL | infer::INT) => {}
                    Some(ty) => {
                        changed |= self.scope.learn_field(class, &field.text, ScopeType::Object(ty.to_owned()));
                    }
                }
            }
        }
        changed
    }

    /// Reports classes that the program does not have.
    fn check_classes<'n>(
        &self,
        classes: impl Iterator<Item = &'n crate::separation::Name>,
        found: &mut Vec<Diagnostic>,
    ) {
        for class in classes {
            let is_known =
                self.scope.class(&class.text).is_some() || matches!(class.text.as_str(), infer::NULL | infer::INT);
            if self.scope.is_complete && !is_known {
                let message = msg!("the program has no class `{}`", class.text);
                let advice = did_you_mean(&class.text, self.scope.classes.iter().map(|class| class.name.as_str()));
                found.push(Diagnostic::error("definitions/class", class.span, message).suggest(advice));
            }
        }
    }

    /// Warns of names that look like parameters of the entry, but are none. What is named after a field is meant.
    fn check_names(&self, graph: &Graph, found: &mut Vec<Diagnostic>) {
        let is_used = |name: &str| graph.vertices.iter().any(|vertex| vertex.names.iter().any(|n| n.text == name));
        let is_field =
            |name: &str| self.scope.classes.iter().any(|class| class.fields.iter().any(|(field, _)| field == name));
        let unused = || self.scope.variables.iter().map(|v| v.name.as_str()).filter(|name| !is_used(name));
        for name in graph.vertices.iter().flat_map(|vertex| &vertex.names) {
            let is_short = name.text.chars().count() < 3;
            if self.scope.variable(&name.text).is_some() || is_short || is_field(&name.text) {
                continue;
            }
            if let Some(near) = base::closest(&name.text, unused()) {
                let message = msg!("`{}` is no parameter of the entry: it stands for some object", name.text);
                let warning = Diagnostic::warning("definitions/name", name.span, message);
                found.push(warning.suggest(msg!("did you mean `{near}`?")));
            }
        }
    }
}

/// The number of atoms and fields.
fn size(formula: &Formula) -> usize {
    let size = |atom: &Atom| match atom {
        Atom::PointsTo { fields, .. } => 1 + fields.len(),
        Atom::Predicate { arguments, .. } => 1 + arguments.len(),
        Atom::Comparison { .. } => 1,
    };
    formula.atoms.iter().map(size).sum()
}

fn too_large(span: Span) -> Diagnostic {
    let message = msg!(
        "at most {DEFINITION_LIMIT} definitions are possible, with {RANK_LIMIT} parameters and {ATOM_LIMIT} parts"
    );
    Diagnostic::error("definitions/limit", span, message).suggest(msg!("leave out what is not needed"))
}

/// Warns of parameters that no case uses.
fn check_parameters(definition: &Definition, found: &mut Vec<Diagnostic>) {
    let uses = |parameter: &str| {
        let atoms = definition.cases.iter().flat_map(|case| &case.atoms);
        let mut names = atoms.flat_map(graph::names_of);
        names.any(|name| name == parameter)
    };
    for parameter in definition.parameters.iter().filter(|p| !p.is_null && !uses(&p.name.text)) {
        let message = msg!("no case of `{}` uses the parameter `{}`", definition.name.text, parameter.name.text);
        let warning = Diagnostic::warning("definitions/unused", parameter.name.span, message);
        found.push(warning.suggest(msg!("leave it out")));
    }
}
