//! What the picture of a proof structure shows.

use super::prepare::Property;
use super::report::RUN_LIMIT;
use super::{Explored, views};
use crate::base::{Idx, Silent};
use crate::check::TopLevel;
use crate::logic::Formulas;
use crate::outcome::proof::{ASSERTION_LIMIT, AssertionStatus, AssertionView, ProofEdgeView, ProofView};
use crate::outcome::view::EdgeKind;
use crate::rsm::{self, NodeId};
use crate::tableau::{self, Outcome, Proof};

/// The proof structure of a property, built anew: it is a function of the task.
pub(super) fn of_property(explored: &mut Explored, property: usize) -> Option<ProofView> {
    let Explored { system, exploration, formulas, labels, limits, properties } = explored;
    let property: &Property = properties.get(property)?;
    let mut structure = TopLevel::new(system, exploration, formulas, property.formula, labels);
    let outcome = tableau::check(&mut structure, formulas, property.normal, limits, &mut Silent);
    let node = |state| structure.node(state).0;
    let place = |state| {
        let node: NodeId = node(state);
        let shown = Some(node.0).filter(|_| node.index() < views::STATE_LIMIT);
        (shown, views::place(system, exploration.nodes[node].state.point))
    };
    let operation = |source, target| {
        let [source, target] = [source, target].map(|s| exploration.nodes[node(s)].state);
        views::operation_between(system, source, Some(target))
    };
    Some(view(&outcome, formulas, place, operation).limited(ASSERTION_LIMIT))
}

/// The proof structure as data; `place` gives a state's number in the state-space view and where it is, `operation` what leads
/// from a state to the next.
fn view<S: Idx>(
    outcome: &Outcome<S>,
    formulas: &Formulas,
    place: impl Fn(S) -> (Option<u32>, views::Place),
    operation: impl Fn(S, S) -> String,
) -> ProofView {
    let proof = &outcome.proof;
    let edges: Vec<rsm::Edge> = proof.assertions().flat_map(|id| proof.edges_of(id)).collect();
    let mut follows = vec![false; proof.assertion_count()];
    edges.iter().for_each(|e| follows[e.target.index()] = true);
    let assertion = |id: NodeId| {
        let (state, views::Place { method, file, line, .. }) = place(proof.state(id));
        AssertionView {
            state,
            contract: proof.contract(id),
            method,
            file,
            line,
            initial: id.index() == 0 || proof.contract(id) == 0 && !follows[id.index()],
            status: status(proof, id),
            formulas: proof.obligations(id).iter().map(|&f| formulas.display(f).to_string()).collect(),
        }
    };
    let edge = |edge: rsm::Edge| ProofEdgeView {
        source: edge.source.0,
        target: edge.target.0,
        kind: match edge.kind {
            rsm::EdgeKind::Step => EdgeKind::Step,
            rsm::EdgeKind::Summary(_) => EdgeKind::Summary,
            rsm::EdgeKind::Call => EdgeKind::Call,
        },
        label: operation(proof.state(edge.source), proof.state(edge.target)),
    };
    let run = outcome.run(RUN_LIMIT);
    ProofView {
        assertions: proof.assertions().map(assertion).collect(),
        edges: edges.into_iter().map(edge).collect(),
        failing: run.iter().flat_map(|run| &run.steps).map(|step| step.assertion.0).collect(),
        cycle: run.and_then(|run| run.cycle),
        hidden: 0,
    }
}

fn status<S: Idx>(proof: &Proof<S>, id: NodeId) -> AssertionStatus {
    if proof.is_refuted(id) {
        AssertionStatus::Refuted
    } else if !proof.is_expanded(id) {
        AssertionStatus::Open
    } else if proof.is_proved(id) {
        AssertionStatus::Proved
    } else if proof.edges_of(id).is_empty() {
        AssertionStatus::HandedOn
    } else {
        AssertionStatus::Reduced
    }
}
