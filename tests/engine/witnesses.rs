//! Witnesses are true: failing runs fail with GCC, and invariants hold in runs with GCC and prove again.

mod gallery;
mod generate;
mod reader;
mod written;

use std::fmt::Write;
use std::path::{Path, PathBuf};
use std::process::Command;

use hrglass::analysis::specification;
use hrglass::base::{Patience, Random};
use hrglass::draw::export::witness::{WitnessMetadata, witness_file};
use hrglass::report::claim::PropertyClaim;
use hrglass::report::witness::{Waypoint, WaypointKind, Witness, WitnessInvariant, WitnessPlace};
use hrglass::report::{Report, Verdict};
use hrglass::task::Loaded;

use crate::support::{cases, gcc, program};

/// A run of the engine on a program, and the witness of its only property.
fn check(text: &str, patience: u32) -> (Report, Option<Witness>) {
    let loaded = load(text);
    let session = hrglass::session::run(&loaded, &mut Patience(patience));
    let report = session.report().clone();
    let errors: Vec<_> = report.diagnostics.iter().map(|d| (&d.severity, &d.message, d.line)).collect();
    assert_eq!(report.properties.len(), 1, "{errors:?}\n{text}");
    (report, session.witness(0).cloned())
}

fn load(text: &str) -> Loaded {
    let task = serde_json::json!({
        "schema": "hrglass.task/1", "title": "program", "analysis": "blocks",
        "program": {
            "language": "c", "entry": "main", "dataModel": "LP64",
            "files": [{ "name": "program.c", "text": text }]
        },
        "properties": [{ "id": "p", "check": "unreach-call" }]
    });
    hrglass::task::load_document(&task.to_string(), "task.json")
}

/// The byte of a place.
fn byte(text: &str, at: &WitnessPlace) -> usize {
    let line = text.split_inclusive('\n').take(at.line as usize - 1).map(str::len).sum::<usize>();
    line + at.column as usize - 1
}

/// A program that returns 77 when it fails, and takes what is drawn from `draw`.
fn harness(text: &str, draw: &str) -> String {
    let types = [
        ("int", "int"),
        ("uint", "unsigned"),
        ("char", "char"),
        ("uchar", "unsigned char"),
        ("short", "short"),
        ("long", "long"),
        ("bool", "_Bool"),
    ];
    let mut all = format!("void exit(int); void abort(void);\n{draw}\nvoid reach_error(void) {{ exit(77); }}\n");
    for (name, ty) in types {
        _ = writeln!(all, "{ty} __VERIFIER_nondet_{name}(void) {{ return ({ty})next(); }}");
    }
    all + text
}

/// A program with texts inserted at bytes.
fn inserted(text: &str, mut parts: Vec<(usize, String)>) -> String {
    parts.sort_by_key(|&(at, _)| at);
    let mut out = text.to_owned();
    for (at, part) in parts.iter().rev() {
        out.insert_str(*at, part);
    }
    out
}

/// The exit status of a program under GCC.
fn status(folder: &Path, program: &str) -> Option<i32> {
    let (file, binary) = (folder.join("one.c"), folder.join("one"));
    std::fs::write(&file, program).expect("it is written");
    let options = ["-std=gnu11", "-fwrapv", "-O0", "-w", "-m64", "-o"];
    let compiled = Command::new("gcc").args(options).arg(&binary).arg(&file).output().expect("gcc runs");
    assert!(compiled.status.success(), "{}\n{program}", String::from_utf8_lossy(&compiled.stderr));
    Command::new(&binary).status().expect("it runs").code()
}

