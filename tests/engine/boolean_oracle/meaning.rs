//! The semantics of a boolean program: states in which every variable has a value, and their successors.

use hrglass::program::cfa::{Location, ProcedureId};
use hrglass::program::guarded::{
    Action, Binary, Domain, Ersm, ErsmEdge, ErsmVariable, Expression, Instruction, Unary, VariableId,
};

/// The values of globals, then locals.
pub type Values = Vec<i64>;

/// The values that a variable may have.
fn domain_values(domain: Domain) -> std::ops::RangeInclusive<i64> {
    match domain {
        Domain::Boolean => 0..=1,
        Domain::Integer { low, high } => low..=high,
    }
}

/// The stored value: integers wrap around.
fn stored(domain: Domain, value: i64) -> i64 {
    let Domain::Integer { low, high } = domain else { return i64::from(value != 0) };
    let mut value = value;
    // The values are small, so a loop suffices.
    while value < low {
        value += high - low + 1;
    }
    while value > high {
        value -= high - low + 1;
    }
    value
}

pub fn value(expression: &Expression, values: &[i64]) -> i64 {
    let mut stack: Vec<i64> = Vec::new();
    for instruction in &expression.0 {
        let mut pop = || stack.pop().expect("an operand");
        let result = match *instruction {
            Instruction::Constant(constant) => constant,
            Instruction::Variable(VariableId(variable)) => values[variable as usize],
            Instruction::Unary(Unary::Not) => i64::from(pop() == 0),
            Instruction::Unary(Unary::Negate) => -pop(),
            Instruction::Unary(Unary::IsNonzero) => i64::from(pop() != 0),
            Instruction::Binary(operator) => {
                let right = pop();
                operation(operator, pop(), right)
            }
            Instruction::Select => {
                let (otherwise, then, condition) = (pop(), pop(), pop());
                [otherwise, then][usize::from(condition != 0)]
            }
            Instruction::Fit(domain) => stored(domain, pop()),
        };
        stack.push(result);
    }
    stack[0]
}

fn operation(operator: Binary, a: i64, b: i64) -> i64 {
    let truth = |truth: bool| i64::from(truth);
    match operator {
        Binary::And => truth(a != 0 && b != 0),
        Binary::Or => truth(a != 0 || b != 0),
        Binary::Xor => truth((a != 0) ^ (b != 0)),
        Binary::Implies => truth(!(a != 0 && b == 0)),
        Binary::Equal => truth(a == b),
        Binary::NotEqual => truth(a != b),
        Binary::Less => truth(a < b),
        Binary::LessEqual => truth(a <= b),
        Binary::Greater => truth(a > b),
        Binary::GreaterEqual => truth(a >= b),
        Binary::Add => a + b,
        Binary::Subtract => a - b,
        Binary::Multiply => a * b,
        Binary::Divide => a.checked_div(b).unwrap_or(0),
        Binary::Remainder => a.checked_rem(b).unwrap_or(a),
        Binary::ShiftLeft => (0..b).fold(a, |a, _| a * 2),
        Binary::ShiftRight => (0..b).fold(a, |a, _| a.div_euclid(2)),
    }
}

/// A program, with all values enumerated.
pub struct Meaning<'a>(pub &'a Ersm);

impl<'a> Meaning<'a> {
    fn variable(&self, component: ProcedureId, variable: usize) -> &ErsmVariable {
        self.0.variable(component, VariableId(variable as u32))
    }

    pub fn globals(&self) -> usize {
        self.0.globals.len()
    }

    /// The states that satisfy the invariant, with all values of the `open` variables.
    fn states(&self, component: ProcedureId, values: Values, open: impl IntoIterator<Item = usize>) -> Vec<Values> {
        let mut all = vec![values];
        for variable in open {
            let domain = self.variable(component, variable).domain;
            let with = |values: &Values| -> Vec<Values> {
                let one = |value| {
                    let mut values = values.clone();
                    values[variable] = value;
                    values
                };
                domain_values(domain).map(one).collect()
            };
            all = all.iter().flat_map(with).collect();
        }
        if let Some(invariant) = &self.0.components[component].invariant {
            all.retain(|values| value(invariant, values) != 0);
        }
        all
    }

    /// The states at an entry, given the values of globals and parameters that have any.
    fn entered(&self, component: ProcedureId, globals: &[Option<i64>], arguments: &[(VariableId, i64)]) -> Vec<Values> {
        let variables = 0..self.0.scope(component);
        let given = |v: usize| {
            let argument = arguments.iter().find(|(parameter, _)| parameter.0 as usize == v);
            let variable = self.variable(component, v);
            let initial = if v < globals.len() { globals[v] } else { variable.initial };
            argument.map(|a| a.1).or(initial).map(|value| stored(variable.domain, value))
        };
        let values = variables.clone().map(|v| given(v).unwrap_or(0)).collect();
        self.states(component, values, variables.filter(|&v| given(v).is_none()))
    }

    /// The initial states.
    pub fn initial(&self) -> Vec<Values> {
        let globals: Vec<Option<i64>> = self.0.globals.iter().map(|g| g.initial).collect();
        self.entered(self.0.entry, &globals, &[])
    }

    /// The enabled edges.
    pub fn edges(&self, component: ProcedureId, place: Location, values: &[i64]) -> Vec<(usize, &'a ErsmEdge)> {
        let edges = self.0.components[component].cfa.edges.as_slice().iter().enumerate();
        let enabled =
            |edge: &ErsmEdge| edge.source == place && edge.guard.as_ref().is_none_or(|g| value(g, values) != 0);
        edges.filter(|(_, edge)| enabled(edge)).collect()
    }

    /// The states after an assignment.
    pub fn assigned(&self, component: ProcedureId, edge: &ErsmEdge, values: &[i64]) -> Vec<Values> {
        let Action::Assign(assignments) = &edge.action else { return Vec::new() };
        let mut next = values.to_vec();
        for (target, right) in assignments {
            let domain = self.0.variable(component, *target).domain;
            next[target.0 as usize] = stored(domain, value(right, values));
        }
        self.states(component, next, edge.forget.iter().map(|v| v.0 as usize))
    }

    /// The states at the entry of the callee.
    pub fn called(&self, edge: &ErsmEdge, values: &[i64]) -> Vec<Values> {
        let Action::Call { callee, arguments, .. } = &edge.action else { return Vec::new() };
        let globals: Vec<Option<i64>> = values[..self.globals()].iter().map(|&value| Some(value)).collect();
        let parameters = &self.0.components[*callee].parameters;
        let arguments: Vec<(VariableId, i64)> =
            parameters.iter().zip(arguments).map(|(&p, argument)| (p, value(argument, values))).collect();
        self.entered(*callee, &globals, &arguments)
    }

    /// The results in a state at an exit.
    pub fn results(&self, component: ProcedureId, values: &[i64]) -> Vec<i64> {
        self.0.components[component].results.iter().map(|r| values[r.0 as usize]).collect()
    }

    /// The states after a return, given the locals of the caller.
    pub fn returned(
        &self,
        component: ProcedureId,
        edge: &ErsmEdge,
        (globals, values): (&[i64], &[i64]),
        locals: &[i64],
    ) -> Vec<Values> {
        let Action::Call { results, .. } = &edge.action else { return Vec::new() };
        let mut next = [globals, locals].concat();
        for (target, &value) in results.iter().zip(values) {
            if let Some(target) = target {
                next[target.0 as usize] = stored(self.0.variable(component, *target).domain, value);
            }
        }
        self.states(component, next, edge.forget.iter().map(|v| v.0 as usize))
    }
}
