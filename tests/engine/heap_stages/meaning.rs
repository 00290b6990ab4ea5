//! What a heap with nonterminals stands for, by the definition alone: replace nonterminals by the rules until none is left [HMC 2.1].
//! Nothing of the engine is used but the heaps and rules that it shows.

use std::collections::{BTreeMap, BTreeSet};

use hrglass::report::heap::{HeapView, VertexKind};
use petgraph::algo::is_isomorphic_matching;
use petgraph::graph::{DiGraph, NodeIndex};
use serde_json::Value as Json;

/// So many partly derived heaps are looked at, or nothing is said.
const WORK: usize = 4_000;

/// A heap: vertices with their types, and what points to them by name.
#[derive(Clone, PartialEq, Eq, PartialOrd, Ord, Debug, Default)]
pub struct Plain {
    pub types: Vec<String>,
    /// Variables, markings, constants and external positions.
    pub names: BTreeMap<String, usize>,
    pub selectors: BTreeMap<(usize, String), usize>,
    pub nonterminals: Vec<(String, Vec<usize>)>,
}

impl Plain {
    pub fn of(view: &HeapView) -> Self {
        let mut plain = Self::default();
        for (number, vertex) in view.vertices.iter().enumerate() {
            plain.types.push(if vertex.kind == VertexKind::Null { "null".to_owned() } else { vertex.ty.clone() });
            let markings = vertex.markings.iter().map(|name| format!("%{name}"));
            let externals = vertex.external.map(|position| format!("external {position}"));
            let null = (vertex.kind == VertexKind::Null).then(|| "null".to_owned());
            let constants = vertex.constants.iter().cloned().chain(null);
            for name in vertex.variables.iter().cloned().chain(markings).chain(externals).chain(constants) {
                plain.names.insert(name, number);
            }
        }
        for edge in &view.selectors {
            plain.selectors.insert((edge.source as usize, edge.label.clone()), edge.target as usize);
        }
        let tentacles = |tentacles: &[u32]| tentacles.iter().map(|&vertex| vertex as usize).collect();
        plain.nonterminals =
            view.nonterminals.iter().map(|edge| (edge.label.clone(), tentacles(&edge.tentacles))).collect();
        plain
    }

    /// Whether no nonterminal is left.
    fn is_concrete(&self) -> bool {
        self.nonterminals.is_empty()
    }

    /// What an operation makes of the heap, given as the page prints it: only assignments of references and conditions, of which every value
    /// is seen.
    pub fn executed(&self, operation: &str) -> Option<Self> {
        if operation.starts_with('[') {
            return Some(self.clone());
        }
        let (target, value) = operation.split_once(" = ")?;
        let value = match value.split_once('.') {
            Some((base, field)) => *self.selectors.get(&(*self.names.get(base)?, field.to_owned()))?,
            None => *self.names.get(value)?,
        };
        let mut next = self.clone();
        match target.split_once('.') {
            Some((base, field)) => _ = next.selectors.insert((*self.names.get(base)?, field.to_owned()), value),
            None => _ = next.names.insert(target.to_owned(), value),
        }
        Some(next)
    }

    /// What variables and externals reach.
    pub fn without_garbage(&self) -> Self {
        let mut reached: BTreeSet<usize> =
            self.names.iter().filter(|(name, _)| *name != "null").map(|(_, &vertex)| vertex).collect();
        let mut open: Vec<usize> = reached.iter().copied().collect();
        while let Some(vertex) = open.pop() {
            let next = self.selectors.iter().filter(|((source, _), _)| *source == vertex).map(|(_, &target)| target);
            open.extend(next.filter(|&target| reached.insert(target)));
        }
        let number: BTreeMap<usize, usize> = reached.iter().enumerate().map(|(new, &old)| (old, new)).collect();
        let moved = |(name, vertex): (&String, &usize)| number.get(vertex).map(|&vertex| (name.clone(), vertex));
        Self {
            types: reached.iter().map(|&vertex| self.types[vertex].clone()).collect(),
            names: self.names.iter().filter_map(moved).collect(),
            selectors: (self.selectors.iter())
                .filter_map(|((source, label), target)| Some(((*number.get(source)?, label.clone()), number[target])))
                .collect(),
            nonterminals: Vec::new(),
        }
    }

    fn graph(&self) -> DiGraph<(&str, Vec<&str>), &str> {
        let mut graph = DiGraph::new();
        for (vertex, ty) in self.types.iter().enumerate() {
            let names = self.names.iter().filter(|&(_, &target)| target == vertex).map(|(name, _)| name.as_str());
            graph.add_node((ty.as_str(), names.collect()));
        }
        for ((source, label), target) in &self.selectors {
            graph.add_edge(NodeIndex::new(*source), NodeIndex::new(*target), label.as_str());
        }
        graph
    }