/// The program forced onto the run of a witness.
fn followed(text: &str, points: &[Waypoint]) -> String {
    let mut returned = Vec::new();
    let mut parts = Vec::new();
    for point in points {
        match &point.kind {
            WaypointKind::Returned(value) => {
                assert!(text[byte(text, &point.at)..].starts_with(')'), "{point:?}\n{text}");
                returned.push(value.clone());
            }
            // Variables without an initial value get theirs.
            WaypointKind::Assumption(condition) => {
                let values = condition.replace(" == ", " = ").replace(" && ", "; ");
                parts.push((byte(text, &point.at), format!("{values}; ")));
            }
            WaypointKind::Target => assert!(text[byte(text, &point.at)..].starts_with("reach_error"), "{point:?}"),
        }
    }
    let count = returned.len();
    let draw = format!(
        "static int at; static long long values[] = {{ {} }};\n\
         static long long next(void) {{ if (at >= {count}) exit(3); return values[at++]; }}",
        if returned.is_empty() { "0".to_owned() } else { returned.join(", ") }
    );
    harness(&inserted(text, parts), &draw)
}

/// The program with a check of every invariant, as the text says: `check(condition)`.
fn checked(text: &str, invariants: &[WitnessInvariant], check: impl Fn(&str) -> String) -> String {
    let mut parts = Vec::new();
    for WitnessInvariant { at, is_loop, condition } in invariants {
        let start = byte(text, at);
        let rest = &text[start..];
        let inside = |opening: usize| {
            let condition = format!("({{ {} 1; }}) && (", check(condition));
            [(opening, condition), (opening + closing(&text[opening..]), ")".to_owned())]
        };
        if !is_loop {
            parts.push((start, check(condition)));
        } else if rest.starts_with("while (") {
            parts.extend(inside(start + "while (".len()));
        } else {
            let first = rest.find("; ").expect("a `for`") + 2;
            let last = first + rest[first..].find(';').expect("a `for`");
            parts.push((start + first, format!("({{ {} 1; }}) && (", check(condition))));
            parts.push((start + last, ")".to_owned()));
        }
    }
    inserted(text, parts)
}

/// How far the closing parenthesis is.
fn closing(text: &str) -> usize {
    let mut depth = 0;
    let at = text.bytes().position(|b| match b {
        b'(' => {
            depth += 1;
            false
        }
        b')' => {
            depth -= 1;
            depth < 0
        }
        _ => false,
    });
    at.expect("a closing parenthesis")
}

#[test]
fn witnesses_are_true() {
    if !gcc::is_there() {
        return;
    }
    let folder = gcc::folder("witnesses");
    let (mut failing, mut drawn, mut proofs, mut loops, mut again, mut total) = (0, 0, 0, 0, 0, 0);
    for seed in cases::seeds(150) {
        let random = &mut Random::scattered(seed);
        let text = generate::program(random);
        total += 1;
        let (report, witness) = check(&text, 400);
        match (report.properties[0].judgement.verdict, witness) {
            (Verdict::Violated, Some(Witness::Violation(points))) => {
                let program = followed(&text, &points);
                assert_eq!(status(&folder, &program), Some(77), "{seed}: {points:?}\n{program}");
                failing += 1;
                drawn += usize::from(points.len() > 1);
            }
            (Verdict::Satisfied, Some(Witness::Correctness(invariants))) => {
                proofs += 1;
                loops += invariants.iter().filter(|invariant| invariant.is_loop).count();
                // In random runs.
                let random = "static unsigned long long state = SEED; static int drawn;\n\
                     static long long next(void) { if (drawn++ > 2000) exit(0); state ^= state << 13; state ^= state >> 7; state ^= state << 17;\n\
                     return (state >> 20) % 3 ? (long long)((state >> 32) % 8) - 2 : (long long)state; }";
                let program = checked(&text, &invariants, |condition| format!("if (!({condition})) exit(78);"));
                for run in 1..5 {
                    let random = random.replace("SEED", &(run * 7_919 + seed).to_string());
                    let program = harness(&program, &random);
                    assert_eq!(status(&folder, &program), Some(0), "{seed}: {invariants:?}\n{program}");
                }
                // As properties of the program.
                let program = checked(&text, &invariants, |condition| format!("if (!({condition})) reach_error();"));
                let (report, _) = check(&program, 4_000);
                let verdict = report.properties[0].judgement.verdict;
                assert_ne!(verdict, Verdict::Violated, "{seed}: {invariants:?}\n{program}");
                again += usize::from(verdict == Verdict::Satisfied);
            }
            (Verdict::Unknown, None) => {}
            other => panic!("{seed}: {other:?}\n{text}"),
        }
    }
    println!(
        "{total} programs: {failing} fail, {drawn} with drawn values; {proofs} proofs, {loops} invariants, {again} proved again"
    );
    assert!(drawn * 8 > total && proofs * 4 > total && loops * 8 > total && again * 10 >= proofs * 9);
}

