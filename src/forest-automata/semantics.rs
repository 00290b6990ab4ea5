//! Abstract execution on forest automata: memory of C and of Java.
//!
//! A state is a location with a set of memories, whose registers are the locals. An object with everything inside of it is one node
//! ([`layout`]). At the heads of loops, where procedures start and where recursive ones end, sets are generalised; elsewhere they are brought to normal form, which finds what is lost.

mod call;
mod layout;
mod stages;
mod transfer;

use std::collections::BTreeSet;
use std::rc::Rc;

use indexmap::IndexSet;
use rustc_hash::{FxBuildHasher, FxHashMap};

use base::{CollectByInsertion, Idx, IndexVec, Resource, Stop, newtype_index};
use call::CallSplit;
use layout::Layout;
use program::cfa::{Location, ProcedureId};
pub use program::fault::Fault;
use program::objects::{ClassId, ExceptionKind, Liveness, LocalId, Operand, Operation, Program, Rvalue, Storage, Type};
use rsm::{CoveringSystem, RecursiveSystem, Step};
use stages::Arrival;
pub use stages::{Act, Stage, Way};
use tree_automata::forest::{Folding, Forest, ForestAlphabet, Leaf, NodeKind, Normal, Part, Selector};

newtype_index! {
    /// A set of memories.
    pub struct ForestId;
}

/// A state.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct ForestState {
    /// The procedure.
    pub procedure: ProcedureId,
    /// The location, before its edges.
    pub location: Location,
    /// Why the run ends here.
    pub fault: Option<Fault>,
    /// The memories.
    pub forest: ForestId,
}

/// A program on sets of memories, as a recursive system.
pub struct ForestProgram {
    program: Rc<Program>,
    entry: ProcedureId,
    layout: Layout,
    /// The labels, and the boxes learned so far.
    pub alphabet: ForestAlphabet,
    forests: IndexSet<Forest, FxBuildHasher>,
    liveness: IndexVec<ProcedureId, Option<Liveness>>,
    /// The procedures that may call themselves, directly or through others.
    recursive: BTreeSet<ProcedureId>,
    /// Where sets are generalised: heads of loops, where procedures start, and where those end that may call themselves.
    heads: IndexVec<ProcedureId, Option<IndexVec<Location, bool>>>,
    folding: Folding,
    /// The order in which states are explored: callees before callers, loops before what follows them.
    ranks: IndexVec<ProcedureId, IndexVec<Location, u64>>,
    /// The numbers that are followed: those that the program mentions.
    constants: BTreeSet<i64>,
    /// How calls were done.
    calls: FxHashMap<ForestState, Rc<Vec<CallSplit>>>,
    /// The most states that an automaton may have.
    most: u32,
    /// How states come about, while that is watched.
    arrivals: Option<Vec<Arrival>>,
}

/// Most numbers that are followed.
const CONSTANTS: usize = 16;

impl ForestProgram {
    /// A program that starts in a procedure. Where sets are generalised, states are merged that agree down to a height of at least 1.
    pub fn new(program: Rc<Program>, entry: ProcedureId, height: usize) -> Self {
        let count = program.procedures.len();
        let mut found = Self {
            program: Rc::clone(&program),
            entry,
            layout: Layout::new(Rc::clone(&program)),
            alphabet: ForestAlphabet::default(),
            forests: IndexSet::default(),
            liveness: IndexVec::filled(None, count),
            recursive: program.recursive(entry),
            heads: IndexVec::filled(None, count),
            folding: Folding { height, learns: true },
            ranks: IndexVec::filled(IndexVec::new(), count),
            constants: BTreeSet::from([0, 1]),
            calls: FxHashMap::default(),
            most: u32::MAX,
            arrivals: None,
        };
        for (depth, id) in program.reachable(entry).into_iter().enumerate() {
            let procedure = &program.procedures[id];
            let first = ((program.procedures.len() - depth) as u64) << 32;
            found.ranks[id] = procedure.cfa.weak_order().iter().map(|&position| first + position as u64).collect();
            found.liveness[id] = Some(Liveness::new(procedure));
            let mut heads = procedure.cfa.loop_heads();
            heads[procedure.cfa.entry] = true;
            // What a recursive procedure leaves behind grows with every return.
            if found.recursive.contains(&id) {
                heads[procedure.cfa.exit] = true;
                heads[procedure.exceptional_exit] = true;
            }
            found.heads[id] = Some(heads);
            for edge in &procedure.cfa.edges {
                if let Operation::Assign { value: Rvalue::Operand(Operand::Integer(number)), .. }
                | Operation::Store { value: Operand::Integer(number), .. } = edge.operation
                    && found.constants.len() < CONSTANTS
                {
                    found.constants.insert(number);
                }
            }
        }
        found
    }

