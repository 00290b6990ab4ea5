//! The propositions that hold in a state [HMC 2.5].
//!
//! An answer is definite only if it is the same for every heap that the abstract heap describes. If a nonterminal hides
//! it, it is computed by a heap automaton, or on all heaps in which the object in question is materialised.

mod elements;

use std::cell::OnceCell;
use std::rc::Rc;

use rustc_hash::FxHashMap;
use smallvec::SmallVec;

use super::context::Context;
use super::marking::{NEIGHBOURHOOD, VISITED};
use super::names::qualified_name;
use super::shape::{Shapes, View};
use super::transfer::AbstractValue;
use super::{ContextId, Contexts, HeapModel, HeapProgram, HeapState, Instance, Point, PointKind, Semantics};
use base::{CompactSort, Idx, RETURN};
use heap_grammar::grammar::{Entered, ReachedPart};
use heap_grammar::heap::{Canoniser, ExternalOrder, Heap, HeapId, HeapStore, Selector, TypeId, Variable, VertexId};
use ltl::logic::{Operand, Proposition, Truth, VariableRef};

/// Evaluates propositions in states and caches expensive results.
pub struct HeapLabels {
    model: Rc<HeapModel>,
    shapes: Shapes,
    /// Reachability inside nonterminal edges, computed on first use.
    entered: OnceCell<Entered>,
    /// Heaps in scope without their garbage, or glued into their context.
    heaps: HeapStore,
    views: FxHashMap<ViewKey, Option<View>>,
    canoniser: Canoniser,
}

/// What a view depends on: heap in scope, heap out of scope, instance, whether the whole heap is meant, and what does not count for it.
type ViewKey = (HeapId, Option<HeapId>, Instance, bool, Option<Uncounted>);

/// Where not all variables count for the whole heap, or not all externals, and which of these.
type Uncounted = (Point, SmallVec<[u32; 2]>);

/// The state and context in which a proposition is evaluated.
#[derive(Clone, Copy)]
struct Scene<'a> {
    system: &'a HeapProgram,
    state: HeapState,
    context: &'a Context,
}

impl HeapLabels {
    /// Prepares the evaluation for states of `system`.
    pub fn new(system: &HeapProgram) -> Self {
        let model = Rc::clone(system.model());
        Self {
            shapes: Shapes::new(Rc::clone(&model)),
            model,
            entered: OnceCell::new(),
            heaps: HeapStore::default(),
            views: FxHashMap::default(),
            canoniser: Canoniser::default(),
        }
    }

    /// Limits the effort spent on shapes from now on, for pictures: folding in every order may visit at most this many
    /// `heaps`.
    pub fn limit_folding(&mut self, heaps: usize) {
        self.shapes.limit(heaps);
    }

    /// Whether this limit has left a shape undecided since the last call of this method.
    pub fn take_cut(&mut self) -> bool {
        self.shapes.take_cut()
    }

    /// The truth of a proposition in a state in a context; `contexts` are those of a formula that contains the
    /// proposition. States of the entry procedure have the context [`Contexts::NONE`].
    pub fn truth(
        &mut self,
        system: &HeapProgram,
        contexts: &Contexts,
        context: ContextId,
        state: HeapState,
        proposition: &Proposition,
    ) -> Truth {
        if system.is_left_open(state, proposition) {
            return Truth::Unknown;
        }
        let scene = Scene { system, state, context: contexts.get(context) };
        self.of_place(scene, proposition).unwrap_or_else(|| match self.view(scene, proposition) {
            Some(view) => self.of_heap(scene, view, proposition),
            None => Truth::Unknown,
        })
    }

