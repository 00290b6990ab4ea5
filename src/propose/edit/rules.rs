//! Rules of grammars.

use serde::{Deserialize, Serialize};

use super::{TextChange, TextRange, Units, changed, items, quoted, read, string};
use base::json::{JsonNode, JsonValue, TextEditor};

/// The most vertices of a rule that are read, and the most tentacles for which a rule is written.
const VERTEX_LIMIT: usize = 10_000;

/// A nonterminal whose rules are written as JSON.
#[derive(Clone, PartialEq, Eq, Debug, Serialize)]
#[cfg_attr(feature = "wasm", derive(tsify::Tsify))]
pub struct WrittenNonterminal {
    /// The position of its grammar, and its own in that.
    pub path: [u32; 2],
    /// Its name.
    pub name: String,
    /// Its rules.
    pub rules: Vec<WrittenRule>,
}

/// A rule that is written as JSON. Vertices are positions in `types`; those that are no numbers are null.
#[derive(Clone, PartialEq, Eq, Debug, Serialize)]
#[cfg_attr(feature = "wasm", derive(tsify::Tsify))]
pub struct WrittenRule {
    /// The types of its vertices.
    pub types: Vec<String>,
    /// The external vertices.
    pub externals: Vec<Option<u32>>,
    /// The selectors.
    pub selectors: Vec<WrittenSelector>,
    /// The nonterminal edges.
    pub hyperedges: Vec<WrittenHyperedge>,
    /// Where it is written.
    pub range: TextRange,
}

/// A selector of a rule.
#[derive(Clone, PartialEq, Eq, Debug, Serialize)]
#[cfg_attr(feature = "wasm", derive(tsify::Tsify))]
pub struct WrittenSelector {
    /// Its label.
    pub label: String,
    /// The vertex that it leaves.
    pub origin: Option<u32>,
    /// The vertex that it leads to.
    pub target: Option<u32>,
}

/// A nonterminal edge of a rule.
#[derive(Clone, PartialEq, Eq, Debug, Serialize)]
#[cfg_attr(feature = "wasm", derive(tsify::Tsify))]
pub struct WrittenHyperedge {
    /// Its nonterminal.
    pub label: String,
    /// The vertices that it is attached to.
    pub tentacles: Vec<Option<u32>>,
}

/// A change of the grammars of a text. What is changed has a path: the positions of a grammar, of a nonterminal in it, and of a rule, all from 0.
#[derive(Clone, PartialEq, Eq, Debug, Deserialize)]
#[cfg_attr(feature = "wasm", derive(tsify::Tsify))]
#[serde(tag = "of", rename_all = "camelCase")]
pub enum RuleEdit {
    /// Adds a rule that has only its external vertices, of the types that those of the last rule have.
    AddRule {
        /// The nonterminal.
        path: [u32; 2],
    },
    /// Removes a rule.
    RemoveRule {
        /// The rule.
        path: [u32; 3],
    },
    /// Adds an object.
    AddObject {
        /// The rule.
        path: [u32; 3],
        /// The class of the object.
        class: String,
    },
    /// Adds a selector.
    AddSelector {
        /// The rule.
        path: [u32; 3],
        /// Its label.
        label: String,
        /// The vertex that it leaves.
        origin: u32,
        /// The vertex that it leads to.
        target: u32,
    },
    /// Adds a nonterminal edge.
    AddHyperedge {
        /// The rule.
        path: [u32; 3],
        /// The nonterminal.
        label: String,
        /// The vertices that it is attached to.
        tentacles: Vec<u32>,
    },
    /// Removes an object with its edges, unless it is external.
    RemoveObject {
        /// The rule.
        path: [u32; 3],
        /// The vertex.
        number: u32,
    },
    /// Removes a selector.
    RemoveSelector {
        /// The rule.
        path: [u32; 3],
        /// Its position.
        number: u32,
    },
    /// Removes a nonterminal edge.
    RemoveHyperedge {
        /// The rule.
        path: [u32; 3],
        /// Its position.
        number: u32,
    },
}

