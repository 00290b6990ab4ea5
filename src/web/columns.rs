//! Columns of numbers. In JavaScript they are typed arrays, which are passed between threads without copying.

use serde::{Serialize, Serializer};
use wasm_bindgen::prelude::*;

/// A typed array of JavaScript for numbers of a type.
macro_rules! typed_arrays {
    ($($name:ident: $number:ty),+) => {
        $(
            /// A column that becomes a typed array of this name.
            #[derive(Default)]
            pub struct $name(Vec<$number>);

            impl From<Vec<$number>> for $name {
                fn from(numbers: Vec<$number>) -> Self {
                    Self(numbers)
                }
            }

            impl FromIterator<$number> for $name {
                fn from_iter<I: IntoIterator<Item = $number>>(numbers: I) -> Self {
                    Self(numbers.into_iter().collect())
                }
            }

            impl Serialize for $name {
                fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
                    serde_wasm_bindgen::preserve::serialize(&js_sys::$name::from(&self.0[..]), serializer)
                }
            }
        )+
    };
}

typed_arrays!(Uint8Array: u8, Uint32Array: u32, Float32Array: f32);

/// An object of columns.
pub(crate) fn columns(value: &impl Serialize) -> JsValue {
    // Serialising plain data cannot fail.
    serde_wasm_bindgen::to_value(value).unwrap_or(JsValue::UNDEFINED)
}
