//! Propositions on concrete heaps, by their definitions.
//!
//! A field without a selector edge may have any value of its type, and so may an unbound number or boolean:
//! propositions that depend on it are unknown here.

use std::collections::BTreeMap;

use hrglass::logic::{Contained, Operand, Proposition, Truth, VariableRef};

use super::derive::{Bounds, Language, Rules, language};
use super::graph::{Graph, Kind, Name, Names};

/// The declared types of variables and fields.
pub struct Declarations {
    /// Variables of primitive types.
    pub numbers: Vec<Name>,
    /// Pairs of class and reference field, for the fields that are mentioned anywhere.
    pub references: Vec<(Name, Name)>,
}

/// Evaluates propositions on the concrete heaps of one task.
pub struct Meaning<'t> {
    /// The rules as given in the task.
    pub rules: &'t Rules,
    pub names: &'t Names,
    pub declarations: &'t Declarations,
    /// For each nonterminal, the language of an isolated edge.
    alone: BTreeMap<Name, Language>,
}

/// Bounds for the language of an isolated edge.
const ALONE: Bounds = Bounds { objects: 20, steps: 150 };

impl<'t> Meaning<'t> {
    pub fn new(rules: &'t Rules, names: &'t Names, declarations: &'t Declarations) -> Self {
        Self { rules, names, declarations, alone: BTreeMap::new() }
    }

    /// The truth value of a proposition about the heap on a concrete heap; `None` if it is not determined here.
    pub fn truth(&mut self, proposition: &Proposition, heap: &Graph) -> Option<Truth> {
        let heap = &self.with_static_variables(heap);
        Some(match proposition {
            Proposition::Compare { left, field, equal, right } => {
                let same = match field {
                    None => self.value(left, heap).same(self.operand(right, heap)),
                    Some(field) => self.field(left, field, heap).same(self.operand(right, heap)),
                };
                match (same, equal) {
                    (None, _) => Truth::False,
                    (Some(truth), true) => truth,
                    (Some(truth), false) => truth.negated(),
                }
            }
            Proposition::Reachable { from, to, selectors } => match (self.value(from, heap), self.value(to, heap)) {
                (Value::Unknown, _) | (_, Value::Unknown) => return None,
                (Value::Vertex(from), Value::Vertex(to)) => {
                    let may_follow =
                        |f: Name| selectors.is_empty() || selectors.iter().any(|s| **s == *self.names.text(f));
                    let first = heap.fields.iter().filter(|(s, f, _)| *s == from && may_follow(*f)).map(|(.., t)| *t);
                    let mut part = heap.clone();
                    part.fields.retain(|(_, f, _)| may_follow(*f));
                    part.reached(first)[to].into()
                }
                (Value::Constant(_), _) => Truth::False,
                (Value::Vertex(from), Value::Constant(to)) => {
                    let mut whole = heap.clone();
                    let target = whole.constant(to);
                    let may_follow =
                        |f: Name| selectors.is_empty() || selectors.iter().any(|s| **s == *self.names.text(f));
                    whole.fields.retain(|(_, f, _)| may_follow(*f));
                    let first = whole.fields.iter().filter(|(s, ..)| *s == from).map(|(.., t)| *t);
                    whole.reached(first)[target].into()
                }
                (Value::Unbound, _) | (_, Value::Unbound) => Truth::False,
            },
            Proposition::Size { of, order, right } => match (self.value(of, heap), self.operand(right, heap)) {
                (Value::Constant(_) | Value::Unbound, _) | (_, Value::Unbound) => Truth::False,
                (Value::Vertex(collection), Value::Constant(Kind::Number(right))) => {
                    order.holds(self.links(collection, heap)?.len() as i64, right).into()
                }
                _ => return None,
            },
            Proposition::Contains { what, collection, element } => {
                let element = self.value(element, heap);
                match self.value(collection, heap) {
                    _ if element == Value::Unbound => Truth::False,
                    Value::Constant(_) | Value::Unbound => Truth::False,
                    Value::Unknown => return None,
                    Value::Vertex(collection) => {
                        let (field, class) = match what {
                            Contained::Element => ("value", "ArrayList"),
                            Contained::Key => ("key", "HashMap"),
                            Contained::Value => ("value", "HashMap"),
                        };
                        if heap.kinds[collection] != Kind::Object(self.names.find(class)?) {
                            return None;
                        }
                        let field = self.names.find(field)?;
                        let held = self.links(collection, heap)?.into_iter().map(|link| heap.target(link, field));
                        let held: Vec<usize> = held.collect::<Option<_>>()?;
                        held.into_iter().any(|value| Value::of(value, heap) == element).into()
                    }
                }
            }
            Proposition::IsTree => (!shared(heap) && !cyclic(heap)).into(),
            Proposition::IsAcyclic => (!cyclic(heap)).into(),
            Proposition::IsGarbageFree => {
                let reached = heap.reached(heap.variables.iter().map(|(_, v)| *v));
                // A missing reference may have any object as its target.
                let lacks = |v: usize| {
                    let mut fields =
                        self.declarations.references.iter().filter(|(c, _)| heap.kinds[v] == Kind::Object(*c));
                    fields.any(|(_, field)| heap.target(v, *field).is_none())
                };
                match (0..heap.kinds.len()).all(|v| !heap.is_object(v) || reached[v]) {
                    false if (0..heap.kinds.len()).any(|v| reached[v] && lacks(v)) => Truth::Unknown,
                    is_free => is_free.into(),
                }
            }
            Proposition::Shape { nonterminal, of } => {
                let part = match of {
                    None => vec![true; heap.kinds.len()],
                    Some(x) => match self.value(x, heap) {
                        Value::Vertex(root) => heap.reached([root]),
                        Value::Unknown | Value::Constant(_) => return None,
                        Value::Unbound => return Some(Truth::False),
                    },
                };
                return self.shape(nonterminal, heap, &part);
            }
            Proposition::Visited(x) => {
                let marked = self.names.find("%visited").and_then(|n| heap.variable(n))?;
                let is_named = |n: Name| {
                    let name = self.names.text(n);
                    !name.starts_with(['%', '$', '@']) && !name.starts_with("caller.")
                };
                match x {
                    Some(x) => (self.value(x, heap) == Value::Vertex(marked)).into(),
                    None => heap.variables.iter().any(|&(n, v)| v == marked && is_named(n)).into(),
                }
            }
            Proposition::IdenticNeighbours => self.identic_neighbours(heap)?,
            _ => return None,
        })
    }