/// What an edit does.
#[derive(Clone, PartialEq, Eq, Debug, Serialize)]
#[cfg_attr(feature = "wasm", derive(tsify::Tsify))]
pub struct EditedRules {
    /// The changes of the text; none if what is changed is not there.
    pub changes: Vec<TextChange>,
    /// How the rules are written then.
    pub written: Vec<WrittenNonterminal>,
}

/// The nonterminals of a text whose rules are written as JSON.
pub(crate) fn written_nonterminals(text: &str) -> Vec<WrittenNonterminal> {
    let (list, units) = (read(text), Units::new(text));
    let mut found = Vec::new();
    for (node, grammar) in items(list.as_ref()).iter().zip(0..) {
        for (own, nonterminal) in items(node.get("grammar")).iter().zip(0..) {
            if let Some(JsonNode { value: JsonValue::Array(rules), .. }) = own.get("rules") {
                let rules = rules.iter().map(|rule| written_rule(rule, &units)).collect();
                let name = string(own.get("nonterminal")).unwrap_or_default();
                found.push(WrittenNonterminal { path: [grammar, nonterminal], name, rules });
            }
        }
    }
    found
}

fn written_rule(rule: &JsonNode, units: &Units) -> WrittenRule {
    let list = |key| items(rule.get(key)).iter();
    let vertex = |node: Option<&JsonNode>| number(node).and_then(|vertex| u32::try_from(vertex).ok());
    let vertices = |node: Option<&JsonNode>| items(node).iter().map(|own| vertex(Some(own))).collect();
    let label = |node: &JsonNode| string(node.get("label")).unwrap_or_default();
    let group = |node: &JsonNode| {
        let size = number(node.get("number")).unwrap_or(0).min(VERTEX_LIMIT);
        vec![string(node.get("type")).unwrap_or_default(); size]
    };
    let selector = |node: &JsonNode| WrittenSelector {
        label: label(node),
        origin: vertex(node.get("origin")),
        target: vertex(node.get("target")),
    };
    let hyperedge =
        |node: &JsonNode| WrittenHyperedge { label: label(node), tentacles: vertices(node.get("tentacles")) };
    WrittenRule {
        types: list("nodes").flat_map(group).take(VERTEX_LIMIT).collect(),
        externals: vertices(rule.get("externals")),
        selectors: list("selectors").map(selector).collect(),
        hyperedges: list("hyperedges").map(hyperedge).collect(),
        range: units.range(rule.span),
    }
}

/// Does something to the grammars of a text.
pub fn edit_rules(text: &str, edit: &RuleEdit) -> EditedRules {
    let list = read(text);
    let (changes, after) = changed(text, |editor| {
        if let Some(list) = &list {
            apply(editor, list, edit);
        }
    });
    EditedRules { changes, written: written_nonterminals(&after) }
}

