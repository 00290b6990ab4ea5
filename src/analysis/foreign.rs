//! Grammars and heaps whose types are not those of the program.

use std::collections::{BTreeMap, BTreeSet};

use base::{CollectByInsertion, Diagnostic, Message, msg};
use heap_grammar::grammar::document::GrammarDocument;
use heap_grammar::heap::document::HeapDocument;
use program::objects::{ClassId, Program, STATICS};
use task::Loaded;

/// A warning for each predefined grammar that describes no object of the program, with the renaming that fits.
pub fn warnings(loaded: &Loaded, program: &Program) -> Vec<Diagnostic> {
    let sources = loaded.task.grammars.iter().zip(&loaded.grammars).filter(|(source, _)| source.predefined.is_some());
    let found = sources.filter_map(|(_, grammar)| {
        let types = selectors_by_type(&grammar.grammar);
        let is_known = types.keys().any(|ty| program.class_named(ty).is_some());
        (!is_known && !types.is_empty()).then(|| warning(&grammar.name, &types, program, loaded))
    });
    found.collect()
}

/// An error for each object or variable of a grammar, heap or contract with the name that only static fields have.
pub fn reserved(loaded: &Loaded) -> Vec<Diagnostic> {
    let spans = documents(loaded).flat_map(|heap: &HeapDocument| {
        let types = heap.nodes.iter().filter(|node| node.value == STATICS).map(|node| node.span);
        types.chain(heap.variables.iter().filter(|variable| variable.name == STATICS).map(|variable| variable.span))
    });
    let error = |span| {
        let message = msg!("`{STATICS}` is a Java keyword and cannot be the name of a class or variable");
        let suggestion =
            msg!("heaps cannot contain static fields: these have their initial values at the start of a run");
        Diagnostic::error("heap/reserved", span, message).suggest(suggestion)
    };
    spans.map(error).collect()
}

/// An error for each object of an abstract class or interface in a grammar, heap or contract: what its class is would not be known.
pub fn abstract_objects(loaded: &Loaded, program: &Program) -> Vec<Diagnostic> {
    let is_abstract = |name: &str| program.class_named(name).is_some_and(|class| program.classes[class].is_abstract);
    let mut reported: BTreeSet<&str> = BTreeSet::new();
    let mut found = Vec::new();
    for node in documents(loaded).flat_map(|heap| &heap.nodes) {
        let name = node.value.as_str();
        if is_abstract(name) && reported.insert(name) {
            let message = msg!("`{name}` is abstract, so no object is just of this class");
            let suggestion = msg!("write the class that the object has, and a case for each of them");
            found.push(Diagnostic::error("heap/abstract-class", node.span, message).suggest(suggestion));
        }
    }
    found
}

/// All rules, initial heaps, and heaps of contracts.
pub fn documents(loaded: &Loaded) -> impl Iterator<Item = &HeapDocument> {
    loaded.grammars.iter().flat_map(|g| g.grammar.rules()).chain(given(loaded))
}

/// All initial heaps, and heaps of contracts.
pub fn given(loaded: &Loaded) -> impl Iterator<Item = &HeapDocument> {
    let contracts = loaded.contracts.iter().flat_map(|c| &c.contracts);
    let of_contracts = contracts.flat_map(|c| std::iter::once(&c.precondition).chain(&c.postconditions));
    loaded.initial.iter().map(|initial| &initial.heap).chain(of_contracts)
}

fn warning(name: &str, types: &BTreeMap<&str, BTreeSet<&str>>, program: &Program, loaded: &Loaded) -> Diagnostic {
    let described = Message::all_of(types.keys().map(Message::code));
    let message = match types.len() {
        1 => msg!("the grammar `{name}` describes objects of {described}, a class that the program does not declare"),
        _ => msg!("the grammar `{name}` describes objects of {described}, classes that the program does not declare"),
    };
    let renamed: Option<Vec<String>> =
        types.iter().map(|(ty, selectors)| Some(format!("\"{ty}\": \"{}\"", fitting(program, selectors)?))).collect();
    let suggestion = match renamed {
        Some(pairs) => msg!("write `{{\"predefined\": \"{name}\", \"rename\": {{{}}}}}`", pairs.join(", ")),
        None => {
            let fields: BTreeSet<&str> = types.values().flatten().copied().collect_by_insertion();
            let fields: Vec<Message> = fields.into_iter().map(Message::code).collect();
            let fields = Message::joined(&fields, ", ");
            match types.len() {
                1 => msg!("`rename` it to classes of the program; no class has the fields {fields}"),
                _ => msg!("`rename` them to classes of the program; no class has the fields {fields}"),
            }
        }
    };
    Diagnostic::warning("task/foreign-grammar", loaded.entry_span, message).suggest(suggestion)
}

/// The types of objects that a grammar describes, with the selectors that they have there.
fn selectors_by_type(grammar: &GrammarDocument) -> BTreeMap<&str, BTreeSet<&str>> {
    let mut types: BTreeMap<&str, BTreeSet<&str>> = BTreeMap::new();
    for rule in grammar.rules() {
        let types_of_nodes = || rule.nodes.iter().map(|node| node.value.as_str());
        for node in types_of_nodes().filter(|&ty| is_object(ty)) {
            types.entry(node).or_default();
        }
        for selector in &rule.selectors {
            if let Some(ty) = types_of_nodes().nth(selector.origin as usize).filter(|&ty| is_object(ty)) {
                types.entry(ty).or_default().insert(&selector.label);
            }
        }
    }
    types
}

fn is_object(ty: &str) -> bool {
    let primitive = ["int", "bool", "boolean", "char", "byte", "short", "long", "float", "double"];
    ty != "NULL" && !primitive.contains(&ty)
}

/// The only class that has fields with these names, inherited ones included.
fn fitting<'p>(program: &'p Program, selectors: &BTreeSet<&str>) -> Option<&'p str> {
    let has = |class: ClassId, selector: &str| {
        let mut fields = program.ancestry(class).flat_map(|ancestor| &program.classes[ancestor].fields);
        fields.any(|&field| program.fields[field].name == selector)
    };
    let mut fits = program.classes.iter_enumerated().filter(|&(class, _)| selectors.iter().all(|s| has(class, s)));
    let (_, class) = fits.next()?;
    fits.next().is_none().then_some(class.name.as_str())
}
