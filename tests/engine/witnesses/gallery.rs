//! The examples in C: their witnesses, and the contracts of their recursive functions.

use std::fmt::Write;

use hrglass::analysis::large_blocks::data_model;
use hrglass::base::{Silent, sha256_hex};
use hrglass::export::witness::{WitnessMetadata, specification, witness_file};
use hrglass::report::witness::Witness;
use hrglass::report::{Invariant, InvariantKind, Verdict};
use hrglass::session::Session;
use hrglass::task::{Language, Loaded, example, examples, load_document};

use super::{fitting, harness, status, yaml_is_there};
use crate::support::gcc;

/// The examples in C.
fn in_c() -> Vec<(&'static str, Loaded)> {
    let loaded = examples().iter().map(|&(id, text)| (id, load_document(text, id)));
    loaded.filter(|(_, loaded)| loaded.task.program.language == Language::C).collect()
}

/// The witnesses of a run, by property.
fn written(loaded: &Loaded, session: &Session) -> Vec<Option<String>> {
    let files = loaded.program_files.iter().map(|&file| loaded.sources.file(file));
    let files: Vec<_> = files.map(|file| (file.name.clone(), sha256_hex(file.text.as_bytes()))).collect();
    let properties = (0..).zip(&session.report().properties);
    let witness = |(position, property): (u32, &hrglass::report::PropertyReport)| {
        let metadata = WitnessMetadata {
            files: files.clone(),
            specification: specification(property.claim.kind, &loaded.task.program.entry)?,
            data_model: data_model(loaded).name().to_owned(),
            creation_time: "1970-01-01T00:00:00Z".to_owned(),
        };
        Some(witness_file(session.witness(position)?, &metadata))
    };
    properties.map(witness).collect()
}

/// Every verdict of an example has a witness if the format has one for its property; it fits the schema, and a second run has the same
/// bytes.
#[test]
fn witnesses_of_examples_fit_their_schema() {
    let folder = gcc::folder("witness-gallery");
    let mut paths = Vec::new();
    let mut kinds = Vec::new();
    for (id, loaded) in in_c() {
        let [(first, reports), (second, again)] = [(), ()].map(|()| {
            let session = hrglass::session::run(&loaded, &mut Silent);
            let verdicts: Vec<_> =
                session.report().properties.iter().map(|p| (p.claim.kind, p.judgement.clone())).collect();
            (written(&loaded, &session), verdicts)
        });
        assert_eq!(first, second, "{id}");
        assert_eq!(reports, again, "{id}");
        for ((position, witness), (kind, judgement)) in first.into_iter().enumerate().zip(reports) {
            let verdict = judgement.verdict;
            assert_ne!(verdict, Verdict::Unknown, "{id}");
            assert_eq!(witness.is_some(), specification(kind, "main").is_some(), "{id}: {kind:?}");
            if let Some(text) = witness {
                let path = folder.join(format!("{}-{position}.yml", id.replace('/', "-")));
                std::fs::write(&path, text).expect("it is written");
                paths.push(path);
                kinds.push(if verdict == Verdict::Satisfied { "invariant_set" } else { "violation_sequence" });
            }
        }
    }
    assert!(kinds.len() > 12 && kinds.contains(&"violation_sequence"), "{kinds:?}");
    if yaml_is_there() {
        let found: Vec<_> = fitting(&paths).iter().map(|data| data[0]["entry_type"].clone()).collect();
        assert_eq!(found, kinds);
    }
}

/// What a proof says of recursive functions, in the order of the contracts.
fn contracts(id: &str) -> (String, Vec<Invariant>) {
    let loaded = load_document(example(id).expect("an example"), id);
    let session = hrglass::session::run(&loaded, &mut Silent);
    let judgement = &session.report().properties[0].judgement;
    assert_eq!(judgement.verdict, Verdict::Satisfied, "{id}");
    // All loops of these programs are calls.
    assert!(matches!(session.witness(0), Some(Witness::Correctness(all)) if all.len() == 1), "{id}");
    let text = loaded.sources.file(loaded.program_files[0]).text.clone();
    (text, judgement.invariants.clone())
}

/// Compiled with GCC, every call of a recursive function has one of its contracts, and keeps it.
#[test]
fn contracts_are_true() {
    if !gcc::is_there() {
        return;
    }
    let folder = gcc::folder("contracts");
    for (id, head, arguments, least, span) in
        [("c/mccarthy", "int f91(int n)", "n", -150, 300), ("c/ackermann", "int ackermann(int m, int n)", "m, n", 0, 5)]
    {
        let (text, known) = contracts(id);
        let name = head["int ".len()..].split('(').next().expect("a name");
        assert!(!known.is_empty() && known.iter().all(|contract| contract.method == name), "{id}: {known:?}");
        let mut checks = String::new();
        for Invariant { kind, entered, conditions, hidden, .. } in &known {
            assert_eq!(*hidden, 0, "{id}: {known:?}");
            let all = |conditions: &[String]| {
                conditions.iter().fold("1".to_owned(), |all, condition| all + &format!(" && ({condition})"))
            };
            let keeps = match kind {
                InvariantKind::Return => all(conditions).replace("\\result", "r"),
                InvariantKind::NoReturn => "0".to_owned(),
                InvariantKind::Loop => panic!("{id}: {known:?}"),
            };
            _ = writeln!(checks, "  if ({}) {{ if (!({keeps})) exit(78); kept = 1; }}", all(entered));
        }
        let inner = head.replace(name, "inner");
        let outer = format!(
            "{head}\n{{\n  int kept = 0, r = inner({arguments});\n{checks}  if (!kept) exit(79);\n  return r;\n}}\n"
        );
        let text = text.replace("main(void)", "once(void)").replacen(head, &format!("{head};\n{inner}"), 1);
        let draw = format!(
            "static unsigned long long state;\n\
             static long long next(void) {{ state = state * 6364136223846793005ULL + 1442695040888963407ULL; return (long long)((state >> 33) % {span}) + {least}; }}"
        );
        let run = "int main(void) { for (int i = 0; i < 500; i++) once(); return 0; }\n";
        let program = harness(&(text + &outer + run), &draw);
        assert_eq!(status(&folder, &program), Some(0), "{id}: {known:?}\n{program}");
    }
}
