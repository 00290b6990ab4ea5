//! Formulas in words, in English and in German, and sentences with holes that write formulas.
//!
//! What a language says is a table of texts ([`Vocabulary`]); how they are put together follows from the structure of the
//! formula and is the same for all languages.

mod clause;
mod english;
mod german;
mod literal;
mod read_out;
mod sentence;
#[cfg(test)]
mod tests;
mod vocabulary;

pub use english::ENGLISH;
pub use german::GERMAN;
pub use read_out::{MAX_SIZE, read_out, read_out_text};
pub use sentence::{HoleKind, RESULT, Sentence, SentenceHole, formula_of, sentences};
pub use vocabulary::{LANGUAGES, Subject, Vocabulary, spoken};
