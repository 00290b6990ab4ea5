//! What verdicts take for granted is a part of them.

use std::collections::BTreeSet;

use hrglass::base::Silent;
use hrglass::editor::load_program;
use hrglass::report::Judgement;
use hrglass::report::assumption::{Assumption, AssumptionKind};
use hrglass::session::run;
use hrglass::task::{Analysis, Check, Language, Loaded, NoFiles, Overrides, load};
use serde_json::json;

fn judgements(loaded: &Loaded) -> Vec<(String, Judgement)> {
    let session = run(loaded, &mut Silent);
    let report = session.report();
    assert!(!report.properties.is_empty(), "{:?}", report.diagnostics);
    report.properties.iter().map(|property| (property.id.clone(), property.judgement.clone())).collect()
}

/// What is assumed of each property, besides what is assumed of every program.
fn assumed(loaded: &Loaded) -> Vec<String> {
    let words = |judgement: &Judgement| Assumption::in_words(&judgement.assumptions);
    judgements(loaded)
        .iter()
        .map(|(id, judgement)| format!("{id} {:?} {}", judgement.verdict, words(judgement).unwrap_or_default()))
        .collect()
}

fn program(text: &str, language: Language, overrides: &Overrides) -> Loaded {
    let name = if language == Language::C { "a.c" } else { "A.java" };
    load_program(text, name, language, &mut NoFiles, overrides)
}

fn entry(name: &str) -> Overrides {
    Overrides { entry: Some(name.to_owned()), ..Overrides::default() }
}

/// The table of the documentation has each kind once.
#[test]
fn the_documentation_lists_all_kinds() {
    let name = |kind| serde_json::to_value(kind).expect("JSON").as_str().expect("a name").to_owned();
    let known: BTreeSet<String> = AssumptionKind::ALL.into_iter().map(name).collect();
    let rows = include_str!("../../docs/assumptions.md").lines().skip_while(|line| !line.starts_with("| ---"));
    let rows = rows.filter_map(|line| line.strip_prefix("| `"));
    let listed: Vec<String> = rows.filter_map(|row| Some(row.split_once('`')?.0.to_owned())).collect();
    assert_eq!(listed.iter().cloned().collect::<BTreeSet<String>>(), known);
    assert_eq!(listed.len(), known.len());
}

#[test]
fn every_program_may_use_stack_and_memory() {
    let java = "class A { static void f() { } }";
    let c = "void reach_error(void) { } int main(void) { reach_error(); return 0; }";
    for (text, language, start) in [(java, Language::Java, "A.f"), (c, Language::C, "main")] {
        for (id, judgement) in judgements(&program(text, language, &entry(start))) {
            assert!(judgement.assumes(AssumptionKind::Stack) && judgement.assumes(AssumptionKind::Allocation), "{id}");
            assert_eq!(Assumption::in_words(&judgement.assumptions), None, "{id}");
        }
    }
}

/// The structure that is proposed, and what parameters hold.
#[test]
fn proposed_inputs_are_assumed() {
    let text = "class A { A next; Object data; static int f(A a, A b) { int n = 0; while (a != null) { a = a.next; n++; } \
                return n + b.data.hashCode(); } }";
    let found = assumed(&program(text, Language::Java, &entry("A.f")));
    assert!(found[0].contains("`a` is any list through `next`"), "{found:?}");
}

/// What types allow to be one object is assumed to be apart, also where the program itself gives common objects.
#[test]
fn parameters_are_assumed_to_share_nothing() {
    let class = "class A { A next; int v; static final class P { int v; } static final A END = new A(); A() { } \
                 static boolean cut(A a, A b) { if (a == null || b == null || b.next == null) return false; a.next = null; return b.next.v > 0; } \
                 static boolean twice(A a) { return cut(a, a); } \
                 static boolean types(A a, P p) { return a != null && p == null; } \
                 static boolean plain(P p, P q, int n) { return p == q; } \
                 static boolean atEnd(A a) { return a == END; } \
                 boolean joins(A other) { return other != null && other.next == this; } \
                 @Override public boolean equals(Object o) { return o instanceof A && ((A) o).next == next; } }";
    let check = |start: &str| assumed(&program(class, Language::Java, &entry(start))).swap_remove(0);
    for (start, ending) in [
        ("A.cut", ", and `a` and `b` lead to different objects"),
        ("A.plain", ", and `p` and `q` lead to different objects"),
        ("A.joins", ", and `this` and `other` lead to different objects"),
        ("A.equals", ", and `o` is `this`, or leads to objects of its own"),
        ("A.types", "`p` is any `A.P`, or null"),
        ("A.twice", "`a` is any list through `next`, or null"),
    ] {
        let found = check(start);
        assert!(found.ends_with(ending), "{start}: {found}");
    }
    let found = check("A.atEnd");
    assert!(found.contains("`a` leads to other objects than `A.END`"), "{found}");
    let c = "#include <stdlib.h>\nextern void reach_error(void); struct n { struct n *next; }; static struct n end; static struct n *at; \
             void set(void) { at = &end; } void f(struct n *p) { if (p == &end) reach_error(); }";
    let heap = Overrides { analysis: Some(Analysis::Heap), ..entry("f") };
    let found = assumed(&program(c, Language::C, &heap));
    assert!(found.iter().all(|it| it.contains("`p` leads to other objects than `&end`")), "{found:?}");
}

