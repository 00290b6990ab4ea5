use serde_json::Value;

use super::*;
use draw::scene::{Hotspot, Shape};
use task::{Analysis, examples, predefined_grammars};

/// A part of every shipped example that has it, as text.
fn parts(key: &str) -> impl Iterator<Item = (&'static str, String)> {
    examples().iter().filter_map(move |&(name, text)| {
        let task: Value = serde_json::from_str(text).expect("an example is JSON");
        task[key].as_array().filter(|part| !part.is_empty()).map(|part| (name, Value::from(part.clone()).to_string()))
    })
}

#[track_caller]
fn monitors(text: &str) -> Vec<MonitorPicture> {
    let MonitorPictures { monitors, diagnostics, .. } = monitor_pictures(text, Some(Subject::JavaHeaps));
    monitors.unwrap_or_else(|| panic!("{diagnostics:?}"))
}

#[track_caller]
fn check_layout(scene: &Scene) {
    for shape in &scene.shapes {
        if let Shape::Box { at, size, .. } = shape {
            let inside = |i: usize| at[i] - size[i] / 2.0 > -0.5 && at[i] + size[i] / 2.0 < scene.size[i] + 0.5;
            assert!(inside(0) && inside(1), "{shape:?} of {:?}", scene.size);
        }
    }
    let apart = |a: &Hotspot, b: &Hotspot| (0..2).any(|i| (a.at[i] - b.at[i]).abs() >= (a.size[i] + b.size[i]) / 2.0);
    for (i, a) in scene.hotspots.iter().enumerate() {
        assert!(scene.hotspots[..i].iter().all(|b| apart(a, b)), "{} is covered", a.name);
    }
}

#[test]
fn monitors_of_all_examples_are_drawn() {
    let mut count = 0;
    for (name, text) in parts("monitors") {
        let drawn = monitors(&text);
        assert_eq!(drawn, monitors(&text), "{name}");
        for MonitorPicture { monitor, scene } in drawn {
            let scene = scene.expect("it is small");
            check_layout(&scene);
            assert_eq!(scene.hotspots.len(), monitor.states.len() + monitor.edges.len(), "{name}");
            count += 1;
        }
    }
    assert!(count >= 5, "{count}");
}

