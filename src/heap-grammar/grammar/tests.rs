//! The laws of abstraction and materialisation, on every built-in grammar.

use super::document::GrammarDocument;
use super::*;
use crate::heap::{Admissibility, Canoniser, EmbeddingEffort, ExternalOrder, VertexId, parse_heap, print_heap};
use base::json;

mod laws;
mod reached;
mod sampling;
mod spines;

/// All built-in grammars.
const GRAMMARS: &[(&str, &str)] = &[
    ("SLList", include_str!("../../../grammars/SLList.json")),
    ("DLList", include_str!("../../../grammars/DLList.json")),
    ("BT", include_str!("../../../grammars/BT.json")),
    ("CSLList", include_str!("../../../grammars/CSLList.json")),
    ("TailList", include_str!("../../../grammars/TailList.json")),
    ("HeadList", include_str!("../../../grammars/HeadList.json")),
    ("NestedList", include_str!("../../../grammars/NestedList.json")),
    ("SkipList", include_str!("../../../grammars/SkipList.json")),
    ("ParentTree", include_str!("../../../grammars/ParentTree.json")),
    ("LinkedTree", include_str!("../../../grammars/LinkedTree.json")),
];

#[track_caller]
fn load(text: &str) -> (Alphabet, Grammar) {
    built(document(text))
}

#[track_caller]
fn document(text: &str) -> GrammarDocument {
    let mut found = Vec::new();
    let mut sources = base::Sources::default();
    let file = sources.add("grammar.json", text);
    let document =
        json::parse(file, text, &mut found).and_then(|n| GrammarDocument::read(&n, &mut found)).expect("a grammar");
    assert!(found.is_empty(), "{found:?}");
    document
}

#[track_caller]
fn built(document: GrammarDocument) -> (Alphabet, Grammar) {
    let mut alphabet = Alphabet::default();
    let (rules, found) = build_rules(&[document], &mut alphabet);
    assert!(found.is_empty(), "{found:?}");
    let grammar = Grammar::new(&alphabet, rules);
    (alphabet, grammar)
}

fn named(name: &str) -> (Alphabet, Grammar) {
    load(GRAMMARS.iter().find(|(n, _)| *n == name).expect("shipped").1)
}

const GREEDY: AbstractionOptions = AbstractionOptions {
    admissibility: Admissibility { on: false, constants: false, markings: false },
    collapse: true,
};
const ADMISSIBLE: AbstractionOptions =
    AbstractionOptions { admissibility: Admissibility { on: true, constants: false, markings: false }, collapse: true };

#[track_caller]
fn check_abstract(name: &str, options: AbstractionOptions, heap: &str, expected: &str) {
    let (mut alphabet, grammar) = named(name);
    let ty = ["ListNode", "DLListNode", "BTNode"][["SLList", "DLList", "BT"].iter().position(|n| *n == name).unwrap()];
    let mut heap = parse_heap(heap, &mut alphabet, ty).unwrap();
    let mut canoniser = Canoniser::default();
    canoniser.canonicalise(&mut heap, ExternalOrder::Fixed);
    grammar.abstract_heap(&mut heap, &alphabet, options);
    canoniser.canonicalise(&mut heap, ExternalOrder::Fixed);
    assert_eq!(print_heap(&heap, &alphabet), expected);
}

#[test]
fn lists_fold() {
    check_abstract("SLList", GREEDY, "x -> a; a.next -> b; b.next -> null", "x -> v1; RefSLList(v1, null)");
    check_abstract(
        "SLList",
        ADMISSIBLE,
        "x -> a; a.next -> b; b.next -> null",
        "x -> v1; v1.next -> v2; RefSLList(v2, null)",
    );
    check_abstract("SLList", GREEDY, "x -> a; a.next -> a", "x -> v1; RefSLList(v1, v1)");
    check_abstract(
        "SLList",
        GREEDY,
        "x -> a; y -> c; a.next -> b; b.next -> c; c.next -> d; d.next -> null",
        "x -> v1; y -> v2; RefSLList(v1, v2); RefSLList(v2, null)",
    );
}

#[test]
fn edges_between_marked_vertices_stay() {
    check_abstract(
        "SLList",
        GREEDY,
        "%n -> a; %n-next -> b; a.next -> b; b.next -> c; c.next -> null",
        "%n -> v1; %n-next -> v2; v1.next -> v2; RefSLList(v2, null)",
    );
}

#[test]
fn doubly_linked_lists_fold() {
    check_abstract(
        "DLList",
        GREEDY,
        "x -> a; a.next -> b; b.prev -> a; a.prev -> null; b.next -> c; c.prev -> b; c.next -> null",
        "x -> v1; RefDLList(null, v1, v2, null)",
    );
}

