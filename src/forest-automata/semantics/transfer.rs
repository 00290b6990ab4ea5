//! The effect of operations on sets of memories.

use super::layout::Layout;
use super::{Fault, ForestProgram, ForestState};
use base::{Idx, Stop, msg};
use program::arithmetic::{binary, unary};
use program::objects::{
    ClassId, Comparison, Condition, FieldId, LocalId, Operand, Operation, OperationEdge, Role, Rvalue, Storage,
};
use tree_automata::forest::{Forest, Leaf, NodeKind, Part, RootId, Selector, Value};

/// What comes of an operation.
enum Outcome {
    Goes(Forest),
    Faults(Forest, Fault),
}

/// Where an access leads.
pub(super) enum Access {
    Node(RootId, Selector),
    Fault(Fault),
}

/// An object as a part of another one.
#[derive(Clone, Copy)]
struct Embedding {
    /// What the other one is.
    outer: NodeKind,
    /// Which part of it.
    at: Part,
    /// What the object is.
    inner: NodeKind,
}

impl ForestProgram {
    /// The successors of a state by an edge that is no call.
    pub(super) fn execute(
        &mut self,
        state: &ForestState,
        edge: &OperationEdge,
        forest: Forest,
        states: &mut Vec<ForestState>,
    ) -> Result<(), Stop> {
        for outcome in self.apply(state, edge, forest)? {
            match outcome {
                Outcome::Goes(forest) => self.arrive(forest, state.procedure, edge.target, states)?,
                Outcome::Faults(forest, fault) => self.fault(state, edge, forest, fault, states)?,
            }
        }
        Ok(())
    }

    /// The state after a fault, or those of the handler of a dereference of null.
    pub(super) fn fault(
        &mut self,
        state: &ForestState,
        edge: &OperationEdge,
        forest: Forest,
        fault: Fault,
        states: &mut Vec<ForestState>,
    ) -> Result<(), Stop> {
        if fault == Fault::NullDereference
            && let Some((handler, class)) = edge.on_null.zip(self.program.null_dereference)
        {
            let mut forest = forest;
            let exception = self.program.procedures[state.procedure].exception;
            self.allocate(&mut forest, exception, class);
            return self.arrive(forest, state.procedure, handler, states);
        }
        let forest = self.intern(forest);
        states.push(ForestState { fault: Some(fault), forest, ..*state });
        Ok(())
    }

    fn apply(&mut self, state: &ForestState, edge: &OperationEdge, mut forest: Forest) -> Result<Vec<Outcome>, Stop> {
        let goes = |forest| Ok(vec![Outcome::Goes(forest)]);
        match &edge.operation {
            Operation::Skip | Operation::Call(_) => goes(forest),
            Operation::Assign { target, value } => {
                forest.registers[target.index()] = self.value(state, &forest, *target, value);
                goes(forest)
            }
            Operation::Assume(condition) => match self.condition(state, &forest, condition)? {
                Some(false) => Ok(Vec::new()),
                Some(true) => goes(forest),
                None => {
                    self.assume(&mut forest, condition);
                    goes(forest)
                }
            },
            Operation::GiveUp(_) | Operation::GiveUpMemory { .. } => {
                Ok(vec![Outcome::Faults(forest, Fault::NotFollowed)])
            }
            Operation::Fail(failure) => Ok(vec![Outcome::Faults(forest, Fault::Failed(*failure))]),
            Operation::RequireNonNull(operand) => match self.operand(&forest, *operand).leaf {
                Leaf::Null => Ok(vec![Outcome::Faults(forest, Fault::NullDereference)]),
                Leaf::Unknown if self.is_manual() => Err(self.unknown(state, *operand)),
                Leaf::Unknown => {
                    let [null, object] = cases(forest, *operand);
                    Ok(vec![Outcome::Faults(null, Fault::NullDereference), Outcome::Goes(object)])
                }
                _ => goes(forest),
            },
            Operation::Load { target, base, field } => self.load(state, forest, *target, *base, *field),
            Operation::Store { base, field, value } => self.store(state, forest, *base, *field, *value),
            Operation::New { target, class } => {
                self.allocate(&mut forest, *target, *class);
                goes(forest)
            }
            Operation::Free(operand) => self.free(state, forest, *operand),
            Operation::End(local) => {
                let value = forest.registers[local.index()];
                match value.root() {
                    Some(root) => self.remove(forest, root),
                    None => goes(forest),
                }
            }
        }
    }

