//! Fields that are no part of the shape: neither rules nor initial heaps mention them, although they mention objects that have them.

use std::collections::BTreeSet;

use super::heap_program::OpaqueObjects;
use analysis::foreign;
use base::{CollectByInsertion, Diagnostic, Idx, Spanned, msg};
use heap_grammar::heap::document::{HeapDocument, VariableDocument};
use heap_grammar::heap::{Alphabet, Selector, Untracked};
use ltl::logic::{Formulas, Proposition};
use program::cfa::ProcedureId;
use program::objects::{
    ClassId, Content, Contents, FieldId, LocalId, NotFollowed, Objects, Operation, Procedure, Program, Sites, Type,
    UntrackedReferences,
};
use task::Loaded;

/// The fields that are not followed.
#[derive(Clone, Default)]
pub(super) struct UntrackedFields {
    pub all: Vec<FieldId>,
    /// Fields of the shape that lead to objects which are not followed.
    pub shown: Vec<FieldId>,
    /// Those of them that formulas mention.
    pub asked: Vec<FieldId>,
    /// The fields that rules, initial heaps and formulas mention; `None` if all count.
    mentioned: Option<BTreeSet<FieldId>>,
    /// The receiver and the parameters of the entry, as far as initial heaps give objects that are not followed.
    given: Vec<LocalId>,
    /// Whether neither rules nor initial heaps show an object, so that no object is followed.
    pub follows_nothing: bool,
    /// Fields that are null in no object that is not followed.
    pub never_null: BTreeSet<FieldId>,
    /// Those of them of which rules and initial heaps do not say so.
    pub made: Vec<FieldId>,
    /// What fields hold, if the program makes all of its objects itself.
    pub contents: Contents,
    /// The places where objects of the library are made that are not followed.
    pub opaque: Sites,
    /// The objects that are made there.
    pub opaque_objects: Vec<OpaqueObjects>,
    /// Whether the types of some of them say that they lead to objects of the shape.
    pub into_shape: bool,
}

