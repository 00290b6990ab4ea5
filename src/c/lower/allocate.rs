//! Memory that programs allocate: objects of the types to which the pointers to them are converted.

use super::super::typed::{Body, Kind, StatementId};
use super::access::Content;
use super::blocks::Element;
use super::statement::is_constant;
use super::*;
use crate::unsupported::Construct;
use base::msg;
use program::objects::{Binary, Comparison, Condition, Unary};

/// The functions that may return memory without a type, as `void *alloc(size_t n) { return malloc(n); }` does. Each type to which callers
/// convert it has a copy of them.
pub(super) fn allocators(checked: &Checked) -> FxHashSet<FunctionId> {
    let is_pointer = |ty: TypeId| checked.types.pointee(ty).is_some_and(|to| to.ty == TypeId::VOID);
    let returns_memory = |function: &Function| match checked.types.get(function.ty) {
        Type::Function(signature) => is_pointer(signature.result),
        _ => false,
    };
    let named = checked.functions.iter_enumerated().filter(|(_, function)| function.body.is_none());
    let mut found: FxHashSet<FunctionId> =
        named.filter(|(_, function)| matches!(&*function.name, "malloc" | "calloc")).map(|(id, _)| id).collect();
    let mut changed = !found.is_empty();
    while std::mem::take(&mut changed) {
        for (id, function) in checked.functions.iter_enumerated() {
            let Some(body) = function.body.as_ref().filter(|_| returns_memory(function)) else { continue };
            if !found.contains(&id) && calls(checked, body.statement, &found) {
                changed = found.insert(id);
            }
        }
    }
    found
}

/// Whether a statement contains a call of one of these functions.
fn calls(checked: &Checked, statement: StatementId, functions: &FxHashSet<FunctionId>) -> bool {
    let mut found = false;
    for_each_part(checked, statement, &mut |part| {
        found |= matches!(&part.kind, Kind::Call(callee, _) if functions.contains(callee));
    });
    found
}

/// Calls `visit` for all expressions in a statement, and their parts.
fn for_each_part(checked: &Checked, statement: StatementId, visit: &mut impl FnMut(&Node)) {
    let mut open = vec![statement];
    while let Some(kind) = open.pop().and_then(|id| checked.statements.get(id)).map(|statement| &statement.kind) {
        kind.for_each_statement(|inner| open.push(inner));
        kind.for_each_expression(|node| {
            node.for_each_part(&mut |part| {
                if let Kind::Block(block) = &part.kind {
                    open.push(*block);
                }
                visit(part);
            });
        });
    }
}

/// What a function allocates for a caller that converts it to a pointer to a type.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub(super) struct Wanted {
    /// The type.
    ty: TypeId,
    /// By position, the parameters that hold its size.
    sizes: u64,
}

