//! The laws of closing, enumerating and drawing heaps, compared with exhaustive search.

use std::collections::{BTreeMap, BTreeSet};

use super::*;
use crate::heap::Nonterminal;
use base::Random;

/// The heaps of the language with at most `objects` objects, by search without pruning.
fn plain(grammar: &Grammar, heap: &Heap, objects: usize, edges: usize) -> BTreeSet<String> {
    let mut seen = indexmap::IndexSet::from([canonical(heap.clone())]);
    let mut next = 0;
    while let Some(heap) = seen.get_index(next).cloned() {
        next += 1;
        let derived = grammar.derive_first(&heap).into_iter().map(canonical);
        seen.extend(derived.filter(|h| h.objects() <= objects && h.nonterminals().len() <= edges));
    }
    seen.iter().filter(|h| h.nonterminals().is_empty()).map(|h| format!("{h:?}")).collect()
}

/// Rules written as `N: heap`, with `ext` for the externals and the given ranks of nonterminals.
pub(super) fn rules(ranks: &[(&str, usize)], bodies: &[(&str, &str)]) -> (Alphabet, Grammar) {
    let (alphabet, rules) = uncompiled(ranks, bodies);
    let grammar = Grammar::new(&alphabet, rules);
    (alphabet, grammar)
}

pub(super) fn uncompiled(ranks: &[(&str, usize)], bodies: &[(&str, &str)]) -> (Alphabet, Vec<Rule>) {
    let mut alphabet = Alphabet::default();
    let labels: BTreeMap<&str, Nonterminal> =
        ranks.iter().map(|&(name, rank)| (name, alphabet.declare(name, vec![false; rank]))).collect();
    let rules: Vec<Rule> = bodies
        .iter()
        .map(|&(label, body)| {
            let body = parse_heap(body, &mut alphabet, "A").unwrap();
            Rule { label: labels[label], body, span: None }
        })
        .collect();
    (alphabet, rules)
}

/// `N` gives its tentacle either `f`, or `g` and an object.
fn either() -> (Alphabet, Grammar) {
    rules(&[("N", 1)], &[("N", "a.f -> null; ext(a)"), ("N", "a.g -> b; ext(a)")])
}

#[track_caller]
fn check_closed((mut alphabet, grammar): (Alphabet, Grammar), heap: &str, expected: Option<&str>) {
    let heap = parse_heap(heap, &mut alphabet, "A").unwrap();
    let closed = grammar.closed(&heap);
    assert_eq!(closed.as_ref().map(Heap::objects), grammar.smallest(&heap));
    assert_eq!(closed.map(|h| print_heap(&h, &alphabet)).as_deref(), expected);
}

#[test]
fn closed_heaps_are_the_smallest_of_the_language() {
    for (name, text) in GRAMMARS {
        let (alphabet, grammar) = load(text);
        for seed in seeds(&alphabet, &grammar) {
            let closed = grammar.closed(&seed).expect("productive");
            assert_eq!(grammar.closed(&seed), Some(closed.clone()));
            let size = grammar.smallest(&seed).expect("productive");
            let smallest = plain(&grammar, &seed, size, 8);
            assert!(smallest.contains(&format!("{:?}", canonical(closed))), "{name}");
            assert!(size == 0 || plain(&grammar, &seed, size - 1, 8).is_empty(), "{name}");
        }
    }
}

#[test]
fn closing_respects_what_is_there() {
    check_closed(either(), "N(x)", Some("v1.f -> null"));
    check_closed(either(), "x.f -> y; N(x)", Some("v2.f -> v1; v2.g -> v3"));
    check_closed(either(), "N(x); N(x)", Some("v1.f -> null; v1.g -> v2"));
    check_closed(either(), "N(x); N(x); N(y)", Some("v1.f -> null; v1.g -> v3; v2.f -> null"));
    check_closed(either(), "N(x); N(x); N(x)", None);
    check_closed(either(), "N(null)", None);
    check_closed(either(), "x -> y", Some("x -> v1"));
    check_closed(named("SLList"), "x: ListNode; RefSLList(null, x)", None);
    check_closed(named("SLList"), "x: ListNode; y: ListNode; x.next -> null; RefSLList(x, y)", None);
    check_closed(named("SLList"), "x: ListNode; RefSLList(x, x)", Some("v1.next -> v1"));
    check_closed(named("SLList"), "x: Subclass; RefSLList(x, null)", None);
}

