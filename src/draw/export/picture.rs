//! Every picture in every format.

use std::collections::BTreeSet;

use serde::{Deserialize, Serialize};

use crate::call_graph_drawing::call_graph_scene;
use crate::component_drawing::component_scene;
use crate::components::RsmView;
use crate::export::dot;
use crate::export::svg::svg;
use crate::export::tikz::tikz;
use crate::folding::{ChartOptions, Folded};
use crate::heap_diff::HeapDiff;
use crate::heap_drawing::marked_heap_scene;
use crate::marked_heap::MarkedHeap;
use crate::proof_drawing::proof_scene;
use crate::reduction_drawing::reduction_scene;
use crate::round_drawing::round_scene;
use crate::run_layout::RunLayout;
use crate::scene::Scene;
use crate::state_drawing::folded_scene;
use crate::valuation_drawing::valuation_scene;
use report::heap::HeapView;
use report::proof::ProofView;
use report::search::{ReductionView, RefinementOptions, RefinementView};
use report::space::StateSpaceView;
use report::valuation::ValuationView;

/// A picture that can be requested.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[cfg_attr(feature = "wasm", derive(tsify::Tsify))]
#[serde(tag = "of", rename_all = "camelCase", rename_all_fields = "camelCase", try_from = "PictureFields")]
pub enum Picture {
    /// The state space.
    Space {
        /// Its selection and folding.
        #[serde(default)]
        options: ChartOptions,
    },
    /// A heap, or, for boolean programs, the values of the variables in a state.
    Heap {
        /// Its number.
        number: u32,
        /// Where it is on a run, along which objects keep their numbers.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        along: Option<RunPlace>,
        /// Whether collections are drawn as the library makes them, with all of their cells.
        #[serde(default, skip_serializing_if = "std::ops::Not::not")]
        raw: bool,
    },
    /// The difference of two heaps.
    HeapDiff {
        /// The number of the heap after.
        number: u32,
        /// The number of the heap before.
        before: u32,
        /// Where the heap after is on a run, along which objects keep their numbers and places. Compared with itself, a heap has no changes.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        along: Option<RunPlace>,
        /// Whether collections are drawn as the library makes them, with all of their cells.
        #[serde(default, skip_serializing_if = "std::ops::Not::not")]
        raw: bool,
    },
    /// A heap of the concrete run of a violation. Objects have one place along the run.
    ConcreteHeap {
        /// The position of the result in the report.
        property: u32,
        /// The step; if absent, the initial heap of the run.
        step: Option<u32>,
        /// The step to compare it with, if any.
        before: Option<u32>,
        /// Whether collections are drawn as the library makes them, with all of their cells.
        #[serde(default, skip_serializing_if = "std::ops::Not::not")]
        raw: bool,
    },
    /// The inside of a component of the recursive state machine.
    Component {
        /// Its number; if absent, the calls between all components.
        number: Option<u32>,
        /// The paths of the calls drawn with their inside.
        #[serde(default)]
        open: Vec<String>,
    },
    /// The proof of a property.
    Proof {
        /// The position of its judgement in the report.
        number: u32,
    },
    /// The control-flow automaton behind a result on its way to large blocks.
    Reduction {
        /// The position of the result in the report.
        property: u32,
        /// The number of steps.
        step: u32,
        /// Whether everything is placed anew, instead of where it is in the automaton of the program.
        anew: bool,
    },
    /// The abstract reachability graph of a round of predicate abstraction.
    Round {
        /// The position of the result in the report.
        property: u32,
        /// The number of the round.
        step: u32,
        /// Which search.
        #[serde(flatten)]
        search: RefinementOptions,
    },
}

/// A step of the failing run that an analysis has found.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[cfg_attr(feature = "wasm", derive(tsify::Tsify))]
pub struct RunPlace {
    /// The position of the result in the report.
    pub property: u32,
    /// The step.
    pub step: u32,
}

/// A [`Picture`] for reading: deriving it from the type itself produces four times as much code.
#[derive(Deserialize)]
#[serde(rename_all = "camelCase")]
struct PictureFields {
    of: PictureKind,
    #[serde(default)]
    options: ChartOptions,
    number: Option<u32>,
    before: Option<u32>,
    along: Option<RunPlace>,
    property: Option<u32>,
    step: Option<u32>,
    #[serde(default)]
    open: Vec<String>,
    #[serde(default)]
    anew: bool,
    #[serde(default)]
    small: bool,
    #[serde(default)]
    cartesian: bool,
    #[serde(default)]
    raw: bool,
}

#[derive(Deserialize)]
#[serde(rename_all = "camelCase")]
enum PictureKind {
    Space,
    Heap,
    HeapDiff,
    ConcreteHeap,
    Component,
    Proof,
    Reduction,
    Round,
}

impl TryFrom<PictureFields> for Picture {
    type Error = &'static str;