#[test]
fn trees_fold() {
    check_abstract(
        "BT",
        GREEDY,
        "x -> a; a.left -> b; a.right -> null; b.left -> null; b.right -> null",
        "x -> v1; RefBT(v1, null)",
    );
}

#[test]
fn rules_cover_every_place() {
    for (name, text) in GRAMMARS {
        let (alphabet, grammar) = load(text);
        let repaired: Vec<String> = grammar
            .repaired()
            .map(|(l, t, s, r)| format!("{} {t} {} {r:?}", alphabet.nonterminal(l).name, alphabet.selector_name(s)))
            .collect();
        assert!(grammar.unbounded().next().is_none(), "{name}");
        // The leaves of linked trees are deep below the tentacle that reaches them, and no rule directly has their
        // selectors.
        assert_eq!(repaired.is_empty(), *name != "LinkedTree", "{name}: {repaired:?}");
    }
}

/// Heaps with one edge of each nonterminal, on fresh vertices or null where the rules have null.
fn seeds(alphabet: &Alphabet, grammar: &Grammar) -> Vec<Heap> {
    let labels = alphabet.nonterminals().map(|(label, _)| label);
    labels
        .filter_map(|label| {
            let rule = grammar.rules().find(|(_, r)| r.label == label)?.1;
            let mut heap = Heap::with_null();
            let tentacles: Vec<VertexId> = rule
                .body
                .externals()
                .iter()
                .map(|&v| match rule.body.vertex_type(v) {
                    TypeId::NULL => heap.null().unwrap(),
                    ty => heap.add_vertex(ty),
                })
                .collect();
            heap.add_nonterminal(label, tentacles.iter().copied());
            let own: Vec<VertexId> = heap.vertices().filter(|v| Some(*v) != heap.null()).collect();
            heap.set_externals(own);
            Some(heap)
        })
        .collect()
}

fn canonical(mut heap: Heap) -> Heap {
    Canoniser::default().canonicalise(&mut heap, ExternalOrder::Fixed);
    heap
}

/// The set of concrete heaps with at most `size` objects.
fn language(grammar: &Grammar, heaps: &[Heap], size: usize) -> std::collections::BTreeSet<String> {
    let all = heaps.iter().flat_map(|h| derivations(grammar, h, size, 100_000));
    all.map(|h| format!("{h:?}")).collect()
}

