//! Pictures as plain shapes: the common format of the page and of every export.

use base::Message;
use serde::{Deserialize, Serialize};

pub use crate::layout::Point;

/// The meaning of a shape, which determines its look.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug, Serialize, Deserialize)]
#[cfg_attr(feature = "wasm", derive(tsify::Tsify))]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(rename_all = "camelCase")]
pub enum Role {
    /// An object.
    Vertex,
    /// The class of a collection.
    Collection,
    /// The null reference.
    Null,
    /// A tracked number or boolean.
    Constant,
    /// The ring around an external vertex.
    External,
    /// A nonterminal edge.
    Nonterminal,
    /// The connection of a nonterminal with a vertex.
    Tentacle,
    /// A selector edge.
    Selector,
    /// A program variable.
    Variable,
    /// A marking.
    Marking,
    /// An initial state.
    Initial,
    /// A final state.
    Final,
    /// A state in which null was dereferenced.
    NullDereference,
    /// A state that an exception left.
    Exception,
    /// A state in which an assertion has failed.
    Failed,
    /// Any other state.
    State,
    /// One operation.
    Step,
    /// A whole call.
    Summary,
    /// The entry into a callee.
    Call,
    /// The return from a callee.
    Return,
    /// A self-loop of a terminated run.
    Stutter,
    /// A component of a recursive state machine, or its text.
    Component,
    /// A call of a component.
    Callee,
    /// A remark on the picture.
    Note,
    /// An assertion that is proved.
    Proved,
    /// An assertion none of whose formulas holds.
    Refuted,
    /// An assertion that was not expanded.
    Open,
    /// An edge to a region that covers the one to which it leads.
    Covered,
}

/// The size of letters.
pub(crate) const FONT: f32 = 13.0;

/// The size of letters of remarks.
pub(crate) const SMALL: f32 = 11.0;

/// The position of a text relative to its point.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[cfg_attr(feature = "wasm", derive(tsify::Tsify))]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(rename_all = "camelCase")]
pub enum Anchor {
    /// The text starts at the point.
    Start,
    /// The text is centred at the point.
    Middle,
    /// The text ends at the point.
    End,
}

/// A shape. Later shapes cover earlier ones.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
#[cfg_attr(feature = "wasm", derive(tsify::Tsify))]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(tag = "shape", rename_all = "camelCase", rename_all_fields = "camelCase")]
pub enum Shape {
    /// A circle.
    Circle {
        /// The centre.
        at: Point,
        /// The radius.
        radius: f32,
        /// The meaning.
        role: Role,
        /// The text for tooltips and screen readers.
        title: Option<Message>,
    },
    /// A rectangle.
    Box {
        /// The centre.
        at: Point,
        /// The width and height.
        size: Point,
        /// The radius of the corners.
        corner: f32,
        /// The meaning.
        role: Role,
        /// The text for tooltips and screen readers.
        title: Option<Message>,
    },
    /// A line through points; smooth if it has more than two.
    Line {
        /// The points, at least two.
        points: Vec<Point>,
        /// Whether it ends in an arrowhead.
        arrow: bool,
        /// The meaning.
        role: Role,
    },
    /// A text on one line.
    Text {
        /// The point; texts are centred vertically on it.
        at: Point,
        /// The text: a name, code, or words in the language that was spoken.
        text: String,
        /// Its position relative to the point.
        anchor: Anchor,
        /// The meaning.
        role: Role,
    },
}

impl Shape {
    /// A text centred at `at`.
    pub(crate) fn centred(at: Point, text: &str, role: Role) -> Self {
        Shape::Text { at, text: text.to_owned(), anchor: Anchor::Middle, role }
    }
}

/// The change of a part of a heap from one heap to another.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug, Serialize, Deserialize)]
#[cfg_attr(feature = "wasm", derive(tsify::Tsify))]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(rename_all = "camelCase")]
pub enum Change {
    /// The part is new.
    Added,
    /// The part was removed.
    Removed,
}

