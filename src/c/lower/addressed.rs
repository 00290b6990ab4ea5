//! What pointers may point to inside of structures and arrays: such members and elements are objects of their own.

use super::super::typed::{Kind, Sign};
use super::*;

/// The parts of variables and structures whose address is taken where the entry function may come to.
#[derive(Default)]
pub(super) struct Addressed {
    /// Members that are numbers or pointers, or arrays of these, by their numbers.
    pub(super) members: FxHashSet<(StructId, usize)>,
    /// Arrays and compound literals.
    pub(super) variables: FxHashSet<VariableId>,
    /// The types of objects that must not be written, and where these may be.
    pub(super) constants: Vec<(TypeId, StorageClass)>,
}

/// A step from an object to what is inside of it.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Step {
    Member(StructId, usize),
    Element(u64),
}

/// How a pointer is converted that points into an object, or to an object around what it points to.
pub(super) enum Shift {
    /// To something inside, by these steps.
    Into(Vec<Step>),
    /// To the object in which these steps lead to what it points to.
    OutOf(Vec<Step>),
}

impl Addressed {
    /// Looks at everything that the entry function may come to.
    pub(super) fn new(checked: &Checked, start: FunctionId) -> Self {
        let mut found = Addressed::default();
        for_each_reached(checked, start, &mut |part| found.take(checked, part));
        found
    }

    /// Adds a constant variable whose address, or that of a part of which, is taken.
    pub(super) fn take_constant(&mut self, checked: &Checked, inner: &Node) {
        let mut at = inner;
        while let Kind::Member(of, _) | Kind::Index(of, _) = &at.kind {
            at = of;
        }
        if let Kind::Variable(variable) = at.kind
            && (at.constant || inner.constant)
        {
            let is_static = checked.variables[variable].is_static;
            let storage = if is_static { StorageClass::Static } else { StorageClass::Automatic };
            self.add_constant(at.ty, storage);
            self.add_constant(inner.ty, storage);
        }
    }

    fn add_constant(&mut self, ty: TypeId, storage: StorageClass) {
        if !self.constants.contains(&(ty, storage)) {
            self.constants.push((ty, storage));
        }
    }

    /// Adds what one expression takes the address of.
    fn take(&mut self, checked: &Checked, node: &Node) {
        match &node.kind {
            Kind::Decay(array) if matches!(array.kind, Kind::Text(_)) => {
                self.add_constant(
                    checked.types.pointee(node.ty).map_or(TypeId::CHAR, |to| to.ty),
                    StorageClass::Static,
                );
            }
            Kind::Address(inner) => {
                self.take_constant(checked, inner);
                let mut at = &**inner;
                let mut is_inside = false;
                loop {
                    match &at.kind {
                        Kind::Index(array, _) => at = array,
                        Kind::Member(object, number) => {
                            if let Some(id) = checked.types.structure(object.ty).filter(|_| !is_inside) {
                                self.members.insert((id, *number));
                            }
                            is_inside = true;
                            at = object;
                        }
                        Kind::Variable(variable) | Kind::Literal(variable, _) => {
                            self.variables.insert(*variable);
                            return;
                        }
                        _ => return,
                    }
                }
            }
            Kind::Convert(_) | Kind::Advance(..) => {
                let (Shift::Into(steps) | Shift::OutOf(steps)) = match shift(&checked.types, node) {
                    Some((_, shift)) => shift,
                    None => return,
                };
                for step in steps.iter().rev() {
                    if let Step::Member(id, number) = *step {
                        self.members.insert((id, number));
                        return;
                    }
                }
            }
            _ => {}
        }
    }
}

/// Calls `visit` for everything that is evaluated where the entry function may come to, each expression before its operands.
pub(super) fn for_each_reached<'c>(checked: &'c Checked, start: FunctionId, visit: &mut impl FnMut(&'c Node)) {
    let mut functions = vec![start];
    let mut known_functions: FxHashSet<FunctionId> = functions.iter().copied().collect();
    let mut known_variables: FxHashSet<VariableId> = FxHashSet::default();
    let mut initials: FxHashMap<VariableId, &Initial> =
        checked.statics.iter().filter_map(|(id, initial)| Some((*id, initial.as_ref()?))).collect();
    while let Some(function) = functions.pop() {
        let Some(body) = &checked.functions[function].body else { continue };
        let mut statements = vec![body.statement];
        while let Some(statement) = statements.pop() {
            let kind = &checked.statements[statement].kind;
            kind.for_each_statement(|inner| statements.push(inner));
            let mut expressions: Vec<&Node> = Vec::new();
            kind.for_each_expression(|node| expressions.push(node));
            while let Some(node) = expressions.pop() {
                node.for_each_part(&mut |part| {
                    visit(part);
                    match &part.kind {
                        Kind::Block(block) => statements.push(*block),
                        Kind::Call(callee, _) if known_functions.insert(*callee) => functions.push(*callee),
                        Kind::Variable(variable) if known_variables.insert(*variable) => {
                            let initial = initials.remove(variable);
                            expressions.extend(initial.iter().flat_map(|i| &i.parts).map(|(_, value)| value));
                        }
                        _ => {}
                    }
                });
            }
        }
    }
}

