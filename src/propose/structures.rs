//! Which data structures the classes of a program are, by their fields: candidates, the most likely first.
//!
//! Classes that refer to each other are a [family](Family): the nodes of lists or trees. A class that only leads to a family, such as a stack
//! with its first node, *holds* one. Everything else (payload, numbers, library types) is no part of a structure.
//!
//! A choice of [structures](Structure), one for each family, gives a grammar as inductive definitions, and for an entry procedure
//! the heaps on which it starts, as formulas over its parameters: by default any structure of the kind, null included, and no two
//! parameters share anything.

mod apart;
mod assumed;
mod builders;
mod built;
mod classes;
mod crossing;
mod definitions;
mod evidence;
mod fit;
mod flow;
mod guess;
mod inputs;
mod learned;
mod parts;
mod payload;
mod smallest;
#[cfg(test)]
mod tests;
mod values;

use serde::Serialize;

use program::cfa::ProcedureId;
use program::objects::{ClassId, FieldId, Procedure, Program, Type};

pub use assumed::{InputAssumption, ParameterAssumption, StructureWords};
pub use builders::{c_samples, given_java_samples, java_samples, more_java_samples};
use built::Built;
use classes::ClassGraph;
pub use definitions::StructureGrammar;
pub use evidence::{Sample, SampleObject};
pub use inputs::Inputs;
use learned::Learned;
use payload::Payload;

/// A kind of data structure.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug, Serialize)]
#[cfg_attr(feature = "wasm", derive(tsify::Tsify))]
#[serde(rename_all = "camelCase")]
pub enum StructureKind {
    /// Nodes in a row. Field: to the next node.
    List,
    /// A list whose last node leads back to the first. Field: to the next node.
    Ring,
    /// A list in both directions. Fields: to the next and to the previous node.
    DoublyLinkedList,
    /// A ring in both directions. Fields: to the next and to the previous node.
    DoublyLinkedRing,
    /// Two lists, the nodes of the first of which lead down to nodes of the second, in order; the first node to the first one. Fields: to the
    /// next node, and down.
    SkipList,
    /// A binary tree with references to parents. Fields: to the children, and to the parent.
    ParentTree,
    /// A tree in which no child is missing: an expression. Fields as for a tree.
    Term,
    /// Objects below others, nothing shared, any number of classes. Fields: all that lead to objects of the family.
    Tree,
    /// What no other kind describes, as rules that heaps show which the program builds. Fields: all of the family's objects.
    Learned,
    /// The smallest heaps that the program builds, and no others, where nothing describes them. Fields: all of the family's objects.
    Built,
}

impl StructureKind {
    /// Whether it comes from heaps that the program builds, and describes several families at once.
    fn is_of_samples(self) -> bool {
        matches!(self, Self::Learned | Self::Built)
    }

    /// Whether it is described by predicates for each class of roots.
    fn is_tree(self) -> bool {
        matches!(self, Self::Term | Self::Tree)
    }
}

/// A data structure that a family may be.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Structure {
    /// Its kind.
    pub kind: StructureKind,
    /// The fields, in the order of the kind.
    pub fields: Vec<FieldId>,
}

/// Classes whose objects refer to each other.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Family {
    /// The classes, in order.
    pub classes: Vec<ClassId>,
    /// What it may be, the most likely first; at least one.
    pub candidates: Vec<Structure>,
}

/// The structures of a program.
pub struct Structures<'p> {
    graph: ClassGraph<'p>,
    families: Vec<Family>,
    /// By family, the position of its structure among the candidates.
    chosen: Vec<usize>,
    /// Fields of holders that are never null: they lead to nodes that are always there.
    sentinels: Vec<FieldId>,
    /// Fields of collections that hold elements which are never null.
    present: Vec<FieldId>,
    /// Pairs of fields of holders that lead to the first and to the last node of one structure, as heaps that were built show.
    ends: Vec<(FieldId, FieldId)>,
    /// Pairs of other fields of holders that lead to the same object in some heap that was built.
    shared: Vec<(FieldId, FieldId)>,
    /// What else is never null.
    payload: Payload,
    /// What was learned of all families of which heaps have objects: their last candidate.
    learned: Option<Learned>,
    /// If nothing was learned of heaps that nothing else describes: these heaps, which then are the last candidate.
    built: Option<Built>,
    /// Whether one of these is chosen.
    is_of_samples: bool,
}

impl<'p> Structures<'p> {
    /// The families of a program, each with its most likely structure.
    pub fn of(program: &'p Program) -> Self {
        Self::new(program, None, None)
    }

    /// The same for runs that start in a procedure.
    pub fn for_entry(program: &'p Program, entry: Option<ProcedureId>) -> Self {
        Self::new(program, None, entry)
    }

