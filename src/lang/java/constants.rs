//! Constant expressions (JLS 15.29) of integral and boolean type.

use super::syntax::{BinaryOperator, ExprId, ExprKind, Literal, Tree, UnaryOperator};
use super::types::Ty;

/// A constant; booleans are 0 and 1.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Constant {
    /// Its type.
    pub ty: Ty,
    /// Its value.
    pub value: i64,
}

impl Constant {
    /// A boolean.
    pub fn boolean(value: bool) -> Self {
        Self { ty: Ty::Boolean, value: i64::from(value) }
    }

    /// The value of a boolean constant.
    pub fn truth(self) -> Option<bool> {
        (self.ty == Ty::Boolean).then_some(self.value != 0)
    }

    /// The constant as one of another type, if assignment allows that.
    pub fn assigned_to(self, ty: Ty) -> Option<Self> {
        let (least, most) = ty.range().unwrap_or((1, 0));
        let narrows = self.ty != Ty::Long && self.ty != Ty::Boolean && (least..=most).contains(&self.value);
        (self.ty == ty || (ty.is_integral() && (self.ty.widens_to(ty) || narrows))).then_some(Self { ty, ..self })
    }
}

/// The value of a constant expression; `named` gives that of names and types of casts.
pub fn fold(tree: &Tree, e: ExprId, named: &mut dyn FnMut(&ExprKind) -> Option<Constant>) -> Option<Constant> {
    let kind = &tree.expressions[e].kind;
    Some(match kind {
        ExprKind::Literal(literal) => match *literal {
            Literal::Int(n) => Constant { ty: Ty::Int, value: i64::from(n) },
            Literal::Long(value) => Constant { ty: Ty::Long, value },
            Literal::Character(c) => Constant { ty: Ty::Char, value: i64::from(c) },
            Literal::Boolean(b) => Constant::boolean(b),
            Literal::Float | Literal::Double | Literal::Text | Literal::Null => return None,
        },
        ExprKind::Name(_) | ExprKind::Field { .. } => return named(kind),
        ExprKind::Unary(operator, operand) => {
            let c = fold(tree, *operand, named)?;
            if let Some(truth) = c.truth() {
                return (*operator == UnaryOperator::Not).then_some(Constant::boolean(!truth));
            }
            let ty = c.ty.promoted_with(Ty::Int);
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
                (a, b) if a.is_integral() && b.is_integral() => {
                    let ty = Ty::of_numeric_conditional((a, Some(yes.value)), (b, Some(no.value)));
                    Constant { ty, ..chosen }
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
                (None, _) if ty.is_integral() => Constant { ty, value: ty.wrap(c.value) },
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
    let (a, b) = (left.value, right.value);
    let shift = matches!(operator, B::ShiftLeft | B::ShiftRight | B::ShiftRightUnsigned);
    let ty = left.ty.promoted_with(if shift { Ty::Int } else { right.ty });
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
