//! Whether a memory is in a language, by the definition of hyperedge replacement: all that nonterminals can stand for in
//! the memory is derived bottom up, from fields to larger and larger parts.
//!
//! Independent of the folding that abstraction does, so that it can judge it.

use std::cell::Cell;
use std::collections::{BTreeMap, BTreeSet};

use smallvec::SmallVec;

use super::{Object, ObjectId, Value};
use crate::base::{Idx, IndexVec};
use crate::grammar::Grammar;
use crate::heap::{Alphabet, Constant, Heap, Nonterminal, Selector, TypeId, VertexId};
use crate::logic::Truth;

/// A memory has at most this many objects, and as many fields; larger ones are not decided.
const ROOM: usize = 128;

/// More parts of one memory than this are not kept.
const PARTS: usize = 4_000;

/// More steps are not taken to decide about one memory.
const STEPS: u32 = 200_000;

/// A set of objects or fields, one bit each.
type Set = u128;

/// A memory, restricted to some objects.
pub(super) struct Memory<'a> {
    grammar: &'a Grammar,
    alphabet: &'a Alphabet,
    types: Vec<Option<TypeId>>,
    fields: Vec<(ObjectId, Selector, Value)>,
    /// For each object its fields that hold references.
    own: Vec<Set>,
    /// Steps that were taken to match something with it.
    steps: Cell<u32>,
}

/// A part of a memory that one edge with the label stands for.
#[derive(Clone, PartialEq, Eq, PartialOrd, Ord)]
struct Part {
    label: Nonterminal,
    /// What its tentacles are attached to; `None`: whatever there is.
    attached: SmallVec<[Option<Value>; 4]>,
    fields: Set,
    /// The objects that have no other edges.
    inside: Set,
}

/// A heap, or the body of a rule, being matched.
#[derive(Clone)]
struct Match {
    image: SmallVec<[Option<Value>; 8]>,
    selectors: SmallVec<[(usize, Selector, usize); 4]>,
    edges: SmallVec<[usize; 4]>,
    fields: Set,
    inside: Set,
    /// Whether a part is used that was found in the last round.
    fresh: bool,
}

/// What a heap must have in common with a memory.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Aim {
    /// A rule: everything, and parts that were found in the last round, but in the first.
    Rule { first: bool },
    /// What is reached from its variables; other parts of heap and memory are garbage.
    Reached,
}

/// Whether the memory is in the language of `heap`, as far as its variables reach; `None` if that takes too long. The
/// variables are given by their names in the heap; those that are not known, and open numbers, may be anything.
///
/// Without `deep`, only the concrete part of the heap is matched.
pub fn covers<'a>(
    heap: &Heap,
    variables: &BTreeMap<&str, Value>,
    objects: &IndexVec<ObjectId, Object<'a>>,
    (grammar, alphabet): (&'a Grammar, &'a Alphabet),
    deep: bool,
) -> Option<bool> {
    let memory = Memory::new(objects, &|v| v, &IndexVec::filled(true, objects.len()), (grammar, alphabet))?;
    let Some(mut start) = memory.start(heap, variables) else { return Some(false) };
    if !deep {
        return Some(memory.follow(&mut start, heap));
    }
    let parts = memory.parts()?;
    let mut found = false;
    memory.complete(start, heap, &parts, Aim::Reached, &mut |_| {
        found = true;
        false
    })?;
    Some(found)
}

/// What the externals of a heap stand for, in order.
pub type Places = SmallVec<[Value; 4]>;

