//! Membership of a memory in a language, by the definition of hyperedge replacement: everything in the memory that a
//! nonterminal can derive is computed bottom up, from fields to larger and larger parts.
//!
//! Independent of the folding in abstraction, so it can serve as its oracle.

use std::cell::Cell;
use std::collections::{BTreeMap, BTreeSet};

use smallvec::SmallVec;

use super::{Lifetime, Object, ObjectId, Value};
use base::{Idx, IndexVec};
use heap_grammar::grammar::Grammar;
use heap_grammar::heap::{Alphabet, Constant, Heap, Nonterminal, Selector, TypeId, VertexId};
use ltl::logic::Truth;

/// Maximum number of objects of a memory, and of fields; larger memories are not decided.
const ROOM: usize = 128;

/// Maximum number of parts of one memory.
const PARTS: usize = 4_000;

/// Maximum number of steps for one memory.
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
    /// Steps spent on matching against it.
    steps: Cell<u32>,
}

/// A part of a memory that one edge with the label derives.
#[derive(Clone, PartialEq, Eq, PartialOrd, Ord)]
struct Part {
    label: Nonterminal,
    /// The values of its tentacles; `None`: any value.
    attached: SmallVec<[Option<Value>; 4]>,
    fields: Set,
    /// The objects without other edges.
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
    /// Whether it uses a part found in the last round.
    fresh: bool,
}

/// How much of a memory a heap must match.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Aim {
    /// A rule: everything, using a part found in the last round unless this is the `first`.
    Rule { first: bool },
    /// Everything reachable from its variables; other parts of heap and memory are garbage.
    Reached,
}

/// Whether the part of the memory that is reachable from the variables of `heap` is in its language; `None` if that
/// exceeds the limits. Variables are matched by name; unknown variables and open numbers match any value.
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

/// The values of the externals of a heap, in order.
pub type Places = SmallVec<[Value; 4]>;

/// As [`covers`], for heaps of called procedures, which describe what their variables *and their externals* reach: the
/// values of the externals, for each heap and each way in which the memory is in its language. Values that are known
/// already are given with the heap; they are empty if none is.
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
            // If all values are known, one match suffices.
            found[0] != *known
        })?;
        Some(found)
    });
    all.collect()
}

/// Whether one edge of the nonterminal derives some of the objects with their fields, the others being isolated. A
/// field that holds a number may have any value if a rule does not show it. Also returns the number of steps.
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
            let is_live = object.lifetime == Lifetime::Live;
            memory.types.push(if is_live { alphabet.find_type(object.class) } else { Some(TypeId::FREED) });
            let mut own: Set = 0;
            let fields = object.fields.iter().filter(|_| which[id] && is_live);
            for (field, value) in fields {
                let Some(selector) = alphabet.find_selector(field) else { continue };
                let value = known(value);
                let number = matches!(
                    value,
                    Value::Opaque(_) | Value::Library(_) | Value::Number(_) | Value::Open(_) | Value::Given(_)
                );
                let bit = bit(memory.fields.len())?;
                // Heaps may show numbers and what is not followed, but need not.
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

    /// Everything in the memory that nonterminals derive.
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

    /// Calls `found` for every match of the heap until it returns false; `None` if there are too many steps.
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

    /// Binds a vertex to a value, if possible.
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
                // Two externals may have the same value: several tentacles of an edge may be attached to one vertex.
                let twice = others.any(|(v, _)| !(external && heap.is_external(VertexId::at(v))));
                let own = self.types.get(object.index()).copied().flatten();
                let typed = own.is_some_and(|own| own == ty || external && own.stands_for(ty));
                !twice && typed && m.inside & object_bit(object) == 0
            }
            // An object vertex is not null, and there is one vertex for null; but an external may be attached to it.
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

    /// The nonterminal edge to match next: one attached to a known object; in a rule, otherwise any.
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
        // Objects inside a part have no other edges.
        (next.objects() & next.inside == 0).then_some(next)
    }

    /// Whether a match is complete: in a rule, objects that are not external have no other fields.
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

/// The parts found so far; those before `old` are older than the last round.
#[derive(Clone, Copy)]
struct Seen<'p> {
    all: &'p [Part],
    old: usize,
}

impl Match {
    fn new(heap: &Heap, alphabet: &Alphabet) -> Self {
        let mut image: SmallVec<[Option<Value>; 8]> = SmallVec::from_elem(None, heap.vertex_bound());
        for (vertex, variable) in heap.constants() {
            // Ordinary variables may point to these vertices, too.
            image[vertex.index()] = match alphabet.constant(variable) {
                Some(Constant::Null) => Some(Value::Null),
                Some(Constant::Integer(number)) => Some(Value::Number(number)),
                // Values of any kind that are not followed may be here.
                Some(Constant::Untracked(_)) | None => continue,
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

    /// The objects that vertices are bound to.
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
