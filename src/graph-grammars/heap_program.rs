//! Abstract execution of heap programs [HMC 2.1, 3.2].
//!
//! A state is a point of the program with a heap in canonical form. A step materialises the fields that the
//! operation accesses, executes it, removes dead variables and garbage, and abstracts at merge points. A call passes
//! the part of the heap reachable from its arguments; vertices of this part that the rest of the heap also refers to
//! are external.

mod call;
mod constants;
mod context;
mod contracts;
mod facts;
mod follow;
mod heaps;
mod labels;
mod layout;
mod marking;
mod memory;
mod names;
mod normalise;
mod numbers;
mod points;
mod semantics;
mod shape;
mod split;
mod stages;
mod states;
mod statics;
mod structures;
mod transfer;
mod untracked;

use std::collections::BTreeSet;
use std::rc::Rc;

use rustc_hash::{FxHashMap, FxHashSet};
use smallvec::SmallVec;

use base::{Sources, Stop};
use heap_grammar::grammar::{
    AbstractionOptions, Grammar, HeapAutomaton, Reachability, Refinement, Sharing, SharingState,
};
use heap_grammar::heap::{Alphabet, Heap, HeapId, HeapStore, Selector, TypeId, Variable};
use program::cfa::ProcedureId;
use program::objects::{Contents, FieldId, Program, Sites, UntrackedReferences};
use rsm::{RecursiveSystem, Step};

pub use constants::OpaqueObjects;
pub use context::{ContextId, Contexts};
pub use contracts::Contract;
use contracts::TrustedContracts;
pub use facts::{Facts, FactsId};
use follow::Provenance;
pub use heaps::AbstractHeaps;
pub use labels::HeapLabels;
pub use layout::declare;
pub use marking::{Marking, MarkingRules, NEIGHBOURHOOD, VISITED, mark};
use names::ObservedVariables;
pub use names::qualified_name;
pub use points::{Instance, Point, PointKind, Points};
use semantics::Semantics;
pub use stages::{Act, Stage};

/// A state: a program point and the heap in scope.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub struct HeapState {
    /// The program point.
    pub point: Point,
    /// The heap in canonical form.
    pub heap: HeapId,
    /// What is known beside it.
    pub facts: FactsId,
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
    /// What propositions ask of states.
    pub observables: Observables,
    /// What is not known of references.
    pub unknown: UnknownReferences,
    /// The type of the object that holds the static fields, if there are any.
    pub statics: Option<TypeId>,
    /// Options of the execution.
    pub options: HeapOptions,
}

/// What propositions ask of states that states do not tell by themselves.
#[derive(Debug)]
pub struct Observables {
    /// The sets of selectors whose reachability propositions test.
    pub reachability: Vec<Reachability>,
    /// Whether propositions test for sharing; the automaton for it is the last one.
    pub sharing: bool,
    /// Whether propositions are about the whole heap, so that variables in scope count although nothing reads them any more.
    pub whole_heap: bool,
    /// Selectors of variables that propositions read. They are concrete in every state in which propositions are
    /// [evaluated](PropositionScope), so that the propositions are definite.
    pub selectors: Vec<(Variable, Selector)>,
}

impl Observables {
    /// The automata by which the grammar is refined.
    pub(crate) fn automata(&self) -> Vec<&dyn HeapAutomaton> {
        let reachability = self.reachability.iter().map(|r| r as &dyn HeapAutomaton);
        reachability.chain(self.sharing.then_some(&Sharing as &dyn HeapAutomaton)).collect()
    }
}

/// What is not known of references.
#[derive(Debug)]
pub struct UnknownReferences {
    /// The fields that are no part of the shape.
    pub fields: Vec<FieldId>,
    /// Whether there are such fields whose types say that they lead to objects of the shape.
    pub lead_into_shape: bool,
    /// What may hold references that are not followed.
    pub may_hold: UntrackedReferences,
    /// Fields that are null in no object that is not followed. A run that stores null there is given up.
    pub never_null: BTreeSet<FieldId>,
    /// What fields hold, if the program makes all of its objects itself.
    pub contents: Contents,
    /// The places where objects of the library are made that are not followed.
    pub opaque: Sites,
    /// The objects that are made in such places: their classes, and all places where they may be made.
    pub opaque_objects: Vec<OpaqueObjects>,
    /// Reference fields that objects of the initial heaps may lack: their targets are unknown.
    pub absent: Vec<Selector>,
    /// Whether states may describe heaps in which objects lack reference fields: in initial heaps, or because a rule
    /// adds such objects.
    pub may_be_lacking: bool,
}

impl UnknownReferences {
    /// Whether no object is followed, while it is known what the program stores in which fields.
    fn knows_made(&self) -> bool {
        self.may_hold.follows_nothing() && !self.contents.is_empty()
    }
}

