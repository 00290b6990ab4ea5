//! The picture of a heap: objects are circles, selectors labelled arrows, nonterminals boxes with numbered tentacles,
//! null is grey and on the right, variables are flags above their targets, collections of Java's library boxes with a row for each place.

mod plan;
mod words;

use crate::layout::{Drawing, Point, layered};
use crate::marked_heap::{Flag, MarkedHeap};
use crate::scene::{Hotspot, Link as Place, Role, SMALL, Scene, Shape, capital, flipped, text_width, trimmed};
use base::{Idx, Message, msg};
use plan::Link;
use report::heap::{HeapView, VertexKind, VertexView};
use words::describe;

pub(crate) use plan::Plan;

const RADIUS: f32 = 16.0;
/// Distance between rows inside a circle.
const LEADING: f32 = 10.0;
const RING: f32 = 4.0;
const FLAG: f32 = 20.0;
const STEM: f32 = 10.0;
const BOX_HEIGHT: f32 = 30.0;

/// Draws `heap` from left to right. Constants without incoming edges are omitted, and the description mentions them.
/// Vertices and nonterminals are hotspots of the picture, with their numbers in `heap`.
pub fn heap_scene(heap: &HeapView) -> Scene {
    marked_heap_scene(&MarkedHeap::plain(heap))
}

/// Draws a heap with its added and removed parts.
pub(crate) fn marked_heap_scene(marked: &MarkedHeap) -> Scene {
    let plan = Plan::new(marked);
    let mut scene = plan.scene(&layered(&plan.graph, &plan.spacing));
    scene.shrink_to_fit();
    scene
}

