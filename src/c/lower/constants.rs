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
            Storage::Object(Slot::Local(local)) | Storage::Block(Slot::Local(local)) => {
                self.constant_locals.insert(*local);
            }
            Storage::Object(Slot::Static(field)) | Storage::Block(Slot::Static(field)) => {
                self.constant_fields.insert(*field);
            }
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
    pub(super) fn constant_class(&mut self, ty: TypeId, storage: StorageClass) -> ClassId {
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
                Place::Element(at, _) | Place::Item(at, _) | Place::Block(at, _) => break at.block,
                Place::Local(_) | Place::Untracked(None) | Place::Unsupported => return,
            }
        };
        if is_through_pointer(node) {
            self.require_no_constant(base, span);
        }
    }

    /// Gives up runs in which an object is constant, or a part of one that is.
    pub(super) fn require_no_constant(&mut self, base: LocalId, span: Span) {
        let Lowered::Reference(class) = self.graph.type_of(base) else { return };
        if self.graph.is_full() {
            return;
        }
        let parts = self.parts_of_constants(class);
        // For some analyses, a part is the object around it.
        let may_be_part = !parts.is_empty();
        for (part, container) in parts {
            let (is_part, after) = (self.graph.fresh(), self.graph.fresh());
            let operand = Operand::Local(base);
            self.graph.branch(Condition::InstanceOf { operand, class: part, negated: false }, is_part, after, span);
            self.graph.here = is_part;
            let around = self.graph.temporary(self.program.fields[container].ty);
            self.graph.emit(Operation::Load { target: around, base, field: container }, span);
            self.require_no_constant(around, span);
            self.graph.goto(after, span);
            self.graph.here = after;
        }
        for (ty, storage) in self.addressed.constants.clone() {
            if may_be_part || self.class_of(ty) == class {
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

    /// The classes of parts of constants to which pointers of a class may point, and the fields that lead up.
    fn parts_of_constants(&mut self, class: ClassId) -> Vec<(ClassId, FieldId)> {
        let mut around: Vec<TypeId> = self.addressed.constants.iter().map(|&(ty, _)| ty).collect();
        let mut known: FxHashSet<StructId> = FxHashSet::default();
        let mut fields: Vec<FieldId> = Vec::new();
        while let Some(ty) = around.pop() {
            match self.checked.types.get(ty) {
                Type::Array(of, _) => around.push(of.ty),
                Type::Struct(id) if known.insert(*id) => {
                    let own = self.class_of_struct(*id);
                    self.members(*id);
                    let parts = self.program.classes[own].fields.iter().copied();
                    fields.extend(parts.filter(|field| self.containers.contains_key(field)));
                    around.extend(self.checked.types.structs[*id].members.iter().flatten().map(|member| member.ty.ty));
                }
                _ => {}
            }
        }
        fields.sort_unstable();
        let parts = fields.iter().filter_map(|field| self.containers.get(field).copied());
        parts.filter(|(own, _)| self.program.classes[*own].superclass == Some(class)).collect()
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
