//! Resolves the name of the entry method.

use base::{Diagnostic, Message, did_you_mean, msg};
use program::cfa::ProcedureId;
use program::objects::{Program, Type};

/// The procedure called `name`: `Class.method`, or `method` if it is unique, optionally with parameter types as in `(int, List)`.
/// Nested classes are `Outer.Inner`, `Outer$Inner`, or `Inner` alone; package names are allowed.
///
/// # Errors
/// If no procedure or several procedures have this name; lists the candidates.
pub fn find_entry(program: &Program, name: &str) -> Result<ProcedureId, Diagnostic> {
    let compact: String = name.chars().filter(|c| !c.is_whitespace()).collect();
    let (path, parameters) = match compact.split_once('(') {
        Some((path, rest)) => (path, Some(rest.strip_suffix(')').unwrap_or(rest))),
        None => (compact.as_str(), None),
    };
    let (class, method) = match path.rsplit_once('.') {
        Some((class, method)) => (Some(class.replace('.', "$")), method),
        None => (None, path),
    };
    let of_class = |id: ProcedureId| {
        let declared = &program.classes[program.procedures[id].class].name;
        class.as_deref().is_none_or(|class| {
            let inner = declared.strip_suffix(class).is_some_and(|outer| outer.is_empty() || outer.ends_with('$'));
            inner || class.strip_suffix(declared.as_str()).is_some_and(|package| package.ends_with('$'))
        })
    };
    let all: Vec<ProcedureId> = program.procedures.indices().collect();
    let named: Vec<ProcedureId> = all.iter().copied().filter(|&id| program.procedures[id].name == method).collect();
    let mut found: Vec<ProcedureId> = named.iter().copied().filter(|&id| of_class(id)).collect();
    // A class with exactly this name takes precedence over nested ones that end with it.
    let exact = |id: &ProcedureId| Some(&program.classes[program.procedures[*id].class].name) == class.as_ref();
    if found.iter().any(exact) {
        found.retain(exact);
    }
    if let Some(parameters) = parameters {
        found.retain(|&id| has_parameters(program, id, parameters));
    }
    // If the entry procedure is also called, its copy comes after the original.
    found.dedup_by_key(|id| (program.procedures[*id].class, program.procedures[*id].span));
    match found.as_slice() {
        &[id] => Ok(id),
        [] => {
            let all: Vec<String> = all.iter().map(|&id| program.qualified_name(id)).collect();
            let advice = if named.is_empty() {
                did_you_mean(path, all.iter().map(String::as_str))
            } else {
                Some(list(program, &named))
            };
            let message = msg!("there is no method `{name}` with a body");
            Err(Diagnostic::error("java/entry", None, message).suggest(advice))
        }
        several => {
            let message = msg!("several methods are called `{name}`");
            Err(Diagnostic::error("java/entry", None, message).suggest(list(program, several)))
        }
    }
}

fn list(program: &Program, ids: &[ProcedureId]) -> Message {
    let candidates: Vec<String> = ids.iter().map(|&id| signature(program, id)).collect();
    msg!("candidates: {}", Message::verbatim(candidates.join(", ")))
}

/// `Class.method(int, List)`: identifies the procedure among its overloads.
pub fn signature(program: &Program, id: ProcedureId) -> String {
    let procedure = &program.procedures[id];
    let types = procedure.parameters.iter().map(|&p| type_names(program, procedure.locals[p].ty)[0].clone());
    format!("{}({})", program.qualified_name(id), types.collect::<Vec<_>>().join(", "))
}

/// `method(int value, List list): List`, with the names of parameters and simple names of types.
pub fn headline(program: &Program, id: ProcedureId) -> String {
    let procedure = &program.procedures[id];
    let simple = |ty: Type| {
        let name = type_names(program, ty)[0].clone();
        name.rsplit('$').next().map(str::to_owned).unwrap_or(name)
    };
    let parameters = procedure.parameters.iter().map(|&local| &procedure.locals[local]);
    let parameters: Vec<String> = parameters.map(|local| format!("{} {}", simple(local.ty), local.name)).collect();
    format!("{}({}): {}", procedure.name, parameters.join(", "), simple(procedure.result))
}

fn has_parameters(program: &Program, id: ProcedureId, parameters: &str) -> bool {
    let procedure = &program.procedures[id];
    let given: Vec<&str> = if parameters.is_empty() { Vec::new() } else { parameters.split(',').collect() };
    given.len() == procedure.parameters.len()
        && given.iter().zip(&procedure.parameters).all(|(given, &parameter)| {
            let names = type_names(program, procedure.locals[parameter].ty);
            let simple = given.rsplit(['.', '$']).next().unwrap_or(given);
            names.iter().any(|n| n == given || n.rsplit('$').next() == Some(simple))
        })
}

/// The Java types that a type may come from, the most likely one first.
fn type_names(program: &Program, ty: Type) -> Vec<String> {
    let names: &[&str] = match ty {
        Type::Boolean => &["boolean"],
        Type::Integer(ty) => return vec![ty.to_string()],
        Type::Float => &["double", "float"],
        Type::Void => &["void"],
        Type::Reference(class) => return vec![program.classes[class].name.clone()],
    };
    names.iter().map(|&n| n.to_owned()).collect()
}