impl Plan<'_> {
    /// The picture in these places, not yet moved to the origin.
    pub(crate) fn scene(&self, drawing: &Drawing) -> Scene {
        let mut scene = Scene { description: describe(self.marked, self), ..Scene::default() };
        self.draw_edges(drawing, &mut scene);
        self.draw_vertices(drawing, &mut scene);
        self.draw_nonterminals(drawing, &mut scene);
        scene
    }

    fn draw_edges(&self, drawing: &Drawing, scene: &mut Scene) {
        for (e, link) in self.links.iter().enumerate() {
            let (source, target) = self.graph.edges[e];
            let mut points: Vec<Point> = drawing.routes[e].iter().copied().map(flipped).collect();
            let [from, to] = self.ports[e];
            let centre = |node: u32| flipped(drawing.positions[node as usize]);
            if points.is_empty() {
                points = match (self.boxes.get(&source), from) {
                    (Some(own), Some(port)) => own.way_back(port, centre(source)),
                    _ => loop_around(centre(source)),
                };
            } else {
                // Places are apart, so that arrows from them need not be.
                let ends = |&(a, b): &(u32, u32)| (a.min(b), a.max(b));
                let is_same = |edge: &&(u32, u32)| ends(edge) == ends(&(source, target));
                if (from.is_some() || to.is_some())
                    && points.len() == 3
                    && self.graph.edges.iter().filter(is_same).count() > 1
                {
                    points.remove(1);
                }
                let last = points.len() - 1;
                if let (Some(own), Some(port)) = (self.boxes.get(&source), from) {
                    points[0] = own.at(port, centre(source), points[1][0]);
                }
                if let (Some(own), Some(port)) = (self.boxes.get(&target), to) {
                    points[last] = own.at(port, centre(target), points[last - 1][0]);
                }
            }
            let [before, behind] = [self.reach(source, &points), self.reach_reversed(target, &points)];
            let whole = trimmed(&points, from.map_or(before, |_| 0.0), to.map_or(behind, |_| 0.0) + 2.0);
            let middle = middle_of(&whole);
            let first = scene.shapes.len();
            let change = match link {
                Link::Selectors(label, change) => {
                    scene.shapes.push(Shape::Line { points: whole, arrow: true, role: Role::Selector });
                    // On the outer side of a curve, otherwise above the line.
                    let chord = (points[0][1] + points[points.len() - 1][1]) / 2.0;
                    let side = if points.len() == 3 && middle[1] > chord + 1.0 { 9.0 } else { -9.0 };
                    scene.shapes.push(Shape::centred([middle[0], middle[1] + side], label, Role::Selector));
                    *change
                }
                Link::Tentacle { number, box_first, change } => {
                    let at = if *box_first { whole[0] } else { whole[whole.len() - 1] };
                    let next = if *box_first { whole[1] } else { whole[whole.len() - 2] };
                    let length = (next[0] - at[0]).hypot(next[1] - at[1]).max(1.0);
                    let along = [(next[0] - at[0]) / length, (next[1] - at[1]) / length];
                    let label = [at[0] + along[0] * 11.0, at[1] + along[1] * 11.0 - 8.0];
                    scene.shapes.push(Shape::Line { points: whole, arrow: false, role: Role::Tentacle });
                    scene.shapes.push(Shape::centred(label, &number.to_string(), Role::Tentacle));
                    *change
                }
            };
            scene.mark_from(first, change);
        }
    }

    /// The distance from the centre of a node to its border, in the direction in which the line leaves it.
    fn reach(&self, node: u32, points: &[Point]) -> f32 {
        let Some(&vertex) = self.shown.get(node as usize) else {
            let size = flipped(self.graph.sizes[node as usize]);
            let (dx, dy) = (points[1][0] - points[0][0], points[1][1] - points[0][1]);
            let length = dx.hypot(dy).max(1.0);
            let (cos, sin) = ((dx / length).abs().max(1e-6), (dy / length).abs().max(1e-6));
            return (size[0] / 2.0 / cos).min(size[1] / 2.0 / sin);
        };
        radius(&self.heap.vertices[vertex as usize])
    }

    fn reach_reversed(&self, node: u32, points: &[Point]) -> f32 {
        let end = points.len() - 1;
        self.reach(node, &[points[end], points[end - 1]])
    }

    fn draw_vertices(&self, drawing: &Drawing, scene: &mut Scene) {
        let or = msg!("or");
        for (node, &number) in self.shown.iter().enumerate() {
            let vertex = &self.heap.vertices[number as usize];
            let mark = self.marked.vertices[number as usize];
            let (at, first) = (flipped(drawing.positions[node]), scene.shapes.len());
            let title = title(mark.number, vertex);
            if let Some(own) = self.boxes.get(&u32::at(node)) {
                own.draw(self.marked, number, at, &title, scene);
                self.draw_flags(number, vertex, at, own.size()[1] / 2.0, scene);
                continue;
            }
            let (role, names) = match vertex.kind {
                VertexKind::Null => (Role::Null, vec!["null"]),
                VertexKind::Constant => (Role::Constant, vertex.constants.iter().map(String::as_str).collect()),
                VertexKind::Object => (Role::Vertex, Vec::new()),
                VertexKind::Choice => (Role::Constant, vec![or.as_str()]),
            };
            if vertex.external.is_some() {
                scene.shapes.push(Shape::Circle { at, radius: RADIUS + RING, role: Role::External, title: None });
            }
            scene.shapes.push(Shape::Circle { at, radius: RADIUS, role, title: Some(title.clone()) });
            // The names of a constant, such as `0` and `false`, are placed below each other.
            for (i, name) in names.iter().enumerate() {
                let row = i as f32 - (names.len() - 1) as f32 / 2.0;
                scene.shapes.push(Shape::centred([at[0], at[1] + LEADING * row], name, role));
            }
            if let Some(position) = vertex.external {
                let below = [at[0], at[1] + RADIUS + RING + 8.0];
                scene.shapes.push(Shape::centred(below, &format!("({position})"), Role::External));
            }
            scene.mark_from(first, mark.change);
            self.draw_flags(number, vertex, at, radius(vertex), scene);
            if let Some(number) = mark.number {
                let link = Place::Vertex { number };
                scene.hotspots.push(Hotspot { at, size: [2.0 * RADIUS; 2], link, line: None, name: capital(&title) });
            }
        }
    }

    fn draw_nonterminals(&self, drawing: &Drawing, scene: &mut Scene) {
        for (i, &number) in self.nonterminals.iter().enumerate() {
            let nonterminal = &self.heap.nonterminals[number as usize];
            let node = self.shown.len() + i;
            let (at, size) = (flipped(drawing.positions[node]), flipped(self.graph.sizes[node]));
            let (mark, first) = (self.marked.nonterminals[number as usize], scene.shapes.len());
            let label = Message::verbatim(&nonterminal.label);
            let title = msg!("nonterminal {label} of rank {}", nonterminal.tentacles.len());
            let (corner, role) = (3.0, Role::Nonterminal);
            scene.shapes.push(Shape::Box { at, size, corner, role, title: Some(title.clone()) });
            scene.shapes.push(Shape::centred(at, &nonterminal.label, role));
            scene.mark_from(first, mark.change);
            if let Some(number) = mark.number {
                let link = Place::Nonterminal { number };
                scene.hotspots.push(Hotspot { at, size, link, line: None, name: capital(&title) });
            }
        }
    }

    fn draw_flags(&self, number: u32, vertex: &VertexView, at: Point, above: f32, scene: &mut Scene) {
        let rows = flag_rows(vertex);
        if rows.is_empty() {
            return;
        }
        let role = if vertex.variables.is_empty() { Role::Marking } else { Role::Variable };
        let (foot, first) = (at[1] - above - STEM, scene.shapes.len());
        let stem = vec![[at[0], foot], [at[0], at[1] - above - 1.0]];
        scene.shapes.push(Shape::Line { points: stem, arrow: true, role });
        // One stem for all flags: added, or removed, if all of them are.
        let mut changes = rows.iter().flatten().map(|(name, role)| self.marked.flag(number, flag(*role), name));
        let change = changes.next().flatten();
        scene.mark_from(first, change.filter(|_| changes.all(|c| c == change)));
        for (i, row) in rows.iter().enumerate() {
            let y = foot - FLAG / 2.0 - i as f32 * (FLAG + 3.0);
            let mut x = at[0] - row_width(row) / 2.0;
            for &(name, role) in row {
                let (width, first) = (flag_width(name), scene.shapes.len());
                let center = [x + width / 2.0, y];
                let flagged = Message::verbatim(name);
                let title = Some(match role {
                    Role::Marking => msg!("marking {flagged}"),
                    _ => msg!("variable {flagged}"),
                });
                scene.shapes.push(Shape::Box { at: center, size: [width, FLAG], corner: 4.0, role, title });
                scene.shapes.push(Shape::centred(center, name, role));
                scene.mark_from(first, self.marked.flag(number, flag(role), name));
                x += width + 4.0;
            }
        }
    }
}

