//! Properties of layered drawings.

use super::*;
use base::Random;

const SPACING: Spacing = Spacing { node: 16.0, edge: 8.0, layer: 32.0, part: 48.0 };

fn graph(nodes: usize, edges: &[(u32, u32)]) -> Graph {
    Graph { sizes: vec![[24.0, 24.0]; nodes], edges: edges.to_vec(), last: Vec::new() }
}

/// No two nodes overlap, and every route connects its ends.
#[track_caller]
fn check(graph: &Graph) -> Drawing {
    let drawing = layered(graph, &SPACING);
    let mut by_row: Vec<(Point, Point)> = drawing.positions.iter().copied().zip(graph.sizes.iter().copied()).collect();
    by_row.sort_by(|a, b| a.0[1].total_cmp(&b.0[1]).then(a.0[0].total_cmp(&b.0[0])));
    for pair in by_row.windows(2) {
        let ((a, s), (b, t)) = (pair[0], pair[1]);
        let apart = b[0] - a[0] >= (s[0] + t[0]) / 2.0 - 0.1 || b[1] - a[1] >= (s[1] + t[1]) / 2.0 - 0.1;
        assert!(apart, "{a:?} and {b:?} overlap");
    }
    for (&(a, b), route) in graph.edges.iter().zip(&drawing.routes) {
        if a == b {
            assert!(route.is_empty());
        } else {
            assert_eq!(route.first(), Some(&drawing.positions[a as usize]));
            assert_eq!(route.last(), Some(&drawing.positions[b as usize]));
        }
    }
    for p in &drawing.positions {
        assert!(p[0] >= 0.0 && p[0] <= drawing.size[0] && p[1] >= 0.0 && p[1] <= drawing.size[1]);
    }
    drawing
}

#[test]
fn nothing_and_one_node() {
    assert_eq!(check(&graph(0, &[])).size, [0.0, 0.0]);
    assert_eq!(check(&graph(1, &[(0, 0)])).size, [24.0, 24.0]);
}

#[test]
fn a_chain_is_straight() {
    let drawing = check(&graph(4, &[(0, 1), (1, 2), (2, 3)]));
    assert!(drawing.positions.iter().all(|p| p[0] == 12.0));
    assert_eq!(drawing.positions.iter().map(|p| p[1]).collect::<Vec<_>>(), [12.0, 68.0, 124.0, 180.0]);
}

#[test]
fn a_cycle_keeps_its_start_on_top() {
    let drawing = check(&graph(3, &[(0, 1), (1, 2), (2, 0)]));
    assert!(drawing.positions[0][1] < drawing.positions[1][1] && drawing.positions[1][1] < drawing.positions[2][1]);
}

#[test]
fn opposite_edges_do_not_hide_each_other() {
    let drawing = check(&graph(2, &[(0, 1), (1, 0)]));
    assert_ne!(drawing.routes[0][1][0], drawing.routes[1][1][0]);
}

#[test]
fn a_planar_tree_has_no_crossing() {
    let edges: Vec<(u32, u32)> = (1..127u32).map(|v| ((v - 1) / 2, v)).collect();
    check(&graph(127, &edges));
    let ranks = rank::ranks(127, &edges, &[]);
    let mut layers = Layers::new(&ranks, &edges);
    layers.reduce_crossings();
    assert_eq!(layers.crossings(), 0);
}

#[test]
fn crossings_are_counted() {
    // K(2,2) has one crossing, K(3,3) has nine.
    for (n, expected) in [(2u32, 1), (3, 9)] {
        let edges: Vec<(u32, u32)> = (0..n).flat_map(|a| (0..n).map(move |b| (a, n + b))).collect();
        let ranks = rank::ranks(2 * n as usize, &edges, &[]);
        assert_eq!(Layers::new(&ranks, &edges).crossings(), expected);
    }
}

#[test]
fn unconnected_parts_stand_apart() {
    let drawing = check(&graph(4, &[(0, 1), (2, 3)]));
    assert_ne!(drawing.positions[0], drawing.positions[2]);
}

#[test]
fn the_last_layer_is_kept() {
    let mut fan = graph(4, &[(0, 1), (0, 2), (2, 3)]);
    fan.last = vec![1];
    let drawing = check(&fan);
    assert_eq!(drawing.positions[1][1], drawing.positions[3][1]);
}

#[test]
fn a_chain_of_fifty_thousand_with_long_edges_back() {
    let mut edges: Vec<(u32, u32)> = (1..50_000).map(|v| (v - 1, v)).collect();
    edges.extend((0..200).map(|v| (49_999 - v, v)));
    check(&graph(50_000, &edges));
}

/// A pseudo-random graph that looks like a state space: mostly forward, some merges, some edges back.
fn state_space_like(nodes: u32) -> Graph {
    let mut source = Random::scattered(7);
    let mut random = move |bound: u32| source.below(bound.max(1) as usize) as u32;
    let mut edges = Vec::new();
    for v in 1..nodes {
        edges.push((v - 1 - random(v.min(40)), v));
        if random(3) == 0 {
            edges.push((v, v.saturating_sub(random(60))));
        }
    }
    graph(nodes as usize, &edges)
}

#[test]
fn five_thousand_states_twice_the_same() {
    let space = state_space_like(5_000);
    assert_eq!(check(&space).positions, check(&space).positions);
}

#[test]
fn drawings_grow_without_overlap() {
    for nodes in [10, 100, 1_000, 20_000] {
        check(&state_space_like(nodes));
    }
}
