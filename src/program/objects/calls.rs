//! Which procedures call which.

use std::collections::{BTreeMap, BTreeSet};

use petgraph::algo::kosaraju_scc;
use petgraph::graph::DiGraph;

use super::{Operation, Program};
use crate::base::Idx;
use crate::program::cfa::ProcedureId;

impl Program {
    /// The procedures that `entry` may call, itself first, in breadth-first order.
    pub fn reachable(&self, entry: ProcedureId) -> Vec<ProcedureId> {
        let mut order = vec![entry];
        let mut seen = vec![false; self.procedures.len()];
        seen[entry.index()] = true;
        let mut next = 0;
        while let Some(&id) = order.get(next) {
            next += 1;
            for callee in self.callees(id) {
                if !std::mem::replace(&mut seen[callee.index()], true) {
                    order.push(callee);
                }
            }
        }
        order
    }

    /// The procedures that a procedure may call itself, in the order of its edges.
    fn callees(&self, caller: ProcedureId) -> impl Iterator<Item = ProcedureId> {
        self.procedures[caller].cfa.edges.iter().flat_map(|edge| {
            let call = if let Operation::Call(call) = &edge.operation { Some(call) } else { None };
            call.into_iter().flat_map(|call| call.callee.candidates())
        })
    }

    /// The procedures that `entry` may call and that may call themselves, directly or through others.
    pub fn recursive(&self, entry: ProcedureId) -> BTreeSet<ProcedureId> {
        let mut graph = DiGraph::<ProcedureId, ()>::new();
        let mut numbers = BTreeMap::from([(entry, graph.add_node(entry))]);
        let mut pending = vec![entry];
        let mut recursive = BTreeSet::new();
        while let Some(caller) = pending.pop() {
            for callee in self.callees(caller) {
                let number = *numbers.entry(callee).or_insert_with(|| {
                    pending.push(callee);
                    graph.add_node(callee)
                });
                graph.add_edge(numbers[&caller], number, ());
                if callee == caller {
                    recursive.insert(callee);
                }
            }
        }
        for component in kosaraju_scc(&graph).iter().filter(|component| component.len() > 1) {
            recursive.extend(component.iter().map(|&node| graph[node]));
        }
        recursive
    }
}
