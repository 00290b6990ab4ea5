//! What propositions about a memory mean: their definitions, in three values.

use std::cell::Cell;

use super::language::has_shape;
use super::{Frame, Machine, Named, Object, ObjectId, Value};
use crate::base::{IndexVec, RETURN};
use crate::heap::VertexId;
use crate::logic::{Operand, Proposition, Truth, VariableRef};
use crate::program::objects::{Local, STATICS, Type, is_program_name};

/// The object of the input that propositions follow.
#[derive(Clone, Debug, Default)]
pub struct Mark<'a> {
    /// None if the input has no objects.
    pub object: Option<ObjectId>,
    /// Its fields at first.
    pub neighbours: Named<'a>,
}

impl<'a> Mark<'a> {
    /// The object that is this vertex of the input, of a machine before its first step.
    pub fn new(start: &Machine<'a>, marked: Option<VertexId>) -> Self {
        let objects = start.objects();
        let object = objects.iter_enumerated().find(|(_, object)| marked.is_some() && object.vertex == marked);
        object.map_or(Mark::default(), |(id, object)| Mark { object: Some(id), neighbours: object.fields.clone() })
    }
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

/// Whether objects that only dead variables reach are in the heaps that propositions are about.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Garbage {
    /// They are not.
    Collected,
    /// They are.
    Kept,
}

/// So many steps of matching a memory with a grammar take as long as a step of a machine, roughly.
const MATCHES_PER_STEP: u32 = 4;

/// The objects of a memory, by whether they are meant.
pub(super) type Objects = IndexVec<ObjectId, bool>;

/// A state of an execution in which propositions about the memory are asked.
pub(super) struct Scene<'s, 'a, 'm> {
    pub machine: &'s Machine<'a>,
    /// Whether null has just been dereferenced: then nothing is collected any more.
    pub fault: bool,
    pub garbage: Garbage,
    pub mark: &'s Mark<'m>,
    /// The objects that live or mentioned variables point to, and those that are followed.
    pub roots: &'s dyn Fn() -> Vec<ObjectId>,
    /// What was expensive to find out, in steps of a machine.
    pub work: &'s Cell<u32>,
}

impl<'a> Scene<'_, 'a, '_> {
    /// Whether a proposition about the memory holds: the one definition of each. The interpreter that replays violations, the
    /// campaign that judges the analysis, and the tests in Java that are exported all ask here; docs/input-formats.md says the
    /// same in words. Unknown where the state does not decide it.
    pub fn truth(&self, proposition: &Proposition) -> Truth {
        match proposition {
            Proposition::Compare { left, field, equal, right } => self.compare(left, field.as_deref(), *equal, right),
            Proposition::Reachable { from, to, selectors } => self.reachable(from, to, selectors),
            Proposition::Visited(None) => self.visited(),
            Proposition::Visited(Some(x)) => self.visited_by(x),
            Proposition::IdenticNeighbours => self.identic_neighbours(),
            Proposition::Shape { nonterminal, of: None } => self.of_whole(|which| self.shape(nonterminal, which)),
            Proposition::Shape { nonterminal, of: Some(x) } => match self.variable(x) {
                Binding::To(Value::Object(object)) => self.shape(nonterminal, &reached(self.objects(), [object])),
                Binding::Unbound | Binding::To(_) => Truth::False,
                Binding::Unknown => Truth::Unknown,
            },
            Proposition::IsTree => self.of_whole(|which| is_tree(self.objects(), which).into()),
            Proposition::IsAcyclic => self.of_whole(|which| is_acyclic(self.objects(), which).into()),
            Proposition::IsGarbageFree => match self.garbage {
                Garbage::Collected => Truth::True,
                Garbage::Kept => (self.reached().as_slice() == self.all().as_slice()).into(),
            },
            // These are about the place, or of boolean programs.
            Proposition::Terminated
            | Proposition::NullDereference
            | Proposition::Exception
            | Proposition::At { .. }
            | Proposition::In { .. }
            | Proposition::Label { .. }
            | Proposition::Failed
            | Proposition::Condition(_) => Truth::Unknown,
        }
    }

