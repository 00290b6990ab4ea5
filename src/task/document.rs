//! The task document, `hrglass.task/1`, as plain data.

use std::collections::BTreeMap;

use serde::{Deserialize, Serialize};
use serde_json::Value;

use super::options::Options;

/// The value of [`Task::schema`].
pub const SCHEMA: &str = "hrglass.task/1";

/// A verification task.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
#[cfg_attr(feature = "wasm", derive(tsify::Tsify))]
#[serde(rename_all = "camelCase")]
pub struct Task {
    /// [`SCHEMA`].
    pub schema: String,
    /// One line that names the task.
    #[serde(default)]
    pub title: String,
    /// What the program does and what is checked.
    #[serde(default, skip_serializing_if = "String::is_empty")]
    pub description: String,
    /// What to look at in the pictures.
    #[serde(default, skip_serializing_if = "String::is_empty")]
    pub look: String,
    /// Words by which it is found.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub tags: Vec<String>,
    /// The figures of the thesis that it shows, by number: `2.3`, or several, `2.3, 2.4`.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub figure: Option<String>,
    /// Its texts in German; not looked at here.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub de: Option<Texts>,
    /// The verdicts that are known to be right: by name of the property, or `memorySafety`.
    #[serde(default, skip_serializing_if = "BTreeMap::is_empty")]
    #[cfg_attr(feature = "wasm", tsify(type = "Record<string, Expected>"))]
    pub expected: BTreeMap<String, Expected>,
    /// How the program is analysed.
    #[serde(default)]
    pub analysis: Analysis,
    /// The program.
    pub program: ProgramText,
    /// The grammars; their rules add up.
    #[serde(default)]
    pub grammars: Vec<GrammarSource>,
    /// The heaps on which the entry method starts; without any, the empty heap.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub initial: Vec<HeapSource>,
    /// What methods without a body do.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub contracts: Vec<ContractSource>,
    /// Automata that run beside a boolean program.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub monitors: Vec<MonitorText>,
    /// What is checked.
    #[serde(default)]
    pub properties: Vec<Property>,
    /// The options.
    #[serde(default)]
    pub options: Options,
    /// What the page shows first, by [`VIEW_KEYS`](super::VIEW_KEYS); not looked at here.
    #[serde(default, skip_serializing_if = "BTreeMap::is_empty")]
    #[cfg_attr(feature = "wasm", tsify(type = "Record<string, string>"))]
    pub view: BTreeMap<String, String>,
}

/// The texts of a task in another language; those that are empty are missing.
#[derive(Clone, PartialEq, Eq, Debug, Default, Serialize, Deserialize)]
#[cfg_attr(feature = "wasm", derive(tsify::Tsify))]
#[serde(rename_all = "camelCase")]
pub struct Texts {
    /// The [title](Task::title).
    #[serde(default, skip_serializing_if = "String::is_empty")]
    pub title: String,
    /// The [description](Task::description).
    #[serde(default, skip_serializing_if = "String::is_empty")]
    pub description: String,
    /// What to [look](Task::look) at.
    #[serde(default, skip_serializing_if = "String::is_empty")]
    pub look: String,
}

/// The verdicts of one property that are known to be right.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[cfg_attr(feature = "wasm", derive(tsify::Tsify))]
#[serde(untagged)]
pub enum Expected {
    /// The same with every strategy.
    Always(Expectation),
    /// By name of the strategy; [`Expected::OTHERS`] stands for those that are not named.
    ByStrategy(
        #[cfg_attr(feature = "wasm", tsify(type = "Record<string, Expectation>"))] BTreeMap<String, Expectation>,
    ),
}

impl Expected {
    /// The key for strategies that are not named.
    pub const OTHERS: &str = "*";

    /// What is expected with a strategy, if anything is.
    pub fn with(&self, strategy: &str) -> Option<Expectation> {
        match self {
            Expected::Always(verdict) => Some(*verdict),
            Expected::ByStrategy(verdicts) => verdicts.get(strategy).or_else(|| verdicts.get(Self::OTHERS)).copied(),
        }
    }
}

/// A verdict that is known to be right.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[cfg_attr(feature = "wasm", derive(tsify::Tsify))]
#[serde(rename_all = "camelCase")]
pub enum Expectation {
    /// The property holds.
    Satisfied,
    /// It does not.
    Violated,
    /// The analysis is too coarse to tell.
    Unknown,
}

/// How a program is analysed.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default, Serialize, Deserialize)]
#[cfg_attr(feature = "wasm", derive(tsify::Tsify))]
#[serde(rename_all = "camelCase")]
pub enum Analysis {
    /// Heaps abstracted by graph grammars.
    #[default]
    Heap,
    /// Boolean programs: extended recursive state machines.
    Boolean,
}

/// A programming language.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default, Serialize, Deserialize)]
#[cfg_attr(feature = "wasm", derive(tsify::Tsify))]
#[serde(rename_all = "camelCase")]
pub enum Language {
    /// A subset of Java.
    #[default]
    Java,
    /// Boolean programs, with bounded integers.
    Boolean,
}

/// The program of a task.
#[derive(Clone, PartialEq, Eq, Debug, Default, Serialize, Deserialize)]
#[cfg_attr(feature = "wasm", derive(tsify::Tsify))]
#[serde(rename_all = "camelCase")]
pub struct ProgramText {
    /// Its language.
    #[serde(default)]
    pub language: Language,
    /// The method with which it starts, `Class.method`; of a boolean program the procedure.
    pub entry: String,
    /// Its files.
    pub files: Vec<ProgramFile>,
}

