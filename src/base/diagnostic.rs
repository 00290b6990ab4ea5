//! What is wrong with an input, where, and what to do about it.

use serde::{Deserialize, Serialize};

use super::message::Message;
use super::source::{Sources, Span};
use crate::msg;

/// The severity of a diagnostic. Only errors prevent a task from running.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug, Serialize, Deserialize)]
#[cfg_attr(feature = "wasm", derive(tsify::Tsify))]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(rename_all = "camelCase")]
pub enum Severity {
    /// The task cannot run.
    Error,
    /// The task runs; the user should know.
    Warning,
    /// A remark.
    Note,
}

/// A secondary position that explains a diagnostic.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Label {
    /// The position.
    pub span: Span,
    /// What is at this position.
    pub message: Message,
}

/// A message about the input, with its position and a suggestion.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Diagnostic {
    /// The severity.
    pub severity: Severity,
    /// A stable code, such as `java/unknown-name`.
    pub code: &'static str,
    /// One sentence without a full stop.
    pub message: Message,
    /// The position, if there is one.
    pub span: Option<Span>,
    /// Secondary positions.
    pub labels: Vec<Label>,
    /// A suggested fix.
    pub suggestion: Option<Message>,
    /// How many others it stands for, which are not listed.
    pub others: usize,
}

impl Diagnostic {
    /// An error at `span`.
    pub fn error(code: &'static str, span: impl Into<Option<Span>>, message: Message) -> Self {
        Self::new(Severity::Error, code, span.into(), message)
    }

    /// A warning at `span`.
    pub fn warning(code: &'static str, span: impl Into<Option<Span>>, message: Message) -> Self {
        Self::new(Severity::Warning, code, span.into(), message)
    }

    /// A note at `span`.
    pub fn note(code: &'static str, span: impl Into<Option<Span>>, message: Message) -> Self {
        Self::new(Severity::Note, code, span.into(), message)
    }

    fn new(severity: Severity, code: &'static str, span: Option<Span>, message: Message) -> Self {
        Self { severity, code, message, span, labels: Vec::new(), suggestion: None, others: 0 }
    }

    /// Stands for others that are not listed.
    pub fn more(others: usize) -> Self {
        let more = Message::verbatim(grouped(others));
        Self { others, ..Self::note("task/more", None, msg!("and {more} more")) }
    }

    /// Adds a suggestion.
    #[must_use]
    pub fn suggest(mut self, suggestion: impl Into<Option<Message>>) -> Self {
        self.suggestion = suggestion.into();
        self
    }

    /// Adds a secondary position.
    #[must_use]
    pub fn label(mut self, span: Span, message: Message) -> Self {
        self.labels.push(Label { span, message });
        self
    }

    /// Resolves spans to file names, lines and columns, for readers without the sources.
    pub fn render(&self, sources: &Sources) -> Rendered {
        let at = self.span.map(|s| {
            let file = sources.file(s.file);
            (file.name.clone(), file.position(s.start), file.position(s.end), s)
        });
        Rendered {
            severity: self.severity,
            code: self.code.to_owned(),
            message: self.message.clone(),
            file: at.as_ref().map(|a| a.0.clone()),
            line: at.as_ref().map(|a| a.1.0),
            column: at.as_ref().map(|a| a.1.1),
            end_line: at.as_ref().map(|a| a.2.0),
            end_column: at.as_ref().map(|a| a.2.1),
            notes: self
                .labels
                .iter()
                .map(|l| format!("{}:{}: {}", sources.file(l.span.file).name, sources.line_of(l.span), l.message))
                .collect(),
            suggestion: self.suggestion.clone(),
            others: self.others,
        }
    }
}

/// Whether there is an error.
pub fn has_errors(diagnostics: &[Diagnostic]) -> bool {
    diagnostics.iter().any(|d| d.severity == Severity::Error)
}

/// Maximum number of listed diagnostics.
const LISTED: usize = 100;

/// So many diagnostics are kept while more are found, up to twice as many at times. Pasted text may have as many mistakes as bytes.
pub const KEPT: usize = 1_000;

