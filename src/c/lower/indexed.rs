//! Which pointers have an index: those to types of which several objects may be in a row.
//!
//! That is decided for each type, by what the program does with pointers to it. All others are plain references, so that programs without
//! arithmetic on pointers, and without memory for several objects, need no numbers beside them.

use super::super::typed::Kind;
use super::addressed::{Addressed, for_each_reached, shift};
use super::statement::is_constant;
use super::texts::pointers_of;
use super::*;

/// The types to which pointers with an index point, and the arrays that are blocks.
#[derive(Default)]
pub(super) struct Indexed {
    types: FxHashSet<TypeId>,
    /// Arrays of which there are pointers to elements.
    variables: FxHashSet<VariableId>,
    members: FxHashSet<(StructId, usize)>,
    /// For numbers that are accessed with and without a sign, the type as which they are kept.
    kept_as: FxHashMap<TypeId, TypeId>,
    /// Whether large arrays are blocks, too.
    has_large: bool,
}

/// What is found of a program before it is known which types there are blocks of.
#[derive(Default)]
struct Found {
    types: FxHashSet<TypeId>,
    /// Arrays whose elements have addresses, with the type of these.
    arrays: Vec<(Root, TypeId)>,
    /// The types of pointers that are converted to `void *`, or from it.
    converted: FxHashSet<TypeId>,
    /// Types of numbers with and without a sign between which pointers are converted.
    views: Vec<[TypeId; 2]>,
    /// Expressions that need no pointer, as they stand at once for what they lead to, or as a function without a body gets them.
    direct: FxHashSet<*const Node>,
}

/// The variable or member that an array is.
#[derive(Clone, Copy)]
enum Root {
    Variable(VariableId),
    Member(StructId, usize),
}

impl Indexed {
    /// Looks at everything that the entry function may come to.
    pub(super) fn new(checked: &Checked, start: FunctionId, addressed: &mut Addressed) -> Self {
        let mut found = Found::default();
        let mut arrays: Vec<&Node> = Vec::new();
        for_each_reached(checked, start, &mut |part| {
            found.add(checked, part);
            if let Kind::Decay(array) = &part.kind
                && !found.direct.contains(&std::ptr::from_ref(part))
            {
                arrays.push(array);
            }
        });
        let mut this = Self { has_large: true, ..Self::default() };
        this.types = found.types.iter().copied().filter(|&ty| has_blocks(checked, ty)).collect();
        this.add_views(&found.views);
        this.add_parts(checked, addressed);
        for &(root, _) in found.arrays.iter().filter(|(_, ty)| this.types.contains(ty)) {
            match root {
                Root::Variable(variable) => _ = this.variables.insert(variable),
                Root::Member(id, number) => _ = this.members.insert((id, number)),
            }
        }
        if found.converted.iter().any(|ty| this.types.contains(ty)) {
            this.types.insert(TypeId::VOID);
        }
        for array in arrays.into_iter().filter(|array| this.types.contains(&innermost(checked, array.ty))) {
            addressed.take_constant(checked, array);
        }
        this
    }

    /// A number may be accessed with and without a sign (C11 6.5, paragraph 7).
    fn add_views(&mut self, views: &[[TypeId; 2]]) {
        let mut changed = true;
        while std::mem::take(&mut changed) {
            for pair in views {
                if pair.iter().all(|ty| !self.types.contains(ty)) {
                    continue;
                }
                let kept = pair.iter().map(|&ty| self.kept_as(ty)).min().unwrap_or(pair[0]);
                for &ty in pair {
                    changed |= self.types.insert(ty);
                    changed |= self.kept_as.insert(ty, kept) != Some(kept);
                }
            }
        }
    }

    /// The type as which values of a type are kept where pointers lead to.
    pub(super) fn kept_as(&self, ty: TypeId) -> TypeId {
        self.kept_as.get(&ty).copied().unwrap_or(ty)
    }

