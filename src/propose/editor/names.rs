//! The names of a task that formulas can use, for formula examples.

use indexmap::IndexSet;
use serde::Serialize;

use super::code::Code;

use task::{ALIASES, Alias, Analysis, Language, Loaded, NamedGrammar, NoFiles, aliased, load};

/// Maximum length of a document, because examples must be fast.
const SIZE_LIMIT: usize = 400_000;

/// The names that formulas about a task can use, in text order, without duplicates.
#[derive(Clone, PartialEq, Eq, Debug, Default, Serialize)]
#[cfg_attr(feature = "wasm", derive(tsify::Tsify))]
pub struct Names {
    /// The nonterminals of the grammars. The first nonterminal of a grammar describes the whole structure.
    pub nonterminals: Vec<String>,
    /// The reference variables of the entry method in Java; for a boolean program, the boolean variables.
    pub variables: Vec<String>,
    /// The labels of a boolean program.
    pub labels: Vec<String>,
    /// The names that grammars and heaps can use as people write them; none in analyses without them.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub notation: Option<NotationNames>,
}

/// The names that definitions and formulas can use, without duplicates.
#[derive(Clone, PartialEq, Eq, Debug, Default, Serialize)]
#[cfg_attr(feature = "wasm", derive(tsify::Tsify))]
#[serde(rename_all = "camelCase")]
pub struct NotationNames {
    /// The predicates of the task.
    pub predicates: Vec<String>,
    /// The predicates that bring their grammar, as they are used: `sll<ListNode.next>(first, end)`.
    pub built_in: Vec<String>,
    /// The receiver and the parameters of the entry.
    pub parameters: Vec<String>,
    /// The classes of the program.
    pub classes: Vec<String>,
    /// Their fields.
    pub fields: Vec<String>,
}

/// The names of a self-contained task document, which may have errors: those names of a program and of grammars
/// that can be read. `None` if the document itself cannot be read, or is too long.
pub fn names(document: &str) -> Option<Names> {
    if document.len() > SIZE_LIMIT {
        return None;
    }
    names_of(&load(document, "task.json", &mut NoFiles))
}

/// The same of a task; `None` if it has no program.
pub(super) fn names_of(loaded: &Loaded) -> Option<Names> {
    if loaded.program_files.is_empty() {
        return None;
    }
    let (sources, files, entry) = (&loaded.sources, &loaded.program_files, &loaded.task.program.entry);
    Some(match loaded.task.analysis {
        Analysis::Heap => {
            let aliases = loaded.formulas.iter().flat_map(|formula| &formula.cases).flat_map(aliased);
            let nonterminals = loaded.grammars.iter().flat_map(NamedGrammar::nonterminals).chain(aliases);
            let nonterminals: IndexSet<&str> = nonterminals.collect();
            let variables = match loaded.task.program.language {
                Language::Java => java::object_variables(sources, files, entry),
                Language::C | Language::Boolean => Vec::new(),
            };
            let nonterminals: Vec<String> = nonterminals.into_iter().map(str::to_owned).collect();
            let notation = Some(notation(loaded, &nonterminals));
            Names { nonterminals, variables, labels: Vec::new(), notation }
        }
        Analysis::Forest => Names { notation: Some(notation(loaded, &[])), ..Names::default() },
        Analysis::Blocks => Names::default(),
        Analysis::Boolean => {
            let boolean::BooleanNames { variables, labels } = boolean::names(sources, files, entry);
            Names { nonterminals: Vec::new(), variables, labels, notation: None }
        }
    })
}

/// The names for definitions and formulas of a task with these nonterminals.
fn notation(loaded: &Loaded, nonterminals: &[String]) -> NotationNames {
    let built_in = ALIASES.iter().map(Alias::usage).collect();
    let Some(code) = Code::of(loaded) else { return NotationNames::default() };
    let program = code.outline();
    let declared = program.classes.iter().filter(|class| class.span.is_some_and(|span| !span.is_of_library()));
    let classes: Vec<String> = declared.clone().map(|class| class.name.clone()).collect();
    let fields: IndexSet<&str> = declared
        .flat_map(|class| &class.fields)
        .map(|&field| program.fields[field].name.as_str())
        .filter(|name| !name.contains('$'))
        .collect();
    let entry = code.find(&program, &loaded.task.program.entry).map(|id| &program.procedures[id]);
    let parameters = entry.into_iter().flat_map(|procedure| {
        let all = procedure.receiver.iter().chain(&procedure.parameters);
        all.map(|&local| procedure.locals[local].name.clone())
    });
    NotationNames {
        predicates: nonterminals.to_vec(),
        built_in,
        parameters: parameters.collect(),
        classes,
        fields: fields.into_iter().map(str::to_owned).collect(),
    }
}

#[cfg(test)]
mod tests;
