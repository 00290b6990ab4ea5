//! Bit-vectors as numbers.

use bitvec::{Operator, TermId};

use super::expression::{Multiple, Printer, VariableText};
use super::parts::{Notation, Text, Want, infix, level, modular};

impl Printer<'_> {
    /// A bit-vector as a number.
    pub(super) fn number(&mut self, term: TermId, want: Want) -> Option<Text> {
        self.enter()?;
        let found = self.number_inside(term, want);
        self.depth -= 1;
        self.notation.exact(found?, self.terms.width(term), want)
    }

    fn number_inside(&mut self, term: TermId, want: Want) -> Option<Text> {
        let terms = self.terms;
        let width = terms.width(term);
        match (terms.operator(term), terms.operands(term)) {
            (Operator::Constant(value), _) => self.notation.literal(width, value, want),
            (Operator::Variable(variable), _) => {
                let VariableText::Integer(text, ty) = (self.variable)(variable)? else { return None };
                Some(Text {
                    text,
                    level: level::PRIMARY,
                    bits: ty.bits.max(32),
                    // Types narrower than `int` are promoted to it.
                    signed: ty.signed || ty.bits < 32,
                    as_signed: ty.signed,
                    as_unsigned: !ty.signed,
                })
            }
            (Operator::Not, &[inner]) => match (terms.operator(inner), terms.operands(inner)) {
                (Operator::And, parts) if parts.iter().all(|&part| self.is_negated(part)) => {
                    self.bitwise("|", level::BIT_OR, parts, true, width)
                }
                _ => {
                    let inner = self.number(inner, Want::Any)?;
                    let inner = self.notation.wide(inner, width)?;
                    let as_signed = inner.as_signed && inner.signed;
                    let found =
                        modular(format!("~{}", inner.at(level::UNARY)), level::UNARY, inner.bits, inner.signed, width);
                    Some(Text { as_signed: as_signed || found.as_signed, ..found })
                }
            },
            (Operator::And, parts) => self.bitwise("&", level::BIT_AND, parts, false, width),
            (Operator::Xor, parts) => self.bitwise("^", level::BIT_XOR, parts, false, width),
            (Operator::Ite, &[condition, a, b]) => self.choice(condition, a, b, want),
            (Operator::Add, parts) => self.sum(parts, width),
            (Operator::Multiply, &[a, b]) if terms.value(a) == Some(terms.sort(a).mask()) => self.negative(b, width),
            (Operator::Multiply, &[a, b]) => {
                let (a, b) = (self.number(a, Want::Any)?, self.number(b, Want::Any)?);
                self.arithmetic(a, "*", b, level::PRODUCT, width)
            }
            (Operator::UnsignedDivide | Operator::UnsignedRemainder, &[a, b]) => {
                self.unsigned_division(terms.operator(term), a, b)
            }
            (Operator::SignedDivide | Operator::SignedRemainder, &[a, b]) => {
                self.signed_division(terms.operator(term), a, b)
            }
            (Operator::ShiftLeft | Operator::LogicalShiftRight | Operator::ArithmeticShiftRight, &[a, b]) => {
                self.shift(terms.operator(term), a, b)
            }
            (Operator::Concat, &[high, low]) => self.concat(high, low, width),
            (Operator::Extract(0), &[inner]) => {
                let inner = self.number(inner, Want::Any)?;
                Some(Text { as_signed: false, as_unsigned: false, ..self.notation.wide(inner, width)? })
            }
            (Operator::Extract(from), &[inner]) => {
                let is_top = from + width == terms.width(inner);
                let inner_want = if is_top { want } else { Want::Any };
                let inner_text = self.number(inner, inner_want)?;
                let inner_text = self.notation.wide(inner_text, terms.width(inner))?;
                let text = format!("{} >> {from}", inner_text.at(level::UNARY));
                let as_signed = is_top && inner_text.as_signed;
                let as_unsigned = is_top && inner_text.as_unsigned;
                Some(Text { text, level: level::SHIFT, as_signed, as_unsigned, ..inner_text })
            }
            (Operator::ZeroExtend, &[inner]) => {
                // Its sign is 0.
                Some(Text { as_signed: true, as_unsigned: true, ..self.number(inner, Want::Unsigned)? })
            }
            (Operator::SignExtend, &[inner]) => {
                let inner = self.number(inner, Want::Signed)?;
                Some(Text { as_signed: true, ..inner })
            }
            _ => None,
        }
    }

    fn is_negated(&self, term: TermId) -> bool {
        matches!(self.terms.operator(term), Operator::Not | Operator::Constant(_))
    }

    /// An operation on each bit, of all operands or of their negations.
    fn bitwise(&mut self, operator: &str, own: u8, parts: &[TermId], negated: bool, width: u8) -> Option<Text> {
        let terms = self.terms;
        // A constant is the first operand, and better the last one.
        let constants = usize::from(terms.value(parts[0]).is_some());
        let ordered = parts[constants..].iter().chain(&parts[..constants]);
        let mut all: Option<Text> = None;
        for &part in ordered {
            let value = terms.value(part).map(|value| if negated { !value & terms.sort(part).mask() } else { value });
            let next = match value {
                Some(value) => {
                    let is_unsigned = all.as_ref().is_some_and(|all| all.as_unsigned && !all.as_signed);
                    self.notation.literal(width, value, if is_unsigned { Want::Unsigned } else { Want::Signed })?
                }
                None if negated => self.number(terms.operands(part)[0], Want::Any)?,
                None => self.number(part, Want::Any)?,
            };
            all = Some(match all {
                None => next,
                Some(before) => self.bit_operation(before, operator, next, own, width)?,
            });
        }
        all
    }

    fn bit_operation(&mut self, a: Text, operator: &str, b: Text, own: u8, width: u8) -> Option<Text> {
        let both = [&a, &b];
        let as_signed = both.iter().all(|part| part.as_signed);
        let as_unsigned = both.iter().all(|part| part.as_unsigned)
            // One number below the sign bit bounds the result.
            || operator == "&" && both.iter().any(|part| part.as_unsigned && part.as_signed);
        let may_be_negative = both.iter().any(|part| part.may_be_negative());
        let mask = operator == "&" && both.iter().any(|part| part.as_unsigned && part.as_signed);
        let found = self.arithmetic(a, operator, b, own, width)?;
        Some(Text {
            as_signed: found.as_signed || mask || as_signed && (found.signed || !may_be_negative),
            as_unsigned: found.as_unsigned || as_unsigned,
            ..found
        })
    }

    /// A sum of multiples, and of constants.
    pub(super) fn weighted(&mut self, parts: &[Multiple], width: u8) -> Option<Text> {
        let mut all: Option<Text> = None;
        for &(factor, inner) in parts {
            let next = match inner {
                Some(inner) if factor == 1 => self.number(inner, Want::Any)?,
                Some(inner) => {
                    let factor = self.notation.literal(width, factor, Want::Any)?;
                    let inner = self.number(inner, Want::Any)?;
                    self.arithmetic(factor, "*", inner, level::PRODUCT, width)?
                }
                None => self.notation.literal(width, factor, Want::Signed)?,
            };
            all = Some(match all {
                None => next,
                Some(before) => self.arithmetic(before, "+", next, level::SUM, width)?,
            });
        }
        all
    }

    /// A chain of sums and differences.
    fn sum(&mut self, parts: &[TermId], width: u8) -> Option<Text> {
        let terms = self.terms;
        let negative = |term: TermId| match (terms.operator(term), terms.operands(term)) {
            (Operator::Multiply, &[factor, inner]) if terms.value(factor) == Some(terms.sort(term).mask()) => {
                Some(inner)
            }
            _ => None,
        };
        let (constant, others) = match terms.value(parts[0]) {
            Some(value) => (Some(value), &parts[1..]),
            None => (None, parts),
        };
        let mut all: Option<Text> = None;
        for &part in others.iter().filter(|&&part| negative(part).is_none()) {
            let next = self.number(part, Want::Any)?;
            all = Some(match all {
                None => next,
                Some(before) => self.arithmetic(before, "+", next, level::SUM, width)?,
            });
        }
        let mut constant = constant;
        if all.is_none()
            && let Some(value) = constant.take()
        {
            all = Some(self.notation.literal(width, value, Want::Signed)?);
        }
        for part in others.iter().filter_map(|&part| negative(part)) {
            all = Some(match all {
                None => self.negative(part, width)?,
                Some(before) => {
                    let next = self.number(part, Want::Any)?;
                    self.arithmetic(before, "-", next, level::SUM, width)?
                }
            });
        }
        match (all, constant) {
            (Some(before), Some(value)) => {
                let minus = terms.sort(parts[0]).mask() & value.wrapping_neg();
                let is_negative = terms.sort(parts[0]).signed(value) < 0 && minus != value;
                let (operator, value) = if is_negative { ("-", minus) } else { ("+", value) };
                let next = self.notation.literal(width, value, Want::Signed)?;
                self.arithmetic(before, operator, next, level::SUM, width)
            }
            (all, _) => all,
        }
    }

    /// `-b`.
    fn negative(&mut self, b: TermId, width: u8) -> Option<Text> {
        let b = self.number(b, Want::Any)?;
        let b = self.notation.wide(b, width)?;
        let b = if b.is_exact() && width <= 16 { b } else { self.notation.without_overflow(b)? };
        let text = match b.at(level::UNARY) {
            text if text.starts_with('-') => format!("-({text})"),
            text => format!("-{text}"),
        };
        Some(modular(text, level::UNARY, b.bits, b.signed, width))
    }

    /// An operation whose lower bits depend on no others.
    fn arithmetic(&mut self, a: Text, operator: &str, b: Text, own: u8, width: u8) -> Option<Text> {
        let mut a = if a.common(&b).0 < width { self.notation.wide(a, width)? } else { a };
        let most = match own {
            level::SUM => 16,
            level::PRODUCT => 8,
            // Operations on single bits do not overflow.
            _ => 64,
        };
        let (bits, signed) = a.common(&b);
        if signed && !(a.is_exact() && b.is_exact() && width <= most) && most < 64 && self.notation == Notation::StrictC
        {
            a = self.notation.wide(a, bits)?;
            a = self.notation.without_overflow(a)?;
        }
        let (bits, signed) = a.common(&b);
        let levels = match own {
            level::SUM | level::PRODUCT => [own, own + 1],
            // Who knows how tightly these bind?
            _ if a.level == own => [own, level::UNARY],
            _ => [level::UNARY; 2],
        };
        Some(modular(infix(&a, operator, &b, levels), own, bits, signed, width))
    }

    fn choice(&mut self, condition: TermId, a: TermId, b: TermId, want: Want) -> Option<Text> {
        let width = self.terms.width(a);
        let condition = self.condition(condition, true)?;
        let (a, b) = (self.number(a, want)?, self.number(b, want)?);
        let as_unsigned = a.as_unsigned && b.as_unsigned;
        let (a, b) = match want {
            _ if as_unsigned => (a, b),
            _ if a.as_signed && b.as_signed => {
                let [a, b] = self.notation.signed_pair(a, b)?;
                (a, b)
            }
            _ => (self.notation.wide(a, width)?, self.notation.wide(b, width)?),
        };
        let (bits, signed) = a.common(&b);
        let as_signed = a.as_signed && b.as_signed && (signed || as_unsigned);
        let text = format!("{} ? {} : {}", condition.at(level::OR), a.at(level::OR), b.at(level::OR));
        let found = modular(text, level::CONDITIONAL, bits, signed, width);
        Some(Text { as_signed: found.as_signed || as_signed, as_unsigned: found.as_unsigned || as_unsigned, ..found })
    }

    fn unsigned_division(&mut self, operator: Operator, a: TermId, b: TermId) -> Option<Text> {
        let width = self.terms.width(a);
        let (left, right) = (self.number(a, Want::Unsigned)?, self.number(b, Want::Unsigned)?);
        let (bits, signed) = left.common(&right);
        let is_quotient = operator == Operator::UnsignedDivide;
        let text = infix(&left, if is_quotient { "/" } else { "%" }, &right, [level::PRODUCT, level::UNARY]);
        let (as_signed, as_unsigned) = (left.as_signed, true);
        if self.terms.value(b).is_some_and(|value| value != 0) {
            return Some(Text { text, level: level::PRODUCT, bits, signed, as_signed, as_unsigned });
        }
        let of_zero = match is_quotient {
            true => self.notation.literal(width, self.terms.sort(a).mask(), Want::Unsigned)?,
            false => left,
        };
        let whole = Text { text, level: level::PRODUCT, bits, signed, as_signed: false, as_unsigned };
        let (bits, signed) = whole.common(&of_zero);
        let text = format!("{} == 0 ? {} : {}", right.at(level::SUM), of_zero.at(level::OR), whole.text);
        Some(Text { text, level: level::CONDITIONAL, bits, signed, as_signed: false, as_unsigned })
    }

    fn signed_division(&mut self, operator: Operator, a: TermId, b: TermId) -> Option<Text> {
        let (terms, width) = (self.terms, self.terms.width(a));
        let (left, right) = (self.number(a, Want::Signed)?, self.number(b, Want::Signed)?);
        let [left, right] = self.notation.signed_pair(left, right)?;
        let is_quotient = operator == Operator::SignedDivide;
        let symbol = if is_quotient { "/" } else { "%" };
        if terms.value(b).is_some_and(|value| value != 0 && value != terms.sort(b).mask()) {
            let (bits, signed) = left.common(&right);
            let text = infix(&left, symbol, &right, [level::PRODUCT, level::UNARY]);
            let as_unsigned = left.as_unsigned && right.as_unsigned;
            return Some(Text { text, level: level::PRODUCT, bits, signed, as_signed: true, as_unsigned });
        }
        // The least number divided by -1 wraps around, but traps in C.
        let left = self.notation.wide(left, width)?;
        let (bits, signed) = left.common(&right);
        if !signed {
            return None;
        }
        let whole = infix(&left, symbol, &right, [level::PRODUCT, level::UNARY]);
        let divisor = right.at(level::SUM);
        // A divisor that is never negative may be equal to -1 after promotion.
        let whole = match (right.may_be_negative(), is_quotient) {
            (false, _) => whole,
            (true, true) => {
                let negated = self.notation.without_overflow(left.clone())?;
                let negated =
                    modular(format!("-{}", negated.at(level::PRIMARY)), level::UNARY, bits, negated.signed, width);
                let negated = if negated.signed { negated } else { self.notation.cast(&negated, bits, true)? };
                format!("{divisor} == -1 ? {} : {whole}", negated.at(level::OR))
            }
            (true, false) => format!("{divisor} == -1 ? 0 : {whole}"),
        };
        let text = match is_quotient {
            true => format!("{divisor} == 0 ? ({} < 0 ? 1 : -1) : {whole}", left.at(level::SUM)),
            false => format!("{divisor} == 0 ? {} : {whole}", left.at(level::OR)),
        };
        let found = modular(text, level::CONDITIONAL, bits, signed, width);
        Some(Text { as_signed: found.as_signed || !is_quotient, ..found })
    }

    fn shift(&mut self, operator: Operator, a: TermId, distance: TermId) -> Option<Text> {
        let width = self.terms.width(a);
        let want = match operator {
            Operator::ShiftLeft => Want::Any,
            Operator::LogicalShiftRight => Want::Unsigned,
            _ => Want::Signed,
        };
        let left = self.number(a, want)?;
        let mut left = self.notation.wide(left, width)?;
        if operator == Operator::ShiftLeft {
            left = self.notation.without_overflow(left)?;
        }
        let by = self.number(distance, Want::Unsigned)?;
        let symbol = if operator == Operator::ShiftLeft { "<<" } else { ">>" };
        let shifted = infix(&left, symbol, &by, [level::UNARY; 2]);
        let found = match operator {
            Operator::ShiftLeft => modular(shifted, level::SHIFT, left.bits, left.signed, width),
            _ => Text { text: shifted, level: level::SHIFT, ..left.clone() },
        };
        if self.is_below(distance, width) {
            return Some(found);
        }
        let beyond = match operator {
            Operator::ArithmeticShiftRight => format!("{} < 0 ? -1 : 0", left.at(level::SUM)),
            _ => "0".to_owned(),
        };
        let beyond = if beyond.len() > 1 { format!("({beyond})") } else { beyond };
        let text = format!("{} < {width} ? {} : {beyond}", by.at(level::SUM), found.text);
        Some(Text { text, level: level::CONDITIONAL, ..found })
    }

    /// Whether a term is always less than a width.
    fn is_below(&self, term: TermId, width: u8) -> bool {
        let least = |term: TermId| self.terms.value(term).is_some_and(|value| value < u64::from(width));
        least(term)
            || self.terms.operator(term) == Operator::And && self.terms.operands(term).iter().any(|&part| least(part))
    }

    fn concat(&mut self, high: TermId, low: TermId, width: u8) -> Option<Text> {
        let by = self.terms.width(low);
        let high = self.number(high, Want::Any)?;
        let high = self.notation.wide(high, width)?;
        let high = self.notation.without_overflow(high)?;
        let shifted = format!("{} << {by}", high.at(level::UNARY));
        let shifted = modular(shifted, level::SHIFT, high.bits, high.signed, width);
        if self.terms.value(low) == Some(0) {
            return Some(shifted);
        }
        let low = self.number(low, Want::Unsigned)?;
        self.arithmetic(shifted, "|", low, level::BIT_OR, width)
    }
}