impl HeapModel {
    /// The grammar over which states are abstracted.
    pub fn grammar(&self) -> &Grammar {
        &self.refinement.grammar
    }

    /// Sharing and cycles in a heap over that grammar, which must be refined for them.
    fn sharing_of(&self, heap: &Heap) -> SharingState {
        debug_assert!(self.observables.sharing, "the refinement was made for the propositions of the task");
        let states = self.refinement.edge_states(heap, self.observables.reachability.len());
        Sharing.of(heap, &states)
    }
}

/// A program over abstract heaps, as a recursive system.
pub struct HeapProgram {
    semantics: Semantics,
    observed: ObservedVariables,
    initial: Vec<HeapId>,
    heaps: AbstractHeaps,
    frames: FxHashMap<(HeapState, HeapState), SmallVec<[call::CallerFrame; 1]>>,
    /// The fields that procedures use, as far as they were called.
    used: FxHashMap<Instance, Rc<FxHashSet<Selector>>>,
    contracts: TrustedContracts,
    /// What is known beside heaps, if anything is followed there.
    facts: Option<Facts>,
    /// The error points of edges that have thrown an exception by dereferencing null.
    thrown: BTreeSet<Point>,
    /// The steps and calls with which something is [lost](Self::loses), by the states between which they lead.
    losses: FxHashSet<(HeapState, HeapState)>,
    provenance: Provenance,
}

/// The states in which propositions are evaluated, and which therefore keep the variables mentioned in them.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum PropositionScope {
    /// In the states of the entry procedure.
    Entry,
    /// All states; those of callees also contain the objects of their callers whose selectors are observed.
    AllProcedures,
}

impl HeapProgram {
    /// Prepares the execution. `kept` are names of variables that stay in the states of procedures in `scope` even when
    /// they are dead, because propositions mention them: `x`, or for `m::x` also its [qualified name](qualified_name).
    pub fn new(model: Rc<HeapModel>, kept: &[String], scope: PropositionScope) -> Self {
        Self {
            observed: ObservedVariables::new(&model, scope),
            initial: Vec::new(),
            heaps: AbstractHeaps::new(Rc::clone(&model)),
            frames: FxHashMap::default(),
            used: FxHashMap::default(),
            contracts: TrustedContracts::default(),
            facts: None,
            thrown: BTreeSet::new(),
            losses: FxHashSet::default(),
            provenance: Provenance::default(),
            semantics: Semantics::new(model, kept, scope),
        }
    }

    /// Adds initial heaps; their parameters are [bound](interpreter::bind_parameters).
    ///
    /// # Errors
    /// If one is too large.
    pub fn start_from(&mut self, initial: &[Heap]) -> Result<(), Stop> {
        let start = self.semantics.points.entry();
        for heap in initial {
            for heap in self.normalise_initial(heap.clone(), start)? {
                if !self.initial.contains(&heap) {
                    self.initial.push(heap);
                }
            }
        }
        Ok(())
    }

    /// Follows facts beside heaps, too. Contract: no state was generated.
    pub fn follow_facts(&mut self, facts: Facts) {
        facts.keep_bases(&mut self.semantics.points);
        self.facts = Some(facts);
    }

    /// The program with everything that does not change during exploration.
    pub fn model(&self) -> &Rc<HeapModel> {
        &self.semantics.model
    }

    /// The program points.
    pub fn points(&self) -> &Points {
        &self.semantics.points
    }

    /// The heaps of all states found so far, and what the abstraction makes of each.
    pub fn heaps(&mut self) -> &mut AbstractHeaps {
        &mut self.heaps
    }

    /// The heaps of all states found so far.
    pub fn store(&self) -> &HeapStore {
        &self.heaps.store
    }
}

impl RecursiveSystem for HeapProgram {
    type State = HeapState;

    fn entry(&mut self, states: &mut Vec<HeapState>) -> Result<(), Stop> {
        let point = self.semantics.points.entry();
        states.extend(self.initial.iter().map(|&heap| HeapState { point, heap, facts: FactsId::NONE }));
        Ok(())
    }

    fn step(&mut self, state: &HeapState, states: &mut Vec<HeapState>) -> Result<Step, Stop> {
        let (instance, location) = match self.semantics.points.kind(state.point) {
            PointKind::Fault(..) => return Ok(Step::Fault),
            PointKind::At(instance, location) => (instance, location),
        };
        let procedure = self.semantics.procedure(instance);
        if location == procedure.cfa.exit || location == procedure.exceptional_exit {
            return Ok(if self.is_null_dereference(*state) { Step::Fault } else { Step::Exit });
        }
        if self.is_cut(*state) {
            return Ok(Step::Fault);
        }
        if let Some(exits) = self.contracts.exits_of(*state) {
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
