//! Whether a memory is in a language: a parser with backtracking, by the definition of hyperedge replacement.
//!
//! Independent of the folding that abstraction does, so that it can judge it.

use std::collections::{BTreeMap, BTreeSet};

use smallvec::SmallVec;

use super::{Object, ObjectId, Value};
use crate::base::{Idx, IndexVec};
use crate::grammar::Grammar;
use crate::heap::{Alphabet, Constant, Heap, Nonterminal, TypeId, VertexId};
use crate::logic::Truth;

/// A memory, as far as it is asked about.
#[derive(Clone, Copy)]
pub(super) struct Memory<'m, 'a> {
    pub objects: &'m IndexVec<ObjectId, Object<'a>>,
    pub alphabet: &'a Alphabet,
    pub grammar: &'a Grammar,
}

/// A heap being matched with a memory: what is still to be matched, and what its vertices stand for.
#[derive(Clone, Default)]
struct Match<'a> {
    types: Vec<TypeId>,
    image: Vec<Option<Value>>,
    /// The first so many vertices may stand for the same object.
    handle: usize,
    selectors: Vec<(usize, &'a str, usize)>,
    nonterminals: Vec<(Nonterminal, SmallVec<[usize; 4]>)>,
    /// Fields of objects that a selector stands for.
    taken: BTreeSet<(ObjectId, &'a str)>,
}

/// What is to be matched of a memory.
enum Aim<'m> {
    /// What is reached from the variables of the heap; other parts of both are garbage.
    Reached,
    /// Everything in these objects that the grammar can describe, and nothing is left of the heap.
    All(&'m IndexVec<ObjectId, bool>),
}

/// The type of a vertex of which no rule has said what it is.
const ANY_TYPE: TypeId = TypeId(u32::MAX);

/// Work of the searches for one answer, at most: a rule that is tried counts for what is copied for it.
const STEPS: usize = 20_000;

/// Whether the memory is in the language of `heap`, as far as its variables reach; `None` if that takes too long. The
/// variables are given by their names in the heap; those that are not known may be anything.
///
/// Without `deep`, only the concrete part of the heap is matched.
pub fn covers<'a>(
    heap: &Heap,
    variables: &BTreeMap<&str, Value>,
    objects: &IndexVec<ObjectId, Object<'a>>,
    (grammar, alphabet): (&'a Grammar, &'a Alphabet),
    deep: bool,
) -> Option<bool> {
    let memory = Memory { objects, alphabet, grammar };
    let Some(mut start) = Match::new(heap, variables, memory) else { return Some(false) };
    if !deep {
        return Some(start.follow(memory));
    }
    match search(start, memory, &Aim::Reached, &mut 0) {
        Truth::True => Some(true),
        Truth::False => Some(false),
        Truth::Unknown => None,
    }
}

/// What the externals of a heap stand for, in order.
pub type Places = SmallVec<[Value; 4]>;

/// As [`covers`], for the heap of a procedure that was called, which says what its variables *and its externals* reach:
/// for every way in which the memory is in its language, what its externals stand for. `known`: what they stand for, as
/// far as that is known; empty if nothing is.
pub fn places<'a>(
    heap: &Heap,
    known: &[Value],
    variables: &BTreeMap<&str, Value>,
    objects: &IndexVec<ObjectId, Object<'a>>,
    (grammar, alphabet): (&'a Grammar, &'a Alphabet),
) -> Option<Vec<Places>> {
    let memory = Memory { objects, alphabet, grammar };
    let Some(mut start) = Match::new(heap, variables, memory) else { return Some(Vec::new()) };
    for (external, &value) in heap.externals().iter().zip(known) {
        if value != Value::Unset && !start.bind(external.index(), value, memory) {
            return Some(Vec::new());
        }
    }
    let mut found: Vec<Places> = Vec::new();
    let complete = matches(start, memory, &Aim::Reached, &mut 0, |matched| {
        let image = |v: &VertexId| matched.image[v.index()].unwrap_or(Value::Unset);
        let places = heap.externals().iter().map(image).collect();
        if !found.contains(&places) {
            found.push(places);
        }
        // What is known of all does not change.
        found.len() == 1 && found[0].iter().eq(known)
    });
    complete.then_some(found)
}

