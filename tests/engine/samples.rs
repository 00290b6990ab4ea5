//! `hrglass grammar sample` as a user runs it.

use std::collections::BTreeSet;
use std::path::Path;

use hrglass::task::predefined_grammars;

use crate::support::program::{directory, hrglass};

/// Exit code, standard output and standard error.
fn sample(directory: &Path, arguments: &[&str]) -> (Option<i32>, String, String) {
    let output = hrglass(directory, &[&["grammar", "sample"], arguments].concat());
    let text = |bytes: Vec<u8>| String::from_utf8(bytes).unwrap();
    (output.status.code(), text(output.stdout), text(output.stderr))
}

#[track_caller]
fn prints(arguments: &[&str], expected: &str) {
    let (code, out, err) = sample(Path::new("."), arguments);
    assert_eq!((code, out.as_str(), err.as_str()), (Some(0), expected, ""));
}

#[track_caller]
fn fails(arguments: &[&str], wanted: i32, message: &str) {
    let (code, out, err) = sample(Path::new("."), arguments);
    assert_eq!(code, Some(wanted), "{out}\n{err}");
    assert!(err.contains(message), "{err}");
    assert!(out.is_empty(), "{out}");
}

#[test]
fn the_smallest_heaps_come_first() {
    prints(
        &["SLList", "--count", "3"],
        "v1.next -> v2; ext(v1, v2)\n\
         v1.next -> v3; v3.next -> v2; ext(v1, v2)\n\
         v1.next -> v3; v3.next -> v4; v4.next -> v2; ext(v1, v2)\n",
    );
    prints(
        &["SLList", "--at", "x,null", "--max-objects", "2"],
        "x -> v1; v1.next -> null\nx -> v1; v1.next -> v2; v2.next -> null\n",
    );
    prints(&["SLList", "--at", "x,x", "--min-objects", "2", "--count", "1"], "x -> v1; v1.next -> v2; v2.next -> v1\n");
    prints(&["CSLList", "--nonterminal", "RefSLList", "--at", "_,null", "--count", "1"], "v1.next -> null; ext(v1)\n");
}

#[test]
fn every_predefined_grammar_has_samples() {
    for (name, _) in predefined_grammars() {
        let distinct = |arguments: &[&str]| -> Vec<String> {
            let (code, out, err) = sample(Path::new("."), &[&[*name], arguments].concat());
            assert_eq!((code, err.as_str()), (Some(0), ""), "{name}");
            out.lines().map(str::to_owned).collect()
        };
        let smallest = distinct(&["--count", "5"]);
        assert_eq!(smallest.iter().collect::<BTreeSet<_>>().len(), 5, "{name}");
        let drawn = distinct(&["--seed", "1", "--min-objects", "6", "--max-objects", "9", "--format", "json"]);
        assert_eq!(drawn, distinct(&["--seed", "1", "--min-objects", "6", "--max-objects", "9", "--format", "json"]));
        assert_ne!(drawn, distinct(&["--seed", "2", "--min-objects", "6", "--max-objects", "9", "--format", "json"]));
        assert_eq!(drawn.len(), 10);
        for heap in drawn {
            let heap: serde_json::Value = serde_json::from_str(&heap).unwrap();
            let groups = heap["nodes"].as_array().unwrap().iter().filter(|group| group["type"] != "NULL");
            let objects: u64 = groups.map(|group| group["number"].as_u64().unwrap()).sum();
            assert!((6..=9).contains(&objects), "{name}: {heap}");
            assert_eq!((heap["hyperedges"].to_string(), heap["externals"].to_string()), ("[]".into(), "[]".into()));
        }
        let dot = distinct(&["--count", "2", "--format", "dot"]);
        assert_eq!(dot.iter().filter(|line| line.starts_with("digraph")).count(), 2, "{name}");
    }
}

