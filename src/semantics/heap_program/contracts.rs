//! Contracts given by the user: the effect of a procedure on a heap, trusted instead of its body.

use smallvec::SmallVec;

use super::call::EntryHeap;
use super::{HeapProgram, HeapState};
use crate::base::{RETURN, Stop};
use crate::heap::{ExternalOrder, Heap, VertexId};
use crate::logic::Proposition;
use crate::program::cfa::ProcedureId;
use crate::program::objects::Local;

/// A contract of a procedure [HMC 3.2]: for one precondition, the heaps in which a call returns.
///
/// Externals are the vertices shared with the caller, in the same order in all heaps. The precondition binds the
/// parameters by name, the postconditions bind [`RETURN`] if there is a result.
#[derive(Clone, Debug)]
pub struct Contract {
    /// The procedure that it describes.
    pub procedure: ProcedureId,
    /// The heap at the entry.
    pub precondition: Heap,
    /// The heaps at the exit; none if the call does not return.
    pub postconditions: Vec<Heap>,
}

impl HeapProgram {
    /// Trusts a contract: it applies to a call if the language of the call's heap is included in that of the
    /// precondition. The precondition must not describe more heaps than were given, so it is not folded, and numbers in
    /// it are not forgotten. It applies to calls with exactly this heap before folding, and, if it is a normal form, to
    /// all calls whose heaps are folded to it. A second contract for the same heap adds its postconditions.
    ///
    /// # Errors
    /// If a heap is too large.
    pub fn trust(&mut self, contract: &Contract) -> Result<(), Stop> {
        let callee = self.points.callee(contract.procedure);
        // A contract may depend on parameters that the body never reads.
        self.points.keep_parameters(callee, &self.model.program);
        let procedure = &self.model.program.procedures[contract.procedure];
        let (entry, exit) = (self.points.at(callee, procedure.cfa.entry), self.points.at(callee, procedure.cfa.exit));
        let (heap, loses) = self.tidy(contract.precondition.clone(), entry, false, ExternalOrder::Free)?;
        let order: SmallVec<[usize; 8]> = self.canoniser.external_order().into();
        self.preconditions.insert(HeapState { point: entry, heap });
        for EntryHeap { heap, order, .. } in self.entry_variants((heap, loses), entry, &order, false)? {
            let mut exits = Vec::new();
            for postcondition in &contract.postconditions {
                let mut heap = postcondition.clone();
                let externals: SmallVec<[VertexId; 8]> = order.iter().map(|&i| heap.externals()[i]).collect();
                heap.set_externals(externals);
                let (heap, loses) = self.tidy(heap, exit, true, ExternalOrder::Fixed)?;
                if self.is_manual() && loses {
                    let why =
                        "a contract leaves objects that nothing leads to, so that nothing can be said of lost memory";
                    return Err(Stop::Incomplete(why.to_owned()));
                }
                self.contract_exits.insert(HeapState { point: exit, heap });
                exits.push(HeapState { point: exit, heap });
            }
            self.contracts.entry(HeapState { point: entry, heap }).or_default().extend(exits);
        }
        Ok(())
    }

    /// Whether a proposition at the exit of a contract depends on a variable of the callee, or on objects that only
    /// such a variable reaches. Contracts do not describe these variables.
    pub(super) fn is_left_open(&self, state: HeapState, proposition: &Proposition) -> bool {
        if !self.contract_exits.contains(&state) || proposition.is_of_place() {
            return false;
        }
        let instance = self.points.instance_of(state.point);
        let looks_at_all = proposition.is_of_whole_heap() || *proposition == Proposition::Visited(None);
        let keeps = |local: &Local| {
            let variable = self.model.alphabet.find_variable(&local.name);
            local.name != RETURN && variable.is_some_and(|v| self.points.keeps(state.point, v))
        };
        let procedure = &self.model.program.procedures[self.points.instance(instance).procedure];
        proposition.variables().any(|x| x.name != "null" && x.name != RETURN && self.is_own(instance, x))
            || looks_at_all && procedure.locals.iter().any(keeps)
    }

    /// Whether a contract given by the user replaces calls with this entry state.
    pub fn is_trusted(&self, entry: HeapState) -> bool {
        self.contracts.contains_key(&entry)
    }
}
