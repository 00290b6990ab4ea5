//! What the front end tells apart, for the table of what becomes of each token.

use super::lexer::{CONTEXTUAL, KEYWORDS, SYMBOLS, TokenKind};

/// All tokens with a meaning of their own, from the tables of the lexer, each after the group to which it belongs.
pub fn vocabulary() -> Vec<(&'static str, &'static str)> {
    let in_group = |group: &'static str| move |token| (group, token);
    let mut all: Vec<(&'static str, &'static str)> = KEYWORDS.into_iter().map(in_group("keyword")).collect();
    all.extend(CONTEXTUAL.into_iter().map(in_group("contextual keyword")));
    all.extend(SYMBOLS.into_iter().map(in_group("symbol")));
    all.extend(TokenKind::OTHERS.into_iter().map(in_group("other")));
    all
}
