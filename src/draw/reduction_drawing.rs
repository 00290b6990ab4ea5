//! Pictures of control-flow automata on their way to large blocks.

use super::layout::{Drawing, Graph, Point, Spacing, layered};
use super::scene::{Change, Hotspot, Link, Role, SMALL, Scene, Shape, shortened, text_width, trimmed};
use super::state_drawing::STATE_RADIUS;
use base::{Message, counted, msg, text};
use report::search::{ReductionEdgeView, ReductionView, SearchPlace};
use report::space::StateKind;

/// Of a longer command the beginning is written on its edge.
const COMMAND: usize = 30;

/// The height of the box of a command.
const CHIP: f32 = 20.0;

const SPACING: Spacing = Spacing { node: 22.0, edge: 14.0, layer: 16.0, part: 50.0 };

/// The automaton after so many steps, with the edges that the last one added. Locations stay where they are in the automaton
/// of the program, and what several edges become runs where these did; `anew`: everything is placed as if it had always been so.
pub fn reduction_scene(view: &ReductionView, steps: usize, anew: bool) -> Scene {
    let steps = steps.min(view.steps.len());
    let exists = view.edges_after(steps);
    let laid = if anew { Laid::new(view, &exists) } else { Laid::unfolded(view) };
    let added: &[u32] = match steps.checked_sub(1) {
        Some(last) if !anew => &view.steps[last].added,
        _ => &[],
    };
    let mut scene = Scene::default();
    let existing = || (0..).zip(&view.edges).filter(|&(number, _)| exists[number as usize]);
    let change = |number: u32| added.contains(&number).then_some(Change::Added);
    let mut touched = vec![false; view.locations.len()];
    for (number, edge) in existing() {
        [edge.source, edge.target].iter().for_each(|&end| touched[end as usize] = true);
        let first = scene.shapes.len();
        let points = trimmed(&laid.routes[number as usize], STATE_RADIUS, STATE_RADIUS + 2.0);
        scene.shapes.push(Shape::Line { points, arrow: true, role: Role::Step });
        scene.mark_from(first, change(number));
    }
    for (number, edge) in existing() {
        let at = laid.chips[number as usize];
        let first = scene.shapes.len();
        let text = written(edge);
        let size = [text_width(&text, SMALL) + 12.0, CHIP];
        let title = Some(described(edge));
        scene.shapes.push(Shape::Box { at, size, corner: 5.0, role: Role::Component, title });
        scene.shapes.push(Shape::centred(at, &text, Role::Note));
        scene.mark_from(first, change(number));
        let name = msg!("{}: {}", ends(view, edge), described(edge));
        scene.hotspots.push(Hotspot { at, size, link: Link::Block { number }, line: None, name });
    }
    for (number, place) in (0..).zip(&view.locations).filter(|&(number, _)| touched[number as usize]) {
        draw_place(&mut scene, laid.locations[number as usize], number, place);
    }
    let locations = touched.iter().filter(|&&touched| touched).count();
    let edges = existing().count();
    scene.description = msg!(
        "Control-flow automaton with {} and {}",
        counted(locations as u32, text!("location"), text!("locations")),
        counted(edges as u32, text!("edge"), text!("edges"))
    );
    scene.shrink_to_fit();
    scene
}

fn draw_place(scene: &mut Scene, at: Point, number: u32, place: &SearchPlace) {
    let role = place_role(place);
    let name = place_name(place);
    if place.is_loop {
        scene.shapes.push(Shape::Circle { at, radius: STATE_RADIUS + 4.0, role: Role::External, title: None });
    }
    scene.shapes.push(Shape::Circle { at, radius: STATE_RADIUS, role, title: Some(name.clone()) });
    // Where a run ends in a failure there is no statement.
    let text = if place.kind == StateKind::Failed { "!".to_owned() } else { place.line.to_string() };
    scene.shapes.push(Shape::centred(at, &text, role));
    let size = [2.0 * STATE_RADIUS; 2];
    scene.hotspots.push(Hotspot { at, size, link: Link::Place { number }, line: Some(place.line), name });
}

/// How a place is drawn.
pub(super) fn place_role(place: &SearchPlace) -> Role {
    match place.kind {
        StateKind::Initial => Role::Initial,
        StateKind::Final => Role::Final,
        StateKind::Exception | StateKind::NullDereference => Role::Exception,
        StateKind::Failed => Role::Failed,
        StateKind::Inner if place.is_cut => Role::Open,
        StateKind::Inner => Role::State,
    }
}

