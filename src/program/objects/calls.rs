//! Which procedures call which.

use std::collections::BTreeSet;

use super::{Operation, Program};
use crate::cfa::ProcedureId;
use base::{Idx, StrongComponents};

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
    pub fn callees(&self, caller: ProcedureId) -> impl Iterator<Item = ProcedureId> {
        self.procedures[caller].cfa.edges.iter().flat_map(|edge| {
            let call = if let Operation::Call(call) = &edge.operation { Some(call) } else { None };
            call.into_iter().flat_map(|call| call.callee.candidates())
        })
    }

    /// The procedures that `entry` may call and that may call themselves, directly or through others.
    pub fn recursive(&self, entry: ProcedureId) -> BTreeSet<ProcedureId> {
        let mut calls = Vec::new();
        let mut found = BTreeSet::from([entry]);
        let mut pending = vec![entry];
        while let Some(caller) = pending.pop() {
            for callee in self.callees(caller) {
                calls.push((caller.0, callee.0));
                if found.insert(callee) {
                    pending.push(callee);
                }
            }
        }
        let components = StrongComponents::new(self.procedures.len(), &calls);
        let within = calls.iter().filter(|&&(caller, callee)| components.around(caller, callee).is_some());
        within.flat_map(|&(caller, callee)| [caller, callee]).map(ProcedureId).collect()
    }
}
