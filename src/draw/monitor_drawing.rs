//! The picture of a monitor.

use super::layout::{Drawing, Graph, Point, Spacing, layered};
use super::scene::{FONT, Hotspot, Link, Role, SMALL, Scene, Shape, border, shortened, text_width, trimmed};
use base::{Message, msg};
use report::monitor::{MonitorEdgeView, MonitorStateView, MonitorView};

/// Of a longer name the beginning is written.
const NAME: usize = 20;

/// Of a longer guard the beginning is written.
const GUARD: usize = 26;

/// What stands at an edge without a guard.
const ALWAYS: &str = "true";

/// The height of a state.
const STATE: f32 = 30.0;

/// The distance of the ring around a state that accepts.
const RING: f32 = 4.0;

/// The height of the box of a guard.
const CHIP: f32 = 20.0;

/// The length of the arrow at the initial state, and the width of the line of a loop.
const ARROW: f32 = 26.0;

const SPACING: Spacing = Spacing { node: 18.0, edge: 14.0, layer: 18.0, part: 40.0 };

/// Draws a monitor from top to bottom. States are places of the picture, and the guards of edges are blocks, with their numbers in `monitor`.
pub fn monitor_scene(monitor: &MonitorView) -> Scene {
    let loops: Vec<Vec<u32>> = (0u32..).zip(&monitor.states).map(|(state, _)| loops_at(monitor, state)).collect();
    // Guards are nodes of the layout, so that nothing covers them.
    let mut graph = Graph::default();
    graph.sizes.extend(monitor.states.iter().zip(&loops).map(|(state, loops)| state_space(monitor, state, loops)));
    let between: Vec<usize> = (0..monitor.edges.len()).filter(|&edge| !is_loop(&monitor.edges[edge])).collect();
    for &edge in &between {
        let MonitorEdgeView { source, target, .. } = monitor.edges[edge];
        let chip = graph.sizes.len() as u32;
        graph.sizes.push(chip_size(&monitor.edges[edge]));
        graph.edges.extend([(source, chip), (chip, target)]);
    }
    let Drawing { positions, routes, .. } = layered(&graph, &SPACING);
    let mut scene = Scene::default();
    let mut chips: Vec<Point> = vec![[0.0; 2]; monitor.edges.len()];
    for (number, &edge) in between.iter().enumerate() {
        let MonitorEdgeView { source, target, .. } = monitor.edges[edge];
        chips[edge] = positions[monitor.states.len() + number];
        let (before, after) = (&routes[2 * number], &routes[2 * number + 1]);
        let start = border(outline(&monitor.states[source as usize]), before[0], before[1]);
        let last = after.len() - 1;
        let end = border(outline(&monitor.states[target as usize]), after[last], after[last - 1]);
        arrow(&mut scene, trimmed(before, start, 0.0), false);
        arrow(&mut scene, trimmed(after, 0.0, end + 2.0), true);
    }
    for ((state, loops), &at) in monitor.states.iter().zip(&loops).zip(&positions) {
        let right = at[0] + outline(state)[0] / 2.0;
        for (row, &edge) in loops.iter().enumerate() {
            let y = at[1] + (row as f32 - (loops.len() as f32 - 1.0) / 2.0) * (CHIP + 4.0);
            let turn = right + ARROW - 4.0;
            // It ends at the top, since most edges leave at the bottom.
            let line = vec![
                [right, at[1] + 6.0],
                [turn, y + 8.0],
                [turn + 4.0, y],
                [turn, y - 8.0],
                [right + 2.0, at[1] - 6.0],
            ];
            arrow(&mut scene, line, true);
            chips[edge as usize] = [right + ARROW + chip_size(&monitor.edges[edge as usize])[0] / 2.0, y];
        }
        if state.is_initial {
            let left = at[0] - outline(state)[0] / 2.0;
            arrow(&mut scene, vec![[left - ARROW, at[1]], [left - 2.0, at[1]]], true);
        }
    }
    for (number, (state, &at)) in (0u32..).zip(monitor.states.iter().zip(&positions)) {
        draw_state(&mut scene, number, state, at);
    }
    for (number, (edge, &at)) in (0u32..).zip(monitor.edges.iter().zip(&chips)) {
        draw_guard(&mut scene, monitor, number, edge, at);
    }
    scene.description = described(monitor);
    scene.shrink_to_fit();
    scene
}

