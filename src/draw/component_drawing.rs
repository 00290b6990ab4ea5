//! The picture of a component of a recursive state machine.

mod boxes;
mod unfold;

use std::collections::{BTreeMap, BTreeSet};

use indexmap::IndexMap;

use crate::components::{PortKind, PortView, RsmComponentView, RsmView};
use crate::layout::{Drawing, Graph, Point, Spacing, layered};
use crate::scene::{
    Anchor, FONT, Hotspot, Link, Role, SMALL, Scene, Shape, capital, cornered, flipped, note, text_width, trimmed,
};
use base::{Message, counted, msg, text};
use boxes::Called;
use unfold::Unfolding;

/// Radius of a port.
const PORT: f32 = 6.0;
/// Distance between ports of a box.
const PITCH: f32 = 20.0;
/// Distance between the frame of a component and its contents.
const PADDING: f32 = 26.0;
/// Distance between backward paths, which run below everything else.
const LANE: f32 = 16.0;

/// Draws the inside of a component from left to right: entries on its left border, exits on its right border, calls as boxes
/// with a port on the left and one for each exit on the right. Absent if there is no such component.
///
/// The calls in `open` are drawn with the inside of the callee in the box, its entries and exits connected to the ports
/// of the box. A call is named by the [`path`](crate::scene::CalleeLink::path) of its box: the numbers of the
/// boxes that lead to it, separated by slashes; if a box calls several components, the number of the component follows
/// after a colon. Paths that name no call are ignored. Calls are opened up to 8 deep, as long as the picture has at
/// most 2,000 shapes; a note lists the number of calls that stay closed.
pub fn component_scene(rsm: &RsmView, number: u32, open: &BTreeSet<String>) -> Option<Scene> {
    let mut unfolding = Unfolding::new(rsm, open);
    let mut scene = unfolding.draw(number, "", 0)?.scene;
    if let Some(remark) = unfolding.remark() {
        let below = scene.size[1] + 16.0;
        note(&mut scene, [0.0, below], &remark);
        scene.shrink_to_fit();
    }
    Some(scene)
}

/// The input of the layout: the outer ports, and the boxes with the ports on their borders.
struct Plan<'c> {
    component: &'c RsmComponentView,
    /// The boxes with their open callees.
    called: Vec<Called<'c>>,
    /// Whether it is drawn inside a box.
    nested: bool,
    /// The node of each port: its own, or that of its box.
    node_of: Vec<u32>,
    /// The node of the first box.
    first_box: u32,
    graph: Graph,
    /// For each path, its edge in the layout; paths between the same nodes share one.
    edge_of: Vec<usize>,
    spacing: Spacing,
}

impl<'c> Plan<'c> {
    fn new(component: &'c RsmComponentView, called: Vec<Called<'c>>, nested: bool) -> Self {
        let first_box = component.ports.iter().filter(|p| p.of_box.is_none()).count() as u32;
        let mut node_of: Vec<u32> = Vec::with_capacity(component.ports.len());
        let mut graph = Graph { sizes: vec![[2.0 * PORT; 2]; first_box as usize], ..Graph::default() };
        for (i, port) in component.ports.iter().enumerate() {
            node_of.push(port.of_box.map_or(i as u32, |b| first_box + b));
        }
        graph.sizes.extend(called.iter().map(|called| flipped(called.size)));
        let mut edges: IndexMap<(u32, u32), ()> = IndexMap::new();
        let ends = component.paths.iter().map(|p| (node_of[p.source as usize], node_of[p.target as usize]));
        let edge_of = ends.map(|ends| edges.insert_full(ends, ()).0).collect();
        graph.edges.extend(edges.into_keys());
        let widest = component.paths.iter().map(|p| text_width(&path_label(p.states), SMALL)).fold(0.0, f32::max);
        let spacing = Spacing { node: 26.0, edge: 16.0, layer: (widest + 44.0).max(60.0), part: 40.0 };
        let mut plan = Self { component, called, nested, node_of, first_box, graph, edge_of, spacing };
        plan.keep_borders();
        plan
    }

