//! Abstract execution of heap programs [HMC 2.1, 3.2].
//!
//! A state is a point of the program with a heap in canonical form. A step materialises the fields that the
//! operation accesses, executes it, removes dead variables and garbage, and abstracts at merge points. A call passes
//! the part of the heap reachable from its arguments; vertices of this part that the rest of the heap also refers to
//! are external.

mod call;
mod context;
mod contracts;
mod follow;
mod labels;
mod marking;
mod memory;
mod names;
mod numbers;
mod points;
mod settle;
mod shape;
mod split;
mod stages;
mod statics;
mod transfer;
mod untracked;

use std::collections::BTreeSet;
use std::rc::Rc;

use fixedbitset::FixedBitSet;
use rustc_hash::{FxHashMap, FxHashSet};
use smallvec::SmallVec;

use crate::base::{Idx, IndexVec, Sources, Stop};
use crate::grammar::{
    AbstractionOptions, Derivations, Entered, Grammar, Reachability, Refinement, Sharing, SharingState,
};
use crate::heap::{
    Alphabet, Canoniser, ExternalOrder, Heap, HeapId, HeapStore, Reach, Selector, TypeId, Untracked, Variable,
};
use crate::program::cfa::{Location, ProcedureId};
use crate::program::objects::{ClassId, Condition, Field, FieldId, Operation, Program, Type, UntrackedReferences};
use crate::rsm::{Flow, RecursiveSystem, Step, Transition};
use crate::semantics::Fault;

pub use context::{ContextId, Contexts};
pub use contracts::Contract;
use follow::Following;
pub use labels::HeapLabels;
pub use marking::{Marking, MarkingRules, NEIGHBOURHOOD, VISITED, mark};
use names::Mention;
pub use names::qualified_name;
pub use points::{Instance, Point, PointKind, Points};
use settle::Memo;
pub use stages::{Act, Stage};

/// A state: a program point and the heap in scope.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub struct HeapState {
    /// The program point.
    pub point: Point,
    /// The heap in canonical form.
    pub heap: HeapId,
}

/// Options of the abstract execution.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct HeapOptions {
    /// Remove unreachable parts of the heap.
    pub garbage_collection: bool,
    /// How to abstract.
    pub abstraction: AbstractionOptions,
    /// Abstract every state, not only those at merge points.
    pub abstract_everywhere: bool,
    /// Make every selector of every variable concrete in every abstracted state (`--admissible-full`).
    pub rectify: bool,
    /// Abstract final states without admissibility (`--post-processing`).
    pub abstract_exits_fully: bool,
    /// Maximum number of vertices of a heap.
    pub heap_vertices: u32,
}

/// The parts of an analysis that do not change during exploration.
#[derive(Debug)]
pub struct HeapModel {
    /// The program.
    pub program: Program,
    /// Where it starts.
    pub entry: ProcedureId,
    /// Its source files, for line numbers.
    pub sources: Sources,
    /// The names that occur in heaps, those of the program [declared](declare).
    pub alphabet: Alphabet,
    /// The grammar as given, on which `{L(N)}` is defined.
    pub given: Grammar,
    /// The grammar over which states are abstracted: the given one, refined by the automata below in this order.
    pub refinement: Refinement,
    /// The sets of selectors whose reachability propositions test.
    pub reachability: Vec<Reachability>,
    /// Whether propositions test for sharing; the automaton for it is the last one.
    pub sharing: bool,
    /// Selectors of variables that propositions read. They are concrete in every state in which propositions are
    /// [evaluated](PropositionScope), so that the propositions are definite.
    pub observed: Vec<(Variable, Selector)>,
    /// The fields that are no part of the shape.
    pub untracked: Vec<FieldId>,
    /// Whether there are fields that are no part of the shape, but whose types say that they lead to objects of it.
    pub leads_into_shape: bool,
    /// What may hold references that are not followed.
    pub may_hold: UntrackedReferences,
    /// Fields that are null in no object that is not followed. A run that stores null there is given up.
    pub never_null: BTreeSet<FieldId>,
    /// Reference fields that objects of the initial heaps may lack: their targets are unknown.
    pub absent: Vec<Selector>,
    /// Whether states may describe heaps in which objects lack reference fields: in initial heaps, or because a rule
    /// adds such objects.
    pub lacks_references: bool,
    /// The type of the object that holds the static fields, if there are any.
    pub statics: Option<TypeId>,
    /// Options of the execution.
    pub options: HeapOptions,
}

