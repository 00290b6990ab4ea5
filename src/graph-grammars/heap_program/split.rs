//! Splitting the heap of a caller into what its callee works on and what stays behind [HMC 3.2].
//!
//! A callee gets the part of the heap that its arguments reach. Vertices of that part to which the rest is attached are
//! *shared*: they are external in the heap of the callee, which therefore never folds them, and the callee's result is put
//! back at them. They are the *cutpoints* of [Rinetzky et al.], including objects that arguments refer to, if the caller still
//! refers to them, too.
//!
//! An argument of whose object the callee uses only fields that lead nowhere gives it this object alone, with these fields. So `this` in a recursive
//! `insert(Node node, int key)` that counts what it inserts does not drag the whole tree along, with a cutpoint for each call under way.

use std::rc::Rc;

use rustc_hash::FxHashSet;
use smallvec::SmallVec;

use super::transfer::AbstractValue;
use super::{HeapProgram, Instance, Observables, Point, Semantics};
use base::IndexVec;
use heap_grammar::heap::{
    Alphabet, Canoniser, ExternalOrder, Heap, Images, NonterminalEdge, Reach, Selector, TypeId, Variable, VariableKind,
    VertexId,
};
use program::cfa::EdgeId;
use program::objects::{Call, LocalId, Operand, Operation};

/// A call in one heap: who calls whom with what.
pub(super) struct CallSite<'a> {
    pub caller: Instance,
    pub callee: Instance,
    /// The edge of the caller that calls, and its operation.
    pub edge: EdgeId,
    pub call: &'a Call,
    pub heap: &'a Heap,
    pub receiver: Option<AbstractValue>,
}

/// A heap split at a call.
///
/// Law: [inserting](Heap::insert) `inner` at the shared vertices of `outer` gives the heap of the caller again, without the
/// variables that it no longer needs.
pub(super) struct Split {
    /// The heap that the callee gets, with its parameters bound. Its externals are the shared vertices.
    pub inner: Heap,
    /// What stays with the caller.
    pub outer: CallerHeap,
}

/// What stays behind at a call: the heap of the caller without the part that the callee sees.
#[derive(Clone)]
pub(super) struct CallerHeap {
    /// Its externals are the caller's own, then the vertices that it shares with the callee's heap, in the order of the externals
    /// there. (A vertex may be both, and then occurs twice.)
    pub heap: Heap,
    /// How many externals are the caller's own.
    pub own: usize,
}

impl CallerHeap {
    /// The same with the shared vertices in the order that they have in the heap with which the callee starts.
    pub(super) fn reordered(&self, order: &[usize]) -> Self {
        let (own, shared) = self.heap.externals().split_at(self.own);
        let externals: SmallVec<[VertexId; 8]> = own.iter().copied().chain(order.iter().map(|&i| shared[i])).collect();
        let mut heap = self.heap.clone();
        heap.set_externals(externals);
        Self { heap, own: self.own }
    }

    /// The heap of the caller with `body` inserted at the shared vertices, and where the vertices of the body went. `None` if the
    /// body does not fit.
    pub(super) fn glue(self, body: &Heap) -> Option<(Heap, Images)> {
        let Self { mut heap, own } = self;
        let (own, shared) = heap.externals().split_at(own);
        let (own, shared) = (SmallVec::<[VertexId; 8]>::from(own), SmallVec::<[VertexId; 8]>::from(shared));
        heap.set_externals(own);
        for (&external, &here) in body.externals().iter().zip(&shared) {
            // The callee has freed it, in C.
            if body.vertex_type(external) == TypeId::FREED {
                heap.set_type(here, TypeId::FREED);
            }
        }
        let image = heap.insert(body, &shared)?;
        Some((heap, image))
    }
}

