//! The finite graph whose paths are the infinite runs: its nodes are heads with states, its edges are steps, whole calls by
//! their summaries, and calls that never return.

use super::super::layout::{Version, level};
use super::super::model::{SymbolicModel, Written};
use super::super::reach::{CalleeSummaries, Head, Heads, image, preimage};
use base::{IndexVec, Stop, newtype_index};
use bdd::{Bdd, Bdds};
use program::cfa::ProcedureId;

newtype_index! {
    /// An edge of the graph.
    pub struct GraphEdgeId;
}

pub(super) enum GraphEdgeKind {
    /// A step inside an activation.
    Step(Written),
    /// A call with everything up to its return.
    Summary(Written),
    /// A call that does not return.
    Call,
}

/// Edges between the states of two heads.
pub(super) struct GraphEdge {
    pub source: Head,
    pub target: Head,
    pub kind: GraphEdgeKind,
    /// Which states of the source lead to which states of the target.
    pub relation: Bdd,
}

/// The edges between all heads.
pub(super) struct FairGraph<'r> {
    pub heads: &'r Heads,
    callees: &'r IndexVec<ProcedureId, CalleeSummaries>,
    pub edges: IndexVec<GraphEdgeId, GraphEdge>,
    pub from: IndexVec<Head, Vec<GraphEdgeId>>,
    pub into: IndexVec<Head, Vec<GraphEdgeId>>,
}

impl<'r> FairGraph<'r> {
    pub(super) fn new(heads: &'r Heads, callees: &'r IndexVec<ProcedureId, CalleeSummaries>) -> Self {
        let no_edges = IndexVec::filled(Vec::new(), heads.len());
        Self { heads, callees, edges: IndexVec::new(), from: no_edges.clone(), into: no_edges }
    }

    pub(super) fn add(&mut self, edge: GraphEdge) {
        let (source, target) = (edge.source, edge.target);
        let id = self.edges.push(edge);
        self.from[source].push(id);
        self.into[target].push(id);
    }

    /// The states from which an edge, as far as it is in `relation`, leads to some states.
    pub(super) fn preimage(
        &self,
        id: GraphEdgeId,
        relation: Bdd,
        states: Bdd,
        model: &mut SymbolicModel,
        bdds: &mut Bdds,
    ) -> Result<Bdd, Stop> {
        let edge = &self.edges[id];
        match &edge.kind {
            GraphEdgeKind::Step(written) | GraphEdgeKind::Summary(written) => preimage(states, relation, written, bdds),
            GraphEdgeKind::Call => {
                let (callee, _) = self.heads.place(edge.target);
                let begin = model.begin(callee, bdds)?;
                let Some(cubes) = self.callees[callee].cubes else { return Ok(Bdd::FALSE) };
                let given = bdds.and_exists(begin, states, cubes.all)?;
                bdds.and_exists(relation, given, cubes.given)
            }
        }
    }

    /// The states to which an edge, as far as it is in `relation`, leads from some states.
    pub(super) fn image(
        &self,
        id: GraphEdgeId,
        relation: Bdd,
        states: Bdd,
        model: &mut SymbolicModel,
        bdds: &mut Bdds,
    ) -> Result<Bdd, Stop> {
        let edge = &self.edges[id];
        let states = match &edge.kind {
            GraphEdgeKind::Step(written) | GraphEdgeKind::Summary(written) => image(states, relation, written, bdds)?,
            GraphEdgeKind::Call => {
                let ((caller, _), (callee, _)) = (self.heads.place(edge.source), self.heads.place(edge.target));
                let begin = model.begin(callee, bdds)?;
                let cubes = |component: ProcedureId| self.callees[component].cubes;
                let (Some(own), Some(cubes)) = (cubes(caller), cubes(callee)) else { return Ok(Bdd::FALSE) };
                let given = bdds.and_exists(states, relation, own.all)?;
                bdds.and_exists(given, begin, cubes.given)?
            }
        };
        let visited = bdds.variable(level(model.layout.visited(), Version::Current))?;
        bdds.exists(states, visited)
    }
}
