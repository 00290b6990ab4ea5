//! Abstract execution on forest automata: memory of C and of Java.
//!
//! A state is a location with a set of memories, whose registers are the locals. An object with everything inside of it is one node
//! ([`layout`]). At the heads of loops, where procedures start and where recursive ones end, sets are generalised; elsewhere they are brought to normal form, which finds what is lost.

mod call;
mod layout;
mod transfer;

use std::collections::BTreeSet;
use std::rc::Rc;

use indexmap::IndexSet;
use rustc_hash::{FxBuildHasher, FxHashMap};

use crate::automata::forest::{Folding, Forest, ForestAlphabet, Leaf, Normal};
use crate::base::{Idx, IndexVec, Stop, newtype_index};
use crate::program::cfa::{Location, ProcedureId};
use crate::program::objects::{Failure, Liveness, Management, Operand, Operation, Program, Rvalue};
use crate::rsm::{CoveringSystem, RecursiveSystem, Step};
use call::CallSplit;
use layout::Layout;

newtype_index! {
    /// A set of memories.
    pub struct ForestId;
}

/// Why a run ends wrongly.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub enum Fault {
    /// Null is dereferenced, and nothing handles it.
    NullDereference,
    /// A pointer without a value is dereferenced.
    UndefinedDereference,
    /// A pointer to an object that is gone is dereferenced.
    DanglingDereference,
    /// An address outside of all objects is dereferenced.
    OutsideDereference,
    /// What is freed is no object of the heap.
    InvalidFree,
    /// What is freed is gone.
    DoubleFree,
    /// Nothing refers to an object any more.
    Lost,
    /// The program has failed.
    Failed(Failure),
}

/// A state.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct ForestState {
    /// The procedure.
    pub procedure: ProcedureId,
    /// The location, before its edges.
    pub location: Location,
    /// Why the run ends here.
    pub fault: Option<Fault>,
    /// The memories.
    pub forest: ForestId,
}

/// A program on sets of memories, as a recursive system.
pub struct ForestProgram<'p> {
    program: &'p Program,
    entry: ProcedureId,
    layout: Layout<'p>,
    /// The labels, and the boxes learned so far.
    pub alphabet: ForestAlphabet,
    forests: IndexSet<Forest, FxBuildHasher>,
    liveness: IndexVec<ProcedureId, Option<Liveness>>,
    /// The procedures that may be called again before they end.
    recursive: IndexVec<ProcedureId, bool>,
    /// Where sets are generalised: heads of loops, where procedures start, and where recursive ones end.
    heads: IndexVec<ProcedureId, Option<IndexVec<Location, bool>>>,
    folding: Folding,
    /// The numbers that are followed: those that the program mentions.
    constants: BTreeSet<i64>,
    /// How calls were done.
    calls: FxHashMap<ForestState, Rc<Vec<CallSplit>>>,
}

/// Most numbers that are followed.
const CONSTANTS: usize = 16;

impl<'p> ForestProgram<'p> {
    /// A program that starts in a procedure.
    pub fn new(program: &'p Program, entry: ProcedureId) -> Self {
        let count = program.procedures.len();
        let mut found = Self {
            program,
            entry,
            layout: Layout::new(program),
            alphabet: ForestAlphabet::default(),
            forests: IndexSet::default(),
            liveness: IndexVec::filled(None, count),
            recursive: IndexVec::filled(false, count),
            heads: IndexVec::filled(None, count),
            folding: Folding { height: 1 },
            constants: BTreeSet::from([0, 1]),
            calls: FxHashMap::default(),
        };
        for id in program.reachable(entry) {
            let procedure = &program.procedures[id];
            found.liveness[id] = Some(Liveness::new(procedure));
            found.recursive[id] =
                program.callees(id).any(|callee| callee == id || program.reachable(callee).contains(&id));
            let mut heads = procedure.cfa.loop_heads();
            heads[procedure.cfa.entry] = true;
            // What a recursive procedure leaves behind grows with every return.
            heads[procedure.cfa.exit] |= found.recursive[id];
            heads[procedure.exceptional_exit] |= found.recursive[id];
            found.heads[id] = Some(heads);
            for edge in &procedure.cfa.edges {
                if let Operation::Assign { value: Rvalue::Operand(Operand::Integer(number)), .. }
                | Operation::Store { value: Operand::Integer(number), .. } = edge.operation
                    && found.constants.len() < CONSTANTS
                {
                    found.constants.insert(number);
                }
            }
        }
        found
    }

    /// The memories of a state.
    pub fn forest(&self, id: ForestId) -> &Forest {
        &self.forests[id.index()]
    }

    fn intern(&mut self, forest: Forest) -> ForestId {
        ForestId::at(self.forests.insert_full(forest).0)
    }

    fn is_manual(&self) -> bool {
        self.program.management == Management::Manual
    }