    /// Adds invisible edges that make the layout place entries first and exits last.
    fn keep_borders(&mut self) {
        let outer = |wanted: fn(PortKind) -> bool| -> Vec<u32> {
            (0u32..).zip(&self.component.ports).filter(|(_, p)| wanted(p.kind)).map(|(i, _)| i).collect()
        };
        let (entries, exits) = (outer(|k| k == PortKind::Entry), outer(is_exit));
        let count = self.graph.sizes.len() as u32;
        let mut outgoing = vec![0u32; count as usize];
        for &(source, target) in &self.graph.edges {
            outgoing[source as usize] += u32::from(source != target);
        }
        if let Some(&exit) = exits.first() {
            // Otherwise, a node without successors would be placed on the border.
            let dead = (0..count).filter(|&v| outgoing[v as usize] == 0 && !exits.contains(&v));
            self.graph.edges.extend(dead.map(|v| (v, exit)));
        }
        // The layout moves a node down only if it has more successors than predecessors.
        if !entries.is_empty() {
            self.graph.sizes.push([0.0; 2]);
        }
        for &entry in &entries {
            let ties = outgoing[entry as usize].max(1);
            self.graph.edges.extend((0..ties).map(|_| (count, entry)));
        }
        self.graph.last = exits;
    }

    /// Draws the component; returns the centres of the ports.
    fn draw(mut self, number: u32, scene: &mut Scene) -> Vec<Point> {
        let drawing = &layered(&self.graph, &self.spacing);
        let places = self.places(drawing);
        let (back, frame) = self.frame(drawing);
        let bottom = frame.1[1];
        let size = [frame.1[0] - frame.0[0], bottom - frame.0[1]];
        let at = [frame.0[0] + size[0] / 2.0, frame.0[1] + size[1] / 2.0];
        let title = Some(msg!("component {number}: {}", Message::verbatim(&self.component.procedure)));
        scene.shapes.push(Shape::Box { at, size, corner: 16.0, role: Role::Component, title });
        let mut line = |x: f32, text: &str, role| {
            let at = [x, frame.0[1] - 14.0];
            scene.shapes.push(Shape::Text { at, text: text.to_owned(), anchor: Anchor::Start, role });
        };
        line(frame.0[0], &self.component.procedure, Role::Component);
        let after = frame.0[0] + text_width(&self.component.procedure, FONT) + 12.0;
        let states = counted_states(self.component.states);
        let figures = if self.nested { msg!("component {number} · {states}") } else { states };
        line(after, &figures, Role::Note);
        self.draw_paths(drawing, &places, &back, scene);
        let ports = || self.component.ports.iter().zip(&places);
        for ((of_box, called), at) in
            (0..).zip(std::mem::take(&mut self.called)).zip(&drawing.positions[self.first_box as usize..])
        {
            let own = ports().filter(|(port, _)| port.of_box == Some(of_box)).map(|(port, &at)| (port, at));
            called.draw(flipped(*at), &own.collect::<Vec<_>>(), scene);
        }
        ports().for_each(|(port, &at)| self.draw_port(port, at, scene));
        if self.component.hidden_calls > 0 {
            let hidden = counted(self.component.hidden_calls, text!("more call site"), text!("more call sites"));
            note(scene, [frame.0[0], bottom + 16.0], &msg!("{hidden} not drawn; a call there counts as a step"));
        }
        places
    }

    /// The centres of the ports.
    fn places(&self, drawing: &Drawing) -> Vec<Point> {
        let mut returns_so_far = vec![0usize; self.component.boxes.len()];
        let centre = |node: u32| flipped(drawing.positions[node as usize]);
        let place = |(i, port): (usize, &PortView)| {
            let at = centre(self.node_of[i]);
            let Some(of_box) = port.of_box else { return at };
            let [width, _] = self.called[of_box as usize].size;
            if port.kind == PortKind::Call {
                return [at[0] - width / 2.0, at[1]];
            }
            let row = returns_so_far[of_box as usize];
            returns_so_far[of_box as usize] += 1;
            let rows = boxes::returns_of(self.component, of_box);
            [at[0] + width / 2.0, at[1] + (row as f32 - (rows - 1) as f32 / 2.0) * PITCH]
        };
        self.component.ports.iter().enumerate().map(place).collect()
    }

