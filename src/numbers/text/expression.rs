//! Terms as expressions with the same value.

use bitvec::{Operator, Sort, TermId, Terms, VariableId};
use program::objects::IntegerType;

use super::parts::{Notation, Text, Want, infix, level};

/// What stands for a variable of a term.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum VariableText {
    /// A condition, put in parentheses where that is necessary.
    Condition(String),
    /// A variable of a type of integers.
    Integer(String, IntegerType),
}

/// An expression in `notation` that has the value of a term: for Booleans a condition, for bit-vectors a number that is equal
/// modulo 2^width. `None` if a variable has no text, it would become too large, or the language has no such operation.
pub fn expression(
    terms: &Terms,
    term: TermId,
    notation: Notation,
    variable: &dyn Fn(VariableId) -> Option<VariableText>,
) -> Option<String> {
    let mut printer = Printer { terms, notation, variable, left: PARTS, depth: 0 };
    let text = match terms.sort(term) {
        Sort::Boolean => printer.condition(term, true)?,
        Sort::Bits(_) => printer.number(term, Want::Any)?,
    };
    Some(text.text)
}

/// An expression has at most this many parts.
const PARTS: u32 = 400;

/// Expressions are nested at most this deep.
const DEPTH: u32 = 60;

/// A number times a term, or times 1.
pub(super) type Multiple = (u64, Option<TermId>);

/// Writes one expression.
pub(super) struct Printer<'t> {
    pub terms: &'t Terms,
    pub notation: Notation,
    pub variable: &'t dyn Fn(VariableId) -> Option<VariableText>,
    /// How many parts it may still have.
    left: u32,
    pub depth: u32,
}

