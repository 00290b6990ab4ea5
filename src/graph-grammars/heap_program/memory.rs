//! Memory that a program manages itself: objects that are freed or whose block is left, and objects that are lost.
//!
//! An object that is gone becomes a vertex of type [`FREED`](TypeId::FREED) without selectors, to which dangling pointers lead. A pointer without a
//! value has no edge: its variable is unbound, and its field has no selector. So neither needs a vertex that all
//! heaps share, and objects of which some fields were never assigned fold with rules that do not mention these fields.

use smallvec::{SmallVec, smallvec};

use super::heaps::CONCRETE_LIMIT;
use super::transfer::{AbstractValue, Effect};
use super::{HeapModel, Instance, Point, Semantics};
use base::{Idx, Message, Stop, msg};
use heap_grammar::grammar::Entered;
use heap_grammar::heap::{Heap, TypeId, Variable, VariableKind, VertexId};
use program::objects::{ClassId, FieldId, LocalId, Operand, Role, Storage};

impl Semantics {
    /// Whether there may be objects that are not freed.
    pub(super) fn is_any_unfreed(&self, heap: &Heap) -> bool {
        !heap.nonterminals().is_empty() || heap.vertices().any(|vertex| self.is_unfreed(heap, vertex))
    }

    /// Whether a vertex is an allocated object that is there.
    fn is_unfreed(&self, heap: &Heap, vertex: VertexId) -> bool {
        let class = self.layout.class(heap.vertex_type(vertex));
        heap.is_object(vertex) && class.is_none_or(|class| self.model.program.storage(class) == Storage::Heap)
    }

    /// Frees what an operand refers to.
    pub(super) fn free(
        &self,
        instance: Instance,
        heap: &Heap,
        operand: Operand,
    ) -> Result<SmallVec<[Effect; 2]>, Stop> {
        let faults = || Ok(smallvec![Effect::Faults(heap.clone())]);
        let object = match self.operand(instance, heap, operand) {
            AbstractValue::Reference(vertex) if Some(vertex) == heap.null() => {
                return Ok(smallvec![Effect::Goes(heap.clone())]);
            }
            AbstractValue::Reference(vertex) => vertex,
            AbstractValue::Gone(_) | AbstractValue::Unknown => return faults(),
            AbstractValue::Number(_) | AbstractValue::Untracked(_) | AbstractValue::Beyond => return faults(),
        };
        let Some(object) = self.outermost(heap, object) else {
            return Err(Stop::Incomplete(msg!("something is freed whose place in memory the grammar hides")));
        };
        let class = self.class_of(heap, object)?;
        match self.model.program.storage(class) {
            Storage::Heap => self.remove(heap, object),
            Storage::Part | Storage::Automatic | Storage::Static => faults(),
        }
    }

    /// Ends the object of a variable whose block is left.
    pub(super) fn end(&self, instance: Instance, heap: &Heap, local: LocalId) -> Result<SmallVec<[Effect; 2]>, Stop> {
        match self.operand(instance, heap, Operand::Local(local)) {
            AbstractValue::Reference(object) if heap.is_object(object) => self.remove(heap, object),
            _ => Ok(smallvec![Effect::Goes(heap.clone())]),
        }
    }

    /// The heaps in which an object is gone, with everything inside of it. Nothing hides its selectors any more.
    fn remove(&self, heap: &Heap, object: VertexId) -> Result<SmallVec<[Effect; 2]>, Stop> {
        let (grammar, alphabet) = (self.model.grammar(), &self.model.alphabet);
        let hidden = |heap: &Heap| {
            let places = self.with_parts(heap, object).into_iter();
            let mut places = places.flat_map(|vertex| alphabet.selectors().map(move |selector| (vertex, selector)));
            places.find(|&(vertex, selector)| grammar.is_hidden(heap, vertex, selector))
        };
        let Some(heaps) = grammar.materialise_all(heap.clone(), CONCRETE_LIMIT, hidden) else {
            let why =
                msg!("there are too many ways in which the grammar may hide the fields of an object that is freed");
            return Err(Stop::Incomplete(why));
        };
        let removed = heaps.into_iter().map(|mut heap| {
            for vertex in self.with_parts(&heap, object) {
                heap.remove_selectors(vertex);
                heap.set_type(vertex, TypeId::FREED);
            }
            Effect::Goes(heap)
        });
        Ok(removed.collect())
    }

