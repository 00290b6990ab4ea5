//! The task document, `hrglass.task/1`, as plain data.

use base::{Message, msg};
use std::collections::BTreeMap;

use serde::{Deserialize, Serialize};
use serde_json::Value;

use super::check::Check;
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
    /// A one-line title.
    #[serde(default)]
    pub title: String,
    /// What the program does and what is checked.
    #[serde(default, skip_serializing_if = "String::is_empty")]
    pub description: String,
    /// What to look at in the pictures.
    #[serde(default, skip_serializing_if = "String::is_empty")]
    pub look: String,
    /// Tags for searching.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub tags: Vec<String>,
    /// The numbers of the thesis's figures that it shows: `2.3`, or several, `2.3, 2.4`.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub figure: Option<String>,
    /// Its texts in German; only for display.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub de: Option<Texts>,
    /// The known correct verdicts, by property name, or `memorySafety`.
    #[serde(default, skip_serializing_if = "BTreeMap::is_empty")]
    #[cfg_attr(feature = "wasm", tsify(type = "Record<string, Expected>"))]
    pub expected: BTreeMap<String, Expected>,
    /// How the program is analysed.
    #[serde(default)]
    pub analysis: Analysis,
    /// The program.
    pub program: ProgramText,
    /// The grammars; their rules are combined.
    #[serde(default)]
    pub grammars: Vec<GrammarSource>,
    /// The heaps on which the entry method starts; if there are none, the empty heap.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub initial: Vec<HeapSource>,
    /// Contracts of methods.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub contracts: Vec<ContractSource>,
    /// Boxes for forest automata, as definitions of separation logic.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub boxes: Vec<BoxSource>,
    /// Automata that observe a boolean program.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub monitors: Vec<MonitorText>,
    /// The properties to check.
    #[serde(default)]
    pub properties: Vec<Property>,
    /// The options.
    #[serde(default)]
    pub options: Options,
    /// What the page shows first, by [`VIEW_KEYS`](super::VIEW_KEYS); only for display.
    #[serde(default, skip_serializing_if = "BTreeMap::is_empty")]
    #[cfg_attr(feature = "wasm", tsify(type = "Record<string, string>"))]
    pub view: BTreeMap<String, String>,
}

/// The texts of a task in another language; empty texts are missing.
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

/// The known correct verdicts of one property.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[cfg_attr(feature = "wasm", derive(tsify::Tsify))]
#[serde(untagged)]
pub enum Expected {
    /// The same for every strategy.
    Always(Expectation),
    /// By strategy name; [`Expected::OTHERS`] stands for all others.
    ByStrategy(
        #[cfg_attr(feature = "wasm", tsify(type = "Record<string, Expectation>"))] BTreeMap<String, Expectation>,
    ),
}

impl Expected {
    /// The key for all other strategies.
    pub const OTHERS: &str = "*";

    /// The expected verdict for a strategy, if any.
    pub fn with(&self, strategy: &str) -> Option<Expectation> {
        match self {
            Expected::Always(verdict) => Some(*verdict),
            Expected::ByStrategy(verdicts) => verdicts.get(strategy).or_else(|| verdicts.get(Self::OTHERS)).copied(),
        }
    }
}

/// A known correct verdict.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[cfg_attr(feature = "wasm", derive(tsify::Tsify))]
#[serde(rename_all = "camelCase")]
pub enum Expectation {
    /// The property holds.
    Satisfied,
    /// The property does not hold.
    Violated,
    /// The analysis finds a failing run that it cannot execute.
    Suspected,
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
    /// Programs over machine integers, in large blocks.
    Blocks,
    /// Programs with heaps, by forest automata.
    Forest,
}

impl Analysis {
    /// Its name in documents and on the command line.
    pub fn name(self) -> &'static str {
        match self {
            Analysis::Heap => "heap",
            Analysis::Boolean => "boolean",
            Analysis::Blocks => "blocks",
            Analysis::Forest => "forest",
        }
    }

    /// The programs that it analyses, in the plural.
    pub fn programs(self) -> Message {
        match self {
            Analysis::Heap => msg!("programs with heaps"),
            Analysis::Boolean => msg!("boolean programs"),
            Analysis::Blocks => msg!("programs in large blocks"),
            Analysis::Forest => msg!("programs by forest automata"),
        }
    }
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
    /// C11.
    C,
}

