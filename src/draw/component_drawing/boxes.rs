//! Calls as boxes: closed, or showing the inside of their callees.

use super::unfold::Drawn;
use super::{PITCH, PORT, is_exit};
use crate::components::{BoxView, PortKind, PortView, RsmComponentView};
use crate::layout::Point;
use crate::scene::{Anchor, CalleeLink, FONT, Hotspot, Link, Role, SMALL, Scene, Shape, text_width, trimmed};
use base::{Message, counted, msg, text};

/// Distance between the border of an open box and its contents, for the connections of the ports.
const GAP: f32 = 44.0;
/// Height of the text above the inside.
const HEADING: f32 = 34.0;
/// Distance below the inside, and between callees.
const MARGIN: f32 = 18.0;

/// A component called by a box.
pub(super) struct Callee<'c> {
    pub component: u32,
    pub path: String,
    /// Its inside, if the call is open.
    pub inside: Option<Drawn<'c>>,
}

/// A box.
pub(super) struct Called<'c> {
    view: &'c BoxView,
    callees: Vec<Callee<'c>>,
    /// `line: method`, and the callees.
    pub lines: [Message; 2],
    /// Width and height.
    pub size: Point,
}

impl<'c> Called<'c> {
    /// The box with this number of a component.
    pub(super) fn new(component: &RsmComponentView, of_box: u32, view: &'c BoxView, callees: Vec<Callee<'c>>) -> Self {
        let returns = returns_of(component, of_box);
        let open = callees.iter().filter(|c| c.inside.is_some()).count();
        let method = view.method.rsplit('.').next().unwrap_or_default();
        let what = match view.callees.as_slice() {
            [only] => msg!("component {only}"),
            several if open > 0 => msg!("{open} of {} components", several.len()),
            several => counted(several.len() as u32, text!("component"), text!("components")),
        };
        let what = if returns == 0 { msg!("{what} · no return") } else { what };
        let lines = [Message::verbatim(format!("{}: {method}", view.line)), what];
        let [first, second] = [text_width(&lines[0], FONT), text_width(&lines[1], SMALL)];
        let rows = returns as f32 * PITCH + 8.0;
        let closed = Self { view, callees, lines, size: [first.max(second) + 34.0, rows.max(46.0)] };
        if open == 0 {
            return closed;
        }
        let sizes = || closed.insides().map(|inside| inside.scene.size);
        let width = sizes().map(|size| size[0] + 2.0 * GAP).fold(first + second + 60.0, f32::max);
        let height = HEADING + sizes().map(|size| size[1] + MARGIN).sum::<f32>();
        Self { size: [width, height.max(rows)], ..closed }
    }

    /// The callees drawn inside it.
    pub(super) fn insides(&self) -> impl Iterator<Item = &Drawn<'c>> {
        self.callees.iter().filter_map(|callee| callee.inside.as_ref())
    }

    pub(super) fn is_open(&self) -> bool {
        self.insides().next().is_some()
    }

    /// Draws the box around a point; `ports` are its own, with their centres.
    pub(super) fn draw(self, at: Point, ports: &[(&PortView, Point)], scene: &mut Scene) {
        let (view, [first, second]) = (self.view, &self.lines);
        let [method, file] = [&view.method, &view.file].map(Message::verbatim);
        let title = Some(msg!("call of {method} in {file}:{}", view.line));
        let corner = if self.is_open() { 16.0 } else { 6.0 };
        scene.shapes.push(Shape::Box { at, size: self.size, corner, role: Role::Callee, title });
        let (left, top) = (at[0] - self.size[0] / 2.0, at[1] - self.size[1] / 2.0);
        let mut area = (at, self.size[1]);
        if self.is_open() {
            area = ([at[0], top + HEADING / 2.0], HEADING);
            let mut line = |x: f32, text: &str, role| {
                let at = [x, top + HEADING / 2.0];
                scene.shapes.push(Shape::Text { at, text: text.to_owned(), anchor: Anchor::Start, role });
            };
            line(left + 20.0, first, Role::Callee);
            line(left + 32.0 + text_width(first, FONT), second, Role::Note);
        } else {
            scene.shapes.push(Shape::centred([at[0], at[1] - 8.0], first, Role::Callee));
            scene.shapes.push(Shape::centred([at[0], at[1] + 9.0], second, Role::Note));
        }
        let name = msg!("Line {}: call of {method}, {second}", view.line);
        scene.hotspots.push(Hotspot {
            at: area.0,
            size: [self.size[0] - 2.0 * PORT - 4.0, area.1],
            link: self.link(ports),
            line: Some(view.line),
            name: if self.is_open() { msg!("{name}, open") } else { name },
        });
        let mut corner = [left + GAP, top + HEADING];
        for inside in self.callees.into_iter().filter_map(|callee| callee.inside) {
            let height = inside.scene.size[1];
            inside.draw(corner, ports, scene);
            corner[1] += height + MARGIN;
        }
    }

    fn link(&self, ports: &[(&PortView, Point)]) -> Link {
        let calls = ports.iter().filter(|(port, _)| port.kind == PortKind::Call);
        let callee = |c: &Callee| CalleeLink { component: c.component, path: c.path.clone(), open: c.inside.is_some() };
        Link::Call {
            states: calls.flat_map(|(port, _)| &port.states).copied().collect(),
            callees: self.callees.iter().map(callee).collect(),
        }
    }
}

impl Drawn<'_> {
    /// Draws the component inside a box, starting at this upper left corner, and connects its entries and exits with
    /// the ports of the box.
    fn draw(mut self, corner: Point, ports: &[(&PortView, Point)], scene: &mut Scene) {
        self.scene.shift(corner);
        scene.shapes.append(&mut self.scene.shapes);
        scene.hotspots.append(&mut self.scene.hotspots);
        for (inner, at) in self.component.ports.iter().zip(&self.places) {
            let at = [at[0] + corner[0], at[1] + corner[1]];
            for &(outer, port) in ports {
                let line = match outer.kind {
                    PortKind::Call if inner.kind == PortKind::Entry => connection(port, at, Role::Call),
                    PortKind::Return if is_exit(inner.kind) && inner.states.iter().any(|s| outer.exits.contains(s)) => {
                        connection(at, port, Role::Return)
                    }
                    _ => continue,
                };
                scene.shapes.push(line);
            }
        }
    }
}

/// A line between two ports in the gap beside a component.
fn connection(from: Point, to: Point, role: Role) -> Shape {
    let points = [from, [from[0] + GAP / 2.0, from[1]], [to[0] - GAP / 2.0, to[1]], to];
    Shape::Line { points: trimmed(&points, PORT, PORT + 2.0), arrow: true, role }
}

pub(super) fn returns_of(component: &RsmComponentView, of_box: u32) -> usize {
    component.ports_of(PortKind::Return).filter(|p| p.of_box == Some(of_box)).count()
}
