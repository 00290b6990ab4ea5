//! Diagnostics with an excerpt of the source.

use std::fmt::Write;

use super::style::{BOLD, DIM, of_severity};
use base::{Diagnostic, Message, Rendered, Sources, msg};

/// Maximum number of columns shown.
const WIDTH: usize = 160;

/// All of `diagnostics`, as [`excerpt`] shows them.
pub(super) fn excerpts(diagnostics: &[Diagnostic], sources: &Sources) -> String {
    diagnostics.iter().map(|d| excerpt(&d.render(sources), sources)).collect()
}

/// A diagnostic with its line and a marker below the position:
///
/// ```text
/// error: there is no field `nxt` [java/unknown-name]
///  --> SLList.java:12:9
///    |
/// 12 |     head.nxt = null;
///    |          ^^^
///    = help: did you mean `next`?
/// ```
pub(super) fn excerpt(diagnostic: &Rendered, sources: &Sources) -> String {
    let (name, style) = of_severity(diagnostic.severity);
    let mut out = String::new();
    let _ =
        writeln!(out, "{style}{name}{style:#}{BOLD}: {}{BOLD:#} {DIM}[{}]{DIM:#}", diagnostic.message, diagnostic.code);
    let mut gutter = 1;
    if let (Some(file), Some(line), Some(column)) = (&diagnostic.file, diagnostic.line, diagnostic.column) {
        gutter = line.to_string().len();
        let _ = writeln!(out, "{:gutter$}{DIM}-->{DIM:#} {file}:{line}:{column}", "");
        if let Some((_, source)) = sources.iter().find(|(_, f)| f.name == *file) {
            let text = source.line(line);
            let end = match diagnostic.end_line {
                Some(end_line) if end_line == line => diagnostic.end_column.unwrap_or(column),
                _ => u32::MAX,
            };
            let (shown, before, marked) = window(text, column, end);
            let _ = writeln!(out, "{:gutter$} {DIM}|{DIM:#}", "");
            let _ = writeln!(out, "{DIM}{line} |{DIM:#} {shown}");
            let _ = writeln!(out, "{:gutter$} {DIM}|{DIM:#} {before}{style}{}{style:#}", "", "^".repeat(marked));
        }
    }
    for note in &diagnostic.notes {
        let _ = writeln!(out, "{:gutter$} {DIM}={DIM:#} {}", "", msg!("note: {}", Message::verbatim(note)));
    }
    if let Some(suggestion) = &diagnostic.suggestion {
        let _ = writeln!(out, "{:gutter$} {DIM}={DIM:#} {}", "", msg!("help: {suggestion}"));
    }
    out.push('\n');
    out
}

/// The part of `line` around the columns `start..end` (from 1, in UTF-16 units), the blank text before the marker, and the
/// length of the marker. Tabs before the marker are kept, control characters become spaces.
fn window(line: &str, start: u32, end: u32) -> (String, String, usize) {
    let mut column = 1;
    let (mut before, mut marked, mut after) = (Vec::new(), Vec::new(), Vec::new());
    for c in line.chars() {
        let part = match column {
            n if n < start => &mut before,
            n if n < end => &mut marked,
            _ => &mut after,
        };
        part.push(if c.is_control() && c != '\t' { ' ' } else { c });
        column += u32::from(c.len_utf16() == 2) + 1;
    }
    let skipped = before.len().saturating_sub(WIDTH / 2);
    let before = &before[skipped..];
    let room = WIDTH - before.len();
    let length = marked.len().clamp(1, room);
    let rest = marked.iter().chain(&after).take(room);
    let mut shown = String::from(if skipped > 0 { "…" } else { "" });
    let mut blank = String::from(if skipped > 0 { " " } else { "" });
    shown.extend(before.iter().chain(rest));
    blank.extend(before.iter().map(|&c| if c == '\t' { '\t' } else { ' ' }));
    (shown.trim_end().to_owned(), blank, length)
}

#[cfg(test)]
mod tests {
    use super::*;
    use base::{Message, Span};
    use expect_test::{Expect, expect};

    #[track_caller]
    fn check(text: &str, start: usize, end: usize, expected: Expect) {
        let mut sources = Sources::default();
        let file = sources.add("A.java", text);
        let diagnostic =
            Diagnostic::error("java/unknown-name", Span::new(file, start, end), Message::verbatim("what is this"))
                .suggest(Message::verbatim("try that"));
        let text = excerpts(&[diagnostic], &sources);
        expected.assert_eq(&anstream::adapter::strip_str(&text).to_string());
    }

    #[test]
    fn the_place_is_marked() {
        check(
            "class A {\n  int nxt;\n}\n",
            16,
            19,
            expect![[r#"
            error: what is this [java/unknown-name]
             --> A.java:2:7
              |
            2 |   int nxt;
              |       ^^^
              = help: try that

        "#]],
        );
    }

    #[test]
    fn several_lines_and_the_end_of_the_text() {
        check(
            "a\nb",
            0,
            3,
            expect![[r#"
            error: what is this [java/unknown-name]
             --> A.java:1:1
              |
            1 | a
              | ^
              = help: try that

        "#]],
        );
        check(
            "ä𝄞",
            6,
            6,
            expect![[r#"
            error: what is this [java/unknown-name]
             --> A.java:1:4
              |
            1 | ä𝄞
              |   ^
              = help: try that

        "#]],
        );
    }

    #[test]
    fn a_long_line_is_cut() {
        let text = "x".repeat(10_000);
        let (shown, before, marked) = window(&text, 5_000, 9_000);
        assert!(shown.chars().count() <= WIDTH + 1 && before.len() + marked <= WIDTH + 1);
    }
}
