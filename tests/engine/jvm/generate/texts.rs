//! Random strings, and expressions that are converted to strings.

use super::expressions::{Expression, primary};
use super::model::Ty;
use super::writer::Writer;

impl Writer<'_> {
    pub fn printed(&mut self) -> String {
        let types = [Ty::Int, Ty::Long, Ty::Boolean, Ty::Char, Ty::Text];
        let ty = types[self.random.below(5)];
        match ty {
            // A `null` literal would match `char[]` as well.
            Ty::Text => format!("\"\" + ({})", self.expression(ty, 1).text),
            _ => self.expression(ty, 2).text,
        }
    }

    pub fn text(&mut self, depth: usize) -> Expression {
        match self.random.below(5) {
            4 => self.library_expression(Ty::Text).unwrap_or_else(|| primary("null")),
            0 => self.leaf(Ty::Text),
            1 => primary("null"),
            _ => {
                let types = [Ty::Int, Ty::Boolean, Ty::Char, Ty::Text, Ty::Long];
                let ty = *self.random.one_of(&types);
                let e = if self.random.one_in(3) {
                    let class = self.data_class();
                    self.operand_of(Ty::Class(class), depth, 12)
                } else {
                    self.operand_of(ty, depth, 12)
                };
                let literal = self.constant(Ty::Text).text;
                let text = if self.random.one_in(2) { format!("{literal} + {e}") } else { format!("{e} + {literal}") };
                Expression { text, level: 11 }
            }
        }
    }
}
