//! `hrglass explore`.

use std::collections::BTreeSet;

use clap::ValueEnum;

use super::message::excerpt;
use super::watch::Watch;
use super::{Outcome, TaskOptions, check, complain, files, print};
use crate::base::Idx;
use crate::outcome::call_graph_drawing::call_graph_scene;
use crate::outcome::component_drawing::component_scene;
use crate::outcome::components::rsm_view;
use crate::outcome::dot;
use crate::outcome::heap_drawing::heap_scene;
use crate::outcome::proof::proof_scene;
use crate::outcome::state_drawing::state_space_scene;
use crate::outcome::svg::svg;
use crate::run::Session;

#[derive(clap::Args)]
pub(super) struct Explore {
    /// A task document (.json), settings file (.attestor), name of a built-in example, link, or `-`
    #[arg(value_name = "TASK")]
    task: String,
    #[command(flatten)]
    options: TaskOptions,
    /// What is printed
    #[arg(long, value_enum, default_value = "statespace")]
    view: View,
    /// How it is printed [default: dot; svg for `rsm` and `proof`]
    #[arg(long, value_enum)]
    format: Option<Format>,
    /// The number of the heap for `--view heap`, as in the state space
    #[arg(long, value_name = "N", default_value_t = 0)]
    heap: u32,
    /// The number of the component for `--view rsm`; without it, all calls between components
    #[arg(long, value_name = "N")]
    component: Option<u32>,
    /// A call that `--component` shows with the inside of the callee: the number of its box, as in `0` or `0/2`
    #[arg(long, value_name = "PATH", requires = "component")]
    open: Vec<String>,
    /// The property for `--view proof` [default: the first]
    #[arg(long, value_name = "ID")]
    property: Option<String>,
}

#[derive(Clone, Copy, ValueEnum)]
enum View {
    /// All states and transitions.
    Statespace,
    /// The recursive state machine: its components and the calls between them.
    Rsm,
    /// The proof structure of a property.
    Proof,
    /// One heap.
    Heap,
    /// The control-flow automata of the procedures.
    Cfa,
}

#[derive(Clone, Copy, ValueEnum)]
enum Format {
    /// For Graphviz; not of recursive state machines and proofs.
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
        let drawn = matches!(self.view, View::Rsm | View::Proof);
        let format = self.format.unwrap_or(if drawn { Format::Svg } else { Format::Dot });
        let text = match self.view {
            View::Statespace => session.state_space().map(|view| match format {
                Format::Dot => dot::state_space(&view),
                Format::Svg => svg(&state_space_scene(&view)),
                Format::Json => json(&view),
            }),
            View::Rsm => session.state_space().and_then(|view| {
                let rsm = rsm_view(&view);
                let open: BTreeSet<String> = self.open.iter().cloned().collect();
                match (format, self.component) {
                    (Format::Dot, _) => None,
                    (Format::Svg, None) => Some(svg(&call_graph_scene(&rsm))),
                    (Format::Svg, Some(component)) => component_scene(&rsm, component, &open).map(|scene| svg(&scene)),
                    (Format::Json, _) => Some(json(&rsm)),
                }
            }),
            View::Proof => {
                self.property(&session).and_then(|property| session.proof(property)).and_then(|view| match format {
                    Format::Dot => None,
                    Format::Svg => Some(svg(&proof_scene(&view))),
                    Format::Json => Some(json(&view)),
                })
            }
            View::Heap => session.heap(self.heap).map(|view| match format {
                Format::Dot => dot::heap(&view),
                Format::Svg => svg(&heap_scene(&view)),
                Format::Json => json(&view),
            }),
            View::Cfa => session.program().and_then(|program| match format {
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
                let how =
                    if drawn && matches!(format, Format::Dot) { " in this format; try `--format svg`" } else { "" };
                complain(&format!("hrglass: there is nothing to show for `{}`{how}\n", self.task));
                Outcome::WrongInput
            }
        }
    }
}

impl Explore {
    /// The position in the report of the property that is asked for.
    fn property(&self, session: &Session) -> Option<u32> {
        let mut properties = session.report().properties.iter();
        let position = properties.position(|p| self.property.as_ref().is_none_or(|id| *id == p.id));
        position.map(u32::at)
    }
}

fn json(view: &impl serde::Serialize) -> String {
    // Plain data with string keys: serialisation cannot fail.
    format!("{}\n", serde_json::to_string_pretty(view).unwrap_or_default())
}