impl HeapModel {
    /// The grammar over which states are abstracted.
    pub fn grammar(&self) -> &Grammar {
        &self.refinement.grammar
    }

    /// Sharing and cycles in a heap over that grammar, which must be refined for them.
    fn sharing_of(&self, heap: &Heap) -> SharingState {
        debug_assert!(self.sharing, "the refinement was made for the propositions of the task");
        let states = self.refinement.edge_states(heap, self.reachability.len());
        Sharing.of(heap, &states)
    }
}

/// A program over abstract heaps, as a recursive system.
pub struct HeapProgram {
    model: Rc<HeapModel>,
    points: Points,
    scope: PropositionScope,
    /// The variables whose selectors are observed, which calls pass along.
    passed: Vec<Mention>,
    fields: IndexVec<FieldId, FieldInfo>,
    /// The constants for [objects that are not followed](Untracked).
    untracked: [Variable; 4],
    /// The fields in which rules show some object that is not followed.
    held: Vec<(TypeId, Selector)>,
    /// Those for objects that are not followed, but belong to a class.
    instances: FxHashMap<Variable, ClassId>,
    /// The fields of each class, including inherited ones, and whether they hold references.
    of_types: FxHashMap<(TypeId, Selector), bool>,
    /// Those of them that are no part of the shape.
    untracked_of_types: FxHashSet<(TypeId, Selector)>,
    types: IndexVec<ClassId, TypeId>,
    classes: FxHashMap<TypeId, ClassId>,
    initial: Vec<HeapId>,
    store: HeapStore,
    memo: Memo,
    /// Points at which the abstraction is [refined](Self::refine_at).
    refined: FixedBitSet,
    /// Whether all but a few isomorphic parts of garbage are removed.
    thins_garbage: bool,
    frames: FxHashMap<(HeapState, HeapState), SmallVec<[call::CallerFrame; 1]>>,
    /// The exits of contracts given by the user, by entry state.
    contracts: FxHashMap<HeapState, Vec<HeapState>>,
    /// These exits: they describe no variable of the callee except the result.
    contract_exits: FxHashSet<HeapState>,
    /// The preconditions of these contracts, before folding.
    preconditions: FxHashSet<HeapState>,
    /// The error points of edges that have thrown an exception by dereferencing null.
    thrown: BTreeSet<Point>,
    /// The steps and calls with which something is [lost](Self::loses), by the states between which they lead.
    losses: FxHashSet<(HeapState, HeapState)>,
    /// What is reached inside of nonterminals, for programs that manage their memory.
    entered: Option<Entered>,
    canoniser: Canoniser,
    reach: Reach,
    /// Where objects go in the steps that are executed, while that is looked at.
    following: Option<Following>,
    /// Where the objects of states come from, as far as it was asked.
    flows: FxHashMap<Transition<HeapState>, Rc<[Flow]>>,
}

/// The states in which propositions are evaluated, and which therefore keep the variables mentioned in them.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum PropositionScope {
    /// In the states of the entry procedure.
    Entry,
    /// All states; those of callees also contain the objects of their callers whose selectors are observed.
    AllProcedures,
}

/// How heaps represent a field.
#[derive(Clone, Copy, Debug)]
struct FieldInfo {
    /// [`NOWHERE`] if neither a procedure reachable from the entry, nor the grammar, nor an initial heap mentions the
    /// field, or what it holds is [not known](UntrackedReferences::is_weak): such fields are not modelled. What is loaded from them is not
    /// followed.
    selector: Selector,
    primitive: bool,
    /// Whether it is no part of the shape. What was loaded or stored last is [remembered](HeapProgram::forget_loads) for a while.
    untracked: bool,
}

const NOWHERE: Selector = Selector(u32::MAX);

/// So many heaps are sampled of a heap …
const SAMPLES: usize = 8;

/// … while heaps with so many vertices in total are visited.
const SAMPLED_VERTICES: usize = 50_000;

