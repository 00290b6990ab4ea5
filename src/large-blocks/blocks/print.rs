//! Conditions over variables as expressions of the program's language.

use rustc_hash::FxHashMap;

use bitvec::{Sort, TermId, Terms, VariableId};
use program::objects::{IntegerType, Procedure, Program, Type, is_program_name};

use super::build::{BlockProgram, HeadId};
use super::flat::{FlatProgram, FlatVariable, FrameId, VariableOrigin};

pub use numbers::{Notation, VariableText, expression, literal};

/// Where a part of a contract of a procedure is to be read.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum ContractPlace {
    /// Where the procedure is entered.
    Entry,
    /// At a head inside.
    Head(HeadId),
    /// Where it returns.
    Return,
}

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
        let known = self.current.iter_enumerated().map(|(variable, &term)| (term, variable));
        written(terms, term, notation, known.collect(), |variable| self.flat.variable_text(variable, frame, notation))
    }

    /// A term over [`BlockProgram::current`] and [`BlockProgram::copies`] as a part of a contract, at this place: `\old(x)` is what `x`
    /// was when the procedure was entered, `\result` what it returns.
    pub fn contract_expression(
        &self,
        terms: &Terms,
        term: TermId,
        place: ContractPlace,
        notation: Notation,
    ) -> Option<String> {
        let current = self.current.iter_enumerated().map(|(variable, &term)| (term, (variable, false)));
        let copies = self.copies.iter().map(|&(variable, copy)| (copy, (variable, true)));
        let frame = match place {
            ContractPlace::Head(head) => self.frame_of(head),
            ContractPlace::Entry | ContractPlace::Return => FrameId(0),
        };
        written(terms, term, notation, current.chain(copies).collect(), |(variable, is_copy)| {
            let is_static = matches!(self.flat.variables[variable], VariableOrigin::Static(_));
            let result = VariableOrigin::Local(FrameId(0), self.flat.procedure(FrameId(0)).returned);
            match place {
                ContractPlace::Return if !is_copy && self.flat.variables[variable] == result => {
                    self.flat.typed_text(variable, "\\result", notation)
                }
                // A parameter means what was passed.
                ContractPlace::Return if !is_copy && !is_static => None,
                ContractPlace::Return if is_copy && !is_static => self.flat.variable_text(variable, frame, notation),
                ContractPlace::Entry => self.flat.variable_text(variable, frame, notation),
                _ if is_copy => Some(match self.flat.variable_text(variable, FrameId(0), notation)? {
                    VariableText::Integer(name, ty) => VariableText::Integer(format!("\\old({name})"), ty),
                    VariableText::Condition(text) => VariableText::Condition(format!("\\old({text})")),
                }),
                _ => self.flat.variable_text(variable, frame, notation),
            }
        })
    }

    /// As [`expression`](Self::expression), for people: what is not visible there has a name, too. Variables of other copies are named
    /// after their procedure (`f::x`), values at the time when the unit was entered `\old(x)`, and what the program does not
    /// determine `any`, `any2`, …. `None` if it would be too large.
    ///
    /// `inputs` are what is not determined and has a name already, in order; others are added.
    pub fn description(
        &self,
        terms: &Terms,
        term: TermId,
        frame: FrameId,
        notation: Notation,
        inputs: &mut Vec<VariableId>,
    ) -> Option<String> {
        let known: FxHashMap<TermId, FlatVariable> =
            self.current.iter_enumerated().map(|(v, &term)| (term, v)).collect();
        let copies: FxHashMap<TermId, FlatVariable> = self.copies.iter().map(|&(v, copy)| (copy, v)).collect();
        let variables = terms.variables(term).into_iter();
        let texts: Option<FxHashMap<VariableId, VariableText>> = variables
            .map(|variable| {
                let term = terms.term_of(variable);
                let flat = &self.flat;
                let text = if let Some(&known) = known.get(&term) {
                    let visible = flat.variable_text(known, frame, notation);
                    visible.or_else(|| flat.typed_text(known, &flat.full_name(known), notation))?
                } else if let Some(&copy) = copies.get(&term) {
                    flat.typed_text(copy, &format!("\\old({})", flat.name_of(copy)), notation)?
                } else {
                    let known = inputs.iter().position(|&input| input == variable);
                    let number = known.unwrap_or_else(|| {
                        inputs.push(variable);
                        inputs.len() - 1
                    });
                    let name = if number == 0 { "any".to_owned() } else { format!("any{}", number + 1) };
                    match terms.sort(term) {
                        Sort::Boolean => VariableText::Condition(name),
                        Sort::Bits(bits) => VariableText::Integer(name, IntegerType { bits, signed: true }),
                    }
                };
                Some((variable, text))
            })
            .collect();
        let texts = texts?;
        expression(terms, term, notation, &|variable| texts.get(&variable).cloned())
    }
}

