//! Changes of monitors and grammars that a user writes as JSON: what is done in their drawings is done to the text, which keeps its comments and its
//! layout.
//!
//! A text that is being edited need not be right: what is no such document is read as if it were empty, and changes of what is not there change
//! nothing.

mod monitors;
mod rules;
#[cfg(test)]
mod tests;

use serde::Serialize;

use base::json::{JsonNode, TextEdit, TextEditor, parse};
use base::{FileId, Span, text};

pub use monitors::{
    Acceptance, EditedMonitors, GuardPlace, MonitorEdit, WrittenEdge, WrittenMonitor, WrittenState, edit_monitors,
    guard_place,
};
pub use rules::{
    EditedRules, RuleEdit, WrittenHyperedge, WrittenNonterminal, WrittenRule, WrittenSelector, edit_rules,
};

pub(crate) use monitors::written_monitors;
pub(crate) use rules::written_nonterminals;

/// A part of a text; positions count UTF-16 code units, as editors do.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize)]
#[cfg_attr(feature = "wasm", derive(tsify::Tsify))]
pub struct TextRange {
    /// Its start.
    pub from: u32,
    /// The position after its last character.
    pub to: u32,
}

/// A replacement of a part of a text; positions count UTF-16 code units.
#[derive(Clone, PartialEq, Eq, Debug, Serialize)]
#[cfg_attr(feature = "wasm", derive(tsify::Tsify))]
pub struct TextChange {
    /// The start of the part.
    pub from: u32,
    /// The position after its last character.
    pub to: u32,
    /// What stands there instead.
    pub insert: String,
}

/// The positions of a text in UTF-16 code units.
pub(crate) struct Units {
    /// For each character of several bytes, the byte after it, and by how much bytes exceed units until there.
    excess: Vec<(usize, usize)>,
}

impl Units {
    /// Indexes a text.
    pub(crate) fn new(text: &str) -> Self {
        let mut total = 0;
        let wide = text.char_indices().filter(|(_, c)| !c.is_ascii());
        let excess = wide.map(|(start, c)| {
            total += c.len_utf8() - c.len_utf16();
            (start + c.len_utf8(), total)
        });
        Self { excess: excess.collect() }
    }

    fn at(&self, byte: usize) -> u32 {
        let before = self.excess.partition_point(|&(end, _)| end <= byte).checked_sub(1);
        (byte - before.map_or(0, |last| self.excess[last].1)) as u32
    }

    /// The part between two bytes.
    pub(crate) fn between(&self, start: usize, end: usize) -> TextRange {
        TextRange { from: self.at(start), to: self.at(end) }
    }

    /// The part that a span covers.
    pub(crate) fn range(&self, span: Span) -> TextRange {
        self.between(span.start as usize, span.end as usize)
    }
}

/// The value of a text, as far as it can be read.
pub(crate) fn read(text: &str) -> Option<JsonNode> {
    parse(FileId(0), text, &mut Vec::new())
}

/// The text of a string, number or word.
fn string(node: Option<&JsonNode>) -> Option<String> {
    node?.string(text!("a name"), &mut Vec::new())
}

fn strings(node: Option<&JsonNode>) -> Vec<String> {
    items(node).iter().map(|item| string(Some(item)).unwrap_or_default()).collect()
}

fn items(node: Option<&JsonNode>) -> &[JsonNode] {
    node.map_or(&[], JsonNode::items)
}

/// A text as JSON.
fn quoted(text: &str) -> String {
    serde_json::Value::from(text).to_string()
}

/// The changes that `change` makes, and the text with them.
fn changed(text: &str, change: impl FnOnce(&mut TextEditor<'_>)) -> (Vec<TextChange>, String) {
    let units = Units::new(text);
    let mut editor = TextEditor::new(text);
    change(&mut editor);
    let (edits, after) = editor.finish();
    let unit = |TextEdit { start, end, insert }| {
        let TextRange { from, to } = units.between(start, end);
        TextChange { from, to, insert }
    };
    (edits.into_iter().map(unit).collect(), after)
}
