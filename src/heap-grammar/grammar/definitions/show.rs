//! Grammars as definitions, and heaps as formulas.

use std::collections::{BTreeMap, BTreeSet};

use super::graph::Graph;
use super::infer::{INT, NULL};
use super::{Notation, Predicate, Scope};
use crate::grammar::document::GrammarDocument;
use crate::heap::Untracked;
use crate::heap::document::HeapDocument;
use crate::separation::{Atom, Definition, FieldValue, Formula, Name, Parameter, Term, TermValue};
use base::{CollectByInsertion, CompactSort, FileId, Span};

const NOWHERE: Span = Span { file: FileId(0), start: 0, end: 0 };

/// The usual names of parameters; those after them are numbered.
const PARAMETERS: [&str; 6] = ["x", "y", "z", "u", "v", "w"];

/// A grammar as definitions, in the order of its nonterminals. Those without rules are left out.
pub fn definitions_of(grammar: &GrammarDocument) -> Vec<Definition> {
    let mut notation = Notation::new(Scope::default(), std::iter::empty());
    let mut rules: BTreeMap<&str, Vec<&HeapDocument>> = BTreeMap::new();
    let mut names: Vec<&str> = Vec::new();
    for declared in &grammar.nonterminals {
        let own = rules.entry(&declared.name).or_default();
        if own.is_empty() {
            names.push(&declared.name);
        }
        own.extend(&declared.rules);
    }
    names.dedup();
    names.retain(|name| !rules[name].is_empty());
    let mut heads = Vec::new();
    for name in &names {
        let (parameters, head) = parameters(&rules[name]);
        let predicate = Predicate { rank: head.len(), types: vec![head], empty: Vec::new(), is_nonterminal: true };
        notation.predicates.insert((*name).to_owned(), predicate);
        heads.push(parameters);
    }
    let definition = |(name, parameters): (&&str, Vec<Parameter>)| {
        let case = |rule: &&HeapDocument| notation.show(rule, &parameters, &notation.predicates[*name].types[0]);
        let cases = rules[name].iter().map(case).collect();
        Definition { name: name_of(*name), parameters, cases }
    };
    names.iter().zip(heads).map(definition).collect()
}

/// Definitions as text.
pub fn shown_definitions(definitions: &[Definition]) -> String {
    definitions.iter().map(|definition| format!("{definition}\n")).collect::<Vec<_>>().join("\n")
}

/// A heap as a formula, with the names of a scope: `@x` is a variable that it does not have. Classes are left out where they follow from the scope
/// and from the nonterminals of grammars.
pub fn formula_of<'g>(
    heap: &HeapDocument,
    scope: Scope,
    grammars: impl Iterator<Item = &'g GrammarDocument> + Clone,
) -> Formula {
    Notation::new(scope, grammars).show(heap, &[], &[])
}

fn name_of(text: impl Into<String>) -> Name {
    Name { text: text.into(), span: NOWHERE }
}

fn term(value: TermValue) -> Term {
    Term { value, span: NOWHERE }
}

fn equal(left: Term, right: Term) -> Atom {
    Atom::Comparison { left, right, is_equal: true, span: NOWHERE }
}

/// Whether a node of a rule is null, but not the constant: what its tentacle is attached to.
fn is_open_null(rule: &HeapDocument, node: u32) -> bool {
    let is_constant = rule.variables.iter().any(|variable| variable.target == node && variable.name == "null");
    let is_external = rule.externals.iter().any(|external| external.value == node);
    rule.nodes.get(node as usize).is_some_and(|own| own.value == NULL) && is_external && !is_constant
}

/// The parameters of a definition with these rules, and their types.
fn parameters(rules: &[&HeapDocument]) -> (Vec<Parameter>, Vec<Option<String>>) {
    let rank = rules.iter().map(|rule| rule.externals.len()).max().unwrap_or_default();
    let mut found = (Vec::new(), Vec::new());
    for position in 0..rank {
        let types = || {
            let external = |rule: &&'_ HeapDocument| rule.externals.get(position).map(|external| external.value);
            rules.iter().filter_map(move |rule| rule.nodes.get(external(rule)? as usize).map(|node| &node.value))
        };
        let class = types().find(|ty| *ty != NULL && *ty != INT).map(name_of);
        // A rule has one node of type NULL, so that one parameter can be null.
        let is_open = |rule: &&HeapDocument| rule.externals.get(position).is_some_and(|e| is_open_null(rule, e.value));
        let is_null = rules.iter().all(is_open) && found.0.iter().all(|parameter: &Parameter| !parameter.is_null);
        let name = match PARAMETERS.get(position) {
            _ if is_null => NULL.to_ascii_lowercase(),
            Some(name) => (*name).to_owned(),
            None => format!("p{}", position + 1),
        };
        found.1.push(if is_null { Some(NULL.to_owned()) } else { class.as_ref().map(|class| class.text.clone()) });
        found.0.push(Parameter { name: name_of(name), class, is_null });
    }
    found
}

