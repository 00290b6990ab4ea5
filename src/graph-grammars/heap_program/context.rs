//! The call stack below a procedure, as far as the propositions of one formula depend on it [HMC 3.2].
//!
//! A callee operates on a part of the heap; the rest stays in the frames of its callers. A *context* is that rest, of
//! all frames, glued together and folded, with the variables that the formula mentions and the callee does not hide. A
//! proposition in a callee is evaluated on the heap in scope glued into the context.

use std::rc::Rc;

use indexmap::IndexSet;
use rustc_hash::{FxBuildHasher, FxHashMap};
use smallvec::{SmallVec, smallvec};

use super::call::CallerFrame;
use super::heaps::Concrete;
use super::labels::roots;
use super::marking::{NEIGHBOURHOOD, VISITED};
use super::names::Mention;
use super::split::CallerHeap;
use super::{HeapModel, HeapProgram, HeapState, Instance, Point};
use base::{CompactSort, Idx, Stop, msg, newtype_index};
use heap_grammar::grammar::{AbstractionOptions, Entered};
use heap_grammar::heap::{
    Admissibility, Alphabet, Canoniser, ExternalOrder, Heap, HeapId, Images, Reach, Variable, VariableKind, VertexId,
};
use ltl::logic::{Proposition, VariableRef};
use program::objects::is_program_name;

newtype_index! {
    /// A context. 0: nothing relevant is below; 1: any heap may be below, and no method that propositions ask for.
    pub struct ContextId;
}

/// The frames below, as far as propositions depend on them.
#[derive(Clone, PartialEq, Eq, Hash, Default, Debug)]
pub(super) struct Context {
    /// The heap out of scope. Its externals are the vertices shared with the heap in scope, in the order of the
    /// externals there. `None` if it is irrelevant.
    pub heap: Option<HeapId>,
    /// Mentioned numeric or boolean variables of unknown value, sorted.
    pub unknown: SmallVec<[Variable; 2]>,
    /// Whether a variable of the program points to the object marked for `{visited}`.
    pub visited: bool,
    /// Whether some object out of scope is garbage.
    pub garbage: bool,
    /// Whether some object out of scope is garbage in some of the heaps that the context describes.
    pub loose: bool,
    /// The externals of the heap in scope, by position, that nothing out of scope leads to that certainly counts for the whole heap.
    pub unheld: SmallVec<[u32; 2]>,
    /// Whether some object that is not connected with anything visible is shared.
    pub shared: bool,
    /// Whether there is a cycle that is not connected with anything visible.
    pub cyclic: bool,
    /// Which of the methods that propositions ask for are below, in their order.
    pub calls: SmallVec<[String; 1]>,
    /// Any heap may be below.
    pub any: bool,
}

/// Larger contexts are replaced by those with [any](Context::any) heap, as are all further ones once there are many: if the
/// grammar does not fold the frames, there may be infinitely many.
const CONTEXT_VERTICES: usize = 60;
const CONTEXTS: usize = 500;

/// The contexts that occur, for one formula.
///
/// Law: for every call stack and every heap described by the states on it, glued together, one of the contexts found by
/// extending [`NONE`](Self::NONE) along the calls describes the part out of scope. There are finitely many. The system
/// must have been constructed for [all procedures](super::PropositionScope::AllProcedures).
pub struct Contexts {
    contexts: IndexSet<Context, FxBuildHasher>,
    sees: Sees,
    known: FxHashMap<(ContextId, CallerFrame, Point, Instance), SmallVec<[ContextId; 1]>>,
    /// Reachability inside nonterminal edges, computed on first use.
    entered: Option<Entered>,
    canoniser: Canoniser,
    reach: Reach,
}

/// The aspects of a state that the propositions of a formula depend on.
#[derive(Default)]
struct Sees {
    mentions: Vec<Mention>,
    /// The methods of which is asked whether they are on the call stack.
    calls: Vec<String>,
    /// The markings.
    marks: Vec<Variable>,
    /// The shape of the whole heap.
    shape: bool,
    /// Sharing and cycles in the whole heap.
    sharing: bool,
    /// Whether any variable points to the marked object.
    visited: bool,
    /// Whether there is garbage.
    garbage: bool,
    /// Anything other than locations.
    beyond: bool,
}