impl HeapProgram {
    /// Prepares the execution. `kept` are names of variables that stay in the states of procedures in `scope` even when
    /// they are dead, because propositions mention them: `x`, or for `m::x` also its [qualified name](qualified_name).
    pub fn new(model: Rc<HeapModel>, kept: &[String], scope: PropositionScope) -> Self {
        let (program, alphabet) = (&model.program, &model.alphabet);
        let field = |(id, f): (FieldId, &Field)| FieldInfo {
            selector: alphabet.find_selector(&f.name).filter(|_| !model.may_hold.is_weak(id)).unwrap_or(NOWHERE),
            primitive: !f.ty.is_reference(),
            untracked: model.untracked.contains(&id),
        };
        let types: IndexVec<ClassId, TypeId> =
            program.classes.iter().map(|c| alphabet.find_type(&c.name).unwrap_or(TypeId::NULL)).collect();
        let fields: IndexVec<FieldId, FieldInfo> = program.fields.iter_enumerated().map(field).collect();
        let constant = |known: Untracked| alphabet.find_variable(known.name()).unwrap_or(Variable::NULL);
        let (mut of_types, mut untracked_of_types) = (FxHashMap::default(), FxHashSet::default());
        for (class, &ty) in types.iter_enumerated() {
            for &field in program.ancestry(class).flat_map(|ancestor| &program.classes[ancestor].fields) {
                let FieldInfo { selector, primitive, untracked } = fields[field];
                of_types.insert((ty, selector), !primitive);
                if untracked {
                    untracked_of_types.insert((ty, selector));
                }
            }
        }
        Self {
            points: Points::new(program, model.entry, alphabet, kept, scope),
            scope,
            passed: names::observed(&model),
            fields,
            untracked: Untracked::ALL.map(constant),
            held: alphabet
                .find_variable(Untracked::Any.name())
                .map_or_else(Vec::new, |any| model.grammar().leading_to(any)),
            instances: instances(program, alphabet),
            of_types,
            untracked_of_types,
            classes: types.iter_enumerated().map(|(class, &ty)| (ty, class)).collect(),
            types,
            initial: Vec::new(),
            store: HeapStore::default(),
            memo: Memo::default(),
            refined: FixedBitSet::new(),
            thins_garbage: !model.options.garbage_collection && model.given.derives_connected(),
            frames: FxHashMap::default(),
            contracts: FxHashMap::default(),
            contract_exits: FxHashSet::default(),
            preconditions: FxHashSet::default(),
            thrown: BTreeSet::new(),
            losses: FxHashSet::default(),
            entered: program.is_manual().then(|| Entered::new(model.grammar())),
            canoniser: Canoniser::default(),
            reach: Reach::default(),
            following: None,
            flows: FxHashMap::default(),
            model,
        }
    }

    /// Adds initial heaps; their parameters are [bound](super::bind_parameters).
    ///
    /// # Errors
    /// If one is too large.
    pub fn start_from(&mut self, initial: &[Heap]) -> Result<(), Stop> {
        let start = self.points.entry();
        for heap in initial {
            for heap in self.settle_initial(heap.clone(), start)? {
                if !self.initial.contains(&heap) {
                    self.initial.push(heap);
                }
            }
        }
        Ok(())
    }

    /// The program with everything that does not change during exploration.
    pub fn model(&self) -> &Rc<HeapModel> {
        &self.model
    }

    /// The program points.
    pub fn points(&self) -> &Points {
        &self.points
    }

    /// The heaps of all states found so far.
    pub fn store(&self) -> &HeapStore {
        &self.store
    }

    /// Whether objects of this type have a numeric or boolean field with this name.
    fn is_primitive(&self, ty: TypeId, selector: Selector) -> bool {
        self.of_types.get(&(ty, selector)) == Some(&false)
    }

    /// Whether objects of this type may have a field with this name.
    fn has_field(&self, ty: TypeId, selector: Selector) -> bool {
        self.of_types.contains_key(&(ty, selector)) || !self.classes.contains_key(&ty)
    }
}

