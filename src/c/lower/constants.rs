//! Objects that must not be written: variables that are `const`, and string literals. They have classes of their own, which writes through
//! pointers ask for.

use super::super::typed::Kind;
use super::place::Place;
use super::*;
use base::msg;

impl Lowering<'_> {
    /// Whether a variable is `const`, or its elements are.
    fn is_constant_variable(&self, variable: VariableId) -> bool {
        let mut ty = self.checked.variables[variable].ty;
        while let Type::Array(of, _) = self.checked.types.get(ty.ty)
            && !ty.constant
        {
            ty = *of;
        }
        ty.constant
    }

    /// Remembers that the objects of a variable must not be written.
    pub(super) fn remember_constant(&mut self, variable: VariableId, storage: &Storage) {
        if self.is_constant_variable(variable) {
            self.remember_slots(storage);
        }
    }

    fn remember_slots(&mut self, storage: &Storage) {
        match storage {
            Storage::Object(Slot::Local(local)) => _ = self.constant_locals.insert(*local),
            Storage::Object(Slot::Static(field)) => _ = self.constant_fields.insert(*field),
            Storage::Parts(parts) => parts.iter().for_each(|part| self.remember_slots(part)),
            _ => {}
        }
    }

    /// A new object that must not be written.
    pub(super) fn new_constant(&mut self, ty: TypeId, storage: StorageClass, span: Span) -> LocalId {
        let class = self.constant_class(ty, storage);
        self.new_object_of(ty, class, span)
    }

    /// The class of objects of a type that must not be written.
    fn constant_class(&mut self, ty: TypeId, storage: StorageClass) -> ClassId {
        let class = self.class_in(ty, storage);
        if let Some(&known) = self.constants.get(&class) {
            return known;
        }
        let name = format!("constant {}", self.program.classes[class].name);
        let new = self.new_class(name, class, storage, None);
        self.constants.insert(class, new);
        new
    }

    /// The place that is written by an expression.
    pub(super) fn written(&mut self, node: &Node) -> Place {
        let place = self.place(node);
        self.require_variable(&place, node, node.span);
        place
    }

    /// Gives up runs that write what is constant: a place that an expression reaches through a pointer.
    pub(super) fn require_variable(&mut self, place: &Place, node: &Node, span: Span) {
        let mut place = place;
        let base = loop {
            match place {
                Place::Parts(parts) | Place::Cases(_, parts) => match parts.first() {
                    Some(first) => place = first,
                    None => return,
                },
                Place::Field(base, _) | Place::Object(base, _) | Place::Untracked(Some((base, _))) => break *base,
                Place::Local(_) | Place::Untracked(None) | Place::Unsupported => return,
            }
        };
        let Lowered::Reference(class) = self.graph.type_of(base) else { return };
        if !is_through_pointer(node) {
            return;
        }
        for (ty, storage) in self.addressed.constants.clone() {
            if self.class_of(ty) == class {
                let class = self.constant_class(ty, storage);
                let (constant, other) = (self.graph.fresh(), self.graph.fresh());
                let operand = Operand::Local(base);
                self.graph.branch(Condition::InstanceOf { operand, class, negated: false }, constant, other, span);
                self.graph.here = constant;
                self.give_up_memory(operand, msg!("what is constant is written"), span);
                self.graph.goto(other, span);
                self.graph.here = other;
            }
        }
    }
}

/// Whether an lvalue is not a variable or a part of one.
fn is_through_pointer(node: &Node) -> bool {
    match &node.kind {
        Kind::Member(inner, _) | Kind::Index(inner, _) => is_through_pointer(inner),
        Kind::Variable(_) | Kind::Literal(..) => false,
        _ => true,
    }
}