impl Sees {
    fn new(system: &HeapProgram, propositions: &[&Proposition]) -> Self {
        let mut sees = Self::default();
        let alphabet = &system.semantics.model.alphabet;
        for proposition in propositions {
            let variables: Vec<&VariableRef> = proposition.variables().collect();
            sees.mentions.extend(variables.into_iter().filter_map(|x| system.semantics.mention(x)));
            let marked = match proposition {
                Proposition::Terminated
                | Proposition::NullDereference
                | Proposition::Exception
                | Proposition::At { .. }
                | Proposition::Fails { .. }
                | Proposition::In { .. }
                // Propositions of boolean programs.
                | Proposition::Label { .. }
                | Proposition::Failed
                | Proposition::Condition(_) => continue,
                Proposition::During { method } => {
                    sees.calls.push(method.clone());
                    continue;
                }
                Proposition::Visited(x) => {
                    sees.visited |= x.is_none();
                    Some(VISITED)
                }
                Proposition::Reached { .. } => Some(VISITED),
                Proposition::IdenticNeighbours | Proposition::Unchanged(_) => Some(NEIGHBOURHOOD),
                Proposition::Shape { of: None, .. } => {
                    sees.shape = true;
                    None
                }
                Proposition::IsTree | Proposition::IsAcyclic => {
                    sees.sharing = true;
                    None
                }
                Proposition::IsGarbageFree => {
                    sees.garbage = true;
                    None
                }
                Proposition::Shape { .. }
                | Proposition::Reachable { .. }
                | Proposition::Compare { .. }
                | Proposition::Size { .. }
                | Proposition::Contains { .. } => None,
            };
            sees.beyond = true;
            if let Some(marked) = marked {
                let family = alphabet.selectors().map(|s| format!("{marked}-{}", alphabet.selector_name(s)));
                let names = std::iter::once(marked.to_owned()).chain(family);
                sees.marks.extend(names.filter_map(|name| alphabet.find_variable(&name)));
            }
        }
        sees.mentions.compact_sort_by_key(|m| m.name);
        sees.mentions.dedup();
        sees
    }

    /// Whether contexts keep the variable wherever it is bound: constants and markings.
    fn always(&self, alphabet: &Alphabet, variable: Variable) -> bool {
        alphabet.constant(variable).is_some() || self.marks.contains(&variable)
    }
}

impl Contexts {
    /// Nothing is below, or nothing relevant.
    pub const NONE: ContextId = ContextId(0);

    /// Any heap may be below: propositions about more than the heap in scope are unknown.
    pub const ANY: ContextId = ContextId(1);

    /// The contexts for the propositions of one formula, initially only [`NONE`](Self::NONE) and [`ANY`](Self::ANY).
    pub fn new(system: &HeapProgram, propositions: &[&Proposition]) -> Self {
        Self {
            contexts: [Context::default(), Context { any: true, ..Context::default() }].into_iter().collect(),
            sees: Sees::new(system, propositions),
            known: FxHashMap::default(),
            entered: None,
            canoniser: Canoniser::default(),
            reach: Reach::default(),
        }
    }

    /// Whether no proposition depends on more than the scope, so that the only context is [`NONE`](Self::NONE).
    pub fn is_trivial(&self) -> bool {
        !self.sees.beyond && self.sees.calls.is_empty()
    }

    /// The number of contexts found so far, including [`NONE`](Self::NONE) but not [`ANY`](Self::ANY) unless it occurs with calls.
    pub fn len(&self) -> usize {
        self.contexts.len() - 1
    }

    /// Whether there is no context; never true because of [`NONE`](Self::NONE).
    pub fn is_empty(&self) -> bool {
        self.len() == 0
    }

    /// A context.
    pub(super) fn get(&self, id: ContextId) -> &Context {
        &self.contexts[id.index()]
    }

    /// Appends the contexts of the callee entered at `entry` by the call in `call`, whose own context is `context`.
    /// There are several if the call leaves different heaps behind, or if there are several ways to make observed
    /// selectors concrete.
    ///
    /// # Errors
    /// If a heap is too large, or cannot be glued into the context.
    pub fn extend(
        &mut self,
        system: &mut HeapProgram,
        context: ContextId,
        call: HeapState,
        entry: HeapState,
        out: &mut Vec<ContextId>,
    ) -> Result<(), Stop> {
        let mut add = |id: ContextId| {
            if !out.contains(&id) {
                out.push(id);
            }
        };
        if self.is_trivial() {
            add(context);
            return Ok(());
        }
        let [caller, callee] = [call, entry].map(|state| system.semantics.points.instance_of(state.point));
        let below = self.get(context);
        if below.any || !self.sees.beyond {
            let calls = self.calls(system, below, caller);
            add(self.number(Context { calls, any: below.any, ..Context::default() }));
            return Ok(());
        }
        for frame in system.frames.get(&(call, entry)).cloned().unwrap_or_default() {
            let key = (context, frame, call.point, callee);
            let found = match self.known.get(&key) {
                Some(known) => known.clone(),
                None => {
                    let found = self.on_top_of(system, context, frame, call.point, callee)?;
                    self.known.insert(key, found.clone());
                    found
                }
            };
            found.into_iter().for_each(&mut add);
        }
        Ok(())
    }

