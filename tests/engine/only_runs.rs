//! Programs with one run: it is executed, whatever the analysis, and decides what the analysis does not.

use std::process::Command;

use crate::support::gcc;
use hrglass::base::Silent;
use hrglass::report::assumption::AssumptionKind;
use hrglass::report::{PropertyReport, Verdict};
use hrglass::session::run;
use hrglass::task::{NoFiles, load};
use serde_json::{Value, json};

/// What is said of each property, with the reason and the number of steps that are told.
fn checked(task: &Value) -> Vec<PropertyReport> {
    let session = run(&load(&task.to_string(), "task.json", &mut NoFiles), &mut Silent);
    let report = session.report();
    assert!(!report.properties.is_empty(), "{:?}", report.diagnostics);
    report.properties.clone()
}

fn c(analysis: &str, check: &str, text: &str) -> PropertyReport {
    let task = json!({"schema": "hrglass.task/1", "analysis": analysis, "properties": [{"id": check, "check": check}],
        "program": {"language": "c", "entry": "main", "files": [{"name": "a.c", "text": text}]}});
    checked(&task).swap_remove(0)
}

fn java(analysis: &str, text: &str, properties: &Value) -> Vec<PropertyReport> {
    checked(&json!({"schema": "hrglass.task/1", "analysis": analysis, "properties": properties,
        "program": {"language": "java", "entry": "A.main", "files": [{"name": "A.java", "text": text}]}}))
}

fn is_executed(report: &PropertyReport) -> bool {
    let reason = report.judgement.reason.as_ref().map(ToString::to_string).unwrap_or_default();
    reason.starts_with("the program has one run, which was executed to its end")
}

const PRIMES: &str = "void reach_error(void);
int primes(int n) { int count = 0;
  for (int i = 2; i < n; i++) { int p = 1; for (int j = 2; j * j <= i; j++) if (i % j == 0) { p = 0; break; } count += p; }
  return count; }
int main(void) { if (primes(1000) != WANTED) reach_error(); return 0; }";

#[test]
fn numbers_are_computed() {
    let right = c("blocks", "unreach-call", &PRIMES.replace("WANTED", "168"));
    assert!(right.judgement.verdict == Verdict::Satisfied && is_executed(&right), "{:?}", right.judgement);
    assert!(right.judgement.assumptions.iter().all(|assumption| assumption.kind.is_universal()));
    // Of 37,000 steps the first and the last are told.
    let wrong = c("blocks", "unreach-call", &PRIMES.replace("WANTED", "169"));
    assert_eq!(wrong.judgement.verdict, Verdict::Violated);
    let run = wrong.judgement.run.expect("a run");
    assert!(run.prefix.len() <= 2_000 && run.prefix.last().is_some_and(|step| step.line == 5), "{}", run.prefix.len());
}

const SUM: &str = "#include <stdlib.h>
void reach_error(void);
struct n { struct n *next; int v; };
int main(void) { struct n *h = 0;
  for (int i = 0; i < 50; i++) { struct n *x = malloc(sizeof *x); x->v = i * 7 % 13; x->next = h; h = x; }
  int s = 0; for (struct n *p = h; p; p = p->next) s += p->v;
  if (s != 294) reach_error();
  while (h) { struct n *t = h->next; LAST h = t; }
  return 0; }";

#[test]
fn memory_is_used() {
    for analysis in ["forest", "heap"] {
        for check in ["unreach-call", "valid-deref", "valid-free", "valid-memtrack"] {
            let right = c(analysis, check, &SUM.replace("LAST", "free(h);"));
            assert_eq!(right.judgement.verdict, Verdict::Satisfied, "{analysis} {check}: {:?}", right.judgement);
        }
        let lost = c(analysis, "valid-memtrack", &SUM.replace("LAST", "if (t) free(h);"));
        assert_eq!(lost.judgement.verdict, Verdict::Violated, "{analysis}: {:?}", lost.judgement);
        let wrong = c(analysis, "unreach-call", &SUM.replace("LAST", "free(h);").replace("294", "295"));
        assert_eq!(wrong.judgement.verdict, Verdict::Violated, "{analysis}: {:?}", wrong.judgement);
    }
}

