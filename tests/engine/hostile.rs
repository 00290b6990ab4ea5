//! Hostile tasks: for any grammar, heap, program, formula or option, a run ends soon, with verdicts or with an error,
//! and never with a panic.

use std::ops::ControlFlow;
use std::path::Path;

use crate::support::folder::Folder;
use crate::support::mutate::mutate;
use crate::support::tasks::tasks;
use hrglass::base::{Observer, Progress, Random, Severity, Stop};
use hrglass::report::{Report, Verdict};
use hrglass::session::run;
use hrglass::task::load;
use serde_json::{Value, json};

/// Stops after this many progress reports.
struct Patience(u32);

impl Observer for Patience {
    fn progress(&mut self, _: Progress) -> ControlFlow<Stop> {
        match self.0.checked_sub(1) {
            Some(left) => {
                self.0 = left;
                ControlFlow::Continue(())
            }
            None => ControlFlow::Break(Stop::Cancelled),
        }
    }
}

/// Runs a task with tight limits, requests all its pictures, and checks that the report is not empty.
#[track_caller]
fn survive(task: &str, folder: &Path) -> Report {
    let loaded = load(task, "task.json", &mut Folder(folder.to_owned()));
    let mut session = run(&loaded, &mut Patience(20_000));
    if let Some(space) = session.state_space() {
        let mut heaps: Vec<u32> = space.states.iter().map(|s| s.content).collect();
        heaps.sort_unstable();
        heaps.dedup();
        heaps.into_iter().for_each(|heap| assert!(session.scene(heap).is_some()));
    }
    assert!(session.scene(u32::MAX).is_none());
    let report = session.report().clone();
    let failed = report.diagnostics.iter().any(|d| d.severity == Severity::Error);
    assert_eq!(failed, report.exploration.is_none(), "{:?}\n{task}", report.diagnostics);
    for judgement in report.properties.iter().map(|p| &p.judgement) {
        let fails = matches!(judgement.verdict, Verdict::Violated | Verdict::Suspected);
        assert_eq!(fails, judgement.run.is_some());
        assert!(judgement.verdict != Verdict::Unknown || judgement.reason.is_some());
    }
    report
}

/// The task with tight limits.
fn confined(mut task: Value) -> String {
    if let Some(members) = task.as_object_mut() {
        let options = members.entry("options").or_insert_with(|| json!({}));
        if let Some(options) = options.as_object_mut() {
            options.insert("maxStates".to_owned(), json!(2_000));
            options.insert("maxHeap".to_owned(), json!(60));
        }
    }
    task.to_string()
}

#[test]
fn mutated_tasks() {
    let mut random = Random::new(0x5851_f42d_4c95_7f2d);
    let mut ran = 0;
    for (path, task) in tasks("examples") {
        let mut task = task;
        for _ in 0..=random.below(2) {
            mutate(&mut task, &mut random);
        }
        let report = survive(&confined(task), path.parent().expect("a folder"));
        ran += usize::from(report.memory_safety().is_some());
    }
    assert!(ran > 20, "only {ran} mutated tasks ran");
}

const WALK: &str = "class T { T f; T g; int n;
    static T walk(T x) { T y = null; while (x != null) { y = x; x = x.f; }
        if (y != null) { y.g = new T(); y.f = y.g; help(y.g); } return y; }
    static void help(T z) { if (z != null) { z = z.g; help(z); } } }
    class U extends T { U h; }";

/// A task with this grammar, this initial heap, and the program above.
fn walk(grammar: Value, heap: Value, options: Value) -> Value {
    json!({"schema": "hrglass.task/1", "title": "walk", "program": {"language": "java", "entry": "T.walk",
        "files": [{"name": "T.java", "text": WALK}]}, "grammars": [{"name": "G", "grammar": grammar}],
        "initial": [{"heap": heap}], "options": options, "properties": [
            {"id": "F1", "ltl": "G ({terminated} -> {L(A)})"},
            {"id": "F2", "ltl": "F {isReachable(x,y,[f])} | G {isTree}"},
            {"id": "F3", "ltl": "G {y.f != x} | F {visited(y)}"}]})
}