/// A function that is called twice has the disjunction of what holds in its two copies.
#[test]
fn copies_of_a_function_share_an_invariant() {
    let text = "extern unsigned __VERIFIER_nondet_uint(void);\nextern void reach_error(void);\n\
        int bump(int x, int by) {\n  int k = 0;\n  while (k < by) { k++; }\n  return x + k;\n}\n\
        int main(void) {\n  int a = 0, b;\n  while (__VERIFIER_nondet_uint()) { if (a < 10) a = bump(a, 2); }\n\
        \x20 b = bump(a, 3);\n  if (a > 11 || b > 14) reach_error();\n  return 0;\n}\n";
    let (report, witness) = check(text, 10_000);
    assert_eq!(report.properties[0].judgement.verdict, Verdict::Satisfied);
    let Some(Witness::Correctness(invariants)) = witness else { panic!("a proof") };
    let of_bump = invariants.iter().find(|invariant| invariant.at.function == "bump").expect("an invariant");
    assert!(of_bump.condition.contains("by == 2") && of_bump.condition.contains(" || "), "{of_bump:?}");
    assert_eq!((of_bump.at.line, of_bump.at.column), (5, 3));
}

/// Whether a YAML library can read witnesses here.
fn yaml_is_there() -> bool {
    let found = Command::new("python3").args(["-c", "import yaml, jsonschema"]).output();
    let is_there = found.is_ok_and(|output| output.status.success());
    if !is_there {
        eprintln!("skipped: there is no python3 with yaml and jsonschema on the PATH");
    }
    is_there
}

/// Witnesses as a YAML library reads them; they fit the schema.
fn fitting(paths: &[PathBuf]) -> Vec<serde_json::Value> {
    const READ: &str = "import sys, json, yaml, jsonschema\n\
        schema = json.load(open(sys.argv[1]))\n\
        for path in sys.argv[2:]:\n\
        \x20   data = yaml.safe_load(open(path))\n\
        \x20   jsonschema.validate(data, schema)\n\
        \x20   print(json.dumps(data))\n";
    let schema = Path::new(env!("CARGO_MANIFEST_DIR")).join("docs/schema/witness-2.0.json");
    let output = Command::new("python3").arg("-c").arg(READ).arg(schema).args(paths).output().expect("python runs");
    assert!(output.status.success(), "{}", String::from_utf8_lossy(&output.stderr));
    let text = String::from_utf8_lossy(&output.stdout);
    let read: Vec<_> = text.lines().map(|line| serde_json::from_str(line).expect("JSON")).collect();
    assert_eq!(read.len(), paths.len());
    read
}

