//! Contracts as the task gives them, built.

use crate::heap_program::Contract;
use base::{Diagnostic, Message, RETURN, did_you_mean, msg};
use heap_grammar::heap::document::HeapDocument;
use heap_grammar::heap::{Alphabet, Heap, Role, VertexId, build_heap};
use interpreter::bind_parameters;
use program::cfa::ProcedureId;
use program::objects::Program;
use task::{Language, Loaded};

/// Builds the contracts of all methods that `entry` may call. What they say is taken on trust, which a note says.
pub fn read_contracts(
    loaded: &Loaded,
    program: &Program,
    entry: ProcedureId,
    alphabet: &mut Alphabet,
    found: &mut Vec<Diagnostic>,
) -> Vec<Contract> {
    let mut contracts = Vec::new();
    for document in &loaded.contracts {
        let procedure = match procedure_named(loaded.task.program.language, program, &document.method) {
            Ok(procedure) => procedure,
            Err(mut error) => {
                error.span = Some(document.span);
                found.push(error);
                continue;
            }
        };
        let name = Message::verbatim(program.qualified_name(procedure));
        if !program.reachable(entry).iter().skip(1).any(|&p| p == procedure) {
            let message = msg!("the contracts of {name} are not used: no analysed method calls it");
            found.push(Diagnostic::warning("contract/unused", document.span, message));
            continue;
        }
        let message = msg!("the contracts of {name} are trusted; where one applies, the body is not explored");
        found.push(Diagnostic::note("contract/trusted", document.span, message));
        for contract in &document.contracts {
            let heaps = std::iter::once(&contract.precondition).chain(&contract.postconditions);
            let built: Result<Vec<Heap>, Vec<Diagnostic>> = heaps.map(|h| build(h, alphabet)).collect();
            let mut heaps = match built {
                Ok(heaps) => heaps,
                Err(errors) => {
                    found.extend(errors);
                    continue;
                }
            };
            let count = heaps[0].externals().len();
            if let Some(position) = heaps.iter().position(|h| h.externals().len() != count) {
                let span = contract.postconditions[position - 1].span;
                let message = msg!(
                    "this postcondition has {} external objects, its precondition {count}",
                    heaps[position].externals().len()
                );
                found.push(
                    Diagnostic::error("contract/externals", span, message)
                        .suggest(msg!("list the objects shared with the caller in the same order in both")),
                );
                continue;
            }
            if program.procedures[procedure].result.is_reference()
                && let Some(position) = heaps[1..].iter().position(|heap| !has_result(heap, alphabet))
            {
                let name = Message::verbatim(program.qualified_name(procedure));
                let message = msg!("this postcondition does not say what {name} returns");
                let advice = msg!("bind the variable `{}` to the result, or to null", Message::verbatim(RETURN));
                let span = contract.postconditions[position].span;
                found.push(Diagnostic::error("contract/result", span, message).suggest(advice));
                continue;
            }
            let mut precondition = heaps.remove(0);
            bind_parameters(&mut precondition, program, procedure, alphabet, Some(contract.precondition.span), found);
            contracts.push(Contract { procedure, precondition, postconditions: heaps });
        }
    }
    contracts
}

/// Whether a postcondition says what the procedure returns.
fn has_result(heap: &Heap, alphabet: &Alphabet) -> bool {
    alphabet.find_variable(RETURN).is_some_and(|result| heap.variable(result).is_some())
}

/// The procedure that a contract names.
fn procedure_named(language: Language, program: &Program, name: &str) -> Result<ProcedureId, Diagnostic> {
    match language {
        Language::Java => java::find_entry(program, &java_name(name)),
        _ => {
            let names = || program.procedures.iter().map(|procedure| procedure.name.as_str());
            program.procedures.indices().find(|&id| program.qualified_name(id) == name).ok_or_else(|| {
                let message = msg!("there is no function `{name}` that is called");
                Diagnostic::error("contract/function", None, message).suggest(did_you_mean(name, names()))
            })
        }
    }
}

/// The heap without its constants among the externals: constants are known by name on both sides of a call.
fn build(document: &HeapDocument, alphabet: &mut Alphabet) -> Result<Heap, Vec<Diagnostic>> {
    let mut heap = build_heap(document, alphabet, Role::Program)?;
    alphabet.variable(RETURN);
    let is_constant = |v: VertexId| heap.variables().iter().any(|&(x, t)| t == v && alphabet.constant(x).is_some());
    let objects: Vec<VertexId> = heap.externals().iter().copied().filter(|&v| !is_constant(v)).collect();
    heap.set_externals(objects);
    Ok(heap)
}

/// `<Class: Result method(Parameters)>` as `Class.method(Parameters)`; other names as they are.
fn java_name(method: &str) -> String {
    let signature = method.trim().strip_prefix('<').and_then(|m| m.strip_suffix('>'));
    let Some((class, rest)) = signature.and_then(|s| s.split_once(':')) else { return method.to_owned() };
    let name = rest.trim().split_once(' ').map_or(rest.trim(), |(_, name)| name.trim());
    format!("{}.{name}", class.trim())
}

#[cfg(test)]
mod tests {
    use super::java_name;

    #[test]
    fn signatures_become_java_names() {
        assert_eq!(java_name("<Ring: Ring rotate(Ring, int)>"), "Ring.rotate(Ring, int)");
        assert_eq!(java_name("Ring.rotate"), "Ring.rotate");
    }
}
