//! The effect of operations on heaps.

use std::rc::Rc;

use smallvec::{SmallVec, smallvec};

use super::layout::{FieldInfo, NOWHERE};
use super::structures::Structure;
use super::{FactsId, HeapProgram, HeapState, Instance, Point, PointKind, Semantics};
use base::{Message, Stop, msg};
use heap_grammar::grammar::Unbounded;
use heap_grammar::heap::{Constant, ExternalOrder, Heap, TypeId, Untracked, Variable, VertexId};
use program::arithmetic::{binary, unary};
use program::cfa::{EdgeId, Location, ProcedureId};
use program::objects::{
    ClassId, Comparison, Condition, FieldId, LocalId, Operand, Operation, OperationEdge, Role, Rvalue, Sites,
};
use rsm::Step;

/// The value of an operand in one heap.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum AbstractValue {
    /// A reference: an object or null.
    Reference(VertexId),
    /// A reference to an object that is gone.
    Gone(VertexId),
    /// A number, or a boolean as 0 or 1.
    Number(i64),
    /// A reference to some object that is not followed, of which this constant says what is known.
    Untracked(Variable),
    /// Null or a reference to some object that is not followed, read from another one: if null matters, nothing is known of the run.
    Beyond,
    /// Any value; a reference is null or to some object that is not followed. In programs that manage their memory it has no value, and
    /// must not be used.
    Unknown,
}

/// The effect of an operation on one heap.
#[derive(Clone)]
pub(super) enum Effect {
    /// The run continues with this heap.
    Goes(Heap),
    /// The operation cannot be executed: it dereferences null, or uses memory wrongly.
    Faults(Heap),
    /// The operation uses an object that is not followed, or is not modelled: nothing is known of what the run does from here.
    Leaves(Heap),
}

/// An edge that is executed in a state.
#[derive(Clone, Copy)]
pub(super) struct ActiveEdge<'a> {
    pub from: HeapState,
    pub instance: Instance,
    pub id: EdgeId,
    pub edge: &'a OperationEdge,
}

impl HeapProgram {
    /// The successors of a state at a location with edges.
    pub(super) fn execute(
        &mut self,
        state: HeapState,
        instance: Instance,
        location: Location,
        states: &mut Vec<HeapState>,
    ) -> Result<Step, Stop> {
        let model = Rc::clone(&self.semantics.model);
        let procedure_id = self.semantics.points.instance(instance).procedure;
        let heap = self.source_heap(state);
        for (id, edge) in model.program.procedures[procedure_id].cfa.edges_from(location) {
            if self.is_untaken(procedure_id, id) {
                continue;
            }
            let at = ActiveEdge { from: state, instance, id, edge };
            if let Operation::Call(call) = &edge.operation {
                return self.call(at, call, &heap, states);
            }
            // What facts say of a heap, they say of each that it stands for.
            let concrete = if self.facts.is_some() { self.semantics.concrete_for(instance, edge, &heap) } else { None };
            for heap in concrete.as_deref().unwrap_or(std::slice::from_ref(&heap)) {
                self.execute_edge(at, heap, states)?;
            }
        }
        Ok(Step::Internal)
    }

    /// Whether values never compare so that a run takes an edge.
    fn is_untaken(&self, procedure: ProcedureId, edge: EdgeId) -> bool {
        self.semantics.model.unknown.contents.is_untaken(procedure, edge)
    }

    /// Whether some edge from a point is not taken, as values never compare so there, or there is only one, with a condition that always holds.
    pub fn leaves_out_edges(&self, point: Point) -> bool {
        let PointKind::At(instance, location) = self.semantics.points.kind(point) else { return false };
        let id = self.semantics.points.instance(instance).procedure;
        let edges = || self.semantics.model.program.procedures[id].cfa.edges_from(location);
        let is_assumed =
            edges().count() == 1 && edges().all(|(_, edge)| matches!(edge.operation, Operation::Assume(_)));
        is_assumed || edges().any(|(edge, _)| self.is_untaken(id, edge))
    }

