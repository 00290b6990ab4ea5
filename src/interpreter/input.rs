//! The input of a run: a heap, derived as far as the run has accessed it.

use std::rc::Rc;

use super::{Lifetime, Machine, Named, Object, ObjectId, Value};
use base::{Idx, IndexVec};
use heap_grammar::heap::{Constant, Heap, Selector, TypeId, VertexId};

/// A heap with nonterminals for the parts not accessed yet. Vertices keep their numbers in further derivations.
#[derive(Clone, Default)]
pub(super) struct Input {
    pub heap: Heap,
    values: IndexVec<VertexId, Value>,
}

impl Input {
    /// The value of a vertex.
    pub(crate) fn value(&self, vertex: VertexId) -> Value {
        self.values[vertex]
    }
}

impl Machine<'_> {
    /// The input as far as it is derived: a heap with nonterminals for the parts that the run has not accessed.
    pub fn input(&self) -> &Heap {
        &self.input.heap
    }

    /// The value of a vertex of the input.
    pub fn value_of(&self, vertex: VertexId) -> Value {
        self.input.value(vertex)
    }

    /// Adopts a further derivation of the input: adds its new objects, and its new fields unless the program has
    /// already overwritten them.
    pub(super) fn take_input(&mut self, heap: Heap) {
        let (alphabet, program, is_manual) = (self.setting.alphabet, self.setting.program, self.is_manual());
        let (input, objects) = (Rc::make_mut(&mut self.input), Rc::make_mut(&mut self.objects));
        for position in input.values.len()..heap.vertex_bound() {
            let vertex = VertexId::at(position);
            let ty = heap.vertex_type(vertex);
            let constant = || heap.variables().iter().filter(|&&(_, t)| t == vertex);
            let value = match constant().find_map(|&(variable, _)| alphabet.constant(variable)) {
                Some(Constant::Integer(n)) => Value::Number(n),
                Some(Constant::Null) => Value::Null,
                Some(Constant::Untracked(_)) => Value::GIVEN_OBJECT,
                None if ty == TypeId::NULL => Value::Null,
                None if ty == TypeId::INT => Value::Given(vertex),
                None => {
                    let class = alphabet.type_name(ty);
                    let object = Object {
                        class,
                        fields: Named::default(),
                        vertex: Some(vertex),
                        // Where memory is managed, objects of the input are as if the program had allocated them.
                        declared: if is_manual { program.class_named(class) } else { None },
                        lifetime: Lifetime::Live,
                        block: None,
                    };
                    Value::Object(objects.push(object))
                }
            };
            input.values.push(value);
        }
        for (source, label, target) in heap.selector_edges() {
            let name = alphabet.selector_name(label);
            if let Value::Object(object) = input.values[source]
                && !objects[object].fields.contains(name)
            {
                objects[object].fields.insert(name, input.values[target]);
            }
        }
        input.heap = heap;
    }

    /// The vertex and the selector of a field that a nonterminal edge of the input hides.
    pub(super) fn hidden(&self, object: ObjectId, field: &str) -> Option<(VertexId, Selector)> {
        let object = &self.objects[object];
        let vertex = object.vertex.filter(|_| !object.fields.contains(field))?;
        let selector = self.setting.alphabet.find_selector(field)?;
        self.setting.grammar.hides(&self.input.heap, vertex, selector).then_some((vertex, selector))
    }
}