    /// Whether two heaps without nonterminals differ in nothing but the order of their vertices.
    fn is(&self, other: &Self) -> bool {
        let sizes =
            |plain: &Self| (plain.types.len(), plain.selectors.len(), plain.names.keys().cloned().collect::<Vec<_>>());
        sizes(self) == sizes(other)
            && is_isomorphic_matching(&self.graph(), &other.graph(), PartialEq::eq, PartialEq::eq)
    }
}

/// Whether each of the heaps is one of the others.
pub fn are_among(heaps: &[Plain], others: &[Plain]) -> bool {
    heaps.iter().all(|heap| others.iter().any(|other| heap.is(other)))
}

/// The rules of each nonterminal, read from a grammar document.
pub struct Rules(BTreeMap<String, Vec<Rule>>);

struct Rule {
    body: Plain,
    externals: Vec<usize>,
}

impl Rules {
    pub fn read(grammar: &Json) -> Self {
        let number = |value: &Json| value.as_u64().expect("a number") as usize;
        let list = |value: &Json| value.as_array().cloned().unwrap_or_default();
        let text = |value: &Json| value.as_str().expect("a text").to_owned();
        let read = |rule: &Json| {
            let mut body = Plain::default();
            for group in list(&rule["nodes"]) {
                let count = group["number"].as_u64().unwrap_or(1) as usize;
                body.types.extend(std::iter::repeat_n(text(&group["type"]), count));
            }
            body.names =
                list(&rule["variables"]).iter().map(|own| (text(&own["name"]), number(&own["target"]))).collect();
            for edge in list(&rule["selectors"]) {
                body.selectors.insert((number(&edge["origin"]), text(&edge["label"])), number(&edge["target"]));
            }
            for edge in list(&rule["hyperedges"]) {
                body.nonterminals.push((text(&edge["label"]), list(&edge["tentacles"]).iter().map(number).collect()));
            }
            Rule { body, externals: list(&rule["externals"]).iter().map(number).collect() }
        };
        let mut rules: BTreeMap<String, Vec<Rule>> = BTreeMap::new();
        for own in list(grammar) {
            rules.entry(text(&own["nonterminal"])).or_default().extend(list(&own["rules"]).iter().map(read));
        }
        Self(rules)
    }

    /// All heaps with at most so many vertices that a heap stands for, some of them several times. `None` if there is too much to do.
    pub fn meaning(&self, heap: &Plain, vertices: usize) -> Option<Vec<Plain>> {
        let mut found = BTreeSet::new();
        let mut seen = BTreeSet::from([heap.clone()]);
        let mut open = vec![heap.clone()];
        while let Some(heap) = open.pop() {
            if heap.is_concrete() {
                found.insert(heap);
                continue;
            }
            for rule in &self.0[&heap.nonterminals[0].0] {
                if let Some(next) = rule.replaces_first(&heap)?
                    && next.types.len() <= vertices
                    && seen.insert(next.clone())
                {
                    open.push(next);
                }
            }
            if seen.len() > WORK {
                return None;
            }
        }
        Some(found.into_iter().collect())
    }
}

impl Rule {
    /// The heap with its first nonterminal replaced by the rule; nothing if vertices have a selector twice then. `None` if the definition
    /// says more than is written here.
    fn replaces_first(&self, heap: &Plain) -> Option<Option<Plain>> {
        let mut next = heap.clone();
        let (_, tentacles) = next.nonterminals.remove(0);
        assert_eq!(tentacles.len(), self.externals.len(), "a nonterminal has one rank");
        let mut images: Vec<Option<usize>> = vec![None; self.body.types.len()];
        for (&external, &tentacle) in self.externals.iter().zip(&tentacles) {
            if images[external].replace(tentacle).is_some_and(|other| other != tentacle) {
                return None;
            }
        }
        for (name, &vertex) in &self.body.names {
            let known = *heap.names.get(name)?;
            if images[vertex].replace(known).is_some_and(|other| other != known) {
                return None;
            }
        }
        let images: Vec<usize> = images
            .into_iter()
            .zip(&self.body.types)
            .map(|(image, ty)| {
                image.unwrap_or_else(|| {
                    next.types.push(ty.clone());
                    next.types.len() - 1
                })
            })
            .collect();
        for ((source, label), &target) in &self.body.selectors {
            if next.selectors.insert((images[*source], label.clone()), images[target]).is_some() {
                return Some(None);
            }
        }
        for (label, tentacles) in &self.body.nonterminals {
            next.nonterminals.push((label.clone(), tentacles.iter().map(|&vertex| images[vertex]).collect()));
        }
        Some(Some(next))
    }
}
