//! Concrete execution: what a program does on an actual heap.
//!
//! Integers are exact, objects are numbered, calls have frames. What the program or its input leaves open is a
//! [`Decision`]; between decisions a run is determined. An input may be given as a heap with nonterminals: the parts
//! that the program touches are derived when it touches them.
//!
//! Nothing here uses the abstract execution in [`heap_program`](super::heap_program): counterexamples are replayed by
//! this interpreter, and it judges what the analysis claims. Both read the same program, and take from the grammar
//! what its rules are.

mod arithmetic;
mod configuration;
mod decision;
mod executed;
mod input;
mod language;
mod machine;
mod named;
mod proposition;
mod watch;

use crate::base::newtype_index;
use crate::heap::VertexId;
use crate::program::objects::{LocalId, Type};

pub use configuration::Configuration;
pub use decision::{Decision, Script};
pub use executed::ExecutedRun;
pub use language::{Places, covers, places};
pub use machine::{End, Frame, Machine, Setting};
pub use named::Named;
pub use proposition::{Binding, Garbage, Mark, variable};
pub use watch::{Seen, Watch};

newtype_index! {
    /// An object of a memory.
    pub struct ObjectId;
    /// A number that is still open when it first occurs.
    pub struct Symbol;
}

/// What a variable or field holds.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub enum Value {
    /// Nothing yet, or a reference that neither program nor input determines.
    Unset,
    /// The null reference.
    Null,
    /// An object.
    Object(ObjectId),
    /// A number, or a boolean as 0 or 1.
    Number(i64),
    /// A number that has not mattered yet.
    Open(Symbol),
    /// The number at this vertex of the input, which does not say what it is; when it is read it becomes an open number.
    Given(VertexId),
}

/// An object: its class and its fields.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Object<'a> {
    /// The name of its class.
    pub class: &'a str,
    /// What its fields hold; those that nothing has touched may be missing.
    pub fields: Named<'a>,
    /// The vertex of the input that it is; `None` if the program has allocated it.
    pub vertex: Option<VertexId>,
}

/// Where an open number came from.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Origin<'a> {
    /// A field of an object of the input.
    Field(ObjectId, &'a str),
    /// A parameter of the entry procedure.
    Parameter(LocalId),
    /// A vertex of the input.
    Vertex(VertexId),
    /// An operation of the program, whose result is not modelled.
    Operation,
    /// An operation of the program that may have any result: a random number.
    Drawn,
}

/// A number that is, or was, open.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct OpenNumber<'a> {
    /// What it may be.
    pub ty: Type,
    /// Where it came from.
    pub origin: Origin<'a>,
    /// What it has been decided to be.
    pub value: Option<i64>,
}
