//! Whether a memory is in the language of an abstract heap: a parser with backtracking, by the definition of
//! hyperedge replacement.

use std::collections::BTreeSet;

use hrglass::base::Idx;
use hrglass::grammar::Grammar;
use hrglass::heap::{Alphabet, Constant, Nonterminal, TypeId, VertexId};
use hrglass::outcome::view::{HeapView, VertexKind};

use crate::machine::Value;
use crate::simulation::Moment;

/// What is still to be matched, and how.
#[derive(Clone, Default)]
struct Open {
    /// The types of the vertices.
    types: Vec<String>,
    /// What they stand for, as far as it is known.
    image: Vec<Option<Value>>,
    selectors: Vec<(usize, String, usize)>,
    nonterminals: Vec<(Nonterminal, Vec<usize>)>,
    /// Fields of objects that a selector stands for.
    taken: BTreeSet<(usize, String)>,
}

/// Tries of one parse, at most.
const TRIES: u32 = 400;

/// Whether the memory is in the language of the heap, as far as its variables reach; `None` if that takes too long.
///
/// Without `deep`, only the concrete part of the heap is matched.
pub fn covers(heap: &HeapView, moment: &Moment, grammar: &Grammar, alphabet: &Alphabet, deep: bool) -> Option<bool> {
    let mut open = Open { image: vec![None; heap.vertices.len()], ..Open::default() };
    open.types = heap.vertices.iter().map(|v| v.ty.clone()).collect();
    open.selectors = heap.selectors.iter().map(|s| (s.source as usize, s.label.clone(), s.target as usize)).collect();
    for edge in &heap.nonterminals {
        let name = edge.label.split('#').next().unwrap_or_default();
        let label = alphabet.find_nonterminal(name).expect("a nonterminal of the grammar");
        open.nonterminals.push((label, edge.tentacles.iter().map(|&t| t as usize).collect()));
    }
    for (v, vertex) in heap.vertices.iter().enumerate() {
        let known = match vertex.kind {
            VertexKind::Null => Some(Value::Null),
            VertexKind::Constant => vertex.constants.iter().find_map(|c| c.parse().ok()).map(Value::Number),
            VertexKind::Object => None,
        };
        let variables = vertex.variables.iter().filter_map(|name| moment.variables.get(name)).copied();
        for value in known.into_iter().chain(variables).filter(|v| *v != Value::Unset) {
            if !open.bind(v, value, moment) {
                return Some(false);
            }
        }
    }
    if !deep {
        return Some(open.follow(moment));
    }
    let mut tries = 0;
    let fields: usize = moment.objects.iter().map(|o| o.fields.len()).sum();
    let found = open.parse(moment, grammar, alphabet, fields, &mut tries);
    if tries >= TRIES && !found { None } else { Some(found) }
}

impl Open {
    fn bind(&mut self, vertex: usize, value: Value, moment: &Moment) -> bool {
        if let Some(known) = self.image[vertex] {
            return known == value;
        }
        if let Value::Object(object) = value
            && (self.image.contains(&Some(value)) || self.types[vertex] != moment.objects[object].class)
        {
            return false;
        }
        // An object of the heap is not null, and null is one vertex.
        if value == Value::Null && self.types[vertex] != "NULL" {
            return false;
        }
        self.image[vertex] = Some(value);
        true
    }

    /// Matches the selectors at known objects.
    fn follow(&mut self, moment: &Moment) -> bool {
        while let Some(at) = self.selectors.iter().position(|&(s, ..)| self.image[s].is_some()) {
            let (source, label, target) = self.selectors.swap_remove(at);
            let Some(Value::Object(object)) = self.image[source] else { return false };
            let Some(&value) = moment.objects[object].fields.get(&label) else { return false };
            if !self.taken.insert((object, label)) || (value != Value::Unset && !self.bind(target, value, moment)) {
                return false;
            }
        }
        true
    }

    fn parse(
        mut self,
        moment: &Moment,
        grammar: &Grammar,
        alphabet: &Alphabet,
        fields: usize,
        tries: &mut u32,
    ) -> bool {
        *tries += 1;
        // Every nonterminal stands for one field at least, or there are rules that derive no field.
        let full = self.taken.len() + self.nonterminals.len() > fields + 2;
        if full || *tries > TRIES || !self.follow(moment) {
            return false;
        }
        let leaves = |(label, tentacles): &(Nonterminal, Vec<usize>)| {
            let reduction = &alphabet.nonterminal(*label).reduction;
            let object = |t: usize| matches!(self.image[t], Some(Value::Object(_)));
            tentacles.iter().zip(reduction).any(|(&t, &reduction)| !reduction && object(t))
        };
        // What no known object leads into is garbage.
        let Some(at) = self.nonterminals.iter().position(leaves) else { return true };
        let (label, tentacles) = self.nonterminals.swap_remove(at);
        grammar.rules().filter(|(_, r)| r.label == label).any(|(_, rule)| {
            let (mut next, body) = (self.clone(), &rule.body);
            let mut image = vec![usize::MAX; body.vertex_bound()];
            for (external, &tentacle) in body.externals().iter().zip(&tentacles) {
                image[external.index()] = tentacle;
            }
            for v in body.vertices().filter(|v| !body.is_external(*v)) {
                image[v.index()] = next.types.len();
                next.types.push(alphabet.type_name(body.vertex_type(v)).to_owned());
                next.image.push((body.vertex_type(v) == TypeId::NULL).then_some(Value::Null));
            }
            let at = |v: VertexId| image[v.index()];
            for &(variable, v) in body.variables() {
                let fits = match alphabet.constant(variable) {
                    Some(Constant::Integer(n)) => next.bind(at(v), Value::Number(n), moment),
                    Some(Constant::Null) => next.bind(at(v), Value::Null, moment),
                    None => true,
                };
                if !fits {
                    return false;
                }
            }
            let selectors = body.selector_edges().map(|(s, l, t)| (at(s), alphabet.selector_name(l).to_owned(), at(t)));
            next.selectors.extend(selectors);
            let edges = body.nonterminals().iter();
            next.nonterminals.extend(edges.map(|e| (e.label, e.tentacles.iter().map(|&t| at(t)).collect())));
            next.parse(moment, grammar, alphabet, fields, tries)
        })
    }
}