/// Adds the names of a program to the alphabet: its classes, the fields that may be accessed from `entry`, and its locals; also the
/// constants for objects that are not followed, of the classes that are asked for and those of `untracked` fields; of those that are `made`,
/// if these are not followed.
pub fn declare(alphabet: &mut Alphabet, program: &Program, entry: ProcedureId, (untracked, made): (&[FieldId], bool)) {
    for class in &program.classes {
        alphabet.ty(&class.name);
    }
    if !program.is_manual() {
        Untracked::ALL.iter().for_each(|known| _ = alphabet.variable(known.name()));
    }
    for id in program.reachable(entry) {
        let procedure = &program.procedures[id];
        for local in &procedure.locals {
            alphabet.variable(&local.name);
        }
        for edge in &procedure.cfa.edges {
            if let Operation::Assume(Condition::InstanceOf { class, .. }) = edge.operation
                && !program.is_manual()
            {
                alphabet.variable(&instance_name(program, class));
            }
            if let Operation::New { class, .. } = edge.operation
                && made
            {
                alphabet.variable(&instance_name(program, class));
            }
            if let Operation::Load { field, .. } | Operation::Store { field, .. } = &edge.operation {
                alphabet.selector(&program.fields[*field].name);
            }
        }
    }
    for &field in untracked {
        // Of what implements an interface, it is not known which class it extends, nor of what the library makes.
        if let Type::Reference(class) = program.fields[field].ty
            && program.classes[class].span.is_some()
            && !program.classes[class].is_abstract
        {
            alphabet.variable(&instance_name(program, class));
        }
    }
}

/// The name of the constant for objects of a class that are not followed.
fn instance_name(program: &Program, class: ClassId) -> String {
    format!("{} {}", Untracked::Any.name(), program.classes[class].name)
}

fn instances(program: &Program, alphabet: &Alphabet) -> FxHashMap<Variable, ClassId> {
    let classes = program.classes.indices();
    let instance = |class| Some((alphabet.find_variable(&instance_name(program, class))?, class));
    classes.filter_map(instance).collect()
}

impl RecursiveSystem for HeapProgram {
    type State = HeapState;

    fn entry(&mut self, states: &mut Vec<HeapState>) -> Result<(), Stop> {
        let point = self.points.entry();
        states.extend(self.initial.iter().map(|&heap| HeapState { point, heap }));
        Ok(())
    }

    fn step(&mut self, state: &HeapState, states: &mut Vec<HeapState>) -> Result<Step, Stop> {
        let (instance, location) = match self.points.kind(state.point) {
            PointKind::Fault(..) => return Ok(Step::Fault),
            PointKind::At(instance, location) => (instance, location),
        };
        let procedure = &self.model.program.procedures[self.points.instance(instance).procedure];
        if location == procedure.cfa.exit || location == procedure.exceptional_exit {
            return Ok(if self.is_null_dereference(*state) { Step::Fault } else { Step::Exit });
        }
        if self.is_cut(*state) {
            return Ok(Step::Fault);
        }
        if let Some(exits) = self.contracts.get(state) {
            states.extend(exits);
            return Ok(Step::Internal);
        }
        self.execute(*state, instance, location, states)
    }

    fn resume(
        &mut self,
        call: &HeapState,
        entry: &HeapState,
        exit: &HeapState,
        states: &mut Vec<HeapState>,
    ) -> Result<(), Stop> {
        self.return_from(*call, *entry, *exit, states)
    }
}

impl HeapProgram {
    /// The location of a state, if it is not an error state.
    fn location(&self, point: Point) -> Option<Location> {
        match self.points.kind(point) {
            PointKind::At(_, location) => Some(location),
            PointKind::Fault(..) => None,
        }
    }

    /// Whether the state is the exceptional exit of its procedure.
    pub fn is_exceptional_exit(&self, state: HeapState) -> bool {
        let PointKind::At(instance, location) = self.points.kind(state.point) else { return false };
        location == self.model.program.procedures[self.points.instance(instance).procedure].exceptional_exit
    }

    /// The results of applying each rule of its label to a nonterminal edge of a heap, where applicable, each with the
    /// position of the rule among those of the label. At most `room` new heaps are stored. `None` stands for a heap
    /// that exceeds `room` or is too large.
    pub fn derive_at(&mut self, heap: HeapId, edge: usize, room: usize) -> Vec<(usize, Option<HeapId>)> {
        let model = Rc::clone(&self.model);
        let most = self.store.len() + room;
        let derived = model.grammar().derive_at(&self.store.get(heap), edge).into_iter();
        derived.map(|(rule, heap)| (rule, self.keep(heap, most))).collect()
    }

