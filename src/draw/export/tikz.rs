//! Pictures as LaTeX documents that draw with TikZ.

use std::collections::BTreeSet;
use std::fmt::Write;

use crate::export::look::{Stroke, area, letters, line};
use crate::export::svg::name;
use crate::layout::Point;
use crate::scene::{Anchor, Change, Piece, Role, SMALL, Scene, Shape, pieces};
use base::CollectByInsertion;

/// Printer's points per unit of the picture: letters of pictures are as large as those of text in ten points.
const UNIT: f32 = 10.0 / 13.0;

/// TeX cannot measure more than 16,383 points; larger pictures are scaled down.
const LARGEST: f32 = 12_000.0;

/// Characters that need a macro, or are active, in text.
const SPECIAL: &[(char, &str)] = &[
    ('\\', "\\textbackslash{}"),
    ('{', "\\{"),
    ('}', "\\}"),
    ('$', "\\$"),
    ('&', "\\&"),
    ('#', "\\#"),
    ('%', "\\%"),
    ('_', "\\_"),
    ('^', "\\textasciicircum{}"),
    ('~', "\\textasciitilde{}"),
    // After a question or exclamation mark, it would turn this upside down.
    ('`', "{}`"),
];

/// Characters that occur in formulas and remarks, in fonts that every TeX installation has.
const SYMBOLS: &[(char, &str)] = &[
    ('·', "$\\cdot$"),
    ('…', "\\dots{}"),
    ('→', "$\\to$"),
    ('⊢', "$\\vdash$"),
    ('¬', "$\\neg$"),
    ('∧', "$\\wedge$"),
    ('∨', "$\\vee$"),
];

