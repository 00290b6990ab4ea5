//! The shape of a heap, or of a part: what is left of it after full abstraction, for `{L(N)}`.

use std::rc::Rc;

use indexmap::IndexMap;
use rustc_hash::{FxBuildHasher, FxHashMap};
use smallvec::SmallVec;

use super::{HeapModel, HeapProgram};
use crate::grammar::{Confluence, Entered, Grammar, falls_apart};
use crate::heap::{Canoniser, EmbeddingEffort, ExternalOrder, Heap, HeapId, Nonterminal, Reach, Variable, VertexId};
use crate::logic::Truth;

/// The heap that propositions are about.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub(super) enum View {
    /// The heap in scope, one of the system's.
    Scope(HeapId),
    /// The heap in scope without its garbage, glued into its context: one of the labels'.
    Made(HeapId),
}

/// Computes shapes, remembering them.
pub(super) struct Shapes {
    model: Rc<HeapModel>,
    /// The grammar as it was given, but for objects in rules that nothing is attached to: they do not count; `None`: there are
    /// none.
    stripped: Option<Grammar>,
    /// Whether the grammar derives connected heaps only.
    connected: bool,
    /// Whether rules show numbers: a field without a selector edge may have them, too.
    numbers: bool,
    /// Whether derived heaps may have further objects without edges.
    isolated: bool,
    /// What is reached for certain inside nonterminal edges.
    entered: Entered,
    /// Positions in `shapes`; `None`: what is reached depends on what nonterminal edges derive.
    known: FxHashMap<(View, Option<Variable>), Option<usize>>,
    /// Shapes by what is left of a heap without its variables: many heaps differ in nothing else.
    shapes: IndexMap<Heap, Shape, FxBuildHasher>,
    /// How many heaps may still be met while heaps are folded in every order, if that is limited.
    left: Option<usize>,
    /// Whether that was not enough for some heap since it was last asked.
    cut: bool,
    canoniser: Canoniser,
    reach: Reach,
}

/// The shape of a heap: what can be left of it after folding.
#[derive(Clone, PartialEq, Eq, Debug)]
struct Shape {
    /// Labels of which it can be one edge, and nothing else.
    labels: SmallVec<[Nonterminal; 1]>,
    others: Others,
}

/// Whether a heap can be one edge with another label.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum Others {
    /// No heap that it stands for can.
    None,
    /// Not known.
    Unknown,
    /// It was folded in one order so far, to a normal form if that is said; another may end elsewhere.
    Untried { is_normal: bool },
}

/// How many heaps are met at most while a heap is folded in every order.
const FOLDINGS_LIMIT: usize = 2_000;

impl Shapes {
    pub fn new(model: Rc<HeapModel>) -> Self {
        let stripped = model.given.without_isolated(&model.alphabet);
        let grammar = stripped.as_ref().unwrap_or(&model.given);
        Self {
            connected: grammar.derives_connected(),
            numbers: grammar.shows_numbers(),
            isolated: grammar.leaves_isolated(),
            entered: Entered::new(&model.given),
            model,
            stripped,
            known: FxHashMap::default(),
            shapes: IndexMap::default(),
            left: None,
            cut: false,
            canoniser: Canoniser::default(),
            reach: Reach::default(),
        }
    }

    /// From now on, heaps are folded in every order only as long as no more than `heaps` are met in all; afterwards in one order,
    /// which may leave open what shape they have.
    pub fn limit(&mut self, heaps: usize) {
        self.left.get_or_insert(heaps);
    }

    /// Whether that has left something open since the last time.
    pub fn take_cut(&mut self) -> bool {
        std::mem::take(&mut self.cut)
    }

    /// Whether the heap `view`, which `heap` gives, has the shape of a nonterminal; or what `of` reaches of it.
    pub fn is(
        &mut self,
        system: &HeapProgram,
        view: View,
        heap: impl FnOnce() -> Heap,
        nonterminal: &str,
        of: Option<Variable>,
    ) -> Truth {
        let position = match self.known.get(&(view, of)) {
            Some(&known) => known,
            None => {
                let Some((part, is_certain)) = self.part(system, heap(), of) else { return Truth::False };
                let position = is_certain.then(|| self.shape_of_part(system, part));
                self.known.insert((view, of), position);
                position
            }
        };
        // What is reached depends on what nonterminal edges derive: it may have this shape or that.
        let Some(position) = position else { return Truth::Unknown };
        let wanted = system.model.alphabet.find_nonterminal(nonterminal);
        let is_wanted = |shape: &Shape| shape.labels.iter().any(|&label| Some(label) == wanted);
        if !is_wanted(&self.shapes[position]) {
            self.look_for_others(position);
        }
        let shape = &self.shapes[position];
        match shape.others {
            _ if is_wanted(shape) => Truth::True,
            Others::None => Truth::False,
            Others::Unknown | Others::Untried { .. } => Truth::Unknown,
        }
    }