/// A method that the program itself gives a ring is not checked for lists alone.
#[test]
fn structures_are_what_the_program_itself_gives() {
    let text = |call: &str| {
        format!(
            "class A {{ static class N {{ N next; N(N n) {{ next = n; }} void link(N n) {{ next = n; }} }} \
             static void demo() {{ N a = new N(null); {call} len(a); }} \
             static int len(N n) {{ int c = 0; while (n != null) {{ c++; n = n.next; }} return c; }} }}"
        )
    };
    let found = assumed(&program(&text(""), Language::Java, &entry("A.len")));
    assert_eq!(found, ["memorySafety Satisfied if `n` is any list through `next`, or null"]);
    let found = assumed(&program(&text("a.link(a);"), Language::Java, &entry("A.len")));
    assert!(!found[0].contains("any list"), "{found:?}");
}

/// The reason of a verdict is a true sentence about the program, too.
#[test]
fn reasons_are_not_about_erased_types() {
    let text = "import java.util.*; class A { int v; void h(int k) { } static void f() { List<A> l = new ArrayList<>(); l.add(new A()); l.add(new A()); l.sort(Comparator.comparing(y -> y.v)); } \
                static void g() { List<A> l = new ArrayList<>(); l.add(new A()); l.add(new A()); Collections.max(l, Comparator.comparing(y -> y.v)).h(1); } }";
    for start in ["A.f", "A.g"] {
        let found = judgements(&program(text, Language::Java, &entry(start)));
        assert!(!format!("{:?}", found[0].1).contains("not given"), "{start}: {found:?}");
    }
}

const STATICS: &str = "has its first value where a run starts";

/// Runs that start elsewhere than in `main` may come after others.
#[test]
fn static_fields_are_assumed_to_have_their_first_values() {
    let text = "class A { A next; int v; static A head; static final A END = new A(); static int count, kept = 2, a, b, c; \
                static void add() { A n = new A(); n.next = head; head = n; count++; a = b = c = 1; } \
                static int first() { return head == null ? 0 : head.next.v; } \
                static int number() { return kept; } static int again() { count = 0; return count; } \
                static int once() { if (count > 0) throw new IllegalStateException(); return count++; } \
                static int inside() { return END.next == null ? 0 : 1; } \
                static int many() { return a + b + c + count + (head == null ? 0 : 1); } \
                public static void main(String[] args) { add(); first(); } }";
    let check = |start: &str| assumed(&program(text, Language::Java, &entry(start))).swap_remove(0);
    let first = check("A.first");
    assert!(
        first.contains("`A.head` has its first value where a run starts, and so has all that it leads to"),
        "{first}"
    );
    assert!(check("A.once").contains(&format!("`A.count` {STATICS}")));
    assert!(check("A.inside").contains("`A.END` has its first value"));
    let many = check("A.many");
    assert!(
        many.contains("`A.head`, `A.count`, `A.a` and 2 others have their first values where a run starts"),
        "{many}"
    );
    for start in ["A.number", "A.again", "A.main"] {
        let found = check(start);
        assert!(!found.contains("first value"), "{start}: {found}");
    }
    // Of code that is not modelled, too.
    let text = "class A { static int n; static void set() { n = 1; new Thread(null).start(); } \
                static void f() { if (n > 0) throw new IllegalStateException(); } }";
    let found = assumed(&program(text, Language::Java, &entry("A.f")));
    assert_eq!(found, [format!("memorySafety Satisfied if `A.n` {STATICS}")]);
}