    /// Uses only the boxes that its alphabet has.
    #[must_use]
    pub fn without_learning(mut self) -> Self {
        self.folding.learns = false;
        self
    }

    /// Stops at sets of memories whose automata have more states.
    #[must_use]
    pub fn with_most(mut self, states: u32) -> Self {
        self.most = states;
        self
    }

    /// The program.
    pub fn program(&self) -> &Program {
        &self.program
    }

    /// How many sets of memories there are.
    pub fn forest_count(&self) -> usize {
        self.forests.len()
    }

    /// All sets of memories that were found.
    pub fn forests(&self) -> impl Iterator<Item = &Forest> {
        self.forests.iter()
    }

    /// The states of the largest automaton.
    pub fn largest_forest(&self) -> usize {
        self.forests.iter().map(|forest| forest.automaton.states().count()).max().unwrap_or(0)
    }

    /// The class of a kind of nodes.
    pub fn class_name(&self, kind: NodeKind) -> &str {
        &self.program.classes[Layout::class(kind)].name
    }

    /// A field of a node, with the parts around it: `link.next`. Without a kind only the field.
    pub fn selector_name(&self, kind: Option<NodeKind>, selector: Selector) -> String {
        let (part, field) = self.layout.field(selector);
        match kind {
            Some(kind) => self.layout.selector_name(kind, part, field),
            None => self.program.fields[field].name.clone(),
        }
    }

