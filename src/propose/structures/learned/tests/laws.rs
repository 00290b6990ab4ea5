//! What is learned derives the heaps that it was learned from; and what it derives looks like them.

use std::collections::{BTreeMap, BTreeSet};

use super::learned;
use crate::structures::values::{Names, nowhere};
use crate::structures::{Sample, SampleObject, Structures};
use base::{Random, each_case, has_errors};
use heap_grammar::grammar::definitions::{Notation, Scope, ScopeType, ScopeVariable};
use heap_grammar::grammar::{Derivations, Grammar, build_rules};
use heap_grammar::heap::{Alphabet, Canoniser, ExternalOrder, Heap, Role, VertexId, build_heap};
use heap_grammar::separation::Formula;
use program::objects::{ClassId, FieldId, Program};

/// Heaps with more objects are not looked at.
const OBJECTS: usize = 6;
const THIS: &str = "@this:";

/// The heap of a sample, at `this`.
fn heap(program: &Program, sample: &Sample, alphabet: &mut Alphabet) -> Heap {
    let mut heap = Heap::with_null();
    let null = heap.null().expect("null");
    let add = |object: &SampleObject| heap.add_vertex(alphabet.ty(&program.classes[object.class].name));
    let vertices: Vec<VertexId> = sample.objects.iter().map(add).collect();
    for (&source, object) in vertices.iter().zip(&sample.objects) {
        for (&field, value) in &object.fields {
            let selector = alphabet.selector(&program.fields[field].name);
            heap.set_selector(source, selector, value.map_or(null, |target| vertices[target]));
        }
    }
    heap.bind(alphabet.variable(THIS), vertices[0]);
    heap
}

/// The sample of a heap.
fn sample(structures: &Structures<'_>, heap: &Heap, alphabet: &Alphabet) -> Sample {
    let root = alphabet.find_variable(THIS).and_then(|this| heap.variable(this)).expect("a root");
    let mut order = vec![root];
    let mut objects = Vec::new();
    while let Some(&vertex) = order.get(objects.len()) {
        let class = structures.program().class_named(alphabet.type_name(heap.vertex_type(vertex))).expect("a class");
        let mut fields: BTreeMap<FieldId, Option<usize>> = BTreeMap::new();
        for &field in structures.graph.structural_fields(class) {
            let selector = alphabet.find_selector(structures.field_name(field)).expect("a selector");
            let target = heap.target(vertex, selector).expect("every field is shown");
            let value = heap.is_object(target).then(|| {
                order.iter().position(|&known| known == target).unwrap_or_else(|| {
                    order.push(target);
                    order.len() - 1
                })
            });
            fields.insert(field, value);
        }
        objects.push(SampleObject { class, fields, null_payload: Vec::new() });
    }
    Sample { objects, origin: String::new(), is_given_null: false }
}

/// The small heaps that what was learned derives at an object of a class, in canonical form; each looks like samples.
fn derived(structures: &Structures<'_>, class: ClassId, alphabet: &mut Alphabet) -> BTreeSet<String> {
    let families = 0..structures.families().len();
    let definitions: Vec<_> = families.flat_map(|family| structures.learned_definitions(family)).collect();
    let mut found = Vec::new();
    let ty = ScopeType::Object(structures.program().classes[class].name.clone());
    let this = ScopeVariable { name: "this".to_owned(), in_heaps: THIS.to_owned(), ty };
    let scope = Scope { variables: vec![this], ..Scope::default() };
    let mut notation = Notation::new(scope, std::iter::empty());
    let documents = notation.define(&[&definitions], &mut found);
    let (rules, more) = build_rules(&documents, alphabet);
    found.extend(more);
    let grammar = Grammar::new(alphabet, rules);
    let cases = structures.learned_cases(class, "this", &Names::of(&["this"])).expect("cases").all;
    let cases: Vec<Formula> = cases.into_iter().map(|case| Formula { atoms: case.atoms, span: nowhere() }).collect();
    let mut all = BTreeSet::new();
    for document in notation.heaps(&cases, &mut found) {
        let start = build_heap(&document, alphabet, Role::Program).expect("a heap");
        for heap in Derivations::new(&grammar, &start, OBJECTS) {
            let like = sample(structures, &heap, alphabet);
            let is_derived =
                structures.learned.as_ref().is_some_and(|learned| learned.shown.derives(structures, &like));
            assert!(is_derived, "{like:?}");
            all.insert(heap_grammar::heap::print_heap(&heap, alphabet));
        }
    }
    assert!(!has_errors(&found), "{found:?}");
    all
}