/// As [`covers`], for heaps of procedures that were called, which say what their variables *and their externals* reach:
/// for each heap and every way in which the memory is in its language, what its externals stand for. It comes with what is
/// known of that; nothing if it is empty.
pub fn places<'a>(
    heaps: &[(&Heap, &Places)],
    variables: &BTreeMap<&str, Value>,
    objects: &IndexVec<ObjectId, Object<'a>>,
    (grammar, alphabet): (&'a Grammar, &'a Alphabet),
) -> Option<Vec<Vec<Places>>> {
    let memory = Memory::new(objects, &|v| v, &IndexVec::filled(true, objects.len()), (grammar, alphabet))?;
    let parts = memory.parts()?;
    let all = heaps.iter().map(|&(heap, known)| {
        let Some(mut start) = memory.start(heap, variables) else { return Some(Vec::new()) };
        for (external, &value) in heap.externals().iter().zip(known) {
            if !memory.bind(&mut start, heap, external.index(), value) {
                return Some(Vec::new());
            }
        }
        let mut found: Vec<Places> = Vec::new();
        memory.complete(start, heap, &parts, Aim::Reached, &mut |m| {
            let image = |v: &VertexId| m.image[v.index()].unwrap_or(Value::Unset);
            let places = heap.externals().iter().map(image).collect();
            if !found.contains(&places) {
                found.push(places);
            }
            // What is known of all does not change.
            found[0] != *known
        })?;
        Some(found)
    });
    all.collect()
}

/// Whether some objects with their fields are derived from one edge of the nonterminal, other objects being isolated.
/// A field that holds a number may have any value where a rule does not show it. Also how many steps that took.
pub(super) fn has_shape(
    label: Nonterminal,
    objects: &IndexVec<ObjectId, Object<'_>>,
    known: &dyn Fn(Value) -> Value,
    which: &IndexVec<ObjectId, bool>,
    (grammar, alphabet): (&Grammar, &Alphabet),
) -> (Truth, u32) {
    let Some(memory) = Memory::new(objects, known, which, (grammar, alphabet)) else { return (Truth::Unknown, 0) };
    let all = memory.all_references();
    let is_it = |part: &Part| part.label == label && part.fields & all == all;
    let truth = memory.parts().map_or(Truth::Unknown, |parts| parts.iter().any(is_it).into());
    (truth, memory.steps.get())
}

impl<'a> Memory<'a> {
    fn new(
        objects: &IndexVec<ObjectId, Object<'_>>,
        known: &dyn Fn(Value) -> Value,
        which: &IndexVec<ObjectId, bool>,
        (grammar, alphabet): (&'a Grammar, &'a Alphabet),
    ) -> Option<Self> {
        let mut memory =
            Self { grammar, alphabet, types: Vec::new(), fields: Vec::new(), own: Vec::new(), steps: Cell::new(0) };
        for (id, object) in objects.iter_enumerated() {
            memory.types.push(alphabet.find_type(object.class));
            let mut own: Set = 0;
            let fields = object.fields.iter().filter(|_| which[id]);
            for (field, value) in fields {
                let Some(selector) = alphabet.find_selector(field) else { continue };
                let value = known(value);
                let number = matches!(value, Value::Number(_) | Value::Open(_) | Value::Given(_));
                let bit = bit(memory.fields.len())?;
                // A heap may show a number, and need not.
                if !number {
                    own |= bit;
                }
                memory.fields.push((id, selector, value));
            }
            memory.own.push(own);
        }
        (memory.own.len() <= ROOM).then_some(memory)
    }

    /// A heap with its variables bound; `None` if they cannot be.
    fn start(&self, heap: &Heap, variables: &BTreeMap<&str, Value>) -> Option<Match> {
        let mut start = Match::new(heap, self.alphabet);
        for &(variable, vertex) in heap.variables() {
            let value = variables.get(self.alphabet.variable_name(variable)).copied();
            if value.is_some_and(|value| !self.bind(&mut start, heap, vertex.index(), value)) {
                return None;
            }
        }
        Some(start)
    }

    fn all_references(&self) -> Set {
        self.own.iter().fold(0, |all, own| all | own)
    }

