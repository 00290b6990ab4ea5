//! What of a state decides how the run goes on: two states with the same configuration can go on alike.

use std::collections::{BTreeMap, BTreeSet};
use std::rc::Rc;

use super::{Frame, Machine, Named, ObjectId, Origin, Symbol, Value};
use crate::base::Idx;
use crate::program::{EdgeId, Location, ProcedureId};

/// Values by name.
type Values<'a> = Vec<(&'a str, Value)>;

/// What a state shows: the frame on top, of every other procedure that is being executed the variables of its innermost
/// frame, and the memory that these reach. Objects that the program has allocated are numbered in the order in which
/// they are reached, so that it does not matter when that was; objects of the input stay who they are.
///
/// Law: let a run have two states with the same configuration, and between them never fewer frames than in the first.
/// Then it can repeat what lies between for ever, and propositions about variables and places say the same in every
/// round. If frames that are not the innermost of their procedure, or unreachable objects, matter to a proposition,
/// the configuration must be [whole](Machine::configuration).
#[derive(Clone, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub struct Configuration<'a> {
    top: (ProcedureId, Location, Vec<Value>),
    frames: Vec<(ProcedureId, Values<'a>)>,
    /// Whether they are objects of the input, their classes and fields.
    objects: Vec<(bool, &'a str, Values<'a>)>,
    branch: Option<EdgeId>,
    /// What is not known of the input yet.
    unknown: usize,
    /// All objects there are, if that matters.
    count: usize,
}

/// Gives objects and open numbers their places in the order in which they are met.
struct Numbering<'m, 'a> {
    machine: &'m Machine<'a>,
    objects: BTreeMap<ObjectId, ObjectId>,
    order: Vec<ObjectId>,
    symbols: BTreeMap<Symbol, Symbol>,
}

impl<'a> Numbering<'_, 'a> {
    fn value(&mut self, value: Value) -> Value {
        match self.machine.known(value) {
            Value::Object(object) => {
                let next = ObjectId::at(self.order.len());
                let place = *self.objects.entry(object).or_insert(next);
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

    fn all(&mut self, values: &Named<'a>) -> Values<'a> {
        values.iter().map(|(name, value)| (name, self.value(value))).collect()
    }
}

impl<'a> Machine<'a> {
    /// The configuration of the state; `whole`: with all frames and the number of all objects.
    pub fn configuration(&self, whole: bool) -> Configuration<'a> {
        let mut numbering =
            Numbering { machine: self, objects: BTreeMap::new(), order: Vec::new(), symbols: BTreeMap::new() };
        // The objects of the input come first, in their own order.
        for (object, _) in self.objects.iter_enumerated().filter(|(_, object)| object.vertex.is_some()) {
            numbering.value(Value::Object(object));
        }
        let top = self.top();
        let locals = top.locals.iter().map(|&v| numbering.value(v)).collect();
        let mut met = BTreeSet::new();
        let is_seen = |frame: &&Rc<Frame<'a>>| whole || met.insert(frame.procedure);
        let seen: Vec<&Rc<Frame<'a>>> = self.frames.iter().rev().filter(is_seen).collect();
        let frames = seen.into_iter().map(|frame| (frame.procedure, numbering.all(&frame.names))).collect();
        numbering.all(&self.ghosts);
        let mut objects = Vec::new();
        while let Some(&object) = numbering.order.get(objects.len()) {
            let object = &self.objects[object];
            objects.push((object.vertex.is_some(), object.class, numbering.all(&object.fields)));
        }
        Configuration {
            top: (top.procedure, top.location, locals),
            frames,
            objects,
            branch: self.branch,
            unknown: self.input.heap.nonterminals().len(),
            count: if whole { self.objects.len() } else { 0 },
        }
    }
}
