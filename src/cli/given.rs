//! What is given on the command line: tasks, each by itself, and files in Java, which are one program.

use std::collections::BTreeSet;
use std::path::{Path, PathBuf};

use super::files::{DiskFiles, files_below, read_task};
use super::{ProgramLanguage, ProgramOptions, TaskOptions, complain};
use base::{Message, msg};
use propose::editor::{NamedText, load_program, load_program_files};
use task::{Files, Language, Loaded, NoFiles, example, load_with};

/// Maximum number of files of a program.
const COUNT_LIMIT: usize = 1_000;

/// One of the tasks that are given.
#[derive(Clone, Debug)]
pub(super) struct GivenTask {
    /// What messages call it: the first of what it was given by.
    pub name: String,
    /// Its file; for a program in Java all that are given, in this order. Or why there is none.
    files: Result<Vec<String>, Message>,
}

impl GivenTask {
    /// The tasks among arguments. All files in Java, also those in folders, are one program, at the place of the first.
    pub(super) fn all(arguments: &[String], options: &ProgramOptions) -> Vec<Self> {
        let mut tasks: Vec<Self> = Vec::new();
        let mut program: Option<usize> = None;
        let mut known = BTreeSet::new();
        for argument in arguments {
            let in_java = in_java(argument, options);
            let Some(Ok(files)) = in_java else {
                let files = in_java.unwrap_or_else(|| Ok(vec![argument.clone()]));
                tasks.push(Self { name: argument.clone(), files });
                continue;
            };
            let at = *program.get_or_insert(tasks.len());
            if at == tasks.len() {
                tasks.push(Self { name: argument.clone(), files: Ok(Vec::new()) });
            }
            let new = files.into_iter().filter(|file| known.insert(identity(file)));
            if let Ok(files) = &mut tasks[at].files {
                files.extend(new);
            }
        }
        if let Some(at) = program {
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
            let advice = msg!("name only the one to start with: files of classes that it uses are found");
            self.files =
                Err(msg!("{count} files in Java are more than the {COUNT_LIMIT} that a program may have; {advice}"));
        }
    }

    /// Loads the task, and says whether it is a program, not a document; or says why it cannot be read at all.
    pub(super) fn load(&self, options: &TaskOptions) -> Result<(Loaded, bool), Message> {
        let overrides = options.overrides()?;
        let mut texts = Vec::new();
        for file in self.files.as_ref().map_err(Clone::clone)? {
            texts.push(read_task(file)?);
        }
        if let [(text, name, path)] = texts.as_slice() {
            let mut files = DiskFiles::new(options.root.as_deref(), path.as_deref());
            match options.program.language(name, text) {
                None => return Ok((load_with(text, name, &mut files, &overrides), false)),
                Some(Language::Java) => {}
                Some(language) => return Ok((load_program(text, name, language, &mut files, &overrides), true)),
            }
        }
        // What stands in no file has none beside it.
        let is_on_disk = texts.iter().all(|(.., path)| path.is_some());
        let mut beside: Box<dyn Files> =
            if is_on_disk { Box::new(DiskFiles::new(Some(Path::new("")), None)) } else { Box::new(NoFiles) };
        let given: Vec<NamedText> = texts.into_iter().map(|(text, name, _)| NamedText { name, text }).collect();
        Ok((load_program_files(&given, Language::Java, &mut *beside, &overrides), true))
    }
}

/// Loads the only task among arguments; reports at once if it cannot be read at all.
pub(super) fn load_only(arguments: &[String], options: &TaskOptions) -> Option<Loaded> {
    let task = GivenTask::only(arguments, &options.program)?;
    let loaded = task.load(options).map_err(|why| complain(&format!("hrglass: {why}\n")));
    Some(loaded.ok()?.0)
}

/// The files in Java that an argument stands for: a file, or all below a folder, by name. `None` for all other tasks.
pub(super) fn in_java(argument: &str, options: &ProgramOptions) -> Option<Result<Vec<String>, Message>> {
    let path = Path::new(argument);
    let is_java = |path: &Path| path.extension().is_some_and(|extension| extension == "java");
    if path.is_dir() {
        let below: Vec<PathBuf> = files_below(path).into_iter().filter(|file| is_java(file)).collect();
        return match below.is_empty() {
            true if example(argument).is_some() => None,
            true => Some(Err(msg!(
                "there is no file in Java below `{argument}`; `hrglass batch` checks all tasks of a folder"
            ))),
            false => Some(Ok(below.iter().map(|file| shown(file)).collect())),
        };
    }
    let is_file_in_java = match options.language {
        None => is_java(path),
        Some(language) => language == ProgramLanguage::Java && path.is_file(),
    };
    is_file_in_java.then(|| Ok(vec![argument.to_owned()]))
}

/// A path as messages and tasks have it.
fn shown(file: &Path) -> String {
    file.strip_prefix(".").unwrap_or(file).to_string_lossy().into_owned()
}

/// What two paths to the same file have in common.
fn identity(file: &str) -> PathBuf {
    std::fs::canonicalize(file).unwrap_or_else(|_| file.into())
}
