//! The Java front end ignores nothing: each construct of Java is executed, or runs are given up there, or it has no
//! effect.
//!
//! For each construct there is a method that throws; if the construct were ignored, the method would be safe. Where
//! there is a JVM, it confirms that the method throws.

pub mod jvm;
mod lines;

use hrglass::base::Silent;
use hrglass::report::assumption::AssumptionKind;
use hrglass::report::{Judgement, Verdict};
use hrglass::session::run;
use hrglass::task::{NoFiles, load};
use serde_json::json;

use crate::support::{cases, jdk};

/// The treatment of a construct.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum Outcome {
    /// It is executed.
    Runs,
    /// Runs are not followed from there on.
    GivenUp,
}

/// A program whose result depends on one construct.
struct Snippet {
    construct: String,
    outcome: Outcome,
    /// Whether every JVM throws.
    throws: bool,
    imports: String,
    body: String,
    members: String,
    classes: String,
}

/// The members of every program: methods that throw, with results of several types, and one that does not return.
const HELP: &str = "A q;\n    static void fail() { A a = null; a.q = a; }\n    static int bad() { fail(); return 1; }\n    \
                    static boolean yes() { fail(); return true; }\n    static void hang() { while (yes4()) { } }\n    \
                    static boolean yes4() { return true; }\n";

impl Snippet {
    fn java(&self, package: &str) -> String {
        let Snippet { imports, body, members, classes, .. } = self;
        format!(
            "{package}{imports}public class A {{\n    {HELP}    public static void f() {{\n{body}    }}\n{members}}}\n{classes}"
        )
    }
}

fn snippets() -> Vec<Snippet> {
    let mut snippets: Vec<Snippet> = Vec::new();
    for line in include_str!("java_constructs/constructs.txt").lines().filter(|line| !line.starts_with('#')) {
        if let Some(title) = line.strip_prefix("== ") {
            let (construct, outcome) = title.rsplit_once(": ").expect("an outcome");
            let throws = !outcome.ends_with('*');
            let outcome = match outcome.trim_end_matches('*') {
                "runs" => Outcome::Runs,
                "given up" => Outcome::GivenUp,
                other => panic!("{other}"),
            };
            let construct = construct.to_owned();
            let [imports, body, members, classes] = [(); 4].map(|()| String::new());
            snippets.push(Snippet { construct, outcome, throws, imports, body, members, classes });
            continue;
        }
        let snippet = snippets.last_mut().expect("a title");
        let (kind, text) = line.split_once(' ').expect("what the line is");
        let part = match kind {
            "i" => &mut snippet.imports,
            "b" => &mut snippet.body,
            "m" => &mut snippet.members,
            "c" => &mut snippet.classes,
            other => panic!("{other}"),
        };
        *part += &format!("{text}\n");
    }
    snippets
}

/// The treatment of a program, and its diagnostics.
fn check(java: &str) -> (Option<Outcome>, String) {
    let task = json!({
        "schema": "hrglass.task/1", "title": "", "analysis": "heap", "grammars": [],
        "program": {"language": "java", "entry": "A.f", "files": [{"name": "A.java", "text": java}]},
        "properties": [],
    });
    let session = run(&load(&task.to_string(), "task.json", &mut NoFiles), &mut Silent);
    let report = session.report();
    let said = format!("{:?} {:?}", report.memory_safety().map(|j| (j.verdict, &j.reason)), report.diagnostics);
    let warned = report.diagnostics.iter().any(|d| d.message.contains("runs are not followed") && d.line.is_some());
    let outcome = match report.memory_safety() {
        Some(judgement) if judgement.verdict == Verdict::Unknown && warned => {
            let is_place_named =
                judgement.reason.as_ref().is_some_and(|reason| reason.contains("is not followed from A.java:"));
            is_place_named.then_some(Outcome::GivenUp)
        }
        Some(judgement) if matches!(judgement.verdict, Verdict::Violated | Verdict::Suspected) => Some(Outcome::Runs),
        _ => None,
    };
    (outcome, said)
}

#[test]
fn nothing_is_left_out() {
    let snippets = snippets();
    assert!(snippets.len() > 100);
    let mut wrong = Vec::new();
    for snippet in &snippets {
        let java = snippet.java("");
        let (outcome, said) = check(&java);
        if outcome != Some(snippet.outcome) {
            wrong.push(format!("{}: {outcome:?}, expected {:?}\n{said}\n{java}", snippet.construct, snippet.outcome));
        }
    }
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
}

