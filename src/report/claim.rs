//! What a property claims of all runs.

use base::{Message, msg};
use serde::{Deserialize, Serialize};

/// The kinds of properties.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[cfg_attr(feature = "wasm", derive(tsify::Tsify))]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(rename_all = "kebab-case")]
pub enum PropertyKind {
    /// Nothing that a run throws stays uncaught, dereferences of null included.
    MemorySafety,
    /// Every run satisfies a formula.
    Ltl,
    /// No run does what a monitor looks for.
    Monitor,
    /// No assertion of the program fails.
    Assertions,
    /// No run reaches a label that stands for an error; in C, nor calls what does, nor fails an assertion.
    UnreachCall,
    /// No run divides by zero.
    NoDivisionByZero,
    /// No run shifts by a distance that the width does not allow.
    NoInvalidShift,
    /// No run uses an index that an array of constant size does not have.
    NoIndexOutOfBounds,
    /// No operation on signed numbers overflows.
    NoOverflow,
    /// No run dereferences null, a pointer without a value, or one to memory that is gone.
    ValidDeref,
    /// No run frees what is no object of the heap, or is gone.
    ValidFree,
    /// No run loses an object that it has not freed.
    ValidMemtrack,
    /// No run ends while an object of the heap was not freed.
    ValidMemcleanup,
    /// Of memory safety: no dereference of null stays uncaught, nor what the library throws as it is passed null.
    NullDereference,
    /// Of memory safety: no index is out of bounds, and no size of an array negative, without a handler.
    IndexOutOfBounds,
    /// Of memory safety: no object is cast to a class that it has not, without a handler.
    WrongCast,
    /// Of memory safety: no run divides by zero without a handler.
    DivisionByZero,
    /// Of memory safety: no assertion fails without a handler.
    Assertion,
    /// Of memory safety: nothing else that a run throws stays uncaught.
    Exception,
    /// Of the memory safety of a class: no call of a method fails, whatever a client has called before.
    Call,
}

impl PropertyKind {
    /// Whether it is about exceptions of a Java program: memory safety, or a part of it.
    pub fn is_of_exceptions(self) -> bool {
        self == PropertyKind::MemorySafety || self.is_part()
    }

    /// Whether it is a part of memory safety.
    pub fn is_part(self) -> bool {
        matches!(
            self,
            PropertyKind::NullDereference
                | PropertyKind::IndexOutOfBounds
                | PropertyKind::WrongCast
                | PropertyKind::DivisionByZero
                | PropertyKind::Assertion
                | PropertyKind::Exception
                | PropertyKind::Call
        )
    }
}

/// What a property claims: its kind, what it is about, and the whole of it in words.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[cfg_attr(feature = "wasm", derive(tsify::Tsify))]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(rename_all = "camelCase")]
pub struct PropertyClaim {
    /// The kind of property.
    pub kind: PropertyKind,
    /// The formula of kind `ltl`, printed canonically; absent for all other kinds.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub formula: Option<String>,
    /// The name of the monitor of kind `monitor`; absent for all other kinds.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub monitor: Option<String>,
    /// The labels of kind `unreach-call`; absent for all other kinds.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub labels: Vec<String>,
    /// The method of kind `call`; the function of kind `unreach-call`, if the claim is about calls of that one alone; absent for all other kinds.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub call: Option<String>,
    /// The methods that clients of a class can call, if it is the memory safety of that class; absent for everything else.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub methods: Vec<String>,
    /// What it says; names and formulas are in backticks.
    pub words: Message,
}

impl PropertyClaim {
    fn of(kind: PropertyKind, words: Message) -> Self {
        Self { kind, formula: None, monitor: None, labels: Vec::new(), call: None, methods: Vec::new(), words }
    }

    /// Nothing that a run throws stays uncaught.
    pub fn memory_safety() -> Self {
        Self::of(PropertyKind::MemorySafety, msg!("no uncaught null dereference or other exception"))
    }

    /// No dereference of null stays uncaught.
    pub fn null_dereference() -> Self {
        Self::of(PropertyKind::NullDereference, msg!("no uncaught null dereference"))
    }

    /// No index is out of bounds.
    pub fn index_out_of_bounds() -> Self {
        let words = msg!("no index out of bounds, and no array of negative size, without a handler");
        Self::of(PropertyKind::IndexOutOfBounds, words)
    }

    /// No cast fails.
    pub fn wrong_cast() -> Self {
        Self::of(PropertyKind::WrongCast, msg!("no cast that fails without a handler"))
    }

