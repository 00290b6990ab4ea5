//! How facts are put together.

/// `a, b and c`.
pub(super) fn list<T: AsRef<str>>(words: &[T], last: &str) -> String {
    match words {
        [] => String::new(),
        [only] => only.as_ref().to_owned(),
        [first @ .., end] => {
            let first: Vec<&str> = first.iter().map(AsRef::as_ref).collect();
            format!("{} {last} {}", first.join(", "), end.as_ref())
        }
    }
}

/// Facts that are so, those that are asked for first: `a and b, but not c`.
pub(super) fn facts(holding: &[String], failing: &[String]) -> String {
    match (holding, failing) {
        (holding, []) => list(holding, "and"),
        ([], failing) => list(failing, "and"),
        (holding, failing) => format!("{}, but {}", list(holding, "and"), list(failing, "and")),
    }
}