    /// Pointers to parts of elements have the index of the element.
    fn add_parts(&mut self, checked: &Checked, addressed: &Addressed) {
        let mut open: Vec<TypeId> = self.types.iter().copied().collect();
        while let Some(ty) = open.pop() {
            let Some(id) = checked.types.structure(ty) else { continue };
            for (number, member) in checked.types.structs[id].members.iter().flatten().enumerate() {
                let inner = innermost(checked, member.ty.ty);
                let is_part = addressed.members.contains(&(id, number)) || checked.types.structure(inner).is_some();
                if is_part && has_blocks(checked, inner) && self.types.insert(inner) {
                    open.push(inner);
                }
            }
        }
    }

    /// Whether pointers to a type have an index.
    pub(super) fn contains(&self, ty: TypeId) -> bool {
        self.types.contains(&ty)
    }

    /// Whether a variable that is an array is a block. `is_large`: its parts are not variables of their own.
    pub(super) fn has_variable(&self, checked: &Checked, id: VariableId, is_large: bool) -> bool {
        let declared = &checked.variables[id];
        let has_length = || declared.length.is_some() && has_blocks(checked, innermost(checked, declared.ty.ty));
        self.variables.contains(&id)
            || is_large && self.has_large_array(checked, declared.ty.ty)
            || self.has_large && has_length()
    }

    /// The members that are blocks to which pointers may lead.
    pub(super) fn members(&self) -> Vec<(StructId, usize)> {
        let mut members: Vec<(StructId, usize)> = self.members.iter().copied().collect();
        members.sort_unstable();
        members
    }

    /// The same of a member of this type.
    pub(super) fn has_member(&self, checked: &Checked, member: (StructId, usize), ty: TypeId, is_large: bool) -> bool {
        self.members.contains(&member) || is_large && self.has_large_array(checked, ty)
    }

    fn has_large_array(&self, checked: &Checked, ty: TypeId) -> bool {
        let is_known = matches!(checked.types.get(ty), Type::Array(_, Some(_))) && checked.types.layout(ty).is_some();
        self.has_large && is_known && has_blocks(checked, innermost(checked, ty))
    }
}

impl Found {
    fn add(&mut self, checked: &Checked, part: &Node) {
        let types = &checked.types;
        if self.direct.contains(&std::ptr::from_ref(part)) {
            return;
        }
        let pointee = |node: &Node| types.pointee(node.ty).map(|to| to.ty);
        match &part.kind {
            Kind::Dereference(pointer) => match &pointer.kind {
                Kind::Decay(array) if matches!(array.kind, Kind::Text(_)) => _ = self.types.insert(part.ty),
                Kind::Decay(_) => _ = self.direct.insert(&raw const **pointer),
                Kind::Advance(inner, _) if matches!(&inner.kind, Kind::Decay(array) if !matches!(array.kind, Kind::Text(_))) =>
                {
                    self.direct.extend([&raw const **pointer, &raw const **inner]);
                }
                _ => {}
            },
            Kind::Call(callee, arguments) if checked.functions[*callee].body.is_none() => {
                let pointers = pointers_of(&checked.functions[*callee].name, arguments);
                for (position, argument) in arguments.iter().enumerate() {
                    let mut at = argument;
                    while let Kind::Convert(inner) = &at.kind
                        && shift(types, at).is_none()
                    {
                        self.direct.insert(std::ptr::from_ref(at));
                        at = inner;
                    }
                    let size = arguments.get(2).and_then(is_constant);
                    let is_decayed = matches!(at.kind, Kind::Decay(_));
                    if position >= pointers {
                        self.direct.extend(is_decayed.then_some(std::ptr::from_ref(at)));
                    } else if let Some(to) = pointee(at).filter(|_| !is_decayed) {
                        // A whole object is no block.
                        let own = types.layout(to).map(|layout| layout.0.cast_signed());
                        self.types.extend((size.is_none() || size != own).then_some(to));
                    }
                }
            }
            Kind::Advance(..) | Kind::Convert(_) if shift(types, part).is_some() => {
                let mut at = part;
                while let Kind::Convert(inner) | Kind::Advance(inner, _) = &at.kind {
                    at = inner;
                    if matches!(at.kind, Kind::Convert(_) | Kind::Advance(..)) {
                        self.direct.insert(&raw const **inner);
                    }
                }
            }
            Kind::Advance(pointer, _) | Kind::Difference(pointer, _) => self.types.extend(pointee(pointer)),
            Kind::Compare(comparison, left, _) if !matches!(comparison, Comparison::Equal | Comparison::NotEqual) => {
                self.types.extend(pointee(left));
            }
            Kind::Step { place, .. } | Kind::Compound(_, place, ..) => self.types.extend(pointee(place)),
            Kind::Index(array, _) if matches!(array.kind, Kind::Text(_)) => _ = self.types.insert(part.ty),
            Kind::Decay(array) => self.take_array(checked, array, pointee(part), true),
            Kind::Address(inner) if matches!(inner.kind, Kind::Index(..)) => {
                self.take_array(checked, inner, Some(inner.ty), false);
            }
            Kind::Convert(inner) => {
                let (Some(from), Some(to)) = (pointee(inner), pointee(part)) else { return };
                if let Kind::Call(callee, arguments) = &inner.kind
                    && from == TypeId::VOID
                {
                    self.take_memory(checked, *callee, arguments, to);
                    if checked.functions[*callee].body.is_none() {
                        return;
                    }
                }
                if let (Some(a), Some(b)) = (types.integer(from), types.integer(to))
                    && from != to
                    && a.bits(types.model) == b.bits(types.model)
                {
                    self.views.push([from, to]);
                }
                if (from == TypeId::VOID) != (to == TypeId::VOID) {
                    self.converted.insert(if from == TypeId::VOID { to } else { from });
                }
            }
            _ => {}
        }
    }

