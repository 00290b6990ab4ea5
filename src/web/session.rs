//! Runs, and questions about their outcomes.

mod batch;
mod chart;
mod questions;
mod watch;

use wasm_bindgen::prelude::*;

use super::DOCUMENT;
use base::CollectByInsertion;
use chart::Chart;
use draw::call_graph_drawing::call_graph_scene;
use draw::component_drawing::component_scene;
use draw::components::{RsmView, rsm_view};
use draw::folding::{ChartOptions, Folded};
use draw::scene::Scene;
use report::space::StateSpaceView;
use task::load_document;
use watch::Watch;

/// Runs a task document; `onProgress` is called a few times each second with the progress, `onBatch` with the new
/// states.
#[wasm_bindgen]
pub fn run(
    task: &str,
    #[wasm_bindgen(js_name = onProgress, unchecked_param_type = "(progress: Progress) => void")]
    on_progress: &js_sys::Function,
    #[wasm_bindgen(js_name = onBatch, unchecked_optional_param_type = "(batch: Batch) => void")] on_batch: Option<
        js_sys::Function,
    >,
) -> Session {
    let loaded = load_document(task, DOCUMENT);
    let mut watch = Watch::new(on_progress, on_batch.as_ref(), &loaded.task.options);
    Session { session: session::run(&loaded, &mut watch), space: None, labelled: 0, rsm: None }
}

/// The result of a run.
#[wasm_bindgen]
pub struct Session {
    session: session::Session,
    /// The state space, once it has been requested.
    space: Option<StateSpaceView>,
    /// The number of its states that have been labelled.
    labelled: usize,
    /// The components, once they have been requested.
    rsm: Option<RsmView>,
}

impl Session {
    fn space(&mut self) -> Option<&StateSpaceView> {
        if self.space.is_none() {
            self.space = self.session.unlabelled_space();
        }
        self.space.as_ref()
    }

    fn rsm(&mut self) -> Option<&RsmView> {
        if self.rsm.is_none() {
            self.rsm = self.space().map(rsm_view);
        }
        self.rsm.as_ref()
    }

    fn chart(&mut self, options: &ChartOptions) -> Option<Chart> {
        self.space();
        let space = self.space.as_ref()?;
        let folded = Folded::new(space, options);
        let total = self.session.report().exploration.as_ref().map_or(0, |e| e.states_total);
        let beyond = total.saturating_sub(space.states.len() as u32);
        Some(Chart::of_states(space, &folded, |heap| self.session.variables(heap), beyond))
    }

    fn component(&mut self, number: Option<u32>, open: Vec<String>) -> Option<Scene> {
        let open = open.into_iter().collect_by_insertion();
        let rsm = self.rsm()?;
        number.map_or_else(|| Some(call_graph_scene(rsm)), |component| component_scene(rsm, component, &open))
    }
}

#[wasm_bindgen]
impl Session {
    /// The report as JSON: the same text as the output of the command line with `--format json`.
    pub fn report(&self) -> String {
        // Serialising plain data with string keys cannot fail.
        serde_json::to_string_pretty(self.session.report()).unwrap_or_default()
    }

    /// Evaluates the propositions in the next `states` states. Returns the number of labelled states.
    pub fn label(&mut self, states: u32) -> u32 {
        self.space();
        let Some(space) = &mut self.space else { return 0 };
        let end = self.labelled.saturating_add(states as usize).min(space.states.len());
        self.session.label(space, self.labelled..end);
        self.labelled = end;
        end as u32
    }
}
