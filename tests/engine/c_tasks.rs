//! Programs in C as tasks and on the command line.

use std::path::Path;

use crate::support::program::{check, folder, hrglass};

const SUM: &str = "#include \"limit.h\"
extern int __VERIFIER_nondet_int(void);
extern void reach_error(void);
int main(void) {
  int n = __VERIFIER_nondet_int(), sum = 0;
  if (n > LIMIT) return 0;
  for (int i = 0; i < n; i++) {
    sum = sum + 1;
    if (sum > LIMIT) reach_error();
  }
  return 100 / (sum + 1);
}
";

fn verdicts(here: &Path, arguments: &[&str]) -> Vec<(String, String)> {
    let output = hrglass(here, &[&["check", "--format", "json", "--no-times"], arguments].concat());
    let report: serde_json::Value = serde_json::from_slice(&output.stdout).expect("a report");
    let text = |value: &serde_json::Value| value.as_str().unwrap_or_default().to_owned();
    let properties = report["properties"].as_array().expect("properties");
    properties.iter().map(|p| (text(&p["id"]), text(&p["verdict"]))).collect()
}

fn pairs(expected: &[(&str, &str)]) -> Vec<(String, String)> {
    expected.iter().map(|&(id, verdict)| (id.to_owned(), verdict.to_owned())).collect()
}

#[test]
fn files_with_their_headers_are_checked_for_all_that_they_mention() {
    let here = folder("c-mentioned", &[("sum.c", SUM), ("limit.h", "#define LIMIT 1000\n")]);
    let expected = [("unreach-call", "satisfied"), ("no-division-by-zero", "satisfied")];
    assert_eq!(verdicts(&here, &["sum.c"]), pairs(&expected));
    // The text of a loop's invariant is what relates the two variables.
    let output = hrglass(&here, &["check", "sum.c", "--no-times"]);
    let text = String::from_utf8(output.stdout).unwrap();
    assert!(text.contains("loop in sum.c:7 (main): ") && output.status.code() == Some(0), "{text}");
}

#[test]
fn properties_are_named_or_come_from_files() {
    let unreachable = "CHECK( init(main()), LTL(G ! call(reach_error())) )\n";
    let overflow = "CHECK( init(main()), LTL(G ! overflow) )\n";
    let files = [
        ("sum.c", &*SUM.replace("sum + 1;", "sum + 1000000000;")),
        ("limit.h", "#define LIMIT 2147483647\n"),
        ("unreach-call.prp", unreachable),
        ("no-overflow.prp", overflow),
        ("other.prp", "CHECK( init(main()), LTL(F end) )\n"),
    ];
    let here = folder("c-properties", &files);
    for property in ["no-overflow", "no-overflow.prp"] {
        let expected = [("no-overflow", "violated")];
        assert_eq!(verdicts(&here, &["sum.c", "--property", property]), pairs(&expected), "{property}");
    }
    let models = [("ILP32", "violated"), ("LP64", "satisfied")];
    std::fs::write(
        here.join("model.c"),
        "void reach_error(void);\nint main(void) { if (sizeof(long) == 4) reach_error(); }\n",
    )
    .unwrap();
    for (model, verdict) in models {
        let arguments = ["model.c", "--property", "unreach-call.prp", "--data-model", model];
        assert_eq!(verdicts(&here, &arguments), pairs(&[("unreach-call", verdict)]), "{model}");
    }
    let refused = hrglass(&here, &["check", "sum.c", "--property", "other.prp"]);
    let message = String::from_utf8(refused.stderr).unwrap();
    assert_eq!((message.as_str(), refused.status.code()), ("", Some(2)));
    let said = String::from_utf8(refused.stdout).unwrap();
    assert!(said.contains("`F end` is not supported; supported are `G ! call(reach_error())`"), "{said}");
    assert_eq!(verdicts(&here, &["sum.c", "--property", "other.prp"]), pairs(&[("other", "unknown")]));
    let both = ["sum.c", "--property", "other.prp", "--property", "no-overflow.prp"];
    assert_eq!(verdicts(&here, &both), pairs(&[("no-overflow", "violated"), ("other", "unknown")]));
    let unknown = hrglass(&here, &["check", "sum.c", "--property", "no-overflw"]);
    assert!(String::from_utf8(unknown.stderr).unwrap().contains("did you mean `no-overflow`?"));
}

