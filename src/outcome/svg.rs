//! Pictures as self-contained SVG documents.

use std::fmt::Write;

use super::scene::{Anchor, Scene, Shape, path_data};

/// Space around the picture.
const MARGIN: f32 = 12.0;

/// Light colours; a reader that prefers dark gets the same picture on its white ground.
const STYLE: &str = "\
text{font:13px 'IBM Plex Mono',ui-monospace,Menlo,Consolas,monospace;fill:#1d2733;dominant-baseline:central}\
.selector,.tentacle,.step,.summary,.call,.return,.stutter{fill:none;stroke:#4a5664;stroke-width:1.4}\
text.selector{stroke:none;fill:#33506e}text.tentacle{stroke:none;fill:#8a6a1f;font-size:11px}\
.vertex,.state,.initial,.open{fill:#fff;stroke:#1d2733;stroke-width:1.5}\
.null{fill:#d8dbdf;stroke:#8b939d;stroke-width:1.5}.constant{fill:#f2f3f5;stroke:#8b939d;stroke-width:1.5}\
.external{fill:none;stroke:#1d2733;stroke-width:1.2}\
.nonterminal{fill:#fbf3dc;stroke:#a8852f;stroke-width:1.5}.tentacle{stroke:#a8852f}\
.variable{fill:#e3edf7;stroke:#4b7aa8}.marking{fill:#f6e3ef;stroke:#a3508a}\
.final,.proved{fill:#d9efe6;stroke:#1b7a5e;stroke-width:2}.nullDereference,.exception,.refuted{fill:#fbdfd7;stroke:#b93a1e;stroke-width:2}\
.call,.return{stroke:#7a5aa8;stroke-dasharray:5 3}.summary{stroke-width:2.4}\
text.vertex,text.null,text.constant,text.nonterminal,text.variable,text.marking,text.state,text.initial,text.final,\
text.nullDereference,text.exception,text.proved,text.refuted,text.open{stroke:none;fill:#1d2733}\
rect.component{fill:#fafbfa;stroke:#8b939d;stroke-width:1.5}rect.callee{fill:#f3eefb;stroke:#7a5aa8;stroke-width:1.5}\
circle.call,circle.return{fill:#fff;stroke:#7a5aa8;stroke-width:1.5;stroke-dasharray:none}\
circle.open{stroke-dasharray:3 3}path.nullDereference,path.refuted{fill:none;stroke:#b93a1e;stroke-width:2}text.step,text.call,text.return,text.note{stroke:none;fill:#5d6973;font-size:11px}";

/// Writes `scene` as an SVG document with its style inside.
pub fn svg(scene: &Scene) -> String {
    let (width, height) = (scene.size[0] + 2.0 * MARGIN, scene.size[1] + 2.0 * MARGIN);
    let mut out = format!(
        "<svg xmlns=\"http://www.w3.org/2000/svg\" viewBox=\"{:.1} {:.1} {width:.1} {height:.1}\" width=\"{width:.1}\" \
         height=\"{height:.1}\" role=\"img\">\n<desc>{}</desc>\n<style>{STYLE}</style>\n<defs><marker id=\"head\" \
         viewBox=\"0 0 10 10\" refX=\"9\" refY=\"5\" markerWidth=\"7\" markerHeight=\"7\" orient=\"auto-start-reverse\">\
         <path d=\"M0 1 10 5 0 9z\" fill=\"#4a5664\"/></marker></defs>\n",
        -MARGIN,
        -MARGIN,
        escaped(&scene.description)
    );
    for shape in &scene.shapes {
        write_shape(&mut out, shape);
    }
    out.push_str("</svg>\n");
    out
}

fn write_shape(out: &mut String, shape: &Shape) {
    // Writing to a string cannot fail.
    let _ = match shape {
        Shape::Circle { at, radius, role, title } => writeln!(
            out,
            "<circle class=\"{}\" cx=\"{:.1}\" cy=\"{:.1}\" r=\"{radius:.1}\">{}</circle>",
            class(role),
            at[0],
            at[1],
            titled(title)
        ),
        Shape::Box { at, size, corner, role, title } => writeln!(
            out,
            "<rect class=\"{}\" x=\"{:.1}\" y=\"{:.1}\" width=\"{:.1}\" height=\"{:.1}\" rx=\"{corner:.1}\">{}</rect>",
            class(role),
            at[0] - size[0] / 2.0,
            at[1] - size[1] / 2.0,
            size[0],
            size[1],
            titled(title)
        ),
        Shape::Line { points, arrow, role } => writeln!(
            out,
            "<path class=\"{}\" d=\"{}\"{}/>",
            class(role),
            path_data(points),
            if *arrow { " marker-end=\"url(#head)\"" } else { "" }
        ),
        Shape::Text { at, text, anchor, role } => writeln!(
            out,
            "<text class=\"{}\" x=\"{:.1}\" y=\"{:.1}\" text-anchor=\"{}\">{}</text>",
            class(role),
            at[0],
            at[1],
            match anchor {
                Anchor::Start => "start",
                Anchor::Middle => "middle",
                Anchor::End => "end",
            },
            escaped(text)
        ),
    };
}

fn titled(title: &Option<String>) -> String {
    title.as_ref().map_or(String::new(), |t| format!("<title>{}</title>", escaped(t)))
}

/// The name of the role in JSON, so that the page and the export share class names.
fn class(role: &super::scene::Role) -> String {
    match serde_json::to_value(role) {
        Ok(serde_json::Value::String(name)) => name,
        _ => String::new(),
    }
}

/// `text` as it stands in an SVG document.
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
    use crate::outcome::scene::Role;

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
            description: "a <b>".into(),
            ..Scene::default()
        };
        let text = svg(&scene);
        assert!(text.contains(">&lt;/text&gt;&lt;script&gt;&amp;&quot;\u{fffd}</text>"), "{text}");
        assert!(text.contains("<desc>a &lt;b&gt;</desc>"), "{text}");
        assert!(text.contains("class=\"variable\""), "{text}");
    }
}
