//! What is given on the command line: tasks, each by itself, and files in Java or in C, which are one program.

use std::collections::BTreeSet;
use std::path::{Path, PathBuf};

use super::files::{DiskFiles, files_below, read_task};
use super::{ProgramLanguage, ProgramOptions, TaskOptions, complain};
use base::{Message, msg};
use propose::editor::{NamedText, load_program_files};
use task::{Files, Language, Loaded, NoFiles, example, load_with};

/// Maximum number of files of a program.
const COUNT_LIMIT: usize = 1_000;

/// The languages whose files are one program: how their names end, and which files of a folder are meant.
const LINKED: [(Language, &[&str]); 2] = [(Language::Java, &["java"]), (Language::C, &["c", "i"])];

/// One of the tasks that are given.
#[derive(Clone, Debug)]
pub(super) struct GivenTask {
    /// What messages call it: the first of what it was given by.
    pub name: String,
    /// Its file; for a program all that are given, in this order. Or why there is none.
    files: Result<Vec<String>, Message>,
}

impl GivenTask {
    /// The tasks among arguments. All files in Java, also those in folders, are one program, at the place of the first; and so are those in C.
    pub(super) fn all(arguments: &[String], options: &ProgramOptions) -> Vec<Self> {
        let mut tasks: Vec<Self> = Vec::new();
        let mut programs: Vec<(Language, usize)> = Vec::new();
        let mut known = BTreeSet::new();
        for argument in arguments {
            let (language, files) = match linked(argument, options) {
                Ok(Some((language, files))) => (language, files),
                other => {
                    let files = other.map(|_| vec![argument.clone()]);
                    tasks.push(Self { name: argument.clone(), files });
                    continue;
                }
            };
            let open = programs.iter().find(|(other, _)| *other == language && !options.each);
            let at = open.map_or(tasks.len(), |&(_, at)| at);
            if at == tasks.len() {
                programs.push((language, at));
                tasks.push(Self { name: argument.clone(), files: Ok(Vec::new()) });
            }
            let new = files.into_iter().filter(|file| options.each || known.insert(identity(file)));
            if let Ok(files) = &mut tasks[at].files {
                files.extend(new);
            }
        }
        for (_, at) in programs {
            tasks[at].limit();
        }
        tasks
    }

    /// The only task among arguments, for commands that take one; otherwise it is an error, which is reported.
    pub(super) fn only(arguments: &[String], options: &ProgramOptions) -> Option<Self> {
        let mut tasks = Self::all(arguments, options);
        if tasks.len() > 1 {
            let names = Message::all_of(tasks.iter().map(|task| Message::code(&task.name)));
            complain(&format!(
                "hrglass: {}\n",
                msg!("this command takes one task or program, and these are several: {names}")
            ));
            return None;
        }
        tasks.pop()
    }

    /// Leaves out what declares no class, and refuses what nobody means to be one program.
    fn limit(&mut self) {
        let Ok(files) = &mut self.files else { return };
        let is_code = |file: &String| Path::new(file).file_name().is_none_or(|name| name != "module-info.java");
        if files.iter().any(is_code) {
            files.retain(is_code);
        }
        let count = files.len();
        if count > COUNT_LIMIT {
            let advice = msg!("name only those that belong to it; files of classes that one in Java uses are found");
            self.files = Err(msg!("{count} files are more than the {COUNT_LIMIT} that a program may have; {advice}"));
        }
    }

    /// Loads the task, and says whether it is a program, not a document; or says why it cannot be read at all.
    pub(super) fn load(&self, options: &TaskOptions) -> Result<(Loaded, bool), Message> {
        let overrides = options.overrides()?;
        let mut texts = Vec::new();
        for file in self.files.as_ref().map_err(Clone::clone)? {
            texts.push(read_task(file)?);
        }
        let language = match texts.as_slice() {
            [(text, name, path)] => {
                let mut files = DiskFiles::new(options.root.as_deref(), path.as_deref());
                match options.program.language(name, text) {
                    None => return Ok((load_with(text, name, &mut files, &overrides), false)),
                    Some(Language::Java) => Language::Java,
                    Some(language) => {
                        let given = [NamedText { name: name.clone(), text: text.clone() }];
                        return Ok((load_program_files(&given, language, &mut files, &overrides), true));
                    }
                }
            }
            [(text, name, _), ..] => options.program.language(name, text).unwrap_or_default(),
            [] => Language::default(),
        };
        // What stands in no file has none beside it.
        let is_on_disk = texts.iter().all(|(.., path)| path.is_some());
        let mut beside: Box<dyn Files> =
            if is_on_disk { Box::new(DiskFiles::new(Some(Path::new("")), None)) } else { Box::new(NoFiles) };
        let given: Vec<NamedText> = texts.into_iter().map(|(text, name, _)| NamedText { name, text }).collect();
        Ok((load_program_files(&given, language, &mut *beside, &overrides), true))
    }
}

/// Loads the only task among arguments; reports at once if it cannot be read at all.
pub(super) fn load_only(arguments: &[String], options: &TaskOptions) -> Option<Loaded> {
    let task = GivenTask::only(arguments, &options.program)?;
    let loaded = task.load(options).map_err(|why| complain(&format!("hrglass: {why}\n")));
    Some(loaded.ok()?.0)
}

/// The files of a program in Java or C that an argument stands for: a file, or all below a folder, by name. `None` for all other tasks.
pub(super) fn linked(argument: &str, options: &ProgramOptions) -> Result<Option<(Language, Vec<String>)>, Message> {
    let path = Path::new(argument);
    let ends =
        |path: &Path, endings: &[&str]| path.extension().is_some_and(|own| endings.iter().any(|ending| own == *ending));
    if path.is_dir() {
        let all = files_below(path);
        for (language, endings) in LINKED {
            let below: Vec<String> = all.iter().filter(|file| ends(file, endings)).map(|file| shown(file)).collect();
            if !below.is_empty() {
                return Ok(Some((language, below)));
            }
        }
        return match example(argument) {
            Some(_) => Ok(None),
            None => Err(msg!(
                "there is no file in Java or C below `{argument}`; `hrglass batch` checks all tasks of a folder"
            )),
        };
    }
    let is_of = |language: Language, endings: &[&str]| match options.language {
        None => ends(path, endings),
        Some(ProgramLanguage::Java) => language == Language::Java && path.is_file(),
        Some(ProgramLanguage::C) => language == Language::C && path.is_file(),
        Some(ProgramLanguage::Boolean) => false,
    };
    let found = LINKED.into_iter().find(|(language, endings)| is_of(*language, endings));
    Ok(found.map(|(language, _)| (language, vec![argument.to_owned()])))
}

/// A path as messages and tasks have it.
fn shown(file: &Path) -> String {
    file.strip_prefix(".").unwrap_or(file).to_string_lossy().into_owned()
}

/// What two paths to the same file have in common.
fn identity(file: &str) -> PathBuf {
    std::fs::canonicalize(file).unwrap_or_else(|_| file.into())
}
