//! Random expressions of given types.

use super::model::Ty;
use super::writer::Writer;

/// The text of an expression, and the precedence of its outermost operator.
#[derive(Clone, Debug)]
pub struct Expression {
    pub text: String,
    pub level: u8,
}

pub const ASSIGNMENT: u8 = 1;
pub const CONDITIONAL: u8 = 2;
pub const UNARY: u8 = 14;
pub const PRIMARY: u8 = 15;

/// The operators on numbers, by precedence.
pub const ARITHMETIC: [(&str, u8); 8] =
    [("*", 12), ("/", 12), ("%", 12), ("+", 11), ("-", 11), ("&", 7), ("^", 6), ("|", 5)];
pub const SHIFTS: [&str; 3] = ["<<", ">>", ">>>"];
pub const ORDER: [&str; 4] = ["<", "<=", ">", ">="];

pub fn primary(text: impl Into<String>) -> Expression {
    Expression { text: text.into(), level: PRIMARY }
}

pub fn unary(text: impl Into<String>) -> Expression {
    Expression { text: text.into(), level: UNARY }
}

impl Writer<'_> {
    /// The text of an expression as an operand of an operator with this precedence.
    pub fn operand(&mut self, e: Expression, level: u8) -> String {
        if e.level < level || self.random.one_in(16) { format!("({})", e.text) } else { e.text }
    }

    /// An expression that can be assigned to a variable of a type.
    pub fn assignable(&mut self, ty: Ty, depth: usize) -> Expression {
        let narrower: &[Ty] = match ty {
            Ty::Short => &[Ty::Byte],
            Ty::Int => &[Ty::Byte, Ty::Short, Ty::Char],
            Ty::Long => &[Ty::Byte, Ty::Short, Ty::Char, Ty::Int],
            Ty::Double => &[Ty::Int, Ty::Char, Ty::Long],
            _ => &[],
        };
        match self.random.below(6) {
            0 if !narrower.is_empty() => {
                let ty = narrower[self.random.below(narrower.len())];
                self.expression(ty, depth)
            }
            // Operands of different types are promoted.
            1 if matches!(ty, Ty::Int | Ty::Long) && depth > 0 => {
                let condition = self.operand_of(Ty::Boolean, depth - 1, CONDITIONAL + 1);
                let (a, b) = (narrower[self.random.below(narrower.len())], ty);
                let a = self.operand_of(a, depth - 1, ASSIGNMENT + 1);
                let b = self.operand_of(b, depth - 1, CONDITIONAL);
                Expression { text: format!("{condition} ? {a} : {b}"), level: CONDITIONAL }
            }
            _ => self.expression(ty, depth),
        }
    }

    /// An expression on the right of an assignment: small constants may be narrowed, and it may be a `switch`.
    pub fn assigned(&mut self, ty: Ty, depth: usize) -> Expression {
        if matches!(ty, Ty::Byte | Ty::Short | Ty::Char) && self.random.one_in(4) {
            return primary(["0", "1", "7", "100", "'a'", "Main.K"][self.random.below(6)]);
        }
        self.assignable(ty, depth)
    }

    pub fn operand_of(&mut self, ty: Ty, depth: usize, level: u8) -> String {
        let e = self.expression(ty, depth);
        self.operand(e, level)
    }

    /// An expression of a primitive type, or of a subtype of a class.
    pub fn expression(&mut self, ty: Ty, depth: usize) -> Expression {
        if depth == 0 || self.random.one_in(4) {
            return self.leaf(ty);
        }
        match ty {
            Ty::Boolean => self.boolean(depth - 1),
            Ty::Text => self.text(depth - 1),
            Ty::Class(class) => self.object(class, depth - 1),
            Ty::Box => {
                match self.random.below(4) {
                    0 => primary("null"),
                    // If the operands are a box and a primitive, the box is unboxed.
                    1 | 2 => {
                        let condition = self.operand_of(Ty::Boolean, depth - 1, CONDITIONAL + 1);
                        let mut arms = [Ty::Int, Ty::Box];
                        arms.swap(0, self.random.below(2));
                        let a = self.operand_of(arms[0], depth - 1, ASSIGNMENT + 1);
                        let b = self.operand_of(arms[1], depth - 1, CONDITIONAL);
                        Expression { text: format!("{condition} ? {a} : {b}"), level: CONDITIONAL }
                    }
                    _ => self.expression(Ty::Int, depth - 1),
                }
            }
            Ty::Double => match self.random.below(3) {
                0 => self.leaf(ty),
                1 => {
                    let e = self.operand_of(Ty::Int, depth - 1, UNARY);
                    unary(format!("(double) {e}"))
                }
                _ => {
                    let (operator, level) = ARITHMETIC[self.random.below(5)];
                    let a = self.operand_of(ty, depth - 1, level);
                    let b = self.operand_of(ty, depth - 1, level + 1);
                    Expression { text: format!("{a} {operator} {b}"), level }
                }
            },
            _ => self.number(ty, depth - 1),
        }
    }

    /// A literal, variable or the like.
    pub fn leaf(&mut self, ty: Ty) -> Expression {
        if !self.random.one_in(3)
            && let Some(name) = self.readable(ty)
        {
            return primary(name);
        }
        self.constant(ty)
    }

    /// A value that is not in a variable.
    pub fn constant(&mut self, ty: Ty) -> Expression {
        let r = self.random.below(10);
        match ty {
            Ty::Boolean => primary(["true", "false"][r % 2]),
            Ty::Byte => unary(["(byte) 1", "(byte) -1", "(byte) 127", "(byte) 200", "(byte) 0"][r % 5]),
            Ty::Short => unary(["(short) 1", "(short) -7", "(short) 32767", "(short) 40000"][r % 4]),
            Ty::Char => primary(["'a'", "'0'", "'\\n'", "'\\u0041'", "'\\''", "'z'", "'\\\\'", "'\\101'"][r % 8]),
            Ty::Int => {
                if r == 0 {
                    return unary(["-1", "-2147483648", "Integer.MIN_VALUE", "-7"][self.random.below(4)]);
                }
                primary(["", "0", "1", "2", "3", "7", "0x10", "0b101", "Integer.MAX_VALUE", "1_000"][r])
            }
            Ty::Long => primary(["0L", "1L", "5L", "0x7fffffffffffffffL", "Long.MIN_VALUE", "40L"][r % 6]),
            Ty::Double => primary(["1.5", ".5e1", "0.0", "2d"][r % 4]),
            Ty::Text => primary(["\"a\"", "\"\"", "\"x\\ty\"", "\"\\u0041\\\"\""][r % 4]),
            Ty::Box => primary(["null", "5", "0"][r % 3]),
            Ty::Texts | Ty::Void => primary("null"),
            Ty::Class(class) => {
                if r == 0 {
                    return primary("null");
                }
                self.creation(class, 0).unwrap_or_else(|| primary("null"))
            }
        }
    }

    pub fn conditional(&mut self, ty: Ty, depth: usize) -> Expression {
        let condition = self.operand_of(Ty::Boolean, depth, CONDITIONAL + 1);
        let a = self.operand_of(ty, depth, ASSIGNMENT + 1);
        let b = self.operand_of(ty, depth, CONDITIONAL);
        // The result type must not be narrower than requested.
        Expression { text: format!("{condition} ? {a} : {b}"), level: CONDITIONAL }
    }
}
