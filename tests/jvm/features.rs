//! What random programs may contain. A switch that is off says which construct the engine does not take yet.

/// Variables and parameters of type `Object`.
pub const OBJECT_VARIABLES: bool = true;
/// `float` and `double`, whose values the engine does not know.
pub const FLOATING_POINT: bool = true;
/// Texts, whose values the engine does not know.
pub const TEXT: bool = true;
/// `Integer`, whose values the engine does not know.
pub const BOXES: bool = true;
/// `toString` of objects in texts. Off: the engine does not call it yet.
pub const TO_STRING: bool = false;
/// Static fields that are no constants. Off: the engine does not know their values yet.
pub const STATIC_FIELDS: bool = false;