    fn try_from(fields: PictureFields) -> Result<Self, Self::Error> {
        let PictureFields { of, options, number, before, along, property, step, open, anew, small, cartesian, raw } =
            fields;
        let named = number.ok_or("this picture needs a `number`");
        Ok(match of {
            PictureKind::Space => Self::Space { options },
            PictureKind::Heap => Self::Heap { number: named?, along, raw },
            PictureKind::HeapDiff => {
                Self::HeapDiff { number: named?, before: before.ok_or("a comparison needs `before`")?, along, raw }
            }
            PictureKind::ConcreteHeap => Self::ConcreteHeap {
                property: property.ok_or("a concrete run needs its `property`")?,
                step,
                before,
                raw,
            },
            PictureKind::Component => Self::Component { number, open },
            PictureKind::Proof => Self::Proof { number: named? },
            PictureKind::Reduction | PictureKind::Round => {
                let (property, step) = property.zip(step).ok_or("this picture needs its `property` and `step`")?;
                match of {
                    PictureKind::Reduction => Self::Reduction { property, step, anew },
                    _ => Self::Round { property, step, search: RefinementOptions { small, cartesian } },
                }
            }
        })
    }
}

/// The format of a picture.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[cfg_attr(feature = "wasm", derive(tsify::Tsify))]
#[serde(rename_all = "camelCase")]
pub enum PictureFormat {
    /// Vector graphics for viewers and editors.
    Svg,
    /// A graph for Graphviz, which computes its own layout.
    Dot,
    /// A LaTeX document using TikZ.
    Tikz,
    /// The displayed data.
    Json,
    /// The shapes of the picture, as data.
    Scene,
}

/// The subject of a picture.
#[derive(Clone, Copy, Debug)]
pub enum Subject<'v> {
    /// A state space, with its selection and folding.
    Space(&'v StateSpaceView, &'v ChartOptions),
    /// A heap, at its place on a run if it is on one.
    Heap(&'v HeapView, Option<OnRun<'v>>),
    /// The values of the variables in a state.
    Valuation(&'v ValuationView),
    /// The difference of two heaps, as above.
    HeapDiff(&'v HeapDiff, Option<OnRun<'v>>),
    /// The calls between the components of a machine.
    Calls(&'v RsmView),
    /// The inside of the component with this number, with the callees of the boxes that have these paths.
    Component(&'v RsmView, u32, &'v BTreeSet<String>),
    /// A proof structure.
    Proof(&'v ProofView),
    /// A control-flow automaton after so many steps of its reduction, placed anew or not.
    Reduction(&'v ReductionView, u32, bool),
    /// The round with this number of a search.
    Round(&'v RefinementView, u32),
}

/// A step of a run whose heaps have a layout.
#[derive(Clone, Copy, Debug)]
pub struct OnRun<'v> {
    /// The layout.
    pub layout: &'v RunLayout,
    /// The step.
    pub step: usize,
}

impl Subject<'_> {
    /// The picture in a format; absent if there is no such component. Graphviz files and data are complete, whatever is
    /// folded or open.
    pub fn write(self, format: PictureFormat) -> Option<String> {
        Some(match format {
            PictureFormat::Svg => svg(&self.scene()?),
            PictureFormat::Tikz => tikz(&self.scene()?),
            PictureFormat::Scene => json(&self.scene()?),
            PictureFormat::Dot => match self {
                Subject::Space(view, _) => dot::state_space(view),
                Subject::Heap(view, _) => dot::heap(view),
                Subject::Valuation(view) => dot::valuation(view),
                Subject::HeapDiff(diff, _) => dot::marked_heap(&diff.marked()),
                Subject::Calls(rsm) => dot::calls(rsm),
                Subject::Component(rsm, number, _) => dot::component(rsm, number)?,
                Subject::Proof(view) => dot::proof(view),
                Subject::Reduction(view, step, _) => dot::reduction(view, step),
                Subject::Round(view, number) => dot::round(view, number)?,
            },
            PictureFormat::Json => match self {
                Subject::Space(view, _) => json(view),
                Subject::Heap(view, _) => json(view),
                Subject::Valuation(view) => json(view),
                Subject::HeapDiff(diff, _) => json(diff),
                Subject::Calls(rsm) => json(rsm),
                Subject::Component(rsm, number, _) => json(rsm.components.get(number as usize)?),
                Subject::Proof(view) => json(view),
                Subject::Reduction(view, ..) => json(view),
                Subject::Round(view, _) => json(view),
            },
        })
    }

    /// The picture itself; absent if there is no such component, or no such picture in this build.
    pub fn scene(self) -> Option<Scene> {
        Some(match self {
            Subject::Space(view, options) => folded_scene(view, &Folded::new(view, options)),
            Subject::Heap(view, on_run) => placed_scene(&MarkedHeap::plain(view), on_run),
            Subject::Valuation(view) => valuation_scene(view),
            Subject::HeapDiff(diff, on_run) => placed_scene(&diff.marked(), on_run),
            Subject::Calls(rsm) => call_graph_scene(rsm),
            Subject::Component(rsm, number, open) => component_scene(rsm, number, open)?,
            Subject::Proof(view) => proof_scene(view),
            Subject::Reduction(view, step, anew) => reduction_scene(view, step as usize, anew),
            Subject::Round(view, number) => round_scene(view, number)?,
        })
    }
}

/// A heap at its place on a run, if it has one there.
fn placed_scene(marked: &MarkedHeap, on_run: Option<OnRun<'_>>) -> Scene {
    let placed = on_run.and_then(|OnRun { layout, step }| layout.scene(step, marked));
    placed.unwrap_or_else(|| marked_heap_scene(marked))
}

/// Plain data as JSON, with a line break at the end.
pub fn json(view: &impl Serialize) -> String {
    // Serialising plain data with string keys cannot fail.
    format!("{}\n", serde_json::to_string_pretty(view).unwrap_or_default())
}
