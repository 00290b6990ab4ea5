//! The comparison of a heap with structures.

use super::{Sample, Structure, StructureKind, Structures};
use program::objects::FieldId;

/// A sample that is compared with structures.
pub(super) struct Fit<'a, 'p> {
    structures: &'a Structures<'p>,
    sample: &'a Sample,
    /// The objects of structures so far: nothing is shared.
    seen: Vec<bool>,
}

impl<'a, 'p> Fit<'a, 'p> {
    pub(super) fn new(structures: &'a Structures<'p>, sample: &'a Sample) -> Self {
        Self { structures, sample, seen: vec![false; sample.objects.len()] }
    }

    fn family(&self, object: usize) -> Option<usize> {
        self.structures.graph.family(self.sample.objects[object].class)
    }

    pub(super) fn value(&self, object: usize, field: FieldId) -> Option<usize> {
        self.sample.objects[object].fields.get(&field).copied().flatten()
    }

    /// Whether two references lead to the first and the last node of one list, or are both null.
    pub(super) fn has_ends(&mut self, ends: [Option<usize>; 2]) -> bool {
        let [Some(first), Some(last)] = ends else { return ends == [None, None] };
        let list = self.family(first).map(|family| self.structures.chosen(family));
        let is_list = list.is_some_and(|list| {
            matches!(list.kind, StructureKind::List | StructureKind::DoublyLinkedList | StructureKind::SkipList)
        });
        is_list && self.root(Some(first), Some(Some(last)))
    }

    /// Whether a field of a holder leads to the same object as one before it, as is known of both.
    fn is_shared(&self, holder: usize, field: FieldId, value: usize) -> bool {
        let fields = self.structures.graph.structural_fields(self.sample.objects[holder].class);
        let before = fields.iter().copied().take_while(|&other| other != field);
        let mut same = before.filter(|&other| self.value(holder, other) == Some(value));
        same.any(|other| self.structures.shared.contains(&(other, field)))
    }

    /// Marks an object; returns whether it is new.
    fn take(&mut self, object: usize) -> bool {
        !std::mem::replace(&mut self.seen[object], true)
    }

    /// What an object leads to, which is that of a holder or the root of a structure.
    pub(super) fn object(&mut self, object: usize) -> bool {
        let class = self.sample.objects[object].class;
        if self.family(object).is_some() {
            return self.root(Some(object), None);
        }
        if !self.take(object) {
            return false;
        }
        let fields = self.structures.graph.structural_fields(class);
        fields.iter().all(|&field| {
            let end = fields.iter().copied().find(|&other| self.structures.are_ends(field, other));
            match self.value(object, field) {
                _ if self.structures.is_end(fields, field) => true,
                Some(value) if self.is_shared(object, field, value) => true,
                Some(value) if self.family(value).is_none() => self.object(value),
                value => self.root(value, end.map(|end| self.value(object, end))),
            }
        })
    }

    /// The structure at a reference, which ends at the node `last` if that is known.
    fn root(&mut self, root: Option<usize>, last: Option<Option<usize>>) -> bool {
        let Some(first) = root else { return last.is_none_or(|last| last.is_none()) };
        let Some(family) = self.family(first) else { return self.object(first) };
        if self.seen[first] {
            return false;
        }
        let Structure { kind, fields } = self.structures.chosen(family);
        match (kind, fields.as_slice()) {
            (StructureKind::List, &[next]) => {
                let (end, after) = self.row(first, next, None);
                after.is_none() && last.is_none_or(|last| last == Some(end))
            }
            (StructureKind::Ring, &[next]) => self.row(first, next, None).1 == Some(first),
            (StructureKind::DoublyLinkedList, &[next, previous]) => {
                let (end, after) = self.row(first, next, Some(previous));
                let is_first = self.value(first, previous).is_none();
                is_first && after.is_none() && last.is_none_or(|last| last == Some(end))
            }
            (StructureKind::DoublyLinkedRing, &[next, previous]) => {
                let (end, after) = self.row(first, next, Some(previous));
                after == Some(first) && self.value(first, previous) == Some(end)
            }
            (StructureKind::SkipList, &[next, down]) => self.skip_list((first, last), next, down),
            (StructureKind::ParentTree, &[left, right, parent]) => {
                self.tree(first, family, &[left, right], Some(parent))
            }
            _ => self.tree(first, family, &[], None),
        }
    }

    /// Follows a row of new nodes, whose references back are right; returns the last one, and what follows it.
    fn row(&mut self, first: usize, next: FieldId, previous: Option<FieldId>) -> (usize, Option<usize>) {
        let mut last = first;
        self.take(first);
        loop {
            match self.value(last, next) {
                Some(node) if previous.is_none_or(|field| self.value(node, field) == Some(last)) && self.take(node) => {
                    last = node
                }
                after => return (last, after),
            }
        }
    }

    /// Whether a row of new nodes leads down to nodes of a row below it, in order and from its first node to the first one, which is that given;
    /// or is that row.
    fn skip_list(&mut self, (first, below): (usize, Option<Option<usize>>), next: FieldId, down: FieldId) -> bool {
        let Some(mut lower) = self.value(first, down) else {
            return below.is_none() && self.is_row_without(first, next, down);
        };
        if below.is_some_and(|below| below != Some(lower)) || !self.is_row_without(lower, next, down) {
            return false;
        }
        let mut upper = Some(first);
        let mut is_start = true;
        while let Some(node) = upper {
            let Some(target) = self.value(node, down) else { return false };
            while lower != target {
                match self.value(lower, next) {
                    Some(after) => (lower, is_start) = (after, true),
                    None => return false,
                }
            }
            if !std::mem::replace(&mut is_start, false) || !self.take(node) {
                return false;
            }
            upper = self.value(node, next);
        }
        true
    }

    /// Whether a row of new nodes ends, and none has another field.
    fn is_row_without(&mut self, first: usize, next: FieldId, other: FieldId) -> bool {
        let mut node = Some(first);
        while let Some(at) = node {
            if self.value(at, other).is_some() || !self.take(at) {
                return false;
            }
            node = self.value(at, next);
        }
        true
    }

    /// Whether nothing below a root is shared; of given children, or of all fields.
    fn tree(&mut self, root: usize, family: usize, children: &[FieldId], parent: Option<FieldId>) -> bool {
        let is_full = self.structures.chosen(family).kind == StructureKind::Term;
        let mut open: Vec<(Option<usize>, usize)> = vec![(None, root)];
        while let Some((above, node)) = open.pop() {
            if !self.take(node) || parent.is_some_and(|field| self.value(node, field) != above) {
                return false;
            }
            let all = match children {
                [] => self.structures.graph.structural_fields(self.sample.objects[node].class),
                given => given,
            };
            for &field in all {
                let is_right = match self.value(node, field) {
                    Some(child) if self.family(child).is_none_or(|own| own == family) => {
                        open.push((Some(node), child));
                        true
                    }
                    Some(child) => self.root(Some(child), None),
                    None => !is_full,
                };
                if !is_right {
                    return false;
                }
            }
        }
        true
    }
}
