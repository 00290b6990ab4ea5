//! Proof structures as data.

use rustc_hash::{FxHashMap, FxHashSet};

use super::states::{DescribeStates, STATE_LIMIT, SourcePlace};
use base::Idx;
use ltl::logic::Formulas;
use ltl::tableau::{ProofStructure, Rule, ViolatingRun};
use report::proof::{ASSERTION_LIMIT, AssertionStatus, AssertionView, ProofEdgeView, ProofView};
use report::space::EdgeKind;
use rsm::{NodeId, Path, Rank, RankedComponent};

/// The proof structure as data. `at` says what is shown for a state of it, and the node that this is in the state space.
pub fn proof_view<S: Idx, T: Copy>(
    proof: &ProofStructure<S>,
    run: Option<&ViolatingRun<S>>,
    formulas: &Formulas,
    describe: &impl DescribeStates<T>,
    at: impl Fn(S) -> (Option<T>, Option<NodeId>),
) -> ProofView {
    let edges: Vec<rsm::Edge> = proof.assertions().flat_map(|id| proof.edges_of(id)).collect();
    let failing: Vec<NodeId> = run.into_iter().flat_map(Path::states).map(|failing| failing.assertion).collect();
    let fails: FxHashSet<NodeId> = failing.iter().copied().collect();
    let found = proof.edge_steps();
    let state = |id: NodeId| at(proof.state(id)).0;
    let measures = Measures::new(proof.ranked(), |id, rank| {
        state(id).map_or_else(String::new, |state| describe.measure(state, rank))
    });
    let assertion = |id: NodeId| {
        let (state, node) = at(proof.state(id));
        let SourcePlace { method, file, line, .. } = state.map(|state| describe.place(state)).unwrap_or_default();
        AssertionView {
            state: node.filter(|node| node.index() < STATE_LIMIT).map(|node| node.0),
            contract: proof.contract(id),
            method,
            file,
            line,
            initial: proof.is_initial(id),
            status: status(proof, id),
            formulas: proof.obligations(id).iter().map(|&f| formulas.display(f).to_string()).collect(),
            rules: printed(&proof.last_rules(id)),
            measures: measures.printed.get(&id).cloned().unwrap_or_default(),
            born: proof.born(id),
            settled: proof.settled(id).or_else(|| fails.contains(&id).then(|| proof.steps())),
        }
    };
    let edge = |edge: &rsm::Edge| {
        let states = state(edge.source).zip(state(edge.target));
        ProofEdgeView {
            source: edge.source.0,
            target: edge.target.0,
            kind: match edge.kind {
                rsm::EdgeKind::Step => EdgeKind::Step,
                rsm::EdgeKind::Summary(_) => EdgeKind::Summary,
                rsm::EdgeKind::Call => EdgeKind::Call,
            },
            label: states.map_or(String::new(), |(source, target)| describe.operation(source, Some(target))),
            rules: printed(&proof.rules(edge)),
            // One that was found while a limit stopped the search came last.
            step: found.get(edge).copied().unwrap_or_else(|| proof.steps() + 1),
            decreasing: measures.decreasing.get(edge).copied(),
        }
    };
    let view = ProofView {
        assertions: proof.assertions().map(assertion).collect(),
        edges: edges.iter().map(edge).collect(),
        failing: failing.iter().map(|id| id.0).collect(),
        cycle: run.and_then(|run| run.cycle),
        hidden: 0,
        steps: proof.steps(),
    };
    view.limited(ASSERTION_LIMIT)
}

/// The measures of a proof structure that show that no run goes on in it for ever.
#[derive(Default)]
struct Measures {
    /// By assertion, those of outer loops first.
    printed: FxHashMap<NodeId, Vec<String>>,
    /// The edges along which one gets smaller, with its position among those of the source.
    decreasing: FxHashMap<rsm::Edge, u32>,
}

impl Measures {
    fn new(ranked: &[RankedComponent], print: impl Fn(NodeId, &Rank) -> String) -> Self {
        let mut all = Self::default();
        for RankedComponent { nodes, edges, ranking } in ranked {
            for measure in &ranking.measures {
                for (number, rank) in &measure.ranks {
                    let node = nodes[*number as usize];
                    all.printed.entry(node).or_default().push(print(node, rank));
                }
                for &number in &measure.decreasing {
                    let edge = edges[number as usize];
                    let last = all.printed.get(&edge.source).map_or(0, |measures| u32::at(measures.len() - 1));
                    all.decreasing.entry(edge).or_insert(last);
                }
            }
        }
        all
    }
}

fn status<S: Idx>(proof: &ProofStructure<S>, id: NodeId) -> AssertionStatus {
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
