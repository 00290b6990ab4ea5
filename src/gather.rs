//! Makes a task from the files given by a user: a task document or settings file with the files it refers to, or a
//! program.

mod code;
mod entries;
mod loose;
mod names;
mod program;
mod sentences;
mod structures;
mod suggest;
#[cfg(test)]
mod tests;

use serde::{Deserialize, Serialize};
use serde_json::{Value, json};

use crate::base::json::{JsonValue, parse};
use crate::base::{Diagnostic, FileId, Idx, Rendered, Sources, has_errors};
use crate::lang::java::JavaOptions;
use crate::program::cfa::ProcedureId;
use crate::program::objects::Program;
use crate::task::{Language, SCHEMA, file_name, is_settings, load};
use code::Code;
use entries::Candidate;
use loose::{LooseFiles, parts};
use structures::{Proposal, propose};

pub use code::found_in_program;
pub use names::{Names, names};
pub use program::{language_of, load_program, name_of};
pub use sentences::{SentenceWords, TaskHole, TaskSentence, task_sentences};
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
pub struct Gathered {
    /// The self-contained task document, unless there is an error.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub task: Option<String>,
    /// The errors in the files.
    pub diagnostics: Vec<Rendered>,
    /// What was chosen for a program: where it starts, and what is assumed there, one sentence each.
    pub choices: Vec<String>,
    /// What was left out or may be wrong, one sentence each.
    pub notes: Vec<String>,
}

