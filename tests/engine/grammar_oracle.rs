//! What runs of random programs in C violate, graph grammars do not prove; and what they say that a run violates, forest automata do
//! not exclude. All runs with few choices are executed.

use std::collections::BTreeMap;

use hrglass::base::Silent;
use hrglass::report::{PropertyReport, Verdict};
use hrglass::task::{Check, NoFiles, load};
use serde_json::{Value, json};

use crate::forest_oracle::{analysed, executed, generate, read};

use crate::support::cases;

const CHECKS: [Check; 4] = [Check::ValidDeref, Check::ValidFree, Check::ValidMemtrack, Check::ValidMemcleanup];

/// Lists of nodes: doubly linked ones, those whose `prev` is null, and those whose `prev` was never set.
fn grammars() -> Value {
    let singly = |name: &str, has_prev: bool| {
        let rule = |is_long: bool| {
            let inner = if is_long { 2 } else { 1 };
            let nodes = json!([{"type": "NULL", "number": 1}, {"type": "node", "number": inner + 1}]);
            // 0: null; 1: the first node; 2: the end; 3: the second node.
            let mut selectors = vec![json!({"label": "next", "origin": 1, "target": if is_long { 3 } else { 2 }})];
            if has_prev {
                selectors.push(json!({"label": "prev", "origin": 1, "target": 0}));
            }
            let edges = if is_long { vec![json!({"label": name, "tentacles": [3, 2]})] } else { Vec::new() };
            let variables = json!([{"name": "null", "target": 0}]);
            json!({"nodes": nodes, "externals": [1, 2], "variables": variables, "selectors": selectors, "hyperedges": edges})
        };
        json!({"nonterminal": name, "rank": 2, "reductionTentacles": [false, true], "rules": [rule(false), rule(true)]})
    };
    json!([
        {"predefined": "DLList", "rename": {"DLListNode": "node"}},
        {"name": "singly", "grammar": [singly("Next", true), singly("Open", false)]},
    ])
}

fn check(program: &str, admissible: bool) -> Vec<PropertyReport> {
    let task = json!({
        "schema": "hrglass.task/1", "analysis": "heap",
        "program": {"language": "c", "files": [{"name": "program.c", "text": program}]},
        "grammars": grammars(),
        "options": {"admissibleAbstraction": admissible, "maxStates": 1500, "maxHeap": 60},
    });
    let session = hrglass::session::run(&load(&task.to_string(), "task.json", &mut NoFiles), &mut Silent);
    let report = session.report();
    assert_eq!(report.properties.len(), 4, "{:?}\n{program}", report.diagnostics);
    report.properties.clone()
}

#[test]
fn what_runs_violate_is_not_proved() {
    let seeds = cases::seeds(60);
    let total = seeds.end - seeds.start;
    let mut verdicts: BTreeMap<String, u32> = BTreeMap::new();
    let mut clean = 0;
    for seed in seeds {
        let text = generate::program(seed);
        let (program, entry) = read(&text);
        let seen = executed(&program, entry);
        // What another analysis finds; if it is complete, nothing else happens in any run.
        let possible = analysed(&program, entry, 1);
        for (check, report) in CHECKS.into_iter().zip(check(&text, seed.is_multiple_of(2))) {
            let judgement = &report.judgement;
            assert_eq!(report.id, check.name());
            assert!(
                judgement.verdict != Verdict::Satisfied || !seen.contains(&check),
                "program {seed}: a run violates {check:?}, which is called satisfied\n{text}"
            );
            assert!(
                judgement.verdict != Verdict::Violated
                    || possible.as_ref().is_none_or(|possible| possible.contains(&check)),
                "program {seed}: no run violates {check:?}\n{text}"
            );
            *verdicts.entry(format!("{:?}", judgement.verdict)).or_default() += 1;
            clean += u32::from(judgement.verdict == Verdict::Satisfied && possible.is_some());
        }
    }
    println!("{total} programs: {verdicts:?}, {clean} satisfied where forest automata are complete");
    let count = |verdict: Verdict| verdicts.get(&format!("{verdict:?}")).copied().unwrap_or(0);
    assert!(count(Verdict::Satisfied) > 40 && count(Verdict::Violated) > 20, "{verdicts:?}");
}