    /// Which of the methods that propositions ask for are below a callee of this caller, whose own context is `below`.
    fn calls(&self, system: &HeapProgram, below: &Context, caller: Instance) -> SmallVec<[String; 1]> {
        let is_below = |method: &&String| below.calls.contains(method) || system.semantics.is_method(caller, method);
        self.sees.calls.iter().filter(is_below).cloned().collect()
    }

    fn number(&mut self, context: Context) -> ContextId {
        ContextId::at(self.contexts.insert_full(context).0)
    }

    /// The contexts of the callee after pushing a frame of the caller onto a context.
    fn on_top_of(
        &mut self,
        system: &mut HeapProgram,
        below: ContextId,
        frame: CallerFrame,
        call: Point,
        callee: Instance,
    ) -> Result<SmallVec<[ContextId; 1]>, Stop> {
        let below = self.get(below).clone();
        let caller = system.semantics.points.instance_of(call);
        let calls = self.calls(system, &below, caller);
        let model = Rc::clone(&system.semantics.model);
        let alphabet = &model.alphabet;
        let mut outer = system.heaps.get(frame.outer);
        let own = usize::from(frame.own);
        let (externals, shared) = outer.externals().split_at(own);
        let (externals, shared) = (SmallVec::<[VertexId; 8]>::from(externals), SmallVec::<[VertexId; 8]>::from(shared));
        outer.set_externals(externals);
        let (mut garbage, mut loose, mut unheld) = (below.garbage, below.loose, SmallVec::new());
        if self.sees.shape || self.sees.sharing || self.sees.garbage {
            let mut held = outer.clone();
            held.retain_variables(|v| alphabet.constant(v).is_some() || system.semantics.holds_during_call(call, v));
            let entered = self.entered.get_or_insert_with(|| Entered::new(model.grammar()));
            match entered.part(&held, &roots(&held, &below.unheld)) {
                None => loose = true,
                Some(part) if part.is_all_of(&outer) => {}
                Some(part) => {
                    // Shared vertices may be reachable in the callee.
                    let is_reached = |v: VertexId| part.vertices[v.index()];
                    let is_lost = |v: VertexId| !is_reached(v) && outer.is_object(v) && !shared.contains(&v);
                    let is_losing = outer.vertices().any(is_lost) || part.edges.contains(&false);
                    garbage |= self.sees.garbage && is_losing;
                    loose |= is_losing;
                    let positions = shared.iter().enumerate().filter(|&(_, &v)| !is_reached(v));
                    unheld = positions.map(|(position, _)| u32::at(position)).collect();
                }
            }
        }
        outer.retain_variables(|v| alphabet.constant(v).is_some() || system.semantics.points.declares(caller, v));
        let (mut heap, image) = match below.heap {
            Some(id) => system.glued(id, &outer)?,
            None => {
                let identity = (0..outer.vertex_bound()).map(VertexId::at).collect();
                (outer.clone(), identity)
            }
        };
        let visited = below.visited || (self.sees.visited && visits(&model, &heap, &outer, &image));
        let mut context = Context { visited, garbage, loose, unheld, ..Context::default() };
        let mut bound: Vec<(Variable, VertexId)> = Vec::new();
        for mention in self.sees.mentions.iter().filter(|m| !system.semantics.owns(callee, m)) {
            let (here, unknown) = if system.semantics.owns(caller, mention) {
                let target = outer.variable(mention.local).map(|v| image[v.index()]);
                (target, system.semantics.declares_unknown(caller, alphabet.variable_name(mention.local)))
            } else {
                (heap.variable(mention.name), below.unknown.contains(&mention.name))
            };
            match here {
                Some(target) => bound.push((mention.name, target)),
                None if unknown => context.unknown.push(mention.name),
                None => {}
            }
        }
        heap.retain_variables(|v| self.sees.always(alphabet, v));
        let named = heap.variables().iter().any(|&(v, _)| alphabet.constant(v).is_none()) || !bound.is_empty();
        bound.into_iter().for_each(|(name, target)| heap.bind(name, target));
        heap.set_externals(shared.iter().map(|v| image[v.index()]));
        // If the callee knows the object that holds the static fields, it is external and stays.
        if model.statics_of(&heap).is_some_and(|statics| !heap.is_external(statics)) {
            model.cut_statics(&mut heap);
        }
        if self.sees.sharing && !self.sees.shape {
            let apart = take_apart(&mut heap, alphabet);
            let sharing = model.sharing_of(&apart);
            context.shared = below.shared || sharing.shared;
            context.cyclic = below.cyclic || sharing.cyclic;
        } else if !self.sees.shape {
            self.reach.collect_garbage(&mut heap, alphabet);
        }
        heap.drop_unused_numbers();
        let everything = self.sees.shape || self.sees.sharing;
        let matters = named || context != Context::default() || (everything && has_contents(&heap, alphabet));
        if !matters {
            return Ok(smallvec![self.number(Context { calls, ..Context::default() })]);
        }
        self.fold(&model, &mut heap);
        let large = heap.vertex_bound() > CONTEXT_VERTICES.min(model.options.heap_vertices as usize);
        if large || self.contexts.len() >= CONTEXTS {
            return Ok(smallvec![self.number(Context { calls, any: true, ..Context::default() })]);
        }
        let heap = system.heaps.intern(heap, ExternalOrder::Fixed)?;
        let heaps = system.heaps.concretised(heap, Concrete::Observed)?;
        context.calls = calls;
        let contexts = heaps.into_iter().map(|heap| Context { heap: Some(heap), ..context.clone() });
        Ok(contexts.map(|context| self.number(context)).collect())
    }