    /// The kinds of nodes: the classes of objects that are not inside of others.
    pub fn kinds(&self) -> impl Iterator<Item = NodeKind> + use<'_> {
        let classes = self.program.classes.iter_enumerated();
        classes.filter(|(_, class)| class.storage != Storage::Part).map(|(id, _)| Layout::kind(id))
    }

    /// The class of a kind of nodes.
    pub fn class(&self, kind: NodeKind) -> ClassId {
        Layout::class(kind)
    }

    /// All selectors of a kind of nodes.
    pub fn selectors(&mut self, kind: NodeKind) -> Vec<Selector> {
        self.layout.selectors(kind)
    }

    /// The parts of a kind of nodes, the whole first.
    pub fn parts(&self, kind: NodeKind) -> impl Iterator<Item = Part> + use<> {
        (0..self.layout.part_count(kind)).map(Part::at)
    }

    /// The names of the selectors of a kind of nodes.
    pub fn selector_names(&self, kind: NodeKind) -> Vec<String> {
        self.layout.selector_names(kind)
    }

    /// Whether nodes of a kind have a selector.
    pub fn has_selector(&self, kind: NodeKind, selector: Selector) -> bool {
        let (part, field) = self.layout.field(selector);
        self.layout.has_field(kind, part, field)
    }

    /// The type of a selector.
    pub fn selector_type(&self, selector: Selector) -> Type {
        self.program.fields[self.layout.field(selector).1].ty
    }

    /// The numbers that are followed: others are any number.
    pub fn followed(&self) -> &BTreeSet<i64> {
        &self.constants
    }

    /// The part of a node whose field a selector is.
    pub fn selector_part(&self, selector: Selector) -> Part {
        self.layout.field(selector).0
    }

    /// How sets are generalised.
    pub fn folding(&self) -> Folding {
        self.folding
    }

    /// Whether sets are generalised at a location.
    pub fn is_head(&self, procedure: ProcedureId, location: Location) -> bool {
        self.heads[procedure].as_ref().is_some_and(|heads| heads[location])
    }

    /// A part of a node: the fields that lead there, nothing for the whole.
    pub fn part_name(&self, kind: NodeKind, part: Part) -> String {
        self.layout.path(kind, part)
    }

    /// The memories of a state.
    pub fn forest(&self, id: ForestId) -> &Forest {
        &self.forests[id.index()]
    }

    fn intern(&mut self, forest: Forest) -> ForestId {
        ForestId::at(self.forests.insert_full(forest).0)
    }

    fn is_manual(&self) -> bool {
        self.program.is_manual()
    }

    /// Appends the states at a location with these memories.
    fn arrive(
        &mut self,
        mut forest: Forest,
        procedure: ProcedureId,
        location: Location,
        states: &mut Vec<ForestState>,
    ) -> Result<(), Stop> {
        let is_head = self.heads[procedure].as_ref().is_none_or(|heads| heads[location]);
        let mut arrival = self.arrivals.as_ref().map(|_| Arrival::new(&forest));
        self.forget(&mut forest, procedure, location)?;
        if let Some(arrival) = &mut arrival {
            arrival.note(0, Act::Forget, &forest);
        }
        let settled = match (is_head, &mut arrival) {
            (true, None) => forest.generalised(&mut self.alphabet, self.folding)?,
            (true, Some(arrival)) => {
                forest.generalised_in_steps(&mut self.alphabet, self.folding, &mut |before, how, forest| {
                    arrival.note(before + 1, how.into(), forest)
                })?
            }
            (false, _) => forest.normal(&mut self.alphabet)?,
        };
        if let (false, Some(arrival)) = (is_head, &mut arrival) {
            settled.iter().for_each(|normal| arrival.note(1, Act::Cut, &normal.forest));
        }
        if let Some((arrivals, arrival)) = self.arrivals.as_mut().zip(arrival) {
            arrivals.push(arrival);
        }
        for Normal { forest, lost } in settled {
            let forest = self.intern(forest);
            let lost = (lost && self.is_manual()).then_some(Some(Fault::Lost));
            for fault in lost.into_iter().chain([None]) {
                let state = ForestState { procedure, location, fault, forest };
                if !states.contains(&state) {
                    states.push(state);
                }
            }
        }
        Ok(())
    }

    /// What is wrong when the run ends in this state: objects that are still there, or may be.
    fn left_behind(&self, state: &ForestState, states: &mut Vec<ForestState>) {
        let heap = |kind: NodeKind| self.program.storage(Layout::class(kind)) == Storage::Heap;
        // Within a call it is not known what callers hold.
        let is_called = state.procedure != self.entry || self.recursive.contains(&self.entry);
        let is_ended = self.program.procedures[state.procedure].ended == Some(state.location);
        if is_called && is_ended || self.forest(state.forest).has_node(&self.alphabet, heap) {
            states.push(ForestState { fault: Some(Fault::NotFreed), ..*state });
        }
    }

    /// The first state after the end of the entry procedure: its variables are gone.
    fn without_locals(&mut self, exit: &ForestState, states: &mut Vec<ForestState>) -> Result<(), Stop> {
        let statics = self.program.procedures[exit.procedure].statics;
        let mut forest = self.forest(exit.forest).clone();
        for (register, value) in forest.registers.iter_mut().enumerate() {
            if statics.is_none_or(|own| own.index() != register) {
                *value = Leaf::Undefined.into();
            }
        }
        if forest.normal(&mut self.alphabet)?.iter().any(|normal| normal.lost) {
            states.push(ForestState { fault: Some(Fault::Lost), ..*exit });
        }
        Ok(())
    }

    /// Forgets the values of variables that are not read any more; in programs that free their memory only of those that are no
    /// pointers, or dangle, or point to what another variable points to, so that nothing seems lost that is not.
    fn forget(&mut self, forest: &mut Forest, procedure: ProcedureId, location: Location) -> Result<(), Stop> {
        let Some(liveness) = &self.liveness[procedure] else { return Ok(()) };
        let is_manual = self.is_manual();
        for (local, _) in self.program.procedures[procedure].locals.iter_enumerated() {
            let own = forest.registers[local.index()];
            if liveness.is_live(location, local) || own.leaf == Leaf::Undefined {
                continue;
            }
            let others = forest.registers.iter().enumerate().filter(|&(other, _)| other != local.index());
            let is_held = own.root().is_none() || others.into_iter().any(|(_, value)| value.root() == own.root());
            if !is_manual || is_held {
                forest.registers[local.index()] = Leaf::Undefined.into();
            } else {
                // Whether it leads to something that is reached otherwise: then normal forms lose nothing without it.
                let mut without = forest.clone();
                without.registers[local.index()] = Leaf::Undefined.into();
                if without.clone().normal(&mut self.alphabet)?.iter().all(|normal| !normal.lost) {
                    *forest = without;
                }
            }
        }
        Ok(())
    }
}

impl RecursiveSystem for ForestProgram {
    type State = ForestState;

