//! The interpreter: memory, call stack, steps.

use std::collections::BTreeMap;
use std::rc::Rc;

use smallvec::SmallVec;

use super::arithmetic::{binary, unary};
use super::input::Input;
use super::library::{Computed, Content, LibraryObject, Missing};
use super::spelled::Spelling;
use super::{InvalidAddress, LibraryId, Lifetime, Named, Object, ObjectId, OpenNumber, Origin, Symbol, Value};
use base::{Idx, IndexVec, Span};
use heap_grammar::grammar::Grammar;
use heap_grammar::heap::{Alphabet, Heap, VertexId};
use program::cfa::{EdgeId, Location, ProcedureId};
use program::objects::{
    Call, Callee, ClassId, Comparison, Condition, ExceptionKind, Failure, FieldId, Instead, Liveness, LocalId, Operand,
    Operation, OperationEdge, Procedure, Program, Rvalue, Type,
};

/// A program with the alphabet and grammar of its inputs.
#[derive(Clone, Copy)]
pub struct Setting<'a> {
    /// The program.
    pub program: &'a Program,
    /// Where it starts.
    pub entry: ProcedureId,
    /// The names that occur in heaps.
    pub alphabet: &'a Alphabet,
    /// The rules that derive the nonterminals of inputs.
    pub grammar: &'a Grammar,
}

/// A stack frame.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Frame<'a> {
    /// The procedure.
    pub procedure: ProcedureId,
    /// The current location, before its edges; in a caller, the location of the call.
    pub location: Location,
    pub(super) locals: Vec<Value>,
    /// The last value assigned to a local of each name; several locals may share one.
    pub names: Named<'a>,
}

impl<'a> Frame<'a> {
    fn new(program: &'a Program, procedure: ProcedureId) -> Self {
        let callee = &program.procedures[procedure];
        let locals = vec![Value::Unset; callee.locals.len()];
        Self { procedure, location: callee.cfa.entry, locals, names: Named::default() }
    }

    /// Whether a local of the frame may still be read; `waits`: after its call has ended, in either way.
    pub(super) fn is_live(&self, procedure: &Procedure, liveness: &Liveness, waits: bool, local: LocalId) -> bool {
        let call = procedure.cfa.edges_from(self.location).next().filter(|_| waits).map(|(_, edge)| edge);
        match call.map(|edge| (edge.target, &edge.operation)) {
            Some((target, Operation::Call(call))) => {
                call.target != Some(local) && liveness.is_live(target, local)
                    || local != procedure.exception && liveness.is_live(call.exceptional, local)
            }
            _ => liveness.is_live(self.location, local),
        }
    }

    /// The value of a local.
    pub fn local(&self, local: LocalId) -> Value {
        self.locals[local.index()]
    }

    fn assign(&mut self, program: &'a Program, local: LocalId, value: Value) {
        self.locals[local.index()] = value;
        self.names.insert(&program.procedures[self.procedure].locals[local].name, value);
    }
}

/// How a run ends.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum End {
    /// The entry procedure has returned.
    Returned,
    /// The program has ended itself, as by `exit`.
    Ended,
    /// The entry procedure has thrown an exception.
    Thrown,
    /// The entry procedure has thrown the exception of a dereference of null.
    NullDereferenceThrown,
    /// Null was dereferenced; the state is the one before that.
    NullDereference,
    /// Something else was dereferenced that is no object which has the field; the state is the one before that.
    InvalidDereference {
        /// The address.
        address: Value,
        /// What it is.
        because: InvalidAddress,
    },
    /// Something was freed that cannot be; the state is the one before that.
    InvalidFree {
        /// The address.
        address: Value,
        /// What it is.
        because: InvalidAddress,
    },
    /// The program has failed; the state is the one before that.
    Failed(Failure),
    /// The program reads something that the input does not have, or does what is not modelled.
    Stuck,
    /// The stack or the memory has outgrown its limit.
    TooLarge,
}

