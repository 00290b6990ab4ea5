//! `hrglass batch` as a user runs it.

use crate::support::program::{check, directory, hrglass};

const SAFE: &str =
    "extern void reach_error(void);\nint main(void) { int x = 1; if (x != 1) reach_error(); return 0; }\n";
const FAULTY: &str = "extern void reach_error(void);\nextern int __VERIFIER_nondet_int(void);\n\
    int main(void) { if (__VERIFIER_nondet_int() == 7) reach_error(); return 0; }\n";
/// There is no answer for hours: a large prime would have to be factored.
const HARD: &str = "extern void reach_error(void);\nextern unsigned long long __VERIFIER_nondet_ulonglong(void);\n\
    int main(void) {\n  unsigned long long a = __VERIFIER_nondet_ulonglong() % 4294967296ULL;\n\
    \x20 unsigned long long b = __VERIFIER_nondet_ulonglong() % 4294967296ULL;\n\
    \x20 if (a > 1 && b > 1 && a * b == 2305843009213693951ULL) reach_error();\n  return 0;\n}\n";

fn definition(program: &str, expected: &str) -> String {
    format!(
        "format_version: '2.0'\ninput_files: '{program}'\nproperties:\n  - property_file: unreach-call.prp\n    \
         expected_verdict: {expected}\noptions:\n  language: C\n  data_model: ILP32\n"
    )
}

fn programs(test: &str) -> std::path::PathBuf {
    let here = directory(test);
    let write = |name: &str, text: &str| std::fs::write(here.join(name), text).unwrap();
    write("unreach-call.prp", "CHECK( init(main()), LTL(G ! call(reach_error())) )\n");
    write("safe.c", SAFE);
    write("faulty.c", FAULTY);
    write("hard.c", HARD);
    write("a.yml", &definition("safe.c", "true"));
    write("b.yml", &definition("faulty.c", "false"));
    here
}

/// The cells of a file of comma-separated values, without times and memory.
fn cells(path: &std::path::Path) -> Vec<Vec<String>> {
    let text = std::fs::read_to_string(path).unwrap();
    let lines = text.lines().skip(1);
    let kept = |line: &str| line.split(',').map(str::to_owned).take(5).collect();
    lines.map(kept).collect()
}

#[test]
fn definitions_are_run_in_order_and_scored() {
    let here = programs("scored");
    std::fs::remove_file(here.join("hard.c")).unwrap();
    // Programs of a definition are no tasks of their own.
    let output = hrglass(&here, &["batch", ".", "--jobs", "3", "--csv", "out.csv"]);
    check(&output, 1, "score           3  of 3", "");
    let expected = [
        ["./a.yml", "unreach-call", "satisfied", "satisfied", "correct"],
        ["./b.yml", "unreach-call", "violated", "violated", "correct"],
    ];
    assert_eq!(cells(&here.join("out.csv")), expected);
    std::fs::write(here.join("a.yml"), definition("safe.c", "false")).unwrap();
    std::fs::write(here.join("b.yml"), definition("faulty.c", "true")).unwrap();
    std::fs::write(here.join("tasks.txt"), "# both\nb.yml\n\na.yml\nsafe.c\n").unwrap();
    let output = hrglass(&here, &["batch", "tasks.txt", "--csv", "out.csv"]);
    check(&output, 1, "score         -48  of 3", "");
    check(&output, 1, "WRONG: expected violated", "");
    let expected = [
        ["b.yml", "unreach-call", "violated", "satisfied", "wrong"],
        ["a.yml", "unreach-call", "satisfied", "violated", "wrong"],
        ["safe.c", "unreach-call", "satisfied", "", ""],
    ];
    assert_eq!(cells(&here.join("out.csv")), expected);
}

#[test]
fn tasks_bring_their_expected_verdicts() {
    let here = directory("tasks");
    for (name, verdict) in [("right", "violated"), ("wrong", "satisfied")] {
        let task = serde_json::json!({
            "schema": "hrglass.task/1", "title": name, "analysis": "blocks",
            "program": { "language": "c", "entry": "main", "files": [{ "name": "p.c", "text": FAULTY }] },
            "properties": [{ "id": "p", "check": "unreach-call" }],
            "expected": { "p": verdict }
        });
        std::fs::write(here.join(format!("{name}.json")), task.to_string()).unwrap();
    }
    let output = hrglass(&here, &["batch", "right.json", "wrong.json"]);
    check(&output, 1, "score         -15  of 3", "");
}

#[test]
fn time_and_memory_are_limited() {
    let here = programs("limits");
    let start = std::time::Instant::now();
    let output = hrglass(&here, &["batch", "hard.c", "safe.c", "--seconds", "1", "--csv", "out.csv"]);
    check(&output, 2, "unknown", "");
    assert!(start.elapsed().as_secs() < 60);
    let text = std::fs::read_to_string(here.join("out.csv")).unwrap();
    assert!(text.contains("hard.c,unreach-call,unknown") && text.contains("safe.c,unreach-call,satisfied"), "{text}");
    let output = hrglass(&here, &["batch", "hard.c", "--seconds", "100", "--memory", "24"]);
    check(&output, 2, "the budget of 24 MB is used up", "");
}

#[test]
fn what_cannot_be_run_is_an_error_of_its_own() {
    let here = programs("errors");
    std::fs::write(here.join("list.txt"), "nowhere.c\na.yml\n").unwrap();
    let output = hrglass(&here, &["batch", "list.txt"]);
    check(&output, 3, "cannot read `nowhere.c`", "");
    check(&output, 3, "score           2  of 2", "");
    std::fs::write(here.join("c.yml"), "input_files:\n\t- a.c\n").unwrap();
    check(&hrglass(&here, &["batch", "c.yml", "a.yml"]), 3, "a.yml", "`c.yml` is no task definition: line 2");
    check(&hrglass(&here, &["batch", "nowhere.txt"]), 3, "", "cannot read `nowhere.txt`");
    std::fs::create_dir(here.join("empty")).unwrap();
    check(&hrglass(&here, &["batch", "empty"]), 3, "", "there are no tasks");
    let options = ["batch", "safe.c", "--", "--strategy", "nonsense"];
    check(&hrglass(&here, &options), 3, "error", "");
}
