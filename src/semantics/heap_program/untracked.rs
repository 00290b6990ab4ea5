//! References that are not followed: what is known of them, and where a run that uses one is given up.

use smallvec::{SmallVec, smallvec};

use super::transfer::{AbstractValue, Effect};
use super::{HeapProgram, HeapState, Instance, Point};
use crate::base::Stop;
use crate::heap::{ExternalOrder, Heap, Selector, TypeId, Untracked, Variable};
use crate::program::objects::{ClassId, Comparison, Condition, FieldId, LocalId, Operand};

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
