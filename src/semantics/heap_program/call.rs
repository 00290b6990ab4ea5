//! Calls and returns: which part of the heap a callee sees, and how its result is put back [HMC 3.2].

use std::rc::Rc;

use smallvec::SmallVec;

use super::names::Mention;
use super::transfer::Abstract;
use super::{HeapProgram, Instance, PointKind, Scope, State};
use crate::base::{Idx, IndexVec, Resource, Stop};
use crate::heap::{ExternalOrder, Heap, HeapId, Variable, VertexId};
use crate::program::cfa::{EdgeId, ProcedureId};
use crate::program::objects::{Call, Callee, Edge, LocalId, Operand, Operation};
use crate::rsm::Step;

/// What stays behind at a call: the heap of the caller without the part that the callee sees.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub(super) struct Frame {
    /// In canonical form; its externals are those of the caller, then the vertices that it shares with the callee's
    /// heap, in the order of the externals there. (A vertex may be both, and then occurs twice.)
    pub outer: HeapId,
    /// How many externals are the caller's own.
    pub own: u16,
}

/// A heap with which a callee starts, and for each of its externals its position before canonicalisation.
type EntryHeap = (HeapId, SmallVec<[usize; 8]>);

/// A heap split at a call.
struct Split {
    inner: Heap,
    outer: Heap,
    /// The shared vertices, in `outer`, in the order of the externals of `inner`.
    shared: SmallVec<[VertexId; 8]>,
}

impl HeapProgram {
    /// The call on an edge from `state`, whose heap is given.
    pub(super) fn call(
        &mut self,
        state: State,
        instance: Instance,
        (id, edge): (EdgeId, &Edge),
        call: &Call,
        heap: &Heap,
        states: &mut Vec<State>,
    ) -> Result<Step, Stop> {
        let receiver = match call.receiver {
            None => None,
            Some(operand) => match self.operand(instance, heap, operand) {
                Abstract::Reference(vertex) if Some(vertex) == heap.null() => {
                    self.dereference_null(heap.clone(), instance, id, edge, states)?;
                    return Ok(Step::Internal);
                }
                Abstract::Reference(vertex) => Some(vertex),
                Abstract::Number(_) | Abstract::Unknown => return Err(self.unknown_reference(instance, operand)),
            },
        };
        let procedure = self.dispatch(&call.callee, heap, receiver)?;
        let callee = self.points.callee(procedure);
        let split = self.split(instance, id, call, heap, callee, receiver);
        let point = self.points.at(callee, self.model.program.procedures[procedure].cfa.entry);
        for (inner, order) in self.entry_heaps(split.inner, point)? {
            let entry = State { point, heap: inner };
            let mut outer = split.outer.clone();
            let own = outer.externals().len();
            let shared = order.iter().map(|&i| split.shared[i]);
            let externals: SmallVec<[VertexId; 8]> = outer.externals().iter().copied().chain(shared).collect();
            outer.set_externals(externals);
            let outer = self.intern(outer, ExternalOrder::Fixed)?;
            let own = u16::try_from(own).map_err(|_| Stop::Budget(Resource::Vertices, u64::from(u16::MAX)))?;
            // Two ways to make selectors concrete may give one heap with its externals in different orders.
            let frames = self.frames.entry((state, entry)).or_default();
            if !frames.contains(&Frame { outer, own }) {
                frames.push(Frame { outer, own });
            }
            states.push(entry);
        }
        Ok(Step::Call)
    }

