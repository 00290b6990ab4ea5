//! Which propositions hold in a state [HMC 2.5].
//!
//! An answer is definite only if it is the same for every heap that the abstract heap stands for; where a nonterminal
//! hides it, a heap automaton knows, or the object in question is materialised and all results are asked.

use std::rc::Rc;

use rustc_hash::FxHashMap;
use smallvec::SmallVec;

use super::marking::{NEIGHBOURHOOD, VISITED};
use super::transfer::Abstract;
use super::{HeapProgram, Instance, Model, PointKind, State};
use crate::base::Idx;
use crate::grammar::{AbstractionOptions, Confluence, Sharing, SharingState};
use crate::heap::{
    Admissibility, Canoniser, ExternalOrder, Heap, HeapId, Nonterminal, Reach, Selector, Variable, VariableKind,
    VertexId,
};
use crate::logic::{Operand, Proposition, Truth, VariableRef};

/// Evaluates propositions in states, remembering what is expensive.
pub struct Labels {
    model: Rc<Model>,
    shapes: FxHashMap<(HeapId, Option<Variable>), Shape>,
    /// Shapes by what is left of a heap without its variables: many heaps differ in nothing else.
    folded: FxHashMap<Heap, Shape>,
    canoniser: Canoniser,
    reach: Reach,
}

/// The shape of a heap: what is left of it after full abstraction.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum Shape {
    /// One edge with this label.
    One(Nonterminal),
    /// Anything else; `definite` if no other order of folding could give one edge.
    Other { definite: bool },
}

/// How many heaps are met at most while all normal forms of one are sought.
const NORMAL_FORMS_LIMIT: usize = 2_000;

impl Labels {
    /// Prepares the evaluation for states of `system`.
    pub fn new(system: &HeapProgram) -> Self {
        let model = Rc::clone(system.model());
        Self {
            model,
            shapes: FxHashMap::default(),
            folded: FxHashMap::default(),
            canoniser: Canoniser::default(),
            reach: Reach::default(),
        }
    }

    /// Whether a proposition holds in a state of the entry procedure.
    pub fn truth(&mut self, system: &HeapProgram, state: State, proposition: &Proposition) -> Truth {
        let kind = system.points.kind(state.point);
        let heap = || system.store.get(state.heap);
        match proposition {
            Proposition::Terminated => system.is_terminated(state).into(),
            Proposition::NullDereference => matches!(kind, PointKind::Fault(..)).into(),
            Proposition::Exception => match kind {
                PointKind::At(instance, location) => {
                    let procedure = &system.model.program.procedures[system.points.instance(instance).procedure];
                    (instance == Instance::at(0) && location == procedure.exceptional_exit).into()
                }
                PointKind::Fault(..) => Truth::False,
            },
            Proposition::Shape { nonterminal, of } => {
                let of = match of {
                    None => None,
                    Some(x) => match self.variable(system, state, x) {
                        Some(variable) => Some(variable),
                        None => return Truth::False,
                    },
                };
                self.shape(system, state.heap, nonterminal, of)
            }
            Proposition::Reachable { from, to, selectors } => {
                let heap = heap();
                let ends = self.variable(system, state, from).zip(self.variable(system, state, to));
                match ends.and_then(|(from, to)| heap.variable(from).zip(heap.variable(to))) {
                    Some((from, to)) => self.reaches(system, &heap, from, to, selectors),
                    None => Truth::False,
                }
            }
            Proposition::Visited(x) => self.visited(system, state, &heap(), x.as_ref()),
            Proposition::IdenticNeighbours => identic_neighbours(system, &heap()),
            Proposition::Compare { left, field, equal, right } => self
                .compare(system, state, &heap(), left, field.as_deref(), right)
                .map_or(Truth::False, |same| match equal {
                    true => same,
                    false => same.negated(),
                }),
            Proposition::IsTree => {
                let sharing = self.sharing(system, &heap());
                (!sharing.shared && !sharing.cyclic).into()
            }
            Proposition::IsAcyclic => (!self.sharing(system, &heap()).cyclic).into(),
            Proposition::IsGarbageFree => (!self.reach.collect_garbage(&mut heap(), &system.model.alphabet)).into(),
            Proposition::At { file, line } => {
                let span = system.span(state.point);
                let source = self.model.sources.file(span.file);
                let in_file = file.as_ref().is_none_or(|f| *f == source.name);
                (in_file && source.position(span.start).0 == *line).into()
            }
            Proposition::In { method } => {
                let instance = system.points.instance(system.points.instance_of(state.point));
                let qualified = system.model.program.qualified_name(instance.procedure);
                (*method == qualified || *method == system.model.program.procedures[instance.procedure].name).into()
            }
        }
    }

    /// The variable that a proposition means in a state; `None` if no frame declares it.
    fn variable(&self, system: &HeapProgram, state: State, x: &VariableRef) -> Option<Variable> {
        if let Some(method) = &x.method {
            let procedure = system.points.instance(system.points.instance_of(state.point)).procedure;
            let qualified = system.model.program.qualified_name(procedure);
            if *method != qualified && *method != system.model.program.procedures[procedure].name {
                return None;
            }
        }
        system.model.alphabet.find_variable(&x.name)
    }