    /// Everything that nonterminals can stand for.
    fn parts(&self) -> Option<Vec<Part>> {
        let mut known: BTreeSet<Part> = BTreeSet::new();
        let mut parts: Vec<Part> = Vec::new();
        // Parts before this position were found before the last round.
        let mut old = 0;
        let mut first = true;
        loop {
            let mut found: Vec<Part> = Vec::new();
            for (_, rule) in self.grammar.rules() {
                let body = &rule.body;
                let seen = Seen { all: &parts, old };
                let mut add = |m: &Match| {
                    let attached = body.externals().iter().map(|e| m.image[e.index()]).collect();
                    let part = Part { label: rule.label, attached, fields: m.fields, inside: m.inside };
                    if !known.contains(&part) {
                        known.insert(part.clone());
                        found.push(part);
                    }
                    known.len() <= PARTS
                };
                self.complete_seen(Match::new(body, self.alphabet), body, seen, Aim::Rule { first }, &mut add)?;
            }
            if known.len() > PARTS {
                return None;
            }
            if found.is_empty() {
                return Some(parts);
            }
            old = parts.len();
            parts.append(&mut found);
            first = false;
        }
    }

    fn complete(
        &self,
        start: Match,
        heap: &Heap,
        parts: &[Part],
        aim: Aim,
        found: &mut dyn FnMut(&Match) -> bool,
    ) -> Option<()> {
        self.complete_seen(start, heap, Seen { all: parts, old: 0 }, aim, found)
    }

    /// Calls `found` for every way to match the heap, as long as it says so; `None` if there are too many steps.
    fn complete_seen(
        &self,
        start: Match,
        heap: &Heap,
        parts: Seen<'_>,
        aim: Aim,
        found: &mut dyn FnMut(&Match) -> bool,
    ) -> Option<()> {
        let mut open = vec![start];
        while let Some(mut here) = open.pop() {
            self.steps.set(self.steps.get() + 1);
            if self.steps.get() > STEPS {
                return None;
            }
            if !self.follow(&mut here, heap) {
                continue;
            }
            if let Some(at) = self.next_edge(&here, heap, aim) {
                let position = here.edges.swap_remove(at);
                let edge = &heap.nonterminals()[position];
                let label = self.alphabet.nonterminal(edge.label).origin;
                for (number, part) in parts.all.iter().enumerate().filter(|(_, part)| part.label == label) {
                    let fresh = number >= parts.old;
                    open.extend(self.with_part(&here, heap, &edge.tentacles, part, fresh));
                }
                continue;
            }
            if let (Aim::Rule { .. }, Some(&(source, label, _))) = (aim, here.selectors.first()) {
                // Its source may be any object.
                let has = |&&(_, l, _): &&(ObjectId, Selector, Value)| l == label;
                for &(object, ..) in self.fields.iter().filter(has) {
                    let mut next = here.clone();
                    if self.bind(&mut next, heap, source, Value::Object(object)) {
                        open.push(next);
                    }
                }
                continue;
            }
            let is_new = match aim {
                Aim::Rule { first } => first || here.fresh,
                Aim::Reached => true,
            };
            if is_new && self.closes(&mut here, heap, aim) && !found(&here) {
                return Some(());
            }
        }
        Some(())
    }

    /// Makes a vertex stand for a value, if it can.
    fn bind(&self, m: &mut Match, heap: &Heap, vertex: usize, value: Value) -> bool {
        if matches!(value, Value::Unset | Value::Open(_) | Value::Given(_)) {
            return true;
        }
        if let Some(known) = m.image[vertex] {
            return known == value;
        }
        let id = VertexId::at(vertex);
        let (ty, external) = (heap.vertex_type(id), heap.is_external(id));
        let fits = match value {
            Value::Object(object) => {
                let mut others = m.image.iter().enumerate().filter(|(_, i)| **i == Some(value));
                // Tentacles may be attached to one vertex.
                let twice = others.any(|(v, _)| !(external && heap.is_external(VertexId::at(v))));
                let typed = self.types.get(object.index()).is_some_and(|own| *own == Some(ty));
                !twice && typed && m.inside & object_bit(object) == 0
            }
            // An object of the heap is not null, and null is one vertex; an external vertex may be attached to it.
            Value::Null => TypeId::NULL.stands_for(ty) && (external || ty == TypeId::NULL),
            _ => ty == TypeId::INT,
        };
        if fits {
            m.image[vertex] = Some(value);
        }
        fits
    }

