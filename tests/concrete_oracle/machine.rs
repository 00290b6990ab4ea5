//! A concrete interpreter of control-flow automata: objects are numbers, integers are exact, what is not determined is
//! drawn. It shares nothing with the analysis but the program.

use std::collections::BTreeMap;

use hrglass::base::{Idx, Random};
use hrglass::grammar::Grammar;
use hrglass::heap::{Alphabet, Constant, Heap};
use hrglass::program::{
    Binary, Call, Callee, Comparison, Condition, Edge, LocalId, Location, Operand, Operation, Procedure, ProcedureId,
    Program, Type, Unary, Value as Expression,
};

/// What a variable or field holds.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Value {
    /// Nothing yet, or a reference that the program does not determine.
    Unset,
    /// The null reference.
    Null,
    /// An object.
    Object(usize),
    /// A number, or a boolean as 0 or 1.
    Number(i64),
}

/// An object: its class and its fields.
#[derive(Clone, Debug)]
pub struct Object {
    pub class: String,
    pub fields: BTreeMap<String, Value>,
}

/// A procedure that is being executed.
#[derive(Clone, Debug)]
pub struct Frame<'a> {
    pub procedure: ProcedureId,
    pub location: Location,
    locals: Vec<Value>,
    /// What was assigned last to a local of this name; several may share one.
    pub names: BTreeMap<&'a str, Value>,
}

impl<'a> Frame<'a> {
    fn new(program: &'a Program, procedure: ProcedureId) -> Self {
        let callee = &program.procedures[procedure];
        let locals = vec![Value::Unset; callee.locals.len()];
        Self { procedure, location: callee.entry, locals, names: BTreeMap::new() }
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
    /// The entry procedure has thrown an exception.
    Thrown,
    /// Null was dereferenced.
    NullDereference,
    /// The program asks for something that the input does not have.
    Stuck,
}

/// The memory and the call stack.
pub struct Machine<'a> {
    pub program: &'a Program,
    pub objects: Vec<Object>,
    /// What the input binds by names that are no parameters.
    pub ghosts: BTreeMap<String, Value>,
    frames: Vec<Frame<'a>>,
    random: &'a mut Random,
}

impl<'a> Machine<'a> {
    /// The machine before the first step of `entry` on a heap without nonterminals.
    pub fn new(
        program: &'a Program,
        entry: ProcedureId,
        heap: &Heap,
        alphabet: &Alphabet,
        random: &'a mut Random,
    ) -> Self {
        let mut machine = Self { program, objects: Vec::new(), ghosts: BTreeMap::new(), frames: Vec::new(), random };
        let mut values = vec![Value::Unset; heap.vertex_bound()];
        for &(variable, target) in heap.variables() {
            match alphabet.constant(variable) {
                Some(Constant::Null) => values[target.index()] = Value::Null,
                Some(Constant::Integer(n)) => values[target.index()] = Value::Number(n),
                None => {}
            }
        }
        for vertex in heap.vertices() {
            if values[vertex.index()] == Value::Unset {
                values[vertex.index()] = Value::Object(machine.objects.len());
                let class = alphabet.type_name(heap.vertex_type(vertex)).to_owned();
                machine.objects.push(Object { class, fields: BTreeMap::new() });
            }
        }
        for (source, label, target) in heap.selector_edges() {
            if let Value::Object(object) = values[source.index()] {
                let field = alphabet.selector_name(label).to_owned();
                machine.objects[object].fields.insert(field, values[target.index()]);
            }
        }
        let procedure = &program.procedures[entry];
        let mut frame = Frame::new(program, entry);
        for &(variable, target) in heap.variables().iter().filter(|(v, _)| alphabet.constant(*v).is_none()) {
            machine.ghosts.insert(alphabet.variable_name(variable).to_owned(), values[target.index()]);
        }
        let mut bind = |name: String, local: LocalId| {
            let unbound = if procedure.locals[local].ty.is_reference() { Value::Null } else { Value::Unset };
            let mut value = machine.ghosts.remove(&name).unwrap_or(unbound);
            if value == Value::Unset {
                value = machine.any(procedure.locals[local].ty);
            }
            frame.assign(program, local, value);
        };
        if let Some(receiver) = procedure.receiver {
            bind("@this:".to_owned(), receiver);
        }
        for (k, &parameter) in procedure.parameters.iter().enumerate() {
            bind(format!("@parameter{k}:"), parameter);
        }
        machine.frames.push(frame);
        machine
    }

    /// How many procedures are being executed.
    pub fn depth(&self) -> usize {
        self.frames.len()
    }

    /// The procedures that are being executed, the entry procedure first.
    pub fn frames(&self) -> &[Frame<'a>] {
        &self.frames
    }