    /// The procedure that is called on a receiver of the given heap.
    fn dispatch(&self, callee: &Callee, heap: &Heap, receiver: Option<VertexId>) -> Result<ProcedureId, Stop> {
        match (callee, receiver) {
            (Callee::Static(procedure), _) => Ok(*procedure),
            (Callee::Virtual(table), Some(receiver)) => {
                let ty = heap.vertex_type(receiver);
                let class = self.classes.get(&ty);
                let entry = class.and_then(|class| table.iter().find(|(c, _)| c == class));
                entry.map(|&(_, procedure)| procedure).ok_or_else(|| {
                    let ty = self.model.alphabet.type_name(ty);
                    let method =
                        table.first().map_or("the method", |&(_, p)| self.model.program.procedures[p].name.as_str());
                    Stop::Incomplete(format!(
                        "`{method}` is called on an object of type {ty}, which has no such method"
                    ))
                })
            }
            (Callee::Virtual(_), None) => Err(Stop::Incomplete("a virtual call without a receiver".to_owned())),
        }
    }

    /// Splits the heap of the caller: what the arguments reach goes to the callee. A vertex of that part is shared if
    /// a variable of the caller that is still needed, a marking, an external or any other part of the heap is attached
    /// to it. Constants belong to both parts and are told apart by their names. Observed variables that point into the
    /// part are bound on both sides; [`HeapProgram::put_back`] takes the caller's.
    fn split(
        &mut self,
        instance: Instance,
        id: EdgeId,
        call: &Call,
        heap: &Heap,
        callee: Instance,
        receiver: Option<VertexId>,
    ) -> Split {
        let model = Rc::clone(&self.model);
        let alphabet = &model.alphabet;
        let parameters = self.bind_parameters(instance, call, heap, callee, receiver);
        let mut constant = vec![false; heap.vertex_bound()];
        for &(variable, target) in heap.variables() {
            constant[target.index()] |= alphabet.constant(variable).is_some();
        }
        let arguments = parameters.iter().filter_map(|&(_, value)| match value {
            Abstract::Reference(vertex) if !constant[vertex.index()] => Some(vertex),
            _ => None,
        });
        self.reach.from_roots(heap, alphabet, arguments, |v| constant[v.index()]);
        let reach = &self.reach;
        let is_inner = |v: VertexId| reach.reached(v) && !constant[v.index()];
        let inner_edge = |edge: &crate::heap::NonterminalEdge| {
            let reduction = &alphabet.nonterminal(edge.label).reduction;
            edge.tentacles.iter().zip(reduction).any(|(&t, &reduction)| !reduction && is_inner(t))
        };

        let mut inner = Heap::with_null();
        let mut image: IndexVec<VertexId, Option<VertexId>> = IndexVec::filled(None, heap.vertex_bound());
        for vertex in heap.vertices() {
            if constant[vertex.index()] {
                let &(name, _) = heap
                    .variables()
                    .iter()
                    .find(|&&(v, t)| t == vertex && alphabet.constant(v).is_some())
                    .expect("a constant");
                image[vertex] = Some(inner.constant(name));
            } else if is_inner(vertex) {
                image[vertex] = Some(inner.add_vertex(heap.vertex_type(vertex)));
            }
        }
        let mut outer = heap.clone();
        let mut attached = vec![false; heap.vertex_bound()];
        for (source, label, target) in heap.selector_edges() {
            match (is_inner(source), image[source], image[target]) {
                (true, Some(from), Some(to)) => {
                    inner.set_selector(from, label, to);
                    outer.remove_selector(source, label);
                }
                _ => attached[target.index()] = true,
            }
        }
        for edge in heap.nonterminals() {
            if inner_edge(edge) {
                inner.add_nonterminal(edge.label, edge.tentacles.iter().filter_map(|&t| image[t]));
            } else {
                edge.tentacles.iter().for_each(|t| attached[t.index()] = true);
            }
        }
        outer.retain_nonterminals(|edge| !inner_edge(edge));
        let needed = self.needed_after(instance, id, call);
        outer.retain_variables(|v| alphabet.kind(v) != crate::heap::VariableKind::Program || needed(v));
        outer.variables().iter().for_each(|(_, t)| attached[t.index()] = true);
        outer.externals().iter().for_each(|v| attached[v.index()] = true);

        let shared: SmallVec<[VertexId; 8]> = heap.vertices().filter(|&v| is_inner(v) && attached[v.index()]).collect();
        inner.set_externals(shared.iter().filter_map(|&v| image[v]));
        for (name, target) in self.passed_along(instance, callee, &outer) {
            if let Some(target) = image[target].filter(|_| is_inner(target)) {
                inner.bind(name, target);
            }
        }
        for &(local, value) in &parameters {
            match value {
                Abstract::Reference(vertex) => {
                    let target = image[vertex].unwrap_or(vertex);
                    inner.bind(self.points.variable(callee, local), target);
                }
                number => self.assign(&mut inner, callee, local, number),
            }
        }
        // The caller keeps the shared vertices, without what belongs to the callee.
        let keep: Vec<bool> = (0..heap.vertex_bound()).map(|v| !is_inner(VertexId::at(v)) || attached[v]).collect();
        let mut position = IndexVec::filled(VertexId::at(0), heap.vertex_bound());
        for (new, vertex) in heap.vertices().filter(|v| keep[v.index()]).enumerate() {
            position[vertex] = VertexId::at(new);
        }
        outer.retain_vertices(|v| keep[v.index()]);
        Split { inner, outer, shared: shared.into_iter().map(|v| position[v]).collect() }
    }