impl UntrackedFields {
    /// Those of a task, of the fields that procedures access which `entry` may call. There are none in programs that manage their memory.
    pub(crate) fn new(loaded: &Loaded, program: &Program, entry: ProcedureId, formulas: &Formulas) -> Self {
        let asks_for_neighbours = formulas.propositions().any(|(_, p)| *p == Proposition::IdenticNeighbours);
        if program.is_manual() || asks_for_neighbours {
            return Self::default();
        }
        let (mut types, mut labels): (BTreeSet<&str>, BTreeSet<(&str, &str)>) = Default::default();
        let (mut to_objects, mut asked): (BTreeSet<(&str, &str)>, BTreeSet<&str>) = Default::default();
        let documents: Vec<&HeapDocument> = foreign::documents(loaded).collect();
        for heap in &documents {
            heap.nodes.iter().for_each(|node| _ = types.insert(&node.value));
            for selector in &heap.selectors {
                labels.insert((heap.nodes[selector.origin as usize].value.as_str(), selector.label.as_str()));
            }
            for selector in heap.selectors.iter().filter(|selector| is_object(heap, selector.target)) {
                to_objects.insert((heap.nodes[selector.origin as usize].value.as_str(), selector.label.as_str()));
            }
        }
        for (_, proposition) in formulas.propositions() {
            fields_of(proposition).iter().for_each(|field| _ = asked.insert(field));
        }
        let has_field = |ty: &str, field: FieldId| {
            program.class_named(ty).is_some_and(|class| program.is_subclass(class, program.fields[field].class))
        };
        let is_mentioned = |&field: &FieldId| {
            let name = program.fields[field].name.as_str();
            let mut places = labels.iter().filter(|(_, label)| *label == name);
            asked.contains(name) || places.any(|(ty, _)| has_field(ty, field))
        };
        let mut mentioned: BTreeSet<FieldId> = program.fields.indices().filter(is_mentioned).collect_by_insertion();
        let has_shape = |declared: ClassId| {
            let mut classes = program.classes.iter_enumerated();
            classes.any(|(id, class)| types.contains(class.name.as_str()) && program.is_subclass(id, declared))
        };
        let leads = |field: &FieldId| match program.fields[*field].ty {
            Type::Reference(class) => program.classes[class].span.is_some() && has_shape(class),
            _ => false,
        };
        // Of objects that only the program makes, all references into the shape are known.
        let is_input = |heap: &HeapDocument| {
            let objects = heap.nodes.iter().filter(|node| program.class_named(&node.value).is_some());
            !heap.hyperedges.is_empty() || objects.count() > 0
        };
        let has_input = loaded.initial.iter().any(|initial| is_input(&initial.heap));
        let is_untracked = |mentioned: &BTreeSet<FieldId>, field: FieldId| {
            let declared = &program.fields[field];
            declared.ty.is_reference()
                && !mentioned.contains(&field)
                && has_shape(declared.class)
                && (has_input || !leads(&field))
        };
        let used = used_fields(program, entry);
        let is_shown = |field: &FieldId| {
            let own = &program.fields[*field];
            let mut places = to_objects.iter().filter(|(_, label)| *label == own.name);
            places.any(|(ty, _)| has_field(ty, *field))
        };
        let shown: Vec<FieldId> = used.iter().copied().filter(is_shown).collect();
        let is_asked = |field: &&FieldId| asked.contains(program.fields[**field].name.as_str());
        let asked = shown.iter().filter(is_asked).copied().collect();
        let given = given(&program.procedures[entry], &documents);
        let has_classes = types.iter().any(|ty| program.class_named(ty).is_some());
        let follows_nothing = !has_classes && (!given.is_empty() || loaded.follows_nothing);
        let mut found = Self { shown, asked, given, follows_nothing, ..Self::default() };
        let makes_all = !has_input && loaded.contracts.is_empty() && program.starts_with_nothing(entry);
        loop {
            found.all = used.iter().copied().filter(|&field| is_untracked(&mentioned, field)).collect();
            found.into_shape = found.all.iter().chain(&found.shown).any(leads);
            found.mentioned = Some(mentioned.clone());
            if makes_all
                && found.contents.is_empty()
                && (!found.all.is_empty() || !found.shown.is_empty() || program.is_client(entry))
            {
                found.contents = Contents::new(program, entry);
            }
            if loaded.follows_nothing {
                found.opaque = found.contents.sites();
                found.opaque_objects = opaque_objects(program, entry, &found.contents, found.opaque);
                let made = made_classes(program, entry);
                found.opaque_objects.extend(made.map(|class| OpaqueObjects { class, sites: Sites::default() }));
                break;
            }
            if !loaded.has_opaque_collections || found.contents.is_empty() {
                break;
            }
            // What rules say of objects holds of those that are followed only.
            let before = mentioned.len();
            let beyond = found.references(program, entry).classes(program);
            mentioned
                .retain(|&field| !beyond.iter().any(|&class| program.is_subclass(class, program.fields[field].class)));
            if mentioned.len() == before {
                found.opaque = found.opaque_sites(program, entry).unwrap_or_default();
                found.opaque_objects = opaque_objects(program, entry, &found.contents, found.opaque);
                break;
            }
        }
        let is_always = |&field: &FieldId| {
            found.shown.contains(&field)
                && is_always_shown(program, field, &documents)
                && program.is_set_by_constructors(field)
        };
        let (always, others): (Vec<FieldId>, Vec<FieldId>) =
            found.loaded_beyond(program, entry).into_iter().partition(is_always);
        found.made = others.into_iter().filter(|&field| program.is_never_null(field)).collect();
        found.never_null = always.iter().chain(&found.made).copied().collect_by_insertion();
        found
    }

