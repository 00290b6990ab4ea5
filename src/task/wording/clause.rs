//! Clauses, and texts with places for them.

use super::vocabulary::{ClauseText, Vocabulary};

/// Where a clause stands.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum ClausePosition {
    /// Alone.
    Main,
    /// After a conjunction such as *if*.
    Subordinate,
    /// After an adverb or a subordinate clause.
    Inverted,
}

/// A statement about one point of a run, or with adverbs about several.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(super) struct Clause {
    /// From the outermost to the innermost.
    pub adverbs: Vec<String>,
    pub subject: String,
    pub verb: &'static str,
    pub rest: String,
}

impl Clause {
    /// A clause without adverbs.
    pub(super) fn new([subject, verb, rest]: ClauseText, argument: &impl Fn(usize, char) -> String) -> Self {
        Self { adverbs: Vec::new(), subject: fill(subject, argument), verb, rest: fill(rest, argument) }
    }

    /// The text of the clause.
    pub(super) fn text(&self, position: ClausePosition, vocabulary: &Vocabulary) -> String {
        let (subject, verb, rest) = (self.subject.as_str(), self.verb, self.rest.as_str());
        let adverbs = self.adverbs.iter().map(String::as_str);
        let mut words: Vec<&str> = Vec::new();
        match (vocabulary.verb_moves, position) {
            (true, ClausePosition::Inverted) => {
                words.push(verb);
                words.extend(adverbs);
                words.extend([subject, rest]);
            }
            (true, ClausePosition::Subordinate) => {
                words.extend(adverbs);
                words.extend([subject, rest, verb]);
            }
            (true, ClausePosition::Main) if !self.adverbs.is_empty() => {
                words.extend(adverbs);
                words.insert(1, verb);
                words.extend([subject, rest]);
            }
            _ => {
                words.extend(adverbs);
                words.extend([subject, verb, rest]);
            }
        }
        words.retain(|word| !word.is_empty());
        words.join(" ")
    }
}

/// The text with its places `{0}`, `{1d}` filled: by number and, if there is one, letter.
pub(super) fn fill(text: &str, argument: &impl Fn(usize, char) -> String) -> String {
    let mut filled = String::new();
    let mut rest = text;
    while let Some((before, after)) = rest.split_once('{') {
        filled.push_str(before);
        let Some((place, after)) = after.split_once('}') else { break };
        let mut letters = place.chars();
        let number = letters.next().and_then(|digit| digit.to_digit(10)).unwrap_or(0);
        filled.push_str(&argument(number as usize, letters.next().unwrap_or(' ')));
        rest = after;
    }
    filled.push_str(rest);
    filled
}