impl Printer<'_> {
    /// Counts a part.
    pub(super) fn enter(&mut self) -> Option<()> {
        self.left = self.left.checked_sub(1)?;
        self.depth += 1;
        (self.depth <= DEPTH).then_some(())
    }

    /// A Boolean term, or its negation.
    pub(super) fn condition(&mut self, term: TermId, positive: bool) -> Option<Text> {
        self.enter()?;
        let found = self.condition_inside(term, positive);
        self.depth -= 1;
        found
    }

    fn condition_inside(&mut self, term: TermId, positive: bool) -> Option<Text> {
        let terms = self.terms;
        let operands = terms.operands(term);
        match (terms.operator(term), operands) {
            (Operator::Constant(value), _) => {
                let text = match (self.notation, (value == 1) == positive) {
                    (Notation::C | Notation::StrictC, truth) => u8::from(truth).to_string(),
                    (Notation::Java, truth) => truth.to_string(),
                };
                Some(Text::condition(text, level::PRIMARY))
            }
            (Operator::Variable(variable), _) => {
                let VariableText::Condition(text) = (self.variable)(variable)? else { return None };
                let is_word = text.bytes().all(|b| b.is_ascii_alphanumeric() || b == b'_' || !b.is_ascii());
                let text = Text::condition(text, if is_word { level::PRIMARY } else { level::CONDITIONAL });
                Some(match positive {
                    true => text,
                    false => Text::condition(format!("!{}", text.at(level::UNARY)), level::UNARY),
                })
            }
            (Operator::Not, &[inner]) => self.condition(inner, !positive),
            (Operator::And, _) => {
                let parts: Option<Vec<Text>> = operands.iter().map(|&part| self.condition(part, positive)).collect();
                let (operator, own) = if positive { (" && ", level::AND) } else { (" || ", level::OR) };
                // One of the two inside of the other is easier to read with parentheses.
                let parts: Vec<String> = parts?.iter().map(|part| part.at(level::BIT_OR)).collect();
                Some(Text::condition(parts.join(operator), own))
            }
            (Operator::Xor, &[a, b]) => {
                let (a, b) = (self.condition(a, true)?, self.condition(b, true)?);
                let operator = if positive { "!=" } else { "==" };
                Some(Text::condition(infix(&a, operator, &b, [level::UNARY; 2]), level::EQUALITY))
            }
            (Operator::Ite, &[condition, a, b]) => {
                let condition = self.condition(condition, true)?;
                let (a, b) = (self.condition(a, positive)?, self.condition(b, positive)?);
                let text = format!("{} ? {} : {}", condition.at(level::OR), a.at(level::OR), b.at(level::OR));
                Some(Text::condition(text, level::CONDITIONAL))
            }
            (Operator::Equal, &[a, b]) => self.equality(a, b, if positive { "==" } else { "!=" }),
            (Operator::UnsignedLess, &[a, b]) => self.order(a, b, Want::Unsigned, positive),
            (Operator::SignedLess, &[a, b]) => self.order(a, b, Want::Signed, positive),
            (Operator::UnsignedMultiplyOverflows, &[a, b]) => self.overflow(a, b, Want::Unsigned, positive),
            (Operator::SignedMultiplyOverflows, &[a, b]) => self.overflow(a, b, Want::Signed, positive),
            _ => None,
        }
    }

    /// `a operator b`, for `==` and `!=`. A constant is `b`, if any.
    fn equality(&mut self, a: TermId, b: TermId, operator: &str) -> Option<Text> {
        let (a, b) = if self.terms.value(a).is_some() { (b, a) } else { (a, b) };
        let width = self.terms.width(a);
        let (left, right) = match self.terms.value(b).and_then(|value| self.split(a, value)) {
            Some([added, subtracted]) => (self.weighted(&added, width)?, self.weighted(&subtracted, width)?),
            None => {
                let left = self.number(a, Want::Any)?;
                let sense = if left.as_unsigned && !left.as_signed { Want::Unsigned } else { Want::Signed };
                let is_constant = self.terms.value(b).is_some();
                let right = self.number(b, if is_constant { sense } else { Want::Any })?;
                (left, right)
            }
        };
        let pair = if left.as_unsigned && right.as_unsigned {
            [left, right]
        } else if left.as_signed && right.as_signed {
            self.notation.signed_pair(left, right)?
        } else if left.common(&right).0 == width {
            // Equal modulo 2^width is what the comparison finds.
            [left, right]
        } else {
            let sense = if left.as_unsigned || right.as_unsigned { Want::Unsigned } else { Want::Signed };
            let [left, right] = [self.notation.exact(left, width, sense)?, self.notation.exact(right, width, sense)?];
            match sense {
                Want::Signed => self.notation.signed_pair(left, right)?,
                _ => [left, right],
            }
        };
        let text = infix(&pair[0], operator, &pair[1], [level::SUM; 2]);
        Some(Text::condition(text, level::EQUALITY))
    }

    /// The parts of a sum that is equal to a constant, by the side on which they have positive factors; if it is easier to
    /// read so: `2 * x == 3 * y` instead of `2 * x + -3 * y == 0`.
    fn split(&self, sum: TermId, value: u64) -> Option<[Vec<Multiple>; 2]> {
        let terms = self.terms;
        let sort = terms.sort(sum);
        let (Operator::Add, parts) = (terms.operator(sum), terms.operands(sum)) else { return None };
        let factor = |part: TermId| match (terms.operator(part), terms.operands(part)) {
            (Operator::Multiply, &[factor, inner]) if let Some(factor) = terms.value(factor) => {
                (sort.signed(factor), inner)
            }
            _ => (1, part),
        };
        let parts: Vec<(i64, TermId)> = parts.iter().map(|&part| factor(part)).collect();
        let is_negative = |&&(factor, _): &&(i64, TermId)| factor < 0;
        let value = sort.signed(value);
        let worse = |&(factor, _): &(i64, TermId)| value <= 0 || factor != -1;
        if !parts.iter().filter(is_negative).any(worse) || parts.iter().all(|part| is_negative(&part)) {
            return None;
        }
        let mut sides = [Vec::new(), Vec::new()];
        for (factor, inner) in parts {
            sides[usize::from(factor < 0)].push((factor.unsigned_abs(), Some(inner)));
        }
        if value != 0 {
            sides[usize::from(value > 0)].push((value.unsigned_abs(), None));
        }
        Some(sides)
    }

    /// `a < b`, or its negation `a >= b`. A constant is on the right, if any.
    fn order(&mut self, a: TermId, b: TermId, want: Want, positive: bool) -> Option<Text> {
        let is_constant = self.terms.value(a).is_some();
        // `!(b < a)` reads `a <= b`.
        let (left, operator, right) = match (is_constant, positive) {
            (false, true) => (a, "<", b),
            (true, true) => (b, ">", a),
            (false, false) if self.terms.value(b).is_some() => (a, ">=", b),
            (_, false) => (b, "<=", a),
        };
        if let (Some(a), Some(b)) = (self.number(left, want), self.number(right, want)) {
            let pair = if want == Want::Signed { self.notation.signed_pair(a, b)? } else { [a, b] };
            return Some(Text::condition(infix(&pair[0], operator, &pair[1], [level::SUM; 2]), level::ORDER));
        }
        if self.notation != Notation::Java || want == Want::Signed || self.terms.width(a) != 64 {
            return None;
        }
        let (a, b) = (self.number(left, Want::Any)?, self.number(right, Want::Any)?);
        let text = format!("Long.compareUnsigned({}, {}) {operator} 0", a.text, b.text);
        Some(Text::condition(text, level::ORDER))
    }

    /// Whether a product does not fit, by multiplication in twice the width.
    fn overflow(&mut self, a: TermId, b: TermId, want: Want, positive: bool) -> Option<Text> {
        let width = self.terms.width(a);
        if width > 32 || self.notation == Notation::Java && width > 31 && want == Want::Unsigned {
            return None;
        }
        let signed = want == Want::Signed;
        let (left, mut right) = (self.number(a, want)?, self.number(b, want)?);
        let cast = self.notation.cast(&left, 64, signed || self.notation == Notation::Java)?;
        if signed && !right.signed {
            right = self.notation.cast(&right, 64, true)?;
        }
        let product = infix(&cast, "*", &right, [level::PRODUCT, level::UNARY]);
        let sort = self.terms.sort(a);
        let most = if signed { sort.mask() >> 1 } else { sort.mask() };
        let most = self.notation.literal(64, most, Want::Signed)?.text;
        if !signed {
            let operator = if positive { ">" } else { "<=" };
            return Some(Text::condition(format!("{product} {operator} {most}"), level::ORDER));
        }
        let least = self.notation.literal(64, !(sort.mask() >> 1), Want::Signed)?.at(level::UNARY);
        let (text, own) = match positive {
            true => (format!("{product} > {most} || {product} < {least}"), level::OR),
            false => (format!("{product} <= {most} && {product} >= {least}"), level::AND),
        };
        Some(Text::condition(text, own))
    }
}

