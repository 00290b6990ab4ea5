//! Extended recursive state machines: procedures over booleans and bounded integers that call each other
//! (Alur, Chaudhuri, Etessami, Madhusudan, TACAS 2005, section 2).
//!
//! The target of the front end for boolean programs. As in the paper, there are two kinds of edges: internal ones with
//! a guard and a parallel assignment, and calls. The differences are that
//! - variables without an initial value start with any value, and an edge may [forget](ErsmEdge::forget) values:
//!   nondeterminism is always an unassigned value, so that guards and assignments are functions
//! - arguments are expressions, and results go to any variables
//! - assertions lead to [faults](ErsmNode::is_fault), and a component may have an [invariant](ErsmComponent::invariant).

mod expression;
mod print;

use std::collections::BTreeMap;

use super::cfa::{Cfa, Location, ProcedureId, Transition};
use base::{Idx, IndexVec, Span, newtype_index};

pub use expression::{Binary, Expression, Instruction, Unary};

newtype_index! {
    /// A variable in the scope of a component: the globals first, then its own.
    pub struct VariableId;
}

/// The values that a variable may have.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Domain {
    /// 0 (false) and 1 (true).
    Boolean,
    /// The integers from `low` to `high`.
    Integer {
        /// The least.
        low: i64,
        /// The greatest, at least `low`.
        high: i64,
    },
}

impl Domain {
    /// Integer variables have values between `-LIMIT` and `LIMIT`.
    pub const LIMIT: i64 = 1 << 32;

    /// The least value.
    pub fn low(self) -> i64 {
        match self {
            Domain::Boolean => 0,
            Domain::Integer { low, .. } => low,
        }
    }

    /// The greatest value.
    pub fn high(self) -> i64 {
        match self {
            Domain::Boolean => 1,
            Domain::Integer { high, .. } => high,
        }
    }

    /// The value stored by an assignment of `value`: integers wrap around; for booleans, everything but 0 becomes 1.
    pub fn fit(self, value: i64) -> i64 {
        match self {
            Domain::Boolean => i64::from(value != 0),
            Domain::Integer { low, high } => {
                let size = i128::from(high) - i128::from(low) + 1;
                // Between `low` and `high`, so it is an `i64`.
                low + (i128::from(value) - i128::from(low)).rem_euclid(size) as i64
            }
        }
    }
}

impl Domain {
    /// A value in the notation of programs: `T` and `F`, or a number.
    pub fn written(self, value: i64) -> String {
        match self {
            Domain::Boolean => if value == 0 { "F" } else { "T" }.to_owned(),
            Domain::Integer { .. } => value.to_string(),
        }
    }
}

/// What a variable is.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum ErsmVariableKind {
    /// A variable that the program declares.
    Declared,
    /// A nondeterministic choice.
    Choice,
    /// It holds a result.
    Result,
    /// Whether a call of some component is [under way](Ersm::remember_calls).
    UnderWay,
}

/// A variable.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct ErsmVariable {
    /// Its name. Those of choices start with `$`, those of other hidden variables with `@`.
    pub name: String,
    /// What it is.
    pub kind: ErsmVariableKind,
    /// Its values.
    pub domain: Domain,
    /// Its initial value; `None`: any. That of a parameter is for the start of a run: parameters that the program declares have none.
    pub initial: Option<i64>,
    /// The position of its declaration.
    pub span: Span,
}

impl ErsmVariable {
    /// Whether it is not a variable of the program: it represents a choice, holds a result, or remembers calls.
    pub fn is_hidden(&self) -> bool {
        self.kind != ErsmVariableKind::Declared
    }
}

/// An extended recursive state machine: `(globals, components, initial component)`.
#[derive(Clone, Debug)]
pub struct Ersm {
    /// The named integer constants, for propositions.
    pub constants: BTreeMap<String, i64>,
    /// The variables visible in all components.
    pub globals: Vec<ErsmVariable>,
    /// The components.
    pub components: IndexVec<ProcedureId, ErsmComponent>,
    /// The component in which runs start. Its parameters may have any values, unless they have an initial one.
    pub entry: ProcedureId,
}

/// A component: `(inputs, outputs, locals, nodes, entry, exit, edges)`.
///
/// Invariants: no edge leaves a fault; [`ErsmVariable`]s of expressions and actions are in scope.
#[derive(Clone, Debug)]
pub struct ErsmComponent {
    /// The name of the procedure.
    pub name: String,
    /// Its variables, including parameters; in expressions they are numbered after the globals.
    pub locals: Vec<ErsmVariable>,
    /// The inputs, in order.
    pub parameters: Vec<VariableId>,
    /// The outputs, in order; they are locals.
    pub results: Vec<VariableId>,
    /// Its nodes and edges; edges with the same source are in the order of the text.
    pub cfa: Cfa<ErsmEdge, ErsmNode>,
    /// A condition on all states in the component: valuations that violate it are not states.
    pub invariant: Option<Expression>,
    /// The source range of the whole procedure.
    pub span: Span,
}

/// A node of a component.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct ErsmNode {
    /// The source range of the statement that starts here; at the exit, of the end of the procedure.
    pub span: Span,
    /// Its labels.
    pub labels: Vec<String>,
    /// Whether an assertion has failed here; runs stay here for ever.
    pub is_fault: bool,
}