    /// Folds a heap as far as possible, except for observed selectors, which stay concrete.
    fn fold(&mut self, model: &HeapModel, heap: &mut Heap) {
        self.canoniser.canonicalise(heap, ExternalOrder::Fixed);
        let options = AbstractionOptions { admissibility: Admissibility::default(), ..model.options.abstraction };
        let observed: SmallVec<[VertexId; 4]> =
            model.observables.selectors.iter().filter_map(|&(name, _)| heap.variable(name)).collect();
        model.grammar().abstract_around(heap, &model.alphabet, options, &observed);
    }
}

impl HeapProgram {
    /// The heap out of scope with the heap in scope glued into it, and the images of the vertices of the latter.
    ///
    /// # Errors
    /// If the two do not fit.
    pub(super) fn glued(&self, below: HeapId, above: &Heap) -> Result<(Heap, Images), Stop> {
        let below = CallerHeap { heap: self.heaps.get(below), own: 0 };
        below
            .glue(above)
            .ok_or_else(|| Stop::Incomplete(msg!("the heap of a callee does not match those of its callers")))
    }
}

/// Whether a named variable or a static field of `outer` points to the object marked for `{visited}`, which is in
/// `heap`.
fn visits(model: &HeapModel, heap: &Heap, outer: &Heap, image: &[VertexId]) -> bool {
    let Some(marked) = model.alphabet.find_variable(VISITED).and_then(|v| heap.variable(v)) else { return false };
    model.named_vertices(outer).any(|vertex| image[vertex.index()] == marked)
}

/// Whether the program, or an initial heap, names this variable.
pub(super) fn is_named(alphabet: &Alphabet, variable: Variable) -> bool {
    alphabet.kind(variable) == VariableKind::Program && is_program_name(alphabet.variable_name(variable))
}

/// Removes the components of a heap that contain no external vertex, variable or marking, and returns them.
fn take_apart(heap: &mut Heap, alphabet: &Alphabet) -> Heap {
    let count = heap.vertex_bound();
    let mut constant = vec![false; count];
    for &(variable, target) in heap.variables() {
        constant[target.index()] |= alphabet.constant(variable).is_some();
    }
    let mut neighbours: Vec<SmallVec<[VertexId; 4]>> = vec![SmallVec::new(); count];
    let mut join = |a: VertexId, b: VertexId| {
        if !constant[a.index()] && !constant[b.index()] {
            neighbours[a.index()].push(b);
            neighbours[b.index()].push(a);
        }
    };
    heap.selector_edges().for_each(|(source, _, target)| join(source, target));
    for edge in heap.nonterminals() {
        let objects: SmallVec<[VertexId; 4]> =
            edge.tentacles.iter().copied().filter(|t| !constant[t.index()]).collect();
        objects.windows(2).for_each(|pair| join(pair[0], pair[1]));
    }
    let named = heap.variables().iter().map(|&(_, target)| target);
    let mut stack: Vec<VertexId> = named.chain(heap.externals().iter().copied()).collect();
    let mut stays = vec![false; count];
    while let Some(vertex) = stack.pop() {
        if !std::mem::replace(&mut stays[vertex.index()], true) {
            stack.extend(&neighbours[vertex.index()]);
        }
    }
    let mut apart = heap.clone();
    apart.retain_vertices(|v| constant[v.index()] || !stays[v.index()]);
    heap.retain_vertices(|v| stays[v.index()]);
    apart
}

/// Whether there are vertices other than constants and externals.
fn has_contents(heap: &Heap, alphabet: &Alphabet) -> bool {
    let constant = |v: VertexId| heap.variables().iter().any(|&(x, t)| t == v && alphabet.constant(x).is_some());
    heap.selector_edges().next().is_some()
        || !heap.nonterminals().is_empty()
        || heap.vertices().any(|v| !heap.is_external(v) && !constant(v))
}