    /// The heap with a variable for each static field, and without the object that holds them in the engine's heaps.
    fn with_static_variables(&self, heap: &Graph) -> Graph {
        let mut heap = heap.clone();
        let Some(name) = self.names.find("static") else { return heap };
        for holder in 0..heap.kinds.len() {
            if heap.kinds[holder] == Kind::Object(name) {
                heap.kinds[holder] = Kind::Open;
                let fields: Vec<(Name, usize)> = heap
                    .fields
                    .iter()
                    .filter(|(s, ..)| *s == holder)
                    .map(|(_, field, target)| (*field, *target))
                    .collect();
                heap.variables.extend(fields);
                heap.fields.retain(|(s, ..)| *s != holder);
                heap.variables.push((name, holder));
            }
        }
        heap
    }

    fn identic_neighbours(&self, heap: &Graph) -> Option<Truth> {
        let object = self.names.find("%neighbourhood").and_then(|n| heap.variable(n))?;
        let mut truth = Truth::True;
        for &(mark, neighbour) in &heap.variables {
            let mark = self.names.text(mark);
            let Some(field) = mark.strip_prefix("%neighbourhood-") else { continue };
            match self.names.find(field).and_then(|f| heap.target(object, f)) {
                Some(target) if target == neighbour => {}
                Some(_) => return Some(Truth::False),
                None => truth = Truth::Unknown,
            }
        }
        Some(truth)
    }

    fn value(&self, x: &VariableRef, heap: &Graph) -> Value {
        if x.name == "null" {
            return Value::Constant(Kind::Null);
        }
        let Some(name) = self.names.find(&x.name) else { return Value::Unbound };
        match heap.variable(name) {
            Some(vertex) => Value::of(vertex, heap),
            None if self.declarations.numbers.contains(&name) => Value::Unknown,
            None => Value::Unbound,
        }
    }

