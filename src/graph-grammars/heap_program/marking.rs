//! Marking generation: one arbitrary object of the input is marked, so that propositions can track it [HMC 2.5].
//!
//! The marked variants of an initial heap are the states of a small program that moves the mark along selectors,
//! explored like any other program. If all objects of an initial heap are reachable from its vertices along selectors,
//! then every object of every heap that it describes is marked in one of the variants.

use std::cell::RefCell;

use smallvec::SmallVec;

use super::heaps::CONCRETE_LIMIT;
use base::{Idx, Limits, Observer, Phase, Progress, Resource, Shared, Stop, msg};
use heap_grammar::grammar::{AbstractionOptions, Grammar};
use heap_grammar::heap::{
    Admissibility, Alphabet, Canoniser, ExternalOrder, Heap, HeapId, HeapStore, Selector, Variable, VariableKind,
    VertexId,
};
use rsm::{Order, RecursiveSystem, Step, explore};

/// The kind of marking.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub enum Marking {
    /// An object, by `%visited`.
    Visited,
    /// An object, by `%neighbourhood`, and the target of each of its selectors `f`, by `%neighbourhood-f`.
    Neighbourhood,
}

/// The names of the markings.
pub const VISITED: &str = "%visited";
/// The marked object whose neighbours are tracked.
pub const NEIGHBOURHOOD: &str = "%neighbourhood";

/// Positions for marks, and the folding of marked heaps.
pub struct MarkingRules<'a> {
    /// The selectors along which the mark of an object moves: all but the primitive fields of the program. An object
    /// that only a field unknown to the program refers to is an object of the input, too.
    pub selectors: &'a [Selector],
    /// The selectors whose targets are the neighbours of an object: the reference fields of the program.
    pub references: &'a [Selector],
    /// The grammar, [split](heap_grammar::grammar::split_by_fields) but not refined for propositions.
    pub grammar: &'a Grammar,
    /// How to fold. Composed markings never keep their objects from being folded here, but edges between marked
    /// vertices always stay.
    pub abstraction: AbstractionOptions,
}

/// All marked variants of the initial heaps, in order of discovery, followed by the unmarked initial heaps without
/// objects: formulas about the marked object do not apply to these, but others do.
///
/// # Errors
/// If the limits are exceeded, or there is no object to mark.
pub fn mark(
    kind: Marking,
    initial: &[Heap],
    rules: &MarkingRules<'_>,
    alphabet: &mut Alphabet,
    limits: &Limits,
    observer: &mut dyn Observer,
) -> Result<Vec<Heap>, Stop> {
    let MarkingRules { selectors, references, grammar, abstraction } = *rules;
    let object = alphabet.variable(match kind {
        Marking::Visited => VISITED,
        Marking::Neighbourhood => NEIGHBOURHOOD,
    });
    let neighbours: Vec<(Selector, Variable)> = match kind {
        Marking::Visited => Vec::new(),
        Marking::Neighbourhood => references
            .iter()
            .map(|&selector| {
                let name = format!("{NEIGHBOURHOOD}-{}", alphabet.selector_name(selector));
                (selector, alphabet.variable(&name))
            })
            .collect(),
    };
    let admissibility = Admissibility { markings: false, ..abstraction.admissibility };
    let watching = RefCell::new(observer);
    let ask = |progress: Progress| watching.borrow_mut().progress(progress);
    let mut program = MarkingProgram {
        initial,
        selectors,
        object,
        neighbours,
        alphabet,
        grammar,
        abstraction: AbstractionOptions { admissibility, ..abstraction },
        heap_vertices: limits.heap_vertices,
        store: HeapStore::default(),
        canoniser: Canoniser::default(),
        observer: Shared(&ask),
    };
    let exploration = explore(&mut program, Order::BreadthFirst, limits, &mut Shared(&ask));
    if let Some(stop) = exploration.stop {
        return Err(stop);
    }
    let mut heaps: Vec<Heap> = exploration.nodes.iter().map(|node| program.store.get(node.state)).collect();
    if heaps.is_empty() {
        let why = msg!("a proposition follows an object of the input, but the initial heaps have no objects to mark");
        return Err(Stop::Incomplete(why));
    }
    let empty = |heap: &&Heap| !heap.vertices().any(|v| program.is_object(heap, v));
    heaps.extend(initial.iter().filter(empty).cloned());
    Ok(heaps)
}

