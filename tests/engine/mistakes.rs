//! Whatever is mistaken in whichever field of an example, the task says so, and nothing else happens.
//!
//! Each field gets one kind of mistake; with `HRGLASS_CASES=2` all of them.

use std::ops::ControlFlow;

use hrglass::base::{Observer, Progress, Silent, Stop, has_errors};
use hrglass::session::run;
use hrglass::task::{NoFiles, examples, load};
use serde_json::{Value, json};

use crate::support::cases;

/// Stops every run at once.
struct Impatient;

impl Observer for Impatient {
    fn progress(&mut self, _: Progress) -> ControlFlow<Stop> {
        ControlFlow::Break(Stop::Cancelled)
    }
}

/// The fields of a document, as JSON pointers; arrays and objects, too.
fn fields(value: &Value, at: &str, found: &mut Vec<String>) {
    found.push(at.to_owned());
    match value {
        Value::Object(members) => {
            for (key, value) in members {
                fields(value, &format!("{at}/{}", key.replace('~', "~0").replace('/', "~1")), found);
            }
        }
        // The others are alike.
        Value::Array(items) => {
            for (index, value) in items.iter().enumerate().take(2) {
                fields(value, &format!("{at}/{index}"), found);
            }
        }
        _ => {}
    }
}

/// What is written instead: another type, nothing, a text with a mistake in the middle, one that ends too soon, an endless name.
fn mistakes(right: &Value) -> Vec<Value> {
    let mut all = vec![
        json!({"nonsense": []}),
        json!([[]]),
        json!(-1.5),
        json!(null),
        json!(""),
        json!("{ \u{0} ("),
        json!("x".repeat(3000)),
    ];
    if let Some(text) = right.as_str() {
        let middle = (0..=text.len() / 2).rev().find(|&at| text.is_char_boundary(at)).unwrap_or_default();
        all.extend([json!(text[..middle]), json!(format!("{}⊥{}", &text[..middle], &text[middle..]))]);
    }
    all
}

#[test]
fn each_is_reported_and_none_ends_in_a_crash() {
    let all = cases::factor() > 1;
    let (mut tried, mut reported) = (0_usize, 0);
    for (id, text) in examples() {
        let task: Value = serde_json::from_str(text).expect("an example");
        let mut places = Vec::new();
        fields(&task, "", &mut places);
        for place in places {
            let mistakes = mistakes(task.pointer(&place).expect("a field"));
            let chosen = if all { 0..mistakes.len() } else { tried % mistakes.len()..tried % mistakes.len() + 1 };
            for mistake in &mistakes[chosen] {
                tried += 1;
                let mut wrong = task.clone();
                *wrong.pointer_mut(&place).expect("a field") = mistake.clone();
                let loaded = load(&wrong.to_string(), "task.json", &mut NoFiles);
                let session = run(&loaded, &mut Impatient);
                let report = session.report();
                let is_reported = has_errors(&loaded.diagnostics) || report.exploration.is_none();
                reported += usize::from(is_reported);
                assert!(!is_reported || !report.diagnostics.is_empty(), "{id} {place}: {mistake}");
                let is_other_type = mistake.is_object() || *mistake == json!([[]]);
                assert!(is_reported || !is_other_type, "{id} {place}: {mistake} is accepted");
            }
        }
    }
    assert!(tried > 4_000 && reported > tried / 2, "{reported} of {tried}");
}

/// A task with formulas about variables that nobody declares.
fn of_unknown_names(analysis: &str, language: &str, text: &str, formulas: usize) -> Value {
    let formula = |n: usize| {
        let atoms: Vec<String> = (0..50).map(|m| format!("{{unknown{n}_{m} == 1}}")).collect();
        json!({"id": format!("F{n}"), "ltl": format!("G ({})", atoms.join(" | "))})
    };
    let properties: Vec<Value> = (0..formulas).map(formula).collect();
    let entry = if language == "java" { "Main.main" } else { "main" };
    json!({"schema": "hrglass.task/1", "analysis": analysis, "properties": properties,
        "program": {"language": language, "entry": entry, "files": [{"name": "main", "text": text}]}})
}

#[test]
fn thousands_of_mistakes_in_formulas_are_counted_and_few_are_listed() {
    const FORMULAS: usize = 60;
    for (analysis, language, text) in [
        ("heap", "java", "class Main { static void main() { } }"),
        ("blocks", "java", "class Main { static void main() { } }"),
        ("blocks", "c", "int main(void) { return 0; }"),
        ("boolean", "boolean", "void main() begin skip; end"),
    ] {
        let task = of_unknown_names(analysis, language, text, FORMULAS);
        let report = run(&load(&task.to_string(), "task.json", &mut NoFiles), &mut Impatient).report().clone();
        let said: Vec<&str> = report.diagnostics.iter().map(|found| found.message.as_str()).collect();
        assert_eq!(said.len(), 101, "{analysis}, {language}: {said:?}");
        assert!(said[..100].iter().all(|message| message.contains("unknown")), "{analysis}, {language}: {said:?}");
        let others: usize = report.diagnostics.iter().map(|found| found.others).sum();
        assert_eq!(others, 50 * FORMULAS - 100, "{analysis}, {language}");
    }
}

#[test]
fn of_many_places_where_null_is_dereferenced_and_caught_few_are_listed() {
    let dereferences = "try { o.hashCode(); } catch (NullPointerException e) { }\n".repeat(150);
    let text = format!("class Main {{ static void main() {{ Object o = null;\n{dereferences} }} }}");
    let task = json!({"schema": "hrglass.task/1", "analysis": "heap",
        "program": {"language": "java", "entry": "Main.main", "files": [{"name": "Main.java", "text": text}]}});
    let report = run(&load(&task.to_string(), "task.json", &mut NoFiles), &mut Silent).report().clone();
    let warnings = report.diagnostics.iter().filter(|found| found.code == "java/null-dereference").count();
    let others: usize = report.diagnostics.iter().map(|found| found.others).sum();
    assert_eq!((warnings, others), (100, 50), "{:?}", report.diagnostics);
}
