//! Parts of expressions: text, with what the language takes its value to be.

use program::objects::IntegerType;

/// The language of an expression.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Notation {
    /// C, with `int` of 32 bits and `long long` of 64, and with signed operations that wrap around.
    C,
    /// The same without signed operations that could overflow: they are computed without signs.
    StrictC,
    /// Java.
    Java,
}

/// How tightly operators bind, as C and Java have it.
pub(super) mod level {
    pub(crate) const CONDITIONAL: u8 = 1;
    pub(crate) const OR: u8 = 2;
    pub(crate) const AND: u8 = 3;
    pub(crate) const BIT_OR: u8 = 4;
    pub(crate) const BIT_XOR: u8 = 5;
    pub(crate) const BIT_AND: u8 = 6;
    pub(crate) const EQUALITY: u8 = 7;
    pub(crate) const ORDER: u8 = 8;
    pub(crate) const SHIFT: u8 = 9;
    pub(crate) const SUM: u8 = 10;
    pub(crate) const PRODUCT: u8 = 11;
    pub(crate) const UNARY: u8 = 12;
    pub(crate) const PRIMARY: u8 = 13;
}

/// What the value of a text must be, next to the value of its term: a vector of `w` bits.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Want {
    /// Equal modulo 2^w.
    Any,
    /// The number that the bits are in two's complement.
    Signed,
    /// The number that the bits are in binary.
    Unsigned,
}

/// An expression for a term.
///
/// Invariant: its value is that of the term modulo 2^w; if its type has fewer than `w` bits, the value is exact in one of
/// the two senses.
#[derive(Clone, Debug)]
pub(super) struct Text {
    pub text: String,
    /// How tightly its operator binds.
    pub level: u8,
    /// The width of its type after promotion: 32 or 64.
    pub bits: u8,
    /// Whether its type has negative numbers.
    pub signed: bool,
    /// Its value is what [`Want::Signed`] demands.
    pub as_signed: bool,
    /// Its value is what [`Want::Unsigned`] demands. With both, it is not negative in either sense.
    pub as_unsigned: bool,
}

impl Text {
    /// A condition: 0 or 1 in C.
    pub(super) fn condition(text: impl Into<String>, level: u8) -> Self {
        Self { text: text.into(), level, bits: 32, signed: true, as_signed: true, as_unsigned: true }
    }

    /// The text as an operand of an operator: in parentheses unless it binds at least as tightly as `level`.
    pub(super) fn at(&self, level: u8) -> String {
        if self.level < level { format!("({})", self.text) } else { self.text.clone() }
    }

    /// Whether it is exact, in whichever sense is asked for.
    pub(super) fn fits(&self, want: Want) -> bool {
        match want {
            Want::Any => true,
            Want::Signed => self.as_signed,
            Want::Unsigned => self.as_unsigned,
        }
    }

    /// Whether it is exact in any sense.
    pub(super) fn is_exact(&self) -> bool {
        self.as_signed || self.as_unsigned
    }

    /// Whether its value may be negative.
    pub(super) fn may_be_negative(&self) -> bool {
        !self.as_unsigned
    }

    /// The width of the type to which both are converted as operands, and whether it is signed.
    pub(super) fn common(&self, other: &Text) -> (u8, bool) {
        match self.bits.cmp(&other.bits) {
            std::cmp::Ordering::Less => (other.bits, other.signed),
            std::cmp::Ordering::Equal => (self.bits, self.signed && other.signed),
            std::cmp::Ordering::Greater => (self.bits, self.signed),
        }
    }
}

/// A number of an integer type, as [it is held](IntegerType), as a constant in C.
pub fn literal(ty: IntegerType, value: i64) -> String {
    let want = if ty.signed { Want::Signed } else { Want::Unsigned };
    let bits = value.cast_unsigned() & (u64::MAX >> (64 - ty.bits));
    Notation::C.literal(ty.bits, bits, want).map_or_else(String::new, |literal| literal.text)
}

