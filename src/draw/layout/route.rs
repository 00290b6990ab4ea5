//! Vertical coordinates and the routes of the edges.

use std::collections::BTreeMap;

use super::{Drawing, Graph, Point, Spacing, order::Layers};

/// Distance between edges that connect the same two nodes.
const PARALLEL: f32 = 22.0;

/// Places the layers below each other and routes the edges along their bends.
pub(super) fn assemble(graph: &Graph, spacing: &Spacing, layers: &Layers, x: &[f32], reversed: &[bool]) -> Drawing {
    let mut middle = Vec::with_capacity(layers.order.len());
    let mut top = 0.0f32;
    for layer in &layers.order {
        let height = layer.iter().filter_map(|&v| graph.sizes.get(v as usize)).map(|s| s[1]).fold(0.0, f32::max);
        middle.push(top + height / 2.0);
        top += height + spacing.layer;
    }
    let point = |v: u32| -> Point { [x[v as usize], middle[layers.rank[v as usize] as usize]] };
    let node_count = graph.sizes.len() as u32;
    let mut width = (0..node_count).map(|v| x[v as usize] + graph.sizes[v as usize][0] / 2.0).fold(0.0, f32::max);
    width = x[node_count as usize..].iter().copied().fold(width, f32::max);
    let inner_width = width;

    let mut routes: Vec<Vec<Point>> = Vec::with_capacity(graph.edges.len());
    for (e, &(source, target)) in graph.edges.iter().enumerate() {
        if source == target {
            routes.push(Vec::new());
            continue;
        }
        let (from, to) = (point(source), point(target));
        if layers.express[e] {
            let lane = inner_width + spacing.part / 2.0;
            width = width.max(lane);
            routes.push(vec![from, [lane, from[1]], [lane, to[1]], to]);
            continue;
        }
        let (first, count) = layers.bends[e];
        let mut bends: Vec<Point> = (first..first + count).map(point).collect();
        if reversed[e] {
            bends.reverse();
        }
        let mut route = Vec::with_capacity(bends.len() + 2);
        route.push(from);
        route.extend(bends);
        route.push(to);
        routes.push(route);
    }
    Drawing { positions: (0..node_count).map(point).collect(), routes, size: [width, (top - spacing.layer).max(0.0)] }
}

/// Straight edges between the same two nodes would hide each other, so each gets a bend of its own.
pub(in super::super) fn part_parallels(edges: &[(u32, u32)], routes: &mut [Vec<Point>]) {
    let mut bundles: BTreeMap<(u32, u32), Vec<usize>> = BTreeMap::new();
    for (e, &(a, b)) in edges.iter().enumerate() {
        if routes[e].len() == 2 {
            bundles.entry((a.min(b), a.max(b))).or_default().push(e);
        }
    }
    for bundle in bundles.into_values().filter(|bundle| bundle.len() > 1) {
        let lowest = edges[bundle[0]].0.min(edges[bundle[0]].1);
        for (i, &e) in bundle.iter().enumerate() {
            // All bends are measured from the same directed line, whichever direction the edge has.
            let forward = edges[e].0 == lowest;
            let (a, b) = if forward { (routes[e][0], routes[e][1]) } else { (routes[e][1], routes[e][0]) };
            let (dx, dy) = (b[0] - a[0], b[1] - a[1]);
            let length = dx.hypot(dy).max(1.0);
            let offset = (i as f32 - (bundle.len() - 1) as f32 / 2.0) * PARALLEL;
            let bend = [(a[0] + b[0]) / 2.0 - dy / length * offset, (a[1] + b[1]) / 2.0 + dx / length * offset];
            routes[e].insert(1, bend);
        }
    }
}
