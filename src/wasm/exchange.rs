//! Importing and exporting tasks: links, files, settings; and names for completion.

use std::collections::BTreeMap;

use serde::Serialize;
use serde::de::DeserializeOwned;
use tsify::Tsify;
use wasm_bindgen::prelude::*;

use super::{DOCUMENT, to_js};
use crate::base::{Diagnostic, Rendered, Severity, Sources};
use crate::gather::{self, Gathered, NamedText, names, task_sentences};
use crate::task::link::{self, Decoded, Encoded};
use crate::task::settings::export_settings;
use crate::task::{Analysis, Language, NoFiles, load};
use crate::wording::{self, Subject, read_out_text};

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
        warning: Option<String>,
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
        lost: Vec<String>,
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
    to_js(&match encoded {
        Ok(Encoded { fragment, warning }) => EncodedLink::Link { fragment, warning },
        Err(error) => EncodedLink::Failed { error: rendered(&error) },
    })
}

/// Decodes a link: a fragment, or an address with one.
#[wasm_bindgen(js_name = decodeLink, unchecked_return_type = "DecodedLink")]
pub fn decode_link(fragment: &str) -> JsValue {
    to_js(&match link::decode(fragment) {
        Ok(Decoded { task, view }) => DecodedLink::Task { task, view: view.into_iter().collect() },
        Err(error) => DecodedLink::Failed { error: rendered(&error) },
    })
}

/// Makes a task from files given by a user.
#[wasm_bindgen(js_name = importFiles, unchecked_return_type = "Gathered")]
pub fn import_files(#[wasm_bindgen(unchecked_param_type = "NamedText[]")] files: JsValue) -> JsValue {
    let files = from_js::<Vec<NamedText>>(files, "files have names and texts");
    to_js(&files.map_or_else(
        |error| Gathered { task: None, diagnostics: vec![rendered(&error)], choices: Vec::new(), notes: Vec::new() },
        |files| gather::gather(&files),
    ))
}

/// The name of a file for a text that comes without one; absent if it is no program and no task.
#[wasm_bindgen(js_name = nameOf)]
pub fn name_of(text: &str) -> Option<String> {
    gather::name_of(text)
}

/// The names that formulas about a task document can use; absent if it cannot be read.
#[wasm_bindgen(js_name = taskNames, unchecked_return_type = "Names | undefined")]
pub fn task_names(task: &str) -> JsValue {
    names(task).map_or(JsValue::UNDEFINED, |names| to_js(&names))
}

/// The methods and structures that can be chosen for a task document; absent if it is no task for heaps.
#[wasm_bindgen(unchecked_return_type = "Suggestions | undefined")]
pub fn suggest(task: &str) -> JsValue {
    gather::suggest(task).map_or(JsValue::UNDEFINED, |suggestions| to_js(&suggestions))
}

/// The task document with another entry method, and with initial heaps for it if the former ones were proposed.
#[wasm_bindgen(js_name = withEntry)]
pub fn with_entry(task: &str, entry: &str) -> Option<String> {
    gather::with_entry(task, entry)
}

/// The task document with grammars and initial heaps for another structure of a family of classes, by their positions.
#[wasm_bindgen(js_name = withStructure)]
pub fn with_structure(task: &str, family: u32, candidate: u32) -> Option<String> {
    gather::with_structure(task, family as usize, candidate as usize)
}

/// Sentences about the runs of a task, each with the formula that it writes; absent if the task document cannot be read.
#[wasm_bindgen(js_name = sentences, unchecked_return_type = "TaskSentence[] | undefined")]
pub fn sentences(task: &str) -> JsValue {
    let loaded = load(task, DOCUMENT, &mut NoFiles);
    if loaded.program_files.is_empty() { JsValue::UNDEFINED } else { to_js(&task_sentences(&loaded)) }
}

/// A formula as a property of all runs, in words: in English, or in the language `de`. Absent if the formula has errors, or the
/// analysis checks no formulas.
#[wasm_bindgen(js_name = readOut)]
pub fn read_out(
    formula: &str,
    language: &str,
    #[wasm_bindgen(unchecked_param_type = "Analysis")] analysis: JsValue,
    #[wasm_bindgen(js_name = programLanguage, unchecked_param_type = "Language")] program_language: JsValue,
) -> Option<String> {
    let analysis = from_js::<Analysis>(analysis, "an analysis").ok()?;
    let program_language = from_js::<Language>(program_language, "a language").ok()?;
    read_out_text(formula, Subject::of(analysis, program_language)?, wording::language(language))
}

/// The settings file for a self-contained task document.
#[wasm_bindgen(js_name = exportSettings, unchecked_return_type = "ExportedSettings")]
pub fn export_settings_file(task: &str) -> JsValue {
    let loaded = load(task, DOCUMENT, &mut NoFiles);
    if let Some(error) = loaded.diagnostics.iter().find(|d| d.severity == Severity::Error) {
        return to_js(&ExportedSettings::Failed { error: error.render(&loaded.sources) });
    }
    let exported = match export_settings(&loaded.task) {
        Ok(exported) => exported,
        Err(error) => return to_js(&ExportedSettings::Failed { error: rendered(&error) }),
    };
    let files = exported.files.into_iter().map(|(name, text)| NamedText { name, text }).collect();
    to_js(&ExportedSettings::Settings { text: exported.settings, files, lost: exported.lost })
}

/// A task document for the other of graph grammars and forest automata, which may use the `learned` grammar; absent if there is none.
#[wasm_bindgen(js_name = otherTask, unchecked_return_type = "OtherTask | undefined")]
pub fn other_task(task: &str, learned: Option<String>) -> JsValue {
    let learned = learned.and_then(|grammar| serde_json::from_str(&grammar).ok());
    let other = load(task, DOCUMENT, &mut NoFiles).task.for_other_analysis(learned);
    other.map_or(JsValue::UNDEFINED, |other| {
        to_js(&OtherTask { task: other.task.to_json(), is_learned: other.is_learned })
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
    #[wasm_bindgen(unchecked_param_type = "Analysis")] analysis: JsValue,
    #[wasm_bindgen(js_name = programLanguage, unchecked_param_type = "Language")] program_language: JsValue,
) -> JsValue {
    let analysis = from_js::<Analysis>(analysis, "an analysis").ok();
    let language = from_js::<Language>(program_language, "a language").ok();
    let subject = analysis.zip(language).and_then(|(analysis, language)| Subject::of(analysis, language));
    to_js(&gather::monitor_pictures(text, subject))
}

/// Pictures of the rules of the grammars in a text; a task document has the program.
#[wasm_bindgen(js_name = grammarPictures, unchecked_return_type = "GrammarPictures")]
pub fn grammar_pictures(text: &str, task: &str) -> JsValue {
    to_js(&gather::grammar_pictures(text, task))
}

/// Pictures of the initial heaps of a task document; absent if it cannot be read, or is about no heaps.
#[wasm_bindgen(js_name = initialPictures, unchecked_return_type = "InitialPictures | undefined")]
pub fn initial_pictures(task: &str) -> JsValue {
    gather::initial_pictures(task).map_or(JsValue::UNDEFINED, |pictures| to_js(&pictures))
}

fn from_js<T: DeserializeOwned>(value: JsValue, expected: &str) -> Result<T, Diagnostic> {
    serde_wasm_bindgen::from_value(value)
        .map_err(|error| Diagnostic::error("page/value", None, format!("{expected}: {error}")))
}

/// A diagnostic without a position.
fn rendered(error: &Diagnostic) -> Rendered {
    error.render(&Sources::default())
}
