//! What no run of a program may do, by name and as the competition on software verification writes it.

use serde::{Deserialize, Serialize};

use super::document::Analysis;
use program::objects::ExceptionKind;

/// What the competition on software verification calls memory safety: three checks.
pub const VALID_MEMSAFETY: &str = "valid-memsafety";

/// The formulas in its property files, but for those about calls.
const FORMULAS: [(&str, Check); 5] = [
    ("G ! overflow", Check::NoOverflow),
    ("G valid-deref", Check::ValidDeref),
    ("G valid-free", Check::ValidFree),
    ("G valid-memtrack", Check::ValidMemtrack),
    ("G valid-memcleanup", Check::ValidMemcleanup),
];

/// What no run of a program may do. The names are those of the competition on software verification, where it has
/// one.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug, Serialize, Deserialize)]
#[cfg_attr(feature = "wasm", derive(tsify::Tsify))]
#[serde(rename_all = "kebab-case")]
pub enum Check {
    /// Come to the label `ERROR`, call `reach_error`, or fail an assertion.
    UnreachCall,
    /// Divide by zero.
    NoDivisionByZero,
    /// Shift by a distance that is negative or not less than the width.
    NoInvalidShift,
    /// Use an index that an array of constant size does not have.
    NoIndexOutOfBounds,
    /// Overflow in an operation on signed numbers.
    NoOverflow,
    /// Dereference null, a pointer without a value, or one to memory that is gone.
    ValidDeref,
    /// Free what is no object of the heap, or is gone.
    ValidFree,
    /// Lose an object: nothing leads to it any more, and it was not freed.
    ValidMemtrack,
    /// End while an object of the heap was not freed.
    ValidMemcleanup,
    /// Of Java programs: end with an exception, or dereference null. All of the following.
    MemorySafety,
    /// Dereference null, or pass it to a method of the library that needs an object.
    NullDereference,
    /// Use an index that is out of bounds, or make an array of negative size.
    IndexOutOfBounds,
    /// Cast an object to a class that it has not.
    WrongCast,
    /// Divide by zero; in C it is [`Check::NoDivisionByZero`].
    DivisionByZero,
    /// Fail an assertion.
    Assertion,
    /// End with another exception, which the program or its library throws on purpose.
    Exception,
}

impl Check {
    /// Every check, in the order of reports.
    pub const ALL: [Check; 16] = [
        Check::UnreachCall,
        Check::NoDivisionByZero,
        Check::NoInvalidShift,
        Check::NoIndexOutOfBounds,
        Check::NoOverflow,
        Check::ValidDeref,
        Check::ValidFree,
        Check::ValidMemtrack,
        Check::ValidMemcleanup,
        Check::MemorySafety,
        Check::NullDereference,
        Check::IndexOutOfBounds,
        Check::WrongCast,
        Check::DivisionByZero,
        Check::Assertion,
        Check::Exception,
    ];

    /// How a program uses its memory. What a function other than `main` has not freed is its caller's.
    pub fn of_memory(is_main: bool) -> impl Iterator<Item = Check> {
        let checks = [Check::ValidDeref, Check::ValidFree, Check::ValidMemtrack, Check::ValidMemcleanup];
        checks.into_iter().filter(move |&check| is_main || check != Check::ValidMemcleanup)
    }

