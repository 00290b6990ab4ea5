//! The drawing of a state space.

use indexmap::IndexSet;
use rustc_hash::FxBuildHasher;

use super::layout::{Drawing, Graph, Spacing, layered};
use super::scene::{Anchor, Role, Scene, Shape, trimmed};
use super::view::{EdgeKind, StateKind, StateSpaceView};

/// Radius of a state.
pub const STATE_RADIUS: f32 = 14.0;

const SPACING: Spacing = Spacing { node: 18.0, edge: 12.0, layer: 30.0, part: 60.0 };

/// Places the states in layers from top to bottom and routes the edges.
///
/// Calls and returns lead from component to component: they neither shape the drawing nor have routes, and so every
/// component stands on its own.
pub fn draw_state_space(view: &StateSpaceView) -> Drawing {
    draw_graph(view.states.len(), view.edges.iter().map(|e| (e.source, e.target, e.kind)))
}

/// As [`draw_state_space`], for any nodes that look like states.
pub(super) fn draw_graph(nodes: usize, edges: impl Iterator<Item = (u32, u32, EdgeKind)>) -> Drawing {
    // Parallel edges, such as the summaries of a call with several exits, share one route.
    let mut pairs: IndexSet<(u32, u32), FxBuildHasher> = IndexSet::default();
    let route_of: Vec<Option<usize>> = edges
        .map(|(source, target, kind)| match kind {
            EdgeKind::Step | EdgeKind::Summary | EdgeKind::Stutter => Some(pairs.insert_full((source, target)).0),
            EdgeKind::Call | EdgeKind::Return => None,
        })
        .collect();
    let graph =
        Graph { sizes: vec![[2.0 * STATE_RADIUS; 2]; nodes], edges: pairs.into_iter().collect(), last: Vec::new() };
    let mut drawing = layered(&graph, &SPACING);
    drawing.routes = route_of.iter().map(|route| route.map_or(Vec::new(), |r| drawing.routes[r].clone())).collect();
    drawing
}

/// The drawing as a picture for export: every state with its line.
pub fn state_space_scene(view: &StateSpaceView) -> Scene {
    let drawing = draw_state_space(view);
    let mut shapes = Vec::with_capacity(view.edges.len() + 2 * view.states.len());
    for (edge, route) in view.edges.iter().zip(&drawing.routes) {
        if !route.is_empty() {
            let points = trimmed(route, STATE_RADIUS, STATE_RADIUS + 2.0);
            shapes.push(Shape::Line { points, arrow: true, role: edge_role(edge.kind) });
        }
    }
    for (state, &at) in view.states.iter().zip(&drawing.positions) {
        let role = state_role(state.kind);
        shapes.push(Shape::Circle {
            at,
            radius: STATE_RADIUS,
            role,
            title: Some(format!("{}:{}", state.file, state.line)),
        });
        shapes.push(Shape::Text { at, text: state.line.to_string(), anchor: Anchor::Middle, role });
    }
    let description = format!("State space with {} states and {} edges", view.states.len(), view.edges.len());
    Scene { size: drawing.size, shapes, description, ..Scene::default() }
}

fn state_role(kind: StateKind) -> Role {
    match kind {
        StateKind::Initial => Role::Initial,
        StateKind::Final => Role::Final,
        StateKind::NullDereference => Role::NullDereference,
        StateKind::Exception => Role::Exception,
        StateKind::Inner => Role::State,
    }
}

pub(super) fn edge_role(kind: EdgeKind) -> Role {
    match kind {
        EdgeKind::Step => Role::Step,
        EdgeKind::Summary => Role::Summary,
        EdgeKind::Call => Role::Call,
        EdgeKind::Return => Role::Return,
        EdgeKind::Stutter => Role::Stutter,
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::outcome::view::{EdgeView, StateView};

    fn space(kinds: &[(u32, u32, EdgeKind)]) -> StateSpaceView {
        let state = StateView {
            id: String::new(),
            component: 0,
            kind: StateKind::Inner,
            location: 0,
            file: "A.java".into(),
            line: 7,
            column: 1,
            end_line: 7,
            end_column: 2,
            heap: 0,
            vertices: 1,
            labels: Vec::new(),
        };
        let edges = kinds.iter().map(|&(source, target, kind)| EdgeView {
            source,
            target,
            kind,
            exit: None,
            label: String::new(),
        });
        StateSpaceView { components: Vec::new(), states: vec![state; 4], edges: edges.collect() }
    }

    #[test]
    fn calls_have_no_route_and_parallel_summaries_share_one() {
        let view = space(&[
            (0, 1, EdgeKind::Summary),
            (0, 1, EdgeKind::Summary),
            (0, 2, EdgeKind::Call),
            (2, 3, EdgeKind::Step),
            (3, 3, EdgeKind::Stutter),
        ]);
        let drawing = draw_state_space(&view);
        let lengths: Vec<usize> = drawing.routes.iter().map(Vec::len).collect();
        assert_eq!(lengths, [2, 2, 0, 2, 0]);
        assert_eq!(drawing.routes[0], drawing.routes[1]);
    }

    #[test]
    fn the_picture_shows_every_state_with_its_line() {
        let scene = state_space_scene(&space(&[(0, 1, EdgeKind::Step)]));
        let lines = scene.shapes.iter().filter(|s| matches!(s, Shape::Text { text, .. } if text == "7")).count();
        assert_eq!(lines, 4);
    }
}