impl End {
    /// Whether the run stays in its last state for ever; otherwise its continuation is unknown.
    pub fn is_final(self) -> bool {
        matches!(self, End::Returned | End::Ended) || self.is_unsafe()
    }

    /// Whether the run ends by an operation that cannot be executed.
    pub fn is_fault(self) -> bool {
        match self {
            End::NullDereference | End::Failed(_) => true,
            End::InvalidDereference { because, .. } | End::InvalidFree { because, .. } => because.is_wrong(),
            End::Returned | End::Ended | End::Thrown | End::NullDereferenceThrown | End::Stuck | End::TooLarge => false,
        }
    }

    /// Whether the run ends by a failure, by an unhandled dereference of null or exception, or by wrong use of memory.
    pub fn is_unsafe(self) -> bool {
        self.is_fault() || matches!(self, End::Thrown | End::NullDereferenceThrown)
    }
}

/// Maximum number of frames.
const FRAMES: usize = 2_000;

/// A memory with a call stack, on an input that may be only partly derived.
///
/// Clones share all unchanged parts: in a run whose states are all kept, a state costs its top frame and the changes of
/// the memory.
///
/// Law: as long as there is no [decision](Machine::decision), program and state determine the next step.
#[derive(Clone)]
pub struct Machine<'a> {
    pub(super) setting: Setting<'a>,
    pub(super) objects: Rc<IndexVec<ObjectId, Object<'a>>>,
    /// The values that the input binds to names other than parameters.
    pub ghosts: Rc<Named<'a>>,
    pub(super) frames: SmallVec<[Rc<Frame<'a>>; 4]>,
    pub(super) input: Rc<Input>,
    pub(super) symbols: Rc<IndexVec<Symbol, OpenNumber<'a>>>,
    /// The numbers of the input that have been read, in this order.
    pub(super) given: Vec<(VertexId, Symbol)>,
    /// The texts of which only a part has been read.
    pub(super) spellings: Rc<Vec<Spelling>>,
    /// The edge to take next, if that was decided.
    pub(super) branch: Option<EdgeId>,
    /// The edges chosen so far.
    pub(super) branches: Rc<Vec<EdgeId>>,
    /// The first location at which a script decided something that neither program nor input determines.
    pub(super) assumed: Option<(ProcedureId, Location)>,
    /// Where the entry procedure has called something last.
    pub(super) called: Option<Span>,
    /// The outside addresses, by their bases and fields.
    pub(super) outside: Rc<BTreeMap<(ObjectId, FieldId), ObjectId>>,
    pub(super) library: Rc<IndexVec<LibraryId, Rc<LibraryObject>>>,
    /// Those of which there is one for each content.
    pub(super) interned: Rc<BTreeMap<(ClassId, Content), LibraryId>>,
    /// The number of elements in the objects of the library.
    pub(super) library_size: usize,
    /// The number of elements that functions have copied, filled or sorted.
    pub(super) library_work: usize,
    /// Whether an open number was put into an array.
    pub(super) has_open_elements: bool,
    /// Whether an index was taken to be within bounds that are not known.
    pub(super) assumes_bounds: bool,
    /// Whether an index was out of bounds where nothing handles the exception.
    pub(super) left_bounds: bool,
    /// The first open number that the last step needed which only execution takes.
    pub(super) wanted: Option<Symbol>,
}

