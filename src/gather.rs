//! Makes a task from the files given by a user: a task document or settings file with the files it refers to, or a
//! program.

mod loose;
mod names;
mod program;
mod sentences;
mod structures;
#[cfg(test)]
mod tests;

use serde::{Deserialize, Serialize};
use serde_json::{Value, json};

use crate::base::json::{JsonValue, parse};
use crate::base::{Diagnostic, FileId, Idx, Rendered, Sources, has_errors};
use crate::lang::java::{JavaOptions, find_entry, outline, signature};
use crate::program::cfa::ProcedureId;
use crate::program::objects::Program;
use crate::task::{SCHEMA, file_name, is_settings, load};
use loose::{LooseFiles, parts};
use structures::{Proposal, propose};

pub use names::{Names, names};
pub use program::{language_of, load_program};
pub use sentences::{SentenceWords, TaskHole, TaskSentence, task_sentences};

/// Maximum number of files.
const COUNT_LIMIT: usize = 400;
/// Maximum size of all files together, in bytes.
const SIZE_LIMIT: usize = 2_000_000;
/// Maximum length of a name, in bytes.
const NAME_LIMIT: usize = 500;
/// Maximum number of files named in a message.
const NAMED: usize = 8;

/// A file given as text.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[cfg_attr(feature = "wasm", derive(tsify::Tsify))]
pub struct NamedText {
    /// Its name, optionally with folders.
    pub name: String,
    /// Its text.
    pub text: String,
}

/// The result of reading files.
#[derive(Clone, PartialEq, Debug, Serialize)]
#[cfg_attr(feature = "wasm", derive(tsify::Tsify))]
pub struct Gathered {
    /// The self-contained task document, unless there is an error.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub task: Option<String>,
    /// The errors in the files.
    pub diagnostics: Vec<Rendered>,
    /// What was chosen or left out, one sentence each.
    pub notes: Vec<String>,
}

impl Gathered {
    fn failed(error: Diagnostic) -> Self {
        Self { task: None, diagnostics: vec![error.render(&Sources::default())], notes: Vec::new() }
    }
}

/// The kind of a file.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Kind {
    /// A task document or settings file.
    Task,
    Java,
    Grammar,
    Heap,
    Contract,
    /// Other JSON.
    Json,
    Other,
}

impl Kind {
    /// A part of a task.
    fn name(self) -> &'static str {
        match self {
            Kind::Grammar => "a grammar",
            Kind::Heap => "an initial heap",
            Kind::Contract => "a contract",
            Kind::Task | Kind::Java | Kind::Json | Kind::Other => "",
        }
    }
}

/// Makes a task from files. Never panics.
pub fn gather(files: &[NamedText]) -> Gathered {
    if let Err(error) = within_limits(files) {
        return Gathered::failed(error);
    }
    let kinds: Vec<Kind> = files.iter().map(kind).collect();
    let of_kind = |kind: Kind| -> Vec<usize> { (0..files.len()).filter(|&i| kinds[i] == kind).collect() };
    match of_kind(Kind::Task).as_slice() {
        [] => assemble(files, &of_kind),
        &[document] => open(files, document),
        several => {
            let message = format!("these are {} tasks: {}", several.len(), listed(files, several));
            let advice = "open one of them together with the files that it refers to".to_owned();
            Gathered::failed(Diagnostic::error("files/several-tasks", None, message).suggest(advice))
        }
    }
}

fn within_limits(files: &[NamedText]) -> Result<(), Diagnostic> {
    let (count, size) = (files.len(), files.iter().map(|f| f.text.len() + f.name.len()).sum::<usize>());
    if count > COUNT_LIMIT || size > SIZE_LIMIT {
        let message = format!(
            "{count} files with {size} bytes are too many: the limit is {COUNT_LIMIT} files and {SIZE_LIMIT} bytes"
        );
        let advice = "open only the task with the files that it refers to, or use the command line".to_owned();
        return Err(Diagnostic::error("files/too-much", None, message).suggest(advice));
    }
    if let Some(file) = files.iter().find(|file| file.name.len() > NAME_LIMIT) {
        let start: String = file.name.chars().take(40).collect();
        let message = format!("the name `{start}…` has more than {NAME_LIMIT} bytes");
        let advice = "open the file without its folders".to_owned();
        return Err(Diagnostic::error("files/too-much", None, message).suggest(advice));
    }
    let mut paths: Vec<Vec<&str>> = files.iter().map(|file| parts(&file.name)).collect();
    paths.sort();
    if let Some(twins) = paths.windows(2).find(|pair| pair[0] == pair[1]) {
        let message = format!("two files are called `{}`", twins[0].join("/"));
        let advice = "open the folder that contains them".to_owned();
        return Err(Diagnostic::error("files/duplicate", None, message).suggest(advice));
    }
    Ok(())
}

