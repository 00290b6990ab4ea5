//! How heaps represent the classes and fields of a program.

use rustc_hash::{FxHashMap, FxHashSet};
use smallvec::SmallVec;

use super::HeapModel;
use super::constants::{OpaqueObjects, instance_name, made_name};
use base::IndexVec;
use heap_grammar::heap::{Alphabet, Heap, Selector, TypeId, Untracked, Variable, VertexId};
use program::cfa::ProcedureId;
use program::objects::{
    ClassId, Condition, Content, Contents, Field, FieldId, Objects, Operation, Program, Sites, Type,
};

/// How heaps represent a field.
#[derive(Clone, Copy, Debug)]
pub(super) struct FieldInfo {
    /// [`NOWHERE`] if neither a procedure reachable from the entry, nor the grammar, nor an initial heap mentions the
    /// field, or what it holds is [not known](program::objects::UntrackedReferences::is_weak): such fields are not modelled. What is
    /// loaded from them is not followed.
    pub selector: Selector,
    pub primitive: bool,
    /// Whether it is no part of the shape. What was loaded or stored last is [remembered](super::Semantics::forget_loads) for a while.
    pub untracked: bool,
}

/// The selector of fields that are not modelled.
pub(super) const NOWHERE: Selector = Selector(u32::MAX);

/// How heaps represent the classes and fields of a program.
pub(super) struct Layout {
    pub fields: IndexVec<FieldId, FieldInfo>,
    pub types: IndexVec<ClassId, TypeId>,
    classes: FxHashMap<TypeId, ClassId>,
    /// The fields of each class, including inherited ones, and whether they hold references.
    of_types: FxHashMap<(TypeId, Selector), bool>,
    /// Those of them that are no part of the shape.
    untracked_of_types: FxHashSet<(TypeId, Selector)>,
    /// The types of [tokens](program::objects::Class::is_token), each with the field of the objects of which they tell.
    tokens: Vec<(TypeId, Selector)>,
}

impl Layout {
    pub(super) fn new(model: &HeapModel) -> Self {
        let (program, alphabet) = (&model.program, &model.alphabet);
        let field = |(id, f): (FieldId, &Field)| FieldInfo {
            selector: alphabet
                .find_selector(&f.name)
                .filter(|_| !model.unknown.may_hold.is_weak(id))
                .unwrap_or(NOWHERE),
            primitive: !f.ty.is_reference(),
            untracked: model.unknown.fields.contains(&id),
        };
        let types: IndexVec<ClassId, TypeId> =
            program.classes.iter().map(|c| alphabet.find_type(&c.name).unwrap_or(TypeId::NULL)).collect();
        let fields: IndexVec<FieldId, FieldInfo> = program.fields.iter_enumerated().map(field).collect();
        let (mut of_types, mut untracked_of_types) = (FxHashMap::default(), FxHashSet::default());
        for (class, &ty) in types.iter_enumerated() {
            for &field in program.ancestry(class).flat_map(|ancestor| &program.classes[ancestor].fields) {
                let FieldInfo { selector, primitive, untracked } = fields[field];
                of_types.insert((ty, selector), !primitive);
                if untracked {
                    untracked_of_types.insert((ty, selector));
                }
            }
        }
        let classes = types.iter_enumerated().map(|(class, &ty)| (ty, class)).collect();
        // A token is declared inside of the class that has it; iterators have a field of their own for it.
        let tokens = program.fields.iter_enumerated().filter_map(|(id, field)| match field.ty {
            Type::Reference(token) if program.classes[token].is_token => {
                let (around, _) = program.classes[token].name.rsplit_once('$')?;
                (program.classes[field.class].name == around).then(|| (types[token], fields[id].selector))
            }
            _ => None,
        });
        let tokens = tokens.collect();
        Self { fields, types, classes, of_types, untracked_of_types, tokens }
    }

    /// The class of the objects of a type; `None` if the program does not declare it.
    pub(super) fn class(&self, ty: TypeId) -> Option<ClassId> {
        self.classes.get(&ty).copied()
    }