    /// The successors along an edge without a call.
    fn execute_edge(&mut self, at: ActiveEdge<'_>, heap: &Heap, states: &mut Vec<HeapState>) -> Result<(), Stop> {
        let ActiveEdge { from, instance, edge, .. } = at;
        for effect in self.semantics.apply(instance, edge, heap)? {
            match effect {
                Effect::Goes(after) => {
                    let point = self.semantics.points.at(instance, edge.target);
                    let facts = self.facts_after(at, heap, &after, point);
                    let structures = self.semantics.structures(&after, point);
                    if structures.is_empty() {
                        self.add_states(from, after, point, &facts, states)?;
                    }
                    for Structure { heap, forgotten } in structures {
                        let facts = self.facts_without(&facts, &forgotten);
                        self.add_states(from, heap, point, &facts, states)?;
                    }
                }
                Effect::Faults(heap) => self.dereference_null(at, heap, states)?,
                Effect::Leaves(heap) => self.leave(at, heap, states)?,
            }
        }
        Ok(())
    }

    /// Settles a heap at a point to which a step or call leads from a state, and appends the states with one of the facts that are not in
    /// `out` yet.
    pub(super) fn add_states(
        &mut self,
        from: HeapState,
        heap: Heap,
        point: Point,
        facts: &[FactsId],
        out: &mut Vec<HeapState>,
    ) -> Result<(), Stop> {
        if facts.is_empty() {
            return Ok(());
        }
        let (heaps, loses) = self.normalise(heap, point)?;
        for heap in heaps {
            for &facts in facts {
                let state = HeapState { point, heap, facts };
                if self.semantics.is_manual() && loses {
                    self.losses.insert((from, state));
                }
                if !out.contains(&state) {
                    out.push(state);
                }
            }
        }
        Ok(())
    }

    /// The successors if an edge dereferences null: its error state, or an exception. Other errors are not handled.
    pub(super) fn dereference_null(
        &mut self,
        at: ActiveEdge<'_>,
        mut heap: Heap,
        states: &mut Vec<HeapState>,
    ) -> Result<(), Stop> {
        let ActiveEdge { from, instance, id, edge } = at;
        if !self.facts_allow(from, &heap) {
            return Ok(());
        }
        let fault = self.semantics.points.fault(instance, id);
        let Some((handler, class)) = edge.on_null.zip(self.semantics.model.program.null_dereference) else {
            states.push(self.fault_state(fault, heap)?);
            return Ok(());
        };
        let handler = self.semantics.points.at(instance, handler);
        let facts = self.facts_thrown(at, &heap, handler);
        if facts.is_empty() {
            return Ok(());
        }
        self.thrown.insert(fault);
        let exception = heap.add_vertex(self.semantics.layout.types[class]);
        self.semantics.set_defaults(&mut heap, exception, class);
        let procedure = self.semantics.procedure(instance);
        heap.bind(self.semantics.points.variable(instance, procedure.exception), exception);
        self.add_states(from, heap, handler, &facts, states)
    }

    /// The state in which a run is given up that uses an object that is not followed: the error state of the edge, in whose heap it is no
    /// null that is dereferenced.
    pub(super) fn leave(
        &mut self,
        ActiveEdge { from, instance, id, .. }: ActiveEdge<'_>,
        heap: Heap,
        states: &mut Vec<HeapState>,
    ) -> Result<(), Stop> {
        if self.facts_allow(from, &heap) {
            states.push(self.fault_state(self.semantics.points.fault(instance, id), heap)?);
        }
        Ok(())
    }

    fn fault_state(&mut self, point: Point, heap: Heap) -> Result<HeapState, Stop> {
        Ok(HeapState { point, heap: self.heaps.intern(heap, ExternalOrder::Fixed)?, facts: FactsId::NONE })
    }
}

