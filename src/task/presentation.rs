//! The members of a task document for display: texts, gallery data, initial view.

use std::collections::BTreeMap;

use super::document::{Task, Texts};
use super::load::Loader;
use super::options::{Strategy, choice};
use super::read::{elements, judged_names};
use base::json::{Fields, JsonNode};
use base::{Language, Severity, Text, text};
use heap_grammar::heap::document::name;

/// The keys of [`Task::view`](super::Task::view): the tab, the property whose proof or run is shown, the strategy
/// of its check, a state by its content hash, a component, the number of a step of a run (from 1), the number of an
/// assertion of the proof, and a line as `file:line`. Links use the same keys; in them `tab` may name several tabs.
pub const VIEW_KEYS: [&str; 8] = ["tab", "property", "strategy", "state", "component", "step", "assertion", "line"];

/// The tabs of the page.
pub const TABS: [&str; 12] = [
    "space",
    "heap",
    "components",
    "blocks",
    "search",
    "proof",
    "run",
    "contracts",
    "explain",
    "boxes",
    "compare",
    "statistics",
];

impl Task {
    /// The title in the language that is spoken, if the task has it in that language.
    pub fn spoken_title(&self) -> &str {
        let own = self.de.as_ref().filter(|texts| !texts.title.is_empty() && Language::spoken() == "de");
        own.map_or(&self.title, |texts| &texts.title)
    }
}

/// Reads the first members of a task document.
pub(super) fn read(fields: &mut Fields<'_>, loader: &mut Loader<'_>) {
    let Texts { title, description, look } = read_texts(fields, loader);
    let diagnostics = &mut loader.loaded.diagnostics;
    let figure = fields.take("figure").and_then(|n| name(n, text!("a figure"), diagnostics));
    let tags = elements(fields.take("tags"), Text::Code("tags"), loader);
    let tags = tags.iter().filter_map(|n| name(n, text!("a tag"), &mut loader.loaded.diagnostics)).collect();
    let de = fields.take("de").and_then(|n| read_translation(n, loader));
    let task = &mut loader.loaded.task;
    (task.title, task.description, task.look) = (title, description, look);
    (task.figure, task.tags, task.de) = (figure, tags, de);
}

fn read_texts(fields: &mut Fields<'_>, loader: &mut Loader<'_>) -> Texts {
    let [title, description, look] = ["title", "description", "look"].map(|key| {
        fields.take(key).and_then(|n| n.string(Text::Code(key), &mut loader.loaded.diagnostics)).unwrap_or_default()
    });
    Texts { title, description, look }
}

fn read_translation(node: &JsonNode, loader: &mut Loader<'_>) -> Option<Texts> {
    let mut fields = Fields::new(node, text!("a translation"), &mut loader.loaded.diagnostics)?;
    let texts = read_texts(&mut fields, loader);
    fields.finish(Severity::Error, &mut loader.loaded.diagnostics);
    Some(texts)
}

/// Reads what the page shows first, after the properties of the task.
pub(super) fn read_view(node: &JsonNode, loader: &mut Loader<'_>) -> BTreeMap<String, String> {
    let (properties, diagnostics) = (&loader.loaded.properties, &mut loader.loaded.diagnostics);
    let Some(mut fields) = Fields::new(node, text!("a view"), diagnostics) else { return BTreeMap::new() };
    let mut view = BTreeMap::new();
    for key in VIEW_KEYS {
        let Some(node) = fields.take(key) else { continue };
        let names: Vec<&str> = match key {
            "tab" => TABS.to_vec(),
            "property" => judged_names(properties).collect(),
            "strategy" => Strategy::ALL.into_iter().filter(|&s| s != Strategy::All).map(Strategy::name).collect(),
            _ => Vec::new(),
        };
        let value = match key {
            "tab" | "property" | "strategy" => {
                choice(node, Text::Code(key), &names, diagnostics).map(|i| names[i].to_owned())
            }
            "step" | "assertion" => node.natural(Text::Code(key), diagnostics).map(|n| n.to_string()),
            _ => name(node, Text::Code(key), diagnostics),
        };
        view.extend(value.map(|value| (key.to_owned(), value)));
    }
    fields.finish(Severity::Error, diagnostics);
    view
}