    /// The same, but elements of collections may be parts of structures. In the fields of collections that are `present` they are never null.
    pub fn with_elements(program: &'p Program, entry: ProcedureId, present: Vec<FieldId>) -> Self {
        Self::new(program, Some(present), Some(entry))
    }

    fn new(program: &'p Program, present: Option<Vec<FieldId>>, entry: Option<ProcedureId>) -> Self {
        let graph = ClassGraph::new(program, present.is_some(), entry);
        let families: Vec<Family> = graph.families().map(|classes| guess::family(&graph, classes)).collect();
        let chosen = vec![0; families.len()];
        Self {
            graph,
            families,
            chosen,
            sentinels: Vec::new(),
            present: present.unwrap_or_default(),
            ends: Vec::new(),
            shared: Vec::new(),
            payload: Payload::default(),
            learned: None,
            built: None,
            is_of_samples: false,
        }
    }

    /// All families, in the order of their classes.
    pub fn families(&self) -> &[Family] {
        &self.families
    }

    /// The structure of a family.
    pub fn chosen(&self, family: usize) -> &Structure {
        let Family { candidates, .. } = &self.families[family];
        &candidates[self.choice(family).min(candidates.len() - 1)]
    }

    /// Whether the receiver or a parameter of a procedure leads to a structure.
    pub fn are_given_to(&self, procedure: &Procedure) -> bool {
        let leads = |ty: Type| matches!(ty, Type::Reference(class) if self.leads_to_structure(class));
        procedure.receiver.iter().chain(&procedure.parameters).any(|&local| leads(procedure.locals[local].ty))
    }

    /// Whether the objects of a class are nodes of a structure.
    pub(crate) fn are_made_of(&self, class: ClassId) -> bool {
        self.family_of(class).is_some()
    }

    /// The classes that belong or lead to a family.
    fn structural_classes(&self) -> impl Iterator<Item = ClassId> {
        self.program().classes.indices().filter(|&class| self.graph.is_structural(class))
    }

    /// The program.
    pub fn program(&self) -> &'p Program {
        self.graph.program
    }

    /// The name of a field.
    fn field_name(&self, field: FieldId) -> &'p str {
        &self.program().fields[field].name
    }

    /// The structure of a family in words: `list through next`.
    pub fn words(&self, family: usize) -> StructureWords {
        let Structure { kind, fields } = self.chosen(family);
        // How collections are made is not said.
        let own = fields.iter().filter(|&&field| !self.graph.is_of_collection(field));
        let mut names: Vec<String> = Vec::new();
        for name in own.map(|&field| self.field_name(field).to_owned()) {
            if !names.contains(&name) {
                names.push(name);
            }
        }
        let heaps = match kind {
            StructureKind::Learned => self.learned.as_ref().map(Learned::heaps),
            StructureKind::Built => self.built.as_ref().map(|built| built.count(&self.families[family].classes)),
            _ => None,
        };
        let has_collections = fields.iter().any(|&field| self.graph.is_of_collection(field));
        StructureWords { kind: *kind, fields: names, has_collections, heaps }
    }

    /// The position of the structure of a family among its candidates.
    pub fn choice(&self, family: usize) -> usize {
        match self.candidate_of_samples(family) {
            Some(candidate) if self.is_of_samples => candidate,
            _ => self.chosen[family],
        }
    }

    /// The position of what comes from samples among the candidates of a family.
    fn candidate_of_samples(&self, family: usize) -> Option<usize> {
        let candidates = &self.families[family].candidates;
        candidates.iter().position(|candidate| candidate.kind.is_of_samples())
    }

    /// Adds what comes from samples to the candidates of families, and chooses it.
    fn offer(&mut self, kind: StructureKind, families: impl IntoIterator<Item = usize>) {
        for family in families {
            let mut fields: Vec<FieldId> = Vec::new();
            for &class in &self.families[family].classes {
                let new = self.graph.structural_fields(class).iter().filter(|field| !fields.contains(field));
                fields.extend(new.copied().collect::<Vec<_>>());
            }
            self.families[family].candidates.push(Structure { kind, fields });
        }
        self.is_of_samples = true;
    }

    /// Makes a candidate the structure of a family. What comes from samples is the structure of all families of which these have objects, or
    /// of none.
    pub fn choose(&mut self, family: usize, candidate: usize) {
        let of_samples = self.candidate_of_samples(family);
        if of_samples.is_some() {
            self.is_of_samples = of_samples == Some(candidate);
        }
        if of_samples != Some(candidate) {
            self.chosen[family] = candidate;
        }
    }
}
