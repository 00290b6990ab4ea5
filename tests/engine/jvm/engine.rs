//! Runs of the concrete interpreter on an input, compared with the run of the JVM.

use std::collections::{BTreeMap, BTreeSet};
use std::ops::RangeInclusive;

use hrglass::base::{Idx, Sources};
use hrglass::grammar::Grammar;
use hrglass::heap::{Alphabet, Heap};
use hrglass::interpreter::{Decision, End, Machine, ObjectId, Origin, Script, Setting, Value};
use hrglass::program::cfa::ProcedureId;
use hrglass::program::objects::{LocalId, Operand, Operation, Program, STATICS, Type, seen_class};

use super::input::{Input, InputValue};
use super::outcome::{JavaEnd, JavaRun, JavaValue};

/// Maximum number of steps of a run.
const STEPS: usize = 20_000;
/// Maximum number of runs on one input.
const RUNS: usize = 60;

/// A program with an input.
pub struct Execution<'a> {
    pub program: &'a Program,
    pub entry: ProcedureId,
    pub sources: &'a Sources,
    pub alphabet: &'a Alphabet,
    pub grammar: &'a Grammar,
    /// The heap of the input, with bound parameters.
    pub heap: &'a Heap,
    pub input: &'a Input,
}

/// The lines of an operation. If it spans several, for example with a `switch`, compilers may attribute it to any of
/// them.
type Lines = RangeInclusive<usize>;

/// A completed run of the interpreter.
pub struct Run<'a> {
    machine: Machine<'a>,
    pub end: End,
    /// The lines at which each object was allocated, by its number.
    allocated_at: BTreeMap<ObjectId, Lines>,
    /// The lines of the last step.
    last: Lines,
    /// Whether a number was chosen that the program determines but the interpreter does not model.
    pub guessed: bool,
}

/// The result of the comparison.
#[derive(Debug)]
pub enum Verdict {
    /// Some run of the interpreter agrees with that of the JVM.
    Agrees,
    /// All runs were tried; for each of them, the difference.
    Differs(Vec<String>),
    /// Not all runs were tried, or one of them was too long.
    Undecided,
}

