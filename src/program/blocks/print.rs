//! Conditions over variables as expressions of the program's language.
//!
//! An expression has exactly the value of its term when it is evaluated by the rules of the language with the declared types
//! of the variables. Types are what makes this difficult: C promotes narrow numbers and compares signed
//! with unsigned ones as unsigned, Java has no unsigned numbers. Casts are written only where they change something.

mod expression;
mod number;
mod text;

use rustc_hash::FxHashMap;

use crate::program::cfa::ProcedureId;
use crate::program::objects::{Procedure, Type, is_program_name};
use crate::solve::{TermId, Terms, VariableId};

use super::build::{BlockProgram, HeadId};
use super::flat::{FlatProgram, FlatVariable, FrameId, VariableOrigin};

pub use expression::{VariableText, expression};
pub use text::Notation;

impl BlockProgram<'_> {
    /// The copy of a procedure to which a head belongs: in its scope, conditions at the head are expressions.
    pub fn frame_of(&self, head: HeadId) -> FrameId {
        self.flat.cfa.locations[self.heads[head].location].frame
    }

    /// A term over [`BlockProgram::current`] as an expression with the same value, in the scope of a copy of a procedure.
    ///
    /// `None` if it mentions something else than variables that are certainly visible there under their names, or if
    /// it would be too large.
    pub fn expression(&self, terms: &Terms, term: TermId, frame: FrameId, notation: Notation) -> Option<String> {
        let variables = terms.variables(term).into_iter();
        let known = self.current.iter_enumerated();
        let known: FxHashMap<TermId, FlatVariable> = known.map(|(variable, &term)| (term, variable)).collect();
        let texts: Option<FxHashMap<VariableId, VariableText>> = variables
            .map(|variable| {
                let text = self.flat.variable_text(*known.get(&terms.term_of(variable))?, frame, notation)?;
                Some((variable, text))
            })
            .collect();
        let texts = texts?;
        expression(terms, term, notation, |variable| texts.get(&variable).cloned())
    }
}

impl FlatProgram<'_> {
    /// A variable as it is written in the scope of a copy; `None` if it may not be visible there, or not under its name.
    fn variable_text(&self, variable: FlatVariable, frame: FrameId, notation: Notation) -> Option<VariableText> {
        let name = self.name_of(variable);
        let procedure = self.procedure(frame);
        let is_visible = match self.variables[variable] {
            VariableOrigin::Local(owner, _) => {
                owner == frame && !hidden_names(procedure).any(|hidden| base(hidden) == base(name))
            }
            VariableOrigin::Static(_) if notation == Notation::Java => true,
            VariableOrigin::Static(_) => {
                !self.is_local_of_function(name)
                    && procedure.locals.iter().all(|local| base(&local.name) != base(name))
                    // A number is added to the names of variables of several files.
                    && self.program.fields.iter().all(|field| field.name == name || !is_hidden(&field.name) || base(&field.name) != base(name))
            }
        };
        if !is_visible || !is_program_name(name) || is_hidden(name) || name.split('.').any(|part| part == "anonymous") {
            return None;
        }
        Some(match self.type_of(variable) {
            Type::Integer(ty) => VariableText::Integer(name.to_owned(), ty),
            Type::Boolean => VariableText::Condition(name.to_owned()),
            Type::Reference(_) => {
                let null = if notation == Notation::Java { "null" } else { "0" };
                VariableText::Condition(format!("{name} == {null}"))
            }
            _ => return None,
        })
    }

    /// Whether a static variable is local to a function, as its name says: it may not be visible everywhere in the function.
    fn is_local_of_function(&self, name: &str) -> bool {
        let owner = name.split_once('.').map(|(owner, _)| owner);
        let procedures = || (0..self.program.procedures.len()).map(crate::base::Idx::at);
        owner.is_some_and(|owner| procedures().any(|id: ProcedureId| self.program.procedures[id].name == owner))
    }
}

/// The names of locals that are not what the same word means everywhere in the procedure: they hide others, or are objects.
fn hidden_names(procedure: &Procedure) -> impl Iterator<Item = &str> {
    procedure.locals.iter().map(|local| local.name.as_str()).filter(|name| is_hidden(name))
}

/// Whether a name is not one of the program.
fn is_hidden(name: &str) -> bool {
    name.contains(['\'', '&', '$', '@'])
}

/// The variable of which a name denotes a part: `s` of `s.x`, `a` of `a[0]`, `x` of `x'` and `&x`.
fn base(name: &str) -> &str {
    let name = name.trim_start_matches('&');
    let end = name.find(|c: char| !c.is_alphanumeric() && c != '_').unwrap_or(name.len());
    &name[..end]
}