impl Lowering<'_> {
    /// `malloc(sizeof(T))` and the like, converted to a pointer to a type: a new object.
    pub(super) fn allocation(
        &mut self,
        function: FunctionId,
        arguments: &[Node],
        ty: TypeId,
        span: Span,
    ) -> Option<Operand> {
        let callee = &self.checked.functions[function];
        if callee.body.is_some() || ty == TypeId::VOID {
            return None;
        }
        if &*callee.name == "realloc" {
            return self.reallocation(arguments, ty, span);
        }
        let size = match (&*callee.name, arguments) {
            ("malloc" | "alloca", [size]) => is_constant(size),
            ("calloc", [count, size]) => is_constant(count).zip(is_constant(size)).map(|(a, b)| a.saturating_mul(b)),
            _ => return None,
        };
        if size.is_none() || size != self.size_of_object(ty) {
            if self.indexed.contains(ty) {
                return self.allocated_block(&callee.name, arguments, ty, span);
            }
            self.unsupported(&Construct::OtherMemory, span);
            return Some(Operand::Null);
        }
        let object = match &*callee.name {
            "alloca" => self.allocated_by_call(&callee.name, ty, span),
            _ => self.new_object(ty, StorageClass::Heap, span),
        };
        if &*callee.name != "calloc" {
            self.forget(object, ty, span);
        }
        Some(Operand::Local(object))
    }

    /// Memory for elements of a type, as many as there is room for.
    fn allocated_block(&mut self, name: &Name, arguments: &[Node], ty: TypeId, span: Span) -> Option<Operand> {
        let length = match (&**name, arguments) {
            ("malloc" | "alloca", [size]) => self.length_of(size, ty, span),
            // The product does not wrap around.
            ("calloc", [count, size]) if is_constant(size) == self.size_of_object(ty) => {
                let count_type = count.ty;
                let count = self.value(count);
                self.as_index(count, count_type, span)
            }
            ("calloc", [count, size]) => {
                let bytes =
                    Node::new(Kind::Binary(Binary::Multiply, count.clone().into(), size.clone().into()), size.ty, span);
                self.length_of(&bytes, ty, span)
            }
            _ => return None,
        };
        let storage = if &**name == "alloca" { StorageClass::Automatic } else { StorageClass::Heap };
        let block = self.new_block(ty, (storage, false), length, span);
        if &**name != "calloc" {
            let at = Element {
                block,
                index: Operand::Integer(0),
                length,
                is_within: true,
                is_there: true,
                is_pointed: false,
            };
            self.fill_elements(&at, ty, length, Content::Any, span);
        }
        if storage == StorageClass::Automatic {
            self.own_block(block, name, span);
        }
        Some(Operand::Local(block))
    }

    /// How many elements of a type there are in so many bytes.
    fn length_of(&mut self, bytes: &Node, ty: TypeId, span: Span) -> Operand {
        let size = self.size_of_object(ty).unwrap_or(1).max(1);
        if let Some(bytes) = is_constant(bytes).filter(|&bytes| bytes >= 0) {
            return Operand::Integer(bytes / size);
        }
        let size_type = self.checked.types.size_type();
        let (own, wide) = (self.checked.types.integer(bytes.ty).unwrap_or(size_type), self.integer_type(size_type));
        let bytes = self.value(bytes);
        let mut bytes = match own.fits(size_type, self.model()) {
            true => bytes,
            false => self.assigned(Rvalue::Unary(Unary::Convert(wide), bytes), wide, span),
        };
        if size != 1 {
            let (operator, right) = (Binary::Divide, Operand::Integer(size));
            bytes = self.assigned(Rvalue::Binary { operator, ty: wide, left: bytes, right }, wide, span);
        }
        let index = self.index_type();
        self.assigned(Rvalue::Unary(Unary::Convert(index), bytes), index, span)
    }

    fn assigned(&mut self, value: Rvalue, ty: IntegerType, span: Span) -> Operand {
        let target = self.graph.temporary(Lowered::Integer(ty));
        self.assign(target, value, span);
        Operand::Local(target)
    }

    /// `realloc`: new memory with what fits of the old, which is given back.
    fn reallocation(&mut self, arguments: &[Node], ty: TypeId, span: Span) -> Option<Operand> {
        let [pointer, size] = arguments else { return None };
        let old = match &pointer.kind {
            Kind::Convert(inner) => inner,
            _ => pointer,
        };
        let is_same =
            self.checked.types.pointee(old.ty).is_some_and(|to| to.ty == ty) || matches!(old.kind, Kind::Null);
        if !is_same || !self.indexed.contains(ty) {
            self.unsupported(&Construct::OtherMemory, span);
            return Some(Operand::Null);
        }
        let old = self.value(old);
        let old = self.protected(old, size);
        let length = self.length_of(size, ty, span);
        let block = self.new_block(ty, (StorageClass::Heap, false), length, span);
        let at =
            Element { block, index: Operand::Integer(0), length, is_within: true, is_there: true, is_pointed: false };
        self.fill_elements(&at, ty, length, Content::Any, span);
        if let Operand::Local(from) = old {
            let (there, after) = (self.graph.fresh(), self.graph.fresh());
            let is_null = Condition::Compare { comparison: Comparison::Equal, left: old, right: Operand::Null };
            self.graph.branch(is_null, after, there, span);
            self.graph.here = there;
            let (index, own_length) = self.range(old);
            let source =
                Element { block: from, index, length: own_length, is_within: true, is_there: false, is_pointed: false };
            self.touch_block(&source, ty, span);
            let count = self.least(own_length, length, span);
            self.move_elements(&at, &source, ty, count, span);
            self.free_block(old, span);
            self.graph.goto(after, span);
            self.graph.here = after;
        }
        Some(Operand::Local(block))
    }

    /// The smaller one of two numbers.
    fn least(&mut self, a: Operand, b: Operand, span: Span) -> Operand {
        let target = self.graph.temporary(Lowered::Integer(self.index_type()));
        let (first, second, after) = (self.graph.fresh(), self.graph.fresh(), self.graph.fresh());
        let condition = Condition::Compare { comparison: Comparison::Less, left: a, right: b };
        match (a, b) {
            (Operand::Integer(x), Operand::Integer(y)) => return Operand::Integer(x.min(y)),
            _ => self.graph.branch(condition, first, second, span),
        }
        for (start, value) in [(first, a), (second, b)] {
            self.graph.here = start;
            self.assign(target, Rvalue::Operand(value), span);
            self.graph.goto(after, span);
        }
        self.graph.here = after;
        Operand::Local(target)
    }

    /// The size of a type of which there may be objects on the heap.
    fn size_of_object(&self, ty: TypeId) -> Option<i64> {
        let types = &self.checked.types;
        let is_object = types.is_modelled(ty) || types.structure(ty).is_some_and(|id| !types.structs[id].is_union);
        types.layout(ty).filter(|_| is_object).map(|(size, _)| size.cast_signed())
    }

    /// Gives a new object any value; what is not supported in it matters only if it is used.
    fn forget(&mut self, object: LocalId, ty: TypeId, span: Span) {
        let place = self.object(object, ty);
        self.quietly(|this| this.fill(&place, ty, Content::Any, span));
    }

    /// The objects that a call wants, of the type that its result is converted to, or else the caller's.
    pub(super) fn wanted_of(&mut self, function: FunctionId, arguments: &[Node]) -> Option<Wanted> {
        let ty = self.wanted.take().or(self.allocated.map(|wanted| wanted.ty));
        let ty = ty.filter(|_| self.allocators.contains(&function))?;
        let size = self.size_of_object(ty)?;
        let holds = |(position, argument)| if self.holds_size(argument, size) { 1_u64 << position } else { 0 };
        let sizes = (0..64).zip(arguments).map(holds).sum();
        Some(Wanted { ty, sizes })
    }

    /// Whether the value of an expression is always this size, as far as it is written there.
    fn holds_size(&self, node: &Node, size: i64) -> bool {
        match &node.kind {
            Kind::Integer(number) => *number == size,
            Kind::Convert(inner) => {
                let keeps = |ty: Integer| ty.wrap(size, self.model()) == size;
                self.checked.types.integer(node.ty).is_some_and(keeps) && self.holds_size(inner, size)
            }
            Kind::Variable(variable) => self.sizes.contains(variable),
            _ => false,
        }
    }

    /// Remembers which parameters of the function hold the size of what it allocates, and are not assigned.
    pub(super) fn remember_sizes(&mut self, body: &Body) {
        self.sizes.clear();
        let Some(wanted) = self.allocated else { return };
        let (checked, given) = (self.checked, (0..64).zip(&body.parameters));
        let holds = given.filter(|(position, _)| wanted.sizes >> position & 1 == 1).map(|(_, variable)| *variable);
        self.sizes = holds.filter(|&variable| !checked.variables[variable].is_addressed).collect();
        for_each_part(checked, body.statement, &mut |part| {
            if let Kind::Assign(place, _) | Kind::Compound(_, place, ..) | Kind::Step { place, .. } = &part.kind
                && let Kind::Variable(variable) = &place.kind
            {
                self.sizes.remove(variable);
            }
        });
    }

    /// The value of a pointer that is converted to one to a type: a function that allocates what it points to makes objects of this type.
    pub(super) fn value_for(&mut self, pointer: &Node, ty: TypeId) -> Operand {
        if matches!(pointer.kind, Kind::Call(..)) && self.size_of_object(ty).is_some() {
            self.wanted = Some(ty);
        }
        let value = self.value(pointer);
        self.wanted = None;
        value
    }

    /// Memory whose address stays a `void *`: an object of the type that the caller converts it to, if it is that large, or else one of
    /// which only the address is used.
    pub(super) fn untyped(&mut self, name: &Name, arguments: &[Node], span: Span) -> Operand {
        let size = match (&**name, arguments) {
            ("malloc", [size]) => Some(size),
            ("calloc", [count, size]) if is_constant(count) == Some(1) => Some(size),
            ("calloc", [count, size]) if is_constant(size) == Some(1) => Some(count),
            ("calloc", [..]) => None,
            _ => {
                self.unsupported(&Construct::UntypedMemory, span);
                return Operand::Null;
            }
        };
        if let Some(ty) = self.allocated.map(|wanted| wanted.ty).filter(|&ty| self.indexed.contains(ty))
            && let Some(block) = self.allocated_block(name, arguments, ty, span)
        {
            return block;
        }
        let target = self.graph.temporary(Lowered::Reference(self.root));
        let wanted = self.allocated.and_then(|Wanted { ty, .. }| Some((ty, self.size_of_object(ty)?)));
        let Some((size, (ty, wanted))) = size.zip(wanted) else {
            arguments.iter().for_each(|argument| self.effect(argument));
            self.graph.emit(Operation::New { target, class: self.root }, span);
            return Operand::Local(target);
        };
        if self.holds_size(size, wanted) {
            return Operand::Local(self.new_wanted(name, ty, span));
        }
        let left = self.value(size);
        let (fits, other, after) = (self.graph.fresh(), self.graph.fresh(), self.graph.fresh());
        let right = Operand::Integer(wanted);
        self.graph.branch(Condition::Compare { comparison: Comparison::Equal, left, right }, fits, other, span);
        self.graph.here = fits;
        let object = self.new_wanted(name, ty, span);
        self.assign(target, Rvalue::Operand(Operand::Local(object)), span);
        self.graph.goto(after, span);
        self.graph.here = other;
        self.graph.emit(Operation::New { target, class: self.root }, span);
        self.graph.goto(after, span);
        self.graph.here = after;
        Operand::Local(target)
    }

    fn new_wanted(&mut self, name: &str, ty: TypeId, span: Span) -> LocalId {
        let object = self.new_object(ty, StorageClass::Heap, span);
        if name == "malloc" {
            self.forget(object, ty, span);
        }
        object
    }

    /// An object that ends when the function returns.
    fn allocated_by_call(&mut self, name: &Name, ty: TypeId, span: Span) -> LocalId {
        self.note_loops(name, span);
        let class = self.class_of(ty);
        let local = self.graph.local("&alloca", LocalKind::Declared, Lowered::Reference(class));
        self.allocate(&Storage::Object(Slot::Local(local)), ty, span);
        self.own_by_function(local);
        local
    }

    /// A block that ends when the function returns.
    fn own_block(&mut self, block: LocalId, name: &Name, span: Span) {
        self.note_loops(name, span);
        let local = self.graph.local("&alloca", LocalKind::Declared, self.graph.type_of(block));
        self.assign(local, Rvalue::Operand(Operand::Local(block)), span);
        self.own_by_function(local);
    }

    fn note_loops(&mut self, name: &Name, span: Span) {
        if !self.continues.is_empty() || !self.labels.is_empty() {
            let message =
                msg!("of what `alloca` returns in a loop, only the last object ends when the function returns");
            self.note("c/alloca", name, span, message);
        }
    }
}