    fn entry(&mut self, states: &mut Vec<ForestState>) -> Result<(), Stop> {
        let procedure = &self.program.procedures[self.entry];
        let registers = procedure.locals.iter().map(|_| Leaf::Undefined.into()).collect();
        let mut forest = Forest { registers, ..Forest::default() };
        for &parameter in &procedure.parameters {
            forest.registers[parameter.index()] = match procedure.locals[parameter].ty.is_reference() {
                true => Leaf::Unknown.into(),
                false => Leaf::Number.into(),
            };
        }
        self.arrive(forest, self.entry, procedure.cfa.entry, states)
    }

    fn step(&mut self, state: &ForestState, states: &mut Vec<ForestState>) -> Result<Step, Stop> {
        let program = Rc::clone(&self.program);
        let procedure = &program.procedures[state.procedure];
        if state.fault.is_some() {
            return Ok(Step::Fault);
        }
        if self.forest(state.forest).automaton.states().count() > self.most as usize {
            return Err(Stop::Budget(Resource::Vertices, self.most.into()));
        }
        if state.location == procedure.cfa.exit || state.location == procedure.exceptional_exit {
            return Ok(Step::Exit);
        }
        if procedure.ended == Some(state.location) {
            if self.is_manual() {
                self.left_behind(state, states);
            }
            return Ok(Step::Internal);
        }
        for (_, edge) in procedure.cfa.edges_from(state.location) {
            if let Operation::Call(call) = &edge.operation {
                return self.call(state, edge, call, states);
            }
            let forest = self.forest(state.forest).clone();
            self.execute(state, edge, forest, states)?;
        }
        Ok(Step::Internal)
    }

    fn resume(
        &mut self,
        call: &ForestState,
        entry: &ForestState,
        exit: &ForestState,
        states: &mut Vec<ForestState>,
    ) -> Result<(), Stop> {
        self.return_to(call, entry, exit, states)
    }

    fn end(&mut self, exit: &ForestState, states: &mut Vec<ForestState>) -> Result<(), Stop> {
        if exit.location == self.program.procedures[exit.procedure].exceptional_exit {
            let exception = self.program.procedures[exit.procedure].exception;
            for kind in self.exception_kinds(exit, exception) {
                states.push(ForestState { fault: Some(Fault::Thrown(kind)), ..*exit });
            }
        } else if self.is_manual() {
            self.without_locals(exit, states)?;
            self.left_behind(exit, states);
        }
        Ok(())
    }

    fn rank(&self, state: &ForestState) -> u64 {
        self.ranks[state.procedure][state.location]
    }
}

impl ForestProgram {
    /// The kinds of exceptions to which a local of a state may refer; `None` among them: any.
    fn exception_kinds(&self, state: &ForestState, local: LocalId) -> BTreeSet<Option<ExceptionKind>> {
        let forest = self.forest(state.forest);
        let root = forest.registers[local.index()].root();
        let nodes = root.map(|root| forest.kinds(&self.alphabet, root)).unwrap_or_default();
        match nodes.is_empty() {
            true => BTreeSet::from([None]),
            false => {
                let kinds = nodes.iter().map(|node| Some(self.program.exception_kind(Layout::class(*node))));
                kinds.collect_by_insertion()
            }
        }
    }
}

impl CoveringSystem for ForestProgram {
    fn class(&self, state: &ForestState) -> u64 {
        (state.procedure.index() as u64) << 40 | (state.location.index() as u64) << 1 | u64::from(state.fault.is_some())
    }

    fn covers(&mut self, known: &ForestState, new: &ForestState) -> Result<bool, Stop> {
        if known.fault != new.fault {
            return Ok(false);
        }
        self.forest(known.forest).includes(self.forest(new.forest))
    }

    fn join(&mut self, known: &ForestState, new: &ForestState) -> Result<Option<ForestState>, Stop> {
        let is_head = self.heads[new.procedure].as_ref().is_some_and(|heads| heads[new.location]);
        if known.fault.is_some() || new.fault.is_some() || !is_head {
            return Ok(None);
        }
        let (old, own) = (self.forest(known.forest), self.forest(new.forest));
        let Some(joined) = old.join(&self.alphabet, own)? else { return Ok(None) };
        let general = joined.generalised(&mut self.alphabet, self.folding)?;
        let [Normal { forest, lost: false }] = &general[..] else { return Ok(None) };
        // With other boxes it may not be seen to have all that it has; then joining would never end.
        let (old, own) = (self.forest(known.forest), self.forest(new.forest));
        if !forest.includes(old)? || !forest.includes(own)? {
            return Ok(None);
        }
        let forest = self.intern(forest.clone());
        Ok(Some(ForestState { forest, ..*new }))
    }
}
