//! Missing fields: reference fields that objects of a heap do not show, and whose targets are unknown.

use std::collections::BTreeMap;

use super::{Grammar, RuleId};
use crate::heap::{Alphabet, Heap, Nonterminal, Selector, TypeId, Variable, VertexId};
use base::{CompactSort, Idx, Message, msg};

/// The reference fields of objects, by type, sorted.
#[derive(Clone, Default, Debug)]
pub struct ReferenceFields(BTreeMap<TypeId, Vec<Selector>>);

impl ReferenceFields {
    /// Adds fields of a type.
    pub fn add(&mut self, ty: TypeId, selectors: impl IntoIterator<Item = Selector>) {
        let known = self.0.entry(ty).or_default();
        known.extend(selectors);
        known.compact_sort();
        known.dedup();
    }

    fn of(&self, ty: TypeId) -> &[Selector] {
        self.0.get(&ty).map_or(&[], Vec::as_slice)
    }
}

/// A vertex of a rule that may lack a field.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) struct Absent {
    pub rule: RuleId,
    pub vertex: VertexId,
    pub selector: Selector,
}

impl Grammar {
    /// The fields in which some rule shows a value other than a number.
    pub(super) fn shown_references(&self) -> ReferenceFields {
        let mut fields = ReferenceFields::default();
        for body in self.rules.iter().map(|rule| &rule.body) {
            for (source, selector, target) in body.selector_edges() {
                if body.vertex_type(target) != TypeId::INT {
                    fields.add(body.vertex_type(source), [selector]);
                }
            }
        }
        fields
    }

    /// The fields that lead to a constant in some rule, by type.
    pub fn leading_to(&self, constant: Variable) -> Vec<(TypeId, Selector)> {
        let mut found: Vec<(TypeId, Selector)> = Vec::new();
        for body in self.rules.iter().map(|rule| &rule.body) {
            let Some(target) = body.variable(constant) else { continue };
            let edges = body.selector_edges().filter(|&(_, _, to)| to == target);
            found.extend(edges.map(|(source, selector, _)| (body.vertex_type(source), selector)));
        }
        found.compact_sort();
        found.dedup();
        found
    }

    /// The objects added by rules without some of their fields: neither the rule nor any nonterminal at the object
    /// certainly provides the field.
    pub(super) fn added_without<'g>(&'g self, fields: &'g ReferenceFields) -> impl Iterator<Item = Absent> + 'g {
        self.rules.iter_enumerated().flat_map(move |(id, rule)| {
            let body = &rule.body;
            let added = body.vertices().filter(|&vertex| !body.is_external(vertex));
            added.flat_map(move |vertex| {
                self.lacks(body, vertex, fields).map(move |selector| Absent { rule: id, vertex, selector })
            })
        })
    }

    /// Whether some rule adds objects without some of these fields.
    pub fn adds_without(&self, fields: &ReferenceFields) -> bool {
        self.added_without(fields).next().is_some()
    }

    /// Tentacles to which a rule does not certainly give a field that another rule of its nonterminal may give.
    pub(super) fn left_out<'g>(&'g self, fields: &'g ReferenceFields) -> impl Iterator<Item = Absent> + 'g {
        self.rules.iter_enumerated().flat_map(move |(id, rule)| {
            let (label, body) = (rule.label, &rule.body);
            body.externals().iter().enumerate().flat_map(move |(tentacle, &vertex)| {
                let others = self.lacks(body, vertex, fields).filter(move |&s| self.may_give(label, tentacle, s));
                others.map(move |selector| Absent { rule: id, vertex, selector })
            })
        })
    }

    /// The selectors that a vertex has in every heap that is derived from this one.
    pub fn given_selectors(&self, heap: &Heap, vertex: VertexId) -> Vec<Selector> {
        self.certain.at(heap, vertex)
    }

    /// The fields that a vertex does not certainly have.
    fn lacks<'h>(
        &'h self,
        heap: &'h Heap,
        vertex: VertexId,
        fields: &'h ReferenceFields,
    ) -> impl Iterator<Item = Selector> + 'h {
        let given = self.given_selectors(heap, vertex);
        fields.of(heap.vertex_type(vertex)).iter().copied().filter(move |selector| !given.contains(selector))
    }

    /// The fields that may be missing in some object of these heaps, or in some object that their edges derive; sorted.
    /// The grammar must be [split](super::split_by_fields).
    pub fn absent_fields<'h>(&self, heaps: impl Iterator<Item = &'h Heap>, fields: &ReferenceFields) -> Vec<Selector> {
        let mut absent: Vec<Selector> = Vec::new();
        let mut open: Vec<Nonterminal> = Vec::new();
        for heap in heaps {
            absent.extend(heap.vertices().flat_map(|v| self.lacks(heap, v, fields)));
            open.extend(heap.nonterminals().iter().map(|edge| edge.label));
        }
        let mut derived: Vec<bool> = Vec::new();
        while let Some(label) = open.pop() {
            if derived.len() <= label.index() {
                derived.resize(label.index() + 1, false);
            }
            if !std::mem::replace(&mut derived[label.index()], true) {
                open.extend(self.bodies(label).flat_map(Heap::nonterminals).map(|edge| edge.label));
            }
        }
        let is_derived = |label: Nonterminal| derived.get(label.index()) == Some(&true);
        let added = self.added_without(fields).filter(|a| is_derived(self.rules[a.rule].label));
        absent.extend(added.map(|a| a.selector));
        absent.compact_sort();
        absent.dedup();
        absent
    }

    /// Describes the missing field in words.
    pub(super) fn describe(&self, absent: Absent, alphabet: &Alphabet) -> Message {
        let rule = &self.rules[absent.rule];
        let ty = alphabet.type_name(rule.body.vertex_type(absent.vertex));
        let (name, field) = (&alphabet.nonterminal(rule.label).name, alphabet.selector_name(absent.selector));
        let which = match rule.body.externals().iter().position(|&v| v == absent.vertex) {
            Some(tentacle) => msg!("external node {tentacle}"),
            None => msg!("node {}", absent.vertex.index()),
        };
        let (name, ty) = (Message::verbatim(name), Message::verbatim(ty));
        msg!("{which} of a rule of {name}, of type {ty}, may have no selector `{field}`")
    }
}