    /// Which variables and fields may hold references that are not followed.
    pub(crate) fn references(&self, program: &Program, entry: ProcedureId) -> UntrackedReferences {
        let not_followed = [self.all.as_slice(), &self.shown].concat();
        let is_shape = |field: FieldId| self.mentioned.as_ref().is_none_or(|fields| fields.contains(&field));
        let (given, contents) = (&self.given, &self.contents);
        let start =
            NotFollowed { fields: &not_followed, given, made: self.follows_nothing, opaque: self.opaque, contents };
        UntrackedReferences::new(program, entry, start, &is_shape)
    }

    /// The places where objects of the library are made that get into fields which are not followed: neither are these objects then. `None` if
    /// they would be followed elsewhere all the same.
    fn opaque_sites(&self, program: &Program, entry: ProcedureId) -> Option<Sites> {
        let mut found = Self { opaque: Sites::default(), ..self.clone() };
        loop {
            let sites = found.references(program, entry).sites();
            if sites == found.opaque {
                return found.contents.are_closed(sites).then_some(sites);
            }
            found.opaque = sites;
        }
    }

    /// The reference fields that may be loaded from objects that are not followed.
    fn loaded_beyond(&self, program: &Program, entry: ProcedureId) -> BTreeSet<FieldId> {
        let may_hold = self.references(program, entry);
        let mut found = BTreeSet::new();
        for id in program.reachable(entry) {
            for edge in &program.procedures[id].cfa.edges {
                if let Operation::Load { base, field, .. } = edge.operation
                    && program.fields[field].ty.is_reference()
                    && may_hold.has_local(id, base)
                {
                    found.insert(field);
                }
            }
        }
        found
    }
}

/// The classes of the program of which runs make objects, or of which these are objects, too.
fn made_classes(program: &Program, entry: ProcedureId) -> impl Iterator<Item = ClassId> {
    let reached = program.reachable(entry);
    let edges = reached.into_iter().flat_map(|id| &program.procedures[id].cfa.edges);
    let made: BTreeSet<ClassId> = edges
        .filter_map(|edge| match edge.operation {
            Operation::New { class, .. } => Some(class),
            _ => None,
        })
        .collect_by_insertion();
    program.classes.indices().filter(move |&class| made.iter().any(|&of| program.is_subtype(of, class)))
}

/// The objects that may be referred to which are made in opaque places.
fn opaque_objects(program: &Program, entry: ProcedureId, contents: &Contents, opaque: Sites) -> Vec<OpaqueObjects> {
    let mut found: Vec<OpaqueObjects> = Vec::new();
    let add = |found: &mut Vec<OpaqueObjects>, class: ClassId, sites: Sites| {
        let objects = OpaqueObjects { class, sites: if sites.meets(opaque) { sites } else { Sites::default() } };
        if !found.contains(&objects) {
            found.push(objects);
        }
    };
    for id in program.reachable(entry) {
        for edge in &program.procedures[id].cfa.edges {
            if let (Operation::New { class, .. }, Some(sites)) = (&edge.operation, contents.site(id, edge.source))
                && sites.meets(opaque)
            {
                add(&mut found, *class, sites);
            }
        }
    }
    let stored = |field: FieldId, sites: Sites| match contents.of_at(program, field, sites) {
        Some(Content { objects: Objects::Made(class), sites, .. }) => Some((class, sites)),
        _ => None,
    };
    for field in program.fields.indices() {
        if let Some((class, sites)) = stored(field, Sites::default()).filter(|(_, sites)| sites.meets(opaque)) {
            add(&mut found, class, sites);
        }
    }
    let mut next = 0;
    while let Some(&OpaqueObjects { sites, .. }) = found.get(next) {
        next += 1;
        if sites.is_empty() {
            continue;
        }
        let parts = contents.derived(sites).filter(|&class| program.is_part(class));
        parts.for_each(|class| add(&mut found, class, sites));
        for field in program.fields.indices() {
            if let Some((class, sites)) = stored(field, sites) {
                add(&mut found, class, sites);
            }
        }
    }
    found
}

