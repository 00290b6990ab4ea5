//! Arrays and string literals as pointers.

use super::super::typed::Kind;
use super::place::Place;
use super::*;
use crate::unsupported::Construct;

impl Lowering<'_> {
    /// The pointer to the first element of an array.
    pub(super) fn decayed(&mut self, array: &Node, ty: TypeId, span: Span) -> Operand {
        let element = self.checked.types.pointee(ty).map_or(TypeId::CHAR, |to| to.ty);
        if let Some(text) = self.decayed_text(array, element, span) {
            return Operand::Local(text);
        }
        if self.has_range(ty)
            && let Place::Block(at, _) = self.place(array)
        {
            return self.pointer_to(at.block, (at.index, at.length), span);
        }
        self.unsupported(&Construct::ArrayAsPointer, span);
        Operand::Null
    }

    /// The object of a string literal.
    pub(super) fn decayed_text(&mut self, array: &Node, element: TypeId, span: Span) -> Option<LocalId> {
        let field = self.text(array, element)?;
        let (base, target) = (self.statics(), self.graph.temporary(self.program.fields[field].ty));
        self.graph.emit(Operation::Load { target, base, field }, span);
        if self.indexed.contains(element)
            && let Kind::Text(Some(text)) = &array.kind
        {
            let length = Operand::Integer(text.len() as i64 + 1);
            self.ranges.insert(target, (Operand::Integer(0), length));
        }
        Some(target)
    }

    /// The field with the object of a string literal: a block, or its first character where there is no arithmetic that would reach others.
    pub(super) fn text(&mut self, array: &Node, element: TypeId) -> Option<FieldId> {
        let Kind::Text(text) = &array.kind else { return None };
        let text = text.clone()?;
        let known = self.texts.get(&(array.span, text.clone()));
        if let Some(&(field, _)) = known {
            return Some(field);
        }
        let shown: String = String::from_utf8_lossy(&text).chars().take(16).collect();
        let class = Lowered::Reference(self.class_of(element));
        let field = self.static_field(format!("{shown:?}"), class, array.span);
        self.texts.insert((array.span, text), (field, element));
        Some(field)
    }

    /// Makes the objects of string literals.
    pub(super) fn allocate_texts(&mut self, span: Span) {
        let texts: Vec<(Rc<[u8]>, FieldId, TypeId)> =
            self.texts.iter().map(|((_, text), &(field, to))| (text.clone(), field, to)).collect();
        for (text, field, to) in texts {
            if self.indexed.contains(to) {
                let object = self.new_text(&text, to, span);
                let base = self.statics();
                self.graph.emit(Operation::Store { base, field, value: Operand::Local(object) }, span);
                continue;
            }
            let first = text.first().copied().unwrap_or(0);
            let (object, value) =
                (self.new_constant(to, StorageClass::Static, span), Operand::Integer(i64::from(first.cast_signed())));
            let cell = self.cell(to).1;
            self.graph.emit(Operation::Store { base: object, field: cell, value }, span);
            let base = self.statics();
            self.graph.emit(Operation::Store { base, field, value: Operand::Local(object) }, span);
        }
    }
}