impl Language {
    /// The analyses that read it, the usual one first.
    pub fn analyses(self) -> &'static [Analysis] {
        match self {
            Language::Java => &[Analysis::Heap, Analysis::Blocks, Analysis::Forest],
            Language::Boolean => &[Analysis::Boolean],
            Language::C => &[Analysis::Blocks, Analysis::Forest, Analysis::Heap],
        }
    }
}

/// The widths of the integer types of C.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[cfg_attr(feature = "wasm", derive(tsify::Tsify))]
pub enum DataModel {
    /// `int`, `long` and pointers have 32 bits.
    #[serde(rename = "ILP32")]
    Ilp32,
    /// `int` has 32 bits, `long` and pointers have 64.
    #[serde(rename = "LP64")]
    Lp64,
}

impl DataModel {
    /// Every data model.
    pub const ALL: [DataModel; 2] = [DataModel::Ilp32, DataModel::Lp64];

    /// Its name in documents and on the command line.
    pub fn name(self) -> &'static str {
        match self {
            DataModel::Ilp32 => "ILP32",
            DataModel::Lp64 => "LP64",
        }
    }
}

/// The program of a task.
#[derive(Clone, PartialEq, Eq, Debug, Default, Serialize, Deserialize)]
#[cfg_attr(feature = "wasm", derive(tsify::Tsify))]
#[serde(rename_all = "camelCase")]
pub struct ProgramText {
    /// Its language.
    #[serde(default)]
    pub language: Language,
    /// The entry method, `Class.method`; for other languages than Java the procedure.
    pub entry: String,
    /// The widths of the integer types of C; if absent, those that its text suggests.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub data_model: Option<DataModel>,
    /// Of a program in C: directives that stand before each of its files, such as `#define NDEBUG`.
    #[serde(default, skip_serializing_if = "String::is_empty")]
    pub preamble: String,
    /// Of a program in C: the folders in which it finds the files that it includes, after that of the file which includes them.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub include_folders: Vec<String>,
    /// Its files.
    pub files: Vec<ProgramFile>,
}

/// A file of a program. Exactly one of `text` and `path` is given; a loaded task has texts only.
#[derive(Clone, PartialEq, Eq, Debug, Default, Serialize, Deserialize)]
#[cfg_attr(feature = "wasm", derive(tsify::Tsify))]
#[serde(rename_all = "camelCase")]
pub struct ProgramFile {
    /// Its name in messages.
    pub name: String,
    /// The whole text.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub text: Option<String>,
    /// Its path.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub path: Option<String>,
}

/// How the names of grammars begin that are proposed for a program that comes alone.
pub const PROPOSED: &str = "proposed ";

/// A grammar. Exactly one of `predefined`, `grammar`, `definitions` and `path` is given; a loaded task has no paths.
#[derive(Clone, PartialEq, Debug, Default, Serialize, Deserialize)]
#[cfg_attr(feature = "wasm", derive(tsify::Tsify))]
#[serde(rename_all = "camelCase")]
pub struct GrammarSource {
    /// The name of a predefined grammar.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub predefined: Option<String>,
    /// Its name in messages.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub name: Option<String>,
    /// The grammar itself.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[cfg_attr(feature = "wasm", tsify(type = "unknown"))]
    pub grammar: Option<Value>,
    /// Or the grammar as definitions of separation logic.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub definitions: Option<String>,
    /// Its path.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub path: Option<String>,
    /// The names of its types and selectors in the program: `"ListNode": "SLList"`, `"next": "tail"`, or, for the
    /// selector of one type only, `"ListNode.next": "tail"`.
    #[serde(default, skip_serializing_if = "BTreeMap::is_empty")]
    #[cfg_attr(feature = "wasm", tsify(type = "Record<string, string>"))]
    pub rename: BTreeMap<String, String>,
}

