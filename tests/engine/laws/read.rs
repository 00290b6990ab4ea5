//! Heaps and rules from task documents, and from the engine's heaps.

use std::collections::BTreeMap;

use hrglass::heap::{Alphabet, Constant, Heap, TypeId};
use serde_json::Value as Json;

use super::graph::{Graph, Kind, Name, Names};

/// The rules of the grammars contained in a task.
pub fn grammar(task: &Json, names: &Names) -> BTreeMap<Name, Vec<Graph>> {
    let mut rules: BTreeMap<Name, Vec<Graph>> = BTreeMap::new();
    for symbol in list(&task["grammars"]).flat_map(|g| list(&g["grammar"])) {
        let label = names.number(text(&symbol["nonterminal"]));
        rules.entry(label).or_default().extend(list(&symbol["rules"]).map(|rule| heap(rule, names)));
    }
    rules
}

fn list(value: &Json) -> impl Iterator<Item = &Json> {
    value.as_array().into_iter().flatten()
}

fn text(value: &Json) -> &str {
    value.as_str().unwrap_or_default()
}

fn index(value: &Json) -> usize {
    usize::try_from(value.as_u64().unwrap_or_default()).expect("a small number")
}

/// The heap of a document. Numbers without a constant are omitted, with the edges to them: the fields may have any
/// value.
pub fn heap(document: &Json, names: &Names) -> Graph {
    let mut graph = Graph::default();
    let mut unknown = Vec::new();
    for group in list(&document["nodes"]) {
        for _ in 0..index(&group["number"]) {
            graph.kinds.push(match text(&group["type"]) {
                "NULL" => Kind::Null,
                "int" | "bool" | "boolean" => {
                    unknown.push(graph.kinds.len());
                    Kind::Number(i64::MIN)
                }
                class => Kind::Object(names.number(class)),
            });
        }
    }
    for variable in list(&document["variables"]) {
        let (name, target) = (text(&variable["name"]), index(&variable["target"]));
        let number = match name {
            "true" => Some(1),
            "false" => Some(0),
            name => name.parse::<i64>().ok(),
        };
        match number {
            Some(number) => {
                graph.kinds[target] = Kind::Number(number);
                unknown.retain(|v| *v != target);
            }
            None if name == "null" => graph.kinds[target] = Kind::Null,
            None => graph.variables.push((names.number(name), target)),
        }
    }
    for field in list(&document["selectors"]) {
        graph.fields.push((index(&field["origin"]), names.number(text(&field["label"])), index(&field["target"])));
    }
    for edge in list(&document["hyperedges"]) {
        let tentacles = list(&edge["tentacles"]).map(index).collect();
        graph.edges.push((names.number(text(&edge["label"])), tentacles));
    }
    graph.externals = list(&document["externals"]).map(index).collect();
    graph.restricted(|v| !unknown.contains(&v))
}

/// A heap of the engine.
pub fn engine_heap(heap: &Heap, alphabet: &Alphabet, names: &Names) -> Graph {
    let position: BTreeMap<_, usize> = heap.vertices().enumerate().map(|(position, v)| (v, position)).collect();
    let constant = |v| {
        let here = heap.variables().iter().filter(move |&&(_, t)| t == v);
        here.filter_map(|&(variable, _)| alphabet.constant(variable)).find_map(|c| match c {
            Constant::Integer(number) => Some(number),
            Constant::Null | Constant::Untracked(_) => None,
        })
    };
    let kind = |v| match heap.vertex_type(v) {
        TypeId::NULL => Kind::Null,
        TypeId::INT => Kind::Number(constant(v).unwrap_or(i64::MIN)),
        ty => Kind::Object(names.number(alphabet.type_name(ty))),
    };
    let kinds = heap.vertices().map(kind).collect();
    let fields = heap.selector_edges();
    let fields =
        fields.map(|(s, f, t)| (position[&s], names.number(alphabet.selector_name(f)), position[&t])).collect();
    let edges = heap.nonterminals().iter();
    let edges = edges
        .map(|e| {
            let label = names.number(&alphabet.nonterminal(e.label).name);
            (label, e.tentacles.iter().map(|t| position[t]).collect())
        })
        .collect();
    let variables = heap.variables().iter().filter(|(v, _)| alphabet.constant(*v).is_none());
    let variables = variables.map(|(v, t)| (names.number(alphabet.variable_name(*v)), position[t])).collect();
    let externals = heap.externals().iter().map(|v| position[v]).collect();
    Graph { kinds, fields, edges, variables, externals, demands: Vec::new() }
}

/// A concrete heap for the engine; `None` if it has a number that the engine does not track.
pub fn to_engine(graph: &Graph, alphabet: &Alphabet, names: &Names) -> Option<Heap> {
    let mut heap = Heap::with_null();
    let mut image = Vec::new();
    for kind in &graph.kinds {
        image.push(match kind {
            Kind::Null => heap.null()?,
            Kind::Number(number) => {
                let constant = alphabet.find_integer(*number)?;
                heap.constant(constant)
            }
            Kind::Object(class) => heap.add_vertex(alphabet.find_type(&names.text(*class))?),
            Kind::Open => return None,
        });
    }
    for &(source, field, target) in &graph.fields {
        heap.set_selector(image[source], alphabet.find_selector(&names.text(field))?, image[target]);
    }
    for &(variable, target) in &graph.variables {
        heap.bind(alphabet.find_variable(&names.text(variable))?, image[target]);
    }
    Some(heap)
}