    /// The cells or entries of a list or map; `None` if it is not known what follows one.
    fn links(&self, collection: usize, heap: &Graph) -> Option<Vec<usize>> {
        let (mut links, mut next) = (Vec::new(), heap.target(collection, self.names.find("first")?)?);
        while heap.kinds[next] != Kind::Null {
            links.push(next);
            next = heap.target(next, self.names.find("next")?)?;
        }
        Some(links)
    }

    fn operand(&self, operand: &Operand, heap: &Graph) -> Value {
        match operand {
            Operand::Variable(x) => self.value(x, heap),
            Operand::Null => Value::Constant(Kind::Null),
            Operand::Boolean(value) => Value::Constant(Kind::Number(i64::from(*value))),
            Operand::Integer(value) => Value::Constant(Kind::Number(*value)),
        }
    }

    fn field(&self, x: &VariableRef, field: &str, heap: &Graph) -> Value {
        match self.value(x, heap) {
            Value::Vertex(object) => match self.names.find(field).and_then(|f| heap.target(object, f)) {
                Some(target) => Value::of(target, heap),
                None => Value::Unknown,
            },
            Value::Constant(_) | Value::Unbound => Value::Unbound,
            Value::Unknown => Value::Unknown,
        }
    }

    /// Whether the fields of some vertices are derived from one edge of a nonterminal, ignoring isolated vertices.
    ///
    /// Rules may omit numbers in fields, which then match any value. If the truth value depends on whether they are
    /// omitted, it is not determined.
    fn shape(&mut self, nonterminal: &str, heap: &Graph, part: &[bool]) -> Option<Truth> {
        let label = self.names.find(nonterminal)?;
        let fields: Vec<(usize, Name, usize)> = heap.fields.iter().filter(|(s, ..)| part[*s]).copied().collect();
        // It is a matter of definition whether a heap without edges belongs to a nonterminal that derives such heaps.
        if fields.is_empty() {
            return None;
        }
        let rules = self.rules;
        let alone = self.alone.entry(label).or_insert_with(|| {
            let rank = rules.bodies.get(&label).and_then(|b| b.first()).map_or(0, |body| body.externals.len());
            let start = Graph {
                kinds: vec![Kind::Open; rank],
                edges: vec![(label, (0..rank).collect())],
                externals: (0..rank).collect(),
                ..Graph::default()
            };
            language(&start, rules, ALONE)
        });
        let is_number = |v: usize| matches!(heap.kinds[v], Kind::Number(_));
        let matches = |exactly: bool| {
            let wanted = |pattern: &&Graph| match exactly {
                true => pattern.fields.len() == fields.len(),
                false => {
                    let references = fields.iter().filter(|(.., t)| !is_number(*t)).count();
                    (references..=fields.len()).contains(&pattern.fields.len())
                }
            };
            alone.heaps.iter().filter(wanted).any(|pattern| {
                let mut fit = Fit { pattern, heap, fields: &fields, image: vec![None; pattern.kinds.len()] };
                fit.run(0, &mut vec![false; fields.len()], exactly)
            })
        };
        // A pattern has at most as many objects as the heap, but several tentacles may be attached to one vertex.
        let rank = rules.bodies.get(&label).and_then(|b| b.first()).map_or(0, |body| body.externals.len());
        let largest = fields.len() + heap.objects() + rank;
        match (matches(true), matches(false)) {
            (true, _) => Some(Truth::True),
            _ if alone.complete <= largest => None,
            (false, false) => Some(Truth::False),
            (false, true) => None,
        }
    }
}

/// The value of a variable or field.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Value {
    Vertex(usize),
    /// Null or a number.
    Constant(Kind),
    /// Any value of its type.
    Unknown,
    Unbound,
}

impl Value {
    fn of(vertex: usize, heap: &Graph) -> Self {
        match heap.kinds[vertex] {
            constant @ (Kind::Null | Kind::Number(_)) => Value::Constant(constant),
            Kind::Object(_) | Kind::Open => Value::Vertex(vertex),
        }
    }

