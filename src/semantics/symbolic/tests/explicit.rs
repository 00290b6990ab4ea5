//! The transition relation by definition, value by value.

use crate::base::Idx;
use crate::logic::{self, Formula, FormulaId, Formulas, Monitor, MonitorStateId};
use crate::program::cfa::{EdgeId, Location, ProcedureId};
use crate::program::guarded::{Action, Binary, Ersm, Expression, Instruction, Unary, VariableId};
use crate::semantics::symbolic::Truth;

pub(super) type Values = Vec<i64>;

pub(super) struct Machine<'a> {
    pub ersm: &'a Ersm,
    pub monitor: &'a Monitor,
    pub formulas: &'a Formulas,
    pub truth: &'a Truth<'a>,
}

pub(super) fn evaluate(expression: &Expression, values: &[i64]) -> i64 {
    let mut stack: Vec<i64> = Vec::new();
    for instruction in &expression.0 {
        let value = match *instruction {
            Instruction::Constant(value) => value,
            Instruction::Variable(variable) => values[variable.index()],
            Instruction::Unary(operator) => {
                let a = stack.pop().expect("operand");
                match operator {
                    Unary::Not => i64::from(a == 0),
                    Unary::IsNonzero => i64::from(a != 0),
                    Unary::Negate => -a,
                }
            }
            Instruction::Binary(operator) => {
                let b = stack.pop().expect("operand");
                let a = stack.pop().expect("operand");
                let truth = i64::from;
                match operator {
                    Binary::And => truth(a != 0 && b != 0),
                    Binary::Or => truth(a != 0 || b != 0),
                    Binary::Xor => truth((a != 0) != (b != 0)),
                    Binary::Implies => truth(a == 0 || b != 0),
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
                    Binary::ShiftLeft => a * (1 << b),
                    Binary::ShiftRight => a >> b,
                }
            }
            Instruction::Select => {
                let otherwise = stack.pop().expect("operand");
                let then = stack.pop().expect("operand");
                if stack.pop().expect("operand") != 0 { then } else { otherwise }
            }
            Instruction::Fit(domain) => domain.fit(stack.pop().expect("operand")),
        };
        stack.push(value);
    }
    stack.pop().expect("a value")
}

fn holds(expression: Option<&Expression>, values: &[i64]) -> bool {
    expression.is_none_or(|e| evaluate(e, values) != 0)
}

