//! What of a state decides how the run goes on: two states with the same configuration can go on alike.

use std::collections::BTreeMap;

use smallvec::SmallVec;

use super::{Machine, Named, ObjectId, Origin, Symbol, Value};
use crate::base::{Idx, IndexVec};
use crate::program::cfa::{EdgeId, Location, ProcedureId};

/// What a state shows: the frame on top, of every other procedure that is being executed the variables of its innermost
/// frame, and the memory that these reach. Objects that the program has allocated are numbered in the order in which
/// they are reached, so that it does not matter when that was; objects of the input stay who they are.
///
/// Law: let a run have two states with the same configuration, and between them never fewer frames than in the first.
/// Then it can repeat what lies between for ever, and propositions about variables and places say the same in every
/// round. If frames that are not the innermost of their procedure, or unreachable objects, matter to a proposition,
/// the configuration must be [whole](Machine::configuration). That one says where every frame waits, too, so that there may
/// be fewer frames in between.
#[derive(Clone, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub struct Configuration<'a> {
    top: (ProcedureId, Location, Vec<Value>),
    /// How many variables each has.
    frames: Vec<(ProcedureId, usize)>,
    /// Where frames wait, and the values of their locals, if that matters.
    waiting: Vec<(Location, Vec<Value>)>,
    /// Whether they are objects of the input, their classes, and how many fields each has.
    objects: Vec<(bool, &'a str, usize)>,
    /// Those variables and fields, in this order: one vector, as many states have a configuration taken.
    values: Vec<(&'a str, Value)>,
    branch: Option<EdgeId>,
    /// What is not known of the input yet.
    unknown: usize,
    /// All objects there are, if that matters.
    count: usize,
}

/// Gives objects and open numbers their places in the order in which they are met.
struct Numbering<'m, 'a> {
    machine: &'m Machine<'a>,
    objects: IndexVec<ObjectId, Option<ObjectId>>,
    order: Vec<ObjectId>,
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
            Value::Open(symbol) if matches!(self.machine.symbols[symbol].origin, Origin::Operation | Origin::Drawn) => {
                // Apart from those of the input, which keep their numbers.
                let next = Symbol(u32::MAX - u32::at(self.symbols.len()));
                Value::Open(*self.symbols.entry(symbol).or_insert(next))
            }
            value => value,
        }
    }

    /// Adds the values to those there are; returns how many.
    fn all(&mut self, values: &Named<'a>, known: &mut Vec<(&'a str, Value)>) -> usize {
        let before = known.len();
        known.extend(values.iter().map(|(name, value)| (name, self.value(value))));
        known.len() - before
    }
}

impl<'a> Machine<'a> {
    /// The configuration of the state; `whole`: with all frames, where they wait, and the number of all objects.
    pub fn configuration(&self, whole: bool) -> Configuration<'a> {
        let objects = IndexVec::filled(None, self.objects.len());
        let mut numbering = Numbering { machine: self, objects, order: Vec::new(), symbols: BTreeMap::new() };
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
        let mut objects = Vec::new();
        while let Some(&object) = numbering.order.get(objects.len()) {
            let object = &self.objects[object];
            objects.push((object.vertex.is_some(), object.class, numbering.all(&object.fields, &mut values)));
        }
        Configuration {
            top: (top.procedure, top.location, locals),
            frames,
            waiting,
            objects,
            values,
            branch: self.branch,
            unknown: self.input.heap.nonterminals().len(),
            count: if whole { self.objects.len() } else { 0 },
        }
    }
}