    /// A new object with default values.
    fn allocate(&mut self, forest: &mut Forest, target: LocalId, class: ClassId) {
        let mut values = Vec::new();
        for field in self.layout.plain(class) {
            let is_reference = self.program.fields[field].ty.is_reference();
            let default = if is_reference { Leaf::Null } else { Leaf::Integer(0) };
            values.push((self.layout.selector(Part::WHOLE, field), Value::from(default)));
        }
        let root = forest.create(&mut self.alphabet, Layout::kind(class), values);
        forest.registers[target.index()] = Value::reference(root, Part::WHOLE);
    }

    /// The forests in which the node at a root is of one kind.
    pub(super) fn by_kind(&mut self, forest: Forest, root: RootId) -> Vec<(Forest, NodeKind)> {
        forest.split_by_kind(&self.alphabet, root)
    }

    /// Where an access to a field leads.
    pub(super) fn access(
        &mut self,
        state: &ForestState,
        forest: Forest,
        base: LocalId,
        field: FieldId,
    ) -> Result<Vec<(Forest, Access)>, Stop> {
        let value = forest.registers[base.index()];
        let fault = |forest, fault| Ok(vec![(forest, Access::Fault(fault))]);
        let root = match value.leaf {
            Leaf::Reference(root) => root,
            Leaf::Null => return fault(forest, Fault::NullDereference),
            Leaf::Undefined => return fault(forest, Fault::UndefinedDereference),
            Leaf::Dangling => return fault(forest, Fault::DanglingDereference),
            Leaf::Object => return fault(forest, Fault::NotFollowed),
            Leaf::Unknown if !self.is_manual() => {
                let [null, object] = cases(forest, Operand::Local(base));
                let faults = [(null, Fault::NullDereference), (object, Fault::NotFollowed)];
                return Ok(faults.map(|(forest, fault)| (forest, Access::Fault(fault))).into());
            }
            Leaf::Unknown | Leaf::Integer(_) | Leaf::Number => return Err(self.unknown(state, Operand::Local(base))),
        };
        if self.layout.inside_of(value.part).is_some() {
            return fault(forest, Fault::OutsideDereference);
        }
        let mut found = Vec::new();
        for (forest, kind) in self.by_kind(forest, root) {
            let Some(part) = self.layout.with_field(kind, value.part, field) else {
                return Err(self.other_type(state, base));
            };
            found.push((forest, Access::Node(root, self.layout.selector(part, field))));
        }
        Ok(found)
    }

    fn load(
        &mut self,
        state: &ForestState,
        forest: Forest,
        target: LocalId,
        base: LocalId,
        field: FieldId,
    ) -> Result<Vec<Outcome>, Stop> {
        if self.program.fields[field].role != Role::Plain {
            return self.address(state, forest, target, base, field);
        }
        let mut outcomes = Vec::new();
        for (forest, access) in self.access(state, forest, base, field)? {
            match access {
                Access::Fault(fault) => outcomes.push(Outcome::Faults(forest, fault)),
                Access::Node(root, selector) => {
                    for (mut forest, value) in forest.load(&mut self.alphabet, root, selector)? {
                        forest.registers[target.index()] = value;
                        outcomes.push(Outcome::Goes(forest));
                    }
                }
            }
        }
        Ok(outcomes)
    }

    /// The address of a part, or of what is around it.
    fn address(
        &mut self,
        state: &ForestState,
        forest: Forest,
        target: LocalId,
        base: LocalId,
        field: FieldId,
    ) -> Result<Vec<Outcome>, Stop> {
        let value = forest.registers[base.index()];
        let root = match value.leaf {
            Leaf::Reference(root) => root,
            Leaf::Null => return Ok(vec![Outcome::Faults(forest, Fault::NullDereference)]),
            Leaf::Undefined | Leaf::Dangling => {
                let mut forest = forest;
                forest.registers[target.index()] = value;
                return Ok(vec![Outcome::Goes(forest)]);
            }
            Leaf::Unknown | Leaf::Object | Leaf::Integer(_) | Leaf::Number => {
                return Err(self.unknown(state, Operand::Local(base)));
            }
        };
        let role = self.program.fields[field].role;
        let mut outcomes = Vec::new();
        for (mut forest, kind) in self.by_kind(forest, root) {
            let part = match (role, self.layout.inside_of(value.part)) {
                // Down from an outside address to what it is above of.
                (Role::Part { .. }, Some((inner, container))) => {
                    let down = self.program.fields[container].role;
                    (down == Role::Container(field)).then_some(inner)
                }
                (Role::Part { .. }, None) => {
                    let around = self.layout.with_field(kind, value.part, field);
                    around.and_then(|around| self.layout.below(kind, around, field))
                }
                (Role::Container(down), None) => {
                    let above = self.layout.above(kind, value.part, down);
                    above.or_else(|| Some(self.layout.outside(value.part, field)))
                }
                (Role::Container(_), Some(_)) => Some(self.layout.outside(value.part, field)),
                (Role::Plain, _) => unreachable!("no address"),
            };
            match part {
                Some(part) => {
                    forest.registers[target.index()] = Value::reference(root, part);
                    outcomes.push(Outcome::Goes(forest));
                }
                None if self.layout.inside_of(value.part).is_none() => return Err(self.other_type(state, base)),
                None => outcomes.push(Outcome::Faults(forest, Fault::OutsideDereference)),
            }
        }
        Ok(outcomes)
    }

