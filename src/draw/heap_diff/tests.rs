use std::collections::BTreeMap;

use super::*;
use crate::heap_drawing::{heap_scene, marked_heap_scene};
use crate::scene::{Link, Shape};
use base::{Random, each_case};
use report::heap::VertexKind;

/// A heap with null as vertex 0 and objects after it.
fn heap(
    objects: usize,
    variables: &[(&str, usize)],
    selectors: &[(u32, &str, u32)],
    nonterminals: &[(&str, &[u32])],
) -> HeapView {
    let vertex = |n: usize| VertexView {
        ty: if n == 0 { "NULL" } else { "List" }.into(),
        kind: if n == 0 { VertexKind::Null } else { VertexKind::Object },
        external: None,
        variables: variables.iter().filter(|(_, v)| *v == n).map(|(x, _)| (*x).to_owned()).collect(),
        markings: Vec::new(),
        constants: if n == 0 { vec!["null".into()] } else { Vec::new() },
        number: None,
    };
    let selector = |&(source, label, target): &(u32, &str, u32)| SelectorView { source, target, label: label.into() };
    let nonterminal =
        |(label, tentacles): &(&str, &[u32])| NonterminalView { label: (*label).into(), tentacles: tentacles.to_vec() };
    HeapView {
        vertices: (0..=objects).map(vertex).collect(),
        selectors: selectors.iter().map(selector).collect(),
        nonterminals: nonterminals.iter().map(nonterminal).collect(),
        ..HeapView::default()
    }
}

/// Checks the difference in words.
#[track_caller]
fn check(before: &HeapView, after: &HeapView, expected: &str) {
    let scene = marked_heap_scene(&heap_diff(before, after).marked());
    let changes: Vec<&str> =
        scene.description.split("; ").filter(|part| part.starts_with("new: ") || part.starts_with("gone: ")).collect();
    assert_eq!(changes.join("; "), expected);
    assert_eq!(changes.is_empty(), scene.changes.is_empty());
}

#[test]
fn a_variable_moves_to_the_next_object() {
    let list = [(1, "next", 2), (2, "next", 0)];
    check(
        &heap(2, &[("x", 1)], &list, &[]),
        &heap(2, &[("x", 2)], &list, &[]),
        "gone: x point to vertex 1; new: x point to vertex 2",
    );
    // Numbers are canonical, so vertices with different numbers may match.
    check(
        &heap(2, &[("head", 1), ("x", 1)], &list, &[]),
        &heap(2, &[("head", 2), ("x", 1)], &[(2, "next", 1), (1, "next", 0)], &[]),
        "gone: x point to vertex 2; new: x point to vertex 1",
    );
}

#[test]
fn an_object_is_made_and_one_becomes_unreachable() {
    check(
        &heap(1, &[("x", 1)], &[(1, "next", 0)], &[]),
        &heap(2, &[("x", 1), ("y", 2)], &[(1, "next", 0)], &[]),
        "new: vertex 2; new: y point to vertex 2",
    );
    check(
        &heap(2, &[("x", 1)], &[(1, "next", 2), (2, "next", 0)], &[]),
        &heap(1, &[("x", 1)], &[(1, "next", 0)], &[]),
        "gone: a List object; new: vertex 1.next is null; gone: vertex 1.next is a List object; gone: a List object.next is null",
    );
}

#[test]
fn a_nonterminal_becomes_concrete() {
    check(
        &heap(1, &[("x", 1)], &[], &[("SLL#1", &[1, 0])]),
        &heap(2, &[("x", 1)], &[(1, "next", 2)], &[("SLL#0", &[2, 0])]),
        "new: vertex 2; new: vertex 1.next is vertex 2; new: SLL#0(vertex 2, null); gone: SLL#1(vertex 1, null)",
    );
}

#[test]
fn of_alike_edges_each_stands_for_one() {
    let one = heap(1, &[("x", 1)], &[], &[("T", &[1, 0])]);
    let two = heap(1, &[("x", 1)], &[], &[("T", &[1, 0]), ("T", &[1, 0])]);
    check(&two, &two, "");
    check(&one, &two, "new: T(vertex 1, null)");
    check(&two, &one, "gone: T(vertex 1, null)");
}

#[test]
fn what_is_unchanged_is_drawn_as_it_was() {
    let same = heap(3, &[("x", 1)], &[(1, "next", 2), (2, "prev", 1)], &[("T", &[2, 3, 0])]);
    let drawn = marked_heap_scene(&heap_diff(&same, &same).marked());
    assert_eq!(drawn, heap_scene(&same));
}

#[test]
fn what_is_there_has_a_place_and_what_is_gone_has_none() {
    let before = heap(3, &[("x", 1)], &[(1, "next", 2), (2, "next", 3)], &[("T", &[3, 0])]);
    let after = heap(1, &[("x", 1)], &[], &[("T", &[1, 0])]);
    let scene = marked_heap_scene(&heap_diff(&before, &after).marked());
    let links: Vec<Link> = scene.hotspots.iter().map(|h| h.link.clone()).collect();
    assert_eq!(links, [Link::Vertex { number: 0 }, Link::Vertex { number: 1 }, Link::Nonterminal { number: 0 }]);
    let gone = scene
        .shapes_with_changes()
        .filter(|(s, change)| matches!(s, Shape::Circle { .. }) && *change == Some(Change::Removed));
    assert_eq!(gone.count(), 2);
}