#[test]
fn closing_ends_on_every_grammar() {
    let (alphabet, grammar) = rules(&[("N", 1), ("M", 1)], &[("N", "N(a); ext(a)"), ("N", "M(a); ext(a)")]);
    check_closed((alphabet, grammar), "N(x)", None);
    // Each nonterminal occurs twice in the rule of the previous one, so the first needs more objects than fit into a
    // number.
    let names: Vec<String> = (0..100).map(|i| format!("N{i}")).collect();
    let ranks: Vec<(&str, usize)> = names.iter().map(|name| (name.as_str(), 1)).collect();
    let mut bodies: Vec<(String, String)> =
        (1..100).map(|i| (format!("N{}", i - 1), format!("a.f -> b; a.g -> c; N{i}(b); N{i}(c); ext(a)"))).collect();
    bodies.push(("N99".to_owned(), "a.f -> null; ext(a)".to_owned()));
    let bodies: Vec<(&str, &str)> = bodies.iter().map(|(label, body)| (label.as_str(), body.as_str())).collect();
    check_closed(rules(&ranks, &bodies), "N0(x)", None);
    let (mut alphabet, grammar) = rules(&ranks, &bodies);
    let heap = parse_heap("N90(x)", &mut alphabet, "A").unwrap();
    assert_eq!(grammar.closed(&heap).map(|h| h.objects()), Some(1023));
}

#[test]
fn enumeration_misses_nothing_and_goes_by_size() {
    for (name, text) in GRAMMARS {
        let (alphabet, grammar) = load(text);
        for seed in seeds(&alphabet, &grammar) {
            let size = seed.objects() + 3;
            let heaps: Vec<Heap> = Derivations::new(&grammar, &seed, size).collect();
            assert!(heaps.is_sorted_by_key(Heap::objects), "{name}");
            let shown: BTreeSet<String> = heaps.iter().map(|h| format!("{h:?}")).collect();
            assert_eq!(shown.len(), heaps.len());
            assert_eq!(shown, plain(&grammar, &seed, size, 8), "{name}");
        }
    }
}

#[test]
fn an_enumeration_without_end_gives_up() {
    let (mut alphabet, grammar) = rules(&[("N", 0)], &[("N", "N(); N(); ext()"), ("N", "a.f -> a; ext()")]);
    let heap = parse_heap("N()", &mut alphabet, "A").unwrap();
    let mut all = Derivations::new(&grammar, &heap, 3);
    assert_eq!(all.by_ref().map(|h| h.objects()).collect::<Vec<_>>(), [1, 2, 3]);
    assert!(!all.gave_up());
    // A rule that adds nothing, which checks reject.
    let (mut alphabet, grammar) = rules(&[("N", 0)], &[("N", "N(); N(); ext()"), ("N", "ext()")]);
    let heap = parse_heap("N()", &mut alphabet, "A").unwrap();
    let sampler = Sampler::new(&grammar, &heap, 3);
    let mut random = Random::new(1);
    (0..20).for_each(|_| assert!(sampler.draw(0..=3, &mut random).is_none_or(|h| h.objects() == 0)));
}

#[test]
fn drawn_heaps_are_all_heaps_of_the_language_and_no_others() {
    let shipped = GRAMMARS.iter().map(|(name, text)| (*name, load(text)));
    for (name, (mut alphabet, grammar)) in shipped.chain([("either", either())]) {
        let several = (name == "either").then(|| parse_heap("N(x); N(x); N(y); N(z)", &mut alphabet, "A").unwrap());
        for start in seeds(&alphabet, &grammar).into_iter().chain(several) {
            let size = start.objects() + 2;
            let language: BTreeMap<String, usize> =
                Derivations::new(&grammar, &start, size).map(|h| (format!("{h:?}"), h.objects())).collect();
            let sampler = Sampler::new(&grammar, &start, size);
            let sizes: BTreeSet<usize> = language.values().copied().collect();
            assert_eq!(sampler.sizes().collect::<BTreeSet<_>>(), sizes, "{name}");
            let mut random = Random::scattered(0);
            let mut drawn = BTreeSet::new();
            for _ in 0..100 * language.len() {
                let heap = canonical(sampler.draw(0..=size, &mut random).expect("not empty"));
                let shown = format!("{heap:?}");
                assert_eq!(language.get(&shown), Some(&heap.objects()), "{name}: {}", print_heap(&heap, &alphabet));
                drawn.insert(shown);
            }
            assert_eq!(drawn.len(), language.len(), "{name}");
        }
    }
}

