//! Paths that are told apart by the field that they follow.

use std::collections::BTreeSet;

use serde_json::{Value, json};

use super::*;

/// A rule with so many nodes, of which the first and maybe the last are external; fields and nonterminals lead from node to node.
fn rule(nodes: u32, externals: &[u32], fields: &[(&str, u32)], edges: &[(&str, &[u32])]) -> Value {
    let selectors: Vec<Value> =
        fields.iter().map(|(label, target)| json!({"label": label, "origin": 0, "target": target})).collect();
    let edges: Vec<Value> =
        edges.iter().map(|(label, tentacles)| json!({"label": label, "tentacles": tentacles})).collect();
    json!({
        "nodes": [{"type": "Node", "number": nodes}], "externals": externals, "variables": [], "selectors": selectors, "hyperedges": edges
    })
}

/// Trees in which each node but a leaf, which has no fields, has two subtrees; and paths in them.
fn trees() -> String {
    let path = |down: &str, other: &str| {
        vec![
            rule(3, &[0, 1], &[(down, 1), (other, 2)], &[("tree", &[2])]),
            rule(4, &[0, 1], &[(down, 2), (other, 3)], &[("tree", &[3]), ("path", &[2, 1])]),
        ]
    };
    let paths = [
        path("left", "right"),
        path("right", "left"),
        vec![rule(3, &[0, 1], &[], &[("path", &[0, 2]), ("path", &[2, 1])])],
    ];
    json!([
        {"nonterminal": "tree", "rank": 1, "rules": [
            rule(1, &[0], &[("leaf", 0)], &[]),
            rule(3, &[0], &[("left", 1), ("right", 2)], &[("tree", &[1]), ("tree", &[2])]),
            rule(2, &[0], &[], &[("path", &[0, 1]), ("tree", &[1])]),
        ]},
        {"nonterminal": "path", "rank": 2, "rules": paths.concat()},
    ])
    .to_string()
}

fn split() -> GrammarDocument {
    let mut grammar = document(&trees());
    assert!(split_paths(&mut [&mut grammar], &BTreeSet::new()));
    grammar
}

/// The names of the nonterminals to which a heap folds that is like this below `x`.
fn folded(heap: &str) -> Vec<String> {
    let (mut alphabet, grammar) = built(split());
    let mut heap = parse_heap(heap, &mut alphabet, "Node").expect("a heap");
    grammar.abstract_heap(&mut heap, &alphabet, GREEDY);
    let mut names: Vec<String> =
        heap.nonterminals().iter().map(|edge| alphabet.nonterminal(edge.label).name.clone()).collect();
    names.sort();
    names
}

#[test]
fn trees_stay_the_same() {
    let (before, after) = (load(&trees()), built(split()));
    let of_tree = |(alphabet, grammar): &(Alphabet, Grammar)| {
        let tree = seeds(alphabet, grammar).into_iter().next().expect("that of the first nonterminal");
        let all = derivations(grammar, &tree, 9, 100_000);
        all.into_iter().map(|heap| print_heap(&canonical(heap), alphabet)).collect::<BTreeSet<String>>()
    };
    let trees = of_tree(&before);
    assert!(trees.len() > 20);
    assert_eq!(trees, of_tree(&after));
}

#[test]
fn paths_are_folded_to_what_they_follow() {
    let leaf = |node: &str| format!("{node}.leaf -> {node}; ");
    let path = |fields: [&str; 3]| {
        let mut text = "x -> a; y -> d; ".to_owned();
        for ((node, next), (other, field)) in
            [("a", "b"), ("b", "c"), ("c", "d")].iter().zip(["p", "q", "r"].iter().zip(fields))
        {
            let opposite = if field == "left" { "right" } else { "left" };
            text += &format!("{node}.{field} -> {next}; {node}.{opposite} -> {other}; {}", leaf(other));
        }
        folded(&(text + &leaf("d")))
    };
    assert_eq!(path(["left", "left", "left"]), ["path_left", "tree"]);
    assert_eq!(path(["right", "right", "right"]), ["path_right", "tree"]);
    for mixed in [["left", "right", "left"], ["left", "left", "right"], ["right", "left", "left"]] {
        assert_eq!(path(mixed), ["path", "tree"], "{mixed:?}");
    }
}

#[test]
fn only_paths_are_split() {
    // What heaps mention stays, and so do lists.
    let mut grammar = document(&trees());
    assert!(!split_paths(&mut [&mut grammar], &BTreeSet::from(["path".to_owned()])));
    for (name, text) in GRAMMARS {
        assert!(!split_paths(&mut [&mut document(text)], &BTreeSet::new()), "{name}");
    }
}