/// Heaps of up to six objects with distinct names.
fn random_heap(random: &mut Random) -> HeapView {
    let objects = 1 + random.below(5);
    let selectors: BTreeMap<(u32, &str), u32> = (0..random.below(8))
        .map(|_| {
            let source = 1 + random.below(objects) as u32;
            ((source, *random.one_of(&["next", "prev"])), random.below(objects + 1) as u32)
        })
        .collect();
    let selectors: Vec<(u32, &str, u32)> = selectors.into_iter().map(|((s, label), t)| (s, label, t)).collect();
    let nonterminals: Vec<[u32; 2]> =
        (0..random.below(4)).map(|_| std::array::from_fn(|_| random.below(objects + 1) as u32)).collect();
    let nonterminals: Vec<(&str, &[u32])> = nonterminals.iter().map(|t| ("T", t.as_slice())).collect();
    let count = random.below(5);
    let variables: Vec<(&str, usize)> =
        ["v", "w", "x", "y"][..count].iter().map(|&name| (name, random.below(objects + 1))).collect();
    heap(objects, &variables, &selectors, &nonterminals)
}

/// The part of the union without the mark `without`, as a set of sentences about vertices of the union.
fn sentences(marked: &MarkedHeap, without: Change) -> Vec<String> {
    let is_part = |change: Option<Change>| change != Some(without);
    let heap = &marked.heap;
    let mut all = Vec::new();
    for (i, vertex) in (0u32..).zip(&heap.vertices).filter(|(i, _)| is_part(marked.vertices[*i as usize].change)) {
        all.push(format!("{} {i}", vertex.ty));
        let here = vertex.variables.iter().filter(|x| is_part(marked.flag(i, Flag::Variable, x)));
        all.extend(here.map(|x| format!("{x} -> {i}")));
    }
    let selectors = heap.selectors.iter().zip(&marked.selectors).filter(|(_, change)| is_part(**change));
    all.extend(selectors.map(|(s, _)| format!("{}.{} -> {}", s.source, s.label, s.target)));
    let nonterminals = heap.nonterminals.iter().zip(&marked.nonterminals).filter(|(_, mark)| is_part(mark.change));
    all.extend(nonterminals.map(|(n, _)| format!("{}{:?}", n.label, n.tentacles)));
    all.sort();
    all
}

/// The sentences about a heap whose vertices have the images `at` in the union.
fn said(view: &HeapView, at: &[u32]) -> Vec<String> {
    let moved = HeapView {
        vertices: Vec::new(),
        selectors: view
            .selectors
            .iter()
            .map(|s| SelectorView {
                source: at[s.source as usize],
                target: at[s.target as usize],
                label: s.label.clone(),
            })
            .collect(),
        nonterminals: view
            .nonterminals
            .iter()
            .map(|n| NonterminalView {
                label: n.label.clone(),
                tentacles: n.tentacles.iter().map(|&t| at[t as usize]).collect(),
            })
            .collect(),
        ..HeapView::default()
    };
    let mut all = sentences(&MarkedHeap::plain(&moved), Change::Removed);
    for (vertex, at) in view.vertices.iter().zip(at) {
        all.push(format!("{} {at}", vertex.ty));
        all.extend(vertex.variables.iter().map(|x| format!("{x} -> {at}")));
    }
    all.sort();
    all
}

#[test]
fn the_union_is_both_heaps() {
    each_case(|random| {
        let before = random_heap(random);
        let after = random_heap(random);

        let diff = heap_diff(&before, &after);
        let mut used = diff.vertices.iter().flatten().collect::<Vec<_>>();
        let pairs = used.len();
        used.sort_unstable();
        used.dedup();
        assert_eq!(used.len(), pairs);
        assert_eq!(diff.vertices[0], Some(0));
        let marked = diff.marked();
        let old: Vec<u32> = (0..before.vertices.len() as u32).collect();
        assert_eq!(sentences(&marked, Change::Added), said(&before, &old));
        let mut new = vec![0; after.vertices.len()];
        (0u32..).zip(&marked.vertices).for_each(|(i, m)| m.number.iter().for_each(|&n| new[n as usize] = i));
        assert_eq!(sentences(&marked, Change::Removed), said(&after, &new));
    });
}

#[test]
fn numbers_do_not_matter_where_variables_say_what_is_what() {
    each_case(|random| {
        let before = random_heap(random);
        let seed = random.below(1 << 20);

        // Every object has a variable of its own, and the objects are renumbered.
        let mut before = before;
        for (i, vertex) in before.vertices.iter_mut().enumerate().skip(1) {
            vertex.variables.push(format!("own{i}"));
        }
        let count = before.vertices.len() as u32;
        let turn = seed as u32 % (count.max(2) - 1);
        let at: Vec<u32> = (0..count).map(|v| if v == 0 { 0 } else { (v - 1 + turn) % (count - 1) + 1 }).collect();
        let mut after = before.clone();
        (0..count as usize).for_each(|v| after.vertices[at[v] as usize] = before.vertices[v].clone());
        after.selectors.iter_mut().for_each(|s| (s.source, s.target) = (at[s.source as usize], at[s.target as usize]));
        after.nonterminals.iter_mut().flat_map(|n| &mut n.tentacles).for_each(|t| *t = at[*t as usize]);
        let scene = marked_heap_scene(&heap_diff(&before, &after).marked());
        assert!(scene.changes.is_empty(), "{}", scene.description);
    });
}