/// Whether some objects with their fields are derived from one edge of the nonterminal, other objects being isolated.
/// Fields that hold numbers count only if the grammar knows them.
pub(super) fn has_shape(memory: Memory<'_, '_>, label: Nonterminal, which: &IndexVec<ObjectId, bool>) -> Truth {
    let rank = memory.alphabet.nonterminal(label).rank();
    let mut handle = Match { image: vec![None; rank], handle: rank, ..Match::default() };
    // The rules say what the vertices of an edge may be.
    handle.types = vec![ANY_TYPE; rank];
    handle.nonterminals.push((label, (0..rank).collect()));
    // Every edge starts somewhere; the vertices at its other tentacles are found on the way.
    let reduction = &memory.alphabet.nonterminal(label).reduction;
    let Some(root) = (0..rank).find(|&t| !reduction.get(t).copied().unwrap_or(false)) else { return Truth::Unknown };
    let mut truth = Truth::False;
    let mut steps = 0;
    for (object, _) in which.iter_enumerated().filter(|&(_, &is)| is) {
        let mut start = handle.clone();
        if start.bind(root, Value::Object(object), memory) {
            match search(start, memory, &Aim::All(which), &mut steps) {
                Truth::True => return Truth::True,
                Truth::Unknown => truth = Truth::Unknown,
                Truth::False => {}
            }
        }
    }
    truth
}

/// Whether a derivation matches, by trying all of them.
fn search<'a>(start: Match<'a>, memory: Memory<'_, 'a>, aim: &Aim<'_>, steps: &mut usize) -> Truth {
    let mut found = false;
    let complete = matches(start, memory, aim, steps, |_| {
        found = true;
        true
    });
    match (found, complete) {
        (true, _) => Truth::True,
        (false, true) => Truth::False,
        (false, false) => Truth::Unknown,
    }
}

/// Shows the derivations that match, until one is enough; whether these are all, or enough.
fn matches<'a>(
    start: Match<'a>,
    memory: Memory<'_, 'a>,
    aim: &Aim<'_>,
    steps: &mut usize,
    mut is_enough: impl FnMut(&Match<'a>) -> bool,
) -> bool {
    // Every nonterminal stands for one field at least, but for rules that derive no field.
    let fields: usize = memory.objects.iter().map(|o| o.fields.len()).sum();
    let mut complete = true;
    let mut open = vec![start];
    while let Some(mut here) = open.pop() {
        if *steps > STEPS {
            return false;
        }
        if here.taken.len() + here.nonterminals.len() > fields + 2 || !here.follow(memory) {
            continue;
        }
        let Some(position) = here.next_nonterminal(memory, aim) else {
            let matched = match aim {
                Aim::Reached => true,
                Aim::All(_) if !here.nonterminals.is_empty() || !here.selectors.is_empty() => {
                    complete = false;
                    false
                }
                Aim::All(which) => here.takes_all(memory, which),
            };
            if matched && is_enough(&here) {
                return true;
            }
            continue;
        };
        let (label, tentacles) = here.nonterminals.swap_remove(position);
        for body in memory.grammar.bodies(label) {
            *steps += 1 + (here.image.len() + here.taken.len()) / 8;
            open.extend(here.derive(body, &tentacles, memory));
        }
    }
    complete
}

impl<'a> Match<'a> {
    /// A heap whose variables are bound; `None` if they cannot be.
    fn new(heap: &Heap, variables: &BTreeMap<&str, Value>, memory: Memory<'_, 'a>) -> Option<Self> {
        let alphabet = memory.alphabet;
        let mut start = Match { image: vec![None; heap.vertex_bound()], ..Match::default() };
        start.types = (0..heap.vertex_bound()).map(|v| heap.vertex_type(VertexId::at(v))).collect();
        start.selectors =
            heap.selector_edges().map(|(s, l, t)| (s.index(), alphabet.selector_name(l), t.index())).collect();
        for edge in heap.nonterminals() {
            let label = alphabet.nonterminal(edge.label).origin;
            start.nonterminals.push((label, edge.tentacles.iter().map(|t| t.index()).collect()));
        }
        for &(variable, vertex) in heap.variables() {
            let value = match alphabet.constant(variable) {
                Some(Constant::Null) => Some(Value::Null),
                Some(Constant::Integer(n)) => Some(Value::Number(n)),
                None => variables.get(alphabet.variable_name(variable)).copied().filter(|v| *v != Value::Unset),
            };
            if value.is_some_and(|value| !start.bind(vertex.index(), value, memory)) {
                return None;
            }
        }
        Some(start)
    }

