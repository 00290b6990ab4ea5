//! `hrglass explore`.

use clap::ValueEnum;

use super::message::excerpt;
use super::watch::Watch;
use super::{Outcome, TaskOptions, check, complain, files, print};
use crate::outcome::dot;
use crate::outcome::heap_drawing::heap_scene;
use crate::outcome::state_drawing::state_space_scene;
use crate::outcome::svg::svg;

#[derive(clap::Args)]
pub(super) struct Explore {
    /// A task document (.json), settings file (.attestor), name of a built-in example, or `-`
    #[arg(value_name = "TASK")]
    task: String,
    #[command(flatten)]
    options: TaskOptions,
    /// What is printed
    #[arg(long, value_enum, default_value = "statespace")]
    view: View,
    /// How it is printed
    #[arg(long, value_enum, default_value = "dot")]
    format: Format,
    /// The number of the heap for `--view heap`, as in the state space
    #[arg(long, value_name = "N", default_value_t = 0)]
    heap: u32,
}

#[derive(Clone, Copy, ValueEnum)]
enum View {
    /// All states and transitions.
    Statespace,
    /// One heap.
    Heap,
    /// The control-flow automata of the procedures.
    Cfa,
}

#[derive(Clone, Copy, ValueEnum)]
enum Format {
    /// For Graphviz.
    Dot,
    /// A picture; not of control-flow automata.
    Svg,
    /// For programs.
    Json,
}

impl Explore {
    pub fn run(self) -> Outcome {
        let Some(loaded) = files::load_task(&self.task, &self.options) else { return Outcome::WrongInput };
        let mut session = crate::run::run(&loaded, &mut Watch::new(&loaded.task.options));
        for diagnostic in &session.report().diagnostics {
            complain(&excerpt(diagnostic, session.sources()));
        }
        let text = match self.view {
            View::Statespace => session.state_space().map(|view| match self.format {
                Format::Dot => dot::state_space(&view),
                Format::Svg => svg(&state_space_scene(&view)),
                Format::Json => json(&view),
            }),
            View::Heap => session.heap(self.heap).map(|view| match self.format {
                Format::Dot => dot::heap(&view),
                Format::Svg => svg(&heap_scene(&view)),
                Format::Json => json(&view),
            }),
            View::Cfa => session.program().and_then(|program| match self.format {
                Format::Dot => Some(dot::program(program)),
                Format::Json => Some(json(&dot::program_value(program, session.sources()))),
                Format::Svg => None,
            }),
        };
        match text {
            Some(text) => {
                print(&text);
                check::outcome(session.report())
            }
            None => {
                complain(&format!("hrglass: there is nothing to show for `{}`\n", self.task));
                Outcome::WrongInput
            }
        }
    }
}

fn json(view: &impl serde::Serialize) -> String {
    // Plain data with string keys: serialisation cannot fail.
    format!("{}\n", serde_json::to_string_pretty(view).unwrap_or_default())
}
