//! Infinite runs that visit all acceptance sets infinitely often, by nested fixpoints of sets of states [Emerson, Lei, LICS
//! 1986].
//!
//! Such runs are the paths of a finite [`graph`] that visit all sets infinitely often. A summary visits the sets that some run
//! through the callee visits. These may be different runs: a path may take the call again and again.

mod build;
mod graph;
mod lasso;

use std::collections::VecDeque;

use super::layout::VERSIONS;
use super::model::SymbolicModel;
use super::reach::{CallMoveId, Head, Layers, ReachableStates};
use base::{IndexVec, Stop, newtype_index};
use bdd::{Bdd, Bdds};
use graph::{FairGraph, GraphEdgeId};

newtype_index! {
    /// An acceptance set.
    struct AcceptanceSetId;
}

/// What of an edge visits an acceptance set.
struct Visit {
    relation: Bdd,
    /// The call in the search for the set, if the edge is a summary.
    site: Option<CallMoveId>,
}

/// An acceptance set, with what is known of it.
struct AcceptanceSet<'r> {
    /// The search that records whether activations have visited the set.
    reach: &'r ReachableStates,
    visits: IndexVec<GraphEdgeId, Visit>,
    /// In the hull as it was when this was computed.
    approach: Approach,
}

impl<'r> AcceptanceSet<'r> {
    fn new(reach: &'r ReachableStates) -> Self {
        Self { reach, visits: IndexVec::new(), approach: Approach::default() }
    }
}

/// From where an acceptance set is visited along paths in a set of states.
#[derive(Default)]
struct Approach {
    /// The sources of visits.
    sources: IndexVec<Head, Bdd>,
    /// From where these are reached, by the time at which this was found: from every state in a layer, other than a source, some
    /// edge leads to an earlier layer.
    layers: IndexVec<Head, Layers>,
}

/// The search for fair cycles.
pub(super) struct Fair<'r> {
    graph: FairGraph<'r>,
    sets: IndexVec<AcceptanceSetId, AcceptanceSet<'r>>,
    /// All states from which there is a fair path, and maybe others until [`Fair::shrink_hull`] has ended.
    hull: IndexVec<Head, Bdd>,
}

impl Fair<'_> {
    /// All diagrams that it needs.
    fn roots(&self, model: &SymbolicModel) -> Vec<Bdd> {
        let mut roots = Vec::new();
        model.roots(&mut roots);
        self.sets.iter().for_each(|set| set.reach.roots(&mut roots));
        roots.extend(&self.hull);
        for (id, edge) in self.graph.edges.iter_enumerated() {
            roots.push(edge.relation);
            roots.extend(self.sets.iter().map(|set| set.visits[id].relation));
        }
        for Approach { sources, layers } in self.sets.iter().map(|set| &set.approach) {
            roots.extend(sources);
            roots.extend(layers.iter().flatten().map(|&(_, layer)| layer));
        }
        roots
    }

    /// Shrinks the hull to the states from which there is a path that visits all acceptance sets infinitely often, and returns
    /// whether there are such states.
    ///
    /// This is the greatest fixpoint `νZ. ⋂ᵢ E[Z U (Z ∧ Fᵢ-edge into Z)]` of [Emerson, Lei]. Each set shrinks `Z` before the
    /// next one is computed, which changes the number of rounds, not the fixpoint (F. Somenzi, K. Ravi, R. Bloem: Analysis
    /// of Symbolic SCC Hull Algorithms, FMCAD 2002).
    pub(super) fn shrink_hull(&mut self, model: &mut SymbolicModel, bdds: &mut Bdds) -> Result<bool, Stop> {
        loop {
            let before = self.hull.clone();
            self.sets.iter_mut().for_each(|set| set.approach = Approach::default());
            for set in self.sets.indices() {
                (self.hull, self.sets[set].approach) = self.approach(set, &before, model, bdds)?;
            }
            if self.hull.iter().all(|states| states.is_false()) {
                return Ok(false);
            }
            if self.hull == before {
                return Ok(true);
            }
        }
    }

    /// The states of the hull from which a visit of an acceptance set is reached without leaving the hull: the least fixpoint
    /// `μY. Z ∧ (Fᵢ-edge into Z ∨ EX Y)` for the hull `Z`. Diagrams of the hull `before` are kept.
    fn approach(
        &self,
        set: AcceptanceSetId,
        before: &IndexVec<Head, Bdd>,
        model: &mut SymbolicModel,
        bdds: &mut Bdds,
    ) -> Result<(IndexVec<Head, Bdd>, Approach), Stop> {
        let graph = &self.graph;
        let sources = self.sources(set, model, bdds)?;
        let mut queue: VecDeque<Head> = sources.indices().filter(|&head| !sources[head].is_false()).collect();
        let (mut fresh, mut found) = (sources.clone(), sources.clone());
        let mut layers: IndexVec<Head, Layers> = IndexVec::filled(Vec::new(), graph.heads.len());
        let mut time = 0;
        while let Some(head) = queue.pop_front() {
            time += 1;
            bdds.ask()?;
            let states = std::mem::replace(&mut fresh[head], Bdd::FALSE);
            layers[head].push((time, states));
            for &id in &graph.into[head] {
                let edge = &graph.edges[id];
                let more = graph.preimage(id, edge.relation, states, model, bdds)?;
                let more = bdds.and(more, self.hull[edge.source])?;
                let more = bdds.difference(more, found[edge.source])?;
                if !more.is_false() {
                    if fresh[edge.source].is_false() {
                        queue.push_back(edge.source);
                    }
                    fresh[edge.source] = bdds.or(fresh[edge.source], more)?;
                    found[edge.source] = bdds.or(found[edge.source], more)?;
                }
            }
            if bdds.is_crowded() {
                let mut roots = self.roots(model);
                for sets in [&sources, &fresh, &found, before] {
                    roots.extend(sets);
                }
                roots.extend(layers.iter().flatten().map(|&(_, layer)| layer));
                bdds.tidy(&roots, VERSIONS)?;
            }
        }
        Ok((found, Approach { sources, layers }))
    }

    /// The states of the hull from which an edge that visits an acceptance set leads into the hull.
    fn sources(
        &self,
        set: AcceptanceSetId,
        model: &mut SymbolicModel,
        bdds: &mut Bdds,
    ) -> Result<IndexVec<Head, Bdd>, Stop> {
        let mut sources = IndexVec::filled(Bdd::FALSE, self.graph.heads.len());
        for (id, edge) in self.graph.edges.iter_enumerated() {
            let visit = self.sets[set].visits[id].relation;
            let found = self.graph.preimage(id, visit, self.hull[edge.target], model, bdds)?;
            let found = bdds.and(found, self.hull[edge.source])?;
            sources[edge.source] = bdds.or(sources[edge.source], found)?;
        }
        Ok(sources)
    }
}