impl Machine<'_> {
    fn formula(&self, formula: FormulaId, at: (ProcedureId, Location), values: &[i64]) -> bool {
        let of = |id| self.formula(id, at, values);
        match self.formulas.formula(formula) {
            Formula::True => true,
            Formula::False => false,
            Formula::Atom(proposition) => evaluate(&(self.truth)(at.0, at.1, proposition), values) != 0,
            Formula::Unary(logic::Unary::Not, a) => !of(a),
            Formula::Binary(logic::Binary::And, a, b) => of(a) && of(b),
            Formula::Binary(logic::Binary::Or, a, b) => of(a) || of(b),
            Formula::Binary(logic::Binary::Implies, a, b) => !of(a) || of(b),
            Formula::Binary(logic::Binary::Iff, a, b) => of(a) == of(b),
            other => panic!("{other:?}"),
        }
    }

    /// Where the monitor may go from a state of the program, and what it meets, as a set of bits.
    pub(super) fn monitor_steps(
        &self,
        at: (ProcedureId, Location),
        values: &[i64],
        state: MonitorStateId,
    ) -> Vec<(MonitorStateId, u32)> {
        let edges = self.monitor.edges_from(state).iter().filter(|e| self.formula(e.guard, at, values));
        edges.map(|e| (e.target, e.met.iter().map(|c| 1 << c).sum())).collect()
    }

    /// Whether the monitor is in a target, or is taken into one.
    pub(super) fn is_found(&self, at: (ProcedureId, Location), values: &[i64], state: MonitorStateId) -> bool {
        let is_target = |state: MonitorStateId| self.monitor.states[state].is_target;
        is_target(state) || self.monitor_steps(at, values, state).iter().any(|step| is_target(step.0))
    }

    /// All values that come of choosing freely for some variables, as far as they are states of the component.
    fn choose(&self, component: ProcedureId, values: Values, free: &[VariableId]) -> Vec<Values> {
        let mut all = vec![values];
        for &variable in free {
            let domain = self.ersm.variable(component, variable).domain;
            let with = |values: &Values| {
                let mut values = values.clone();
                (domain.low()..=domain.high())
                    .map(move |value| {
                        values[variable.index()] = value;
                        values.clone()
                    })
                    .collect::<Vec<_>>()
            };
            all = all.iter().flat_map(with).collect();
        }
        let invariant = self.ersm.components[component].invariant.as_ref();
        all.retain(|values| holds(invariant, values));
        all
    }

    /// The states in which an activation may begin, given globals and parameters; those that are not given may be anything
    /// that they may be at first.
    fn begins(&self, component: ProcedureId, given: &[(VariableId, i64)]) -> Vec<Values> {
        let mut free = Vec::new();
        let values = (0..self.ersm.scope(component)).map(|own| {
            let variable = VariableId::at(own);
            let known = given.iter().find(|(v, _)| *v == variable).map(|(_, value)| *value);
            let declared = self.ersm.variable(component, variable);
            known.or(declared.initial).unwrap_or_else(|| {
                free.push(variable);
                declared.domain.low()
            })
        });
        let values = values.collect();
        self.choose(component, values, &free)
    }

    /// The states in which runs begin.
    pub(super) fn starts(&self) -> Vec<Values> {
        self.begins(self.ersm.entry, &[])
    }

    /// Whether runs stay at a place for ever.
    pub(super) fn stays(&self, (component, place): (ProcedureId, Location), is_bottom: bool) -> bool {
        let component = &self.ersm.components[component];
        component.cfa.locations[place].is_fault || component.cfa.exit == place && is_bottom
    }

    /// The steps inside of an activation.
    pub(super) fn steps(&self, (at, place): (ProcedureId, Location), values: &[i64]) -> Vec<(Location, Values)> {
        let mut found = Vec::new();
        for (_, edge) in self.ersm.components[at].cfa.edges_from(place) {
            let Action::Assign(assignments) = &edge.action else { continue };
            if holds(edge.guard.as_ref(), values) {
                let mut after = values.to_vec();
                for (target, value) in assignments {
                    after[target.index()] = self.ersm.variable(at, *target).domain.fit(evaluate(value, values));
                }
                found.extend(self.choose(at, after, &edge.forget).into_iter().map(|after| (edge.target, after)));
            }
        }
        found
    }

    /// The calls: their edge, and the states in which the callee may begin.
    pub(super) fn calls(&self, (at, place): (ProcedureId, Location), values: &[i64]) -> Vec<(EdgeId, Vec<Values>)> {
        let mut found = Vec::new();
        for (id, edge) in self.ersm.components[at].cfa.edges_from(place) {
            let Action::Call { callee, arguments, .. } = &edge.action else { continue };
            if holds(edge.guard.as_ref(), values) {
                let globals = (0..self.ersm.globals.len()).map(|g| (VariableId::at(g), values[g]));
                let parameters = &self.ersm.components[*callee].parameters;
                let passed = parameters.iter().zip(arguments).map(|(&parameter, value)| {
                    (parameter, self.ersm.variable(*callee, parameter).domain.fit(evaluate(value, values)))
                });
                found.push((id, self.begins(*callee, &globals.chain(passed).collect::<Vec<_>>())));
            }
        }
        found
    }

    /// What a call edge calls, and where it leads.
    pub(super) fn call(&self, at: ProcedureId, edge: EdgeId) -> (ProcedureId, Location) {
        let edge = &self.ersm.components[at].cfa.edges[edge];
        let Action::Call { callee, .. } = &edge.action else { panic!("no call") };
        (*callee, edge.target)
    }

    /// The states of the caller after a callee has ended.
    pub(super) fn returns(&self, at: ProcedureId, edge: EdgeId, values: &[i64], exit: &[i64]) -> Vec<Values> {
        let edge = &self.ersm.components[at].cfa.edges[edge];
        let Action::Call { callee, results, .. } = &edge.action else { panic!("no call") };
        let globals = self.ersm.globals.len();
        let mut after = [&exit[..globals], &values[globals..]].concat();
        for (result, target) in self.ersm.components[*callee].results.iter().zip(results) {
            if let Some(target) = target {
                after[target.index()] = self.ersm.variable(at, *target).domain.fit(exit[result.index()]);
            }
        }
        self.choose(at, after, &edge.forget)
    }
}
