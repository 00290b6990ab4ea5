//! Pictures as self-contained SVG documents.

use std::collections::BTreeSet;
use std::fmt::Write;

use crate::export::look::{Colour, PAPER, Stroke, area, letters, line};
use crate::scene::{Anchor, Change, Role, Scene, Shape, path_data};
use base::Message;

/// Space around the picture.
const MARGIN: f32 = 12.0;

/// The style of all texts. Labels of lines have an outline, so that lines that cross them do not hide them.
const TEXT: &str = "text{font-family:'IBM Plex Mono',ui-monospace,Menlo,Consolas,monospace;dominant-baseline:central}\
text.selector,text.tentacle,text.step{paint-order:stroke;stroke:#fff;stroke-width:3px}\n";

/// Writes `scene` as an SVG document with its style inside, on a white background.
pub fn svg(scene: &Scene) -> String {
    let [width, height] = scene.size.map(|side| side + 2.0 * MARGIN);
    let edge = -MARGIN;
    let mut out = format!(
        "<svg xmlns=\"http://www.w3.org/2000/svg\" viewBox=\"{edge:.1} {edge:.1} {width:.1} {height:.1}\" width=\"{width:.1}\" \
         height=\"{height:.1}\" role=\"img\">\n<desc>{}</desc>\n",
        escaped(&scene.description)
    );
    write_style(&mut out, scene);
    let _ = writeln!(
        out,
        "<rect x=\"{edge:.1}\" y=\"{edge:.1}\" width=\"{width:.1}\" height=\"{height:.1}\" fill=\"{}\"/>",
        hex(PAPER)
    );
    for (shape, change) in scene.shapes_with_changes() {
        write_shape(&mut out, shape, change);
    }
    out.push_str("</svg>\n");
    out
}

/// The style rules and arrowheads of the shapes that occur.
fn write_style(out: &mut String, scene: &Scene) {
    let (mut kinds, mut heads) = (BTreeSet::new(), BTreeSet::new());
    for (shape, change) in scene.shapes_with_changes() {
        let (tag, role) = kind(shape);
        kinds.insert((tag, role, change));
        if let Shape::Line { arrow: true, role, .. } = shape {
            heads.insert(line(*role, change).colour);
        }
    }
    let _ = write!(out, "<style>{TEXT}");
    for (tag, role, change) in kinds {
        let _ = write!(out, "{tag}.{}", classes(role, change).replace(' ', "."));
        let _ = match tag {
            "text" => {
                let letters = letters(role, change);
                writeln!(out, "{{fill:{};font-size:{}px}}", hex(letters.colour), letters.size)
            }
            "path" => writeln!(out, "{{fill:none;{}}}", stroke(line(role, change))),
            _ => {
                let area = area(role, change);
                writeln!(out, "{{fill:{};{}}}", area.fill.map_or("none".to_owned(), hex), stroke(area.border))
            }
        };
    }
    out.push_str("</style>\n<defs>\n");
    for colour in heads {
        let _ = writeln!(
            out,
            "<marker id=\"{}\" viewBox=\"0 0 10 10\" refX=\"9\" refY=\"5\" markerWidth=\"10\" markerHeight=\"10\" \
             markerUnits=\"userSpaceOnUse\" orient=\"auto\"><path d=\"M0 1 10 5 0 9z\" fill=\"{}\"/></marker>",
            head(colour),
            hex(colour)
        );
    }
    out.push_str("</defs>\n");
}

fn hex(colour: Colour) -> String {
    format!("#{colour:06x}")
}

/// The name of the arrowhead for lines of this colour.
fn head(colour: Colour) -> String {
    format!("head-{colour:06x}")
}

fn stroke(stroke: Stroke) -> String {
    let dashes = if stroke.dashed { ";stroke-dasharray:5 3" } else { "" };
    format!("stroke:{};stroke-width:{}{dashes}", hex(stroke.colour), stroke.width)
}

fn kind(shape: &Shape) -> (&'static str, Role) {
    match shape {
        Shape::Circle { role, .. } => ("circle", *role),
        Shape::Box { role, .. } => ("rect", *role),
        Shape::Line { role, .. } => ("path", *role),
        Shape::Text { role, .. } => ("text", *role),
    }
}

