//! Importing and exporting tasks: links, files, settings; and names for completion.

use std::collections::BTreeMap;

use serde::Serialize;
use serde::de::DeserializeOwned;
use tsify::Tsify;
use wasm_bindgen::prelude::*;

use super::{DOCUMENT, json};
use base::{Diagnostic, Message, Rendered, Severity, Sources};
use propose::edit::{MonitorEdit, RuleEdit, edit_monitors, edit_rules, guard_place};
use propose::editor::{self, ImportedTask, NamedText, names, task_sentences};
use task::link::{self, Decoded, Encoded};
use task::settings::export_settings;
use task::wording::{Subject, read_out_text, spoken};
use task::{Analysis, Language, NoFiles, load};

/// A link, or an error.
#[derive(Serialize, Tsify)]
#[serde(untagged)]
pub enum EncodedLink {
    /// The link.
    Link {
        /// The part after the address of the page, `#` included.
        fragment: String,
        /// A warning for the person who shares it.
        #[serde(skip_serializing_if = "Option::is_none")]
        warning: Option<Message>,
    },
    /// An error.
    Failed {
        /// The error.
        error: Rendered,
    },
}

/// A decoded link, or an error.
#[derive(Serialize, Tsify)]
#[serde(untagged)]
pub enum DecodedLink {
    /// The task in the link.
    Task {
        /// The task document.
        task: String,
        /// The initial view of the page.
        #[tsify(type = "Record<string, string>")]
        view: BTreeMap<String, String>,
    },
    /// An error.
    Failed {
        /// The error.
        error: Rendered,
    },
}

/// A settings file, or an error.
#[derive(Serialize, Tsify)]
#[serde(untagged)]
pub enum ExportedSettings {
    /// The settings file.
    Settings {
        /// Its text.
        text: String,
        /// The files that it refers to.
        files: Vec<NamedText>,
        /// Parts of the task that settings cannot express, one sentence each.
        lost: Vec<Message>,
    },
    /// An error.
    Failed {
        /// The error.
        error: Rendered,
    },
}

/// A task for the other analysis of heaps.
#[derive(Serialize, Tsify)]
#[serde(rename_all = "camelCase")]
pub struct OtherTask {
    /// The task document.
    task: String,
    /// Whether its grammar is the one that was learned.
    is_learned: bool,
}

/// The link for a task document; `view` is the initial view of the page.
#[wasm_bindgen(js_name = encodeLink, unchecked_return_type = "EncodedLink")]
pub fn encode_link(
    task: &str,
    #[wasm_bindgen(unchecked_param_type = "Record<string, string>")] view: JsValue,
) -> JsValue {
    let view = from_js::<BTreeMap<String, String>>(view, "a view has a text for each key");
    let encoded = view.and_then(|view| link::encode(task, &view.into_iter().collect::<Vec<_>>()));
    json(&match encoded {
        Ok(Encoded { fragment, warning }) => EncodedLink::Link { fragment, warning },
        Err(error) => EncodedLink::Failed { error: rendered(&error) },
    })
}

/// Decodes a link: a fragment, or an address with one.
#[wasm_bindgen(js_name = decodeLink, unchecked_return_type = "DecodedLink")]
pub fn decode_link(fragment: &str) -> JsValue {
    json(&match link::decode(fragment) {
        Ok(Decoded { task, view }) => DecodedLink::Task { task, view: view.into_iter().collect() },
        Err(error) => DecodedLink::Failed { error: rendered(&error) },
    })
}

/// Makes a task from files given by a user.
#[wasm_bindgen(js_name = importFiles, unchecked_return_type = "ImportedTask")]
pub fn import_files(#[wasm_bindgen(unchecked_param_type = "NamedText[]")] files: JsValue) -> JsValue {
    let files = from_js::<Vec<NamedText>>(files, "files have names and texts");
    json(&files.map_or_else(
        |error| ImportedTask {
            task: None,
            diagnostics: vec![rendered(&error)],
            choices: Vec::new(),
            notes: Vec::new(),
        },
        |files| editor::import_files(&files),
    ))
}