/// Programs that fail in memory, what is violated then, and what the address sanitizer of GCC says.
const UNDEFINED: [(&str, &str, &str); 3] = [
    (
        "struct n { int x; }; int main(void) { struct n *p = malloc(sizeof *p); p->x = 1; FIRST free(p); free(p); return 0; }",
        "valid-free",
        "attempting double-free",
    ),
    (
        "struct n { int x; }; int main(void) { struct n *p = malloc(sizeof *p); p->x = 1; FIRST free(p); p->x = 2; reach_error(); }",
        "valid-deref",
        "heap-use-after-free",
    ),
    (
        "struct n { int x; }; int main(void) { struct n *p = malloc(sizeof *p); p->x = 1; FIRST free(p); p = 0; p->x = 2; reach_error(); }",
        "valid-deref",
        "null pointer",
    ),
];

/// What a program has not done when it fails in memory it does nowhere, if runs that do something undefined are assumed away.
#[test]
fn runs_may_end_in_something_undefined() {
    let declared = "#include <stdlib.h>\nvoid reach_error(void) { abort(); }\n";
    for (program, check, said) in UNDEFINED {
        let right = format!("{declared}{}", program.replace("FIRST", "if (p->x != 1) reach_error();"));
        let wrong = right.replace("!= 1", "== 1");
        for analysis in ["heap", "forest", "blocks"] {
            let judgement = c(analysis, "unreach-call", &right).judgement;
            assert_eq!(judgement.verdict, Verdict::Satisfied, "{analysis} {program}: {judgement:?}");
            let is_assumed = judgement.assumptions.iter().any(|it| it.kind == AssumptionKind::Earlier);
            assert!(is_assumed, "{analysis} {program}: {judgement:?}");
            let judgement = c(analysis, "unreach-call", &wrong).judgement;
            assert_eq!(judgement.verdict, Verdict::Violated, "{analysis} {program}: {judgement:?}");
        }
        for analysis in ["heap", "forest"] {
            let judgement = c(analysis, check, &right).judgement;
            assert_eq!(judgement.verdict, Verdict::Violated, "{analysis} {program}: {judgement:?}");
        }
        if gcc::is_there() {
            let binary = gcc::compiled(&gcc::folder("undefined"), &["-fsanitize=address,undefined"], &right);
            let written = Command::new(binary).output().expect("it runs").stderr;
            assert!(String::from_utf8_lossy(&written).contains(said), "{program}");
        }
    }
}

const REPEATED: &str = "the program has one run, which was executed until it repeated itself for ever";

fn is_repeated(report: &PropertyReport) -> bool {
    report.judgement.reason.as_ref().is_some_and(|reason| reason.to_string().starts_with(REPEATED))
}