#[test]
fn loops_and_edges_between_the_same_states_do_not_cover_each_other() {
    let edge = |from: &str, to: &str, guard: &str| format!(r#"{{"from": "{from}", "to": "{to}", "guard": "{guard}"}}"#);
    let edges = [
        ("a", "a", "{x == y}"),
        ("a", "a", "{y == z}"),
        ("a", "b", "p"),
        ("a", "b", "q"),
        ("b", "a", "r"),
        ("b", "c", "s"),
    ];
    let edges = edges.map(|(from, to, guard)| edge(from, to, guard)).join(", ");
    let drawn = monitors(&format!(r#"[{{"name": "m", "initial": "a", "target": ["c"], "edges": [{edges}]}}]"#));
    check_layout(drawn[0].scene.as_ref().expect("it is small"));
}

#[test]
fn a_monitor_that_accepts_nothing_is_drawn_and_reported() {
    let text = r#"[{"name": "new", "initial": "start", "edges": []}]"#;
    let MonitorPictures { monitors, diagnostics, .. } = monitor_pictures(text, None);
    let states = monitors.expect("it can be read")[0].monitor.states.clone();
    assert_eq!((states.len(), states[0].name.as_str(), states[0].is_initial), (1, "start", true));
    assert!(diagnostics[0].message.contains("accepts no run"), "{diagnostics:?}");
}

#[test]
fn what_cannot_be_read_is_not_drawn() {
    for text in ["", "[", r#"[{"name": "m"}]"#, r#"[{"name": "m", "initial": "a", "edges": [{"from": "a"}]}]"#] {
        let found = monitor_pictures(text, None);
        assert!(found.monitors.is_none() && !found.diagnostics.is_empty(), "{text}: {found:?}");
    }
    for text in ["", "[", r#"[{"definitions": "p(x) := "}]"#, r#"[{"predefined": "None"}]"#] {
        let found = grammar_pictures(text, "");
        assert!(found.nonterminals.is_none() && !found.diagnostics.is_empty(), "{text}: {found:?}");
    }
}

#[test]
fn guards_are_checked() {
    let text = |guard: &str| {
        format!(
            r#"[{{"name": "m", "initial": "a", "target": ["b"], "edges": [{{"from": "a", "to": "b", "guard": "{guard}"}}]}}]"#
        )
    };
    let errors = |guard: &str| monitor_pictures(&text(guard), Some(Subject::JavaHeaps)).diagnostics;
    assert_eq!(errors("{terminated} | {x == null}"), []);
    for (guard, message) in [("{terminated", "closing brace"), ("F {terminated}", "temporal")] {
        let found = errors(guard);
        assert_eq!(found[0].file.as_deref(), Some("monitor m: a to b"), "{found:?}");
        assert!(found[0].message.contains(message), "{found:?}");
    }
}

#[test]
fn grammars_of_all_examples_are_drawn() {
    for (name, text) in parts("grammars") {
        let (_, document) = examples().iter().find(|(other, _)| *other == name).expect("an example");
        let found = grammar_pictures(&text, document);
        let drawn = found.nonterminals.clone().unwrap_or_else(|| panic!("{name}: {:?}", found.diagnostics));
        assert!(drawn.iter().all(|nonterminal| !nonterminal.rules.is_empty()), "{name}");
        assert_eq!(found, grammar_pictures(&text, document), "{name}");
    }
    for (name, _) in predefined_grammars() {
        let found = grammar_pictures(&format!(r#"[{{"predefined": "{name}"}}]"#), "");
        let drawn = found.nonterminals.expect("it is valid");
        assert!(drawn.iter().flat_map(|n| &n.rules).all(|rule| rule.place == RulePlace::Library), "{name}");
    }
}

#[test]
fn rules_know_where_they_are_written() {
    let text = r#"[{"definitions": "seg(x, y) := x: Node -> {next: y}\n  | x: Node -> {next: z} * seg(z, y)"}]"#;
    let drawn = grammar_pictures(text, "").nonterminals.expect("it is valid");
    assert_eq!((drawn[0].name.as_str(), drawn[0].rank, drawn[0].rules.len()), ("seg", 2, 2));
    let written = |rule: &RulePicture| text[rule.range.from as usize..rule.range.to as usize].to_owned();
    let places: Vec<_> = drawn[0].rules.iter().map(|rule| (rule.place, written(rule))).collect();
    let texts = ["x: Node -> {next: y}", "x: Node -> {next: z} * seg(z, y)"].map(str::to_owned);
    assert_eq!(places, texts.map(|text| (RulePlace::Definitions, text)));
    assert_eq!(grammar_pictures(text, "").written, []);
    let rule = r#"{"nodes": [{"type": "Node", "number": 2}], "externals": [0, 1], "variables": [], "selectors": [], "hyperedges": []}"#;
    let text = format!(r#"[{{"grammar": [{{"nonterminal": "N", "rank": 2, "rules": [{rule}]}}]}}]"#);
    let found = grammar_pictures(&text, "");
    let drawn = found.nonterminals.unwrap_or_else(|| panic!("{:?}", found.diagnostics));
    let at = text.find(rule).expect("it is there") as u32;
    let ([drawn], [written]) = (&drawn[0].rules[..], &found.written[0].rules[..]) else { panic!("one rule") };
    assert_eq!((drawn.place, drawn.range.from, drawn.range), (RulePlace::Text, at, written.range));
}

#[test]
fn initial_heaps_of_all_examples_are_drawn() {
    let mut count = 0;
    for (name, document) in examples() {
        let loaded = load(document, DOCUMENT, &mut NoFiles);
        let Some(drawn) = initial_pictures(document) else {
            let is_of_heaps = matches!(loaded.task.analysis, Analysis::Heap | Analysis::Forest);
            assert!(!is_of_heaps, "{name}");
            continue;
        };
        assert_eq!(Some(&drawn), initial_pictures(document).as_ref(), "{name}");
        // A formula has one heap or more.
        assert!(drawn.heaps.len() + drawn.hidden as usize >= loaded.task.initial.len(), "{name}");
        for InitialPicture { heap, scene, .. } in drawn.heaps {
            check_layout(&scene);
            let named = heap.vertices.iter().flat_map(|vertex| &vertex.variables);
            assert!(named.clone().all(|variable| !variable.starts_with('@')), "{name}: {heap:?}");
            count += 1;
        }
    }
    assert!(count >= 100, "{count}");
}

#[test]
fn initial_heaps_of_a_task_with_errors_are_not_drawn() {
    let task = |formula: &str| {
        serde_json::json!({
            "program": { "entry": "N.f", "files": [{ "name": "N.java", "text": "class N { N next; static void f(N head) { } }" }] },
            "initial": [{ "formula": formula }],
        })
        .to_string()
    };
    let drawn = initial_pictures(&task("head == null | head -> {next: null}")).expect("it has no errors");
    let variables = |picture: &InitialPicture| {
        picture.heap.vertices.iter().map(|vertex| vertex.variables.clone()).collect::<Vec<_>>()
    };
    assert_eq!(drawn.heaps.iter().map(variables).collect::<Vec<_>>(), [vec![vec!["head"]], vec![vec!["head"], vec![]]]);
    assert_eq!(drawn.hidden, 0);
    for wrong in ["nobody(head)", "head -> ", "head -> {below: null}"] {
        assert_eq!(initial_pictures(&task(wrong)), None, "{wrong}");
    }
    assert_eq!(initial_pictures(""), None);
    assert_eq!(initial_pictures("[1"), None);
}