    /// Whether objects of this type have a numeric or boolean field with this name.
    pub(super) fn is_primitive(&self, ty: TypeId, selector: Selector) -> bool {
        self.of_types.get(&(ty, selector)) == Some(&false)
    }

    /// Whether objects of this type may have a field with this name.
    pub(super) fn has_field(&self, ty: TypeId, selector: Selector) -> bool {
        self.of_types.contains_key(&(ty, selector)) || !self.classes.contains_key(&ty)
    }

    /// Whether some field is no part of the shape.
    pub(super) fn has_untracked(&self) -> bool {
        !self.untracked_of_types.is_empty()
    }

    /// Makes tokens null that only the object of which they tell refers to: they would keep it from being folded.
    pub(super) fn forget_tokens(&self, heap: &mut Heap) {
        if self.tokens.is_empty() {
            return;
        }
        let own_field = |token: VertexId| {
            let ty = heap.vertex_type(token);
            let mut edges = heap.selector_edges().filter(|&(.., target)| target == token);
            let (source, selector, _) = edges.next().filter(|_| edges.next().is_none())?;
            let is_bound = heap.is_external(token)
                || heap.variables().iter().any(|&(_, target)| target == token)
                || heap.nonterminals().iter().any(|edge| edge.tentacles.contains(&token));
            (!is_bound && self.tokens.contains(&(ty, selector))).then_some((source, selector, token))
        };
        let is_token = |&vertex: &VertexId| self.tokens.iter().any(|&(ty, _)| ty == heap.vertex_type(vertex));
        let tokens = heap.vertices().filter(is_token);
        let forgotten: SmallVec<[(VertexId, Selector, VertexId); 4]> = tokens.filter_map(own_field).collect();
        if forgotten.is_empty() {
            return;
        }
        let null = heap.constant(Variable::NULL);
        forgotten.iter().for_each(|&(source, selector, _)| heap.set_selector(source, selector, null));
        heap.retain_vertices(|vertex| forgotten.iter().all(|&(.., token)| token != vertex));
    }

    /// Whether the field with this name is no part of the shape.
    pub(super) fn is_untracked(&self, ty: TypeId, selector: Selector) -> bool {
        self.untracked_of_types.contains(&(ty, selector))
    }
}

/// Adds the names of a program to the alphabet: its classes, the fields that may be accessed from `entry`, and its locals; also the
/// constants for objects that are not followed, of the classes that are asked for and those of `untracked` fields, and for `opaque` ones; of those
/// that are `made`, if these are not followed.
pub fn declare(
    alphabet: &mut Alphabet,
    program: &Program,
    entry: ProcedureId,
    untracked: &[FieldId],
    contents: &Contents,
    opaque: &[OpaqueObjects],
    made: bool,
) {
    for class in &program.classes {
        alphabet.ty(&class.name);
    }
    if !program.is_manual() {
        Untracked::ALL.iter().for_each(|known| _ = alphabet.variable(known.name()));
    }
    for id in program.reachable(entry) {
        let procedure = &program.procedures[id];
        for local in &procedure.locals {
            alphabet.variable(&local.name);
        }
        for edge in &procedure.cfa.edges {
            if let Operation::Assume(Condition::InstanceOf { class, .. }) = edge.operation
                && !program.is_manual()
            {
                alphabet.variable(&instance_name(program, class));
            }
            if let Operation::New { class, .. } = edge.operation
                && made
            {
                alphabet.variable(&instance_name(program, class));
            }
            if let Operation::Load { field, .. } | Operation::Store { field, .. } = &edge.operation {
                alphabet.selector(&program.fields[*field].name);
            }
        }
    }
    for &field in untracked {
        // Of what implements an interface, it is not known which class it extends, nor of what the library makes.
        if let Type::Reference(class) = program.fields[field].ty
            && program.classes[class].span.is_some()
            && !program.classes[class].is_abstract
        {
            alphabet.variable(&instance_name(program, class));
        }
        if let Some(Content { objects: Objects::Made(class), .. }) = contents.of(field) {
            alphabet.variable(&made_name(program, OpaqueObjects { class, sites: Sites::default() }));
        }
    }
    for &objects in opaque {
        alphabet.variable(&made_name(program, objects));
    }
}
