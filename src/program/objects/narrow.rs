//! Fields in which a program stores only strings, or only boxes of one class, although their type allows any object.

use super::{FieldId, Operand, Operation, Program, Type};

impl Program {
    /// Gives fields of type `Object` the type of everything that the program stores in them, if that is of one final class. Returns the fields.
    pub fn narrow_fields(&mut self) -> Vec<FieldId> {
        let fields = self.fields.iter_enumerated().filter(|(_, field)| self.is_any_object(field.ty));
        let narrowed: Vec<(FieldId, Type)> =
            fields.filter_map(|(field, _)| Some((field, self.stored_type(field)?))).collect();
        narrowed.iter().for_each(|&(field, ty)| self.fields[field].ty = ty);
        narrowed.into_iter().map(|(field, _)| field).collect()
    }

    fn is_any_object(&self, ty: Type) -> bool {
        matches!(ty, Type::Reference(class) if self.classes[class].superclass.is_none()) && self.is_foreign(ty)
    }

    /// The only type of what is stored in a field, if it is a final class of the library.
    fn stored_type(&self, field: FieldId) -> Option<Type> {
        let mut found = None;
        for procedure in &self.procedures {
            for edge in &procedure.cfa.edges {
                match edge.operation {
                    Operation::Store { field: stored, value: Operand::Local(value), .. } if stored == field => {
                        let ty = procedure.locals[value].ty;
                        if found.is_some_and(|found| found != ty) {
                            return None;
                        }
                        found = Some(ty);
                    }
                    _ => {}
                }
            }
        }
        found.filter(|&ty| self.is_final_foreign(ty))
    }
}