    /// The heap, or what `of` reaches of it, and whether all of that is reached for certain; `None` if `of` is not bound.
    fn part(&mut self, system: &HeapProgram, mut heap: Heap, of: Option<Variable>) -> Option<(Heap, bool)> {
        let alphabet = &system.model.alphabet;
        heap.relabel(|_, label| alphabet.nonterminal(label).origin);
        let Some(variable) = of else { return Some((heap, true)) };
        let root = heap.variable(variable)?;
        self.reach.from_roots(&heap, alphabet, [root], |_| false);
        let variables = heap.variables().iter();
        let constants: SmallVec<[VertexId; 4]> =
            variables.filter(|&&(v, _)| alphabet.constant(v).is_some()).map(|&(_, t)| t).collect();
        heap.set_externals([]);
        heap.retain_vertices(|v| self.reach.reached(v) || constants.contains(&v));
        let is_certain = heap.variable(variable).is_some_and(|root| self.entered.reaches_all(&heap, alphabet, root));
        Some((heap, is_certain))
    }

    /// The position of the shape of a heap as the program knows it, with variables.
    fn shape_of_part(&mut self, system: &HeapProgram, mut heap: Heap) -> usize {
        let grammar = &self.model.given;
        heap.retain_variables(|v| system.model.alphabet.constant(v).is_some());
        heap.set_externals([]);
        let primitive = |ty, s| system.is_primitive(ty, s);
        heap.retain_selectors(|ty, s| grammar.knows_field(ty, s) || !primitive(ty, s));
        heap.drop_unused_numbers();
        self.canoniser.canonicalise(&mut heap, ExternalOrder::Fixed);
        self.shapes.get_index_of(&heap).unwrap_or_else(|| {
            let shape = self.fold(&heap);
            self.shapes.insert_full(heap, shape).0
        })
    }

    /// The grammar over which heaps are folded.
    fn grammar(&self) -> &Grammar {
        self.stripped.as_ref().unwrap_or(&self.model.given)
    }

    /// The shape of a heap in canonical form over the grammar as it was given, folded in one order.
    fn fold(&self, start: &Heap) -> Shape {
        let mut heap = start.clone();
        let mut effort = EmbeddingEffort::for_heap(start);
        self.grammar().fold_all(&mut heap, &mut effort);
        Shape {
            labels: one_edge(&heap).into_iter().collect(),
            others: Others::Untried { is_normal: !effort.gave_up() },
        }
    }

    /// Finds out whether a heap can be one edge with another label than one order of folding gives, if that was not tried.
    fn look_for_others(&mut self, position: usize) {
        let (start, shape) = self.shapes.get_index(position).expect("a shape");
        let Others::Untried { is_normal } = shape.others else { return };
        let (grammar, one) = (self.grammar(), shape.labels.first());
        let is_empty = start.nonterminals().is_empty() && start.selector_edges().next().is_none();
        // Every edge that a heap of its language can be folded to is one that it can be folded to itself, and so, as it has
        // one normal form, that one; unless an edge can be folded further, or isolated vertices can.
        let is_only_form = || {
            is_normal
                && !self.numbers
                && !grammar.folds_isolated()
                && !one.is_some_and(|&label| grammar.renames(label))
                && *grammar.confluence() == Confluence::Holds
        };
        // Without edges there is nothing to fold; no order of folding makes one edge of several parts.
        if is_empty && !grammar.folds_isolated() || self.connected && falls_apart(start) || is_only_form() {
            self.shapes[position].others = Others::None;
            return;
        }
        if self.left == Some(0) {
            self.cut = true;
            return;
        }
        // Another order may end elsewhere; for a heap without nonterminals, trying all of them decides, if every step of a
        // derivation can be undone.
        let foldings = grammar.foldings(start, FOLDINGS_LIMIT);
        let decides = grammar.is_invertible() && start.nonterminals().is_empty() && !self.numbers && !self.isolated;
        if let Some(left) = &mut self.left {
            *left = left.saturating_sub(foldings.as_ref().map_or(FOLDINGS_LIMIT, Vec::len));
        }
        let shape = &mut self.shapes[position];
        shape.labels.extend(foldings.iter().flatten().filter_map(|(heap, _)| one_edge(heap)));
        shape.others = if foldings.is_some() && decides { Others::None } else { Others::Unknown };
    }
}

/// The label of the edge that a heap consists of, but for vertices without edges.
fn one_edge(heap: &Heap) -> Option<Nonterminal> {
    match heap.nonterminals() {
        [edge] if heap.selector_edges().next().is_none() => Some(edge.label),
        _ => None,
    }
}
