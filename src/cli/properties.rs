//! `hrglass properties`.

use std::fmt::Write;

use super::guard::Guard;
use super::message::excerpts;
use super::style::{BOLD, DIM};
use super::{Outcome, TaskOptions, TextFormat, complain, given, print};
use base::{Language, Severity};
use propose::editor::task_sentences;

#[derive(clap::Args)]
pub(super) struct Properties {
    /// A task document, settings file, program, name of a built-in example, link, or `-` for standard input
    #[arg(required = true, value_name = "TASK")]
    tasks: Vec<String>,
    #[command(flatten)]
    options: TaskOptions,
    /// The language of the sentences [default: that of all that is said]
    #[arg(long, value_name = "LANGUAGE", value_parser = ["en", "de"])]
    words: Option<String>,
    /// How they are printed
    #[arg(long, value_enum, default_value = "text")]
    format: TextFormat,
}

impl Properties {
    pub(crate) fn run(self) -> Outcome {
        let guard = Guard::new(&self.options);
        let Some(loaded) = given::load_only(&self.tasks, &self.options) else { return Outcome::WrongInput };
        complain(&excerpts(&loaded.diagnostics, &loaded.sources));
        if loaded.diagnostics.iter().any(|d| d.severity == Severity::Error) {
            return Outcome::WrongInput;
        }
        let sentences = task_sentences(&loaded);
        drop(guard);
        if self.format == TextFormat::Json {
            // Plain data with string keys: serialisation cannot fail.
            print(&format!("{}\n", serde_json::to_string_pretty(&sentences).unwrap_or_default()));
            return Outcome::Satisfied;
        }
        let mut out = String::new();
        let language = self.words.unwrap_or_else(Language::spoken);
        for sentence in &sentences {
            let words = if language == "de" { &sentence.words.de } else { &sentence.words.en };
            let _ = writeln!(out, "{BOLD}{words}{BOLD:#}\n    {}", sentence.formula);
            for hole in &sentence.holes {
                let _ = writeln!(out, "    {DIM}‹{}›: {}{DIM:#}", hole.name, hole.choices.join(", "));
            }
        }
        print(&out);
        Outcome::Satisfied
    }
}
