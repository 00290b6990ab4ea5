//! What may help where the states of a program were not all generated.

use std::collections::{BTreeMap, BTreeSet};

use super::automatic::setting_of;
use super::explored::Explored;
use super::prepare::PreparedHeapTask;
use base::{Idx, Message, Resource, Stop};
use heap_grammar::heap::{Heap, HeapId, TypeId};
use report::Judgement;
use report::remedy::Remedy;
use report::setting::AbstractionSetting;
use task::{Abstraction, Options};

/// Of fewer states it cannot be said whether their heaps grow.
const STATES: usize = 200;

/// Heaps with so many more vertices than …
const LARGER: usize = 16;

/// … so many times as much as the task itself has do not get smaller any more.
const TIMES: usize = 4;

/// So many objects of one class are more than what variables point to.
const OBJECTS: usize = 4;

/// Whether a more precise abstraction than that of the options can be tried.
pub(super) fn is_improvable(options: &Options) -> bool {
    options.abstraction == Abstraction::Fixed || setting_of(options) < AbstractionSetting::Full
}

/// What may help after the exploration ended early: more of a budget only if heaps do not grow without end.
pub(super) fn remedies(task: &PreparedHeapTask, explored: &Explored, stop: &Stop) -> Vec<Remedy> {
    let Stop::Budget(resource @ (Resource::States | Resource::Vertices), limit) = *stop else {
        return Remedy::of_stop(stop).into_iter().collect();
    };
    let growth = Growth::of(explored);
    let grows = match resource {
        Resource::Vertices => limit >= (TIMES * largest_part(task) + LARGER) as u64,
        _ => growth.is_steady,
    };
    let mut found = Vec::new();
    if grows {
        found.extend(growth.classes(explored).map(|class| Remedy::Structure { class }));
    }
    if task.is_improvable {
        found.push(Remedy::Abstraction);
    }
    if !grows || found.is_empty() {
        found.extend(Remedy::of_stop(stop));
    }
    found
}

/// The judgement of a property that no run violates, where nothing can be proved. A structure may describe all heaps of which the task has
/// some.
pub(super) fn unproved(task: &PreparedHeapTask, inexact: Message) -> Judgement {
    let mut classes: BTreeSet<TypeId> = BTreeSet::new();
    for heap in &task.inputs {
        let several = counts(heap).into_iter().filter(|&(ty, count)| count > 1 && !task.model.given.knows_type(ty));
        classes.extend(several.map(|(ty, _)| ty));
    }
    let name = |ty: TypeId| task.model.alphabet.type_name(ty).to_owned();
    let remedies = classes.into_iter().map(|ty| Remedy::Structure { class: name(ty) }).collect();
    Judgement { remedies, ..Judgement::unknown(&Stop::Incomplete(inexact), None) }
}

/// How many objects of each class a heap has.
fn counts(heap: &Heap) -> BTreeMap<TypeId, usize> {
    let mut counts = BTreeMap::new();
    let objects = heap.vertices().filter(|&vertex| heap.is_object(vertex));
    objects.for_each(|vertex| *counts.entry(heap.vertex_type(vertex)).or_default() += 1);
    counts
}

/// The number of vertices of the largest heap of the task, or rule of its grammar.
fn largest_part(task: &PreparedHeapTask) -> usize {
    let rules = task.model.given.rules().map(|(_, rule)| &rule.body);
    task.inputs.iter().chain(rules).map(Heap::vertex_bound).max().unwrap_or_default()
}

/// How large the heaps are that were found.
struct Growth {
    /// Whether those found in the second half of the exploration are larger than all before.
    is_steady: bool,
    /// The first of the largest.
    largest: Option<Heap>,
}

impl Growth {
    fn of(explored: &Explored) -> Self {
        let (nodes, store) = (&explored.rsm.nodes, explored.system.store());
        let half = nodes.len() / 2;
        let mut sizes = [0, 0];
        let mut largest: Option<HeapId> = None;
        for (node, found) in nodes.iter_enumerated() {
            let heap = found.state.heap;
            let own = store.vertex_bound(heap);
            let size = &mut sizes[usize::from(node.index() >= half)];
            *size = own.max(*size);
            if largest.is_none_or(|largest| store.vertex_bound(largest) < own) {
                largest = Some(heap);
            }
        }
        let largest = largest.map(|heap| store.get(heap));
        Self { is_steady: nodes.len() >= STATES && sizes[1] > sizes[0], largest }
    }

    /// The classes of the objects in the largest heap that are many because no rule folds them.
    fn classes<'a>(&'a self, explored: &'a Explored) -> impl Iterator<Item = String> + 'a {
        let model = explored.system.model();
        let counts = self.largest.as_ref().map(counts).unwrap_or_default();
        let grammar = model.grammar();
        let unknown = counts.into_iter().filter(move |&(ty, count)| count >= OBJECTS && !grammar.knows_type(ty));
        unknown.map(move |(ty, _)| model.alphabet.type_name(ty).to_owned())
    }
}
