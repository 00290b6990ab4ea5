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

/// One row for each property of a definition, whether its file asks for several things, for one, or for something that is not supported.
#[test]
fn every_property_of_the_competition_is_one_row() {
    let here = directory("properties");
    let write = |name: &str, text: &str| std::fs::write(here.join(name), text).unwrap();
    let property = |name: &str, formulas: &[&str]| {
        let lines: String = formulas.iter().map(|formula| format!("CHECK( init(main()), LTL({formula}) )\n")).collect();
        write(&format!("{name}.prp"), &lines);
    };
    property("valid-memsafety", &["G valid-free", "G valid-deref", "G valid-memtrack"]);
    property("valid-memcleanup", &["G valid-memcleanup"]);
    property("no-overflow", &["G ! overflow"]);
    property("unreach-call", &["G ! call(reach_error())"]);
    property("termination", &["F end"]);
    property("no-data-race", &["G ! data-race"]);
    property("def-behavior", &["G def-behavior"]);
    let goals = [("branches", "DECISIONEDGE"), ("error-call", "CALL(reach_error)")];
    for (name, goal) in goals {
        let text = format!("COVER( init(main()), FQL(COVER EDGES(@{goal})) )\n");
        write(&format!("coverage-{name}.prp"), &text);
    }
    write("leak.c", "#include <stdlib.h>\nint main(void) { int *p = malloc(4); p = 0; return 0; }\n");
    let memory =
        |subproperty: &str| format!("valid-memsafety.prp\n    expected_verdict: false\n    subproperty: {subproperty}");
    let definition = |memory: &str| {
        let others =
            ["valid-memcleanup.prp\n    expected_verdict: false", "no-overflow.prp\n    expected_verdict: true"];
        let more = ["unreach-call", "termination", "no-data-race", "def-behavior"]
            .map(|name| format!("{name}.prp\n    expected_verdict: true"));
        // Tests that cover something are no verdict.
        let covering = ["coverage-branches.prp", "coverage-error-call.prp"];
        let all = [memory].into_iter().chain(others).chain(more.iter().map(String::as_str)).chain(covering);
        let all: String = all.map(|property| format!("  - property_file: {property}\n")).collect();
        format!("format_version: '2.0'\ninput_files: leak.c\nproperties:\n{all}options:\n  data_model: LP64\n")
    };
    write("leak.yml", &definition(&memory("valid-memtrack")));
    let output = hrglass(&here, &["batch", "leak.yml", "--csv", "out.csv"]);
    check(&output, 1, "score           6  of 12", "");
    let expected = [
        ["leak.yml", "valid-memsafety", "violated", "violated", "correct"],
        ["leak.yml", "valid-memcleanup", "violated", "violated", "correct"],
        ["leak.yml", "no-overflow", "satisfied", "satisfied", "correct"],
        ["leak.yml", "unreach-call", "satisfied", "satisfied", "correct"],
        ["leak.yml", "termination", "unknown", "satisfied", "undecided"],
        ["leak.yml", "no-data-race", "unknown", "satisfied", "undecided"],
        ["leak.yml", "def-behavior", "unknown", "satisfied", "undecided"],
        ["leak.yml", "coverage-branches", "unknown", "", ""],
        ["leak.yml", "coverage-error-call", "unknown", "", ""],
    ];
    assert_eq!(cells(&here.join("out.csv")), expected);
    // Something else is violated than expected.
    write("leak.yml", &definition(&memory("valid-deref")));
    let output = hrglass(&here, &["batch", "leak.yml", "--csv", "out.csv"]);
    check(&output, 1, "WRONG: expected `valid-deref` violated", "");
    assert_eq!(cells(&here.join("out.csv"))[0], ["leak.yml", "valid-memsafety", "violated", "violated", "wrong"]);
}

