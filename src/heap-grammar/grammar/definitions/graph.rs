//! A formula as a graph, before its vertices have types.

use std::collections::BTreeMap;

use super::Scope;
use crate::heap::Untracked;
use crate::separation::{Atom, FieldValue, Formula, Name, Parameter, Term, TermValue};
use base::{Diagnostic, Message, Span, msg};

/// The graph of a formula.
pub(super) struct Graph {
    pub vertices: Vec<GraphVertex>,
    /// The vertices of the parameters.
    pub parameters: Vec<usize>,
    /// The vertex of the parameter that is null.
    pub null: Option<usize>,
    /// The predicates with the vertices of their arguments.
    pub edges: Vec<GraphEdge>,
    /// The position of the formula.
    pub span: Span,
}

/// A vertex.
#[derive(Default)]
pub(super) struct GraphVertex {
    /// The variables that stand for it.
    pub names: Vec<Name>,
    pub constant: Option<GraphConstant>,
    /// The classes that the formula gives it.
    pub classes: Vec<Name>,
    /// The fields of the object and where they lead to.
    pub fields: Vec<(Name, usize)>,
    /// The position of the points-to fact.
    pub object: Option<Span>,
    /// Its first position.
    pub span: Option<Span>,
}

/// A predicate.
pub(super) struct GraphEdge {
    pub name: Name,
    pub vertices: Vec<usize>,
    pub span: Span,
}

/// A constant.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub(super) enum GraphConstant {
    Null,
    Integer(i64),
    Untracked(Untracked),
}

/// Why a formula has no graph.
pub(super) enum Fault {
    /// No heap satisfies it.
    Contradiction(Diagnostic),
    /// Graphs cannot express it.
    Inexpressible(Diagnostic),
}

impl Fault {
    /// What to report of a formula as it was written.
    pub(super) fn diagnostic(self) -> Diagnostic {
        match self {
            Fault::Contradiction(diagnostic) | Fault::Inexpressible(diagnostic) => diagnostic,
        }
    }
}

fn contradiction(code: &'static str, span: Span, message: Message, advice: Message) -> Fault {
    Fault::Contradiction(Diagnostic::error(code, span, message).suggest(advice))
}

fn inexpressible(code: &'static str, span: Span, message: Message, advice: Message) -> Fault {
    Fault::Inexpressible(Diagnostic::error(code, span, message).suggest(advice))
}

/// The names that an atom mentions.
pub(super) fn names_of(atom: &Atom) -> Vec<&str> {
    let variable = |term: &'_ Term| matches!(&term.value, TermValue::Variable { .. });
    let terms: Vec<&Term> = match atom {
        Atom::PointsTo { fields, .. } => fields.iter().map(|field| &field.value).collect(),
        Atom::Predicate { arguments, .. } => arguments.iter().collect(),
        Atom::Comparison { left, right, .. } => vec![left, right],
    };
    let mut names: Vec<&str> = match atom {
        Atom::PointsTo { source, .. } => vec![&source.text],
        _ => Vec::new(),
    };
    for term in terms.into_iter().filter(|term| variable(term)) {
        if let TermValue::Variable { name, .. } = &term.value {
            names.push(&name.text);
        }
    }
    names
}

impl Graph {
    /// The graph of a formula. Variables of a scope are distinct from null and from each other only if the formula says so.
    pub(super) fn new(formula: &Formula, parameters: &[Parameter]) -> Result<Self, Fault> {
        let mut terms = Terms::default();
        let heads: Vec<usize> = parameters.iter().map(|parameter| terms.parameter(parameter)).collect();
        for atom in &formula.atoms {
            if let Atom::Comparison { left, right, is_equal: true, .. } = atom {
                let (left, right) = (terms.term(left)?, terms.term(right)?);
                terms.unite(left, right);
            }
        }
        for atom in &formula.atoms {
            if let Atom::PointsTo { source, .. } = atom {
                terms.name(source);
            }
        }
        let mut facts = Vec::new();
        let mut edges = Vec::new();
        let mut unequal = Vec::new();
        for atom in &formula.atoms {
            match atom {
                Atom::PointsTo { source, class, fields, span } => {
                    let vertex = terms.name(source);
                    terms.classes.extend(class.iter().map(|class| (vertex, class.clone())));
                    facts.push((vertex, terms.fields(fields)?, *span));
                }
                Atom::Predicate { name, arguments, span, .. } => {
                    let vertices = arguments.iter().map(|argument| terms.argument(argument));
                    edges.push(GraphEdge {
                        name: name.clone(),
                        vertices: vertices.collect::<Result<_, _>>()?,
                        span: *span,
                    });
                }
                Atom::Comparison { left, right, is_equal, span } => {
                    let (left, right) = (terms.term(left)?, terms.term(right)?);
                    if !is_equal {
                        unequal.push((left, right, *span));
                    }
                }
            }
        }
        let graph = terms.graph(heads, facts, edges, formula.span)?;
        graph.graph.check_parameters(parameters)?;
        for (left, right, span) in unequal {
            graph.graph.check_unequal(graph.vertex[left], graph.vertex[right], span)?;
        }
        let null = parameters.iter().position(|parameter| parameter.is_null);
        let null = null.map(|position| graph.graph.parameters[position]);
        Ok(Graph { null, ..graph.graph })
    }