/// A run that walks round a ring comes to the object that it looks for, or is again where it was.
#[test]
fn runs_may_repeat_themselves() {
    let ring = |wanted: &str| {
        format!(
            "#include <stdlib.h>
            void reach_error(void);
            struct n {{ struct n *next; int v; }};
            int main(void) {{ struct n *h = 0, *last = 0;
              for (int i = 0; i < 9; i++) {{ struct n *p = malloc(sizeof *p); p->v = i; p->next = h; h = p; if (!i) last = p; }}
              last->next = h;
              while (h->v != {wanted}) h = h->next;
              reach_error(); return 0; }}"
        )
    };
    for analysis in ["heap", "forest", "blocks"] {
        let endless = c(analysis, "unreach-call", &ring("9"));
        let is_satisfied = endless.judgement.verdict == Verdict::Satisfied;
        assert!(is_satisfied && is_repeated(&endless), "{analysis}: {:?}", endless.judgement);
        let found = c(analysis, "unreach-call", &ring("5"));
        assert_eq!(found.judgement.verdict, Verdict::Violated, "{analysis}: {:?}", found.judgement);
    }
    for check in ["valid-deref", "valid-free", "valid-memtrack", "valid-memcleanup"] {
        let endless = c("forest", check, &ring("9"));
        assert_eq!(endless.judgement.verdict, Verdict::Satisfied, "{check}: {:?}", endless.judgement);
    }
    let search = |middle: &str| {
        format!(
            "class A {{ public static void main(String[] args) {{ int[] a = {{ 2, 3, 5, 7, 11 }}; int low = 0, high = a.length, m = 0;
                while (low < high) {{ m = (low + high) / 2; if (a[m] < 4) low = {middle}; else high = m; }} }} }}"
        )
    };
    let formulas = json!([{"id": "ends", "ltl": "F {terminated}"}, {"id": "goes on", "ltl": "G F {m == 1}"}]);
    for (middle, ends, goes_on) in
        [("m", Verdict::Violated, Verdict::Satisfied), ("m + 1", Verdict::Satisfied, Verdict::Satisfied)]
    {
        for report in java("heap", &search(middle), &formulas) {
            let expected = match report.id.as_str() {
                "ends" => ends,
                "goes on" => goes_on,
                _ => Verdict::Satisfied,
            };
            assert_eq!(report.judgement.verdict, expected, "{middle}, {}: {:?}", report.id, report.judgement);
            let cycle = report.judgement.run.map(|run| run.cycle.len());
            assert_eq!(
                cycle.is_some_and(|length| length > 0),
                expected == Verdict::Violated,
                "{middle}, {}",
                report.id
            );
        }
    }
    // Each round makes an object, or counts.
    for body in ["while (true) new A();", "A a = new A(); while (true) a.n++;"] {
        let text = format!("class A {{ int n; public static void main(String[] args) {{ {body} }} }}");
        for report in java("heap", &text, &json!([])) {
            assert!(!is_repeated(&report), "{body}: {:?}", report.judgement);
        }
    }
}

/// Millions of steps, and arrays that are not copied for them although a number is open.
#[test]
fn runs_may_be_long() {
    let sum = "void reach_error(void); int main(void) { unsigned s = 0; for (int i = 0; i < 1000; i++) for (int j = 0; j < 500; j++) s += i ^ j;
        if (s != WANTED) reach_error(); return 0; }";
    for (wanted, verdict) in [("252607984", Verdict::Satisfied), ("0", Verdict::Violated)] {
        let report = c("blocks", "unreach-call", &sum.replace("WANTED", wanted));
        assert_eq!(report.judgement.verdict, verdict, "{wanted}: {:?}", report.judgement);
    }
    let text =
        "class A { public static void main(String[] args) { int root = (int) Math.sqrt(2.0); int[] a = new int[100000];
        for (int i = 0; i < a.length; i++) a[i] = i; assert a[99999] == 99999; } }";
    let report = java("heap", text, &json!([])).swap_remove(0);
    assert!(report.judgement.verdict == Verdict::Satisfied && is_executed(&report), "{:?}", report.judgement);
}

const COUNTER: &str = "class A { A next; static int n; static void grow(A a) { for (int i = 0; i < 200; i++) { a.next = new A(); a = a.next; n += i % 3; } }
  public static void main(String[] args) { A first = new A(); grow(first); if (n != 199) throw new RuntimeException(); GUARD first.next = null; } }";

#[test]
fn objects_are_made() {
    for (guard, verdict) in [("", Verdict::Satisfied), ("if (n == 199) first = null;", Verdict::Violated)] {
        let formulas = json!([{"id": "ends", "ltl": "F {terminated}"}, {"id": "kept", "ltl": "G !{first == null}"}]);
        for report in java("heap", &COUNTER.replace("GUARD", guard), &formulas) {
            let expected = if report.id.starts_with("memory") || report.id == "ends" { verdict } else { continue };
            assert_eq!(report.judgement.verdict, expected, "{}: {:?}", report.id, report.judgement);
        }
    }
}

