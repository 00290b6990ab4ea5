//! The truth of facts in the states of an execution, by definition. Independent of what [`FactObserver`](super::FactObserver)
//! finds out from the program, so that it can confirm failing runs.

use super::{Fact, FactValue, is_named, locals_named, static_named};
use base::{RETURN, Sources, Span};
use interpreter::{End, Machine, Value};
use ltl::logic::{Truth, VariableRef};
use program::objects::{Comparison, Operation, STATICS, Type};

/// A state of an execution in which a run may stay.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum LastState {
    /// The machine is there.
    Machine,
    /// The machine has failed in its state, which is one step further.
    Ended(End),
}

/// The value of a side.
enum ValueIn {
    /// A variable without a value.
    Unbound,
    Unknown,
    Number(i128),
    /// A truth value, or whether a reference is null.
    Boolean(bool),
}

/// Whether a fact holds in the state of a machine. `number` is the number that a value is, if it is decided.
pub(crate) fn truth_in(
    fact: &Fact,
    machine: &Machine<'_>,
    state: LastState,
    sources: &Sources,
    is_java: bool,
    number: &dyn Fn(Value) -> Option<i64>,
) -> Truth {
    let top = machine.top();
    let program = machine.setting().program;
    let procedure = &program.procedures[top.procedure];
    let ends_at = |location| state == LastState::Machine && machine.depth() == 1 && top.location == location;
    match fact {
        Fact::Terminated => ends_at(procedure.cfa.exit).into(),
        Fact::Failed => matches!(state, LastState::Ended(End::Failed(_))).into(),
        Fact::NullDereference => {
            let is_thrown = ends_at(procedure.exceptional_exit) && machine.throws_null_dereference();
            (state == LastState::Ended(End::NullDereference) || is_thrown).into()
        }
        Fact::Exception => (ends_at(procedure.exceptional_exit) && !machine.throws_null_dereference()).into(),
        Fact::At { file, line } => {
            let span = match state {
                LastState::Machine => procedure.cfa.locations[top.location],
                LastState::Ended(end) => failing_span(machine, end),
            };
            let found = sources.file(span.file);
            let is_file = file.as_ref().is_none_or(|file| *file == found.name);
            (is_file && found.position(span.start).0 == *line).into()
        }
        Fact::In(name) => is_named(program, procedure, name).into(),
        Fact::During(name) => {
            machine.frames().iter().any(|frame| is_named(program, &program.procedures[frame.procedure], name)).into()
        }
        Fact::Compare { comparison, left, right } => {
            let value = |side: &FactValue| match side {
                FactValue::Number(n) => ValueIn::Number(*n),
                FactValue::Boolean(b) => ValueIn::Boolean(*b),
                FactValue::Variable(x) => variable(machine, x, is_java, number),
            };
            match (value(left), value(right)) {
                (ValueIn::Unbound, _) | (_, ValueIn::Unbound) => Truth::False,
                (ValueIn::Number(a), ValueIn::Number(b)) => comparison.compare(&a, &b).into(),
                (ValueIn::Boolean(a), ValueIn::Boolean(b)) => ((a == b) == (*comparison == Comparison::Equal)).into(),
                _ => Truth::Unknown,
            }
        }
    }
}

/// The step by which a machine has failed.
fn failing_span(machine: &Machine<'_>, end: End) -> Span {
    let top = machine.top();
    let procedure = &machine.setting().program.procedures[top.procedure];
    let mut leaving = procedure.cfa.edges_from(top.location).map(|(_, edge)| edge);
    let step = leaving.find(|edge| match (&edge.operation, end) {
        (Operation::Fail(failure), End::Failed(found)) => *failure == found,
        (operation, End::NullDereference) => procedure.dereferences(operation).is_some(),
        _ => false,
    });
    step.map_or(procedure.cfa.locations[top.location], |edge| edge.span)
}

/// The value of a variable: that of the innermost frame whose procedure declares it, or else a static field.
fn variable(machine: &Machine<'_>, x: &VariableRef, is_java: bool, number: &dyn Fn(Value) -> Option<i64>) -> ValueIn {
    let program = machine.setting().program;
    if x.name == RETURN && machine.depth() > 1 {
        return ValueIn::Unbound;
    }
    for frame in machine.frames().iter().rev() {
        let procedure = &program.procedures[frame.procedure];
        if x.method.as_ref().is_some_and(|method| !is_named(program, procedure, method)) {
            continue;
        }
        let types: Vec<Type> = locals_named(procedure, &x.name).map(|local| procedure.locals[local].ty).collect();
        if !types.is_empty() {
            return frame.names.get(&x.name).map_or(ValueIn::Unbound, |value| of_type(value, &types, number));
        }
    }
    let objects = machine.objects();
    let Some(object) = objects.iter().find(|object| object.class == STATICS) else { return ValueIn::Unbound };
    let Some(field) = static_named(program, x, is_java).map(|field| &program.fields[field]) else {
        return ValueIn::Unbound;
    };
    object.fields.get(&field.name).map_or(ValueIn::Unknown, |value| of_type(value, &[field.ty], number))
}

/// A value of one of these types.
fn of_type(value: Value, types: &[Type], number: &dyn Fn(Value) -> Option<i64>) -> ValueIn {
    match types[0] {
        Type::Reference(_) => match value {
            Value::Null => ValueIn::Boolean(true),
            Value::Object(_) => ValueIn::Boolean(false),
            _ => ValueIn::Unknown,
        },
        Type::Boolean => number(value).map_or(ValueIn::Unknown, |n| ValueIn::Boolean(n != 0)),
        Type::Integer(_) => {
            let is_wide = |ty: &Type| matches!(ty, Type::Integer(ty) if ty.is_unsigned_64());
            match number(value) {
                // Locals of one name may have different types.
                Some(n) if n >= 0 || !types.iter().any(is_wide) => ValueIn::Number(i128::from(n)),
                Some(n) if types.iter().all(is_wide) => ValueIn::Number(i128::from(n.cast_unsigned())),
                _ => ValueIn::Unknown,
            }
        }
        Type::Float | Type::Void => ValueIn::Unknown,
    }
}