/// The table in the documentation lists the same constructs with the same treatment.
#[test]
fn the_table_is_complete() {
    let documented: Vec<(String, Outcome)> = include_str!("../../docs/java.md")
        .lines()
        .filter_map(|line| line.strip_prefix("| "))
        .filter_map(|row| {
            let cells: Vec<&str> = row.split(" | ").collect();
            let outcome = if cells.get(1)?.starts_with("not followed") { Outcome::GivenUp } else { Outcome::Runs };
            (!["construct", "---"].contains(&cells[0])).then(|| (cells[0].replace("\\|", "|"), outcome))
        })
        .collect();
    let snippets: Vec<(String, Outcome)> = snippets().into_iter().map(|s| (s.construct, s.outcome)).collect();
    for row in &snippets {
        assert!(documented.contains(row), "not in docs/java.md: {row:?}");
    }
    for row in &documented {
        assert!(snippets.contains(row), "without a snippet: {row:?}");
    }
}

/// A JVM agrees that each program throws.
#[test]
fn a_jvm_throws_each_time() {
    if !jdk::is_there() {
        eprintln!("skipped: there is no JDK on the PATH");
        return;
    }
    let snippets: Vec<Snippet> = snippets().into_iter().filter(|s| s.throws).collect();
    let programs: Vec<String> = (0..snippets.len()).map(|i| snippets[i].java(&format!("package c{i};\n"))).collect();
    let thrown = jvm::thrown("java-constructs", &programs);
    assert_eq!(thrown.len(), snippets.len());
    for (snippet, thrown) in snippets.iter().zip(thrown) {
        assert_ne!(thrown.class, "nothing", "{}", snippet.construct);
    }
}

/// How many programs are compiled at once.
const TOGETHER: usize = 400;

/// The judgement on memory safety of a program, or why it is refused.
fn judged(java: &str, entry: &str) -> Result<Judgement, String> {
    let task = json!({
        "schema": "hrglass.task/1", "title": "", "analysis": "heap", "grammars": [], "options": {"abstraction": "auto"},
        "program": {"language": "java", "entry": entry, "files": [{"name": "A.java", "text": java}]},
    });
    let session = run(&load(&task.to_string(), "task.json", &mut NoFiles), &mut Silent);
    let report = session.report();
    report
        .memory_safety()
        .cloned()
        .ok_or_else(|| report.diagnostics.iter().map(|d| format!("{}; ", d.message)).collect())
}

/// What is wrong with the verdicts on a program of which a JVM says this. Counts the definite ones.
fn contradiction(java: &str, end: &jvm::Thrown, definite: &mut usize) -> Option<String> {
    let is_of_bounds = end.class.contains("OutOfBounds") || end.class.ends_with("NegativeArraySizeException");
    let judgement = match judged(java, "A.f") {
        Ok(judgement) => judgement,
        Err(said) => return Some(format!("it is refused: {said}")),
    };
    let returned = (end.class == "nothing").then_some(&end.message);
    *definite += usize::from(judgement.is_decided());
    match judgement.verdict {
        Verdict::Satisfied if judgement.assumes(AssumptionKind::Bounds) && is_of_bounds => {}
        // That there is memory is assumed of every program.
        Verdict::Satisfied if end.class.ends_with("OutOfMemoryError") => {}
        Verdict::Satisfied if returned.is_none() => return Some("nothing is thrown".to_owned()),
        Verdict::Violated if returned.is_some() => return Some(format!("{:?}", judgement.reason)),
        _ => {}
    }
    // The value decides whether null is dereferenced.
    let value: i64 = returned?.parse().ok()?;
    let (operator, fails) = if value % 2 == 0 { ("==", true) } else { ("!=", false) };
    let main = format!("static void main() {{ if (f() {operator} {value}) {{ A a = null; a.hashCode(); }} }}");
    let class = java.trim_end().strip_suffix('}').expect("a class");
    let judgement = judged(&format!("{class}    {main}\n}}\n"), "A.main").ok()?;
    *definite += usize::from(judgement.is_decided());
    let is_wrong = match judgement.verdict {
        Verdict::Satisfied => fails,
        Verdict::Violated => !fails,
        _ => false,
    };
    is_wrong.then(|| format!("f() {operator} {value} is {}", !fails))
}