/// A place in words.
pub fn place_name(place: &SearchPlace) -> Message {
    let at = Message::verbatim(format!("{}:{}", place.procedure, place.line));
    match place.kind {
        StateKind::Initial => msg!("start of {at}"),
        StateKind::Final => msg!("end of {at}"),
        StateKind::Exception | StateKind::NullDereference => msg!("exception out of {at}"),
        StateKind::Failed => msg!("failure"),
        StateKind::Inner if place.is_cut => msg!("call that is not followed"),
        StateKind::Inner if place.is_loop => msg!("loop at {at}"),
        StateKind::Inner => at,
    }
}

fn ends(view: &ReductionView, edge: &ReductionEdgeView) -> Message {
    let name = |number: u32| place_name(&view.locations[number as usize]);
    msg!("{} to {}", name(edge.source), name(edge.target))
}

/// What an edge does, in few letters.
fn written(edge: &ReductionEdgeView) -> Message {
    match edge.command.chars().count() {
        0 => figures(edge),
        1..=COMMAND => Message::verbatim(&edge.command),
        _ if edge.parts.is_empty() => Message::verbatim(shortened(&edge.command, COMMAND)),
        _ => figures(edge),
    }
}

fn figures(edge: &ReductionEdgeView) -> Message {
    match (edge.steps, edge.paths) {
        (steps, 0 | 1) => counted(steps, text!("step"), text!("steps")),
        (steps, u32::MAX) => msg!("{steps} steps, 2³² or more paths"),
        (steps, paths) => msg!("{steps} steps, {paths} paths"),
    }
}

fn described(edge: &ReductionEdgeView) -> Message {
    if edge.command.is_empty() { figures(edge) } else { Message::verbatim(&edge.command) }
}

/// Where everything is.
struct Laid {
    locations: Vec<Point>,
    /// The commands of edges.
    chips: Vec<Point>,
    routes: Vec<Vec<Point>>,
}

impl Laid {
    /// Places what exists: commands are nodes of their own, so that nothing covers them.
    fn new(view: &ReductionView, exists: &[bool]) -> Self {
        let mut node_of: Vec<Option<u32>> = vec![None; view.locations.len()];
        let mut graph = Graph::default();
        let mut chips: Vec<Option<u32>> = vec![None; view.edges.len()];
        for (number, edge) in view.edges.iter().enumerate().filter(|&(number, _)| exists[number]) {
            let [source, target] = [edge.source, edge.target].map(|end| {
                *node_of[end as usize].get_or_insert_with(|| {
                    graph.sizes.push([2.0 * STATE_RADIUS + 8.0; 2]);
                    graph.sizes.len() as u32 - 1
                })
            });
            let chip = graph.sizes.len() as u32;
            graph.sizes.push([text_width(&written(edge), SMALL) + 12.0, CHIP]);
            graph.edges.extend([(source, chip), (chip, target)]);
            chips[number] = Some(chip);
        }
        let Drawing { positions, routes, .. } = layered(&graph, &SPACING);
        let at = |node: Option<u32>| node.map_or([0.0; 2], |node| positions[node as usize]);
        let mut pairs = routes.chunks_exact(2);
        let route = |chip: &Option<u32>| {
            let pair = chip.and_then(|_| pairs.next())?;
            Some(pair[0].iter().chain(pair[1].iter().skip(1)).copied().collect())
        };
        Self {
            locations: node_of.into_iter().map(at).collect(),
            routes: chips.iter().map(route).map(Option::unwrap_or_default).collect(),
            chips: chips.into_iter().map(at).collect(),
        }
    }

    /// Places the automaton of the program, and all edges that it is reduced to on top of it.
    fn unfolded(view: &ReductionView) -> Self {
        let initial = view.initial as usize;
        let exists: Vec<bool> = (0..view.edges.len()).map(|edge| edge < initial).collect();
        let mut laid = Self::new(view, &exists);
        let made = || view.edges.iter().enumerate().skip(initial);
        let mut uses = vec![0u32; view.edges.len()];
        made().for_each(|(_, edge)| edge.parts.iter().for_each(|&part| uses[part as usize] += 1));
        for (number, edge) in made() {
            let (first, last) = (edge.parts[0] as usize, edge.parts[edge.parts.len() - 1] as usize);
            let (way, chip) = (laid.routes[first].clone(), laid.chips[first]);
            (laid.routes[number], laid.chips[number]) = if edge.is_choice {
                (way, chip)
            } else {
                let rest = laid.routes[last].iter().skip(1).copied();
                let other = laid.chips[last];
                // Two edges that share a part must not be named at the same place.
                let between = [(chip[0] + other[0]) / 2.0, (chip[1] + other[1]) / 2.0];
                let at = if uses[first] == 1 {
                    chip
                } else if uses[last] == 1 {
                    other
                } else {
                    between
                };
                (way.into_iter().chain(rest).collect(), at)
            };
        }
        laid
    }
}
