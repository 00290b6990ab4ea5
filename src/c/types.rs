//! The types of C (C11 6.2.5), for both data models.

mod layout;

use indexmap::IndexSet;
use rustc_hash::FxHashMap;

use super::lexer::Name;
use base::{Idx, IndexVec, Span, newtype_index};

/// The sizes of `long` and of pointers.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Default)]
pub enum DataModel {
    /// `int`, `long` and pointers have 32 bits.
    Ilp32,
    /// `long` and pointers have 64 bits.
    #[default]
    Lp64,
}

/// The rank of an integer type (6.3.1.1).
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub(crate) enum Rank {
    /// `_Bool`.
    Bool,
    /// `char`: distinct from `signed char`, and signed.
    PlainChar,
    /// `signed char`, `unsigned char`.
    Char,
    /// `short`.
    Short,
    /// `int`.
    Int,
    /// `long`.
    Long,
    /// `long long`.
    LongLong,
}

/// An integer type.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub(crate) struct Integer {
    pub rank: Rank,
    pub signed: bool,
}

impl Integer {
    pub(crate) const INT: Integer = Integer { rank: Rank::Int, signed: true };
    pub(crate) const BOOL: Integer = Integer { rank: Rank::Bool, signed: false };
    pub(crate) const CHAR: Integer = Integer { rank: Rank::PlainChar, signed: true };

    /// The bits of a value; 1 for `_Bool`.
    pub(crate) fn bits(self, model: DataModel) -> u32 {
        match self.rank {
            Rank::Bool => 1,
            _ => self.size(model) * 8,
        }
    }

    /// The bytes in memory.
    pub(crate) fn size(self, model: DataModel) -> u32 {
        match self.rank {
            Rank::Bool | Rank::PlainChar | Rank::Char => 1,
            Rank::Short => 2,
            Rank::Int => 4,
            Rank::Long if model == DataModel::Ilp32 => 4,
            Rank::Long | Rank::LongLong => 8,
        }
    }

    /// The type after the integer promotions (6.3.1.1).
    pub(crate) fn promoted(self) -> Integer {
        if self.rank < Rank::Int { Integer::INT } else { self }
    }

    /// The common type of two operands (6.3.1.8).
    pub(crate) fn common(self, other: Integer, model: DataModel) -> Integer {
        let (a, b) = (self.promoted(), other.promoted());
        if a.signed == b.signed {
            return if a.rank >= b.rank { a } else { b };
        }
        let (signed, unsigned) = if a.signed { (a, b) } else { (b, a) };
        if unsigned.rank >= signed.rank {
            unsigned
        } else if signed.bits(model) > unsigned.bits(model) {
            signed
        } else {
            Integer { rank: signed.rank, signed: false }
        }
    }

    /// A value in the range of this type with the same bits; other types than `_Bool`.
    pub(crate) fn wrap(self, value: i64, model: DataModel) -> i64 {
        let unused = 64 - self.bits(model);
        let shifted = value << unused;
        if self.signed { shifted >> unused } else { (shifted.cast_unsigned() >> unused).cast_signed() }
    }

    /// Whether every value of `self` is one of `other`.
    pub(crate) fn fits(self, other: Integer, model: DataModel) -> bool {
        let (own, others) = (self.bits(model), other.bits(model));
        match (self.signed, other.signed) {
            (true, false) => false,
            (false, true) => own < others,
            _ => own <= others,
        }
    }

    fn name(self) -> &'static str {
        match (self.rank, self.signed) {
            (Rank::Bool, _) => "_Bool",
            (Rank::PlainChar, _) => "char",
            (Rank::Char, true) => "signed char",
            (Rank::Char, false) => "unsigned char",
            (Rank::Short, true) => "short",
            (Rank::Short, false) => "unsigned short",
            (Rank::Int, true) => "int",
            (Rank::Int, false) => "unsigned int",
            (Rank::Long, true) => "long",
            (Rank::Long, false) => "unsigned long",
            (Rank::LongLong, true) => "long long",
            (Rank::LongLong, false) => "unsigned long long",
        }
    }
}

