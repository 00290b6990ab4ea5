//! Nothing that a program consists of is dropped: each token of C and Java is modelled, harmless, makes what a run that comes to it does
//! unknown, or is an error. Rows of a table show which, with programs whose verdicts say so; GCC and a JVM say what these do.

mod judge;
mod row;

use std::collections::{BTreeMap, BTreeSet};
use std::fmt::Write;
use std::path::Path;

use hrglass::base::{Severity, Silent};
use hrglass::report::{Report, Verdict};
use hrglass::session::run;
use hrglass::task::{Language, NoFiles, load};
use serde_json::json;

use row::{Fate, Row, Table};

fn tables() -> [Table; 2] {
    let read = |language, text, vocabulary| Table { language, rows: row::rows(text), vocabulary };
    [
        read(Language::C, include_str!("../data/tokens/c.txt"), hrglass::c::vocabulary()),
        read(Language::Java, include_str!("../data/tokens/java.txt"), hrglass::java::vocabulary()),
    ]
}

/// What large blocks say of a program.
fn report(language: Language, text: &str) -> Report {
    let (name, word, entry, file) = match language {
        Language::C => ("a.c", "c", "main", text.to_owned()),
        _ => ("A.java", "java", "A.f", text.to_owned()),
    };
    let properties = match language {
        Language::C => json!([{"id": "p", "check": "unreach-call"}]),
        _ => json!([]),
    };
    let mut program = json!({"language": word, "entry": entry, "files": [{"name": name, "text": file}]});
    if matches!(language, Language::C) {
        program["dataModel"] = json!("LP64");
    }
    let task = json!({"schema": "hrglass.task/1", "analysis": "blocks", "properties": properties, "program": program});
    run(&load(&task.to_string(), "task.json", &mut NoFiles), &mut Silent).report().clone()
}

/// The verdict, or what the first error says.
fn verdict(language: Language, text: &str) -> String {
    let report = report(language, text);
    match report.diagnostics.iter().find(|found| found.severity == Severity::Error) {
        Some(error) => format!("error: {}", error.message),
        None => {
            report.properties.first().map_or("none".to_owned(), |p| format!("{:?}", p.judgement.verdict).to_lowercase())
        }
    }
}

/// The verdicts on a condition and on its negation.
fn both(language: Language, row: &Row, token: &str, with: bool) -> [String; 2] {
    [false, true].map(|negated| verdict(language, &row.program(language, token, with, negated)))
}

/// What a row claims and its program contradicts.
fn contradiction(language: Language, row: &Row, token: &str) -> Option<String> {
    let wanted = |verdicts: [&str; 2], with| {
        let found = both(language, row, token, with);
        (found != verdicts).then(|| format!("{found:?} instead of {verdicts:?}"))
    };
    match row.fate {
        Fate::Modelled => wanted(["satisfied", "violated"], true),
        Fate::Harmless => wanted(["satisfied", "violated"], true).or_else(|| wanted(["satisfied", "violated"], false)),
        Fate::Unknown if row.condition.is_some() => {
            let found = both(language, row, token, true);
            let is_open = found.iter().all(|verdict| ["unknown", "suspected"].contains(&&**verdict));
            (!is_open).then(|| format!("{found:?}"))
        }
        Fate::Unknown => {
            let text = row.program(language, token, true, false);
            let report = report(language, &text);
            let Some(property) = report.properties.first() else { return Some(format!("{:?}", report.diagnostics)) };
            let reason = property.judgement.reason.as_ref().map_or_else(String::new, ToString::to_string);
            // The warning at the place says why.
            let is_placed = report.diagnostics.iter().any(|found| {
                let is_warning = found.severity == Severity::Warning && found.line.is_some();
                let message = found.message.to_string();
                is_warning && (reason.contains(&message) || message.contains("not followed"))
            });
            let is_unknown = property.judgement.verdict == Verdict::Unknown;
            (!is_unknown || !is_placed).then(|| format!("{:?}: {reason}", property.judgement.verdict))
        }
        Fate::Error => {
            let (text, place) = row.marked(language, token);
            let report = report(language, &text);
            let first = report.diagnostics.iter().find(|found| found.severity == Severity::Error);
            let found = first.and_then(|first| first.line.zip(first.column));
            (found != Some(place)).then(|| format!("{found:?} instead of {place:?}: {first:?}"))
        }
    }
}

#[test]
fn each_token_has_the_fate_that_its_row_says() {
    let mut wrong = Vec::new();
    for Table { language, rows, .. } in tables() {
        for row in &rows {
            for token in &row.tokens {
                if let Some(found) = contradiction(language, row, token) {
                    wrong.push(format!(
                        "{:?} `{token}`: {found}\n{}",
                        row.fate,
                        row.program(language, token, true, false)
                    ));
                }
            }
        }
    }
    assert!(wrong.is_empty(), "{} of them:\n{}", wrong.len(), wrong.join("\n"));
}

#[test]
fn each_token_has_a_row() {
    for Table { language, rows, vocabulary } in tables() {
        let named: BTreeSet<(&str, &str)> =
            rows.iter().flat_map(|row| row.tokens.iter().map(|token| (&*row.group, &**token))).collect();
        let missing: Vec<_> = vocabulary.iter().filter(|token| !named.contains(token)).collect();
        assert!(missing.is_empty(), "{language:?} tokens without a row: {missing:?}");
    }
}

#[test]
fn compilers_say_the_same() {
    for Table { language, rows, .. } in tables() {
        let wrong = match language {
            Language::C => judge::by_gcc(&rows),
            _ => judge::by_jvm(&rows),
        };
        assert!(wrong.is_empty(), "{language:?}: conditions that are false: {wrong:?}");
    }
}

/// The document lists the rows by their fates. To update it: `UPDATE_EXPECT=1 cargo test tokens::`.
#[test]
fn the_documentation_has_the_rows() {
    let path = Path::new(env!("CARGO_MANIFEST_DIR")).join("docs/tokens.md");
    let written = std::fs::read_to_string(&path).unwrap_or_default();
    let mut found = written.split("\n## ").next().unwrap_or_default().trim_end().to_owned() + "\n";
    for Table { language, rows, .. } in tables() {
        let title = if matches!(language, Language::C) { "C" } else { "Java" };
        let _ = write!(found, "\n## {title}\n\n| group | fate | tokens |\n| --- | --- | --- |\n");
        let mut groups: Vec<&str> = rows.iter().map(|row| &*row.group).collect();
        groups.dedup();
        for group in groups {
            let mut by_fate: BTreeMap<Fate, BTreeSet<&str>> = BTreeMap::new();
            for row in rows.iter().filter(|row| row.group == group) {
                by_fate.entry(row.fate).or_default().extend(row.tokens.iter().map(|token| &**token));
            }
            for (fate, tokens) in by_fate {
                let tokens: Vec<String> =
                    tokens.into_iter().map(|token| format!("`{}`", token.replace('|', "\\|"))).collect();
                let _ = writeln!(found, "| {group} | {} | {} |", fate.words(), tokens.join(" "));
            }
        }
    }
    if std::env::var_os("UPDATE_EXPECT").is_some() {
        std::fs::write(&path, &found).expect("it can be written");
        return;
    }
    assert_eq!(written, found, "docs/tokens.md: update it with UPDATE_EXPECT=1");
}
