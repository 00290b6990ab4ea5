//! References that are not followed: what is known of them, and where a run that uses one is given up.

use smallvec::{SmallVec, smallvec};

use super::transfer::{AbstractValue, Effect};
use super::{HeapProgram, HeapState, Instance, Point};
use crate::base::Stop;
use crate::heap::{ExternalOrder, Heap, Selector, TypeId, Untracked, Variable, VertexId};
use crate::program::objects::{ClassId, Comparison, Condition, FieldId, LocalId, Operand, Type};

impl HeapProgram {
    /// The heaps in which a reference that is not followed is null, and in which it is not.
    pub(super) fn cases(&self, instance: Instance, heap: &Heap, operand: Operand) -> (Heap, Heap) {
        let (mut null, mut object) = (heap.clone(), heap.clone());
        if let Operand::Local(local) = operand {
            self.assign(
                &mut object,
                instance,
                local,
                AbstractValue::Untracked(self.untracked[Untracked::Any as usize]),
            );
            let value = self.operand(instance, &null, Operand::Null);
            self.assign(&mut null, instance, local, value);
        }
        (null, object)
    }

    /// A heap restricted to a condition that may hold or not: a reference equal to null becomes null, and another one some object. One
    /// without a value stays one without a value.
    pub(super) fn assuming(&self, instance: Instance, heap: Heap, condition: &Condition) -> Heap {
        if self.is_manual() {
            return heap;
        }
        match *condition {
            Condition::Compare { comparison, left: local @ Operand::Local(_), right: Operand::Null }
            | Condition::Compare { comparison, left: Operand::Null, right: local @ Operand::Local(_) } => {
                let (null, object) = self.cases(instance, &heap, local);
                if comparison == Comparison::Equal { null } else { object }
            }
            Condition::InstanceOf { operand: Operand::Local(local), class, negated: false } => {
                let mut heap = heap;
                let known = self.operand(instance, &heap, Operand::Local(local));
                let constant = self.instances.iter().find(|&(_, &of)| of == class).map(|(&constant, _)| constant);
                if let (AbstractValue::Unknown | AbstractValue::Untracked(_), Some(constant)) = (known, constant) {
                    self.assign(&mut heap, instance, local, AbstractValue::Untracked(constant));
                }
                heap
            }
            _ => heap,
        }
    }

    /// The effects of loading a field that is no part of the shape: what was loaded from the object or stored there before, or else null
    /// and some object of the class that the field declares.
    pub(super) fn load_untracked(
        &self,
        instance: Instance,
        heap: &Heap,
        target: LocalId,
        base: LocalId,
        field: FieldId,
    ) -> Result<SmallVec<[Effect; 2]>, Stop> {
        let selector = self.fields[field].selector;
        let loaded = |mut heap: Heap, object: VertexId, vertex: VertexId| {
            heap.set_selector(object, selector, vertex);
            let value = self.of_vertex(&heap, vertex);
            self.assign(&mut heap, instance, target, value);
            Effect::Goes(heap)
        };
        let mut effects = SmallVec::new();
        for effect in self.on_field(instance, heap, base, field, |heap, _| heap)? {
            let object = heap.variable(self.points.variable(instance, base));
            match (effect, object) {
                (Effect::Goes(mut heap), Some(object)) => match heap.target(object, selector) {
                    Some(known) => effects.push(loaded(heap, object, known)),
                    None => {
                        let [null, other] = [Variable::NULL, self.object_of(field)].map(|known| heap.constant(known));
                        effects.push(loaded(heap.clone(), object, null));
                        effects.push(loaded(heap, object, other));
                    }
                },
                (effect, _) => effects.push(effect),
            }
        }
        Ok(effects)
    }

    /// The constant for the objects that are not followed and that a field may refer to.
    fn object_of(&self, field: FieldId) -> Variable {
        let known = match self.model.program.fields[field].ty {
            Type::Reference(class) => self.instances.iter().find(|&(_, &of)| of == class),
            _ => None,
        };
        known.map_or(self.untracked[Untracked::Any as usize], |(&constant, _)| constant)
    }