/// Witnesses read by a YAML library fit the schema.
#[test]
fn witnesses_fit_their_schema() {
    if !yaml_is_there() {
        return;
    }
    let folder = gcc::folder("witness-schema");
    let metadata = WitnessMetadata {
        files: vec![("dir/a \"b\" \u{e9}\u{85}.c".to_owned(), "0".repeat(64)), ("b: c.c".to_owned(), "f".repeat(64))],
        specification: specification(&PropertyClaim::unreach_error(None), "main").expect("it has one"),
        data_model: "LP64".to_owned(),
        creation_time: "2024-02-29T12:00:00Z".to_owned(),
    };
    let (mut paths, mut witnesses) = (Vec::new(), Vec::new());
    for seed in cases::seeds(40) {
        let text = generate::program(&mut Random::scattered(seed));
        let (_, Some(witness)) = check(&text, 400) else { continue };
        let path = folder.join(format!("{seed}.yml"));
        let file = witness_file(&witness, &metadata);
        assert_eq!(file, witness_file(&witness, &metadata));
        std::fs::write(&path, file).expect("it is written");
        paths.push(path);
        witnesses.push(witness);
    }
    assert!(witnesses.len() > 20);
    let mut identifiers = std::collections::BTreeSet::new();
    for (data, witness) in fitting(&paths).iter().zip(&witnesses) {
        let entry = &data[0];
        identifiers.insert(entry["metadata"]["uuid"].to_string());
        assert_eq!(entry["metadata"]["task"]["input_files"][0], metadata.files[0].0);
        match witness {
            Witness::Correctness(all) => {
                for (read, written) in entry["content"].as_array().expect("entries").iter().zip(all) {
                    assert_eq!(read["invariant"]["value"], written.condition);
                }
            }
            Witness::Violation(all) => {
                for (read, written) in entry["content"].as_array().expect("entries").iter().zip(all) {
                    let point = &read["segment"][0]["waypoint"];
                    assert_eq!(point["location"]["line"], written.at.line);
                    match &written.kind {
                        WaypointKind::Returned(value) => {
                            assert_eq!(point["constraint"]["value"], format!("\\result == {value}"));
                        }
                        WaypointKind::Assumption(condition) => assert_eq!(point["constraint"]["value"], *condition),
                        WaypointKind::Target => assert_eq!(point["type"], "target"),
                    }
                }
            }
        }
    }
    let different: std::collections::BTreeSet<String> =
        witnesses.iter().map(|witness| format!("{witness:?}")).collect();
    assert_eq!(identifiers.len(), different.len(), "equal witnesses have equal identifiers, others different ones");
}

/// As a user writes them: the same bytes each time, and none without a verdict.
#[test]
fn witnesses_are_written_as_files() {
    let here = program::directory("files");
    let run = |arguments: &[&str]| program::hrglass(&here, arguments);
    let text = "extern void reach_error(void);\nextern int __VERIFIER_nondet_int(void);\n\
        int main(void) { if (__VERIFIER_nondet_int() == 7) reach_error(); return 0; }\n";
    std::fs::write(here.join("faulty.c"), text).expect("it is written");
    std::fs::write(here.join("safe.c"), text.replace("reach_error();", ";")).expect("it is written");
    for file in ["one.yml", "two.yml"] {
        let arguments = ["check", "faulty.c", "--property", "unreach-call", "--data-model", "LP64", "--witness", file];
        program::check(&run(&arguments), 1, "violated", "");
    }
    let [one, two] = ["one.yml", "two.yml"].map(|file| std::fs::read_to_string(here.join(file)).expect("a witness"));
    assert_eq!(one, two);
    for part in [
        "entry_type: \"violation_sequence\"",
        "creation_time: \"1970-01-01T00:00:00Z\"",
        "data_model: \"LP64\"",
        "value: \"\\\\result == 7\"",
        "file_name: \"faulty.c\"",
    ] {
        assert!(one.contains(part), "{part}: {one}");
    }
    // As `sha256sum` says.
    assert!(one.contains(&hrglass::base::sha256_hex(text.as_bytes())), "{one}");
    program::check(
        &run(&["check", "safe.c", "--property", "unreach-call", "--witness", "three.yml"]),
        0,
        "satisfied",
        "",
    );
    assert!(std::fs::read_to_string(here.join("three.yml")).expect("a witness").contains("invariant_set"));
    let none = run(&["check", "faulty.c", "--property", "no-division-by-zero", "--witness", "four.yml"]);
    program::check(&none, 0, "satisfied", "there is no witness");
    assert!(!here.join("four.yml").exists());
    // Nor does that of an earlier run stay.
    let none = run(&["check", "faulty.c", "--property", "no-division-by-zero", "--witness", "two.yml"]);
    program::check(&none, 0, "satisfied", "there is no witness");
    assert!(!here.join("two.yml").exists());
    program::check(&run(&["check", "--each", "faulty.c", "safe.c", "--witness", "five.yml"]), 3, "", "several tasks");
    program::check(&run(&["check", "faulty.c", "--witness", "no/such/folder.yml"]), 3, "", "cannot write");
}