impl Gathered {
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
    fn name(self) -> &'static str {
        match self {
            Kind::Grammar => "a grammar",
            Kind::Heap => "an initial heap",
            Kind::Contract => "a contract",
            Kind::Task | Kind::Java | Kind::C | Kind::Json | Kind::Other => "",
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
    Gathered { task, diagnostics, choices: Vec::new(), notes: Vec::new() }
}

/// Makes a new task from the files of a program, grammars, heaps and contracts.
fn assemble(files: &[NamedText], of_kind: &dyn Fn(Kind) -> Vec<usize>) -> Gathered {
    let (java, c) = (of_kind(Kind::Java), of_kind(Kind::C));
    let (language, mut own) = if java.is_empty() { (Language::C, c) } else { (Language::Java, java) };
    let parts = [Kind::Grammar, Kind::Heap, Kind::Contract].map(|kind| (kind, of_kind(kind)));
    if own.is_empty() {
        // The reader of task documents has the best error messages.
        let nothing_else = parts.iter().all(|(_, of)| of.is_empty());
        return match of_kind(Kind::Json).as_slice() {
            &[json, ..] if nothing_else => open(files, json),
            _ => Gathered::failed(no_program(files, &parts)),
        };
    }
    if language == Language::Java && own.iter().all(|&i| !has_class(&files[i].text)) {
        return Gathered::failed(no_class(files, &own));
    }
    own.sort_by_key(|&i| (file_name(&files[i].name), &files[i].name));
    let mut sources = Sources::default();
    let ids: Vec<FileId> = own.iter().map(|&i| sources.add(&*files[i].name, &*files[i].text)).collect();
    let code = match language {
        Language::C => Code::c(&sources, &ids, None),
        _ => Code::java(&sources, &ids, JavaOptions::default()),
    };
    let (entry, choice) = match language {
        Language::C => code.start(),
        _ => choose_entry(&code, &files[own[0]].name),
    };
    let mut notes = Vec::new();
    let has_parts = parts.iter().any(|(_, of)| !of.is_empty());
    let is_of_heaps = language == Language::Java || has_parts || code.gives_structures(&entry);
    let proposal = if has_parts || !is_of_heaps { Proposal::default() } else { propose(&code, &entry) };
    let simple = |i: usize| file_name(&files[i].name);
    let program: Vec<Value> = own
        .iter()
        .map(|&i| {
            let alone = own.iter().filter(|&&j| simple(j) == simple(i)).count() == 1;
            json!({"name": if alone { simple(i) } else { &files[i].name }, "path": files[i].name})
        })
        .collect();
    let paths = |of: &[usize]| -> Vec<Value> { of.iter().map(|&i| json!({"path": files[i].name})).collect() };
    let [mut grammars, mut initial, contracts] = parts.each_ref().map(|(_, of)| paths(of));
    grammars.extend(proposal.grammars.iter().map(|grammar| json!(grammar)));
    initial.extend(proposal.initial.iter().map(|heap| json!(heap)));
    if grammars.is_empty() && is_of_heaps {
        notes.push("there is no grammar, so nothing is abstracted; add one that fits the program".to_owned());
    }
    let choices = choice.into_iter().chain(proposal.assumptions).collect();
    notes.extend(proposal.doubts);
    let document = match is_of_heaps {
        true => json!({
            "schema": SCHEMA, "title": entry, "program": {"language": language, "entry": entry, "files": program},
            "grammars": grammars, "initial": initial, "contracts": contracts, "options": {"abstraction": "auto"},
        }),
        false => json!({
            "schema": SCHEMA, "title": title(simple(own[0])), "analysis": "blocks",
            "program": {"language": language, "entry": entry, "files": program},
        }),
    };
    let gathered = finish(&document.to_string(), "task.json", &mut LooseFiles::new(files, &[]));
    let beside = if language == Language::Java { of_kind(Kind::C) } else { Vec::new() };
    let other = [beside, of_kind(Kind::Json), of_kind(Kind::Other)].concat();
    if !other.is_empty() {
        notes.push(format!("not used: {}", listed(files, &other)));
    }
    Gathered { choices, notes, ..gathered }
}

/// The name of a file without its extension.
fn title(name: &str) -> &str {
    name.rsplit_once('.').map_or(name, |(title, _)| title)
}

/// Whether a text in Java declares a class, which may have errors.
fn has_class(text: &str) -> bool {
    let mut sources = Sources::default();
    let file = sources.add("", text);
    !program::declared_classes(&sources, &[file]).is_empty()
}

fn no_class(files: &[NamedText], java: &[usize]) -> Diagnostic {
    let message = format!("no class is declared in {}", listed(files, java));
    Diagnostic::error("files/no-class", None, message)
        .suggest("open the file with the class whose methods you want to check".to_owned())
}

fn no_program(files: &[NamedText], parts: &[(Kind, Vec<usize>)]) -> Diagnostic {
    let given = parts.iter().filter(|(_, of)| !of.is_empty());
    let given: Vec<String> = given.map(|(kind, of)| format!("{} ({})", kind.name(), listed(files, of))).collect();
    if given.is_empty() {
        let advice = "open a task document (.json), a settings file (.attestor) with the files that it refers to, or files in Java or C";
        return Diagnostic::error("files/nothing", None, "there is no task among these files")
            .suggest(advice.to_owned());
    }
    let message = format!("this is {}, but the program is missing", given.join(" and "));
    let advice = "add the files of the program, or paste this into the editor of a task".to_owned();
    Diagnostic::error("files/no-program", None, message).suggest(advice)
}

/// The entry method of a new task in Java, and the reason for the choice.
fn choose_entry(code: &Code<'_>, first: &str) -> (String, Option<String>) {
    let Some(Candidate { name, interest, .. }) = code.best() else {
        let class = file_name(first).trim_end_matches(".java");
        let entry = format!("{}.main", if class.is_empty() { "Main" } else { class });
        let note = format!("the methods of the program are not known yet; `{entry}` is a guess");
        return (entry, Some(note));
    };
    let note = format!("the program starts with `{name}`, {}", interest.words(Language::Java));
    (name, Some(note))
}

/// The user's methods in text order, without constructors.
fn methods(program: &Program) -> Vec<ProcedureId> {
    let of_user = |id: &ProcedureId| !program.procedures[*id].name.starts_with('<');
    let mut methods: Vec<ProcedureId> = program.procedures.indices().filter(of_user).collect();
    methods.sort_by_key(|&id| (program.procedures[id].span.file.index(), program.procedures[id].span.start));
    methods
}

/// The names of the files at these positions, for a message.
fn listed(files: &[NamedText], positions: &[usize]) -> String {
    let mut list: Vec<String> = positions.iter().take(NAMED).map(|&i| format!("`{}`", files[i].name)).collect();
    if positions.len() > NAMED {
        list.push(format!("and {} more", positions.len() - NAMED));
    }
    list.join(", ")
}
