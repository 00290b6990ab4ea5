//! Types of integers.

use std::fmt::{self, Display, Formatter};

/// A type of integers in two's complement.
///
/// Its numbers are held in `i64`: those of an unsigned type of 64 bits as the signed number with the same bits, and all
/// others as they are.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct IntegerType {
    /// Its width: 8, 16, 32 or 64.
    pub bits: u8,
    /// Whether half of its numbers are negative.
    pub signed: bool,
}

impl IntegerType {
    /// Java's `byte`.
    pub const BYTE: IntegerType = IntegerType { bits: 8, signed: true };
    /// Java's `short`.
    pub const SHORT: IntegerType = IntegerType { bits: 16, signed: true };
    /// Java's `char`.
    pub const CHAR: IntegerType = IntegerType { bits: 16, signed: false };
    /// Java's `int`.
    pub const INT: IntegerType = IntegerType { bits: 32, signed: true };
    /// Java's `long`.
    pub const LONG: IntegerType = IntegerType { bits: 64, signed: true };

    /// The least and the greatest of its numbers, as they are held.
    pub fn range(self) -> (i64, i64) {
        match self {
            IntegerType { bits: 64.., .. } => (i64::MIN, i64::MAX),
            IntegerType { bits, signed: true } => (-1 << (bits - 1), (1 << (bits - 1)) - 1),
            IntegerType { bits, signed: false } => (0, (1 << bits) - 1),
        }
    }

    /// Whether its numbers are held as other numbers.
    pub fn is_unsigned_64(self) -> bool {
        self.bits == 64 && !self.signed
    }
}

impl Display for IntegerType {
    /// Its name in Java, if it has one.
    fn fmt(&self, f: &mut Formatter<'_>) -> fmt::Result {
        f.write_str(match (self.bits, self.signed) {
            (8, true) => "byte",
            (8, false) => "unsigned char",
            (16, true) => "short",
            (16, false) => "char",
            (32, true) => "int",
            (32, false) => "unsigned",
            (_, true) => "long",
            (_, false) => "unsigned long",
        })
    }
}

/// How a language names types of integers, and null.
#[derive(Clone, Copy, PartialEq, Eq, Default, Debug)]
pub enum Names {
    /// As Java does, for as long as it has such types.
    #[default]
    Java,
    /// As C does.
    C {
        /// Whether `long` has 64 bits; otherwise `long long` does.
        has_wide_long: bool,
    },
}

impl Names {
    /// The name of a type.
    pub fn of(self, ty: IntegerType) -> String {
        let Names::C { has_wide_long } = self else { return ty.to_string() };
        let name = match ty.bits {
            8 => "char",
            16 => "short",
            32 => "int",
            _ if has_wide_long => "long",
            _ => "long long",
        };
        if ty.signed { name.to_owned() } else { format!("unsigned {name}") }
    }

    /// The null reference.
    pub fn null(self) -> &'static str {
        match self {
            Names::Java => "null",
            Names::C { .. } => "NULL",
        }
    }
}
