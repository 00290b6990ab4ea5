//! Concrete execution: the interpreter for actual heaps.
//!
//! Integers are exact, objects are numbered, calls have frames. Whatever neither program nor input determines is a
//! [`Decision`]; between decisions a run is deterministic. An input may be a heap with nonterminals: a part of it is
//! derived when the program first accesses it.
//!
//! Nothing here uses the abstract execution in graph grammars: this interpreter replays
//! counterexamples and checks the results of the analysis. The two share only the program and the rules of the
//! grammar.

mod arithmetic;
mod array;
mod block;
mod client;
mod configuration;
mod cycle;
mod decision;
mod executed;
mod format;
mod hash_order;
mod input;
mod inputs;
mod language;
mod library;
mod machine;
mod memory;
mod named;
mod number;
mod pattern;
mod proposition;
mod random;
mod spelled;
mod text;
mod watch;

use std::rc::Rc;

use base::newtype_index;
use heap_grammar::heap::VertexId;
use program::objects::{ClassId, LocalId, Type};

pub use block::Block;
pub use client::{ClientArgument, ClientStep};
pub use configuration::Configuration;
pub use cycle::CycleDetection;
pub use decision::{Decision, Script};
pub use executed::ExecutedRun;
pub use inputs::bind_parameters;
pub use language::{Places, covers, places};
pub use library::{Content, LibraryObject};
pub use machine::{End, Frame, Machine, Setting};
pub use memory::InvalidAddress;
pub use named::Named;
pub use proposition::{Binding, Garbage, Mark, variable};
pub use watch::{Seen, Watch};

newtype_index! {
    /// An object of a memory.
    pub struct ObjectId;
    /// An object of the library whose content is known.
    pub struct LibraryId;
    /// A number that is undecided when it first occurs.
    pub struct Symbol;
}

/// The value of a variable or field.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub enum Value {
    /// Not assigned, or a reference that neither program nor input determines.
    Unset,
    /// The null reference.
    Null,
    /// An object.
    Object(ObjectId),
    /// An object that is not followed. A positive number tells those of the input apart; of one that the program has made, it is [not
    /// known](Self::SOME) which one it is.
    Opaque(i64),
    /// An object of the library whose content is known, such as an array. It is not followed, but executions compute with it.
    Library(LibraryId),
    /// A number, or a boolean as 0 or 1.
    Number(i64),
    /// An open number, or an open reference that is not followed: no decision has needed its value so far.
    Open(Symbol),
    /// The number at this vertex of the input, whose value the input does not give; reading it turns it into an open
    /// number.
    Given(VertexId),
    /// A reference that was never given a value, of a program that manages its memory.
    Undefined,
}

impl Value {
    /// Some object that is not followed: which one it is, is not known.
    pub const SOME: Self = Self::Opaque(0);

    /// An object that the input does not follow: reading it turns it into an open reference, if it belongs to no class of the program.
    const GIVEN_OBJECT: Self = Self::Opaque(-1);
}

/// Whether an object is there.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub enum Lifetime {
    /// It is.
    Live,
    /// The program has freed it.
    Freed,
    /// It was that of a variable whose block was left.
    Ended,
    /// It never was: it stands for an [outside address](program::objects::Role::Container), and its only field is the part.
    Outside,
}

/// An object: its class and its fields.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Object<'a> {
    /// The name of its class.
    pub class: &'a str,
    /// The values of its fields; fields that were never accessed may be missing.
    pub fields: Named<'a>,
    /// Its vertex in the input; `None` if the program allocated it.
    pub vertex: Option<VertexId>,
    /// Its class; `None` if it belongs to the input of a program that does not manage its memory.
    pub declared: Option<ClassId>,
    /// Whether it is there; always, unless the program manages its memory.
    pub lifetime: Lifetime,
    /// Its elements, if it is several objects in a row. Then its fields stand for those of all elements, and their values say nothing.
    pub block: Option<Rc<Block>>,
}

/// The origin of an open number.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Origin<'a> {
    /// A field of an object of the input.
    Field(ObjectId, &'a str),
    /// A parameter of the entry procedure.
    Parameter(LocalId),
    /// A vertex of the input.
    Vertex(VertexId),
    /// An operation of the program whose result is not modelled.
    Operation,
    /// The same, but it is not null.
    Object,
    /// The client of a class, which passes any object that is not followed, and not null.
    Passed,
    /// An operation of the program with an arbitrary result: a random number.
    Drawn,
    /// The length of a text that is one of these itself.
    Length(Symbol),
    /// A character of it.
    Letter(Symbol),
}

impl Origin<'_> {
    /// Whether an actual run determines it, but the program as it is modelled does not say how.
    pub fn is_unmodelled(self) -> bool {
        matches!(self, Self::Operation | Self::Object)
    }

    /// Whether it is a part of a text: the number of the text says it.
    pub fn is_of_text(self) -> bool {
        matches!(self, Self::Length(_) | Self::Letter(_))
    }

    /// Whether it is the result of an operation, and no part of the input.
    pub fn is_of_program(self) -> bool {
        self.is_unmodelled() || self == Self::Drawn
    }
}

/// A number that is open, or was before it was decided; of a reference 0 if it is null, or else the number of an object that is not followed.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct OpenNumber<'a> {
    /// Its type, which bounds its values.
    pub ty: Type,
    /// Its origin.
    pub origin: Origin<'a>,
    /// Whether it is a reference that is not null.
    pub is_object: bool,
    /// The value decided for it.
    pub value: Option<i64>,
}
