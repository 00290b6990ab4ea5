//! Heaps and rule bodies under construction.

use serde_json::{Value as Json, json};

use super::feature::Feature;
use super::structure::{FieldType, Structure, Symbol, Tentacle};
use base::Random;

/// The kind of a vertex.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum DraftKind {
    /// An object of a class.
    Object(usize),
    Null,
    /// The vertex of a number or boolean.
    Number(&'static str),
}

#[derive(Clone, Debug)]
pub(super) struct DraftNode {
    pub kind: DraftKind,
    /// Fields without a value so far.
    pub open: Vec<String>,
    pub is_reached: bool,
    /// Whether fields are set by selectors only.
    pub is_direct: bool,
}

/// A heap under construction.
#[derive(Clone, Default, Debug)]
pub(super) struct Draft {
    pub nodes: Vec<DraftNode>,
    pub selectors: Vec<(usize, String, usize)>,
    pub edges: Vec<(String, Vec<usize>)>,
}

/// Constants of integer fields; tasks must declare one of them.
const INTEGERS: [&str; 4] = ["0", "1", "-1", "7"];

/// Constants of boolean fields.
const BOOLEANS: [&str; 2] = ["true", "false"];

/// `true` and `1` are one constant, and so are `false` and `0`.
fn value(constant: &str) -> &str {
    match constant {
        "true" => "1",
        "false" => "0",
        number => number,
    }
}

/// Parameters for drawing a heap.
#[derive(Clone, Copy, Debug)]
pub(super) struct Filling {
    /// The approximate number of nonterminal edges.
    pub edges: usize,
    /// Whether selectors may be omitted.
    pub leaves_out: bool,
}

/// One of the constants.
pub(super) fn number(random: &mut Random) -> &'static str {
    let position = random.below(INTEGERS.len() + BOOLEANS.len());
    INTEGERS.into_iter().chain(BOOLEANS).nth(position).unwrap_or("0")
}

impl Draft {
    fn add(&mut self, kind: DraftKind, open: Vec<String>) -> usize {
        self.nodes.push(DraftNode { kind, open, is_reached: false, is_direct: false });
        self.nodes.len() - 1
    }

    /// Adds an object whose fields have no value yet: those that rules may mention, or all.
    pub(crate) fn add_object(&mut self, structure: &Structure, class: usize, in_rules: bool) -> usize {
        let fields = structure.fields(class).filter(|f| f.in_rules || !in_rules);
        self.add(DraftKind::Object(class), fields.map(|f| f.name.clone()).collect())
    }

    /// The vertex of a constant.
    pub(crate) fn constant(&mut self, kind: DraftKind) -> usize {
        let is_it = |n: &DraftNode| match (n.kind, kind) {
            (DraftKind::Number(a), DraftKind::Number(b)) => value(a) == value(b),
            (a, b) => a == b,
        };
        self.nodes.iter().position(is_it).unwrap_or_else(|| self.add(kind, Vec::new()))
    }

    /// Sets the fields of all objects, by nonterminal edges and by selectors.
    pub(crate) fn fill(&mut self, structure: &Structure, filling: Filling, random: &mut Random) {
        for _ in 0..filling.edges {
            let symbol = random.one_of(&structure.symbols);
            let Some(tentacles) = self.tentacles(structure, symbol, random) else { continue };
            for (tentacle, &node) in symbol.tentacles.iter().zip(&tentacles) {
                match tentacle {
                    Tentacle::Source(_, fields) => self.nodes[node].open.retain(|f| !fields.contains(f)),
                    _ => self.nodes[node].is_reached = true,
                }
            }
            self.edges.push((symbol.name.clone(), tentacles));
        }
        for source in 0..self.nodes.len() {
            let DraftKind::Object(class) = self.nodes[source].kind else { continue };
            for name in std::mem::take(&mut self.nodes[source].open) {
                let Some(field) = structure.fields(class).find(|f| f.name == name) else { continue };
                let target = match field.ty {
                    FieldType::Class(_) if filling.leaves_out && random.one_in(4) => continue,
                    FieldType::Class(to) => match self.target(structure, source, to, random) {
                        Some(target) => target,
                        // There is no value of the class, and no null.
                        None => self.constant(DraftKind::Null),
                    },
                    _ if random.one_in(2) => continue,
                    FieldType::Boolean => self.constant(DraftKind::Number(BOOLEANS[random.below(2)])),
                    FieldType::Integer => self.constant(DraftKind::Number(INTEGERS[random.below(4)])),
                };
                self.nodes[target].is_reached = true;
                self.selectors.push((source, name, target));
            }
        }
    }

    /// A target for a reference field.
    fn target(&self, structure: &Structure, source: usize, to: usize, random: &mut Random) -> Option<usize> {
        let fits = |n: &usize| match self.nodes[*n].kind {
            DraftKind::Object(class) => structure.fits(class, to),
            DraftKind::Null => true,
            DraftKind::Number(_) => false,
        };
        let all: Vec<usize> = (0..self.nodes.len()).filter(fits).collect();
        let new: Vec<usize> = all.iter().copied().filter(|&n| !self.nodes[n].is_reached && n != source).collect();
        let choice = if new.is_empty() || random.one_in(4) { &all } else { &new };
        (!choice.is_empty()).then(|| *random.one_of(choice))
    }

