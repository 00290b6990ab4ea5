//! The border to the browser: translates between JavaScript and the engine and decides nothing.
//!
//! The page has several modules, which are this crate with different features: one for each analysis, with the runs, and one
//! through which tasks come and go.

#[cfg(feature = "exchange")]
mod exchange;
#[cfg(any(feature = "graph-grammars", feature = "boolean-programs"))]
mod session;

use serde::Serialize;
use wasm_bindgen::prelude::*;

/// What messages call the task document.
#[allow(dead_code, reason = "without an analysis and `exchange` there is nobody to use it")]
const DOCUMENT: &str = "task.json";

/// Makes panics readable in the console.
#[wasm_bindgen(start)]
pub fn start() {
    console_error_panic_hook::set_once();
}

/// The version of the engine.
#[wasm_bindgen]
pub fn version() -> String {
    env!("CARGO_PKG_VERSION").to_owned()
}

/// Gives the module the grammars and examples of the library; to be called first.
///
/// # Errors
/// If the text is none of a library.
#[cfg(not(feature = "library"))]
#[wasm_bindgen(js_name = provideLibrary)]
pub fn provide_library(library: &str) -> Result<(), JsError> {
    crate::task::provide(library).map_err(|why| JsError::new(&why))
}

/// Plain data as plain JavaScript objects. Serialisation of plain data cannot fail.
#[allow(dead_code, reason = "as above")]
fn to_js(value: &impl Serialize) -> JsValue {
    value.serialize(&serde_wasm_bindgen::Serializer::json_compatible()).unwrap_or(JsValue::UNDEFINED)
}