    /// The truth of a proposition about the location of the state; `None` if it is about the heap.
    fn of_place(&self, Scene { system, state, context }: Scene<'_>, proposition: &Proposition) -> Option<Truth> {
        let truth = match proposition {
            Proposition::Terminated => system.is_terminated(state),
            Proposition::NullDereference => system.is_null_dereference(state),
            Proposition::Exception => system.is_exception(state),
            Proposition::At { file, line } => {
                self.model.sources.is_line(system.span(state.point), file.as_deref(), *line)
            }
            Proposition::Fails { file, line } => match system.semantics.points.kind(state.point) {
                PointKind::At(instance, location) => {
                    let procedure = system.semantics.points.instance(instance).procedure;
                    let failure = self.model.program.assertion_failure(procedure, location, &self.model.sources);
                    failure.is_some_and(|span| self.model.sources.is_line(span, file.as_deref(), *line))
                }
                PointKind::Fault(..) => false,
            },
            Proposition::In { method } => {
                system.semantics.is_method(system.semantics.points.instance_of(state.point), method)
            }
            Proposition::During { method } => {
                let top = system.semantics.points.instance_of(state.point);
                system.semantics.is_method(top, method) || context.calls.contains(method)
            }
            _ => return None,
        };
        Some(truth.into())
    }

    /// The truth of a proposition about the heap.
    fn of_heap(&mut self, scene: Scene<'_>, view: View, proposition: &Proposition) -> Truth {
        let Scene { system, state, context } = scene;
        if system.semantics.is_manual() && !scene.is_told(&heap_of(system, &self.heaps, view), proposition) {
            return Truth::Unknown;
        }
        if let Proposition::Shape { nonterminal, of } = proposition {
            let of = match of.as_ref().map(|x| scene.variable(x)) {
                Some(None) => return Truth::False,
                Some(of) => of,
                None => None,
            };
            let heaps = &self.heaps;
            return self.shapes.is(&system.semantics.layout, view, || heap_of(system, heaps, view), nonterminal, of);
        }
        let heap = heap_of(system, &self.heaps, view);
        if !system.semantics.is_manual() && scene.is_about_untracked(&heap, proposition) {
            return Truth::Unknown;
        }
        match proposition {
            Proposition::Reachable { from, to, selectors } => {
                let ends = scene.variable(from).zip(scene.variable(to));
                match ends.and_then(|(from, to)| heap.variable(from).zip(heap.variable(to))) {
                    Some((from, to)) => self.reaches(&heap, from, to, selectors),
                    None => Truth::False,
                }
            }
            Proposition::Visited(x) => match visited(scene, &heap, x.as_ref()) {
                // Some variable may refer to it whose object is not followed.
                false if x.is_none() && !self.model.unknown.may_hold.is_empty() => Truth::Unknown,
                is_visited => is_visited.into(),
            },
            Proposition::Reached { from, selectors } => {
                let marked = self.model.alphabet.find_variable(VISITED).and_then(|v| heap.variable(v));
                match scene.variable(from).and_then(|v| heap.variable(v)).zip(marked) {
                    Some((from, marked)) if from == marked => Truth::True,
                    Some((from, marked)) => self.reaches(&heap, from, marked, selectors),
                    None => Truth::False,
                }
            }
            Proposition::IdenticNeighbours => has_initial_neighbours(&system.semantics, &heap, None),
            Proposition::Unchanged(field) => has_initial_neighbours(&system.semantics, &heap, Some(field)),
            Proposition::Compare { left, field, equal, right } => {
                scene.compare(&heap, left, field.as_deref(), right).map_or(Truth::False, |same| match equal {
                    true => same,
                    false => same.negated(),
                })
            }
            Proposition::Size { of, order, right } => self.size(scene, &heap, of, *order, right),
            Proposition::Contains { what, collection, element } => {
                self.contains(scene, &heap, *what, collection, element)
            }
            Proposition::IsTree => {
                let sharing = self.model.sharing_of(&heap);
                let is_tree = !sharing.shared && !sharing.cyclic && !context.shared && !context.cyclic;
                self.unless_absent(is_tree)
            }
            Proposition::IsAcyclic => {
                let is_acyclic = !self.model.sharing_of(&heap).cyclic && !context.cyclic;
                self.unless_absent(is_acyclic)
            }
            // Vertices of the heap in scope that callers refer to are external.
            Proposition::IsGarbageFree => {
                // A missing field may be the only one that leads to some object.
                let lost = if self.model.unknown.may_be_lacking { Truth::Unknown } else { Truth::False };
                let in_scope = || match self.held(scene) {
                    None => Truth::Unknown,
                    Some(part) if part.is_all_of(&system.heaps.get(state.heap)) => Truth::True,
                    Some(_) => lost,
                };
                match context {
                    _ if self.collects_garbage() => Truth::True,
                    Context { garbage: true, .. } => lost,
                    Context { loose: true, .. } => Truth::Unknown,
                    _ => in_scope(),
                }
            }
            _ => Truth::Unknown,
        }
    }

