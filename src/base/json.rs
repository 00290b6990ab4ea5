//! JSON as people write it, with the position of every value.
//!
//! [`parse`] is tolerant: comments, trailing commas, single-quoted strings, bare words as strings, line breaks in
//! strings and any text after the top-level value are accepted. [`Fields`] and the accessors of [`JsonNode`] are strict:
//! they report missing, unknown and ill-typed members at their positions. [`pretty`] writes strict JSON, and [`TextEditor`] changes a text that people
//! have written.

mod edit;
mod read;
mod write;

use super::diagnostic::{Diagnostic, Severity, bound};
use super::source::Span;
use super::suggest::did_you_mean;
use crate::message::Text;
use crate::msg;
use crate::text;

pub use edit::{TextEdit, TextEditor};
pub use read::{NESTING_LIMIT, parse, position_in_string};
pub use write::pretty;

/// A value and its position.
#[derive(Clone, Debug)]
pub struct JsonNode {
    /// The range of the whole value.
    pub span: Span,
    /// The value.
    pub value: JsonValue,
}

/// A JSON value.
#[derive(Clone, Debug)]
pub enum JsonValue {
    /// `null`.
    Null,
    /// `true` or `false`.
    Boolean(bool),
    /// A number, as written.
    Number(String),
    /// A string; other bare words are strings too.
    String(String),
    /// An array.
    Array(Vec<JsonNode>),
    /// An object; keys are distinct.
    Object(Vec<JsonMember>),
}

/// A member of an object.
#[derive(Clone, Debug)]
pub struct JsonMember {
    /// The key.
    pub key: String,
    /// The position of the key.
    pub key_span: Span,
    /// The value.
    pub value: JsonNode,
}

impl JsonValue {
    /// The name of this kind of value in messages.
    fn kind(&self) -> Text {
        match self {
            JsonValue::Null => text!("null"),
            JsonValue::Boolean(_) => text!("a boolean"),
            JsonValue::Number(_) => text!("a number"),
            JsonValue::String(_) => text!("a string"),
            JsonValue::Array(_) => text!("an array"),
            JsonValue::Object(_) => text!("an object"),
        }
    }
}

impl JsonNode {
    /// The value of a member, if this is an object that has it.
    pub fn get(&self, key: &str) -> Option<&JsonNode> {
        let JsonValue::Object(members) = &self.value else { return None };
        members.iter().find(|member| member.key == key).map(|member| &member.value)
    }

    /// The elements of an array; none of anything else.
    pub fn items(&self) -> &[JsonNode] {
        if let JsonValue::Array(items) = &self.value { items } else { &[] }
    }

    fn mismatch(&self, what: Text, expected: Text, diagnostics: &mut Vec<Diagnostic>) {
        let message = msg!("{what} must be {expected}, not {}", self.value.kind());
        diagnostics.push(Diagnostic::error("json/wrong-type", self.span, message));
    }

    /// The text of a string, number or boolean. Reports anything else.
    pub fn string(&self, what: Text, diagnostics: &mut Vec<Diagnostic>) -> Option<String> {
        match &self.value {
            JsonValue::String(text) | JsonValue::Number(text) => Some(text.clone()),
            JsonValue::Boolean(b) => Some(b.to_string()),
            _ => {
                self.mismatch(what, text!("a string"), diagnostics);
                None
            }
        }
    }

    /// A number from 0 to `u32::MAX`, also written as a string. Reports anything else.
    pub fn natural(&self, what: Text, diagnostics: &mut Vec<Diagnostic>) -> Option<u32> {
        match &self.value {
            JsonValue::Number(text) | JsonValue::String(text) => {
                let number = text.trim().parse::<u32>().ok();
                if number.is_none() {
                    let message = msg!("{what} must be a whole number from 0 to {}, not `{text}`", u32::MAX);
                    diagnostics.push(Diagnostic::error("json/wrong-type", self.span, message));
                }
                number
            }
            _ => {
                self.mismatch(what, text!("a whole number"), diagnostics);
                None
            }
        }
    }