#[test]
fn a_sample_is_an_initial_heap() {
    let here = directory("samples-task");
    let arguments = ["SLList", "--at", "@parameter0:,null", "--min-objects", "4", "--count", "1", "--format", "json"];
    std::fs::write(here.join("list.json"), sample(&here, &arguments).1).unwrap();
    let java = "class ListNode { ListNode next; static void f(ListNode x) { x = x.next; x = x.next; x = x.next; x = x.next; } }";
    // After four steps, a list of four objects has ended.
    for (formula, code) in [("G ({terminated} -> {x == null})", 0), ("G ({terminated} -> {x != null})", 1)] {
        let task = serde_json::json!({
            "schema": "hrglass.task/1", "title": "four",
            "program": {"language": "java", "entry": "ListNode.f", "files": [{"name": "ListNode.java", "text": java}]},
            "grammars": [{"predefined": "SLList"}], "initial": [{"path": "list.json"}],
            "properties": [{"id": "F", "ltl": formula}],
            "options": {"admissibleAbstraction": true},
        });
        std::fs::write(here.join("task.json"), task.to_string()).unwrap();
        let output = hrglass(&here, &["check", "task.json"]);
        assert_eq!(output.status.code(), Some(code), "{}", String::from_utf8_lossy(&output.stdout));
    }
}

#[test]
fn impossible_samples_are_errors() {
    fails(&["nowhere.json"], 3, "cannot read `nowhere.json`");
    fails(&["SLList", "--nonterminal", "RefSLlist"], 3, "no nonterminal `RefSLlist`; did you mean `RefSLList`?");
    fails(&["SLList", "--at", "x"], 3, "RefSLList has 2 tentacles, but `--at` names 1");
    fails(&["SLList", "--at", "x,true"], 3, "`true` in `--at` is not a variable name");
    fails(&["SLList", "--at", "null,x"], 3, "no heap can be derived from this");
    fails(&["DLList", "--max-objects", "3"], 3, "no such heap with 0 to 3 objects; the smallest has 4");
    fails(
        &["LinkedTree", "--seed", "1", "--min-objects", "8", "--max-objects", "8"],
        3,
        "no such heap with 8 to 8 objects",
    );
    fails(
        &["SLList", "--min-objects", "4", "--max-objects", "3"],
        3,
        "`--max-objects 3` is less than `--min-objects 4`",
    );
    fails(&["SLList", "--max-objects", "1000000000"], 3, "1000000000 is not in 0..=1000");
    fails(&["SLList", "--count", "1000000000"], 3, "1000000000 is not in 1..=10000");
    fails(&["SLList", "--format", "xml"], 3, "notation");
}

#[test]
fn own_grammars_are_sampled_unless_they_are_wrong() {
    let here = directory("samples-own");
    let body = |selectors: &str, hyperedges: &str| {
        format!(
            r#"{{"nodes": [{{"type": "A", "number": 2}}], "externals": [0], "variables": [],
            "selectors": [{selectors}], "hyperedges": [{hyperedges}]}}"#
        )
    };
    let (edge, again) = (r#"{"label": "f", "origin": 0, "target": 1}"#, r#"{"label": "N", "tentacles": [1]}"#);
    let grammar = |rules: &[String]| format!(r#"[{{"nonterminal": "N", "rank": 1, "rules": [{}]}}]"#, rules.join(","));
    std::fs::write(here.join("mine.json"), grammar(&[body(edge, ""), body(edge, again)])).unwrap();
    let (code, out, err) = sample(&here, &["mine.json", "--count", "2"]);
    let chains = "v1.f -> v2; ext(v1)\nv1.f -> v2; v2.f -> v3; ext(v1)\n";
    assert_eq!((code, out.as_str()), (Some(0), chains));
    assert!(err.contains("node 1 of a rule of N, of type A, may have no selector `f`"), "{err}");
    std::fs::write(here.join("endless.json"), grammar(&[body(edge, again)])).unwrap();
    let (code, out, err) = sample(&here, &["endless.json"]);
    assert_eq!((code, out.as_str()), (Some(3), ""));
    assert!(err.contains("N derives no heap"), "{err}");
    std::fs::write(here.join("empty.json"), "[]").unwrap();
    let (code, _, err) = sample(&here, &["empty.json"]);
    assert_eq!(code, Some(3));
    assert!(err.contains("the grammar has no nonterminals"), "{err}");
}