impl<'a> Execution<'a> {
    /// The first run that ends, if any does.
    pub fn first(&self) -> Option<Run<'a>> {
        let mut all = Vec::new();
        self.explore(|run| {
            all.push(run);
            true
        });
        all.pop()
    }

    /// Searches the runs of the interpreter for that of the JVM.
    pub fn compare(&self, java: &JavaRun) -> Verdict {
        let mut differences = Vec::new();
        let mut agrees = false;
        let mut guessed = false;
        let complete = self.explore(|run| {
            guessed |= run.guessed;
            match self.difference(&run, java) {
                None => agrees = true,
                Some(difference) => differences.push(difference),
            }
            agrees
        });
        match (agrees, complete && !guessed) {
            (true, _) => Verdict::Agrees,
            (false, true) => Verdict::Differs(differences),
            (false, false) => Verdict::Undecided,
        }
    }

    /// Calls `visit` for every run that ends until it returns true. Returns whether all runs were tried.
    fn explore(&self, mut visit: impl FnMut(Run<'a>) -> bool) -> bool {
        let setting =
            Setting { program: self.program, entry: self.entry, alphabet: self.alphabet, grammar: self.grammar };
        let start = Run {
            machine: Machine::new(setting, self.heap),
            end: End::Stuck,
            allocated_at: BTreeMap::new(),
            last: 0..=0,
            guessed: false,
        };
        let mut open = vec![(start, 0_usize)];
        let (mut complete, mut runs) = (true, 0);
        while let Some((mut run, mut steps)) = open.pop() {
            runs += 1;
            if runs > RUNS {
                return false;
            }
            let end = loop {
                if steps > STEPS {
                    break None;
                }
                if let Some(decision) = run.machine.decision() {
                    if decision.options() == 0 {
                        break Some(End::Stuck);
                    }
                    if !self.given(&mut run.machine, &decision) {
                        run.guessed |= matches!(decision, Decision::Number(symbol, _)
                            if run.machine.symbols()[symbol].ty != Type::Boolean);
                        for option in (1..decision.options()).rev() {
                            let mut other = run.fork();
                            other.machine.decide(&decision, option);
                            open.push((other, steps));
                        }
                        run.machine.decide(&decision, 0);
                    }
                    continue;
                }
                steps += 1;
                run.last = self.lines(&run.machine);
                let before = run.machine.objects().len();
                let stepped = run.machine.step();
                if run.machine.objects().len() > before {
                    run.allocated_at.insert(ObjectId::at(before), run.last.clone());
                }
                if let Err(end) = stepped {
                    break Some(end);
                }
            };
            match end {
                None | Some(End::TooLarge) => complete = false,
                Some(End::Stuck) if uses_opaque(&run.machine) => complete = false,
                Some(end) => {
                    run.end = end;
                    if visit(run) {
                        return false;
                    }
                }
            }
        }
        complete
    }

    /// The lines of the next operation.
    fn lines(&self, machine: &Machine<'_>) -> Lines {
        // What the library does happens where the program calls it.
        let is_own = |of: ProcedureId| {
            let procedure = &self.program.procedures[of];
            self.program.classes[procedure.class].span.is_some() && !procedure.span.is_of_library()
        };
        let own = machine.frames().iter().rfind(|frame| is_own(frame.procedure));
        let top = own.map_or(machine.top(), |frame| frame);
        let procedure = &self.program.procedures[top.procedure];
        let span = procedure.cfa.edges_from(top.location).next().map_or(procedure.span, |(_, edge)| edge.span);
        let line = |at| self.sources.file(span.file).position(at).0 as usize;
        line(span.start)..=line(span.end)
    }

    /// Decides a number of the input, if this decision is required.
    fn given(&self, machine: &mut Machine<'a>, decision: &Decision) -> bool {
        let Decision::Number(symbol, _) = decision else { return false };
        let number = match machine.symbols()[*symbol].origin {
            Origin::Field(object, field) => self.original(machine, object, field),
            Origin::Parameter(local) => self.argument(local),
            Origin::Vertex(_)
            | Origin::Operation
            | Origin::Object
            | Origin::Passed
            | Origin::Drawn
            | Origin::Length(_)
            | Origin::Letter(_) => None,
        };
        let Some(InputValue::Number(number)) = number else { return false };
        let mut numbers = vec![None; symbol.index() + 1];
        numbers[symbol.index()] = Some(number);
        machine.decide_by(decision, &Script { numbers, branches: Vec::new() }).expect("there are options");
        true
    }

    fn argument(&self, local: LocalId) -> Option<InputValue> {
        let position = self.program.procedures[self.entry].parameters.iter().position(|&p| p == local)?;
        self.input.arguments.get(position).copied()
    }

    /// The initial value of a field of an object of the input.
    fn original(&self, machine: &Machine<'_>, object: ObjectId, field: &str) -> Option<InputValue> {
        let number = machine.objects()[object].vertex?.index().checked_sub(1)?;
        self.input.objects.get(number)?.fields.iter().find(|(name, _)| name == field).map(|&(_, value)| value)
    }

    /// The difference between a run of the interpreter and that of the JVM, if there is one.
    fn difference(&self, run: &Run<'a>, java: &JavaRun) -> Option<String> {
        let procedure = &self.program.procedures[self.entry];
        let top = run.machine.top();
        let mut pairs = Pairs { execution: self, run, java, known: BTreeMap::new(), back: BTreeMap::new() };
        // Objects of the input are matched by number; the arguments of the program come after them.
        for (object, own) in run.machine.objects().iter_enumerated() {
            if let Some(vertex) = own.vertex.filter(|v| v.index() <= self.input.objects.len()) {
                pairs.pair(vertex.index() - 1, object).expect("objects of the input are apart");
            }
        }
        let found = match (run.end, java.end) {
            (End::Returned, JavaEnd::Returned(value)) => {
                let expected = if procedure.result == Type::Void { Value::Null } else { top.local(procedure.returned) };
                pairs.value(value, expected).map_err(|e| format!("the result: {e}"))
            }
            (End::Thrown | End::NullDereferenceThrown, JavaEnd::Thrown(value, line)) => {
                let thrown = top.local(procedure.exception);
                let place = match thrown {
                    Value::Object(object) => run.allocated_at.get(&object),
                    _ => None,
                };
                pairs.value(value, thrown).map_err(|e| format!("the exception: {e}")).and_then(|()| match place {
                    // The engine only knows the class of a failing initialiser.
                    _ if matches!(java.thrown(), Some("ExceptionInInitializerError" | "NoClassDefFoundError")) => {
                        Ok(())
                    }
                    Some(lines) if !lines.contains(&line) => Err(format!("thrown at line {line}, not {lines:?}")),
                    _ => Ok(()),
                })
            }
            (End::NullDereference, JavaEnd::Thrown(_, line)) => {
                if java.thrown() != Some("NullPointerException") {
                    Err(format!("{} instead of a null dereference", java.thrown().unwrap_or_default()))
                } else if !run.last.contains(&line) {
                    Err(format!("null is dereferenced at line {line}, not {:?}", run.last))
                } else {
                    Ok(())
                }
            }
            (end, _) => Err(format!("the interpreter ends with {end:?}")),
        };
        found.and_then(|()| pairs.statics()).and_then(|()| pairs.all()).err()
    }
}

impl Run<'_> {
    fn fork(&self) -> Self {
        let (machine, allocated_at) = (self.machine.clone(), self.allocated_at.clone());
        Self { machine, end: self.end, allocated_at, last: self.last.clone(), guessed: self.guessed }
    }
}

/// A matching of the objects of the JVM and of the interpreter.
struct Pairs<'r, 'a> {
    execution: &'r Execution<'a>,
    run: &'r Run<'a>,
    java: &'r JavaRun,
    known: BTreeMap<usize, ObjectId>,
    back: BTreeMap<ObjectId, usize>,
}

