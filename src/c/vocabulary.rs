//! What the front end tells apart, for the table of what becomes of each token.

use super::attributes::{HARMLESS, LAYOUT, MODELLED};
use super::check::call::BUILTINS;
use super::lexer::{DIGRAPHS, Lexeme, SYMBOLS};
use super::parser::expressions::GNU_FUNCTIONS;
use super::parser::{KEYWORDS, SPELLINGS};
use super::preprocess::{CHANGING_PRAGMAS, DIRECTIVES};

/// All tokens with a meaning of their own, from the tables of lexer, preprocessor and parser, each after the group to which it belongs.
pub fn vocabulary() -> Vec<(&'static str, &'static str)> {
    let keywords = KEYWORDS.into_iter().chain(SPELLINGS.iter().map(|&(spelling, _)| spelling));
    let symbols = SYMBOLS.into_iter().chain(DIGRAPHS.iter().map(|&(digraph, _)| digraph));
    let attributes = HARMLESS.into_iter().chain(MODELLED).chain(LAYOUT);
    let functions = GNU_FUNCTIONS.into_iter().chain(BUILTINS.iter().map(|&(builtin, _)| builtin));
    let in_group = |group: &'static str| move |token| (group, token);
    let mut all: Vec<(&'static str, &'static str)> = keywords.map(in_group("keyword")).collect();
    all.extend(symbols.map(in_group("symbol")));
    all.extend(Lexeme::OTHERS.into_iter().map(in_group("other")));
    all.extend(DIRECTIVES.into_iter().map(in_group("directive")));
    all.extend(CHANGING_PRAGMAS.into_iter().map(in_group("pragma")));
    all.extend(attributes.map(in_group("attribute")));
    all.extend(functions.map(in_group("function")));
    all
}
