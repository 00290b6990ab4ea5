//! Programs in C as tasks and on the command line.

use std::path::{Path, PathBuf};

use crate::support::program::{check, directory, hrglass};

/// A folder with these files.
fn folder(name: &str, files: &[(&str, &str)]) -> PathBuf {
    let here = directory(name);
    for (file, text) in files {
        std::fs::write(here.join(file), text).unwrap();
    }
    here
}

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
    std::fs::write(here.join("model.c"), "int main(void) { if (sizeof(long) == 4) ERROR: return 1; return 0; }\n")
        .unwrap();
    for (model, verdict) in models {
        let arguments = ["model.c", "--property", "unreach-call.prp", "--data-model", model];
        assert_eq!(verdicts(&here, &arguments), pairs(&[("unreach-call", verdict)]), "{model}");
    }
    let refused = hrglass(&here, &["check", "sum.c", "--property", "other.prp"]);
    let message = String::from_utf8(refused.stderr).unwrap();
    assert!(message.contains("`Fend` is not supported") && refused.status.code() == Some(3), "{message}");
    let unknown = hrglass(&here, &["check", "sum.c", "--property", "no-overflw"]);
    assert!(String::from_utf8(unknown.stderr).unwrap().contains("did you mean `no-overflow`?"));
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
