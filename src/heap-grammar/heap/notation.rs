//! Heaps on one line, for tests and messages: `x -> a; a.next -> b; RefSLList(b, null); ext(a)`.
//!
//! Statements are separated by `;`. A vertex is denoted by a name; `null` and numbers denote the vertices of
//! constants. `v: Type` gives a vertex its type, `x -> v` binds a variable or marking, `v.f -> w` is a selector edge,
//! `N(v, w)` a nonterminal edge, and `ext(v, w)` the sequence of external vertices.

use std::fmt::Write;

use indexmap::IndexMap;

use super::{Alphabet, Heap, TypeId, VertexId};
use base::Idx;

/// Parses the notation; vertices without a type get `default_type`. Nonterminals must be declared in the alphabet.
///
/// # Errors
/// A sentence that names the wrong statement.
pub fn parse_heap(text: &str, alphabet: &mut Alphabet, default_type: &str) -> Result<Heap, String> {
    let mut reader =
        Reader { heap: Heap::with_null(), names: IndexMap::new(), default: alphabet.ty(default_type), alphabet };
    let statements = || text.split(';').map(str::trim).filter(|s| !s.is_empty());
    // Types first, because a type may be given after the first use of a vertex.
    for statement in statements() {
        if let Some((vertex, ty)) = statement.split_once(':').filter(|_| !statement.contains("->")) {
            let ty = reader.alphabet.ty(ty.trim());
            let id = reader.heap.add_vertex(ty);
            reader.names.insert(vertex.trim().to_owned(), id);
        }
    }
    for statement in statements() {
        reader.statement(statement).map_err(|why| format!("`{statement}`: {why}"))?;
    }
    Ok(reader.heap)
}

struct Reader<'a> {
    heap: Heap,
    names: IndexMap<String, VertexId>,
    default: TypeId,
    alphabet: &'a mut Alphabet,
}

impl Reader<'_> {
    fn statement(&mut self, statement: &str) -> Result<(), String> {
        if let Some((left, right)) = statement.split_once("->") {
            let target = self.vertex(right);
            match left.trim().split_once('.') {
                Some((source, selector)) => {
                    let (source, selector) = (self.vertex(source), self.alphabet.selector(selector.trim()));
                    self.heap.set_selector(source, selector, target);
                }
                None => {
                    let variable = self.alphabet.variable(left.trim());
                    self.heap.bind(variable, target);
                }
            }
        } else if let Some((label, tentacles)) = statement.strip_suffix(')').and_then(|s| s.split_once('(')) {
            let tentacles: Vec<VertexId> =
                tentacles.split(',').filter(|t| !t.trim().is_empty()).map(|t| self.vertex(t)).collect();
            if label.trim() == "ext" {
                self.heap.set_externals(tentacles);
                return Ok(());
            }
            let label = self.alphabet.find_nonterminal(label.trim()).ok_or("no such nonterminal")?;
            if tentacles.len() != self.alphabet.nonterminal(label).rank() {
                return Err("wrong number of tentacles".to_owned());
            }
            self.heap.add_nonterminal(label, tentacles);
        } else if !statement.contains(':') {
            return Err("not a statement".to_owned());
        }
        Ok(())
    }

    fn vertex(&mut self, name: &str) -> VertexId {
        let name = name.trim();
        if name == "null" || name.parse::<i64>().is_ok() {
            let constant = self.alphabet.variable(name);
            return self.heap.constant(constant);
        }
        let (heap, default) = (&mut self.heap, self.default);
        *self.names.entry(name.to_owned()).or_insert_with(|| heap.add_vertex(default))
    }
}

/// Prints the notation: variables, selectors and nonterminals in the heap's order, vertices as `v1`, `v2`, …
pub fn print_heap(heap: &Heap, alphabet: &Alphabet) -> String {
    let name = |v: VertexId| {
        let constant = heap.variables().iter().find(|&&(variable, t)| t == v && alphabet.constant(variable).is_some());
        match constant {
            Some(&(variable, _)) => alphabet.variable_name(variable).to_owned(),
            None => format!("v{}", v.index()),
        }
    };
    let list = |vs: &[VertexId]| vs.iter().map(|&v| name(v)).collect::<Vec<_>>().join(", ");
    let mut text = String::new();
    for &(variable, target) in heap.variables().iter().filter(|&&(v, _)| alphabet.constant(v).is_none()) {
        let _ = write!(text, "{} -> {}; ", alphabet.variable_name(variable), name(target));
    }
    for (source, label, target) in heap.selector_edges() {
        let _ = write!(text, "{}.{} -> {}; ", name(source), alphabet.selector_name(label), name(target));
    }
    for edge in heap.nonterminals() {
        let _ = write!(text, "{}({}); ", alphabet.nonterminal(edge.label).name, list(&edge.tentacles));
    }
    if !heap.externals().is_empty() {
        let _ = write!(text, "ext({}); ", list(heap.externals()));
    }
    text.truncate(text.trim_end_matches("; ").len());
    text
}