impl HeapProgram {
    /// Splits the heap of the caller. Observed variables that point into the part of the callee are bound on both sides;
    /// [`Semantics::put_back`] takes the caller's.
    pub(super) fn split(&mut self, site: &CallSite<'_>) -> Split {
        let used = self.used_fields(site.callee);
        let alphabet = &self.semantics.model.alphabet;
        let arguments = self.semantics.arguments(site);
        let references = arguments.iter().filter_map(|&(_, value)| match value {
            AbstractValue::Reference(vertex) | AbstractValue::Gone(vertex) => Some(vertex),
            AbstractValue::Number(_) | AbstractValue::Untracked(_) | AbstractValue::Beyond | AbstractValue::Unknown => {
                None
            }
        });
        let mut partition = Partition::new(site.heap, alphabet, references, used.as_deref(), &mut self.heaps.reach);
        let mut outer = partition.outer_edges(site.heap, alphabet);
        let is_needed = self.semantics.needed_after(site);
        // Variables count for what is lost until the function returns. What the callee works on can only be lost by
        // the callee: of that, they are never read again.
        let held: SmallVec<[Variable; 4]> =
            site.heap.variables().iter().filter(|&&(_, t)| !partition.is_inner(t)).map(|&(v, _)| v).collect();
        let counts = |v: Variable| self.semantics.is_manual() && held.contains(&v);
        let stays = |v: Variable| alphabet.kind(v) != VariableKind::Program || is_needed(v) || counts(v);
        outer.retain_variables(stays);
        let shared = partition.share(&outer);

        let mut inner = partition.inner_edges(site.heap, alphabet);
        inner.set_externals(shared.iter().copied());
        for (name, target) in self.passed_along(site, &outer) {
            if partition.is_inner(target) {
                inner.bind(name, target);
            }
        }
        for (local, value) in arguments {
            self.semantics.assign(&mut inner, site.callee, local, value);
        }
        inner.retain_vertices(|v| partition.side_of(v) != Side::Caller);

        let own = outer.externals().len();
        let externals: SmallVec<[VertexId; 8]> = outer.externals().iter().copied().chain(shared).collect();
        outer.set_externals(externals);
        outer.retain_vertices(|v| partition.side_of(v) != Side::Callee);
        let split = Split { inner, outer: CallerHeap { heap: outer, own } };
        split.check_law(site.heap, stays, alphabet);
        split
    }

    /// The observed variables of the frames up to the caller, whose part of the heap is given, that the callee does not hide.
    fn passed_along(&self, site: &CallSite<'_>, outer: &Heap) -> SmallVec<[(Variable, VertexId); 4]> {
        let visible = self.observed.passed().iter().filter(|m| !self.semantics.owns(site.callee, m));
        let bound = visible.filter_map(|m| {
            let here = if self.semantics.owns(site.caller, m) { m.local } else { m.name };
            outer.variable(here).map(|target| (m.name, target))
        });
        bound.collect()
    }
}

impl HeapProgram {
    /// The selectors that a callee may use, itself or in what it calls; `None` where more than these counts: propositions and contracts are
    /// about whatever arguments lead to, and facts about what fields say of each other.
    fn used_fields(&mut self, callee: Instance) -> Option<Rc<FxHashSet<Selector>>> {
        let Observables { reachability, sharing, whole_heap, selectors } = &self.semantics.model.observables;
        let are_observed = !reachability.is_empty() || *sharing || *whole_heap || !selectors.is_empty();
        if are_observed || self.semantics.is_manual() || self.facts.is_some() || !self.contracts.is_empty() {
            return None;
        }
        let used = self.used.entry(callee).or_insert_with(|| Rc::new(self.semantics.used_fields(callee)));
        Some(Rc::clone(used))
    }
}

impl Semantics {
    /// The selectors that a procedure may use, itself or in what it calls.
    fn used_fields(&self, instance: Instance) -> FxHashSet<Selector> {
        let program = &self.model.program;
        let reachable = program.reachable(self.points.instance(instance).procedure);
        let edges = reachable.into_iter().flat_map(|id| &program.procedures[id].cfa.edges);
        let used = edges.filter_map(|edge| match edge.operation {
            Operation::Load { field, .. } | Operation::Store { field, .. } => Some(self.layout.fields[field].selector),
            _ => None,
        });
        used.collect()
    }
}

/// Whether an object leads to others, but through no field that is used.
fn leads_on_elsewhere(heap: &Heap, alphabet: &Alphabet, vertex: VertexId, used: &FxHashSet<Selector>) -> bool {
    let leads = |is_used: bool| {
        let mut fields = heap.selectors(vertex).iter().filter(|(selector, _)| used.contains(selector) == is_used);
        fields.any(|&(_, target)| heap.is_object(target))
    };
    let derives = |edge: &NonterminalEdge| {
        let reduction = &alphabet.nonterminal(edge.label).reduction;
        edge.tentacles.iter().zip(reduction).any(|(&tentacle, &reduction)| tentacle == vertex && !reduction)
    };
    leads(false) && !leads(true) && !heap.nonterminals().iter().any(derives)
}

