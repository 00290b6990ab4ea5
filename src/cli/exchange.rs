//! `hrglass import`, `hrglass export` and `hrglass open`.

use std::path::PathBuf;

use super::files::{self, DiskFiles};
use super::given::{self, GivenTask};
use super::guard::Guard;
use super::message::excerpts;
use super::{Outcome, ProgramOptions, TaskOptions, complain, print};
use base::{Message, Severity, msg};
use task::settings::{export_settings, import_arguments};
use task::{Loaded, Overrides, is_settings, link};

#[derive(clap::Args)]
pub(super) struct Import {
    /// A settings file, task document, program (.bp, .c, or the files in Java), link, or `-` for standard input
    #[arg(value_name = "FILE", required_unless_present = "arguments")]
    files: Vec<String>,
    #[command(flatten)]
    program: ProgramOptions,
    /// Directory to which paths in the file are relative [default: that of the file, then the current one]
    #[arg(long, value_name = "DIR")]
    root: Option<PathBuf>,
    /// Options as in settings files, added after those of the file
    #[arg(last = true, value_name = "OPTIONS")]
    arguments: Vec<String>,
}

impl Import {
    pub(crate) fn run(self) -> Outcome {
        let Some(loaded) = self.load() else { return Outcome::WrongInput };
        complain(&excerpts(&loaded.diagnostics, &loaded.sources));
        if loaded.diagnostics.iter().any(|d| d.severity == Severity::Error) {
            return Outcome::WrongInput;
        }
        print(&loaded.task.to_json());
        Outcome::Satisfied
    }

    fn load(&self) -> Option<Loaded> {
        if self.arguments.is_empty() {
            let options =
                TaskOptions { program: self.program.clone(), root: self.root.clone(), ..TaskOptions::default() };
            return given::load_only(&self.files, &options);
        }
        if self.files.is_empty() {
            let mut files = DiskFiles::new(self.root.as_deref(), None);
            return Some(import_arguments(None, &self.arguments, &mut files, &Overrides::default()));
        }
        let file = &GivenTask::only(&self.files, &self.program)?.name;
        let (text, name, path) = files::read_task(file).map_err(|why| complain(&format!("hrglass: {why}\n"))).ok()?;
        let mut files = DiskFiles::new(self.root.as_deref(), path.as_deref());
        if !is_settings(&text, &name) {
            let why = msg!("options can only be added to a settings file, which `{file}` is not");
            complain(&format!("hrglass: {why}\n"));
            return None;
        }
        Some(import_arguments(Some((&name, &text)), &self.arguments, &mut files, &Overrides::default()))
    }
}

#[derive(clap::Args)]
pub(super) struct Open {
    /// A link to a task: an address (nothing is fetched), or the part after its `#`
    #[arg(value_name = "LINK")]
    link: String,
}

impl Open {
    pub(crate) fn run(self) -> Outcome {
        match files::read_link(&self.link) {
            Ok(decoded) => {
                if !decoded.view.is_empty() {
                    let keys: Vec<String> =
                        decoded.view.iter().map(|(key, value)| format!("{key}={value:?}")).collect();
                    let view = msg!("the page would show {}", Message::verbatim(keys.join(" ")));
                    complain(&format!("hrglass: {view}\n"));
                }
                print(&decoded.task);
                Outcome::Satisfied
            }
            Err(why) => {
                complain(&format!("hrglass: {why}\n"));
                Outcome::WrongInput
            }
        }
    }
}

#[derive(clap::Args)]
pub(super) struct Export {
    /// A task document (.json), settings file (.attestor), name of a built-in example, link, or `-`
    #[arg(required = true, value_name = "TASK")]
    tasks: Vec<String>,
    #[command(flatten)]
    options: TaskOptions,
    /// Print a settings file
    #[arg(long, required_unless_present = "link", conflicts_with = "link")]
    settings: bool,
    /// Write `task.attestor` and the files that it refers to into this directory instead
    #[arg(long, value_name = "DIR", conflicts_with = "link")]
    output: Option<PathBuf>,
    /// Print a link that contains the task
    #[arg(long)]
    link: bool,
    /// The address of the page that opens the link [default: none, only `#v1…` is printed]
    #[arg(long, value_name = "URL", conflicts_with = "settings")]
    base: Option<String>,
}

impl Export {
    pub(crate) fn run(self) -> Outcome {
        let guard = Guard::new(&self.options);
        let Some(loaded) = given::load_only(&self.tasks, &self.options) else { return Outcome::WrongInput };
        drop(guard);
        complain(&excerpts(&loaded.diagnostics, &loaded.sources));
        if base::has_errors(&loaded.diagnostics) {
            return Outcome::WrongInput;
        }
        if self.link { self.print_link(&loaded) } else { self.print_settings(&loaded) }
    }

    fn print_link(&self, loaded: &Loaded) -> Outcome {
        let base = self.base.as_deref().unwrap_or_default();
        let page = base.split_once('#').map_or(base, |(page, _)| page);
        match link::encode(&loaded.task.to_json(), &[]) {
            Ok(link::Encoded { fragment, warning }) => {
                if let Some(warning) = warning {
                    complain(&format!("hrglass: {warning}\n"));
                }
                print(&format!("{page}{fragment}\n"));
                Outcome::Satisfied
            }
            Err(error) => {
                complain(&excerpts(&[error], &loaded.sources));
                Outcome::WrongInput
            }
        }
    }

    fn print_settings(&self, loaded: &Loaded) -> Outcome {
        let exported = match export_settings(&loaded.task) {
            Ok(exported) => exported,
            Err(error) => {
                complain(&excerpts(&[error], &loaded.sources));
                return Outcome::WrongInput;
            }
        };
        for lost in &exported.lost {
            complain(&format!("hrglass: {lost}\n"));
        }
        let Some(directory) = &self.output else {
            print(&exported.settings);
            return Outcome::Satisfied;
        };
        let settings = ("task.attestor".to_owned(), exported.settings);
        for (path, text) in std::iter::once(&settings).chain(&exported.files) {
            if let Err(why) = files::write_below(directory, path, text) {
                complain(&format!("hrglass: {}\n", files::unwritable(path, &why)));
                return Outcome::WrongInput;
            }
        }
        Outcome::Satisfied
    }
}
