//! Isolated objects: `{L(N)}` compares heaps up to objects without edges.

use std::collections::BTreeSet;

use super::check::endless;
use super::{Grammar, Rule};
use crate::heap::{Alphabet, Heap, Nonterminal, VertexId};

/// Whether a vertex is neither source nor target of a selector.
fn has_no_selector(body: &Heap, vertex: VertexId) -> bool {
    body.selector_edges().all(|(source, _, target)| source != vertex && target != vertex)
}

/// The tentacles attached to a vertex in a rule body.
fn tentacles(body: &Heap, vertex: VertexId) -> impl Iterator<Item = (Nonterminal, usize)> + '_ {
    let of_edge = move |edge: &crate::heap::NonterminalEdge| {
        let at = edge.tentacles.iter().enumerate().filter(move |&(_, &t)| t == vertex);
        at.map(|(position, _)| (edge.label, position)).collect::<Vec<_>>()
    };
    body.nonterminals().iter().flat_map(of_edge)
}

fn inner_objects(body: &Heap) -> impl Iterator<Item = VertexId> + '_ {
    body.vertices().filter(|&v| body.is_object(v) && !body.is_external(v))
}

fn is_isolated(body: &Heap, vertex: VertexId) -> bool {
    has_no_selector(body, vertex) && tentacles(body, vertex).next().is_none()
}

impl Grammar {
    /// The grammar without isolated objects in rules; `None` if there are none, or if the remaining rules could be
    /// folded for ever.
    ///
    /// Law: up to objects without edges it derives the same heaps, because nothing is ever attached to these objects.
    pub fn without_isolated(&self, alphabet: &Alphabet) -> Option<Grammar> {
        let mut changed = false;
        let rules = self.rules.iter().cloned().map(|mut rule| {
            let isolated: Vec<VertexId> = inner_objects(&rule.body).filter(|&v| is_isolated(&rule.body, v)).collect();
            changed |= !isolated.is_empty();
            rule.body.retain_vertices(|v| !isolated.contains(&v));
            rule
        });
        let rules: Vec<Rule> = rules.collect();
        (changed && endless(alphabet, &rules).is_empty()).then(|| Grammar::new(alphabet, rules))
    }

    /// Whether an object in a rule may end up without edges: either it is isolated, or the edges attached to it derive
    /// nothing there. A heap that lacks such an object is equal up to objects without edges, but cannot be folded by
    /// the rule.
    pub fn leaves_isolated(&self) -> bool {
        // Tentacles that some derivation leaves without selectors: the least fixpoint.
        let mut bare: BTreeSet<(Nonterminal, usize)> = BTreeSet::new();
        let is_bare = |bare: &BTreeSet<(Nonterminal, usize)>, body: &Heap, vertex: VertexId| {
            has_no_selector(body, vertex) && tentacles(body, vertex).all(|tentacle| bare.contains(&tentacle))
        };
        loop {
            let before = bare.len();
            for rule in &self.rules {
                for (position, &external) in rule.body.externals().iter().enumerate() {
                    if is_bare(&bare, &rule.body, external) {
                        bare.insert((rule.label, position));
                    }
                }
            }
            if bare.len() == before {
                return self.rules.iter().any(|rule| inner_objects(&rule.body).any(|v| is_bare(&bare, &rule.body, v)));
            }
        }
    }
}