#[test]
fn needed_rules_derive_the_same_heaps() {
    let mut counts = Vec::new();
    for (name, text) in GRAMMARS {
        let (alphabet, grammar) = load(text);
        let needed = Grammar::new(&alphabet, grammar.needed_rules().into_iter().cloned());
        counts.push(format!("{name}: {} of {}", needed.rules().count(), grammar.rules().count()));
        for seed in seeds(&alphabet, &grammar) {
            assert_eq!(language(&needed, std::slice::from_ref(&seed), 5), language(&grammar, &[seed], 5), "{name}");
        }
    }
    expect_test::expect![[r#"
        [
            "SLList: 2 of 3",
            "DLList: 2 of 4",
            "BT: 12 of 14",
            "CSLList: 4 of 7",
            "TailList: 5 of 7",
            "HeadList: 4 of 6",
            "NestedList: 10 of 13",
            "SkipList: 13 of 19",
            "ParentTree: 60 of 60",
            "LinkedTree: 36 of 44",
        ]
    "#]]
    .assert_debug_eq(&counts);
}

#[test]
fn materialisation_keeps_the_language() {
    for (name, text) in GRAMMARS {
        let (alphabet, grammar) = load(text);
        for seed in seeds(&alphabet, &grammar) {
            for vertex in seed.vertices() {
                for selector in alphabet.selectors() {
                    if !grammar.hides(&seed, vertex, selector) {
                        continue;
                    }
                    let concrete = grammar.materialise(&seed, vertex, selector).expect("few ways");
                    let size = 5;
                    let before: std::collections::BTreeSet<String> = derivations(&grammar, &seed, size, 100_000)
                        .into_iter()
                        .filter(|h| h.target(canonical_of(&seed, vertex), selector).is_some())
                        .map(|h| format!("{h:?}"))
                        .collect();
                    let after = language(&grammar, &concrete, size);
                    let label = seed.nonterminals()[0].label;
                    let exact = grammar.repaired().all(|(l, t, s, _)| {
                        l != label || s != selector || seed.nonterminals()[0].tentacles[t] != vertex
                    });
                    // If rules are expanded and folded again, the result may describe more heaps.
                    let after = if exact { after } else { after.intersection(&before).cloned().collect() };
                    assert!(!before.is_empty());
                    assert_eq!(before, after, "{name}: {} at {vertex:?}", alphabet.selector_name(selector));
                }
            }
        }
    }
}

/// A grammar in which making a selector concrete folds its surroundings, so that the result describes more heaps.
const REPAIRED: &str = r#"[
    {"nonterminal": "X", "rank": 2, "rules": [
        {"nodes": [{"type": "N", "number": 1}, {"type": "N", "number": 1}], "externals": [0, 1],
         "variables": [], "selectors": [{"label": "g", "origin": 0, "target": 1}], "hyperedges": []},
        {"nodes": [{"type": "N", "number": 1}, {"type": "N", "number": 1}], "externals": [0, 1],
         "variables": [], "selectors": [{"label": "g", "origin": 0, "target": 0}], "hyperedges": []}]},
    {"nonterminal": "Y", "rank": 3, "rules": [
        {"nodes": [{"type": "N", "number": 1}, {"type": "N", "number": 1}, {"type": "N", "number": 1}, {"type": "N", "number": 1}], "externals": [0, 1, 2],
         "variables": [], "selectors": [{"label": "g", "origin": 2, "target": 1}, {"label": "f", "origin": 3, "target": 1}],
         "hyperedges": [{"label": "X", "tentacles": [0, 3]}]}]}
]"#;

#[test]
fn derivation_steps_towards_a_selector_describe_no_more() {
    for (name, text) in GRAMMARS.iter().chain([&("repaired", REPAIRED)]) {
        let (alphabet, grammar) = load(text);
        for seed in seeds(&alphabet, &grammar) {
            for (vertex, selector) in seed.vertices().flat_map(|v| alphabet.selectors().map(move |s| (v, s))) {
                if !grammar.hides(&seed, vertex, selector) {
                    assert!(grammar.derive_towards(&seed, vertex, selector).is_empty());
                    continue;
                }
                let size = 5;
                let (mut found, mut open) = (Vec::new(), vec![seed.clone()]);
                while let Some(heap) = open.pop() {
                    match heap.target(vertex, selector) {
                        Some(_) => found.push(heap),
                        None => open.extend(grammar.derive_towards(&heap, vertex, selector)),
                    }
                    // A rule may hide the selector in the part that it adds, repeatedly.
                    open.retain(|heap| grammar.smallest(heap).is_some_and(|least| least <= size));
                }
                let has_it = |h: &Heap| h.target(canonical_of(&seed, vertex), selector).is_some();
                let before = derivations(&grammar, &seed, size, 100_000).into_iter().filter(has_it);
                let before: std::collections::BTreeSet<String> = before.map(|h| format!("{h:?}")).collect();
                assert_eq!(before, language(&grammar, &found, size), "{name}: {vertex:?}");
            }
        }
    }
}

#[test]
fn concatenations_are_no_detour_towards_a_selector() {
    let (mut alphabet, grammar) = named("SLList");
    let next = alphabet.find_selector("next").unwrap();
    let mut open = vec![parse_heap("RefSLList(x, null)", &mut alphabet, "ListNode").unwrap()];
    let mut lists = 0;
    while let Some(heap) = open.pop() {
        // Derives towards the first hidden selector: lists with one to ten elements, and one heap for all
        // longer ones.
        let hidden = heap.vertices().find(|&v| grammar.hides(&heap, v, next));
        match hidden.filter(|_| heap.objects() <= 10) {
            Some(vertex) => open.extend(grammar.derive_towards(&heap, vertex, next)),
            None => lists += 1,
        }
    }
    assert_eq!(lists, 11, "one for each length, and one that is longer");
}

/// Externals are numbered first, in order, so a vertex of a seed has the same number in every derived heap.
fn canonical_of(seed: &Heap, vertex: VertexId) -> VertexId {
    let mut heap = seed.clone();
    let mut canoniser = Canoniser::default();
    canoniser.canonicalise(&mut heap, ExternalOrder::Fixed);
    canoniser.renumbering()(vertex)
}

#[test]
fn abstraction_only_grows_the_language_and_is_idempotent() {
    for (name, text) in GRAMMARS {
        let (alphabet, grammar) = load(text);
        for seed in seeds(&alphabet, &grammar) {
            for concrete in derivations(&grammar, &seed, 4, 12) {
                for options in [GREEDY, ADMISSIBLE] {
                    let mut folded = concrete.clone();
                    grammar.abstract_heap(&mut folded, &alphabet, options);
                    let folded = canonical(folded);
                    let derived = derivations(&grammar, &folded, concrete.objects(), 20_000);
                    assert!(derived.contains(&concrete), "{name}: {}", print_heap(&concrete, &alphabet));
                    let mut again = folded.clone();
                    assert!(!grammar.abstract_heap(&mut again, &alphabet, options), "{name}");
                }
            }
        }
    }
}

#[test]
fn derived_heaps_fold_back_to_their_seed() {
    for (name, text) in GRAMMARS {
        let (alphabet, grammar) = load(text);
        for mut seed in seeds(&alphabet, &grammar) {
            seed.set_externals([]);
            let roots: Vec<VertexId> = seed.vertices().collect();
            let mut alphabet = alphabet.clone();
            for (i, v) in roots.into_iter().enumerate().skip(1) {
                let x = alphabet.variable(&format!("x{i}"));
                seed.bind(x, v);
            }
            let seed = canonical(seed);
            for mut heap in derivations(&grammar, &seed, 6, 200) {
                let text = print_heap(&heap, &alphabet);
                grammar.abstract_heap(&mut heap, &alphabet, GREEDY);
                assert_eq!(print_heap(&canonical(heap), &alphabet), print_heap(&seed, &alphabet), "{name}: {text}");
            }
        }
    }
}

#[test]
fn one_step_at_any_edge_folds_back_and_all_steps_together_keep_the_language() {
    for (name, text) in GRAMMARS {
        let (alphabet, grammar) = load(text);
        for seed in seeds(&alphabet, &grammar) {
            for heap in grammar.derive_first(&seed).into_iter().chain([seed.clone()]) {
                let shown = canonical(heap.clone());
                for edge in 0..heap.nonterminals().len() {
                    let derived = grammar.derive_at(&heap, edge);
                    assert!(!derived.is_empty(), "{name}");
                    for (rule, derived) in &derived {
                        let folds = grammar
                            .single_folds(derived, 10_000, &mut EmbeddingEffort::for_heap(derived))
                            .expect("few");
                        let back = folds.into_iter().any(|(_, folded)| canonical(folded) == shown);
                        assert!(back, "{name}: rule {rule}: {}", print_heap(derived, &alphabet));
                    }
                    let derived: Vec<Heap> = derived.into_iter().map(|(_, derived)| derived).collect();
                    let heap = std::slice::from_ref(&heap);
                    assert_eq!(language(&grammar, &derived, 5), language(&grammar, heap, 5), "{name}: edge {edge}");
                }
                assert!(grammar.derive_at(&heap, heap.nonterminals().len()).is_empty());
            }
        }
    }
}

#[test]
fn shipped_grammars_derive_connected_heaps() {
    let mut apart = Vec::new();
    for (name, text) in GRAMMARS {
        let (alphabet, grammar) = load(text);
        if !grammar.derives_connected() {
            apart.push(*name);
        }
        for seed in seeds(&alphabet, &grammar) {
            assert!(!falls_apart(&seed), "{name}");
            for heap in derivations(&grammar, &seed, 5, 200) {
                assert!(!falls_apart(&heap), "{name}: {}", print_heap(&heap, &alphabet));
            }
        }
    }
    // Its list begins and ends at one vertex, for which the test also tries null.
    assert_eq!(apart, ["CSLList"]);
    let (mut alphabet, _) = named("BT");
    let two = "x -> a; a.left -> null; RefBT(b, null); RefBT(c, null); b.left -> c";
    assert!(falls_apart(&parse_heap(two, &mut alphabet, "BTNode").expect("a heap")));
    let one = "x -> a; a.left -> b; RefBT(b, null); y -> d";
    assert!(!falls_apart(&parse_heap(one, &mut alphabet, "BTNode").expect("a heap")));
}

/// Certain reachability inside an edge from a tentacle.
#[test]
fn what_an_entered_edge_shows() {
    let reaches_all = |name: &str, heap: &str| {
        let (mut alphabet, grammar) = named(name);
        let heap = parse_heap(heap, &mut alphabet, "Node").expect("a heap");
        let start = alphabet.find_variable("x").and_then(|x| heap.variable(x)).expect("x");
        Entered::new(&grammar).reaches_all(&heap, &alphabet, start)
    };
    assert!(reaches_all("SLList", "x -> a; RefSLList(a, b)"));
    assert!(!reaches_all("SLList", "x -> b; RefSLList(a, b)"));
    assert!(reaches_all("SLList", "x -> a; RefSLList(a, b); RefSLList(b, null)"));
    assert!(!reaches_all("SLList", "x -> b; RefSLList(a, b); RefSLList(b, null)"));
    assert!(reaches_all("SLList", "x -> b; RefSLList(a, b); b.next -> a"));
    // Previous nodes are reached as well.
    assert!(reaches_all("DLList", "x -> a; RefDLList(null, a, b, null)"));
    assert!(reaches_all("DLList", "x -> b; RefDLList(null, a, b, null)"));
    assert!(reaches_all("BT", "x -> a; RefTP(a, b, null); RefBT(b, null)"));
    // The last node of a list does not refer to the others.
    assert!(reaches_all("TailList", "x -> a; RefTailSegment(a, b, null)"));
    assert!(!reaches_all("TailList", "x -> b; RefTailSegment(a, b, null)"));
}
