//! Executes a run through blocks: the interpreter does what the program says, with the values of the trace for all that the
//! program does not determine.

use std::cell::RefCell;
use std::collections::BTreeMap;

use crate::blocks::{
    BlockId, BlockProgram, FlatAction, FlatEdge, FlatObservation, FlatPlace, FlatValue, FrameId, VariableOrigin,
};
use base::{CollectByInsertion, Idx};
use bitvec::{Sort, TermId};
use heap_grammar::grammar::Grammar;
use heap_grammar::heap::{Alphabet, Heap};
use interpreter::{Decision, End, Machine, ObjectId, Origin, Script, Setting, Symbol, Value};
use program::cfa::{EdgeId, Location, ProcedureId};
use program::objects::{ClassId, Failure, LocalId, Operand, Operation, Program, Rvalue, STATICS, Type};

use super::facts::LastState;
use super::trace::{Trace, TraceStep};

/// A state of an executed run.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct ExecutedState {
    /// The procedure on top of the stack.
    pub procedure: ProcedureId,
    /// Its location.
    pub location: Location,
    /// The copy of the procedure in the blocks.
    pub frame: FrameId,
    /// The callers, outermost first, each at its call.
    pub callers: Vec<(ProcedureId, Location)>,
    /// The numbers that variables of the procedure and static fields have, by name.
    pub values: Vec<(String, Type, i64)>,
    /// The edge that leads to the next state; `None` in the last one, and where a call ends.
    pub edge: Option<EdgeId>,
    /// The block of the trace in which it is.
    pub block: usize,
}

/// A run that was executed.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct ExecutedTrace {
    /// Its states.
    pub states: Vec<ExecutedState>,
    /// How it has ended; `None` if it left the blocks of the trace.
    pub end: Option<End>,
    /// The class of the exception with which it has ended, if it has ended so.
    pub thrown: Option<ClassId>,
    /// Whether it decided something that the program determines, but that is not modelled.
    pub assumed: bool,
    /// The values and conditions on its way that the program determines, but that are not followed in blocks, so that the trace
    /// may have others: the procedure, and the edge with the operation. In the order in which they are met, each once.
    pub unfollowed: Vec<(ProcedureId, EdgeId)>,
    /// The numbers that its steps drew: the position of the state before the step, and the number; `None` if the run does not
    /// depend on it.
    pub drawn: Vec<(usize, Option<i64>)>,
    /// The failure in which it has ended, if it counts; `None` for exceptions and dereferences of null.
    failure: Option<Option<Failure>>,
}

impl ExecutedTrace {
    /// The failure in which it has ended, if it has ended in one that counts, and nothing was assumed.
    pub fn failure(&self) -> Option<Option<Failure>> {
        self.failure.filter(|_| !self.assumed)
    }

    fn finish(mut self, replaying: &Replaying<'_, '_>, end: Option<End>) -> Self {
        self.end = end;
        self.thrown = replaying.machine.thrown().filter(|_| end == Some(End::Thrown));
        self.assumed = replaying.machine.assumed().is_some();
        self.drawn =
            replaying.drawn.iter().map(|&(state, symbol)| (state, replaying.number(Value::Open(symbol)))).collect();
        let flat = &replaying.program.flat;
        self.failure = match end {
            Some(End::Failed(failure)) => flat.counts(failure).then_some(Some(failure)),
            Some(end) if end.is_unsafe() => {
                flat.counts_exception(replaying.machine.exception_kind(end)).then_some(None)
            }
            _ => None,
        };
        self
    }
}

/// At most this many states are executed.
const STATES: usize = 100_000;

/// Looks at the states of an execution. The last argument is the number that a value is, if it is decided.
pub(super) type WatchExecution<'w> = dyn FnMut(&Machine<'_>, LastState, &dyn Fn(Value) -> Option<i64>) + 'w;

/// Executes a program that has one run, as far as its calls are copied into their callers.
pub(super) fn replay_only_run(program: &BlockProgram<'_>, input: &Input) -> ExecutedTrace {
    let (mut replaying, mut executed) = start(program, input);
    let step = TraceStep { block: BlockId::at(0), inputs: Vec::new() };
    while executed.states.len() <= STATES {
        executed.states.push(replaying.state(0));
        match replaying.step(&step) {
            Err(end) => return executed.finish(&replaying, Some(end)),
            Ok(None) => break,
            Ok(Some((taken, _))) => {
                let ends_call = matches!(taken.action, FlatAction::Return(_) | FlatAction::Throw);
                executed.states.last_mut().expect("the state before").edge = (!ends_call).then_some(taken.edge);
            }
        }
    }
    executed.finish(&replaying, None)
}