/// What takes input, draws something or does not end is not decided by one run.
#[test]
fn other_programs_have_several_runs() {
    let programs = [
        "void reach_error(void); int rand(void); int main(void) { if (rand() == 7) reach_error(); return 0; }",
        "void reach_error(void); int main(int n, char **words) { if (n > 3) reach_error(); return 0; }",
        "void reach_error(void); int main(void) { int x; if (x > 3) reach_error(); return 0; }",
        "void reach_error(void); int main(void) { unsigned i = 1; while (i) i += 2; reach_error(); return 0; }",
        "void reach_error(void); int f(int n) { return f(n) + 1; } int main(void) { f(0); reach_error(); return 0; }",
    ];
    for program in programs {
        let report = c("blocks", "unreach-call", program);
        assert!(!is_executed(&report), "{program}: {:?}", report.judgement);
    }
    // Of a run that ends undefined, nothing more is known.
    let text = "void reach_error(void); int main(void) { int a[3] = { 0 }, i = 5; a[i] = 1; if (a[0] == 0) reach_error(); return 0; }";
    assert!(!is_executed(&c("blocks", "unreach-call", text)));
    let text = SUM.replace("LAST", "free(h);").replace("return 0;", "h->v = 1; reach_error();");
    for analysis in ["blocks", "heap", "forest"] {
        assert!(!is_executed(&c(analysis, "unreach-call", &text)), "{analysis}");
    }
    let lengths =
        "class A { public static void main(String[] args) { A a = null; if (args.length > 2) a.toString(); } }";
    for report in java("heap", lengths, &json!([])) {
        assert!(!is_executed(&report), "{:?}", report.judgement);
    }
}

/// Of an object that is given, not all may be given.
#[test]
fn given_objects_have_several_runs() {
    let given = json!({"nodes": [{"type": "NULL", "number": 1}, {"type": "A", "number": 1}], "externals": [],
        "variables": [{"name": "null", "target": 0}, {"name": "@parameter0:", "target": 1}],
        "selectors": [{"label": "next", "origin": 1, "target": 0}], "hyperedges": []});
    let program = COUNTER.replace("String[] args) { A first = new A();", "A first) {").replace("GUARD", "");
    let task = json!({"schema": "hrglass.task/1", "properties": [], "initial": [{"heap": given}],
        "program": {"language": "java", "entry": "A.main", "files": [{"name": "A.java", "text": program}]}});
    let report = checked(&task).swap_remove(0);
    assert!(!is_executed(&report), "{:?}", report.judgement);
}

/// Textbook programs that compute with arrays, with what they end with in a JVM.
#[test]
fn arrays_are_computed() {
    let safe: Option<&str> = None;
    let programs = [
        ("MergeSort", safe),
        ("HashTable", safe),
        ("Heap", safe),
        ("Triangle", safe),
        ("Handlers", Some("null-dereference")),
        ("Sieve", Some("index-out-of-bounds")),
        ("InsertionSort", Some("index-out-of-bounds")),
        ("BubbleSort", Some("assertion")),
    ];
    for (name, fault) in programs {
        let path = format!("{}/tests/data/one-run/{name}.java", env!("CARGO_MANIFEST_DIR"));
        let text = std::fs::read_to_string(path).expect("a program");
        for analysis in ["heap", "forest", "blocks"] {
            let task = json!({"schema": "hrglass.task/1", "analysis": analysis, "properties": [],
                "program": {"language": "java", "entry": format!("{name}.main"), "files": [{"name": "A.java", "text": text}]}});
            let reports = checked(&task);
            let judgement = &reports[0].judgement;
            let expected = if fault.is_some() { Verdict::Violated } else { Verdict::Satisfied };
            assert_eq!(judgement.verdict, expected, "{name}, {analysis}: {judgement:?}");
            // Indices are not assumed to be within bounds.
            let mut assumptions = judgement.assumptions.iter();
            let is_made = |kind: AssumptionKind| kind.is_universal() || kind == AssumptionKind::Payload;
            assert!(assumptions.all(|assumption| is_made(assumption.kind)), "{name}, {analysis}: {judgement:?}");
            let violated = reports[1..].iter().filter(|part| part.judgement.verdict == Verdict::Violated);
            let violated: Vec<&str> = violated.map(|part| part.id.as_str()).collect();
            let parts: Vec<&str> = fault.into_iter().filter(|_| reports.len() > 1).collect();
            assert_eq!(violated, parts, "{name}, {analysis}");
        }
    }
}

