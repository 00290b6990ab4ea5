//! Control-flow automata as text, for tests, listings and edge labels.

use std::fmt::Write;

use super::{
    Callee, Condition, FieldId, LocalId, Operand, Operation, Procedure, ProcedureId, Program, Rvalue, Unary, seen_class,
};

impl Program {
    /// One line for each edge of a procedure: `0 -> 1: current = head`.
    pub fn listing(&self, id: ProcedureId) -> String {
        let procedure = &self.procedures[id];
        let parameters = procedure.receiver.iter().chain(&procedure.parameters);
        let parameters: Vec<&str> = parameters.map(|&p| procedure.locals[p].name.as_str()).collect();
        let mut text = format!("{}({})", self.qualified_name(id), parameters.join(", "));
        let (entry, exit, thrown) = (procedure.cfa.entry.0, procedure.cfa.exit.0, procedure.exceptional_exit.0);
        let _ = writeln!(text, " entry {entry} exit {exit} throws {thrown}");
        for edge in &procedure.cfa.edges {
            let operation = self.operation(procedure, &edge.operation);
            let _ = write!(text, "{} -> {}: {operation}", edge.source.0, edge.target.0);
            if let Operation::Call(call) = &edge.operation {
                let _ = write!(text, " throws to {}", call.exceptional.0);
            }
            if let Some(thrown) = edge.on_null {
                let _ = write!(text, " on null to {}", thrown.0);
            }
            text.push('\n');
        }
        text
    }

    /// An operation in the notation of the program's language, where it has one.
    pub fn operation(&self, procedure: &Procedure, operation: &Operation) -> String {
        let local = |id: LocalId| procedure.locals[id].name.clone();
        // Names of static fields include their class.
        let selected = |base: LocalId, field: FieldId| match self.fields[field].name.as_str() {
            name if procedure.statics == Some(base) => name.to_owned(),
            name => format!("{}.{name}", local(base)),
        };
        let operand = |o: &Operand| match o {
            Operand::Local(id) => local(*id),
            Operand::Null => self.names.null().to_owned(),
            Operand::Integer(n) => n.to_string(),
            Operand::Boolean(b) => b.to_string(),
        };
        match operation {
            Operation::Skip => "skip".to_owned(),
            Operation::Assign { target, value } => {
                let value = match value {
                    Rvalue::Operand(o) => operand(o),
                    Rvalue::Unary(Unary::Complement(_), o) => format!("~{}", operand(o)),
                    Rvalue::Unary(Unary::Not, o) => format!("!{}", operand(o)),
                    Rvalue::Unary(Unary::Convert(ty), o) => format!("({}) {}", self.names.of(*ty), operand(o)),
                    Rvalue::Binary { operator, left, right, .. } => {
                        format!("{} {} {}", operand(left), operator.symbol(), operand(right))
                    }
                    Rvalue::Unknown | Rvalue::Drawn => "*".to_owned(),
                    Rvalue::Object | Rvalue::Opaque => "some object".to_owned(),
                };
                format!("{} = {value}", local(*target))
            }
            Operation::Assume(Condition::Compare { comparison: c, left, right }) => {
                format!("[{} {} {}]", operand(left), c.symbol(), operand(right))
            }
            Operation::Assume(Condition::InstanceOf { operand: o, class, negated }) => {
                let not = if *negated { "!" } else { "" };
                format!("[{not}{} instanceof {}]", operand(o), self.classes[*class].name)
            }
            Operation::Assume(Condition::KnownInstanceOf { operand: o, class, negated }) => {
                let not = if *negated { "!" } else { "" };
                format!("[{not}{} instanceof {}, as is known]", operand(o), self.classes[*class].name)
            }
            Operation::Assume(Condition::Overflows { operator, left, right, negated, .. }) => {
                let not = if *negated { "no overflow" } else { "overflow" };
                format!("[{not}: {} {} {}]", operand(left), operator.symbol(), operand(right))
            }
            Operation::Assume(Condition::Unknown) => "[*]".to_owned(),
            Operation::Assume(Condition::OutOfBounds { negated }) => {
                if *negated { "[within bounds]" } else { "[out of bounds]" }.to_owned()
            }
            Operation::RequireNonNull(o) => format!("require {} != null", operand(o)),
            Operation::Load { target, base, field } => {
                format!("{} = {}", local(*target), selected(*base, *field))
            }
            Operation::Store { base, field, value } => {
                format!("{} = {}", selected(*base, *field), operand(value))
            }
            Operation::New { target, class } => {
                format!("{} = new {}", local(*target), seen_class(&self.classes[*class].name))
            }
            Operation::Free(o) => format!("free({})", operand(o)),
            Operation::End(id) => format!("end {}", local(*id)),
            Operation::Call(call) => {
                let target = call.target.map_or(String::new(), |t| format!("{} = ", local(t)));
                let receiver = call.receiver.as_ref().map_or(String::new(), |r| format!("{}.", operand(r)));
                let callee = match &call.callee {
                    Callee::Static(id) => self.qualified_name(*id),
                    Callee::Virtual(table) => {
                        table.first().map_or("unimplemented".to_owned(), |&(_, id)| self.procedures[id].name.clone())
                    }
                };
                let arguments: Vec<String> = call.arguments.iter().map(operand).collect();
                format!("{target}{receiver}{callee}({})", arguments.join(", "))
            }
            Operation::Fail(failure) => failure.words().to_string(),
            Operation::GiveUpMemory { why, .. } => format!("memory is given up: {why}"),
            Operation::GiveUp(why) => format!("given up: {why}"),
        }
    }
}