/// Executes a trace.
pub fn replay(program: &BlockProgram<'_>, trace: &Trace) -> ExecutedTrace {
    replay_watched(program, trace, &mut |_, _, _| ())
}

/// Executes a trace, and looks at every state.
pub(super) fn replay_watched(
    program: &BlockProgram<'_>,
    trace: &Trace,
    watch: &mut WatchExecution<'_>,
) -> ExecutedTrace {
    let flat = &program.flat;
    let input = Input::default();
    let (mut replaying, mut executed) = start(program, &input);
    if let Err(end) = replaying.take_parameters(trace) {
        return executed.finish(&replaying, Some(end));
    }
    for (number, step) in trace.steps.iter().enumerate() {
        let target = program.heads[program.blocks[step.block].target].location;
        loop {
            if replaying.observe(step) {
                if replaying.at == target {
                    break;
                }
                continue;
            }
            replaying.show(LastState::Machine, watch);
            executed.states.push(replaying.state(number));
            match replaying.step(step) {
                Err(end) => {
                    if end.is_unsafe() {
                        replaying.show(LastState::Ended(end), watch);
                    }
                    // What is not known of the objects that a run is started with.
                    let stuck = replaying.next_edge().filter(|_| end == End::Stuck);
                    let places = stuck.into_iter().filter(|place| !executed.unfollowed.contains(place));
                    executed.unfollowed.extend(places.collect::<Vec<_>>());
                    return executed.finish(&replaying, Some(end));
                }
                Ok(None) => return executed.finish(&replaying, None),
                Ok(Some((taken, is_followed))) => {
                    let place = (flat.frames[taken.frame].procedure, taken.edge);
                    if !is_followed && !executed.unfollowed.contains(&place) {
                        executed.unfollowed.push(place);
                    }
                    if let Some(symbol) = replaying.just_drawn(&taken) {
                        replaying.drawn.push((executed.states.len() - 1, symbol));
                    }
                    let ends_call = matches!(taken.action, FlatAction::Return(_) | FlatAction::Throw);
                    executed.states.last_mut().expect("the state before").edge = (!ends_call).then_some(taken.edge);
                }
            }
            if replaying.at == target {
                break;
            }
            if executed.states.len() > STATES {
                return executed.finish(&replaying, None);
            }
        }
    }
    replaying.show(LastState::Machine, watch);
    executed.states.push(replaying.state(trace.steps.len()));
    // The end of the entry procedure ends the run behind the last block. What is observed may decide earlier.
    let top = replaying.machine.top();
    let procedure = &flat.program.procedures[top.procedure];
    let is_end = [procedure.cfa.exit, procedure.exceptional_exit].contains(&top.location);
    let end = if is_end || flat.observations.is_empty() { replaying.machine.step().err() } else { None };
    executed.finish(&replaying, end)
}

/// The heap that a program starts on, with the names and rules of it.
#[derive(Default)]
pub(super) struct Input {
    pub heap: Heap,
    pub alphabet: Alphabet,
    pub grammar: Grammar,
}

impl Input {
    /// What concrete runs of a program execute.
    pub(super) fn setting<'a>(&'a self, program: &'a Program, entry: ProcedureId) -> Setting<'a> {
        Setting { program, entry, alphabet: &self.alphabet, grammar: &self.grammar }
    }
}

/// Before the first step.
fn start<'a, 'p>(program: &'a BlockProgram<'p>, input: &'a Input) -> (Replaying<'a, 'p>, ExecutedTrace) {
    let flat = &program.flat;
    let setting = input.setting(flat.program, flat.frames[FrameId(0)].procedure);
    let replaying = Replaying {
        program,
        machine: Machine::new(setting, &input.heap),
        at: flat.cfa.entry,
        stack: vec![FrameId(0)],
        script: Script::default(),
        undefined: Vec::new(),
        drawn: Vec::new(),
    };
    let executed = ExecutedTrace {
        states: Vec::new(),
        end: None,
        thrown: None,
        assumed: false,
        unfollowed: Vec::new(),
        drawn: Vec::new(),
        failure: None,
    };
    (replaying, executed)
}

