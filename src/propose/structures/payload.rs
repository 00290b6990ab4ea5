//! Which payload is never null: references that the code follows without a test, and that it never sets to null.

use std::collections::BTreeSet;

use super::assumed::InputAssumption;
use super::flow::{Flow, Place};
use super::{Sample, SampleObject, StructureKind, Structures};
use base::{CollectByInsertion, CompactSort};
use program::cfa::ProcedureId;
use program::objects::{Class, ClassId, FieldId, LocalId, Operand, Operation, Program, Role, Storage, Type};

/// What is assumed not to be null, although it is no part of a structure.
#[derive(Clone, PartialEq, Eq, Default, Debug)]
pub(super) struct Payload {
    /// Fields of structures and of what holds them.
    pub fields: Vec<FieldId>,
    /// Parameters of the entry.
    pub parameters: Vec<LocalId>,
    /// Parameters of the entry that may refer to structures although their types do not say so, with the classes that they are tested for.
    pub tested: Vec<(LocalId, Vec<ClassId>)>,
    /// The fields among these that are freed, in C.
    pub freed: Vec<FieldId>,
    /// Parameters of the entry in C that are tested against null.
    pub nullable: Vec<LocalId>,
}

impl Structures<'_> {
    /// Finds the payload that is assumed not to be null where a procedure starts: what it follows without a test, if nothing in the program
    /// tests it against null or sets it to null, and it is null in no heap that was built.
    pub fn assume_payload(&mut self, entry: ProcedureId, samples: &[Sample]) {
        let program = self.program();
        let all = Flow::of(program, program.procedures.indices());
        let reached = Flow::of(program, program.reachable(entry).into_iter());
        let nulls = all.from([Place::Null]);
        let is_tested = |place: Place| all.from([place]).iter().any(|to| all.tested.contains(to));
        let procedure = &program.procedures[entry];
        if program.is_manual() {
            self.payload = self.payload_in_c(entry, &all);
            return;
        }
        let is_assumed = |place: Place| {
            let is_followed = reached.from([place]).iter().any(|to| reached.followed.contains(to));
            is_followed && !nulls.contains(&place) && !is_tested(place)
        };
        self.find_never_null(&all, samples);
        let given = procedure.receiver.iter().chain(&procedure.parameters);
        let given = given.filter_map(|&local| match procedure.locals[local].ty {
            Type::Reference(class) => Some(self.graph.objects(class)),
            _ => None,
        });
        let classes = self.structural_classes().chain(given.flatten().copied());
        let classes = classes.filter(|&class| !self.is_predefined(class));
        let fields: BTreeSet<FieldId> = classes.flat_map(|class| self.payload_fields(class)).collect_by_insertion();
        let mut fields: Vec<FieldId> = fields.into_iter().collect();
        let given = given_by_clients(program, &all);
        fields.retain(|&field| {
            self.is_always_set(field, samples) && is_assumed(Place::Field(field)) && !given.contains(&field)
        });
        self.drop_namesakes(&mut fields);
        let mut parameters = procedure.parameters.clone();
        parameters.retain(|&local| {
            let ty = procedure.locals[local].ty;
            program.is_foreign(ty) && !program.is_command_line(procedure, ty) && is_assumed(Place::Local(entry, local))
        });
        let may_be_own = |ty| program.is_foreign(ty) && !program.is_final_foreign(ty);
        let foreign = procedure.parameters.iter().filter(|&&local| may_be_own(procedure.locals[local].ty));
        let tested = foreign.filter_map(|&local| {
            let places = reached.from([Place::Local(entry, local)]);
            let classes = reached.instances.iter().filter(|(place, _)| places.contains(place)).map(|&(_, class)| class);
            let classes: BTreeSet<ClassId> =
                classes.filter(|&class| self.leads_to_structure(class)).collect_by_insertion();
            (!classes.is_empty()).then(|| (local, classes.into_iter().collect()))
        });
        let tested = tested.collect();
        self.payload = Payload { fields, parameters, tested, ..Payload::default() };
    }

    /// The payload that code in C follows or frees, which leads to objects of its own. Other payload has no value in initial heaps.
    fn payload_in_c(&self, entry: ProcedureId, flow: &Flow) -> Payload {
        let program = self.program();
        let comes_to = |place: Place, found: &BTreeSet<Place>| flow.from([place]).iter().any(|to| found.contains(to));
        let classes = self.structural_classes().filter(|&class| !self.is_predefined(class));
        let mut fields: Vec<FieldId> = classes.flat_map(|class| self.payload_fields(class)).collect();
        let is_freed = |field: &FieldId| comes_to(Place::Field(*field), &flow.freed);
        let has_object = |&field: &FieldId| self.pointed(field, false).is_some();
        fields.retain(|field| has_object(field) && (is_freed(field) || comes_to(Place::Field(*field), &flow.followed)));
        let freed = fields.iter().copied().filter(is_freed).collect();
        let parameters = program.procedures[entry].parameters.iter().copied();
        let nullable = parameters.filter(|&local| comes_to(Place::Local(entry, local), &flow.tested)).collect();
        Payload { fields, freed, nullable, ..Payload::default() }
    }

    /// The class of the objects to which payload in C leads: of its type, on the heap, or those of variables.
    pub(super) fn pointed(&self, field: FieldId, is_freed: bool) -> Option<ClassId> {
        let Type::Reference(class) = self.program().fields[field].ty else { return None };
        if is_freed { Some(class) } else { self.automatic(class) }
    }

    /// The class of variables whose type has a class.
    pub(super) fn automatic(&self, class: ClassId) -> Option<ClassId> {
        let mut classes = self.program().classes.iter_enumerated();
        let is_own = |own: &Class| own.storage == Storage::Automatic && own.superclass == Some(class);
        classes.find(|(_, own)| is_own(own)).map(|(id, _)| id)
    }

    /// Leaves only fields whose names no other reference field has: heaps know fields by their names.
    fn drop_namesakes(&self, fields: &mut Vec<FieldId>) {
        let program = self.program();
        loop {
            let all = program.fields.iter_enumerated();
            let others = all.filter(|(id, field)| field.ty.is_reference() && !fields.contains(id));
            let names: BTreeSet<&str> = others.map(|(_, field)| field.name.as_str()).collect_by_insertion();
            let before = fields.len();
            fields.retain(|&field| !names.contains(self.field_name(field)));
            if fields.len() == before {
                return;
            }
        }
    }

    /// Adds fields that lead to structures and are never null, as all constructors set them, and nothing in the program tests them against
    /// null, or sets them to what may be null.
    fn find_never_null(&mut self, flow: &Flow, samples: &[Sample]) {
        let classes: Vec<ClassId> = self.structural_classes().collect();
        let all: BTreeSet<FieldId> =
            classes.iter().flat_map(|&class| self.graph.structural_fields(class)).copied().collect_by_insertion();
        let is_row = |field: FieldId| {
            let family = self.graph.family(self.program().fields[field].class);
            family.is_some_and(|family| self.chosen(family).kind != StructureKind::Tree)
        };
        let is_tested = |field: FieldId| flow.from([Place::Field(field)]).iter().any(|to| flow.tested.contains(to));
        let is_candidate = |&&field: &&FieldId| {
            !is_row(field)
                && !self.graph.is_of_collection(field)
                && !is_tested(field)
                && self.program().is_set_by_constructors(field)
                && self.is_always_set(field, samples)
        };
        let candidates: BTreeSet<FieldId> = all.iter().filter(is_candidate).copied().collect_by_insertion();
        let others = all.iter().filter(|field| !candidates.contains(field)).map(|&field| Place::Field(field));
        let nulls = flow.from(others.chain([Place::Null]));
        let mut found: Vec<FieldId> =
            candidates.into_iter().filter(|&field| !nulls.contains(&Place::Field(field))).collect();
        found.extend(all.iter().filter(|field| self.present.contains(field)));
        found.compact_sort();
        found.dedup();
        // Objects of a class that leads to others of its family in any case have no end.
        let is_endless = |class: ClassId| {
            self.graph.structural_fields(class).iter().any(|field| {
                found.contains(field)
                    && self
                        .graph
                        .targets(*field)
                        .iter()
                        .all(|target| self.graph.family(*target) == self.graph.family(class))
            })
        };
        let families: Vec<usize> = classes.iter().filter_map(|&class| self.graph.family(class)).collect();
        let endless =
            families.into_iter().filter(|&family| self.families[family].classes.iter().all(|&class| is_endless(class)));
        let endless: BTreeSet<usize> = endless.collect_by_insertion();
        found.retain(|&field| {
            let family = self.graph.family(self.program().fields[field].class);
            family.is_none_or(|family| !endless.contains(&family)) && !self.sentinels.contains(&field)
        });
        self.sentinels.extend(found);
    }

    /// Whether the objects of a class belong to a family with a predefined grammar, which knows no payload.
    fn is_predefined(&self, class: ClassId) -> bool {
        self.graph.family(class).is_some_and(|family| self.chosen(family).kind == StructureKind::ParentTree)
    }

    /// The reference fields of the objects of a class that lead to no structure.
    pub(super) fn payload_fields(&self, class: ClassId) -> Vec<FieldId> {
        let program = self.program();
        let fields = program.ancestry(class).flat_map(|ancestor| program.classes[ancestor].fields.iter().copied());
        let is_payload = |field: &FieldId| {
            let declared = &program.fields[*field];
            let is_plain = declared.ty.is_reference() && declared.role == Role::Plain;
            is_plain && !self.graph.is_outer(*field) && !self.graph.structural_fields(class).contains(field)
        };
        fields.filter(is_payload).collect()
    }

    /// Whether every constructor sets a field, or else none does and every heap that was built has a value there; and none has null.
    fn is_always_set(&self, field: FieldId, samples: &[Sample]) -> bool {
        let program = self.program();
        let class = program.fields[field].class;
        let samples = samples.iter().filter(|sample| !sample.is_given_null);
        let objects = samples.flat_map(|sample| &sample.objects);
        let mut built = objects.filter(|object| program.is_subclass(object.class, class)).peekable();
        let is_null = |object: &SampleObject| {
            object.null_payload.contains(&field) || object.fields.get(&field).is_some_and(Option::is_none)
        };
        let is_known = program.is_set_by_constructors(field) || built.peek().is_some() && !self.may_set(field);
        is_known && !built.any(is_null)
    }

    /// Whether some constructor of a class sets a field of its objects.
    fn may_set(&self, field: FieldId) -> bool {
        let program = self.program();
        let own = program.fields[field].class;
        let constructors = program
            .procedures
            .iter()
            .filter(|procedure| procedure.name == "<init>" && program.is_subclass(procedure.class, own));
        let mut edges = constructors.flat_map(|constructor| &constructor.cfa.edges);
        edges.any(|edge| matches!(edge.operation, Operation::Store { field: stored, .. } if stored == field))
    }

    /// What is assumed of payload.
    pub(super) fn payload_assumptions(&self, entry: ProcedureId) -> Vec<InputAssumption> {
        let program = self.program();
        // What is said of holders says the rest.
        let inside = |field: &&FieldId| self.graph.family(program.fields[**field].class).is_some();
        let mut never_null: Vec<FieldId> =
            self.sentinels.iter().filter(inside).chain(&self.payload.fields).copied().collect();
        never_null.compact_sort();
        never_null.dedup();
        let (elements, own): (Vec<FieldId>, Vec<FieldId>) =
            never_null.into_iter().partition(|&field| self.graph.is_of_collection(field));
        let elements = (!elements.is_empty()).then_some(InputAssumption::ElementsNotNull);
        let fields = own.into_iter().map(|field| {
            let class = program.classes[program.fields[field].class].name.replace('$', ".");
            InputAssumption::FieldNotNull { field: self.field_name(field).to_owned(), class }
        });
        let locals = &program.procedures[entry].locals;
        let name = |&local: &LocalId| locals[local].name.clone();
        let parameters =
            self.payload.parameters.iter().map(|local| InputAssumption::ParameterNotNull { variable: name(local) });
        parameters.chain(fields).chain(elements).collect()
    }
}

/// The fields that methods set to what clients pass without using it before: it may be null. Constructors do not count: in most programs
/// only their own class calls them.
fn given_by_clients(program: &Program, flow: &Flow) -> BTreeSet<FieldId> {
    let mut found = BTreeSet::new();
    for (id, procedure) in program.procedures.iter_enumerated().filter(|(_, procedure)| procedure.name != "<init>") {
        let is_given = |local: &LocalId| {
            let place = Place::Local(id, *local);
            procedure.parameters.contains(local) && !flow.gets(place) && !flow.followed.contains(&place)
        };
        for edge in &procedure.cfa.edges {
            if let Operation::Store { field, value: Operand::Local(value), .. } = &edge.operation
                && is_given(value)
            {
                found.insert(*field);
            }
        }
    }
    found
}