fn is_loop(edge: &MonitorEdgeView) -> bool {
    edge.source == edge.target
}

fn loops_at(monitor: &MonitorView, state: u32) -> Vec<u32> {
    (0u32..)
        .zip(&monitor.edges)
        .filter(|(_, edge)| is_loop(edge) && edge.source == state)
        .map(|(edge, _)| edge)
        .collect()
}

/// The space that a state needs, with its loops on the right; as much is free on the left, so that it stays in the middle.
fn state_space(monitor: &MonitorView, state: &MonitorStateView, loops: &[u32]) -> Point {
    let [width, height] = outline(state);
    let widest = loops.iter().map(|&edge| chip_size(&monitor.edges[edge as usize])[0]).fold(0.0, f32::max);
    let beside = if loops.is_empty() && !state.is_initial { 0.0 } else { ARROW + widest };
    [width + 2.0 * beside, height.max(loops.len() as f32 * (CHIP + 4.0))]
}

fn state_size(state: &MonitorStateView) -> Point {
    [(text_width(&shortened(&state.name, NAME), FONT) + 26.0).max(44.0), STATE]
}

/// The size of a state with its ring.
fn outline(state: &MonitorStateView) -> Point {
    let more = if state.is_target || state.is_repeating { 2.0 * RING } else { 0.0 };
    state_size(state).map(|side| side + more)
}

fn written(edge: &MonitorEdgeView) -> String {
    edge.guard.as_ref().map_or(ALWAYS.to_owned(), |guard| shortened(guard, GUARD))
}

fn chip_size(edge: &MonitorEdgeView) -> Point {
    [text_width(&written(edge), SMALL) + 12.0, CHIP]
}

fn arrow(scene: &mut Scene, points: Vec<Point>, arrow: bool) {
    scene.shapes.push(Shape::Line { points, arrow, role: Role::Step });
}

fn draw_state(scene: &mut Scene, number: u32, state: &MonitorStateView, at: Point) {
    let size = outline(state);
    if state.is_target || state.is_repeating {
        let role = if state.is_target { Role::Failed } else { Role::Exception };
        scene.shapes.push(Shape::Box { at, size, corner: size[1] / 2.0, role, title: None });
    }
    scene.shapes.push(Shape::Box { at, size: state_size(state), corner: STATE / 2.0, role: Role::State, title: None });
    scene.shapes.push(Shape::centred(at, &shortened(&state.name, NAME), Role::State));
    scene.hotspots.push(Hotspot { at, size, link: Link::Place { number }, line: None, name: state_name(state) });
}

fn draw_guard(scene: &mut Scene, monitor: &MonitorView, number: u32, edge: &MonitorEdgeView, at: Point) {
    let size = chip_size(edge);
    scene.shapes.push(Shape::Box { at, size, corner: 5.0, role: Role::Component, title: None });
    scene.shapes.push(Shape::centred(at, &written(edge), Role::Note));
    let name = edge_name(monitor, edge);
    scene.hotspots.push(Hotspot { at, size, link: Link::Block { number }, line: None, name });
}

fn state_name(state: &MonitorStateView) -> Message {
    let mut name = msg!("state {}", Message::verbatim(&state.name));
    if state.is_initial {
        name = msg!("{name}, initial");
    }
    if state.is_target {
        name = msg!("{name}, target");
    }
    if state.is_repeating {
        name = msg!("{name}, repeating");
    }
    name
}

fn edge_name(monitor: &MonitorView, edge: &MonitorEdgeView) -> Message {
    let name = |state: u32| Message::verbatim(&monitor.states[state as usize].name);
    let guard = Message::verbatim(edge.guard.as_deref().unwrap_or(ALWAYS));
    msg!("edge from {} to {}: {guard}", name(edge.source), name(edge.target))
}

fn described(monitor: &MonitorView) -> Message {
    let states = monitor.states.iter().map(state_name);
    let edges = monitor.edges.iter().map(|edge| edge_name(monitor, edge));
    Message::joined(&states.chain(edges).collect::<Vec<_>>(), "; ")
}