struct Replaying<'a, 'p> {
    program: &'a BlockProgram<'p>,
    machine: Machine<'a>,
    at: Location,
    stack: Vec<FrameId>,
    script: Script,
    /// The objects that pointers without a value refer to: to use them has no defined meaning.
    undefined: Vec<ObjectId>,
    /// What was drawn after each of these states.
    drawn: Vec<(usize, Symbol)>,
}

impl Replaying<'_, '_> {
    /// Gives the parameters of the entry their values. Those that are references and not null refer to objects of which nothing
    /// is known.
    fn take_parameters(&mut self, trace: &Trace) -> Result<(), End> {
        let flat = &self.program.flat;
        let entry = flat.procedure(FrameId(0));
        for open in self.machine.symbols() {
            let Origin::Parameter(local) = open.origin else { continue };
            let variable = flat.local(FrameId(0), local);
            let given = trace.initial.iter().find(|(v, _)| Some(*v) == variable);
            let value = match entry.locals[local].ty {
                // Blocks only follow whether a reference is null.
                Type::Reference(_) => given.map_or(0, |&(_, is_null)| i64::from(is_null != 1)),
                ty => given.map_or(0, |&(_, value)| number(value, ty)),
            };
            self.script.numbers.push(Some(value));
        }
        if let Some(receiver) = entry.receiver {
            self.machine.settle_reference(receiver, false)?;
        }
        let program = flat.program;
        let is_followed = |&&local: &&LocalId| {
            let ty = entry.locals[local].ty;
            ty.is_reference() && !program.is_foreign(ty)
        };
        for &local in entry.parameters.iter().filter(is_followed) {
            let variable = flat.local(FrameId(0), local);
            let given = trace.initial.iter().find(|(v, _)| Some(*v) == variable);
            self.machine.settle_reference(local, given.is_none_or(|&(_, is_null)| is_null == 1))?;
        }
        Ok(())
    }

    /// Shows the state. A number on which nothing has depended so far becomes 0 if it is asked for.
    fn show(&mut self, state: LastState, watch: &mut WatchExecution<'_>) {
        let asked: RefCell<Vec<Symbol>> = RefCell::default();
        watch(&self.machine, state, &|value| {
            self.number(value).or_else(|| match self.machine.known(value) {
                Value::Open(symbol) => {
                    asked.borrow_mut().push(symbol);
                    Some(0)
                }
                _ => None,
            })
        });
        self.script.numbers.resize(self.script.numbers.len().max(self.machine.symbols().len()), None);
        for symbol in asked.into_inner() {
            self.script.numbers[symbol.index()] = Some(0);
        }
    }

    /// Follows a step of the observer, if there is one.
    fn observe(&mut self, step: &TraceStep) -> bool {
        let flat = &self.program.flat;
        let mut leaving = flat.cfa.edges_from(self.at).map(|(_, edge)| edge).filter(|edge| !edge.is_step());
        let (Some(first), second) = (leaving.next(), leaving.next()) else { return false };
        let is_first = match first.action {
            FlatAction::Observe(observation, holds) => {
                let choice = self.program.inputs.choices.get(&self.at).and_then(|choices| choices.first());
                let given = choice.and_then(|choice| step.inputs.iter().find(|(input, _)| input == choice));
                let given = given.is_some_and(|&(_, taken)| taken == 1);
                self.observed(&flat.observations[observation]).map_or(given, |found| found == holds)
            }
            _ => true,
        };
        self.at = second.filter(|_| !is_first).unwrap_or(first).target;
        true
    }

    /// Whether an observation holds; `None` if that is not known.
    fn observed(&self, observation: &FlatObservation) -> Option<bool> {
        let FlatObservation::Compare { comparison, left, right } = *observation else { return None };
        let [left, right] = [self.flat_value(left)?, self.flat_value(right)?];
        Some(comparison.compare(&left, &right))
    }

