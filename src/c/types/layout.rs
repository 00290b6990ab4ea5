//! Sizes, alignments and offsets, as GCC has them on x86.

use super::{DataModel, Member, StructId, Type, TypeId, Types};
use base::Idx;

/// Maximum size of an object in bytes.
const SIZE: u64 = 1 << 31;
/// The offset of what has no address: it is beyond the end of all objects.
const NO_ADDRESS: u64 = 1 << 40;

impl Types {
    /// Size and alignment in bytes; `None` for incomplete and unsupported types.
    pub(crate) fn layout(&self, id: TypeId) -> Option<(u64, u64)> {
        match self.get(id) {
            Type::Struct(structure) => self.structs[*structure].layout,
            _ => self.known.get(id.index())?.1,
        }
    }

    /// Whether values of a type, or of the elements of arrays, are numbers of 64 bits: GCC prefers to align them to 8 bytes.
    pub(crate) fn is_wide_number(&self, id: TypeId) -> bool {
        match self.get(id) {
            Type::Array(element, _) => self.is_wide_number(element.ty),
            Type::Integer(integer) | Type::Enum(integer) => integer.size(self.model) == 8,
            Type::Floating(name) => matches!(*name, "double" | "_Float32x" | "_Float64"),
            _ => false,
        }
    }

    pub(super) fn compute_layout(&self, ty: &Type) -> Option<(u64, u64)> {
        let word = if self.model == DataModel::Ilp32 { 4 } else { 8 };
        // On IA-32, numbers of 64 bits are aligned to 4 bytes inside structures.
        let aligned = |size: u64| (size, size.min(word));
        match ty {
            Type::Error | Type::Variable(_) | Type::Function(_) => None,
            // GNU: arithmetic on `void *`.
            Type::Void => Some((1, 1)),
            Type::Integer(integer) | Type::Enum(integer) => Some(aligned(u64::from(integer.size(self.model)))),
            Type::Floating(name) => match *name {
                "float" | "_Float32" => Some((4, 4)),
                "double" | "_Float32x" | "_Float64" => Some(aligned(8)),
                "float _Complex" => Some((8, 4)),
                "double _Complex" => Some((16, aligned(8).1)),
                "long double _Complex" if word == 4 => Some((24, 4)),
                "long double _Complex" => Some((32, 16)),
                "long double" | "_Float64x" | "__float80" if word == 4 => Some((12, 4)),
                "long double" | "_Float64x" | "__float80" | "__float128" | "_Float128" => Some((16, 16)),
                _ => None,
            },
            Type::Pointer(_) => Some((word, word)),
            Type::Array(element, count) => {
                let (size, align) = self.layout(element.ty)?;
                Some((size.checked_mul((*count)?).filter(|&size| size <= SIZE)?, align))
            }
            Type::Struct(_) => None,
        }
    }

    pub(super) fn layout_of_struct(&self, id: StructId) -> Option<(u64, u64)> {
        self.placed(id).map(|(_, layout)| layout)
    }

    fn member_layout(&self, member: &Member) -> Option<(u64, u64)> {
        match self.get(member.ty.ty) {
            // A flexible array member.
            Type::Array(element, None) => Some((0, self.layout(element.ty)?.1)),
            _ => self.layout(member.ty.ty),
        }
    }

    /// The offsets of the members, [none](NO_ADDRESS) of bit-fields; `None` if they are not known.
    pub(crate) fn offsets(&self, id: StructId) -> Option<Vec<u64>> {
        self.placed(id).map(|(offsets, _)| offsets)
    }

    /// The offsets of the members, and size and alignment of the whole, as the binary interface for x86 has them.
    fn placed(&self, id: StructId) -> Option<(Vec<u64>, (u64, u64))> {
        let structure = &self.structs[id];
        if structure.is_packed {
            return None;
        }
        let (mut bits, mut size, mut most) = (0_u64, 0_u64, 1_u64);
        let mut offsets = Vec::new();
        for member in structure.members.as_ref()? {
            let (own, align) = self.member_layout(member)?;
            let start = if structure.is_union { 0 } else { bits };
            bits = match member.width {
                None => {
                    let offset = start.div_ceil(8).next_multiple_of(align);
                    offsets.push(offset);
                    8 * (offset + own)
                }
                Some(width) => {
                    offsets.push(NO_ADDRESS);
                    let (unit, width) = (8 * align, u64::from(width));
                    // It is within a place for its type; one without bits ends such a place.
                    let is_across = (start % unit + width).div_ceil(unit) > 8 * own / unit;
                    let first = if is_across || width == 0 { start.next_multiple_of(unit) } else { start };
                    first + width
                }
            };
            if member.width.is_none() || member.name.is_some() {
                most = most.max(align);
            }
            size = size.max(bits.div_ceil(8));
            if size > SIZE {
                return None;
            }
        }
        Some((offsets, (size.next_multiple_of(most), most))).filter(|(_, (size, _))| *size <= SIZE)
    }
}