/// A property file is about calls of the function that it names, and about nothing else.
#[test]
fn calls_alone_are_what_a_property_file_is_about() {
    const PROGRAM: &str = "#include <assert.h>\nextern int __VERIFIER_nondet_int(void);\nvoid reach_error(void) {}\n\
        void alarm(int n) {}\nint main(void) {\n  int n = __VERIFIER_nondet_int();\n  BODY\n  return 0;\n}\n";
    let here = folder(
        "c-calls",
        &[
            ("call.prp", "CHECK( init(main()), LTL(G ! call(reach_error())) )\n"),
            ("alarm.prp", "CHECK(init(main()),LTL(G!call(alarm())))\n"),
            ("formula.prp", "CHECK( init(alarm()), LTL(G ! overflow) )\n"),
        ],
    );
    let cases = [
        ("if (n == 7) reach_error();", "violated", "satisfied", "violated"),
        ("if (n == 7) goto ERROR; return 1; ERROR: ;", "satisfied", "satisfied", "violated"),
        // The label is passed, and the run goes on.
        ("if (n == 7) ERROR: reach_error();", "violated", "satisfied", "violated"),
        ("assert(n != 7);", "satisfied", "satisfied", "violated"),
        // What fails has aborted the program.
        ("assert(0); reach_error();", "satisfied", "satisfied", "violated"),
        ("if (n == 7) alarm(n);", "satisfied", "violated", "satisfied"),
        ("if (n == 7) alarm((reach_error(), 1));", "violated", "violated", "violated"),
    ];
    for (body, calls, alarms, all) in cases {
        std::fs::write(here.join("p.c"), PROGRAM.replace("BODY", body)).unwrap();
        for (property, verdict) in [("call.prp", calls), ("alarm.prp", alarms), ("unreach-call", all)] {
            for analysis in ["blocks", "forest"] {
                let found = verdicts(&here, &["p.c", "--property", property, "--analysis", analysis]);
                assert_eq!(found, pairs(&[("unreach-call", verdict)]), "{body} {property} {analysis}");
            }
        }
    }
    let witness = ["check", "p.c", "--property", "alarm.prp", "--witness", "w.yml"];
    check(&hrglass(&here, &witness), 1, "no run calls `alarm`", "");
    let written = std::fs::read_to_string(here.join("w.yml")).unwrap();
    assert!(written.contains("CHECK( init(main()), LTL(G ! call(alarm())) )"), "{written}");
    // Different functions, and runs that start elsewhere than asked for.
    let two = ["check", "p.c", "--property", "alarm.prp", "--property", "call.prp"];
    check(&hrglass(&here, &two), 3, "", "`alarm` and `reach_error` cannot be checked together");
    let formula = ["check", "p.c", "--property", "alarm.prp", "--property", "G {line != 3}"];
    check(&hrglass(&here, &formula), 3, "", "cannot be checked together with calls of `alarm` alone");
    let entry = ["check", "p.c", "--property", "call.prp", "--entry", "alarm"];
    check(&hrglass(&here, &entry), 3, "", "about runs that start in `main`, not in `alarm`");
    check(&hrglass(&here, &["check", "p.c", "--property", "formula.prp"]), 0, "p.c alarm", "");
}

/// There is no answer for hours to whether a large prime has factors, but to everything else.
#[test]
fn a_hard_property_leaves_time_for_the_others() {
    let text = "extern void reach_error(void);\nextern unsigned long long __VERIFIER_nondet_ulonglong(void);\n\
        int main(void) {\n  unsigned long long a = __VERIFIER_nondet_ulonglong() % 4294967296ULL;\n\
        \x20 unsigned long long b = __VERIFIER_nondet_ulonglong() % 4294967296ULL;\n\
        \x20 if (a > 1 && b > 1 && a * b == 2305843009213693951ULL) reach_error();\n  return 7 / (int)(a % 3 + 1);\n}\n";
    let here = folder("c-shares", &[("hard.c", text)]);
    let expected = [("unreach-call", "unknown"), ("no-division-by-zero", "satisfied")];
    assert_eq!(verdicts(&here, &["hard.c", "--seconds", "20"]), pairs(&expected));
}

/// What a `for` declares is not in scope where it starts.
#[test]
fn witnesses_say_nothing_of_variables_of_the_loop() {
    let text = "extern int __VERIFIER_nondet_int(void);\nextern void reach_error(void);\nint x = 3;\nint main(void) {\n\
        \x20 int n = __VERIFIER_nondet_int(), s = 0;\n  if (n < 10 || n > 1000) return 0;\n\
        \x20 for (int x = 10; x < n; x++) { s = x; }\n  if (s != 0 && s < 10) reach_error();\n  return 0;\n}\n";
    let here = folder("c-for", &[("for.c", text)]);
    let arguments = ["check", "for.c", "--property", "unreach-call", "--witness", "w.yml"];
    check(&hrglass(&here, &arguments), 0, "satisfied", "");
    let written = std::fs::read_to_string(here.join("w.yml")).unwrap();
    let said = written.lines().filter(|line| line.contains("value:"));
    let words = said.flat_map(|line| line.split(|c: char| !c.is_alphanumeric()));
    assert!(words.into_iter().all(|word| word != "x"), "{written}");
}

