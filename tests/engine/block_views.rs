//! What can be looked at of programs in large blocks: reductions, rounds of refinement, frames.

use std::collections::BTreeMap;

use hrglass::base::Silent;
use hrglass::draw::reduction_drawing::reduction_scene;
use hrglass::draw::round_drawing::round_scene;
use hrglass::draw::scene::{Scene, Shape};
use hrglass::report::Verdict;
use hrglass::report::search::{
    FrameEvent, FramesView, ReductionRule, ReductionView, RefinementOptions, RefinementView, SearchEnd,
};
use hrglass::report::space::StateKind;
use hrglass::session::{Session, run};
use hrglass::task::{examples, load_document};

/// All examples in C, and of each the results.
fn sessions() -> impl Iterator<Item = (&'static str, Session)> {
    let examples = examples().iter().filter(|(name, _)| name.starts_with("c/"));
    examples.map(|&(name, text)| (name, run(&load_document(text, name), &mut Silent)))
}

/// Locations and edges after so many steps.
fn sizes(view: &ReductionView, steps: usize) -> (usize, usize) {
    let exists = view.edges_after(steps);
    let edges = || view.edges.iter().zip(&exists).filter(|(_, exists)| **exists).map(|(edge, _)| edge);
    let mut locations: Vec<u32> = edges().flat_map(|edge| [edge.source, edge.target]).collect();
    locations.sort_unstable();
    locations.dedup();
    (locations.len(), edges().count())
}

/// The paths from the start along edges, as numbers of them to every location, in a graph without cycles through it.
fn assert_reduction(name: &str, view: &ReductionView) {
    let mut before = sizes(view, 0);
    for (number, step) in view.steps.iter().enumerate() {
        let now = sizes(view, number + 1);
        assert!(now < before, "{name}: step {number} makes nothing smaller");
        before = now;
        assert_eq!(step.location.is_none(), step.rule == ReductionRule::Choice, "{name}");
        for &added in &step.added {
            let edge = &view.edges[added as usize];
            let parts: Vec<_> = edge.parts.iter().map(|&part| &view.edges[part as usize]).collect();
            assert_eq!(edge.is_choice, step.rule == ReductionRule::Choice);
            if edge.is_choice {
                assert!(parts.iter().all(|part| (part.source, part.target) == (edge.source, edge.target)));
            } else {
                let [first, second] = parts[..] else { panic!("{name}: a sequence has two parts") };
                assert_eq!((first.source, first.target), (edge.source, step.location.unwrap()));
                assert_eq!((second.source, second.target), (step.location.unwrap(), edge.target));
            }
        }
    }
    // What is left: no two edges between the same locations, and every inner location is the head of a loop.
    let exists = view.edges_after(view.steps.len());
    let left: Vec<_> = view.edges.iter().zip(&exists).filter(|(_, exists)| **exists).map(|(edge, _)| edge).collect();
    let mut ends: Vec<_> = left.iter().map(|edge| (edge.source, edge.target)).collect();
    ends.sort_unstable();
    let count = ends.len();
    ends.dedup();
    assert_eq!(ends.len(), count, "{name}");
    let leaves = |location: u32| left.iter().any(|edge| edge.source == location);
    for edge in &left {
        let place = &view.locations[edge.target as usize];
        assert!(place.is_loop || !leaves(edge.target), "{name}: {place:?} is left");
    }
}

/// What is drawn lies in the picture, and no two boxes with text lie on each other.
fn assert_scene(name: &str, scene: &Scene, boxes_are_apart: bool) {
    let inside = |[x, y]: [f32; 2]| x >= -0.5 && y >= -0.5 && x <= scene.size[0] + 0.5 && y <= scene.size[1] + 0.5;
    let mut boxes: Vec<([f32; 2], [f32; 2])> = Vec::new();
    for shape in &scene.shapes {
        match shape {
            Shape::Line { points, .. } => assert!(points.len() >= 2 && points.iter().all(|&p| inside(p)), "{name}"),
            Shape::Box { at, size, .. } => boxes.push((*at, *size)),
            Shape::Circle { at, .. } | Shape::Text { at, .. } => assert!(inside(*at), "{name}"),
        }
    }
    if boxes_are_apart {
        for (number, (at, size)) in boxes.iter().enumerate() {
            for (other, wide) in &boxes[number + 1..] {
                let near = |axis: usize| (at[axis] - other[axis]).abs() < (size[axis] + wide[axis]) / 2.0 - 0.5;
                assert!(!near(0) || !near(1), "{name}: boxes at {at:?} and {other:?}");
            }
        }
    }
}