    /// The entry procedure.
    pub fn entry(&self) -> &'a Procedure {
        &self.program.procedures[self.frames[0].procedure]
    }

    /// Where the entry procedure is.
    pub fn location(&self) -> Location {
        self.frames[0].location
    }

    /// The values of the locals of the entry procedure.
    pub fn locals(&self) -> &[Value] {
        &self.frames[0].locals
    }

    /// Any value of a type; a reference stays undetermined.
    fn any(&mut self, ty: Type) -> Value {
        match ty {
            Type::Boolean => Value::Number(self.random.below(2) as i64),
            Type::Int | Type::Long | Type::Float => Value::Number(self.random.below(6) as i64 - 2),
            Type::Reference(_) | Type::Void => Value::Unset,
        }
    }

    fn top(&mut self) -> &mut Frame<'a> {
        self.frames.last_mut().expect("a frame until the end")
    }

    fn assign(&mut self, target: LocalId, value: Value) {
        let program = self.program;
        self.top().assign(program, target, value);
    }

    fn operand(&self, operand: &Operand) -> Value {
        let frame = self.frames.last().expect("a frame until the end");
        match operand {
            Operand::Local(local) => frame.locals[local.index()],
            Operand::Null => Value::Null,
            Operand::Integer(n) => Value::Number(*n),
            Operand::Boolean(b) => Value::Number(i64::from(*b)),
        }
    }

    /// Does one step, or says how the run has ended.
    pub fn step(&mut self) -> Result<(), End> {
        let program = self.program;
        let (procedure, location) = (self.top().procedure, self.top().location);
        let procedure = &program.procedures[procedure];
        if location == procedure.exit || location == procedure.exceptional_exit {
            let normal = location == procedure.exit;
            if self.frames.len() == 1 {
                return Err(if normal { End::Returned } else { End::Thrown });
            }
            let frame = self.frames.pop().expect("the callee");
            let result = frame.locals[if normal { procedure.returned } else { procedure.exception }.index()];
            let caller = &program.procedures[self.top().procedure];
            let (_, edge) = caller.edges_from(self.top().location).next().expect("the call");
            let Operation::Call(call) = &edge.operation else { panic!("a caller waits at its call") };
            let (target, next) =
                if normal { (call.target, edge.target) } else { (Some(caller.exception), call.exceptional) };
            if let Some(target) = target {
                self.top().assign(program, target, result);
            }
            self.top().location = next;
            return Ok(());
        }
        let edges: Vec<&Edge> = procedure.edges_from(location).map(|(_, e)| e).collect();
        let enabled: Vec<&Edge> = edges.into_iter().filter(|e| self.may_take(e)).collect();
        if enabled.is_empty() {
            panic!("no edge is enabled at {location:?} of {}", procedure.name);
        }
        let edge = enabled[self.random.below(enabled.len())];
        self.execute(edge)
    }

    fn may_take(&self, edge: &Edge) -> bool {
        let Operation::Assume(condition) = &edge.operation else { return true };
        match condition {
            Condition::Unknown => true,
            Condition::Compare { comparison, left, right } => match (self.operand(left), self.operand(right)) {
                (Value::Unset, _) | (_, Value::Unset) => true,
                (Value::Number(a), Value::Number(b)) => match comparison {
                    Comparison::Equal => a == b,
                    Comparison::NotEqual => a != b,
                    Comparison::Less => a < b,
                    Comparison::LessEqual => a <= b,
                    Comparison::Greater => a > b,
                    Comparison::GreaterEqual => a >= b,
                },
                (a, b) => (a == b) == (*comparison == Comparison::Equal),
            },
            Condition::InstanceOf { operand, class, negated } => match self.operand(operand) {
                Value::Object(object) => {
                    let own = self.program.class_named(&self.objects[object].class);
                    own.is_some_and(|own| self.program.is_subclass(own, *class)) != *negated
                }
                Value::Null => *negated,
                Value::Unset | Value::Number(_) => true,
            },
        }
    }

    fn execute(&mut self, edge: &Edge) -> Result<(), End> {
        match &edge.operation {
            Operation::Skip | Operation::Assume(_) => {}
            Operation::Assign { target, value } => {
                let value = self.evaluate(*target, value);
                self.assign(*target, value);
            }
            Operation::RequireNonNull(operand) => _ = self.object(self.operand(operand))?,
            Operation::Load { target, base, field } => {
                let object = self.object(self.operand(&Operand::Local(*base)))?;
                let field = &self.program.fields[*field];
                let value = match self.objects[object].fields.get(&field.name) {
                    Some(&value) => value,
                    None if field.ty.is_reference() => return Err(End::Stuck),
                    None => {
                        let value = self.any(field.ty);
                        self.objects[object].fields.insert(field.name.clone(), value);
                        value
                    }
                };
                self.assign(*target, value);
            }
            Operation::Store { base, field, value } => {
                let object = self.object(self.operand(&Operand::Local(*base)))?;
                let value = self.operand(value);
                self.objects[object].fields.insert(self.program.fields[*field].name.clone(), value);
            }
            Operation::New { target, class } => {
                let mut fields = BTreeMap::new();
                for ancestor in self.program.ancestry(*class) {
                    for &field in &self.program.classes[ancestor].fields {
                        let field = &self.program.fields[field];
                        let default = if field.ty.is_reference() { Value::Null } else { Value::Number(0) };
                        fields.insert(field.name.clone(), default);
                    }
                }
                let object = self.objects.len();
                self.objects.push(Object { class: self.program.classes[*class].name.clone(), fields });
                self.assign(*target, Value::Object(object));
            }
            Operation::Call(call) => return self.call(call),
        }
        self.top().location = edge.target;
        Ok(())
    }

    fn object(&self, value: Value) -> Result<usize, End> {
        match value {
            Value::Object(object) => Ok(object),
            Value::Null => Err(End::NullDereference),
            Value::Unset | Value::Number(_) => Err(End::Stuck),
        }
    }

    fn call(&mut self, call: &Call) -> Result<(), End> {
        let receiver = match &call.receiver {
            None => None,
            Some(operand) => Some(self.object(self.operand(operand))?),
        };
        let id = match (&call.callee, receiver) {
            (Callee::Static(id), _) => *id,
            (Callee::Virtual(table), Some(object)) => {
                let class = self.program.class_named(&self.objects[object].class);
                table.iter().find(|(c, _)| Some(*c) == class).map(|&(_, id)| id).ok_or(End::Stuck)?
            }
            (Callee::Virtual(_), None) => return Err(End::Stuck),
        };
        let callee = &self.program.procedures[id];
        let mut frame = Frame::new(self.program, id);
        if let (Some(this), Some(object)) = (callee.receiver, receiver) {
            frame.assign(self.program, this, Value::Object(object));
        }
        for (&parameter, argument) in callee.parameters.iter().zip(&call.arguments) {
            frame.assign(self.program, parameter, self.operand(argument));
        }
        self.frames.push(frame);
        Ok(())
    }

    fn evaluate(&mut self, target: LocalId, expression: &Expression) -> Value {
        let procedure = self.top().procedure;
        let ty = self.program.procedures[procedure].locals[target].ty;
        let known = match expression {
            Expression::Operand(operand) => return self.operand(operand),
            Expression::Unknown => None,
            Expression::Unary(operator, operand) => match self.operand(operand) {
                Value::Number(n) => Some(unary(*operator, n, ty)),
                _ => None,
            },
            Expression::Binary { operator, wide, left, right } => match (self.operand(left), self.operand(right)) {
                (Value::Number(a), Value::Number(b)) => binary(*operator, *wide, a, b),
                _ => None,
            },
        };
        known.map_or_else(|| self.any(ty), Value::Number)
    }
}