    /// The observed variables of the frames up to the caller, whose heap is given, that the callee does not hide.
    fn passed_along(&self, caller: Instance, callee: Instance, outer: &Heap) -> SmallVec<[(Variable, VertexId); 4]> {
        let passed: &[Mention] = if self.scope == Scope::AllProcedures { &self.passed } else { &[] };
        let visible = passed.iter().filter(|m| !self.owns(callee, m));
        let bound = visible.filter_map(|m| {
            let here = if self.owns(caller, m) { m.local } else { m.name };
            outer.variable(here).map(|target| (m.name, target))
        });
        bound.collect()
    }

    /// The parameters of the callee with the values of the arguments, and its static fields, which are the caller's.
    fn bind_parameters(
        &self,
        instance: Instance,
        call: &Call,
        heap: &Heap,
        callee: Instance,
        receiver: Option<VertexId>,
    ) -> SmallVec<[(LocalId, Abstract); 4]> {
        let [caller, procedure] =
            [instance, callee].map(|i| &self.model.program.procedures[self.points.instance(i).procedure]);
        let this = procedure.receiver.zip(receiver.map(Abstract::Reference));
        let arguments = call.arguments.iter().map(|&argument: &Operand| self.operand(instance, heap, argument));
        let statics = caller.statics.map(|local| self.operand(instance, heap, Operand::Local(local)));
        this.into_iter()
            .chain(procedure.parameters.iter().copied().zip(arguments))
            .chain(procedure.statics.zip(statics))
            .collect()
    }