    /// Of Java programs: the kinds of exceptions with which no run may end; none for what is checked of programs in C.
    pub fn exceptions(self) -> &'static [ExceptionKind] {
        match self {
            Check::MemorySafety => &ExceptionKind::ALL,
            Check::NullDereference => &[ExceptionKind::NullDereference],
            Check::IndexOutOfBounds => &[ExceptionKind::OutOfBounds],
            Check::WrongCast => &[ExceptionKind::WrongCast],
            Check::DivisionByZero => &[ExceptionKind::DivisionByZero],
            Check::Assertion => &[ExceptionKind::Assertion],
            Check::Exception => &[ExceptionKind::Other],
            Check::UnreachCall
            | Check::NoDivisionByZero
            | Check::NoInvalidShift
            | Check::NoIndexOutOfBounds
            | Check::NoOverflow
            | Check::ValidDeref
            | Check::ValidFree
            | Check::ValidMemtrack
            | Check::ValidMemcleanup => &[],
        }
    }

    /// The part of memory safety that is about a kind of exceptions.
    pub fn of_exception(kind: ExceptionKind) -> Check {
        match kind {
            ExceptionKind::NullDereference => Check::NullDereference,
            ExceptionKind::OutOfBounds => Check::IndexOutOfBounds,
            ExceptionKind::WrongCast => Check::WrongCast,
            ExceptionKind::DivisionByZero => Check::DivisionByZero,
            ExceptionKind::Assertion => Check::Assertion,
            ExceptionKind::Other => Check::Exception,
        }
    }

    /// The analyses that check it.
    pub fn analyses(self) -> &'static [Analysis] {
        match self {
            _ if !self.exceptions().is_empty() => &[Analysis::Heap, Analysis::Forest, Analysis::Blocks],
            Check::UnreachCall => &[Analysis::Blocks, Analysis::Forest, Analysis::Heap],
            Check::NoDivisionByZero | Check::NoInvalidShift | Check::NoIndexOutOfBounds | Check::NoOverflow => {
                &[Analysis::Blocks]
            }
            _ => &[Analysis::Forest, Analysis::Heap],
        }
    }

    /// Its name in documents and on the command line.
    pub fn name(self) -> &'static str {
        match self {
            Check::UnreachCall => super::UNREACH_CALL,
            Check::NoDivisionByZero => "no-division-by-zero",
            Check::NoInvalidShift => "no-invalid-shift",
            Check::NoIndexOutOfBounds => "no-index-out-of-bounds",
            Check::NoOverflow => "no-overflow",
            Check::ValidDeref => "valid-deref",
            Check::ValidFree => "valid-free",
            Check::ValidMemtrack => "valid-memtrack",
            Check::ValidMemcleanup => "valid-memcleanup",
            Check::MemorySafety => "memory-safety",
            Check::NullDereference => "null-dereference",
            Check::IndexOutOfBounds => "index-out-of-bounds",
            Check::WrongCast => "wrong-cast",
            Check::DivisionByZero => "division-by-zero",
            Check::Assertion => "assertion",
            Check::Exception => "exception",
        }
    }

    /// What is checked together under a name: one check under its own, several under [`VALID_MEMSAFETY`]; nothing if there is no such name.
    pub fn named(name: &str) -> Vec<Check> {
        match name {
            VALID_MEMSAFETY => vec![Check::ValidDeref, Check::ValidFree, Check::ValidMemtrack],
            _ => Self::ALL.into_iter().filter(|check| check.name() == name).collect(),
        }
    }

    /// All that can be named.
    pub fn names() -> impl Iterator<Item = &'static str> {
        Self::ALL.into_iter().map(Check::name).chain([VALID_MEMSAFETY])
    }

    /// The formula that the competition on software verification has for it, about calls of a function, which is `reach_error` if none is
    /// named; `None` if it has none.
    pub fn formula(self, call: Option<&str>) -> Option<String> {
        match self {
            Check::UnreachCall => Some(format!("G ! call({}())", call.unwrap_or("reach_error"))),
            _ => FORMULAS.iter().find(|(_, check)| *check == self).map(|(formula, _)| (*formula).to_owned()),
        }
    }

    /// The check for such a formula, and the function whose calls it is about, if any. Spaces mean nothing.
    pub fn of_formula(formula: &str) -> Option<(Check, Option<String>)> {
        let compact = |text: &str| text.chars().filter(|c| !c.is_whitespace()).collect::<String>();
        let formula = compact(formula);
        if let Some((_, check)) = FORMULAS.iter().find(|(known, _)| compact(known) == formula) {
            return Some((*check, None));
        }
        let function = formula.strip_prefix("G!call(")?.strip_suffix("())")?;
        let is_name = !function.is_empty() && function.chars().all(|c| c.is_alphanumeric() || c == '_');
        is_name.then(|| (Check::UnreachCall, Some(function.to_owned())))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn formulas_are_read_as_they_are_written() {
        for check in Check::ALL {
            let call = (check == Check::UnreachCall).then(|| "reach_error".to_owned());
            if let Some(formula) = check.formula(None) {
                let spaced = formula.replace(' ', "  ");
                let compact = formula.replace(' ', "");
                for text in [formula, spaced, compact] {
                    assert_eq!(Check::of_formula(&text), Some((check, call.clone())), "{text}");
                }
            }
        }
        let alarm = Some("alarm".to_owned());
        assert_eq!(Check::of_formula("G ! call(alarm())"), Some((Check::UnreachCall, alarm)));
        assert_eq!(Check::UnreachCall.formula(Some("alarm")).as_deref(), Some("G ! call(alarm())"));
        for other in ["F end", "G ! data-race", "G ! label(ERROR)", "G ! call(f(x))", "G ! call(())", "G call(f())"] {
            assert_eq!(Check::of_formula(other), None, "{other}");
        }
    }

    #[test]
    fn each_name_stands_for_something() {
        assert!(Check::names().all(|name| !Check::named(name).is_empty()));
        assert_eq!(Check::named("valid-memcleanup"), [Check::ValidMemcleanup]);
        assert!(Check::named("nonsense").is_empty());
    }
}
