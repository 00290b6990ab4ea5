//! The names of a task that formulas can use, for formula examples.

use indexmap::IndexSet;
use serde::Serialize;

use crate::lang::{boolean, java};
use crate::task::{Analysis, Language, Loaded, NamedGrammar, NoFiles, aliased, load};

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
            let nonterminals = nonterminals.into_iter().map(str::to_owned).collect();
            Names { nonterminals, variables, labels: Vec::new() }
        }
        Analysis::Blocks | Analysis::Forest => Names::default(),
        Analysis::Boolean => {
            let boolean::BooleanNames { variables, labels } = boolean::names(sources, files, entry);
            Names { nonterminals: Vec::new(), variables, labels }
        }
    })
}

#[cfg(test)]
mod tests;
