//! Questions about the outcome of a run, and their answers.

use serde::Deserialize;
use tsify::Tsify;
use wasm_bindgen::prelude::*;

use super::Session;
use super::chart::{Chart, StateLabels};
use crate::columns::columns;
use crate::{json, text};
use draw::components::{ComponentSummary, RsmView};
use draw::export::picture::{Picture, PictureFormat};
use draw::folding::ChartOptions;
use draw::scene::Scene;
use report::contracts::ContractView;
use report::evidence::{EvidenceFile, EvidenceKind};
use report::explanation::Explanation;
use report::heap::{BoxView, DerivedHeap, LearnedView};
use report::space::LoopHeadView;
use report::stage::StageView;
use report::statements::StatementView;

/// Declares the questions with their answers: for each its variant, how the answer becomes a value of JavaScript, the type of the answer,
/// and the answer, if there is one, of the session `own`.
macro_rules! questions {
    (|$own:ident| $(
        $(#[$doc:meta])*
        $name:ident $({ $($(#[$option:meta])* $field:ident: $type:ty),+ })? -> $convert:ident($of:ty) = $answer:expr;
    )+) => {
        /// A question about the outcome of a run. Properties are named by the positions of their results in the report, heaps and other
        /// contents of states by their numbers.
        #[derive(Deserialize, Tsify)]
        #[serde(tag = "of", rename_all = "camelCase", rename_all_fields = "camelCase")]
        pub enum Question {
            $($(#[$doc])* $name $({ $($(#[$option])* $field: $type),+ })?,)+
        }

        /// The answer to each question.
        #[derive(Tsify)]
        #[serde(tag = "of", content = "answer", rename_all = "camelCase")]
        pub enum Answer {
            $($(#[$doc])* $name($of),)+
        }

        impl Session {
            fn answer(&mut self, question: Question) -> Option<Answer> {
                let $own = self;
                match question {
                    $(Question::$name $({ $($field),+ })? => $answer.map(Answer::$name),)+
                }
            }
        }

        impl From<Answer> for JsValue {
            fn from(answer: Answer) -> Self {
                match answer {
                    $(Answer::$name(answer) => $convert(&answer),)+
                }
            }
        }
    };
}

questions! { |own|
    /// The drawing of the state space. The options determine selection and folding.
    Chart { #[serde(default)] options: ChartOptions } -> columns(Chart) = own.chart(&options);

    /// The propositions of the states that have been labelled.
    Labels -> columns(StateLabels) = own.space.as_ref().map(|space| StateLabels::of(space, own.labelled));

    /// The picture of a heap, or for a boolean program, of the values of the variables.
    Heap { number: u32 } -> json(Scene) = own.session.scene(number);

    /// The same heap as a formula of separation logic; absent for a boolean program.
    Formula { number: u32 } -> text(String) = own.session.formula(number);

    /// The picture of what changed from the heap `before` to another one; a reading aid, as objects have no identity.
    HeapDiff { number: u32, before: u32 } -> json(Scene) = own.session.scene_since(number, before);

    /// One derivation step by hand: the results of applying the rules of the grammar at a nonterminal edge of a heap.
    Concretise { heap: u32, nonterminal: u32 } -> json(Vec<DerivedHeap>) = own.session.derive(heap, nonterminal);

    /// The numbers of some of the smallest heaps that a content stands for.
    Samples { content: u32 } -> json(Vec<u32>) = own.session.samples(content);

    /// How one state leads to another, stage by stage, with graph grammars and forest automata; absent in other analyses, and if there is no
    /// such step.
    Stages { source: u32, target: u32 } -> json(Vec<StageView>) = own.session.stages(source, target);

    /// Summaries of the components of the state space.
    Components -> json(Vec<ComponentSummary>) = own.rsm().map(RsmView::summaries);

    /// The picture of a component, with the callees inside the boxes whose paths are in `open`; without a number, of the calls between all
    /// components.
    Component { number: Option<u32>, #[serde(default)] open: Vec<String> } -> json(Scene) = own.component(number, open);

    /// The contracts of all procedures.
    Contracts -> json(Vec<ContractView>) = own.session.contracts();

    /// The heads of loops with the contents of the states there; absent where states have no heaps.
    LoopHeads -> json(Vec<LoopHeadView>) = own.session.loop_heads();

    /// The boxes that forest automata have learned; absent in other analyses.
    Boxes -> json(Vec<BoxView>) = own.session.boxes();

    /// What forest automata have learned, as a graph grammar; absent in other analyses.
    Learned -> json(LearnedView) = own.session.learned();

    /// The drawing of the proof structure of a property.
    Proof { property: u32 } -> columns(Chart) = own.session.proof(property).as_ref().map(Chart::of_proof);

    /// Why a property has its verdict; code stands between backquotes.
    Explanation { property: u32 } -> json(Explanation) = own.session.explanation(property);

    /// The statements of the failing run of a property, of the executed one if there is one, each with the small steps that it consists of.
    Statements { property: u32 } -> json(Vec<StatementView>) = own.session.statements(property);

    /// The concrete run of a property as a file.
    EvidenceFile { property: u32, kind: EvidenceKind } -> json(EvidenceFile) = own.session.evidence_file(property, kind);

    /// A search by property-directed reachability for a property, a [`FramesView`](report::search::FramesView) as JSON.
    Frames { property: u32 } -> text(String) = own.session.frames(property).and_then(|frames| serde_json::to_string(&frames).ok());

    /// A picture in a format.
    Picture { picture: Picture, format: PictureFormat } -> text(String) = own.session.picture(&picture, format);
}

#[wasm_bindgen]
impl Session {
    /// Answers a [`Question`]; null if nothing was run, or there is no such thing.
    ///
    /// # Errors
    /// If this is no question.
    #[wasm_bindgen(skip_typescript)]
    pub fn ask(&mut self, question: JsValue) -> Result<JsValue, JsError> {
        let question: Question = serde_wasm_bindgen::from_value(question)?;
        Ok(self.answer(question).map_or(JsValue::NULL, JsValue::from))
    }
}

/// How TypeScript knows the type of an answer.
#[wasm_bindgen(typescript_custom_section)]
const ASK: &str = r#"
/** The type of the answer to a question. */
export type AnswerTo<Q extends Question> = Extract<Answer, { of: Q["of"] }>["answer"];

export interface Session {
    /**
     * Answers a question; null if nothing was run, or there is no such thing. Throws if this is no question.
     */
    ask<Q extends Question>(question: Q): AnswerTo<Q> | null;
}
"#;