    fn visited(&self, system: &HeapProgram, state: State, heap: &Heap, x: Option<&VariableRef>) -> Truth {
        let Some(marked) = system.model.alphabet.find_variable(VISITED).and_then(|v| heap.variable(v)) else {
            return Truth::False;
        };
        match x {
            Some(x) => {
                let target = self.variable(system, state, x).and_then(|v| heap.variable(v));
                (target == Some(marked)).into()
            }
            None => {
                let named = |v: Variable| {
                    system.model.alphabet.kind(v) == VariableKind::Program
                        && !system.model.alphabet.variable_name(v).starts_with('$')
                };
                heap.variables().iter().any(|&(v, t)| t == marked && named(v)).into()
            }
        }
    }

    fn reaches(&self, system: &HeapProgram, heap: &Heap, from: VertexId, to: VertexId, selectors: &[String]) -> Truth {
        let mut wanted: Vec<Selector> =
            selectors.iter().filter_map(|s| system.model.alphabet.find_selector(s)).collect();
        wanted.sort_unstable();
        if wanted.len() < selectors.len() && wanted.is_empty() {
            // Only selectors that occur nowhere: no step at all (an empty set would mean all selectors).
            return Truth::False;
        }
        match self.model.reachability.iter().position(|r| r.selectors == wanted) {
            Some(automaton) => {
                let states = self.model.refinement.edge_states(heap, automaton);
                self.model.reachability[automaton].reaches(heap, &states, from, to).into()
            }
            None => Truth::Unknown,
        }
    }

    fn sharing(&self, system: &HeapProgram, heap: &Heap) -> SharingState {
        debug_assert!(self.model.sharing, "the refinement was made for the propositions of the task");
        let states = self.model.refinement.edge_states(heap, self.model.reachability.len());
        Sharing.of(&system.model.alphabet, heap, &states)
    }

    /// Whether `x == right` or `x.field == right`; `None` if a side is not bound.
    fn compare(
        &self,
        system: &HeapProgram,
        state: State,
        heap: &Heap,
        left: &VariableRef,
        field: Option<&str>,
        right: &Operand,
    ) -> Option<Truth> {
        let right = match right {
            Operand::Variable(x) => self.value(system, state, heap, x)?,
            Operand::Null => Abstract::Reference(heap.null()?),
            Operand::Boolean(value) => Abstract::Number(i64::from(*value)),
            Operand::Integer(value) => Abstract::Number(*value),
        };
        let left = self.value(system, state, heap, left)?;
        let Some(field) = field else { return Some(same(left, right)) };
        let Abstract::Reference(object) = left else { return None };
        if Some(object) == heap.null() {
            return None;
        }
        let selector = system.model.alphabet.find_selector(field)?;
        if let Some(target) = heap.target(object, selector) {
            return Some(same(system.of_vertex(heap, target), right));
        }
        let concrete = system.model.grammar().materialise(heap, object, selector);
        let answers =
            concrete.iter().filter_map(|h| h.target(object, selector).map(|t| same(system.of_vertex(h, t), right)));
        answers
            .reduce(|a, b| if a == b { a } else { Truth::Unknown })
            .or_else(|| system.is_primitive(selector).then_some(Truth::Unknown))
    }

    /// The value of a variable; `None` if it is not bound. A declared number or boolean without a value is unknown.
    fn value(&self, system: &HeapProgram, state: State, heap: &Heap, x: &VariableRef) -> Option<Abstract> {
        let variable = self.variable(system, state, x)?;
        match heap.variable(variable) {
            Some(vertex) => Some(system.of_vertex(heap, vertex)),
            None => system.is_unknown_number(state.point, &x.name).then_some(Abstract::Unknown),
        }
    }

    fn shape(&mut self, system: &HeapProgram, id: HeapId, nonterminal: &str, of: Option<Variable>) -> Truth {
        let shape = match self.shapes.get(&(id, of)) {
            Some(&known) => known,
            None => {
                let heap = system.store.get(id);
                let Some(part) = self.part(system, heap, of) else { return Truth::False };
                let shape = self.shape_of_part(system, part);
                self.shapes.insert((id, of), shape);
                shape
            }
        };
        match shape {
            Shape::One(label) => (system.model.alphabet.nonterminal(label).name == nonterminal).into(),
            Shape::Other { definite: true } => Truth::False,
            Shape::Other { definite: false } => Truth::Unknown,
        }
    }

    /// The heap, or what `of` reaches of it; `None` if `of` is not bound.
    fn part(&mut self, system: &HeapProgram, mut heap: Heap, of: Option<Variable>) -> Option<Heap> {
        if let Some(variable) = of {
            let root = heap.variable(variable)?;
            self.reach.from_roots(&heap, &system.model.alphabet, [root], |_| false);
            let constants: SmallVec<[VertexId; 4]> = heap
                .variables()
                .iter()
                .filter(|&&(v, _)| system.model.alphabet.constant(v).is_some())
                .map(|&(_, t)| t)
                .collect();
            heap.set_externals([]);
            heap.retain_vertices(|v| self.reach.reached(v) || constants.contains(&v));
        }
        Some(heap)
    }

