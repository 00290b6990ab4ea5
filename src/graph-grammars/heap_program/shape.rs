//! The shape of a heap, or of a part of it: the result of complete folding, for `{L(N)}`.

use std::rc::Rc;

use indexmap::IndexMap;
use rustc_hash::{FxBuildHasher, FxHashMap};
use smallvec::SmallVec;

use super::HeapModel;
use super::layout::Layout;
use heap_grammar::grammar::{Confluence, Entered, Grammar, falls_apart};
use heap_grammar::heap::{
    Canoniser, EmbeddingEffort, ExternalOrder, Heap, HeapId, Nonterminal, Reach, Variable, VertexId,
};
use ltl::logic::Truth;

/// The heap that propositions are about.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub(super) enum View {
    /// The heap in scope, one of the system's.
    Scope(HeapId),
    /// The heap in scope without its garbage, glued into its context; from the store of the labels.
    Made(HeapId),
}

/// Computes and caches shapes.
pub(super) struct Shapes {
    model: Rc<HeapModel>,
    /// The given grammar without isolated objects in rules, which do not count; `None` if there are none.
    stripped: Option<Grammar>,
    /// Whether the grammar derives connected heaps only.
    connected: bool,
    /// Whether rules mention numbers. A numeric field may also lack a selector edge.
    numbers: bool,
    /// Whether derived heaps may have further objects without edges.
    isolated: bool,
    /// Certain reachability inside nonterminal edges.
    entered: Entered,
    /// Positions in `shapes`; `None` if reachability depends on the derivation of nonterminal edges.
    known: FxHashMap<(View, Option<Variable>), Option<usize>>,
    /// Shapes by heap without variables: many heaps differ only in these.
    shapes: IndexMap<Heap, Shape, FxBuildHasher>,
    /// The number of heaps that folding in every order may still visit, if it is limited.
    left: Option<usize>,
    /// Whether this limit was exceeded for some heap since the last call of [`take_cut`](Self::take_cut).
    cut: bool,
    canoniser: Canoniser,
    reach: Reach,
}

/// The possible results of folding a heap.
#[derive(Clone, PartialEq, Eq, Debug)]
struct Shape {
    /// The labels of single edges to which it can be folded.
    labels: SmallVec<[Nonterminal; 1]>,
    others: Others,
}

/// Whether a heap can be folded to a single edge with another label.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum Others {
    /// None of the heaps that it describes can.
    None,
    /// Not known.
    Unknown,
    /// Only one order of folding was tried so far, leading to a normal form if `is_normal`; another order may have
    /// another result.
    Untried { is_normal: bool },
}

/// Maximum number of heaps visited while one heap is folded in every order.
const FOLDINGS_LIMIT: usize = 2_000;

impl Shapes {
    pub(super) fn new(model: Rc<HeapModel>) -> Self {
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

    /// From now on, folding in every order visits at most this many `heaps` in total; after that, heaps are folded in
    /// one order, which may leave their shapes unknown.
    pub(super) fn limit(&mut self, heaps: usize) {
        self.left.get_or_insert(heaps);
    }

    /// Whether a shape was left unknown by the limit since the last call of this method.
    pub(super) fn take_cut(&mut self) -> bool {
        std::mem::take(&mut self.cut)
    }

    /// Whether the heap of `view`, computed by `heap`, or the part of it reachable from `of`, has the shape of a
    /// nonterminal.
    pub(super) fn is(
        &mut self,
        layout: &Layout,
        view: View,
        heap: impl FnOnce() -> Heap,
        nonterminal: &str,
        of: Option<Variable>,
    ) -> Truth {
        let position = match self.known.get(&(view, of)) {
            Some(&known) => known,
            None => {
                let Some((part, is_certain)) = self.part(heap(), of) else { return Truth::False };
                let position = is_certain.then(|| self.shape_of_part(layout, part));
                self.known.insert((view, of), position);
                position
            }
        };
        // The part depends on the derivation of nonterminal edges, and so does its shape.
        let Some(position) = position else { return Truth::Unknown };
        let wanted = self.model.alphabet.find_nonterminal(nonterminal);
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

    /// The heap, or the part reachable from `of`, and whether all of it is certainly reachable; `None` if `of` is not
    /// bound.
    fn part(&mut self, mut heap: Heap, of: Option<Variable>) -> Option<(Heap, bool)> {
        let alphabet = &self.model.alphabet;
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

    /// The position of the shape of a heap with variables.
    fn shape_of_part(&mut self, layout: &Layout, mut heap: Heap) -> usize {
        let grammar = &self.model.given;
        heap.retain_variables(|v| self.model.alphabet.constant(v).is_some());
        heap.set_externals([]);
        let primitive = |ty, s| layout.is_primitive(ty, s);
        heap.retain_selectors(|ty, s| grammar.knows_field(ty, s) || !primitive(ty, s));
        heap.drop_unused_numbers();
        self.canoniser.canonicalise(&mut heap, ExternalOrder::Fixed);
        self.shapes.get_index_of(&heap).unwrap_or_else(|| {
            let shape = self.fold(&heap);
            self.shapes.insert_full(heap, shape).0
        })
    }

    /// The grammar used for folding.
    fn grammar(&self) -> &Grammar {
        self.stripped.as_ref().unwrap_or(&self.model.given)
    }

    /// The shape of a heap in canonical form over the given grammar, after folding in one order.
    fn fold(&self, start: &Heap) -> Shape {
        let mut heap = start.clone();
        let mut effort = EmbeddingEffort::for_heap(start);
        self.grammar().fold_all(&mut heap, &mut effort);
        Shape {
            labels: one_edge(&heap).into_iter().collect(),
            others: Others::Untried { is_normal: !effort.gave_up() },
        }
    }

    /// Decides whether a heap can be folded to an edge with a label other than that found by the first order, unless
    /// this was decided before.
    fn look_for_others(&mut self, position: usize) {
        let (start, shape) = self.shapes.get_index(position).expect("a shape");
        let Others::Untried { is_normal } = shape.others else { return };
        let (grammar, one) = (self.grammar(), shape.labels.first());
        let is_empty = start.nonterminals().is_empty() && start.selector_edges().next().is_none();
        // Any edge to which a heap of its language can be folded, it can be folded to as well; having only one normal
        // form, it has no other edge. Exceptions: edges or isolated vertices that can themselves be folded.
        let is_only_form = || {
            is_normal
                && !self.numbers
                && !grammar.folds_isolated()
                && !one.is_some_and(|&label| grammar.renames(label))
                && *grammar.confluence() == Confluence::Holds
        };
        // Without edges there is nothing to fold, and no order of folding turns several components into one edge.
        if is_empty && !grammar.folds_isolated() || self.connected && falls_apart(start) || is_only_form() {
            self.shapes[position].others = Others::None;
            return;
        }
        if self.left == Some(0) {
            self.cut = true;
            return;
        }
        // Another order may have another result. For a heap without nonterminals, trying all orders decides if every
        // step of a derivation can be reversed.
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

/// The label of the only edge of a heap whose other vertices are isolated.
fn one_edge(heap: &Heap) -> Option<Nonterminal> {
    match heap.nonterminals() {
        [edge] if heap.selector_edges().next().is_none() => Some(edge.label),
        _ => None,
    }
}