impl<'a> Machine<'a> {
    /// The machine before its first step on a heap, in which variables with the names of the entry procedure's
    /// parameters are its arguments.
    pub fn new(setting: Setting<'a>, heap: &Heap) -> Self {
        let mut machine = Self {
            setting,
            objects: Rc::default(),
            ghosts: Rc::default(),
            frames: SmallVec::from_iter([Rc::new(Frame::new(setting.program, setting.entry))]),
            input: Rc::default(),
            symbols: Rc::default(),
            given: Vec::new(),
            spellings: Rc::default(),
            branch: None,
            branches: Rc::default(),
            assumed: None,
            called: None,
            outside: Rc::default(),
            library: Rc::default(),
            interned: Rc::default(),
            library_size: 0,
            library_work: 0,
            has_open_elements: false,
            assumes_bounds: false,
            left_bounds: false,
            wanted: None,
        };
        machine.take_input(heap.clone());
        let procedure = &setting.program.procedures[setting.entry];
        let variables = heap.variables().iter().filter(|(v, _)| setting.alphabet.constant(*v).is_none());
        let bound = |&(v, target)| (setting.alphabet.variable_name(v), machine.input.value(target));
        let mut ghosts: Named<'_> = variables.map(bound).collect();
        for &parameter in procedure.receiver.iter().chain(&procedure.parameters) {
            let local = &procedure.locals[parameter];
            let value = match ghosts.remove(local.name.as_str()) {
                Some(Value::GIVEN_OBJECT) => machine.given_object(local.ty, Origin::Parameter(parameter)),
                Some(value) => machine.read(value, local.ty).unwrap_or(value),
                None if local.ty.is_reference() && !setting.program.is_foreign(local.ty) => Value::Null,
                None => machine.open(local.ty, Origin::Parameter(parameter)),
            };
            machine.assign(parameter, value);
        }
        machine.ghosts = Rc::new(ghosts);
        machine
    }