fn write_shape(out: &mut String, shape: &Shape, change: Option<Change>) {
    let (tag, role) = kind(shape);
    // Writing to a string cannot fail.
    let _ = write!(out, "<{tag} class=\"{}\"", classes(role, change));
    let _ = match shape {
        Shape::Circle { at, radius, title, .. } => {
            let [x, y] = at;
            writeln!(out, " cx=\"{x:.1}\" cy=\"{y:.1}\" r=\"{radius:.1}\">{}</circle>", titled(title))
        }
        Shape::Box { at, size: [width, height], corner, title, .. } => {
            let [x, y] = [at[0] - width / 2.0, at[1] - height / 2.0];
            let size = format!("width=\"{width:.1}\" height=\"{height:.1}\"");
            writeln!(out, " x=\"{x:.1}\" y=\"{y:.1}\" {size} rx=\"{corner:.1}\">{}</rect>", titled(title))
        }
        Shape::Line { points, arrow, .. } => {
            let end = if *arrow {
                format!(" marker-end=\"url(#{})\"", head(line(role, change).colour))
            } else {
                String::new()
            };
            writeln!(out, " d=\"{}\"{end}/>", path_data(points))
        }
        Shape::Text { at, text, anchor, .. } => {
            let [x, y] = at;
            let anchor = match anchor {
                Anchor::Start => "start",
                Anchor::Middle => "middle",
                Anchor::End => "end",
            };
            writeln!(out, " x=\"{x:.1}\" y=\"{y:.1}\" text-anchor=\"{anchor}\">{}</text>", escaped(text))
        }
    };
}

fn titled(title: &Option<Message>) -> String {
    title.as_ref().map_or(String::new(), |t| format!("<title>{}</title>", escaped(t)))
}

/// The names of role and change in JSON, so that the page and the export share class names.
fn classes(role: Role, change: Option<Change>) -> String {
    let change = change.map(|c| format!(" {}", name(c)));
    name(role) + &change.unwrap_or_default()
}

/// The JSON name of a role or a change.
pub(super) fn name(value: impl serde::Serialize) -> String {
    match serde_json::to_value(value) {
        Ok(serde_json::Value::String(name)) => name,
        _ => String::new(),
    }
}

/// `text` escaped for an SVG document.
pub fn escaped(text: &str) -> String {
    let mut out = String::with_capacity(text.len());
    for c in text.chars() {
        match c {
            '&' => out.push_str("&amp;"),
            '<' => out.push_str("&lt;"),
            '>' => out.push_str("&gt;"),
            '"' => out.push_str("&quot;"),
            // XML allows no other control characters.
            c if c.is_control() && !matches!(c, '\n' | '\t') => out.push('\u{fffd}'),
            c => out.push(c),
        }
    }
    out
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::scene::ChangedShape;

    #[test]
    fn names_from_the_input_stay_text() {
        let scene = Scene {
            size: [10.0, 10.0],
            shapes: vec![Shape::Text {
                at: [0.0, 0.0],
                text: "</text><script>&\"\u{1}".into(),
                anchor: Anchor::Middle,
                role: Role::Variable,
            }],
            description: Message::verbatim("a <b>"),
            ..Scene::default()
        };
        let text = svg(&scene);
        assert!(text.contains(">&lt;/text&gt;&lt;script&gt;&amp;&quot;\u{fffd}</text>"), "{text}");
        assert!(text.contains("<desc>a &lt;b&gt;</desc>"), "{text}");
        assert!(text.contains("class=\"variable\""), "{text}");
    }
    #[test]
    fn arrowheads_have_the_colour_of_their_line_and_changes_a_look_of_their_own() {
        let line = |role| Shape::Line { points: vec![[0.0, 0.0], [9.0, 0.0]], arrow: true, role };
        let scene = Scene {
            size: [10.0, 10.0],
            shapes: vec![line(Role::Selector), line(Role::Call), line(Role::Selector)],
            changes: vec![ChangedShape { shape: 2, change: Change::Added }],
            ..Scene::default()
        };
        let text = svg(&scene);
        for (role, change) in [(Role::Selector, None), (Role::Call, None), (Role::Selector, Some(Change::Added))] {
            let colour = super::line(role, change).colour;
            let class = classes(role, change);
            let rule = format!("path.{}{{fill:none;stroke:#{colour:06x}", class.replace(' ', "."));
            assert!(text.contains(&rule), "{rule}: {text}");
            let path =
                format!("<path class=\"{class}\" d=\"M0.0 0.0L9.0 0.0\" marker-end=\"url(#head-{colour:06x})\"/>");
            assert!(text.contains(&path), "{path}: {text}");
            assert!(text.contains(&format!("<marker id=\"head-{colour:06x}\"")), "{text}");
        }
    }
}