    /// The truth of a property that further edges can only make false: unknown instead of true if objects of the input
    /// may lack fields.
    fn unless_absent(&self, holds: bool) -> Truth {
        if holds && (self.model.unknown.lead_into_shape || !self.model.unknown.absent.is_empty()) {
            Truth::Unknown
        } else {
            holds.into()
        }
    }

    fn collects_garbage(&self) -> bool {
        self.model.options.garbage_collection
    }

    /// The part of the heap in scope that is reachable from what counts for the whole heap; `None` if that depends on the derivation
    /// of its edges.
    fn held(&self, scene: Scene<'_>) -> Option<ReachedPart> {
        let heap = scene.held();
        let entered = self.entered.get_or_init(|| Entered::new(self.model.grammar()));
        entered.part(&heap, &roots(&heap, &scene.context.unheld))
    }

    /// The heap that a proposition is about; `None` if it is not known, or too large to construct.
    fn view(&mut self, scene: Scene<'_>, proposition: &Proposition) -> Option<View> {
        let Scene { system, state, context } = scene;
        // No path leads from the heap in scope out of it.
        if scene.is_in_scope(proposition) {
            return Some(View::Scope(state.heap));
        }
        let of_whole = proposition.is_of_whole_heap() && *proposition != Proposition::IsGarbageFree;
        if of_whole && self.collects_garbage() && context.loose {
            return None;
        }
        if context.any || of_whole && system.semantics.is_manual() && !self.is_whole_alive(scene) {
            return None;
        }
        let instance = system.semantics.points.instance_of(state.point);
        let counts_all = !of_whole || !self.collects_garbage() || context.unheld.is_empty() && scene.counts_all();
        let uncounted = (!counts_all).then(|| (state.point, context.unheld.clone()));
        let key = (state.heap, context.heap, instance, of_whole, uncounted);
        if let Some(&known) = self.views.get(&key) {
            return known;
        }
        let view = self.view_of(scene, instance, of_whole);
        self.views.insert(key, view);
        view
    }

    /// Whether everything is reached from what counts for the whole heap of a program that manages its memory: more counts for
    /// what is lost. Within calls that is not known.
    fn is_whole_alive(&self, scene: Scene<'_>) -> bool {
        let is_all = || self.held(scene).is_some_and(|part| part.is_all_of(&scene.held()));
        scene.instance() == Instance::at(0) && is_all()
    }

