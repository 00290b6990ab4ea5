//! The types of the vertices of a graph, and the document of a graph whose vertices have types.

use super::graph::{Graph, GraphConstant, GraphVertex};
use super::scope::{ScopeClass, ScopeType};
use super::{Notation, Predicate, Scope};
use crate::heap::document::{HeapDocument, HyperedgeDocument, SelectorDocument, VariableDocument};
use base::{Diagnostic, Message, Span, Spanned, did_you_mean, msg};

/// The type of null and of numbers in documents.
pub(super) const NULL: &str = "NULL";
pub(super) const INT: &str = "int";

/// The types of vertices, as far as they are known.
pub(super) type Types = Vec<Option<String>>;

impl Notation {
    /// The types of a graph's vertices. `head` has those of its parameters, and its names may be `variables` of a scope. What the formula says comes first; then what predicates say, then what
    /// the fields of an object say, and then the declared types of fields and variables.
    pub(super) fn types(&self, graph: &Graph, head: &[Option<String>], variables: &Scope) -> Types {
        let explicit = |vertex: &GraphVertex| match vertex.constant {
            Some(GraphConstant::Null) => Some(NULL.to_owned()),
            Some(GraphConstant::Integer(_) | GraphConstant::Untracked(_)) => Some(INT.to_owned()),
            None => vertex.classes.first().map(|class| class.text.clone()),
        };
        let mut types: Types = graph.vertices.iter().map(explicit).collect();
        for (&vertex, ty) in graph.parameters.iter().zip(head) {
            if types[vertex].is_none() {
                types[vertex].clone_from(ty);
            }
        }
        let candidates: Vec<Vec<&str>> = graph.vertices.iter().map(|vertex| self.candidates(vertex)).collect();
        loop {
            let declared = self.declared(graph, variables, &types);
            let changed = self.by_predicates(graph, &mut types)
                || self.by_fields(&candidates, &declared, &mut types)
                || by_declaration(&declared, &mut types);
            if !changed {
                return types;
            }
        }
    }

    fn by_predicates(&self, graph: &Graph, types: &mut Types) -> bool {
        let mut changed = false;
        for edge in &graph.edges {
            let Some(predicate) = self.predicates.get(&edge.name.text) else { continue };
            for (position, &vertex) in edge.vertices.iter().enumerate() {
                if types[vertex].is_none() {
                    types[vertex] = predicate.type_at(position, &edge.vertices, types);
                    changed |= types[vertex].is_some();
                }
            }
        }
        changed
    }

    /// The only class with the fields of an object, of those that extend a declared one if there are any; or else the declared one.
    fn by_fields(&self, candidates: &[Vec<&str>], declared: &[Option<String>], types: &mut Types) -> bool {
        let mut changed = false;
        for (vertex, ty) in
            types.iter_mut().enumerate().filter(|(vertex, ty)| ty.is_none() && !candidates[*vertex].is_empty())
        {
            let declared = declared[vertex].as_deref();
            let extends = |class: &&&str| declared.is_some_and(|declared| self.scope.extends(class, declared));
            let extending: Vec<&str> = candidates[vertex].iter().filter(extends).copied().collect();
            let fitting = if extending.is_empty() { &candidates[vertex] } else { &extending };
            *ty = match fitting[..] {
                [only] => Some(only.to_owned()),
                _ => declared.filter(|declared| fitting.contains(declared)).map(str::to_owned),
            };
            changed |= ty.is_some();
        }
        changed
    }

    /// The classes that have all fields of an object.
    fn candidates(&self, vertex: &GraphVertex) -> Vec<&str> {
        if vertex.fields.is_empty() {
            return Vec::new();
        }
        let has = |class: &ScopeClass, field: &str| class.fields.iter().any(|(own, _)| own == field);
        let fits = |class: &&ScopeClass| vertex.fields.iter().all(|(field, _)| has(class, &field.text));
        self.scope.classes.iter().filter(fits).map(|class| class.name.as_str()).collect()
    }