#[test]
fn static_variables_are_assumed_to_have_their_first_values() {
    let text = "extern void reach_error(void); struct n { struct n *next; } end; struct n *head = &end; int level, given, kept = 4; const int two = 2; \
                int scan(int *to); void set(void) { level = 3; scan(&given); head->next = head; } \
                void level_only(void) { if (level == 3) reach_error(); } void is_given(void) { if (given) reach_error(); } \
                void inside(void) { if (head->next) reach_error(); } void own(void) { static int n; if (n) reach_error(); n++; } \
                void fresh(void) { level = 0; if (level) reach_error(); } \
                void constant(void) { if (kept != 4 || two != 2) reach_error(); } \
                int main(void) { set(); level_only(); return 0; }";
    for analysis in [Analysis::Heap, Analysis::Forest, Analysis::Blocks] {
        let only =
            |start: &str| Overrides { analysis: Some(analysis), checks: vec![Check::UnreachCall], ..entry(start) };
        let check = |start: &str| assumed(&program(text, Language::C, &only(start))).swap_remove(0);
        for (start, name) in [("level_only", "level"), ("is_given", "given"), ("inside", "end"), ("own", "own.n")] {
            let found = check(start);
            assert!(found.contains(&format!("`{name}` {STATICS}")), "{analysis:?} {start}: {found}");
        }
        for start in ["fresh", "constant", "main"] {
            let found = check(start);
            assert!(!found.contains("first value"), "{analysis:?} {start}: {found}");
        }
    }
}

/// Where there is no static variable, or the library is called, nothing is assumed.
#[test]
fn functions_of_others_in_c_are_assumed_to_change_no_static_variable() {
    let start = "void reach_error(void); void other(void); int abs(int);";
    let text = format!("{start} int g; int main(void) {{ other(); if (g) reach_error(); return 0; }}");
    let said = assumed(&program(&text, Language::C, &entry("main")));
    assert_eq!(
        said,
        ["unreach-call Satisfied if `other` changes no global or static variable and nothing that one leads to"]
    );
    for text in [
        format!("{start} int main(void) {{ int g = 0; other(); if (g) reach_error(); return 0; }}"),
        format!("{start} int g; int main(void) {{ abs(1); if (g) reach_error(); return 0; }}"),
    ] {
        assert_eq!(assumed(&program(&text, Language::C, &entry("main"))), ["unreach-call Satisfied "]);
    }
}

#[test]
fn methods_without_a_body_are_assumed_to_be_pure() {
    let text = "class A { static native int g(); static void f() { if (g() > 0) g(); } }";
    let pure = Overrides { assume_pure: vec!["A.g".to_owned()], ..entry("A.f") };
    let found = assumed(&program(text, Language::Java, &pure));
    assert_eq!(found, ["memorySafety Satisfied if `A.g` changes nothing, and returns some value"]);
    let unused = Overrides { assume_pure: vec!["A.h".to_owned()], ..entry("A.f") };
    let text = "class A { static native int h(); static void f() { } }";
    assert_eq!(assumed(&program(text, Language::Java, &unused)), ["memorySafety Satisfied "]);
}

#[test]
fn contracts_are_assumed() {
    let text = include_str!("../tasks/contracts/trusted.json");
    let found = assumed(&load(text, "task.json", &mut NoFiles));
    assert!(
        found.iter().all(|it| it.ends_with("if every call of `SLList.last` does what its contracts say")),
        "{found:?}"
    );
}

/// In C, what a property does not look for may end a run earlier.
#[test]
fn undefined_steps_before_are_assumed_away() {
    let text = "void reach_error(void) { } int main(void) { int n; int d; if (n / d > 3 && d == 0) reach_error(); return 1 << n; }";
    let check = |checks: &[&str]| {
        let properties: Vec<_> = checks.iter().map(|check| json!({"id": check, "check": check})).collect();
        let task = json!({"schema": "hrglass.task/1", "analysis": "blocks", "properties": properties,
            "program": {"language": "c", "entry": "main", "files": [{"name": "a.c", "text": text}]}});
        assumed(&load(&task.to_string(), "task.json", &mut NoFiles))
    };
    let found = check(&["unreach-call"]);
    assert_eq!(
        found,
        [
            "unreach-call Satisfied if no run comes earlier to division by zero, and no run comes earlier to shift distance out of range"
        ]
    );
    // A run may come there.
    assert_eq!(check(&["no-division-by-zero", "unreach-call"])[1], found[0]);
    let found = check(&["no-invalid-shift"]);
    assert_eq!(found, ["no-invalid-shift Violated if no run comes earlier to division by zero"]);
}

/// Properties that are satisfied together assume nothing of each other: no run has a first step that one of them excludes.
#[test]
fn satisfied_properties_discharge_each_other() {
    let example = |wanted: &str| {
        let mut examples = hrglass::task::examples().iter();
        let (id, text) = examples.find(|(id, _)| *id == wanted).expect("an example");
        assumed(&load(text, id, &mut NoFiles))
    };
    let found = example("forest/sll-bubble-sort");
    assert!(found.len() > 2 && found.iter().all(|it| it.ends_with(" Satisfied ")), "{found:?}");
    let faulty = example("forest/sll-delete-faulty");
    assert!(faulty.iter().any(|it| it.contains("Violated")), "{faulty:?}");
    assert!(faulty.iter().any(|it| it.contains("Violated if no run comes earlier to")), "{faulty:?}");
}
