//! The interface to the browser: only translates between JavaScript and the engine.
#![allow(unreachable_pub, reason = "`wasm_bindgen` exports what is public")]

mod columns;
mod exchange;
mod session;

use base::Language;
use serde::Serialize;
use wasm_bindgen::prelude::*;

/// The name of the task document in messages.
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

/// From now on the engine speaks the language with this code, whose translations are a text of JSON; without one, English.
#[wasm_bindgen]
pub fn speak(code: &str, translations: Option<String>) {
    // Without its translations, a language is of no use.
    Language::speak(translations.and_then(|text| Language::read(code, &text).ok()));
}

/// Gives the module the grammars and examples of the library, as alternating names and texts; to be called first.
#[wasm_bindgen(js_name = provideLibrary)]
pub fn provide_library(grammars: Vec<String>, examples: Vec<String>) {
    let pairs = |texts: Vec<String>| {
        let mut texts = texts.into_iter();
        std::iter::from_fn(|| texts.next().zip(texts.next())).collect()
    };
    task::provide(pairs(grammars), pairs(examples));
}

/// Converts plain data to plain JavaScript objects through JSON, whose writer the report needs anyway. With the
/// serialiser of `serde_wasm_bindgen` the module is larger, and large values take longer. Serialising plain data cannot
/// fail.
fn json(value: &impl Serialize) -> JsValue {
    let json = serde_json::to_string_pretty(value).unwrap_or_default();
    js_sys::JSON::parse(&json).unwrap_or(JsValue::UNDEFINED)
}

/// A text as it is.
fn text(text: &str) -> JsValue {
    JsValue::from_str(text)
}
