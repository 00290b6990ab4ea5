use super::{ContractDocument, HeapDocument, NODE_LIMIT, Renaming, Vocabulary};
use crate::heap::{Alphabet, Role, build_heap};
use base::{Diagnostic, Severity, Sources, has_errors, json};

pub(crate) const RING: &str = r#"
{ "nodes":      [ {"type":"NULL","number":1}, {"type":"p.Ring","number":2,} ],
  "externals":  [1],
  "variables":  [ {"name":"null","target":0}, {"name":"@parameter0:","target":"1"} ],
  "selectors":  [ {"label":"next","origin":1,"target":2} ],
  "hyperedges": [ {"label":"RefSLList","tentacles":[2,0]} ] } and so on"#;

fn read(text: &str) -> (Option<HeapDocument>, Vec<Diagnostic>) {
    let mut diagnostics = Vec::new();
    let file = Sources::default().add("heap.json", text);
    let heap = json::parse(file, text, &mut diagnostics).and_then(|n| HeapDocument::read(&n, &mut diagnostics));
    assert_eq!(heap.is_none(), has_errors(&diagnostics));
    (heap, diagnostics)
}

#[test]
fn a_heap_is_written_as_it_was_read() {
    let mut alphabet = Alphabet::default();
    alphabet.declare("RefSLList", vec![false, true]);
    let heap = build_heap(&read(RING).0.unwrap(), &mut alphabet, Role::Program).unwrap();
    let written = read(&HeapDocument::of(&heap, &alphabet).to_json()).0.unwrap();
    assert_eq!(build_heap(&written, &mut alphabet, Role::Program).unwrap(), heap);
}

/// `RING` with one replacement must be rejected with this code, at this text.
#[track_caller]
fn rejects(old: &str, new: &str, code: &str, place: &str) {
    assert!(RING.contains(old));
    let text = RING.replacen(old, new, 1);
    let (_, diagnostics) = read(&text);
    let error = diagnostics.iter().find(|d| d.severity == Severity::Error).expect("an error");
    let span = error.span.expect("a place");
    assert_eq!((error.code, &text[span.start as usize..span.end as usize]), (code, place), "{}", error.message);
}

#[test]
fn reading_and_writing() {
    let (heap, diagnostics) = read(RING);
    assert_eq!(diagnostics, []);
    let heap = heap.unwrap();
    assert_eq!(heap.nodes.iter().map(|n| n.value.as_str()).collect::<Vec<_>>(), ["NULL", "p.Ring", "p.Ring"]);
    assert_eq!(heap.variables[1].target, 1);
    let written = heap.to_json();
    assert_eq!(read(&written).0.unwrap().to_json(), written);
    assert!(serde_json::from_str::<serde_json::Value>(&written).is_ok());
}

#[test]
fn wrong_heaps() {
    rejects(
        r#""externals":  [1],"#,
        "",
        "json/missing-key",
        RING.replace("\"externals\":  [1],", "").trim().trim_end_matches(" and so on"),
    );
    rejects("[1]", "[3]", "heap/index-out-of-range", "3");
    rejects("[1]", "[-1]", "json/wrong-type", "-1");
    rejects("[1]", "[1.5]", "json/wrong-type", "1.5");
    rejects("[1]", "{}", "json/wrong-type", "{}");
    rejects("[1]", "[1,2,1]", "heap/duplicate", "1");
    rejects("@parameter0:", "null", "heap/duplicate", r#"{"name":"null","target":"1"}"#);
    rejects("\"name\":\"null\"", "\"name\":\"\"", "json/empty-name", "\"\"");
    let twice = r#"{"label":"next","origin":1,"target":0}"#;
    rejects(
        "\"selectors\":  [",
        &format!("\"selectors\":  [{twice},"),
        "heap/duplicate",
        r#"{"label":"next","origin":1,"target":2}"#,
    );
    rejects("[2,0]", "[2,7]", "heap/index-out-of-range", "7");
    rejects("[2,0]", "[2,0],\"index\":[\"s\",\"Z\"]", "heap/indexed", "[\"s\",\"Z\"]");
    rejects("\"target\":2", "\"target\":2,\"annotation\":\"1\"", "heap/indexed", "\"1\"");
    rejects("\"number\":1}", "\"number\":4000000000}", "heap/too-large", "{\"type\":\"NULL\",\"number\":4000000000}");
}

#[test]
fn unknown_keys_are_warnings_with_a_suggestion() {
    let text = RING.replace("\"externals\"", "\"colour\": 1, \"externals\"");
    let (heap, diagnostics) = read(&text);
    assert!(heap.is_some());
    assert_eq!(diagnostics[0].code, "json/unknown-key");
}

#[test]
fn the_limit_counts_all_groups() {
    let group = format!("{{\"type\":\"A\",\"number\":{}}}", NODE_LIMIT / 2);
    let heap = |groups: usize| {
        let nodes = vec![group.as_str(); groups].join(",");
        format!("{{nodes:[{nodes}],externals:[],variables:[],selectors:[],hyperedges:[]}}")
    };
    assert_eq!(read(&heap(2)).0.unwrap().nodes.len(), NODE_LIMIT);
    assert!(read(&heap(3)).0.is_none());
}

#[test]
fn renaming_goes_by_the_new_type_and_works_in_packages() {
    let mut heap = read(RING).0.unwrap();
    assert_eq!(Vocabulary::of(std::iter::once(&heap)).selectors, [("p.Ring".to_owned(), "next".to_owned())]);
    let mut renaming = Renaming::default();
    renaming.types.insert("p.Ring".into(), "q.Node".into());
    renaming.selectors.entry("q.Node".into()).or_default().insert("next".into(), "succ".into());
    renaming.selectors.entry("p.Ring".into()).or_default().insert("next".into(), "wrong".into());
    heap.rename(&renaming, &mut Vec::new());
    assert_eq!((heap.nodes[1].value.as_str(), heap.selectors[0].label.as_str()), ("q.Node", "succ"));
}

#[test]
fn renaming_must_not_merge_selectors() {
    let text = RING.replace("\"selectors\":  [", r#""selectors":  [{"label":"succ","origin":1,"target":0},"#);
    let mut heap = read(&text).0.unwrap();
    let mut renaming = Renaming::default();
    renaming.selectors.entry("p.Ring".into()).or_default().insert("next".into(), "succ".into());
    let mut diagnostics = Vec::new();
    heap.rename(&renaming, &mut diagnostics);
    assert_eq!(diagnostics[0].code, "heap/duplicate");
}

#[test]
fn contracts() {
    let parse = |text: &str| {
        let mut diagnostics = Vec::new();
        let file = Sources::default().add("contract.json", text);
        let node = json::parse(file, text, &mut diagnostics).unwrap();
        (ContractDocument::read(&node, &mut diagnostics), diagnostics)
    };
    let ring = read(RING).0.unwrap().to_json();
    let text = format!(
        r#"{{"method": "<Ring: Ring f(Ring)>", "contracts": [{{"precondition": {ring}, "postconditions": [{ring}]}}]}}"#
    );
    let contract = parse(&text).0.unwrap();
    let written = json::pretty(&contract.to_value());
    assert_eq!(json::pretty(&parse(&written).0.unwrap().to_value()), written);
    let other = ring.replace("\"externals\": [1]", "\"externals\": []");
    let (wrong, diagnostics) = parse(&text.replacen(&ring, &other, 1));
    assert!(wrong.is_none());
    assert_eq!(diagnostics[0].code, "contract/externals");
}