/// What a method only puts into an array is passed to it in executions, although abstractions do not need it.
#[test]
fn arrays_keep_arguments() {
    let text = "class A { static A[] all = new A[2]; int k; private void add() { all[0] = this; } static void put(int i, A a) { all[i] = a; }
        public static void main(String[] args) { A a = new A(); a.k = 3; a.add(); put(1, a); assert all[0] == a && all[1] COMPARED; } }";
    for (compared, verdict) in [("!= null", Verdict::Satisfied), ("== null", Verdict::Violated)] {
        let text = text.replace("COMPARED", compared);
        let report = checked(&json!({"schema": "hrglass.task/1", "properties": [], "options": {"abstraction": "auto"},
            "program": {"language": "java", "entry": "A.main", "files": [{"name": "A.java", "text": text}]}}))
        .swap_remove(0);
        assert_eq!(report.judgement.verdict, verdict, "{compared}: {:?}", report.judgement);
    }
}

/// What a program with input does with its own arrays is known where a violation is executed.
#[test]
fn violations_agree_with_arrays() {
    let program = |wanted: i32| {
        format!(
            "class A {{ static int run(int n) {{ int[] a = {{ 1, 2, 3 }}; a[1] = a[0] + 4; Object o = n > 2 ? null : a;
                if (a[1] == {wanted}) return o.hashCode(); return 0; }} }}"
        )
    };
    for (wanted, verdict) in [(5, Verdict::Violated), (2, Verdict::Suspected)] {
        let task = json!({"schema": "hrglass.task/1", "properties": [],
            "program": {"language": "java", "entry": "A.run", "files": [{"name": "A.java", "text": program(wanted)}]}});
        let reports = checked(&task);
        assert_eq!(reports[0].judgement.verdict, verdict, "{:?}", reports[0].judgement);
    }
}

/// What functions of the library give for numbers is known where the numbers are, and nothing else is.
#[test]
fn functions_of_known_numbers_are_computed() {
    let verdict = |statements: &str| {
        let text = format!("class A {{ public static void main(String[] a) {{ {statements} }} }}");
        java("heap", &text, &json!([]))[0].judgement.verdict
    };
    assert_eq!(verdict("int x = 4; x = Math.max(x - 1, x++) - x; assert x == -1;"), Verdict::Satisfied);
    assert_eq!(verdict("assert Character.isLetter('e') && !Character.isLetter('1');"), Verdict::Satisfied);
    for unknown in ["Character.isLetter('\u{e4}')", "Math.abs(-3.0) == 3.0", "Math.max(3, 4f) == 4"] {
        assert_eq!(verdict(&format!("Integer b = 3; assert {unknown};")), Verdict::Suspected, "{unknown}");
    }
    assert_eq!(verdict("Integer b = 3; assert Math.max(b, 4) == 4;"), Verdict::Satisfied);
    // It does not matter what the result is.
    assert_eq!(verdict("Integer b = 3; int m = Math.max(b, 4); Object o = null; o.hashCode();"), Verdict::Violated);
    let own = "class Math { static int abs(int n) { return 7; } }
        class A { public static void main(String[] a) { assert Math.abs(-3) == 7; } }";
    assert_eq!(java("heap", own, &json!([]))[0].judgement.verdict, Verdict::Satisfied);
}
