//! Violations replayed on actual heaps: the runs found, and the explanation if there is none.

use hrglass::base::Silent;
use hrglass::report::evidence::{Ending, Evidence, Loss};
use hrglass::report::heap::{HeapView, VertexKind};
use hrglass::report::{Judgement, Report, Verdict};
use hrglass::session::Session;
use hrglass::session::run;
use hrglass::task::{NoFiles, load};
use serde_json::{Value, json};

/// A session for a program in class `N` with the field `next`, whose method `main` is checked, on a list of any length
/// that starts at the first parameter, if there is one.
fn session(body: &str, properties: &[&str], options: &Value) -> Session {
    let java = format!("class N {{ N next; int value;\n{body}\n}}");
    let properties: Vec<Value> = properties.iter().map(|ltl| json!({"id": ltl, "ltl": ltl})).collect();
    let list = json!([{"heap": {
        "nodes": [{"type": "NULL", "number": 1}, {"type": "N", "number": 1}], "externals": [],
        "variables": [{"name": "null", "target": 0}, {"name": "@parameter0:", "target": 1}],
        "selectors": [], "hyperedges": [{"label": "RefSLList", "tentacles": [1, 0]}]
    }}]);
    let is_list = body.contains("main(N ");
    let task = json!({
        "schema": "hrglass.task/1", "title": "replay", "analysis": "heap",
        "program": {"language": "java", "entry": "N.main", "files": [{"name": "N.java", "text": java}]},
        "grammars": [{"predefined": "SLList", "rename": {"ListNode": "N"}}],
        "initial": if is_list { list } else { json!([]) },
        "properties": properties, "options": options,
    });
    let loaded = load(&task.to_string(), "task.json", &mut NoFiles);
    let session = run(&loaded, &mut Silent);
    assert!(session.report().memory_safety().is_some(), "{:?}", session.report().diagnostics);
    session
}

fn report(body: &str, properties: &[&str]) -> Report {
    session(body, properties, &json!({})).report().clone()
}

#[track_caller]
fn evidence(judgement: &Judgement, verdict: Verdict) -> &Evidence {
    assert_eq!(judgement.verdict, verdict, "{judgement:?}");
    judgement.evidence.as_ref().expect("a failing run is replayed")
}

fn safety(report: &Report) -> &Judgement {
    report.memory_safety().expect("it ran")
}

fn objects(heap: &HeapView) -> usize {
    heap.vertices.iter().filter(|v| v.kind == VertexKind::Object).count()
}

/// The reason why no execution fails.
#[track_caller]
fn loss(judgement: &Judgement) -> Loss {
    let evidence = evidence(judgement, Verdict::Suspected);
    evidence.departure.as_ref().expect("a reason").loss
}

/// The end of an executed run, and its number of states.
#[track_caller]
fn ending(judgement: &Judgement) -> (Ending, u32) {
    let evidence = evidence(judgement, Verdict::Violated);
    let run = evidence.counterexample.as_ref().expect("a run");
    assert_eq!(run.length as usize, run.steps.len());
    (run.ending, run.length)
}

#[test]
fn inputs_are_as_small_as_the_failure_allows() {
    let third = "static N main(N a) { N b = a.next.next.next; return b.next; }";
    let report = report(third, &[]);
    assert_eq!(ending(safety(&report)).0, Ending::NullDereference);
    let run = evidence(safety(&report), Verdict::Violated).counterexample.as_ref().expect("a run");
    assert!(run.follows);
    // `a.next` is null, so that `a.next.next` fails.
    assert_eq!(objects(&run.input), 1);
}

