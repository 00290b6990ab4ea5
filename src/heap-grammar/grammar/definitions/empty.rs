//! Predicates that hold of the empty heap.
//!
//! A rule derives something, but definitions in the literature often begin with the empty case: `ls(x, y) := x == y | x -> {next: z} * ls(z, y)`.
//! Such a case is no rule. Instead, each formula with `ls(z, y)` gets a variant with `z == y`, as context-free grammars lose their empty rules.

use std::collections::BTreeMap;

use super::Predicate;
use super::graph::{Fault, Graph, GraphConstant};
use crate::separation::{Atom, Definition, Formula, Name, Parameter, Term, TermValue};
use base::{Diagnostic, Span, msg};

/// Maximum number of variants of a formula, and of cases in which a predicate holds of the empty heap.
pub(super) const VARIANT_LIMIT: usize = 32;

/// What is equal if a predicate holds of the empty heap: for each parameter, what it is the same as.
pub(super) type EmptyCase = Vec<EmptyParameter>;

/// What a parameter is the same as.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(super) enum EmptyParameter {
    Constant(GraphConstant),
    /// The first parameter that is the same, perhaps itself.
    Parameter(usize),
}

/// Whether a formula holds of the empty heap only.
pub(super) fn is_pure(formula: &Formula) -> bool {
    formula.atoms.iter().all(|atom| matches!(atom, Atom::Comparison { .. }))
}

pub(super) fn too_many(span: Span) -> Diagnostic {
    let message = msg!("there are more than {VARIANT_LIMIT} ways in which predicates of this case may be empty");
    let advice = msg!("define predicates of heaps that are not empty, and write the empty cases out");
    Diagnostic::error("definitions/limit", span, message).suggest(advice)
}

/// A formula in all variants that leave out predicates which hold of the empty heap; the formula itself first if each of its predicates also holds
/// of other heaps.
pub(super) fn variants(
    formula: &Formula,
    predicates: &BTreeMap<String, Predicate>,
) -> Result<Vec<Formula>, Diagnostic> {
    let mut found: Vec<Vec<Atom>> = vec![Vec::new()];
    for atom in &formula.atoms {
        let ways = match ways(atom, predicates) {
            Some(ways) => ways,
            None => vec![vec![atom.clone()]],
        };
        if found.len() * ways.len() > VARIANT_LIMIT {
            return Err(too_many(formula.span));
        }
        let longer = |way: &Vec<Atom>| {
            found.iter().map(|before| before.iter().chain(way).cloned().collect()).collect::<Vec<Vec<Atom>>>()
        };
        found = ways.iter().flat_map(longer).collect();
    }
    Ok(found.into_iter().map(|atoms| Formula { atoms, span: formula.span }).collect())
}

/// What a predicate that may be empty stands for: itself, and the equations of its empty cases.
fn ways(atom: &Atom, predicates: &BTreeMap<String, Predicate>) -> Option<Vec<Vec<Atom>>> {
    let Atom::Predicate { name, roles, arguments, span } = atom else { return None };
    let predicate = predicates.get(&name.text).filter(|predicate| !predicate.empty.is_empty())?;
    // What is `_` here may have to be the same as something else.
    let named = arguments.iter().enumerate().map(|(position, argument)| match &argument.value {
        TermValue::Wildcard(word) if word.is_empty() => {
            let name = Name { text: format!("_{}_{position}", span.start), span: argument.span };
            Term { value: TermValue::Variable { name, part: String::new(), class: None }, span: argument.span }
        }
        _ => argument.clone(),
    });
    let arguments: Vec<Term> = named.collect();
    let equations = predicate.empty.iter().map(|case| equations(case, &arguments, *span)).collect::<Vec<_>>();
    let atom = Atom::Predicate { name: name.clone(), roles: roles.clone(), arguments, span: *span };
    Some(predicate.is_nonterminal.then(|| vec![atom]).into_iter().chain(equations).collect())
}

/// The equations of an empty case, about arguments.
fn equations(case: &EmptyCase, arguments: &[Term], span: Span) -> Vec<Atom> {
    let mut found = Vec::new();
    for (position, (what, argument)) in case.iter().zip(arguments).enumerate() {
        let other = match what {
            EmptyParameter::Parameter(first) if *first == position => continue,
            EmptyParameter::Parameter(first) => arguments[*first].clone(),
            EmptyParameter::Constant(GraphConstant::Null) => Term { value: TermValue::Null, span },
            EmptyParameter::Constant(GraphConstant::Integer(number)) => {
                Term { value: TermValue::Integer(*number), span }
            }
            EmptyParameter::Constant(GraphConstant::Untracked(known)) => {
                Term { value: TermValue::Wildcard(known.word().to_owned()), span }
            }
        };
        found.push(Atom::Comparison { left: argument.clone(), right: other, is_equal: true, span });
    }
    found
}

/// The ways in which a case of a definition holds of the empty heap, as far as is known of the predicates in it.
pub(super) fn empty_cases(
    definition: &Definition,
    case: &Formula,
    predicates: &BTreeMap<String, Predicate>,
) -> Result<Vec<EmptyCase>, Diagnostic> {
    let may_be_empty = |atom: &Atom| match atom {
        Atom::PointsTo { .. } => false,
        Atom::Predicate { name, .. } => predicates.get(&name.text).is_some_and(|p| !p.empty.is_empty()),
        Atom::Comparison { .. } => true,
    };
    if !case.atoms.iter().all(may_be_empty) {
        return Ok(Vec::new());
    }
    let mut found: Vec<EmptyCase> = Vec::new();
    for variant in variants(case, predicates)?.iter().filter(|variant| is_pure(variant)) {
        if let Some(own) = projected(definition, variant)?
            && !found.contains(&own)
        {
            found.push(own);
        }
    }
    Ok(found)
}

/// What equations say of the parameters of a definition; nothing if nothing satisfies them.
fn projected(definition: &Definition, formula: &Formula) -> Result<Option<EmptyCase>, Diagnostic> {
    let is_unequal = |atom: &&Atom| matches!(atom, Atom::Comparison { is_equal: false, .. });
    if let Some(atom) = formula.atoms.iter().find(is_unequal) {
        let message = msg!("a predicate that holds of the empty heap cannot say that something is different");
        let advice = msg!("leave it out: the predicate then also holds where both sides are the same");
        return Err(Diagnostic::error("definitions/unequal", atom.span(), message).suggest(advice));
    }
    let graph = match Graph::new(formula, &[]) {
        Ok(graph) => graph,
        Err(Fault::Contradiction(_)) => return Ok(None),
        Err(Fault::Inexpressible(diagnostic)) => return Err(diagnostic),
    };
    let vertex = |parameter: &Parameter| {
        let is_own = |name: &Name| name.text == parameter.name.text && !parameter.is_null;
        graph.vertices.iter().position(|vertex| vertex.names.iter().any(is_own))
    };
    let vertices: Vec<Option<usize>> = definition.parameters.iter().map(vertex).collect();
    let what = |(position, parameter): (usize, &Parameter)| match vertices[position] {
        _ if parameter.is_null => EmptyParameter::Constant(GraphConstant::Null),
        None => EmptyParameter::Parameter(position),
        Some(vertex) => match graph.vertices[vertex].constant {
            Some(constant) => EmptyParameter::Constant(constant),
            None => {
                EmptyParameter::Parameter(vertices.iter().position(|other| *other == Some(vertex)).unwrap_or(position))
            }
        },
    };
    Ok(Some(definition.parameters.iter().enumerate().map(what).collect()))
}