/// Flags in rows of at most three, because many variables may point to one vertex, such as null.
fn flag_rows(vertex: &VertexView) -> Vec<Vec<(&str, Role)>> {
    let variables = vertex.variables.iter().map(|v| (v.as_str(), Role::Variable));
    let markings = vertex.markings.iter().map(|m| (m.as_str(), Role::Marking));
    let flags: Vec<(&str, Role)> = variables.chain(markings).collect();
    flags.chunks(3).map(<[_]>::to_vec).collect()
}

fn flag(role: Role) -> Flag {
    if role == Role::Marking { Flag::Marking } else { Flag::Variable }
}

fn flag_width(name: &str) -> f32 {
    text_width(name, SMALL + 1.0) + 12.0
}

fn row_width(row: &[(&str, Role)]) -> f32 {
    row.iter().map(|(name, _)| flag_width(name) + 4.0).sum::<f32>() - 4.0
}

/// The radius of a vertex that is a circle.
fn radius(vertex: &VertexView) -> f32 {
    RADIUS + if vertex.external.is_some() { RING } else { 0.0 }
}

/// The width and height of a vertex of some size with its flags, symmetric around its centre.
fn vertex_size(vertex: &VertexView, size: Point) -> Point {
    let rows = flag_rows(vertex);
    let width = rows.iter().map(|row| row_width(row)).fold(size[0], f32::max);
    let above = if rows.is_empty() { 0.0 } else { STEM + rows.len() as f32 * (FLAG + 3.0) };
    [width, size[1] + 2.0 * above]
}

fn title(number: Option<u32>, vertex: &VertexView) -> Message {
    let ty = Message::verbatim(&vertex.ty);
    let title = match (vertex.kind, number) {
        (VertexKind::Null, _) => Message::verbatim("null"),
        (VertexKind::Constant, _) => msg!("constant {}", Message::verbatim(vertex.constants.join(", "))),
        (VertexKind::Choice, _) => msg!("one of these"),
        (VertexKind::Object, Some(number)) => msg!("{ty} object, vertex {number}"),
        (VertexKind::Object, None) => msg!("{ty} object, removed"),
    };
    match vertex.external {
        Some(position) => msg!("{title}, external {position}"),
        None => title,
    }
}