/// A file of zeros is no program, and is said to be none at once.
#[test]
fn what_is_no_text_is_one_mistake() {
    let here = folder("c-zeros", &[("zeros.c", &"\0".repeat(3_000_000)), ("Hash.java", &"#".repeat(3_000_000))]);
    let start = std::time::Instant::now();
    check(&hrglass(&here, &["check", "zeros.c", "--memory", "300"]), 3, "", "c/syntax");
    check(&hrglass(&here, &["check", "Hash.java", "--memory", "300"]), 3, "", "unexpected character");
    assert!(start.elapsed().as_secs() < 20);
}

#[test]
fn what_cannot_be_read_is_in_the_report() {
    let here = folder("c-unreadable", &[]);
    let output = hrglass(&here, &["check", "nowhere.c", "--format", "json"]);
    check(&output, 3, "", "cannot read `nowhere.c`");
    let report: serde_json::Value = serde_json::from_slice(&output.stdout).unwrap();
    assert_eq!(report["diagnostics"][0]["code"], "task/unreadable");
    let output = hrglass(&here, &["check", "nowhere.c", "--format", "json", "--property", "nonsense"]);
    let report: serde_json::Value = serde_json::from_slice(&output.stdout).unwrap();
    assert_eq!(report["diagnostics"][0]["code"], "task/property");
    check(&hrglass(&here, &["check", "lists/revers"]), 3, "", "did you mean `lists/reverse`?");
}

#[test]
fn memory_safety_is_a_name_for_three_checks() {
    let text = "#include <stdlib.h>\nint main(void) { int *p = malloc(4); p = 0; return 0; }\n";
    let here = folder("c-memsafety", &[("leak.c", text)]);
    let expected = [("valid-deref", "satisfied"), ("valid-free", "satisfied"), ("valid-memtrack", "violated")];
    assert_eq!(verdicts(&here, &["leak.c", "--property", "valid-memsafety"]), pairs(&expected));
    let task = serde_json::json!({
        "schema": "hrglass.task/1", "title": "leak", "analysis": "forest",
        "program": { "language": "c", "files": [{ "name": "leak.c", "text": text }] },
        "properties": [{ "id": "m", "check": "valid-memsafety" }],
    });
    std::fs::write(here.join("leak.json"), task.to_string()).unwrap();
    let names = expected.map(|(check, verdict)| (format!("m.{check}"), verdict.to_owned()));
    assert_eq!(verdicts(&here, &["leak.json"]), names);
}

#[test]
fn a_failing_run_has_the_values_of_locals_and_statics() {
    let text = "extern int __VERIFIER_nondet_int(void);\nint calls;\nstatic int half(int x) { calls++; return x / 2; }\n\
                int main(void) {\n  int n = __VERIFIER_nondet_int();\n  if (half(n) == 21 && calls == 1) ERROR: return 1;\n  return 0;\n}\n";
    let here = folder("c-values", &[("half.c", text)]);
    let output = hrglass(&here, &["check", "half.c", "--format", "json", "--no-times"]);
    let report: serde_json::Value = serde_json::from_slice(&output.stdout).unwrap();
    let found = &report["properties"][0];
    assert_eq!(found["verdict"], "violated");
    let steps = found["run"]["prefix"].as_array().unwrap();
    let last = steps.last().unwrap()["values"].as_array().unwrap();
    let value = |name: &str| last.iter().find(|v| v["name"] == name).map(|v| v["value"].as_str().unwrap().to_owned());
    let n: i32 = value("n").expect("it is in scope").parse().unwrap();
    assert!(n / 2 == 21 && value("calls").as_deref() == Some("1"), "{last:?}");
    assert!(steps.iter().any(|step| step["method"] == "half" && step["stack"][0] == "main:6"), "{steps:?}");
    // Every step is a state of the automaton that is shown.
    let space = hrglass(&here, &["explore", "half.c", "--format", "json"]);
    let space: serde_json::Value = serde_json::from_slice(&space.stdout).unwrap();
    for step in steps {
        let state = &space["states"][step["index"].as_u64().expect("it is shown") as usize];
        assert_eq!(state["line"], step["line"], "{step}");
    }
    let other = hrglass(&here, &["check", "half.c", "--property", "no-division-by-zero"]);
    check(&other, 0, "no run divides by zero", "");
}

#[test]
fn java_programs_about_numbers_are_checked_in_blocks() {
    let text = "class Sum { static int sum(int n) { int s = 0; if (n < 0) return 0; for (int i = 0; i < n; i++) { s++; assert s <= n; } \
                return s; } static int last(int[] a) { return a[a.length - 1]; } }";
    let here = folder("c-java", &[("Sum.java", text)]);
    let blocks = |entry| verdicts(&here, &["Sum.java", "--analysis", "blocks", "--entry", entry]);
    assert_eq!(blocks("Sum.sum"), pairs(&[("memorySafety", "satisfied")]));
    let refused = hrglass(
        &here,
        &["check", "Sum.java", "--analysis", "blocks", "--entry", "Sum.sum", "--property", "no-overflow"],
    );
    let message = String::from_utf8(refused.stderr).unwrap();
    assert!(message.contains("is checked of programs in C") && refused.status.code() == Some(3), "{message}");
}
