//! The shape of a heap, or of a part: what is left of it after full abstraction, for `{L(N)}`.

use std::rc::Rc;

use rustc_hash::FxHashMap;
use smallvec::SmallVec;

use super::{HeapProgram, Model};
use crate::base::CompactSort;
use crate::grammar::{Confluence, Entered, Grammar, falls_apart};
use crate::heap::{Canoniser, Effort, ExternalOrder, Heap, HeapId, Nonterminal, Reach, Variable, VertexId};
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
    model: Rc<Model>,
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
    known: FxHashMap<(View, Option<Variable>), Shape>,
    /// Shapes by what is left of a heap without its variables: many heaps differ in nothing else.
    folded: FxHashMap<Heap, Shape>,
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
    /// Whether no heap that it stands for is one edge with another label.
    definite: bool,
}

/// How many heaps are met at most while a heap is folded in every order.
const FOLDINGS_LIMIT: usize = 2_000;

impl Shapes {
    pub fn new(model: Rc<Model>) -> Self {
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
            folded: FxHashMap::default(),
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
        let shape = match self.known.get(&(view, of)) {
            Some(known) => known.clone(),
            None => {
                let Some((part, is_certain)) = self.part(system, heap(), of) else { return Truth::False };
                // What is reached depends on what nonterminal edges derive: it may have this shape or that.
                let shape = match is_certain {
                    true => self.shape_of_part(system, part),
                    false => Shape { labels: SmallVec::new(), definite: false },
                };
                if !self.cut {
                    self.known.insert((view, of), shape.clone());
                }
                shape
            }
        };
        match shape.labels.iter().any(|&label| system.model.alphabet.nonterminal(label).name == nonterminal) {
            true => Truth::True,
            false if shape.definite => Truth::False,
            false => Truth::Unknown,
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

    /// The shape of a heap as the program knows it, with variables.
    fn shape_of_part(&mut self, system: &HeapProgram, mut heap: Heap) -> Shape {
        let grammar = &self.model.given;
        heap.retain_variables(|v| system.model.alphabet.constant(v).is_some());
        heap.set_externals([]);
        let primitive = |ty, s| system.is_primitive(ty, s);
        heap.retain_selectors(|ty, s| grammar.knows_field(ty, s) || !primitive(ty, s));
        heap.drop_unused_numbers();
        self.canoniser.canonicalise(&mut heap, ExternalOrder::Fixed);
        if let Some(known) = self.folded.get(&heap) {
            return known.clone();
        }
        let shape = self.fold_fully(&heap);
        if !self.cut {
            self.folded.insert(heap, shape.clone());
        }
        shape
    }

    /// The shape of a heap in canonical form over the grammar as it was given.
    fn fold_fully(&mut self, start: &Heap) -> Shape {
        let grammar = self.stripped.as_ref().unwrap_or(&self.model.given);
        let mut heap = start.clone();
        let mut effort = Effort::for_heap(start);
        grammar.fold_all(&mut heap, &mut effort);
        let label = |h: &Heap| match h.nonterminals() {
            [edge] if h.selector_edges().next().is_none() => Some(edge.label),
            _ => None,
        };
        let one = label(&heap);
        let is_empty = start.nonterminals().is_empty() && start.selector_edges().next().is_none();
        // Every edge that a heap of its language can be folded to is one that it can be folded to itself, and so, as it has
        // one normal form, that one; unless an edge can be folded further, or isolated vertices can.
        let is_normal = || {
            !effort.gave_up()
                && *grammar.confluence() == Confluence::Holds
                && !self.numbers
                && !grammar.folds_isolated()
                && !one.is_some_and(|label| grammar.renames(label))
        };
        // Without edges there is nothing to fold; no order of folding makes one edge of several parts.
        if is_empty && !grammar.folds_isolated() || self.connected && falls_apart(start) || is_normal() {
            return Shape { labels: one.into_iter().collect(), definite: true };
        }
        // Another order may end elsewhere; for a heap without nonterminals, trying all of them decides, if every step of a
        // derivation can be undone.
        if self.left == Some(0) {
            self.cut = true;
            return Shape { labels: one.into_iter().collect(), definite: false };
        }
        let foldings = grammar.foldings(start, FOLDINGS_LIMIT);
        if let Some(left) = &mut self.left {
            *left = left.saturating_sub(foldings.as_ref().map_or(FOLDINGS_LIMIT, Vec::len));
        }
        let mut labels: SmallVec<[Nonterminal; 1]> = foldings.iter().flatten().filter_map(|(h, _)| label(h)).collect();
        labels.extend(one);
        labels.compact_sort();
        labels.dedup();
        let decides = grammar.is_invertible() && start.nonterminals().is_empty() && !self.numbers && !self.isolated;
        Shape { labels, definite: foldings.is_some() && decides }
    }
}
