//! What is below a procedure on the call stack, as far as the propositions of one formula see it [HMC 3.2].
//!
//! A callee sees a part of the heap; the rest stays behind in the frames of its callers. A *context* is all that stays
//! behind, glued together and folded, with the variables that the formula mentions and the callee does not hide. A
//! proposition in a callee is evaluated on the heap in scope glued into the context.

use std::rc::Rc;

use indexmap::IndexSet;
use rustc_hash::{FxBuildHasher, FxHashMap};
use smallvec::{SmallVec, smallvec};

use super::call::CallerFrame;
use super::labels::roots;
use super::marking::{NEIGHBOURHOOD, VISITED};
use super::names::Mention;
use super::settle::Concrete;
use super::split::glue;
use super::{HeapModel, HeapProgram, HeapState, Instance};
use crate::base::{CompactSort, Idx, Stop, newtype_index};
use crate::grammar::{AbstractionOptions, Entered};
use crate::heap::{
    Admissibility, Alphabet, Canoniser, ExternalOrder, Heap, HeapId, Images, Reach, Variable, VariableKind, VertexId,
};
use crate::logic::{Proposition, VariableRef};
use crate::program::objects::is_program_name;

newtype_index! {
    /// A context. 0 is the one in which nothing is below, or nothing that matters; in 1 anything may be below.
    pub struct ContextId;
}

/// What is below, as propositions see it.
#[derive(Clone, PartialEq, Eq, Hash, Default, Debug)]
pub(super) struct Context {
    /// The heap out of scope; its externals are the vertices that the heap in scope shares, in the order of the
    /// externals there. `None` if it does not matter.
    pub heap: Option<HeapId>,
    /// Mentioned variables that are numbers or booleans of unknown value, sorted.
    pub unknown: SmallVec<[Variable; 2]>,
    /// Whether a variable of the program points to the object marked for `{visited}`.
    pub visited: bool,
    /// Whether some object out of scope is garbage.
    pub garbage: bool,
    /// Whether some object out of scope may be garbage, or is, in some of the heaps that the context stands for.
    pub loose: bool,
    /// Whether some object that nothing visible hangs together with is shared.
    pub shared: bool,
    /// Whether there is a cycle that nothing visible hangs together with.
    pub cyclic: bool,
    /// Anything may be below.
    pub any: bool,
}

/// A context with more vertices is taken for [`Contexts::ANY`], and so is what comes when there are many: the grammar
/// does not fold these frames, so that there may be infinitely many.
const CONTEXT_VERTICES: usize = 60;
const CONTEXTS: usize = 500;

/// The contexts that occur, for one formula.
///
/// Law: for every call stack and every heap that the states on it describe, glued together, one of the contexts found
/// by extending [`NONE`](Self::NONE) along the calls describes what is out of scope. There are finitely many. The system
/// must have been made for [all procedures](super::Scope::AllProcedures).
pub struct Contexts {
    contexts: IndexSet<Context, FxBuildHasher>,
    sees: Sees,
    known: FxHashMap<(ContextId, CallerFrame, Instance, Instance), SmallVec<[ContextId; 1]>>,
    /// What is reached inside nonterminal edges; made when it is asked for.
    entered: Option<Entered>,
    canoniser: Canoniser,
    reach: Reach,
}

/// What the propositions of a formula look at.
#[derive(Default)]
struct Sees {
    mentions: Vec<Mention>,
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
    /// Whether anything is looked at but the place of the state.
    beyond: bool,
}

