//! The box of a collection: its class, a row for each place, and where arrows leave and reach it.

use std::collections::BTreeMap;

use crate::layout::Point;
use crate::marked_heap::{Flag, MarkedHeap};
use crate::scene::{Change, FONT, Hotspot, Link, Role, SMALL, Scene, Shape, capital, text_width};
use base::chains::{KEY, VALUE};
use base::{CollectByInsertion, Message, msg};
use report::heap::{CollectionKind, CollectionView, SlotView, VertexKind};

const ROW: f32 = 22.0;
/// Between the border and texts, and between texts.
const GAP: f32 = 8.0;
/// What the number of the object needs beside the class.
const NUMBER: f32 = 22.0;
/// The height of flags in rows.
const FLAG: f32 = 16.0;

/// Where an arrow leaves or reaches a box.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub(crate) enum Port {
    /// The object itself.
    Header,
    /// One of its places.
    Row(usize),
    /// The key of one of its places, or the value.
    Line(usize, usize),
    /// Between two places, before this one, or behind the last one.
    Before(usize),
}

/// For each cell that is a place of a collection, that collection and the position of its row.
pub(crate) type Places = BTreeMap<u32, (u32, usize)>;

/// The places of all collections.
pub(crate) fn places(marked: &MarkedHeap) -> Places {
    let all =
        marked.heap.collections.iter().flat_map(|own| {
            own.slots.iter().enumerate().filter_map(|(row, slot)| Some((slot.cell?, (own.vertex, row))))
        });
    all.collect_by_insertion()
}

fn change_of(marked: &MarkedHeap, slot: &SlotView) -> Option<Change> {
    match slot.rest {
        Some(rest) => marked.nonterminals.get(rest as usize)?.change,
        None => marked.vertices.get(slot.cell? as usize)?.change,
    }
}

/// How many places a row without a cell of its own stands for, in words.
pub(crate) fn rest_in_words(slot: &SlotView) -> Message {
    if slot.cell.is_some() { msg!("one or more") } else { msg!("any number") }
}

/// What stands in a row.
struct Piece {
    text: String,
    change: Option<Change>,
    /// The role of a flag; absent for a text.
    flag: Option<Role>,
}

impl Piece {
    fn width(&self) -> f32 {
        if self.flag.is_some() { text_width(&self.text, SMALL) + GAP } else { text_width(&self.text, FONT) }
    }
}

struct Row {
    slot: SlotView,
    change: Option<Change>,
    /// Of maps there are two: the key, and its value.
    lines: Vec<Vec<Piece>>,
}

/// The box of a collection.
pub(crate) struct CollectionBox<'h> {
    class: &'h str,
    rows: Vec<Row>,
    /// What stands in place of rows, if there are none.
    empty: &'static str,
    width: f32,
}

impl<'h> CollectionBox<'h> {
    pub(crate) fn new(marked: &'h MarkedHeap, collection: &CollectionView) -> Self {
        let class = marked.heap.vertices[collection.vertex as usize].ty.as_str();
        let row = |slot: &SlotView| {
            let change = change_of(marked, slot);
            let flags = slot.cell.map_or(Vec::new(), |cell| flags(marked, cell));
            let text = |text: String| Piece { text, change, flag: None };
            let content = |field, word| content(marked, slot.cell, field, word, change);
            let mut lines = match (slot.rest, collection.kind) {
                (Some(_), _) => vec![vec![text(format!("{} {}", slot.label, rest_in_words(slot)))]],
                (None, CollectionKind::List) => vec![vec![text(format!("[{}]", slot.label)), content(VALUE, "")]],
                (None, CollectionKind::Set) => vec![vec![content(VALUE, "●")]],
                (None, CollectionKind::Map) => {
                    vec![vec![content(KEY, KEY)], vec![text("→".to_owned()), content(VALUE, VALUE)]]
                }
            };
            lines[0].splice(0..0, flags);
            lines.iter_mut().for_each(|line| line.retain(|piece| !piece.text.is_empty()));
            Row { slot: slot.clone(), change, lines }
        };
        let rows: Vec<Row> = collection.slots.iter().map(row).collect();
        let width = |line: &Vec<Piece>| line.iter().map(|piece| piece.width() + GAP).sum::<f32>() + GAP;
        let widest =
            rows.iter().flat_map(|row| &row.lines).map(width).fold(text_width(class, FONT) + 2.0 * NUMBER, f32::max);
        let empty = if collection.kind == CollectionKind::List { "[]" } else { "{}" };
        Self { class, rows, empty, width: widest }
    }

    pub(crate) fn size(&self) -> Point {
        [self.width, ROW * (1 + self.lines_before(self.rows.len()).max(1)) as f32]
    }

    /// The lines above a row.
    fn lines_before(&self, row: usize) -> usize {
        self.rows.iter().take(row).map(|row| row.lines.len()).sum()
    }

    /// The lines of a row.
    fn lines_in(&self, row: usize) -> usize {
        self.rows.get(row).map_or(1, |row| row.lines.len())
    }

    /// The point at which an arrow leaves or reaches the box, on the side of another point.
    pub(crate) fn at(&self, port: Port, centre: Point, towards: f32) -> Point {
        let top = centre[1] - self.size()[1] / 2.0;
        let below = |row: usize| top + ROW * (self.lines_before(row) + 1) as f32;
        let y = match port {
            Port::Header => top + ROW / 2.0,
            Port::Row(row) => below(row) + ROW * self.lines_in(row) as f32 / 2.0,
            Port::Line(row, line) => below(row) + ROW * (line as f32 + 0.5),
            // Below the only line of an empty collection.
            Port::Before(row) if self.rows.is_empty() => below(row) + ROW,
            Port::Before(row) => below(row),
        };
        let side = if towards < centre[0] { -0.5 } else { 0.5 };
        [centre[0] + side * self.width, y]
    }