#[test]
fn random_lines_do_what_a_jvm_does() {
    if !jdk::is_there() {
        eprintln!("skipped: there is no JDK on the PATH");
        return;
    }
    let seeds: Vec<u64> = cases::seeds(300).collect();
    let (mut definite, mut valid, mut wrong) = (0, 0, Vec::new());
    for batch in seeds.chunks(TOGETHER) {
        let programs: Vec<String> = batch.iter().map(|&seed| lines::program(seed)).collect();
        let packaged: Vec<String> =
            programs.iter().enumerate().map(|(number, java)| format!("package c{number};\n{java}")).collect();
        for ((seed, java), end) in batch.iter().zip(&programs).zip(jvm::thrown_if_valid("java-lines", &packaged)) {
            let Some(end) = end else { continue };
            valid += 1;
            if let Some(fault) = contradiction(java, &end, &mut definite) {
                wrong.push(format!("program {seed}: a JVM throws {}, {}; {fault}\n{java}", end.class, end.message));
            }
        }
    }
    println!("{} programs, {valid} valid, {definite} definite verdicts", seeds.len());
    assert!(wrong.is_empty(), "{} are wrong:\n{}", wrong.len(), wrong.join("\n"));
    assert!(valid * 2 > seeds.len() && definite * 3 > seeds.len(), "{valid} valid, {definite} definite verdicts");
}

/// What random lines have found, each with the verdict that a JVM allows.
#[test]
fn lines_that_were_wrong_are_right() {
    let lines = [
        // Whether a conditional of an element and a number unboxes null is not known.
        (
            "List<Integer> l = new LinkedList<>(); l.add(null); Object o = l.isEmpty() ? 5 : ((LinkedList<Integer>) l).peek();",
            None,
        ),
        // Sizes of copies are assumed not to be negative, where they are not known.
        ("int[] a = Arrays.copyOf(new int[2], new Random().nextInt());", Some(AssumptionKind::Bounds)),
        ("int[] a = Arrays.copyOf(new int[2], -1);", None),
        ("int[] a = Arrays.copyOf(new int[2], 3);", None),
    ];
    for (line, assumed) in lines {
        let java = format!("import java.util.*;\npublic class A {{\n    static void f() {{ {line} }}\n}}\n");
        let judgement = judged(&java, "A.f").expect("it is accepted");
        let is_safe = !line.contains("add(null)") && !line.contains("-1");
        assert_eq!(judgement.verdict == Verdict::Satisfied, is_safe, "{line}: {judgement:?}");
        assert_eq!(judgement.assumes(AssumptionKind::Bounds), assumed.is_some(), "{line}");
    }
    // Beside a number, null is a box that is unboxed; so is what was erased.
    for line in [
        "int n = \"a\".isEmpty() ? 1 : null;",
        "Object o = \"a\".isEmpty() ? ((ArrayDeque<Integer>) new ArrayDeque<Integer>()).element() : (Character) null;",
    ] {
        let java = format!("import java.util.*;\npublic class A {{\n    static void f() {{ {line} }}\n}}\n");
        let judgement = judged(&java, "A.f").expect("it is accepted");
        assert_ne!(judgement.verdict, Verdict::Satisfied, "{line}");
    }
    // Valid Java is no error, whether or not it is followed.
    for line in [
        "for (Object o : (Iterable<Integer>) new ArrayList<Integer>()) { }",
        "int n = -((LinkedList<Integer>) new LinkedList<Integer>()).size(); long m = -((List<Integer>) new ArrayList<Integer>()).get(0);",
        "Comparable<E> e = E.A; E f = E.valueOf(((List<String>) new ArrayList<String>()).get(0));",
        "int n = Math.max(1, ((ArrayDeque<Integer>) new ArrayDeque<Integer>()).element());",
        "synchronized (Objects.requireNonNull('a')) { }",
    ] {
        let java = format!(
            "import java.util.*;\npublic class A {{\n    enum E {{ A }}\n    static void f() {{ {line} }}\n}}\n"
        );
        assert_eq!(judged(&java, "A.f").err(), None, "{line}");
    }
}
