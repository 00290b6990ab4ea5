//! Numbers: constants, and expressions over them.

use super::super::syntax::{Constant, Expr, Name, Node};
use super::{Parsed, Parser};
use base::{Diagnostic, did_you_mean, msg};
use program::guarded::{Binary, Domain, Unary};

/// Maximum number of constants compared with an unknown name.
const COMPARISONS: usize = 100;

impl Parser<'_, '_> {
    /// `const BITS = 8, LAST = (1 << BITS) - 1;`
    pub(super) fn constants(&mut self) -> Parsed<()> {
        self.tokens.advance();
        self.list(Self::constant)?;
        if !self.accept(";") {
            self.expected(msg!("`,` or `;`"));
        }
        Ok(())
    }

    fn constant(&mut self) -> Parsed<()> {
        let name = self.name()?;
        self.expect("=")?;
        let written = self.expression()?;
        let limit = Domain::LIMIT;
        let value = self.value_of(&written);
        if value.is_some_and(|value| !(-limit..=limit).contains(&value)) {
            let message = msg!("constants are between -{limit} and {limit}");
            self.diagnostics.push(Diagnostic::error("boolean/range", written.span, message));
        }
        if let Some(first) = self.constants.get(name.text) {
            let message = msg!("constant `{}` is declared twice", name.text);
            let error =
                Diagnostic::error("boolean/duplicate", name.span, message).label(first.span, msg!("first here"));
            self.diagnostics.push(error);
            return Ok(());
        }
        // After an error, a value that causes few further errors.
        let value = value.filter(|value| (-limit..=limit).contains(value)).unwrap_or(1);
        self.constants.insert(name.text, Constant { value, span: name.span });
        Ok(())
    }

    /// The value of an expression over constants; `None`: it has none, and the reason was reported.
    pub(super) fn number(&mut self) -> Parsed<Option<i64>> {
        let written = self.expression()?;
        Ok(self.value_of(&written))
    }

    /// The same before a `>`: comparisons and shifts need parentheses there.
    pub(super) fn number_in_angles(&mut self) -> Parsed<Option<i64>> {
        let written = self.sum()?;
        Ok(self.value_of(&written))
    }

    /// Like [`Parser::number`], for an expression that has been read.
    pub(super) fn value_of(&mut self, written: &Expr<'_>) -> Option<i64> {
        let mut stack: Vec<i64> = Vec::new();
        for &(node, span) in &written.nodes {
            let value = match node {
                Node::Constant(value) => Some(Some(value)),
                Node::Variable(name) => match self.constants.get(name.text) {
                    Some(constant) => Some(Some(constant.value)),
                    None => return self.unknown_constant(name),
                },
                Node::Unary(Unary::Negate) => Some(stack.pop()?.checked_neg()),
                Node::Binary(operator) => {
                    let (right, left) = (stack.pop()?, stack.pop()?);
                    operation(operator).map(|operation| operation(left, right))
                }
                _ => None,
            };
            match value {
                Some(Some(value)) => stack.push(value),
                Some(None) => {
                    let message = msg!("this number exceeds 64 bits, divides by zero, or shifts by a negative amount");
                    self.diagnostics.push(Diagnostic::error("boolean/range", span, message));
                    return None;
                }
                None => {
                    let message = msg!("`{}` is not a number", self.slice(span));
                    let advice =
                        msg!("numbers may contain constants, `+`, `-`, `*`, `/`, `%`, `<<`, `>>` and parentheses");
                    let error = Diagnostic::error("boolean/constant", span, message).suggest(advice);
                    self.diagnostics.push(error);
                    return None;
                }
            }
        }
        stack.pop()
    }

    fn unknown_constant<T>(&mut self, name: Name<'_>) -> Option<T> {
        let advice = did_you_mean(name.text, self.constants.keys().take(COMPARISONS).copied());
        let message = msg!("no constant `{}` is declared", name.text);
        self.diagnostics.push(Diagnostic::error("boolean/unknown-name", name.span, message).suggest(advice));
        None
    }
}

/// An arithmetic operator.
fn operation(operator: Binary) -> Option<fn(i64, i64) -> Option<i64>> {
    Some(match operator {
        Binary::Add => i64::checked_add,
        Binary::Subtract => i64::checked_sub,
        Binary::Multiply => i64::checked_mul,
        Binary::Divide => i64::checked_div,
        Binary::Remainder => i64::checked_rem,
        Binary::ShiftLeft => |a, by| {
            let factor = 1_i64.checked_shl(u32::try_from(by).ok()?).filter(|&factor| factor > 0);
            a.checked_mul(factor?)
        },
        Binary::ShiftRight => |a, by| u32::try_from(by).ok().map(|by| a >> by.min(63)),
        _ => return None,
    })
}