/// An edge of a component: enabled if the guard is true, it executes the action.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct ErsmEdge {
    /// The source node.
    pub source: Location,
    /// The target node.
    pub target: Location,
    /// The condition under which it is enabled; `None`: always.
    pub guard: Option<Expression>,
    /// The action that it executes.
    pub action: Action,
    /// Variables that may have any value afterwards. The action assigns none of them.
    pub forget: Vec<VariableId>,
    /// If it shows the value of the condition that its statement decides: the value.
    pub condition: Option<bool>,
    /// Its source range.
    pub span: Span,
}

/// The action of an edge.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Action {
    /// Assigns all values simultaneously; the variables are distinct, and values are [fitted](Domain::fit).
    Assign(Vec<(VariableId, Expression)>),
    /// Calls a component. Arguments are fitted to its parameters.
    Call {
        /// The called component.
        callee: ProcedureId,
        /// One for each parameter, in order.
        arguments: Vec<Expression>,
        /// The target of each result, fitted; `None` discards it. The variables are distinct.
        results: Vec<Option<VariableId>>,
    },
}

impl Ersm {
    /// A variable in the scope of a component.
    pub fn variable(&self, component: ProcedureId, variable: VariableId) -> &ErsmVariable {
        let locals = &self.components[component].locals;
        let own = variable.0 as usize;
        self.globals.get(own).unwrap_or_else(|| &locals[own - self.globals.len()])
    }

    /// The number of variables in the scope of a component.
    pub fn scope(&self, component: ProcedureId) -> usize {
        self.globals.len() + self.components[component].locals.len()
    }

    /// Gives each component a hidden parameter for each of the `watched` ones, from which states tell whether a call of it is
    /// on the stack. Returns by component the first of these variables; the others follow.
    pub fn remember_calls(&mut self, watched: &[ProcedureId]) -> IndexVec<ProcedureId, VariableId> {
        let first: IndexVec<ProcedureId, VariableId> =
            self.components.indices().map(|id| VariableId::at(self.scope(id))).collect();
        let own = |id: ProcedureId, position: usize| VariableId::at(first[id].index() + position);
        let names: Vec<String> = watched.iter().map(|&id| format!("@during {}", self.components[id].name)).collect();
        for (id, component) in first.indices().zip(self.components.iter_mut()) {
            for (position, (&other, name)) in watched.iter().zip(&names).enumerate() {
                component.parameters.push(own(id, position));
                component.locals.push(ErsmVariable {
                    name: name.clone(),
                    kind: ErsmVariableKind::UnderWay,
                    domain: Domain::Boolean,
                    initial: Some(i64::from(id == other)),
                    span: component.span,
                });
            }
            for edge in component.cfa.edges.iter_mut() {
                let Action::Call { callee, arguments, .. } = &mut edge.action else { continue };
                arguments.extend(watched.iter().enumerate().map(|(position, other)| match *callee == *other {
                    true => Expression::constant(1),
                    false => Expression::variable(own(id, position)),
                }));
            }
        }
        first
    }

    /// The component with this name.
    pub fn component_named(&self, name: &str) -> Option<ProcedureId> {
        self.components.iter_enumerated().find(|(_, c)| c.name == name).map(|(id, _)| id)
    }
}

impl Transition for ErsmEdge {
    fn source(&self) -> Location {
        self.source
    }

    fn target(&self) -> Location {
        self.target
    }

    fn is_call(&self) -> bool {
        matches!(self.action, Action::Call { .. })
    }

    fn for_each_location(&mut self, visit: impl FnMut(&mut Location)) {
        [&mut self.source, &mut self.target].into_iter().for_each(visit);
    }
}

impl ErsmEdge {
    /// Whether it calls a component.
    pub fn is_call(&self) -> bool {
        matches!(self.action, Action::Call { .. })
    }

    /// Calls `visit` for every variable that it reads.
    pub fn for_each_read(&self, mut visit: impl FnMut(VariableId)) {
        let values: Vec<&Expression> = match &self.action {
            Action::Assign(assignments) => assignments.iter().map(|(_, value)| value).collect(),
            Action::Call { arguments, .. } => arguments.iter().collect(),
        };
        self.guard.iter().chain(values).flat_map(Expression::reads).for_each(&mut visit);
    }

    /// Calls `visit` for every variable that it assigns or forgets; for a call, its results.
    pub fn for_each_write(&self, mut visit: impl FnMut(VariableId)) {
        match &self.action {
            Action::Assign(assignments) => assignments.iter().for_each(|(target, _)| visit(*target)),
            Action::Call { results, .. } => results.iter().flatten().for_each(|&target| visit(target)),
        }
        self.forget.iter().for_each(|&v| visit(v));
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn values_wrap_around() {
        let octal = Domain::Integer { low: 0, high: 7 };
        assert_eq!([8, -1, 7, 17].map(|v| octal.fit(v)), [0, 7, 7, 1]);
        let small = Domain::Integer { low: -2, high: 1 };
        assert_eq!([2, -3, i64::MAX, i64::MIN].map(|v| small.fit(v)), [-2, 1, -1, 0]);
        assert_eq!([0, 1, -5].map(|v| Domain::Boolean.fit(v)), [0, 1, 1]);
    }
}
