//! What the picture of a proof structure shows.

use rustc_hash::FxHashSet;

use super::pass::Explored;
use super::{KeptProof, place, views};
use crate::base::Idx;
use crate::check::RunState;
use crate::logic::Formulas;
use crate::outcome::proof::{ASSERTION_LIMIT, AssertionStatus, AssertionView, ProofEdgeView, ProofView};
use crate::outcome::view::EdgeKind;
use crate::rsm::{self, NodeId};
use crate::tableau::{Proof, Rule};

/// The proof structure as data, with states as `shown` numbers them.
pub(super) fn view(kept: &KeptProof, shown: &Explored, formulas: &Formulas) -> ProofView {
    let proof = &kept.proof;
    let edges: Vec<rsm::Edge> = proof.assertions().flat_map(|id| proof.edges_of(id)).collect();
    let failing: Vec<NodeId> = kept.run.iter().flat_map(|run| &run.steps).map(|step| step.assertion).collect();
    let fails: FxHashSet<NodeId> = failing.iter().copied().collect();
    let found = proof.edge_steps();
    let node = |id: NodeId| kept.nodes.get(proof.state(id).index()).copied().flatten();
    let assertion = |id: NodeId| {
        let place = node(id).map(|node| place::of(&shown.system, shown.rsm.nodes[node].state.point));
        let (method, file, line) = place.map_or_else(Default::default, |p| (p.method, p.file, p.line));
        AssertionView {
            state: node(id).filter(|node| node.index() < views::STATE_LIMIT).map(|node| node.0),
            contract: proof.contract(id),
            method,
            file,
            line,
            initial: proof.is_initial(id),
            status: status(proof, id),
            formulas: proof.obligations(id).iter().map(|&f| formulas.display(f).to_string()).collect(),
            rules: printed(&proof.last_rules(id)),
            born: proof.born(id),
            settled: proof.settled(id).or_else(|| fails.contains(&id).then(|| proof.steps())),
        }
    };
    let edge = |edge: &rsm::Edge| {
        let states = node(edge.source).zip(node(edge.target));
        let states = states.map(|(source, target)| [source, target].map(|n| shown.rsm.nodes[n].state));
        ProofEdgeView {
            source: edge.source.0,
            target: edge.target.0,
            kind: match edge.kind {
                rsm::EdgeKind::Step => EdgeKind::Step,
                rsm::EdgeKind::Summary(_) => EdgeKind::Summary,
                rsm::EdgeKind::Call => EdgeKind::Call,
            },
            label: states.map_or(String::new(), |[s, t]| place::operation_between(&shown.system, s, Some(t))),
            rules: printed(&proof.rules(edge)),
            // One that was found while a limit stopped the search came last.
            step: found.get(edge).copied().unwrap_or_else(|| proof.steps() + 1),
        }
    };
    let view = ProofView {
        assertions: proof.assertions().map(assertion).collect(),
        edges: edges.iter().map(edge).collect(),
        failing: failing.iter().map(|id| id.0).collect(),
        cycle: kept.run.as_ref().and_then(|run| run.cycle),
        hidden: 0,
        steps: proof.steps(),
    };
    view.limited(ASSERTION_LIMIT)
}

fn status(proof: &Proof<RunState>, id: NodeId) -> AssertionStatus {
    if proof.is_refuted(id) {
        AssertionStatus::Refuted
    } else if !proof.is_expanded(id) {
        AssertionStatus::Open
    } else if proof.is_proved(id) {
        AssertionStatus::Proved
    } else if proof.is_handed_on(id) {
        AssertionStatus::HandedOn
    } else if proof.edges_of(id).is_empty() {
        AssertionStatus::Open
    } else {
        AssertionStatus::Reduced
    }
}

fn printed(rules: &[Rule]) -> String {
    rules.iter().map(Rule::to_string).collect::<Vec<_>>().join(" ")
}