impl Notation {
    /// A heap or rule as a formula that reads back to it. Classes that do not follow are added.
    fn show(&self, heap: &HeapDocument, parameters: &[Parameter], head: &[Option<String>]) -> Formula {
        let writer = Writer::new(heap, parameters, &self.scope);
        let mut classes = BTreeSet::new();
        loop {
            let formula = writer.formula(&classes);
            // What is shown has no faults, unless the document has.
            let Ok(graph) = Graph::new(&formula, parameters) else { return formula };
            let types = self.types(&graph, head, &self.scope);
            let before = classes.len();
            for (vertex, ty) in graph.vertices.iter().zip(&types) {
                for name in &vertex.names {
                    let own = writer.vertices.get(name.text.as_str());
                    let wrong = own.filter(|&&node| ty.as_ref() != Some(&heap.nodes[node as usize].value));
                    classes.extend(wrong.filter(|&&node| writer.is_object(node)));
                }
            }
            if classes.len() == before {
                return formula;
            }
        }
    }
}

/// Writes the formula of a heap.
struct Writer<'h> {
    heap: &'h HeapDocument,
    /// The term for each node.
    terms: Vec<Term>,
    /// The nodes of variables that are terms.
    vertices: BTreeMap<String, u32>,
    /// Equations that make names out of constants and of each other.
    equations: Vec<Atom>,
    /// Whether a node must be mentioned, as it has a name.
    is_named: Vec<bool>,
    is_parameter: Vec<bool>,
}

impl<'h> Writer<'h> {
    fn new(heap: &'h HeapDocument, parameters: &[Parameter], scope: &Scope) -> Self {
        let count = heap.nodes.len();
        let mut writer = Self {
            heap,
            terms: Vec::with_capacity(count),
            vertices: BTreeMap::new(),
            equations: Vec::new(),
            is_named: vec![false; count],
            is_parameter: vec![false; count],
        };
        let mut names: Vec<Vec<String>> = vec![Vec::new(); count];
        let mut constants: Vec<Option<TermValue>> = vec![None; count];
        for (external, parameter) in heap.externals.iter().zip(parameters) {
            let node = external.value as usize;
            writer.is_parameter[node] = true;
            match parameter.is_null {
                true => constants[node] = Some(TermValue::Null),
                false => names[node].push(parameter.name.text.clone()),
            }
        }
        for (node, ty) in heap.nodes.iter().enumerate() {
            if ty.value == NULL && !is_open_null(heap, node as u32) {
                constants[node] = Some(TermValue::Null);
            }
        }
        for variable in &heap.variables {
            let node = variable.target as usize;
            if let Some(known) = variable.name.strip_prefix('@').and_then(Untracked::of_word) {
                constants[node] = Some(TermValue::Wildcard(known.word().to_owned()));
                continue;
            }
            let number = match variable.name.as_str() {
                "true" => Some(1),
                "false" => Some(0),
                name => name.parse::<i64>().ok(),
            };
            match number {
                Some(number) => constants[node] = Some(TermValue::Integer(number)),
                None if variable.name == "null" => {}
                None => names[node].push(shown_variable(&variable.name, scope)),
            }
        }
        // Markings are names only where there is no other.
        names.iter_mut().for_each(|names| names.compact_sort_by_key(|name| name.starts_with('%')));
        let taken: BTreeSet<String> = names.iter().flatten().cloned().collect_by_insertion();
        let is_free = |name: &String| !taken.contains(name) && scope.variable(name).is_none();
        let mut fresh = (1..).map(|number: u32| format!("x{number}")).filter(is_free);
        let variable = |text: &str| term(TermValue::Variable { name: name_of(text), part: String::new(), class: None });
        for node in 0..count {
            let mut own = names[node].iter();
            let shown = match constants[node].take() {
                Some(constant) => term(constant),
                None => {
                    let name = own.next().cloned().or_else(|| fresh.next()).unwrap_or_default();
                    let shown = variable(&name);
                    writer.vertices.insert(name, node as u32);
                    shown
                }
            };
            writer.equations.extend(own.map(|other| equal(variable(other), shown.clone())));
            writer.is_named[node] = !names[node].is_empty();
            writer.terms.push(shown);
        }
        writer
    }

