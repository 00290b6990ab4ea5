//! `hrglass init`.

use std::fmt::Write;
use std::path::{Path, PathBuf};

use super::files::{self, DiskFiles, read_text};
use super::given::linked;
use super::message::{excerpt, excerpts};
use super::{Outcome, ProgramOptions, complain, print};
use base::{Message, Severity, Sources, has_errors, msg};
use propose::editor::{
    FamilyChoice, ImportedTask, NamedText, Suggestions, found_in_program, import_files, load_program_files,
    needed_files, suggest, with_entry, with_structure,
};
use propose::structures::StructureKind;
use task::{Language, NoFiles, load};

#[derive(clap::Args)]
pub(super) struct Init {
    /// The files of a program, or a folder with those in Java or C
    #[arg(required = true, value_name = "FILE")]
    files: Vec<PathBuf>,
    #[command(flatten)]
    program: ProgramOptions,
    /// The data structure that a class, or a structure in C, is instead of the likeliest one: `Node=ring`, or `Node=ring through next`
    #[arg(long, value_name = "CLASS=STRUCTURE")]
    structure: Vec<String>,
}

/// A class and the structure that it is.
struct Chosen {
    class: String,
    structure: String,
}

/// The greatest number of other entry methods that are named.
const ENTRIES: usize = 12;

impl Init {
    pub(crate) fn run(self) -> Outcome {
        let printed = self.texts().and_then(|texts| {
            let language = texts.first().and_then(|first| self.language(first));
            let is_same = texts.iter().all(|text| self.language(text) == language);
            match language.filter(|&language| is_same && language != Language::Java) {
                Some(language) => self.load(&texts, language),
                None => self.propose(texts),
            }
        });
        match printed {
            Ok(document) => {
                print(&document);
                Outcome::Satisfied
            }
            Err(why) => {
                complain(&why);
                Outcome::WrongInput
            }
        }
    }

    /// What is given.
    fn texts(&self) -> Result<Vec<NamedText>, String> {
        let mut texts = Vec::new();
        for file in &self.files {
            let file = file.to_string_lossy().into_owned();
            let linked = linked(&file, &self.program).map_err(|why| format!("hrglass: {why}\n"))?;
            for file in linked.map_or_else(|| vec![file], |(_, files)| files) {
                texts.push(named(Path::new(&file))?);
            }
        }
        Ok(texts)
    }

    fn language(&self, file: &NamedText) -> Option<Language> {
        self.program.language(&file.name, &file.text)
    }

    /// The task of a program in C or a boolean program, or its errors.
    fn load(&self, texts: &[NamedText], language: Language) -> Result<String, String> {
        let mut others = DiskFiles::new(None, self.files.first().map(PathBuf::as_path));
        let mut loaded = load_program_files(texts, language, &mut others, &self.program.overrides());
        let has_errors = has_errors(&loaded.diagnostics);
        // What is assumed is said with what else could be chosen.
        loaded.diagnostics.retain(|diagnostic| diagnostic.code != "assumption/input");
        let said = excerpts(&loaded.diagnostics, &loaded.sources);
        if has_errors {
            return Err(said);
        }
        complain(&said);
        self.choose(loaded.task.to_json())
    }

    /// The task that is proposed for a program in Java, or its errors. Says what was chosen, and what else there is.
    fn propose(&self, mut files: Vec<NamedText>) -> Result<String, String> {
        let is_java = |file: &&NamedText| self.language(file) == Some(Language::Java);
        let in_java: Vec<NamedText> = files.iter().filter(is_java).cloned().collect();
        let needed = needed_files(&in_java, &mut DiskFiles::new(Some(Path::new("")), None));
        let is_given = needed.files.is_empty();
        let entry = self.program.entry.clone().or_else(|| if is_given { None } else { entry_of(&files) });
        files.extend(needed.files);
        let ImportedTask { task, diagnostics, notes, .. } = import_files(&files);
        let mut sources = Sources::default();
        for file in &files {
            sources.add(&*file.name, &*file.text);
        }
        let found = needed.found.map(|found| found.render(&sources));
        let said: String = found.iter().chain(&diagnostics).map(|diagnostic| excerpt(diagnostic, &sources)).collect();
        let Some(mut document) = task else { return Err(said) };
        complain(&said);
        if let Some(entry) = entry {
            document = with_entry(&document, &entry).unwrap_or(document);
        }
        let document = self.choose(document)?;
        complain(&notes.iter().map(|note| format!("{}\n", msg!("note: {note}"))).collect::<String>());
        Ok(document)
    }

    /// The task with the structures that are wanted, unless its program has errors. Says what was chosen, and what else there is.
    fn choose(&self, mut document: String) -> Result<String, String> {
        for choice in &self.structure {
            document = Chosen::read(choice)?.apply(&document)?;
        }
        let wrong = program_errors(&document);
        if !wrong.is_empty() {
            return Err(wrong);
        }
        complain(&suggest(&document).as_ref().map(alternatives).unwrap_or_default());
        Ok(document)
    }
}