/// Whether a vertex stands for an object that is not followed.
fn is_object(heap: &HeapDocument, vertex: u32) -> bool {
    is_constant(heap, vertex, &[Untracked::Any])
}

/// Whether a vertex is one of some constants.
fn is_constant(heap: &HeapDocument, vertex: u32, constants: &[Untracked]) -> bool {
    let mut here = heap.variables.iter().filter(|variable| variable.target == vertex);
    here.any(|variable| constants.iter().any(|constant| variable.name == constant.name()))
}

/// The receiver and the parameters that heaps bind to objects that are not followed.
fn given(procedure: &Procedure, documents: &[&HeapDocument]) -> Vec<LocalId> {
    let parameters = procedure.parameters.iter().enumerate().map(|(k, &local)| (format!("@parameter{k}:"), local));
    let all = procedure.receiver.map(|local| ("@this:".to_owned(), local)).into_iter().chain(parameters);
    let is_given = |name: &str| {
        documents.iter().any(|heap| {
            let mut named = heap.variables.iter().filter(|variable| variable.name == name);
            named.any(|variable| is_constant(heap, variable.target, &Untracked::ALL))
        })
    };
    all.filter(|(name, _)| is_given(name)).map(|(_, local)| local).collect()
}

/// The heap in which the receiver of a procedure is an object that is not followed, and its parameters are null or such objects.
pub(super) fn unfollowed(program: &Program, entry: ProcedureId) -> HeapDocument {
    let procedure = &program.procedures[entry];
    let span = procedure.span;
    let mut heap = HeapDocument::empty(span);
    let references = procedure.parameters.iter().enumerate();
    let is_open = |ty: Type| ty.is_reference() && !program.is_command_line(procedure, ty);
    let references = references.filter(|&(_, &local)| is_open(procedure.locals[local].ty));
    let names: Vec<String> = references.map(|(k, _)| format!("@parameter{k}:")).collect();
    let this = procedure.receiver.map(|_| "@this:".to_owned());
    let kinds = [(Untracked::Any, Vec::from_iter(this)), (Untracked::Maybe, names)];
    for (known, mut names) in kinds.into_iter().filter(|(_, names)| !names.is_empty()) {
        let target = u32::at(heap.nodes.len());
        heap.nodes.push(Spanned { value: "int".to_owned(), span });
        names.push(known.name().to_owned());
        heap.variables.extend(names.into_iter().map(|name| VariableDocument { name, target, span }));
    }
    heap
}

/// Whether a field leads to some object in each object of its class.
fn is_always_shown(program: &Program, field: FieldId, documents: &[&HeapDocument]) -> bool {
    let own = &program.fields[field];
    documents.iter().all(|heap| {
        let has_field = |ty: &str| program.class_named(ty).is_some_and(|class| program.is_subclass(class, own.class));
        let objects = (0..).zip(&heap.nodes).filter(|(_, node)| has_field(&node.value));
        objects.map(|(vertex, _)| vertex).all(|vertex: u32| {
            let mut selectors = heap.selectors.iter();
            // A vertex without selectors is that of a nonterminal, of which other rules tell.
            selectors.any(|s| s.origin == vertex && s.label == own.name && is_object(heap, s.target))
                || !heap.selectors.iter().any(|s| s.origin == vertex)
        })
    })
}

/// The fields that a proposition mentions.
fn fields_of(proposition: &Proposition) -> &[String] {
    match proposition {
        Proposition::Reachable { selectors, .. } | Proposition::Reached { selectors, .. } => selectors,
        Proposition::Compare { field: Some(field), .. } | Proposition::Unchanged(field) => std::slice::from_ref(field),
        _ => &[],
    }
}