#[test]
fn what_the_run_needs_of_numbers_is_found() {
    let compared = "static void main(int n) { if (n > 100000) { N a = null; N b = a.next; } }";
    assert_eq!(ending(safety(&report(compared, &[]))).0, Ending::NullDereference);
    let wraps = "static void main(int n) { if (n + 1 < n) { N a = null; N b = a.next; } }";
    assert_eq!(ending(safety(&report(wraps, &[]))).0, Ending::NullDereference);
    let fields = "static void main(N a) { if (a.value == 7 && a.next != null && a.next.value < a.value) { N b = null; b.next = a; } }";
    let report = report(fields, &[]);
    assert_eq!(ending(safety(&report)).0, Ending::NullDereference);
}

#[test]
fn what_is_not_modelled_is_not_called_real() {
    let fraction = "static void main() { float f = 2.0f; if (f < 1.0f) { N a = null; N b = a.next; } }";
    assert_eq!(loss(safety(&report(fraction, &[]))), Loss::Number);
    let library = "static void main(int n) { if (Math.abs(n) == 0 - 1) { N a = null; N b = a.next; } }";
    assert_eq!(loss(safety(&report(library, &[]))), Loss::Number);
    // Random numbers may have any value.
    let drawn = "static void main() { java.util.Random r = new java.util.Random();
        if (r.nextInt() == 77) { N a = null; N b = a.next; } }";
    assert_eq!(ending(safety(&report(drawn, &[]))).0, Ending::NullDereference);
    // It fails for every result.
    let whatever = "static void main(int n) { int m = Math.abs(n); N a = null; N b = a.next; }";
    assert_eq!(ending(safety(&report(whatever, &[]))).0, Ending::NullDereference);
}

/// An `int` node represents a single number, whatever its value.
#[test]
fn unknown_numbers_of_the_input_are_numbers() {
    let judge = |condition: &str| {
        let text = format!(
            "class N {{ N next; int value; static void main(N a) {{ if ({condition}) {{ N b = null; b.next = a; }} }} }}"
        );
        let task = json!({
            "schema": "hrglass.task/1", "title": "numbers", "analysis": "heap", "grammars": [], "properties": [],
            "program": {"language": "java", "entry": "N.main", "files": [{"name": "N.java", "text": text}]},
            "initial": [{"heap": {
                "nodes": [{"type": "NULL", "number": 1}, {"type": "N", "number": 1}, {"type": "int", "number": 1}],
                "externals": [], "variables": [{"name": "null", "target": 0}, {"name": "@parameter0:", "target": 1}],
                "selectors": [{"label": "next", "origin": 1, "target": 0}, {"label": "value", "origin": 1, "target": 2}],
                "hyperedges": []
            }}],
        });
        let loaded = load(&task.to_string(), "task.json", &mut NoFiles);
        let session = run(&loaded, &mut Silent);
        safety(session.report()).verdict
    };
    assert_eq!(judge("a.value > 4 && a.value < 6"), Verdict::Violated);
    assert_eq!(judge("a.value > 0 && a.value < 0"), Verdict::Satisfied);
}

#[test]
fn numbers_that_the_analysis_does_not_track_may_make_a_run_spurious() {
    // That both loops count the same is no finite number of facts.
    let body = "static void main(int k) { int n = 0; int m = 0; for (int i = 0; i < k; i++) n++; for (int i = 0; i < k; i++) m++; \
        if (n != m) { N a = null; N b = a.next; } }";
    assert_eq!(loss(safety(&report(body, &[]))), Loss::Number);
}

/// At the head of the loop, `a.next = b` is folded into a list from `a` to `b`, which may be
/// longer.
const FOLDED: &str = "static void main(N a, int n) {
    N b = a.next;
    while (n > 0) { n = n - 1; }
    if (b != null && a.next != null && a.next != b) { N c = null; N d = c.next; }
}";

#[test]
fn refining_along_the_run_excludes_it() {
    let report = report(FOLDED, &["G !{nullDereference}"]);
    for judgement in [safety(&report), &report.properties[1].judgement] {
        assert_eq!(judgement.verdict, Verdict::Satisfied, "{judgement:?}");
        assert!(judgement.reason.as_ref().is_some_and(|r| r.contains("refining")), "{judgement:?}");
    }
}