impl Sees {
    fn new(system: &HeapProgram, propositions: &[&Proposition]) -> Self {
        let mut sees = Self::default();
        let alphabet = &system.model.alphabet;
        for proposition in propositions {
            let variables: Vec<&VariableRef> = proposition.variables().collect();
            sees.mentions.extend(variables.into_iter().filter_map(|x| system.mention(x)));
            let marked = match proposition {
                Proposition::Terminated
                | Proposition::NullDereference
                | Proposition::Exception
                | Proposition::At { .. }
                | Proposition::In { .. }
                // Those of boolean programs.
                | Proposition::Label { .. }
                | Proposition::Failed
                | Proposition::Condition(_) => continue,
                Proposition::Visited(x) => {
                    sees.visited |= x.is_none();
                    Some(VISITED)
                }
                Proposition::IdenticNeighbours => Some(NEIGHBOURHOOD),
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
                Proposition::Shape { .. } | Proposition::Reachable { .. } | Proposition::Compare { .. } => None,
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

    /// Whether a variable is in every context that binds it.
    fn always(&self, alphabet: &Alphabet, variable: Variable) -> bool {
        alphabet.constant(variable).is_some() || self.marks.contains(&variable)
    }
}

impl Contexts {
    /// Nothing is below, or nothing that matters.
    pub const NONE: ContextId = ContextId(0);

    /// Anything may be below: what propositions say beyond the scope is unknown.
    pub const ANY: ContextId = ContextId(1);

    /// For the propositions of one formula.
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

    /// Whether no proposition looks beyond the scope, so that there is no context but [`NONE`](Self::NONE).
    pub fn is_trivial(&self) -> bool {
        !self.sees.beyond
    }

    /// Number of contexts met so far, [`NONE`](Self::NONE) included and [`ANY`](Self::ANY) not.
    pub fn len(&self) -> usize {
        self.contexts.len() - 1
    }

    /// Whether there is no context; there always is [`NONE`](Self::NONE).
    pub fn is_empty(&self) -> bool {
        self.len() == 0
    }

    /// A context.
    pub(super) fn get(&self, id: ContextId) -> &Context {
        &self.contexts[id.index()]
    }

    /// Appends the contexts of the callee entered at `entry` by a call from `call`, which runs in `context`. Several if
    /// the call leaves different heaps behind, or if observed selectors can be made concrete in several ways.
    ///
    /// # Errors
    /// If a heap is too large, or does not fit into what is below.
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
        if self.is_trivial() || context == Self::ANY {
            add(context);
            return Ok(());
        }
        let [caller, callee] = [call, entry].map(|s| system.points.instance_of(s.point));
        for frame in system.frames.get(&(call, entry)).cloned().unwrap_or_default() {
            let key = (context, frame, caller, callee);
            let found = match self.known.get(&key) {
                Some(known) => known.clone(),
                None => {
                    let found = self.on_top_of(system, context, frame, caller, callee)?;
                    self.known.insert(key, found.clone());
                    found
                }
            };
            found.into_iter().for_each(&mut add);
        }
        Ok(())
    }

    /// The contexts of the callee when a frame of the caller is put on top of a context.
    fn on_top_of(
        &mut self,
        system: &mut HeapProgram,
        below: ContextId,
        frame: CallerFrame,
        caller: Instance,
        callee: Instance,
    ) -> Result<SmallVec<[ContextId; 1]>, Stop> {
        let below = self.get(below).clone();
        let model = Rc::clone(&system.model);
        let alphabet = &model.alphabet;
        let mut outer = system.store.get(frame.outer);
        let own = usize::from(frame.own);
        let (externals, shared) = outer.externals().split_at(own);
        let (externals, shared) = (SmallVec::<[VertexId; 8]>::from(externals), SmallVec::<[VertexId; 8]>::from(shared));
        outer.set_externals(externals);
        let (mut garbage, mut loose) = (below.garbage, below.loose);
        if self.sees.shape || self.sees.sharing || self.sees.garbage {
            // The callers hold what is external, if they hold it for certain.
            match self.entered.get_or_insert_with(|| Entered::new(model.grammar())).part(&outer, roots(&outer)) {
                None => loose = true,
                Some(part) if part.is_all_of(&outer) => {}
                Some(part) => {
                    // What is shared the callee may hold.
                    let is_lost = |v: VertexId| !part.vertices[v.index()] && outer.is_object(v) && !shared.contains(&v);
                    garbage |= self.sees.garbage && (outer.vertices().any(is_lost) || part.edges.contains(&false));
                    loose = true;
                }
            }
        }
        outer.retain_variables(|v| alphabet.constant(v).is_some() || system.points.declares(caller, v));
        let (mut heap, image) = match below.heap {
            Some(id) => system.glued(id, &outer)?,
            None => {
                let identity = (0..outer.vertex_bound()).map(VertexId::at).collect();
                (outer.clone(), identity)
            }
        };
        let visited = below.visited || (self.sees.visited && visits(&model, &heap, &outer, &image));
        let mut context = Context { visited, garbage, loose, ..Context::default() };
        let mut bound: Vec<(Variable, VertexId)> = Vec::new();
        for mention in self.sees.mentions.iter().filter(|m| !system.owns(callee, m)) {
            let (here, unknown) = if system.owns(caller, mention) {
                let target = outer.variable(mention.local).map(|v| image[v.index()]);
                (target, system.is_number(caller, alphabet.variable_name(mention.local)))
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
        // What the callee knows of it is external, and stays.
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
            return Ok(smallvec![Self::NONE]);
        }
        self.fold(&model, &mut heap);
        let large = heap.vertex_bound() > CONTEXT_VERTICES.min(model.options.heap_vertices as usize);
        if large || self.contexts.len() >= CONTEXTS {
            return Ok(smallvec![Self::ANY]);
        }
        let heap = system.intern(heap, ExternalOrder::Fixed)?;
        let heaps = system.concretised(heap, Concrete::Observed)?;
        let contexts = heaps.into_iter().map(|heap| Context { heap: Some(heap), ..context.clone() });
        Ok(contexts.map(|c| ContextId::at(self.contexts.insert_full(c).0)).collect())
    }

    /// Folds a heap as far as it goes, except where selectors are observed, which are concrete.
    fn fold(&mut self, model: &HeapModel, heap: &mut Heap) {
        self.canoniser.canonicalise(heap, ExternalOrder::Fixed);
        let options = AbstractionOptions { admissibility: Admissibility::default(), ..model.options.abstraction };
        let observed: SmallVec<[VertexId; 4]> =
            model.observed.iter().filter_map(|&(name, _)| heap.variable(name)).collect();
        model.grammar().abstract_around(heap, &model.alphabet, options, &observed);
    }
}

impl HeapProgram {
    /// What is below with the heap that is above put in place, and where the vertices of the latter went.
    ///
    /// # Errors
    /// If they do not fit.
    pub(super) fn glued(&self, below: HeapId, above: &Heap) -> Result<(Heap, Images), Stop> {
        glue(self.store.get(below), 0, above)
            .ok_or_else(|| Stop::Incomplete("the heap of a callee does not match those of its callers".to_owned()))
    }
}

/// Whether a named variable or a static field of `outer` points to the object marked for `{visited}`, which `heap` knows.
fn visits(model: &HeapModel, heap: &Heap, outer: &Heap, image: &[VertexId]) -> bool {
    let Some(marked) = model.alphabet.find_variable(VISITED).and_then(|v| heap.variable(v)) else { return false };
    model.named_vertices(outer).any(|vertex| image[vertex.index()] == marked)
}

/// Whether a variable of heaps is one that the program, or an initial heap, names.
pub(super) fn is_named(alphabet: &Alphabet, variable: Variable) -> bool {
    alphabet.kind(variable) == VariableKind::Program && is_program_name(alphabet.variable_name(variable))
}

/// Takes out the parts of a heap that hang together with no external vertex, variable or marking, and returns them.
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

/// Whether there is anything but constants and external vertices.
fn has_contents(heap: &Heap, alphabet: &Alphabet) -> bool {
    let constant = |v: VertexId| heap.variables().iter().any(|&(x, t)| t == v && alphabet.constant(x).is_some());
    heap.selector_edges().next().is_some()
        || !heap.nonterminals().is_empty()
        || heap.vertices().any(|v| !heap.is_external(v) && !constant(v))
}