/// A heap whose nonterminals are `N0`, `N1`, … with these ranks.
fn random_heap(random: &mut Random, ranks: &[usize], external: usize, body: bool) -> Value {
    let wild = random.below(40) == 0;
    let count = external + random.below(4);
    let mut types: Vec<&str> =
        (0..count).map(|_| ["T", "T", "T", "T", "T", "U", "int", "T"][random.below(8)]).collect();
    let nil = (count > 0 && random.below(3) == 0).then(|| random.below(count));
    if let Some(nil) = nil {
        types[nil] = "NULL";
    }
    let nodes: Vec<Value> = types.iter().map(|t| json!({"type": t, "number": 1})).collect();
    let mut order: Vec<usize> = (0..count).collect();
    for i in (1..count).rev() {
        order.swap(i, random.below(i + 1));
    }
    let externals: Vec<usize> = order.into_iter().take(if wild { random.below(count + 1) } else { external }).collect();
    let mut selectors = Vec::new();
    let mut hyperedges = Vec::new();
    for (origin, ty) in types.iter().enumerate() {
        for label in ["f", "g", "n"] {
            let object = wild || !matches!(*ty, "NULL" | "int");
            if random.below(3) == 0 && object {
                selectors.push(json!({"label": label, "origin": origin, "target": random.below(count)}));
            }
        }
    }
    for _ in 0..random.below(if body { 3 } else { 4 }) {
        let label = random.below(ranks.len());
        let rank = if wild { random.below(3) } else { ranks[label] };
        if count > 0 || rank == 0 {
            let tentacles: Vec<usize> = (0..rank).map(|_| random.below(count)).collect();
            hyperedges.push(json!({"label": format!("N{label}"), "tentacles": tentacles}));
        }
    }
    let mut variables = Vec::new();
    if let (Some(nil), true) = (nil, random.below(2) == 0) {
        variables.push(json!({"name": "null", "target": nil}));
    }
    let names: &[&str] = if body { &["0", "1"] } else { &["@parameter0:", "0", "other"] };
    for name in names {
        if count > 0 && random.below(if body { 12 } else { 2 }) == 0 {
            variables.push(json!({"name": name, "target": random.below(count)}));
        }
    }
    json!({"nodes": nodes, "externals": externals, "variables": variables, "selectors": selectors,
        "hyperedges": hyperedges})
}

fn random_options(random: &mut Random) -> Value {
    let mut options = serde_json::Map::new();
    let flags = [
        "admissibleAbstraction",
        "admissibleConstants",
        "admissibleMarkings",
        "admissibleFull",
        "chainAbstraction",
        "ruleCollapsing",
        "garbageCollection",
        "postProcessing",
    ];
    for flag in flags {
        if random.below(3) == 0 {
            options.insert(flag.to_owned(), json!(random.below(2) == 0));
        }
    }
    Value::Object(options)
}

#[test]
fn random_grammars() {
    let mut random = Random::new(0x2545_f491_4f6c_dd1d);
    let mut ran = 0;
    for _ in 0..200 {
        let ranks: Vec<usize> = (0..=random.below(3)).map(|_| [0, 1, 2, 2, 3, 4][random.below(6)]).collect();
        let grammar: Vec<Value> = ranks
            .iter()
            .enumerate()
            .map(|(n, &rank)| {
                let mut rules: Vec<Value> =
                    (0..=random.below(3)).map(|_| random_heap(&mut random, &ranks, rank, true)).collect();
                // Usually there is something to derive.
                rules[0]["hyperedges"] = json!([]);
                json!({"nonterminal": format!("N{n}"), "rank": rank, "rules": rules})
            })
            .collect();
        let heap = random_heap(&mut random, &ranks, 0, false);
        let mut task = walk(json!(grammar), heap, random_options(&mut random));
        task["properties"][0]["ltl"] = json!("G ({terminated} -> {L(N0)})");
        let report = survive(&confined(task), Path::new("."));
        ran += usize::from(report.memory_safety().is_some());
    }
    assert!(ran > 10, "only {ran} random grammars were accepted");
}

