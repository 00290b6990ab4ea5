//! Constant expressions (JLS 15.29) of primitive type, except those that compare strings or contain very long hexadecimal fractions.

use super::syntax::{BinaryOperator, ExprId, ExprKind, Literal, Tree, UnaryOperator};
use super::types::Ty;

/// A constant.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) struct Constant {
    /// Its type.
    pub ty: Ty,
    /// Its value; booleans are 0 and 1, floating-point numbers the bits of a `double`.
    value: i64,
}

impl Constant {
    /// A boolean.
    pub(crate) fn boolean(value: bool) -> Self {
        Self { ty: Ty::Boolean, value: i64::from(value) }
    }

    /// A number that is one of an integral type.
    pub(crate) fn integral(ty: Ty, value: i64) -> Self {
        Self { ty, value }
    }

    /// A floating-point number.
    pub(crate) fn floating(ty: Ty, value: f64) -> Self {
        let value = if ty == Ty::Float { f64::from(value as f32) } else { value };
        Self { ty, value: value.to_bits() as i64 }
    }

    /// The value of an integral constant.
    pub(crate) fn integer(self) -> Option<i64> {
        self.ty.is_integral().then_some(self.value)
    }

    /// The value of a number, as the floating-point type `ty` has it.
    fn float(self, ty: Ty) -> f64 {
        match self.integer() {
            // Rounded once.
            Some(value) if ty == Ty::Float => f64::from(value as f32),
            Some(value) => value as f64,
            None => f64::from_bits(self.value as u64),
        }
    }

    /// The number converted to another type (JLS 5.1.2 and 5.1.3).
    fn cast(self, ty: Ty) -> Self {
        if ty.is_floating() {
            return Self::floating(ty, self.float(ty));
        }
        let value = match self.integer() {
            Some(value) => value,
            None if ty == Ty::Long => self.float(Ty::Double) as i64,
            None => i64::from(self.float(Ty::Double) as i32),
        };
        Self { ty, value: ty.wrap(value) }
    }

    /// The value of a boolean constant.
    pub(crate) fn truth(self) -> Option<bool> {
        (self.ty == Ty::Boolean).then_some(self.value != 0)
    }

    /// The text that it is a part of (JLS 5.1.11), but for floating-point numbers.
    pub(crate) fn text(self) -> Option<String> {
        match self.ty {
            Ty::Boolean => Some((self.value != 0).to_string()),
            Ty::Char => char::from_u32(u32::try_from(self.value).ok()?).map(String::from),
            _ => self.integer().map(|value| value.to_string()),
        }
    }

    /// The constant converted to another type, if assignment permits that.
    pub(crate) fn assigned_to(self, ty: Ty) -> Option<Self> {
        let (least, most) = ty.range().unwrap_or((1, 0));
        let narrows = self.ty != Ty::Long && self.integer().is_some_and(|value| (least..=most).contains(&value));
        if self.ty == ty {
            return Some(self);
        }
        (self.ty.widens_to(ty) || narrows).then(|| self.cast(ty))
    }
}

/// The value of a constant expression; `named` resolves names and types of casts.
pub(crate) fn fold(tree: &Tree, e: ExprId, named: &mut dyn FnMut(&ExprKind) -> Option<Constant>) -> Option<Constant> {
    let kind = &tree.expressions[e].kind;
    Some(match kind {
        ExprKind::Literal(literal) => match *literal {
            Literal::Int(n) => Constant { ty: Ty::Int, value: i64::from(n) },
            Literal::Long(value) => Constant { ty: Ty::Long, value },
            Literal::Character(c) => Constant { ty: Ty::Char, value: i64::from(c) },
            Literal::Boolean(b) => Constant::boolean(b),
            Literal::Float(value) => Constant::floating(Ty::Float, value?),
            Literal::Double(value) => Constant::floating(Ty::Double, value?),
            Literal::Text | Literal::Null => return None,
        },
        ExprKind::Name(_) | ExprKind::Field { .. } => return named(kind),
        ExprKind::Unary(operator, operand) => {
            let c = fold(tree, *operand, named)?;
            if let Some(truth) = c.truth() {
                return (*operator == UnaryOperator::Not).then_some(Constant::boolean(!truth));
            }
            let ty = c.ty.promoted_with(Ty::Int);
            if ty.is_floating() {
                return match operator {
                    UnaryOperator::Plus => Some(c),
                    UnaryOperator::Minus => Some(Constant::floating(ty, -c.float(ty))),
                    UnaryOperator::Complement | UnaryOperator::Not => None,
                };
            }
            let value = match operator {
                UnaryOperator::Plus => c.value,
                UnaryOperator::Minus => c.value.wrapping_neg(),
                UnaryOperator::Complement => !c.value,
                UnaryOperator::Not => return None,
            };
            Constant { ty, value: ty.wrap(value) }
        }
        ExprKind::Binary(operator, left, right) => {
            let left = fold(tree, *left, named)?;
            binary(*operator, left, fold(tree, *right, named)?)?
        }
        ExprKind::Conditional(condition, yes, no) => {
            let condition = fold(tree, *condition, named)?.truth()?;
            let (yes, no) = (fold(tree, *yes, named)?, fold(tree, *no, named)?);
            let chosen = if condition { yes } else { no };
            match (yes.ty, no.ty) {
                (a, b) if a == b => chosen,
                (a, b) if a.is_numeric() && b.is_numeric() => {
                    chosen.cast(Ty::of_numeric_conditional((a, yes.integer()), (b, no.integer())))
                }
                _ => return None,
            }
        }
        ExprKind::Cast(ty, operand) => {
            let ty = ty.path.first().filter(|_| ty.path.len() == 1 && ty.dimensions == 0)?;
            let ty = Ty::primitive(ty)?;
            let c = fold(tree, *operand, named)?;
            match (c.truth(), ty) {
                (Some(_), Ty::Boolean) => c,
                (None, _) if ty.is_numeric() => c.cast(ty),
                _ => return None,
            }
        }
        _ => return None,
    })
}

