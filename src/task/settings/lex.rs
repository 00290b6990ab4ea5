//! The lexer of settings files.

use base::{Diagnostic, FileId, Span, msg};

/// A token of a settings file or command line.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(super) struct Token {
    /// The token without its quotes.
    pub text: String,
    /// Its position, including quotes.
    pub span: Span,
    /// Whether it was quoted: a quoted token is never an option.
    pub quoted: bool,
}

/// Splits the text of `file` into tokens, line by line.
///
/// Spaces and tabs separate tokens. `"` starts and ends a quoted part, which may contain spaces and ends the
/// token; there are no escape sequences. A line whose first word starts with `#` is a comment. A quote that is open at
/// the end of its line ends there, with a warning.
pub(super) fn tokens(file: FileId, text: &str, diagnostics: &mut Vec<Diagnostic>) -> Vec<Token> {
    let mut tokens = Vec::new();
    let mut line_start = 0;
    for line in text.split_inclusive(['\n', '\r']) {
        let content = line.trim_start_matches('\u{feff}');
        if !content.trim_start().starts_with('#') {
            let start = line_start + (line.len() - content.len());
            line_tokens(file, start, content.trim_end_matches(['\n', '\r']), &mut tokens, diagnostics);
        }
        line_start += line.len();
    }
    tokens
}

fn line_tokens(file: FileId, start: usize, line: &str, tokens: &mut Vec<Token>, diagnostics: &mut Vec<Diagnostic>) {
    let mut text = String::new();
    // Where the pending token starts, and its opening quote while one is open.
    let mut from = None;
    let mut open: Option<usize> = None;
    let mut finish = |text: &mut String, from: &mut Option<usize>, end: usize, quoted: bool| {
        if let Some(begin) = from.take() {
            let span = Span::new(file, start + begin, start + end);
            tokens.push(Token { text: std::mem::take(text), span, quoted });
        }
    };
    for (at, c) in line.char_indices() {
        match c {
            '"' if open.is_some() => {
                // `--name="a b"` is an option with its value, `"-a"` a quoted word.
                let quoted = open.take() == from;
                finish(&mut text, &mut from, at + 1, quoted);
            }
            '"' => {
                open = Some(at);
                from.get_or_insert(at);
            }
            c if open.is_none() && c.is_whitespace() => finish(&mut text, &mut from, at, false),
            c => {
                from.get_or_insert(at);
                text.push(c);
            }
        }
    }
    let quoted = open.is_some() && open == from;
    finish(&mut text, &mut from, line.len(), quoted);
    if let Some(at) = open {
        let span = Span::new(file, start + at, start + line.len());
        diagnostics.push(
            Diagnostic::warning("settings/open-quote", span, msg!("unclosed quote; it ends at the end of the line"))
                .suggest(msg!("add `\"`")),
        );
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use base::Sources;

    #[track_caller]
    fn check(text: &str, expected: &[&str]) {
        let file = Sources::default().add("test.attestor", text);
        let found = tokens(file, text, &mut Vec::new());
        assert_eq!(found.iter().map(|t| t.text.as_str()).collect::<Vec<_>>(), expected);
        for token in found {
            assert!(text.get(token.span.start as usize..token.span.end as usize).is_some());
        }
    }

    #[test]
    fn words_and_quotes() {
        check(
            "--model-checking \"G ({terminated} -> {L(RefSLList)})\"",
            &["--model-checking", "G ({terminated} -> {L(RefSLList)})"],
        );
        check("ab\"c d\"e", &["abc d", "e"]);
        check("--description \"\" x", &["--description", "", "x"]);
        check("it's 'a b'", &["it's", "'a", "b'"]);
        check("--name=\"a b\" c", &["--name=a b", "c"]);
    }

    #[test]
    fn comments_start_a_line() {
        check("# tiny run\n--debug# x\n  # note\n--class \"A # b\"", &["--debug#", "x", "--class", "A # b"]);
    }

    #[test]
    fn tabs_separate_and_line_ends_of_all_kinds_end() {
        check("\u{feff}--a\tb\r\n--c\rd", &["--a", "b", "--c", "d"]);
        check("\u{feff}# comment\n--é ü", &["--é", "ü"]);
    }

    #[test]
    fn an_open_quote_ends_with_its_line() {
        let text = "--description \"walk\n--class A";
        let mut diagnostics = Vec::new();
        let file = Sources::default().add("test.attestor", text);
        assert_eq!(tokens(file, text, &mut diagnostics).len(), 4);
        assert_eq!(diagnostics.len(), 1);
    }
}
