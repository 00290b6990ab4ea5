//! Generic selections (C11 6.5.1.1).

use super::super::syntax::TypeName;
use super::*;
use crate::unsupported::Construct;
use base::msg;

impl<'t> Checker<'t> {
    /// `_Generic` (6.5.1.1): what is chosen, alone, is evaluated.
    pub(super) fn generic(
        &mut self,
        chooses: ExprId,
        choices: &'t [(Option<Rc<TypeName>>, ExprId)],
        span: Span,
    ) -> Node {
        let unchecked = self.unchecked.len();
        let value = self.value(chooses);
        self.unchecked.truncate(unchecked);
        let wanted = self.as_integer_type(value.ty);
        let (mut chosen, mut default) = (Vec::new(), None);
        for (name, choice) in choices {
            let Some(name) = name else {
                if default.replace(*choice).is_some() {
                    return self.error("c/type", span, msg!("there are two `default`"));
                }
                continue;
            };
            let named = self.named_type(name);
            // The value that chooses has no qualifiers.
            if !named.constant && self.as_integer_type(named.ty) == wanted {
                chosen.push(*choice);
            }
        }
        match (chosen.as_slice(), default) {
            _ if value.ty == TypeId::ERROR => Node::error(span),
            (&[one], _) | ([], Some(one)) => self.expression(one),
            ([], None) => {
                let name = self.type_name(value.ty);
                self.error("c/type", span, msg!("nothing here is for a value of type `{name}`"))
            }
            // They differ in what is not followed, such as `volatile`.
            ([first, ..], _) => {
                let ty = self.unevaluated(*first).ty;
                Node::unsupported(Construct::Generic, ty, span)
            }
        }
    }

    /// A type; that of an enumeration is compatible with an integer.
    fn as_integer_type(&mut self, ty: TypeId) -> TypeId {
        self.types.integer(ty).map_or(ty, |integer| self.types.integer_type(integer))
    }
}