/// A shape that was added or removed.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[cfg_attr(feature = "wasm", derive(tsify::Tsify))]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(rename_all = "camelCase")]
pub struct ChangedShape {
    /// Its position in [`Scene::shapes`].
    pub shape: u32,
    /// Its change.
    pub change: Change,
}

/// The target of a hotspot.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[cfg_attr(feature = "wasm", derive(tsify::Tsify))]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(tag = "to", rename_all = "camelCase")]
pub enum Link {
    /// A state of the state space.
    State {
        /// Its number.
        number: u32,
    },
    /// A component of the recursive state machine.
    Component {
        /// Its number.
        number: u32,
    },
    /// A box of the recursive state machine.
    Call {
        /// The calling states, at least one.
        states: Vec<u32>,
        /// The called components: one, or all of a call site.
        callees: Vec<CalleeLink>,
    },
    /// A vertex of the heap that is drawn.
    Vertex {
        /// Its number.
        number: u32,
    },
    /// A nonterminal edge of the heap that is drawn.
    Nonterminal {
        /// Its number.
        number: u32,
    },
    /// A location of the automaton, or a region of the graph, that is drawn.
    Place {
        /// Its number.
        number: u32,
    },
    /// An edge of the automaton that is drawn.
    Block {
        /// Its number.
        number: u32,
    },
}

/// A component called by a box.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[cfg_attr(feature = "wasm", derive(tsify::Tsify))]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(rename_all = "camelCase")]
pub struct CalleeLink {
    /// Its number.
    pub component: u32,
    /// Its name among the calls that can be opened in the picture.
    pub path: String,
    /// Whether its inside is drawn in the box.
    pub open: bool,
}

/// A rectangle of a picture with a link; exports omit it.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
#[cfg_attr(feature = "wasm", derive(tsify::Tsify))]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(rename_all = "camelCase")]
pub struct Hotspot {
    /// The centre.
    pub at: Point,
    /// The width and height.
    pub size: Point,
    /// The target.
    pub link: Link,
    /// The line, for calls.
    pub line: Option<u32>,
    /// Its description in words.
    pub name: Message,
}

/// A picture.
#[derive(Clone, PartialEq, Debug, Default, Serialize, Deserialize)]
#[cfg_attr(feature = "wasm", derive(tsify::Tsify))]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(rename_all = "camelCase")]
pub struct Scene {
    /// The width and height; everything lies between the origin and this point.
    pub size: Point,
    /// The shapes, from back to front.
    pub shapes: Vec<Shape>,
    /// The shapes that were added or removed, in order; all others are unchanged.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub changes: Vec<ChangedShape>,
    /// The rectangles with links, in reading order.
    pub hotspots: Vec<Hotspot>,
    /// The whole picture in words, one sentence for each part, for those who cannot see it.
    pub description: Message,
}

impl Scene {
    /// Every shape with its change.
    pub fn shapes_with_changes(&self) -> impl Iterator<Item = (&Shape, Option<Change>)> {
        let mut changes = self.changes.iter().peekable();
        (0u32..).zip(&self.shapes).map(move |(number, shape)| {
            (shape, changes.next_if(|changed| changed.shape == number).map(|changed| changed.change))
        })
    }

    /// Sets the change of all shapes from `first` on.
    pub(super) fn mark_from(&mut self, first: usize, change: Option<Change>) {
        let shapes = first as u32..self.shapes.len() as u32;
        self.changes
            .extend(change.into_iter().flat_map(|c| shapes.clone().map(move |s| ChangedShape { shape: s, change: c })));
    }

    /// Moves everything so that the picture starts at the origin, and measures it. Returns the displacement.
    pub(super) fn shrink_to_fit(&mut self) -> Point {
        let Some((low, high)) = self.bounds() else {
            self.size = [0.0; 2];
            return [0.0; 2];
        };
        self.frame(low, high)
    }

    /// Moves everything so that the rectangle between two corners is the picture. Returns the displacement.
    pub(super) fn frame(&mut self, low: Point, high: Point) -> Point {
        let by = [-low[0], -low[1]];
        self.shift(by);
        self.size = [high[0] - low[0], high[1] - low[1]];
        by
    }