    /// Whether it is this predicate with the parameters as arguments, and nothing else.
    pub(super) fn is_only(&self, name: &str) -> bool {
        let is_own = |edge: &GraphEdge| edge.name.text == name && edge.vertices == self.parameters;
        matches!(&self.edges[..], [edge] if is_own(edge)) && self.vertices.iter().all(|vertex| vertex.object.is_none())
    }

    fn check_parameters(&self, parameters: &[Parameter]) -> Result<(), Fault> {
        for (position, vertex) in self.parameters.iter().enumerate() {
            if let Some(other) = self.parameters[..position].iter().position(|other| other == vertex) {
                let [one, two] = [&parameters[other], &parameters[position]].map(|parameter| &parameter.name.text);
                let message = msg!("`{one}` and `{two}` are one object here, as no rule of a grammar can say");
                let advice = msg!("leave the case out, and write it where the predicate is used");
                return Err(inexpressible("definitions/equal", self.span, message, advice));
            }
        }
        Ok(())
    }

    /// Two vertices of a graph are different objects. What is attached to the parameters of a rule may be the same, or null.
    fn check_unequal(&self, left: usize, right: usize, span: Span) -> Result<(), Fault> {
        if left == right {
            let message = msg!("both sides are the same: nothing satisfies this");
            return Err(contradiction("definitions/unequal", span, message, msg!("leave out this case")));
        }
        let is_open = |vertex: usize| {
            let is_constant = self.vertices[vertex].constant.is_some();
            is_constant || self.parameters.contains(&vertex) && self.vertices[vertex].object.is_none()
        };
        let is_number = |vertex: usize| {
            matches!(self.vertices[vertex].constant, Some(GraphConstant::Integer(_) | GraphConstant::Untracked(_)))
        };
        let is_constant = |vertex: usize| self.vertices[vertex].constant.is_some();
        let is_unknown = (is_number(left) || is_number(right)) && !(is_constant(left) && is_constant(right));
        if is_unknown || is_open(left) && is_open(right) && !(is_constant(left) && is_constant(right)) {
            let message = msg!("graph grammars cannot say that these are different");
            let advice = match is_unknown {
                true => msg!("leave it out: a number that is not known is any number"),
                false => msg!("leave it out: the predicate then also holds where they are the same"),
            };
            return Err(inexpressible("definitions/unequal", span, message, advice));
        }
        Ok(())
    }
}

/// What a term stands for.
#[derive(Clone, PartialEq, Eq, PartialOrd, Ord)]
enum Key {
    Constant(GraphConstant),
    Name(String),
}

/// Terms, and which of them are the same.
#[derive(Default)]
struct Terms {
    known: BTreeMap<Key, usize>,
    /// A term that is the same, or the term itself.
    same: Vec<usize>,
    spans: Vec<Span>,
    names: Vec<(usize, Name)>,
    constants: Vec<(usize, GraphConstant)>,
    classes: Vec<(usize, Name)>,
}

/// A term, the fields of its object with the terms to which they lead, and the position of the fact.
type PointsTo = (usize, Vec<(Name, usize)>, Span);

/// A graph, and the vertex of each term.
struct Built {
    graph: Graph,
    vertex: Vec<usize>,
}

impl Terms {
    fn fresh(&mut self, span: Span) -> usize {
        self.same.push(self.same.len());
        self.spans.push(span);
        self.same.len() - 1
    }

    fn of(&mut self, key: Key, span: Span) -> usize {
        if let Some(&known) = self.known.get(&key) {
            return known;
        }
        let own = self.fresh(span);
        self.known.insert(key, own);
        own
    }

    fn name(&mut self, name: &Name) -> usize {
        let before = self.same.len();
        let own = self.of(Key::Name(name.text.clone()), name.span);
        if own == before {
            self.names.push((own, name.clone()));
        }
        own
    }

    fn constant(&mut self, constant: GraphConstant, span: Span) -> usize {
        let before = self.same.len();
        let own = self.of(Key::Constant(constant), span);
        if own == before {
            self.constants.push((own, constant));
        }
        own
    }

    fn parameter(&mut self, parameter: &Parameter) -> usize {
        match parameter.is_null {
            true => self.constant(GraphConstant::Null, parameter.name.span),
            false => self.name(&parameter.name),
        }
    }

    fn term(&mut self, term: &Term) -> Result<usize, Fault> {
        match &term.value {
            TermValue::Null => Ok(self.constant(GraphConstant::Null, term.span)),
            TermValue::Integer(number) => Ok(self.constant(GraphConstant::Integer(*number), term.span)),
            TermValue::Wildcard(word) => {
                if let Some(known) = Untracked::of_word(word) {
                    return Ok(self.constant(GraphConstant::Untracked(known), term.span));
                }
                let advice = msg!("write a name, or leave this out");
                Err(inexpressible(
                    "definitions/wildcard",
                    term.span,
                    msg!("`_` is a value of which nothing is said"),
                    advice,
                ))
            }
            TermValue::Variable { name, part, class } => {
                if !part.is_empty() {
                    let message = msg!("references lead to whole objects here, and not to parts of them");
                    let advice = msg!("write `{}`", name.text);
                    return Err(inexpressible("definitions/part", term.span, message, advice));
                }
                let own = self.name(name);
                self.classes.extend(class.iter().map(|class| (own, class.clone())));
                Ok(own)
            }
        }
    }

