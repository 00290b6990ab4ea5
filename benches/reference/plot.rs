//! Bar charts of differences in percent, as SVG.

use std::fmt::Write;
use std::path::{Path, PathBuf};

use hrglass::draw::export::svg::escaped;

/// A picture and its file.
pub(super) struct Plot {
    /// The file, relative to the document.
    pub path: PathBuf,
    /// The document.
    pub text: String,
}

impl Plot {
    /// Writes the file below the document's directory, creating directories if needed; the error is a sentence.
    pub(crate) fn write(&self, document: &Path) -> Result<(), String> {
        let path = document.join(&self.path);
        let directory = path.parent().map_or(Ok(()), std::fs::create_dir_all);
        let written = directory.and_then(|()| std::fs::write(&path, &self.text));
        written.map_err(|why| format!("cannot write `{}`: {why}", path.display()))
    }
}

/// Bars below a title.
pub(super) struct Panel {
    pub title: String,
    pub bars: Vec<Bar>,
}

/// Two quotients: 1 is no difference.
pub(super) struct Bar {
    pub label: String,
    pub here: Option<f64>,
    pub reference: Option<f64>,
}

const WIDTH: f64 = 900.0;
/// The horizontal range of the bars.
const LEFT: f64 = 350.0;
const RIGHT: f64 = 870.0;
/// Space for the title, the key and the scale.
const TOP: f64 = 78.0;
const ROW: f64 = 14.0;
const GAP: f64 = 26.0;
/// Candidates for ticks on the scale, as quotients.
const TICKS: [f64; 11] = [0.0001, 0.001, 0.01, 0.1, 0.5, 1.0, 2.0, 10.0, 100.0, 1000.0, 10_000.0];

const STYLE: &str = "\
text{font:11px 'IBM Plex Mono',ui-monospace,Menlo,Consolas,monospace;fill:#1d2733}.title{font-size:14px;font-weight:600}\
.panel{font-size:12px;font-weight:600}.ground{fill:#fff}.grid{stroke:#d8dde3}.zero{stroke:#4a5664;stroke-width:1.5}\
.here{fill:#2f6ea8}.reference{fill:#dca53a}\
@media(prefers-color-scheme:dark){text{fill:#d9e0e8}.ground{fill:#12171d}.grid{stroke:#2c3641}.zero{stroke:#9aa7b4}\
.here{fill:#62a3dc}.reference{fill:#b98322}}";

/// The panels, stacked on one logarithmic scale, legible on light and dark backgrounds.
pub(super) fn bars(title: &str, panels: &[Panel]) -> String {
    let bars = || panels.iter().flat_map(|p| &p.bars);
    let quotients = || bars().flat_map(|b| [b.here, b.reference]).flatten().filter(|q| *q > 0.0);
    let (least, most) = quotients().fold((0.5, 2.0), |(least, most): (f64, f64), q| (least.min(q), most.max(q)));
    let low = TICKS.into_iter().rfind(|&t| t <= least).unwrap_or(TICKS[0]);
    let high = TICKS.into_iter().find(|&t| t >= most).unwrap_or(TICKS[TICKS.len() - 1]);
    let x = |q: f64| LEFT + (RIGHT - LEFT) * (q.clamp(low, high) / low).ln() / (high / low).ln();
    let height = TOP + panels.iter().map(|p| GAP + ROW * p.bars.len() as f64).sum::<f64>() + 16.0;
    // Writing to a string cannot fail.
    let mut out = format!(
        "<svg xmlns=\"http://www.w3.org/2000/svg\" viewBox=\"0 0 {WIDTH} {height}\" width=\"{WIDTH}\" height=\"{height}\" \
         role=\"img\">\n<title>{0}</title>\n<style>{STYLE}</style>\n<rect class=\"ground\" width=\"{WIDTH}\" \
         height=\"{height}\"/>\n<text class=\"title\" x=\"16\" y=\"26\">{0}</text>\n",
        escaped(title)
    );
    if bars().any(|b| b.reference.is_some()) {
        for (class, left, name) in [("here", 16.0, "hrglass"), ("reference", 100.0, "reference")] {
            let _ = writeln!(out, "<rect class=\"{class}\" x=\"{left}\" y=\"40\" width=\"10\" height=\"10\"/>");
            let _ = writeln!(out, "<text x=\"{}\" y=\"49\">{name}</text>", left + 15.0);
        }
    }
    for tick in TICKS.into_iter().filter(|t| (low..=high).contains(t)) {
        let (class, x) = (if tick == 1.0 { "zero" } else { "grid" }, x(tick));
        let _ = writeln!(out, "<path class=\"{class}\" d=\"M{x:.1} {TOP}V{:.1}\"/>", height - 12.0);
        // There is no space for three labels in a row next to the middle.
        let y = if tick == 0.5 || tick == 2.0 { TOP - 20.0 } else { TOP - 6.0 };
        let _ = writeln!(out, "<text x=\"{x:.1}\" y=\"{y}\" text-anchor=\"middle\">{}</text>", percent(tick));
    }
    let mut y = TOP;
    for panel in panels {
        let _ = writeln!(out, "<text class=\"panel\" x=\"16\" y=\"{}\">{}</text>", y + 18.0, escaped(&panel.title));
        y += GAP;
        for bar in &panel.bars {
            let label = escaped(&bar.label);
            let _ = writeln!(out, "<text x=\"{}\" y=\"{}\" text-anchor=\"end\">{label}</text>", LEFT - 8.0, y + 10.0);
            for (class, quotient, top) in [("here", bar.here, y + 1.0), ("reference", bar.reference, y + 7.0)] {
                let Some(quotient) = quotient else { continue };
                let (from, to) = (x(1.0).min(x(quotient)), x(1.0).max(x(quotient)));
                // Zero differences are visible too.
                let width = (to - from).max(2.0);
                let _ = writeln!(
                    out,
                    "<rect class=\"{class}\" x=\"{from:.1}\" y=\"{top}\" width=\"{width:.1}\" height=\"5\"/>"
                );
            }
            y += ROW;
        }
    }
    out.push_str("</svg>\n");
    out
}

/// A quotient as a difference in percent.
pub(super) fn percent(quotient: f64) -> String {
    let difference = (quotient - 1.0) * 100.0;
    let digits = if difference > -99.0 { 0 } else { 2 };
    match format!("{:.digits$}", difference.abs()).as_str() {
        "0" => "±0 %".to_owned(),
        amount => {
            let amount = if amount.contains('.') { amount.trim_end_matches('0').trim_end_matches('.') } else { amount };
            format!("{}{amount} %", if difference < 0.0 { '−' } else { '+' })
        }
    }
}
