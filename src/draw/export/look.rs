//! The look of exported pictures: colours, widths and sizes by role, for every format.

use crate::scene::{Change, FONT, Role, SMALL};

/// A colour, as red, green and blue.
pub(super) type Colour = u32;

/// The background of a picture.
pub(super) const PAPER: Colour = 0x00ff_ffff;
const INK: Colour = 0x001d_2733;
const SOFT: Colour = 0x004a_5664;
const QUIET: Colour = 0x005d_6973;
const GREY: Colour = 0x008b_939d;
const GOLD: Colour = 0x00a8_852f;
const BLUE: Colour = 0x004b_7aa8;
const PINK: Colour = 0x00a3_508a;
const GREEN: Colour = 0x001b_7a5e;
const RED: Colour = 0x00b9_3a1e;
const VIOLET: Colour = 0x007a_5aa8;

/// The look of a line, or of the border of a shape.
#[derive(Clone, Copy, PartialEq, Debug)]
pub(super) struct Stroke {
    pub colour: Colour,
    pub width: f32,
    pub dashed: bool,
}

/// The look of a circle or a rectangle.
#[derive(Clone, Copy, PartialEq, Debug)]
pub(super) struct Area {
    /// Transparent if absent.
    pub fill: Option<Colour>,
    pub border: Stroke,
}

/// The look of a text.
#[derive(Clone, Copy, PartialEq, Debug)]
pub(super) struct Letters {
    pub colour: Colour,
    pub size: f32,
}

fn stroke(colour: Colour, width: f32) -> Stroke {
    Stroke { colour, width, dashed: false }
}

/// The look of a line.
pub(super) fn line(role: Role, change: Option<Change>) -> Stroke {
    let own = match role {
        Role::Tentacle => stroke(GOLD, 1.4),
        Role::Variable => stroke(BLUE, 1.2),
        Role::Marking => stroke(PINK, 1.2),
        Role::Call | Role::Return => Stroke { dashed: true, ..stroke(VIOLET, 1.4) },
        Role::Summary => stroke(SOFT, 2.4),
        Role::Covered => Stroke { dashed: true, ..stroke(GREY, 1.4) },
        Role::NullDereference | Role::Failed | Role::Exception | Role::Refuted => stroke(RED, 2.0),
        Role::Proved => Stroke { dashed: true, ..stroke(GREEN, 2.0) },
        _ => stroke(SOFT, 1.4),
    };
    changed(own, change)
}

/// The look of a circle or a rectangle.
pub(super) fn area(role: Role, change: Option<Change>) -> Area {
    let (fill, border) = match role {
        Role::Null => (Some(0x00d8_dbdf), stroke(GREY, 1.5)),
        Role::Collection => (Some(0x00e9_ecef), stroke(INK, 1.5)),
        Role::Constant => (Some(0x00f2_f3f5), stroke(GREY, 1.5)),
        Role::External => (None, stroke(INK, 1.2)),
        Role::Nonterminal => (Some(0x00fb_f3dc), stroke(GOLD, 1.5)),
        Role::Variable => (Some(0x00e3_edf7), stroke(BLUE, 1.0)),
        Role::Marking => (Some(0x00f6_e3ef), stroke(PINK, 1.0)),
        Role::Final | Role::Proved => (Some(0x00d9_efe6), stroke(GREEN, 2.0)),
        Role::NullDereference | Role::Failed | Role::Exception | Role::Refuted => (Some(0x00fb_dfd7), stroke(RED, 2.0)),
        Role::Component => (Some(0x00fa_fbfa), stroke(GREY, 1.5)),
        Role::Callee => (Some(0x00f3_eefb), stroke(VIOLET, 1.5)),
        Role::Call | Role::Return => (Some(PAPER), stroke(VIOLET, 1.5)),
        Role::Open => (Some(PAPER), Stroke { dashed: true, ..stroke(INK, 1.5) }),
        Role::Initial => (Some(PAPER), stroke(INK, 2.5)),
        _ => (Some(PAPER), stroke(INK, 1.5)),
    };
    let fill = if change == Some(Change::Removed) { fill.map(|_| PAPER) } else { fill };
    Area { fill, border: changed(border, change) }
}

/// Added parts have a strong green stroke, removed ones a thin dashed grey one: two differences besides the colour.
fn changed(own: Stroke, change: Option<Change>) -> Stroke {
    match change {
        None => own,
        Some(Change::Added) => Stroke { width: own.width + 1.2, ..stroke(GREEN, 0.0) },
        Some(Change::Removed) => Stroke { colour: GREY, width: 1.0, dashed: true },
    }
}

/// The look of a text.
pub(super) fn letters(role: Role, change: Option<Change>) -> Letters {
    let (colour, size) = match role {
        Role::Selector => (0x0033_506e, FONT),
        Role::Tentacle => (0x008a_6a1f, SMALL),
        // The names of null and of constants are inside circles, which are narrow.
        Role::Null | Role::Constant | Role::External => (INK, SMALL),
        Role::Variable | Role::Marking => (INK, SMALL + 1.0),
        Role::Step | Role::Call | Role::Return | Role::Note => (QUIET, SMALL),
        _ => (INK, FONT),
    };
    let colour = match change {
        None => colour,
        Some(Change::Added) => GREEN,
        Some(Change::Removed) => GREY,
    };
    Letters { colour, size }
}