    fn bind(&mut self, vertex: usize, value: Value, memory: Memory<'_, 'a>) -> bool {
        if let Some(known) = self.image[vertex] {
            return known == value;
        }
        let ty = self.types[vertex];
        let of_handle = vertex < self.handle;
        let fits = match value {
            Value::Object(object) => {
                let taken = self.image.iter().enumerate();
                let twice = taken.into_iter().any(|(v, i)| *i == Some(value) && !(of_handle && v < self.handle));
                !twice && (ty == ANY_TYPE || memory.alphabet.type_name(ty) == memory.objects[object].class)
            }
            // An object of the heap is not null, and null is one vertex.
            Value::Null => of_handle || ty == TypeId::NULL,
            Value::Unset | Value::Number(_) | Value::Open(_) => true,
        };
        if fits {
            self.image[vertex] = Some(value);
        }
        fits
    }

    /// Matches the selectors at known objects.
    fn follow(&mut self, memory: Memory<'_, 'a>) -> bool {
        while let Some(at) = self.selectors.iter().position(|&(s, ..)| self.image[s].is_some()) {
            let (source, label, target) = self.selectors.swap_remove(at);
            let Some(Value::Object(object)) = self.image[source] else { return false };
            let Some(&value) = memory.objects[object].fields.get(label) else { return false };
            if !self.taken.insert((object, label)) || (value != Value::Unset && !self.bind(target, value, memory)) {
                return false;
            }
        }
        true
    }

    /// The nonterminal to derive next: one that an object leads into. Others are garbage, or wait until one does.
    fn next_nonterminal(&self, memory: Memory<'_, 'a>, aim: &Aim<'_>) -> Option<usize> {
        let at_object = |t: usize| matches!(self.image[t], Some(Value::Object(_)));
        let leads_into = self.nonterminals.iter().position(|(label, tentacles)| {
            let reduction = &memory.alphabet.nonterminal(*label).reduction;
            tentacles.iter().zip(reduction).any(|(&t, &reduction)| !reduction && at_object(t))
        });
        let any = || self.nonterminals.iter().position(|(_, ts)| ts.iter().any(|&t| self.image[t].is_some()));
        leads_into.or_else(|| matches!(aim, Aim::All(_)).then(any).flatten())
    }

    /// The body of a rule put in place of an edge; `None` if it does not fit.
    fn derive(&self, body: &Heap, tentacles: &[usize], memory: Memory<'_, 'a>) -> Option<Self> {
        let mut next = self.clone();
        let mut image = vec![usize::MAX; body.vertex_bound()];
        for (external, &tentacle) in body.externals().iter().zip(tentacles) {
            image[external.index()] = tentacle;
        }
        // Shapes are typed: an object is only what the rule has there, and null may be in the place of any.
        for (&external, &tentacle) in body.externals().iter().zip(tentacles).filter(|_| self.handle > 0) {
            let ty = body.vertex_type(external);
            match next.image[tentacle] {
                Some(Value::Object(object)) if memory.alphabet.type_name(ty) != memory.objects[object].class => {
                    return None;
                }
                None if next.types[tentacle] == ANY_TYPE => next.types[tentacle] = ty,
                _ => {}
            }
        }
        for v in body.vertices().filter(|v| !body.is_external(*v)) {
            image[v.index()] = next.types.len();
            next.types.push(body.vertex_type(v));
            next.image.push((body.vertex_type(v) == TypeId::NULL).then_some(Value::Null));
        }
        let at = |v: VertexId| image[v.index()];
        for &(variable, v) in body.variables() {
            let constant = match memory.alphabet.constant(variable) {
                Some(Constant::Integer(n)) => Value::Number(n),
                Some(Constant::Null) => Value::Null,
                None => continue,
            };
            if !next.bind(at(v), constant, memory) {
                return None;
            }
        }
        let selectors = body.selector_edges();
        next.selectors.extend(selectors.map(|(s, l, t)| (at(s), memory.alphabet.selector_name(l), at(t))));
        let edges = body.nonterminals().iter();
        next.nonterminals.extend(edges.map(|e| (e.label, e.tentacles.iter().map(|&t| at(t)).collect())));
        Some(next)
    }

    /// Whether every field of these objects that the grammar can describe is matched.
    fn takes_all(&self, memory: Memory<'_, 'a>, which: &IndexVec<ObjectId, bool>) -> bool {
        let inside = which.iter_enumerated().filter(|&(_, &is)| is);
        inside.into_iter().all(|(object, _)| {
            let fields = memory.objects[object].fields.iter();
            let counts = |(field, value): &(&&'a str, &Value)| match memory.alphabet.find_selector(field) {
                None => false,
                Some(s) => !matches!(value, Value::Number(_) | Value::Open(_)) || memory.grammar.knows_selector(s),
            };
            fields.filter(counts).all(|(field, _)| self.taken.contains(&(object, *field)))
        })
    }
}
