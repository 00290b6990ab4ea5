//! The names of a task that formulas may speak of, for examples of formulas.

use indexmap::IndexSet;
use serde::Serialize;

use super::document::Analysis;
use super::load::{NoFiles, load};

use crate::lang::{boolean, java};

/// Longer texts are not read: examples are to cost no time.
const SIZE_LIMIT: usize = 400_000;

/// What formulas about a task may speak of. All names are in the order of the text, each once.
#[derive(Clone, PartialEq, Eq, Debug, Default, Serialize)]
#[cfg_attr(feature = "wasm", derive(tsify::Tsify))]
pub struct Names {
    /// The nonterminals of the grammars. The first of a grammar is that of the whole structure.
    pub nonterminals: Vec<String>,
    /// The variables of the entry method that point to objects; of a boolean program the boolean variables.
    pub variables: Vec<String>,
    /// The labels of a boolean program.
    pub labels: Vec<String>,
}

/// The names of a self-contained task document, which need not be without errors: of a program and of grammars those names
/// that can be read. `None` if the document itself cannot be read, or is too long.
pub fn names(document: &str) -> Option<Names> {
    if document.len() > SIZE_LIMIT {
        return None;
    }
    let loaded = load(document, "task.json", &mut NoFiles);
    if loaded.program_files.is_empty() {
        return None;
    }
    let (sources, files, entry) = (&loaded.sources, &loaded.program_files, &loaded.task.program.entry);
    Some(match loaded.task.analysis {
        Analysis::Heap => {
            let nonterminals = loaded.grammars.iter().flat_map(|g| &g.grammar.nonterminals);
            let nonterminals: IndexSet<&String> = nonterminals.map(|nonterminal| &nonterminal.name).collect();
            Names {
                nonterminals: nonterminals.into_iter().cloned().collect(),
                variables: java::object_variables(sources, files, entry),
                labels: Vec::new(),
            }
        }
        Analysis::Boolean => {
            let boolean::BooleanNames { variables, labels } = boolean::names(sources, files, entry);
            Names { nonterminals: Vec::new(), variables, labels }
        }
    })
}

#[cfg(test)]
mod tests;