    fn objects(&self) -> &IndexVec<ObjectId, Object<'a>> {
        &self.machine.objects
    }

    fn variable(&self, x: &VariableRef) -> Binding {
        variable(self.machine, x)
    }

    /// Both sides are bound, and to the same, or to different values. A field of null is not bound.
    fn compare(&self, left: &VariableRef, field: Option<&str>, equal: bool, right: &Operand) -> Truth {
        let right = match right {
            Operand::Variable(x) => self.variable(x),
            Operand::Null => Binding::To(Value::Null),
            Operand::Boolean(b) => Binding::To(Value::Number(i64::from(*b))),
            Operand::Integer(n) => Binding::To(Value::Number(*n)),
        };
        let left = match (field, self.variable(left)) {
            (Some(field), Binding::To(Value::Object(object))) => match self.objects()[object].fields.get(field) {
                None => Binding::Unknown,
                Some(value) => Binding::of(self.machine.known(value)),
            },
            (Some(_), Binding::To(Value::Null)) => Binding::Unbound,
            (Some(_), Binding::To(_)) => Binding::Unknown,
            (_, left) => left,
        };
        match (left, right) {
            (Binding::Unbound, _) | (_, Binding::Unbound) => Truth::False,
            (Binding::To(left), Binding::To(right)) => ((left == right) == equal).into(),
            _ => Truth::Unknown,
        }
    }

    /// Both are bound, and a path of at least one selector leads from an object to an object or to null. Numbers are at
    /// neither end of a path.
    fn reachable(&self, from: &VariableRef, to: &VariableRef, selectors: &[String]) -> Truth {
        match (self.variable(from), self.variable(to)) {
            (Binding::Unbound | Binding::To(Value::Null | Value::Number(_)), _)
            | (_, Binding::Unbound | Binding::To(Value::Number(_))) => Truth::False,
            (Binding::To(Value::Object(from)), Binding::To(to)) => reaches(self.objects(), from, to, selectors),
            _ => Truth::Unknown,
        }
    }

    /// Some variable that the program, or an initial heap, names points to the object that is followed, or a static field.
    fn visited(&self) -> Truth {
        let Some(marked) = self.mark.object.map(Value::Object) else { return Truth::Unknown };
        let mut names = self.machine.frames().iter().flat_map(|f| f.names.iter()).chain(self.machine.ghosts.iter());
        let mut fields = self.objects().iter().filter(|o| o.class == STATICS).flat_map(|o| o.fields.values());
        (names.any(|(name, value)| is_program_name(name) && value == marked) || fields.any(|v| v == marked)).into()
    }

    /// The variable points to the object that is followed.
    fn visited_by(&self, x: &VariableRef) -> Truth {
        match (self.variable(x), self.mark.object) {
            (_, None) | (Binding::Unknown, _) => Truth::Unknown,
            (value, Some(marked)) => (value == Binding::To(Value::Object(marked))).into(),
        }
    }

    /// Every field of the object that is followed points to where it pointed at first; numbers do not count.
    fn identic_neighbours(&self) -> Truth {
        let Some(marked) = self.mark.object else { return Truth::Unknown };
        let now = &self.objects()[marked].fields;
        let is_number = |v: Value| matches!(v, Value::Number(_) | Value::Open(_) | Value::Given(_));
        self.mark.neighbours.iter().all(|(f, v)| is_number(v) || now.get(f) == Some(v)).into()
    }

    /// These objects with their fields are what the nonterminal derives. Objects without fields do not count.
    fn shape(&self, nonterminal: &str, which: &Objects) -> Truth {
        let (alphabet, grammar) = (self.machine.setting.alphabet, self.machine.setting.grammar);
        let Some(label) = alphabet.find_nonterminal(nonterminal) else { return Truth::Unknown };
        let known = |value| self.machine.known(value);
        let (truth, steps) = has_shape(label, self.objects(), &known, which, (grammar, alphabet));
        self.work.set(self.work.get().saturating_add(steps / MATCHES_PER_STEP));
        truth
    }

    /// All objects. What holds the static fields is none: they are variables.
    fn all(&self) -> Objects {
        self.objects().iter().map(|object| object.class != STATICS).collect()
    }

    /// Those of all objects that are reached from variables that live or are mentioned, or from what is followed.
    fn reached(&self) -> Objects {
        let reached = reached(self.objects(), (self.roots)());
        reached.iter().zip(&self.all()).map(|(&is_reached, &is_object)| is_reached && is_object).collect()
    }

    /// What holds of the whole heap: of all objects that are no garbage, or of all if garbage is kept. Where null has been
    /// dereferenced it must not matter which.
    fn of_whole(&self, holds: impl Fn(&Objects) -> Truth) -> Truth {
        let all = || holds(&self.all());
        let live = || holds(&self.reached());
        match self.garbage {
            Garbage::Kept => all(),
            Garbage::Collected if !self.fault => live(),
            Garbage::Collected => {
                let (all, live) = (all(), live());
                if all == live { all } else { Truth::Unknown }
            }
        }
    }
}

