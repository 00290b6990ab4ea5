//! The types that declarations name (C11 6.7.2 to 6.7.7).

use super::super::attributes::{Attributes, integer_of_mode};
use super::super::syntax::{
    Bound, Declarator, Derivation, EnumLayout, MemberDeclaration, Parameters, Specifiers, TypeName, TypeSpecifier,
};
use super::super::typed::bit_width;
use super::super::types::{Member, Rank, Signature, Struct, builtin_type};
use super::*;
use base::{msg, text};

impl Checker<'_> {
    /// The type of specifiers, and whether it is constant.
    pub(super) fn specified(&mut self, specifiers: &Specifiers) -> Qualified {
        let Qualified { ty, constant } = self.of_specifier(&specifiers.ty);
        let ty = self.attributed(ty, &specifiers.attributes);
        Qualified { ty, constant: constant || specifiers.constant }
    }

    fn of_specifier(&mut self, specifier: &TypeSpecifier) -> Qualified {
        let (ty, constant) = match specifier {
            TypeSpecifier::Void => (TypeId::VOID, false),
            TypeSpecifier::Floating(name) => (self.types.intern(Type::Floating(name)), false),
            // There is one thread; the type has another layout than that of its values if it is a structure or aligned less than it is large.
            TypeSpecifier::Atomic(of) => {
                let of = self.of_specifier(of);
                let is_plain = self.types.is_scalar(of.ty) && !self.types.is_floating(of.ty);
                match is_plain && self.types.layout(of.ty).is_some_and(|(size, align)| size == align) {
                    true => (of.ty, of.constant),
                    false => (self.types.intern(Type::Floating("_Atomic")), of.constant),
                }
            }
            TypeSpecifier::Integer(integer) => (self.types.integer_type(*integer), false),
            TypeSpecifier::Struct { is_union, tag, members, spelling, assertions, is_packed, span } => {
                let members = members.as_deref().map(|members| (members, *spelling));
                let ty = self.structure(*is_union, tag.as_ref(), members, *is_packed, *span);
                assertions.iter().for_each(|assertion| self.static_assertion(assertion));
                (ty, false)
            }
            TypeSpecifier::Enum { tag, enumerators, layout, span } => {
                let ty = self.enumeration(tag.as_ref(), enumerators.as_deref(), *span, *layout);
                (ty, false)
            }
            TypeSpecifier::Named(name, span) => match self.entity(name) {
                Some(Entity::Type(ty, constant)) => (ty, constant),
                _ => match builtin_type(name, self.types.model) {
                    Some(builtin) => (self.types.intern(Type::Floating(builtin)), false),
                    None => {
                        self.unknown_name(name, *span);
                        (TypeId::ERROR, false)
                    }
                },
            },
            TypeSpecifier::TypeOf(e) => {
                let node = self.unevaluated(*e);
                if bit_width(&self.types, &node).is_some() {
                    self.error("c/type", node.span, msg!("a bit-field has no type that can be named"));
                }
                (node.ty, node.constant)
            }
            TypeSpecifier::TypeOfType(name) => {
                let named = self.named_type(name);
                (named.ty, named.constant)
            }
        };
        Qualified { ty, constant }
    }

    /// A type with attributes that change it. What is not modelled makes a type that is not supported.
    fn attributed(&mut self, ty: TypeId, attributes: &Attributes) -> TypeId {
        if attributes.layout.iter().any(|name| name.contains("vector_size")) {
            return self.types.intern(Type::Floating("vector"));
        }
        let Some(mode) = &attributes.mode else { return ty };
        let integer = self.types.integer(ty);
        match integer.and_then(|integer| integer_of_mode(mode, integer.signed, self.types.model)) {
            Some(integer) => self.types.integer_type(integer),
            None => self.types.intern(Type::Floating("type with a mode")),
        }
    }

    /// `_Alignas` makes an alignment no weaker than that of the type (C11 6.7.5).
    pub(super) fn check_alignments(&mut self, attributes: &Attributes, ty: TypeId, span: Span) {
        for &alignment in &attributes.alignments {
            let Some((size, _)) = self.constant(alignment, text!("an alignment")) else { continue };
            if size != 0 && !u64::try_from(size).is_ok_and(u64::is_power_of_two) {
                self.error("c/type", span, msg!("an alignment is a power of 2"));
            } else if size != 0 && self.types.layout(ty).is_some_and(|(_, own)| size.cast_unsigned() < own) {
                self.error("c/type", span, msg!("`_Alignas` cannot make the alignment of a type weaker"));
            }
        }
    }

    /// What has no alignment of its own.
    pub(super) fn forbid_alignments(&mut self, attributes: &Attributes, span: Span) {
        if !attributes.alignments.is_empty() {
            self.error("c/declaration", span, msg!("`_Alignas` is for variables and members"));
        }
    }

    pub(super) fn named_type(&mut self, name: &TypeName) -> Qualified {
        let base = self.specified(&name.specifiers);
        self.forbid_alignments(&name.specifiers.attributes, name.span);
        self.derived(base, &name.declarator, name.span)
    }

    /// The type of a declarator.
    pub(super) fn derived(&mut self, base: Qualified, declarator: &Declarator, span: Span) -> Qualified {
        let mut at = base;
        for derivation in &declarator.derivations {
            let ty = match derivation {
                Derivation::Pointer { constant } => {
                    at = Qualified { ty: self.types.intern(Type::Pointer(at)), constant: *constant };
                    continue;
                }
                Derivation::Array(bound, span) => self.array(at, *bound, *span),
                Derivation::Function(parameters, span) => self.function_type(at, parameters, *span),
            };
            at = Qualified { ty, constant: false };
        }
        let _ = span;
        at.ty = self.attributed(at.ty, &declarator.attributes);
        at
    }

    fn array(&mut self, of: Qualified, bound: Bound, span: Span) -> TypeId {
        if of.ty == TypeId::ERROR {
            return TypeId::ERROR;
        }
        if !self.types.is_complete(of.ty) {
            let name = self.type_name(of.ty);
            self.error("c/type", span, msg!("an array cannot have elements of type `{name}`"));
            return TypeId::ERROR;
        }
        let ty = match bound {
            Bound::Missing => Type::Array(of, None),
            Bound::Star => Type::Variable(of),
            Bound::Given(e) => {
                let node = self.value(e);
                let Some(integer) = self.types.integer(node.ty) else {
                    if node.ty != TypeId::ERROR {
                        self.error("c/type", span, msg!("the size of an array is not an integer"));
                    }
                    return TypeId::ERROR;
                };
                match node.number() {
                    Some(size) if size < 0 && integer.signed => {
                        self.error("c/type", span, msg!("the size of an array is negative"));
                        return TypeId::ERROR;
                    }
                    Some(size) => Type::Array(of, Some(size.cast_unsigned())),
                    None if self.at_file_scope() => {
                        self.error(
                            "c/constant",
                            span,
                            msg!("the size of an array outside of functions is not constant"),
                        );
                        return TypeId::ERROR;
                    }
                    None => {
                        self.lengths.push(node);
                        Type::Variable(of)
                    }
                }
            }
        };
        let size = match ty {
            Type::Array(_, size) => size,
            _ => None,
        };
        let id = self.types.intern(ty);
        if size.is_some() && self.types.layout(id).is_none() && self.types.layout(of.ty).is_some() {
            self.error("c/size", span, msg!("this array is too large"));
            return TypeId::ERROR;
        }
        id
    }

    fn function_type(&mut self, result: Qualified, parameters: &Parameters, span: Span) -> TypeId {
        if matches!(self.types.get(result.ty), Type::Array(..) | Type::Variable(_) | Type::Function(_)) {
            self.error("c/type", span, msg!("a function cannot return an array or a function"));
            return TypeId::ERROR;
        }
        self.scopes.push(Scope::default());
        let list: Vec<TypeId> = parameters.list.iter().map(|(s, d)| self.parameter(s, d).0.ty).collect();
        self.scopes.pop();
        let parameters_known = (!parameters.unspecified).then_some(list);
        let signature = Signature { result: result.ty, parameters: parameters_known, variadic: parameters.variadic };
        self.types.intern(Type::Function(signature))
    }

    /// The adjusted type of a parameter (6.7.6.3), and its name.
    pub(super) fn parameter(
        &mut self,
        specifiers: &Specifiers,
        declarator: &Declarator,
    ) -> (Qualified, Option<(Name, Span)>) {
        let base = self.specified(specifiers);
        let span = declarator.name.as_ref().map_or(specifiers.span, |(_, span)| *span);
        if !matches!(specifiers.storage, None | Some(Storage::Automatic)) || specifiers.is_thread_local {
            self.error("c/declaration", span, msg!("a parameter has no storage class"));
        }
        self.forbid_alignments(&specifiers.attributes, span);
        let mut qualified = self.derived(base, declarator, span);
        match self.types.get(qualified.ty).clone() {
            Type::Array(of, _) | Type::Variable(of) => {
                qualified = Qualified { ty: self.types.intern(Type::Pointer(of)), constant: false };
            }
            Type::Function(_) => qualified = Qualified { ty: self.types.pointer_to(qualified.ty), constant: false },
            Type::Void => {
                self.error("c/type", span, msg!("a parameter has the type `void`"));
                qualified.ty = TypeId::ERROR;
            }
            _ => {}
        }
        (qualified, declarator.name.clone())
    }

    fn structure(
        &mut self,
        is_union: bool,
        tag: Option<&(Name, Span)>,
        members: Option<(&[MemberDeclaration], u64)>,
        is_packed: bool,
        span: Span,
    ) -> TypeId {
        let known = tag.and_then(|(name, _)| match members {
            // A definition declares the tag in the innermost scope.
            Some(_) => self.scope().tags.get(name).copied(),
            None => self.tag(name),
        });
        let id = match (known, tag) {
            (Some(Tag::Struct(id, union)), _) if union == is_union => id,
            (Some(_), Some((name, span))) => {
                self.error("c/declaration", *span, msg!("`{name}` is the tag of another kind of type"));
                return TypeId::ERROR;
            }
            _ => {
                let name = tag.map(|(name, _)| name);
                let spelling = members.map(|(_, spelling)| spelling);
                let id = self.of_another_file(name, is_union, spelling).unwrap_or_else(|| {
                    self.new_structure(Struct::new(name.cloned(), is_union, span, is_packed), spelling)
                });
                if let Some((name, _)) = tag {
                    self.scope().tags.insert(name.clone(), Tag::Struct(id, is_union));
                }
                id
            }
        };
        let ty = self.types.intern(Type::Struct(id));
        let Some((members, spelling)) = members else { return ty };
        if self.files.define(id) {
            self.error("c/declaration", span, msg!("this type is defined before"));
            return ty;
        }
        let is_known = self.types.structs[id].members.is_some();
        let list = self.members(members, is_union);
        let of_member = |attributes: &Attributes| !attributes.layout.is_empty() || attributes.other.is_some();
        let is_packed = is_packed
            || members.iter().any(|member| {
                let mut declarators = member.declarators.iter().map(|(declarator, _)| &declarator.attributes);
                of_member(&member.specifiers.attributes) || declarators.any(of_member)
            });
        if is_known {
            if self.has_members(id, &list) {
                return ty;
            }
            // What is written in the same way means something else here.
            let structure = Struct::new(tag.map(|(name, _)| name.clone()), is_union, span, is_packed);
            let id = self.new_structure(structure, Some(spelling));
            if let Some((name, _)) = tag {
                self.scope().tags.insert(name.clone(), Tag::Struct(id, is_union));
            }
            self.files.define(id);
            self.types.complete(id, list);
            return self.types.intern(Type::Struct(id));
        }
        if self.types.structs[id].members.is_some() {
            self.error("c/declaration", span, msg!("this type is defined inside itself"));
            return ty;
        }
        let structure = &mut self.types.structs[id];
        structure.is_packed |= is_packed;
        structure.span = span;
        self.types.complete(id, list);
        ty
    }

    fn members(&mut self, declarations: &[MemberDeclaration], is_union: bool) -> Vec<Member> {
        let mut list: Vec<Member> = Vec::new();
        let mut names: FxHashSet<Name> = FxHashSet::default();
        for (position, declaration) in declarations.iter().enumerate() {
            let base = self.specified(&declaration.specifiers);
            if declaration.declarators.is_empty() {
                // GNU and C11: the members of an anonymous structure are members of the one around it.
                let TypeSpecifier::Struct { tag: None, .. } = &*declaration.specifiers.ty else { continue };
                for name in self.member_names(base.ty) {
                    if !names.insert(name.clone()) {
                        self.error(
                            "c/declaration",
                            declaration.specifiers.span,
                            msg!("there are two members `{name}`"),
                        );
                    }
                }
                list.push(Member { name: None, ty: base, span: declaration.specifiers.span, width: None });
            }
            for (number, (declarator, width)) in declaration.declarators.iter().enumerate() {
                let span = declarator.name.as_ref().map_or(declaration.specifiers.span, |(_, span)| *span);
                let mut ty = self.derived(base, declarator, span);
                let is_last = position + 1 == declarations.len() && number + 1 == declaration.declarators.len();
                let is_flexible =
                    !is_union && is_last && !list.is_empty() && matches!(self.types.get(ty.ty), Type::Array(_, None));
                if ty.ty != TypeId::ERROR && !self.types.is_complete(ty.ty) && !is_flexible {
                    let name = self.type_name(ty.ty);
                    self.error("c/type", span, msg!("a member cannot have the type `{name}`, which is not complete"));
                    ty.ty = TypeId::ERROR;
                }
                if matches!(self.types.get(ty.ty), Type::Variable(_)) {
                    self.error("c/type", span, msg!("a member cannot have a variable size"));
                    ty.ty = TypeId::ERROR;
                }
                match width {
                    Some(_) => self.forbid_alignments(&declaration.specifiers.attributes, span),
                    None => self.check_alignments(&declaration.specifiers.attributes, ty.ty, span),
                }
                let mut bits_of_field = None;
                if let Some(width) = width {
                    let bits = self.types.integer(ty.ty).map(|integer| integer.bits(self.types.model));
                    let width_value = self.constant(*width, text!("the width of a bit-field")).map(|(value, _)| value);
                    let least = i64::from(declarator.name.is_some());
                    let fits = bits.zip(width_value).is_none_or(|(b, w)| (least..=i64::from(b)).contains(&w));
                    if (bits.is_none() && ty.ty != TypeId::ERROR) || !fits {
                        self.error("c/type", span, msg!("this bit-field has a wrong type or width"));
                    }
                    bits_of_field = Some(width_value.filter(|_| fits).and_then(|w| u32::try_from(w).ok()).unwrap_or(0));
                }
                if let Some((name, span)) = &declarator.name
                    && !names.insert(name.clone())
                {
                    self.error("c/declaration", *span, msg!("there are two members `{name}`"));
                }
                let name = declarator.name.as_ref().map(|(name, _)| name.clone());
                if name.is_some() || width.is_some() {
                    list.push(Member { name, ty, span, width: bits_of_field });
                }
            }
        }
        list
    }

    /// The names of the members, also of anonymous structures inside.
    fn member_names(&self, ty: TypeId) -> Vec<Name> {
        let mut names = Vec::new();
        let mut open = vec![ty];
        while let Some(ty) = open.pop() {
            let Some(id) = self.types.structure(ty) else { continue };
            for member in self.types.structs[id].members.iter().flatten() {
                match &member.name {
                    Some(name) => names.push(name.clone()),
                    None if member.width.is_none() => open.push(member.ty.ty),
                    None => {}
                }
            }
        }
        names
    }

    fn enumeration(
        &mut self,
        tag: Option<&(Name, Span)>,
        enumerators: Option<&[(Name, Span, Option<ExprId>)]>,
        span: Span,
        layout: EnumLayout,
    ) -> TypeId {
        let Some(enumerators) = enumerators else {
            let Some((name, at)) = tag else { return TypeId::ERROR };
            return match self.tag(name) {
                Some(Tag::Enum(ty)) => ty,
                Some(_) => {
                    self.error("c/declaration", *at, msg!("`{name}` is the tag of another kind of type"));
                    TypeId::ERROR
                }
                None => {
                    self.error("c/unknown-name", *at, msg!("there is no `enum {name}`"));
                    TypeId::ERROR
                }
            };
        };
        if let Some((name, at)) = tag
            && self.scope().tags.contains_key(name)
        {
            self.error("c/declaration", *at, msg!("the tag `{name}` is defined before"));
        }
        let mut next = 0_i64;
        let (mut low, mut high) = (0_i64, 0_i64);
        let int = i64::from(i32::MIN)..=i64::from(i32::MAX);
        for (name, at, value) in enumerators {
            if let Some(value) = value
                && let Some((value, _)) = self.constant(*value, text!("the value of an enumeration constant"))
            {
                next = value;
            }
            if !int.contains(&next) {
                self.error("c/unsupported-enum", *at, msg!("an enumeration constant beyond `int` is not supported"));
                next = 0;
            }
            (low, high) = (low.min(next), high.max(next));
            self.bind(name, Entity::Constant(next, TypeId::INT), *at);
            next += 1;
        }
        let _ = span;
        // As in GCC: the type is unsigned unless a value is negative.
        let of_rank = |rank| Integer { rank, signed: low < 0 };
        let model = self.types.model;
        let ty = match layout {
            EnumLayout::Usual => Type::Enum(of_rank(Rank::Int)),
            // The shortest type that has all values.
            EnumLayout::Packed => {
                let has_all = |integer: &Integer| {
                    let bits = integer.bits(model) - u32::from(integer.signed);
                    -1 << bits <= low && high < 1 << bits
                };
                let short = [Rank::Char, Rank::Short].map(of_rank);
                Type::Enum(short.into_iter().find(has_all).unwrap_or(of_rank(Rank::Int)))
            }
            EnumLayout::Other => Type::Floating("enum with an attribute"),
        };
        let ty = self.types.intern(ty);
        if let Some((name, _)) = tag {
            self.scope().tags.insert(name.clone(), Tag::Enum(ty));
        }
        ty
    }
}
