//! What the most general client of a class does, as a caller would write it.

use std::fmt;

use super::{Machine, ObjectId, Value};
use program::cfa::Location;
use program::objects::{
    ClassId, Instead, Local, LocalId, LocalKind, Operand, Operation, Procedure, Rvalue, STATICS, Type, is_program_name,
    text_of,
};

/// A call of a client.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct ClientStep {
    /// The variable that gets the result, or the new object.
    pub target: Option<String>,
    /// What is called: `stack.push`, `new Stack`, `Stack.of`.
    pub called: String,
    /// The class that declares what is called.
    pub class: ClassId,
    /// On which object.
    pub receiver: Option<ObjectId>,
    /// The arguments.
    pub arguments: Vec<ClientArgument>,
}

/// An argument of a call of a client.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum ClientArgument {
    /// A number, boolean, or null.
    Value(Value, Type),
    /// An object that this variable of the client refers to.
    Held(String, ObjectId),
    /// An object of which nothing is known but a number that tells it apart from others, with its literal or the name of the parameter.
    Other(String, Type, i64),
}

impl fmt::Display for ClientArgument {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Value(Value::Number(number), Type::Boolean) => write!(f, "{}", *number != 0),
            Self::Value(Value::Number(number), _) => write!(f, "{number}"),
            Self::Value(..) => f.write_str("null"),
            Self::Held(name, _) | Self::Other(name, ..) => f.write_str(name),
        }
    }
}

impl fmt::Display for ClientStep {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        if let Some(target) = &self.target {
            write!(f, "{target} = ")?;
        }
        let arguments: Vec<String> = self.arguments.iter().map(ClientArgument::to_string).collect();
        write!(f, "{}({})", self.called, arguments.join(", "))
    }
}

impl Machine<'_> {
    /// Whether it is the client of a class itself that does the next step.
    pub fn is_in_client(&self) -> bool {
        self.depth() == 1 && self.setting.program.is_client(self.top().procedure)
    }

    /// The call that the client makes with its next step, if it does; `last` is a later state, which knows what was decided since.
    pub fn client_step(&self, last: &Machine<'_>) -> Option<ClientStep> {
        if !self.is_in_client() {
            return None;
        }
        let program = self.setting.program;
        let client = &program.procedures[self.top().procedure];
        let (_, edge) = client.cfa.edges_from(self.top().location).next()?;
        let simple = |name: &str| name.rsplit('$').next().unwrap_or(name).to_owned();
        match &edge.operation {
            Operation::New { target, class }
                if program.classes[*class].name != STATICS && *target != client.exception =>
            {
                // Its constructor follows, if it has one with code.
                let is_constructed = client.cfa.edges_from(edge.target).any(|(_, next)| {
                    matches!(&next.operation, Operation::Call(call) if call.receiver == Some(Operand::Local(*target)))
                });
                let called = format!("new {}", simple(&program.classes[*class].name));
                let target = held(client, edge.target, *target);
                (!is_constructed && target.is_some()).then(|| ClientStep {
                    target,
                    called,
                    class: *class,
                    receiver: None,
                    arguments: Vec::new(),
                })
            }
            Operation::Call(call) => {
                // Abstractions may need less than is passed.
                let (on, passed) = match edge.instead() {
                    Some(Instead::Pass { receiver, arguments }) => (*receiver, arguments),
                    _ => (call.receiver, &call.arguments),
                };
                let callee = &program.procedures[call.callee.candidates().next()?];
                // A constructor may be that of a superclass.
                let made = match on.map(|made| self.operand(&made)) {
                    Some(Value::Object(object)) if callee.name == "<init>" => {
                        program.class_named(self.objects[object].class)
                    }
                    _ => None,
                };
                let class_id = made.unwrap_or(callee.class);
                let class = simple(&program.classes[class_id].name);
                let receiver = on.filter(|_| callee.name != "<init>").map(|it| self.operand(&it));
                let receiver = receiver.and_then(|it| if let Value::Object(object) = it { Some(object) } else { None });
                let (called, target) = match (callee.name.as_str(), on) {
                    ("<clinit>", _) => return None,
                    ("<init>", Some(Operand::Local(made))) => (format!("new {class}"), held(client, edge.target, made)),
                    (name, receiver) => {
                        let object = receiver.and_then(|receiver| self.variable(receiver)).unwrap_or(class);
                        let target = call.target.and_then(|result| held(client, edge.target, result));
                        (format!("{object}.{name}"), target)
                    }
                };
                let parameters = callee.parameters.iter().map(|&parameter| &callee.locals[parameter]);
                let arguments = passed.iter().zip(parameters);
                let argument = |(&argument, parameter)| self.client_argument(argument, parameter, last);
                let arguments = arguments.map(argument).collect();
                Some(ClientStep { target, called, class: class_id, receiver, arguments })
            }
            _ => None,
        }
    }

    fn client_argument(&self, argument: Operand, parameter: &Local, last: &Machine<'_>) -> ClientArgument {
        let Local { name, ty, .. } = parameter;
        // A client passes the constant only where the parameter does not matter.
        let value = if argument == Operand::Null { Value::Unset } else { last.known(self.operand(&argument)) };
        match value {
            Value::Number(_) | Value::Null => ClientArgument::Value(value, *ty),
            // Nothing depends on it.
            _ if !ty.is_reference() => ClientArgument::Value(Value::Number(0), *ty),
            Value::Object(object) if let Some(held) = self.variable(argument) => ClientArgument::Held(held, object),
            Value::Opaque(number) => {
                ClientArgument::Other(self.text_as(*ty, number).unwrap_or(name.clone()), *ty, number)
            }
            _ => ClientArgument::Other(name.clone(), *ty, 0),
        }
    }

    /// The literal of what is passed where a text is asked for, if anything depends on it.
    fn text_as(&self, ty: Type, number: i64) -> Option<String> {
        let Type::Reference(class) = ty else { return None };
        let name = self.setting.program.classes[class].name.as_str();
        (number > 0 && ["String", "CharSequence", "Comparable"].contains(&name))
            .then(|| format!("{:?}", text_of(number)))
    }

    /// A variable of the client with the object, or the value, of an operand: the first one that holds the object.
    fn variable(&self, operand: Operand) -> Option<String> {
        let Operand::Local(local) = operand else { return None };
        let top = self.top();
        let client = &self.setting.program.procedures[top.procedure];
        let value = top.local(local);
        let holds = |other: &LocalId| {
            let declared = &client.locals[*other];
            declared.kind == LocalKind::Declared && matches!(value, Value::Object(_)) && top.local(*other) == value
        };
        let other = client.locals.indices().find(holds).unwrap_or(local);
        is_program_name(&client.locals[other].name).then(|| client.locals[other].name.clone())
    }
}

/// The variable of the client that holds a value that a local has at a location: the local itself, or the one to which it is assigned next.
fn held(client: &Procedure, at: Location, local: LocalId) -> Option<String> {
    let is_declared = |local: LocalId| client.locals[local].kind == LocalKind::Declared;
    if is_declared(local) {
        return Some(client.locals[local].name.clone());
    }
    let (_, next) = client.cfa.edges_from(at).next()?;
    match next.operation {
        Operation::Assign { target, value: Rvalue::Operand(Operand::Local(assigned)) } if assigned == local => {
            is_declared(target).then(|| client.locals[target].name.clone())
        }
        _ => None,
    }
}
