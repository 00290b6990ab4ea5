//! Reachability in an abstract heap, compared with paths in the heaps of its language.

use super::sampling::rules;
use super::*;
use crate::heap::Variable;
use base::{Idx, Random, Silent};

/// Maximum number of objects of a derived heap, and of derived heaps per start.
const OBJECTS: usize = 7;
const HEAPS: usize = 16;

/// A grammar: its name, its nonterminals with their ranks, and its rules.
type Written = (&'static str, &'static [(&'static str, usize)], &'static [(&'static str, &'static str)]);

/// The built-in grammars, and some with edges that may or may not lead to a tentacle or to an inner null.
fn all() -> Vec<(String, Alphabet, Grammar)> {
    let shipped = GRAMMARS.iter().map(|(name, text)| (*name, load(text)));
    let own: [Written; 4] = [
        ("Link", &[("N", 2)], &[("N", "a.f -> b; ext(a, b)"), ("N", "a.f -> null; ext(a, b)")]),
        ("Half", &[("N", 1), ("M", 2)], &[("N", "M(a, b); ext(a)"), ("M", "a.f -> null; a.g -> a; ext(a, b)")]),
        ("Back", &[("N", 2)], &[("N", "b.f -> a; ext(a, b)"), ("N", "b.f -> c; c.f -> a; c.g -> null; ext(a, b)")]),
        (
            "Deep",
            &[("N", 1), ("M", 1)],
            &[("N", "a.f -> b; M(b); ext(a)"), ("M", "a.f -> null; ext(a)"), ("M", "a.f -> a; ext(a)")],
        ),
    ];
    let own = own.map(|(name, ranks, bodies)| (name, rules(ranks, bodies)));
    let all = shipped.chain(own).map(|(name, (mut alphabet, grammar))| {
        let written: Vec<Rule> = grammar.rules().map(|(_, rule)| rule.clone()).collect();
        compute_reduction(&mut alphabet, &written, |_| true);
        (name.to_owned(), alphabet, grammar)
    });
    all.collect()
}

/// A heap with few vertices, all of them named, and one or two nonterminal edges.
fn random_heap(alphabet: &mut Alphabet, grammar: &Grammar, random: &mut Random) -> Heap {
    let seeds = seeds(alphabet, grammar);
    let mut heap = random.one_of(&seeds).clone();
    if random.one_in(3) {
        let other = random.one_of(&seeds).clone();
        let own: Vec<VertexId> = heap.externals().to_vec();
        let attached: Vec<VertexId> = other.externals().iter().map(|_| *random.one_of(&own)).collect();
        let _ = heap.insert(&other, &attached);
    }
    let objects: Vec<VertexId> = heap.vertices().filter(|&v| heap.is_object(v)).collect();
    let selectors: Vec<Selector> = alphabet.selectors().collect();
    for _ in 0..random.below(3) {
        let source = *random.one_of(&objects);
        let selector = *random.one_of(&selectors);
        if !grammar.hides(&heap, source, selector) {
            heap.set_selector(source, selector, *random.one_of(&objects));
        }
    }
    heap.set_externals([]);
    for (i, &object) in objects.iter().enumerate() {
        heap.bind(alphabet.variable(&format!("v{i}")), object);
    }
    heap
}

/// By vertex, whether it is reachable from one of several vertices by at least one selector.
fn successors(heap: &Heap, from: &[VertexId]) -> Vec<bool> {
    let mut seen = vec![false; heap.vertex_bound()];
    let mut open = from.to_vec();
    while let Some(vertex) = open.pop() {
        for &(_, target) in heap.selectors(vertex) {
            if !std::mem::replace(&mut seen[target.index()], true) {
                open.push(target);
            }
        }
    }
    seen
}

fn named_objects(heap: &Heap, alphabet: &Alphabet) -> Vec<(Variable, VertexId)> {
    heap.variables().iter().copied().filter(|&(v, _)| alphabet.constant(v).is_none()).collect()
}

/// A part that is known is the same in every heap of the language, both its named vertices and the objects derived from
/// edges.
#[test]
fn a_part_is_the_same_in_every_heap() {
    let mut random = Random::new(5);
    let (mut known, mut unknown, mut cut) = (0, 0, 0);
    for (name, mut alphabet, grammar) in all() {
        let entered = Entered::new(&grammar);
        for _ in 0..40 {
            let heap = random_heap(&mut alphabet, &grammar, &mut random);
            let objects = named_objects(&heap, &alphabet);
            let (root, start) = *random.one_of(&objects);
            let part = entered.part(&heap, &[start]);
            let Some(part) = part else {
                unknown += 1;
                continue;
            };
            known += 1;
            for derived in derivations(&grammar, &heap, OBJECTS, HEAPS) {
                let told =
                    || format!("{name}: {} in {}", print_heap(&heap, &alphabet), print_heap(&derived, &alphabet));
                let root = derived.variable(root).expect("a root");
                let mut reached = successors(&derived, &[root]);
                reached[root.index()] = true;
                for &(variable, v) in &objects {
                    let here = derived.variable(variable).expect("a variable");
                    assert_eq!(reached[here.index()], part.vertices[v.index()], "{}", told());
                }
                let is_named = |v: VertexId| derived.variables().iter().any(|&(_, t)| t == v);
                let inner = derived.vertices().filter(|&v| derived.is_object(v) && !is_named(v));
                let found: Vec<bool> = inner.map(|v| reached[v.index()]).collect();
                if part.edges.iter().all(|&is| is) {
                    assert!(found.iter().all(|&is| is), "{}", told());
                } else if part.edges.iter().all(|&is| !is) {
                    assert!(found.iter().all(|&is| !is), "{}", told());
                    cut += 1;
                }
            }
        }
    }
    assert!(known > 200 && unknown > 20 && cut > 100, "{known} {unknown} {cut}");
}

/// Reachability in a heap over the refined grammar agrees with every heap of its language, including null.
#[test]
fn paths_are_the_same_in_every_heap() {
    let mut random = Random::new(6);
    let (mut asked, mut to_null) = (0, 0);
    for (name, mut alphabet, grammar) in all() {
        let selectors: Vec<Selector> = alphabet.selectors().collect();
        let reachability = Reachability { selectors: Vec::new() };
        let Ok(refinement) = refine(&mut alphabet, &grammar, &[&reachability], &mut Silent) else { continue };
        assert!(!selectors.is_empty());
        for _ in 0..20 {
            let heap = random_heap(&mut alphabet, &grammar, &mut random);
            for heap in refinement.refine_heap(&heap, 200).unwrap_or_default() {
                let states = refinement.edge_states(&heap, 0);
                let objects = named_objects(&heap, &alphabet);
                for derived in derivations(&refinement.grammar, &heap, OBJECTS, HEAPS / 2) {
                    for &(x, from) in &objects {
                        let reached = successors(&derived, &[derived.variable(x).expect("a variable")]);
                        let null = heap.null().expect("null");
                        let targets = objects.iter().copied().chain([(Variable::NULL, null)]);
                        for (y, to) in targets {
                            let here = derived.variable(y).expect("a variable");
                            let said = reachability.reaches(&heap, &states, from, to);
                            assert_eq!(said, reached[here.index()], "{name}: {}", print_heap(&derived, &alphabet));
                            asked += 1;
                            to_null += usize::from(said && to == null);
                        }
                    }
                }
            }
        }
    }
    assert!(asked > 5_000 && to_null > 300, "{asked} {to_null}");
}
