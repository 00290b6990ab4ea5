//! Conditions over the variables of components, for propositions.

use super::lower::{Scope, Wanted, lower_expression};
use super::parser::parse_expression;
use super::syntax::{Expr, Name, Node};
use base::{Diagnostic, FileId, Idx, IndexVec, Message, Span, did_you_mean, has_errors, msg};
use program::cfa::ProcedureId;
use program::guarded::{Domain, Ersm, ErsmVariable, Expression, VariableId};

/// A condition, read for each component.
#[derive(Clone, Debug)]
pub struct Condition {
    components: IndexVec<ProcedureId, Option<Expression>>,
}

impl Condition {
    /// Its expression in a component, of value 0 or 1. `None`: some variable is not in scope there.
    pub fn in_component(&self, component: ProcedureId) -> Option<&Expression> {
        self.components.get(component)?.as_ref()
    }
}

/// Reads a condition such as `p == q`, `x < 3` or `swap::x` (a local variable of `swap`) from a text that starts at byte
/// `offset` of a file.
///
/// # Errors
/// The text is not a condition, or a name is not in scope in any component.
pub fn parse_condition(text: &str, file: FileId, offset: usize, ersm: &Ersm) -> Result<Condition, Vec<Diagnostic>> {
    let mut diagnostics = Vec::new();
    let Some(expr) = parse_expression(file, text, offset, &mut diagnostics).filter(|_| !has_errors(&diagnostics))
    else {
        return Err(diagnostics);
    };
    let errors = unknown_names(&expr, ersm);
    if !errors.is_empty() {
        return Err(errors);
    }
    let mut components = IndexVec::new();
    for component in ersm.components.indices() {
        let mut view = View { ersm, component, errors: Vec::new() };
        components.push(lower_expression(&mut view, &expr, Wanted::Condition));
        if !view.errors.is_empty() {
            return Err(view.errors);
        }
    }
    Ok(Condition { components })
}

/// Errors for names that no component declares, and for constructs without a value in a state.
fn unknown_names(expr: &Expr<'_>, ersm: &Ersm) -> Vec<Diagnostic> {
    let unknown = |what: Message, name: Name<'_>, known: Vec<&str>| {
        let error = Diagnostic::error("boolean/unknown-name", name.span, msg!("no {what} `{}`", name.text));
        Some(error.suggest(did_you_mean(name.text, known)))
    };
    let all = || ersm.components.iter().flat_map(|c| &c.locals).chain(&ersm.globals).filter(|v| !v.is_hidden());
    let find = |&(node, span): &(Node<'_>, Span)| match node {
        Node::Variable(name) if !ersm.constants.contains_key(name.text) && all().all(|v| v.name != name.text) => {
            let constants = ersm.constants.keys();
            unknown(msg!("variable"), name, all().map(|v| &v.name).chain(constants).map(String::as_str).collect())
        }
        Node::Qualified(procedure, name) => match ersm.component_named(procedure.text) {
            None => unknown(msg!("procedure"), procedure, ersm.components.iter().map(|c| c.name.as_str()).collect()),
            Some(id) => {
                let locals: Vec<&str> =
                    ersm.components[id].locals.iter().filter(|v| !v.is_hidden()).map(|v| v.name.as_str()).collect();
                let of = msg!("variable of `{}` with the name", procedure.text);
                if locals.contains(&name.text) { None } else { unknown(of, name, locals) }
            }
        },
        Node::Choice => Some(Diagnostic::error("boolean/choice", span, msg!("a property cannot contain `*`"))),
        Node::Next(name) => {
            let message = msg!("`'{}` is only allowed after `constrain`", name.text);
            Some(Diagnostic::error("boolean/next", span, message))
        }
        _ => None,
    };
    expr.nodes.iter().filter_map(find).collect()
}

/// The scope of a component.
struct View<'e> {
    ersm: &'e Ersm,
    component: ProcedureId,
    errors: Vec<Diagnostic>,
}

impl<'a> Scope<'a> for View<'_> {
    fn constant(&self, name: Name<'a>) -> Option<i64> {
        self.ersm.constants.get(name.text).copied()
    }

    fn variable(&mut self, procedure: Option<Name<'a>>, name: Name<'a>) -> Option<VariableId> {
        let component = &self.ersm.components[self.component];
        if procedure.is_some_and(|p| p.text != component.name) {
            return None;
        }
        let position = |variables: &[ErsmVariable]| variables.iter().position(|v| v.name == name.text);
        let local = position(&component.locals).map(|i| VariableId::at(self.ersm.globals.len() + i));
        local.or_else(|| position(&self.ersm.globals).map(VariableId::at))
    }

    fn next(&mut self, _: Name<'a>) -> Option<VariableId> {
        None
    }

    fn assigned(&self, _: VariableId) -> Option<&Expression> {
        None
    }

    fn choice(&mut self, _: Domain, _: Span) -> Option<VariableId> {
        None
    }

    fn domain(&self, variable: VariableId) -> Domain {
        self.ersm.variable(self.component, variable).domain
    }

    fn report(&mut self, diagnostic: Diagnostic) {
        if has_errors(std::slice::from_ref(&diagnostic)) {
            self.errors.push(diagnostic);
        }
    }
}