    /// No division by zero stays uncaught.
    pub fn division_by_zero() -> Self {
        Self::of(PropertyKind::DivisionByZero, msg!("no division by zero without a handler"))
    }

    /// No failure of an assertion stays uncaught.
    pub fn assertion() -> Self {
        Self::of(PropertyKind::Assertion, msg!("no assertion that fails without a handler"))
    }

    /// Nothing else that is thrown stays uncaught.
    pub fn exception() -> Self {
        Self::of(PropertyKind::Exception, msg!("no uncaught exception that the program or its library throws"))
    }

    /// No sequence of calls of these methods by a client of a class fails.
    pub fn class_safety(methods: Vec<String>) -> Self {
        let words = msg!("no sequence of calls ends with a null dereference or another failure");
        Self { methods, ..Self::of(PropertyKind::MemorySafety, words) }
    }

    /// No call of this method by a client fails.
    pub fn call(method: &str) -> Self {
        let words = msg!("no call of `{method}` fails, whatever was called before");
        Self { call: Some(method.to_owned()), ..Self::of(PropertyKind::Call, words) }
    }

    /// Every run satisfies this formula, which says this in words.
    pub fn ltl(formula: String, words: Message) -> Self {
        Self { formula: Some(formula), ..Self::of(PropertyKind::Ltl, words) }
    }

    /// No run does what the monitor of this name looks for.
    pub fn monitor(name: String) -> Self {
        let words = msg!("no run is accepted by the monitor `{name}`");
        Self { monitor: Some(name), ..Self::of(PropertyKind::Monitor, words) }
    }

    /// No assertion fails.
    pub fn assertions() -> Self {
        Self::of(PropertyKind::Assertions, msg!("no assertion fails"))
    }

    /// No run reaches one of these labels.
    pub fn unreach_call(labels: Vec<String>) -> Self {
        let names = Message::any_of(labels.iter().map(Message::code));
        let words = msg!("no run reaches {names}");
        Self { labels, ..Self::of(PropertyKind::UnreachCall, words) }
    }

    /// No run of a program in C comes to a place that stands for an error, or calls this function.
    pub fn unreach_error(call: Option<&str>) -> Self {
        let words = match call {
            Some(function) => msg!("no run calls `{function}`"),
            None => msg!("no run reaches `reach_error`, a label `ERROR`, or an assertion that fails"),
        };
        Self { call: call.map(str::to_owned), ..Self::of(PropertyKind::UnreachCall, words) }
    }

    /// No run divides by zero.
    pub fn no_division_by_zero() -> Self {
        Self::of(PropertyKind::NoDivisionByZero, msg!("no run divides by zero"))
    }

    /// No run shifts by a distance that the width does not allow.
    pub fn no_invalid_shift() -> Self {
        let words = msg!("no run shifts by a distance that is negative or not less than the width");
        Self::of(PropertyKind::NoInvalidShift, words)
    }

    /// No run uses an index that an array does not have.
    pub fn no_index_out_of_bounds() -> Self {
        let words = msg!("no run uses an index that its array does not have");
        Self::of(PropertyKind::NoIndexOutOfBounds, words)
    }

    /// No operation on signed numbers overflows.
    pub fn no_overflow() -> Self {
        Self::of(PropertyKind::NoOverflow, msg!("no operation on signed numbers overflows"))
    }

    /// Every pointer that is dereferenced points to an object.
    pub fn valid_deref() -> Self {
        let words = msg!("no run dereferences null, a pointer without a value, or a pointer to memory that is gone");
        Self::of(PropertyKind::ValidDeref, words)
    }

    /// Only objects of the heap are freed, and each of them once.
    pub fn valid_free() -> Self {
        let words = msg!("every run frees only what it has allocated, and only once");
        Self::of(PropertyKind::ValidFree, words)
    }

    /// No object is lost.
    pub fn valid_memtrack() -> Self {
        let words = msg!("no run loses memory: what was not freed is reached from variables");
        Self::of(PropertyKind::ValidMemtrack, words)
    }

    /// Everything is freed at the end.
    pub fn valid_memcleanup() -> Self {
        let words = msg!("when a run ends, all memory that it has allocated is freed");
        Self::of(PropertyKind::ValidMemcleanup, words)
    }

    /// The formula, or what is claimed in words.
    pub fn text(&self) -> &str {
        self.formula.as_deref().unwrap_or(self.words.as_str())
    }
}