    /// The program with the alphabet and grammar of its inputs.
    pub fn setting(&self) -> Setting<'a> {
        self.setting
    }

    /// All objects, garbage included.
    pub fn objects(&self) -> &IndexVec<ObjectId, Object<'a>> {
        &self.objects
    }

    /// The call stack, from the entry procedure to the top.
    pub fn frames(&self) -> &[Rc<Frame<'a>>] {
        &self.frames
    }

    /// The number of frames.
    pub fn depth(&self) -> usize {
        self.frames.len()
    }

    /// The size of the state: objects, elements of arrays, frames, and vertices of the input.
    pub fn size(&self) -> usize {
        self.objects.len() + self.library_size + self.frames.len() + self.input.heap.vertex_bound()
    }

    /// The top frame.
    pub fn top(&self) -> &Frame<'a> {
        self.frames.last().expect("a frame until the end")
    }

    /// All numbers that are open, or were before they were decided, in order of their first occurrence.
    pub fn symbols(&self) -> &IndexVec<Symbol, OpenNumber<'a>> {
        &self.symbols
    }

    /// Where the entry procedure has called something last: a call that runs, or has ended.
    pub fn called(&self) -> Option<Span> {
        self.called
    }

    /// The edges chosen so far.
    pub fn branches(&self) -> &[EdgeId] {
        &self.branches
    }

    /// A value, with open numbers replaced by the numbers decided for them.
    pub fn known(&self, value: Value) -> Value {
        let symbol = match value {
            Value::Open(symbol) => Some(symbol),
            Value::Given(vertex) => self.given.iter().find(|(v, _)| *v == vertex).map(|&(_, symbol)| symbol),
            _ => None,
        };
        let Some((open, number)) = symbol.and_then(|s| Some((self.symbols[s], self.symbols[s].value?))) else {
            return value;
        };
        match (open.ty, number) {
            (Type::Reference(_), 0) => Value::Null,
            (Type::Reference(_), number) => Value::Opaque(number),
            _ => Value::Number(number),
        }
    }

    /// Whether it is an open reference.
    pub(super) fn is_open_reference(&self, value: Value) -> bool {
        matches!(value, Value::Open(symbol) if self.symbols[symbol].ty.is_reference())
    }

    /// A value read as one of this type, possibly for the first time.
    ///
    /// # Errors
    /// If it was read as one of another type before, and has become a number outside the range of this type.
    pub(super) fn read(&mut self, value: Value, ty: Type) -> Result<Value, End> {
        let Value::Given(vertex) = value else { return Ok(value) };
        let Some(&(_, symbol)) = self.given.iter().find(|(v, _)| *v == vertex) else {
            let open = OpenNumber { ty, origin: Origin::Vertex(vertex), is_object: false, value: None };
            let symbol = Rc::make_mut(&mut self.symbols).push(open);
            self.given.push((vertex, symbol));
            return Ok(Value::Open(symbol));
        };
        let open = self.symbols[symbol];
        let (Some((low, high)), Some((least, greatest))) = (ty.range(), open.ty.range()) else {
            return Ok(Value::Open(symbol));
        };
        if open.value.is_some_and(|n| n < low || n > high) {
            return Err(End::Stuck);
        }
        if low >= least && high <= greatest && ty != open.ty {
            Rc::make_mut(&mut self.symbols)[symbol].ty = ty;
        }
        Ok(Value::Open(symbol))
    }

    /// A value that the program does not determine.
    pub(super) fn open(&mut self, ty: Type, origin: Origin<'a>) -> Value {
        match ty {
            Type::Void => Value::Unset,
            Type::Reference(_) if self.is_manual() => Value::Unset,
            _ => {
                let is_object = matches!(origin, Origin::Object | Origin::Passed);
                Value::Open(Rc::make_mut(&mut self.symbols).push(OpenNumber { ty, origin, is_object, value: None }))
            }
        }
    }

    /// An object of the input that is not followed, when it is first read as one of this type.
    pub(super) fn given_object(&mut self, ty: Type, origin: Origin<'a>) -> Value {
        if !self.setting.program.is_foreign(ty) {
            return Value::SOME;
        }
        let value = self.open(ty, origin);
        if let Value::Open(symbol) = value {
            Rc::make_mut(&mut self.symbols)[symbol].is_object = true;
        }
        value
    }

    /// Makes a reference of the top frame that neither program nor input determines null, or the only one to an object of its
    /// type of which nothing else is known.
    ///
    /// # Errors
    /// If there are too many objects.
    pub fn settle_reference(&mut self, local: LocalId, is_null: bool) -> Result<(), End> {
        let program = self.setting.program;
        let value = match program.procedures[self.top().procedure].locals[local].ty {
            Type::Reference(_) if is_null => Value::Null,
            Type::Reference(class) => Value::Object(self.add(class, Named::default(), Lifetime::Live)?),
            _ => return Ok(()),
        };
        self.assign(local, value);
        Ok(())
    }

    pub(super) fn top_mut(&mut self) -> &mut Frame<'a> {
        Rc::make_mut(self.frames.last_mut().expect("a frame until the end"))
    }

    pub(super) fn object_mut(&mut self, object: ObjectId) -> &mut Object<'a> {
        &mut Rc::make_mut(&mut self.objects)[object]
    }

    pub(super) fn assign(&mut self, target: LocalId, value: Value) {
        let program = self.setting.program;
        self.top_mut().assign(program, target, value);
    }

    pub(super) fn operand(&self, operand: &Operand) -> Value {
        match operand {
            Operand::Local(local) => self.known(self.top().local(*local)),
            Operand::Null => Value::Null,
            Operand::Integer(n) => Value::Number(*n),
            Operand::Boolean(b) => Value::Number(i64::from(*b)),
        }
    }

    /// Executes one step. There must be no [decision](Machine::decision) left.
    ///
    /// # Errors
    /// If the run has ended; the state is the last one.
    pub fn step(&mut self) -> Result<(), End> {
        let program = self.setting.program;
        let (procedure, location) = (self.top().procedure, self.top().location);
        let procedure = &program.procedures[procedure];
        if location == procedure.cfa.exit || location == procedure.exceptional_exit {
            return self.leave(location == procedure.cfa.exit);
        }
        if procedure.ended == Some(location) {
            return Err(End::Ended);
        }
        let branch = self.branch.take();
        let edge = match branch {
            Some(edge) => &procedure.cfa.edges[edge],
            None => self.enabled().next().map(|(_, edge)| edge).ok_or(End::Stuck)?,
        };
        self.take(edge)
    }

    /// Executes an edge that can be taken.
    pub(super) fn take(&mut self, edge: &'a OperationEdge) -> Result<(), End> {
        match self.execute(edge) {
            Err(End::NullDereference) => self.dereference_null(edge),
            done => done,
        }
    }

    /// Handles a dereference of null by an edge; the edge has changed nothing yet.
    fn dereference_null(&mut self, edge: &OperationEdge) -> Result<(), End> {
        let program = self.setting.program;
        let (Some(handler), Some(class)) = (edge.on_null, program.null_dereference) else {
            return Err(End::NullDereference);
        };
        let exception = Value::Object(self.allocate(class)?);
        self.assign(program.procedures[self.top().procedure].exception, exception);
        self.top_mut().location = handler;
        Ok(())
    }

    /// Whether the exception in flight was thrown by a dereference of null.
    pub fn throws_null_dereference(&self) -> bool {
        let program = self.setting.program;
        let top = self.top();
        match (top.local(program.procedures[top.procedure].exception), program.null_dereference) {
            (Value::Object(exception), Some(class)) => self.objects[exception].class == program.classes[class].name,
            _ => false,
        }
    }

    /// What is wrong when the run ends like this with an exception, or with a dereference of null that nothing handles; `None` if that is
    /// not how it ends, or the class of the exception is not known.
    pub fn exception_kind(&self, end: End) -> Option<ExceptionKind> {
        match end {
            End::NullDereference | End::NullDereferenceThrown => Some(ExceptionKind::NullDereference),
            End::Thrown => Some(self.setting.program.exception_kind(self.thrown()?)),
            _ => None,
        }
    }

    /// The class of the exception in flight, if it is known.
    pub fn thrown(&self) -> Option<ClassId> {
        let (program, top) = (self.setting.program, self.top());
        let exception = top.local(program.procedures[top.procedure].exception);
        let Value::Object(object) = self.known(exception) else { return None };
        program.class_named(self.objects[object].class)
    }

    /// Returns from the top frame, normally or by an exception.
    fn leave(&mut self, normal: bool) -> Result<(), End> {
        let program = self.setting.program;
        let [.., waiting, frame] = self.frames.as_slice() else {
            return Err(match normal {
                true => End::Returned,
                false if self.throws_null_dereference() => End::NullDereferenceThrown,
                false => End::Thrown,
            });
        };
        let procedure = &program.procedures[frame.procedure];
        let result = frame.local(if normal { procedure.returned } else { procedure.exception });
        let caller = &program.procedures[waiting.procedure];
        let (_, edge) = caller.cfa.edges_from(waiting.location).next().ok_or(End::Stuck)?;
        let Operation::Call(call) = &edge.operation else { return Err(End::Stuck) };
        let target = if normal { call.target } else { Some(caller.exception) };
        self.frames.pop();
        if let Some(target) = target {
            self.assign(target, result);
        }
        if normal {
            return self.arrive(edge);
        }
        self.top_mut().location = call.exceptional;
        Ok(())
    }

    pub(super) fn execute(&mut self, edge: &'a OperationEdge) -> Result<(), End> {
        self.wanted = None;
        if let Some(Instead::Compute(computation)) = edge.instead() {
            match self.compute(computation) {
                Ok(Computed::OutOfBounds) => return self.raise(computation),
                Ok(_) => return self.arrive(edge),
                Err(Missing::Room) => return Err(End::TooLarge),
                Err(Missing::Number(symbol)) => self.wanted = Some(symbol),
                Err(Missing::Object | Missing::Effect) => {}
            }
        }
        match &edge.operation {
            Operation::Skip => {}
            Operation::Assume(condition) => self.assume(condition),
            Operation::Assign { target, value } => {
                let value = self.evaluate(*target, value);
                self.assign(*target, value);
            }
            Operation::Fail(failure) => return Err(End::Failed(*failure)),
            Operation::GiveUp(_) | Operation::GiveUpMemory { .. } => return Err(End::Stuck),
            Operation::RequireNonNull(operand) => match self.operand(operand) {
                Value::Opaque(_) | Value::Library(_) => {}
                value => _ = self.object(value)?,
            },
            Operation::Load { target, base, field } => {
                let value = self.load(self.operand(&Operand::Local(*base)), *field)?;
                self.assign(*target, value);
            }
            Operation::Store { base, field, value } => {
                let object = self.accessed(self.operand(&Operand::Local(*base)), *field)?;
                let value = self.operand(value);
                let field = &self.setting.program.fields[*field];
                self.object_mut(object).fields.insert(&field.name, value);
            }
            // Other builds need not contain how memory is freed.
            Operation::Free(_) | Operation::End(_) if !self.is_manual() => {}
            Operation::Free(operand) => self.free(self.operand(operand))?,
            Operation::End(local) => self.end(*local),
            Operation::New { target, class } => {
                let value = Value::Object(self.allocate(*class)?);
                self.assign(*target, value);
            }
            Operation::Call(call) => {
                if self.depth() == 1 {
                    self.called = Some(edge.span);
                }
                return self.call(call, edge.instead());
            }
        }
        self.arrive(edge)
    }

    /// A reference that is not tracked becomes null if it equals null.
    fn assume(&mut self, condition: &Condition) {
        if let Condition::Compare { comparison: Comparison::Equal, left, right } = condition
            && let (Operand::Local(local), Operand::Null) | (Operand::Null, Operand::Local(local)) = (*left, *right)
            && matches!(self.top().local(local), Value::Unset | Value::Undefined)
        {
            self.assign(local, Value::Null);
        }
    }

    fn call(&mut self, call: &'a Call, instead: Option<&Instead>) -> Result<(), End> {
        let program = self.setting.program;
        let (receiver, arguments) = match instead {
            Some(Instead::Pass { receiver, arguments }) => (receiver, arguments),
            _ => (&call.receiver, &call.arguments),
        };
        let receiver = match receiver {
            None => None,
            Some(operand) => Some(self.object(self.operand(operand))?),
        };
        let id = match (&call.callee, receiver) {
            (Callee::Static(id), _) => *id,
            (Callee::Virtual(table), Some(object)) => {
                let class = program.class_named(self.objects[object].class);
                table.iter().find(|(c, _)| Some(*c) == class).map(|&(_, id)| id).ok_or(End::Stuck)?
            }
            (Callee::Virtual(_), None) => return Err(End::Stuck),
        };
        if self.frames.len() >= FRAMES {
            return Err(End::TooLarge);
        }
        let callee = &program.procedures[id];
        let mut frame = Frame::new(program, id);
        if let (Some(this), Some(object)) = (callee.receiver, receiver) {
            frame.assign(program, this, Value::Object(object));
        }
        for (&parameter, argument) in callee.parameters.iter().zip(arguments) {
            frame.assign(program, parameter, self.operand(argument));
        }
        let statics = program.procedures[self.top().procedure].statics;
        if let (Some(own), Some(statics)) = (callee.statics, statics) {
            frame.assign(program, own, self.top().local(statics));
        }
        self.frames.push(Rc::new(frame));
        Ok(())
    }

    pub(super) fn evaluate(&mut self, target: LocalId, expression: &Rvalue) -> Value {
        let ty = self.setting.program.procedures[self.top().procedure].locals[target].ty;
        let known = match expression {
            Rvalue::Operand(operand) => return self.operand(operand),
            Rvalue::Unknown => None,
            Rvalue::Object => {
                let origin = if self.is_in_client() { Origin::Passed } else { Origin::Object };
                return self.open(ty, origin);
            }
            Rvalue::Opaque if self.is_in_client() => return self.open(ty, Origin::Passed),
            Rvalue::Opaque => return Value::SOME,
            Rvalue::Drawn if ty.is_reference() && self.is_manual() => return Value::Undefined,
            Rvalue::Drawn => return self.open(ty, Origin::Drawn),
            Rvalue::Unary(operator, operand) => match self.operand(operand) {
                Value::Number(n) => Some(unary(*operator, n)),
                _ => None,
            },
            Rvalue::Binary { operator, ty, left, right } => match (self.operand(left), self.operand(right)) {
                (Value::Number(a), Value::Number(b)) => binary(*operator, *ty, a, b),
                _ => None,
            },
        };
        known.map_or_else(|| self.open(ty, Origin::Operation), Value::Number)
    }
}