    /// Whether a node is an object, and no constant.
    fn is_object(&self, node: u32) -> bool {
        let is_variable = matches!(self.terms[node as usize].value, TermValue::Variable { .. });
        is_variable && self.heap.nodes[node as usize].value != INT
    }

    /// The formula; it gives classes to some of the nodes.
    fn formula(&self, classes: &BTreeSet<u32>) -> Formula {
        let mut atoms = self.equations.clone();
        let mut is_said = vec![false; self.terms.len()];
        let mut is_mentioned = vec![false; self.terms.len()];
        let mut classes = classes.clone();
        let class = |node: u32| Some(name_of(self.heap.nodes[node as usize].value.as_str()));
        let object = |node: u32, fields: Vec<FieldValue>, class: Option<Name>| {
            let TermValue::Variable { name, .. } = &self.terms[node as usize].value else { return None };
            Some(Atom::PointsTo { source: name.clone(), class, fields, span: NOWHERE })
        };
        let starts = |node: u32| self.heap.selectors.iter().filter(move |selector| selector.origin == node);
        let all_starts: BTreeSet<u32> =
            self.heap.selectors.iter().map(|selector| selector.origin).collect_by_insertion();
        // An argument has a class if no points-to fact can have it.
        let mut argument = |node: u32, classes: &mut BTreeSet<u32>| {
            is_mentioned[node as usize] = true;
            let mut shown = self.terms[node as usize].clone();
            if let TermValue::Variable { class: own, .. } = &mut shown.value
                && !all_starts.contains(&node)
                && classes.remove(&node)
            {
                *own = class(node);
            }
            shown
        };
        let mut edges_at: BTreeMap<Option<u32>, Vec<usize>> = BTreeMap::new();
        for (place, edge) in self.heap.hyperedges.iter().enumerate() {
            let first = edge.tentacles.iter().copied().find(|&node| self.is_object(node));
            edges_at.entry(first).or_default().push(place);
        }
        let nodes = (0..self.terms.len() as u32).map(Some).chain([None]);
        for node in nodes {
            if let Some(node) = node.filter(|node| all_starts.contains(node)) {
                let own = if classes.remove(&node) { class(node) } else { None };
                let fields = starts(node).map(|selector| {
                    let value = match self.heap.nodes[selector.target as usize].value.as_str() {
                        INT if matches!(self.terms[selector.target as usize].value, TermValue::Variable { .. }) => {
                            term(TermValue::Wildcard(String::new()))
                        }
                        _ => argument(selector.target, &mut classes),
                    };
                    FieldValue { field: name_of(selector.label.as_str()), value }
                });
                atoms.extend(object(node, fields.collect(), own));
                is_said[node as usize] = true;
            }
            for &place in edges_at.get(&node).into_iter().flatten() {
                let edge = &self.heap.hyperedges[place];
                let arguments = edge.tentacles.iter().map(|&tentacle| argument(tentacle, &mut classes)).collect();
                let name = name_of(edge.label.as_str());
                atoms.push(Atom::Predicate { name, roles: Vec::new(), arguments, span: NOWHERE });
            }
        }
        for node in 0..self.terms.len() as u32 {
            let place = node as usize;
            let is_shown = is_said[place] || is_mentioned[place];
            // Programs have null anyway.
            let is_implied = self.heap.externals.is_empty() && self.heap.nodes[place].value == NULL;
            match &self.terms[place].value {
                TermValue::Variable { .. } if self.heap.nodes[place].value == INT => {}
                TermValue::Variable { .. } => {
                    let own = if classes.remove(&node) { class(node) } else { None };
                    if own.is_some() || !is_shown && !self.is_parameter[place] {
                        atoms.extend(object(node, Vec::new(), own));
                    }
                }
                // A constant that nothing leads to.
                _ if !is_shown && !is_implied && !self.is_named[place] && !self.is_parameter[place] => {
                    atoms.push(equal(self.terms[place].clone(), self.terms[place].clone()));
                }
                _ => {}
            }
        }
        Formula { atoms, span: NOWHERE }
    }
}

/// The name of a variable of heaps in formulas.
fn shown_variable(name: &str, scope: &Scope) -> String {
    if let Some(known) = scope.variables.iter().find(|variable| variable.in_heaps == name) {
        return known.name.clone();
    }
    let inner = name.strip_suffix(':').unwrap_or(name);
    match scope.in_heaps(inner) {
        Some(read) if read == name => inner.to_owned(),
        _ => format!("@{name}"),
    }
}