    /// For each vertex, what the variables and fields that lead to it declare.
    fn declared(&self, graph: &Graph, variables: &Scope, types: &Types) -> Vec<Option<String>> {
        let mut declared: Vec<Option<String>> = vec![None; types.len()];
        let mut add = |vertex: usize, ty: &ScopeType| {
            if types[vertex].is_none() && declared[vertex].is_none() {
                declared[vertex] = ty.usual().map(str::to_owned);
            }
        };
        for (number, vertex) in graph.vertices.iter().enumerate() {
            for name in &vertex.names {
                if let Some(variable) = variables.variable(&name.text) {
                    add(number, &variable.ty);
                }
            }
        }
        for (vertex, ty) in graph.vertices.iter().zip(types) {
            for (field, target) in &vertex.fields {
                if let Some(ty) = self.field_type(ty.as_deref(), &field.text) {
                    add(*target, ty);
                }
            }
        }
        declared
    }

    fn field_type(&self, class: Option<&str>, field: &str) -> Option<&ScopeType> {
        let class = self.scope.class(class?)?;
        class.fields.iter().find(|(own, _)| own == field).map(|(_, ty)| ty)
    }

    /// The heap of a graph, in which names are those of the `variables` of a scope; nothing if something is wrong with it, which is reported.
    pub(super) fn document(
        &self,
        graph: &Graph,
        types: &Types,
        variables: &Scope,
        found: &mut Vec<Diagnostic>,
    ) -> Option<HeapDocument> {
        let before = found.len();
        for (vertex, ty) in graph.vertices.iter().zip(types) {
            self.check_vertex(graph, vertex, ty.as_deref(), types, found);
        }
        if found.len() > before {
            return None;
        }
        // Parameters come first.
        let mut order: Vec<usize> = graph.parameters.clone();
        order.extend((0..graph.vertices.len()).filter(|vertex| !graph.parameters.contains(vertex)));
        let mut numbers = vec![0; graph.vertices.len()];
        (0u32..).zip(&order).for_each(|(number, &vertex)| numbers[vertex] = number);
        let span_of = |vertex: usize| graph.vertices[vertex].span.unwrap_or(graph.span);
        let mut heap = HeapDocument::empty(graph.span);
        for &vertex in &order {
            let (own, span) = (&graph.vertices[vertex], span_of(vertex));
            heap.nodes.push(Spanned { value: types[vertex].clone().unwrap_or_default(), span });
            let mut variable = |name: String, span: Span| {
                heap.variables.push(VariableDocument { name, target: numbers[vertex], span })
            };
            match own.constant {
                // What a rule has there is whatever its tentacle is attached to.
                Some(GraphConstant::Null) if graph.null == Some(vertex) => {}
                Some(GraphConstant::Null) => variable("null".to_owned(), span),
                Some(GraphConstant::Integer(number)) => variable(number.to_string(), span),
                Some(GraphConstant::Untracked(known)) => variable(known.name().to_owned(), span),
                None => {}
            }
            for name in &own.names {
                if let Some(in_heaps) = variables.in_heaps(&name.text) {
                    variable(in_heaps, name.span);
                }
            }
            heap.selectors.extend(own.fields.iter().map(|(field, target)| SelectorDocument {
                label: field.text.clone(),
                origin: numbers[vertex],
                target: numbers[*target],
                span: field.span,
            }));
        }
        let external = |&vertex: &usize| Spanned { value: numbers[vertex], span: span_of(vertex) };
        heap.externals = graph.parameters.iter().map(external).collect();
        let edges = graph.edges.iter().map(|edge| HyperedgeDocument {
            label: edge.name.text.clone(),
            tentacles: edge.vertices.iter().map(|&vertex| numbers[vertex]).collect(),
            span: edge.span,
        });
        heap.hyperedges = edges.collect();
        Some(heap)
    }