    /// The backward paths with their lanes, and the upper left and lower right corners of the frame.
    fn frame(&self, drawing: &Drawing) -> (BTreeMap<usize, f32>, (Point, Point)) {
        let x = |node: u32| drawing.positions[node as usize][1];
        let mut lanes: BTreeMap<(u32, u32), f32> = BTreeMap::new();
        let mut back = BTreeMap::new();
        let (mut top, mut bottom) = (f32::INFINITY, f32::NEG_INFINITY);
        let (mut left, mut right) = (f32::INFINITY, f32::NEG_INFINITY);
        let nodes = self.first_box as usize + self.component.boxes.len();
        for (size, at) in self.graph.sizes.iter().zip(&drawing.positions).take(nodes) {
            let (size, at) = (flipped(*size), flipped(*at));
            top = top.min(at[1] - size[1] / 2.0);
            bottom = bottom.max(at[1] + size[1] / 2.0);
            left = left.min(at[0] - size[0] / 2.0 - PADDING);
            right = right.max(at[0] + size[0] / 2.0 + PADDING);
        }
        for bend in self.edge_of.iter().flat_map(|&e| &drawing.routes[e]) {
            top = top.min(bend[0]);
            bottom = bottom.max(bend[0]);
        }
        for (i, path) in self.component.paths.iter().enumerate() {
            let ends = (self.node_of[path.source as usize], self.node_of[path.target as usize]);
            if x(ends.0) >= x(ends.1) {
                let next = lanes.len() as f32;
                let lane = *lanes.entry(ends).or_insert(next);
                back.insert(i, bottom + (lane + 1.0) * LANE);
            }
        }
        bottom += lanes.len() as f32 * LANE + PADDING;
        for (port, &node) in self.component.ports.iter().zip(&self.node_of) {
            match port.kind {
                PortKind::Entry => left = x(node),
                kind if is_exit(kind) => right = x(node),
                _ => {}
            }
        }
        (back, ([left, top - PADDING], [right, bottom]))
    }

    fn draw_paths(&self, drawing: &Drawing, places: &[Point], back: &BTreeMap<usize, f32>, scene: &mut Scene) {
        let mut labels: Vec<(Point, u32)> = Vec::new();
        let is_open = self.called.iter().any(Called::is_open);
        for (i, path) in self.component.paths.iter().enumerate() {
            let (from, to) = (places[path.source as usize], places[path.target as usize]);
            let gap = self.spacing.layer / 2.0;
            let [source, target] = [path.source, path.target].map(|port| self.node_of[port as usize] as usize);
            let past = |node: usize| self.half_width_at(drawing.positions[node][1], drawing);
            let points = if let Some(&lane) = back.get(&i) {
                let out = drawing.positions[source][1] + past(source) + gap / 2.0;
                let home = if is_open { drawing.positions[target][1] - past(target) } else { to[0] } - gap / 2.0;
                cornered(&[from, [out, from[1]], [out, lane], [home, lane], [home, to[1]], to])
            } else {
                let mut points = vec![from];
                // Leaves and enters ports sideways; next to an open box, goes past it.
                if is_open {
                    points.push([drawing.positions[source][1] + past(source), from[1]]);
                }
                points.push([points[points.len() - 1][0] + gap / 2.0, from[1]]);
                let route = &drawing.routes[self.edge_of[i]];
                for bend in route[1..route.len() - 1].iter().copied().map(flipped) {
                    // Goes straight past the nodes of the layer.
                    let half = self.half_width_at(bend[0], drawing);
                    points.extend([[bend[0] - half, bend[1]], [bend[0] + half, bend[1]]]);
                }
                let home = if is_open { drawing.positions[target][1] - past(target) } else { to[0] };
                points.push([home - gap / 2.0, to[1]]);
                if is_open {
                    points.push([home, to[1]]);
                }
                points.push(to);
                points
            };
            let role = match self.component.ports[path.target as usize].kind {
                PortKind::Fault => Role::NullDereference,
                PortKind::Failed => Role::Failed,
                _ => Role::Step,
            };
            let points = trimmed(&points, PORT, PORT + 2.0);
            if path.states > 0 {
                labels.extend(free_place(&points, path.states, &labels).map(|at| (at, path.states)));
            }
            scene.shapes.push(Shape::Line { points, arrow: true, role });
        }
        for (at, states) in labels {
            scene.shapes.push(Shape::centred([at[0], at[1] - 7.0], &path_label(states), Role::Step));
        }
    }

    /// Half the width of the widest node in a layer.
    fn half_width_at(&self, layer: f32, drawing: &Drawing) -> f32 {
        let same = drawing.positions.iter().zip(&self.graph.sizes).filter(|(at, _)| (at[1] - layer).abs() < 1.0);
        same.map(|(_, size)| size[1] / 2.0).fold(0.0, f32::max)
    }

