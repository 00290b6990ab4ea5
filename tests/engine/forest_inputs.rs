//! Java programs on forest automata that start with the heaps that grammars derive.

use hrglass::base::Silent;
use hrglass::report::assumption::AssumptionKind;
use hrglass::report::evidence::Ending;
use hrglass::report::{Judgement, Verdict};
use hrglass::session::run;
use hrglass::task::{Files, NoFiles, load};
use serde_json::{Map, Value, json};

use crate::support::folder::Folder;
use crate::support::tasks::tasks;

/// Memory safety of a task, without its properties.
fn memory_safety(task: &Value, analysis: &str, files: &mut dyn Files) -> Judgement {
    let kept = ["schema", "title", "program", "grammars", "initial"];
    let members = task.as_object().expect("a task").iter().filter(|(key, _)| kept.contains(&key.as_str()));
    let mut task: Map<String, Value> = members.map(|(key, value)| (key.clone(), value.clone())).collect();
    task.insert("analysis".to_owned(), json!(analysis));
    task.insert("options".to_owned(), json!({"maxStates": 3_000}));
    let loaded = load(&Value::Object(task).to_string(), "task.json", files);
    let session = run(&loaded, &mut Silent);
    let report = session.report();
    report.memory_safety().unwrap_or_else(|| panic!("{:?}", report.diagnostics)).clone()
}

/// Whether a verdict says something of the program.
fn is_definite(judgement: &Judgement) -> bool {
    judgement.is_decided() && !judgement.assumes(AssumptionKind::Returns)
}

/// Examples that take seconds without optimisation.
const SLOW: [&str; 6] = ["even-list", "figure-2-5", "lindstrom", "parent-pointers", "remove-last", "skip-list"];

#[test]
fn no_verdict_is_contrary_to_that_of_graph_grammars() {
    let mut both = 0;
    for (path, task) in tasks("examples") {
        let name = path.file_stem().unwrap_or_default().to_string_lossy().into_owned();
        let is_java = task["program"]["language"] == "java" && task["analysis"] == "heap";
        // The tasks of the benchmark are few programs with many formulas.
        let is_same = path.parent().is_some_and(|folder| folder.ends_with("benchmark")) && !name.ends_with("_memory");
        if !is_java || is_same || SLOW.contains(&name.as_str()) {
            continue;
        }
        let mut files = Folder(path.parent().expect("a folder").to_owned());
        let [grammars, forests] = ["heap", "forest"].map(|analysis| memory_safety(&task, analysis, &mut files));
        if is_definite(&grammars) && is_definite(&forests) {
            assert_eq!(grammars.verdict, forests.verdict, "{}", path.display());
            both += 1;
        }
    }
    assert_eq!(both, 99);
}

/// A program in class `N`, with the grammars and initial heaps of a task.
fn task(body: &str, grammars: Value, heaps: &[Value]) -> Value {
    let java = format!("class N {{ N next; N other; int value; boolean flag;\n{body}\n}}");
    let initial: Vec<Value> = heaps.iter().map(|heap| json!({"heap": heap})).collect();
    json!({
        "schema": "hrglass.task/1", "title": "inputs",
        "program": {"language": "java", "entry": "N.main", "files": [{"name": "N.java", "text": java}]},
        "grammars": grammars, "initial": initial,
    })
}

/// Nodes of null and this type, with the second one as the first parameter.
fn heap(ty: &str, selectors: Value, hyperedges: Value) -> Value {
    json!({
        "nodes": [{"type": "NULL", "number": 1}, {"type": ty, "number": 1}, {"type": "int", "number": 1}], "externals": [],
        "variables": [
            {"name": "null", "target": 0}, {"name": "@parameter0:", "target": 1}, {"name": "7", "target": 2},
        ],
        "selectors": selectors, "hyperedges": hyperedges,
    })
}

fn lists() -> Value {
    json!([{"predefined": "SLList", "rename": {"ListNode": "N"}}])
}

fn list() -> Value {
    heap("N", json!([]), json!([{"label": "RefSLList", "tentacles": [1, 0]}]))
}

/// Checks the verdict, which that of graph grammars must not contradict.
#[track_caller]
fn check(task: &Value, expected: Verdict) -> Judgement {
    let [grammars, forests] = ["heap", "forest"].map(|analysis| memory_safety(task, analysis, &mut NoFiles));
    assert_eq!(forests.verdict, expected, "{forests:?}");
    assert!(!is_definite(&grammars) || !is_definite(&forests) || grammars.verdict == expected, "{grammars:?}");
    forests
}

/// Checks that a run fails when it is executed.
#[track_caller]
fn check_fails(task: &Value, ending: Ending) {
    let judgement = check(task, Verdict::Violated);
    let evidence = judgement.evidence.expect("a violation is executed");
    assert_eq!(evidence.counterexample.expect("a run").ending, ending);
}

#[test]
fn what_a_nonterminal_derives_is_built() {
    let reverse =
        "static N main(N x) { N y = null; while (x != null) { N z = x.next; x.next = y; y = x; x = z; } return y; }";
    check(&task(reverse, lists(), &[list()]), Verdict::Satisfied);
    let second = "static N main(N x) { return x.next.next; }";
    check_fails(&task(second, lists(), &[list()]), Ending::NullDereference);
    let third = "static void main(N x) { if (x.next != null && x.next.next != null) x.next.next.next.next = x; }";
    check_fails(&task(third, lists(), &[list()]), Ending::NullDereference);
    let thrown = "static void main(N x) { if (x.next == null) throw new RuntimeException(); }";
    check_fails(&task(thrown, lists(), &[list()]), Ending::Thrown);
}

