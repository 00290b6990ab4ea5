//! How a step of the analysis comes about, stage by stage, for people: the step is done once more and watched [HMC 2.2].

use std::rc::Rc;

use super::transfer::Effect;
use super::{HeapProgram, HeapState, Point, PointKind, Semantics};
use base::Stop;
use heap_grammar::heap::{ExternalOrder, Heap, HeapId, VertexId};
use program::objects::{FieldId, Operation};

/// What is done with a heap.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Act {
    /// A nonterminal edge is replaced by one of its rules, so that a field is seen.
    Materialise,
    /// The operation is executed.
    Execute,
    /// Variables that are not read any more, and what nothing leads to, are removed.
    Forget,
    /// Parts that are right-hand sides of rules are replaced by nonterminal edges.
    Fold,
}

/// A stage of a step: what is done, and the heap after it.
pub type Stage = (Act, HeapId);

impl HeapProgram {
    /// The stages of a step inside a procedure from one state to another; those that change nothing are left out. `None` if no such step is
    /// found.
    ///
    /// # Errors
    /// If a limit is reached.
    pub fn stages(&mut self, from: HeapState, to: HeapState) -> Result<Option<Vec<Stage>>, Stop> {
        let PointKind::At(instance, location) = self.semantics.points.kind(from.point) else { return Ok(None) };
        let model = Rc::clone(&self.semantics.model);
        let procedure = &model.program.procedures[self.semantics.points.instance(instance).procedure];
        let start = self.heaps.get(from.heap);
        for (id, edge) in procedure.cfa.edges_from(location) {
            let (next, fault) =
                (self.semantics.points.at(instance, edge.target), self.semantics.points.fault(instance, id));
            if ![next, fault].contains(&to.point) {
                continue;
            }
            let cases = match edge.operation {
                Operation::Load { base, field, .. } | Operation::Store { base, field, .. } => self
                    .semantics
                    .with_field_seen(&start, start.variable(self.semantics.points.variable(instance, base)), field),
                _ => vec![start.clone()],
            };
            for case in cases {
                for effect in self.semantics.apply(instance, edge, &case)? {
                    let (heap, point) = match effect {
                        Effect::Goes(heap) => (heap, next),
                        Effect::Faults(heap) | Effect::Leaves(heap) => (heap, fault),
                    };
                    let Some(mut stages) = self.arrival(heap, point, to)? else { continue };
                    stages.insert(0, (Act::Materialise, self.heaps.intern(case, ExternalOrder::Fixed)?));
                    let mut last = from.heap;
                    stages.retain(|&(_, heap)| std::mem::replace(&mut last, heap) != heap);
                    return Ok(Some(stages));
                }
            }
        }
        Ok(None)
    }

    /// The stages by which the result of an operation becomes a state.
    fn arrival(&mut self, heap: Heap, point: Point, to: HeapState) -> Result<Option<Vec<Stage>>, Stop> {
        if point != to.point {
            return Ok(None);
        }
        let executed = self.heaps.intern(heap.clone(), ExternalOrder::Fixed)?;
        if matches!(self.semantics.points.kind(point), PointKind::Fault(..)) {
            return Ok((executed == to.heap).then(|| vec![(Act::Execute, executed)]));
        }
        let merges = self.abstracts(point);
        let tidy = self.tidy(heap, point, merges, ExternalOrder::Fixed)?.heap;
        let folded = if merges { self.heaps.abstracted(tidy, self.folding_at(point))? } else { tidy };
        let arrives = self.rectify(folded, point)?.contains(&to.heap);
        let stages = [(Act::Execute, executed), (Act::Forget, tidy), (Act::Fold, folded), (Act::Materialise, to.heap)];
        Ok(arrives.then(|| stages.to_vec()))
    }
}

impl Semantics {
    /// The heaps in which a field is seen that an operation accesses.
    fn with_field_seen(&self, heap: &Heap, object: Option<VertexId>, field: FieldId) -> Vec<Heap> {
        let selector = self.layout.fields[field].selector;
        let hidden = object.filter(|&object| self.model.grammar().is_hidden(heap, object, selector));
        let cases = hidden.and_then(|object| self.model.grammar().materialise(heap, object, selector).ok());
        cases.filter(|cases| !cases.is_empty()).unwrap_or_else(|| vec![heap.clone()])
    }
}