impl FlatProgram<'_> {
    /// The name of a variable wherever it is used.
    pub fn full_name(&self, variable: FlatVariable) -> String {
        let name = self.name_of(variable);
        match self.variables[variable] {
            VariableOrigin::Local(owner, local) => {
                let name = if local == self.procedure(owner).returned { "\\result" } else { name };
                format!("{}::{name}", self.program.qualified_name(self.frames[owner].procedure))
            }
            VariableOrigin::Static(_) => name.to_owned(),
        }
    }

    /// A variable as it is written in the scope of a copy; `None` if it may not be visible there, or not under its name.
    fn variable_text(&self, variable: FlatVariable, frame: FrameId, notation: Notation) -> Option<VariableText> {
        let name = self.name_of(variable);
        let is_static = match self.variables[variable] {
            VariableOrigin::Local(owner, _) if owner != frame => return None,
            VariableOrigin::Local(..) => false,
            VariableOrigin::Static(_) => true,
        };
        if !is_visible(self.program, self.procedure(frame), name, is_static, notation) {
            return None;
        }
        self.typed_text(variable, name, notation)
    }

    /// A variable under a name.
    fn typed_text(&self, variable: FlatVariable, name: &str, notation: Notation) -> Option<VariableText> {
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
}

/// A term as an expression, if all its variables are known and have texts.
fn written<V: Copy>(
    terms: &Terms,
    term: TermId,
    notation: Notation,
    known: FxHashMap<TermId, V>,
    text: impl Fn(V) -> Option<VariableText>,
) -> Option<String> {
    let variables = terms.variables(term).into_iter();
    let texts: Option<FxHashMap<VariableId, VariableText>> =
        variables.map(|variable| Some((variable, text(*known.get(&terms.term_of(variable))?)?))).collect();
    let texts = texts?;
    expression(terms, term, notation, &|variable| texts.get(&variable).cloned())
}

/// Whether a variable is certainly visible under its name wherever it is live in a procedure: a local of it, or a static variable.
pub fn is_visible(program: &Program, procedure: &Procedure, name: &str, is_static: bool, notation: Notation) -> bool {
    let same = |other: &str| base(other) == base(name);
    let is_hidden_here = match (notation, is_static) {
        (Notation::Java, _) => false,
        (Notation::C | Notation::StrictC, false) => {
            procedure.locals.iter().any(|local| is_hidden(&local.name) && same(&local.name))
        }
        // A number is added to the names of variables of several files. Static variables of functions may be in an inner block.
        (Notation::C | Notation::StrictC, true) => {
            procedure.locals.iter().any(|local| same(&local.name))
                || program.fields.iter().any(|field| is_hidden(&field.name) && same(&field.name))
                || program.procedures.iter().any(|procedure| procedure.name == base(name))
        }
    };
    let is_name = is_program_name(name) && !is_hidden(name) && name.split('.').skip(1).all(|part| part != "anonymous");
    is_name && !is_hidden_here
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
