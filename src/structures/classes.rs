//! Which classes refer to which, by the types of their fields.

use fixedbitset::FixedBitSet;

use crate::base::{CompactSort, Idx, StrongComponents};
use crate::program::objects::{ClassId, FieldId, Operation, Program, Role, STATICS, Type};

/// The classes of a program with their references.
pub(super) struct ClassGraph<'p> {
    pub program: &'p Program,
    /// The classes of which some procedure creates objects.
    created: FixedBitSet,
    /// By class, the number of its family.
    family: Vec<Option<usize>>,
    families: Vec<Vec<ClassId>>,
    /// The classes of a family, and those that lead to one.
    structural: FixedBitSet,
}

impl<'p> ClassGraph<'p> {
    pub fn new(program: &'p Program) -> Self {
        let count = program.classes.len();
        let mut created = FixedBitSet::with_capacity(count);
        for edge in program.procedures.iter().flat_map(|procedure| &procedure.cfa.edges) {
            if let Operation::New { class, .. } = edge.operation {
                created.insert(class.index());
            }
        }
        let structural = FixedBitSet::with_capacity(count);
        let mut graph = Self { program, created, family: vec![None; count], families: Vec::new(), structural };
        let mut edges: Vec<(u32, u32)> = Vec::new();
        for class in program.classes.indices() {
            let targets = graph.references(class).flat_map(|field| graph.targets(field));
            edges.extend(targets.map(|target| (u32::at(class.index()), u32::at(target.index()))));
        }
        let components = StrongComponents::new(count, &edges);
        let mut is_family = vec![false; components.components.len()];
        for &(source, target) in &edges {
            if let Some(component) = components.around(source, target) {
                is_family[component] = true;
            }
        }
        // A component comes after all that it leads to.
        for (component, classes) in components.components.iter().enumerate() {
            let leads = |class: u32| edges.iter().any(|&(s, t)| s == class && graph.structural[t as usize]);
            if is_family[component] || classes.iter().any(|&class| leads(class)) {
                classes.iter().for_each(|&class| graph.structural.insert(class as usize));
            }
            if is_family[component] {
                let mut classes: Vec<ClassId> = classes.iter().map(|&class| ClassId::at(class as usize)).collect();
                classes.compact_sort();
                graph.families.push(classes);
            }
        }
        graph.families.compact_sort();
        for (number, classes) in graph.families.iter().enumerate() {
            classes.iter().for_each(|class| graph.family[class.index()] = Some(number));
        }
        graph
    }

    /// The classes of each family.
    pub fn families(&self) -> impl Iterator<Item = &[ClassId]> {
        self.families.iter().map(Vec::as_slice)
    }

    /// The family of a class.
    pub fn family(&self, class: ClassId) -> Option<usize> {
        self.family[class.index()]
    }

    /// Whether a class belongs to a family, or leads to one.
    pub fn is_structural(&self, class: ClassId) -> bool {
        self.structural[class.index()]
    }

    /// The fields of the objects of a class that refer to objects of classes of the program, those of superclasses first.
    fn references(&self, class: ClassId) -> impl Iterator<Item = FieldId> {
        let mut ancestry: Vec<ClassId> = self.program.ancestry(class).collect();
        ancestry.reverse();
        let is_declared = self.program.classes[class].span.is_some() && self.program.classes[class].name != STATICS;
        let fields = ancestry.into_iter().filter(move |_| is_declared);
        let fields = fields.flat_map(|ancestor| self.program.classes[ancestor].fields.iter().copied());
        fields.filter(|&field| self.program.fields[field].role == Role::Plain && !self.targets(field).is_empty())
    }

    /// The fields of the objects of a class that lead to objects of families.
    pub fn structural_fields(&self, class: ClassId) -> Vec<FieldId> {
        let leads = |field: &FieldId| self.targets(*field).iter().any(|&target| self.is_structural(target));
        self.references(class).filter(leads).collect()
    }

    /// The class of the type of a reference field.
    pub fn declared(&self, field: FieldId) -> Option<ClassId> {
        match self.program.fields[field].ty {
            Type::Reference(class) => Some(class),
            _ => None,
        }
    }

    /// Whether objects of a class lead to no structure, such as the numbers in an expression.
    pub fn is_leaf(&self, class: ClassId) -> bool {
        !self.is_structural(class)
    }

    /// Whether a field refers to objects of just this class.
    pub fn is_just(&self, field: FieldId, class: ClassId) -> bool {
        self.declared(field) == Some(class) && self.objects(class) == [class]
    }

    /// Whether fields that lead from objects of a family to its objects may also refer to leaves.
    pub fn has_leaves(&self, family: &[ClassId]) -> bool {
        let fields = family.iter().flat_map(|&class| self.structural_fields(class));
        let mut targets = fields.map(|field| self.targets(field));
        targets.any(|targets| {
            targets.iter().any(|target| family.contains(target)) && targets.iter().any(|&target| self.is_leaf(target))
        })
    }

    /// The classes of the objects to which a field may refer.
    fn targets(&self, field: FieldId) -> Vec<ClassId> {
        self.declared(field).map(|class| self.objects(class)).unwrap_or_default()
    }

    /// Whether objects of a class can be referred to as objects of another class or interface.
    fn is_subtype(&self, class: ClassId, ancestor: ClassId) -> bool {
        let mut open = vec![class];
        let mut seen = FixedBitSet::with_capacity(self.program.classes.len());
        while let Some(class) = open.pop() {
            if class == ancestor {
                return true;
            }
            if !seen.put(class.index()) {
                let info = &self.program.classes[class];
                open.extend(info.superclass.iter().chain(&info.interfaces));
            }
        }
        false
    }

    /// The classes of the objects to which a reference of this class may refer: those of which the program creates objects, or all if it
    /// creates none; only declared ones.
    pub fn objects(&self, class: ClassId) -> Vec<ClassId> {
        if self.program.classes[class].span.is_none() {
            return Vec::new();
        }
        let classes = self.program.classes.iter_enumerated();
        let concrete = classes.filter(|&(own, info)| !info.is_abstract && self.is_subtype(own, class));
        let all: Vec<ClassId> = concrete.map(|(own, _)| own).collect();
        let created: Vec<ClassId> = all.iter().copied().filter(|own| self.created[own.index()]).collect();
        if created.is_empty() { all } else { created }
    }
}
