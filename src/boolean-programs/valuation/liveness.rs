//! Liveness: the variables that a run may read before they are written or forgotten.

use fixedbitset::FixedBitSet;

use base::{Idx, IndexVec};
use program::cfa::{Location, ProcedureId};
use program::guarded::{Action, Ersm, VariableId};

/// The live variables of each location of each component.
pub(super) type Liveness = IndexVec<ProcedureId, IndexVec<Location, FixedBitSet>>;

/// Live variables by backward data flow over all components. At the exit of a component, a global is live if it is live
/// after some call of the component; at a call, if it is live at the callee's entry.
///
/// `needed` are the variables that are read in every state of a component.
pub(super) fn liveness(ersm: &Ersm, needed: &IndexVec<ProcedureId, Vec<VariableId>>) -> Liveness {
    let components = ersm.components.len();
    let globals = ersm.globals.len();
    let mut live: Liveness = ersm
        .components
        .iter_enumerated()
        .map(|(id, component)| {
            let mut always = FixedBitSet::with_capacity(ersm.scope(id));
            needed[id].iter().for_each(|v| always.insert(v.index()));
            let mut places: IndexVec<Location, FixedBitSet> = IndexVec::filled(always, component.cfa.locations.len());
            component.results.iter().for_each(|v| places[component.cfa.exit].insert(v.index()));
            places
        })
        .collect();
    if (0..components).all(|c| ersm.scope(ProcedureId::at(c)) == 0) {
        return live;
    }
    // By component, its callers.
    let mut callers: IndexVec<ProcedureId, Vec<ProcedureId>> = IndexVec::filled(Vec::new(), components);
    for (id, component) in ersm.components.iter_enumerated() {
        for edge in &component.cfa.edges {
            if let Action::Call { callee, .. } = &edge.action {
                callers[*callee].push(id);
            }
        }
    }
    // By component, the globals live at its entry and at its exit.
    let mut entered: IndexVec<ProcedureId, FixedBitSet> = IndexVec::filled(FixedBitSet::new(), components);
    let mut left = entered.clone();
    let mut waiting: IndexVec<ProcedureId, bool> = IndexVec::filled(true, components);
    let mut open: Vec<ProcedureId> = ersm.components.indices().collect();
    while let Some(id) = open.pop() {
        waiting[id] = false;
        let cfa = &ersm.components[id].cfa;
        live[id][cfa.exit].union_with(&left[id]);
        cfa.solve_backward(&mut live[id], |edge, _, before| {
            let called = match &edge.action {
                Action::Call { callee, .. } => Some(*callee),
                Action::Assign(_) => None,
            };
            if let Some(callee) = called {
                // The globals live after the call are live at the callee's exit.
                let count = left[callee].count_ones(..);
                left[callee].extend(before.ones().filter(|&v| v < globals));
                if left[callee].count_ones(..) > count && !std::mem::replace(&mut waiting[callee], true) {
                    open.push(callee);
                }
            }
            edge.for_each_write(|v| before.set(v.index(), false));
            if let Some(callee) = called {
                // The globals that the callee does not change are live at its entry if they are at its exit.
                before.remove_range(..globals);
                before.union_with(&entered[callee]);
            }
            edge.for_each_read(|v| before.insert(v.index()));
        });
        let now: FixedBitSet = live[id][cfa.entry].ones().filter(|&v| v < globals).collect();
        if !now.is_subset(&entered[id]) {
            entered[id] = now;
            for &caller in &callers[id] {
                if !std::mem::replace(&mut waiting[caller], true) {
                    open.push(caller);
                }
            }
        }
    }
    live
}
