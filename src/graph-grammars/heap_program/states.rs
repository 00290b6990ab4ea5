//! What a state says of the run that has come to it.

use super::transfer::AbstractValue;
use super::{HeapProgram, HeapState, Instance, Point, PointKind};
use base::{Idx, Span};
use program::Fault;
use program::objects::{ClassId, LocalId, Operand, Operation};

impl HeapProgram {
    /// The source range of a point: that of its statement, or of the failing operation.
    pub fn span(&self, point: Point) -> Span {
        match self.semantics.points.kind(point) {
            PointKind::At(instance, location) => self.semantics.procedure(instance).cfa.locations[location],
            PointKind::Fault(instance, edge) => self.semantics.procedure(instance).cfa.edges[edge].span,
        }
    }

    /// The name of a local of a state.
    pub fn number_name(&self, state: HeapState, number: u32) -> &str {
        self.semantics.place(state.point).map_or("", |(procedure, _)| &procedure.locals[LocalId(number)].name)
    }

    /// Whether the state is the exceptional exit of its procedure.
    pub fn is_exceptional_exit(&self, state: HeapState) -> bool {
        let place = self.semantics.place(state.point);
        place.is_some_and(|(procedure, location)| location == procedure.exceptional_exit)
    }

    /// Whether the state is the normal exit of the entry procedure.
    pub fn is_terminated(&self, state: HeapState) -> bool {
        let main = Instance::at(0);
        self.semantics.points.kind(state.point) == PointKind::At(main, self.semantics.procedure(main).cfa.exit)
    }

    /// Whether the entry procedure ends in this state by an exception other than one thrown by a dereference of null.
    pub fn is_exception(&self, state: HeapState) -> bool {
        self.is_thrown(state) && !self.throws_null_dereference(state)
    }

    /// Whether the state shows an unhandled dereference of null: the state is an error state, or the entry procedure
    /// ends in it by the exception.
    pub fn is_null_dereference(&self, state: HeapState) -> bool {
        self.fault(state) == Some(Fault::NullDereference)
            || (self.is_thrown(state) && self.throws_null_dereference(state))
    }

    /// Whether the entry procedure ends in this state by an exception.
    pub fn is_thrown(&self, state: HeapState) -> bool {
        let main = Instance::at(0);
        self.semantics.points.kind(state.point) == PointKind::At(main, self.semantics.procedure(main).exceptional_exit)
    }

    /// Whether the exception in flight was thrown by a dereference of null.
    fn throws_null_dereference(&self, state: HeapState) -> bool {
        self.semantics.model.program.null_dereference.is_some_and(|class| self.exception(state) == Some(class))
    }

    /// The class of the exception in flight, if there is one that is followed.
    pub fn exception(&self, state: HeapState) -> Option<ClassId> {
        let instance = self.semantics.points.instance_of(state.point);
        let procedure = self.semantics.procedure(instance);
        let heap = self.heaps.get(state.heap);
        let exception = heap.variable(self.semantics.points.variable(instance, procedure.exception))?;
        let ty = heap.vertex_type(exception);
        self.semantics.layout.types.iter_enumerated().find(|&(_, &own)| own == ty).map(|(class, _)| class)
    }

    /// Whether the heap contains the exception of a dereference of null.
    pub fn has_null_dereference(&self, state: HeapState) -> bool {
        let Some(class) = self.semantics.model.program.null_dereference else { return false };
        let heap = self.heaps.get(state.heap);
        heap.vertices().any(|vertex| heap.vertex_type(vertex) == self.semantics.layout.types[class])
    }

    /// The error points of the dereferences of null that may have thrown between a state and the next one.
    pub fn thrown_between(&self, state: HeapState, next: HeapState) -> impl Iterator<Item = Point> {
        let points = &self.semantics.points;
        let here = match (points.kind(state.point), points.kind(next.point)) {
            (PointKind::At(instance, location), PointKind::At(same, handler))
                if instance == same && self.throws_null_dereference(next) =>
            {
                Some((instance, location, handler))
            }
            _ => None,
        };
        here.into_iter().flat_map(move |(instance, location, handler)| {
            let throws = self
                .semantics
                .procedure(instance)
                .cfa
                .edges_from(location)
                .filter(move |(_, edge)| edge.on_null == Some(handler));
            throws.map(move |(edge, _)| points.fault(instance, edge))
        })
    }