impl Semantics {
    /// The effects of the operation of an edge on a heap, unless it is a call.
    pub(super) fn apply(
        &self,
        instance: Instance,
        edge: &OperationEdge,
        heap: &Heap,
    ) -> Result<SmallVec<[Effect; 2]>, Stop> {
        let variable = |local: LocalId| self.points.variable(instance, local);
        let goes = |heap| Ok(smallvec![Effect::Goes(heap)]);
        match &edge.operation {
            Operation::Skip | Operation::Call(_) => goes(heap.clone()),
            Operation::Assign { target, value } => {
                let mut heap = heap.clone();
                if self.is_manual() && *value == Rvalue::Unknown && self.is_reference(instance, *target) {
                    let why = msg!("a pointer is read whose value the analysis does not know");
                    return Err(Stop::Incomplete(why));
                }
                let value = self.value(instance, &heap, *target, value);
                self.assign(&mut heap, instance, *target, value);
                goes(heap)
            }
            Operation::Assume(condition) => match self.condition(instance, heap, condition) {
                Some(false) => Ok(SmallVec::new()),
                Some(true) => goes(heap.clone()),
                None if self.needs_object(instance, edge, heap, condition) => {
                    Ok(smallvec![Effect::Leaves(heap.clone())])
                }
                None => goes(self.assuming(instance, heap.clone(), condition)),
            },
            Operation::GiveUp(_) | Operation::GiveUpMemory { .. } => Ok(smallvec![Effect::Leaves(heap.clone())]),
            Operation::Fail(_) if self.is_manual() => Ok(smallvec![Effect::Faults(heap.clone())]),
            Operation::Free(operand) if self.is_manual() => self.free(instance, heap, *operand),
            Operation::End(local) if self.is_manual() => self.end(instance, heap, *local),
            Operation::Fail(failure) => Err(Stop::Incomplete(msg!(
                "a run may end here ({}), which the analysis does not know",
                failure.words()
            ))),
            Operation::Free(_) | Operation::End(_) => Err(Stop::Incomplete(msg!(
                "the program frees memory that is collected, which the analysis does not know"
            ))),
            Operation::RequireNonNull(operand) => match self.operand(instance, heap, *operand) {
                AbstractValue::Reference(vertex) if Some(vertex) == heap.null() => {
                    Ok(smallvec![Effect::Faults(heap.clone())])
                }
                AbstractValue::Unknown if !self.is_manual() => {
                    let (null, object) = self.cases(instance, heap, *operand);
                    Ok(smallvec![Effect::Faults(null), Effect::Goes(object)])
                }
                AbstractValue::Beyond => {
                    let (_, object) = self.cases(instance, heap, *operand);
                    Ok(smallvec![Effect::Leaves(heap.clone()), Effect::Goes(object)])
                }
                _ => goes(heap.clone()),
            },
            Operation::Load { target, base, field } if !self.is_followed(instance, heap, *base) => {
                if let Some(effects) = self.load_opaque(instance, heap, *target, *base, *field) {
                    return Ok(effects);
                }
                Ok(self.beyond(instance, heap, *base, |mut object| {
                    let value = self.read_beyond(instance, *base, *field);
                    self.assign(&mut object, instance, *target, value);
                    Effect::Goes(object)
                }))
            }
            // Loads tell what the program stores there, whenever it does.
            Operation::Store { base, .. } if self.opaque_sites(instance, heap, *base).is_some() => goes(heap.clone()),
            Operation::Store { base, field, .. } if !self.is_followed(instance, heap, *base) => {
                Ok(self.beyond(instance, heap, *base, |object| match self.layout.fields[*field].selector {
                    NOWHERE => Effect::Goes(object),
                    _ => Effect::Leaves(object),
                }))
            }
            Operation::Load { target, base, field } if self.is_remembered(*field) => {
                self.load_untracked(instance, heap, *target, *base, *field)
            }
            Operation::Load { target, base, field } => {
                if let Some(effect) = self.address(instance, heap, *target, *base, *field)? {
                    return Ok(smallvec![effect]);
                }
                self.on_field(instance, heap, *base, *field, |mut heap, object| {
                    let value = match heap.target(object, self.layout.fields[*field].selector) {
                        Some(vertex) => self.shown(*field, self.of_vertex(&heap, vertex)),
                        None if self.model.unknown.may_hold.is_weak(*field) => self.read_weak(*field),
                        None => AbstractValue::Unknown,
                    };
                    self.assign(&mut heap, instance, *target, value);
                    heap
                })
            }
            Operation::Store { base, field, value } => {
                if let Some(object) = self.stores_null(instance, heap, *field, *value) {
                    let mut effects = match object {
                        Some(object) => self.apply(instance, edge, &object)?,
                        None => SmallVec::new(),
                    };
                    effects.push(Effect::Leaves(heap.clone()));
                    return Ok(effects);
                }
                if let Some(effects) = self.store_untracked(instance, heap, *base, *field, *value) {
                    return Ok(effects);
                }
                self.on_field(instance, heap, *base, *field, |mut heap, object| {
                    let FieldInfo { selector, untracked, .. } = self.layout.fields[*field];
                    if selector == NOWHERE {
                        return heap;
                    }
                    match self.operand(instance, &heap, *value) {
                        AbstractValue::Reference(vertex) if untracked && Some(vertex) != heap.null() => {
                            let any = heap.constant(self.constants.of(Untracked::Any));
                            heap.set_selector(object, selector, any);
                        }
                        AbstractValue::Reference(vertex) | AbstractValue::Gone(vertex) => {
                            heap.set_selector(object, selector, vertex)
                        }
                        AbstractValue::Number(number) => match self.model.alphabet.find_integer(number) {
                            Some(constant) => {
                                let vertex = heap.constant(constant);
                                heap.set_selector(object, selector, vertex);
                            }
                            None => heap.remove_selector(object, selector),
                        },
                        AbstractValue::Untracked(known) => {
                            let vertex =
                                heap.constant(self.constants.kept_in((heap.vertex_type(object), selector), known));
                            heap.set_selector(object, selector, vertex);
                        }
                        AbstractValue::Beyond => {
                            let vertex = heap.constant(self.constants.of(Untracked::Beyond));
                            heap.set_selector(object, selector, vertex);
                        }
                        AbstractValue::Unknown
                            if self.is_manual() || self.layout.fields[*field].primitive || untracked =>
                        {
                            heap.remove_selector(object, selector)
                        }
                        AbstractValue::Unknown => {
                            let vertex = heap.constant(self.constants.of(Untracked::Maybe));
                            heap.set_selector(object, selector, vertex);
                        }
                    }
                    heap
                })
            }
            Operation::New { target, class } if let Some(sites) = self.opaque_place(instance, edge, heap, *class) => {
                let mut heap = heap.clone();
                let object = self.constants.of_made(*class, sites);
                self.assign(&mut heap, instance, *target, AbstractValue::Untracked(object));
                goes(heap)
            }
            Operation::New { target, class } if self.model.unknown.may_hold.is_made(&self.model.program, *class) => {
                let mut heap = heap.clone();
                let object = self.constants.of_made(*class, Sites::default());
                self.assign(&mut heap, instance, *target, AbstractValue::Untracked(object));
                goes(heap)
            }
            Operation::New { target, class } => {
                let mut heap = heap.clone();
                let object = heap.add_vertex(self.layout.types[*class]);
                self.set_defaults(&mut heap, object, *class);
                heap.bind(variable(*target), object);
                goes(heap)
            }
        }
    }

