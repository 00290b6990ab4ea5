//! The conditions of `#if` (C11 6.10.1).

use super::super::constants;
use super::super::lexer::{Lexeme, Token};
use super::Preprocessor;
use base::{Message, Span, TokenCursor, msg};

/// Maximum nesting depth of a condition.
const NESTING: u32 = 200;

/// A number of the preprocessor: all are of the types `intmax_t` and `uintmax_t`.
#[derive(Clone, Copy)]
struct Number {
    value: i64,
    unsigned: bool,
}

impl Preprocessor<'_> {
    /// Whether a condition holds; errors count as false.
    pub(super) fn condition(&mut self, tokens: &[Token], span: Span) -> bool {
        if tokens.is_empty() {
            self.error("c/preprocessor", span, msg!("the condition is missing"));
            return false;
        }
        let mut replaced: Vec<Token> = Vec::new();
        let mut rest = tokens.iter().peekable();
        while let Some(token) = rest.next() {
            if !token.is_word("defined") {
                replaced.push(token.clone());
                continue;
            }
            let parenthesised = rest.next_if(|t| t.is("(")).is_some();
            let name = rest.next_if(|t| t.kind == Lexeme::Identifier);
            if name.is_none() || (parenthesised && rest.next_if(|t| t.is(")")).is_none()) {
                self.error("c/preprocessor", token.span, msg!("`defined` needs the name of a macro"));
                return false;
            }
            let holds = name.is_some_and(|name| self.macros.contains_key(&name.text));
            let text = if holds { "1" } else { "0" };
            replaced.push(Token { kind: Lexeme::Number, text: text.into(), ..token.clone() });
        }
        let expanded = self.expand_all(replaced);
        let mut reader = Reader { tokens: TokenCursor::new(expanded, span), depth: 0 };
        match reader.conditional(true) {
            Ok(number) if reader.tokens.at_end() => number.value != 0,
            Ok(_) => {
                self.error("c/preprocessor", reader.tokens.here(), msg!("the condition cannot be read from here on"));
                false
            }
            Err(message) => {
                self.error("c/preprocessor", reader.tokens.before(), message);
                false
            }
        }
    }
}

struct Reader {
    tokens: TokenCursor<Token>,
    depth: u32,
}

type Read<T> = Result<T, Message>;

impl Reader {
    fn eat(&mut self, symbol: &str) -> bool {
        self.tokens.accept(|t| t.is(symbol))
    }

    /// `evaluated`: whether the value counts, so that a division by zero is an error.
    fn conditional(&mut self, evaluated: bool) -> Read<Number> {
        self.depth += 1;
        if self.depth > NESTING {
            return Err(msg!("the condition is nested too deeply"));
        }
        let condition = self.binary(0, evaluated)?;
        let result = if self.eat("?") {
            let yes = self.conditional(evaluated && condition.value != 0)?;
            if !self.eat(":") {
                return Err(msg!("`:` is missing"));
            }
            let no = self.conditional(evaluated && condition.value == 0)?;
            let chosen = if condition.value != 0 { yes } else { no };
            Number { value: chosen.value, unsigned: yes.unsigned || no.unsigned }
        } else {
            condition
        };
        self.depth -= 1;
        Ok(result)
    }

    fn binary(&mut self, least: u32, evaluated: bool) -> Read<Number> {
        let mut left = self.unary(evaluated)?;
        while let Some(Lexeme::Symbol(operator)) = self.tokens.peek().map(|t| t.kind) {
            let Some(strength) = strength(operator).filter(|&s| s >= least) else { break };
            self.tokens.advance();
            let needed = match operator {
                "&&" => left.value != 0,
                "||" => left.value == 0,
                _ => true,
            };
            let right = self.binary(strength + 1, evaluated && needed)?;
            left = apply(operator, left, right, evaluated && needed)?;
        }
        Ok(left)
    }