#[test]
fn folding_is_reported_if_refining_does_not_help() {
    // The heap two steps away from all variables is not refined.
    let body = "static void main(N a, int n) {
        N b = a.next; if (b != null) { b = b.next; } if (b != null) { b = b.next; }
        while (n > 0) { n = n - 1; }
        if (a.next != null && a.next.next != null && a.next.next.next != b) { N c = null; N d = c.next; }
    }";
    let report = report(body, &[]);
    let departure = evidence(safety(&report), Verdict::Suspected).departure.clone().expect("a reason");
    assert_eq!(departure.loss, Loss::Folding, "{departure:?}");
    let (lost_at, position) = (departure.lost_at.expect("where"), departure.position.expect("how far"));
    assert!(lost_at <= position && departure.reason.contains("RefSLList"), "{departure:?}");
    assert!(evidence(safety(&report), Verdict::Suspected).refined);
}

#[test]
fn loops_of_actual_runs_are_noticed() {
    let ever = ["F {terminated}"];
    let same = "static void main() { N a = new N(); while (a != null) { a.next = a; } }";
    assert!(matches!(ending(&report(same, &ever).properties[1].judgement).0, Ending::Repeats { .. }));
    // Each iteration allocates an object, which becomes garbage.
    let garbage = "static void main() { N a = null; while (a == null) { N b = new N(); b = null; } }";
    assert!(matches!(ending(&report(garbage, &ever).properties[1].judgement).0, Ending::Repeats { .. }));
    // The stack grows.
    let recursion = "static void main() { down(new N()); } static void down(N a) { down(a); }";
    assert!(matches!(ending(&report(recursion, &ever).properties[1].judgement).0, Ending::Repeats { .. }));
    // A list grows: nothing repeats, and nothing is claimed.
    let grows = "static void main() { N a = null; while (true) { N b = new N(); b.next = a; a = b; } }";
    let grows = report(grows, &ever);
    assert_eq!(grows.properties[1].judgement.verdict, Verdict::Suspected);
}

#[test]
fn numbers_come_to_an_end_although_abstract_numbers_do_not() {
    let body = "static void main(int m) { int n = 20; if (m > 0) { n = 19; } while (n != 0) { n = n - 1; } }";
    assert_eq!(loss(&report(body, &["F {terminated}"]).properties[1].judgement), Loss::Cycle);
}

#[test]
fn exceptions_leave_and_are_caught() {
    let body = "static void main(N a) {
        try { if (a.next == null) { throw new RuntimeException(); } } catch (RuntimeException e) { a = null; }
        N b = a;
        if (b == null) { throw new RuntimeException(); }
    }";
    let report = report(body, &[]);
    let (end, _) = ending(safety(&report));
    assert_eq!(end, Ending::Thrown);
}

#[test]
fn the_followed_object_is_marked_in_the_input() {
    let body = "static void main(N a) { N b = a; if (a.next != null) { b = a.next; } }";
    let report = report(body, &["F {terminated} -> F {visited(b)}"]);
    let run = evidence(&report.properties[1].judgement, Verdict::Violated).counterexample.as_ref().expect("a run");
    let marked = run.input.vertices.iter().filter(|v| !v.markings.is_empty()).count();
    assert_eq!((marked, objects(&run.input)), (1, 3), "{:?}", run.input);
}

#[test]
fn heaps_of_all_steps_can_be_seen() {
    let body = "static N main(N a) { N b = new N(); b.next = a; return b; }";
    let session = session(body, &["G ({terminated} -> {return == a})"], &json!({}));
    let judgement = &session.report().properties[1].judgement;
    let (end, length) = ending(judgement);
    assert_eq!(end, Ending::Returned);
    let count = |step| session.concrete_heap(1, step).map(objects);
    assert_eq!((count(0), count(length - 1)), (Some(1), Some(2)));
    assert_eq!(count(length), None);
    assert_eq!(session.concrete_heap(0, 0), None);
    let last = session.concrete_heap(1, length - 1).expect("a heap");
    assert!(last.vertices.iter().any(|v| v.variables.contains(&"@return".to_owned())), "{last:?}");
}

