//! Classes in the gallery as people write them: each task is what is proposed for its class, and mistakes can be mended as the text says.

use hrglass::base::Silent;
use hrglass::editor::{suggest, with_entry};
use hrglass::report::Verdict;
use hrglass::session::{Session, run};
use hrglass::task::{NoFiles, examples, load};

/// The starters.
fn starters() -> impl Iterator<Item = (&'static str, &'static str)> {
    examples().iter().copied().filter(|(id, _)| id.starts_with("own/"))
}

fn session(document: &str) -> Session {
    run(&load(document, "task.json", &mut NoFiles), &mut Silent)
}

/// Opening one is like pasting its class: other methods and structures can be chosen.
#[test]
fn each_is_what_is_proposed_for_its_class() {
    assert!(starters().count() >= 20);
    for (id, text) in starters() {
        let suggestions = suggest(text).expect(id);
        assert!(suggestions.is_proposed && suggestions.entries.len() > 2, "{id}");
        assert!(!suggestions.families.is_empty() && suggestions.families.iter().all(|f| f.chosen.is_some()), "{id}");
        let task = load(text, "task.json", &mut NoFiles).task;
        let again = with_entry(text, &task.program.entry).expect(id);
        assert_eq!(load(&again, "task.json", &mut NoFiles).task.to_json(), task.to_json(), "{id}");
    }
}

/// What the texts of faulty ones say to write instead of what is there.
const MENDS: &[(&str, &str, &str)] = &[
    ("deque-faulty", "last = last.prev;", "last = last.prev; if (last == null) first = null; else"),
    (
        "same-tree-faulty",
        "if (a == null && b == null) {\n            return true;",
        "if (a == null || b == null) {\n            return a == b;",
    ),
    ("successor-faulty", "while (node == up.right)", "while (up != null && node == up.right)"),
    (
        "expression-faulty",
        "return left.eval() / right.eval();",
        "int divisor = right.eval(); return divisor == 0 ? 0 : left.eval() / divisor;",
    ),
    ("bank-faulty", "if (!source.withdraw(amount))", "if (target == null || !source.withdraw(amount))"),
    ("pool-faulty", "Buffer buffer = free;", "Buffer buffer = free; if (buffer == null) return null;"),
];

#[test]
fn mistakes_are_executed_and_can_be_mended() {
    let mut mended = 0;
    for (id, text) in starters().filter(|(id, _)| id.ends_with("-faulty")) {
        let session = session(text);
        let judgement = session.report().memory_safety().expect(id);
        assert_eq!(judgement.verdict, Verdict::Violated, "{id}");
        let Some((_, find, put)) = MENDS.iter().find(|(name, ..)| id.ends_with(name)) else { continue };
        let mut document: serde_json::Value = serde_json::from_str(text).expect(id);
        let code = document["program"]["files"][0]["text"].as_str().expect(id).to_owned();
        assert_eq!(code.matches(find).count(), 1, "{id}");
        document["program"]["files"][0]["text"] = code.replace(find, put).into();
        let again = self::session(&document.to_string());
        assert_eq!(again.report().memory_safety().expect(id).verdict, Verdict::Satisfied, "{id}");
        mended += 1;
    }
    assert_eq!(mended, MENDS.len());
}
