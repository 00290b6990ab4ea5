//! Makes a task from the files given by a user: a task document or settings file with the files it refers to, or a
//! program.

mod assemble;
mod code;
mod entries;
mod loose;
mod names;
mod pictures;
mod program_text;
mod sentences;
mod source_path;
mod structures;
mod suggest;
#[cfg(test)]
mod tests;

use serde::{Deserialize, Serialize};

use assemble::assemble;
use base::json::{JsonValue, parse};
use base::{Diagnostic, Idx, Message, Rendered, Sources, has_errors, msg};
use loose::{LooseFiles, parts};
use program::cfa::ProcedureId;
use program::objects::Program;
use task::{is_settings, load};

pub use code::found_in_program;
pub use names::{Names, names};
pub use pictures::{
    GrammarPictures, InitialPicture, InitialPictures, MonitorPicture, MonitorPictures, NonterminalPicture, RulePicture,
    RulePlace, grammar_pictures, initial_pictures, monitor_pictures,
};
pub use program_text::{language_of, load_program, load_program_files, memory_task, name_of};
pub use sentences::{SentenceWords, TaskHole, TaskSentence, task_sentences};
pub use source_path::{NeededFiles, needed_files};
pub use suggest::{EntryMethod, FamilyChoice, StructureCandidate, Suggestions, suggest, with_entry, with_structure};

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
pub struct ImportedTask {
    /// The self-contained task document, unless there is an error.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub task: Option<String>,
    /// The errors in the files.
    pub diagnostics: Vec<Rendered>,
    /// What was chosen for a program: where it starts, and what is assumed there, one sentence each.
    pub choices: Vec<Message>,
    /// What was left out or may be wrong, one sentence each.
    pub notes: Vec<Message>,
}

impl ImportedTask {
    fn failed(error: Diagnostic) -> Self {
        Self {
            task: None,
            diagnostics: vec![error.render(&Sources::default())],
            choices: Vec::new(),
            notes: Vec::new(),
        }
    }
}

/// The kind of a file.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Kind {
    /// A task document or settings file.
    Task,
    Java,
    C,
    Grammar,
    Heap,
    Contract,
    /// Other JSON.
    Json,
    Other,
}

impl Kind {
    /// A part of a task.
    fn words(self) -> Message {
        match self {
            Kind::Grammar => msg!("a grammar"),
            Kind::Heap => msg!("an initial heap"),
            Kind::Contract => msg!("a contract"),
            Kind::Task | Kind::Java | Kind::C | Kind::Json | Kind::Other => Message::default(),
        }
    }
}

/// Makes a task from files. Never panics.
pub fn import_files(files: &[NamedText]) -> ImportedTask {
    if let Err(error) = within_limits(files) {
        return ImportedTask::failed(error);
    }
    let kinds: Vec<Kind> = files.iter().map(kind).collect();
    let of_kind = |kind: Kind| -> Vec<usize> { (0..files.len()).filter(|&i| kinds[i] == kind).collect() };
    match of_kind(Kind::Task).as_slice() {
        [] => assemble(files, &of_kind),
        &[document] => open(files, document),
        several => {
            let message = msg!("these are {} tasks: {}", several.len(), listed(files, several));
            let advice = msg!("open one of them together with the files that it refers to");
            ImportedTask::failed(Diagnostic::error("files/several-tasks", None, message).suggest(advice))
        }
    }
}

fn within_limits(files: &[NamedText]) -> Result<(), Diagnostic> {
    let (count, size) = (files.len(), files.iter().map(|f| f.text.len() + f.name.len()).sum::<usize>());
    if count > COUNT_LIMIT || size > SIZE_LIMIT {
        let message = msg!(
            "{count} files with {size} bytes are too many: the limit is {COUNT_LIMIT} files and {SIZE_LIMIT} bytes"
        );
        let advice = msg!("open only the task with the files that it refers to, or use the command line");
        return Err(Diagnostic::error("files/too-much", None, message).suggest(advice));
    }
    if let Some(file) = files.iter().find(|file| file.name.len() > NAME_LIMIT) {
        let start: String = file.name.chars().take(40).collect();
        let message = msg!("the name `{start}…` has more than {NAME_LIMIT} bytes");
        let advice = msg!("open the file without its folders");
        return Err(Diagnostic::error("files/too-much", None, message).suggest(advice));
    }
    let mut paths: Vec<Vec<&str>> = files.iter().map(|file| parts(&file.name)).collect();
    paths.sort();
    if let Some(twins) = paths.windows(2).find(|pair| pair[0] == pair[1]) {
        let message = msg!("two files are called `{}`", twins[0].join("/"));
        let advice = msg!("open the folder that contains them");
        return Err(Diagnostic::error("files/duplicate", None, message).suggest(advice));
    }
    Ok(())
}

/// The kind of a file, determined by its name and its top-level keys.
fn kind(file: &NamedText) -> Kind {
    if file.name.ends_with(".java") {
        return Kind::Java;
    }
    if [".c", ".i", ".h"].iter().any(|extension| file.name.to_lowercase().ends_with(extension)) {
        return Kind::C;
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
fn open(files: &[NamedText], document: usize) -> ImportedTask {
    let NamedText { name, text } = &files[document];
    let path = parts(name);
    let folder = &path[..path.len().saturating_sub(1)];
    let mut loose = LooseFiles::new(files, folder);
    let mut gathered = finish(text, name, &mut loose);
    let unused = |&i: &usize| i != document && !loose.used.contains(&i);
    let unused: Vec<usize> = (0..files.len()).filter(unused).collect();
    let by_name: Vec<usize> = loose.by_name.iter().copied().collect();
    let of_names: fn(Message) -> Message = |files| msg!("found by name only: {files}");
    let of_others: fn(Message) -> Message = |files| msg!("not used: {files}");
    for (found, said) in [(by_name, of_names), (unused, of_others)] {
        if !found.is_empty() {
            gathered.notes.push(said(listed(files, &found)));
        }
    }
    gathered
}

fn finish(document: &str, name: &str, files: &mut LooseFiles<'_>) -> ImportedTask {
    let loaded = load(document, name, files);
    let task = (!has_errors(&loaded.diagnostics)).then(|| loaded.task.to_json());
    let diagnostics = loaded.diagnostics.iter().map(|d| d.render(&loaded.sources)).collect();
    ImportedTask { task, diagnostics, choices: Vec::new(), notes: Vec::new() }
}

/// The user's methods in text order, without constructors.
fn methods(program: &Program) -> Vec<ProcedureId> {
    let of_user = |id: &ProcedureId| !program.procedures[*id].name.starts_with('<');
    let mut methods: Vec<ProcedureId> = program.procedures.indices().filter(of_user).collect();
    methods.sort_by_key(|&id| (program.procedures[id].span.file.index(), program.procedures[id].span.start));
    methods
}

/// The names of the files at these positions, for a message.
fn listed(files: &[NamedText], positions: &[usize]) -> Message {
    listed_names(&positions.iter().map(|&i| files[i].name.as_str()).collect::<Vec<_>>())
}

/// These names, for a message.
fn listed_names(names: &[&str]) -> Message {
    let named = names.iter().take(NAMED).map(Message::code);
    let more = names.len().saturating_sub(NAMED);
    let more = (more > 0).then(|| msg!("and {more} more"));
    Message::joined(&named.chain(more).collect::<Vec<_>>(), ", ")
}