fn binary(operator: BinaryOperator, left: Constant, right: Constant) -> Option<Constant> {
    use BinaryOperator as B;
    if let (Some(a), Some(b)) = (left.truth(), right.truth()) {
        return Some(Constant::boolean(match operator {
            B::And | B::AndThen => a && b,
            B::Or | B::OrElse => a || b,
            B::Xor | B::NotEqual => a != b,
            B::Equal => a == b,
            _ => return None,
        }));
    }
    if left.ty == Ty::Boolean || right.ty == Ty::Boolean {
        return None;
    }
    let shift = matches!(operator, B::ShiftLeft | B::ShiftRight | B::ShiftRightUnsigned);
    let ty = left.ty.promoted_with(if shift { Ty::Int } else { right.ty });
    let (Some(a), Some(b)) = (left.integer(), right.integer()) else {
        return if shift { None } else { floating(operator, ty, left.float(ty), right.float(ty)) };
    };
    let distance = if ty == Ty::Long { b & 63 } else { b & 31 } as u32;
    let value = match operator {
        B::Add => a.wrapping_add(b),
        B::Subtract => a.wrapping_sub(b),
        B::Multiply => a.wrapping_mul(b),
        B::Divide => (b != 0).then(|| a.wrapping_div(b))?,
        B::Remainder => (b != 0).then(|| a.wrapping_rem(b))?,
        B::And => a & b,
        B::Or => a | b,
        B::Xor => a ^ b,
        B::ShiftLeft => a.wrapping_shl(distance),
        B::ShiftRight => a.wrapping_shr(distance),
        B::ShiftRightUnsigned if ty == Ty::Long => ((a as u64) >> distance) as i64,
        B::ShiftRightUnsigned => i64::from((a as u32) >> distance),
        B::Equal => return Some(Constant::boolean(a == b)),
        B::NotEqual => return Some(Constant::boolean(a != b)),
        B::Less => return Some(Constant::boolean(a < b)),
        B::LessEqual => return Some(Constant::boolean(a <= b)),
        B::Greater => return Some(Constant::boolean(a > b)),
        B::GreaterEqual => return Some(Constant::boolean(a >= b)),
        B::AndThen | B::OrElse => return None,
    };
    Some(Constant { ty, value: ty.wrap(value) })
}

/// An operation on floating-point numbers of one type. Computing with `double` and then rounding to `float` is equivalent to
/// computing with `float`.
fn floating(operator: BinaryOperator, ty: Ty, a: f64, b: f64) -> Option<Constant> {
    use BinaryOperator as B;
    Some(match operator {
        B::Add => Constant::floating(ty, a + b),
        B::Subtract => Constant::floating(ty, a - b),
        B::Multiply => Constant::floating(ty, a * b),
        B::Divide => Constant::floating(ty, a / b),
        B::Remainder => Constant::floating(ty, a % b),
        B::Equal => Constant::boolean(a == b),
        B::NotEqual => Constant::boolean(a != b),
        B::Less => Constant::boolean(a < b),
        B::LessEqual => Constant::boolean(a <= b),
        B::Greater => Constant::boolean(a > b),
        B::GreaterEqual => Constant::boolean(a >= b),
        _ => return None,
    })
}
