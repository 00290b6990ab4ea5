//! Renaming of types and selectors, so that a grammar fits the classes of a program.

use std::collections::BTreeMap;

use rustc_hash::FxHashSet;

use super::HeapDocument;
use base::Diagnostic;

/// New names for types and selectors.
///
/// All renamings happen simultaneously, so two names can be exchanged. Selectors are renamed according to the *new*
/// type of their origin. Types are compared by their full names, including packages.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct Renaming {
    /// Old type to new type.
    pub types: BTreeMap<String, String>,
    /// New type of the origin to (old selector to new selector).
    pub selectors: BTreeMap<String, BTreeMap<String, String>>,
}

impl Renaming {
    /// Whether nothing is renamed.
    pub fn is_empty(&self) -> bool {
        self.types.is_empty() && self.selectors.is_empty()
    }

    /// The new name of `ty`.
    pub fn ty<'a>(&'a self, ty: &'a str) -> &'a str {
        self.types.get(ty).map_or(ty, String::as_str)
    }

    /// The new name of `selector` at an origin whose new type is `ty`.
    pub fn selector<'a>(&'a self, ty: &str, selector: &'a str) -> &'a str {
        self.selectors.get(ty).and_then(|m| m.get(selector)).map_or(selector, String::as_str)
    }
}

impl HeapDocument {
    /// Renames types and selectors; reports selectors that coincide afterwards.
    pub fn rename(&mut self, renaming: &Renaming, diagnostics: &mut Vec<Diagnostic>) {
        if renaming.is_empty() {
            return;
        }
        for node in &mut self.nodes {
            node.value = renaming.ty(&node.value).to_owned();
        }
        for selector in &mut self.selectors {
            let Some(origin) = self.nodes.get(selector.origin as usize) else { continue };
            selector.label = renaming.selector(&origin.value, &selector.label).to_owned();
        }
        self.check_distinct(diagnostics);
    }
}

/// The types and selectors that occur in documents, which can be renamed.
#[derive(Clone, Debug, Default)]
pub struct Vocabulary {
    /// Types of nodes, in order of occurrence.
    pub types: Vec<String>,
    /// Pairs of type of the origin and selector, in order of occurrence.
    pub selectors: Vec<(String, String)>,
}

impl Vocabulary {
    /// The types and selectors in `heaps`.
    pub fn of<'a>(heaps: impl Iterator<Item = &'a HeapDocument>) -> Vocabulary {
        let mut vocabulary = Vocabulary::default();
        let (mut types, mut selectors) = (FxHashSet::default(), FxHashSet::default());
        for heap in heaps {
            for node in &heap.nodes {
                if types.insert(node.value.as_str()) {
                    vocabulary.types.push(node.value.clone());
                }
            }
            for selector in &heap.selectors {
                let Some(origin) = heap.nodes.get(selector.origin as usize) else { continue };
                if selectors.insert((origin.value.as_str(), selector.label.as_str())) {
                    vocabulary.selectors.push((origin.value.clone(), selector.label.clone()));
                }
            }
        }
        vocabulary
    }
}