/// The fields that procedures access which `entry` may call.
fn used_fields(program: &Program, entry: ProcedureId) -> BTreeSet<FieldId> {
    let edges = program.reachable(entry).into_iter().flat_map(|id| &program.procedures[id].cfa.edges);
    let field = |operation: &Operation| match *operation {
        Operation::Load { field, .. } | Operation::Store { field, .. } => Some(field),
        _ => None,
    };
    edges.filter_map(|edge| field(&edge.operation)).collect_by_insertion()
}

/// A note for each field that is loaded and not followed.
pub(super) fn notes(program: &Program, entry: ProcedureId, untracked: &[FieldId]) -> Vec<Diagnostic> {
    let procedures = program.reachable(entry);
    let loads = |field: FieldId| {
        let mut edges = procedures.iter().flat_map(|&id| &program.procedures[id].cfa.edges);
        edges.any(|edge| matches!(edge.operation, Operation::Load { field: loaded, .. } if loaded == field))
    };
    let note = |&field: &FieldId| {
        let declared = &program.fields[field];
        let name = &declared.name;
        let message = msg!("the field `{name}` is not followed: no rule and no initial heap mentions it");
        let advice = msg!("if the shape depends on it, add `{name}` to the grammar and to the initial heaps");
        Diagnostic::note("heap/untracked", declared.span, message).suggest(advice)
    };
    let is_written = |field: FieldId| !program.fields[field].span.is_of_library();
    untracked.iter().filter(|&&field| is_written(field) && loads(field)).map(note).collect()
}

/// What is assumed of fields in which the program stores objects of one class only.
pub(super) fn narrowed(program: &Program, fields: &[FieldId]) -> Vec<Diagnostic> {
    let assumed = fields.iter().filter_map(|&field| {
        let declared = &program.fields[field];
        let Type::Reference(only) = declared.ty else { return None };
        let class = program.classes[declared.class].name.replace('$', ".");
        let only = &program.classes[only].name;
        let sentence =
            msg!("`{}` of a `{class}` is null or a `{only}`, as the program stores nothing else", declared.name);
        Some(Diagnostic::note("assumption/payload", None, sentence))
    });
    assumed.collect()
}

/// What is assumed of objects that are not followed: of fields that every constructor sets, and of comparators.
pub(super) fn assumptions(program: &Program, entry: ProcedureId, untracked: &UntrackedFields) -> Vec<Diagnostic> {
    let never_null = untracked.made.iter().map(|&field| {
        let declared = &program.fields[field];
        let class = program.classes[declared.class].name.replace('$', ".");
        Diagnostic::note("assumption/payload", None, msg!("`{}` of a `{class}` is never null", declared.name))
    });
    let may_hold = untracked.references(program, entry);
    let compares = program.reachable(entry).into_iter().any(|id| {
        program.procedures[id].cfa.edges.iter().any(|edge| match &edge.operation {
            Operation::Call(call) => {
                call.receiver.is_some_and(|receiver| may_hold.holds(id, receiver)) && program.is_comparison(id, call)
            }
            _ => false,
        })
    });
    let compares = compares.then(|| {
        let sentence = msg!("comparators that are not followed return a number and change nothing");
        Diagnostic::note("assumption/comparator", None, sentence)
    });
    never_null.chain(compares).collect()
}

/// The selectors of fields that are followed, but may hold references that are not, and may therefore lead into the shape.
pub(super) fn held_by(
    program: &Program,
    alphabet: &Alphabet,
    may_hold: &UntrackedReferences,
    untracked: &UntrackedFields,
) -> Vec<Selector> {
    let UntrackedFields { all, shown, asked, .. } = untracked;
    let held = may_hold.fields().filter(|field| !all.contains(field));
    let held = held.filter(|field| !shown.contains(field) || asked.contains(field));
    held.filter_map(|field| alphabet.find_selector(&program.fields[field].name)).collect()
}