fn check_laws(structures: &Structures<'_>, samples: &[Sample]) {
    let mut alphabet = Alphabet::default();
    for &root in structures.learned.iter().flat_map(|learned| &learned.roots) {
        let all = derived(structures, root, &mut alphabet);
        let small = |sample: &&Sample| sample.objects[0].class == root && sample.objects.len() <= OBJECTS;
        for sample in samples.iter().filter(small) {
            let mut heap = heap(structures.program(), sample, &mut alphabet);
            Canoniser::default().canonicalise(&mut heap, ExternalOrder::Fixed);
            assert!(all.contains(&heap_grammar::heap::print_heap(&heap, &alphabet)), "{sample:?}");
        }
    }
}

#[test]
fn samples_are_derived() {
    for java in [
        super::STACK,
        super::TWO_LISTS,
        super::LOG,
        super::CHAIN,
        super::PAIRS,
        super::INDEX,
        super::WRAPPED,
        super::TWINS,
    ] {
        learned(java, |structures, samples, is_learned| {
            assert!(is_learned);
            check_laws(structures, samples);
        });
    }
}

/// Heaps to which one object after the other was added, each in the same way.
fn grown(structures: &Structures<'_>, random: &mut Random) -> Vec<Sample> {
    let program = structures.program();
    let [holder, node] = ["H", "N"].map(|name| program.class_named(name).expect("a class"));
    let fields = |class| structures.graph.structural_fields(class).to_vec();
    // What a new object gets, and what changes in the first one and in the holder; as ways from the holder.
    let ways: Vec<Vec<usize>> = (0..8).map(|_| (0..random.below(3)).map(|_| random.below(3)).collect()).collect();
    let follow = |objects: &[SampleObject], way: &[usize]| -> Option<usize> {
        way.iter().try_fold(0, |at, &step| {
            let object: &SampleObject = &objects[at];
            object.fields.values().nth(step % object.fields.len()).copied().flatten()
        })
    };
    let new = |class| SampleObject {
        class,
        fields: fields(class).into_iter().map(|field| (field, None)).collect(),
        null_payload: Vec::new(),
    };
    let mut objects = vec![new(holder)];
    let mut all = Vec::new();
    for _ in 0..6 {
        all.push(reached(&objects));
        let mut added = new(node);
        for (value, way) in added.fields.values_mut().zip(&ways) {
            *value = if way.is_empty() { None } else { follow(&objects, way) }.filter(|&at| at > 0);
        }
        let number = objects.len();
        let old = follow(&objects, &[0]).filter(|_| !ways[6].is_empty());
        objects.push(added);
        if let Some(value) = old.and_then(|old| objects[old].fields.values_mut().nth(ways[6].len())) {
            *value = Some(number);
        }
        if let Some(value) = objects[0].fields.values_mut().nth(usize::from(ways[7].len() == 2)) {
            *value = Some(number);
        }
        if let Some(value) = objects[0].fields.values_mut().next().filter(|value| value.is_none()) {
            *value = Some(number);
        }
    }
    all
}

/// What the first object leads to.
fn reached(objects: &[SampleObject]) -> Sample {
    let mut order = vec![0];
    let mut copies = Vec::new();
    while let Some(&next) = order.get(copies.len()) {
        let mut object: SampleObject = objects[next].clone();
        for target in object.fields.values_mut().flatten() {
            *target = order.iter().position(|known| known == target).unwrap_or_else(|| {
                order.push(*target);
                order.len() - 1
            });
        }
        copies.push(object);
    }
    Sample { objects: copies, origin: String::new(), is_given_null: false }
}

const GROWN: &str = "class H { N first, second; } class N { N a, b, c; }";

#[test]
fn laws_of_grown_heaps() {
    let count = std::cell::Cell::new(0);
    each_case(|random| {
        learned(GROWN, |structures, _, _| {
            let samples = grown(structures, random);
            if structures.generalise(&samples) {
                count.set(count.get() + 1);
                assert_eq!(structures.misfit(&samples), None);
                check_laws(structures, &samples);
            }
        });
    });
    assert!(count.get() > 20, "{}", count.get());
}

/// Any heaps: there may be nothing to learn, but nothing goes wrong.
#[test]
fn any_heaps_are_looked_at() {
    each_case(|random| {
        learned(GROWN, |structures, _, _| {
            let [holder, node] = ["H", "N"].map(|name| structures.program().class_named(name).expect("a class"));
            let samples: Vec<Sample> = (0..20)
                .map(|_| {
                    let count = 1 + random.below(30);
                    let objects: Vec<SampleObject> = (0..count)
                        .map(|number| {
                            let class = if number == 0 { holder } else { node };
                            let fields = structures.graph.structural_fields(class).iter();
                            let value =
                                |random: &mut Random| Some(random.below(count + 1)).filter(|&at| at % count > 0);
                            let fields = fields.map(|&field| (field, value(random))).collect();
                            SampleObject { class, fields, null_payload: Vec::new() }
                        })
                        .collect();
                    reached(&objects)
                })
                .collect();
            if structures.generalise(&samples) {
                assert_eq!(structures.misfit(&samples), None);
            }
        });
    });
}