    /// An array of which there is a pointer to an element of this type. `is_whole`: it leads to others.
    fn take_array(&mut self, checked: &Checked, array: &Node, element: Option<TypeId>, is_whole: bool) {
        let mut at = array;
        while let Kind::Index(of, _) = &at.kind {
            at = of;
        }
        let root = match &at.kind {
            Kind::Variable(variable) | Kind::Literal(variable, _) => Root::Variable(*variable),
            Kind::Member(object, number) => match checked.types.structure(object.ty) {
                Some(id) => Root::Member(id, *number),
                None => return,
            },
            _ => return,
        };
        if let Some(element) = element {
            self.arrays.push((root, element));
            self.types.extend(is_whole.then_some(element));
        }
    }

    /// Memory that is converted to a pointer to a type: if it is not for one object, it may be for several.
    fn take_memory(&mut self, checked: &Checked, callee: FunctionId, arguments: &[Node], to: TypeId) {
        let function = &checked.functions[callee];
        let size = checked.types.layout(to).map(|(size, _)| size.cast_signed());
        let is_single = match (&*function.name, arguments, function.body.is_some()) {
            ("malloc" | "alloca", [bytes], false) => is_constant(bytes) == size,
            ("calloc", [count, bytes], false) => {
                is_constant(count).zip(is_constant(bytes)).map(|(a, b)| a.saturating_mul(b)) == size
            }
            ("realloc", ..) => false,
            (.., false) => true,
            (.., true) => arguments.iter().any(|argument| is_constant(argument) == size),
        };
        self.types.extend((!is_single).then_some(to));
    }
}

/// What the elements of an array are that are no arrays, or the type itself.
pub(super) fn innermost(checked: &Checked, ty: TypeId) -> TypeId {
    let mut at = ty;
    while let Type::Array(of, _) | Type::Variable(of) = checked.types.get(at) {
        at = of.ty;
    }
    at
}

/// Whether there may be blocks of a type.
fn has_blocks(checked: &Checked, ty: TypeId) -> bool {
    let types = &checked.types;
    match types.structure(ty) {
        Some(id) => !types.structs[id].is_union && types.layout(ty).is_some(),
        None => types.is_scalar(ty) && !types.is_floating(ty),
    }
}