    /// The corners of the smallest rectangle around everything; absent if there is nothing.
    pub(super) fn bounds(&self) -> Option<(Point, Point)> {
        let (mut low, mut high) = ([f32::INFINITY; 2], [f32::NEG_INFINITY; 2]);
        let mut cover = |p: Point, before: Point, after: Point| {
            for i in 0..2 {
                low[i] = low[i].min(p[i] - before[i]);
                high[i] = high[i].max(p[i] + after[i]);
            }
        };
        for shape in &self.shapes {
            match shape {
                Shape::Circle { at, radius, .. } => cover(*at, [*radius; 2], [*radius; 2]),
                Shape::Box { at, size, .. } => cover(*at, half(*size), half(*size)),
                Shape::Line { points, .. } => points.iter().for_each(|&p| cover(p, [0.0; 2], [0.0; 2])),
                Shape::Text { at, text, anchor, .. } => {
                    let width = text_width(text, FONT);
                    let before = match anchor {
                        Anchor::Start => 0.0,
                        Anchor::Middle => width / 2.0,
                        Anchor::End => width,
                    };
                    cover(*at, [before, FONT / 2.0], [width - before, FONT / 2.0]);
                }
            }
        }
        (low[0] <= high[0]).then_some((low, high))
    }

    /// Moves everything.
    pub(super) fn shift(&mut self, by: Point) {
        let shift = |p: &mut Point| *p = [p[0] + by[0], p[1] + by[1]];
        for shape in &mut self.shapes {
            match shape {
                Shape::Circle { at, .. } | Shape::Box { at, .. } | Shape::Text { at, .. } => shift(at),
                Shape::Line { points, .. } => points.iter_mut().for_each(shift),
            }
        }
        self.hotspots.iter_mut().for_each(|h| shift(&mut h.at));
    }
}

fn half(size: Point) -> Point {
    [size[0] / 2.0, size[1] / 2.0]
}

/// Exchanges x and y: layouts go down, but some pictures go to the right.
pub(super) fn flipped(p: Point) -> Point {
    [p[1], p[0]]
}

/// A segment of a line.
#[derive(Clone, Copy, PartialEq, Debug)]
pub(crate) enum Piece {
    /// A straight line to this point.
    Straight(Point),
    /// A quadratic curve with this control point to this point.
    Curve(Point, Point),
}

/// The segments of a line after its first point: straight for two points, quadratic through the midpoints for more.
pub(crate) fn pieces(points: &[Point]) -> Vec<Piece> {
    match points {
        [] | [_] => Vec::new(),
        [_, end] => vec![Piece::Straight(*end)],
        [_, controls @ .., end] => {
            let middle = |a: Point, b: Point| [(a[0] + b[0]) / 2.0, (a[1] + b[1]) / 2.0];
            let mut all: Vec<Piece> = controls.windows(2).map(|c| Piece::Curve(c[0], middle(c[0], c[1]))).collect();
            all.extend(controls.last().map(|&last| Piece::Curve(last, *end)));
            all
        }
    }
}

/// The path of a line in SVG notation.
pub fn path_data(points: &[Point]) -> String {
    let at = |p: Point| format!("{:.1} {:.1}", p[0], p[1]);
    let mut d = points.first().map_or(String::new(), |&first| format!("M{}", at(first)));
    for piece in pieces(points) {
        d += &match piece {
            Piece::Straight(end) => format!("L{}", at(end)),
            Piece::Curve(control, end) => format!("Q{} {}", at(control), at(end)),
        };
    }
    d
}

/// The line with its ends cut off: a length of `start` after the first point and `end` before the last. A shorter line
/// shrinks to its middle segment.
pub fn trimmed(points: &[Point], start: f32, end: f32) -> Vec<Point> {
    let mut kept = cut_front(points, start);
    kept.reverse();
    kept = cut_front(&kept, end);
    kept.reverse();
    kept
}