/// Keeps the first diagnostics, including the first error, and adds a note with the number of the others.
pub fn shorten(diagnostics: &mut Vec<Diagnostic>) {
    keep(diagnostics, LISTED);
}

/// The same while reading, where mistakes are found one after the other: what is forgotten needs no memory, and is counted.
pub fn bound(diagnostics: &mut Vec<Diagnostic>) {
    if diagnostics.len() >= 2 * KEPT {
        keep(diagnostics, KEPT);
    }
}

fn keep(diagnostics: &mut Vec<Diagnostic>, most: usize) {
    if diagnostics.len() <= most {
        return;
    }
    // Where they were shortened before, they may have been sorted since.
    let forgotten: usize = diagnostics.iter().map(|d| d.others).sum();
    diagnostics.retain(|d| d.others == 0);
    let rest = diagnostics.split_off(most.min(diagnostics.len()));
    let found = diagnostics.len() + rest.len();
    if !has_errors(diagnostics) {
        diagnostics.extend(rest.into_iter().find(|d| d.severity == Severity::Error));
    }
    let others = forgotten + found - diagnostics.len();
    if others > 0 {
        diagnostics.push(Diagnostic::more(others));
    }
}

/// A number with its digits in groups of three.
fn grouped(number: usize) -> String {
    let digits = number.to_string();
    let mut text = String::new();
    for (position, digit) in digits.chars().enumerate() {
        if position > 0 && (digits.len() - position).is_multiple_of(3) {
            text.push(',');
        }
        text.push(digit);
    }
    text
}

/// A diagnostic with resolved positions; lines and columns count from 1, columns in UTF-16 code units.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[cfg_attr(feature = "wasm", derive(tsify::Tsify))]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(rename_all = "camelCase")]
pub struct Rendered {
    /// The severity.
    pub severity: Severity,
    /// The code.
    pub code: String,
    /// One sentence.
    pub message: Message,
    /// Name of the file, as the task gives it.
    pub file: Option<String>,
    /// First line.
    pub line: Option<u32>,
    /// First column.
    pub column: Option<u32>,
    /// Last line.
    pub end_line: Option<u32>,
    /// Column after the last character.
    pub end_column: Option<u32>,
    /// Secondary positions, resolved.
    pub notes: Vec<String>,
    /// A suggested fix.
    pub suggestion: Option<Message>,
    /// How many others it stands for, which are not listed.
    #[serde(default, skip_serializing_if = "is_zero")]
    pub others: usize,
}

fn is_zero(number: &usize) -> bool {
    *number == 0
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_hundred_findings_and_the_first_error_are_listed() {
        let warnings =
            |count: usize| (0..count).map(|n| Diagnostic::warning("a/b", None, Message::verbatim(n.to_string())));
        let mut few: Vec<Diagnostic> = warnings(100).collect();
        shorten(&mut few);
        assert_eq!(few.len(), 100);
        let error = Diagnostic::error("a/c", None, Message::verbatim("wrong"));
        let mut many: Vec<Diagnostic> = warnings(26_000).chain([error]).chain(warnings(455)).collect();
        shorten(&mut many);
        assert_eq!(many.len(), 102);
        assert_eq!((many[100].message.as_str(), many[101].message.as_str()), ("wrong", "and 26,355 more"));
    }

    #[test]
    fn what_is_forgotten_while_reading_is_counted() {
        let mut found = Vec::new();
        for n in 0..100_000 {
            found.push(Diagnostic::error("a/b", None, Message::verbatim(n.to_string())));
            bound(&mut found);
            assert!(found.len() < 2 * KEPT);
        }
        // As front ends do, which sort by places: what has none comes first.
        found.sort_by_key(|d| d.others == 0);
        shorten(&mut found);
        assert_eq!((found.len(), found[0].message.as_str()), (101, "0"));
        assert_eq!((found[100].message.as_str(), found[100].others), ("and 99,900 more", 99_900));
    }

    #[test]
    fn digits_are_grouped_by_three() {
        assert_eq!([7, 100, 1_000, 26_356, 1_234_567].map(grouped), ["7", "100", "1,000", "26,356", "1,234,567"]);
    }
}
