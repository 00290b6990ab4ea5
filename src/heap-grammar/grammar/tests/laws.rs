//! The laws of grammars on random rules: with omitted selectors, classes, numbers, null and constants at externals, and
//! unused constants.

use std::collections::BTreeSet;

use super::sampling::uncompiled;
use super::*;
use base::{Random, Silent};

/// `None` if the rules must not be compiled.
fn arbitrary(random: &mut Random, rules: usize) -> Option<(Alphabet, Grammar)> {
    let mut bodies = Vec::new();
    for _ in 0..rules {
        let (label, externals) = [("N", "a0"), ("M", "a0, a1")][random.below(2)];
        let mut body = vec![format!("ext({externals})")];
        body.extend((0..3).filter(|_| random.below(4) == 0).map(|i| format!("a{i}: B")));
        let vertex = |random: &mut Random| ["a0", "a1", "a2", "null", "a1"][random.below(5)];
        for _ in 0..random.below(3) {
            let (source, selector) = (random.below(3), ["f", "g"][random.below(2)]);
            body.push(format!("a{source}.{selector} -> {}", vertex(random)));
        }
        if random.below(6) == 0 {
            body.push(format!("a0.flag -> {}", random.below(2)));
        }
        for _ in 0..random.below(2) {
            let (first, second) = (vertex(random), vertex(random));
            body.push([format!("N({first})"), format!("M({first}, {second})")][random.below(2)].clone());
        }
        bodies.push((label, body.join("; ")));
    }
    let bodies: Vec<(&str, &str)> = bodies.iter().map(|(label, body)| (*label, body.as_str())).collect();
    let (mut alphabet, rules) = uncompiled(&[("N", 1), ("M", 2)], &bodies);
    compute_reduction(&mut alphabet, &rules, |_| true);
    let is_sound = check_rules(&alphabet, &rules).is_empty();
    is_sound.then(|| (alphabet.clone(), Grammar::new(&alphabet, rules)))
}

/// Heaps of one or two edges, with several tentacles at one vertex or at null.
const STARTS: &[&str] = &[
    "N(x); ext(x)",
    "y: B; N(y); ext(y)",
    "M(x, y); ext(x, y)",
    "y: B; M(x, y); ext(x, y)",
    "M(x, x); ext(x)",
    "M(x, null); ext(x)",
    "M(x, y); M(y, x); ext(x)",
    "N(x); M(x, y); ext(x, y)",
];

fn starts(alphabet: &mut Alphabet) -> Vec<Heap> {
    STARTS.iter().map(|text| parse_heap(text, alphabet, "A").expect("a heap")).collect()
}

/// The heaps with at most `size` objects; `None` if too many must be visited.
fn all(grammar: &Grammar, heaps: &[Heap], size: usize) -> Option<BTreeSet<String>> {
    let mut found = BTreeSet::new();
    for heap in heaps {
        let mut derivations = Derivations::new(grammar, heap, size);
        derivations.room = 4_000;
        found.extend(derivations.by_ref().map(tidy).map(|h| format!("{h:?}")));
        if derivations.gave_up() {
            return None;
        }
    }
    Some(found)
}

fn tidy(mut heap: Heap) -> Heap {
    heap.drop_unused_numbers();
    canonical(heap)
}

#[test]
fn splitting_and_materialising_lose_no_heap() {
    let mut random = Random::scattered(3);
    let (mut split_grammars, mut materialised) = (0, 0);
    for i in 0..400 {
        let Some((mut alphabet, grammar)) = arbitrary(&mut random, 2 + i % 3) else { continue };
        let starts = starts(&mut alphabet);
        let split = split_by_fields(&mut alphabet, &grammar, &mut Silent).expect("few rules");
        split_grammars += u32::from(split.is_split);
        for start in starts {
            let size = start.objects() + 2;
            let parts = match split.is_split {
                true => split.refine_heap(&start, 1_000).expect("few"),
                false => vec![start.clone()],
            };
            let (Some(before), Some(after)) = (all(&grammar, &[start], size), all(&split.grammar, &parts, size)) else {
                continue;
            };
            assert_eq!(before, after);
            for part in parts {
                for (vertex, selector) in part.vertices().flat_map(|v| alphabet.selectors().map(move |s| (v, s))) {
                    if !split.grammar.hides(&part, vertex, selector) {
                        continue;
                    }
                    let Ok(concrete) = split.grammar.materialise(&part, vertex, selector) else { continue };
                    assert!(concrete.iter().all(|heap| heap.target(vertex, selector).is_some()));
                    let before = all(&split.grammar, std::slice::from_ref(&part), size);
                    if let Some((before, after)) = before.zip(all(&split.grammar, &concrete, size)) {
                        assert!(before.is_subset(&after), "{}", print_heap(&part, &alphabet));
                        materialised += before.len();
                    }
                }
            }
        }
    }
    assert!(split_grammars > 20 && materialised > 300, "{split_grammars} {materialised}");
}

#[test]
fn every_derivation_step_is_undone_by_a_fold() {
    let mut random = Random::scattered(4);
    let mut undone = 0;
    for i in 0..400 {
        let Some((mut alphabet, grammar)) = arbitrary(&mut random, 2 + i % 3) else { continue };
        for start in starts(&mut alphabet) {
            let steps = grammar.derive_first(&start);
            for heap in steps.iter().chain([&start]) {
                for (edge, derived) in (0..heap.nonterminals().len())
                    .flat_map(|edge| grammar.derive_at(heap, edge).into_iter().map(move |(_, derived)| (edge, derived)))
                {
                    let mut derived = derived;
                    derived.drop_unused_numbers();
                    // A heap with an empty language need not be folded.
                    if grammar.smallest(&derived).is_none() {
                        continue;
                    }
                    let mut effort = EmbeddingEffort::for_heap(&derived);
                    let folds = grammar.single_folds(&derived, 10_000, &mut effort).expect("few folds");
                    let back = folds.into_iter().any(|(_, folded)| tidy(folded) == tidy(heap.clone()));
                    assert!(back, "edge {edge} of {}", print_heap(heap, &alphabet));
                    undone += 1;
                }
            }
        }
    }
    assert!(undone > 1_000, "{undone}");
}

#[test]
fn heaps_have_one_normal_form_if_the_grammar_is_confluent() {
    let mut random = Random::scattered(5);
    let (mut confluent, mut fails, mut normal) = (0, 0, 0);
    for i in 0..600 {
        let Some((mut alphabet, grammar)) = arbitrary(&mut random, 1 + i % 2) else { continue };
        match grammar.confluence() {
            Confluence::Holds => confluent += 1,
            Confluence::Fails { .. } => {
                fails += 1;
                continue;
            }
            Confluence::Unknown => continue,
        }
        for mut start in starts(&mut alphabet) {
            start.set_externals([]);
            let mut derivations = Derivations::new(&grammar, &start, start.objects() + 2);
            derivations.room = 1_000;
            for heap in derivations.map(tidy).take(20) {
                let Some(forms) = grammar.normal_forms(&heap, 1_000) else { continue };
                assert_eq!(forms.len(), 1, "{}", print_heap(&heap, &alphabet));
                normal += 1;
            }
        }
    }
    assert!(confluent > 50 && fails > 50 && normal > 50, "{confluent} {fails} {normal}");
}
