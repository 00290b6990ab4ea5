//! Included files (C11 6.10.2).

use super::super::lexer::{Lexeme, Token, tokens};
use super::{COMMAND_LINE, Preprocessor, headers, spelling, within};
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
        let found = self.given_files(&name, system);
        let ours = headers::header(&name);
        let found = if system && ours.is_some() { &[] } else { found.as_slice() };
        match (found, ours) {
            (&[file], _) => {
                self.given.push(file);
                if !self.once.contains(&file) {
                    self.enter_file(file);
                }
            }
            (&[one, other, ..], _) => {
                let [one, other] = [one, other].map(|file| self.sources.file(file).name.as_str());
                let message = msg!("`{name}` may be `{one}` or `{other}`");
                let advice = msg!("say in which folder files are looked for (`-I`), or name this one with its folder");
                self.diagnostics.push(Diagnostic::error("c/include", place, message).suggest(advice));
                bound(self.diagnostics);
            }
            ([], Some((name, text))) => {
                // `assert` depends on `NDEBUG` each time.
                if name == "assert.h" || !self.ours.contains(&name) {
                    self.ours.push(name);
                    self.enter(self::tokens(place.file, text, Some(place)), None, name.into());
                }
            }
            ([], None) => {
                let sources = self.sources;
                let given: Vec<&str> = self.files.iter().map(|&file| sources.file(file).name.as_str()).collect();
                let advice = did_you_mean(&name, headers::names().map(|name| -> &str { name }).chain(given));
                let error = Diagnostic::error("c/include", place, msg!("there is no file `{name}`"));
                self.diagnostics.push(error.suggest(advice));
                bound(self.diagnostics);
            }
        }
    }

    /// The given file that a name means here: where compilers look for it, or else one that ends like it, or has the same last name. Several
    /// if these differ.
    fn given_files(&self, name: &str, is_system: bool) -> Vec<FileId> {
        let named = |file: FileId| self.sources.file(file).name.as_str();
        let is_of_preamble = self.inputs.last().is_some_and(|input| &*input.name == COMMAND_LINE);
        let including = self.inputs.iter().rev().find_map(|input| input.file).filter(|_| !is_of_preamble);
        let given = |wanted: &str| self.files.iter().copied().find(|&file| named(file) == wanted);
        if let Some(file) =
            included_names(including.map_or("", named), name, is_system, self.folders).find_map(|it| given(&it))
        {
            return vec![file];
        }
        let last = |name: &str| name.rsplit(['/', '\\']).next().unwrap_or_default().to_owned();
        let all = |is_wanted: &dyn Fn(&str) -> bool| -> Vec<FileId> {
            self.files.iter().copied().filter(|&file| is_wanted(named(file))).collect()
        };
        let longer = all(&|file| file.strip_suffix(name).is_some_and(|rest| rest.ends_with('/')));
        if longer.is_empty() { all(&|file| last(file) == last(name)) } else { longer }
    }
}

/// What the file that is included may be called, in the order in which compilers look for it: beside the file that includes it if its name
/// stands between quotes, then in some folders; last as it is named.
pub fn included_names<'a>(
    including: &'a str,
    name: &'a str,
    is_system: bool,
    folders: &'a [String],
) -> impl Iterator<Item = String> + 'a {
    let folder = including.rsplit_once('/').map_or("", |(folder, _)| folder);
    let quoted = (!is_system).then_some(folder);
    quoted.into_iter().chain(folders.iter().map(String::as_str)).chain([""]).map(|folder| beside(folder, name))
}

/// The name of a file from the folder of another one, without `.` and `..` where they can be left out.
fn beside(folder: &str, name: &str) -> String {
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