    /// Which variables the caller needs after the call, whichever way it ends.
    fn needed_after<'b>(&'b self, instance: Instance, id: EdgeId, call: &Call) -> impl Fn(Variable) -> bool + use<'b> {
        let procedure = &self.model.program.procedures[self.points.instance(instance).procedure];
        let target = call.target.map(|t| self.points.variable(instance, t));
        let exception = self.points.variable(instance, procedure.exception);
        let normal = self.points.at(instance, procedure.cfa.edges[id].target);
        let exceptional = self.points.at(instance, call.exceptional);
        move |v| {
            (self.points.keeps(normal, v) && Some(v) != target) || (self.points.keeps(exceptional, v) && v != exception)
        }
    }

    /// The heaps with which the callee starts, and for each the original position of each of its externals. They are folded,
    /// unless a contract says what the callee does to just this heap.
    fn entry_heaps(&mut self, inner: Heap, point: super::Point) -> Result<SmallVec<[EntryHeap; 1]>, Stop> {
        if !self.preconditions.is_empty() {
            let heap = self.tidy(inner.clone(), point, false, ExternalOrder::Free)?;
            if self.preconditions.contains(&State { point, heap }) {
                let order: SmallVec<[usize; 8]> = self.canoniser.external_order().into();
                return self.entry_variants(heap, point, &order, false);
            }
        }
        let inner = self.tidy(inner, point, true, ExternalOrder::Free)?;
        let order: SmallVec<[usize; 8]> = self.canoniser.external_order().into();
        self.entry_variants(inner, point, &order, true)
    }

    /// What stands for a tidy heap at the entry of a callee, where `first` is the original position of each of its externals.
    ///
    /// The order of the externals is part of the identity of a precondition only up to what canonicalisation without
    /// order determines, so that calls that differ in nothing else share their contract.
    pub(super) fn entry_variants(
        &mut self,
        heap: HeapId,
        point: super::Point,
        first: &[usize],
        fold: bool,
    ) -> Result<SmallVec<[EntryHeap; 1]>, Stop> {
        let mut results = SmallVec::new();
        let settled = if fold { self.normal_forms(heap, point)? } else { self.rectify(heap, point)? };
        for settled in settled {
            // Abstraction may have made externals alike that were not.
            let heap = self.intern(self.store.get(settled), ExternalOrder::Free)?;
            results.push((heap, self.canoniser.external_order().iter().map(|&i| first[i]).collect()));
        }
        Ok(results)
    }

    /// The states in which a call goes on when the callee leaves at `exit`.
    pub(super) fn return_from(
        &mut self,
        call: State,
        entry: State,
        exit: State,
        states: &mut Vec<State>,
    ) -> Result<(), Stop> {
        let PointKind::At(instance, location) = self.points.kind(call.point) else { return Ok(()) };
        let PointKind::At(callee, exit_location) = self.points.kind(exit.point) else { return Ok(()) };
        let model = Rc::clone(&self.model);
        let program = &model.program;
        let caller = &program.procedures[self.points.instance(instance).procedure];
        let procedure = &program.procedures[self.points.instance(callee).procedure];
        let Some((_, edge)) = caller.cfa.edges_from(location).next() else { return Ok(()) };
        let Operation::Call(operation) = &edge.operation else { return Ok(()) };
        let normal = exit_location == procedure.cfa.exit;
        let (result, target, point) = match normal {
            true => (procedure.returned, operation.target, self.points.at(instance, edge.target)),
            false => (procedure.exception, Some(caller.exception), self.points.at(instance, operation.exceptional)),
        };
        for frame in self.frames.get(&(call, entry)).cloned().unwrap_or_default() {
            let heap = self.put_back(instance, frame, exit.heap, self.points.variable(callee, result), target)?;
            self.add_states(heap, point, states)?;
        }
        Ok(())
    }

    /// The heap of the caller with the heap in which the callee has ended put where it was taken from, and the value
    /// of the callee's variable `result` assigned to `target`.
    fn put_back(
        &self,
        instance: Instance,
        frame: Frame,
        exit: HeapId,
        result: Variable,
        target: Option<LocalId>,
    ) -> Result<Heap, Stop> {
        let mut heap = self.store.get(frame.outer);
        let mut body = self.store.get(exit);
        let result = body.variable(result);
        body.retain_variables(|v| self.model.alphabet.constant(v).is_some());
        let own = usize::from(frame.own);
        let shared: SmallVec<[VertexId; 8]> = heap.externals()[own..].into();
        let externals: SmallVec<[VertexId; 8]> = heap.externals()[..own].into();
        heap.set_externals(externals);
        let Some(image) = heap.insert(&body, &shared) else {
            return Err(Stop::Incomplete("the heap of a callee does not match that of its caller".to_owned()));
        };
        if let Some(target) = target {
            let value = result.map_or(Abstract::Unknown, |v| self.of_vertex(&heap, image[v.index()]));
            self.assign(&mut heap, instance, target, value);
        }
        Ok(heap)
    }
}