/// A type that GCC declares itself, as it is called here.
pub(crate) fn builtin_type(name: &str, model: DataModel) -> Option<&'static str> {
    match name {
        "__builtin_va_list" | "__builtin_ms_va_list" | "__builtin_sysv_va_list" => Some("va_list"),
        "__int128_t" | "__uint128_t" if model == DataModel::Lp64 => Some("__int128"),
        _ => None,
    }
}

newtype_index! {
    /// A type: equal ids mean equal types.
    pub struct TypeId;
    /// A structure or union.
    pub struct StructId;
}

/// How numbers of a floating type are computed.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Precision {
    /// As a `float` of IEC 60559.
    Single,
    /// As a `double`.
    Double,
    /// In a way that is not modelled: values are not known.
    Unknown,
}

/// A type with its qualifier.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub(crate) struct Qualified {
    pub ty: TypeId,
    /// Whether it is `const`.
    pub constant: bool,
}

/// A type.
#[derive(Clone, PartialEq, Eq, Hash, Debug)]
pub(crate) enum Type {
    /// After an error.
    Error,
    Void,
    Integer(Integer),
    /// `float`, `double` and others that are not supported; by name.
    Floating(&'static str),
    Pointer(Qualified),
    /// An array; without a size, it is incomplete.
    Array(Qualified, Option<u64>),
    /// An array of variable length.
    Variable(Qualified),
    Function(Signature),
    Struct(StructId),
    /// An enumeration, which is compatible with `unsigned int` or `int`.
    Enum(Integer),
}

/// The type of a function.
#[derive(Clone, PartialEq, Eq, Hash, Debug)]
pub(crate) struct Signature {
    pub result: TypeId,
    /// The parameters; `None` if the declaration does not say.
    pub parameters: Option<Vec<TypeId>>,
    pub variadic: bool,
}

/// A member of a structure.
#[derive(Clone, Debug)]
pub(crate) struct Member {
    /// `None` for anonymous structures.
    pub name: Option<Name>,
    pub ty: Qualified,
    pub span: Span,
    /// Of a bit-field, its bits.
    pub width: Option<u32>,
}

impl Member {
    /// Whether it only has bits that nothing uses: a bit-field without a name.
    pub(crate) fn is_padding(&self) -> bool {
        self.name.is_none() && self.width.is_some()
    }
}

/// A structure or union.
#[derive(Clone, Debug)]
pub(crate) struct Struct {
    pub tag: Option<Name>,
    /// The first name that a `typedef` gives it.
    pub alias: Option<Name>,
    pub is_union: bool,
    /// Its members, once it is complete.
    pub members: Option<Vec<Member>>,
    /// The number of the member with a name, or of the anonymous structure in which it is.
    pub numbers: FxHashMap<Name, usize>,
    pub span: Span,
    /// Whether attributes change its layout.
    pub is_packed: bool,
    /// How deeply its type is nested.
    pub depth: u32,
    /// Its size and alignment in bytes.
    pub layout: Option<(u64, u64)>,
}

impl Struct {
    /// One without members.
    pub(crate) fn new(tag: Option<Name>, is_union: bool, span: Span, is_packed: bool) -> Self {
        let (members, numbers) = (None, FxHashMap::default());
        Self { tag, alias: None, is_union, members, numbers, span, is_packed, depth: 0, layout: None }
    }
}

/// All types of a program.
pub(crate) struct Types {
    pub model: DataModel,
    types: IndexSet<Type>,
    /// For each type, how deeply it is nested, and the size and alignment of those that are complete when first seen.
    known: Vec<(u32, Option<(u64, u64)>)>,
    /// Whether a type was nested too deeply.
    pub too_deep: bool,
    pub structs: IndexVec<StructId, Struct>,
}

/// The number of a type that is used often.
impl TypeId {
    pub(crate) const ERROR: TypeId = TypeId(0);
    pub(crate) const VOID: TypeId = TypeId(1);
    pub(crate) const INT: TypeId = TypeId(2);
    pub(crate) const CHAR: TypeId = TypeId(4);
}

/// Maximum nesting of a type.
const DEPTH: u32 = 100;

impl Types {
    pub(crate) fn new(model: DataModel) -> Self {
        let mut this =
            Self { model, types: IndexSet::new(), known: Vec::new(), too_deep: false, structs: IndexVec::new() };
        let often = [Type::Error, Type::Void].into_iter();
        for ty in often.chain([Integer::INT, Integer::BOOL, Integer::CHAR].map(Type::Integer)) {
            this.intern(ty);
        }
        this
    }

