//! Programs whose recursive calls are kept: every recursive procedure has blocks of its own.

use crate::base::newtype_index;
use crate::solve::TermId;

use super::build::HeadId;
use super::flat::FlatVariable;

newtype_index! {
    /// A procedure with blocks of its own; 0 is the entry procedure.
    pub struct UnitId;
}

/// A call that is kept. At its head nothing else happens.
#[derive(Clone, Debug)]
pub struct BlockCall {
    /// Where it begins.
    pub head: HeadId,
    /// The unit that is called.
    pub callee: UnitId,
    /// Parameters and static fields of the callee with their values, over the variables of the caller. Parameters that are not here
    /// may have any value.
    pub passed: Vec<(FlatVariable, TermId)>,
    /// The ways in which it may return.
    pub returns: Vec<CallReturn>,
}

/// A way in which a call may return.
#[derive(Clone, Debug)]
pub struct CallReturn {
    /// The exit of the callee.
    pub exit: HeadId,
    /// Where the caller continues.
    pub target: HeadId,
    /// Variables of the caller with their new values, over the variables of the callee and inputs.
    pub assigned: Vec<(FlatVariable, TermId)>,
}
