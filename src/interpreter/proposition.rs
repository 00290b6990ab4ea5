//! The meaning of propositions about a memory, by definition, in three-valued logic.

use std::cell::Cell;

use super::language::has_shape;
use super::{Frame, Machine, Named, Object, ObjectId, Value};
use base::chains::{Chain, FIRST, NEXT};
use base::{IndexVec, RETURN};
use heap_grammar::heap::VertexId;
use ltl::logic::{Contained, Operand, Order, Proposition, Truth, VariableRef};
use program::objects::{CollectionPart, Local, STATICS, Type, is_program_name};

/// The tracked object of the input.
#[derive(Clone, Debug, Default)]
pub struct Mark<'a> {
    /// `None` if the input has no objects.
    pub object: Option<ObjectId>,
    /// The initial values of its fields.
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

/// The value of a variable mentioned in a proposition.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Binding {
    /// It was never assigned.
    Unbound,
    /// It is assigned, but its value is not known here.
    Unknown,
    /// It has this value.
    To(Value),
}

impl Binding {
    /// The binding to a value, which is known unless the value is open.
    pub(super) fn of(value: Value) -> Self {
        match value {
            Value::Unset | Value::Undefined | Value::Open(_) | Value::Given(_) => Binding::Unknown,
            value => Binding::To(value),
        }
    }
}

/// Whether propositions take objects into account that only dead variables reach.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Garbage {
    /// Such objects are ignored.
    Collected,
    /// Such objects count.
    Kept,
}

/// The number of steps in matching a memory with a grammar that take about as long as one step of a machine.
const MATCHES_PER_STEP: u32 = 4;

/// A set of objects of a memory.
pub(super) type Objects = IndexVec<ObjectId, bool>;

/// A state of an execution in which propositions about the memory are evaluated.
pub(super) struct Scene<'s, 'a, 'm> {
    pub machine: &'s Machine<'a>,
    /// Whether null has just been dereferenced, after which no garbage is collected.
    pub fault: bool,
    pub garbage: Garbage,
    pub mark: &'s Mark<'m>,
    /// The targets of live or mentioned variables, and the tracked objects.
    pub roots: &'s dyn Fn() -> Vec<ObjectId>,
    /// The cost of expensive evaluations, in steps of a machine.
    pub work: &'s Cell<u32>,
}

