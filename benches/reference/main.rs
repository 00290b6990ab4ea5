//! Compares the output of `hrglass bench --format json` with the figures of another tool, and strategies with each
//! other: the results in `docs/benchmark.md` and `docs/strategies.md`, which `scripts/benchmark.mjs` writes.

mod comparison;
mod csv;
mod markdown;
mod measured;
mod notes;
mod plot;
mod reference;

use std::io::Read;
use std::path::{Path, PathBuf};
use std::process::ExitCode;

use clap::{Parser, ValueEnum};

use measured::Measured;
use notes::Notes;
use reference::Reference;

/// Prints measurements as Markdown, next to the figures of another tool
#[derive(Parser)]
#[command(name = "reference")]
pub(crate) struct Arguments {
    /// The output of `hrglass bench --format json`; `-` stands for standard input
    #[arg(value_name = "JSON")]
    measured: Option<PathBuf>,
    /// What is printed
    #[arg(long, value_enum, default_value = "markdown")]
    format: Format,
    /// Figures to compare with: CSV with the columns task and PREFIX_verdict, PREFIX_states_main, PREFIX_states_total, PREFIX_ms_warm; PREFIX is top, rsm or otf
    #[arg(long, value_name = "CSV")]
    reference: Option<PathBuf>,
    /// Why figures differ from the reference's, for footnotes: CSV with the columns task, strategy (empty: any), kind (verdict or count), note
    #[arg(long, value_name = "CSV", requires = "reference")]
    notes: Option<PathBuf>,
    /// Directory for the plots of a comparison, which links to them by this path
    #[arg(long, value_name = "DIR")]
    images: Option<PathBuf>,
    /// Directory of the document, from which links start
    #[arg(long, value_name = "DIR", default_value = ".")]
    directory: PathBuf,
    /// `cargo bench` says this to every bench
    #[arg(long, hide = true)]
    bench: bool,
}

#[derive(Clone, Copy, PartialEq, Eq, ValueEnum)]
enum Format {
    /// A row for each property, with footnotes
    Markdown,
    /// Strategies side by side by kind of task, with footnotes and plots
    Comparison,
}

fn main() -> ExitCode {
    let arguments = Arguments::parse();
    match run(&arguments) {
        Ok(text) => {
            print!("{text}");
            ExitCode::SUCCESS
        }
        // `cargo bench` without a name runs all benches.
        Err(_) if arguments.measured.is_none() => {
            eprintln!("Nothing to compare; see `cargo bench --bench reference -- --help`.");
            ExitCode::SUCCESS
        }
        Err(why) => {
            eprintln!("reference: {why}");
            ExitCode::FAILURE
        }
    }
}

/// The document; plots are written to files. The error is a sentence.
pub(crate) fn run(arguments: &Arguments) -> Result<String, String> {
    let path = arguments.measured.as_deref().ok_or("there are no measurements")?;
    let mut measured = Measured::of(&text(path)?)
        .map_err(|why| format!("`{}` is not the output of `hrglass bench --format json`: {why}", path.display()))?;
    if let Some(path) = &arguments.reference {
        measured.compare_with(&Reference::read(path)?);
    }
    let notes = arguments.notes.as_deref().map(Notes::read).transpose()?.unwrap_or_default();
    if arguments.format == Format::Markdown {
        return Ok(markdown::document(&measured, &notes));
    }
    let (text, plots) = comparison::document(&measured, &notes, arguments.images.as_deref());
    plots.iter().try_for_each(|plot| plot.write(&arguments.directory))?;
    Ok(text)
}

/// The text of a file, or of standard input.
fn text(path: &Path) -> Result<String, String> {
    let read = if path == Path::new("-") {
        let mut text = String::new();
        std::io::stdin().read_to_string(&mut text).map(|_| text)
    } else {
        std::fs::read_to_string(path)
    };
    read.map_err(|why| format!("cannot read `{}`: {why}", path.display()))
}
