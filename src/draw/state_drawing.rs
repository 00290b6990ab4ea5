//! The drawing of a state space.

use indexmap::IndexSet;
use rustc_hash::FxBuildHasher;

use crate::folding::{ChartOptions, Folded};
use crate::layout::{Drawing, Graph, Point, Spacing, layered};
use crate::scene::{Role, Scene, Shape, trimmed};
use base::{Message, msg};
use report::space::{EdgeKind, StateKind, StateSpaceView};

/// The radius of a state.
pub const STATE_RADIUS: f32 = 14.0;

/// The width and height of a group of states.
pub const GROUP_SIZE: Point = [56.0, 36.0];

/// The radius of its corners.
const GROUP_CORNER: f32 = 10.0;

pub(super) const SPACING: Spacing = Spacing { node: 18.0, edge: 12.0, layer: 30.0, part: 60.0 };

/// Places the states in layers from top to bottom and routes the edges.
///
/// Calls and returns connect components: they neither influence the layout nor have routes, so every component is laid
/// out separately.
///
/// But if only a part is drawn, or procedures are folded, calls [count](Folded::calls_count).
pub fn draw_folded(folded: &Folded) -> Drawing {
    let size = |node| if folded.is_group(node) { GROUP_SIZE } else { [2.0 * STATE_RADIUS; 2] };
    let sizes = (0..folded.node_count()).map(size).collect();
    let crosses = |kind| matches!(kind, EdgeKind::Call | EdgeKind::Return) && !folded.calls_count;
    draw(sizes, folded.edges.iter().map(|e| (!crosses(e.kind)).then_some((e.source, e.target))))
}

/// As [`draw_folded`], for any nodes of the size of states.
pub(super) fn draw_graph(nodes: usize, edges: impl Iterator<Item = (u32, u32, EdgeKind)>) -> Drawing {
    let crosses = |kind| matches!(kind, EdgeKind::Call | EdgeKind::Return);
    let routed = edges.map(|(source, target, kind)| (!crosses(kind)).then_some((source, target)));
    draw(vec![[2.0 * STATE_RADIUS; 2]; nodes], routed)
}

/// Lays out the edges; `None` for an edge without a route.
fn draw(sizes: Vec<Point>, edges: impl Iterator<Item = Option<(u32, u32)>>) -> Drawing {
    // Parallel edges, such as the summaries of a call with several exits, share one route.
    let mut pairs: IndexSet<(u32, u32), FxBuildHasher> = IndexSet::default();
    let route_of: Vec<Option<usize>> = edges.map(|ends| ends.map(|ends| pairs.insert_full(ends).0)).collect();
    let graph = Graph { sizes, edges: pairs.into_iter().collect(), last: Vec::new() };
    let mut drawing = layered(&graph, &SPACING);
    drawing.routes = route_of.iter().map(|route| route.map_or(Vec::new(), |r| drawing.routes[r].clone())).collect();
    drawing
}

/// The drawing as a picture for export: every state with its line.
pub fn state_space_scene(view: &StateSpaceView) -> Scene {
    folded_scene(view, &Folded::new(view, &ChartOptions::default()))
}

/// As [`state_space_scene`], of a selection with folding: every group with its size. The description mentions what is
/// hidden.
pub fn folded_scene(view: &StateSpaceView, folded: &Folded) -> Scene {
    let drawing = draw_folded(folded);
    let mut shapes = Vec::with_capacity(folded.edges.len() + 2 * drawing.positions.len());
    let mut width = drawing.size[0];
    for (edge, route) in folded.edges.iter().zip(&drawing.routes) {
        let reach = |node| if folded.is_group(node) { GROUP_SIZE[1] / 2.0 } else { STATE_RADIUS };
        let points = match route.is_empty() {
            false => trimmed(route, reach(edge.source), reach(edge.target) + 2.0),
            true if edge.source == edge.target => {
                let half = if folded.is_group(edge.source) { GROUP_SIZE[0] / 2.0 } else { STATE_RADIUS };
                self_loop(drawing.positions[edge.source as usize], half)
            }
            // A call or a return.
            true => continue,
        };
        width = right_of(&points).max(width);
        shapes.push(Shape::Line { points, arrow: true, role: edge_role(edge.kind) });
    }
    for (node, &at) in (0..).zip(&drawing.positions) {
        let (role, members) = (state_role(folded.kinds[node as usize]), folded.members_of(node));
        let Some(state) = members.first().map(|&first| &view.states[first as usize]) else { continue };
        if folded.is_group(node) {
            let size = folded.size_of(node);
            let title = Some(msg!("{size} states"));
            shapes.push(Shape::Box { at, size: GROUP_SIZE, corner: GROUP_CORNER, role, title });
            shapes.push(Shape::centred(at, &format!("×{size}"), role));
        } else {
            let title = Some(Message::verbatim(format!("{}:{}", state.file, state.line)));
            shapes.push(Shape::Circle { at, radius: STATE_RADIUS, role, title });
            shapes.push(Shape::centred(at, &state.line.to_string(), role));
        }
    }
    let mut parts = vec![msg!("State space with {} states and {} edges", view.states.len(), view.edges.len())];
    let unlisted: u32 = folded.unlisted.iter().sum();
    if unlisted > 0 {
        parts.push(msg!("states only counted: {unlisted}"));
    }
    if folded.group_count() > 0 {
        parts.push(msg!("groups drawn as one: {}", folded.group_count()));
    }
    if folded.hidden() > 0 {
        parts.push(msg!("states not shown: {}", folded.hidden()));
    }
    let description = Message::joined(&parts, "; ");
    Scene { size: [width, drawing.size[1]], shapes, description, ..Scene::default() }
}

