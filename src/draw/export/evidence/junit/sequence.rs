//! A sequence of calls of the most general client of a class, as statements in Java.

use rustc_hash::FxHashMap;

use super::LENGTH;
use super::input::Input;
use super::test_class::Sequence;
use interpreter::{ClientArgument, ClientStep, Machine, ObjectId, Value};
use program::objects::{Condition, IntegerType, Operation, Type, text_of};

/// A call as far as it is known before it has ended.
struct Pending {
    step: ClientStep,
    arguments: Vec<String>,
    /// The object that it has returned, or made, if that has no variable yet.
    result: Option<ObjectId>,
}

/// Writes the calls of a run, each object with a variable of its own.
struct Writer<'i, 'm, 'a> {
    input: &'i Input<'m, 'a>,
    /// The variables of objects.
    variables: FxHashMap<ObjectId, String>,
    /// How many variables have a name.
    names: FxHashMap<String, usize>,
    before: Vec<String>,
    pending: Option<Pending>,
}

/// The calls of a client; `None` if Java cannot make them in this way.
pub(super) fn sequence(input: &Input<'_, '_>) -> Option<Sequence> {
    let mut writer = Writer {
        input,
        variables: FxHashMap::default(),
        names: FxHashMap::default(),
        before: Vec::new(),
        pending: None,
    };
    let mut is_possible = true;
    _ = input.run.execute(LENGTH, |machine| is_possible = is_possible && writer.see(machine).is_some());
    let Pending { step, arguments, .. } = writer.pending.take().filter(|_| is_possible)?;
    let last = writer.call(&step, &arguments)?;
    Some(Sequence { before: writer.before, last })
}

impl Writer<'_, '_, '_> {
    /// Looks at a state of the run; `None` if something cannot be written.
    fn see(&mut self, machine: &Machine<'_>) -> Option<()> {
        if !machine.is_in_client() {
            return Some(());
        }
        self.see_result(machine);
        let Some(step) = machine.client_step(self.input.last) else {
            // The exception is still in flight.
            let top = machine.top();
            let client = self.input.procedure();
            let calls = client.cfa.edges.iter().filter_map(|edge| match &edge.operation {
                Operation::Call(call) => Some(call.exceptional),
                _ => None,
            });
            let is_thrown = matches!(machine.known(top.local(client.exception)), Value::Object(_));
            if is_thrown && calls.into_iter().any(|at| at == top.location) && !self.is_over(machine) {
                self.end(true)?;
            }
            return Some(());
        };
        self.end(false)?;
        let arguments = step.arguments.iter().map(|argument| self.argument(argument)).collect::<Option<_>>()?;
        self.pending = Some(Pending { step, arguments, result: None });
        Some(())
    }

    /// Looks for the result of the last call, which the client may put into another variable before it calls something again.
    fn see_result(&mut self, machine: &Machine<'_>) {
        let Some(Pending { step, result: result @ None, .. }) = &mut self.pending else { return };
        let value = step.target.as_ref().and_then(|name| machine.top().names.get(name));
        *result = match value.map(|value| machine.known(value)) {
            Some(Value::Object(object)) if !self.variables.contains_key(&object) => Some(object),
            _ => None,
        };
    }

    /// Whether the run ends with the exception that is in flight.
    fn is_over(&self, machine: &Machine<'_>) -> bool {
        let mut next = machine.clone();
        let script = self.input.run.script;
        loop {
            if next.step_by(script).is_err() {
                return true;
            }
            if !next.is_in_client() || next.client_step(self.input.last).is_some() {
                return false;
            }
        }
    }

    /// Writes the last call, which has ended.
    fn end(&mut self, has_thrown: bool) -> Option<()> {
        let Some(Pending { step, arguments, result }) = self.pending.take() else { return Some(()) };
        let call = self.call(&step, &arguments)?;
        let result = step.target.as_ref().zip(result);
        self.before.push(match result {
            _ if has_thrown => format!("try {{ {call}; }} catch (Exception thrown) {{ /* on purpose */ }}"),
            None => format!("{call};"),
            Some((name, object)) => {
                let number = self.names.entry(name.clone()).or_insert(0);
                *number += 1;
                let variable = if *number == 1 { name.clone() } else { format!("{name}_{number}") };
                let ty = self.type_of(name)?;
                let statement = format!("{ty} {variable} = {call};");
                self.variables.insert(object, variable);
                statement
            }
        });
        Some(())
    }

    /// The type of a variable of the client.
    fn type_of(&self, name: &str) -> Option<String> {
        let program = self.input.names.program;
        let local = self.input.procedure().locals.iter().find(|local| local.name == name)?;
        let Type::Reference(class) = local.ty else { return None };
        match program.classes[class].name.as_str() {
            "Iterator" if program.classes[class].span.is_none() => Some("java.util.Iterator".to_owned()),
            name => self.input.names.class(name)?.source,
        }
    }

    fn call(&self, step: &ClientStep, arguments: &[String]) -> Option<String> {
        let method = || step.called.rsplit('.').next();
        let class = || {
            let names = &self.input.names;
            names.class(&names.program.classes[step.class].name)?.source
        };
        let called = match step.receiver {
            Some(object) => format!("{}.{}", self.variables.get(&object)?, method()?),
            None if step.called.starts_with("new ") => format!("new {}", class()?),
            None => format!("{}.{}", class()?, method()?),
        };
        Some(format!("{called}({})", arguments.join(", ")))
    }

    /// Whether the program asks whether an object is a text.
    fn asks_for_texts(&self) -> bool {
        let program = self.input.names.program;
        let edges = program.procedures.iter().flat_map(|procedure| &procedure.cfa.edges);
        let mut asked = edges.filter_map(|edge| match &edge.operation {
            Operation::Assume(Condition::InstanceOf { class, .. }) => Some(program.classes[*class].name.as_str()),
            _ => None,
        });
        asked.any(|name| matches!(name, "String" | "CharSequence" | "Comparable"))
    }

    /// The variable for an object of no class of which anything is known, which is made where it is first passed.
    fn object(&mut self, number: i64) -> String {
        let name = format!("anything{number}");
        let statement = format!("Object {name} = new Object();");
        if !self.before.contains(&statement) {
            self.before.push(statement);
        }
        name
    }

    fn argument(&mut self, argument: &ClientArgument) -> Option<String> {
        Some(match argument {
            ClientArgument::Value(Value::Number(number), ty) => match ty {
                Type::Boolean => (*number != 0).to_string(),
                Type::Integer(IntegerType::BYTE) => format!("(byte) {number}"),
                Type::Integer(IntegerType::SHORT) => format!("(short) {number}"),
                Type::Integer(IntegerType::CHAR) => format!("(char) {number}"),
                Type::Integer(IntegerType { bits: 64, .. }) => format!("{number}L"),
                _ => number.to_string(),
            },
            ClientArgument::Value(..) => "null".to_owned(),
            ClientArgument::Held(_, object) => self.variables.get(object)?.clone(),
            ClientArgument::Other(_, Type::Reference(class), number) => {
                match self.input.names.program.classes[*class].name.as_str() {
                    // What is passed belongs to none of the classes that are asked for.
                    "Object" if self.asks_for_texts() => self.object(*number),
                    "Comparable" if *number > 0 && self.asks_for_texts() => return None,
                    "Object" | "String" | "Comparable" | "CharSequence" => format!("{:?}", text_of(*number)),
                    "Integer" => number.to_string(),
                    "Long" => format!("{number}L"),
                    _ => return None,
                }
            }
            ClientArgument::Other(..) => return None,
        })
    }
}
