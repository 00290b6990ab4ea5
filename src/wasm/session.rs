//! Runs, and queries about their results.

mod batch;
mod chart;
mod evidence;
mod pictures;
mod search;
mod watch;

use std::collections::BTreeSet;

use wasm_bindgen::prelude::*;

use super::{DOCUMENT, to_js};
use crate::base::CollectByInsertion;
use crate::draw::call_graph_drawing::call_graph_scene;
use crate::draw::component_drawing::component_scene;
use crate::draw::components::{RsmView, rsm_view};
use crate::draw::folding::{ChartOptions, Folded};
use crate::draw::scene::Scene;
use crate::report::space::StateSpaceView;
use crate::session;
use crate::task::load_document;
use chart::{Chart, StateLabels};
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

    /// The picture of a component, or without a number, of the calls between all components.
    fn component_scene(&mut self, component: Option<u32>, open: &BTreeSet<String>) -> Option<Scene> {
        let rsm = self.rsm()?;
        component.map_or_else(|| Some(call_graph_scene(rsm)), |c| component_scene(rsm, c, open))
    }
}

#[wasm_bindgen]
impl Session {
    /// The report as JSON: the same text as the output of the command line with `--format json`.
    pub fn report(&self) -> String {
        // Serialising plain data with string keys cannot fail.
        serde_json::to_string_pretty(self.session.report()).unwrap_or_default()
    }

    /// The drawing of the state space, in columns; absent if nothing was run. The options determine selection and
    /// folding.
    ///
    /// # Errors
    /// If the options are invalid.
    pub fn chart(
        &mut self,
        #[wasm_bindgen(unchecked_optional_param_type = "ChartOptions")] options: JsValue,
    ) -> Result<Option<Chart>, JsError> {
        let options: Option<ChartOptions> = serde_wasm_bindgen::from_value(options)?;
        self.space();
        let Some(space) = &self.space else { return Ok(None) };
        let folded = Folded::new(space, &options.unwrap_or_default());
        let total = self.session.report().exploration.as_ref().map_or(0, |e| e.states_total);
        let beyond = total.saturating_sub(space.states.len() as u32);
        Ok(Some(Chart::of_states(space, &folded, |heap| self.session.variables(heap), beyond)))
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

    /// The propositions of the states labelled by [`Session::label`]; absent if nothing was run.
    pub fn labels(&self) -> Option<StateLabels> {
        self.space.as_ref().map(|space| StateLabels::of(space, self.labelled))
    }

    /// The picture of a heap, or for a boolean program, of the values of the variables.
    #[wasm_bindgen(unchecked_return_type = "Scene | undefined")]
    pub fn heap(&self, heap: u32) -> JsValue {
        self.session.scene(heap).map_or(JsValue::UNDEFINED, |scene| to_js(&scene))
    }

    /// The same heap as a formula of separation logic; absent for a boolean program.
    pub fn formula(&self, heap: u32) -> Option<String> {
        self.session.formula(heap)
    }

    /// Summaries of the components of the state space; absent if nothing was run.
    #[wasm_bindgen(unchecked_return_type = "ComponentSummary[] | undefined")]
    pub fn components(&mut self) -> JsValue {
        self.rsm().map_or(JsValue::UNDEFINED, |rsm| to_js(&rsm.summaries()))
    }

    /// The picture of a component, with the callees inside the boxes whose paths are in `open`; without a number, of
    /// the calls between all components.
    #[wasm_bindgen(unchecked_return_type = "Scene | undefined")]
    pub fn component(&mut self, component: Option<u32>, open: Option<Vec<String>>) -> JsValue {
        let open = open.into_iter().flatten().collect_by_insertion();
        self.component_scene(component, &open).map_or(JsValue::UNDEFINED, |scene| to_js(&scene))
    }

    /// The drawing, in columns, of the proof structure of the result with this position in the report's properties.
    pub fn proof(&mut self, property: u32) -> Option<Chart> {
        self.session.proof(property).as_ref().map(Chart::of_proof)
    }
}
