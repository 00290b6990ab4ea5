//! What a language needs to read out formulas.

use super::english::ENGLISH;
use super::german::GERMAN;
use crate::{Analysis, Language};

/// What propositions are about, which decides which sentences fit.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Subject {
    /// Heap programs in Java.
    JavaHeaps,
    /// Heap programs in C.
    CHeaps,
    /// Programs in Java in large blocks.
    JavaNumbers,
    /// Programs in C in large blocks.
    CNumbers,
    /// Boolean programs.
    BooleanPrograms,
}

impl Subject {
    /// What the propositions of a task are about; `None` if no formulas are checked.
    pub fn of(analysis: Analysis, language: Language) -> Option<Self> {
        match (analysis, language) {
            (Analysis::Heap, Language::C) => Some(Subject::CHeaps),
            (Analysis::Heap, _) => Some(Subject::JavaHeaps),
            (Analysis::Blocks, Language::C) => Some(Subject::CNumbers),
            (Analysis::Blocks, _) => Some(Subject::JavaNumbers),
            (Analysis::Boolean, _) => Some(Subject::BooleanPrograms),
            (Analysis::Forest, _) => None,
        }
    }

    /// Whether propositions are about heaps; otherwise they are conditions of the program's language.
    pub fn is_of_heaps(self) -> bool {
        matches!(self, Subject::JavaHeaps | Subject::CHeaps)
    }
}

/// Subject, verb, and what follows it. `{0}`, `{1}` are arguments, `{0d}` in the dative.
pub(super) type ClauseText = [&'static str; 3];

/// A proposition and its negation.
pub(super) struct Literal {
    pub holds: ClauseText,
    pub fails: ClauseText,
}

/// The texts of a language. In those of operators, `{0m}` is the first operand as a main clause, `{0s}` as a subordinate clause,
/// and `{0i}` as a clause after an adverb.
pub struct Vocabulary {
    /// The code of the language, as in `en`.
    pub code: &'static str,
    /// Whether the verb changes places: last in subordinate clauses, first after an adverb.
    pub(super) verb_moves: bool,
    /// The returned value, also in the dative.
    pub(super) result: [&'static str; 2],
    pub(super) field_of_result: &'static str,

    pub(super) truth: Literal,
    pub(super) terminated: Literal,
    pub(super) null_dereference: Literal,
    pub(super) exception: Literal,
    pub(super) heap_shape: Literal,
    pub(super) shape: Literal,
    pub(super) reachable: Literal,
    pub(super) reachable_along: Literal,
    pub(super) visited: Literal,
    pub(super) visited_by: Literal,
    pub(super) reached: Literal,
    pub(super) reached_along: Literal,
    pub(super) neighbours: Literal,
    pub(super) unchanged: Literal,
    /// Comparisons with constants and with variables, first for `==`, then for `!=`.
    pub(super) constant: [Literal; 2],
    pub(super) same: [Literal; 2],
    /// The size of a collection in some order to what follows; then for `!=`.
    pub(super) size: [Literal; 2],
    /// What stands before a number for `<`, `<=`, `>`, `>=`.
    pub(super) orders: [&'static str; 4],
    /// An element, a key, a value.
    pub(super) contains: [Literal; 3],
    pub(super) tree: Literal,
    pub(super) acyclic: Literal,
    pub(super) garbage_free: Literal,
    pub(super) at_line: Literal,
    pub(super) at_line_of: Literal,
    pub(super) fails: Literal,
    pub(super) fails_in: Literal,
    pub(super) inside: Literal,
    pub(super) under_way: Literal,
    pub(super) at_label: Literal,
    pub(super) failed: Literal,
    pub(super) condition: Literal,
    /// A statement in parentheses.
    pub(super) statement: Literal,

    pub(super) in_every_run: &'static str,
    pub(super) at_the_start: &'static str,
    pub(super) at_every_point: &'static str,
    pub(super) at_some_point: &'static str,
    pub(super) from_then_on: &'static str,
    pub(super) then_or_later: &'static str,
    pub(super) again_and_again: &'static str,
    pub(super) from_some_point_on: &'static str,
    pub(super) never: &'static str,
    pub(super) never_from_then_on: &'static str,
    pub(super) next: &'static str,
    pub(super) steps: &'static str,

    pub(super) of_every_run: &'static str,
    pub(super) of_every_ending_run: &'static str,
    pub(super) all_of: &'static str,
    pub(super) and: &'static str,
    pub(super) or: &'static str,
    pub(super) implies: &'static str,
    pub(super) iff: &'static str,
    pub(super) whenever: &'static str,
    pub(super) whenever_from_then_on: &'static str,
    pub(super) until: &'static str,
    pub(super) release: &'static str,
    pub(super) weak_until: &'static str,
    pub(super) strong_release: &'static str,
    pub(super) not_before: &'static str,
    /// What cannot be read out, as it is too long.
    pub(super) satisfies: &'static str,
}

/// All languages.
pub const LANGUAGES: [&Vocabulary; 2] = [&ENGLISH, &GERMAN];

/// What reads out formulas in the language that is spoken.
pub fn spoken() -> &'static Vocabulary {
    let code = base::Language::spoken();
    LANGUAGES.into_iter().find(|vocabulary| vocabulary.code == code).unwrap_or(&ENGLISH)
}
