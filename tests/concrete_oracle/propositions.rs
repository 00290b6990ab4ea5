//! Propositions about a memory, by definition, in three values.

use std::collections::BTreeMap;

use hrglass::logic::{Operand, Proposition, Truth, VariableRef};

use crate::machine::{Object, Value};

/// The object of the input that propositions follow.
#[derive(Default)]
pub struct Mark {
    /// None if the input has no objects.
    pub object: Option<usize>,
    /// Its fields at first.
    pub neighbours: BTreeMap<String, Value>,
}

/// What a variable is that a proposition mentions.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Binding {
    /// Nothing that was ever assigned.
    Unbound,
    /// Something that is not known here.
    Unknown,
    /// This.
    To(Value),
}

/// Whether a proposition about variables and what they reach holds; unknown where the definition needs more than that.
pub fn of_heap(
    proposition: &Proposition,
    variable: impl Fn(&VariableRef) -> Binding,
    objects: &[Object],
    mark: &Mark,
) -> Truth {
    match proposition {
        Proposition::Reachable { from, to, selectors } => match (variable(from), variable(to)) {
            (Binding::Unbound | Binding::To(Value::Null), _) | (_, Binding::Unbound) => Truth::False,
            (_, Binding::To(Value::Number(_))) => Truth::Unknown,
            (Binding::To(Value::Object(from)), Binding::To(to)) => reaches(objects, from, to, selectors).into(),
            _ => Truth::Unknown,
        },
        Proposition::Compare { left, field, equal, right } => {
            let right = match right {
                Operand::Variable(x) => variable(x),
                Operand::Null => Binding::To(Value::Null),
                Operand::Boolean(b) => Binding::To(Value::Number(i64::from(*b))),
                Operand::Integer(n) => Binding::To(Value::Number(*n)),
            };
            let left = match (field, variable(left)) {
                (Some(field), Binding::To(Value::Object(object))) => match objects[object].fields.get(field) {
                    None | Some(Value::Unset) => Binding::Unknown,
                    Some(&value) => Binding::To(value),
                },
                (Some(_), Binding::To(Value::Null)) => Binding::Unbound,
                (Some(_), Binding::To(_)) => Binding::Unknown,
                (_, left) => left,
            };
            match (left, right) {
                (Binding::Unbound, _) | (_, Binding::Unbound) => Truth::False,
                (Binding::To(left), Binding::To(right)) => ((left == right) == *equal).into(),
                _ => Truth::Unknown,
            }
        }
        Proposition::Visited(Some(x)) => match (variable(x), mark.object) {
            (_, None) | (Binding::Unknown, _) => Truth::Unknown,
            (value, Some(marked)) => (value == Binding::To(Value::Object(marked))).into(),
        },
        Proposition::IdenticNeighbours => match mark.object {
            Some(marked) => {
                let now = &objects[marked].fields;
                let stays = |(f, v): (&String, &Value)| matches!(v, Value::Number(_)) || now.get(f) == Some(v);
                mark.neighbours.iter().all(stays).into()
            }
            None => Truth::Unknown,
        },
        _ => Truth::Unknown,
    }
}

/// Whether a path of at least one selector (of those given, or of all) leads from an object to a value.
fn reaches(objects: &[Object], from: usize, to: Value, selectors: &[String]) -> bool {
    let mut open = vec![from];
    let mut seen = vec![false; objects.len()];
    while let Some(object) = open.pop() {
        for (field, &value) in &objects[object].fields {
            if !selectors.is_empty() && !selectors.contains(field) {
                continue;
            }
            if value == to {
                return true;
            }
            if let Value::Object(next) = value
                && !std::mem::replace(&mut seen[next], true)
            {
                open.push(next);
            }
        }
    }
    false
}

/// Whether the objects that some roots reach, or all objects, have several incoming selectors, and form a cycle.
pub fn sharing(objects: &[Object], roots: Option<Vec<usize>>) -> (bool, bool) {
    let mut found = vec![false; objects.len()];
    let mut open = roots.unwrap_or_else(|| (0..objects.len()).collect());
    let mut incoming = vec![0_usize; objects.len()];
    while let Some(object) = open.pop() {
        if !std::mem::replace(&mut found[object], true) {
            for next in targets(objects, object) {
                incoming[next] += 1;
                open.push(next);
            }
        }
    }
    let shared = incoming.iter().any(|&n| n > 1);
    // What is left when objects without predecessors are taken away again and again is, or hangs on, a cycle.
    let mut free: Vec<usize> = (0..objects.len()).filter(|&o| found[o] && incoming[o] == 0).collect();
    let mut left = found.iter().filter(|&&f| f).count();
    while let Some(object) = free.pop() {
        left -= 1;
        for next in targets(objects, object) {
            incoming[next] -= 1;
            if incoming[next] == 0 {
                free.push(next);
            }
        }
    }
    (shared, left > 0)
}

fn targets(objects: &[Object], object: usize) -> impl Iterator<Item = usize> + '_ {
    objects[object].fields.values().filter_map(|v| match v {
        Value::Object(next) => Some(*next),
        _ => None,
    })
}