    /// An argument of a predicate; `_` is an object of its own.
    fn argument(&mut self, term: &Term) -> Result<usize, Fault> {
        match &term.value {
            TermValue::Wildcard(word) if word.is_empty() => Ok(self.fresh(term.span)),
            _ => self.term(term),
        }
    }

    /// Fields with the terms to which they lead, without those of which nothing is said.
    fn fields(&mut self, fields: &[FieldValue]) -> Result<Vec<(Name, usize)>, Fault> {
        let mut found = Vec::new();
        for (place, FieldValue { field, value }) in fields.iter().enumerate() {
            if let Some(other) = fields[..place].iter().find(|other| other.field.text == field.text) {
                let message = msg!("the field `{}` is given twice", field.text);
                let error = Diagnostic::error("definitions/field", field.span, message);
                let error = error.suggest(msg!("leave out one of them"));
                return Err(Fault::Inexpressible(error.label(other.field.span, msg!("the first one"))));
            }
            match &value.value {
                TermValue::Wildcard(word) if word.is_empty() => {}
                _ => found.push((field.clone(), self.term(value)?)),
            }
        }
        Ok(found)
    }

    fn root(&mut self, term: usize) -> usize {
        let mut root = term;
        while self.same[root] != root {
            self.same[root] = self.same[self.same[root]];
            root = self.same[root];
        }
        root
    }

    fn unite(&mut self, left: usize, right: usize) {
        let (left, right) = (self.root(left), self.root(right));
        // The first one stays, so that the order of vertices is that of the text.
        self.same[left.max(right)] = left.min(right);
    }

    fn graph(
        mut self,
        heads: Vec<usize>,
        facts: Vec<PointsTo>,
        edges: Vec<GraphEdge>,
        span: Span,
    ) -> Result<Built, Fault> {
        let mut vertices: Vec<GraphVertex> = Vec::new();
        let mut numbers = vec![usize::MAX; self.same.len()];
        let mut vertex = Vec::with_capacity(numbers.len());
        for term in 0..self.same.len() {
            let root = self.root(term);
            if numbers[root] == usize::MAX {
                numbers[root] = vertices.len();
                vertices.push(GraphVertex { span: Some(self.spans[term]), ..GraphVertex::default() });
            }
            vertex.push(numbers[root]);
        }
        for (term, name) in self.names {
            vertices[vertex[term]].names.push(name);
        }
        for (term, class) in self.classes {
            vertices[vertex[term]].classes.push(class);
        }
        for (term, constant) in self.constants {
            if vertices[vertex[term]].constant.replace(constant).is_some() {
                let message = msg!("two different constants are the same here: nothing satisfies this");
                let advice = msg!("leave out one of the equations");
                return Err(contradiction("definitions/equal", self.spans[term], message, advice));
            }
        }
        for (term, fields, span) in facts {
            let own = &mut vertices[vertex[term]];
            if own.constant.is_some() {
                let message = msg!("a constant has no fields: nothing satisfies this");
                let advice = msg!("leave out the case, or the equation");
                return Err(contradiction("definitions/constant", span, message, advice));
            }
            if let Some(other) = own.object.replace(span) {
                let name = own.names.first().map_or("_", |name| &name.text);
                let message = msg!("two parts of the heap are the object at `{name}`");
                let advice = msg!("what is separated by `*` is disjoint: list all fields in one place");
                let error = Diagnostic::error("definitions/shared", span, message).suggest(advice);
                return Err(Fault::Contradiction(error.label(other, msg!("the other one"))));
            }
            own.fields = fields.into_iter().map(|(field, target)| (field, vertex[target])).collect();
        }
        let edges = edges
            .into_iter()
            .map(|edge| GraphEdge { vertices: edge.vertices.into_iter().map(|term| vertex[term]).collect(), ..edge });
        let parameters = heads.into_iter().map(|term| vertex[term]).collect();
        Ok(Built { graph: Graph { vertices, parameters, null: None, edges: edges.collect(), span }, vertex })
    }
}

impl Scope {
    /// The name that heaps have for a name of a formula, if it is a variable.
    pub(super) fn in_heaps(&self, name: &str) -> Option<String> {
        if let Some(variable) = self.variable(name) {
            return Some(variable.in_heaps.clone());
        }
        if name.starts_with('%') {
            return Some(name.to_owned());
        }
        let own = name.strip_prefix('@')?;
        let number =
            own.strip_prefix("parameter").is_some_and(|n| !n.is_empty() && n.bytes().all(|b| b.is_ascii_digit()));
        Some(match own {
            "this" => "@this:".to_owned(),
            _ if number => format!("{name}:"),
            "return" | "exception" => name.to_owned(),
            _ => own.to_owned(),
        })
    }
}
