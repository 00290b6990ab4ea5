//! Which classes refer to which, by the types of their fields.

use fixedbitset::FixedBitSet;

use super::crossing::crossing;
use base::{CompactSort, Idx, StrongComponents, library_package};
use program::cfa::ProcedureId;
use program::objects::{ClassId, Field, FieldId, Operation, Program, Role, STATICS, Storage, Type};

/// The classes of a program with their references.
pub(super) struct ClassGraph<'p> {
    pub program: &'p Program,
    /// By class, the classes of the objects to which a reference of it may refer.
    objects: Vec<Vec<ClassId>>,
    /// By field, the classes of the objects to which it may refer.
    targets: Vec<Vec<ClassId>>,
    /// By class, the number of its family.
    family: Vec<Option<usize>>,
    families: Vec<Vec<ClassId>>,
    /// The classes of a family, and those that lead to one.
    structural: FixedBitSet,
    /// By class, the fields of its objects that lead to objects of families.
    structural_fields: Vec<Vec<FieldId>>,
    /// Fields that lead across structures.
    crossing: Vec<FieldId>,
    /// Whether the elements of collections may be objects of structures.
    has_elements: bool,
}

impl<'p> ClassGraph<'p> {
    pub(super) fn new(program: &'p Program, has_elements: bool, entry: Option<ProcedureId>) -> Self {
        let count = program.classes.len();
        let mut graph = Self {
            program,
            objects: Vec::new(),
            targets: Vec::new(),
            family: vec![None; count],
            families: Vec::new(),
            structural: FixedBitSet::with_capacity(count),
            structural_fields: vec![Vec::new(); count],
            crossing: Vec::new(),
            has_elements,
        };
        let used = entry.map(|entry| used_collections(program, entry));
        let is_used = |&class: &ClassId| match &used {
            _ if is_of_stream(program, class) => false,
            Some(used) if graph.is_collection(class) => {
                used.ones().any(|of| program.is_subtype(class, ClassId::at(of)))
            }
            _ => true,
        };
        let objects = program.classes.indices().map(|class| {
            let mut objects = objects(program, class);
            objects.retain(is_used);
            objects
        });
        graph.objects = objects.collect();
        graph.targets = program.fields.indices().map(|field| graph.find_targets(field)).collect();
        graph.crossing = crossing(&graph);
        let references: Vec<Vec<FieldId>> = program.classes.indices().map(|class| graph.references(class)).collect();
        let mut edges: Vec<(u32, u32)> = Vec::new();
        for (class, fields) in (0..).zip(&references) {
            let targets = fields.iter().flat_map(|&field| graph.targets(field));
            edges.extend(targets.map(|target| (class, u32::at(target.index()))));
        }
        let components = StrongComponents::new(count, &edges);
        let mut next: Vec<Vec<u32>> = vec![Vec::new(); count];
        let mut is_family = vec![false; components.components.len()];
        for &(source, target) in &edges {
            next[source as usize].push(target);
            if let Some(component) = components.around(source, target) {
                is_family[component] = true;
            }
        }
        // A component comes after all that it leads to.
        for (component, classes) in components.components.iter().enumerate() {
            let leads = |&class: &u32| next[class as usize].iter().any(|&target| graph.structural[target as usize]);
            if is_family[component] || classes.iter().any(leads) {
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
        for (class, mut fields) in references.into_iter().enumerate() {
            fields.retain(|&field| graph.targets(field).iter().any(|&target| graph.is_structural(target)));
            graph.structural_fields[class] = fields;
        }
        graph
    }

    /// The classes of each family.
    pub(super) fn families(&self) -> impl Iterator<Item = &[ClassId]> {
        self.families.iter().map(Vec::as_slice)
    }

    /// The family of a class.
    pub(super) fn family(&self, class: ClassId) -> Option<usize> {
        self.family[class.index()]
    }

    /// Whether a class belongs to a family, or leads to one.
    pub(super) fn is_structural(&self, class: ClassId) -> bool {
        self.structural[class.index()]
    }

    /// The fields of the objects of a class that refer to objects of classes of the program, those of superclasses first.
    fn references(&self, class: ClassId) -> Vec<FieldId> {
        if self.objects(class).is_empty() || self.program.classes[class].name == STATICS {
            return Vec::new();
        }
        let mut ancestry: Vec<ClassId> = self.program.ancestry(class).collect();
        ancestry.reverse();
        let fields = ancestry.into_iter().flat_map(|ancestor| self.program.classes[ancestor].fields.iter().copied());
        let refers = |&field: &FieldId| {
            let is_part = !self.is_outer(field) && !self.crossing.contains(&field);
            let is_value = self.program.fields[field].role == Role::Plain || self.inside(field).is_some();
            is_value && is_part && !self.targets(field).is_empty()
        };
        fields.filter(refers).collect()
    }

    /// The fields of the objects of a class that lead to objects of families.
    pub(super) fn structural_fields(&self, class: ClassId) -> &[FieldId] {
        &self.structural_fields[class.index()]
    }

    /// Whether a field leads from an object of an inner class to the object around it.
    pub(super) fn is_outer(&self, field: FieldId) -> bool {
        self.program.fields[field].name.starts_with("this$")
    }

    /// The field with the value of a number or pointer in C that is an object of its own inside of another one, to which this field leads.
    pub(super) fn inside(&self, field: FieldId) -> Option<FieldId> {
        let Field { ty: Type::Reference(class), role: Role::Part { .. }, .. } = self.program.fields[field] else {
            return None;
        };
        let info = &self.program.classes[class];
        info.fields.first().copied().filter(|_| info.span.is_none())
    }

    /// The class of the type of a reference field.
    pub(super) fn declared(&self, field: FieldId) -> Option<ClassId> {
        match self.program.fields[self.inside(field).unwrap_or(field)].ty {
            Type::Reference(class) => Some(class),
            _ => None,
        }
    }

    /// What a pointer to a pointer points to: the field with the value.
    pub(super) fn content(&self, class: ClassId) -> Option<FieldId> {
        let is_cell = self.program.is_manual() && self.program.classes[class].span.is_none();
        self.structural_fields(class).first().copied().filter(|_| is_cell)
    }

    /// Whether objects of a class lead to no structure, such as the numbers in an expression.
    pub(super) fn is_leaf(&self, class: ClassId) -> bool {
        !self.is_structural(class)
    }

    /// Whether a field refers to objects of just this class.
    pub(super) fn is_just(&self, field: FieldId, class: ClassId) -> bool {
        self.declared(field) == Some(class) && self.objects(class) == [class]
    }

    /// Whether fields that lead from objects of a family to its objects may also refer to leaves.
    pub(super) fn has_leaves(&self, family: &[ClassId]) -> bool {
        let fields = family.iter().flat_map(|&class| self.structural_fields(class));
        let mut targets = fields.map(|&field| self.targets(field));
        targets.any(|targets| {
            targets.iter().any(|target| family.contains(target)) && targets.iter().any(|&target| self.is_leaf(target))
        })
    }

    /// The classes of the objects to which a field may refer.
    pub(super) fn targets(&self, field: FieldId) -> &[ClassId] {
        &self.targets[field.index()]
    }

    /// By the type of a field, or by type arguments if that says nothing.
    fn find_targets(&self, field: FieldId) -> Vec<ClassId> {
        let declared = match self.program.held.get(&field) {
            Some(held) if self.has_elements => held.clone(),
            _ => self.declared(field).into_iter().collect(),
        };
        let mut found: Vec<ClassId> = Vec::new();
        for &class in declared.iter().flat_map(|&class| self.objects(class)) {
            if !found.contains(&class) {
                found.push(class);
            }
        }
        found
    }

    /// Whether objects of a class are collections of the library, or parts of them.
    pub(super) fn is_collection(&self, class: ClassId) -> bool {
        self.program.classes[class].span.is_some_and(|span| span.is_of_library())
    }

    /// Whether a field belongs to a collection of the library.
    pub(super) fn is_of_collection(&self, field: FieldId) -> bool {
        self.program.fields[field].span.is_of_library()
    }

    /// The family of the objects to which a field may refer.
    pub(super) fn family_of_targets(&self, field: FieldId) -> Option<usize> {
        self.targets(field).iter().find_map(|&class| self.family(class))
    }

    /// The classes of the objects to which a reference of this class may refer; none if the program does not declare it.
    pub(super) fn objects(&self, class: ClassId) -> &[ClassId] {
        &self.objects[class.index()]
    }
}

/// Whether objects of a class are streams of the library, or steps of them: they are no part of what an input is made of.
fn is_of_stream(program: &Program, class: ClassId) -> bool {
    let info = &program.classes[class];
    let outermost = info.name.split('$').next().and_then(library_package);
    outermost == Some("java.util.stream") && info.span.is_some_and(|span| span.is_of_library())
}

/// The declared classes of objects that are objects of a class or interface. In C, those of a type that are not inside of others, on the heap:
/// structures, and what pointers to numbers and to pointers point to.
fn objects(program: &Program, class: ClassId) -> Vec<ClassId> {
    if program.is_manual() {
        let info = &program.classes[class];
        let is_object = info.storage == Storage::Heap && info.superclass.is_some();
        return Vec::from_iter(is_object.then_some(class));
    }
    if program.classes[class].span.is_none() {
        return Vec::new();
    }
    let concrete = program.classes.iter_enumerated().filter(|(_, info)| !info.is_abstract);
    concrete.map(|(own, _)| own).filter(|&own| program.is_subtype(own, class)).collect()
}

/// The classes and interfaces of collections to which objects of the program may refer, or the code that runs from a procedure.
fn used_collections(program: &Program, entry: ProcedureId) -> FixedBitSet {
    let mut open: Vec<ClassId> = Vec::new();
    let of_type = |ty: Type| if let Type::Reference(class) = ty { Some(class) } else { None };
    let refers = |field: FieldId| {
        let held = program.held.get(&field).into_iter().flatten().copied();
        held.chain(of_type(program.fields[field].ty))
    };
    let own = program.fields.iter_enumerated().filter(|(_, field)| !field.span.is_of_library());
    open.extend(own.flat_map(|(id, _)| refers(id)));
    for id in program.reachable(entry) {
        let procedure = &program.procedures[id];
        // Streams go through any collection.
        let is_open = !is_of_stream(program, procedure.class);
        open.extend(procedure.locals.iter().filter(|_| is_open).filter_map(|local| of_type(local.ty)));
        open.extend(procedure.cfa.edges.iter().filter_map(|edge| match edge.operation {
            Operation::New { class, .. } => Some(class),
            _ => None,
        }));
    }
    let mut used = FixedBitSet::with_capacity(program.classes.len());
    while let Some(class) = open.pop() {
        // Anything may be an `Object`, of which nothing is known.
        if program.is_any(class) || is_of_stream(program, class) || used.put(class.index()) {
            continue;
        }
        let below = program.classes.indices().filter(|&below| program.is_subtype(below, class));
        let fields = below.flat_map(|below| program.ancestry(below)).flat_map(|of| &program.classes[of].fields);
        open.extend(fields.flat_map(|&field| refers(field)));
    }
    used
}