    /// Some of the smallest heaps without nonterminals that a heap stands for.
    pub fn samples(&mut self, heap: HeapId) -> Vec<HeapId> {
        let model = Rc::clone(&self.model);
        let derivations = Derivations::new(model.grammar(), &self.store.get(heap), usize::MAX);
        derivations.within(SAMPLED_VERTICES).take(SAMPLES).filter_map(|heap| self.keep(heap, usize::MAX)).collect()
    }

    /// Stores a heap that is not that of a state, unless it is too large or there are `most` heaps already.
    fn keep(&mut self, mut heap: Heap, most: usize) -> Option<HeapId> {
        self.canoniser.canonicalise(&mut heap, ExternalOrder::Fixed);
        let known = self.store.find(&heap).ok()?;
        if known.is_some() || self.store.len() == most {
            return known;
        }
        self.intern(heap, ExternalOrder::Fixed).ok()
    }

    /// Whether the state is the normal exit of the entry procedure.
    pub fn is_terminated(&self, state: HeapState) -> bool {
        let main = self.points.instance(Instance::at(0));
        self.points.kind(state.point)
            == PointKind::At(Instance::at(0), self.model.program.procedures[main.procedure].cfa.exit)
    }

    /// Whether the entry procedure ends in this state by an exception other than one thrown by a dereference of null.
    pub fn is_exception(&self, state: HeapState) -> bool {
        self.is_thrown(state) && !self.throws_null_dereference(state)
    }

    /// Whether the state shows an unhandled dereference of null: the state is an error state, or the entry procedure
    /// ends in it by the exception.
    pub fn is_null_dereference(&self, state: HeapState) -> bool {
        self.fault(state) == Some(Fault::NullDereference)
            || (self.is_thrown(state) && self.throws_null_dereference(state))
    }

    /// Whether the entry procedure ends in this state by an exception.
    pub fn is_thrown(&self, state: HeapState) -> bool {
        let main = self.points.instance(Instance::at(0));
        self.points.kind(state.point)
            == PointKind::At(Instance::at(0), self.model.program.procedures[main.procedure].exceptional_exit)
    }

    /// Whether the exception in flight was thrown by a dereference of null.
    fn throws_null_dereference(&self, state: HeapState) -> bool {
        self.model.program.null_dereference.is_some_and(|class| self.exception(state) == Some(class))
    }

    /// The class of the exception in flight, if there is one that is followed.
    pub fn exception(&self, state: HeapState) -> Option<ClassId> {
        let instance = self.points.instance_of(state.point);
        let procedure = &self.model.program.procedures[self.points.instance(instance).procedure];
        let heap = self.store.get(state.heap);
        let exception = heap.variable(self.points.variable(instance, procedure.exception))?;
        self.model.program.classes.indices().find(|&class| heap.vertex_type(exception) == self.types[class])
    }

    /// Whether the heap contains the exception of a dereference of null.
    pub fn has_null_dereference(&self, state: HeapState) -> bool {
        let Some(class) = self.model.program.null_dereference else { return false };
        let heap = self.store.get(state.heap);
        heap.vertices().any(|vertex| heap.vertex_type(vertex) == self.types[class])
    }

    /// The error points of the dereferences of null that may have thrown between a state and the next one.
    pub fn thrown_between(&self, state: HeapState, next: HeapState) -> impl Iterator<Item = Point> {
        let points = &self.points;
        let here = match (points.kind(state.point), points.kind(next.point)) {
            (PointKind::At(instance, location), PointKind::At(same, handler))
                if instance == same && self.throws_null_dereference(next) =>
            {
                Some((instance, location, handler))
            }
            _ => None,
        };
        here.into_iter().flat_map(move |(instance, location, handler)| {
            let procedure = &self.model.program.procedures[points.instance(instance).procedure];
            let throws = procedure.cfa.edges_from(location).filter(move |(_, edge)| edge.on_null == Some(handler));
            throws.map(move |(edge, _)| points.fault(instance, edge))
        })
    }

    /// The error points of all dereferences of null that have thrown an exception so far.
    pub fn thrown(&self) -> impl Iterator<Item = Point> {
        self.thrown.iter().copied()
    }
}
