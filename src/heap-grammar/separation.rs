//! Separation logic with inductive definitions, as text: definitions, and the formulas in them.
//!
//! ```text
//! definition = name "(" [parameter {"," parameter}] ")" ":=" cases
//! parameter  = name [":" class] | "null"
//! cases      = formula {"|" formula}
//! formula    = atom {"*" atom}
//! atom       = "emp"
//!            | name [":" class] "->" "{" [field ":" term {"," field ":" term}] "}"
//!            | name [roles] "(" [term {"," term}] ")"
//!            | term ("==" | "!=") term
//! roles      = "<" field {"," field} ">"
//! term       = "null" | "true" | "false" | number | "_"…  | name {"." name} [":" class]
//! field      = name {"." name}
//! class      = name {"." name}
//! ```
//!
//! `// …` and `/* … */` are comments. Names are letters, digits, `_`, `$` and `#`, and may begin with `@` or `%`; any other text may stand in
//! quotes. What names mean, and which of all this makes sense, is up to those who read definitions: nothing is known here of heaps.
//!
//! ```
//! use hrglass_heap_grammar::base::FileId;
//! use hrglass_heap_grammar::separation::parse_definitions;
//!
//! let (found, diagnostics) = parse_definitions("seg(x, y) := x -> {next: y} | x -> {next: z} * seg(z, y)", FileId(0));
//! assert!(diagnostics.is_empty());
//! assert_eq!(found[0].to_string(), "seg(x, y) := x -> {next: y}\n           | x -> {next: z} * seg(z, y)");
//! ```

mod lex;
mod parse;
mod print;
#[cfg(test)]
mod tests;

use base::Span;

pub use parse::{parse_cases, parse_definitions};

/// A name in a text.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Name {
    /// The name, without quotes.
    pub text: String,
    /// Its position.
    pub span: Span,
}

/// The definition of a predicate: `name(parameters) := cases`.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Definition {
    /// The name of the predicate.
    pub name: Name,
    /// Its parameters.
    pub parameters: Vec<Parameter>,
    /// Its cases, at least one: it holds where one of them does.
    pub cases: Vec<Formula>,
}

/// A parameter of a predicate.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Parameter {
    /// Its name.
    pub name: Name,
    /// Its class, where it is given.
    pub class: Option<Name>,
    /// Whether it is the constant `null`, whose name this is, and no variable.
    pub is_null: bool,
}

/// A separating conjunction: the atoms describe disjoint parts of a heap, which together are all of it. Variables that are no parameters are
/// existential.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Formula {
    /// The atoms; none for `emp`.
    pub atoms: Vec<Atom>,
    /// Its position.
    pub span: Span,
}

/// A formula without `*`.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Atom {
    /// `source: class -> {fields}`: an object with these fields.
    PointsTo {
        /// The variable that points to the object.
        source: Name,
        /// Its class, where it is given.
        class: Option<Name>,
        /// Its fields, in the order given.
        fields: Vec<FieldValue>,
        /// Its position.
        span: Span,
    },
    /// `predicate<roles>(arguments)`.
    Predicate {
        /// The predicate.
        name: Name,
        /// The fields, with or without their classes, that it is about, where they are given.
        roles: Vec<Name>,
        /// The arguments.
        arguments: Vec<Term>,
        /// Its position.
        span: Span,
    },
    /// `left == right`, or `left != right`, of the empty heap.
    Comparison {
        /// The term before the operator.
        left: Term,
        /// The term after it.
        right: Term,
        /// Whether it is `==`.
        is_equal: bool,
        /// Its position.
        span: Span,
    },
}

impl Formula {
    /// The classes that it names.
    pub fn classes_mut(&mut self) -> Vec<&mut Name> {
        let mut found = Vec::new();
        for atom in &mut self.atoms {
            match atom {
                Atom::PointsTo { class, fields, .. } => {
                    found.extend(class);
                    found.extend(fields.iter_mut().filter_map(|field| field.value.class_mut()));
                }
                Atom::Predicate { arguments, .. } => found.extend(arguments.iter_mut().filter_map(Term::class_mut)),
                Atom::Comparison { left, right, .. } => {
                    found.extend([left, right].into_iter().filter_map(Term::class_mut));
                }
            }
        }
        found
    }
}

impl Term {
    fn class_mut(&mut self) -> Option<&mut Name> {
        match &mut self.value {
            TermValue::Variable { class, .. } => class.as_mut(),
            TermValue::Null | TermValue::Integer(_) | TermValue::Wildcard(_) => None,
        }
    }
}

impl Atom {
    /// Its position.
    pub fn span(&self) -> Span {
        match self {
            Atom::PointsTo { span, .. } | Atom::Predicate { span, .. } | Atom::Comparison { span, .. } => *span,
        }
    }
}

/// A field with its value.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct FieldValue {
    /// The field: names joined by dots.
    pub field: Name,
    /// What it leads to.
    pub value: Term,
}

/// A term.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Term {
    /// What it stands for.
    pub value: TermValue,
    /// Its position.
    pub span: Span,
}

/// What a term stands for.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum TermValue {
    /// `null`.
    Null,
    /// A number; `false` is 0, and `true` is 1.
    Integer(i64),
    /// `_`, or a word that begins with `_`: a value that is not followed, of a kind that the word after `_` names.
    Wildcard(String),
    /// `name.part: class`: a variable, or a part of the object that it points to.
    Variable {
        /// The variable.
        name: Name,
        /// The fields that lead to the part, joined by dots; empty for the whole object.
        part: String,
        /// The class of the object, where it is given.
        class: Option<Name>,
    },
}
