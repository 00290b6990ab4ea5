//! The most general client of a class: what it calls.

use super::{CLIENT, ClassId, Operand, Operation, Program, Type};
use crate::cfa::ProcedureId;
use base::Span;

/// A method or constructor that a client calls.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct ClientCall {
    /// The position of the call, which is that of what is called.
    pub span: Span,
    /// `push(Object)`, `Iterator.next()` of another class, `new Stack(int)`.
    pub name: String,
}

/// What the most general client of a class leaves out, because heaps grow without end otherwise.
#[derive(Clone, Copy, PartialEq, Eq, Default, Debug)]
pub struct ClientLimits {
    /// It forgets what it has passed to what may keep or return it, so that structures share nothing, and its iterators when it calls something
    /// else.
    pub is_careful: bool,
    /// It uses the class alone, as code outside of its package does if anything there is public: it calls what is public, and of other classes
    /// only what is public or declared by the library. Objects of others it makes only to pass them there.
    pub of_class: bool,
}

impl Program {
    /// Whether a procedure is the most general client of its class.
    pub fn is_client(&self, id: ProcedureId) -> bool {
        self.procedures[id].name == CLIENT
    }

    /// What `entry` calls if it is a client, each once, in the order of its edges; the initialisation of classes belongs to what uses them.
    pub fn client_calls(&self, entry: ProcedureId) -> Vec<ClientCall> {
        let mut calls: Vec<ClientCall> = Vec::new();
        if !self.is_client(entry) {
            return calls;
        }
        let client = &self.procedures[entry];
        for edge in &client.cfa.edges {
            let Operation::Call(call) = &edge.operation else { continue };
            let Some(callee) = call.callee.candidates().next() else { continue };
            let is_known = calls.iter().any(|known| known.span == edge.span);
            if self.procedures[callee].name != "<clinit>" && !is_known {
                let class = match call.receiver {
                    Some(Operand::Local(local)) => client.locals[local].ty,
                    _ => Type::Void,
                };
                let other = match class {
                    Type::Reference(class) if !self.is_subclass(client.class, class) => Some(class),
                    _ => None,
                };
                calls.push(ClientCall { span: edge.span, name: self.called(callee, other) });
            }
        }
        calls
    }

    /// What is called, in the words of a caller, on an object of a class if that is another one than the client is of.
    fn called(&self, callee: ProcedureId, other: Option<ClassId>) -> String {
        let procedure = &self.procedures[callee];
        let simple = |name: &str| name.rsplit('$').next().unwrap_or(name).to_owned();
        let class = |class: ClassId| simple(&self.classes[class].name);
        let types = procedure.parameters.iter().map(|&parameter| match procedure.locals[parameter].ty {
            Type::Boolean => "boolean".to_owned(),
            Type::Integer(ty) => ty.to_string(),
            Type::Float => "double".to_owned(),
            Type::Void => "void".to_owned(),
            Type::Reference(class) => simple(&self.classes[class].name),
        });
        let types: Vec<String> = types.collect();
        let name = match procedure.name.as_str() {
            "<init>" => format!("new {}", class(procedure.class)),
            name => other.map_or_else(|| name.to_owned(), |other| format!("{}.{name}", class(other))),
        };
        format!("{name}({})", types.join(", "))
    }
}
