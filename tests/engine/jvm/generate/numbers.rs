//! Random numeric and boolean expressions.

use super::expressions::*;
use super::model::Ty;
use super::writer::Writer;

impl Writer<'_> {
    pub fn number(&mut self, ty: Ty, depth: usize) -> Expression {
        let is_narrow = !matches!(ty, Ty::Int | Ty::Long);
        loop {
            match self.random.below(13) {
                12 => {
                    if self.random.one_in(3)
                        && let Some(e) = self.library_expression(ty)
                    {
                        return e;
                    }
                }
                0 | 1 if is_narrow => return self.cast(ty, depth),
                0..=4 if !is_narrow => {
                    let (operator, level) = ARITHMETIC[self.random.below(8)];
                    let (a, b) = self.operand_types(ty);
                    let a = self.operand_of(a, depth, level);
                    let b = self.operand_of(b, depth, level + 1);
                    return Expression { text: format!("{a} {operator} {b}"), level };
                }
                5 if !is_narrow => {
                    let operator = *self.random.one_of(&SHIFTS);
                    let left = if ty == Ty::Int { self.promoted() } else { ty };
                    let right = if self.random.one_in(4) { Ty::Long } else { self.promoted() };
                    let a = self.operand_of(left, depth, 10);
                    let b = self.operand_of(right, depth, 11);
                    return Expression { text: format!("{a} {operator} {b}"), level: 10 };
                }
                6 if !is_narrow => {
                    let operator = ["-", "~", "+"][self.random.below(3)];
                    let operand = if ty == Ty::Int { self.promoted() } else { ty };
                    let e = self.operand_of(operand, depth, UNARY);
                    // Otherwise `--` would be read as one operator.
                    let space = if e.starts_with(['-', '+']) { " " } else { "" };
                    return unary(format!("{operator}{space}{e}"));
                }
                6 => return self.cast(ty, depth),
                7 => return self.cast(ty, depth),
                8 => {
                    if let Some(e) = self.change(ty, depth) {
                        return e;
                    }
                }
                9 => return self.conditional(ty, depth),
                10 => {
                    if let Some(e) = self.call(ty, depth) {
                        return e;
                    }
                }
                11 => {
                    if let Some(e) = self.field_read(ty, depth) {
                        return e;
                    }
                }
                _ => {}
            }
        }
    }

    /// Types of operands whose result has type `int` or `long`.
    pub fn operand_types(&mut self, ty: Ty) -> (Ty, Ty) {
        let other = self.promoted();
        match (ty, self.random.below(3)) {
            (Ty::Int, _) => (self.promoted(), other),
            (_, 0) => (other, ty),
            (_, 1) => (ty, other),
            _ => (ty, ty),
        }
    }

    /// A type that is promoted to `int`.
    pub fn promoted(&mut self) -> Ty {
        [Ty::Int, Ty::Int, Ty::Int, Ty::Byte, Ty::Short, Ty::Char][self.random.below(6)]
    }

    pub fn cast(&mut self, ty: Ty, depth: usize) -> Expression {
        let mut from = [Ty::Int, Ty::Long, Ty::Short, Ty::Char, Ty::Byte][self.random.below(5)];
        if self.random.one_in(20) {
            from = Ty::Double;
        }
        let e = self.operand_of(from, depth, UNARY);
        unary(format!("({}) {e}", self.model.name(ty)))
    }

    /// `x = e`, `x += e`, `x++` as a value.
    pub fn change(&mut self, ty: Ty, depth: usize) -> Option<Expression> {
        let (target, is_simple) = self.writable(ty, depth)?;
        let is_number = matches!(ty, Ty::Byte | Ty::Short | Ty::Char | Ty::Int | Ty::Long);
        let level = if is_simple { PRIMARY } else { UNARY };
        Some(match self.random.below(4) {
            0 if is_number => Expression { text: format!("{target}{}", ["++", "--"][self.random.below(2)]), level },
            1 if is_number => unary(format!("{}{target}", ["++", "--"][self.random.below(2)])),
            2 if is_number => {
                let operators = ["+=", "-=", "*=", "/=", "%=", "&=", "|=", "^=", "<<=", ">>=", ">>>="];
                let operator = *self.random.one_of(&operators);
                let by = if self.random.one_in(4) { Ty::Long } else { self.promoted() };
                let e = self.operand_of(by, depth, ASSIGNMENT);
                Expression { text: format!("{target} {operator} {e}"), level: ASSIGNMENT }
            }
            2 if ty == Ty::Boolean => {
                let operator = ["&=", "|=", "^="][self.random.below(3)];
                let e = self.operand_of(ty, depth, ASSIGNMENT);
                Expression { text: format!("{target} {operator} {e}"), level: ASSIGNMENT }
            }
            2 if ty == Ty::Text => {
                let by = [Ty::Int, Ty::Boolean, Ty::Char, Ty::Text, Ty::Double][self.random.below(5)];
                let e = self.operand_of(by, depth, ASSIGNMENT);
                Expression { text: format!("{target} += {e}"), level: ASSIGNMENT }
            }
            _ => {
                let e = self.assigned(ty, depth);
                Expression { text: format!("{target} = {}", e.text), level: ASSIGNMENT }
            }
        })
    }

    pub fn boolean(&mut self, depth: usize) -> Expression {
        loop {
            match self.random.below(15) {
                14 => {
                    if self.random.one_in(3)
                        && let Some(e) = self.library_expression(Ty::Boolean)
                    {
                        return e;
                    }
                }
                0..=2 => {
                    let (a, b) = (self.integral(), self.integral());
                    let operator = *self.random.one_of(&ORDER);
                    let (a, b) = (self.operand_of(a, depth, 9), self.operand_of(b, depth, 10));
                    return Expression { text: format!("{a} {operator} {b}"), level: 9 };
                }
                3 => {
                    let (a, b) = (self.integral(), self.integral());
                    let (a, b) = (self.operand_of(a, depth, 8), self.operand_of(b, depth, 9));
                    return self.equation(a, b);
                }
                4 => {
                    let (operator, level) = [("&", 7), ("^", 6), ("|", 5), ("==", 8), ("!=", 8)][self.random.below(5)];
                    let (a, b) =
                        (self.operand_of(Ty::Boolean, depth, level), self.operand_of(Ty::Boolean, depth, level + 1));
                    return Expression { text: format!("{a} {operator} {b}"), level };
                }
                5 | 6 => {
                    let (operator, level) = [("&&", 4), ("||", 3)][self.random.below(2)];
                    let (a, b) =
                        (self.operand_of(Ty::Boolean, depth, level), self.operand_of(Ty::Boolean, depth, level + 1));
                    return Expression { text: format!("{a} {operator} {b}"), level };
                }
                7 => return unary(format!("!{}", self.operand_of(Ty::Boolean, depth, UNARY))),
                8 | 9 => return self.comparison_of_objects(depth),
                10 => return self.instance_test(depth),
                11 => {
                    if let Some(e) = self.call(Ty::Boolean, depth) {
                        return e;
                    }
                }
                12 => {
                    if let Some(e) = self.field_read(Ty::Boolean, depth) {
                        return e;
                    }
                }
                _ => {
                    if self.random.one_in(3) {
                        return self.conditional(Ty::Boolean, depth);
                    }
                    if let Some(e) = self.change(Ty::Boolean, depth) {
                        return e;
                    }
                }
            }
        }
    }

    pub fn integral(&mut self) -> Ty {
        [Ty::Int, Ty::Int, Ty::Int, Ty::Long, Ty::Byte, Ty::Short, Ty::Char][self.random.below(7)]
    }

    pub fn equation(&mut self, a: String, b: String) -> Expression {
        Expression { text: format!("{a} {} {b}", ["==", "!="][self.random.below(2)]), level: 8 }
    }
}