impl Pairs<'_, '_> {
    fn pair(&mut self, java: usize, own: ObjectId) -> Result<(), String> {
        let known = (self.known.insert(java, own), self.back.insert(own, java));
        match known {
            (None, None) => Ok(()),
            (Some(before), Some(_)) if before == own => Ok(()),
            _ => Err(format!("#{java} stands for two objects, or is two")),
        }
    }

    fn value(&mut self, java: JavaValue, own: Value) -> Result<(), String> {
        match (java, self.run.machine.known(own)) {
            (JavaValue::Null, Value::Null) | (JavaValue::Opaque, Value::Unset | Value::Open(_) | Value::Given(_)) => {
                Ok(())
            }
            (JavaValue::Opaque | JavaValue::Object(_), Value::Opaque(_) | Value::Library(_)) => Ok(()),
            (JavaValue::Null | JavaValue::Object(_), Value::Open(symbol))
                if self.run.machine.symbols()[symbol].ty.is_reference() =>
            {
                Ok(())
            }
            // Untracked references may be null or not, and floating-point numbers have no value.
            (JavaValue::Null, Value::Unset) | (JavaValue::Opaque, Value::Number(_)) => Ok(()),
            (JavaValue::Number(_), Value::Open(_) | Value::Given(_)) => Ok(()),
            (JavaValue::Number(a), Value::Number(b)) if a == b => Ok(()),
            (JavaValue::Object(a), Value::Object(b)) => self.pair(a, b),
            (java, own) => Err(format!("{java:?} in the JVM, {own:?} in the interpreter")),
        }
    }

    /// Compares the static fields that the program reads; those of uninitialised classes have no values.
    fn statics(&mut self) -> Result<(), String> {
        let objects = self.run.machine.objects();
        let Some(statics) = objects.iter().find(|o| o.class == STATICS) else { return Ok(()) };
        let program = self.execution.program;
        let edges =
            program.reachable(self.execution.entry).into_iter().flat_map(|id| &program.procedures[id].cfa.edges);
        let read: BTreeSet<&str> = edges
            .filter_map(|edge| match &edge.operation {
                Operation::Load { field, .. } => Some(program.fields[*field].name.as_str()),
                _ => None,
            })
            .collect();
        for (name, &value) in &self.java.statics {
            let name = name.replace('$', ".");
            if let Some(expected) = statics.fields.get(&name).filter(|_| read.contains(name.as_str())) {
                self.value(value, expected).map_err(|e| format!("{name}: {e}"))?;
            }
        }
        Ok(())
    }

    /// Compares all fields of all objects that the JVM has printed.
    fn all(&mut self) -> Result<(), String> {
        let mut done = Vec::new();
        while let Some((&number, &own)) = self.known.iter().find(|(n, _)| !done.contains(*n)) {
            done.push(number);
            let (java, object) = (&self.java.objects[number], &self.run.machine.objects()[own]);
            let class = seen_class(object.class);
            // The JVM makes up names for the classes of lambda expressions.
            let are_lambdas = java.class.contains("$$Lambda") && class.contains("$lambda$");
            if java.class != class && !are_lambdas {
                return Err(format!("#{number} is of class {}, not {}", java.class, object.class));
            }
            for (field, &value) in &java.fields {
                let expected = match object.fields.get(field.as_str()) {
                    Some(expected) => expected,
                    None => match self.execution.original(&self.run.machine, own, field) {
                        Some(InputValue::Number(n)) => Value::Number(n),
                        Some(InputValue::Null) => Value::Null,
                        _ => Value::Unset,
                    },
                };
                // A number of the input that was never decided has its given value.
                let expected = match (self.run.machine.known(expected), expected) {
                    (Value::Open(_), Value::Open(symbol)) => {
                        let origin = self.run.machine.symbols()[symbol].origin;
                        let given = match origin {
                            Origin::Field(object, field) => self.execution.original(&self.run.machine, object, field),
                            Origin::Parameter(local) => self.execution.argument(local),
                            _ => None,
                        };
                        match given {
                            Some(InputValue::Number(n)) => Value::Number(n),
                            _ => expected,
                        }
                    }
                    _ => expected,
                };
                self.value(value, expected).map_err(|e| format!("#{number}.{field}: {e}"))?;
            }
        }
        Ok(())
    }
}

/// Whether the next operation uses an object that is not followed, or is not modelled.
fn uses_opaque(machine: &Machine<'_>) -> bool {
    let procedure = &machine.setting().program.procedures[machine.top().procedure];
    let mut edges = procedure.cfa.edges_from(machine.top().location);
    edges.any(|(_, edge)| match edge.operation.dereferences() {
        _ if edge.operation.given_up().is_some() => true,
        Some(Operand::Local(local)) => {
            matches!(machine.known(machine.top().local(local)), Value::Opaque(_) | Value::Library(_))
        }
        _ => false,
    })
}
