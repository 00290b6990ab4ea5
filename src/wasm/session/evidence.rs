//! The concrete runs of violations, and why properties have their verdicts.

use wasm_bindgen::prelude::*;

use super::{Session, to_js};
use crate::report::evidence::EvidenceKind;
use crate::wording;

#[wasm_bindgen]
impl Session {
    /// The heap at a step of the concrete run for the result with this position in the report's properties; absent if
    /// there is none.
    #[wasm_bindgen(js_name = concreteHeap, unchecked_return_type = "HeapView | undefined")]
    pub fn concrete_heap(&self, property: u32, step: u32) -> JsValue {
        self.session.concrete_heap(property, step).map_or(JsValue::UNDEFINED, to_js)
    }

    /// Why such a result is what it is, in English, or in the language `de`; absent if nothing was run.
    #[wasm_bindgen(unchecked_return_type = "Explanation | undefined")]
    pub fn explanation(&self, property: u32, language: &str) -> JsValue {
        self.session
            .explanation(property, wording::language(language))
            .map_or(JsValue::UNDEFINED, |explanation| to_js(&explanation))
    }

    /// The statements of the failing run of such a result, each with the small steps that it consists of; absent if there is none.
    #[wasm_bindgen(unchecked_return_type = "StatementView[] | undefined")]
    pub fn statements(&self, property: u32) -> JsValue {
        self.session.statements(property).map_or(JsValue::UNDEFINED, |statements| to_js(&statements))
    }

    /// The concrete run for such a result as a file; absent if there is none.
    ///
    /// # Errors
    /// If there is no such kind of file.
    #[wasm_bindgen(js_name = evidenceFile, unchecked_return_type = "EvidenceFile | undefined")]
    pub fn evidence_file(
        &self,
        property: u32,
        #[wasm_bindgen(unchecked_param_type = "EvidenceKind")] kind: JsValue,
    ) -> Result<JsValue, JsError> {
        let kind: EvidenceKind = serde_wasm_bindgen::from_value(kind)?;
        Ok(self.session.evidence_file(property, kind).map_or(JsValue::UNDEFINED, |file| to_js(&file)))
    }
}