    fn flat_value(&self, value: FlatValue) -> Option<i128> {
        let flat = &self.program.flat;
        let variable = match value {
            FlatValue::Number(n) => return Some(n),
            FlatValue::Boolean(b) => return Some(i128::from(b)),
            FlatValue::Variable(variable) => variable,
        };
        let found = match flat.variables[variable] {
            VariableOrigin::Local(frame, local) => {
                let depth = self.stack.iter().position(|&known| known == frame)?;
                self.machine.frames()[depth].local(local)
            }
            VariableOrigin::Static(field) => {
                let object = self.machine.objects().iter().find(|object| object.class == STATICS)?;
                object.fields.get(&flat.program.fields[field].name)?
            }
        };
        match (flat.type_of(variable), self.machine.known(found)) {
            (Type::Reference(_), Value::Null) => Some(1),
            (Type::Reference(_), Value::Object(_) | Value::Opaque(_) | Value::Library(_)) => Some(0),
            (Type::Integer(ty), value) if ty.is_unsigned_64() => {
                self.number(value).map(|n| i128::from(n.cast_unsigned()))
            }
            (_, value) => self.number(value).map(i128::from),
        }
    }

    /// One step of the program: the step of the blocks that it is, and whether its value or condition is followed; `None` if it is
    /// none of theirs.
    fn step(&mut self, step: &TraceStep) -> Result<Option<(FlatEdge, bool)>, End> {
        let choices = self.program.inputs.choices.get(&self.at).into_iter().flatten();
        let inputs: BTreeMap<TermId, u64> = step.inputs.iter().copied().collect_by_insertion();
        while let Some(decision) = self.machine.decision() {
            if let Decision::Branch(edges) = &decision
                && let Some(edge) = self.chosen(edges, &inputs)
            {
                self.script.branches.resize(self.machine.branches().len(), edge);
                self.script.branches.push(edge);
            }
            self.machine.decide_by(&decision, &self.script)?;
        }
        if self.uses_undefined() {
            return Err(End::Stuck);
        }
        self.machine.step()?;
        let Some((edge, frames)) = self.taken() else { return Ok(None) };
        let taken = self.program.flat.cfa.edges[edge];
        let given = self.program.inputs.values.get(&edge).and_then(|(input, determined)| {
            let value = *inputs.get(input)?;
            Some((value, *determined))
        });
        let mut is_followed = choices.cloned().all(|choice| !inputs.contains_key(&choice));
        is_followed &= given.is_none_or(|(_, determined)| !determined);
        self.take_values(&taken, given.map(|(value, _)| value))?;
        self.at = taken.target;
        self.stack = frames;
        Ok(Some((taken, is_followed)))
    }

    /// Decides what a step has drawn or read: as the trace does, if it has a value for that.
    fn take_values(&mut self, taken: &FlatEdge, given: Option<u64>) -> Result<(), End> {
        // Undecided ones may be read from an object later, by a step for which the trace has a value.
        self.script.numbers.resize(self.machine.symbols().len(), None);
        let operation = &self.program.flat.origin(taken).operation;
        let (Some(local), FlatAction::Operation) = (operation.defines(), taken.action) else { return Ok(()) };
        match self.machine.top().local(local) {
            Value::Open(symbol) if self.script.numbers[symbol.index()].is_none() => {
                let ty = self.machine.symbols()[symbol].ty;
                self.script.numbers[symbol.index()] = given.map(|value| match ty {
                    // Inputs say whether a reference is null.
                    Type::Reference(_) => i64::from(value != 1),
                    _ => number(value, ty),
                });
            }
            Value::Unset | Value::Undefined if matches!(operation, Operation::Assign { value: Rvalue::Drawn, .. }) => {
                self.machine.settle_reference(local, given.is_none_or(|is_null| is_null == 1))?;
                if let Value::Object(object) = self.machine.top().local(local) {
                    self.undefined.push(object);
                }
            }
            _ => {}
        }
        Ok(())
    }

    /// What a step has drawn, if it is a number.
    fn just_drawn(&self, taken: &FlatEdge) -> Option<Symbol> {
        match (&self.program.flat.origin(taken).operation, taken.action) {
            (Operation::Assign { target, value: Rvalue::Drawn }, FlatAction::Operation) => {
                match self.machine.top().local(*target) {
                    Value::Open(symbol) => Some(symbol),
                    _ => None,
                }
            }
            _ => None,
        }
    }