/// Several files that are not in C, or a directory of them, are not known, and no fault of a definition: what a verdict would be worth is counted.
#[test]
fn definitions_of_several_files_are_unknown() {
    let here = programs("several");
    let both = definition("safe.c", "true").replace("'safe.c'", "['A.java', 'B.java']");
    std::fs::write(here.join("both.yml"), both).unwrap();
    std::fs::create_dir(here.join("java")).unwrap();
    std::fs::write(here.join("folder.yml"), definition("java/", "false")).unwrap();
    let output = hrglass(&here, &["batch", "both.yml", "folder.yml", "a.yml", "--csv", "out.csv"]);
    check(&output, 2, "score           2  of 5", "");
    check(&output, 2, "it has several `input_files` that are not in C, which is not supported", "");
    check(&output, 2, "`java/` is a directory", "");
    let expected = [
        ["both.yml", "unreach-call", "unknown", "satisfied", "undecided"],
        ["folder.yml", "unreach-call", "unknown", "violated", "undecided"],
        ["a.yml", "unreach-call", "satisfied", "satisfied", "correct"],
    ];
    assert_eq!(cells(&here.join("out.csv")), expected);
}

/// Not even where the batch had no chance to end them.
#[cfg(target_os = "linux")]
#[test]
fn tasks_end_with_the_batch() {
    let here = programs("orphans");
    let mut batch = std::process::Command::new(env!("CARGO_BIN_EXE_hrglass"))
        .args(["batch", "hard.c", "--seconds", "100"])
        .current_dir(&here)
        .stdout(std::process::Stdio::null())
        .spawn()
        .unwrap();
    let list = format!("/proc/{0}/task", batch.id());
    let children = || {
        let threads = std::fs::read_dir(&list).into_iter().flatten().filter_map(|entry| Some(entry.ok()?.path()));
        let texts = threads.filter_map(|thread| std::fs::read_to_string(thread.join("children")).ok());
        texts.flat_map(|text| text.split_whitespace().map(str::to_owned).collect::<Vec<_>>()).next()
    };
    let start = std::time::Instant::now();
    let waits = || assert!(start.elapsed().as_secs() < 60, "it takes too long");
    let task = loop {
        waits();
        if let Some(task) = children() {
            break task;
        }
    };
    batch.kill().unwrap();
    batch.wait().unwrap();
    // One that has ended and was not collected yet has no command line.
    let command = format!("/proc/{task}/cmdline");
    while std::fs::read(&command).is_ok_and(|line| !line.is_empty()) {
        waits();
        std::thread::sleep(std::time::Duration::from_millis(5));
    }
}

#[cfg(unix)]
#[test]
fn what_is_finished_is_written_when_the_system_ends_a_batch() {
    let here = programs("ended");
    let mut child = std::process::Command::new(env!("CARGO_BIN_EXE_hrglass"))
        .args(["batch", "safe.c", "hard.c", "--jobs", "1", "--seconds", "100", "--csv", "out.csv"])
        .current_dir(&here)
        .stdout(std::process::Stdio::piped())
        .spawn()
        .unwrap();
    let table = || std::fs::read_to_string(here.join("out.csv")).unwrap_or_default();
    let start = std::time::Instant::now();
    // It grows while tasks run.
    while !table().contains("safe.c,unreach-call,satisfied") {
        assert!(start.elapsed().as_secs() < 60 && child.try_wait().unwrap().is_none());
        std::thread::sleep(std::time::Duration::from_millis(20));
    }
    let ended = std::process::Command::new("kill").args(["-TERM", &child.id().to_string()]).status().unwrap();
    assert!(ended.success());
    let output = child.wait_with_output().unwrap();
    check(&output, 2, "not run         1", "");
    check(&hrglass(&here, &["batch", "safe.c", "--csv", "no/such/folder.csv"]), 3, "", "cannot write");
}

#[cfg(target_os = "linux")]
#[test]
fn what_cannot_be_printed_is_an_error() {
    let here = programs("full");
    let commands: [&[&str]; 5] = [
        &["check", "safe.c", "--format", "json"],
        &["batch", "safe.c"],
        &["--help"],
        &["--version"],
        &["check", "--help"],
    ];
    for arguments in commands {
        let full = std::fs::OpenOptions::new().write(true).open("/dev/full").unwrap();
        let mut command = std::process::Command::new(env!("CARGO_BIN_EXE_hrglass"));
        let output = command.args(arguments).current_dir(&here).stdout(full).output().unwrap();
        check(&output, 3, "", "cannot write the output");
    }
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
    // What they expect counts where there is no result, too.
    let text = std::fs::read_to_string(here.join("right.json")).unwrap();
    std::fs::write(here.join("wrong.json"), text.replace("int main", "int maim")).unwrap();
    let output = hrglass(&here, &["batch", "right.json", "wrong.json", "--csv", "out.csv"]);
    check(&output, 3, "score           1  of 2", "");
    let expected =
        [["right.json", "p", "violated", "violated", "correct"], ["wrong.json", "p", "error", "violated", "undecided"]];
    assert_eq!(cells(&here.join("out.csv")), expected);
}

