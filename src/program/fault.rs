//! What runs do wrong.

use crate::cfa::ProcedureId;
use crate::objects::{ClassId, ExceptionKind, Failure, LocalId, Operand, Operation, Program, Storage};
use rustc_hash::FxHashSet;

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
    /// A reference is used that is not followed, or what the run does is not modelled: how it continues is not known.
    NotFollowed,
    /// What is freed is no object of the heap.
    InvalidFree,
    /// What is freed is gone.
    DoubleFree,
    /// Nothing refers to an object any more that was not freed. The run goes on; this state does not.
    Lost,
    /// The run has ended while there is an object that was not freed.
    NotFreed,
    /// The run has ended with an exception, of this kind if that is known.
    Thrown(Option<ExceptionKind>),
    /// The program has failed.
    Failed(Failure),
}

impl Fault {
    /// A number that no other fault has, for content hashes.
    pub fn number(self) -> usize {
        match self {
            Fault::NullDereference => 0,
            Fault::UndefinedDereference => 1,
            Fault::DanglingDereference => 2,
            Fault::OutsideDereference => 3,
            Fault::NotFollowed => 4,
            Fault::InvalidFree => 5,
            Fault::DoubleFree => 6,
            Fault::Lost => 7,
            Fault::NotFreed => 8,
            // The exception is in the heap.
            Fault::Thrown(_) => 9,
            Fault::Failed(failure) => 10 + failure as usize,
        }
    }
}

/// What steps of a program in C may do wrongly that is undefined there: use pointers that are no addresses of variables, here
/// [`Fault::NullDereference`]; free; compute what has no result.
pub fn undefined_steps(program: &Program, entry: ProcedureId) -> Vec<Fault> {
    let procedures = program.reachable(entry);
    let edges =
        || procedures.iter().flat_map(|&id| program.procedures[id].cfa.edges.iter().map(move |edge| (id, edge)));
    // Variables in memory are there, unless they are freed.
    let mut others: FxHashSet<(ProcedureId, LocalId)> = FxHashSet::default();
    for (id, edge) in edges() {
        match edge.operation {
            Operation::New { .. } => {}
            Operation::Free(Operand::Local(local)) => drop(others.insert((id, local))),
            ref operation => others.extend(operation.defines().map(|local| (id, local))),
        }
    }
    let is_valid = |id: ProcedureId, operand: Operand| {
        let Operand::Local(local) = operand else { return false };
        let procedure = &program.procedures[id];
        procedure.statics == Some(local) || !procedure.parameters.contains(&local) && !others.contains(&(id, local))
    };
    let steps = edges().filter_map(|(id, edge)| match edge.operation {
        Operation::Fail(failure @ (Failure::DivisionByZero | Failure::ShiftDistance | Failure::OutOfBounds)) => {
            Some(Fault::Failed(failure))
        }
        Operation::Free(_) | Operation::Fail(Failure::InvalidFree) => Some(Fault::InvalidFree),
        ref operation => {
            operation.dereferences().filter(|&pointer| !is_valid(id, pointer)).map(|_| Fault::NullDereference)
        }
    });
    steps.collect()
}

/// Whether a program in C has anything of which memory safety speaks: it allocates, frees, or uses pointers.
pub fn manages_memory(program: &Program, entry: ProcedureId) -> bool {
    let edges = || program.reachable(entry).into_iter().flat_map(|id| &program.procedures[id].cfa.edges);
    let is_of_heap = |class: ClassId| program.classes[class].storage == Storage::Heap;
    let allocates = |operation: &Operation| matches!(operation, Operation::New { class, .. } if is_of_heap(*class));
    let is_of_memory = |fault: &Fault| matches!(fault, Fault::NullDereference | Fault::InvalidFree);
    edges().any(|edge| allocates(&edge.operation)) || undefined_steps(program, entry).iter().any(is_of_memory)
}