    /// Matches the selectors at known objects.
    fn follow(&self, m: &mut Match, heap: &Heap) -> bool {
        while let Some(at) = m.selectors.iter().position(|&(s, ..)| m.image[s].is_some()) {
            let (source, label, target) = m.selectors.swap_remove(at);
            let Some(Value::Object(object)) = m.image[source] else { return false };
            let Some(position) = self.fields.iter().position(|&(o, l, _)| (o, l) == (object, label)) else {
                return false;
            };
            let taken = 1 << position;
            if m.fields & taken != 0 || !self.bind(m, heap, target, self.fields[position].2) {
                return false;
            }
            m.fields |= taken;
        }
        true
    }

    /// The nonterminal edge to match next: one that a known object leads into. In a rule any other may follow.
    fn next_edge(&self, m: &Match, heap: &Heap, aim: Aim) -> Option<usize> {
        let leads_into = m.edges.iter().position(|&position| {
            let edge = &heap.nonterminals()[position];
            let reduction = &self.alphabet.nonterminal(edge.label).reduction;
            let at_object = |t: &VertexId| matches!(m.image[t.index()], Some(Value::Object(_)));
            edge.tentacles.iter().zip(reduction).any(|(t, &reduction)| !reduction && at_object(t))
        });
        let free = || (aim != Aim::Reached && m.selectors.is_empty() && !m.edges.is_empty()).then_some(0);
        leads_into.or_else(free)
    }

    fn with_part(&self, m: &Match, heap: &Heap, tentacles: &[VertexId], part: &Part, fresh: bool) -> Option<Match> {
        if m.fields & part.fields != 0 || m.inside & part.inside != 0 || m.objects() & part.inside != 0 {
            return None;
        }
        let mut next = m.clone();
        for (tentacle, value) in tentacles.iter().zip(&part.attached) {
            if let Some(value) = *value
                && !self.bind(&mut next, heap, tentacle.index(), value)
            {
                return None;
            }
        }
        next.fields |= part.fields;
        next.inside |= part.inside;
        next.fresh |= fresh;
        // What is inside a part has no edges but those of the part.
        (next.objects() & next.inside == 0).then_some(next)
    }

    /// Whether a match is one: in a rule, the objects that are not external have no other fields.
    fn closes(&self, m: &mut Match, heap: &Heap, aim: Aim) -> bool {
        if aim == Aim::Reached {
            return true;
        }
        let mut inside = m.inside;
        for (vertex, value) in m.image.iter().enumerate() {
            if let Some(Value::Object(object)) = value
                && !heap.is_external(VertexId::at(vertex))
            {
                inside |= object_bit(*object);
                if self.own[object.index()] & !m.fields != 0 {
                    return false;
                }
            }
        }
        m.inside = inside;
        true
    }
}

/// The parts found so far; those before `old` were known before the last round.
#[derive(Clone, Copy)]
struct Seen<'p> {
    all: &'p [Part],
    old: usize,
}

impl Match {
    fn new(heap: &Heap, alphabet: &Alphabet) -> Self {
        let mut image: SmallVec<[Option<Value>; 8]> = SmallVec::from_elem(None, heap.vertex_bound());
        for (vertex, variable) in heap.constants() {
            // Other variables may point to constants, too.
            image[vertex.index()] = match alphabet.constant(variable) {
                Some(Constant::Null) => Some(Value::Null),
                Some(Constant::Integer(number)) => Some(Value::Number(number)),
                None => continue,
            };
        }
        Self {
            image,
            selectors: heap.selector_edges().map(|(s, l, t)| (s.index(), l, t.index())).collect(),
            edges: (0..heap.nonterminals().len()).collect(),
            fields: 0,
            inside: 0,
            fresh: false,
        }
    }

    /// The objects that vertices stand for.
    fn objects(&self) -> Set {
        let object =
            |value: &Option<Value>| if let Some(Value::Object(object)) = value { object_bit(*object) } else { 0 };
        self.image.iter().fold(0, |all, value| all | object(value))
    }
}

fn bit(position: usize) -> Option<Set> {
    (position < ROOM).then(|| 1 << position)
}

fn object_bit(object: ObjectId) -> Set {
    bit(object.index()).unwrap_or(0)
}