    /// The effect of a load that is arithmetic on an address without an object; `None` if it is an access to one.
    fn address(
        &self,
        instance: Instance,
        heap: &Heap,
        target: LocalId,
        base: LocalId,
        field: FieldId,
    ) -> Result<Option<Effect>, Stop> {
        if !self.is_manual() || self.model.program.fields[field].role == Role::Plain {
            return Ok(None);
        }
        match self.operand(instance, heap, Operand::Local(base)) {
            value @ (AbstractValue::Gone(_) | AbstractValue::Unknown) => {
                let mut heap = heap.clone();
                self.assign(&mut heap, instance, target, value);
                Ok(Some(Effect::Goes(heap)))
            }
            AbstractValue::Reference(object) if heap.is_object(object) && self.is_outside(heap, object, field) => {
                let name = &self.procedure(instance).locals[base].name;
                Err(Stop::Incomplete(msg!(
                    "`{name}` refers to no part of the object whose address is computed from it, which the analysis does not \
                     follow; forest automata do (`\"analysis\": \"forest\"`)"
                )))
            }
            _ => Ok(None),
        }
    }

    /// The heaps in which the field is concrete that an edge reads or writes, if it is hidden in one.
    fn concrete_for(&self, instance: Instance, edge: &OperationEdge, heap: &Heap) -> Option<Vec<Heap>> {
        let (Operation::Load { base, field, .. } | Operation::Store { base, field, .. }) = edge.operation else {
            return None;
        };
        let mut object = heap.variable(self.points.variable(instance, base)).filter(|&base| heap.is_object(base))?;
        if self.is_manual() {
            object = self.with_field(heap, object, field).ok()?;
        }
        let FieldInfo { selector, untracked, .. } = self.layout.fields[field];
        if selector == NOWHERE || untracked || heap.target(object, selector).is_some() {
            return None;
        }
        self.model.grammar().materialise(heap, object, selector).ok().filter(|concrete| !concrete.is_empty())
    }