#[test]
fn a_stopped_replay_leaves_the_verdict() {
    use hrglass::base::{Observer, Phase, Progress, Stop};
    use std::ops::ControlFlow;
    struct Impatient;
    impl Observer for Impatient {
        fn progress(&mut self, progress: Progress) -> ControlFlow<Stop> {
            if progress.phase == Phase::Replaying {
                ControlFlow::Break(Stop::Cancelled)
            } else {
                ControlFlow::Continue(())
            }
        }
    }
    let task = json!({
        "schema": "hrglass.task/1", "title": "stopped", "analysis": "heap", "grammars": [],
        "program": {"language": "java", "entry": "N.main", "files": [{"name": "N.java",
            "text": "class N { N next; static void main() { N a = null; N b = a.next; } }"}]},
        "properties": [],
    });
    let loaded = load(&task.to_string(), "task.json", &mut NoFiles);
    let session = run(&loaded, &mut Impatient);
    let judgement = safety(session.report());
    assert_eq!(loss(judgement), Loss::Effort);
    let reason = &evidence(judgement, Verdict::Suspected).departure.as_ref().expect("a reason").reason;
    assert!(reason.contains("stopped"), "{reason}");
}

/// If rules alone do not make a selector concrete, the analysis folds its surroundings, and then has heaps that the
/// grammar does not derive. Inputs are derived by the rules only.
#[test]
fn inputs_are_in_the_language_of_the_initial_heap() {
    let java =
        "class N { N f; N g; static N main(N a, N b) { N c = a.g; N d = b.g; if (d == b) d = null; return d.f; } }";
    let node = json!({"type": "N", "number": 1});
    let selector = |label: &str, origin, target| json!({"label": label, "origin": origin, "target": target});
    let rule = |nodes: usize, externals: Value, selectors: Value, hyperedges: Value| json!({"nodes": vec![node.clone(); nodes], "externals": externals, "variables": [], "selectors": selectors, "hyperedges": hyperedges});
    let short = rule(2, json!([0, 1]), json!([selector("g", 0, 1)]), json!([]));
    let round = rule(2, json!([0, 1]), json!([selector("g", 0, 0)]), json!([]));
    let inner = json!([{"label": "X", "tentacles": [0, 3]}]);
    let whole =
        rule(4, json!([0, 1, 2]), json!([selector("g", 2, 1), selector("f", 3, 1), selector("f", 1, 0)]), inner);
    let task = json!({
        "schema": "hrglass.task/1", "title": "replay", "analysis": "heap",
        "program": {"language": "java", "entry": "N.main", "files": [{"name": "N.java", "text": java}]},
        "grammars": [{"name": "g.json", "grammar": [
            {"nonterminal": "X", "rank": 2, "rules": [short, round]}, {"nonterminal": "Y", "rank": 3, "rules": [whole]},
        ]}],
        "initial": [{"heap": {
            "nodes": [{"type": "NULL", "number": 1}, node, node, node], "externals": [],
            "variables": [{"name": "@parameter0:", "target": 1}, {"name": "@parameter1:", "target": 3}],
            "selectors": [], "hyperedges": [{"label": "Y", "tentacles": [1, 2, 3]}]
        }}],
        "properties": [], "options": {},
    });
    let loaded = load(&task.to_string(), "task.json", &mut NoFiles);
    let session = run(&loaded, &mut Silent);
    // `b.g == b` holds in a heap of the analysis, but in no input.
    assert_eq!(safety(session.report()).verdict, Verdict::Suspected);
}