impl<'a> Scene<'_, 'a, '_> {
    /// The truth of a proposition about the memory. This is the only definition of each: the interpreter that replays
    /// violations, the campaign that checks the analysis, and the exported tests in Java all use it;
    /// docs/input-formats.md states it in words. Unknown if the state does not determine it.
    pub(crate) fn truth(&self, proposition: &Proposition) -> Truth {
        match proposition {
            Proposition::Compare { left, field, equal, right } => self.compare(left, field.as_deref(), *equal, right),
            Proposition::Reachable { from, to, selectors } => self.reachable(from, to, selectors),
            Proposition::Visited(None) => self.visited(),
            Proposition::Visited(Some(x)) => self.visited_by(x),
            Proposition::Reached { from, selectors } => self.reached_from(from, selectors),
            Proposition::IdenticNeighbours => self.has_initial_neighbours(|_| true),
            Proposition::Unchanged(field) => self.has_initial_neighbours(|f| f == field),
            Proposition::Shape { nonterminal, of: None } => self.of_whole(|which| self.shape(nonterminal, which)),
            Proposition::Shape { nonterminal, of: Some(x) } => match self.variable(x) {
                Binding::To(Value::Object(object)) => self.shape(nonterminal, &reached(self.objects(), [object])),
                Binding::Unknown | Binding::To(Value::Opaque(_) | Value::Library(_)) => Truth::Unknown,
                Binding::Unbound | Binding::To(_) => Truth::False,
            },
            Proposition::Size { of, order, right } => self.size(of, *order, right),
            Proposition::Contains { what, collection, element } => self.contains(*what, collection, element),
            Proposition::IsTree => self.of_whole(|which| is_tree(self.objects(), which).into()),
            Proposition::IsAcyclic => self.of_whole(|which| is_acyclic(self.objects(), which).into()),
            Proposition::IsGarbageFree => match self.garbage {
                Garbage::Collected => Truth::True,
                Garbage::Kept => (self.reached().as_slice() == self.all().as_slice()).into(),
            },
            // These depend on the location only, or belong to boolean programs.
            Proposition::Terminated
            | Proposition::NullDereference
            | Proposition::Exception
            | Proposition::At { .. }
            | Proposition::Fails { .. }
            | Proposition::In { .. }
            | Proposition::During { .. }
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

    /// Both sides are bound, and to equal or different values, respectively. A field of null is not bound.
    fn compare(&self, left: &VariableRef, field: Option<&str>, equal: bool, right: &Operand) -> Truth {
        let right = self.operand(right);
        let left = match (field, self.variable(left)) {
            (Some(field), Binding::To(Value::Object(object))) => match self.objects()[object].fields.get(field) {
                None => Binding::Unknown,
                Some(value) => Binding::of(self.machine.known(value)),
            },
            (Some(_), Binding::To(Value::Null)) => Binding::Unbound,
            (Some(_), Binding::To(_)) => Binding::Unknown,
            (_, left) => left,
        };
        match same(left, right) {
            None => Truth::False,
            Some(same) if equal => same,
            Some(same) => same.negated(),
        }
    }

    fn operand(&self, operand: &Operand) -> Binding {
        match operand {
            Operand::Variable(x) => self.variable(x),
            Operand::Null => Binding::To(Value::Null),
            Operand::Boolean(b) => Binding::To(Value::Number(i64::from(*b))),
            Operand::Integer(n) => Binding::To(Value::Number(*n)),
        }
    }

    /// The variable points to a collection of the library, and the chain of its cells is so long.
    fn size(&self, x: &VariableRef, order: Order, right: &Operand) -> Truth {
        match (self.variable(x), self.operand(right)) {
            (Binding::Unbound | Binding::To(Value::Null | Value::Number(_)), _) | (_, Binding::Unbound) => Truth::False,
            (Binding::To(Value::Object(object)), Binding::To(Value::Number(right))) => {
                let links = links(self.machine, object);
                links.map_or(Truth::Unknown, |Links { known, is_whole, .. }| {
                    order.truth(known.len() as i64, !is_whole, right)
                })
            }
            _ => Truth::Unknown,
        }
    }

    /// The variable points to a collection of the library, and some of its cells refers to just this object, or to null.
    fn contains(&self, what: Contained, collection: &VariableRef, element: &VariableRef) -> Truth {
        let element = self.variable(element);
        let object = match (self.variable(collection), element) {
            (Binding::Unbound | Binding::To(Value::Null | Value::Number(_)), _) | (_, Binding::Unbound) => {
                return Truth::False;
            }
            (Binding::To(Value::Object(object)), Binding::To(Value::Null | Value::Object(_))) => object,
            _ => return Truth::Unknown,
        };
        let (chain, field) = what.place();
        let Some(links) = links(self.machine, object).filter(|links| links.chain.link == chain.link) else {
            return Truth::Unknown;
        };
        let mut otherwise = if links.is_whole { Truth::False } else { Truth::Unknown };
        for link in links.known {
            let value = self.objects()[link].fields.get(field);
            let value = value.map_or(Binding::Unknown, |value| Binding::of(self.machine.known(value)));
            match same(value, element) {
                Some(Truth::True) => return Truth::True,
                Some(Truth::False) => {}
                Some(Truth::Unknown) | None => otherwise = Truth::Unknown,
            }
        }
        otherwise
    }

    /// Both variables are bound, and a path of at least one selector leads from an object to an object or to null.
    /// Paths neither start nor end at numbers.
    fn reachable(&self, from: &VariableRef, to: &VariableRef, selectors: &[String]) -> Truth {
        match (self.variable(from), self.variable(to)) {
            (Binding::Unbound | Binding::To(Value::Null | Value::Number(_)), _)
            | (_, Binding::Unbound | Binding::To(Value::Number(_))) => Truth::False,
            (_, Binding::To(Value::Opaque(_) | Value::Library(_))) => Truth::Unknown,
            (Binding::To(Value::Object(from)), Binding::To(to)) => reaches(self.machine, from, to, selectors),
            _ => Truth::Unknown,
        }
    }

    /// Some variable named by the program or by an initial heap, or some static field, points to the tracked object.
    fn visited(&self) -> Truth {
        let Some(marked) = self.mark.object.map(Value::Object) else { return Truth::Unknown };
        let mut names = self.machine.frames().iter().flat_map(|f| f.names.iter()).chain(self.machine.ghosts.iter());
        let mut fields = self.objects().iter().filter(|o| o.class == STATICS).flat_map(|o| o.fields.values());
        (names.any(|(name, value)| is_program_name(name) && value == marked) || fields.any(|v| v == marked)).into()
    }

    /// The variable points to the tracked object.
    fn visited_by(&self, x: &VariableRef) -> Truth {
        match (self.variable(x), self.mark.object) {
            (_, None) | (Binding::Unknown, _) => Truth::Unknown,
            (value, Some(marked)) => (value == Binding::To(Value::Object(marked))).into(),
        }
    }

    /// The variable points to the tracked object, or to one from which a path of selectors leads to it.
    fn reached_from(&self, x: &VariableRef, selectors: &[String]) -> Truth {
        match (self.variable(x), self.mark.object) {
            (_, None) => Truth::Unknown,
            (Binding::To(Value::Object(from)), Some(marked)) if from == marked => Truth::True,
            (Binding::To(Value::Object(from)), Some(marked)) => {
                reaches(self.machine, from, Value::Object(marked), selectors)
            }
            (Binding::Unbound | Binding::To(Value::Null | Value::Number(_)), _) => Truth::False,
            _ => Truth::Unknown,
        }
    }

    /// Each of these fields of the tracked object has its initial target; numbers do not count.
    fn has_initial_neighbours(&self, is_asked: impl Fn(&str) -> bool) -> Truth {
        let Some(marked) = self.mark.object else { return Truth::Unknown };
        let now = &self.objects()[marked].fields;
        let is_number = |v: Value| matches!(v, Value::Number(_) | Value::Open(_) | Value::Given(_));
        self.mark.neighbours.iter().all(|(f, v)| !is_asked(f) || is_number(v) || now.get(f) == Some(v)).into()
    }

    /// The nonterminal derives these objects with their fields. Objects without fields do not count.
    fn shape(&self, nonterminal: &str, which: &Objects) -> Truth {
        let (alphabet, grammar) = (self.machine.setting.alphabet, self.machine.setting.grammar);
        let Some(label) = alphabet.find_nonterminal(nonterminal) else { return Truth::Unknown };
        let known = |value| self.machine.known(value);
        let (truth, steps) = has_shape(label, self.objects(), &known, which, (grammar, alphabet));
        self.work.set(self.work.get().saturating_add(steps / MATCHES_PER_STEP));
        truth
    }

    /// All objects, except the one that holds the static fields: these count as variables.
    fn all(&self) -> Objects {
        self.objects().iter().map(|object| object.class != STATICS).collect()
    }

    /// The objects reachable from live or mentioned variables or from the tracked objects.
    fn reached(&self) -> Objects {
        let reached = reached(self.objects(), (self.roots)());
        reached.iter().zip(&self.all()).map(|(&is_reached, &is_object)| is_reached && is_object).collect()
    }

    /// Evaluates a property of the whole heap on all objects that are not garbage, or on all if garbage is kept. After
    /// a dereference of null the result is definite only if both agree.
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

/// Whether two values are the same; `None` if one is not bound.
fn same(left: Binding, right: Binding) -> Option<Truth> {
    Some(match (left, right) {
        (Binding::Unbound, _) | (_, Binding::Unbound) => return None,
        // Which object it is, is not known.
        (Binding::To(Value::SOME | Value::GIVEN_OBJECT), Binding::To(Value::Opaque(_) | Value::Library(_)))
        | (Binding::To(Value::Opaque(_) | Value::Library(_)), Binding::To(Value::SOME | Value::GIVEN_OBJECT)) => {
            Truth::Unknown
        }
        (Binding::To(left), Binding::To(right)) => (left == right).into(),
        _ => Truth::Unknown,
    })
}

/// The chain of a collection of the library.
struct Links {
    chain: &'static Chain,
    /// Its cells or entries, as far as they are known.
    known: Vec<ObjectId>,
    /// Whether there are no others.
    is_whole: bool,
}

/// The cells or entries of an object; `None` if it is no collection that is a chain.
fn links(machine: &Machine<'_>, object: ObjectId) -> Option<Links> {
    let (objects, program) = (&machine.objects, machine.setting.program);
    let Some(CollectionPart::Collection { chain, .. }) =
        program.class_named(objects[object].class).and_then(|class| program.collection_part(class))
    else {
        return None;
    };
    let value = |object: ObjectId, field| objects[object].fields.get(field).map(|value| machine.known(value));
    let (mut known, mut next) = (Vec::new(), value(object, FIRST));
    let mut seen = IndexVec::filled(false, objects.len());
    while let Some(Value::Object(link)) = next {
        // A ring, while methods of the library are at work.
        if objects[link].class != chain.link || std::mem::replace(&mut seen[link], true) {
            return Some(Links { chain, known, is_whole: false });
        }
        known.push(link);
        next = value(link, NEXT);
    }
    Some(Links { chain, known, is_whole: next == Some(Value::Null) })
}

/// Whether a path of at least one selector (one of those given, or any if none is) leads from an object to a value. A
/// reference that is not tracked may be null.
fn reaches(machine: &Machine<'_>, from: ObjectId, to: Value, selectors: &[String]) -> Truth {
    let objects = &machine.objects;
    let mut otherwise = Truth::False;
    let mut open = vec![from];
    let mut seen = IndexVec::filled(false, objects.len());
    while let Some(object) = open.pop() {
        for (field, value) in objects[object].fields.iter() {
            if !selectors.is_empty() && !selectors.iter().any(|s| s == field) {
                continue;
            }
            let value = machine.known(value);
            if value == to {
                return Truth::True;
            }
            if to == Value::Null
                && (matches!(value, Value::Unset | Value::Undefined) || machine.is_open_reference(value))
            {
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

/// The objects reachable from the roots, roots included.
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

/// Among these objects, no object has two incoming selectors, and there is no cycle.
fn is_tree(objects: &IndexVec<ObjectId, Object<'_>>, which: &Objects) -> bool {
    sharing(objects, which) == (false, false)
}

/// Among these objects, selectors form no cycle.
fn is_acyclic(objects: &IndexVec<ObjectId, Object<'_>>, which: &Objects) -> bool {
    !sharing(objects, which).1
}

/// Whether some of these objects have several incoming selectors from them, and whether there is a cycle.
fn sharing(objects: &IndexVec<ObjectId, Object<'_>>, which: &Objects) -> (bool, bool) {
    let inside = || which.iter_enumerated().filter(|&(_, &is)| is).map(|(object, _)| object);
    let mut incoming = IndexVec::filled(0_usize, objects.len());
    for next in inside().flat_map(|object| targets(objects, object)) {
        incoming[next] += 1;
    }
    let shared = incoming.iter().any(|&n| n > 1);
    // If objects without predecessors are removed repeatedly, those that remain are on a cycle or reachable from one.
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

/// The value of a name: `x` is the variable of the innermost frame that declares it, `m::x` that of the innermost frame
/// of `m` that does, and the result is that of the entry procedure.
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
    use crate::{Lifetime, Symbol};
    use base::Idx;

    fn memory(edges: &[(usize, usize)], count: usize) -> IndexVec<ObjectId, Object<'static>> {
        const NAMES: [&str; 4] = ["a", "b", "c", "d"];
        let object = || Object {
            class: "N",
            fields: Named::default(),
            vertex: None,
            declared: None,
            lifetime: Lifetime::Live,
            block: None,
        };
        let mut objects: IndexVec<ObjectId, Object<'_>> = (0..count).map(|_| object()).collect();
        for &(from, to) in edges {
            let fields = &mut objects[ObjectId::at(from)].fields;
            fields.insert(NAMES[fields.values().count()], Value::Object(ObjectId::at(to)));
        }
        objects
    }

    /// It is compared with nothing: it may be any value.
    #[test]
    fn what_is_open_is_bound_to_no_value() {
        let open = [Value::Unset, Value::Undefined, Value::Open(Symbol::at(0)), Value::Given(VertexId::at(0))];
        assert!(open.into_iter().all(|value| Binding::of(value) == Binding::Unknown));
        assert_eq!(Binding::of(Value::Number(7)), Binding::To(Value::Number(7)));
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