/// The kind of a file, determined by its name and its top-level keys.
fn kind(file: &NamedText) -> Kind {
    if file.name.ends_with(".java") {
        return Kind::Java;
    }
    if is_settings(&file.text, &file.name) {
        return Kind::Task;
    }
    if !file.name.ends_with(".json") {
        return Kind::Other;
    }
    let id = Sources::default().add("", "");
    match parse(id, &file.text, &mut Vec::new()).map(|node| node.value) {
        Some(JsonValue::Array(_)) => Kind::Grammar,
        Some(JsonValue::Object(members)) => {
            let has = |key: &str| members.iter().any(|m| m.key == key);
            if has("program") || has("schema") {
                Kind::Task
            } else if has("nodes") {
                Kind::Heap
            } else if has("contracts") {
                Kind::Contract
            } else {
                Kind::Json
            }
        }
        _ => Kind::Json,
    }
}

/// Loads the document at a position with the files that it refers to.
fn open(files: &[NamedText], document: usize) -> Gathered {
    let NamedText { name, text } = &files[document];
    let path = parts(name);
    let folder = &path[..path.len().saturating_sub(1)];
    let mut loose = LooseFiles::new(files, folder);
    let mut gathered = finish(text, name, &mut loose);
    let unused = |&i: &usize| i != document && !loose.used.contains(&i);
    let unused: Vec<usize> = (0..files.len()).filter(unused).collect();
    let by_name: Vec<usize> = loose.by_name.iter().copied().collect();
    for (found, what) in [(by_name, "found by name only"), (unused, "not used")] {
        if !found.is_empty() {
            gathered.notes.push(format!("{what}: {}", listed(files, &found)));
        }
    }
    gathered
}

fn finish(document: &str, name: &str, files: &mut LooseFiles<'_>) -> Gathered {
    let loaded = load(document, name, files);
    let task = (!has_errors(&loaded.diagnostics)).then(|| loaded.task.to_json());
    let diagnostics = loaded.diagnostics.iter().map(|d| d.render(&loaded.sources)).collect();
    Gathered { task, diagnostics, notes: Vec::new() }
}

/// Makes a new task from Java files, grammars, heaps and contracts.
fn assemble(files: &[NamedText], of_kind: &dyn Fn(Kind) -> Vec<usize>) -> Gathered {
    let mut java = of_kind(Kind::Java);
    let parts = [Kind::Grammar, Kind::Heap, Kind::Contract].map(|kind| (kind, of_kind(kind)));
    if java.is_empty() {
        // The reader of task documents has the best error messages.
        let nothing_else = parts.iter().all(|(_, of)| of.is_empty());
        return match of_kind(Kind::Json).as_slice() {
            &[json, ..] if nothing_else => open(files, json),
            _ => Gathered::failed(no_program(files, &parts)),
        };
    }
    java.sort_by_key(|&i| (file_name(&files[i].name), &files[i].name));
    let (entry, mut notes) = choose_entry(files, &java);
    let is_given = |kind: Kind| !of_kind(kind).is_empty();
    let proposal = match is_given(Kind::Grammar) || is_given(Kind::Heap) || is_given(Kind::Contract) {
        true => Proposal::default(),
        false => proposed(files, &java, &entry),
    };
    let simple = |i: usize| file_name(&files[i].name);
    let program: Vec<Value> = java
        .iter()
        .map(|&i| {
            let alone = java.iter().filter(|&&j| simple(j) == simple(i)).count() == 1;
            json!({"name": if alone { simple(i) } else { &files[i].name }, "path": files[i].name})
        })
        .collect();
    let paths = |of: &[usize]| -> Vec<Value> { of.iter().map(|&i| json!({"path": files[i].name})).collect() };
    let [mut grammars, mut initial, contracts] = parts.each_ref().map(|(_, of)| paths(of));
    let is_proposed = !proposal.grammars.is_empty();
    grammars.extend(proposal.grammars.iter().map(|grammar| json!(grammar)));
    initial.extend(proposal.initial.iter().map(|heap| json!(heap)));
    if grammars.is_empty() {
        notes.push("there is no grammar, so nothing is abstracted; add one that fits the program".to_owned());
    }
    notes.extend(proposal.assumptions.into_iter().chain(proposal.doubts));
    // It is slower, but recursion through structures needs it.
    let options = if is_proposed { json!({"admissibleAbstraction": true}) } else { json!({}) };
    let document = json!({
        "schema": SCHEMA, "title": entry, "program": {"entry": entry, "files": program},
        "grammars": grammars, "initial": initial, "contracts": contracts, "options": options,
    });
    let gathered = finish(&document.to_string(), "task.json", &mut LooseFiles::new(files, &[]));
    let other = [of_kind(Kind::Json), of_kind(Kind::Other)].concat();
    if !other.is_empty() {
        notes.push(format!("not used: {}", listed(files, &other)));
    }
    Gathered { notes, ..gathered }
}