    /// Nodes to which an edge can be attached.
    fn tentacles(&mut self, structure: &Structure, symbol: &Symbol, random: &mut Random) -> Option<Vec<usize>> {
        let meet = structure.has(Feature::Coinciding);
        // Types in rules must be exact; others are rejected.
        let is_wrong = random.one_in(40);
        let fits_class = |class: usize, wanted: usize| class == wanted || is_wrong && structure.fits(class, wanted);
        let mut chosen: Vec<usize> = Vec::new();
        let mut given: Vec<(usize, String)> = Vec::new();
        for tentacle in &symbol.tentacles {
            if let Tentacle::Number(name) = *tentacle {
                chosen.push(self.constant(DraftKind::Number(name)));
                continue;
            }
            let fits = |n: &usize| {
                let node = &self.nodes[*n];
                match (tentacle, node.kind) {
                    (Tentacle::Source(wanted, fields), DraftKind::Object(class)) => {
                        let is_free = |f: &String| node.open.contains(f) && !given.contains(&(*n, f.clone()));
                        fits_class(class, *wanted)
                            && !node.is_direct
                            && (meet || !chosen.contains(n))
                            && fields.iter().all(is_free)
                    }
                    (Tentacle::Object(wanted) | Tentacle::Any(wanted), DraftKind::Object(class)) => {
                        fits_class(class, *wanted)
                    }
                    (Tentacle::Any(_) | Tentacle::Null, DraftKind::Null) => true,
                    _ => false,
                }
            };
            let all: Vec<usize> = (0..self.nodes.len()).filter(fits).collect();
            let again: Vec<usize> = all.iter().copied().filter(|n| chosen.contains(n)).collect();
            if all.is_empty() {
                return None;
            }
            let choice = if meet && !again.is_empty() && random.one_in(2) { &again } else { &all };
            let node = *random.one_of(choice);
            if let Tentacle::Source(_, fields) = tentacle {
                given.extend(fields.iter().map(|f| (node, f.clone())));
            }
            chosen.push(node);
        }
        Some(chosen)
    }

    /// Whether something is attached to a node.
    pub(crate) fn is_attached(&self, node: usize) -> bool {
        self.selectors.iter().any(|(s, _, t)| *s == node || *t == node)
            || self.edges.iter().any(|(_, tentacles)| tentacles.contains(&node))
    }

    /// Removes the last node, to which nothing is attached.
    pub(crate) fn pop(&mut self) {
        self.nodes.pop();
    }

    /// The document. Constants are named, but null only if `names_null`.
    pub(crate) fn json(
        &self,
        structure: &Structure,
        externals: std::ops::Range<usize>,
        variables: &[(String, usize)],
        names_null: bool,
    ) -> Json {
        let ty = |node: &DraftNode| match node.kind {
            DraftKind::Object(class) => structure.classes[class].name.clone(),
            DraftKind::Null => "NULL".to_owned(),
            DraftKind::Number(_) => "int".to_owned(),
        };
        let nodes: Vec<Json> = self.nodes.iter().map(|n| json!({"type": ty(n), "number": 1})).collect();
        let constants = self.nodes.iter().enumerate().filter_map(|(position, node)| match node.kind {
            DraftKind::Object(_) => None,
            DraftKind::Null => names_null.then_some(("null", position)),
            DraftKind::Number(name) => Some((name, position)),
        });
        let given = variables.iter().map(|(n, t)| (n.as_str(), *t));
        let variables: Vec<Json> =
            constants.chain(given).map(|(name, target)| json!({"name": name, "target": target})).collect();
        let selectors: Vec<Json> =
            self.selectors.iter().map(|(s, l, t)| json!({"label": l, "origin": s, "target": t})).collect();
        let edges: Vec<Json> = self.edges.iter().map(|(l, ts)| json!({"label": l, "tentacles": ts})).collect();
        json!({"nodes": nodes, "externals": externals.collect::<Vec<_>>(), "variables": variables,
            "selectors": selectors, "hyperedges": edges})
    }
}

/// An initial heap with parameters of these classes: mostly one of the given structure, with anything that may surround
/// it.
pub(super) fn random_heap(structure: &Structure, parameters: &[usize], random: &mut Random) -> Json {
    let mut draft = Draft::default();
    draft.constant(DraftKind::Null);
    let classes = match structure.has(Feature::Subclasses) {
        true => structure.classes.len(),
        false => structure.second().map_or(1, |second| second + 1),
    };
    for _ in 0..random.below(4) {
        let class = random.below(classes);
        draft.add_object(structure, class, false);
    }
    draft.add_object(structure, 0, false);
    let edges = if random.one_in(6) { 0 } else { 1 + random.below(3) };
    let leaves_out = structure.has(Feature::AbsentSelectors) && random.one_in(2);
    draft.fill(structure, Filling { edges, leaves_out }, random);
    let mut variables = Vec::new();
    for (position, &class) in parameters.iter().enumerate() {
        let fits = |n: &usize| matches!(draft.nodes[*n].kind, DraftKind::Object(c) if structure.fits(c, class));
        let objects: Vec<usize> = (0..draft.nodes.len()).filter(fits).collect();
        let target = if objects.is_empty() || random.one_in(5) { 0 } else { *random.one_of(&objects) };
        variables.push((format!("@parameter{position}:"), target));
    }
    for name in ["ghost", "phantom"] {
        if random.one_in(6) {
            variables.push((name.to_owned(), random.below(draft.nodes.len())));
        }
    }
    draft.json(structure, 0..0, &variables, true)
}