#[cfg(test)]
mod tests {
    use expect_test::expect;

    use super::*;

    const UNSIGNED: IntegerType = IntegerType { bits: 32, signed: false };

    /// Expressions over `i`, `n`, `u`, `c` of type `int`, `int`, `unsigned int`, `char`.
    fn text(build: impl Fn(&mut Terms, [TermId; 4]) -> TermId) -> String {
        let mut terms = Terms::new();
        let types = [IntegerType::INT, IntegerType::INT, UNSIGNED, IntegerType::BYTE];
        let variables = types.map(|ty| terms.variable(Sort::Bits(ty.bits)));
        let term = build(&mut terms, variables);
        let variable = |variable: VariableId| {
            let at = variable.0 as usize;
            Some(VariableText::Integer(["i", "n", "u", "c"][at].to_owned(), types[at]))
        };
        [Notation::C, Notation::Java]
            .map(|notation| expression(&terms, term, notation, &variable).unwrap_or_default())
            .join("\n")
    }

    #[test]
    fn casts_are_written_where_they_change_something() {
        let check = |build: &dyn Fn(&mut Terms, [TermId; 4]) -> TermId, expected: expect_test::Expect| {
            expected.assert_eq(&text(build));
        };
        check(&|t, [i, n, ..]| t.signed_less_or_equal(i, n), expect![["i <= n\ni <= n"]]);
        check(
            &|t, [i, ..]| {
                let one = t.bits(32, 1);
                t.equal(i, one)
            },
            expect![["i == 1\ni == 1"]],
        );
        check(
            &|t, [i, n, ..]| t.unsigned_less(i, n),
            expect![[r#"
            (unsigned int)i < (unsigned int)n
            (i & 4294967295L) < (n & 4294967295L)"#]],
        );
        check(
            &|t, [i, _, u, _]| t.signed_less(i, u),
            expect![[r#"
            i < (int)u
            i < (int)u"#]],
        );
        check(
            &|t, [i, n, u, c]| {
                let (wide, five) = (t.sign_extend(c, 32), t.bits(32, 5));
                let (sum, ten) = (t.subtract(wide, i), t.bits(32, 10));
                let (sum, three) = (t.subtract(sum, five), t.bits(32, 3));
                let (first, mask) = (t.signed_less(sum, ten), t.and(u, three));
                let second = t.equal(mask, three);
                let (not_second, third) = (t.not(second), t.equal(i, n));
                let either = t.or(not_second, third);
                t.and(first, either)
            },
            expect![[r#"
                c - i - 5 < 10 && ((u & 3) != 3 || i == n)
                c - i - 5 < 10 && ((u & 3) != 3 || i == n)"#]],
        );
        check(
            &|t, [i, n, ..]| t.signed_add_overflows(i, n),
            expect![[r#"
                (i < 0) == (n < 0) && (i < 0) != (i + n < 0)
                (i < 0) == (n < 0) && (i < 0) != (i + n < 0)"#]],
        );
    }

    #[test]
    fn large_and_deep_terms_have_no_expression() {
        let grown = |steps: usize| {
            text(|t, [i, n, ..]| {
                let sum = (0..steps).fold(i, |sum, _| {
                    let shifted = t.shift_left(sum, n);
                    t.xor(shifted, i)
                });
                t.equal(sum, n)
            })
        };
        assert!(grown(8).len() > 100);
        assert_eq!(grown(100_000), "\n");
    }
}