/// A character that the font lacks, or that 8-bit TeX cannot read, is written as its number: neither an error nor a
/// gap.
const PREAMBLE: &str = "\
\\documentclass[tikz,border=4pt]{standalone}
\\usetikzlibrary{arrows.meta}
\\ifdefined\\Uchar
  \\newcommand\\letter[2]{\\iffontchar\\font\"#2 #1\\else\\textsubscript{U+#2}\\fi}
\\else
  \\newcommand\\letter[2]{\\ifcsname u8:\\detokenize{#1}\\endcsname#1\\else\\textsubscript{U+#2}\\fi}
\\fi
";

/// Writes `scene` as a document for LaTeX (pdfLaTeX or LuaLaTeX) that consists of the picture.
pub fn tikz(scene: &Scene) -> String {
    let unit = UNIT.min(LARGEST / scene.size[0].max(scene.size[1]).max(1.0));
    let mut out = String::from(PREAMBLE);
    let _ = writeln!(out, "\\begin{{document}}\n\\frenchspacing\n\\begin{{tikzpicture}}[x={unit:.4}pt,y={unit:.4}pt,");
    out.push_str("  letters/.style={inner sep=0pt,outer sep=0pt},>={Stealth[length=6pt,width=5pt]},\n");
    write_styles(&mut out, scene);
    out.push_str("]\n");
    for (shape, change) in scene.shapes_with_changes() {
        write_shape(&mut out, shape, change, scene.size[1]);
    }
    out.push_str("\\end{tikzpicture}\n\\end{document}\n");
    out
}

/// One style for each kind of shape that occurs, in one place.
fn write_styles(out: &mut String, scene: &Scene) {
    let kinds: BTreeSet<(Kind, Role, Option<Change>)> = scene
        .shapes_with_changes()
        .map(|(shape, change)| (kind(shape).0, kind(shape).1, change))
        .collect_by_insertion();
    for (kind, role, change) in kinds {
        let look = match kind {
            Kind::Area => {
                let area = area(role, change);
                let fill = area.fill.map_or(String::new(), |fill| format!(",fill={}", colour(fill)));
                stroke(area.border) + &fill
            }
            Kind::Line => stroke(line(role, change)),
            Kind::Text => {
                let letters = letters(role, change);
                let size = if letters.size <= SMALL { "\\footnotesize" } else { "\\normalsize" };
                format!("text={},font=\\ttfamily{size}", colour(letters.colour))
            }
        };
        let _ = writeln!(out, "  {}/.style={{{look}}},", style(kind, role, change));
    }
}

/// The kinds of styles.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
enum Kind {
    Area,
    Line,
    Text,
}

fn kind(shape: &Shape) -> (Kind, Role) {
    match shape {
        Shape::Circle { role, .. } | Shape::Box { role, .. } => (Kind::Area, *role),
        Shape::Line { role, .. } => (Kind::Line, *role),
        Shape::Text { role, .. } => (Kind::Text, *role),
    }
}

/// The name of a style, different from all names in TikZ itself.
fn style(kind: Kind, role: Role, change: Option<Change>) -> String {
    let what = match kind {
        Kind::Area => "area",
        Kind::Line => "line",
        Kind::Text => "text",
    };
    let change = change.map_or(String::new(), |c| format!(" {}", name(c)));
    format!("{} {what}{change}", name(role))
}

fn colour(rgb: u32) -> String {
    let [_, red, green, blue] = rgb.to_be_bytes();
    format!("{{rgb,255:red,{red};green,{green};blue,{blue}}}")
}

fn stroke(stroke: Stroke) -> String {
    let dashes = if stroke.dashed { ",dash pattern=on 4pt off 2.5pt" } else { "" };
    format!("draw={},line width={:.2}pt{dashes}", colour(stroke.colour), stroke.width * UNIT)
}

fn write_shape(out: &mut String, shape: &Shape, change: Option<Change>, height: f32) {
    let (kind, role) = kind(shape);
    let style = style(kind, role, change);
    let at = |p: Point| format!("({:.2},{:.2})", p[0], height - p[1]);
    // Writing to a string cannot fail.
    let _ = match shape {
        Shape::Circle { at: centre, radius, .. } => {
            writeln!(out, "\\path[{style}] {} circle[radius={radius:.2}];", at(*centre))
        }
        Shape::Box { at: [x, y], size: [width, height], corner, .. } => {
            let corners = [-0.5, 0.5].map(|part| at([x + part * width, y + part * height]));
            let corner = corner * UNIT;
            writeln!(out, "\\path[{style},rounded corners={corner:.2}pt] {} rectangle {};", corners[0], corners[1])
        }
        Shape::Line { points, arrow, .. } => {
            let mut path = points.first().map_or(String::new(), |&first| at(first));
            let mut here = points.first().copied().unwrap_or_default();
            for piece in pieces(points) {
                here = match piece {
                    Piece::Straight(end) => {
                        let _ = write!(path, " -- {}", at(end));
                        end
                    }
                    Piece::Curve(control, end) => {
                        // The same curve with two control points.
                        let near = |p: Point| [0, 1].map(|i| p[i] + (control[i] - p[i]) * 2.0 / 3.0);
                        let _ = write!(path, " .. controls {} and {} .. {}", at(near(here)), at(near(end)), at(end));
                        end
                    }
                };
            }
            writeln!(out, "\\path[{style}{}] {path};", if *arrow { ",->" } else { "" })
        }
        Shape::Text { at: point, text, anchor, .. } => {
            let anchor = match anchor {
                Anchor::Start => "mid west",
                Anchor::Middle => "mid",
                Anchor::End => "mid east",
            };
            writeln!(out, "\\node[letters,{style},anchor={anchor}] at {} {{{}}};", at(*point), escaped(text))
        }
    };
}

/// `text` escaped for a LaTeX document.
fn escaped(text: &str) -> String {
    let mut out = String::with_capacity(text.len());
    for c in text.chars() {
        match SPECIAL.iter().chain(SYMBOLS).find(|(special, _)| *special == c) {
            Some((_, written)) => out.push_str(written),
            None if c.is_control() => out.push(' '),
            None if c.is_ascii() => out.push(c),
            None => {
                let _ = write!(out, "\\letter{{{c}}}{{{:04X}}}", c as u32);
            }
        }
    }
    out
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::scene::ChangedShape;
    use base::Message;

    /// Texts that are more hostile than names of classes and fields.
    const TEXTS: &[&str] =
        &["\\end{document}", "a_b$c", "100% #1 & ~^{}", "näme Übergröße", "表 имя ?` !`", "s ⊢ φ → ¬x", "\u{1}\u{7f}"];

    fn scene() -> Scene {
        let mut shapes = vec![
            Shape::Circle { at: [10.0, 10.0], radius: 8.0, role: Role::Vertex, title: Some(Message::verbatim("}")) },
            Shape::Box { at: [50.0, 10.0], size: [20.0, 10.0], corner: 3.0, role: Role::Nonterminal, title: None },
            Shape::Line { points: vec![[10.0, 10.0], [50.0, 10.0]], arrow: true, role: Role::Selector },
            Shape::Line { points: vec![[10.0, 10.0], [30.0, 70.0], [50.0, 10.0]], arrow: true, role: Role::Call },
        ];
        shapes.extend(TEXTS.iter().map(|text| Shape::centred([30.0, 40.0], text, Role::Selector)));
        let changes = vec![ChangedShape { shape: 0, change: Change::Added }];
        Scene { size: [60.0, 80.0], shapes, changes, ..Scene::default() }
    }

    #[test]
    fn coordinates_go_up_and_curves_stay_the_same() {
        let text = tikz(&scene());
        for line in [
            "\\path[vertex area added] (10.00,70.00) circle[radius=8.00];",
            "\\path[nonterminal area,rounded corners=2.31pt] (40.00,75.00) rectangle (60.00,65.00);",
            "\\path[selector line,->] (10.00,70.00) -- (50.00,70.00);",
            "\\path[call line,->] (10.00,70.00) .. controls (23.33,30.00) and (36.67,30.00) .. (50.00,70.00);",
        ] {
            assert!(text.contains(line), "{line}\n{text}");
        }
        assert!(text.lines().any(|l| l.contains("call line/.style") && l.contains("dash pattern")), "{text}");
    }

    #[test]
    fn texts_are_set_and_do_nothing() {
        assert_eq!(escaped("\\end{a}"), "\\textbackslash{}end\\{a\\}");
        assert_eq!(escaped("$&#%_^~"), "\\$\\&\\#\\%\\_\\textasciicircum{}\\textasciitilde{}");
        assert_eq!(escaped("ä\n?`"), "\\letter{ä}{00E4} ?{}`");
    }

    #[test]
    fn braces_balance_and_the_picture_ends_once() {
        let text = tikz(&scene());
        let mut depth = 0i32;
        let mut bytes = text.bytes();
        while let Some(byte) = bytes.next() {
            match byte {
                b'\\' => _ = bytes.next(),
                b'{' => depth += 1,
                b'}' => depth -= 1,
                b'%' | b'~' | b'^' | b'`' if depth == 0 => panic!("{text}"),
                _ => {}
            }
            assert!(depth >= 0, "{text}");
        }
        assert_eq!(depth, 0);
        for part in ["\\begin{document}", "\\end{document}", "\\begin{tikzpicture}", "\\end{tikzpicture}"] {
            assert_eq!(text.matches(part).count(), 1, "{part}");
        }
    }

    #[test]
    fn what_tex_cannot_measure_is_drawn_closer() {
        let large = Scene { size: [60_000.0, 10.0], ..Scene::default() };
        assert!(tikz(&large).contains("[x=0.2000pt,y=0.2000pt,"));
        assert!(tikz(&Scene::default()).contains("[x=0.7692pt,y=0.7692pt,"));
    }
}
