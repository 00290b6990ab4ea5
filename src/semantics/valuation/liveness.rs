//! Which variables matter at a place: what a run from there may read before it is written or forgotten.

use fixedbitset::FixedBitSet;

use crate::base::{Idx, IndexVec};
use crate::program::ersm::{Action, Ersm, VariableId};
use crate::program::{Location, ProcedureId};

/// The live variables of each place of each component.
pub(super) type Liveness = IndexVec<ProcedureId, IndexVec<Location, FixedBitSet>>;

/// Live variables by backward data flow over all components. Where a component is left, those globals are live that are
/// live after some call of it; where it is called, those that are live at its entry.
///
/// `needed` are those that something reads in every state of a component.
pub(super) fn liveness(ersm: &Ersm, needed: &IndexVec<ProcedureId, Vec<VariableId>>) -> Liveness {
    let components = ersm.components.len();
    let globals = ersm.globals.len();
    let mut live: Liveness = ersm
        .components
        .iter_enumerated()
        .map(|(id, component)| {
            let mut always = FixedBitSet::with_capacity(ersm.scope(id));
            needed[id].iter().for_each(|v| always.insert(v.index()));
            let mut places: IndexVec<Location, FixedBitSet> = IndexVec::filled(always, component.places.len());
            component.results.iter().for_each(|v| places[component.exit].insert(v.index()));
            places
        })
        .collect();
    if (0..components).all(|c| ersm.scope(ProcedureId::at(c)) == 0) {
        return live;
    }
    // By component, the calls of it.
    let mut callers: IndexVec<ProcedureId, Vec<ProcedureId>> = IndexVec::filled(Vec::new(), components);
    for (id, component) in ersm.components.iter_enumerated() {
        for edge in &component.edges {
            if let Action::Call { callee, .. } = &edge.action {
                callers[*callee].push(id);
            }
        }
    }
    let mut waiting: IndexVec<ProcedureId, bool> = IndexVec::filled(true, components);
    let mut open: Vec<ProcedureId> = ersm.components.indices().collect();
    while let Some(id) = open.pop() {
        waiting[id] = false;
        let component = &ersm.components[id];
        let mut changed = true;
        let entry_before = live[id][component.entry].clone();
        while std::mem::take(&mut changed) {
            for edge in component.edges.iter().rev() {
                let mut before = live[id][edge.target].clone();
                if let Action::Call { callee, .. } = &edge.action {
                    // What is live after the call is live where the callee ends.
                    let after = before.ones().filter(|&v| v < globals);
                    let exit = ersm.components[*callee].exit;
                    let mut wider = live[*callee][exit].clone();
                    wider.extend(after);
                    if wider != live[*callee][exit] {
                        live[*callee][exit] = wider;
                        if !std::mem::replace(&mut waiting[*callee], true) {
                            open.push(*callee);
                        }
                    }
                }
                let mut written = FixedBitSet::with_capacity(ersm.scope(id));
                edge.for_each_write(|v| written.insert(v.index()));
                before.difference_with(&written);
                if let Action::Call { callee, .. } = &edge.action {
                    // Those that the callee leaves alone are live at its entry, as they are where it ends.
                    before.remove_range(..globals);
                    let entry = &live[*callee][ersm.components[*callee].entry];
                    before.extend(entry.ones().filter(|&v| v < globals));
                }
                edge.for_each_read(|v| before.insert(v.index()));
                let here = &mut live[id][edge.source];
                if !before.is_subset(here) {
                    here.union_with(&before);
                    changed = true;
                }
            }
        }
        if live[id][component.entry] != entry_before {
            for &caller in &callers[id] {
                if !std::mem::replace(&mut waiting[caller], true) {
                    open.push(caller);
                }
            }
        }
    }
    live
}
