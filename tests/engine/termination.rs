//! Which programs come to an end: the table in `docs/termination.md`.

use std::path::Path;

use expect_test::expect_file;
use hrglass::base::Silent;
use hrglass::report::evidence::Ending;
use hrglass::report::{Descent, DescentKind, Judgement, Verdict};
use hrglass::session::run;
use hrglass::task::load;
use serde_json::{Value, json};

use crate::support::folder::Folder;
use crate::support::tasks::tasks;

/// What is known of the programs for which the analysis finds no answer.
const OPEN: &[(&str, &str)] = &[(
    "trees/lindstrom",
    "ends: every edge of the tree is turned round three times; no number of objects in parts of the heap gets smaller",
)];

const TEXT: &str = "# Which programs come to an end\n\n\
    `F {terminated}` for every method in Java of the [benchmark](benchmark.md) and of the [gallery](../examples/README.md) that is checked with \
    graph grammars: every run from every initial heap comes to the end of the entry method. Strategy `rsm`, otherwise the options of the \
    task. [Sizes](theory.md#sizes) explains what gets smaller.\n\n\
    - *proved*: it holds, and the measure says why.\n\
    - *violated*: a run on which it fails was executed.\n\
    - *open*: neither; the note says what is true.\n\n";

/// The task with no property but that every run ends.
fn asked(task: &Value) -> Value {
    let mut task = task.clone();
    task["properties"] = json!([{"id": "ends", "ltl": "F {terminated}"}]);
    task["options"]["strategy"] = "rsm".into();
    let task_members = task.as_object_mut().expect("an object");
    for member in ["monitors", "expected", "view"] {
        task_members.remove(member);
    }
    task
}

/// Whether a task is about a method in Java and the analysis with graph grammars. Clients of a class go on for ever.
fn is_java(task: &Value) -> bool {
    let is = |member: &Value, usual: &str| member.as_str().is_none_or(|given| given == usual);
    let is_class = task["program"]["entry"].as_str().is_some_and(|entry| entry.ends_with(".*"));
    is(&task["analysis"], "heap") && is(&task["program"]["language"], "java") && !is_class
}

/// A measure in words.
fn measure(descent: &Descent) -> String {
    let place = match descent.kind {
        DescentKind::Loop => format!("line {}", descent.line),
        DescentKind::Calls => format!("calls of `{}`", descent.method),
    };
    let parts = descent.parts.iter().chain(&descent.number).map(|part| format!("`{part}`"));
    format!("{place}: {}", parts.collect::<Vec<_>>().join(" and "))
}

/// What was found, and why.
fn answer(id: &str, judgement: &Judgement) -> (&'static str, String) {
    match (judgement.verdict, &judgement.evidence) {
        (Verdict::Satisfied, _) => {
            let mut measures: Vec<String> = Vec::new();
            for descent in &judgement.descents {
                let measure = measure(descent);
                if !measures.contains(&measure) {
                    measures.push(measure);
                }
            }
            ("proved", if measures.is_empty() { "nothing goes round".to_owned() } else { measures.join("; ") })
        }
        (Verdict::Violated, Some(evidence)) => {
            let why = match evidence.counterexample.as_ref().map(|run| run.ending) {
                Some(Ending::Repeats { .. } | Ending::Diverges) => "a run repeats itself for ever",
                Some(Ending::NullDereference) => "a run ends with a null dereference",
                Some(Ending::Thrown) => "a run ends with an exception",
                other => panic!("{id}: {other:?}"),
            };
            ("violated", why.to_owned())
        }
        _ => {
            let note = OPEN.iter().find(|(task, _)| *task == id);
            ("open", note.unwrap_or_else(|| panic!("{id} is open: {judgement:?}")).1.to_owned())
        }
    }
}

/// To update it: `UPDATE_EXPECT=1 cargo test termination::`.
#[test]
fn the_documented_table_is_up_to_date() {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("examples");
    let mut parts = [("Benchmark", Vec::new()), ("Gallery", Vec::new())];
    for (path, task) in tasks("examples") {
        let id = path.strip_prefix(&folder).expect("below the folder").with_extension("").display().to_string();
        // What is unknown for other reasons says nothing here.
        if !is_java(&task) || id.starts_with("unknown/") {
            continue;
        }
        let directory = path.parent().expect("a folder").to_path_buf();
        let loaded = load(&asked(&task).to_string(), &id, &mut Folder(directory));
        let session = run(&loaded, &mut Silent);
        let judgement = session.report().of_task().next();
        let judgement = &judgement.unwrap_or_else(|| panic!("{id}: {:?}", session.report().diagnostics)).judgement;
        let (found, why) = answer(&id, judgement);
        let name = id.strip_prefix("benchmark/").unwrap_or(&id);
        parts[usize::from(name == id)].1.push((name.to_owned(), found, why));
    }
    let mut text = TEXT.to_owned();
    text += "| | programs | proved | violated | open |\n| --- | --: | --: | --: | --: |\n";
    for (part, rows) in &parts {
        let count = |found: &str| rows.iter().filter(|row| row.1 == found).count();
        let [proved, violated, open] = ["proved", "violated", "open"].map(count);
        text += &format!("| {part} | {} | {proved} | {violated} | {open} |\n", rows.len());
    }
    for (part, rows) in &parts {
        text += &format!("\n## {part}\n\n| program | | |\n| --- | --- | --- |\n");
        for (name, found, why) in rows {
            text += &format!("| {name} | {found} | {why} |\n");
        }
    }
    expect_file!["../../docs/termination.md"].assert_eq(&text);
    let ends = parts.iter().flat_map(|(_, rows)| rows).filter(|row| row.1 != "violated").count();
    let open = parts.iter().flat_map(|(_, rows)| rows).filter(|row| row.1 == "open").count();
    assert!(open * 5 <= ends, "at least four in five of those that may end are proved");
}
