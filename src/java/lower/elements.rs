//! Elements of arrays that are not null where they are read: they were tested, or set to an object, and nothing may have changed them since.
//! Nothing else is known of elements. The facts are those of a forward data-flow analysis of the method.

use std::collections::BTreeSet;

use rustc_hash::{FxHashMap, FxHashSet};

use super::filled::is_changed;
use super::{Emitter, ProcedureKind};
use crate::classes::FieldInfo;
use base::{CollectByInsertion, IndexVec};
use program::cfa::Location;
use program::graph::Graph;
use program::objects::{Comparison, Condition, FieldId, LocalId, Operand, Operation, OperationEdge, Rvalue};

/// Methods with more edges are not looked at.
const EDGES: usize = 4_000;

/// An array: the one that a local refers to, or that a field of an object has.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
enum Array {
    Local(LocalId),
    Field(LocalId, FieldId),
}

/// An index: a local or a number.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
enum Index {
    Local(LocalId),
    Number(i64),
}

/// What is known at a location.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
enum Fact {
    /// A local is not null.
    Object(LocalId),
    /// A local has the value of a field of the object to which another one refers.
    OfField(LocalId, LocalId, FieldId),
    /// A local has the value of an element.
    OfElement(LocalId, Array, Index),
    /// An element is not null.
    Element(Array, Index),
}

impl Fact {
    fn mentions(self, local: LocalId) -> bool {
        let is_array = |array| match array {
            Array::Local(own) | Array::Field(own, _) => own == local,
        };
        match self {
            Fact::Object(own) => own == local,
            Fact::OfField(own, base, _) => own == local || base == local,
            Fact::OfElement(own, array, index) => own == local || is_array(array) || index == Index::Local(local),
            Fact::Element(array, index) => is_array(array) || index == Index::Local(local),
        }
    }

    /// Whether it is about elements.
    fn is_of_elements(self) -> bool {
        matches!(self, Fact::OfElement(..) | Fact::Element(..))
    }
}

/// An assignment to an element.
#[derive(Clone, Copy)]
struct Write {
    array: LocalId,
    /// `None` if it is not known any more when the element is assigned.
    index: Option<Index>,
    value: Operand,
}

/// The accesses to elements of reference type in a method.
#[derive(Default)]
pub(super) struct Elements {
    /// By edge that reads an element: the array and the index.
    reads: FxHashMap<usize, (LocalId, Index)>,
    /// What is assigned at a location.
    writes: FxHashMap<Location, Vec<Write>>,
    /// Locations before which code of the library may have changed any array.
    unknown: FxHashSet<Location>,
}

impl Index {
    fn of(operand: Operand) -> Option<Self> {
        match operand {
            Operand::Local(local) => Some(Index::Local(local)),
            Operand::Integer(number) => Some(Index::Number(number)),
            Operand::Null | Operand::Boolean(_) => None,
        }
    }
}

impl Elements {
    /// Notes that the last edge has read an element.
    pub(super) fn note_read(&mut self, graph: &Graph, array: Operand, index: Operand) {
        if let (Operand::Local(array), Some(index)) = (array, Index::of(index))
            && let Some(edge) = graph.emitted().checked_sub(1)
        {
            self.reads.insert(edge, (array, index));
        }
    }

    /// Notes that an element is assigned here.
    pub(super) fn note_write(&mut self, graph: &Graph, array: Operand, index: Option<Operand>, value: Operand) {
        if let Operand::Local(array) = array {
            let write = Write { array, index: index.and_then(Index::of), value };
            self.writes.entry(graph.here).or_default().push(write);
        }
    }

    /// Notes that code of the library has run.
    pub(super) fn note_call(&mut self, graph: &Graph) {
        self.unknown.insert(graph.here);
    }