    /// The heap in scope, or the whole heap, without the object that holds the static fields, which count as variables.
    /// The whole heap is also without what nothing that counts for it leads to in any heap that it describes.
    fn view_of(&mut self, scene: Scene<'_>, instance: Instance, of_whole: bool) -> Option<View> {
        let Scene { system, state, context } = scene;
        let mut scope = system.heaps.get(state.heap);
        let mut is_whole = true;
        if of_whole && self.collects_garbage() {
            let part = self.held(scene)?;
            // What is out of scope may lead to it after all.
            let is_reached = |&position: &u32| part.vertices[scope.externals()[position as usize].index()];
            if !context.unheld.iter().all(is_reached) {
                return None;
            }
            is_whole = part.is_all_of(&scope);
            part.cut_out(&mut scope);
        }
        if of_whole && context.heap.is_none() {
            is_whole &= !self.model.cut_statics(&mut scope);
        }
        let mut heap = match context.heap {
            None if is_whole => return Some(View::Scope(state.heap)),
            None => scope,
            Some(below) => {
                let alphabet = &self.model.alphabet;
                // All other variables that are visible here are bound in the context.
                scope.retain_variables(|v| {
                    alphabet.constant(v).is_some() || system.semantics.points.declares(instance, v)
                });
                let mut heap = system.glued(below, &scope).ok()?.0;
                if of_whole {
                    self.model.cut_statics(&mut heap);
                }
                heap
            }
        };
        self.canoniser.canonicalise(&mut heap, ExternalOrder::Fixed);
        self.heaps.intern(&heap).ok().map(View::Made)
    }

    fn reaches(&self, heap: &Heap, from: VertexId, to: VertexId, selectors: &[String]) -> Truth {
        let mut wanted: Vec<Selector> = selectors.iter().filter_map(|s| self.model.alphabet.find_selector(s)).collect();
        wanted.compact_sort();
        if wanted.len() < selectors.len() && wanted.is_empty() {
            // All given selectors are unknown, so there is no step. (An empty set would mean all selectors.)
            return Truth::False;
        }
        match self.model.observables.reachability.iter().position(|r| r.selectors == wanted) {
            Some(automaton) => {
                let states = self.model.refinement.edge_states(heap, automaton);
                // A missing field may lead anywhere.
                let leads = |s: &Selector| wanted.is_empty() || wanted.contains(s);
                let leads_anywhere = self.model.unknown.absent.iter().any(leads)
                    || wanted.is_empty() && self.model.unknown.lead_into_shape;
                let is_open = heap.is_object(from) && leads_anywhere;
                match self.model.observables.reachability[automaton].reaches(heap, &states, from, to) {
                    false if is_open => Truth::Unknown,
                    reaches => reaches.into(),
                }
            }
            None => Truth::Unknown,
        }
    }
}

