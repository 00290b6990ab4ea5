//! The shape of a heap, or of a part: what is left of it after full abstraction, for `{L(N)}`.

use std::rc::Rc;

use rustc_hash::FxHashMap;
use smallvec::SmallVec;

use super::{HeapProgram, Model};
use crate::grammar::{AbstractionOptions, Confluence, falls_apart};
use crate::heap::{Admissibility, Canoniser, ExternalOrder, Heap, HeapId, Nonterminal, Reach, Variable, VertexId};
use crate::logic::Truth;

/// The heap that propositions are about.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub(super) enum View {
    /// The heap in scope, one of the system's.
    Scope(HeapId),
    /// The heap in scope glued into its context, one of the labels'.
    Whole(HeapId),
}

/// Computes shapes, remembering them.
pub(super) struct Shapes {
    model: Rc<Model>,
    /// Whether the grammar derives connected heaps only.
    connected: bool,
    known: FxHashMap<(View, Option<Variable>), Shape>,
    /// Shapes by what is left of a heap without its variables: many heaps differ in nothing else.
    folded: FxHashMap<Heap, Shape>,
    canoniser: Canoniser,
    reach: Reach,
}

/// The shape of a heap: what is left of it after full abstraction.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum Shape {
    /// One edge with this label.
    One(Nonterminal),
    /// Anything else; `definite` if no other order of folding could give one edge.
    Other { definite: bool },
}

/// How many heaps are met at most while all normal forms of one are sought.
const NORMAL_FORMS_LIMIT: usize = 2_000;

impl Shapes {
    pub fn new(model: Rc<Model>) -> Self {
        Self {
            connected: model.given.derives_connected(),
            model,
            known: FxHashMap::default(),
            folded: FxHashMap::default(),
            canoniser: Canoniser::default(),
            reach: Reach::default(),
        }
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
            Some(&known) => known,
            None => {
                let Some(part) = self.part(system, heap(), of) else { return Truth::False };
                let shape = self.shape_of_part(system, part);
                self.known.insert((view, of), shape);
                shape
            }
        };
        match shape {
            Shape::One(label) => (system.model.alphabet.nonterminal(label).name == nonterminal).into(),
            Shape::Other { definite: true } => Truth::False,
            Shape::Other { definite: false } => Truth::Unknown,
        }
    }

    /// The heap, or what `of` reaches of it; `None` if `of` is not bound.
    fn part(&mut self, system: &HeapProgram, mut heap: Heap, of: Option<Variable>) -> Option<Heap> {
        if let Some(variable) = of {
            let root = heap.variable(variable)?;
            self.reach.from_roots(&heap, &system.model.alphabet, [root], |_| false);
            let constants: SmallVec<[VertexId; 4]> = heap
                .variables()
                .iter()
                .filter(|&&(v, _)| system.model.alphabet.constant(v).is_some())
                .map(|&(_, t)| t)
                .collect();
            heap.set_externals([]);
            heap.retain_vertices(|v| self.reach.reached(v) || constants.contains(&v));
        }
        Some(heap)
    }

    /// The shape of a heap as the program knows it, with variables and refined nonterminals.
    fn shape_of_part(&mut self, system: &HeapProgram, mut heap: Heap) -> Shape {
        let grammar = &self.model.given;
        heap.retain_variables(|v| system.model.alphabet.constant(v).is_some());
        heap.set_externals([]);
        let primitive = |s| system.is_primitive(s);
        heap.retain_selectors(|ty, s| grammar.knows_selector(s) || !grammar.knows_type(ty) || !primitive(s));
        heap.relabel(|_, label| system.model.alphabet.nonterminal(label).origin);
        heap.drop_unused_numbers();
        self.canoniser.canonicalise(&mut heap, ExternalOrder::Fixed);
        if let Some(&known) = self.folded.get(&heap) {
            return known;
        }
        let shape = self.fold_fully(&heap);
        self.folded.insert(heap, shape);
        shape
    }

    /// The shape of a heap in canonical form over the grammar as it was given.
    fn fold_fully(&self, start: &Heap) -> Shape {
        let grammar = &self.model.given;
        let mut heap = start.clone();
        let options = AbstractionOptions { admissibility: Admissibility::default(), collapse: true };
        grammar.abstract_heap(&mut heap, &self.model.alphabet, options);
        match heap.nonterminals() {
            [edge] if heap.selector_edges().next().is_none() => Shape::One(edge.label),
            // An empty heap has one normal form whatever the grammar.
            [] if heap.selector_edges().next().is_none() => Shape::Other { definite: true },
            _ if *grammar.confluence() == Confluence::Holds => Shape::Other { definite: true },
            // No order of folding makes one edge of several parts.
            _ if self.connected && falls_apart(start) => Shape::Other { definite: true },
            // Another order may end elsewhere; for a heap without nonterminals, trying all of them decides.
            _ => {
                let one = |h: &Heap| match h.nonterminals() {
                    [edge] if h.selector_edges().next().is_none() => Some(edge.label),
                    _ => None,
                };
                let forms = grammar.normal_forms(start, NORMAL_FORMS_LIMIT);
                let found = forms.iter().flatten().find_map(one);
                found.map_or(Shape::Other { definite: forms.is_some() && start.nonterminals().is_empty() }, Shape::One)
            }
        }
    }
}