/// What is proposed for Java files that come alone.
fn proposed(files: &[NamedText], java: &[usize], entry: &str) -> Proposal {
    let mut sources = Sources::default();
    let ids: Vec<FileId> = java.iter().map(|&i| sources.add(&*files[i].name, &*files[i].text)).collect();
    propose(&sources, &ids, entry, &JavaOptions::default())
}

fn no_program(files: &[NamedText], parts: &[(Kind, Vec<usize>)]) -> Diagnostic {
    let given = parts.iter().filter(|(_, of)| !of.is_empty());
    let given: Vec<String> = given.map(|(kind, of)| format!("{} ({})", kind.name(), listed(files, of))).collect();
    if given.is_empty() {
        let advice =
            "open a task document (.json), a settings file (.attestor) with the files that it refers to, or Java files";
        return Diagnostic::error("files/nothing", None, "there is no task among these files")
            .suggest(advice.to_owned());
    }
    let message = format!("this is {}, but the program is missing", given.join(" and "));
    let advice = "add the Java files of the program, or paste this into the editor of a task".to_owned();
    Diagnostic::error("files/no-program", None, message).suggest(advice)
}

/// The entry method of a new task, and the reason for the choice.
fn choose_entry(files: &[NamedText], java: &[usize]) -> (String, Vec<String>) {
    let mut sources = Sources::default();
    let ids: Vec<FileId> = java.iter().map(|&i| sources.add(&*files[i].name, &*files[i].text)).collect();
    let program = outline(&sources, &ids);
    let Some((procedure, why)) = first_procedure(&program) else {
        let class = file_name(&files[java[0]].name).trim_end_matches(".java");
        let entry = format!("{}.main", if class.is_empty() { "Main" } else { class });
        return (entry.clone(), vec![format!("the methods of the program are not known yet; `{entry}` is a guess")]);
    };
    let name = program.qualified_name(procedure);
    let entry = if find_entry(&program, &name).is_ok() { name } else { signature(&program, procedure) };
    let note = format!("the program starts with `{entry}`, {why}");
    (entry, vec![note])
}

/// The user's methods in text order, without constructors.
fn methods(program: &Program) -> Vec<ProcedureId> {
    let of_user = |id: &ProcedureId| !program.procedures[*id].name.starts_with('<');
    let mut methods: Vec<ProcedureId> = program.procedures.indices().filter(of_user).collect();
    methods.sort_by_key(|&id| (program.procedures[id].span.file.index(), program.procedures[id].span.start));
    methods
}

/// `main`, or else the first static method, or else the first method, in text order.
fn first_procedure(program: &Program) -> Option<(ProcedureId, &'static str)> {
    let methods = methods(program);
    let is_static = |id: &&ProcedureId| program.procedures[**id].receiver.is_none();
    let statics: Vec<ProcedureId> = methods.iter().filter(is_static).copied().collect();
    if let Some(&main) = statics.iter().find(|&&id| program.procedures[id].name == "main") {
        return Some((main, "which is called `main`"));
    }
    let why = if statics.len() == 1 { "the only static method" } else { "the first static method" };
    let first_static = statics.first().map(|&id| (id, why));
    first_static.or_else(|| methods.first().map(|&id| (id, "the first method")))
}

/// The names of the files at these positions, for a message.
fn listed(files: &[NamedText], positions: &[usize]) -> String {
    let mut list: Vec<String> = positions.iter().take(NAMED).map(|&i| format!("`{}`", files[i].name)).collect();
    if positions.len() > NAMED {
        list.push(format!("and {} more", positions.len() - NAMED));
    }
    list.join(", ")
}