    /// The error points of all dereferences of null that have thrown an exception so far.
    pub fn thrown(&self) -> impl Iterator<Item = Point> {
        self.thrown.iter().copied()
    }

    /// What is wrong in an error state; `None` if the run has only ended there, as by `exit`.
    pub fn fault(&self, state: HeapState) -> Option<Fault> {
        let PointKind::Fault(instance, edge) = self.semantics.points.kind(state.point) else { return None };
        let procedure = self.semantics.procedure(instance);
        let operation = &procedure.cfa.edges[edge].operation;
        let heap = self.heaps.get(state.heap);
        let value = |operand: Operand| self.semantics.operand(instance, &heap, operand);
        if !self.semantics.is_manual() {
            let is_null = |operand: Operand| match value(operand) {
                AbstractValue::Reference(vertex) => Some(vertex) == heap.null(),
                _ => operand == Operand::Null,
            };
            let dereferences_null = operation.dereferences().is_some_and(is_null);
            return Some(if dereferences_null { Fault::NullDereference } else { Fault::NotFollowed });
        }
        Some(match operation {
            Operation::GiveUp(_) | Operation::GiveUpMemory { .. } => Fault::NotFollowed,
            Operation::Fail(failure) => Fault::Failed(*failure),
            Operation::Free(operand) => match value(*operand) {
                AbstractValue::Gone(_) => Fault::DoubleFree,
                _ => Fault::InvalidFree,
            },
            operation => match operation.dereferences().map(value) {
                Some(AbstractValue::Gone(_)) => Fault::DanglingDereference,
                Some(AbstractValue::Unknown) => Fault::UndefinedDereference,
                _ => Fault::NullDereference,
            },
        })
    }

    /// Whether a run ends in this state so that nothing is said of how it would continue: by `exit`, by an assumption that is not
    /// true, or by what C does not define.
    pub fn is_cut(&self, state: HeapState) -> bool {
        match self.semantics.points.kind(state.point) {
            PointKind::Fault(..) if !self.semantics.is_manual() => false,
            _ if !self.semantics.is_manual() => self.has_ended(state),
            PointKind::At(instance, location) => {
                let cfa = &self.semantics.procedure(instance).cfa;
                location != cfa.exit && cfa.edges_from(location).next().is_none()
            }
            PointKind::Fault(..) => !self.is_failed(state),
        }
    }

    /// Whether nothing is known of how a run continues from this state, because it uses a reference that is not followed, or does
    /// what is not modelled.
    pub fn is_given_up(&self, state: HeapState) -> bool {
        self.fault(state) == Some(Fault::NotFollowed)
    }

    /// Whether the object that the operation of an error state accesses is followed.
    pub fn follows_base(&self, state: HeapState) -> bool {
        let PointKind::Fault(instance, edge) = self.semantics.points.kind(state.point) else { return false };
        let procedure = self.semantics.procedure(instance);
        let base = procedure.cfa.edges[edge].operation.dereferences();
        let heap = self.heaps.get(state.heap);
        base.is_some_and(|base| matches!(self.semantics.operand(instance, &heap, base), AbstractValue::Reference(_)))
    }

    /// Whether the program ends the run in this state, as by `exit`.
    pub fn has_ended(&self, state: HeapState) -> bool {
        let place = self.semantics.place(state.point);
        place.is_some_and(|(procedure, location)| procedure.ended == Some(location))
    }

    /// Whether a run has failed in this state: it has come to an error, or an assertion does not hold.
    pub fn is_failed(&self, state: HeapState) -> bool {
        matches!(self.fault(state), Some(Fault::Failed(_)))
    }

    /// Whether something is lost on the step, or with the call, that leads from a state to a state.
    pub fn loses(&self, from: HeapState, to: HeapState) -> bool {
        self.losses.contains(&(from, to))
    }

    /// Whether a heap may contain objects that are not freed.
    pub fn has_unfreed(&self, state: HeapState) -> bool {
        self.semantics.is_any_unfreed(&self.heaps.get(state.heap))
    }

    /// Whether what stays behind at a call may contain objects that are not freed.
    pub fn leaves_unfreed(&self, call: HeapState, entry: HeapState) -> bool {
        let mut frames = self.frames.get(&(call, entry)).into_iter().flatten();
        frames.any(|frame| self.semantics.is_any_unfreed(&self.heaps.get(frame.outer)))
    }
}
