//! How facts are put together.

use crate::wording::Vocabulary;

/// `a, b and c`, or with *or*, as the text with two places says.
pub(super) fn list<T: AsRef<str>>(vocabulary: &Vocabulary, words: &[T], last: &'static str) -> String {
    match words {
        [] => String::new(),
        [only] => only.as_ref().to_owned(),
        [first @ .., end] => {
            let first: Vec<&str> = first.iter().map(AsRef::as_ref).collect();
            vocabulary.say(last, &[&first.join(", "), end.as_ref()])
        }
    }
}

/// The last place of a list whose parts all are so.
pub(super) const AND: &str = "{0} and {1}";
/// The last place of a list of which one part is so.
pub(super) const OR: &str = "{0} or {1}";

/// Facts that are so, those that are asked for first: `a and b, but not c`.
pub(super) fn facts(vocabulary: &Vocabulary, holding: &[String], failing: &[String]) -> String {
    let [of_holding, of_failing] = [holding, failing].map(|facts| list(vocabulary, facts, AND));
    match (holding, failing) {
        (_, []) => of_holding,
        ([], _) => of_failing,
        _ => vocabulary.say("{0}, but {1}", &[&of_holding, &of_failing]),
    }
}