    /// An object and the objects inside of it, as far as their fields are concrete.
    fn with_parts(&self, heap: &Heap, object: VertexId) -> SmallVec<[VertexId; 4]> {
        let mut found: SmallVec<[VertexId; 4]> = smallvec![object];
        let mut next = 0;
        while let Some(&vertex) = found.get(next) {
            next += 1;
            let Some(class) = self.layout.class(heap.vertex_type(vertex)) else { continue };
            for (part, _) in self.model.program.parts(class) {
                let inner = heap.target(vertex, self.layout.fields[part].selector);
                found.extend(inner.filter(|inner| heap.is_object(*inner) && !found.contains(inner)));
            }
        }
        found
    }

    /// The outermost object that has the address of this one; `None` if a nonterminal hides it.
    pub(super) fn outermost(&self, heap: &Heap, object: VertexId) -> Option<VertexId> {
        let program = &self.model.program;
        let mut at = object;
        for _ in heap.vertices() {
            let Some(class) = self.layout.class(heap.vertex_type(at)) else { return Some(at) };
            let Some(container) = program.container(class) else { return Some(at) };
            let is_first = match program.fields[container].role {
                Role::Container(part) => program.fields[part].role == Role::Part { is_first: true },
                Role::Plain | Role::Part { .. } => false,
            };
            if !is_first {
                return Some(at);
            }
            at = heap.target(at, self.layout.fields[container].selector)?;
        }
        Some(at)
    }

    /// Whether two references to different objects are equal: one has the address of the other. `None` if that is not known.
    pub(super) fn same_address(&self, heap: &Heap, left: VertexId, right: VertexId) -> Option<bool> {
        if left == right {
            return Some(true);
        }
        Some(self.outermost(heap, left)? == self.outermost(heap, right)?)
    }

    /// The object with a field among those that have the address of an object.
    pub(super) fn with_field(&self, heap: &Heap, object: VertexId, field: FieldId) -> Result<VertexId, Stop> {
        let program = &self.model.program;
        let has_field =
            |vertex| self.class_of(heap, vertex).map(|class| program.is_subclass(class, program.fields[field].class));
        if has_field(object)? {
            return Ok(object);
        }
        let other = || {
            let name = &program.fields[field].name;
            Stop::Incomplete(msg!("the field `{name}` is accessed of an object of another type"))
        };
        let mut at = self.outermost(heap, object).ok_or_else(other)?;
        while !has_field(at)? {
            let class = self.class_of(heap, at)?;
            let first = program.parts(class).find(|(_, part)| part.role == Role::Part { is_first: true });
            let inner = first.and_then(|(part, _)| heap.target(at, self.layout.fields[part].selector));
            at = inner.ok_or_else(other)?;
        }
        Ok(at)
    }

    fn class_of(&self, heap: &Heap, object: VertexId) -> Result<ClassId, Stop> {
        let ty = heap.vertex_type(object);
        self.layout.class(ty).ok_or_else(|| {
            let ty = Message::verbatim(self.model.alphabet.type_name(ty));
            Stop::Incomplete(msg!("an object of type {ty} is used, which the program does not declare"))
        })
    }

    /// Whether a load of a field of this object is arithmetic on its address that leads outside of all objects.
    pub(super) fn is_outside(&self, heap: &Heap, object: VertexId, field: FieldId) -> bool {
        let program = &self.model.program;
        let is_up = matches!(program.fields[field].role, Role::Container(_));
        let class = self.layout.class(heap.vertex_type(object));
        is_up && !class.is_some_and(|class| program.is_subclass(class, program.fields[field].class))
    }