    /// Says which elements are objects where they are read.
    pub(super) fn settle(&self, code: &mut Emitter<'_, '_>) {
        if self.reads.is_empty() || code.graph.emitted() > EDGES {
            return;
        }
        let tree = code.table.tree;
        let is_final = |name: &str| !is_changed(tree, name);
        let fields = code.table.classes.iter().flat_map(|class| &class.fields);
        let fields = fields.filter(|field| code.table.element(field.ty).is_some());
        let (settled, open): (Vec<_>, Vec<_>) = fields.partition(|field| field.is_final || is_final(&field.name));
        let ids = |fields: Vec<&FieldInfo>| fields.into_iter().filter_map(|field| field.id).collect_by_insertion();
        let analysis = Analysis {
            elements: self,
            settled: ids(settled),
            open: ids(open),
            is_constructor: code.kind == ProcedureKind::Constructor,
        };
        analysis.objects(&code.graph).into_iter().for_each(|edge| code.graph.read_object(edge));
    }
}

struct Analysis<'a> {
    elements: &'a Elements,
    /// The fields with arrays that are not assigned after their object is made.
    settled: BTreeSet<FieldId>,
    /// The others: code that is called may assign them.
    open: BTreeSet<FieldId>,
    is_constructor: bool,
}

type Facts = BTreeSet<Fact>;