    /// Reports a vertex without a type, with two of them, or with fields that its class does not have.
    fn check_vertex(
        &self,
        graph: &Graph,
        vertex: &GraphVertex,
        ty: Option<&str>,
        types: &Types,
        found: &mut Vec<Diagnostic>,
    ) {
        let name = vertex.names.first().map_or("_", |name| &name.text);
        self.check_classes(vertex.classes.iter(), found);
        let Some(ty) = ty else {
            let message = msg!("it is not clear of which class `{name}` is");
            let candidates = self.candidates(vertex);
            let all = || self.scope.classes.iter().map(|class| class.name.as_str());
            let advice = match &candidates[..] {
                [] if !vertex.fields.is_empty() && self.scope.is_complete => {
                    let fields = self.scope.classes.iter().flat_map(|class| &class.fields);
                    let known: Vec<&str> = fields.map(|(field, _)| field.as_str()).collect();
                    let unknown = vertex.fields.iter().find(|(field, _)| !known.contains(&field.text.as_str()));
                    match unknown {
                        Some((field, _)) => {
                            let message = msg!("no class of the program has a field `{}`", field.text);
                            let advice = did_you_mean(&field.text, known);
                            found.push(Diagnostic::error("definitions/field", field.span, message).suggest(advice));
                            return;
                        }
                        None => msg!("no class has all of these fields"),
                    }
                }
                [] => match all().next() {
                    Some(class) => msg!("write `{name}: {class}`, with its class"),
                    None => msg!("write `{name}: Node`, with its class"),
                },
                several => {
                    msg!(
                        "write `{name}: {}`; these classes have the fields: {}",
                        several[0],
                        Message::verbatim(several.join(", "))
                    )
                }
            };
            let span = vertex.span.unwrap_or(graph.span);
            found.push(Diagnostic::error("definitions/class", span, message).suggest(advice));
            return;
        };
        if vertex.constant.is_none()
            && let Some(other) = vertex.classes.iter().find(|class| class.text != ty)
        {
            let message = msg!("`{name}` is of the class `{ty}` and of `{}`", other.text);
            let advice = msg!("an object is of one class; leave one of them out");
            found.push(Diagnostic::error("definitions/class", other.span, message).suggest(advice));
        }
        for (field, target) in &vertex.fields {
            let Some(class) = self.scope.class(ty).filter(|_| self.scope.is_complete) else { continue };
            let is_object = matches!(graph.vertices[*target].constant, Some(GraphConstant::Untracked(_)));
            let is_number = types[*target].as_deref() == Some(INT) && !is_object;
            match self.field_type(Some(ty), &field.text) {
                None => {
                    let message = msg!("`{ty}` has no field `{}`", field.text);
                    let advice = match class.fields.is_empty() {
                        true => Some(msg!("`{ty}` has no fields")),
                        false => did_you_mean(&field.text, class.fields.iter().map(|(own, _)| own.as_str())),
                    };
                    found.push(Diagnostic::error("definitions/field", field.span, message).suggest(advice));
                }
                Some(ScopeType::Object(_)) if is_number => {
                    let message = msg!("the field `{}` of `{ty}` refers to an object, and is no number", field.text);
                    let advice = msg!("write a variable, `null` or `_`");
                    found.push(Diagnostic::error("definitions/field", field.span, message).suggest(advice));
                }
                Some(ScopeType::Number) if !is_number => {
                    let message = msg!("the field `{}` of `{ty}` is a number", field.text);
                    let advice = msg!("write a number, or `_`");
                    found.push(Diagnostic::error("definitions/field", field.span, message).suggest(advice));
                }
                Some(_) => {}
            }
        }
    }
}

/// What variables and fields declare.
fn by_declaration(declared: &[Option<String>], types: &mut Types) -> bool {
    let mut changed = false;
    for (ty, declared) in types.iter_mut().zip(declared).filter(|(ty, _)| ty.is_none()) {
        ty.clone_from(declared);
        changed |= ty.is_some();
    }
    changed
}

impl Predicate {
    /// The type that rules which fit to the types of the arguments have at a tentacle, if that is one.
    fn type_at(&self, position: usize, vertices: &[usize], types: &Types) -> Option<String> {
        let fits = |of_rule: &&Vec<Option<String>>| {
            of_rule.iter().zip(vertices).all(|(of_rule, &vertex)| match (of_rule, &types[vertex]) {
                (Some(of_rule), Some(own)) => of_rule == own || own == NULL && of_rule != INT || of_rule == NULL,
                _ => true,
            })
        };
        let mut fitting = self.types.iter().filter(fits).filter_map(|types| types.get(position)?.as_deref());
        let first = fitting.find(|ty| *ty != NULL)?;
        let is_same = self.types.iter().filter(fits).filter_map(|types| types.get(position)?.as_deref());
        is_same.filter(|ty| *ty != NULL).all(|ty| ty == first).then(|| first.to_owned())
    }
}