/// Searches ask for their budget, and end by themselves. What asks nobody, such as a parser, is ended with the same words.
#[test]
fn budgets_hold_from_the_first_byte() {
    let here = directory("first-byte");
    let numbered = |count: u32, line: fn(u32) -> String| (0..count).map(line).collect::<String>();
    let main = "int main(void) { return 0; }\n";
    let texts = [
        ("functions.c", numbered(40_000, |n| format!("int f{n}(int x) {{ return x > {n} ? x : {n}; }}\n")) + main),
        ("declared.c", "extern int f(int);\n".repeat(60_000) + main),
        ("fields.java", format!("class A {{\n{}}}\n", numbered(60_000, |n| format!("A f{n} = null;\n")))),
        ("closed.java", ")}".repeat(500_000)),
        ("nots.bp", format!("decl g;\nvoid main() begin g := {}g; end\n", "!".repeat(1_000_000))),
        ("heap.json", format!(r#"{{"schema": "hrglass.task/1", "x": [{}1]}}"#, r#"{"a": 1}, "#.repeat(200_000))),
        ("words.attestor", format!("--class {}", "a ".repeat(800_000))),
    ];
    for (name, text) in &texts {
        std::fs::write(here.join(name), text).unwrap();
    }
    let names = texts.iter().map(|(name, _)| *name);
    let arguments: Vec<&str> = ["batch", "--memory", "40", "--csv", "out.csv"].into_iter().chain(names).collect();
    check(&hrglass(&here, &arguments), 2, "the budget of 40 MB is used up", "");
    let table = std::fs::read_to_string(here.join("out.csv")).unwrap();
    for line in table.lines().skip(1) {
        // Where the batch is faster than the process that it watches, it says so itself.
        let is_said = ["the budget of 40 MB is used up", "out of memory"].iter().any(|why| line.contains(why));
        assert!(line.contains("unknown") && is_said, "{line}");
        #[cfg(target_os = "linux")]
        {
            let megabytes: u32 = line.split(',').nth(7).and_then(|cell| cell.parse().ok()).expect("a number");
            assert!(megabytes < 80, "{line}");
        }
    }
    assert_eq!(table.lines().count(), 1 + texts.len());
    // Nothing ever comes.
    let mut command = std::process::Command::new(env!("CARGO_BIN_EXE_hrglass"));
    command.args(["check", "-", "functions.c", "--property", "no-overflow", "--seconds", "1", "--format", "json"]);
    let pipes = command.current_dir(&here).stdin(std::process::Stdio::piped());
    let pipes = pipes.stdout(std::process::Stdio::piped()).stderr(std::process::Stdio::piped());
    let mut child = pipes.spawn().unwrap();
    let held = child.stdin.take();
    let output = child.wait_with_output().unwrap();
    drop(held);
    check(&output, 2, "", "the budget of 1 seconds is used up");
    let reports: serde_json::Value = serde_json::from_slice(&output.stdout).unwrap();
    for report in reports.as_array().expect("a report of each task") {
        let property = &report["properties"][0];
        assert_eq!((&property["id"], &property["verdict"]), (&"no-overflow".into(), &"unknown".into()), "{report}");
    }
    assert_eq!(reports[0]["properties"][0]["remedies"][0]["option"], "seconds");
    assert!(reports[1]["properties"][0]["reason"].as_str().unwrap().starts_with("it was not looked at"), "{reports}");
}

#[test]
fn time_and_memory_are_limited() {
    let here = programs("limits");
    let start = std::time::Instant::now();
    let output = hrglass(&here, &["batch", "hard.c", "safe.c", "--seconds", "6", "--csv", "out.csv"]);
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
