//! The grammar as a document: a rule for each combination of types.

use std::collections::BTreeSet;

use super::names::Names;
use super::rules::{Body, Rules, Vertex};
use super::shapes::{ShapeId, Shapes};
use base::{CollectByInsertion, FileId, Span, Spanned};
use heap_grammar::grammar::document::{GrammarDocument, NonterminalDocument};
use heap_grammar::grammar::{Grammar, build_rules};
use heap_grammar::heap::document::{HeapDocument, HyperedgeDocument, SelectorDocument};
use heap_grammar::heap::{Alphabet, TypeId};
use program::objects::STATICS;
use report::heap::LeftOut;
use tree_automata::forest::NodeKind;

/// Most rules that one becomes; of those with more types, some are left out.
const TYPINGS: usize = 64;

/// What a vertex of a rule is: an object of a kind, or null.
type Typed = Option<NodeKind>;

/// Writes shapes with their rules. Where fields could not be made visible, rules that only help to fold are left out, or else the shape.
pub(super) fn write(
    shapes: &mut Shapes<'_>,
    rules: &mut Rules,
    mut kept: Vec<ShapeId>,
    names: &Names,
) -> GrammarDocument {
    loop {
        let document = document(shapes, rules, &kept, names);
        let found = productive(&document);
        if found.len() < kept.len() {
            kept.retain(|&shape| found.contains(names.of(shape)));
            continue;
        }
        let Some(name) = hidden(&document) else { return document };
        for &shape in kept.clone().iter().filter(|&&shape| names.of(shape) == name) {
            if rules.composed.remove(&shape).is_none_or(|rules| rules.is_empty()) {
                shapes.left_out.insert(LeftOut::Hidden);
                kept.retain(|&other| other != shape);
            }
        }
    }
}

/// The nonterminals that derive something.
fn productive(document: &GrammarDocument) -> BTreeSet<&str> {
    let mut found: BTreeSet<&str> = BTreeSet::new();
    loop {
        let derives = |rule: &HeapDocument| rule.hyperedges.iter().all(|edge| found.contains(edge.label.as_str()));
        let own = document.nonterminals.iter().filter(|nonterminal| nonterminal.rules.iter().any(derives));
        let more: BTreeSet<&str> = own.map(|nonterminal| nonterminal.name.as_str()).collect_by_insertion();
        if more.len() == found.len() {
            return found;
        }
        found = more;
    }
}

/// A nonterminal that hides a selector which cannot be materialised.
fn hidden(document: &GrammarDocument) -> Option<String> {
    let mut alphabet = Alphabet::default();
    let (rules, _) = build_rules(std::slice::from_ref(document), &mut alphabet);
    let grammar = Grammar::new(&alphabet, rules);
    grammar.unbounded().next().map(|(label, ..)| alphabet.nonterminal(label).name.clone())
}

fn document(shapes: &mut Shapes<'_>, rules: &Rules, kept: &[ShapeId], names: &Names) -> GrammarDocument {
    let mut nonterminals = Vec::new();
    for &shape in kept {
        let bodies = rules.all(shape).filter(|body| body.edges.iter().all(|(inner, _)| kept.contains(inner)));
        let mut heaps = Vec::new();
        for body in bodies {
            let typings = typings(shapes, shape, body);
            if typings.len() > TYPINGS {
                shapes.left_out.insert(LeftOut::Types);
            }
            heaps.extend(typings.iter().take(TYPINGS).map(|types| heap(shapes, body, types, names)));
        }
        // No heap of a task has static fields: they have their initial values when a run starts.
        heaps.retain(|heap| heap.nodes.iter().all(|node| node.value != STATICS));
        let rank = u32::try_from(shapes.known[shape].ports.len()).unwrap_or(u32::MAX);
        let name = names.of(shape).to_owned();
        nonterminals.push(NonterminalDocument { name, rank, reduction: None, rules: heaps, span: nowhere() });
    }
    GrammarDocument { nonterminals }
}

/// Everything that the vertices of a rule can be, so that its edges have rules for that.
fn typings(shapes: &Shapes<'_>, shape: ShapeId, body: &Body) -> Vec<Vec<Typed>> {
    let mut found: Vec<Vec<Typed>> = vec![Vec::new()];
    for (place, &vertex) in body.vertices.iter().enumerate() {
        let kinds: BTreeSet<NodeKind> = match vertex {
            Vertex::Port(0) if body.kind.is_some() => body.kind.into_iter().collect_by_insertion(),
            Vertex::Port(0) if !shapes.known[shape].is_box => shapes.own_kinds(shape),
            Vertex::Port(port) => shapes.known[shape].ports[port].kinds.clone(),
            Vertex::Kind(kind) => [kind].into(),
            Vertex::Start(start) => shapes.own_kinds(start),
        };
        let is_port = matches!(vertex, Vertex::Port(_));
        let fits = |kind: &NodeKind| {
            body.edges.iter().all(|(inner, tentacles)| {
                tentacles.iter().enumerate().filter(|&(_, &at)| at == place).all(|(port, _)| {
                    let allowed = match port {
                        0 if !shapes.known[*inner].is_box => shapes.own_kinds(*inner),
                        port => shapes.known[*inner].ports[port].kinds.clone(),
                    };
                    allowed.contains(kind) || allowed.is_empty() && is_port
                })
            })
        };
        let mut options: Vec<Typed> = kinds.iter().copied().filter(fits).map(Some).collect();
        if kinds.is_empty() {
            options.push(None);
        }
        let longer = found
            .iter()
            .flat_map(|types| options.iter().map(|&option| types.iter().copied().chain([option]).collect::<Vec<_>>()));
        found = longer.take(TYPINGS + 1).collect();
    }
    found
}

fn heap(shapes: &Shapes<'_>, body: &Body, types: &[Typed], names: &Names) -> HeapDocument {
    let span = nowhere();
    let number = |vertex: usize| u32::try_from(vertex).unwrap_or(u32::MAX);
    let null = Alphabet::default().type_name(TypeId::NULL).to_owned();
    let ty = |ty: &Typed| ty.map_or_else(|| null.clone(), |kind| shapes.system.class_name(kind).to_owned());
    let selector = |(origin, label, target): &(usize, String, usize)| SelectorDocument {
        label: label.clone(),
        origin: number(*origin),
        target: number(*target),
        span,
    };
    let edge = |(shape, tentacles): &(ShapeId, Vec<usize>)| HyperedgeDocument {
        label: names.of(*shape).to_owned(),
        tentacles: tentacles.iter().map(|&at| number(at)).collect(),
        span,
    };
    let externals = (0..body.vertices.len()).filter(|&at| matches!(body.vertices[at], Vertex::Port(_)));
    HeapDocument {
        nodes: types.iter().map(|own| Spanned { value: ty(own), span }).collect(),
        externals: externals.map(|at| Spanned { value: number(at), span }).collect(),
        variables: Vec::new(),
        selectors: body.selectors.iter().map(selector).collect(),
        hyperedges: body.edges.iter().map(edge).collect(),
        span,
    }
}

/// The position of what was not written by anyone.
fn nowhere() -> Span {
    Span::new(FileId(0), 0, 0)
}
