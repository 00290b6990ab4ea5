//! The picture of the calls between the components of a recursive state machine.

use std::collections::BTreeMap;

use indexmap::IndexMap;

use crate::components::{PortKind, RsmView};
use crate::layout::{Drawing, Graph, Point, Spacing, layered};
use crate::scene::{FONT, Hotspot, Link, Role, SMALL, Scene, Shape, border, cornered, note, text_width, trimmed};
use base::{Message, counted, msg, text};

/// Maximum number of components drawn one by one; if there are more, one box is drawn for each procedure.
pub const COMPONENT_LIMIT: usize = 40;

/// Draws the calls between components from top to bottom; each component is a box with a link to its inside.
pub fn call_graph_scene(rsm: &RsmView) -> Scene {
    let mut groups: IndexMap<(&str, usize), Vec<u32>> = IndexMap::new();
    let crowded = rsm.components.len() > COMPONENT_LIMIT;
    for (number, component) in rsm.components.iter().enumerate() {
        let own = if crowded { 0 } else { number };
        groups.entry((component.procedure.as_str(), own)).or_default().push(number as u32);
    }
    let hidden = groups.split_off(groups.len().min(COMPONENT_LIMIT));
    let mut group_of = vec![None; rsm.components.len()];
    for (group, members) in groups.values().enumerate() {
        members.iter().for_each(|&c| group_of[c as usize] = Some(group as u32));
    }
    // Edges with the number of call sites.
    let mut calls: BTreeMap<(u32, u32), u32> = BTreeMap::new();
    for (component, group) in rsm.components.iter().zip(&group_of) {
        for callee in component.boxes.iter().flat_map(|b| &b.callees) {
            if let (Some(caller), Some(callee)) = (*group, group_of[*callee as usize]) {
                *calls.entry((caller, callee)).or_default() += 1;
            }
        }
    }
    let cards: Vec<Card> = groups.iter().map(|((procedure, _), members)| Card::new(rsm, procedure, members)).collect();
    let graph = Graph {
        sizes: cards.iter().map(|c| c.size).collect(),
        edges: calls.keys().copied().collect(),
        last: Vec::new(),
    };
    let drawing = layered(&graph, &Spacing { node: 28.0, edge: 20.0, layer: 44.0, part: 50.0 });
    let mut scene = Scene::default();
    for (&(caller, callee), route) in calls.keys().zip(&drawing.routes) {
        scene.shapes.push(call_arrow(&cards, &drawing, caller, callee, route));
    }
    for (card, &at) in cards.iter().zip(&drawing.positions) {
        card.draw(at, &mut scene);
    }
    if !hidden.is_empty() {
        let remark = msg!("{} more procedures are not drawn", hidden.len());
        note(&mut scene, [0.0, drawing.size[1] + 24.0], &remark);
    }
    let names: Vec<Message> =
        calls.keys().map(|&(a, b)| msg!("{} calls {}", cards[a as usize].name, cards[b as usize].name)).collect();
    scene.description = msg!("{} components. {}", rsm.components.len(), Message::joined(&names, ". "));
    scene.shrink_to_fit();
    scene
}

/// A component, or all components of one procedure, in the call graph.
struct Card {
    name: Message,
    figures: Message,
    role: Role,
    link: Link,
    size: Point,
}

impl Card {
    fn new(rsm: &RsmView, procedure: &str, members: &[u32]) -> Self {
        let of = |c: &u32| &rsm.components[*c as usize];
        let states: u32 = members.iter().map(|c| of(c).states).sum();
        let has = |kind| members.iter().any(|c| of(c).ports_of(kind).next().is_some());
        let mut figures = counted(states, text!("state"), text!("states"));
        if members.len() > 1 {
            figures = msg!("{} components · {figures}", members.len());
        }
        if !has(PortKind::Exit) && !has(PortKind::Exception) {
            figures = msg!("{figures} · no exit");
        }
        let width = text_width(procedure, FONT).max(text_width(&figures, SMALL)) + 28.0;
        let role = if has(PortKind::Fault) {
            Role::NullDereference
        } else if has(PortKind::Failed) {
            Role::Failed
        } else if members.contains(&0) {
            Role::Initial
        } else {
            Role::Component
        };
        Self {
            name: Message::verbatim(procedure),
            figures,
            role,
            link: Link::Component { number: members[0] },
            size: [width, 46.0],
        }
    }

    fn draw(&self, at: Point, scene: &mut Scene) {
        let title = Some(msg!("{}, {}", self.name, self.figures));
        scene.shapes.push(Shape::Box { at, size: self.size, corner: 10.0, role: self.role, title });
        scene.shapes.push(Shape::centred([at[0], at[1] - 8.0], &self.name, Role::Component));
        scene.shapes.push(Shape::centred([at[0], at[1] + 11.0], &self.figures, Role::Note));
        let name = msg!("Component {}, {}", self.name, self.figures);
        let name = match self.role {
            Role::NullDereference => msg!("{name}, with a null dereference"),
            Role::Failed => msg!("{name}, with a failed assertion"),
            _ => name,
        };
        scene.hotspots.push(Hotspot { at, size: self.size, link: self.link.clone(), line: None, name });
    }
}

fn call_arrow(cards: &[Card], drawing: &Drawing, caller: u32, callee: u32, route: &[Point]) -> Shape {
    let size = |card: u32| cards[card as usize].size;
    if caller == callee {
        let (at, [width, height]) = (drawing.positions[caller as usize], size(caller));
        let (right, bottom) = (at[0] + width / 2.0, at[1] + height / 2.0);
        let points = vec![
            [right - 14.0, bottom],
            [right - 14.0, bottom + 20.0],
            [right + 20.0, bottom + 20.0],
            [right + 20.0, at[1]],
            [right + 2.0, at[1]],
        ];
        return Shape::Line { points: cornered(&points), arrow: true, role: Role::Call };
    }
    let last = route.len() - 1;
    let start = border(size(caller), route[0], route[1]);
    let end = border(size(callee), route[last], route[last - 1]);
    Shape::Line { points: trimmed(route, start, end + 2.0), arrow: true, role: Role::Call }
}