/// A pointer without the conversions and constant distances that are applied to it, and their sum in bytes.
pub(super) fn unshifted<'n>(types: &super::super::types::Types, node: &'n Node) -> Option<(&'n Node, i64)> {
    let (mut at, mut bytes) = (node, 0_i64);
    loop {
        match &at.kind {
            Kind::Convert(inner) if types.pointee(inner.ty).is_some() && types.pointee(at.ty).is_some() => at = inner,
            Kind::Advance(inner, distance) => {
                let size = types.layout(types.pointee(inner.ty)?.ty)?.0;
                let distance = constant_distance(types, distance)?;
                bytes = bytes.checked_add(distance.checked_mul(size.cast_signed())?)?;
                at = inner;
            }
            _ => return Some((at, bytes)),
        }
    }
}

fn constant_distance(types: &super::super::types::Types, node: &Node) -> Option<i64> {
    let distance = types.difference_type();
    match &node.kind {
        Kind::Integer(value) => Some(distance.wrap(*value, types.model)),
        Kind::Unary(Sign::Negate, inner) => constant_distance(types, inner)?.checked_neg(),
        Kind::Convert(inner) if types.integer(inner.ty).is_some() => constant_distance(types, inner),
        _ => None,
    }
}

/// A conversion of a pointer that leads into an object or out of it: `(struct item *)((char *)q - offsetof(struct item, link))`.
/// Returns the pointer that is converted. It is recognised by the types and the distance in bytes, however it is written.
pub(super) fn shift<'n>(types: &super::super::types::Types, node: &'n Node) -> Option<(&'n Node, Shift)> {
    let to = types.pointee(node.ty)?.ty;
    let (base, bytes) = unshifted(types, node)?;
    let from = types.pointee(base.ty)?.ty;
    let known = |ty: TypeId| types.structure(ty).is_some() || types.is_scalar(ty);
    if to == TypeId::VOID && from != TypeId::VOID {
        let offset = u64::try_from(bytes.checked_neg()?).ok().filter(|_| bytes != 0)?;
        return Some((base, Shift::OutOf(only_place(types, from, offset)?)));
    }
    if !known(to) || from == to && bytes == 0 || types.is_function(from) {
        return None;
    }
    if from == TypeId::VOID {
        // What it points to is known by its place, if there is only one.
        let offset = u64::try_from(bytes.checked_neg()?).ok().filter(|_| bytes != 0)?;
        return Some((base, Shift::OutOf(steps_to(types, to, offset, &|ty| types.structure(ty).is_some())?)));
    }
    let into = || steps_to(types, from, u64::try_from(bytes).ok()?, &|ty| ty == to).map(Shift::Into);
    let out_of = || steps_to(types, to, u64::try_from(bytes.checked_neg()?).ok()?, &|ty| ty == from).map(Shift::OutOf);
    Some((base, out_of().or_else(into)?))
}

/// The steps to a part of this type at this offset from the structure around it, if only one structure has such a part.
fn only_place(types: &super::super::types::Types, part: TypeId, offset: u64) -> Option<Vec<Step>> {
    let steps = |id: StructId| steps_to(types, types.known_struct(id)?, offset, &|ty| ty == part);
    let mut places = types.structs.indices().filter_map(steps);
    places.next().filter(|_| places.next().is_none())
}

/// The steps from a type to a part of it at an offset; there is at least one.
fn steps_to(
    types: &super::super::types::Types,
    from: TypeId,
    offset: u64,
    is_wanted: &dyn Fn(TypeId) -> bool,
) -> Option<Vec<Step>> {
    let (mut at, mut left) = (from, offset);
    let mut steps = Vec::new();
    loop {
        if left == 0 && !steps.is_empty() && is_wanted(at) {
            return Some(steps);
        }
        match types.get(at) {
            Type::Struct(id) if !types.structs[*id].is_union => {
                let offsets = types.offsets(*id)?;
                let members = types.structs[*id].members.as_deref()?;
                // Members without a size have the offset of the next one.
                let number = (0..members.len()).rev().find(|&number| {
                    let size = types.layout(members[number].ty.ty).map_or(0, |layout| layout.0);
                    offsets[number] <= left && left < offsets[number] + size
                })?;
                steps.push(Step::Member(*id, number));
                left -= offsets[number];
                at = members[number].ty.ty;
            }
            Type::Array(of, Some(_)) => {
                let size = types.layout(of.ty)?.0.max(1);
                steps.push(Step::Element(left / size));
                left %= size;
                at = of.ty;
            }
            _ => return None,
        }
    }
}
