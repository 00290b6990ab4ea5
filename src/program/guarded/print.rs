//! Components and their edges as text, for tests, listings and edge labels.

use std::fmt::Write;

use super::{
    Action, Binary, Ersm, ErsmEdge, ErsmVariable, ErsmVariableKind, Expression, Instruction, Unary, VariableId,
};
use crate::cfa::ProcedureId;

impl Ersm {
    /// One line for each edge of a component: `0 -> 1: [a] b, c := c, b`.
    pub fn listing(&self, id: ProcedureId) -> String {
        let component = &self.components[id];
        let names = |variables: &[VariableId]| -> String {
            let names: Vec<&str> = variables.iter().map(|&v| self.variable(id, v).name.as_str()).collect();
            names.join(", ")
        };
        let mut text = format!("{}({})", component.name, names(&component.parameters));
        let _ = write!(text, " entry {} exit {}", component.cfa.entry.0, component.cfa.exit.0);
        if !component.results.is_empty() {
            let _ = write!(text, " results {}", names(&component.results));
        }
        if let Some(invariant) = &component.invariant {
            let _ = write!(text, " invariant {}", self.expression(id, invariant));
        }
        text.push('\n');
        for edge in &component.cfa.edges {
            let target = &component.cfa.locations[edge.target];
            let fault = if target.is_fault { " (fault)" } else { "" };
            let _ = writeln!(text, "{} -> {}{fault}: {}", edge.source.0, edge.target.0, self.printed(id, edge, false));
        }
        for (id, place) in component.cfa.locations.iter_enumerated() {
            place.labels.iter().for_each(|label| _ = writeln!(text, "{label} is {}", id.0));
        }
        text
    }

    /// The action of an edge, in the notation of boolean programs; forgotten choices are not shown.
    pub fn operation(&self, component: ProcedureId, edge: &ErsmEdge) -> String {
        self.printed(component, edge, true)
    }

    /// The action of an edge, in readable or in exact form.
    fn printed(&self, component: ProcedureId, edge: &ErsmEdge, for_people: bool) -> String {
        let name = |v: VariableId| self.variable(component, v).name.as_str();
        let is_of_kind = |v: VariableId, kind| self.variable(component, v).kind == kind;
        let forgotten =
            || edge.forget.iter().copied().filter(|&v| !for_people || !is_of_kind(v, ErsmVariableKind::Choice));
        // The value assigned to a variable of the component `inside`.
        let given = |inside: ProcedureId, target: VariableId, value: &Expression| match value.0.as_slice() {
            [Instruction::Constant(value)] if for_people => self.variable(inside, target).domain.written(*value),
            _ => self.expression(component, value),
        };
        let action = match &edge.action {
            Action::Assign(assignments) if assignments.is_empty() && forgotten().next().is_none() => None,
            Action::Assign(assignments) => {
                let targets: Vec<VariableId> = assignments.iter().map(|a| a.0).chain(forgotten()).collect();
                let values = assignments.iter().map(|(target, value)| given(component, *target, value));
                let values = values.chain(forgotten().map(|_| "*".to_owned())).collect::<Vec<_>>().join(", ");
                let returns = for_people && targets.iter().all(|&target| is_of_kind(target, ErsmVariableKind::Result));
                let targets: Vec<&str> = targets.into_iter().map(name).collect();
                Some(if returns { format!("return {values}") } else { format!("{} := {values}", targets.join(", ")) })
            }
            Action::Call { callee, arguments, results } => {
                let parameters = self.components[*callee].parameters.iter().zip(arguments);
                let shown =
                    parameters.filter(|(target, _)| !for_people || !self.variable(*callee, **target).is_hidden());
                let arguments = shown.map(|(&target, value)| given(*callee, target, value));
                let call = format!("{}({})", self.components[*callee].name, arguments.collect::<Vec<_>>().join(", "));
                let targets: Vec<&str> = results.iter().map(|r| r.map_or("_", name)).collect();
                Some(if targets.is_empty() { call } else { format!("{} := {call}", targets.join(", ")) })
            }
        };
        let guard = edge.guard.as_ref().map(|guard| format!("[{}]", self.expression(component, guard)));
        match (guard, action) {
            (Some(guard), Some(action)) => format!("{guard} {action}"),
            (Some(one), None) | (None, Some(one)) => one,
            (None, None) => "skip".to_owned(),
        }
    }

    /// An expression, with parentheses around all inner operations.
    pub fn expression(&self, component: ProcedureId, expression: &Expression) -> String {
        // Each operand, with whether it needs parentheses.
        let mut stack: Vec<(String, bool)> = Vec::new();
        let inner = |operand: Option<(String, bool)>| match operand {
            Some((text, true)) => format!("({text})"),
            Some((text, false)) => text,
            None => "?".to_owned(),
        };
        for instruction in &expression.0 {
            let made = match *instruction {
                Instruction::Constant(value) => (value.to_string(), false),
                // The names of choices are not informative.
                Instruction::Variable(v) => match self.variable(component, v) {
                    ErsmVariable { kind: ErsmVariableKind::Choice, .. } => ("*".to_owned(), false),
                    ErsmVariable { name, .. } => (name.clone(), false),
                },
                Instruction::Unary(Unary::Not) => (format!("!{}", inner(stack.pop())), false),
                Instruction::Unary(Unary::Negate) => (format!("-{}", inner(stack.pop())), false),
                Instruction::Unary(Unary::IsNonzero) => (format!("{} != 0", inner(stack.pop())), true),
                Instruction::Binary(operator) => {
                    let right = inner(stack.pop());
                    (format!("{} {} {right}", inner(stack.pop()), symbol(operator)), true)
                }
                Instruction::Select => {
                    let (otherwise, then) = (inner(stack.pop()), inner(stack.pop()));
                    (format!("{} ? {then} : {otherwise}", inner(stack.pop())), true)
                }
                Instruction::Fit(_) => continue,
            };
            stack.push(made);
        }
        stack.pop().map_or_else(|| "?".to_owned(), |(text, _)| text)
    }
}

fn symbol(operator: Binary) -> &'static str {
    match operator {
        Binary::And => "&",
        Binary::Or => "|",
        Binary::Xor => "^",
        Binary::Implies => "=>",
        Binary::Equal => "=",
        Binary::NotEqual => "!=",
        Binary::Less => "<",
        Binary::LessEqual => "<=",
        Binary::Greater => ">",
        Binary::GreaterEqual => ">=",
        Binary::Add => "+",
        Binary::Subtract => "-",
        Binary::Multiply => "*",
        Binary::Divide => "/",
        Binary::Remainder => "%",
        Binary::ShiftLeft => "<<",
        Binary::ShiftRight => ">>",
    }
}
