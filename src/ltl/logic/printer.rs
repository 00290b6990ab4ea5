//! Canonical text of formulas.

use std::fmt;

use super::formula::{Binary, Formula, FormulaId, Formulas, Unary};
use super::parser::MAX_OPERATORS;

/// Writes a formula. Returned by [`Formulas::display`].
pub struct DisplayFormula<'a> {
    formulas: &'a Formulas,
    root: FormulaId,
}

impl Formulas {
    /// The canonical text of `root`, with few parentheses.
    ///
    /// The parser reads it back as the same formula. If the text would exceed the parser's limit (a normal
    /// form may share subformulas, which the text repeats), it ends in `…`.
    pub fn display(&self, root: FormulaId) -> DisplayFormula<'_> {
        DisplayFormula { formulas: self, root }
    }
}

/// The remaining items to write.
enum Item {
    Text(&'static str),
    Formula { id: FormulaId, parentheses: bool },
}

impl fmt::Display for DisplayFormula<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let mut budget = 2 * MAX_OPERATORS;
        let mut items = vec![Item::Formula { id: self.root, parentheses: false }];
        while let Some(item) = items.pop() {
            let (id, parentheses) = match item {
                Item::Text(text) => {
                    f.write_str(text)?;
                    continue;
                }
                Item::Formula { id, parentheses } => (id, parentheses),
            };
            if budget == 0 {
                return f.write_str("…");
            }
            budget -= 1;
            if parentheses {
                f.write_str("(")?;
                items.push(Item::Text(")"));
            }
            match self.formulas.formula(id) {
                Formula::True => f.write_str("true")?,
                Formula::False => f.write_str("false")?,
                Formula::Atom(proposition) => write!(f, "{}", self.formulas.proposition(proposition))?,
                Formula::Unary(operator, a) => {
                    f.write_str(operator.text())?;
                    let parentheses = matches!(self.formulas.formula(a), Formula::Binary(..));
                    items.push(Item::Formula { id: a, parentheses });
                }
                Formula::Binary(operator, a, b) => {
                    let (left, right) = operator.parenthesise(self.formulas.formula(a), self.formulas.formula(b));
                    items.push(Item::Formula { id: b, parentheses: right });
                    items.push(Item::Text(operator.text()));
                    items.push(Item::Formula { id: a, parentheses: left });
                }
            }
        }
        Ok(())
    }
}

impl Unary {
    fn text(self) -> &'static str {
        match self {
            Unary::Not => "!",
            Unary::Next => "X ",
            Unary::Finally => "F ",
            Unary::Globally => "G ",
        }
    }
}

impl Binary {
    fn text(self) -> &'static str {
        match self {
            Binary::And => " & ",
            Binary::Or => " | ",
            Binary::Implies => " -> ",
            Binary::Iff => " <-> ",
            Binary::Until => " U ",
            Binary::Release => " R ",
            Binary::WeakUntil => " W ",
            Binary::StrongRelease => " M ",
        }
    }

    /// Which operands of this operator need parentheses: those that the parser would otherwise split, and, for
    /// readability, temporal operators inside any binary operator except `->` and `<->`, and `&` inside `|`.
    fn parenthesise(self, left: Formula, right: Formula) -> (bool, bool) {
        let needs = |operand: Formula, associates: bool| match operand {
            Formula::Binary(inner, ..) if inner == self => !(associates && self.level() < Binary::Until.level()),
            Formula::Binary(inner, ..) => self.level() > Binary::Implies.level() || inner.level() <= self.level(),
            _ => false,
        };
        (needs(left, !self.associates_right()), needs(right, self.associates_right()))
    }
}
