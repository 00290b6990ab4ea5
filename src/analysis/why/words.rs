//! Propositions as English clauses. What is said of formulas goes through [`clause`] and [`list`].

use crate::logic::{Operand, Proposition};

/// How a proposition is worded.
pub(super) struct Clause {
    /// It is true.
    pub holds: String,
    /// It is false.
    pub fails: String,
    /// It is false for ever.
    pub never: String,
    /// It is true for ever.
    pub always: String,
}

/// The words for a proposition.
pub(super) fn clause(proposition: &Proposition) -> Clause {
    let of = |subject: &str, holds: &str, fails: &str, never: &str, always: &str| {
        let with = |verb: &str| format!("{subject} {verb}");
        Clause { holds: with(holds), fails: with(fails), never: with(never), always: with(always) }
    };
    // With a form of *to be*.
    let is = |subject: &str, what: &str| {
        let [holds, fails, never, always] =
            ["is", "is not", "is never", "is always"].map(|verb| format!("{verb} {what}"));
        of(subject, &holds, &fails, &never, &always)
    };
    let shape = |subject: &str, nonterminal: &str| {
        let [holds, fails, never, always] =
            ["has", "does not have", "never has", "always has"].map(|verb| format!("{verb} the shape {nonterminal}"));
        of(subject, &holds, &fails, &never, &always)
    };
    let run_is = |place: &str| {
        let [holds, fails, never, always] =
            ["is", "is not", "never comes", "stays"].map(|verb| (verb, place)).map(|(verb, place)| match verb {
                "never comes" => format!("{verb} {}", place.replacen("at", "to", 1)),
                _ => format!("{verb} {place}"),
            });
        of("the run", &holds, &fails, &never, &always)
    };
    match proposition {
        Proposition::Terminated => of("the program", "has ended", "has not ended", "never ends", "has ended"),
        Proposition::NullDereference => of(
            "null",
            "has been dereferenced",
            "has not been dereferenced",
            "is never dereferenced",
            "has been dereferenced",
        ),
        Proposition::Exception => of(
            "the program",
            "has ended with an exception",
            "has not ended with an exception",
            "never ends with an exception",
            "has ended with an exception",
        ),
        Proposition::Shape { nonterminal, of: None } => shape("the heap", nonterminal),
        Proposition::Shape { nonterminal, of: Some(x) } => shape(&format!("what {x} reaches"), nonterminal),
        Proposition::Reachable { from, to, selectors } => {
            let along = match selectors.as_slice() {
                [] => String::new(),
                some => format!(" along {}", list(some, "and")),
            };
            let [holds, fails, never, always] = ["reaches", "does not reach", "never reaches", "always reaches"]
                .map(|verb| format!("{verb} {to}{along}"));
            of(&from.to_string(), &holds, &fails, &never, &always)
        }
        Proposition::Visited(None) => Clause {
            holds: "a variable points to the followed object".to_owned(),
            fails: "no variable points to the followed object".to_owned(),
            never: "no variable ever points to the followed object".to_owned(),
            always: "a variable always points to the followed object".to_owned(),
        },
        Proposition::Visited(Some(x)) => {
            let [holds, fails, never, always] = ["points", "does not point", "never points", "always points"]
                .map(|verb| format!("{verb} to the followed object"));
            of(&x.to_string(), &holds, &fails, &never, &always)
        }
        Proposition::IdenticNeighbours => {
            let [holds, fails, never, always] = ["has", "no longer has", "never has", "always has"]
                .map(|verb| format!("{verb} its initial neighbours"));
            of("the followed object", &holds, &fails, &never, &always)
        }
        Proposition::Compare { left, field, equal, right } => {
            let left = field.as_ref().map_or_else(|| left.to_string(), |field| format!("{left}.{field}"));
            match (right, equal) {
                (Operand::Variable(right), true) => {
                    let [holds, fails, never, always] =
                        ["are", "are not", "are never", "are always"].map(|verb| format!("{verb} equal"));
                    of(&format!("{left} and {right}"), &holds, &fails, &never, &always)
                }
                (Operand::Variable(right), false) => {
                    of(&format!("{left} and {right}"), "differ", "do not differ", "never differ", "always differ")
                }
                (right, true) => is(&left, &right.to_string()),
                // False if it has no value, too.
                (right, false) => Clause {
                    holds: format!("{left} is not {right}"),
                    fails: format!("{left} is {right} or has no value"),
                    never: format!("{left} is always {right} or has no value"),
                    always: format!("{left} is never {right}"),
                },
            }
        }
        Proposition::IsTree => is("the heap", "a tree"),
        Proposition::IsAcyclic => Clause {
            holds: "the heap has no cycle".to_owned(),
            fails: "the heap has a cycle".to_owned(),
            never: "the heap always has a cycle".to_owned(),
            always: "the heap never has a cycle".to_owned(),
        },
        Proposition::IsGarbageFree => Clause {
            holds: "every object is reachable from a variable".to_owned(),
            fails: "an object is not reachable from any variable".to_owned(),
            never: "there is always an object that is not reachable from any variable".to_owned(),
            always: "every object is always reachable from a variable".to_owned(),
        },
        Proposition::At { file: None, line } => run_is(&format!("at line {line}")),
        Proposition::At { file: Some(file), line } => run_is(&format!("at line {line} of {file}")),
        Proposition::In { method } => run_is(&format!("in {method}")).in_method(method),
        Proposition::Label { procedure: None, label } => run_is(&format!("at {label}")),
        Proposition::Label { procedure: Some(procedure), label } => run_is(&format!("at {label} in {procedure}")),
        Proposition::Failed => {
            of("an assertion", "has failed", "has not failed", "never fails", "has failed").no_assertion()
        }
        Proposition::Condition(text) => {
            of(&format!("`{text}`"), "holds", "does not hold", "never holds", "always holds")
        }
    }
}

impl Clause {
    fn in_method(self, method: &str) -> Self {
        Self { never: format!("the run never comes into {method}"), ..self }
    }

    fn no_assertion(self) -> Self {
        Self { fails: "no assertion has failed".to_owned(), never: "no assertion ever fails".to_owned(), ..self }
    }

    /// What is so.
    pub fn told(self, holds: bool) -> String {
        if holds { self.holds } else { self.fails }
    }

    /// What is so for ever.
    pub fn told_for_ever(self, holds: bool) -> String {
        if holds { self.always } else { self.never }
    }
}

/// `a, b and c`.
pub(super) fn list<T: AsRef<str>>(words: &[T], last: &str) -> String {
    match words {
        [] => String::new(),
        [only] => only.as_ref().to_owned(),
        [first @ .., end] => {
            let first: Vec<&str> = first.iter().map(AsRef::as_ref).collect();
            format!("{} {last} {}", first.join(", "), end.as_ref())
        }
    }
}

/// Facts that are so, those that are asked for first: `a and b, but not c`.
pub(super) fn facts(holding: &[String], failing: &[String]) -> String {
    match (holding, failing) {
        (holding, []) => list(holding, "and"),
        ([], failing) => list(failing, "and"),
        (holding, failing) => format!("{}, but {}", list(holding, "and"), list(failing, "and")),
    }
}
