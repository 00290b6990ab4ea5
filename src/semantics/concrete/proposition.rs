//! Propositions about a memory, by definition, in three values.

use super::{Named, Object, ObjectId, Value};
use crate::base::IndexVec;
use crate::logic::{Operand, Proposition, Truth, VariableRef};

/// The object of the input that propositions follow.
#[derive(Clone, Debug, Default)]
pub struct Mark<'a> {
    /// None if the input has no objects.
    pub object: Option<ObjectId>,
    /// Its fields at first.
    pub neighbours: Named<'a>,
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

impl Binding {
    /// A value that is known by now.
    pub(super) fn of(value: Value) -> Self {
        match value {
            Value::Unset | Value::Open(_) | Value::Given(_) => Binding::Unknown,
            value => Binding::To(value),
        }
    }
}

/// Whether a proposition about variables and what they reach holds; unknown where the definition needs more than that.
pub fn of_heap(
    proposition: &Proposition,
    variable: impl Fn(&VariableRef) -> Binding,
    known: impl Fn(Value) -> Value,
    objects: &IndexVec<ObjectId, Object<'_>>,
    mark: &Mark<'_>,
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
                (Some(field), Binding::To(Value::Object(object))) => match objects[object].fields.get(field.as_str()) {
                    None => Binding::Unknown,
                    Some(value) => Binding::of(known(value)),
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
                let is_number = |v: Value| matches!(v, Value::Number(_) | Value::Open(_) | Value::Given(_));
                mark.neighbours.iter().all(|(f, v)| is_number(v) || now.get(f) == Some(v)).into()
            }
            None => Truth::Unknown,
        },
        _ => Truth::Unknown,
    }
}

/// Whether a path of at least one selector (of those given, or of all) leads from an object to a value.
fn reaches(objects: &IndexVec<ObjectId, Object<'_>>, from: ObjectId, to: Value, selectors: &[String]) -> bool {
    let mut open = vec![from];
    let mut seen = IndexVec::filled(false, objects.len());
    while let Some(object) = open.pop() {
        for (field, value) in objects[object].fields.iter() {
            if !selectors.is_empty() && !selectors.iter().any(|s| s == field) {
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

/// The objects that some roots reach, themselves included.
pub(super) fn reached(
    objects: &IndexVec<ObjectId, Object<'_>>,
    roots: impl IntoIterator<Item = ObjectId>,
) -> IndexVec<ObjectId, bool> {
    let mut found = IndexVec::filled(false, objects.len());
    let mut open: Vec<ObjectId> = roots.into_iter().collect();
    while let Some(object) = open.pop() {
        if !std::mem::replace(&mut found[object], true) {
            open.extend(targets(objects, object));
        }
    }
    found
}

/// Whether some of these objects have several incoming selectors from them, and whether they form a cycle.
pub fn sharing(objects: &IndexVec<ObjectId, Object<'_>>, which: &IndexVec<ObjectId, bool>) -> (bool, bool) {
    let inside = || which.iter_enumerated().filter(|&(_, &is)| is).map(|(object, _)| object);
    let mut incoming = IndexVec::filled(0_usize, objects.len());
    for next in inside().flat_map(|object| targets(objects, object)) {
        incoming[next] += 1;
    }
    let shared = incoming.iter().any(|&n| n > 1);
    // What is left when objects without predecessors are taken away again and again is, or hangs on, a cycle.
    let mut free: Vec<ObjectId> = inside().filter(|&object| incoming[object] == 0).collect();
    let mut left = inside().count();
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

fn targets<'o>(objects: &'o IndexVec<ObjectId, Object<'_>>, object: ObjectId) -> impl Iterator<Item = ObjectId> + 'o {
    objects[object].fields.values().filter_map(|v| match v {
        Value::Object(next) => Some(next),
        _ => None,
    })
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::base::Idx;

    fn memory(edges: &[(usize, usize)], count: usize) -> IndexVec<ObjectId, Object<'static>> {
        const NAMES: [&str; 4] = ["a", "b", "c", "d"];
        let mut objects: IndexVec<ObjectId, Object<'_>> =
            (0..count).map(|_| Object { class: "N", fields: Named::default(), vertex: None }).collect();
        for &(from, to) in edges {
            let fields = &mut objects[ObjectId::at(from)].fields;
            fields.insert(NAMES[fields.values().count()], Value::Object(ObjectId::at(to)));
        }
        objects
    }

    #[test]
    fn sharing_and_cycles_among_some_objects() {
        let tree = memory(&[(0, 1), (0, 2)], 3);
        assert_eq!(sharing(&tree, &reached(&tree, [ObjectId::at(0)])), (false, false));
        let diamond = memory(&[(0, 1), (0, 2), (1, 3), (2, 3)], 4);
        assert_eq!(sharing(&diamond, &reached(&diamond, [ObjectId::at(0)])), (true, false));
        assert_eq!(sharing(&diamond, &reached(&diamond, [ObjectId::at(1)])), (false, false));
        let ring = memory(&[(0, 1), (1, 0), (2, 0)], 3);
        assert_eq!(sharing(&ring, &reached(&ring, [ObjectId::at(0)])), (false, true));
        assert_eq!(sharing(&ring, &reached(&ring, [ObjectId::at(2)])), (true, true));
    }
}