impl Semantics {
    /// The parameters of the callee with the values of the arguments, and its static fields, which are the caller's.
    fn arguments(&self, site: &CallSite<'_>) -> SmallVec<[(LocalId, AbstractValue); 4]> {
        let [caller, callee] = [site.caller, site.callee].map(|i| self.procedure(i));
        let value = |operand: Operand| self.operand(site.caller, site.heap, operand);
        let this = callee.receiver.zip(site.receiver);
        let arguments = site.call.arguments.iter().map(|&argument| value(argument));
        let statics = caller.statics.map(|local| value(Operand::Local(local)));
        this.into_iter()
            .chain(callee.parameters.iter().copied().zip(arguments))
            .chain(callee.statics.zip(statics))
            .collect()
    }

    /// Which variables the caller needs after the call, whichever way it ends, or whose values count for the whole heap meanwhile.
    fn needed_after<'b>(&'b self, site: &CallSite<'_>) -> impl Fn(Variable) -> bool + use<'b> {
        let procedure = self.procedure(site.caller);
        let target = site.call.target.map(|t| self.points.variable(site.caller, t));
        let exception = self.points.variable(site.caller, procedure.exception);
        let normal = self.points.at(site.caller, procedure.cfa.edges[site.edge].target);
        let exceptional = self.points.at(site.caller, site.call.exceptional);
        let here = self.points.at(site.caller, procedure.cfa.edges[site.edge].source);
        move |v| {
            self.points.is_in_scope(here, v)
                || (self.points.keeps(normal, v) && Some(v) != target)
                || (self.points.keeps(exceptional, v) && v != exception)
        }
    }
}

impl Semantics {
    /// Whether a variable of a caller counts for the whole heap while its callee runs: it is in scope, or may be read afterwards.
    pub(super) fn holds_during_call(&self, call: Point, variable: Variable) -> bool {
        self.points.is_in_scope(call, variable) || self.is_read_after(call, variable)
    }

    fn is_read_after(&self, call: Point, variable: Variable) -> bool {
        let Some((procedure, location)) = self.place(call) else { return false };
        let caller = self.points.instance_of(call);
        procedure.cfa.edges_from(location).any(|(_, edge)| {
            let Operation::Call(call) = &edge.operation else { return false };
            let target = call.target.map(|t| self.points.variable(caller, t));
            let live = |at| self.points.is_live(self.points.at(caller, at), variable);
            Some(variable) != target && live(edge.target)
                || variable != self.points.variable(caller, procedure.exception) && live(call.exceptional)
        })
    }
}

impl Split {
    /// Panics unless the law holds for the heap of the caller, of which these variables stay. Does nothing in release builds.
    #[track_caller]
    fn check_law(&self, heap: &Heap, stays: impl Fn(Variable) -> bool, alphabet: &Alphabet) {
        if !cfg!(debug_assertions) {
            return;
        }
        let mut body = self.inner.clone();
        body.retain_variables(|v| alphabet.constant(v).is_some());
        let (glued, _) = self.outer.clone().glue(&body).expect("a part of a heap fits into the rest of it");
        let mut whole = heap.clone();
        whole.retain_variables(stays);
        let canonical = |mut heap: Heap| {
            heap.drop_unused_numbers();
            Canoniser::default().canonicalise(&mut heap, ExternalOrder::Fixed);
            heap
        };
        assert_eq!(canonical(glued), canonical(whole), "what was split is the same when it is glued");
    }
}

/// To which heaps a vertex belongs.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum Side {
    /// To that of the caller: the callee does not reach it.
    Caller,
    /// To that of the callee: no edge of the caller's is attached to it.
    Callee,
    /// To both, as an external vertex of the callee's.
    Shared,
    /// To both, as an external vertex of the callee's, to which those of its fields belong that the callee uses; these lead nowhere.
    Divided,
    /// To both, told apart from others by its name.
    Constant,
}

/// The sides of all vertices of a heap.
///
/// Law: selector edges from vertices of the callee, and nonterminal edges that may derive selectors of such vertices, are attached
/// to no vertex that is the caller's alone. So each edge belongs to one of the two heaps as a whole.
struct Partition<'a> {
    sides: IndexVec<VertexId, Side>,
    /// The selectors that the callee uses, if some stay with the caller.
    used: Option<&'a FxHashSet<Selector>>,
}

