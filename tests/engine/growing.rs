//! The growing state space that observers are shown agrees with the final one at any time.

use std::collections::BTreeSet;
use std::ops::ControlFlow;

use crate::support::counter::counter_task;
use hrglass::base::{Growth, Observer, Progress, Silent, Stop};
use hrglass::draw::growing::GrowingDrawing;
use hrglass::report::space::{EdgeKind, StateKind, StateSpaceView};
use hrglass::session::run;
use hrglass::task::{NoFiles, load};

/// Reads the growing state space periodically and records it.
struct Onlooker {
    every: u32,
    asked: u32,
    /// The number of new states in each batch.
    batches: Vec<usize>,
    seen: Growth,
}

impl Observer for Onlooker {
    fn progress(&mut self, _: Progress) -> ControlFlow<Stop> {
        ControlFlow::Continue(())
    }

    fn wants_growth(&mut self) -> bool {
        self.asked += 1;
        self.asked.is_multiple_of(self.every)
    }

    fn growth(&mut self, growth: Growth) {
        self.batches.push(growth.parents.len());
        self.seen.parents.extend(growth.parents);
        self.seen.kinds.extend(growth.kinds);
        self.seen.components.extend(growth.components);
        self.seen.lines.extend(growth.lines);
        self.seen.edges.extend(growth.edges);
    }
}

fn watch(bits: usize, strategy: &str, every: u32) -> (Onlooker, StateSpaceView) {
    let loaded = load(&counter_task(bits, strategy), "task.json", &mut NoFiles);
    assert!(loaded.diagnostics.is_empty(), "{:?}", loaded.diagnostics);
    let mut onlooker = Onlooker { every, asked: 0, batches: Vec::new(), seen: Growth::default() };
    let mut session = run(&loaded, &mut onlooker);
    assert!(session.report().diagnostics.is_empty(), "{:?}", session.report().diagnostics);
    let space = session.state_space().expect("it ran");
    (onlooker, space)
}

/// The columns are consistent with each other and with the final state space.
#[track_caller]
fn check(seen: &Growth, space: &StateSpaceView) {
    let count = seen.parents.len();
    assert!(count > 1_000 && count <= space.states.len());
    assert_eq!([seen.kinds.len(), seen.components.len(), seen.lines.len()], [count; 3]);
    for (number, state) in space.states.iter().take(count).enumerate() {
        assert_eq!((seen.components[number], seen.lines[number]), (state.component, state.line));
        assert_eq!(seen.kinds[number], state.kind as u8);
    }
    let mut drawing = GrowingDrawing::default();
    let places: BTreeSet<_> = seen.parents.iter().map(|&parent| drawing.place(parent).map(f32::to_bits)).collect();
    assert_eq!(places.len(), count, "no two states have the same place");
    let found = |kind| matches!(kind, EdgeKind::Step | EdgeKind::Summary | EdgeKind::Call);
    let edges = space.edges.iter().filter(|e| found(e.kind)).map(|e| [e.source, e.target]);
    let edges: BTreeSet<[u32; 2]> = edges.collect();
    assert!(seen.edges.iter().all(|edge| edges.contains(edge)));
    let mut reached: BTreeSet<u32> = seen.edges.iter().map(|edge| edge[1]).collect();
    let initial = space.states.iter().zip(0..).filter(|(s, _)| s.kind == StateKind::Initial);
    reached.extend(initial.map(|(_, number)| number));
    assert!((0..count as u32).all(|state| reached.contains(&state)), "every state has a predecessor");
}

#[test]
fn whoever_looks_more_often_sees_the_same() {
    for strategy in ["rsm", "hybrid", "on-the-fly"] {
        let (often, space) = watch(9, strategy, 1);
        check(&often.seen, &space);
        let (seldom, _) = watch(9, strategy, 3);
        assert!(often.batches.len() > seldom.batches.len() && !seldom.batches.is_empty(), "{strategy}");
        assert!(often.batches.iter().all(|&states| states < 2_000), "{strategy}: while it is found, not afterwards");
        let count = seldom.seen.parents.len();
        assert_eq!(
            seldom.seen.parents,
            often.seen.parents[..count],
            "{strategy}: the same states come in the same order"
        );
        assert_eq!(seldom.seen.edges, often.seen.edges[..seldom.seen.edges.len()], "{strategy}");
    }
}

#[test]
fn of_all_strategies_the_one_is_shown_that_is_drawn_in_the_end() {
    let (all, space) = watch(9, "all", 1);
    check(&all.seen, &space);
    assert_eq!(all.seen, watch(9, "rsm", 1).0.seen);
}

#[test]
fn after_many_states_no_more_are_shown() {
    let (onlooker, space) = watch(10, "rsm", 1);
    assert!(space.states.len() > 5_000);
    check(&onlooker.seen, &space);
    assert_eq!(onlooker.seen.parents.len(), 5_000);
}

#[test]
fn to_be_watched_changes_nothing() {
    let loaded = load(&counter_task(6, "hybrid"), "task.json", &mut NoFiles);
    let mut unwatched = run(&loaded, &mut Silent);
    let (_, space) = watch(6, "hybrid", 1);
    assert_eq!(unwatched.state_space(), Some(space));
}
