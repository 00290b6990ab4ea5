//! The part of a state that determines how the run continues: from two states with the same configuration, a run can
//! continue in the same way.

use std::collections::BTreeMap;

use smallvec::SmallVec;

use super::library::Content;
use super::{LibraryId, Lifetime, Machine, Named, Object, ObjectId, Symbol, Value};
use base::{Idx, IndexVec};
use program::cfa::{EdgeId, Location, ProcedureId};
use program::objects::ClassId;

/// The observable part of a state: the top frame, the variables of the innermost frame of every other active procedure,
/// and the memory reachable from these. Objects allocated by the program are numbered in the order in which they are
/// reached, so the time of their allocation does not matter; objects of the input keep their identity.
///
/// Law: if a run has two states with the same configuration and the call stack is never lower between them than at the
/// first, then the run can repeat the part between them for ever, and propositions about variables and locations have
/// the same values in every round. If a proposition depends on frames that are not the innermost of their procedure, or
/// on unreachable objects, the configuration must be [whole](Machine::configuration). A whole configuration also
/// contains the locations of waiting frames, so the stack may become lower in between.
#[derive(Clone, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub struct Configuration<'a> {
    top: (ProcedureId, Location, Vec<Value>),
    /// The number of variables of each frame.
    frames: Vec<(ProcedureId, usize)>,
    /// The locations of waiting frames and their locals; empty unless the configuration is whole.
    waiting: Vec<(Location, Vec<Value>)>,
    /// For each object: whether it belongs to the input, whether it is there, its class, and its number of values.
    objects: Vec<(bool, Lifetime, &'a str, usize)>,
    /// The objects of the library.
    library: Vec<(ClassId, Content)>,
    /// These variables and fields, in this order. One vector, because configurations are taken of many states.
    values: Vec<(&'a str, Value)>,
    branch: Option<EdgeId>,
    /// The number of nonterminals left in the input.
    unknown: usize,
    /// The number of all objects; 0 unless the configuration is whole.
    count: usize,
}

/// Numbers objects and open numbers in the order in which they are reached.
struct Numbering<'m, 'a> {
    machine: &'m Machine<'a>,
    objects: IndexVec<ObjectId, Option<ObjectId>>,
    order: Vec<ObjectId>,
    library: BTreeMap<LibraryId, LibraryId>,
    library_order: Vec<LibraryId>,
    symbols: BTreeMap<Symbol, Symbol>,
}

impl<'a> Numbering<'_, 'a> {
    fn value(&mut self, value: Value) -> Value {
        match self.machine.known(value) {
            Value::Object(object) => {
                let next = ObjectId::at(self.order.len());
                let place = *self.objects[object].get_or_insert(next);
                if place == next {
                    self.order.push(object);
                }
                Value::Object(place)
            }
            Value::Library(object) => {
                let next = LibraryId::at(self.library_order.len());
                let place = *self.library.entry(object).or_insert(next);
                if place == next {
                    self.library_order.push(object);
                }
                Value::Library(place)
            }
            Value::Open(symbol) if self.machine.symbols[symbol].origin.is_of_program() => {
                // Disjoint from the numbers in the input, which are kept.
                let next = Symbol(u32::MAX - u32::at(self.symbols.len()));
                Value::Open(*self.symbols.entry(symbol).or_insert(next))
            }
            value => value,
        }
    }

    /// What is in an object of the library.
    fn content(&mut self, object: LibraryId) -> (ClassId, Content) {
        let object = &self.machine.library[object];
        let content = match &object.content {
            Content::Elements(elements) => Content::Elements(elements.iter().map(|&v| self.value(v)).collect()),
            &Content::Boxed(value) => Content::Boxed(self.value(value)),
            Content::Text(_) | Content::Builder(_) | Content::Random(_) => object.content.clone(),
        };
        (object.class, content)
    }

    /// Appends the values in the elements of a block to `known` and returns how many there are.
    fn elements(&mut self, object: &Object<'a>, known: &mut Vec<(&'a str, Value)>) -> usize {
        let before = known.len();
        let elements = object.block.iter().flat_map(|block| block.values());
        known.extend(elements.map(|value| (object.class, self.value(value))));
        known.len() - before
    }

    /// Appends the values to `known` and returns how many there are.
    fn all(&mut self, values: &Named<'a>, known: &mut Vec<(&'a str, Value)>) -> usize {
        let before = known.len();
        known.extend(values.iter().map(|(name, value)| (name, self.value(value))));
        known.len() - before
    }
}

impl<'a> Machine<'a> {
    /// The configuration of the state. A `whole` one has all frames, their locations, and the number of all objects.
    pub fn configuration(&self, whole: bool) -> Configuration<'a> {
        let objects = IndexVec::filled(None, self.objects.len());
        let mut numbering = Numbering {
            machine: self,
            objects,
            order: Vec::new(),
            library: BTreeMap::new(),
            library_order: Vec::new(),
            symbols: BTreeMap::new(),
        };
        // The objects of the input come first, in their own order.
        for (object, _) in self.objects.iter_enumerated().filter(|(_, object)| object.vertex.is_some()) {
            numbering.value(Value::Object(object));
        }
        let top = self.top();
        let locals = top.locals.iter().map(|&v| numbering.value(v)).collect();
        let mut values = Vec::new();
        let mut met: SmallVec<[ProcedureId; 8]> = SmallVec::new();
        let (mut frames, mut waiting) = (Vec::new(), Vec::new());
        for frame in self.frames.iter().rev() {
            if !whole && met.contains(&frame.procedure) {
                continue;
            }
            met.push(frame.procedure);
            frames.push((frame.procedure, numbering.all(&frame.names, &mut values)));
            if whole {
                waiting.push((frame.location, frame.locals.iter().map(|&v| numbering.value(v)).collect()));
            }
        }
        self.ghosts.values().for_each(|value| _ = numbering.value(value));
        let (mut objects, mut library) = (Vec::new(), Vec::new());
        loop {
            if let Some(&object) = numbering.order.get(objects.len()) {
                let object = &self.objects[object];
                let fields = numbering.all(&object.fields, &mut values) + numbering.elements(object, &mut values);
                objects.push((object.vertex.is_some(), object.lifetime, object.class, fields));
            } else if let Some(&object) = numbering.library_order.get(library.len()) {
                library.push(numbering.content(object));
            } else {
                break;
            }
        }
        Configuration {
            top: (top.procedure, top.location, locals),
            frames,
            waiting,
            objects,
            library,
            values,
            branch: self.branch,
            unknown: self.input.heap.nonterminals().len(),
            count: if whole { self.objects.len() } else { 0 },
        }
    }
}
