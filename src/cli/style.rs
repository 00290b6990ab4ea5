//! Colours. The output stream removes them where they are not wanted.

use clap::builder::styling::{AnsiColor, Style};

use base::{Message, Severity, msg};
use report::Verdict;

pub(super) const BOLD: Style = Style::new().bold();
pub(super) const DIM: Style = Style::new().dimmed();
const GREEN: Style = AnsiColor::Green.on_default().bold();
const RED: Style = AnsiColor::Red.on_default().bold();
const YELLOW: Style = AnsiColor::Yellow.on_default().bold();
const GREY: Style = AnsiColor::BrightBlack.on_default().bold();
const BLUE: Style = AnsiColor::Blue.on_default().bold();

/// The word for a verdict, for programs.
pub(super) fn verdict_name(verdict: Verdict) -> &'static str {
    match verdict {
        Verdict::Satisfied => "satisfied",
        Verdict::Violated => "violated",
        Verdict::Suspected => "suspected",
        Verdict::Unknown => "unknown",
    }
}

/// The word for a verdict, for people.
pub(super) fn verdict_words(verdict: Verdict) -> Message {
    match verdict {
        Verdict::Satisfied => msg!("satisfied"),
        Verdict::Violated => msg!("violated"),
        Verdict::Suspected => msg!("suspected"),
        Verdict::Unknown => msg!("unknown"),
    }
}

/// The colour of a verdict.
pub(super) fn of_verdict(verdict: Verdict) -> Style {
    match verdict {
        Verdict::Satisfied => GREEN,
        Verdict::Violated => RED,
        Verdict::Suspected => YELLOW,
        Verdict::Unknown => GREY,
    }
}

/// The word for a severity and its colour.
pub(super) fn of_severity(severity: Severity) -> (Message, Style) {
    match severity {
        Severity::Error => (msg!("error"), RED),
        Severity::Warning => (msg!("warning"), YELLOW),
        Severity::Note => (msg!("note"), BLUE),
    }
}
