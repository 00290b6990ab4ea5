//! Colours. The output stream removes them where they are not wanted.

use clap::builder::styling::{AnsiColor, Style};

use crate::base::Severity;
use crate::report::Verdict;

pub(super) const BOLD: Style = Style::new().bold();
pub(super) const DIM: Style = Style::new().dimmed();
const GREEN: Style = AnsiColor::Green.on_default().bold();
const RED: Style = AnsiColor::Red.on_default().bold();
const YELLOW: Style = AnsiColor::Yellow.on_default().bold();
const BLUE: Style = AnsiColor::Blue.on_default().bold();

/// The word for a verdict.
pub(super) fn verdict_name(verdict: Verdict) -> &'static str {
    match verdict {
        Verdict::Satisfied => "satisfied",
        Verdict::Violated => "violated",
        Verdict::Unknown => "unknown",
    }
}

/// The colour of a verdict.
pub(super) fn of_verdict(verdict: Verdict) -> Style {
    match verdict {
        Verdict::Satisfied => GREEN,
        Verdict::Violated => RED,
        Verdict::Unknown => YELLOW,
    }
}

/// The word for a severity and its colour.
pub(super) fn of_severity(severity: Severity) -> (&'static str, Style) {
    match severity {
        Severity::Error => ("error", RED),
        Severity::Warning => ("warning", YELLOW),
        Severity::Note => ("note", BLUE),
    }
}