fn apply(editor: &mut TextEditor<'_>, list: &JsonNode, edit: &RuleEdit) {
    use RuleEdit as E;
    let path = match *edit {
        E::AddRule { path: [grammar, nonterminal] } => [grammar, nonterminal, 0],
        E::RemoveRule { path }
        | E::AddObject { path, .. }
        | E::AddSelector { path, .. }
        | E::AddHyperedge { path, .. }
        | E::RemoveObject { path, .. }
        | E::RemoveSelector { path, .. }
        | E::RemoveHyperedge { path, .. } => path,
    };
    let [grammar, nonterminal, number] = path.map(|position| position as usize);
    let grammar = list.items().get(grammar).and_then(|own| own.get("grammar"));
    let Some(nonterminal) = grammar.and_then(|own| own.items().get(nonterminal)) else { return };
    let Some(rules) = nonterminal.get("rules") else { return };
    match edit {
        E::AddRule { .. } => return editor.push(rules, &new_rule(nonterminal, rules.items().last())),
        E::RemoveRule { .. } => return editor.remove(rules, |place| place == number),
        _ => {}
    }
    let Some(rule) = rules.items().get(number) else { return };
    let mut add = |key: &str, value: String| {
        if let Some(list) = rule.get(key) {
            editor.push(list, &value);
        }
    };
    match edit {
        E::AddRule { .. } | E::RemoveRule { .. } => {}
        E::AddObject { class, .. } => add("nodes", group(class)),
        E::AddSelector { label, origin, target, .. } => {
            let label = quoted(label);
            add("selectors", format!(r#"{{"label": {label}, "origin": {origin}, "target": {target}}}"#));
        }
        E::AddHyperedge { label, tentacles, .. } => {
            let (label, tentacles) = (quoted(label), joined(tentacles.iter()));
            add("hyperedges", format!(r#"{{"label": {label}, "tentacles": [{tentacles}]}}"#));
        }
        E::RemoveObject { number, .. } => remove_object(editor, rule, *number as usize),
        E::RemoveSelector { number, .. } => remove(editor, rule, "selectors", |place| place == *number as usize),
        E::RemoveHyperedge { number, .. } => remove(editor, rule, "hyperedges", |place| place == *number as usize),
    }
}

/// A vertex of this type, as JSON.
fn group(ty: &str) -> String {
    format!(r#"{{"type": {}, "number": 1}}"#, quoted(ty))
}

fn joined(parts: impl Iterator<Item = impl ToString>) -> String {
    parts.map(|part| part.to_string()).collect::<Vec<_>>().join(", ")
}

fn new_rule(nonterminal: &JsonNode, last: Option<&JsonNode>) -> String {
    let rank = number(nonterminal.get("rank")).unwrap_or(0).min(VERTEX_LIMIT);
    let ty = |place: usize| {
        let vertex = number(items(last?.get("externals")).get(place))?;
        let (group, _) = group_of(last?, vertex)?;
        string(group.get("type"))
    };
    let nodes = joined((0..rank).map(|place| group(ty(place).as_deref().unwrap_or("Object"))));
    let externals = joined(0..rank);
    format!(r#"{{"nodes": [{nodes}], "externals": [{externals}], "variables": [], "selectors": [], "hyperedges": []}}"#)
}

/// The group of vertices that a vertex belongs to, and its position.
fn group_of(rule: &JsonNode, vertex: usize) -> Option<(&JsonNode, usize)> {
    let mut left = vertex;
    for (place, group) in items(rule.get("nodes")).iter().enumerate() {
        let size = number(group.get("number")).unwrap_or(0);
        if left < size {
            return Some((group, place));
        }
        left -= size;
    }
    None
}

fn number(node: Option<&JsonNode>) -> Option<usize> {
    string(node)?.trim().parse().ok()
}

fn remove(editor: &mut TextEditor<'_>, rule: &JsonNode, key: &str, is_gone: impl Fn(usize) -> bool) {
    if let Some(list) = rule.get(key) {
        editor.remove(list, is_gone);
    }
}

/// The vertices of a variable, a selector or a nonterminal edge.
fn ends(edge: &JsonNode) -> Vec<&JsonNode> {
    let ends = [edge.get("target"), edge.get("origin")].into_iter().flatten();
    ends.chain(items(edge.get("tentacles"))).collect()
}

fn remove_object(editor: &mut TextEditor<'_>, rule: &JsonNode, vertex: usize) {
    let externals = items(rule.get("externals"));
    if externals.iter().any(|external| number(Some(external)) == Some(vertex)) {
        return;
    }
    let mut mentions: Vec<&JsonNode> = externals.iter().collect();
    for key in ["variables", "selectors", "hyperedges"] {
        let all: Vec<Vec<&JsonNode>> = items(rule.get(key)).iter().map(ends).collect();
        let is_gone = |ends: &[&JsonNode]| ends.iter().any(|end| number(Some(end)) == Some(vertex));
        remove(editor, rule, key, |place| is_gone(&all[place]));
        mentions.extend(all.iter().filter(|ends| !is_gone(ends)).flatten());
    }
    // All vertices behind it have another position then.
    for mention in mentions {
        if let Some(own) = number(Some(mention)).filter(|&own| own > vertex) {
            editor.replace(mention, (own - 1).to_string());
        }
    }
    let Some((group, place)) = group_of(rule, vertex) else { return };
    match (number(group.get("number")), group.get("number")) {
        (Some(size), Some(count)) if size > 1 => editor.replace(count, (size - 1).to_string()),
        _ => remove(editor, rule, "nodes", |own| own == place),
    }
}
