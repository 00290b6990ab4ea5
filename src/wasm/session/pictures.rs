//! Pictures in every format, differences of heaps, derivation of heaps by hand, contracts.

use wasm_bindgen::prelude::*;

use super::{Session, to_js};
use crate::export::picture::{Picture, PictureFormat};

#[wasm_bindgen]
impl Session {
    /// A picture in a format; absent if there is none.
    pub fn picture(
        &mut self,
        #[wasm_bindgen(unchecked_param_type = "Picture")] picture: JsValue,
        #[wasm_bindgen(unchecked_param_type = "PictureFormat")] format: JsValue,
    ) -> Result<Option<String>, JsError> {
        let picture: Picture = serde_wasm_bindgen::from_value(picture)?;
        let format: PictureFormat = serde_wasm_bindgen::from_value(format)?;
        Ok(self.session.picture(&picture, format))
    }

    /// The picture of the difference between the heaps `before` and `heap`.
    #[wasm_bindgen(js_name = heapDiff, unchecked_return_type = "Scene | undefined")]
    pub fn heap_diff(&self, heap: u32, before: u32) -> JsValue {
        self.session.scene_since(heap, before).map_or(JsValue::UNDEFINED, |scene| to_js(&scene))
    }

    /// One derivation step by hand: the results of applying the rules of the grammar at a nonterminal edge of a heap.
    #[wasm_bindgen(unchecked_return_type = "DerivedHeap[] | undefined")]
    pub fn concretise(&mut self, heap: u32, nonterminal: u32) -> JsValue {
        self.session.derive(heap, nonterminal).map_or(JsValue::UNDEFINED, |derived| to_js(&derived))
    }

    /// The boxes that forest automata have learned; absent in other analyses.
    #[wasm_bindgen(unchecked_return_type = "BoxView[] | undefined")]
    pub fn boxes(&self) -> JsValue {
        self.session.boxes().map_or(JsValue::UNDEFINED, |boxes| to_js(&boxes))
    }

    /// What forest automata have learned, as a graph grammar; absent in other analyses.
    #[wasm_bindgen(unchecked_return_type = "LearnedView | undefined")]
    pub fn learned(&self) -> JsValue {
        self.session.learned().map_or(JsValue::UNDEFINED, |learned| to_js(&learned))
    }

    /// The heads of loops with the contents of the states there; absent where states have no heaps.
    #[wasm_bindgen(js_name = loopHeads, unchecked_return_type = "LoopHeadView[] | undefined")]
    pub fn loop_heads(&self) -> JsValue {
        self.session.loop_heads().map_or(JsValue::UNDEFINED, |heads| to_js(&heads))
    }

    /// The numbers of some of the smallest heaps that a content stands for.
    pub fn samples(&mut self, content: u32) -> Option<Vec<u32>> {
        self.session.samples(content)
    }

    /// How one state leads to another, stage by stage, with graph grammars and forest automata; absent in other analyses, and if there is no
    /// such step.
    #[wasm_bindgen(unchecked_return_type = "StageView[] | undefined")]
    pub fn stages(&mut self, source: u32, target: u32) -> JsValue {
        self.session.stages(source, target).map_or(JsValue::UNDEFINED, |stages| to_js(&stages))
    }

    /// The contracts of all procedures; absent if nothing was run.
    #[wasm_bindgen(unchecked_return_type = "ContractView[] | undefined")]
    pub fn contracts(&self) -> JsValue {
        self.session.contracts().map_or(JsValue::UNDEFINED, |contracts| to_js(&contracts))
    }
}