    /// Executes a field access on every heap in which materialisation makes the field concrete.
    pub(super) fn on_field(
        &self,
        instance: Instance,
        heap: &Heap,
        base: LocalId,
        field: FieldId,
        effect: impl Fn(Heap, VertexId) -> Heap,
    ) -> Result<SmallVec<[Effect; 2]>, Stop> {
        let faults = || Ok(smallvec![Effect::Faults(heap.clone())]);
        let mut object = match heap.variable(self.points.variable(instance, base)) {
            Some(object) if Some(object) == heap.null() => return faults(),
            Some(object) if heap.vertex_type(object) == TypeId::FREED => return faults(),
            Some(object) => object,
            None => return faults(),
        };
        if self.is_manual() {
            object = self.with_field(heap, object, field)?;
        }
        let info = self.layout.fields[field];
        if info.selector == NOWHERE || info.untracked || heap.target(object, info.selector).is_some() {
            return Ok(smallvec![Effect::Goes(effect(heap.clone(), object))]);
        }
        let concrete = match self.model.grammar().materialise(heap, object, info.selector) {
            Ok(concrete) => concrete,
            Err(Unbounded { label, .. }) => {
                let alphabet = &self.model.alphabet;
                let (name, label) = (&self.model.program.fields[field].name, alphabet.nonterminal(label).origin);
                let label = Message::verbatim(&alphabet.nonterminal(label).name);
                return Err(Stop::Incomplete(msg!(
                    "there are too many ways in which an edge {label} may hide the field `{name}`; rules of {label} that \
                     have the field themselves would help, or fewer propositions about paths and cycles at a time"
                )));
            }
        };
        // A pointer that was never stored has no value.
        let may_lack = self.is_manual() && self.model.program.fields[field].role == Role::Plain;
        if concrete.is_empty() && !info.primitive && !may_lack {
            let ty = Message::verbatim(self.model.alphabet.type_name(heap.vertex_type(object)));
            let name = &self.model.program.fields[field].name;
            return Err(Stop::Incomplete(msg!(
                "an object of type {ty} has no field `{name}`: neither a selector edge of the heap nor a rule of the \
                 grammar gives it one; add it to the initial heap and the grammar"
            )));
        }
        if concrete.is_empty() {
            return Ok(smallvec![Effect::Goes(effect(heap.clone(), object))]);
        }
        // Materialisation preserves the ids of existing vertices.
        Ok(concrete.into_iter().map(|heap| Effect::Goes(effect(heap, object))).collect())
    }

