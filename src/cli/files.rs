//! Files on disk.

use base::{Diagnostic, Message, did_you_mean, msg};
use std::fmt::Display;
use std::io::{ErrorKind, Read};
use std::path::{Component, Path, PathBuf};

use task::{Files, Loaded, example, examples, link};

/// Maximum size of a file.
const SIZE_LIMIT: u64 = 64 << 20;

/// What a text from standard input is called.
pub(super) const STANDARD_INPUT: &str = "standard input";

/// Files below several directories, tried in order.
pub(super) struct DiskFiles {
    roots: Vec<PathBuf>,
}

impl DiskFiles {
    /// Files below `root`; without one, below the directory of `document` and then below the current directory.
    pub(crate) fn new(root: Option<&Path>, document: Option<&Path>) -> Self {
        let beside = document.and_then(Path::parent).map(Path::to_owned);
        let roots = match root {
            Some(root) => vec![root.to_owned()],
            None => beside.into_iter().chain([PathBuf::new()]).collect(),
        };
        Self { roots }
    }

    fn find(&self, path: &str) -> PathBuf {
        let candidates = || self.roots.iter().map(|root| root.join(path));
        candidates().find(|p| p.exists()).or_else(|| candidates().next()).unwrap_or_else(|| path.into())
    }
}

impl Files for DiskFiles {
    fn read(&mut self, path: &str) -> Result<String, Message> {
        read_text(&self.find(path))
    }

    fn list(&mut self, path: &str) -> Result<Vec<String>, Message> {
        let directory = if path.is_empty() { ".".into() } else { self.find(path) };
        let entries = std::fs::read_dir(directory).map_err(|error| trouble(&error))?;
        let mut names: Vec<String> =
            entries.filter_map(|entry| Some(entry.ok()?.file_name().to_string_lossy().into_owned())).collect();
        names.sort();
        Ok(names)
    }
}

/// The text of a file. Invalid UTF-8 is replaced.
pub(super) fn read_text(path: &Path) -> Result<String, Message> {
    let read = || {
        let mut bytes = Vec::new();
        std::fs::File::open(path)?.take(SIZE_LIMIT).read_to_end(&mut bytes)?;
        std::io::Result::Ok(bytes)
    };
    Ok(decoded(read().map_err(|error| trouble(&error))?))
}

/// A text. Invalid UTF-8 is replaced; valid one is not copied.
fn decoded(bytes: Vec<u8>) -> String {
    String::from_utf8(bytes).unwrap_or_else(|error| String::from_utf8_lossy(error.as_bytes()).into_owned())
}

/// What the system says, for the usual cases in the language that is spoken.
pub(super) fn trouble(error: &std::io::Error) -> Message {
    match error.kind() {
        ErrorKind::NotFound => msg!("no such file or directory"),
        ErrorKind::PermissionDenied => msg!("permission denied"),
        ErrorKind::IsADirectory => msg!("it is a directory"),
        ErrorKind::NotADirectory => msg!("a part of the path is not a directory"),
        _ => Message::verbatim(error),
    }
}

/// That a file cannot be read, and why.
pub(super) fn unreadable(path: impl Display, why: &Message) -> Message {
    msg!("cannot read `{path}`: {why}")
}

/// That a file cannot be written, and why.
pub(super) fn unwritable(path: impl Display, why: &Message) -> Message {
    msg!("cannot write `{path}`: {why}")
}

/// Text, name and path of a task: a file, `-` for standard input, the name of a built-in example, or a link.
pub(super) fn read_task(task: &str) -> Result<(String, String, Option<PathBuf>), Message> {
    if task == "-" {
        let mut bytes = Vec::new();
        std::io::stdin().take(SIZE_LIMIT).read_to_end(&mut bytes).map_err(|error| trouble(&error))?;
        return Ok((decoded(bytes), STANDARD_INPUT.to_owned(), None));
    }
    let path = PathBuf::from(task);
    if link::is_link(task) && !path.exists() {
        return Ok((read_link(task)?.task, "link.json".to_owned(), None));
    }
    match (read_text(&path), example(task)) {
        (Ok(text), _) => Ok((text, task.to_owned(), Some(path))),
        (Err(_), Some(text)) => Ok((text.to_owned(), format!("{task}.json"), None)),
        (Err(why), None) => {
            let why = unreadable(task, &why);
            let folder = |name: &str| name.split_once('/').map(|(folder, _)| folder.to_owned());
            // Other names are not meant to be those of examples.
            let names = examples().iter().map(|(name, _)| *name).filter(|name| folder(name) == folder(task));
            let advice = did_you_mean(task, names);
            Err(advice.map_or(why.clone(), |advice| msg!("{why}; {advice}")))
        }
    }
}

/// The task in a link, or why there is none.
pub(super) fn read_link(text: &str) -> Result<link::Decoded, Message> {
    link::decode(text).map_err(|error| {
        let advice = error.suggestion.map(|advice| format!("\n  = {}", msg!("help: {advice}"))).unwrap_or_default();
        Message::verbatim(format!("{} [{}]{advice}", error.message, error.code))
    })
}

/// What stands for a task that cannot be checked, in reports.
pub(super) fn not_loaded(task: &str, why: Diagnostic) -> Loaded {
    let mut loaded = Loaded::default();
    loaded.task.title = task.to_owned();
    loaded.diagnostics.push(why);
    loaded
}

/// The files below a directory, ordered by name. Links to directories, which could lead in a circle, are not followed.
pub(super) fn files_below(directory: &Path) -> Vec<PathBuf> {
    let mut directories = vec![directory.to_owned()];
    let mut files = Vec::new();
    while let Some(directory) = directories.pop() {
        let Ok(entries) = std::fs::read_dir(directory) else { continue };
        for path in entries.filter_map(|entry| Some(entry.ok()?.path())) {
            match path.symlink_metadata() {
                Ok(found) if found.is_dir() => directories.push(path),
                _ if path.is_file() => files.push(path),
                _ => {}
            }
        }
    }
    files.sort();
    files
}

/// Whether a file in a directory is a task: heaps and grammars are JSON too.
pub(super) fn is_task(path: &Path) -> bool {
    match path.extension().and_then(|e| e.to_str()) {
        Some("attestor") => true,
        Some("json") => read_text(path).is_ok_and(|text| text.contains("\"hrglass.task/")),
        _ => false,
    }
}

/// Writes a file below `directory`, never elsewhere: names come from untrusted tasks.
pub(super) fn write_below(directory: &Path, path: &str, text: &str) -> Result<(), Message> {
    let relative = Path::new(path);
    if !relative.components().all(|c| matches!(c, Component::Normal(_))) {
        return Err(msg!("the name leads out of the directory"));
    }
    let path = directory.join(relative);
    let parent = path.parent().unwrap_or(directory);
    std::fs::create_dir_all(parent).and_then(|()| std::fs::write(&path, text)).map_err(|error| trouble(&error))
}