/// An initial heap. Exactly one of `heap`, `formula` and `path` is given; a loaded task has no paths.
#[derive(Clone, PartialEq, Debug, Default, Serialize, Deserialize)]
#[cfg_attr(feature = "wasm", derive(tsify::Tsify))]
#[serde(rename_all = "camelCase")]
pub struct HeapSource {
    /// Its name in messages.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub name: Option<String>,
    /// The heap itself.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[cfg_attr(feature = "wasm", tsify(type = "unknown"))]
    pub heap: Option<Value>,
    /// Or a formula of separation logic, which may stand for several heaps.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub formula: Option<String>,
    /// Its path.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub path: Option<String>,
    /// The names of its types and selectors in the program, as for grammars.
    #[serde(default, skip_serializing_if = "BTreeMap::is_empty")]
    #[cfg_attr(feature = "wasm", tsify(type = "Record<string, string>"))]
    pub rename: BTreeMap<String, String>,
    /// Whether these are only some of the heaps on which runs may start, so that nothing is proved.
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    pub partial: bool,
}

/// The contracts of a method. Exactly one of `contract` and `path` is given; a loaded task has no paths.
#[derive(Clone, PartialEq, Debug, Default, Serialize, Deserialize)]
#[cfg_attr(feature = "wasm", derive(tsify::Tsify))]
#[serde(rename_all = "camelCase")]
pub struct ContractSource {
    /// Its name in messages.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub name: Option<String>,
    /// The contracts themselves.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[cfg_attr(feature = "wasm", tsify(type = "unknown"))]
    pub contract: Option<Value>,
    /// Their path.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub path: Option<String>,
    /// The names of their types and selectors in the program, as for grammars.
    #[serde(default, skip_serializing_if = "BTreeMap::is_empty")]
    #[cfg_attr(feature = "wasm", tsify(type = "Record<string, string>"))]
    pub rename: BTreeMap<String, String>,
}

/// Definitions of boxes. Exactly one of `text` and `path` is given; a loaded task has texts only.
#[derive(Clone, PartialEq, Eq, Debug, Default, Serialize, Deserialize)]
#[cfg_attr(feature = "wasm", derive(tsify::Tsify))]
#[serde(rename_all = "camelCase")]
pub struct BoxSource {
    /// Their name in messages.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub name: Option<String>,
    /// The definitions.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub text: Option<String>,
    /// Their path.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub path: Option<String>,
}

/// A property.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[cfg_attr(feature = "wasm", derive(tsify::Tsify))]
#[serde(rename_all = "camelCase")]
pub struct Property {
    /// Its name, distinct within the task.
    pub id: String,
    /// A formula of linear temporal logic.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub ltl: Option<String>,
    /// Or a monitor, which must accept no run.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub monitor: Option<String>,
    /// Or something that no run may do.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub check: Option<Check>,
    /// Of the check `unreach-call`: calls of this function alone are what no run may do, neither labels nor assertions.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub call: Option<String>,
}

/// An automaton that reads the states of a run and accepts the forbidden ones.
#[derive(Clone, PartialEq, Eq, Debug, Default, Serialize, Deserialize)]
#[cfg_attr(feature = "wasm", derive(tsify::Tsify))]
#[serde(rename_all = "camelCase")]
pub struct MonitorText {
    /// Its name.
    pub name: String,
    /// The initial state. States are declared implicitly.
    pub initial: String,
    /// Its edges.
    pub edges: Vec<MonitorEdgeText>,
    /// States that no run may reach.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub target: Vec<String>,
    /// States that no run may visit infinitely often.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub repeating: Vec<String>,
}

/// An edge of a monitor.
#[derive(Clone, PartialEq, Eq, Debug, Default, Serialize, Deserialize)]
#[cfg_attr(feature = "wasm", derive(tsify::Tsify))]
#[serde(rename_all = "camelCase")]
pub struct MonitorEdgeText {
    /// The source.
    pub from: String,
    /// The destination.
    pub to: String,
    /// The guard, a formula without temporal operators; true if absent.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub guard: Option<String>,
}

impl Task {
    /// The document as strict JSON; options with default values are left out, the order of keys is fixed.
    pub fn to_json(&self) -> String {
        base::json::pretty(&self.to_value())
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
            boxes: Vec::new(),
            monitors: Vec::new(),
            properties: Vec::new(),
            options: Options::default(),
            view: BTreeMap::new(),
        }
    }
}
