//! The examples in C: their witnesses, and the contracts of their recursive functions.

use std::fmt::Write;

use hrglass::analysis::data_model;
use hrglass::analysis::specification;
use hrglass::base::{Silent, sha256_hex};
use hrglass::draw::export::witness::{WitnessMetadata, witness_file};
use hrglass::report::claim::PropertyKind;
use hrglass::report::witness::Witness;
use hrglass::report::{Invariant, InvariantKind, Verdict};
use hrglass::session::Session;
use hrglass::task::{Analysis, Language, Loaded, Task, example, examples, load_document};

use super::{checked, fitting, harness, status, yaml_is_there};
use crate::support::gcc;

/// The examples in C that are checked in large blocks.
fn in_c() -> Vec<(&'static str, Loaded)> {
    let loaded = examples().iter().map(|&(id, text)| (id, load_document(text, id)));
    let is_one = |task: &Task| task.program.language == Language::C && task.analysis == Analysis::Blocks;
    loaded.filter(|(_, loaded)| is_one(&loaded.task)).collect()
}

/// The witnesses of a run, by property.
fn written(loaded: &Loaded, session: &Session) -> Vec<Option<String>> {
    let files = loaded.program_files.iter().map(|&file| loaded.sources.file(file));
    let files: Vec<_> = files.map(|file| (file.name.clone(), sha256_hex(file.text.as_bytes()))).collect();
    let properties = (0..).zip(&session.report().properties);
    let witness = |(position, property): (u32, &hrglass::report::PropertyReport)| {
        let metadata = WitnessMetadata {
            files: files.clone(),
            specification: specification(&property.claim, &loaded.task.program.entry)?,
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
            if verdict == Verdict::Unknown {
                assert!(witness.is_none(), "{id}");
                continue;
            }
            assert_eq!(
                witness.is_some(),
                matches!(kind, PropertyKind::UnreachCall | PropertyKind::NoOverflow),
                "{id}: {kind:?}"
            );
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
fn contracts(loaded: &Loaded) -> (String, Vec<Invariant>) {
    let text = loaded.sources.file(loaded.program_files[0]).text.clone();
    let session = hrglass::session::run(loaded, &mut Silent);
    let judgement = &session.report().properties[0].judgement;
    assert_eq!(judgement.verdict, Verdict::Satisfied, "{text}");
    // All loops of these programs are calls.
    assert!(matches!(session.witness(0), Some(Witness::Correctness(all)) if all.len() == 1), "{text}");
    (text, judgement.invariants.clone())
}

/// What it returns depends on how it was entered.
const CONSTANT: &str = "extern int __VERIFIER_nondet_int(void);\nextern void reach_error(void);\n\
    int positive(int n, int s)\n{\n  if (n == 0)\n    return s > 0 ? 1 : 0;\n  return positive(n - 1, s);\n}\n\
    int main(void)\n{\n  int n = __VERIFIER_nondet_int();\n  if (positive(n, 1) != 1) reach_error();\n  return 0;\n}\n";

/// It is entered with everything.
const SIGN: &str = "extern int __VERIFIER_nondet_int(void);\nextern void reach_error(void);\nint last;\n\
    int sign(int n)\n{\n  last = n;\n  if (n == 0)\n    return 0;\n  int r = n > 0 ? sign(n - 1) : sign(n + 1);\n\
    \x20 return n > 0 ? 1 : -1;\n}\n\
    int main(void)\n{\n  int n = __VERIFIER_nondet_int();\n  int r = sign(n);\n  if (n > 0 && r != 1) reach_error();\n\
    \x20 if (n < 0 && r != -1) reach_error();\n  return 0;\n}\n";

/// A loop in a function that the entry function calls, and a recursive one in another way.
#[test]
fn invariants_hold_in_all_units() {
    let text = "extern int __VERIFIER_nondet_int(void);\nextern void reach_error(void);\n\
        int count(int by)\n{\n  int k = 0;\n  while (k < by) k++;\n  return k;\n}\n\
        int deep(int n)\n{\n  if (n <= 0) return count(3);\n  return deep(n - 1);\n}\n\
        int main(void)\n{\n  int a = count(2), b = deep(__VERIFIER_nondet_int()), c = 0;\n\
        \x20 while (__VERIFIER_nondet_int()) { if (c < 5) c = c + a; }\n  if (a != 2 || b != 3 || c > 6) reach_error();\n  return 0;\n}\n";
    let (report, witness) = super::check(text, u32::MAX);
    let judgement = &report.properties[0].judgement;
    assert_eq!(judgement.verdict, Verdict::Satisfied);
    assert!(judgement.invariants.iter().any(|known| known.kind == InvariantKind::Return && known.method == "deep"));
    let Some(Witness::Correctness(invariants)) = witness else { panic!("a proof") };
    assert!(invariants.iter().any(|known| known.at.function == "main" && known.is_loop), "{invariants:?}");
    if gcc::is_there() {
        let program = checked(text, &invariants, |condition| format!("if (!({condition})) exit(78);"));
        let draw = "static int drawn; static long long next(void) { return drawn++ < 20 ? drawn : 0; }";
        let program = harness(&program, draw);
        assert_eq!(status(&gcc::folder("units"), &program), Some(0), "{invariants:?}\n{program}");
    }
}

/// Compiled with GCC, every call of a recursive function that the program makes has one of its contracts, and every call that has one
/// keeps it.
#[test]
fn contracts_are_true() {
    if !gcc::is_there() {
        return;
    }
    let folder = gcc::folder("contracts");
    let of = |id: &str| load_document(example(id).expect("an example"), id);
    for (loaded, head, call, (least, span), has_conditions) in [
        (of("c/mccarthy"), "int f91(int n)", "f91(i - 50)", (-150, 300), false),
        (of("c/ackermann"), "int ackermann(int m, int n)", "ackermann(i % 4, i / 4 % 5)", (0, 5), true),
        (super::load(CONSTANT), "int positive(int n, int s)", "positive(i % 5, i / 5 % 5 - 2)", (0, 5), true),
        (super::load(SIGN), "int sign(int n)", "sign(i - 50)", (-5, 11), false),
    ] {
        let (text, known) = contracts(&loaded);
        let name = head["int ".len()..].split('(').next().expect("a name");
        assert!(!known.is_empty() && known.iter().all(|contract| contract.method == name), "{known:?}");
        assert_eq!(known.iter().any(|contract| !contract.entered.is_empty()), has_conditions, "{known:?}");
        let mut checks = String::new();
        for Invariant { kind, entered, conditions, hidden, .. } in &known {
            assert_eq!(*hidden, 0, "{known:?}");
            let all = |conditions: &[String]| {
                conditions.iter().fold("1".to_owned(), |all, condition| all + &format!(" && ({condition})"))
            };
            let keeps = match kind {
                InvariantKind::Return => all(conditions).replace("\\result", "r"),
                InvariantKind::NoReturn => "0".to_owned(),
                InvariantKind::Loop => panic!("{known:?}"),
            };
            _ = writeln!(checks, "  if ({}) {{ if (!({keeps})) exit(78); kept = 1; }}", all(entered));
        }
        let arguments: Vec<&str> =
            head.split(['(', ',', ')']).filter_map(|part| part.trim().strip_prefix("int ")).skip(1).collect();
        let inner = head.replace(name, "inner");
        let outer = format!(
            "{head}\n{{\n  int kept = 0, r = inner({});\n{checks}  if (!kept && !direct) exit(79);\n  return r;\n}}\n",
            arguments.join(", ")
        );
        let text = text.replace("main(void)", "once(void)").replacen(head, &format!("{head};\n{inner}"), 1);
        let draw = format!(
            "static int direct; static unsigned long long state;\n\
             static long long next(void) {{ state = state * 6364136223846793005ULL + 1442695040888963407ULL; return (long long)((state >> 33) % {span}) + {least}; }}"
        );
        let run = format!(
            "int main(void) {{ for (int i = 0; i < 500; i++) once(); direct = 1; for (int i = 0; i < 500; i++) {call}; return 0; }}\n"
        );
        let program = harness(&(text + &outer + &run), &draw);
        assert_eq!(status(&folder, &program), Some(0), "{known:?}\n{program}");
    }
}