impl Chosen {
    /// Reads a choice.
    fn read(text: &str) -> Result<Self, String> {
        let Some((class, structure)) = text.split_once('=') else {
            let example = Message::code(format!("Node={}", msg!("ring through {}", Message::verbatim("next"))));
            return Err(format!("hrglass: {}\n", msg!("write CLASS=STRUCTURE, such as {example}")));
        };
        Ok(Self { class: class.trim().to_owned(), structure: structure.replace('`', "").trim().to_owned() })
    }

    /// The task with this structure, or why there is none.
    fn apply(&self, document: &str) -> Result<String, String> {
        let families = suggest(document).map(|suggestions| suggestions.families).unwrap_or_default();
        let is_meant = |family: &FamilyChoice| {
            let is_class = |name: &String| *name == self.class || name.ends_with(&format!(".{}", self.class));
            family.classes.iter().any(is_class)
        };
        let Some(family) = families.iter().position(is_meant) else {
            let known: Vec<String> = families.iter().flat_map(|family| family.classes.clone()).collect();
            let known = Message::verbatim(known.join(", "));
            let why = msg!("`{}` is no part of a data structure: {known}", self.class);
            return Err(format!("hrglass: {why}\n"));
        };
        let known: Vec<String> =
            families[family].candidates.iter().map(|c| c.words.as_str().replace('`', "")).collect();
        // Of several structures with these words at their beginning, the likeliest.
        let candidate = known.iter().position(|words| words.starts_with(&self.structure));
        let changed = candidate.and_then(|candidate| with_structure(document, family, candidate));
        changed.ok_or_else(|| {
            let Self { class, structure } = self;
            let known = Message::verbatim(known.join("; "));
            format!("hrglass: {}\n", msg!("`{class}` cannot be `{structure}`; what it may be: {known}"))
        })
    }
}

/// The name and text of a file.
fn named(path: &Path) -> Result<NamedText, String> {
    let text = read_text(path).map_err(|why| format!("hrglass: {}\n", files::unreadable(path.display(), &why)))?;
    Ok(NamedText { name: path.to_string_lossy().into_owned(), text })
}

/// Where a program starts that has only these files.
fn entry_of(files: &[NamedText]) -> Option<String> {
    let document = import_files(files).task?;
    Some(load(&document, "task.json", &mut NoFiles).task.program.entry)
}

/// The errors in the program of a task.
fn program_errors(document: &str) -> String {
    let loaded = load(document, "task.json", &mut NoFiles);
    let mut diagnostics = found_in_program(&loaded);
    diagnostics.retain(|diagnostic| diagnostic.severity == Severity::Error);
    excerpts(&diagnostics, &loaded.sources)
}

/// What is chosen for a task, what that assumes, and what else could be chosen, a line each.
fn alternatives(suggestions: &Suggestions) -> String {
    let mut out = String::new();
    let is_c = suggestions.language == Language::C;
    let (chosen, others): (Vec<_>, Vec<_>) = suggestions.entries.iter().partition(|entry| entry.is_chosen);
    for entry in chosen {
        let _ = writeln!(out, "{}", msg!("starts in: {}", Message::verbatim(&entry.headline)));
    }
    for assumption in &suggestions.assumptions {
        let _ = writeln!(out, "{}", msg!("assumes: {}", suggestions.in_words(assumption)));
    }
    for family in suggestions.families.iter().filter(|family| !family.classes.is_empty()) {
        for (position, candidate) in family.candidates.iter().enumerate() {
            let is_chosen = family.chosen == Some(position as u32);
            let words = Message::verbatim(candidate.words.as_str().replace('`', ""));
            let structure = match &candidate.misfit {
                _ if candidate.structure.kind == StructureKind::Built => {
                    msg!("{words}: of other heaps nothing is proved")
                }
                Some(origin) => msg!("{words}, but `{origin}` builds something else"),
                None if candidate.tried > 0 && is_c => msg!("{words}, which is what functions build"),
                None if candidate.tried > 0 => msg!("{words}, which is what its methods build"),
                None => words.clone(),
            };
            let advice = match (is_chosen, family.classes.first()) {
                (false, Some(class)) => format!(" (--structure '{class}={words}')"),
                _ => String::new(),
            };
            let classes = Message::verbatim(family.classes.join(", "));
            let choice = match is_chosen {
                true => msg!("{classes} is a {structure}"),
                false => msg!("{classes} could be a {structure}"),
            };
            let _ = writeln!(out, "{choice}{advice}");
        }
    }
    for entry in others.iter().take(ENTRIES) {
        let start = msg!("could start in: {}", Message::verbatim(&entry.headline));
        let _ = writeln!(out, "{start} (--entry '{}')", entry.name);
    }
    out
}