impl Notation {
    /// The name of an integer type; `None` if there is none.
    fn type_name(self, bits: u8, signed: bool) -> Option<&'static str> {
        Some(match (self, bits, signed) {
            (Notation::C | Notation::StrictC, 8, true) => "signed char",
            (Notation::C | Notation::StrictC, 8, false) => "unsigned char",
            (Notation::C | Notation::StrictC, 16, true) => "short",
            (Notation::C | Notation::StrictC, 16, false) => "unsigned short",
            (Notation::C | Notation::StrictC, 32, true) => "int",
            (Notation::C | Notation::StrictC, 32, false) => "unsigned int",
            (Notation::C | Notation::StrictC, 64, true) => "long long",
            (Notation::C | Notation::StrictC, 64, false) => "unsigned long long",
            (Notation::Java, 8, true) => "byte",
            (Notation::Java, 16, true) => "short",
            (Notation::Java, 16, false) => "char",
            (Notation::Java, 32, true) => "int",
            (Notation::Java, 64, true) => "long",
            _ => return None,
        })
    }

    /// The text converted to an integer type; `None` if there is no such type.
    ///
    /// The new type takes the value modulo 2^bits. What is exact afterwards is for the caller to say.
    pub(super) fn cast(self, text: &Text, bits: u8, signed: bool) -> Option<Text> {
        let name = self.type_name(bits, signed)?;
        let text = format!("({name}){}", text.at(level::UNARY));
        let signed = signed || bits < 32;
        Some(Text { text, level: level::UNARY, bits: bits.max(32), signed, as_signed: false, as_unsigned: false })
    }

    /// A literal for a number, exact in the senses in which it stands for the bits of a term of `width` bits.
    pub(super) fn literal(self, width: u8, bits: u64, want: Want) -> Option<Text> {
        let unused = 64 - u32::from(width);
        let (signed, unsigned) = (i128::from(((bits << unused) as i64) >> unused), i128::from(bits));
        let number = if want == Want::Unsigned { unsigned } else { signed };
        let (int, long) = (i128::from(i32::MAX), i128::from(i64::MAX));
        let (size, is_signed, suffix) = match self {
            _ if (-int - 1..=int).contains(&number) => (32, true, ""),
            Notation::C | Notation::StrictC if width <= 32 => (32, false, "U"),
            Notation::C | Notation::StrictC if number > long => (64, false, "ULL"),
            Notation::Java if number > long => return None,
            Notation::C | Notation::StrictC => (64, true, "LL"),
            Notation::Java => (64, true, "L"),
        };
        // In C, the minus is not part of a literal, and the greatest negative number has none without it.
        let (text, level) = match number {
            _ if self != Notation::Java && (number == -int - 1 || number == -long - 1) => {
                (format!("-{}{suffix} - 1", -(number + 1)), level::SUM)
            }
            ..0 => (format!("{number}{suffix}"), level::UNARY),
            _ => (format!("{number}{suffix}"), level::PRIMARY),
        };
        let (as_signed, as_unsigned) = (number == signed, number == unsigned);
        Some(Text { text, level, bits: size, signed: is_signed, as_signed, as_unsigned })
    }

    /// The text as an exact number of `width` bits.
    pub(super) fn exact(self, text: Text, width: u8, want: Want) -> Option<Text> {
        if text.fits(want) {
            return Some(text);
        }
        let signed = want == Want::Signed;
        let found = match self.cast(&text, width, signed) {
            Some(cast) => cast,
            // The mask is a literal that is not negative.
            None if !signed => {
                let mask = self.literal(width, u64::MAX >> (64 - width), Want::Unsigned)?;
                let (bits, signed) = text.common(&mask);
                let text = format!("{} & {}", text.at(level::UNARY), mask.text);
                Text { text, level: level::BIT_AND, bits, signed, as_signed: false, as_unsigned: false }
            }
            None => {
                let by = text.bits.checked_sub(width)?;
                let (bits, start) = (text.bits, self.without_overflow(text)?);
                let start =
                    if start.signed || self == Notation::StrictC { start } else { self.cast(&start, bits, true)? };
                let shifted = format!("{} << {by}", start.at(level::UNARY));
                let shifted = Text { text: shifted, level: level::SHIFT, ..start };
                let shifted = if shifted.signed { shifted } else { self.cast(&shifted, bits, true)? };
                // The left shift binds as tightly; parentheses make that clear.
                let text = format!("{} >> {by}", shifted.at(level::UNARY));
                Text { text, level: level::SHIFT, ..shifted }
            }
        };
        Some(Text { as_signed: signed, as_unsigned: !signed, ..found })
    }

    /// An operand of an operation that could overflow: if it must not, without a sign.
    pub(super) fn without_overflow(self, text: Text) -> Option<Text> {
        if self != Notation::StrictC || !text.signed {
            return Some(text);
        }
        let (as_signed, as_unsigned) = (text.as_signed && text.as_unsigned, text.as_unsigned);
        Some(Text { as_signed, as_unsigned, ..self.cast(&text, text.bits, false)? })
    }

    /// The text with a type of at least `width` bits.
    pub(super) fn wide(self, text: Text, width: u8) -> Option<Text> {
        if text.bits >= width {
            return Some(text);
        }
        // It is exact: the other type keeps its value.
        let signed = text.as_signed || self == Notation::Java;
        let Text { as_signed, as_unsigned, .. } = text;
        if text.text.bytes().all(|b| b.is_ascii_digit()) {
            let suffix = if self == Notation::Java { "L" } else { "LL" };
            return Some(Text { text: format!("{}{suffix}", text.text), bits: 64, signed: true, ..text });
        }
        Some(Text { as_signed, as_unsigned, ..self.cast(&text, 64, signed)? })
    }

    /// Two exact signed numbers as operands whose common type keeps both.
    pub(super) fn signed_pair(self, a: Text, b: Text) -> Option<[Text; 2]> {
        let (_, signed) = a.common(&b);
        if signed || !a.may_be_negative() && !b.may_be_negative() {
            return Some([a, b]);
        }
        let keep = |text: Text| match text.signed {
            true => Some(text),
            false => {
                let cast = self.cast(&text, 64, true)?;
                Some(Text { as_signed: true, as_unsigned: text.as_unsigned, ..cast })
            }
        };
        Some([keep(a)?, keep(b)?])
    }
}

/// `left operator right`; `tight` is what the operands must be without parentheses.
pub(super) fn infix(left: &Text, operator: &str, right: &Text, [left_level, right_level]: [u8; 2]) -> String {
    format!("{} {operator} {}", left.at(left_level), right.at(right_level))
}

/// A text that is right modulo 2^width; exactly so if its type has no more bits.
pub(super) fn modular(text: String, level: u8, bits: u8, signed: bool, width: u8) -> Text {
    let exact = bits == width;
    Text { text, level, bits, signed, as_signed: exact && signed, as_unsigned: exact && !signed }
}
