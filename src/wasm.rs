//! The interface to the browser: only translates between JavaScript and the engine.
//!
//! The page loads several modules, which are this crate with different features: one or two for each analysis, and one
//! for importing and exporting tasks.

#[cfg(feature = "exchange")]
mod exchange;
#[cfg(any(
    feature = "graph-grammars",
    feature = "boolean-programs",
    feature = "large-blocks",
    feature = "forest-automata"
))]
mod session;

use serde::Serialize;
use wasm_bindgen::prelude::*;

/// The name of the task document in messages.
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

/// Gives the module the grammars and examples of the library, as alternating names and texts; to be called first.
#[cfg(not(feature = "library"))]
#[wasm_bindgen(js_name = provideLibrary)]
pub fn provide_library(grammars: Vec<String>, examples: Vec<String>) {
    let pairs = |texts: Vec<String>| {
        let mut texts = texts.into_iter();
        std::iter::from_fn(|| texts.next().zip(texts.next())).collect()
    };
    crate::task::provide(pairs(grammars), pairs(examples));
}

/// Converts plain data to plain JavaScript objects through JSON, whose writer the report needs anyway. With the
/// serialiser of `serde_wasm_bindgen` the module is larger, and large values take longer. Serialising plain data cannot
/// fail.
#[allow(dead_code, reason = "as above")]
fn to_js(value: &impl Serialize) -> JsValue {
    let text = serde_json::to_string_pretty(value).unwrap_or_default();
    js_sys::JSON::parse(&text).unwrap_or(JsValue::UNDEFINED)
}
