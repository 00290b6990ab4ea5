//! Pictures of abstract reachability graphs.

use super::layout::{Graph, Point, Spacing, layered};
use super::reduction_drawing::{place_name, place_role};
use super::scene::{
    FONT, Hotspot, Link, Role, SMALL, Scene, Shape, border, cornered, note, shortened, text_width, trimmed,
};
use base::{Message, counted, msg, text};
use report::search::{RefinementView, RegionEdgeKind, RegionEdgeView, RegionView};

/// Only so many cases of a region are written.
const CASES: usize = 3;

/// Of longer cases the beginning is written.
const CASE: usize = 44;

/// The height of a line of text.
const LINE: f32 = 16.0;

/// The abstract reachability graph of a round, with the path to the failure; absent if there is no such round.
pub fn round_scene(view: &RefinementView, number: u32) -> Option<Scene> {
    let round = view.rounds.get(number as usize)?;
    let cards: Vec<Card> = round.nodes.iter().map(|node| Card::new(view, node)).collect();
    let ends = |edge: &RegionEdgeView| (edge.source, edge.target);
    let graph = Graph {
        sizes: cards.iter().map(|card| card.size).collect(),
        edges: round.edges.iter().map(ends).filter(|(source, target)| source != target).collect(),
        last: Vec::new(),
    };
    let drawing = layered(&graph, &Spacing { node: 26.0, edge: 18.0, layer: 36.0, part: 50.0 });
    let mut scene = Scene::default();
    let mut routes = drawing.routes.iter();
    for edge in &round.edges {
        let [source, target] = [edge.source, edge.target].map(|end| end as usize);
        let role = match edge.kind {
            _ if edge.is_on_path => Role::Failed,
            _ if edge.is_covered => Role::Covered,
            RegionEdgeKind::Block => Role::Step,
            RegionEdgeKind::Call => Role::Call,
            RegionEdgeKind::Summary => Role::Summary,
        };
        let points = if source == target {
            around(drawing.positions[source], cards[source].size)
        } else {
            let route = routes.next()?;
            let last = route.len() - 1;
            let start = border(cards[source].size, route[0], route[1]);
            let end = border(cards[target].size, route[last], route[last - 1]);
            trimmed(route, start, end + 2.0)
        };
        scene.shapes.push(Shape::Line { points, arrow: true, role });
    }
    for ((card, &at), number) in cards.iter().zip(&drawing.positions).zip(0..) {
        card.draw(at, number, &mut scene);
    }
    if round.is_cut_short {
        note(&mut scene, [0.0, drawing.size[1] + 24.0], &msg!("further regions are not drawn"));
    }
    let covered = round.edges.iter().filter(|edge| edge.is_covered).count();
    scene.description = msg!(
        "Abstract reachability graph with {} and {}, {covered} of them to a region that covers another",
        counted(round.nodes.len() as u32, text!("region"), text!("regions")),
        counted(round.edges.len() as u32, text!("edge"), text!("edges"))
    );
    scene.shrink_to_fit();
    Some(scene)
}

/// A loop at the right of a node.
fn around(at: Point, [width, height]: Point) -> Vec<Point> {
    let (right, bottom) = (at[0] + width / 2.0, at[1] + height / 2.0);
    cornered(&[
        [right - 14.0, bottom],
        [right - 14.0, bottom + 14.0],
        [right + 16.0, bottom + 14.0],
        [right + 16.0, at[1]],
        [right + 2.0, at[1]],
    ])
}

/// A region at a place.
struct Card {
    name: Message,
    lines: Vec<Message>,
    /// All that is known, in words.
    whole: Message,
    line: u32,
    role: Role,
    size: Point,
}

impl Card {
    fn new(view: &RefinementView, node: &RegionView) -> Self {
        let place = &view.places[node.place as usize];
        let name = place_name(place);
        let cases: Option<Vec<String>> =
            node.cases.as_ref().map(|cases| cases.iter().map(|case| conjunction(case)).collect());
        let whole = match &cases {
            Some(cases) => {
                let all = cases.iter().map(Message::verbatim);
                all.reduce(|some, next| msg!("{some} or {next}")).unwrap_or_default()
            }
            None => msg!("many cases"),
        };
        let mut lines: Vec<Message> = match &cases {
            // Nothing is known there, as at the failure.
            Some(cases) if cases.iter().all(String::is_empty) => Vec::new(),
            Some(cases) => cases.iter().take(CASES).map(|case| Message::verbatim(shortened(case, CASE))).collect(),
            None => vec![whole.clone()],
        };
        let hidden = cases.map_or(0, |cases| cases.len().saturating_sub(CASES));
        if hidden > 0 {
            lines.push(msg!("or {hidden} more"));
        }
        let widths = lines.iter().map(|line| text_width(line, SMALL)).chain([text_width(&name, FONT)]);
        let size = [widths.fold(0.0, f32::max) + 24.0, 30.0 + LINE * lines.len() as f32];
        Self { name, lines, whole, line: place.line, role: place_role(place), size }
    }

    fn draw(&self, at: Point, number: u32, scene: &mut Scene) {
        let name = match self.whole.as_str() {
            "" => self.name.clone(),
            _ => msg!("{}: {}", self.name, self.whole),
        };
        scene.shapes.push(Shape::Box { at, size: self.size, corner: 8.0, role: self.role, title: Some(name.clone()) });
        let top = at[1] - self.size[1] / 2.0 + 15.0;
        scene.shapes.push(Shape::centred([at[0], top], &self.name, Role::Component));
        for (line, row) in self.lines.iter().zip(1u8..) {
            scene.shapes.push(Shape::centred([at[0], top + LINE * f32::from(row)], line, Role::Note));
        }
        let link = Link::Place { number };
        scene.hotspots.push(Hotspot { at, size: self.size, link, line: Some(self.line), name });
    }
}

/// Conditions that all hold.
fn conjunction(conditions: &[String]) -> String {
    conditions.join(" && ")
}