    fn store(
        &mut self,
        state: &ForestState,
        forest: Forest,
        base: LocalId,
        field: FieldId,
        value: Operand,
    ) -> Result<Vec<Outcome>, Stop> {
        match self.program.fields[field].role {
            Role::Container(_) => return Ok(vec![Outcome::Goes(forest)]),
            Role::Part { .. } => return self.embed(state, forest, base, field, value),
            Role::Plain => {}
        }
        let mut outcomes = Vec::new();
        let is_number = !self.program.fields[field].ty.is_reference();
        for (forest, access) in self.access(state, forest, base, field)? {
            match access {
                Access::Fault(fault) => outcomes.push(Outcome::Faults(forest, fault)),
                Access::Node(root, selector) => {
                    let mut value = self.operand(&forest, value);
                    if is_number && !value.leaf.is_number() {
                        value = Leaf::Number.into();
                    }
                    let stored = forest.store(&mut self.alphabet, root, selector, value)?;
                    outcomes.extend(stored.into_iter().map(Outcome::Goes));
                }
            }
        }
        Ok(outcomes)
    }

    /// Makes an object a part of the one that its field belongs to.
    fn embed(
        &mut self,
        state: &ForestState,
        forest: Forest,
        base: LocalId,
        field: FieldId,
        value: Operand,
    ) -> Result<Vec<Outcome>, Stop> {
        let (outer, inner) = (forest.registers[base.index()], self.operand(&forest, value));
        let (Some(outer_root), Some(inner_root)) = (outer.root(), inner.root()) else {
            return Err(self.unknown(state, Operand::Local(base)));
        };
        let mut outcomes = Vec::new();
        for (forest, outer_kind) in self.by_kind(forest, outer_root) {
            for (mut forest, inner_kind) in self.by_kind(forest, inner_root) {
                let at = self.layout.below(outer_kind, outer.part, field);
                let at = at.ok_or_else(|| Stop::Incomplete(msg!("a part of an unexpected type")))?;
                let embedding = Embedding { outer: outer_kind, at, inner: inner_kind };
                self.embed_root(&mut forest, outer_root, inner_root, embedding)?;
                outcomes.push(Outcome::Goes(forest));
            }
        }
        Ok(outcomes)
    }

    /// Moves the edges of a node to one of which it becomes a part, and references likewise.
    fn embed_root(
        &mut self,
        forest: &mut Forest,
        outer: RootId,
        inner: RootId,
        embedding: Embedding,
    ) -> Result<(), Stop> {
        let Embedding { outer: outer_kind, at, inner: inner_kind } = embedding;
        let mut selectors = Vec::new();
        for selector in self.layout.selectors(inner_kind) {
            let (part, field) = self.layout.field(selector);
            if let Some(part) = self.layout.embedded(outer_kind, at, inner_kind, part) {
                selectors.push((selector, self.layout.selector(part, field)));
            }
        }
        let mut parts = Vec::new();
        for part in (0..self.layout.part_count(inner_kind)).map(Part::at) {
            if let Some(new) = self.layout.embedded(outer_kind, at, inner_kind, part) {
                parts.push((part, new));
            }
        }
        forest.embed(&mut self.alphabet, outer, inner, &selectors, &parts)
    }

