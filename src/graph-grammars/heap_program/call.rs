//! Calls and returns: with which heaps a callee starts, and how its result is put back [HMC 3.2].

use smallvec::{SmallVec, smallvec};

use super::normalise::Tidied;
use super::split::{CallSite, CallerHeap};
use super::transfer::{AbstractValue, ActiveEdge};
use super::{FactsId, HeapProgram, HeapState, Instance, Point, PointKind, Semantics};
use base::{Idx, Message, Resource, Stop, msg};
use heap_grammar::heap::{ExternalOrder, Heap, HeapId, Variable, VertexId};
use program::cfa::ProcedureId;
use program::objects::{Call, Callee, LocalId, Operand, Operation, Type};
use rsm::Step;

/// A [`CallerHeap`] that is stored.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub(super) struct CallerFrame {
    /// In canonical form.
    pub outer: HeapId,
    /// How many externals are the caller's own.
    pub own: u16,
}

/// A heap with which a callee starts.
pub(super) struct EntryHeap {
    pub heap: HeapId,
    /// For each external of the heap, which one it was before canonicalisation.
    pub order: SmallVec<[usize; 8]>,
    /// Whether the callee may not reach all of it.
    pub loses: bool,
}

impl HeapProgram {
    /// The call on an edge, with the heap of the state.
    pub(super) fn call(
        &mut self,
        at: ActiveEdge<'_>,
        call: &Call,
        heap: &Heap,
        states: &mut Vec<HeapState>,
    ) -> Result<Step, Stop> {
        let ActiveEdge { from, instance, .. } = at;
        let receiver = match call.receiver {
            None => None,
            Some(operand) => match self.semantics.operand(instance, heap, operand) {
                AbstractValue::Reference(vertex) if Some(vertex) == heap.null() => {
                    self.dereference_null(at, heap.clone(), states)?;
                    return Ok(Step::Internal);
                }
                value @ (AbstractValue::Unknown | AbstractValue::Beyond) => {
                    let (null, object) = self.semantics.cases(instance, heap, operand);
                    match value {
                        AbstractValue::Unknown => self.dereference_null(at, null, states)?,
                        _ => self.leave(at, heap.clone(), states)?,
                    }
                    // It is called in the next step.
                    self.add_states(from, object, from.point, &[from.facts], states)?;
                    return Ok(Step::Internal);
                }
                AbstractValue::Gone(_) | AbstractValue::Number(_) => {
                    self.leave(at, heap.clone(), states)?;
                    return Ok(Step::Internal);
                }
                value => Some(value),
            },
        };
        let procedures = match receiver {
            Some(AbstractValue::Untracked(_)) if self.semantics.is_comparison(instance, call) => {
                let (site_heap, mut heap) = (heap, heap.clone());
                if let Some(target) = call.target {
                    self.semantics.assign(&mut heap, instance, target, AbstractValue::Unknown);
                }
                let point = self.semantics.points.at(instance, at.edge.target);
                let facts = self.facts_after(at, site_heap, &heap, point);
                self.add_states(from, heap, point, &facts, states)?;
                return Ok(Step::Internal);
            }
            Some(AbstractValue::Untracked(known)) => self.semantics.dispatch_untracked(instance, call, known),
            Some(AbstractValue::Reference(vertex)) => {
                smallvec![self.semantics.dispatch(&call.callee, heap, Some(vertex))?]
            }
            _ => smallvec![self.semantics.dispatch(&call.callee, heap, None)?],
        };
        if procedures.is_empty() {
            self.leave(at, heap.clone(), states)?;
            return Ok(Step::Internal);
        }
        for procedure in procedures {
            let site = CallSite {
                caller: instance,
                callee: self.semantics.points.callee(procedure),
                edge: at.id,
                call,
                heap,
                receiver,
            };
            self.enter(from, &site, states)?;
        }
        Ok(Step::Call)
    }