#[expect(clippy::cast_possible_truncation, clippy::cast_sign_loss, reason = "that is what the casts of Java do")]
fn unary(operator: Unary, n: i64, ty: Type) -> i64 {
    match operator {
        Unary::Negate if ty == Type::Int => i64::from((n as i32).wrapping_neg()),
        Unary::Negate => n.wrapping_neg(),
        Unary::Complement => !n,
        Unary::Not => 1 - n,
        Unary::ToByte => i64::from(n as i8),
        Unary::ToShort => i64::from(n as i16),
        Unary::ToChar => i64::from(n as u16),
        Unary::ToInt => i64::from(n as i32),
        Unary::ToLong => n,
    }
}

#[expect(clippy::cast_possible_truncation, clippy::cast_sign_loss, reason = "that is what Java's arithmetic does")]
fn binary(operator: Binary, wide: bool, a: i64, b: i64) -> Option<i64> {
    if wide {
        return Some(match operator {
            Binary::Add => a.wrapping_add(b),
            Binary::Subtract => a.wrapping_sub(b),
            Binary::Multiply => a.wrapping_mul(b),
            Binary::Divide => a.checked_div(b)?,
            Binary::Remainder => a.checked_rem(b)?,
            Binary::And => a & b,
            Binary::Or => a | b,
            Binary::Xor => a ^ b,
            Binary::ShiftLeft => a << (b & 63),
            Binary::ShiftRight => a >> (b & 63),
            Binary::ShiftRightUnsigned => ((a as u64) >> (b & 63)) as i64,
        });
    }
    let (a, b) = (a as i32, b as i32);
    Some(i64::from(match operator {
        Binary::Add => a.wrapping_add(b),
        Binary::Subtract => a.wrapping_sub(b),
        Binary::Multiply => a.wrapping_mul(b),
        Binary::Divide => a.checked_div(b)?,
        Binary::Remainder => a.checked_rem(b)?,
        Binary::And => a & b,
        Binary::Or => a | b,
        Binary::Xor => a ^ b,
        Binary::ShiftLeft => a << (b & 31),
        Binary::ShiftRight => a >> (b & 31),
        Binary::ShiftRightUnsigned => ((a as u32) >> (b & 31)) as i32,
    }))
}

/// Some inputs that an initial heap stands for, small ones first.
pub fn inputs(grammar: &Grammar, heap: &Heap, limit: usize) -> Vec<Heap> {
    hrglass::grammar::derivations(grammar, heap, heap.objects() + 4, limit)
}