impl Analysis<'_> {
    /// The edges that read elements that are not null, from the greatest solution of the forward equations.
    fn objects(&self, graph: &Graph) -> Vec<usize> {
        let mut known: IndexVec<Location, Option<Facts>> = IndexVec::filled(None, graph.locations());
        known[Location(0)] = Some(Facts::new());
        let mut changed = true;
        while std::mem::take(&mut changed) {
            for (number, edge) in graph.edges().enumerate() {
                let Some(before) = &known[edge.source] else { continue };
                let thrown = self.kept(&edge.operation, before);
                let after = self.after(number, edge, before);
                for (target, facts) in
                    edge.handlers().map(|handler| (handler, thrown.clone())).chain([(edge.target, after)])
                {
                    let facts = self.arrive(target, facts);
                    changed |= meet(&mut known[target], facts);
                }
            }
        }
        let is_object = |&(number, edge): &(usize, &OperationEdge)| {
            let (Some(&(array, index)), Some(facts)) = (self.elements.reads.get(&number), &known[edge.source]) else {
                return false;
            };
            facts.contains(&Fact::Element(array_of(array, facts), index))
        };
        graph.edges().enumerate().filter(is_object).map(|(number, _)| number).collect()
    }

    /// What stays known when an operation is executed, before it assigns anything.
    fn kept(&self, operation: &Operation, before: &Facts) -> Facts {
        let mut facts = before.clone();
        match operation {
            Operation::Call(_) => {
                facts.retain(|fact| !fact.is_of_elements());
                // It may be another constructor of the same object.
                let may_change =
                    |fact: &Fact| self.is_constructor && matches!(fact, Fact::OfField(..)) || self.is_open(fact);
                facts.retain(|fact| !may_change(fact));
            }
            Operation::Store { field: stored, .. } => facts.retain(|fact| match *fact {
                Fact::OfField(_, _, field) => field != *stored,
                Fact::OfElement(_, array, _) | Fact::Element(array, _) => {
                    !matches!(array, Array::Field(_, field) if field == *stored)
                }
                Fact::Object(_) => true,
            }),
            _ => {}
        }
        facts
    }

    /// Whether it is about a field that other code may assign.
    fn is_open(&self, fact: &Fact) -> bool {
        matches!(fact, Fact::OfField(_, _, field) if self.open.contains(field))
    }

    fn after(&self, number: usize, edge: &OperationEdge, before: &Facts) -> Facts {
        let mut facts = self.kept(&edge.operation, before);
        if let Some(Operand::Local(local)) = edge.operation.dereferences() {
            add_object(&mut facts, local);
        }
        let Some(target) = edge.operation.defines() else {
            if let Operation::Assume(Condition::Compare { comparison: Comparison::NotEqual, left, right }) =
                edge.operation
                && let (Operand::Local(local), Operand::Null) | (Operand::Null, Operand::Local(local)) = (left, right)
            {
                add_object(&mut facts, local);
            }
            return facts;
        };
        let mut found: Vec<Fact> = Vec::new();
        match edge.operation {
            Operation::New { .. } | Operation::Assign { value: Rvalue::Opaque | Rvalue::Object, .. } => {
                found.push(Fact::Object(target));
            }
            Operation::Assign { value: Rvalue::Operand(Operand::Local(source)), .. } => {
                found.extend(facts.iter().filter_map(|&fact| match fact {
                    Fact::Object(own) if own == source => Some(Fact::Object(target)),
                    Fact::OfField(own, base, field) if own == source => Some(Fact::OfField(target, base, field)),
                    Fact::OfElement(own, array, index) if own == source => Some(Fact::OfElement(target, array, index)),
                    _ => None,
                }));
            }
            Operation::Load { base, field, .. } if self.settled.contains(&field) || self.open.contains(&field) => {
                found.push(Fact::OfField(target, base, field));
            }
            _ => {}
        }
        if let Some(&(array, index)) = self.elements.reads.get(&number) {
            let array = array_of(array, &facts);
            if facts.contains(&Fact::Element(array, index)) {
                found.push(Fact::Object(target));
            }
            found.push(Fact::OfElement(target, array, index));
        }
        // What is found of the new value is not about the old one.
        facts.retain(|fact| !fact.mentions(target));
        let names_twice = |fact: &Fact| match *fact {
            Fact::OfField(_, base, _) => base == target,
            Fact::OfElement(_, Array::Local(own) | Array::Field(own, _), index) => {
                own == target || index == Index::Local(target)
            }
            Fact::Object(_) | Fact::Element(..) => false,
        };
        facts.extend(found.into_iter().filter(|fact| !names_twice(fact)));
        facts
    }

    /// What is known at a location after what happens there without an edge.
    fn arrive(&self, location: Location, mut facts: Facts) -> Facts {
        if self.elements.unknown.contains(&location) {
            facts.retain(|fact| !fact.is_of_elements() && !self.is_open(fact));
        }
        for &Write { array, index, value } in self.elements.writes.get(&location).into_iter().flatten() {
            let is_object = matches!(value, Operand::Local(local) if facts.contains(&Fact::Object(local)));
            // Any array may be this one.
            facts.retain(|fact| match fact {
                Fact::OfElement(..) => false,
                Fact::Element(..) => is_object,
                Fact::Object(_) | Fact::OfField(..) => true,
            });
            if let Some(index) = index.filter(|_| is_object) {
                let array = array_of(array, &facts);
                facts.insert(Fact::Element(array, index));
            }
        }
        facts
    }
}

/// The array to which a local refers.
fn array_of(local: LocalId, facts: &Facts) -> Array {
    let field = facts.iter().find_map(|&fact| match fact {
        Fact::OfField(own, base, field) if own == local => Some(Array::Field(base, field)),
        _ => None,
    });
    field.unwrap_or(Array::Local(local))
}

/// Adds that a local is not null, and so is the element of which it has the value.
fn add_object(facts: &mut Facts, local: LocalId) {
    let elements = facts.iter().filter_map(|&fact| match fact {
        Fact::OfElement(own, array, index) if own == local => Some(Fact::Element(array, index)),
        _ => None,
    });
    let found: Vec<Fact> = elements.chain([Fact::Object(local)]).collect();
    facts.extend(found);
}

/// Keeps what is also known otherwise; returns whether that is less than before.
fn meet(known: &mut Option<Facts>, facts: Facts) -> bool {
    match known {
        Some(known) => {
            let before = known.len();
            known.retain(|fact| facts.contains(fact));
            known.len() < before
        }
        empty => {
            *empty = Some(facts);
            true
        }
    }
}