    fn free(&mut self, state: &ForestState, forest: Forest, operand: Operand) -> Result<Vec<Outcome>, Stop> {
        let value = self.operand(&forest, operand);
        let fault = |forest, fault| Ok(vec![Outcome::Faults(forest, fault)]);
        let root = match value.leaf {
            Leaf::Null => return Ok(vec![Outcome::Goes(forest)]),
            Leaf::Undefined => return fault(forest, Fault::InvalidFree),
            Leaf::Dangling => return fault(forest, Fault::DoubleFree),
            Leaf::Reference(root) => root,
            Leaf::Unknown | Leaf::Object | Leaf::Integer(_) | Leaf::Number => return Err(self.unknown(state, operand)),
        };
        let mut outcomes = Vec::new();
        for (forest, kind) in self.by_kind(forest, root) {
            let is_outside = self.layout.inside_of(value.part).is_some();
            let is_whole = !is_outside && self.layout.outermost(kind, value.part) == Part::WHOLE;
            if is_whole && self.program.storage(Layout::class(kind)) == Storage::Heap {
                outcomes.extend(self.remove(forest, root)?);
            } else {
                outcomes.push(Outcome::Faults(forest, Fault::InvalidFree));
            }
        }
        Ok(outcomes)
    }

    /// The object at a root is gone.
    fn remove(&mut self, forest: Forest, root: RootId) -> Result<Vec<Outcome>, Stop> {
        let mut outcomes = Vec::new();
        for (forest, kind) in self.by_kind(forest, root) {
            let selectors = self.layout.selectors(kind);
            let removed = forest.remove(&mut self.alphabet, root, &selectors)?;
            outcomes.extend(removed.into_iter().map(Outcome::Goes));
        }
        Ok(outcomes)
    }

    /// A number, if it is one that is followed.
    pub(super) fn number(&self, number: i64) -> Leaf {
        if self.constants.contains(&number) { Leaf::Integer(number) } else { Leaf::Number }
    }

    pub(super) fn operand(&self, forest: &Forest, operand: Operand) -> Value {
        match operand {
            Operand::Local(local) => forest.registers[local.index()],
            Operand::Null => Leaf::Null.into(),
            Operand::Integer(number) => Leaf::Integer(number).into(),
            Operand::Boolean(value) => Leaf::Integer(i64::from(value)).into(),
        }
    }

    fn value(&self, state: &ForestState, forest: &Forest, target: LocalId, value: &Rvalue) -> Value {
        let is_reference = self.program.procedures[state.procedure].locals[target].ty.is_reference();
        let number = |operand: Operand| match self.operand(forest, operand).leaf {
            Leaf::Integer(number) => Some(number),
            _ => None,
        };
        let computed = match value {
            Rvalue::Operand(operand) => {
                let value = self.operand(forest, *operand);
                return match value.leaf {
                    Leaf::Integer(number) => self.number(number).into(),
                    // A number that was never given is any number.
                    Leaf::Undefined if !is_reference => Leaf::Number.into(),
                    _ => value,
                };
            }
            Rvalue::Object | Rvalue::Opaque => return Leaf::Object.into(),
            Rvalue::Unknown if is_reference => return Leaf::Unknown.into(),
            Rvalue::Drawn if is_reference && !self.is_manual() => return Leaf::Unknown.into(),
            Rvalue::Drawn if is_reference => return Leaf::Undefined.into(),
            Rvalue::Unknown | Rvalue::Drawn => None,
            Rvalue::Unary(operator, operand) => number(*operand).map(|number| unary(*operator, number)),
            Rvalue::Binary { operator, ty, left, right } => match (number(*left), number(*right)) {
                (Some(left), Some(right)) => binary(*operator, *ty, left, right),
                _ => None,
            },
        };
        computed.map_or(Leaf::Number, |number| self.number(number)).into()
    }

    /// Whether a condition holds; `None` if both are possible.
    fn condition(&mut self, state: &ForestState, forest: &Forest, condition: &Condition) -> Result<Option<bool>, Stop> {
        Ok(match condition {
            Condition::Compare { comparison, left, right } => {
                let (a, b) = (self.operand(forest, *left), self.operand(forest, *right));
                match (a.leaf, b.leaf) {
                    (Leaf::Integer(a), Leaf::Integer(b)) => {
                        let procedure = &self.program.procedures[state.procedure];
                        Some(match procedure.compares_unsigned_64(*left, *right) {
                            true => comparison.compare(&a.cast_unsigned(), &b.cast_unsigned()),
                            false => comparison.compare(&a, &b),
                        })
                    }
                    _ => self.same_address(forest, a, b).map(|same| same == (*comparison == Comparison::Equal)),
                }
            }
            Condition::InstanceOf { operand, class, negated } => {
                let value = self.operand(forest, *operand);
                let kinds = value.root().map(|root| forest.kinds(&self.alphabet, root)).unwrap_or_default();
                let is = |kind: &NodeKind| self.program.is_subclass(Layout::class(*kind), *class);
                match value.leaf {
                    Leaf::Null => Some(*negated),
                    Leaf::Reference(_) if kinds.iter().all(is) => Some(!negated),
                    Leaf::Reference(_) if !kinds.iter().any(is) => Some(*negated),
                    _ => None,
                }
            }
            &Condition::KnownInstanceOf { operand, class, negated } => {
                let is_followed = matches!(self.operand(forest, operand).leaf, Leaf::Null | Leaf::Reference(_));
                let test = Condition::InstanceOf { operand, class, negated };
                if is_followed { self.condition(state, forest, &test)? } else { Some(false) }
            }
            Condition::Unknown | Condition::OutOfBounds { .. } | Condition::Overflows { .. } => None,
        })
    }