fn cut_front(points: &[Point], mut length: f32) -> Vec<Point> {
    for i in 1..points.len() {
        let (a, b) = (points[i - 1], points[i]);
        let piece = (b[0] - a[0]).hypot(b[1] - a[1]);
        if piece > length {
            let t = length / piece;
            let mut kept = vec![[a[0] + (b[0] - a[0]) * t, a[1] + (b[1] - a[1]) * t]];
            kept.extend_from_slice(&points[i..]);
            return kept;
        }
        length -= piece;
    }
    points[points.len().saturating_sub(2)..].to_vec()
}

/// An estimate of the width of a text in the font of the pictures, whose letters are all 0.6 em wide.
pub fn text_width(text: &str, font_size: f32) -> f32 {
    text.chars().count() as f32 * font_size * 0.6
}

/// The text with a capital at its start, if it starts with an ASCII letter: the tables for others are 9 kB of the compressed
/// WebAssembly module.
pub(super) fn capital(text: &Message) -> Message {
    let mut letters = text.chars();
    let first = letters.next().map(|first| first.to_ascii_uppercase());
    Message::verbatim(first.into_iter().chain(letters).collect::<String>())
}

/// The beginning of a text that is longer than so many letters.
pub(super) fn shortened(text: &str, most: usize) -> String {
    match text.char_indices().nth(most) {
        Some(_) => text.chars().take(most - 1).chain(['…']).collect(),
        None => text.to_owned(),
    }
}

/// Distance from the centre of a box to its border in the direction of a point.
pub(super) fn border(size: Point, centre: Point, to: Point) -> f32 {
    let (dx, dy) = (to[0] - centre[0], to[1] - centre[1]);
    let length = dx.hypot(dy).max(1.0);
    let (cos, sin) = ((dx / length).abs().max(1e-6), (dy / length).abs().max(1e-6));
    (size[0] / 2.0 / cos).min(size[1] / 2.0 / sin)
}

/// The line with nearly sharp corners, although lines are drawn smooth.
pub(super) fn cornered(points: &[Point]) -> Vec<Point> {
    let towards = |a: Point, b: Point| {
        let length = (b[0] - a[0]).hypot(b[1] - a[1]).max(1e-3);
        let part = 8.0f32.min(length / 2.0) / length;
        [a[0] + (b[0] - a[0]) * part, a[1] + (b[1] - a[1]) * part]
    };
    let mut line = vec![points[0]];
    for corner in points.windows(3) {
        line.extend([towards(corner[1], corner[0]), corner[1], towards(corner[1], corner[2])]);
    }
    line.extend(points.last());
    line
}

/// A remark that begins at a point.
pub(super) fn note(scene: &mut Scene, at: Point, text: &str) {
    scene.shapes.push(Shape::Text { at, text: text.to_owned(), anchor: Anchor::Start, role: Role::Note });
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn lines_are_cut_at_both_ends() {
        assert_eq!(trimmed(&[[0.0, 0.0], [10.0, 0.0]], 2.0, 3.0), [[2.0, 0.0], [7.0, 0.0]]);
        assert_eq!(trimmed(&[[0.0, 0.0], [1.0, 0.0], [10.0, 0.0]], 2.0, 0.0), [[2.0, 0.0], [10.0, 0.0]]);
    }

    #[test]
    fn paths_bend_through_the_middles() {
        assert_eq!(path_data(&[[0.0, 0.0], [10.0, 0.0]]), "M0.0 0.0L10.0 0.0");
        assert_eq!(path_data(&[[0.0, 0.0], [5.0, 5.0], [10.0, 0.0]]), "M0.0 0.0Q5.0 5.0 10.0 0.0");
        assert_eq!(
            path_data(&[[0.0, 0.0], [4.0, 4.0], [8.0, 4.0], [12.0, 0.0]]),
            "M0.0 0.0Q4.0 4.0 6.0 4.0Q8.0 4.0 12.0 0.0"
        );
        assert_eq!(path_data(&[]), "");
    }
}