/// A self-loop below its vertex.
fn loop_around(at: Point) -> Vec<Point> {
    let (x, y) = (at[0], at[1]);
    vec![at, [x - 18.0, y + RADIUS + 16.0], [x, y + RADIUS + 30.0], [x + 18.0, y + RADIUS + 16.0], at]
}

fn middle_of(points: &[Point]) -> Point {
    if points.len() > 2 && points.len() % 2 == 1 {
        let p = points[points.len() / 2];
        let (a, b) = (points[points.len() / 2 - 1], points[points.len() / 2 + 1]);
        // The curve passes halfway between its control point and the chord.
        return [(2.0 * p[0] + a[0] + b[0]) / 4.0, (2.0 * p[1] + a[1] + b[1]) / 4.0];
    }
    let (a, b) = (points[points.len() / 2 - 1], points[points.len() / 2]);
    [(a[0] + b[0]) / 2.0, (a[1] + b[1]) / 2.0]
}

#[cfg(test)]
mod tests {
    use super::*;
    use base::Language;
    use report::heap::{NonterminalView, SelectorView};

    fn vertex(kind: VertexKind, variables: &[&str]) -> VertexView {
        VertexView {
            ty: "List".into(),
            kind,
            external: None,
            variables: variables.iter().map(|&v| v.into()).collect(),
            markings: Vec::new(),
            constants: if kind == VertexKind::Constant { vec!["0".into()] } else { Vec::new() },
            number: None,
        }
    }

    fn list() -> HeapView {
        HeapView {
            vertices: vec![
                vertex(VertexKind::Null, &["y"]),
                vertex(VertexKind::Constant, &[]),
                vertex(VertexKind::Object, &["head", "x"]),
                vertex(VertexKind::Object, &[]),
            ],
            selectors: vec![
                SelectorView { source: 2, target: 3, label: "next".into() },
                SelectorView { source: 3, target: 2, label: "prev".into() },
                SelectorView { source: 2, target: 2, label: "self".into() },
            ],
            nonterminals: vec![NonterminalView { label: "SLL".into(), tentacles: vec![3, 0] }],
            ..HeapView::default()
        }
    }

    #[test]
    fn null_stands_on_the_right_and_unused_constants_are_hidden() {
        let scene = heap_scene(&list());
        let x = |wanted: Role| {
            scene.shapes.iter().filter_map(move |s| match s {
                Shape::Circle { at, role, .. } if *role == wanted => Some(at[0]),
                _ => None,
            })
        };
        let null = x(Role::Null).next().expect("null is drawn");
        assert!(x(Role::Vertex).all(|x| x < null));
        assert_eq!(x(Role::Constant).count(), 0);
        assert!(scene.description.contains("head, x point to vertex 2"), "{}", scene.description);
        assert!(scene.description.ends_with("1 constants without references are not drawn"), "{}", scene.description);
    }

    #[test]
    fn words_are_in_the_language_that_is_spoken() {
        Language::speak(Some(Language::german()));
        let scene = heap_scene(&list());
        Language::speak(None);
        let names: Vec<&str> = scene.hotspots.iter().map(|place| place.name.as_str()).collect();
        assert!(names.contains(&"Objekt vom Typ List, Knoten 2") && names.contains(&"Null"), "{names:?}");
        for said in
            ["y zeigt auf null", "head, x zeigen auf Knoten 2", "Knoten 2.next ist Knoten 3", "SLL(Knoten 3, null)"]
        {
            assert!(scene.description.split("; ").any(|part| part == said), "{said}: {}", scene.description);
        }
    }

    #[test]
    fn everything_lies_inside() {
        let scene = heap_scene(&list());
        for shape in &scene.shapes {
            if let Shape::Circle { at, .. } | Shape::Box { at, .. } | Shape::Text { at, .. } = shape {
                assert!((0..2).all(|i| at[i] >= 0.0 && at[i] <= scene.size[i]), "{shape:?} of {:?}", scene.size);
            }
        }
        assert_eq!(heap_scene(&HeapView::default()).size, [0.0, 0.0]);
    }
}