    /// Removes the variables that are not read any more, except for those of the program without which an object would not be
    /// reached: they count until the function returns. Then removes what is lost. Returns whether something is.
    pub(super) fn forget(&self, heap: &mut Heap, point: Point) -> bool {
        let Some(entered) = &self.entered else { return false };
        let model = &self.model;
        let has_returned = self.is_exit(point);
        let dead = |v: Variable| model.alphabet.kind(v) == VariableKind::Program && !self.points.keeps(point, v);
        let instance = self.points.instance_of(point);
        let names = |v: Variable| {
            self.points.has_local(instance, v) && !model.alphabet.variable_name(v).starts_with(['$', '@'])
        };
        let forgotten: SmallVec<[(Variable, VertexId); 8]> =
            heap.variables().iter().copied().filter(|&(v, _)| dead(v)).collect();
        heap.retain_variables(|v| !dead(v));
        for (variable, target) in forgotten {
            if has_returned || !names(variable) || !heap.is_object(target) {
                continue;
            }
            let part = entered.part(heap, &self.holding(heap, point));
            if !part.is_some_and(|part| part.vertices[target.index()]) {
                heap.bind(variable, target);
            }
        }
        self.is_losing(heap, point, entered)
    }

    /// Whether something is not reached from what counts.
    fn is_losing(&self, heap: &Heap, point: Point, entered: &Entered) -> bool {
        match entered.part(heap, &self.holding(heap, point)) {
            Some(part) => {
                let is_lost = |v: VertexId| !part.vertices[v.index()] && self.is_unfreed(heap, v);
                part.edges.contains(&false) || heap.vertices().any(is_lost)
            }
            // It depends on what nonterminals stand for.
            None => true,
        }
    }

    /// What counts for an object not to be lost: variables of the function, until it returns, and what callers hold. Neither what formulas
    /// follow nor names that only initial heaps bind.
    fn holding(&self, heap: &Heap, point: Point) -> SmallVec<[VertexId; 8]> {
        let instance = self.points.instance_of(point);
        let procedure = self.procedure(instance);
        let has_returned = self.is_exit(point);
        let stays = |v: Variable| {
            let mut locals = std::iter::once(procedure.returned).chain(procedure.statics);
            locals.any(|local| self.points.variable(instance, local) == v)
        };
        let counts = |v: Variable| match self.model.alphabet.kind(v) {
            VariableKind::Constant(_) => true,
            VariableKind::Marking { .. } => false,
            VariableKind::Program if has_returned => stays(v),
            VariableKind::Program => self.points.has_local(instance, v),
        };
        let variables = heap.variables().iter().filter(|&&(v, _)| counts(v)).map(|&(_, target)| target);
        variables.chain(heap.externals().iter().copied()).collect()
    }
}

impl HeapModel {
    /// Makes one vertex of all that are gone, except for those that callers or markings tell apart: dangling pointers are not told apart.
    pub(super) fn join_gone(&self, heap: &mut Heap) {
        let is_told = |heap: &Heap, vertex: VertexId| {
            let here = heap.variables().iter().filter(|&&(_, target)| target == vertex);
            heap.is_external(vertex)
                || here.into_iter().any(|&(v, _)| matches!(self.alphabet.kind(v), VariableKind::Marking { .. }))
        };
        let gone: SmallVec<[VertexId; 4]> = heap
            .vertices()
            .filter(|&vertex| heap.vertex_type(vertex) == TypeId::FREED && !is_told(heap, vertex))
            .collect();
        let Some((&first, others)) = gone.split_first() else { return };
        others.iter().for_each(|&other| heap.redirect(other, first));
        heap.retain_vertices(|vertex| !others.contains(&vertex));
    }
}