/// The name of a file for a text that comes without one; absent if it is no program and no task.
#[wasm_bindgen(js_name = nameOf)]
pub fn name_of(text: &str) -> Option<String> {
    editor::name_of(text)
}

/// The names that formulas about a task document can use; absent if it cannot be read.
#[wasm_bindgen(js_name = taskNames, unchecked_return_type = "Names | undefined")]
pub fn task_names(task: &str) -> JsValue {
    names(task).map_or(JsValue::UNDEFINED, |names| json(&names))
}

/// The methods and structures that can be chosen for a task document; absent if it is no task for heaps.
#[wasm_bindgen(unchecked_return_type = "Suggestions | undefined")]
pub fn suggest(task: &str) -> JsValue {
    editor::suggest(task).map_or(JsValue::UNDEFINED, |suggestions| json(&suggestions))
}

/// The task document with another entry method, and with initial heaps for it if the former ones were proposed.
#[wasm_bindgen(js_name = withEntry)]
pub fn with_entry(task: &str, entry: &str) -> Option<String> {
    editor::with_entry(task, entry)
}

/// The task document with grammars and initial heaps for another structure of a family of classes, by their positions.
#[wasm_bindgen(js_name = withStructure)]
pub fn with_structure(task: &str, family: u32, candidate: u32) -> Option<String> {
    editor::with_structure(task, family as usize, candidate as usize)
}

/// Sentences about the runs of a task, each with the formula that it writes; absent if the task document cannot be read.
#[wasm_bindgen(js_name = sentences, unchecked_return_type = "TaskSentence[] | undefined")]
pub fn sentences(task: &str) -> JsValue {
    let loaded = load(task, DOCUMENT, &mut NoFiles);
    if loaded.program_files.is_empty() { JsValue::UNDEFINED } else { json(&task_sentences(&loaded)) }
}

/// A formula as a property of all runs, in words. Absent if the formula has errors, or the
/// analysis checks no formulas.
#[wasm_bindgen(js_name = readOut)]
pub fn read_out(
    formula: &str,
    #[wasm_bindgen(unchecked_param_type = "string")] analysis: JsValue,
    #[wasm_bindgen(js_name = programLanguage, unchecked_param_type = "string")] program_language: JsValue,
) -> Option<String> {
    let analysis = from_js::<Analysis>(analysis, "an analysis").ok()?;
    let program_language = from_js::<Language>(program_language, "a language").ok()?;
    read_out_text(formula, Subject::of(analysis, program_language)?, spoken())
}

/// The settings file for a self-contained task document.
#[wasm_bindgen(js_name = exportSettings, unchecked_return_type = "ExportedSettings")]
pub fn export_settings_file(task: &str) -> JsValue {
    let loaded = load(task, DOCUMENT, &mut NoFiles);
    if let Some(error) = loaded.diagnostics.iter().find(|d| d.severity == Severity::Error) {
        return json(&ExportedSettings::Failed { error: error.render(&loaded.sources) });
    }
    let exported = match export_settings(&loaded.task) {
        Ok(exported) => exported,
        Err(error) => return json(&ExportedSettings::Failed { error: rendered(&error) }),
    };
    let files = exported.files.into_iter().map(|(name, text)| NamedText { name, text }).collect();
    json(&ExportedSettings::Settings { text: exported.settings, files, lost: exported.lost })
}

/// A task document for the other of graph grammars and forest automata, which may use the `learned` grammar; absent if there is none.
#[wasm_bindgen(js_name = otherTask, unchecked_return_type = "OtherTask | undefined")]
pub fn other_task(task: &str, learned: Option<String>) -> JsValue {
    let learned = learned.and_then(|grammar| serde_json::from_str(&grammar).ok());
    let other = load(task, DOCUMENT, &mut NoFiles).task.for_other_analysis(learned);
    other.map_or(JsValue::UNDEFINED, |other| {
        json(&OtherTask { task: other.task.to_json(), is_learned: other.is_learned })
    })
}

