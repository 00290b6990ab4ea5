//! The most general client of a class: what it calls.

use fixedbitset::FixedBitSet;

use super::{CLIENT, ClassId, Liveness, Operand, Operation, Program, Rvalue, Type};
use crate::cfa::ProcedureId;
use base::{Idx, Span};

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
    /// Runs start in the client of the class of the entry method, of whose calls alone it is asked whether they fail. What others throw may end
    /// the run.
    pub to_entry: bool,
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

    /// Whether each call of a client takes no more than one of the objects that it holds, the receiver included: then what it does with objects
    /// that share nothing does not depend on the order in which it does it.
    pub fn uses_objects_singly(&self, client: ProcedureId) -> bool {
        let procedure = &self.procedures[client];
        let liveness = Liveness::new(procedure);
        let heads = procedure.cfa.loop_heads();
        let heads = heads.iter_enumerated().filter(|(_, is_head)| **is_head).map(|(location, _)| location);
        let mut held = FixedBitSet::with_capacity(procedure.locals.len());
        for local in heads.flat_map(|head| liveness.live_at(head).collect::<Vec<_>>()) {
            held.set(local.index(), procedure.locals[local].ty.is_reference());
        }
        // Copies of what is held are held.
        let mut has_changed = true;
        while std::mem::take(&mut has_changed) {
            for edge in &procedure.cfa.edges {
                if let Operation::Assign { target, value: Rvalue::Operand(Operand::Local(source)) } = &edge.operation
                    && held.contains(source.index())
                {
                    has_changed |= !held.put(target.index());
                }
            }
        }
        let is_held = |operand: &&Operand| matches!(operand, Operand::Local(local) if held.contains(local.index()));
        procedure.cfa.edges.iter().all(|edge| {
            let Operation::Call(call) = &edge.operation else { return true };
            call.receiver.iter().chain(&call.arguments).filter(is_held).count() <= 1
        })
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
