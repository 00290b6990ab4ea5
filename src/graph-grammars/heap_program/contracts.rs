//! Contracts given by the user: the effect of a procedure on a heap, trusted instead of its body.

use rustc_hash::{FxHashMap, FxHashSet};
use smallvec::SmallVec;

use super::call::EntryHeap;
use super::normalise::Tidied;
use super::{FactsId, HeapProgram, HeapState};
use base::{RETURN, Stop, msg};
use heap_grammar::heap::{ExternalOrder, Heap, VertexId};
use ltl::logic::Proposition;
use program::cfa::ProcedureId;
use program::objects::Local;

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

/// The contracts that are trusted, by the states in which they apply.
#[derive(Default)]
pub(super) struct TrustedContracts {
    /// The exits, by entry state.
    exits: FxHashMap<HeapState, Vec<HeapState>>,
    /// All exits: they describe no variable of the callee except the result.
    all_exits: FxHashSet<HeapState>,
    /// The preconditions, before folding.
    preconditions: FxHashSet<HeapState>,
}

impl TrustedContracts {
    pub(super) fn is_empty(&self) -> bool {
        self.preconditions.is_empty()
    }

    /// Whether a heap at an entry that is not folded is the precondition of a contract.
    pub(super) fn has_precondition(&self, state: HeapState) -> bool {
        self.preconditions.contains(&state)
    }

    /// The exits of a call with this entry state, if a contract replaces it.
    pub(super) fn exits_of(&self, entry: HeapState) -> Option<&[HeapState]> {
        self.exits.get(&entry).map(Vec::as_slice)
    }

    /// Whether this is an exit of a contract.
    pub(super) fn has_exit(&self, state: HeapState) -> bool {
        self.all_exits.contains(&state)
    }

    fn add(&mut self, entry: HeapState, exits: Vec<HeapState>) {
        self.all_exits.extend(&exits);
        self.exits.entry(entry).or_default().extend(exits);
    }
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
        let callee = self.semantics.points.callee(contract.procedure);
        // A contract may depend on parameters that the body never reads.
        self.semantics.points.keep_parameters(callee, &self.semantics.model.program);
        let procedure = &self.semantics.model.program.procedures[contract.procedure];
        let (entry, exit) = (
            self.semantics.points.at(callee, procedure.cfa.entry),
            self.semantics.points.at(callee, procedure.cfa.exit),
        );
        let tidied = self.tidy(contract.precondition.clone(), entry, false, ExternalOrder::Free)?;
        let order: SmallVec<[usize; 8]> = self.heaps.canoniser.external_order().into();
        self.contracts.preconditions.insert(HeapState { point: entry, heap: tidied.heap, facts: FactsId::NONE });
        for EntryHeap { heap, order, .. } in self.entry_variants(tidied, entry, &order, false)? {
            let mut exits = Vec::new();
            for postcondition in &contract.postconditions {
                let mut heap = postcondition.clone();
                let externals: SmallVec<[VertexId; 8]> = order.iter().map(|&i| heap.externals()[i]).collect();
                heap.set_externals(externals);
                let Tidied { heap, loses } = self.tidy(heap, exit, true, ExternalOrder::Fixed)?;
                if self.semantics.is_manual() && loses {
                    let why = msg!(
                        "a contract leaves objects that nothing leads to, so that nothing can be said of lost memory"
                    );
                    return Err(Stop::Incomplete(why));
                }
                exits.push(HeapState { point: exit, heap, facts: FactsId::NONE });
            }
            self.contracts.add(HeapState { point: entry, heap, facts: FactsId::NONE }, exits);
        }
        Ok(())
    }

    /// Whether a proposition at the exit of a contract depends on a variable of the callee, or on objects that only
    /// such a variable reaches. Contracts do not describe these variables.
    pub(super) fn is_left_open(&self, state: HeapState, proposition: &Proposition) -> bool {
        if !self.contracts.has_exit(state) || proposition.is_of_place() {
            return false;
        }
        let instance = self.semantics.points.instance_of(state.point);
        let looks_at_all = proposition.is_of_whole_heap() || *proposition == Proposition::Visited(None);
        let keeps = |local: &Local| {
            let variable = self.semantics.model.alphabet.find_variable(&local.name);
            local.name != RETURN && variable.is_some_and(|v| self.semantics.points.keeps(state.point, v))
        };
        let procedure = self.semantics.procedure(instance);
        proposition.variables().any(|x| x.name != "null" && x.name != RETURN && self.semantics.is_own(instance, x))
            || looks_at_all && procedure.locals.iter().any(keeps)
    }

    /// Whether a contract given by the user replaces calls with this entry state.
    pub fn is_trusted(&self, entry: HeapState) -> bool {
        self.contracts.exits_of(entry).is_some()
    }
}