/// A file of a program. Exactly one of `text` and `path` is given; a loaded task has texts only.
#[derive(Clone, PartialEq, Eq, Debug, Default, Serialize, Deserialize)]
#[cfg_attr(feature = "wasm", derive(tsify::Tsify))]
#[serde(rename_all = "camelCase")]
pub struct ProgramFile {
    /// What messages call it.
    pub name: String,
    /// The whole text.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub text: Option<String>,
    /// Where to find it.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub path: Option<String>,
}

/// A grammar. Exactly one of `predefined`, `grammar` and `path` is given; a loaded task has no paths.
#[derive(Clone, PartialEq, Debug, Default, Serialize, Deserialize)]
#[cfg_attr(feature = "wasm", derive(tsify::Tsify))]
#[serde(rename_all = "camelCase")]
pub struct GrammarSource {
    /// The name of a predefined grammar.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub predefined: Option<String>,
    /// What messages call it.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub name: Option<String>,
    /// The grammar itself.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[cfg_attr(feature = "wasm", tsify(type = "unknown"))]
    pub grammar: Option<Value>,
    /// Where to find it.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub path: Option<String>,
    /// What its types and selectors are called in the program: `"ListNode": "SLList"`, `"next": "tail"`, or for the
    /// selector of one type only `"ListNode.next": "tail"`.
    #[serde(default, skip_serializing_if = "BTreeMap::is_empty")]
    #[cfg_attr(feature = "wasm", tsify(type = "Record<string, string>"))]
    pub rename: BTreeMap<String, String>,
}

/// An initial heap. Exactly one of `heap` and `path` is given; a loaded task has no paths.
#[derive(Clone, PartialEq, Debug, Default, Serialize, Deserialize)]
#[cfg_attr(feature = "wasm", derive(tsify::Tsify))]
#[serde(rename_all = "camelCase")]
pub struct HeapSource {
    /// What messages call it.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub name: Option<String>,
    /// The heap itself.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[cfg_attr(feature = "wasm", tsify(type = "unknown"))]
    pub heap: Option<Value>,
    /// Where to find it.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub path: Option<String>,
    /// What its types and selectors are called in the program, as for grammars.
    #[serde(default, skip_serializing_if = "BTreeMap::is_empty")]
    #[cfg_attr(feature = "wasm", tsify(type = "Record<string, string>"))]
    pub rename: BTreeMap<String, String>,
}

/// The contracts of a method. Exactly one of `contract` and `path` is given; a loaded task has no paths.
#[derive(Clone, PartialEq, Debug, Default, Serialize, Deserialize)]
#[cfg_attr(feature = "wasm", derive(tsify::Tsify))]
#[serde(rename_all = "camelCase")]
pub struct ContractSource {
    /// What messages call it.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub name: Option<String>,
    /// The contracts themselves.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[cfg_attr(feature = "wasm", tsify(type = "unknown"))]
    pub contract: Option<Value>,
    /// Where to find them.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub path: Option<String>,
    /// What their types and selectors are called in the program, as for grammars.
    #[serde(default, skip_serializing_if = "BTreeMap::is_empty")]
    #[cfg_attr(feature = "wasm", tsify(type = "Record<string, string>"))]
    pub rename: BTreeMap<String, String>,
}

/// A property.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[cfg_attr(feature = "wasm", derive(tsify::Tsify))]
#[serde(rename_all = "camelCase")]
pub struct Property {
    /// Its name, distinct within the task.
    pub id: String,
    /// A formula of linear temporal logic, or …
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub ltl: Option<String>,
    /// … a monitor, which is not to find what it looks for.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub monitor: Option<String>,
}

/// An automaton that reads the states of a run, and says what is not to happen.
#[derive(Clone, PartialEq, Eq, Debug, Default, Serialize, Deserialize)]
#[cfg_attr(feature = "wasm", derive(tsify::Tsify))]
#[serde(rename_all = "camelCase")]
pub struct MonitorText {
    /// Its name.
    pub name: String,
    /// The state in which it starts. States come into being by being mentioned.
    pub initial: String,
    /// Its edges.
    pub edges: Vec<MonitorEdgeText>,
    /// States that it is not to get into.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub target: Vec<String>,
    /// States of which none is to be visited infinitely often.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub repeating: Vec<String>,
}

/// An edge of a monitor.
#[derive(Clone, PartialEq, Eq, Debug, Default, Serialize, Deserialize)]
#[cfg_attr(feature = "wasm", derive(tsify::Tsify))]
#[serde(rename_all = "camelCase")]
pub struct MonitorEdgeText {
    /// From here …
    pub from: String,
    /// … to here …
    pub to: String,
    /// … in states in which this holds: a formula without temporal operators. Without it, in all.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub guard: Option<String>,
}

impl Task {
    /// The document as strict JSON; options that have their default are left out, the order of keys is fixed.
    pub fn to_json(&self) -> String {
        crate::base::json::pretty(&self.to_value())
    }

    /// The document as a JSON value, as [`Task::to_json`] writes it.
    pub fn to_value(&self) -> Value {
        // Plain data with string keys: serialisation cannot fail.
        let mut value = serde_json::to_value(self).unwrap_or_default();
        value["options"] = self.options.to_value();
        value
    }
}

impl Default for Task {
    fn default() -> Self {
        Self {
            schema: SCHEMA.to_owned(),
            title: String::new(),
            description: String::new(),
            look: String::new(),
            tags: Vec::new(),
            figure: None,
            de: None,
            expected: BTreeMap::new(),
            analysis: Analysis::default(),
            program: ProgramText::default(),
            grammars: Vec::new(),
            initial: Vec::new(),
            contracts: Vec::new(),
            monitors: Vec::new(),
            properties: Vec::new(),
            options: Options::default(),
            view: BTreeMap::new(),
        }
    }
}
