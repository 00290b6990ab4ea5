//! The interface to the browser: only translates between JavaScript and the engine.
#![allow(unreachable_pub, reason = "`wasm_bindgen` exports what is public")]

mod columns;
mod exchange;
mod session;

use std::cell::RefCell;

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

thread_local! {
    /// What gives the texts of Java's library.
    static JAVA: RefCell<Option<js_sys::Function>> = const { RefCell::new(None) };
}

/// The texts of Java's library. Where they cannot be fetched, the work ends.
fn java_library() -> Vec<String> {
    let get = JAVA.with_borrow(Clone::clone);
    let texts = get.map(|get| get.call0(&JsValue::UNDEFINED).unwrap_or_else(|error| wasm_bindgen::throw_val(error)));
    let texts = texts.and_then(|texts| texts.as_string());
    texts.and_then(|texts| serde_json::from_str(&texts).ok()).unwrap_or_default()
}

/// Gives the module the grammars and examples of the library, as alternating names and texts, and a function that returns the texts of
/// Java's library as JSON, which is called when a program first names a class of it; to be called first.
#[wasm_bindgen(js_name = provideLibrary)]
pub fn provide_library(grammars: Vec<String>, examples: Vec<String>, java: js_sys::Function) {
    JAVA.set(Some(java));
    base::provide_library(java_library);
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