    /// `None` if one of them is unbound.
    fn same(self, other: Value) -> Option<Truth> {
        match (self, other) {
            (Value::Unbound, _) | (_, Value::Unbound) => None,
            (Value::Unknown, _) | (_, Value::Unknown) => Some(Truth::Unknown),
            _ => Some((self == other).into()),
        }
    }
}

fn shared(heap: &Graph) -> bool {
    (0..heap.kinds.len()).any(|v| heap.is_object(v) && heap.fields.iter().filter(|(.., t)| *t == v).count() > 1)
}

fn cyclic(heap: &Graph) -> bool {
    (0..heap.kinds.len()).any(|v| {
        let next = heap.fields.iter().filter(|(s, ..)| *s == v).map(|(.., t)| *t);
        heap.reached(next)[v]
    })
}

/// An embedding of a heap derived by an isolated edge into another heap: its tentacles may be any vertices, its other
/// objects have distinct images of the same class.
struct Fit<'h> {
    pattern: &'h Graph,
    heap: &'h Graph,
    fields: &'h [(usize, Name, usize)],
    image: Vec<Option<usize>>,
}

impl Fit<'_> {
    fn run(&mut self, next: usize, taken: &mut Vec<bool>, exactly: bool) -> bool {
        let Some(&(source, field, target)) = self.pattern.fields.get(next) else {
            let is_number = |t: usize| matches!(self.heap.kinds[t], Kind::Number(_));
            let covered = self.fields.iter().zip(&*taken).all(|((.., t), taken)| *taken || (!exactly && is_number(*t)));
            return covered && self.closes();
        };
        for (position, &(s, f, t)) in self.fields.iter().enumerate() {
            if taken[position] || f != field {
                continue;
            }
            let before = self.image.clone();
            taken[position] = true;
            if self.bind(source, s) && self.bind(target, t) && self.run(next + 1, taken, exactly) {
                return true;
            }
            taken[position] = false;
            self.image = before;
        }
        false
    }

    fn bind(&mut self, vertex: usize, value: usize) -> bool {
        if let Some(known) = self.image[vertex] {
            return known == value;
        }
        let is_open = |v: usize| self.pattern.kinds[v] == Kind::Open;
        let shared = (0..self.image.len()).any(|v| self.image[v] == Some(value) && !(is_open(v) && is_open(vertex)));
        let constant = |v: usize| matches!(self.pattern.kinds[v], Kind::Null | Kind::Number(_));
        let both = (0..self.image.len()).all(|v| {
            self.image[v] != Some(value) || (is_open(v) || constant(v)) && (is_open(vertex) || constant(vertex))
        });
        let fits = is_open(vertex) || self.pattern.kinds[vertex] == self.heap.kinds[value];
        if !fits || shared && !both {
            return false;
        }
        self.image[vertex] = Some(value);
        true
    }

    /// Whether the images satisfy the demands of rules.
    fn closes(&self) -> bool {
        let has_fields = |v: usize| self.heap.fields.iter().any(|(s, ..)| *s == v);
        let demands = self.pattern.demands.iter().all(|&(vertex, wanted)| match self.image[vertex] {
            // There always is null; objects of any class may be missing here, because they have no edges.
            None => !matches!(wanted, Kind::Open),
            Some(value) => match (self.heap.kinds[value], wanted) {
                (Kind::Null, Kind::Object(_)) => !has_fields(value),
                (here, wanted) => here == wanted,
            },
        });
        demands && self.demands_agree()
    }

    /// Whether isolated vertices can satisfy the demands of several rules.
    fn demands_agree(&self) -> bool {
        (0..self.image.len()).filter(|&v| self.image[v].is_none()).all(|vertex| {
            let own: Vec<Kind> = self.pattern.demands.iter().filter(|(v, _)| *v == vertex).map(|(_, k)| *k).collect();
            let constants: Vec<&Kind> = own.iter().filter(|k| !matches!(k, Kind::Object(_))).collect();
            let mut classes = own.iter().filter(|k| matches!(k, Kind::Object(_)));
            match constants.as_slice() {
                // Null satisfies the demands of all classes.
                [] => true,
                [first, rest @ ..] => {
                    rest.iter().all(|k| k == first) && (**first == Kind::Null || classes.next().is_none())
                }
            }
        })
    }
}