    /// A boolean, also written as a string. Reports anything else.
    pub fn boolean(&self, what: Text, diagnostics: &mut Vec<Diagnostic>) -> Option<bool> {
        match &self.value {
            JsonValue::Boolean(b) => Some(*b),
            JsonValue::String(text) if text == "true" => Some(true),
            JsonValue::String(text) if text == "false" => Some(false),
            _ => {
                self.mismatch(what, text!("true or false"), diagnostics);
                None
            }
        }
    }

    /// The elements of an array. Reports anything else.
    pub fn array(&self, what: Text, diagnostics: &mut Vec<Diagnostic>) -> Option<&[JsonNode]> {
        if let JsonValue::Array(items) = &self.value {
            return Some(items);
        }
        self.mismatch(what, text!("an array"), diagnostics);
        None
    }

    /// The members of an object. Reports anything else.
    pub fn members(&self, what: Text, diagnostics: &mut Vec<Diagnostic>) -> Option<&[JsonMember]> {
        if let JsonValue::Object(members) = &self.value {
            return Some(members);
        }
        self.mismatch(what, text!("an object"), diagnostics);
        None
    }

    /// The same value without positions. Numbers that are not JSON numbers, or that would change when written and read
    /// back (fractions are not always read exactly), become strings.
    pub fn to_value(&self) -> serde_json::Value {
        use serde_json::Value as Plain;
        match &self.value {
            JsonValue::Null => Plain::Null,
            JsonValue::Boolean(b) => Plain::Bool(*b),
            JsonValue::Number(text) => {
                let read = |text: &str| serde_json::from_str::<serde_json::Number>(text).ok();
                let number = read(text).filter(|n| !n.is_f64() || read(&n.to_string()).as_ref() == Some(n));
                number.map_or_else(|| Plain::String(text.clone()), Plain::Number)
            }
            JsonValue::String(text) => Plain::String(text.clone()),
            JsonValue::Array(items) => items.iter().map(JsonNode::to_value).collect(),
            JsonValue::Object(members) => {
                Plain::Object(members.iter().map(|m| (m.key.clone(), m.value.to_value())).collect())
            }
        }
    }
}

/// The members of an object, taken one by one; those left at the end are unknown.
pub struct Fields<'a> {
    what: Text,
    span: Span,
    members: &'a [JsonMember],
    known: Vec<&'static str>,
}

impl<'a> Fields<'a> {
    /// Starts reading `node`, called `what` in messages; reports a node that is not an object.
    pub fn new(node: &'a JsonNode, what: Text, diagnostics: &mut Vec<Diagnostic>) -> Option<Self> {
        let members = node.members(what, diagnostics)?;
        Some(Self { what, span: node.span, members, known: Vec::new() })
    }

    /// What it is called in messages.
    pub fn what(&self) -> Text {
        self.what
    }

    /// The position of the object.
    pub fn span(&self) -> Span {
        self.span
    }

    /// The member `key`, if it exists and is not null.
    pub fn take(&mut self, key: &'static str) -> Option<&'a JsonNode> {
        self.known.push(key);
        let member = self.members.iter().find(|m| m.key == key)?;
        (!matches!(member.value.value, JsonValue::Null)).then_some(&member.value)
    }

    /// The member `key`; reports its absence.
    pub fn require(&mut self, key: &'static str, diagnostics: &mut Vec<Diagnostic>) -> Option<&'a JsonNode> {
        let node = self.take(key);
        if node.is_none() {
            let message = msg!("{} must have a key `{key}`", self.what);
            diagnostics.push(Diagnostic::error("json/missing-key", self.span, message));
        }
        node
    }

    /// Reports every member that was not taken.
    pub fn finish(self, severity: Severity, diagnostics: &mut Vec<Diagnostic>) {
        for member in self.members.iter().filter(|m| !self.known.contains(&m.key.as_str())) {
            let message = msg!("unknown key `{}` in {}", member.key, self.what);
            let suggestion = did_you_mean(&member.key, self.known.iter().copied());
            let mut diagnostic = Diagnostic::error("json/unknown-key", member.key_span, message).suggest(suggestion);
            diagnostic.severity = severity;
            diagnostics.push(diagnostic);
            bound(diagnostics);
        }
    }
}