/// The program that moves the mark; its states are heaps.
struct MarkingProgram<'a> {
    initial: &'a [Heap],
    selectors: &'a [Selector],
    object: Variable,
    neighbours: Vec<(Selector, Variable)>,
    alphabet: &'a Alphabet,
    grammar: &'a Grammar,
    abstraction: AbstractionOptions,
    heap_vertices: u32,
    store: HeapStore,
    canoniser: Canoniser,
    /// Checked for every heap, because one step marks many.
    observer: Shared<'a>,
}

impl MarkingProgram<'_> {
    /// The heap with all selectors of `vertex` made concrete.
    fn concrete_at(&self, heap: &Heap, vertex: VertexId) -> Result<Vec<Heap>, Stop> {
        let hidden = |h: &Heap| {
            let mut selectors = self.selectors.iter().map(|&s| (vertex, s));
            selectors.find(|&(v, s)| self.grammar.is_hidden(h, v, s))
        };
        let all = self.grammar.materialise_all(heap.clone(), CONCRETE_LIMIT, hidden);
        all.ok_or_else(|| Stop::Incomplete(msg!("there are too many ways to mark an object and its neighbours")))
    }

    /// The heaps with the mark on `vertex`, all its selectors made concrete, folded.
    fn marked_at(&mut self, heap: &Heap, vertex: VertexId) -> Result<Vec<HeapId>, Stop> {
        let mut results = Vec::new();
        for mut heap in self.concrete_at(heap, vertex)? {
            heap.bind(self.object, vertex);
            for &(selector, mark) in &self.neighbours {
                match heap.target(vertex, selector) {
                    Some(target) => heap.bind(mark, target),
                    None => heap.unbind(mark),
                }
            }
            results.push(self.fold(heap)?);
        }
        Ok(results)
    }

    fn fold(&mut self, mut heap: Heap) -> Result<HeapId, Stop> {
        let progress = Progress { phase: Phase::Marking, states: u32::at(self.store.len()), frontier: 0 };
        self.observer.ask(progress)?;
        self.canoniser.canonicalise(&mut heap, ExternalOrder::Fixed);
        if self.grammar.abstract_heap(&mut heap, self.alphabet, self.abstraction) {
            self.canoniser.canonicalise(&mut heap, ExternalOrder::Fixed);
        }
        if heap.vertex_bound() > self.heap_vertices as usize {
            return Err(Stop::Budget(Resource::Vertices, self.heap_vertices.into()));
        }
        self.store.intern(&heap).map_err(|_| Stop::Budget(Resource::Vertices, u64::from(u16::MAX)))
    }

    fn is_object(&self, heap: &Heap, vertex: VertexId) -> bool {
        let mut here = heap.variables().iter().filter(|&&(_, t)| t == vertex);
        !here.any(|&(v, _)| matches!(self.alphabet.kind(v), VariableKind::Constant(_)))
    }
}

impl RecursiveSystem for MarkingProgram<'_> {
    type State = HeapId;

    fn entry(&mut self, states: &mut Vec<HeapId>) -> Result<(), Stop> {
        for heap in self.initial {
            for vertex in heap.vertices() {
                if self.is_object(heap, vertex) {
                    states.extend(self.marked_at(heap, vertex)?);
                }
            }
        }
        Ok(())
    }

    fn step(&mut self, state: &HeapId, states: &mut Vec<HeapId>) -> Result<Step, Stop> {
        let mut heap = self.store.get(*state);
        let Some(vertex) = heap.variable(self.object) else { return Ok(Step::Exit) };
        for &(_, mark) in &self.neighbours {
            heap.unbind(mark);
        }
        for heap in self.concrete_at(&heap, vertex)? {
            let targets: SmallVec<[VertexId; 4]> = self
                .selectors
                .iter()
                .filter_map(|&s| heap.target(vertex, s))
                .filter(|&t| self.is_object(&heap, t))
                .collect();
            for target in targets {
                states.extend(self.marked_at(&heap, target)?);
            }
        }
        Ok(Step::Internal)
    }

    fn resume(&mut self, _: &HeapId, _: &HeapId, _: &HeapId, _: &mut Vec<HeapId>) -> Result<(), Stop> {
        Ok(())
    }
}
