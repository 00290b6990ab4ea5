//! What the constructors of the library do with their arguments: they throw, or call methods of the program.

use super::super::library::Throws;
use super::super::types::Ty;
use super::{Emitter, Typed};
use base::{Span, msg};
use program::objects::ClassId;

impl Emitter<'_, '_> {
    /// The constructor of a library class with evaluated arguments. What is not known of it is given up.
    pub(super) fn library_constructor(&mut self, class: ClassId, arguments: &[Typed], span: Span) {
        if self.table.is_throwable(class) {
            // That of an exception converts its cause to a string, `AssertionError` any object.
            if let &[argument] = arguments {
                self.convert_to_text(argument, span);
            }
            return;
        }
        let values: Vec<Typed> = arguments.iter().map(|&argument| self.unboxed(argument, span)).collect();
        let name = self.table.classes[class].name.clone();
        match (&*name, &values[..]) {
            (_, []) => {}
            ("StringBuilder" | "StringBuffer", &[size]) if size.ty.is_integral() => {
                self.throw_unless_at_least(0, size, "NegativeArraySizeException", span);
            }
            ("String" | "StringBuilder" | "StringBuffer", &[text])
                if self.table.element(text.ty) == Some(Ty::Char) || self.is_of(text.ty, "CharSequence") =>
            {
                self.require_argument(text, span);
            }
            ("Integer" | "Long" | "Short" | "Byte", &[text]) if self.is_of(text.ty, "String") => {
                self.library_throws(Throws::Maybe("NumberFormatException"), &values, span);
            }
            (
                "Boolean" | "Character" | "Integer" | "Long" | "Short" | "Byte" | "Float" | "Double" | "Random",
                &[number],
            ) if !number.ty.is_reference() => {}
            // The standard input.
            ("Scanner", &[input]) if !input.ty.is_reference() => {}
            ("Scanner", &[text]) if self.is_of(text.ty, "String") => self.require_argument(text, span),
            _ if values.iter().any(|value| self.table.is_code(value.ty)) => {
                self.error("java/unsupported", span, msg!("`{name}` may call what it is given, which is not followed"));
            }
            _ if values.iter().all(|value| value.ty != Ty::Error) => {
                self.error("java/unsupported", span, msg!("this constructor of `{name}` is not followed"));
            }
            _ => {}
        }
    }

    /// Whether a type is a class of the library with this name, or a subtype of it.
    fn is_of(&mut self, ty: Ty, name: &str) -> bool {
        let (Ty::Class(class), Some(wanted)) = (ty, self.table.library(name)) else { return false };
        self.table.is_subtype(class, wanted)
    }
}
