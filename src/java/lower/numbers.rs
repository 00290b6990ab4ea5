//! What executions compute of whole numbers and characters where the program calls the library. Abstractions see some result.

use super::super::library::unboxed;
use super::super::types::Ty;
use super::{Emitter, Typed};
use program::objects::{Binary, CharacterFunction, Function, NumberFunction, Operand};

impl Emitter<'_, '_> {
    /// The function that a static method of the library computes of these arguments, with its own arguments, if it is one on numbers.
    pub(super) fn function_on_numbers(
        &mut self,
        class: &str,
        method: &str,
        values: &[Typed],
    ) -> Option<(Function, Vec<Operand>)> {
        let types = self.types_of(values);
        let parameter = match class {
            "Math" => types.iter().fold(Ty::Int, |ty, &argument| ty.promoted_with(argument)),
            // They take code points, too.
            "Character" => Ty::Int,
            _ => unboxed(class)?,
        };
        if parameter.is_floating() || !types.iter().all(|ty| ty.widens_to(parameter)) {
            return None;
        }
        let (function, last) = match of_character(class, method) {
            Some(function) => (Function::OfCharacter(function), None),
            None => {
                let (function, last) = of_numbers(class, method)?;
                let ty = if method == "toIntExact" { Ty::Int } else { parameter };
                (Function::OfNumbers(function, ty.promoted()), last)
            }
        };
        let arguments = values.iter().map(|value| value.operand).chain(last.map(Operand::Integer));
        Some((function, arguments.collect()))
    }
}

/// Tests whether the result of an operation on numbers overflows.
pub(super) fn overflows(function: &(Function, Vec<Operand>)) -> Option<(Function, Vec<Operand>)> {
    match *function {
        (Function::OfNumbers(NumberFunction::Binary(operator), ty), ref arguments) => {
            Some((Function::Overflows(operator, ty), arguments.clone()))
        }
        _ => None,
    }
}

fn of_character(class: &str, method: &str) -> Option<CharacterFunction> {
    if class != "Character" {
        return None;
    }
    Some(match method {
        "isDigit" => CharacterFunction::IsDigit,
        "isLetter" | "isAlphabetic" => CharacterFunction::IsLetter,
        "isLetterOrDigit" => CharacterFunction::IsLetterOrDigit,
        "isUpperCase" => CharacterFunction::IsUpperCase,
        "isLowerCase" => CharacterFunction::IsLowerCase,
        "isWhitespace" => CharacterFunction::IsWhitespace,
        "toUpperCase" => CharacterFunction::ToUpperCase,
        "toLowerCase" => CharacterFunction::ToLowerCase,
        "getNumericValue" => CharacterFunction::NumericValue,
        _ => return None,
    })
}

/// The function that a method computes, and the last argument that it has beside those of the method.
fn of_numbers(class: &str, method: &str) -> Option<(NumberFunction, Option<i64>)> {
    let plain = |function| (function, None);
    let with = |operator, last| (NumberFunction::Binary(operator), Some(last));
    let binary = |operator| plain(NumberFunction::Binary(operator));
    Some(match (class, method) {
        ("Math", "addExact") | ("Integer" | "Long", "sum") => binary(Binary::Add),
        ("Math", "subtractExact") => binary(Binary::Subtract),
        ("Math", "multiplyExact") => binary(Binary::Multiply),
        ("Math", "negateExact") => with(Binary::Multiply, -1),
        ("Math", "incrementExact") => with(Binary::Add, 1),
        ("Math", "decrementExact") => with(Binary::Subtract, 1),
        ("Math", "toIntExact") | ("Byte" | "Character" | "Integer" | "Short", "hashCode") => with(Binary::Add, 0),
        ("Boolean", "logicalAnd") => binary(Binary::And),
        ("Boolean", "logicalOr") => binary(Binary::Or),
        ("Boolean", "logicalXor") => binary(Binary::Xor),
        // The specification says only which sign it has; this is what OpenJDK does.
        ("Byte" | "Character" | "Short", "compare") => binary(Binary::Subtract),
        ("Boolean" | "Integer" | "Long", "compare") => plain(NumberFunction::Compare),
        ("Integer" | "Long", "signum") => (NumberFunction::Compare, Some(0)),
        ("Math", "abs") => plain(NumberFunction::Absolute),
        ("Math", "floorDiv") => plain(NumberFunction::FloorQuotient),
        ("Math", "floorMod") => plain(NumberFunction::FloorRemainder),
        ("Math" | "Integer" | "Long", "max") => plain(NumberFunction::Maximum),
        ("Math" | "Integer" | "Long", "min") => plain(NumberFunction::Minimum),
        ("Integer" | "Long", method) => plain(match method {
            "bitCount" => NumberFunction::BitCount,
            "highestOneBit" => NumberFunction::HighestBit,
            "lowestOneBit" => NumberFunction::LowestBit,
            "numberOfLeadingZeros" => NumberFunction::LeadingZeros,
            "numberOfTrailingZeros" => NumberFunction::TrailingZeros,
            "reverse" => NumberFunction::ReverseBits,
            "reverseBytes" => NumberFunction::ReverseBytes,
            "rotateLeft" => NumberFunction::RotateLeft,
            "rotateRight" => NumberFunction::RotateRight,
            _ => return None,
        }),
        _ => return None,
    })
}
