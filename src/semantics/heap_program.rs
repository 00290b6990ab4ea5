//! Abstract execution of heap programs [HMC 2.1, 3.2].
//!
//! A state is a point of the program with a heap in canonical form. A step materialises what the operation needs,
//! executes it, forgets what is dead, collects garbage, and abstracts at merge points. A call passes the part of the
//! heap that its arguments reach; what the rest of the heap sees of it is external.

mod call;
mod inputs;
mod labels;
mod marking;
mod points;
mod settle;
mod transfer;

use rustc_hash::FxHashMap;

use crate::base::{Idx, IndexVec, Stop};
use crate::grammar::{AbstractionOptions, Grammar};
use crate::heap::{Alphabet, Canoniser, HeapId, HeapStore, Reach, TypeId};
use crate::program::{ClassId, Location, ProcedureId, Program};
use crate::rsm::{RecursiveSystem, Step};

pub use inputs::bind_parameters;
pub use labels::{Labelling, Labels};
pub use marking::{Marking, mark};
pub use points::{Instance, Point, PointKind, Points};
use settle::Memo;

/// A state: where the program is, and its heap in scope.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub struct State {
    /// Where.
    pub point: Point,
    /// The heap in canonical form.
    pub heap: HeapId,
}

/// How heap programs are executed.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct HeapOptions {
    /// Remove what nothing reaches.
    pub garbage_collection: bool,
    /// How to abstract.
    pub abstraction: AbstractionOptions,
    /// Abstract every state, not only those at merge points.
    pub abstract_everywhere: bool,
    /// Make every selector of every variable concrete in every abstracted state (`--admissible-full`).
    pub rectify: bool,
    /// Abstract final states without admissibility (`--post-processing`).
    pub abstract_exits_fully: bool,
    /// Vertices of a heap, at most.
    pub heap_vertices: u32,
}

/// A program over abstract heaps, as a recursive system.
pub struct HeapProgram<'a> {
    program: &'a Program,
    alphabet: &'a Alphabet,
    grammar: &'a Grammar,
    options: HeapOptions,
    points: Points,
    selectors: IndexVec<crate::program::FieldId, FieldInfo>,
    types: IndexVec<ClassId, TypeId>,
    classes: FxHashMap<TypeId, ClassId>,
    initial: Vec<HeapId>,
    store: HeapStore,
    memo: Memo,
    frames: FxHashMap<(State, State), call::Frame>,
    canoniser: Canoniser,
    reach: Reach,
}

/// What the heap needs to know of a field.
#[derive(Clone, Copy, Debug)]
struct FieldInfo {
    selector: crate::heap::Selector,
    primitive: bool,
    /// Some procedure in reach of the entry, the grammar or an initial heap mentions it; others are not modelled.
    relevant: bool,
}

impl<'a> HeapProgram<'a> {
    /// Prepares the execution of `entry` on heaps over `alphabet`, which must know the names of the program
    /// (see [`declare`]). `kept` are names of variables that stay visible in the entry procedure although nothing reads
    /// them any more, as propositions mention them.
    ///
    /// # Errors
    /// If an initial heap is too large.
    pub fn new(
        program: &'a Program,
        entry: ProcedureId,
        alphabet: &'a Alphabet,
        grammar: &'a Grammar,
        options: HeapOptions,
        kept: &[String],
        initial: &[crate::heap::Heap],
    ) -> Result<Self, Stop> {
        let field = |f: &crate::program::Field| {
            let selector = alphabet.find_selector(&f.name);
            FieldInfo {
                selector: selector.unwrap_or(crate::heap::Selector(u32::MAX)),
                primitive: !f.ty.is_reference(),
                relevant: selector.is_some(),
            }
        };
        let types: IndexVec<ClassId, TypeId> =
            program.classes.iter().map(|c| alphabet.find_type(&c.name).unwrap_or(TypeId::NULL)).collect();
        let mut this = Self {
            program,
            alphabet,
            grammar,
            options,
            points: Points::new(program, entry, alphabet, kept),
            selectors: program.fields.iter().map(field).collect(),
            classes: types.iter_enumerated().map(|(class, &ty)| (ty, class)).collect(),
            types,
            initial: Vec::new(),
            store: HeapStore::default(),
            memo: Memo::default(),
            frames: FxHashMap::default(),
            canoniser: Canoniser::default(),
            reach: Reach::default(),
        };
        let start = this.points.entry();
        for heap in initial {
            let heap = this.settle_initial(heap.clone(), start)?;
            if !this.initial.contains(&heap) {
                this.initial.push(heap);
            }
        }
        Ok(this)
    }

    /// The program points.
    pub fn points(&self) -> &Points {
        &self.points
    }

    /// The heaps met so far.
    pub fn store(&self) -> &HeapStore {
        &self.store
    }

    /// The names in the heaps.
    pub fn alphabet(&self) -> &'a Alphabet {
        self.alphabet
    }

    /// The program.
    pub fn program(&self) -> &'a Program {
        self.program
    }
}

/// Makes the names of a program known: its classes, the fields that `entry` may touch, and its locals.
pub fn declare(alphabet: &mut Alphabet, program: &Program, entry: ProcedureId) {
    for class in &program.classes {
        alphabet.ty(&class.name);
    }
    for id in program.reachable(entry) {
        let procedure = &program.procedures[id];
        for local in &procedure.locals {
            alphabet.variable(&local.name);
        }
        for edge in &procedure.edges {
            if let crate::program::Operation::Load { field, .. } | crate::program::Operation::Store { field, .. } =
                &edge.operation
            {
                alphabet.selector(&program.fields[*field].name);
            }
        }
    }
}

impl RecursiveSystem for HeapProgram<'_> {
    type State = State;

    fn entry(&mut self) -> Result<Vec<State>, Stop> {
        let point = self.points.entry();
        Ok(self.initial.iter().map(|&heap| State { point, heap }).collect())
    }

    fn step(&mut self, state: &State) -> Result<Step<State>, Stop> {
        let (instance, location) = match self.points.kind(state.point) {
            PointKind::Fault(..) => return Ok(Step::Fault),
            PointKind::At(instance, location) => (instance, location),
        };
        let procedure = &self.program.procedures[self.points.instance(instance).procedure];
        if location == procedure.exit || location == procedure.exceptional_exit {
            return Ok(Step::Exit);
        }
        self.execute(*state, instance, location)
    }

    fn resume(&mut self, call: &State, entry: &State, exit: &State) -> Result<Vec<State>, Stop> {
        self.return_from(*call, *entry, *exit)
    }
}

impl HeapProgram<'_> {
    /// The location of a state, if it is not an error state.
    fn location(&self, point: Point) -> Option<Location> {
        match self.points.kind(point) {
            PointKind::At(_, location) => Some(location),
            PointKind::Fault(..) => None,
        }
    }

    /// Whether the state is the normal end of the entry procedure.
    pub fn is_terminated(&self, state: State) -> bool {
        let main = self.points.instance(Instance::at(0));
        self.points.kind(state.point) == PointKind::At(Instance::at(0), self.program.procedures[main.procedure].exit)
    }
}
