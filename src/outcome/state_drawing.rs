//! The drawing of a state space.

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
    let shaping = |kind| matches!(kind, EdgeKind::Step | EdgeKind::Summary | EdgeKind::Stutter);
    let inner: Vec<usize> = (0..view.edges.len()).filter(|&e| shaping(view.edges[e].kind)).collect();
    let graph = Graph {
        sizes: vec![[2.0 * STATE_RADIUS; 2]; view.states.len()],
        edges: inner.iter().map(|&e| (view.edges[e].source, view.edges[e].target)).collect(),
        last: Vec::new(),
    };
    let mut drawing = layered(&graph, &SPACING);
    let mut routes = vec![Vec::new(); view.edges.len()];
    for (&e, route) in inner.iter().zip(drawing.routes) {
        routes[e] = route;
    }
    drawing.routes = routes;
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
    Scene { size: drawing.size, shapes, description }
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

fn edge_role(kind: EdgeKind) -> Role {
    match kind {
        EdgeKind::Step => Role::Step,
        EdgeKind::Summary => Role::Summary,
        EdgeKind::Call => Role::Call,
        EdgeKind::Return => Role::Return,
        EdgeKind::Stutter => Role::Stutter,
    }
}