    /// Whether two references are equal; `None` if that is not known.
    fn same_address(&mut self, forest: &Forest, left: Value, right: Value) -> Option<bool> {
        match (left.leaf, right.leaf) {
            (Leaf::Null, Leaf::Null) => Some(true),
            (Leaf::Null, Leaf::Reference(_) | Leaf::Dangling | Leaf::Object)
            | (Leaf::Reference(_) | Leaf::Dangling | Leaf::Object, Leaf::Null) => Some(false),
            (Leaf::Reference(a), Leaf::Reference(b)) if a != b => Some(false),
            (Leaf::Reference(_), Leaf::Reference(_)) if left.part == right.part => Some(true),
            (Leaf::Reference(root), Leaf::Reference(_)) => {
                let is_outside = |part: Part| self.layout.inside_of(part).is_some();
                if is_outside(left.part) || is_outside(right.part) {
                    return Some(false);
                }
                let kinds = forest.kinds(&self.alphabet, root);
                let mut same = kinds
                    .iter()
                    .map(|&kind| self.layout.outermost(kind, left.part) == self.layout.outermost(kind, right.part));
                let first = same.next()?;
                same.all(|other| other == first).then_some(first)
            }
            _ => None,
        }
    }

    /// What a condition that may hold or not says of variables if it holds.
    fn assume(&self, forest: &mut Forest, condition: &Condition) {
        match *condition {
            Condition::Compare { comparison: Comparison::NotEqual, left: local, right: Operand::Null }
            | Condition::Compare { comparison: Comparison::NotEqual, left: Operand::Null, right: local }
            | Condition::InstanceOf { operand: local, negated: false, .. } => {
                if let Operand::Local(local) = local
                    && forest.registers[local.index()].leaf == Leaf::Unknown
                {
                    forest.registers[local.index()] = Leaf::Object.into();
                }
            }
            _ => {}
        }
        let Condition::Compare { comparison: Comparison::Equal, left, right } = condition else { return };
        for (to, from) in [(*left, *right), (*right, *left)] {
            let Operand::Local(local) = to else { continue };
            match (forest.registers[local.index()].leaf, self.operand(forest, from).leaf) {
                // An undefined pointer stays undefined: to free it is wrong.
                (Leaf::Unknown, Leaf::Null) => forest.registers[local.index()] = Leaf::Null.into(),
                (Leaf::Number, Leaf::Integer(number)) => forest.registers[local.index()] = self.number(number).into(),
                _ => {}
            }
        }
    }

    fn other_type(&self, state: &ForestState, local: LocalId) -> Stop {
        let name = &self.program.procedures[state.procedure].locals[local].name;
        Stop::Incomplete(msg!("`{name}` refers to an object of another type than its own"))
    }

    pub(super) fn unknown(&self, state: &ForestState, operand: Operand) -> Stop {
        let name = match operand {
            Operand::Local(local) => self.program.procedures[state.procedure].locals[local].name.as_str(),
            Operand::Null | Operand::Integer(_) | Operand::Boolean(_) => "a constant",
        };
        Stop::Incomplete(msg!("`{name}` is dereferenced, but the analysis does not know what it refers to"))
    }
}

/// The memories in which a pointer of which nothing is known is null, and in which it is not.
pub(super) fn cases(forest: Forest, operand: Operand) -> [Forest; 2] {
    [Leaf::Null, Leaf::Object].map(|leaf| {
        let mut forest = forest.clone();
        if let Operand::Local(local) = operand {
            forest.registers[local.index()] = leaf.into();
        }
        forest
    })
}
