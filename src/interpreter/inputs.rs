//! Initial heaps: the arguments of the entry procedure.

use base::{Diagnostic, Message, Span, msg};
use heap_grammar::heap::{Alphabet, Heap, TypeId, Variable};
use program::cfa::ProcedureId;
use program::objects::{COMMAND_LINE, LocalId, Program};

/// Binds the parameters of the entry procedure to the values of `@this:`, `@parameter0:`, … in a heap.
///
/// A reference parameter that the heap does not bind is null, with a warning, unless it is [foreign](Program::is_foreign): then it is
/// unknown, like an unbound number. `span` is
/// the position of the heap in the source, if it has one. Preconditions of contracts are bound in the same way.
pub fn bind_parameters(
    heap: &mut Heap,
    program: &Program,
    entry: ProcedureId,
    alphabet: &mut Alphabet,
    span: Option<Span>,
    found: &mut Vec<Diagnostic>,
) {
    let procedure = &program.procedures[entry];
    let parameters = procedure.parameters.iter().enumerate().map(|(k, &local)| (format!("@parameter{k}:"), local));
    let receiver = procedure.receiver.map(|local| ("@this:".to_owned(), local));
    let bindings: Vec<(String, LocalId)> = receiver.into_iter().chain(parameters).collect();
    let mut values = Vec::new();
    for (name, local) in &bindings {
        let input = alphabet.variable(name);
        values.push((*local, heap.variable(input)));
        heap.unbind(input);
    }
    for &(variable, _) in heap.variables() {
        let name = alphabet.variable_name(variable);
        if name.starts_with("@parameter") || name.starts_with("@this") {
            let message = msg!(
                "the initial heap binds `{name}`, but {} has no such parameter",
                Message::verbatim(program.qualified_name(entry))
            );
            let known: Vec<&str> = bindings.iter().map(|(n, _)| n.as_str()).collect();
            found.push(Diagnostic::error("heap/parameter", span, message).suggest(base::did_you_mean(name, known)));
        }
    }
    for (local, value) in values {
        let declared = &procedure.locals[local];
        let variable = alphabet.variable(&declared.name);
        match value {
            Some(vertex) if declared.ty.is_reference() == (heap.vertex_type(vertex) != TypeId::INT) => {
                heap.bind(variable, vertex)
            }
            Some(vertex) if declared.ty.is_reference() && alphabet.is_untracked(heap, vertex) => {
                heap.bind(variable, vertex)
            }
            Some(vertex) => {
                let ty = Message::verbatim(alphabet.type_name(heap.vertex_type(vertex)));
                let message = msg!("the parameter `{}` is bound to a node of type {ty}", declared.name);
                found.push(Diagnostic::error("heap/parameter", span, message));
            }
            None if Some(local) == procedure.receiver => {
                let message = msg!(
                    "the initial heap does not bind `@this:`, the receiver of {}",
                    Message::verbatim(program.qualified_name(entry))
                );
                found.push(
                    Diagnostic::error("heap/parameter", span, message)
                        .suggest(msg!("add a variable named `@this:` that points to the object")),
                );
            }
            None if program.is_command_line(procedure, declared.ty) => {
                // The virtual machine passes an array; its contents are not modelled.
                let array = heap.add_vertex(alphabet.ty(COMMAND_LINE));
                heap.bind(variable, array);
            }
            // Null, or some object that is not followed.
            None if program.is_foreign(declared.ty) => {}
            None if declared.ty.is_reference() => {
                heap.constant(Variable::NULL);
                if let Some(null) = heap.null() {
                    heap.bind(variable, null);
                }
                let message = msg!("no initial heap binds the parameter `{}`; it is assumed to be null", declared.name);
                found.push(Diagnostic::warning("heap/parameter", span, message));
                let assumed = msg!("`{}` is null", declared.name);
                found.push(Diagnostic::note("assumption/input", None, assumed));
            }
            None => {}
        }
    }
}