#[test]
fn a_seed_fixes_what_is_drawn_and_its_size_is_kept() {
    for (name, text) in GRAMMARS {
        let (alphabet, grammar) = load(text);
        for start in seeds(&alphabet, &grammar) {
            let sampler = Sampler::new(&grammar, &start, 40);
            let draw = |seed| sampler.draw(20..=40, &mut Random::scattered(seed));
            let Some(heap) = draw(1) else { panic!("{name}: large heaps") };
            assert!((20..=40).contains(&heap.objects()) && heap.nonterminals().is_empty(), "{name}");
            assert_eq!(draw(1), Some(heap));
            assert!((2..12).any(|seed| draw(seed) != draw(1)), "{name}");
            assert_eq!(sampler.draw(0..=0, &mut Random::scattered(1)).is_none(), start.objects() > 0);
            let mut folded = draw(3).expect("large heaps");
            grammar.abstract_heap(&mut folded, &alphabet, GREEDY);
            assert!(folded.objects() < 20, "{name}");
        }
    }
}

/// A grammar about which little is known: some rules give selectors twice or to null, or never terminate. `None` if it
/// must not be compiled.
fn arbitrary(random: &mut Random) -> Option<(Alphabet, Grammar)> {
    let mut bodies = Vec::new();
    for _ in 0..2 + random.below(4) {
        let (label, externals) = [("N", "a0"), ("M", "a0, a1")][random.below(2)];
        let mut body = vec![format!("ext({externals})")];
        let vertex = |random: &mut Random| ["a0", "a1", "a2", "null"][random.below(4)];
        for _ in 0..random.below(3) {
            let (source, selector, target) = (random.below(3), ["f", "g"][random.below(2)], vertex(random));
            body.push(format!("a{source}.{selector} -> {target}"));
        }
        for _ in 0..random.below(3) {
            let (first, second) = (vertex(random), vertex(random));
            body.push([format!("N({first})"), format!("M({first}, {second})")][random.below(2)].clone());
        }
        bodies.push((label, body.join("; ")));
    }
    let bodies: Vec<(&str, &str)> = bodies.iter().map(|(label, body)| (*label, body.as_str())).collect();
    let (alphabet, rules) = uncompiled(&[("N", 1), ("M", 2)], &bodies);
    let is_sound = check_rules(&alphabet, &rules).is_empty();
    is_sound.then(|| (alphabet.clone(), Grammar::new(&alphabet, rules)))
}

#[test]
fn foresight_is_right_for_any_grammar() {
    let mut random = Random::scattered(1);
    let (mut closed, mut empty) = (0, 0);
    for _ in 0..40 {
        let Some((mut alphabet, grammar)) = arbitrary(&mut random) else { continue };
        for text in ["N(x); M(x, y)", "x.f -> y; M(y, x)", "N(x); N(x)", "M(x, x)", "M(x, null)"] {
            let start = parse_heap(text, &mut alphabet, "A").unwrap();
            let size = start.objects() + 1;
            let found = plain(&grammar, &start, size, 2);
            let mut all = Derivations::new(&grammar, &start, size);
            all.room = 3_000;
            let heaps: BTreeSet<String> = all.by_ref().map(|h| format!("{h:?}")).collect();
            assert!(all.gave_up() || found.is_subset(&heaps), "{text}");
            let sampler = Sampler::new(&grammar, &start, size);
            match grammar.closed(&start) {
                Some(heap) => {
                    closed += 1;
                    assert_eq!(Some(heap.objects()), grammar.smallest(&start));
                    assert!(heap.nonterminals().is_empty());
                    assert_eq!(sampler.sizes().next(), Some(heap.objects()).filter(|&objects| objects <= size));
                    let drawn = sampler.draw(0..=size, &mut random).map(|h| format!("{:?}", canonical(h)));
                    assert!(drawn.is_none_or(|h| heaps.contains(&h) || all.gave_up()));
                }
                None => {
                    empty += 1;
                    assert!(found.is_empty() && sampler.sizes().next().is_none(), "{text}");
                }
            }
        }
    }
    assert!(closed > 20 && empty > 20, "{closed} {empty}");
}