    /// The shape of a heap as the program knows it, with variables and refined nonterminals.
    fn shape_of_part(&mut self, system: &HeapProgram, mut heap: Heap) -> Shape {
        let grammar = &self.model.given;
        heap.retain_variables(|v| system.model.alphabet.constant(v).is_some());
        heap.set_externals([]);
        let primitive = |s| system.is_primitive(s);
        heap.retain_selectors(|ty, s| grammar.knows_selector(s) || !grammar.knows_type(ty) || !primitive(s));
        heap.relabel(|_, label| system.model.alphabet.nonterminal(label).origin);
        heap.drop_unused_numbers();
        self.canoniser.canonicalise(&mut heap, ExternalOrder::Fixed);
        if let Some(&known) = self.folded.get(&heap) {
            return known;
        }
        let shape = self.fold_fully(&heap);
        self.folded.insert(heap, shape);
        shape
    }

    /// The shape of a heap in canonical form over the grammar as it was given.
    fn fold_fully(&self, start: &Heap) -> Shape {
        let grammar = &self.model.given;
        let mut heap = start.clone();
        let options = AbstractionOptions { admissibility: Admissibility::default(), collapse: true };
        grammar.abstract_heap(&mut heap, &self.model.alphabet, options);
        match heap.nonterminals() {
            [edge] if heap.selector_edges().next().is_none() => Shape::One(edge.label),
            // An empty heap has one normal form whatever the grammar.
            [] if heap.selector_edges().next().is_none() => Shape::Other { definite: true },
            _ if *grammar.confluence() == Confluence::Holds => Shape::Other { definite: true },
            // Another order may end elsewhere; for a heap without nonterminals, trying all of them decides.
            _ => {
                let one = |h: &Heap| match h.nonterminals() {
                    [edge] if h.selector_edges().next().is_none() => Some(edge.label),
                    _ => None,
                };
                let forms = grammar.normal_forms(start, NORMAL_FORMS_LIMIT);
                let found = forms.iter().flatten().find_map(one);
                found.map_or(Shape::Other { definite: forms.is_some() && start.nonterminals().is_empty() }, Shape::One)
            }
        }
    }
}

impl HeapProgram {
    /// The source range of a point: of its statement, or of the operation that failed.
    pub fn span(&self, point: super::Point) -> crate::base::Span {
        match self.points.kind(point) {
            PointKind::At(instance, location) => {
                self.model.program.procedures[self.points.instance(instance).procedure].locations[location]
            }
            PointKind::Fault(instance, edge) => {
                self.model.program.procedures[self.points.instance(instance).procedure].edges[edge].span
            }
        }
    }

    /// Whether a variable that is not bound at a point is a number or boolean that the procedure declares.
    fn is_unknown_number(&self, point: super::Point, name: &str) -> bool {
        let instance = self.points.instance_of(point);
        let procedure = &self.model.program.procedures[self.points.instance(instance).procedure];
        let declared =
            |l: &crate::program::Local| l.name == name && !l.ty.is_reference() && l.ty != crate::program::Type::Void;
        if name == crate::program::RETURN {
            return self.location(point) == Some(procedure.exit) && procedure.locals.iter().any(declared);
        }
        procedure.locals.iter().any(declared)
    }
}

fn same(left: Abstract, right: Abstract) -> Truth {
    match (left, right) {
        (Abstract::Unknown, _) | (_, Abstract::Unknown) => Truth::Unknown,
        _ => (left == right).into(),
    }
}

/// Whether the marked object still has the neighbours that it had when it was marked.
fn identic_neighbours(system: &HeapProgram, heap: &Heap) -> Truth {
    let variable = |name: &str| system.model.alphabet.find_variable(name).and_then(|v| heap.variable(v));
    let Some(object) = variable(NEIGHBOURHOOD) else { return Truth::True };
    let mut truth = Truth::True;
    for selector in system.model.alphabet.selectors() {
        let name = system.model.alphabet.selector_name(selector);
        let Some(neighbour) = variable(&format!("{NEIGHBOURHOOD}-{name}")) else { continue };
        let holds = match heap.target(object, selector) {
            Some(target) => (target == neighbour).into(),
            None => {
                let concrete = system.model.grammar().materialise(heap, object, selector);
                let answers = concrete.iter().map(|h| Truth::from(h.target(object, selector) == Some(neighbour)));
                answers.reduce(|a, b| if a == b { a } else { Truth::Unknown }).unwrap_or(Truth::False)
            }
        };
        truth = match (truth, holds) {
            (_, Truth::False) => return Truth::False,
            (_, Truth::Unknown) | (Truth::Unknown, _) => Truth::Unknown,
            _ => Truth::True,
        };
    }
    truth
}
