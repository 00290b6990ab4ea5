//! The operations that dominate exploration, on concrete and abstract heaps.

use divan::Bencher;
use hrglass::base::{Idx, Sources, json};
use hrglass::grammar::document::GrammarDocument;
use hrglass::grammar::{AbstractionOptions, Grammar, build_rules};
use hrglass::heap::{Admissibility, Alphabet, Canoniser, ExternalOrder, Heap, HeapStore, VertexId, parse_heap};
use hrglass::task::predefined_grammar;

fn main() {
    divan::main();
}

fn compiled(name: &str) -> (Alphabet, Grammar) {
    let text = predefined_grammar(name).expect("a predefined grammar");
    let mut found = Vec::new();
    let file = Sources::default().add(name, text);
    let document = json::parse(file, text, &mut found).and_then(|n| GrammarDocument::read(&n, &mut found));
    let mut alphabet = Alphabet::default();
    let (rules, _) = build_rules(&[document.expect("a grammar")], &mut alphabet);
    let grammar = Grammar::new(&alphabet, rules);
    (alphabet, grammar)
}

/// `x` is a list of `length` elements; the last one has a variable, too.
fn list(alphabet: &mut Alphabet, length: usize) -> Heap {
    let links: Vec<String> = (1..length).map(|i| format!("a{i}.next -> a{}; ", i + 1)).collect();
    let text = format!("x -> a1; {} a{length}.next -> null; y -> a{length}", links.concat());
    parse_heap(&text, alphabet, "ListNode").expect("a heap")
}

/// `x` is a complete binary tree of `2^depth - 1` elements.
fn tree(alphabet: &mut Alphabet, depth: u32) -> Heap {
    let inner = (1 << (depth - 1)) - 1;
    let mut text = "x -> a1; ".to_owned();
    for i in 1..1 << depth {
        for (selector, child) in [("left", 2 * i), ("right", 2 * i + 1)] {
            let target = if i <= inner { format!("a{child}") } else { "null".to_owned() };
            text += &format!("a{i}.{selector} -> {target}; ");
        }
    }
    parse_heap(&text, alphabet, "BTNode").expect("a heap")
}

/// Pairs of elements that point at each other and are otherwise indistinguishable.
fn twins(alphabet: &mut Alphabet, pairs: usize) -> Heap {
    let text: Vec<String> = (0..pairs).map(|i| format!("a{i}.next -> b{i}; b{i}.next -> a{i}; ")).collect();
    parse_heap(&text.concat(), alphabet, "ListNode").expect("a heap")
}

const ADMISSIBLE: AbstractionOptions =
    AbstractionOptions { admissibility: Admissibility { on: true, constants: false, markings: false }, collapse: true };

fn canonicalise(bencher: Bencher, heap: &Heap) {
    let mut canoniser = Canoniser::default();
    bencher.with_inputs(|| heap.clone()).bench_local_values(|mut heap| {
        canoniser.canonicalise(&mut heap, ExternalOrder::Fixed);
        heap
    });
}

#[divan::bench(args = [4, 16, 64])]
fn canonical_list(bencher: Bencher, length: usize) {
    canonicalise(bencher, &list(&mut compiled("SLList").0, length));
}

#[divan::bench(args = [3, 5])]
fn canonical_tree(bencher: Bencher, depth: u32) {
    canonicalise(bencher, &tree(&mut compiled("BT").0, depth));
}

#[divan::bench(args = [2, 4])]
fn canonical_twins(bencher: Bencher, pairs: usize) {
    canonicalise(bencher, &twins(&mut compiled("SLList").0, pairs));
}

fn abstraction(bencher: Bencher, alphabet: &Alphabet, grammar: &Grammar, heap: &Heap) {
    bencher.with_inputs(|| heap.clone()).bench_local_values(|mut heap| {
        grammar.abstract_heap(&mut heap, alphabet, ADMISSIBLE);
        heap
    });
}

#[divan::bench(args = [4, 16, 64])]
fn abstract_list(bencher: Bencher, length: usize) {
    let (mut alphabet, grammar) = compiled("SLList");
    let heap = list(&mut alphabet, length);
    abstraction(bencher, &alphabet, &grammar, &heap);
}

#[divan::bench(args = [3, 5])]
fn abstract_tree(bencher: Bencher, depth: u32) {
    let (mut alphabet, grammar) = compiled("BT");
    let heap = tree(&mut alphabet, depth);
    abstraction(bencher, &alphabet, &grammar, &heap);
}

/// Nothing to fold: the usual case of abstraction.
#[divan::bench]
fn abstract_normal_form(bencher: Bencher) {
    let (mut alphabet, grammar) = compiled("BT");
    let mut heap = tree(&mut alphabet, 4);
    grammar.abstract_heap(&mut heap, &alphabet, ADMISSIBLE);
    abstraction(bencher, &alphabet, &grammar, &heap);
}

fn materialise(bencher: Bencher, grammar: &str, ty: &str, heap: &str, selector: &str) {
    let (mut alphabet, grammar) = compiled(grammar);
    let heap = parse_heap(heap, &mut alphabet, ty).expect("a heap");
    let x = heap.variable(alphabet.variable("x")).expect("x is bound");
    let selector = alphabet.selector(selector);
    assert!(grammar.materialise(&heap, x, selector).is_ok_and(|ways| ways.len() > 1));
    bencher.bench_local(|| grammar.materialise(&heap, x, selector));
}

#[divan::bench]
fn materialise_list(bencher: Bencher) {
    materialise(bencher, "SLList", "ListNode", "y -> a; x -> b; RefSLList(a, b); RefSLList(b, null)", "next");
}

#[divan::bench]
fn materialise_tree(bencher: Bencher) {
    let heap = "y -> r; r.left -> a; r.right -> b; x -> a; RefBT(a, null); RefBT(b, null)";
    materialise(bencher, "BT", "BTNode", heap, "left");
}

#[divan::bench]
fn store_and_restore(bencher: Bencher) {
    let mut alphabet = compiled("BT").0;
    let heaps: Vec<Heap> = (1..6).map(|depth| tree(&mut alphabet, depth)).collect();
    let mut store = HeapStore::default();
    for heap in &heaps {
        store.intern(heap).expect("small heaps");
    }
    bencher.bench_local(|| {
        let ids: Vec<_> = heaps.iter().filter_map(|h| store.intern(h).ok()).collect();
        ids.into_iter().map(|id| store.get(id)).map(|h| h.vertices().map(VertexId::index).sum::<usize>()).sum::<usize>()
    });
}
