//! Propositions about programs in large blocks: where a run is, and comparisons of its variables.

mod bindings;
mod executed;
mod observed;
mod read;

use ltl::logic::VariableRef;
use program::objects::{Comparison, FieldId, LocalId, Procedure, Program, STATICS};

pub(crate) use bindings::Bindings;
pub(crate) use executed::{LastState, truth_in};
pub(crate) use observed::{FactAt, FactObserver};
pub(crate) use read::FactReader;

/// What a proposition says of a state.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Fact {
    /// The entry procedure has returned.
    Terminated,
    /// The program has failed.
    Failed,
    /// An exception has left the entry procedure, other than that of a dereference of null.
    Exception,
    /// Null has been dereferenced, and nothing has handled it.
    NullDereference,
    /// The statement about to be executed is on this line.
    At {
        /// The file, if it is named.
        file: Option<String>,
        /// The line, from 1.
        line: u32,
    },
    /// The innermost call is one of this procedure.
    In(String),
    /// Some call on the stack is one of this procedure.
    During(String),
    /// Both sides have values, and these compare so.
    Compare {
        /// The comparison.
        comparison: Comparison,
        /// First operand.
        left: FactValue,
        /// Second operand.
        right: FactValue,
    },
}

/// A side of a comparison.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum FactValue {
    /// A variable; of a reference, whether it is null.
    Variable(VariableRef),
    /// A number.
    Number(i128),
    /// A truth value, or whether a reference is null.
    Boolean(bool),
}

/// Whether a procedure has this simple or qualified name.
fn is_named(program: &Program, procedure: &Procedure, name: &str) -> bool {
    procedure.name == name
        || name
            .rsplit_once('.')
            .is_some_and(|(class, own)| procedure.name == own && program.classes[procedure.class].name == class)
}

/// The locals of a procedure that have a name.
fn locals_named<'p>(procedure: &'p Procedure, name: &'p str) -> impl Iterator<Item = LocalId> + use<'p> {
    procedure.locals.iter_enumerated().filter(move |(_, local)| local.name == name).map(|(id, _)| id)
}

/// The static field that a name means where no local has it: a static variable of a function is called `f.x` or `f::x`, and a
/// field of a class in Java `C.x` or `x`.
fn static_named(program: &Program, x: &VariableRef, is_java: bool) -> Option<FieldId> {
    let class = program.class_named(STATICS)?;
    let mut fields = program.fields.iter_enumerated().filter(|(_, field)| field.class == class);
    let whole = match &x.method {
        Some(method) => format!("{method}.{}", x.name),
        None => x.name.clone(),
    };
    let is_it = |name: &str| {
        name == whole || is_java && x.method.is_none() && name.rsplit_once('.').is_some_and(|(_, own)| own == whole)
    };
    fields.find(|(_, field)| is_it(&field.name)).map(|(id, _)| id)
}
