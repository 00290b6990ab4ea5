//! Verdicts, runs and figures for the report.

use super::prepare::Property;
use super::{Explored, views};
use crate::base::{Idx, Observer};
use crate::check::{Danger, TopLevel, memory_safety};
use crate::outcome::report::{
    ExplorationStatistics, Judgement, PropertyReport, PropertyStatistics, Run, RunStep, Verdict,
};
use crate::rsm::{ComponentId, NodeId};
use crate::tableau;

/// The name of the strategy, as tasks give it.
const TOP_LEVEL: &str = "top-level";

/// A failing run shows the calls on it as long as it has at most this many steps.
pub(super) const RUN_LIMIT: usize = 2_000;

/// Judges an explored program.
pub(super) struct Reporter<'a> {
    pub explored: &'a mut Explored,
    pub observer: &'a mut dyn Observer,
}

impl Reporter<'_> {
    /// Figures of the exploration.
    pub(super) fn exploration(&self) -> ExplorationStatistics {
        let exploration = &self.explored.exploration;
        let main = ComponentId::at(0);
        let finals = exploration.components.get(main).map_or(0, |c| c.exits.len());
        ExplorationStatistics {
            states_main: u32::at(exploration.nodes.iter().filter(|n| n.component == main).count()),
            states_total: u32::at(exploration.nodes.len()),
            transitions_total: u32::at(exploration.edge_count()),
            states_final: u32::at(finals),
            contracts: u32::at(exploration.components.len().saturating_sub(1)),
            heaps: u32::at(self.explored.system.store().len()),
            peak_vertices: self.explored.system.store().peak_vertices(),
            read_ms: None,
            generate_ms: None,
        }
    }

    /// Null dereferences and uncaught exceptions.
    pub(super) fn memory_safety(&self) -> Judgement {
        let Explored { system, exploration, .. } = &*self.explored;
        match (memory_safety(system, exploration), &exploration.stop) {
            (Some(danger), _) => {
                let run = exploration.run_to(danger.node());
                let steps: Vec<(NodeId, Vec<NodeId>)> =
                    run.visits.iter().enumerate().map(|(i, v)| (v.node, run.stack(i))).collect();
                let what = match danger {
                    Danger::NullDereference(_) => "null is dereferenced",
                    Danger::Exception(_) => "an exception is not caught",
                };
                let prefix = self.steps(&steps, None);
                Judgement {
                    verdict: Verdict::Violated,
                    reason: Some(what.to_owned()),
                    run: Some(Run { prefix, cycle: Vec::new() }),
                }
            }
            (None, Some(stop)) => Judgement { verdict: Verdict::Unknown, reason: Some(stop.to_string()), run: None },
            (None, None) => Judgement { verdict: Verdict::Satisfied, reason: None, run: None },
        }
    }

    /// A property, checked at top level.
    pub(super) fn property(&mut self, property: &Property) -> PropertyReport {
        let start = self.observer.now();
        let Explored { system, exploration, formulas, labels, limits, .. } = &mut *self.explored;
        let mut structure = TopLevel::new(system, exploration, formulas, property.formula, labels);
        let outcome = tableau::check(&mut structure, formulas, property.normal, limits, self.observer);
        let run = outcome.run(RUN_LIMIT).map(|run| {
            let start = run.cycle.map_or(run.steps.len(), Idx::index);
            let nodes: Vec<(NodeId, bool)> = run.steps.iter().map(|step| structure.node(step.state)).collect();
            let (prefix, cycle) = nodes.split_at(start);
            (prefix.to_vec(), cycle.to_vec())
        });
        let statistics = PropertyStatistics {
            states_main: u32::at(structure.len()),
            states_total: u32::at(exploration.nodes.len()),
            assertions: u32::at(outcome.proof.assertion_count()),
            proof_edges: u32::at(outcome.proof.edge_count()),
            ..PropertyStatistics::default()
        };
        let judgement = match (outcome.verdict, &exploration.stop) {
            (tableau::Verdict::Violated, _) => {
                Judgement { verdict: Verdict::Violated, reason: None, run: run.map(|(p, c)| self.lasso(&p, &c)) }
            }
            (_, Some(stop)) => Judgement { verdict: Verdict::Unknown, reason: Some(stop.to_string()), run: None },
            (tableau::Verdict::Unknown(stop), None) => {
                Judgement { verdict: Verdict::Unknown, reason: Some(stop.to_string()), run: None }
            }
            (tableau::Verdict::Satisfied, None) => Judgement { verdict: Verdict::Satisfied, reason: None, run: None },
        };
        let check_ms = Some(self.observer.now() - start);
        PropertyReport {
            id: property.id.clone(),
            ltl: self.explored.formulas.display(property.formula).to_string(),
            strategy: TOP_LEVEL.to_owned(),
            judgement,
            statistics: PropertyStatistics { check_ms, ..statistics },
        }
    }

    fn lasso(&self, prefix: &[(NodeId, bool)], cycle: &[(NodeId, bool)]) -> Run {
        let alone = |states: &[(NodeId, bool)]| -> Vec<(NodeId, Vec<NodeId>)> {
            states.iter().map(|&(node, _)| (node, Vec::new())).collect()
        };
        let after_prefix = cycle.first().map(|s| s.0);
        Run { prefix: self.steps(&alone(prefix), after_prefix), cycle: self.steps(&alone(cycle), after_prefix) }
    }

    /// The steps of a run; `next` is the node that follows the last.
    fn steps(&self, nodes: &[(NodeId, Vec<NodeId>)], next: Option<NodeId>) -> Vec<RunStep> {
        let following = nodes.iter().skip(1).map(|(n, _)| Some(*n)).chain([next]);
        nodes.iter().zip(following).map(|((node, stack), next)| self.step(*node, next, stack)).collect()
    }

    fn step(&self, node: NodeId, next: Option<NodeId>, stack: &[NodeId]) -> RunStep {
        let Explored { system, exploration, .. } = &*self.explored;
        let state = exploration.nodes[node].state;
        let place = views::place(system, state.point);
        let next = next.map(|n| exploration.nodes[n].state);
        let suspended = stack.iter().map(|&caller| {
            let place = views::place(system, exploration.nodes[caller].state.point);
            format!("{}:{}", place.method, place.line)
        });
        RunStep {
            state: views::state_name(system, state),
            index: Some(node.0),
            method: place.method,
            file: place.file,
            line: place.line,
            operation: views::operation_between(system, state, next),
            stack: suspended.collect(),
            folded: false,
        }
    }
}