/// A task with a concrete list, for programs that need no grammar.
fn alone(program: &str, options: Value) -> Value {
    json!({"schema": "hrglass.task/1", "title": "alone", "program": {"language": "java", "entry": "P.main",
        "files": [{"name": "P.java", "text": program}]}, "options": options,
        "properties": [{"id": "F1", "ltl": "F {terminated}"}]})
}

#[track_caller]
fn verdicts(program: &str, limits: (u32, u32)) -> (Verdict, Verdict) {
    let task = alone(program, json!({"maxStates": limits.0, "maxHeap": limits.1}));
    let report = survive(&task.to_string(), Path::new("."));
    let safety = report.memory_safety().unwrap_or_else(|| panic!("did not run: {:?}", report.diagnostics));
    (safety.verdict, report.of_task().next().expect("a formula").judgement.verdict)
}

#[test]
fn heaps_without_bound_use_up_the_budget() {
    let grows =
        "class P { P next; static void main() { P x = null; while (true) { P y = new P(); y.next = x; x = y; } } }";
    assert_eq!(verdicts(grows, (2_000, 60)), (Verdict::Unknown, Verdict::Unknown));
    assert_eq!(verdicts(grows, (100, 1_000)), (Verdict::Unknown, Verdict::Unknown));
    let deep = "class P { P next; static void main() { f(new P()); }
        static void f(P x) { P y = new P(); y.next = x; f(y); } }";
    assert_eq!(verdicts(deep, (2_000, 60)), (Verdict::Unknown, Verdict::Unknown));
}

#[test]
fn where_not_even_the_initial_heaps_fit_the_budget_is_the_reason() {
    let heap = |target: u32, nodes: Value| {
        let variables = json!([{"name": "null", "target": 0}, {"name": "@parameter0:", "target": target}]);
        let heap = json!({"nodes": nodes, "externals": [], "variables": variables, "selectors": [], "hyperedges": []});
        json!({"name": "heap.json", "heap": heap})
    };
    let nothing = json!({"type": "NULL", "number": 1});
    for strategy in ["top-level", "rsm", "hybrid", "on-the-fly"] {
        let program = "class P { static void main(P x) { x = null; } }";
        let mut task = alone(program, json!({"maxStates": 1, "strategy": strategy}));
        task["initial"] = json!([heap(0, json!([nothing])), heap(1, json!([nothing, {"type": "P", "number": 1}]))]);
        let report = survive(&task.to_string(), Path::new("."));
        let safety = report.memory_safety().unwrap_or_else(|| panic!("did not run: {:?}", report.diagnostics));
        assert_eq!(safety.reason.as_deref(), Some("the budget of 1 states is used up"), "{strategy}");
    }
}

#[test]
fn what_never_ends_is_seen() {
    let spins = "class P { static void main() { while (true) { } } }";
    assert_eq!(verdicts(spins, (2_000, 60)), (Verdict::Satisfied, Verdict::Violated));
    let recursive = "class P { static void main() { f(); } static void f() { f(); } }";
    assert_eq!(verdicts(recursive, (2_000, 60)), (Verdict::Satisfied, Verdict::Violated));
    let mutual = "class P { static void main() { f(); } static void f() { g(); } static void g() { f(); } }";
    assert_eq!(verdicts(mutual, (2_000, 60)), (Verdict::Satisfied, Verdict::Violated));
}

#[test]
fn long_methods_and_many_classes() {
    let body = "x = y; y = x.next; x.next = y; x = new P(); y = x;\n".repeat(1_000);
    let long = format!("class P {{ P next; static void main() {{ P x = new P(); P y = x;\n{body}}} }}");
    assert_eq!(verdicts(&long, (20_000, 60)), (Verdict::Satisfied, Verdict::Satisfied));
    let classes: String = (1..200)
        .map(|n| format!("class C{n} extends C{} {{ C0 m() {{ return new C{}(); }} }}\n", n - 1, (n * 7) % 200))
        .collect();
    let many = format!(
        "class P {{ static void main() {{ C0 x = new C0(); while (x != null) {{ x = x.m(); }} }} }}
        class C0 {{ C0 m() {{ return new C1(); }} }}\n{classes}"
    );
    assert_eq!(verdicts(&many, (20_000, 60)), (Verdict::Satisfied, Verdict::Violated));
}