    /// The number that a value is; `None` if it is none, or not decided.
    fn number(&self, value: Value) -> Option<i64> {
        match self.machine.known(value) {
            Value::Number(n) => Some(n),
            Value::Open(symbol) => self.script.numbers.get(symbol.index()).copied().flatten(),
            _ => None,
        }
    }

    /// The edge that the program would take next, if it has no choice.
    fn next_edge(&self) -> Option<(ProcedureId, EdgeId)> {
        let top = self.machine.top();
        let mut edges = self.program.flat.program.procedures[top.procedure].cfa.edges_from(top.location);
        let (edge, _) = edges.next()?;
        edges.next().is_none().then_some((top.procedure, edge))
    }

    /// Whether the next step dereferences a pointer without a value.
    fn uses_undefined(&self) -> bool {
        let top = self.machine.top();
        let procedure = &self.program.flat.program.procedures[top.procedure];
        let next = procedure.cfa.edges_from(top.location).next();
        match next.and_then(|(_, edge)| edge.operation.dereferences()) {
            Some(Operand::Local(local)) => {
                matches!(top.local(local), Value::Object(object) if self.undefined.contains(&object))
            }
            _ => false,
        }
    }

    /// The edge of several possible ones that the trace takes.
    fn chosen(&self, edges: &[EdgeId], inputs: &BTreeMap<TermId, u64>) -> Option<EdgeId> {
        let flat = &self.program.flat;
        let choices = self.program.inputs.choices.get(&self.at)?;
        let leaving: Vec<EdgeId> = flat.cfa.edges_from(self.at).map(|(_, edge)| edge.edge).collect();
        let taken = (0..leaving.len()).find(|&i| choices.get(i).is_none_or(|choice| inputs.get(choice) == Some(&1)))?;
        edges.iter().copied().find(|&edge| edge == leaving[taken])
    }

    /// The edge of the flat program that the last step took, and the copies on the stack after it.
    fn taken(&self) -> Option<(EdgeId, Vec<FrameId>)> {
        let flat = &self.program.flat;
        let top = self.machine.top();
        let depth = self.machine.depth();
        flat.cfa.edges_from(self.at).find_map(|(id, edge)| {
            let mut frames = self.stack.clone();
            match edge.action {
                FlatAction::Enter(inner) => frames.push(inner),
                FlatAction::Return(_) | FlatAction::Throw => _ = frames.pop(),
                FlatAction::Operation | FlatAction::NullDereference | FlatAction::Nothing => {}
                // Only programs without kept calls are executed.
                FlatAction::Call(_) | FlatAction::CallThrow(_) => {}
                FlatAction::Observe(..) | FlatAction::Conclude => return None,
            }
            let frame = *frames.last()?;
            let is_there = frames.len() == depth
                && flat.frames[frame].procedure == top.procedure
                && flat.cfa.locations[edge.target] == FlatPlace { frame, location: top.location };
            is_there.then_some((id, frames))
        })
    }

    fn state(&self, block: usize) -> ExecutedState {
        let frames = self.machine.frames();
        let (top, callers) = frames.split_last().expect("a frame until the end");
        let number = |value| self.number(value);
        let program = self.program.flat.program;
        let locals = program.procedures[top.procedure].locals.as_slice();
        let own = top.names.iter().filter_map(|(name, value)| {
            let ty = locals.iter().find(|local| local.name == name)?.ty;
            Some((name.to_owned(), ty, number(value)?))
        });
        // The object of static fields is the first one.
        let statics = self.machine.objects().iter().find(|object| object.class == STATICS);
        let fields = statics.into_iter().flat_map(|object| object.fields.iter());
        let fields = fields.filter_map(|(name, value)| {
            let ty = program.fields.iter().find(|field| field.name == name)?.ty;
            Some((name.to_owned(), ty, number(value)?))
        });
        let values = fields.chain(own);
        ExecutedState {
            procedure: top.procedure,
            location: top.location,
            frame: self.stack.last().copied().unwrap_or(FrameId(0)),
            callers: callers.iter().map(|frame| (frame.procedure, frame.location)).collect(),
            values: values.collect(),
            edge: None,
            block,
        }
    }
}

/// A value of a term as a number of a type.
fn number(value: u64, ty: Type) -> i64 {
    match ty {
        Type::Integer(ty) if ty.signed => Sort::Bits(ty.bits).signed(value),
        _ => value.cast_signed(),
    }
}