    fn unary(&mut self, evaluated: bool) -> Read<Number> {
        let mut operators = Vec::new();
        let operand = loop {
            let Some(token) = self.tokens.peek().cloned() else { return Err(msg!("an operand is missing")) };
            self.tokens.advance();
            match token.kind {
                Lexeme::Symbol(operator @ ("-" | "+" | "!" | "~")) => operators.push(operator),
                Lexeme::Symbol("(") => {
                    let inside = self.conditional(evaluated)?;
                    if !self.eat(")") {
                        return Err(msg!("`)` is missing"));
                    }
                    break inside;
                }
                Lexeme::Number => {
                    let (value, unsigned) = constants::preprocessing_number(&token.text)
                        .ok_or_else(|| msg!("`{}` is not an integer", token.text))?;
                    break Number { value, unsigned };
                }
                Lexeme::Character => {
                    let value =
                        constants::character(&token.text).ok_or_else(|| msg!("`{}` is not a character", token.text))?;
                    break Number { value, unsigned: token.text.starts_with(['u', 'U']) };
                }
                Lexeme::Identifier => break Number { value: 0, unsigned: false },
                _ => return Err(msg!("`{}` is not expected in a condition", token.text)),
            }
        };
        Ok(operators.into_iter().rev().fold(operand, |number, operator| match operator {
            "-" => Number { value: number.value.wrapping_neg(), ..number },
            "~" => Number { value: !number.value, ..number },
            "!" => Number { value: i64::from(number.value == 0), unsigned: false },
            _ => number,
        }))
    }
}

fn strength(operator: &str) -> Option<u32> {
    Some(match operator {
        "||" => 0,
        "&&" => 1,
        "|" => 2,
        "^" => 3,
        "&" => 4,
        "==" | "!=" => 5,
        "<" | ">" | "<=" | ">=" => 6,
        "<<" | ">>" => 7,
        "+" | "-" => 8,
        "*" | "/" | "%" => 9,
        _ => return None,
    })
}

fn apply(operator: &str, left: Number, right: Number, evaluated: bool) -> Read<Number> {
    let unsigned = left.unsigned || right.unsigned;
    let (a, b) = (left.value, right.value);
    let less = |a: i64, b: i64| if unsigned { a.cast_unsigned() < b.cast_unsigned() } else { a < b };
    let truth = |holds: bool| Ok(Number { value: i64::from(holds), unsigned: false });
    if matches!(operator, "/" | "%") && b == 0 {
        return if evaluated { Err(msg!("division by zero")) } else { Ok(Number { value: 0, unsigned }) };
    }
    // A shift by a negative amount goes in the other direction, as in GCC.
    let shift = |left_wards: bool, by: i64| -> i64 {
        let amount = u32::try_from(by.unsigned_abs()).unwrap_or(u32::MAX);
        match left_wards {
            true => a.checked_shl(amount).unwrap_or(0),
            false if left.unsigned => a.cast_unsigned().checked_shr(amount).unwrap_or(0).cast_signed(),
            false => a.checked_shr(amount).unwrap_or(if a < 0 { -1 } else { 0 }),
        }
    };
    let value = match operator {
        "||" => return truth(a != 0 || b != 0),
        "&&" => return truth(a != 0 && b != 0),
        "==" => return truth(a == b),
        "!=" => return truth(a != b),
        "<" => return truth(less(a, b)),
        ">" => return truth(less(b, a)),
        "<=" => return truth(!less(b, a)),
        ">=" => return truth(!less(a, b)),
        "|" => a | b,
        "^" => a ^ b,
        "&" => a & b,
        "<<" | ">>" => {
            let negative = !right.unsigned && b < 0;
            let value = shift((operator == "<<") != negative, b);
            return Ok(Number { value, unsigned: left.unsigned });
        }
        "+" => a.wrapping_add(b),
        "-" => a.wrapping_sub(b),
        "*" => a.wrapping_mul(b),
        "/" if unsigned => (a.cast_unsigned() / b.cast_unsigned()).cast_signed(),
        "%" if unsigned => (a.cast_unsigned() % b.cast_unsigned()).cast_signed(),
        "/" => a.wrapping_div(b),
        _ => a.wrapping_rem(b),
    };
    Ok(Number { value, unsigned })
}