    /// Sets the fields of a new object to null, 0 or false.
    fn set_defaults(&self, heap: &mut Heap, object: VertexId, class: ClassId) {
        for ancestor in self.model.program.ancestry(class) {
            for &field in &self.model.program.classes[ancestor].fields {
                let info = self.layout.fields[field];
                if info.selector != NOWHERE {
                    let constant = if info.primitive { Variable::ZERO } else { Variable::NULL };
                    let default = heap.constant(constant);
                    heap.set_selector(object, info.selector, default);
                }
            }
        }
    }

    /// `target := value`; a number that is not tracked makes the variable unknown.
    pub(super) fn assign(&self, heap: &mut Heap, instance: Instance, target: LocalId, value: AbstractValue) {
        let variable = self.points.variable(instance, target);
        match value {
            AbstractValue::Reference(vertex) | AbstractValue::Gone(vertex) => heap.bind(variable, vertex),
            AbstractValue::Number(number) => match self.model.alphabet.find_integer(number) {
                Some(constant) => {
                    let vertex = heap.constant(constant);
                    heap.bind(variable, vertex);
                }
                None => heap.unbind(variable),
            },
            AbstractValue::Untracked(known) => {
                let vertex = heap.constant(known);
                heap.bind(variable, vertex);
            }
            AbstractValue::Beyond => {
                let vertex = heap.constant(self.constants.of(Untracked::Beyond));
                heap.bind(variable, vertex);
            }
            AbstractValue::Unknown => heap.unbind(variable),
        }
    }

    /// The value of an operand.
    pub(super) fn operand(&self, instance: Instance, heap: &Heap, operand: Operand) -> AbstractValue {
        match operand {
            Operand::Local(local) => match heap.variable(self.points.variable(instance, local)) {
                Some(vertex) => self.of_vertex(heap, vertex),
                None => AbstractValue::Unknown,
            },
            Operand::Null => heap.null().map_or(AbstractValue::Unknown, AbstractValue::Reference),
            Operand::Integer(number) => AbstractValue::Number(number),
            Operand::Boolean(value) => AbstractValue::Number(i64::from(value)),
        }
    }

    pub(super) fn of_vertex(&self, heap: &Heap, vertex: VertexId) -> AbstractValue {
        match heap.vertex_type(vertex) {
            TypeId::INT => {}
            TypeId::FREED => return AbstractValue::Gone(vertex),
            _ => return AbstractValue::Reference(vertex),
        }
        let constants = heap.variables().iter().filter(|&&(_, t)| t == vertex);
        let mut values = constants.filter_map(|&(v, _)| match self.model.alphabet.constant(v) {
            Some(Constant::Integer(number)) => Some(AbstractValue::Number(number)),
            Some(Constant::Untracked(Untracked::Beyond)) => Some(AbstractValue::Beyond),
            Some(Constant::Untracked(Untracked::Foreign | Untracked::Any)) => Some(AbstractValue::Untracked(v)),
            Some(Constant::Null | Constant::Untracked(Untracked::Maybe)) | None => None,
        });
        values.next().unwrap_or(AbstractValue::Unknown)
    }