fn assert_rounds(name: &str, view: &RefinementView) {
    let mut predicates = 0;
    for (number, round) in view.rounds.iter().enumerate() {
        assert!(!round.nodes.is_empty());
        assert_eq!(view.places[round.nodes[0].place as usize].kind, StateKind::Initial, "{name}");
        let on_path: Vec<_> = round.edges.iter().filter(|edge| edge.is_on_path).collect();
        if !round.is_cut_short {
            // A loop of a path is one edge that is taken again.
            assert!(on_path.len() <= round.path.len(), "{name}: {number}");
            assert_eq!(on_path.is_empty(), round.path.is_empty(), "{name}: {number}");
        }
        if let Some(last) = round.path.last() {
            let kind = view.places[last.target as usize].kind;
            assert!(kind == StateKind::Failed || view.places[last.target as usize].is_cut, "{name}");
        }
        let is_last = number + 1 == view.rounds.len();
        let goes_on = !round.predicates.is_empty();
        assert!(!goes_on || round.path.iter().any(|step| step.is_needed), "{name}: something contradicts something");
        assert!(is_last || goes_on, "{name}: round {number} learns nothing");
        predicates += round.predicates.len();
        assert_scene(name, &round_scene(view, number as u32).unwrap(), true);
    }
    assert_eq!(predicates, view.figures.predicates as usize, "{name}");
    let last = view.rounds.last().expect("a round");
    match view.end {
        SearchEnd::Proved => assert!(last.path.is_empty(), "{name}"),
        SearchEnd::Fails => assert!(!last.path.is_empty() && last.predicates.is_empty(), "{name}"),
        SearchEnd::Open { .. } => {}
    }
    assert!(round_scene(view, view.rounds.len() as u32).is_none());
}

/// Plays the events: where clauses are always follows from what has happened.
fn assert_frames(name: &str, view: &FramesView) {
    let mut level_of: BTreeMap<u32, u32> = BTreeMap::new();
    let mut top = 0;
    let mut end = None;
    for event in &view.events {
        assert_eq!(end, None, "{name}: nothing happens after the end");
        match event {
            FrameEvent::Level { level } => {
                assert_eq!(*level, top + 1, "{name}");
                top = *level;
            }
            FrameEvent::Learned { clause, level, subsumed } => {
                assert!((1..=top).contains(level), "{name}");
                for other in subsumed {
                    assert!(level_of.remove(other).is_some_and(|other| other <= *level) || other == clause, "{name}");
                }
                level_of.insert(*clause, *level);
            }
            FrameEvent::Pushed { clause, level } => {
                assert_eq!(level_of.insert(*clause, *level), Some(level - 1), "{name}");
            }
            FrameEvent::Refined { predicates } => assert!(!predicates.is_empty(), "{name}"),
            FrameEvent::Inductive { level } => {
                assert!(level_of.values().all(|own| own != &(level - 1)), "{name}: a clause is left behind");
                end = Some(SearchEnd::Proved);
            }
            FrameEvent::Fails { blocks } => {
                assert!(*blocks > 0, "{name}");
                end = Some(SearchEnd::Fails);
            }
        }
    }
    match &view.end {
        SearchEnd::Open { reason } => assert!(!reason.is_empty(), "{name}"),
        found => assert_eq!(Some(found), end.as_ref(), "{name}"),
    }
}

/// A search by itself does not contradict the verdict.
fn assert_agrees(name: &str, end: &SearchEnd, verdict: Verdict) {
    match end {
        SearchEnd::Proved => assert_eq!(verdict, Verdict::Satisfied, "{name}"),
        SearchEnd::Fails => assert_eq!(verdict, Verdict::Violated, "{name}"),
        SearchEnd::Open { .. } => {}
    }
}

#[test]
fn examples_are_reduced_step_by_step() {
    for (name, session) in sessions() {
        for property in 0..session.report().properties.len() as u32 {
            let view = session.reduction(property).expect("a reduction");
            assert_reduction(name, &view);
            let steps = view.steps.len();
            assert_scene(name, &reduction_scene(&view, 0, false), true);
            for step in (0..=steps).step_by(1 + steps / 4) {
                assert_scene(name, &reduction_scene(&view, step, false), false);
            }
            assert_scene(name, &reduction_scene(&view, steps, true), true);
        }
        assert!(session.reduction(1_000).is_none());
    }
}

#[test]
fn searches_agree_with_verdicts() {
    let mut proved = [0; 3];
    for (name, mut session) in sessions() {
        for property in 0..session.report().properties.len() as u32 {
            let verdict = session.report().properties[property as usize].judgement.verdict;
            for (cartesian, count) in [false, true].into_iter().zip(&mut proved) {
                let options = RefinementOptions { small: false, cartesian };
                let view = session.refinement(property, options).expect("a search");
                assert_rounds(name, view);
                assert_agrees(name, &view.end, verdict);
                *count += i32::from(view.end == SearchEnd::Proved);
            }
            let view = session.frames(property).expect("a search");
            assert_frames(name, &view);
            assert_agrees(name, &view.end, verdict);
            proved[2] += i32::from(view.end == SearchEnd::Proved);
        }
    }
    println!("proved with Boolean and Cartesian abstraction and with frames: {proved:?}");
    assert!(proved.iter().all(|&count| count >= 5), "{proved:?}");
}

#[test]
fn small_blocks_need_what_large_ones_contain() {
    let (name, mut session) = sessions().find(|(name, _)| *name == "c/locks-5").unwrap();
    let figures = [false, true].map(|small| {
        let view = session.refinement(0, RefinementOptions { small, cartesian: false }).unwrap();
        assert_rounds(name, view);
        assert_eq!(view.end, SearchEnd::Proved);
        view.figures
    });
    let [large, small] = figures;
    assert_eq!((large.refinements, large.predicates), (0, 0));
    assert!(small.refinements > 0 && small.predicates >= 5 && small.nodes > 32, "{small:?}");
}
