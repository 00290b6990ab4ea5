//! Laws of the layout of random runs.

use std::collections::BTreeMap;

use super::*;
use crate::scene::{Link, Shape};
use base::Random;
use report::heap::{NonterminalView, SelectorView, VertexKind, VertexView};

fn vertex(kind: VertexKind, number: Option<u32>) -> VertexView {
    VertexView {
        ty: "Node".into(),
        kind,
        external: None,
        variables: Vec::new(),
        markings: Vec::new(),
        constants: if kind == VertexKind::Null { vec!["null".into()] } else { Vec::new() },
        number,
    }
}

/// A list of objects with these numbers.
fn list(numbers: &[u32]) -> HeapView {
    let objects = numbers.iter().map(|&number| vertex(VertexKind::Object, Some(number)));
    let next = |i: usize| SelectorView {
        source: i as u32 + 1,
        target: if i + 1 < numbers.len() { i as u32 + 2 } else { 0 },
        label: "next".into(),
    };
    HeapView {
        vertices: std::iter::once(vertex(VertexKind::Null, None)).chain(objects).collect(),
        selectors: (0..numbers.len()).map(next).collect(),
        nonterminals: Vec::new(),
        ..HeapView::default()
    }
}

/// Where the objects of a picture are, by number.
fn places(scene: &Scene, heap: &HeapView) -> BTreeMap<u32, [i32; 2]> {
    let object = |hotspot: &crate::scene::Hotspot| match hotspot.link {
        Link::Vertex { number } => {
            heap.vertices[number as usize].number.map(|number| (number, hotspot.at.map(|x| x.round() as i32)))
        }
        _ => None,
    };
    scene.hotspots.iter().filter_map(object).collect()
}

/// The pictures of a run, in which every object has one place in each section, nothing is outside, and no two nodes overlap.
#[track_caller]
fn check(heaps: &[HeapView]) -> RunLayout {
    let layout = RunLayout::new(heaps, &[]);
    for section in &layout.sections {
        let mut known: BTreeMap<u32, [i32; 2]> = BTreeMap::new();
        let mut size = None;
        for step in section.steps.clone() {
            let plain = MarkedHeap::plain(&heaps[step]);
            let changed = step.checked_sub(1).map(|before| heap_diff(&heaps[before], &heaps[step]).marked());
            for marked in [Some(plain), changed].into_iter().flatten() {
                let Some(scene) = layout.scene(step, &marked) else {
                    assert_eq!(step, section.steps.start, "only what is before a section may have no place in it");
                    continue;
                };
                for (number, place) in places(&scene, &heaps[step]) {
                    assert_eq!(*known.entry(number).or_insert(place), place, "object {number} moves at step {step}");
                }
                assert_eq!(*size.get_or_insert(scene.size), scene.size, "step {step}");
                check_scene(&scene);
            }
        }
    }
    layout
}

#[track_caller]
fn check_scene(scene: &Scene) {
    let inside = |p: &Point| (0..2).all(|i| (-0.5..=scene.size[i] + 0.5).contains(&p[i]));
    for shape in &scene.shapes {
        match shape {
            Shape::Circle { at, .. } | Shape::Box { at, .. } | Shape::Text { at, .. } => {
                assert!(inside(at), "{shape:?} of {:?}", scene.size)
            }
            Shape::Line { points, .. } => assert!(points.iter().all(inside), "{shape:?} of {:?}", scene.size),
        }
    }
    // Objects, nonterminals, and the flags of variables.
    let solid: Vec<(Point, Point)> = scene
        .shapes
        .iter()
        .filter_map(|shape| match shape {
            Shape::Circle { at, radius, .. } => Some((*at, [2.0 * radius; 2])),
            Shape::Box { at, size, .. } => Some((*at, *size)),
            Shape::Line { .. } | Shape::Text { .. } => None,
        })
        .collect();
    for (i, (at, size)) in solid.iter().enumerate() {
        let apart = |(a, s): &(Point, Point)| (0..2).any(|i| (at[i] - a[i]).abs() >= (size[i] + s[i]) / 2.0 - 0.1);
        assert!(solid[..i].iter().all(apart), "{:?} is covered", at);
    }
}

