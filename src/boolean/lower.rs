//! Translates syntax trees to recursive state machines.

mod component;
mod expressions;
mod statements;

use std::cell::Cell;

use rustc_hash::FxHashMap;

use super::BooleanOptions;
use super::syntax::{Constants, Declared, Function, Name, Program};
use base::{CollectByInsertion, Diagnostic, Idx, Message, Span, Text, did_you_mean, has_errors, msg, text};
use program::cfa::ProcedureId;
use program::guarded::{Domain, Ersm, ErsmVariable, ErsmVariableKind, VariableId};

pub(crate) use expressions::{Scope, Wanted, lower_expression};

/// Total number of name comparisons for suggestions, so that programs with many errors are read in linear time.
const COMPARISONS: usize = 1 << 16;

/// Maximum number of entry candidates named in a message.
const CANDIDATES: usize = 12;

/// The machine; `None` if there is no entry procedure. After errors it may be incomplete.
pub(crate) fn lower(
    program: &Program<'_>,
    options: &BooleanOptions,
    diagnostics: &mut Vec<Diagnostic>,
) -> Option<Ersm> {
    let mut unit = Unit {
        constants: &program.constants,
        functions: &program.functions,
        procedures: FxHashMap::default(),
        globals: Vec::new(),
        global_names: FxHashMap::default(),
        comparisons: Cell::new(COMPARISONS),
        diagnostics,
    };
    for (text, constant) in &program.constants {
        unit.is_free(text!("constant"), Name { text, span: constant.span });
    }
    let (mut globals, mut names) = (Vec::new(), FxHashMap::default());
    unit.declare(&program.globals, text!("variable"), 0, &mut globals, &mut names);
    (unit.globals, unit.global_names) = (globals, names);
    for (i, function) in program.functions.iter().enumerate() {
        let id = ProcedureId::at(i);
        let first = *unit.procedures.entry(function.name.text).or_insert(id);
        if first != id {
            unit.duplicate(text!("procedure"), function.name, program.functions[first.index()].name.span);
        }
    }
    let components = program.functions.iter().map(|function| component::lower(&mut unit, function)).collect();
    let entry = unit.entry(options)?;
    let constants =
        program.constants.iter().map(|(name, constant)| ((*name).to_owned(), constant.value)).collect_by_insertion();
    let ersm = Ersm { constants, globals: unit.globals, components, entry };
    if !has_errors(diagnostics) {
        diagnostics.extend(component::unreachable(&ersm));
    }
    Some(ersm)
}

/// The global scope.
struct Unit<'p, 'a> {
    constants: &'p Constants<'a>,
    functions: &'p [Function<'a>],
    procedures: FxHashMap<&'a str, ProcedureId>,
    globals: Vec<ErsmVariable>,
    global_names: FxHashMap<&'a str, VariableId>,
    /// Remaining number of name comparisons.
    comparisons: Cell<usize>,
    diagnostics: &'p mut Vec<Diagnostic>,
}

impl<'a> Unit<'_, 'a> {
    /// Adds variables, numbered from `first`.
    fn declare(
        &mut self,
        declared: &[Declared<'a>],
        what: Text,
        first: usize,
        variables: &mut Vec<ErsmVariable>,
        names: &mut FxHashMap<&'a str, VariableId>,
    ) {
        for &Declared { name, domain, initial } in declared {
            if !self.is_free(text!("variable"), name) {
                continue;
            }
            if let Some(constant) = self.constants.get(name.text) {
                let message = msg!("{what} `{}` has the name of a constant", name.text);
                let error = Diagnostic::error("boolean/duplicate", name.span, message);
                self.diagnostics.push(error.label(constant.span, msg!("declared here")));
                continue;
            }
            let id = VariableId::at(first + variables.len());
            let earlier = *names.entry(name.text).or_insert(id);
            if earlier == id {
                let kind = ErsmVariableKind::Declared;
                variables.push(ErsmVariable { name: name.text.to_owned(), kind, domain, initial, span: name.span });
            } else {
                self.duplicate(what, name, variables[earlier.index() - first].span);
            }
        }
    }

    /// Whether a name is not reserved; reports it otherwise.
    fn is_free(&mut self, what: Text, name: Name<'_>) -> bool {
        let is_free = !name.is_ignored() && !name.text.starts_with('$');
        if !is_free {
            let message = msg!("a {what} cannot be called `{}`", name.text);
            let advice = msg!("`_` ignores results, and names that start with `$` are reserved");
            let error = Diagnostic::error("boolean/name", name.span, message);
            self.diagnostics.push(error.suggest(advice));
        }
        is_free
    }

    fn duplicate(&mut self, what: Text, name: Name<'_>, first: Span) {
        let message = msg!("{what} `{}` is declared twice", name.text);
        self.diagnostics
            .push(Diagnostic::error("boolean/duplicate", name.span, message).label(first, msg!("first here")));
    }

    fn unknown<'n>(&self, what: Text, name: Name<'_>, known: impl IntoIterator<Item = &'n str>) -> Diagnostic {
        let advice = did_you_mean(name.text, self.affordable(known));
        Diagnostic::error("boolean/unknown-name", name.span, msg!("no {what} `{}`", name.text)).suggest(advice)
    }

    /// The items that may still be compared.
    fn affordable<T>(&self, items: impl IntoIterator<Item = T>) -> impl Iterator<Item = T> {
        items.into_iter().take_while(|_| self.comparisons.replace(self.comparisons.get().saturating_sub(1)) > 0)
    }

    /// The entry procedure.
    fn entry(&mut self, options: &BooleanOptions) -> Option<ProcedureId> {
        let name = options.entry.as_deref().unwrap_or("main");
        let mut entry = self.procedures.get(name).copied();
        if let (None, None, [_]) = (entry, &options.entry, self.functions) {
            entry = Some(ProcedureId::at(0));
        }
        if entry.is_none() {
            let message = msg!("there is no entry procedure `{name}`");
            let names: Vec<&str> = self.affordable(self.functions.iter().map(|f| f.name.text)).collect();
            let near = did_you_mean(name, names.iter().copied());
            let shown = names.iter().take(CANDIDATES).map(Message::code);
            let more = (names.len() > CANDIDATES).then(|| Message::verbatim("…"));
            let shown: Vec<Message> = shown.chain(more).collect();
            let advice =
                near.or_else(|| (!shown.is_empty()).then(|| msg!("candidates: {}", Message::joined(&shown, ", "))));
            self.diagnostics.push(Diagnostic::error("boolean/entry", None, message).suggest(advice));
        }
        entry
    }
}

/// The domain of a variable, given globals and locals.
fn domain(globals: &[ErsmVariable], locals: &[ErsmVariable], variable: VariableId) -> Domain {
    let own = variable.index();
    globals.get(own).unwrap_or_else(|| &locals[own - globals.len()]).domain
}