    fn draw_port(&self, port: &PortView, at: Point, scene: &mut Scene) {
        let (role, what) = match port.kind {
            PortKind::Entry => (Role::Initial, text!("entry")),
            PortKind::Exit => (Role::Final, text!("exit")),
            PortKind::Exception => (Role::Exception, text!("exit by an exception")),
            PortKind::Fault => (Role::NullDereference, text!("null dereference")),
            PortKind::Failed => (Role::Failed, text!("failed assertion")),
            PortKind::Call => (Role::Call, text!("call")),
            PortKind::Return => (Role::Return, text!("return")),
        };
        let first = port.states[0];
        let (states, text) = match port.states.len() - 1 {
            0 => (Message::verbatim(first), first.to_string()),
            more => (msg!("{first} and {more} more"), format!("{first} +{more}")),
        };
        let name = msg!("{what}, line {}: state {states}", port.line);
        scene.shapes.push(Shape::Circle { at, radius: PORT, role, title: Some(name.clone()) });
        let label = |dx: f32, dy: f32, anchor| {
            let at = [at[0] + dx, at[1] + dy];
            scene.shapes.push(Shape::Text { at, text, anchor, role: Role::Note });
        };
        // Inside a box, a line leads there.
        let beside = if self.nested { -PORT - 5.0 } else { 0.0 };
        match port.kind {
            PortKind::Entry => label(-PORT - 5.0, beside, Anchor::End),
            PortKind::Exit | PortKind::Exception => label(PORT + 5.0, beside, Anchor::Start),
            PortKind::Fault | PortKind::Failed => label(0.0, PORT + 10.0, Anchor::Middle),
            PortKind::Call | PortKind::Return => {}
        }
        scene.hotspots.push(Hotspot {
            at,
            size: [3.0 * PORT; 2],
            link: Link::State { number: first },
            line: None,
            name: capital(&name),
        });
    }
}

fn is_exit(kind: PortKind) -> bool {
    matches!(kind, PortKind::Exit | PortKind::Exception)
}

/// A position on a line where the label of a path covers no other label; if there is none, the number of states is
/// omitted.
fn free_place(points: &[Point], states: u32, labels: &[(Point, u32)]) -> Option<Point> {
    let width = |states: u32| text_width(&path_label(states), SMALL);
    let is_free = |at: &Point| {
        let apart = |&(other, n): &(Point, u32)| {
            (at[0] - other[0]).abs() > (width(states) + width(n)) / 2.0 + 4.0 || (at[1] - other[1]).abs() > SMALL + 1.0
        };
        labels.iter().all(apart)
    };
    [0.5, 0.38, 0.62, 0.28, 0.72].into_iter().map(|part| along(points, part)).find(is_free)
}

/// The point that divides a line at this fraction of its length.
fn along(points: &[Point], part: f32) -> Point {
    let length = |pair: &[Point]| (pair[1][0] - pair[0][0]).hypot(pair[1][1] - pair[0][1]);
    let mut left = points.windows(2).map(length).sum::<f32>() * part;
    for pair in points.windows(2) {
        let piece = length(pair);
        if piece >= left && piece > 0.0 {
            return [0, 1].map(|i| pair[0][i] + (pair[1][i] - pair[0][i]) * left / piece);
        }
        left -= piece;
    }
    points[points.len() - 1]
}

fn counted_states(states: u32) -> Message {
    counted(states, text!("state"), text!("states"))
}

fn path_label(states: u32) -> Message {
    if states == 0 { Message::default() } else { counted_states(states) }
}

fn describe(component: &RsmComponentView, number: u32, called: &[Called]) -> Message {
    let procedure = Message::verbatim(&component.procedure);
    let mut parts = vec![msg!("Component {number}, {procedure}, {}", counted_states(component.states))];
    for (kind, one, many) in [
        (PortKind::Entry, text!("entry port"), text!("entry ports")),
        (PortKind::Exit, text!("exit"), text!("exits")),
        (PortKind::Exception, text!("exceptional exit"), text!("exceptional exits")),
        (PortKind::Fault, text!("null dereference"), text!("null dereferences")),
    ] {
        let count = component.ports_of(kind).map(|p| p.states.len() as u32).sum();
        if count > 0 {
            parts.push(counted(count, one, many));
        }
    }
    for box_ in called {
        let [first, second] = &box_.lines;
        parts.push(msg!("box {first}, {second}"));
        parts.extend(box_.insides().map(|inside| msg!("in this box: {}", inside.scene.description)));
    }
    Message::joined(&parts, "; ")
}

#[cfg(test)]
mod tests;