impl<'a> Partition<'a> {
    /// What the arguments of a call reach is the callee's; nothing is reached through constants, or from those that are divided. What else is
    /// shared is not known yet: see [`share`](Self::share).
    fn new(
        heap: &Heap,
        alphabet: &Alphabet,
        arguments: impl Iterator<Item = VertexId>,
        used: Option<&'a FxHashSet<Selector>>,
        reach: &mut Reach,
    ) -> Self {
        let is_divided = |&vertex: &VertexId| used.is_some_and(|used| leads_on_elsewhere(heap, alphabet, vertex, used));
        let (divided, arguments): (SmallVec<[VertexId; 4]>, SmallVec<[VertexId; 4]>) = arguments.partition(is_divided);
        let mut sides = IndexVec::filled(Side::Caller, heap.vertex_bound());
        for &(_, vertex) in heap.variables().iter().filter(|&&(v, _)| alphabet.constant(v).is_some()) {
            sides[vertex] = Side::Constant;
        }
        reach.from_roots(heap, alphabet, arguments, |v| sides[v] == Side::Constant);
        for vertex in heap.vertices() {
            if sides[vertex] == Side::Caller && reach.reached(vertex) {
                sides[vertex] = Side::Callee;
            }
        }
        for vertex in divided {
            if sides[vertex] == Side::Caller {
                sides[vertex] = Side::Divided;
            }
        }
        Self { sides, used }
    }

    fn side_of(&self, vertex: VertexId) -> Side {
        // Numbers that the callee is given, and that were not in the heap.
        self.sides.get(vertex).copied().unwrap_or(Side::Constant)
    }

    /// Whether the callee may read and change the selectors of a vertex.
    fn is_inner(&self, vertex: VertexId) -> bool {
        matches!(self.sides[vertex], Side::Callee | Side::Shared)
    }

    /// Whether an edge may derive selectors of the callee's vertices. At a reduction tentacle it derives none.
    fn is_inner_edge(&self, edge: &NonterminalEdge, alphabet: &Alphabet) -> bool {
        let reduction = &alphabet.nonterminal(edge.label).reduction;
        edge.tentacles.iter().zip(reduction).any(|(&t, &reduction)| !reduction && self.is_inner(t))
    }

    /// The heap with the edges that belong to the caller.
    fn outer_edges(&self, heap: &Heap, alphabet: &Alphabet) -> Heap {
        let mut outer = heap.clone();
        heap.vertices().filter(|&v| self.is_inner(v)).for_each(|v| outer.remove_selectors(v));
        self.remove_fields_of_divided(&mut outer, true);
        outer.retain_nonterminals(|edge| !self.is_inner_edge(edge, alphabet));
        outer
    }

    /// Removes the fields of divided objects that the callee uses, or the others.
    fn remove_fields_of_divided(&self, heap: &mut Heap, are_used: bool) {
        let Some(used) = self.used else { return };
        for (vertex, _) in self.sides.iter_enumerated().filter(|&(_, &side)| side == Side::Divided) {
            let fields = heap.selectors(vertex).iter().map(|&(selector, _)| selector);
            let removed: SmallVec<[Selector; 4]> = fields.filter(|field| used.contains(field) == are_used).collect();
            removed.into_iter().for_each(|field| heap.remove_selector(vertex, field));
        }
    }

    /// The heap with the edges that belong to the callee; those of the caller's vertices are removed with the vertices.
    fn inner_edges(&self, heap: &Heap, alphabet: &Alphabet) -> Heap {
        let mut inner = heap.clone();
        inner.retain_nonterminals(|edge| self.is_inner_edge(edge, alphabet));
        self.remove_fields_of_divided(&mut inner, false);
        inner.retain_variables(|v| alphabet.constant(v).is_some());
        inner
    }

    /// Shares the vertices of the callee to which something in the caller's part is attached: an edge, a variable that is still
    /// needed, or being external. Returns them in order.
    fn share(&mut self, outer: &Heap) -> SmallVec<[VertexId; 8]> {
        let selected = outer.selector_edges().map(|(_, _, target)| target);
        let derived = outer.nonterminals().iter().flat_map(|edge| edge.tentacles.iter().copied());
        let named = outer.variables().iter().map(|&(_, target)| target);
        for vertex in selected.chain(derived).chain(named).chain(outer.externals().iter().copied()) {
            if self.sides[vertex] == Side::Callee {
                self.sides[vertex] = Side::Shared;
            }
        }
        let are_external = |side: Side| matches!(side, Side::Shared | Side::Divided);
        self.sides.iter_enumerated().filter(|&(_, &side)| are_external(side)).map(|(vertex, _)| vertex).collect()
    }
}