    /// Appends the states at a location with these memories.
    fn arrive(
        &mut self,
        mut forest: Forest,
        procedure: ProcedureId,
        location: Location,
        states: &mut Vec<ForestState>,
    ) -> Result<(), Stop> {
        let is_head = self.heads[procedure].as_ref().is_none_or(|heads| heads[location]);
        self.forget(&mut forest, procedure, location)?;
        let settled = match is_head {
            true => forest.generalised(&mut self.alphabet, self.folding)?,
            false => forest.normal(&mut self.alphabet)?,
        };
        for Normal { forest, lost } in settled {
            let fault = (lost && self.is_manual()).then_some(Fault::Lost);
            let forest = self.intern(forest);
            let state = ForestState { procedure, location, fault, forest };
            if !states.contains(&state) {
                states.push(state);
            }
        }
        Ok(())
    }

    /// Forgets the values of variables that are not read any more; in programs that free their memory only of those that are no
    /// pointers, or dangle, or point to what another variable points to, so that nothing seems lost that is not.
    fn forget(&mut self, forest: &mut Forest, procedure: ProcedureId, location: Location) -> Result<(), Stop> {
        let Some(liveness) = &self.liveness[procedure] else { return Ok(()) };
        let is_manual = self.is_manual();
        for (local, _) in self.program.procedures[procedure].locals.iter_enumerated() {
            let own = forest.registers[local.index()];
            if liveness.is_live(location, local) || own.leaf == Leaf::Undefined {
                continue;
            }
            let others = forest.registers.iter().enumerate().filter(|&(other, _)| other != local.index());
            let is_held = own.root().is_none() || others.into_iter().any(|(_, value)| value.root() == own.root());
            if !is_manual || is_held {
                forest.registers[local.index()] = Leaf::Undefined.into();
            } else {
                // Whether it leads to something that is reached otherwise: then normal forms lose nothing without it.
                let mut without = forest.clone();
                without.registers[local.index()] = Leaf::Undefined.into();
                if without.clone().normal(&mut self.alphabet)?.iter().all(|normal| !normal.lost) {
                    *forest = without;
                }
            }
        }
        Ok(())
    }
}

impl RecursiveSystem for ForestProgram<'_> {
    type State = ForestState;

    fn entry(&mut self, states: &mut Vec<ForestState>) -> Result<(), Stop> {
        let procedure = &self.program.procedures[self.entry];
        let registers = procedure.locals.iter().map(|_| Leaf::Undefined.into()).collect();
        let mut forest = Forest { registers, ..Forest::default() };
        for &parameter in &procedure.parameters {
            forest.registers[parameter.index()] = match procedure.locals[parameter].ty.is_reference() {
                true => Leaf::Unknown.into(),
                false => Leaf::Number.into(),
            };
        }
        self.arrive(forest, self.entry, procedure.cfa.entry, states)
    }

    fn step(&mut self, state: &ForestState, states: &mut Vec<ForestState>) -> Result<Step, Stop> {
        let procedure = &self.program.procedures[state.procedure];
        if state.fault.is_some() {
            return Ok(Step::Fault);
        }
        if state.location == procedure.cfa.exit || state.location == procedure.exceptional_exit {
            return Ok(Step::Exit);
        }
        for (_, edge) in procedure.cfa.edges_from(state.location) {
            if let Operation::Call(call) = &edge.operation {
                return self.call(state, edge, call, states);
            }
            let forest = self.forest(state.forest).clone();
            self.execute(state, edge, forest, states)?;
        }
        Ok(Step::Internal)
    }

    fn resume(
        &mut self,
        call: &ForestState,
        entry: &ForestState,
        exit: &ForestState,
        states: &mut Vec<ForestState>,
    ) -> Result<(), Stop> {
        self.return_to(call, entry, exit, states)
    }
}

impl CoveringSystem for ForestProgram<'_> {
    fn class(&self, state: &ForestState) -> u64 {
        (state.procedure.index() as u64) << 40 | (state.location.index() as u64) << 1 | u64::from(state.fault.is_some())
    }

    fn covers(&mut self, known: &ForestState, new: &ForestState) -> Result<bool, Stop> {
        if known.fault != new.fault {
            return Ok(false);
        }
        self.forest(known.forest).includes(self.forest(new.forest))
    }

    fn join(&mut self, known: &ForestState, new: &ForestState) -> Result<Option<ForestState>, Stop> {
        let is_head = self.heads[new.procedure].as_ref().is_some_and(|heads| heads[new.location]);
        if known.fault.is_some() || new.fault.is_some() || !is_head {
            return Ok(None);
        }
        let (old, own) = (self.forest(known.forest), self.forest(new.forest));
        let Some(joined) = old.join(&self.alphabet, own)? else { return Ok(None) };
        let general = joined.generalised(&mut self.alphabet, self.folding)?;
        let [Normal { forest, lost: false }] = &general[..] else { return Ok(None) };
        // With other boxes it may not be seen to have all that it has; then joining would never end.
        let (old, own) = (self.forest(known.forest), self.forest(new.forest));
        if !forest.includes(old)? || !forest.includes(own)? {
            return Ok(None);
        }
        let forest = self.intern(forest.clone());
        Ok(Some(ForestState { forest, ..*new }))
    }
}