#[test]
fn a_list_that_is_reversed_stays_where_it_is() {
    let mut heaps = vec![list(&[1, 2, 3])];
    for (source, target) in [(1, 0), (2, 1), (3, 2)] {
        let mut heap = heaps.last().expect("a heap").clone();
        heap.selectors[source - 1].target = target;
        heaps.push(heap);
    }
    let layout = check(&heaps);
    assert_eq!(layout.sections.len(), 1);
    let rows = places(&layout.scene(3, &MarkedHeap::plain(&heaps[3])).expect("a picture"), &heaps[3]);
    assert!(rows[&1][0] < rows[&2][0] && rows[&2][0] < rows[&3][0], "{rows:?}");
}

#[test]
fn a_run_whose_heaps_have_little_in_common_has_several_layouts() {
    let heaps: Vec<HeapView> = (0..40).map(|i| list(&[i, i + 1, i + 2])).collect();
    let layout = check(&heaps);
    let sections: Vec<usize> = layout.sections.iter().map(|section| section.steps.len()).collect();
    assert_eq!(sections.iter().sum::<usize>(), 40);
    assert!(sections.len() > 2 && sections[..sections.len() - 1].iter().all(|&steps| steps > 1), "{sections:?}");
}

#[test]
fn objects_without_numbers_have_no_place() {
    let mut other = list(&[1, 2]);
    other.vertices.iter_mut().for_each(|own| own.number = None);
    let heaps = [list(&[1, 2]), other.clone(), list(&[1, 2])];
    let layout = check(&heaps);
    assert_eq!(layout.sections.iter().map(|section| section.steps.clone()).collect::<Vec<_>>(), [0..1, 2..3]);
    assert_eq!(layout.scene(1, &MarkedHeap::plain(&other)), None);
    assert!(layout.scene(7, &MarkedHeap::plain(&heaps[0])).is_none());
    assert!(RunLayout::new(&[], &[(0, 1)]).sections.is_empty());
}

/// Objects come and go, fields and variables change, and parts are folded into nonterminals.
#[test]
fn laws_on_random_runs() {
    let mut random = Random::new(7);
    for _ in 0..60 {
        let mut heap = list(&[1, 2, 3, 4]);
        let mut next = 5;
        let mut heaps = vec![heap.clone()];
        for _ in 0..20 {
            let count = heap.vertices.len();
            let (a, b) = (1 + random.below(count - 1), random.below(count));
            match random.below(6) {
                0 => {
                    heap.vertices.push(vertex(VertexKind::Object, Some(next)));
                    heap.selectors.push(SelectorView { source: count as u32, target: b as u32, label: "next".into() });
                    next += 1;
                }
                1 if count > 3 => remove(&mut heap, a as u32),
                2 => heap.vertices[a].variables.push(format!("x{}", random.below(4))),
                3 => heap.vertices[b].variables.clear(),
                4 => {
                    let label = ["SLL", "T"][random.below(2)].to_owned();
                    let mut tentacles = vec![a as u32, b as u32];
                    tentacles.dedup();
                    heap.nonterminals.push(NonterminalView { label, tentacles });
                }
                _ => {
                    let label = ["next", "prev", "self"][random.below(3)].to_owned();
                    heap.selectors.retain(|own| own.source != a as u32 || own.label != label);
                    heap.selectors.push(SelectorView { source: a as u32, target: b as u32, label });
                }
            }
            heaps.push(heap.clone());
        }
        check(&heaps);
    }
}

/// Takes a vertex and what is attached to it out of a heap.
fn remove(heap: &mut HeapView, vertex: u32) {
    heap.vertices.remove(vertex as usize);
    let moved = |v: &mut u32| *v -= u32::from(*v > vertex);
    heap.selectors.retain(|own| own.source != vertex && own.target != vertex);
    heap.selectors.iter_mut().for_each(|own| [&mut own.source, &mut own.target].into_iter().for_each(moved));
    heap.nonterminals.retain(|own| !own.tentacles.contains(&vertex));
    heap.nonterminals.iter_mut().flat_map(|own| &mut own.tentacles).for_each(moved);
}