impl<'a> Scene<'a> {
    fn semantics(self) -> &'a Semantics {
        &self.system.semantics
    }

    /// The procedure that is executed.
    fn instance(self) -> Instance {
        self.semantics().points.instance_of(self.state.point)
    }

    /// The variable that a proposition refers to, under its name in the heap; `None` if no frame declares it. Only the
    /// entry procedure has a result.
    fn variable(self, x: &VariableRef) -> Option<Variable> {
        let alphabet = &self.semantics().model.alphabet;
        if x.name == RETURN && self.instance() != Instance::at(0) {
            return None;
        }
        match &x.method {
            Some(method) if !self.is_own(x) => alphabet.find_variable(&qualified_name(method, &x.name)),
            _ => alphabet.find_variable(&x.name),
        }
    }

    /// The heap in scope with only those variables that count for the whole heap.
    fn held(self) -> Heap {
        let mut heap = self.system.heaps.get(self.state.heap);
        heap.retain_variables(|v| self.counts(v));
        heap
    }

    /// Whether all variables of the heap in scope count for the whole heap.
    fn counts_all(self) -> bool {
        self.system.heaps.get(self.state.heap).variables().iter().all(|&(v, _)| self.counts(v))
    }

    fn counts(self, variable: Variable) -> bool {
        let semantics = self.semantics();
        semantics.model.alphabet.constant(variable).is_some() || semantics.points.holds(self.state.point, variable)
    }

    /// Whether a proposition refers to a variable of the procedure being executed.
    fn is_own(self, x: &VariableRef) -> bool {
        self.semantics().is_own(self.instance(), x)
    }

    /// Whether a proposition depends only on objects reachable from variables of the procedure being executed.
    fn is_in_scope(self, proposition: &Proposition) -> bool {
        let of_variables = match proposition {
            Proposition::Shape { of, .. } => of.is_some(),
            Proposition::Reachable { .. }
            | Proposition::Compare { .. }
            | Proposition::Size { .. }
            | Proposition::Contains { .. } => true,
            _ => false,
        };
        of_variables && proposition.variables().all(|x| self.is_own(x))
    }

    /// Whether a proposition that is no comparison is about a variable whose object is not followed.
    fn is_about_untracked(self, heap: &Heap, proposition: &Proposition) -> bool {
        let is_untracked = |x: &VariableRef| {
            let declared = self.system.semantics.is_declared_reference(self.instance(), &x.name);
            match self.value(heap, x) {
                Some(AbstractValue::Untracked(_) | AbstractValue::Beyond) => true,
                Some(AbstractValue::Unknown) => declared || !self.is_own(x),
                _ => false,
            }
        };
        let is_comparison = matches!(proposition, Proposition::Compare { .. });
        !is_comparison && proposition.variables().any(is_untracked)
    }

    /// Whether a heap of a program that manages its memory tells what a proposition asks: variables have values, and if it is about more
    /// than two of them, no dangling pointer is around, which may lead to one of several objects that are gone.
    fn is_told(self, heap: &Heap, proposition: &Proposition) -> bool {
        let is_bound = |x: &VariableRef| self.variable(x).is_some_and(|v| heap.variable(v).is_some());
        let is_gone = || heap.vertices().any(|vertex| heap.vertex_type(vertex) == TypeId::FREED);
        match proposition {
            Proposition::Compare { .. } | Proposition::IsGarbageFree => true,
            _ => proposition.variables().all(is_bound) && !is_gone(),
        }
    }

    /// Whether `x == right` or `x.field == right`; `None` if a side is not bound.
    fn compare(self, heap: &Heap, left: &VariableRef, field: Option<&str>, right: &Operand) -> Option<Truth> {
        let semantics = self.semantics();
        let right = match right {
            Operand::Variable(x) => self.value(heap, x)?,
            Operand::Null => AbstractValue::Reference(heap.null()?),
            Operand::Boolean(value) => AbstractValue::Number(i64::from(*value)),
            Operand::Integer(value) => AbstractValue::Number(*value),
        };
        let left = self.value(heap, left)?;
        let Some(field) = field else { return Some(same(semantics, heap, left, right)) };
        if !matches!(left, AbstractValue::Reference(_) | AbstractValue::Number(_)) {
            return Some(Truth::Unknown);
        }
        let AbstractValue::Reference(object) = left else { return None };
        if Some(object) == heap.null() {
            return None;
        }
        let selector = semantics.model.alphabet.find_selector(field)?;
        if let Some(target) = heap.target(object, selector) {
            return Some(same(semantics, heap, semantics.of_vertex(heap, target), right));
        }
        let Ok(concrete) = semantics.model.grammar().materialise(heap, object, selector) else {
            return Some(Truth::Unknown);
        };
        let answers = concrete
            .iter()
            .filter_map(|h| h.target(object, selector).map(|t| same(semantics, h, semantics.of_vertex(h, t), right)));
        // A field without a selector edge in any of these heaps may have any value.
        let unshown = || semantics.layout.has_field(heap.vertex_type(object), selector).then_some(Truth::Unknown);
        answers.reduce(|a, b| if a == b { a } else { Truth::Unknown }).or_else(unshown)
    }

    /// The value of a variable; `None` if it is not bound. A declared number or boolean without a value is unknown.
    fn value(self, heap: &Heap, x: &VariableRef) -> Option<AbstractValue> {
        let variable = self.variable(x)?;
        if let Some(vertex) = heap.variable(variable) {
            return Some(self.semantics().of_vertex(heap, vertex));
        }
        let unknown = match self.is_own(x) {
            true => self.semantics().has_unknown_value(self.state.point, &x.name),
            false => self.context.unknown.contains(&variable),
        };
        unknown.then_some(AbstractValue::Unknown)
    }
}