/// The errors for a grammar with these rules of one nonterminal of rank 2, besides the rule that is a single selector.
fn rejected(rules: &[Value]) -> Vec<String> {
    let mut all = vec![json!({"nodes": [{"type": "T", "number": 2}], "externals": [0, 1], "variables": [],
        "selectors": [{"label": "f", "origin": 0, "target": 1}], "hyperedges": []})];
    all.extend_from_slice(rules);
    let grammar = json!([{"nonterminal": "A", "rank": 2, "rules": all},
        {"nonterminal": "B", "rank": 2, "rules": [edges("A", &[0, 1], 2)]}]);
    let heap = json!({"nodes": [{"type": "NULL", "number": 1}, {"type": "T", "number": 1}], "externals": [],
        "variables": [{"name": "@parameter0:", "target": 1}], "selectors": [],
        "hyperedges": [{"label": "A", "tentacles": [1, 0]}]});
    let report = survive(&confined(walk(grammar, heap, json!({}))), Path::new("."));
    report.diagnostics.into_iter().filter(|d| d.severity == Severity::Error).map(|d| d.code).collect()
}

/// A rule body of rank 2 with several edges of one nonterminal (none without a label).
fn edges(label: &str, tentacles: &[usize], count: usize) -> Value {
    let edges: Vec<Value> =
        (!label.is_empty()).then(|| json!({"label": label, "tentacles": tentacles})).into_iter().collect();
    json!({"nodes": [{"type": "T", "number": count}], "externals": [0, 1], "variables": [], "selectors": [],
        "hyperedges": edges})
}

#[test]
fn rules_that_fold_for_ever_are_errors() {
    assert_eq!(rejected(&[]), Vec::<String>::new());
    assert_eq!(rejected(&[edges("A", &[0, 1], 2)]), ["grammar/endless"]);
    assert_eq!(rejected(&[edges("A", &[1, 0], 2)]), ["grammar/endless"]);
    assert_eq!(rejected(&[edges("B", &[0, 1], 2)]), ["grammar/endless", "grammar/endless"]);
    assert_eq!(rejected(&[edges("", &[], 2)]), ["grammar/endless"]);
}

#[test]
fn symmetric_rules_and_heaps() {
    // Many equal components, in the rule and in the heap.
    let parts: Vec<Value> = (0..7).map(|n| json!({"label": "f", "origin": n + 1, "target": 0})).collect();
    let star = |external: bool| {
        json!({"nodes": [{"type": "T", "number": 8}], "externals": if external { vec![0] } else { vec![] },
            "variables": if external { json!([]) } else { json!([{"name": "@parameter0:", "target": 0}]) },
            "selectors": parts, "hyperedges": []})
    };
    let rules = [
        star(true),
        json!({"nodes": [{"type": "T", "number": 12}], "externals": [0], "variables": [],
        "selectors": [], "hyperedges": []}),
    ];
    let grammar = json!([{"nonterminal": "A", "rank": 1, "rules": rules}]);
    for collecting in [true, false] {
        survive(
            &confined(walk(grammar.clone(), star(false), json!({"garbageCollection": collecting}))),
            Path::new("."),
        );
    }
    // Up to the maximum number of tentacles.
    for rank in [8, 9, 63, 64] {
        let externals: Vec<usize> = (0..rank).collect();
        let selectors: Vec<Value> = (1..rank).map(|n| json!({"label": "f", "origin": n - 1, "target": n})).collect();
        let rule = json!({"nodes": [{"type": "T", "number": rank}], "externals": externals, "variables": [],
            "selectors": selectors, "hyperedges": []});
        let heap = json!({"nodes": [{"type": "T", "number": rank}], "externals": [],
            "variables": [{"name": "@parameter0:", "target": 0}], "selectors": [],
            "hyperedges": [{"label": "A", "tentacles": externals}]});
        let task = walk(json!([{"nonterminal": "A", "rank": rank, "rules": [rule]}]), heap, json!({}));
        let mut task: Value = serde_json::from_str(&confined(task)).expect("strict JSON");
        task["options"]["maxHeap"] = json!(200);
        survive(&task.to_string(), Path::new("."));
    }
}