    /// Removes what was loaded from fields that are no part of the shape, or stored there: at the heads of loops
    /// of `all` objects, elsewhere of those to which neither a variable nor a caller refers, so that it hinders no folding.
    pub(super) fn forget_loads(&self, heap: &mut Heap, all: bool) {
        if self.untracked_of_types.is_empty() {
            return;
        }
        let held: SmallVec<[VertexId; 8]> = match all {
            true => SmallVec::new(),
            false => {
                heap.variables().iter().map(|&(_, target)| target).chain(heap.externals().iter().copied()).collect()
            }
        };
        let vertices: SmallVec<[VertexId; 16]> = heap.vertices().filter(|vertex| !held.contains(vertex)).collect();
        for vertex in vertices {
            let ty = heap.vertex_type(vertex);
            let forgotten = heap.selectors(vertex).iter().map(|&(selector, _)| selector);
            let forgotten: SmallVec<[Selector; 4]> =
                forgotten.filter(|&selector| self.untracked_of_types.contains(&(ty, selector))).collect();
            forgotten.into_iter().for_each(|selector| heap.remove_selector(vertex, selector));
        }
    }

    /// Whether an object that is not followed belongs to no class of the program.
    pub(super) fn is_foreign(&self, known: Variable) -> bool {
        known == self.untracked[Untracked::Foreign as usize]
    }

    /// Whether an object that is not followed belongs to a class, if that is known.
    pub(super) fn is_instance(&self, known: Variable, class: ClassId) -> Option<bool> {
        if self.is_foreign(known) {
            return Some(false);
        }
        let (own, program) = (*self.instances.get(&known)?, &self.model.program);
        match program.is_subclass(own, class) {
            true => Some(true),
            // It belongs to a subclass of its class.
            false if program.is_subclass(class, own) => None,
            false => Some(false),
        }
    }

    /// Whether rules show some object that is not followed in a field.
    pub(super) fn holds_untracked(&self, place: (TypeId, Selector)) -> bool {
        self.held.contains(&place)
    }

    /// What a field keeps of an object that is not followed: where rules show some object, only that it is one, as they say no more.
    pub(super) fn kept_in(&self, place: (TypeId, Selector), known: Variable) -> Variable {
        if self.holds_untracked(place) { self.untracked[Untracked::Any as usize] } else { known }
    }

    /// The effects of storing what is not followed in a field that rules mention: then nothing is known of the shape.
    pub(super) fn store_untracked(
        &self,
        instance: Instance,
        heap: &Heap,
        base: LocalId,
        field: FieldId,
        value: Operand,
    ) -> Option<SmallVec<[Effect; 2]>> {
        let info = self.fields[field];
        let object = heap.variable(self.points.variable(instance, base))?;
        let is_shape = !info.primitive && self.model.grammar().knows_field(heap.vertex_type(object), info.selector);
        if self.is_manual() || !is_shape || self.holds_untracked((heap.vertex_type(object), info.selector)) {
            return None;
        }
        match self.operand(instance, heap, value) {
            AbstractValue::Untracked(_) => Some(smallvec![Effect::Leaves(heap.clone())]),
            AbstractValue::Unknown => {
                let (null, object) = self.cases(instance, heap, value);
                let stored = self.on_field(instance, &null, base, field, |mut heap, object| {
                    let null = heap.constant(Variable::NULL);
                    heap.set_selector(object, info.selector, null);
                    heap
                });
                let mut effects = stored.ok()?;
                effects.push(Effect::Leaves(object));
                Some(effects)
            }
            _ => None,
        }
    }

    /// The state in which a run is given up that uses an object that is not followed: the error state of the edge, in whose heap it is no
    /// null that is dereferenced.
    pub(super) fn leave(&mut self, heap: Heap, fault: Point, states: &mut Vec<HeapState>) -> Result<(), Stop> {
        states.push(HeapState { point: fault, heap: self.intern(heap, ExternalOrder::Fixed)? });
        Ok(())
    }
}
