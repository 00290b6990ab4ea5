//! `hrglass import` and `hrglass export`.

use std::path::{Path, PathBuf};

use super::files::{self, DiskFiles};
use super::message::excerpts;
use super::{Outcome, TaskOptions, complain, print};
use crate::base::Severity;
use crate::task::settings::{export_settings, import_arguments};
use crate::task::{Loaded, Overrides, is_settings, load};

#[derive(clap::Args)]
pub(super) struct Import {
    /// A settings file or task document
    #[arg(value_name = "FILE", required_unless_present = "arguments")]
    file: Option<String>,
    /// Directory to which the paths in it are relative [default: that of the file, then the current one]
    #[arg(long, value_name = "DIR")]
    root: Option<PathBuf>,
    /// Options as in settings files; they come after those of the file
    #[arg(last = true, value_name = "OPTIONS")]
    arguments: Vec<String>,
}

impl Import {
    pub fn run(self) -> Outcome {
        let Some(loaded) = self.load() else { return Outcome::WrongInput };
        complain(&excerpts(&loaded.diagnostics, &loaded.sources));
        if loaded.diagnostics.iter().any(|d| d.severity == Severity::Error) {
            return Outcome::WrongInput;
        }
        print(&loaded.task.to_json());
        Outcome::Satisfied
    }

    fn load(&self) -> Option<Loaded> {
        let Some(file) = &self.file else {
            let mut files = DiskFiles::new(self.root.as_deref(), None);
            return Some(import_arguments(None, &self.arguments, &mut files, &Overrides::default()));
        };
        let (text, name, path) = files::read_task(file).map_err(|why| complain(&format!("hrglass: {why}\n"))).ok()?;
        let mut files = DiskFiles::new(self.root.as_deref(), path.as_deref());
        if self.arguments.is_empty() {
            return Some(load(&text, &name, &mut files));
        }
        if !is_settings(&text, &name) {
            complain(&format!("hrglass: options can only be added to a settings file, which `{file}` is not\n"));
            return None;
        }
        Some(import_arguments(Some((&name, &text)), &self.arguments, &mut files, &Overrides::default()))
    }
}

#[derive(clap::Args)]
pub(super) struct Export {
    /// A task document (.json), settings file (.attestor), name of a built-in example, or `-`
    #[arg(value_name = "TASK")]
    task: String,
    #[command(flatten)]
    options: TaskOptions,
    /// Print a settings file
    #[arg(long, required = true)]
    settings: bool,
    /// Write `task.attestor` and the files that it names into this directory instead
    #[arg(long, value_name = "DIR")]
    output: Option<PathBuf>,
}

impl Export {
    pub fn run(self) -> Outcome {
        let Some(loaded) = files::load_task(&self.task, &self.options) else { return Outcome::WrongInput };
        complain(&excerpts(&loaded.diagnostics, &loaded.sources));
        if crate::base::has_errors(&loaded.diagnostics) {
            return Outcome::WrongInput;
        }
        let exported = export_settings(&loaded.task);
        for lost in &exported.lost {
            complain(&format!("hrglass: {lost}\n"));
        }
        let Some(directory) = &self.output else {
            print(&exported.settings);
            return Outcome::Satisfied;
        };
        let settings = ("task.attestor".to_owned(), exported.settings);
        for (path, text) in std::iter::once(&settings).chain(&exported.files) {
            if let Err(why) = write_below(directory, path, text) {
                complain(&format!("hrglass: cannot write `{path}`: {why}\n"));
                return Outcome::WrongInput;
            }
        }
        Outcome::Satisfied
    }
}

/// Writes a file below `directory`, never elsewhere: names come from tasks of other people.
fn write_below(directory: &Path, path: &str, text: &str) -> Result<(), String> {
    let relative = Path::new(path);
    if !relative.components().all(|c| matches!(c, std::path::Component::Normal(_))) {
        return Err("the name leads out of the directory".to_owned());
    }
    let path = directory.join(relative);
    let parent = path.parent().unwrap_or(directory);
    std::fs::create_dir_all(parent).and_then(|()| std::fs::write(&path, text)).map_err(|e| e.to_string())
}