    pub(crate) fn intern(&mut self, ty: Type) -> TypeId {
        if let Some(known) = self.types.get_index_of(&ty) {
            return TypeId::at(known);
        }
        let depth = match &ty {
            Type::Pointer(of) | Type::Array(of, _) | Type::Variable(of) => 1 + self.depth(of.ty),
            Type::Function(signature) => {
                let parts = signature.parameters.iter().flatten().chain([&signature.result]);
                1 + parts.map(|&part| self.depth(part)).max().unwrap_or(0)
            }
            _ => 0,
        };
        if depth > DEPTH {
            self.too_deep = true;
            return TypeId::ERROR;
        }
        let layout = self.compute_layout(&ty);
        self.known.push((depth, layout));
        TypeId::at(self.types.insert_full(ty).0)
    }

    /// How deeply a type is nested.
    fn depth(&self, id: TypeId) -> u32 {
        match self.get(id) {
            Type::Struct(structure) => self.structs[*structure].depth,
            _ => self.known.get(id.index()).map_or(0, |known| known.0),
        }
    }

    /// Completes a structure.
    pub(crate) fn complete(&mut self, id: StructId, members: Vec<Member>) {
        let inside = |member: &Member| match self.get(member.ty.ty) {
            // Pointers may lead back.
            Type::Pointer(_) => 0,
            _ => self.depth(member.ty.ty),
        };
        let depth = 1 + members.iter().map(inside).max().unwrap_or(0);
        if depth > DEPTH {
            self.too_deep = true;
        }
        let members = if depth > DEPTH { Vec::new() } else { members };
        let mut numbers = FxHashMap::default();
        for (number, member) in members.iter().enumerate() {
            match (&member.name, self.structure(member.ty.ty)) {
                (Some(name), _) => _ = numbers.entry(name.clone()).or_insert(number),
                (None, Some(anonymous)) if member.width.is_none() => {
                    let inner = self.structs[anonymous].numbers.keys();
                    inner.for_each(|name| _ = numbers.entry(name.clone()).or_insert(number));
                }
                _ => {}
            }
        }
        let structure = &mut self.structs[id];
        (structure.depth, structure.members, structure.numbers) = (depth, Some(members), numbers);
        let layout = self.layout_of_struct(id);
        self.structs[id].layout = layout;
    }

    /// The numbers of the members on the way to a member, through anonymous structures.
    pub(crate) fn member_path(&self, structure: StructId, name: &str) -> Option<Vec<usize>> {
        let (mut at, mut path) = (structure, Vec::new());
        loop {
            let number = *self.structs[at].numbers.get(name)?;
            path.push(number);
            let member = self.structs[at].members.as_ref()?.get(number)?;
            match member.name {
                Some(_) => return Some(path),
                None => at = self.structure(member.ty.ty)?,
            }
        }
    }

    pub(crate) fn get(&self, id: TypeId) -> &Type {
        self.types.get_index(id.index()).unwrap_or(&Type::Error)
    }

    pub(crate) fn integer_type(&mut self, integer: Integer) -> TypeId {
        self.intern(Type::Integer(integer))
    }

    pub(crate) fn pointer_to(&mut self, ty: TypeId) -> TypeId {
        self.intern(Type::Pointer(Qualified { ty, constant: false }))
    }

    /// The type of `sizeof`.
    pub(crate) fn size_type(&self) -> Integer {
        let rank = if self.model == DataModel::Ilp32 { Rank::Int } else { Rank::Long };
        Integer { rank, signed: false }
    }

    /// The type of differences of pointers.
    pub(crate) fn difference_type(&self) -> Integer {
        Integer { signed: true, ..self.size_type() }
    }

    /// The integer type, also of an enumeration.
    pub(crate) fn integer(&self, id: TypeId) -> Option<Integer> {
        match self.get(id) {
            Type::Integer(integer) | Type::Enum(integer) => Some(*integer),
            _ => None,
        }
    }

    /// What a pointer points to.
    pub(crate) fn pointee(&self, id: TypeId) -> Option<Qualified> {
        match self.get(id) {
            Type::Pointer(to) => Some(*to),
            _ => None,
        }
    }