/// How far a self-loop leads away from its node.
const LOOP: f32 = 18.0;

/// The line of an edge that leads back to its node, beside it.
pub(super) fn self_loop(at: Point, half_width: f32) -> Vec<Point> {
    let (beside, away, y) = (at[0] + half_width, at[0] + half_width + LOOP, at[1]);
    vec![[beside - 2.0, y - 6.0], [away, y - 12.0], [away, y + 12.0], [beside, y + 6.0]]
}

/// The right end of a line.
pub(super) fn right_of(points: &[Point]) -> f32 {
    points.iter().fold(0.0, |most, point| point[0].max(most))
}

fn state_role(kind: StateKind) -> Role {
    match kind {
        StateKind::Initial => Role::Initial,
        StateKind::Final => Role::Final,
        StateKind::NullDereference => Role::NullDereference,
        StateKind::Exception => Role::Exception,
        StateKind::Inner => Role::State,
        StateKind::Failed => Role::Failed,
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
    use crate::folding::{Focus, Fold};
    use report::space::{EdgeView, StateView};

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
            content: 0,
            size: 1,
            labels: Vec::new(),
        };
        let edges = kinds.iter().map(|&(source, target, kind)| EdgeView {
            source,
            target,
            kind,
            exit: None,
            label: String::new(),
        });
        StateSpaceView {
            components: Vec::new(),
            states: vec![state; 4],
            edges: edges.collect(),
            ..StateSpaceView::default()
        }
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
        let drawing = draw_folded(&Folded::new(&view, &ChartOptions::default()));
        let lengths: Vec<usize> = drawing.routes.iter().map(Vec::len).collect();
        assert_eq!(lengths, [2, 2, 0, 2, 0]);
        assert_eq!(drawing.routes[0], drawing.routes[1]);
    }

    #[test]
    fn pictures_show_where_a_run_stays() {
        let scene =
            state_space_scene(&space(&[(0, 1, EdgeKind::Step), (1, 1, EdgeKind::Stutter), (0, 2, EdgeKind::Call)]));
        let lines = |wanted: Role| {
            let lines = scene.shapes.iter().filter_map(|shape| match shape {
                Shape::Line { points, role, .. } if *role == wanted => Some(points),
                _ => None,
            });
            lines.collect::<Vec<_>>()
        };
        assert_eq!((lines(Role::Step).len(), lines(Role::Stutter).len(), lines(Role::Call).len()), (1, 1, 0));
        let stays = lines(Role::Stutter)[0];
        assert!(stays.iter().all(|point| point[0] <= scene.size[0]) && right_of(stays) > stays[0][0] + STATE_RADIUS);
    }

    #[test]
    fn calls_hold_a_part_together() {
        let view = space(&[(0, 1, EdgeKind::Step), (0, 2, EdgeKind::Call), (2, 3, EdgeKind::Step)]);
        let focus = Some(Focus { state: 2, radius: 1 });
        let folded = Folded::new(&view, &ChartOptions { focus, ..ChartOptions::default() });
        let drawing = draw_folded(&folded);
        assert_eq!(drawing.routes.iter().map(Vec::len).collect::<Vec<_>>(), [2, 2]);
        let heights: Vec<f32> = drawing.positions.iter().map(|p| p[1]).collect();
        assert!(heights.is_sorted_by(|a, b| a < b), "{heights:?}");
    }

    #[test]
    fn the_picture_of_a_folded_state_space_says_what_it_hides() {
        let view = space(&[(0, 1, EdgeKind::Step), (1, 2, EdgeKind::Step), (2, 3, EdgeKind::Step)]);
        let focus = Some(Focus { state: 1, radius: 1 });
        let folded = Folded::new(&view, &ChartOptions { fold: Fold::Lines, focus, ..ChartOptions::default() });
        let scene = folded_scene(&view, &folded);
        assert!(scene.shapes.iter().any(|s| matches!(s, Shape::Text { text, .. } if text == "×3")));
        let expected = "State space with 4 states and 3 edges; groups drawn as one: 1; states not shown: 1";
        assert_eq!(scene.description, expected);
    }

    #[test]
    fn the_picture_shows_every_state_with_its_line() {
        let scene = state_space_scene(&space(&[(0, 1, EdgeKind::Step)]));
        let lines = scene.shapes.iter().filter(|s| matches!(s, Shape::Text { text, .. } if text == "7")).count();
        assert_eq!(lines, 4);
    }
}
