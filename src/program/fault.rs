//! What runs do wrong.

use crate::objects::{ExceptionKind, Failure};

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
