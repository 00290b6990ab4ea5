//! From heap documents to heaps.

use super::document::HeapDocument;
use super::{Alphabet, Constant, Heap, TypeId, VertexId};
use base::{Diagnostic, Message, did_you_mean, msg};

/// The role of a heap, which determines whether it needs a null vertex.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Role {
    /// The body of a rule: has a null vertex only if the document has one.
    RuleBody,
    /// A heap of a program: always has a null vertex.
    Program,
}

/// Builds the heap of a document.
///
/// Numbers without a constant represent unknown values. A missing selector or variable has the same meaning, so such
/// numbers are omitted, with the edges to them. `true` and `1` are one vertex, and so are `false` and `0`. The vertex
/// of type NULL is the constant `null`, whether it is named or not; except an external vertex of a rule, whose image is
/// whatever its tentacle is attached to.
///
/// # Errors
/// Unknown nonterminals, wrong numbers of tentacles, several null vertices, constants on vertices of the wrong type,
/// one constant on two vertices.
pub fn build_heap(document: &HeapDocument, alphabet: &mut Alphabet, role: Role) -> Result<Heap, Vec<Diagnostic>> {
    let mut errors = Vec::new();
    let mut heap = Heap::new();
    let mut null: Option<VertexId> = None;
    for node in &document.nodes {
        let ty = alphabet.ty(&node.value);
        let vertex = heap.add_vertex(ty);
        if ty == TypeId::NULL && null.replace(vertex).is_some() {
            errors.push(
                Diagnostic::error(
                    "heap/null",
                    node.span,
                    msg!("a second node of type NULL; there is only one null node"),
                )
                .suggest(msg!("use the first one for every edge to null")),
            );
        }
    }
    for variable in &document.variables {
        let id = alphabet.variable(&variable.name);
        let target = VertexId(variable.target);
        let ty = heap.vertex_type(target);
        let wrong = match alphabet.constant(id) {
            Some(Constant::Null) => ty != TypeId::NULL,
            Some(Constant::Integer(_) | Constant::Untracked(_)) => ty != TypeId::INT,
            None => false,
        };
        if wrong {
            let message = msg!(
                "the constant `{}` points to a node of type {}",
                variable.name,
                Message::verbatim(alphabet.type_name(ty))
            );
            errors.push(
                Diagnostic::error("heap/constant", variable.span, message)
                    .suggest(msg!("null must be at a node of type NULL, numbers and booleans at nodes of type int")),
            );
        }
        if heap.variable(id).is_some_and(|other| other != target) {
            let message =
                msg!("`{}` is at two nodes; true and 1 are the same constant, and so are false and 0", variable.name);
            errors.push(Diagnostic::error("heap/constant", variable.span, message));
        }
        heap.bind(id, target);
    }
    for selector in &document.selectors {
        let label = alphabet.selector(&selector.label);
        heap.set_selector(VertexId(selector.origin), label, VertexId(selector.target));
    }
    for edge in &document.hyperedges {
        let Some(label) = alphabet.find_nonterminal(&edge.label) else {
            let known: Vec<&str> = alphabet.nonterminals().map(|(_, n)| n.name.as_str()).collect();
            errors.push(
                Diagnostic::error(
                    "heap/nonterminal",
                    edge.span,
                    msg!("no grammar declares the nonterminal {}", Message::verbatim(&edge.label)),
                )
                .suggest(did_you_mean(&edge.label, known)),
            );
            continue;
        };
        let rank = alphabet.nonterminal(label).rank();
        if rank != edge.tentacles.len() {
            let label = Message::verbatim(&edge.label);
            let message = msg!("{label} has {rank} tentacles, but {} are given", edge.tentacles.len());
            errors.push(Diagnostic::error("heap/rank", edge.span, message));
            continue;
        }
        heap.add_nonterminal(label, edge.tentacles.iter().map(|&t| VertexId(t)));
    }
    heap.set_externals(document.externals.iter().map(|e| VertexId(e.value)));
    match (null, role) {
        (Some(vertex), Role::RuleBody) if heap.is_external(vertex) => {}
        (Some(vertex), _) => heap.bind(super::Variable::NULL, vertex),
        (None, Role::Program) => _ = heap.constant(super::Variable::NULL),
        (None, Role::RuleBody) => {}
    }
    if !errors.is_empty() {
        return Err(errors);
    }
    let unknown_number = |v: VertexId| {
        let named =
            |&(variable, target): &(super::Variable, VertexId)| target == v && alphabet.constant(variable).is_some();
        heap.vertex_type(v) == TypeId::INT && !heap.variables().iter().any(named)
    };
    let unknown: Vec<VertexId> = heap.vertices().filter(|&v| unknown_number(v)).collect();
    if let Some(v) =
        unknown.iter().find(|v| heap.is_external(**v) || heap.nonterminals().iter().any(|e| e.touches(**v)))
    {
        let message = msg!("a number without a constant is external or attached to a nonterminal; only objects can be");
        let span = document.nodes[v.0 as usize].span;
        return Err(vec![Diagnostic::error("heap/number", span, message)]);
    }
    heap.retain_vertices(|v| !unknown.contains(&v));
    Ok(heap)
}
