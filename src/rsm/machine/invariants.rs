//! Invariants of machines between calls of their methods, checked in debug builds.

use super::{ComponentId, NodeId, Rsm, Step};
use base::Idx;

impl<S> Rsm<S> {
    /// Panics if numbers, ranges and lists are inconsistent. Does nothing in release builds.
    #[track_caller]
    pub fn check_invariants(&self) {
        if !cfg!(debug_assertions) {
            return;
        }
        let (nodes, targets) = (self.nodes.len(), self.targets.len());
        assert_eq!((self.batches.len(), self.node_table.len()), (nodes, nodes));
        assert_eq!(self.callee_table.len(), self.components.len().saturating_sub(1), "every callee has an entry");
        assert_eq!(self.summary_table.len(), self.summaries.len(), "a call has one summary for each exit");
        assert!(self.targets.iter().all(|t| t.index() < nodes), "a target is no node");
        for (id, node) in self.nodes.iter_enumerated() {
            assert!(node.component.index() < self.components.len(), "{id:?} is in no component");
            assert!(node.first <= node.end && node.end as usize <= targets, "the steps of {id:?}");
            assert!(node.step.is_some() || node.first == node.end, "{id:?} has steps and was not asked");
            let is_inside = |t: &NodeId| self.nodes[*t].component == node.component;
            assert!(
                node.step == Some(Step::Call) || self.successors(id).iter().all(is_inside),
                "{id:?} leaves without a call"
            );
            self.check_summaries(id);
        }
        for (id, component) in self.components.iter_enumerated() {
            assert!(id == Self::MAIN || component.entries.len() == 1, "{id:?} is one entry state");
            let with_step =
                |nodes: &[NodeId], step| nodes.iter().all(|&n| self.is_in(n, id) && self.nodes[n].step == Some(step));
            assert!(component.entries.iter().all(|&n| self.is_in(n, id)));
            assert!(with_step(&component.exits, Step::Exit) && with_step(&component.faults, Step::Fault));
            for &caller in &component.callers {
                assert!(self.nodes[caller].step == Some(Step::Call), "{caller:?} calls {id:?}");
                assert!(self.successors(caller).iter().any(|&entry| self.is_in(entry, id)), "{caller:?} calls {id:?}");
            }
        }
    }

    fn is_in(&self, node: NodeId, component: ComponentId) -> bool {
        self.nodes.get(node).is_some_and(|node| node.component == component)
    }

    /// The summaries of a node belong to a call, each to an exit of a callee, and lead back into the node's component.
    fn check_summaries(&self, call: NodeId) {
        let node = &self.nodes[call];
        let mut next = node.summaries as usize;
        while let Some(position) = next.checked_sub(1) {
            let summary = self.summaries[position];
            assert!((summary.next as usize) < next, "summaries are linked from the last one found back");
            next = summary.next as usize;
            assert_eq!(node.step, Some(Step::Call), "{call:?} has a summary");
            assert_eq!(self.summary_table.get(&(call, summary.exit)), Some(&u32::at(position)));
            assert_eq!(self.nodes[summary.exit].step, Some(Step::Exit), "a call returns from an exit");
            assert!(summary.first <= summary.end && summary.end as usize <= self.targets.len());
            let mut targets = self.targets[summary.first as usize..summary.end as usize].iter();
            assert!(targets.all(|&target| self.is_in(target, node.component)), "a call returns into its component");
        }
    }
}