/// The task document for graph grammars with a grammar that was learned, as JSON, and a formula about its shapes; absent if that is no JSON.
#[wasm_bindgen(js_name = useGrammar)]
pub fn use_grammar(task: &str, grammar: &str, formula: Option<String>) -> Option<String> {
    let grammar = serde_json::from_str(grammar).ok()?;
    Some(load(task, DOCUMENT, &mut NoFiles).task.with_learned_grammar(grammar, formula).to_json())
}

/// Pictures of the monitors in a text, for an analysis and the language of its programs.
#[wasm_bindgen(js_name = monitorPictures, unchecked_return_type = "MonitorPictures")]
pub fn monitor_pictures(
    text: &str,
    #[wasm_bindgen(unchecked_param_type = "string")] analysis: JsValue,
    #[wasm_bindgen(js_name = programLanguage, unchecked_param_type = "string")] program_language: JsValue,
) -> JsValue {
    let analysis = from_js::<Analysis>(analysis, "an analysis").ok();
    let language = from_js::<Language>(program_language, "a language").ok();
    let subject = analysis.zip(language).and_then(|(analysis, language)| Subject::of(analysis, language));
    json(&editor::monitor_pictures(text, subject))
}

/// Pictures of the rules of the grammars in a text; a task document has the program.
#[wasm_bindgen(js_name = grammarPictures, unchecked_return_type = "GrammarPictures")]
pub fn grammar_pictures(text: &str, task: &str) -> JsValue {
    json(&editor::grammar_pictures(text, task))
}

/// Does something to the monitors of a text; absent if it is no such edit.
#[wasm_bindgen(js_name = editMonitors, unchecked_return_type = "EditedMonitors | undefined")]
pub fn edit_monitors_text(text: &str, #[wasm_bindgen(unchecked_param_type = "MonitorEdit")] edit: JsValue) -> JsValue {
    let edit = from_js::<MonitorEdit>(edit, "a change of monitors");
    edit.map_or(JsValue::UNDEFINED, |edit| json(&edit_monitors(text, &edit)))
}

/// Does something to the rules of the grammars of a text; absent if it is no such edit.
#[wasm_bindgen(js_name = editRules, unchecked_return_type = "EditedRules | undefined")]
pub fn edit_rules_text(text: &str, #[wasm_bindgen(unchecked_param_type = "RuleEdit")] edit: JsValue) -> JsValue {
    let edit = from_js::<RuleEdit>(edit, "a change of rules");
    edit.map_or(JsValue::UNDEFINED, |edit| json(&edit_rules(text, &edit)))
}

/// The place of a message about a guard in the text of the monitors; absent if it is about no guard. `file` and the lines and
/// columns are those of the message.
#[wasm_bindgen(js_name = guardPlace, unchecked_return_type = "GuardPlace | undefined")]
pub fn guard_place_in(text: &str, file: &str, line: u32, column: u32, end_line: u32, end_column: u32) -> JsValue {
    let place = guard_place(text, file, [line, column], [end_line, end_column]);
    place.map_or(JsValue::UNDEFINED, |place| json(&place))
}

/// Pictures of the initial heaps of a task document; absent if it cannot be read, or is about no heaps.
#[wasm_bindgen(js_name = initialPictures, unchecked_return_type = "InitialPictures | undefined")]
pub fn initial_pictures(task: &str) -> JsValue {
    editor::initial_pictures(task).map_or(JsValue::UNDEFINED, |pictures| json(&pictures))
}

fn from_js<T: DeserializeOwned>(value: JsValue, expected: &str) -> Result<T, Diagnostic> {
    serde_wasm_bindgen::from_value(value)
        .map_err(|error| Diagnostic::error("page/value", None, Message::verbatim(format!("{expected}: {error}"))))
}

/// A diagnostic without a position.
fn rendered(error: &Diagnostic) -> Rendered {
    error.render(&Sources::default())
}