#[test]
fn every_initial_heap_is_tried() {
    let first = "static N main(N x) { return x.next; }";
    let null = json!({
        "nodes": [{"type": "NULL", "number": 1}], "externals": [], "selectors": [], "hyperedges": [],
        "variables": [{"name": "null", "target": 0}, {"name": "@parameter0:", "target": 0}],
    });
    check_fails(&task(first, lists(), &[list(), null.clone()]), Ending::NullDereference);
    check(&task(first, lists(), &[list(), list()]), Verdict::Satisfied);
    let tested = "static N main(N x) { return x == null ? null : x.next; }";
    check(&task(tested, lists(), &[list(), null]), Verdict::Satisfied);
    // Without one, parameters are null.
    check_fails(&task(first, json!([]), &[]), Ending::NullDereference);
}

#[test]
fn fields_that_are_not_shown_have_any_value() {
    let number = "static void main(N x) { if (x.value == 8) x = null; x.next = null; }";
    check_fails(&task(number, lists(), &[list()]), Ending::NullDereference);
    let truth = "static void main(N x) { boolean b = x.flag; if (b) return; if (!b) return; x = null; x.next = null; }";
    check(&task(truth, lists(), &[list()]), Verdict::Satisfied);
    let shown = json!([{"label": "value", "origin": 1, "target": 2}, {"label": "next", "origin": 1, "target": 0}]);
    check(&task(number, json!([]), &[heap("N", shown, json!([]))]), Verdict::Satisfied);
    let reference = "static N main(N x) { return x.other.next; }";
    check_fails(&task(reference, lists(), &[list()]), Ending::NullDereference);
    let tested = "static N main(N x) { N o = x.other; return o == null ? o : o.next; }";
    let unknown = check(&task(tested, lists(), &[list()]), Verdict::Unknown);
    assert!(unknown.reason.is_some_and(|reason| reason.contains("`o` is not followed")));
}

#[test]
fn rules_apply_where_types_fit() {
    let rule = |last: &str, nodes: Value, selectors: Value| {
        let first = json!({"type": "N", "number": 1});
        let mut all = vec![first, json!({"type": last, "number": 1})];
        all.extend(nodes.as_array().expect("nodes").iter().cloned());
        json!({"nodes": all, "externals": [0, 1], "variables": [], "selectors": selectors, "hyperedges": []})
    };
    let edge = |origin: u32, target: u32| json!({"label": "next", "origin": origin, "target": target});
    // Null has no successor, so that the second rule does not apply to it.
    let ends = rule("NULL", json!([]), json!([edge(0, 1)]));
    let continues = rule("N", json!([{"type": "N", "number": 1}]), json!([edge(0, 2), edge(2, 1), edge(1, 0)]));
    let grammar =
        json!([{"name": "pairs.json", "grammar": [{"nonterminal": "Pair", "rank": 2, "rules": [ends, continues]}]}]);
    let pair = heap("N", json!([]), json!([{"label": "Pair", "tentacles": [1, 0]}]));
    let ended = "static void main(N x) { if (x.next != null) throw new RuntimeException(); }";
    check(&task(ended, grammar, &[pair]), Verdict::Satisfied);
}

#[test]
fn what_cannot_be_built_is_unknown() {
    let any = "static N main(Object x) { return null; }";
    let unknown = check(&task(any, json!([]), &[heap("Other", json!([]), json!([]))]), Verdict::Unknown);
    assert!(unknown.reason.is_some_and(|reason| reason.contains("`Other`")));
    let twice = json!([{"label": "RefSLList", "tentacles": [1, 0]}, {"label": "RefSLList", "tentacles": [1, 1]}]);
    let unknown = check(&task(any, lists(), &[heap("N", json!([]), twice)]), Verdict::Unknown);
    assert!(unknown.reason.is_some_and(|reason| reason.contains("may give `next` to the same object")));
}

#[test]
fn classes_of_objects_count() {
    let null = "static void main(N x) { N y = null; if (!(y instanceof N)) y.next = x; }";
    check_fails(&task(null, lists(), &[list()]), Ending::NullDereference);
    let loops = |rest: &str| {
        let start = "static void main(N x) { N y = new N(); while (x != null) { y = new M(); x = x.next; }";
        format!("void f() {{}} {start} {rest} }} }} class M extends N {{ void f() {{ throw new RuntimeException(); }}")
    };
    let tested = loops("if (!(y instanceof M)) throw new RuntimeException();");
    check(&task(&tested, lists(), &[list()]), Verdict::Satisfied);
    let either = loops("x = new N(); if (y instanceof M) x = null; if (y instanceof M) x.next = null;");
    check_fails(&task(&either, lists(), &[list()]), Ending::NullDereference);
    check_fails(&task(&loops("y.f();"), lists(), &[list()]), Ending::Thrown);
}

#[test]
fn what_is_read_after_a_call_is_known() {
    let handler = "static void f(N a) { if (a.next == null) throw new RuntimeException(); }\n\
        static N main(N x) { N y = new N(); N z = y; try { f(y); } catch (RuntimeException e) { return z.next; } return null; }";
    check(&task(handler, lists(), &[list()]), Verdict::Satisfied);
    let field = "static N kept; static N f() { return kept.next; } static N main(N x) { kept = x; return f(); }";
    check(&task(field, lists(), &[list()]), Verdict::Satisfied);
}

#[test]
fn null_is_an_instance_of_nothing() {
    let body = "static int main() { N n = null; if (n instanceof N) { n = n.next; n = n.next; } return 0; }";
    check(&task(body, json!([]), &[]), Verdict::Satisfied);
    let negated = body.replace("(n instanceof N)", "(!(n instanceof N))");
    check_fails(&task(&negated, json!([]), &[]), Ending::NullDereference);
}
