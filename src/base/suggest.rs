//! "Did you mean …?"

use super::{CompactSort, Message};
use crate::msg;

/// The candidate nearest to `name` by edit distance, if it is near enough to be a likely typo. Ties go to the first.
pub fn closest<'a>(name: &str, candidates: impl IntoIterator<Item = &'a str>) -> Option<&'a str> {
    let limit = name.chars().count() / 3 + 1;
    candidates
        .into_iter()
        .map(|c| (distance(&name.to_ascii_lowercase(), &c.to_ascii_lowercase()), c))
        .filter(|&(d, _)| d <= limit)
        .min_by_key(|&(d, _)| d)
        .map(|(_, c)| c)
}

/// A sentence that names the nearest candidate, or else lists up to eight candidates.
pub fn did_you_mean<'a>(name: &str, candidates: impl IntoIterator<Item = &'a str>) -> Option<Message> {
    let mut candidates: Vec<&str> = candidates.into_iter().collect();
    if let Some(near) = closest(name, candidates.iter().copied()) {
        return Some(msg!("did you mean `{near}`?"));
    }
    candidates.compact_sort();
    candidates.dedup();
    let more = (candidates.len() > 8).then_some("…");
    let listed: Vec<&str> = candidates.iter().take(8).copied().chain(more).collect();
    (!candidates.is_empty()).then(|| msg!("candidates: {}", Message::verbatim(listed.join(", "))))
}

/// Levenshtein distance, cut off for long names, which are not typos.
fn distance(a: &str, b: &str) -> usize {
    let start = |text: &str| text.chars().take(64).collect::<String>();
    strsim::levenshtein(&start(a), &start(b))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn distance_is_levenshtein() {
        assert_eq!(distance("kitten", "sitting"), 3);
        assert_eq!(distance("", "abc"), 3);
        assert_eq!(distance("same", "same"), 0);
    }

    #[test]
    fn a_slip_is_found_and_a_stranger_is_not() {
        assert_eq!(closest("RefSLlist", ["RefDLList", "RefSLList"]), Some("RefSLList"));
        assert_eq!(closest("banana", ["RefDLList", "RefSLList"]), None);
        assert_eq!(did_you_mean("zzz", ["b", "a"]).as_ref().map(Message::as_str), Some("candidates: a, b"));
    }
}