    /// Adds the entries of a callee.
    fn enter(&mut self, state: HeapState, site: &CallSite<'_>, states: &mut Vec<HeapState>) -> Result<(), Stop> {
        let (callee, split) = (site.callee, self.split(site));
        let point = self.semantics.points.at(callee, self.semantics.procedure(callee).cfa.entry);
        let all_facts = self.facts_of_call(state, site, point);
        if self.provenance.is_followed() {
            return self.follow_call(split, point);
        }
        for EntryHeap { heap, order, loses } in self.entry_heaps(split.inner, point)? {
            let frame = self.frame(&split.outer, &order)?;
            for &facts in &all_facts {
                let entry = HeapState { point, heap, facts };
                if self.semantics.is_manual() && loses {
                    self.losses.insert((state, entry));
                }
                // Two ways to make selectors concrete may give one heap with its externals in different orders.
                let frames = self.frames.entry((state, entry)).or_default();
                if !frames.contains(&frame) {
                    frames.push(frame);
                }
                states.push(entry);
            }
        }
        Ok(())
    }

    /// What stays behind, where `order` is that of the shared vertices in the heap with which the callee starts.
    fn frame(&mut self, outer: &CallerHeap, order: &[usize]) -> Result<CallerFrame, Stop> {
        let CallerHeap { heap, own } = outer.reordered(order);
        let own = u16::try_from(own).map_err(|_| Stop::Budget(Resource::Vertices, u64::from(u16::MAX)))?;
        Ok(CallerFrame { outer: self.heaps.intern(heap, ExternalOrder::Fixed)?, own })
    }

    /// The heaps with which the callee starts, and for each the original position of each of its externals. They are folded,
    /// unless a contract says what the callee does to just this heap.
    fn entry_heaps(&mut self, inner: Heap, point: Point) -> Result<SmallVec<[EntryHeap; 1]>, Stop> {
        if !self.contracts.is_empty() {
            let tidied = self.tidy(inner.clone(), point, false, ExternalOrder::Free)?;
            if self.contracts.has_precondition(HeapState { point, heap: tidied.heap, facts: FactsId::NONE }) {
                let order: SmallVec<[usize; 8]> = self.heaps.canoniser.external_order().into();
                return self.entry_variants(tidied, point, &order, false);
            }
        }
        let tidied = self.tidy(inner, point, true, ExternalOrder::Free)?;
        let order: SmallVec<[usize; 8]> = self.heaps.canoniser.external_order().into();
        self.entry_variants(tidied, point, &order, true)
    }

    /// What stands for a tidy heap at the entry of a callee, where `first` is the original position of each of its externals.
    ///
    /// The order of the externals is part of the identity of a precondition only up to what canonicalisation without
    /// order determines, so that calls that differ in nothing else share their contract.
    pub(super) fn entry_variants(
        &mut self,
        Tidied { heap, loses }: Tidied,
        point: Point,
        first: &[usize],
        fold: bool,
    ) -> Result<SmallVec<[EntryHeap; 1]>, Stop> {
        let mut results = SmallVec::new();
        let settled = if fold { self.normal_forms(heap, point)? } else { self.rectify(heap, point)? };
        for settled in settled {
            // Abstraction may have made externals alike that were not.
            let heap = self.heaps.intern(self.heaps.get(settled), ExternalOrder::Free)?;
            let order = self.heaps.canoniser.external_order().iter().map(|&i| first[i]).collect();
            results.push(EntryHeap { heap, order, loses });
        }
        Ok(results)
    }

    /// The states in which a call goes on when the callee leaves at `exit`.
    pub(super) fn return_from(
        &mut self,
        call: HeapState,
        entry: HeapState,
        exit: HeapState,
        states: &mut Vec<HeapState>,
    ) -> Result<(), Stop> {
        let PointKind::At(instance, location) = self.semantics.points.kind(call.point) else { return Ok(()) };
        let PointKind::At(callee, exit_location) = self.semantics.points.kind(exit.point) else { return Ok(()) };
        let [caller, procedure] = [instance, callee].map(|instance| self.semantics.procedure(instance));
        let Some((_, edge)) = caller.cfa.edges_from(location).next() else { return Ok(()) };
        let Operation::Call(operation) = &edge.operation else { return Ok(()) };
        let normal = exit_location == procedure.cfa.exit;
        let (result, target, point) = match normal {
            true => (procedure.returned, operation.target, self.semantics.points.at(instance, edge.target)),
            false => {
                (procedure.exception, Some(caller.exception), self.semantics.points.at(instance, operation.exceptional))
            }
        };
        let result = self.semantics.points.variable(callee, result);
        if self.semantics.is_manual() && self.contracts.has_exit(exit) {
            // Elsewhere a pointer that is not bound has no value.
            let is_open = self.heaps.get(exit.heap).variable(result).is_none();
            if is_open && target.is_some_and(|target| caller.locals[target].ty.is_reference()) {
                let name = &procedure.name;
                return Err(Stop::Incomplete(msg!("the contract of `{name}` does not say which pointer it returns")));
            }
        }
        let facts = self.facts_of_return(call, operation, exit, point);
        for outer in self.left_behind(call, entry) {
            let heap = self.semantics.put_back(instance, outer, self.exit_heap(exit), result, target)?;
            self.add_states(call, heap, point, &facts, states)?;
        }
        Ok(())
    }

