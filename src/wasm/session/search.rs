//! Searches for proofs, as data. Their graphs are [pictures](super::pictures).

use wasm_bindgen::prelude::*;

use super::Session;

#[wasm_bindgen]
impl Session {
    /// A search by property-directed reachability for the result with this position in the report, a
    /// [`FramesView`](crate::report::search::FramesView) as JSON; absent if there is none.
    pub fn frames(&self, property: u32) -> Option<String> {
        serde_json::to_string(&self.session.frames(property)?).ok()
    }
}
