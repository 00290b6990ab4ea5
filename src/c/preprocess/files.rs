//! Included files (C11 6.10.2).

use super::super::lexer::{Lexeme, Token, tokens};
use super::{Preprocessor, headers, spelling, within};
use base::{Diagnostic, FileId, Span, bound, did_you_mean, msg};

/// Maximum depth of included files.
const INCLUDES: usize = 100;

impl Preprocessor<'_> {
    /// `#include`, with what follows it.
    pub(super) fn include(&mut self, line: &[Token], span: Span) {
        let plain = line.first().is_some_and(|t| t.is("<") || t.kind == Lexeme::Text);
        let tokens = if plain { line.to_vec() } else { self.expand_all(line.to_vec()) };
        let (name, system) = match tokens.first() {
            Some(first) if first.kind == Lexeme::Text => (first.text.trim_matches('"').to_owned(), false),
            Some(first) if first.is("<") && tokens.iter().any(|t| t.is(">")) => {
                let inside: Vec<Token> = tokens[1..].iter().take_while(|t| !t.is(">")).cloned().collect();
                (spelling(&inside).replace(' ', ""), true)
            }
            _ => {
                self.error(
                    "c/preprocessor",
                    span,
                    msg!("`#include` needs the name of a file: `\"file.h\"` or `<file.h>`"),
                );
                return;
            }
        };
        let place = within(span, line);
        if self.inputs.len() > INCLUDES {
            self.error("c/size", place, msg!("files are included too deeply"));
            return;
        }
        let found = self.given_file(&name);
        let ours = headers::header(&name);
        match (found.filter(|_| !system || ours.is_none()), ours) {
            (Some(file), _) => {
                self.given.push(file);
                if !self.once.contains(&file) {
                    self.enter_file(file);
                }
            }
            (None, Some((name, text))) => {
                // `assert` depends on `NDEBUG` each time.
                if name == "assert.h" || !self.ours.contains(&name) {
                    self.ours.push(name);
                    self.enter(self::tokens(place.file, text, Some(place)), None, name.into());
                }
            }
            (None, None) => {
                let sources = self.sources;
                let given: Vec<&str> = self.files.iter().map(|&file| sources.file(file).name.as_str()).collect();
                let advice = did_you_mean(&name, headers::names().map(|name| -> &str { name }).chain(given));
                let error = Diagnostic::error("c/include", place, msg!("there is no file `{name}`"));
                self.diagnostics.push(error.suggest(advice));
                bound(self.diagnostics);
            }
        }
    }

    /// The given file that a name means here: beside the file that includes it, of this name, at the end of a path, or with this last name.
    fn given_file(&self, name: &str) -> Option<FileId> {
        let including = self.inputs.iter().rev().find_map(|input| input.file);
        let folder = including.and_then(|file| self.sources.file(file).name.rsplit_once('/')).map_or("", |(f, _)| f);
        let beside = beside(folder, name);
        let last = |name: &str| name.rsplit(['/', '\\']).next().unwrap_or_default().to_owned();
        let given = |wanted: &dyn Fn(&str) -> bool| {
            self.files.iter().copied().find(|&file| wanted(&self.sources.file(file).name))
        };
        given(&|file| file == beside)
            .or_else(|| given(&|file| file == name))
            .or_else(|| given(&|file| file.strip_suffix(name).is_some_and(|rest| rest.ends_with('/'))))
            .or_else(|| given(&|file| last(file) == last(name)))
    }
}

/// The name of a file from the folder of another one, without `.` and `..` where they can be left out.
pub fn beside(folder: &str, name: &str) -> String {
    let is_whole = name.starts_with('/');
    let mut parts: Vec<&str> = Vec::new();
    for part in folder.split('/').filter(|_| !is_whole).chain(name.split('/')) {
        match part {
            "" | "." => {}
            ".." if parts.last().is_some_and(|last| *last != "..") => drop(parts.pop()),
            _ => parts.push(part),
        }
    }
    let root = if is_whole || folder.starts_with('/') { "/" } else { "" };
    format!("{root}{}", parts.join("/"))
}