/// A heap of the system or of the labels' own store.
fn heap_of(system: &HeapProgram, made: &HeapStore, view: View) -> Heap {
    match view {
        View::Scope(id) => system.heaps.get(id),
        View::Made(id) => made.get(id),
    }
}

/// The roots of a heap: objects reachable from them are not garbage. These externals, by position, do not count.
pub(super) fn roots(heap: &Heap, without: &[u32]) -> Vec<VertexId> {
    let counts = |position: usize| !without.iter().any(|&other| other as usize == position);
    let externals = heap.externals().iter().enumerate().filter(|&(position, _)| counts(position));
    heap.variables().iter().map(|&(_, v)| v).chain(externals.map(|(_, &v)| v)).collect()
}

/// Whether `x`, or without it any variable named by the program or any static field, points to the marked object.
fn visited(scene: Scene<'_>, heap: &Heap, x: Option<&VariableRef>) -> bool {
    let model = &scene.semantics().model;
    let Some(marked) = model.alphabet.find_variable(VISITED).and_then(|v| heap.variable(v)) else {
        return false;
    };
    match x {
        Some(x) => scene.variable(x).and_then(|v| heap.variable(v)) == Some(marked),
        None => scene.context.visited || model.named_vertices(heap).any(|vertex| vertex == marked),
    }
}

fn same(semantics: &Semantics, heap: &Heap, left: AbstractValue, right: AbstractValue) -> Truth {
    match (left, right) {
        (AbstractValue::Gone(_), AbstractValue::Reference(other))
        | (AbstractValue::Reference(other), AbstractValue::Gone(_))
            if Some(other) == heap.null() =>
        {
            Truth::False
        }
        (AbstractValue::Untracked(known), AbstractValue::Reference(other))
        | (AbstractValue::Reference(other), AbstractValue::Untracked(known))
            if semantics.constants.is_foreign(known) || Some(other) == heap.null() =>
        {
            Truth::False
        }
        (
            AbstractValue::Reference(_) | AbstractValue::Number(_),
            AbstractValue::Reference(_) | AbstractValue::Number(_),
        ) => (left == right).into(),
        _ => Truth::Unknown,
    }
}

/// Whether the marked object still has the neighbours that it had when it was marked, in all fields or in one.
fn has_initial_neighbours(semantics: &Semantics, heap: &Heap, field: Option<&str>) -> Truth {
    let variable = |name: &str| semantics.model.alphabet.find_variable(name).and_then(|v| heap.variable(v));
    let Some(object) = variable(NEIGHBOURHOOD) else { return Truth::True };
    let mut truth = Truth::True;
    for selector in semantics.model.alphabet.selectors() {
        let name = semantics.model.alphabet.selector_name(selector);
        if field.is_some_and(|field| field != name) {
            continue;
        }
        let Some(neighbour) = variable(&format!("{NEIGHBOURHOOD}-{name}")) else { continue };
        // Constants for what is not followed stand for any number of objects.
        let is_followed = |heap: &Heap, v| matches!(semantics.of_vertex(heap, v), AbstractValue::Reference(_));
        let leads_there =
            |heap: &Heap, target: VertexId| match is_followed(heap, target) || is_followed(heap, neighbour) {
                true => (target == neighbour).into(),
                false => Truth::Unknown,
            };
        let holds = match heap.target(object, selector) {
            Some(target) => leads_there(heap, target),
            None => {
                let concrete = semantics.model.grammar().materialise(heap, object, selector).unwrap_or_default();
                let answers =
                    concrete.iter().map(|h| h.target(object, selector).map_or(Truth::False, |v| leads_there(h, v)));
                answers.reduce(|a, b| if a == b { a } else { Truth::Unknown }).unwrap_or(Truth::Unknown)
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