    /// The type of a structure, if some declaration has it.
    pub(crate) fn known_struct(&self, id: StructId) -> Option<TypeId> {
        self.types.get_index_of(&Type::Struct(id)).map(TypeId::at)
    }

    pub(crate) fn structure(&self, id: TypeId) -> Option<StructId> {
        match self.get(id) {
            Type::Struct(structure) => Some(*structure),
            _ => None,
        }
    }

    /// Whether it is an integer, floating or pointer type.
    pub(crate) fn is_scalar(&self, id: TypeId) -> bool {
        matches!(self.get(id), Type::Integer(_) | Type::Enum(_) | Type::Floating(_) | Type::Pointer(_))
    }

    /// Whether it is a scalar type that is supported.
    pub(crate) fn is_modelled(&self, id: TypeId) -> bool {
        self.is_scalar(id) && (!self.is_floating(id) || self.precision(id).is_some())
    }

    pub(crate) fn is_floating(&self, id: TypeId) -> bool {
        matches!(self.get(id), Type::Floating(_))
    }

    /// How numbers of a floating type are computed; `None` for types that are not supported.
    pub(crate) fn precision(&self, id: TypeId) -> Option<Precision> {
        let Type::Floating(name) = self.get(id) else { return None };
        Some(match *name {
            // GCC computes with more digits there, and not always.
            "float" | "double" | "_Float32" | "_Float32x" | "_Float64" if self.model == DataModel::Ilp32 => {
                Precision::Unknown
            }
            "float" | "_Float32" => Precision::Single,
            "double" | "_Float32x" | "_Float64" => Precision::Double,
            "long double" | "_Float16" | "_Float64x" | "_Float128" | "__float80" | "__float128" => Precision::Unknown,
            _ => return None,
        })
    }

    /// Whether a function with such a result, and such a last argument, is one on numbers of type `float`.
    pub(crate) fn is_single(&self, result: TypeId, last: TypeId) -> bool {
        let is_narrow = |id: TypeId| self.precision(id) == Some(Precision::Single);
        is_narrow(result) || self.precision(result).is_none() && is_narrow(last)
    }

    pub(crate) fn is_function(&self, id: TypeId) -> bool {
        matches!(self.get(id), Type::Function(_))
    }

    pub(crate) fn is_complete(&self, id: TypeId) -> bool {
        match self.get(id) {
            Type::Void | Type::Array(_, None) | Type::Function(_) => false,
            Type::Array(element, _) => self.is_complete(element.ty),
            Type::Struct(id) => self.structs[*id].members.is_some(),
            _ => true,
        }
    }

    /// How C writes the type, approximately.
    pub(crate) fn name(&self, id: TypeId) -> String {
        let mut suffix = String::new();
        let mut at = id;
        for _ in 0..40 {
            let base = match self.get(at) {
                Type::Error => "?".to_owned(),
                Type::Void => "void".to_owned(),
                Type::Integer(integer) => integer.name().to_owned(),
                Type::Enum(_) => "enum".to_owned(),
                Type::Floating(name) => (*name).to_owned(),
                Type::Struct(id) => {
                    let structure = &self.structs[*id];
                    if let Struct { tag: None, alias: Some(name), .. } = structure {
                        return joined(name.to_string(), &suffix);
                    }
                    let word = if structure.is_union { "union" } else { "struct" };
                    format!("{word} {}", structure.tag.as_deref().unwrap_or("(without a tag)"))
                }
                Type::Pointer(to) => {
                    suffix.insert(0, '*');
                    at = to.ty;
                    continue;
                }
                Type::Array(of, count) => {
                    suffix += &count.map_or("[]".to_owned(), |count| format!("[{count}]"));
                    at = of.ty;
                    continue;
                }
                Type::Variable(of) => {
                    suffix += "[*]";
                    at = of.ty;
                    continue;
                }
                Type::Function(signature) => {
                    suffix += "()";
                    at = signature.result;
                    continue;
                }
            };
            return joined(base, &suffix);
        }
        "a deeply nested type".to_owned()
    }
}

/// A type with what follows its name.
fn joined(base: String, suffix: &str) -> String {
    if suffix.is_empty() { base } else { format!("{base} {suffix}") }
}
