//! What random programs may contain. A switch that is off says which construct the engine does not take yet.

/// Variables and parameters of type `Object`.
pub const OBJECT_VARIABLES: bool = true;
/// `float` and `double`, whose values the engine does not know.
pub const FLOATING_POINT: bool = true;
/// Texts, whose values the engine does not know.
pub const TEXT: bool = true;
/// `Integer`, whose values the engine does not know.
pub const BOXES: bool = true;
/// `toString` of objects in texts.
pub const TO_STRING: bool = true;
/// Static fields that are no constants.
pub const STATIC_FIELDS: bool = true;
/// Texts and boxes in variables of type `Object`. Off: after a cast from there to a class of the program, the interpreter does
/// not know whether the value is null.
pub const OPAQUE_OBJECTS: bool = false;
/// Parameters and fields of type `byte`, `short` and `char` in the input of programs that are analysed.
pub const NARROW_INPUTS: bool = true;