    /// What stays behind at a call.
    fn left_behind(&self, call: HeapState, entry: HeapState) -> Vec<CallerHeap> {
        self.provenance.left_behind(entry).unwrap_or_else(|| {
            let frames = self.frames.get(&(call, entry)).into_iter().flatten();
            frames.map(|frame| CallerHeap { heap: self.heaps.get(frame.outer), own: usize::from(frame.own) }).collect()
        })
    }
}

impl Semantics {
    /// Whether a call compares two objects by a third one.
    fn is_comparison(&self, caller: Instance, call: &Call) -> bool {
        let procedure = self.points.instance(caller).procedure;
        self.model.program.is_comparison(procedure, call)
    }

    /// The procedures that may be called on an object that is not followed: those of the classes of the program to which it may belong.
    /// None if it may belong to others: what the library declares has other implementations, and there may be other functions.
    fn dispatch_untracked(&self, caller: Instance, call: &Call, known: Variable) -> SmallVec<[ProcedureId; 1]> {
        let (program, procedure) = (&self.model.program, self.procedure(caller));
        let Some(Operand::Local(receiver)) = call.receiver else { return SmallVec::new() };
        let declared = match procedure.locals[receiver].ty {
            Type::Reference(class) => Some(class),
            _ => None,
        };
        let class = self.constants.class(known).or(declared).map(|class| &program.classes[class]);
        let is_open = class.is_none_or(|class| class.span.is_none() || class.has_functions);
        if is_open && !self.constants.is_made(known) || self.constants.is_foreign(known) {
            return SmallVec::new();
        }
        let mut found = SmallVec::new();
        match &call.callee {
            Callee::Static(procedure) => found.push(*procedure),
            Callee::Virtual(table) => {
                let possible = table.iter().filter(|&&(class, _)| self.is_instance(known, class) != Some(false));
                for &(_, procedure) in possible {
                    if !found.contains(&procedure) {
                        found.push(procedure);
                    }
                }
            }
        }
        found
    }

    /// The procedure that is called on a receiver of the given heap.
    fn dispatch(&self, callee: &Callee, heap: &Heap, receiver: Option<VertexId>) -> Result<ProcedureId, Stop> {
        match (callee, receiver) {
            (Callee::Static(procedure), _) => Ok(*procedure),
            (Callee::Virtual(table), Some(receiver)) => {
                let ty = heap.vertex_type(receiver);
                let class = self.layout.class(ty);
                let entry = class.and_then(|class| table.iter().find(|&&(c, _)| c == class));
                entry.map(|&(_, procedure)| procedure).ok_or_else(|| {
                    let ty = Message::verbatim(self.model.alphabet.type_name(ty));
                    let method =
                        table.first().map_or("the method", |&(_, p)| self.model.program.procedures[p].name.as_str());
                    Stop::Incomplete(msg!("`{method}` is called on an object of type {ty}, which has no such method"))
                })
            }
            (Callee::Virtual(_), None) => Err(Stop::Incomplete(msg!("a virtual call without a receiver"))),
        }
    }

    /// The heap of the caller with the heap in which the callee has ended put where it was taken from, and the value
    /// of the callee's variable `result` assigned to `target`.
    fn put_back(
        &self,
        instance: Instance,
        outer: CallerHeap,
        mut body: Heap,
        result: Variable,
        target: Option<LocalId>,
    ) -> Result<Heap, Stop> {
        let result = body.variable(result);
        body.retain_variables(|v| self.model.alphabet.constant(v).is_some());
        let Some((mut heap, image)) = outer.glue(&body) else {
            return Err(Stop::Incomplete(msg!("the heap of a callee does not match that of its caller")));
        };
        if let Some(target) = target {
            let value = result.map_or(AbstractValue::Unknown, |v| self.of_vertex(&heap, image[v.index()]));
            self.assign(&mut heap, instance, target, value);
        }
        Ok(heap)
    }
}