    /// The way of an arrow from one of the places back to the object.
    pub(crate) fn way_back(&self, from: Port, centre: Point) -> Vec<Point> {
        let [start, end] = [from, Port::Header].map(|port| self.at(port, centre, centre[0]));
        let beside = start[0] + 26.0;
        vec![start, [beside, start[1]], [beside, end[1]], end]
    }

    pub(crate) fn draw(&self, marked: &MarkedHeap, vertex: u32, centre: Point, title: &Message, scene: &mut Scene) {
        let (size, mark) = (self.size(), marked.vertices[vertex as usize]);
        let top = centre[1] - size[1] / 2.0;
        let line_at = |line: usize| [centre[0], top + ROW * (line as f32 + 0.5)];
        let first = scene.shapes.len();
        let rectangle = |at, size, role, title| Shape::Box { at, size, corner: 2.0, role, title };
        let line = [size[0], ROW];
        scene.shapes.push(rectangle(line_at(0), line, Role::Collection, Some(title.clone())));
        scene.shapes.push(Shape::centred(line_at(0), self.class, Role::Collection));
        if self.rows.is_empty() {
            scene.shapes.push(rectangle(line_at(1), line, Role::Vertex, None));
            scene.shapes.push(Shape::centred(line_at(1), self.empty, Role::Vertex));
        }
        scene.mark_from(first, mark.change);
        if let Some(number) = mark.number {
            let at = [centre[0] - size[0] / 2.0 + NUMBER / 2.0, line_at(0)[1]];
            let link = Link::Vertex { number };
            scene.hotspots.push(Hotspot { at, size: [NUMBER, ROW], link, line: None, name: capital(title) });
        }
        for (position, row) in self.rows.iter().enumerate() {
            let (above, first) = (self.lines_before(position) + 1, scene.shapes.len());
            let size = [size[0], ROW * row.lines.len() as f32];
            let at = [centre[0], top + ROW * above as f32 + size[1] / 2.0];
            let title = row.slot.rest.map(|rest| {
                let label = Message::verbatim(&marked.heap.nonterminals[rest as usize].label);
                msg!("{}: nonterminal {label}", rest_in_words(&row.slot))
            });
            let role = if row.slot.rest.is_some() { Role::Nonterminal } else { Role::Vertex };
            scene.shapes.push(rectangle(at, size, role, title.clone()));
            scene.mark_from(first, row.change);
            for (line, pieces) in row.lines.iter().enumerate() {
                let mut x = at[0] - size[0] / 2.0 + GAP;
                for piece in pieces {
                    let (first, width) = (scene.shapes.len(), piece.width());
                    let middle = [x + width / 2.0, line_at(above + line)[1]];
                    if let Some(role) = piece.flag {
                        let size = [width, FLAG];
                        scene.shapes.push(Shape::Box { at: middle, size, corner: 4.0, role, title: None });
                    }
                    scene.shapes.push(Shape::centred(middle, &piece.text, piece.flag.unwrap_or(role)));
                    scene.mark_from(first, piece.change);
                    x += width + GAP;
                }
            }
            let number = row.slot.rest.and_then(|rest| marked.nonterminals[rest as usize].number);
            if let (Some(number), Some(title)) = (number, title) {
                let link = Link::Nonterminal { number };
                scene.hotspots.push(Hotspot { at, size, link, line: None, name: capital(&title) });
            }
        }
    }
}

/// The variables and markings that point to the cell of a row, and its position among the external vertices.
fn flags(marked: &MarkedHeap, cell: u32) -> Vec<Piece> {
    let vertex = &marked.heap.vertices[cell as usize];
    let variables = vertex.variables.iter().map(|name| (name, Flag::Variable, Role::Variable));
    let markings = vertex.markings.iter().map(|name| (name, Flag::Marking, Role::Marking));
    let flag = |(name, flag, role): (&String, Flag, Role)| {
        let change = marked.flag(cell, flag, name).or(marked.vertices[cell as usize].change);
        Piece { text: name.clone(), change, flag: Some(role) }
    };
    let external = vertex.external.map(|position| Piece { text: format!("({position})"), change: None, flag: None });
    variables.chain(markings).map(flag).chain(external).collect()
}

/// What stands in a row for the field of a cell: a word if an arrow tells its value, and nothing if a nonterminal knows it.
fn content(marked: &MarkedHeap, cell: Option<u32>, field: &str, word: &str, change: Option<Change>) -> Piece {
    let (heap, is_own) = (&marked.heap, |vertex: u32| Some(vertex) == cell);
    let own = heap.selectors.iter().zip(&marked.selectors);
    let own = own.filter(|(own, _)| is_own(own.source) && own.label == field);
    let shown = own.min_by_key(|(_, change)| **change == Some(Change::Removed));
    let (text, own) = match shown {
        Some((own, change)) if heap.vertices[own.target as usize].kind == VertexKind::Null => ("null", *change),
        Some((_, change)) => (word, *change),
        None if heap.nonterminals.iter().any(|other| other.tentacles.iter().any(|&end| is_own(end))) => ("", None),
        None => ("?", None),
    };
    Piece { text: text.to_owned(), change: change.or(own), flag: None }
}