    fn value(&self, instance: Instance, heap: &Heap, target: LocalId, value: &Rvalue) -> AbstractValue {
        match value {
            Rvalue::Operand(operand) => self.operand(instance, heap, *operand),
            Rvalue::Unary(operator, operand) => match self.operand(instance, heap, *operand) {
                AbstractValue::Number(number) => AbstractValue::Number(unary(*operator, number)),
                _ => AbstractValue::Unknown,
            },
            Rvalue::Binary { operator, ty, left, right } => {
                match (self.operand(instance, heap, *left), self.operand(instance, heap, *right)) {
                    (AbstractValue::Number(left), AbstractValue::Number(right)) => {
                        binary(*operator, *ty, left, right).map_or(AbstractValue::Unknown, AbstractValue::Number)
                    }
                    _ => AbstractValue::Unknown,
                }
            }
            Rvalue::Object => {
                let procedure = self.procedure(instance);
                AbstractValue::Untracked(self.object_of(procedure.locals[target].ty))
            }
            Rvalue::Opaque => AbstractValue::Untracked(self.constants.of(Untracked::Foreign)),
            Rvalue::Unknown | Rvalue::Drawn => AbstractValue::Unknown,
        }
    }

    /// Whether a condition holds; `None` if both are possible.
    fn condition(&self, instance: Instance, heap: &Heap, condition: &Condition) -> Option<bool> {
        match condition {
            Condition::Compare { comparison, left, right } => {
                match (self.operand(instance, heap, *left), self.operand(instance, heap, *right)) {
                    (AbstractValue::Number(a), AbstractValue::Number(b)) => {
                        let procedure = self.procedure(instance);
                        Some(match procedure.compares_unsigned_64(*left, *right) {
                            true => comparison.compare(&a.cast_unsigned(), &b.cast_unsigned()),
                            false => comparison.compare(&a, &b),
                        })
                    }
                    (AbstractValue::Reference(left), AbstractValue::Reference(right)) if self.is_manual() => {
                        let is_same = self.same_address(heap, left, right)?;
                        Some(is_same == (*comparison == Comparison::Equal))
                    }
                    (AbstractValue::Reference(left), AbstractValue::Reference(right)) => {
                        Some(comparison.compare(&left, &right))
                    }
                    // A dangling pointer may equal a pointer to a newer object.
                    (AbstractValue::Gone(_), AbstractValue::Reference(other))
                    | (AbstractValue::Reference(other), AbstractValue::Gone(_))
                        if Some(other) == heap.null() =>
                    {
                        Some(*comparison != Comparison::Equal)
                    }
                    (AbstractValue::Untracked(known), AbstractValue::Reference(other))
                    | (AbstractValue::Reference(other), AbstractValue::Untracked(known))
                        if self.constants.is_foreign(known) || Some(other) == heap.null() =>
                    {
                        Some(*comparison != Comparison::Equal)
                    }
                    (AbstractValue::Untracked(left), AbstractValue::Untracked(right))
                        if left == right && self.is_version(left) =>
                    {
                        Some(*comparison == Comparison::Equal)
                    }
                    _ => None,
                }
            }
            Condition::InstanceOf { operand, class, negated } => match self.operand(instance, heap, *operand) {
                AbstractValue::Reference(vertex) if Some(vertex) == heap.null() => Some(*negated),
                AbstractValue::Reference(vertex) => {
                    let own = self.layout.class(heap.vertex_type(vertex))?;
                    Some(self.model.program.is_subclass(own, *class) != *negated)
                }
                AbstractValue::Untracked(known) => self.is_instance(known, *class).map(|is| is != *negated),
                _ => None,
            },
            &Condition::KnownInstanceOf { operand, class, negated } => {
                let test = Condition::InstanceOf { operand, class, negated };
                Some(self.condition(instance, heap, &test).unwrap_or(false))
            }
            Condition::Unknown | Condition::OutOfBounds { .. } | Condition::Overflows { .. } => None,
        }
    }

    fn is_reference(&self, instance: Instance, local: LocalId) -> bool {
        let procedure = self.procedure(instance);
        procedure.locals[local].ty.is_reference()
    }
}