/// Whether a path of at least one selector (of those given, or of all) leads from an object to a value. What is not followed
/// may be null.
fn reaches(objects: &IndexVec<ObjectId, Object<'_>>, from: ObjectId, to: Value, selectors: &[String]) -> Truth {
    let mut otherwise = Truth::False;
    let mut open = vec![from];
    let mut seen = IndexVec::filled(false, objects.len());
    while let Some(object) = open.pop() {
        for (field, value) in objects[object].fields.iter() {
            if !selectors.is_empty() && !selectors.iter().any(|s| s == field) {
                continue;
            }
            if value == to {
                return Truth::True;
            }
            if (value, to) == (Value::Unset, Value::Null) {
                otherwise = Truth::Unknown;
            }
            if let Value::Object(next) = value
                && !std::mem::replace(&mut seen[next], true)
            {
                open.push(next);
            }
        }
    }
    otherwise
}

/// The objects that some roots reach, themselves included.
fn reached(objects: &IndexVec<ObjectId, Object<'_>>, roots: impl IntoIterator<Item = ObjectId>) -> Objects {
    let mut found = IndexVec::filled(false, objects.len());
    let mut open: Vec<ObjectId> = roots.into_iter().collect();
    while let Some(object) = open.pop() {
        if !std::mem::replace(&mut found[object], true) {
            open.extend(targets(objects, object));
        }
    }
    found
}

/// No object has two incoming selectors, and there is no cycle, among some objects.
fn is_tree(objects: &IndexVec<ObjectId, Object<'_>>, which: &Objects) -> bool {
    sharing(objects, which) == (false, false)
}

/// There is no cycle of selectors among some objects.
fn is_acyclic(objects: &IndexVec<ObjectId, Object<'_>>, which: &Objects) -> bool {
    !sharing(objects, which).1
}

/// Whether some of these objects have several incoming selectors from them, and whether they form a cycle.
fn sharing(objects: &IndexVec<ObjectId, Object<'_>>, which: &Objects) -> (bool, bool) {
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

/// What a name means: the variable of the innermost frame that declares it, `m::x` that of the innermost frame of `m`
/// that does, the result that of the entry procedure.
pub fn variable(machine: &Machine<'_>, x: &VariableRef) -> Binding {
    if x.name == "null" {
        return Binding::To(Value::Null);
    }
    if x.name == RETURN && machine.depth() > 1 {
        return Binding::Unbound;
    }
    for (depth, frame) in machine.frames().iter().enumerate().rev() {
        if x.method.as_ref().is_some_and(|m| !is_method(machine, frame, m)) {
            continue;
        }
        let ghost = machine.ghosts.get(x.name.as_str()).filter(|_| depth == 0);
        let mut locals = machine.setting.program.procedures[frame.procedure].locals.iter().filter(|l| l.name == x.name);
        let local = locals.next();
        if local.is_none() && ghost.is_none() {
            continue;
        }
        let is_number = |l: &Local| !l.ty.is_reference() && l.ty != Type::Void && l.name != RETURN;
        return match frame.names.get(x.name.as_str()).or(ghost) {
            Some(value) => Binding::of(machine.known(value)),
            None if local.is_some_and(is_number) => Binding::Unknown,
            None => Binding::Unbound,
        };
    }
    Binding::Unbound
}

/// Whether a frame executes the method with this simple or qualified name.
pub(super) fn is_method(machine: &Machine<'_>, frame: &Frame<'_>, method: &str) -> bool {
    let program = machine.setting.program;
    program.procedures[frame.procedure].name == method || program.qualified_name(frame.procedure) == method
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
